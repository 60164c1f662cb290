"""Every question, choice, refusal, event, option and ending has its words in both languages."""

from __future__ import annotations

from random import Random
from typing import Any, get_args

import pytest

from companion.engine import CHANCE, Event, OneOf, SomeOf, switches
from companion.games.demos import GAME, moves
from companion.games.demos.moves import Discarded
from companion.games.demos.state import Mode, Switches
from companion.games.demos.turns import poll
from companion.locale import LANGUAGES, Words
from companion.table.prompt import Prompt
from tests.pairwise import settings

from ..driver import AnyMatch, at_random, drive
from .tables import on, table

NAMES = ["Ana", "Bruno", "Carla", "Diego", "Elena"]
NOBODYS = {"name-dealer", "name-pair", "name-independent", "mark-absent", "mark-present", "missing", "abort"}
REASONS = [
    "tricolor", "bicolor", "monocolor", "announced_trio", "points_tiebreak", "shared", "spokesperson",
    "media_controller", "dissident", "points_fallback", "no_winner", "aborted",
]  # fmt: skip
in_both = pytest.mark.parametrize("lang", LANGUAGES)


@in_both
def test_every_kind_of_move_has_all_its_words(lang: str) -> None:
    """A short word, a board line with the name, a heading, a button that names its choice, one or two sentences."""
    words = Words(lang, game=GAME.id)
    for kind, move in GAME.kinds.items():
        assert len(words(f"{kind}.word").split()) <= 2
        assert ("Ana" in words(f"{kind}.line", seat="Ana")) == (kind not in NOBODYS), kind
        assert words(f"{kind}.title")
        chosen = set(move.__struct_fields__) - {"by"}
        assert ("¶" in words(f"{kind}.go", choice="¶")) == bool(chosen), kind
        if len(chosen) > 1:
            assert all(words(f"{kind}.{field}") for field in chosen)
        if words.has(f"{kind}.help"):
            assert words(f"{kind}.help").rstrip(".").count(". ") <= 1, kind


def say_all(m: AnyMatch, words: Words, say: Prompt) -> None:
    """Whatever is asked just now."""
    for asked in m.asks():
        if asked.by == CHANCE:
            deck = asked.fields["deck"]
            assert isinstance(deck, OneOf) and words.n(f"{deck.values[0]}.draw", asked.left)
            continue
        for field in asked.fields.values():
            if isinstance(field, OneOf):
                assert all(say.choice(field, value) for value in field.choices())
                assert all(words(f"why.{code}") for code in field.why.values())
                assert all(say.value(field.of, face) for face in field.faces)
            elif isinstance(field, SomeOf):
                assert all(say.value(field.of, value) for value in field.values)
    if m.faces(None):
        assert say.line(m.faces(None))


@in_both
def test_every_choice_and_every_log_line_of_a_game_can_be_said(lang: str) -> None:
    """Whole random games over all options: the values of fields, the reasons, the decks, the events, the end."""
    words, say = Words(lang, game=GAME.id), Prompt(Words(lang, game=GAME.id), NAMES)
    heard: set[str] = set()
    for k, row in enumerate(settings(GAME)[:12]):
        rng, m = Random(k), GAME.match(GAME.takes(row)[1], row)
        while not m.over:
            say_all(m, words, say)
            done = len(m.journal)
            drive(m, at_random(rng, lambda m, done=done: len(m.journal) > done))  # type: ignore[misc]
        for event in m.events(None):
            assert say.event(event)
            heard.add(str(event.__struct_config__.tag))
        assert words(f"end.{m.result.reason}")
    assert len(heard) >= 26


@in_both
def test_every_event_has_a_line(lang: str) -> None:
    words = Words(lang, game=GAME.id)
    kinds = [e for e in vars(moves).values() if isinstance(e, type) and issubclass(e, Event) and e is not Event]
    assert len(kinds) == 36
    for kind in kinds:
        assert words.has(f"event.{kind.__struct_config__.tag}")


@in_both
def test_every_option_value_and_ending_has_words(lang: str) -> None:
    words = Words(lang, game=GAME.id)
    for switch in switches(Switches):
        assert words(f"option.{switch.name}") and words(f"option.{switch.name}.help")
        assert all(words.has(f"option.{switch.name}.{v}") for v in switch.values)
    assert all(words(f"end.{reason}") for reason in REASONS)
    assert all(words(f"option.mode.{mode}") for mode in get_args(Mode))


@in_both
def test_help_is_short(lang: str) -> None:
    words = Words(lang, game=GAME.id)
    helps = [f"help.{kind}" for kind in GAME.kinds if words.has(f"help.{kind}")]
    assert len(helps) >= 8
    assert all(len(words(key).split()) <= 120 for key in helps)


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
