"""Tags in the field: the state machine of ISO/IEC 14443-3 type A, and what three families answer beyond it.

A frame to a tag is bytes and a count of bits, since some are not whole bytes. Its answer is a list of bits in the order
in which they cross the air (lowest first), because that is how two answers collide.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

Bits: TypeAlias = list[int]
State = Literal["IDLE", "READY", "ACTIVE", "HALT"]

REQA, WUPA, HLTA = 0x26, 0x52, 0x50
SELECTS = (0x93, 0x95, 0x97)
CASCADE = 0x88
ACK, NAK = 0x0A, 0x00


def crc_a(data: Sequence[int], preset: int = 0x6363) -> bytes:
    """The checksum of ISO/IEC 14443-3 type A, low byte first."""
    crc = preset
    for byte in data:
        b = (byte ^ crc) & 0xFF
        b = (b ^ b << 4) & 0xFF
        crc = (crc >> 8 ^ b << 8 ^ b << 3 ^ b >> 4) & 0xFFFF
    return bytes((crc & 0xFF, crc >> 8))


def bits_of(data: Sequence[int]) -> Bits:
    """As they cross the air."""
    return [byte >> i & 1 for byte in data for i in range(8)]


def bytes_of(bits: Sequence[int]) -> bytes:
    """The last byte may be a part of one."""
    return bytes(sum(b << i for i, b in enumerate(bits[at : at + 8])) for at in range(0, len(bits), 8))


def checked(data: Sequence[int]) -> Bits:
    """The bits of `data` with its checksum behind."""
    return bits_of([*data, *crc_a(data)])


def nibble(value: int) -> Bits:
    return [value >> i & 1 for i in range(4)]


class Tag:
    """A tag with a UID of 4, 7 or 10 bytes.

    A frame that it does not expect makes it fall silent, to IDLE, or to HALT if it came from there. That is why a tag
    that has been selected misses the next REQA, and a halted one all of them until WUPA or a loss of power.
    """

    atqa = 0x0004
    sak = 0x08

    def __init__(self, uid: str | bytes, faint: int = 0) -> None:
        """`faint`: the lowest antenna gain (0 to 7) at which its answers are heard."""
        self.uid = bytes.fromhex(uid) if isinstance(uid, str) else uid
        if len(self.uid) not in (4, 7, 10):
            raise ValueError("a UID has 4, 7 or 10 bytes")
        self.faint = faint
        self.state: State = "IDLE"
        self.starred = False  # READY* and ACTIVE*: woken from HALT, so it falls back there
        self.level = 0

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.uid.hex().upper()})"

    def cascade(self) -> list[bytes]:
        """Per level of anticollision: four bytes and the check byte."""
        parts, rest = [], self.uid
        while len(rest) > 4:
            parts.append(bytes((CASCADE,)) + rest[:3])
            rest = rest[3:]
        return [p + bytes((p[0] ^ p[1] ^ p[2] ^ p[3],)) for p in (*parts, rest)]

    def power_off(self) -> None:
        """The field is gone; everything volatile with it."""
        self.state, self.starred, self.level = "IDLE", False, 0

    def fall_back(self) -> None:
        self.state = "HALT" if self.starred else "IDLE"
        self.level = 0

    def hear(self, data: bytes, bits: int) -> Bits | None:
        """A frame from the reader; the answer, or None: silence."""
        if bits == 7:
            return self._woken(data[0])
        if self.state == "READY":
            answer = self._anticollision(data, bits)
        elif self.state == "ACTIVE":
            answer = self._active(data, bits)
        else:
            return None
        if answer is None and self.state in ("READY", "ACTIVE"):
            self.fall_back()
        return answer

    def _woken(self, command: int) -> Bits | None:
        if (command == REQA and self.state == "IDLE") or (command == WUPA and self.state in ("IDLE", "HALT")):
            self.starred = self.state == "HALT"
            self.state, self.level = "READY", 0
            atqa = self.atqa | (len(self.cascade()) - 1) << 6
            return bits_of((atqa & 0xFF, atqa >> 8))
        if self.state in ("READY", "ACTIVE"):
            self.fall_back()
        return None

    def _anticollision(self, data: bytes, bits: int) -> Bits | None:
        here = self.cascade()[self.level]
        if data[0] != SELECTS[self.level] or len(data) < 2:
            return None
        if data[1] == 0x70:
            if bits != 72 or data[2:7] != here or data[7:9] != crc_a(data[:7]):
                return None
            self.level += 1
            if self.level < len(self.cascade()):
                return checked((0x04,))
            self.state = "ACTIVE"
            return checked((self.sak,))
        known = bits - 16
        if known < 0 or known >= 40 or data[1] >> 4 != bits // 8 or data[1] & 0x0F != bits % 8:
            return None
        own = bits_of(here)
        return own[known:] if bits_of(data[2:])[:known] == own[:known] else None

    def _active(self, data: bytes, bits: int) -> Bits | None:
        body, check = data[:-2], data[-2:]
        if bits % 8 or len(data) < 3 or check != crc_a(body):
            return None
        if body == bytes((HLTA, 0)):
            self.state, self.starred = "HALT", True
            return None
        return self.command(body)

    def command(self, body: bytes) -> Bits | None:
        """A command with a right checksum, to a selected tag."""
        return None


class Ntag213(Tag):
    """A round sticker: 45 pages of 4 bytes, seven bytes of UID."""

    atqa = 0x0004
    sak = 0x00
    version = bytes.fromhex("0004040201000F03")

    def __init__(self, uid: str | bytes, faint: int = 0) -> None:
        super().__init__(uid, faint)
        self.memory = bytearray(45 * 4)
        if len(self.uid) == 7:
            first, second = self.cascade()
            self.memory[:9] = first[1:] + second

    def command(self, body: bytes) -> Bits | None:
        match body[0]:
            case 0x60 if len(body) == 1:
                return checked(self.version)
            case 0x30 if len(body) == 2:  # READ: four pages, around the end
                if body[1] >= 45:
                    self.fall_back()
                    return nibble(NAK)
                return checked((bytes(self.memory) * 2)[body[1] * 4 : body[1] * 4 + 16])
            case 0xA2 if len(body) == 6:  # WRITE: one page
                if not 4 <= body[1] < 45:
                    self.fall_back()
                    return nibble(NAK)
                self.memory[body[1] * 4 : body[1] * 4 + 4] = body[2:]
                return nibble(ACK)
        return None


class Classic1K(Tag):
    """MIFARE Classic 1K. Its cipher is not emulated: a right key opens the sector, and frames then go in the clear."""

    atqa = 0x0004
    sak = 0x08

    def __init__(self, uid: str | bytes, faint: int = 0, key: bytes = b"\xff" * 6) -> None:
        super().__init__(uid, faint)
        self.key = key
        self.blocks = [bytearray(16) for _ in range(64)]
        self.opened: int | None = None  # the sector
        self.writing: int | None = None

    def power_off(self) -> None:
        super().power_off()
        self.opened = self.writing = None

    def fall_back(self) -> None:
        super().fall_back()
        self.opened = self.writing = None

    def authenticate(self, block: int, key: bytes, uid: bytes) -> bool:
        """What the reader's MFAuthent command comes to."""
        if self.state != "ACTIVE" or key != self.key or uid != self.uid[-4:]:
            self.fall_back()
            return False
        self.opened = block // 4
        return True

    def command(self, body: bytes) -> Bits | None:
        if self.writing is not None:
            block, self.writing = self.writing, None
            if len(body) != 16:
                return nibble(NAK)
            self.blocks[block][:] = body
            return nibble(ACK)
        if len(body) != 2 or self.opened != body[1] // 4:
            return None
        if body[0] == 0x30:
            return checked(self.blocks[body[1]])
        if body[0] == 0xA0:
            self.writing = body[1]
            return nibble(ACK)
        return None


class Phone(Tag):
    """A phone or a bank card: a new random UID (0x08 …) each time it is powered."""

    sak = 0x20

    def __init__(self, draw: Callable[[], bytes], faint: int = 0) -> None:
        """`draw` gives three bytes."""
        self.draw = draw
        super().__init__(b"\x08" + draw(), faint)

    def power_off(self) -> None:
        super().power_off()
        self.uid = b"\x08" + self.draw()

    def command(self, body: bytes) -> Bits | None:
        return checked(bytes.fromhex("0578807002")) if body[0] == 0xE0 else None  # RATS
