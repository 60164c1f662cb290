"""The chronicle that people keep: every decision of every reign, to read between the evenings and to print."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.games.ankist.keepsake import begun, keepsake
from companion.locale import LANGUAGES, Words
from companion.papers import Grid, Heading, Prose
from companion.papers.pdf import pdf

from ..driver import AnyMatch, at_random, drive
from .tables import new

NAMES = ("Ana", "Bruno", "Carla")
in_both = pytest.mark.parametrize("lang", LANGUAGES)


def second(until: int) -> tuple[AnyMatch, dict[str, Any]]:
    """The second reign of a campaign, after so many decisions in all, and the ledger that it began with."""
    ledger: dict[str, Any] = drive(new(3, mode="campaign"), at_random(Random(1))).result.ledger
    m = new(3, ledger=ledger, mode="campaign")
    return drive(m, at_random(Random(2), until=lambda m: len(m.state.record) >= len(ledger["record"]) + until)), ledger


@in_both
def test_the_story_so_far_is_read_in_the_middle_of_a_reign(lang: str) -> None:
    """A chapter for the reign that is over and one for the present king; each decision once; where the houses stand."""
    (m, ledger), words = second(2), Words(lang, game="ankist")
    view = m.view(None)
    assert begun(view)
    paper = keepsake(view, NAMES, words, ledger)
    assert paper is not None
    heads = [part.text for part in paper.parts if isinstance(part, Heading)]
    assert len(heads) == 3 and view["king"]["name"] in heads[1]
    said = " ".join(part.text for part in paper.parts if isinstance(part, Prose))
    for record in view["record"]:
        assert said.count(words(f"card.{record['card']}.{record['side']}.result")) == 1
    (grid,) = [part for part in paper.parts if isinstance(part, Grid)]
    played = [house for house, reigns in view["played"].items() if reigns]
    assert [row[0].split(" (")[0] for row in grid.rows[1:]] == [words(f"house.{house}") for house in played]
    assert all(name in " ".join(row[0] for row in grid.rows) for name in NAMES)
    assert pdf(paper, lang).startswith(b"%PDF")


def test_what_is_not_public_is_not_in_it() -> None:
    """The ledger knows the deck to come; the chronicle tells what was decided, and no plan of the present reign."""
    m, ledger = second(1)
    paper = keepsake(m.view(None), NAMES, Words("es", game="ankist"), ledger)
    assert paper is not None
    said = " ".join(part.text for part in paper.parts if isinstance(part, Prose))
    for card in ledger["deck"]:
        if card not in {record.card for record in m.state.record}:
            assert Words("es", game="ankist")(f"card.{card}.text") not in said


def test_a_single_reign_is_told_when_it_is_over() -> None:
    m = drive(new(3), at_random(Random(3), until=lambda m: len(m.state.record) == 2))
    words = Words("es", game="ankist")
    assert not begun(m.view(None)) and keepsake(m.view(None), NAMES, words, {}) is None
    paper = keepsake(drive(m, at_random(Random(3))).view(None), NAMES, words, {})
    assert paper is not None and not any(isinstance(part, Grid) for part in paper.parts)
