"""RULES.md, section 21: briefcases, and interruptions inside interruptions."""

from __future__ import annotations

from copy import deepcopy

import pytest
from msgspec.structs import replace

from companion.engine import Each
from companion.games.democracia import briefcases
from companion.games.democracia import events as e
from companion.games.democracia import moves as m
from companion.games.democracia.agents import leave_office, lose_agent
from companion.games.democracia.planning import planners, suspects
from companion.games.democracia.rules import round_end
from companion.games.democracia.state import Owed, Table
from companion.games.democracia.trial import trial
from companion.games.democracia.windows import pay_owed

from ..driver import AnyMatch, Step, asked, drive, offered, refused, the_ask
from .tables import (
    B1,
    B2,
    R1,
    R2,
    answer,
    brief,
    deal,
    fetch,
    finish,
    govern,
    hold,
    lay,
    let,
    owes,
    own,
    revealing,
    run,
    table,
    taking,
    told,
    verdict,
)


def cases(n: int = 4, **options: object) -> Table:
    return table(n, options={"briefcases": True, **options})


def placing(t: Table, *steps: Step) -> AnyMatch:
    return run(t, briefcases.phase, *steps)


GUILTY = {"JUE_1": False, "JUE_2": False}
INNOCENT = {"JUE_1": True, "JUE_2": True}


# ---- the phase


@pytest.mark.rule("DEM-401", "DEM-402", "DEM-403", "DEM-414")
def test_planned_briefcases_are_placed_openly_and_stay_unknown() -> None:
    t = cases()
    own(t, R1, "JUE-1", "MED-R1")
    lay(t, "LID-B1", "MAL-01")
    lay(t, "BAR-B1", "MAL-03")
    match = placing(t)
    assert asked(match) == {(B1, "place-cases")}, "who has planned one must declare it"
    (ask,) = match.asks()
    field = ask.fields["targets"]
    assert isinstance(field, Each)
    any_agent, media = (list(field.parts[a].choices()) for a in ("LID-B1", "BAR-B1"))
    assert set(any_agent) == {a for s in (R1, B2, R2) for a in t.owned[s]}, "any agent of another player"
    assert media == ["MED-R1"]
    (face,) = match.faces(R1)
    assert face.fields == {"targets": None}
    drive(match, m.PlaceCases({"LID-B1": "BAR-B3", "BAR-B1": "MED-R1"}, by=B1))
    drive(match, m.PlaceCases({"LID-B1": "JUE-1", "BAR-B1": "MED-R1"}, by=B1))
    assert {c["target"] for c in match.view(None)["cases"].values()} == {"JUE-1", "MED-R1"}
    assert match.view(R1)["sources"] == {} and set(match.view(B1)["sources"].values()) == {"LID-B1", "BAR-B1"}
    assert not match.over
    drive(match, m.ConfirmCases(by=B1))
    assert match.over and match.state.ready == []
    assert told(match, e.CasePlaced)[-2:] == [e.CasePlaced(B1, "MED-R1"), e.CasePlaced(B1, "JUE-1")]


@pytest.mark.rule("DEM-402")
def test_placed_briefcases_are_to_be_confirmed_and_then_nobody_waits_for_them() -> None:
    def put(match: AnyMatch) -> tuple[str, bool]:
        ask = the_ask(match, m.PlaceCases, B1)
        return ask.occasion, ask.aside

    t = cases()
    lay(t, "LID-B1", "MAL-01")
    lay(t, "LID-R1", "MAL-01")
    match = placing(t)
    assert put(match) == ("", False)
    drive(match, m.PlaceCases({"LID-B1": "BAR-R1"}, by=B1))
    assert put(match) == ("placed", False) and the_ask(match, m.ConfirmCases, B1).default
    drive(match, m.ConfirmCases(by=B1))
    assert put(match) == ("moving", True) and not match.over, "R1 has one too"


