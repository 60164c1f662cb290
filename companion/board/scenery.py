"""What a game brings to the screen: its sign and its poster, or plain letters when it has no scene."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from companion.display import shapes
from companion.display.canvas import Canvas
from companion.display.shapes import Emblem
from companion.display.text import text
from companion.display.theme import BONE, DIM, PAPER, STOCK, Face
from companion.games import part_of

Art = Callable[[Canvas, float, float, float, float], None]
"""Fills a rectangle with a picture: canvas, x, y, width, height."""


@dataclass(frozen=True)
class Scenery:
    """The sign of a game and the picture of its poster."""

    emblem: Emblem
    poster: Art


@cache
def scenery(game: str, title: str) -> Scenery:
    """From the game's `scene.py`, which exports `emblem` and `poster`; without that file, from its title."""
    scene = part_of(game, "scene")
    if scene is None:
        return _lettered(title)
    return Scenery(scene.emblem, scene.poster)


def _lettered(title: str) -> Scenery:
    initial = title[:1].upper()

    def emblem(canvas: Canvas, x: float, y: float, r: float, ink: str = BONE, on: str = STOCK) -> None:
        shapes.disc(canvas, x, y, r, ink)
        text(canvas, x, y - r * 0.56, initial, r * 1.4, Face.POSTER, on, "center")

    def poster(canvas: Canvas, x: float, y: float, w: float, h: float) -> None:
        shapes.rect(canvas, x, y, w, h, "#34302A")
        size = min(h * 0.72, w * 1.1)
        text(canvas, x + w / 2, y + (h - size * 0.8) / 2, initial, size, Face.POSTER, PAPER, "center")
        for edge in (y + 1.4, y + h - 1.8):
            shapes.rect(canvas, x + 1.4, edge, w - 2.8, 0.4, DIM)

    return Scenery(emblem, poster)
