"""Every real thing of every game has a name, on the board and on the workbench."""

from __future__ import annotations

import pytest

from companion.board import fill
from companion.games import all_games
from companion.locale import LANGUAGES, Words
from companion.table.prompt import Prompt

GAMES = all_games()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_component_has_words(game: str, lang: str) -> None:
    """Words are strict here: a missing one stops the test."""
    words = Words(lang, game)
    for component in GAMES[game].components:
        assert fill.kind_name(words, component)
        assert Prompt(words, ()).value(component.of, component.face)


def test_equal_cards_are_one_kind_and_numbered_where_they_are_told_apart() -> None:
    words = Words("es", "republia")
    bribes = [c for c in GAMES["republia"].components if str(c.face).startswith("bribe#")]
    assert {fill.face_name(words, c) for c in bribes} == {"Soborno"}
    assert Prompt(words, ()).value("actions", "bribe#07") == "Soborno 7"
