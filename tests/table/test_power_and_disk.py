"""The plug, and the disk: what was acknowledged is on it, and what is not is said. Real processes, real file systems.

SIGKILL spares the page cache, so a cut of power itself is not tested here; that the disk is asked to sync is
(`test_the_disk_is_asked_to_be_sure`).
"""

import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from companion.table.archive import load
from companion.table.journal import Header, Journal
from tests.tools import own_mounts

ROOT = Path(__file__).parents[2]
HEADER = Header("m", "secret_hitler", 5, {}, [], [], 1, "en")

WRITER = """
import os, sys
from pathlib import Path
from companion.table.journal import Journal, Row
journal, early = Journal(Path(sys.argv[1])), sys.argv[2] == "early"
while True:
    rows = [Row("move", b"%d" % n, "tap") for n in range(journal.last + 1, journal.last + 2 + journal.last % 3)]
    if early:
        os.write(1, b"%d\\n" % (journal.last + len(rows)))
        sys.stdin.read()  # the plug is pulled here
    journal.append(rows)
    os.write(1, b"%d\\n" % journal.last)
"""


def child(code: str, *args: object) -> list[str]:
    return [sys.executable, "-c", code, *map(str, args)]


def lost_after_kill(path: Path, acknowledgements: int, how: str = "") -> int:
    """Kill a writer after so many of its acknowledgements: how many acknowledged rows are missing. No gaps, ever."""
    with subprocess.Popen(child(WRITER, path, how), stdout=subprocess.PIPE, stdin=subprocess.PIPE, cwd=ROOT) as writer:
        assert writer.stdout is not None
        seen = [writer.stdout.readline() for _ in range(acknowledgements)]
        writer.kill()
        seen += writer.stdout.readlines()
    rows = load(path).rows
    assert [row.body for row in rows] == [b"%d" % n for n in range(1, len(rows) + 1)]
    return max(0, int(seen[-1]) - len(rows))


@pytest.mark.parametrize("kills", [20, pytest.param(200, marks=[pytest.mark.soak, pytest.mark.timeout(600)])])
def test_kill_9_loses_nothing_acknowledged(tmp_path: Path, kills: int) -> None:
    """Each writer goes on where the one before was killed; how far it comes is drawn from a fixed seed."""
    path, rng = tmp_path / "m.match", random.Random(kills)
    Journal.create(tmp_path, HEADER, bytes(32)).close()
    assert sum(lost_after_kill(path, rng.randint(1, 40)) for _ in range(kills)) == 0
    Journal(path).close()


def test_a_writer_that_acknowledges_too_early_is_caught(tmp_path: Path) -> None:
    """The test above has teeth."""
    Journal.create(tmp_path, HEADER, bytes(32)).close()
    assert lost_after_kill(tmp_path / "m.match", 1, "early") > 0


BEGIN = """
import os, resource, subprocess, sys
from pathlib import Path
from companion.table.archive import export, listing, load
from companion.table.boxfile import BoxFile
from companion.table.disk import DiskFull, NotSaved
from companion.table.house import House
from companion.table.journal import Header, Journal, Row
folder = Path(sys.argv[1])
header = Header("m", "secret_hitler", 5, {}, [], [], 1, "en")
big = [Row("move", b'"%s"' % (b"x" * 2000), "tap")] * 4
def refused(what, *args):
    try: what(*args)
    except DiskFull as error: return error.why
    return "it went through"
def fill(journal):
    n = 0
    while (why := refused(journal.append, big)) == "it went through": n += 4
    assert journal.last == n, (journal.last, n)
    return why
"""


def run(code: str, folder: Path, *prefix: str) -> None:
    done = subprocess.run([*prefix, *child(BEGIN + code, folder)], cwd=ROOT, capture_output=True, text=True, timeout=50)
    assert done.returncode == 0, done.stderr


def test_a_file_that_may_not_grow_fails_whole(tmp_path: Path) -> None:
    """The system's own limit on a file (a quota behaves alike) stops a commit in the middle of its pages."""
    run("""
journal = Journal.create(folder, header, bytes(32))
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, resource.RLIM_INFINITY))
taken = 0
while True:
    try: taken = journal.append(big)
    except NotSaved: break
assert journal.last == taken == len(journal.rows()) > 0
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
assert journal.append(big) == taken + 4 == len(load(journal.path).rows)
""", tmp_path)


