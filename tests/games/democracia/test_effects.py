"""RULES.md, section 24, with DEM-053 to DEM-056: what cards do, and who may interrupt them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.engine import CLOCK, OneOf, Rang, Share, one_of
from companion.games.democracia import effects
from companion.games.democracia import events as e
from companion.games.democracia import moves as m
from companion.games.democracia.board import holdings, neutral
from companion.games.democracia.plan import Choice, Effect
from companion.games.democracia.state import Doing, Table
from companion.games.democracia.turn import purchases

from ..driver import AnyMatch, Step, asked, drive, offered, refused, the_ask
from .tables import (
    B1,
    B2,
    R1,
    R2,
    answer,
    brief,
    deal,
    drawn,
    draws,
    govern,
    hold,
    lay,
    let,
    own,
    revealing,
    run,
    table,
    taking,
    told,
    verdict,
    vote,
)


def playing(t: Table, card: str, *steps: Step, agent: str = "BAR-B1", money: int = 9) -> AnyMatch:
    """B1 turns up this card under this agent."""
    lay(t, agent, card)
    seat = t.owner_of(agent)
    assert seat is not None
    return revealing(t, seat, agent, *steps, money=money)


def meaning(t: Table, card: str, *effects: Effect, family: str = "") -> Table:
    """The same table with another text on a card."""
    face = t.face(card)
    changed = replace(face, choices=(Choice(face.choices[0].cost, effects),))
    if family:
        changed = replace(changed, family=family)
    t.plan = replace(t.plan, cards={**t.plan.cards, card: changed})
    return t


# ---- money and votes


@pytest.mark.rule("DEM-500")
@pytest.mark.parametrize(("card", "money"), [("FUN-01", 2), ("FUN-02", 3), ("FUN-04", 4), ("FUN-06", 5)])
def test_money(card: str, money: int) -> None:
    match = playing(table(4), card, money=1)
    assert match.state.money == 1 + money and told(match, e.Earned) == [e.Earned(B1, card, money)]


@pytest.mark.rule("DEM-501")
@pytest.mark.parametrize(("more", "money"), [(0, 5), (2, 7), (9, 8)])
@pytest.mark.parametrize("side", "AB")
def test_money_per_community(more: int, money: int, side: str) -> None:
    t = table(4, options={"board_side": side})
    hold(t, "blue", *neutral(t)[:more])
    assert holdings(t, "blue") == 2 + more
    assert playing(t, "FUN-10", money=0).state.money == money


@pytest.mark.rule("DEM-502")
def test_a_swiss_account_repeats_an_illegal_card() -> None:
    """W43."""
    t = table(4)
    lay(t, "LID-B1", "FUN-08")
    lay(t, "BAR-B1", "FUN-12")
    assert taking(t, B1).state.money == 2 + 12
    govern(alone := table(4), B1, "PRE-06")
    lay(alone, "LID-B1", "FUN-08")
    lay(alone, "BAR-B1", "FUN-12")
    assert taking(alone, B1, m.Reveal("BAR-B1", by=B1)).state.money == 2 + 0, "nothing had been given yet"
    legal = table(4)
    lay(legal, "LID-B1", "FUN-02")
    lay(legal, "BAR-B1", "FUN-12")
    match = taking(legal, B1)
    assert match.state.money == 2 + 3, "a legal card is none"
    assert told(match, e.NothingToRepeat) == [e.NothingToRepeat(B1, "FUN-12")], "and that it gives nothing is told"
    t = table(4)
    own(t, B1, "BAR-B2")
    t.pop[B1] = 5
    for agent, card in (("LID-B1", "FUN-11"), ("BAR-B1", "FUN-07"), ("BAR-B2", "FUN-12")):
        lay(t, agent, card)
    match = taking(t, B1)
    assert offered(match, m.Repeat, "card") == ["FUN-11", "FUN-07"], "the dearest first"
    drive(match, m.Repeat("FUN-11", by=B1))
    assert match.state.money == 2 + 8 + 5 + 8 and match.state.pop[B1] == 4, "its money, not its other results"


@pytest.mark.rule("DEM-504", "DEM-530")
def test_votes_taken_blind_from_the_urn_are_shown_and_returned() -> None:
    t = table(4)
    vote(t, red=2, blue=5)
    deal(t, R1, "REA-05", "REA-03")
    match = playing(t, "INT-06")
    assert {k for _, k in asked(match)} == {"drawn"}, "it affects nobody, so nobody may react"
    drive(match, drawn("red", "blue", "red"))
    assert match.state.inside == {"red": 0, "blue": 5}, "one taken, one added"
    assert match.state.votes == {"red": 30, "blue": 25}
    assert [x.party for x in told(match, e.VotesOut)] == ["red", "blue", "red"]
    short = table(4)
    vote(short, red=1)
    assert playing(short, "INT-06", draws(1)).over


# ---- popularity


@pytest.mark.rule("DEM-505", "DEM-033")
def test_popularity_is_spread_up_to_seven() -> None:
    """W30."""
    t = table(4)
    t.pop[B1] = 6
    match = playing(t, "CAM-01")
    field = the_ask(match, m.Spread, B1).fields["pop"]
    assert isinstance(field, Share)
    assert field.room[B1] == 1 and (field.least, field.most) == (0, 3)
    assert refused(match, m.Spread({B1: 2}, by=B1)).code == "not-offered"
    drive(match, m.Spread({B1: 1, R1: 2}, by=B1))
    assert (match.state.pop[B1], match.state.pop[R1]) == (7, 4), "any player, the own one too"
    full = table(4)
    full.pop.update(dict.fromkeys(range(4), 7))
    assert playing(full, "CAM-01").over


@pytest.mark.rule("DEM-506")
def test_popularity_is_drained_from_others_as_far_as_they_have_it() -> None:
    t = table(4)
    t.pop.update({R1: 1, R2: 0})
    match = playing(t, "INT-01")
    field = the_ask(match, m.Drain, B1).fields["pop"]
    assert isinstance(field, Share) and dict(field.room) == {R1: 1, B2: 2}
    drive(match, m.Drain({R1: 1, B2: 1}, by=B1))
    assert (match.state.pop[R1], match.state.pop[B2]) == (0, 1)


@pytest.mark.rule("DEM-507")
@pytest.mark.parametrize(
    ("card", "agent", "option", "legal"),
    [
        ("ESP-L", "LID-B1", "ESP-L.1", [R1, R2]),  # a rival
        ("ESP-M", "MED-B1", "ESP-M.0", [B1, R1, B2, R2]),  # anybody
        ("ESP-B", "BAR-B1", "ESP-B.1", [B1, B2]),  # the own party
        ("ESP-B", "BAR-B1", "ESP-B.2", [B2]),  # the partner
    ],
)
def test_one_popularity_goes_to_or_comes_from_one_player_of_the_scope(
    card: str, agent: str, option: str, legal: list[int]
) -> None:
    t = table(4)
    own(t, B1, "MED-B1")
    match = playing(t, card, m.PickOption(option, by=B1), agent=agent)
    if len(legal) > 1:
        assert offered(match, m.PickPlayer, "seat") == legal
        drive(match, m.PickPlayer(legal[-1], by=B1), let)
        assert match.state.pop[legal[-1]] == (3 if option in ("ESP-M.0", "ESP-B.1") else 1)
    else:
        assert match.state.pop[legal[0]] == 1, "not asked where there is one"
    for seat in range(4):
        t.pop[seat] = 7 if option in ("ESP-M.0", "ESP-B.1") else 0
    t.hands[B1].append(card)
    t.under.clear()
    none = playing(t, card, m.PickOption(option, by=B1), agent=agent)
    assert none.over and none.state.money < 9, "no legal target: the cost stays paid"


@pytest.mark.rule("DEM-508", "DEM-082")
def test_own_popularity_changes_whether_one_likes_it_or_not() -> None:
    assert playing(table(4), "CAM-05", agent="LID-B1").state.pop[B1] == 4
    match = playing(table(4), "FUN-06")
    assert match.state.pop[B1] == 0
    assert [type(x) for x in match.events(None)] == [e.Revealed, e.PopLost, e.Earned], "a loss comes at the reveal"
    match = playing(table(4), "FUN-03")
    assert [type(x) for x in match.events(None)] == [e.Revealed, e.Earned, e.PopGained], "a gain with the money"


@pytest.mark.rule("DEM-508", "DEM-510", "DEM-527")
def test_an_owners_campaign_may_cost_popularity_or_claim_a_community() -> None:
    t = meaning(table(4), "CAM-02", Effect("pop_self", n=-1), Effect("claim"))
    match = playing(t, "CAM-02", m.PickCommunity("MAD", by=B1))
    assert match.over and match.state.pop[B1] == 1 and match.state.held == {"MAD": "blue"}
    full = meaning(table(4), "CAM-02", Effect("claim"))
    hold(full, "red", *neutral(full))
    assert playing(full, "CAM-02").over, "where there is a neutral one"


# ---- communities


@pytest.mark.rule("DEM-511", "DEM-145")
def test_a_turncoat_flips_a_rival_token_without_a_threshold() -> None:
    t = table(4)
    t.pop[B1] = 0
    hold(t, "red", "CAT", "MAD")
    hold(t, "blue", "PVA")
    match = playing(t, "INT-03", agent="LID-B1")
    assert set(offered(match, m.PickCommunity, "community")) == {"CAT", "MAD"}
    drive(match, m.PickCommunity("CAT", by=B1))
    assert match.state.held["CAT"] == "blue" and match.state.chips["red"] == 14


@pytest.mark.rule("DEM-528", "DEM-355")
def test_a_motion_of_censure_neutralizes() -> None:
    t = table(4)
    hold(t, "red", "CAT")
    assert playing(t, "INT-04", agent="LID-B1").state.held == {}
    t = table(4, options={"board_side": "B"})
    hold(t, "red", "CAT", "NAV")
    match = playing(t, "INT-04", agent="LID-B1")
    assert match.state.held == {"CAT": "red"}, "the cheapest, and there is one"


@pytest.mark.rule("DEM-510", "DEM-531")
def test_regional_investment_claims_any_neutral_community() -> None:
    t = table(4, options={"board_side": "B"})
    govern(t, B1, "PRE-07")
    t.pop[B1] = 1
    lay(t, "LID-B1", "FUN-02")
    match = taking(t, B1, m.PlayPresident("PRE-07", by=B1))
    assert match.state.doing == Doing(B1, "PRE-07", agent=""), "no card of before stands beside the question"
    assert set(offered(match, m.PickCommunity, "community")) == set(neutral(t))
    drive(match, m.PickCommunity("MAD", by=B1))
    assert match.state.held == {"MAD": "blue"} and match.state.money == 2


# ---- cards


@pytest.mark.rule("DEM-512", "DEM-165")
def test_cards_are_drawn_in_a_split_chosen_before() -> None:
    t = table(4)
    match = playing(t, "INT-05", m.PickOption("INT-05.1", by=B1))
    assert list(the_ask(match, m.Split, B1).fields["funding"].choices()) == [0, 1, 2]
    drive(match, m.Split(1, by=B1), draws(2))
    assert len(match.state.hands[B1]) == 6 and match.over


@pytest.mark.rule("DEM-513", "DEM-530")
def test_a_hand_is_shown_to_one_player_without_abilities_until_dismissed() -> None:
    t = table(4)
    govern(t, R1, "PRE-02")
    deal(t, R1, "FUN-02", "REA-01")
    lay(t, "BAR-R1", "FUN-07")
    match = playing(t, "INT-05", m.PickOption("INT-05.0", by=B1), m.PickPlayer(R1, by=B1))
    assert (R1, "react") in asked(match), "who is looked at may veto it"
    drive(match, let)
    assert match.view(B1)["looked"] == {B1: ["FUN-02", "REA-01"]}
    assert match.view(R2)["looked"] == match.view(None)["looked"] == {}
    assert match.view(None)["looking"] == {"seat": B1, "target": R1}
    assert told(match, e.LooksAtHand) == [e.LooksAtHand(B1, R1)], "that is public"
    drive(match, m.SeenHand(by=B1))
    assert match.view(B1)["looked"] == {} and match.state.looking is None


# ---- reactions


def smeared(t: Table, *steps: Step) -> AnyMatch:
    """B1 takes 2 popularity from R1, who has two cards besides the abilities."""
    return playing(t, "INT-01", m.Drain({R1: 2}, by=B1), *steps)


@pytest.mark.rule("DEM-519", "DEM-529", "DEM-530", "DEM-055")
def test_look_whos_talking() -> None:
    """W44, the colours exchanged."""
    t = table(4)
    t.pop.update({B1: 3, R1: 4})
    deal(t, R1, "REA-01", "REA-03")
    deal(t, B1, "REA-01")
    match = smeared(t)
    assert asked(match) == {(R1, "react"), (R1, "pass-window"), (-2, "rang")}
    drive(match, answer(R1, "REA-01"))
    assert (match.state.pop[R1], match.state.pop[B1]) == (2, 1)
    assert match.over, "the mirrored loss opens no window for B1"
    assert match.state.discards["action"] == ["REA-01"]


@pytest.mark.rule("DEM-518")
def test_a_flat_denial_reduces_the_own_loss_only() -> None:
    t = table(4)
    deal(t, R1, "REA-03")
    match = playing(t, "INT-02", m.Drain({R1: 2, R2: 1}, by=B1), answer(R1, "REA-03"))
    assert (match.state.pop[R1], match.state.pop[R2]) == (2, 1)


@pytest.mark.rule("DEM-520", "DEM-530")
def test_a_veto_cancels_an_intrigue_whose_cost_stays_paid() -> None:
    t = table(4)
    hold(t, "red", "CAT")
    deal(t, R2, "REA-05")
    match = playing(t, "INT-04", agent="LID-B1")
    assert {s for s, k in asked(match) if k == "react"} == {R2}, "a red token: either red player, if they hold a card"
    drive(match, answer(R2, "REA-05"))
    assert match.state.held == {"CAT": "red"} and match.state.money == 5
    assert told(match, e.Cancelled) == [e.Cancelled("INT-04")]
    t = meaning(table(4), "CAM-02", Effect("pop_drain", n=2, scope="other"))
    deal(t, R1, "REA-05")
    match = playing(t, "CAM-02", m.Drain({R1: 1}, by=B1))
    assert offered(match, m.React, "card") == [], "a campaign is no intrigue"


@pytest.mark.rule("DEM-055", "DEM-529")
def test_of_several_reactions_the_first_clockwise_counts_and_the_others_stay_unknown() -> None:
    t = table(4)
    t.order = [0, 3, 2, 1]
    deal(t, R1, "REA-03")
    deal(t, R2, "REA-03")
    match = playing(t, "INT-02", m.Drain({R1: 1, R2: 1}, by=B1))
    assert {s for s, k in asked(match) if k == "react"} == {R1, R2}
    drive(match, m.React("REA-03", by=R1))
    assert not told(match, e.Reacted), "nothing shows while the window is open"
    drive(match, m.React("REA-03", by=R2))
    assert not told(match, e.Reacted), "and not before the time is up"
    drive(match, Rang("least", by=CLOCK))
    assert told(match, e.Reacted) == [e.Reacted(R2, "REA-03")]
    assert "REA-03" in match.state.hands[R1] and (match.state.pop[R1], match.state.pop[R2]) == (1, 2)


@pytest.mark.rule("DEM-055")
def test_a_card_that_may_do_several_things_is_reacted_to_once() -> None:
    """With data that let each effect of an ability be paid: the second loss opens no window after a Reaction."""
    t = table(4)
    t.plan = replace(t.plan, cards={**t.plan.cards, "ESP-M": replace(t.face("ESP-M"), repeat=True)})
    t = meaning(t, "ESP-M", Effect("pop_one", n=-1, scope="any"))
    once = t.face("ESP-M").choices[0]
    t.plan = replace(t.plan, cards={**t.plan.cards, "ESP-M": replace(t.face("ESP-M"), choices=(once, once))})
    own(t, B1, "MED-B1")
    deal(t, R1, "REA-03", "REA-01")
    for played, windows in (("REA-03", 1), ("", 2)):
        match = playing(t, "ESP-M", m.PickOption("ESP-M.0", by=B1), m.PickPlayer(R1, by=B1), agent="MED-B1")
        drive(match, answer(R1, played) if played else let)
        drive(match, m.PickOption("ESP-M.1", by=B1), m.PickPlayer(R1, by=B1))
        assert ((R1, "react") in asked(match)) == (windows == 2)
        t.hands[B1].append("ESP-M")
        t.under.clear()


@pytest.mark.rule("DEM-529", "DEM-067")
def test_a_window_tells_nothing_about_what_is_held() -> None:
    """Two tables that differ only in R1's hand look alike to all others, whatever R1 could play."""
    seen: list[Any] = []
    for card in ("REA-01", "CAM-02"):
        t = table(4)
        deal(t, R1, card)
        match = smeared(t)
        seen.append([(match.view(v), match.faces(v)) for v in (None, B1, B2, R2)])
        drive(match, let)
        seen[-1].append([(match.view(v), match.events(v)) for v in (None, B1, B2, R2)])
    assert seen[0] == seen[1]


