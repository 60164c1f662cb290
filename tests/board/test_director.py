"""For how long an event stays on the board: nobody waits for it, and nothing important is missed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import companion.board.director as director_module
from companion.board.director import ALONE, AT_ONCE, BEHIND, MANY, Director, holds
from companion.engine import Event, Told
from companion.games.secret_hitler import moves
from companion.table.snapshot import Snapshot
from tests.board.evening import GAME, evening
from tests.board.examples import SHORT

BALLOTS = dict.fromkeys(range(5), True)
PASSED = moves.VotePassed(0, 1, BALLOTS, 5, 0)
ENACTED = moves.LiberalEnacted(0, 1, 1)
QUIET = moves.VetoUnlocked()
MOST, LEAST = (ms / 1000 for ms in holds(GAME)["vote-passed"])


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Snapshot]:
    with evening(tmp_path, SHORT[:5]) as one:
        one.start()
        yield one.snapshot


def after(snapshot: Snapshot, *events: Event, moves_made: int = 1, to: frozenset[int] | None = None) -> Snapshot:
    """The same table when this has happened too."""
    playing = snapshot.playing
    assert playing is not None
    told = (*playing.told, *(Told(event, to) for event in events))
    return replace(snapshot, playing=replace(playing, told=told, moves=playing.moves + moves_made))


def shown(director: Director, snapshot: Snapshot, now: float) -> str:
    event = director.follow(snapshot, now)
    return event.event["kind"] if event else ""


def test_an_event_stays_its_time_while_nobody_goes_on(start: Snapshot) -> None:
    director = Director()
    director.follow(start, 0)
    voted = after(start, PASSED)
    assert shown(director, voted, 1) == "vote-passed"
    assert director.due(voted) == 1 + MOST
    assert shown(director, voted, 1 + MOST - 0.1) == "vote-passed"
    assert shown(director, voted, 1 + MOST) == ""
    assert director.due(voted) is None


def test_a_scene_may_have_the_view_in_which_an_event_was_told(start: Snapshot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the one that the whole act has left."""
    playing = start.playing
    assert playing is not None
    then = {**playing.views[None], "round": -7}
    told = (*playing.told, Told(PASSED, None, then))
    voted = replace(start, playing=replace(playing, told=told, moves=playing.moves + 1))
    for as_told, expected in ((False, playing.views[None]), (True, then)):
        monkeypatch.setattr(director_module.scene_of(GAME), "AS_TOLD", as_told, raising=False)
        director = Director()
        director.follow(start, 0)
        now = director.follow(voted, 1)
        assert now is not None and now.view == expected


def test_it_gives_way_when_somebody_goes_on_but_not_before_it_could_be_read(start: Snapshot) -> None:
    director = Director()
    director.follow(start, 0)
    voted = after(start, PASSED)
    director.follow(voted, 1)
    gone_on = after(voted)
    assert shown(director, gone_on, 1.5) == "vote-passed"
    assert director.due(gone_on) == 1 + LEAST
    assert shown(director, gone_on, 1 + LEAST) == ""


def test_whoever_goes_on_late_is_followed_at_once(start: Snapshot) -> None:
    director = Director()
    director.follow(start, 0)
    voted = after(start, PASSED)
    director.follow(voted, 1)
    assert shown(director, after(voted), 1 + LEAST + 2) == ""


def test_what_follows_waits_until_the_one_before_could_be_read(start: Snapshot) -> None:
    director = Director()
    director.follow(start, 0)
    voted = after(start, PASSED)
    director.follow(voted, 1)
    enacted = after(voted, ENACTED)
    assert shown(director, enacted, 2) == "vote-passed"
    assert shown(director, enacted, 1 + LEAST) == "liberal-enacted"


def test_the_view_is_the_one_that_the_event_left(start: Snapshot) -> None:
    """A board that is a little behind does not show a policy beside the vote that came before it."""
    director = Director()
    director.follow(start, 0)
    voted = after(start, PASSED)
    event = director.follow(voted, 1)
    later = replace(after(voted, ENACTED))
    assert event is not None
    assert voted.playing is not None
    assert event.view is voted.playing.views[None]
    again = director.follow(later, 2)
    assert again is event


def test_the_questions_are_those_that_the_event_left(start: Snapshot) -> None:
    """So that the seats and the line at the top tell of the same moment as the scene."""
    director = Director()
    director.follow(start, 0)
    voted = after(start, PASSED)
    event = director.follow(voted, 1)
    assert event is not None
    assert voted.playing is not None
    assert event.faces is voted.playing.faces[None]


def test_a_snapshot_that_comes_late_changes_nothing(start: Snapshot) -> None:
    """The table is followed by one thread and drawn by another."""
    director = Director()
    director.follow(replace(start, version=1), 0)
    voted = replace(after(start, PASSED), version=2)
    event = director.follow(voted, 1)
    assert director.follow(replace(start, version=1), 1) is event
    assert director.follow(voted, 1.1) is event