def test_a_full_disk(tmp_path: Path) -> None:
    """Refused whole and said, also a second time; the open urn goes on, its room is its own; the rest catches up."""
    run("""
subprocess.run(["mount", "-t", "tmpfs", "-o", "size=600k", "none", folder], check=True)
journal, house = Journal.create(folder, header, bytes(32)), House(folder / "house")
box = BoxFile(folder, "u", {"a": 9}, 5)
shut = Journal.create(folder / "shut", header, bytes(32))
shut.close()
ballast = folder / "ballast"
ballast.write_bytes(bytes(150_000))
why = fill(journal)
assert why == "full", why
with open(folder / "more", "wb", 0) as file:
    try:
        while True: file.write(bytes(4096))
    except OSError: pass
last = journal.last
assert refused(journal.append, big) == "full"
why, beside = refused(Journal, shut.path), [p.name for p in shut.path.parent.glob("*damaged*")]
assert (why, beside) == ("full", []), (why, beside)
assert refused(lambda: house.set(note="x" * 9000)) == "full"
assert house.setting("note") and not house.saved
assert refused(Journal.create, folder, Header("n", "secret_hitler", 5, {}, [], [], 2, "en"), bytes(32)) == "full"
box.save({"a": 3}, [1, 4])
ballast.unlink(); (folder / "more").unlink()
assert journal.append(big) == last + 4
house.catch_up()
journal.close(); house.close()
assert len(Journal(journal.path).rows()) == last + 4
assert House(folder / "house").setting("note") == "x" * 9000
assert BoxFile(folder, "u", {"a": 9}, 5).items == {"a": 3}
assert [e.path.name for e in listing(folder)] == ["m.match"]
""", tmp_path, *own_mounts())


def test_a_read_only_disk(tmp_path: Path) -> None:
    """Kept matches are listed, read and exported elsewhere; to write is refused and said; nothing is set aside."""
    run("""
disk, out = folder / "disk", folder / "out"
disk.mkdir(); out.mkdir()
subprocess.run(["mount", "-t", "tmpfs", "none", disk], check=True)
journal, house = Journal.create(disk, header, bytes(32)), House(disk / "house")
box = BoxFile(disk, "u", {"a": 9}, 5)
journal.append(big)
journal.close(); house.close()
subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
before = sorted(disk.iterdir())
assert refused(Journal, journal.path) == refused(House, disk / "house") == "read-only"
assert refused(House, disk / "none") == refused(box.save, {"a": 1}, []) == "read-only"
assert refused(BoxFile, disk, "u", {"a": 9}, 5) == "read-only"
assert refused(Journal.create, disk, Header("n", "secret_hitler", 5, {}, [], [], 2, "en"), bytes(32)) == "read-only"
assert [(e.path.name, e.rows, e.trouble) for e in listing(disk)] == [("m.match", 4, "")]
export(journal.path, out / "m.jsonl")
assert load(out / "m.jsonl") == load(journal.path)
assert sorted(disk.iterdir()) == before
subprocess.run(["mount", "-o", "remount,rw", disk], check=True)
assert Journal(journal.path).last == 4
""", tmp_path, *own_mounts())


def test_a_folder_of_somebody_else() -> None:
    """Forbidden, not damaged: another user's files stay where they are."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        Journal.create(folder, HEADER, bytes(32)).close()
        for path in (folder / "m.match", folder):
            path.chmod(0o555 if path == folder else 0)
        run("""
folder.as_uri()  # imports what the other user may not be able to read
if os.getuid() == 0: os.setuid(65534)
assert refused(Journal, folder / "m.match") == "forbidden", refused(Journal, folder / "m.match")
assert refused(House, folder / "house") == refused(BoxFile, folder, "u", {"a": 9}, 5) == "forbidden"
assert [e.trouble for e in listing(folder)] == ["forbidden"]
os._exit(0)
""", folder)
        folder.chmod(0o700)
        assert os.listdir(folder) == ["m.match"]
