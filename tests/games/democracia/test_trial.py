"""RULES.md, sections 8 and 9, and the Attorney General of section 18: trials and prison."""

from __future__ import annotations

import pytest

from companion.games.democracia import events as e
from companion.games.democracia import moves as m
from companion.games.democracia.piles import may_hold_more
from companion.games.democracia.planning import investigation, planning
from companion.games.democracia.rules import bookkeeping, round_end
from companion.games.democracia.state import Table
from companion.games.democracia.trial import trial
from companion.games.democracia.windows import react, reactions

from ..driver import AnyMatch, Step, asked, drive, offered
from .tables import (
    B1,
    B2,
    R1,
    R2,
    answer,
    deal,
    fetch,
    govern,
    lay,
    let,
    own,
    revealing,
    ring,
    run,
    table,
    told,
    verdict,
)

GUILTY = {"JUE_1": False, "JUE_2": False}
INNOCENT = {"JUE_1": True, "JUE_2": True}


def courtroom(n: int = 4, accused: str = "BAR-B1", card: str = "FUN-07", **options: object) -> Table:
    """R1 owns Judge 1 and R2 (with fewer players: R1 too) Judge 2; Judge 1's token lies on the card of the accused."""
    t = table(n, options=options)
    own(t, R1, "JUE-1")
    own(t, R2 if n > 3 else 1, "JUE-2")
    t.pop.update(dict.fromkeys(range(n), 5))
    if card:
        if accused not in {a for agents in t.owned.values() for a in agents}:
            own(t, B1, accused)
        lay(t, accused, card)
        t.tokens = {"JUE-1": accused}
    return t


def tried(t: Table, agent: str, *steps: Step) -> AnyMatch:
    """The card under the agent is turned up and its trial held."""
    seat = t.owner_of(agent)
    assert seat is not None
    return revealing(t, seat, agent, *steps, money=9)


# ---- the course of a trial


@pytest.mark.rule("DEM-110", "DEM-113", "DEM-115", "DEM-118", "DEM-124")
def test_embezzlement_found_innocent() -> None:
    """W06: the Judges are those of B2, R1 and R2."""
    t = table(4)
    own(t, B2, "JUE-1")
    own(t, R1, "JUE-2")
    own(t, R2, "JUE-3")
    t.pop[R1] = 3
    lay(t, "BAR-R1", "FUN-09")
    t.tokens = {"JUE-1": "BAR-R1"}
    match = revealing(t, R1, "BAR-R1")
    assert (match.state.pop[R1], match.state.pop[R2]) == (1, 1)
    assert asked(match) == {(s, "judge") for s in (B2, R1, R2)}, "the defendant too"
    drive(match, verdict(JUE_1=False, JUE_2=True, JUE_3=True))
    assert told(match, e.FoundInnocent) == [e.FoundInnocent("BAR-R1", 2, 1)]
    assert {(v.judge, v.innocent) for v in told(match, e.JudgeVoted)} == {
        ("JUE-1", False), ("JUE-2", True), ("JUE-3", True)
    }  # fmt: skip
    assert match.view(None)["verdicts"] == {"JUE-1": False, "JUE-2": True, "JUE-3": True}
    assert match.state.money == 7


@pytest.mark.rule("DEM-110")
def test_play_stops_until_the_trial_ends() -> None:
    match = tried(courtroom(), "BAR-B1")
    assert match.view(None)["trial"] == {
        "accused": "BAR-B1", "seat": B1, "card": "FUN-07", "by": None, "cause": "", "stage": "vote", "illegal": True,
        "losses": {B1: 2, B2: 1}, "threat": "lost",
    }  # fmt: skip
    assert asked(match) == {(R1, "judge"), (R2, "judge")} and match.state.money == 9
    assert match.view(None)["doing"]["card"] == "FUN-07"
    drive(match, verdict(**INNOCENT))
    assert match.state.money == 14 and match.state.trial is None


@pytest.mark.rule("DEM-111", "DEM-114", "DEM-120", "DEM-121", "DEM-122", "DEM-123")
@pytest.mark.parametrize(
    ("agent", "president", "threat"),
    [("BAR-B1", False, "lost"), ("LID-B1", False, "prison"), ("LID-B1", True, "resigns"), ("JUE-3", False, "dismissed"),
     ("BAR-B1", True, "lost-and-resigns")],
)
def test_what_guilty_means_is_known_from_the_start(agent: str, president: bool, threat: str) -> None:
    t = courtroom(card="", president_any_conviction=True)
    own(t, B1, "JUE-3")
    deal(t, B1, "REA-02")  # so that there is a window
    t.turn = B1
    if president:
        govern(t, B1)
    match = run(t, lambda t: trial(t, agent, frame=True))
    assert match.view(None)["trial"]["threat"] == threat and match.view(None)["trial"]["stage"] == "open"


