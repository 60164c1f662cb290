"""A disk that takes nothing, files that are damaged or newer, rules that have changed: a clear word, nothing lost."""

from __future__ import annotations

import errno
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine import HOST, BrokenRules
from companion.table import archive, boxfile, journal, store
from companion.table.disk import DiskFull, NotSaved, not_saved
from companion.table.house import House
from companion.table.journal import Row
from companion.table.requests import Drop, Erase, OpenBooks, Pause, Quit, Rematch, SetLanguage, Sit, Status, Undo
from companion.table.session import Session
from tests.table.evenings import Evening, evening, play_until

SH = "secret_hitler"


@pytest.fixture
def e(tmp_path: Path) -> Iterator[Evening]:
    with evening(tmp_path) as table:
        yield table


class Disk:
    """Room for the match's file: taken away, SQLite finds no page more, over whatever connection."""

    def __init__(self, e: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
        self.full, opened = False, store._open

        def limited(path: Path, how: str) -> sqlite3.Connection:
            con = opened(path, how)
            if self.full and path.suffix == ".match":
                con.execute("PRAGMA max_page_count = 1").fetchone()
            return con

        monkeypatch.setattr(store, "_open", limited)
        self.e = e

    def fill(self) -> None:
        self.full = True
        self.e.inside(lambda x: x.session.journal._con.execute("PRAGMA max_page_count = 1").fetchone())


def journal_of(e: Evening) -> Path:
    assert e.seen.playing
    return e.folder / "matches" / f"{e.seen.playing.match}.match"


def test_a_full_disk_is_said_and_the_journal_catches_up(e: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """It plays on in memory, every answer says that it is not saved, and all is written when there is room again."""
    e.start(SH, 5)
    rng = Random(1)
    e.answer(HOST, "continue")
    disk = Disk(e, monkeypatch)
    disk.fill()
    while e.go_on(rng).saved:
        pass  # what is left of the last page
    on_disk = len(archive.load(journal_of(e)).rows)
    replies = [e.go_on(rng) for _ in range(9)]
    assert all(r.ok and not r.saved for r in replies)
    assert not e.seen.saved
    assert len(archive.load(journal_of(e)).rows) == on_disk
    disk.full = False
    e.clock.now += 6
    e.ok(Pause(on=False))
    assert e.seen.saved
    assert e.seen.notice
    assert e.seen.notice.code == "saved-again"
    standing = e.inside(lambda x: x.session.match.fingerprint())
    assert len(archive.load(journal_of(e)).rows) > on_disk + 8
    f = e.again()
    assert f.inside(lambda x: x.session.match.fingerprint()) == standing
    e.table = f.table


def test_a_house_that_cannot_be_written_holds_what_was_set(e: Evening) -> None:
    e.inside(lambda x: x.house._con.execute("PRAGMA query_only = 1").fetchone())
    e.sit(3)
    e.ok(SetLanguage(language="en"))
    assert not e.seen.saved
    assert e.seen.language == "en"
    e.clock.now += 6
    e.ok(SetLanguage(language="en"))
    assert e.seen.saved
    with closing(House(e.folder / "house")) as house:
        assert house.setting("language") == "en"


def damage(path: Path) -> None:
    blob = bytearray(path.read_bytes())
    blob[len(blob) // 3 : len(blob) // 3 + 200] = bytes(200)
    path.write_bytes(blob)


def newer(path: Path) -> None:
    with sqlite3.connect(path) as con:
        con.execute("PRAGMA user_version = 999")
    con.close()


@pytest.mark.parametrize(("spoil", "code"), [(damage, "match-damaged"), (newer, "match-newer")])
def test_a_file_that_cannot_be_used_is_set_aside_and_named(e: Evening, spoil: Any, code: str) -> None:
    """Never overwritten; the board and the terminal say so; the table starts."""
    e.start(SH, 5)
    e.go_on(Random(1))
    path = journal_of(e)
    e.table.close()
    for wal in path.parent.glob("*-wal"):
        wal.unlink()
    spoil(path)
    blob = path.read_bytes()
    f = Evening(e.folder)
    try:
        assert f.seen.stage == "lobby"
        assert f.seen.notice
        assert f.seen.notice.code == code
        assert any(path.name in t for t in f.table.troubles)
        (aside,) = (p for p in path.parent.glob(f"{path.name}.*-*") if not p.name.endswith(("-wal", "-shm")))
        assert aside.read_bytes() == blob
        f.start(SH, 5)
    finally:
        f.table.close()
        e.table = Evening(e.folder).table


@pytest.mark.parametrize("wrong", [PermissionError(errno.EACCES, "Permission denied"), OSError(errno.EIO, "I/O error")])
def test_a_file_that_cannot_be_read_costs_its_match_and_not_the_start(
    e: Evening, monkeypatch: pytest.MonkeyPatch, wrong: OSError
) -> None:
    """Root's, after a command with sudo. It stays where it is, and is there again when it can be read."""
    e.start(SH, 5)
    e.go_on(Random(1))
    path, real = journal_of(e), store.connect
    e.table.close()

    def refuse(at: Path) -> Any:
        if at == path:
            raise not_saved(at, wrong)
        return real(at)

    with monkeypatch.context() as patch:
        patch.setattr(journal, "connect", refuse)
        with evening(e.folder) as f:
            assert f.seen.stage == "lobby"
            assert f.seen.notice
            assert f.seen.notice.code == "match-unreadable"
            assert any(str(path) in trouble for trouble in f.table.troubles)
            assert path.exists()
    e.table = Evening(e.folder).table
    assert e.seen.stage == "playing"


def test_a_disk_that_takes_nothing_is_not_taken_for_a_bad_file(e: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """To begin another match beside the one that is played would be worse than not to start."""
    e.start(SH, 5)
    e.table.close()

    def refuse(at: Path) -> Any:
        raise not_saved(at, OSError(errno.ENOSPC, "No space left on device"))

    with monkeypatch.context() as patch:
        patch.setattr(journal, "connect", refuse)
        with pytest.raises(DiskFull):
            Evening(e.folder)
    e.table = Evening(e.folder).table


def test_a_match_whose_rules_have_changed_is_kept_and_not_silently_continued(
    e: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fingerprint in the journal shows it."""
    e.start(SH, 5)
    rng = Random(1)
    while e.seen.playing and e.seen.playing.moves < 25:
        e.go_on(rng)
    match = journal_of(e)
    e.table.close()
    from companion.games.secret_hitler import rules

    monkeypatch.setattr(rules, "preside", _another_order(rules.preside))
    f = Evening(e.folder)
    try:
        assert f.seen.stage == "lobby"
        assert f.seen.notice
        assert f.seen.notice.code == "match-changed"
        assert archive.load(match).end.state == "set-aside"
    finally:
        f.table.close()
        e.table = Evening(e.folder).table


def _another_order(preside: Any) -> Any:
    def backwards(t: Any) -> Any:
        t.rotation = (t.rotation - 2) % t.n if t.round else t.rotation
        return preside(t)

    return backwards


def test_a_house_that_is_damaged_is_set_aside(tmp_path: Path) -> None:
    with evening(tmp_path) as e:
        e.sit(4)
    path = tmp_path / "house"
    path.write_bytes(b"not a database" * 400)
    for wal in tmp_path.glob("house-*"):
        wal.unlink()
    with evening(tmp_path) as e:
        assert all(c.presence == "free" for c in e.seen.chairs)
        assert len(e.table.troubles) == 1
        assert [*tmp_path.glob("house.damaged-*")]


def test_a_device_that_fails_is_said_once_and_the_match_goes_on(e: Evening) -> None:
    e.start(SH, 5)
    e.ok(Status(device="reader", status="not-connected"))
    assert e.seen.notice
    assert e.seen.notice.code == "device-not-connected"
    number = e.seen.notice.number
    e.ok(Status(device="reader", status="not-connected"))
    assert e.seen.notice.number == number
    assert e.seen.devices["reader"] == "not-connected"
    e.ok(Status(device="reader", status="ready"))
    assert e.go_on(Random(1)).ok


def test_a_broken_rule_leaves_the_match_where_it_stood(e: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Our own bug: said, noted in the journal, and the next answer is taken as usual."""
    e.start(SH, 5)
    e.answer(HOST, "continue")
    from companion.games.secret_hitler import rules

    (face,) = e.faces(None, "nominate")
    chancellor = face.fields["chancellor"].values[0]  # type: ignore[union-attr]
    with monkeypatch.context() as m:
        m.setattr(rules, "ballots", lambda *a: 1 / 0)
        reply = e.answer(face.by, "nominate", chancellor=chancellor)
    assert reply.code == "broken-rules"
    assert e.asked() == {(face.by, "nominate")}
    assert [r.kind for r in archive.load(journal_of(e)).rows].count("note") == 1
    assert e.answer(face.by, "nominate", chancellor=chancellor).ok




# ---- what the disk owes, and what has ended


def ended(e: Evening, seed: int = 1) -> Any:
    """Play a match to its end; how it stands."""
    e.start(SH, 5)
    e.answer(HOST, "continue")
    e.play_on(Random(seed))
    assert e.seen.stage == "over"
    return e.inside(lambda x: x.session.match.fingerprint())


def test_an_ended_match_stays_on_the_table_until_it_is_left(e: Evening) -> None:
    """The plug pulled on the end page: result, books, undo and rematch are there again; after the lobby, the lobby."""
    standing = ended(e)
    f = e.again()
    e.table = f.table
    assert f.inside(lambda x: x.stage) == "over"
    assert f.inside(lambda x: x.session.match.fingerprint()) == standing
    f.ok(Undo(sure=True))
    assert f.seen.stage == "playing"
    f.play_on(Random(1))
    f.ok(OpenBooks())
    f.ok(Rematch())
    assert f.seen.stage == "playing"
    f.ok(Quit())
    e.table = f.again().table
    assert e.seen.stage == "lobby"


def test_an_ended_match_that_was_left_stays_finished(e: Evening) -> None:
    ended(e)
    path = journal_of(e)
    e.ok(Quit())
    end = archive.load(path).end
    assert (end.state, end.left, end.stands) == ("finished", True, False)
    assert end.result


def test_who_comes_late_sits_down_on_the_end_page(e: Evening) -> None:
    """For the next match; nobody takes another's seat, whose cards the match may still keep secret."""
    ended(e)
    assert e.do(Sit(chair=7, name="Hugo", token="phone-0")).code == "match-running"
    e.ok(Sit(chair=7, name="Hugo", token="late"))
    e.ok(Rematch())
    assert e.seen.playing
    assert e.seen.playing.names == ("Ana", "Bruno", "Carla", "Diego", "Elena", "Hugo")


def test_a_match_that_is_left_on_a_full_disk_is_saved_later(e: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its last moves are owed, and kept until there is room."""
    e.start(SH, 5)
    rng = Random(1)
    e.answer(HOST, "continue")
    path, disk = journal_of(e), Disk(e, monkeypatch)
    disk.fill()
    while e.go_on(rng).saved:
        pass
    for _ in range(9):
        e.go_on(rng)
    played = e.inside(lambda x: x.moves())
    e.ok(Quit())
    assert (e.seen.stage, e.seen.saved) == ("lobby", False)
    assert archive.load(path).end.state == "open"
    disk.full = False
    e.clock.now += 6
    e.ok(SetLanguage(language="en"))
    assert e.seen.saved
    kept = archive.load(path)
    assert kept.end.state == "abandoned"
    assert sum(row.kind == "move" for row in kept.rows) == played


def test_a_match_left_on_a_full_disk_and_erased_owes_nothing(e: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    e.start(SH, 5)
    rng, disk = Random(1), Disk(e, monkeypatch)
    e.answer(HOST, "continue")
    disk.fill()
    while e.go_on(rng).saved:
        pass
    path = journal_of(e)
    e.ok(Quit())
    assert not e.seen.saved
    e.ok(Erase())
    assert e.seen.saved
    assert not path.exists()


def test_an_urn_goes_on_in_memory_while_the_disk_is_full(e: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """It opens, takes ballots, says that they are not saved, and is on disk with all of them when there is room."""
    e.start("lighthouse", 4)
    made, full = boxfile._make, [True]

    def make(path: Path, data: bytes) -> None:
        if full[0]:
            raise not_saved(path, why="full")
        made(path, data)

    monkeypatch.setattr(boxfile, "_make", make)
    play_until(e, lambda: bool(e.seen.playing and e.seen.playing.urn))
    assert e.seen.playing
    assert e.seen.playing.urn
    assert not e.seen.saved
    paper = next(iter(e.seen.playing.urn.papers))
    first = e.ok(Drop(chair=0, papers=[paper]))
    assert not first.saved
    assert not (e.folder / "matches" / "urn.contents").exists()
    full[0] = False
    e.clock.now += 6
    e.ok(SetLanguage(language="en"))
    assert e.seen.saved
    inside = e.inside(lambda x: (dict(x.session.box.items), set(x.session.box.roll)))
    e.table = e.again().table
    assert e.inside(lambda x: (dict(x.session.box.items), set(x.session.box.roll))) == inside
    assert inside[0][paper] == 1


# ---- a disk that fails in the middle of it


class Dead:
    """A connection whose card has lost its contact."""

    in_transaction = False

    def execute(self, *_: Any) -> None:
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = sqlite3.SQLITE_IOERR
        raise error

    executemany = execute

    def close(self) -> None:
        """Nothing is left of it."""


def test_a_disk_that_can_be_neither_written_nor_read_takes_an_answer_back(e: Evening) -> None:
    """The answer is refused, the match stands as before it, goes on when the disk is back, and is found whole."""
    e.start(SH, 5)
    e.answer(HOST, "continue")
    (face,) = e.faces(None, "nominate")
    chancellor = face.fields["chancellor"].values[0]  # type: ignore[union-attr]
    before = e.inside(lambda x: x.session.match.fingerprint())
    e.inside(lambda x: x.session.journal.close())
    e.inside(lambda x: setattr(x.session.journal, "_con", Dead()))
    reply = e.answer(face.by, "nominate", chancellor=chancellor)
    assert (reply.ok, reply.code) == (False, "not-saved")
    assert e.asked() == {(face.by, "nominate")}
    assert e.inside(lambda x: x.session.match.fingerprint()) == before
    assert e.answer(face.by, "nominate", chancellor=chancellor).ok
    standing = e.inside(lambda x: x.session.match.fingerprint())
    f = e.again()
    assert f.inside(lambda x: x.session.match.fingerprint()) == standing
    e.table = f.table


def test_what_breaks_in_a_draw_takes_the_answer_before_it_back(e: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last vote elects, the table draws three policies: where that fails, nobody has voted yet."""
    e.start(SH, 5)
    e.answer(HOST, "continue")
    (face,) = e.faces(None, "nominate")
    e.answer(face.by, "nominate", chancellor=face.fields["chancellor"].values[0])  # type: ignore[union-attr]
    for seat in range(4):
        e.answer(seat, "vote", ja=True)
    before = e.inside(lambda x: x.session.match.fingerprint())

    def broken(*_: Any) -> None:
        raise BrokenRules("the seventeenth policy is missing")

    with monkeypatch.context() as m:
        m.setattr(Session, "_draw", broken)
        assert e.answer(4, "vote", ja=True).code == "broken-rules"
    assert e.inside(lambda x: x.session.match.fingerprint()) == before
    assert e.asked() == {(4, "vote")}
    assert e.answer(4, "vote", ja=True).ok


def test_ballots_stay_on_a_full_disk_until_their_count_is_there(e: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """The urn is closed in memory, the plug is pulled: the ballots that were acknowledged lie in the urn again."""
    e.start("lighthouse", 4)
    play_until(e, lambda: bool(e.seen.playing and e.seen.playing.urn))
    assert e.seen.playing and e.seen.playing.urn
    urn = e.seen.playing.urn
    assert e.ok(Drop(chair=0, papers=[next(iter(urn.papers))])).saved
    lay = e.inside(lambda x: (dict(x.session.box.items), set(x.session.box.roll)))
    disk = Disk(e, monkeypatch)
    disk.fill()
    e.inside(use_up)
    reply = e.answer(urn.closer, "contents")
    assert (reply.ok, reply.saved) == (True, False)
    shutil.copytree(e.folder, cut := e.folder.with_name("cut"))
    disk.full = False
    with evening(cut) as f:
        assert f.inside(lambda x: (dict(x.session.box.items), set(x.session.box.roll))) == lay
    e.clock.now += 6
    e.ok(Pause(on=False))
    assert e.seen.saved
    assert not [*e.folder.rglob("urn.contents")]


def use_up(x: Any) -> None:
    """What is left of the last page."""
    with pytest.raises(NotSaved):
        for _ in range(500):
            x.session.journal.append([Row("note", b"x" * 3000, "table")])
