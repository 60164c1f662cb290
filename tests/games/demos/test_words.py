"""What only DēmoS has to say; what every game must, is in `tests/test_every_word.py`."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from companion.games.demos import GAME, moves
from companion.games.demos.final import verdict
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


@pytest.mark.rule("DMS-411", "DMS-414", "DMS-415")
def test_how_it_ended_is_not_said_of_trios_that_do_not_count() -> None:
    """Example 51: only the Independent has a trio, and it does not count; with `mono_only` bicolor ones do not."""
    words = Words("es", game=GAME.id)
    mono, bi, none = "ES LS JS", "EH LS JH", "Nadie tiene un trío que cuente"
    for figures, options, reason, said in (
        ({4: mono}, {}, "no_winner", f"{none}."),
        ({0: bi}, {"priority3": "mono_only"}, "no_winner", f"{none}."),
        ({4: mono}, {"no_trio_fallback": "points"}, "points_fallback", f"{none}: deciden los puntos."),
        ({0: mono, 2: bi}, {"priority3": "mono_only"}, "monocolor", "Solo cuenta un trío, y es de un solo palo."),
    ):
        v = verdict(table(5, "team_2v2_1", figures=figures, totals=[9, 0, 8, 0, 0], options=options))
        assert v.reasons == [reason] and any(v.tiers.values())
        assert words(f"end.{reason}") == said


@in_both
def test_what_people_themselves_must_mind_is_said(lang: str) -> None:
    """DMS-332, DMS-335 before the deal of teams, and DMS-438 where suits are announced."""
    words = Words(lang, game=GAME.id)
    must = {"es": ("enseñar cartas", "aparatos"), "en": ("show no cards", "devices")}[lang]
    assert all(word in words("deal-now.help").lower() for word in must)
    debate = {"es": "deba", "en": "debate"}[lang]
    assert all(debate in words(f"announce-{what}.help").lower() for what in ("suit", "trio"))


@in_both
def test_four_of_a_number_is_never_promised_to_the_simplified_game(lang: str) -> None:
    words = Words(lang, game=GAME.id)
    for key in ("help.discard-openly", "help.show", "show-card.help", "help.show-card"):
        said = words(key, n=1, seat="Ana")
        assert {"es": "cuatro de un número", "en": "all four of a number"}[lang] in said.lower()
        assert {"es": "simplificado", "en": "simplified"}[lang] in said, key


def test_several_who_win_a_round_are_told_as_well_as_one() -> None:
    say = [Prompt(Words(lang, game=GAME.id), NAMES) for lang in LANGUAGES]
    won = moves.RoundWon([0, 1], 16, "ex_aequo")
    assert [one.event(won) for one in say] == [
        "Ronda para Ana y Bruno, con 16: empate perfecto.", "Round to Ana and Bruno, with 16: a perfect tie.",
    ]  # fmt: skip
    assert say[0].event(moves.Vetoed([0, 1], 1)) == "Veto de Ana y Bruno. Quedan: 1."
