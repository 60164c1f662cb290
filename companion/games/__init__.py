"""One folder a game. Adding a folder adds the game: nothing else names it."""
from __future__ import annotations

import os
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from companion.engine import Game


class ContentError(ValueError):
    """A data file of a game, ours or its owner's, is wrong: names the file, the record and the field."""


_owners = Path(os.environ.get("COMPANION_DATA") or "~/.local/share/companion").expanduser()


def keep_owners_cards_in(folder: Path) -> None:
    """Say where, before a game is asked for: its data is read once."""
    global _owners
    _owners = folder


def owners_folder(game: str) -> Path:
    """Where an owner of the printed game keeps its own cards: in the table's folder, in one of the game's name."""
    return _owners / game


@cache
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
def _rooms() -> tuple[dict[str, Game[Any]], dict[str, str]]:
    games, broken = dict[str, Game[Any]](), dict[str, str]()
    for folder in sorted(m.name for m in iter_modules(__path__) if m.ispkg):
        try:
            room = import_module(f"{__name__}.{folder}")
        except ContentError as error:
            broken[folder] = f"{folder}/{error}"
            continue
        if hasattr(room, "GAME"):
            games[room.GAME.id] = room.GAME
    return games, broken


def all_games() -> dict[str, Game[Any]]:
    """Every game of the house by its id, but for those whose data is wrong: an evening has others."""
    return _rooms()[0]


def left_out() -> dict[str, str]:
    """The games whose data cannot be played with, by their folder: which file, where in it, what is wrong."""
    return _rooms()[1]
