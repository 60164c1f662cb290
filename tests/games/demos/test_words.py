"""What only DēmoS has to say; what every game must, is in `tests/test_every_word.py`."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from companion.games.demos import GAME, moves
from companion.games.demos.moves import Discarded
from companion.games.demos.state import Mode
from companion.games.demos.turns import poll
from companion.locale import LANGUAGES, Words
from companion.table.prompt import Prompt

from .tables import on, table

NAMES = ["Ana", "Bruno", "Carla", "Diego", "Elena"]
REASONS = [
    "tricolor", "bicolor", "monocolor", "announced_trio", "points_tiebreak", "shared", "spokesperson",
    "media_controller", "dissident", "points_fallback", "no_winner", "aborted",
]  # fmt: skip
in_both = pytest.mark.parametrize("lang", LANGUAGES)


@in_both
def test_every_ending_and_mode_has_words(lang: str) -> None:
    words = Words(lang, game=GAME.id)
    assert all(words(f"end.{reason}") for reason in REASONS)
    assert all(words(f"option.mode.{mode}") for mode in get_args(Mode))


@in_both
def test_every_card_and_suit_has_a_name(lang: str) -> None:
    words = Words(lang, game=GAME.id)
    t: Any = table()
    names = [words(f"people.{card}") for card in t.plan.cards] + [words(f"power.{card}") for card in t.plan.figures]
    assert len(set(names)) == 54
    assert all(words(f"theme.{suit}") in words(f"suit.{suit}") for suit in "SHDC")


def test_cards_are_named_in_the_log() -> None:
    words = Prompt(Words("es", game=GAME.id), NAMES)
    assert words.event(Discarded(1, "S7")) == "Bruno descarta 7 de picas."
    assert (
        words.event(moves.TurnedUp(["S7", "H10"])) == "Se vuelven los descartes secretos: 7 de picas y 10 de corazones."
    )
    assert words.value("people", ("S7", "S8", "S9")) == "7 de picas, 8 de picas y 9 de picas"


def test_the_line_of_a_poll_names_who_is_asked() -> None:
    say = Prompt(Words("es", game=GAME.id), NAMES)
    assert say.line(on(poll, table(3)).faces(None)) == "Ana: ¿descarte unánime o veto?"
    assert say.line(on(poll, table(4, "team_2v2")).faces(None)) == "Ana y Bruno: ¿descarte unánime o veto?"
