"""DMS-453, DMS-454: rounds whose hands the table does not know. It prompts, and notes what is shown."""

from __future__ import annotations

from companion.engine import Ask, Script, Seat, ask, by_way_of, default, first, one_of, together

from . import moves as m
from .hands import Combo, combo_of, completing
from .state import Table, Taken, Visible
from .steps import PHONE, actors, quorum, step

TAPPED = PHONE | {"cards"}  # and on the panel OK is left to the dealer: all have discarded


def turn(t: Table, phase: str) -> Script[None]:
    """People discard and take without the table, until the dealer says that all have. Face-up discards may be tapped,
    and a tap does not tell whose the card is; what is taken from the pool is noted for who takes it."""
    noted, took = 0, list[Seat]()
    t.phase = phase  # type: ignore[assignment]

    def window() -> list[Ask[m.NoteDiscard | m.NoteTaken | m.CloseTurn]]:
        asks: list[Ask[m.NoteDiscard | m.NoteTaken | m.CloseTurn]] = []
        if phase != "secret_discard" and noted < len([*actors(t)]):
            free = one_of(unplaced(t), of="people", shown=True)
            asks.append(by_way_of(ask(m.NoteDiscard, closer(t), card=free), TAPPED))
        if phase != "public_discard" and t.pool:
            pool = one_of([v.card for v in t.pool], of="people", shown=True)
            asks += [by_way_of(ask(m.NoteTaken, s, card=pool), TAPPED) for s in actors(t) if s not in took]
        return [*asks, default(ask(m.CloseTurn, closer(t)))]

    while True:
        yield from quorum(t)
        move = yield from first(window)
        if isinstance(move, m.NoteDiscard):
            noted += 1
            t.pool.append(Visible(move.card, None))
            t.tell(m.Noted(move.card))
        elif isinstance(move, m.NoteTaken):
            took.append(move.by)
            t.pool = [v for v in t.pool if v.card != move.card]
            t.taken.append(Taken(move.by, move.card))
            t.tell(m.TookVisible(move.by, move.card))
        else:
            return


def closer(t: Table) -> Seat:
    """The dealer, or the first who still plays."""
    return t.dealer if t.acts(t.dealer) else next(actors(t), -4)


def unplaced(t: Table, seat: Seat | None = None) -> list[str]:
    """The cards of which the table does not know that they lie elsewhere than with this seat. DMS-454: one that
    somebody has been seen taking can come from their hand alone."""
    known = {card for cards in t.showing.values() for card in cards} | {v.card for v in t.pool}
    known |= {taken.card for taken in t.taken if taken.seat != seat}
    return [card for card in t.plan.cards if card not in known]


def declare(t: Table) -> Script[dict[Seat, Combo]]:
    """Each taps what it shows, card by card: only what can still become a combination."""
    shown: dict[Seat, Combo] = {}
    for seat in actors(t):
        yield from quorum(t)
        combo = yield from show(t, seat)
        if combo:
            shown[seat] = combo
    return shown


def show(t: Table, seat: Seat) -> Script[Combo | None]:
    cards: list[str] = []
    t.showing[seat] = cards

    def asks() -> list[Ask[m.ShowCard | m.Fold]]:
        if not t.acts(seat):
            return []
        free = unplaced(t, seat)
        fit = completing(cards, free, t.worth(seat))
        why = dict.fromkeys(t.plan.cards, "elsewhere") | dict.fromkeys(free, "no-combination")
        card = one_of(fit, why, of="people", shown=True)
        return [ask(m.ShowCard, seat, card=card), ask(m.Fold, seat)]

    while True:
        said = yield from together(asks, at_most=t.options.turn_seconds)
        move = said.get(seat)
        if not isinstance(move, m.ShowCard):
            t.showing[seat] = []
            return None
        cards.append(move.card)
        if combo := combo_of(cards, t.worth(seat)):
            return combo


def rest(t: Table, seat: Seat) -> Script[bool]:
    """The unplayed cards of a tied hand, for the table's eyes alone. Whether it has shown all of them."""
    t.rest[seat] = []
    for _ in range(5 - len(t.showing[seat])):
        known = {card for cards in t.rest.values() for card in cards}
        asks = [ask(m.ShowRest, seat, card=one_of([c for c in unplaced(t, seat) if c not in known], of="people"))]
        said = yield from step(t, lambda: t.acts(seat), lambda asks=asks: asks, t.options.turn_seconds)  # type: ignore[misc]
        if said is None:
            return False
        t.rest[seat].append(said.card)
    return True
