"""Moves: what may be answered, by whom. The three here belong to every game: of chance, of the clock, of an urn."""
from __future__ import annotations

import msgspec

from .fields import Seat

__all__ = ["CHANCE", "CLOCK", "HOST", "URN", "Contents", "Drawn", "Move", "Rang"]

CHANCE, CLOCK, URN, HOST = -1, -2, -3, -4  # the answerers who hold no seat


class Move(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", gc=False):
    """One answer: who did what. The journal is a list of these."""

    by: Seat


class Rang(Move, frozen=True, tag="rang", gc=False):
    """The clock's answer: a bell named by `after` has rung."""

    bell: str


class Drawn(Move, frozen=True, tag="drawn", gc=False):
    """Chance's answer: this came out of that deck (`None`: set aside face down, unread)."""

    deck: str
    item: str | None


class Contents(Move, frozen=True, tag="contents"):
    """The urn's answer: what lay in it. Nobody's move: no order, no time, no seat."""

    items: dict[str, int]
    roll: list[Seat] = []  # whose ballots came with a name (by phone); never which
    extras: dict[str, int] = {}  # what lay beside the ballots
