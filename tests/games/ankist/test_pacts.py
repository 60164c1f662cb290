"""Section I: pacts."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from companion.engine import HOST, Match, Move
from companion.games.ankist import duties, pacts, voting
from companion.games.ankist.duties import KINDS, Position, consistent
from companion.games.ankist.lore import Duty
from companion.games.ankist.moves import (
    Abstain,
    AcceptPact,
    AddPower,
    ChooseLeader,
    ChooseSide,
    ForceTurn,
    Leave,
    PassTurn,
    ProposePact,
    RecordPact,
    RejectPact,
    Return,
    SetCoins,
    SetPower,
    Vote,
    WithdrawPact,
)
from companion.games.ankist.state import GATHER, MODERATE, Special
from companion.players.random_player import random_move

from ..driver import AnyMatch, Step, asked, drive, kinds_told, offered, refused, the_ask
from .tables import (
    HOUSES,
    A,
    B,
    C,
    D,
    E,
    aye,
    coins,
    gather,
    hands,
    moderate,
    more,
    nay,
    passes,
    propose,
    table,
    vote,
)  # fmt: skip


def agree(by: int, to: int, *args: Any, **more: Any) -> Step:
    """A proposal that is accepted."""
    return lambda m: [*proposals(m, propose(by, to, *args, **more)), AcceptPact(by, by=to)]


def proposals(m: AnyMatch, step: Step) -> list[Move]:
    return [step] if isinstance(step, Move) else [*step(m)]


def stage(m: AnyMatch) -> str:
    return str(m.state.stage)


def why_not(m: AnyMatch, by: int, of: int) -> str:
    """Why this house may not accept the proposal of that one."""
    refusal = refused(m, AcceptPact(of, by=by))
    assert refusal.audience == by, "nobody else hears it"
    return str(refusal.detail["why"])


def free(m: AnyMatch) -> list[str]:
    """The kinds of acts open to whoever is asked to vote first."""
    by = m.state.turn
    return [*offered(m, Vote, "side", by), *offered(m, Abstain, "how", by)]


# ---- how a pact comes about


@pytest.mark.rule("ANK-081", "ANK-055")
def test_pacts_are_open_from_the_reading_to_the_effects() -> None:
    """In the vote and at both ties, for every house whatever it holds; not while the Leader signs."""
    m = vote(table(moderator=C))
    kinds = ("propose-pact", "accept-pact", "reject-pact", "withdraw-pact")
    window = {(s, kind) for s in range(5) for kind in kinds} | {(HOST, "record-pact")}
    assert window <= asked(m)
    drive(m, aye(A, 3), aye(B, 3), gather(C), nay(D, 3), nay(E, 3))
    assert stage(m) == "tie-side" and window <= asked(m)
    drive(m, ChooseSide("nay", by=C))
    assert stage(m) == "tie-leader" and window <= asked(m)
    drive(m, propose(A, B, 1), ChooseLeader(HOUSES[E], by=C))
    assert m.over and not asked(m) and m.state.offers == {}


@pytest.mark.rule("ANK-083", "ANK-084", "ANK-093")
def test_a_proposal_is_accepted_rejected_or_withdrawn() -> None:
    m = vote(table(), propose(B, C, 2, 1, terms="salt"))
    assert m.view(B)["offers"].keys() == m.view(C)["offers"].keys() == {"1-2"}
    assert m.view(D)["offers"] == m.view(None)["offers"] == {}
    assert offered(m, AcceptPact, "seat", C) == offered(m, RejectPact, "seat", C) == [B]
    assert offered(m, WithdrawPact, "seat", B) == [C] and offered(m, AcceptPact, "seat", B) == []
    drive(m, AcceptPact(B, by=C))
    assert coins(m) == [10, 9, 11, 10, 10], "at once, both ways"
    assert m.state.pacts["1-2-1"].offer.terms == "salt" and m.state.offers == {}
    drive(m, propose(B, C, 2), RejectPact(B, by=C), propose(B, C, 3), WithdrawPact(C, by=B))
    assert coins(m) == [10, 9, 11, 10, 10] and len(m.state.pacts) == 1
    assert kinds_told(m, B)[-4:] == ["pact-proposed", "pact-rejected", "pact-proposed", "pact-withdrawn"]
    assert kinds_told(m, D) == kinds_told(m) == ["pact-made"]


@pytest.mark.rule("ANK-083", "ANK-194")
def test_what_was_never_proposed_is_answered_clearly() -> None:
    """Every house can be tapped, so that a phone tells nothing; its owner hears why that one is no answer."""
    m = vote(table(), propose(B, C, 2))
    for move, why in ((AcceptPact(D, by=C), "no-offer"), (RejectPact(D, by=C), "no-offer"),
                      (WithdrawPact(D, by=B), "nothing-proposed"), (AcceptPact(B, by=D), "no-offer")):  # fmt: skip
        refusal = refused(m, move)
        assert (refusal.audience, refusal.detail["why"]) == (move.by, why)


@pytest.mark.rule("ANK-083")
def test_one_proposal_at_a_time_from_one_house_to_another() -> None:
    """And what is read is what is accepted: withdrawn and put anew, it is another question."""
    m = vote(table(), propose(B, C, 2))
    assert offered(m, ProposePact, "to", B) == [A, D, E]
    (second,) = proposals(m, propose(B, C, 1))
    assert refused(m, second).detail["why"] == "open-proposal"
    (old,) = (f.number for f in m.faces(C) if f.kind == "accept-pact" and f.by == C)
    drive(m, WithdrawPact(C, by=B), propose(B, C, 9))
    assert refused(m, AcceptPact(B, by=C), old).code == "stale"


@pytest.mark.rule("ANK-083", "ANK-091")
def test_an_open_proposal_lapses_when_the_effects_begin() -> None:
    m = vote(table(3), propose(A, B, 4), gather(A, B), aye(C, 1))
    assert m.over and m.state.offers == {} and coins(m) == [11, 11, 10]
    assert kinds_told(m, A).count("pact-lapsed") == kinds_told(m, B).count("pact-lapsed") == 1
    assert "pact-lapsed" not in kinds_told(m, C)


@pytest.mark.rule("ANK-084", "ANK-194")
def test_no_credit() -> None:
    """EX-23."""
    m = vote(table(coins=[10, 10, 10, 10, 1]), propose(A, E, take=2))
    assert why_not(m, E, A) == "not-enough-coins" and offered(m, RejectPact, "seat", E) == [A]
    drive(m, WithdrawPact(E, by=A), propose(A, E, take=1), AcceptPact(A, by=E))
    assert coins(m) == [11, 10, 10, 10, 0]


@pytest.mark.rule("ANK-085")
def test_without_coins_it_is_a_promise() -> None:
    m = vote(table(), agree(B, C, yours=("vote-aye", 2, 8)), aye(A, 1), gather(B), nay(C, 1))
    assert kinds_told(m)[0] == "promise-made" and m.state.owed == {}
    m = vote(table(), agree(B, C, 1, yours=("vote-aye", 2, 8)), aye(A, 1), gather(B))
    assert free(m) == ["aye"]
    assert offered(m, WithdrawPact, "seat", B) == [] and offered(m, RejectPact, "seat", C) == [], "no way back"


@pytest.mark.rule("ANK-086")
def test_only_coins_change_hands() -> None:
    m = vote(table(), agree(B, C, 4, 1, mine="gather", yours="abstain"))
    fields = the_ask(m, ProposePact, A).fields
    assert [name for name in fields if name in ("give", "take")] == ["give", "take"]
    t = m.state
    assert hands(m) == [8] * 5 and t.pool == 3 and (t.leader, t.moderator) == (A, E) and len(t.plans) == 5


@pytest.mark.rule("ANK-191", "ANK-006")
def test_offered_coins_are_held() -> None:
    """EX-51. They still belong to the house, which may not offer or pay them a second time."""
    m = vote(table(), propose(B, C, 6))
    assert m.state.coins[B] == 10
    (move,) = proposals(m, propose(B, D, 5))
    assert refused(m, move).code == "not-offered"
    drive(m, propose(A, B, take=5))
    assert why_not(m, B, A) == "not-enough-coins"
    drive(m, RejectPact(B, by=C), propose(B, D, 5))
    assert offered(m, ProposePact, "give", B) == [0, 1, 2, 3, 4, 5]
    drive(m, AcceptPact(A, by=B), AcceptPact(B, by=D))
    assert coins(m) == [15, 0, 10, 15, 10] and sum(coins(m)) == 50


# ---- what is owed


@pytest.mark.rule("ANK-087", "ANK-088", "ANK-084")
def test_ex_19_a_bought_vote() -> None:
    m = vote(table(leader=C), agree(B, C, 2, yours=("vote-aye", 2, 8)))
    assert coins(m) == [10, 8, 12, 10, 10]
    assert free(m) == ["aye"] and offered(m, Vote, "power", C) == [2, 3, 4, 5, 6, 7, 8]
    refusal = refused(m, nay(C, 3))
    assert refusal.detail["why"] == "pact" and refusal.audience == C


@pytest.mark.rule("ANK-087")
@pytest.mark.parametrize(
    ("duty", "left"),
    [
        ("vote-nay", ["nay"]),
        ("not-aye", ["nay", GATHER, MODERATE]),
        ("not-nay", ["aye", GATHER, MODERATE]),
        ("gather", [GATHER]),
        ("moderate", [MODERATE]),
        ("abstain", [GATHER, MODERATE]),
    ],
)
def test_what_each_duty_leaves_of_a_first_turn(duty: str, left: list[str]) -> None:
    """For the house that is paid and for the one that pays alike."""
    assert free(vote(table(leader=C), agree(B, C, 1, yours=duty))) == left
    assert free(vote(table(leader=C), agree(C, B, 1, mine=duty))) == left


@pytest.mark.rule("ANK-087")
def test_the_most_of_a_bought_vote_holds_for_the_whole_phase() -> None:
    m = vote(table(), agree(B, A, 1, yours=("vote-aye", 2, 4)))
    assert offered(m, Vote, "power", A) == [2, 3, 4]
    drive(m, aye(A, 2), nay(B, 3), gather(C, D, E))
    assert offered(m, AddPower, "power") == [1, 2]
    drive(m, more(A, 2), more(B, 2))
    assert offered(m, AddPower, "power") == [] and offered(m, AddPower, "side") == []


@pytest.mark.rule("ANK-087", "ANK-192")
def test_ex_21_raising_to_a_total() -> None:
    """What must be added is added now; what the hand has not is no breach; nobody sees that a pass is barred."""
    t = table(hands=[8, 8, 8, 3, 8], leader=D)
    m = vote(t, aye(D, 2), nay(E, 3), agree(A, D, 1, yours=("raise", 4)), gather(A, B, C))
    assert (D, "pass-turn") in asked(m)
    assert refused(m, PassTurn(by=D)).detail == {"why": "pact"}
    assert [f.barred for f in m.faces(D) if f.kind == "pass-turn"] == ["pact"]
    assert all(not f.barred for v in (None, A, E) for f in m.faces(v))
    assert offered(m, AddPower, "power") == [1]
    drive(m, more(D, 1))
    assert m.state.put == {D: 3, E: 3} and m.state.stage == "tie-side"
    assert "pact-broken" not in kinds_told(m)


@pytest.mark.rule("ANK-087")
def test_raising_leaves_more_than_the_least_and_no_more_power_leaves_a_pass() -> None:
    m = vote(table(), aye(A, 2), agree(B, A, 1, yours=("raise", 5)), nay(B, 3), gather(C, D, E))
    assert offered(m, AddPower, "power") == [3, 4, 5, 6]
    m = vote(table(), aye(A, 2), agree(B, A, 1, yours="no-more"), nay(B, 3), gather(C, D, E))
    assert offered(m, AddPower, "power") == [] and not refusable(m, PassTurn(by=A))


def refusable(m: AnyMatch, move: Any) -> bool:
    try:
        m.check(move)
    except Exception:
        return True
    return False


@pytest.mark.rule("ANK-087", "ANK-095")
def test_a_bought_tie() -> None:
    t = table(moderator=C)
    m = vote(t, agree(A, C, 1, yours="tie-nay"), aye(A, 1), nay(B, 1), gather(C, D, E))
    assert offered(m, ChooseSide, "side") == ["nay"] and refused(m, ChooseSide("aye", by=C)).detail["why"] == "pact"
    (board,) = [f for f in m.faces(None) if f.kind == "choose-side"]
    assert [*board.fields["side"].choices()] == ["aye", "nay"], "never which one a pact leaves"  # type: ignore[union-attr]


@pytest.mark.rule("ANK-087", "ANK-098")
def test_a_bought_leader() -> None:
    """It binds only in a tie in which that house is a candidate."""
    t = table(moderator=D)
    steps: list[Step] = [gather(A), aye(B, 1), nay(C, 1), gather(D), nay(E, 1)]
    m = vote(t, agree(A, D, 1, yours="leader", whom=C), *steps)
    assert offered(m, ChooseLeader, "house") == [HOUSES[C]]
    m = vote(t, agree(A, D, 1, yours="leader", whom=B), *steps)
    assert offered(m, ChooseLeader, "house") == [HOUSES[C], HOUSES[E]]


@pytest.mark.rule("ANK-088")
def test_with_record_a_pact_may_be_broken_and_is_said_to_be() -> None:
    record = {"pact_enforcement": "record"}
    m = vote(table(options=record), agree(B, A, 1, yours=("vote-aye", 2, 8)), nay(A, 1))
    assert "pact-broken" in kinds_told(m)
    assert m.state.pacts["1-0-1"].broken == (A,)
    m = vote(table(options=record), agree(B, A, 1, yours=("vote-aye", 2, 8)), aye(A, 2))
    assert "pact-broken" not in kinds_told(m)
    m = vote(table(options=record), aye(A, 2), agree(B, A, 1, yours="no-more"), nay(B, 3), gather(C, D, E), more(A, 1))
    assert m.state.pacts["1-0-1"].broken == (A,)
    m = vote(table(options=record), aye(A, 2), agree(B, A, 1, yours=("raise", 4)), nay(B, 3), gather(C, D, E))
    drive(m, passes(A))
    assert m.state.pacts["1-0-1"].broken == (A,)
    t = table(moderator=C, options=record)
    m = vote(t, agree(A, C, 1, yours="tie-nay"), aye(A, 1), nay(B, 1), gather(C, D, E), ChooseSide("aye", by=C))
    assert m.state.pacts["0-2-1"].broken == (C,)
    m = vote(table(moderator=D, options=record), agree(A, D, 1, yours="leader", whom=C))
    drive(m, gather(A), aye(B, 1), nay(C, 1), gather(D), nay(E, 1), ChooseLeader(HOUSES[E], by=D))
    assert m.state.pacts["0-3-1"].broken == (D,)


@pytest.mark.rule("ANK-088")
def test_only_the_pact_that_was_broken_is_said_to_be() -> None:
    """Not one of others, not one about another choice, not a duty of the partner, no promise; and once each."""
    record = {"pact_enforcement": "record"}
    m = vote(
        table(moderator=A, options=record),
        agree(B, A, 1, yours=("vote-aye", 2, 8)), agree(C, A, 1, yours="tie-aye"), agree(D, A, 2, mine="not-aye"),
        agree(C, D, 1, yours="not-nay"), agree(E, A, 0, yours="abstain"), nay(A, 1),
    )  # fmt: skip
    assert {key: pact.broken for key, pact in m.state.pacts.items() if pact.broken} == {"1-0-1": (A,)}
    drive(m, aye(B, 1), aye(C, 2), aye(D, 3))
    assert {key for key, pact in m.state.pacts.items() if pact.broken} == {"1-0-1", "3-0-1"}
    assert m.state.pacts["3-0-1"].broken == (D,) and kinds_told(m).count("pact-broken") == 2


# ---- what cannot be agreed


@pytest.mark.rule("ANK-090")
def test_ex_20_contradictory_pacts() -> None:
    m = vote(table(leader=C), agree(B, C, 2, yours=("vote-aye", 2, 8)), propose(D, C, 1, yours="abstain"))
    assert why_not(m, C, D) == "no-legal-move"
    drive(m, WithdrawPact(C, by=D), propose(D, C, 0, yours="abstain"), AcceptPact(D, by=C))
    assert free(m) == ["aye"], "without coins it binds nobody"


@pytest.mark.rule("ANK-090")
@pytest.mark.parametrize(
    ("first", "second"),
    [("not-aye", ("vote-aye", 1, 1)), ("gather", "moderate"), (("vote-aye", 1, 2), ("vote-aye", 3, 4)),
     ("tie-aye", "tie-nay")],
)  # fmt: skip
def test_other_contradictions(first: Any, second: Any) -> None:
    m = vote(table(leader=B, moderator=C), agree(A, C, 1, yours=first), propose(D, C, 1, yours=second))
    assert why_not(m, C, D) == "no-legal-move"
    m = vote(table(leader=B, moderator=C, options={"pact_enforcement": "record"}), agree(A, C, 1, yours=first))
    drive(m, propose(D, C, 1, yours=second), AcceptPact(D, by=C))
    assert len(m.state.pacts) == 2, "on record one may promise anything"


@pytest.mark.rule("ANK-090")
def test_two_leaders_cannot_both_be_chosen() -> None:
    m = vote(table(moderator=C), agree(A, C, 1, yours="leader", whom=D), propose(B, C, 1, yours="leader", whom=E))
    assert why_not(m, C, B) == "no-legal-move"


@pytest.mark.rule("ANK-090")
def test_more_power_than_in_hand_cannot_be_promised() -> None:
    """Bad input that must end in a clear message: the acceptor's hand is judged, the proposer's bounds the form."""
    m = vote(table(hands=[8, 8, 3, 8, 8]), propose(A, C, 1, yours=("vote-aye", 4, 9)))
    assert why_not(m, C, A) == "no-legal-move"
    assert offered(m, ProposePact, "mine_least", C) == [1, 2, 3]
    t = table(hands=[8, 8, 1, 8, 8], specials=[Special("E", "min_vote", "", 2, 2, False, True)])
    assert "vote-aye" not in offered(vote(t), ProposePact, "mine", C), "the event would forbid it"
    t = table(specials=[Special("E", "no_moderator", "", 0, 2, False, True)])
    assert "moderate" not in offered(vote(t), ProposePact, "mine", C)


@pytest.mark.rule("ANK-090")
@pytest.mark.parametrize("enforcement", ["strict", "record"])
def test_what_is_over_cannot_be_promised(enforcement: str) -> None:
    """A choice already made, a seat already taken, a turn that is yet to come."""
    m = vote(table(moderator=B, options={"pact_enforcement": enforcement}), aye(A, 2))
    for duty in ("vote-aye", "not-aye", "gather", "abstain", "tie-aye", "leader", ("raise", 2)):
        drive(m, propose(B, A, 1, yours=duty))
        assert why_not(m, A, B) == "too-late", duty
        drive(m, WithdrawPact(A, by=B))
    for duty in ("raise", "no-more"):
        drive(m, propose(A, B, 1, yours=(duty, 4)))
        assert why_not(m, B, A) == "too-late", "it has not voted yet"
        drive(m, WithdrawPact(B, by=A))
    drive(m, gather(B), moderate(C), propose(A, D, 1, yours="moderate"), propose(B, D, 1, yours="tie-aye"))
    assert why_not(m, D, A) == why_not(m, D, B) == "too-late"
    assert offered(m, ProposePact, "mine", D) == ["nothing", "vote-aye", "vote-nay", "not-aye", "not-nay", "gather",
                                                  "abstain"]  # fmt: skip


@pytest.mark.rule("ANK-090")
def test_what_a_house_offers_to_owe_is_held() -> None:
    """So an acceptance never fails for what its proposer hides, and never tells it."""
    m = vote(table(leader=C), propose(C, B, 1, mine="gather"))
    assert "moderate" not in offered(m, ProposePact, "mine", C) and "gather" in offered(m, ProposePact, "mine", C)
    drive(m, propose(A, C, 1, yours="moderate"))
    assert why_not(m, C, A) == "no-legal-move"
    drive(m, WithdrawPact(B, by=C), AcceptPact(A, by=C))
    assert free(m) == [MODERATE]


def test_the_short_way_and_the_long_way_agree_on_what_may_be_offered() -> None:
    """`on_offer` reasons about whole ranges of amounts; here every amount is tried."""
    rng = Random(7)
    some = [Duty(k, lo, hi) for k in ("vote-aye", "raise") for lo, hi in ((1, 2), (2, 2), (1, 3), (3, 3))]
    some += [Duty(k) for k in KINDS if k not in ("vote-aye", "vote-nay", "raise")]
    seen = 0
    for act, hand, put, taken in product(("", "aye"), (0, 1, 3), (1, 2), (False, True)):
        at = Position(act, put if act else 0, hand, 1, taken, not taken)
        for _ in range(40):
            owed = tuple(rng.sample(some, rng.randint(0, 2)))
            can = [k for k in KINDS if (k in duties.LATER) == (act == "aye") or k in ("nothing", *duties.TIES)]
            can = [k for k in can if k in duties.LATER or not act or k not in duties.FIRST]
            can = [k for k in can if k != "moderate" or not taken]
            if not consistent(at, owed):
                continue
            low, high = duties.amounts(at)
            for kind in can:
                tries = [Duty(kind, n, n) for n in range(low, high + 1)]
                if kind == "leader":
                    continue
                long_way = kind == "nothing" or all(consistent(at, (*owed, d)) for d in tries)
                assert (kind in duties._offerable(at, owed, (kind,))) == long_way, (at, owed, kind)
                seen += 1
    assert seen > 1000


# ---- how duties end


@pytest.mark.rule("ANK-091")
def test_duties_end_with_the_round_and_coins_stay() -> None:
    """EX-22."""
    m = vote(table(), aye(A, 2), agree(C, A, 2, yours=("raise", 4)), gather(B, C, D, E))
    assert m.over and coins(m)[A] == 12 and m.state.owed == {} and "pact-broken" not in kinds_told(m)
    again = vote(m.state)
    assert again.state.pacts == {} and free(again) == ["aye", "nay", GATHER, MODERATE]


@pytest.mark.rule("ANK-091")
def test_a_bought_moderator_is_free_when_another_house_is_quicker() -> None:
    m = vote(table(), agree(A, B, 1, yours="moderate"), moderate(A))
    assert free(m) == ["aye", "nay", GATHER] and m.state.coins[B] == 11
    m = vote(table(), agree(A, B, 1, yours="abstain"), moderate(A))
    assert free(m) == [GATHER], "any abstention is still owed"


@pytest.mark.rule("ANK-073")
@pytest.mark.parametrize(
    ("duty", "act", "put"),
    [(("vote-nay", 2, 5), "nay", 2), ("not-aye", GATHER, 0), ("moderate", MODERATE, 0), ("nothing", GATHER, 0)],
)
def test_a_forced_turn_honours_what_is_owed(duty: Any, act: str, put: int) -> None:
    m = vote(table(), agree(B, A, 1, yours=duty), ForceTurn(by=HOST))
    assert m.state.act[A] == act and m.state.put.get(A, 0) == put


@pytest.mark.rule("ANK-073")
def test_a_forced_later_turn_adds_what_is_owed_and_no_more() -> None:
    m = vote(table(), aye(A, 2), agree(B, A, 1, yours=("raise", 5)), nay(B, 3), gather(C, D, E), ForceTurn(by=HOST))
    assert m.state.put[A] == 5


# ---- who knows


@pytest.mark.rule("ANK-092", "ANK-011")
def test_who_sees_a_pact() -> None:
    m = vote(table(), agree(B, C, 2, yours="gather", terms="the salt"))
    assert m.view(None)["pacts"]["1-2-1"]["offer"]["terms"] == "the salt" and "pact-made" in kinds_told(m)
    m = vote(table(options={"pact_visibility": "parties"}), agree(B, C, 2, yours="gather"))
    assert m.view(B)["pacts"] and m.view(C)["pacts"] and m.view(C)["owed"]
    for viewer in (None, A, D, E, HOST):
        assert m.view(viewer)["pacts"] == {} and m.view(viewer)["owed"] == {}
        assert "pact-made" not in kinds_told(m, viewer)


# ---- the host's pen


def record(by: int, to: int, give: int = 0, take: int = 0, mine: str = "nothing", yours: str = "nothing",
           least: int = 1, most: int = 1) -> RecordPact:  # fmt: skip
    return RecordPact(by, to, give, take, mine, least, most, yours, least, most, to, "—", by=HOST)


@pytest.mark.rule("ANK-194", "ANK-083")
def test_the_host_writes_down_what_was_agreed_aloud() -> None:
    """Proposed and accepted in one; what cannot stand is void, without a reason, and nothing else changes."""
    m = vote(table(leader=C), record(B, C, 2, yours="vote-aye", least=8, most=3))
    assert coins(m) == [10, 8, 12, 10, 10] and offered(m, Vote, "power", C) == [3, 4, 5, 6, 7, 8]
    for wrong in (record(B, C, 9), record(B, B, 1), record(D, C, 1, yours="gather"), record(C, B, 1, mine="abstain")):
        before = (coins(m), m.state.owed, m.state.pacts)
        drive(m, wrong)
        assert kinds_told(m)[-1] == "pact-void" and (coins(m), m.state.owed, m.state.pacts) == before
    assert m.view(None)["void"] == [(B, C), (B, B), (D, C), (C, B)]


@pytest.mark.rule("ANK-189")
def test_proposals_of_the_departed_lapse_and_nobody_writes_to_them() -> None:
    m = vote(table(), propose(A, B, 3), propose(B, C, 2), propose(D, A, 1), Leave(B, by=HOST))
    assert list(m.state.offers) == ["3-0"]
    assert offered(m, ProposePact, "to", A) == [C, D, E] and not [1 for by, _ in asked(m) if by == B]
    drive(m, Return(B, by=HOST))
    assert offered(m, ProposePact, "to", A) == [B, C, D, E]


@pytest.mark.rule("ANK-191")
def test_a_corrected_purse_lets_go_what_it_can_no_longer_hold() -> None:
    m = vote(table(), propose(B, C, 6), propose(B, D, 2), SetCoins(B, 5, by=HOST))
    assert m.state.offers == {} and kinds_told(m, C).count("pact-lapsed") == 1
    m = vote(table(), propose(B, C, 4), SetCoins(B, 5, by=HOST))
    assert offered(m, ProposePact, "give", B) == [0, 1]


@pytest.mark.rule("ANK-091", "ANK-073")
def test_a_corrected_hand_never_leaves_a_house_without_a_move() -> None:
    m = vote(table(leader=C), agree(B, C, 1, yours=("vote-aye", 4, 8)), SetPower(C, 2, by=HOST))
    assert free(m) == ["aye", "nay", GATHER, MODERATE] and offered(m, Vote, "power", C) == [1, 2]


def test_what_is_asked_is_never_older_than_the_table() -> None:
    """The windows are made anew only when something changed that they rest on. Here they are made anew every time."""
    for seed in range(25):
        rng = Random(seed)
        enforcement, visibility = ("strict", "record")[seed % 2], ("public", "parties")[seed % 3 > 0]
        options = {"pact_enforcement": enforcement, "pact_visibility": visibility}
        m = Match.on(voting.voting, table(3 + seed % 3, moderator=1, options=options))
        while not m.over:
            m.play(random_move(m, rng))
            t = m.state
            if m.over:
                break
            for seat in range(t.n):
                now = {a.move: a for a in m.asks() if a.by == seat}
                fresh = [*pacts.proposals(t, seat, the_most(m)), *pacts.answers(t, seat)]
                assert all(now[a.move] == a for a in fresh)
            if t.stage == "voting":
                make = voting._later if t.turn in t.act else voting._opening
                assert all(a in m.asks() for a in make(t, t.turn))


def the_most(m: AnyMatch) -> int:
    bound = the_ask(m, ProposePact, 0).fields["take"]
    return int(max(bound.choices()))


def test_a_limit_that_a_pact_sets_is_named_as_one() -> None:
    """And not as a want of power, with power in the hand."""
    m = drive(vote(table()), agree(C, A, give=2, yours=("vote-nay", 2, 3)))
    why = [refused(m, Vote("nay", power, by=A)).detail["why"] for power in (1, 4)]
    assert why == ["pact-least", "pact-most"]


def test_ones_own_promise_may_reach_as_far_as_the_others() -> None:
    """The least that a house promises it must have; how much more it may put is bounded by all power alike."""
    fields = the_ask(vote(table()), ProposePact, B).fields
    least, most, theirs = (list(fields[name].choices())[-1] for name in ("mine_least", "mine_most", "yours_most"))
    assert (least, most) == (8, theirs)


@pytest.mark.rule("ANK-088")
def test_a_vote_too_small_breaks_its_pact_only_when_nothing_was_added() -> None:
    """With `record`: 1 where 3 are owed, then 2 more, keeps it; with nothing more it is broken as the phase ends."""
    owes = agree(C, A, give=2, yours=("vote-nay", 3, 8))
    m = drive(vote(table(options={"pact_enforcement": "record"})), owes, nay(A, 1), nay(B, 2))
    kept = drive(m, gather(C), gather(D), gather(E))
    assert "pact-broken" not in kinds_told(kept)
    drive(kept, more(A, 2))
    while kept.state.stage:
        drive(kept, passes(kept.state.turn) if kept.state.turn in kept.state.put else gather(kept.state.turn))
    assert "pact-broken" not in kinds_told(kept)
    m = drive(vote(table(options={"pact_enforcement": "record"})), owes, nay(A, 1), gather(B), gather(C), gather(D))
    assert "pact-broken" not in kinds_told(m)
    drive(m, gather(E))
    assert "pact-broken" in kinds_told(m)