@pytest.mark.rule("DEM-402", "DEM-414")
def test_tokens_move_until_all_have_confirmed() -> None:
    t = cases()
    lay(t, "LID-B1", "MAL-01")
    lay(t, "LID-R1", "MAL-01")
    match = placing(t, m.PlaceCases({"LID-B1": "LID-R1"}, by=B1), m.ConfirmCases(by=B1))
    drive(match, m.PlaceCases({"LID-B1": "BAR-R1"}, by=B1), m.PlaceCases({"LID-R1": "LID-B1"}, by=R1))
    drive(match, m.ConfirmCases(by=R1))
    assert not match.over, "B1 has moved and must confirm anew"
    drive(match, m.ConfirmCases(by=B1))
    assert {(c.seat, c.target) for c in match.state.cases.values()} == {(B1, "BAR-R1"), (R1, "LID-B1")}
    assert set(match.state.cases) == {1, 2}


@pytest.mark.rule("DEM-414", "DEM-416")
def test_of_two_briefcases_one_may_get_the_last_token() -> None:
    t = cases()
    lay(t, "LID-B1", "MAL-01")
    lay(t, "BAR-B1", "MAL-01")
    t.plan = replace(t.plan, at=replace(t.plan.at, briefcases=1))
    match = placing(t)
    assert told(match, e.CaseUnplaced) == [e.CaseUnplaced(B1, 1)]
    drive(match, m.PlaceCases({"LID-B1": "LID-R1"}, by=B1), m.ConfirmCases(by=B1))
    assert set(match.state.cases) == {1}


@pytest.mark.rule("DEM-068", "DEM-402", "DEM-416")
def test_where_hands_are_unknown_any_covered_card_may_be_declared_or_none() -> None:
    t = cases(hand_tracking="opaque")
    for agent in ("LID-B1", "BAR-B1"):
        t.under[agent] = [t.hands[B1].pop()]
    t.under["LID-R1"] = [t.hands[R1].pop()]
    match = placing(t)
    assert asked(match) == {(s, k) for s in (B1, R1) for k in ("place-cases", "confirm-cases")}
    assert not told(match, e.CaseUnplaced), "nobody knows of one"
    drive(match, m.PlaceCases({"BAR-B1": "BAR-R1"}, by=B1), m.ConfirmCases(by=B1), m.ConfirmCases(by=R1))
    assert match.over and match.state.sources == {1: "BAR-B1"}, "on an agent without a card, too"
    t = cases(hand_tracking="opaque")
    own(t, R1, "JUE-1", "MED-R1")
    t.under["LID-B1"] = [t.hands[B1].pop()]
    assert set(briefcases.legal_targets(t, B1, "LID-B1")) == {a for s in (R1, B2, R2) for a in t.owned[s]}


@pytest.mark.rule("DEM-403")
def test_tokens_are_numbered_by_where_they_lie_not_by_what_they_are() -> None:
    seen = []
    for one, two in (("LID-B1", "BAR-B1"), ("BAR-B1", "LID-B1")):
        t = cases()
        lay(t, "LID-B1", "MAL-01")
        lay(t, "BAR-B1", "MAL-01")
        match = placing(t, m.PlaceCases({one: "LID-R1", two: "BAR-R1"}, by=B1), m.ConfirmCases(by=B1))
        seen.append((match.view(R1), match.events(R1)))
    assert seen[0] == seen[1]


@pytest.mark.rule("DEM-402")
@pytest.mark.parametrize(("whose", "partner"), [("other_players", True), ("rival_parties", False)])
def test_whose_agents_they_may_lie_on(whose: str, partner: bool) -> None:
    t = cases(briefcase_targets=whose)
    lay(t, "LID-B1", "MAL-01")
    legal = briefcases.legal_targets(t, B1, "LID-B1")
    assert ("LID-B2" in legal) == partner and "LID-R1" in legal and "BAR-B1" not in legal


@pytest.mark.rule("DEM-416", "DEM-403", "DEM-418")
def test_a_briefcase_without_target_gets_no_token_and_costs_nothing() -> None:
    t = cases()
    lay(t, "LID-B1", "MAL-03")
    lay(t, "BAR-B1", "MAL-02")
    t.up["BAR-R1"] = fetch(t, "CAM-02")
    owes(t, R1, "MAL-01", "LID-R1")
    match = placing(t)
    assert match.over and match.state.cases == {}, "nobody has a Media, nor anybody else a face-down card"
    assert told(match, e.CaseUnplaced) == [e.CaseUnplaced(B1, 2)]
    match = revealing(match.state, B1, "LID-B1", money=9)
    assert match.over and match.state.money == 9 and told(match, e.NoTarget) == [e.NoTarget(B1, "MAL-03")]
    illegal = cases()
    own(illegal, R1, "JUE-1")
    lay(illegal, "LID-B1", "MAL-01")
    illegal.tokens = {"JUE-1": "LID-B1"}
    assert told(revealing(illegal, B1, "LID-B1"), e.TrialOpened), "a trial, if it is illegal and investigated"


