"""Backup and restore: everything but the open urn, onto an empty machine; whole or not at all."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any
from zipfile import ZipFile

import pytest

from companion.table import backup
from companion.table.disk import NotSaved
from companion.table.requests import Drop, Erase, RaiseHand
from companion.table.store import Damaged, Newer
from tests.table.evenings import Evening, evening


def state(folder: Path) -> dict[str, Any]:
    """All that a restore is to bring back."""
    found: dict[str, Any] = {}
    for path in (folder / "house", *sorted((folder / "matches").glob("*.match"))):
        con = sqlite3.connect(path)
        tables = [name for (name,) in con.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        found[path.name] = {name: sorted(con.execute(f"SELECT * FROM {name}"), key=repr) for name in tables}
        con.close()
    tomls = (folder / "devices.toml", folder / "pins.toml")
    return found | {toml.name: toml.read_text() if toml.exists() else None for toml in tomls}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a table that has played for a while."""
    folder, rng = tmp_path_factory.mktemp("played") / "kept", Random(3)
    with evening(folder) as e:
        e.start("lighthouse", 4)
        for _ in range(12):
            assert e.go_on(rng).ok
    (folder / "devices.toml").write_text("slot = false\n")
    (folder / "pins.toml").write_text("[buttons]\nYES = 24\n")
    return folder


@pytest.fixture
def kept(played: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(played, tmp_path / "kept"))


def test_onto_an_empty_machine(kept: Path, tmp_path: Path) -> None:
    """Matches, tags, chairs, settings: the match goes on where it stood."""
    contents = backup.save(kept, tmp_path / "b.zip")
    assert contents.matches == 1
    new = tmp_path / "new"
    assert backup.prepare(tmp_path / "b.zip", new) == contents
    assert not (new / "house").exists()  # prepared is not restored
    assert backup.finish(new)
    assert not backup.finish(new)
    assert state(new) == state(kept)
    with evening(kept) as e:
        old = e.seen.playing
    with evening(new) as e:
        assert old
        assert e.seen.playing
        assert (e.seen.playing.match, e.seen.playing.moves, e.seen.playing.names) == (old.match, old.moves, old.names)


def test_while_the_table_runs(tmp_path: Path) -> None:
    """Nothing has to be stopped for a backup."""
    with evening(tmp_path / "a") as e:
        e.start("lighthouse", 4)
        backup.save(tmp_path / "a", tmp_path / "b.zip")
        before = e.seen.playing
    backup.prepare(tmp_path / "b.zip", tmp_path / "c")
    backup.finish(tmp_path / "c")
    with evening(tmp_path / "c") as e:
        assert before
        assert e.seen.playing
        assert e.seen.playing.moves == before.moves


def cast_one(e: Evening, rng: Random) -> None:
    """Play on until somebody's ballot lies in an open urn."""
    for _ in range(300):
        urn = e.seen.playing and e.seen.playing.urn
        if urn:
            due = [c.id for c in e.seen.chairs if c.seat is not None and c.seat not in urn.roll]
            if any(e.do(Drop(papers=[paper], chair=chair)).ok for chair in due for paper in urn.papers):
                return
        e.clock.now += 60
        e.ok(RaiseHand(chair=9, up=False))
        if any(not f.answered and f.by >= 0 for f in e.faces()):
            e.go_on(rng)
    pytest.fail("no urn was ever open")


def test_never_the_open_urn_the_pin_or_the_key(tmp_path: Path) -> None:
    """A vote in progress is not in the file; restored, its urn is open and empty."""
    folder, rng = tmp_path / "a", Random(3)
    with evening(folder) as e:
        e.start("lighthouse", 4)
        cast_one(e, rng)
        assert e.table.pin
        assert (folder / "matches" / "urn.contents").exists()
        backup.save(folder, tmp_path / "b.zip")
    with ZipFile(tmp_path / "b.zip") as file:
        assert {name.split("/")[0] for name in file.namelist()} == {"backup.json", "house", "matches"}
        assert not any("urn" in name for name in file.namelist())
    assert (tmp_path / "b.zip").stat().st_mode & 0o777 == 0o600
    backup.prepare(tmp_path / "b.zip", folder)
    backup.finish(folder)
    assert not (folder / "before-restore" / "matches" / "urn.contents").exists()
    with evening(folder) as e:
        assert e.seen.playing
        assert e.seen.playing.urn
        assert e.seen.playing.urn.inside == 0


def test_a_restore_keeps_what_was_there(kept: Path, tmp_path: Path) -> None:
    with evening(tmp_path / "other") as e:
        e.sit(2)
    before = state(tmp_path / "other")
    backup.save(kept, tmp_path / "b.zip")
    backup.prepare(tmp_path / "b.zip", tmp_path / "other")
    backup.finish(tmp_path / "other")
    old = state(tmp_path / "other" / "before-restore")
    assert old["house"] == before["house"]


def test_erasing_everything_erases_that_too(kept: Path, tmp_path: Path) -> None:
    backup.save(kept, kept / "before-update.zip")
    backup.prepare(kept / "before-update.zip", kept)
    backup.finish(kept)
    with evening(kept) as e:
        e.ok(Erase())
    assert not (kept / "before-restore").exists()
    assert not (kept / "before-update.zip").exists()


class PlugPulled(BaseException):
    pass


