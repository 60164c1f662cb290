"""The register layer of the `mfrc522` package, with what it gets wrong put right.

Kept: register names, `Read_MFRC522`, `Write_MFRC522`, `MFRC522_Init`, the antenna. Overridden: the constructor (theirs
claims a pin that may be the serial port's), the exchange (theirs never sees the chip's timer and spins 2,000 times),
the selection (theirs does not check what it gets), and close (theirs resets every pin of the process).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import spidev
from mfrc522 import MFRC522

__all__ = ["Answer", "Chip", "Lost", "crc_a", "maker"]

ANSWER_S = 0.0006  # until a tag's answer is in, from the end of the frame on…
BYTE_S = 0.000085  # …and each byte of the frame takes so long on the air
WAIT_S = 0.0026  # the chip's own timer ends the wait after 2.5 ms
TRIES = 6
TIMER_RELOAD = 4  # × 0.5 ms, and one more
FIELD_S = 0.005  # a tag needs so much field before it listens
RESET_S = 0.001
TIMER, ERROR, IDLE, RX = 0x01, 0x02, 0x10, 0x20  # flags of CommIrqReg
COLLISION, FAULTS = 0x08, 0x17  # flags of ErrorReg: all but temperature, which says nothing of the frame


class Lost(Exception):
    """What answers is not the chip that we set up, or nothing answers. `why` as in `Reading`."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True)
class Answer:
    """What came back. `silence` is a clean time-out: the chip listened, and nobody spoke."""

    kind: Literal["silence", "frame", "collision", "garbled"]
    data: bytes = b""
    bits: int = 0
    collision: int | None = None  # how many bits came before the first on which two tags differ


def crc_a(data: Sequence[int]) -> bytes:
    """The checksum of ISO/IEC 14443-3 type A, low byte first: 9 µs here, 15 transfers on the chip."""
    crc = 0x6363
    for byte in data:
        b = (byte ^ crc) & 0xFF
        b = (b ^ b << 4) & 0xFF
        crc = crc >> 8 ^ b << 8 ^ b << 3 ^ b >> 4
    return bytes((crc & 0xFF, crc >> 8 & 0xFF))


def maker(version: int) -> Literal["genuine", "clone", "unknown", "absent"]:
    """What the version register tells. Unknown ones are taken for what they say they are: many work."""
    if version in (0x00, 0xFF):
        return "absent"
    if version in (0x90, 0x91, 0x92):
        return "genuine"
    return "clone" if version in (0x12, 0x18, 0x82, 0x88, 0x89, 0xB2) else "unknown"


