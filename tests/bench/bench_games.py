"""How fast the games run, checks, invariants and public faces on.

Matches are played by random players, and those count in the matches per second. An event is one accepted move, of
people, chance, clock or urn; for events per second the moves of those matches go through `Match.play` once more, each
followed by what the board is asked: choosing them is no work of the game's.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from random import Random
from statistics import median
from typing import Any

from companion.cli import COLLECT_EVERY
from companion.engine import Game, Match
from companion.games import all_games
from companion.games.demos.hands import DECK, Scoring, Worth, best
from companion.players.random_player import random_move

GAMES = {  # numbers of seats, and the least events per second
    "secret_hitler": ((5, 10), 0),
    "republia": ((4, 6, 8), 20_000),
    "democracia": ((2, 4, 6), 20_000),
    "demos": ((3, 4, 5), 50_000),
    "ankist": ((3, 4, 5), 20_000),
}
SECONDS = 1.5  # of processor time for the matches of one row


def played(game: Game[Any], seats: int, seed: int) -> Match[Any, Any]:
    """One match to its end by random players."""
    match, rng = game.match(seats), Random(seed)
    while not match.over:
        match.play(random_move(match, rng))
        match.faces(None)
    return match


def measured(game: Game[Any], seats: int) -> tuple[float, float]:
    """Matches per second, events per second."""
    played(game, seats, 0)
    done: list[Match[Any, Any]] = []
    start = time.process_time()
    while (passed := time.process_time() - start) < SECONDS or not done:
        done.append(played(game, seats, 1 + len(done)))
    events, start = 0, time.process_time()
    for match in done:
        again = game.match(seats)
        for move in match.journal:
            again.play(move)
            again.faces(None)
        assert again.over
        events += len(match.journal)
    return len(done) / passed, events / (time.process_time() - start)


def rows() -> Iterator[tuple[str, str]]:
    """Every game, in a process set up as the program's is; and what the best combination of a hand of DēmoS costs."""
    gc.set_threshold(COLLECT_EVERY)
    for name, (seats, least) in GAMES.items():
        game = all_games()[name]
        limit = f" (at least {least})" if least else ""
        for n in seats:
            matches, events = measured(game, n)
            yield f"{game.title}, {n} seats, random matches per second", f"{matches:.1f}"
            yield f"{game.title}, {n} seats, events per second{limit}", f"{events:.0f}"
    yield "DēmoS, microseconds to find the best of five cards (limit 15)", f"{scored():.1f}"


def scored() -> float:
    """Over 2,000 hands at random, the middle one of nine runs."""
    rng = Random(1)
    worth = Worth(Scoring(12, 8, 4, 30, 1, 2), squares=True)
    hands = [rng.sample(DECK, 5) for _ in range(2000)]
    took = []
    for _ in range(9):
        start = time.process_time()
        for hand in hands:
            best(hand, worth)
        took.append(1e6 * (time.process_time() - start) / len(hands))
    return median(took)
