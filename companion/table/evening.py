"""What one evening is made of, while it is held by the one thread that may change it."""
from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, Literal

from companion.engine import CLOCK, Face, Game, Options, Seat, Viewer
from companion.locale import Words
from companion.table import fair
from companion.table import house as kept
from companion.table.checkup import Checked
from companion.table.disk import NotSaved
from companion.table.house import House
from companion.table.pieces import Pieces
from companion.table.requests import Reply
from companion.table.session import Session
from companion.table.snapshot import Alarm, Chair, Cursor, Enrolment, Menu, Notice

__all__ = ["CHAIRS", "Bell", "Decide", "Evening"]

CHAIRS = 10
NOTICE_SECONDS = 4.0
CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # nothing that looks like something else

# A bot answers one seat from its own view: (game, view, faces, events, seat, memory, rng) → (kind, fields), or None.
Decide = Callable[[str, Mapping[str, Any], list[Face], list[Any], Seat, dict[str, Any], Random], Any]


@dataclass
class Bell:
    """A clock that runs for an open ask."""

    bell: str
    number: int
    seconds: int
    ends: float
    left: float


@dataclass
class Evening:
    """Everything the table holds. Handlers change it; `publish` reads it."""

    house: House
    folder: Path
    games: Mapping[str, Game[Any]]
    language: Literal["es", "en"]
    simulated: bool = False
    now: float = 0.0  # on the monotonic clock, set before every request
    rng: Random = field(default_factory=secrets.SystemRandom)
    decide: Decide | None = None
    bot_pace: tuple[float, float] = (1.0, 2.5)

    stage: Literal["lobby", "playing", "over", "enrolling"] = "lobby"
    chairs: list[Chair] = field(default_factory=lambda: [Chair(i) for i in range(CHAIRS)])
    codes: dict[int, str] = field(default_factory=dict)  # by chair: with it any phone comes back
    holders: dict[int, str] = field(default_factory=dict)  # by chair: digest of its phone's token
    game: str | None = None
    options: Options | None = None
    seed: bytes = field(default_factory=fair.new_seed)
    contributions: dict[int, str] = field(default_factory=dict)  # by chair
    session: Session | None = None
    ledger: dict[str, Any] = field(default_factory=dict)
    pieces: Pieces | None = None
    enrolment: Enrolment | None = None
    badge_for: int | None = None
    notice: Notice | None = None
    notice_ends: float = 0.0
    alarm: Alarm | None = None
    notices: int = 0
    paused: bool = False
    still: bool = False  # no clock runs
    left: list[Session] = field(default_factory=list)  # of matches that are over, with rows that the disk still owes
    checkup: tuple[Checked, ...] = ()  # left by the doctor
    laid: dict[tuple[Seat, str], dict[Any, tuple[Any, str]]] = field(default_factory=dict)  # by place: face and card
    laying: Any = None  # where the next card belongs (`placing.Laying`)
    menu: Menu | None = None
    cursor: Cursor = field(default_factory=Cursor)
    floor: object = None  # the match's public fact of this name: when it changes, raised hands fall
    deaf_until: float = 0.0  # to a press that comes right after a commit
    last_taken: tuple[str, float, int] = ("", 0.0, 0)  # the tag that answered last, when, and after how many moves
    ended: float = 0.0  # when the last match did: a press meant for its last vote must not start the next one
    devices: dict[str, str] = field(default_factory=dict)
    bells: list[Bell] = field(default_factory=list)
    prompt: Bell | None = None  # a clock that only shows how long somebody has been speaking
    bots: dict[Seat, float] = field(default_factory=dict)  # when each bot answers
    told: int = 0  # how much had happened when the bots last looked
    screens: set[str] = field(default_factory=set)  # that show the board
    seen: int = 0  # how much of what has happened they have shown
    awaited: int = 0  # how much of it phones wait for
    tells_until: float = 0.0  # when they wait no longer
    memories: dict[Seat, dict[str, Any]] = field(default_factory=dict)
    agreed: set[Seat] = field(default_factory=set)  # to opening the books

    # ---- words for the board

    def say(self, code: str, refusal: bool = False, **detail: Any) -> None:
        """A slip over the board for a few seconds."""
        self.notices += 1
        self.notice = Notice(code, detail, refusal, self.notices)
        self.notice_ends = self.now + NOTICE_SECONDS

    def no(self, code: str, *, on_board: bool = False, **detail: Any) -> Reply:
        """A refusal; on the board too where the thing was done at the table."""
        if on_board:
            self.say(code, refusal=True, **detail)
        return Reply(False, code, detail)

    def words(self) -> Words:
        return Words(self.language, self.game)

    # ---- chairs and seats

    def change(self, chair: int, **values: Any) -> Chair:
        """Replace what is published of a chair."""
        self.chairs[chair] = replace(self.chairs[chair], **values)
        return self.chairs[chair]

    def chair_at(self, seat: Seat) -> Chair | None:
        return next((c for c in self.chairs if c.seat == seat), None)

    def name(self, seat: Seat) -> str:
        chair = self.chair_at(seat)
        return chair.name if chair else str(seat + 1)

    def occupied(self) -> list[Chair]:
        return [c for c in self.chairs if c.presence != "free"]

    def people(self) -> set[Seat]:
        """The seats in which somebody sits."""
        return {c.seat for c in self.chairs if c.seat is not None and c.presence != "bot"}

    def hold(self, chair: int, token: str | None) -> str:
        """Give a chair to the phone with this token (to none: None), and to no other; the chair's code."""
        digest = digest_of(token) if token else ""
        self.holders = {c: d for c, d in self.holders.items() if d != digest and c != chair}
        if digest:
            self.holders[chair] = digest
        if chair not in self.codes:
            self.codes[chair] = self._new_code()
        return self.codes[chair]

    def _new_code(self) -> str:
        while (code := "".join(self.rng.choice(CODE_LETTERS) for _ in range(4))) in self.codes.values():
            pass
        return code

    def empty(self, chair: int) -> None:
        """Nobody sits here any more. In a match the seat waits for a newcomer, with a new code."""
        seat, name = self.chairs[chair].seat, self.chairs[chair].name
        self.chairs[chair] = Chair(chair, name if seat is not None else "", "free", seat)
        self.holders.pop(chair, None)
        self.codes.pop(chair, None)
        self.contributions.pop(chair, None)

    def keep_chairs(self) -> None:
        """The house keeps who sits where, for the next start and for phones that come back."""
        taken = [c for c in self.chairs if c.presence != "free" or c.seat is not None]
        rows = [
            kept.Chair(
                c.id, c.name, self.codes.get(c.id, ""), self.holders.get(c.id, ""),
                "phone" if c.presence == "away" else c.presence,
            )
            for c in taken
        ]  # fmt: skip
        self.keep(lambda: self.house.set_chairs(rows))

    def recall_chairs(self) -> None:
        """Everybody sits where they sat."""
        for c in self.house.chairs:
            self.chairs[c.id] = Chair(c.id, c.name, c.presence)
            if c.code:
                self.codes[c.id] = c.code
            if c.holder:
                self.holders[c.id] = c.holder

    def keep(self, write: Callable[[], Any]) -> None:
        """Write to the house. Where the disk takes nothing, the change holds all the same, and is owed."""
        with suppress(NotSaved):
            write()

    @property
    def saved(self) -> bool:
        """Whether everything is on disk."""
        return self.house.saved and not self.left and (self.session is None or self.session.saved)

    def forget_left(self, match: str | None) -> None:
        """Nothing more is owed to the file of this match (None: of any), which is to be erased."""
        gone = [session for session in self.left if match in (None, session.header.match)]
        for session in gone:
            session.journal.close()
        self.left = [session for session in self.left if session not in gone]

    def catch_up(self) -> None:
        """Try the disk again. Raises `NotSaved` while it takes nothing."""
        self.house.catch_up()
        self.left = [session for session in self.left if not session.leave()]
        if self.session:
            self.session.catch_up()

    # ---- the match

    @property
    def told_by_now(self) -> int:
        """How much has happened in the match."""
        return len(self.session.match.told) if self.session else 0

    def awaits(self) -> int:
        """How much has to be on the board before phones say it: up to the last result, and at the end all."""
        if self.session is None:
            return 0
        told, first = self.session.match.told, self.session.game.told_first
        if self.session.match.over:
            return len(told)
        return next((at + 1 for at in reversed(range(len(told))) if isinstance(told[at].event, first)), 0)

    @property
    def telling(self) -> int:
        """How much a screen still has to show: phones do not say it before. 0: nothing, or there is no screen."""
        waits = bool(self.screens) and self.seen < self.awaited and self.now < self.tells_until
        return self.awaited if waits else 0

    def moves(self) -> int:
        """How many moves the match has seen."""
        return len(self.session.match.journal) if self.session else 0

    def session_urn(self) -> bool:
        """Whether an urn is open."""
        return self.session is not None and self.session.urn is not None

    def faces(self, viewer: Viewer) -> list[Face]:
        return self.session.match.faces(viewer) if self.session else []

    def set_clocks(self) -> None:
        """Start a bell for every open ask of the clock, and forget those of asks that are closed."""
        asked = {}
        if self.session:
            for o in self.session.match.opens():
                if o.ask.by == CLOCK and not o.done():
                    asked[(str(o.key), o.number)] = o.ask.seconds
        old = {(b.bell, b.number): b for b in self.bells}
        slow = self.house.setting("slow_clocks", 1)
        self.bells = [
            old.get(key) or Bell(key[0], key[1], s * slow, self.now + s * slow, s * slow) for key, s in asked.items()
        ]
        self.set_prompt(slow)

    def set_prompt(self, slow: int) -> None:
        """A clock that triggers nothing: by the public facts `seconds` and `phase`, where a game has both."""
        state = self.session.match.state if self.session and self.stage == "playing" else None
        seconds, phase = getattr(state, "seconds", 0) * slow, str(getattr(state, "phase", ""))
        if not seconds:
            self.prompt = None
        elif self.prompt is None or (self.prompt.bell, self.prompt.seconds) != (phase, seconds):
            self.prompt = Bell(phase, 0, seconds, self.now + seconds, seconds)

    def pause(self, on: bool) -> None:
        """Stop the clocks, or let them run on."""
        self.paused = on
        self.stand()

    def stand(self) -> None:
        """Clocks stand still while the table is paused, and while phones wait for the board to tell what they ask."""
        still = self.paused or bool(self.telling)
        for bell in (*self.bells, *([self.prompt] if self.prompt else ())):
            if still and not self.still:
                bell.left = bell.ends - self.now
            elif self.still and not still:
                bell.ends = self.now + bell.left
        self.still = still


def digest_of(token: str) -> str:
    """By what a phone is known: never the token itself."""
    return sha256(token.encode()).hexdigest()
