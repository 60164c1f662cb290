"""What every file of the table shares: errors that say why, owner-only folders, syncing, erasing."""

from __future__ import annotations

import errno
import os
from pathlib import Path

__all__ = ["DiskFull", "NotSaved", "erase", "not_saved", "owned_folder", "sync_folder"]

WHY = {errno.ENOSPC: "full", errno.EDQUOT: "full", errno.EFBIG: "full", errno.EROFS: "read-only",
       errno.EACCES: "forbidden", errno.EPERM: "forbidden"}


class NotSaved(OSError):
    """`what` (a file) is not on disk as asked, and `why`: io, busy, conflict, damaged, or one of `DiskFull`."""

    def __init__(self, what: Path, why: str, detail: str = "") -> None:
        super().__init__(f"{what.name}: not saved ({why}) {detail}".strip())
        self.what, self.why = what, why


class DiskFull(NotSaved):
    """No room, or no leave to write: why is full, read-only or forbidden. It may pass: play on and catch up."""


def not_saved(path: Path, error: OSError | None = None, why: str = "io", detail: str = "") -> NotSaved:
    """The house's error for the system's, or for a `why` already known."""
    if isinstance(error, NotSaved):
        return error
    why = WHY.get(error.errno or 0, "io") if error else why
    return (DiskFull if why in WHY.values() else NotSaved)(path, why, str(error or detail))


def owned_folder(folder: Path) -> None:
    """Make it, for its owner alone."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def sync_folder(folder: Path) -> None:
    """What was created, renamed or removed in `folder` is on disk."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def erase(*paths: Path) -> None:
    """Overwrite with zeros, sync, unlink; a file that is not there is erased. Flash memory may keep the old blocks
    where only a laboratory finds them."""
    for path in paths:
        if not path.exists():
            continue
        try:
            with path.open("r+b", buffering=0) as file:
                left = os.fstat(file.fileno()).st_size
                while left > 0:
                    left -= file.write(bytes(min(left, 1 << 16))) or 0
                os.fsync(file.fileno())
            path.unlink()
            sync_folder(path.parent)
        except OSError as error:
            raise not_saved(path, error) from error
