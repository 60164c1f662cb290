"""I. Pacts: coins against obligations, open to every house beside the vote and its ties.

A house has one open proposal to another at a time; what it offers in it, coins and duty, is held. Who is asked for what
hangs on public facts alone: all four kinds stay open for every house, and what they hold is for its own eyes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import TypeVar

from companion.engine import HOST, Ask, Number, OneOf, Script, Seat, alike, ask, counter, number, one_of, seat_of, text

from . import moves as m
from .duties import KINDS, amounts, on_offer, position, refusal
from .lore import Duty
from .state import Offer, Pact, Table

TERMS = 80  # letters
ALOUD = "—"  # as agreed aloud

D = TypeVar("D", m.AcceptPact, m.RejectPact, m.WithdrawPact)
Desk = m.ProposePact | m.AcceptPact | m.RejectPact | m.WithdrawPact

_a_duty = one_of(KINDS, of="duty", shown=True)
_terms = text(TERMS, (ALOUD,))


# ---- the asks and their fields, made once and used again: what has not changed costs nothing

@cache
def _coins(most: int) -> Number:
    return number(0, most, shown=True)


@cache
def _power(most: int) -> Number:
    return number(1, most, shown=True)


@cache
def _to_give(free: int, most: int) -> Number:
    return Number(low=0, high=free, cover=_coins(most))


@cache
def _to_put(low: int, high: int, most: int) -> Number:
    return Number(low=low, high=high, cover=_power(most))


@cache
def _anybody(seats: tuple[Seat, ...]) -> OneOf:
    return seat_of(seats, shown=True)


@lru_cache(maxsize=1 << 8)
def _to(others: tuple[Seat, ...], busy: tuple[Seat, ...]) -> OneOf:
    free = tuple([s for s in others if s not in busy])
    return OneOf(values=free, why=dict.fromkeys(busy, "open-proposal"), of="seat", cover=_anybody(others))


@lru_cache(maxsize=1 << 8)
def _mine(kinds: tuple[str, ...]) -> OneOf:
    return OneOf(values=kinds, why={k: "not-to-promise" for k in KINDS if k not in kinds}, of="duty", cover=_a_duty)


@cache
def _any_proposal(seat: Seat, others: tuple[Seat, ...], minted: int, power: int) -> Ask[m.ProposePact]:
    """What everybody sees of it. What a house has and owes is for its own eyes."""
    some = _power(power)
    return ask(
        m.ProposePact, seat, to=_to(others, ()), give=_to_give(minted, minted), take=_coins(minted),
        mine=_mine(KINDS), mine_least=_to_put(1, power, power), mine_most=some,
        yours=_a_duty, yours_least=some, yours_most=some, whom=_anybody(tuple(sorted((seat, *others)))), terms=_terms,
    )  # fmt: skip


@cache
def _any_answer(kind: type[D], seat: Seat) -> Ask[D]:
    """Whose proposals have come, and to whom its own have gone, only the house knows."""
    return ask(kind, seat, seat=seat_of(()))


@lru_cache(maxsize=1 << 10)
def _accepting(
    seat: Seat, others: tuple[Seat, ...], can: tuple[Seat, ...], why: tuple[tuple[Seat, str], ...]
) -> Ask[m.AcceptPact]:
    return alike(_any_answer(m.AcceptPact, seat), seat=seat_of(can, {**dict.fromkeys(others, "no-offer"), **dict(why)}))


@lru_cache(maxsize=1 << 8)
def _rejecting(seat: Seat, others: tuple[Seat, ...], of: tuple[Seat, ...]) -> Ask[m.RejectPact]:
    return alike(_any_answer(m.RejectPact, seat), seat=seat_of(of, dict.fromkeys(others, "no-offer")))


@lru_cache(maxsize=1 << 8)
def _withdrawing(seat: Seat, others: tuple[Seat, ...], to: tuple[Seat, ...]) -> Ask[m.WithdrawPact]:
    return alike(_any_answer(m.WithdrawPact, seat), seat=seat_of(to, dict.fromkeys(others, "nothing-proposed")))


@lru_cache(maxsize=1 << 8)
def _recording(seats: tuple[Seat, ...], minted: int, power: int) -> Ask[m.RecordPact]:
    one, coins, some = seat_of(seats, shown=True), number(0, minted, shown=True), number(1, power, shown=True)
    return alike(ask(
        m.RecordPact, HOST, seat=one, to=one, give=coins, take=coins,
        mine=_a_duty, mine_least=some, mine_most=some, yours=_a_duty, yours_least=some, yours_most=some,
        whom=one, terms=_terms,
    ))  # fmt: skip


# ---- the counter


def desks(t: Table) -> Script[None]:
    """ANK-081..085. What the houses do about pacts; and those agreed aloud, that the host writes down."""
    windows: dict[Seat, Callable[[], Sequence[Ask[Desk | m.RecordPact]]]] = {s: _window(t, s) for s in range(t.n)}
    desk = counter({**windows, HOST: _register(t)})
    while True:
        move = yield from desk
        match move:
            case m.ProposePact(by=by, to=to):
                lay_out(t, Offer(by, to, move.give, move.take, *_duties(move), move.terms.strip()))
                t.tell(m.PactProposed(by, to), by, to)
            case m.AcceptPact(by=to, seat=by):
                accept(t, take_up(t, f"{by}-{to}"))
            case m.RejectPact(by=to, seat=by):
                take_up(t, f"{by}-{to}")
                t.tell(m.PactRejected(to, by), to, by)
            case m.WithdrawPact(by=by, seat=to):
                take_up(t, f"{by}-{to}")
                t.tell(m.PactWithdrawn(by, to), by, to)
            case m.RecordPact():
                record(t, Offer(move.seat, move.to, move.give, move.take, *_duties(move), move.terms.strip()))


def record(t: Table, offer: Offer) -> None:
    """ANK-194. What cannot stand is void, and nobody hears why."""
    if offer.by == offer.to or _cannot_offer(t, offer) or _denied(t, offer):
        t.void.append((offer.by, offer.to))
        t.tell(m.PactVoid(offer.by, offer.to))
    else:
        accept(t, offer)


def _window(t: Table, seat: Seat) -> Callable[[], list[Ask[Desk]]]:
    """What one house may do about its own proposals and those of others. What is unchanged is asked as it was."""

    most = t.minted  # public, and the same for the whole vote
    own: list[Ask[Desk]] = []
    mail: list[Ask[Desk]] = []
    asked: list[Ask[Desk]] = []  # what was asked last, and on what it rested
    on: tuple[object, ...] = ()
    read: tuple[object, ...] = ()

    def window() -> list[Ask[Desk]]:
        nonlocal own, mail, asked, on, read
        now = (
            t.outbox.get(seat), t.owed.get(seat), t.hand[seat], t.coins[seat], t.act.get(seat), t.slot, t.moderator,
            t.stage, len(t.gone),
        )  # fmt: skip
        inbox = t.inbox.get(seat)
        letters = (inbox, t.turns, now) if inbox else ("none", len(t.gone))
        if now != on or letters != read:
            own = own if now == on else proposals(t, seat, most)
            mail = mail if letters == read else answers(t, seat)
            asked, on, read = [*own, *mail], now, letters
        return asked

    return window


def _register(t: Table) -> Callable[[], list[Ask[m.RecordPact]]]:
    asked: list[Ask[m.RecordPact]] = []
    on, most = -1, t.minted

    def window() -> list[Ask[m.RecordPact]]:
        nonlocal asked, on
        if len(t.gone) != on:
            asked, on = [_recording(_others(t.n, HOST, tuple(t.gone)), most, t.power)], len(t.gone)
        return asked

    return window


def proposals(t: Table, seat: Seat, most: int) -> list[Ask[Desk]]:
    """What a house may do about its own proposals."""
    if seat in t.gone:
        return []
    others, busy, at = _others(t.n, seat, tuple(t.gone)), t.outbox.get(seat, ()), position(t, seat)
    proposing = alike(
        _any_proposal(seat, others, most, t.power), to=_to(others, busy), give=_to_give(max(0, t.free(seat)), most),
        mine=_mine(on_offer(t, seat, at)), mine_least=_to_put(*amounts(at), t.power),
    )  # fmt: skip
    return [proposing, _withdrawing(seat, others, busy)]


def answers(t: Table, seat: Seat) -> list[Ask[Desk]]:
    """What it may do about those of others."""
    if seat in t.gone:
        return []
    inbox, others = t.inbox.get(seat, ()), _others(t.n, seat, tuple(t.gone))
    can = inbox
    denied: tuple[tuple[Seat, str], ...] = ()
    for by in inbox:
        if why := _denied(t, t.offers[f"{by}-{seat}"]):
            can, denied = tuple([s for s in can if s != by]), (*denied, (by, why))
    return [_accepting(seat, others, can, denied), _rejecting(seat, others, inbox)]


@cache
def _others(n: int, seat: Seat, gone: tuple[Seat, ...]) -> tuple[Seat, ...]:
    return tuple(s for s in range(n) if s != seat and s not in gone)


def lay_out(t: Table, o: Offer) -> None:
    """A proposal lies open, and what it offers is held."""
    t.offers[f"{o.by}-{o.to}"] = o
    t.outbox[o.by] = (*t.outbox.get(o.by, ()), o.to)
    t.inbox[o.to] = (*t.inbox.get(o.to, ()), o.by)
    t.held[o.by] = t.held.get(o.by, 0) + o.give


def take_up(t: Table, key: str) -> Offer:
    """It does not any more."""
    o = t.offers.pop(key)
    t.outbox[o.by] = tuple([s for s in t.outbox[o.by] if s != o.to])
    t.inbox[o.to] = tuple([s for s in t.inbox[o.to] if s != o.by])
    t.held[o.by] -= o.give
    return o


def _duties(move: m.ProposePact | m.RecordPact) -> tuple[Duty, Duty]:
    return (
        _duty(move.mine, move.mine_least, move.mine_most, move.whom),
        _duty(move.yours, move.yours_least, move.yours_most, move.whom),
    )


def _duty(kind: str, one: int, other: int, whom: Seat) -> Duty:
    """Only what belongs to that kind; amounts in either order."""
    if kind in ("vote-aye", "vote-nay"):
        return Duty(kind, min(one, other), max(one, other))
    if kind == "raise":
        return Duty(kind, one)
    return Duty(kind, whom=whom) if kind == "leader" else Duty(kind)


def _denied(t: Table, o: Offer) -> str:
    """Why its partner may not accept it."""
    return refusal(t, o.to, o.by, o.take, o.yours, o.mine, o.coins())


def _cannot_offer(t: Table, o: Offer) -> bool:
    """Whether the house that offers could not honour it."""
    return bool(refusal(t, o.by, o.to, o.give, o.mine, o.yours, o.coins()))


def accept(t: Table, o: Offer) -> None:
    """ANK-084, ANK-085."""
    t.coins[o.by] += o.take - o.give
    t.coins[o.to] += o.give - o.take
    pair = f"{o.by}-{o.to}-"
    pact = Pact(o)
    t.pacts[pair + str(sum(key.startswith(pair) for key in t.pacts) + 1)] = pact
    if pact.binding:
        for seat, duty in ((o.by, o.mine), (o.to, o.yours)):
            if duty.kind != "nothing":
                t.owed[seat] = (*t.owed.get(seat, ()), duty)
    to = () if t.options.pact_visibility == "public" else (o.by, o.to)
    told = m.PactMade if pact.binding else m.PromiseMade
    t.tell(told(o.by, o.to, clauses(o, t.power)), *to)


def clauses(o: Offer, power: int) -> list[m.Clause]:
    """All that two houses have agreed on, part by part. `power`: what a bound means nothing beyond."""
    said = [m.Clause("pays", by, to, n) for by, to, n in ((o.by, o.to, o.give), (o.to, o.by, o.take)) if n]
    for seat, duty in ((o.by, o.mine), (o.to, o.yours)):
        kind = duty.kind
        if kind in ("vote-aye", "vote-nay"):
            kind += ".exactly" if duty.least == duty.most else ".least" if duty.most >= power else ".between"
        if kind != "nothing":
            said.append(m.Clause(kind, seat, duty.whom, duty.least, duty.most))
    return [*said, m.Clause("words", text=o.terms)] if o.terms != ALOUD or not said else said


# ---- what becomes of them


def broken(t: Table, seat: Seat, breaks: Callable[[Duty], bool]) -> None:
    """ANK-088. With `record`: what the house chooses now breaks those of its binding pacts whose duty it `breaks`."""
    for key, pact in t.pacts.items():
        o = pact.offer
        if not pact.binding or seat in pact.broken:
            continue
        duty, other = (o.mine, o.to) if o.by == seat else (o.yours, o.by) if o.to == seat else (None, seat)
        if duty is not None and breaks(duty):
            t.pacts[key] = Pact(o, (*pact.broken, seat))
            t.tell(m.PactBroken(seat, other), *(() if t.options.pact_visibility == "public" else (o.by, o.to)))


def lapse(t: Table, *of: Seat) -> None:
    """ANK-083, ANK-189. Open proposals lapse: all of them, or those to and from these houses."""
    for key, o in list(t.offers.items()):
        if not of or o.by in of or o.to in of:
            take_up(t, key)
            t.tell(m.PactLapsed(o.by, o.to), o.by, o.to)


def end(t: Table) -> None:
    """ANK-091. The effects begin: proposals lapse, obligations end; what was agreed stays to be read."""
    lapse(t)
    t.owed.clear()