@pytest.mark.rule("DEM-111", "DEM-119", "DEM-531")
def test_each_window_of_a_trial_says_on_what_occasion_it_opens() -> None:
    """Before the trial, before each loss by the instruction, after the verdict: for all, whatever is held."""
    def occasions(match: AnyMatch) -> set[tuple[int, str, str]]:
        return {(f.by, f.kind, f.occasion) for f in match.faces(None) if f.by >= 0}

    t = courtroom(accused="LID-B1")
    deal(t, B1, "FUN-01")  # a card, though not one that helps
    govern(t, B2, "PRE-01")
    match = tried(t, "LID-B1")
    assert occasions(match) == {(B1, "react", "trial"), (B1, "pass-window", "trial")}
    drive(match, m.PassWindow(by=B1), ring)
    assert occasions(match) == {(B2, "use-president", "loss"), (B2, "pass-window", "loss")}
    drive(match, m.PassWindow(by=B2), ring, m.Judge({"JUE-1": False}, by=R1))
    assert {(R1, "judge", "declared"), (R2, "judge", "")} == occasions(match)
    drive(match, m.Judge({"JUE-2": False}, by=R2))
    assert occasions(match) == {(B1, "react", "guilty"), (B1, "pass-window", "guilty")}
    assert match.view(None)["trial"]["stage"] == "sentence" and len(match.view(None)["verdicts"]) == 3
    drive(match, m.PassWindow(by=B1), ring)
    assert occasions(match) == {(B2, "use-president", "guilty"), (B2, "pass-window", "guilty")}
    drive(match, m.PassWindow(by=B2), ring)
    assert match.state.convicted == [B1] and match.view(None)["trial"] is None


@pytest.mark.rule("DEM-112")
def test_an_agent_is_tried_once_a_round() -> None:
    t = courtroom()
    t.tried = ["BAR-B1"]
    match = tried(t, "BAR-B1")
    assert match.over and not told(match, e.TrialOpened)
    t = courtroom()
    t.tokens["JUE-2"] = "BAR-B1"
    match = tried(t, "BAR-B1", verdict(**INNOCENT))
    assert match.over and len(told(match, e.TrialOpened)) == 1, "two tokens, one trial"
    t = match.state
    t.turn, t.money = None, 0
    assert run(t, round_end).state.tried == [], "a new round"


@pytest.mark.rule("DEM-113", "DEM-048")
@pytest.mark.parametrize(
    ("agent", "card", "lost"),
    [("LID-B1", "FUN-07", (2, 1)), ("BAR-B1", "FUN-07", (2, 1)), ("MED-B1", "INT-02", (0, 0)),
     ("GOB", "INT-02", (2, 1))],
)
def test_the_instruction_costs_party_and_government_popularity(agent: str, card: str, lost: tuple[int, int]) -> None:
    t = courtroom(card="")
    if agent == "GOB":
        govern(t, B1)
    elif agent == "MED-B1":
        own(t, B1, agent)
    lay(t, agent, card)
    t.tokens = {"JUE-1": agent}
    match = tried(t, agent, let)
    assert (match.state.pop[B1], match.state.pop[B2]) == (5 - lost[0], 5 - lost[1])
    t.pop[B1] = 5
    alone = courtroom(2)
    match = tried(alone, "BAR-B1")
    assert match.state.pop == {0: 3, 1: 5}, "nobody has a partner"


@pytest.mark.rule("DEM-114")
def test_an_accused_judge_goes_without_a_vote() -> None:
    """W25."""
    t = courtroom(card="")
    t.turn, t.tokens = B1, {"JUE-1": "BAR-B1"}
    match = run(t, lambda t: trial(t, "JUE-1", frame=True))
    assert match.over and not told(match, e.JudgeVoted)
    assert "JUE-1" in match.state.market and not match.state.tokens
    assert set(match.state.pop.values()) == {5}


@pytest.mark.rule("DEM-115", "DEM-132")
@pytest.mark.parametrize("n", [4, 6])
def test_all_judges_vote_owned_ones_as_they_like_free_ones_by_the_law(n: int) -> None:
    t = courtroom(n)
    t.prison = [R1]
    match = tried(t, "BAR-B1")
    assert (R1, "judge") in asked(match), "a prisoner too"
    free = {j: False for j in t.judges() if j not in ("JUE-1", "JUE-2")}
    assert len(t.judges()) == (3 if n == 4 else 5)
    assert match.state.verdicts == free, "the card is illegal"


