"""DēmoS with real cards on the reader of a real table: each tap means what it means at the table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games import all_games
from companion.table.enrol import simulated_uid
from companion.table.requests import Answer, Choose, Press, Reply, SetSwitch, Start, Tap
from tests.web.evening import Evening, evening

HANDS = {0: "S1 S2 S3 S4 S5", 1: "H1 H2 H3 H4 H5", 2: "D1 D2 D3 D4 D5"}


class Cards:
    """Three at a table, everything dealt from real decks; seat 2 deals."""

    def __init__(self, e: Evening) -> None:
        self.e, self.inputs = e, 0

    def tap(self, card: str) -> Reply:
        self.inputs += 1
        return self.e.table.do(Tap(uid=simulated_uid("demos", card)))

    def taps(self, cards: str) -> None:
        for card in cards.split():
            reply = self.tap(card)
            assert reply.ok, (card, reply)

    def press(self, button: Any) -> None:
        self.inputs += 1
        self.e.later(1)  # a press right after a commit is dropped
        self.e.do(Press(button=button))

    def view(self, seat: int | None = None) -> Any:
        return self.e.playing.views[seat]

    def asked(self) -> set[tuple[int, str]]:
        return {(f.by, f.kind) for f in self.e.playing.faces[None] if not f.answered}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Cards]:
    with evening(tmp_path, games={"demos": all_games()["demos"]}) as e:
        e.do(Choose(game="demos"))
        for name, value in (("people_cards", "cards"), ("power_cards", "cards"), ("first_dealer", "chosen")):
            e.do(SetSwitch(name=name, value=value))
        e.seat(3)
        e.do(Start())
        face = e.playing.faces[-4][0]
        e.do(Answer(kind=face.kind, fields={"seat": 2}, chair=None))
        yield Cards(e)


def deal(t: Cards) -> None:
    """One card at a time, on its way to its owner."""
    t.taps(" ".join(card for five in zip(*(HANDS[s].split() for s in range(3)), strict=True) for card in five))


@pytest.mark.rule("DMS-043", "DMS-450", "DMS-451")
def test_cards_are_dealt_by_tapping_each_on_its_way(table: Cards) -> None:
    """A card tapped twice, a figure, an Ace too many: refused with a message, and the deal goes on."""
    table.taps("S1 H1")
    for wrong in ("S1", "ES"):
        assert not table.tap(wrong).ok
        assert table.asked() == {(-1, "drawn")} and table.e.snapshot.notice is not None
    table.taps("D1 S2 H2 D2 S3 H3 D3 S4 H4 D4 S5 H5 D5")
    assert [table.view(s)["hands"][s] for s in range(3)] == [hand.split() for hand in HANDS.values()]
    assert table.asked() == {(0, "discard-openly")}


@pytest.mark.rule("DMS-450")
def test_a_card_of_another_hand_and_a_sixth_card_are_refused_alike(table: Cards) -> None:
    deal(table)
    said = {table.tap(card).code for card in ("H1", "S9", "D4")}
    assert len(said) == 1 and table.asked() == {(0, "discard-openly")}
    assert table.view(0)["hands"][0] == HANDS[0].split()


def test_discards_and_sources_are_taps(table: Cards) -> None:
    """The card and the new card; the card and a visible one; the card and, after OK, one from the deck."""
    deal(table)
    before = table.inputs
    table.taps("S1 C1 H1 C2 D1 C3")
    assert [v["card"] for v in table.view()["pool"]] == ["S1", "H1", "D1"] and table.inputs - before == 6
    assert (0, "discard-secretly") in table.asked()
    table.taps("S2 H1")  # a visible card
    assert table.view(0)["hands"][0] == ["H1", "C1", "S3", "S4", "S5"]
    table.taps("H2 C4")  # a new card: it can only come from the deck
    assert "C4" in table.view(1)["hands"][1] and table.view()["hands"][1] == {"covered": 5}
    table.press("NO")  # a pass
    assert table.asked() == {(0, "consent")} and table.inputs - before == 11
    for _ in range(3):
        table.press("YES")
    assert (0, "discard-unanimously") in table.asked()
    assert [v["card"] for v in table.view()["pool"]] == ["S1", "D1", "S2", "H2"]


def test_a_veto_comes_in_time_or_not_at_all(table: Cards) -> None:
    deal(table)
    table.taps("S1 C1 H1 C2 D1 C3")
    late = table.e.table.do(Answer(kind="consent", fields={"agree": False}, chair=1))
    assert not late.ok
    for _ in range(3):
        table.press("NO")
    table.press("NO")
    assert table.view()["vetoes"] == [0, 1, 1] and table.view()["rounds"]
    late = table.e.table.do(Answer(kind="consent", fields={"agree": False}, chair=1))
    assert not late.ok and table.view()["vetoes"] == [0, 1, 1]


def test_the_figure_is_tapped_by_its_winner(table: Cards) -> None:
    deal(table)
    table.taps("S1 C1 H1 C2 D1 C3")
    for _ in range(3):
        table.press("NO")
    table.press("NO")
    assert table.asked() == {(-1, "drawn")}
    assert not table.tap("S9").ok  # a numeric card is no figure
    winner = table.view()["rounds"][0]["first"][0]
    table.taps("ES")
    assert table.view(winner)["figures"][winner] == ["ES"]