@pytest.mark.rule("DEM-529")
def test_only_cards_that_fit_are_taken() -> None:
    t = table(4)
    deal(t, R1, "REA-01", "REA-02", "REA-04", "REA-05", "FUN-02")
    match = smeared(t)
    assert offered(match, m.React, "card") == ["REA-01", "REA-05"]
    for card in ("REA-02", "REA-04", "FUN-02"):
        assert refused(match, m.React(card, by=R1)).code == "not-offered"


@pytest.mark.rule("DEM-530", "DEM-508", "DEM-526")
def test_who_is_not_affected_is_not_asked() -> None:
    t = table(4)
    for seat in range(4):
        deal(t, seat, "FUN-02")
    assert not asked(playing(t, "FUN-04")), "an own printed loss"
    own_ = table(4)
    own(own_, B1, "MED-B1")
    deal(own_, B1, "REA-03")
    match = playing(own_, "ESP-M", m.PickOption("ESP-M.1", by=B1), m.PickPlayer(B1, by=B1), agent="MED-B1")
    assert match.over and match.state.pop[B1] == 1, "nor what one does to oneself"
    t = table(4)
    for seat in range(4):
        deal(t, seat, "FUN-02")
    t.pop[R1] = 0
    hold(t, "red", "CAT")
    match = playing(t, "INT-03", agent="LID-B1")
    assert {s for s, k in asked(match) if k == "react"} == {R1, R2}, "whose party would lose a token"


