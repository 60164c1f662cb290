"""Every question, choice, refusal, event, option and ending has its words in both languages."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from companion.engine import CHANCE, Event, OneOf, switches
from companion.games.secret_hitler import GAME, moves
from companion.games.secret_hitler.state import Switches
from companion.locale import LANGUAGES, Words
from companion.table.prompt import Prompt

from ..driver import AnyMatch, at_random, drive, tag
from .tables import begun, play, table

NAMES = ["Ana", "Bruno", "Carla", "Diego", "Elena", "Félix", "Gala", "Hugo", "Iris", "Joel"]
TOGETHER = {"vote", "seen-role", "show-role"}
in_both = pytest.mark.parametrize("lang", LANGUAGES)


@in_both
def test_every_kind_of_move_has_all_its_words(lang: str) -> None:
    """A short word, a board line, a heading, a button that names its choice, and one sentence at most."""
    words = Words(lang, game=GAME.id)
    for kind, move in GAME.kinds.items():
        assert len(words(f"{kind}.word").split()) <= 2
        assert "Ana" in words(f"{kind}.line", seat="Ana") or kind in (
            "set-aside", "name-first", "continue", "confirm-shuffle", "abort", "recount"
        )  # fmt: skip
        assert words(f"{kind}.title") and words.has(f"{kind}.all") == (kind in TOGETHER)
        chosen = set(move.__struct_fields__) - {"by"} and kind != "recount"
        assert ("¶" in words(f"{kind}.go", choice="¶")) == bool(chosen), kind
        if words.has(f"{kind}.help"):
            assert words(f"{kind}.help").rstrip(".").count(". ") <= 1, kind


@in_both
def test_every_choice_and_every_log_line_of_a_game_can_be_said(lang: str) -> None:
    """Whole random games: the values of fields by what they are `of`, the reasons, the decks, the events, the end."""
    words, say = Words(lang, game=GAME.id), Prompt(Words(lang, game=GAME.id), NAMES)
    for seed in range(12):
        rng, m = Random(seed), begun(
            5 + seed % 6, policy_source=("companion", "tiles")[seed % 2], first_president=("random", "host")[seed // 6],
            role_source=("companion", "envelopes")[seed // 3 % 2], rebalance_679=True,
        )  # fmt: skip
        while not m.over:
            for asked in m.asks():
                if asked.by == CHANCE:
                    deck = asked.fields["deck"]
                    assert isinstance(deck, OneOf) and words.n(f"{deck.values[0]}.draw", asked.left)
                    continue
                for field in asked.fields.values():
                    if isinstance(field, OneOf) and not field.faces and field.of not in ("seat", "yes"):
                        assert all(say.value(field.of, value) for value in field.choices())
                    if isinstance(field, OneOf):
                        assert all(words(f"why.{code}") for code in field.why.values())
                        assert all(words(f"{field.of}.{face}") for face in field.faces)
            done = len(m.journal)
            drive(m, at_random(rng, lambda m, done=done: len(m.journal) > done))  # type: ignore[misc]
        for event in m.events(None):
            assert words(f"event.{event.__struct_config__.tag}", **msgspec.structs.asdict(event))
        assert words(f"end.{m.result.reason}")


@in_both
def test_every_event_has_a_line(lang: str) -> None:
    words = Words(lang, game=GAME.id)
    kinds = [e for e in vars(moves).values() if isinstance(e, type) and issubclass(e, Event) and e is not Event]
    assert len(kinds) == 26
    for kind in kinds:
        assert words.has(f"event.{kind.__struct_config__.tag}")


@in_both
def test_every_option_and_value_has_words(lang: str) -> None:
    words = Words(lang, game=GAME.id)
    for switch in switches(Switches):
        assert words(f"option.{switch.name}") and words(f"option.{switch.name}.help")
        assert all(words.has(f"option.{switch.name}.{v}") for v in switch.values)


@in_both
def test_every_ending_has_words(lang: str) -> None:
    words = Words(lang, game=GAME.id)
    for reason in ("liberal_policies", "fascist_policies", "hitler_executed", "hitler_elected", "aborted"):
        assert words(f"end.{reason}")
    assert all(words.has(f"won.{who}") for who in ("liberal", "fascist", "nobody"))


@in_both
def test_help_is_short_and_tells_everybody_what_hitler_sees(lang: str) -> None:
    words = Words(lang, game=GAME.id)
    helps = [f"help.{kind}" for kind in GAME.kinds if words.has(f"help.{kind}")]
    assert len(helps) >= 13
    assert all(len(words(key).split()) <= 120 for key in helps)
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
