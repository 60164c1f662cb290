"""G, H, J, K. The vote: turns, changes of Leader, its end, ties, and what becomes of the power."""

from __future__ import annotations

from functools import lru_cache, partial

from companion.engine import (
    HOST,
    Ask,
    Move,
    Number,
    OneOf,
    Script,
    after,
    alike,
    ask,
    barred,
    beside,
    by_way_of,
    first,
    grave,
    number,
    one_of,
)
from companion.engine.fields import Seat

from . import moves as m
from . import pacts
from .duties import TIES, Turn, allowed, forced, keeps, least_vote, may_moderate, short
from .state import AYE, GATHER, MODERATE, NAY, NOBODY, SIDES, Table

Turns = m.Vote | m.Abstain | m.AddPower | m.PassTurn | m.ForceTurn

_both = one_of(SIDES, of="side", shown=True)
_hows = one_of((GATHER, MODERATE), of="how", shown=True)
_gather = one_of((GATHER,), of="how", shown=True)


def voting(t: Table) -> Script[str]:
    """ANK-055, ANK-081. The vote and its ties, pacts open beside them. The winning side."""
    t.act, t.put, t.slot, t.turns = {}, {}, NOBODY, 0
    t.offers, t.outbox, t.inbox, t.held = {}, {}, {}, {}
    t.pacts, t.owed, t.void = {}, {}, []
    t.verdict, t.totals, t.candidates = "", {}, []
    t.stage = "voting"
    side = yield from beside(decide(t), pacts.desks(t))
    pacts.end(t)
    t.stage, t.turn, t.candidates = "", NOBODY, []
    return side


def decide(t: Table) -> Script[str]:
    yield from phase(t)
    if t.options.pact_enforcement == "record":
        for seat in t.put:
            pacts.broken(t, seat, partial(short, t, seat))
    side = yield from result(t)
    yield from lead(t, side)
    return side


# ---- G, H. Turns


def phase(t: Table) -> Script[None]:
    """ANK-057, ANK-069, ANK-076..080."""
    seat = t.leader
    while True:
        t.turn = seat
        if t.act.get(seat) not in (GATHER, MODERATE):
            yield from turn(t, seat)
        t.turns += 1
        if seat == t.right(t.leader):
            return
        seat = t.left(seat)


def turn(t: Table, seat: Seat) -> Script[None]:
    """ANK-058, ANK-066, ANK-070, ANK-192."""

    asked: list[Ask[Turns]] = []  # what was asked last, and on what it rested
    on: tuple[object, ...] = ()

    def asking() -> list[Ask[Turns]]:
        nonlocal asked, on
        now = (t.hand[seat], t.owed.get(seat), seat in t.gone)
        if now != on:
            mine = [] if seat in t.gone else _later(t, seat) if seat in t.act else _opening(t, seat)
            asked, on = [*mine, _forcing], now
        return asked

    seconds, bell = (t.options.turn_seconds, "turn") if t.act else (t.options.discussion_seconds, "discussion")
    question = first(asking)
    move = yield from beside(question, rings(seconds, bell)) if seconds else question
    match move:
        case m.Vote(side=side, power=power):
            vote(t, seat, side, power)
        case m.Abstain(how=how):
            abstain(t, seat, how)
        case m.AddPower(power=power):
            add(t, seat, power)
        case m.PassTurn():
            pass_turn(t, seat)
        case m.ForceTurn():
            t.tell(m.Forced(seat))
            push(t, seat)


def _opening(t: Table, seat: Seat) -> list[Ask[Turns]]:
    left = allowed(t, seat)
    may = may_moderate(t) and (seat != t.moderator or t.options.moderator_may_reclaim)
    return [_voting(seat, left, t.hand[seat], least_vote(t), _known_hand(t, seat)), _abstaining(seat, left, may)]


def _later(t: Table, seat: Seat) -> list[Ask[Turns]]:
    left = allowed(t, seat)
    return [_adding(seat, t.act[seat], left, t.hand[seat], _known_hand(t, seat)), _passing(seat, left.may_pass)]


def rings(seconds: int, bell: str) -> Script[None]:
    """ANK-054, ANK-072. It only rings."""
    yield from after(seconds, bell)


def _known_hand(t: Table, seat: Seat) -> int:
    """The most that anybody may think this house could put, by what is public. ANK-010."""
    return t.hand[seat] if t.options.holdings == "public" else t.power


_forcing = alike(by_way_of(ask(m.ForceTurn, HOST), frozenset(("phone",))))  # the host's page, not OK


