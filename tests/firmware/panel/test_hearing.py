"""Which changes of the table are heard: only what everybody may know."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from companion.engine import Face, OneOf
from companion.table.snapshot import Clock, Playing, Snapshot
from firmware.panel.hearing import Ticks, sounds

BALLOT = {"ja": OneOf(values=(True, False))}


def face(by: int, kind: str = "vote", answered: bool = False, **more: Any) -> Face:
    return Face(by, kind, more.pop("fields", BALLOT), None, answered, **more)


def playing(
    *faces: Face, mine: tuple[Face, ...] = (), clocks: tuple[Clock, ...] = (), stage: Any = "playing"
) -> Snapshot:
    views = {None: faces, 0: (*faces, *mine)}
    found = Playing("m", None, None, (), {}, views, (), "", clocks=clocks)  # type: ignore[arg-type]
    return Snapshot(version=1, stage=stage, playing=found)


def test_yours_is_the_turn_of_one() -> None:
    assert sounds(playing(face(0)), playing(face(1))) == ["yours"]
    assert sounds(playing(face(1)), playing(face(1))) == []
    assert sounds(playing(face(1)), playing(face(0), face(1))) == [], "everybody's turn is nobody's"


def test_the_last_who_is_missing_is_called() -> None:
    """Who has answered is public."""
    before = playing(face(0, answered=True), face(1), face(2))
    after = playing(face(0, answered=True), face(1, answered=True), face(2))
    assert sounds(before, after) == ["yours"]


def test_a_count_is_a_result_and_looking_is_none() -> None:
    assert sounds(playing(face(0), face(1)), playing()) == ["result"]
    looking = [face(s, "seen", looking=True) for s in (0, 1)]
    assert sounds(playing(*looking), playing()) == []
    passing = [face(s, "pass", fields={}) for s in (0, 1)]
    assert sounds(playing(*passing), playing()) == []


def test_what_one_viewer_alone_is_asked_is_not_heard() -> None:
    assert sounds(playing(), playing(mine=(face(0, "secret"),))) == []


def test_the_end_is_its_own() -> None:
    assert sounds(playing(face(0), face(1)), playing(stage="over")) == ["end"]


def test_the_last_ten_seconds_tick_once_each() -> None:
    ticks, running = Ticks(), playing(clocks=(Clock("b", 60, 60, ends=60.0),))
    heard = [second / 4 for second in range(250) if ticks.due(running, second / 4)]
    assert len(heard) == 10
    assert min(heard) > 49.9
    assert all(b - a == 1 for a, b in pairwise(heard))


def test_a_paused_clock_is_silent() -> None:
    ticks = Ticks()
    paused = playing(clocks=(Clock("b", 60, 5, ends=60.0),))
    assert not ticks.due(Snapshot(playing=paused.playing, paused=True), 57)
