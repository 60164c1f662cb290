"""The unit says what the table needs of the system; the complaints of other boxes are each one line of it."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import defaultdict
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.board.screen import BEAT
from companion.cli import main
from companion.doctor.checks import GROUPS
from companion.life.heart import BEAT as HEART_BEAT
from companion.life.heart import FRAME_LIMIT
from tests.systemd.machine import INSTALLER, ROOT
from tests.tools import needs

UNIT = ROOT / "systemd" / "companion.service"


def settings() -> dict[str, str]:
    found: dict[str, list[str]] = defaultdict(list)
    for line in UNIT.read_text().splitlines():
        if re.match("[A-Z]", line):
            name, _, value = line.partition("=")
            found[name].append(value)
    return {name: " ".join(values) for name, values in found.items()}


SAYS = settings()


@pytest.mark.parametrize(("name", "value"), [
    ("Conflicts", "getty@tty1.service"),  # or the board is drawn behind a login
    ("Type", "notify"), ("WatchdogSec", "120"),
    ("Restart", "always"), ("StartLimitIntervalSec", "0"),  # or systemd gives up after a storm
    ("StateDirectory", "companion"), ("StateDirectoryMode", "0700"), ("UMask", "0077"),
    ("User", "companion"), ("NoNewPrivileges", "yes"), ("ProtectSystem", "strict"), ("ProtectHome", "yes"),
])  # fmt: skip
def test_it_says(name: str, value: str) -> None:
    assert SAYS[name] == value


def test_lgpio_may_write_its_pipes_where_the_unit_says() -> None:
    assert "LG_WD=/run/companion" in SAYS["Environment"]
    assert SAYS["RuntimeDirectory"] == "companion"


def test_no_network_is_waited_for() -> None:
    assert not re.search(r"^[^#]*network", UNIT.read_text(), re.M)


def test_nothing_takes_the_devices_away() -> None:
    assert not SAYS.keys() & {"PrivateDevices", "DevicePolicy", "DeviceAllow", "ProtectClock", "MemoryDenyWriteExecute"}


def test_the_groups_are_those_of_the_doctor_and_of_the_installer() -> None:
    groups = SAYS["SupplementaryGroups"].split()
    assert set(GROUPS) <= set(groups)
    assert f'GROUPS_NEEDED="{" ".join(groups)}"' in INSTALLER.read_text()


def test_what_it_starts_is_a_command_that_there_is() -> None:
    command = SAYS["ExecStart"].split()
    assert command[0] == "/opt/companion/current/bin/companion"
    help_ = CliRunner().invoke(main, [command[1], "--help"]).output
    for word in command[2:]:
        assert word.isdigit() or word in help_


def test_the_watchdog_is_fed_often_enough() -> None:
    """A beat fails only when the screen is really late, and one that fails is not yet the end."""
    assert BEAT * 2 < FRAME_LIMIT
    assert float(SAYS["WatchdogSec"]) > FRAME_LIMIT + 2 * HEART_BEAT


def test_the_power_button_needs_no_sudo_but_a_rule() -> None:
    rule = (ROOT / "systemd" / "49-companion.rules").read_text()
    assert '"org.freedesktop.login1.power-off"' in rule
    assert 'subject.user === "companion"' in rule
    code = [p for room in ("companion", "firmware", "web") for p in (ROOT / room).rglob("*.py")]
    assert not [p for p in code if re.search(r'\[?"sudo"', p.read_text(encoding="utf-8"))]


@needs("systemd-analyze")
def test_systemd_understands_it(tmp_path: Path) -> None:
    """With a command in the place of ours, which is not installed here."""
    text = UNIT.read_text().replace("/opt/companion/current/bin/companion", str(shutil.which("true")))
    (tmp_path / "companion.service").write_text(text)
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", tmp_path / "companion.service"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert "companion.service" not in done.stderr
