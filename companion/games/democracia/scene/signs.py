"""Inks and marks of D€mocracia: four parties with their shapes, five kinds of agents, the urn."""

from __future__ import annotations

import math
from functools import partial
from typing import Final

from companion.display import shapes
from companion.display.canvas import Canvas
from companion.display.shapes import PARTY_INKS, Mark, Party
from companion.display.text import text
from companion.display.theme import BONE, INK, INKDIM, PAPER, STOCK, Face

INKS: Final = PARTY_INKS
PAPERS: Final = {"red": "#C23B27", "blue": "#2F66B5", "green": "#2E7F43", "yellow": "#B98900"}
SHAPES: Final[dict[str, Party]] = {"red": "red", "blue": "blue", "green": "green", "yellow": "yellow"}
STAMP_INK: Final = "#B52E20"


def party(canvas: Canvas, which: str, x: float, y: float, r: float, ink: str | None = None) -> None:
    """The shape of a party, in its ink unless told."""
    shapes.party(canvas, SHAPES[which], x, y, r, ink)


def _mark(canvas: Canvas, x: float, y: float, r: float, ink: str, which: str) -> None:
    party(canvas, which, x, y, r * 0.9, PAPERS[which] if ink in (INK, INKDIM) else INKS[which])


MARKS: Final[dict[str, Mark]] = {which: partial(_mark, which=which) for which in INKS}


# ---- agents


def leader(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    """A star."""
    shapes.star(canvas, x, y, r * 1.1, ink)


def baron(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    """A tower."""
    shapes.rect(canvas, x - r * 0.75, y - r * 0.3, r * 1.5, r * 1.2, ink)
    for left in (-0.75, -0.19, 0.37):
        shapes.rect(canvas, x + r * left, y - r * 0.8, r * 0.38, r * 0.6, ink)


def media(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    """Waves from a mast."""
    shapes.disc(canvas, x - r * 0.6, y + r * 0.6, r * 0.3, ink)
    for reach in (0.95, 1.55):
        shapes.arc(canvas, x - r * 0.6, y + r * 0.6, r * reach, 0, 90, ink, r * 0.26)


def judge(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    """Scales."""
    shapes.rect(canvas, x - r * 0.1, y - r * 0.8, r * 0.2, r * 1.6, ink)
    shapes.rect(canvas, x - r, y - r * 0.62, r * 2, r * 0.2, ink)
    for side in (-0.75, 0.75):
        shapes.arc(canvas, x + side * r, y - r * 0.35, r * 0.5, 90, 270, ink, r * 0.5)
    shapes.rect(canvas, x - r * 0.5, y + r * 0.7, r, r * 0.2, ink)


def gov_media(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    """The same waves, in a frame: the State's."""
    shapes.rect(canvas, x - r, y - r, r * 2, r * 2, None, ink, r * 0.2)
    media(canvas, x, y, r * 0.62, ink)


def attorney(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    """The same scales, in a frame."""
    shapes.rect(canvas, x - r, y - r, r * 2, r * 2, None, ink, r * 0.2)
    judge(canvas, x, y, r * 0.66, ink)


AGENTS: Final[dict[str, Mark]] = {
    "leader": leader, "baron": baron, "media": media, "judge": judge, "gov_media": gov_media, "attorney": attorney,
}  # fmt: skip


def case(canvas: Canvas, x: float, y: float, r: float, number: str, ink: str = PAPER) -> None:
    """A briefcase token, with the number of the seat that placed it."""
    shapes.rect(canvas, x - r - 0.35, y - r * 0.75 - 0.35, r * 2 + 0.7, r * 1.7 + 0.7, STOCK)
    shapes.rect(canvas, x - r * 0.45, y - r * 1.05, r * 0.9, r * 0.5, None, ink, r * 0.2)
    shapes.rect(canvas, x - r, y - r * 0.7, r * 2, r * 1.6, ink, radius=r * 0.2)
    text(canvas, x, y - r * 0.42, number, 2.5, Face.POSTER, INK, "center")


def token(canvas: Canvas, x: float, y: float, number: str, ink: str | None = None) -> None:
    """The numbered token of a judge; with an ink the open ring of one that has still to be placed."""
    shapes.disc(canvas, x, y, 2.35, STOCK, ink, 0.5)
    if ink is None:
        shapes.disc(canvas, x, y, 2.0, PAPER)
    text(canvas, x, y - 1.25, number, 3.2, Face.POSTER, ink or INK, "center")


def hexagon(x: float, y: float, r: float) -> list[tuple[float, float]]:
    """A tile of the map: its tip up."""
    return [(x + r * math.sin(i * math.pi / 3), y - r * math.cos(i * math.pi / 3)) for i in range(6)]


# ---- the game


def emblem(canvas: Canvas, x: float, y: float, r: float, ink: str = BONE, on: str = STOCK) -> None:
    """The sign of the game: an urn with a ballot half in."""
    shapes.polygon(canvas, [
        (x - r * 0.5, y - r), (x + r * 0.34, y - r), (x + r * 0.5, y - r * 0.8), (x + r * 0.5, y - r * 0.02),
        (x - r * 0.5, y - r * 0.02),
    ], ink)  # fmt: skip
    shapes.rect(canvas, x - r * 0.85, y - r * 0.15, r * 1.7, r * 1.1, ink)
    shapes.rect(canvas, x - r * 0.45, y - r * 0.02, r * 0.9, r * 0.17, on)
    shapes.rect(canvas, x - r * 0.85, y - r * 0.19, r * 1.7, r * 0.1, on)
    shapes.rect(canvas, x - r * 0.22, y - r * 0.68, r * 0.44, r * 0.14, on)


def poster(canvas: Canvas, x: float, y: float, w: float, h: float) -> None:
    """A ballot that falls into the urn, and the four parties on it."""
    half = w / 2
    for place, which in enumerate(("red", "blue", "yellow", "green")):
        left, top = x + half * (place % 2), y + h / 2 * (place // 2)
        shapes.rect(canvas, left, top, half + 0.05, h / 2 + 0.05, PAPERS[which])
    emblem(canvas, x + half, y + h * 0.5, w * 0.4, PAPER, INK)

