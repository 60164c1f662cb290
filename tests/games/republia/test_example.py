"""The three Rounds of the example of play as one match: W-01 to W-21.

Seats from 0: Matías ANA+LIB, Analía COM+SOC, Martina NEO+MON, Rodrigo FAS+TOT; in RULES.md S1 to S4. What the rulebook
leaves out (a fourth Turn in Rounds 2 and 3, a ballot) is reconstructed as there.
"""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine import Match, Outcome, Script
from companion.games.republia import moves as m
from companion.games.republia.ending import inside, met
from companion.games.republia.rules import end_of_round, round_, turns
from companion.games.republia.state import Table, type_of

from ..driver import asked, drive, kinds_told, refused
from .tables import draws, legislate, on, piles, powers, table, urn
from .tables import play as in_the_open

S1, S2, S3, S4 = range(4)


def evening(t: Table) -> Script[Outcome]:
    """From the first Turn on."""
    yield from turns(t)
    yield from end_of_round(t)
    while True:
        yield from round_(t)


def round_one() -> Match[Table, Any]:
    held = {S1: ["immigration"], S2: ["cost3"], S3: ["calls"], S4: ["school"]}
    match: Match[Table, Any] = on(evening, table(4, held=held, president=None))
    return drive(
        match,
        legislate(3, 2),
        legislate(1, 4, f"bribe@{S2}", f"economic_coup@{S4}"),
        legislate(4, 1, f"fraud@{S1}"),
        m.Veto(0, by=S4),
    )


def end_one() -> Match[Table, Any]:
    return drive(round_one(), m.EndTurn(by=S4), draws("calls", "immigration"))


def take(thief: int, victim: int, card: str) -> Any:
    def answers(match: Match[Table, Any]) -> Any:
        yield m.ChooseVictim(victim, by=thief)
        yield m.TakeCard(match.state.cards[victim].index(card), by=thief)

    return answers


def round_two(*steps: Any) -> Match[Table, Any]:
    """Replenished from S2 on: a Law and a card each, and Despotism."""
    drawn = draws("l2", "leadership", "military", "mobilization", "abortion", "secret_service", "income", "informant")
    return drive(end_one(), drawn, draws("despotismo"), *steps)


def played_two() -> Match[Table, Any]:
    return drive(
        round_two(),
        take(S2, S4, "informant"),
        legislate(2, 3, f"secret_service@{S4}"),
        take(S2, S3, "informant"),
        take(S3, S2, "fraud"),
        m.Decree(0, by=S3),
        take(S4, S2, "leadership"),
        m.Legislate(0, by=S4),
        m.ChooseJournalist(S3, by=S4),
        in_the_open("informant", S1),
        m.EndPressConference(by=S4),
        urn(2, 3),
        take(S1, S2, "leadership"),
        m.Decree(0, by=S1),
    )


def round_three() -> Match[Table, Any]:
    laws = drive(played_two(), m.EndTurn(by=S1), draws("military", "income", "school"))
    return drive(laws, draws("consumption", "fraud", "vote", "bribe", "health", "absenteeism", "r2", "fraud"))


def third_turns() -> Match[Table, Any]:
    return drive(
        round_three(),
        m.PlayLeadership(round_three().state.cards[S3].index("leadership"), by=S3),
        draws("euthanasia"),
        legislate(3, 2),
        legislate(3, 2),
        in_the_open("mobilization", S3, S1),
        legislate(3, 2, f"absenteeism@{S1}"),
    )


@pytest.mark.rule("REP-083", "REP-103", "REP-105", "REP-106", "REP-110", "REP-111", "REP-073")
def test_round_one() -> None:
    """W-01..W-04."""
    t = round_one().state
    assert powers(t) == [4, 5, 4, 3] and t.sp == 2 and piles(t)[1:] == (2, 1)
    assert t.laws.slots[-1] == "cost3", "rejected 1 : 4, which is unanimous"
    assert [type_of(c) for c in t.actions.slots[-3:]] == ["economic_coup", "bribe", "fraud"]  # type: ignore[arg-type]


@pytest.mark.rule("REP-143", "REP-144", "REP-030")
def test_end_of_round_one() -> None:
    """W-05."""
    t = end_one().state
    assert t.pos == (1, -3) and t.sp == 2 and t.round == 2, "two Laws were legislated: no step"


@pytest.mark.rule("REP-052", "REP-054", "REP-164", "REP-167")
def test_round_two_begins() -> None:
    """W-06."""
    t = round_two().state
    assert t.first == S2 and powers(t) == [5, 6, 5, 4] and t.in_force and t.sp == 2


