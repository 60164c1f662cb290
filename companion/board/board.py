"""The screen itself: a window that redraws only when something changed, and the same picture for other screens."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Mapping
from io import BytesIO
from threading import Event, Lock, Thread
from typing import Any

import pygame

from companion.board.data import Join
from companion.board.painter import Painter
from companion.display.motion import REST
from companion.engine import Game
from companion.table.requests import Button, Press
from companion.table.snapshot import Snapshot
from companion.table.table import Table

__all__ = ["Board"]

_log = logging.getLogger(__name__)

KEYS: dict[int, Button] = {
    pygame.K_y: "YES", pygame.K_n: "NO", pygame.K_UP: "UP", pygame.K_DOWN: "DOWN", pygame.K_RETURN: "OK",
    pygame.K_m: "MENU", pygame.K_ESCAPE: "MENU",
}  # fmt: skip


class Board:
    """The board of one table. `picture` may be called by any thread; `run` belongs on the main thread."""

    def __init__(
        self,
        table: Table,
        games: Mapping[str, Game[Any]],
        join: Join,
        size: tuple[int, int] = (1920, 1080),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.table, self._clock = table, clock
        self._painter = Painter(size, games, join)
        self._lock = Lock()
        self._png: tuple[Any, int, bytes] = (None, 0, b"")
        self.frames = 0  # drawn into the window
        self._touched = clock()
        self._stop = Event()

    @property
    def join(self) -> Join:
        """How a phone comes in."""
        return self._painter.join

    @join.setter
    def join(self, join: Join) -> None:
        self._painter.join = join

    def picture(self) -> tuple[int, bytes]:
        """The board as everybody may see it (no PIN), as a PNG, and a number that grows when it changes."""
        with self._lock:
            snapshot, now = self.table.snapshot, self._clock()
            key = self._painter.key(snapshot, now)
            if key != self._png[0]:
                out = BytesIO()
                pygame.image.save(self._painter.paint(snapshot, now), out, "board.png")
                self._png = (key, self._png[1] + 1, out.getvalue())
            return self._png[1:]

    def run(self, fullscreen: bool = False, keyboard: bool = True) -> None:
        """Show the window until it is closed or `stop` is called. Sleeps whenever nothing changes."""
        pygame.display.init()
        flags = pygame.FULLSCREEN if fullscreen else 0
        window = pygame.display.set_mode(self._painter.size, flags)
        pygame.display.set_caption("companion")
        pygame.mouse.set_visible(not fullscreen)
        changed = pygame.event.custom_type()
        Thread(target=self._watch, args=(changed,), name="board", daemon=True).start()
        drawn: Any = None
        while not self._stop.is_set():
            now = self._clock()
            drawn = self._frame(window, now, drawn)
            for event in self._events(now):
                if event.type == pygame.QUIT:
                    self.stop()
                elif event.type == pygame.KEYDOWN and keyboard and event.key in KEYS:
                    self.table.do(Press(button=KEYS[event.key]))
                if event.type in (pygame.KEYDOWN, changed):
                    self._touched = self._clock()
        pygame.display.quit()

    def rest(self) -> None:
        """Without a screen: wait until `stop` is called."""
        self._stop.wait()

    def stop(self) -> None:
        """Let `run` return."""
        self._stop.set()

    def _frame(self, window: pygame.Surface, now: float, drawn: Any) -> Any:
        """Draw this moment unless it is on the screen already; what is on the screen now."""
        with self._lock:
            snapshot = self.table.snapshot
            pin = self.table.pin if snapshot.menu else ""
            rest = now - self._touched > REST / 1000
            key = self._painter.key(snapshot, now, pin, rest)
            if key != drawn:
                self._painter.paint(snapshot, now, pin, rest, into=window)
                pygame.display.flip()
                self.frames += 1
        return key

    def _events(self, now: float) -> list[pygame.event.Event]:
        """Wait for something to happen, or for the moment at which the picture changes by itself."""
        due = self._painter.due(self.table.snapshot, now)
        rest = self._touched + REST / 1000
        wake = min((t for t in (due, rest) if t is not None and t > now), default=None)
        first = pygame.event.wait(max(1, round((wake - now) * 1000)) if wake is not None else 0)
        return [first, *pygame.event.get()]

    def _watch(self, changed: int) -> None:
        """Wake the window whenever the table publishes."""
        snapshot: Snapshot = self.table.snapshot
        while not self._stop.is_set():
            after = self.table.wait(snapshot.version, 5.0)
            if after.version > snapshot.version and pygame.display.get_init():
                pygame.event.post(pygame.event.Event(changed))
            snapshot = after


def screen_there() -> bool:
    """Whether there is anything to open a window on: a desktop, or a screen at the Pi's own output."""
    if os.environ.get("SDL_VIDEODRIVER"):
        return True
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return True
    return any(
        open(f"/sys/class/drm/{card}/status", encoding="ascii").read().strip() == "connected"
        for card in (os.listdir("/sys/class/drm") if os.path.isdir("/sys/class/drm") else [])
        if os.path.exists(f"/sys/class/drm/{card}/status")
    )
