"""The final phase: trios, and who wins."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import product
from typing import NamedTuple

from companion.engine import Outcome, Seat

from . import moves as m
from .state import Table, Trio, Verdict

TIERS = ("", "monocolor", "bicolor", "tricolor")


class Piece(NamedTuple):
    """A figure as it counts in a trio (DMS-259, DMS-261)."""

    card: str
    suit: str
    forced: bool
    owner: Seat


def pieces(t: Table, seats: Iterable[Seat]) -> list[Piece]:
    """The figures of these seats that can be part of a trio."""
    announced = {(mark.seat, mark.slot): mark.suit for mark in t.marks}
    return [
        Piece(card, announced.get((seat, slot), card[1]), (seat, slot) in announced, seat)
        for seat in seats
        for slot, card in enumerate(t.figures.get(seat, ()))
        if card[0] in "ELJ"
    ]


def legal_trios(figures: Collection[Piece], conflict: str) -> list[Trio]:
    """DMS-261, DMS-265..267, DMS-290. Every trio that meets the obligations, as far as they can be met."""
    every = list(product(*([p for p in figures if p.card[0] == function] for function in "ELJ")))
    due = sum(p.forced for p in figures)
    most = max((sum(p.forced for p in trio) for trio in every), default=0)
    if every and most < due and conflict == "no_trio":
        return []
    return [
        Trio([p.card for p in trio], [p.suit for p in trio], [p.owner for p in trio])
        for trio in every
        if sum(p.forced for p in trio) == most
    ]


class Hall(NamedTuple):
    """All that decides: the legal trios of seats (and of teams, where they pool), totals, announcements."""

    t: Table
    seats: dict[Seat, list[Trio]]
    sides: dict[int, list[Trio]]  # of the best member, or pooled

    @property
    def pooled(self) -> bool:
        return self.t.options.team_trio == "pooled" and self.t.teams

    def tier(self, side: int) -> int:
        """DMS-292, DMS-370."""
        return best_tier(self.sides[side])

    def holders(self, side: int, tier: int) -> list[Seat]:
        """The members who present a trio of this tier; all of them where the team pools (DMS-374)."""
        members = self.t.sides[side]
        return members if self.pooled else [s for s in members if best_tier(self.seats[s]) == tier]

    def points(self, side: int, rule: str, tier: int = 0) -> int:
        """DMS-373, DMS-374, DMS-413. `trio_holder` counts as `any_member` where nobody is one."""
        totals = self.t.totals
        if rule == "team_sum":
            return sum(totals[s] for s in self.t.sides[side])
        who = self.holders(side, tier) if rule == "trio_holder" and tier else []
        return max(totals[s] for s in who or self.t.sides[side])

    def fulfilled(self, trios: Iterable[Trio], seats: Iterable[Seat]) -> bool:
        """DMS-437. One of the trios has exactly the suits that one of the seats has announced."""
        wanted = [self.t.announced[s] for s in seats if s in self.t.announced]
        return any(trio.suits in wanted for trio in trios)

    def side_fulfilled(self, side: int) -> bool:
        members = self.t.sides[side]
        if self.pooled:
            return self.fulfilled(self.sides[side], members)
        return any(self.fulfilled(self.seats[s], [s]) for s in members)


def best_tier(trios: Iterable[Trio]) -> int:
    return max((trio.tier for trio in trios), default=0)


def hall(t: Table) -> Hall:
    conflict = t.options.forced_conflict
    seats = {s: legal_trios(pieces(t, [s]), conflict) for s in range(t.n)}
    sides = {i: [trio for s in members for trio in seats[s]] for i, members in enumerate(t.sides)}
    if t.options.team_trio == "pooled" and t.teams:
        sides = {i: legal_trios(pieces(t, members), conflict) for i, members in enumerate(t.sides)}
    return Hall(t, seats, sides)


def verdict(t: Table) -> Verdict:
    """DMS-290..298, DMS-370..375, DMS-400..416."""
    h = hall(t)
    found = by_priorities(h) if t.options.mode == "team_2v2_1" else by_tier(h)
    sides, reasons, priority, compared = found or fallback(h)
    counted = at_priority_3(h) if priority == 3 else h
    tiers = {side: counted.tier(side) or h.tier(side) for side in h.sides}
    return Verdict(sides, reasons, priority, tiers, compared, presented(h) | presented(counted))


Finding = tuple[list[int], list[str], int, dict[int, int]]


def settled(h: Hall, contenders: list[int], tier: int, points: Mapping[int, int], announced: bool) -> Finding:
    """DMS-294, DMS-295, DMS-297, DMS-437. Among sides with the same tier: the announcement, then points; or shared."""
    if len(contenders) == 1:
        return contenders, [TIERS[tier]], 0, {}
    if announced and (fulfilled := [i for i in contenders if h.side_fulfilled(i)]):
        if len(fulfilled) == 1:
            return fulfilled, ["announced_trio"], 0, {}
        contenders = fulfilled
    top = max(points[i] for i in contenders)
    best = [i for i in contenders if points[i] == top]
    return best, ["points_tiebreak" if len(best) == 1 else "shared"], 0, {i: points[i] for i in contenders}


def by_tier(h: Hall) -> Finding | None:
    """DMS-292..297, DMS-372..375."""
    top = max(h.tier(i) for i in h.sides)
    if not top:
        return None
    contenders = [i for i in h.sides if h.tier(i) == top]
    points = {i: h.points(i, h.t.options.team_tiebreak, top) for i in contenders}
    return settled(h, contenders, top, points, h.t.options.announced_trio and top == 3)


def by_priorities(h: Hall) -> Finding | None:
    """DMS-400. The first that yields a winner ends the checks."""
    for priority, check in enumerate((priority_1, priority_2, priority_3), 1):
        if found := check(h):
            sides, reasons, _, compared = found
            return sides, reasons, priority, compared
    return None


def priority_1(h: Hall) -> Finding | None:
    """DMS-401, DMS-402, DMS-371. The holders of a tricolor trio; only their own totals count."""
    t = h.t
    held = {i: h.holders(i, 3) for i in h.sides if h.tier(i) == 3}
    if not held:
        return None
    if t.options.announced_trio and not h.pooled:  # DMS-437: among holders, not sides
        ready = {i: [s for s in seats if h.fulfilled(h.seats[s], [s])] for i, seats in held.items()}
        if any(ready.values()) and len(held) > 1:
            held = {i: seats for i, seats in ready.items() if seats}
            if len(held) == 1:
                return list(held), ["announced_trio"], 1, {}
    points = {i: max(t.totals[s] for s in seats) for i, seats in held.items()}
    return settled(h, list(held), 3, points, t.options.announced_trio)


def priority_2(h: Hall) -> Finding | None:
    """DMS-403..407, DMS-416. What the Independent has met."""
    t = h.t
    me = t.independent
    assert me is not None
    figures, mine = t.figures.get(me, []), t.totals[me]
    others = max(t.totals[s] for s in range(t.n) if s != me)
    met = {
        "spokesperson": mine > others or (mine == others and t.options.spokesperson == "tie_counts"),
        "media_controller": {"M1", "M2"} <= set(figures) and any(card[0] == "J" for card in figures),
        "dissident": best_tier(h.seats[me]) == 2,
    }
    reasons = [name for name, true in met.items() if true]
    return ([t.side(me)], reasons, 2, {}) if reasons else None


def priority_3(h: Hall) -> Finding | None:
    """DMS-410..415. What is left to the teams."""
    t, h = h.t, at_priority_3(h)
    sides = [i for i in h.sides if t.options.independent_p3 or t.independent not in t.sides[i]]
    tier = max(h.tier(i) for i in sides)
    if not tier:
        return None
    contenders = [i for i in sides if h.tier(i) == tier]
    points = {i: h.points(i, t.options.p3_tiebreak, tier) for i in contenders}
    return settled(h, contenders, tier, points, announced=False)


def at_priority_3(h: Hall) -> Hall:
    """DMS-411. With `mono_only` no other trios count."""
    if h.t.options.priority3 == "bi_then_mono":
        return h

    def mono(of: Mapping[int, list[Trio]]) -> dict[int, list[Trio]]:
        return {key: [trio for trio in trios if trio.tier == 1] for key, trios in of.items()}

    return Hall(h.t, mono(h.seats), mono(h.sides))


def fallback(h: Hall) -> Finding:
    """DMS-296, DMS-414."""
    if h.t.options.no_trio_fallback == "no_winner":
        return [], ["no_winner"], 0, {}
    points = {i: h.points(i, h.t.options.team_tiebreak) for i in h.sides}
    best = [i for i in points if points[i] == max(points.values())]
    return best, ["points_fallback" if len(best) == 1 else "shared"], 0, points


def presented(h: Hall) -> dict[Seat, Trio]:
    """DMS-291. The best of these trios of each seat, an announced one before others of its tier; of a pooled team,
    under its first member."""
    t = h.t
    found: dict[Seat, Trio] = {}
    groups = [(members[0], h.sides[i], members) for i, members in enumerate(t.sides)] if h.pooled else []
    for seat, trios, members in groups or [(s, h.seats[s], [s]) for s in range(t.n)]:
        if trios:
            found[seat] = max(trios, key=lambda trio: (trio.tier, h.fulfilled([trio], members)))
    return found


def won_with(t: Table) -> str:
    """Of an ended game: what the winner's trio was, whatever it was that decided."""
    v = t.verdict
    return TIERS[v.tiers[v.sides[0]]] or "no_trio" if v and v.sides else "nobody"


def final(t: Table) -> Outcome:
    """DMS-290..299."""
    t.phase = "final"
    t.verdict = v = verdict(t)
    if t.options.final_reveal == "all":
        for seat in range(t.n):
            for slot in t.hidden(seat):
                t.turn_up(seat, slot)
        t.unseen = sorted(t.power.contents())  # DMS-234
    else:
        for trio in v.trios.values():
            for card, owner in zip(trio.cards, trio.owners, strict=True):
                t.turn_up(owner, t.figures[owner].index(card))
    t.phase, t.ended = "over", v.reasons[0]
    winners = tuple(sorted(s for i in v.sides for s in t.sides[i]))
    t.tell(m.Won(list(winners), v.reasons[0]) if winners else m.NoWinner())
    return Outcome(winners, v.reasons[0])
