"""RULES.md, sections 3, 19 and 22: communities, popularity, votes, income, prices and thresholds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from companion.engine import Seat

from . import events as e
from .plan import Metal, Party
from .state import Debt, Table

# ---- communities


def neutral(t: Table) -> list[str]:
    """DEM-030. In the order of the board."""
    return [c for c in t.plan.communities if c not in t.held and c not in t.bastions]


def tokens_of(t: Table, party: str) -> list[str]:
    return [c for c in t.plan.communities if t.held.get(c) == party]


def holdings(t: Table, party: str) -> int:
    """DEM-032. Tokens and bastions."""
    return sum(p == party for p in t.held.values()) + sum(p == party for p in t.bastions.values())


def rivals(t: Table, party: str) -> list[str]:
    """DEM-145. Communities with a token of another party; never a bastion (DEM-031)."""
    return [c for c in t.plan.communities if t.held.get(c) not in (None, party)]


def metal(t: Table, community: str) -> Metal:
    """DEM-350. What its kind adds, on side B."""
    if t.options.board_side == "A":
        return Metal(t.plan.at.income, cost=0, low=0, high=0)
    return t.plan.metals[t.plan.communities[community]]


def put(t: Table, community: str, party: Party) -> None:
    """DEM-035. A token of the party on a neutral community, if its reserve has one; then its debts (DEM-229)."""
    if not t.chips[party]:
        return
    t.chips[party] -= 1
    t.held[community] = party
    t.tell(e.Won(party, community))
    settle(t, community)


def clear(t: Table, community: str) -> None:
    """A token is taken off the board."""
    t.tell(e.Freed(free(t, community), community))


def free(t: Table, community: str) -> str:
    """The token goes back to the reserve of its party: of which."""
    party = t.held.pop(community)
    t.chips[party] += 1
    return party


def replace(t: Table, community: str, party: Party) -> None:
    """DEM-143, DEM-035. A rival token by an own one; without one in the reserve it is only taken away."""
    if not t.chips[party]:
        return clear(t, community)
    other = t.held[community]
    t.chips[other] += 1
    t.chips[party] -= 1
    t.held[community] = party
    t.tell(e.Taken(party, community, other))
    return settle(t, community)


def settle(t: Table, community: str) -> None:
    """DEM-229, DEM-230, DEM-357. A token just gained goes to the oldest creditor who can be paid with it."""
    party = t.held[community]
    for i, debt in enumerate(t.debts):
        bronze = t.options.board_side == "A" or t.plan.communities[community] == "bronze"
        if debt.debtor != party or not t.chips[debt.creditor] or (debt.promised and not bronze):
            continue
        left = Debt(debt.debtor, debt.creditor, debt.left - 1, debt.promised)
        t.debts[i : i + 1] = [left] if left.left else []  # before it is told: the board is of that moment
        hand_over(t, community, debt.creditor)
        return


def hand_over(t: Table, community: str, creditor: Party) -> None:
    """DEM-227. One party's token becomes another's."""
    debtor = t.held[community]
    t.chips[debtor] += 1
    t.chips[creditor] -= 1
    t.held[community] = creditor
    t.tell(e.DebtPaid(debtor, community, creditor))


def cheapest(t: Table, communities: Iterable[str]) -> list[str]:
    """DEM-355. Those with the least income: what a party loses first, other than by a speech."""
    found = list(communities)
    least = min((metal(t, c).income for c in found), default=0)
    return [c for c in found if metal(t, c).income == least]


def losable(t: Table, seat: Seat) -> list[str]:
    """DEM-511, DEM-528. What a card of this player may take from other parties, without a threshold."""
    mine = t.party(seat)
    if t.options.board_side == "A":
        return rivals(t, mine)
    found = {c for p in t.plan.votes if p != mine for c in cheapest(t, tokens_of(t, p))}
    return [c for c in t.plan.communities if c in found]


# ---- popularity and votes


def gain(t: Table, seat: Seat, n: int) -> None:
    """DEM-033. Above 7 it is ignored."""
    count = min(n, t.plan.at.pop_max - t.pop[seat])
    if count > 0:
        t.pop[seat] += count
        t.tell(e.PopGained(seat, count, t.pop[seat]))


def lose(t: Table, seat: Seat, n: int) -> None:
    """DEM-033. Below 0 it is ignored."""
    count = min(n, t.pop[seat])
    if count > 0:
        t.pop[seat] -= count
        t.tell(e.PopLost(seat, count, t.pop[seat]))


def room(t: Table, seat: Seat) -> int:
    return t.plan.at.pop_max - t.pop[seat]


def add_votes(t: Table, party: str, n: int) -> None:
    """DEM-034. From the reserve into the urn, or into the hands of whoever taps them on the way; what is missing is
    ignored."""
    count = min(n, t.votes[party])
    if count:
        t.votes[party] -= count
        if t.options.votes_tapped:
            t.at_hand[party] = t.at_hand.get(party, 0) + count
        else:
            t.put_in[party] = t.put_in.get(party, 0) + count
            drop_in(t, party, count)
        t.tell(e.VotesIn(party, count))


def drop_in(t: Table, party: str, count: int) -> None:
    t.inside[party] = t.inside.get(party, 0) + count
    t.urn.shuffle([party] * count)


# ---- income, prices and thresholds


def in_power(t: Table, seat: Seat) -> bool:
    """DEM-432."""
    return t.party(seat) == t.power


def income(t: Table, seat: Seat) -> int:
    """DEM-037, DEM-351, DEM-450. Of the board as it is now, in full for each partner (DEM-038)."""
    party, weather = t.party(seat), t.plan.weather
    sky = t.environment if t.options.variable_budgets else ""
    total = weather.boom_bonus if sky == "boom" else 0
    for community, p in t.held.items():
        if p == party:
            earned = metal(t, community).income
            total += max(0, earned + weather.crisis_delta) if sky == "crisis" else earned
    for community, p in t.bastions.items():
        if p == party:
            total += weather.bastion_income if sky else metal(t, community).income
    return total


class Speech(NamedTuple):
    """What a speech in one community costs and takes."""

    extra: int
    low: int
    high: int  # 0: never a swap (DEM-144)


def speech(t: Table, seat: Seat, community: str, low: int, high: int) -> Speech:
    """DEM-140, DEM-352, DEM-353, DEM-455."""
    kind, shift = metal(t, community), 0
    if t.options.variable_thresholds and t.environment:
        shift = t.plan.weather.shift[t.environment]  # type: ignore[index]
        shift = shift if in_power(t, seat) else -shift
    return Speech(kind.cost, max(1, low + kind.low + shift), high and max(1, high + kind.high + shift))


def speech_targets(t: Table, seat: Seat) -> list[str]:
    """DEM-145, DEM-357. Where this player may speak."""
    found = sorted([*neutral(t), *rivals(t, t.party(seat))], key=list(t.plan.communities).index)
    if t.options.board_side == "B" and any(d.debtor == t.party(seat) and d.promised for d in t.debts):
        return [c for c in found if t.plan.communities[c] == "bronze"]
    return found
