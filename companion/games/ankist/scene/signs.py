"""Inks and signs of Ankist: a charter with a lapis spine, six charges, five resources, a crown."""

from __future__ import annotations

import math
from functools import partial
from typing import Any, Final

from companion.display import shapes
from companion.display.canvas import Canvas
from companion.display.shapes import Mark
from companion.display.theme import BONE, INK, INKDIM, PAPER, STOCK

LAPIS: Final = "#93A5F2"
SPINE: Final = "#2B3876"
GOLD: Final = "#E9C46A"


# ---- the six houses, told apart in silhouette


def _sun(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    shapes.arc(canvas, x, y + r * 0.4, r * 0.7, -90, 90, ink, r * 0.7)
    shapes.rect(canvas, x - r, y + r * 0.5, r * 2, r * 0.3, ink)
    for angle in (-0.9, 0.0, 0.9):
        dx, dy = math.sin(angle) * r, -math.cos(angle) * r
        top = y + r * 0.4
        shapes.line(canvas, x + dx * 0.85, top + dy * 0.85, x + dx * 1.25, top + dy * 1.25, ink, r * 0.2)


def _sprig(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    shapes.rect(canvas, x - r * 0.1, y - r * 0.6, r * 0.2, r * 1.6, ink)
    for dx, dy in ((0, -0.75), (-0.5, -0.25), (0.5, -0.25), (-0.5, 0.4), (0.5, 0.4)):
        shapes.disc(canvas, x + dx * r, y + dy * r, r * 0.34, ink)


def _bird(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    outline = ((-1, -0.6), (0.3, -0.9), (1, -0.4), (0.5, -0.2), (0.2, 1), (-0.2, 0.1))
    shapes.polygon(canvas, [(x + dx * r, y + dy * r) for dx, dy in outline], ink)


def _boat(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    for part in (((-1, 0.3), (1, 0.3), (0.55, 1), (-0.55, 1)), ((-0.05, -1), (0.8, 0.1), (-0.05, 0.1)),
                 ((-0.2, -0.6), (-0.7, 0.1), (-0.2, 0.1))):  # fmt: skip
        shapes.polygon(canvas, [(x + dx * r, y + dy * r) for dx, dy in part], ink)


def _thorn(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    for i in range(6):
        angle = i * math.pi / 3
        reach = ((angle - 0.35, 0.5), (angle, 1.1), (angle + 0.35, 0.5))
        tips = [(x + math.sin(a) * r * k, y - math.cos(a) * r * k) for a, k in reach]
        shapes.polygon(canvas, [(x, y), *tips], ink)


def _tower(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    shapes.polygon(canvas, [
        (x - r * 0.3, y - r * 0.5), (x + r * 0.3, y - r * 0.5), (x + r * 0.6, y + r), (x - r * 0.6, y + r),
    ], ink)  # fmt: skip
    shapes.rect(canvas, x - r * 0.4, y - r, r * 0.8, r * 0.35, ink)


CHARGES: Final[dict[str, Mark]] = {
    "sun": _sun, "sprig": _sprig, "bird": _bird, "boat": _boat, "thorn": _thorn, "tower": _tower,
}  # fmt: skip


def house_of(view: Any, house: str) -> Any:
    return next(h for h in view["book"]["houses"] if h["id"] == house)


def ink_of(view: Any, house: str) -> str:
    """The colour of a house on dark stock."""
    return str(house_of(view, house)["colour"])


def charge(canvas: Canvas, view: Any, house: str, x: float, y: float, r: float, ink: str = "") -> None:
    """The sign of a house, in its own colour unless told."""
    known = house_of(view, house)
    CHARGES[known["symbol"]](canvas, x, y, r, ink or known["colour"])


# ---- the five resources, and the balance


def _flag(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    shapes.rect(canvas, x - r * 0.75, y - r, r * 0.22, r * 2, ink)
    cloth = ((-0.6, -1), (1, -0.6), (0.45, -0.25), (1, 0.15), (-0.6, 0.3))
    shapes.polygon(canvas, [(x + dx * r, y + dy * r) for dx, dy in cloth], ink)


def _bars(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    for i in range(3):
        shapes.rect(canvas, x - r, y + r * (0.55 - i * 0.6), r * 2, r * 0.42, ink, radius=r * 0.2)


def _bell(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    shapes.arc(canvas, x, y - r * 0.1, r * 0.95, -90, 90, ink, r * 0.95)
    shapes.rect(canvas, x - r * 1.05, y - r * 0.05, r * 2.1, r * 0.3, ink)
    shapes.disc(canvas, x, y + r * 0.65, r * 0.28, ink)


def _home(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    shapes.polygon(canvas, [(x - r, y), (x, y - r), (x + r, y)], ink)
    shapes.rect(canvas, x - r * 0.7, y, r * 1.4, r * 0.95, ink)


def _book(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    for side in (-1, 1):
        page = ((side, -0.7), (side * 0.1, -0.4), (side * 0.1, 0.9), (side, 0.6))
        shapes.polygon(canvas, [(x + dx * r, y + dy * r) for dx, dy in page], ink)


def balance(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    """The mark of stability: a diamond."""
    shapes.polygon(canvas, [(x, y - r), (x + r * 0.85, y), (x, y + r), (x - r * 0.85, y)], ink)


RESOURCES: Final[dict[str, Mark]] = {
    "influence": _flag, "wealth": _bars, "morale": _bell, "welfare": _home, "knowledge": _book,
}  # fmt: skip
TRACKS: Final[dict[str, Mark]] = {**RESOURCES, "stability": balance}


# ---- other signs


def skull(canvas: Canvas, x: float, y: float, r: float, ink: str, on: str = STOCK) -> None:
    """The king may die here."""
    shapes.disc(canvas, x, y - r * 0.2, r * 0.8, ink)
    shapes.rect(canvas, x - r * 0.42, y + r * 0.3, r * 0.84, r * 0.62, ink)
    for side in (-1, 1):
        shapes.disc(canvas, x + side * r * 0.34, y - r * 0.12, r * 0.21, on)
        shapes.rect(canvas, x + side * r * 0.14 - r * 0.05, y + r * 0.62, r * 0.1, r * 0.3, on)


def coin(canvas: Canvas, x: float, y: float, r: float, ink: str = GOLD) -> None:
    shapes.disc(canvas, x, y, r, ink)
    shapes.disc(canvas, x, y, r * 0.66, None, INK, r * 0.14)


def emblem(canvas: Canvas, x: float, y: float, r: float, ink: str = BONE, on: str = STOCK) -> None:
    """The sign of the game: a crown."""
    peaks = ((-1, -0.55), (-0.5, 0.05), (0, -0.9), (0.5, 0.05), (1, -0.55), (0.78, 0.55), (-0.78, 0.55))
    shapes.polygon(canvas, [(x + dx * r, y + dy * r) for dx, dy in peaks], ink)
    shapes.rect(canvas, x - r * 0.78, y + r * 0.7, r * 1.56, r * 0.28, ink)


def poster(canvas: Canvas, x: float, y: float, w: float, h: float) -> None:
    """A crown over the six houses, on lapis."""
    shapes.rect(canvas, x, y, w, h, SPINE)
    emblem(canvas, x + w / 2, y + h * 0.36, w * 0.34, GOLD, SPINE)
    for place, mark in enumerate(CHARGES.values()):
        column, row = place % 3, place // 3
        mark(canvas, x + w * (0.24 + column * 0.26), y + h * (0.68 + row * 0.17), w * 0.085, PAPER)


def _in_plate(mark: Mark, canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    mark(canvas, x, y, r * 1.1, ink)


def _crowned(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    emblem(canvas, x, y, r, INK if ink in (INK, INKDIM) else GOLD)


MARKS: Final[dict[str, Mark]] = {
    "crown": _crowned, **{name: partial(_in_plate, mark) for name, mark in CHARGES.items()},
}  # fmt: skip
