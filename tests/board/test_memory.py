"""The screen is one process on a small computer: it must stay small."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

DRAW_ALL = """
import re
from pathlib import Path
from companion.display.canvas import Canvas
from companion.locale import Words
from tests.board.examples import scenes
canvas = Canvas((1280, 720))
picture = canvas.picture()
for lang in ("es", "en"):
    for long in (True, False):
        for draw in scenes(long).values():
            canvas.clear()
            draw(canvas, Words(lang))
            canvas.picture(picture)
print(int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) // 1024)
"""


def test_drawing_every_scene_takes_less_than_120_megabytes() -> None:
    """At 1280x720, the interpreter and pygame included."""
    done = subprocess.run(
        [sys.executable, "-c", DRAW_ALL], cwd=Path(__file__).parents[2], capture_output=True, text=True, check=True
    )
    assert int(done.stdout.split()[-1]) < 120


def test_a_whole_evening_takes_less_than_120_megabytes() -> None:
    """At 1280x720: table, phones, board and its copy for other screens in one process, a whole match shown."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.bench_board", "1280", "720"],
        cwd=Path(__file__).parents[2], capture_output=True, text=True, check=True,
    )  # fmt: skip
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["memory"] < 120
    assert found["idle"] <= 2
