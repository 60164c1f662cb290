"""What all commands share: their options, files that may be pipes, and what goes wrong in words."""

from __future__ import annotations

import errno
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from companion.games import all_games, keep_owners_cards_in, left_out
from companion.life.alone import Busy
from companion.table.disk import NotSaved, not_saved
from companion.table.house import Taken
from companion.table.store import Unusable

__all__ = ["DATA", "FILE", "PORT", "STREAM", "Commands", "GameName", "given", "written"]



class GameName(click.ParamType):  # type: ignore[type-arg]  # an older click takes none
    """A game that can be played. Looked up late: in its folder the table may keep an owner's cards."""

    name = "game"

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        return f"[{'|'.join(sorted(all_games()))}]"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value in left_out():
            self.fail(f"{value} is left out: {left_out()[value]}", param, ctx)
        if value not in all_games():
            self.fail(f"there is no {value!r}, only {', '.join(sorted(all_games()))}", param, ctx)
        return str(value)


def _folder(context: click.Context, parameter: click.Parameter, value: Path) -> Path:
    """The folder, made known to the games: an owner's cards lie there too."""
    folder = value.expanduser()
    keep_owners_cards_in(folder)
    return folder


DATA = click.option(
    "--data", type=click.Path(path_type=Path), envvar="COMPANION_DATA", default=Path("~/.local/share/companion"),
    show_default=True, is_eager=True, callback=_folder, help="Where tags, seats and matches are kept.",
)  # fmt: skip
PORT = click.option(
    "--port", type=click.IntRange(0, 65535), envvar="COMPANION_PORT", default=8000, show_default=True,
    help="The port that phones are answered on; a table takes the next free one where it is in use.",
)  # fmt: skip
FILE = click.argument("file", type=click.Path(path_type=Path))
STREAM = Path("-")

# Why a file could not be read or written, and what now: by the system's number, else by our own name for it.
NO_FILE: dict[int | str, tuple[str, str]] = {
    errno.ENOENT: ("there is no such file or folder", "Look at its name."),
    errno.ENOTDIR: ("it would lie in something that is not a folder", "Look at its name."),
    errno.EISDIR: ("it is a folder", "Add the name of a file."),
    "full": ("there is no room left", "Make room, or give another place."),
    "read-only": ("its disk is read-only", "Give another place."),
    "forbidden": ("this user may not", "Give - and use > or <, or do it as its owner (sudo -u OWNER …)."),
    "busy": ("another program is using it", "Try again in a moment."),
    "damaged": ("it is damaged", "Put back a backup: companion restore --help"),
}


class Commands(click.Group):
    """A group whose commands, whichever they are, tell people what went wrong with a file or a second table."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except Busy as busy:
            who = f" (process {busy.by})" if busy.by else ""
            raise click.ClickException(
                f"Another table uses {busy.folder}{who}. Stop it (Ctrl-C there, or: sudo systemctl stop companion) or "
                "give another folder with --data."
            ) from busy
        except Taken as taken:
            raise click.ClickException(f"Nothing imported: tag {taken.uid} already is {taken.meaning}.") from taken
        except Unusable as error:
            newer = "\nIt was written by a newer companion: update this one first." if error.label == "newer" else ""
            raise click.ClickException(f"{error.path}: {error.reason}.{newer}") from error
        except OSError as error:
            if error.errno == errno.EPIPE:
                raise  # whoever read our lines has gone: click ends quietly
            raise click.ClickException(_told(error)) from error


def _told(error: OSError) -> str:
    """A file, why not, what now."""
    place = error.what if isinstance(error, NotSaved) else error.filename
    reason = error.__cause__ if isinstance(error, NotSaved) and isinstance(error.__cause__, OSError) else error
    if place is None:
        return f"{reason.strerror or reason}."
    why = not_saved(Path(str(place)), error).why
    known = NO_FILE.get(reason.errno or why) or NO_FILE.get(why)
    if known is None:
        return f"{place}: {reason.strerror or reason}."
    what, now = known
    return f"{place}: {what}. Nothing has changed. {now}"


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
        try:
            yield Path(folder) / "it"
        except Unusable as error:
            error.path = Path("standard input")  # nobody has seen the other name
            raise
