"""Random full matches of Secret Hitler per second."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

PEER = Path("build/peer/bin/python")


def peer(players: int, seconds: float) -> float | None:
    """Matches per second of the public package `tyrant`; None where `make bench` found no Python 3.13 for it."""
    if not PEER.exists():
        return None
    script = Path(__file__).with_name("peer_tyrant.py")
    command = [str(PEER), "-I", str(script), str(seconds), str(players)]
    answer = subprocess.run(command, capture_output=True, check=True, text=True, timeout=60 + 2 * seconds)
    return float(json.loads(answer.stdout)["matches_per_second"])


def rows() -> Iterator[tuple[str, str]]:
    """The peer's figure at each number of seats."""
    for players in (5, 7, 10):
        figure = peer(players, 3.0)
        yield f"matches per second, {players} seats, tyrant", "peer skipped" if figure is None else f"{figure:.0f}"