@pytest.mark.rule("DEM-530")
def test_a_speech_of_a_campaign_targets_and_one_of_an_ability_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a set in which the Veto stops Campaigns."""
    monkeypatch.setattr(effects, "cancelling", lambda t, card: ["REA-05"])
    for card, agent, reacts in (("CAM-06", "BAR-B1", True), ("ESP-L", "LID-B1", False)):
        t = table(4)
        hold(t, "red", "CAT")
        deal(t, R1, "REA-03")
        t.pop[B1] = 3
        steps = [m.PickOption("ESP-L.0", by=B1)] if card == "ESP-L" else []
        match = playing(t, card, *steps, m.Speak("CAT", by=B1), agent=agent)
        assert any(k == "react" for _, k in asked(match)) == reacts


# ---- trials


@pytest.mark.rule("DEM-521")
def test_a_scapegoat_goes_for_the_leader() -> None:
    t = table(4)
    own(t, R1, "JUE-1")
    own(t, R2, "JUE-2")
    own(t, B1, "BAR-B2")
    deal(t, B1, "REA-04")
    t.pop[B1] = 7
    t.tokens = {"JUE-1": "LID-B1"}
    guilty = verdict(JUE_1=False, JUE_2=False)
    match = playing(t, "FUN-07", let, guilty, answer(B1, "REA-04"), agent="LID-B1")
    assert offered(match, m.Scapegoat, "agent") == ["BAR-B1", "BAR-B2"]
    drive(match, m.Scapegoat("BAR-B2", by=B1))
    state = match.state
    assert "BAR-B2" in state.market and state.pop[B1] == 5 and state.convicted == []
    assert state.discards["funding"] == ["FUN-07"], "the card is lost"
    t.owned[B1].remove("BAR-B2")
    t.market.append("BAR-B2")
    match = revealing(t, B1, "LID-B1", let, guilty, answer(B1, "REA-04"))
    assert match.over and match.state.owned[B1] == ["LID-B1"], "the only one goes unasked"
    poor = table(4)
    own(poor, R1, "JUE-1")
    own(poor, R2, "JUE-2")
    deal(poor, B1, "REA-04")
    poor.owned[B1].remove("BAR-B1")
    poor.market.append("BAR-B1")
    poor.tokens = {"JUE-1": "LID-B1"}
    match = playing(poor, "FUN-07", let, guilty, agent="LID-B1")
    assert not any(kind == "react" for _, kind in asked(match)), "not without a Baron, and everybody sees that"
    assert match.state.convicted == [B1]


@pytest.mark.rule("DEM-522", "DEM-531")
@pytest.mark.parametrize(("president", "pardons"), [(B2, True), (B1, True), (R1, False)])
def test_a_pardon_overturns_a_conviction_in_the_own_party(president: int, pardons: bool) -> None:
    t = table(4)
    own(t, R1, "JUE-1")
    own(t, R2, "JUE-2")
    govern(t, president, "PRE-02")
    t.pop.update(dict.fromkeys(range(4), 7))
    t.tokens = {"JUE-1": "LID-B1"}
    match = playing(t, "FUN-07", agent="LID-B1")
    while (R1, "judge") not in asked(match):
        drive(match, let)
    drive(match, verdict(JUE_1=False, JUE_2=False))
    if not pardons:
        assert match.state.convicted == [B1]
        return
    drive(match, answer(president, "PRE-02"))
    state = match.state
    assert told(match, e.Pardoned) and state.convicted == [] and not state.must_resign
    assert state.pop[B1] == 5, "the instruction stands"
    assert state.discards["funding"] == ["FUN-07"]


# ---- the President's card


@pytest.mark.rule("DEM-056", "DEM-531", "DEM-524")
def test_a_decree_makes_the_next_campaign_free() -> None:
    t = table(4, options={"board_side": "B"})
    govern(t, B1, "PRE-03")
    t.pop[B1] = 7
    lay(t, "LID-B1", "CAM-06")
    lay(t, "BAR-B1", "CAM-02")
    match = taking(t, B1)
    assert (B1, "play-president") in asked(match)
    drive(match, m.PlayPresident("PRE-03", by=B1), m.Reveal("LID-B1", by=B1))
    assert "AND" in offered(match, m.Speak, "community"), "the surcharge is waived too"
    assert match.state.podiums["AND"][0] == 0
    drive(match, m.Speak("AND", by=B1), m.Reveal("BAR-B1", by=B1) if (B1, "reveal") in asked(match) else let)
    assert match.state.held == {"AND": "blue"}
    assert match.state.money == 2 - 2, "one campaign only"
    assert match.state.discards["president"] == ["PRE-03"]


@pytest.mark.rule("DEM-524")
def test_a_decree_that_comes_after_the_price_is_for_the_next_campaign() -> None:
    t = table(4)
    govern(t, B1, "PRE-03")
    hold(t, "blue", "MAD", "CAT")
    lay(t, "LID-B1", "CAM-01")
    lay(t, "BAR-B1", "CAM-02")
    match = taking(t, B1, m.Reveal("LID-B1", by=B1))
    assert match.state.money == 0, "four have been paid"
    drive(match, m.PlayPresident("PRE-03", by=B1), m.Spread({}, by=B1))
    assert told(match, e.Paid) == [e.Paid(B1, "CAM-01", 4, "CAM-01.0"), e.Paid(B1, "CAM-02", 0, "CAM-02.0")]
    assert match.state.inside == {"blue": 4} and not match.state.waived
    t = table(4)
    govern(t, B1, "PRE-03")
    lay(t, "LID-B1", "ESP-L")
    lay(t, "BAR-B1", "CAM-01")
    match = taking(t, B1, m.PlayPresident("PRE-03", by=B1), m.Reveal("LID-B1", by=B1), m.PassCard(by=B1))
    assert told(match, e.Paid) == [e.Paid(B1, "CAM-01", 0, "CAM-01.0")], "what is passed is no campaign"


@pytest.mark.rule("DEM-531", "DEM-056")
@pytest.mark.parametrize("card", ["PRE-01", "PRE-02", "PRE-03", "PRE-04", "PRE-05", "PRE-06", "PRE-07"])
def test_the_choice_is_there_whatever_the_card_is(card: str) -> None:
    """In every question of the own turn; the list of what can be played now is the president's alone."""
    t = table(4)
    govern(t, B1, card)
    own(t, R1, "JUE-1")
    hold(t, "blue", "CAT")
    lay(t, "LID-B1", "ESP-L")
    t.pop[B1] = 2
    match = taking(t, B1)
    assert asked(match) == {(B1, "reveal"), (B1, "play-president")}, "of one card there are not all"
    fits = offered(match, m.PlayPresident, "card")
    assert fits == ([card] if card in ("PRE-03", "PRE-04", "PRE-07") else [])
    (face,) = [f for f in match.faces(R1) if f.kind == "play-president"]
    assert face.fields["card"] == one_of(("PRE-03", "PRE-04", "PRE-07"), of="cards", shown=True), "for all alike"
    assert "panel" not in face.ways
    drive(match, m.Reveal("LID-B1", by=B1))
    assert (B1, "play-president") in asked(match)
    drive(match, m.PassCard(by=B1))
    fits = offered(match, m.PlayPresident, "card")
    assert fits == ([card] if card in ("PRE-04", "PRE-05", "PRE-07") else []), "among the purchases"


