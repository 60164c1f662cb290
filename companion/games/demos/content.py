"""The numbers of the game from `content.toml`, checked, and the real things that carry tags."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Annotated, get_args

import msgspec

from companion.engine import Component

from .hands import DECK, HIGHEST, SUITS, Scoring
from .state import MEDIA, Mode, Plan

FILE = Path(__file__).with_name("content.toml")
HAND = 5

Count = Annotated[int, msgspec.Meta(ge=1)]


class ContentError(ValueError):
    """The data file is wrong: names the file, the record and the field."""


class Timers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    objection_seconds: Annotated[int, msgspec.Meta(ge=0)]


class ModeRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One way to play. DMS-001..003."""

    id: Mode
    min_seats: Count
    max_seats: Count
    lowest: Annotated[int, msgspec.Meta(ge=1, le=HIGHEST - 2)]
    functions: Annotated[str, msgspec.Meta(pattern=r"^ELJM?$")]
    turns: Annotated[int, msgspec.Meta(ge=2, le=3)]
    vetoes: tuple[int, ...]
    sides: tuple[Count, ...] = ()

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(range(self.lowest, HIGHEST + 1))


class Content(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    scoring: Scoring
    timers: Timers
    modes: tuple[ModeRecord, ...]

    def mode(self, name: str) -> ModeRecord:
        return next(mode for mode in self.modes if mode.id == name)

    def plan(self, name: str) -> Plan:
        """All numbers that hold in this mode."""
        mode = self.mode(name)
        figures = [f"{function}{suit}" for function in mode.functions if function != MEDIA for suit in SUITS]
        media = ["M1", "M2"] if MEDIA in mode.functions else []
        return Plan(
            numbers=mode.numbers,
            figures=(*figures, *media),
            turns=mode.turns,
            sides=mode.sides,
            vetoes=mode.vetoes,
            scoring=self.scoring,
            objection_seconds=self.timers.objection_seconds,
        )


def parse(text: str, file: str = FILE.name) -> Content:
    """The content of a data file. Raises `ContentError` where it cannot be played with."""
    try:
        content = msgspec.convert(tomllib.loads(text), Content)
    except tomllib.TOMLDecodeError as e:
        raise ContentError(f"{file}: {e}") from e
    except msgspec.ValidationError as e:
        what, _, path = str(e).partition(" - at `$.")
        raise ContentError(f"{file}: {path.rstrip('`').replace('.', ', ')}: {what}") from e
    _check(content, file)
    return content


def _check(content: Content, file: str) -> None:
    """What types cannot say: every mode has its record, and its numbers can be played. DMS-006."""

    def demand(truth: bool, place: str, what: str) -> None:
        if not truth:
            raise ContentError(f"{file}: {place}: {what}")

    wanted = list(get_args(Mode))
    demand([mode.id for mode in content.modes] == wanted, "modes, id", f"one record for each of {wanted}")
    for mode in content.modes:
        place = f"modes, {mode.id}"
        demand(mode.min_seats <= mode.max_seats, f"{place}, min_seats", "more than max_seats")
        need = mode.max_seats * (HAND + mode.turns)
        demand(need <= len(SUITS) * len(mode.numbers), f"{place}, max_seats", "the people deck could run out")
        if mode.sides:
            exact = sum(mode.sides) == mode.min_seats == mode.max_seats
            demand(exact, f"{place}, sides", "sides and seats differ in number")
        demand(len(mode.vetoes) == max(1, len(mode.sides)), f"{place}, vetoes", "one for each side")
        demand((mode.turns == 3) == (MEDIA in mode.functions), f"{place}, turns", "two without Media, three with them")
    scoring = content.scoring
    demand(scoring.square_draw >= scoring.normal_draw >= 1, "scoring, normal_draw", "a winner draws")
    apart = min(scoring.seq1 - scoring.seq2, scoring.seq2 - scoring.seq3)
    demand(apart >= 3, "scoring, seq1", "a hand could hold unlike combinations of one score")  # DMS-139


@cache
def content() -> Content:
    """The game's own data."""
    return parse(FILE.read_text(encoding="utf-8"))


@cache
def components() -> tuple[Component, ...]:
    """The 54 tagged cards."""
    figures = content().plan("individual").figures
    return (
        *(Component(card, "people", card) for card in DECK),
        *(Component(card, "power", card) for card in figures),
    )
