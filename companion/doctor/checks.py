"""What the doctor looks at: each check says what it found, and what to type where something is wrong."""

from __future__ import annotations

import os
import platform
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

from companion.games import left_out
from companion.life.address import NOWHERE, own_address, reaches
from firmware import BadConfig, Config, gpio, load, pins

__all__ = ["Finding", "Machine", "State", "examine", "installed", "wanted"]

State = Literal["ok", "warning", "problem"]
GROUPS = ("spi", "gpio", "video", "render", "input")
FEW_MB, FULL_MB = 500, 100
APT = "python3-gpiozero python3-lgpio python3-rpi-lgpio python3-spidev python3-evdev"
LIBRARIES = ("gpiozero", "spidev", "mfrc522", "lgpio")


@dataclass(frozen=True)
class Finding:
    """What was found of one part. `code` is a message of the catalogue (`doctor.…`), `mend` what to type."""

    part: str
    state: State
    code: str
    detail: dict[str, Any] = field(default_factory=dict)
    mend: str = ""


def _run(*command: str) -> str:
    """What a command prints; empty where it fails or does not exist."""
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=10, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return ""


@dataclass(frozen=True)
class Machine:
    """What the doctor looks at; tests give another."""

    data: Path
    port: int = 8000
    root: Path = Path("/")
    run: Callable[..., str] = _run
    address: Callable[[], str] = own_address
    environ: Any = field(default_factory=lambda: os.environ)
    has: Callable[[str], bool] = lambda library: find_spec(library) is not None
    factory: Callable[[], Any] = gpio.factory
    sleep: Callable[[float], None] = time.sleep

    @property
    def pins_file(self) -> Path:
        return pins.map_of(self.data)

    @property
    def owner(self) -> str:
        """The table's user, where that is not whoever asks: the installed command goes through sudo."""
        return self.environ.get("USER", "") if "SUDO_USER" in self.environ else ""

    def edit(self, path: Path) -> str:
        """What to type to change a file of the table's."""
        return f"sudo -u {self.owner} nano {path}" if self.owner else f"nano {path}"

    def read(self, path: str) -> str:
        """A file of the system; empty where there is none."""
        try:
            return (self.root / path).read_text(encoding="utf-8", errors="replace").strip("\0\n ")
        except OSError:
            return ""

    def groups(self) -> set[str]:
        return set(self.run("id", "-Gn").split())


def examine(m: Machine) -> Iterator[Finding]:
    """Every check that needs no hands, in the order in which things are mended."""
    pi = "Raspberry Pi" in m.read("proc/device-tree/model")
    yield Finding("machine", "ok" if pi else "warning", "pi" if pi else "no-pi",
                  {"model": m.read("proc/device-tree/model") or platform.machine()})  # fmt: skip
    yield from power(m)
    yield from config(m)
    if pi:
        yield from rights(m)
        yield from libraries(m)
        yield from header(m)
        yield from readers(m)
    yield screen(m)
    yield from network(m)
    yield disk(m)
    yield from files(m)
    yield clock(m)
    for game, why in left_out().items():
        yield Finding("games", "warning", "game-left-out", {"game": game, "why": why})


def power(m: Machine) -> Iterator[Finding]:
    """Bits 0 and 16 of what the firmware reports: too little voltage now, and at any time since the start."""
    _, _, bits = m.run("vcgencmd", "get_throttled").strip().partition("=")
    if not bits:
        return
    flags = int(bits, 16)
    if flags & 1:
        yield Finding("power", "problem", "low-voltage")
    elif flags & 1 << 16:
        yield Finding("power", "warning", "was-low-voltage")
    else:
        yield Finding("power", "ok", "voltage")


def config(m: Machine) -> Iterator[Finding]:
    path = m.data / "devices.toml"
    try:
        load(path)
    except (BadConfig, OSError) as error:
        yield Finding("config", "problem", "bad-file", {"why": str(error)}, m.edit(path))
    try:
        pins.load(m.pins_file)
    except (pins.BadPins, OSError) as error:
        yield Finding("config", "problem", "bad-file", {"why": str(error)}, m.edit(m.pins_file))


