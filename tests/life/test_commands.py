"""`companion backup`, `restore`, `tags` and `support`: what they write, and what they refuse in plain words."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.life.alone import Alone
from companion.life.log import LOG
from companion.table import pin
from companion.table.house import Badge, Component, House
from companion.table.requests import Choose, Correct, OpenBooks, Quit
from tests.table.evenings import evening


def run(data: Path, *words: object) -> Result:
    command, *rest = map(str, words)
    group = [command, rest.pop(0)] if command == "tags" else [command]
    return CliRunner().invoke(main, [*group, "--data", str(data), *rest])


def test_there_and_back(tmp_path: Path) -> None:
    with evening(tmp_path / "a") as e:
        e.start("lighthouse", 4)
        said = run(tmp_path / "a", "backup", tmp_path / "b.zip").output
        assert said == f"{tmp_path / 'b.zip'} written.\nMatches (1), tags, chairs and settings.\n"
    assert run(tmp_path / "b", "restore", tmp_path / "b.zip").exit_code == 0
    with evening(tmp_path / "b") as e:
        assert e.seen.stage == "playing"


def test_by_pipe(tmp_path: Path) -> None:
    """`-` is a pipe: the table's own user may not write into yours."""
    with evening(tmp_path / "a") as e:
        e.sit(2)
    piped = run(tmp_path / "a", "backup", "-").stdout_bytes
    words = ["restore", "--data", str(tmp_path / "b"), "-"]
    assert CliRunner().invoke(main, words, input=piped).output.startswith("Restored: matches (0)")
    with evening(tmp_path / "b") as e:
        assert e.seen.chairs[1].name == "Bruno"


def by_pipe(data: Path, *words: str, given: bytes = b"") -> Result:
    return CliRunner().invoke(main, [*words], input=given, env={"COMPANION_DATA": str(data), "COMPANION_PORT": "0"})


def test_matches_campaigns_and_tags_go_through_pipes_too(tmp_path: Path) -> None:
    """Nothing but the file itself comes out, and what was written is read again."""
    with evening(tmp_path) as e:
        e.start("lighthouse", 4)
        assert e.seen.playing
        match = e.seen.playing.match
    closed = by_pipe(tmp_path, "verify", "-", given=by_pipe(tmp_path, "export", match, "-").stdout_bytes)
    assert "books of this match are closed" in closed.stderr
    exported = by_pipe(tmp_path, "tags", "export", "republia", "-")
    assert json.loads(exported.stdout)["game"] == "republia"
    imported = by_pipe(tmp_path, "tags", "import", "-", given=exported.stdout_bytes)
    assert imported.stdout == exported.stderr.replace("Tags", "Tags imported")
    assert "standard input" in by_pipe(tmp_path, "campaign", "resume", "-", given=b"none").stderr
    assert by_pipe(tmp_path, "pins", "--svg", "-").stdout.startswith("<svg")
    with ZipFile(BytesIO(by_pipe(tmp_path, "doctor", "--bundle", "-").stdout_bytes)) as file:
        assert "findings.json" in file.namelist()


@pytest.mark.parametrize("words", [("verify", "-"), ("restore", "-"), ("campaign", "resume", "-")], ids=" ".join)
def test_what_comes_by_pipe_and_cannot_be_read_has_no_made_up_name(tmp_path: Path, words: tuple[str, ...]) -> None:
    said = by_pipe(tmp_path, *words, given=b"none of ours")
    assert said.exit_code == 1
    assert said.stderr.startswith("Error: standard input: ")


def test_every_summary_fits_its_line() -> None:
    """The lists of commands say each in whole words."""
    for words in ([], ["campaign"], ["tags"]):
        listed = CliRunner().invoke(main, [*words, "--help"], terminal_width=80).output.partition("Commands:")[2]
        assert listed
        assert "..." not in listed


def test_a_way_to_play_that_is_not_there_is_told_with_those_that_are(tmp_path: Path) -> None:
    assert "--preset needs --game" in by_pipe(tmp_path, "run", "--preset", "basic").stderr
    said = by_pipe(tmp_path, "run", "--game", "republia", "--preset", "basic").stderr
    assert "republia has no basic. There are basic, advanced, complete (democracia)" in said


def test_not_under_a_running_table(tmp_path: Path) -> None:
    (tmp_path / "tags.json").write_text("{}")
    with Alone(tmp_path):
        for said in (run(tmp_path, "restore", tmp_path / "x"), run(tmp_path, "tags", "import", tmp_path / "tags.json")):
            assert said.exit_code == 1
            assert "Another table uses" in said.output