@pytest.mark.rule("DEM-115")
@pytest.mark.parametrize("card", ["FUN-02", ""])
def test_free_judges_acquit_a_legal_card_and_an_agent_without_one(card: str) -> None:
    """W26."""
    t = courtroom(card="")
    t.pop.update({R1: 4, R2: 1})
    own(t, B1, "JUE-3")
    t.owned[R1].remove("JUE-1")
    t.owned[R2].remove("JUE-2")
    t.market += ["JUE-1", "JUE-2"]
    t.turn = R1
    if card:
        t.up["BAR-R1"] = fetch(t, card)
    match = run(t, lambda t: trial(t, "BAR-R1", frame=True))
    assert match.state.verdicts == {"JUE-1": True, "JUE-2": True}
    assert (match.state.pop[R1], match.state.pop[R2]) == (2, 0)
    drive(match, verdict(JUE_3=False))
    assert told(match, e.FoundInnocent) and match.state.up == ({"BAR-R1": card} if card else {})


@pytest.mark.rule("DEM-116")
@pytest.mark.parametrize(("one", "two", "found"), [(True, True, 1), (True, False, 0), (False, False, 0)])
def test_the_majority_decides(one: bool, two: bool, found: int) -> None:
    """Judge 3 is free and votes guilty."""
    match = tried(courtroom(), "BAR-B1", verdict(JUE_1=one, JUE_2=two))
    assert len(told(match, e.FoundInnocent)) == found
    assert len(told(match, e.FoundGuilty)) == 1 - found


@pytest.mark.rule("DEM-117")
def test_judges_declare_aloud_and_may_think_again_or_all_at_once() -> None:
    match = tried(courtroom(), "BAR-B1", m.Judge({"JUE-1": False}, by=R1))
    assert match.view(B1)["verdicts"]["JUE-1"] is False
    drive(match, m.Judge({"JUE-1": True}, by=R1), m.Judge({"JUE-2": True}, by=R2))
    assert told(match, e.FoundInnocent)
    match = tried(courtroom(judge_votes="simultaneous"), "BAR-B1", m.Judge({"JUE-1": False}, by=R1))
    assert "JUE-1" not in match.view(B1)["verdicts"] and (R1, "judge") not in asked(match)
    drive(match, m.Judge({"JUE-2": True}, by=R2))
    assert match.state.verdicts == {"JUE-1": False, "JUE-2": True, "JUE-3": False}


# ---- annulment


@pytest.mark.rule("DEM-111", "DEM-517", "DEM-112")
def test_the_wiretap_was_illegal() -> None:
    """W42."""
    t = table(5)
    own(t, 1, "JUE-1")
    own(t, 2, "JUE-2")
    lay(t, "BAR-B1", "FUN-07")
    deal(t, 0, "REA-02", "REA-03")
    t.tokens = {"JUE-1": "BAR-B1", "JUE-2": "BAR-B1"}
    match = revealing(t, 0, "BAR-B1")
    assert asked(match) == {(0, "react"), (0, "pass-window"), (-2, "rang")}
    assert offered(match, m.React, "card") == ["REA-02"]
    drive(match, answer(0, "REA-02"))
    assert offered(match, m.ExcludeJudge, "judge") == ["JUE-1", "JUE-2"]
    drive(match, m.ExcludeJudge("JUE-1", by=0))
    assert "JUE-1" in match.state.market
    assert match.state.money == 5 and match.state.pop[0] == 2
    assert match.state.tried == ["BAR-B1"], "it counts as held"
    assert not told(match, e.JudgeVoted)
    t.tokens = {"JUE-2": "BAR-B1"}
    match = revealing(t, 0, "BAR-B1", answer(0, "REA-02"))
    assert match.over and "JUE-2" in match.state.market and "JUE-1" not in match.state.market, "the only one, unasked"


@pytest.mark.rule("DEM-517")
def test_no_judge_goes_when_the_trial_was_framed() -> None:
    t = courtroom()
    deal(t, B1, "REA-02")
    t.turn = B1
    t.up["BAR-B1"] = t.under.pop("BAR-B1")[0]
    match = run(t, lambda t: trial(t, "BAR-B1", frame=True), answer(B1, "REA-02"))
    assert match.over and match.state.owned[R1][-1] == "JUE-1" and match.state.up == {"BAR-B1": "FUN-07"}


