"""What lies on the table: slips, ballots, cards, stamps, the QR code."""

from __future__ import annotations

import pygame
import segno

from companion.display import shapes
from companion.display.canvas import OVER, Canvas
from companion.display.text import label, label_width, measure, text
from companion.display.theme import INK, INKDIM, LABEL, MIN, NOW, PAPER, PAPER2, STOCK, Face


def slip(
    canvas: Canvas, x: float, y: float, w: float, h: float, fill: str = PAPER, notch: float = 1.1, on: str = STOCK
) -> None:
    """A paper slip with two notches: ballot, refusal, code."""
    shapes.rect(canvas, x, y, w, h, fill)
    if notch:
        for side in (x, x + w):
            shapes.disc(canvas, side, y + h / 2, notch, on)


def ballot(canvas: Canvas, x: float, y: float, w: float, h: float) -> None:
    """A ballot that was cast: all alike, whoever cast it."""
    slip(canvas, x, y, w, h)
    shapes.dots(canvas, x + 1.6, y + 0.9, w - 3.2, h - 1.8, PAPER2, 1.1, 0.3)


def card(
    canvas: Canvas,
    x: float,
    y: float,
    w: float,
    title: str = "",
    kind: str = "",
    h: float | None = None,
    chosen: bool = False,
) -> None:
    """A card face up, 1 : 1.4 unless told; the chosen one is framed."""
    tall = w * 1.4 if h is None else h
    shapes.rect(canvas, x, y, w, tall, PAPER, radius=w * 0.06)
    if kind:
        size = max(MIN, min(LABEL, w * 0.13))
        label(canvas, x + w * 0.1, y + w * 0.12, kind, INKDIM, size=size, fit=w * 0.8)
    if title:
        text(canvas, x + w * 0.1, y + w * 0.32, title, w * 0.2, Face.POSTER, INK, fit=w * 0.8, least=MIN)
    if chosen:
        shapes.rect(canvas, x - 0.9, y - 0.9, w + 1.8, tall + 1.8, None, NOW, 0.9, w * 0.06 + 0.9)


def card_back(canvas: Canvas, x: float, y: float, w: float, ink: str = INKDIM, h: float | None = None) -> None:
    """A card face down: the field of its deck, with a halftone."""
    tall, rim = w * 1.4 if h is None else h, w * 0.09
    shapes.rect(canvas, x, y, w, tall, PAPER, radius=w * 0.06)
    shapes.rect(canvas, x + rim, y + rim, w - 2 * rim, tall - 2 * rim, ink, radius=w * 0.03)
    shapes.dots(canvas, x + rim, y + rim, w - 2 * rim, tall - 2 * rim, PAPER, 1.3, 0.22)


def stamp(
    canvas: Canvas, x: float, y: float, words: str, size: float, ink: str, angle: float = 7, below: str = ""
) -> None:
    """A rubber stamp centred on a point and turned a little: a verdict. One to a screen."""
    pad = 1.6
    inner = max(measure(canvas, words, size, Face.POSTER), label_width(canvas, below, MIN) if below else 0)
    w, h = inner + pad * 2.4, size * 0.8 + pad * 2 + (3.6 if below else 0)
    layer = canvas.layer(w + 0.1, h + 0.1)
    shapes.rect(layer, 0, 0, w, h, None, ink, 0.7)
    shapes.rect(layer, 1.1, 1.1, w - 2.2, h - 2.2, None, ink, 0.2)
    text(layer, w / 2, pad + 0.1, words, size, Face.POSTER, ink, "center")
    if below:
        label(layer, w / 2, h - 4.6, below, ink, "center", MIN)
    turned = pygame.transform.rotozoom(layer.surface, angle, 1)
    canvas.surface.blit(turned, turned.get_rect(center=canvas.px(x, y)))


def qr(canvas: Canvas, x: float, y: float, w: float, data: str) -> None:
    """A QR code inside a square of side `w`, on paper; the caller leaves the quiet zone of four modules.

    Written in capitals, a short address of this kind needs fewer and so larger modules: `HTTP://192.168.4.1/`.
    """
    matrix = segno.make(data, error="m", micro=False).matrix
    count = len(matrix)
    side = max(OVER, int(w * canvas.k / count / OVER) * OVER)  # whole pixels of the picture, so that edges stay sharp
    left, top = canvas.px(x, y)
    shift = round((w * canvas.k - side * count) / 2)
    left, top = (left + shift) // OVER * OVER, (top + shift) // OVER * OVER
    for row, modules in enumerate(matrix):
        for column, dark in enumerate(modules):
            if dark:
                canvas.surface.fill(INK, (left + column * side, top + row * side, side, side))
