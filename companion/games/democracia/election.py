"""RULES.md, sections 14, 17 and 22: general elections, the debate before them, and how the game is won."""

from __future__ import annotations

from typing import Literal

from companion.engine import HOST, Outcome, Over, Script, Seat, ask, some_of

from . import board, pacts
from . import events as e
from . import moves as m
from .office import best, invest, no_president, selection
from .piles import by_hand
from .plan import MAJOR, MINOR, Party
from .state import Table
from .urn import into_urn, out_of_urn


def election(t: Table) -> Script[None]:
    """DEM-200..214."""
    t.phase = "election"
    t.seats, t.night = {}, {}
    yield from term(t)
    for party in MAJOR:
        if party not in t.candidates:
            yield from selection(t, party)  # DEM-213
    yield from fill(t)
    yield from count(t)
    minority_victory(t)
    if t.elections + 1 == t.plan.at.elections:
        last_election(t)
    yield from investiture(t)
    yield from clear(t)


def term(t: Table) -> Script[None]:
    """DEM-201. A president who is still there has completed the term."""
    if t.president is None:
        return
    t.points[t.president] += 1
    if t.card.get(t.president):
        yield from by_hand(t, "term", "president")
        t.presidents.shuffle(t.card.pop(t.president))
    t.tell(e.TermCompleted(t.president))


# ---- the urn


def fill(t: Table) -> Script[None]:
    """DEM-202, DEM-203, DEM-440."""
    if t.options.debate:
        yield from debate(t)
    else:
        if n := len(board.neutral(t)):
            t.tell(e.BasicVotes(n))
        yield from into_urn(t, dict.fromkeys(MAJOR, n))
    t.tell(e.ElectionBegan(len(board.neutral(t))))
    if "urn" in t.options.tapped and board.neutral(t):
        yield from ask(m.Shaken, HOST)


def count(t: Table) -> Script[None]:
    """DEM-204..207. One token for each neutral community, blind; what the urn cannot fill stays without a seat."""
    t.phase = "count"
    for community in board.neutral(t):
        if (party := (yield from out_of_urn(t))) is None:
            break
        t.drawn[community] = t.night[community] = party
        t.tell(e.VoteDrawn(community, party))
    t.seats = {p: board.holdings(t, p) + sum(v == p for v in t.drawn.values()) for p in t.plan.votes}
    t.tell(e.Counted(dict(t.seats)))


def clear(t: Table) -> Script[None]:
    """DEM-185, DEM-211, DEM-212."""
    t.phase = "clear"
    if "urn" in t.options.tapped:
        yield from ask(m.Emptied, HOST)
    for party in t.plan.votes:
        t.votes[party] += t.inside.pop(party, 0) + sum(v == party for v in t.drawn.values())
    t.urn.slots.clear()
    t.urn.loose.clear()
    t.drawn.clear()
    t.put_in.clear()
    t.tell(e.UrnEmptied())
    if t.n > 3:
        t.candidates.clear()
    t.offers, t.accepted, t.refusing = [], {}, []
    t.elections += 1
    t.legislature += 1
    t.attorney_used = False


# ---- the debate


PLACES: tuple[Literal["wins", "ties", "loses"], ...] = ("wins", "ties", "loses")


