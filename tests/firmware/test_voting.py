"""Voting by urn, on a made-up game that does nothing else: the slot, the table's own reader, and what may go wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.engine import (
    Component,
    Contents,
    Event,
    Game,
    Outcome,
    Over,
    Script,
    Setup,
    State,
    everyone,
    fact,
    urn,
)
from companion.locale import add_home
from companion.table.enrol import simulated_uid
from companion.table.requests import Choose, Drop, Sit
from companion.table.snapshot import UrnFace
from firmware import Config
from tests.chip.tags import Ntag213
from tests.engine import lighthouse
from tests.firmware.rig import PINS, Rig

add_home("hat", Path(lighthouse.__file__).parent)  # of its words this game needs none
NAMES = ("Ana", "Bruno", "Carla", "Diego")
SLOT, TABLE = 1, 0


class Hat(State):
    n: int = fact(everyone)
    counted: list[dict[str, int]] = fact(everyone, default_factory=list)


class Counted(Event, frozen=True, tag="counted"):
    ja: int


def play(t: Hat) -> Script[Outcome]:
    """Two votes. Nobody closes the urn: it closes when all that is due lies in it."""
    papers = {f"{face}#{n}": face for face in ("ja", "nein") for n in range(t.n)}
    while len(t.counted) < 2:
        box: Contents = yield from urn(dict.fromkeys(range(t.n), 1), {"ja": t.n, "nein": t.n}, tokens=papers)
        t.counted.append(box.items)
        t.tell(Counted(box.items.get("ja", 0)))
    raise Over(Outcome((), "counted"))


def start(setup: Setup) -> Hat:
    return Hat(n=setup.seats)


GAME = Game(
    id="hat", title="Hat", seats=(2, 4), moves=(), start=start, script=play,
    components=tuple(Component(f"{face}#{n}", "ballot", face) for face in ("ja", "nein") for n in range(4)),
)  # fmt: skip


def uid(key: str) -> str:
    return simulated_uid("hat", key)


@pytest.fixture
def seated(tmp_path: Path) -> Iterator[Callable[..., Rig]]:
    rigs: list[Rig] = []

    def make(slot: bool, config: Config | None = None) -> Rig:
        rig = Rig(tmp_path, config, slot=slot, games={"hat": GAME})
        rigs.append(rig)
        rig.run(0.5)
        if PINS.urn.lid and config and config.lid:
            rig.factory.pin(PINS.urn.lid).drive_low()
        assert rig.table.do(Choose(game="hat")).ok
        for chair, name in enumerate(NAMES):
            assert rig.table.do(Sit(chair=chair, name=name, token=f"{name}'s phone, nobody else's")).ok
        rig.press("OK")
        return rig

    yield make
    for rig in rigs:
        rig.close()


def inside(rig: Rig) -> int:
    return box(rig).inside


def box(rig: Rig) -> UrnFace:
    assert rig.snapshot.playing is not None
    assert rig.snapshot.playing.urn is not None
    return rig.snapshot.playing.urn


def counted(rig: Rig) -> list[dict[str, int]]:
    assert rig.snapshot.playing is not None
    found: list[dict[str, int]] = rig.snapshot.playing.views[None]["counted"]
    return found


def test_dropping_is_casting(seated: Callable[..., Rig]) -> None:
    """Four ballots through the slot, one of them by phone; only how many is known until the last; then again."""
    rig = seated(slot=True)
    assert inside(rig) == 0, "it opens empty"
    for n in range(3):
        rig.drop(uid(f"{'ja' if n else 'nein'}#{n}"))
        rig.run(0.5)
        assert (inside(rig), counted(rig)) == (n + 1, [])
    rig.table.do(Drop(papers=["ja"], chair=3))
    rig.run(0.5)
    assert counted(rig) == [{"ja": 3, "nein": 1}]
    for n in range(4):
        rig.drop(uid(f"nein#{n}"))
        rig.run(0.3)
    assert counted(rig) == [{"ja": 3, "nein": 1}, {"nein": 4}]
    assert rig.snapshot.stage == "over"


def test_every_drop_sounds_alike_and_once(seated: Callable[..., Rig]) -> None:
    """By slot or by phone, whichever ballot; the one that closes the urn has the result behind it."""
    rig = seated(slot=True)
    heard: list[str] = []
    assert rig.devices.wired
    rig.devices.wired.play = heard.append  # type: ignore[method-assign, assignment]
    for n, key in enumerate(("ja#0", "nein#1", "", "ja#2")):
        heard.clear()
        if key:
            rig.drop(uid(key))
        else:
            rig.table.do(Drop(papers=["nein"], chair=0))
        rig.run(0.5)
        assert heard == (["read"] if n < 3 else ["read", "result"])


def test_two_in_one_throw(seated: Callable[..., Rig]) -> None:
    rig = seated(slot=True)
    rig.bench.chips[0, SLOT].put(Ntag213(uid("ja#0")), Ntag213(uid("ja#1")))
    rig.run(0.15)
    rig.bench.chips[0, SLOT].lift()
    rig.run(0.5)
    assert inside(rig) == 2


def test_the_same_ballot_twice_is_one_vote(seated: Callable[..., Rig]) -> None:
    """Past the antenna twice, and fished out and dropped again."""
    rig = seated(slot=True)
    for pause in (0.3, 3.0, 0.0):
        rig.drop(uid("ja#0"))
        rig.run(pause)
    assert inside(rig) == 1


def test_with_one_reader_the_table_is_the_urn(seated: Callable[..., Rig]) -> None:
    rig = seated(slot=False)
    rig.tap(uid("ja#0"))
    assert inside(rig) == 1


def test_with_two_a_ballot_on_the_table_is_not_cast(seated: Callable[..., Rig]) -> None:
    rig = seated(slot=True)
    rig.tap(uid("ja#0"), TABLE)
    assert inside(rig) == 0


def test_a_lost_slot_hands_the_urn_to_the_table(seated: Callable[..., Rig]) -> None:
    """Said on the board; what lay inside stays inside; and the slot takes over when it is back."""
    rig = seated(slot=True)
    rig.drop(uid("ja#0"))
    rig.run(0.5)
    slot = rig.bench.chips[0, SLOT]
    slot.unplugged = 0x00
    rig.run(2)
    assert rig.snapshot.notice is not None
    assert rig.snapshot.notice.code == "device-not-connected"
    rig.tap(uid("ja#1"), TABLE)
    assert inside(rig) == 2
    slot.unplugged = None
    slot.brown_out()
    rig.run(2)
    rig.tap(uid("ja#2"), TABLE)
    assert inside(rig) == 2
    rig.drop(uid("ja#2"))
    rig.run(0.5)
    assert inside(rig) == 3


def test_something_falls_unread(seated: Callable[..., Rig]) -> None:
    """The alarm stands until somebody answers; the urn stays closed to the eye and open to the vote."""
    rig = seated(slot=True, config=Config(beam=True))
    beam = rig.factory.pin(PINS.urn.beam)
    beam.drive_low()
    beam.drive_high()
    rig.run(2.5)
    assert rig.snapshot.alarm is not None
    assert rig.snapshot.alarm.code == "fell-unread"
    assert (inside(rig), counted(rig)) == (0, [])
    rig.press("OK")
    assert rig.snapshot.alarm is None
    rig.drop(uid("ja#0"))
    beam.drive_low()
    beam.drive_high()
    rig.run(2.5)
    assert (inside(rig), rig.snapshot.alarm) == (1, None)


def test_shown_to_the_slot_and_drawn_back_is_no_vote(seated: Callable[..., Rig]) -> None:
    rig = seated(slot=True, config=Config(beam=True))
    rig.drop(uid("ja#0"))
    rig.run(5)
    assert inside(rig) == 0


def test_opening_the_lid_is_seen(seated: Callable[..., Rig]) -> None:
    rig = seated(slot=True, config=Config(lid=True))
    rig.run(1)
    assert rig.snapshot.alarm is None
    rig.factory.pin(PINS.urn.lid).drive_high()
    rig.run(1)
    assert rig.snapshot.alarm is not None
    assert rig.snapshot.alarm.code == "urn-opened"


def test_a_card_that_is_no_ballot(seated: Callable[..., Rig]) -> None:
    """An unknown tag, a phone: refused on the board, nothing inside."""
    rig = seated(slot=True)
    rig.drop("04DEADDEADDEAD")
    rig.run(0.5)
    assert rig.snapshot.notice is not None
    assert rig.snapshot.notice.code == "unknown-tag"
    assert inside(rig) == 0
