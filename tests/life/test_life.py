"""The life of the box: one table a folder, watched over, careful after a start that broke, with a log of its own."""

from __future__ import annotations

import logging
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.engine import BadMove
from companion.life.alone import Alone, Busy
from companion.life.box import Box
from companion.life.heart import FRAME_LIMIT, Heart, notify
from companion.life.log import BYTES, LOG, OLDER, keep_log, log_files
from companion.life.start import begin
from companion.table.requests import Press
from companion.table.table import Table
from tests.table.evenings import GAMES


def test_a_second_table_in_one_folder_says_who_has_it(tmp_path: Path) -> None:
    """Two copies of the program never write into one folder."""
    with Alone(tmp_path):
        with pytest.raises(Busy) as busy:
            Alone(tmp_path)
        assert busy.value.by == os.getpid()
        said = CliRunner().invoke(main, ["run", "--data", str(tmp_path), "--no-window", "--port", "0"])
        assert said.exit_code == 1
        assert f"process {os.getpid()}" in said.output
        assert "systemctl stop companion" in said.output
    Alone(tmp_path).close()


def test_a_killed_table_leaves_no_lock(tmp_path: Path) -> None:
    code = f"from pathlib import Path; from companion.life.alone import Alone; a = Alone(Path({str(tmp_path)!r})); " \
           "print('has it', flush=True); input()"  # fmt: skip
    root = Path(__file__).parents[2]
    holder = subprocess.Popen([sys.executable, "-c", code], stdin=-1, stdout=-1, text=True, cwd=root)
    assert holder.stdout
    assert holder.stdout.readline() == "has it\n"
    with pytest.raises(Busy):
        Alone(tmp_path)
    holder.send_signal(signal.SIGKILL)
    holder.communicate()
    Alone(tmp_path).close()


# ---- the watchdog


class Watched:
    def __init__(self) -> None:
        self.said: list[str] = []
        self.now, self.shown, self.answers, self.settled = 100.0, 100.0, True, 0
        self.heart = Heart(self.ask, lambda: self.shown, say=lambda *said: self.said.extend(said),
                           settled=self.settle, steady=20.0, clock=lambda: self.now)  # fmt: skip

    def ask(self, seconds: float) -> None:
        if not self.answers:
            raise TimeoutError

    def settle(self) -> None:
        self.settled += 1


def test_a_table_that_answers_and_shows_itself_feeds_the_watchdog() -> None:
    w = Watched()
    assert w.heart.beat()
    assert w.said == ["WATCHDOG=1"]


def test_a_table_that_does_not_answer_starves_it() -> None:
    w = Watched()
    w.answers = False
    assert not w.heart.beat()
    assert w.said == []


def test_a_screen_that_stands_still_starves_it() -> None:
    """A process that runs unseen is no table: the board shows its picture anew every 30 seconds, changed or not."""
    w = Watched()
    w.now += FRAME_LIMIT + 1
    assert not w.heart.beat()
    w.shown = w.now
    assert w.heart.beat()


def test_a_start_has_held_after_a_while_and_only_once() -> None:
    w = Watched()
    for _ in range(4):
        w.heart.beat()
        w.now += 10
    assert w.settled == 1


def test_what_is_said_reaches_the_service_manager(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "s"))
        notify("READY=1", "STATUS=x", environ={"NOTIFY_SOCKET": str(tmp_path / "s")})
        assert manager.recv(100) == b"READY=1\nSTATUS=x"
    notify("READY=1", environ={"NOTIFY_SOCKET": str(tmp_path / "nobody")})  # is no reason to stop
    notify("READY=1", environ={})


# ---- after a start that broke


def test_the_start_after_a_broken_one_is_careful_and_the_next_tries_again(tmp_path: Path) -> None:
    assert begin(tmp_path).devices
    second = begin(tmp_path)  # the first one was never good
    assert (second.devices, second.screen) == (False, True)
    third = begin(tmp_path)
    assert (third.devices, third.screen) == (False, False)
    third.good()
    assert begin(tmp_path).devices


def test_nonsense_in_the_mark_is_one_broken_start(tmp_path: Path) -> None:
    (tmp_path / "starting").write_bytes(b"\xff")
    assert begin(tmp_path).broken == 1


def test_a_crash_marks_the_start_and_an_orderly_stop_does_not(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), Box(tmp_path):
        raise KeyboardInterrupt
    with pytest.raises(RuntimeError), Box(tmp_path) as box:
        assert box.start.devices
        raise RuntimeError("reader's library")
    with Box(tmp_path) as box:
        assert not box.start.devices
    with Box(tmp_path) as box:
        assert box.start.devices


