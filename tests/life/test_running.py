"""The whole program as its service runs it: ready, without a screen if need be, and gone when it is told to."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

from companion.life.log import LOG
from companion.table.pin import pin

ROOT = Path(__file__).parents[2]
MAIN = "from companion.cli import main; main()"


@contextmanager
def manager(folder: Path) -> Iterator[tuple[socket.socket, dict[str, str]]]:
    """A service manager that listens, and the environment in which its service runs."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(str(folder / "notify"))
        heard.settimeout(40)
        yield heard, {**os.environ, "NOTIFY_SOCKET": str(folder / "notify"), "LANG": "en_US.UTF-8"}


@contextmanager
def reserved() -> Iterator[int]:
    """A port that nobody else is given meanwhile: it is bound, and whoever asks for it by number may listen there."""
    with socket.socket() as s:
        s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        s.bind(("127.0.0.1", 0))
        yield int(s.getsockname()[1])


def test_what_nobody_catches_is_told_to_the_journal_without_its_words() -> None:
    """The system's journal is as sparing as the table's log: an error's message may carry what somebody answered."""
    code = """
import threading
from companion import life
life.speak(); life.silence()
def votes(): raise ValueError("seat 3 votes ja")
thread = threading.Thread(target=votes); thread.start(); thread.join()
import logging
try: votes()
except ValueError: logging.getLogger("companion.table.table").exception("the table could not do that")
votes()
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.count("builtins.ValueError") == 3
    assert "the table could not do that" in done.stderr
    assert "ja" not in done.stderr
    assert "life.silence()" in (ROOT / "companion/cli.py").read_text(encoding="utf-8")


def test_a_program_that_cannot_draw_was_never_ready(tmp_path: Path) -> None:
    """So that systemd counts its start as broken, and an update takes it back."""
    code = f"from companion.board.painter import Painter; Painter.paint = lambda *_, **more: 1 / 0; {MAIN}"
    words = ["run", "--data", str(tmp_path / "data"), "--window", "--simulate", "--host", "127.0.0.1", "--port", "0"]
    with manager(tmp_path) as (heard, environ):
        done = subprocess.run([sys.executable, "-c", code, *words], cwd=ROOT, capture_output=True, text=True,
                              timeout=50, env={**environ, "SDL_VIDEODRIVER": "dummy"})  # fmt: skip
        assert heard.recv(100) == b"STOPPING=1"
    assert done.returncode
    assert "ZeroDivisionError" in done.stderr


def test_without_a_screen_phones_play(tmp_path: Path) -> None:
    """A driver that cannot be had costs the screen and nothing else; it stops in good order, and says no PIN."""
    data = tmp_path / "data"
    with manager(tmp_path) as (heard, environ), reserved() as port:
        words = ["run", "--data", str(data), "--window", "--simulate", "--host", "127.0.0.1", "--port", str(port)]
        table = subprocess.Popen([sys.executable, "-c", MAIN, *words], cwd=ROOT, stdout=-1, stderr=-2, text=True,
                                 env={**environ, "SDL_VIDEODRIVER": "nonsense"})  # fmt: skip
        try:
            assert heard.recv(100) == b"READY=1"
            with urlopen(f"http://127.0.0.1:{port}/") as page:
                assert page.status == 200
            table.send_signal(signal.SIGTERM)
            while (told := heard.recv(100)) != b"STOPPING=1":
                assert told == b"WATCHDOG=1"
            said, _ = table.communicate(timeout=20)
        finally:
            table.kill()
            table.wait()
    assert table.returncode == 0
    assert "no screen" in (data / LOG).read_text()
    assert not (data / "starting").exists()
    assert pin(data) not in said
