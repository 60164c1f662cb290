"""A reader without hardware, for tests and for trying things out."""

from __future__ import annotations

from threading import Lock

from firmware.readers.reading import Reading, State

__all__ = ["Simulated"]


class Simulated:
    """Whoever holds it lays tags on it and lifts them, from any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._here: set[str] = set()
        self._fault: State | None = None

    def lay(self, uid: str) -> None:
        with self._lock:
            self._here.add(uid)

    def lift(self, uid: str) -> None:
        with self._lock:
            self._here.discard(uid)

    def break_down(self, fault: State | None) -> None:
        """Be `garbled`, `not-connected` or `error` from now on; None: be well again."""
        with self._lock:
            self._fault = fault

    def poll(self) -> Reading:
        with self._lock:
            if self._fault:
                return Reading(self._fault)
            states: tuple[State, ...] = ("ready", "tag", "two-tags")
            return Reading(states[min(len(self._here), 2)], tuple(self._here))

    def close(self) -> None:
        """Nothing to let go of."""
