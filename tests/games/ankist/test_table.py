"""A whole round at the table: taps and presses, as few as RULES.md promises; and by phones alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.engine import HOST
from tests.table.evenings import Evening, evening

HOUSES = ["albor", "brezal", "corvo", "dorna", "espino"]


@pytest.fixture
def council(tmp_path: Path) -> Iterator[Evening]:
    """Five houses with their plans, before the first dilemma, which is a real card. The fifth leads."""
    with evening(tmp_path) as e:
        e.start("ankist", 5, discussion_seconds=0, turn_seconds=0, real_cards=["dilemma"])
        for seat, house in enumerate(HOUSES):
            assert e.answer(seat, "choose-house", house=house).ok
        while "choose-plan" in {kind for _, kind in e.asked()}:
            ((by, _),) = [a for a in e.asked() if a[1] == "choose-plan"]
            (face,) = e.faces(by, "choose-plan")
            plan = face.fields["plan"]
            assert plan is not None and e.answer(by, "choose-plan", plan=next(plan.choices())).ok
        assert e.state().leader == 4
        yield e


class Hand:
    """Counts what people do."""

    def __init__(self, e: Evening) -> None:
        self.e, self.done = e, 0

    def tap(self, key: str) -> None:
        self.done += 1
        reply = self.e.tap(key)
        assert reply.ok, (key, reply)

    def press(self, *buttons: str) -> None:
        for button in buttons:
            self.done += 1
            reply = self.e.press(button)
            assert reply.ok, (button, reply)


def test_a_typical_round_takes_eighteen_taps_and_presses(council: Evening) -> None:
    """Three votes of 3, 2 and 1, one gatherer, one new Moderator, a pass, and even a tie; then the signature."""
    e, hand = council, Hand(council)
    hand.tap("SAL-01")
    assert e.state().dilemma == "SAL-01"
    hand.tap("nay-5")  # a vote card fills its side and starts at the least
    hand.press("UP", "OK")
    assert e.state().put == {4: 2}
    hand.tap("aye-1")
    hand.press("UP", "UP", "OK")
    assert e.state().put == {4: 2, 0: 3} and e.state().leader == 0
    hand.tap("gather-2")
    assert 1 not in e.state().act, "an abstention too is confirmed"
    hand.press("OK")
    hand.tap("moderator-3")
    hand.press("OK")
    hand.tap("nay-4")
    hand.tap("nay-4")  # the same card again commits
    assert e.state().act == {4: "nay", 0: "aye", 1: "gather", 2: "moderator", 3: "nay"}
    hand.press("NO")  # the fifth passes, and sits at the Leader's right
    assert e.asked() >= {(2, "choose-side")}
    hand.tap("aye-3")
    assert {kind for _, kind in e.asked()} == {"sign"}
    hand.press("OK")
    assert e.state().record and hand.done <= 18


def test_a_later_turn_is_added_to_by_the_own_card_and_passed_with_no(council: Evening) -> None:
    e, hand = council, Hand(council)
    for key in ("SAL-01", "nay-5", "nay-5", "aye-1"):
        hand.tap(key)
    hand.press("UP", "OK")

    for key in ("gather-2", "gather-2", "gather-3", "gather-3", "nay-4", "nay-4"):
        hand.tap(key)
    assert e.asked() >= {(4, "add-power"), (4, "pass-turn")}
    assert not e.tap("aye-5").ok, "the other side"
    hand.tap("nay-5")
    hand.press("UP", "OK")
    assert e.state().put[4] == 3 and e.state().leader == 4
    assert e.asked() >= {(0, "add-power"), (0, "pass-turn")}


def test_a_card_of_a_locked_story_is_refused_and_nothing_is_lost(council: Evening) -> None:
    e = council
    before = e.state().round
    assert e.tap("SAL-04").code == "not-in-deck" and not e.tap("aye-1").ok
    assert e.state().round == before and e.state().dilemma == "" and e.tap("SAL-02").ok


def test_the_plug_between_the_vote_and_its_effects(council: Evening) -> None:
    """What had been voted stands; the effects have happened or have not, and the signature is asked all the same."""
    e = council
    assert e.tap("SAL-01").ok
    for seat in (4, 0, 1, 2):
        assert e.answer(seat, "abstain", how="gather").ok
    assert e.answer(3, "vote", side="aye", power=2).ok
    tracks = dict(e.state().tracks)
    assert tracks["influence"] == 12
    again = e.again()
    try:
        assert again.state().tracks == tracks and {kind for _, kind in again.asked()} == {"sign"}
        assert again.answer(HOST, "sign").ok and again.state().time == ["SAL-01"]
    finally:
        again.table.close()


def test_a_plan_may_be_set_aside_unread_by_a_button(tmp_path: Path) -> None:
    """Real plans: OK says that one lies face down; nobody, the table included, knows which."""
    with evening(tmp_path) as e:
        e.start("ankist", 5, discussion_seconds=0, turn_seconds=0, real_cards=["plans"])
        for seat, house in enumerate(HOUSES):
            assert e.answer(seat, "choose-house", house=house).ok
        assert e.table.snapshot.keys["OK"].word == "key.unread"
        assert e.press("OK").ok and e.state().unseen and e.state().out is None
