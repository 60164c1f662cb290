"""What the scene tests of all games share: a moment drawn as the board shows it, and whether it can be read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
import pytest

from companion.board import fill
from companion.board.data import Draws, Ending
from companion.board.scenes import ending
from companion.display.canvas import Canvas
from companion.display.parts import keys
from companion.display.situation import Question, Situation
from companion.engine import Game, Match, Move
from companion.games import part_of
from companion.locale import Words
from tests.board.examples import LANGUAGES, SIZES
from tests.board.test_scenes import check_words, touching

__all__ = ["KEYS", "Gathered", "draw", "every_frame", "legible", "now_of", "steps"]

Gathered = tuple[dict[str, Any], tuple[Question, ...], dict[str, Any]]
KEYS = keys(menu="menú")


def every_frame(counts: Sequence[int]) -> pytest.MarkDecorator:
    """Each number of seats on the large and the small screen; English, which is shorter, on the large one only where
    most sit there."""
    sizes = SIZES[0], SIZES[-1]
    frames = [(n, lang, size) for n in counts for lang in LANGUAGES for size in sizes]
    frames = [(n, lang, size) for n, lang, size in frames if (lang, size) != ("en", SIZES[0]) or n == max(counts)]
    ids = [f"{lang}-{size[0]}x{size[1]}-{n}" for n, lang, size in frames]
    return pytest.mark.parametrize(("seats", "lang", "size"), frames, ids=ids)


def now_of(
    match: Match[Any, Any], event: dict[str, Any] | None = None, view: dict[str, Any] | None = None
) -> Gathered:
    """The moment where a match stands, or while an event is told: in the view as it was told, where that is given."""
    return view or match.view(None), tuple(fill.question(face) for face in match.faces(None)), event or {}


def steps(match: Match[Any, Any], move: Callable[[], Move]) -> Iterator[list[Gathered]]:
    """Move by move to the end: each event that everybody heard, on the table as it was then if the match is watched."""
    while not match.over:
        heard = match.play(move())
        yield [now_of(match, msgspec.to_builtins(told.event), told.then) for told in heard if told.to is None]


def draw(game: Game[Any], canvas: Canvas, now: Situation, lang: str, name: str) -> None:
    """The moment as the board would show it: one whose name begins with `end`, on the page of the end."""
    scene, words = part_of(game.id, "scene"), Words(lang, game=game.id)
    if not name.startswith("end"):
        scene.draw(canvas, now, words)
        return
    close = scene.closing(now, words)
    data = Ending(game.id, now.title, "", close.winner, close.why, close.plates, now.keys, close.decisive, close.facts,
                  Draws("7C41 09AF 22D8 6E10"))  # fmt: skip
    ending.draw(
        canvas, data, words, lambda page: scene.closing_art(page, dict(now.view), ending.ART, words), scene.MARKS
    )


def legible(canvas: Canvas, name: str) -> None:
    """Every word fits, stands free, and has contrast."""
    check_words(canvas, name)
    assert touching(canvas) == [], name
