"""Draws that can be checked: the table commits to a seed, phones add to it, each draw is recomputed from both.

Everything is spelled so that a few lines in any language redo it (`web/static/verify.js` does):

    commitment = SHA-256(seed)                                          shown before anybody contributes
    key        = HMAC-SHA256(seed, "companion|SEAT=HEX|SEAT=HEX...")    seats ascending, lower case
    x(i)       = the first 6 bytes of HMAC-SHA256(key, "MATCH|K|I"), as a number, i = 0, 1, 2...
    draw K of N choices = x(i) mod N for the first i with x(i) < 2^48 - (2^48 mod N)

It proves that nobody changed the seed after the commitment, not that nobody looked at it: who owns the machine can.
"""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal

__all__ = ["Draw", "Fault", "choose", "commit", "contribution", "mix", "new_seed", "verify"]

SEED = 32  # bytes
CONTRIBUTION = 64  # bytes, at most
SPAN = 1 << 48  # one number of six bytes: exact in a JavaScript double


@dataclass(frozen=True)
class Draw:
    """The table's own draw to chance's ask number `k`: the choice at `index` of `n`, in the order of the ask."""

    k: int
    n: int
    index: int


@dataclass(frozen=True)
class Fault:
    """What does not hold: the commitment (no draw), the order of `draw`, or its choice (it should be `expected`)."""

    what: Literal["commitment", "order", "choice"]
    draw: Draw | None = None
    expected: int | None = None


def new_seed() -> bytes:
    """256 bits from the system."""
    return secrets.token_bytes(SEED)


def commit(seed: bytes) -> str:
    """What the board shows before the first contribution."""
    return sha256(seed).hexdigest()


def contribution(text: str) -> str:
    """What a phone adds, as it is mixed in: hexadecimal, whole bytes, lower case. ValueError for anything else."""
    if not re.fullmatch(rf"(?:[0-9a-f]{{2}}){{1,{CONTRIBUTION}}}", text := text.lower()):
        raise ValueError(f"a contribution is 1 to {CONTRIBUTION} bytes in hexadecimal")
    return text


def mix(seed: bytes, contributions: Mapping[int, str]) -> bytes:
    """The key of a match's draws, from the table's seed and what each seat's phone added."""
    added = [f"{seat}={contribution(text)}" for seat, text in sorted(contributions.items())]
    return hmac.digest(seed, "|".join(["companion", *added]).encode(), "sha256")


def choose(key: bytes, match: str, k: int, n: int) -> int:
    """Draw number `k` of a match: one of `n` choices, 0 to n - 1, each equally likely. ValueError where n is none."""
    if not 1 <= n <= SPAN:
        raise ValueError(f"cannot choose one of {n}")
    i = 0
    while (x := int.from_bytes(hmac.digest(key, f"{match}|{k}|{i}".encode(), "sha256")[:6], "big")) >= SPAN - SPAN % n:
        i += 1  # the last, incomplete run of n would favour the low ones
    return x % n


def verify(seed: bytes, commitment: str, contributions: Mapping[int, str], match: str,
           draws: Iterable[Draw]) -> Fault | None:
    """None if every draw is what it had to be; else the first fault. Numbers must rise, or a draw could be had twice;
    those that are missing were tapped, which only a replay of the whole match can tell."""
    if commit(seed) != commitment:
        return Fault("commitment")
    key, last = mix(seed, contributions), -1
    for draw in draws:
        if draw.k <= last:
            return Fault("order", draw)
        expected = choose(key, match, draw.k, draw.n) if 1 <= draw.n <= SPAN else None
        if draw.index != expected:
            return Fault("choice", draw, expected)
        last = draw.k
    return None
