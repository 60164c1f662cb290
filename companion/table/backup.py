"""Everything in one file: matches, tags, chairs, settings. Never the open urn, the PIN, or the key of the pages.

A restore is prepared beside what is there, and takes its place only when all of it is on disk and has been looked
through. Interrupted before that, nothing has changed; interrupted after, `finish` brings it to its end.
"""

from __future__ import annotations

import os
import re
import shutil
import zlib
from collections.abc import Iterator
from hashlib import file_digest, sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

import msgspec

from companion.table.boxfile import erase_urn
from companion.table.disk import erase, not_saved, owned_folder, sync_folder
from companion.table.house import HOUSE
from companion.table.journal import MATCH, SUFFIX
from companion.table.store import Damaged, Newer, create, files, look

__all__ = ["Contents", "contents", "finish", "forget", "prepare", "save"]

FORMAT = 1
LIST = "backup.json"
HAND = ("devices.toml", "pins.toml")  # written by hand, and no databases
KNOWN = re.compile(r"house|(?:devices|pins)\.toml|matches/[\w-]+\.match")
UNREADABLE = (BadZipFile, EOFError, KeyError, NotImplementedError, UnicodeDecodeError, msgspec.MsgspecError, zlib.error)
NEW, WHOLE, OLD = "restoring", "restoring/whole", "before-restore"


class Contents(msgspec.Struct, frozen=True):
    """What a backup holds: its files, each with its SHA-256."""

    companion_backup: int
    files: dict[str, str]

    @property
    def matches(self) -> int:
        return sum(name.endswith(SUFFIX) for name in self.files)


class _Version(msgspec.Struct):
    companion_backup: int


# ---- saving


def save(folder: Path, to: Path) -> Contents:
    """Write the backup; a running table is not disturbed. A match that cannot be read is left out: it is set aside
    where it lies. NotSaved: nothing was written."""
    new = to.with_name(to.name + ".new")
    try:
        with TemporaryDirectory(dir=to.parent, prefix=".backup-") as scratch:
            copies = dict(_copies(folder, Path(scratch)))
            kept = Contents(FORMAT, {name: _digest(path) for name, path in copies.items()})
            new.unlink(missing_ok=True)
            with open(os.open(new, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
                with ZipFile(file, "w", ZIP_DEFLATED) as zip_:
                    zip_.writestr(LIST, msgspec.json.encode(kept))
                    for name, path in copies.items():
                        zip_.write(path, name)
                file.flush()
                os.fsync(file.fileno())
        new.replace(to)
        sync_folder(to.parent)
    except OSError as error:
        new.unlink(missing_ok=True)
        raise not_saved(to, error) from error
    return kept


def _copies(folder: Path, scratch: Path) -> Iterator[tuple[str, Path]]:
    """Each file as it stands just now, compact: nothing that was deleted is in it."""
    for path in (folder / "house", *sorted((folder / "matches").glob(f"*{SUFFIX}"))):
        kind, copy = (HOUSE if path.name == "house" else MATCH), scratch / path.name
        name = path.relative_to(folder).as_posix()
        if not path.exists() or not KNOWN.fullmatch(name):
            continue
        try:
            with look(path, kind) as con:
                con.execute("VACUUM INTO ?", (str(copy),))
        except (Damaged, Newer):
            continue
        yield name, copy
    for name in HAND:
        if (folder / name).exists():
            yield name, Path(shutil.copy(folder / name, scratch))


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


# ---- restoring


def prepare(file: Path, folder: Path) -> Contents:
    """Unpack beside what is there and look through all of it. Damaged, Newer, NotSaved: nothing has changed."""
    new = folder / NEW
    try:
        owned_folder(folder)
        shutil.rmtree(new, ignore_errors=True)
        (new / "matches").mkdir(mode=0o700, parents=True)
        found = _unpacked(file, new)
        if not (new / "house").exists():
            create(new / "house", HOUSE)
        for name in found.files:
            if name not in HAND:
                with look(new / name, HOUSE if name == "house" else MATCH):
                    pass
        sync_folder(new / "matches")
        sync_folder(new)
        os.close(os.open(folder / WHOLE, os.O_CREAT | os.O_WRONLY, 0o600))
        sync_folder(new)
    except OSError as error:
        shutil.rmtree(new, ignore_errors=True)
        raise not_saved(file, error) from error
    except (Damaged, Newer):
        shutil.rmtree(new, ignore_errors=True)
        raise
    return found


def contents(file: Path) -> Contents:
    """What a backup says that it holds, without unpacking it. Damaged, Newer, or OSError where there is no file."""
    try:
        with ZipFile(file) as zip_:
            listed = zip_.read(LIST)
        if (version := msgspec.json.decode(listed, type=_Version).companion_backup) > FORMAT:
            raise Newer(file, f"backup format {version}, known is {FORMAT}")
        found = msgspec.json.decode(listed, type=Contents)
    except UNREADABLE as error:
        raise Damaged(file, "not a backup, or cut short") from error
    for name in found.files:
        if not KNOWN.fullmatch(name):
            raise Damaged(file, f"not a file of ours: {name}")
    return found


def _unpacked(file: Path, new: Path) -> Contents:
    found = contents(file)
    try:
        with ZipFile(file) as zip_:
            for name, digest in found.files.items():
                _unpack(zip_, name, digest, file, new / name)
    except UNREADABLE as error:
        raise Damaged(file, "cut short") from error
    return found


def _unpack(zip_: ZipFile, name: str, digest: str, file: Path, to: Path) -> None:
    seen = sha256()
    with zip_.open(name) as source, open(os.open(to, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as target:
        while part := source.read(1 << 16):
            seen.update(part)
            target.write(part)
        target.flush()
        os.fsync(target.fileno())
    if seen.hexdigest() != digest:
        raise Damaged(file, f"{name} is not what was saved")


def forget(folder: Path) -> None:
    """What the last restore replaced, and the backup before the last update, leave the disk."""
    old = folder / OLD
    erase(folder / "before-update.zip", *(path for path in old.rglob("*") if path.is_file()))
    shutil.rmtree(old, ignore_errors=True)


def finish(folder: Path) -> bool:
    """Bring a prepared restore to its end, or clear away one that was not whole; whether there was one.

    Only with no table running in `folder`. Safe to be interrupted and called again. What was there before is kept
    in `before-restore`, without its open urn. OSError: it is neither, call again.
    """
    new, old = folder / NEW, folder / OLD
    if not (folder / WHOLE).exists():
        shutil.rmtree(new, ignore_errors=True)
        return False
    if not (new / "begun").exists():
        shutil.rmtree(old, ignore_errors=True)
        old.mkdir(mode=0o700)
        (new / "begun").touch()
        sync_folder(new)
    for name in ("house", "matches", *HAND):
        if not (new / name).exists():
            continue  # not in the backup, or in its place already
        for before in reversed(files(folder / name)):  # a log never outlives its file here
            if before.exists():
                before.rename(old / before.name)
        sync_folder(old)
        (new / name).rename(folder / name)
        sync_folder(folder)
    if (old / "matches").exists():
        erase_urn(old / "matches")
    (folder / WHOLE).unlink()
    sync_folder(new)
    shutil.rmtree(new)
    return True

