"""A whole match without a table: bots against bots, or against players who answer at random."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.engine import HOST, URN, Game, Match, Move

from . import ballots, decide, random_player

__all__ = ["play_out"]

PATIENCE = 150  # how often bots that wait for each other are asked again: one of them has enough of it sooner or later

def play_out(game: Game[Any], match: Match[Any, Any], rng: Random, clever: set[int]) -> None:
    """Play to the end: `clever` seats by the game's bot from their own view, everybody else at random."""
    memories: dict[int, dict[str, Any]] = {}
    while not match.over:
        match.play(_next_move(game, match, rng, clever, memories))


def _next_move(
    game: Game[Any], match: Match[Any, Any], rng: Random, clever: set[int], memories: dict[int, dict[str, Any]]
) -> Move:
    """Of those who are asked somebody answers; a bot may have nothing to say, then it is another's turn to speak."""
    missing = [o.ask for o in match.opens() if not o.done()]
    for _ in range(PATIENCE):
        for ask in sorted(rng.sample(missing, len(missing)), key=lambda a: a.by == HOST):  # no host need step in
            seat = ask.by
            if seat == URN:
                return ballots(game.id, match, ask, clever, memories, rng)
            if seat in clever:
                faces = [f for f in match.faces(seat) if f.by == seat and not f.answered]
                memory = memories.setdefault(seat, {})
                if said := decide(game.id, match.view(seat), faces, match.events(seat), seat, memory, rng):
                    return game.kinds[said[0]](by=seat, **said[1])
            elif move := random_player.sample(ask, rng):
                return move
    return random_player.random_move(match, rng)
