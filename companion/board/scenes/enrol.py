"""Teaching the table its cards: what to tap next is the biggest thing, and every card has a cell."""

from __future__ import annotations

from companion.board.data import Enrolment, Kind
from companion.board.scenery import scenery
from companion.display import paper, parts, shapes
from companion.display.canvas import Canvas
from companion.display.text import text
from companion.display.theme import BONE, DIM, INK, INKDIM, NOW, RULE, STOCK2, Face
from companion.locale import Words

SHOWN = 8  # kinds at a time
TOP, ROW = 23.0, 6.7
FOOT = 20.4  # from the bottom of the screen to the last line
CELLS = (74.0, 146.6)


def draw(canvas: Canvas, data: Enrolment, words: Words) -> None:
    """The card on paper, one row of cells per kind, and a bar over the panel."""
    known, total = sum(kind.known for kind in data.kinds), sum(kind.total for kind in data.kinds)
    kind = data.kinds[data.current]
    complete = known == total
    sentence = words("board.enrol.complete") if complete else _ask(data, kind, words)
    count = words("board.enrol.count", known=known, total=total)
    emblem = scenery(data.game, data.title).emblem
    parts.status(canvas, data.title, words("board.enrol.where"), sentence, emblem, count=count)
    if complete:
        shapes.tick(canvas, 21.5, 43, 10, BONE)
    else:
        _card(canvas, data, kind, words)
    first = min(max(0, data.current - SHOWN // 2), max(0, len(data.kinds) - SHOWN))
    row = min(ROW, (canvas.height - FOOT - TOP - 0.4) / min(len(data.kinds), SHOWN))
    for place, each in enumerate(data.kinds[first : first + SHOWN]):
        _row(canvas, TOP + place * row, each, first + place == data.current and not complete)
    _foot(canvas, data, known / total if total else 1.0, words)


def _ask(data: Enrolment, kind: Kind, words: Words) -> str:
    if data.seat is not None:
        return words("board.enrol.ask_seat", card=kind.name, copy=data.seat)
    return words("board.enrol.ask" if kind.total > 1 else "board.enrol.ask_one", card=kind.name, copy=data.copy)


def _card(canvas: Canvas, data: Enrolment, kind: Kind, words: Words) -> None:
    x, y, w = 8.0, TOP, 27.0
    paper.card(canvas, x, y, w, data.card, data.deck, h=40)
    if kind.total > 1:
        wide = text(canvas, x + 2.7, y + 18.4, str(data.copy), 15, Face.POSTER, INK)
        text(canvas, x + 3.6 + wide, y + 28, words("board.enrol.of", total=kind.total), 3.6, Face.SEMI, INKDIM)
    shapes.polygon(canvas, [(39.5, 42.0), (43.4, 44.6), (39.5, 47.2)], NOW)
    shapes.rect(canvas, 36.6, 43.95, 3.0, 1.3, NOW)


def _row(canvas: Canvas, y: float, kind: Kind, now: bool) -> None:
    shapes.rect(canvas, 48, y, 108, 0.16, RULE)
    text(canvas, 48, y + 1.7, kind.name, 3.6, Face.POSTER, NOW if now else BONE, fit=24.5, least=2.6)
    share = f"{kind.known}/{kind.total}"
    text(canvas, 156, y + 1.7, share, 3.4, Face.POSTER, BONE if kind.known else DIM, "right")
    step = min(3.05, (CELLS[1] - CELLS[0]) / kind.total)
    for cell in range(kind.total):
        x, width = CELLS[0] + cell * step, step * 0.79
        if cell < kind.known:
            shapes.rect(canvas, x, y + 1.4, width, 3.6, BONE)
        elif now and cell == kind.known:
            shapes.rect(canvas, x, y + 1.4, width, 3.6, NOW)
        else:
            shapes.rect(canvas, x, y + 1.4, width, 3.6, None, RULE, 0.22)


def _foot(canvas: Canvas, data: Enrolment, part: float, words: Words) -> None:
    y, whole = canvas.height - FOOT, canvas.width - 8
    shapes.rect(canvas, 4, y, whole, 0.16, RULE)
    if data.message:
        text(canvas, 4, y + 2.4, data.message, 3.6, Face.SEMI, BONE, fit=whole)
    text(canvas, 4, y + 7.0, words("board.enrol.later"), 3.0, Face.TEXT, DIM, fit=whole)
    shapes.rect(canvas, 4, canvas.height - 9.1, whole, 0.9, STOCK2)
    if part:
        shapes.rect(canvas, 4, canvas.height - 9.1, whole * part, 0.9, BONE)
    parts.panel(canvas, data.keys)
