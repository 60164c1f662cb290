"""The chip by its data sheet, spoken to register by register."""

import pytest

from tests.chip.bench import Bench
from tests.chip.rc522 import Chip, Reg, overlaid
from tests.chip.tags import Ntag213, Tag, bits_of, crc_a

IDLE, CRC, TRANSMIT, TRANSCEIVE, RESET = 0, 3, 4, 12, 15
TIMER, ERR, IDLE_IRQ, RX, TX = 0x01, 0x02, 0x10, 0x20, 0x40


def write(chip: Chip, register: Reg, *values: int) -> None:
    chip.transfer([register << 1, *values])


def read(chip: Chip, register: Reg) -> int:
    return chip.transfer([register << 1 | 0x80, 0])[1]


def ready(bench: Bench, *tags: Tag) -> Chip:
    """Field on, timer of 2.5 ms, tags awake."""
    chip = bench.chip
    for register, value in ((Reg.TMode, 0x8D), (Reg.TPrescaler, 0x3E), (Reg.TReloadL, 4), (Reg.TxControl, 0x83)):
        write(chip, register, value)
    chip.put(*tags)
    bench.clock.sleep(0.006)
    return chip


def exchange(bench: Bench, frame: bytes, last: int = 0, align: int = 0, wait: float = 0.005) -> int:
    """Send, wait, and give the flags."""
    chip = bench.chip
    write(chip, Reg.Command, IDLE)
    write(chip, Reg.ComIrq, 0x7F)
    write(chip, Reg.FIFOLevel, 0x80)
    write(chip, Reg.FIFOData, *frame)
    write(chip, Reg.Command, TRANSCEIVE)
    write(chip, Reg.BitFraming, 0x80 | align << 4 | last)
    bench.clock.sleep(wait)
    return read(chip, Reg.ComIrq)


def test_after_reset(bench: Bench) -> None:
    """Some of the data sheet's reset values; a soft reset brings them back and drops the field."""
    chip = ready(bench)
    write(chip, Reg.Command, RESET)
    found = [read(chip, r) for r in (Reg.Command, Reg.ComIrq, Reg.TxControl, Reg.Mode, Reg.RFCfg, Reg.TMode)]
    assert found == [0x20, 0x14, 0x80, 0x3F, 0x48, 0]


def test_interrupt_flags_are_set_and_cleared_by_bit_7(bench: Bench) -> None:
    write(bench.chip, Reg.ComIrq, 0x7F)
    assert read(bench.chip, Reg.ComIrq) == 0
    write(bench.chip, Reg.ComIrq, 0x80 | TIMER | RX)
    write(bench.chip, Reg.ComIrq, RX)
    assert read(bench.chip, Reg.ComIrq) == TIMER


def test_the_fifo_holds_64_bytes(bench: Bench) -> None:
    chip = bench.chip
    write(chip, Reg.FIFOData, *range(65))
    assert read(chip, Reg.FIFOLevel) == 64
    assert read(chip, Reg.Error) & 0x10
    assert chip.transfer([0x92, 0x92, 0x92, 0])[1:] == [0, 1, 2]
    write(chip, Reg.FIFOLevel, 0x80)
    assert (read(chip, Reg.FIFOLevel), read(chip, Reg.Error)) == (0, 0)


def test_some_registers_cannot_be_written(bench: Bench) -> None:
    write(bench.chip, Reg.Version, 0)
    write(bench.chip, Reg.Status2, 0x08)
    assert (read(bench.chip, Reg.Version), read(bench.chip, Reg.Status2)) == (0x92, 0)


def test_the_coprocessor_computes_crc_a(bench: Bench) -> None:
    chip = bench.chip
    write(chip, Reg.Mode, 0x3D)  # preset 0x6363
    write(chip, Reg.FIFOData, 0x12, 0x34)
    write(chip, Reg.Command, CRC)
    assert read(chip, Reg.DivIrq) & 0x04
    assert bytes((read(chip, Reg.CRCResultL), read(chip, Reg.CRCResultH))) == crc_a(b"\x12\x34") == b"\x26\xcf"


def test_silence_ends_with_the_timer_and_not_before(bench: Bench) -> None:
    """(4 + 1) × (2 × 3390 + 1) / 13.56 MHz = 2.5 ms after the frame."""
    ready(bench)
    assert exchange(bench, b"\x52", 7, wait=0.0020) & TIMER == 0
    bench.clock.sleep(0.001)
    assert read(bench.chip, Reg.ComIrq) & (TIMER | RX) == TIMER


def test_without_its_timer_set_up_silence_never_ends(bench: Bench) -> None:
    chip = ready(bench)
    write(chip, Reg.TMode, 0)
    assert exchange(bench, b"\x52", 7, wait=1.0) & (TIMER | RX) == 0


def test_an_answer_takes_its_time_on_the_air_and_stops_the_timer(bench: Bench) -> None:
    """7 bits out, 91 µs, 16 bits and 2 of parity back: about 350 µs."""
    ready(bench, Tag("DEADBEEF"))
    assert exchange(bench, b"\x52", 7, wait=0.0002) & RX == 0
    bench.clock.sleep(0.0002)
    assert read(bench.chip, Reg.ComIrq) & RX
    bench.clock.sleep(0.1)
    assert read(bench.chip, Reg.ComIrq) & TIMER == 0
    assert read(bench.chip, Reg.FIFOLevel) == 2


