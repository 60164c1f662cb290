"""L, M, N. What the winning option does, special events, the signature and the time track."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine import HOST, Ask, Script, Seat, ask, first

from . import lore
from . import moves as m
from .lore import RESOURCES, Effect
from .state import GATHER, SIDES, Chronicle, Milestone, Side, Special, Table


def apply(t: Table, side: str) -> None:
    """ANK-107. One by one, in the order of the card; the signer is the Leader of now."""
    card = t.dilemma
    effects = t.lore.dilemmas[card].option(side)
    t.printed = {**t.printed, side: effects}  # ANK-096
    net = 0
    for effect in effects:
        net += _apply(t, effect, card, side)
    if t.options.stability_check == "net":
        sway(t, net)


def _apply(t: Table, effect: Effect, card: str, side: str) -> int:
    """Its steps of stability, where they are added up first."""
    steps = 0
    match effect:
        case lore.Move(resource=resource, steps=printed):
            steps = _coupled(t, move(t, resource, _with_momentum(t, resource, printed)))
        case lore.Sway(steps=steps):
            pass
        case lore.Unlock(card=other, position=position):
            unlock(t, other, position)
        case lore.Remove(card=other):
            remove(t, other)
        case lore.Mark(resource=resource, polarity=polarity):
            _mark(t, Milestone(polarity, t.house(t.leader), card, side, t.placed + 1), resource)
        case lore.Tale(card=other):
            t.history.append(Chronicle(other, t.house(t.leader), t.reign, side))
            t.tell(m.HistoryPlaced(other, t.house(t.leader)))
        case lore.Happening(card=other, action=action):
            _happen(t, other, action)
        case lore.ArcEnd(arc=arc, ending=ending, fate=fate):
            t.arcs[arc] = ending
            t.fate += fate
            t.tell(m.ArcFinished(arc, ending, fate))
        case lore.Grant():
            _grant(t, effect, side)
    if t.options.stability_check == "sequential":
        sway(t, steps)
    return steps


# ---- tracks


def move(t: Table, resource: str, steps: int) -> tuple[int, int]:
    """ANK-108. Printed steps and those really made."""
    was = t.tracks[resource]
    now = t.tracks[resource] = min(t.book.at.track_max, max(t.book.at.track_min, was + steps))
    t.shifts[resource] = t.shifts.get(resource, 0) + now - was
    t.tell(m.Moved(resource, steps, now))
    return steps, now - was


def _coupled(t: Table, moved: tuple[int, int]) -> int:
    """ANK-109, ANK-110. What a moved resource makes of stability."""
    if t.options.stability_rule == "explicit" and "explicit" in t.lore.supports:
        return 0
    return moved[t.options.stability_clamp == "actual"]


def sway(t: Table, steps: int) -> None:
    """ANK-111, ANK-112. At an end of its track stability stays for good."""
    if t.pending or not steps:
        return
    at, was = t.book.at, t.stability
    t.stability = min(at.track_max, max(at.track_min, was + steps))
    t.shifts["stability"] = t.shifts.get("stability", 0) + t.stability - was
    t.tell(m.StabilityMoved(steps, t.stability))
    if t.stability == at.track_max:
        t.pending = "abdication_high"
    elif t.stability == at.track_min:
        t.pending = "abdication_low"
    if t.pending:
        t.tell(m.Toppled(t.pending))


def _with_momentum(t: Table, resource: str, steps: int) -> int:
    """ANK-114..117."""
    side = t.momentum.get(resource)
    if side is None:
        return steps
    up = steps > 0
    t.momentum[resource] = Side(up, marker=up == side.up)
    if up != side.up:
        return steps
    more = 2 if side.marker else 1
    return steps + (more if up else -more)


# ---- the deck


def unlock(t: Table, card: str, position: str) -> None:
    """ANK-118."""
    if card not in t.locked:
        t.tell(m.NotLocked(card))
        return
    t.locked.remove(card)
    if position == "top":
        t.top.append(card)
        t.tell(m.OnTop(card))
    else:
        t.deck.shuffle([card])
        t.tell(m.Unlocked(card))


def remove(t: Table, card: str) -> None:
    """ANK-119. For the rest of the campaign."""
    if card in t.locked:
        t.locked.remove(card)
    elif card in t.top:
        t.top.remove(card)
    elif t.deck.count(card):
        rest = [c for c in t.deck.contents() if c != card]
        t.deck = t.deck.of(t.deck.name, rest)
    else:
        return
    t.removed.append(card)
    t.tell(m.Removed(card))


# ---- the board


def _mark(t: Table, tile: Milestone, resource: str) -> None:
    """ANK-120. Oldest first; a fourth takes the place of the oldest."""
    t.placed = tile.serial
    t.milestones[resource] = [*t.milestones.get(resource, []), tile][-t.book.at.milestone_slots :]
    t.tell(m.MilestonePlaced(resource, tile.polarity, tile.house, f"{tile.card}.{tile.side}"))


def _happen(t: Table, card: str, action: str) -> None:
    """ANK-122, ANK-125, ANK-127."""
    if not t.options.events:
        t.tell(m.EventIgnored(card))
        return
    at = next((i for i, e in enumerate(t.specials) if e.card == card), None)
    if action == "end":
        if at is not None:
            del t.specials[at]
            t.tell(m.EventEnded(card))
        return
    incident = t.lore.incidents[card]
    holds = at is not None and t.specials[at].holds
    new = Special(card, incident.kind, incident.resource, incident.steps, incident.rounds, True, holds)
    if at is None:
        t.specials.append(new)
    else:
        t.specials[at] = new
    t.tell(m.EventStarted(card, incident.rounds))


def _grant(t: Table, g: lore.Grant, side: str) -> None:
    """ANK-124. Losses stop at 0."""
    seats = _who(t, g.who, side)
    for seat in seats:
        house = t.house(seat)
        if g.what == "coins":
            change = max(g.amount, -t.coins[seat])
            t.coins[seat] += change
            t.minted += change
        elif g.what == "power":
            change = max(g.amount, -t.hand[seat])
            t.hand[seat] += change
            t.power += change
        else:
            score = t.prestige if g.what == "prestige" else t.greed
            score[house] = max(0, score[house] + g.amount)
    if seats:
        t.tell(m.Granted(seats, g.amount, g.what))


def _who(t: Table, who: str, side: str) -> list[Seat]:
    match who:
        case "signer" | "leader":
            return [t.leader]
        case "moderator":
            return [t.moderator]
        case "winners":
            return sorted(t.voters(side))
        case "losers":
            return sorted(s for s, act in t.act.items() if act in SIDES and act != side)
        case "gatherers":
            return sorted(t.voters(GATHER))
    return list(range(t.n))


# ---- M. Special events


def begin_round(t: Table) -> None:
    """ANK-127. What was started in an earlier round holds from now on."""
    t.specials = [Special(e.card, e.kind, e.resource, e.steps, e.left, False, True) for e in t.specials]


def tick(t: Table) -> None:
    """ANK-127..129, ANK-122. Drifts move, and what has had its last round is put away."""
    for e in list(t.specials):
        if e.kind == "drift" and e.holds and not t.pending:
            t.tell(m.Ticked(e.card))
            sway(t, _coupled(t, move(t, e.resource, e.steps)))
    kept: list[Special] = []
    for e in t.specials:
        left = e.left if e.fresh else e.left - 1
        if left:
            kept.append(Special(e.card, e.kind, e.resource, e.steps, left, e.fresh, e.holds))
        else:
            t.tell(m.EventEnded(e.card))
    t.specials = kept


# ---- N. Signature and time


def sign(t: Table, side: str) -> Script[None]:
    """ANK-130, ANK-131. The host may sign for an absent Leader."""

    def asking() -> list[Ask[m.Sign]]:
        return [ask(m.Sign, s) for s in (t.leader, HOST) if s not in t.gone]

    yield from first(asking)
    aye, nay = (t.totals[each] for each in SIDES)
    tie = t.houses.get(t.deputy(), "") if aye == nay else ""
    t.record.append(Chronicle(t.dilemma, t.house(t.leader), t.reign, side, aye, nay, tie))
    t.tell(m.Signed(t.leader, t.dilemma, side))


def pass_time(t: Table) -> None:
    """ANK-132..135, ANK-139. Whether the king dies of it."""
    card, at = t.dilemma, t.book.at
    t.time.append(card)
    t.dilemma = ""
    space, count = t.space()
    t.tell(m.TimePassed(space, count))
    dies = space == at.time_spaces and (t.lore.dilemmas[card].skull or count == at.last_space_capacity)
    causes = [t.pending] if t.pending else []
    if dies:
        causes.insert(0 if t.options.end_precedence == "death" else len(causes), "death")
    if causes:
        t.cause = causes[0]


def arrows(effects: Sequence[Effect]) -> dict[str, int]:
    """ANK-053. One arrow per resource, with the sign of its sum."""
    sums = {r: sum(e.steps for e in effects if isinstance(e, lore.Move) and e.resource == r) for r in RESOURCES}
    return {r: 1 if total > 0 else -1 for r, total in sums.items() if total}
