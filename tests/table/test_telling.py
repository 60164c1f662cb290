"""Phones wait for a result until a screen that shows the board has told it; where there is none, for nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.games.secret_hitler import GAME
from companion.games.secret_hitler.moves import VoteFailed, VotePassed
from companion.players import decide
from companion.table.requests import AddBot, Pause, Seen, Showing, Undo
from tests.table.evenings import Evening, evening
from tests.table.test_evening import look, nominate

LED_UP_TO = replace(GAME, told_first=(VotePassed, VoteFailed))


@pytest.fixture
def e(tmp_path: Path) -> Iterator[Evening]:
    """Before the first vote."""
    with evening(tmp_path, games={GAME.id: LED_UP_TO}, decide=decide, pace=(1.0, 1.0)) as table:
        table.start(GAME.id, 5)
        look(table, 5)
        nominate(table)
        yield table


def vote(e: Evening) -> int:
    """All vote. How much has been told with the result."""
    for seat in range(5):
        assert e.answer(seat, "vote", ja=True).ok
    assert e.seen.playing
    return next(at + 1 for at, t in enumerate(e.seen.playing.told) if isinstance(t.event, VotePassed))


def show(e: Evening, told: int) -> int:
    """A screen has shown so much. What phones wait for after it."""
    assert e.seen.playing
    e.ok(Seen(match=e.seen.playing.match, told=told))
    return e.seen.telling


def test_phones_wait_until_the_result_is_on_the_board(e: Evening) -> None:
    e.ok(Showing(screen="window"))
    assert e.seen.telling == 0
    due = vote(e)
    assert e.seen.telling == due == show(e, due - 1)
    assert show(e, due) == 0


def test_without_a_screen_nothing_waits(e: Evening) -> None:
    vote(e)
    assert e.seen.telling == 0
    e.ok(Showing(screen="page"))
    assert e.seen.telling == 0, "what came before is no news to a screen"


def test_nothing_waits_for_the_last_screen_that_goes(e: Evening) -> None:
    for screen in ("window", "page"):
        e.ok(Showing(screen=screen))
    due = vote(e)
    e.ok(Showing(screen="window", here=False))
    assert e.seen.telling == due
    e.ok(Showing(screen="page", here=False))
    assert e.seen.telling == 0


def test_nobody_waits_for_ever(e: Evening) -> None:
    e.ok(Showing(screen="window"))
    assert vote(e) == e.seen.telling
    e.clock.now += 61
    e.ok(Pause(on=True))
    assert e.seen.telling == 0


def test_what_is_undone_and_done_again_is_told_again(e: Evening) -> None:
    e.ok(Showing(screen="window"))
    due = vote(e)
    assert show(e, due) == 0
    e.ok(Undo(sure=True))
    assert e.seen.telling == 0
    assert e.answer(4, "vote", ja=True).ok
    assert e.seen.telling == due


def test_a_match_that_was_taken_up_again_tells_nothing_of_before(e: Evening) -> None:
    e.ok(Showing(screen="window"))
    vote(e)
    again = e.again(decide=decide)
    try:
        again.ok(Showing(screen="window"))
        assert again.seen.telling == 0
    finally:
        again.table.close()


def test_bots_look_at_the_board_too(tmp_path: Path) -> None:
    """Whoever goes on hurries what is being told."""
    with evening(tmp_path, games={GAME.id: LED_UP_TO}, decide=decide, pace=(1.0, 1.0)) as e:
        for chair in range(5, 9):
            e.ok(AddBot(chair=chair))
        e.start(GAME.id, 1)
        e.ok(Showing(screen="window"))

        def later(seconds: float) -> Any:
            e.clock.now += seconds
            e.ok(Pause(on=False))
            return e.seen.playing

        playing = later(0)
        while not e.seen.telling:
            if mine := [f for f in e.faces(0) if f.by == 0 and not f.answered]:
                kind, fields = decide(GAME.id, playing.views[0], mine, [], 0, {}, e.inside(lambda x: x.rng)) or ("", {})
                assert e.answer(0, kind, **fields).ok
            playing = later(3)
        moves = playing.moves
        assert later(30).moves == moves
        assert show(e, e.seen.telling) == 0
        assert later(5).moves > moves or any(f.by == 0 for f in e.faces(0))
