"""`companion deck check FILE`: whether a deck of one's own can be played, and whether it will play well."""

from __future__ import annotations

from pathlib import Path

import click

from companion.locale import best

from .branching import picture
from .content import ContentError, parse_deck
from .deckcheck import check, simulate


@click.group()
def deck() -> None:
    """Decks of one's own for Ankist."""


@deck.command("check")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--picture", "drawing", type=click.Path(path_type=Path), help="Write the branching as a picture (SVG).")
@click.option("--language", envvar="LANG", default="", help="Of the titles in the picture.")
def check_deck(file: Path, drawing: Path | None, language: str) -> None:
    """Say what is wrong with the deck in FILE, what would play badly, and how its reigns would go."""
    try:
        story = parse_deck(file.read_text(encoding="utf-8"), file.name)
    except (ContentError, UnicodeDecodeError) as error:
        raise click.ClickException(f"It cannot be played. {error}") from error
    click.echo(f"{len(story.arcs)} stories, {len(story.dilemmas)} dilemmas. It can be played.")
    for found in (findings := check(story)):
        click.echo(f"  {found.place}: {found.what}  ({found.check})")
    run = simulate(story, 1000)
    click.echo(f"1,000 reigns with votes at random: {run.length:.1f} dilemmas each; the king abdicates high in"
               f" {run.high:.0%}, low in {run.low:.0%}.")  # fmt: skip
    click.echo("  plans: " + ", ".join(f"{plan} {points:.1f}" for plan, points in run.points.items()))
    if drawing:
        drawing.write_text(picture(story, best(language)), encoding="utf-8")
        click.echo(f"{drawing} written.")
    if findings:
        raise SystemExit(1)
    click.secho("Nothing to mend.", fg="green")
