"""What only Secret Hitler has to say; what every game must, is in `tests/test_every_word.py`."""

from __future__ import annotations

import pytest

from companion.games.secret_hitler import GAME, moves
from companion.locale import LANGUAGES, Words
from companion.table.prompt import Prompt

from ..driver import AnyMatch, tag
from .tables import play, table

NAMES = ["Ana", "Bruno", "Carla", "Diego", "Elena", "Félix", "Gala", "Hugo", "Iris", "Joel"]
in_both = pytest.mark.parametrize("lang", LANGUAGES)


@in_both
def test_every_ending_has_words(lang: str) -> None:
    words = Words(lang, game=GAME.id)
    for reason in ("liberal_policies", "fascist_policies", "hitler_executed", "hitler_elected", "aborted"):
        assert words(f"end.{reason}")
    assert all(words.has(f"won.{who}") for who in ("liberal", "fascist", "nobody"))


@in_both
def test_help_tells_everybody_what_hitler_sees(lang: str) -> None:
    words = Words(lang, game=GAME.id)
    assert "Hitler" in words("help.seen-role") and "7" in words("help.seen-role")


@in_both
@pytest.mark.rule("SHT-118", "SHT-228")
def test_the_board_asks_for_silence_and_for_the_shuffle(lang: str) -> None:
    words = Words(lang, game=GAME.id)
    silence = {"es": "en silencio", "en": "in silence"}[lang]
    assert all(silence in words(f"{tag(kind)}.line", seat="Ana") for kind in (moves.Discard, moves.Enact))
    assert words("confirm-shuffle.line")


def test_the_line_of_a_vote_counts_and_names_nobody() -> None:
    m: AnyMatch = play(table(7), moves.Nominate(1, by=0), moves.Vote(True, by=3))
    say = Prompt(Words("es", game=GAME.id), NAMES)
    assert say.line(m.faces(None)) == "Todos votan. Faltan: 6"
