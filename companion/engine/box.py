"""What the table keeps for an open urn: the one answer that is gathered outside the journal."""
from __future__ import annotations

from collections.abc import Mapping

from .ask import URN, Ask, Contents
from .fields import Seat, Share

__all__ = ["Box"]


class Box:
    """The urn while it is open: unordered contents, and apart from them the roll. Its owner keeps it on disk."""

    def __init__(self, of: Ask[Contents]) -> None:
        papers, extras = of.fields["items"], of.fields["extras"]
        assert isinstance(papers, Share) and isinstance(extras, Share)
        self.ask = of
        self.papers, self.extras = papers.room, extras.room
        self.room: Mapping[str, int] = {**papers.room, **extras.room}
        self.due: Mapping[Seat, int] = of.due
        self.items: dict[str, int] = dict.fromkeys(sorted(self.room), 0)
        self.roll: set[Seat] = set()

    @property
    def inside(self) -> int:
        """How many ballots lie in it; what lies beside them shows nowhere."""
        return sum(self.items[k] for k in self.papers)

    def drop(self, *items: str, seat: Seat | None = None, extra: int | None = None) -> bool:
        """What fell, at once; whether it was taken. A phone's comes with its seat, which joins the roll, no more: all
        the ballots that are due from it, and with them at most one of its extras, by its place."""
        if seat is not None:
            offer = self.ask.offers.get(seat)
            if seat in self.roll or len(items) != self.due.get(seat, 0) or any(k not in self.papers for k in items):
                return False
            if extra is not None:
                if offer is None or not offer.accepts(extra):
                    return False
                items = (*items, self.ask.keys[seat][extra])
        if any(self.items.get(k, 0) + items.count(k) > self.room.get(k, 0) for k in items):
            return False
        for k in items:
            self.items[k] += 1
        if seat is not None:
            self.roll.add(seat)
        return True

    def close(self) -> Contents:
        ballots = {k: n for k, n in self.items.items() if n and k in self.papers}
        extras = {k: n for k, n in self.items.items() if n and k in self.extras}
        return Contents(ballots, sorted(self.roll), extras, by=URN)
