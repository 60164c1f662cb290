"""The discard turns and the poll between them."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine import HOST, Ask, Script, Seat, after, ask, by_way_of, first, place_of, together, yes_no

from . import moves as m
from .state import FROM_DECK, Table, Visible
from .steps import PHONE, actors, forced, lay_covered, lay_open, quorum, replace, sources, step, take

# ---- turn 1


def public_turn(t: Table) -> Script[None]:
    """DMS-060..063."""
    t.phase = "public_discard"
    if t.options.discard_order == "simultaneous":
        return (yield from public_turn_at_once(t))
    for seat in actors(t):
        yield from quorum(t)
        moved = yield from step(t, lambda s=seat: t.acts(s), lambda s=seat: [openly(t, s)], t.options.turn_seconds)  # type: ignore[misc]
        if moved is None and not t.acts(seat):
            continue
        lay_open(t, seat, moved.place if moved else (yield from forced(t, seat)))
        yield from replace(t, seat)
    return None


def public_turn_at_once(t: Table) -> Script[None]:
    """DMS-063. All commit a card, all are turned up together, then each is replenished."""
    yield from quorum(t)
    chosen = yield from together(lambda: [openly(t, s) for s in actors(t)], at_most=t.options.turn_seconds)
    places = {s: move.place for s, move in chosen.items()}
    for seat in [s for s in actors(t) if s not in chosen]:
        places[seat] = yield from forced(t, seat)
    places = {s: places[s] for s in t.dealt if s in places}
    for seat, place in places.items():
        lay_open(t, seat, place)
    for seat in places:
        yield from replace(t, seat)


def openly(t: Table, seat: Seat) -> Ask[m.DiscardOpenly]:
    return ask(m.DiscardOpenly, seat, place=place_of(t.hands[seat], of="people"))


# ---- turn 2


def secret_turn(t: Table) -> Script[None]:
    """DMS-080..088."""
    t.phase = "secret_discard"
    for seat in actors(t):
        yield from quorum(t)
        moved = yield from step(t, lambda s=seat: t.acts(s), lambda s=seat: secretly(t, s), t.options.turn_seconds)  # type: ignore[misc]
        if isinstance(moved, m.DiscardSecretly):
            lay_covered(t, seat, moved.place)
            yield from take(t, seat, moved.source)
        elif t.acts(seat) and t.plan.full:
            if moved is None:
                t.tell(m.TimeRanOut(seat))
            t.tell(m.Passed(seat))  # DMS-081; DMS-455: time that ran out is a pass
        elif t.acts(seat):
            yield from discard_by_force(t, seat)


def secretly(t: Table, seat: Seat) -> list[Ask[m.DiscardSecretly] | Ask[m.Pass]]:
    place = place_of(t.hands[seat], of="people")
    discard = ask(m.DiscardSecretly, seat, place=place, source=sources(t))
    return [discard, ask(m.Pass, seat)] if t.plan.full else [discard]


def discard_by_force(t: Table, seat: Seat) -> Script[None]:
    """DMS-455. A random card, and the deck as its source, if the deck has any."""
    lay_covered(t, seat, (yield from forced(t, seat)))
    yield from take(t, seat, FROM_DECK if t.people or not t.pool else t.pool[0].card)


# ---- turn 3


def unanimous_turn(t: Table) -> Script[None]:
    """DMS-109..113."""
    t.phase = "unanimous_discard"
    for seat in actors(t):
        yield from quorum(t)
        moved = yield from step(t, lambda s=seat: t.acts(s), lambda s=seat: [unanimously(t, s)], t.options.turn_seconds)  # type: ignore[misc]
        if moved:
            lay_covered(t, seat, moved.place)
            yield from take(t, seat, moved.source)
        elif t.acts(seat):
            yield from discard_by_force(t, seat)


def unanimously(t: Table, seat: Seat) -> Ask[m.DiscardUnanimously]:
    return ask(m.DiscardUnanimously, seat, place=place_of(t.hands[seat], of="people"), source=sources(t))


def turn_up(t: Table) -> None:
    """DMS-109. All secret discards at once, before anyone discards."""
    cards = [Visible(card, seat) for seat in t.around(t.dealer) for card in t.covered.get(seat, ())]
    t.pool += cards
    for seat in t.covered:
        t.covered[seat] = []
    t.tell(m.TurnedUp([v.card for v in cards]))


# ---- the poll


class Objection(Exception):
    """DMS-105. In an open poll the first veto ends it: it passes through whatever else is being said."""

    def __init__(self, side: int) -> None:
        super().__init__(side)
        self.side = side


def poll(t: Table) -> Script[bool]:
    """DMS-100..108. Whether the unanimous turn takes place."""
    t.phase = "unanimous_poll"
    asked = [side for side in in_order(t) if t.vetoes[side] and voters(t, side)]  # DMS-104
    match t.options.veto_poll:
        case "sequential":
            t.vetoed = yield from one_by_one(t, asked)
        case "simultaneous":
            said = (yield from together({side: vetoes(t, side) for side in asked})) if asked else {}
            t.vetoed = [side for side in asked if said[side]]
        case "open":
            t.vetoed = yield from anybody_against(t, asked)
    for side in t.vetoed:
        t.vetoes[side] -= 1  # DMS-102, DMS-106
        t.tell(m.Vetoed(t.sides[side], t.vetoes[side]))
    if not t.vetoed:
        t.tell(m.NoVeto())
    return not t.vetoed


def in_order(t: Table) -> list[int]:
    """DMS-101. Sides by their first member in deal order."""
    return list(dict.fromkeys(t.side(seat) for seat in actors(t)))


def voters(t: Table, side: int) -> list[Seat]:
    """DMS-338, DMS-456. Who answers for this side: its members who play this round."""
    return [seat for seat in t.sides[side] if t.acts(seat)]


def one_by_one(t: Table, asked: list[int]) -> Script[list[int]]:
    for side in asked:
        yield from quorum(t)
        if (yield from vetoes(t, side)):
            return [side]
    return []


def anybody_against(t: Table, asked: list[int]) -> Script[list[int]]:
    """DMS-105, `open`."""
    if not asked:
        return []
    try:
        yield from first(together({side: objecting(t, side) for side in asked}), nobody_objects(t))
    except Objection as objection:
        return [objection.side]
    return []


def objecting(t: Table, side: int) -> Script[None]:
    if (yield from vetoes(t, side)):
        raise Objection(side)


def nobody_objects(t: Table) -> Script[None]:
    """What the dealer may state, or the host if the dealer has left; not at once."""
    yield from after(t.plan.objection_seconds)
    yield from together(lambda: [nobody(t.dealer) if t.acts(t.dealer) else ask(m.NobodyObjects, HOST)])


def nobody(dealer: Seat) -> Ask[m.NobodyObjects]:
    """By phone alone: on the panel the dealer's NO is a veto, and nothing else."""
    return by_way_of(ask(m.NobodyObjects, dealer), PHONE)


def vetoes(t: Table, side: int) -> Script[bool]:
    """DMS-338. Whether this side vetoes: all of its members want it, before their time is over."""
    team = len(t.sides[side]) > 1
    seconds = t.options.consult_seconds if team else t.options.turn_seconds
    covertly = team or t.options.veto_poll == "simultaneous"  # the panel lies before all eyes

    def asks() -> list[Ask[m.Consent]]:
        each = [ask(m.Consent, seat, agree=yes_no(of="consent")) for seat in voters(t, side)]
        return [by_way_of(one, PHONE) for one in each] if covertly else each

    said = yield from together(asks, at_most=seconds)  # no answer ends it early: that would tell which it was
    return unanimous_no(said, voters(t, side))


def unanimous_no(said: Mapping[Seat, m.Consent], members: list[Seat]) -> bool:
    return bool(members) and all(seat in said and not said[seat].agree for seat in members)
