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
TAILS = set("gjpqyç")


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
    y = 43.6 + spare * 0.8
    _verdict(canvas, data, room, spare)
    facts_room = 94.0 if data.draws else 152.0
    if data.facts:
        facts = "  ·  ".join(data.facts)
        text(canvas, 4.4, y + 14.2, facts, 2.8, Face.SEMI, INKDIM, fit=facts_room, least=MIN)
    if art:
        art(canvas)
    if data.draws is not None:
        _draws(canvas, edge - 10.4, data.draws, words)
    foot(canvas, data.plates, data.keys, words, marks)


def _verdict(canvas: Canvas, data: Ending, room: float, spare: float) -> None:
    """Who wins, as large as it fits on one line, or on two when the names are many; under it why; the decisive thing.

    Together they stand in the middle between the rule and the facts.
    """
    size, step = min(WINNER, WINNER * room / measure(canvas, data.winner, WINNER, Face.POSTER)), 1.08
    broken = [data.winner]
    if size < WINNER * 0.4:
        size = 12.0
        while size > 5 and len(lines(canvas, data.winner, size, Face.POSTER, room)) > 2:
            size -= 0.25
        broken = lines(canvas, data.winner, size, Face.POSTER, room)
    why = 6.2 if size * len(broken) < 22 else 4.6
    below = max(4.8, 3.0 + size * 0.14) + bool(TAILS & set(data.winner))  # clear of the tails of its letters
    tall = (len(broken) - 1) * size * step + size * 0.8 + below + why * 0.8 + (5.6 if data.decisive else 0.0)
    y = max(13.2, 11.0 + (45.6 + spare * 0.8 - tall) / 2)
    for row, line in enumerate(broken):
        text(canvas, 4, y + row * size * step, line, size, Face.POSTER, INK, fit=room)
    y += (len(broken) - 1) * size * step + size * 0.8 + below
    text(canvas, 4.4, y, data.why, why, Face.POSTER, INK, fit=room, least=3.4)
    if data.decisive:
        text(canvas, 4.4, y + why * 0.8 + 3.4, data.decisive, 3.3, Face.SERIF, INK, fit=room, least=2.6)


def _draws(canvas: Canvas, y: float, draws: Draws, words: Words) -> None:
    shapes.rect(canvas, 104, y, 52, 7.6, None, INK, 0.25)
    # never a tick: whether the draws were fair is for whoever checks them to say
    shapes.ring(canvas, 108, y + 3.8, 1.6, INK)
    if not draws.open:
        shapes.disc(canvas, 108, y + 3.8, 1.6, INK)
    title = words("board.end.fair" if draws.open else "board.end.sealed")
    below = words("board.end.mark", mark=draws.mark)
    text(canvas, 111.4, y + 1.5, title, 2.7, Face.BOLD, INK, fit=43.4, least=MIN)
    text(canvas, 111.4, y + 4.8, below, MIN, Face.TEXT, INKDIM, fit=43.4)
