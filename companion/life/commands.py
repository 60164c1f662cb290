"""What keeps a table beyond an evening: backup and restore, tags to another table, a file for whoever helps."""

from __future__ import annotations

import errno
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from companion.doctor import Machine, bundle, examine
from companion.doctor.command import DATA
from companion.games import all_games
from companion.life.alone import Alone, Busy
from companion.life.log import log_files
from companion.table import backup
from companion.table.disk import NotSaved
from companion.table.house import House, Taken
from companion.table.store import Unusable

__all__ = ["commands", "told"]

FILE = click.argument("file", type=click.Path(path_type=Path))
STREAM = Path("-")


@contextmanager
def told() -> Iterator[None]:
    """What can go wrong with files and a second table, as one line."""
    try:
        yield
    except Busy as busy:
        who = f" (process {busy.by})" if busy.by else ""
        raise click.ClickException(
            f"Another table uses {busy.folder}{who}. Stop it (Ctrl-C there, or: sudo systemctl stop companion) or give "
            "another folder with --data."
        ) from busy
    except Taken as taken:
        raise click.ClickException(f"Nothing imported: tag {taken.uid} already is {taken.meaning}.") from taken
    except Unusable as error:
        newer = "\nIt was written by a newer companion: update this one first." if error.label == "newer" else ""
        raise click.ClickException(f"{error.path}: {error.reason}.{newer}") from error
    except (NotSaved, FileNotFoundError) as error:
        raise click.ClickException(f"{error}. Nothing has changed.") from error
    except OSError as error:
        if error.errno == errno.EPIPE:
            raise  # whoever read our lines has gone: click ends quietly
        what = f"{error.filename}: " if error.filename else ""
        raise click.ClickException(f"{what}{error.strerror or error}.") from error


@contextmanager
def written(file: Path) -> Iterator[Path]:
    """Where to write what goes to `file`; `-` is the standard output: the table's user may not write everywhere."""
    if file != STREAM:
        yield file
        click.echo(f"{file} written.", err=True)
        return
    with TemporaryDirectory() as folder:
        yield Path(folder) / "it"
        sys.stdout.buffer.write((Path(folder) / "it").read_bytes())


@contextmanager
def given(file: Path) -> Iterator[Path]:
    """Where to read `file` from; `-` is the standard input."""
    if file != STREAM:
        yield file
        return
    with TemporaryDirectory() as folder:
        (Path(folder) / "it").write_bytes(sys.stdin.buffer.read())
        yield Path(folder) / "it"


@click.command("backup")
@DATA
@FILE
def backup_(data: Path, file: Path) -> None:
    """Write everything into FILE (`-`: standard output): matches, tags, chairs, settings. The table may go on running.

    Keep it to yourself: it tells every hand of every match. An open urn, the PIN and what phones are known by at this
    address are not in it.
    """
    with told(), written(file) as to:
        kept = backup.save(data, to)
    click.echo(f"{kept.matches} matches, tags, chairs and settings.", err=True)


@click.command()
@DATA
@FILE
def restore(data: Path, file: Path) -> None:
    """Put the table back to what FILE (`-`: standard input) holds. Stop the table first.

    A ballot that was open in it opens empty. What is here now is kept in the folder `before-restore`.
    """
    with told(), Alone(data), given(file) as source:
        kept = backup.prepare(source, data)
        backup.finish(data)
    click.echo(f"Restored: {kept.matches} matches, tags, chairs and settings.")


@click.group()
def tags() -> None:
    """Which tag is which card: take it to another table with the same cards."""


@tags.command("export")
@DATA
@click.argument("game", type=click.Choice(sorted(all_games())))
@FILE
def export_(data: Path, game: str, file: Path) -> None:
    """Write the tags of GAME into FILE."""
    with told():
        house = House(data / "house")
        many = len(house.tags(game))
        with written(file) as to:
            to.write_bytes(house.export_tags(game))
        house.close()
    click.echo(f"{many} tags.", err=True)


@tags.command("import")
@DATA
@FILE
def import_(data: Path, file: Path) -> None:
    """Take over the tags in FILE, all or none. Stop the table first, or do it on the host page."""
    with told(), Alone(data), given(file) as source:
        house = House(data / "house")
        try:
            many = house.import_tags(source.read_bytes())
        except Taken:
            raise
        except ValueError as error:
            raise click.ClickException(f"{file}: {error}.") from error
        finally:
            house.close()
    click.echo(f"{many} tags imported.")


@click.command()
@DATA
@click.option("--port", default=8000, show_default=True, help="The port that phones are answered on.")
@FILE
def support(data: Path, port: int, file: Path) -> None:
    """Write FILE for whoever helps you: what the doctor finds, versions, wiring, the log.

    No match, tag, name, PIN or vote is in it.
    """
    machine = Machine(data, port)
    with written(file) as to:
        bundle(machine, list(examine(machine)), to, log_files(data))


commands = (backup_, restore, tags, support)