@pytest.mark.parametrize(("broken", "status"), [(1, "no-devices"), (2, "no-screen")])
def test_a_safe_start_says_so_until_somebody_has_read_it(tmp_path: Path, broken: int, status: str) -> None:
    """On the board and on the host page; phones play."""
    for _ in range(broken):
        begin(tmp_path)
    with Box(tmp_path) as box:
        table = Table(tmp_path, GAMES)
        assert box.devices(table) is None
        assert table.snapshot.devices == {"safe-mode": status}
        assert table.snapshot.alarm
        assert table.snapshot.alarm.code == f"safe-{status}"
        assert table.do(Press(button="OK")).ok
        assert table.snapshot.alarm is None
        table.close()


def test_a_slip_in_devices_toml_costs_the_devices_and_not_the_evening(tmp_path: Path) -> None:
    (tmp_path / "devices.toml").write_text("reader = 'rc523'\n")
    with Box(tmp_path) as box:
        table = Table(tmp_path, GAMES)
        assert box.devices(table) is None
        assert table.snapshot.alarm
        assert table.snapshot.alarm.code == "safe-bad-config"
        table.close()
    assert "rc523" in (tmp_path / LOG).read_text()


# ---- the log


def test_an_error_is_logged_by_kind_and_place_never_by_its_words(tmp_path: Path) -> None:
    """What somebody answered may stand in an error's message, and in that of its cause."""
    log = logging.getLogger("companion.table.table")
    handler = keep_log(tmp_path)
    assert handler
    try:
        try:
            try:
                raise ValueError("seat 3 votes ja")
            except ValueError as error:
                raise BadMove("ja by 3") from error
        except BadMove:
            log.exception("the table could not do that")
    finally:
        logging.getLogger().removeHandler(handler)
        handler.close()
    text = (tmp_path / LOG).read_text()
    assert "the table could not do that" in text
    assert "BadMove" in text
    assert "builtins.ValueError" in text
    assert Path(__file__).name in text
    assert "ja" not in text.replace(str(Path(__file__)), "")
    assert (tmp_path / LOG).stat().st_mode & 0o777 == 0o600


def test_the_log_stays_small(tmp_path: Path) -> None:
    handler = keep_log(tmp_path)
    assert handler
    record = logging.LogRecord("x", logging.WARNING, "", 0, "m" * 1000, (), None)
    for _ in range(5 * BYTES // 1000):
        handler.emit(record)
    logging.getLogger().removeHandler(handler)
    handler.close()
    assert len(log_files(tmp_path)) == OLDER + 1
    assert sum(path.stat().st_size for path in log_files(tmp_path)) <= (OLDER + 1) * BYTES


def test_a_disk_that_takes_nothing_is_no_reason_to_stop(tmp_path: Path) -> None:
    """Neither for the log nor for the mark of the start."""
    (tmp_path / LOG).mkdir()
    (tmp_path / "starting").mkdir()
    assert keep_log(tmp_path) is None
    assert begin(tmp_path).broken == 1


# ---- the screen


class Screen:
    """Stands in for the board: notes what is done with it."""

    def __init__(self, refuses: bool = False) -> None:
        self.did: list[str] = []
        self.refuses = refuses

    def run(self, fullscreen: bool) -> None:
        self.did.append("run")
        if self.refuses:
            raise pygame.error("no available video device")

    def rest(self, until: Callable[[], bool] = lambda: True) -> None:
        self.did.append("rest")
        while not until():
            self.did.append("look")


@pytest.mark.parametrize(("window", "there", "did"), [
    (None, [False, False, True, True], ["rest", "look", "look", "run", "rest"]),  # a TV that is plugged in later
    (True, [], ["run", "rest"]),
    (False, [], ["rest"]),
])  # fmt: skip
def test_the_board_is_shown_as_soon_as_there_is_a_screen(
    tmp_path: Path, window: bool | None, there: list[bool], did: list[str]
) -> None:
    board: Any = Screen()
    with Box(tmp_path) as box:
        table = Table(tmp_path, GAMES)
        box.show(board, table, window, True, there=lambda: there.pop(0))
        table.close()
    assert board.did == did


def test_a_screen_that_refuses_is_told(tmp_path: Path) -> None:
    board: Any = Screen(refuses=True)
    with Box(tmp_path) as box:
        table = Table(tmp_path, GAMES)
        box.show(board, table, True, True)
        assert table.snapshot.devices["screen"] == "error"
        table.close()
    assert board.did == ["run", "rest"]


def test_after_two_broken_starts_the_screen_is_left_alone(tmp_path: Path) -> None:
    begin(tmp_path)
    begin(tmp_path)
    board: Any = Screen()
    with Box(tmp_path) as box:
        table = Table(tmp_path, GAMES)
        box.show(board, table, True, True)
        table.close()
    assert board.did == ["rest"]
