"""What a game lets people read and keep of a match: as a page, and as a PDF to print."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from flask import Blueprint, Response, current_app, make_response, render_template

from companion.games import part_of
from companion.papers import Grid, Heading, Paper
from companion.table import campaigns
from companion.table.campaigns import Campaign
from companion.table.journal import SUFFIX
from companion.table.snapshot import Snapshot
from web.desk import desk
from web.errors import Denied
from web.language import language, words

__all__ = ["kept", "pages"]

pages = Blueprint("papers", __name__)


def kept(snapshot: Snapshot) -> bool:
    """Whether the match on the table leaves a paper by now; between two matches, whether an earlier one has."""
    playing = snapshot.playing
    game = part_of(playing.game.id, "keepsake") if playing else None
    if playing is None:
        return bool(_earlier())
    if game is None or snapshot.telling:
        return False
    return playing.over or (hasattr(game, "begun") and game.begun(playing.views[None]))


def _earlier() -> list[Campaign]:
    """The chains of matches that lie in the house and can be read, the newest first; not that of the table."""
    keeper = current_app.extensions["keeper"]
    if keeper is None:
        return []
    folder = keeper.folder / "matches"
    files = tuple((file.name, file.stat().st_mtime_ns) for file in sorted(folder.glob(f"*{SUFFIX}")))
    playing = desk().table.snapshot.playing
    return [c for c in _chains(folder, files) if playing is None or c.ledger != playing.ledger]


@lru_cache(maxsize=1)
def _chains(folder: Path, files: tuple[tuple[str, int], ...]) -> tuple[Campaign, ...]:
    """Read anew where a file is new or other than it was."""
    found = reversed(campaigns.campaigns(folder))
    return tuple(c for c in found if hasattr(part_of(c.game, "keepsake"), "kept"))


def _paper(name: str) -> Paper:
    """From what everybody may know, in the reader's language: of the match on the table, or of a chain by its name."""
    found: Paper | None = None
    playing = desk().table.snapshot.playing
    if name:
        for chain in (c for c in _earlier() if c.name == name):
            found = part_of(chain.game, "keepsake").kept(chain.ledger, chain.options, chain.names, words(chain.game))
    elif playing and (game := part_of(playing.game.id, "keepsake")):
        found = game.keepsake(playing.views[None], playing.names, words(playing.game.id), playing.ledger)
    if found is None:
        raise Denied(404, "no-paper")
    return found


@pages.get("/paper")
@pages.get("/paper/<name>")
def page(name: str = "") -> str:
    others = [
        (c.name, part_of(c.game, "keepsake").standing(c.ledger, c.options, words(c.game)), ", ".join(c.names))
        for c in _earlier()
        if c.name != name
    ]
    try:
        paper = _paper(name)
    except Denied:
        if name or not others:
            raise
        paper = None
    return render_template("paper.html", w=words(), lang_=language(), paper=paper, name=name, others=others,
                           Grid=Grid, Heading=Heading)  # fmt: skip


@pages.get("/paper.pdf")
@pages.get("/paper/<name>.pdf")
def printed(name: str = "") -> Response:
    from companion.papers.pdf import pdf  # its library is large, and few ask for it

    paper = _paper(name)
    kind = {"Content-Type": "application/pdf", "Content-Disposition": f'inline; filename="{paper.name}.pdf"'}
    return make_response(pdf(paper, language()), 200, kind)
