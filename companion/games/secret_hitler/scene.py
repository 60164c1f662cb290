"""Secret Hitler on the screen: an election poster, tense and plain. No emblem of any real party: sun and chevrons."""

from __future__ import annotations

from companion.display import shapes
from companion.display.canvas import Canvas
from companion.display.theme import BONE, PAPER, STOCK

LIBERAL_ON_PAPER, FASCIST_ON_PAPER = "#2D5F96", "#B52E20"


def emblem(canvas: Canvas, x: float, y: float, r: float, ink: str = BONE, on: str = STOCK) -> None:
    """A face half light, half line."""
    shapes.arc(canvas, x, y, r, 180, 360, ink, r)
    shapes.arc(canvas, x, y, r, 0, 180, ink, r * 0.2)
    shapes.disc(canvas, x - r * 0.42, y - r * 0.1, r * 0.2, on)
    shapes.disc(canvas, x + r * 0.42, y - r * 0.1, r * 0.2, ink)


def poster(canvas: Canvas, x: float, y: float, w: float, h: float) -> None:
    """The same face, large, on the two colours."""
    middle, half, r = x + w / 2, y + h / 2, w * 0.33
    shapes.rect(canvas, x, y, w, h, FASCIST_ON_PAPER)
    shapes.rect(canvas, x, y, w / 2, h, LIBERAL_ON_PAPER)
    shapes.arc(canvas, middle, half, r, 180, 360, PAPER, r)
    shapes.arc(canvas, middle, half, r, 0, 180, PAPER, r * 0.16)
    shapes.disc(canvas, middle - r * 0.42, half - r * 0.1, r * 0.17, LIBERAL_ON_PAPER)
    shapes.disc(canvas, middle + r * 0.42, half - r * 0.1, r * 0.17, PAPER)
