"""RULES.md, sections 3, 9 and 19, and what the environment changes: communities, popularity, money, speeches."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.democracia import GAME, board
from companion.games.democracia import events as e
from companion.games.democracia import moves as m
from companion.games.democracia.effects import Action, act
from companion.games.democracia.plan import Effect
from companion.games.democracia.state import Debt, Table

from ..driver import AnyMatch, Step, asked, drive, offered, refused
from .tables import B1, B2, R1, R2, deal, fetch, finish, hold, lay, let, own, revealing, run, table, taking, told, vote

SIDE_B = {"board_side": "B"}


def speaking(t: Table, seat: int, agent: str, card: str, *steps: Step, money: int = 9) -> AnyMatch:
    t = deepcopy(t)
    lay(t, agent, card)
    return revealing(t, seat, agent, *steps, money=money)


def speech(t: Table, seat: int, *steps: Step, money: int = 9) -> AnyMatch:
    """The Leader's speech, up to the choice of the community."""
    return speaking(t, seat, t.leaders[seat], "ESP-L", m.PickOption("ESP-L.0", by=seat), *steps, money=money)


# ---- communities


@pytest.mark.rule("DEM-030", "DEM-032")
def test_a_community_is_neutral_or_has_a_token_or_a_bastion() -> None:
    t = table(4)
    hold(t, "blue", "MAD", "CAT")
    assert board.holdings(t, "blue") == 4, "two bastions and two tokens, for both partners"
    assert board.income(t, B1) == board.income(t, B2) == 4
    assert len(board.neutral(t)) == 11
    assert not {*board.neutral(t)} & {*t.held, *t.bastions}
    assert len({*board.neutral(t), *t.held, *t.bastions}) == 17


@pytest.mark.rule("DEM-031", "DEM-145")
def test_no_speech_reaches_a_bastion_or_the_own_party() -> None:
    t = table(4)
    t.pop[B1] = 7
    hold(t, "blue", "MAD")
    hold(t, "red", "CAT")
    match = speech(t, B1)
    where = offered(match, m.Speak, "community")
    assert set(where) == {*board.neutral(t), "CAT"}
    for wrong in ("ARA", "AST", "MAD"):
        assert refused(match, m.Speak(wrong, by=B1)).code == "not-offered"
    for take in ("flip", "neutralize"):
        assert board.losable(t, B1) == ["CAT"], take


@pytest.mark.rule("DEM-035")
def test_without_a_token_in_the_reserve_none_is_placed_and_a_swap_only_removes() -> None:
    t = table(4)
    hold(t, "red", "CAT")
    t.plan = _with_chips(t, blue=0)
    t.chips["blue"] = 0
    t.pop[B1] = 7
    match = speech(t, B1, m.Speak("MAD", by=B1))
    assert "MAD" not in match.state.held
    match = speech(t, B1, m.Speak("CAT", by=B1), m.Swap(True, by=B1), let)
    assert "CAT" not in match.state.held
    assert match.state.chips["red"] == 15


def _with_chips(t: Table, **chips: int) -> Any:
    return replace(t.plan, chips={**t.plan.chips, **chips})


# ---- popularity and votes


@pytest.mark.rule("DEM-033")
def test_popularity_stays_between_0_and_7() -> None:
    t = table(2)
    board.gain(t, 0, 9)
    assert t.pop[0] == 7
    board.lose(t, 0, 99)
    assert t.pop[0] == 0
    assert [x.event for x in t.told] == [e.PopGained(0, 5, 7), e.PopLost(0, 7, 0)]
    board.lose(t, 0, 1)
    board.gain(t, 1, 0)
    board.lose(t, 1, 0)
    assert len(t.told) == 2, "nothing is said of nothing"


