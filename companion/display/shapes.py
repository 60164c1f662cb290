"""Shapes, patterns and marks. Every length is in units; an ink is a hex string."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final, Literal

import pygame

from companion.display.canvas import Canvas, Point
from companion.display.theme import BONE, INK, RULE, STOCK

Mark = Callable[[Canvas, float, float, float, str], None]
"""Draws a small sign: canvas, centre x and y, radius, ink."""
Emblem = Callable[[Canvas, float, float, float, str, str], None]
"""Draws the sign of a game: canvas, centre x and y, radius, ink, and the ink of what it lies on."""
Suit = Literal["spade", "heart", "diamond", "club"]
Party = Literal["red", "blue", "green", "yellow"]
Direction = Literal["up", "down", "left", "right"]
PARTY_INKS: Final[dict[str, str]] = {"red": "#EA5B45", "blue": "#6AA5EE", "green": "#62C370", "yellow": "#F4DC55"}


# ---- plain shapes ------------------------------------------------------------------------------------------
def rect(
    canvas: Canvas,
    x: float,
    y: float,
    w: float,
    h: float,
    fill: str | None = None,
    edge: str | None = None,
    weight: float = 0.25,
    radius: float = 0.0,
) -> None:
    """A rectangle; its edge lies inside."""
    box, corner = canvas.box(x, y, w, h), round(radius * canvas.k)
    if fill:
        pygame.draw.rect(canvas.surface, fill, box, border_radius=corner)
    if edge:
        pygame.draw.rect(canvas.surface, edge, box, max(1, round(weight * canvas.k)), border_radius=corner)


def polygon(
    canvas: Canvas,
    points: Sequence[Point],
    fill: str | None = None,
    edge: str | None = None,
    weight: float = 0.25,
) -> None:
    """A closed polygon; its edge lies on the line, with round corners."""
    if fill:
        shift = canvas.bleed
        spots = [((x + shift) * canvas.k, y * canvas.k) for x, y in points]
        pygame.draw.polygon(canvas.surface, fill, spots)
    if edge:
        for (x1, y1), (x2, y2) in zip(points, [*points[1:], points[0]], strict=True):
            line(canvas, x1, y1, x2, y2, edge, weight)
            disc(canvas, x1, y1, weight / 2, edge)


def line(canvas: Canvas, x1: float, y1: float, x2: float, y2: float, ink: str = RULE, weight: float = 0.25) -> None:
    """A straight line of any direction, drawn as a polygon so that it is equally thick everywhere."""
    angle = math.atan2(y2 - y1, x2 - x1)
    dx, dy = math.sin(angle) * weight / 2, -math.cos(angle) * weight / 2
    polygon(canvas, [(x1 + dx, y1 + dy), (x2 + dx, y2 + dy), (x2 - dx, y2 - dy), (x1 - dx, y1 - dy)], ink)


def dashes(
    canvas: Canvas,
    x1: float,
    y1: float,
    x2: float,
    y2: float,
    ink: str = RULE,
    weight: float = 0.25,
    on: float = 1.0,
    off: float = 0.8,
) -> None:
    """A dashed line: missing, free, not yet."""
    whole = math.hypot(x2 - x1, y2 - y1)
    start = 0.0
    while start < whole:
        a, b = start / whole, min(whole, start + on) / whole
        line(canvas, x1 + (x2 - x1) * a, y1 + (y2 - y1) * a, x1 + (x2 - x1) * b, y1 + (y2 - y1) * b, ink, weight)
        start += on + off


def dashed_rect(
    canvas: Canvas, x: float, y: float, w: float, h: float, ink: str = RULE, weight: float = 0.22
) -> None:
    """A dashed outline: an empty place."""
    for x1, y1, x2, y2 in ((x, y, x + w, y), (x, y + h, x + w, y + h), (x, y, x, y + h), (x + w, y, x + w, y + h)):
        dashes(canvas, x1, y1, x2, y2, ink, weight)


def disc(
    canvas: Canvas,
    x: float,
    y: float,
    r: float,
    fill: str | None = None,
    edge: str | None = None,
    weight: float = 0.25,
) -> None:
    """A disc or a ring; the edge lies inside."""
    spot, radius = canvas.px(x, y), max(1, round(r * canvas.k))
    if fill:
        pygame.draw.circle(canvas.surface, fill, spot, radius)
    if edge:
        pygame.draw.circle(canvas.surface, edge, spot, radius, max(1, round(weight * canvas.k)))


def arc(
    canvas: Canvas, x: float, y: float, r: float, start: float, end: float, ink: str, weight: float
) -> None:
    """A sector of a ring, in degrees clockwise from the top; `weight` = `r` makes it a slice."""
    if start == end:
        return
    steps = max(2, int(abs(end - start) / 2))
    angles = [math.radians(start + (end - start) * i / steps - 90) for i in range(steps + 1)]
    outer = [(x + math.cos(a) * r, y + math.sin(a) * r) for a in angles]
    inner = [(x + math.cos(a) * (r - weight), y + math.sin(a) * (r - weight)) for a in reversed(angles)]
    polygon(canvas, outer + inner, ink)


# ---- patterns ----------------------------------------------------------------------------------------------
def hatch(
    canvas: Canvas, points: Sequence[Point], ink: str = RULE, gap: float = 1.2, weight: float = 0.3
) -> None:
    """Diagonal lines inside a polygon: against, out of play, crisis."""
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    x, y, w, h = min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)
    layer, mask = canvas.layer(w, h), canvas.layer(w, h)
    hatch_rect(layer, 0, 0, w, h, ink, gap, weight)
    polygon(mask, [(px - x, py - y) for px, py in points], "white")
    layer.surface.blit(mask.surface, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    canvas.surface.blit(layer.surface, canvas.px(x, y))


def hatch_rect(
    canvas: Canvas,
    x: float,
    y: float,
    w: float,
    h: float,
    ink: str = RULE,
    gap: float = 1.2,
    weight: float = 0.3,
) -> None:
    """The same inside a rectangle, cheaper: the surface clips it."""
    surface = canvas.surface
    before = surface.get_clip()
    surface.set_clip(canvas.box(x, y, w, h).clip(before))
    step, across = gap * math.sqrt(2), weight / math.sqrt(2)
    at = x - h + (w + h) % step / 2
    while at < x + w + step:
        polygon(canvas, [(at - across, y + h), (at + h - across, y), (at + h + across, y), (at + across, y + h)], ink)
        at += step
    surface.set_clip(before)


def dots(
    canvas: Canvas, x: float, y: float, w: float, h: float, ink: str = RULE, gap: float = 1.4, r: float = 0.28
) -> None:
    """Halftone: the back of anything secret."""
    row, cy = 0, y + gap / 2
    while cy < y + h:
        cx = x + gap / 2 + (gap / 2 if row % 2 else 0)
        while cx < x + w - r:
            disc(canvas, cx, cy, r, ink)
            cx += gap
        cy += gap * 0.87
        row += 1


# ---- marks -------------------------------------------------------------------------------------------------
def tick(canvas: Canvas, x: float, y: float, r: float, ink: str = INK, weight: float | None = None) -> None:
    """Yes, done."""
    thick = weight or r * 0.34
    line(canvas, x - 0.62 * r, y + 0.05 * r, x - 0.15 * r, y + 0.5 * r, ink, thick)
    line(canvas, x - 0.15 * r, y + 0.5 * r, x + 0.66 * r, y - 0.5 * r, ink, thick)
    disc(canvas, x - 0.15 * r, y + 0.5 * r, thick / 2, ink)


def cross(canvas: Canvas, x: float, y: float, r: float, ink: str = INK, weight: float | None = None) -> None:
    """No."""
    thick, d = weight or r * 0.34, r * 0.55
    line(canvas, x - d, y - d, x + d, y + d, ink, thick)
    line(canvas, x - d, y + d, x + d, y - d, ink, thick)


def yes(canvas: Canvas, x: float, y: float, r: float, ink: str = BONE, on: str = INK) -> None:
    """A filled disc with a tick."""
    disc(canvas, x, y, r, ink)
    tick(canvas, x, y, r, on)


def no(canvas: Canvas, x: float, y: float, r: float, ink: str = BONE) -> None:
    """An outlined square with a cross."""
    rect(canvas, x - r * 0.92, y - r * 0.92, r * 1.84, r * 1.84, None, ink, r * 0.2)
    cross(canvas, x, y, r * 0.8, ink, r * 0.27)


def ring(canvas: Canvas, x: float, y: float, r: float, ink: str = BONE) -> None:
    """An open ring: still missing."""
    disc(canvas, x, y, r, None, ink, r * 0.24)


def arrow(canvas: Canvas, x: float, y: float, r: float, towards: Direction, ink: str) -> None:
    """A solid triangle."""
    mx, my = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}[towards]
    tip = (x + mx * r, y + my * r)
    one = (x - mx * r * 0.6 - my * r * 0.9, y - my * r * 0.6 - mx * r * 0.9)
    other = (x - mx * r * 0.6 + my * r * 0.9, y - my * r * 0.6 + mx * r * 0.9)
    polygon(canvas, [tip, one, other], ink)


def star(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    """Five points: victory."""
    points = []
    for i in range(10):
        reach, angle = r * (1.0 if i % 2 == 0 else 0.42), i * math.pi / 5
        points.append((x + math.sin(angle) * reach, y - math.cos(angle) * reach))
    polygon(canvas, points, ink)


def token(canvas: Canvas, x: float, y: float, ink: str, r: float = 1.75, hole: str = STOCK) -> None:
    """The pawn of a board: a disc with a hole in a ring."""
    disc(canvas, x, y, r, ink)
    disc(canvas, x, y, r * 0.4, hole)
    disc(canvas, x, y, r * 1.43, None, ink, r * 0.17)


def party(canvas: Canvas, which: Party, x: float, y: float, r: float, ink: str | None = None) -> None:
    """Red disc, blue square, green triangle, yellow diamond: the shape says it without the colour."""
    ink = ink or PARTY_INKS[which]
    if which == "red":
        disc(canvas, x, y, r, ink)
    elif which == "blue":
        rect(canvas, x - r * 0.88, y - r * 0.88, r * 1.76, r * 1.76, ink)
    elif which == "green":
        polygon(canvas, [(x, y - r * 1.08), (x + r * 1.08, y + r * 0.8), (x - r * 1.08, y + r * 0.8)], ink)
    else:
        polygon(canvas, [(x, y - r * 1.16), (x + r * 1.16, y), (x, y + r * 1.16), (x - r * 1.16, y)], ink)


def suit(canvas: Canvas, which: Suit, x: float, y: float, r: float, ink: str) -> None:
    """One of the four suits, drawn."""
    if which == "diamond":
        polygon(canvas, [(x, y - r), (x + 0.74 * r, y), (x, y + r), (x - 0.74 * r, y)], ink)
    elif which == "club":
        for dx, dy in ((0.0, -0.5), (-0.5, 0.22), (0.5, 0.22)):
            disc(canvas, x + dx * r, y + dy * r, 0.45 * r, ink)
        polygon(canvas, [(x, y - 0.2 * r), (x + 0.36 * r, y + r), (x - 0.36 * r, y + r)], ink)
        disc(canvas, x, y, 0.3 * r, ink)
    else:
        _heart(canvas, x, y, r, ink, upright=which == "heart")


def _heart(canvas: Canvas, x: float, y: float, r: float, ink: str, upright: bool) -> None:
    """Two discs and the tangents from their tip; a spade is the same upside down, on a foot."""
    sign, shift = (1.0, 0.0) if upright else (-1.0, -0.1)
    cx, cy, radius, tip = 0.46, -0.4, 0.5, 1.0
    reach = math.hypot(cx, tip - cy)
    angle = math.atan2(cy - tip, cx) + math.asin(radius / reach)
    tangent = math.sqrt(reach * reach - radius * radius)
    tx, ty = math.cos(angle) * tangent, tip + math.sin(angle) * tangent
    for side in (-1, 1):
        disc(canvas, x + side * cx * r, y + (cy * sign + shift) * r, radius * r, ink)
    outline = [(-tx, ty), (0.0, cy - 0.2), (tx, ty), (0.0, tip)]
    polygon(canvas, [(x + px * r, y + (py * sign + shift) * r) for px, py in outline], ink)
    if not upright:
        polygon(canvas, [(x, y + 0.1 * r), (x + 0.38 * r, y + 1.05 * r), (x - 0.38 * r, y + 1.05 * r)], ink)


def ok(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    """The sign of the OK key."""
    disc(canvas, x, y, r * 1.04, None, ink, r * 0.38)
    disc(canvas, x, y, r * 0.38, ink)


def bars(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    """The sign of the MENU key."""
    for row in (-1, 0, 1):
        rect(canvas, x - r, y + r * (row * 0.73 - 0.16), r * 2, r * 0.32, ink)


def _up(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    arrow(canvas, x, y + r * 0.15, r, "up", ink)


def _down(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    arrow(canvas, x, y - r * 0.15, r, "down", ink)


KEYS: Final[dict[str, Mark]] = {"▲": _up, "▼": _down, "◎": ok, "≡": bars}
"""The keys that a sentence may name, by the character that stands for each in the catalogues."""


def table_emblem(canvas: Canvas, x: float, y: float, r: float, ink: str = BONE, on: str = STOCK) -> None:
    """The sign of the house: a table and six chairs."""
    disc(canvas, x, y, r * 0.5, ink)
    for i in range(6):
        angle = i * math.pi / 3
        disc(canvas, x + math.sin(angle) * r * 0.84, y - math.cos(angle) * r * 0.84, r * 0.2, ink)
