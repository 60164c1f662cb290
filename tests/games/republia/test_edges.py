"""Sections P and Q, and what never shows."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.engine import CHANCE
from companion.games.republia import GAME
from companion.games.republia import moves as m
from companion.games.republia.state import Switches, type_of, zones
from companion.players.random_player import random_move
from tests.pairwise import settings

from ..driver import AnyMatch, at_random, drive, kinds_told, refused, tag
from .tables import legislate, new, play, speak, table, turn_of, urn


@pytest.mark.rule("REP-189")
@pytest.mark.parametrize("edition", [1, 2])
def test_absenteeism_is_the_corrected_one_in_both_editions(edition: int) -> None:
    t = table(4, held={0: ["school"]}, hands={1: ["absenteeism"]}, sp=2, options=Switches(edition=edition))  # type: ignore[arg-type]
    match = turn_of(t, 0, legislate(5, 0, "absenteeism"))
    assert [*match.state.cabinet.contents()] == ["school"] and match.state.sp == 4 and match.state.pp[0] == 4


@pytest.mark.rule("REP-192")
def test_who_sees_power() -> None:
    public, own = (turn_of(table(4, options=Switches(pp_visibility=v))) for v in ("public", "own"))
    assert public.view(None)["pp"] == dict.fromkeys(range(4), 4) == public.view(2)["pp"]
    assert own.view(None)["pp"] == {} and own.view(2)["pp"] == {2: 4}


@pytest.mark.rule("REP-193")
def test_clocks_only_prompt() -> None:
    """A whole match with every clock off, and one with them on, ask the same."""
    for seed in range(3):
        on, off = new(5), new(5, reading_s=0, presentation_s=0, press_s=0, voting_s=0)
        for match in (on, off):
            drive(match, at_random(Random(seed)))
        assert kinds_told(on) == kinds_told(off)


@pytest.mark.rule("REP-197")
def test_no_deck_is_ever_shuffled() -> None:
    """What goes under a deck stays known there, in order."""
    match = turn_of(table(4, held={0: ["school", "vote", "income"]}), 0, *[legislate(2, 3)] * 3)
    assert match.state.laws.slots[-3:] == ["school", "vote", "income"]


@pytest.mark.rule("REP-198")
@pytest.mark.parametrize(("size", "index"), [(71, 35), (70, 35), (1, 0), (0, 0)])
def test_the_middle_of_a_deck(size: int, index: int) -> None:
    t = table(4, held={0: ["school"]})
    spare = [*t.laws.contents()][size:]
    t.laws.loose.subtract(spare)
    del t.laws.slots[size:]
    t.cabinet.shuffle(spare)
    t.held[0] = []
    t.law_back("school", middle=True)
    assert t.laws.slots[index] == "school" and len(t.laws) == size + 1


@pytest.mark.rule("REP-198")
def test_a_real_law_in_the_middle_may_turn_up_any_time() -> None:
    t = table(4, held={0: ["school"]}, options=Switches(real=frozenset({"laws"})))
    t.held[0] = []
    t.law_back("school", middle=True)
    assert set(t.laws.slots) == {None} and t.laws.loose["school"] == 1


@pytest.mark.rule("REP-199")
def test_there_is_no_debt() -> None:
    t = table(4, pp={0: 78}, held={1: ["school"]}, order=[1, 2, 3, 0])
    t.bank, t.pp[0] = 0, 78
    t.pp.update({1: 4, 2: 4, 3: 4})
    match = turn_of(t, 1, legislate(5, 0))
    assert "unanimous" in kinds_told(match) and match.state.pp[1] == 4


@pytest.mark.rule("REP-200")
def test_a_refusal_changes_nothing_and_betrays_nothing() -> None:
    match: AnyMatch = turn_of(table(4, hands={1: ["bribe"]}, pp={0: 0}))
    moves: list[Any] = [
        m.Decree(0, by=0),
        m.Veto(0, by=0),
        m.Legislate(7, by=0),
        m.PlayCard(0, by=1),
        m.PlayCard(9, by=1),
        m.PlayLeadership(0, by=0),
        m.EndTurn(by=0),
        m.Legislate(0, by=2),
    ]
    for move in moves:
        no = refused(match, move)
        assert no.code == "not-your-turn" or no.to(3) == ("not-now", {})


@pytest.mark.rule("REP-210", "REP-089")
def test_nothing_public_hangs_on_a_secret() -> None:
    """Two tables that differ in every secret show the board the same, all through a Turn."""
    one = table(4, held={0: ["school"]}, hands={0: ["leadership"], 1: ["removal"], 2: ["fraud"], 3: ["attack"]})
    other = table(
        4,
        held={0: ["cost3"]},
        hands={0: ["attack"], 1: ["fraud"], 2: ["informant"], 3: ["removal"]},
        factions=dict(enumerate([["SOC"], ["MON"], ["NEO"], ["TOT"]])),
    )
    a, b = turn_of(one), turn_of(other)
    for steps in ([], [m.Legislate(0, by=0)], [m.EndPresentation(by=0)], [m.EndPressConference(by=0)]):
        drive(a, *steps)
        drive(b, *steps)
        assert a.faces(None) == b.faces(None) and a.view(None) == b.view(None) and a.events(None) == b.events(None)


@pytest.mark.rule("REP-210")
def test_whom_one_may_choose_is_public_and_so_is_how_one_votes_openly() -> None:
    """The panel, and a badge, can answer wherever a person is chosen."""
    seen = set()
    for seed in range(40):
        match, rng = new(3 + seed % 6, allow_gifts=seed % 2 == 0, first_president="random"), Random(seed)
        while not match.over:
            for asked in match.asks():
                for name, field in asked.fields.items():
                    if asked.by >= 0 and name in ("target", "aye", "ayes"):
                        assert field.shown, asked
                        seen.add(tag(asked.move))
            match.play(random_move(match, rng))
    assert {"choose-target", "choose-victim", "point-at", "name-partner", "public-votes", "offer-swap"} <= seen


@pytest.mark.rule("REP-136", "REP-198")
def test_the_laws_of_a_president_in_prison_go_to_the_very_middle() -> None:
    t = table(4, held={0: ["school", "vote"]}, hands={1: ["removal"]})
    deck = len(t.laws)
    match = turn_of(t, 0, play("removal", 1, 0))
    assert match.state.laws.slots[deck // 2 : deck // 2 + 2] in (["school", "vote"], ["vote", "school"])
    assert match.state.laws.slots.index("school") == deck // 2


def test_after_a_ballot_nothing_of_it_stays_on_the_table() -> None:
    t = table(
        4, held={0: ["school", "vote"]}, prison=[3], lost=[3], situation="", options=Switches(real=frozenset({"votes"}))
    )
    match = turn_of(t, 0, m.Legislate(0, by=0), speak, m.PublicVote(True, by=3), urn(1, 1))
    assert match.state.missing == 2
    drive(match, m.NobodyClaims(by=0), m.AcceptCount(by=0))
    state = match.state
    assert (state.due, state.openly, state.late, state.missing, state.shown, state.seconds) == ({}, {}, {}, 0, "", 0)
    assert state.phase == "turn" and state.count is not None, "the last count stays in sight"


@pytest.mark.parametrize("seed", range(12))
def test_every_card_is_somewhere_and_only_once(seed: int) -> None:
    """Whole random matches, under all switches: each Law, card and Situation by its own name, and what decks know."""
    rows = settings(GAME)
    match, rng = GAME.match(3 + seed % 6, rows[seed * 7 % len(rows)]), Random(seed)
    laws, cards = sorted(match.state.plan.laws), sorted(match.state.actions.contents())
    cards = sorted([*cards, *(c for hand in match.state.hands.values() for c in hand)])
    while not match.over:
        match.play(random_move(match, rng))
        t = match.state
        assert all([type_of(c) for c in t.hands[s]] == t.cards[s] for s in range(t.n))
        if any(a.by == CHANCE for a in match.asks()):
            continue  # what is being drawn has not yet arrived
        where = zones(t)
        assert sorted(f for zone in where["laws"].values() for f in zone) == laws
        assert sorted([*(f for zone in where["actions"].values() for f in zone), *t.used]) == cards
        for deck in (t.laws, t.actions, t.situations, t.pile, t.cabinet):
            assert deck.loose.total() == deck.slots.count(None) and min(deck.loose.values(), default=0) >= 0
