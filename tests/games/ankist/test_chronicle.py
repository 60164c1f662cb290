"""The story so far, a deck's branching as a picture, and the command that checks a deck."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest
from click.testing import CliRunner

from companion.engine import HOST
from companion.games.ankist.branching import depths, picture
from companion.games.ankist.chronicle import _dilemma, chronicle
from companion.games.ankist.command import deck
from companion.games.ankist.content import DECK, story
from companion.games.ankist.moves import Abandon, ChooseSide, Sign
from companion.locale import LANGUAGES, Words

from ..driver import at_random, draw, drive
from .tables import A, B, C, D, E, aye, gather, nay, new, reign, table

in_both = pytest.mark.parametrize("lang", LANGUAGES)


def campaign(reigns: int) -> dict[str, Any]:
    ledger: dict[str, Any] = {}
    for number in range(reigns):
        m = new(3, ledger=ledger, mode="campaign", campaign_games=reigns)
        ledger = drive(m, at_random(Random(number))).result.ledger
    return ledger


@in_both
def test_the_story_so_far_can_be_read(lang: str) -> None:
    """A chapter a reign under its king, every decision with what came of it, and the end of the age."""
    ledger, words = campaign(2), Words(lang, game="ankist")
    first, second, last = chronicle(ledger, words)
    assert "Aldo" in first.title and ledger["kings"][0]["name"] in second.title
    for record in (r for r in ledger["record"] if r["reign"] == 1):
        result = story().texts(lang)[f"card.{record['card']}.{record['side']}.result"]
        (paragraph,) = [p for p in first.paragraphs if p.endswith(result)]
        assert words(f"house.{record['house']}") in paragraph
    assert len(second.paragraphs) >= ledger["reigns"][1]["rounds"] + 2
    assert all(words(f"house.{h}") in last.paragraphs[-1] for h in ledger["winners"])
    assert chronicle({}, words) == []


def test_a_tie_is_told_with_the_house_that_broke_it() -> None:
    """ANK-095. The Moderator of that vote; a record from before ties were kept is read as well."""
    t = table(leader=A, moderator=C, options={"mode": "campaign"})
    m = reign(t, draw("SAL-01"), aye(A, 2), nay(B, 2), gather(C, D, E), ChooseSide(by=C, side="nay"), Sign(by=B))
    (record,) = m.state.record
    assert (record.aye, record.nay, record.tie) == (2, 2, m.state.houses[C])
    told = msgspec.to_builtins(record)
    words, house = Words("es", game="ankist"), f"house.{record.tie}"
    assert f"2 a favor y 2 en contra deshizo el empate {words(house)}" in _dilemma(told, words)
    assert "empate" not in _dilemma({k: v for k, v in told.items() if k != "tie"}, words)
    assert "empate" not in _dilemma({**told, "aye": 3, "tie": ""}, words)


def test_a_reign_broken_off_is_told_as_far_as_it_went() -> None:
    m = new(3, mode="campaign")
    drive(m, at_random(Random(4), until=lambda m: len(m.state.record) == 2))
    drive(m, Abandon(by=HOST))
    (only,) = chronicle(m.result.ledger, Words("es", game="ankist"))
    assert len(only.paragraphs) == 2


@in_both
def test_the_branching_is_a_picture(lang: str) -> None:
    """Well-formed; every card by its name and title, every ending, an arrow for every card that is unlocked."""
    svg = picture(story(), lang)
    tree = ElementTree.fromstring(svg)
    said = " ".join(t.text or "" for t in tree.iter("{http://www.w3.org/2000/svg}text"))
    assert all(c.id in said and c.title.of(lang) in said for c in story().dilemmas)
    assert all(text.of(lang) in said for arc in story().arcs for text in arc.endings.values())
    assert len(list(tree.iter("{http://www.w3.org/2000/svg}path"))) == 6 * 8
    assert depths([c for c in story().dilemmas if c.arc == "SAL"])["SAL-07"] == 2


def test_the_command_says_what_it_finds(tmp_path: Path) -> None:
    drawing = tmp_path / "deck.svg"
    good = CliRunner().invoke(deck, ["check", str(DECK), "--picture", str(drawing), "--language", "es"])
    assert good.exit_code == 0 and "Nothing to mend" in good.output
    assert "La frontera de sal" in drawing.read_text(encoding="utf-8")
    own = tmp_path / "own.toml"
    text = DECK.read_text(encoding="utf-8")
    own.write_text(text.replace("skull = true", "skull = false", 1), encoding="utf-8")
    poor = CliRunner().invoke(deck, ["check", str(own)])
    assert poor.exit_code == 1 and "DECK-14" in poor.output
    own.write_text(text.replace('card = "SAL-03"', 'card = "SAL-33"'), encoding="utf-8")
    bad = CliRunner().invoke(deck, ["check", str(own)])
    assert bad.exit_code == 1 and "SAL-01, aye, unlock: no card SAL-33" in bad.output
