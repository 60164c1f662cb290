"""Tells systemd that the table lives: its thread answers, and a frame was shown not long ago.

A process that runs is not yet a table that is to be seen: without both, systemd starts it anew (WatchdogSec).
"""

from __future__ import annotations

import logging
import os
import socket
import time
from collections.abc import Callable, Mapping
from threading import Event, Thread

__all__ = ["FRAME_LIMIT", "Heart", "notify", "under_systemd"]

_log = logging.getLogger(__name__)

FRAME_LIMIT = 75.0  # seconds without a frame; an unchanged picture is shown anew every 30
BEAT = 10.0
PATIENCE = 5.0  # for the table's answer


def under_systemd(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether a service manager listens to us."""
    return bool(environ.get("NOTIFY_SOCKET"))


def notify(*said: str, environ: Mapping[str, str] = os.environ) -> None:
    """Say `READY=1`, `WATCHDOG=1`, `STATUS=…` (sd_notify(3)). Without a service manager nobody is told."""
    address = environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    if address.startswith("@"):
        address = "\0" + address[1:]
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as s:
            s.sendto("\n".join(said).encode(), address)
    except OSError as error:
        _log.warning("the service manager does not listen: %s", error)


class Heart:
    """`ask` raises where the table does not answer; `shown` is when the last frame was shown (None: no screen)."""

    def __init__(
        self, ask: Callable[[float], object], shown: Callable[[], float | None], *,
        say: Callable[..., None] = notify, settled: Callable[[], None] = lambda: None, steady: float = 20.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:  # fmt: skip
        """`settled` is called once, when it has beaten for `steady` seconds: the start has been a good one."""
        self._ask, self._shown, self._say, self._clock = ask, shown, say, clock
        self._settled: Callable[[], None] | None = settled
        self._steady, self._settles = steady, clock() + steady
        self._stop = Event()
        self._thread = Thread(target=self._run, name="heart", daemon=True)

    def beat(self) -> bool:
        """Look once, and feed the watchdog if all is well."""
        try:
            self._ask(PATIENCE)
        except Exception as error:  # whatever ails the table, it must not end the heart
            _log.error("the table does not answer: %s", type(error).__name__)
            return False
        shown = self._shown()
        if shown is not None and self._clock() - shown > FRAME_LIMIT:
            _log.error("no frame for %d seconds", self._clock() - shown)
            return False
        self._say("WATCHDOG=1")
        if self._settled and self._clock() >= self._settles:
            self._settled()
            self._settled = None
        return True

    def start(self) -> None:
        """The table is ready: from now on it is watched. A second time does nothing."""
        if self._thread.ident is not None:
            return
        self._settles = self._clock() + self._steady
        self._say("READY=1")
        self._thread.start()

    def close(self) -> None:
        self._say("STOPPING=1")
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while not self._stop.wait(BEAT):
            self.beat()
