"""Looks at one reader again and again, for as long as the table runs."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Literal, Protocol

from firmware.readers.presence import Presence
from firmware.readers.reading import Reader, Reading, State

__all__ = ["AT_REST_S", "HURRY_S", "Hears", "Watch"]

_log = logging.getLogger(__name__)

AT_REST_S = 0.1  # from look to look
HURRY_S = 0.02  # while an urn is open: a ballot lies on its ledge for 0.15 s
LOST_S = (0.2, 1.0)  # after a fault: first, and at most


class Hears(Protocol):
    """What is done with what a reader sees. Called by the reader's own thread: return at once."""

    def come(self, uid: str) -> None: ...
    def gone(self, uid: str) -> None: ...
    def state(self, state: State) -> None: ...


class Watch:
    """`step` is one look; it gives the seconds until the next is due."""

    def __init__(
        self, name: Literal["table", "slot"], reader: Reader, hears: Hears, *, hurry: Callable[[], bool],
        clock: Callable[[], float],
    ) -> None:  # fmt: skip
        self.name, self.reader = name, reader
        self.presence = Presence(together=name == "slot")
        self._hears, self._hurry, self._clock = hears, hurry, clock
        self._lost_s = LOST_S[0]
        self._worked = False

    def step(self) -> float:
        began = self._clock()
        reading = self._poll()
        change = self.presence.look(reading, self._clock())
        if change.state:
            quiet = change.state == "ready" or (self.name == "slot" and not self._worked)  # most urns have no reader
            self._worked = self._worked or change.state == "ready"
            level = logging.INFO if quiet else logging.WARNING
            _log.log(level, "reader %s: %s %s", self.name, change.state, change.why)
            self._hears.state(change.state)
        for uid in sorted(change.come):
            self._hears.come(uid)
        for uid in change.gone:
            self._hears.gone(uid)
        if reading.state in ("not-connected", "error"):
            wait, self._lost_s = self._lost_s, min(LOST_S[1], self._lost_s * 2)
        else:
            wait, self._lost_s = HURRY_S if self._hurry() else AT_REST_S, LOST_S[0]
        return max(0.0, began + wait - self._clock())

    def _poll(self) -> Reading:
        """A kind of reader that breaks its promise to raise nothing is a broken reader, not a broken table."""
        try:
            return self.reader.poll()
        except Exception as error:
            _log.exception("reader %s", self.name)
            return Reading("error", why=repr(error))

    def close(self) -> None:
        self.reader.close()
