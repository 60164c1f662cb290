"""P, Q. The end of a reign: plan points, places, prestige and greed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from companion.engine import Seat

from .lore import RESOURCES, Plan
from .state import Score, Table, Visible

K = TypeVar("K")
LAST = "last"


def ranks(values: Mapping[K, int], dense: bool = False) -> dict[K, int]:
    """ANK-153, ANK-154. From the highest down: 1, 1, 3, or dense 1, 1, 2."""
    better = {k: [w for w in values.values() if w > v] for k, v in values.items()}
    return {k: 1 + (len(set(above)) if dense else len(above)) for k, above in better.items()}


def in_zone(plan: Plan, tracks: Mapping[str, int]) -> int:
    """ANK-142, ANK-143. How many resources lie in the plan's zones, bounds included."""
    return sum(any(low <= tracks[r] <= high for low, high in plan.zones) for r in RESOURCES)


def resource_points(plan: Plan, tracks: Mapping[str, int], inclusive: bool = True) -> int:
    """ANK-143..150."""
    if plan.spread:
        values = [tracks[r] for r in RESOURCES]
        return max(values) - min(values) + inclusive
    return plan.table[in_zone(plan, tracks)]


def economy(t: Table) -> dict[Seat, int]:
    """ANK-151, ANK-152."""
    rank = ranks(t.coins, t.options.tie_ranking == "dense")
    by_rank = {s: t.book.plan(t.plans[s]).economy for s in t.plans}
    return {s: by_rank[s][r - 1] if r <= len(by_rank[s]) else 0 for s, r in rank.items()}


def visible_points(t: Table, plan: Visible) -> int:
    """ANK-155, ANK-156."""
    values = {r: t.tracks[r] if plan.polarity == "positive" else -t.tracks[r] for r in RESOURCES}
    table = t.book.at.visible_positive if plan.polarity == "positive" else t.book.at.visible_negative
    rank = ranks(values, t.options.tie_ranking == "dense")[plan.resource]
    return table[rank - 1] if rank <= len(table) else 0


def majority(t: Table) -> dict[Seat, int]:
    """ANK-157. What lies in the pool belongs to nobody."""
    table = t.book.at.power_majority
    rank = ranks(t.hand, t.options.tie_ranking == "dense")
    return {s: table[r - 1] if r <= len(table) else 0 for s, r in rank.items()}


def scores(t: Table) -> dict[Seat, Score]:
    """ANK-141, ANK-158, ANK-161..163, ANK-165, ANK-166."""
    coins, power = economy(t), majority(t)
    seen = {s: sum(visible_points(t, v) for v in t.visible if v.seat == s) for s in range(t.n)}
    resources = {
        s: resource_points(t.book.plan(p), t.tracks, t.options.extremist_inclusive) for s, p in t.plans.items()
    }
    points = {s: resources[s] + coins[s] + seen[s] + power[s] for s in range(t.n)}
    rank = ranks(points, t.options.tie_ranking == "dense")
    names = labels(points, rank)
    out: dict[Seat, Score] = {}
    for s in range(t.n):
        prestige, greed = awards(t, s, names[s])
        out[s] = Score(resources[s], coins[s], seen[s], power[s], points[s], rank[s], names[s], prestige, greed)
    return out


def labels(points: Mapping[Seat, int], rank: Mapping[Seat, int]) -> dict[Seat, str]:
    """ANK-161, ANK-162. The lowest group is the last, unless it is the first too."""
    lowest = min(points.values())
    return {s: LAST if points[s] == lowest and rank[s] > 1 else str(rank[s]) for s in points}


def awards(t: Table, seat: Seat, label: str) -> tuple[int, int]:
    """ANK-163, ANK-165, ANK-166. Prestige and greed."""
    prestige, greed = t.book.standings[t.cause][label]
    plan = t.plans[seat]
    if plan in t.book.house(t.house(seat)).favoured:
        prestige += t.options.house_affinity_prestige
    if t.cause != "death":
        greed += t.book.plan(plan).abdication_greed
    return prestige, greed


def best(t: Table) -> list[Seat]:
    """ANK-159, ANK-160. Who has most points."""
    most = max(score.points for score in t.scores.values())
    return [s for s in range(t.n) if t.scores[s].points == most]
