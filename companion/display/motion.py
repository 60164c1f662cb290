"""Durations, easings, and small pictures that move over a still one. Times are milliseconds, given by the caller."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

import pygame

FAST: Final = 120  # a press, a tick
BASE: Final = 240  # a plate changes, a bar grows
SLOW: Final = 480  # a card turns, a slip enters
WALK: Final = 320  # one jump of a token
BEAT: Final = 900  # the silence before a result
STAGGER: Final = 60
REFUSAL: Final = 4_000  # how long a slip stays
REST: Final = 300_000  # without input, then the picture dims
REST_LEVEL: Final = 0.6

Easing = Callable[[float], float]
How = Literal["slide", "turn", "stamp"]


def linear(part: float) -> float:
    """The clock."""
    return part


def ease_out(part: float) -> float:
    """Entering: fast, then gently to its place."""
    return 1 - (1 - part) ** 3


def ease_in(part: float) -> float:
    """Leaving."""
    return part**3


def stagger(place: int) -> int:
    """The delay of the n-th of several things that come in a row; after eight they come together."""
    return STAGGER * min(place, 8)


def progress(start: float, duration: float, now: float, easing: Easing = ease_out) -> float:
    """How far a movement is, 0 to 1; without a duration it has arrived."""
    if duration <= 0:
        return 1.0
    return easing(min(1.0, max(0.0, (now - start) / duration)))


@dataclass(frozen=True)
class Mover:
    """A sprite on its way over the still picture, in pixels of the screen (its centre).

    `slide` goes from `origin` to `goal`. `turn` stays at `goal` and narrows to a line, then widens as `other`.
    `stamp` lands on `goal` from 130 % of its size. Sprites come from `Canvas.layer(...).picture()`.
    """

    sprite: pygame.Surface
    goal: tuple[float, float]
    start: float
    duration: float = BASE
    origin: tuple[float, float] | None = None
    how: How = "slide"
    other: pygame.Surface | None = None
    easing: Easing = ease_out
    stays: bool = True

    def over(self, now: float) -> bool:
        """Whether it has arrived."""
        return now >= self.start + self.duration

    def placed(self, now: float) -> tuple[pygame.Surface, pygame.Rect] | None:
        """The picture to blit now and where; nothing before it starts, nor after it left."""
        if now < self.start or (self.over(now) and not self.stays):
            return None
        part = progress(self.start, self.duration, now, self.easing)
        sprite, spot = self.sprite, self.goal
        if self.how == "slide" and self.origin is not None:
            (x0, y0), (x1, y1) = self.origin, self.goal
            spot = (x0 + (x1 - x0) * part, y0 + (y1 - y0) * part)
        elif self.how == "turn":
            if part >= 0.5 and self.other is not None:
                sprite = self.other
            width = max(1, round(sprite.get_width() * abs(1 - 2 * part)))
            sprite = pygame.transform.smoothscale(sprite, (width, sprite.get_height()))
        elif self.how == "stamp" and part < 1:
            sprite = pygame.transform.smoothscale_by(sprite, 1.3 - 0.3 * part)
        return sprite, sprite.get_rect(center=(round(spot[0]), round(spot[1])))


@dataclass(frozen=True)
class Stage:
    """A still picture and what moves over it. With motion switched off everything has already arrived."""

    still: pygame.Surface
    movers: Sequence[Mover] = ()
    motion: bool = True

    def moving(self, now: float) -> bool:
        """Whether another frame is needed."""
        return self.motion and any(not mover.over(now) for mover in self.movers)

    def frame(self, into: pygame.Surface, now: float) -> None:
        """Draw this moment."""
        into.blit(self.still, (0, 0))
        for mover in self.movers:
            at = now if self.motion else mover.start + mover.duration
            placed = mover.placed(at)
            if placed is not None:
                into.blit(placed[0], placed[1], special_flags=pygame.BLEND_PREMULTIPLIED)


def dim(picture: pygame.Surface, level: float = REST_LEVEL) -> None:
    """Darken a picture in place, so that an idle screen does not burn in."""
    shade = round(255 * level)
    picture.fill((shade, shade, shade), special_flags=pygame.BLEND_RGB_MULT)
