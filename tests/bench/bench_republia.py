"""Random full matches of Republia, checks and public faces on. An event is one accepted move, chance and urn too."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random

from companion.games.republia import GAME
from companion.players.random_player import random_move


def measured(seats: int, seconds: float) -> tuple[float, float]:
    """Matches and events per second of processor time, after one match to warm up."""
    matches = events = 0
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
        matches += 1
        if (passed := time.process_time() - start) > seconds:
            return matches / passed, events / passed
    raise AssertionError("a match takes no time")


def rows() -> Iterator[tuple[str, str]]:
    for seats in (4, 6, 8):
        matches, events = measured(seats, 2.0)
        yield f"Republia, {seats} seats, random matches per second", f"{matches:.0f}"
        yield f"Republia, {seats} seats, events per second (at least 20000)", f"{events:.0f}"
