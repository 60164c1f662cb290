"""A whole evening on a real table, without a clock: what the board is given at every stage, for tests and pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any
from unittest.mock import patch

from companion.engine import CLOCK, HOST, Viewer
from companion.games.secret_hitler import GAME as SECRET_HITLER
from companion.players import decide
from companion.table.requests import (
    AddBadge,
    Answer,
    Choose,
    Enrol,
    OpenBooks,
    Pause,
    Press,
    RaiseHand,
    Reply,
    Request,
    SetSwitch,
    Sit,
    Start,
    Tap,
)
from companion.table.snapshot import Alarm, Clock, Snapshot
from companion.table.table import Table

GAME = SECRET_HITLER.id
GAMES = {GAME: SECRET_HITLER}
ALARMS = ("fell-unread", "urn-lost", "urn-opened")


class Evening:
    """A table of `names`, each with a phone. Time stands still: nothing happens but what is asked of it."""

    def __init__(self, folder: Path, names: Sequence[str], seed: int = 3, **options: Any) -> None:
        self.now = 100.0
        self.table = Table(folder, GAMES, decide=decide, clock=lambda: self.now, rng=Random(seed))
        self.table.read(lambda e: setattr(e, "seed", seed.to_bytes(32, "big")))
        self.names, self.options, self._rng = tuple(names), options, Random(seed)
        self._memories: dict[int, dict[str, Any]] = {}

    @property
    def snapshot(self) -> Snapshot:
        return self.table.snapshot

    def do(self, request: Request) -> Reply:
        return self.table.do(request)

    def choose(self) -> None:
        self.do(Choose(game=GAME))
        for name, value in self.options.items():
            assert self.do(SetSwitch(name=name, value=value)).ok

    def sit(self, *chairs: int) -> None:
        for chair in chairs or range(len(self.names)):
            assert self.do(Sit(chair=chair, name=self.names[chair], token=self.token(chair))).ok

    def token(self, chair: int) -> str:
        """With what the phone of a chair shows that it is the one."""
        return str(chair) * 20

    def start(self) -> None:
        self.choose()
        self.sit()
        self.begin()

    def begin(self) -> None:
        """Start, with draws that are the same in every run."""
        with patch("companion.table.lobby.secrets.token_hex", lambda size: "0" * 2 * size):
            assert self.do(Start()).ok

    def answer_one(self) -> bool:
        """One seat answers as its bot would; the host goes on with what is left. False when nothing is asked."""
        playing = self.snapshot.playing
        assert playing is not None
        for seat in range(len(self.names)):
            faces = [f for f in playing.faces[seat] if f.by == seat and not f.answered]
            if not faces:
                continue
            memory = self._memories.setdefault(seat, {})
            said = decide(GAME, playing.views[seat], faces, playing.events(seat), seat, memory, self._rng)
            if said and self.do(Answer(kind=said[0], fields=said[1], chair=seat)).ok:
                return True
        return False

    def play(self) -> Iterator[Snapshot]:
        """Every snapshot to the end of the match, the first one too."""
        yield self.snapshot
        while self.snapshot.stage == "playing":
            assert self.answer_one(), "nobody is asked"
            yield self.snapshot


@contextmanager
def evening(folder: Path, names: Sequence[str], seed: int = 3, **options: Any) -> Iterator[Evening]:
    one = Evening(folder, names, seed, **options)
    try:
        yield one
    finally:
        one.table.close()


def before_a_match(one: Evening) -> Iterator[tuple[str, Snapshot]]:
    """From the first light to everybody seated: lobby, menu, the tags."""
    yield "lobby empty", one.snapshot
    one.choose()
    yield "lobby chosen", one.snapshot
    one.sit(0)
    yield "lobby one", one.snapshot
    one.do(AddBadge(chair=0))
    yield "lobby badge", one.snapshot
    one.do(AddBadge())
    yield from _menu(one, "lobby")
    yield from _enrolment(one)
    one.sit()
    yield "lobby ready", one.snapshot


def a_match(one: Evening) -> Iterator[tuple[str, Snapshot]]:
    """Each kind of stage of a match once, with what may lie over it, to the open books."""
    one.start()
    yield from _match(one)
    yield from _menu(one, "end")
    assert one.do(OpenBooks()).ok
    yield "end books open", one.snapshot


def _menu(one: Evening, where: str) -> Iterator[tuple[str, Snapshot]]:
    one.do(Press(button="MENU"))
    menu = one.snapshot.menu
    assert menu is not None
    for row in range(len(menu.rows)):
        yield f"menu {where} {row}", one.snapshot
        one.do(Press(button="DOWN"))
    one.do(Press(button="MENU"))


def _enrolment(one: Evening) -> Iterator[tuple[str, Snapshot]]:
    one.do(Enrol(game=GAME))
    yield "enrolment first", one.snapshot
    last, number = "", 0
    while one.snapshot.enrolment and one.snapshot.enrolment.next_key:
        one.do(Tap(uid=f"04{number:012X}"))
        number += 1
        enrolment = one.snapshot.enrolment
        component = enrolment.game.components[min(enrolment.at, len(enrolment.game.components) - 1)]
        kind = f"{component.of} {component.face}"
        if kind != last:
            yield f"enrolment {kind}", one.snapshot
        last = kind
    yield "enrolment complete", one.snapshot
    one.do(Enrol())


def _match(one: Evening) -> Iterator[tuple[str, Snapshot]]:
    seen: set[str] = set()
    for snapshot in one.play():
        playing = snapshot.playing
        assert playing is not None
        faces = [f for f in playing.faces[None] if f.by not in (HOST, CLOCK)]
        answered = sum(f.answered for f in faces)
        name = f"ask {' '.join(sorted({f.kind for f in faces if not f.answered}))}"
        half = len(faces) > 2 and answered == len(faces) // 2
        if snapshot.stage == "over":
            yield "end", snapshot
        elif name not in seen and (len(faces) < 3 or half):
            seen.add(name)
            yield name, snapshot
            if half:
                yield from _over_it(one, name, snapshot)


def _over_it(one: Evening, name: str, snapshot: Snapshot) -> Iterator[tuple[str, Snapshot]]:
    """Whatever may lie over a vote, and what the table adds to it."""
    one.do(Tap(uid="04FFFFFFFFFFFF"))
    yield f"{name}, refused", one.snapshot
    one.now += 5  # the slip is gone with whatever happens next
    for chair in range(0, len(one.names), 2):
        one.do(RaiseHand(chair=chair))
    away = tuple(replace(c, presence="away") if c.seat in (1, 2) else c for c in one.snapshot.chairs)
    yield f"{name}, hands up and two away", replace(one.snapshot, chairs=away)
    one.do(Pause(on=True))
    yield f"{name}, paused", one.snapshot
    one.do(Pause(on=False))
    for chair in range(0, len(one.names), 2):
        one.do(RaiseHand(chair=chair, up=False))
    yield f"{name}, unsaved", replace(snapshot, saved=False)
    for code in ALARMS:
        yield f"{name}, alarm {code}", replace(snapshot, alarm=Alarm(code))
    yield f"{name}, clock", ticking(snapshot, one.now + 48)
    if "vote" in name:
        yield from _menu(one, "playing")


def ticking(snapshot: Snapshot, ends: float, seconds: int = 60) -> Snapshot:
    """The same moment with a clock running out."""
    assert snapshot.playing is not None
    clock = Clock("debate", seconds, float(seconds), ends)
    return replace(snapshot, playing=replace(snapshot.playing, clocks=(clock,)))


def other_secrets(snapshot: Snapshot) -> Snapshot:
    """The same public moment, with everything that is not public thrown about."""
    playing = snapshot.playing
    assert playing is not None
    seats = [viewer for viewer in playing.views if viewer is not None]
    turned = dict(zip(seats, seats[1:] + seats[:1], strict=True))
    views: dict[Viewer, Any] = {None: playing.views[None]}
    faces: dict[Viewer, Any] = {None: playing.faces[None]}
    for viewer in seats:
        views[viewer], faces[viewer] = playing.views[turned[viewer]], playing.faces[turned[viewer]]
    told = tuple(t for t in playing.told if t.to is None)
    changed = replace(
        playing, views=MappingProxyType(views), faces=MappingProxyType(faces), told=told, corrections=(),
        undo="discard", undo_by=2, undo_tells=True,
    )  # fmt: skip
    return replace(snapshot, playing=changed, version=snapshot.version + 40)
