"""The circular map: axes, targets in play, the way that the Population has gone."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any, Final

from companion.display import shapes
from companion.display.canvas import Canvas, Point
from companion.display.situation import Situation
from companion.display.text import text
from companion.display.theme import BONE, DIM, MIN, RULE, STOCK, STOCK2, Face
from companion.locale import Words

from . import then
from .signs import POP

DOT: Final = "#6A6555"
PAST: Final = "#3F8F80"  # the way of the Laws before
STEPS: Final = {"L": (-1, 0), "R": (1, 0), "U": (0, 1), "D": (0, -1)}
AXES: Final = {"LIB": (0, 7), "TOT": (0, -7), "SOC": (-7, 0), "MON": (7, 0)}


class Frame:
    """Where the map lies: its centre, and so many units a jump."""

    def __init__(self, x: float, y: float, k: float) -> None:
        self.x, self.y, self.k = x, y, k

    def at(self, point: Sequence[float]) -> Point:
        return self.x + point[0] * self.k, self.y - point[1] * self.k


def frame(canvas: Canvas) -> Frame:
    spare = canvas.height - 90
    return Frame(36.2 + spare * 0.15, 42.6 + spare * 0.5, 2.42 + spare * 0.02)


def draw(canvas: Canvas, now: Situation, words: Words) -> None:
    """The map as it stood when what is on the board happened."""
    spot, view = frame(canvas), now.view
    ground(canvas, spot, view["map"])
    names(canvas, spot, view["map"], words)
    way(canvas, spot, then.walk(now).laws, words)
    pawn(canvas, *spot.at(now.view["pos"]))


def ground(canvas: Canvas, spot: Frame, chart_: dict[str, Any]) -> None:
    """Circle, crossings, axes, the side that is not played, and the targets in play."""
    limit, reach = chart_["radius_sq"], math.isqrt(chart_["radius_sq"])
    r = (math.sqrt(limit) + 0.18) * spot.k
    shapes.disc(canvas, spot.x, spot.y, r, STOCK2)
    if chart_["grey"]:
        _grey(canvas, spot, r, chart_["grey"], chart_["grey_limit"])
    for x in range(-reach, reach + 1):
        for y in range(-reach, reach + 1):
            if x * x + y * y <= limit:
                shapes.disc(canvas, *spot.at((x, y)), 0.2, DOT)
    shapes.line(canvas, spot.x - r, spot.y, spot.x + r, spot.y, RULE, 0.22)
    shapes.line(canvas, spot.x, spot.y - r, spot.x, spot.y + r, RULE, 0.22)
    shapes.disc(canvas, spot.x, spot.y, r, None, BONE, 0.35)
    for target in chart_["targets"].values():
        diamond(canvas, *spot.at(target), 1.25)


def diamond(canvas: Canvas, x: float, y: float, r: float, ink: str = BONE, fill: str = STOCK) -> None:
    shapes.polygon(canvas, [(x, y - r), (x + r, y), (x, y + r), (x - r, y)], fill, ink, r * 0.26)


def _grey(canvas: Canvas, spot: Frame, r: float, side: str, limit: int) -> None:
    """The side without factions, hatched: no jump leads there."""
    cut = (limit + 0.5) * spot.k
    if cut >= r:
        return
    half = math.degrees(math.acos(cut / r))
    middle = {"N": 0, "E": 90, "S": 180, "W": 270}[side]
    turns = [math.radians(middle - half + 2 * half * i / 24) for i in range(25)]
    edge = [(spot.x + math.sin(a) * r, spot.y - math.cos(a) * r) for a in turns]
    shapes.polygon(canvas, edge, STOCK)
    shapes.hatch(canvas, edge, DOT, 1.4, 0.3)
    shapes.line(canvas, *edge[0], *edge[-1], BONE, 0.3)


def names(canvas: Canvas, spot: Frame, chart_: dict[str, Any], words: Words) -> None:
    """The factions in play at their targets, and what each end of the two axes stands for."""
    for faction, (x, y) in {**AXES, **chart_["targets"]}.items():
        there = faction in chart_["targets"]
        name = words(f"factions.{faction}") if there else ""
        axis = words(f"scene.axis.{faction}") if faction in AXES else ""
        px, py = spot.at((x, y))
        length = math.hypot(x, y) or 1.0
        if x == 0:
            _above(canvas, px, py - 4.4 if y > 0 else py + 2.7, name, axis)
            continue
        left = px + x / length * 2.6
        align = "left" if x > 0 else "right"
        room = 74.8 - left if x > 0 else left - 4.0
        top = py - y / length * 2.0 - 1.0
        if name:
            text(canvas, left, top, name, 2.8, Face.SEMI, BONE, align, fit=room, least=MIN)  # type: ignore[arg-type]
        if axis:
            below = top + (3.2 if name else 0)
            text(canvas, left, below, axis, 2.6, Face.TEXT, DIM, align, fit=room, least=MIN)  # type: ignore[arg-type]


def _above(canvas: Canvas, x: float, y: float, name: str, axis: str) -> None:
    """A name over or under the circle, and beside it what that end of the axis stands for."""
    if not name:
        text(canvas, x, y, axis, 2.6, Face.TEXT, DIM, "center")
        return
    wide = text(canvas, x, y, name, 2.8, Face.SEMI, BONE, "center")
    text(canvas, x + wide / 2 + 1.2, y, axis, 2.6, Face.TEXT, DIM, fit=74 - x - wide / 2 - 1.2, least=MIN)


def way(canvas: Canvas, spot: Frame, laws: Sequence[dict[str, Any]], words: Words) -> None:
    """Each jump a step of the line, those of the last Law the brightest; where one led off the map, a dot beyond."""
    for number, law in enumerate(laws, 1):
        path = [spot.at(point) for point in law["path"]]
        for (x1, y1), (x2, y2) in itertools.pairwise(path):
            ink, weight = (POP, 0.7) if number == len(laws) else (PAST, 0.45)
            shapes.line(canvas, x1, y1, x2, y2, ink, weight)
    for law in laws:
        path = [tuple(point) for point in law["path"]]
        for point in dict.fromkeys(path):
            shapes.disc(canvas, *spot.at(point), 0.62, STOCK2, POP if law is laws[-1] else PAST, 0.32)
        for place, (dx, dy) in enumerate(steps(law["law"], words)[: len(path) - 1]):
            if path[place] == path[place + 1]:
                x, y = spot.at((path[place][0] + dx * 0.62, path[place][1] + dy * 0.62))
                shapes.disc(canvas, x, y, 0.4, POP)


def steps(law: str, words: Words) -> list[tuple[int, int]]:
    """The jumps that are printed on a Law, one by one."""
    return [STEPS[to] for to, jumps in printed(law, words) for _ in range(jumps)]


def printed(law: str, words: Words) -> list[tuple[str, int]]:
    """The arrows of a Law: which way, and how far."""
    return [(arrow[0], int(arrow[1:])) for arrow in words(f"laws.{law}.arrows").split()]


def pawn(canvas: Canvas, x: float, y: float) -> None:
    """The Population."""
    shapes.token(canvas, x, y, POP, 1.7)
