"""Random full reigns of Ankist, checks and public faces on. An event is one accepted move: most of them are pacts."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random

from companion.games.ankist import GAME
from companion.players.random_player import random_move


def measured(seats: int, seconds: float) -> tuple[float, float]:
    """Reigns and events per second of processor time, after one reign to warm up."""
    reigns = events = 0
    start = time.process_time()
    for seed in range(10**6):
        match, rng = GAME.match(seats), Random(seed)
        while not match.over:
            match.play(random_move(match, rng))
            match.faces(None)
            events += seed > 0
        if seed == 0:
            start = time.process_time()
            continue
        reigns += 1
        if (passed := time.process_time() - start) > seconds:
            return reigns / passed, events / passed
    raise AssertionError("a reign takes no time")


def rows() -> Iterator[tuple[str, str]]:
    for seats in (3, 4, 5):
        reigns, events = measured(seats, 2.0)
        yield f"Ankist, {seats} seats, random reigns per second", f"{reigns:.0f}"
        yield f"Ankist, {seats} seats, events per second (at least 20000)", f"{events:.0f}"