def wanted(m: Machine) -> Config:
    """What the table is told to have; the usual where that file is broken, which `config` says."""
    try:
        return load(m.data / "devices.toml")
    except (BadConfig, OSError):
        return Config()


def rights(m: Machine) -> Iterator[Finding]:
    missing = [group for group in GROUPS if group not in m.groups()]
    if missing and "root" not in m.groups():
        names = ",".join(missing)
        yield Finding("rights", "problem", "no-group", {"groups": names},
                      f"sudo usermod -aG {names} {m.owner or '$USER'} && sudo reboot")  # fmt: skip
    else:
        yield Finding("rights", "ok", "groups")


def libraries(m: Machine) -> Iterator[Finding]:
    keyboard = ("evdev",) if wanted(m).reader == "keyboard" else ()
    missing = [name for name in (*LIBRARIES, "RPi", *keyboard) if not m.has(name)]
    if missing:
        yield no_library(missing)
    elif installed("RPi.GPIO") and installed("rpi-lgpio"):
        yield Finding("libraries", "problem", "two-gpio", {},
                      "pip uninstall RPi.GPIO rpi-lgpio && sudo apt install --reinstall python3-rpi-lgpio")  # fmt: skip
    else:
        yield Finding("libraries", "ok", "libraries")


def no_library(names: list[str]) -> Finding:
    return Finding("libraries", "problem", "no-library", {"names": ", ".join(names)},
                   f"sudo apt install {APT} && pip install --no-deps mfrc522==0.0.7")  # fmt: skip


def no_pins(error: Exception) -> Finding:
    return Finding("pins", "problem", "no-pins", {"why": str(error)}, f"sudo apt install {APT}")