def debate(t: Table) -> Script[None]:
    """DEM-440..443. Both are evaluated before any loss."""
    both = {party: debater(t, party, other) for party, other in (MAJOR, MAJOR[::-1])}
    t.tell(e.Debated(t.environment, list(both.values())))
    for party in MAJOR:
        yield from give_up(t, party, both[party].lost)
    n = len(board.neutral(t))
    yield from into_urn(t, {p: n // 2 if both[p].votes == "half" else n for p in MAJOR})


def debater(t: Table, party: Party, other: Party) -> e.Debater:
    """DEM-432, DEM-440, DEM-441. How it goes for one side, and what that costs it."""
    pop, rival = (t.pop[t.candidates[p]] for p in (party, other))
    place = 1 if pop == rival else 0 if pop > rival else 2
    stance: Literal["power", "opposition"] = "power" if t.power == party else "opposition"
    row = t.plan.weather.debate[t.environment][stance]  # type: ignore[index]
    lost = int(pop < board.holdings(t, party)) if row.lost[place] < 0 else row.lost[place]
    votes: Literal["all", "half"] = "half" if row.half[place] else "all"
    return e.Debater(PLACES[place], t.candidates[party], party, stance, pop, lost, votes)


def give_up(t: Table, party: Party, n: int) -> Script[None]:
    """DEM-442, DEM-355. Side A: the candidate chooses; side B: those that earn least, and of equals the chosen."""
    while n and (tokens := board.tokens_of(t, party)):
        if len(tokens) <= n:
            going = tokens
        elif t.options.board_side == "B" and len(cheap := board.cheapest(t, tokens)) <= n:
            going = cheap
        else:
            among = tokens if t.options.board_side == "A" else board.cheapest(t, tokens)
            field = some_of(among, n, n, of="communities", shown=True)
            going = (yield from ask(m.GiveUp, t.candidates[party], communities=field)).communities
            going = [c for c in t.plan.communities if c in going]
        for community in going:
            board.free(t, community)
            t.tell(e.GivenUp(party, community))
        n -= len(going)


# ---- who governs


def investiture(t: Table) -> Script[None]:
    """DEM-210, DEM-220, DEM-226."""
    winner: Party | None = next((p for p in MAJOR if t.seats[p] >= t.plan.at.majority), None)
    if winner is None:
        winner = yield from pacts.talks(t)
    t.phase = "investiture"
    if winner is None:
        return no_president(t)
    candidate = t.candidates[winner]
    seat = yield from invest(t, winner)
    if seat is not None and t.party(seat) == winner:
        pacts.carry_out(t, candidate)
    return None


# ---- how the game is won


def minority_victory(t: Table) -> None:
    """DEM-208, DEM-311, DEM-317, DEM-409. At most one other party with as many seats or more."""
    last = t.elections + 1 == t.plan.at.elections
    won: list[Seat] = []
    for seat in t.minorities():
        mine = t.seats[t.party(seat)]
        rivals = [p for p, n in t.seats.items() if p != t.party(seat) and n >= mine]
        if len(rivals) <= 1 and not (last and t.owed[seat]):
            won.append(seat)
    if won:
        finish(t, best(best(won, lambda s: t.seats[t.party(s)]), t.pop.__getitem__), "minority")


def last_election(t: Table) -> None:
    """DEM-209, DEM-312..316, DEM-318, DEM-409."""
    blue, red = (t.seats[p] for p in MAJOR)
    if blue != red:
        seat = t.candidates["blue" if blue > red else "red"]
        t.points[seat] += 1
        t.tell(e.LastPoint(seat))
    else:
        t.tell(e.LastLevel())
    for seat in t.order:
        if t.hidden[seat]:
            t.tell(e.PensionsShown(seat, list(t.hidden[seat])))
            t.pensions[seat] += t.hidden[seat]
            t.hidden[seat] = []
    ranked = [s for s in t.order if t.party(s) not in MINOR]
    t.worth = {s: pension_points(t, s) for s in ranked}
    for seat in [s for s in ranked if t.owed[s]]:
        t.tell(e.BarredFromVictory(seat))
        ranked.remove(seat)
    ranked = best(best(ranked, t.points.__getitem__), t.worth.__getitem__)
    finish(t, best(ranked, t.pop.__getitem__), "points")


def pension_points(t: Table, seat: Seat) -> int:
    """DEM-314, DEM-315."""
    return sum(t.plan.pensions[p].points for p in (*t.pensions[seat], *t.hidden[seat]))


def finish(t: Table, winners: list[Seat], reason: str) -> None:
    t.winners, t.ended = winners, reason
    t.tell(e.Victory(list(winners), reason))
    raise Over(Outcome(tuple(winners), reason))
