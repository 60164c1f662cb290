"""Who plays when nobody sits there: a random player, and bots that play to win from their own view."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any, Protocol

from companion.engine import Event, Face, Seat

from . import random_player

__all__ = ["Bot", "bot_for", "decide"]

Answer = tuple[str, dict[str, Any]]


class Bot(Protocol):
    """One decision of one seat, from what that seat may know. `memory` is its own, for one match."""

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
