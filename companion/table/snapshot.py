"""What the table publishes: finished values that nobody changes any more. Board, phones and lamps read only these."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from companion.engine import Event, Face, Game, Options, Outcome, Seat, Told, Viewer
from companion.table.checkup import Checked
from companion.table.requests import Button

__all__ = [
    "AWAY", "Alarm", "Chair", "Clock", "Cursor", "Enrolment", "Key", "Menu", "Notice", "Playing", "Snapshot", "UrnFace",
]  # fmt: skip

AWAY = ("not-connected", "error")  # how a device stands that is not there


@dataclass(frozen=True)
class Chair:
    """A place at the table as everybody sees it. `presence`: who sits there, or `free`."""

    id: int
    name: str = ""
    presence: Literal["free", "phone", "away", "badge", "panel", "bot"] = "free"
    seat: Seat | None = None  # in the running match
    hand: bool = False  # a raised hand
    contributed: bool = False

    @property
    def number(self) -> int:
        """What people call it: that of its seat while it has one, as on the board."""
        return (self.id if self.seat is None else self.seat) + 1


@dataclass(frozen=True)
class Clock:
    """A running bell. `ends` is on the monotonic clock; while the table is paused only `left` counts."""

    bell: str
    seconds: int
    left: float
    ends: float


@dataclass(frozen=True)
class UrnFace:
    """The open urn as everybody may know it: how many, never whose and never what."""

    inside: int
    due: int
    roll: frozenset[Seat]
    closer: Seat
    papers: tuple[str, ...]
    number: int = 0  # of the urns of this match; ballots for another one are stale
    full: bool = False  # every vote that is due has been cast, in it and beside it


@dataclass(frozen=True)
class Playing:
    """A match as it stands. What one viewer may know is in `views` and `faces`, by viewer; None is the board."""

    match: str
    game: Game[Any]
    options: Options
    names: tuple[str, ...]
    views: Mapping[Viewer, Mapping[str, Any]]
    faces: Mapping[Viewer, tuple[Face, ...]]
    told: tuple[Told, ...]
    commitment: str
    tapping: frozenset[Seat] = frozenset()  # whose questions real cards on the reader answer
    clocks: tuple[Clock, ...] = ()
    urn: UrnFace | None = None
    over: bool = False
    result: Outcome | None = None
    ledger: Mapping[str, Any] = field(default_factory=dict)  # what the matches of a chain have carried on so far
    corrections: tuple[Face, ...] = ()  # for the host page only
    undo: str | None = None  # the kind of move that undo would take back, for the host page only
    undo_by: Seat | None = None
    undo_tells: bool = False
    books: str = "host"  # who may open them: the host, all seats together, everybody as the match ends, or nobody
    books_due: frozenset[Seat] = frozenset()  # whose word is missing, where all seats open them
    books_open: bool = False
    moves: int = 0

    def events(self, viewer: Viewer) -> list[Event]:
        """What has happened, as far as `viewer` heard of it, oldest first."""
        return [t.event for t in self.told if t.to is None or viewer in t.to]


@dataclass(frozen=True)
class Notice:
    """A slip over the board for some seconds: a refusal, or something to know. `code` is a key of the catalogue."""

    code: str
    detail: Mapping[str, Any] = field(default_factory=dict)
    refusal: bool = True
    number: int = 0  # grows with every notice, so that the same one twice shows twice


@dataclass(frozen=True)
class Alarm:
    """Stays until answered."""

    code: str
    detail: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Key:
    """A button of the panel: lit exactly when pressing it means something. `word` is a key of the catalogue."""

    lit: bool = False
    word: str = ""


@dataclass(frozen=True)
class Cursor:
    """Where the panel stands: which seat answers, which ask, which field, which choice. All of it is public."""

    seat: Seat | None = None
    kind: str | None = None
    part: str | None = None
    value: Any = None
    entered: bool = False  # the seat is fixed: UP and DOWN now move its choice
    draft: Mapping[str, Any] = field(default_factory=dict)  # the fields filled so far
    sure: bool = False  # a grave choice, confirmed once
    pending: tuple[tuple[Seat, str, str, Any], ...] = ()  # what a tap may mean; a button decides
    tapped: str | None = None
    at: int = 0


@dataclass(frozen=True)
class Menu:
    """The menu over the board: rows are keys of the catalogue."""

    rows: tuple[str, ...]
    at: int = 0


@dataclass(frozen=True)
class Enrolment:
    """Teaching the table its cards. `done` tells which components are known."""

    game: Game[Any]
    at: int
    done: frozenset[str]
    last: Notice | None = None

    @property
    def next_key(self) -> str | None:
        components = self.game.components
        return components[self.at].key if self.at < len(components) else None


@dataclass(frozen=True)
class Snapshot:
    """The table, whole. `version` grows by one with every change."""

    version: int = 0
    stage: Literal["lobby", "playing", "over", "enrolling"] = "lobby"
    language: Literal["es", "en"] = "es"
    chairs: tuple[Chair, ...] = ()
    game: str | None = None  # chosen in the lobby, or played
    options: Options | None = None  # chosen in the lobby
    goes_on: bool = False  # whether the next match carries on what an earlier one has left
    telling: int = 0  # how much the screens have to show before phones say it; 0: phones wait for nothing
    commitment: str = ""  # to the seed of the next match
    playing: Playing | None = None
    enrolment: Enrolment | None = None
    badge_for: int | None = None  # the chair whose badge is awaited
    notice: Notice | None = None
    alarm: Alarm | None = None
    away: Alarm | None = None  # a device that the table waits for: it stays until that is back, or nobody waits
    paused: bool = False
    saved: bool = True
    simulated: bool = False
    menu: Menu | None = None
    keys: Mapping[Button, Key] = field(default_factory=dict)
    cursor: Cursor = field(default_factory=Cursor)
    devices: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    checkup: tuple[Checked, ...] = ()  # what the doctor found, until somebody does something

    @property
    def speaks_of(self) -> str | None:
        """The game whose words are needed: its cards may be taught while another one is chosen, or none."""
        return self.enrolment.game.id if self.enrolment else self.game

    def chair_of(self, seat: Seat) -> Chair | None:
        return next((c for c in self.chairs if c.seat == seat), None)
