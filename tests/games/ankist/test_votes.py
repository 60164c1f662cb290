"""Sections G, H: voting turns, changes of Leader, the end of the phase."""

from __future__ import annotations

from random import Random

import pytest

from companion.engine import CLOCK, HOST, Match, Rang, Script
from companion.games.ankist import voting
from companion.games.ankist.moves import Abstain, AddPower, ForceTurn, PassTurn, ProposePact, Vote
from companion.games.ankist.state import GATHER, MODERATE, Special, Table, sound
from companion.players.random_player import random_move

from ..driver import AnyMatch, asked, drive, kinds_told, offered, refused, the_ask
from .tables import A, B, C, D, E, aye, coins, gather, hands, moderate, more, nay, passes, result, table, vote

PACTS = {"propose-pact", "accept-pact", "reject-pact", "withdraw-pact", "record-pact"}


def main_asks(m: AnyMatch) -> set[tuple[int, str]]:
    """Who is asked to vote, pacts and the host apart."""
    return {(by, kind) for by, kind in asked(m) if kind not in PACTS and by >= 0}


# ---- the turns


@pytest.mark.rule("ANK-057", "ANK-037", "ANK-055")
def test_a_vote_begins_empty_with_the_leader() -> None:
    """Whatever the last vote left: nobody has voted, the slot is free, and no move starts it."""
    t = table(leader=C, act={A: "aye"}, slot=B, turns=9, verdict="nay", candidates=[A])
    m = vote(t)
    assert main_asks(m) == {(C, "vote"), (C, "abstain")}
    s = m.state
    assert (s.act, s.put, s.slot, s.turns, s.verdict, s.candidates) == ({}, {}, -1, 0, "", [])


@pytest.mark.rule("ANK-058")
def test_a_first_turn_offers_four_acts_and_no_way_around() -> None:
    m = vote(table())
    assert offered(m, Vote, "side") == ["aye", "nay"]
    assert offered(m, Abstain, "how") == [GATHER, MODERATE]
    assert refused(m, PassTurn(by=A)).code == "not-your-turn"
    assert refused(m, AddPower("aye", 1, by=A)).code == "not-your-turn"


@pytest.mark.rule("ANK-059", "ANK-071")
def test_a_vote_moves_tokens_into_the_open() -> None:
    m = vote(table(hands=[5, 8, 8, 8, 8]))
    assert offered(m, Vote, "power") == [1, 2, 3, 4, 5]
    for power in (0, 6, -1):
        assert refused(m, aye(A, power)).code == "not-offered"
    drive(m, nay(A, 5))
    assert (m.state.hand[A], m.state.put[A]) == (0, 5)
    for viewer in (None, B, E):
        view = m.view(viewer)
        assert view["put"] == {A: 5} and view["act"] == {A: "nay"} and view["pool"] == 3
        assert (view["leader"], view["moderator"]) == (A, E)


@pytest.mark.rule("ANK-060", "ANK-008")
def test_without_power_a_house_abstains() -> None:
    """EX-17. It is not barred from anything else: it is asked the same, earns its coin, and may make pacts."""
    m = vote(table(hands=[8, 0, 8, 8, 8]), aye(A, 1))
    refusal = refused(m, aye(B, 1))
    assert (refusal.code, refusal.audience) == ("not-offered", B)
    assert refusal.detail["why"] == "no-power", "no pact is to blame"
    assert main_asks(m) == {(B, "vote"), (B, "abstain")} and the_ask(m, ProposePact, B)
    drive(m, gather(B))
    assert coins(m) == [10, 11, 10, 10, 10]


@pytest.mark.rule("ANK-061")
def test_who_gathers_is_paid_at_once_and_takes_no_side() -> None:
    m = vote(table(), gather(A))
    assert m.state.coins[A] == 11 and m.state.act == {A: GATHER} and m.state.put == {}
    drive(m, nay(B, 1), gather(C, D, E))
    assert m.state.totals == {"aye": 0, "nay": 1} and m.state.hand[A] == 8


@pytest.mark.rule("ANK-062", "ANK-035")
def test_who_abstains_to_moderate_is_moderator_at_once() -> None:
    m = vote(table(), moderate(A))
    assert (m.state.moderator, m.state.leader, m.state.coins[A]) == (A, A, 11)
    assert kinds_told(m)[-2:] == ["abstained", "moderator-now"]
    drive(m, gather(B, C, D), nay(E, 1))
    assert m.state.hand[A] == 8, "no share"
    assert m.state.moderator == A


