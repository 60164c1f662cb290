"""The installer, run into a scratch root with commands that only keep book: safe to repeat, to update, to undo."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.systemd.machine import INSTALLER, ROOT, Pi
from tests.tools import needs


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    return Pi(tmp_path)


def test_a_lite_image_becomes_a_table(pi: Pi) -> None:
    said = pi.install()
    assert "✓ the table runs" in said
    assert "sudo reboot" in said  # SPI comes with the next start
    assert pi.read("boot/firmware/config.txt").endswith("\n[all]\ndtparam=spi=on\n")
    assert pi.read("boot/firmware/cmdline.txt") == (
        "console=tty1 root=PARTUUID=7 rootwait consoleblank=0 vt.global_cursor_default=0 video=HDMI-A-1:1280x720@60D\n"
    )
    assert pi.known("passwd") == ["companion"]
    assert set(pi.known("member")) == {"gpio", "spi", "video", "render", "input", "audio"}
    assert pi.known("target") == ["multi-user.target"]
    calls = pi.calls()
    assert "systemctl --root" in calls
    assert "enable companion.service" in calls
    assert "pip install -q --no-cache-dir --disable-pip-version-check --no-deps mfrc522==0.0.7" in calls


def test_again_it_changes_nothing_but_the_release(pi: Pi) -> None:
    """It is the first thing to try when something is broken."""
    pi.install("--hotspot", "Mesa 1")
    before, release = pi.files(), pi.release()
    pi.calls()
    assert "Ready" in pi.install("--hotspot", "Mesa 1")
    assert pi.files() == before  # the hotspot's key too
    assert pi.release() != release
    assert "apt-get" not in pi.calls()


def test_undone_it_leaves_what_was_there(pi: Pi) -> None:
    before, target = pi.files(), pi.known("target")
    pi.install("--hotspot", "Mesa")
    assert pi.files() != before
    (pi.root / "var/lib/companion").mkdir()
    (pi.root / "var/lib/companion/house").write_text("tags")
    pi.install("--uninstall")
    assert pi.files() == before | {"var/lib/companion/house": "tags"}
    assert pi.known("target") == target
    assert not (pi.state / "runs").exists()
    pi.install("--uninstall", "--purge")
    assert pi.files() == before
    assert pi.known("passwd") == []


def test_what_was_changed_since_stays_changed(pi: Pi) -> None:
    pi.install()
    config, line = pi.root / "boot/firmware/config.txt", pi.root / "boot/firmware/cmdline.txt"
    config.write_text(config.read_text() + "dtoverlay=mine\n")
    line.write_text(line.read_text().replace("rootwait", "rootwait quiet"))
    pi.install("--uninstall")
    assert config.read_text() == "dtparam=audio=on\n#dtparam=spi=on\ndtoverlay=mine\n"
    assert line.read_text() == "console=tty1 root=PARTUUID=7 rootwait quiet\n"


def test_a_screen_mode_that_somebody_chose_stays(pi: Pi) -> None:
    (pi.root / "boot/firmware/cmdline.txt").write_text("console=tty1 video=HDMI-A-1:1920x1080@60\n")
    pi.install()
    assert pi.read("boot/firmware/cmdline.txt").count("video=") == 1


@pytest.mark.parametrize(("model", "there", "then"), [
    ("Raspberry Pi 4 Model B", "python3-rpi.gpio", "python3-rpi.gpio"),
    ("Raspberry Pi 4 Model B", "", "python3-rpi-lgpio"),
    ("Raspberry Pi 5 Model B", "python3-rpi.gpio", "python3-rpi-lgpio"),
    ("Raspberry Pi 5 Model B", "", "python3-rpi-lgpio"),
])  # fmt: skip
def test_one_gpio_library_and_never_both(tmp_path: Path, model: str, there: str, then: str) -> None:
    pi = Pi(tmp_path, model, (there,))
    pi.install()
    assert [name for name in pi.known("packages") if "rpi" in name] == [then]


def test_both_gpio_libraries_are_a_problem_with_a_cure(tmp_path: Path) -> None:
    pi = Pi(tmp_path, packages=("python3-rpi.gpio", "python3-rpi-lgpio"))
    assert "sudo apt-get remove python3-rpi.gpio" in pi.install(ok=False)


def test_a_second_gpio_library_from_pip_is_refused(pi: Pi) -> None:
    (pi.state / "pip").write_text("RPi.GPIO==0.7.1\n")
    assert "a second RPi.GPIO" in pi.install(ok=False)
    assert not list((pi.root / "opt/companion/releases").iterdir())


def test_a_package_that_does_not_come_is_named(pi: Pi) -> None:
    (pi.state / "unavailable").write_text("python3-spidev")
    assert "sudo apt-get install python3-spidev" in pi.install(ok=False)
    assert not (pi.root / "etc/systemd").exists()


def test_a_desktop_may_stay(pi: Pi) -> None:
    (pi.state / "desktop").touch()
    pi.install("--keep-desktop")
    assert pi.known("target") == ["graphical.target"]
    assert "--no-window" in pi.read("etc/systemd/system/companion.service.d/desktop.conf")
    assert "video=" not in pi.read("boot/firmware/cmdline.txt")
    assert (pi.state / "runs").exists()
    pi.install()  # second thoughts
    assert not (pi.root / "etc/systemd/system/companion.service.d/desktop.conf").exists()
    assert pi.known("target") == ["multi-user.target"]


def test_with_a_desktop_on_the_screen_the_board_waits_for_the_next_start(pi: Pi) -> None:
    (pi.state / "desktop").touch()
    assert "sudo reboot" in pi.install()
    assert not (pi.state / "runs").exists()


def test_an_update_makes_a_backup_and_keeps_the_old_release(pi: Pi) -> None:
    pi.install()
    old = pi.release()
    (pi.root / "var/lib/companion").mkdir()
    (pi.root / "var/lib/companion/house").write_text("tags")
    pi.install()
    assert pi.read("var/lib/companion/before-update.zip") == "backup\n"
    assert (pi.root / "opt/companion" / old).is_dir()
    for _ in range(2):
        pi.install()
    assert len(list((pi.root / "opt/companion/releases").iterdir())) == 2


def test_an_update_that_does_not_start_is_taken_back(pi: Pi) -> None:
    pi.install()
    old = pi.release()
    (pi.state / "next-is-broken").touch()
    said = pi.install(ok=False)
    assert f"{Path(old).name} is back" in said
    assert pi.release() == old
    assert (pi.state / "runs").exists()
    assert len(list((pi.root / "opt/companion/releases").iterdir())) == 1


def newer(folder: Path) -> Path:
    """A companion whose service, right to switch off and wrapper are other than ours."""
    shutil.copytree(ROOT / "systemd", folder / "systemd")
    for name in ("companion", "firmware", "web", "hardware"):
        (folder / name).mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE", "NOTICES.md", "constraints.txt"):
        (folder / name).write_text('version = "99"\n')
    for name in ("companion.service", "49-companion.rules", "install.sh"):
        with (folder / "systemd" / name).open("a") as file:
            file.write("# newer\n" if name != "49-companion.rules" else "// newer\n")
    script = folder / "systemd/install.sh"
    script.write_text(script.read_text().replace("# companion, for the table", "# newer companion, for the table"))
    return folder


def around(pi: Pi) -> dict[str, str]:
    """What a release has in the system: its service, its rights, its command, where it came from, what starts."""
    own = ("etc/systemd", "etc/polkit-1", "usr/local/bin", "opt/companion/source")
    files = {name: text for name, text in pi.files().items() if name.startswith(own)}
    return {**files, "target": " ".join(pi.known("target")), "release": pi.release()}


def test_an_update_that_does_not_start_leaves_nothing_of_its_own(pi: Pi, tmp_path: Path) -> None:
    """The old program under the new service is no release that ever ran."""
    (pi.root / "var/lib/companion").mkdir()
    pi.install("--keep-desktop")
    before = around(pi)
    assert any("desktop.conf" in name for name in before)
    (pi.state / "next-is-broken").touch()
    pi.install(ok=False, source=newer(tmp_path / "newer"))
    assert around(pi) == before
    assert (pi.state / "runs").exists()
    assert not (pi.root / "var/lib/companion/starting").exists()  # or it would start without its devices


def test_back_brings_the_service_of_then(pi: Pi, tmp_path: Path) -> None:
    pi.install()
    before = around(pi)
    pi.install("--no-tv", source=newer(tmp_path / "newer"))
    after = around(pi)
    changed = {name for name, text in after.items() if before[name] != text}
    assert changed == {
        "etc/systemd/system/companion.service", "etc/polkit-1/rules.d/49-companion.rules", "usr/local/bin/companion",
        "opt/companion/source", "release",
    }  # fmt: skip
    assert after["opt/companion/source"] == f"{tmp_path / 'newer'}\n--no-tv\n"
    pi.install("--back")
    assert around(pi) == before
    pi.install("--back")
    assert around(pi) == after


def test_back_to_one_that_does_not_start_is_taken_back_too(pi: Pi) -> None:
    pi.install()
    old = pi.release()
    pi.install()
    new = around(pi)
    (pi.root / "var/lib/companion").mkdir()
    (pi.root / "opt/companion" / old / "broken").touch()
    assert f"{Path(new['release']).name} is back" in pi.install("--back", ok=False)
    assert around(pi) == new
    assert (pi.root / "opt/companion" / old).is_dir()


def test_a_release_that_was_never_in_use_is_none_to_go_back_to(pi: Pi) -> None:
    """Neither one whose installation was refused nor one that a cut of power has left half built."""
    pi.install()
    assert "--hotspot takes letters" in pi.install("--hotspot", "a/b", ok=False)
    (pi.root / "opt/companion/releases/half/bin").mkdir(parents=True)
    assert "there is no release before" in pi.install("--back", ok=False)
    known = {Path(pi.release()).name}
    pi.install()
    assert {p.name for p in (pi.root / "opt/companion/releases").iterdir()} == known | {Path(pi.release()).name}


def test_a_release_from_before_they_brought_their_own_can_come_back(pi: Pi) -> None:
    pi.install()
    before = around(pi)
    shutil.rmtree(pi.root / "opt/companion" / pi.release() / "system")
    pi.install()
    pi.install("--back")
    assert around(pi) == before


def test_what_its_owner_wrote_stays(pi: Pi) -> None:
    """Safe to run again: language and margin survive a hotspot that comes later, or changes its name."""
    pi.install()
    env = pi.root / "etc/companion/companion.env"
    env.write_text('LANG=es_ES.UTF-8\nCOMPANION_WIFI="Casa"\n#COMPANION_WIFI_KEY=old\nCOMPANION_MARGIN=3')
    for name in ("Mesa 1", "Mesa 2"):
        pi.install("--hotspot", name)
        lines = env.read_text().splitlines()
        assert lines[:3] == ["LANG=es_ES.UTF-8", "COMPANION_MARGIN=3", f'COMPANION_WIFI="{name}"']
        assert lines[3].startswith('COMPANION_WIFI_KEY="')
        assert len(lines) == 4
    pi.install()
    assert env.read_text().splitlines() == lines
    assert env.stat().st_mode & 0o777 == 0o600


def test_a_hotspot_has_a_key_that_can_be_read_aloud(pi: Pi) -> None:
    pi.install("--hotspot", "Mesa 1")
    profile = pi.read("etc/NetworkManager/system-connections/companion-hotspot.nmconnection")
    key = re.search(r"^psk=(.*)$", profile, re.M)
    assert key
    assert re.fullmatch("[a-hjkmnp-z2-9]{10}", key[1])
    assert "ssid=Mesa 1\n" in profile
    assert "@" not in profile
    env = pi.read("etc/companion/companion.env")
    assert [*re.findall("^[^#].*", env, re.M)] == ['COMPANION_WIFI="Mesa 1"', f'COMPANION_WIFI_KEY="{key[1]}"']
    for path in ("etc/NetworkManager/system-connections/companion-hotspot.nmconnection", "etc/companion/companion.env"):
        assert (pi.root / path).stat().st_mode & 0o777 == 0o600  # NetworkManager takes no other
    assert "address=/#/10.42.0.1" in pi.read("etc/NetworkManager/dnsmasq-shared.d/companion.conf")


@pytest.mark.parametrize("words", [("--hotspot", "a/b&c"), ("--hotspot",), ("--what",), ("--root", "/none/such")])
def test_nonsense_is_refused_before_anything_happens(pi: Pi, words: tuple[str, ...]) -> None:
    said = subprocess.run([INSTALLER, "--root", pi.root, *words], env=pi.environ, capture_output=True, text=True)
    assert said.returncode == 1
    assert "✗" in said.stderr
    if words[0] != "--hotspot" or len(words) == 1:
        assert pi.calls() == ""


def test_an_older_system_is_refused(pi: Pi) -> None:
    (pi.root / "boot/firmware/config.txt").unlink()
    assert "Bookworm or newer is needed" in pi.install(ok=False)


def test_with_a_root_alone_no_command_that_acts_is_called(pi: Pi) -> None:
    """Trying it out changes nothing of the machine that it runs on."""
    del pi.environ["COMPANION_INSTALL_TEST"]
    pi.install("--hotspot", "Mesa")
    called = {line.split()[0] for line in pi.calls().splitlines()}
    assert not called & {"apt-get", "useradd", "usermod", "groupadd", "nmcli", "runuser"}


def test_it_explains_itself() -> None:
    said = subprocess.run([INSTALLER, "--help"], capture_output=True, text=True, check=True).stdout
    assert said.startswith("Makes a table of this Raspberry Pi")
    assert "--uninstall" in said
    assert "set -" not in said


@needs("shellcheck")
def test_shellcheck() -> None:
    subprocess.run(["shellcheck", INSTALLER], check=True)


def test_back_and_forth(pi: Pi) -> None:
    """The release before stays whole, and is one word away; so is the newer one from there."""
    pi.install()
    old = Path(pi.release()).name
    pi.install()
    new = Path(pi.release()).name
    assert f"{old} runs, {new} is kept" in pi.install("--back")
    assert Path(pi.release()).name == old
    assert "restart companion.service" in pi.calls()
    pi.install("--back")
    assert Path(pi.release()).name == new
    assert pi.read("opt/companion/source") == f"{INSTALLER.parents[1]}\n"


def test_without_a_release_before_there_is_no_way_back(pi: Pi) -> None:
    pi.install()
    assert "there is no release before" in pi.install("--back", ok=False)
