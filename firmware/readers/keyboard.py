"""USB readers that type: each tag is its number on a keyboard, and Enter.

The device is grabbed, so that nothing else (the console, a desktop) gets to read the numbers. Such a reader tells when
a tag comes, and never when it goes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Literal

from firmware.readers.reading import Reading

__all__ = ["Keyboard", "uid_of"]

KEY_DOWN = 1
LONGEST = 32  # what types more than this without Enter is no reader
Code = Literal["decimal", "hex"]


def uid_of(typed: str, code: Code) -> str | None:
    """The UID in upper hexadecimal; None where the text is none. Leading zeros count."""
    if code == "hex":
        return typed.upper() if re.fullmatch(r"(?:[0-9A-Fa-f]{2}){4,10}", typed) else None
    if not re.fullmatch(r"\d{8,20}", typed):
        return None
    number = int(typed)
    return number.to_bytes(max(4, (number.bit_length() + 7) // 8), "big").hex().upper()


def _open(match: str) -> Any:
    """The input device whose path or name this is. Raises `OSError`."""
    import evdev

    for path in evdev.list_devices():
        device = evdev.InputDevice(path)
        if match in (path, device.name):
            device.grab()
            return device
        device.close()
    raise FileNotFoundError(2, f"no input device {match}")


class Keyboard:
    """`device`: its name, as `/proc/bus/input/devices` lists it, or its path. `code`: what it types."""

    def __init__(self, device: str, code: Code = "decimal", open_: Callable[[str], Any] = _open) -> None:
        self._match, self._code, self._open = device, code, open_
        self._device: Any = None
        self._typed = ""

    def poll(self) -> Reading:
        try:
            if self._device is None:
                self._device = self._open(self._match)
            return self._read()
        except ImportError:
            return Reading("error", why="no-library")
        except PermissionError:
            return self._fault(Reading("error", why="no-permission"))
        except OSError as error:  # ENODEV: it has been pulled out
            return self._fault(Reading("not-connected", why=str(error)))

    def _read(self) -> Reading:
        """Keys up to the next Enter; what is typed after it waits for the next look."""
        while (event := self._device.read_one()) is not None:
            if event.type != EV_KEY or event.value != KEY_DOWN:
                continue
            if event.code in ENTERS:
                typed, self._typed = self._typed, ""
                uid = uid_of(typed, self._code)
                return Reading("tag", (uid,)) if uid else Reading("garbled", why="not-a-number")
            self._typed = (self._typed + KEYS.get(event.code, "?"))[-LONGEST:]
        return Reading("ready")

    def _fault(self, reading: Reading) -> Reading:
        self.close()
        return reading

    def close(self) -> None:
        device, self._device, self._typed = self._device, None, ""
        if device is not None:
            device.close()  # lets go of the grab as well


# From linux/input-event-codes.h, so that tests need no evdev: the digit row, the keypad, and letters for hexadecimal.
EV_KEY = 1
ENTERS = (28, 96)
_ROW = dict(zip(range(2, 12), "1234567890", strict=True))
_PAD = {79: "1", 80: "2", 81: "3", 75: "4", 76: "5", 77: "6", 71: "7", 72: "8", 73: "9", 82: "0"}
_LETTERS = {30: "a", 48: "b", 46: "c", 32: "d", 18: "e", 33: "f"}
KEYS = _ROW | _PAD | _LETTERS
