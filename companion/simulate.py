"""`companion simulate`: how a game goes when nobody sits there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

import click
import msgspec

from companion.engine import BadMove, Game, Options, switches
from companion.games import all_games
from companion.life.terminal import GameName
from companion.players.play import play_out

__all__ = ["simulate"]


@click.command()
@click.argument("game", type=GameName())
@click.option("--matches", "many", type=click.IntRange(1), default=200, show_default=True, help="How many.")
@click.option("--seats", type=int, help="How many play (default: as many as the game takes).")
@click.option("--set", "chosen", multiple=True, metavar="NAME=VALUE", help="An option of the game; may be repeated.")
@click.option("--preset", help="One of the game's own ways to play.")
@click.option("--random", "randomly", is_flag=True, help="Random players instead of bots that play to win.")
@click.option("--seed", default=1, show_default=True, help="Equal seeds give equal matches.")
def simulate(game: str, many: int, seats: int | None, chosen: tuple[str, ...], preset: str | None, randomly: bool,
             seed: int) -> None:  # fmt: skip
    """Play bots against bots and print who wins how often.

    \b
    companion simulate demos --seats 4 --set mode=team_2v2
    """
    rules, rng = all_games()[game], Random(seed)
    options = options_of(rules, chosen, preset)
    seats = rules.takes(options)[1] if seats is None else seats
    reasons, wins, moves = Counter[str](), Counter[int](), 0
    played_for, won_by, won_with = Counter[str](), Counter[str](), Counter[str]()
    with click.progressbar(range(many), label=f"{rules.title}, {seats} seats") as bar:
        for _ in bar:
            try:
                match = rules.match(seats, options)
            except BadMove as error:
                raise click.ClickException(str(error)) from error
            play_out(rules, match, rng, set() if randomly else set(range(seats)))
            reasons[match.result.reason] += 1
            wins.update(match.result.winners)
            moves += len(match.journal)
            if rules.won_with:
                won_with[rules.won_with(match.state)] += 1
            if rules.side:
                sides = [rules.side(match.state, seat) for seat in range(seats)]
                played_for.update(sides)
                won_by.update(sides[seat] for seat in match.result.winners)
    for reason, n in reasons.most_common():
        click.echo(f"  {n / many:6.1%}  {reason}")
    click.echo("  wins by seat  " + "  ".join(f"{s + 1}: {wins[s] / many:.0%}" for s in range(seats)))
    if won_with:
        click.echo("  won with  " + "  ".join(f"{what}: {n / many:.1%}" for what, n in won_with.most_common()))
    if played_for:
        shares = (f"{side}: {won_by[side] / n:.0%}" for side, n in sorted(played_for.items()))
        click.echo("  of those who played for it  " + "  ".join(shares))
    click.echo(f"  {moves / many:.0f} moves a match")


def options_of(game: Game[Any], chosen: Iterable[str], preset: str | None = None) -> Options:
    """The options of the command line; what is no option, or no value of it, is told with what there is."""
    known = {switch.name: switch for switch in switches(game.options)}
    plain: dict[str, Any] = {}
    for one in chosen:
        name, _, value = one.partition("=")
        if name not in known:
            raise click.BadParameter(f"{game.title} has no option {name}. It has {', '.join(known)}.")
        plain[name] = [v for v in value.split(",") if v] if known[name].kind == "set" else value
    try:
        options = game.preset(preset, game.options()) if preset else game.options()
    except BadMove as error:
        raise click.BadParameter(str(error)) from error
    try:
        return game.options_from({**msgspec.to_builtins(options), **plain})
    except BadMove as error:
        values = "; ".join(f"{n}: {', '.join(map(str, known[n].values))}" for n in plain if known[n].values)
        raise click.BadParameter(f"{error}. {values}") from error
