"""The matches that are kept: listed, read, exported, erased, without opening them for writing."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

import msgspec

from companion.table.disk import NotSaved, erase, not_saved, sync_folder
from companion.table.journal import FORMAT, MATCH, SUFFIX, Books, End, Header, Row, read_head, read_rows
from companion.table.store import Damaged, Newer, Unusable, digest, files, look

__all__ = ["Kept", "Listed", "discard", "export", "listing", "load"]


class Kept(msgspec.Struct, frozen=True):
    """A whole match as read from its file or an export; `books` only where they are open."""

    header: Header
    end: End
    rows: list[Row]
    books: Books | None


class Listed(msgspec.Struct, frozen=True):
    """A match file as a list shows it, or why it cannot be read: `damaged`, `newer` or the `why` of NotSaved."""

    path: Path
    header: Header | None = None
    end: End = End("set-aside")
    rows: int = 0
    trouble: str = ""


def listing(folder: Path) -> list[Listed]:
    """Every match of a folder, set-aside ones too, in the order they were made; only their heads are read."""
    found = [_listed(p) for p in sorted(folder.glob(f"*{SUFFIX}")) + sorted(folder.glob(f"*{SUFFIX}.*-[0-9]*"))
             if not p.name.endswith(("-wal", "-shm"))]
    return sorted(filter(None, found), key=lambda each: each.header.created if each.header else 0)


def load(path: Path) -> Kept:
    """Read a match, from its file or from an export, and change nothing. Damaged, Newer, or NotSaved; OSError where
    there is nothing to read."""
    with path.open("rb") as file:
        start = file.read(16)
    if start != b"SQLite format 3\0":
        return _exported(path, path.read_bytes())
    with look(path, MATCH) as con:
        header, end, books = read_head(con, path)
        return Kept(header, end, read_rows(con, path, header)[0], books if books.released else None)


def export(path: Path, to: Path) -> None:
    """Write the match at `path` into one file, as lines of JSON: what it is, its rows, and a digest by which a cut
    shows. The seed goes with it only where the books are open."""
    kept = load(path)
    lines: list[_First | _Line] = [_First(FORMAT, kept.header, kept.end, kept.books)]
    lines += [_Line(r.kind, msgspec.Raw(b" ".join(r.body.splitlines())), r.source, r.fingerprint) for r in kept.rows]
    text = b"".join(msgspec.json.encode(line) + b"\n" for line in lines)
    new = to.with_name(to.name + ".new")
    try:
        new.unlink(missing_ok=True)
        with open(os.open(new, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
            file.write(text + msgspec.json.encode(_Last(digest(text).hex())) + b"\n")
            file.flush()
            os.fsync(file.fileno())
        new.replace(to)
        sync_folder(to.parent)
    except OSError as error:
        raise not_saved(to, error) from error


def discard(path: Path) -> None:
    """Erase a match that nobody has open."""
    erase(*files(path))


class _First(msgspec.Struct):
    companion: int
    header: Header
    end: End
    books: Books | None


class _Line(msgspec.Struct):
    kind: Literal["move", "undo", "note", "tag"]
    body: msgspec.Raw
    source: Literal["tap", "panel", "phone", "table", "host", "bot"]
    fingerprint: str


class _Last(msgspec.Struct):
    digest: str


class _Version(msgspec.Struct):
    companion: int


def _exported(path: Path, text: bytes) -> Kept:
    first, *lines = text.splitlines(keepends=True) or [b""]
    try:
        if (version := msgspec.json.decode(first, type=_Version).companion) > FORMAT:
            raise Newer(path, f"format {version}, known is {FORMAT}")
        head = msgspec.json.decode(first, type=_First)
        if not lines or msgspec.json.decode(lines[-1], type=_Last).digest != digest(text[:-len(lines[-1])]).hex():
            raise Damaged(path, "not what was exported")
        rows = [msgspec.json.decode(line, type=_Line) for line in lines[:-1]]
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Damaged(path, "not the export of a match") from error
    return Kept(head.header, head.end, [Row(r.kind, bytes(r.body), r.source, r.fingerprint) for r in rows], head.books)


def _listed(path: Path) -> Listed | None:
    try:
        with look(path, MATCH, whole=False) as con:
            header, end, _ = read_head(con, path)
            rows = con.execute("SELECT coalesce(max(seq), 0) FROM row").fetchone()[0]
        return Listed(path, header, end if path.suffix == SUFFIX else End("set-aside"), rows)
    except Unusable as error:
        return Listed(path, trouble=error.label)
    except NotSaved as error:
        return Listed(path, trouble=error.why)
    except FileNotFoundError:
        return None  # erased since its name was read
