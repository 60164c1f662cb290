"""Durations, easings, and what may move: plain values that a scene plans and a stage shows. Times are milliseconds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Literal

import pygame

from companion.display.canvas import Canvas, Point

FAST: Final = 120  # a press, a tick
BASE: Final = 240  # a plate changes, a bar grows
SLOW: Final = 480  # a card turns, a slip enters
WALK: Final = 320  # one jump of a token
BEAT: Final = 900  # the silence before a result
STAGGER: Final = 60
REFUSAL: Final = 4_000  # how long a slip stays
LONGEST: Final = 1_000  # nothing moves for longer
REST: Final = 300_000  # without input, then the picture dims
REST_LEVEL: Final = 0.6

Easing = Callable[[float], float]
How = Literal["slide", "leave", "turn", "stamp", "grow", "grow back", "hold"]
Paint = Callable[[Canvas], None]
"""Draws the picture of something that moves, on a small canvas of its own."""
Box = tuple[float, float, float, float]


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
class Motion:
    """Something that moves until it lies in the new picture as that picture shows it. Lengths are units.

    `slide` comes from `origin` (the centre of where it was) to its `box`; `leave` goes from its box to `origin`. `turn`
    narrows to a line as its back and widens as its front. `stamp` lands from 130 % of its size. `grow` opens from the
    left edge of its box, `grow back` from the right one. `hold` keeps what was there before.

    Its picture is cut out of the new one (of the old one for `leave`), unless `front` paints it. The back of what turns
    is what was there before, unless `back` paints it. Until it has arrived its box shows `under`: an ink, what that
    paints, or what was there before. `clip` keeps it inside a box on its way.
    """

    how: How
    box: Box
    after: int = 0
    lasts: int = BASE
    origin: Point | None = None
    clip: Box | None = None
    under: str | Paint | None = field(default=None, compare=False)
    front: Paint | None = field(default=None, compare=False)
    back: Paint | None = field(default=None, compare=False)

    @property
    def ends(self) -> int:
        """When it has arrived, from the beginning of all."""
        return self.after + self.lasts


def dim(picture: pygame.Surface, level: float = REST_LEVEL) -> None:
    """Darken a picture in place, so that an idle screen does not burn in."""
    shade = round(255 * level)
    picture.fill((shade, shade, shade), special_flags=pygame.BLEND_RGB_MULT)