@pytest.mark.rule("ANK-036", "ANK-065")
def test_one_player_may_hold_both_roles_and_vote() -> None:
    """The Leader may abstain and stays Leader until displaced; the Moderator may vote."""
    m = vote(table(moderator=B), moderate(A))
    assert (m.state.leader, m.state.moderator) == (A, A)
    drive(m, gather(B))
    assert m.state.leader == A
    drive(m, aye(C, 1))
    assert m.state.leader == C and m.state.moderator == A
    m = vote(table(moderator=B), aye(A, 1), nay(B, 1))
    assert m.state.moderator == B


@pytest.mark.rule("ANK-063")
def test_the_moderators_seat_is_taken_once_a_vote() -> None:
    """EX-11. Whoever took it; the next vote frees it."""
    m = vote(table(leader=C, moderator=C), moderate(C))
    assert refused(m, moderate(D)).detail["why"] == "no-moderator"
    assert offered(m, Abstain, "how") == [GATHER] and offered(m, Vote, "side") == ["aye", "nay"]
    drive(m, gather(D, E, A, B))
    t = m.state
    again = vote(t)
    assert offered(again, Abstain, "how") == [GATHER, MODERATE]


@pytest.mark.rule("ANK-064")
def test_whether_the_moderator_may_take_the_seat_again() -> None:
    m = vote(table(moderator=A), moderate(A))
    assert m.state.slot == A and refused(m, moderate(B)).detail["why"] == "no-moderator"
    assert "moderator-now" not in kinds_told(m)
    m = vote(table(moderator=A, options={"moderator_may_reclaim": False}))
    assert refused(m, moderate(A)).detail["why"] == "no-moderator"
    drive(m, gather(A), moderate(B))
    assert m.state.moderator == B


@pytest.mark.rule("ANK-066", "ANK-067", "ANK-068")
def test_a_later_turn_adds_or_passes() -> None:
    """EX-18. No other side, no abstention, no less; and who passes may add on a later turn."""
    m = vote(table(), aye(A, 2), nay(B, 3), gather(C, D, E))
    assert main_asks(m) == {(A, "add-power"), (A, "pass-turn")}
    for wrong in (nay(A, 3), Abstain(GATHER, by=A)):
        assert refused(m, wrong).code == "not-your-turn"
    assert refused(m, AddPower("nay", 3, by=A)).code == "not-offered"
    assert refused(m, AddPower("aye", 0, by=A)).code == "not-offered"
    assert offered(m, AddPower, "power") == [1, 2, 3, 4, 5, 6]
    m = vote(table(), aye(A, 1), nay(B, 2), nay(C, 3), gather(D, E), passes(A), more(B, 3), gather())
    drive(m, more(C, 3))
    assert (A, "add-power") in main_asks(m), "it passed before"
    drive(m, more(A, 6))
    assert m.state.put == {A: 7, B: 5, C: 6} and m.state.leader == A


@pytest.mark.rule("ANK-069")
def test_who_abstained_is_skipped_and_the_skip_is_a_turn() -> None:
    m = vote(table(), gather(A), aye(B, 1), gather(C, D, E))
    assert m.over and m.state.turns == 6, "A's second turn was a skip, and ended the vote"


@pytest.mark.rule("ANK-070")
def test_moves_out_of_turn_are_refused() -> None:
    m = vote(table(), aye(A, 2))
    for wrong in (aye(A, 1), aye(C, 1), moderate(D), PassTurn(by=E)):
        assert refused(m, wrong).code == "not-your-turn"


@pytest.mark.rule("ANK-187")
def test_the_same_move_twice_is_once() -> None:
    """By tap and by phone: the second is out of turn, or answers an older question."""
    m = vote(table())
    number = m.faces(A)[0].number
    m.play(aye(A, 2), number)
    assert refused(m, aye(A, 2), number).code == "not-your-turn"
    assert m.state.put == {A: 2}


@pytest.mark.rule("ANK-190")
def test_a_refusal_has_a_code_and_changes_nothing() -> None:
    m = vote(table(), moderate(A))
    refusal = refused(m, moderate(B))  # compares all that anybody sees before and after
    assert (refusal.code, refusal.detail) == ("not-offered", {"field": "how", "why": "no-moderator"})


@pytest.mark.rule("ANK-194")
def test_why_not_is_for_the_actor_where_it_rests_on_something_hidden() -> None:
    """More power than in hand: its house hears why, the board only that it is not possible now."""
    m = vote(table(hands=[2, 8, 8, 8, 8]))
    refusal = refused(m, aye(A, 3))
    assert refusal.audience == A and refusal.to(A) == ("not-offered", {"field": "power", "why": "too-many"})
    assert refusal.to(None) == refusal.to(B) == ("not-now", {})
    (mine,), (board,) = ([f for f in m.faces(v) if f.kind == "vote"] for v in (A, None))
    assert mine.fields["power"] != board.fields["power"]
    cover = board.fields["power"]
    assert cover is not None and cover.accepts(35) and cover.accepts(1)


