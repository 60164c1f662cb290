"""DēmoS with real cards on the reader of a real table: each tap means what it means at the table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from companion.games import all_games
from companion.locale import Words
from companion.table.enrol import simulated_uid
from companion.table.prompt import Prompt
from companion.table.requests import AddBot, Answer, Button, Choose, Correct, Press, Reply, SetSwitch, Start, Tap
from tests.web.evening import NAMES, Evening, evening, page

HANDS = {0: "S1 S2 S3 S4 S5", 1: "H1 H2 H3 H4 H5", 2: "D1 D2 D3 D4 D5"}


class Cards:
    """A table with these switches, at which the last seat deals; it counts what people do."""

    def __init__(self, e: Evening, seats: int, **switches: str) -> None:
        self.e, self.inputs = e, 0
        e.do(Choose(game="demos"))
        for name, value in ({"first_dealer": "chosen"} | switches).items():
            e.do(SetSwitch(name=name, value=value))
        e.seat(seats)
        e.do(Start())
        self.host(seat=seats - 1)

    def host(self, **fields: Any) -> None:
        face = next(f for f in self.e.playing.faces[-4] if f.by == -4)
        self.e.do(Answer(kind=face.kind, fields=fields, chair=None))

    def send(self, seat: int, kind: str, **fields: Any) -> Reply:
        """A phone sends a form."""
        self.inputs += 1
        face = self.e.face(seat, kind)
        return self.e.table.do(Answer(kind=kind, fields=fields, chair=seat, number=face.number if face else None))

    def sends(self, *seats: int, kind: str, **fields: Any) -> None:
        for seat in seats:
            reply = self.send(seat, kind, **fields)
            assert reply.ok, (seat, kind, reply)

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
        yield Cards(e, 3, people_cards="cards", power_cards="cards")


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[Evening]:
    with evening(tmp_path, games={"demos": all_games()["demos"]}) as e:
        yield e


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


# ---- how much one round asks of people (RULES.md, inputs of a typical round), five seats


def test_a_round_on_phones_is_twenty_sends(bare: Evening) -> None:
    """The table deals; four discard and one passes in the secret turn, nobody vetoes."""
    t = Cards(bare, 5)
    t.sends(*range(5), kind="discard-openly", place=0)
    t.sends(*range(4), kind="discard-secretly", place=0, source="deck")
    t.sends(4, kind="pass")
    t.sends(*range(5), kind="consent", agree=True)
    t.sends(*range(5), kind="discard-unanimously", place=0, source="deck")
    assert t.view()["round"] == 2 and len(t.view()["rounds"]) == 1
    assert t.inputs == 20


def test_a_round_of_teams_adds_what_the_team_says(bare: Evening) -> None:
    """Two against three: the second and third members in the poll, and one for a figure that stays. The teams' talk
    before the deal ends by itself."""
    t = Cards(bare, 5, mode="team_2v3")
    t.host(seats=[0, 1])
    assert {kind for _, kind in t.asked()} == {"deal-now", "rang"}
    bare.later(16)
    t.sends(*range(5), kind="discard-openly", place=0)
    t.sends(*range(4), kind="discard-secretly", place=0, source="deck")
    t.sends(4, kind="pass")
    t.sends(0, 1, 2, 3, 4, kind="consent", agree=True)
    t.sends(*range(5), kind="discard-unanimously", place=0, source="deck")
    drawers = [*t.view()["drawn"]]
    for seat in drawers:
        t.sends(seat, kind="assign", owner=seat)
    assert len(t.view()["rounds"]) == 1 and t.inputs == 20 + len(drawers)


def test_a_round_of_tapped_cards_is_sixty_taps_and_presses(bare: Evening) -> None:
    t = Cards(bare, 5, people_cards="cards", power_cards="cards")
    suits = ("S", "H", "D", "C")
    dealt = [f"{suit}{k}" for k in (1, 2, 4, 5, 7, 8) for suit in suits] + ["S10"]
    t.taps(" ".join(dealt))
    assert t.inputs == 25 and (0, "discard-openly") in t.asked()
    new = iter([f"{suit}{k}" for k in (3, 6, 9) for suit in suits] + ["H10", "D10"])
    for seat in range(5):
        t.taps(f"{t.view(seat)['hands'][seat][0]} {next(new)}")
    for seat in range(4):
        t.taps(f"{t.view(seat)['hands'][seat][0]} {next(new)}")
    t.press("NO")
    for _ in range(5):
        t.press("YES")
    assert t.inputs == 25 + 10 + 9 + 5
    for seat in range(5):
        t.taps(f"{t.view(seat)['hands'][seat][0]} {next(new)}")
    assert t.asked() == {(-1, "drawn")} and t.inputs == 59
    t.taps("ES")
    assert t.view()["round"] == 2 and t.inputs == 60


@pytest.mark.rule("DMS-453")
def test_a_round_of_unseen_hands_is_twenty_five_taps_and_presses(bare: Evening) -> None:
    """The dealer closes each turn with one OK; who folds presses NO."""
    t = Cards(bare, 5, hand_tracking="reveal_only", power_cards="cards")
    t.taps("S1 H1 D1 C1 S10")
    for _ in range(2):
        t.press("OK")
    for _ in range(5):
        t.press("YES")
    t.press("OK")
    assert t.asked() == {(0, "show-card"), (0, "fold")} and t.inputs == 5 + 1 + 1 + 5 + 1
    t.taps("S7 S8 S9")
    t.press("NO")
    t.taps("H7 H8 D9")
    t.press("NO")
    t.taps("D2 C3 C4")
    assert t.inputs == 24 and t.asked() == {(-1, "drawn")}
    t.taps("ES")
    assert t.view()["totals"] == [19, 0, 15, 0, 10] and t.inputs == 25


# ---- what goes wrong is said, and nothing is lost


@pytest.mark.rule("DMS-454")
def test_what_is_no_combination_is_said_on_the_board_and_the_declaration_goes_on(bare: Evening) -> None:
    t = Cards(bare, 3, hand_tracking="reveal_only", power_cards="cards")
    t.press("OK")
    t.press("OK")
    for _ in range(3):
        t.press("YES")
    t.press("OK")
    t.taps("S7 S8")
    prompt = Prompt(Words("es", game="demos"), NAMES[:3])
    for card, said in (("D2", "Con lo que muestras no forma combinación."), ("S7", "Esa carta ya está en otro sitio.")):
        bare.later(3)
        reply = t.tap(card)
        assert not reply.ok and prompt.refusal(reply.code, reply.detail)[0] == said
        assert bare.snapshot.notice is not None and bare.snapshot.notice.code == "not-offered"
        assert t.view()["showing"] == {0: ["S7", "S8"]} and (0, "show-card") in t.asked()
    t.taps("S9")
    assert (1, "show-card") in t.asked()


@pytest.mark.rule("DMS-456")
def test_who_leaves_in_mid_round_is_named_and_the_round_goes_on(table: Cards) -> None:
    """Its cards stay where they are; its phone is asked nothing, and it comes back with a round."""
    deal(table)
    table.taps("S1 C1")
    table.e.do(Correct(kind="mark-absent", fields={"seat": 1}))
    assert table.asked() == {(2, "discard-openly")}
    assert table.e.snapshot.notice is not None and table.e.snapshot.notice.code == "corrected"
    assert "Bruno se va." in page(table.e, 0)
    assert table.view(1)["hands"][1] == HANDS[1].split()
    late = table.send(1, "discard-openly", place=0)
    assert (late.ok, late.code) == (False, "not-your-turn")
    table.taps("D1 C3")
    for _ in range(2):
        table.press("NO")
    table.press("NO")
    assert 1 in table.view()["rounds"][0]["folded"]
    table.taps("ES")
    table.e.do(Correct(kind="mark-present", fields={"seat": 1}))
    assert table.view()["away"] == []


@pytest.mark.rule("DMS-338", "DMS-105")
def test_a_team_cannot_answer_on_the_panel(bare: Evening) -> None:
    """No button means anything while only teams are asked."""
    t = Cards(bare, 4, mode="team_2v2")
    t.host(seats=[0, 1])
    t.press("OK")
    t.sends(*range(4), kind="discard-openly", place=0)
    t.sends(*range(4), kind="pass")
    assert {(0, "consent"), (1, "consent")} <= t.asked()
    for button in get_args(Button)[:5]:  # all but MENU
        bare.later(1)
        assert button not in bare.snapshot.keys
        bare.table.do(Press(button=button))
    assert {(0, "consent"), (1, "consent")} <= t.asked() and t.view()["vetoes"] == [1, 1]
    wrong = bare.table.do(Answer(kind="consent", fields={"agree": False}, chair=0, source="panel"))
    assert (wrong.ok, wrong.code) == (False, "not-this-way")
    t.sends(0, kind="consent", agree=False)
    assert (1, "consent") in t.asked() and not t.view()["vetoed"]


def test_no_bot_plays_where_only_people_hold_the_cards(bare: Evening) -> None:
    """What it would name, somebody really holds, whose own tap would then be refused."""
    bare.do(Choose(game="demos"))
    bare.do(SetSwitch(name="hand_tracking", value="reveal_only"))
    bare.seat(2)
    bare.do(AddBot())
    refused = bare.table.do(Start())
    assert (refused.ok, refused.code) == (False, "no-bots")
    bare.do(SetSwitch(name="hand_tracking", value="known"))
    assert bare.table.do(Start()).ok
