"""A table to test with: real files in a scratch folder, its own clock, dice that repeat."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from companion.engine import CLOCK, HOST, Face, Game
from companion.games import all_games
from companion.players import random_player
from companion.table.requests import Answer, Choose, Press, Rematch, Reply, Request, Set, SetSwitch, Sit, Start, Tap
from companion.table.snapshot import Snapshot
from companion.table.table import Table
from tests.engine import lighthouse

NAMES = ("Ana", "Bruno", "Carla", "Diego", "Elena", "Félix", "Gala", "Hugo", "Iris", "Joel")
GAMES: dict[str, Game[Any]] = {**all_games(), lighthouse.GAME.id: lighthouse.GAME}


class Clock:
    """Time that passes when a test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Evening:
    """A running table with some short words for what people do at it."""

    def __init__(self, folder: Path, games: Mapping[str, Game[Any]] = GAMES, **options: Any) -> None:
        self.clock, self.folder = Clock(), folder
        self.table = Table(folder, games, simulate=True, clock=self.clock, rng=Random(1), **options)

    @property
    def seen(self) -> Snapshot:
        return self.table.snapshot

    def do(self, request: Request) -> Reply:
        return self.table.do(request, timeout=60)  # a busy machine is no fault of the table

    def ok(self, request: Request) -> Reply:
        reply = self.do(request)
        assert reply.ok, (request, reply)
        return reply

    def sit(self, n: int) -> None:
        for i in range(n):
            self.ok(Sit(chair=i, name=NAMES[i], token=f"phone-{i}"))

    def start(self, game: str, seats: int, **switches: Any) -> None:
        self.ok(Choose(game=game))
        for name, value in switches.items():
            self.ok(SetSwitch(name=name, value=value))
        self.sit(seats)
        self.ok(Start())

    def press(self, *buttons: Any) -> Reply:
        reply = Reply(True)
        for b in buttons:
            self.clock.now += 1
            reply = self.do(Press(button=b))
        return reply

    def uid(self, key: str) -> str:
        """The tag of a component of the game being played."""
        assert self.seen.game
        found: dict[str, str] = self.inside(lambda e: e.house.tags(e.game))
        return found[key]

    def tap(self, key: str, reader: Any = "table") -> Reply:
        self.clock.now += 2  # people are not so quick that the same card would count as read twice
        return self.do(Tap(uid=self.uid(key), reader=reader))

    def faces(self, viewer: int | None = None, *kinds: str) -> list[Face]:
        assert self.seen.playing
        return [f for f in self.seen.playing.faces[viewer] if not kinds or f.kind in kinds]

    def asked(self) -> set[tuple[int, str]]:
        """Who has which question open."""
        return {(f.by, f.kind) for f in self.faces() if not f.answered}

    def inside(self, look: Callable[[Any], Any]) -> Any:
        """What the table holds and does not publish."""
        return self.table.read(look)

    def state(self) -> Any:
        """The state of the match, which nobody at the table sees."""
        return self.inside(lambda e: e.session.match.state)

    def answer(self, seat: int, kind: str, number: int | None = None, **fields: Any) -> Reply:
        chair = None if seat == HOST else next(c.id for c in self.seen.chairs if c.seat == seat)
        return self.do(Answer(chair=chair, kind=kind, fields=fields, number=number))

    def go_on(self, rng: Random, skip: Sequence[str] = ()) -> Reply:
        """Somebody who is asked answers something legal, from their own forms."""
        assert self.seen.playing
        for seat in rng.sample([*range(len(self.seen.playing.names)), HOST], len(self.seen.playing.names) + 1):
            mine = [f for f in self.faces(seat) if f.by == seat and not f.answered and f.kind not in skip]
            if mine and (said := random_player.decide({}, mine, [], seat, {}, rng)):
                number = next(f.number for f in mine if f.kind == said[0])
                return self.answer(seat, said[0], number, **said[1])
        raise AssertionError(f"nobody can answer: {self.asked()}")

    def play_on(self, rng: Random, most: int = 2000) -> None:
        """To the end of the match."""
        for _ in range(most):
            if self.seen.stage != "playing":
                return
            assert self.go_on(rng).ok
        raise AssertionError("the match does not end")

    def again(self, **options: Any) -> Evening:
        """The same folder after the plug was pulled and put back."""
        self.table.close()
        return Evening(self.folder, **options)


@contextmanager
def evening(folder: Path, **options: Any) -> Iterator[Evening]:
    e = Evening(folder, **options)
    try:
        yield e
    finally:
        e.table.close()


def play_until(e: Evening, there: Callable[[], bool]) -> None:
    """Somebody answers, or time passes, until it is so."""
    rng = Random(3)
    for _ in range(900):
        if there():
            return
        if e.seen.stage == "over":
            e.ok(Rematch())
        elif {f.by for f in e.faces() if not f.answered} <= {CLOCK}:
            e.clock.now += 100
            e.ok(Set(name="motion", value=True))
        elif e.seen.playing and (urn := e.seen.playing.urn):
            e.answer(urn.closer, "contents")
        else:
            e.go_on(rng, skip=("whisper", "repeat"))
    raise AssertionError("it never comes to that")
