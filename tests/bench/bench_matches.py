"""Random full matches of Secret Hitler per second beside the public package `tyrant`; how long a replay takes.

Both run in turns on one Python, a second each, several times: the figures are medians, the ratio is the median of the
turns' own ratios. A busy machine then slows both.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import perf_counter

from tests.bench.our_matches import play

HERE = Path(__file__).parent
PEER = Path("build/peer/bin/python")  # `make bench` makes it where it finds Python 3.13
TURNS, SECONDS = 5, 1.0
LONG = 300  # moves


def ours(players: int, *without: str) -> dict[str, float]:
    """Our figures on the peer's Python, or on this one where there is no peer."""
    python = str(PEER) if PEER.exists() else sys.executable
    return _told([python, str(HERE / "our_matches.py"), str(SECONDS), str(players), *without])


def peers(players: int) -> dict[str, float] | None:
    """The peer's figures; None without it."""
    return _told([str(PEER), "-I", str(HERE / "peer_tyrant.py"), str(SECONDS), str(players)]) if PEER.exists() else None


def _told(command: list[str]) -> dict[str, float]:
    answer = subprocess.run(command, capture_output=True, check=True, text=True, timeout=120, env={"PYTHONPATH": "."})
    found: dict[str, float] = json.loads(answer.stdout)
    return found


def rows() -> Iterator[tuple[str, str]]:
    """Ours, the peer's and their ratio at each number of seats; what a move costs and may cost; a long replay."""
    for players in (5, 7, 10):
        yield from beside_the_peer(players)
    yield from what_costs()
    yield f"replay of a match of {LONG} moves and more (limit 50 ms)", f"{replay():.1f} ms"


def beside_the_peer(players: int) -> Iterator[tuple[str, str]]:
    """How many matches a second, and what 5 and 10 times the peer's would leave for a move."""
    turns = [(ours(players), peers(players)) for _ in range(TURNS)]
    what = f"matches per second, {players} seats"
    rate = median(our["matches_per_second"] for our, _ in turns)
    yield f"{what}, companion", f"{rate:.0f}"
    pairs = [(our["matches_per_second"], his["matches_per_second"]) for our, his in turns if his]
    if not pairs:
        yield f"{what}, tyrant", "peer skipped"
        return
    his = median(h for _, h in pairs)
    yield f"{what}, tyrant", f"{his:.0f}"
    yield f"{what}, ratio (at least 2.5)", f"{median(o / h for o, h in pairs):.2f}"
    moves = median(our["moves_per_match"] for our, _ in turns)
    yield "  microseconds a move takes now", f"{1e6 / rate / moves:.1f}"
    yield "  … and may take for 5 times, for 10 times", f"{1e6 / 5 / his / moves:.1f}, {1e6 / 10 / his / moves:.1f}"


def what_costs() -> Iterator[tuple[str, str]]:
    """The share of the time that goes when a part is left out, at 5 seats."""
    parts = ["faces", "invariants"]
    turns = [(ours(5), [ours(5, f"without-{part}") for part in parts]) for _ in range(TURNS)]
    for i, part in enumerate(parts):
        shares = [1 - whole["matches_per_second"] / less[i]["matches_per_second"] for whole, less in turns]
        yield f"  of which {part}, 5 seats", f"{100 * median(shares):.0f} %"


def replay() -> float:
    """Milliseconds to play the moves of a long match again; the median of 21."""
    match = next(m for m in (play(10, seed) for seed in range(10_000)) if len(m.journal) >= LONG)
    took = []
    for _ in range(21):
        start = perf_counter()
        match.rewind(len(match.journal))
        took.append(1000 * (perf_counter() - start))
    return median(took)
