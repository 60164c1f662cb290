"""A thread that does one small thing again and again, and that nothing but `close` ends."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Event, Thread

__all__ = ["Worker"]

_log = logging.getLogger(__name__)

AFTER_A_FAULT_S = 1.0


class Worker:
    """Calls `step`, which gives the seconds until its next turn; `wake` brings that forward."""

    def __init__(self, name: str, step: Callable[[], float]) -> None:
        self.name, self._step = name, step
        self.woken, self._stop = Event(), Event()
        self._thread = Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def wake(self) -> None:
        self.woken.set()

    def turn(self) -> float:
        """One step. What it raises is logged, and it gets another turn."""
        self.woken.clear()
        try:
            return self._step()
        except Exception:
            _log.exception("%s", self.name)
            return AFTER_A_FAULT_S

    def close(self) -> None:
        """Let the step in hand end, and no other begin."""
        self._stop.set()
        self.woken.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while not self._stop.is_set():
            self.woken.wait(self.turn())