def test_interrupted_at_any_moment_it_is_the_old_state_or_the_new(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The plug is pulled before each change of a file's name, each sync and each file that is made; then the table
    starts. Never a mixture, and everything is there."""
    backup.save(kept, tmp_path / "b.zip")
    new = state(kept)
    with evening(tmp_path / "old") as e:
        e.sit(2)
    (tmp_path / "old" / "devices.toml").write_text("beam = true\n")
    old, seen = state(tmp_path / "old"), set()
    for moment in range(200):
        folder = tmp_path / f"m{moment}"
        shutil.copytree(tmp_path / "old", folder)
        with monkeypatch.context() as patched:
            _pull_the_plug(patched, moment)
            try:
                backup.prepare(tmp_path / "b.zip", folder)
                backup.finish(folder)
            except PlugPulled:
                pass
            else:
                break
        finished = backup.finish(folder)
        now = state(folder)
        assert now in (old, new), moment
        assert not (folder / "restoring").exists()
        if finished:
            assert now == new
        seen.add(now == new)
    else:
        pytest.fail("it never ended")
    assert seen == {True, False}


def _pull_the_plug(patched: pytest.MonkeyPatch, moment: int) -> None:
    left = [moment]

    def counted(real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **more: Any) -> Any:
            if left[0] == 0:
                raise PlugPulled
            left[0] -= 1
            return real(*args, **more)

        return call

    for name in ("fsync", "mkdir"):
        patched.setattr(os, name, counted(getattr(os, name)))
    patched.setattr(Path, "rename", counted(Path.rename))


def spoiled(file: Path, change: Callable[[dict[str, bytes]], None]) -> None:
    with ZipFile(file) as zip_:
        files = {name: zip_.read(name) for name in zip_.namelist()}
    change(files)
    with ZipFile(file, "w") as zip_:
        for name, data in files.items():
            zip_.writestr(name, data)


def relisted(files: dict[str, bytes], /, **more: Any) -> None:
    listed = {name: sha256(data).hexdigest() for name, data in files.items() if name != "backup.json"}
    files["backup.json"] = json.dumps({"companion_backup": 1, "files": listed} | more).encode()


def newer_backup(files: dict[str, bytes]) -> None:
    relisted(files, companion_backup=2, files="otherwise")


def newer_match(files: dict[str, bytes]) -> None:
    name = next(name for name in files if name.startswith("matches/"))
    data = bytearray(files[name])
    data[60:64] = (9).to_bytes(4, "big")  # SQLite's user_version
    files[name] = bytes(data)
    relisted(files)


def other_bytes(files: dict[str, bytes]) -> None:
    files["house"] = files["house"][:-1] + b"?"


def torn_database(files: dict[str, bytes]) -> None:
    files["house"] = files["house"][:5000]
    relisted(files)


def out_of_its_folder(files: dict[str, bytes]) -> None:
    files["../evil"] = b""
    relisted(files)


def no_list(files: dict[str, bytes]) -> None:
    del files["backup.json"]


def missing_file(files: dict[str, bytes]) -> None:
    del files["house"]


@pytest.mark.parametrize(("change", "error"), [
    (newer_backup, Newer), (newer_match, Newer), (other_bytes, Damaged), (torn_database, Damaged),
    (out_of_its_folder, Damaged), (no_list, Damaged), (missing_file, Damaged),
])  # fmt: skip
def test_a_bad_backup_is_refused_and_changes_nothing(
    kept: Path, tmp_path: Path, change: Callable[[dict[str, bytes]], None], error: type[Exception]
) -> None:
    backup.save(kept, tmp_path / "b.zip")
    spoiled(tmp_path / "b.zip", change)
    before = state(kept)
    with pytest.raises(error):
        backup.prepare(tmp_path / "b.zip", kept)
    assert not backup.finish(kept)
    assert state(kept) == before
    assert not (tmp_path / "evil").exists()


def test_cut_short_at_any_length_it_is_refused(kept: Path, tmp_path: Path) -> None:
    backup.save(kept, tmp_path / "b.zip")
    whole = (tmp_path / "b.zip").read_bytes()
    for length in range(0, len(whole) - 1, len(whole) // 23):
        (tmp_path / "b.zip").write_bytes(whole[:length])
        with pytest.raises(Damaged):
            backup.prepare(tmp_path / "b.zip", tmp_path / "c")
    assert not backup.finish(tmp_path / "c")


def test_no_such_file(tmp_path: Path) -> None:
    with pytest.raises(NotSaved):
        backup.prepare(tmp_path / "none.zip", tmp_path / "c")


def test_a_disk_without_room_leaves_the_old_backup(kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "b.zip").write_bytes(b"the last one")
    monkeypatch.setattr(os, "fsync", _full)
    with pytest.raises(NotSaved, match="full"):
        backup.save(kept, tmp_path / "b.zip")
    assert (tmp_path / "b.zip").read_bytes() == b"the last one"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["b.zip", "kept"]


def _full(file: int) -> None:
    raise OSError(28, "No space left on device")


def test_a_damaged_match_does_not_keep_the_others_from_being_saved(kept: Path, tmp_path: Path) -> None:
    (kept / "matches" / "broken.match").write_bytes(b"no database" * 100)
    assert backup.save(kept, tmp_path / "b.zip").matches == 1

