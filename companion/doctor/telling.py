"""What the doctor says: to people, to programs, and in a file for whoever is asked for help."""

from __future__ import annotations

import json
import platform
import sys
from dataclasses import asdict
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from companion.doctor.checks import Finding, Machine, installed
from companion.life.log import log_files
from companion.locale import Words
from companion.table.checkup import Checked

__all__ = ["as_json", "bundle", "for_the_board", "line", "verdict"]

SIGNS = {"ok": "✓", "warning": "!", "problem": "✗"}


def line(w: Words, finding: Finding) -> str:
    """One finding, and what to type below it."""
    text = w(f"doctor.{finding.code}", **finding.detail)
    mend = f"\n      $ {finding.mend}" if finding.mend and finding.state != "ok" else ""
    return f"  {SIGNS[finding.state]} {text}{mend}"


def for_the_board(findings: list[Finding]) -> list[Checked]:
    """The same lines in both languages, without what to type."""
    es, en = Words("es"), Words("en")
    return [Checked(f.state, *(w(f"doctor.{f.code}", **f.detail) for w in (es, en))) for f in findings]


def verdict(w: Words, findings: list[Finding]) -> str:
    states = {finding.state for finding in findings}
    if "problem" in states:
        return w("doctor.not-ready")
    return w("doctor.ready-but") if "warning" in states else w("doctor.ready")


def as_json(findings: list[Finding]) -> str:
    return json.dumps([asdict(finding) for finding in findings], indent=1, ensure_ascii=False)


def bundle(m: Machine, findings: list[Finding], file: Path) -> None:
    """What a report of a fault needs, in one file: findings, versions, what hangs on the table.

    No match, tag, name, PIN or vote: nothing of the data folder but `devices.toml` and the log, which holds none.
    """
    versions = {name: installed(name) for name in ("companion", "gpiozero", "lgpio", "mfrc522", "pygame-ce", "spidev")}
    about = {"python": sys.version, "system": platform.platform(), "release": m.read("etc/os-release"),
             "model": m.read("proc/device-tree/model"), "versions": versions}  # fmt: skip
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        archive.writestr("findings.json", as_json(findings))
        archive.writestr("machine.json", json.dumps(about, indent=1))
        for path in (m.data / "devices.toml", m.pins_file, *log_files(m.data)):
            if path.exists():
                archive.write(path, path.name)
