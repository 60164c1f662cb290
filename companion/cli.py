"""The command line, and the one place that knows everybody: table, phones, board, devices, bots."""

from __future__ import annotations

import gc
import os
import signal
import sys
from pathlib import Path

import click
import segno

from companion import doctor, life
from companion.games import all_games, left_out
from companion.games.ankist.command import deck
from companion.life.commands import commands
from companion.life.terminal import DATA, FILE, PORT, Commands, GameName, given, written
from companion.locale import best
from companion.players import decide
from companion.simulate import simulate
from companion.table import archive
from companion.table.pin import new_pin, page_key, pin
from companion.table.requests import AddBot, Choose, Quit, SetPreset
from companion.table.snapshot import Snapshot
from companion.table.table import Table, checked

COLLECT_EVERY = 20_000  # new objects: a move makes hundreds that die with it, and looking through them costs a tenth


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="companion")
def main() -> None:
    """A table that plays along: rules, board and phones for political board games with real cards.

    Start with `companion run` and scan the code that appears.
    """
    life.speak()
    gc.set_threshold(COLLECT_EVERY)


def _size(context: click.Context, parameter: click.Parameter, value: str) -> tuple[int, int]:
    width, _, height = value.partition("x")
    if not (width.isdigit() and height.isdigit() and int(width) >= 640 and int(height) >= 400):
        raise click.BadParameter("give it as WIDTHxHEIGHT, at least 640x400")
    return int(width), int(height)


def _presets() -> str:
    games = sorted(all_games().items())
    return "; ".join(f"{', '.join(game.presets)} ({name})" for name, game in games if game.presets)


@main.command()
@DATA
@click.option("--host", default="0.0.0.0", show_default=True, help="The address phones are answered on.")
@PORT
@click.option("--game", type=GameName(), help="Choose this game at once.")
@click.option("--preset", help="And one of its own ways to play (a name it has not lists them).")
@click.option("--bots", type=click.IntRange(0, 10), default=0, help="Seat so many bots.")
@click.option("--pace", type=float, default=1.5, show_default=True, help="About how many seconds a bot thinks.")
@click.option("--simulate/--devices", default=None, help="Things to click instead of reader and panel (a PC: yes).")
@click.option("--window/--no-window", default=None, help="Open the board in a window (default: if there is a screen).")
@click.option("--fullscreen", is_flag=True, help="Fill the screen with the board.")
@click.option("--size", default="1280x720", show_default=True, callback=_size, help="Of the board, in pixels.")
@click.option("--margin", type=click.FloatRange(0, 10), envvar="COMPANION_MARGIN", default=0.0, show_default=True,
              help="Percent of each side to leave empty, for a TV that cuts off the edges.")  # fmt: skip
@click.option("--wifi", default="", envvar="COMPANION_WIFI", help="Name of the Wi-Fi to join, shown beside the code.")
@click.option("--wifi-key", default="", envvar="COMPANION_WIFI_KEY", help="Its password, shown too.")
def run(
    data: Path, host: str, port: int, game: str | None, preset: str | None, bots: int, pace: float,
    simulate: bool | None, window: bool | None, fullscreen: bool, size: tuple[int, int], margin: float, wifi: str,
    wifi_key: str,
) -> None:  # fmt: skip
    """Start a table.

    Phones join by the QR code; the host page wants the PIN. Without reader and buttons the table simulates them: the
    workbench has everything to click.
    """
    if life.under_systemd():
        life.silence()
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from companion.board.board import Board
    from companion.board.data import Join
    from web import Keeper, create_app, serve

    simulate = not _on_a_pi() if simulate is None else simulate
    games = all_games()
    for broken, why in left_out().items():
        click.echo(f"{broken} is left out: {why}", err=True)
    if preset and game is None:
        raise click.UsageError("--preset needs --game.")
    if preset and game and preset not in games[game].presets:
        raise click.BadParameter(f"{game} has no {preset}. There are {_presets()}.", param_hint="--preset")
    with life.Box(data) as box:
        table = Table(data, games, language=best(os.environ.get("LANG", "")), simulate=simulate, decide=decide,
                      pace=(pace * 0.6, pace * 1.4))  # fmt: skip
        _seat_bots(table, game, preset, bots)
        board = Board(table, games, Join("", wifi, wifi_key), size, margin / 100)
        devices = None if simulate else box.devices(table)
        keeper = Keeper(data, lambda: box.restart(board.stop))
        app = create_app(table, picture=lambda language: board.picture(), simulate=simulate, secret=page_key(data),
                         keeper=keeper)  # fmt: skip
        server = serve(app, host, port)

        def show(address: str) -> None:
            board.join = Join(address, wifi, wifi_key)

        way = life.Way(server.port, show, table.do)
        way.start()
        if not life.under_systemd():  # the system's journal is no place for the PIN
            _welcome(table, board.join.address, port, server.port, simulate)
        signal.signal(signal.SIGTERM, lambda *_: board.stop())
        if devices:
            devices.start()
        try:
            box.show(board, table, window, fullscreen)
        except KeyboardInterrupt:
            click.echo()
        finally:
            way.close()
            server.close()
            if devices:
                devices.close()
            table.close()


