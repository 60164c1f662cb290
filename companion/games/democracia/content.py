"""The data of the game, checked: from the *.toml beside this, or from an owner's files of the same names.

A file in the owner's folder takes the place of ours, whole. RULES.md says what each holds.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache, reduce
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from companion.engine import Component, Setup
from companion.games import ContentError, owners_folder

from .checks import check
from .language import effect
from .plan import (
    Agent,
    Card,
    Choice,
    Constants,
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

Id = Annotated[str, msgspec.Meta(pattern="^[A-Z]{3}(-[A-Z]?[0-9]{0,2})?$")]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern="^[^{}]*$")]
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
Line = Annotated[str, msgspec.Meta(min_length=1, max_length=120, pattern="^[^{}]*$")]
Euros = Annotated[int, msgspec.Meta(ge=0, le=30)]
Count = Annotated[int, msgspec.Meta(ge=1, le=40)]

DECKS = ("funding", "action")
DECK_OF = {"funding": "funding", "president": "president", "ability": ""}


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
    text_es: Line
    text_en: Line
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


# ---- reading


def read(folder: Path = HERE) -> Content:
    """The data files: those of `folder`, and ours where it has none. Raises `ContentError`."""
    sheets: dict[str, Any] = {}
    for name, kind in zip(FILES, (Agents, Board, Cards, Effects, Weather, Pensions), strict=True):
        path = folder / f"{name}.toml"
        sheets[name] = _sheet(path if path.exists() else HERE / path.name, kind)
    found = Content(**sheets)
    check(found, found if folder == HERE else read(), SEATS)
    return found


def _sheet(path: Path, kind: Any) -> Any:
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
        return msgspec.convert(raw, kind)
    except UnicodeDecodeError as error:
        raise ContentError(f"{path.name}: not UTF-8 text ({error.reason})") from error
    except OSError as error:
        raise ContentError(f"{path.name}: {error.strerror}") from error
    except tomllib.TOMLDecodeError as error:
        raise ContentError(f"{path.name}: {error}") from error
    except msgspec.ValidationError as error:
        what, _, place = str(error).partition(" - at `$")
        place = _keyed(place.rstrip("`"), place, raw, kind)
        raise ContentError(f"{path.name}: {_place(place, raw)}{what}") from error


def _place(path: str, raw: dict[str, Any]) -> str:
    """`.cards[3].cost` said as `ID, cost: `, where the record has got a name."""
    found = re.match(r"\.(\w+)\[(\d+)\](?:\.(.*))?$", path)
    if not found:
        return f"{path.strip('.')}: " if path else ""
    record = raw[found[1]][int(found[2])]
    known = (record.get("id") or record.get("players")) if isinstance(record, dict) else None
    name = known or f"{found[1]} number {int(found[2]) + 1}"
    return f"{name}, {found[3]}: " if found[3] else f"{name}: "


def _keyed(place: str, said: str, raw: dict[str, Any], kind: Any) -> str:
    """`.metals[...].cost` with the name that is meant: the one that alone brings the same error."""
    head, more, tail = place.partition("[...]")
    *names, last = head.strip(".").split(".")
    spot = reduce(lambda found, name: found[name], names, raw) if more else {}
    for key in spot.get(last, ()):
        alone = _only(raw, (*names, last), key)
        try:
            msgspec.convert(alone, kind)
        except msgspec.ValidationError as error:
            if str(error).endswith(said):
                return _keyed(f"{head}.{key}{tail}", said, alone, kind)
    return place


def _only(raw: dict[str, Any], names: Sequence[str], key: str) -> dict[str, Any]:
    """The same data, in which the table of that name has this record alone."""
    if not names:
        return {key: raw[key]}
    return {**raw, names[0]: _only(raw[names[0]], names[1:], key)}


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
