"""RULES.md, sections 13 and 16: candidates, the president, investiture and resignation."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine import Deck, Script, Seat, ask, yes_no

from . import events as e
from . import moves as m
from .agents import leave_office, take_office
from .piles import by_hand
from .plan import MAJOR, Party
from .state import Table
from .windows import president_window


def best(seats: list[Seat], rank: Callable[[Seat], int]) -> list[Seat]:
    """Those who have most; several where it is level."""
    most = max(map(rank, seats), default=0)
    return [s for s in seats if rank(s) == most]


# ---- candidates


def selection(t: Table, party: Party) -> Script[None]:
    """DEM-180..184. Of a majority party with two players; the one who will be free, or who has more popularity."""
    pair = t.members(party)
    if len(pair) < 2:
        return
    free = [s for s in pair if s not in t.convicted] or pair
    ahead = best(free, t.pop.__getitem__)
    chosen = ahead[0]
    if len(ahead) > 1:
        chosen = yield from lot(t, "candidate", ahead)
    candidate(t, chosen, e.CandidateByLot if len(ahead) > 1 else e.IsCandidate)
    partner = t.partner(chosen)
    if partner is None or partner in t.convicted:
        return
    if (yield from ask(m.Cede, chosen, cede=yes_no())).cede:
        candidate(t, partner)


def candidate(
    t: Table, seat: Seat, how: type[e.IsCandidate] | type[e.CandidateByLot] = e.IsCandidate
) -> None:
    party = t.party(seat)
    if t.candidates.get(party) != seat:
        t.candidates[party] = seat
        t.tell(how(seat, party))


def lot(t: Table, name: str, seats: list[Seat]) -> Script[Seat]:
    """DEM-181, DEM-232. Drawn among the tied."""
    (seat,) = yield from Deck.of(name, map(str, seats)).faces(1)
    return int(seat)


# ---- resignation


def resignation(t: Table) -> Script[None]:
    """DEM-280..288. Before anything else at the end of a round."""
    seat = t.president
    if seat is None:
        return
    if t.must_resign:
        return resign(t, seat, "convicted")
    if not t.pop[seat]:
        if (yield from president_window(t, "resign")) == "avoid_resignation":
            t.tell(e.StaysOn(seat))
            return
        return resign(t, seat, "zero_pop")
    if t.options.voluntary_resignation and (yield from ask(m.Resign, seat, resign=yes_no())).resign:
        return resign(t, seat, "wish")
    return None


def resign(t: Table, seat: Seat, why: e.Resigning) -> None:
    """DEM-282, DEM-284, DEM-289."""
    leave_office(t, seat)
    t.resigned = seat
    t.first = t.left_of(seat)
    t.tell(e.Resigned(seat, why))


def succeed(t: Table) -> None:
    """DEM-283, DEM-285, DEM-286. The partner of whoever has resigned becomes the candidate, and may not decline."""
    assert t.resigned is not None
    party, partner = t.party(t.resigned), t.partner(t.resigned)
    if t.phase == "election":
        if partner is not None and t.candidates.get(party) == t.resigned:
            candidate(t, partner)
    elif partner is not None:
        candidate(t, t.resigned if partner in t.convicted else partner)


def early_elections(t: Table) -> Script[None]:
    """DEM-285. The other majority party selects; the next round is one of elections."""
    assert t.resigned is not None
    t.tell(e.EarlyElections())
    succeed(t)
    (other,) = [p for p in MAJOR if p != t.party(t.resigned)]
    yield from selection(t, other)
    t.round = len(t.plan.seating.rounds) - 1


# ---- investiture


def investable(t: Table, party: Party) -> Seat | None:
    """DEM-241, DEM-247, DEM-286, DEM-332. Who of this party would be invested now: the candidate, or the partner."""
    candidate = t.candidates.get(party)
    if candidate is None:
        return None
    for seat in (candidate, t.partner(candidate)):
        if seat is not None and not t.is_jailed(seat):
            barred = seat == t.resigned and t.partner(seat) is not None
            if not barred:
                return seat
    return None


def invest(t: Table, party: Party) -> Script[Seat | None]:
    """DEM-240..248. The winning party's, or the other's without a pact, or nobody."""
    (other,) = [p for p in MAJOR if p != party]
    seat = investable(t, party)
    if seat is None:
        seat = investable(t, other)
    if seat is None:
        no_president(t)
        return None
    candidate(t, seat)
    yield from inaugurate(t, seat)
    return seat


def no_president(t: Table) -> None:
    """DEM-248, DEM-261."""
    if t.president is not None:
        leave_office(t, t.president)
    t.power = ""
    t.tell(e.NoPresident())


def inaugurate(t: Table, seat: Seat) -> Script[None]:
    """DEM-260..270."""
    if t.president not in (None, seat):
        leave_office(t, t.president)
    t.president, t.power, t.first, t.must_resign = seat, t.party(seat), seat, False
    take_office(t, seat)
    t.tell(e.Invested(seat, [s for s, with_ in t.accepted.items() if t.party(with_) == t.party(seat)]))
    for media in t.mine(seat, "media"):
        t.tell(e.Covered(seat, media))
    t.card[seat] = []
    if not len(t.presidents) and t.discards["president"]:
        yield from by_hand(t, "president", "president")
        t.presidents.shuffle(t.discards["president"])
        t.discards["president"] = []
        t.tell(e.Reshuffled("president", len(t.presidents)))
    t.card[seat] = yield from t.presidents.faces(1)  # of an empty deck none
