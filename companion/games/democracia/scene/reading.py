"""What a public view says about the game, with what is printed on its cards."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from companion.display.situation import Situation
from companion.games.democracia.content import CardRow, content
from companion.games.democracia.content import card as playable
from companion.games.democracia.plan import MAJOR, MINOR, PARTIES, Constants
from companion.locale import Words

__all__ = ["MAJOR", "MINOR", "PARTIES"]


@cache
def at() -> Constants:
    """The numbers of the game."""
    return content().board.constants


@cache
def kind(agent: str) -> str:
    return content().agent(agent).kind


@cache
def card(id: str) -> CardRow:
    return next(row for row in content().cards.cards if row.id == id)


def points(plan: str) -> int:
    """What a pension plan is worth."""
    return next(row.points for row in content().pensions.pensions if row.id == plan)


class Podium(NamedTuple):
    """A speech as it is in places of one kind: what it costs, and what popularity it takes (high 0: no swap)."""

    metal: str  # empty where all communities are alike
    price: int
    low: int
    high: int


def podiums(now: Situation) -> list[Podium]:
    """Of the speech that is being given: of each kind of community where it may be, the dearest last."""
    one, kinds = (now.view["doing"] or {}).get("community"), metals(now)
    found = {Podium(kinds.get(c, ""), *stand) for c, stand in now.view["podiums"].items() if one in ("", c)}
    return sorted(found, key=lambda podium: podium[1:])


def unheard(now: Situation, id: str, place: int) -> int:
    """The threshold too high for a speech, where an option of a card is one that no place would hear; else 0."""
    view = now.view
    if all(e.do != "speech" for e in playable(card(id)).choices[place].effects):
        return 0
    lows = [low for price, low, _ in view["podiums"].values() if price <= view["money"]]
    return min(lows) if lows and min(lows) > view["pop"][view["doing"]["seat"]] else 0


@cache
def communities() -> tuple[str, ...]:
    """In the order of the board."""
    return tuple(row.id for row in content().board.communities)


@cache
def _metals() -> dict[str, str]:
    return {row.id: row.metal for row in content().board.communities}


def metals(now: Situation) -> dict[str, str]:
    """What kind each community is, where that counts."""
    return _metals() if now.view["options"]["board_side"] == "B" else {}


def rounds(now: Situation) -> tuple[str, ...]:
    """The rounds of a legislature at this table."""
    return next(t.rounds for t in content().board.tables if t.players == now.view["n"])


def judges(now: Situation) -> list[str]:
    """The judges of this table, in order of their numbers."""
    many = next(t.judges for t in content().board.tables if t.players == now.view["n"])
    return [row.id for row in content().agents.agents if row.kind == "judge"][:many]


def party_of(now: Situation, seat: int) -> str:
    """The party of a seat; empty before the Leaders are dealt."""
    leader = now.view["leaders"].get(seat)
    return content().agent(leader).party if leader else ""


def real_urn(now: Situation) -> bool:
    """Whether people themselves put the votes into an urn."""
    return "urn" in now.view["options"]["real"]


def in_play(now: Situation) -> list[str]:
    """The parties of this table."""
    return [p for p in ("red", "blue", "green", "yellow") if p in now.view["votes"]]


def holdings(now: Situation, party: str) -> int:
    return sum(p == party for p in (*now.view["held"].values(), *now.view["bastions"].values()))


def neutral(now: Situation) -> list[str]:
    view = now.view
    return [c for c in communities() if c not in view["held"] and c not in view["bastions"]]


def named(agent: str, words: Words) -> str:
    """What its players call an agent: `Ladrillo`, as phones do; what there is one of, or has a number, by its kind."""
    which = kind(agent)
    if which in ("leader", "baron", "media"):
        return words(f"called.{agent}")
    number = agent.rpartition("-")[2] if which == "judge" else ""
    return words(f"scene.kind.{which}") + (f" {number}" if number else "")


def is_last(now: Situation) -> bool:
    """DEM-209. Whether the elections that are on, or come next, are the last: nobody governs after them."""
    return int(now.view["elections"]) + 1 == at().elections


def cause(now: Situation) -> str:
    """The card that has brought the trial about: that of a briefcase; else the tokens on the card did."""
    return str(now.view["trial"]["cause"]) if now.view["trial"] else ""


def owner(now: Situation, agent: str) -> int | None:
    return next((seat for seat, agents in now.view["owned"].items() if agent in agents), None)


def count(cards: Any) -> int:
    """How many cards lie in a place of which no more than that may be public."""
    return int(cards["covered"]) if isinstance(cards, dict) and "covered" in cards else len(cards)


def order(now: Situation) -> list[int]:
    """The seats as they sit and play, clockwise: the bar of the seats shows them so."""
    return list(now.view["order"])


SIGN = {"pop-lost": 1, "pop-gained": -1}


def _before(event: Mapping[str, Any]) -> int:
    return int(event["pop"] + SIGN[event["kind"]] * event["count"])


def pop_change(now: Situation) -> dict[int, int]:
    """By seat the popularity before what is being told."""
    event = now.event
    return {event["seat"]: _before(event)} if event.get("kind") in SIGN else {}
