"""Sections O to Q: scoring, standings, awards, the next king."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.engine import HOST
from companion.games.ankist.content import FILE, content, parse
from companion.games.ankist.moves import ChooseWinner, Leave, NameKing
from companion.games.ankist.scoring import in_zone, labels, ranks, resource_points, scores
from companion.games.ankist.state import Score, Table, Visible

from ..driver import AnyMatch, asked, at_random, drive, kinds_told, offered, refused
from .tables import HOUSES, RESOURCES, A, B, C, D, new, reign, table

BOOK = content().book(5, "house_default", ())


def tracks(*values: int) -> dict[str, int]:
    return dict(zip(RESOURCES, values, strict=True))


def points(plan: str, values: dict[str, int], inclusive: bool = True) -> int:
    return resource_points(BOOK.plan(plan), values, inclusive)


def ending(n: int = 5, cause: str = "death", **facts: Any) -> Table:
    """A table whose reign has just ended."""
    houses = facts.pop("houses", None)
    t = table(n, **facts)
    t.cause = cause  # type: ignore[assignment]
    if houses:
        t.houses = houses
    return t


def final(t: Table, *steps: Any) -> AnyMatch:
    return reign(t, *steps)


# ---- P. Plan points

ZONES: list[tuple[str, str, list[tuple[int, int]], list[int]]] = [
    ("ANK-146", "wealthy", [(9, 17)], [0, 4, 7, 10, 14, 15]),
    ("ANK-147", "moderate", [(5, 13)], [0, 6, 7, 10, 13, 14]),
    ("ANK-148", "rebel", [(1, 5), (13, 17)], [0, 9, 13, 17, 19, 20]),
    ("ANK-149", "opportunist", [(1, 9)], [0, 4, 7, 10, 14, 15]),
    ("ANK-150", "greedy", [(1, 5), (13, 17)], [4, 7, 11, 7, 4, 0]),
]


@pytest.mark.rule("ANK-143", "ANK-146", "ANK-147", "ANK-148", "ANK-149", "ANK-150", "ANK-142")
@pytest.mark.parametrize(("plan", "zones", "table_"), [z[1:] for z in ZONES], ids=[z[1] for z in ZONES])
def test_zones_and_tables(plan: str, zones: list[tuple[int, int]], table_: list[int]) -> None:
    """Every value of the track, both bounds included; every number of resources in the zone."""
    inside = [v for v in range(1, 18) if any(low <= v <= high for low, high in zones)]
    outside = [v for v in range(1, 18) if v not in inside]
    for value in range(1, 18):
        assert in_zone(BOOK.plan(plan), tracks(*[value] * 5)) == (5 if value in inside else 0)
    for many in range(6):
        assert points(plan, tracks(*inside[:1] * many, *outside[:1] * (5 - many))) == table_[many]


@pytest.mark.rule("ANK-144", "ANK-145")
def test_the_extremist_measures_the_spread() -> None:
    assert points("extremist", tracks(9, 9, 9, 9, 9)) == 1
    assert points("extremist", tracks(1, 17, 5, 13, 9)) == 17
    assert points("extremist", tracks(1, 17, 5, 13, 9), inclusive=False) == 16
    t = ending(3, plans=["extremist", "moderate", "wealthy"], options={"extremist_inclusive": False})
    assert scores(t)[A].resources == 0


@pytest.mark.rule("ANK-143", "ANK-144", "ANK-150")
def test_ex_32_and_33() -> None:
    order = ("wealthy", "opportunist", "moderate", "greedy", "extremist", "rebel")
    assert [points(p, tracks(9, 9, 9, 9, 9)) for p in order] == [15, 15, 14, 4, 1, 0]
    assert [points(p, tracks(1, 17, 5, 13, 9)) for p in order] == [10, 10, 10, 4, 17, 19]


@pytest.mark.rule("ANK-142")
def test_stability_is_no_resource() -> None:
    t = ending(stability=17)
    before = scores(t)
    t.stability = 3
    assert scores(t) == before


@pytest.mark.rule("ANK-151", "ANK-152", "ANK-154", "ANK-093")
@pytest.mark.parametrize(("ranking", "economy"), [("competition", [8, 6, 1, 1, 0]), ("dense", [8, 6, 3, 2, 2])])
def test_ex_35_the_economy(ranking: str, economy: list[int]) -> None:
    t = ending(
        coins=[12, 12, 9, 9, 3], plans=["greedy", "wealthy", "moderate", "rebel", "opportunist"],
        options={"tie_ranking": ranking},
    )  # fmt: skip
    assert [scores(t)[s].economy for s in range(5)] == economy


@pytest.mark.rule("ANK-151", "ANK-152")
def test_economy_of_every_plan() -> None:
    wanted = {"extremist": (4, 2, 1), "wealthy": (6, 4, 2), "moderate": (5, 3, 1), "rebel": (3, 2, 1),
              "opportunist": (6, 4, 2), "greedy": (8, 6, 4)}  # fmt: skip
    for plan, values in wanted.items():
        others = [p for p in wanted if p != plan][:4]
        for rank, value in enumerate((*values, 0)):
            richer = [20] * rank + [1] * (4 - rank)
            t = ending(coins=[10, *[x + i for i, x in enumerate(richer)]], plans=[plan, *others])
            assert scores(t)[A].economy == value
    t = ending(coins=[0, 0, 0, 0, 0])
    assert scores(t)[C].economy == 6, "there is no least number of coins"


@pytest.mark.rule("ANK-153", "ANK-154", "ANK-157")
@pytest.mark.parametrize(("ranking", "expected"), [("competition", [2, 2, 0, 0, 0]), ("dense", [2, 2, 1, 0, 0])])
def test_ex_36_the_power_majority(ranking: str, expected: list[int]) -> None:
    t = ending(hands=[9, 9, 6, 5, 4], pool=30, options={"tie_ranking": ranking})
    assert [scores(t)[s].majority for s in range(5)] == expected


@pytest.mark.rule("ANK-155", "ANK-156", "ANK-153")
@pytest.mark.parametrize(("ranking", "expected"), [("competition", [3, 0, -3, 0]), ("dense", [3, 1, -3, -1])])
def test_ex_37_visible_plans(ranking: str, expected: list[int]) -> None:
    t = ending(options={"tie_ranking": ranking})
    t.tracks = tracks(12, 12, 9, 7, 7)
    t.visible = [Visible("wealth", "positive", A, 1), Visible("morale", "positive", B, 2),
                 Visible("welfare", "negative", C, 3), Visible("morale", "negative", D, 4)]  # fmt: skip
    assert [scores(t)[s].visible for s in range(4)] == expected
    t.tracks = tracks(12, 11, 9, 8, 7)
    assert [scores(t)[s].visible for s in range(4)] == [1, 0, -1, 0]


@pytest.mark.rule("ANK-153")
def test_ranks() -> None:
    assert ranks({"a": 5, "b": 5, "c": 3}) == {"a": 1, "b": 1, "c": 3}
    assert ranks({"a": 5, "b": 5, "c": 3}, dense=True) == {"a": 1, "b": 1, "c": 2}


@pytest.mark.rule("ANK-141", "ANK-158", "ANK-154", "ANK-161")
def test_ex_38_a_whole_score() -> None:
    t = ending(
        plans=["rebel", "greedy", "wealthy", "moderate", "extremist"],
        coins=[10, 14, 14, 8, 11], hands=[9, 9, 6, 5, 7],
    )  # fmt: skip
    t.tracks = tracks(5, 13, 9, 2, 16)
    got = scores(t)
    assert [(s.resources, s.economy, s.majority, s.points) for s in got.values()] == [
        (19, 0, 2, 21), (4, 8, 2, 14), (10, 6, 0, 16), (10, 0, 0, 10), (15, 1, 0, 16)
    ]  # fmt: skip
    assert [s.rank for s in got.values()] == [1, 4, 2, 5, 2]
    assert [s.label for s in got.values()] == ["1", "4", "2", "last", "2"]


@pytest.mark.rule("ANK-151", "ANK-157", "ANK-163", "ANK-165")
def test_ex_34_with_its_awards() -> None:
    t = ending(
        cause="abdication_high", plans=["moderate", "extremist", "wealthy", "rebel", "opportunist"],
        coins=[7, 13, 15, 16, 9], hands=[8, 6, 14, 6, 6], options={"house_affinity_prestige": 0},
    )  # fmt: skip
    t.tracks = tracks(4, 17, 13, 10, 15)
    got = scores(t)
    assert [(s.resources, s.economy, s.majority) for s in got.values()] == [
        (7, 0, 1), (14, 1, 0), (14, 4, 2), (19, 3, 0), (4, 0, 0)
    ]  # fmt: skip
    assert [s.points for s in got.values()] == [8, 15, 20, 22, 4]
    assert [(s.prestige, s.greed) for s in got.values()] == [(1, 0), (1, 0), (2, 0), (3, 1), (0, 2)]


@pytest.mark.rule("ANK-141", "ANK-033")
@pytest.mark.parametrize(("reveal", "left"), [("at_scoring", ["greedy"]), ("never", [])])
def test_at_the_end_everything_is_revealed(reveal: str, left: list[str]) -> None:
    m = final(ending(options={"plan_leftover_reveal": reveal}))
    view = m.view(None)
    assert len(view["plans"]) == len(view["hand"]) == len(view["coins"]) == 5
    assert view["leftover"] == left and kinds_told(m).count("scored") == 5
    assert {s.points for s in m.state.scores.values()} == {x["points"] for x in view["scores"].values()}


# ---- Q. Standings


def label_list(*values: int) -> list[str]:
    given = dict(enumerate(values))
    return [*labels(given, ranks(given)).values()]


@pytest.mark.rule("ANK-161", "ANK-162", "ANK-158")
def test_ex_01_39_40_41_labels() -> None:
    assert label_list(9, 8, 7, 4, 4) == ["1", "2", "3", "last", "last"]
    assert label_list(12, 12, 7) == ["1", "1", "last"]
    assert label_list(12, 7, 7) == ["1", "last", "last"]
    assert label_list(10, 10, 10, 10, 10) == ["1"] * 5
    assert label_list(9, 8, 7) == ["1", "2", "last"] and label_list(9, 8, 7, 6) == ["1", "2", "3", "last"]


@pytest.mark.rule("ANK-163", "ANK-164")
@pytest.mark.parametrize("n", [3, 4, 5])
def test_what_each_place_earns(n: int) -> None:
    """Both presets, all causes, all labels that occur with so many houses."""
    wanted = {
        "house_default": {
            "death": [(2, 0), (2, 0), (1, 1), (1, 1), (0, 2)],
            "abdication_high": [(3, 0), (2, 0), (1, 0), (1, 0), (0, 2)],
            "abdication_low": [(0, 2), (0, 1), (0, 1), (0, 1), (2, 0)],
        },
        "public_alt": {
            "death": [(5, 0), (4, 0), (2, 1), (2, 1), (0, 2)],
            "abdication_high": [(3, 0), (2, 0), (1, 0), (1, 0), (0, 2)],
            "abdication_low": [(0, 3), (0, 2), (0, 1), (0, 1), (2, 0)],
        },
    }
    for preset, causes in wanted.items():
        for cause, cells in causes.items():
            t = ending(
                n, cause, coins=range(20, 20 - n, -1),
                options={"standings_table": preset, "house_affinity_prestige": 0},
                plans=["greedy", "wealthy", "opportunist", "moderate", "extremist"][:n],
            )  # fmt: skip
            t.tracks = tracks(1, 1, 9, 9, 9)
            got = sorted(scores(t).values(), key=lambda s: s.rank)
            names = ["1", "2", "3", "4", "last"]
            for s in got:
                assert (s.prestige, s.greed) == cells[names.index(s.label)]


@pytest.mark.rule("ANK-164")
def test_an_owner_may_put_the_printed_table() -> None:
    text = FILE.read_text(encoding="utf-8") + "\n[standings.house_default.by_players.3]\ndeath = {last = [7, 7]}\n"
    mine = parse(text)
    assert mine.book(3, "house_default", ()).standings["death"]["last"] == (7, 7)
    assert mine.book(3, "house_default", ()).standings["death"]["1"] == (2, 0)
    assert mine.book(4, "house_default", ()).standings["death"]["last"] == (0, 2)


@pytest.mark.rule("ANK-165", "ANK-166", "ANK-163")
def test_ex_42_a_rebel_at_home() -> None:
    """House 2 favours Rebel and Extremist; ended last, abdication low."""
    houses = {0: "brezal", 1: "corvo", 2: "espino"}
    t = ending(3, "abdication_low", plans=["rebel", "moderate", "wealthy"], houses=houses)
    t.coins = {A: 0, B: 10, C: 10}
    t.minted = 20
    got = scores(t)[A]
    assert (got.label, got.prestige, got.greed) == ("last", 3, 1)
    t.cause = "death"
    assert scores(t)[A].greed == 2, "a death gives the rebel nothing more"


@pytest.mark.rule("ANK-166")
@pytest.mark.parametrize("affinity", [0, 1, 3])
def test_playing_a_favoured_plan(affinity: int) -> None:
    plans = ["moderate", "wealthy", "greedy"]
    houses = {0: "albor", 1: "albor", 2: "faro"}
    t = ending(3, plans=plans, houses=houses, options={"house_affinity_prestige": affinity})
    base = ending(3, plans=plans, houses=houses, options={"house_affinity_prestige": 0})
    more = [scores(t)[s].prestige - scores(base)[s].prestige for s in range(3)]
    assert more == [affinity, affinity, 0]


@pytest.mark.rule("ANK-159", "ANK-167")
def test_the_winner_of_a_reign_wins_a_single_game() -> None:
    t = ending(3, plans=["moderate", "rebel", "greedy"])
    m = final(t, NameKing("Ordoño", by=A))
    assert m.result.winners == (A,) and m.result.reason == "death" and m.result.ledger == {}
    assert set(m.state.prestige.values()) == {0}, "shown, and carried nowhere"
    assert kinds_told(m).count("awarded") == 3 and m.state.scores[A].prestige > 0


@pytest.mark.rule("ANK-160", "ANK-162", "ANK-039")
def test_the_moderator_picks_the_dynasty_among_equals() -> None:
    """Possibly their own; standings and awards stay as they are."""
    t = ending(3, plans=["wealthy", "opportunist", "rebel"], coins=[10, 10, 10], moderator=B)
    m = final(t)
    assert m.state.stage == "" and asked(m) == {(B, "choose-winner")}
    assert offered(m, ChooseWinner, "house") == [HOUSES[A], HOUSES[B]]
    assert refused(m, ChooseWinner(HOUSES[C], by=B)).code == "not-offered"
    before = dict(m.state.scores)
    drive(m, ChooseWinner(HOUSES[B], by=B), NameKing("Munia", by=B))
    assert m.state.dynasty == B and m.state.scores == before and m.result.winners == (B,)
    assert [s.label for s in before.values()][:2] == ["1", "1"]


@pytest.mark.rule("ANK-168", "ANK-189")
def test_the_dynasty_names_the_next_king() -> None:
    m = final(ending(3, plans=["moderate", "rebel", "greedy"]))
    assert asked(m) == {(A, "name-king"), (HOST, "name-king")}
    for wrong in ("", " ", "x" * 25, "a\nb"):
        assert refused(m, NameKing(wrong, by=A)).code == "not-offered"
    drive(m, NameKing(" Aldonza ", by=A))
    assert (m.state.king.name, m.state.king.house) == ("Aldonza", HOUSES[A]) and m.state.kings == [m.state.king]
    m = final(ending(3, plans=["moderate", "rebel", "greedy"]), Leave(A, by=HOST))
    assert asked(m) == {(HOST, "name-king")}
    drive(m, NameKing("Fruela", by=HOST))
    assert m.state.king.house == HOUSES[A]


def test_every_reign_can_be_scored() -> None:
    for seed in range(6):
        m = new(3 + seed % 3)
        drive(m, at_random(Random(seed)))
        assert all(isinstance(s, Score) for s in m.state.scores.values())

