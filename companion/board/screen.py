"""What one window shows: the settled picture, and for less than a second what moves over it."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from companion.board.moment import Moment
from companion.board.painter import Painter
from companion.board.plan import plan
from companion.display.stage import Stage

__all__ = ["Frames", "Screen"]

FRAME = 1 / 40  # seconds between two frames while something moves
BEAT = 30.0  # seconds after which an unchanged picture is shown anew: it proves that there is a screen


@dataclass
class Frames:
    """What was drawn so far: whole pictures, frames in which something moved, and clocks alone."""

    pictures: int = 0
    moved: int = 0
    clocks: int = 0


class Screen:
    """A window or a part of one, always at the last moment that it was shown. Times are monotonic seconds."""

    def __init__(self, painter: Painter, window: pygame.Surface) -> None:
        self._painter, self._window = painter, window
        self._still, self._before = (pygame.Surface(window.get_size(), depth=32) for _ in range(2))
        self._moment: Moment | None = None
        self._stage: Stage | None = None
        self._seconds: int | None = None
        self.frames = Frames()
        self.shown = 0.0  # when the last frame was

    def show(self, moment: Moment, now: float) -> None:
        """Bring the window up to this moment. Where nothing changed nothing is drawn."""
        if moment != self._moment:
            self._change(moment, now)
        elif self._stage:
            self._move(self._stage, now)
        self._tick(moment, now)
        if now - self.shown >= BEAT:
            self._present(self._window.get_rect())
            self.shown = now

    def due(self, now: float) -> float:
        """When the window wants to be shown again, though nothing may have happened."""
        ticks = self._ticks(now)
        return self.shown + BEAT if ticks is None else min(ticks, self.shown + BEAT)

    def _ticks(self, now: float) -> float | None:
        if self._stage:
            return now + FRAME
        if self._moment is None or not self._moment.ticks or self._moment.snapshot.playing is None:
            return None
        if self._moment.snapshot.paused:
            return None
        left = min(clock.ends for clock in self._moment.snapshot.playing.clocks) - now
        return now + (left % 1.0 or 1.0) + 0.001 if left > 0 else None

    def _change(self, moment: Moment, now: float) -> None:
        """Another picture; what was settled until now is where the motion begins."""
        before, self._moment = self._moment, moment
        self._still, self._before = self._before, self._still
        self._painter.paint(moment, now, into=self._still)
        self._seconds = None
        motions = plan(self._painter, before, moment) if before else ()
        self._stage = Stage(self._painter.canvas, self._before, self._still, motions, now * 1000) if motions else None
        self._window.blit(self._still, (0, 0))
        if self._stage:
            self._stage.frame(self._window, now * 1000)
        self._present(self._window.get_rect())
        self.shown = now
        self.frames.pictures += 1

    def _move(self, stage: Stage, now: float) -> None:
        self._present(*stage.frame(self._window, now * 1000))
        self.shown = now
        self.frames.moved += 1
        if not stage.moving(now * 1000):
            self._stage = None

    def _tick(self, moment: Moment, now: float) -> None:
        """A running clock goes into the settled picture too, or what moves would uncover an old one."""
        ticked = self._painter.tick(moment, now) if moment.ticks else None
        if ticked is None or ticked[0].seconds == self._seconds:
            return
        clock, sprite, spot = ticked
        first, self._seconds = self._seconds is None, clock.seconds
        if first:  # the whole picture has just been drawn, with this clock in it
            return
        self._still.blit(sprite, spot)
        self._present(self._window.blit(sprite, spot))
        self.shown = now
        self.frames.clocks += 1

    def _present(self, *places: pygame.Rect) -> None:
        """Bring parts of the picture to the screen, where it may lie within a margin."""
        offset = self._window.get_offset()
        pygame.display.update([place.move(offset) for place in places])
