"""The table through the eyes of one seat, and what things are worth in euros."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from random import Random
from typing import Any

from companion.engine import Face, OneOf, Seat, SomeOf
from companion.games.democracia.content import card, content
from companion.games.democracia.plan import Card, Choice, Effect

Fields = dict[str, Any]
Answer = tuple[str, Fields]

MAJORITY = 9
SPENT = 0.6  # an euro of a price: what is left over buys little
VOTE = 1.2  # what a vote of the own colour in the urn is worth, in euros
POP = 2.5  # a point of own popularity: it opens speeches, and makes the candidate
HARM = 0.8  # a point that a rival loses
COMMUNITY = 4.0  # a community won
TAKEN = 2.5  # a community that the strongest rival loses
RISK = 4.5  # what a conviction costs, the card apart
METALS = {"gold": 3, "silver": 2, "bronze": 1}
CAUGHT = 0.45  # how likely an investigated card is convicted


@cache
def printed() -> Mapping[str, Card]:
    """Every card, by its id."""
    return {row.id: card(row) for row in content().cards.cards}


@dataclass
class Look:
    """The table through the eyes of one seat."""

    view: Mapping[str, Any]
    seat: Seat
    memory: dict[Any, Any]
    rng: Random

    @property
    def cards(self) -> Mapping[str, Card]:
        return printed()

    def kind(self, agent: str) -> str:
        return content().agent(agent).kind

    def metal(self, community: str) -> int:
        """What it brings in; on side A all are alike."""
        row = next(row for row in content().board.communities if row.id == community)
        return METALS[row.metal] if self.view["options"]["board_side"] == "B" else 1

    def party_of(self, seat: Seat) -> str:
        return str(content().agent(self.view["leaders"][seat]).party)

    @cached_property
    def party(self) -> str:
        return self.party_of(self.seat)

    @cached_property
    def minority(self) -> bool:
        return self.party in ("green", "yellow")

    def holdings(self, party: str) -> int:
        held: list[str] = [*self.view["held"].values(), *self.view["bastions"].values()]
        return held.count(party)

    @cached_property
    def pop(self) -> int:
        return int(self.view["pop"][self.seat])

    @cached_property
    def president(self) -> bool:
        return bool(self.view["president"] == self.seat)

    @cached_property
    def owner(self) -> Mapping[str, Seat]:
        return {a: s for s, agents in self.view["owned"].items() for a in agents}

    def friend(self, seat: Seat) -> bool:
        return self.party_of(seat) == self.party

    def threat(self, seat: Seat) -> float:
        """How much it helps that this player is harmed."""
        if seat == self.seat:
            return -2.0
        ahead: int = self.view["points"][seat] - self.view["points"][self.seat]
        office = 1.5 if self.view["president"] == seat else 0.0
        if self.friend(seat):
            return 0.3 * office + 0.2 * ahead  # a partner is a rival for the chair, and the only ally
        return 1.0 + 0.8 * office + 0.5 * ahead + 0.15 * self.menace(self.party_of(seat))

    def strength(self, party: str) -> float:
        """Seats that a party may expect: what it holds, and its share of the urn."""
        inside = self.view.get("inside", {})
        votes: int = sum(inside.values())
        neutral: int = 17 - len(self.view["held"]) - len(self.view["bastions"])
        share: float = inside.get(party, 0) / votes if votes else 0.5 * (party in ("blue", "red"))
        return self.holdings(party) + neutral * share

    def menace(self, party: str) -> float:
        """How much a party's tokens are in the way; a minority that may come in second is everybody's concern."""
        expected = self.strength(party)
        if party in ("blue", "red") or self.minority:
            return expected
        return expected + 4.0 * (expected + 1 >= min(self.strength("blue"), self.strength("red")))

    @cached_property
    def watched(self) -> float:
        """How likely it is that a token will lie on an own card: so many of others, on so many cards."""
        tokens = sum(self.kind(a) == "judge" for a, s in self.owner.items() if s != self.seat)
        others: int = self.view["n"] - 1
        return min(1.0, tokens / (2.2 * others))

    # ---- what cards are worth

    def worth(self, effects: Iterable[Effect]) -> float:
        return sum(self.effect(e) for e in effects)

    def money(self, effects: Iterable[Effect]) -> float:
        return self.worth(e for e in effects if e.do.startswith("money"))

    def effect(self, e: Effect) -> float:
        room = 7 - self.pop
        match e.do:
            case "money":
                return float(e.n)
            case "money_per_community":
                return float(min(e.cap, e.n + e.each * self.holdings(self.party)))
            case "money_repeat":
                return 3.0
            case "votes":
                return VOTE * e.n
            case "urn_remove_random":
                return 0.8
            case "pop_self":
                return POP * min(e.n, room)
            case "pop_spread":
                return POP * min(e.n, room)
            case "pop_drain":
                return HARM * e.n
            case "pop_one":
                return POP * min(1, room) if e.n > 0 else HARM
            case "speech":
                return 0.0 if self.pop < e.low else TAKEN + COMMUNITY if e.high and self.pop >= e.high else COMMUNITY
            case "claim" | "flip":
                return COMMUNITY
            case "neutralize":
                return TAKEN
            case "draw":
                return 1.0
            case "put_on_trial" | "discard_agent":
                return 3.0
            case "investigate":
                return 1.0
        return 0.5

    def best(self, id: str) -> tuple[float, int]:
        """The best that a card does, less what its price is worth, and that price."""
        return max((self.gain(c), c.cost) for c in self.cards[id].choices)

    def gain(self, chosen: Choice) -> float:
        return self.worth(chosen.effects) - SPENT * chosen.cost

    def danger(self, id: str) -> float:
        """What an illegal card may cost."""
        if self.cards[id].legal:
            return 0.0
        return self.watched * CAUGHT * (RISK + 2.5 * self.president)


# ---- reading a question


def offered(face: Face, name: str) -> list[Any]:
    field = face.fields[name]
    assert isinstance(field, (OneOf, SomeOf))
    return list(field.values)


def highest(look: Look, values: Iterable[Any], rank: Callable[[Any], float]) -> Any:
    """The value that ranks highest; one of them by chance where several do."""
    return max(values, key=lambda v: (rank(v), look.rng.random()))


Mine = Mapping[str, Face]
