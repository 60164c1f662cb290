"""All that surrounds a running table, from before its files are opened until after they are closed."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from companion.life.alone import Alone
from companion.life.heart import Heart
from companion.life.log import keep_log
from companion.life.start import begin
from companion.table import backup
from companion.table.disk import NotSaved
from companion.table.requests import Status
from companion.table.table import Table

if TYPE_CHECKING:
    from companion.board.board import Board
    from firmware import Devices

__all__ = ["Box"]

_log = logging.getLogger(__name__)


class Box:
    """`with Box(folder) as box:` around the table; raises `Busy` where another one uses the folder."""

    def __init__(self, folder: Path) -> None:
        self._alone = Alone(folder)
        self._folder = folder
        self._handler = keep_log(folder)
        self._heart: Heart | None = None
        self._again = False
        if backup.finish(folder):
            _log.info("restored from a backup")
        self.start = begin(folder)
        _log.info("companion %s starts%s", version("companion"), ", in safe mode" if self.start.broken else "")

    def devices(self, table: Table) -> Devices | None:
        """Reader, panel and urn of this table; None after a broken start or with a faulty file, and the board says so.

        Phones play on in either case.
        """
        from firmware import BadConfig, Devices, load, pins

        if not self.start.devices:
            table.do(Status(device="safe-mode", status="no-devices" if self.start.screen else "no-screen"))
            return None
        try:
            config = load(self._folder / "devices.toml")
            return Devices(table, config, pins_file=pins.map_of(self._folder))
        except (BadConfig, OSError) as error:
            _log.error("%s", error)
            table.do(Status(device="safe-mode", status="bad-config"))
            return None

    def show(
        self, board: Board, table: Table, window: bool | None, fullscreen: bool, there: Callable[[], bool] | None = None
    ) -> None:
        """The board on the screen until it is stopped; with `window` None as soon as there is a screen.

        The table is ready, and watched from then on, when its first picture is seen, or when it is to do without. What
        the screen's driver refuses is told, and the evening goes on without a screen.
        """
        import pygame

        from companion.board.board import screen_there

        there = there or screen_there
        self._heart = heart = Heart(
            lambda seconds: table.read(lambda e: None, seconds), lambda: board.shown, settled=self.start.good
        )
        if window is not False and self.start.screen:
            if window is None and not there():
                heart.start()
                board.rest(until=there)
            if window or there():
                try:
                    board.run(fullscreen, shown=heart.start)
                except pygame.error as error:
                    _log.error("no screen: %s", error)
                    table.do(Status(device="screen", status="error"))
        heart.start()
        board.rest()

    def restart(self, stop: Callable[[], None]) -> None:
        """Let the table stop, and begin anew in its place."""
        self._again = True
        stop()

    def __enter__(self) -> Box:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._heart:
            self._heart.close()
        if kind is None or issubclass(kind, KeyboardInterrupt):
            self.start.good()
            _log.info("stopped")
        elif isinstance(error, OSError) and self._heart is None:
            if isinstance(error, NotSaved):  # no device is to blame
                with suppress(OSError):
                    self.start.good()
            _log.info("not started: %s", error)
        else:
            _log.error("broken off", exc_info=error)
        if self._handler:
            logging.getLogger().removeHandler(self._handler)
            self._handler.close()
        self._alone.close()
        if self._again and kind is None:
            sys.stdout.flush()
            os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])
