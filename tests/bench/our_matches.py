"""Random full matches of Secret Hitler per second through `Match.play`: checks, invariants, faces and events on.

Each seat answers each ask once. Run with any Python that has msgspec: the bench runs it with the peer's own.
`PYTHONPATH=. python tests/bench/our_matches.py [SECONDS] [PLAYERS …]`. Prints one JSON object per line.
"""

import json
import random
import sys
import time

from companion.games.secret_hitler import GAME
from companion.players.random_player import sample


def play(players: int, seed: int) -> int:
    """One match to its end; how many moves it took, draws included."""
    rng = random.Random(seed)
    match = GAME.match(players)
    while not match.over:
        asked = match.wait
        for ask in match.asks():
            move = sample(ask, rng)
            assert move is not None
            match.play(move)
            match.faces(None)
            if match.wait is not asked:  # that was the last answer missing, or closed the others
                break
    return len(match.journal)


def measure(players: int, seconds: float) -> dict[str, float]:
    """Matches for so long, after one to warm up."""
    play(players, 0)
    matches = moves = 0
    start = time.process_time()
    while (passed := time.process_time() - start) < seconds:
        matches += 1
        moves += play(players, matches)
    return {
        "players": players,
        "matches_per_second": round(matches / passed, 1),
        "moves_per_second": round(moves / passed),
        "moves_per_match": round(moves / matches, 1),
    }


if __name__ == "__main__":
    for players in [int(word) for word in sys.argv[2:]] or [5, 7, 10]:
        print(json.dumps(measure(players, float(sys.argv[1]) if len(sys.argv) > 1 else 3.0)), flush=True)