@pytest.mark.rule("DEM-111", "DEM-336")
@pytest.mark.parametrize("how_often", ["once_per_legislature", "once_per_round"])
def test_the_attorney_annuls_one_trial(how_often: str) -> None:
    """W27."""
    t = courtroom(6, attorney_uses=how_often)
    govern(t, 0)
    match = tried(t, "BAR-B1")
    assert asked(match) == {(0, "use-attorney")}
    refused = tried(t, "BAR-B1", m.UseAttorney(False, by=0))
    assert told(refused, e.PopLost) and not refused.state.attorney_used
    drive(match, m.UseAttorney(True, by=0))
    assert match.state.money == 14 and set(match.state.pop.values()) == {5}
    assert match.state.attorney_used
    t = match.state
    t.turn, t.money = None, 0
    after = run(t, round_end).state
    assert after.attorney_used == (how_often == "once_per_legislature")


@pytest.mark.rule("DEM-336")
def test_the_attorney_is_there_for_the_presidents_own_agents_only() -> None:
    t = courtroom(6)
    govern(t, 3)
    assert not [k for _, k in asked(tried(t, "BAR-B1")) if k == "use-attorney"], "B1 is only the partner"


@pytest.mark.rule("DEM-337", "DEM-266", "DEM-122")
def test_a_convicted_attorney_goes_back_beside_the_board() -> None:
    t = courtroom(6, card="")
    govern(t, 0)
    t.turn = R1
    t.attorney_used = True
    t.owned[0] += ["JUE-3", "JUE-4"]
    for judge in ("JUE-3", "JUE-4"):
        t.market.remove(judge)
    no = dict.fromkeys(("JUE_1", "JUE_2", "JUE_3", "JUE_4"), False)
    match = run(t, lambda t: trial(t, "FIS", frame=True), verdict(**no))
    assert match.state.pop[0] == 3, "it is of the Government"
    assert match.state.beside == ["FIS"] and "FIS" not in match.state.owned[0]


# ---- the sentence


@pytest.mark.rule("DEM-119", "DEM-052")
def test_guilty_the_card_is_lost_without_cost_and_effect() -> None:
    match = tried(courtroom(), "BAR-B1", verdict(**GUILTY))
    assert match.state.money == 9 and not match.state.up
    assert match.state.discards["funding"] == ["FUN-07"]
    t = courtroom(card="")
    t.up["LID-B1"] = "ESP-L"
    t.hands[B1].remove("ESP-L")
    own(t, B1, "JUE-3")
    match = run(t, lambda t: trial(t, "LID-B1", frame=True), verdict(**GUILTY, JUE_3=False))
    assert "ESP-L" in match.state.hands[B1]


@pytest.mark.rule("DEM-120", "DEM-130")
def test_a_convicted_leader_loses_all_popularity_and_goes_to_prison() -> None:
    t = courtroom(accused="LID-B1")
    match = tried(t, "LID-B1", verdict(**GUILTY))
    assert match.state.pop[B1] == 0 and match.state.convicted == [B1]
    assert match.state.prison == [], "this round is finished first"
    t = match.state
    t.turn, t.money = None, 0
    bookkeeping(t)
    assert (t.prison, t.convicted) == ([B1], [])


@pytest.mark.rule("DEM-121", "DEM-123", "DEM-280")
@pytest.mark.parametrize("any_", [False, True])
def test_a_president_resigns_for_the_leader_and_for_others_if_so_wished(any_: bool) -> None:
    """W20."""
    t = courtroom(accused="LID-B1", president_any_conviction=any_)
    govern(t, B1, "PRE-01")
    match = tried(t, "LID-B1", let, verdict(**GUILTY), let)
    assert match.state.must_resign and not match.state.convicted and match.state.pop[B1] == 0
    t = match.state
    t.turn, t.money = None, 0
    t.pop[B1] = 2  # won again: it does not matter
    match = run(t, round_end)
    assert told(match, e.Resigned) == [e.Resigned(B1, "convicted")] and B1 not in match.state.prison
    assert not match.state.must_resign, "that is over, for whoever comes next"
    other = courtroom(president_any_conviction=any_)
    govern(other, B1)
    assert tried(other, "BAR-B1", let, verdict(**GUILTY)).state.must_resign == any_


@pytest.mark.rule("DEM-122")
def test_any_other_agent_goes_to_the_market() -> None:
    match = tried(courtroom(), "BAR-B1", verdict(**GUILTY))
    assert "BAR-B1" in match.state.market and match.state.pop[B1] == 3
    match = tried(courtroom(accused="MED-B1", card="INT-02"), "MED-B1", verdict(**GUILTY))
    assert "MED-B1" in match.state.market


