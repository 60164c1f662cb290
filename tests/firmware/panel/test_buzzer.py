"""Sounds: which notes, when, and that no secret has one of its own."""

from typing import Any

import pytest

from companion.table.requests import Tap
from companion.table.snapshot import Alarm, Notice, Snapshot
from firmware.panel.buzzer import SOUNDS, Buzzer
from firmware.panel.hearing import sounds
from tests.chip.tags import Ntag213
from tests.firmware.rig import PINS, Rig


class Ear:
    """What the piezo did, step by step of the buzzer."""

    def __init__(self, rig: Rig) -> None:
        assert PINS.sound.buzzer is not None
        self.pin = rig.factory.pin(PINS.sound.buzzer)
        self.rig = rig

    def listen(self, seconds: float) -> list[int]:
        """The notes in hertz, as they change."""
        heard: list[int] = []
        until = self.rig.clock() + seconds
        while self.rig.clock() < until:
            self.rig.run(0.004)
            hertz = round(self.pin.frequency) if self.pin.frequency and self.pin.state else 0
            if hertz != (heard[-1] if heard else 0):
                heard.append(hertz)
        return [hertz for hertz in heard if hertz]


@pytest.fixture
def rig() -> Any:
    rig = Rig()
    rig.run(0.1)
    yield rig
    rig.close()


def test_every_sound_can_be_played(rig: Rig) -> None:
    """In order, to its end, and then there is silence."""
    assert rig.devices.wired is not None
    for name, notes in SOUNDS.items():
        rig.devices.wired.play(name)
        assert Ear(rig).listen(2.5) == [hertz for hertz, _ in notes if hertz], name


def test_muted_there_is_none(rig: Rig) -> None:
    rig.paper.snapshot = Snapshot(version=2, settings={"sound": False}, alarm=Alarm("fell-unread"))
    assert Ear(rig).listen(2) == []


def test_every_card_ticks_alike(rig: Rig) -> None:
    """The tag says nothing, and what the table made of it says nothing."""
    ear = Ear(rig)
    for uid in ("04A1B2C3D4E5F6", "04000000000001"):
        rig.bench.chip.put(Ntag213(uid))
        assert ear.listen(0.5) == [1000]
        rig.bench.chip.lift()
        assert ear.listen(0.5) == []
    assert sum(isinstance(r, Tap) for r in rig.said) == 2


def test_an_alarm_sounds_again_until_it_is_answered(rig: Rig) -> None:
    rig.paper.snapshot = Snapshot(version=2, alarm=Alarm("fell-unread"))
    assert Ear(rig).listen(11) == [440] * 9
    rig.paper.snapshot = Snapshot(version=3)
    rig.run(1)
    assert Ear(rig).listen(6) == []


def test_a_refusal_thuds_once() -> None:
    old, new = Snapshot(version=1), Snapshot(version=2, notice=Notice("unknown-tag", {}, True, 7))
    assert sounds(old, new) == ["refused"]
    assert sounds(new, Snapshot(version=3, notice=new.notice)) == []
    assert sounds(old, Snapshot(version=2, notice=Notice("undone", {}, False, 7))) == []


def test_sounds_do_not_pile_up(rig: Rig) -> None:
    """The same one twice is one, and what would come late does not come."""
    buzzer = Buzzer(PINS.urn.beam or 0, rig.factory)
    for _ in range(50):
        buzzer.play("read")
        buzzer.play("refused")
    seconds = 0.0
    while (wait := buzzer.step()) < 10:
        seconds += wait
    assert seconds < 1
    buzzer.close()
