"""Everything that hangs on the table, started and kept alive. What is missing or broken is told, and tried again."""

from __future__ import annotations

import logging
import subprocess
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from companion.table.requests import Reply, Request, Status, Tap
from companion.table.snapshot import Snapshot
from firmware import gpio, pins
from firmware.config import Config
from firmware.post import Post, TableLike
from firmware.readers.reading import Reader, Reading, State
from firmware.readers.watch import Watch
from firmware.urn import Urn
from firmware.worker import Worker

if TYPE_CHECKING:
    from firmware.wired import Wired  # needs gpiozero, which may be missing

__all__ = ["Devices"]

_log = logging.getLogger(__name__)

FOLLOW_S = 0.25  # also how finely the ticks of a clock's last seconds are timed
PINS_AGAIN_S = 10.0


def _power_off() -> None:
    """The system's own way, which stops this program cleanly; a polkit rule lets the table's user do it."""
    subprocess.run(["systemctl", "poweroff"], check=True, timeout=30)


class Devices:
    """Readers, urn, panel, lamps and buzzer of one table.

    `start` returns at once and raises nothing of the hardware's. Tests give `clock`, `sleep` and `factory` (gpiozero's
    mock pins) and call the steps of `workers` themselves instead of `start`.
    """

    def __init__(
        self, table: TableLike, config: Config | None = None, *, clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep, factory: Callable[[], Any] = gpio.factory,
        pins_file: Path = pins.PINS, shut_down: Callable[[], None] = _power_off,
    ) -> None:  # fmt: skip
        self.config = config or Config()
        self._table, self._clock, self._sleep = table, clock, sleep
        self._factory, self._pins_file, self._shut_down = factory, pins_file, shut_down
        self._seen = table.snapshot
        self.post = Post(table, self._heard)
        self.urn = Urn(self._tell, clock)
        self.wired: Wired | None = None
        self._pins_told = False
        self.watches = self._readers()
        self.workers = [
            Worker("post", self.post.step),
            *(Worker(f"reader {watch.name}", watch.step) for watch in self.watches),
            Worker("urn", self.urn.step),
        ]
        self._inputs = Worker("panel", self._panel)
        self._sounds = Worker("buzzer", lambda: self.wired.sound() if self.wired else PINS_AGAIN_S)
        self._follower = Worker("follower", self._follow)
        self.workers += [self._inputs, self._sounds, self._follower]

    def start(self) -> None:
        for worker in self.workers:
            worker.start()

    def close(self) -> None:
        """Stop every thread, say nothing more, and let go of bus and pins."""
        for worker in reversed(self.workers):
            worker.close()
        for watch in self.watches:
            watch.close()
        if self.wired:
            self.wired.close()
            self.wired = None

    # ---- readers

    def _readers(self) -> list[Watch]:
        lock, watches = Lock(), list[Watch]()
        if self.config.reader != "none":
            watches.append(Watch("table", _Late(partial(self._table_reader, lock)), _OnTable(self._tell),
                                 hurry=self._only_reader, clock=self._clock))  # fmt: skip
        if self.config.slot:
            slot = _Late(partial(self._rc522, 1, self.config.slot_gain, lock))
            watches.append(Watch("slot", slot, self.urn, hurry=self._urn_open, clock=self._clock))
        return watches

    def _rc522(self, device: int, gain: int, lock: Lock) -> Reader:
        from firmware.readers.rc522 import Rc522

        return Rc522(device, speed_hz=self.config.spi_hz, gain=gain, lock=lock, sleep=self._sleep)

    def _table_reader(self, lock: Lock) -> Reader:
        match self.config.reader:
            case "keyboard":
                from firmware.readers.keyboard import Keyboard

                return Keyboard(self.config.device, self.config.code)
            case "file":
                from firmware.readers.template import TextFile

                return TextFile(Path(self.config.device).expanduser())
        return self._rc522(0, self.config.gain, lock)

    def _urn_open(self) -> bool:
        playing = self._table.snapshot.playing
        return playing is not None and playing.urn is not None

    def _only_reader(self) -> bool:
        """Whether ballots fall past the table's reader."""
        return self._urn_open() and not self.urn.working

    # ---- pins

    def _panel(self) -> float:
        """Look at every input; without pins, try for them now and then."""
        if not self.config.panel:
            return PINS_AGAIN_S
        if self.wired is None:
            try:
                from firmware.wired import Wired

                self.wired = Wired(pins.load(self._pins_file), self._factory(), self.config, self.urn, self._tell,
                                   self._clock, wake=self._inputs.wake, play=self._sounds.wake)  # fmt: skip
            except (OSError, pins.BadPins, ImportError) as error:
                self._no_pins(error)
                return PINS_AGAIN_S
            if self._pins_told:
                self._tell(Status(device="panel", status="ready"))
            self._pins_told = False
            self.wired.show(self._table.snapshot)
        return self.wired.step()

    def _no_pins(self, error: Exception) -> None:
        if not self._pins_told:
            _log.warning("no panel: %s", error)
            self._tell(Status(device="panel", status="not-connected"))
        self._pins_told = True

    # ---- the table's side

    def _tell(self, request: Request) -> None:
        self.post.send(request)

    def _heard(self, request: Request, reply: Reply) -> None:
        self.urn.heard(request, reply)
        if isinstance(request, Tap) and reply.ok and not self._urn_open() and self.wired:
            self.wired.play("read")
        if request == Status(device="power", status="off"):
            self._shut_down()

    def _follow(self) -> float:
        """Wait for the table to change, and show what it says."""
        self.take(self._table.wait(self._seen.version, FOLLOW_S))
        return 0.0

    def take(self, new: Snapshot) -> None:
        """The table stands so now."""
        old, self._seen = self._seen, new
        if new.version != old.version:
            self.urn.follow(old, new)
        if self.wired:
            self.wired.follow(old, new)


class _OnTable:
    """What the reader on the table sees."""

    def __init__(self, tell: Callable[[Request], None]) -> None:
        self._tell = tell

    def come(self, uid: str) -> None:
        self._tell(Tap(uid=uid))

    def gone(self, uid: str) -> None:
        """What has been said by laying it there stands."""

    def state(self, state: State) -> None:
        self._tell(Status(device="reader", status=state))


class _Late:
    """A reader whose library may be missing: that too is only a reader that does not work."""

    def __init__(self, make: Callable[[], Reader]) -> None:
        self._make, self._reader = make, None

    _reader: Reader | None

    def poll(self) -> Reading:
        if self._reader is None:
            try:
                self._reader = self._make()
            except (ImportError, RuntimeError) as error:  # RPi.GPIO raises the latter where it is not on a Pi
                return Reading("error", why=f"no-library: {error}")
        return self._reader.poll()

    def close(self) -> None:
        if self._reader:
            self._reader.close()