def test_what_is_no_backup_is_called_that(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("no zip")
    said = run(tmp_path / "a", "restore", tmp_path / "x")
    assert (said.exit_code, "not a backup" in said.output) == (1, True)
    with ZipFile(tmp_path / "y", "w") as file:
        file.writestr("backup.json", '{"companion_backup": 7}')
    assert "newer companion: update this one first" in run(tmp_path / "a", "restore", tmp_path / "y").output
    assert "Nothing has changed" in run(tmp_path / "a", "restore", tmp_path / "none").output


def house(folder: Path) -> House:
    folder.mkdir(exist_ok=True)
    return House(folder / "house")


def test_tags_go_to_another_table(tmp_path: Path) -> None:
    one = house(tmp_path / "a")
    one.enrol("04AA", Component("republia", "fraude-1"))
    one.enrol("04BB", Badge(3))
    one.close()
    said = run(tmp_path / "a", "tags", "export", "republia", tmp_path / "t.json")
    assert said.output.endswith("written.\nTags: 1.\n")
    other = house(tmp_path / "b")
    other.close()
    assert run(tmp_path / "b", "tags", "import", tmp_path / "t.json").output == "Tags imported: 1.\n"
    other = house(tmp_path / "b")
    assert other.tag("04AA") == Component("republia", "fraude-1")
    assert other.tag("04BB") is None
    other.close()


@pytest.mark.parametrize(("text", "why"), [
    ("no json", "not an export"), ('{"companion_tags": 9, "game": "x", "tags": {}}', "not an export"),
    (json.dumps({"companion_tags": 1, "game": "republia", "tags": {"a": "04BB"}}), "04BB already is"),
])  # fmt: skip
def test_bad_tags_are_refused_whole(tmp_path: Path, text: str, why: str) -> None:
    one = house(tmp_path / "a")
    one.enrol("04BB", Badge(3))
    one.close()
    (tmp_path / "t.json").write_text(text)
    said = run(tmp_path / "a", "tags", "import", tmp_path / "t.json")
    assert said.exit_code == 1
    assert why in said.output


def test_a_file_for_helpers_holds_the_log_and_nothing_of_the_players(tmp_path: Path) -> None:
    data = tmp_path / "a"
    with evening(data) as e:
        e.sit(3)
        secret = pin.pin(data)
    (data / LOG).write_text("2026-11-29 WARNING reader slot: not-connected\n")
    said = run(data, "support", tmp_path / "s.zip", "--port", "0")
    assert said.exit_code == 0, said.output
    with ZipFile(tmp_path / "s.zip") as file:
        assert set(file.namelist()) == {"findings.json", "machine.json", "pins.toml", LOG}
        text = b"".join(file.read(name) for name in file.namelist())
    assert b"not-connected" in text
    assert secret.encode() not in text
    assert b"Ana" not in text


# ---- what goes wrong is told to people


def test_a_match_that_is_on_the_table_is_not_erased(tmp_path: Path) -> None:
    """Played, or over with its end on the board: its file is open, and without it the table could save nothing."""
    with evening(tmp_path) as e:
        e.start("lighthouse", 4)
        assert e.seen.playing
        match = e.seen.playing.match
        assert "End it on the host page first" in run(tmp_path, "erase", match, "--yes").output
        e.ok(Correct(kind="wreck"))
        assert e.seen.stage == "over"
        assert "To the lobby" in run(tmp_path, "erase", match, "--yes").output
        e.ok(OpenBooks())
        assert e.seen.saved
        e.ok(Quit())
        assert run(tmp_path, "erase", match, "--yes").output == f"{match} erased.\n"
        e.ok(Choose(game="lighthouse"))
        assert e.seen.saved
    assert "No matches yet" in run(tmp_path, "matches").output


def test_what_cannot_be_read_is_listed_and_erased_by_its_file(tmp_path: Path) -> None:
    (tmp_path / "matches").mkdir()
    (tmp_path / "matches/x.match").write_bytes(b"no database")
    assert "x.match" in run(tmp_path, "matches").output
    assert run(tmp_path, "erase", "x.match", "--yes").exit_code == 0
    assert run(tmp_path, "matches").output == "No matches yet.\n"


@pytest.mark.parametrize("words", [
    ("export", "MATCH", "nowhere/x"), ("support", "nowhere/x"), ("support", "afile/x"), ("support", "folder"),
    ("backup", "nowhere/x"), ("tags", "export", "republia", "nowhere/x"), ("campaign", "export", "MATCH", "nowhere/x"),
    ("doctor", "--bundle", "nowhere/x"), ("pins", "--svg", "nowhere/x"), ("verify", "folder"),
], ids=" ".join)  # fmt: skip
def test_a_file_that_cannot_be_is_told_and_no_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    """What happened, why, what now."""
    with evening(tmp_path / "data") as e:
        e.start("lighthouse", 4)
        assert e.seen.playing
        match = e.seen.playing.match
    (tmp_path / "afile").touch()
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COMPANION_PORT", "0")
    said = CliRunner().invoke(main, [match if word == "MATCH" else word for word in words])
    assert said.exit_code in (1, 2)
    assert isinstance(said.exception, SystemExit), said.exception
    error = said.stderr.strip().splitlines()[-1]
    assert error.startswith("Error: ")
    assert words[-1].partition("/")[0] in error or "no campaign" in error
    assert sorted(p.name for p in tmp_path.iterdir()) == ["afile", "data", "folder"]


@pytest.mark.parametrize("words", [("support", "-"), ("doctor", "--json")])
def test_the_port_is_the_one_of_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]) -> None:
    """The installed command sets it for all of them."""
    asked: list[str] = []
    monkeypatch.setattr("companion.doctor.checks.reaches", asked.append)
    monkeypatch.setenv("COMPANION_PORT", "8123")
    run(tmp_path, *words)
    assert asked and all(":8123/" in url for url in asked)