@pytest.mark.rule("DEM-122", "DEM-266")
def test_a_convicted_government_media_cannot_be_bought() -> None:
    t = courtroom(card="")
    own(t, B1, "MED-B1")
    govern(t, B1)
    lay(t, "GOB", "INT-02")
    t.tokens = {"JUE-1": "GOB"}
    match = tried(t, "GOB", let, verdict(**GUILTY))
    assert match.state.beside == ["GOB"] and "GOB" not in match.state.market
    assert not match.state.covered("MED-B1")
    assert "ESP-M" in match.state.hands[B1] and "ESP-G" not in match.state.hands[B1]


# ---- prison


@pytest.mark.rule("DEM-131")
@pytest.mark.parametrize("may", [False, True])
def test_a_prisoner_neither_plans_nor_reacts(may: bool) -> None:
    t = table(4, options={"prison_reactions": may}, prison=[B1])
    deal(t, B1, "REA-03")
    assert (B1, "plan") not in asked(run(t, planning))
    match = run(t, lambda t: react(t, R1, {B1: reactions(t, "loss")}))
    assert match.over != may


@pytest.mark.rule("DEM-132", "DEM-135")
def test_a_prisoners_judge_works_and_the_round_end_frees_the_prisoner() -> None:
    """W46."""
    t = table(4, prison=[B1])
    own(t, B1, "JUE-3")
    lay(t, "BAR-R1", "FUN-07")
    match = run(t, investigation, m.PlaceToken("JUE-3", "BAR-R1", by=B1), m.ConfirmTokens(by=B1))
    assert match.state.tokens == {"JUE-3": "BAR-R1"}
    trial_ = revealing(match.state, R1, "BAR-R1")
    assert (B1, "judge") in asked(trial_)
    t = match.state
    t.under.clear()
    t.funding.shuffle(["FUN-07"])
    assert run(t, round_end).state.prison == []


@pytest.mark.rule("DEM-133", "DEM-185")
def test_a_jailed_candidate_is_followed_by_a_free_partner() -> None:
    """W23."""
    t = courtroom(accused="LID-B1")
    t.candidates = {"blue": B1, "red": R1}
    match = tried(t, "LID-B1", verdict(**GUILTY))
    assert match.state.candidates == {"blue": B2, "red": R1}
    t = courtroom(accused="LID-B1")
    t.candidates, t.prison = {"blue": B1, "red": R1}, [B2]
    assert tried(t, "LID-B1", verdict(**GUILTY)).state.candidates["blue"] == B1, "both are jailed"
    early = courtroom(accused="LID-B1")
    assert not tried(early, "LID-B1", verdict(**GUILTY)).state.candidates, "before there are any"
    t = courtroom(2, accused="LID-B1")
    t.candidates = {"blue": 0, "red": 1}
    assert tried(t, "LID-B1", verdict(**GUILTY)).state.candidates["blue"] == 0


@pytest.mark.rule("DEM-134")
def test_a_prisoner_keeps_everything_and_can_gain_popularity() -> None:
    t = table(4, prison=[B2])
    own(t, B2, "JUE-1")
    t.pensions[B2], t.points[B2] = ["PEN-01"], 1
    lay(t, "LID-B1", "CAM-01")
    match = revealing(t, B1, "LID-B1", m.Spread({B2: 3}, by=B1), money=4)
    assert match.state.pop[B2] == 5
    assert match.state.owned[B2] == ["LID-B2", "BAR-B3", "JUE-1"] and match.state.pensions[B2] == ["PEN-01"]
    assert len(match.state.hands[B2]) == 4 and match.state.points[B2] == 1


@pytest.mark.rule("DEM-136")
def test_a_new_conviction_in_prison_means_another_round() -> None:
    t = courtroom(accused="LID-B1", card="")
    t.prison, t.turn = [B1], R1
    t.owned[B2].append("JUE-3")
    t.market.remove("JUE-3")
    match = run(t, lambda t: trial(t, "LID-B1", frame=True), verdict(**GUILTY, JUE_3=False))
    t = match.state
    bookkeeping(t)
    assert t.prison == [B1] and not any(isinstance(x.event, e.Released) for x in t.told)


def test_hands_of_abilities_alone_open_no_window() -> None:
    t = table(4)
    assert not may_hold_more(t, B1)
    deal(t, B1, "FUN-02")
    assert may_hold_more(t, B1)
    lay(t, "LID-B1", "ESP-L")
    assert may_hold_more(t, B1), "four in hand, and one of the abilities may lie there"
    t.hands[B1].remove("FUN-02")
    assert not may_hold_more(t, B1), "three in hand: it does"
    t.up["LID-B1"] = t.under.pop("LID-B1")[0]
    assert not may_hold_more(t, B1)
    deal(t, B1, "FUN-02")
    assert may_hold_more(t, B1), "one face up, and four in hand"
