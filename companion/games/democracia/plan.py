"""The numbers and cards that hold at one table: read from the data files, and never changed in a match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

Party = Literal["blue", "red", "green", "yellow"]
Kind = Literal["leader", "baron", "media", "judge", "gov_media", "attorney"]
Family = Literal["funding", "campaign", "intrigue", "reaction", "president", "ability"]
RoundKind = Literal["extra", "initial", "selection", "elections"]
Environment = Literal["stability", "boom", "crisis"]

Few = Annotated[int, msgspec.Meta(ge=0, le=9)]
Shift = Annotated[int, msgspec.Meta(ge=-9, le=9)]
Some = Annotated[int, msgspec.Meta(ge=0, le=20)]

MAJOR: tuple[Party, Party] = ("blue", "red")
MINOR: tuple[Party, Party] = ("green", "yellow")
PARTIES: tuple[Party, ...] = (*MAJOR, *MINOR)
KINDS: tuple[Kind, ...] = ("leader", "baron", "media", "judge", "gov_media", "attorney")
FAMILIES: tuple[Family, ...] = ("funding", "campaign", "intrigue", "reaction", "president", "ability")


class Effect(msgspec.Struct, frozen=True):
    """DEM-500..528. One word of the card language with its arguments; those it has not are empty."""

    do: str
    n: int = 0
    each: int = 0
    cap: int = 0
    low: int = 0
    high: int = 0  # of a speech; 0: it never swaps (DEM-144)
    scope: str = ""
    only: str = ""
    kinds: tuple[str, ...] = ()


class Choice(msgspec.Struct, frozen=True):
    """DEM-527. One thing that a card may do, and its price."""

    cost: int
    effects: tuple[Effect, ...]


class Card(msgspec.Struct, frozen=True):
    id: str
    family: Family
    deck: str  # the pile it is drawn from and discarded to; abilities have none
    choices: tuple[Choice, ...]
    copies: int
    legal: bool = True
    briefcase: bool = False
    agents: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()  # kinds of agents that a briefcase may lie on
    window: str = ""  # when a reaction or a President card may be played
    repeat: bool = False  # of an ability: every effect may be paid, each once

    @property
    def printed_loss(self) -> int:
        """DEM-082. Popularity that a Funding card costs as it is turned up."""
        effects = self.choices[0].effects if self.family == "funding" else ()
        return sum(-e.n for e in effects if e.do == "pop_self" and e.n < 0)


class Agent(msgspec.Struct, frozen=True):
    kind: Kind
    party: Party | Literal[""]


class KindOf(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What all agents of a kind have in common."""

    limit: Annotated[int, msgspec.Meta(ge=1, le=5)]
    affiliation: Literal["party", "government", "private", "judiciary"]
    plays: tuple[Family, ...]
    price: Annotated[int, msgspec.Meta(ge=0, le=30)] | None = None


class Metal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """DEM-351, DEM-352. What a community of this kind earns, and what it adds to a speech made there."""

    income: Few
    cost: Few
    low: Shift
    high: Shift


class Pension(msgspec.Struct, frozen=True):
    price: int
    points: int
    copies: int


class Constants(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    majority: int
    hand_limit: Annotated[int, msgspec.Meta(ge=4, le=40)]
    initial_draw: Annotated[int, msgspec.Meta(ge=0, le=20)]
    elections: Annotated[int, msgspec.Meta(ge=1, le=9)]
    instruction: Some
    instruction_partner: Some
    income: Few
    pop_start: Some
    pop_max: Annotated[int, msgspec.Meta(ge=1, le=20)]
    briefcases: Annotated[int, msgspec.Meta(ge=0, le=40)]


Lost = Annotated[int, msgspec.Meta(ge=-1, le=17)]


class DebateRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """DEM-440. By how it goes (wins, ties, loses): tokens lost (-1: see DEM-441), and whether votes are half."""

    lost: tuple[Lost, Lost, Lost]
    half: tuple[bool, bool, bool]


class Weather(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Environment cards."""

    boom_bonus: Some
    crisis_delta: Shift
    bastion_income: Few
    copies: dict[Environment, Some]
    shift: dict[Environment, Shift]
    debate: dict[Environment, dict[Literal["power", "opposition"], DebateRow]]


class Seating(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One number of players."""

    players: int
    leaders: tuple[str, ...]  # in the proposed order of the table
    judges: int
    attorney: bool
    rounds: tuple[RoundKind, ...]


class Plan(msgspec.Struct, frozen=True):
    cards: Mapping[str, Card]
    agents: Mapping[str, Agent]
    kinds: Mapping[str, KindOf]
    communities: Mapping[str, str]  # to their metals, in the order of the board
    metals: Mapping[str, Metal]
    votes: Mapping[str, int]
    chips: Mapping[str, int]
    pensions: Mapping[str, Pension]
    weather: Weather
    seating: Seating
    at: Constants
    total: Mapping[str, int]  # of cards in the two decks and of agents in play: they never change

    def pile(self, deck: str) -> list[str]:
        """Every copy of the cards of a deck."""
        return [c.id for c in self.cards.values() if c.deck == deck for _ in range(c.copies)]

    @property
    def government(self) -> list[str]:
        """The Government's agents of this table."""
        kinds = ("gov_media", "attorney") if self.seating.attorney else ("gov_media",)
        return [id for kind in kinds for id, agent in self.agents.items() if agent.kind == kind]

    def ability(self, kind: str) -> str:
        """The Special Ability card of a kind of agent."""
        return next(c.id for c in self.cards.values() if c.family == "ability" and c.agents == (kind,))
