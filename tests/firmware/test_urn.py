"""The urn: what falls, what is only shown to the slot, and what happens when a part of it fails."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.engine import URN
from companion.table.requests import Fall, Lid, Reply, Request, Status, Tap
from companion.table.snapshot import Playing, Snapshot, UrnFace
from firmware import Config
from firmware.urn import Urn
from tests.chip.clock import Clock
from tests.chip.tags import Ntag213
from tests.firmware.rig import PINS, Rig

A, B, C = "04A1B2C3D4E5F6", "04A1B299887766", "04A1B200000001"


class Slot:
    """An urn and what it has said, by the clock."""

    def __init__(self, beam: bool) -> None:
        self.clock, self.said = Clock(), list[Request]()
        self.urn = Urn(self.said.append, self.clock)
        self.urn.has_beam = beam

    def wait(self, seconds: float) -> None:
        until = self.clock() + seconds
        while self.clock() < until:
            self.clock.sleep(min(self.urn.step(), 0.1))

    def fall(self) -> None:
        self.urn.beam(True)
        self.clock.sleep(0.01)
        self.urn.beam(False)

    @property
    def cast(self) -> list[str]:
        return [r.uid for r in self.said if isinstance(r, Tap) and r.reader == "slot"]


def test_without_a_beam_a_read_is_a_ballot() -> None:
    slot = Slot(beam=False)
    slot.urn.come(A)
    assert slot.said == [Tap(uid=A, reader="slot")]


def test_a_read_without_a_fall_is_no_vote() -> None:
    slot = Slot(beam=True)
    slot.urn.come(A)
    slot.urn.gone(A)
    slot.wait(5)
    slot.fall()
    slot.wait(2)
    assert slot.said == [Fall()], "and what falls later was not that ballot"


def test_read_and_fallen_is_a_vote() -> None:
    slot = Slot(beam=True)
    slot.urn.come(A)
    slot.wait(0.2)
    slot.fall()
    slot.wait(5)
    assert slot.said == [Tap(uid=A, reader="slot")]


def test_fallen_and_then_read_is_a_vote() -> None:
    slot = Slot(beam=True)
    slot.fall()
    slot.wait(0.3)
    slot.urn.come(A)
    slot.wait(5)
    assert slot.said == [Tap(uid=A, reader="slot")]


def test_a_fall_without_a_read_raises_the_alarm_and_opens_nothing() -> None:
    slot = Slot(beam=True)
    slot.fall()
    slot.wait(0.9)
    assert slot.said == []
    slot.wait(0.5)
    assert slot.said == [Fall()]


def test_a_tumbling_ballot_is_one_fall() -> None:
    slot = Slot(beam=True)
    slot.urn.come(A)
    slot.fall()
    slot.fall()
    slot.wait(3)
    assert slot.said == [Tap(uid=A, reader="slot")]


def test_two_that_fall_as_one_both_count_and_their_order_tells_nothing() -> None:
    for order in ((A, B), (B, A)):
        slot = Slot(beam=True)
        for uid in order:
            slot.urn.come(uid)
        slot.fall()
        slot.wait(3)
        assert slot.cast == sorted((A, B))


def test_a_ballot_that_bounces_is_one_ballot() -> None:
    """Past the antenna twice; also one that is fished out and dropped again while the urn is open."""
    slot = Slot(beam=False)
    for _ in range(3):
        slot.urn.come(A)
    assert slot.cast == [A]


def test_what_the_table_refused_may_be_dropped_again() -> None:
    slot = Slot(beam=False)
    slot.urn.come(A)
    slot.urn.heard(slot.said[0], Reply(False, "paused"))
    slot.urn.come(A)
    assert slot.cast == [A, A]


def open_urn(inside: int, version: int = 1) -> Snapshot:
    urn = UrnFace(inside, 5, frozenset(), URN, ())
    playing = Playing("m", None, None, (), {}, {}, (), "", urn=urn)  # type: ignore[arg-type]
    return Snapshot(version=version, playing=playing)


@pytest.mark.parametrize("after", [Snapshot(version=3), open_urn(0, 3)], ids=["closed", "another"])
def test_the_ballots_of_one_urn_are_good_for_the_next(after: Snapshot) -> None:
    """A recount empties the urn past the reader again: the same ballots, each once more."""
    slot = Slot(beam=False)
    slot.urn.come(A)
    slot.urn.follow(open_urn(0), open_urn(1, 2))
    slot.urn.come(A)
    assert slot.cast == [A]
    slot.urn.follow(open_urn(1, 2), after)
    slot.urn.come(A)
    assert slot.cast == [A, A]


def test_a_blocked_beam_is_told_and_the_urn_votes_on_without_it() -> None:
    """A ballot that may have fallen counts; what was waiting for the beam counts too."""
    slot = Slot(beam=True)
    slot.urn.beam(True)
    slot.wait(1.5)
    slot.said.clear()
    slot.urn.come(A)
    slot.wait(1)
    slot.urn.come(B)
    assert [r for r in slot.said if isinstance(r, Status)] == [Status(device="beam", status="error")]
    assert slot.cast == [A, B]
    slot.urn.beam(False)
    slot.wait(0.2)
    assert slot.said[-1] == Status(device="beam", status="ready")
    slot.urn.come(C)
    assert slot.cast == [A, B]


def test_a_slot_without_a_reader_is_not_missed_but_a_lost_one_is() -> None:
    slot = Slot(beam=False)
    slot.urn.state("not-connected")
    assert slot.said == []
    slot.urn.state("ready")
    slot.urn.state("not-connected")
    assert [r.status for r in slot.said if isinstance(r, Status)] == ["ready", "not-connected"]


# ---- on the chip and on pins


@pytest.fixture
def rig() -> Any:
    rig = Rig(config=Config(beam=True, lid=True), slot=True)
    rig.run(0.1)
    rig.factory.pin(PINS.urn.lid).drive_low()
    rig.paper.snapshot = open_urn(0)
    rig.run(0.5)
    rig.said.clear()
    yield rig
    rig.close()


def fall(rig: Rig) -> None:
    """Through the beam: too short for anybody who looks now and then."""
    beam = rig.factory.pin(PINS.urn.beam)
    beam.drive_low()
    beam.drive_high()


def test_fifty_ballots_through_the_real_slot(rig: Rig) -> None:
    uids = [f"04{n * 7919:012X}" for n in range(50)]
    for uid in uids:
        rig.drop(uid)
        fall(rig)
    rig.run(3)
    assert [r.uid for r in rig.said if isinstance(r, Tap)] == uids
    assert not any(isinstance(r, Fall) for r in rig.said)


def test_something_without_a_tag_falls(rig: Rig) -> None:
    fall(rig)
    rig.run(2.5)
    assert rig.said == [Fall()]


def test_the_lid(rig: Rig) -> None:
    """Opened and closed, each told once, whatever the switch bounces."""
    pin = rig.factory.pin(PINS.urn.lid)
    for level in (1, 0, 1, 0, 1):
        pin.drive_high() if level else pin.drive_low()
        rig.run(0.003)
    rig.run(1)
    pin.drive_low()
    rig.run(1)
    assert rig.said == [Lid(open=True), Lid(open=False)]


def test_the_slot_hurries_only_while_the_urn_is_open(rig: Rig) -> None:
    """And the reader on the table, which then is no urn, never does."""
    looks = {}
    for name, snapshot in (("open", open_urn(0, 5)), ("closed", replace(Snapshot(), version=6))):
        rig.paper.snapshot = snapshot
        rig.run(0.2)
        rig.bench.selected.clear()
        rig.run(5)
        looks[name] = [rig.bench.selected.count(device) / 8 / 5 for device in (0, 1)]
    assert looks["open"] == pytest.approx([10, 50], rel=0.05)
    assert looks["closed"] == pytest.approx([10, 10], rel=0.05)


def test_with_one_reader_the_tables_own_hurries() -> None:
    rig = Rig()
    rig.run(0.5)
    rig.paper.snapshot = open_urn(0, 5)
    rig.run(0.2)
    rig.bench.selected.clear()
    rig.run(5)
    assert rig.bench.selected.count(0) / 8 / 5 == pytest.approx(50, rel=0.05)
    rig.close()


def test_a_slot_reader_that_is_lost_and_found(rig: Rig) -> None:
    """Told; a ballot on its ledge when it comes back counts once."""
    chip = rig.bench.chips[0, 1]
    chip.unplugged = 0xFF
    rig.run(3)
    chip.put(tag := Ntag213(A))
    chip.unplugged = None
    chip.brown_out()
    rig.run(2)
    chip.lift(tag)
    fall(rig)
    rig.run(2)
    assert rig.said == [Status(device="slot", status="not-connected"), Status(device="slot", status="ready"),
                        Tap(uid=A, reader="slot")]  # fmt: skip
