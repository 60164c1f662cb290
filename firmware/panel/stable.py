"""Contacts bounce: a level counts when it has been there for a while. Knows no pin and no thread."""

from __future__ import annotations

__all__ = ["STABLE_S", "Contact"]

STABLE_S = 0.025


class Contact:
    """A switch, open or closed, by its level at moments that somebody else chooses."""

    def __init__(self, closed: bool, now: float) -> None:
        self.closed = closed
        self.since = now  # it has been so
        self._other: float | None = None  # the level has been the other one since

    @property
    def moving(self) -> bool:
        """Whether to look again soon."""
        return self._other is not None

    def level(self, closed: bool, now: float) -> bool:
        """Take the level in; whether the switch has changed by it."""
        if closed == self.closed:
            self._other = None
            return False
        if self._other is None:
            self._other = now
        if now - self._other < STABLE_S:
            return False
        self.closed, self.since, self._other = closed, now, None
        return True
