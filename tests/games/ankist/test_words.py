"""Every question, choice, refusal, event, option and ending has its words in both languages."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from companion.engine import CHANCE, Event, Number, OneOf, SomeOf, Text, switches
from companion.games.ankist import GAME, moves
from companion.games.ankist.content import content, story
from companion.games.ankist.duties import KINDS
from companion.games.ankist.state import Switches
from companion.locale import LANGUAGES, Words
from companion.table.prompt import Prompt

from ..driver import AnyMatch, at_random, drive, refused
from .tables import A, B, C, aye, nay, new, table, vote

NAMES = ["Ana", "Bruno", "Carla", "Diego", "Elena"]
OF_THE_TABLE = {"force-turn", "record-pact", "set-power", "set-pool", "set-coins", "leave", "return", "abandon"}
FIELDLESS = {"pass-turn", "force-turn", "sign", "abandon"}
in_both = pytest.mark.parametrize("lang", LANGUAGES)


@in_both
def test_every_kind_of_move_has_all_its_words(lang: str) -> None:
    """A short word, a board line, a heading, a button that names its choice, one or two sentences; fields of forms."""
    words = Words(lang, game=GAME.id)
    for kind, move in GAME.kinds.items():
        assert len(words(f"{kind}.word").split()) <= 2
        assert ("Ana" in words(f"{kind}.line", seat="Ana")) != (kind in OF_THE_TABLE), kind
        assert words(f"{kind}.title") and words.has(f"{kind}.all") == (kind == "choose-house")
        assert ("¶" in words(f"{kind}.go", choice="¶")) != (kind in FIELDLESS), kind
        if words.has(f"{kind}.help"):
            assert words(f"{kind}.help").rstrip(".").count(". ") <= 1, kind
        fields = set(move.__struct_fields__) - {"by"}
        if len(fields) > 1:
            assert all(words.has(f"{kind}.{name}") for name in fields), kind


def sayable(say: Prompt, words: Words, m: AnyMatch) -> None:
    """All that is open now can be said, its choices and its reasons too."""
    for asked in m.asks():
        if asked.by == CHANCE:
            deck = asked.fields["deck"]
            assert isinstance(deck, OneOf) and words.n(f"{deck.values[0]}.draw", asked.left)
        for name, field in asked.fields.items():
            if isinstance(field, (OneOf, SomeOf)) and field.of and name != "deck":
                assert all(say.value(field.of, value) for value in field.values if value is not None)
            elif name not in ("deck", "bell"):
                assert isinstance(field, (Number, Text)), (asked.move, name)
            if isinstance(field, OneOf):
                assert all(words(f"why.{code}") for code in field.why.values())
    for viewer in (None, 0):
        assert say.line(m.faces(viewer)) or m.over
    for face in m.correction_faces():
        assert say.title(face)


@in_both
def test_every_choice_and_every_log_line_of_a_reign_can_be_said(lang: str) -> None:
    """Whole random reigns under different options, a campaign among them."""
    words, say = Words(lang, game=GAME.id), Prompt(Words(lang, game=GAME.id), NAMES)
    ledger: dict[str, Any] = {}
    for seed in range(6):
        rng = Random(seed)
        draws, ties = ("draw", "choose")[seed % 2], ("draw", "house_number")[seed % 2]
        options = {"momentum": seed % 2 == 0, "events": seed != 3, "prestige_tiebreak": ties}
        m = new(3 + seed % 3, ledger=ledger, mode="campaign", house_assignment=draws, campaign_games=3, **options)
        while not m.over:
            sayable(say, words, m)
            done = len(m.journal)
            drive(m, at_random(rng, lambda m, done=done: len(m.journal) > done + 5))  # type: ignore[misc]
        for viewer in (None, 0, 1):
            for event in m.events(viewer):
                assert say.event(event)
        assert words(f"end.{m.result.reason}")
        ledger = m.result.ledger


@in_both
def test_every_event_has_a_line_with_its_gaps(lang: str) -> None:
    words = Words(lang, game=GAME.id)
    kinds = [e for e in vars(moves).values() if isinstance(e, type) and issubclass(e, Event) and e is not Event]
    assert len(kinds) == 55
    for kind in kinds:
        gaps = dict.fromkeys(kind.__struct_fields__, "¶")
        assert words(f"event.{kind.__struct_config__.tag}", **gaps)


@in_both
def test_every_option_and_value_has_words(lang: str) -> None:
    words = Words(lang, game=GAME.id)
    for switch in switches(Switches):
        assert words(f"option.{switch.name}") and words(f"option.{switch.name}.help")
        assert all(words.has(f"option.{switch.name}.{v}") for v in switch.values)


@in_both
def test_every_ending_house_plan_duty_and_component_has_words(lang: str) -> None:
    words = Words(lang, game=GAME.id)
    endings = ("abdication_high", "abdication_low", "death", "abandoned", "order", "chaos", "net", "prestige")
    assert all(words(f"end.{reason}") for reason in endings)
    for house in content().houses:
        assert words(f"house.{house.id}") and words(f"house.{house.id}.motto")
        assert 100 <= len(words(f"house.{house.id}.text")) <= 300
    for plan in content().plans:
        assert words(f"plans.{plan.id}") and words(f"plans.{plan.id}.motto") and words(f"plans.{plan.id}.text")
    assert all(words(f"duty.{kind}") for kind in KINDS)
    for component in GAME.components:
        assert words(f"deck.{component.of}") and words(f"{component.of}.{component.face}")


@in_both
def test_help_is_short(lang: str) -> None:
    words = Words(lang, game=GAME.id)
    helps = [f"help.{kind}" for kind in GAME.kinds if words.has(f"help.{kind}")]
    assert len(helps) >= 11 and all(len(words(key).split()) <= 120 for key in helps)


@in_both
def test_the_story_is_found_by_the_names_that_faces_use(lang: str) -> None:
    words = Words(lang, game=GAME.id)
    for card in story().dilemmas:
        for key in ("", ".text", ".aye", ".nay", ".aye.result", ".nay.result"):
            assert words(f"card.{card.id}{key}")
    event = moves.MilestonePlaced("influence", "positive", "albor", "SAL-01.aye")
    assert story().texts(lang)["milestone.SAL-01.aye"] in Prompt(words, NAMES).event(event)


def test_the_line_of_a_vote_names_who_is_asked_and_never_the_pacts() -> None:
    say = Prompt(Words("es", game=GAME.id), NAMES)
    m = vote(table())
    assert say.line(m.faces(None)) == "Ana vota o se abstiene"
    drive(m, aye(A, 1), nay(B, 2))
    assert say.line(m.faces(None)) == "Carla vota o se abstiene" and C == 2


def test_a_refusal_says_why_and_what_now() -> None:
    """More power than in hand; a pact that promises what is not there."""
    say = Prompt(Words("es", game=GAME.id), NAMES)
    refusal = refused(vote(table(hands=[2, 8, 8, 8, 8])), aye(A, 5))
    for viewer in (A, B):
        why, now = say.refusal(*refusal.to(viewer))
        assert why and now
    assert msgspec.to_builtins(refusal.detail)["field"] == "power"
