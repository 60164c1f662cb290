"""The RC522's driver on the emulated chip: the whole UID, several tags, and all that can be wrong with a wire."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.readers.rc522 import Rc522
from firmware.readers.reading import Reading
from firmware.readers.registers import Chip, crc_a, maker
from tests.chip import tags
from tests.chip.bench import Bench
from tests.chip.rc522 import Reg
from tests.chip.tags import Classic1K, Ntag213, Phone, Tag

FOUR, SEVEN, TWIN, TEN = "DEADBEEF", "04A1B2C3D4E5F6", "04A1B299887766", "04A1B2C3D4E5F6010203"


@pytest.fixture
def reader(bench: Bench) -> Rc522:
    return Rc522(sleep=bench.clock.sleep)


def test_nothing_lies_there(bench: Bench, reader: Rc522) -> None:
    assert [reader.poll().state for _ in range(3)] == ["ready"] * 3


@pytest.mark.parametrize("tag", [Classic1K(FOUR), Ntag213(SEVEN), Tag(TEN)], ids=["4", "7", "10"])
def test_the_whole_uid_at_every_look(bench: Bench, reader: Rc522, tag: Tag) -> None:
    """All cascade levels; upper hexadecimal; not every second time. Each look leaves the tag asleep."""
    bench.chip.put(tag)
    assert [reader.poll() for _ in range(20)] == [Reading("tag", (tag.uid.hex().upper(),))] * 20
    assert tag.state == "HALT"


def test_leading_zeros_stay(bench: Bench, reader: Rc522) -> None:
    bench.chip.put(Classic1K("000012EF"))
    assert reader.poll().uids == ("000012EF",)


def test_stickers_that_begin_alike_are_two(bench: Bench, reader: Rc522) -> None:
    """Where the package's own reading gives one number for both."""
    found: list[str] = []
    for uid in (SEVEN, TWIN):
        bench.chip.put(Ntag213(uid))
        found += reader.poll().uids
        bench.chip.lift()
    assert found == [SEVEN, TWIN]


@pytest.mark.parametrize("uids", [(SEVEN, TWIN), (FOUR, SEVEN), (FOUR, "DEADBEEE"), (TEN, "04A1B2C3D4E5F6010204")])
def test_two_at_once_are_told_apart(bench: Bench, reader: Rc522, uids: tuple[str, str]) -> None:
    bench.chip.put(*map(Tag, uids))
    assert [reader.poll() for _ in range(3)] == [Reading("two-tags", tuple(sorted(uids)))] * 3
    bench.chip.lift(bench.chip.field[0])
    assert reader.poll() == Reading("tag", (uids[1],))


def test_a_heap_is_called_several_and_never_one(bench: Bench, reader: Rc522) -> None:
    bench.chip.put(*(Ntag213(f"04A1B2C3D4E5F{n}") for n in range(6)))
    assert {reader.poll().state for _ in range(10)} == {"two-tags"}


@given(st.lists(st.sampled_from([4, 7, 10]).flatmap(lambda n: st.binary(min_size=n, max_size=n)), min_size=1,
                max_size=3, unique=True))  # fmt: skip
@settings(max_examples=150, deadline=None, derandomize=True)
def test_never_a_mixed_uid(uids: list[bytes]) -> None:
    """Whatever lies there: only UIDs that do, and one alone only when it is alone. (0x88 leads no UID.)"""
    there = {uid.hex().upper() for uid in uids if 0x88 not in (uid[0], uid[3 if len(uid) > 4 else 0], uid[-4])}
    bench = Bench().install()
    reader = Rc522(sleep=bench.clock.sleep)
    bench.chip.put(*(Tag(uid) for uid in there))
    for _ in range(3):
        reading = reader.poll()
        assert set(reading.uids) <= there
        assert reading.state == (("ready", "tag", "two-tags")[min(2, len(there))])
        assert reading.state != "tag" or set(reading.uids) == there


def test_a_phone_is_read_like_any_tag(bench: Bench, reader: Rc522) -> None:
    numbers = iter(bytes((n, n, n)) for n in range(9))
    bench.chip.put(Phone(lambda: next(numbers)))
    assert reader.poll().state == "tag"


def test_a_tag_that_dies_in_the_middle_is_garbled_never_another(bench: Bench, reader: Rc522) -> None:
    """At whichever answer it dies, or is damaged: something is there; and the next look has it."""
    bench.chip.put(Ntag213(SEVEN))
    reader.poll()
    for spoilt in ("silence", "garble", "cut", "flip"):
        for at in range(5):
            bench.chip.spoil += [*[""] * at, spoilt]  # type: ignore[list-item]
            first = "ready" if spoilt == "silence" else "tag"  # what answers a call may be damaged: it is there
            assert reader.poll().state == ("garbled" if at else first), (spoilt, at)
            assert reader.poll() == Reading("tag", (SEVEN,))


