"""The open urn: on disk at every moment, whole after every crash, and without a memory."""

import itertools
import os
from pathlib import Path

import pytest

from companion.table.boxfile import BoxFile, erase_urn
from companion.table.store import Damaged

ROOM = {"no": 6, "yes": 6, "scandal": 1}
EMPTY = {"no": 0, "yes": 0, "scandal": 0}
State = tuple[dict[str, int], frozenset[int]]


def urn(folder: Path, name: str = "m|1") -> BoxFile:
    return BoxFile(folder, name, ROOM, 6)


def state(box: BoxFile) -> State:
    return box.items, box.roll


def on_disk(folder: Path) -> dict[str, bytes]:
    return {p.name: p.read_bytes() for p in sorted(folder.iterdir())}


def test_what_was_saved_comes_back(tmp_path: Path) -> None:
    """Contents and roll, by any order of the papers' names."""
    assert state(urn(tmp_path)) == (EMPTY, frozenset())
    urn(tmp_path).save({"yes": 2, "no": 1}, [5, 0])
    found = BoxFile(tmp_path, "m|1", dict(reversed(ROOM.items())), 6)
    assert state(found) == (EMPTY | {"yes": 2, "no": 1}, frozenset({0, 5}))


def test_the_files_are_the_owners_and_of_one_size(tmp_path: Path) -> None:
    """Their size says nothing, and no other user reads them."""
    box = urn(tmp_path / "data")
    sizes = {p: p.stat().st_size for p in box.paths}
    box.save({"yes": 6, "no": 6, "scandal": 1}, range(6))
    assert {p: p.stat().st_size for p in box.paths} == sizes
    assert [p.stat().st_mode & 0o777 for p in box.paths] == [0o600, 0o600]
    assert (tmp_path / "data").stat().st_mode & 0o777 == 0o700


def test_the_order_of_ballots_leaves_no_trace(tmp_path: Path) -> None:
    """Three voters, three papers, every order of both: the same bytes, and no time of the last drop in the open."""
    seen = set[tuple[bytes, ...]]()
    for run, (papers, seats) in enumerate(itertools.product(
            itertools.permutations(["yes", "no", "no"]), itertools.permutations([0, 3, 4]))):
        box = urn(tmp_path / str(run))
        for n in (1, 2, 3):
            box.save({p: papers[:n].count(p) for p in papers[:n]}, seats[:n])
        seen.add(tuple(on_disk(tmp_path / str(run)).values()))
        assert [p.stat().st_mtime_ns for p in box.paths] == [0, 0]
    assert len(seen) == 1


