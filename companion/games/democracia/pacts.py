"""RULES.md, section 15: electoral pacts. Offers and answers are open, and bind nobody until one has a majority."""

from __future__ import annotations

from typing import Any

from companion.engine import Ask, Script, Seat, about, ask, first, grave, number, seat_of, some_of

from . import board
from . import events as e
from . import moves as m
from .clock import timed
from .office import best, investable, lot
from .plan import MAJOR, Party
from .state import Debt, Offer, Table


def talks(t: Table) -> Script[Party | None]:
    """DEM-220..235. The party whose candidate is to be invested; None: nobody's (DEM-232)."""
    t.phase = "pact"
    runners = [s for p in MAJOR if (s := t.candidates.get(p)) is not None and investable(t, p) is not None]
    minorities = t.minorities()
    reachable = [s for s in runners if strength(t, s, minorities) >= t.plan.at.majority]
    if reachable and (seat := (yield from timed(t, negotiation(t, runners, minorities), "pact"))) is not None:
        return t.party(seat)
    t.offers, t.accepted = [], {}
    return (yield from deadlock(t, runners))


def negotiation(t: Table, runners: list[Seat], minorities: list[Seat]) -> Script[Seat | None]:
    """DEM-220..225, DEM-235. Until a candidate has a majority, or no minority party talks any more."""

    def open_round() -> list[Ask[Any]]:
        return asks(t, runners, minorities)

    while set(t.refusing) != set(minorities):
        move = yield from first(open_round)
        heard(t, move)
        for s in runners:
            if strength(t, s, with_(t, s)) >= t.plan.at.majority:
                return s
    return None


def strength(t: Table, candidate: Seat, minorities: list[Seat]) -> int:
    """DEM-225."""
    return t.seats[t.party(candidate)] + sum(t.seats[t.party(s)] for s in minorities)


def with_(t: Table, candidate: Seat) -> list[Seat]:
    """The minority players who have accepted this candidate, in the order in which they did."""
    return [s for s, c in t.accepted.items() if c == candidate]


def deadlock(t: Table, runners: list[Seat]) -> Script[Party | None]:
    """DEM-232, DEM-249."""
    if t.options.pact_deadlock == "no_president" or not runners:
        return None
    runners = best(best(runners, lambda s: t.seats[t.party(s)]), t.pop.__getitem__)
    seat = runners[0]
    if len(runners) > 1:
        seat = yield from lot(t, "investiture", runners)
    return t.party(seat)


# ---- what may be said


def asks(t: Table, runners: list[Seat], minorities: list[Seat]) -> list[Ask[Any]]:
    out: list[Ask[Any]] = []
    for s in runners:
        open_to = [x for x in minorities if t.accepted.get(x) != s]  # DEM-223
        if open_to and (said := offer(t, s, open_to)):
            out.append(said)
        if made := [o.to for o in t.offers if o.by == s and o.to in open_to]:
            out.append(ask(m.Withdraw, s, to=seat_of(made, shown=True)))
    for s in minorities:
        if s in t.refusing:
            out.append(ask(m.TalkAgain, s))
            continue
        if offers := [o for o in t.offers if o.to == s and t.accepted.get(s) != o.by]:
            accept = ask(m.AcceptOffer, s, candidate=seat_of([o.by for o in offers], shown=True))
            out.append(about(accept, *offers))  # what has been changed meanwhile is not accepted unseen
        if s in t.accepted:
            out.append(ask(m.Revoke, s))
        out.append(grave(ask(m.NoDeal, s)))  # of the last one it ends the talks
    return out


def offer(t: Table, seat: Seat, to: list[Seat]) -> Ask[Any] | None:
    """DEM-221, DEM-222, DEM-357. Tokens that no accepted offer of theirs names; a promise only where there is none. Who
    has pledged them all has nothing more to offer."""
    tokens = board.tokens_of(t, t.party(seat))
    if not tokens:
        promised = number(1, len(t.plan.communities), shown=True)
        return ask(m.MakePromise, seat, to=seat_of(to, shown=True), count=promised)
    taken = {c for o in t.offers if o.by == seat and o.to not in to for c in o.communities}
    free = [c for c in tokens if c not in taken]
    if not free:
        return None
    why = dict.fromkeys(t.plan.communities, "not-your-token") | dict.fromkeys(taken, "promised-elsewhere")
    field = some_of(free, 1, len(free), of="communities", shown=True, why=why)
    return ask(m.MakeOffer, seat, to=seat_of(to, shown=True), communities=field)


def heard(t: Table, move: Any) -> None:
    match move:
        case m.MakeOffer(by=by, to=to, communities=communities):
            named = [c for c in t.plan.communities if c in communities]
            move_from(t, by, to, named)
            put_offer(t, Offer(by, to, tuple(named)))
            t.tell(e.Offered(by, to, named))
        case m.MakePromise(by=by, to=to, count=count):
            put_offer(t, Offer(by, to, promise=count))
            t.tell(e.Promised(by, to, count))
        case m.Withdraw(by=by, to=to):
            t.offers = [o for o in t.offers if (o.by, o.to) != (by, to)]
            t.tell(e.Withdrawn(by, to))
        case m.AcceptOffer(by=by, candidate=candidate):
            t.accepted.pop(by, None)
            t.accepted[by] = candidate
            t.tell(e.AcceptedOffer(by, candidate))
        case m.Revoke(by=by):
            t.tell(e.Revoked(by, t.accepted.pop(by)))
        case m.NoDeal(by=by):
            t.accepted.pop(by, None)
            t.refusing.append(by)
            t.tell(e.RefusedAll(by))
        case m.TalkAgain(by=by):
            t.refusing.remove(by)
            t.tell(e.TalksAgain(by))


def put_offer(t: Table, offer: Offer) -> None:
    t.offers = [*(o for o in t.offers if (o.by, o.to) != (offer.by, offer.to)), offer]


def move_from(t: Table, seat: Seat, to: Seat, communities: list[str]) -> None:
    """DEM-221. A community named anew leaves the other offer of the same candidate, and all are told."""
    for o in [o for o in t.offers if o.by == seat and o.to != to and set(o.communities) & set(communities)]:
        t.offers.remove(o)
        if left := tuple(c for c in o.communities if c not in communities):
            put_offer(t, Offer(o.by, o.to, left))
            t.tell(e.Offered(o.by, o.to, list(left)))
        else:
            t.tell(e.Withdrawn(o.by, o.to))


# ---- what is done


def carry_out(t: Table, seat: Seat) -> None:
    """DEM-226..230. The pacts of the invested candidate, in the order in which they were accepted."""
    for minority in with_(t, seat):
        party, creditor = t.party(seat), t.party(minority)
        for o in t.offers:
            if (o.by, o.to) != (seat, minority):
                continue
            waiting = o.promise
            for community in o.communities:
                if t.chips[creditor]:
                    board.hand_over(t, community, creditor)
                else:
                    waiting += 1
            if waiting:
                t.debts.append(Debt(party, creditor, waiting, bool(o.promise)))
                t.tell(e.DebtOwed(party, creditor, waiting))
