"""A match that is resumed by another process is known again."""

from __future__ import annotations

import os
import subprocess
import sys

PRINTS = """
from companion.engine import Match, State, ask, everyone, fact, yes_no, Move

class Say(Move, frozen=True, tag="say"):
    yes: bool

class Table(State):
    channels: frozenset[str] = fact(everyone)

t = Table(channels=frozenset(["phone", "panel", "cards", "urn", "badge", "lamp"]))
print(Match.on(lambda t: ask(Say, 0, yes=yes_no()), t).fingerprint())
"""


def test_a_fingerprint_does_not_hang_on_the_order_of_a_set() -> None:
    """Python keeps the strings of a set in another order in every process; the options of a game may hold sets."""
    prints = {
        subprocess.run(
            [sys.executable, "-c", PRINTS], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True,
            text=True, check=True,
        ).stdout
        for seed in ("1", "2", "3", "4")
    }  # fmt: skip
    assert len(prints) == 1
