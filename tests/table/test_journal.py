"""The journal of a match: all of it comes back, nothing is overwritten, and what is wrong is said."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from companion.table import fair
from companion.table.archive import Kept, Listed, discard, export, listing, load
from companion.table.disk import DiskFull, NotSaved
from companion.table.journal import Books, End, Header, Journal, Row
from companion.table.store import Damaged, Newer, Unusable, files

SEED = bytes(range(32))
HEADER = Header("0001-ab12", "secret_hitler", 5, {"policy_source": "tiles", "mute": None},
                ["Ana", "Bruno", "Carla", "Diego", "Félix"], [0, 2, 3, 5, 6], 1, "es")
KEPT = msgspec.structs.replace(HEADER, commitment=fair.commit(SEED))


def moves(first: int, count: int) -> list[Row]:
    return [Row("move", b'{"type":"vote","by":%d}' % n, "phone", f"print{n}" if n % 20 == 0 else "")
            for n in range(first, first + count)]


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal.create(tmp_path / "data", HEADER, SEED)
    yield journal
    journal.close()


def reopened(journal: Journal) -> Journal:
    journal.close()
    return Journal(journal.path)


def test_what_is_appended_comes_back(journal: Journal) -> None:
    """Every kind of row as it was given, over several appends and openings, numbered without gaps."""
    rows = [*moves(1, 30), Row("undo", b'{"to":29}', "host"), Row("note", '"ñ €"'.encode(), "table"), *moves(31, 3)]
    assert journal.append(rows[:1]) == 1
    assert journal.append(rows[1:30]) == 30
    journal = reopened(journal)
    assert journal.append(rows[30:]) == journal.last == 35
    journal = reopened(journal)
    assert (journal.rows(), journal.last, journal.header) == (rows, 35, KEPT)
    assert [seq for seq, row in enumerate(journal.rows(), 1) if row.fingerprint] == [20]
    journal.close()


def test_head_books_and_end_come_back(journal: Journal) -> None:
    assert journal.books.key() == fair.mix(SEED, {})
    folder = journal.path.parent / "another"
    journal.close()
    journal = Journal.create(folder, HEADER, SEED, {3: "AA", 0: "bb"})
    journal.amend(msgspec.structs.replace(journal.header, names=["Gala", *journal.header.names[1:]]))
    journal.mark(End("finished", {"winners": [0, 3]}))
    journal = reopened(journal)
    assert journal.books == Books(SEED.hex(), {3: "aa", 0: "bb"})
    assert journal.books.key() == fair.mix(SEED, {0: "bb", 3: "aa"})
    assert (journal.header.names[0], journal.end) == ("Gala", End("finished", {"winners": [0, 3]}))
    journal.close()


def test_what_no_phone_can_add_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="hexadecimal"):
        Journal.create(tmp_path, HEADER, SEED, {0: "not hexadecimal"})
    assert not list(tmp_path.iterdir())


def test_the_disk_is_asked_to_be_sure(journal: Journal) -> None:
    """WAL's default would lose the last commits when the plug is pulled: synchronous is FULL (2), not NORMAL (1)."""
    assert journal._con.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert journal._con.execute("PRAGMA synchronous").fetchone() == (2,)


def test_only_the_owner_reads_it(journal: Journal) -> None:
    """The folder, the file, its log, its shared memory and its export."""
    journal.append(moves(1, 1))
    export(journal.path, out := journal.path.parent / "out.jsonl")
    assert journal.path.parent.stat().st_mode & 0o777 == 0o700
    assert [p.stat().st_mode & 0o777 for p in (*files(journal.path), out)] == [0o600] * 4


def test_nothing_tells_when(journal: Journal) -> None:
    """Two matches with the same rows are the same bytes in every table: no times, nothing random."""
    other = Journal.create(journal.path.parent / "other", HEADER, SEED)
    dumps = []
    for each in (journal, other):
        each.append(moves(1, 25))
        each.mark(End("finished"))
        dumps.append(list(each._con.iterdump()))
    other.close()
    assert dumps[0] == dumps[1]