def test_transmit_sends_and_ends(bench: Bench) -> None:
    tag = Tag("DEADBEEF")
    chip = ready(bench, tag)
    write(chip, Reg.FIFOData, 0x52)
    write(chip, Reg.BitFraming, 7)
    write(chip, Reg.Command, TRANSMIT)
    bench.clock.sleep(0.001)
    assert read(chip, Reg.ComIrq) & (TX | IDLE_IRQ) == TX | IDLE_IRQ
    assert (tag.state, read(chip, Reg.FIFOLevel)) == ("READY", 0)


@pytest.mark.parametrize(("uids", "position"), [(("01000000", "00000000"), 1), (("00010000", "00000000"), 9),
                                                (("00000080", "00000000"), 0)])  # fmt: skip
def test_where_two_tags_first_differ(bench: Bench, uids: tuple[str, str], position: int) -> None:
    """Bits are counted from 1; the 32nd is 0. With ValuesAfterColl cleared nothing after it is kept."""
    chip = ready(bench, *map(Tag, uids))
    write(chip, Reg.Coll, 0)
    exchange(bench, b"\x52", 7)
    assert exchange(bench, b"\x93\x20") & (RX | ERR) == RX | ERR
    assert read(chip, Reg.Error) & 0x08
    assert read(chip, Reg.Coll) == position
    assert {read(chip, Reg.FIFOData) for _ in range(5)} == {0}


def test_a_collision_too_far_has_no_position(bench: Bench) -> None:
    chip = ready(bench, Tag("00000001"), Tag("00000001"))
    chip.field[1].cascade = lambda: [b"\0\0\0\1\xff"]  # type: ignore[method-assign]
    exchange(bench, b"\x52", 7)
    exchange(bench, b"\x93\x20")
    assert read(chip, Reg.Coll) & 0x20


def test_an_answer_is_stored_where_rx_align_says(bench: Bench) -> None:
    chip = ready(bench, Tag("DEADBEEF"))
    exchange(bench, b"\x52", 7)
    exchange(bench, bytes((0x93, 0x24, 0xDE & 0x0F)), last=4, align=4)
    stored = bytes(read(chip, Reg.FIFOData) for _ in range(5))
    assert stored == bytes((0xD0, 0xAD, 0xBE, 0xEF, 0xDE ^ 0xAD ^ 0xBE ^ 0xEF))
    assert read(chip, Reg.Control) & 7 == 0


def test_the_chip_checks_and_adds_checksums_if_told(bench: Bench) -> None:
    """TxCRCEn and RxCRCEn: the tag sees one, and the FIFO holds none."""
    tag = Ntag213("04A1B2C3D4E5F6")
    chip = ready(bench, tag)
    exchange(bench, b"\x52", 7)
    write(chip, Reg.TxMode, 0x80)
    write(chip, Reg.RxMode, 0x80)
    exchange(bench, b"\x93\x70" + tag.cascade()[0])
    assert (read(chip, Reg.FIFOLevel), read(chip, Reg.FIFOData), read(chip, Reg.Error)) == (1, 0x04, 0)
    write(chip, Reg.RxMode, 0x80)
    chip.spoil.append("garble")
    exchange(bench, b"\x95\x70" + tag.cascade()[1])
    assert read(chip, Reg.Error)


def test_faults_of_the_air(bench: Bench) -> None:
    """Garbled: wrong bits and a parity error. Cut: a stump and a protocol error. Flipped: a wrong bit, and no error.
    Silence, and deafness: the timer."""
    chip = ready(bench, Tag("DEADBEEF"))
    chip.spoil += ["garble", "cut", "silence", "flip", ""]
    found = []
    for _ in range(5):
        chip.field[0].power_off()
        flags = exchange(bench, b"\x52", 7)
        found.append((bool(flags & RX), bool(flags & TIMER), read(chip, Reg.Error)))
    assert found == [(True, False, 0x02), (True, False, 0x01), (False, True, 0), (True, False, 0), (True, False, 0)]
    chip.deaf = True
    chip.field[0].power_off()
    assert exchange(bench, b"\x52", 7) & (RX | TIMER) == TIMER


def test_a_faint_tag_needs_gain(bench: Bench) -> None:
    chip = ready(bench, Tag("DEADBEEF", faint=5))
    assert exchange(bench, b"\x52", 7) & RX == 0
    write(chip, Reg.RFCfg, 0x60)
    assert exchange(bench, b"\x52", 7) & RX


@pytest.mark.parametrize("level", [0x00, 0xFF])
def test_unplugged(bench: Bench, level: int) -> None:
    bench.chip.unplugged = level
    assert read(bench.chip, Reg.Version) == level


def test_the_reset_pin(bench: Bench) -> None:
    """Held down it answers nothing; let go it has forgotten everything."""
    chip = ready(bench)
    chip.in_reset = lambda: True
    assert read(chip, Reg.Version) == 0
    chip.in_reset = lambda: False
    assert (read(chip, Reg.Version), read(chip, Reg.TMode)) == (0x92, 0)


def test_no_field_no_tags(bench: Bench) -> None:
    """Field off puts tags to IDLE; back on they need 5 ms before they listen."""
    tag = Tag("DEADBEEF")
    chip = ready(bench, tag)
    exchange(bench, b"\x52", 7)
    write(chip, Reg.TxControl, 0x80)
    assert tag.state == "IDLE"
    write(chip, Reg.TxControl, 0x83)
    assert exchange(bench, b"\x26", 7, wait=0.003) & RX == 0
    bench.clock.sleep(0.004)
    assert exchange(bench, b"\x26", 7) & RX


def test_answers_lie_over_each_other() -> None:
    assert overlaid([bits_of(b"\x01"), bits_of(b"\x03")]) == ([1, 1, 0, 0, 0, 0, 0, 0], 1)
    assert overlaid([[1, 0]]) == ([1, 0], None)
