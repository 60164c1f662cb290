"""What the table keeps for an open urn: the one answer that is gathered outside the journal."""
from __future__ import annotations

from collections.abc import Mapping

from .ask import URN, Ask, Contents
from .fields import Seat, Share

__all__ = ["Box"]


class Box:
    """The urn while it is open: unordered contents, and apart from them the roll. Its owner keeps it on disk."""

    def __init__(self, of: Ask[Contents]) -> None:
        papers = of.fields["items"]
        assert isinstance(papers, Share)
        self.room: Mapping[str, int] = papers.room
        self.due: Mapping[Seat, int] = of.due
        self.items: dict[str, int] = dict.fromkeys(sorted(self.room), 0)
        self.roll: set[Seat] = set()

    def drop(self, *items: str, seat: Seat | None = None) -> bool:
        """What fell, at once; whether it was taken. A phone's comes with its seat, which joins the roll, no more."""
        if seat is not None and seat in self.roll:
            return False
        if any(self.items.get(k, 0) + items.count(k) > self.room.get(k, 0) for k in items):
            return False
        for k in items:
            self.items[k] += 1
        if seat is not None:
            self.roll.add(seat)
        return True

    def close(self) -> Contents:
        return Contents({k: n for k, n in self.items.items() if n}, sorted(self.roll), by=URN)
