"""The creator's variants: favourite suits, announced trios (DMS-430..437)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine import HOST
from companion.games.demos.final import verdict
from companion.games.demos.moves import AnnounceSuit, AnnounceTrio, MarkAbsent, NameDealer, SuitAnnounced, TrioAnnounced
from companion.games.demos.resolve import resolve
from companion.games.demos.state import Mark, Table

from ..driver import AnyMatch, asked, draw, drive, offered, refused
from .tables import begun, on, table


def announcing(n: int = 3, **options: Any) -> AnyMatch:
    """Seat 0 deals first: the deal order is 1, 2, 0."""
    return drive(begun(n, first_dealer="chosen", **options), NameDealer(0, by=HOST))


@pytest.mark.rule("DMS-430")
def test_favourite_suits_are_announced_before_the_first_deal() -> None:
    assert announcing().state.phase == "deal"
    m = announcing(favourite_suit="common", turn_seconds=9)
    assert asked(m) == {(1, "announce-suit")} and offered(m, AnnounceSuit, "suit") == ["S", "H", "D", "C"]
    drive(m, AnnounceSuit("H", by=1))
    assert m.view(None)["favourites"] == {0: "H", 1: "H", 2: "H"} and m.state.phase == "deal"
    m = announcing(favourite_suit="personal")
    drive(m, AnnounceSuit("H", by=1))
    assert m.events(0)[-1] == SuitAnnounced(1, "H") and asked(m) == {(2, "announce-suit")}
    drive(m, AnnounceSuit("S", by=2), AnnounceSuit("H", by=0))
    assert m.view(2)["favourites"] == {1: "H", 2: "S", 0: "H"} and m.state.phase == "deal"


@pytest.mark.rule("DMS-430", "DMS-456")
def test_the_first_who_is_present_announces_for_the_table() -> None:
    m = drive(begun(3, favourite_suit="common", first_dealer="chosen"), MarkAbsent(1, by=HOST), NameDealer(0, by=HOST))
    assert asked(m) == {(2, "announce-suit")}
    drive(m, MarkAbsent(2, by=HOST))
    assert asked(m) == {(0, "announce-suit")}
    drive(m, AnnounceSuit("H", by=0))
    assert m.view(None)["favourites"] == {0: "H", 1: "H", 2: "H"}


@pytest.mark.rule("DMS-431", "DMS-435")
def test_the_bonus_counts_in_the_contest_and_in_the_points() -> None:
    """Example 52."""
    hands = ["S8 S9 S10 H1 D1", "S7 H7 D7 C7 C9", "C2 C4 H6 C8 C10"]
    m = on(resolve, table(3, hands=hands, favourites={0: "S"}), draw("ES"))
    assert m.state.rounds[-1].decided == "tb1" and m.state.totals == [30, 30, 0] and m.state.figures == {0: ["ES"]}
    m = on(resolve, table(3, hands=hands, favourites={1: "S"}), draw("ES", "LS"))
    assert m.state.totals == [20, 30, 0]


@pytest.mark.rule("DMS-432")
def test_the_bonus_may_be_another() -> None:
    t = table(3, hands=["S8 S9 S10 H1 D1", "S7 H7 D7 C7 C9", "C2 C4 H6 C8 C10"], favourites={0: "S"},
              options={"favourite_bonus": 11})  # fmt: skip
    assert on(resolve, t, draw("ES")).state.totals == [31, 30, 0]


@pytest.mark.rule("DMS-436")
def test_trios_are_announced_in_deal_order_in_three_different_suits() -> None:
    m = announcing(announced_trio=True)
    assert asked(m) == {(1, "announce-trio")}
    assert refused(m, AnnounceTrio(["S", "S", "H"], by=1)).code == "not-offered"
    drive(m, AnnounceTrio(["S", "H", "C"], by=1))
    assert m.view(0)["announced"] == {1: ["S", "H", "C"]} and m.events(0)[-1] == TrioAnnounced(1, ["S", "H", "C"])
    drive(m, AnnounceTrio(["S", "H", "C"], by=2), AnnounceTrio(["D", "H", "C"], by=0))
    assert m.state.phase == "deal" and "announce-trio" not in {kind for _, kind in asked(m)}


def end(mode: str, figures: dict[int, str], totals: list[int], announced: dict[int, str], **options: Any) -> Table:
    options = {"announced_trio": True, **options}
    found = {s: list(suits) for s, suits in announced.items()}
    return table(3, mode, figures=figures, totals=totals, announced=found, options=options)


@pytest.mark.rule("DMS-437", "DMS-298")
def test_a_fulfilled_announcement_goes_before_points_among_tricolor_trios() -> None:
    """Example 53. The announced suit of a Media card counts."""
    t = end("individual", {0: "ES LH JD", 1: "ED LC JS"}, [50, 90, 0], {0: "SHC", 1: "SHC"})
    assert (verdict(t).sides, verdict(t).reasons) == ([1], ["points_tiebreak"])
    t.marks = [Mark("M1", 1, 0, 2, "C")]
    assert (verdict(t).sides, verdict(t).reasons) == ([0], ["announced_trio"])
    both = end("individual", {0: "ES LH JD", 1: "ED LC JS", 2: "EC LD JH"}, [50, 90, 60], {0: "SHD", 2: "CDH"})
    assert (verdict(both).sides, verdict(both).compared) == ([2], {0: 50, 2: 60})
    lone = end("individual", {0: "ES LH JD", 1: "EH LS JS"}, [0, 90, 0], {0: "SHD", 1: "HSD"})
    assert verdict(lone).reasons == ["tricolor"]
    low = end("individual", {0: "EH LS JS", 1: "EC LD JD"}, [50, 90, 0], {0: "HSD"})
    assert verdict(low).sides == [1]  # only among tricolor trios


@pytest.mark.rule("DMS-437")
def test_the_trio_presented_is_the_announced_one() -> None:
    t = end("individual", {0: "ES EC LH JD"}, [0, 0, 0], {0: "CHD"})
    assert verdict(t).trios[0].cards == ["EC", "LH", "JD"]


@pytest.mark.rule("DMS-437")
def test_announcements_in_teams() -> None:
    figures = {0: "ED LC JS", 2: "ES LH JD"}
    t = end("team_2v2", figures, [90, 0, 50, 0], {2: "SHD", 1: "DCS"})
    assert (verdict(t).sides, verdict(t).reasons) == ([1], ["announced_trio"])
    pooled = end("team_2v2", figures, [90, 0, 50, 0], {2: "SHD", 1: "DCS"}, team_trio="pooled")
    assert (verdict(pooled).sides, verdict(pooled).reasons) == ([0], ["points_tiebreak"])  # of any member
    t = end("team_2v2_1", {**figures, 1: "EC LD JH"}, [10, 99, 50, 0, 0], {0: "DCS", 2: "SHD"})
    v = verdict(t)
    assert (v.sides, v.compared) == ([1], {0: 10, 1: 50})  # among holders: 1 has announced nothing
    t = end("team_2v2_1", {**figures, 1: "EC LD JH"}, [10, 99, 50, 0, 0], {2: "SHD"})
    assert (verdict(t).sides, verdict(t).reasons) == ([1], ["announced_trio"])
