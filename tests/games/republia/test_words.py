"""What only Republia has to say; what every game must, is in `tests/test_every_word.py`."""

from __future__ import annotations

import pytest

from companion.games.republia import GAME
from companion.games.republia.content import content
from companion.games.republia.state import CANONICAL, RING
from companion.locale import LANGUAGES, Words

in_both = pytest.mark.parametrize("lang", LANGUAGES)


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
def test_every_ending_has_words(lang: str) -> None:
    assert all(Words(lang, game=GAME.id)(f"end.{reason}") for reason in ("target", "objective", "crisis", "aborted"))
