"""The last page of every game with a scene, drawn as the running table draws it: by the painter, from a snapshot."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.board import fill
from companion.board.data import Join
from companion.board.director import holds
from companion.board.moment import Moment
from companion.board.painter import Painter
from companion.engine import Viewer
from companion.games import all_games, part_of
from companion.players.random_player import random_move
from companion.table.snapshot import Snapshot
from tests.board.test_scenes import check_words
from tests.table.evenings import evening

JOIN = Join("HTTP://192.168.100.100:8080/", "Mesa", "4711")
ARTFUL = [name for name in all_games() if hasattr(part_of(name, "scene"), "closing_art")]


def played_out(snapshot: Snapshot, match: Any) -> Snapshot:
    """The table as it stands once `match` has been played at it."""
    rng = Random(5)
    while not match.over:
        match.play(random_move(match, rng))
    assert snapshot.playing is not None
    views: dict[Viewer, Any] = {None: match.view(None)}
    faces: dict[Viewer, Any] = {None: tuple(match.faces(None))}
    over = replace(snapshot.playing, views=views, faces=faces, told=(), clocks=(), over=True, result=match.result)
    return replace(snapshot, stage="over", playing=over)


@pytest.mark.parametrize("name", ARTFUL)
def test_the_end_of_a_match_can_be_painted(tmp_path: Path, name: str) -> None:
    """The picture of its own that a game hangs there is asked for exactly as the game offers it."""
    with evening(tmp_path) as e:
        e.start(name, all_games()[name].seats[0])
        playing = e.seen.playing
        assert playing is not None
        snapshot = played_out(e.seen, playing.game.match(len(playing.names), playing.options))
    moment = Moment(fill.public(snapshot))
    assert moment.ending
    painter = Painter((1280, 720), all_games(), JOIN, strict=True)
    painter.paint(moment, 0.0)
    check_words(painter.canvas, name)


@pytest.mark.parametrize("name", all_games())
def test_a_result_for_which_phones_wait_is_shown_by_the_board(name: str) -> None:
    assert {str(kind.__struct_config__.tag) for kind in all_games()[name].told_first} <= set(holds(name))