@pytest.mark.rule("ANK-192")
def test_who_can_only_pass_is_asked_all_the_same() -> None:
    """EX-52. Neither the skip nor its speed shows an empty hand."""
    t = table(hands=[8, 8, 8, 11, 8], pool=0)
    m = vote(t, aye(A, 8), gather(B, C), nay(D, 9), gather(E))
    assert main_asks(m) == {(A, "add-power"), (A, "pass-turn")}
    assert refused(m, AddPower("aye", 1, by=A)).detail["why"] == "no-power"
    board = {f.kind: f for f in m.faces(None)}
    assert "add-power" in board and board["add-power"].fields["power"] is not None
    drive(m, passes(A))
    assert m.over and m.state.turns == 8, "B and C are skipped"


# ---- the host


@pytest.mark.rule("ANK-073")
def test_the_host_pushes_an_absent_player_to_the_cheapest_move() -> None:
    m = vote(table(), aye(A, 2), ForceTurn(by=HOST))
    assert m.state.act[B] == GATHER and kinds_told(m)[-2:] == ["forced", "abstained"]
    drive(m, nay(C, 3), gather(D, E), ForceTurn(by=HOST))
    assert m.over and m.state.totals["aye"] == 2 and "passed" in kinds_told(m)


@pytest.mark.rule("ANK-010", "ANK-011")
def test_holdings_are_their_owners_or_everybodys() -> None:
    m = vote(table(), aye(A, 3))
    assert m.view(A)["hand"] == {A: 5} and m.view(B)["hand"] == {B: 8} and m.view(None)["hand"] == {}
    assert m.view(A)["coins"] == {A: 10} and m.view(None)["coins"] == {}
    m = vote(table(options={"holdings": "public"}), aye(A, 3))
    assert m.view(None)["hand"] == {A: 5, B: 8, C: 8, D: 8, E: 8} and len(m.view(E)["coins"]) == 5
    (board,) = [f for f in m.faces(None) if f.kind == "vote"]
    power = board.fields["power"]
    assert power is not None and not power.accepts(9), "what everybody knows is no cover"


@pytest.mark.parametrize(("setting", "bell"), [("discussion_seconds", "discussion"), ("turn_seconds", "turn")])
def test_a_bell_only_rings(setting: str, bell: str) -> None:
    """ANK-054, ANK-072: before the first move of the vote, and in every turn after it."""
    m = vote(table(options={setting: 60}))
    if bell == "turn":
        assert (CLOCK, "rang") not in asked(m)
        drive(m, aye(A, 1))
    (face,) = [f for f in m.faces(None) if f.by == CLOCK]
    assert face.seconds == 60
    before = main_asks(m)
    drive(m, Rang(bell, by=CLOCK))
    assert main_asks(m) == before and (CLOCK, "rang") not in asked(m)


# ---- H. the Leader, and the end


@pytest.mark.rule("ANK-074", "ANK-075")
def test_most_power_leads_at_once_and_equal_power_does_not() -> None:
    """EX-07. On whichever side."""
    m = vote(table(), aye(A, 3), nay(B, 3))
    assert m.state.leader == A
    drive(m, nay(C, 4))
    assert m.state.leader == C and kinds_told(m)[-2:] == ["voted", "leader-now"]
    drive(m, gather(D, E), more(A, 1))
    assert m.state.leader == C, "only equal"
    drive(m, passes(B))
    assert m.over


@pytest.mark.rule("ANK-076", "ANK-077", "ANK-009")
def test_the_vote_ends_with_the_seat_on_the_leaders_right() -> None:
    """EX-06 up to the end: after A, since A = right(B); turns go to the left."""
    m = vote(table(), aye(A, 2), nay(B, 3), gather(C), moderate(D), aye(E, 1))
    assert m.state.turn == A and not m.over
    drive(m, passes(A))
    assert asked(m) & {(D, "choose-side")} and result(m) == ("", 3, 3)
    assert [table().left(s) for s in range(5)] == [1, 2, 3, 4, 0]
    assert [table().right(s) for s in range(5)] == [4, 0, 1, 2, 3]


@pytest.mark.rule("ANK-080")
def test_nothing_else_ends_a_vote() -> None:
    """Neither when nobody can be overtaken any more nor when all but one have spoken."""
    m = vote(table(hands=[8, 1, 1, 1, 1]), aye(A, 8), gather(B, C, D))
    assert not m.over and main_asks(m) == {(E, "vote"), (E, "abstain")}


