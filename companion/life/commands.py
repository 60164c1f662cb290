"""What keeps a table beyond an evening: backup and restore, tags to another table, a file for whoever helps."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from companion.doctor.checks import Machine, examine
from companion.doctor.telling import bundle
from companion.life.alone import Alone
from companion.life.campaign import campaign
from companion.life.terminal import DATA, FILE, PORT, GameName, given, written
from companion.life.updating import update
from companion.table import backup
from companion.table.house import House, Taken

__all__ = ["commands"]


@click.command("backup")
@DATA
@FILE
def backup_(data: Path, file: Path) -> None:
    """Write everything into FILE: matches, tags, chairs, settings.

    FILE may be `-`, the standard output. The table may go on running.

    Keep it to yourself: it tells every hand of every match. An open urn, the PIN and what phones are known by at this
    address are not in it.
    """
    with written(file) as to:
        kept = backup.save(data, to)
    click.echo(f"Matches ({kept.matches}), tags, chairs and settings.", err=True)


@click.command()
@DATA
@FILE
def restore(data: Path, file: Path) -> None:
    """Put the table back to what a backup holds. Stop the table first.

    FILE may be `-`, the standard input. A ballot that was open in it opens empty. What is here now is kept in the
    folder `before-restore`.
    """
    with Alone(data), given(file) as source:
        kept = backup.prepare(source, data)
        backup.finish(data)
    click.echo(f"Restored: matches ({kept.matches}), tags, chairs and settings.")


@click.group()
def tags() -> None:
    """Take tags to another table with the same cards."""


@tags.command("export")
@DATA
@click.argument("game", type=GameName())
@FILE
def export_(data: Path, game: str, file: Path) -> None:
    """Write the tags of GAME into FILE; `-` is the standard output."""
    with closing(House(data / "house")) as house:
        many = len(house.tags(game))
        with written(file) as to:
            to.write_bytes(house.export_tags(game))
    click.echo(f"Tags: {many}.", err=True)


@tags.command("import")
@DATA
@FILE
def import_(data: Path, file: Path) -> None:
    """Take over the tags in FILE, all or none.

    FILE may be `-`, the standard input. Stop the table first, or do it on the host page.
    """
    with Alone(data), given(file) as source, closing(House(data / "house")) as house:
        try:
            many = house.import_tags(source.read_bytes())
        except Taken:
            raise
        except ValueError as error:
            raise click.ClickException(f"{file}: {error}.") from error
    click.echo(f"Tags imported: {many}.")


@click.command()
@DATA
@PORT
@FILE
def support(data: Path, port: int, file: Path) -> None:
    """Write a FILE for whoever helps you.

    It holds what the doctor finds, versions, wiring and the log, and no match, tag, name, PIN or vote. FILE may be
    `-`, the standard output.
    """
    machine = Machine(data, port)
    with written(file) as to:
        bundle(machine, list(examine(machine)), to)


commands = (backup_, restore, tags, support, campaign, update)