@pytest.mark.rule("DEM-414", "DEM-416")
def test_without_a_token_in_the_supply_there_is_none() -> None:
    t = cases()
    t.plan = replace(t.plan, at=replace(t.plan.at, briefcases=1))
    lay(t, "LID-B1", "MAL-01")
    lay(t, "LID-R1", "MAL-01")
    match = placing(t)
    assert asked(match) == {(B1, "place-cases")}
    assert told(match, e.CaseUnplaced) == [e.CaseUnplaced(R1, 1)]


# ---- the trigger


@pytest.mark.rule("DEM-404", "DEM-407", "DEM-114")
def test_a_judge_is_hit_at_the_start_of_the_turn_and_a_card_as_it_turns_up() -> None:
    """W10."""
    t = cases(5)
    own(t, 1, "JUE-1", "MED-R1")
    lay(t, "LID-B1", "MAL-01")
    lay(t, "LID-G1", "MAL-03")
    lay(t, "MED-R1", "ESP-M")
    brief(t, 1, 0, "JUE-1", "LID-B1")
    brief(t, 2, 2, "MED-R1", "LID-G1")
    match = taking(t, 1)
    kinds = [type(x) for x in match.events(None)]
    assert kinds.index(e.TurnBegan) < kinds.index(e.JudgeDismissed) < kinds.index(e.AgentLost)
    revealed = [(x.seat, x.card) for x in told(match, e.Revealed)]
    assert revealed == [(0, "MAL-01"), (1, "ESP-M"), (2, "MAL-03")]
    assert {"JUE-1", "MED-R1"} <= set(match.state.market)
    assert not told(match, e.Paid), "the Media's card is lost"
    assert "ESP-M" in match.state.hands[1]
    assert [o.card for o in match.state.owed[0]] == ["MAL-01"]


@pytest.mark.rule("DEM-404", "DEM-082", "DEM-413")
def test_the_printed_loss_comes_before_the_briefcase() -> None:
    t = cases()
    lay(t, "LID-B1", "MAL-01")
    lay(t, "BAR-R1", "FUN-06")
    brief(t, 1, B1, "BAR-R1", "LID-B1")
    match = revealing(t, R1, "BAR-R1")
    kinds = [type(x) for x in match.events(None)]
    assert kinds.index(e.PopLost) < kinds.index(e.CaseOpened)


@pytest.mark.rule("DEM-405")
def test_several_are_resolved_clockwise_from_the_targets_owner() -> None:
    t = cases()
    own(t, R1, "MED-R1")
    for agent in ("LID-B1", "LID-B2", "LID-R2"):
        lay(t, agent, "MAL-02")
    lay(t, "BAR-R1", "FUN-02")
    for case, (seat, agent) in enumerate(((B1, "LID-B1"), (R2, "LID-R2"), (B2, "LID-B2"))):
        brief(t, case, seat, "BAR-R1", agent)
    match = revealing(t, R1, "BAR-R1")
    assert [x.seat for x in told(match, e.CaseOpened)] == [B2, R2, B1]
    own_ = cases()
    lay(own_, "LID-B1", "MAL-02")
    lay(own_, "BAR-B1", "MAL-01")
    lay(own_, "BAR-R1", "FUN-02")
    brief(own_, 1, B1, "BAR-R1", "LID-B1")
    brief(own_, 2, B1, "BAR-R1", "BAR-B1")
    match = revealing(own_, R1, "BAR-R1")
    assert asked(match) == {(B1, "first-case")}
    drive(match, m.FirstCase("BAR-B1", by=B1))
    assert [x.card for x in told(match, e.Revealed)][1] == "MAL-01"


