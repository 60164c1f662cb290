"""Every question, choice, refusal, event, option and ending has its words in both languages."""

from __future__ import annotations

from random import Random

import pytest

from companion.engine import CHANCE, URN, Event, OneOf, Share, switches
from companion.games.republia import GAME, events
from companion.games.republia.content import content
from companion.games.republia.state import CANONICAL, RING, Switches
from companion.locale import LANGUAGES, Words
from companion.players.random_player import random_move
from companion.table.prompt import Prompt
from tests.pairwise import settings

from ..driver import at_random, drive
from .tables import new

NAMES = ["Ana", "Bruno", "Carla", "Diego", "Elena", "Félix", "Gala", "Hugo"]
OF_THE_HOST = {"name-first", "continue", "close-check", "abort"}
in_both = pytest.mark.parametrize("lang", LANGUAGES)


@in_both
def test_every_kind_of_move_has_all_its_words(lang: str) -> None:
    """A short word, a board line, a heading, a button that names its choice, and two sentences at most."""
    words = Words(lang, game=GAME.id)
    for kind, move in GAME.kinds.items():
        assert len(words(f"{kind}.word").split()) <= 2
        assert "Ana" in words(f"{kind}.line", seat="Ana") or kind in OF_THE_HOST
        assert words(f"{kind}.title")
        fields = set(move.__struct_fields__) - {"by"}
        assert ("¶" in words(f"{kind}.go", choice="¶")) == bool(fields), kind
        assert len(fields) < 2 or all(words(f"{kind}.{name}") for name in fields), kind
        if words.has(f"{kind}.help"):
            assert words(f"{kind}.help").rstrip(".").count(". ") <= 1, kind


@in_both
def test_whole_games_can_be_told(lang: str) -> None:
    """Random games over the switches: what is waited for, the values of fields, the reasons, the decks, the events."""
    words, say = Words(lang, game=GAME.id), Prompt(Words(lang, game=GAME.id), NAMES)
    rows = settings(GAME)
    for seed in range(18):
        match, rng = GAME.match(3 + seed % 6, rows[seed * 5 % len(rows)]), Random(seed)
        while not match.over:
            for asked in match.asks():
                if asked.by == CHANCE:
                    deck = asked.fields["deck"]
                    assert isinstance(deck, OneOf) and words.n(f"{deck.values[0]}.draw", asked.left)
                    continue
                for field in asked.fields.values() if asked.by != URN else asked.offers.values():
                    if isinstance(field, OneOf):
                        assert all(words(f"why.{code}") for code in field.why.values())
                        assert all(words(f"{field.of}.{face}") for face in field.faces if face)
                        if not field.faces and field.of not in ("seat", "pp"):
                            assert all(say.value(field.of, value) for value in field.choices())
                    elif isinstance(field, Share):
                        assert all(say.value(field.of, key) for key in field.room)
            assert say.line(match.faces(None))
            before = len(match.events(None))
            match.play(random_move(match, rng))
            assert all(say.event(event) for event in match.events(None)[before:])
        assert words(f"end.{match.result.reason}")


@in_both
def test_every_event_has_words(lang: str) -> None:
    words = Words(lang, game=GAME.id)
    kinds = [k for k in vars(events).values() if isinstance(k, type) and issubclass(k, Event) and k is not Event]
    assert len(kinds) > 60
    assert all(words.has(f"event.{kind.__struct_config__.tag}") for kind in kinds)


@in_both
def test_every_card_faction_law_and_situation_has_a_name(lang: str) -> None:
    words = Words(lang, game=GAME.id)
    for kind in CANONICAL:
        assert words(f"actions.{kind}") and words(f"actions.{kind}.text")
    for faction in RING:
        assert all(words(f"factions.{faction}{part}") for part in ("", ".leaning", ".motto"))
    for law in content().laws:
        assert words(f"laws.{law.id}") == content().law(law.id, lang).title and words(f"laws.{law.id}.text")
    for s in content().situations:
        assert words(f"situations.{s.id}") and words(f"situations.{s.id}.text")


@in_both
def test_every_option_and_value_has_words(lang: str) -> None:
    words = Words(lang, game=GAME.id)
    for switch in switches(Switches):
        assert words(f"option.{switch.name}") and words(f"option.{switch.name}.help")
        assert all(words.has(f"option.{switch.name}.{v}") for v in switch.values)


@in_both
def test_every_ending_has_words(lang: str) -> None:
    assert all(Words(lang, game=GAME.id)(f"end.{reason}") for reason in ("target", "objective", "crisis", "aborted"))


@in_both
def test_help_is_short(lang: str) -> None:
    words = Words(lang, game=GAME.id)
    helps = [f"help.{kind}" for kind in (*GAME.kinds, "contents") if words.has(f"help.{kind}")]
    assert len(helps) >= 8
    assert all(len(words(key).split()) <= 120 for key in helps)


def test_the_line_of_the_urn_names_nobody() -> None:
    match = new(4)
    drive(match, at_random(Random(1), lambda x: any(a.by == URN for a in x.asks())))
    line = Prompt(Words("es", game=GAME.id), NAMES).line([f for f in match.faces(None) if f.by == URN])
    assert not any(name in line for name in NAMES)
