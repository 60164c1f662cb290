"""After a start that broke, the next one is careful: reader and panel stay off, after a second one the screen too.

A file tells: it is made before anything that can crash is opened, and removed when the table has run for a while or was
stopped in good order. A safe start that holds removes it too, so the start after that tries everything again.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from companion.table.disk import owned_folder, sync_folder

__all__ = ["Start", "begin"]

MARK = "starting"


@dataclass(frozen=True)
class Start:
    """How careful this start is. `broken` counts the starts before it that broke, one after another."""

    mark: Path
    broken: int = 0

    @property
    def devices(self) -> bool:
        return self.broken == 0

    @property
    def screen(self) -> bool:
        return self.broken < 2

    def good(self) -> None:
        """The start has held, or the table was stopped as it should be."""
        self.mark.unlink(missing_ok=True)


def begin(folder: Path) -> Start:
    """A start begins. A disk that takes nothing does not keep the table from starting."""
    mark = folder / MARK
    try:
        broken = int(mark.read_text(encoding="ascii")) if mark.exists() else 0
    except (OSError, ValueError):
        broken = 1
    try:
        owned_folder(folder)
        file = os.open(mark, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600)
        try:
            os.write(file, str(broken + 1).encode())
            os.fsync(file)
        finally:
            os.close(file)
        sync_folder(folder)
    except OSError:
        return Start(mark, broken)
    return Start(mark, broken)
