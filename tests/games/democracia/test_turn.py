"""RULES.md, sections 7, 10, 11 and 20: a player's turn, from the income to the clean-up."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.engine import OneOf
from companion.games.democracia import GAME
from companion.games.democracia import events as e
from companion.games.democracia import moves as m
from companion.games.democracia.agents import lose_agent
from companion.games.democracia.piles import draw, reshuffle
from companion.games.democracia.plan import Effect
from companion.games.democracia.planning import planners, planning
from companion.games.democracia.state import Table
from companion.games.democracia.turn import clean_up, pension_field, purchases, turn
from companion.locale import Words
from companion.table.prompt import Prompt

from ..driver import AnyMatch, Step, asked, drive, offered, refused, the_ask
from .tables import (
    B1,
    B2,
    R1,
    R2,
    answer,
    brief,
    deal,
    draws,
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
    values,
    verdict,
)


def shopping(t: Table, seat: int, money: int, *steps: Step) -> AnyMatch:
    t.turn, t.money = seat, money
    return run(t, lambda t: purchases(t, seat), *steps)


def cleaning(t: Table, seat: int, *steps: Step) -> AnyMatch:
    t.turn = seat
    return run(t, lambda t: clean_up(t, seat), *steps)


# ---- the worked round


@pytest.mark.rule("DEM-081", "DEM-082", "DEM-083", "DEM-084", "DEM-091", "DEM-503", "DEM-505")
def test_income_funding_campaign_purchase() -> None:
    """W03 and W04."""
    t = table(4)
    lay(t, "LID-B1", "CAM-01")
    lay(t, "BAR-B1", "FUN-07")
    match = taking(t, B1)
    assert [type(x) for x in match.events(None)][:3] == [e.TurnBegan, e.Revealed, e.Earned]
    assert match.state.money == 2 + 5 - 4
    drive(match, m.Spread({B1: 2, B2: 1}, by=B1))
    assert match.state.inside == {"blue": 2}
    assert (match.state.pop[B1], match.state.pop[B2]) == (4, 3)
    assert (B1, "buy-agent") in asked(match)
    drive(match, m.BuyAgent("BAR-B2", by=B1))
    assert match.state.money == 0
    assert "BAR-B2" in planners(match.state, B1)
    drive(match, finish)
    assert match.over


@pytest.mark.rule("DEM-053", "DEM-507", "DEM-086")
def test_one_effect_of_an_ability_is_paid_or_none() -> None:
    """W05."""
    t = table(4)
    t.pop[R1], t.pop[R2] = 3, 0
    lay(t, "LID-B2", "ESP-L")
    lay(t, "BAR-B3", "FUN-02")
    match = taking(t, B2)
    assert offered(match, m.PickOption, "option") == ["ESP-L.0", "ESP-L.1", "ESP-L.2"]
    assert (B2, "pass-card") in asked(match)
    drive(match, m.PickOption("ESP-L.1", by=B2))
    assert match.state.pop[R1] == 2 and match.state.money == 3
    assert not told(match, e.Revealed)[2:], "the ability is done with"
    assert (B2, "buy-agent") in asked(match)


@pytest.mark.rule("DEM-053", "DEM-527")
def test_data_may_let_each_effect_be_paid_once() -> None:
    t = table(4)
    cards = {**t.plan.cards, "ESP-L": replace(t.face("ESP-L"), repeat=True)}
    t.plan = replace(t.plan, cards=cards)
    lay(t, "LID-B1", "ESP-L")
    match = revealing(t, B1, "LID-B1", m.PickOption("ESP-L.2", by=B1), money=10)
    assert offered(match, m.PickOption, "option") == ["ESP-L.0", "ESP-L.1"]
    drive(match, m.PickOption("ESP-L.1", by=B1), m.PickPlayer(R1, by=B1), let, m.PassCard(by=B1))
    assert match.over and match.state.money == 10 - 3 - 2
    assert match.state.up == {"LID-B1": "ESP-L"}


@pytest.mark.rule("DEM-527", "DEM-084")
def test_all_effects_of_a_card_come_in_order() -> None:
    t = table(4)
    lay(t, "BAR-B1", "CAM-04")
    match = revealing(t, B1, "BAR-B1", money=2)
    assert [type(x) for x in match.events(None)] == [e.Revealed, e.Paid, e.VotesIn, e.PopGained]


# ---- the order of reveals


@pytest.mark.rule("DEM-080")
def test_a_prisoner_has_no_turn() -> None:
    t = table(4, prison=[B1])
    deal(t, B1, "FUN-02")
    match = taking(t, B1)
    assert match.over and [type(x) for x in match.events(None)] == [e.PrisonTurn]
    assert len(match.state.hands[B1]) == 5


@pytest.mark.rule("DEM-082")
def test_funding_comes_first_in_any_order_and_its_printed_loss_at_once() -> None:
    t = table(4)
    own(t, B1, "BAR-B2")
    lay(t, "LID-B1", "FUN-02")
    lay(t, "BAR-B1", "FUN-04")
    lay(t, "BAR-B2", "CAM-02")
    t.tokens = {"JUE-1": "LID-B1"}  # so that the order may matter
    match = taking(t, B1)
    assert offered(match, m.Reveal, "agent") == ["LID-B1", "BAR-B1"]
    assert refused(match, m.Reveal("BAR-B2", by=B1)).detail["why"] == "funding-first"
    drive(match, m.Reveal("BAR-B1", by=B1))
    kinds = [type(x) for x in match.events(None)]
    assert kinds[1:4] == [e.Revealed, e.PopLost, e.Earned]
    assert [x.card for x in told(match, e.Revealed)] == ["FUN-04", "FUN-02", "CAM-02"]


@pytest.mark.rule("DEM-082", "DEM-083", "DEM-502")
def test_funding_on_which_nothing_lies_is_turned_up_unasked() -> None:
    """The Swiss account last. With a token on one of them, or popularity to be gained, the player is asked; then one
    press turns up all that are left in the step."""

    def cards(*more: str) -> Table:
        t = table(4)
        own(t, B1, "BAR-B2")
        for agent, card in zip(("LID-B1", "BAR-B1", "BAR-B2"), more, strict=False):
            lay(t, agent, card)
        return t

    match = taking(cards("FUN-12", "FUN-08", "CAM-02"), B1)
    assert [x.card for x in told(match, e.Revealed)] == ["FUN-08", "FUN-12", "CAM-02"]
    assert [x.count for x in told(match, e.Earned)] == [6, 6]
    marked = cards("FUN-01", "FUN-08", "FUN-02")
    marked.tokens = {"JUE-1": "LID-B1"}
    match = taking(marked, B1)
    assert (B1, "reveal-all") in asked(match)
    drive(match, m.RevealAll(by=B1))
    assert [x.card for x in told(match, e.Revealed)] == ["FUN-01", "FUN-08", "FUN-02"]
    gaining = cards("FUN-01", "FUN-08")
    choice = replace(gaining.face("FUN-01").choices[0], effects=(Effect("pop_self", n=1),))
    changed = {**gaining.plan.cards, "FUN-01": replace(gaining.face("FUN-01"), choices=(choice,))}
    gaining.plan = replace(gaining.plan, cards=changed)
    assert (B1, "reveal-all") in asked(taking(gaining, B1))


@pytest.mark.rule("DEM-082", "DEM-119")
def test_a_printed_loss_stands_after_a_conviction() -> None:
    t = table(4)
    own(t, R1, "JUE-1")
    own(t, R2, "JUE-2")
    t.pop[B1] = 7
    lay(t, "BAR-B1", "FUN-11")
    t.tokens = {"JUE-1": "BAR-B1"}
    match = revealing(t, B1, "BAR-B1", verdict(JUE_1=False, JUE_2=True))
    assert match.state.pop[B1] == 7 - 1 - 2 and match.state.money == 0


@pytest.mark.rule("DEM-067", "DEM-531")
def test_how_much_is_funding_shows_as_it_turns_up_and_not_before() -> None:
    """A president with a card is asked before each reveal: to all others alike, whatever lies there."""
    seen = []
    for planned, kept in (("FUN-02", "CAM-02"), ("CAM-02", "FUN-02")):
        t = table(4)
        govern(t, B1, "PRE-01")
        lay(t, "LID-B1", "FUN-01")
        lay(t, "BAR-B1", planned)
        deal(t, B1, kept)
        match = taking(t, B1)
        seen.append([(match.view(v), match.faces(v), match.events(v)) for v in (None, R1, B2, R2)])
    assert seen[0] == seen[1] and (B1, "reveal-all") in asked(match)
    drive(match, m.RevealAll(by=B1))
    assert [x.card for x in told(match, e.Revealed)] == ["FUN-01"], "all of this step"


@pytest.mark.rule("DEM-083")
def test_the_other_cards_come_one_by_one_each_resolved_before_the_next() -> None:
    t = table(4)
    lay(t, "LID-B1", "CAM-02")
    lay(t, "BAR-B1", "INT-01")
    hold(t, "blue", "MAD", "CAT")
    match = taking(t, B1)
    assert set(offered(match, m.Reveal, "agent")) == {"LID-B1", "BAR-B1"}
    drive(match, m.Reveal("BAR-B1", by=B1))
    assert "LID-B1" in match.state.under and asked(match) == {(B1, "drain")}
    drive(match, m.Drain({}, by=B1))
    assert [x.card for x in told(match, e.Revealed)] == ["INT-01", "CAM-02"]


@pytest.mark.rule("DEM-085")
def test_what_cannot_be_paid_is_lost_and_the_order_decides_what() -> None:
    for first, lost in (("LID-B1", "INT-01"), ("BAR-B1", "CAM-01")):
        t = table(4)
        hold(t, "blue", "MAD", "CAT")
        lay(t, "LID-B1", "CAM-01")
        lay(t, "BAR-B1", "INT-01")
        match = taking(t, B1, m.Reveal(first, by=B1))
        drive(match, m.Spread({}, by=B1) if first == "LID-B1" else m.Drain({}, by=B1))
        assert told(match, e.Unpaid) == [e.Unpaid(B1, lost)]
        assert match.state.discards["action"][0] == lost, "at once; the other at the clean-up"


@pytest.mark.rule("DEM-085", "DEM-052")
def test_an_ability_that_cannot_be_paid_goes_back_to_the_hand() -> None:
    t = table(4)
    lay(t, "LID-B1", "ESP-L")
    match = revealing(t, B1, "LID-B1", money=1)
    assert told(match, e.Unpaid) and "ESP-L" in match.state.hands[B1] and not match.state.up


@pytest.mark.rule("DEM-086")
@pytest.mark.parametrize("may", [False, True])
def test_an_affordable_card_must_be_paid_unless_the_table_allows_otherwise(may: bool) -> None:
    t = table(4, options={"may_decline_payment": may})
    lay(t, "LID-B1", "CAM-02")
    match = revealing(t, B1, "LID-B1", money=3)
    assert ((B1, "pass-card") in asked(match)) == may
    assert bool(match.state.inside) != may
    if may:
        drive(match, m.PassCard(by=B1))
        assert match.state.money == 3 and match.state.discards["action"] == ["CAM-02"]


@pytest.mark.rule("DEM-087")
def test_a_legal_card_under_investigation_causes_no_trial() -> None:
    t = table(4)
    own(t, R1, "JUE-1")
    lay(t, "BAR-B1", "FUN-02")
    t.tokens = {"JUE-1": "BAR-B1"}
    match = revealing(t, B1, "BAR-B1")
    assert match.over and not told(match, e.TrialOpened) and match.state.money == 3


@pytest.mark.rule("DEM-088", "DEM-506")
def test_up_to_n_may_be_fewer_and_the_player_of_the_card_chooses() -> None:
    t = table(4)
    lay(t, "LID-B1", "INT-01")
    match = revealing(t, B1, "LID-B1", money=2)
    field = the_ask(match, m.Drain, B1).fields["pop"]
    assert field.accepts({}) and field.accepts({R1: 1}) and field.accepts({R1: 1, B2: 1})
    assert not field.accepts({R1: 2, R2: 1}) and not field.accepts({B1: 1})
    drive(match, m.Drain({}, by=B1))
    assert match.over and set(match.state.pop.values()) == {2}


@pytest.mark.rule("DEM-089")
def test_an_effect_without_a_target_does_nothing_and_the_cost_stays_paid() -> None:
    t = table(4)
    lay(t, "LID-B1", "INT-04")
    match = revealing(t, B1, "LID-B1", money=4)
    assert match.over and match.state.money == 0
    t = table(4)
    t.pop.update(dict.fromkeys(range(4), 0))
    lay(t, "LID-B1", "INT-01")
    match = revealing(t, B1, "LID-B1", money=4)
    assert match.over and match.state.money == 2


@pytest.mark.rule("DEM-068", "DEM-083")
def test_where_hands_are_unknown_the_player_says_what_turns_up_in_which_order() -> None:
    t = table(4, options={"hand_tracking": "opaque", "briefcases": True})
    for agent in ("LID-B1", "BAR-B1"):
        t.under[agent] = [t.hands[B1].pop()]
    t.funding.slots.pop(), t.action.slots.pop()
    t.funding.away = t.action.away = 1
    t.hands[B1] += ["?"] * 2
    brief(t, 1, B1, "BAR-R1", "BAR-B1")
    match = taking(t, B1)
    assert set(offered(match, m.Reveal, "agent")) == {"LID-B1", "BAR-B1"}, "nobody else knows what Funding is"
    drive(match, m.RevealAll(by=B1), m.NameCard("CAM-02", by=B1), m.NameCard("FUN-02", by=B1))
    assert [x.card for x in told(match, e.Revealed)] == ["CAM-02", "FUN-02"]
    assert match.state.cases == {} and told(match, e.CaseGone), "declared as a briefcase, which it is not"
    assert match.state.money == 2 - 2 + 3


# ---- own order


@pytest.mark.rule("DEM-380", "DEM-381")
@pytest.mark.parametrize("first", ["LID-B1", "BAR-B1"])
def test_in_own_order_only_visible_money_pays(first: str) -> None:
    """W40."""
    t = table(4, options={"own_order": True})
    lay(t, "LID-B1", "CAM-01")
    lay(t, "BAR-B1", "FUN-02")
    match = taking(t, B1)
    assert set(offered(match, m.Reveal, "agent")) == {"LID-B1", "BAR-B1"}
    drive(match, m.Reveal(first, by=B1))
    if first == "LID-B1":
        assert told(match, e.Unpaid) == [e.Unpaid(B1, "CAM-01")]
    else:
        assert match.state.money == 2 + 3 - 4


@pytest.mark.rule("DEM-380", "DEM-381", "DEM-502")
def test_in_own_order_all_at_once_is_with_funding_first() -> None:
    """W40: what is planned is paid, wherever the Funding lies; the rest keeps the order of the agents."""
    t = table(4, options={"own_order": True})
    own(t, B1, "BAR-B2", "MED-B1")
    for agent, card in zip(t.owned[B1], ("CAM-02", "FUN-12", "FUN-08", "CAM-02"), strict=True):
        lay(t, agent, card)
    match = taking(t, B1, m.RevealAll(by=B1))
    assert [x.agent for x in told(match, e.Revealed)] == ["BAR-B2", "BAR-B1", "LID-B1", "MED-B1"]
    assert [x.count for x in told(match, e.Earned)] == [6, 6] and not told(match, e.Unpaid)


@pytest.mark.rule("DEM-380", "DEM-382")
def test_what_comes_first_is_said_by_the_option() -> None:
    """In the own order nothing does, unless a briefcase is owed; and what turns up all says how."""

    def said(t: Table) -> list[str]:
        prompt = Prompt(Words("en", game=GAME.id), ["Ana", "Bruno", "Carla", "Diego"])
        faces = {f.kind: f for f in taking(t, B1).faces(B1) if f.by == B1}
        return [prompt.help(faces["reveal"]), prompt.go(faces["reveal-all"])]

    free = table(4, options={"own_order": True})
    lay(free, "LID-B1", "CAM-01")
    lay(free, "BAR-B1", "FUN-08")
    owing = owing_in_own_order()
    own(owing, B1, "BAR-B2")
    lay(owing, "BAR-B2", "FUN-01")
    nothing = "In any order: nothing comes first by itself. Turn up Funding before what it has to pay."
    assert said(free) == [nothing, "Turn up all, Funding first"]
    assert said(owing) == ["Funding first; then the rest, in any order you like.", "Turn up all, in this order"]


def owing_in_own_order() -> Table:
    """Somebody owes a briefcase of four euros, and has a campaign and Funding of three face down."""
    t = table(4, options={"own_order": True, "briefcases": True})
    owes(t, B1, "MAL-03")
    lay(t, "LID-B1", "CAM-02")
    lay(t, "BAR-B1", "FUN-02")
    return t


@pytest.mark.rule("DEM-382")
def test_who_owes_a_briefcase_turns_up_funding_first_even_so() -> None:
    t = owing_in_own_order()
    own(t, B1, "BAR-B2")
    lay(t, "BAR-B2", "FUN-01")
    match = taking(t, B1)
    assert set(offered(match, m.Reveal, "agent")) == {"BAR-B1", "BAR-B2"}


@pytest.mark.rule("DEM-382", "DEM-417")
def test_what_is_owed_is_paid_when_the_money_is_there_and_then_the_order_is_free_again() -> None:
    """Two euros of income and three of the first Funding pay four: the other Funding need not come next."""
    t = owing_in_own_order()
    own(t, B1, "BAR-B2")
    lay(t, "BAR-B2", "FUN-06")
    match = taking(t, B1, m.Reveal("BAR-B1", by=B1))
    assert told(match, e.Paid) == [e.Paid(B1, "MAL-03", 4, "MAL-03.0")]
    assert set(offered(match, m.Reveal, "agent")) == {"LID-B1", "BAR-B2"}
    rich = owing_in_own_order()
    hold(rich, "blue", "MAD", "CAT")
    match = taking(rich, B1)
    assert told(match, e.Paid) and set(offered(match, m.Reveal, "agent")) == {"LID-B1", "BAR-B1"}, "out of the income"


@pytest.mark.rule("DEM-417", "DEM-531")
@pytest.mark.parametrize("where", ["purchases", "option"])
def test_a_budget_pays_first_what_is_owed(where: str) -> None:
    """PRE-04 in the middle of a question: no other cost comes before."""
    t = table(4, options={"briefcases": True})
    govern(t, B1, "PRE-04")
    owes(t, B1, "MAL-03")
    if where == "option":
        lay(t, "LID-B1", "ESP-L")
    match = taking(t, B1, *([m.Reveal("LID-B1", by=B1)] if where == "option" else []))
    drive(match, m.PlayPresident("PRE-04", by=B1))
    assert told(match, e.Paid) == [e.Paid(B1, "MAL-03", 4, "MAL-03.0")]
    assert match.state.money == 2 + 5 - 4 and not match.state.owed[B1]
    if where == "option":
        assert offered(match, m.PickOption, "option") == ["ESP-L.1", "ESP-L.2"]
    else:
        assert offered(match, m.BuyAgent, "agent") == ["BAR-B2", "BAR-B4"]


@pytest.mark.rule("DEM-417", "DEM-085", "DEM-147")
def test_what_is_owed_may_leave_nothing_for_a_speech() -> None:
    """With data in which a briefcase costs more than a budget brings."""
    t = table(4, options={"briefcases": True, "board_side": "B"})
    dear = replace(t.face("MAL-01").choices[0], cost=9)
    t.plan = replace(t.plan, cards={**t.plan.cards, "MAL-01": replace(t.face("MAL-01"), choices=(dear,))})
    govern(t, B1, "PRE-04")
    owes(t, B1, "MAL-01")
    hold(t, "blue", "MAD")
    t.pop[B1] = 7
    lay(t, "LID-B1", "ESP-L")
    match = taking(t, B1, m.Reveal("LID-B1", by=B1), m.PickOption("ESP-L.0", by=B1), m.PlayPresident("PRE-04", by=B1))
    assert match.state.money == 1 and offered(match, m.Speak, "community") == []
    drive(match, m.StaySilent(by=B1))
    assert told(match, e.Unpaid) == [e.Unpaid(B1, "ESP-L")] and "ESP-L" in match.state.hands[B1]


@pytest.mark.rule("DEM-417", "DEM-085")
def test_what_is_owed_may_leave_nothing_for_the_card_on_the_table() -> None:
    """Two briefcases owed: the budget pays both, and the Hidden camera is lost after all."""
    t = table(4, options={"briefcases": True})
    govern(t, B1, "PRE-04")
    owes(t, B1, "MAL-03")
    owes(t, B1, "MAL-03")
    hold(t, "blue", "MAD")
    lay(t, "LID-B1", "INT-05")
    match = taking(t, B1, m.Reveal("LID-B1", by=B1), m.PlayPresident("PRE-04", by=B1))
    assert match.state.money == 0 and asked(match) == {(B1, "pick-option"), (B1, "pass-card")}
    drive(match, m.PassCard(by=B1))
    assert told(match, e.Unpaid) == [e.Unpaid(B1, "INT-05")] and "INT-05" in match.state.discards["action"]


# ---- agents that leave


@pytest.mark.rule("DEM-092", "DEM-514")
def test_a_card_still_face_down_leaves_unseen() -> None:
    t = table(4)
    lay(t, "BAR-B1", "FUN-07")
    t.turn = R1
    lose_agent(t, "BAR-B1")
    view = run(t, lambda t: clean_up(t, R1)).view
    assert view(B1)["buried"] == {"funding/0": ["FUN-07"]}
    assert view(R1)["buried"] == view(None)["buried"] == {"funding/0": {"covered": 1}}
    assert not view(None)["discards"]["funding"]
    lay(t, "LID-B1", "ESP-L")
    own(t, B1, "BAR-B2")
    lay(t, "BAR-B2", "ESP-B")
    lose_agent(t, "BAR-B2")
    assert t.hands[B1].count("ESP-B") == 2
    t.funding.slots.clear()
    cards = t.funding.loose.total()
    assert not list(reshuffle(t, "funding")), "the table's own cards: nobody is asked"
    assert not t.buried and t.funding.loose["FUN-07"] == 5 and t.funding.loose.total() == cards + 1


@pytest.mark.rule("DEM-093")
def test_who_is_convicted_goes_on_with_the_other_agents() -> None:
    t = table(4)
    own(t, R1, "JUE-1")
    own(t, R2, "JUE-2")
    lay(t, "BAR-B1", "FUN-07")
    lay(t, "LID-B1", "FUN-02")
    t.tokens = {"JUE-1": "BAR-B1"}
    match = taking(t, B1, m.Reveal("BAR-B1", by=B1), let, verdict(JUE_1=False, JUE_2=False))
    assert "BAR-B1" in match.state.market
    assert match.state.up == {"LID-B1": "FUN-02"} and match.state.money == 2 + 3
    drive(match, finish)
    assert match.over


@pytest.mark.rule("DEM-094", "DEM-512", "DEM-165")
def test_cards_of_the_running_turn_are_not_in_a_reshuffle() -> None:
    t = table(4)
    own(t, B1, "BAR-B2")
    lay(t, "LID-B1", "FUN-02")
    lay(t, "BAR-B1", "FUN-05")
    for card in sorted(t.funding.contents()):
        t.discards["funding"].append(fetch(t, card))
    assert not len(t.funding)
    match = taking(t, B1, m.Split(1, by=B1), draws(1, "FUN-02"))
    assert told(match, e.Reshuffled) == [e.Reshuffled("funding", 37)], "two lie under agents"
    assert match.state.up == {"LID-B1": "FUN-02", "BAR-B1": "FUN-05"}
    assert "FUN-02" in match.state.hands[B1]


@pytest.mark.rule("DEM-094", "DEM-054", "DEM-056")
def test_reactions_and_presidents_cards_are_discarded_at_once() -> None:
    t = table(4)
    govern(t, R1, "PRE-06")
    deal(t, R2, "REA-03")
    lay(t, "LID-B1", "INT-01")
    match = revealing(t, B1, "LID-B1", m.Drain({R1: 1, R2: 1}, by=B1), money=2)
    drive(match, answer(R2, "REA-03"))
    assert match.state.discards["action"] == ["REA-03"]
    drive(match, answer(R1, "PRE-06"))
    assert match.state.discards["president"] == ["PRE-06"]
    assert (match.state.pop[R1], match.state.pop[R2]) == (2, 2)


# ---- purchases


@pytest.mark.rule("DEM-150", "DEM-151")
def test_any_number_of_purchases_after_all_cards() -> None:
    t = table(4)
    match = shopping(t, B1, 12, m.BuyAgent("MED-B1", by=B1), m.BuyAgent("JUE-2", by=B1))
    assert match.state.money == 3 and match.view(None)["phase"] == "purchases"
    drive(match, m.BuyAgent("BAR-B4", by=B1))
    assert match.state.owned[B1] == ["LID-B1", "BAR-B1", "MED-B1", "JUE-2", "BAR-B4"]
    assert match.over, "nothing is left to spend"
    waiting = table(4)
    hold(waiting, "blue", "MAD", "CAT", "PVA")
    lay(waiting, "LID-B1", "ESP-L")
    assert not {"buy-agent", "end-purchases"} & {k for _, k in asked(taking(waiting, B1))}


@pytest.mark.rule("DEM-152")
def test_a_bought_judge_votes_at_once() -> None:
    t = table(4)
    match = shopping(t, B1, 5, m.BuyAgent("JUE-1", by=B1))
    t = match.state
    own(t, R2, "JUE-2")
    lay(t, "BAR-R1", "FUN-07")
    t.tokens = {"JUE-2": "BAR-R1"}
    trial = revealing(t, R1, "BAR-R1")
    assert (B1, "judge") in asked(trial)


@pytest.mark.rule("DEM-153", "DEM-057")
def test_pension_plans_may_be_kept_face_down_and_never_twice() -> None:
    t = table(4)
    match = shopping(t, B1, 6, m.BuyPension("PEN-01", True, by=B1), m.BuyPension("PEN-02", False, by=B1))
    assert match.view(None)["hidden"][B1] == {"covered": 1} and match.view(None)["pensions"][B1] == ["PEN-02"]
    assert match.view(B1)["hidden"][B1] == ["PEN-01"]
    assert told(match, e.PensionBought) == [e.PensionBought(B1, "hidden"), e.PensionBought(B1, "PEN-02")]
    assert match.state.plans["PEN-01"] == 3
    assert match.state.money == 1 and match.over
    t = match.state
    t.turn, t.money = B1, 3
    assert list(pension_field(t, B1).choices()) == []
    t.money = 4
    assert list(pension_field(t, B1).choices()) == ["PEN-03"]


@pytest.mark.rule("DEM-045", "DEM-150", "DEM-153", "DEM-154")
def test_whatever_cannot_be_bought_says_why() -> None:
    """In the question where there is one, else for all to see: by how much the money is short, what is full, what is
    sold out, and what is not for everybody."""
    t = table(4)
    own(t, B1, "JUE-1")
    t.pensions[B1], t.plans["PEN-02"] = ["PEN-01"], 0
    match = shopping(t, B1, 4)
    agents, plans = (the_ask(match, kind, B1).fields for kind in (m.BuyAgent, m.BuyPension))
    field, cover = agents["agent"], plans["pension"].cover
    assert isinstance(field, OneOf) and isinstance(cover, OneOf)
    assert field.why["JUE-2"] == "no-more-judge" and "BAR-B2" in field.values
    assert [cover.why[p] for p in ("PEN-01", "PEN-02", "PEN-04")] == ["owned", "sold-out", "no-money:1"]
    assert not match.view(None)["shut"]
    green = shopping(table(3), 2, 3).view(None)["shut"]
    assert set(green.values()) == {"majority-only"} and len(green) == 8


@pytest.mark.rule("DEM-150")
def test_an_empty_counter_says_why_for_all_to_see() -> None:
    match = shopping(table(4), B1, 2)
    assert (B1, "buy-agent") not in asked(match)
    assert match.view(None)["shut"] == {
        "BAR-B2": "no-money:1", "BAR-B4": "no-money:1", "MED-B1": "no-money:2", "MED-B2": "no-money:2",
        "JUE-1": "no-money:3", "JUE-2": "no-money:3", "JUE-3": "no-money:3",
    }  # fmt: skip
    drive(match, m.EndPurchases(by=B1))
    assert not match.view(None)["shut"]
    t = table(4)
    govern(t, B1, "PRE-04")
    richer = shopping(t, B1, 1, m.PlayPresident("PRE-04", by=B1))
    assert (B1, "buy-agent") in asked(richer) and not richer.view(None)["shut"], "the budget opens it"


@pytest.mark.rule("DEM-154", "DEM-057")
def test_a_minority_buys_no_pension_plan() -> None:
    t = table(3)
    assert (2, "buy-pension") not in asked(shopping(t, 2, 9))
    assert (0, "buy-pension") in asked(shopping(table(3), 0, 9))


# ---- clean-up


@pytest.mark.rule("DEM-160", "DEM-161", "DEM-162", "DEM-052")
def test_used_cards_are_discarded_and_abilities_return() -> None:
    t = table(4)
    deal(t, B1, *["FUN-01"] * 4)
    t.hands[B1].remove("ESP-L")
    t.up = {"LID-B1": "ESP-L", "BAR-B1": fetch(t, "FUN-02")}
    t.money, t.counted = 4, {"FUN-02": 3}
    match = cleaning(t, B1)
    assert match.state.money == 0 and not match.state.up and not match.state.counted
    assert match.state.discards["funding"] == ["FUN-02"]
    assert match.state.hands[B1].count("ESP-L") == 1


@pytest.mark.rule("DEM-163", "DEM-052")
def test_any_cards_but_abilities_may_be_discarded_face_up() -> None:
    assert asked(cleaning(table(4), B1)) == {(B1, "split"), (B1, "half-and-half")}, "abilities alone"
    t = table(4)
    deal(t, B1, "FUN-01", "CAM-02", "REA-01")
    match = cleaning(t, B1)
    hand = match.state.hands[B1]
    assert [hand[i] for i in values(match, m.Discard, "places", B1)] == ["FUN-01", "CAM-02", "REA-01"]
    drive(match, m.Discard([5, 4], by=B1))
    assert match.state.discards == {"funding": ["FUN-01"], "action": ["CAM-02"], "president": []}
    assert told(match, e.Discarded) == [e.Discarded(B1, ["FUN-01", "CAM-02"])]


@pytest.mark.rule("DEM-164", "DEM-058")
def test_the_hand_is_refilled_to_ten_in_a_blind_split() -> None:
    t = table(4)
    deal(t, B1, "FUN-01", "FUN-01")
    t.president, t.power = B1, "blue"
    t.card[B1] = [fetch(t, "PRE-01")]
    match = cleaning(t, B1)
    assert asked(match) == {(B1, "discard"), (B1, "split"), (B1, "half-and-half")}, "one answer, if all is kept"
    assert list(the_ask(match, m.Split).fields["funding"].choices()) == [0, 1, 2, 3, 4]
    more = cleaning(t, B1, m.Discard([4], by=B1))
    assert list(the_ask(more, m.Split).fields["funding"].choices()) == [0, 1, 2, 3, 4, 5]
    drive(match, m.Split(1, by=B1), draws(4))
    assert len(match.state.hands[B1]) == 10 and match.over, "the President's card apart"
    full = table(4)
    deal(full, B1, *["FUN-02"] * 6, *["FUN-07"] * 2)
    match = cleaning(full, B1)
    assert asked(match) == {(B1, "discard"), (B1, "keep-all")}
    level = table(4)
    deal(level, B1, *["FUN-02"] * 6)
    assert asked(cleaning(level, B1)) == {(B1, "discard"), (B1, "keep-all")}, "of ten cards, too"
    ten = cleaning(full, B1, m.Discard([4, 5], by=B1))
    assert ten.over and len(ten.state.hands[B1]) == 10, "and there is nothing to split"
    drive(match, m.KeepAll(by=B1))
    assert match.over and len(match.state.hands[B1]) == 12, "nothing forces anybody down to ten"


@pytest.mark.rule("DEM-164")
@pytest.mark.parametrize(("held", "funding", "action"), [((), 3, 3), (("FUN-01",), 3, 2), (("FUN-02",) * 5, 1, 0)])
def test_half_and_half_is_for_good(held: tuple[str, ...], funding: int, action: int) -> None:
    """Of an odd number one more is Funding; the next refill asks nothing, whatever is in the hand."""
    t = table(4)
    deal(t, B1, *held)
    match = cleaning(t, B1, m.HalfAndHalf(by=B1), draws(6 - len(held)))
    assert match.over and match.state.halves == [B1]
    drawn = e.CardsDrawn(B1, funding, action)
    assert match.events(R1)[-2:] == [e.HalvesFromNow(B1), drawn], "all hear it"
    again = table(4, halves=[B1])
    deal(again, B1, *held)
    assert told(cleaning(again, B1, draws(6 - len(held))), e.CardsDrawn) == [drawn]
    full = table(4, halves=[B1])
    deal(full, B1, *["FUN-02"] * 6)
    assert cleaning(full, B1).over, "nothing is discarded"


@pytest.mark.rule("DEM-164")
def test_half_and_half_is_taken_back_in_the_turn_and_while_all_plan() -> None:
    """One's own alone, and nobody waits for it: a prisoner, who has no turn, is not asked."""
    t = table(4, halves=[B1, R1])
    deal(t, B1, "FUN-01", "FUN-07", "CAM-01")
    lay(t, "LID-B1", "CAM-02")
    lay(t, "BAR-B1", "CAM-02")
    match = run(t, lambda t: turn(t, B1))
    assert asked(match) == {(B1, "reveal"), (B1, "reveal-all"), (B1, "ask-split")}
    assert the_ask(match, m.AskSplit).aside
    drive(match, m.AskSplit(by=B1))
    assert match.state.halves == [R1] and told(match, e.AsksAgain) == [e.AsksAgain(B1)]
    assert asked(match) == {(B1, "reveal"), (B1, "reveal-all")}
    t = table(4, halves=[B1, R1, R2], prison=[R2])
    match = run(t, planning, m.Plan({}, by=B1))
    assert {(s, k) for s, k in asked(match) if k == "ask-split"} == {(B1, "ask-split"), (R1, "ask-split")}
    drive(match, m.AskSplit(by=B1), m.Plan({}, by=R1), m.Plan({}, by=B2))
    assert match.over and match.state.halves == [R1, R2], "it holds nobody up"


