"""The end of a match: the only light page."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.board.data import Draws, Ending
from companion.board.scenery import scenery
from companion.board.scenes.frame import foot
from companion.display import parts, shapes
from companion.display.canvas import Canvas
from companion.display.shapes import Mark
from companion.display.text import lines, measure, text
from companion.display.theme import INK, INKDIM, MIN, PAPER, Face
from companion.locale import Words

ART = (104.0, 13.0, 52.0, 38.0)  # x, y, width, height of the place for the game's own picture
WINNER = 29.0


def draw(
    canvas: Canvas,
    data: Ending,
    words: Words,
    art: Callable[[Canvas], None] | None = None,
    marks: Mapping[str, Mark] | None = None,
) -> None:
    """Who wins, huge; why; the fair-draw line. `art` is the game's own picture for the place `ART`."""
    edge = canvas.height - 24.0
    shapes.rect(canvas, -canvas.bleed, 0, canvas.width + 2 * canvas.bleed, edge, PAPER)
    emblem = scenery(data.game, data.title).emblem
    parts.eyebrow(canvas, data.title, data.where, emblem, INK, INKDIM, PAPER)
    parts.oxford(canvas, 8.4, INK)
    spare = canvas.height - 90
    room = 94.0 if art else 152.0
    _winner(canvas, data.winner, room, 15.0 + spare * 0.4)
    y = 43.6 + spare * 0.8
    text(canvas, 4.4, y, data.why, 4.6, Face.POSTER, INK, fit=room, least=3.4)
    if data.decisive:
        text(canvas, 4.4, y + 7.4, data.decisive, 3.3, Face.SERIF, INK, fit=room, least=2.6)
    facts_room = 94.0 if data.draws else 152.0
    if data.facts:
        facts = "  ·  ".join(data.facts)
        text(canvas, 4.4, y + 14.2, facts, 2.8, Face.SEMI, INKDIM, fit=facts_room, least=MIN)
    if art:
        art(canvas)
    if data.draws is not None:
        _draws(canvas, edge - 10.4, data.draws, words)
    foot(canvas, data.plates, data.keys, words, marks)


def _winner(canvas: Canvas, words: str, room: float, y: float) -> None:
    """One huge line; two, when the names are many."""
    if measure(canvas, words, WINNER * 0.55, Face.POSTER) <= room:
        wide = measure(canvas, words, WINNER, Face.POSTER)
        size = min(WINNER, WINNER * room / wide)
        text(canvas, 4, y + (WINNER - size) * 0.75, words, size, Face.POSTER, INK, fit=room)
        return
    size = 12.0
    while size > 5 and len(lines(canvas, words, size, Face.POSTER, room)) > 2:
        size -= 0.25
    for row, line in enumerate(lines(canvas, words, size, Face.POSTER, room)):
        text(canvas, 4, y + row * size * 1.08, line, size, Face.POSTER, INK, fit=room)


def _draws(canvas: Canvas, y: float, draws: Draws, words: Words) -> None:
    shapes.rect(canvas, 104, y, 52, 7.6, None, INK, 0.25)
    if draws.open:
        shapes.tick(canvas, 108, y + 3.8, 1.8, INK)
    else:
        shapes.ring(canvas, 108, y + 3.8, 1.6, INK)
    title = words("board.end.fair" if draws.open else "board.end.sealed")
    below = words("board.end.mark", mark=draws.mark)
    text(canvas, 111.4, y + 1.5, title, 2.7, Face.BOLD, INK, fit=43.4, least=MIN)
    text(canvas, 111.4, y + 4.8, below, MIN, Face.TEXT, INKDIM, fit=43.4)
