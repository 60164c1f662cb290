"""The Scandal phase (DMS-250..269), and what Media do to trios."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine import HOST, Match
from companion.games.demos.final import best_tier, hall, legal_trios, pieces, verdict
from companion.games.demos.moves import Announce, Decline, MarkAbsent, MediaShown, MediaUsed, PointAt
from companion.games.demos.scandal import scandal
from companion.games.demos.state import Mark, Table

from ..driver import AnyMatch, asked, drive, kinds_told, offered, refused, tag
from .tables import on, table


def phase(figures: dict[int, str], mode: str = "individual", n: int = 3, **facts: Any) -> Match[Table, Any]:
    return on(scandal, table(n, mode, figures=figures, **facts))


def tier(t: Table, seat: int) -> int:
    return best_tier(hall(t).seats[seat])


@pytest.mark.rule("DMS-250", "DMS-251", "DMS-258")
def test_all_media_are_turned_up_at_once_and_figures_lie_in_slots() -> None:
    m = phase({0: "ES M1 LH", 1: "M2 JD", 2: "EH"})
    assert m.events(None) == [MediaShown(0, "M1"), MediaShown(1, "M2")]
    assert m.view(None)["turned"] == {0: {1: "M1"}, 1: {0: "M2"}}
    assert m.view(None)["figures"][0] == {"covered": 3}
    drive(m, PointAt(1, by=0))
    assert m.view(0)["figures"][1] == {"covered": 2}  # named without being known
    assert offered(m, Announce, "slot") == [2]


@pytest.mark.rule("DMS-252", "DMS-253", "DMS-254")
def test_both_media_in_one_hand_cancel_each_other_but_not_the_independents() -> None:
    """Example 31."""
    m = phase({0: "M1 M2 ES", 1: "LH"})
    assert m.over and m.state.media == {"M1": "cancelled", "M2": "cancelled"} and m.state.marks == []
    m = phase({4: "M1 M2 ES", 1: "LH"}, "team_2v2_1")
    assert m.over and m.state.media == {"M1": "kept", "M2": "kept"} and m.state.turned == {4: {0: "M1", 1: "M2"}}
    m = phase({1: "M1 M2 ES", 4: "LH"}, "team_2v2_1")
    assert m.over and set(m.state.media.values()) == {"cancelled"}
    m = phase({4: "M1 M2 JS", 1: "LH ED"}, "team_2v2_1", options={"independent_two_media": "two_actions"})
    drive(m, PointAt(1, by=4), Announce(1, "S", by=4), PointAt(1, by=4), Announce(2, "C", by=4))
    assert m.over and [(mark.media, mark.slot) for mark in m.state.marks] == [("M1", 0), ("M2", 1)]
    assert "media_controller" in verdict(m.state).reasons  # the pair still counts


@pytest.mark.rule("DMS-255", "DMS-350")
def test_teammates_with_one_each_both_act() -> None:
    m = phase({0: "M1", 1: "M2", 2: "ES", 3: "LH"}, "team_2v2")
    assert asked(m) == {(0, "point-at")}
    drive(m, PointAt(2, by=0), Announce(1, "C", by=0), PointAt(3, by=1), Announce(1, "D", by=1))
    assert m.over and m.state.media == {"M1": "used", "M2": "used"}


@pytest.mark.rule("DMS-256")
def test_holders_act_in_deal_order_of_the_last_round() -> None:
    for dealer, first in ((2, 0), (0, 1), (1, 2)):
        m = phase({0: "M1 ES", 1: "LH", 2: "M2 JD"}, dealer=dealer)
        assert asked(m) == {(0 if first == 0 else 2, "point-at")}, dealer


@pytest.mark.rule("DMS-257", "DMS-259", "DMS-260")
def test_the_action() -> None:
    """A figure of another seat, a teammate's too, never one's own; all of it public; the same suit is allowed."""
    m = phase({0: "M1 ES", 1: "LH EH", 2: "JD"}, "team_2v2")
    assert offered(m, PointAt, "target") == [1, 2]
    assert refused(m, PointAt(0, by=0)).detail["why"] == "yourself"
    assert refused(m, PointAt(3, by=0)).detail["why"] == "nothing-hidden"
    drive(m, PointAt(1, by=0))
    assert m.view(None)["pointed"] == 1
    assert offered(m, Announce, "slot") == [1, 2] and offered(m, Announce, "suit") == ["S", "H", "D", "C"]
    drive(m, Announce(1, "H", by=0))
    assert m.over and m.view(None)["marks"] == [{"media": "M1", "by": 0, "seat": 1, "slot": 0, "suit": "H"}]
    assert m.events(2)[-1] == MediaUsed(0, 1, 1, "LH", "H") and m.view(2)["turned"][1] == {0: "LH"}
    assert [(p.card, p.suit, p.forced) for p in pieces(m.state, [1])] == [("LH", "H", True), ("EH", "H", False)]


@pytest.mark.rule("DMS-262")
def test_what_is_face_up_is_no_target_unless_any_is() -> None:
    """Example 32; with `any` a later announcement replaces an earlier one."""
    figures = {0: "M1", 1: "ES LH M2", 2: "JD"}
    m = drive(phase(figures, turned={1: {1: "LH"}}), PointAt(1, by=0))
    assert offered(m, Announce, "slot") == [1]
    m = phase(figures, turned={1: {1: "LH"}}, options={"media_target": "any"})
    drive(m, PointAt(1, by=0))
    assert offered(m, Announce, "slot") == [1, 2]
    t = table(3, figures={0: "M1", 1: "M2", 2: "JD"}, options={"media_target": "any"})
    m = on(scandal, t, PointAt(2, by=0), Announce(1, "S", by=0), PointAt(2, by=1), Announce(1, "C", by=1))
    assert m.state.marks == [Mark("M2", 1, 2, 0, "C")]


@pytest.mark.rule("DMS-263")
def test_a_holder_with_a_target_must_act_unless_it_may_decline() -> None:
    assert asked(phase({0: "M1", 1: "ES"})) == {(0, "point-at")}
    m = phase({0: "M1", 1: "ES"}, options={"media_mandatory": False})
    assert asked(m) == {(0, "point-at"), (0, "decline")}
    drive(m, Decline(by=0))
    assert m.over and m.state.media == {"M1": "declined"} and m.state.marks == []


@pytest.mark.rule("DMS-264")
def test_without_a_target_the_media_do_nothing() -> None:
    """Example 36."""
    m = phase({0: "M1 ES LH", 1: "M2", 2: "JD"}, turned={2: {0: "JD"}})
    assert asked(m) == {(1, "point-at")}
    assert m.state.media == {"M1": "idle"} and "media-idle" in kinds_told(m)


@pytest.mark.rule("DMS-268")
def test_without_media_the_phase_ends_at_once() -> None:
    m = phase({0: "ES", 1: "LH"})
    assert m.over and m.events(None) == []


@pytest.mark.rule("DMS-269")
def test_an_independent_with_one_media_acts_like_anybody() -> None:
    m = phase({4: "M1", 0: "ES", 1: "LH"}, "team_2v2_1")
    assert asked(m) == {(4, tag(PointAt))} and offered(m, PointAt, "target") == [0, 1]


@pytest.mark.rule("DMS-458", "DMS-256")
def test_an_absent_holder_declines_even_where_acting_is_compulsory() -> None:
    m: AnyMatch = phase({0: "M1", 1: "ES"}, away=[0])
    assert m.over and m.state.media == {"M1": "declined"} and kinds_told(m)[-1] == "media-declined"
    m = drive(phase({0: "M1", 1: "ES", 2: "M2"}), MarkAbsent(0, by=HOST))
    assert m.state.media == {"M1": "declined"} and asked(m) == {(2, "point-at")}
    m = drive(phase({0: "M1", 1: "ES LS"}), PointAt(1, by=0), MarkAbsent(0, by=HOST))
    assert m.over and m.state.media == {"M1": "declined"} and m.state.pointed is None


# ---- obligations


def marked(figures: str, *marks: tuple[int, str], **options: Any) -> Table:
    """Seat 1 holds these; Media lie on these slots with these suits."""
    t = table(3, figures={1: figures}, options=options)
    t.marks = [Mark(f"M{k}", 0, 1, slot, suit) for k, (slot, suit) in enumerate(marks, 1)]
    return t


@pytest.mark.rule("DMS-259", "DMS-261", "DMS-291")
def test_a_hit_figure_must_be_in_the_trio_with_its_new_suit() -> None:
    """Examples 33 and 34."""
    assert tier(marked("ES LH JD JC"), 1) == 3
    t = marked("ES LH JD JC", (2, "S"))
    assert tier(t, 1) == 2 and all("JD" in trio.cards for trio in hall(t).seats[1])
    assert tier(marked("ES LS JD"), 1) == 2 and tier(marked("ES LS JD", (1, "H")), 1) == 3


@pytest.mark.rule("DMS-265")
def test_both_obligations_apply() -> None:
    t = marked("ES LH JD EC LC", (0, "D"), (1, "D"))
    assert [trio.cards for trio in hall(t).seats[1]] == [["ES", "LH", "JD"]] and tier(t, 1) == 1


@pytest.mark.rule("DMS-266")
def test_two_hit_figures_of_one_function() -> None:
    """Example 35."""
    assert tier(marked("ES EH LH JD", (0, "H"), (1, "C")), 1) == 3
    assert tier(marked("ES EH LH JD", (0, "H"), (1, "C"), forced_conflict="no_trio"), 1) == 0
    best = max(hall(marked("ES EH LH JD", (0, "H"), (1, "C"))).seats[1], key=lambda trio: trio.tier)
    assert best.cards == ["EH", "LH", "JD"] and best.suits == ["C", "H", "D"]
    assert all({"ES", "EH"} & set(trio.cards) for trio in hall(marked("ES EH ED LH JD", (0, "H"), (1, "C"))).seats[1])


@pytest.mark.rule("DMS-267")
def test_an_obligation_without_any_trio_is_void() -> None:
    """Example 37."""
    for conflict in ("max_satisfy", "no_trio"):
        assert legal_trios(pieces(marked("ES EH LD", (0, "C")), [1]), conflict) == []
        assert tier(marked("ES EH LD", (0, "C"), forced_conflict=conflict), 1) == 0
