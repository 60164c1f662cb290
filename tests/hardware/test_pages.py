"""The hardware pages say what the code reads: pins, settings, commands; and the urn keeps its promise to the reader."""

from __future__ import annotations

import math
import re
import subprocess
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest

from companion.cli import main
from companion.doctor.drawing import svg
from companion.doctor.wiring import wires
from companion.locale import LANGUAGES, Words
from firmware import pins
from firmware.config import Config, load
from firmware.urn import READ_S
from tests.tools import needs

HARDWARE = Path(__file__).parents[2] / "hardware"
PAGE = (HARDWARE / "README.md").read_text(encoding="utf-8")
PAGES = [*sorted(HARDWARE.glob("*.md")), HARDWARE.parent / "systemd" / "README.md", HARDWARE.parent / "README.md"]


def test_the_list_of_wires_is_the_codes() -> None:
    listed = wires(Words("en"), pins.load())
    rows = [f"| {part} | {place} | {also.replace('  ', ', ')} |" for part, place, also in listed]
    assert "\n".join(["| Part | Pin | Also |", "|---|---|---|", *rows]) in PAGE


def test_the_drawing_is_the_codes() -> None:
    """`companion pins --svg hardware/wiring.svg` draws it anew."""
    assert (HARDWARE / "wiring.svg").read_text(encoding="utf-8") == svg(Words("en"), pins.load())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_drawing_shows_every_pin_and_no_words_meet(language: str) -> None:
    root = ElementTree.fromstring(svg(Words(language), pins.load()))
    texts = list(root.iter("{http://www.w3.org/2000/svg}text"))
    said = [e.text or "" for e in texts]
    for part, place, _ in wires(Words(language), pins.load()):
        assert place in said
        assert part in said or "reset" in part or "RST" in part or place == str(pins.PLACES[25]), part
    assert all(f"GPIO{pin}" in said for pin in pins.load().all().values())
    names = [e for e in texts if e.get("font-weight") == "700" and e.get("text-anchor") != "middle"][1:]
    assert names
    assert max(len(e.text or "") for e in names) <= 21  # or it meets the number beside it


def test_another_map_is_another_drawing() -> None:
    changed = msgspec.structs.replace(pins.load(), buttons={"YES": 24})
    drawn = svg(Words("en"), changed)
    assert "GPIO24" in drawn
    assert "Button NO" not in drawn


def test_grounds_and_numbers_in_words_are_right() -> None:
    assert "GND is at " + ", ".join(map(str, pins.GROUNDS)) + "." in PAGE
    assert f"not on {pins.SECOND_SDA};" in PAGE
    assert f"SDA is CS and goes to {pins.SPI['SDA']}," in PAGE
    assert f"**POWER** is on GPIO{pins.load().buttons['POWER']}," in PAGE


def test_the_settings_in_the_pages_exist() -> None:
    """Every `name = value` of devices.toml that a page shows can be set."""
    known = {field.name for field in msgspec.structs.fields(Config)}
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for name, value in re.findall(r"`(\w+) = ([^`]+)`", text):
            assert name in known, (page.name, name)
            msgspec.convert(tomllib.loads(f"{name} = {value}"), Config)


def test_the_example_of_all_settings_is_all_and_the_usual(tmp_path: Path) -> None:
    example = re.search(r"```toml\n(.*?)```", (HARDWARE / "readers.md").read_text(encoding="utf-8"), re.S)
    assert example
    (tmp_path / "devices.toml").write_text(example[1], encoding="utf-8")
    assert load(tmp_path / "devices.toml") == Config()
    assert set(tomllib.loads(example[1])) == {f.name for f in msgspec.structs.fields(Config)} - {"device", "code"}


def test_the_commands_in_the_pages_exist() -> None:
    for page in PAGES:
        for command, rest in re.findall(r"companion (\w[\w-]*)((?: --\w[\w-]*)*)", page.read_text(encoding="utf-8")):
            if command not in main.commands:
                assert not re.search(rf"`companion {command}|^ +companion {command}", page.read_text(), re.M), command
                continue
            options = {"--help", *(name for param in main.commands[command].params for name in param.opts)}
            assert set(rest.split()) <= options, (page.name, command, rest)


def test_every_complaint_is_answered_where_the_page_says() -> None:
    """By a test that there is, or by words that stand in a document."""
    root = HARDWARE.parent
    rows = re.findall(r"^\| \d+ \|[^|]*\| ([^|]+) \|$", (HARDWARE / "lessons.md").read_text(encoding="utf-8"), re.M)
    assert len(rows) == 56
    for row in rows:
        if words := re.fullmatch("(.*) “(.*)”", row):
            assert words[2] in (root / words[1]).read_text(encoding="utf-8"), row
            continue
        path, _, name = row.strip("`").partition("::")
        text = (root / path).read_text(encoding="utf-8")
        assert re.search(rf"^def {name or 'test_'}", text, re.M), row


def test_the_links_lead_somewhere() -> None:
    for page in PAGES:
        for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), (page.name, link)


# ---- the urn


def parameters() -> dict[str, float]:
    text = (HARDWARE / "urn.scad").read_text(encoding="utf-8")
    found = {name: float(value) for name, value in re.findall(r"^(\w+) = ([\d.]+);", text, re.M)}
    grips = re.search(r"^grips = \[([\d.]+), ([\d.]+)\]", text, re.M)
    assert grips
    return found | {"slippery": float(grips[1]), "sticky": float(grips[2])}


@pytest.mark.parametrize("grip", ["slippery", "sticky"])
def test_every_ballot_lies_before_the_reader_for_150_ms_and_none_stays(grip: str) -> None:
    """Computed step by step, without the model's own formula; 150 ms is what tests/firmware promise to see."""
    u = parameters()
    slope, friction = math.radians(u["slope"]), u[grip]
    at, speed, seconds, step = 0.0, u["push"], 0.0, 1e-4
    while at < u["antenna"] / 1000:
        speed += 9.81 * (math.sin(slope) - friction * math.cos(slope)) * step
        assert speed > 0.1, "it stays"
        at += speed * step
        seconds += step
        assert seconds < 2
    assert 0.150 <= u["hold"] <= seconds
    assert seconds < READ_S  # the beam waits that long for the reader's half


@needs("openscad")
@pytest.mark.parametrize("part", ["box", "head", "ramp"])
def test_the_model_can_be_printed(tmp_path: Path, part: str) -> None:
    words = ["openscad", "-D", f'part="{part}"', "-o", str(tmp_path / "it.stl"), str(HARDWARE / "urn.scad")]
    done = subprocess.run(words, capture_output=True, text=True, timeout=50)
    assert done.returncode == 0, done.stderr
    assert "Simple:        yes" in done.stderr


@needs("openscad")
@pytest.mark.parametrize("wrong", ["slope=40", "slope=18", "antenna=30"])
def test_the_model_refuses_a_ramp_that_breaks_the_promise(tmp_path: Path, wrong: str) -> None:
    words = ["openscad", "-D", wrong, "-o", str(tmp_path / "it.stl"), str(HARDWARE / "urn.scad")]
    done = subprocess.run(words, capture_output=True, text=True, timeout=50)
    assert "the ramp is too" in done.stderr
