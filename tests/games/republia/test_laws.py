"""Sections G and H: the fate of a Law, the speech, the Press Conference."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine import CHANCE, CLOCK, URN
from companion.games.republia import moves as m
from companion.games.republia.state import Switches

from ..driver import AnyMatch, asked, drive, kinds_told, offered, refused, the_ask
from .tables import legislate, piles, play, powers, speak, table, turn_of, urn


def kinds(match: AnyMatch, seat: int | None = None) -> set[str]:
    return {k for s, k in asked(match) if seat in (None, s)}


def at_press(**facts: Any) -> AnyMatch:
    """The speech is over, the Press Conference open."""
    t = table(**{"held": {0: ["abortion"]}, **facts})
    return turn_of(t, 0, m.Legislate(0, by=0), m.EndPresentation(by=0))


# ---- G


@pytest.mark.rule("REP-070")
def test_three_fates_and_no_passing() -> None:
    match = turn_of(table(4, held={0: ["school", "vote"]}, pp={0: 0}))
    assert {"legislate", "decree", "veto"} <= kinds(match, 0)
    assert offered(match, m.Legislate, "law") == [0, 1], "always legal"
    assert offered(match, m.Decree, "law") == [] == offered(match, m.Veto, "law")
    assert not {k for k in kinds(match, 0) if "pass" in k or k.startswith("end")}


@pytest.mark.rule("REP-071", "REP-074", "REP-113")
def test_a_decree_costs_what_the_law_says_and_nobody_may_meddle() -> None:
    """W-08, W-66: nothing is asked between the announcement and the effect."""
    match = turn_of(table(4, held={0: ["income"]}, sp=3), 0, m.Decree(0, by=0))
    assert match.over and powers(match.state) == [2, 4, 4, 4] and match.state.bank == 76
    assert piles(match.state)[1:] == (1, 0) and match.state.sp == 4
    assert kinds_told(match) == ["turn-began", "decreed", "pressure-moved"]
    assert "income" not in str([match.events(v) for v in (None, 1, 2, 3)])


@pytest.mark.rule("REP-071", "REP-200", "REP-210")
def test_what_is_out_of_reach_only_the_president_hears() -> None:
    """W-94."""
    rich, poor = (
        turn_of(table(4, held={0: ["cost3"]}, pp={0: pp}, options=Switches(pp_visibility="own"))) for pp in (9, 2)
    )
    for viewer in (None, 1, 2, 3):
        assert rich.faces(viewer) == poor.faces(viewer)
    before = powers(poor.state)
    no = refused(poor, m.Decree(0, by=0))
    assert no.to(0) == ("not-offered", {"field": "law", "why": "too-poor"}) and no.to(None) == ("not-now", {})
    assert powers(poor.state) == before and drive(rich, m.Decree(0, by=0)).over


@pytest.mark.rule("REP-072", "REP-173")
def test_a_free_decree_still_moves_social_pressure() -> None:
    """W-46."""
    t = table(4, held={0: ["school", "income"]}, pp={0: 0}, situation="logro_deportivo", sp=3)
    match = turn_of(t)
    assert offered(match, m.Decree, "law") == [0], "cost 1 is free, cost 2 is not"
    drive(match, m.Decree(0, by=0))
    assert match.state.sp == 4 and match.state.pp[0] == 0
    rich = table(4, held={0: ["income"]}, situation="logro_deportivo")
    assert turn_of(rich, 0, m.Decree(0, by=0)).state.pp[0] == 2, "other costs are unchanged"


@pytest.mark.rule("REP-073", "REP-074", "REP-113")
def test_a_veto_costs_one_whatever_the_law_and_nobody_sees_it() -> None:
    """W-04."""
    match = turn_of(table(4, held={0: ["cost3"]}), 0, m.Veto(0, by=0))
    assert match.over and powers(match.state) == [3, 4, 4, 4] and piles(match.state)[1:] == (0, 1)
    assert match.state.sp == 2 and kinds_told(match) == ["turn-began", "vetoed", "pressure-moved"]
    assert match.view(None)["cabinet"] == {"covered": 1} and "cost3" not in str(match.view(1))
    no = refused(turn_of(table(4, pp={0: 0})), m.Veto(0, by=0))
    assert no.to(0)[1]["why"] == "too-poor"


@pytest.mark.rule("REP-076")
def test_a_law_is_seen_by_its_holder_alone_to_the_end() -> None:
    for fate in (legislate(2, 3), m.Veto(0, by=0), m.Decree(0, by=0)):
        match = turn_of(table(4, held={0: ["abortion"]}), 0, fate)
        assert all("abortion" not in str(match.view(v)) + str(match.events(v)) for v in (None, 1, 2, 3))


# ---- H


@pytest.mark.rule("REP-079", "REP-193")
def test_the_president_ends_the_speech_and_no_clock_does() -> None:
    match = turn_of(table(4, held={0: ["abortion"]}), 0, m.Legislate(0, by=0))
    assert match.state.phase == "presentation" and match.state.seconds == 60
    assert match.view(0)["current"] == {0: "abortion"} and match.view(1)["current"] == {}
    assert the_ask(match, m.EndPresentation).by == 0 and the_ask(match, m.EndPresentation).default
    assert not any(a.by == CLOCK for a in match.asks())
    drive(match, m.EndPresentation(by=0))
    assert match.state.phase == "press"
    quiet = turn_of(table(4, options=Switches(presentation_s=0, press_s=0, voting_s=0)), 0, m.Legislate(0, by=0))
    assert quiet.state.seconds == 0 and drive(quiet, m.EndPresentation(by=0)).state.seconds == 0


@pytest.mark.rule("REP-081", "REP-139")
def test_one_journalist_who_is_neither_president_nor_prisoner_or_none() -> None:
    """W-86."""
    match = at_press(n=4, prison=[2])
    assert offered(match, m.ChooseJournalist, "target") == [1, 3]
    for target, why in ((0, "yourself"), (2, "in-prison")):
        assert refused(match, m.ChooseJournalist(target, by=0)).detail["why"] == why
    assert refused(match, m.ChooseJournalist(0, by=1)).code == "not-your-turn"
    drive(match, m.ChooseJournalist(3, by=0))
    assert match.state.journalists == [3] and refused(match, m.ChooseJournalist(1, by=0)).code == "not-your-turn"
    none = drive(at_press(n=4), m.EndPressConference(by=0))
    assert none.state.phase == "voting"
    early = turn_of(table(4), 0, m.Legislate(0, by=0), m.ChooseJournalist(1, by=0))
    assert early.state.phase == "press", "picking the Journalist ends the speech"


@pytest.mark.rule("REP-082")
@pytest.mark.parametrize(
    ("situation", "phase"),
    [("dnu", "voting"), ("bipartidismo", "press"), ("diplomacia", "press"), ("feriado_largo", "press")],
)
def test_without_a_press_conference_there_is_only_the_window_for_informant(situation: str, phase: str) -> None:
    match = turn_of(table(4, situation=situation), 0, m.Legislate(0, by=0))
    assert "choose-journalist" not in kinds(match)
    drive(match, m.EndPresentation(by=0))
    assert match.state.phase == phase and "choose-journalist" not in kinds(match)
    if phase == "press":
        assert {"end-press-conference", "play-card"} <= kinds(match)
        assert drive(match, m.EndPressConference(by=0)).state.phase == "voting"


@pytest.mark.rule("REP-112", "REP-113")
def test_informant_shows_title_and_icon_and_nothing_stops_it() -> None:
    """W-09, W-66."""
    match = at_press(n=4)
    assert {s for s, k in asked(match) if k == "play-card"} == {0, 1, 2, 3}, "the president too"
    drive(match, play("informant", 0))
    assert match.view(None)["shown"] == "abortion" and kinds_told(match)[-2:] == ["informant-played", "title-shown"]
    assert match.state.actions.slots[-1].startswith("informant")
    again = m.PlayCard(match.state.cards[1].index("informant"), by=1)
    assert refused(match, again).to(1)[1]["why"] == "not-now", "one for each Law"
    speaking = turn_of(table(4), 0, m.Legislate(0, by=0))
    assert refused(speaking, m.PlayCard(3, by=1)).audience == 1, "not before the speech is over"
    voting = drive(at_press(n=4), m.EndPressConference(by=0))
    assert refused(voting, m.PlayCard(3, by=1)).code == "not-your-turn", "nor once the urn is open"
    assert "play-card" not in kinds(drive(at_press(n=4, prison=[1], situation=""), *[]), 1), "nor from Prison"
    forbidden = turn_of(table(4, situation="contubernio"), 0, m.Legislate(0, by=0), m.EndPresentation(by=0))
    assert "play-card" not in kinds(forbidden)


@pytest.mark.rule("REP-112", "REP-084")
def test_informant_does_not_count_as_the_card_of_the_ballot() -> None:
    match = drive(at_press(n=4), play("informant", 1), m.EndPressConference(by=0))
    assert [f.offer.faces[1:] for f in match.faces(1) if f.offer] == [("bribe", "fraud", "economic_coup")]
    drive(match, urn(3, 2, "fraud@1"))
    assert match.over


@pytest.mark.rule("REP-067", "REP-070")
def test_the_next_law_has_its_own_informant_and_journalist() -> None:
    t = table(4, held={0: ["school", "vote"]})
    match = turn_of(
        t,
        0,
        m.Legislate(0, by=0),
        m.ChooseJournalist(1, by=0),
        play("informant", 1),
        m.EndPressConference(by=0),
        urn(3, 2),
        m.Legislate(0, by=0),
        m.EndPresentation(by=0),
    )
    assert match.state.shown == "" and not match.state.informed and match.state.journalists == []
    drive(match, m.ChooseJournalist(1, by=0), play("informant", 2))
    assert match.state.shown == "vote"


@pytest.mark.rule("REP-210")
def test_every_free_seat_is_asked_whatever_it_holds() -> None:
    bare = table(4, hands={s: [] for s in range(4)})
    full = table(4, hands={s: ["informant", "removal", "mobilization"] for s in range(4)})
    for steps in ([], [m.Legislate(0, by=0)], [m.Legislate(0, by=0), m.EndPresentation(by=0)]):
        a, b = turn_of(bare, 0, *steps), turn_of(full, 0, *steps)
        assert asked(a) == asked(b)
        assert [f for f in a.faces(None) if f.by != URN] == [f for f in b.faces(None) if f.by != URN]
    a, b = (turn_of(t, 0, m.Legislate(0, by=0), speak) for t in (bare, full))
    assert a.faces(None) == b.faces(None)
    assert not any(x.by == CHANCE for x in a.asks())
