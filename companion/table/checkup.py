"""What the doctor found, left in the table's folder: the board's first page shows it until somebody does something."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Literal

import msgspec

__all__ = ["Checked", "forget", "found", "leave"]

FILE = "checkup.json"


class Checked(msgspec.Struct, frozen=True):
    """One finding, in words."""

    state: Literal["ok", "warning", "problem"]
    es: str
    en: str


def leave(folder: Path, findings: Iterable[Checked]) -> bool:
    """For the next start of the table; whether the folder takes it."""
    try:
        (folder / FILE).write_bytes(msgspec.json.encode(list(findings)))
    except OSError:
        return False
    return True


def found(folder: Path) -> tuple[Checked, ...]:
    """What was left, the worst first; nothing where nothing was, or where it cannot be read."""
    try:
        findings = msgspec.json.decode((folder / FILE).read_bytes(), type=list[Checked])
    except (OSError, msgspec.MsgspecError):
        return ()
    return tuple(sorted(findings, key=lambda each: ("problem", "warning", "ok").index(each.state)))


def forget(folder: Path) -> None:
    """It was seen."""
    with suppress(OSError):
        (folder / FILE).unlink()
