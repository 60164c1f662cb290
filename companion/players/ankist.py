"""A bot that plays Ankist to win, from what its own seat may know: no peeping into decks, hands or plans of others.

It judges an option by what its arrows would do to its own plan: for each arrow two steps are supposed, and the balance
with them, for a king who abdicates early leaves plans half done. It pays with power what a vote is worth to it, the
more the more it has, gathers when there is more to gather than to win, sells its vote for coins where it does not care,
and buys one where it cares much.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.engine import Event, Face, Field, Number, OneOf, Seat, SomeOf, Text

RESOURCES = ("influence", "wealth", "morale", "welfare", "knowledge")
ARROW = 2  # steps that an arrow is taken for
CARE = 0.4  # below so many points of difference an option is all one
LATER = 0.5  # what is gathered today is spent in another vote
COIN = 0.2  # points that the coin of an abstention is worth
DEAR, CHEAP, MANY = 0.8, 0.25, 8  # points that a token of power is worth to a house that has none, and that has many
FARES = {"moderate": 17, "greedy": 14, "wealthy": 14, "opportunist": 15, "rebel": 13, "extremist": 13}  # on average
HOME = 1.5  # points for which one plays what the house favours
RICH = 3.0  # a difference for which one pays coins
SOON = 0.35  # how much of what is far from its zone already counts


@dataclass
class Look:
    """The table through the eyes of one seat."""

    view: Mapping[str, Any]
    seat: Seat
    rng: Random

    @property
    def hand(self) -> int:
        return int(self.view["hand"][self.seat])

    @property
    def plan(self) -> dict[str, Any]:
        own = self.view["plans"][self.seat]
        return next(p for p in self.view["book"]["plans"] if p["id"] == own)

    @property
    def house(self) -> dict[str, Any]:
        own = self.view["houses"][self.seat]
        return next(h for h in self.view["book"]["houses"] if h["id"] == own)


def decide(
    view: Mapping[str, Any], faces: Sequence[Face], events: Sequence[Event], seat: Seat,
    memory: dict[str, Any], rng: Random,
) -> tuple[str, dict[str, Any]] | None:  # fmt: skip
    """One answer to one of the open asks of `seat`; None: nothing to say."""
    look = Look(view, seat, rng)
    mine = {f.kind: f for f in faces if f.by == seat and not f.answered and not f.barred}
    for kind, answer in ANSWERS.items():
        if kind in mine and (said := answer(look, mine, memory)) is not None:
            return said
    return None


Faces = Mapping[str, Face]
Said = tuple[str, dict[str, Any]] | None


# ---- what an option is worth


def value(plan: Mapping[str, Any], tracks: Mapping[str, int]) -> float:
    """Points of a plan on these tracks; what is near its zone counts in part."""
    values = [tracks[r] for r in RESOURCES]
    if plan["spread"]:
        return float(max(values) - min(values))
    near = sum(max(_nearness(v, low, high) for low, high in plan["zones"]) for v in values)
    table = plan["table"]
    whole = min(int(near), 4)
    low, high = float(table[whole]), float(table[whole + 1])
    return low + (near - whole) * (high - low)


def _nearness(v: int, low: int, high: int) -> float:
    """1 in the zone, less the farther away."""
    away = max(low - v, v - high, 0)
    return SOON * max(0.0, 1 - away / 4) if away else 1.0


def worth(look: Look, side: str) -> float:
    """What a side would do for this seat, by its arrows."""
    arrows = look.view["arrows"].get(side, {})
    tracks = dict(look.view["tracks"])
    shift = 0
    for resource, sign in arrows.items():
        tracks[resource] = max(1, min(17, tracks[resource] + sign * ARROW))
        shift += sign * ARROW
    return value(look.plan, tracks) + _balance(look, shift)


def _balance(look: Look, shift: int) -> float:
    """A king about to fall: good for a rebel with points in hand, bad for a plan that is not there yet."""
    before, after = look.view["stability"], look.view["stability"] + shift
    danger = max(0, abs(after - 9) - 5) - max(0, abs(before - 9) - 5)
    wants = 1.0 if value(look.plan, look.view["tracks"]) >= 10 else -1.0
    return float(0.8 * wants * danger)


def preference(look: Look) -> tuple[str, float]:
    """The better side, and by how many points."""
    aye, nay = worth(look, "aye"), worth(look, "nay")
    return ("aye", aye - nay) if aye >= nay else ("nay", nay - aye)


# ---- choices of the set-up


def _field(face: Face, name: str) -> Field:
    found = face.fields[name]
    assert found is not None
    return found


def _offered(face: Face, name: str) -> list[Any]:
    found = _field(face, name)
    assert isinstance(found, (OneOf, SomeOf))
    return list(found.choices())


def _choose_house(look: Look, mine: Faces, memory: dict[str, Any]) -> Said:
    return "choose-house", {"house": look.rng.choice(_offered(mine["choose-house"], "house"))}


def _choose_plan(look: Look, mine: Faces, memory: dict[str, Any]) -> Said:
    """What fares well, and what the house favours; not always the same, or others would know."""
    left, home = _offered(mine["choose-plan"], "plan"), look.house["favoured"]
    return "choose-plan", {"plan": max(left, key=lambda p: FARES[p] + HOME * (p in home) + 2 * look.rng.random())}


def _keep(look: Look, mine: Faces, memory: dict[str, Any]) -> Said:
    """What stands high to gain by, what stands high not to lose by."""
    face, tracks = mine["keep-visible-plans"], look.view["tracks"]
    out: dict[str, list[str]] = {}
    for name in ("positive", "negative"):
        field = _field(face, name)
        assert isinstance(field, SomeOf)
        out[name] = sorted(field.values, key=lambda r: -tracks[r])[: field.most]
    return "keep-visible-plans", out


# ---- the vote


def _needed(look: Look, side: str) -> int:
    """Tokens that would put this side ahead of the other now."""
    put = {s: sum(look.view["put"][p] for p, act in look.view["act"].items() if act == s) for s in ("aye", "nay")}
    other = "nay" if side == "aye" else "aye"
    return max(1, int(put[other] - put[side]) + 1)


def _token(look: Look) -> float:
    """Points that a token of power is worth: the more, the fewer one has."""
    return DEAR - (DEAR - CHEAP) * min(look.hand, MANY) / MANY


def _gathering(look: Look) -> float:
    """Points that an abstention for power is worth, if half of those who have yet to act gather too."""
    acts = look.view["act"].values()
    others = sum(act == "gather" for act in acts) + (look.view["n"] - len(acts) - 1) / 2
    return float(LATER * (COIN + look.view["pool"] / (1 + others) * _token(look)))


def _vote(look: Look, mine: Faces, memory: dict[str, Any]) -> Said:
    face = mine["vote"]
    power, sides = _field(face, "power"), _offered(face, "side")
    assert isinstance(power, Number)
    side, gain = preference(look)
    if sides and side not in sides:
        side, gain = sides[0], CARE
    most = min(power.high, max(power.low, int(gain / _token(look))))
    waiting = look.view["n"] - len(look.view["act"]) - 1
    stake = max(power.low, min(most, _needed(look, side) + (waiting + 1) // 2))
    idle = gain < max(CARE, _gathering(look)) and "abstain" in mine
    if not sides or power.low > power.high or idle:
        said = _abstain(look, mine, memory)
        if said is not None or not sides or power.low > power.high:
            return said
    return "vote", {"side": side, "power": min(stake, power.high)}


def _abstain(look: Look, mine: Faces, memory: dict[str, Any]) -> Said:
    """For power; to moderate where a tie is worth deciding and the pool is poor."""
    if "abstain" not in mine or not (hows := _offered(mine["abstain"], "how")):
        return None
    poor = look.view["pool"] < 2 and preference(look)[1] > CARE
    how = "moderator" if "moderator" in hows and (poor or "gather" not in hows) else "gather"
    return "abstain", {"how": how if how in hows else hows[0]}


def _add(look: Look, mine: Faces, memory: dict[str, Any]) -> Said:
    """Once more if that turns the vote and is worth it; else a pass."""
    face = mine["add-power"]
    power, sides = _field(face, "power"), _offered(face, "side")
    assert isinstance(power, Number)
    able = bool(sides) and power.low <= power.high
    if able and sides:
        side = sides[0]
        liked, gain = preference(look)
        need = _needed(look, side)
        worth_it = liked == side and need <= power.high and need * _token(look) <= gain
        if (worth_it and need > 1) or "pass-turn" not in mine:
            return "add-power", {"side": side, "power": max(power.low, min(need, power.high))}
    return ("pass-turn", {}) if "pass-turn" in mine else None


def _choose_side(look: Look, mine: Faces, memory: dict[str, Any]) -> Said:
    sides = _offered(mine["choose-side"], "side")
    side, _ = preference(look)
    return "choose-side", {"side": side if side in sides else sides[0]}


def _own(look: Look, face: Face) -> str:
    houses = _offered(face, "house")
    own = look.view["houses"][look.seat]
    return str(own if own in houses else look.rng.choice(houses))


def _choose_leader(look: Look, mine: Faces, memory: dict[str, Any]) -> Said:
    return "choose-leader", {"house": _own(look, mine["choose-leader"])}


def _choose_winner(look: Look, mine: Faces, memory: dict[str, Any]) -> Said:
    return "choose-winner", {"house": _own(look, mine["choose-winner"])}


def _sign(look: Look, mine: Faces, memory: dict[str, Any]) -> Said:
    return "sign", {}


def _name_king(look: Look, mine: Faces, memory: dict[str, Any]) -> Said:
    name = _field(mine["name-king"], "name")
    assert isinstance(name, Text)
    return "name-king", {"name": look.rng.choice(name.suggestions or ("Aldo",))}


# ---- pacts


def _accept(look: Look, mine: Faces, memory: dict[str, Any]) -> Said:
    """What pays, and asks for nothing that hurts more than the coins are worth."""
    for by in _offered(mine["accept-pact"], "seat"):
        offer = look.view["offers"][f"{by}-{look.seat}"]
        if offer["give"] - offer["take"] >= _price(look, offer["yours"]):
            return "accept-pact", {"seat": by}
    return None


def _price(look: Look, duty: Mapping[str, Any]) -> float:
    """Coins for which a duty is worth owing."""
    kind = duty["kind"]
    if kind == "nothing":
        return 0
    side, gain = preference(look)
    if kind in (f"vote-{side}", f"tie-{side}"):
        return 1 + max(0, int(duty["least"]) - 2)
    if kind in ("abstain", "gather", "moderate", "no-more", f"not-{'nay' if side == 'aye' else 'aye'}"):
        return 1 + gain / 2
    return 1 + gain + int(duty["least"]) / 2


def _reject(look: Look, mine: Faces, memory: dict[str, Any]) -> Said:
    """An answer, rather than silence."""
    waiting = _offered(mine["reject-pact"], "seat")
    return ("reject-pact", {"seat": waiting[0]}) if waiting else None


def _propose(look: Look, mine: Faces, memory: dict[str, Any]) -> Said:
    """Once a round, where much is at stake: a vote of somebody who has not spoken yet."""
    view = look.view
    if memory.get("round") == view["round"] or view["stage"] != "voting":
        return None
    memory["round"] = view["round"]
    side, gain = preference(look)
    face = mine["propose-pact"]
    partners = [s for s in _offered(face, "to") if s not in view["act"]]
    give, least = _field(face, "give"), _field(face, "mine_least")
    assert isinstance(give, Number) and isinstance(least, Number)
    if gain < RICH or not partners or give.high < 4:
        return None
    return "propose-pact", {
        "to": look.rng.choice(partners), "give": 2, "take": 0, "mine": "nothing", "mine_least": least.low,
        "mine_most": least.low, "yours": f"vote-{side}", "yours_least": 1, "yours_most": 6, "whom": look.seat,
        "terms": "—",
    }  # fmt: skip


ANSWERS: dict[str, Callable[[Look, Faces, dict[str, Any]], Said]] = {
    "choose-house": _choose_house,
    "choose-plan": _choose_plan,
    "keep-visible-plans": _keep,
    "choose-side": _choose_side,
    "choose-leader": _choose_leader,
    "choose-winner": _choose_winner,
    "sign": _sign,
    "name-king": _name_king,
    "accept-pact": _accept,
    "reject-pact": _reject,
    "vote": _vote,
    "abstain": _abstain,
    "add-power": _add,
    "pass-turn": _add,
    "propose-pact": _propose,
}