@pytest.mark.rule("DEM-531")
def test_what_no_card_could_do_now_is_on_no_list() -> None:
    """By what everybody sees: no neutral community to invest in, no owned Judge to free."""
    t = table(4)
    govern(t, B1, "PRE-04")
    hold(t, "blue", *neutral(t)[:7])
    hold(t, "red", *neutral(t))
    t.turn, t.money = B1, 0
    match = run(t, lambda t: purchases(t, B1))
    (face,) = [f for f in match.faces(R1) if f.kind == "play-president"]
    assert face.fields["card"] == one_of(("PRE-04",), of="cards", shown=True)


@pytest.mark.rule("DEM-500", "DEM-056")
def test_a_budget_is_five_euros_and_no_reaction() -> None:
    t = table(4)
    govern(t, B1, "PRE-04")
    lay(t, "LID-B1", "ESP-L")
    match = taking(t, B1, m.PlayPresident("PRE-04", by=B1))
    assert match.state.money == 2 + 5 and (B1, "reveal") in asked(match)
    assert (B1, "play-president") not in asked(match)


@pytest.mark.rule("DEM-525", "DEM-047")
def test_a_reshuffle_of_the_judiciary_frees_a_judge() -> None:
    t = table(4)
    govern(t, B1, "PRE-05")
    own(t, R1, "JUE-1")
    own(t, B2, "JUE-3")
    t.tokens = {"JUE-1": "BAR-B1"}
    t.turn, t.money = B1, 0
    match = run(t, lambda t: purchases(t, B1), m.PlayPresident("PRE-05", by=B1))
    assert offered(match, m.FreeJudge, "judge") == ["JUE-1", "JUE-3"]
    brief(t, 1, B2, "JUE-1", "BAR-B3")
    match = run(t, lambda t: purchases(t, B1), m.PlayPresident("PRE-05", by=B1), m.FreeJudge("JUE-1", by=B1))
    assert "JUE-1" in match.state.market and match.state.tokens == {} and match.state.cases == {}
    assert told(match, e.JudgeFreed) == [e.JudgeFreed("JUE-1")]