def test_at_rest_nothing_tells_the_last_ballot(tmp_path: Path) -> None:
    """Both halves of both files are alike, and only the files of the urn are there."""
    box = urn(tmp_path)
    box.save({"yes": 1}, [2])
    box.save({"yes": 1, "no": 1}, [2, 4])
    found = on_disk(tmp_path)
    assert list(found) == ["urn.contents", "urn.roll"]
    for data in found.values():
        assert data[: len(data) // 2] == data[len(data) // 2 :]


def test_contents_and_roll_lie_apart(tmp_path: Path) -> None:
    """One file holds only counts of papers (behind the urn's name and a digest), the other only who has voted."""
    box = urn(tmp_path)
    box.save({"yes": 1, "no": 2}, [2, 4])
    contents, roll = (p.read_bytes()[:4096].rstrip(b"\0") for p in box.paths)
    assert contents[64:] == b"\0\0\0\2" b"\0\0\0\0" b"\0\0\0\1"  # no, scandal, yes
    assert roll == b"\0\0\1\0\1"


class Plug(BaseException):
    """Pulled."""


@pytest.fixture
def pulled(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Pull the plug in the middle: `[which write, bytes of it that still reach the disk]`. Writes come in the order of
    the syncs, which is all that a disk promises."""
    when, real = [-1000, 0], os.pwrite  # far below zero: not yet

    def pwrite(handle: int, data: bytes, at: int) -> int:
        when[0] -= 1
        if -100 < when[0] < 0:
            real(handle, data[: when[1]], at)
            raise Plug
        return real(handle, data, at)

    monkeypatch.setattr("os.pwrite", pwrite)
    return when


CUTS = (0, 1, 31, 32, 50, 63, 64, 65, 68, 72, 76, 100, 512, 4095)


@pytest.mark.parametrize("cut", CUTS)
@pytest.mark.parametrize("write", range(4))
def test_a_crash_leaves_the_old_or_the_new(tmp_path: Path, pulled: list[int], write: int, cut: int) -> None:
    """Torn anywhere in any of a drop's four writes: contents and roll of one moment, never a mixture, and after opening
    again the halves are alike. Another drop after the crash, crashed as well, is no worse."""
    old: State = (EMPTY | {"yes": 1}, frozenset({2}))
    new: State = (EMPTY | {"yes": 1, "no": 1}, frozenset({2, 4}))
    box = urn(tmp_path)
    box.save(*old)
    pulled[:] = [write, cut]
    with pytest.raises(Plug):
        box.save(*new)
    pulled[0] = -1000
    found = state(urn(tmp_path))
    assert found in (old, new)
    assert (found == new) or write < 2
    for data in on_disk(tmp_path).values():
        assert data[: len(data) // 2] == data[len(data) // 2 :]


@pytest.mark.parametrize("cut", CUTS)
@pytest.mark.parametrize("write", range(4))
def test_a_failed_drop_and_then_a_crash(tmp_path: Path, pulled: list[int], write: int, cut: int) -> None:
    """A drop that failed half-way was taken back; another seat's drop then crashes. The two are never mixed."""
    old: State = (EMPTY, frozenset())
    failed: State = (EMPTY | {"yes": 1}, frozenset({1}))
    new: State = (EMPTY | {"no": 1}, frozenset({4}))
    box = urn(tmp_path)
    for first in range(4):
        box.save(*old)
        pulled[:] = [first, 4096]
        with pytest.raises(Plug):
            box.save(*failed)
        pulled[:] = [write, cut]
        with pytest.raises(Plug):
            box.save(*new)
        pulled[0] = -1000
        try:
            assert state(urn(tmp_path)) in (old, failed, new)
        except Damaged:
            pytest.fail(f"nothing fits after a drop failed in write {first}")


def test_a_crash_while_it_is_made_leaves_an_empty_urn(tmp_path: Path, pulled: list[int]) -> None:
    for write, cut in itertools.product(range(2), (0, 100, 8191)):
        pulled[:] = [write, cut]
        with pytest.raises(Plug):
            urn(tmp_path)
        pulled[0] = -1000
        box = urn(tmp_path)
        assert state(box) == (EMPTY, frozenset())
        assert list(on_disk(tmp_path)) == ["urn.contents", "urn.roll"]
        erase_urn(tmp_path)


def test_another_urn_starts_empty(tmp_path: Path) -> None:
    """What a crash left of an earlier one is not counted into it: another name, other papers, other seats."""
    for other in (("m|2", ROOM, 6), ("m|1", ROOM | {"no": 7}, 6), ("m|1", ROOM, 7), ("m|1", {"blank": 2000}, 6)):
        urn(tmp_path).save({"yes": 2}, [0, 1])
        box = BoxFile(tmp_path, *other)
        assert (set(box.items.values()), box.roll) == ({0}, frozenset())
        assert b"\x02" not in box.paths[0].read_bytes()[64:4096]


def test_closed_it_is_gone(tmp_path: Path) -> None:
    """Zeros first: also the blocks that the names stood for are empty."""
    box = urn(tmp_path)
    box.save({"yes": 2}, [0, 1])
    handles = [os.open(p, os.O_RDONLY) for p in box.paths]
    erase_urn(tmp_path)
    assert on_disk(tmp_path) == {}
    for handle in handles:
        assert set(os.read(handle, 1 << 16)) == {0}
        os.close(handle)
    erase_urn(tmp_path)


def test_zeros_are_no_urn(tmp_path: Path) -> None:
    """Erasing was cut short: what is left is not damage."""
    box = urn(tmp_path)
    box.save({"yes": 2}, [0, 1])
    box.paths[0].write_bytes(bytes(8192))
    assert state(urn(tmp_path)) == (EMPTY, frozenset())


@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize("data", [b"", b"x", b"\xff" * 8192, b"\1" * 4096])
def test_a_damaged_urn_is_said_and_stays_until_it_is_erased(tmp_path: Path, which: int, data: bytes) -> None:
    """Ballots that cannot be read are never taken for none."""
    box = urn(tmp_path)
    box.save({"yes": 2}, [0, 1])
    box.paths[which].write_bytes(data)
    before = on_disk(tmp_path)
    with pytest.raises(Damaged):
        urn(tmp_path)
    assert on_disk(tmp_path) == before
    erase_urn(tmp_path)
    assert state(urn(tmp_path)) == (EMPTY, frozenset())


@pytest.mark.parametrize("items, roll", [
    ({"yes": 7}, []), ({"yes": -1}, []), ({"other": 1}, []), ({}, [6]), ({}, [-1])])
def test_what_does_not_belong_in_it_is_refused(tmp_path: Path, items: dict[str, int], roll: list[int]) -> None:
    box = urn(tmp_path)
    before = on_disk(tmp_path)
    with pytest.raises(ValueError, match="not "):
        box.save(items, roll)
    assert on_disk(tmp_path) == before
