"""What a look at the reader costs: beside two packages, on the same emulated chip."""

from __future__ import annotations

import logging
import time
import warnings
from collections.abc import Callable, Iterator

from tests.chip.bench import Bench
from tests.chip.tags import Ntag213

STICKER = "04A1B2C3D4E5F6"
LOOKS = 30

Look = Callable[[], object]


def ours(bench: Bench) -> Look:
    from firmware.readers.rc522 import Rc522

    return Rc522(sleep=bench.clock.sleep).poll


def simple(bench: Bench) -> Look:
    from mfrc522 import SimpleMFRC522

    logging.getLogger("mfrc522Logger").propagate = False
    look: Look = SimpleMFRC522().read_id_no_block
    return look


def pi_rc522(bench: Bench) -> Look:
    from pirc522 import RFID

    logging.getLogger("pirc522.rfid").disabled = True
    look: Look = RFID(pin_irq=None).read_id
    return look


PEERS: tuple[tuple[str, Callable[[Bench], Look]], ...] = (
    ("companion", ours), ("mfrc522 SimpleMFRC522 (4 bytes of 7)", simple), ("pi-rc522 read_id", pi_rc522),
)  # fmt: skip


def rows() -> Iterator[tuple[str, str]]:
    """Transfers, bytes and time on the bus at 1 MHz of one look; then the processor's share of our polling thread."""
    for name, peer in PEERS:
        bench = Bench().install()
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                look = peer(bench)
        except ImportError as missing:
            yield f"reader, {name}", f"peer skipped: {missing.name}"
            continue
        for what, there in (("empty look", False), ("look at a 7-byte sticker", True)):
            yield f"reader, {name}: {what}", cost(bench, look, there)
    yield "reader, companion: CPU of looking ten times a second", f"{idle_share():.2%}"


def cost(bench: Bench, look: Look, there: bool) -> str:
    """Of the second look: the first may have to set something up."""
    bench.clock.sleep(0.01)
    bench.chip.lift()
    look()
    if there:
        bench.chip.put(Ntag213(STICKER))
    bench.count()
    look()
    transfers, size, busy = bench.count()
    return f"{transfers:,} transfers, {size:,} bytes, {busy * 1e3:.2f} ms"


def idle_share() -> float:
    """Of one core of this machine, in real time, the emulated chip's own work included."""
    from firmware.readers.rc522 import Rc522
    from firmware.readers.watch import Watch

    bench = Bench().install()

    def sleep(seconds: float) -> None:
        time.sleep(seconds)
        bench.clock.sleep(seconds)

    watch = Watch("table", Rc522(sleep=sleep), _Deaf(), hurry=lambda: False, clock=time.monotonic)
    watch.step()
    began, since = time.thread_time(), time.monotonic()
    for _ in range(LOOKS):
        time.sleep(watch.step())
    return (time.thread_time() - began) / (time.monotonic() - since)


class _Deaf:
    def come(self, uid: str) -> None: ...
    def gone(self, uid: str) -> None: ...
    def state(self, state: str) -> None: ...
