"""One table per folder: a second copy of the program says so, instead of writing into the first one's files."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from companion.table.disk import not_saved, owned_folder

__all__ = ["Alone", "Busy"]


class Busy(RuntimeError):
    """Another process has the folder; `by` is its number (0: it has not said)."""

    def __init__(self, folder: Path, by: int) -> None:
        super().__init__(f"another table uses {folder} (process {by or 'unknown'})")
        self.folder, self.by = folder, by


class Alone:
    """Holds a folder until `close`, or until this process ends, however it does: no lock is left behind."""

    def __init__(self, folder: Path) -> None:
        """Raises `Busy`, `OSError`."""
        owned_folder(folder)
        self._file = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            said = os.read(self._file, 20).decode("ascii", "replace").strip()
            os.close(self._file)
            if not isinstance(error, BlockingIOError):
                raise
            raise Busy(folder, int(said) if said.isdigit() else 0) from error
        try:
            os.ftruncate(self._file, 0)
            os.write(self._file, f"{os.getpid()}\n".encode())
        except OSError as error:
            os.close(self._file)
            raise not_saved(folder / "lock", error) from error

    def close(self) -> None:
        os.close(self._file)

    def __enter__(self) -> Alone:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
