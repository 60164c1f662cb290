"""Buttons and lamps on gpiozero's mock pins."""

from typing import Any

import pytest
from gpiozero import LED
from hypothesis import given
from hypothesis import strategies as st

from companion.table.requests import Press, Status
from companion.table.snapshot import Key, Snapshot
from tests.firmware.rig import PINS, Rig

BUTTONS: tuple[Any, ...] = ("YES", "NO", "UP", "DOWN", "OK", "MENU")


@pytest.fixture
def rig() -> Any:
    rig = Rig()
    rig.run(0.1)
    yield rig
    rig.close()


def presses(rig: Rig) -> list[str]:
    return [request.button for request in rig.said if isinstance(request, Press)]


def test_each_button_is_itself(rig: Rig) -> None:
    rig.press(*BUTTONS)
    assert presses(rig) == list(BUTTONS)


def test_a_bouncing_contact(rig: Rig) -> None:
    pin = rig.factory.pin(PINS.buttons["OK"])
    for _ in range(8):
        pin.drive_low()
        rig.run(0.002)
        pin.drive_high()
        rig.run(0.001)
    pin.drive_low()
    rig.run(0.05)
    assert presses(rig) == ["OK"]


def test_an_edge_that_nobody_reported_is_found(rig: Rig) -> None:
    """The level is looked at once a second, whatever the edges say."""
    pin = rig.factory.pin(PINS.buttons["OK"])
    pin.when_changed = None
    pin.drive_low()
    rig.run(1.1)
    assert presses(rig) == ["OK"]


@given(st.sets(st.sampled_from(BUTTONS)))
def test_lamps_are_lit_exactly_as_the_table_says(lit: set[Any]) -> None:
    rig = Rig()
    rig.run(0.1)
    rig.paper.snapshot = Snapshot(version=2, keys={b: Key(b in lit, "word") for b in BUTTONS if b in lit or b < "O"})
    rig.run(0.1)
    assert rig.lit() == lit
    rig.close()


def test_a_pin_that_is_taken_is_told_and_the_others_work(rig: Rig) -> None:
    """And when it is let go, it is had."""
    rig.close()
    rig = Rig()
    other = LED(PINS.lamps["OK"], pin_factory=rig.factory)
    rig.paper.snapshot = Snapshot(version=2, keys={"OK": Key(True, "word")})
    rig.run(0.1)
    assert Status(device="lamp OK", status="error") in rig.said
    rig.press("YES")
    rig.run(12)
    assert presses(rig) == ["YES"]
    assert rig.said.count(Status(device="lamp OK", status="error")) == 1
    other.close()
    rig.press("YES")
    rig.run(6)
    rig.press("NO")
    assert Status(device="lamp OK", status="ready") in rig.said
    assert rig.lit() == {"OK"}
    assert presses(rig) == ["YES", "YES", "NO"]
    rig.close()


def test_closing_leaves_every_lamp_dark_and_every_pin_free(rig: Rig) -> None:
    rig.paper.snapshot = Snapshot(version=2, keys={"OK": Key(True, "word")})
    rig.run(0.1)
    rig.devices.close()
    assert rig.lit() == set()
    LED(PINS.lamps["OK"], pin_factory=rig.factory).close()


def test_the_readers_reset_is_held_high(rig: Rig) -> None:
    assert PINS.reader.reset is not None
    assert rig.factory.pin(PINS.reader.reset).state


def test_a_long_press_shuts_down_once(rig: Rig) -> None:
    rig.hold("POWER")
    rig.run(3.5)
    assert not rig.off
    rig.run(2)
    assert rig.off
    assert [r.status for r in rig.said if isinstance(r, Status) and r.device == "power"] == [
        "off-in-3", "off-in-2", "off-in-1", "off"]  # fmt: skip
