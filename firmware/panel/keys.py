"""What a press of each button comes to: presses, buttons that stick, the long press that shuts down. Knows no pin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from companion.table.requests import Button, Press, Request, Status
from firmware.panel.stable import Contact

__all__ = ["Keys"]

Key = Literal["YES", "NO", "UP", "DOWN", "OK", "MENU", "POWER"]

STUCK_S = 20.0  # nobody holds a button so long on purpose
STEP_S = 0.005  # between looks while a contact bounces
REST_S = 1.0  # between looks otherwise: an edge that was never reported is found all the same
LONG_PRESS_S = 1.0  # then the countdown begins
COUNTDOWN = ("off-in-3", "off-in-2", "off-in-1", "off")  # a second each


class Keys:
    """The buttons over time. One that is held when the panel starts counts for nothing until it is let go."""

    def __init__(self, levels: Mapping[Key, bool], now: float) -> None:
        self._contacts = {key: Contact(closed, now) for key, closed in levels.items()}
        self._held_from_the_start = {key for key, closed in levels.items() if closed}
        self._stuck: set[Key] = set()
        self._power = "ready"

    def look(self, levels: Mapping[Key, bool], now: float) -> list[Request]:
        """Take all levels in; what is to be said to the table, in order."""
        said: list[Request] = []
        for key, contact in self._contacts.items():
            changed = contact.level(levels[key], now)
            if changed and not contact.closed:
                self._held_from_the_start.discard(key)
            if key == "POWER":
                said += self._shut_down(contact, now)
            elif changed and contact.closed:
                button: Button = key
                said.append(Press(button=button))
            said += self._stick(key, contact, now)
        return said

    def wait(self) -> float:
        """Seconds until the next look, unless an edge comes before."""
        if any(contact.moving for contact in self._contacts.values()):
            return STEP_S
        return 0.1 if self._contacts.get("POWER", OPEN).closed else REST_S

    def _stick(self, key: Key, contact: Contact, now: float) -> list[Request]:
        stuck = contact.closed and now - contact.since >= STUCK_S
        if stuck == (key in self._stuck):
            return []
        self._stuck ^= {key}
        return [Status(device=f"button {key}", status="error" if stuck else "ready")]

    def _shut_down(self, contact: Contact, now: float) -> list[Request]:
        """Held for long: seconds counted down, to be seen; let go before the end, nothing happens."""
        held = now - contact.since - LONG_PRESS_S if contact.closed else -1.0
        if "POWER" in self._held_from_the_start:
            held = -1.0
        status = COUNTDOWN[min(int(held), len(COUNTDOWN) - 1)] if held >= 0 else "ready"
        if status == self._power:
            return []
        self._power = status
        return [Status(device="power", status=status)]


OPEN = Contact(False, 0.0)
