"""`companion simulate`: options of a game from the command line, and what it prints."""

from __future__ import annotations

from click.testing import CliRunner, Result

from companion.cli import main


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["simulate", *words])


def test_it_prints_how_matches_end_and_who_wins() -> None:
    said = run("secret_hitler", "--matches", "3", "--seats", "5").output
    assert "wins by seat  1: " in said
    assert "moves a match" in said
    assert "of those who played for it  fascist: " in said
    assert said.count("%  ") >= 5, "endings and seats"


def test_options_are_the_games_own() -> None:
    """A team game of four: two win together or nobody does."""
    done = run("demos", "--matches", "2", "--set", "mode=team_2v2", "--set", "max_rounds=3", "--random")
    assert done.exit_code == 0, done.output
    assert "4 seats" in done.output
    assert "  won with  " in done.output, "of DēmoS: how often each tier of trio wins, whatever it was that decided"


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
