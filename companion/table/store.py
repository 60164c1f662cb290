"""SQLite files that keep their word: owner-only, on disk when a call returns, set aside and never replaced.

What SQLite's write-ahead log cannot tell is a log whose end has rotted: it then ends earlier, whole.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import ClassVar

from companion.table.disk import NotSaved, erase, not_saved, owned_folder, sync_folder

__all__ = ["Damaged", "Kind", "Newer", "Unusable", "connect", "create", "digest", "files", "look", "setting_aside",
           "transaction"]

WHY = {sqlite3.SQLITE_FULL: "full", sqlite3.SQLITE_READONLY: "read-only", sqlite3.SQLITE_PERM: "forbidden",
       sqlite3.SQLITE_BUSY: "busy", sqlite3.SQLITE_LOCKED: "busy", sqlite3.SQLITE_CONSTRAINT: "conflict",
       sqlite3.SQLITE_CORRUPT: "damaged", sqlite3.SQLITE_NOTADB: "damaged", sqlite3.SQLITE_ERROR: "damaged",
       sqlite3.SQLITE_TOOBIG: "damaged"}
UNREADABLE = {sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ}


class Unusable(Exception):
    """The file cannot be used, and why; `aside` is where it lies now (None: it was only looked at)."""

    label: ClassVar[str]

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path.name}: {self.label} ({reason})")
        self.path, self.reason = path, reason
        self.aside: Path | None = None


class Damaged(Unusable):
    """Not what was written: truncated, overwritten, or not our file."""

    label = "damaged"


class Newer(Unusable):
    """Written by a newer companion."""

    label = "newer"


@dataclass(frozen=True)
class Kind:
    """A kind of file: a number that names it in its first page, the version of its format, its tables."""

    application: int
    version: int
    schema: str


def digest(*parts: bytes) -> bytes:
    """16 bytes that change when any part, or the cut between two, changes. It finds damage, not forgery."""
    return sha256(b"".join(len(p).to_bytes(8, "big") + p for p in parts)).digest()[:16]


def files(path: Path) -> list[Path]:
    """A database, and what SQLite keeps beside it."""
    return [path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")]


def _translate(path: Path, error: sqlite3.Error) -> NotSaved:
    """SQLite hides the system's reason for an IOERR, so the file system is asked for it."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    why = "damaged" if code in UNREADABLE else WHY.get(code & 0xFF, "io")
    if why == "io":
        with suppress(OSError):
            disk = os.statvfs(path.parent)
            why = ("read-only" if disk.f_flag & os.ST_RDONLY else "full" if not disk.f_bavail
                   else "io" if os.access(path, os.W_OK) and os.access(path.parent, os.W_OK) else "forbidden")
    return not_saved(path, why=why, detail=str(error))


def _open(path: Path, query: str) -> sqlite3.Connection:
    # The caller serialises its calls; it may open in one thread and go on in another.
    return sqlite3.connect(f"{path.absolute().as_uri()}?{query}", uri=True, isolation_level=None,
                           check_same_thread=False)


@contextmanager
def look(path: Path, kind: Kind, whole: bool = True) -> Iterator[sqlite3.Connection]:
    """Read a file without changing a byte of it; Damaged, Newer, NotSaved where it cannot be read just now, or
    FileNotFoundError. Unless it is to be the `whole` of it, only what is asked for is looked at."""
    try:
        # Without leave to write SQLite cannot share a file; on a read-only disk nobody else writes either.
        alone = os.statvfs(path).f_flag & os.ST_RDONLY and not files(path)[1].exists()
    except PermissionError as error:
        raise not_saved(path, error) from error
    try:
        with closing(_open(path, "mode=ro&immutable=1" if alone else "mode=ro")) as con:
            if con.execute("PRAGMA application_id").fetchone()[0] != kind.application:
                raise Damaged(path, "not a file of this kind")
            if (version := con.execute("PRAGMA user_version").fetchone()[0]) > kind.version:
                raise Newer(path, f"format {version}, known is {kind.version}")
            if whole and (found := con.execute("PRAGMA quick_check(1)").fetchone()[0]) != "ok":
                raise Damaged(path, found)
            yield con
    except sqlite3.Error as error:
        known = _translate(path, error)
        raise (Damaged(path, str(error)) if known.why == "damaged" else known) from error
    except UnicodeDecodeError as error:
        raise Damaged(path, str(error)) from error


def connect(path: Path) -> sqlite3.Connection:
    """To write to a file that `look` found good."""
    con: sqlite3.Connection | None = None
    try:
        con = _open(path, "mode=rw")
        con.execute("PRAGMA journal_mode=WAL")
        con.execute("PRAGMA synchronous=FULL")  # WAL's usual NORMAL loses the last commits when the plug is pulled
    except sqlite3.Error as error:
        if con is not None:
            con.close()
        raise _translate(path, error) from error
    return con


@contextmanager
def transaction(path: Path, con: sqlite3.Connection) -> Iterator[None]:
    """All of it is on disk at the end, or NotSaved and nothing of it is."""
    try:
        con.execute("BEGIN IMMEDIATE")
        yield
        con.execute("COMMIT")
    except sqlite3.Error as error:
        raise _translate(path, error) from error
    finally:
        if con.in_transaction:
            with suppress(sqlite3.Error):  # where even that fails, whoever opens the file next does it
                con.execute("ROLLBACK")


def create(path: Path, kind: Kind, fill: Callable[[sqlite3.Connection], object] = lambda con: None) -> None:
    """A whole new file or none: it is made under another name, and takes its own when it is on disk."""
    new = path.with_name(path.name + ".new")
    try:
        owned_folder(path.parent)
        if path.exists():
            raise not_saved(path, why="conflict", detail="it exists already")
        _set_aside(path, Damaged.label)  # a log that outlived its file would be played into the new one
        erase(*files(new))
        os.close(os.open(new, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))  # the log takes its mode from it
        with closing(connect(new)) as con, transaction(new, con):
            for statement in kind.schema.split(";"):
                con.execute(statement)
            con.execute(f"PRAGMA application_id={kind.application}")
            con.execute(f"PRAGMA user_version={kind.version}")
            fill(con)
        new.rename(path)
        sync_folder(path.parent)
    except OSError as error:
        raise not_saved(path, error) from error


def _set_aside(path: Path, label: str) -> Path:
    n = 1
    while (aside := path.with_name(f"{path.name}.{label}-{n}")).exists():
        n += 1
    for old, new in zip(files(path), files(aside), strict=True):
        with suppress(FileNotFoundError):
            old.rename(new)  # the file before its log: a file without it would look whole
    return aside


@contextmanager
def setting_aside(path: Path) -> Iterator[None]:
    """What turns out unusable gets the first free name `NAME.damaged-N`, and the error tells it."""
    try:
        yield
    except Unusable as error:
        try:
            error.aside = _set_aside(path, error.label)
            sync_folder(path.parent)
        except OSError as why:
            raise not_saved(path, why) from error
        raise
