"""What the data files say, as plain values: the numbers of the game, the houses, the plans, and the story."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

import msgspec

from companion.engine import Seat

RESOURCES = ("influence", "wealth", "morale", "welfare", "knowledge")
Resource: TypeAlias = Literal["influence", "wealth", "morale", "welfare", "knowledge"]
Polarity: TypeAlias = Literal["positive", "negative"]
Who: TypeAlias = Literal["signer", "leader", "moderator", "winners", "losers", "gatherers", "all"]
Steps: TypeAlias = Annotated[int, msgspec.Meta(ge=-3, le=3)]


class Effect(msgspec.Struct, frozen=True, tag_field="op", forbid_unknown_fields=True):
    """One thing that an option does. ANK-107."""


class Move(Effect, frozen=True, tag="resource"):
    """ANK-108."""

    resource: Resource
    steps: Steps


class Sway(Effect, frozen=True, tag="stability"):
    """ANK-109."""

    steps: Steps


class Unlock(Effect, frozen=True, tag="unlock"):
    """ANK-118."""

    card: str
    position: Literal["shuffle", "top"] = "shuffle"


class Remove(Effect, frozen=True, tag="remove"):
    """ANK-119."""

    card: str


class Mark(Effect, frozen=True, tag="milestone"):
    """ANK-120. Its title is a text of the deck."""

    resource: Resource
    polarity: Polarity


class Tale(Effect, frozen=True, tag="history"):
    """ANK-121."""

    card: str


class Happening(Effect, frozen=True, tag="event"):
    """ANK-122."""

    card: str
    action: Literal["start", "end"] = "start"


class ArcEnd(Effect, frozen=True, tag="arc_end"):
    """ANK-123."""

    arc: str
    ending: str
    fate: Steps


class Grant(Effect, frozen=True, tag="grant"):
    """ANK-124. Coins, power, prestige or greed for some houses."""

    what: Literal["coins", "power", "prestige", "greed"]
    who: Who
    amount: Annotated[int, msgspec.Meta(ge=-9, le=9)]


AnyEffect: TypeAlias = Move | Sway | Unlock | Remove | Mark | Tale | Happening | ArcEnd | Grant


class Dilemma(msgspec.Struct, frozen=True):
    """A card, without its words."""

    arc: str
    start: bool
    skull: bool
    aye: tuple[AnyEffect, ...]
    nay: tuple[AnyEffect, ...]

    def option(self, side: str) -> tuple[AnyEffect, ...]:
        return self.aye if side == "aye" else self.nay


class Incident(msgspec.Struct, frozen=True):
    """A special event card. ANK-126."""

    kind: Literal["drift", "min_vote", "no_moderator", "double_coin"]
    rounds: Annotated[int, msgspec.Meta(ge=1, le=4)]
    resource: str = ""
    steps: int = 0


class Lore(msgspec.Struct, frozen=True):
    """The story: what every card does. Nobody may know it."""

    deck: str
    arcs: tuple[str, ...]
    dilemmas: Mapping[str, Dilemma]
    incidents: Mapping[str, Incident]
    supports: tuple[str, ...] = ()


class Duty(msgspec.Struct, frozen=True):
    """What a party of a pact owes. ANK-087."""

    kind: str = "nothing"
    least: int = 0
    most: int = 0
    whom: Seat = -1


class Constants(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    track_min: int
    track_max: int
    track_start: int
    power_start: int
    coins_start: int
    pool_start: int
    abstain_coin: int
    time_spaces: int
    last_space_capacity: int
    milestone_slots: int
    power_majority: tuple[int, int]
    visible_positive: tuple[int, int]
    visible_negative: tuple[int, int]
    greed_weight: int
    visible_cap: int


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A secret plan. ANK-143..152."""

    id: str
    economy: tuple[int, int, int]
    zones: tuple[tuple[int, int], ...] = ()
    table: tuple[int, ...] = ()
    spread: bool = False
    abdication_greed: int = 0


class House(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A noble house. ANK-012, ANK-014."""

    id: str
    number: int
    favoured: tuple[str, str]
    colour: str
    symbol: str
    initial_prestige: int = 0


class Book(msgspec.Struct, frozen=True):
    """The printed numbers that everybody may read."""

    at: Constants
    houses: tuple[House, ...]
    plans: tuple[Plan, ...]
    standings: Mapping[str, Mapping[str, tuple[int, int]]]  # cause → label → prestige and greed
    arcs: tuple[str, ...]
    king: str  # of the first reign
    names: tuple[str, ...]  # that kings might bear

    def house(self, name: str) -> House:
        return next(h for h in self.houses if h.id == name)

    def plan(self, name: str) -> Plan:
        return next(p for p in self.plans if p.id == name)
