"""The numbers of the game from `content.toml`, checked, and the real things that carry tags."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from companion.engine import Component

from .state import FASCIST, HITLER, LIBERAL, Plan, Thresholds

FILE = Path(__file__).with_name("content.toml")
SEATS = (5, 10)  # SHT-001
ROLE_CARDS = {LIBERAL: 6, FASCIST: 3, HITLER: 1}

Count = Annotated[int, msgspec.Meta(ge=1)]


class ContentError(ValueError):
    """The data file is wrong: names the file, the record and the field."""


class Tiles(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    liberal: Count
    fascist: Count


class Seating(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One number of players."""

    players: Count
    liberal: Count
    fascist: Count
    hitler_knows: bool
    board: str
    rebalance: Literal["", "pre-enacted", "removed"] = ""


class Content(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    tiles: Tiles
    thresholds: Thresholds
    boards: dict[str, list[Literal["", "peek", "investigate", "call-election", "execute"]]]
    tables: list[Seating]

    def plan(self, players: int) -> Plan:
        """All numbers that hold at a table of so many players."""
        table = next(t for t in self.tables if t.players == players)
        return Plan(
            roles={LIBERAL: table.liberal, FASCIST: table.fascist, HITLER: 1},
            hitler_knows=table.hitler_knows,
            tiles={LIBERAL: self.tiles.liberal, FASCIST: self.tiles.fascist},
            powers=tuple(self.boards[table.board]),
            rebalance=table.rebalance,
            at=self.thresholds,
        )


def parse(text: str, file: str = FILE.name) -> Content:
    """The content of a data file. Raises `ContentError` where it cannot be played with."""
    try:
        content = msgspec.convert(raw := tomllib.loads(text), Content)
    except tomllib.TOMLDecodeError as e:
        raise ContentError(f"{file}: {e}") from e
    except msgspec.ValidationError as e:
        raise ContentError(f"{file}: {_place(str(e), raw)}") from e
    _check(content, file)
    return content


def _place(message: str, raw: dict[str, object]) -> str:
    """`what is wrong - at $.tables[2].liberal`, said as `tables, 7 players, liberal: what is wrong`."""
    what, _, path = message.partition(" - at `$.")
    if not path:
        return what
    place = path.rstrip("`")
    if match := re.fullmatch(r"tables\[(\d+)\]\.?(.*)", place):
        tables = raw["tables"]
        assert isinstance(tables, list)
        players = tables[int(match[1])].get("players", f"number {int(match[1]) + 1}")
        place = ", ".join(filter(None, (f"tables, {players} players", match[2])))
    return f"{place.replace('.', ', ')}: {what}"


def _check(content: Content, file: str) -> None:
    """What types cannot say: the records cover every table, and their numbers can be played."""

    def demand(truth: bool, place: str, what: str) -> None:
        if not truth:
            raise ContentError(f"{file}: {place}: {what}")

    at, tiles = content.thresholds, content.tiles
    wanted = list(range(SEATS[0], SEATS[1] + 1))
    demand([t.players for t in content.tables] == wanted, "tables, players", f"one record for each of {wanted}")
    for name, powers in content.boards.items():
        demand(len(powers) == at.fascist_to_win, f"boards, {name}", f"{at.fascist_to_win} slots")
        demand(powers[-1] == "", f"boards, {name}", "the last slot wins and has no power")
    for t in content.tables:
        place = f"tables, {t.players} players"
        demand(t.liberal + t.fascist + 1 == t.players, f"{place}, liberal", "roles and players differ in number")
        demand(t.liberal <= ROLE_CARDS[LIBERAL], f"{place}, liberal", "more than there are role cards")
        demand(t.fascist <= ROLE_CARDS[FASCIST], f"{place}, fascist", "more than there are role cards")
        demand(t.board in content.boards, f"{place}, board", "no such board")
    demand(at.liberal_to_win <= tiles.liberal, "thresholds, liberal_to_win", "more than there are tiles")
    demand(at.fascist_to_win <= tiles.fascist, "thresholds, fascist_to_win", "more than there are tiles")
    down = tiles.liberal + tiles.fascist - 1 - (at.liberal_to_win - 1) - (at.fascist_to_win - 1)
    demand(at.draw_count <= at.reshuffle_below <= down, "thresholds, reshuffle_below", "a draw could find no tiles")
    for name in ("hitler_zone_at", "veto_unlocked_at"):
        demand(getattr(at, name) < at.fascist_to_win, f"thresholds, {name}", "not before the fascists have won")


@cache
def content() -> Content:
    """The game's own data."""
    return parse(FILE.read_text(encoding="utf-8"))


@cache
def components() -> tuple[Component, ...]:
    """The tagged things: 17 tiles, 10 role cards, 20 ballot cards."""
    tiles = content().tiles
    return (
        *(Component(f"L{i:02}", "policies", LIBERAL) for i in range(1, tiles.liberal + 1)),
        *(Component(f"F{i:02}", "policies", FASCIST) for i in range(1, tiles.fascist + 1)),
        *(Component(f"{role}-{i}", "roles", role) for role, n in ROLE_CARDS.items() for i in range(1, n + 1)),
        *(
            Component(f"{word}-{seat + 1}", "ballot", face, seat)
            for seat in range(SEATS[1])
            for word, face in (("ja", True), ("nein", False))
        ),
    )
