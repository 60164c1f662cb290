"""The data of the game, checked: from the *.toml beside this, or from an owner's files of the same names.

A file in the owner's folder takes the place of ours, whole. RULES.md says what each holds.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from companion.engine import Component, Setup
from companion.games import ContentError, owners_folder

from .plan import (
    MAJOR,
    PARTIES,
    Agent,
    Card,
    Choice,
    Constants,
    Effect,
    Family,
    Kind,
    KindOf,
    Metal,
    Party,
    Pension,
    Plan,
    Seating,
    Weather,
)

__all__ = ["SEATS", "CardRow", "Content", "ContentError", "OptionRow", "components", "content", "effect", "read"]

HERE = Path(__file__).parent
SEATS = (2, 6)  # DEM-002
FILES = ("agents", "board", "cards", "effects", "environment", "pensions")
COMMUNITIES = 17

Id = Annotated[str, msgspec.Meta(pattern="^[A-Z]{3}(-[A-Z]?[0-9]{0,2})?$")]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
Euros = Annotated[int, msgspec.Meta(ge=0, le=30)]
Count = Annotated[int, msgspec.Meta(ge=1, le=40)]

# The arguments of every word of the card language, in their order; `*`: all the rest.
LANGUAGE: dict[str, tuple[str, ...]] = {
    "money": ("n",), "money_per_community": ("n", "each", "cap"), "money_repeat": ("only",), "votes": ("n",),
    "urn_remove_random": ("n",), "pop_spread": ("n", "scope"), "pop_drain": ("n", "scope"), "pop_one": ("n", "scope"),
    "pop_self": ("n",), "speech": ("low", "high"), "claim": (), "flip": ("scope",), "draw": ("n",),
    "look_hand": ("scope",), "discard_agent": ("*kinds",), "put_on_trial": (), "investigate": (),
    "annul_trial": ("only",), "cancel_pop_loss": ("n",), "mirror_pop_loss": (), "cancel_effect": ("only",),
    "substitute_convict": (), "overturn_conviction": ("scope",), "avoid_resignation": ("only",),
    "waive_cost": ("only",), "free_judges": ("n",), "ignore_pop_loss": (), "neutralize": ("scope",),
}  # fmt: skip
DECKS = ("funding", "action")
DECK_OF = {"funding": "funding", "president": "president", "ability": ""}
SCOPES = ("self", "partner", "own_party", "any", "other", "rival")


class OptionRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    label_es: Name
    label_en: Name
    effect: list[str]
    cost: Euros = 0


class CardRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: Id
    family: Family
    copies: Count
    certainty: Literal["seed", "example", "press", "inferred", "assumed"]
    name_es: Name
    name_en: Name
    text_es: Text
    text_en: Text
    legal: bool = True
    briefcase: bool = False
    cost: Euros = 0
    effect: list[str] = []
    options: list[OptionRow] = []
    agents: list[Kind] = []
    targets: list[Kind] = []
    window: Literal["", "loss", "effect", "trial", "guilty", "resign", "cards", "turn", "purchases"] = ""
    choose: Literal["one", "any"] = "one"


class AgentRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: Id
    kind: Kind
    name_es: Name
    name_en: Name
    party: Party | Literal[""] = ""


class CommunityRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: Id
    metal: Literal["gold", "silver", "bronze"]
    name_es: Name
    name_en: Name


class PensionRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: Id
    price: Annotated[int, msgspec.Meta(ge=1, le=40)]
    points: Annotated[int, msgspec.Meta(ge=1, le=99)]
    copies: Count
    name_es: Name
    name_en: Name


class Cards(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cards: list[CardRow]


class Agents(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kinds: dict[Kind, KindOf]
    agents: list[AgentRow]


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    constants: Constants
    votes: dict[Party, Annotated[int, msgspec.Meta(ge=0, le=60)]]
    chips: dict[Party, Annotated[int, msgspec.Meta(ge=0, le=17)]]
    metals: dict[Literal["gold", "silver", "bronze"], Metal]
    tables: list[Seating]
    communities: list[CommunityRow]


class EffectRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a word of the card language means, or a value of one of its arguments (`word.any`)."""

    id: str
    text_es: Text
    text_en: Text


