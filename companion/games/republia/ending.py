"""Sections M and N: the application of the Laws, and how the game ends."""

from __future__ import annotations

from companion.engine import HOST, Ask, OneOf, Outcome, Over, Script, Seat, ask, first, one_of

from . import events as e
from . import moves as m
from .state import STEP, Applied, Arrow, FactionId, Table

__all__ = ["abort", "apply_laws", "verify"]


# ---- the map


def on_board(t: Table, x: int, y: int) -> bool:
    """REP-027, REP-033. Inside the circle, and not in the grey zone."""
    if x * x + y * y > t.map.radius_sq:
        return False
    depth = {"N": y, "S": -y, "E": x, "W": -x, "": 0}[t.map.grey]
    return depth <= t.map.grey_limit


def distance(t: Table, faction: FactionId) -> int:
    """REP-034."""
    x, y = t.map.targets[faction]
    return abs(x - t.pos[0]) + abs(y - t.pos[1])


def inside(t: Table, faction: FactionId) -> bool:
    """REP-029. Not on an axis that bounds the area."""
    return all(not sign or sign * at > 0 for sign, at in zip(t.map.needs[faction].area, t.pos, strict=True))


# ---- M. Application


def apply_laws(t: Table) -> Script[None]:
    """REP-144..148. In the order in which chance turns them up."""
    t.phase, t.seconds, t.applied = "apply", 0, []
    while len(t.pile):
        t.drawer = t.first
        turned = yield from t.pile.faces(1)
        t.drawer = None
        for law in turned:
            t.law_back(law)
            move(t, law)


def move(t: Table, law: str) -> None:
    """REP-030..033, REP-146, REP-147. Jump by jump; a jump that leads off the board is not made."""
    path = [t.pos]
    t.applied.append(Applied(law, (t.pos,)))
    for arrow in t.plan.laws[law].arrows:
        for _ in range(arrow.jumps):
            made = jump(t, arrow)
            path.append(t.pos)
            t.applied[-1] = Applied(law, tuple(path))
            if made and t.options.target_check == "jump":
                at_target(t, law)
    if t.options.target_check == "law" and t.pos != path[0]:
        at_target(t, law)
    t.say(e.LawApplied(law, *t.pos))


def jump(t: Table, arrow: Arrow) -> bool:
    dx, dy = STEP[arrow.to]
    x, y = t.pos[0] + dx, t.pos[1] + dy
    if on_board(t, x, y):
        t.pos = (x, y)
        return True
    return False


def at_target(t: Table, law: str) -> None:
    """REP-146, REP-202. It wins alone, whatever else would have."""
    for seat, factions in t.factions.items():
        for faction in factions:
            if t.pos == t.map.targets[faction]:
                t.say(e.LawApplied(law, *t.pos))
                t.won = faction
                t.say(e.WonByTarget(seat, faction))
                finish(t, [seat], "target")


# ---- N. Victory


def met(t: Table, seat: Seat) -> list[FactionId]:
    """REP-019, REP-151..153. The Objectives that this player meets now, each card by itself."""
    corruption = t.corruption(seat)
    found = []
    for faction in t.factions[seat]:
        need = t.map.needs[faction]
        if t.sp >= need.sp and corruption >= need.corr and t.pp[seat] >= need.pp and inside(t, faction):
            found.append(faction)
    return found


def verify(t: Table) -> Script[None]:
    """REP-150..157. After all Laws of the Round."""
    t.phase = "verify"
    claims = {s: factions for s in range(t.n) if (factions := met(t, s))}
    if t.options.victory_claim == "announce":
        claims = yield from announced(t, claims)
    if claims:
        best = closest(t, claims)
        t.say(e.WonByObjective(best))
        finish(t, best, "objective")
    if t.crisis:
        best = closest(t, t.factions)
        t.say(e.WonByCrisis(best))
        finish(t, best, "crisis")


def announced(t: Table, claims: dict[Seat, list[FactionId]]) -> Script[dict[Seat, list[FactionId]]]:
    """REP-154. Every seat is asked; only its own phone says whether it may."""
    t.announced, t.eligible = [], claims

    def window() -> list[Ask[m.AnnounceVictory | m.CloseCheck]]:
        silent = [s for s in range(t.n) if s not in t.announced]
        close: list[Ask[m.AnnounceVictory | m.CloseCheck]] = [ask(m.CloseCheck, HOST)]
        return [*(ask(m.AnnounceVictory, s, faction=mine(t, s)) for s in silent), *close]

    while True:
        said = yield from first(window)
        if isinstance(said, m.CloseCheck):
            t.eligible = {}
            return {s: f for s, f in claims.items() if s in t.announced}
        t.announced.append(said.by)
        t.say(e.Announced(said.by))


def mine(t: Table, seat: Seat) -> OneOf:
    may = t.eligible.get(seat, [])
    return one_of(may, dict.fromkeys([f for f in t.factions[seat] if f not in may], "not-met"), of="factions")


def closest(t: Table, claims: dict[Seat, list[FactionId]]) -> list[Seat]:
    """REP-156, REP-157. Nearest to an own target; then power and corruption, power, cards; then they share."""

    def rank(seat: Seat) -> tuple[int, int, int, int]:
        near = min(distance(t, faction) for faction in claims[seat])
        return near, -t.pp[seat] - t.corruption(seat), -t.pp[seat], -len(t.cards[seat])

    best = min(map(rank, claims))
    return sorted(seat for seat in claims if rank(seat) == best)


def finish(t: Table, winners: list[Seat], reason: str) -> None:
    """REP-159."""
    t.ended, t.winners, t.phase, t.seconds = reason, winners, "over", 0
    raise Over(Outcome(tuple(winners), reason))


def abort(t: Table, move: m.Abort) -> None:
    t.say(e.Aborted())
    t.covered = not move.reveal
    finish(t, [], "aborted")