def _seat_bots(table: Table, game: str | None, preset: str | None, bots: int) -> None:
    """What the command line asked to be prepared. A match that runs already stays as it is."""
    if (game or bots) and table.snapshot.stage == "over":
        table.do(Quit())
    if table.snapshot.stage != "lobby":
        return
    if game or (bots and table.snapshot.game is None):
        table.do(Choose(game=game or next(iter(all_games()))))
    if preset:
        table.do(SetPreset(preset=preset))
    for _ in range(bots - sum(c.presence == "bot" for c in table.snapshot.chairs)):
        table.do(AddBot())


def _welcome(table: Table, address: str, wanted: int, port: int, simulate: bool) -> None:
    for trouble in table.troubles:
        click.secho(f"Set aside: {trouble}", fg="yellow")
    if port != wanted:
        click.secho(f"Port {wanted} is in use: this table answers on {port}.", fg="yellow")
    if "127.0.0.1" in address:
        click.secho("No network: only this machine reaches the table. Join a Wi-Fi and start again.", fg="yellow")
    segno.make(address, error="m").terminal(out=sys.stdout, compact=True, border=2)
    click.echo(f"  Phones   {address}        (scan the code)")
    click.echo(f"  Host     {address}host    PIN {table.pin}")
    click.echo(f"  Board    {address}board")
    if simulate:
        click.echo(f"  Devices  {address}workbench   simulated: no reader or panel is attached")
    snapshot: Snapshot = table.snapshot
    if snapshot.playing:
        stands = "goes on where it stood" if snapshot.stage == "playing" else "has ended and is still on the board"
        click.echo(f"  The match {stands}: {snapshot.playing.game.title}")
    click.echo("  Stop with Ctrl-C. Nothing is lost.")


def _on_a_pi() -> bool:
    try:
        return "Raspberry Pi" in Path("/proc/device-tree/model").read_text(encoding="ascii", errors="replace")
    except OSError:
        return False


@main.command("pin")
@DATA
@click.option("--new", is_flag=True, help="Make another one; the old one is worth nothing any more.")
def show_pin(data: Path, new: bool) -> None:
    """Show the host's PIN."""
    click.echo(new_pin(data) if new else pin(data))


for command in (doctor.command, deck, simulate, doctor.pins_command, *commands):
    main.add_command(command)


@main.command()
@DATA
def matches(data: Path) -> None:
    """List the matches that are kept."""
    found = archive.listing(data / "matches")
    if not found:
        click.echo("No matches yet.")
    for m in found:
        if m.header is None:
            click.echo(f"{m.path.name:36} {m.trouble}")
            continue
        reason = f", {m.end.result['reason']}" if isinstance(m.end.result, dict) and m.end.result else ""
        names = ", ".join(m.header.names)
        click.echo(f"{m.header.match:36} {m.end.state}{reason}, {m.rows} entries: {names}")


def _found(data: Path, match: str) -> archive.Listed:
    """By its name, or by that of its file where there is no other."""
    for m in archive.listing(data / "matches"):
        if match in (m.header.match if m.header else "", m.path.name):
            return m
    raise click.ClickException(f"There is no match {match}. `companion matches` lists them.")


@main.command()
@DATA
@click.argument("match")
@FILE
def export(data: Path, match: str, file: Path) -> None:
    """Write MATCH into FILE, for a report or to verify its draws.

    FILE may be `-`, the standard output. It tells every hand. The seed of the draws goes with it only if its books
    are open.
    """
    found = _found(data, match)
    with written(file) as to:
        archive.export(found.path, to)


@main.command()
@DATA
@click.argument("match")
@click.confirmation_option(prompt="Erase this match for good?")
def erase(data: Path, match: str) -> None:
    """Remove MATCH from the disk. Not while it is on the table."""
    found = _found(data, match)
    if found.end.stands:  # a table that runs has it open
        now = "End it on the host page" if found.end.state == "open" else 'Press "To the lobby" on the host page'
        raise click.ClickException(f"That match is still on the table. {now} first.")
    archive.discard(found.path)
    click.echo(f"{match} erased.")


@main.command()
@FILE
def verify(file: Path) -> None:
    """Say whether the table drew fairly.

    Recomputes every draw of the exported match in FILE; `-` is the standard input.
    """
    with given(file) as source:
        kept = archive.load(source)
    if kept.books is None:
        raise click.ClickException("The books of this match are closed: the host can open them at its end.")
    game = all_games().get(kept.header.game)
    if game is None:
        raise click.ClickException(f"This companion does not know the game {kept.header.game}.")
    fault = checked(kept, game)
    if fault is None:
        click.secho("Yes: every draw of the table follows from the seed to which it had committed.", fg="green")
        return
    if fault.draw is None:
        raise click.ClickException("No: the seed is not the one to which the table had committed.")
    raise click.ClickException(f"No: draw number {fault.draw.k} is not what the seed says ({fault.what}).")