@pytest.mark.rule("DEM-034", "DEM-503")
def test_votes_come_from_the_reserve_as_far_as_it_goes() -> None:
    """W28."""
    t = table(3)
    t.votes["green"], t.plan = 1, _with_votes(t, green=1)
    match = run(t, lambda t: act(t, Action(2, t.face("CAM-02")), (Effect("votes", n=2),)))
    assert match.state.inside == {"green": 1}
    assert match.state.votes["green"] == 0
    assert told(match, e.VotesIn) == [e.VotesIn("green", 1)]


def _with_votes(t: Table, **votes: int) -> Any:
    return replace(t.plan, votes={**t.plan.votes, **votes})


@pytest.mark.rule("DEM-034")
@pytest.mark.parametrize("shown", [True, False])
def test_the_totals_in_the_urn_are_public_if_so_wished_and_its_order_is_nobodys(shown: bool) -> None:
    t = table(2, options={"show_urn_totals": shown})
    vote(t, blue=2, red=1)
    view = run(t, lambda t: act(t, Action(0, t.face("CAM-02")), ())).view(None)
    assert view["urn"] == {"covered": 3}
    assert ("inside" in view and view["inside"] == {"blue": 2, "red": 1}) == shown


# ---- money


@pytest.mark.rule("DEM-036", "DEM-160")
def test_money_begins_at_nothing_and_what_is_left_is_lost() -> None:
    t = table(4)
    hold(t, "blue", "MAD", "CAT", "PVA")
    deal(t, B1, *["CAM-02"] * 2)
    match = taking(t, B1)
    assert match.state.money == 5
    drive(match, finish)
    assert (match.state.money, match.state.turn) == (0, None)
    assert taking(match.state, R1).state.money == 2


@pytest.mark.rule("DEM-037", "DEM-038", "DEM-081")
def test_each_partner_earns_a_euro_for_each_community_as_the_turn_begins() -> None:
    t = table(4)
    hold(t, "blue", "MAD")
    t.pop[B1] = 7
    lay(t, "LID-B1", "ESP-L")
    hold(t, "red", "CAT")
    match = taking(t, B1)
    assert told(match, e.TurnBegan) == [e.TurnBegan(B1, 3)]
    assert match.state.money == 3, "for two bastions and a token"
    t.turn, t.money = None, 0
    own(t, B1, "BAR-B2")
    lay(t, "BAR-B1", "FUN-02")
    match = taking(t, B1, m.PickOption("ESP-L.0", by=B1), m.Speak("PVA", by=B1))
    assert match.state.held["PVA"] == "blue"
    assert told(match, e.TurnBegan) == [e.TurnBegan(B1, 3)], "a community won in the turn earns nothing yet"
    assert taking(drive(match, finish).state, B2).state.money == 4


@pytest.mark.rule("DEM-039")
def test_no_move_hands_anything_to_another_player() -> None:
    """Of all kinds of moves only those of a pact name somebody who gets something, and that is communities."""
    goods = {k for k, move in GAME.kinds.items() if {"to", "target"} & set(move.__struct_fields__)}
    assert goods == {"make-offer", "make-promise", "withdraw"}


# ---- speeches


@pytest.mark.rule("DEM-140", "DEM-141", "DEM-142", "DEM-143", "DEM-509")
@pytest.mark.parametrize(("pop", "may"), [(7, "swap"), (3, "remove"), (2, "nothing")])
def test_the_cost_is_paid_and_then_popularity_decides(pop: int, may: str) -> None:
    """W39: 3/7 for five euros."""
    t = table(4)
    hold(t, "red", "CAT")
    t.pop[B1] = pop
    match = speech(t, B1)
    assert match.state.money == 4
    if may == "nothing":
        assert not asked(match) and match.state.held == {"CAT": "red"}
        assert told(match, e.SpeechFailed) == [e.SpeechFailed(B1, 2, 3)]
        return
    placed = speech(t, B1, m.Speak("MAD", by=B1))
    assert told(placed, e.Won) == [e.Won("blue", "MAD")]
    assert placed.state.held == {"CAT": "red", "MAD": "blue"}
    drive(match, m.Speak("CAT", by=B1))
    if may == "remove":
        assert match.state.held == {}
        return
    assert asked(match) == {(B1, "swap")}
    assert drive(match, m.Swap(True, by=B1)).state.held == {"CAT": "blue"}
    assert speech(t, B1, m.Speak("CAT", by=B1), m.Swap(False, by=B1)).state.held == {}, "removing is still possible"


