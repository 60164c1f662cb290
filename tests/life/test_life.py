"""The life of the box: one table a folder, watched over, careful after a start that broke, with a log of its own."""

from __future__ import annotations

import logging
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any

import pygame
import pytest
from click.testing import CliRunner

from companion.board.board import Board
from companion.board.data import Join
from companion.board.painter import Painter
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


def test_ready_is_said_once_and_the_start_counts_from_then(monkeypatch: pytest.MonkeyPatch) -> None:
    w = Watched()
    monkeypatch.setattr("companion.life.heart.BEAT", 3600.0)
    w.now += 30
    w.heart.start()
    w.heart.start()
    assert w.said == ["READY=1"]
    w.shown = w.now
    w.heart.beat()
    assert w.settled == 0
    w.heart.close()


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


def test_the_table_looks_at_its_own_map_of_pins(tmp_path: Path) -> None:
    (tmp_path / "pins.toml").write_text("[buttons]\nYES = 99\n")
    with Box(tmp_path) as box:
        table = Table(tmp_path, GAMES)
        devices = box.devices(table)
        assert devices
        next(worker for worker in devices.workers if worker.name == "panel").turn()
        devices.close()
        table.close()
    assert "the header has no GPIO99" in (tmp_path / LOG).read_text()


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
        self.shown: float | None = None

    def run(self, fullscreen: bool, shown: Callable[[], None]) -> None:
        self.did.append("run")
        if self.refuses:
            raise pygame.error("no available video device")
        shown()
        self.did.append("shown")

    def rest(self, until: Callable[[], bool] = lambda: True) -> None:
        self.did.append("rest")
        while not until():
            self.did.append("look")


def saying_once(said: list[str]) -> Callable[[Heart], None]:
    """Stands in for the heart's start: notes when the table is said to be ready."""
    return lambda heart: said.append("READY=1") if "READY=1" not in said else None


@pytest.mark.parametrize(("window", "there", "did"), [
    (None, [False, False, False, True, True], ["READY=1", "rest", "look", "look", "run", "shown", "rest"]),
    (None, [True, True], ["run", "READY=1", "shown", "rest"]),
    (True, [], ["run", "READY=1", "shown", "rest"]),
    (False, [], ["READY=1", "rest"]),
])  # fmt: skip
def test_the_board_is_shown_as_soon_as_there_is_a_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, window: bool | None, there: list[bool], did: list[str]
) -> None:
    """And the table is said to be ready when the first picture is seen, or where it is to do without."""
    board: Any = Screen()
    monkeypatch.setattr(Heart, "start", saying_once(board.did))
    with Box(tmp_path) as box:
        table = Table(tmp_path, GAMES)
        box.show(board, table, window, True, there=lambda: there.pop(0))
        table.close()
    assert board.did == did


def test_a_screen_that_refuses_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    board: Any = Screen(refuses=True)
    monkeypatch.setattr(Heart, "start", saying_once(board.did))
    with Box(tmp_path) as box:
        table = Table(tmp_path, GAMES)
        box.show(board, table, True, True)
        assert table.snapshot.devices["screen"] == "error"
        table.close()
    assert board.did == ["run", "READY=1", "rest"]


def test_a_release_that_cannot_draw_is_never_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What fails in the first picture ends the start, so that an update is taken back."""
    said: list[str] = []
    monkeypatch.setattr(Heart, "start", saying_once(said))
    monkeypatch.setattr(Painter, "paint", lambda *_, **more: 1 / 0)
    table = Table(tmp_path, GAMES)
    with pytest.raises(ZeroDivisionError), Box(tmp_path) as box:
        box.show(Board(table, GAMES, Join("", "", "")), table, True, False)
    table.close()
    assert said == []
    assert begin(tmp_path).broken


def test_a_screen_that_fails_later_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table goes on without it, and nobody watches over a frame that cannot come."""
    table = Table(tmp_path, GAMES)
    board = Board(table, GAMES, Join("", "", ""), (800, 480))
    shown: list[float | None] = []

    def fail(keyboard: bool) -> None:
        shown.append(board.shown)
        raise pygame.error("the display has gone")

    monkeypatch.setattr(board, "_sleep", fail)
    monkeypatch.setattr(board, "rest", lambda until=None: shown.append(board.shown))
    with Box(tmp_path) as box:
        box.show(board, table, True, False)
    table.close()
    assert shown[0]
    assert shown[1:] == [None]
    assert "board" not in {thread.name for thread in threading.enumerate()}


def test_without_a_screen_it_stops_when_it_is_told_to(tmp_path: Path) -> None:
    """Not when something next happens at the table."""
    table = Table(tmp_path, GAMES)
    board = Board(table, GAMES, Join("", "", ""), (800, 480))
    resting = Thread(target=board.rest)
    resting.start()
    board.stop()
    resting.join(timeout=3)
    assert not resting.is_alive()
    table.close()


def test_after_two_broken_starts_the_screen_is_left_alone(tmp_path: Path) -> None:
    begin(tmp_path)
    begin(tmp_path)
    board: Any = Screen()
    with Box(tmp_path) as box:
        table = Table(tmp_path, GAMES)
        box.show(board, table, True, True)
        table.close()
    assert board.did == ["rest"]
