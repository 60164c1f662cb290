"""Sections J, K: who wins, who leads afterwards, and what becomes of the power."""

from __future__ import annotations

import pytest

from companion.engine import HOST
from companion.games.ankist.moves import ChooseLeader, ChooseSide, ForceTurn

from ..driver import asked, drive, kinds_told, offered, refused
from .tables import HOUSES, A, B, C, D, E, aye, coins, gather, hands, moderate, nay, passes, result, table, vote


@pytest.mark.rule("ANK-094")
def test_the_side_with_more_power_wins_not_the_one_with_more_voices() -> None:
    m = vote(table(), aye(A, 5), nay(B, 1), nay(C, 1), nay(D, 1), nay(E, 1))
    assert result(m) == ("aye", 5, 4) and kinds_told(m).count("decided") == 1
    m = vote(table(), aye(A, 3), nay(B, 1), nay(C, 1), nay(D, 1), nay(E, 1))
    assert result(m) == ("nay", 3, 4)


@pytest.mark.rule("ANK-095", "ANK-039")
def test_the_moderator_breaks_a_tie_against_the_own_vote_too() -> None:
    """EX-09."""
    m = vote(table(moderator=B), aye(A, 4), nay(B, 2), nay(C, 2), gather(D, E))
    assert m.state.stage == "tie-side" and offered(m, ChooseSide, "side") == ["aye", "nay"]
    assert refused(m, ChooseSide("aye", by=A)).code == "not-your-turn"
    drive(m, ChooseSide("aye", by=B))
    assert result(m) == ("aye", 4, 4) and m.state.leader == A
    assert (m.state.pool, hands(m)) == (5, [4, 8, 8, 9, 9])


@pytest.mark.rule("ANK-095", "ANK-077")
def test_ex_06_the_new_moderator_decides() -> None:
    m = vote(table(), aye(A, 2), nay(B, 3), gather(C), moderate(D), aye(E, 1), passes(A))
    assert (D, "choose-side") in asked(m) and (E, "choose-side") not in asked(m)


@pytest.mark.rule("ANK-100", "ANK-103", "ANK-095")
@pytest.mark.parametrize(("keep", "leader"), [("keep", A), ("moderator", C)])
def test_when_nobody_votes(keep: str, leader: int) -> None:
    """EX-10."""
    m = vote(table(options={"all_abstain_leader": keep}), gather(A, B), moderate(C), gather(D, E))
    assert m.state.leader == A, "until the side is chosen"
    drive(m, ChooseSide("nay", by=C))
    assert result(m) == ("nay", 0, 0) and m.state.leader == leader
    assert (m.state.pool, hands(m), coins(m)) == (3, [8] * 5, [11] * 5)


@pytest.mark.rule("ANK-097")
def test_a_losing_leader_yields_to_the_strongest_winner() -> None:
    m = vote(table(), aye(A, 4), nay(B, 2), nay(C, 3), gather(D, E))
    assert result(m) == ("nay", 4, 5) and m.state.leader == C


@pytest.mark.rule("ANK-098", "ANK-097", "ANK-103", "ANK-039")
def test_the_moderator_chooses_among_equal_winners() -> None:
    """EX-08."""
    m = vote(table(moderator=D), gather(A), aye(B, 1), nay(C, 1), gather(D), nay(E, 1))
    assert m.state.stage == "tie-leader" and m.state.candidates == [C, E]
    assert offered(m, ChooseLeader, "house") == [HOUSES[C], HOUSES[E]]
    assert refused(m, ChooseLeader(HOUSES[B], by=D)).code == "not-offered"
    drive(m, ChooseLeader(HOUSES[E], by=D))
    assert result(m) == ("nay", 1, 2) and m.state.leader == E
    assert (m.state.pool, hands(m), coins(m)) == (3, [9, 8, 7, 9, 7], [11, 10, 10, 11, 10])


@pytest.mark.rule("ANK-095", "ANK-098")
def test_ex_16_the_moderator_may_be_anybodys_friend() -> None:
    m = vote(table(moderator=C), aye(A, 3), aye(B, 3), gather(C), nay(D, 3), nay(E, 3), ChooseSide("nay", by=C))
    assert m.state.candidates == [D, E]
    drive(m, ChooseLeader(HOUSES[E], by=C))
    assert (m.state.leader, m.state.pool, hands(m)) == (E, 6, [8, 8, 11, 5, 5])


@pytest.mark.rule("ANK-039", "ANK-183")
def test_a_moderator_who_is_a_candidate_may_choose_themself() -> None:
    m = vote(table(moderator=C), aye(A, 2), nay(B, 2), nay(C, 2), gather(D, E))
    drive(m, ChooseLeader(HOUSES[C], by=C))
    assert m.state.leader == C


@pytest.mark.rule("ANK-099")
def test_a_winning_leader_stays_even_beside_an_equal() -> None:
    m = vote(table(), aye(A, 3), aye(B, 3), nay(C, 1), gather(D, E))
    assert m.over and m.state.leader == A


@pytest.mark.rule("ANK-101", "ANK-106")
def test_losers_take_back_all_they_put() -> None:
    m = vote(table(), aye(A, 6), nay(B, 5), nay(C, 4), nay(D, 1), gather(E))
    assert result(m)[0] == "nay" and m.state.hand[A] == 8
    assert m.state.put == {}, "whoever won"


@pytest.mark.rule("ANK-102", "ANK-103", "ANK-105")
def test_gatherers_share_the_pool_of_before() -> None:
    """EX-12. The rest stays, and what won comes only after the share."""
    t = table(hands=[8, 8, 8, 6, 6], pool=7)
    m = vote(t, gather(A), aye(B, 2), gather(C, D), nay(E, 1))
    assert m.over and m.state.leader == B
    assert (m.state.pool, hands(m)) == (3, [10, 6, 10, 8, 6])
    kinds = kinds_told(m)
    assert kinds.index("shared") < kinds.index("pool-now")


@pytest.mark.rule("ANK-103", "ANK-104")
def test_ex_13_nobody_gathers() -> None:
    m = vote(table(moderator=C), aye(A, 2), aye(B, 1), moderate(C), nay(D, 1), nay(E, 1))
    assert (m.state.pool, hands(m)) == (6, [6, 7, 8, 8, 8]) and "shared" not in kinds_told(m)


@pytest.mark.rule("ANK-104")
def test_who_moderates_gets_no_share_beside_one_who_gathers() -> None:
    m = vote(table(), aye(A, 1), moderate(B), gather(C), gather(D), gather(E))
    assert hands(m) == [7, 8, 9, 9, 9]


@pytest.mark.rule("ANK-005", "ANK-004", "ANK-006")
def test_power_is_conserved_and_coins_come_from_abstaining_only() -> None:
    m = vote(table(), aye(A, 2), gather(B), moderate(C), nay(D, 8), nay(E, 3), passes(A))
    assert sum(hands(m)) + m.state.pool == 43
    assert sum(coins(m)) == 52 == m.state.minted
    for field, message in (("pool", "ANK-005"), ("minted", "ANK-006")):
        t = table()
        setattr(t, field, 4)
        try:
            vote(t)
        except AssertionError as e:
            assert str(e) == message
        else:
            raise AssertionError("an invariant sleeps")


@pytest.mark.rule("ANK-189")
def test_a_host_may_force_turn_after_turn() -> None:
    m = vote(table(gone=[B]), aye(A, 1))
    assert {kind for by, kind in asked(m) if by == B} == set()
    drive(m, ForceTurn(by=HOST), gather(C, D, E))
    assert m.over and m.state.act[B] == "gather"
