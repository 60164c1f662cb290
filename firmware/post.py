"""From the devices to the table: in order, and without holding up whoever has something to say.

A card of slow memory may keep the table waiting for half a second; a ballot lies before the reader for less.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Protocol

from companion.table.requests import Reply, Request
from companion.table.snapshot import Snapshot

__all__ = ["Post", "TableLike"]

_log = logging.getLogger(__name__)

PATIENCE_S = 0.5


class TableLike(Protocol):
    """What devices need of a table."""

    @property
    def snapshot(self) -> Snapshot: ...

    def do(self, request: Request, timeout: float = 5.0) -> Reply: ...
    def wait(self, version: int, timeout: float) -> Snapshot: ...


class Post:
    """`send` from any thread; one worker's `step` hands it on and tells `heard` what the table said."""

    def __init__(self, table: TableLike, heard: Callable[[Request, Reply], None] = lambda request, reply: None) -> None:
        self._table, self.heard = table, heard
        self._queue: SimpleQueue[Request] = SimpleQueue()

    def send(self, request: Request) -> None:
        self._queue.put(request)

    def step(self, patience_s: float = PATIENCE_S) -> float:
        """Hand on what waits; with nothing there, wait a little for something."""
        try:
            self._hand_on(self._queue.get(timeout=patience_s) if patience_s else self._queue.get_nowait())
            while True:
                self._hand_on(self._queue.get_nowait())
        except Empty:
            return 0.0

    def _hand_on(self, request: Request) -> None:
        try:
            reply = self._table.do(request)
        except TimeoutError:  # it stays in the table's inbox, and is done when the table gets to it
            _log.warning("the table is slow: %s", type(request).__name__)
            return
        except Exception:
            _log.exception("the table could not do %s", type(request).__name__)
            return
        self.heard(request, reply)
