"""The data of the game, checked: from the *.toml beside this, or from an owner's files of the same names.

A file in the owner's folder takes the place of ours, whole. RULES.md says what each holds.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec

from companion.engine import Component, Setup
from companion.games import ContentError, owners_folder

from .state import (
    CANONICAL,
    RING,
    Action,
    Arrow,
    Law,
    Map,
    Need,
    Plan,
    Situation,
    Switches,
    Trigger,
    cards_of,
)

__all__ = ["Content", "ContentError", "LawText", "components", "content", "read", "texts"]

HERE = Path(__file__).parent
SEATS = (3, 8)  # REP-001
FILES = ("board", "factions", "actions", "situations", "laws")
LANGUAGES = ("es", "en")

T = TypeVar("T")
Count = Annotated[int, msgspec.Meta(ge=1, le=99)]
Points = Annotated[int, msgspec.Meta(ge=0, le=99)]
Sign = Annotated[int, msgspec.Meta(ge=-1, le=1)]
Coordinate = Annotated[int, msgspec.Meta(ge=-20, le=20)]
Title = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=240)]
Word = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Words = Annotated[list[Word], msgspec.Meta(min_length=2, max_length=4)]
Id = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_]{1,24}$")]


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """board.toml"""

    radius_sq: Annotated[int, msgspec.Meta(ge=1, le=400)]
    grey_limit: Annotated[int, msgspec.Meta(ge=0, le=20)]
    pp_total: Annotated[int, msgspec.Meta(ge=64, le=999)]  # 64: what 8 players start with
    votes: Annotated[int, msgspec.Meta(ge=9, le=99)]  # 9: what 8 players need
    reward_1: Annotated[list[Points], msgspec.Meta(min_length=6, max_length=6)]
    reward_2: Annotated[list[Points], msgspec.Meta(min_length=6, max_length=6)]
    crisis: Trigger
    triggers: list[TriggerAt] = []


class TriggerAt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    at: Annotated[int, msgspec.Meta(ge=1, le=19)]
    take: Annotated[str, msgspec.Meta(pattern="^(one|half|all|exchange)$")]
    deck: Points = 0


class FactionRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: Annotated[str, msgspec.Meta(pattern=f"^({'|'.join(RING)})$")]
    target: tuple[Coordinate, Coordinate]
    area: tuple[Sign, Sign]
    sp: Points
    corr: Points
    pp: Points


class ActionRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: Annotated[str, msgspec.Meta(pattern=f"^({'|'.join(CANONICAL)})$")]
    special: bool
    copies: Count
    corr: Points


class SituationRow(Situation, frozen=True, forbid_unknown_fields=True, kw_only=True):
    id: Id
    name_es: Title
    name_en: Title
    text_es: Text
    text_en: Text


class LawRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: Id
    faction: Annotated[str, msgspec.Meta(pattern=f"^({'|'.join(RING)})$")]
    arrows: Annotated[list[Annotated[str, msgspec.Meta(pattern="^[LRUD][1-9]$")]], msgspec.Meta(min_length=1)]
    cost: Annotated[int, msgspec.Meta(ge=1, le=5)]
    title_es: Title
    title_en: Title
    text_es: Text
    text_en: Text
    words_es: Words
    words_en: Words


class LawText(msgspec.Struct, frozen=True):
    """What a Law says in one language; `words` are underlined, and must be said."""

    title: str
    text: str
    words: tuple[str, ...]


class Content(msgspec.Struct, frozen=True, eq=False):
    board: Sheet
    factions: tuple[FactionRow, ...]
    actions: tuple[ActionRow, ...]
    situations: tuple[SituationRow, ...]
    laws: tuple[LawRow, ...]

    def plan(self, setup: Setup) -> Plan:
        """What holds at this table, and never changes."""
        options: Switches = setup.options
        reward = (self.board.reward_1 if options.edition == 1 else self.board.reward_2)[setup.seats - 3]
        return Plan(
            laws=laws(self), actions=actions(self), situations=situations(self),
            pp_total=self.board.pp_total, unanimity=reward, votes=self.board.votes,
            cards=sum(a.copies for a in self.actions),
        )  # fmt: skip

    def chart(self, setup: Setup) -> Map:
        """REP-026..035: the board and the track of this table."""
        options: Switches = setup.options
        end = options.sp_track_length
        triggers = {w.at: Trigger(w.take, w.deck) for w in self.board.triggers if w.at < end}  # type: ignore[arg-type]
        targets = {f.id: f.target for f in self.factions}
        needs = {
            f.id: Need(f.area, f.sp, options.monarch_corruption if f.id == "MON" and f.corr == 7 else f.corr, f.pp)
            for f in self.factions
        }
        limit, radius = self.board.grey_limit, self.board.radius_sq
        return Map(radius, targets, "", limit, options.sp_start, end, triggers | {end: self.board.crisis}, needs)

    def law(self, id: str, lang: str) -> LawText:
        row = next(w for w in self.laws if w.id == id)
        if lang == "es":
            return LawText(row.title_es, row.text_es, tuple(row.words_es))
        return LawText(row.title_en, row.text_en, tuple(row.words_en))


@cache
def laws(c: Content) -> dict[str, Law]:
    return {w.id: Law(w.faction, w.cost, tuple(map(arrow, w.arrows))) for w in c.laws}


@cache
def actions(c: Content) -> dict[str, Action]:
    return {a.id: Action(a.special, a.copies, a.corr) for a in c.actions}


@cache
def situations(c: Content) -> dict[str, Situation]:
    return {s.id: plain(s) for s in c.situations}


def arrow(text: str) -> Arrow:
    return Arrow(text[0], int(text[1:]))  # type: ignore[arg-type]


def plain(row: SituationRow) -> Situation:
    """The rules of a Situation without its words."""
    return Situation(**{f: getattr(row, f) for f in Situation.__struct_fields__})


# ---- reading


def read(folder: Path = HERE) -> Content:
    """The data files: those of `folder`, and ours where it has none. Raises `ContentError`."""
    sheets: dict[str, Any] = {}
    for name in FILES:
        path = folder / f"{name}.toml"
        sheets[name] = _READ[name](path if path.exists() else HERE / f"{name}.toml")
    return Content(**sheets)


def _parse(path: Path, kind: type[T]) -> tuple[T, str]:
    try:
        text = path.read_text(encoding="utf-8")
        raw = tomllib.loads(text)
    except UnicodeDecodeError as error:
        raise ContentError(f"{path.name}: not UTF-8 text ({error.reason})") from error
    except OSError as error:
        raise ContentError(f"{path.name}: {error.strerror}") from error
    except tomllib.TOMLDecodeError as error:
        raise ContentError(f"{path.name}: {error}") from error
    try:
        return msgspec.convert(raw, kind), text
    except msgspec.ValidationError as error:
        what, _, place = str(error).partition(" - at `$")
        table, row, field = _place(place)
        raise ContentError(_said(path, text, table, row, field, what)) from error


def _place(place: str) -> tuple[str, int, str]:
    """`.laws[3].cost`: which table, which of its records, which field."""
    found = re.match(r"\.?(\w+)(?:\[(\d+)\])?(?:\.?(.*?))?`?$", place)
    if not found:
        return "", 0, ""
    if found[2] is None and not found[3]:
        return "", 0, found[1]
    return found[1], int(found[2] or 0), re.split(r"[\[.]", found[3] or "")[0]


def _said(path: Path, text: str, table: str, row: int, field: str, what: str) -> str:
    """`laws.toml, line 31, cost: what`."""
    line = _line(text, table, row, field)
    return ": ".join((", ".join(filter(None, (path.name, f"line {line}", field))), what))


def _line(text: str, table: str, row: int, field: str) -> int:
    """Where the field of that record stands; the record's first line if it does not."""
    lines = text.splitlines()
    heads = [i for i, line in enumerate(lines) if line.strip() in (f"[[{table}]]", f"[{table}]")]
    start = heads[row] if row < len(heads) else -1
    for i in range(start + 1, len(lines)):
        if lines[i].lstrip().startswith("[") and start >= 0:
            break
        if field and re.match(rf"\s*{re.escape(field)}\s*=", lines[i]):
            return i + 1
    return max(start, 0) + 1


