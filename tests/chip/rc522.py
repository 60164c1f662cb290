"""An MFRC522 as its SPI pins show it: registers, FIFO, timer, interrupt flags, CRC coprocessor and the air.

It knows nothing of any driver. Register names and reset values are the data sheet's (MFRC522, NXP, section 9).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from enum import IntEnum
from typing import Literal

from tests.chip.clock import Clock
from tests.chip.tags import Bits, Classic1K, Tag, bits_of, bytes_of, crc_a

BIT = 1 / 105_937.5  # seconds on the air: the carrier, 13.56 MHz, by 128
ANSWER_AFTER = 91e-6  # seconds from the end of a frame to a tag's answer
CARRIER = 13.56e6
POWER_UP = 5e-3  # seconds of field that a tag needs before it listens

Spoil = Literal["", "silence", "garble", "cut", "flip"]


class Reg(IntEnum):
    Command = 0x01
    ComIEn = 0x02
    DivIEn = 0x03
    ComIrq = 0x04
    DivIrq = 0x05
    Error = 0x06
    Status1 = 0x07
    Status2 = 0x08
    FIFOData = 0x09
    FIFOLevel = 0x0A
    WaterLevel = 0x0B
    Control = 0x0C
    BitFraming = 0x0D
    Coll = 0x0E
    Mode = 0x11
    TxMode = 0x12
    RxMode = 0x13
    TxControl = 0x14
    TxASK = 0x15
    TxSel = 0x16
    RxSel = 0x17
    RxThreshold = 0x18
    Demod = 0x19
    MfTx = 0x1C
    MfRx = 0x1D
    SerialSpeed = 0x1F
    CRCResultH = 0x21
    CRCResultL = 0x22
    ModWidth = 0x24
    RFCfg = 0x26
    GsN = 0x27
    CWGsP = 0x28
    ModGsP = 0x29
    TMode = 0x2A
    TPrescaler = 0x2B
    TReloadH = 0x2C
    TReloadL = 0x2D
    Version = 0x37


AFTER_RESET = {
    Reg.Command: 0x20, Reg.ComIEn: 0x80, Reg.ComIrq: 0x14, Reg.Status1: 0x21, Reg.WaterLevel: 0x08, Reg.Control: 0x10,
    Reg.Coll: 0xA0, Reg.Mode: 0x3F, Reg.TxControl: 0x80, Reg.TxSel: 0x10, Reg.RxSel: 0x84, Reg.RxThreshold: 0x84,
    Reg.Demod: 0x4D, Reg.MfTx: 0x62, Reg.SerialSpeed: 0xEB, Reg.CRCResultH: 0xFF, Reg.CRCResultL: 0xFF,
    Reg.ModWidth: 0x26, Reg.RFCfg: 0x48, Reg.GsN: 0x88, Reg.CWGsP: 0x20, Reg.ModGsP: 0x20,
}  # fmt: skip
READ_ONLY = {Reg.Error, Reg.Status1, Reg.CRCResultH, Reg.CRCResultL, Reg.Version}

IDLE, CALC_CRC, TRANSMIT, TRANSCEIVE, AUTHENTICATE, SOFT_RESET = 0x00, 0x03, 0x04, 0x0C, 0x0E, 0x0F
TIMER_IRQ, ERR_IRQ, LO_ALERT, HI_ALERT, IDLE_IRQ, RX_IRQ, TX_IRQ = (1 << i for i in range(7))
PROTOCOL_ERR, PARITY_ERR, CRC_ERR, COLL_ERR, OVERFLOW_ERR = 0x01, 0x02, 0x04, 0x08, 0x10


class Chip:
    """One reader board.

    What a test does to it: `put` and `lift` tags; `spoil` answers one by one; make it `deaf`; pull its wires
    (`unplugged` is the level that MISO then has: 0x00, 0xFF, or None); `brown_out`; hold its reset pin down.
    """

    def __init__(self, clock: Clock, version: int = 0x92) -> None:
        self.clock, self.version = clock, version
        self.field: list[Tag] = []
        self.spoil: deque[Spoil] = deque()  # what happens to the next answers of tags; "" lets one pass
        self.deaf = False  # it sends, and hears nothing
        self.unplugged: int | None = None
        self.in_reset: Callable[[], bool] = lambda: False  # the level of its reset pin
        self.was_in_reset = False
        self.brown_out()

    # ---- what is done to it

    def put(self, *tags: Tag) -> None:
        for tag in tags:
            tag.power_off()
            self.field.append(tag)

    def lift(self, *tags: Tag) -> None:
        """Without arguments all of them."""
        for tag in tags or tuple(self.field):
            self.field.remove(tag)
            tag.power_off()

    def brown_out(self) -> None:
        """Its supply dips: every register is as after power-on, and the field is off."""
        self.registers = dict.fromkeys(range(64), 0) | AFTER_RESET | {Reg.Version: self.version}
        self.fifo = bytearray()
        self.queue: list[tuple[float, Callable[[], None]]] = []
        self.deadline: float | None = None
        self.field_since: float | None = None
        for tag in self.field:
            tag.power_off()

    # ---- what its pins show

    def transfer(self, out: list[int]) -> list[int]:
        """One frame while it is selected: an address, then either bytes to write there or the next address to read."""
        if self.unplugged is not None:
            return [self.unplugged] * len(out)
        if self.in_reset():
            self.was_in_reset = True
            return [0] * len(out)
        if self.was_in_reset:
            self.was_in_reset = False
            self.brown_out()
        self._pass_time()
        if out[0] & 0x80:
            return [0, *(self._read(byte >> 1 & 0x3F) for byte in out[:-1])]
        for value in out[1:]:
            self._write(out[0] >> 1 & 0x3F, value)
        return [0] * len(out)

    def _read(self, address: int) -> int:
        match address:
            case Reg.FIFOData:
                return self.fifo.pop(0) if self.fifo else 0
            case Reg.FIFOLevel:
                return len(self.fifo)
            case Reg.Status1:
                level, mark = len(self.fifo), self.registers[Reg.WaterLevel] & 0x3F
                running = 0x08 if self.deadline is not None else 0
                return 0x20 | running | (0x02 if 64 - level <= mark else 0) | (0x01 if level <= mark else 0)
        return self.registers[address]

    def _write(self, address: int, value: int) -> None:
        r = self.registers
        match address:
            case Reg.Command:
                self._command(value)
            case Reg.ComIrq | Reg.DivIrq:  # bit 7: whether the marked bits are set or cleared
                r[address] = (r[address] | value if value & 0x80 else r[address] & ~value) & 0x7F
            case Reg.FIFOData:
                if len(self.fifo) < 64:
                    self.fifo.append(value)
                else:
                    self._error(OVERFLOW_ERR)
            case Reg.FIFOLevel:
                if value & 0x80:
                    self.fifo.clear()
                    r[Reg.Error] &= ~OVERFLOW_ERR
            case Reg.BitFraming:
                r[address] = value & 0x7F
                if value & 0x80 and r[Reg.Command] & 0x0F == TRANSCEIVE:
                    self._send()
            case Reg.Status2:  # MFCrypto1On can only be cleared from outside
                r[address] = value & 0xF7 | r[address] & value & 0x08
            case Reg.Coll:
                r[address] = value & 0x80 | r[address] & 0x3F
            case Reg.TxControl:
                r[address] = value
                self._field(bool(value & 0x03))
            case Reg.Control:
                r[address] = value & 0x38 | r[address] & 0x07
            case _ if address not in READ_ONLY:
                r[address] = value

    def _command(self, value: int) -> None:
        self.registers[Reg.Command] = value & 0x3F
        self.queue.clear()
        match value & 0x0F:
            case 0x03:
                self._calculate_crc()
            case 0x04:
                self._send(listen=False)
            case 0x0E:
                self._authenticate()
            case 0x0F:
                self.brown_out()

    def _finish(self) -> None:
        self.registers[Reg.Command] &= 0x30
        self._flag(IDLE_IRQ)

    def _flag(self, bits: int) -> None:
        self.registers[Reg.ComIrq] |= bits

    def _error(self, bits: int) -> None:
        self.registers[Reg.Error] |= bits
        if bits:
            self._flag(ERR_IRQ)

    def _calculate_crc(self) -> None:
        preset = (0x0000, 0x6363, 0xA671, 0xFFFF)[self.registers[Reg.Mode] & 3]
        low, high = crc_a(self.fifo, preset)
        self.fifo.clear()
        self.registers[Reg.CRCResultL], self.registers[Reg.CRCResultH] = low, high
        self.registers[Reg.DivIrq] |= 0x04

    # ---- time

    def _pass_time(self) -> None:
        """Whatever has become due since the last look."""
        while self.queue and self.queue[0][0] <= self.clock():
            self.queue.pop(0)[1]()
        if self.deadline is not None and self.deadline <= self.clock():
            self.deadline = None
            self._flag(TIMER_IRQ)

    def _later(self, at: float, what: Callable[[], None]) -> None:
        self.queue.append((at, what))
        self.queue.sort(key=lambda due: due[0])

    def _start_timer(self, at: float) -> None:
        r = self.registers
        if r[Reg.TMode] & 0x80:  # TAuto
            prescaler = (r[Reg.TMode] & 0x0F) << 8 | r[Reg.TPrescaler]
            reload = r[Reg.TReloadH] << 8 | r[Reg.TReloadL]
            self.deadline = at + (reload + 1) * (2 * prescaler + 1) / CARRIER

    # ---- the air

    def _field(self, on: bool) -> None:
        if on and self.field_since is None:
            self.field_since = self.clock()
        elif not on and self.field_since is not None:
            self.field_since = None
            for tag in self.field:
                tag.power_off()

    def _hearing(self) -> list[Tag]:
        """The tags that have had enough of the field and whose answers come through."""
        if self.field_since is None or self.clock() - self.field_since < POWER_UP:
            return []
        gain = self.registers[Reg.RFCfg] >> 4 & 7
        return [tag for tag in self.field if tag.faint <= gain]

    def _send(self, listen: bool = True) -> None:
        r = self.registers
        data, last = bytes(self.fifo), r[Reg.BitFraming] & 0x07
        self.fifo.clear()
        if not data:
            return
        bits = len(data) * 8 - (8 - last if last else 0)
        if r[Reg.TxMode] & 0x80:
            data, bits = data + crc_a(data), bits + 16
        r[Reg.Error] = 0
        sent = self.clock() + (bits + bits // 8 + 2) * BIT
        answers = [(tag, answer) for tag in self._hearing() if (answer := tag.hear(data, bits)) is not None]
        self._later(sent, lambda: self._flag(TX_IRQ))
        if not listen:
            self._later(sent, self._finish)
            return
        self._start_timer(sent)
        spoilt = self.spoil.popleft() if answers and self.spoil else ""
        if not answers or self.deaf or spoilt == "silence":
            return
        heard, collision = overlaid([answer for _, answer in answers])
        if self.deadline is not None and sent + ANSWER_AFTER > self.deadline:
            return
        self.deadline = None  # the first bits of an answer stop the timer
        arrived = sent + ANSWER_AFTER + (len(heard) + len(heard) // 8) * BIT
        self._later(arrived, lambda: self._receive(heard, collision, spoilt))

    def _receive(self, heard: Bits, collision: int | None, spoilt: Spoil) -> None:
        r = self.registers
        align = r[Reg.BitFraming] >> 4 & 0x07
        error = 0
        if spoilt == "garble":
            heard = [bit ^ (1 if i % 9 == 4 else 0) for i, bit in enumerate(heard)]
            error |= PARITY_ERR
        elif spoilt == "flip":  # one bit and its parity: only check byte and checksum can tell
            heard = [bit ^ (1 if i == 2 else 0) for i, bit in enumerate(heard)]
        elif spoilt == "cut":
            heard = heard[: max(1, len(heard) // 2 - 3)]
            error |= PROTOCOL_ERR
        r[Reg.Coll] = r[Reg.Coll] & 0x80 | 0x20
        if collision is not None:
            error |= COLL_ERR
            position = collision + 1 + align
            r[Reg.Coll] = r[Reg.Coll] & 0x80 | (position & 0x1F if position <= 32 else 0x20)
            if not r[Reg.Coll] & 0x80:
                heard = heard[:collision] + [0] * (len(heard) - collision)
        data = bytes_of([0] * align + heard)
        if r[Reg.RxMode] & 0x80 and not error:
            data, check = data[:-2], data[-2:]
            if check != crc_a(data):
                error |= CRC_ERR
        self.fifo[:] = data[:64]
        r[Reg.Control] = r[Reg.Control] & 0x38 | (align + len(heard)) % 8
        self._error(error)
        self._flag(RX_IRQ)

    def _authenticate(self) -> None:
        asked, self.fifo = bytes(self.fifo), bytearray()
        self.registers[Reg.Error] = 0
        self._start_timer(self.clock() + 1e-3)
        for tag in self._hearing():
            if tag.state != "ACTIVE":
                continue
            if isinstance(tag, Classic1K) and len(asked) == 12 and tag.authenticate(asked[1], asked[2:8], asked[8:12]):
                self.registers[Reg.Status2] |= 0x08
                self.deadline = None
                self._later(self.clock() + 3e-3, self._finish)
                return
            tag.fall_back()


def overlaid(answers: list[Bits]) -> tuple[Bits, int | None]:
    """What the antenna hears of several answers at once, and at which bit two first differ."""
    length = max(map(len, answers))
    columns = [{answer[i] for answer in answers if i < len(answer)} for i in range(length)]
    collision = next((i for i, column in enumerate(columns) if len(column) > 1), None)
    return [max(column) for column in columns], collision


__all__ = ["Chip", "Reg", "bits_of", "overlaid"]