@lru_cache(maxsize=1 << 12)
def _voting(seat: Seat, left: Turn, has: int, least: int, most: int) -> Ask[m.Vote]:
    why = _by_pact(SIDES, left.sides) if has >= least else dict.fromkeys(SIDES, "no-power")
    side = OneOf(values=left.sides, why=why, of="side", cover=_both)
    cover = number(least, max(least, most), shown=True)
    below, above = _beyond(left.low > least, left.high < has)
    power = Number(low=left.low, high=left.high, below=below, above=above, cover=cover)
    return alike(ask(m.Vote, seat, side=side, power=power))


@lru_cache(maxsize=1 << 12)
def _abstaining(seat: Seat, left: Turn, may_moderate: bool) -> Ask[m.Abstain]:
    why = _by_pact((GATHER, MODERATE), left.hows)
    if not may_moderate:
        why[MODERATE] = "no-moderator"
    cover = _hows if may_moderate else _gather
    abstaining = ask(m.Abstain, seat, how=OneOf(values=left.hows, why=why, of="how", cover=cover))
    return alike(grave(abstaining))  # ANK-179


def _beyond(more: bool, less: bool) -> tuple[str, str]:
    """Why no less, and why no more: a pact asks for more than the rules, or lets put less than the house has."""
    return "pact-least" if more else "", "pact-most" if less else ""


def _by_pact(all_: tuple[str, ...], left: tuple[str, ...]) -> dict[str, str]:
    return {value: "pact" for value in all_ if value not in left}


@lru_cache(maxsize=1 << 12)
def _adding(seat: Seat, side: str, left: Turn, has: int, most: int) -> Ask[m.AddPower]:
    own = one_of((side,), of="side", shown=True)
    cover = number(1, max(1, most), shown=True)
    below, above = _beyond(left.low > 1, left.high < has)
    power = Number(low=left.low, high=left.high, below=below, above=above, cover=cover)
    why = {} if left.sides else {side: "pact" if has else "no-power"}
    return alike(ask(m.AddPower, seat, side=OneOf(values=left.sides, why=why, of="side", cover=own), power=power))


@lru_cache(maxsize=1 << 8)
def _passing(seat: Seat, may: bool) -> Ask[m.PassTurn]:
    return alike(ask(m.PassTurn, seat) if may else barred(ask(m.PassTurn, seat), "pact"))


def vote(t: Table, seat: Seat, side: str, power: int) -> None:
    """ANK-059, ANK-065."""
    _judge(t, seat, side, power)
    t.act[seat], t.put[seat] = side, power
    t.hand[seat] -= power
    t.tell(m.Voted(seat, side, power))
    _lead_if_most(t, seat)


def add(t: Table, seat: Seat, power: int) -> None:
    """ANK-066."""
    _judge(t, seat, "add", power)
    t.put[seat] += power
    t.hand[seat] -= power
    t.tell(m.Added(seat, power, t.put[seat]))
    _lead_if_most(t, seat)


def pass_turn(t: Table, seat: Seat) -> None:
    """ANK-068."""
    _judge(t, seat, "pass", 0)
    t.tell(m.Passed(seat))


def abstain(t: Table, seat: Seat, how: str) -> None:
    """ANK-061..065, ANK-126."""
    _judge(t, seat, how, 0)
    coins = t.book.at.abstain_coin * (2 if t.active("double_coin") else 1)
    t.act[seat] = how
    t.coins[seat] += coins
    t.minted += coins
    t.tell(m.Abstained(seat, how, coins))
    if how == MODERATE:
        t.slot = seat
        if t.moderator != seat:
            t.moderator = seat
            t.tell(m.ModeratorNow(seat))


def push(t: Table, seat: Seat) -> None:
    """ANK-073."""
    act, power = forced(t, seat)
    if act == "pass":
        pass_turn(t, seat)
    elif act == "add":
        add(t, seat, power)
    elif act in SIDES:
        vote(t, seat, act, power)
    else:
        abstain(t, seat, act)


def warns(t: Table, move: Move) -> tuple[str, bool] | None:
    """ANK-088. With `record`: whether this breaks what its house owes, which is then asked first."""
    if t.options.pact_enforcement == "strict" or not t.owed:
        return None
    match move:
        case m.Vote(side=act, power=power):
            breaks = any(not keeps(t, move.by, act, power, duty) for duty in t.owed.get(move.by, ()))
        case m.Abstain(how=how):
            breaks = any(not keeps(t, move.by, how, 0, duty) for duty in t.owed.get(move.by, ()))
        case m.AddPower(power=power):
            breaks = any(not keeps(t, move.by, "add", power, duty) for duty in t.owed.get(move.by, ()))
        case m.PassTurn():
            breaks = any(not keeps(t, move.by, "pass", 0, duty) for duty in t.owed.get(move.by, ()))
        case m.ChooseSide(side=side):
            breaks = any(d.kind in TIES and d.kind[4:] != side for d in t.owed.get(t.moderator, ()))
        case m.ChooseLeader(house=house):
            owed = [d.whom for d in t.owed.get(t.moderator, ()) if d.kind == "leader" and d.whom in t.candidates]
            breaks = any(whom != t.seat(house) for whom in owed)
        case _:
            return None
    return ("breaks-pact", t.options.pact_visibility == "public") if breaks else None


