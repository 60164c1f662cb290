"""`companion simulate`: how a game goes when nobody sits there."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from math import sqrt
from random import Random
from typing import Any

import click
import msgspec

from companion.engine import BadMove, Game, Match, Options, switches
from companion.games import all_games
from companion.life.terminal import GameName
from companion.players.play import play_out

__all__ = ["simulate"]


@click.command()
@click.argument("game", type=GameName())
@click.option("--matches", "many", type=click.IntRange(1), default=200, show_default=True,
              help="How many, for each number of seats.")  # fmt: skip
@click.option("--seats", type=int, help="How many play (default: each number that the game takes).")
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
    rules = all_games()[game]
    options = options_of(rules, chosen, preset)
    low, high = rules.takes(options) if seats is None else (seats, seats)
    rngs = {n: Random(f"{seed} {n}") for n in range(low, high + 1)}  # one each: a column is the same alone
    tallies = {n: Tally(rules, n) for n in rngs}
    with click.progressbar([n for n in rngs for _ in range(many)], label=rules.title, file=sys.stderr) as bar:
        for n in bar:
            try:
                match = rules.match(n, options)
            except BadMove as error:
                raise click.ClickException(str(error)) from error
            play_out(rules, match, rngs[n], set() if randomly else set(range(n)))
            tallies[n].add(match)
    sure = 1 / sqrt(many)  # two standard errors of a half
    click.echo(f"{rules.title}: {many} for each number of seats. A share of them is sure to {sure:.0%}.\n")
    for line in table({n: tally.told() for n, tally in tallies.items()}):
        click.echo(line)


class Tally:
    """What the matches with one number of seats came to."""

    def __init__(self, game: Game[Any], seats: int) -> None:
        self.game, self.seats, self.matches, self.moves = game, seats, 0, 0
        self.wins, self.ends, self.won_with = Counter[int](), Counter[str](), Counter[str]()
        self.played_for, self.won_for = Counter[str](), Counter[str]()

    def add(self, match: Match[Any, Any]) -> None:
        won = match.result.winners
        self.matches += 1
        self.moves += len(match.journal)
        self.wins.update(won)
        self.ends[match.result.reason] += 1
        if self.game.won_with:
            self.won_with[self.game.won_with(match.state)] += 1
        if self.game.side:
            sides = [self.game.side(match.state, seat) for seat in range(self.seats)]
            self.played_for.update(sides)
            self.won_for.update(sides[seat] for seat in won)

    def told(self) -> dict[str, dict[str, str]]:
        """Under each heading its lines, as they are read."""
        everything = self.matches
        return {
            "wins by seat": {f"{s + 1:2}": f"{self.wins[s] / everything:.0%}" for s in range(self.seats)},
            "wins of those who played for": {s: f"{self.won_for[s] / n:.0%}" for s, n in self.played_for.items()},
            "won with": {what: f"{n / everything:.0%}" for what, n in self.won_with.items()},
            "ended by": {what: f"{n / everything:.0%}" for what, n in self.ends.items()},
            "in a match": {"moves": f"{self.moves / everything:.0f}"},
        }


def table(columns: Mapping[int, Mapping[str, Mapping[str, str]]]) -> Iterator[str]:
    """A column for each number of seats, which are few; a line for each thing counted, which may be many."""
    every = list(columns.values())
    yield f"{'seats':24}" + "".join(f"{seats:6}" for seats in columns)
    for heading in every[0]:
        names = sorted({name for column in every for name in column[heading]})
        yield from [heading] if names else []
        for name in names:
            yield (f"  {name:22}" + "".join(f"{column[heading].get(name, ''):>6}" for column in every)).rstrip()


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
