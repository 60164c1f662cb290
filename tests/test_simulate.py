"""`companion simulate`: options of a game from the command line, and what it prints."""

from __future__ import annotations

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.engine import Outcome
from companion.games import all_games
from companion.simulate import Tally, table


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["simulate", *words])


def lines(done: Result) -> dict[str, list[str]]:
    """The cells of the table, by the first word of their line."""
    assert done.exit_code == 0, done.output
    return {words[0]: words[1:] for line in done.stdout.splitlines() if (words := line.split())}


@pytest.mark.parametrize("game", sorted(all_games()))
def test_without_a_number_of_seats_each_has_its_column(game: str) -> None:
    """Narrow enough for a plain terminal; a line for each seat, and cells only where there are so many."""
    done = run(game, "--matches", "1", "--random")
    said = lines(done)
    low, high = all_games()[game].takes(all_games()[game].options())
    assert said["seats"] == [str(n) for n in range(low, high + 1)]
    assert len(said["1"]) == len(said["moves"]) == high - low + 1
    assert len(said[str(high)]) == 1
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_equal_seeds_give_equal_matches_however_many_columns_are_asked_for() -> None:
    words = ("secret_hitler", "--matches", "2", "--random")
    every, again, six = run(*words), run(*words), run(*words, "--seats", "6")
    assert every.stdout == again.stdout != run(*words, "--seed", "2").stdout
    assert lines(every)["moves"][1] == lines(six)["moves"][0]


def test_shares_are_of_all_matches_and_of_those_who_played_for_a_side() -> None:
    """Two matches of five, of which three win each."""
    game = all_games()["secret_hitler"]
    tally = Tally(game, 5)
    for winners in ((0, 1, 2), (0, 3, 4)):
        match = game.match(5)
        match.state.roles = {s: "liberal" if s in (0, 1, 2) else "fascist" for s in range(5)}
        match.result = Outcome(winners, "liberal_policies")
        tally.add(match)
    told = tally.told()
    assert list(told["wins by seat"].values()) == ["100%", "50%", "50%", "50%", "50%"]
    assert told["wins of those who played for"] == {"liberal": "67%", "fascist": "50%"}
    assert told["ended by"] == {"liberal_policies": "100%"}
    assert list(table({5: told, 6: {**told, "ended by": {}}}))[-4:-2] == [
        "ended by", "  liberal_policies        100%"
    ]  # fmt: skip


def test_options_are_the_games_own() -> None:
    """A team game of four: two win together or nobody does."""
    done = run("demos", "--matches", "2", "--set", "mode=team_2v2", "--set", "max_rounds=3", "--random")
    assert lines(done)["seats"] == ["4"]
    assert "won with\n" in done.stdout, "of DēmoS: how often each tier of trio wins, whatever it was that decided"


def test_a_preset_and_one_switch_of_it_otherwise() -> None:
    words = ("--matches", "1", "--seats", "2", "--preset", "complete", "--set", "debate=false", "--random")
    done = run("democracia", *words)
    assert done.exit_code == 0, done.output
    assert "basic, advanced, complete" in run("democracia", "--preset", "chess").output


def test_what_is_no_option_is_told_with_what_there_is() -> None:
    assert "has no option modus. It has mode, " in run("demos", "--set", "modus=individual").output
    said = run("demos", "--set", "mode=chess").output
    assert "team_2v2" in said
    assert "Invalid" in said
    assert "takes" in run("demos", "--seats", "9").output
