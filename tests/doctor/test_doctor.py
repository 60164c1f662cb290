"""The doctor: for each thing that can be wrong, the right name of it and what to type."""

from __future__ import annotations

import errno
import json
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from zipfile import ZipFile

import pytest
from click.testing import CliRunner
from gpiozero import LED
from gpiozero.pins.mock import MockFactory

from companion.doctor import Finding, Machine, checks, command, examine
from companion.doctor.command import by_hand
from companion.doctor.telling import as_json, bundle, for_the_board, line, verdict
from companion.life.address import NOWHERE
from companion.life.log import LOG
from companion.locale import LANGUAGES, Words
from companion.table import checkup
from companion.table.requests import SetLanguage, Status
from firmware.gpio import NoGpio
from firmware.pins import load
from tests.chip.bench import Bench
from tests.chip.tags import Ntag213
from tests.table.evenings import evening

PINS = load()
HERE = "127.0.0.2"  # of this machine, and not what it calls itself where there is no network


@pytest.fixture
def bench() -> Bench:
    return Bench(0, 1).install()


@pytest.fixture
def pi(tmp_path: Path, bench: Bench) -> Machine:
    """A Pi on which everything is well."""
    root = tmp_path / "root"
    for path, text in (
        ("proc/device-tree/model", "Raspberry Pi 4 Model B\0"), ("dev/spidev0.0", ""), ("dev/dri/card0", ""),
        ("sys/class/drm/card0-HDMI-A-1/status", "connected\n"), ("run/systemd/timesync/synchronized", ""),
    ):  # fmt: skip
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    said = {"id": "me spi gpio video render input", "vcgencmd": "throttled=0x0"}
    return Machine(
        tmp_path / "data", port=0, root=root, run=lambda name, *_: said.get(name, ""), environ={},
        address=lambda: HERE,
        has=lambda library: True, factory=MockFactory, sleep=bench.clock.sleep,
    )  # fmt: skip


def saying(m: Machine, **said: str) -> Machine:
    old = m.run
    return replace(m, run=lambda name, *rest: said[name] if name in said else old(name, *rest))


def found(m: Machine) -> dict[str, Finding]:
    return {finding.code: finding for finding in examine(m)}


def test_all_is_well(pi: Machine) -> None:
    findings = [*examine(pi)]
    assert [f for f in findings if f.state != "ok"] == []
    assert {f.part for f in findings} == {"machine", "power", "rights", "libraries", "pins", "reader", "slot", "screen",
                                          "network", "disk", "clock"}  # fmt: skip
    assert verdict(Words("en"), findings) == "The table is ready."


Break = Callable[[Machine, Bench], Machine]


def without(path: str) -> Break:
    def broken(m: Machine, bench: Bench) -> Machine:
        (m.root / path).unlink()
        return m

    return broken


def device(**change: Any) -> Break:
    def broken(m: Machine, bench: Bench) -> Machine:
        for name, value in change.items():
            setattr(bench.chip, name, value)
        return m

    return broken


def wrong_file(m: Machine, bench: Bench) -> Machine:
    m.data.mkdir()
    (m.data / "devices.toml").write_text("gian = 3")
    return m


def no_evdev(m: Machine, bench: Bench) -> Machine:
    """Which only a reader that types wants."""
    m.data.mkdir()
    (m.data / "devices.toml").write_text('reader = "keyboard"')
    return replace(m, has=lambda name: name != "evdev")


def wrong_pins(m: Machine, bench: Bench) -> Machine:
    """In the table's own map, asked for by somebody else."""
    m.data.mkdir()
    (m.data / "pins.toml").write_text("[buttons]\nYES = 99")
    return replace(m, environ={"SUDO_USER": "me", "USER": "companion"})


def off(m: Machine, bench: Bench) -> Machine:
    (m.root / "sys/class/drm/card0-HDMI-A-1/status").write_text("disconnected\n")
    return m


def no_gpio() -> Any:
    raise NoGpio("none here")