@pytest.mark.rule("DEM-165")
def test_a_deck_that_runs_out_is_made_of_its_discards_and_then_the_other_serves() -> None:
    """W29."""
    t = table(4)
    t.turn = R2
    for card in sorted(t.action.contents())[:-1]:
        t.discards["action"].append(fetch(t, card))
    assert (len(t.action), len(t.discards["action"])) == (1, 31)
    match = run(t, lambda t: draw(t, R2, 4, 0), draws(4))
    assert told(match, e.Reshuffled) == [e.Reshuffled("action", 31)]
    assert len(match.state.hands[R2]) == 8 and len(match.state.action) == 28
    empty = table(4)
    empty.turn = R2
    deal(empty, B1, *sorted(empty.action.contents()))
    match = run(empty, lambda t: draw(t, R2, 4, 1), draws(4))
    assert told(match, e.CardsDrawn) == [e.CardsDrawn(R2, 4, 0)]
    deal(empty, B1, *sorted(empty.funding.contents()))
    assert run(empty, lambda t: draw(t, R2, 4, 1)).over, "both are exhausted"


@pytest.mark.rule("DEM-155")
def test_a_president_may_buy_a_media_and_it_is_covered() -> None:
    t = table(4)
    govern(t, B1)
    match = shopping(t, B1, 4, m.BuyAgent("MED-B1", by=B1))
    assert match.state.covered("MED-B1") and "MED-B1" not in planners(match.state, B1)


@pytest.mark.rule("DEM-156")
def test_government_agents_are_not_for_sale() -> None:
    t = table(6)
    match = shopping(t, 0, 20)
    assert not {"GOB", "FIS"} & set(offered(match, m.BuyAgent, "agent"))
    assert refused(match, m.BuyAgent("GOB", by=0)).code == "not-offered"


@pytest.mark.rule("DEM-166")
def test_a_briefcase_that_waits_stays_under_its_agent() -> None:
    t = table(4, options={"briefcases": True})
    deal(t, B1, *["FUN-02"] * 5)
    t.up = {"LID-B1": fetch(t, "MAL-01"), "BAR-B1": fetch(t, "CAM-02")}
    brief(t, 1, B1, "BAR-R1", "LID-B1", paid=True)
    owes(t, B1, "MAL-02", "BAR-B1")
    match = cleaning(t, B1)
    assert match.state.up == {"LID-B1": "MAL-01"}
    assert [o.card for o in match.state.owed[B1]] == ["MAL-02"]
    assert match.state.discards["action"] == ["CAM-02"]
