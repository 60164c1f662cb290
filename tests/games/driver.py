"""Drives a match, or any sub-script on a state as it lies, by short scripts of answers.

    m = drive(match, Nominate(3, by=0), everyone(Vote, ja=True), draw("liberal", "fascist", "fascist"))
    assert asked(m) == {(0, "discard")}

A step is a move, or a function that answers what it finds open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any, TypeAlias, TypeVar

import pytest

from companion.engine import CHANCE, Ask, Drawn, Field, Match, Move, OneOf, Refused, Viewer
from companion.players.random_player import random_move

AnyMatch: TypeAlias = Match[Any, Any]
Step: TypeAlias = Move | Callable[[AnyMatch], Iterable[Move]]
M = TypeVar("M", bound=AnyMatch)


def drive(match: M, *steps: Step) -> M:
    """Play the steps, one after another; each move must be legal."""
    for step in steps:
        for move in (step,) if isinstance(step, Move) else step(match):
            match.play(move)
    return match


def everyone(kind: type[Move], **fields: Any) -> Step:
    """Every seat that is asked for this kind of move answers so. A field may be a function of the seat."""

    def answers(match: AnyMatch) -> Iterable[Move]:
        for by in [a.by for a in match.asks() if a.move is kind]:
            yield kind(by=by, **{k: f(by) if callable(f) else f for k, f in fields.items()})

    return answers


def draw(*faces: str) -> Step:
    """Chance deals these faces, from whichever deck it is asked for."""

    def answers(match: AnyMatch) -> Iterable[Move]:
        for face in faces:
            deck = next(a for a in match.asks() if a.by == CHANCE).fields["deck"]
            assert isinstance(deck, OneOf)
            yield Drawn(deck.values[0], face, by=CHANCE)

    return answers


def at_random(rng: Random, until: Callable[[AnyMatch], bool] = lambda match: False) -> Step:
    """Any legal moves, until this holds or the match is over."""

    def answers(match: AnyMatch) -> Iterable[Move]:
        while not match.over and not until(match):
            yield random_move(match, rng)

    return answers


def tag(kind: type[Move]) -> str:
    return str(kind.__struct_config__.tag)


def asked(match: AnyMatch) -> set[tuple[int, str]]:
    """Who may answer with what, right now."""
    return {(a.by, tag(a.move)) for a in match.asks()}


def the_ask(match: AnyMatch, kind: type[Move], by: int | None = None) -> Ask[Any]:
    """The one open ask of this kind (to this seat)."""
    (found,) = [a for a in match.asks() if a.move is kind and by in (None, a.by)]
    return found


def offered(match: AnyMatch, kind: type[Move], field: str, by: int | None = None) -> list[Any]:
    """The choices of one field of the open ask of this kind."""
    found: Field = the_ask(match, kind, by).fields[field]
    return list(found.choices())


def snapshot(match: AnyMatch, seats: int) -> tuple[Any, ...]:
    """All that anybody can see of a match, and all that is remembered."""
    viewers: list[Viewer] = [None, *range(seats)]
    shown = [(match.faces(v), match.events(v), match.view(v)) for v in viewers]
    return match.fingerprint(), shown, list(match.journal), match.over


def refused(match: AnyMatch, move: Move, number: int | None = None) -> Refused:
    """The refusal of this move, after which all is as it was."""
    before = snapshot(match, match.state.n)
    with pytest.raises(Refused) as caught:
        match.play(move, number)
    assert snapshot(match, match.state.n) == before
    return caught.value


def kinds_told(match: AnyMatch, viewer: Viewer = None) -> list[str]:
    """The events of one viewer by kind, in order."""
    return [str(e.__struct_config__.tag) for e in match.events(viewer)]