@pytest.mark.rule("DEM-406", "DEM-166", "DEM-414")
def test_earlier_in_the_order_it_is_paid_first_and_the_effect_waits() -> None:
    t = cases()
    hold(t, "blue", "AND", "CAT")
    own(t, R1, "MED-R1")
    lay(t, "LID-B1", "MAL-03")
    lay(t, "MED-R1", "ESP-M")
    brief(t, 1, B1, "MED-R1", "LID-B1")
    match = taking(t, B1)
    assert told(match, e.Paid) == [e.Paid(B1, "MAL-03", 4, "MAL-03.0")] and not told(match, e.CaseOpened)
    drive(match, finish)
    t = match.state
    assert t.up == {"LID-B1": "MAL-03"} and t.cases[1].paid
    match = taking(t, R1, let)
    assert told(match, e.CaseOpened) and "MED-R1" in match.state.market
    assert match.state.cases == {} and match.state.up == {}
    assert match.state.discards["action"] == ["MAL-03"] and not match.state.owed[B1]
    t.tokens = {"JUE-1": "LID-B1"}
    assert taking(t, R1, let).state.tokens == {}, "what lay on it goes back now"


@pytest.mark.rule("DEM-406", "DEM-412")
@pytest.mark.parametrize("why", ["unpaid", "convicted"])
def test_unpaid_or_convicted_the_token_is_removed(why: str) -> None:
    t = cases()
    own(t, R1, "JUE-1")
    own(t, R2, "JUE-2")
    lay(t, "BAR-B1", "MAL-01")
    brief(t, 1, B1, "BAR-R1", "BAR-B1")
    if why == "convicted":
        t.tokens = {"JUE-1": "BAR-B1"}
    step = verdict(**GUILTY) if why == "convicted" else let
    match = revealing(t, B1, "BAR-B1", step, money=9 if why == "convicted" else 2)
    assert match.state.cases == {} and told(match, e.CaseGone) == [e.CaseGone(B1, "BAR-R1")]
    assert match.state.discards["action"] == ["MAL-01"]


@pytest.mark.rule("DEM-407", "DEM-064", "DEM-417", "DEM-408")
def test_later_in_the_order_the_effect_comes_first_and_is_owed() -> None:
    """W34."""
    t = table(2, options={"briefcases": True}, first=1)
    lay(t, "LID-B1", "MAL-01")
    lay(t, "BAR-R1", "ESP-B")
    brief(t, 1, 0, "BAR-R1", "LID-B1")
    t.pop[1] = 5
    t.bastions.pop("ARA")
    match = taking(t, 1)
    assert told(match, e.FoundInnocent), "the free Judges acquit a legal card"
    assert match.state.owed[0] == [Owed("MAL-01", "LID-B1")] and told(match, e.NowOwes)
    drive(match, finish)
    t = match.state
    assert planners(t, 0) == ["BAR-B1"]
    deal(t, 0, *["FUN-01"] * 3)
    later = taking(t, 0)
    assert not told(later, e.Paid), "with nothing in hand"
    assert later.state.owed[0] == [Owed("MAL-01", "LID-B1")]
    t.bastions.update({"ARA": "blue", "RIO": "blue", "EXT": "blue"})
    lay(t, "BAR-B1", "INT-01")
    next_ = taking(t, 0)
    assert told(next_, e.Paid) == [e.Paid(0, "MAL-01", 3, "MAL-01.0")], "the first cost"
    assert told(next_, e.Unpaid) == [e.Unpaid(0, "INT-01")]
    assert next_.state.owed[0] == []


@pytest.mark.rule("DEM-417")
def test_an_owed_card_is_paid_as_soon_as_the_money_covers_it_and_not_before() -> None:
    t = cases()
    owes(t, B1, "MAL-03")
    lay(t, "LID-B1", "CAM-02")
    match = taking(t, B1)
    assert told(match, e.Paid) == [e.Paid(B1, "CAM-02", 2, "CAM-02.0")], "two euros: other cards go on as usual"
    t = cases()
    owes(t, B1, "MAL-03")
    owes(t, B1, "MAL-01")
    t.turn, t.money = B1, 4
    match = run(t, lambda t: pay_owed(t, B1))
    assert offered(match, m.PayOwed, "card") == ["MAL-01", "MAL-03"], "the owner chooses"
    drive(match, m.PayOwed("MAL-01", by=B1))
    assert match.over and match.state.money == 1 and match.state.lost == ["MAL-01"]