@pytest.mark.rule("DEM-526", "DEM-531", "DEM-055")
def test_a_smokescreen_hides_one_whole_loss() -> None:
    t = table(4)
    govern(t, R1, "PRE-06")
    deal(t, R1, "REA-03")
    match = smeared(t)
    assert (R1, "react") in asked(match), "reactions come first"
    drive(match, m.PassWindow(by=R1))
    drive(match, Rang("least", by=CLOCK))
    assert (R1, "use-president") in asked(match)
    drive(match, answer(R1, "PRE-06"))
    assert match.state.pop[R1] == 2
    own_loss = table(4)
    govern(own_loss, B1, "PRE-06")
    assert playing(own_loss, "FUN-06", answer(B1, "PRE-06")).state.pop[B1] == 2, "an own printed loss too"
    instruction = table(4)
    govern(instruction, B1, "PRE-06")
    own(instruction, R1, "JUE-1")
    instruction.tokens = {"JUE-1": "BAR-B1"}
    match = playing(instruction, "FUN-07", answer(B1, "PRE-06"))
    assert (match.state.pop[B1], match.state.pop[B2]) == (2, 1), "the instruction; the partner's loss stands"


@pytest.mark.rule("DEM-526", "DEM-120")
def test_a_smokescreen_does_not_hide_a_sentence() -> None:
    t = table(4)
    own(t, R1, "JUE-1")
    own(t, R2, "JUE-2")
    govern(t, B1, "PRE-06")
    t.pop[B1] = 7
    t.tokens = {"JUE-1": "LID-B1"}
    match = playing(t, "FUN-07", let, verdict(JUE_1=False, JUE_2=False), agent="LID-B1")
    windows = 0
    while not match.over:
        windows += 1
        drive(match, let)
    assert match.state.pop[B1] == 0 and windows == 1, "of the verdict, not of the loss"