def installed(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def header(m: Machine) -> Iterator[Finding]:
    """Every pin of the map can be had: a running table, or another program, has what cannot."""
    try:
        map_, factory = pins.load(m.pins_file), m.factory()
    except pins.BadPins:
        return
    except (OSError, ImportError) as error:
        yield no_pins(error)
        return
    from gpiozero import DigitalInputDevice

    def claim(pin: int) -> Callable[[], Any]:
        return lambda: DigitalInputDevice(pin, pull_up=True, pin_factory=factory)

    opened, failed = gpio.open_all({name: claim(pin) for name, pin in map_.all().items()})
    stuck = [name for name, device in opened.items() if name.startswith("button ") and device.is_active]
    for device in opened.values():
        device.close()
    factory.close()
    for name, why in failed.items():
        yield Finding("pins", "problem", "pin-taken", {"name": name, "pin": map_.all()[name], "why": why},
                      "sudo systemctl stop companion; companion doctor")  # fmt: skip
    for name in stuck:
        yield Finding("pins", "warning", "button-down", {"name": name, "pin": map_.all()[name]}, "companion pins")
    if not failed and not stuck:
        yield Finding("pins", "ok", "pins-free", {"n": len(opened)})


def readers(m: Machine) -> Iterator[Finding]:
    """Each RC522: found or not, and what it says that it is."""
    told = wanted(m)
    if told.reader != "rc522" and not told.slot:
        return
    if not (m.root / "dev/spidev0.0").exists():
        yield Finding("reader", "problem", "spi-off", {}, "sudo raspi-config nonint do_spi 0 && sudo reboot")
        return
    try:
        from firmware.readers.rc522 import Rc522
    except (ImportError, RuntimeError):
        return  # `libraries` has said it
    for name, device, gain in (("reader", 0, told.gain), ("slot", 1, told.slot_gain)):
        if (name == "reader" and told.reader != "rc522") or (name == "slot" and not told.slot):
            continue
        reader = Rc522(device, gain=gain, speed_hz=told.spi_hz, sleep=m.sleep)
        reading = reader.poll()
        made, number = reader.made_by, reader.version
        reader.close()
        if reading.state == "error":
            yield Finding(name, "problem", "reader-error", {"why": reading.why}, "companion pins")
        elif made == "absent":
            yield (Finding(name, "ok", "no-slot") if name == "slot" else
                   Finding(name, "problem", "reader-silent", {"why": reading.why}, "companion pins"))  # fmt: skip
        else:
            state: State = "ok" if made != "unknown" else "warning"
            yield Finding(name, state, f"reader-{made}", {"version": f"0x{number:02X}"})


def screen(m: Machine) -> Finding:
    if m.environ.get("WAYLAND_DISPLAY") or m.environ.get("DISPLAY"):
        return Finding("screen", "ok", "desktop")
    cards = sorted((m.root / "dev/dri").glob("card*"))
    if not cards:
        return Finding("screen", "warning", "no-screen")
    connected = [p for p in (m.root / "sys/class/drm").glob("card*-*/status") if p.read_text().strip() == "connected"]
    return Finding("screen", "ok", "screen") if connected else Finding("screen", "warning", "screen-off")


def network(m: Machine) -> Iterator[Finding]:
    """The address that the QR shows, asked from here as a phone would ask it: of the table itself where it runs, else
    of a port that stands in for it; and whether its port is free."""
    address = m.address()
    if address == NOWHERE:
        yield Finding("network", "warning", "no-network", {}, "sudo nmtui")
        return
    why = "" if reaches(f"http://{address}:{m.port}/") else _unreachable(address, m.port)
    if why is None:
        yield Finding("network", "warning", "port-taken", {"port": m.port}, f"sudo ss -tlnp 'sport = :{m.port}'")
    elif why:
        yield Finding("network", "problem", "unreachable", {"address": address, "why": why}, "sudo nft list ruleset")
    else:
        yield Finding("network", "ok", "reachable", {"address": address})


def _unreachable(address: str, port: int) -> str | None:
    """Why nobody would reach a table there; empty where they would, None where something else has its port."""
    with socket.socket() as server:
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            server.bind(("0.0.0.0", port))
        except PermissionError:
            server.bind(("0.0.0.0", 0))  # a low port is for the service alone: any other tells as much
        except OSError:
            return f"{NOWHERE}:{port} ✓" if reaches(f"http://{NOWHERE}:{port}/") else None
        server.listen()
        try:
            socket.create_connection((address, server.getsockname()[1]), timeout=3).close()
        except OSError as error:
            return str(error)
    return ""


def disk(m: Machine) -> Finding:
    """Room, and whether it takes what is written."""
    folder = next(p for p in (m.data, *m.data.parents) if p.exists())
    free = shutil.disk_usage(folder).free // 1_000_000
    try:
        probe = folder / f".doctor-{os.getpid()}"
        probe.write_bytes(b"x")
        probe.unlink()
    except OSError as error:
        why = {"folder": str(folder), "why": str(error)}
        return Finding("disk", "problem", "disk-refuses", why, f"ls -ld {folder}")
    state: State = "problem" if free < FULL_MB else "warning" if free < FEW_MB else "ok"
    return Finding("disk", state, "disk", {"free": free}, "sudo apt clean" if state != "ok" else "")


def files(m: Machine) -> Iterator[Finding]:
    """What the table cannot open: a command with sudo leaves files of root's among its own."""
    others = [p for p in sorted(m.data.rglob("*")) if not os.access(p, os.R_OK | os.W_OK)]
    if others:
        yield Finding("files", "problem", "files-of-others", {"file": str(others[0]), "n": len(others)},
                      f"sudo chown -R --reference={m.data} {m.data}")  # fmt: skip


def clock(m: Machine) -> Finding:
    """Nothing in a match depends on the date; logs and file names do."""
    synced = (m.root / "run/systemd/timesync/synchronized").exists()
    return Finding("clock", "ok" if synced else "warning", "clock" if synced else "clock-unset", {},
                   "" if synced else "timedatectl")  # fmt: skip