@pytest.mark.rule("DEM-142")
def test_a_paid_speech_may_do_nothing() -> None:
    t = table(4)
    t.pop[B1] = 5
    match = speech(t, B1, m.StaySilent(by=B1))
    assert not match.state.held and match.state.money == 4 and not asked(match)


@pytest.mark.rule("DEM-144")
def test_one_threshold_never_swaps() -> None:
    t = table(4)
    hold(t, "red", "CAT")
    t.pop[B1] = 7
    match = speaking(t, B1, "BAR-B1", "ESP-B", m.PickOption("ESP-B.0", by=B1), m.Speak("CAT", by=B1))
    assert match.state.held == {} and not asked(match)


@pytest.mark.rule("DEM-146")
def test_the_popularity_is_that_of_the_speakers_player() -> None:
    t = table(4)
    t.pop[B1], t.pop[B2] = 2, 7
    assert not asked(speech(t, B1))
    t.pop[B1], t.pop[B2] = 7, 0
    assert (B1, "speak") in asked(speech(t, B1))


@pytest.mark.rule("DEM-090")
def test_popularity_won_in_this_turn_counts_for_the_next_speech() -> None:
    t = table(4)
    own(t, B1, "BAR-B2")
    lay(t, "BAR-B1", "CAM-04")
    lay(t, "LID-B1", "ESP-L")
    lay(t, "BAR-B2", "FUN-11")
    t.pop[B1] = 3  # FUN-11 costs 1, door to door brings it back
    match = taking(t, B1, m.Reveal("BAR-B1", by=B1), m.PickOption("ESP-L.0", by=B1))
    assert match.state.pop[B1] == 3 and (B1, "speak") in asked(match)


# ---- side B


@pytest.mark.rule("DEM-350", "DEM-351")
def test_metals_earn_1_2_and_3_and_all_are_one_seat() -> None:
    t = table(4, options=SIDE_B)
    hold(t, "blue", "MAD", "PVA", "NAV")
    assert board.income(t, B1) == 2 + 3 + 2 + 1
    assert board.holdings(t, "blue") == 5
    t = table(4)
    hold(t, "blue", "MAD", "PVA", "NAV")
    assert board.income(t, B1) == 5


@pytest.mark.rule("DEM-352", "DEM-140")
def test_gold_makes_a_speech_dearer_and_harder() -> None:
    """W09: 4/8 for seven euros."""
    t = table(4, options=SIDE_B)
    hold(t, "red", "AND")
    t.pop[B2] = 7
    assert board.speech(t, B2, "AND", 3, 7) == (2, 4, 8)
    assert board.speech(t, B2, "PVA", 3, 7) == (1, 4, 7)
    assert board.speech(t, B2, "NAV", 3, 7) == (0, 3, 7)
    match = speech(t, B2, m.Speak("AND", by=B2))
    assert match.state.money == 9 - 7
    assert match.state.held == {} and not asked(match), "7 is less than 8: no swap, but it may be removed"


@pytest.mark.rule("DEM-353")
def test_the_metal_counts_for_any_speech_by_any_agent_or_card() -> None:
    t = table(4, options=SIDE_B)
    t.pop[B1] = 2
    match = speaking(t, B1, "BAR-B1", "CAM-06", m.Speak("AND", by=B1))
    assert match.state.money == 2 and not match.state.held, "5 and 2; low threshold 2 and 1"
    t = table(4, options=SIDE_B)
    t.pop[B1] = 5
    match = speaking(t, B1, "BAR-B1", "ESP-B", m.PickOption("ESP-B.0", by=B1), m.Speak("AND", by=B1))
    assert match.state.money == 3 and not match.state.held, "4 and 2; threshold 5 and 1"


