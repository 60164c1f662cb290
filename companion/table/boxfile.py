"""The open urn on disk: what lies in it and, in a file of its own, who has voted. Never which of them put in what.

SQLite would keep a rewritten row version by version and so name each vote. Here two files of fixed size are overwritten
in place, at every drop both of them, and at the close they are overwritten with zeros and unlinked.

Each file holds two halves. A drop writes the first half of both files, syncs, writes the second half of both, syncs;
so at rest the halves are alike. The contents carry a digest over contents and roll together: halves that are torn, or
of different moments, do not fit. After a crash the first halves are taken if they fit (the new state), else the second
(the old one). There is no counter and no time, and the same papers give the same bytes in whatever order they came.

What remains: between the two syncs of a drop, some milliseconds, the halves differ by that drop, and after a crash just
then they do so until the urn is opened again. The file system knows when the last drop was (its change time; the
modification time is set to 0). Two copies of the disk made while the urn is open tell what came in between, and flash
memory or a copying file system may keep old blocks where only a laboratory finds them.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from hashlib import sha256
from pathlib import Path

from companion.table.disk import erase, not_saved, owned_folder, sync_folder
from companion.table.store import Damaged

__all__ = ["BoxFile", "erase_urn"]

BLOCK = 4096  # a half begins on a sector of its own
NAME = DIGEST = 32
COUNT = 4


class BoxFile:
    """The files of the one open urn of a folder: `items` and `roll` as they were last saved."""

    def __init__(self, folder: Path, urn: str, room: Mapping[str, int], seats: int) -> None:
        """Take up `urn` (a name that no other urn has), for at most `room[paper]` papers of each kind and for seats
        0 to `seats` - 1. Where nothing of it is kept it is made, empty, and what is left of another urn is erased.
        Damaged where it cannot be read: it stays until `erase_urn`. NotSaved."""
        self.room, self.seats = dict(sorted(room.items())), seats
        self.paths = folder / "urn.contents", folder / "urn.roll"
        self._name = sha256(repr((urn, self.room, seats)).encode()).digest()
        self._torn = 0  # the half that a failed save may have left torn: it is written first, while the other is whole
        kept = self._kept()
        if kept is None:
            erase(*self.paths)
            self.items, self.roll = dict.fromkeys(self.room, 0), frozenset[int]()
            halves = self._halves(self.items, self.roll)
            for path, half in reversed(list(zip(self.paths, halves, strict=True))):  # where contents are, a roll is
                _make(path, half * 2)
        else:
            self.items, self.roll = kept
            self.save(self.items, self.roll)  # a crash may have left halves that differ

    def save(self, items: Mapping[str, int], roll: Collection[int]) -> None:
        """All that lies in the urn and everybody who has voted; on disk when it returns. ValueError for what does not
        belong in it. NotSaved: the old or the new state is on disk; save again."""
        if any(not 0 <= n <= self.room.get(paper, 0) for paper, n in items.items()):
            raise ValueError("not the papers of this urn")
        if not all(0 <= seat < self.seats for seat in roll):
            raise ValueError("not a seat")
        halves = self._halves(items, roll)
        for at in (self._torn, 1 - self._torn):
            self._torn = at
            for path, half in zip(self.paths, halves, strict=True):
                _overwrite(path, at * len(half), half)
        self._torn = 0
        self.items, self.roll = {p: items.get(p, 0) for p in self.room}, frozenset(roll)

    def holds(self, items: Mapping[str, int], roll: Collection[int]) -> bool:
        """Whether this is what was saved last."""
        return all(n == items.get(paper, 0) for paper, n in self.items.items()) and self.roll == frozenset(roll)

    def _halves(self, items: Mapping[str, int], roll: Collection[int]) -> tuple[bytes, bytes]:
        papers = _padded(b"".join(items.get(p, 0).to_bytes(COUNT, "big") for p in self.room), NAME + DIGEST)
        voted = _padded(bytes(seat in roll for seat in range(self.seats)))
        return self._name + _fit(self._name, papers, voted) + papers, voted

    def _kept(self) -> tuple[dict[str, int], frozenset[int]] | None:
        if not self.paths[0].exists():
            return None
        contents, roll = (path.read_bytes() if path.exists() else b"" for path in self.paths)
        if contents and not any(contents[:NAME]):
            return None  # its erasing was interrupted
        for at in (0, 1):
            half, voted = _half(contents, at), _half(roll, at)
            name, fit, papers = half[:NAME], half[NAME : NAME + DIGEST], half[NAME + DIGEST :]
            if fit == _fit(name, papers, voted):
                if name != self._name:
                    return None
                counts = (int.from_bytes(papers[i * COUNT : (i + 1) * COUNT], "big") for i in range(len(self.room)))
                return dict(zip(self.room, counts, strict=True)), frozenset(i for i, v in enumerate(voted) if v)
        raise Damaged(self.paths[0], "neither half fits")


def erase_urn(folder: Path) -> None:
    """Whatever is left of an urn, readable or not: after a crash between its close and its erasing, or when damaged."""
    erase(folder / "urn.contents", folder / "urn.roll")


def _padded(data: bytes, head: int = 0) -> bytes:
    """With the `head` before it, whole blocks."""
    return data + bytes(-(head + len(data)) % BLOCK)


def _fit(name: bytes, papers: bytes, voted: bytes) -> bytes:
    return sha256(name + papers + voted).digest()


def _half(file: bytes, at: int) -> bytes:
    return file[at * len(file) // 2 : (at + 1) * len(file) // 2]


def _make(path: Path, data: bytes) -> None:
    new = path.with_name(path.name + ".new")
    try:
        owned_folder(path.parent)
        new.unlink(missing_ok=True)
        os.close(os.open(new, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        _overwrite(new, 0, data)
        new.rename(path)
        sync_folder(path.parent)
    except OSError as error:
        raise not_saved(path, error) from error


def _overwrite(path: Path, at: int, data: bytes) -> None:
    try:
        handle = os.open(path, os.O_WRONLY)
        try:
            while data:
                done = os.pwrite(handle, data, at)
                data, at = data[done:], at + done
            os.utime(handle, ns=(0, 0))
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        raise not_saved(path, error) from error