def test_a_checksum_is_checked(bench: Bench, reader: Rc522) -> None:
    """A SAK or a check byte that does not fit is not believed, even where the chip sees no error."""
    class Liar(Ntag213):
        def cascade(self) -> list[bytes]:
            return [part[:4] + bytes((part[4] ^ 1,)) for part in super().cascade()]

    bench.chip.put(Liar(SEVEN))
    assert reader.poll().state == "garbled"


@pytest.mark.parametrize("level", [0x00, 0xFF])
def test_unplugged_and_back(bench: Bench, reader: Rc522, level: int) -> None:
    """Never `ready`, so nothing counts as taken away; back it is there at the next look, with its tag."""
    bench.chip.put(Ntag213(SEVEN))
    reader.poll()
    bench.chip.unplugged = level
    assert {reader.poll().state for _ in range(3)} == {"not-connected"}
    bench.chip.unplugged = None
    bench.chip.brown_out()
    assert reader.poll() == Reading("tag", (SEVEN,))


@pytest.mark.parametrize("transfers", range(1, 60, 3))
def test_a_wire_that_comes_loose_at_any_moment(bench: Bench, reader: Rc522, transfers: int) -> None:
    """In the middle of whichever exchange: no wrong UID, no clean `ready`."""
    bench.chip.put(Ntag213(SEVEN))
    reader.poll()
    count, real = iter(range(10_000)), bench.chip.transfer

    def loose(out: list[int]) -> list[int]:
        if next(count) >= transfers:
            bench.chip.unplugged = 0x00
        return real(out)

    bench.chip.transfer = loose  # type: ignore[method-assign]
    assert {r.state for r in (reader.poll() for _ in range(3))} <= {"tag", "not-connected"}
    assert reader.poll().state == "not-connected"


def test_a_brown_out_is_mended_and_is_not_silence(bench: Bench, reader: Rc522) -> None:
    bench.chip.put(Ntag213(SEVEN))
    reader.poll()
    bench.chip.brown_out()
    assert reader.poll().state == "garbled"
    assert reader.poll() == Reading("tag", (SEVEN,))


def test_a_chip_that_has_lost_its_way_is_set_up_anew(bench: Bench, reader: Rc522) -> None:
    """A register that a spike has changed makes every answer garbled: not for ever."""
    bench.chip.put(Ntag213(SEVEN))
    reader.poll()
    bench.chip.registers[Reg.RxMode] = 0x80
    assert reader.poll().state == "garbled"
    assert "tag" in {reader.poll().state for _ in range(30)}
    assert reader.poll() == Reading("tag", (SEVEN,))


def test_a_deaf_reader_says_silence(bench: Bench, reader: Rc522) -> None:
    """It cannot know better; the place test of the doctor does."""
    reader.poll()
    bench.chip.put(Ntag213(SEVEN))
    bench.chip.deaf = True
    assert reader.poll().state == "ready"


def test_held_in_reset(bench: Bench, reader: Rc522) -> None:
    down = True
    bench.chip.in_reset = lambda: down
    assert reader.poll() == Reading("not-connected", why="silent")
    down = False
    assert reader.poll().state == "ready"


def test_a_chip_that_keeps_nothing_is_not_one(bench: Bench, reader: Rc522) -> None:
    """MOSI loose: it can be read, and what is written does not arrive."""
    bench.chip._write = lambda address, value: None  # type: ignore[method-assign]
    assert reader.poll() == Reading("not-connected", why="does-not-keep-registers")


def test_spi_is_off(bench: Bench, reader: Rc522) -> None:
    bench.enabled = False
    assert reader.poll() == Reading("not-connected", why="spi-disabled")
    bench.enabled = True
    assert reader.poll().state == "ready"


def test_not_in_the_group(bench: Bench, reader: Rc522) -> None:
    bench.permitted = False
    assert reader.poll() == Reading("error", why="no-permission")


@pytest.mark.parametrize(("version", "made"), [(0x91, "genuine"), (0x92, "genuine"), (0x88, "clone"), (0xB2, "clone"),
                                               (0x42, "unknown"), (0x00, "absent"), (0xFF, "absent")])  # fmt: skip
def test_what_the_version_tells(version: int, made: str) -> None:
    """An unknown chip works like any other; what is absent is not spoken to."""
    bench = Bench(version=version).install()
    reader = Rc522(sleep=bench.clock.sleep)
    assert reader.made_by == "absent"
    state = reader.poll().state
    assert maker(version) == reader.made_by == made
    assert state == ("not-connected" if made == "absent" else "ready")


