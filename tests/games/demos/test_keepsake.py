"""The score sheet that people keep: every round's points, and their sum, as the match had them (DMS-230)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.games.demos import GAME
from companion.games.demos.keepsake import keepsake
from companion.locale import Words
from companion.papers import Grid
from companion.players.random_player import random_move

NAMES = ("Ana", "Bruno", "Carla", "Diego", "Elena")


def played(seats: int, seed: int, most: int = 10_000) -> Any:
    match, rng = GAME.match(seats), Random(seed)
    while not match.over and len(match.journal) < most:
        match.play(random_move(match, rng))
    return match.view(None)


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_points_of_the_rounds_are_the_totals(seats: int, language: str) -> None:
    """DMS-230: every seat that showed a combination has its points in its column, and the sum at the foot."""
    view = played(seats, seed=seats)
    paper = keepsake(view, NAMES[:seats], Words(language, "demos"), {})
    assert paper
    points = next(part for part in paper.parts if isinstance(part, Grid))
    assert len(points.rows) == len(view["rounds"]) + 2
    for seat in range(seats):
        column = [row[seat + 1] for row in points.rows[1:-1]]
        assert sum(int(cell.rstrip("*").split()[-1]) for cell in column if cell != "–") == view["totals"][seat]
        assert sum(cell.count("*") for cell in column) == sum(r["drew"].get(seat, 0) for r in view["rounds"])
        assert points.rows[-1][seat + 1] == str(view["totals"][seat])


def test_it_is_kept_when_the_match_has_ended_and_not_before() -> None:
    assert keepsake(played(4, seed=1, most=60), NAMES[:4], Words("es", "demos"), {}) is None


def test_a_figure_that_media_hit_stands_with_its_new_suit() -> None:
    """DMS-259: else the sheet shows a trio whose suits nobody can find in it."""
    views = (played(4, seed) for seed in range(40))
    view = next(view for view in views if view["marks"])
    mark, words = view["marks"][-1], Words("es", "demos")
    paper = keepsake(view, NAMES[:4], words, {})
    assert paper
    row = [part for part in paper.parts if isinstance(part, Grid)][-1].rows[mark["seat"] + 1]
    assert f"→ {words('suit.' + mark['suit'])}" in row[1]