class _Rows(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


def _rows(table: str, kind: Any, check: Callable[[Demand, list[Any]], None]) -> Callable[[Path], Any]:
    """A reader for a file that is one list of records."""
    shape = msgspec.defstruct(table, [(table, list[kind])], frozen=True, forbid_unknown_fields=True)

    def reader(path: Path) -> tuple[Any, ...]:
        sheet, text = _parse(path, shape)
        rows = getattr(sheet, table)
        demand = Demand(path, text, table)
        seen: set[str] = set()
        for i, row in enumerate(rows):
            demand(row.id not in seen, i, "id", f"{row.id} stands there twice")
            seen.add(row.id)
        check(demand, rows)
        return tuple(rows)

    return reader


class Demand:
    """What must hold of a record, or the file is refused at that line."""

    def __init__(self, path: Path, text: str, table: str) -> None:
        self.path, self.text, self.table = path, text, table

    def __call__(self, truth: bool, row: int, field: str, what: str) -> None:
        if not truth:
            raise ContentError(_said(self.path, self.text, self.table, row, field, what))


def _board(path: Path) -> Sheet:
    sheet, text = _parse(path, Sheet)
    demand = Demand(path, text, "triggers")
    for i, trigger in enumerate(sheet.triggers):
        earlier = [t.at for t in sheet.triggers[:i]]
        demand(trigger.at not in earlier, i, "at", f"position {trigger.at} stands there twice")
    return sheet


def _factions(demand: Demand, rows: list[FactionRow]) -> None:
    missing = set(RING) - {f.id for f in rows}
    demand(not missing, len(rows) - 1, "id", f"no record for {', '.join(sorted(missing))}")
    for i, f in enumerate(rows):
        others = [g.target for g in rows[:i]]
        demand(f.target not in others, i, "target", "another faction has this Target Point")
        demand(any(f.area), i, "area", "the whole board is no area")


def _actions(demand: Demand, rows: list[ActionRow]) -> None:
    missing = set(CANONICAL) - {a.id for a in rows}
    demand(not missing, len(rows) - 1, "id", f"no record for {', '.join(sorted(missing))}")
    for i, a in enumerate(rows):
        demand(a.special or a.copies >= SEATS[1] or a.id not in BASIC, i, "copies", "8 players start with one each")


BASIC = ("bribe", "fraud", "economic_coup", "informant", "leadership")


def _situations(demand: Demand, rows: list[SituationRow]) -> None:
    for i, s in enumerate(rows):
        demand(s.no_cards or not s.leadership, i, "leadership", "cards are legal, so it needs no exemption")
    demand(any(s.min_players < 4 for s in rows), 0, "min_players", "nothing is left for 3 players")


def _laws(demand: Demand, rows: list[LawRow]) -> None:
    demand(len(rows) >= 2 * SEATS[1], 0, "", f"{len(rows)} Laws are not enough for 8 players")
    for i, law in enumerate(rows):
        axes = ["LR".count(a[0]) for a in law.arrows]
        demand(axes == sorted(axes, reverse=True), i, "arrows", "left and right come before up and down")
        for lang in LANGUAGES:
            said = f"{getattr(law, f'title_{lang}')} {getattr(law, f'text_{lang}')}".casefold()
            for word in getattr(law, f"words_{lang}"):
                demand(word.casefold() in said, i, f"words_{lang}", f"{word!r} is neither in the title nor in the text")


_READ: Mapping[str, Callable[[Path], Any]] = {
    "board": _board,
    "factions": _rows("factions", FactionRow, _factions),
    "actions": _rows("actions", ActionRow, _actions),
    "situations": _rows("situations", SituationRow, _situations),
    "laws": _rows("laws", LawRow, _laws),
}


@cache
def content() -> Content:
    """The data that is played with. Raises `ContentError`."""
    return read(owners_folder("republia"))


# ---- words and things


def texts(lang: str) -> dict[str, str]:
    """What is printed on the cards, for the catalogue: Laws, Situations, and the Corruption of Action cards."""
    found = {}
    for law in content().laws:
        said = content().law(law.id, lang)
        found[f"laws.{law.id}"] = said.title
        found[f"laws.{law.id}.text"] = said.text
        only_there = tuple(word for word in said.words if word.casefold() not in said.text.casefold())
        found[f"laws.{law.id}.title.underlined"] = underlined(said.title, only_there)
        found[f"laws.{law.id}.underlined"] = underlined(said.text, said.words)
        found[f"laws.{law.id}.words"] = " · ".join(said.words)
        found[f"laws.{law.id}.faction"] = law.faction
        found[f"laws.{law.id}.arrows"] = " ".join(law.arrows)
        found[f"laws.{law.id}.cost"] = str(law.cost)
    for action in content().actions:
        found[f"actions.{action.id}.corr"] = str(action.corr)
    for s in content().situations:
        found[f"situations.{s.id}"] = s.name_es if lang == "es" else s.name_en
        found[f"situations.{s.id}.text"] = s.text_es if lang == "es" else s.text_en
        found[f"situations.{s.id}.sp"] = f"{s.sp:+}".replace("-", "−").replace("+0", "0")
    return found


def underlined(text: str, words: tuple[str, ...]) -> str:
    """The words that must be said, each in square brackets where it stands."""
    plain = text.replace("[", "(").replace("]", ")")
    for word in words:
        whole = rf"(?<!\w)({re.escape(word)})(?!\w)"
        pattern = whole if re.search(whole, plain, re.IGNORECASE) else f"({re.escape(word)})"
        plain = re.sub(pattern, r"[\1]", plain, count=1, flags=re.IGNORECASE)
    return plain


def components() -> tuple[Component, ...]:
    """The tagged things: Laws, Action cards, votes, Situations, factions."""
    c = content()
    signs = [f"{sign}#{i:02}" for sign in ("positive", "negative") for i in range(1, c.board.votes + 1)]
    return (
        *(Component(w.id, "laws", w.id) for w in c.laws),
        *(Component(card, "actions", card) for card in cards_of(actions(c))),
        *(Component(token, "vote", token.partition("#")[0] == "positive") for token in signs),
        *(Component(s.id, "situations", s.id) for s in c.situations),
        *(Component(f.id, "factions", f.id) for f in c.factions),
    )
