"""`companion campaign`: chains of matches listed, taken to another table, taken up again."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from companion.games import all_games, part_of
from companion.life.alone import Alone
from companion.life.terminal import DATA, FILE, STREAM, GameName, given, written
from companion.locale import Words
from companion.table import campaigns
from companion.table.campaigns import Campaign
from companion.table.house import House

__all__ = ["campaign"]


@click.group()
def campaign() -> None:
    """Campaigns: matches that carry on what the one before has left."""


@campaign.command("list")
@DATA
def list_(data: Path) -> None:
    """List the campaigns that are kept."""
    found = campaigns.campaigns(data / "matches")
    if not found:
        click.echo("No campaigns yet.")
    for each in found:
        words, key = Words("en", game=each.game), f"end.{each.reason}"
        end = f" {words(key)}" if words.has(key) else ""
        many = "1 match" if each.matches == 1 else f"{each.matches} matches"
        paper = part_of(each.game, "keepsake")
        stands = f" {paper.standing(each.ledger, each.options, words)}" if hasattr(paper, "standing") else ""
        click.echo(f"{each.name:24} {many}: {', '.join(each.names)}.{end}{stands}")


def _found(data: Path, name: str) -> Campaign:
    """By its name in the list, or from its file."""
    for each in campaigns.campaigns(data / "matches"):
        if each.name == name:
            return each
    if Path(name) == STREAM or Path(name).is_file():
        with given(Path(name)) as file:
            return campaigns.read(file)
    raise click.ClickException(f"There is no campaign {name}, and no file that this user may read. "
                               "`companion campaign list` shows them; - reads one from < FILE.")  # fmt: skip


@campaign.command("export")
@DATA
@click.argument("name")
@FILE
def export_(data: Path, name: str, file: Path) -> None:
    """Write the campaign NAME into FILE, for another table.

    FILE may be `-`, the standard output. It tells which cards the deck still holds.
    """
    one = _found(data, name)
    with written(file) as to:
        campaigns.export(one, to)


@campaign.command()
@DATA
@click.argument("name")
def resume(data: Path, name: str) -> None:
    """Go on with the campaign NAME at the next match.

    NAME may also be a file; `-` is the standard input. Stop the table first.
    """
    with Alone(data):
        one = _found(data, name)
        game = all_games().get(one.game)
        if game is None:
            raise click.ClickException(f"This companion does not know the game {one.game}.")
        if not game.goes_on(game.options_from(one.options), one.ledger):
            raise click.ClickException(f"The campaign {one.name} is over. The next match begins another one anyway.")
        with closing(House(data / "house")) as house:
            campaigns.carry_on(house, one.game, one)
    click.echo(f"{game.title}: the next match is number {one.matches + 1} of this campaign.")


@campaign.command()
@DATA
@click.argument("game", type=GameName())
def new(data: Path, game: str) -> None:
    """Begin another campaign at the next match of GAME.

    Stop the table first; what was played stays listed.
    """
    with Alone(data), closing(House(data / "house")) as house:
        campaigns.carry_on(house, game, None)
    click.echo("The next match begins a campaign.")
