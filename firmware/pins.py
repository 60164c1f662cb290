"""Which pin does what: the `pins.toml` beside the table's other files, else `hardware/pins.toml`."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import msgspec

__all__ = ["GROUNDS", "PINS", "PLACES", "SECOND_SDA", "SPI", "BadPins", "Pins", "load", "map_of"]

PINS = Path(__file__).parents[1] / "hardware" / "pins.toml"
RESERVED = {0: "HAT", 1: "HAT", 2: "I²C", **dict.fromkeys(range(7, 12), "SPI"), 14: "serial", 15: "serial"}

# GPIO number → place on the 40-pin header.
PLACES = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21, 25: 22, 11: 23,
    8: 24, 7: 26, 0: 27, 1: 28, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38, 21: 40,
}  # fmt: skip
GROUNDS = (6, 9, 14, 20, 25, 30, 34, 39)
# An RC522's own wires, which SPI fixes: signal → place. The second reader's SDA goes to another one.
SPI = {"3.3V": 17, "GND": 20, "SCK": 23, "MOSI": 19, "MISO": 21, "SDA": 24}
SECOND_SDA = 26

Lamp = Literal["YES", "NO", "UP", "DOWN", "OK", "MENU"]
Key = Literal["YES", "NO", "UP", "DOWN", "OK", "MENU", "POWER"]


class BadPins(ValueError):
    """The file cannot be used; the message says where and why."""


class Reader(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    reset: int | None = None


class Sound(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    buzzer: int | None = None


class Urn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    lid: int | None = None
    beam: int | None = None


class Pins(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """BCM numbers. What is left out is not there."""

    buttons: Mapping[Key, int] = {}
    lamps: Mapping[Lamp, int] = {}
    reader: Reader = Reader()
    sound: Sound = Sound()
    urn: Urn = Urn()

    def all(self) -> dict[str, int]:
        """Every pin by the name of what hangs on it, as faults are reported: `button YES`, `lamp OK`, `beam`…"""
        single = {"reset": self.reader.reset, "buzzer": self.sound.buzzer, "lid": self.urn.lid, "beam": self.urn.beam}
        return {
            **{f"button {name}": pin for name, pin in self.buttons.items()},
            **{f"lamp {name}": pin for name, pin in self.lamps.items()},
            **{name: pin for name, pin in single.items() if pin is not None},
        }


def map_of(folder: Path) -> Path:
    """The map of the table whose files lie in `folder`: its own, where it has one, in place of the usual."""
    own = folder / PINS.name
    return own if own.exists() else PINS


def load(path: Path = PINS) -> Pins:
    """Read and check the file. Raises `BadPins`, `OSError`."""
    try:
        pins = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Pins)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise BadPins(f"{path}: {error}") from error
    used = Counter(pins.all().values())
    for name, pin in pins.all().items():
        if not 0 <= pin <= 27:
            raise BadPins(f"{path}: {name}: the header has no GPIO{pin}")
        if pin in RESERVED:
            raise BadPins(f"{path}: {name}: GPIO{pin} belongs to {RESERVED[pin]}")
        if used[pin] > 1:
            raise BadPins(f"{path}: {name}: GPIO{pin} is used twice")
    return pins