@pytest.mark.rule("DEM-408")
def test_the_debt_outlives_its_agent() -> None:
    t = cases()
    owes(t, B1, "MAL-01", "BAR-B1")
    t.turn = R1
    lose_agent(t, "BAR-B1")
    assert t.owed[B1] == [Owed("MAL-01", "")]
    t.turn, t.money = B1, 3
    assert run(t, lambda t: pay_owed(t, B1)).state.owed[B1] == []
    t.turn, t.money = None, 0
    govern(t, R1)
    owes(t, R1, "MAL-02", "GOB")
    leave_office(t, R1)
    assert t.owed[R1] == [Owed("MAL-02", "")], "the Government's agents leave too"


# ---- interruptions inside interruptions


def nested() -> Table:
    """W11: B1's Baron carries a token of G's Montaje, which G plays through the Media and which is investigated."""
    t = cases(5)
    own(t, 1, "JUE-1")
    own(t, 4, "JUE-2")
    own(t, 2, "MED-G1")
    t.pop.update(dict.fromkeys(range(5), 6))
    lay(t, "BAR-B1", "FUN-07")
    lay(t, "MED-G1", "MAL-01")
    brief(t, 1, 2, "BAR-B1", "MED-G1")
    t.tokens = {"JUE-1": "MED-G1"}
    return t


@pytest.mark.rule("DEM-410", "DEM-404", "DEM-515")
def test_a_trial_inside_a_briefcase_inside_a_turn() -> None:
    match = revealing(nested(), 0, "BAR-B1", let)
    assert match.view(None)["trial"]["accused"] == "MED-G1"
    assert match.view(None)["doing"]["card"] == "MAL-01"
    drive(match, verdict(**INNOCENT))
    assert match.view(None)["trial"]["accused"] == "BAR-B1" and match.view(None)["trial"]["cause"] == "MAL-01"
    drive(match, verdict(**GUILTY))
    assert "BAR-B1" in match.state.market and match.state.money == 0
    assert [x.agent for x in told(match, e.TrialOpened)] == ["MED-G1", "BAR-B1"]
    assert match.state.owed[2] == [Owed("MAL-01", "MED-G1")]
    assert match.state.tokens == {} and match.state.busy == [], "the token is back with its Judge, too"


@pytest.mark.rule("DEM-068", "DEM-404")
def test_where_hands_are_unknown_a_card_that_does_not_fit_triggers_as_if_there_were_none() -> None:
    t = cases(hand_tracking="opaque")
    t.pop.update(dict.fromkeys(range(4), 6))
    for seat, agent in ((R1, "BAR-R1"), (B1, "LID-B1")):
        t.under[agent] = [t.hands[seat].pop()]
    brief(t, 1, B1, "BAR-R1", "LID-B1")
    match = revealing(t, R1, "BAR-R1", m.NameCard("CAM-03", by=R1))
    assert told(match, e.CannotPlay) and asked(match) == {(B1, "name-card")}
    drive(match, m.NameCard("MAL-01", by=B1), let)
    assert told(match, e.FoundInnocent) and [o.card for o in match.state.owed[B1]] == ["MAL-01"]
    other = revealing(t, R1, "BAR-R1", m.NameCard("CAM-03", by=R1), m.NameCard("FUN-02", by=B1))
    assert other.state.cases == {} and other.over, "declared as what it is not"
    assert other.state.discards["funding"] == ["FUN-02"] and not other.state.up
    brief(t, 2, R2, "LID-B1", "LID-R2")
    t.under["LID-R2"] = [t.hands[R2].pop()]
    wrong = revealing(t, R1, "BAR-R1", m.NameCard("CAM-03", by=R1), m.NameCard("ESP-B", by=B1))
    assert set(wrong.state.cases) == {2} and told(wrong, e.CannotPlay)[-1] == e.CannotPlay(B1, "LID-B1", "ESP-B")
    assert asked(wrong) == {(R2, "name-card")}, "what lay on it has found no card"
    drive(wrong, m.NameCard("MAL-03", by=R2))
    assert wrong.over and wrong.state.cases == {} and wrong.state.busy == []
    assert told(wrong, e.CaseOpened) == [e.CaseOpened(R2, "MAL-03", "LID-B1")]
    assert "LID-B1" in wrong.state.owned[B1], "a Leader is no Media: it does nothing, and is owed"
    assert [o.card for o in wrong.state.owed[R2]] == ["MAL-03"]