@pytest.mark.rule("DEM-089", "DEM-511")
@pytest.mark.parametrize("held", [False, True])
def test_an_effect_without_a_target_is_told(held: bool) -> None:
    """And before it is paid, where one may choose, it stands with the options that would change nothing."""
    t = table(4, options={"may_decline_payment": True})
    if held:
        hold(t, "red", "MAD")
    lay(t, t.owned[0][0], "INT-04")
    match = revealing(t, 0, t.owned[0][0], money=9)
    assert match.state.vain == ([] if held else ["INT-04.0"])
    option = the_ask(match, m.PickOption, 0).fields["option"]
    assert isinstance(option, OneOf) and dict(option.remarks) == ({} if held else {"INT-04.0": "vain"})
    drive(match, m.PickOption(by=0, option="INT-04.0"), let)
    assert told(match, e.NoTarget) == ([] if held else [e.NoTarget(0, "INT-04")])


@pytest.mark.rule("DEM-089", "DEM-141")
@pytest.mark.parametrize(("side", "pop", "vain"), [("A", 2, True), ("A", 3, False), ("B", 2, True), ("B", 3, False)])
def test_a_speech_that_convinces_nobody_anywhere_is_marked_before_it_is_paid(side: str, pop: int, vain: bool) -> None:
    """The Leader's takes three, in bronze as on side A. As it falls flat it says why, and only once."""
    t = table(4, options={"board_side": side})
    t.pop[B1] = pop
    lay(t, "LID-B1", "ESP-L")
    match = revealing(t, B1, "LID-B1", money=9)
    assert ("ESP-L.0" in match.state.vain) == vain
    if side == "A" and vain:
        drive(match, m.PickOption("ESP-L.0", by=B1))
        assert told(match, e.SpeechFailed) and not told(match, e.NoTarget)


@pytest.mark.rule("DEM-140")
@pytest.mark.parametrize(("pop", "said"), [(2, {"ESP-L.0": "unheard:3"}), (3, {})])
def test_a_speech_that_nobody_would_hear_is_remarked_before_it_is_paid(pop: int, said: dict[str, str]) -> None:
    t = table(4)
    t.pop[B1] = pop
    lay(t, "LID-B1", "ESP-L")
    option = the_ask(revealing(t, B1, "LID-B1", money=9), m.PickOption, B1).fields["option"]
    assert isinstance(option, OneOf)
    assert {x: code for x, code in option.remarks.items() if code != "vain"} == said
