"""Section D: Social Pressure moves by itself, and so do its landings."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine import CHANCE, Drawn, Match
from companion.games.republia import moves as m
from companion.games.republia.pressure import push
from companion.games.republia.rules import end_of_round, situation
from companion.games.republia.state import Switches, Table

from ..driver import drive, kinds_told, offered
from .tables import any_draws, draws, legislate, on, piles, play, powers, table, turn_of, urn

FINAL = Switches(sp_landing="final")


def pushed(steps: int, landing: str = "step", **facts: Any) -> Match[Table, Any]:
    return on(lambda t: push(t, steps, "situation", landing), table(**facts))


@pytest.mark.rule("REP-035")
@pytest.mark.parametrize("length", [15, 16, 18, 20])
def test_crisis_is_the_end_of_the_track(length: int) -> None:
    options = Switches(sp_track_length=length)  # type: ignore[arg-type]
    match = pushed(1, sp=length - 1, options=options, drawer=["calls"])
    assert match.state.sp == length and match.state.crisis and len(match.state.pile) == 1
    assert not pushed(1, sp=length - 2, options=options).state.crisis
    assert Switches().sp_track_length == 18


@pytest.mark.rule("REP-036")
def test_what_moves_it() -> None:
    """A decree, a veto, a Special card, a Round without legislation: one step each. A ballot and a Basic card: none."""
    held = {0: ["school"]}
    assert turn_of(table(held=held, sp=2), 0, m.Decree(0, by=0)).state.sp == 3
    assert turn_of(table(held=held, sp=2), 0, m.Veto(0, by=0)).state.sp == 3
    assert turn_of(table(held=held, sp=2), 0, legislate(3, 2, "bribe", "fraud")).state.sp == 2
    special = table(held=held, sp=2, hands={1: ["scandal"]})
    assert turn_of(special, 0, legislate(3, 2, "scandal")).state.sp == 3
    assert on(end_of_round, table(sp=2, president=None)).state.sp == 3
    assert on(end_of_round, table(sp=2, president=None, legislated=1)).state.sp == 2


@pytest.mark.rule("REP-037", "REP-122")
def test_absenteeism_moves_it_twice() -> None:
    t = table(held={0: ["school"]}, sp=2, hands={1: ["absenteeism"]})
    assert turn_of(t, 0, legislate(3, 2, "absenteeism")).state.sp == 4


@pytest.mark.rule("REP-038")
def test_every_position_entered_is_landed_on() -> None:
    """W-35: back over 6 it releases a Law; with `final` it does not stop there."""
    match = drive(on(situation, table(sp=7, round=2)), draws("democracia_directa"))
    assert match.state.sp == 6 and any(a.by == CHANCE for a in match.asks()), "resolved before the next step"
    drive(match, draws("calls"))
    assert match.state.sp == 5 and match.state.exchange and len(match.state.pile) == 1
    final = drive(on(situation, table(sp=7, round=2, options=FINAL)), draws("democracia_directa"))
    assert final.state.sp == 5 and not len(final.state.pile) and final.state.exchange


@pytest.mark.rule("REP-038", "REP-122")
def test_under_final_the_two_steps_of_absenteeism_are_still_two_moves() -> None:
    t = table(held={0: ["school"]}, sp=5, hands={1: ["absenteeism"]}, options=FINAL)
    match = turn_of(t, 0, legislate(3, 2, "absenteeism"))
    assert match.state.sp == 7 and len(match.state.pile) == 1


@pytest.mark.rule("REP-039")
@pytest.mark.parametrize("start", [0, 1])
def test_it_never_goes_below_its_start(start: int) -> None:
    """W-36."""
    match = pushed(-2, sp=start + 1, options=Switches(sp_start=start))
    assert match.state.sp == start
    assert kinds_told(match) == ["pressure-moved"], "a lost step is no landing"
    assert pushed(-2, "final", sp=2, options=FINAL).state.sp == 1


@pytest.mark.rule("REP-040", "REP-041")
def test_the_vetoed_law_is_in_the_drawer_before_the_token_moves() -> None:
    """W-33: with an empty drawer it is that very Law that leaves again."""
    match = turn_of(table(held={0: ["school"]}, sp=5), 0, m.Veto(0, by=0))
    assert piles(match.state)[1:] == (1, 0)
    assert [*match.state.pile.contents()] == ["school"]


@pytest.mark.rule("REP-041")
def test_six_releases_one_law_forward_and_backward_every_time() -> None:
    """W-34 and the drawer."""
    for steps, start in ((1, 5), (-1, 7)):
        match = pushed(steps, sp=start, drawer=["calls", "school", "vote"])
        assert set(offered(match, Drawn, "item")) == {"calls", "school", "vote"}
        drive(match, draws("school"))
        assert piles(match.state)[1:] == (1, 2) and [*match.state.pile.contents()] == ["school"]
    decree = turn_of(table(held={0: ["school"]}, sp=5, top=["vote", "calls"]), 0, m.Decree(0, by=0), any_draws)
    assert sorted(decree.state.pile.contents()) == ["school", "vote"]


@pytest.mark.rule("REP-042")
def test_seven_unlocks_the_exchange_for_good() -> None:
    match = pushed(1, sp=6)
    assert match.state.exchange and kinds_told(match) == ["pressure-moved", "exchange-unlocked"]
    back = pushed(-1, sp=8, exchange=True)
    assert back.state.exchange and "exchange-unlocked" not in kinds_told(back)
    assert pushed(-1, sp=7, exchange=True, drawer=["calls"]).state.exchange
    assert pushed(2, "final", sp=6, options=FINAL).state.exchange, "reaching or passing"


@pytest.mark.rule("REP-043")
@pytest.mark.parametrize(("drawer", "to_pile"), [(0, 3), (1, 0), (2, 1), (5, 2)])
@pytest.mark.parametrize(("steps", "start"), [(1, 11), (-1, 13)])
def test_twelve_releases_half_of_the_drawer(drawer: int, to_pile: int, steps: int, start: int) -> None:
    """W-37."""
    laws = ["calls", "school", "vote", "income", "health"][:drawer]
    match = drive(pushed(steps, sp=start, drawer=laws), any_draws)
    deck = 76 - 4 - drawer
    left = (deck - 3, 3, 0) if not drawer else (deck, to_pile, drawer - to_pile)
    assert piles(match.state) == left


@pytest.mark.rule("REP-044", "REP-045")
def test_crisis_empties_the_drawer_and_stops_the_track() -> None:
    """W-38: a later veto stays in the drawer."""
    t = table(held={0: ["vote"]}, sp=17, drawer=["calls", "school"])
    match = turn_of(t, 0, m.Veto(0, by=0))
    assert match.state.crisis and piles(match.state)[1:] == (3, 0)
    later = table(held={1: ["income"]}, sp=18, crisis=True, pile=["vote", "calls", "school"])
    after = turn_of(later, 1, m.Veto(0, by=1))
    assert after.state.sp == 18 and piles(after.state)[1:] == (3, 1)
    assert "crisis" not in kinds_told(after)


@pytest.mark.rule("REP-044")
def test_crisis_with_an_empty_drawer_takes_ten_of_the_deck() -> None:
    """W-39."""
    match = turn_of(table(held={0: ["school"]}, sp=17), 0, m.Decree(0, by=0), any_draws)
    assert match.state.crisis and len(match.state.pile) == 11


@pytest.mark.rule("REP-046", "REP-041")
def test_laws_of_the_track_are_not_approved_by_legislation() -> None:
    match = drive(on(end_of_round, table(sp=4, president=None, pile=["calls"])), any_draws)
    assert match.state.sp == 5, "the pile holds a Law, and still the Round counts as without"


@pytest.mark.rule("REP-047")
def test_they_move_face_down() -> None:
    match = drive(pushed(1, sp=11, drawer=["calls", "school", "vote", "income"]), draws("vote", "calls"))
    for viewer in (None, 0, 1, 2, 3):
        told = str(match.events(viewer)) + str(match.view(viewer)["pile"]) + str(match.view(viewer)["cabinet"])
        assert "calls" not in told and "vote" not in told
    assert match.view(None)["pile"] == {"covered": 2}


@pytest.mark.rule("REP-048")
def test_a_short_deck_gives_what_it_has() -> None:
    t = table(sp=17)
    t.pile.shuffle([*t.laws.contents()][4:])
    for face in [*t.laws.contents()][4:]:
        t.laws.loose[face] -= 1
        t.laws.slots.pop()
    before = len(t.pile)
    match = drive(on(lambda s: push(s, 1, "decree"), t), any_draws)
    assert len(match.state.pile) == before + 4 and not len(match.state.laws)


@pytest.mark.rule("REP-049", "REP-111")
def test_a_cancelled_special_does_not_move_it() -> None:
    """W-27."""
    t = table(
        held={0: ["school"]},
        sp=5,
        hands={1: ["attack", "economic_coup"], 2: ["economic_coup"], 3: ["bribe"]},
        previous=3,
    )
    match = turn_of(t, 0, legislate(2, 3, "economic_coup@1", "economic_coup@2", "attack", "bribe@3"))
    assert match.state.sp == 5 and powers(match.state) == [4, 4, 4, 4]
    assert match.state.count is None or match.state.count.cancelled
    assert len([c for c in match.state.actions.slots if c]) == 4


@pytest.mark.rule("REP-049")
def test_an_applied_special_that_finds_nothing_to_do_moves_it() -> None:
    """W-41."""
    t = table(held={0: ["school"]}, sp=2, hands={1: ["attack"]})
    match = turn_of(t, 0, legislate(3, 2, "attack"))
    assert match.state.sp == 3 and "nobody-attacked" in kinds_told(match)


@pytest.mark.rule("REP-133")
def test_basic_cards_never_move_it() -> None:
    t = table(held={0: ["school"]}, sp=2)
    match = turn_of(
        t,
        0,
        m.PlayLeadership(4, by=0),
        draws("vote"),
        m.Legislate(0, by=0),
        m.EndPresentation(by=0),
        play("informant", 1),
        m.EndPressConference(by=0),
        urn(3, 2, "bribe", "fraud", "economic_coup"),
        legislate(3, 2),
    )
    assert match.over and match.state.sp == 2


@pytest.mark.rule("REP-038")
def test_under_final_the_position_where_it_stops_counts() -> None:
    match = pushed(-2, "final", sp=8, options=FINAL, drawer=["calls", "school"])
    assert match.state.sp == 6 and any(a.by == CHANCE for a in match.asks())
    assert len(drive(match, draws("calls")).state.pile) == 1
    end = drive(pushed(2, "final", sp=16, options=FINAL, drawer=["calls", "school"]), any_draws)
    assert end.state.crisis and len(end.state.pile) == 2
