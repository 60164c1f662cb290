"""Section C, and the application of Laws (M): the lattice, the jumps, the Target Points."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.engine import CHANCE, Drawn, Match
from companion.games.republia.ending import apply_laws, distance, inside, on_board
from companion.games.republia.rules import end_of_round
from companion.games.republia.state import RING, Switches, Table

from ..driver import drive, kinds_told, offered
from .tables import draws, on, table

N, E, S, W = "N", "E", "S", "W"


def applied(pos: tuple[int, int], *laws: str, n: int = 8, **facts: Any) -> Match[Table, Any]:
    """These Laws, one after another, from `pos`."""
    return on(apply_laws, table(n, pos=pos, pile=laws, held={s: [] for s in range(n)}, **facts), draws(*laws))


@pytest.mark.rule("REP-026", "REP-030")
def test_right_is_conservatism_and_up_is_liberty_across_before_along() -> None:
    """W-05, W-19: every jump is a step of the lattice, the horizontal ones first."""
    assert applied((0, 0), "r2u1").state.applied[0].path == ((0, 0), (1, 0), (2, 0), (2, 1))
    assert applied((0, 0), "l1d1").state.applied[0].path == ((0, 0), (-1, 0), (-1, -1))
    assert applied((0, 0), "calls").state.pos == (0, -2)
    assert applied((0, -2), "immigration").state.pos == (1, -3)
    assert applied((-3, -2), "euthanasia", "consumption").state.pos == (-4, 0)


@pytest.mark.rule("REP-027")
def test_the_circle_has_161_crossings() -> None:
    t = table(8)
    rows = [sum(on_board(t, x, y) for x in range(-9, 10)) for y in range(-9, 10)]
    assert sum(rows) == 161
    assert [(row - 1) // 2 for row in rows[9:17]] == [7, 7, 6, 6, 5, 5, 3, 1]
    assert all(on_board(t, *t.map.targets[f]) for f in RING)


@pytest.mark.rule("REP-028")
def test_the_target_points_lie_on_the_rim() -> None:
    compass = dict(zip(RING, [(0, 7), (5, 5), (7, 0), (5, -5), (0, -7), (-5, -5), (-7, 0), (-5, 5)], strict=True))
    assert table(8).map.targets == compass


@pytest.mark.rule("REP-029")
@pytest.mark.parametrize(
    ("faction", "yes", "no"),
    [
        ("LIB", [(0, 1), (-5, 2)], [(0, 0), (3, 0), (0, -1)]),
        ("MON", [(1, 0), (2, -3)], [(0, 3), (-1, 0)]),
        ("TOT", [(0, -1)], [(0, 0), (4, 0)]),
        ("SOC", [(-1, 3)], [(0, -1), (1, 0)]),
        ("NEO", [(1, 1)], [(1, 0), (0, 1), (-1, 1)]),
        ("FAS", [(1, -1)], [(1, 0), (0, -1), (1, 1)]),
        ("COM", [(-1, -1)], [(-1, 0), (0, -1), (1, -1)]),
        ("ANA", [(-1, 1)], [(-4, 0), (0, 2), (1, 1)]),
    ],
)
def test_the_axes_belong_to_no_area(faction: str, yes: list[Any], no: list[Any]) -> None:
    for at in yes + no:
        assert inside(table(8, pos=at), faction) is (at in yes), at


@pytest.mark.rule("REP-031")
def test_a_jump_off_the_board_is_not_made_and_the_others_still_are() -> None:
    """W-49, W-79."""
    assert applied((6, 3), "r2u1").state.applied[0].path == ((6, 3),) * 4
    assert applied((5, 4), "r1u1", n=6).state.pos == (5, 5)
    assert applied((-7, 0), "l1r1", n=5).state.applied[0].path == ((-7, 0), (-7, 0), (-6, 0))


@pytest.mark.rule("REP-032")
def test_opposite_jumps_are_all_made() -> None:
    """W-79: both counted, back at the start."""
    m = applied((0, 0), "r2", "l2")
    assert m.state.pos == (0, 0)
    assert [a.path[-1] for a in m.state.applied] == [(2, 0), (0, 0)]


@pytest.mark.rule("REP-021", "REP-033")
def test_the_grey_zone_is_off_the_board() -> None:
    """W-51, W-64, and each side alike."""

    def played(pos: tuple[int, int], side: str, law: str) -> tuple[int, int]:
        t = table(5, pos=pos, pile=[law])
        t.map = msgspec.structs.replace(t.map, grey=side)
        return on(apply_laws, t, draws(law)).state.pos

    assert played((0, 4), N, "u2") == (0, 4)
    assert played((1, 4), N, "r2u1") == (3, 4)
    assert played((-4, 0), W, "l1d1") == (-4, -1)
    assert played((4, 0), E, "r2") == (4, 0)
    assert played((0, -4), S, "calls") == (0, -4)
    assert played((0, 4), S, "euthanasia") == (0, 5), "the other sides are whole"
    assert applied((0, 4), "u2", n=6).state.pos == (0, 6), "with 6 players there is none"


@pytest.mark.rule("REP-034")
def test_distance_counts_jumps_across_and_along() -> None:
    """W-55."""
    for pos, neo, mon in (((4, 2), 4, 5), ((4, 1), 5, 4), ((3, 3), 4, 7)):
        t = table(8, pos=pos)
        assert (distance(t, "NEO"), distance(t, "MON")) == (neo, mon)


# ---- M. Application


@pytest.mark.rule("REP-144", "REP-145")
def test_chance_turns_the_pile_up_one_law_at_a_time_before_everybody() -> None:
    t = table(8, pile=["calls", "immigration", "school"])
    m = on(apply_laws, t)
    seen = []
    for law in ("school", "calls", "immigration"):
        assert law in offered(m, Drawn, "item")
        drive(m, draws(law))
        seen.append(law)
        assert [a["law"] for a in m.view(None)["applied"]] == seen
    assert kinds_told(m) == ["law-applied"] * 3


@pytest.mark.rule("REP-146")
def test_a_target_point_wins_at_once() -> None:
    """W-50, W-49: the remaining jumps and Laws are not made."""
    m = applied((1, 7), "l2")
    assert m.result.reason == "target" and m.result.winners == (0,)
    assert m.state.pos == (0, 7) and m.state.won == "LIB"
    assert applied((5, 4), "r1u1").result.winners == (1,)


@pytest.mark.rule("REP-146")
def test_a_target_may_be_checked_after_each_law_instead() -> None:
    m = applied((1, 7), "l2", options=Switches(target_check="law"))
    assert m.state.pos == (-1, 7) and m.result is None
    assert applied((0, 5), "u2", options=Switches(target_check="law")).result.winners == (0,)


@pytest.mark.rule("REP-146", "REP-201")
def test_a_blocked_jump_lands_nowhere() -> None:
    """Standing on a target and being pushed against the rim is no landing."""
    t = table(8, pos=(0, 7), pile=["u2"])
    assert on(apply_laws, t, draws("u2")).result is None


@pytest.mark.rule("REP-147", "REP-201")
def test_a_target_that_nobody_holds_does_nothing() -> None:
    """W-50, W-61, W-63, W-89."""
    nobody_lib = {0: ["ANA"], **dict(enumerate([["NEO"], ["MON"], ["FAS"], ["TOT"], ["COM"], ["SOC"]], start=1))}
    m = applied((1, 7), "l2", n=7, factions=nobody_lib)
    assert m.state.pos == (-1, 7) and m.result is None
    m = applied((0, 7), "d1", n=7, factions=nobody_lib)
    assert m.state.pos == (0, 6) and m.result is None


@pytest.mark.rule("REP-148", "REP-197")
def test_applied_laws_go_under_their_deck_in_order() -> None:
    m = applied((0, 0), "calls", "school", "vote")
    assert m.state.laws.slots[-3:] == ["calls", "school", "vote"]
    assert not len(m.state.pile)


@pytest.mark.rule("REP-202", "REP-146")
def test_the_target_point_decides_alone() -> None:
    """W-84: NEO in the second of four Laws, in Crisis, while MON meets its Objective."""
    rich = ["attack", "scandal", "absenteeism"]
    t = table(
        8,
        pos=(4, 4),
        pile=["r1u1", "school", "vote", "calls"],
        sp=18,
        crisis=True,
        hands={2: rich},
        pp={2: 20},
        legislated=1,
        president=None,
    )
    m = on(end_of_round, t, draws("vote", "r1u1"))
    assert (m.result.reason, m.result.winners) == ("target", (1,))
    assert len(m.state.pile) == 2, "Laws 3 and 4 are not applied"


@pytest.mark.rule("REP-196")
def test_without_laws_there_is_still_a_check() -> None:
    m = on(end_of_round, table(8, legislated=1, president=None))
    assert not any(a.by == CHANCE for a in m.asks()) and m.over and m.result is None
    won = table(8, pos=(2, 0), legislated=1, president=None, pp={2: 20}, hands={2: ["attack", "scandal", "removal"]})
    assert on(end_of_round, won).result.winners == (2,)
