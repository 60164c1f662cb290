"""The host's PIN: in a file of its own, so that it can be renewed while a table runs."""
from __future__ import annotations

import os
import secrets
from pathlib import Path

from companion.table.disk import owned_folder

__all__ = ["new_pin", "pin"]

DIGITS = 6


def pin(folder: Path) -> str:
    """The PIN of the table whose data lie in `folder`; a new one where there is none yet."""
    try:
        known = (folder / "pin").read_text(encoding="ascii").strip()
    except FileNotFoundError:
        known = ""
    return known or new_pin(folder)


def new_pin(folder: Path) -> str:
    """Another PIN, from now on. Whoever had shown the old one must show the new one."""
    owned_folder(folder)
    fresh = "".join(secrets.choice("0123456789") for _ in range(DIGITS))
    path = folder / "pin.new"
    with open(os.open(path, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "w", encoding="ascii") as file:
        file.write(fresh + "\n")
    path.replace(folder / "pin")
    return fresh
