"""The menu: what the table can do besides playing, how a phone comes in, and the PIN."""

from __future__ import annotations

from companion.board.data import Menu
from companion.board.scenes.frame import HOUSE, foot, way_in
from companion.display import paper, parts, shapes
from companion.display.canvas import Canvas
from companion.display.text import label, text
from companion.display.theme import BONE, INK, INKDIM, NOW, RULE, Face
from companion.locale import Words

SHOWN = 5  # entries at a time
TOP, WIDTH = 22.6, 109.0


def draw(canvas: Canvas, data: Menu, words: Words) -> None:
    """Entries with the cursor on one; in play this is where the QR code stands."""
    parts.status(canvas, HOUSE, words("board.menu.where"), words("board.menu.ask"))
    height = canvas.height - 48.5
    step = (height - 10.0) / SHOWN
    first = min(max(0, data.cursor - SHOWN // 2), max(0, len(data.entries) - SHOWN))
    for place, entry in enumerate(data.entries[first : first + SHOWN]):
        y, now = TOP + place * step, first + place == data.cursor
        if place and not now and first + place != data.cursor + 1:
            shapes.rect(canvas, 4, y, WIDTH, 0.16, RULE)
        if now:
            shapes.rect(canvas, 4, y - 0.1, WIDTH, step + 0.4, None, NOW, 0.7)
        text(canvas, 7.2, y + step / 2 - 1.6, entry, 4.0, Face.POSTER, BONE, fit=WIDTH - 8, least=3.4)
    way_in(canvas, 121.6, TOP, canvas.width - 4 - 121.6, height, data.join, words)
    if data.pin:
        y = TOP + height - 8.0
        paper.slip(canvas, 4, y, 38, 8.0)
        label(canvas, 7.2, y + 3.1, words("board.menu.pin"), INKDIM, fit=10)
        text(canvas, 18, y + 2.2, data.pin, 4.6, Face.POSTER, INK, fit=20)
    foot(canvas, data.plates, data.keys, words)