def test_a_match_is_never_made_over_another(journal: Journal) -> None:
    journal.append(moves(1, 3))
    with pytest.raises(NotSaved) as caught:
        Journal.create(journal.path.parent, HEADER, bytes(32))
    assert (caught.value.why, len(load(journal.path).rows)) == ("conflict", 3)
    with pytest.raises(ValueError, match="cannot name"):
        Journal.create(journal.path.parent, msgspec.structs.replace(HEADER, match="../x"), SEED)


def test_a_creation_cut_short_leaves_no_match(tmp_path: Path) -> None:
    """Its rest is not listed, and does not hinder the next one."""
    (tmp_path / "0001-ab12.match.new").write_bytes(b"half")
    assert listing(tmp_path) == []
    Journal.create(tmp_path, HEADER, SEED).close()
    assert [each.path.name for each in listing(tmp_path)] == ["0001-ab12.match"]


# No room, no leave


def fill_up(journal: Journal) -> None:
    pages = journal._con.execute("PRAGMA page_count").fetchone()[0]
    journal._con.execute(f"PRAGMA max_page_count={pages}")


BIG = [Row("move", b'"%s"' % (b"x" * 3000), "tap")] * 5


def test_full_disk_fails_whole_and_catches_up(journal: Journal) -> None:
    """Nothing of a failed append is in the file, the numbers are right, and what was taken meanwhile follows."""
    journal.append(moves(1, 3))
    fill_up(journal)
    with pytest.raises(DiskFull) as caught:
        journal.append(BIG)
    assert (caught.value.why, caught.value.what) == ("full", journal.path)
    assert journal.last == 3
    assert journal.rows() == moves(1, 3)
    assert journal.append([*BIG, *moves(9, 1)]) == 9  # a new connection is not limited
    assert journal.append(moves(10, 1)) == 10
    journal = reopened(journal)
    assert journal.rows() == [*moves(1, 3), *BIG, *moves(9, 2)]
    journal.close()


def test_what_is_owed_goes_with_the_next_rows(journal: Journal) -> None:
    """A new name, given on a read-only disk, reaches it with the rows."""
    journal._con.execute("PRAGMA query_only=ON")
    with pytest.raises(DiskFull) as caught:
        journal.amend(msgspec.structs.replace(journal.header, language="en"))
    assert caught.value.why == "read-only"
    assert (journal.last, journal.header.language) == (0, "en")
    journal.append(moves(1, 2))
    journal = reopened(journal)
    assert (journal.last, journal.header.language) == (2, "en")
    journal.close()


def test_another_writer_is_noticed(journal: Journal) -> None:
    """Two tables on one folder: the second one's rows are refused, not mixed in."""
    other = Journal(journal.path)
    other.append(moves(1, 1))
    with pytest.raises(NotSaved) as caught:
        journal.append(moves(1, 1))
    assert caught.value.why == "conflict"
    assert len(other.rows()) == 1
    other.close()


# Damaged, newer


def kept(folder: Path) -> Path:
    """A closed match of 40 rows."""
    journal = Journal.create(folder, HEADER, SEED)
    journal.append(moves(1, 40))
    journal.close()
    return journal.path


