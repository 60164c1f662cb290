"""Inks, marks and cards of Secret Hitler. No emblem of any real party: sun and chevrons."""

from __future__ import annotations

import math
from typing import Final

from companion.display import shapes
from companion.display.canvas import Canvas
from companion.display.shapes import Mark
from companion.display.text import text
from companion.display.theme import BONE, INK, INKDIM, MIN, PAPER, STOCK, Face

LIBERAL_INK, FASCIST_INK = "#82B8EC", "#E5523D"  # on dark
LIBERAL_PAPER, FASCIST_PAPER = "#2D5F96", "#B52E20"  # on paper
INKS: Final = {"liberal": LIBERAL_INK, "fascist": FASCIST_INK, "hitler": FASCIST_INK}
PAPERS: Final = {"liberal": LIBERAL_PAPER, "fascist": FASCIST_PAPER, "hitler": FASCIST_PAPER}


def sun(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    """Liberal: a disc and eight rays."""
    shapes.disc(canvas, x, y, r * 0.46, ink)
    for i in range(8):
        dx, dy = math.cos(i * math.pi / 4), math.sin(i * math.pi / 4)
        shapes.line(canvas, x + dx * r * 0.62, y + dy * r * 0.62, x + dx * r, y + dy * r, ink, r * 0.17)


def chevrons(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    """Fascist: three chevrons marching one way."""
    for step in (-1, 0, 1):
        at = y + step * r * 0.62 - r * 0.17
        shapes.polygon(canvas, [
            (x - r * 0.9, at + r * 0.32), (x, at - r * 0.32), (x + r * 0.9, at + r * 0.32),
            (x + r * 0.9, at + r * 0.66), (x, at + r * 0.02), (x - r * 0.9, at + r * 0.66),
        ], ink)  # fmt: skip


def emblem(canvas: Canvas, x: float, y: float, r: float, ink: str = BONE, on: str = STOCK) -> None:
    """The sign of the game: a face half light, half line."""
    _mask(canvas, x, y, r, ink, on, r * 0.2, r * 0.2)


def poster(canvas: Canvas, x: float, y: float, w: float, h: float) -> None:
    """The same face, large, on the two colours."""
    shapes.rect(canvas, x, y, w, h, FASCIST_PAPER)
    shapes.rect(canvas, x, y, w / 2, h, LIBERAL_PAPER)
    r = w * 0.33
    _mask(canvas, x + w / 2, y + h / 2, r, PAPER, LIBERAL_PAPER, r * 0.16, r * 0.17)


def _mask(canvas: Canvas, x: float, y: float, r: float, ink: str, on: str, line: float, eye: float) -> None:
    shapes.arc(canvas, x, y, r, 180, 360, ink, r)
    shapes.arc(canvas, x, y, r, 0, 180, ink, line)
    shapes.disc(canvas, x - r * 0.42, y - r * 0.1, eye, on)
    shapes.disc(canvas, x + r * 0.42, y - r * 0.1, eye, ink)


def _liberal(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    sun(canvas, x, y, r * 1.1, LIBERAL_PAPER if ink in (INK, INKDIM) else LIBERAL_INK)


def _fascist(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    chevrons(canvas, x, y, r, FASCIST_PAPER if ink in (INK, INKDIM) else FASCIST_INK)


def _hitler(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    on_paper = ink in (INK, INKDIM)
    shapes.disc(canvas, x, y, r * 1.15, FASCIST_PAPER if on_paper else FASCIST_INK)
    chevrons(canvas, x, y, r * 0.66, PAPER if on_paper else STOCK)


MARKS: Final[dict[str, Mark]] = {"liberal": _liberal, "fascist": _fascist, "hitler": _hitler}
PARTY: Final[dict[str, Mark]] = {"liberal": sun, "fascist": chevrons}


def policy(canvas: Canvas, x: float, y: float, w: float, h: float, tile: str, word: str) -> None:
    """A policy face up."""
    rim = w * 0.09
    shapes.rect(canvas, x, y, w, h, PAPER, radius=w * 0.07)
    shapes.rect(canvas, x + rim, y + rim, w - 2 * rim, h - 2 * rim, PAPERS[tile])
    PARTY[tile](canvas, x + w / 2, y + h * 0.43, w * 0.27, PAPER)
    size = max(MIN, w * 0.155)
    room = w - 2.4 * rim
    text(canvas, x + w / 2, y + h * 0.76, word.upper(), size, Face.POSTER, PAPER, "center", fit=room, least=MIN)


def lens(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    """Investigate."""
    shapes.disc(canvas, x - r * 0.15, y - r * 0.15, r * 0.62, None, ink, r * 0.22)
    shapes.line(canvas, x + r * 0.3, y + r * 0.3, x + r * 0.85, y + r * 0.85, ink, r * 0.3)


def chair(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    """Special election."""
    shapes.rect(canvas, x - r * 0.6, y - r, r * 0.24, r * 2, ink)
    shapes.rect(canvas, x - r * 0.6, y + r * 0.02, r * 1.2, r * 0.26, ink)
    shapes.rect(canvas, x + r * 0.38, y + r * 0.02, r * 0.22, r, ink)


def three(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    """Peek: three cards."""
    for place in (-1, 0, 1):
        shapes.rect(canvas, x + place * r * 0.72 - r * 0.28, y - r * 0.5, r * 0.56, r * 1.0, None, ink, r * 0.16)


def sight(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    """Execution."""
    shapes.disc(canvas, x, y, r * 0.72, None, ink, r * 0.2)
    for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0)):
        shapes.line(canvas, x + dx * r * 0.4, y + dy * r * 0.4, x + dx * r, y + dy * r, ink, r * 0.2)


POWERS: Final[dict[str, Mark]] = {"investigate": lens, "call-election": chair, "peek": three, "execute": sight}
