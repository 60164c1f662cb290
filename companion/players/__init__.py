"""Who plays when nobody sits there: a random player, and bots that play to win from their own view."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any, Protocol

from companion.engine import URN, Ask, Box, Contents, Event, Face, Match, Seat

from . import random_player

__all__ = ["Bot", "ballots", "bot_for", "decide"]

Answer = tuple[str, dict[str, Any]]


class Bot(Protocol):
    """One decision of one seat, from what that seat may know. `memory` is its own, for one match.

    While an urn waits for the seat its face is among the others; the answer is then `contents`, with `papers` (all the
    ballots due from the seat) and `extra` (what it adds, by place, or None).
    """

    def __call__(
        self, view: Mapping[str, Any], faces: Sequence[Face], events: Sequence[Event], seat: Seat,
        memory: dict[str, Any], rng: Random,
    ) -> Answer | None: ...  # fmt: skip


@cache
def bot_for(game: str) -> Bot:
    """The bot that plays this game to win, or the random player where nobody has written one."""
    name = f"{__name__}.{game}"
    bot: Bot = import_module(name).decide if find_spec(name) else random_player.decide
    return bot


def decide(
    game: str, view: Mapping[str, Any], faces: Sequence[Face], events: Sequence[Event], seat: Seat,
    memory: dict[str, Any], rng: Random,
) -> Answer | None:  # fmt: skip
    """What the bot of `game` says for `seat`: a kind of move and its fields as plain values; None: nothing now."""
    return bot_for(game)(view, faces, events, seat, memory, rng)


def ballots(
    game: str, match: Match[Any, Any], ask: Ask[Contents], clever: set[Seat], memories: dict[Seat, dict[str, Any]],
    rng: Random,
) -> Contents:  # fmt: skip
    """What lies in an urn once all have voted by form: the `clever` as the game's bot does, the others at random."""
    box = Box(ask)
    for seat in sorted(set(ask.due) | set(ask.offers)):
        (face,) = (f for f in match.faces(seat) if f.by == URN)
        said: Answer | None = None
        if seat in clever:
            memory = memories.setdefault(seat, {})
            said = decide(game, match.view(seat), [face], match.events(seat), seat, memory, rng)
        _, fields = said or random_player.ballot(face, seat, rng)
        box.drop(*fields["papers"], seat=seat, extra=fields["extra"])
    return box.close()
