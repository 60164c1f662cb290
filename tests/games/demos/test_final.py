"""Who wins (DMS-290..300, DMS-370..375, DMS-400..416)."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest

from companion.engine import HOST, Outcome
from companion.games.demos import GAME
from companion.games.demos.final import best_tier, final, legal_trios, pieces, verdict, won_with
from companion.games.demos.moves import Abort, NoWinner, Won
from companion.games.demos.state import Mark, Table, Verdict

from ..driver import at_random, draw, drive
from .tables import begun, on, table

# Holdings by tier. Each names cards of its own; tests of winners do not mind that a card may occur twice.
TIER = {0: "ES LH", 1: "ES LS JS", 2: "EH LS JS", 3: "ED LC JS"}


def end(mode: str, tiers: str, totals: list[int], **options: Any) -> Verdict:
    """Seats with these tiers and totals."""
    figures = {s: TIER[int(k)] for s, k in enumerate(tiers)}
    return verdict(table(len(tiers), mode, figures=figures, totals=totals, options=options))


def won(v: Verdict) -> tuple[list[int], list[str]]:
    return v.sides, v.reasons


@pytest.mark.rule("DMS-290", "DMS-292")
def test_exact_counts_of_trios() -> None:
    """RULES.md: the 64 trios by tier; best tiers over all holdings of 3 and of 6; 9 of the 12 always hold one."""
    figures = [f + s for f in "ELJ" for s in "SHDC"]

    def tiers(k: int) -> list[int]:
        counts = [0, 0, 0, 0]
        for held in combinations(figures, k):
            t.figures = {0: list(held)}
            counts[best_tier(legal_trios(pieces(t, [0]), "max_satisfy"))] += 1
        return counts

    t = table(3, figures={0: " ".join(figures)})
    trios = legal_trios(pieces(t, [0]), "max_satisfy")
    assert [sum(x.tier == k for x in trios) for k in (3, 2, 1)] == [24, 36, 4]
    assert tiers(3) == [156, 4, 36, 24]
    assert tiers(6) == [84, 0, 18, 822]
    assert tiers(9)[:3] == [0, 0, 0]


@pytest.mark.rule("DMS-290", "DMS-291")
def test_a_seat_presents_its_best_trio() -> None:
    """Example 40."""
    v = end("individual", "000", [0, 0, 0])
    assert v.trios == {}
    t = table(3, figures={0: "ES LS JS EH M1"})
    trio = verdict(t).trios[0]
    assert (trio.tier, trio.cards, trio.suits) == (2, ["EH", "LS", "JS"], ["H", "S", "S"])


@pytest.mark.rule("DMS-292", "DMS-293", "DMS-297", "DMS-298")
def test_the_highest_tier_wins_whatever_the_points() -> None:
    assert won(end("individual", "320", [1, 200, 300])) == ([0], ["tricolor"])
    assert won(end("individual", "012", [1, 200, 300])) == ([2], ["bicolor"])
    assert won(end("simplified", "010", [100, 0, 300])) == ([1], ["monocolor"])
    v = end("individual", "321", [1, 200, 300])
    assert v.tiers == {0: 3, 1: 2, 2: 1} and set(v.trios) == {0, 1, 2}


@pytest.mark.rule("DMS-294", "DMS-295", "DMS-297", "DMS-461")
def test_ties_go_to_points_and_are_shared_at_last() -> None:
    """Example 38. No order of seats ever decides."""
    v = end("individual", "331", [90, 91, 200])
    assert won(v) == ([1], ["points_tiebreak"]) and v.compared == {0: 90, 1: 91}
    assert won(end("individual", "331", [90, 90, 200])) == ([0, 1], ["shared"])
    t = table(3, figures={0: TIER[3], 1: TIER[3]}, totals=[90, 90, 0])
    assert final(t) == Outcome((0, 1), "shared")
    assert t.told[-1].event == Won([0, 1], "shared")


@pytest.mark.rule("DMS-296", "DMS-298")
def test_nobody_has_a_trio() -> None:
    """Example 39."""
    assert won(end("individual", "000", [100, 80, 80])) == ([], ["no_winner"])
    assert won(end("individual", "000", [100, 80, 80], no_trio_fallback="points")) == ([0], ["points_fallback"])
    assert won(end("individual", "000", [80, 80, 10], no_trio_fallback="points")) == ([0, 1], ["shared"])
    for rule, side in (("any_member", 0), ("trio_holder", 0), ("team_sum", 1)):
        v = end("team_2v2", "0000", [90, 1, 80, 80], no_trio_fallback="points", team_tiebreak=rule)
        assert won(v) == ([side], ["points_fallback"]), rule
    t = table(3)
    assert final(t) == Outcome((), "no_winner") and t.told[-1].event == NoWinner()


@pytest.mark.rule("DMS-299", "DMS-298")
def test_what_is_shown_at_the_end() -> None:
    for how, turned in (("all", {0: {0: "EH", 1: "LS", 2: "JS", 3: "EC"}, 1: {0: "ES"}}),
                        ("trio_only", {0: {0: "EH", 1: "LS", 2: "JS"}})):  # fmt: skip
        t = table(3, figures={0: "EH LS JS EC", 1: "ES"}, options={"final_reveal": how})
        m = on(lambda t: final(t), t)
        assert m.view(None)["turned"] == turned
        assert m.view(None)["verdict"]["trios"][0]["cards"] == ["EH", "LS", "JS"]
        assert m.view(None)["verdict"]["reasons"] == ["bicolor"] == [m.result.reason]


@pytest.mark.rule("DMS-300")
def test_only_the_host_may_open_the_books_and_not_before_the_end() -> None:
    """They tell every hand, folded ones and unplayed cards too."""
    assert GAME.books == "host"


@pytest.mark.rule("DMS-459")
def test_the_host_may_end_the_game_at_any_time_and_nothing_secret_is_shown() -> None:
    for seed, until in ((1, "public_discard"), (2, "unanimous_poll"), (3, "secret_discard")):
        m = drive(begun(3), at_random(Random(seed), lambda m, p=until: m.state.phase == p and m.state.round == 2))  # type: ignore[misc]
        before = m.view(None)["turned"]
        drive(m, Abort(by=HOST))
        assert m.result == Outcome((), "aborted") and m.state.verdict is None
        assert m.view(None)["turned"] == before and m.view(None)["unseen"] == []
        assert all(set(hand) == {"covered"} for hand in m.view(None)["hands"].values())
    for steps in ((), (draw("0"),), (draw("0", "S1", "S2"),)):  # also in the middle of a deal
        assert drive(GAME.match(3), *steps, Abort(by=HOST)).result.winners == ()


# ---- teams


@pytest.mark.rule("DMS-370", "DMS-371", "DMS-372")
def test_a_teams_tier_is_its_best_members_unless_they_pool() -> None:
    """Example 42."""
    figures = {0: "ES LH", 1: "JD", 2: "EC LC JC"}
    t = table(4, "team_2v2", figures=figures)
    assert won(verdict(t)) == ([1], ["monocolor"])
    t.options = table(4, "team_2v2", options={"team_trio": "pooled"}).options
    v = verdict(t)
    assert won(v) == ([0], ["tricolor"]) and v.trios[0].owners == [0, 0, 1]
    assert won(end("team_2v3", "10002", [0] * 5)) == ([1], ["bicolor"])
    t.marks = [Mark("M1", 2, 0, 0, "D"), Mark("M2", 3, 1, 0, "H")]  # obligations of all members, one trio
    assert won(verdict(t)) == ([0], ["bicolor"])


@pytest.mark.rule("DMS-373", "DMS-374")
@pytest.mark.parametrize(("rule", "side"), [("any_member", 0), ("trio_holder", 1), ("team_sum", 0)])
def test_points_between_teams(rule: str, side: int) -> None:
    """Example 41; and where the sum and the best member differ."""
    v = end("team_2v2", "2021", [10, 80, 70, 5], team_tiebreak=rule)
    assert won(v) == ([side], ["points_tiebreak"])
    other = end("team_2v2", "2020", [80, 0, 70, 20], team_tiebreak=rule)
    assert other.sides == [1 if rule == "team_sum" else 0]
    pooled = end("team_2v2", "2021", [10, 80, 70, 5], team_tiebreak=rule, team_trio="pooled")
    assert pooled.compared == ({0: 90, 1: 75} if rule == "team_sum" else {0: 80, 1: 70})


@pytest.mark.rule("DMS-375")
def test_teams_share_a_victory() -> None:
    v = end("team_2v2", "2020", [80, 0, 0, 80])
    assert won(v) == ([0, 1], ["shared"])
    t = table(4, "team_2v2", figures={0: TIER[2], 2: TIER[2]})
    assert final(t).winners == (0, 1, 2, 3)
    assert won(end("team_2v3", "00000", [9, 1, 1, 1, 1])) == ([], ["no_winner"])


# ---- 2v2+1: X = 0, 1; Y = 2, 3; independent 4


def three(tiers: str, totals: list[int], me: str = "", **options: Any) -> Verdict:
    """`me`: what the Independent holds instead."""
    figures = {s: TIER[int(k)] for s, k in enumerate(tiers)} | ({4: me} if me else {})
    return verdict(table(5, "team_2v2_1", figures=figures, totals=totals, options=options))


ALL_MEDIA = "M1 M2 JH"


@pytest.mark.rule("DMS-400", "DMS-401")
def test_priority_1_a_tricolor_trio_of_anybody() -> None:
    """Example 45."""
    v = three("30002", [0] * 5, me="M1 M2 EH LS JS")
    assert won(v) == ([0], ["tricolor"]) and v.priority == 1
    assert won(three("00003", [0, 9, 9, 9, 1])) == ([2], ["tricolor"])
    v = three("30300", [10, 99, 20, 0, 0])  # a teammate's total does not count
    assert won(v) == ([1], ["points_tiebreak"]) and v.compared == {0: 10, 1: 20}


@pytest.mark.rule("DMS-402")
def test_holders_of_two_sides_may_share() -> None:
    """Example 50."""
    assert won(three("33300", [90, 40, 90, 0, 0])) == ([0, 1], ["shared"])
    assert won(three("33000", [90, 90, 0, 0, 0])) == ([0], ["tricolor"])
    assert won(three("33003", [90, 90, 0, 0, 90])) == ([0, 2], ["shared"])


@pytest.mark.rule("DMS-403", "DMS-404", "DMS-405", "DMS-406", "DMS-298")
def test_priority_2_the_independents_own_ways() -> None:
    v = three("20000", [50, 0, 0, 0, 40], me=ALL_MEDIA)
    assert won(v) == ([2], ["media_controller"]) and v.priority == 2
    assert won(three("20000", [50, 0, 0, 0, 51], me="ES")) == ([2], ["spokesperson"])
    assert won(three("20002", [50, 0, 0, 0, 40])) == ([2], ["dissident"])
    v = three("20000", [50, 0, 0, 0, 60], me="M1 M2 EH LS JS")
    assert v.reasons == ["spokesperson", "media_controller", "dissident"]
    assert won(three("20000", [50, 0, 0, 0, 40], me="M1 M2 EH"))[0] == [0]  # no Judicial
    assert won(three("20000", [50, 0, 0, 0, 40], me="M1 JH"))[0] == [0]  # one Media
    assert won(three("20000", [30, 25, 0, 0, 40], me="ES")) == ([2], ["spokesperson"])  # no sums of teams


@pytest.mark.rule("DMS-404")
def test_any_judicial_counts_also_one_that_media_have_hit() -> None:
    t = table(5, "team_2v2_1", figures={4: ALL_MEDIA, 0: TIER[1]}, turned={4: {2: "JH"}})
    t.marks = [Mark("M1", 0, 4, 2, "C")]
    assert verdict(t).reasons == ["media_controller"]


@pytest.mark.rule("DMS-406", "DMS-416")
def test_the_dissident_comes_before_the_teams() -> None:
    """Example 46; a tier 1 or 3 of their own is none."""
    assert won(three("20002", [99, 0, 0, 0, 1])) == ([2], ["dissident"])
    assert won(three("20001", [99, 0, 0, 0, 1])) == ([0], ["bicolor"])


@pytest.mark.rule("DMS-405", "DMS-407", "DMS-414")
def test_the_highest_total_must_be_the_only_one_unless_ties_count() -> None:
    """Example 49."""
    totals = [90, 0, 0, 0, 90]
    assert won(three("00000", totals)) == ([], ["no_winner"])
    assert won(three("00000", totals, spokesperson="tie_counts")) == ([2], ["spokesperson"])


@pytest.mark.rule("DMS-410", "DMS-411")
def test_priority_3_bicolor_then_monocolor() -> None:
    """Example 47."""
    v = three("20100", [100, 0, 0, 0, 99], me="M1 M2 ES")
    assert won(v) == ([0], ["bicolor"]) and v.priority == 3
    assert won(three("20100", [100, 0, 0, 0, 99], me="M1 M2 ES", priority3="mono_only")) == ([1], ["monocolor"])
    assert won(three("10000", [100, 0, 0, 0, 99])) == ([0], ["monocolor"])
    both = {0: "ES LS JS EH", 2: TIER[1]}  # seat 0 has a bicolor trio, and could form a monocolor one
    t = table(5, "team_2v2_1", figures=both, totals=[0, 5, 1, 0, 0], options={"priority3": "mono_only"})
    assert won(verdict(t)) == ([0], ["points_tiebreak"])
    assert won(three("20200", [1, 0, 0, 0, 0], priority3="mono_only")) == ([], ["no_winner"])


@pytest.mark.rule("DMS-411", "DMS-298", "DMS-299")
@pytest.mark.parametrize("trio", ["member", "pooled"])
def test_the_trio_that_counted_is_the_one_that_is_shown(trio: str) -> None:
    """Seat 0 could form a bicolor trio; with `mono_only` it wins with its monocolor one, and presents and turns up
    that. Who has no other presents its bicolor trio all the same."""
    options = {"priority3": "mono_only", "final_reveal": "trio_only", "team_trio": trio}
    t = table(5, "team_2v2_1", figures={0: "ES LS JS EH", 2: TIER[2]}, options=options)
    final(t)
    assert t.verdict and won(t.verdict) == ([0], ["monocolor"]) and t.verdict.tiers == {0: 1, 1: 2, 2: 0}
    assert t.verdict.trios[0].cards == ["ES", "LS", "JS"] and t.verdict.trios[2].tier == 2
    assert t.turned[0] == {0: "ES", 1: "LS", 2: "JS"} and won_with(t) == "monocolor"


@pytest.mark.rule("DMS-412", "DMS-413")
def test_points_at_priority_3() -> None:
    """Example 48."""
    totals = [100, 10, 60, 59, 99]
    v = three("20200", totals)
    assert won(v) == ([1], ["points_tiebreak"]) and v.compared == {0: 110, 1: 119}
    assert won(three("20200", totals, p3_tiebreak="any_member")) == ([0], ["points_tiebreak"])
    assert won(three("20020", totals, p3_tiebreak="trio_holder"))[0] == [0]
    assert three("02020", totals, p3_tiebreak="trio_holder").compared == {0: 10, 1: 59}
    assert three("02020", totals, p3_tiebreak="trio_holder", team_trio="pooled").compared == {0: 100, 1: 60}
    assert won(three("20200", [60, 50, 60, 50, 9])) == ([0, 1], ["shared"])


@pytest.mark.rule("DMS-413")
def test_trio_holders_at_priority_3_where_only_monocolor_trios_count() -> None:
    v = three("01100", [100, 10, 60, 59, 99], p3_tiebreak="trio_holder", priority3="mono_only")
    assert v.compared == {0: 10, 1: 60}


@pytest.mark.rule("DMS-414", "DMS-296")
def test_nobody_has_anything() -> None:
    totals = [90, 0, 80, 20, 90]
    assert won(three("00000", totals)) == ([], ["no_winner"])
    assert won(three("00000", totals, no_trio_fallback="points")) == ([0, 2], ["shared"])
    v = three("00000", totals, no_trio_fallback="points", team_tiebreak="team_sum")
    assert won(v) == ([1], ["points_fallback"]) and v.compared == {0: 90, 1: 100, 2: 90}


@pytest.mark.rule("DMS-415")
def test_a_monocolor_trio_is_nothing_to_the_independent_unless_agreed() -> None:
    """Example 51."""
    totals = [90, 0, 0, 0, 10]
    assert won(three("00001", totals)) == ([], ["no_winner"])
    assert won(three("00001", totals, independent_p3=True)) == ([2], ["monocolor"])
    assert won(three("00001", totals, independent_p3=True, priority3="mono_only")) == ([2], ["monocolor"])


@pytest.mark.rule("DMS-371")
def test_pooled_teams_at_priority_1_count_as_one_holder() -> None:
    figures = {0: "ES LH", 1: "JD", 4: TIER[3]}
    t: Table = table(5, "team_2v2_1", figures=figures, totals=[20, 5, 99, 0, 10], options={"team_trio": "pooled"})
    v = verdict(t)
    assert won(v) == ([0], ["points_tiebreak"]) and v.compared == {0: 20, 2: 10}
