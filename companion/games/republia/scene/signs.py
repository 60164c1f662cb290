"""Inks, marks and cards of Republia: a surveyor's chart."""

from __future__ import annotations

import itertools
import math
from typing import Final

from companion.display import paper, shapes
from companion.display.canvas import Canvas
from companion.display.shapes import Direction, Mark
from companion.display.text import fitted, label, measure, text
from companion.display.theme import BONE, INK, INKDIM, MIN, PAPER, RULE, STOCK, Face
from companion.locale import Words

POP: Final = "#5CC9B4"  # the Population
PRESS: Final = "#F08FA8"  # Social Pressure
POP_PAPER: Final = "#0F7F6C"
BACK: Final = "#7A3B4A"  # of Action cards
LAW_BACK: Final = "#2F4F49"
ARROWS: Final[dict[str, Direction]] = {"L": "left", "R": "right", "U": "up", "D": "down"}


def emblem(canvas: Canvas, x: float, y: float, r: float, ink: str = BONE, on: str = STOCK) -> None:
    """The sign of the game: a compass."""
    shapes.disc(canvas, x, y, r, None, ink, r * 0.16)
    points = []
    for i in range(8):
        reach, angle = r * (0.78 if i % 2 == 0 else 0.24), i * math.pi / 4
        points.append((x + math.sin(angle) * reach, y - math.cos(angle) * reach))
    shapes.polygon(canvas, points, ink)
    shapes.disc(canvas, x, y, r * 0.1, on)


def poster(canvas: Canvas, x: float, y: float, w: float, h: float) -> None:
    """A walk over the chart."""
    cx, cy = x + w / 2, y + h / 2
    shapes.rect(canvas, x, y, w, h, "#17675A")
    for ring in range(4):
        shapes.disc(canvas, cx, cy, w * (0.42 - ring * 0.1), None, POP, w * 0.012)
    shapes.line(canvas, cx, y + h * 0.06, cx, y + h * 0.94, POP, w * 0.012)
    shapes.line(canvas, x + w * 0.06, cy, x + w * 0.94, cy, POP, w * 0.012)
    k = w * 0.0526
    walk = [(cx - k, cy + k), (cx - k, cy - 2.4 * k), (cx + 3.2 * k, cy - 2.4 * k), (cx + 3.2 * k, cy - 6.2 * k)]
    for (x1, y1), (x2, y2) in itertools.pairwise(walk):
        shapes.line(canvas, x1, y1, x2, y2, PAPER, w * 0.032)
    shapes.disc(canvas, *walk[0], w * 0.037, "#17675A", PAPER, w * 0.021)
    shapes.disc(canvas, *walk[-1], w * 0.1, PAPER)


# ---- cards


def law_back(canvas: Canvas, x: float, y: float, w: float, h: float | None = None) -> None:
    paper.card_back(canvas, x, y, w, LAW_BACK, h)


def action_back(canvas: Canvas, x: float, y: float, w: float, h: float | None = None) -> None:
    paper.card_back(canvas, x, y, w, BACK, h)


def action(canvas: Canvas, x: float, y: float, w: float, h: float, card: str, special: bool, words: Words) -> None:
    """An Action card face up: its kind and its name, in two lines where it has two words."""
    shapes.rect(canvas, x, y, w, h, PAPER, radius=w * 0.06)
    shapes.rect(canvas, x, y + h - w * 0.1, w, w * 0.1, BACK)
    kind = words("scene.special" if special else "scene.basic")
    label(canvas, x + w * 0.1, y + w * 0.12, kind, INKDIM, size=MIN, fit=w * 0.82)
    size = w * 0.24
    for row, part in enumerate(words(f"actions.{card}").split()):
        small = fitted(canvas, part, size, Face.POSTER, w * 0.82, least=MIN)
        text(canvas, x + w * 0.1, y + w * 0.4 + row * size * 1.25, part, small, Face.POSTER, INK)


def compass(canvas: Canvas, x: float, y: float, r: float, area: tuple[int, int], ink: str) -> None:
    """The icon of a faction: where on the circle it stands."""
    shapes.disc(canvas, x, y, r, None, ink, r * 0.14)
    length = math.hypot(*area)
    if not length:
        return
    dx, dy = area[0] / length, -area[1] / length
    tip, left = (x + dx * r * 0.95, y + dy * r * 0.95), (x - dy * r * 0.42, y + dx * r * 0.42)
    right = (x + dy * r * 0.42, y - dx * r * 0.42)
    shapes.polygon(canvas, [tip, left, right], ink)


def arrows(canvas: Canvas, x: float, y: float, row: list[tuple[str, int]], r: float, ink: str, size: float) -> float:
    """Which way and how far a Law pushes: triangles with figures, `y` their middle. Returns the width."""
    left = x
    for to, jumps in row:
        shapes.arrow(canvas, left + r, y, r, ARROWS[to], ink)
        wide = text(canvas, left + r * 2.5, y - size * 0.4, str(jumps), size, Face.POSTER, ink)
        left += r * 2.5 + wide + r * 1.6
    return left - x - r * 1.6


def arrows_width(canvas: Canvas, row: list[tuple[str, int]], r: float, size: float) -> float:
    wide = sum(r * 4.1 + measure(canvas, str(jumps), size, Face.POSTER) for _, jumps in row)
    return wide - r * 1.6


# ---- marks on the plates


def _mobilized(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    """A placard on a stick: nothing comes in the next Replenishment."""
    shapes.rect(canvas, x - r * 0.9, y - r, r * 1.8, r * 1.1, ink)
    shapes.rect(canvas, x - r * 0.14, y, r * 0.28, r, ink)


def _barred(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    """Prison: bars."""
    for place in (-1, 0, 1):
        shapes.rect(canvas, x + place * r * 0.62 - r * 0.14, y - r, r * 0.28, r * 2, ink)
    shapes.rect(canvas, x - r * 0.9, y - r, r * 1.8, r * 0.26, ink)
    shapes.rect(canvas, x - r * 0.9, y + r * 0.74, r * 1.8, r * 0.26, ink)


MARKS: Final[dict[str, Mark]] = {"mobilized": _mobilized, "prison": _barred}


def speech(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    """Legislate: a bubble."""
    shapes.rect(canvas, x - r, y - r * 0.8, r * 2, r * 1.3, ink, radius=r * 0.3)
    shapes.polygon(canvas, [(x - r * 0.5, y + r * 0.4), (x + r * 0.1, y + r * 0.4), (x - r * 0.6, y + r)], ink)


def seal(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    """Decree: a stamp with its handle."""
    shapes.rect(canvas, x - r * 0.3, y - r, r * 0.6, r, ink, radius=r * 0.25)
    shapes.rect(canvas, x - r * 0.85, y - r * 0.1, r * 1.7, r * 0.55, ink)
    shapes.rect(canvas, x - r * 0.85, y + r * 0.65, r * 1.7, r * 0.25, ink)


def lid(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    """Veto: into the Drawer."""
    shapes.rect(canvas, x - r, y - r * 0.2, r * 2, r * 1.1, None, ink, r * 0.2)
    shapes.rect(canvas, x - r * 0.3, y + r * 0.2, r * 0.6, r * 0.2, ink)
    shapes.arrow(canvas, x, y - r * 0.6, r * 0.5, "down", ink)


FATES: Final[dict[str, Mark]] = {"legislate": speech, "decree": seal, "veto": lid}
HATCH: Final = RULE
