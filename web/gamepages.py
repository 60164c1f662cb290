"""What a game adds to the phone: the `phone.html` in its folder, found by the game's id.

It holds macros, each of which may be left out:

    secret(view, seat, names, w, asked, entered)
                                        what the held card says; of the same shape whatever it says. `asked`: the kinds
                                        of what this seat is asked now, for a card that then shows only what it needs;
                                        `entered`: by kind the fields of what it has answered, or not sent yet
    roomy()                             `roomy` where the held card needs the whole screen, for everybody and always
    standing(view, seat, names, w)      what everybody knows of this seat and its owner must not forget: it is out
    sign(of, value)                     the drawn sign of a covered card that is held open: dark, and small
    whole()                             `whole` where that sign says all of the card: no words beside it, five in a row
    badge(view, seat, w)                in the top bar, in place of the game's title: for whom this seat plays
    now(view, seat, names, w, asked, waits)
                                        what goes on, under the line of every phone, asked or not. `asked`: the kinds of
                                        what this seat is asked; `waits`: of what the table waits for
    about(kind, view, seat, names, w)   public facts above an ask of that kind
    note(of, value, view, seat, names, w)
                                        what everybody knows of a choice, small under it
    summary(view, names, w)             two or three public facts for a seat that waits
    fields(form, view, seat, names, w)  the inside of an ask's form, all of it on one screen, in place of the house's
                                        own: a `fieldset.part` for each field, as `_form.html` has them. What it marks
                                        with `data-buttons` holds the buttons that send it, too
    help(view, seat, names, w)          what of the rules hangs on the options or on how the match stands; it comes
                                        after the help on what is asked
    guide(w)                            what the cards and words of the game mean, to be read at any time
    desk(forms, view, seat, names, w, action, match)
                                        the asks that nobody waits for, in place of the house's list of them

`view` is what may be known: by the seat for `secret`, by everybody for the others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import jinja2
from flask import current_app
from markupsafe import Markup

import companion.games

__all__ = ["loader", "said"]

HOME = Path(companion.games.__file__).parent


def loader(pages: jinja2.BaseLoader | None, folders: Mapping[str, Path]) -> jinja2.BaseLoader:
    """Finds our templates, and `game/ID.html` in that game's folder: by its ending, Flask escapes what it prints."""

    def of_game(game: str) -> tuple[str, str, Callable[[], bool]] | None:
        game = game.removesuffix(".html")
        path = folders.get(game, HOME / game) / "phone.html"
        if not game.isidentifier() or not path.is_file():
            return None
        return path.read_text(encoding="utf-8"), str(path), lambda: True

    games = jinja2.PrefixLoader({"game": jinja2.FunctionLoader(of_game)})
    return jinja2.ChoiceLoader([games, *([pages] if pages else [])])


def said(game: str, macro: str, *args: Any) -> Markup:
    """What a game's macro makes of these arguments; nothing where it has none."""
    try:
        template = current_app.jinja_env.get_template(f"game/{game}.html")
    except jinja2.TemplateNotFound:
        return Markup("")
    found = getattr(template.module, macro, None)
    return Markup(found(*args[: len(found.arguments)])) if found else Markup("")
