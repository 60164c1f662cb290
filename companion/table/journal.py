"""The journal of one match: a file that holds every move as it was given, and nothing about when.

Rows are only ever added. Each carries a link (a digest of itself and the row before it), so that a flipped byte, a lost
or a moved row shows when the file is opened. There are no times in it: ballots forget, and the table has no clock.
The moves tell every hand, so the file and its exports are for their owner alone.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec

from companion.table import fair
from companion.table.store import Damaged, Kind, connect, create, digest, look, setting_aside, transaction

__all__ = ["FORMAT", "MATCH", "SUFFIX", "Books", "End", "Header", "Journal", "Row", "read_head", "read_rows"]

FORMAT = 1
SUFFIX = ".match"
MATCH = Kind(0x436F4D61, FORMAT, """
    CREATE TABLE head (name TEXT PRIMARY KEY, body BLOB NOT NULL, digest BLOB NOT NULL) STRICT;
    CREATE TABLE seed (name TEXT PRIMARY KEY, body BLOB NOT NULL, digest BLOB NOT NULL) STRICT;
    CREATE TABLE row (seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, body BLOB NOT NULL, source TEXT NOT NULL,
                      fingerprint TEXT NOT NULL, link BLOB NOT NULL) STRICT""")


class Header(msgspec.Struct, frozen=True):
    """What a match is, before its first move. `match` names it and its file; `created` counts the matches of a folder;
    `chairs[s]` is the chair of seat `s`."""

    match: str
    game: str
    seats: int
    options: dict[str, Any]
    names: list[str]
    chairs: list[int]
    created: int
    language: str
    commitment: str = ""  # filled in when the match is created
    ledger: dict[str, Any] = {}  # what a campaign has carried into this match


class End(msgspec.Struct, frozen=True):
    """Where a match stands. `set-aside`: kept whole, but its rules have changed under it. A finished match stays on the
    table, with its end on the board, until it is `left`."""

    state: Literal["open", "finished", "abandoned", "set-aside"] = "open"
    result: Any = None
    left: bool = False

    @property
    def stands(self) -> bool:
        """Whether the match is on the table."""
        return self.state == "open" or (self.state == "finished" and not self.left)


class Books(msgspec.Struct, frozen=True):
    """What the table's own draws come from; `seed` in hexadecimal. Secret until released: it tells every hand."""

    seed: str
    contributions: dict[int, str] = {}
    released: bool = False

    def key(self) -> bytes:
        """For `fair.choose`."""
        return fair.mix(bytes.fromhex(self.seed), self.contributions)


class Row(msgspec.Struct, frozen=True):
    """One entry. `body` is JSON as it came; `fingerprint` is of the match after it, every twenty moves. A `tag` tells
    which real card made the move after it."""

    kind: Literal["move", "undo", "note", "tag"]
    body: bytes
    source: Literal["tap", "panel", "phone", "table", "host", "bot"]
    fingerprint: str = ""