@pytest.mark.rule("REP-118", "REP-036", "REP-071", "REP-112", "REP-133", "REP-190", "REP-104")
def test_round_two() -> None:
    """W-07..W-12, as the erratum has it: the third Law is rejected 2 : 3, so nothing was legislated."""
    match = drive(
        round_two(), take(S2, S4, "informant"), legislate(2, 3, f"secret_service@{S4}"), take(S2, S3, "informant")
    )
    assert powers(match.state) == [5, 7, 4, 4] and match.state.sp == 3 and match.state.laws.slots[-1] == "l2"
    drive(match, take(S3, S2, "fraud"), m.Decree(0, by=S3))
    assert powers(match.state) == [5, 7, 2, 4] and match.state.sp == 4 and len(match.state.pile) == 1
    drive(match, take(S4, S2, "leadership"), m.Legislate(0, by=S4), m.ChooseJournalist(S3, by=S4))
    drive(match, in_the_open("informant", S1))
    assert match.view(None)["shown"] == "abortion" and match.state.sp == 4
    drive(match, m.EndPressConference(by=S4), urn(2, 3))
    assert match.state.sp == 4 and match.state.legislated == 0 and match.state.laws.slots[-1] == "abortion"
    end = played_two().state
    assert powers(end) == [3, 7, 2, 4] and end.sp == 5 and piles(end)[1:] == (2, 1)


@pytest.mark.rule("REP-143", "REP-041", "REP-057")
def test_end_of_round_two() -> None:
    """W-12, W-13."""
    t = round_three().state
    assert [a.path[-1] for a in t.applied] == [(1, -1), (-1, -1), (-2, -1)]
    assert t.sp == 6 and t.first == S3 and t.situation == "" and powers(t) == [4, 8, 3, 5]


@pytest.mark.rule("REP-066", "REP-067", "REP-069", "REP-124", "REP-042", "REP-122", "REP-037")
def test_round_three() -> None:
    """W-14..W-16."""
    match = third_turns()
    t = match.state
    assert piles(t)[1:] == (2, 1) and t.sp == 9 and t.exchange and t.mobilized == [S1]
    told = [k for k in kinds_told(match) if k in ("pressure-moved", "annulled", "mobilized", "exchange-unlocked")]
    assert told[-6:] == [
        "mobilized",
        "pressure-moved",
        "exchange-unlocked",
        "annulled",
        "pressure-moved",
        "pressure-moved",
    ]
    assert powers(t) == [4, 8, 3, 5] and t.president == S1


@pytest.mark.rule("REP-063", "REP-064", "REP-073")
def test_the_exchange_and_the_missing_turn() -> None:
    """W-17, W-18."""
    match = third_turns()
    drive(match, m.ExchangeSell(match.state.cards[S1].index("bribe"), by=S1))
    assert match.state.pp[S1] == 6 and type_of(match.state.actions.slots[-1]) == "bribe"  # type: ignore[arg-type]
    assert refused(match, m.ExchangeBuy(2, by=S1)).code == "not-your-turn"
    drive(match, legislate(3, 2), m.Veto(0, by=S2))
    assert powers(match.state) == [6, 7, 3, 5] and match.state.sp == 10 and piles(match.state)[1:] == (3, 2)


@pytest.mark.rule("REP-029", "REP-151", "REP-152", "REP-055")
def test_the_end_of_round_three() -> None:
    """W-19..W-21: no winner, for S2 lacks power; and S1 gets a Law alone."""
    match = third_turns()
    drive(match, m.ExchangeSell(match.state.cards[S1].index("bribe"), by=S1), legislate(3, 2), m.Veto(0, by=S2))
    drive(match, m.EndTurn(by=S2), draws("health", "euthanasia"))
    assert match.state.pos == (-3, -1)
    drive(match, draws("consumption"))
    t = match.state
    assert t.pos == (-4, 0) and t.sp == 10 and t.round == 4 and not match.over
    assert inside(t, "SOC") and not any(inside(t, f) for f in ("ANA", "FAS", "COM"))
    assert all(not met(t, s) for s in range(4)) and t.pp[S2] < t.map.needs["SOC"].pp
    cards = [len(t.cards[s]) for s in range(4)]
    drive(
        match,
        draws(*[f for law in ("l1r1", "r1u1", "u2", "d1") for f in ((law, "fraud") if law != "r1u1" else (law,))]),
    )
    assert powers(match.state) == [6, 8, 4, 6] and match.state.mobilized == []
    assert [len(match.state.cards[s]) for s in range(4)] == [cards[0], *(c + 1 for c in cards[1:])]
    assert {s for s, _ in asked(match)} == {-1}, "the Situation of Round 4 is drawn"