class Chip(MFRC522):  # type: ignore[misc]
    """An RC522 that has been found and set up."""

    def __init__(
        self, bus: int, device: int, speed_hz: int, gain: int, sleep: Callable[[float], None], spi: Any = None
    ) -> None:
        """Raises `Lost`, and `OSError` as the bus does. `gain` is 0 to 7, 18 to 48 dB."""
        self.sleep, self.gain = sleep, gain
        self.logger = logging.getLogger("mfrc522Logger")  # their methods use it; their handler would double every line
        self.spi = spi or spidev.SpiDev()
        try:
            self.spi.open(bus, device)
            self.spi.max_speed_hz = speed_hz
            self.spi.mode = 0
            self.version = self.read(self.VersionReg)[0]
            if maker(self.version) == "absent":
                raise Lost("silent")
            self.start()
        except BaseException:
            self.spi.close()
            raise

    def start(self) -> None:
        """Set every register that matters, turn the field on, and make sure that the chip took it."""
        self.MFRC522_Reset()
        self.sleep(RESET_S)
        self.MFRC522_Init()
        self.Write_MFRC522(self.TReloadRegL, TIMER_RELOAD)
        self.Write_MFRC522(self.RFCfgReg, (self.gain & 7) << 4)
        self.Write_MFRC522(self.TxModeReg, 0)
        self.Write_MFRC522(self.RxModeReg, 0)
        self.Write_MFRC522(self.CollReg, 0)  # after a collision only the bits before it are kept
        self.sleep(FIELD_S)
        mode, reload, antenna, version = self.read(self.TModeReg, self.TReloadRegL, self.TxControlReg, self.VersionReg)
        if (mode, reload, antenna & 3, version) != (0x8D, TIMER_RELOAD, 3, self.version):
            raise Lost("does-not-keep-registers")

    def MFRC522_Reset(self) -> None:
        """Soft; the reset pin is somebody else's."""
        self.Write_MFRC522(self.CommandReg, self.PCD_RESETPHASE)

    def Close_MFRC522(self) -> None:
        """Turn the field off and let go of the bus, and of nothing else."""
        try:
            self.AntennaOff()
        finally:
            self.spi.close()

    # ---- registers, several in one transfer

    def read(self, *registers: int) -> list[int]:
        """These registers, in one transfer."""
        got: list[int] = self.spi.xfer2([*(register << 1 & 0x7E | 0x80 for register in registers), 0])[1:]
        return got

    def write_fifo(self, data: Sequence[int]) -> None:
        self.spi.xfer2([self.FIFODataReg << 1, *data])

    # ---- frames

    def exchange(self, data: Sequence[int], last_bits: int = 0, align: int = 0) -> Answer:
        """Send a frame (of the last byte only `last_bits`, if not 0) and hear what comes; its first bit is stored at
        `align`. Raises `Lost` where no answer and no time-out comes either, or the registers are gone."""
        self._load(data)
        self.Write_MFRC522(self.CommandReg, self.PCD_TRANSCEIVE)
        self.Write_MFRC522(self.BitFramingReg, 0x80 | align << 4 | last_bits)
        return self._hear(ANSWER_S + len(data) * BYTE_S)

    def say(self, data: Sequence[int]) -> None:
        """Send a frame to which silence is the answer."""
        self._load(data)
        self.Write_MFRC522(self.BitFramingReg, 0)
        self.Write_MFRC522(self.CommandReg, self.PCD_TRANSMIT)
        self.sleep(ANSWER_S + len(data) * BYTE_S)

    def _load(self, data: Sequence[int]) -> None:
        self.Write_MFRC522(self.CommandReg, self.PCD_IDLE)
        self.Write_MFRC522(self.CommIrqReg, 0x7F)
        self.Write_MFRC522(self.FIFOLevelReg, 0x80)
        self.write_fifo(data)

    def _hear(self, first_s: float, done: int = RX) -> Answer:
        for attempt in range(TRIES):
            self.sleep(WAIT_S if attempt else first_s)
            flags, error, level, control, coll, antenna, version = self.read(
                self.CommIrqReg, self.ErrorReg, self.FIFOLevelReg, self.ControlReg, self.CollReg, self.TxControlReg,
                self.VersionReg,
            )  # fmt: skip
            if version != self.version:
                raise Lost("silent" if maker(version) == "absent" else "talks-nonsense")
            if antenna & 3 != 3:
                raise Lost("lost-its-registers")
            if flags & done:
                return self._answer(error, level, control & 7, coll)
            if flags & TIMER:
                return Answer("silence")
        raise Lost("no-time-out")

    def _answer(self, error: int, level: int, last_bits: int, coll: int) -> Answer:
        data = bytes(self.read(*[self.FIFODataReg] * level)) if 0 < level <= 64 else b""
        bits = len(data) * 8 - (8 - last_bits if last_bits else 0)
        if error & COLLISION:
            known = None if coll & 0x20 else (coll & 0x1F or 32) - 1
            return Answer("collision", data, bits, known)
        return Answer("garbled" if error & FAULTS else "frame", data, bits)

    # ---- what the package's own methods call

    def MFRC522_ToCard(self, command: int, sendData: Sequence[int]) -> tuple[int, list[int], int]:
        """As the package's, which reads four different things out of it: (status, bytes, bits)."""
        if command == self.PCD_TRANSCEIVE:
            answer = self.exchange(sendData, self.read(self.BitFramingReg)[0] & 7)
        else:
            self._load(sendData)
            self.Write_MFRC522(self.CommandReg, command)
            answer = self._hear(WAIT_S, IDLE)
        known: dict[str, int] = {"frame": self.MI_OK, "silence": self.MI_NOTAGERR}
        return known.get(answer.kind, int(self.MI_ERR)), list(answer.data), answer.bits

    def MFRC522_SelectTag(self, serNum: Sequence[int]) -> int:
        """The tag's SAK on the first cascade level; 0 where its answer was none or is damaged."""
        sak = self.select(0x93, bytes(serNum[:5]))
        return sak or 0

    def select(self, level: int, part: bytes) -> int | None:
        """Select by four bytes and their check byte; the SAK, or None where the answer was none or is damaged."""
        frame = bytes((level, 0x70)) + part
        answer = self.exchange(frame + crc_a(frame))
        if answer.kind != "frame" or answer.bits != 24 or crc_a(answer.data[:1]) != answer.data[1:]:
            return None
        return answer.data[0]
