"""What a driver finds below it on a Pi: the modules `spidev` and `RPi.GPIO`, with emulated readers behind them.

The modules are put into `sys.modules` once and always speak for the `Bench` that a test has made current.
"""

from __future__ import annotations

import sys
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from tests.chip.clock import Clock
from tests.chip.rc522 import Chip

BCM_OF_BOARD = {22: 25, 10: 15, 24: 8, 26: 7, 18: 24}  # the pins that reader libraries name by their place
GAP = 20e-6  # seconds that a system call and the chip select cost per transfer, about


class Bench:
    """A bus with readers on its chip selects, and the pins of RPi.GPIO."""

    def __init__(self, *devices: int, clock: Clock | None = None, version: int = 0x92) -> None:
        self.clock = clock or Clock()
        self.chips = {(0, device): Chip(self.clock, version) for device in devices or (0,)}
        self.enabled = True  # whether SPI is switched on in the Pi's configuration
        self.permitted = True  # whether we are in the group that may use it
        self.transfers = 0
        self.bytes = 0
        self.busy = 0.0  # seconds that bytes took to cross the bus
        self.selected: list[int] = []  # which reader was spoken to, transfer by transfer
        self.mode: int | None = None
        self.pins: dict[int, int] = {}  # by BCM number: what a driver has claimed and last wrote
        self.cleaned: list[int | None] = []  # calls of GPIO.cleanup; None is all pins of the process

    @property
    def chip(self) -> Chip:
        """The first reader."""
        return next(iter(self.chips.values()))

    def install(self) -> Bench:
        """From now on `spidev` and `RPi.GPIO` are this bench."""
        spi, gpio = _modules()
        spi.bench = gpio.bench = self  # type: ignore[attr-defined]
        return self

    def count(self) -> tuple[int, int, float]:
        """Transfers, bytes and seconds on the bus since the last count."""
        counted = self.transfers, self.bytes, self.busy
        self.transfers, self.bytes, self.busy = 0, 0, 0.0
        return counted

    def transfer(self, place: tuple[int, int], values: list[int], speed: int) -> list[int]:
        if any(not isinstance(v, int) for v in values):
            raise TypeError("Non-Int/Long value in arguments")
        values = [v & 0xFF for v in values]
        seconds = len(values) * 8 / speed
        self.transfers += 1
        self.bytes += len(values)
        self.busy += seconds
        self.selected.append(place[1])
        self.clock.sleep(seconds + GAP)
        chip = self.chips.get(place)
        return chip.transfer(values) if chip else [0] * len(values)


def _modules() -> tuple[ModuleType, ModuleType]:
    made = sys.modules.get("spidev")
    if made is None or not hasattr(made, "bench"):
        package = ModuleType("RPi")
        package.__path__ = []
        package.GPIO = _gpio()  # type: ignore[attr-defined]
        fakes = {"spidev": _spidev(), "RPi": package, "RPi.GPIO": package.GPIO}
        for name, module in fakes.items():
            module.__spec__ = ModuleSpec(name, None)  # who asks whether it is installed hears yes
        sys.modules.update(fakes)
    return sys.modules["spidev"], sys.modules["RPi.GPIO"]


def _spidev() -> ModuleType:
    module = ModuleType("spidev")

    class SpiDev:
        """The part of py-spidev's class that reader libraries use."""

        def __init__(self, bus: int | None = None, device: int | None = None) -> None:
            self.max_speed_hz, self.mode, self.bits_per_word = 500_000, 0, 8
            self.place: tuple[int, int] | None = None
            if bus is not None and device is not None:
                self.open(bus, device)

        def open(self, bus: int, device: int) -> None:
            bench: Bench = module.bench
            if not bench.enabled or bus != 0 or device not in (0, 1):
                raise FileNotFoundError(2, "No such file or directory")
            if not bench.permitted:
                raise PermissionError(13, "Permission denied")
            self.place = (bus, device)

        def close(self) -> None:
            self.place = None

        def xfer2(self, values: Any, *rest: int) -> list[int]:
            if self.place is None:
                raise OSError(9, "Bad file descriptor")
            bench: Bench = module.bench
            return bench.transfer(self.place, list(values), self.max_speed_hz)

        xfer = xfer3 = xfer2

    module.SpiDev = SpiDev  # type: ignore[attr-defined]
    return module


def _gpio() -> Any:
    module: Any = ModuleType("RPi.GPIO")
    module.BOARD, module.BCM, module.OUT, module.IN, module.LOW, module.HIGH = 10, 11, 0, 1, 0, 1
    module.PUD_UP, module.PUD_DOWN, module.FALLING, module.RISING = 22, 21, 32, 31

    def bcm(pin: int) -> int:
        return BCM_OF_BOARD[pin] if module.bench.mode == module.BOARD else pin

    def setmode(mode: int) -> None:
        if module.bench.mode not in (None, mode):
            raise ValueError("A different mode has already been set!")
        module.bench.mode = mode

    def setup(pin: int, direction: int, initial: int = 0, **how: int) -> None:
        if module.bench.mode is None:
            raise RuntimeError("Please set pin numbering mode using GPIO.setmode(GPIO.BOARD) or GPIO.setmode(GPIO.BCM)")
        module.bench.pins[bcm(pin)] = initial

    def output(pin: int, value: int) -> None:
        module.bench.pins[bcm(pin)] = value

    def cleanup(pin: int | None = None) -> None:
        module.bench.cleaned.append(pin)
        if pin is None:
            module.bench.pins.clear()
            module.bench.mode = None
        else:
            module.bench.pins.pop(bcm(pin), None)

    module.getmode = lambda: module.bench.mode
    module.setmode, module.setup, module.output, module.cleanup = setmode, setup, output, cleanup
    module.setwarnings = lambda on: None
    module.input = lambda pin: module.bench.pins.get(bcm(pin), 1)
    module.add_event_detect = lambda *args, **how: None
    module.remove_event_detect = lambda pin: None
    return module