def random_vote(seed: int) -> tuple[Table, list[int]]:
    """A whole vote of random moves: the table after it, and the completed turns at each change of Leader."""
    rng = Random(seed)
    n = rng.randint(3, 5)
    hands_ = [rng.randint(0, 9) for _ in range(n)]
    t = table(n, rng.randrange(n), rng.randrange(n), hands=hands_, pool=rng.randint(0, 5))

    def phase(t: Table) -> Script[None]:
        t.stage = "voting"
        yield from voting.phase(t)
        t.stage = ""

    m = Match.on(phase, t, invariants=sound)
    changes: list[int] = []
    while not m.over:
        leader = m.state.leader
        m.play(random_move(m, rng))
        if m.state.leader != leader:
            changes.append(m.state.turns)
    return m.state, changes


@pytest.mark.rule("ANK-078", "ANK-079")
def test_every_vote_ends_and_everybody_has_had_a_turn() -> None:
    """EX of the phase's length: N turns without a change of Leader, else N - 1 after the one that made the last."""
    changed = 0
    for seed in range(300):
        t, changes = random_vote(seed)
        assert set(t.act) == set(range(t.n))
        assert len(changes) <= 8 * t.n + 3
        changed += bool(changes)
        if not changes:
            assert t.turns == t.n
    assert changed > 150


@pytest.mark.rule("ANK-077")
def test_after_the_last_change_of_leader_n_less_one_turns_follow() -> None:
    m = vote(table(), aye(A, 1), aye(B, 2), aye(C, 3), passes(), gather(D, E), passes(A, B))
    assert m.over and m.state.turns == 3 + 4


# ---- worked examples of whole votes


@pytest.mark.rule("ANK-077", "ANK-102", "ANK-105", "ANK-101")
def test_ex_04() -> None:
    m = vote(table(), aye(A, 3), nay(B, 2), gather(C), aye(D, 1), nay(E, 1))
    assert result(m) == ("aye", 4, 3) and m.state.leader == A
    assert (m.state.pool, hands(m), m.state.coins[C]) == (4, [5, 8, 11, 7, 8], 11)


@pytest.mark.rule("ANK-074", "ANK-069", "ANK-077", "ANK-062")
def test_ex_05() -> None:
    m = vote(table(), aye(A, 2), nay(B, 3))
    assert m.state.leader == B
    drive(m, gather(C), moderate(D), aye(E, 1))
    assert m.state.moderator == D
    drive(m, more(A, 2))
    assert m.state.leader == A
    drive(m, passes(B), more(E, 1))
    assert m.over and result(m) == ("aye", 6, 3) and m.state.leader == A
    assert (m.state.pool, hands(m), coins(m)) == (6, [4, 8, 11, 8, 6], [10, 10, 11, 11, 10])


@pytest.mark.rule("ANK-077", "ANK-069")
def test_ex_14_the_skip_ends_it() -> None:
    m = vote(table(3, B, A), nay(B, 2), aye(C, 3), moderate(A), more(B, 2), passes(C))
    assert m.over and result(m) == ("nay", 3, 4) and m.state.leader == B
    assert (m.state.pool, hands(m), m.state.coins[A]) == (7, [8, 4, 8], 11)


@pytest.mark.rule("ANK-077", "ANK-068")
def test_ex_15() -> None:
    m = vote(table(4, A, B), aye(A, 1), aye(B, 1), nay(C, 2), nay(D, 3), passes(A, B, C))
    assert m.over and result(m) == ("nay", 2, 5) and m.state.leader == D
    assert (m.state.pool, hands(m)) == (8, [8, 8, 6, 5]) and sum(hands(m)) + 8 == 35


@pytest.mark.rule("ANK-126")
def test_events_of_the_voting_phase() -> None:
    """A first vote needs more, the Moderator's seat is closed, abstaining pays double: only while the event holds."""
    holding = {"rounds": 2}
    for holds in (True, False):
        e = [Special("E", "min_vote", "", 2, holding["rounds"], not holds, holds)]
        m = vote(table(hands=[8, 1, 8, 8, 8], specials=e))
        assert offered(m, Vote, "power")[0] == (2 if holds else 1)
        drive(m, aye(A, 3))
        assert bool(offered(m, Vote, "power")) != holds, "one token is too few"
        e = [Special("E", "no_moderator", "", 0, 2, not holds, holds)]
        assert (MODERATE in offered(vote(table(specials=e)), Abstain, "how")) != holds
        e = [Special("E", "double_coin", "", 0, 2, not holds, holds)]
        assert vote(table(specials=e), gather(A)).state.coins[A] == (12 if holds else 11)
    m = vote(table(specials=[Special("E", "min_vote", "", 2, 2, False, True)]), aye(A, 2), nay(B, 3), gather(C, D, E))
    assert offered(m, AddPower, "power")[0] == 1, "later additions are free"


