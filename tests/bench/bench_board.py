"""The screen: what a whole picture costs, what an idle minute draws, what the process weighs after a match."""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.board.evening import GAMES, Evening, evening
from tests.board.examples import SHORT

SIZES = ((1920, 1080), (1280, 720))
WARM = 10  # pictures
LIMIT = 120  # megabytes of the whole process at 1280x720


def rows() -> Iterator[tuple[str, str]]:
    """Each size in a process of its own: what fonts and pictures keep is part of the figure."""
    for size in SIZES:
        width, height = size
        command = [sys.executable, "-m", "tests.bench.bench_board", str(width), str(height)]
        answer = subprocess.run(command, capture_output=True, check=True, text=True, timeout=300)
        found = json.loads(answer.stdout.splitlines()[-1])
        where = f"{width}x{height}"
        yield f"board, whole picture, cold fonts, {where}", f"{found['cold']:.0f} ms"
        yield f"board, whole picture, warm, {where}", f"{found['warm']:.0f} ms"
        yield f"board, a frame in which ballots turn, {where}", f"{found['moving']:.1f} ms"
        yield f"board, a running clock, each second, {where}", f"{found['clock']:.1f} ms"
        yield f"board, PNG for another screen, {where}", f"{found['png']:.0f} ms"
        yield f"board, frames drawn in 60 idle seconds, {where} (limit 2)", str(found["idle"])
        limit = f" (limit {LIMIT} MB)" if size == (1280, 720) else ""
        yield f"memory after a match with phones and board, {where}{limit}", f"{found['memory']} MB"


def measure(size: tuple[int, int]) -> dict[str, float]:
    """Table, web application and board in this process: a whole match is played and shown."""
    import os

    os.environ["SDL_VIDEODRIVER"] = "dummy"
    from companion.board.board import Board
    from companion.board.data import Join
    from tests.board.evening import ticking
    from web import create_app

    with tempfile.TemporaryDirectory() as folder, evening(Path(folder), SHORT[:7]) as one:
        board = Board(one.table, GAMES, Join("HTTP://192.168.4.1:8000/"), size, clock=lambda: one.now)
        app = create_app(one.table, picture=lambda language: board.picture(), simulate=True)
        one.start()
        _play(one, "vote", 3)
        board.open()
        found = {"cold": _timed(board.show)}
        found["warm"] = min(_repainted(board) for _ in range(WARM))
        drawn = board.frames.pictures + board.frames.moved
        for _ in range(60):
            one.now += 1
            board.show()
        found["idle"] = board.frames.pictures + board.frames.moved - drawn
        found["png"] = _timed(board.picture)
        _play(one, "discard", 0)
        board.show()
        found["moving"] = min(_later(one, board, 0.06) for _ in range(6))
        real = one.table.snapshot
        one.table.snapshot = ticking(real, one.now + 60)
        board.show()
        one.now += 2
        board.show()
        found["clock"] = min(_later(one, board, 1.0) for _ in range(5))
        one.table.snapshot = real
        client = app.test_client()
        for number, _ in enumerate(one.play()):
            one.now += 0.5
            board.show()
            if number % 8 == 0:
                client.get("/board.png")
        return found | {"memory": _memory()}


def _play(one: Evening, kind: str, answered: int) -> None:
    while True:
        asked = [f for f in one.table.snapshot.playing.faces[None] if f.kind == kind]  # type: ignore[union-attr]
        if asked and sum(f.answered for f in asked) >= answered:
            return
        one.answer_one()


def _timed(act: object) -> float:
    assert callable(act)
    start = time.perf_counter()
    act()
    return (time.perf_counter() - start) * 1000


def _later(one: Evening, board: object, seconds: float) -> float:
    one.now += seconds
    return _timed(board.show)  # type: ignore[attr-defined]


def _repainted(board: object) -> float:
    painter, screen = board._painter, board._screen  # type: ignore[attr-defined]
    return _timed(lambda: painter.paint(screen._moment, 0.0, into=screen._still))


def _memory() -> int:
    """The most that the process has held, in megabytes."""
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) // 1024
    return 0


if __name__ == "__main__":
    print(json.dumps(measure((int(sys.argv[1]), int(sys.argv[2])))))
