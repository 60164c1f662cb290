"""`companion update`: from the folder that the installer has noted, from another one, and back."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli import main


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["update", *words])


def folder(path: Path, ends: int = 0) -> Path:
    """A companion whose installer only tells that it ran, and how."""
    (path / "systemd").mkdir(parents=True)
    script = path / "systemd/install.sh"
    script.write_text(f'#!/bin/sh\necho "$@" >>"{path}/ran"\nexit {ends}\n')
    script.chmod(0o755)
    return path


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What an installation leaves."""
    monkeypatch.setattr("companion.life.updating.HOME", tmp_path)
    (tmp_path / "source").write_text(f"{folder(tmp_path / 'here')}\n")
    return tmp_path


def test_it_installs_from_where_it_came(home: Path) -> None:
    assert run().exit_code == 0
    assert (home / "here/ran").read_text() == "\n"


def test_what_was_chosen_when_it_was_installed_is_chosen_again(home: Path) -> None:
    """An update does not take the desktop away that was to stay."""
    with (home / "source").open("a") as source:
        source.write("--keep-desktop\n--no-tv\n")
    assert run().exit_code == 0
    assert run("--from", str(folder(home / "stick"))).exit_code == 0
    assert run("--back").exit_code == 0
    assert (home / "here/ran").read_text() == "--keep-desktop --no-tv\n--back\n"
    assert (home / "stick/ran").read_text() == "--keep-desktop --no-tv\n"


def test_it_fetches_first_where_it_can(home: Path) -> None:
    """What git refuses ends it, before anything is installed."""
    subprocess.run(["git", "init", "-q", str(home / "here")], check=True)
    refused = run()
    assert refused.exit_code == 1
    assert "git ended with" in refused.output
    assert not (home / "here/ran").exists()


def test_from_a_stick_and_back(home: Path) -> None:
    stick = folder(home / "stick")
    assert run("--from", str(stick)).exit_code == 0
    assert (stick / "ran").exists()
    assert run("--back").exit_code == 0
    assert (home / "here/ran").read_text() == "--back\n"


def test_what_cannot_be_is_told(home: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert "There is no companion in" in run("--from", str(tmp_path / "empty")).output
    assert "ended with 3. The table is as it was" in run("--from", str(folder(home / "bad", ends=3))).output
    (home / "source").unlink()
    assert "type git pull where it lies" in run().output
