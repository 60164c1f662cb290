"""Inks, marks and cards of DēmoS: a deck by a good card maker."""

from __future__ import annotations

from typing import Final

from companion.display import shapes
from companion.display.canvas import Canvas
from companion.display.shapes import Mark, Suit
from companion.display.text import text
from companion.display.theme import BONE, INK, INKDIM, NOW, PAPER, STOCK, Face

POWER: Final = "#6E62A8"  # shapes only
BACK: Final = "#3B3360"  # of numeric cards
PAPERS: Final = {"S": INK, "H": "#B52E20", "D": "#2D5F96", "C": "#1F6B45"}  # on paper
INKS: Final = {"S": BONE, "H": "#E5523D", "D": "#82B8EC", "C": "#62C370"}  # on dark
SUITS: Final[dict[str, Suit]] = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}
TEAMS: Final = ("#7FC9DD", "#F0C96B", "#E79AB3")
WON: Final = "#E9DFC7"  # the winner's column


def suit(canvas: Canvas, x: float, y: float, r: float, which: str, ink: str) -> None:
    shapes.suit(canvas, SUITS[which], x, y, r, ink)


def number(canvas: Canvas, x: float, y: float, w: float, card: str, h: float | None = None, edge: bool = False) -> None:
    """A numeric card face up."""
    tall, which = w * 1.42 if h is None else h, card[0]
    shapes.rect(canvas, x, y, w, tall, PAPER, INK if edge else None, 0.3, radius=min(w, tall) * 0.07)
    ink, flat = PAPERS[which], tall < w
    size = tall * 0.5 if flat else w * 0.4
    text(canvas, x + size * 0.3, y + size * 0.33, card[1:], size, Face.POSTER, ink)
    if flat:
        suit(canvas, x + w - tall * 0.5, y + tall * 0.5, tall * 0.3, which, ink)
        return
    suit(canvas, x + w * 0.8, y + w * 0.29, w * 0.125, which, ink)
    suit(canvas, x + w * 0.5, y + tall * 0.66, w * 0.27, which, ink)


def back(canvas: Canvas, x: float, y: float, w: float, h: float, ink: str = POWER) -> None:
    """A small card face down, without a rim."""
    shapes.rect(canvas, x, y, w, h, ink, radius=0.3)
    inner = min(w, h) * 0.12
    shapes.dots(canvas, x + inner, y + inner, w - 2 * inner, h - 2 * inner, PAPER, 1.15, 0.19)


def figure(canvas: Canvas, x: float, y: float, w: float, card: str, named: str = "") -> None:
    """A figure face up: its function, and its suit; `named` is the suit that Media have given it."""
    tall = w * 1.42
    shapes.rect(canvas, x, y, w, tall, PAPER, POWER, w * 0.08, radius=w * 0.07)
    text(canvas, x + w * 0.5, y + w * 0.2, card[0], w * 0.62, Face.POSTER, INK, "center")
    if card[0] == "M":
        for row in range(3):
            shapes.rect(canvas, x + w * 0.25, y + tall * (0.6 + row * 0.1), w * 0.5, tall * 0.035, INKDIM)
        return
    which = named or card[1]
    suit(canvas, x + w * 0.5, y + tall * 0.74, w * 0.24, which, PAPERS[which])
    if named:
        shapes.rect(canvas, x, y + tall - w * 0.12, w, w * 0.12, NOW)


def emblem(canvas: Canvas, x: float, y: float, r: float, ink: str = BONE, on: str = STOCK) -> None:
    """The sign of the game: three columns on a plinth."""
    for place in (-1, 0, 1):
        top, tall = (0.75, 1.5) if place == 0 else (0.45, 1.2)
        shapes.rect(canvas, x + place * r * 0.62 - r * 0.22, y - r * top, r * 0.44, r * tall, ink)
    shapes.rect(canvas, x - r, y + r * 0.82, r * 2, r * 0.18, ink)


def poster(canvas: Canvas, x: float, y: float, w: float, h: float) -> None:
    """The same three columns, with suits for capitals."""
    shapes.rect(canvas, x, y, w, h, BACK)
    for place, which in enumerate("SDC"):
        wide, top = w * 0.2, y + h * (0.27, 0.14, 0.27)[place]
        left = x + w * (0.14 + place * 0.26)
        shapes.rect(canvas, left, top, wide, y + h * 0.84 - top, PAPER)
        suit(canvas, left + wide / 2, top + w * 0.14, w * 0.074, which, BACK)
    shapes.rect(canvas, x + w * 0.08, y + h * 0.84, w * 0.84, h * 0.067, PAPER)


def _team(place: int) -> Mark:
    def mark(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
        ink = TEAMS[place] if ink not in (INK, INKDIM) else ink
        if place == 0:
            shapes.rect(canvas, x - r * 0.85, y - r * 0.85, r * 1.7, r * 1.7, ink)
        elif place == 1:
            shapes.polygon(canvas, [(x, y - r), (x + r, y + r * 0.8), (x - r, y + r * 0.8)], ink)
        else:
            shapes.polygon(canvas, [(x, y - r), (x + r, y), (x, y + r), (x - r, y)], ink)

    return mark


MARKS: Final[dict[str, Mark]] = {f"side-{place}": _team(place) for place in range(3)}
