"""What to wire where: one map for the code, its comments, and people."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.doctor import pins_command
from companion.doctor.wiring import wires
from companion.locale import LANGUAGES, Words
from firmware.pins import GROUNDS, PINS, PLACES, SECOND_SDA, SPI, load, map_of


def test_the_header_is_the_headers() -> None:
    """28 GPIOs on 28 places, 8 grounds; the rest is power."""
    assert sorted(PLACES) == list(range(28))
    assert len({*PLACES.values(), *GROUNDS}) == 36
    assert {1, 2, 4, 17}.isdisjoint({*PLACES.values(), *GROUNDS})
    assert [SPI[signal] for signal in ("SCK", "MOSI", "MISO", "SDA")] == [PLACES[n] for n in (11, 10, 9, 8)]
    assert PLACES[7] == SECOND_SDA
    assert SPI["GND"] in GROUNDS


def test_the_comments_of_the_file_say_the_right_places() -> None:
    lines = re.findall(r"^\w+ = (\d+) +# (\d+)", PINS.read_text(encoding="utf-8"), re.M)
    assert len(lines) == len(load().all())
    assert all(PLACES[int(pin)] == int(place) for pin, place in lines)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_part_is_listed(language: str) -> None:
    rows = [*wires(Words(language), load())]
    assert len(rows) == len(load().all()) + len(SPI)
    assert all(place.isdigit() for _, place, _ in rows)
    assert len({part for part, _, _ in rows}) == len(rows)


def test_the_command() -> None:
    done = CliRunner().invoke(pins_command, env={"LANG": "en"})
    assert done.exit_code == 0
    assert re.search(r"RC522 SDA +24 +the second reader's: 26", done.output)
    assert re.search(r"Button YES +29 +GPIO5 +and to GND", done.output)


def test_a_table_with_a_map_of_its_own(tmp_path: Path) -> None:
    """An installed release is replaced at each update: what its owner changed lies with the table's files."""
    (tmp_path / "pins.toml").write_text("[buttons]\nYES = 24\n", encoding="utf-8")
    done = CliRunner().invoke(pins_command, ["--data", str(tmp_path)], env={"LANG": "en"})
    assert re.search(r"Button YES +18 +GPIO24", done.output)
    assert "Button NO" not in done.output
    assert map_of(tmp_path) == tmp_path / "pins.toml"
    assert map_of(tmp_path / "none") == PINS
