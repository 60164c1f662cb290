"""Declarations, winners, figures, the square, points, the end of the main phase (DMS-130..144, DMS-170..235)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.engine import CHANCE, Deck, Match
from companion.games.demos.moves import Assign, Confirm, FigureTurned, Fold, NoFigureLeft, RoundWon, Show
from companion.games.demos.resolve import Win, resolve, squares
from companion.games.demos.rules import game, over
from companion.games.demos.state import Round, Shown, Table

from ..driver import AnyMatch, asked, at_random, draw, drive, kinds_told, offered, refused, the_ask
from .tables import deal_any, on, rings, table

# Hands of RULES.md, worked examples 13 to 19.
SEQ1, TB1, TB2 = "S4 S5 S6 H10 D9", "H8 H9 D10 H2 H3", "H8 H9 D10 H2 C1"
TIED_A, TIED_B = "S4 S5 S6 D10 D1", "H8 D9 H10 H2 C9"
SQUARE_A, SQUARE_B = "S7 H7 D7 C7 S3", "S8 H8 D8 C8 H3"
NONE = "C2 C4 H6 C8 C10"
NINETEEN, TWELVE = "S7 S8 S9 H2 D4", "D8 H9 C10 D2 C5"


def resolved(*hands: str, mode: str = "individual", steps: tuple[Any, ...] = (), **facts: Any) -> Match[Table, Any]:
    """The hands of the seats in order, the last deals; the round is resolved until somebody is asked."""
    return on(resolve, table(len(hands), mode, hands=hands, **facts), *steps)


def last(m: AnyMatch) -> Round:
    found: Round = m.state.rounds[-1]
    return found


def held(m: AnyMatch) -> dict[int, int]:
    return {s: len(cards) for s, cards in m.state.figures.items()}


# ---- declaration


@pytest.mark.rule("DMS-130", "DMS-140", "DMS-142", "DMS-143", "DMS-144")
def test_everybody_shows_their_best_or_folds_and_nobody_is_asked() -> None:
    """Examples 55 and 19. What is not shown stays in the hand of its owner."""
    m = resolved("S1 S2 H3 D3 C3", NINETEEN, NONE)
    assert asked(m) == {(CHANCE, "drawn")}
    assert last(m).shown == [
        Shown(0, ["S1", "S2", "H3"], "seq2", 9), Shown(1, ["S7", "S8", "S9"], "seq1", 19)
    ]  # fmt: skip
    assert last(m).folded == [2] and kinds_told(m)[:3] == ["declared", "declared", "folded"]
    for viewer in (None, 1):
        told = str((m.view(viewer)["rounds"], m.events(viewer), m.view(viewer)["hands"][2]))
        assert not any(f"'{card}'" in told for card in ("D3", "C3", *NONE.split()))
    assert m.view(2)["hands"][2] == ["C2", "C4", "H6", "C8", "C10"]


@pytest.mark.rule("DMS-140", "DMS-141", "DMS-142", "DMS-143")
def test_with_free_declarations_everybody_is_asked_and_may_fold() -> None:
    options = {"declare_policy": "free", "turn_seconds": 20}
    m = resolved("S1 S2 H3 D3 C3", NINETEEN, NONE, options=options)
    assert {by for by, kind in asked(m) if kind in ("show", "fold")} == {0, 1, 2}
    assert the_ask(m, Show, 0).fields["place"].faces == (("S1", "S2", "H3"), ("S1", "S2", "D3"), ("S1", "S2", "C3"))  # type: ignore[attr-defined]
    assert offered(m, Show, "place", 2) == []
    assert [f.fields for f in m.faces(1) if f.by == 0] == [{"place": None}, {}]
    drive(m, Show(2, by=0), Fold(by=1))
    assert m.view(2)["rounds"] == [] and m.events(2) == []  # nothing is seen before all have declared
    drive(m, Fold(by=2))
    assert last(m).shown == [Shown(0, ["S1", "S2", "C3"], "seq2", 9)] and last(m).folded == [1, 2]
    m = resolved("S1 S2 H3 D3 C3", NINETEEN, NONE, options=options, steps=(Fold(by=1), rings))
    assert last(m).shown == [Shown(0, ["S1", "S2", "H3"], "seq2", 9)]


# ---- who wins


@pytest.mark.rule("DMS-172", "DMS-176")
@pytest.mark.parametrize(("other", "first", "decided"), [(TB1, [1], "tb1"), (TB2, [0], "tb2")])
def test_what_is_told_of_a_tie_break(other: str, first: list[int], decided: str) -> None:
    for how in ("outcome", "values", "cards"):
        m = resolved(SEQ1, other, NONE, options={"tiebreak_reveal": how})
        r = last(m)
        assert (r.first, r.decided) == (first, decided) and m.events(None)[-1] == RoundWon(first, 16, decided)
        assert set(r.values) == (set() if how == "outcome" else {0, 1})
        assert set(r.hands) == ({0, 1} if how == "cards" else set())
        if how != "outcome":
            assert r.values[0] == (3, 19)
        hidden = set(str(m.view(2)["rounds"]).replace("'", " ").split())
        assert ("D9" in hidden) == (how == "cards")


@pytest.mark.rule("DMS-176")
def test_nothing_is_told_of_tie_breaks_that_were_not_needed() -> None:
    r = last(resolved(NINETEEN, TWELVE, NONE, options={"tiebreak_reveal": "cards"}))
    assert (r.decided, r.values, r.hands) == ("score", {}, {})


@pytest.mark.rule("DMS-175")
def test_if_all_fold_nobody_wins() -> None:
    m = resolved(NONE, "H2 H4 D6 H8 H10", "D2 D4 S6 D8 D10", figures={0: "ES"})
    assert m.over and last(m).decided == "" and m.state.totals == [0, 0, 0] and held(m) == {0: 1}
    assert kinds_told(m) == ["folded", "folded", "folded", "nobody-showed"]


# ---- figures


@pytest.mark.rule("DMS-200", "DMS-202", "DMS-203", "DMS-208", "DMS-209")
def test_the_winner_draws_one_figure_and_alone_may_look_at_it() -> None:
    m = resolved(TWELVE, NINETEEN, NONE, figures={1: "LH"})
    assert asked(m) == {(CHANCE, "drawn")}  # nobody is asked whether they want it
    drive(m, draw("M1"))
    assert m.over and m.state.figures[1] == ["LH", "M1"] == m.view(1)["figures"][1]
    for viewer in (None, 0, 2):
        assert m.view(viewer)["figures"] == {1: {"covered": 2}} and "M1" not in str(m.events(viewer))
    assert m.state.turned == {} and m.state.media == {} and last(m).drew == {1: 1}


@pytest.mark.rule("DMS-201", "DMS-204", "DMS-207", "DMS-220")
def test_a_square_draws_two_and_all_others_turn_up_their_first_figure() -> None:
    """Example 16; and example 20: with one figure left it draws that one, others turn up all the same."""
    hands = ("S7 H7 D7 C7 S10", "S8 H8 D8 C8 H9", NONE)
    m = resolved(*hands, figures={0: "JS", 1: "LS ES", 2: "ED"}, steps=(draw("LH", "M1"),))
    assert m.state.figures[0] == ["JS", "LH", "M1"] and m.state.turned == {1: {0: "LS"}, 2: {0: "ED"}}
    assert FigureTurned(1, "LS", 1) in m.events(None) and m.view(0)["turned"] == m.state.turned
    m = resolved(*hands, figures={1: "LS", 2: "ED"}, power="JD", steps=(draw("JD"),))
    assert m.over and m.state.figures[0] == ["JD"] and m.state.turned == {1: {0: "LS"}, 2: {0: "ED"}} and over(m.state)


@pytest.mark.rule("DMS-173", "DMS-205", "DMS-462")
def test_ex_aequo_winners_draw_in_deal_order_until_the_deck_is_empty() -> None:
    """Example 15, with both seats first in deal order in turn."""
    for hands in ((TIED_A, TIED_B, NONE), (TIED_B, TIED_A, NONE)):
        m = resolved(*hands, steps=(draw("ES", "LH"),))
        assert m.state.figures == {0: ["ES"], 1: ["LH"]}
        m = resolved(*hands, power="ES", steps=(draw("ES"),))
        assert m.over and m.state.figures == {0: ["ES"]} and last(m).drew == {0: 1}
        assert m.events(None)[-1] == NoFigureLeft([1]) and m.state.totals == [16, 16, 0]
    m = resolved(TIED_A, TIED_B, NONE, dealer=0, power="ES", steps=(draw("ES"),))
    assert m.state.figures == {1: ["ES"]}


@pytest.mark.rule("DMS-204", "DMS-205", "DMS-206", "DMS-223", "DMS-224")
@pytest.mark.parametrize(
    ("left", "how", "got", "turned"),
    [
        ("ES LS JS EH", "sequential", {0: 2, 1: 2}, {0, 1}),
        ("ES LS JS", "sequential", {0: 2, 1: 1}, {0, 1}),
        ("ES LS JS", "round_robin", {0: 2, 1: 1}, {0, 1}),
        ("ES LS", "sequential", {0: 2}, {1}),
        ("ES LS", "round_robin", {0: 1, 1: 1}, {0, 1}),
    ],
)
def test_tied_squares_share_what_is_left(left: str, how: str, got: dict[int, int], turned: set[int]) -> None:
    """Example 17. Who gets no figure is no winner, triggers nothing, and turns up a card."""
    figures = {0: "JD", 1: "LD", 2: "ED"}
    m = resolved(SQUARE_A, SQUARE_B, NONE, power=left, figures=figures, options={"shortage": how}, steps=(deal_any,))
    assert m.over and last(m).drew == got
    assert set(m.state.turned) == {*turned, 2}


@pytest.mark.rule("DMS-204", "DMS-206")
def test_each_completes_its_due_before_the_next_draws_unless_in_passes() -> None:
    for how, order in (
        ("sequential", {0: ["ES", "LS"], 1: ["JS", "EH"]}),
        ("round_robin", {0: ["ES", "JS"], 1: ["LS", "EH"]}),
    ):
        m = resolved(SQUARE_A, SQUARE_B, NONE, options={"shortage": how}, steps=(draw("ES", "LS", "JS", "EH"),))
        assert m.state.figures == order


@pytest.mark.rule("DMS-223")
def test_a_co_winner_may_turn_up_what_it_has_just_drawn() -> None:
    m = resolved(SQUARE_A, SQUARE_B, NONE, steps=(draw("ES", "LS", "M1", "EH"),))
    assert m.state.turned == {0: {0: "ES"}, 1: {1: "EH"}}


# ---- the square


def after_square(t: Table, winner: int = 0) -> Table:
    squares(t, [Win(t.side(winner), [winner], 2, True, got=2)])
    return t


@pytest.mark.rule("DMS-220", "DMS-221", "DMS-222", "DMS-225")
def test_the_first_acquired_power_is_turned_up_media_are_skipped() -> None:
    """Examples 29 and 30. Where the slot is not the first, the slots before it are Media, for all to see."""
    t = after_square(table(3, figures={0: "JS", 1: "M1 LS EH", 2: "M2"}))
    assert t.turned == {1: {1: "LS"}}
    assert after_square(t).turned == {1: {1: "LS"}}
    t.options = table(3, options={"square_reveal": "next_hidden"}).options
    assert after_square(t).turned == {1: {1: "LS", 2: "EH"}}
    assert after_square(t).turned == {1: {1: "LS", 2: "EH"}}


@pytest.mark.rule("DMS-224")
def test_only_a_round_won_with_a_square_turns_up_figures() -> None:
    """A favourite run of 30 beats the square (DMS-435): the square lost, and nothing happens."""
    t = table(3, hands=["S8 S9 S10 H1 D1", "S7 H7 D7 C7 C9", NONE], figures={1: "LS", 2: "ED"}, favourites={0: "S"})
    m = on(resolve, t, draw("ES"))
    assert last(m).first == [0] and m.state.turned == {}


ONE_EACH = dict(enumerate(("ES", "EH", "LS", "LH", "JS")))


@pytest.mark.rule("DMS-348", "DMS-220")
def test_in_teams_every_seat_of_the_other_sides_turns_up_and_no_teammate() -> None:
    t = after_square(table(5, "team_2v2_1", figures=ONE_EACH))
    assert set(t.turned) == {2, 3, 4}
    t = after_square(table(5, "team_2v2_1", figures=ONE_EACH), 4)
    assert set(t.turned) == {0, 1, 2, 3}


# ---- points


@pytest.mark.rule("DMS-230", "DMS-231")
def test_who_banks_points() -> None:
    """Example 19; and with `winners_only` not the losers."""
    m = resolved(NINETEEN, TWELVE, NONE, totals=[1, 2, 3], steps=(deal_any,))
    assert m.state.totals == [20, 14, 3] and last(m).banked == {0: 19, 1: 12}
    m = resolved(NINETEEN, TWELVE, NONE, options={"points_for": "winners_only"}, steps=(deal_any,))
    assert m.state.totals == [19, 0, 0]


@pytest.mark.rule("DMS-205", "DMS-231", "DMS-349")
def test_only_winners_bank_where_so_agreed_and_a_tied_seat_without_a_figure_is_none() -> None:
    options = {"points_for": "winners_only"}
    m = resolved(TIED_A, TIED_B, NONE, power="ES", options=options, steps=(deal_any,))
    assert m.state.totals == [16, 0, 0]
    hands = (NINETEEN, TWELVE, NONE, "D1 D4 D6 D9 H1")
    m = resolved(*hands, mode="team_2v2", options=options, steps=(deal_any, rings))
    assert m.state.totals == [19, 0, 0, 0]  # not the teammate
    m = resolved(*hands, mode="team_2v2", steps=(deal_any, rings))
    assert m.state.totals == [19, 12, 0, 0]


# ---- the end of the main phase


@pytest.mark.rule("DMS-005", "DMS-232", "DMS-233")
def test_the_main_phase_ends_with_an_empty_deck_or_after_the_last_round() -> None:
    t = table(3, round=7)
    assert not over(t)
    t.round = 60
    assert not over(t)
    t.options = table(3, options={"max_rounds": 7}).options
    t.round = 6
    assert not over(t)
    t.round = 7
    assert over(t)
    t.round, t.power = 6, Deck.of("power", [])
    assert over(t)


@pytest.mark.rule("DMS-047", "DMS-232", "DMS-233")
def test_a_round_is_never_cut_short_and_nobody_deals_after_the_last() -> None:
    """The deck empties in a draw; points are banked, and then it is over: the dealer stays."""
    t = table(3, "simplified", hands=[NINETEEN, TWELVE, "C2 C4 H6 C8 C10"], power="ES", dealer=1)
    t.dealt = [0, 1, 2]
    rounds: list[int] = []

    def one(t: Table) -> Any:
        yield from resolve(t)
        rounds.append(t.round)
        assert over(t)

    m = on(one, t, draw("ES"))
    assert m.state.totals == [19, 12, 0] and m.state.dealer == 1


@pytest.mark.rule("DMS-234")
def test_figures_left_after_the_last_round_are_listed_only_where_all_are_shown() -> None:
    for how in ("all", "trio_only"):
        t = table(3, figures={0: "ES"}, options={"max_rounds": 1, "final_reveal": how}, round=0)
        m = on(game, t, at_random(Random(5)))
        left = sorted(m.state.power.contents())
        assert len(left) >= 9 and m.view(None)["unseen"] == (left if how == "all" else [])


@pytest.mark.rule("DMS-235")
def test_a_tricolor_trio_does_not_end_the_main_phase() -> None:
    t = table(3, hands=[NINETEEN, TWELVE, NONE], figures={0: "ES LH"})
    m = on(resolve, t, draw("JD"))
    assert m.over and m.state.verdict is None and not over(m.state)


# ---- teams


def team_round(*hands: str, mode: str = "team_2v2", **facts: Any) -> AnyMatch:
    return resolved(*hands, mode=mode, **facts)


@pytest.mark.rule("DMS-339", "DMS-340", "DMS-342")
def test_a_team_wins_once_even_if_both_its_members_are_first() -> None:
    """Example 43. The earlier of them in deal order draws."""
    for dealer, drawer in ((3, 0), (0, 1)):
        m = team_round(TIED_A, TIED_B, NONE, "H1 D4 D6 H4 S1", dealer=dealer, steps=(draw("ES"),))
        assert m.state.drawn == {drawer: ["ES"]} and asked(m) >= {(drawer, "assign")}
    m = team_round(NINETEEN, NONE, TWELVE, "H1 D6 H4 S1 D3")
    assert m.events(None)[-1] == RoundWon([0], 19, "score")


@pytest.mark.rule("DMS-341", "DMS-205")
def test_tied_sides_win_both_and_the_better_placed_is_served_first() -> None:
    """Example 44: deal order c, b, d, a, which is 2, 1, 3, 0 with b and c at other places: here 2, 3, 0, 1."""
    m = team_round(TIED_A, NONE, TIED_B, "H1 D4 D6 H4 S1", dealer=1, power="ES", steps=(draw("ES"),))
    assert m.state.drawn == {2: ["ES"]} and NoFigureLeft([0]) in m.events(None)
    m = team_round(TIED_A, NONE, TIED_B, "H1 D4 D6 H4 S1", dealer=1, steps=(draw("ES", "LH"),))
    assert m.state.drawn == {2: ["ES"], 0: ["LH"]}  # all are drawn before the first is assigned


@pytest.mark.rule("DMS-343", "DMS-344", "DMS-346")
def test_the_drawer_names_an_owner_and_the_others_agree() -> None:
    def drawn(**facts: Any) -> AnyMatch:
        return team_round("S7 H7 D7 C7 S10", NONE, TWELVE, "H1 D6 H4 S1 D3", steps=(draw("ES", "LH"),), **facts)

    m = drawn(figures={1: "JD"})
    assert asked(m) - {(-2, "rang")} == {(0, "assign")} and offered(m, Assign, "owner") == [0, 1]
    owner = next(face.fields["owner"] for face in m.faces(None) if face.kind == "assign")
    assert owner is not None and owner.shown, "so that a page offers the members alone: who they are is no secret"
    assert refused(m, Assign(2, by=0)).code == "not-offered"
    drive(m, Assign(1, by=0), Assign(0, by=0))
    assert asked(m) - {(-2, "rang")} == {(1, "confirm")}
    assert m.view(1)["proposal"] and not m.view(2)["proposal"] and not m.view(None)["proposal"]
    drive(m, Confirm(True, by=1))
    assert m.state.figures == {1: ["JD", "ES"], 0: ["LH"]} and m.state.drawn == {}
    m = drive(drawn(), Assign(1, by=0), Assign(1, by=0), Confirm(False, by=1))
    assert m.state.figures == {0: ["ES", "LH"]}
    m = drive(drawn(), Assign(1, by=0), Assign(0, by=0), rings)
    assert m.state.figures == {0: ["ES", "LH"]}
    m = drive(drawn(), Assign(1, by=0), rings)
    assert m.state.figures == {0: ["ES", "LH"]}
    m = drive(drawn(), Assign(0, by=0), Assign(0, by=0))
    assert m.over and m.state.figures == {0: ["ES", "LH"]}  # to keep them all needs nobody


@pytest.mark.rule("DMS-344")
def test_one_refusal_is_enough_and_nobody_sees_whose_it_was() -> None:
    """All are waited for, on phones: an early end would tell."""
    hands = (NONE, "H1 D4 H4 S1 D1", NINETEEN, "D6 S3 H10 S1 C1", "D3 H3 S5 C6 D10")
    m = team_round(*hands, mode="team_2v3", steps=(draw("ES"), Assign(4, by=2)))
    assert {by for by, kind in asked(m) if kind == "confirm"} == {3, 4}
    assert {face.ways for face in m.faces(None) if face.kind == "confirm"} == {frozenset({"phone"})}
    seen = []
    for said in (True, False):
        twin = on(resolve, m.start(), draw("ES"), Assign(4, by=2), Confirm(said, by=3))
        assert not twin.over
        seen.append([(twin.view(v), twin.faces(v), twin.events(v)) for v in (None, 0, 2, 4)])
        drive(twin, Confirm(not said, by=4))
        assert twin.over and twin.state.figures == {2: ["ES"]}
        seen[-1] += [(twin.view(v), twin.events(v)) for v in (None, 0, 2, 4)]
    assert seen[0] == seen[1]
    m = drive(m, Confirm(True, by=3), Confirm(True, by=4))
    assert m.over and m.state.figures == {4: ["ES"]}


@pytest.mark.rule("DMS-344")
def test_a_proposal_is_not_made_on_the_panel() -> None:
    m = team_round(NINETEEN, NONE, TWELVE, "H1 D6 H4 S1 D3", steps=(draw("ES"),))
    assert {face.ways for face in m.faces(None) if face.kind == "assign"} == {frozenset({"phone", "cards"})}


@pytest.mark.rule("DMS-345", "DMS-347")
@pytest.mark.parametrize(("peek", "who"), [("drawer", {0}), ("team", {0, 1}), ("none", set())])
def test_who_sees_a_figure_before_it_is_assigned(peek: str, who: set[int]) -> None:
    m = team_round(NINETEEN, NONE, TWELVE, "H1 D6 H4 S1 D3", options={"team_draw_peek": peek}, steps=(draw("ES"),))
    for viewer in (None, 0, 1, 2, 3):
        seen = m.view(viewer)["drawn"] == {0: ["ES"]}
        assert seen == (viewer in who), viewer
        assert m.view(viewer)["drawn"][0] in (["ES"], {"covered": 1})
    drive(m, Assign(1, by=0), Confirm(True, by=1))
    assert m.view(1)["figures"] == {1: ["ES"]} and m.view(0)["figures"] == {1: {"covered": 1}}
    assert m.view(0)["drew"] == ({0: ["ES"]} if 0 in who else {}) and m.view(1)["drew"] == {}


@pytest.mark.rule("DMS-337", "DMS-341")
def test_the_independent_wins_alone_and_assigns_nothing() -> None:
    hands = (NONE, "H1 D4 H4 S1 D1", TWELVE, "D6 S3 H10 S5 C1", NINETEEN)
    m = team_round(*hands, mode="team_2v2_1", steps=(draw("ES"),))
    assert m.over and m.state.figures == {4: ["ES"]}
