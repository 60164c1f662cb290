"""What a game lets people read and keep of a match: as a page, and as a PDF to print."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, render_template

from companion.games import part_of
from companion.papers import Grid, Heading, Paper
from companion.table.snapshot import Snapshot
from web.desk import desk
from web.errors import Denied
from web.language import language, words

__all__ = ["kept", "pages"]

pages = Blueprint("papers", __name__)


def kept(snapshot: Snapshot) -> bool:
    """Whether the match on the table leaves a paper by now."""
    playing = snapshot.playing
    game = part_of(playing.game.id, "keepsake") if playing else None
    if playing is None or game is None:
        return False
    return playing.over or (hasattr(game, "begun") and game.begun(playing.views[None]))


def _paper() -> Paper:
    """From what everybody may know, in the reader's language."""
    playing = desk().table.snapshot.playing
    game = part_of(playing.game.id, "keepsake") if playing else None
    if playing is None or game is None:
        raise Denied(404, "no-paper")
    w = words(playing.game.id)
    found: Paper | None = game.keepsake(playing.views[None], playing.names, w, playing.ledger)
    if found is None:
        raise Denied(404, "no-paper")
    return found


@pages.get("/paper")
def page() -> str:
    return render_template("paper.html", w=words(), lang_=language(), paper=_paper(), Grid=Grid, Heading=Heading)


@pages.get("/paper.pdf")
def printed() -> Response:
    from companion.papers.pdf import pdf  # its library is large, and few ask for it

    paper = _paper()
    kind = {"Content-Type": "application/pdf", "Content-Disposition": f'inline; filename="{paper.name}.pdf"'}
    return make_response(pdf(paper, language()), 200, kind)
