"""The screen itself: a window that redraws only when something changed, and the same picture for other screens."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Any, Literal

import pygame

from companion.board.data import Join
from companion.board.moment import Moment
from companion.board.painter import Painter
from companion.board.screen import Frames, Screen
from companion.display.motion import REST
from companion.engine import Game
from companion.table.requests import Button, Press, Seen, Showing
from companion.table.snapshot import Snapshot
from companion.table.table import Table

__all__ = ["Board", "screen_there"]

_log = logging.getLogger(__name__)

KEYS: dict[int, Button] = {
    pygame.K_y: "YES", pygame.K_n: "NO", pygame.K_UP: "UP", pygame.K_DOWN: "DOWN", pygame.K_RETURN: "OK",
    pygame.K_m: "MENU", pygame.K_ESCAPE: "MENU",
}  # fmt: skip
LISTEN = 0.05  # seconds between two looks at keyboard and window; SDL's own waiting looks every millisecond
LOOK = 0.5  # seconds between two looks whether to go on where nothing happens
Language = Literal["es", "en"]


class Board:
    """The board of one table. `picture` may be called by any thread; `run` belongs on the main thread.

    `size` is the window's, in pixels; `margin` is the part of each side that stays empty, for a TV that cuts off what
    lies there.
    """

    def __init__(
        self,
        table: Table,
        games: Mapping[str, Game[Any]],
        join: Join,
        size: tuple[int, int] = (1920, 1080),
        margin: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.table, self._clock = table, clock
        self._window_size = size
        width, height = (round(side * (1 - 2 * margin)) for side in size)
        self._painter = Painter((width, height), games, join)
        self._lock = Lock()
        self._mirrors: dict[str, Mirror] = {}
        self._screen: Screen | None = None
        self._touched = clock()
        self._stop, self._changed = Event(), Event()

    @property
    def join(self) -> Join:
        """How a phone comes in."""
        return self._painter.join

    @join.setter
    def join(self, join: Join) -> None:
        self._painter.join = join

    @property
    def frames(self) -> Frames:
        """What was drawn into the window so far."""
        return self._screen.frames if self._screen else Frames()

    @property
    def shown(self) -> float | None:
        """When the window last showed a frame, on the monotonic clock; None without one."""
        return self._screen.shown if self._screen and pygame.display.get_init() else None

    def picture(self, language: Language | None = None) -> tuple[int, bytes]:
        """The board as everybody may see it (no PIN), settled, as a PNG, and a number that grows when it changes.

        In the table's language, unless told otherwise.
        """
        with self._lock:
            snapshot, now = self.table.snapshot, self._clock()
            mirror = self._mirrors.setdefault(language or "", Mirror(self._painter))
            moment = self._painter.moment(snapshot, now)
            if language:
                moment = replace(moment, snapshot=replace(moment.snapshot, language=language))
            picture = mirror.png(moment, now)
        self._tell(snapshot)
        return picture

    def run(self, fullscreen: bool = False, keyboard: bool = True, shown: Callable[[], None] = lambda: None) -> None:
        """Show the window until it is closed or `stop` is called. Sleeps whenever nothing changes.

        `shown` is called when the first picture is on it.
        """
        over = Event()
        watch = Thread(target=self._watch, args=(over.is_set,), name="board", daemon=True)
        try:
            self.open(fullscreen)
            watch.start()
            self.show()
            shown()
            while not self._stop.is_set():
                self.show()
                self._sleep(keyboard)
        finally:
            over.set()
            pygame.display.quit()
            self.table.do(Showing(screen="window", here=False))
            if watch.ident is not None:
                watch.join()

    def open(self, fullscreen: bool = False) -> pygame.Surface:
        """Open the window."""
        pygame.display.init()
        whole = pygame.display.set_mode(self._window_size, pygame.FULLSCREEN if fullscreen else 0)
        inner = pygame.Rect((0, 0), self._painter.size)
        inner.center = whole.get_rect().center
        window = whole.subsurface(inner)
        pygame.display.set_caption("companion")
        pygame.mouse.set_visible(not fullscreen)
        self._screen = Screen(self._painter, window)
        self.table.do(Showing(screen="window"))
        return window

    def show(self) -> None:
        """Bring the window up to now."""
        assert self._screen is not None
        with self._lock:
            snapshot, now = self.table.snapshot, self._clock()
            pin = self.table.pin if snapshot.menu else ""
            rest = now - self._touched >= REST / 1000
            self._screen.show(self._painter.moment(snapshot, now, pin, rest), now)
        self._tell(snapshot)

    def _tell(self, snapshot: Snapshot) -> None:
        """What phones wait for has been shown: they may say it too."""
        playing = snapshot.playing
        if playing and snapshot.telling and (seen := self._painter.director.seen(snapshot)) >= snapshot.telling:
            self.table.do(Seen(match=playing.match, told=seen))

    def due(self) -> float:
        """How many seconds the window may sleep, if nothing happens."""
        assert self._screen is not None
        now = self._clock()
        rest = self._touched + REST / 1000
        wanted = [self._screen.due(now), self._painter.due(self.table.snapshot), rest if rest > now else None]
        return max(0.0, min(at for at in wanted if at is not None) - now)

    def touch(self) -> None:
        """Somebody did something: the picture is bright again."""
        self._touched = self._clock()

    def rest(self, until: Callable[[], bool] = lambda: False) -> None:
        """Without a screen: follow the table for those who look at `/board`, until `stop` or `until`."""
        self._watch(until)

    def stop(self) -> None:
        """Let `run` return."""
        self._stop.set()

    def _sleep(self, keyboard: bool) -> None:
        """Until something happens, or until the moment at which the picture changes by itself."""
        until = self._clock() + self.due()
        while not self._stop.is_set():
            left = min(LISTEN, until - self._clock())
            if left <= 0:
                return
            changed = self._changed.wait(left)
            self._changed.clear()
            events = pygame.event.get()
            for event in events:
                self._take(event, keyboard)
            if changed:
                self.touch()
            if changed or events:
                return

    def _take(self, event: pygame.event.Event, keyboard: bool) -> None:
        if event.type == pygame.QUIT:
            self.stop()
        elif event.type == pygame.KEYDOWN:
            self.touch()
            if keyboard and event.key in KEYS:
                self.table.do(Press(button=KEYS[event.key]))

    def _watch(self, until: Callable[[], bool] = lambda: False) -> None:
        """Wake the window whenever the table publishes, and let no event wait for a picture to be seen."""
        snapshot: Snapshot = self.table.snapshot
        while not self._stop.is_set() and not until():
            after = self.table.wait(snapshot.version, LOOK)
            if after.version > snapshot.version:
                self._painter.director.follow(after, self._clock())
                self._changed.set()
            snapshot = after


class Mirror:
    """The board as a PNG for other screens: drawn when somebody looks, and only if it has changed."""

    def __init__(self, painter: Painter) -> None:
        self._painter = painter
        self._picture = pygame.Surface(painter.size, depth=32)
        self._shown: tuple[Moment | None, int | None] = (None, None)
        self._number, self._png = 0, b""

    def png(self, moment: Moment, now: float) -> tuple[int, bytes]:
        """The picture of a moment, and its number."""
        ticked = self._painter.tick(moment, now)
        shown = (moment, ticked[0].seconds if ticked else None)
        if shown == self._shown:
            return self._number, self._png
        if moment != self._shown[0]:
            self._painter.paint(moment, now, into=self._picture)
        elif ticked:
            self._picture.blit(ticked[1], ticked[2])
        out = BytesIO()
        pygame.image.save(self._picture, out, "board.png")
        self._shown, self._number, self._png = shown, self._number + 1, out.getvalue()
        return self._number, self._png


def screen_there(drm: Path = Path("/sys/class/drm")) -> bool:
    """Whether there is anything to open a window on: a desktop, or a screen at the Pi's own output."""
    if any(os.environ.get(name) for name in ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY")):
        return True
    return any(status.read_text(encoding="ascii").strip() == "connected" for status in drm.glob("*/status"))
