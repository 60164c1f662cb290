"""RULES.md, section 4 and DEM-260 to DEM-271: agents that come and go, and what goes with them."""

from __future__ import annotations

from companion.engine import Seat

from . import events as e
from .piles import bury, discard, in_order
from .state import UNREAD, Owed, Table

GOVERNMENT = ("gov_media", "attorney")


def lose_agent(t: Table, agent: str) -> None:
    """DEM-047, DEM-266, DEM-514. Out of play, with its card (DEM-092), its tokens and its briefcases (DEM-413); a debt
    stays with its player (DEM-408)."""
    seat = t.owner_of(agent)
    assert seat is not None and t.kind(agent) != "leader", "DEM-046"
    if agent in t.under:
        bury(t, seat, agent)
    if agent in t.up:
        discard(t, seat, t.up.pop(agent))
    drop_cases(t, agent)
    return_tokens(t, agent)
    part(t, seat, agent)
    t.tokens.pop(agent, None)
    if t.kind(agent) in GOVERNMENT:
        t.beside.append(agent)
        if t.kind(agent) == "gov_media":
            return_ability(t, seat)
    else:
        t.market.append(agent)
    t.tell(e.AgentLost(seat, agent))


def part(t: Table, seat: Seat, agent: str) -> None:
    """The player has this agent no more, but still owes what lay under it (DEM-408)."""
    t.owned[seat].remove(agent)
    t.owed[seat] = [Owed(o.card, "") if o.agent == agent else o for o in t.owed[seat]]


def free_judge(t: Table, judge: str) -> None:
    """DEM-525, DEM-047. Independent again; its token leaves the card it lies on."""
    seat = t.owner_of(judge)
    assert seat is not None
    drop_cases(t, judge)
    t.owned[seat].remove(judge)
    t.tokens.pop(judge, None)
    t.market.append(judge)
    t.tell(e.JudgeFreed(judge))


def return_tokens(t: Table, agent: str) -> None:
    """DEM-077. The tokens on the agent's card go back to their Judges."""
    for judge in [j for j, a in t.tokens.items() if a == agent]:
        del t.tokens[judge]


def drop_cases(t: Table, agent: str) -> None:
    """DEM-413. No briefcase on an agent that is gone, nor from one."""
    for case in [k for k, c in t.cases.items() if c.target == agent or t.sources[k] == agent]:
        drop_case(t, case)


def drop_case(t: Table, case: int) -> None:
    """DEM-414. The token goes back to the supply without any effect, and a paid card that waited for nothing to the
    discards (in its owner's turn at the clean-up)."""
    gone, source = t.cases.pop(case), t.sources.pop(case)
    t.tell(e.CaseGone(gone.seat, gone.target))
    if gone.paid and source in t.up and t.turn != gone.seat:
        discard(t, gone.seat, t.up.pop(source))


# ---- the Government's


def take_office(t: Table, seat: Seat) -> None:
    """DEM-262..265, DEM-269, DEM-270."""
    for agent in list(t.beside):
        t.owned[seat].append(agent)
        if t.kind(agent) == "gov_media":
            own = t.plan.ability("media")
            t.parked[seat] = own
            if not t.options.opaque:
                t.hands[seat].remove(own)
                t.hands[seat].append(t.plan.ability("gov_media"))
                in_order(t, seat)
    t.beside.clear()


def leave_office(t: Table, seat: Seat) -> None:
    """DEM-261, DEM-271, DEM-282."""
    for agent in [a for a in t.owned[seat] if t.kind(a) in GOVERNMENT]:
        part(t, seat, agent)
        t.beside.append(agent)
        if t.kind(agent) == "gov_media":
            return_ability(t, seat)
    if cards := t.card.pop(seat, []):
        t.discards["president"] += cards
    t.president = None
    t.must_resign = False


def return_ability(t: Table, seat: Seat) -> None:
    """DEM-265, DEM-266. The Government Media's ability leaves, the own Media's comes back."""
    own = t.parked.pop(seat)
    if not t.options.opaque:
        t.hands[seat].remove(t.plan.ability("gov_media"))
        t.hands[seat].append(own)
        in_order(t, seat)
    else:
        assert UNREAD in t.hands[seat]