def spoil(path: Path, how: str) -> None:
    data = path.read_bytes()
    at = data.index(b'{"type":"vote","by":7}')
    match how:
        case "empty":
            path.write_bytes(b"")
        case "truncated":
            path.write_bytes(data[: len(data) // 2])
        case "garbage":
            path.write_bytes(b"no journal at all" * 1000)
        case "garbage inside":
            path.write_bytes(data[:4096] + b"\xa5" * (len(data) - 4096))
        case "flipped bit in a move":
            path.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        case "another database":
            path.unlink()
            with sqlite3.connect(path) as con:
                con.execute("CREATE TABLE row (seq)")
            con.close()
        case sql:
            with sqlite3.connect(path) as con:
                con.execute(sql)
            con.close()


@pytest.mark.parametrize("how", [
    "empty", "truncated", "garbage", "garbage inside", "flipped bit in a move", "another database",
    "DELETE FROM row WHERE seq = 7", "UPDATE row SET source = 'host' WHERE seq = 7", "UPDATE row SET body = x'ff'",
    "UPDATE head SET body = CAST(replace(body, 'Ana', 'Eva') AS BLOB) WHERE name = 'Header'",
    "PRAGMA application_id=7", "DELETE FROM seed", "DROP TABLE head",
    "UPDATE seed SET body = CAST(replace(body, '00', '01') AS BLOB)",
])
def test_a_damaged_journal_is_set_aside_as_it_is(tmp_path: Path, how: str) -> None:
    """Byte for byte, under the first free name; the table can go on; listing and reading alone move nothing."""
    path = kept(tmp_path)
    spoil(path, how)
    data = path.read_bytes()
    assert [each.trouble for each in listing(tmp_path)] in (["damaged"], [""])  # a list reads no rows
    with pytest.raises(Damaged) as looked:
        load(path)
    assert looked.value.aside is None and path.exists()
    (path.parent / f"{path.name}.damaged-1").write_text("an older one")
    with pytest.raises(Damaged) as caught:
        Journal(path)
    assert caught.value.aside == path.with_name(f"{path.name}.damaged-2")
    assert caught.value.aside.read_bytes() == data
    assert not any(p.exists() for p in files(path))
    assert {each.end.state for each in listing(tmp_path)} == {"set-aside"}
    kept(tmp_path)


def test_the_seed_of_another_match_is_damage(journal: Journal) -> None:
    """Whole in itself, but not what the board has committed to."""
    other = Journal.create(journal.path.parent / "other", HEADER, bytes(32))
    found = other._con.execute("SELECT * FROM seed").fetchone()
    other.close()
    journal._con.execute("INSERT OR REPLACE INTO seed VALUES (?, ?, ?)", found)
    with pytest.raises(Damaged, match="committed"):
        reopened(journal)


def test_the_log_of_a_damaged_journal_goes_with_it(tmp_path: Path) -> None:
    """After a crash the last rows are in the log alone: nothing is folded into the damaged file, nothing is lost."""
    journal = Journal.create(tmp_path, HEADER, SEED)
    journal.append(moves(1, 40))
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    for file in files(journal.path)[:2]:
        shutil.copy(file, crashed)
    journal.close()
    path = crashed / journal.path.name
    spoil_at = path.read_bytes()
    path.write_bytes(spoil_at[:60] + b"\xff" * 40 + spoil_at[100:])  # the header page; the log may hold a good one
    log = files(path)[1]
    log.write_bytes(log.read_bytes()[:-5000])
    before = [p.read_bytes() for p in files(path)[:2]]
    with pytest.raises(Unusable) as caught:
        Journal(path)
    assert caught.value.aside is not None
    assert [p.read_bytes() for p in files(caught.value.aside)[:2]] == before


def test_a_newer_journal_is_set_aside(tmp_path: Path) -> None:
    path = kept(tmp_path)
    spoil(path, "PRAGMA user_version=2")
    with pytest.raises(Newer) as caught:
        Journal(path)
    assert caught.value.aside == path.with_name(f"{path.name}.newer-1")
    assert [(each.trouble, each.end.state) for each in listing(tmp_path)] == [("newer", "set-aside")]


def test_a_log_without_its_file_is_not_played_into_a_new_one(journal: Journal) -> None:
    journal.append(moves(1, 5))
    stale = files(journal.path)[1].read_bytes()
    journal.close()
    discard(journal.path)
    files(journal.path)[1].write_bytes(stale)
    fresh = Journal.create(journal.path.parent, HEADER, SEED)
    assert fresh.rows() == []
    fresh.close()
    assert files(journal.path.with_name(f"{journal.path.name}.damaged-1"))[1].read_bytes() == stale


def flips(path: Path, step: int) -> None:
    """Each flipped byte is either found or makes no difference; a third thing there is not."""
    data, true = path.read_bytes(), load(path)
    for at in range(0, len(data), step):
        path.write_bytes(data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1 :])
        try:
            assert load(path) == true, at
        except Unusable:
            pass
        except NotSaved as error:
            assert error.why == "io", at


def test_flipped_bytes(tmp_path: Path) -> None:
    flips(kept(tmp_path), 97)


@pytest.mark.soak
@pytest.mark.timeout(600)
def test_every_flipped_byte(tmp_path: Path) -> None:
    flips(kept(tmp_path), 1)


# Kept matches


def test_a_list_reads_heads_alone(tmp_path: Path) -> None:
    """A match begins after a look at all that are kept: how long they are must not matter."""
    journal = Journal.create(tmp_path, HEADER, SEED)
    journal.append([Row("move", b'"%s"' % (b"x" * 2000), "tap")] * 300)
    journal.close()
    with journal.path.open("r+b") as file:
        file.seek(journal.path.stat().st_size // 2 // 4096 * 4096)
        file.write(bytes(4096))
    (found,) = listing(tmp_path)
    assert (found.trouble, found.rows) == ("", 300)
    with pytest.raises(Damaged):
        load(journal.path)


def test_a_match_that_goes_while_it_is_listed_is_not_there(tmp_path: Path) -> None:
    """Another process may erase one meanwhile."""
    gone = tmp_path / "gone.match"
    gone.symlink_to(tmp_path / "erased")
    assert listing(tmp_path) == []


def test_matches_are_listed_in_the_order_they_were_made(tmp_path: Path) -> None:
    """Also while they are open in a table, with their state, rows and result."""
    second = Journal.create(tmp_path, msgspec.structs.replace(HEADER, match="a", created=2), SEED)
    second.append(moves(1, 2))
    first = Journal.create(tmp_path, msgspec.structs.replace(HEADER, match="b", created=1), SEED)
    first.mark(End("finished", "liberal"))
    first.close()
    found = listing(tmp_path)
    assert [(each.header.match if each.header else "", each.end, each.rows) for each in found] == [
        ("b", End("finished", "liberal"), 0), ("a", End("open"), 2)]
    second.close()
    assert listing(tmp_path / "nowhere") == []
    assert Listed(tmp_path).end.state == "set-aside"


def test_an_export_is_one_file_and_comes_back(journal: Journal, tmp_path: Path) -> None:
    """Header, end and rows; the seed only once the books are open; the same from the match's own file."""
    rows = [*moves(1, 40), Row("note", b'{"a":\n\r1}', "host")]
    journal.append(rows)
    journal.mark(End("finished", [1, 2]))
    out = tmp_path / "match.jsonl"
    export(journal.path, out)
    assert SEED.hex() not in out.read_text()
    same = [*rows[:-1], Row("note", b'{"a":  1}', "host")]
    assert load(out) == Kept(KEPT, End("finished", [1, 2]), same, None)
    assert load(journal.path) == Kept(KEPT, End("finished", [1, 2]), rows, None)
    journal.release()
    export(journal.path, out)
    assert load(out).books == load(journal.path).books == Books(SEED.hex(), {}, True)
    assert len(out.read_text().splitlines()) == 43
    assert sorted(p.name for p in tmp_path.iterdir()) == ["data", "match.jsonl"]


def test_a_cut_or_changed_export_is_damaged(tmp_path: Path) -> None:
    export(kept(tmp_path), out := tmp_path / "match.jsonl")
    lines = out.read_bytes().splitlines(keepends=True)
    bad = [b"", b"\n", b"hello\n", lines[0], b"".join(lines[:-1]), b"".join(lines[:5] + lines[6:]),
           b"".join(lines).replace(b'"by":7', b'"by":8'), b"".join(lines)[:-30], b"\xff\xfe" * 40,
           b"".join(lines).replace(b"Carla", b"C\xffrla")]
    for data in bad:
        out.write_bytes(data)
        with pytest.raises(Damaged):
            load(out)
    out.write_bytes(b"".join(lines).replace(b'{"companion":1', b'{"companion":2'))
    with pytest.raises(Newer):
        load(out)


def test_an_erased_match_leaves_nothing(journal: Journal) -> None:
    """The file and its log, after a crash too; other matches stay."""
    other = kept(journal.path.parent / "other")
    journal.append(moves(1, 3))
    again = os.open(journal.path, os.O_RDONLY)  # what the blocks hold once the name is gone
    discard(journal.path)
    assert not any(os.read(again, 1 << 20))
    os.close(again)
    assert not any(p.exists() for p in files(journal.path))
    assert len(load(other).rows) == 40
