"""The pins of this machine, by gpiozero."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

__all__ = ["HEADERS", "NoGpio", "chip_number", "factory", "open_all"]

SYSFS = Path("/sys/bus/gpio/devices")
# By what the header's chip calls itself. Its number says nothing: on a Pi 5 it was 4, then 0, and is 11 or more now.
HEADERS = ("raspberrypi,rp1-gpio", "brcm,bcm2711-gpio", "brcm,bcm2835-gpio")


class NoGpio(OSError):
    """This machine has no pins that we know, or does not let us at them."""


def chip_number(root: Path = SYSFS) -> int:
    """The number of the chip behind the 40-pin header. Raises `NoGpio`."""
    for device in sorted(root.glob("gpiochip*")):
        try:
            names = (device / "of_node" / "compatible").read_text(encoding="ascii").split("\0")
        except (OSError, UnicodeDecodeError):
            continue  # a chip without a name in the device tree: not the header's
        if set(names) & set(HEADERS):
            return int(device.name.removeprefix("gpiochip"))
    raise NoGpio("no GPIO chip of a Raspberry Pi's header")


def factory(root: Path = SYSFS) -> Any:
    """Pins by lgpio on the right chip, or what GPIOZERO_PIN_FACTORY names. Raises `NoGpio`."""
    from gpiozero import Device

    if os.environ.get("GPIOZERO_PIN_FACTORY"):
        return Device._default_pin_factory()
    number = chip_number(root)
    try:
        from gpiozero.pins.lgpio import LGPIOFactory

        return LGPIOFactory(chip=number)
    except ImportError as error:
        raise NoGpio(f"the library is missing: {error}") from error
    except Exception as error:  # lgpio raises a class of its own for what the system refuses
        raise NoGpio(f"gpiochip{number}: {error}") from error


def open_all(wanted: Mapping[str, Callable[[], Any]]) -> tuple[dict[str, Any], dict[str, str]]:
    """Open one thing per pin, by name; what opened, and why the others did not (claimed already, no such pin…)."""
    opened, failed = {}, {}
    for name, make in wanted.items():
        try:
            opened[name] = make()
        except Exception as error:  # gpiozero, lgpio and the kernel each have their own
            failed[name] = f"{type(error).__name__}: {error}"
    return opened, failed