@pytest.mark.parametrize(("gain", "seen"), [(0, "ready"), (5, "tag"), (7, "tag")])
def test_the_gain_is_set(bench: Bench, gain: int, seen: str) -> None:
    bench.chip.put(Ntag213(SEVEN, faint=5))
    assert Rc522(gain=gain, sleep=bench.clock.sleep).poll().state == seen


def test_the_speed_is_set(bench: Bench) -> None:
    """For long wires: a tenth of the speed takes ten times as long on the bus."""
    busy = []
    for speed in (1_000_000, 100_000):
        reader = Rc522(speed_hz=speed, sleep=bench.clock.sleep)
        reader.poll()
        bench.count()
        assert reader.poll().state == "ready"
        busy.append(bench.count()[2])
    assert busy[1] == pytest.approx(10 * busy[0])


def test_an_empty_look_costs_at_most_twenty_transfers(bench: Bench, reader: Rc522) -> None:
    reader.poll()
    bench.count()
    reader.poll()
    assert bench.count()[0] <= 20


def test_every_look_ends_in_time(bench: Bench, reader: Rc522) -> None:
    """50 ms, whatever lies there and whatever is broken."""
    reader.poll()
    for trouble in ("", "heap", "deaf", "timer", "unplugged"):
        bench.chip.put(*(Ntag213(f"04A1B2C3D4E5F{n}") for n in range(2 if trouble != "heap" else 5)))
        bench.chip.deaf = trouble == "deaf"
        if trouble == "timer":
            bench.chip.registers[0x2A] = 0
        bench.chip.unplugged = 0 if trouble == "unplugged" else None
        began = bench.clock()
        reader.poll()
        assert bench.clock() - began < 0.05, trouble
        bench.chip.lift()


def test_no_pin_is_touched(bench: Bench, reader: Rc522) -> None:
    """Neither the serial port's, nor anybody else's, also not at the end."""
    bench.mode, bench.pins = 11, {5: 1}
    reader.poll()
    reader.close()
    reader.close()
    assert (bench.pins, bench.cleaned) == ({5: 1}, [])


def test_closing_turns_the_field_off(bench: Bench, reader: Rc522) -> None:
    bench.chip.put(tag := Ntag213(SEVEN))
    reader.poll()
    reader.close()
    assert tag.state == "IDLE"


def test_two_readers_on_one_bus() -> None:
    """Each has its own chip, and what lies on it."""
    bench = Bench(0, 1).install()
    readers = [Rc522(device, sleep=bench.clock.sleep) for device in (0, 1)]
    bench.chips[0, 0].put(Ntag213(SEVEN))
    bench.chips[0, 1].put(Ntag213(TWIN))
    assert [reader.poll().uids for reader in readers] == [(SEVEN,), (TWIN,)]


def test_ten_thousand_looks_with_a_bad_air(bench: Bench, reader: Rc522) -> None:
    """Garbled, cut and lost answers all along: never another UID, and never blind afterwards."""
    reader.poll()
    bench.chip.put(Ntag213(SEVEN))
    spoil = ("garble", "", "", "cut", "", "", "", "silence", "", "", "", "", "")
    seen = set()
    for n in range(1500):
        bench.chip.spoil.append(spoil[n % 13])  # type: ignore[arg-type]
        bench.chip.spoil.append("")
        seen |= set(reader.poll().uids)
    bench.chip.spoil.clear()
    assert seen == {SEVEN}
    assert reader.poll() == Reading("tag", (SEVEN,))


def test_the_checksum_is_that_of_the_tags() -> None:
    assert all(crc_a(bytes(range(n))) == tags.crc_a(bytes(range(n))) for n in range(20))


def test_the_packages_own_methods_run_on_it(bench: Bench) -> None:
    """Requests, selection, MFAuthent, reading and writing of blocks, as the package wrote them."""
    chip = Chip(0, 0, 1_000_000, 4, bench.clock.sleep)
    bench.chip.put(tag := Classic1K(FOUR))
    assert chip.MFRC522_Request(chip.PICC_REQIDL) == (chip.MI_OK, 16)
    status, uid = chip.MFRC522_Anticoll()
    assert (status, bytes(uid[:4])) == (chip.MI_OK, tag.uid)
    assert chip.MFRC522_SelectTag(uid) == 0x08
    assert chip.MFRC522_Auth(chip.PICC_AUTHENT1A, 11, [0xFF] * 6, uid) == chip.MI_OK
    chip.MFRC522_Write(8, list(b"sixteen bytes ok"))
    assert bytes(tag.blocks[8]) == b"sixteen bytes ok"
