"""`companion pins`: what to wire where, from the map that the code reads."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import click

from companion.doctor.drawing import svg
from companion.life.terminal import DATA, written
from companion.locale import Words, best
from firmware import pins

__all__ = ["command", "wires"]


def wires(w: Words, map_: pins.Pins) -> Iterator[tuple[str, str, str]]:
    """Part, place on the header, and its GPIO number or where else its wire goes."""
    for signal, place in pins.SPI.items():
        also = w("wiring.second", place=pins.SECOND_SDA) if signal == "SDA" else ""
        yield f"RC522 {signal}", str(place), also
    for name, pin in map_.all().items():
        kind, _, key = name.partition(" ")
        part = w(f"device.{kind}", key=key)
        also = {"button": w("wiring.to-ground"), "lamp": w("wiring.by-resistor"), "lid": w("wiring.to-ground"),
                "buzzer": w("wiring.to-ground")}.get(kind, "")  # fmt: skip
        yield part, str(pins.PLACES[pin]), f"GPIO{pin}  {also}".rstrip()


@click.command("pins")
@DATA
@click.option("--svg", "file", type=click.Path(path_type=Path),
              help="Draw it into this file instead (`-`: standard output).")  # fmt: skip
def command(data: Path, file: Path | None) -> None:
    """Say which part is wired to which pin of the 40-pin header.

    A file `pins.toml` beside the table's other files takes the place of the usual map.
    """
    w = Words(best(os.environ.get("LANG", "")))
    try:
        map_ = pins.load(pins.map_of(data))
        if file:
            with written(file) as to:
                to.write_text(svg(w, map_), encoding="utf-8")
            return
        rows = [*wires(w, map_)]
    except (pins.BadPins, OSError) as error:
        raise click.ClickException(str(error)) from error
    width = max(len(part) for part, _, _ in rows)
    for part, place, rest in rows:
        click.echo(f"  {part:<{width}}  {place:>3}  {rest}".rstrip())
    click.echo(w("wiring.grounds", places=", ".join(map(str, pins.GROUNDS))))
