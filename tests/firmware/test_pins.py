"""The file of pins, and which chip they are on."""

import re
from pathlib import Path

import pytest

from firmware.gpio import NoGpio, chip_number
from firmware.pins import PINS, BadPins, load


def test_our_own_file() -> None:
    """Six buttons with lamps and POWER, no pin twice, none that is spoken for."""
    pins = load()
    assert set(pins.buttons) == {"YES", "NO", "UP", "DOWN", "OK", "MENU", "POWER"}
    assert set(pins.lamps) == set(pins.buttons) - {"POWER"}
    assert pins.buttons["POWER"] == 3, "only this pin wakes a Pi"
    assert len(pins.all()) == len(set(pins.all().values())) == 17


@pytest.mark.parametrize(("text", "why"), [
    ("[buttons]\nYES = 5\nNO = 5", "button YES: GPIO5 is used twice"),
    ("[buttons]\nYES = 15", "button YES: GPIO15 belongs to serial"),
    ("[lamps]\nOK = 10", "lamp OK: GPIO10 belongs to SPI"),
    ("[sound]\nbuzzer = 40", "buzzer: the header has no GPIO40"),
    ("[buttons]\nYEP = 5", "Invalid enum value 'YEP'"),
    ("[button]\nYES = 5", "unknown field `button`"),
    ("[buttons]\nYES = 'five'", r"Expected `int`, got `str` - at `$.buttons"),
    ("[buttons", "pins.toml"),
])  # fmt: skip
def test_a_slip_in_the_file_is_named(tmp_path: Path, text: str, why: str) -> None:
    path = tmp_path / "pins.toml"
    path.write_text(text)
    with pytest.raises(BadPins) as caught:
        load(path)
    assert why in str(caught.value)
    assert str(path) in str(caught.value)


def test_a_part_left_out_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "pins.toml"
    path.write_text("[buttons]\nYES = 5\n")
    assert load(path).all() == {"button YES": 5}


def test_pins_are_written_nowhere_else() -> None:
    """No device in the code is given a number."""
    made = re.compile(r"(?:LED|Device|Buzzer|Button)\(\s*\d|pin=\d")
    assert made.search("LED(17)")
    for path in PINS.parents[1].joinpath("firmware").rglob("*.py"):
        assert not made.search(path.read_text(encoding="utf-8")), path


LAYOUTS = {
    "Pi 3": ({"gpiochip0": "brcm,bcm2835-gpio", "gpiochip1": "raspberrypi,firmware-gpio"}, 0),
    "Pi 4": ({"gpiochip0": "brcm,bcm2711-gpio\0brcm,bcm2835-gpio", "gpiochip1": "raspberrypi,firmware-gpio"}, 0),
    "Pi 5, 2023": ({"gpiochip0": "brcm,brcmstb-gpio", "gpiochip4": "raspberrypi,rp1-gpio"}, 4),
    "Pi 5, 2024": ({"gpiochip0": "raspberrypi,rp1-gpio", "gpiochip10": "brcm,brcmstb-gpio"}, 0),
    "Pi 5, 2026": ({"gpiochip10": "brcm,brcmstb-gpio", "gpiochip11": "raspberrypi,rp1-gpio", "gpiochip2": ""}, 11),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_headers_chip_is_found_by_its_name(tmp_path: Path, layout: str) -> None:
    """In every layout that kernels have had; a chip that is no device-tree node has no name."""
    chips, number = LAYOUTS[layout]
    for name, compatible in chips.items():
        (tmp_path / name).mkdir()
        if compatible:
            (tmp_path / name / "of_node").mkdir()
            (tmp_path / name / "of_node" / "compatible").write_text(compatible + "\0")
    assert chip_number(tmp_path) == number


def test_no_pi(tmp_path: Path) -> None:
    with pytest.raises(NoGpio):
        chip_number(tmp_path)