@pytest.mark.rule("DEM-412")
def test_a_convicted_briefcase_does_nothing_to_its_target() -> None:
    match = revealing(nested(), 0, "BAR-B1", let, verdict(**GUILTY))
    assert "MED-G1" in match.state.market and match.state.cases == {}
    assert match.state.discards["action"] == ["MAL-01"] and not match.state.owed[2]
    assert match.over and match.state.money == 5, "the Baron's card goes on"


@pytest.mark.rule("DEM-410", "DEM-411", "DEM-415")
def test_two_briefcases_on_each_other_are_each_resolved_once() -> None:
    """A's card lies on B's agent whose card lies on A's agent: the last one first."""
    t = cases()
    t.pop.update(dict.fromkeys(range(4), 6))
    lay(t, "LID-B1", "MAL-02")
    lay(t, "LID-R1", "MAL-02")
    brief(t, 1, B1, "LID-R1", "LID-B1")
    brief(t, 2, R1, "LID-B1", "LID-R1")
    match = revealing(t, B1, "LID-B1", money=3)
    opened = [(x.seat, x.agent) for x in told(match, e.CaseOpened)]
    assert opened == [(R1, "LID-B1"), (B1, "LID-R1")]
    assert told(match, e.Paid) == [e.Paid(B1, "MAL-02", 2, "MAL-02.0")], "B1 pays, and then the effect follows at once"
    assert match.state.owed[R1] == [Owed("MAL-02", "LID-R1")] and not match.state.owed[B1]
    poor = revealing(t, B1, "LID-B1", money=1)
    assert [x.seat for x in told(poor, e.CaseOpened)] == [R1], "not paid, no effect"
    assert poor.state.cases == {}


@pytest.mark.rule("DEM-415")
def test_a_card_turned_up_by_an_interruption_in_the_own_turn_is_owed() -> None:
    t = cases()
    t.pop.update(dict.fromkeys(range(4), 6))
    lay(t, "LID-B1", "CAM-02")
    lay(t, "BAR-B1", "MAL-02")
    lay(t, "LID-R1", "MAL-02")
    brief(t, 1, R1, "LID-B1", "LID-R1")
    brief(t, 2, B1, "LID-R1", "BAR-B1")
    match = revealing(t, B1, "LID-B1", money=3)
    assert [(x.seat, x.card) for x in told(match, e.Revealed)] == [(B1, "CAM-02"), (R1, "MAL-02"), (B1, "MAL-02")]
    assert told(match, e.Paid) == [e.Paid(B1, "MAL-02", 2, "MAL-02.0")], "the next cost; the campaign is then too dear"
    assert told(match, e.Unpaid) == [e.Unpaid(B1, "CAM-02")]


@pytest.mark.rule("DEM-382", "DEM-415")
def test_what_comes_to_be_owed_in_the_own_turn_brings_funding_first() -> None:
    """In own order, though another card was next by that of the agents."""
    t = cases(own_order=True)
    t.pop.update(dict.fromkeys(range(4), 6))
    del t.bastions["BAL"]
    own(t, B1, "MED-B1", "BAR-B2")
    for agent, card in (("LID-B1", "CAM-02"), ("BAR-B1", "MAL-02"), ("MED-B1", "INT-01"), ("BAR-B2", "FUN-02"),
                        ("LID-R1", "MAL-02")):  # fmt: skip
        lay(t, agent, card)
    brief(t, 1, R1, "LID-B1", "LID-R1")
    brief(t, 2, B1, "LID-R1", "BAR-B1")
    match = taking(t, B1, m.Reveal("LID-B1", by=B1), let, m.Drain({}, by=B1))
    assert [x.card for x in told(match, e.Revealed) if x.seat == B1] == ["CAM-02", "MAL-02", "FUN-02", "INT-01"]
    assert told(match, e.Unpaid) == [e.Unpaid(B1, "CAM-02")] and not match.state.owed[B1]
    assert [x.card for x in told(match, e.Paid)] == ["MAL-02", "INT-01"]