@pytest.mark.rule("DEM-147")
def test_only_communities_that_can_be_paid_are_offered_on_side_b() -> None:
    t = table(4, options=SIDE_B)
    t.pop[B1] = 7
    match = speech(t, B1, money=5)
    assert {t.plan.communities[c] for c in offered(match, m.Speak, "community")} == {"bronze"}
    match = speech(t, B1, money=6)
    assert {t.plan.communities[c] for c in offered(match, m.Speak, "community")} == {"bronze", "silver"}
    free = [c for c in board.neutral(t) if t.plan.communities[c] == "bronze"]
    hold(t, "blue", *free)
    lay(t, "LID-B1", "ESP-L")
    match = revealing(t, B1, "LID-B1", money=5)
    assert "ESP-L.0" not in offered(match, m.PickOption, "option"), "the cheapest that is left costs 6"


@pytest.mark.rule("DEM-140", "DEM-147")
def test_what_a_speech_takes_in_each_place_is_public_from_the_choice_to_the_end_of_the_turn() -> None:
    t = table(4, options=SIDE_B)
    hold(t, "blue", "AND")
    lay(t, "LID-B1", "ESP-L")
    match = taking(t, B1)
    known = match.view(None)["podiums"]
    assert (known["MAD"], known["PVA"], known["NAV"]) == ((7, 4, 8), (6, 4, 7), (5, 3, 7))
    assert set(known) == set(board.speech_targets(match.state, B1)) and "AND" not in known, "its own"
    drive(match, m.PassCard(by=B1), finish)
    assert match.over and match.view(None)["podiums"] == {}


@pytest.mark.rule("DEM-147", "DEM-089")
def test_a_speech_without_any_target_costs_what_is_printed_and_does_nothing() -> None:
    t = table(4, options=SIDE_B)
    t.pop[B1] = 7
    for community in board.neutral(t):
        t.held[community] = "blue"
        t.chips["blue"] -= 1
    match = speech(t, B1, money=5)
    assert match.state.money == 0 and not asked(match)


@pytest.mark.rule("DEM-355", "DEM-511", "DEM-528")
def test_what_is_lost_otherwise_than_by_a_speech_is_the_cheapest() -> None:
    t = table(6, options=SIDE_B)
    hold(t, "red", "MAD", "PVA", "CAN")
    hold(t, "green", "CAT")
    hold(t, "blue", "NAV")
    assert set(board.losable(t, 0)) == {"PVA", "CAN", "CAT"}, "of each party its cheapest; ties by the player"
    t = table(6)
    hold(t, "red", "MAD", "PVA")
    assert set(board.losable(t, 0)) == {"MAD", "PVA"}


@pytest.mark.rule("DEM-357")
def test_an_open_promise_keeps_its_party_to_bronze() -> None:
    t = table(5, options=SIDE_B)
    t.debts = [Debt("blue", "green", 2, promised=True)]
    for seat in (0, 3):
        assert {t.plan.communities[c] for c in board.speech_targets(t, seat)} == {"bronze"}
    assert "MAD" in board.speech_targets(t, 1)
    board.put(t, "MAD", "blue")
    assert t.held["MAD"] == "blue", "gold pays no promise"
    board.put(t, "NAV", "blue")
    assert t.held["NAV"] == "green"
    assert t.debts == [Debt("blue", "green", 1, promised=True)]
    t.debts = [Debt("blue", "green", 2, promised=False)]
    assert "MAD" not in board.speech_targets(t, 0) and "CAT" in board.speech_targets(t, 0), "agreed, not promised: any"
    board.put(t, "CAT", "blue")
    assert t.held["CAT"] == "green" and t.debts[0].left == 1, "and gold pays it"
    plain = table(5)
    plain.debts = [Debt("blue", "green", 2, promised=True)]
    assert set(board.speech_targets(plain, 0)) == set(board.neutral(plain)), "on side A all are alike"


