"""A start that cannot be: one line that says why, no trace of Python, and an end."""

from __future__ import annotations

import logging
import subprocess
import sys
from pathlib import Path

import pytest

from companion.life.log import LOG, keep_log
from companion.table.disk import NotSaved
from tests.tools import own_mounts

ROOT = Path(__file__).parents[2]
MAIN = "from companion.cli import main; main()"


def said(*words: str, before: str = "", prefix: tuple[str, ...] = ()) -> str:
    """What a start says that must not come about."""
    run = [sys.executable, "-c", MAIN, "run", "--no-window", "--simulate", "--host", "127.0.0.1", *words]
    line = [*prefix, "sh", "-c", before + ' exec "$@"', "sh", *run] if before else run
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, timeout=50)
    assert done.returncode
    assert "Traceback" not in done.stderr
    return done.stderr


@pytest.mark.parametrize("words", [("--port", "70000"), ("--host", "203.0.113.9"), ("--data", "/dev/null/x")])
def test_what_cannot_be_had_is_named(tmp_path: Path, words: tuple[str, ...]) -> None:
    assert "Error: " in said("--data", str(tmp_path / "data"), "--port", "0", *words)


@pytest.mark.parametrize(
    ("game", "file", "content", "told"),
    [
        ("republia", "laws.toml", '[[laws]]\nid = "A"\nfaction = "LIB"\narrows = ["U1"]\ncost = 9\n', "line 5, cost"),
        ("republia", "board.toml", "radius_sq = [\n", "board.toml: "),
        ("democracia", "board.toml", "tables = 3\n", "board.toml"),
    ],
)
def test_a_game_whose_data_is_wrong_is_left_out_by_name(
    tmp_path: Path, game: str, file: str, content: str, told: str
) -> None:
    """An owner's own cards: file, line and field are named, the evening has the other games."""
    (tmp_path / game).mkdir()
    (tmp_path / game / file).write_text(content, encoding="utf-8")
    line = said("--game", game, "--port", "0", "--data", str(tmp_path))
    assert f"{game} is left out: {game}/{file}" in line and told in line
    assert "there is no 'chess', only" in (line := said("--game", "chess", "--port", "0", "--data", str(tmp_path)))
    assert game not in line and "secret_hitler" in line


@pytest.mark.parametrize(("mount", "why"), [("-o size=8k", "no room left"), ("-o ro", "its disk is read-only")])
def test_a_disk_that_takes_nothing(tmp_path: Path, mount: str, why: str) -> None:
    before = f"mount -t tmpfs {mount} none {tmp_path} || exit 0;"
    assert why in said("--data", str(tmp_path), "--port", "0", before=before, prefix=own_mounts())


@pytest.mark.parametrize("blocks", [0, 8])
def test_files_that_may_not_grow(tmp_path: Path, blocks: int) -> None:
    """As a disk that takes nothing, on every kernel: nothing can be written, or not enough."""
    line = said("--data", str(tmp_path), "--port", "0", before=f"ulimit -f {blocks};")
    assert line.startswith("Error: ") and str(tmp_path) in line
    assert not (tmp_path / "house").exists()


def test_an_error_that_is_its_own_cause_is_logged_once(tmp_path: Path) -> None:
    """`raise e from e` happens where an error of ours passes through; the log must not go round for ever."""
    error = NotSaved(tmp_path, "full")
    handler = keep_log(tmp_path)
    assert handler is not None
    try:
        raise error from error
    except NotSaved:
        logging.getLogger("companion.life").error("broken off", exc_info=True)
    finally:
        logging.getLogger().removeHandler(handler)
        handler.close()
    assert (tmp_path / LOG).read_text().count("NotSaved") == 1
