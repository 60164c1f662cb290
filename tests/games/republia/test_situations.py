"""Section O: the twenty Situation cards."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine import URN, Contents
from companion.games.republia import moves as m
from companion.games.republia.content import content
from companion.games.republia.rules import situation
from companion.games.republia.state import Switches

from ..driver import AnyMatch, asked, drive, kinds_told, offered, refused, the_ask
from .tables import any_draws, draws, legislate, on, piles, play, powers, speak, table, turn_of, urn


def under(card: str, *steps: Any, n: int = 4, **facts: Any) -> AnyMatch:
    """The Turn of the president at seat 0 while this Situation is in force."""
    return turn_of(table(n, **{"held": {0: ["school"]}, "situation": card, **facts}), 0, *steps)


def revealed(card: str, n: int = 4, **facts: Any) -> AnyMatch:
    return on(situation, table(n, round=2, **facts), draws(card))


def kinds(match: AnyMatch, seat: int | None = None) -> set[str]:
    return {k for s, k in asked(match) if seat in (None, s)}


@pytest.mark.rule("REP-161", "REP-162")
def test_what_presiding_means_and_what_an_arrow_means() -> None:
    """Every president in turn; each time the condition occurs."""
    for seat in range(3):
        t = table(3, situation="despotismo", pos=(0, -1), order=[0, 1, 2])
        assert (seat, "choose-victim") in asked(turn_of(t, seat))
    match = under("cacerolazo", legislate(2, 3), legislate(2, 3), held={0: ["school", "vote"]}, sp=2)
    assert match.state.sp == 4


@pytest.mark.rule("REP-163", "REP-165")
def test_the_numbers_on_the_cards() -> None:
    rows = {s.id: s for s in content().situations}
    assert len(rows) == 20 and sum(s.sp for s in rows.values()) == 0 and all(abs(s.sp) <= 2 for s in rows.values())
    forbid = {k for k, s in rows.items() if s.no_cards}
    assert len(forbid) == 4 and forbid - {k for k, s in rows.items() if s.leadership} == {"paro_general"}
    assert {k for k, s in rows.items() if s.no_press} == {"dnu", "bipartidismo", "diplomacia", "feriado_largo"}
    assert {k for k, s in rows.items() if s.min_players > 3} == {"contubernio", "imagen_positiva", "acuerdo_fmi"}
    for card, row in rows.items():
        match = drive(revealed(card, sp=10), any_draws)
        assert match.state.sp == 10 + row.sp or card == "imagen_positiva", card


@pytest.mark.rule("REP-164", "REP-167")
def test_a_condition_is_looked_at_once() -> None:
    """W-06; with y = 0 the Round is ordinary."""
    match = revealed("despotismo", pos=(1, -3), sp=2)
    assert match.state.in_force and match.state.sp == 2
    idle = revealed("despotismo", pos=(0, 0))
    assert not idle.state.in_force and "situation-idle" in kinds_told(idle)
    assert (0, "choose-victim") not in asked(turn_of(idle.state))


@pytest.mark.rule("REP-166")
def test_direct_democracy() -> None:
    """W-35, W-45: n public votes, one of the president, no urn."""
    match = under("democracia_directa", m.Legislate(0, by=0), m.EndPresentation(by=0), m.EndPressConference(by=0))
    assert kinds(match) == {"public-vote"} and not any(a.by == URN for a in match.asks())
    for ayes, fate, pp in ((2, "approved", 4), (4, "approved", 5), (3, "approved", 4), (1, "rejected", 4)):
        done = under(
            "democracia_directa", m.Legislate(0, by=0), speak, *(m.PublicVote(s < ayes, by=s) for s in range(4))
        )
        assert fate in kinds_told(done) and done.state.pp[0] == pp
    assert "play-leadership" in kinds(under("democracia_directa"), 0)
    assert revealed("democracia_directa", sp=5).state.sp == 3


@pytest.mark.rule("REP-167")
def test_despotism() -> None:
    """W-07..09: any other player, a look at the hand, one card of choice."""
    match = under("despotismo", pos=(0, -1), hands={2: ["scandal", "fraud"], 3: []})
    assert kinds(match) == {"choose-victim"} and offered(match, m.ChooseVictim, "target") == [1, 2, 3]
    drive(match, m.ChooseVictim(2, by=0), m.TakeCard(1, by=0))
    assert (
        match.state.cards[2] == ["scandal"] and match.state.cards[0][-1] == "fraud" and powers(match.state) == [4] * 4
    )
    assert "play-card" in kinds(match), "cards stay legal"
    empty = under("despotismo", m.ChooseVictim(3, by=0), m.TakeCard(None, by=0), pos=(0, -1), hands={3: []})
    assert "legislate" in kinds(empty)


@pytest.mark.rule("REP-168")
def test_the_fourth_estate_lets_the_journalist_read_the_law() -> None:
    """W-74."""
    match = under("cuarto_poder", m.Legislate(0, by=0), m.ChooseJournalist(2, by=0))
    assert match.view(2)["reading"] == {2: "school"}
    assert all(match.view(v)["reading"] == {} for v in (None, 0, 1, 3))
    drive(match, m.EndPressConference(by=0))
    assert match.view(2)["reading"] == {}, "until the Press Conference ends"
    nobody = under("cuarto_poder", m.Legislate(0, by=0), m.EndPresentation(by=0))
    assert all(nobody.view(v)["reading"] == {} for v in range(4))
    asked_in_press = drive(nobody, m.ChooseJournalist(1, by=0))
    assert asked_in_press.view(1)["reading"] == {1: "school"}
    ordinary = turn_of(table(4), 0, m.Legislate(0, by=0), m.ChooseJournalist(2, by=0))
    assert ordinary.view(2)["reading"] == {}


@pytest.mark.rule("REP-169")
def test_collusion_gives_a_partner_two_votes() -> None:
    """W-58."""
    match = under("contubernio", m.Legislate(0, by=0), speak, n=5, prison=[3], lost=[3])
    assert offered(match, m.NamePartner, "target") == [1, 2, 4]
    drive(match, m.NamePartner(2, by=0))
    assert the_ask(match, Contents, URN).due == {0: 2, 1: 1, 2: 2, 4: 1}
    drive(match, m.PublicVote(True, by=3), urn(4, 2))
    assert "unanimous" in kinds_told(match) and match.state.pp[0] == 6, "5 positive of 7, threshold 5"


@pytest.mark.rule("REP-170")
@pytest.mark.parametrize(("law", "cost"), [("school", 0), ("cost3", 2)])
def test_an_emergency_decree_is_cheaper(law: str, cost: int) -> None:
    """W-72."""
    match = under("dnu", m.Decree(0, by=0), held={0: [law]})
    assert match.state.pp[0] == 4 - cost


@pytest.mark.rule("REP-171")
def test_two_leaders_have_two_votes() -> None:
    """W-58: a Leader in Prison casts both openly."""
    match = under("bipartidismo", m.Legislate(0, by=0), speak, n=6, prison=[3], lost=[3])
    assert the_ask(match, Contents, URN).due == {0: 2, 1: 1, 2: 1, 4: 1, 5: 1}
    assert (3, "public-votes") in asked(match)
    drive(match, m.PublicVotes(1, by=3), urn(3, 3))
    told = next(e for e in match.events(None) if type(e).__name__ == "Counted")
    assert (told.positive, told.negative) == (4, 4)  # type: ignore[attr-defined]


@pytest.mark.rule("REP-172", "REP-014")
def test_diplomacy_is_one_swap() -> None:
    """W-78."""
    offer = m.OfferSwap(1, {"give_pp": 2, "take_card": 1}, by=0)
    match = under("diplomacia", offer, prison=[1], lost=[1], hands={1: ["scandal"]})
    assert kinds(match) == {"answer-swap"}, "prisoners included"
    drive(match, m.AnswerSwap(True, by=1), m.GiveCard(0, by=1))
    assert powers(match.state) == [2, 6, 4, 4] and match.state.cards[1] == [] and match.state.cards[0][-1] == "scandal"
    assert "scandal" in str(match.events(0)) and "scandal" not in str(match.events(2)), "face down"
    assert refused(match, offer).code == "not-your-turn", "once a Turn"
    both = under("diplomacia", m.OfferSwap(1, {"give_card": 1, "take_card": 1}, by=0), m.AnswerSwap(True, by=1))
    drive(both, m.GiveCard(0, by=0), m.GiveCard(1, by=1))
    assert both.state.cards[0][-1] == "fraud" and both.state.cards[1][-1] == "bribe"
    one = under("diplomacia", m.OfferSwap(1, {"give_pp": 1}, by=0), m.AnswerSwap(True, by=1))
    assert powers(one.state) == [3, 5, 4, 4], "one thing is enough"
    everything = {"give_card": 1, "give_pp": 3, "take_card": 1, "take_pp": 3}
    assert under("diplomacia", m.OfferSwap(2, everything, by=0)).state.swapped
    nothing = under("diplomacia")
    assert refused(nothing, m.OfferSwap(1, {}, by=0)).audience == 0, "not both sides empty"
    assert refused(nothing, m.OfferSwap(1, {"give_pp": 4}, by=0)).audience == 0
    declined = under("diplomacia", m.OfferSwap(1, {"take_pp": 3}, by=0), m.AnswerSwap(False, by=1))
    assert powers(declined.state) == [4] * 4 and "swap-declined" in kinds_told(declined)


@pytest.mark.rule("REP-172", "REP-200")
def test_who_cannot_pay_can_only_decline_and_nobody_sees_why() -> None:
    rich, poor = (
        under("diplomacia", m.OfferSwap(1, {"take_pp": 3}, by=0), pp={1: pp}, options=Switches(pp_visibility="own"))
        for pp in (9, 1)
    )
    for viewer in (None, 0, 2):
        assert rich.faces(viewer) == poor.faces(viewer)
    assert refused(poor, m.AnswerSwap(True, by=1)).to(1)[1]["why"] == "cannot-give"
    assert refused(poor, m.AnswerSwap(True, by=1)).to(0) == ("not-now", {})


@pytest.mark.rule("REP-173")
def test_a_sporting_achievement() -> None:
    """W-46: what counts is the printed cost."""
    match = under("logro_deportivo", m.Decree(0, by=0), pp={0: 0}, sp=3)
    assert match.state.sp == 4 and revealed("logro_deportivo", sp=5).state.sp == 4


@pytest.mark.rule("REP-174")
def test_transparency_pays_unanimity() -> None:
    """W-47."""
    match = under("transparencia", legislate(0, 5))
    assert match.state.pp[0] == 8 and "rejected" in kinds_told(match)
    assert under("transparencia", legislate(3, 2)).state.pp[0] == 4


@pytest.mark.rule("REP-175", "REP-177")
def test_a_positive_image_goes_to_the_most_pointed_at() -> None:
    """W-73."""
    match = revealed("imagen_positiva", sp=5, mobilized=[0])
    assert kinds(match) == {"point-at"} and match.state.sp == 4
    drive(match, m.PointAt(1, by=0), m.PointAt(0, by=1), m.PointAt(1, by=2))
    assert "pointed" not in kinds_told(match), "all at the same time"
    assert refused(match, m.PointAt(3, by=3)).detail["why"] == "yourself"
    drive(match, m.PointAt(0, by=3), any_draws)
    assert powers(match.state) == [5, 5, 4, 4] and [len(match.state.cards[s]) for s in range(4)] == [6, 6, 5, 5]


@pytest.mark.rule("REP-176", "REP-177")
def test_an_agreement_with_the_fund_must_name_somebody() -> None:
    """W-73: one in Prison, and one mobilised, draw both all the same."""
    match = under("acuerdo_fmi", prison=[2], lost=[2], mobilized=[2])
    assert kinds(match) == {"name-beneficiary"} and offered(match, m.NameBeneficiary, "target") == [1, 2, 3]
    drive(match, m.NameBeneficiary(2, by=0), draws("scandal"))
    assert powers(match.state) == [4, 4, 5, 4] and match.state.cards[2][-1] == "scandal"
    assert "scandal" not in str(match.events(0))


@pytest.mark.rule("REP-178")
def test_pots_and_pans() -> None:
    """W-59."""
    assert under("cacerolazo", legislate(2, 3), sp=2).state.sp == 3
    assert under("cacerolazo", legislate(3, 2), sp=2).state.sp == 2
    assert under("cacerolazo", legislate(2, 3, "absenteeism"), sp=2, hands={1: ["absenteeism"]}).state.sp == 4


@pytest.mark.rule("REP-179")
def test_a_long_weekend() -> None:
    """W-75."""
    match = under("feriado_largo", m.Veto(0, by=0), pp={0: 0}, sp=3)
    assert match.state.sp == 4 and match.state.pp[0] == 0 and len(match.state.cabinet) == 1
    assert revealed("feriado_largo", sp=2).state.sp == 1


@pytest.mark.rule("REP-180")
def test_a_general_strike() -> None:
    """W-72."""
    match = under("paro_general")
    assert not kinds(match) & {"play-card", "play-leadership"}
    assert drive(match, m.Decree(0, by=0)).state.pp[0] == 2


@pytest.mark.rule("REP-181", "REP-085")
def test_an_open_ballot_still_takes_secret_cards() -> None:
    """W-76."""
    match = under("boleta_a_la_vista", m.Legislate(0, by=0), speak, hands={1: ["fraud"]})
    assert (0, "public-votes") in asked(match) and kinds(match, 1) == {"public-vote"}
    drive(match, m.PublicVotes(2, by=0), m.PublicVote(True, by=1), m.PublicVote(False, by=2), m.PublicVote(False, by=3))
    urn_ = the_ask(match, Contents, URN)
    assert set(urn_.offers) == {0, 1, 2, 3} and sum(urn_.due.values()) == 0
    drive(match, urn(0, 0, "fraud@1"))
    told = next(e for e in match.events(None) if type(e).__name__ == "Approved")
    assert (told.positive, told.negative) == (2, 2)  # type: ignore[attr-defined]
    assert "card-used" in kinds_told(match, 1) and "card-used" not in kinds_told(match, 2)


@pytest.mark.rule("REP-182", "REP-067")
def test_an_extraordinary_session() -> None:
    """W-77."""
    match = under("sesion_extraordinaria", m.DrawExtraLaw(by=0), draws("vote"))
    assert match.state.held[0] == ["school", "vote"] and "draw-extra-law" not in kinds(match), "once"
    drive(match, m.PlayLeadership(4, by=0), draws("income"))
    assert len(match.state.held[0]) == 3
    drive(match, m.Legislate(0, by=0))
    assert "draw-extra-law" not in kinds(match)
    assert not match.over and piles(match.state)[1:] == (0, 0)


@pytest.mark.rule("REP-183")
def test_an_election_campaign() -> None:
    """W-75."""
    assert under("campana_electoral", legislate(4, 1)).state.pp[0] == 6
    assert under("campana_electoral", legislate(3, 2)).state.pp[0] == 5
    assert under("campana_electoral", legislate(2, 3)).state.pp[0] == 4


@pytest.mark.rule("REP-184", "REP-076")
def test_leaked_tapes() -> None:
    """W-74."""
    match = under("escuchas_filtradas", m.Legislate(0, by=0))
    assert match.view(None)["shown"] == ""
    drive(match, m.EndPresentation(by=0))
    assert match.view(None)["shown"] == "school" and "title-shown" in kinds_told(match)
    drive(match, play("informant", 1))
    assert match.state.informed, "an Informant is still legal, and as useless as it sounds"


@pytest.mark.rule("REP-185")
def test_an_interpellation_lets_everybody_ask_once() -> None:
    """W-74."""
    match = under("interpelacion", m.Legislate(0, by=0), m.EndPresentation(by=0), n=5, prison=[4], lost=[4])
    for seat in (1, 2, 3):
        drive(match, m.ChooseJournalist(seat, by=0))
    assert "choose-journalist" not in kinds(match) and match.state.journalists == [1, 2, 3]
    full = under("interpelacion", m.Legislate(0, by=0), m.EndPresentation(by=0), n=5)
    assert refused(drive(full, m.ChooseJournalist(2, by=0)), m.ChooseJournalist(2, by=0)).detail["why"] == "has-asked"


@pytest.mark.rule("REP-186")
def test_a_strict_quorum() -> None:
    """W-24."""
    assert under("quorum_estricto", legislate(2, 3, "bribe")).state.legislated == 0
    assert under("quorum_estricto", legislate(3, 2)).state.legislated == 1