class Journal:
    """One match, open for writing, for one caller at a time. `header`, `end`, `books` are as they were last given:
    what could not be saved of them is owed, and goes with the next rows."""

    def __init__(self, path: Path) -> None:
        """Open `path`. Damaged or Newer: it has been set aside. NotSaved: it cannot be read or written just now."""
        self.path = path
        with setting_aside(path), look(path, MATCH) as con:
            self.header, self.end, self.books = read_head(con, path)
            rows, self._link = read_rows(con, path, self.header)
        self.last = len(rows)
        self._owed: dict[str, Header | End | Books] = {}
        self._con, self._failed = connect(path), False

    @classmethod
    def create(
        cls, folder: Path, header: Header, seed: bytes, contributions: Mapping[int, str] | None = None
    ) -> Journal:
        """A new match in `folder`, with all that the phones add to its seed. NotSaved (`conflict` where its name is
        taken) leaves nothing there; ValueError where one is no contribution."""
        if not re.fullmatch(r"[\w-]+", header.match):
            raise ValueError(f"{header.match!r} cannot name a file")
        path = folder / (header.match + SUFFIX)
        header = msgspec.structs.replace(header, commitment=fair.commit(seed))
        clean = {seat: fair.contribution(text) for seat, text in (contributions or {}).items()}
        create(path, MATCH, lambda con: _put(con, header, End(), Books(seed.hex(), clean)))
        return cls(path)

    def rows(self) -> list[Row]:
        """All that are on disk; row number n is at n - 1."""
        return read_rows(self._con, self.path, self.header)[0]

    def append(self, rows: Sequence[Row], end: End | None = None) -> int:
        """Add rows, all or none, and with them where the match then stands; on disk when it returns the number of the
        last. NotSaved: `last` and `end` are what they were."""
        end = end or self.end
        owed = {**self._owed, "End": end} if end != self.end else self._owed
        link, added = self._link, []
        for seq, row in enumerate(rows, self.last + 1):
            link = _linked(link, seq, row)
            added.append((seq, row.kind, row.body, row.source, row.fingerprint, link))
        if self._failed:  # a connection that was opened without leave to write, or lost its file, never gets it back
            new = connect(self.path)
            self._con.close()
            self._con = new
        self._failed = True
        with transaction(self.path, self._con):
            _put(self._con, *owed.values())
            self._con.executemany("INSERT INTO row VALUES (?, ?, ?, ?, ?, ?)", added)
        self._failed = False
        self._owed.clear()
        self.end, self._link, self.last = end, link, self.last + len(added)
        return self.last

    def amend(self, header: Header) -> None:
        """Another name at a seat, another language."""
        self.header = header
        self._save(header)

    def mark(self, end: End) -> None:
        """Finished, abandoned, set aside, or open again."""
        self.end = end
        self._save(end)

    def release(self) -> None:
        """Open the books: from now on every export carries the seed."""
        self.books = msgspec.structs.replace(self.books, released=True)
        self._save(self.books)

    @property
    def saved(self) -> bool:
        """Whether nothing is owed."""
        return not self._owed

    def close(self) -> None:
        """Let go of the file. Nothing is saved here: everything was."""
        self._con.close()

    def _save(self, each: Header | End | Books) -> None:
        self._owed[type(each).__name__] = each
        self.append([])


T = TypeVar("T", Header, End, Books)


def read_head(con: sqlite3.Connection, path: Path) -> tuple[Header, End, Books]:
    """What stands before the rows; Damaged."""
    header, end, books = _get(con, path, Header), _get(con, path, End), _get(con, path, Books)
    if fair.commit(bytes.fromhex(books.seed)) != header.commitment:
        raise Damaged(path, "the seed is not the one committed to")
    return header, end, books


def _get(con: sqlite3.Connection, path: Path, kind: type[T]) -> T:
    table = "seed" if kind is Books else "head"
    found = con.execute(f"SELECT body, digest FROM {table} WHERE name = ?", (kind.__name__,)).fetchone()
    if found is None or digest(found[0]) != found[1]:
        raise Damaged(path, f"its {kind.__name__} is not what was written")
    try:
        return msgspec.json.decode(found[0], type=kind)
    except msgspec.MsgspecError as error:
        raise Damaged(path, f"its {kind.__name__} cannot be read") from error


def _put(con: sqlite3.Connection, *values: Header | End | Books) -> None:
    for each in values:
        table, body = "seed" if isinstance(each, Books) else "head", msgspec.json.encode(each)
        con.execute(f"INSERT OR REPLACE INTO {table} VALUES (?, ?, ?)", (type(each).__name__, body, digest(body)))


def _linked(before: bytes, seq: int, row: Row) -> bytes:
    return digest(before, b"%d" % seq, row.kind.encode(), row.body, row.source.encode(), row.fingerprint.encode())


def read_rows(con: sqlite3.Connection, path: Path, header: Header) -> tuple[list[Row], bytes]:
    """The rows, and the link of the last; Damaged names the first row that is not what was written."""
    rows, link = list[Row](), digest(header.match.encode())
    for seq, kind, body, source, fingerprint, given in con.execute("SELECT * FROM row ORDER BY seq"):
        rows.append(Row(kind, body, source, fingerprint))
        link = _linked(link, len(rows), rows[-1])
        if seq != len(rows) or link != given:
            raise Damaged(path, f"row {len(rows)} is not what was written")
    return rows, link