@pytest.mark.rule("DEM-147", "DEM-352")
def test_a_card_without_a_speech_costs_the_same_on_side_b() -> None:
    t = table(4, options=SIDE_B)
    hold(t, "blue", *[c for c in board.neutral(t) if t.plan.communities[c] == "bronze"])
    assert speaking(t, B1, "BAR-B1", "CAM-02", money=2).state.money == 0
    match = speaking(t, B1, "LID-B1", "ESP-L", money=5)
    assert "ESP-L.0" not in offered(match, m.PickOption, "option"), "a speech is a euro dearer at least"


# ---- the environment


@pytest.mark.rule("DEM-450")
@pytest.mark.parametrize(("sky", "earned"), [("crisis", 2), ("stability", 5), ("boom", 7)])
def test_budgets_follow_the_environment(sky: str, earned: int) -> None:
    """W32."""
    t = table(4, options={"variable_budgets": True}, environment=sky)
    hold(t, "blue", "MAD", "PVA", "NAV")
    assert board.income(t, B1) == board.income(t, B2) == earned
    other = table(4, options={"debate": True}, environment=sky)
    hold(other, "blue", "MAD", "PVA", "NAV")
    assert board.income(other, B1) == 5


@pytest.mark.rule("DEM-450", "DEM-351")
def test_in_a_crisis_on_side_b_each_token_earns_one_less() -> None:
    """W33."""
    t = table(4, options={"variable_budgets": True, "board_side": "B"}, environment="crisis")
    hold(t, "blue", "MAD", "PVA", "NAV")
    assert board.income(t, B1) == 1 + 1 + 2 + 1 + 0
    t.plan = replace(t.plan, weather=replace(t.plan.weather, bastion_income=2))
    assert board.income(t, B1) == 2 + 2 + 2 + 1 + 0, "bastions by a number of their own"


@pytest.mark.rule("DEM-455", "DEM-432")
def test_thresholds_follow_environment_and_power() -> None:
    """W31."""
    t = table(4, options={"variable_thresholds": True}, environment="crisis", power="blue")
    hold(t, "red", "CAT")
    hold(t, "blue", "MAD")
    assert board.speech(t, B1, "PVA", 3, 7) == board.speech(t, B2, "PVA", 3, 7) == (0, 4, 8)
    assert board.speech(t, R1, "PVA", 3, 7) == (0, 2, 6)
    t.pop.update({R1: 6, B1: 7})
    assert (R1, "swap") in asked(speech(t, R1, m.Speak("MAD", by=R1)))
    assert not asked(speech(t, B1, m.Speak("CAT", by=B1)))
    t.environment = "boom"
    assert board.speech(t, B1, "PVA", 3, 7) == (0, 2, 6)
    assert board.speech(t, R1, "PVA", 3, 7) == (0, 4, 8)
    t.power = ""
    assert board.speech(t, B1, "PVA", 1, 0) == (0, 2, 0), "nobody in power: both are the rest"
    t.environment = "crisis"
    assert board.speech(t, B1, "PVA", 1, 0) == (0, 1, 0), "never below 1"
    assert board.speech(t, B1, "PVA", 1, 1) == (0, 1, 1), "nor the high one"
    t.environment = "stability"
    assert board.speech(t, R2, "PVA", 3, 7) == (0, 3, 7)
    other = table(4, options={"debate": True}, environment="crisis", power="blue")
    assert board.speech(other, B1, "PVA", 3, 7) == (0, 3, 7), "not without the option"


def test_fetch_makes_no_card() -> None:
    t = table(2)
    before = len(t.funding)
    fetch(t, "FUN-02")
    assert len(t.funding) == before - 1
