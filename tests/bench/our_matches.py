"""Random full matches of Secret Hitler per second through `Match.play`: checks, invariants, faces and events on.

Each seat answers each ask once. Run with any Python that has msgspec: the bench runs it with the peer's own.
`PYTHONPATH=. python tests/bench/our_matches.py [SECONDS] [PLAYERS …] [without-faces] [without-invariants]`. Prints one
JSON object per line; what is left out by name shows what it costs.
"""

import json
import random
import sys
import time
from dataclasses import replace
from typing import Any

from companion.engine import Match
from companion.games.secret_hitler import GAME
from companion.players.random_player import sample


def play(players: int, seed: int, without: frozenset[str] = frozenset()) -> Match[Any, Any]:
    """One match to its end."""
    rng = random.Random(seed)
    game = replace(GAME, invariants=None) if "invariants" in without else GAME
    faces = "faces" not in without
    match = game.match(players)
    while not match.over:
        asked = match.wait
        for ask in match.asks():
            move = sample(ask, rng)
            assert move is not None
            match.play(move)
            if faces:
                match.faces(None)
            if match.wait is not asked:  # that was the last answer missing, or closed the others
                break
    return match


def measure(players: int, seconds: float, without: frozenset[str] = frozenset()) -> dict[str, float]:
    """Matches for so long, after one to warm up."""
    play(players, 0, without)
    matches = moves = 0
    start = time.process_time()
    while (passed := time.process_time() - start) < seconds:
        matches += 1
        moves += len(play(players, matches, without).journal)
    return {
        "players": players,
        "matches_per_second": round(matches / passed, 1),
        "moves_per_second": round(moves / passed),
        "moves_per_match": round(moves / matches, 1),
    }


def main(words: list[str]) -> None:
    """Measure what the command line names."""
    without = frozenset(w.removeprefix("without-") for w in words if w.startswith("without-"))
    seconds, *seats = [float(w) for w in words if not w.startswith("without-")] or [3.0]
    for players in seats or [5, 7, 10]:
        print(json.dumps(measure(int(players), seconds, without)), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