def watched(director: Director, snapshot: Snapshot) -> tuple[int, float]:
    """How many events are seen until the board is back, and how long that takes."""
    now, seen = 0.0, 0
    while director.follow(snapshot, now) is not None:
        due = director.due(snapshot)
        assert due is not None
        assert due > now
        now, seen = due, seen + 1
    return seen, now


def test_the_board_is_never_far_behind_however_much_happens(start: Snapshot) -> None:
    director, snapshot = Director(), start
    director.follow(snapshot, 0)
    for _ in range(40):
        snapshot = after(snapshot, PASSED, ENACTED)
    director.follow(snapshot, 0)
    seen, behind = watched(director, after(snapshot))
    assert seen <= MANY + 1
    assert behind <= BEHIND * 3.1


def test_what_one_act_sets_off_is_shown_piece_by_piece_while_nobody_goes_on(start: Snapshot) -> None:
    """Laws that are applied one after another: each has its time, though not for ever."""
    director = Director()
    director.follow(start, 0)
    assert watched(director, after(start, PASSED, PASSED, PASSED)) == (3, LEAST * 2 + MOST)
    director.follow(start, 0)
    many = after(start, *(PASSED,) * 60)
    assert watched(director, many)[0] == AT_ONCE
    director = Director()
    director.follow(start, 0)
    assert watched(director, many)[1] <= ALONE * 2 + MOST


def test_what_one_act_sets_off_is_whole_though_the_board_was_behind(start: Snapshot) -> None:
    """A night of votes: only what waits of earlier acts is dropped."""
    director = Director()
    director.follow(start, 0)
    behind = after(start, *(ENACTED,) * 12)
    director.follow(behind, 0)
    night = after(behind, *(PASSED,) * 14)
    director.follow(night, 0.1)
    assert [each.event["kind"] for each in director.waiting].count("vote-passed") == 14
    assert len(director.waiting) == 14 + MANY


def test_the_end_waits_until_what_led_to_it_was_seen(start: Snapshot) -> None:
    """The last vote, and the execution or policy that ended the game."""
    director = Director()
    director.follow(start, 0)
    over = replace(after(start, PASSED, moves.FascistsWon("hitler_elected")), stage="over")
    assert shown(director, over, 1) == "vote-passed"
    assert director.due(over) == 1 + LEAST
    assert shown(director, over, 1 + LEAST) == ""


def test_what_only_somebody_may_know_is_never_shown_nor_waited_for(start: Snapshot) -> None:
    director = Director()
    director.follow(start, 0)
    assert shown(director, after(start, PASSED, to=frozenset({2})), 1) == ""


def test_a_match_taken_up_again_and_an_undo_are_no_news(start: Snapshot) -> None:
    director = Director()
    assert shown(director, after(start, PASSED), 0) == ""
    director.follow(after(start, PASSED, ENACTED), 1)
    assert shown(director, after(start, PASSED), 2) == ""
    assert shown(director, after(start, PASSED, ENACTED), 3) == "liberal-enacted"


def test_each_event_that_is_shown_can_be_read_and_none_is_in_the_way() -> None:
    for kind, (most, least) in holds(GAME).items():
        assert 1_000 < least <= most <= 10_000, kind


def test_what_is_to_be_read_in_its_own_time_is_never_hurried(start: Snapshot, monkeypatch: pytest.MonkeyPatch) -> None:
    """An event with a third time keeps that much of the board, however many wait behind it."""
    monkeypatch.setattr(director_module, "holds", lambda game: {"vote-passed": (9_000, 4_000, 3_000)})
    director = Director()
    director.follow(start, 0)
    many = after(start, *[PASSED] * 4)
    director.follow(many, 1)
    assert director.due(after(many)) == 1 + 3.0


def test_what_phones_wait_for_is_told_as_it_comes_on_the_board(start: Snapshot) -> None:
    """Not once it has been shown out, but at the end, where the last page tells it all."""
    director, playing = Director(), start.playing
    assert playing is not None
    before = len(playing.told)
    assert director.seen(start) == 0, "another match"
    director.follow(start, 0)
    assert director.seen(start) == before
    both = after(start, PASSED, ENACTED)
    director.follow(both, 1)
    assert director.seen(both) == before + 1
    director.follow(both, 1 + LEAST)
    assert director.seen(both) == before + 2
    quiet = after(both, QUIET)
    director.follow(quiet, 1 + LEAST)
    assert director.seen(quiet) == before + 3, "what the board does not show by itself is not waited for"
    over = replace(quiet, stage="over")
    assert director.seen(over) == before + 1
    director.follow(over, 60)
    assert director.seen(over) == before + 3