def forbidden(m: Machine, bench: Bench) -> Machine:
    bench.permitted = False
    return m


TROUBLES: list[tuple[str, str, Break, str]] = [
    ("no-pi", "warning", without("proc/device-tree/model"), ""),
    ("low-voltage", "problem", lambda m, b: saying(m, vcgencmd="throttled=0x50005"), ""),
    ("was-low-voltage", "warning", lambda m, b: saying(m, vcgencmd="throttled=0x50000"), ""),
    ("bad-file", "problem", wrong_file, "nano"),
    ("bad-file", "problem", wrong_pins, "sudo -u companion nano"),
    ("no-group", "problem", lambda m, b: saying(m, id="me video render input"), "usermod -aG spi,gpio"),
    ("no-library", "problem", lambda m, b: replace(m, has=lambda name: name != "spidev"), "apt install"),
    ("no-library", "problem", no_evdev, "python3-evdev"),
    ("no-pins", "problem", lambda m, b: replace(m, factory=no_gpio), "apt install"),
    ("spi-off", "problem", without("dev/spidev0.0"), "do_spi 0"),
    ("reader-silent", "problem", device(unplugged=0x00), "companion pins"),
    ("reader-silent", "problem", device(unplugged=0xFF), "companion pins"),
    ("reader-error", "problem", forbidden, "companion pins"),
    ("reader-clone", "ok", device(version=0x88), ""),
    ("reader-unknown", "warning", device(version=0x42), ""),
    ("no-screen", "warning", without("dev/dri/card0"), ""),
    ("screen-off", "warning", off, ""),
    ("no-network", "warning", lambda m, b: replace(m, address=lambda: NOWHERE), "nmtui"),
    ("unreachable", "problem", lambda m, b: replace(m, address=lambda: "192.0.2.300"), "nft"),
    ("clock-unset", "warning", without("run/systemd/timesync/synchronized"), "timedatectl"),
]


@pytest.mark.parametrize(("code", "state", "broken", "mend"), TROUBLES)
def test_each_trouble_has_its_name_and_its_cure(
    pi: Machine, bench: Bench, code: str, state: str, broken: Break, mend: str
) -> None:
    m = broken(pi, bench)
    for chip in bench.chips.values():
        if chip.version != 0x92:
            chip.brown_out()
    finding = found(m)[code]
    assert finding.state == state
    assert mend in finding.mend
    assert bool(mend) == bool(finding.mend)
    for language in LANGUAGES:
        assert mend in line(Words(language), finding)


def test_no_second_reader_is_no_trouble(pi: Machine, bench: Bench) -> None:
    bench.chips[0, 1].unplugged = 0x00
    assert found(pi)["no-slot"].state == "ok"


def test_a_pin_that_somebody_else_has_is_named(pi: Machine) -> None:
    factory = MockFactory()
    taken = LED(PINS.lamps["OK"], pin_factory=factory)
    finding = found(replace(pi, factory=lambda: factory))["pin-taken"]
    assert finding.detail["name"] == "lamp OK"
    assert finding.detail["pin"] == PINS.lamps["OK"]
    taken.close()


def test_two_gpio_libraries(pi: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "installed", lambda name: "1")
    assert "pip uninstall RPi.GPIO" in found(pi)["two-gpio"].mend


def test_a_port_in_use(pi: Machine) -> None:
    with socket.socket() as other:
        other.bind(("0.0.0.0", 0))
        other.listen()
        assert "port-taken" in found(replace(pi, port=other.getsockname()[1]))


class Answers(BaseHTTPRequestHandler):
    """A table, as far as a phone's first question goes."""

    def do_GET(self) -> None:
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def running(at: str) -> Iterator[int]:
    """A table that runs and answers at this address alone; its port."""
    with HTTPServer((at, 0), Answers) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


def test_a_running_table_is_asked_itself(pi: Machine) -> None:
    """While the service has the port the doctor tries what phones try; a wall before it is no other program."""
    with running("0.0.0.0") as port:
        assert found(replace(pi, port=port))["reachable"].state == "ok"
    with running(NOWHERE) as port:
        finding = found(replace(pi, port=port))["unreachable"]
        assert (finding.state, finding.detail["address"]) == ("problem", HERE)


