"""What a house may do on its next turn, and what pacts leave of it. Plain questions to the table; nothing changes here.

Whether a duty is still possible hangs on public facts alone; what it leaves is told to its own house only.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final

import msgspec

from companion.engine import Seat

from .lore import Duty
from .state import AYE, GATHER, MODERATE, NAY, NOBODY, SIDES, Table

NOTHING: Final = Duty()
FIRST: Final = ("vote-aye", "vote-nay", "not-aye", "not-nay", "gather", "moderate", "abstain")
LATER: Final = ("raise", "no-more")
TIES: Final = ("tie-aye", "tie-nay")
AT_TIES: Final = (*TIES, "leader")
KINDS: Final = ("nothing", *FIRST, *LATER, *AT_TIES)


class Turn(msgspec.Struct, frozen=True, gc=False):
    """All that a house may do. Of a first turn: sides and abstentions; of a later one: its side, or a pass."""

    sides: tuple[str, ...]
    hows: tuple[str, ...]
    low: int
    high: int
    may_pass: bool

    def possible(self) -> bool:
        return bool(self.sides or self.hows or self.may_pass)


class Position(msgspec.Struct, frozen=True, gc=False):
    """Where a house stands in the vote: all that its next turn depends on, its pacts apart."""

    act: str
    put: int
    hand: int
    least: int
    slot_taken: bool  # by another house: an abstention owed as Moderator has lapsed (ANK-091)
    may_moderate: bool


def least_vote(t: Table) -> int:
    """ANK-059, ANK-126. The least that a first vote may put."""
    return max((e.steps for e in t.active("min_vote")), default=1) if t.specials else 1


def may_moderate(t: Table) -> bool:
    """ANK-063, ANK-126. Whether anybody may still abstain to moderate in this vote."""
    return t.slot == NOBODY and not (t.specials and t.active("no_moderator"))


def position(t: Table, seat: Seat) -> Position:
    open_, slot = may_moderate(t), t.slot
    return Position(
        t.act.get(seat, ""), t.put.get(seat, 0), t.hand[seat], least_vote(t),
        slot != NOBODY and slot != seat,
        open_ and (seat != t.moderator or t.options.moderator_may_reclaim),
    )  # fmt: skip


def turn(at: Position, duties: tuple[Duty, ...]) -> Turn:
    """ANK-058..068, ANK-087. What these duties leave; nothing where they contradict each other or cannot be kept."""
    return _later(at, duties) if at.act else _first(at, duties)


def _first(at: Position, duties: tuple[Duty, ...]) -> Turn:
    sides: tuple[str, ...] = SIDES
    low, high = at.least, at.hand
    hows: tuple[str, ...] = (GATHER, MODERATE) if at.may_moderate else (GATHER,)
    for duty in duties:
        match duty.kind:
            case "vote-aye" | "vote-nay":
                sides, hows = _only(sides, duty.kind[5:]), ()
                low, high = max(low, duty.least), min(high, duty.most)
            case "not-aye" | "not-nay":
                sides = tuple(s for s in sides if s != duty.kind[4:])
            case "gather":
                sides, hows = (), _only(hows, GATHER)
            case "moderate" if not at.slot_taken:
                sides, hows = (), _only(hows, MODERATE)
            case "abstain":
                sides = ()
    return Turn(sides if low <= high else (), hows, low, high, False)


def _only(values: tuple[str, ...], one: str) -> tuple[str, ...]:
    return tuple(v for v in values if v == one)


def _later(at: Position, duties: tuple[Duty, ...]) -> Turn:
    if at.act not in SIDES:
        return Turn((), (), 1, 0, True)  # ANK-069: no further turn, so nothing that could be broken
    low, high, may_pass = 1, at.hand, True
    for duty in duties:
        match duty.kind:
            case "vote-aye" | "vote-nay":
                high = min(high, duty.most - at.put)
            case "no-more":
                high = 0
            case "raise":
                need = min(at.hand, duty.least - at.put)
                if need > 0:
                    low, may_pass = max(low, need), False
    return Turn((at.act,) if low <= high else (), (), low, high, may_pass)


def allowed(t: Table, seat: Seat) -> Turn:
    """What the rules, and with `strict` the pacts in force, leave of this turn. ANK-088, ANK-091."""
    at = position(t, seat)
    owed = t.owed.get(seat, ()) if t.options.pact_enforcement == "strict" else ()
    left = turn(at, owed)
    return left if left.possible() else turn(at, ())  # what cannot be kept any more has lapsed


def keeps(t: Table, seat: Seat, act: str, power: int, duty: Duty) -> bool:
    """Whether this act (`pass`, `add`, a side or an abstention) honours a duty of the house."""
    left = turn(position(t, seat), (duty,))
    if not left.possible():
        return True
    if act == "pass":
        return left.may_pass
    if act == "add" or act in SIDES:
        enough = left.low <= power or duty.kind in ("vote-aye", "vote-nay")  # what is short may still be added
        return (act == "add" or act in left.sides) and enough and power <= left.high
    return act in left.hows


def short(t: Table, seat: Seat, duty: Duty) -> bool:
    """Whether less lies on the side that it owed than it owed, now that the phase is over."""
    return duty.kind == f"vote-{t.act.get(seat)}" and t.put[seat] < duty.least


# ---- what may still be promised


def arises(t: Table, seat: Seat, duty: Duty) -> bool:
    """ANK-090. Whether the choice that the duty concerns is still to come for this house, by public facts."""
    if duty.kind not in _to_come(t.stage, t.act.get(seat), seat == t.moderator, _may_become(t, seat)):
        return False
    if duty.kind == "raise":
        return t.put[seat] < duty.least
    return duty.kind != "leader" or t.stage != "tie-leader" or duty.whom in t.candidates


@cache
def _to_come(stage: str, act: str | None, moderates: bool, may_become: bool) -> tuple[str, ...]:
    """The kinds of duty whose moment is still to come for a house."""
    kinds: list[str] = ["nothing"]
    if stage == "voting" and act is None:
        kinds += [k for k in FIRST if k != "moderate" or may_become]
    if stage == "voting" and act in SIDES:
        kinds += LATER
    if moderates or (stage == "voting" and act is None and may_become):
        kinds += [*(TIES if stage != "tie-leader" else ()), "leader"]
    return tuple(k for k in KINDS if k in kinds)


def _may_become(t: Table, seat: Seat) -> bool:
    return may_moderate(t) and (seat != t.moderator or t.options.moderator_may_reclaim)


def consistent(at: Position, duties: Iterable[Duty]) -> bool:
    """ANK-090. Whether all these can be kept: a legal move on the next turn, one answer to each kind of tie."""
    duties = tuple(duties)
    ties = {d.kind for d in duties if d.kind in TIES}
    leaders = {d.whom for d in duties if d.kind == "leader"}
    return len(ties) <= 1 and len(leaders) <= 1 and turn(at, duties).possible()


def promised(t: Table, seat: Seat) -> tuple[Duty, ...]:
    """What the house owes, and what it offers to owe: a duty on offer is held like the coins beside it."""
    owed = t.owed.get(seat, ())
    for to in t.outbox.get(seat, ()):
        duty = t.offers[f"{seat}-{to}"].mine
        if duty.kind != "nothing":
            owed = (*owed, duty)
    return owed


def on_offer(t: Table, seat: Seat, at: Position) -> tuple[str, ...]:
    """The kinds of duty that this house may offer now, whatever their amounts turn out to be."""
    can = _to_come(t.stage, at.act or None, seat == t.moderator, at.may_moderate)
    if t.options.pact_enforcement == "record":
        return can
    return _offerable(at, promised(t, seat), can)


def _offerable(at: Position, owed: tuple[Duty, ...], can: tuple[str, ...]) -> tuple[str, ...]:
    """Those of these kinds that can be kept beside what is owed, be their amounts the least or the most."""
    return _fitting(at, turn(at, owed), tuple([d.kind for d in owed if d.kind in AT_TIES]), can)


@lru_cache(maxsize=1 << 12)
def _fitting(at: Position, left: Turn, ties: tuple[str, ...], can: tuple[str, ...]) -> tuple[str, ...]:
    """The same, by what is left of the next turn and what is owed at ties."""
    free = left.high == at.hand and left.low == (1 if at.act else at.least)  # no pact has narrowed the amounts

    def fits(kind: str) -> bool:
        match kind:
            case "vote-aye" | "vote-nay":
                return kind[5:] in left.sides and free
            case "not-aye" | "not-nay":
                return bool(left.hows) or any(s != kind[4:] for s in left.sides)
            case "gather":
                return GATHER in left.hows
            case "moderate":
                return MODERATE in left.hows
            case "abstain":
                return bool(left.hows)
            case "raise":
                return left.high >= at.hand
            case "no-more":
                return left.may_pass
            case "tie-aye" | "tie-nay":
                return not any(tie in TIES and tie != kind for tie in ties)
            case "leader":
                return "leader" not in ties  # it could name somebody else
        return True

    return tuple(k for k in can if fits(k))


def amounts(at: Position) -> tuple[int, int]:
    """Between what a house may promise to put: no more than it has."""
    return at.least, max(at.least, at.hand + at.put)


def refusal(t: Table, seat: Seat, other: Seat, pay: int, yours: Duty, theirs: Duty, coins: int) -> str:
    """ANK-084, ANK-090. Why `seat` may not accept to owe `yours` and pay so much; empty: it may."""
    if not arises(t, seat, yours) or not arises(t, other, theirs):
        return "too-late"
    if pay > t.free(seat):
        return "not-enough-coins"
    if coins and t.options.pact_enforcement == "strict":
        more = (yours,) if yours.kind != "nothing" else ()
        if not consistent(position(t, seat), (*promised(t, seat), *more)):
            return "no-legal-move"
    return ""


def forced(t: Table, seat: Seat) -> tuple[str, int]:
    """ANK-073. What the host's push makes of an absent player's turn: an act and its power."""
    left = allowed(t, seat)
    if seat in t.act:
        return ("pass", 0) if left.may_pass else ("add", left.low)
    for act in (GATHER, MODERATE):
        if act in left.hows:
            return act, 0
    return (AYE if AYE in left.sides else NAY), left.low

