"""The command, and the tests that need a hand: a tag on each reader, each button by its lamp."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import click

from companion.doctor.checks import Finding, Machine, State, examine, no_library, no_pins, wanted
from companion.doctor.telling import as_json, bundle, for_the_board, line, verdict
from companion.life.terminal import DATA, PORT, STREAM, written
from companion.locale import Words, best
from companion.table import checkup
from firmware import pins

__all__ = ["by_hand", "command"]

PATIENCE_S = 15.0
STEADY = 0.9  # of the looks: below that a tag lies too far, or too near to metal


def by_hand(
    m: Machine, w: Words, say: Callable[[str], None], clock: Callable[[], float] = time.monotonic
) -> Iterator[Finding]:
    """Ask for a tag on each reader and for each button in turn. Where a part is missing, nothing is asked of it."""
    for part in (_tags, _buttons):
        try:
            yield from part(m, w, say, clock)
        except (ImportError, RuntimeError) as error:  # RPi.GPIO raises the latter where it is not on a Pi
            yield no_library([getattr(error, "name", None) or "RPi"])
        except (pins.BadPins, OSError) as error:
            yield no_pins(error)


def _tags(m: Machine, w: Words, say: Callable[[str], None], clock: Callable[[], float]) -> Iterator[Finding]:
    told = wanted(m)
    devices = (("reader", 0, told.gain, told.reader == "rc522"), ("slot", 1, told.slot_gain, told.slot))
    for name, device, gain, there in devices:
        if not there:
            continue
        from firmware.handson import tag_on
        from firmware.readers.rc522 import Rc522

        reader = Rc522(device, gain=gain, speed_hz=told.spi_hz, sleep=m.sleep)
        if reader.poll().state not in ("not-connected", "error"):
            say(w("doctor.lay-a-tag", device=w(f"device.{name}")))
            uid, share = tag_on(reader, PATIENCE_S, clock, m.sleep)
            detail = {"uid": uid or "", "share": round(share * 100)}
            if uid is None:
                yield Finding(name, "problem", "no-tag", {}, "companion pins")
            else:
                yield Finding(name, "ok" if share >= STEADY else "warning", "tag-seen", detail)
        reader.close()


def _buttons(m: Machine, w: Words, say: Callable[[str], None], clock: Callable[[], float]) -> Iterator[Finding]:
    from firmware.handson import buttons_in_turn

    map_, factory = pins.load(m.pins_file), m.factory()
    for name, wait in buttons_in_turn(map_, factory, PATIENCE_S, clock, m.sleep):
        say(w("doctor.press-the-lit", name=name))
        pressed = wait()
        code = {"right": "button-works", "wrong": "button-swapped", "none": "button-silent"}[pressed]
        state: State = "ok" if pressed == "right" else "problem"
        yield Finding(f"button {name}", state, code, {"name": name}, "companion pins")
    factory.close()


@click.command("doctor")
@DATA
@PORT
@click.option("--hands", is_flag=True, help="Also try each reader with a tag and each button. Stop the table first.")
@click.option("--json", "as_data", is_flag=True, help="For programs.")
@click.option("--bundle", "file", type=click.Path(path_type=Path),
              help="Write a file for whoever helps you (`-`: standard output).")  # fmt: skip
def command(data: Path, port: int, hands: bool, as_data: bool, file: Path | None) -> None:
    """Check this machine, and say what to type to mend it.

    Part by part; the board shows the same on its first page, at the next start of the table.

    The file of --bundle holds no match, tag, name, PIN or vote.
    """
    aside = as_data or file == STREAM  # the standard output is taken
    m, w, findings = Machine(data, port), Words(best(os.environ.get("LANG", ""))), list[Finding]()
    for source in (examine(m), by_hand(m, w, partial(click.echo, err=aside)) if hands else ()):
        for finding in source:
            findings.append(finding)
            if not as_data:
                click.echo(line(w, finding), err=aside)
    checkup.leave(data, for_the_board(findings))
    if file:
        with written(file) as to:
            bundle(m, findings, to)
    click.echo(as_json(findings) if as_data else f"\n{verdict(w, findings)}", err=file == STREAM)
    sys.exit(any(finding.state == "problem" for finding in findings))
