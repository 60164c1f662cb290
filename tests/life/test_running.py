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


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


def test_without_a_screen_phones_play(tmp_path: Path) -> None:
    """A driver that cannot be had costs the screen and nothing else; it stops in good order, and says no PIN."""
    port, data = free_port(), tmp_path / "data"
    words = ["run", "--data", str(data), "--window", "--simulate", "--host", "127.0.0.1", "--port", str(port)]
    with manager(tmp_path) as (heard, environ):
        table = subprocess.Popen([sys.executable, "-c", MAIN, *words], cwd=ROOT, stdout=-1, stderr=-2, text=True,
                                 env={**environ, "SDL_VIDEODRIVER": "nonsense"})  # fmt: skip
        try:
            assert heard.recv(100) == b"READY=1"
            with urlopen(f"http://127.0.0.1:{port}/") as page:
                assert page.status == 200
            table.send_signal(signal.SIGTERM)
            assert heard.recv(100) == b"STOPPING=1"
            said, _ = table.communicate(timeout=20)
        finally:
            table.kill()
            table.wait()
    assert table.returncode == 0
    assert "no screen" in (data / LOG).read_text()
    assert not (data / "starting").exists()
    assert pin(data) not in said
