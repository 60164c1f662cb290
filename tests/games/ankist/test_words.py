"""What only Ankist has to say; what every game must, is in `tests/test_every_word.py`."""

from __future__ import annotations

import msgspec
import pytest

from companion.games.ankist import GAME, moves
from companion.games.ankist.content import content, story
from companion.games.ankist.duties import KINDS
from companion.locale import LANGUAGES, Words
from companion.table.prompt import Prompt

from ..driver import drive, refused
from .tables import A, B, C, aye, nay, table, vote

NAMES = ["Ana", "Bruno", "Carla", "Diego", "Elena"]
in_both = pytest.mark.parametrize("lang", LANGUAGES)


@in_both
def test_every_ending_house_plan_and_duty_has_words(lang: str) -> None:
    words = Words(lang, game=GAME.id)
    endings = ("abdication_high", "abdication_low", "death", "abandoned", "order", "chaos", "net", "prestige")
    assert all(words(f"end.{reason}") for reason in endings)
    for house in content().houses:
        assert words(f"house.{house.id}") and words(f"house.{house.id}.motto")
        assert 100 <= len(words(f"house.{house.id}.text")) <= 300
    for plan in content().plans:
        assert words(f"plans.{plan.id}") and words(f"plans.{plan.id}.motto") and words(f"plans.{plan.id}.text")
    assert all(words(f"duty.{kind}") for kind in KINDS)


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
