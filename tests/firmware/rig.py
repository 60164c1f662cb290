"""A whole table on a bench: the real table, the real devices, emulated readers, mock pins, and time that tests pass."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.engine import Game
from companion.games import all_games
from companion.table.requests import Reply, Request
from companion.table.snapshot import Snapshot
from companion.table.table import Table
from firmware import Config, Devices
from firmware.pins import load
from tests.chip.bench import Bench
from tests.chip.tags import Ntag213

PINS = load()


class Paper:
    """A table that only notes what it is told."""

    def __init__(self, answer: Callable[[Request], Reply] = lambda request: Reply(True)) -> None:
        self.said: list[Request] = []
        self.snapshot = Snapshot(version=1)
        self._answer = answer

    def do(self, request: Request, timeout: float = 5.0) -> Reply:
        self.said.append(request)
        return self._answer(request)

    def wait(self, version: int, timeout: float) -> Snapshot:
        return self.snapshot


class Rig:
    """Devices on a table, stepped by hand. With a folder the table is a real one, else it is of paper."""

    def __init__(
        self, folder: Path | None = None, config: Config | None = None, *, slot: bool = False,
        games: Mapping[str, Game[Any]] | None = None, **parts: Any,
    ) -> None:  # fmt: skip
        self.bench = Bench(*((0, 1) if slot else (0,))).install()
        self.clock = self.bench.clock
        self.paper = Paper()
        self.table: Any = self.paper
        if folder is not None:
            self.table = Table(folder, games or all_games(), simulate=True, clock=self.clock, rng=Random(1))
        self.factory = MockFactory(pin_class=MockPWMPin)
        self.off = False
        parts = {"factory": lambda: self.factory, "shut_down": self._shut_down} | parts
        self.devices = Devices(self.table, config, clock=self.clock, sleep=self.clock.sleep, **parts)
        self._workers = [w for w in self.devices.workers if w.name not in ("post", "follower")]
        self._due = {worker.name: 0.0 for worker in self._workers}

    def _shut_down(self) -> None:
        self.off = True

    def run(self, seconds: float = 0.5) -> None:
        """Let so much time pass: whoever is due, or has been woken, gets a turn."""
        until = self.clock() + seconds
        while True:
            for worker in self._workers:
                if worker.woken.is_set():
                    self._due[worker.name] = self.clock()
            worker = min(self._workers, key=lambda w: self._due[w.name])
            if self._due[worker.name] > until:
                self.clock.now = max(self.clock.now, until)
                return
            self.clock.now = max(self.clock.now, self._due[worker.name])
            wait = worker.turn()
            self._due[worker.name] = self.clock() + wait
            self._follow()

    def _follow(self) -> None:
        self.devices.post.step(0)
        self.devices.take(self.table.snapshot)

    @property
    def snapshot(self) -> Snapshot:
        found: Snapshot = self.table.snapshot
        return found

    @property
    def said(self) -> list[Request]:
        """What the table of paper has been told."""
        return self.paper.said

    # ---- hands

    def press(self, *buttons: Any, hold: float = 0.06) -> None:
        """Press and let go, one after another, a little slower than the table's patience after a commit."""
        for button in buttons:
            self.hold(button)
            self.run(hold)
            self.let_go(button)
            self.run(0.4)

    def hold(self, button: Any) -> None:
        self.factory.pin(PINS.buttons[button]).drive_low()

    def let_go(self, button: Any) -> None:
        self.factory.pin(PINS.buttons[button]).drive_high()

    def tap(self, uid: str, device: int = 0) -> None:
        """Lay a tag on the reader, wait for its tick, and lift it."""
        tag = Ntag213(uid)
        self.bench.chips[0, device].put(tag)
        self.run(0.3)
        self.bench.chips[0, device].lift(tag)
        self.run(0.5)

    def drop(self, uid: str) -> None:
        """A ballot into the slot: it rests before the reader for 150 ms, and is gone."""
        tag = Ntag213(uid)
        chip = self.bench.chips[0, 1]
        chip.put(tag)
        self.run(0.15)
        chip.lift(tag)

    def lit(self) -> set[str]:
        """Which lamps shine."""
        return {name for name, pin in PINS.lamps.items() if self.factory.pin(pin).state}

    def close(self) -> None:
        """May be called twice."""
        self.devices.close()
        table, self.table = self.table, self.paper
        if isinstance(table, Table):
            table.close()
