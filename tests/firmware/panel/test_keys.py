"""Buttons over time, by levels: bounces, sticking, holding, shutting down."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.table.requests import Press, Request, Status
from firmware.panel.keys import Keys
from firmware.panel.stable import STABLE_S

Levels = dict[Any, bool]


def feed(keys: Keys, *changes: tuple[float, Levels], until: float | None = None, start: Levels) -> list[Request]:
    """Play the levels against the keys' own wish of when to be looked at; each edge wakes it."""
    said: list[Request] = []
    now, levels, pending = 0.0, dict(start), list(changes)
    end = until if until is not None else (pending[-1][0] if pending else 0.0) + 0.1
    while now <= end:
        while pending and pending[0][0] <= now:
            levels |= pending.pop(0)[1]
        said += keys.look(levels, now)
        now += keys.wait()
        if pending:
            now = min(now, pending[0][0])
    return said


def presses(said: list[Request]) -> list[str]:
    return [request.button for request in said if isinstance(request, Press)]


UP_: Levels = {"OK": False, "NO": False, "POWER": False}


def run(*changes: tuple[float, Levels], start: Levels | None = None, until: float | None = None) -> list[Request]:
    levels = UP_ | (start or {})
    return feed(Keys(levels, 0.0), *changes, start=levels, until=until)


def test_one_press_is_one() -> None:
    """However long, and with all the bouncing of a cheap contact, both ways."""
    for bounces in (1, 4, 15):
        train = [(1 + n * 0.001, {"OK": n % 2 == 0}) for n in range(bounces * 2 - 1)]
        back = [(2 + n * 0.001, {"OK": n % 2 == 1}) for n in range(bounces * 2 - 1)]
        assert presses(run(*train, *back)) == ["OK"]


def test_fast_presses_are_all_there() -> None:
    """Ten a second."""
    changes = [(1 + n * 0.05, {"OK": n % 2 == 0}) for n in range(20)]
    assert presses(run(*changes)) == ["OK"] * 10


def test_a_glitch_is_no_press() -> None:
    assert presses(run((1, {"OK": True}), (1.02, {"OK": False}))) == []


def test_two_buttons_at_once_are_two() -> None:
    assert sorted(presses(run((1, {"OK": True, "NO": True}), (1.1, {"OK": False, "NO": False})))) == ["NO", "OK"]


def test_held_at_the_start_it_counts_for_nothing_until_let_go() -> None:
    assert presses(run((3, {"OK": False}), start={"OK": True})) == []
    assert presses(run((3, {"OK": False}), (4, {"OK": True}), start={"OK": True})) == ["OK"]


def test_a_stuck_button_is_told_and_so_is_its_cure() -> None:
    said = run((1, {"OK": True}), (30, {"OK": False}))
    assert said == [Press(button="OK"), Status(device="button OK", status="error"),
                    Status(device="button OK", status="ready")]  # fmt: skip
    assert run(start={"NO": True}, until=25) == [Status(device="button NO", status="error")]


def power(*changes: tuple[float, Levels], **more: Any) -> list[str]:
    return [r.status for r in run(*changes, **more) if isinstance(r, Status) and r.device == "power"]


def test_a_short_press_of_power_does_nothing() -> None:
    assert run((1, {"POWER": True}), (1.9, {"POWER": False})) == []


def test_a_long_press_counts_down_and_shuts_down() -> None:
    assert power((1, {"POWER": True}), (6, {"POWER": True})) == ["off-in-3", "off-in-2", "off-in-1", "off"]


def test_let_go_in_time_nothing_happens() -> None:
    assert power((1, {"POWER": True}), (3.7, {"POWER": False})) == ["off-in-3", "off-in-2", "ready"]


def test_power_held_since_the_start_does_not_shut_down_again() -> None:
    """The finger that woke the Pi is still there."""
    assert power(start={"POWER": True}, until=15) == []
    assert power((8, {"POWER": False}), (9, {"POWER": True}), start={"POWER": True}, until=20)[-1] == "off"


@given(st.lists(st.floats(0.001, 0.019) | st.floats(0.036, 0.2), max_size=60))
@settings(deadline=None, derandomize=True)
def test_a_press_is_a_level_that_stood(stretches: list[float]) -> None:
    """In any train of edges: what is shorter than the bounce of a contact counts for nothing, all else does."""
    now, closed, pressed, expected, changes = 1.0, False, False, 0, []
    for seconds in [*stretches, 1.0]:
        closed = not closed
        changes.append((now, {"OK": closed}))
        now += seconds
        if seconds > STABLE_S and closed != pressed:
            pressed, expected = closed, expected + closed
    assert len(presses(run(*changes))) == expected
