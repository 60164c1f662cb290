"""The surface: one unit for every screen, drawn at twice its size and scaled down once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame

from companion.display.theme import STOCK

OVER: Final = 2  # pixels drawn for each pixel shown, both ways: all the smoothing there is
WIDTH: Final = 160.0  # of the printed block, in units
Point = tuple[float, float]


@dataclass(frozen=True)
class Printed:
    """A text as it was set, for the tests: its words, its box and size in units, its ink, and what it lies on."""

    words: str
    x: float
    y: float
    w: float
    h: float
    size: float
    ink: str
    ground: str


@dataclass(frozen=True)
class TooSmall:
    """A text that had to be set smaller than its role allows: shorten the words."""

    words: str
    size: float
    least: float


class Canvas:
    """What everything is drawn on; lengths are in units of `min(width / 160, height / 90)` pixels.

    The printed block is 160 units wide and centred; `height` is 90 on 16:9 and 96 on 800x480; `bleed` is the
    empty margin on each side of the block. One canvas serves a window for ever: `clear`, draw, `picture`.

    A strict canvas remembers every text it set (`printed`) and those that became too small (`complaints`).
    """

    def __init__(self, size: tuple[int, int], *, strict: bool = False) -> None:
        width, height = size
        unit = min(width / WIDTH, height / 90)
        surface = pygame.Surface((width * OVER, height * OVER))
        self._start(surface, size, unit * OVER, (width / unit - WIDTH) / 2, strict)
        self.height = height / unit
        self.clear()

    def _start(self, surface: pygame.Surface, size: tuple[int, int], k: float, bleed: float, strict: bool) -> None:
        self.surface = surface
        self.size = size
        self.k = k  # pixels of the big surface per unit
        self.width = WIDTH
        self.bleed = bleed
        self.strict = strict
        self.printed: list[Printed] = []
        self.complaints: list[TooSmall] = []

    def layer(self, width: float, height: float) -> Canvas:
        """A small transparent canvas of the same unit, for a sprite or for something that is turned."""
        size = (max(1, round(width * self.k / OVER)), max(1, round(height * self.k / OVER)))
        layer = Canvas.__new__(Canvas)
        layer._start(pygame.Surface((size[0] * OVER, size[1] * OVER), pygame.SRCALPHA), size, self.k, 0.0, False)
        layer.width, layer.height = width, height
        return layer

    def clear(self, ink: str = STOCK) -> None:
        """An empty sheet."""
        self.surface.fill(ink)
        self.printed.clear()
        self.complaints.clear()

    def px(self, x: float, y: float) -> tuple[int, int]:
        """Where a point lies on the big surface."""
        return round((x + self.bleed) * self.k), round(y * self.k)

    def box(self, x: float, y: float, w: float, h: float) -> pygame.Rect:
        """A rectangle on the big surface, never thinner than a pixel."""
        left, top = self.px(x, y)
        return pygame.Rect(left, top, max(1, round(w * self.k)), max(1, round(h * self.k)))

    def picture(self, into: pygame.Surface | None = None) -> pygame.Surface:
        """What was drawn, at the size of the screen. `into` saves making a new surface; it must have that size.

        The picture of a layer has premultiplied alpha: blit it with `pygame.BLEND_PREMULTIPLIED`.
        """
        source = self.surface
        if source.get_flags() & pygame.SRCALPHA:
            source = source.premul_alpha()
        if into is None:
            return pygame.transform.smoothscale(source, self.size)
        return pygame.transform.smoothscale(source, self.size, into)

    def shown(self, x: float, y: float) -> tuple[int, int]:
        """Where a point lies on the picture, in pixels of the screen."""
        return round((x + self.bleed) * self.k / OVER), round(y * self.k / OVER)
