"""A deck knows what the table knows: some slots by face, the rest as a multiset in no order."""
from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

from .fields import Field, OneOf, one_of
from .move import CHANCE, Drawn
from .pause import Ask, Looks, Script

__all__ = ["Deck"]


@cache
def _named(deck: str) -> Field:
    return one_of([deck], shown=True)


@cache
def _looks(deck: str, left: int, known: bool) -> Looks:
    """What everybody sees of a draw is made once: it tells no card."""
    return {}


@dataclass(slots=True)
class Deck:
    """`loose` holds every face whose place is not known: in the unknown slots, or `away`, set aside unread."""

    name: str
    loose: Counter[str]
    slots: list[str | None] = field(default_factory=list)  # from the top; None: unknown
    away: int = 0
    openly: int = 0  # so many slots from the top are known, and everybody knows that they are (a public peek)
    cards: str = ""  # what its cards are `of`, if not of this name: a second pile of the same cards

    @classmethod
    def of(cls, name: str, faces: Iterable[str], cards: str = "") -> Deck:
        loose = Counter(faces)
        return cls(name, loose, [None] * loose.total(), cards=cards)

    def __len__(self) -> int:
        return len(self.slots)

    def draw(
        self, n: int, unread: bool = False, each: Callable[[str | None], None] | None = None
    ) -> Script[list[str | None]]:
        """Take `n` from the top; `unread` allows the answer that nobody looked. `each` is told every card as it comes,
        though all of them count as the deck's until the last has come."""
        out = yield from self._ask(n, unread, each)
        del self.slots[:n]
        self.openly = max(0, self.openly - n)
        self.away += out.count(None)
        return out

    def faces(self, n: int) -> Script[list[str]]:
        """`draw` where every card is read."""
        return [card for card in (yield from self.draw(n)) if card is not None]

    def peek(self, n: int, openly: bool = True) -> Script[list[str]]:
        """Learn the top `n` and leave them. `openly`: everybody knows that somebody has looked."""
        out = yield from self._ask(n, unread=False)
        if openly:
            self.openly = max(self.openly, len(out))
        return [card for card in out if card is not None]

    def _ask(
        self, n: int, unread: bool, each: Callable[[str | None], None] | None = None
    ) -> Script[list[str | None]]:
        """Each card is asked for, even a known one (then there is one answer): so no count of draws tells what
        was known, and a tap is checked against it."""
        out: list[str | None] = []
        deck, of = _named(self.name), self.cards or self.name
        loose: list[str | None] = []
        for face in sorted(self.loose):
            loose += [face] * self.loose[face]
        if unread:
            loose.append(None)
        for i, known in enumerate(self.slots[:n]):
            values = (known,) if known is not None else tuple(loose)
            fields = {"deck": deck, "item": OneOf(values=values, of=of)}
            left, seen = n - i, i < self.openly
            draw = Ask(Drawn, CHANCE, fields, left=left, known=seen, looks=_looks(self.name, left, seen))
            card = (yield from draw).item
            if known is None and card is not None:
                loose.remove(card)
            out.append(card)
            if each:
                each(card)
        for i, card in enumerate(out):
            if self.slots[i] is None and card is not None:
                self.loose[card] -= 1
                self.slots[i] = card
        return out

    def put(self, face: str, at: int) -> None:
        """Back into the deck, seen: 0 is the top, `len(deck)` the bottom, `len(deck) // 2` the middle."""
        self.slots.insert(at, face)
        self.openly = min(self.openly, at)

    def read(self, face: str) -> None:
        """A card set aside unread turns out to be `face`."""
        self.loose[face] -= 1
        self.away -= 1

    def shuffle(self, more: Iterable[str] = ()) -> None:
        """Forget the order, with more cards mixed in."""
        self.loose.update([*(f for f in self.slots if f is not None), *(more := list(more))])
        self.slots = [None] * (len(self.slots) + len(more))
        self.openly = 0

    def tally(self) -> Mapping[str, int]:
        """How many cards of each face are in the deck or set aside unread."""
        if self.slots.count(None) == len(self.slots):
            return self.loose
        tally = dict(self.loose)
        for face in self.slots:
            if face is not None:
                tally[face] = tally.get(face, 0) + 1
        return tally

    def count(self, face: str) -> int:
        return self.tally().get(face, 0)

    def contents(self) -> Iterator[str]:
        """Every face in the deck or set aside unread, in no order that means anything."""
        yield from (f for f in self.slots if f is not None)
        yield from self.loose.elements()