def test_a_port_that_only_the_service_may_open_is_not_called_taken(
    pi: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Strict(socket.socket):
        def bind(self, address: Any) -> None:
            if address[1] == 80:
                raise PermissionError(errno.EACCES, "Permission denied")
            super().bind(address)

    monkeypatch.setattr(socket, "socket", Strict)
    assert found(replace(pi, port=80))["reachable"].state == "ok"


def test_a_folder_that_cannot_be_written(pi: Machine) -> None:
    pi.data.write_text("a file is in its place")
    assert "disk-refuses" in found(replace(pi, data=pi.data / "data"))


def test_a_file_of_another_users_is_named(pi: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    """What sudo leaves in the table's folder; a whole folder of our own is not worth a line."""
    (pi.data / "matches").mkdir(parents=True)
    match = pi.data / "matches/x.match"
    match.touch()
    assert "files-of-others" not in found(pi)
    monkeypatch.setattr("companion.doctor.checks.os.access", lambda path, how: path != match)
    finding = found(pi)["files-of-others"]
    assert (finding.state, finding.detail) == ("problem", {"file": str(match), "n": 1})
    assert "sudo chown" in finding.mend
    for language in LANGUAGES:
        assert str(match) in line(Words(language), finding)


def test_every_finding_can_be_said() -> None:
    """Every code that the checks name is in both catalogues."""
    source = "".join(p.read_text(encoding="utf-8") for p in Path(checks.__file__).parent.glob("*.py"))
    words = [Words(language) for language in LANGUAGES]
    for code, *_ in TROUBLES:
        assert f'"{code}"' in source or code.startswith("reader-")
        assert all(w.has(f"doctor.{code}") for w in words)


def test_for_programs_and_for_helpers(pi: Machine, tmp_path: Path) -> None:
    """The bundle holds what is wrong, and nothing of the evening."""
    pi.data.mkdir()
    (pi.data / "devices.toml").write_text("gain = 6")
    for secret in ("house", "pin", "urn.contents"):
        (pi.data / secret).write_text("SECRET")
    (pi.data / LOG).write_text("reader: not-connected")
    findings = [*examine(pi)]
    assert json.loads(as_json(findings))[0]["part"] == "machine"
    bundle(pi, findings, tmp_path / "b.zip")
    with ZipFile(tmp_path / "b.zip") as archive:
        assert set(archive.namelist()) == {"findings.json", "machine.json", "devices.toml", "pins.toml", LOG}
        assert not any(b"SECRET" in archive.read(name) for name in archive.namelist())


def test_the_command(tmp_path: Path) -> None:
    done = CliRunner().invoke(command, ["--data", str(tmp_path), "--port", "0", "--json"])
    assert done.exit_code in (0, 1), done.output
    assert json.loads(done.output)[0]["part"] == "machine"


def test_for_programs_means_nothing_else_on_the_output(pi: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a hand is asked for goes where people read it while a program reads the rest."""
    module = sys.modules[by_hand.__module__]
    monkeypatch.setattr(module, "Machine", lambda data, port: pi)
    monkeypatch.setattr(module, "PATIENCE_S", 0.0)
    done = CliRunner().invoke(command, ["--data", str(pi.data), "--port", "0", "--json", "--hands"])
    parts = {finding["part"] for finding in json.loads(done.stdout)}
    assert {"reader", "button YES"} <= parts
    assert "YES" in done.stderr


WITHOUT = """
import sys
sys.modules["LIBRARY"] = None
from pathlib import Path
from companion.doctor.checks import Machine
from companion.doctor.command import by_hand
from companion.locale import Words
from firmware.gpio import NoGpio
def none(): raise NoGpio("none here")
for finding in by_hand(Machine(Path(sys.argv[1]), factory=none), Words("en"), print): print(finding.code, finding.mend)
"""


@pytest.mark.parametrize("library", ["spidev", "gpiozero"])
def test_hands_on_a_machine_without_the_libraries(tmp_path: Path, library: str) -> None:
    """What is missing is named, with what to type; never a traceback. Nor where there are no pins."""
    code = [sys.executable, "-c", WITHOUT.replace("LIBRARY", library), str(tmp_path)]
    done = subprocess.run(code, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=True)
    assert "no-library sudo apt install" in done.stdout
    assert ("no-pins sudo apt install" in done.stdout) == (library == "spidev")


# ---- by hand


def test_by_hand(pi: Machine, bench: Bench) -> None:
    """A tag on each reader; each button by its lamp, one of them wired as another, one dead."""
    factory, asked, since = MockFactory(), list[str](), [0.0]
    order = [name for name in PINS.buttons if name != "POWER"]
    wiring = {"UP": "DOWN", "MENU": None}

    def hand(text: str) -> None:
        asked.append(text)
        since[0] = bench.clock()
        n = len(asked) - 1
        if n < 2:
            bench.chips[0, n].put(Ntag213("04A1B2C3D4E5F6"))

    real = bench.clock.sleep

    def sleep(seconds: float) -> None:
        """While the doctor waits, the hand lets go, and then presses what is lit."""
        real(seconds)
        lit = [name for name, pin in PINS.lamps.items() if factory.pin(pin).state] if len(asked) > 2 else []
        for name in order:
            pressed = [wiring.get(name_lit, name_lit) for name_lit in lit]
            pin = factory.pin(PINS.buttons[name])
            if len(asked) > 2:
                pin.drive_low() if name in pressed and bench.clock() - since[0] > 0.3 else pin.drive_high()

    m = replace(pi, factory=lambda: factory, sleep=sleep)
    findings = {f.part: f.code for f in by_hand(m, Words("en"), hand, clock=bench.clock)}
    assert findings["reader"] == findings["slot"] == "tag-seen"
    assert {part: code for part, code in findings.items() if code != "button-works"} == {
        "reader": "tag-seen", "slot": "tag-seen", "button UP": "button-swapped", "button MENU": "button-silent"
    }  # fmt: skip


def test_no_tag_and_a_faint_one(pi: Machine, bench: Bench) -> None:
    bench.chips[0, 1].unplugged = 0x00
    m = replace(pi, factory=MockFactory)
    first = next(iter(by_hand(m, Words("en"), lambda text: None, clock=bench.clock)))
    assert (first.code, first.state) == ("no-tag", "problem")
    bench.chip.put(Ntag213("04A1B2C3D4E5F6"))
    bench.chip.spoil += ["", "", "", "", "", "garble", "garble", "garble"] * 40
    first = next(iter(by_hand(m, Words("en"), lambda text: None, clock=bench.clock)))
    assert (first.code, first.state) == ("tag-seen", "warning")


def test_the_board_shows_it_at_the_next_start_until_somebody_does_something(pi: Machine) -> None:
    """The page of a table that is ready, in the table's language, the worst first."""
    pi.data.mkdir()
    findings = list(examine(saying(pi, vcgencmd="throttled=0x1")))
    assert checkup.leave(pi.data, for_the_board(findings))
    with evening(pi.data) as e:
        told = e.seen.checkup
        assert [c.state for c in told][:2] == ["problem", "ok"]
        assert told[0].es.startswith("Tensión baja")
        assert told[0].en != told[0].es
        e.ok(Status(device="table", status="simulated"))
        assert e.seen.checkup == told, "no hand did that"
        e.ok(SetLanguage(language="en"))
        assert not e.seen.checkup
    with evening(pi.data) as e:
        assert not e.seen.checkup, "once"


def test_a_checkup_that_cannot_be_left_or_read_is_none(tmp_path: Path) -> None:
    assert not checkup.leave(tmp_path / "nowhere", [])
    (tmp_path / checkup.FILE).write_text("[{")
    assert checkup.found(tmp_path) == ()