class Effects(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    effects: list[EffectRow]


class Pensions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pensions: list[PensionRow]


class Content(msgspec.Struct, frozen=True, eq=False):
    cards: Cards
    agents: Agents
    board: Board
    effects: Effects
    pensions: Pensions
    environment: Weather

    def plan(self, setup: Setup) -> Plan:
        """All numbers that hold at this table."""
        seating = next(t for t in self.board.tables if t.players == setup.seats)
        in_play = {self.agent(leader).party for leader in seating.leaders}
        kinds: dict[str, KindOf] = {str(k): v for k, v in self.agents.kinds.items()}
        if setup.seats == 2:
            kinds["judge"] = msgspec.structs.replace(kinds["judge"], limit=2)  # DEM-334
        cards = {row.id: card(row) for row in self.cards.cards if setup.options.briefcases or not row.briefcase}
        agents = 2 * setup.seats * 2 + seating.judges + 1 + seating.attorney
        return Plan(
            cards=cards,
            agents={row.id: Agent(row.kind, row.party) for row in self.agents.agents},
            kinds=kinds,
            communities={row.id: row.metal for row in self.board.communities},
            metals={str(k): v for k, v in self.board.metals.items()},
            votes={p: n for p, n in self.board.votes.items() if p in in_play},  # DEM-012
            chips={p: n for p, n in self.board.chips.items() if p in in_play},
            pensions={row.id: Pension(row.price, row.points, row.copies) for row in self.pensions.pensions},
            weather=self.environment,
            seating=seating,
            at=self.board.constants,
            total={"cards": sum(c.copies for c in cards.values() if c.deck in DECKS), "agents": agents},
        )

    def agent(self, id: str) -> AgentRow:
        return next(row for row in self.agents.agents if row.id == id)


# ---- the card language


def card(row: CardRow) -> Card:
    """A card without its words."""
    options = row.options or [OptionRow("-", "-", row.effect, row.cost)]
    return Card(
        id=row.id,
        family=row.family,
        deck=DECK_OF.get(row.family, "action"),
        choices=tuple(Choice(o.cost, tuple(map(effect, o.effect))) for o in options),
        copies=row.copies,
        legal=row.legal,
        briefcase=row.briefcase,
        agents=tuple(row.agents),
        targets=tuple(row.targets),
        window=row.window,
        repeat=row.choose == "any",
    )


def effect(text: str) -> Effect:
    """`pop_spread(3, any)` as an Effect. Raises ValueError with what is wrong."""
    found = re.fullmatch(r"\s*(\w+)\s*\(\s*(.*?)\s*\)\s*", text)
    if not found or found[1] not in LANGUAGE:
        raise ValueError(f"{text!r} is no effect of RULES.md, section 24")
    names = LANGUAGE[found[1]]
    words = [w.strip() for w in found[2].split(",")] if found[2] else []
    if names == ("*kinds",):
        return Effect(found[1], kinds=tuple(words))
    least = 1 if found[1] == "speech" else len(names)
    if not least <= len(words) <= len(names):
        raise ValueError(f"{text!r} takes {len(names)} values: {', '.join(names)}")
    values: dict[str, Any] = {}
    for name, word in zip(names, words, strict=False):
        if name in ("scope", "only"):
            if name == "scope" and word not in SCOPES:
                raise ValueError(f"{text!r}: a scope is one of {', '.join(SCOPES)}")
            values[name] = word
        elif re.fullmatch(r"[+-]?\d{1,2}", word):
            values[name] = int(word)
        else:
            raise ValueError(f"{text!r}: {name} is a number")
    return Effect(found[1], **values)


# ---- reading


def read(folder: Path = HERE) -> Content:
    """The data files: those of `folder`, and ours where it has none. Raises `ContentError`."""
    sheets: dict[str, Any] = {}
    for name, kind in zip(FILES, (Agents, Board, Cards, Effects, Weather, Pensions), strict=True):
        path = folder / f"{name}.toml"
        sheets[name] = _sheet(path if path.exists() else HERE / path.name, kind)
    found = Content(**sheets)
    _check(found)
    return found


def _sheet(path: Path, kind: Any) -> Any:
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
        return msgspec.convert(raw, kind)
    except UnicodeDecodeError as error:
        raise ContentError(f"{path.name}: not UTF-8 text ({error.reason})") from error
    except tomllib.TOMLDecodeError as error:
        raise ContentError(f"{path.name}: {error}") from error
    except msgspec.ValidationError as error:
        what, _, place = str(error).partition(" - at `$")
        raise ContentError(f"{path.name}: {_place(place.rstrip('`'), raw)}{what}") from error


def _place(path: str, raw: dict[str, Any]) -> str:
    """`.cards[3].cost` said as `FUN-04, cost: `, where the record has got a name."""
    found = re.match(r"\.(\w+)\[(\d+)\](?:\.(.*))?$", path)
    if not found:
        return f"{path.strip('.')}: " if path else ""
    record = raw[found[1]][int(found[2])]
    name = record.get("id") or record.get("players") or f"{found[1]} number {int(found[2]) + 1}"
    return f"{name}, {found[3]}: " if found[3] else f"{name}: "


def _check(c: Content) -> None:
    """What types cannot say: the records can be played with."""

    def demand(truth: bool, file: str, place: str, what: str) -> None:
        if not truth:
            raise ContentError(f"{file}.toml: {place}: {what}")

    lists: tuple[tuple[str, Sequence[Any]], ...] = (
        ("cards", c.cards.cards), ("agents", c.agents.agents), ("pensions", c.pensions.pensions),
        ("board", c.board.communities),
    )  # fmt: skip
    for file, rows in lists:
        twice = [id for id, n in Counter(row.id for row in rows).items() if n > 1]
        demand(not twice, file, ", ".join(twice), "stands there twice")
    said = {row.id for row in c.effects.effects}
    missing = [word for word in (*LANGUAGE, *(f"word.{s}" for s in SCOPES)) if word not in said]
    demand(not missing, "effects", ", ".join(missing), "no text")
    played: tuple[Family, ...] = ("campaign", "funding", "intrigue")
    for row in c.cards.cards:
        demand(bool(row.effect) != bool(row.options), "cards", row.id, "either effect or options, one of the two")
        for text in [*row.effect, *(text for o in row.options for text in o.effect)]:
            try:
                effect(text)
            except ValueError as error:
                raise ContentError(f"cards.toml: {row.id}, effect: {error}") from error
        if row.family in (*played, "ability"):
            demand(bool(row.agents), "cards", f"{row.id}, agents", "no agent can play it")
            for kind in row.agents:
                demand(row.family in c.agents.kinds[kind].plays, "cards", f"{row.id}, agents",
                       f"a {kind} plays no {row.family} cards")  # fmt: skip
        if row.family in ("reaction", "president"):
            demand(bool(row.window), "cards", f"{row.id}, window", "when it may be played")
            demand(row.cost == 0, "cards", f"{row.id}, cost", "money exists only in the own turn: it must cost nothing")
        demand(bool(row.targets) == row.briefcase, "cards", f"{row.id}, targets", "of briefcases, and only of these")
    for family in (*played, "reaction", "president"):
        demand(any(r.family == family and not r.briefcase for r in c.cards.cards), "cards", family, "no card of it")
    for kind in ("leader", "baron", "media", "gov_media"):
        found = [r for r in c.cards.cards if r.family == "ability" and r.agents == [kind]]
        demand(len(found) == 1, "cards", f"ability of {kind}", "exactly one card")
    for a in c.agents.agents:
        sided = a.kind in ("leader", "baron", "media")
        demand(bool(a.party) == sided, "agents", f"{a.id}, party", "of leaders, barons and media, and only of these")
    seatings = c.board.tables
    wanted = list(range(SEATS[0], SEATS[1] + 1))
    demand([t.players for t in seatings] == wanted, "board", "tables", "one for each of 2 to 6 players")
    agents = {row.id: row for row in c.agents.agents}
    for t in seatings:
        place = f"tables, {t.players} players"
        demand(len(t.leaders) == len(set(t.leaders)) == t.players, "board", f"{place}, leaders", "one for each player")
        demand(all(x in agents and agents[x].kind == "leader" for x in t.leaders), "board", f"{place}, leaders",
               "leaders of agents.toml")  # fmt: skip
        judges = sum(a.kind == "judge" for a in agents.values())
        demand(t.judges % 2 == 1 and t.judges <= judges, "board", f"{place}, judges", "odd, and so many that exist")
        demand(t.rounds[-1] == "elections", "board", f"{place}, rounds", "a legislature ends with its elections")
        for party in PARTIES:
            members = sum(agents[x].party == party for x in t.leaders)
            for kind, each in (("baron", 2), ("media", 1)):
                enough = sum(a.party == party and a.kind == kind for a in agents.values()) >= members * each
                demand(enough, "agents", f"{kind}, {party}", f"not enough for {t.players} players")
    demand(len(c.board.communities) == COMMUNITIES, "board", "communities", f"{COMMUNITIES} of them")
    bronze = sum(row.metal == "bronze" for row in c.board.communities)
    demand(bronze >= SEATS[1], "board", "communities", "6 of bronze at least, for the bastions")
    demand(set(c.board.votes) == set(c.board.chips) == set(PARTIES), "board", "votes and chips", "of all four parties")
    demand(all(c.board.votes[p] >= COMMUNITIES for p in MAJOR), "board", "votes", "a majority party fills any election")
    at = c.board.constants
    demand(2 * at.majority > COMMUNITIES >= at.majority, "board", "constants, majority", "more than half of the seats")
    by_price = sorted(c.pensions.pensions, key=lambda row: row.price)
    worth = [row.points / row.price for row in by_price]
    demand(worth == sorted(worth), "pensions", "points", "points for the euro never fall as the price rises")


@cache
def content() -> Content:
    """The data that is played with. Raises `ContentError`."""
    return read(owners_folder("democracia"))


# ---- real things


@cache
def components() -> tuple[Component, ...]:
    """The tagged things: cards of all decks, agents, pensions, vote tokens."""
    c = content()
    cards = (Component(f"{r.id}#{i}", "cards", r.id) for r in c.cards.cards for i in range(1, r.copies + 1))
    plans = (Component(f"{r.id}#{i}", "pensions", r.id) for r in c.pensions.pensions for i in range(1, r.copies + 1))
    skies = (Component(f"{e}#{i}", "environment", e) for e, n in c.environment.copies.items() for i in range(1, n + 1))
    votes = (Component(f"vote-{p}#{i:02}", "votes", p) for p, n in c.board.votes.items() for i in range(1, n + 1))
    return (*cards, *(Component(r.id, "agents", r.id) for r in c.agents.agents), *plans, *skies, *votes)
