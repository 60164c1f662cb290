"""What the table keeps for an open urn: the one answer that is gathered outside the journal."""
from __future__ import annotations

from collections.abc import Iterable, Mapping

from .fields import Seat, Share
from .move import URN, Contents
from .pause import Ask

__all__ = ["Box"]


class Box:
    """The urn while it is open: unordered contents, and apart from them the roll. Its owner keeps it on disk."""

    def __init__(self, of: Ask[Contents]) -> None:
        papers, extras = of.fields["items"], of.fields["extras"]
        assert isinstance(papers, Share) and isinstance(extras, Share)
        self.ask = of
        self.papers, self.extras = papers.room, extras.room
        self.room: Mapping[str, int] = {**papers.room, **dict.fromkeys(of.tokens, 1), **extras.room}
        self.due: Mapping[Seat, int] = of.due
        self.items: dict[str, int] = dict.fromkeys(sorted(self.room), 0)
        self.roll: set[Seat] = set()

    @property
    def inside(self) -> int:
        """How many ballots lie in it; what lies beside them shows nowhere."""
        return sum(n for k, n in self.items.items() if k not in self.extras)

    def full(self) -> bool:
        """Every ballot lies in it, and everybody who may add something has said whether they do."""
        return self.inside >= sum(self.due.values()) and self.roll >= self.ask.offers.keys()

    def real(self, *names: str) -> str:
        """Which of these names of one thing lies in it as a thing: a ballot by its own name where they have such, and
        nothing that comes by form alone. Empty: it is no part of this urn."""
        by_card = not self.ask.ways or "cards" in self.ask.ways
        faces: Iterable[str] = self.papers if by_card and not self.ask.tokens else ()
        extras: Iterable[str] = () if self.ask.offers else self.extras
        return next((k for k in names if k in self.ask.tokens or k in faces or k in extras), "")

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
        after = dict(self.items)
        for k in items:
            after[k] = after.get(k, 0) + 1
        ballots = self._ballots(after)
        if any(after[k] > self.room.get(k, 0) for k in items) or any(ballots[k] > self.papers[k] for k in ballots):
            return False
        self.items = after
        if seat is not None:
            self.roll.add(seat)
        return True

    def close(self) -> Contents:
        extras = {k: n for k, n in self.items.items() if n and k in self.extras}
        return Contents(self._ballots(self.items), sorted(self.roll), extras, by=URN)

    def _ballots(self, items: Mapping[str, int]) -> dict[str, int]:
        """How many of each face, the real ones among them."""
        ballots: dict[str, int] = {}
        for k, n in items.items():
            if n and k in self.room and k not in self.extras:
                face = self.ask.tokens.get(k, k)
                ballots[face] = ballots.get(face, 0) + n
        return dict(sorted(ballots.items()))
