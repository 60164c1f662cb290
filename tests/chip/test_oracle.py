"""The real `mfrc522` package, unchanged, agrees with the emulator: also where its users complain."""

import logging
from typing import Any

import pytest
from mfrc522 import MFRC522, SimpleMFRC522

from tests.chip.bench import Bench
from tests.chip.tags import Classic1K, Ntag213

logging.getLogger("mfrc522Logger").propagate = False
pytestmark = pytest.mark.filterwarnings("ignore:Bitwise inversion:DeprecationWarning")  # its own `~` of a truth
CLASSIC, NTAG, TWIN = "DEADBEEF", "04A1B2C3D4E5F6", "04A1B299887766"


@pytest.fixture
def simple(bench: Bench) -> Any:
    reader = SimpleMFRC522()
    bench.clock.sleep(0.01)
    return reader


def test_it_reads_a_classic_and_glues_the_check_byte_on(bench: Bench, simple: Any) -> None:
    bench.chip.put(Classic1K(CLASSIC))
    assert simple.read_id_no_block() == 0xDEADBEEF22


def test_every_second_read_is_nothing(bench: Bench, simple: Any) -> None:
    bench.chip.put(Classic1K(CLASSIC))
    assert [simple.read_id_no_block() is not None for _ in range(6)] == [True, False] * 3


def test_two_stickers_look_alike_to_it(bench: Bench, simple: Any) -> None:
    bench.chip.put(Ntag213(NTAG))
    first = simple.read_id_no_block()
    bench.chip.lift()
    bench.chip.put(Ntag213(TWIN))
    assert first == simple.read_id_no_block() == 0x8804A1B29F


def test_it_writes_and_reads_a_classic_back(bench: Bench, simple: Any) -> None:
    """Selection, MFAuthent, three blocks, both ways."""
    bench.chip.put(tag := Classic1K(CLASSIC))
    simple.write_no_block("Knight")
    assert bytes(tag.blocks[8]) == b"Knight".ljust(16)
    tag.power_off()
    number, text = simple.read_no_block()
    assert (number, text.rstrip()) == (0xDEADBEEF22, "Knight")


def test_two_tags_are_nothing_to_it(bench: Bench, simple: Any) -> None:
    bench.chip.put(Classic1K(CLASSIC), Classic1K("DEADBEE0"))
    assert simple.read_id_no_block() is None


def test_an_empty_poll_costs_it_two_thousand_transfers(bench: Bench, simple: Any) -> None:
    """The `~` that was meant to be a `not`: its loop never looks at the timer's flag."""
    bench.count()
    simple.read_id_no_block()
    assert bench.count()[0] > 2000


def test_its_close_resets_every_pin(bench: Bench, simple: Any) -> None:
    simple.READER.Close_MFRC522()
    assert bench.cleaned == [None]


def test_it_claims_the_serial_ports_pin(bench: Bench) -> None:
    bench.mode = 11
    MFRC522()
    assert set(bench.pins) == {15}
