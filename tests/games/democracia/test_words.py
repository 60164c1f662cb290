"""What only D€mocracia has to say; what every game must, is in `tests/test_every_word.py`."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from companion.games.democracia import GAME
from companion.games.democracia.content import content
from companion.locale import LANGUAGES, Words
from companion.table.prompt import Prompt

from ..driver import at_random, drive

NAMES = ["Ana", "Bruno", "Carla", "Diego", "Elena", "Félix"]
in_both = pytest.mark.parametrize("lang", LANGUAGES)


@in_both
def test_every_card_agent_and_place_has_a_name(lang: str) -> None:
    words, c = Words(lang, game=GAME.id), content()
    names = [words(f"agents.{a.id}") for a in c.agents.agents]
    assert len(set(names)) == 31
    assert all(words(f"cards.{r.id}") and words(f"cards.{r.id}.text") for r in c.cards.cards)
    assert all(words(f"options.{r.id}.{i}") for r in c.cards.cards for i in range(max(1, len(r.options))))
    assert len({words(f"communities.{r.id}") for r in c.board.communities}) == 17
    assert all(words(f"pensions.{r.id}") for r in c.pensions.pensions)
    assert all(words(f"environment.{e}") for e in c.environment.copies)
    assert all(words(f"plan.cards.{a.id}") for a in c.agents.agents)


@in_both
def test_pages_read_of_an_agent_what_the_data_say(lang: str) -> None:
    """An owner's agents may have other names: no page makes a party or a kind out of an id."""
    words, c = Words(lang, game=GAME.id), content()
    for a in c.agents.agents:
        assert (words(f"agents.{a.id}.kind"), words(f"agents.{a.id}.party")) == (a.kind, a.party or "-")
    assert (words("at.majority"), words("at.elections")) == ("9", "3")


def test_the_line_of_a_phase_names_those_who_are_missing() -> None:
    match = drive(GAME.match(2), at_random(Random(1), lambda match: match.state.phase == "planning"))
    say = Prompt(Words("es", game=GAME.id), NAMES)
    assert say.line(match.faces(None)) == "Todos planifican. Faltan: 2"
    assert msgspec.to_builtins(match.view(None))["phase"] == "planning"


@in_both
def test_every_decision_has_help_about_itself(lang: str) -> None:
    """Whatever a seat is asked, or one of the alternatives beside it, says how it is played."""
    words = Words(lang, game=GAME.id)
    beside = {"ask-split", "confirm-tokens", "confirm-cases", "reveal-all", "pass-card", "stay-silent", "end-purchases",
              "buy-pension", "discard-named", "keep-all", "pass-window", "withdraw"}  # fmt: skip
    table = {"assign-leaders", "confirm-seats", "drop-vote", "shaken", "none-left", "emptied", "shuffled", "abort",
             "recount-urn", "note"}  # fmt: skip
    assert {kind for kind in GAME.kinds if not words.has(f"help.{kind}")} == beside | table


@pytest.mark.rule("DEM-203")
@in_both
def test_the_lobby_says_that_votes_are_tapped_into_a_real_urn_only(lang: str) -> None:
    words = Words(lang, game=GAME.id)
    assert words("option.real.urn") in words("option.real.votes")
