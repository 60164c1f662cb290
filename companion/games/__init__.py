"""One folder a game. Adding a folder adds the game: nothing else names it."""
from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from companion.engine import Game


def part_of(game: str, name: str) -> Any:
    """A module that a game may have in its folder, such as its scene; None where it has none."""
    wanted = f"{__name__}.{game}.{name}"
    try:
        return import_module(wanted)
    except ModuleNotFoundError as missing:
        if missing.name is None or not f"{wanted}.".startswith(f"{missing.name}."):
            raise  # it is there, and something that it needs is not
        return None


@cache
def all_games() -> dict[str, Game[Any]]:
    """Every game of the house by its id."""
    rooms = (import_module(f"{__name__}.{m.name}") for m in iter_modules(__path__) if m.ispkg)
    return {room.GAME.id: room.GAME for room in rooms if hasattr(room, "GAME")}
