"""kill -9 of a running table, at random moments: nothing acknowledged is lost, everybody is back in their seat."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest


def lived(folder: Path, seed: int, lines: int) -> list[list[str]]:
    """Run a table until it has said so many lines, and kill it at once; what it had said."""
    command = [sys.executable, "-m", "tests.table.killed", str(folder), str(seed)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as table:
        assert table.stdout
        said = [table.stdout.readline() for _ in range(lines)]
        table.kill()
        said += table.stdout.readlines()  # acknowledged before the blow, still in the pipe
    return [line.split() for line in said if line.endswith("\n")]


def kills(folder: Path, times: int) -> None:
    rng, last, compared = Random(times), list[str](), 0
    for k in range(times):
        start, *answers = lived(folder, k, rng.randrange(2, 40))
        if last:
            match, moves, fingerprint = last
            assert start[-1] == "1111111", "a phone has lost its seat"
            if start[1] == match:
                compared += 1
                assert int(start[2]) >= int(moves), "an acknowledged answer is gone"
                assert int(start[2]) > int(moves) or start[3] == fingerprint, "the match stands elsewhere"
        last = answers[-1][1:4]
    assert compared >= times * 0.8


@pytest.mark.rule("SHT-265")
def test_twenty_kills_lose_nothing(tmp_path: Path) -> None:
    kills(tmp_path, 20)


@pytest.mark.soak
def test_two_hundred_kills_lose_nothing(tmp_path: Path) -> None:
    kills(tmp_path, 200)