def _judge(t: Table, seat: Seat, act: str, power: int) -> None:
    """ANK-088."""
    if t.pacts:
        pacts.broken(t, seat, lambda duty: not keeps(t, seat, act, power, duty))


def _lead_if_most(t: Table, seat: Seat) -> None:
    """ANK-074, ANK-075."""
    mine = t.put[seat]
    if seat != t.leader and all(mine > put for s, put in t.put.items() if s != seat):
        t.leader = seat
        t.tell(m.LeaderNow(seat))


# ---- J. The result


def result(t: Table) -> Script[str]:
    """ANK-094, ANK-095."""
    t.totals = {side: sum(t.put[s] for s in t.voters(side)) for side in SIDES}
    if t.totals[AYE] == t.totals[NAY]:
        side = yield from _break_tie(t)
    else:
        side = AYE if t.totals[AYE] > t.totals[NAY] else NAY
    t.verdict = side
    t.tell(m.Decided(side, t.totals[AYE], t.totals[NAY]))
    return side


def _break_tie(t: Table) -> Script[str]:
    t.stage, t.turn = "tie-side", NOBODY
    t.tell(m.Tied(t.moderator, t.totals[AYE]))

    def choosing() -> list[Ask[m.ChooseSide]]:
        wanted = [d.kind[4:] for d in t.owed.get(t.moderator, ()) if d.kind in TIES]
        strict = wanted[:1] if t.options.pact_enforcement == "strict" else []
        sides = tuple(s for s in SIDES if s in strict or not strict)
        return [ask(m.ChooseSide, t.deputy(), side=OneOf(
            values=sides, why=_by_pact(SIDES, sides), of="side", cover=_both,
        ))]  # fmt: skip

    side = (yield from first(choosing)).side
    pacts.broken(t, t.moderator, lambda duty: duty.kind in TIES and duty.kind[4:] != side)
    return side


def lead(t: Table, side: str) -> Script[None]:
    """ANK-097..100."""
    if not t.voters(AYE) and not t.voters(NAY):
        if t.options.all_abstain_leader == "moderator" and t.leader != t.moderator:
            t.leader = t.moderator
            t.tell(m.LeaderNow(t.leader))
        return
    winners = t.voters(side)
    if t.act.get(t.leader) == side or t.act.get(t.leader) not in SIDES or not winners:
        return
    most = max(t.put[s] for s in winners)
    best = [s for s in range(t.n) if s in winners and t.put[s] == most]
    t.leader = best[0] if len(best) == 1 else (yield from _choose_leader(t, best))
    t.tell(m.LeaderNow(t.leader))


def _choose_leader(t: Table, best: list[Seat]) -> Script[Seat]:
    t.stage, t.turn, t.candidates = "tie-leader", NOBODY, best
    t.tell(m.LeaderTied(t.moderator, best))
    every = [t.house(s) for s in best]

    def choosing() -> list[Ask[m.ChooseLeader]]:
        wanted = {d.whom for d in t.owed.get(t.moderator, ()) if d.kind == "leader"} & set(best)
        strict = {t.house(s) for s in wanted} if t.options.pact_enforcement == "strict" else set()
        houses = tuple(h for h in every if h in strict or not strict)
        why = {h: "pact" for h in every if h not in houses}
        cover = one_of(every, of="house", shown=True)
        return [ask(m.ChooseLeader, t.deputy(), house=OneOf(values=houses, why=why, of="house", cover=cover))]

    chosen = t.seat((yield from first(choosing)).house)
    assert chosen is not None
    pacts.broken(t, t.moderator, lambda duty: duty.kind == "leader" and duty.whom in best and duty.whom != chosen)
    return chosen


# ---- K. Power after the vote


def settle(t: Table, side: str) -> None:
    """ANK-101..106."""
    t.laid = dict(t.put)
    gatherers = sorted(s for s, act in t.act.items() if act == GATHER)
    if gatherers and (share := t.pool // len(gatherers)):
        for seat in gatherers:
            t.hand[seat] += share
        t.pool -= share * len(gatherers)
        t.tell(m.Shared(gatherers, share))
    for seat, put in t.put.items():
        if t.act[seat] == side:
            t.pool += put
        else:
            t.hand[seat] += put
    t.put.clear()
    t.tell(m.PoolNow(t.pool))
