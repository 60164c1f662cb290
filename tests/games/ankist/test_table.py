"""A whole round at the table: taps and presses, as few as RULES.md promises; and by phones alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.engine import HOST, Move
from companion.table.requests import Answer
from tests.table.evenings import Evening, evening

HOUSES = ["albor", "brezal", "corvo", "dorna", "espino"]


@pytest.fixture
def council(tmp_path: Path) -> Iterator[Evening]:
    """Five houses with their plans, before the first dilemma, which is a real card. The fifth leads."""
    with evening(tmp_path) as e:
        seated(e, real_cards=["dilemma"])
        yield e


def journal(e: Evening) -> list[Move]:
    return list(e.inside(lambda evening: evening.session.match.journal))


def seated(e: Evening, real_cards: list[str]) -> None:
    e.start("ankist", 5, discussion_seconds=0, turn_seconds=0, real_cards=real_cards)
    for seat, house in enumerate(HOUSES):
        assert e.answer(seat, "choose-house", house=house).ok
    while "choose-plan" in {kind for _, kind in e.asked()}:
        ((by, _),) = [a for a in e.asked() if a[1] == "choose-plan"]
        (face,) = e.faces(by, "choose-plan")
        plan = face.fields["plan"]
        assert plan is not None and e.answer(by, "choose-plan", plan=next(plan.choices())).ok
    assert e.state().leader == 4


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
    """RULES.md, "Inputs of a typical round": votes of 2, 1 and 3, which change the Leader, a gatherer, a new Moderator,
    two later turns of which one adds and one passes, the signature; cards and panel alone."""
    e, hand = council, Hand(council)
    hand.tap("SAL-01")
    hand.tap("nay-5")  # a vote card fills its side and starts at the least
    hand.press("UP", "OK")
    hand.tap("aye-1")
    hand.press("OK")
    hand.tap("gather-2")
    assert 1 not in e.state().act, "an abstention too is confirmed"
    hand.press("OK")
    hand.tap("moderator-3")
    hand.press("OK")
    hand.tap("aye-4")
    hand.press("UP", "UP", "OK")
    assert e.state().put == {4: 2, 0: 1, 3: 3} and e.state().leader == 3
    hand.press("UP", "OK")  # the fifth adds one
    hand.press("NO")  # the first passes; the two after it have abstained
    assert e.state().laid == {4: 3, 0: 1, 3: 3} and e.state().verdict == "aye"
    assert {kind for _, kind in e.asked()} == {"sign"}
    hand.press("OK")
    assert e.state().record and hand.done == 18


def test_a_typical_round_takes_eight_answers_where_the_table_draws(tmp_path: Path) -> None:
    """The same round by phones: the dilemma comes by itself, and nobody is asked what the table can know."""
    with evening(tmp_path) as e:
        seated(e, real_cards=[])
        before = len(journal(e))
        answers: tuple[tuple[int, str, dict[str, Any]], ...] = (
            (4, "vote", {"side": "nay", "power": 2}), (0, "vote", {"side": "aye", "power": 1}),
            (1, "abstain", {"how": "gather"}), (2, "abstain", {"how": "moderator"}),
            (3, "vote", {"side": "aye", "power": 3}), (4, "add-power", {"side": "nay", "power": 1}),
            (0, "pass-turn", {}), (3, "sign", {}),
        )  # fmt: skip
        assert e.state().dilemma
        for seat, kind, fields in answers:
            assert {kind for by, kind in e.asked() if by == seat} & {kind}
            assert e.answer(seat, kind, **fields).ok
        assert len(answers) == 8 and e.state().round == 2 and e.state().dilemma, "the next dilemma lies open"
        assert sum(move.by >= 0 for move in journal(e)[before:]) == 8


def test_a_tie_is_decided_by_the_card_of_a_side(council: Evening) -> None:
    e, hand = council, Hand(council)
    for card in ("SAL-01", "nay-5", "nay-5", "aye-1", "aye-1", "gather-2", "gather-2", "moderator-3", "moderator-3"):
        hand.tap(card)
    hand.tap("gather-4")
    hand.tap("gather-4")
    assert e.asked() >= {(2, "choose-side")}
    hand.tap("aye-3")
    assert {kind for _, kind in e.asked()} == {"sign"} and e.state().verdict == "aye"


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


def test_ok_forces_nobody(council: Evening) -> None:
    """An absent player's turn is pushed on the host's page; pressed once too often, OK does nothing."""
    e = council
    assert e.tap("SAL-01").ok and e.asked() >= {(4, "vote"), (HOST, "force-turn")}
    e.press("OK")
    assert not e.state().act and "OK" not in e.table.snapshot.keys
    assert e.answer(HOST, "force-turn").ok and e.state().act == {4: "gather"}


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


def test_at_the_panel_a_move_that_breaks_a_noted_pact_is_pressed_twice(tmp_path: Path) -> None:
    """Where everybody knows the pacts, the board says what it would break."""
    with evening(tmp_path) as e:
        e.start("ankist", 5, discussion_seconds=0, turn_seconds=0, pact_enforcement="record")
        for seat, house in enumerate(HOUSES):
            assert e.answer(seat, "choose-house", house=house).ok
        while "choose-plan" in {kind for _, kind in e.asked()}:
            ((by, _),) = [a for a in e.asked() if a[1] == "choose-plan"]
            (face,) = e.faces(by, "choose-plan")
            assert face.fields["plan"] and e.answer(by, "choose-plan", plan=next(face.fields["plan"].choices())).ok
        assert e.answer(
            0, "propose-pact", to=4, give=1, take=0, whom=0, terms="—", mine="nothing", mine_least=1, mine_most=1,
            yours="vote-nay", yours_least=1, yours_most=9,
        ).ok  # fmt: skip
        assert e.ok(Answer(kind="accept-pact", fields={"seat": 0}, chair=4)).ok
        assert e.tap("aye-5").ok
        assert e.press("OK").ok and not e.state().put
        assert e.table.snapshot.notice and e.table.snapshot.notice.code == "breaks-pact"
        e.clock.now += 1
        assert e.press("OK").ok and e.state().put == {4: 1}
