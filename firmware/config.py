"""What hangs on this table, where it differs from the usual: `devices.toml` beside the table's other files."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Literal

import msgspec

__all__ = ["BadConfig", "Config", "load"]

Gain = Annotated[int, msgspec.Meta(ge=0, le=7)]
Speed = Annotated[int, msgspec.Meta(ge=100_000, le=10_000_000)]


class BadConfig(ValueError):
    """The file cannot be used; the message says where and why."""


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Of a Pi with an RC522, perhaps a second one under the urn's slot, and the panel."""

    reader: Literal["rc522", "keyboard", "file", "none"] = "rc522"
    device: str = ""
    """Of a keyboard reader its name or path, of a file its path."""
    code: Literal["decimal", "hex"] = "decimal"
    """What a keyboard reader types."""
    slot: bool = True
    """Look for a second RC522, under the urn's slot. It is not missed where there is none."""
    gain: Gain = 4
    """Of the antenna: 0 to 7, 18 to 48 dB."""
    slot_gain: Gain = 4
    spi_hz: Speed = 1_000_000
    """For wires of more than 20 cm: 100000 to 500000."""
    panel: bool = True
    """Whether anything hangs on the pins: buttons, lamps, buzzer, the urn's switches, the readers' reset."""
    beam: bool = False
    """Whether a beam crosses the urn's slot."""
    lid: bool = False
    """Whether the urn's lid has a switch."""


def load(path: Path) -> Config:
    """Read and check the file; without one, the usual. Raises `BadConfig`, `OSError`."""
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Config)
    except FileNotFoundError:
        return Config()
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise BadConfig(f"{path}: {error}") from error
