"""All that hangs on pins: panel, buzzer, the urn's switches, the readers' reset."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any

from gpiozero import DigitalInputDevice, DigitalOutputDevice

from companion.table.requests import Request, Status
from companion.table.snapshot import Snapshot
from firmware.config import Config
from firmware.gpio import open_all
from firmware.panel.buzzer import Buzzer, Sound
from firmware.panel.hearing import Ticks, alarm_due, sounds
from firmware.panel.panel import Panel
from firmware.panel.stable import Contact
from firmware.pins import Pins
from firmware.urn import Urn

__all__ = ["Wired"]

_log = logging.getLogger(__name__)

LOOK_S = 0.005  # while the lid's switch bounces


class Wired:
    """Opens every pin that the parts need. One that cannot be had is told, and the others work."""

    def __init__(
        self, pins: Pins, factory: Any, config: Config, urn: Urn, tell: Callable[[Request], None],
        clock: Callable[[], float], *, wake: Callable[[], None], play: Callable[[], None],
    ) -> None:  # fmt: skip
        self._factory, self._urn, self._clock, self._wake = factory, urn, clock, wake
        self._edges: deque[bool] = deque()  # of the beam, as they came: too short for looking now and then
        wanted: dict[str, Callable[[], Any]] = {}
        if pins.reader.reset is not None:
            wanted["reset"] = partial(DigitalOutputDevice, pins.reader.reset, initial_value=True, pin_factory=factory)
        if pins.sound.buzzer is not None:
            wanted["buzzer"] = partial(Buzzer, pins.sound.buzzer, factory, play)
        if config.lid and pins.urn.lid is not None:
            wanted["lid"] = partial(DigitalInputDevice, pins.urn.lid, pull_up=True, pin_factory=factory)
        if config.beam and pins.urn.beam is not None:
            wanted["beam"] = partial(DigitalInputDevice, pins.urn.beam, pull_up=True, pin_factory=factory)
        self._open, failed = open_all(wanted)
        for name, why in failed.items():
            _log.warning("%s: %s", name, why)
            tell(Status(device=name, status="error"))
        urn.has_beam = "beam" in self._open
        self.buzzer: Buzzer | None = self._open.get("buzzer")
        self.panel = Panel(pins, factory, tell, clock, wake)
        self._lid: Contact | None = None
        self._listen()
        self._ticks, self._alarmed = Ticks(), None

    _alarmed: float | None

    def _listen(self) -> None:
        if lid := self._open.get("lid"):
            self._lid = Contact(lid.is_active, self._clock())
            lid.when_activated = lid.when_deactivated = self._wake
            if not lid.is_active:
                self._urn.lid(True)
        if beam := self._open.get("beam"):
            beam.when_activated = partial(self._edge, True)
            beam.when_deactivated = partial(self._edge, False)
            if beam.is_active:
                self._edges.append(True)

    def _edge(self, broken: bool) -> None:
        self._edges.append(broken)
        self._wake()

    # ---- inputs

    def step(self) -> float:
        """Look at every input; the seconds until the next look."""
        while self._edges:
            self._urn.beam(self._edges.popleft())
        wait = self.panel.step()
        if self._lid:
            if self._lid.level(self._open["lid"].is_active, self._clock()):
                self._urn.lid(not self._lid.closed)
            if self._lid.moving:
                wait = min(wait, LOOK_S)
        return wait

    # ---- outputs

    def follow(self, old: Snapshot, new: Snapshot) -> None:
        """Show and sound what has changed; also called when only time has passed."""
        now = self._clock()
        if new.version != old.version:
            self.show(new)
            for sound in sounds(old, new):
                self.play(sound)
        if self._ticks.due(new, now):
            self.play("tick")
        if new.alarm is None:
            self._alarmed = None
        elif alarm_due(new, self._alarmed, now):
            self._alarmed = now
            self.play("alarm")

    def show(self, snapshot: Snapshot) -> None:
        self.panel.light(snapshot.keys)
        if self.buzzer:
            self.buzzer.muted = not snapshot.settings.get("sound", True)

    def play(self, sound: Sound) -> None:
        if self.buzzer:
            self.buzzer.play(sound)

    def sound(self) -> float:
        return self.buzzer.step() if self.buzzer else 60.0

    def close(self) -> None:
        self.panel.close()
        for device in self._open.values():
            device.close()
        self._factory.close()
