"""DMS-453, DMS-454: rounds whose hands the table does not know. It prompts, and notes what is shown."""

from __future__ import annotations

from companion.engine import Ask, Script, Seat, ask, default, first, one_of, together

from . import moves as m
from .hands import Combo, combo_of, completing
from .state import Table, Taken, Visible
from .steps import actors, quorum


def turn(t: Table, phase: str) -> Script[None]:
    """People discard and take without the table, until the dealer says that all have. Face-up discards may be tapped,
    in deal order; what is taken from the pool is tapped by who takes it."""
    noted: list[Seat] = []
    took: list[Seat] = []
    t.phase = phase  # type: ignore[assignment]

    def window() -> list[Ask[m.NoteDiscard | m.NoteTaken | m.CloseTurn]]:
        asks: list[Ask[m.NoteDiscard | m.NoteTaken | m.CloseTurn]] = []
        waiting = [s for s in actors(t) if s not in noted]
        if waiting and phase != "secret_discard":
            asks.append(ask(m.NoteDiscard, waiting[0], card=one_of(unplaced(t), of="people", shown=True)))
        if phase != "public_discard" and t.pool:
            pool = one_of([v.card for v in t.pool], of="people", shown=True)
            asks += [ask(m.NoteTaken, s, card=pool) for s in actors(t) if s not in took]
        return [*asks, default(ask(m.CloseTurn, closer(t)))]

    while True:
        yield from quorum(t)
        move = yield from first(window)
        if isinstance(move, m.NoteDiscard):
            noted.append(move.by)
            t.pool.append(Visible(move.card, move.by))
            t.tell(m.Discarded(move.by, move.card))
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


def unplaced(t: Table) -> list[str]:
    """The cards of which the table does not know where they lie."""
    shown = {card for cards in t.showing.values() for card in cards}
    pool = {v.card for v in t.pool}
    return [card for card in t.plan.cards if card not in shown and card not in pool]


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
        free = unplaced(t)
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


def rest(t: Table, seat: Seat) -> Script[None]:
    """The unplayed cards of a tied hand, for the table's eyes alone."""
    t.rest[seat] = []
    for _ in range(5 - len(t.showing[seat])):
        known = {card for cards in t.rest.values() for card in cards}
        free = [card for card in unplaced(t) if card not in known]
        t.rest[seat].append((yield from ask(m.ShowRest, seat, card=one_of(free, of="people"))).card)
