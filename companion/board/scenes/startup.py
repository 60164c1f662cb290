"""While the table wakes."""

from __future__ import annotations

from companion.board.data import StartUp
from companion.board.scenes.frame import HOUSE
from companion.display import parts
from companion.display.canvas import Canvas
from companion.display.shapes import table_emblem
from companion.display.text import label, text
from companion.display.theme import BONE, DIM, STOCK, Face
from companion.locale import Words


def draw(canvas: Canvas, data: StartUp, words: Words) -> None:
    """The emblem of the table and one line; with trouble, what it is and what to do about it."""
    if data.trouble:
        parts.alarm(canvas, data.trouble, data.remedy)
    middle = canvas.height / 2
    table_emblem(canvas, 20, middle, 15, BONE, STOCK)
    label(canvas, 42, middle - 10.4, HOUSE, DIM)
    text(canvas, 42, middle - 4.6, words("board.start.waking"), 14, Face.POSTER, BONE, fit=112, least=10)
