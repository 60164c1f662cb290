"""Any legal answer: what every game gets for nothing, for tests, benches and empty seats."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from companion.engine import URN, Ask, BrokenRules, Event, Face, Match, Move, OneOf, Seat


def sample(ask: Ask[Any], rng: Random) -> Move | None:
    """A legal answer to this ask; None where its seat is asked by public facts though its own list is empty."""
    if ask.barred:
        return None
    fields = {"by": ask.by}
    try:
        for name, field in ask.fields.items():
            fields[name] = field.sample(rng)
    except (IndexError, ValueError):
        return None
    move: Move = ask.move(**fields)
    return move


def random_move(match: Match[Any, Any], rng: Random) -> Move:
    """Any legal answer to any open ask, those of chance and clock included."""
    asks: Sequence[Ask[Any]] = match.asks()
    if move := sample(asks[int(rng.random() * len(asks))], rng):
        return move
    for ask in rng.sample(asks, len(asks)):
        if move := sample(ask, rng):
            return move
    raise BrokenRules("nobody can answer")


def decide(
    view: Mapping[str, Any], faces: Sequence[Face], events: Sequence[Event], seat: Seat,
    memory: dict[str, Any], rng: Random,
) -> tuple[str, dict[str, Any]] | None:  # fmt: skip
    """A legal answer to one of the open asks of a seat."""
    for face in rng.sample(faces, len(faces)):
        if face.by == URN:
            return ballot(face, seat, rng)
        if face.barred:
            continue
        try:
            return face.kind, {k: f.sample(rng) for k, f in face.fields.items() if f is not None}
        except (IndexError, ValueError):
            continue  # asked by public facts, though its own list is empty
    return None


def ballot(face: Face, seat: Seat, rng: Random) -> tuple[str, dict[str, Any]]:
    """The ballots that are due from a seat, each any of the papers, and any of what it may add."""
    papers = face.fields["items"]
    assert isinstance(papers, OneOf)
    drawn = [papers.sample(rng) for _ in range(face.due.get(seat, 0))]
    return "contents", {"papers": drawn, "extra": face.offer.sample(rng) if face.offer else None}
