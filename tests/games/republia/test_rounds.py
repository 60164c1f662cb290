"""Sections E, F and M: the Round, the Exchange, Leadership, the order of Turns, the end of a Round."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.engine import CHANCE, Drawn, Match
from companion.games.republia import moves as m
from companion.games.republia.rules import end_of_round, replenish, turns
from companion.games.republia.state import Switches, Table, type_of

from ..driver import asked, at_random, drive, kinds_told, offered, refused
from .tables import any_draws, draws, forget, legislate, new, next_round, on, piles, play, powers, table, turn_of


def start_of(round_: int, **facts: Any) -> Match[Table, Any]:
    """The start of that Round, up to the first Turn; nobody holds a Law from before."""
    n = facts.pop("n", 4)
    t = table(n, round=round_ - 1, held={s: [] for s in range(n)}, president=None, **facts)
    return next_round(t, any_draws)


# ---- E. Start of a Round


@pytest.mark.rule("REP-050")
def test_round_one_has_no_replenishment_no_situation_and_no_passing_of_the_token() -> None:
    match = new(4)
    drive(match, at_random(Random(1), lambda x: x.state.president is not None))
    told = kinds_told(match)
    assert "replenished" not in told and "situation-read" not in told
    assert match.state.president == match.state.first and powers(match.state) == [4, 4, 4, 4]


@pytest.mark.rule("REP-051")
def test_token_then_replenishment_then_situation_then_the_first_turn() -> None:
    told = kinds_told(start_of(2))
    order = ["round-began", "replenished", "situation-read", "turn-began"]
    assert [k for k in told if k in order] == order


@pytest.mark.rule("REP-052", "REP-053")
def test_the_token_passes_to_the_left_and_turns_go_clockwise() -> None:
    """W-88."""
    match = start_of(2, n=3, first=2)
    assert match.state.first == 0 and match.state.order == [0, 1, 2]
    t = table(4, first=2, lost=[3], held={3: []})
    presided = []
    match = on(turns, t)
    while match.state.president is not None:
        presided.append(match.state.president)
        drive(match, legislate(3, 2))
    assert presided == [2, 0, 1], "a lost Turn is passed over"


@pytest.mark.rule("REP-054")
def test_replenishment_gives_a_law_a_card_and_a_point_from_the_first_president_on() -> None:
    """W-06, W-13."""
    match = start_of(3, first=1)
    t = match.state
    assert powers(t) == [5, 5, 5, 5]
    assert [len(t.held[s]) for s in range(4)] == [1] * 4 and [len(t.cards[s]) for s in range(4)] == [6] * 4
    asked_in_order = on(replenish, table(4, first=1, order=[1, 2, 3, 0], held={s: [] for s in range(4)}))
    first_law = offered(asked_in_order, Drawn, "item")[0]
    drive(asked_in_order, draws(first_law))
    assert asked_in_order.state.held[1] == [first_law], "the First President draws first"


@pytest.mark.rule("REP-055", "REP-127")
def test_whoever_was_mobilised_gets_the_law_alone_and_is_free_again() -> None:
    """W-21."""
    t = table(4, round=3, held={s: [] for s in range(4)}, president=None, hands={2: ["mobilization"]})
    card = t.lose(2, 0)
    t.lying, t.mobilized = {"mobilization": [card]}, [0]
    match = next_round(t)
    while match.state.phase == "replenish":
        assert card not in offered(match, Drawn, "item"), "it comes back after everybody has drawn"
        drive(match, any_one)
    drive(match, any_draws)
    assert powers(match.state) == [4, 5, 5, 5] and len(match.state.cards[0]) == 5 and len(match.state.held[0]) == 1
    assert not match.state.mobilized and match.state.actions.slots[-1] == card


def any_one(match: Match[Table, Any]) -> Any:
    asked = next(a for a in match.asks() if a.by == CHANCE)
    return [Drawn(asked.fields["deck"].values[0], next(asked.fields["item"].choices()), by=CHANCE)]  # type: ignore[attr-defined]


@pytest.mark.rule("REP-056", "REP-199")
def test_an_empty_bank_or_deck_is_skipped_for_those_who_come_later() -> None:
    """W-80."""
    t = table(8, order=[2, 3, 4, 5, 6, 7, 0, 1], held={s: [] for s in range(8)}, pp={0: 31})
    assert t.bank == 3
    match = drive(on(replenish, t), any_draws)
    assert [match.state.pp[s] for s in (2, 3, 4, 5, 1)] == [9, 9, 9, 8, 8]
    few = table(4, held={s: [] for s in range(4)})
    for face in [*few.actions.contents()][2:]:
        forget(few.actions, [face])
        few.used.append(face)
    assert [len(drive(on(replenish, few), any_draws).state.cards[s]) for s in range(4)] == [6, 6, 5, 5]


@pytest.mark.rule("REP-057", "REP-161")
def test_even_rounds_have_a_situation_for_the_whole_round() -> None:
    assert start_of(2).state.situation != "" and start_of(3).state.situation == ""
    match = drive(next_round(table(4, round=1, held={s: [] for s in range(4)}, president=None)), any_draws)
    assert match.view(None)["situation"] == match.state.situation


@pytest.mark.rule("REP-058", "REP-163")
def test_its_social_pressure_moves_before_the_first_turn() -> None:
    """W-85: Crisis at the Situation step; the Round is still played."""
    t = table(4, round=3, held={s: [] for s in range(4)}, president=None, sp=17, exchange=True)
    match = next_round(t)
    while not any("situations" in a.fields["deck"].values for a in match.asks() if a.by == CHANCE):  # type: ignore[attr-defined]
        drive(match, any_one)
    drive(match, draws("quorum_estricto"), any_draws)
    assert match.state.crisis and match.state.sp == 18
    assert match.state.president == match.state.first and len(match.state.to_come()) == 3


@pytest.mark.rule("REP-059")
def test_the_situation_goes_under_its_deck() -> None:
    t = table(4, situation="interpelacion", legislated=1, president=None)
    match = on(end_of_round, t)
    assert match.state.situations.slots[-1] == "interpelacion" and match.state.situation == ""
    assert len(match.state.situations) == 20


# ---- F. Exchange and Leadership


@pytest.mark.rule("REP-060", "REP-061")
def test_the_window_closes_with_the_first_fate_and_what_is_legal_is_judged_at_the_moment() -> None:
    """W-93: unlocked by an instant card in this very window."""
    t = table(4, sp=6, hands={0: ["mobilization"], 2: ["bribe"]}, order=[2, 3, 0, 1], first=2)
    match = turn_of(t, 2)
    assert (2, "exchange-buy") not in asked(match)
    drive(match, play("mobilization", 0, 1))
    assert match.state.sp == 7 and {(2, "exchange-buy"), (2, "exchange-sell")} <= asked(match)
    drive(match, m.ExchangeBuy(2, by=2), any_draws)
    assert match.state.pp[2] == 2
    late = turn_of(t, 2, m.Legislate(0, by=2), play("mobilization", 0, 1))
    assert not {k for _, k in asked(late)} & {"exchange-buy", "exchange-sell", "play-leadership"}


@pytest.mark.rule("REP-061", "REP-062")
def test_no_exchange_before_seven_and_still_after_a_retreat() -> None:
    """W-48."""
    assert (0, "exchange-buy") not in asked(turn_of(table(4, sp=6)))
    match = turn_of(table(4, sp=5, exchange=True))
    assert {(0, "exchange-buy"), (0, "exchange-sell")} <= asked(match)
    assert {s for s, k in asked(match) if k.startswith("exchange")} == {0}, "the president alone"
    poor = turn_of(table(4, sp=8, pp={0: 1}))
    (buy,) = (f.fields["pay"] for f in poor.faces(None) if f.kind == "exchange-buy")
    assert buy is not None and buy.shown and buy.accepts(2), "what the board offers hangs on public facts"
    no = refused(poor, m.ExchangeBuy(2, by=0))
    assert no.to(0)[1]["why"] == "too-poor" and no.to(1) == ("not-now", {})
    done = turn_of(table(4, sp=8), 0, m.Legislate(0, by=0))
    assert refused(done, m.ExchangeBuy(2, by=0)).code in ("not-your-turn", "not-now")


@pytest.mark.rule("REP-062")
def test_two_points_buy_the_top_card_and_only_the_buyer_sees_it() -> None:
    match = turn_of(table(4, sp=8), 0, m.ExchangeBuy(2, by=0), draws("scandal"))
    assert powers(match.state) == [2, 4, 4, 4] and match.state.bank == 76
    assert match.state.cards[0][-1] == "scandal"
    assert "scandal" in str(match.events(0)) and "scandal" not in str(match.events(1)) + str(match.view(1))
    t = table(4, sp=8)
    for face in [*t.actions.contents()]:
        forget(t.actions, [face])
        t.used.append(face)
    assert (0, "exchange-buy") not in asked(turn_of(t)), "an empty deck sells nothing"


@pytest.mark.rule("REP-063", "REP-131", "REP-049")
def test_a_card_sells_for_its_corruption_openly() -> None:
    """W-17, W-82."""
    t = table(4, sp=8, hands={0: ["bribe", "attack"]})
    match = turn_of(t, 0, m.ExchangeSell(0, by=0))
    assert match.state.pp[0] == 6 and type_of(match.state.actions.slots[-1]) == "bribe"  # type: ignore[arg-type]
    assert any(getattr(e, "card", "") == "bribe" for e in match.events(3)), "shown to all"
    special = turn_of(t, 0, m.ExchangeSell(1, by=0))
    assert special.state.pp[0] == 7 and special.state.sp == 8
    assert (t.corruption(0), special.state.corruption(0)) == (5, 2)
    poor_bank = table(4, sp=8, pp={1: 4 + 74 - 1}, hands={0: ["attack"]})
    assert turn_of(poor_bank, 0, m.ExchangeSell(0, by=0)).state.pp[0] == 5, "what the bank has"


@pytest.mark.rule("REP-064", "REP-061")
def test_one_exchange_a_turn() -> None:
    """W-17."""
    match = turn_of(table(4, sp=8), 0, m.ExchangeSell(0, by=0))
    assert not {k for _, k in asked(match) if k.startswith("exchange")}
    assert refused(match, m.ExchangeSell(0, by=0)).code in ("not-your-turn", "not-now")


@pytest.mark.rule("REP-065")
@pytest.mark.parametrize("situation", ["democracia_directa", "paro_general", "dnu"])
def test_a_situation_without_cards_still_lets_exchange(situation: str) -> None:
    """W-82."""
    match = turn_of(table(4, sp=8, situation=situation), 0, m.ExchangeSell(0, by=0))
    assert match.state.exchanged


@pytest.mark.rule("REP-066", "REP-114", "REP-067")
def test_leadership_draws_one_more_law_each_of_which_must_go() -> None:
    """W-14, W-90."""
    t = table(4, held={0: ["school"]}, hands={0: ["leadership", "leadership"], 1: ["bribe"]}, sp=2)
    match = turn_of(t, 0, m.PlayLeadership(0, by=0), draws("vote"), m.PlayLeadership(0, by=0), draws("cost3"))
    assert match.state.held[0] == ["school", "vote", "cost3"] and match.state.sp == 2
    assert [type_of(c) for c in match.state.actions.slots[-2:]] == ["leadership"] * 2  # type: ignore[arg-type]
    drive(match, m.Decree(0, by=0), m.Veto(1, by=0))
    assert not match.over and match.state.held[0] == ["vote"], "in the order of the president"
    drive(match, legislate(3, 2))
    assert match.over and match.state.sp == 4 and piles(match.state)[1:] == (2, 1)
    assert powers(match.state) == [2, 4, 4, 4] and match.state.legislated == 1


@pytest.mark.rule("REP-066")
def test_leadership_is_the_presidents_at_the_start_of_the_turn_and_wants_a_law() -> None:
    match = turn_of(table(4))
    assert {s for s, k in asked(match) if k == "play-leadership"} == {0}
    second = drive(match, m.PlayLeadership(4, by=0), any_draws, m.Veto(0, by=0))
    assert "play-leadership" not in {k for _, k in asked(second)}
    t = table(4)
    t.cabinet.shuffle([*t.laws.contents()])
    t.laws.loose.clear()
    t.laws.slots.clear()
    assert "play-leadership" not in {k for _, k in asked(turn_of(t))}
    no = refused(turn_of(table(4)), m.PlayLeadership(0, by=0))
    assert no.audience == 0, "what card it is, nobody else hears"


@pytest.mark.rule("REP-068", "REP-134")
@pytest.mark.parametrize(
    ("situation", "legal"),
    [("contubernio", True), ("democracia_directa", True), ("dnu", True), ("paro_general", False), ("despotismo", True)],
)
def test_leadership_where_cards_are_forbidden(situation: str, legal: bool) -> None:
    """W-45, W-72."""
    match = turn_of(table(4, situation=situation))
    assert ((0, "play-leadership") in asked(match)) is legal
    assert bool({k for _, k in asked(match)} & {"play-card"}) is (situation == "despotismo")


@pytest.mark.rule("REP-069", "REP-133")
def test_leadership_moves_nothing_but_each_further_decree_does() -> None:
    t = table(4, held={0: ["school"]}, hands={0: ["leadership"]}, sp=2)
    match = turn_of(t, 0, m.PlayLeadership(0, by=0), draws("vote"))
    assert match.state.sp == 2
    assert drive(match, m.Decree(0, by=0), m.Decree(0, by=0)).state.sp == 4


# ---- M. End of a Round


@pytest.mark.rule("REP-142", "REP-194")
def test_a_round_ends_when_every_slot_is_used_or_lost() -> None:
    t = table(4, order=[0, 1, 2, 3], done=[], lost=[0, 1, 2, 3], held={s: [] for s in range(4)}, president=None)
    assert on(turns, t).over, "all are lost: it simply ends"
    match = on(turns, table(4, lost=[1, 2, 3], held={1: [], 2: [], 3: []}), legislate(3, 2))
    assert asked(match) >= {(0, "end-turn")} and not match.over
    assert drive(match, m.EndTurn(by=0)).over


@pytest.mark.rule("REP-143", "REP-075", "REP-190")
def test_a_round_without_legislation_costs_a_step() -> None:
    """W-11, W-12: a decree does not spare it, unless the option says so."""
    for option, stays in (("by_legislation", False), ("none_approved", True)):
        t = table(4, sp=2, decreed=1, president=None, options=Switches(no_law_penalty=option))  # type: ignore[arg-type]
        assert (on(end_of_round, t).state.sp == 2) is stays
    track = table(4, sp=2, president=None, pile=["vote"], options=Switches(no_law_penalty="none_approved"))
    assert on(end_of_round, track).state.sp == 3, "Laws of the track never spare it"


@pytest.mark.rule("REP-140")
def test_prison_ends_before_the_laws_are_applied() -> None:
    t = table(4, hands={2: ["removal"]}, prison=[1], president=None, pile=["vote"], legislated=1)
    card = t.lose(2, 0)
    t.lying = {"removal": [card]}
    match = on(end_of_round, t)
    assert match.state.prison == [] and match.state.actions.slots[-1] == card and not match.over


@pytest.mark.rule("REP-149")
@pytest.mark.parametrize("option", [False, True])
def test_who_passed_a_law_is_never_shown_unless_the_table_wished_so(option: bool) -> None:
    t = table(4, held={0: ["vote"], 1: ["income"]}, pos=(0, 6), options=Switches(reveal_authors_at_end=option))
    match = turn_of(t, 0, m.Decree(0, by=0))
    assert [d["law"] for d in match.view(0)["deeds"][0]] == ["vote"], "one's own is remembered"
    assert match.view(1)["deeds"] == {} == match.view(None)["deeds"]
    t = match.state
    t.ended = "target"
    assert (0 in match.view(None)["deeds"]) is option


@pytest.mark.rule("REP-158", "REP-204")
def test_otherwise_a_new_round_begins_and_whoever_got_no_law_is_passed_over() -> None:
    match = new(4, sp_track_length=20)
    drive(match, at_random(Random(3), lambda x: x.state.round == 2 or x.over))
    assert match.over or match.state.round == 2
    t = table(4, round=2, held={s: [] for s in range(4)}, president=None)
    keep = [*t.laws.contents()][2:]
    forget(t.laws, keep)
    t.cabinet.shuffle(keep)
    match = next_round(t, any_draws)
    assert [len(match.state.held[s]) for s in match.state.order] == [1, 1, 0, 0]
    presided = []
    while match.state.round == 3 and match.state.president is not None:
        presided.append(match.state.president)
        drive(match, legislate(2, 3))
    assert presided == match.state.order[:2]
