"""A made-up Pi to install into: a scratch root, and commands that keep book instead of changing this machine."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
INSTALLER = ROOT / "systemd" / "install.sh"

# Each says what it was asked in $STATE/calls; what is installed, who exists and what runs lies in $STATE too.
COMMANDS = {
    "dpkg": "echo arm64",
    "dpkg-query": 'grep -qx "${!#}" "$STATE/packages" && echo "install ok installed"',
    "apt-get": """for word in "$@"; do case $word in
        -*|update|install) ;;
        python3-rpi-lgpio) sed -i /^python3-rpi.gpio$/d "$STATE/packages"; echo "$word" >>"$STATE/packages" ;;
        *) [ "$word" = "$(cat "$STATE/unavailable" 2>/dev/null)" ] || echo "$word" >>"$STATE/packages" ;;
    esac; done""",
    "getent": 'grep -qx "$2" "$STATE/$1"',
    "useradd": 'echo "${!#}" >>"$STATE/passwd"',
    "userdel": 'sed -i "/^$1$/d" "$STATE/passwd"',
    "groupadd": 'echo "${!#}" >>"$STATE/group"',
    "usermod": 'grep -qx "$2" "$STATE/group" && echo "$2" >>"$STATE/member"',
    "id": 'case $1 in -u) echo 0 ;; -nG) sort -u "$STATE/member" | tr "\\n" " " ;; esac',
    "runuser": 'shift 3; "$@"',
    "nmcli": "echo companion-hotspot",
    "systemctl": """words=(); for word in "$@"; do case $word in --*) ;; *) words+=("$word") ;; esac; done
        case "${words[*]}" in
            get-default) cat "$STATE/target" ;;
            "set-default "*) echo "${words[1]}" >"$STATE/target" ;;
            "restart companion.service") rm -f "$STATE/runs"
                if [ -e "$RELEASES/../current/broken" ]; then touch "$DATA/starting"; exit 1; fi
                [ -e "$DATA/starting" ] || touch "$STATE/runs" ;;
            "stop companion.service") rm -f "$STATE/runs" ;;
            "is-active -q companion.service") [ -e "$STATE/runs" ] ;;
            "is-active -q display-manager.service") [ -e "$STATE/desktop" ] ;;
        esac""",
    # An environment without anything of its own: what the installer puts in it is told by the calls.
    "python3": """case "$*" in
        "-m venv "*) mkdir -p "${!#}/bin"; touch "${!#}/python"
            for name in python companion; do cp "$STATE/../inside/$name" "${!#}/bin/"; done
            [ ! -e "$STATE/next-is-broken" ] || touch "${!#}/broken" ;;
        *) exec "$PYTHON" "$@" ;;
    esac""",
}
INSIDE = {
    "python": 'case "$*" in *"pip list"*) cat "$STATE/pip" 2>/dev/null || true ;; esac',
    "companion": 'case $1 in backup) echo backup >"${!#}" ;; esac',
}


class Pi:
    """A Raspberry Pi OS as its installer sees it."""

    def __init__(self, folder: Path, model: str = "Raspberry Pi 4 Model B", packages: tuple[str, ...] = ()) -> None:
        self.root, self.state = folder / "root", folder / "state"
        for path, text in (
            ("etc/debian_version", "12.9\n"), ("etc/os-release", 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n'),
            ("proc/device-tree/model", f"{model}\0"),
            ("boot/firmware/config.txt", "dtparam=audio=on\n#dtparam=spi=on\n"),
            ("boot/firmware/cmdline.txt", "console=tty1 root=PARTUUID=7 rootwait\n"), ("var/lib/.keep", ""),
        ):  # fmt: skip
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            (self.root / path).write_text(text)
        self.state.mkdir()
        for name, text in (("packages", "\n".join(packages) + "\n"), ("passwd", ""), ("member", ""), ("calls", ""),
                           ("group", "spi\ngpio\nvideo\ninput\naudio\n"), ("target", "graphical.target")):  # fmt: skip
            (self.state / name).write_text(text)
        for place, commands in (("bin", COMMANDS), ("inside", INSIDE)):
            (folder / place).mkdir()
            for name, text in commands.items():
                head = f'#!{shutil.which("bash")}\necho "{name} $*" >>"$STATE/calls"\n'
                (folder / place / name).write_text(head + text + "\n")
                (folder / place / name).chmod(0o755)
        self.environ = {**os.environ, "PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "STATE": str(self.state),
                        "RELEASES": str(self.root / "opt/companion/releases"), "PYTHON": sys.executable,
                        "DATA": str(self.root / "var/lib/companion"),
                        "COMPANION_INSTALL_TEST": "1"}  # fmt: skip

    def install(self, *words: str, ok: bool = True, source: Path = ROOT) -> str:
        """Run the installer of a companion; what it says."""
        done = subprocess.run(
            [source / "systemd/install.sh", "--root", self.root, *words], env=self.environ, capture_output=True,
            text=True, timeout=50,
        )  # fmt: skip
        assert (done.returncode == 0) == ok, done.stdout + done.stderr
        return done.stdout + done.stderr

    def read(self, path: str) -> str:
        return (self.root / path).read_text()

    def known(self, what: str) -> list[str]:
        return (self.state / what).read_text().split()

    def calls(self) -> str:
        """What was called since the last time."""
        text = (self.state / "calls").read_text()
        (self.state / "calls").write_text("")
        return text

    def files(self) -> dict[str, str]:
        """Everything below the root but the releases, with what is in it."""
        paths = (p for p in sorted(self.root.rglob("*")) if p.is_file() and "releases" not in p.parts)
        return {str(p.relative_to(self.root)): p.read_text() for p in paths if "current" not in p.parts}

    def release(self) -> str:
        return os.readlink(self.root / "opt/companion/current")