@pytest.mark.rule("DEM-413")
def test_a_token_goes_with_its_target_or_with_its_own_agent() -> None:
    t = cases()
    own(t, R1, "MED-R1")
    lay(t, "LID-B1", "MAL-03")
    lay(t, "BAR-B1", "MAL-01")
    brief(t, 1, B1, "MED-R1", "LID-B1")
    brief(t, 2, B1, "LID-R2", "BAR-B1")
    t.turn = R2
    lose_agent(t, "MED-R1")
    assert set(t.cases) == {2}
    lose_agent(t, "BAR-B1")
    assert t.cases == {} and t.sources == {}
    match = revealing(t, B1, "LID-B1", money=9)
    assert match.state.money == 9 and told(match, e.NoTarget), "the placer pays nothing"


@pytest.mark.rule("DEM-413")
def test_the_second_briefcase_finds_the_card_gone() -> None:
    t = cases()
    own(t, B2, "JUE-1")
    own(t, R2, "JUE-2")
    t.pop.update(dict.fromkeys(range(4), 6))
    lay(t, "LID-R1", "FUN-07")
    lay(t, "BAR-B3", "MAL-01")
    lay(t, "BAR-R3", "MAL-02")
    brief(t, 1, B2, "LID-R1", "BAR-B3")
    brief(t, 2, R2, "LID-R1", "BAR-R3")
    match = revealing(t, R1, "LID-R1", let, verdict(**GUILTY))
    assert [x.seat for x in told(match, e.CaseOpened)] == [B2]
    assert e.CaseGone(R2, "LID-R1") in match.events(None)
    assert match.state.under == {"BAR-R3": ["MAL-02"]}, "it has not even been turned up"
    t.under["BAR-B3"] = [fetch(t, "MAL-02")]
    t.action.shuffle(["MAL-01"])
    t.tried = ["LID-R1"]
    again = revealing(t, R1, "LID-R1")
    assert again.over and not told(again, e.TrialOpened), "an inquiry tries nobody a second time"


@pytest.mark.rule("DEM-413", "DEM-406")
def test_a_paid_briefcase_whose_target_is_gone_is_discarded() -> None:
    t = cases()
    own(t, R1, "MED-R1")
    t.up["LID-B1"] = fetch(t, "MAL-03")
    brief(t, 1, B1, "MED-R1", "LID-B1", paid=True)
    own_turn, agent = deepcopy(t), deepcopy(t)
    t.turn = R2
    lose_agent(t, "MED-R1")
    assert t.up == {} and t.discards["action"] == ["MAL-03"]
    own_turn.turn = B1
    lose_agent(own_turn, "MED-R1")
    assert own_turn.up == {"LID-B1": "MAL-03"} and own_turn.cases == {}, "in the own turn at the clean-up"
    agent.up = {"BAR-B1": agent.up["LID-B1"]}
    agent.sources, agent.turn = {1: "BAR-B1"}, R2
    lose_agent(agent, "BAR-B1")
    assert not agent.cases and not agent.up and agent.discards["action"] == ["MAL-03"], "its own agent has gone"


# ---- effects


@pytest.mark.rule("DEM-514", "DEM-092")
def test_a_new_editorial_line_discards_a_media_with_its_card() -> None:
    t = cases()
    own(t, R1, "MED-R1")
    lay(t, "MED-R1", "INT-02")
    lay(t, "LID-B1", "MAL-03")
    brief(t, 1, B1, "MED-R1", "LID-B1")
    match = revealing(t, R1, "MED-R1", money=5)
    assert "MED-R1" in match.state.market and match.state.discards["action"] == ["INT-02"]
    assert match.state.money == 5, "a face-up card too, without effect"


