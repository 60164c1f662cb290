"""An RC522 over SPI: who lies on it, all of them, by their whole UIDs.

Each look wakes every tag (WUPA), follows each through all levels of anticollision and sends it to sleep again (HLTA).
Where two tags differ the antenna hears a collision; both ways are then walked, one after the other.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from typing import Literal

from firmware.readers.reading import Reading
from firmware.readers.registers import Answer, Chip, Lost, crc_a, maker

__all__ = ["Rc522"]

_log = logging.getLogger(__name__)

WUPA, LEVELS, CASCADE, MORE = 0x52, (0x93, 0x95, 0x97), 0x88, 0x04
HLTA = bytes((0x50, 0x00)) + crc_a((0x50, 0x00))
WALKS = 4  # more tags than these at once are a heap
GARBLED_LIMIT = 25  # looks in a row, until the chip is set up anew

Path = tuple[bool, ...]


class _Garbled(Exception):
    """Something answered, and not as a tag that can be read answers."""


class _Heap(Exception):
    """More tags than can be told apart."""


class Rc522:
    """A reader on one chip select. Readers on one bus share a lock: they take turns, and so do their fields."""

    def __init__(
        self, device: int = 0, *, bus: int = 0, speed_hz: int = 1_000_000, gain: int = 4, lock: Lock | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:  # fmt: skip
        self._where, self._gain, self._sleep = (bus, device, speed_hz), gain, sleep
        self._lock = lock or Lock()
        self._chip: Chip | None = None
        self._garbled = 0
        self._saw = False

    @property
    def made_by(self) -> Literal["genuine", "clone", "unknown", "absent"]:
        """What the chip says of itself, as of the last look."""
        return maker(self._chip.version) if self._chip else "absent"

    @property
    def version(self) -> int | None:
        """The number behind `made_by`; None while absent."""
        return self._chip.version if self._chip else None

    def poll(self) -> Reading:
        with self._lock:
            try:
                return self._look()
            except Lost as lost:
                return self._fault(Reading("not-connected", why=lost.why))
            except FileNotFoundError:
                return self._fault(Reading("not-connected", why="spi-disabled"))
            except PermissionError:
                return self._fault(Reading("error", why="no-permission"))
            except OSError as error:
                return self._fault(Reading("error", why=str(error)))

    def close(self) -> None:
        with self._lock:
            self._drop()

    def _drop(self) -> None:
        chip, self._chip = self._chip, None
        if chip:
            with suppress(OSError):  # whatever the bus says now, we are going
                chip.Close_MFRC522()

    def _fault(self, reading: Reading) -> Reading:
        self._drop()
        return reading

    def _look(self) -> Reading:
        if self._chip is None:
            self._chip = Chip(*self._where, self._gain, self._sleep)
            if self.made_by == "unknown":
                _log.warning("reader %s: unknown chip version 0x%02X, used all the same", self._where, self.version)
        try:
            reading = self._all(self._chip)
        except Lost as lost:
            if lost.why != "lost-its-registers":
                raise
            self._chip.start()  # a dip of its supply: it is there, but has not looked
            return Reading("garbled", why=lost.why)
        self._garbled = self._garbled + 1 if reading.state == "garbled" else 0
        if self._garbled >= GARBLED_LIMIT:
            self._garbled = 0
            self._chip.start()
        return reading

    def _all(self, chip: Chip) -> Reading:
        """Walk from one fork of the tags' UIDs to the next, until there is none left."""
        paths: list[Path] = [()]
        found: set[str] = set()
        garbled = False
        for walk in range(WALKS):
            if not paths:
                break
            answer = chip.exchange((WUPA,), last_bits=7)
            if answer.kind == "silence":
                if walk == 0 and self._saw:  # a tag whose last answer was lost misses one call, and hears the second
                    self._saw = False
                    answer = chip.exchange((WUPA,), last_bits=7)
                if walk == 0 and answer.kind == "silence":
                    return Reading("ready")
            if answer.kind == "silence":
                garbled = True  # it has just been there
                break
            self._saw = True
            try:
                uid, forks = _walk(chip, paths.pop())
            except (_Garbled, _Heap) as trouble:
                chip.say(HLTA)  # whoever still listens to the walk falls silent, and hears the next WUPA
                if isinstance(trouble, _Heap):
                    return Reading("two-tags")
                garbled = True
                continue
            found.add(uid)
            paths += forks
        if paths or len(found) > 1:
            return Reading("two-tags", () if paths else tuple(sorted(found)))
        if garbled:
            return Reading("garbled", tuple(found))
        return Reading("tag", tuple(found))


def _walk(chip: Chip, path: Path) -> tuple[str, list[Path]]:
    """Follow `path` where tags differ (True: those with a 1 there), and beyond it the ones; put the found tag to sleep.

    Returns its UID, and the paths not taken.
    """
    uid, forks, taken = b"", list[Path](), list[bool]()
    for level in LEVELS:
        answer = chip.exchange((level, 0x20))
        if answer.kind == "collision":
            if answer.collision is None:
                raise _Heap
            way = path[len(taken)] if len(taken) < len(path) else True
            if len(taken) >= len(path):
                forks.append((*taken, False))
            taken.append(way)
            part = _one_way(chip, level, answer, way)
        else:
            part = _whole(answer)
        sak = chip.select(level, part)
        if sak is None or (part[0] == CASCADE) != bool(sak & MORE):
            raise _Garbled
        uid += part[1:4] if sak & MORE else part[:4]
        if not sak & MORE:
            chip.say(HLTA)
            return uid.hex().upper(), forks
    raise _Garbled


def _whole(answer: Answer) -> bytes:
    if answer.kind != "frame" or answer.bits != 40:
        raise _Garbled
    part = answer.data
    if part[0] ^ part[1] ^ part[2] ^ part[3] != part[4]:
        raise _Garbled
    return part


def _one_way(chip: Chip, level: int, answer: Answer, way: bool) -> bytes:
    """Ask on with the bits that all agree on, and one more.

    A second collision on the same level would need three tags; how the chip counts there differs, so that is a heap.
    """
    assert answer.collision is not None
    known = answer.collision + 1
    bits = int.from_bytes(answer.data, "little") & (1 << answer.collision) - 1 | way << answer.collision
    whole, rest = divmod(known, 8)
    head = bits.to_bytes(whole + (1 if rest else 0), "little")
    more = chip.exchange((level, 0x20 + (whole << 4) + rest, *head), last_bits=rest, align=rest)
    if more.kind == "collision":
        raise _Heap
    if more.kind != "frame" or more.bits != 40 - whole * 8:
        raise _Garbled
    tail = int.from_bytes(more.data, "little") >> rest << known
    return _whole(Answer("frame", (bits | tail).to_bytes(5, "little"), 40))
