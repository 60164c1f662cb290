"""The urn: what goes in; what comes out, blind, at an election and by a card; and what is done where a real one holds
something else than the books say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine import HOST, Ask, Deck, Field, OneOf, Script, aside, ask, by_way_of, default, first, grave, share

from . import board
from . import events as e
from . import moves as m
from .plan import Party
from .state import Table


def into_urn(t: Table, votes: Mapping[Party, int]) -> Script[None]:
    """DEM-034, DEM-203. Tokens that are tapped on their way are waited for. Whoever says that all are in answers for
    the rest: nobody has to look for a lost one, or wait for a reader."""

    def asks() -> list[Ask[Any]]:
        missing = sum(t.at_hand.values())
        every: list[Ask[Any]] = [default(grave(ask(m.AllIn, HOST), missing)), tapped(t)]
        if t.turn is not None:  # whose card it is has them in hand
            every.append(aside(grave(ask(m.AllIn, t.turn), missing)))
        return every

    for party in votes:
        board.add_votes(t, party, votes[party])
    while t.at_hand:
        said = yield from first(asks)
        dropped = [said.party] if isinstance(said, m.DropVote) else [p for p, n in t.at_hand.items() for _ in range(n)]
        for one in dropped:
            t.at_hand[one] -= 1
            board.drop_in(t, one, 1)
        t.at_hand = {p: n for p, n in t.at_hand.items() if n}


def tapped(t: Table) -> Ask[m.DropVote]:
    """By a token as it is held in the hand, for its face: one that lies in the urn already is another."""
    left = tuple(p for p in t.plan.votes if p in t.at_hand)
    over = {p: "no-vote-due" for p in t.plan.votes if p not in t.at_hand}
    token = OneOf(values=left, faces=left, why=over, of="votes", shown=True)
    return by_way_of(ask(m.DropVote, HOST, party=token), frozenset(("cards",)))


def out_of_urn(t: Table) -> Script[str | None]:
    """DEM-204, DEM-206, DEM-504. One token; None: there is no more. Of a real urn the host may say that it is empty, or
    what really lies in it; by the books it can only come to an end."""
    said: Any
    while "urn" in t.options.tapped or len(t.urn):
        drawing = t.urn.faces(1)
        if "urn" not in t.options.tapped:
            said = yield from drawing
        elif len(t.urn):
            said = yield from first(drawing, by_the_host(ask(m.NoneLeft, HOST)), by_the_host(contents(t)))
        else:
            said = yield from first(ask(m.NoneLeft, HOST), by_the_host(contents(t)))
        match said:
            case m.RecountUrn():
                recounted(t, said)
            case m.NoneLeft():
                if len(t.urn):
                    recount(t, {})
                    t.tell(e.NoneLeftInUrn())
                break
            case [str(party)]:
                t.inside[party] -= 1
                return party
    return None


def by_the_host(of: Ask[Any]) -> Ask[Any]:
    """On the host's page, beside what the table waits for; OK does not say it."""
    return grave(aside(by_way_of(of, frozenset(("phone",)))))


def contents(t: Table) -> Ask[m.RecountUrn]:
    return ask(m.RecountUrn, HOST, votes=lying(t))


def lying(t: Table) -> Field:
    """What may lie in a real urn, out of what is not on the board: a form begins with what the books say, if all may
    read that."""
    total = {p: t.votes[p] + t.inside.get(p, 0) for p in t.plan.votes}
    start = t.inside if t.options.show_urn_totals else {}
    return share(sum(total.values()), total, least=0, of="votes", shown=True, start=start)


def recountable(t: Table) -> dict[str, Field] | None:
    """A real urn at any time between two draws; where it is drawn from, that question stands beside the draw."""
    drawn_from = t.pulling or t.phase == "count"
    if "urn" not in t.options.tapped or not t.rounds or drawn_from or t.drawn:
        return None
    return {"votes": lying(t)}


def recounted(t: Table, move: m.RecountUrn) -> None:
    recount(t, move.votes)
    t.tell(e.UrnRecounted())


def recount(t: Table, votes: Mapping[str, int]) -> None:
    """DEM-034. The difference is told, and settled by what really lies there: the reserve has the rest."""
    before = dict(t.inside)
    for party in t.plan.votes:
        t.inside[party] = votes.get(party, 0)
        t.votes[party] += before.get(party, 0) - t.inside[party]
    t.urn = Deck.of("urn", [p for p, n in t.inside.items() for _ in range(n)], cards="votes")
    for party in t.plan.votes:
        if (said := before.get(party, 0)) != t.inside[party]:
            t.tell(e.UrnDiffers(party, said, t.inside[party]))
