"""Shows what moves: the new picture, and over it the small pictures on their way, until each lies where it belongs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from companion.display.canvas import Canvas
from companion.display.motion import Box, Motion, ease_in, ease_out, progress

__all__ = ["Stage"]


@dataclass(frozen=True)
class _Mover:
    """A motion with its pictures, in pixels of the screen."""

    motion: Motion
    box: pygame.Rect
    clip: pygame.Rect
    front: pygame.Surface
    back: pygame.Surface
    under: pygame.Surface
    origin: tuple[int, int]


class Stage:
    """One change of the picture. `before` and `still` have the size of the screen; `start` is in milliseconds.

    When everything has arrived the screen shows `still`, pixel by pixel.
    """

    def __init__(
        self, canvas: Canvas, before: pygame.Surface, still: pygame.Surface, plan: Sequence[Motion], start: float
    ) -> None:
        self._canvas, self._before, self._still, self._start = canvas, before, still, start
        self._ends = start + max((motion.ends for motion in plan), default=0)
        self._movers = [self._mover(motion) for motion in plan]
        self._drawn: list[pygame.Rect] = []

    def moving(self, now: float) -> bool:
        """Whether another frame is needed."""
        return now < self._ends

    def frame(self, into: pygame.Surface, now: float) -> list[pygame.Rect]:
        """Draw this moment over the one before; the parts of the screen that it changed."""
        old = self._drawn
        for rect in old:
            into.blit(self._still, rect, rect)
        self._drawn = []
        for mover in self._movers:
            self._draw(into, mover, now - self._start)
        return [*old, *self._drawn]

    def _draw(self, into: pygame.Surface, mover: _Mover, now: float) -> None:
        motion = mover.motion
        if now >= motion.ends:
            return
        if motion.how != "leave":
            self._blit(into, mover.under, mover.box, into.get_rect())
        if now < motion.after or motion.how == "hold":
            return
        easing = ease_in if motion.how == "leave" else ease_out
        part = progress(motion.after, motion.lasts, now, easing)
        sprite, box = _placed(mover, part)
        if motion.how in ("grow", "grow back"):
            wide = max(1, round(mover.box.w * part))
            left = mover.box.x if motion.how == "grow" else mover.box.right - wide
            self._blit(into, sprite, box, pygame.Rect(left, mover.box.y, wide, mover.box.h))
        else:
            self._blit(into, sprite, box, mover.clip)

    def _blit(self, into: pygame.Surface, sprite: pygame.Surface, box: pygame.Rect, clip: pygame.Rect) -> None:
        into.set_clip(clip)
        layered = bool(sprite.get_flags() & pygame.SRCALPHA)
        drawn = into.blit(sprite, box, special_flags=pygame.BLEND_PREMULTIPLIED if layered else 0)
        into.set_clip(None)
        if drawn:
            self._drawn.append(drawn)

    def _mover(self, motion: Motion) -> _Mover:
        box = self._rect(motion.box)
        clip = self._rect(motion.clip) if motion.clip else self._still.get_rect()
        front = self._cut(self._before if motion.how == "leave" else self._still, box)
        if motion.front:
            front = self._painted(motion, motion.front)
        back = self._painted(motion, motion.back) if motion.back else self._cut(self._before, box)
        origin = self._canvas.shown(*motion.origin) if motion.origin else box.center
        return _Mover(motion, box, clip, front, back, self._under(motion, box), origin)

    def _under(self, motion: Motion, box: pygame.Rect) -> pygame.Surface:
        if motion.under is None:
            return self._cut(self._before, box)
        if callable(motion.under):
            return self._painted(motion, motion.under)
        plain = pygame.Surface(box.size)
        plain.fill(motion.under)
        return plain

    def _painted(self, motion: Motion, paint: object) -> pygame.Surface:
        assert callable(paint)
        layer = self._canvas.layer(motion.box[2], motion.box[3])
        paint(layer)
        return layer.picture()

    def _rect(self, box: Box) -> pygame.Rect:
        left, top = self._canvas.shown(box[0], box[1])
        right, bottom = self._canvas.shown(box[0] + box[2], box[1] + box[3])
        return pygame.Rect(left, top, max(1, right - left), max(1, bottom - top))

    def _cut(self, picture: pygame.Surface, box: pygame.Rect) -> pygame.Surface:
        """A piece of a picture: no copy, for neither picture changes while something moves (but for its clock)."""
        return picture.subsurface(box.clip(picture.get_rect()))


def _placed(mover: _Mover, part: float) -> tuple[pygame.Surface, pygame.Rect]:
    """The picture of this moment, and where it goes."""
    how, sprite, (x, y) = mover.motion.how, mover.front, mover.box.center
    if how in ("slide", "leave"):
        (x0, y0), (x1, y1) = (mover.origin, (x, y)) if how == "slide" else ((x, y), mover.origin)
        x, y = round(x0 + (x1 - x0) * part), round(y0 + (y1 - y0) * part)
        sprite = mover.back if how == "slide" and mover.motion.back else sprite
    elif how == "turn":
        sprite = mover.back if part < 0.5 else mover.front
        width = max(1, round(sprite.get_width() * abs(1 - 2 * part)))
        sprite = pygame.transform.smoothscale(sprite, (width, sprite.get_height()))
    elif how == "stamp" and part < 1:
        sprite = pygame.transform.smoothscale_by(sprite, 1.3 - 0.3 * part)
    return sprite, sprite.get_rect(center=(x, y))
