"""What every phase is made of: one seat's step, and cards that change hands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeVar

from companion.engine import HOST, Ask, Deck, Move, OneOf, Script, Seat, ask, one_of, seat_of, together

from . import moves as m
from .state import FROM_DECK, Table, Taken, Visible

M = TypeVar("M", bound=Move)

PHONE: Final = frozenset({"phone"})  # the way of what others may not see being said


def quorum(t: Table) -> Script[None]:
    """DMS-456. With fewer than two present the game waits until the host says who is back."""
    while len(t.present()) < 2:
        came_back(t, (yield from ask(m.MarkPresent, HOST, seat=seat_of(t.away, shown=True))))


def step(t: Table, here: Callable[[], bool], asks: Callable[[], Iterable[Ask[M]]], seconds: int) -> Script[M | None]:
    """One seat's answer to one of these asks. None: it is away, or its time ran out."""
    said = yield from together(lambda: asks() if here() else [], at_most=seconds)
    return next(iter(said.values()), None)


def actors(t: Table) -> Iterator[Seat]:
    """DMS-042, DMS-457. Deal order, without those who have left meanwhile."""
    return (seat for seat in t.dealt if t.acts(seat))


# ---- cards


def replace(t: Table, seat: Seat) -> Script[None]:
    """DMS-062. The top card of the people deck, for this seat alone."""
    if not t.people:
        remake(t, seat)
    t.drawing, t.drawer = "card", seat
    (card,) = yield from t.people.faces(1)
    t.drawing, t.drawer = "", None
    t.hold(seat, [*t.hands[seat], card])


def remake(t: Table, seat: Seat) -> None:
    """DMS-460. A card is due, and deck and pool are empty: what lies face down is the new deck, all but the card that
    this seat has just laid down."""
    for owner, cards in t.covered.items():
        kept = cards[-1:] if owner == seat else []
        t.people.shuffle(cards[: len(cards) - len(kept)])
        t.covered[owner] = kept
    t.tell(m.DeckRemade(len(t.people)))


def sources(t: Table) -> OneOf:
    """DMS-083, DMS-087, DMS-111, DMS-460. The deck, or a card of the visible pool."""
    deck = [FROM_DECK] if t.people or not t.pool else []
    return one_of([*deck, *(v.card for v in t.pool)], {FROM_DECK: "deck-empty"}, of="people", shown=True)


def take(t: Table, seat: Seat, source: str) -> Script[None]:
    """DMS-083, DMS-084. Which source is public."""
    if source == FROM_DECK:
        t.tell(m.TookDeck(seat))
        return (yield from replace(t, seat))
    t.pool = [v for v in t.pool if v.card != source]
    t.taken.append(Taken(seat, source))
    t.hold(seat, [*t.hands[seat], source])
    t.tell(m.TookVisible(seat, source))
    return None


def forced(t: Table, seat: Seat) -> Script[int]:
    """DMS-455. Time ran out: a random place of the hand."""
    t.tell(m.TimeRanOut(seat))
    hand = t.hands[seat]
    (card,) = yield from Deck.of("forced_discard", hand).faces(1)
    return hand.index(card)


def lay_open(t: Table, seat: Seat, place: int) -> None:
    """DMS-061."""
    card = t.hands[seat].pop(place)
    t.pool.append(Visible(card, seat))
    t.tell(m.Discarded(seat, card))


def lay_covered(t: Table, seat: Seat, place: int) -> None:
    """DMS-082, DMS-112."""
    t.covered[seat].append(t.hands[seat].pop(place))
    t.tell(m.DiscardedCovered(seat))


# ---- corrections


def went_away(t: Table, move: m.MarkAbsent) -> None:
    """DMS-456. At once, and for the rest of this round."""
    t.away.append(move.seat)
    if move.seat in t.dealt and move.seat not in t.left:
        t.left.append(move.seat)
    t.tell(m.WentAway(move.seat))


def came_back(t: Table, move: m.MarkPresent) -> None:
    """DMS-456. From the next round on."""
    t.away.remove(move.seat)
    t.tell(m.CameBack(move.seat))