@pytest.mark.rule("DEM-515", "DEM-112", "DEM-115")
def test_a_frame_up_tries_an_agent_whatever_its_card_and_once() -> None:
    t = cases()
    t.pop.update(dict.fromkeys(range(4), 6))
    lay(t, "BAR-R1", "FUN-02")
    lay(t, "LID-B1", "MAL-01")
    brief(t, 1, B1, "BAR-R1", "LID-B1")
    match = revealing(t, R1, "BAR-R1")
    assert told(match, e.FoundInnocent) == [e.FoundInnocent("BAR-R1", 3, 0)], "free Judges: the card is legal"
    assert match.state.money == 3 and match.state.pop[R1] == 4
    t.tried = ["BAR-R1"]
    assert not told(revealing(t, R1, "BAR-R1"), e.TrialOpened)
    t.tried = []
    t.under["BAR-R1"] = [fetch(t, "FUN-07")]
    t.funding.shuffle(["FUN-02"])
    own(t, R2, "JUE-1")
    t.tokens = {"JUE-1": "BAR-R1"}
    match = revealing(t, R1, "BAR-R1", verdict(JUE_1=True))
    assert len(told(match, e.TrialOpened)) == 1, "it discharges the investigation on the card"


@pytest.mark.rule("DEM-516")
@pytest.mark.parametrize(("card", "trials"), [("FUN-07", 1), ("FUN-02", 0)])
def test_an_inquiry_makes_a_card_investigated(card: str, trials: int) -> None:
    t = cases()
    lay(t, "BAR-R1", card)
    lay(t, "LID-B1", "MAL-02")
    brief(t, 1, B1, "BAR-R1", "LID-B1")
    match = revealing(t, R1, "BAR-R1")
    assert len(told(match, e.TrialOpened)) == trials
    t = cases()
    own(t, R1, "JUE-1")
    lay(t, "LID-B1", "MAL-02")
    brief(t, 1, B1, "JUE-1", "LID-B1")
    assert not told(taking(t, R1), e.TrialOpened), "a Judge has no card"


@pytest.mark.rule("DEM-419", "DEM-520", "DEM-530")
def test_a_cancelled_briefcase_is_still_owed() -> None:
    t = cases()
    deal(t, R1, "REA-05")
    lay(t, "BAR-R1", "FUN-02")
    lay(t, "LID-B1", "MAL-01")
    brief(t, 1, B1, "BAR-R1", "LID-B1")
    match = revealing(t, R1, "BAR-R1")
    assert offered(match, m.React, "card") == ["REA-05"]
    drive(match, answer(R1, "REA-05"))
    assert told(match, e.Cancelled) and not told(match, e.TrialOpened)
    assert match.state.owed[B1] == [Owed("MAL-01", "LID-B1")]


@pytest.mark.rule("DEM-418")
def test_an_owed_card_is_nobodys_card() -> None:
    t = cases()
    owes(t, R1, "MAL-01", "LID-R1")
    lay(t, "LID-B1", "MAL-02")
    assert "LID-R1" not in briefcases.legal_targets(t, B1, "LID-B1")
    assert suspects(t, B1) == []
    t.pop.update(dict.fromkeys(range(4), 6))
    match = run(t, lambda t: trial(t, "LID-R1", frame=True))
    assert told(match, e.FoundInnocent) == [e.FoundInnocent("LID-R1", 3, 0)], "an accused without a card"


@pytest.mark.rule("DEM-132", "DEM-404")
def test_a_prisoners_agents_are_hit_at_the_prisoners_place() -> None:
    t = cases()
    t.prison = [R1]
    t.pop.update(dict.fromkeys(range(4), 6))
    lay(t, "LID-B1", "MAL-01")
    brief(t, 1, B1, "BAR-R1", "LID-B1")
    match = taking(t, R1)
    assert told(match, e.TrialOpened) and match.state.pop[R1] == 4


@pytest.mark.rule("DEM-336", "DEM-337")
def test_the_attorney_may_be_framed_like_any_agent() -> None:
    t = cases(6)
    govern(t, 0)
    lay(t, "LID-R1", "MAL-01")
    assert "FIS" in briefcases.legal_targets(t, 1, "LID-R1")


def test_what_is_left_at_the_end_of_a_round_goes_back() -> None:
    """DEM-414."""
    t = cases()
    lay(t, "LID-B1", "MAL-01")
    t.hands[B1] += t.under.pop("LID-B1")
    brief(t, 1, B1, "BAR-R1", "LID-B1")
    assert run(t, round_end).state.cases == {}


def test_a_briefcase_for_an_own_agent_is_refused() -> None:
    t = cases()
    lay(t, "LID-B1", "MAL-01")
    assert refused(placing(t), m.PlaceCases({"LID-B1": "BAR-B1"}, by=B1)).code == "not-offered"
