"""Two secrets in files of their own: the host's PIN, which can be renewed while a table runs, and the pages' key."""
from __future__ import annotations

import os
import secrets
from pathlib import Path

from companion.table.disk import owned_folder

__all__ = ["new_pin", "page_key", "pin"]

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
    _write(folder / "pin", fresh)
    return fresh


def page_key(folder: Path) -> bytes:
    """What signs cookies and forms: kept, so that open pages outlive a restart."""
    try:
        known = (folder / "page-key").read_text(encoding="ascii").strip()
    except FileNotFoundError:
        owned_folder(folder)
        known = secrets.token_hex(32)
        _write(folder / "page-key", known)
    return known.encode()


def _write(path: Path, text: str) -> None:
    """Whole or not at all, for its owner alone."""
    new = path.with_name(path.name + ".new")
    with open(os.open(new, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "w", encoding="ascii") as file:
        file.write(text + "\n")
    new.replace(path)
