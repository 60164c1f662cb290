"""The six buttons, their lamps, and the one that shuts down, by gpiozero on the pins of `hardware/pins.toml`."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from gpiozero import LED, DigitalInputDevice

from companion.table.requests import Request, Status
from companion.table.snapshot import Key as Lamp
from firmware.gpio import open_all
from firmware.panel.keys import Keys
from firmware.pins import Pins

__all__ = ["Panel"]

_log = logging.getLogger(__name__)

AGAIN_S = 5.0  # until pins that were taken are tried again


class Panel:
    """What is on it works, whatever is not. `step` looks at the buttons and gives the seconds until the next look.

    The buttons are `DigitalInputDevice`s, the plain form of gpiozero's `Button`: that keeps a waiting thread for each.
    """

    def __init__(
        self, pins: Pins, factory: Any, tell: Callable[[Request], None], clock: Callable[[], float],
        wake: Callable[[], None] = lambda: None,
    ) -> None:  # fmt: skip
        self._tell, self._clock, self._wake = tell, clock, wake
        self._wanted: dict[str, Callable[[], Any]] = {
            **{f"button {key}": partial(self._button, pin, factory) for key, pin in pins.buttons.items()},
            **{f"lamp {key}": partial(LED, pin, pin_factory=factory) for key, pin in pins.lamps.items()},
        }
        self._open: dict[str, Any] = {}
        self._lit: Mapping[Any, Lamp] = {}
        self._failed: set[str] = set()
        self._again = clock()
        self._keys = Keys({}, clock())
        self._complete()

    def _button(self, pin: int, factory: Any) -> DigitalInputDevice:
        button = DigitalInputDevice(pin, pull_up=True, pin_factory=factory)
        button.when_activated = button.when_deactivated = self._wake
        return button

    def _complete(self) -> None:
        """Open what is not open yet; tell of each pin that cannot be had, once, and when it can."""
        opened, failed = open_all({name: make for name, make in self._wanted.items() if name not in self._open})
        self._open = self._open | opened  # another thread may be lighting the lamps
        for name, why in failed.items():
            if name not in self._failed:
                _log.warning("%s: %s", name, why)
                self._tell(Status(device=name, status="error"))
        for name in self._failed & opened.keys():
            self._tell(Status(device=name, status="ready"))
        self._failed = set(failed)
        self._again = self._clock() + AGAIN_S
        if any(name.startswith("button ") for name in opened):
            self._keys = Keys(self._levels(), self._clock())
        self.light(self._lit)

    def _levels(self) -> dict[Any, bool]:
        buttons = ((name, device) for name, device in self._open.items() if name.startswith("button "))
        return {name.removeprefix("button "): bool(device.is_active) for name, device in buttons}

    def step(self) -> float:
        now = self._clock()
        if self._failed and now >= self._again:
            self._complete()
        for request in self._keys.look(self._levels(), now):
            self._tell(request)
        return self._keys.wait()

    def light(self, keys: Mapping[Any, Lamp]) -> None:
        """Each lamp as the table says: lit or dark, nothing else."""
        self._lit = keys
        for name, lamp in self._open.items():
            if name.startswith("lamp "):
                key = keys.get(name.removeprefix("lamp "))
                lamp.value = 1 if key and key.lit else 0

    def close(self) -> None:
        """Dark, and every pin free."""
        for device in self._open.values():
            device.close()
        self._open.clear()
