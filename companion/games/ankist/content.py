"""The numbers of the game from `content.toml`, the story from `deck.toml`, checked; and the real things with tags."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Literal, TypeVar

import msgspec

from companion.engine import Component

from .lore import AnyEffect, Book, Constants, Dilemma, House, Incident, Lore, Mark, Plan

HERE = Path(__file__).parent
FILE, DECK = HERE / "content.toml", HERE / "deck.toml"
SEATS = (3, 5)  # ANK-001
CAUSES = ("death", "abdication_high", "abdication_low")
LABELS = ("1", "2", "3", "4", "last")


T = TypeVar("T")


class ContentError(ValueError):
    """A data file is wrong: names the file, the record and the field."""


# ---- content.toml

Cell = tuple[Annotated[int, msgspec.Meta(ge=0)], Annotated[int, msgspec.Meta(ge=0)]]
Standings = dict[str, dict[str, Cell]]  # cause → label → prestige and greed


class Preset(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What each place earns. ANK-163."""

    default: Standings
    by_players: dict[str, Standings] = {}
    assumed: bool = False
    source: str = ""


class Content(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    king: str
    names: tuple[str, ...]
    constants: Constants
    plans: tuple[Plan, ...]
    houses: tuple[House, ...]
    standings: dict[str, Preset]

    def book(self, players: int, preset: str, arcs: tuple[str, ...]) -> Book:
        """All printed numbers that hold at a table of so many houses."""
        table = self.standings[preset]
        cells: dict[str, Mapping[str, tuple[int, int]]] = {}
        for cause in CAUSES:
            cells[cause] = table.default[cause] | table.by_players.get(str(players), {}).get(cause, {})
        return Book(self.constants, self.houses, self.plans, cells, arcs, self.king, self.names)


def parse(text: str, file: str = FILE.name) -> Content:
    """The numbers of a data file. Raises `ContentError` where they cannot be played with."""
    content = _read(text, Content, file)

    def demand(truth: bool, place: str, what: str) -> None:
        if not truth:
            raise ContentError(f"{file}: {place}: {what}")

    at = content.constants
    demand(at.track_min < at.track_start < at.track_max, "constants, track_start", "not between the ends of the track")
    demand(len(content.plans) > SEATS[1], "plans", f"more than {SEATS[1]} of them, for one is set aside")
    for plan in content.plans:
        demand(plan.spread or len(plan.table) == 6, f"plans, {plan.id}, table", "points for 0 to 5 resources")
        demand(plan.spread != bool(plan.zones), f"plans, {plan.id}, zones", "either zones or the spread")
    known = {plan.id for plan in content.plans}
    numbers = [house.number for house in content.houses]
    demand(len(numbers) >= SEATS[1], "houses", f"at least {SEATS[1]}")
    demand(len(set(numbers)) == len(numbers), "houses, number", "each once")
    for house in content.houses:
        demand(known >= set(house.favoured), f"houses, {house.id}, favoured", "no such plan")
    for name, preset in content.standings.items():
        for cause in CAUSES:
            full = set(preset.default.get(cause, {})) == set(LABELS)
            demand(full, f"standings, {name}, default, {cause}", f"one cell for each of {', '.join(LABELS)}")
        for players, table in preset.by_players.items():
            fits = players in ("3", "4", "5") and all(
                cause in CAUSES and set(cells) <= set(LABELS) for cause, cells in table.items()
            )
            demand(fits, f"standings, {name}, by_players, {players}", "no such number of players, cause or label")
    return content


# ---- a deck


class Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    es: str
    en: str

    def of(self, lang: str) -> str:
        return self.es if lang == "es" else self.en


class Option(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    label: Text
    result: Text
    effects: tuple[AnyEffect, ...]
    milestone: Text | None = None  # its title, where the option places one


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A dilemma as it is written."""

    id: str
    arc: str
    start: bool
    skull: bool
    title: Text
    text: Text
    aye: Option
    nay: Option

    def plain(self) -> Dilemma:
        return Dilemma(self.arc, self.start, self.skull, self.aye.effects, self.nay.effects)


class Arc(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: Annotated[str, msgspec.Meta(pattern="^[A-Z]{3}$")]
    name: Text
    summary: Text
    endings: dict[str, Text]


class HistoryCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    arc: str
    leaning: Literal["order", "chaos"]
    title: Text
    text: Text


class EventCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    arc: str
    kind: Literal["drift", "min_vote", "no_moderator", "double_coin"]
    rounds: Annotated[int, msgspec.Meta(ge=1, le=4)]
    title: Text
    text: Text
    resource: Literal["", "influence", "wealth", "morale", "welfare", "knowledge"] = ""
    steps: Annotated[int, msgspec.Meta(ge=-1, le=2)] = 0

    def plain(self) -> Incident:
        return Incident(self.kind, self.rounds, self.resource, self.steps)


class Story(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A deck, complete."""

    deck_id: str
    version: int
    languages: tuple[str, ...]
    arcs: tuple[Arc, ...]
    dilemmas: tuple[Card, ...]
    history: tuple[HistoryCard, ...]
    events: tuple[EventCard, ...]
    supports: tuple[Literal["explicit", "rich_effects"], ...] = ()

    def lore(self) -> Lore:
        """What the rules need of it."""
        return Lore(
            self.deck_id,
            tuple(arc.id for arc in self.arcs),
            {card.id: card.plain() for card in self.dilemmas},
            {card.id: card.plain() for card in self.events},
            self.supports,
        )

    def texts(self, lang: str) -> dict[str, str]:
        """All that it says, by the names under which the faces ask for it."""
        said: dict[str, str] = {}
        for arc in self.arcs:
            said[f"arc.{arc.id}"], said[f"arc.{arc.id}.summary"] = arc.name.of(lang), arc.summary.of(lang)
            said |= {f"ending.{ending}": text.of(lang) for ending, text in arc.endings.items()}
        titled: list[Card | HistoryCard | EventCard] = [*self.dilemmas, *self.history, *self.events]
        for other in titled:
            said[f"card.{other.id}"], said[f"card.{other.id}.text"] = other.title.of(lang), other.text.of(lang)
        for card in self.dilemmas:
            said[f"dilemma.{card.id}"] = f"{card.id} · {card.title.of(lang)}"
            for side, option in (("aye", card.aye), ("nay", card.nay)):
                said[f"card.{card.id}.{side}"] = option.label.of(lang)
                said[f"card.{card.id}.{side}.result"] = option.result.of(lang)
                if option.milestone:
                    said[f"milestone.{card.id}.{side}"] = option.milestone.of(lang)
        return said


def parse_deck(text: str, file: str = DECK.name) -> Story:
    """A deck that can be played. Raises `ContentError`; `deckcheck` tells whether it is a good one too."""
    story = _read(text, Story, file)
    cards, arcs = {c.id for c in story.dilemmas}, {a.id for a in story.arcs}
    tales, happenings = {c.id for c in story.history}, {c.id for c in story.events}

    def demand(truth: bool, place: str, what: str) -> None:
        if not truth:
            raise ContentError(f"{file}: {place}: {what}")

    every = [*(c.id for c in story.dilemmas), *(c.id for c in story.history), *(c.id for c in story.events)]
    for name in every:
        demand(every.count(name) == 1, name, "this id is used twice")
    demand(any(c.start for c in story.dilemmas), "dilemmas, start", "no card to begin with")
    for card in story.dilemmas:
        demand(card.arc in arcs, f"{card.id}, arc", "no such arc")
        for side, option in (("aye", card.aye), ("nay", card.nay)):
            for effect in option.effects:
                plain = msgspec.to_builtins(effect)
                place = f"{card.id}, {side}, {plain['op']}"
                known = {"history": tales, "event": happenings, "unlock": cards, "remove": cards}.get(plain["op"])
                demand(known is None or plain["card"] in known, place, f"no card {plain.get('card')}")
                demand(plain["op"] != "arc_end" or plain["arc"] in arcs, place, "no such arc")
                rich = plain["op"] != "grant" or "rich_effects" in story.supports
                demand(rich, place, "a deck that grants anything must say that it supports rich_effects")
                plainly = plain["op"] != "stability" or "explicit" in story.supports
                demand(plainly, place, "a deck that moves stability must say that it supports explicit")
            marks = sum(isinstance(e, Mark) for e in option.effects)
            demand(marks == bool(option.milestone), f"{card.id}, {side}, milestone", "a title for each milestone")
    return story


def _read(text: str, kind: type[T], file: str) -> T:
    try:
        return msgspec.convert(tomllib.loads(text), kind, strict=True)
    except tomllib.TOMLDecodeError as e:
        raise ContentError(f"{file}: {e}") from e
    except msgspec.ValidationError as e:
        raise ContentError(f"{file}: {e}") from e


# ---- what the game is played with


@cache
def content() -> Content:
    """The game's own numbers."""
    return parse(FILE.read_text(encoding="utf-8"))


@cache
def story() -> Story:
    """The house deck."""
    return parse_deck(DECK.read_text(encoding="utf-8"))


@cache
def deck() -> Lore:
    return story().lore()


def texts(lang: str) -> dict[str, str]:
    """What the deck says, for the catalogue."""
    return story().texts(lang)


@cache
def components() -> tuple[Component, ...]:
    """The tagged things: vote cards of every chair, house tags, plan cards, the deck."""
    votes = (("side", "aye"), ("side", "nay"), ("how", "gather"), ("how", "moderator"))
    return (
        *(Component(f"{face}-{s + 1}", of, face, s) for s in range(SEATS[1]) for of, face in votes),
        *(Component(f"house-{house.id}", "house", house.id) for house in content().houses),
        *(Component(f"plan-{plan.id}", "plans", plan.id) for plan in content().plans),
        *(Component(card.id, "dilemma", card.id) for card in story().dilemmas),
    )
