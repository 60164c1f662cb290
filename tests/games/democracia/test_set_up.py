"""RULES.md, section 1 and 18: what lies on the table before the first round, for every number of players."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from companion.engine import BadMove, Script, Setup
from companion.games.democracia import GAME, start
from companion.games.democracia import events as e
from companion.games.democracia import moves as m
from companion.games.democracia.board import neutral
from companion.games.democracia.content import components
from companion.games.democracia.piles import abilities_of
from companion.games.democracia.rules import new_sky
from companion.games.democracia.state import Switches, Table, zones

from ..driver import AnyMatch, asked, at_random, drive, offered, refused, the_ask
from .tables import drawn, draws, new, run, table, told, values

every_count = pytest.mark.parametrize("n", range(2, 7))


def planning(n: int, seed: int = 1, **options: Any) -> AnyMatch:
    """A game as it stands when the first plans are made."""
    return new(n, at_random(Random(seed), lambda match: match.state.phase == "planning"), **options)


@pytest.mark.rule("DEM-001")
def test_the_board_has_two_sides_and_lies_on_side_a() -> None:
    assert Switches().board_side == "A"
    with pytest.raises(BadMove):
        GAME.options_from({"board_side": "C"})
    t = table(2, options={"board_side": "B"})
    assert t.options.board_side == "B"


@pytest.mark.rule("DEM-002")
@pytest.mark.parametrize(
    ("n", "parties"),
    [(2, "blue red"), (3, "blue red green"), (4, "blue red blue red"), (5, "blue red green blue red"),
     (6, "blue red green blue red yellow")],
)  # fmt: skip
def test_two_to_six_play_and_each_number_has_its_parties(n: int, parties: str) -> None:
    t = table(n)
    assert sorted(t.party(s) for s in range(n)) == sorted(parties.split())
    for wrong in (1, 7):
        with pytest.raises(BadMove):
            GAME.match(wrong)


@pytest.mark.rule("DEM-003")
def test_leaders_are_dealt_by_chance_or_by_the_table() -> None:
    match = new(4)
    assert asked(match) == {(-1, "drawn")}
    drive(match, drawn("LID-R2", "LID-R1", "LID-B2", "LID-B1"))
    assert match.state.leaders == {0: "LID-R2", 1: "LID-R1", 2: "LID-B2", 3: "LID-B1"}
    assert [(x.seat, x.agent) for x in told(match, e.Leads)] == list(match.state.leaders.items())
    assert [match.state.party(s) for s in range(4)] == ["red", "red", "blue", "blue"]
    chosen = new(2, choose_leaders=True)
    assert asked(chosen) == {(-4, "assign-leaders")}
    drive(chosen, m.AssignLeaders(["LID-R1", "LID-B1"], by=-4))
    assert chosen.state.leaders == {0: "LID-R1", 1: "LID-B1"}
    assert refused(new(2, choose_leaders=True), m.AssignLeaders(["LID-R1", "LID-R1"], by=-4)).code == "not-offered"


def test_partners_sit_apart_unless_the_table_wants_another_order() -> None:
    """DEM-004: the proposed order comes first."""
    match = new(4, drawn("LID-R2", "LID-R1", "LID-B2", "LID-B1"))
    assert values(match, m.ConfirmSeats, "order") == (3, 1, 2, 0)  # B1, R1, B2, R2
    assert match.view(None)["order"] == [3, 1, 2, 0], "so that they see it on the board"
    drive(match, m.ConfirmSeats([0, 1, 2, 3], by=-4))
    assert match.state.order == [0, 1, 2, 3]


def test_a_match_stands_in_the_phase_that_is_played() -> None:
    """What board and phones go by."""
    match = new(4)
    assert match.state.phase == "setup"
    drive(match, at_random(Random(2), lambda match: match.state.turn is not None))
    assert match.state.phase == "resolution"
    assert [(x.legislature, x.kind_of) for x in told(match, e.RoundBegan)] == [(1, "initial")]


@pytest.mark.rule("DEM-151")
def test_everybody_may_read_what_agents_cards_and_pension_plans_cost() -> None:
    t = table(4)
    assert {t.prices[id] for id in t.plan.pensions} == {p.price for p in t.plan.pensions.values()}
    assert {kind for kind in t.prices if kind in t.plan.kinds} == {"baron", "judge", "media"}, "the others are not sold"
    assert t.prices["CAM-01.0"] == t.plan.cards["CAM-01"].choices[0].cost


@pytest.mark.rule("DEM-005", "DEM-006", "DEM-007", "DEM-335")
@every_count
def test_a_leader_a_baron_and_a_market_with_free_judges(n: int) -> None:
    t = planning(n).state
    for seat in range(n):
        kinds = [t.kind(a) for a in t.owned[seat]]
        assert kinds == ["leader", "baron"]
        assert all(t.plan.agents[a].party == t.party(seat) for a in t.owned[seat])
        assert t.pop[seat] == 2
    assert t.money == 0
    market = Counter((t.kind(a), t.plan.agents[a].party) for a in t.market)
    for party in {t.party(s) for s in range(n)}:
        members = len(t.members(party))
        assert market["baron", party] == market["media", party] == members
    assert market["judge", ""] == (5 if n == 6 else 3)
    assert market.total() == 2 * n + market["judge", ""]
    assert all(t.owner_of(judge) is None for judge in t.judges())


@pytest.mark.rule("DEM-008")
def test_all_pension_plans_lie_open() -> None:
    match = planning(4)
    assert match.view(None)["plans"] == {p: x.copies for p, x in match.state.plan.pensions.items()}
    assert sum(match.state.plans.values()) == 26


@pytest.mark.rule("DEM-009", "DEM-010", "DEM-400")
@pytest.mark.parametrize("briefcases", [False, True])
def test_decks_are_whole_and_briefcases_are_in_only_if_wished(briefcases: bool) -> None:
    t = start(Setup(4, GAME.options_from({"briefcases": briefcases})))
    assert (len(t.funding), len(t.presidents)) == (39, 7)
    assert len(t.action) == (42 if briefcases else 32)
    assert any(c.startswith("MAL") for c in t.action.contents()) == briefcases
    assert all(slot is None for deck in (t.funding, t.action, t.presidents) for slot in deck.slots), "in no known order"
    assert not any(t.discards.values())
    phases = set[str]()
    new(3, at_random(Random(4), lambda match: phases.add(match.state.phase) or False), briefcases=briefcases)  # type: ignore[func-returns-value]
    assert "investigation" in phases
    assert ("briefcase" in phases) == briefcases


@pytest.mark.rule("DEM-011", "DEM-012", "DEM-013")
@every_count
def test_what_lies_beside_the_board(n: int) -> None:
    t = start(Setup(n, Switches()))
    assert t.beside == (["GOB", "FIS"] if n == 6 else ["GOB"])
    assert t.president is None and not t.card
    in_play = {"blue", "red"} | ({"green"} if n in (3, 5, 6) else set()) | ({"yellow"} if n == 6 else set())
    assert set(t.chips) == set(t.votes) == in_play
    assert len(t.urn) == 0 and not any(t.points.values())
    assert (t.legislature, t.elections) == (1, 0)
    assert t.plan.seating.rounds[t.round] == ("extra" if n < 4 else "initial")
    assert not t.candidates


@pytest.mark.rule("DEM-014")
def test_who_begins_is_drawn() -> None:
    match = new(2, draws(2))
    assert values(match, type(match.journal[0]), "item") == ("0", "1")
    drive(match, drawn("1"))
    assert match.state.first == 1
    assert told(match, e.TokenTo) == [e.TokenTo(1)]


@pytest.mark.rule("DEM-015", "DEM-354")
@pytest.mark.parametrize("side", "AB")
def test_bastions_go_down_in_turn_order_where_it_is_free(side: str) -> None:
    match = new(3, draws(3), board_side=side)
    drive(match, m.ConfirmSeats([0, 2, 1], by=-4), drawn("2"))
    assert asked(match) == {(2, "place-bastion")}, "nobody may pass"
    choices = offered(match, m.PlaceBastion, "community")
    metals = {match.state.plan.communities[c] for c in choices}
    assert metals == ({"bronze"} if side == "B" else {"bronze", "silver", "gold"})
    drive(match, m.PlaceBastion("ARA", by=2))
    assert asked(match) == {(1, "place-bastion")}
    assert refused(match, m.PlaceBastion("ARA", by=1)).code == "not-offered"
    drive(match, m.PlaceBastion("AST", by=1), m.PlaceBastion("BAL", by=0))
    assert match.state.bastions["ARA"] == match.state.party(2)
    assert len(neutral(match.state)) == 14


@pytest.mark.rule("DEM-016")
def test_six_cards_in_a_blind_split_seen_only_when_all_are_drawn() -> None:
    match = new(2, draws(2), drawn("0"), m.PlaceBastion("ARA", by=0), m.PlaceBastion("AST", by=1))
    assert asked(match) == {(0, "split")}
    assert list(the_ask(match, m.Split).fields["funding"].choices()) == [0, 1, 2, 3, 4, 5, 6]
    drive(match, m.Split(2, by=0), draws(2), draws(3))
    assert match.view(0)["hands"][0] == [] and match.view(0)["drawing"] == {"covered": 2}, "five are on their way"
    drive(match, draws(1))
    hand = match.view(0)["hands"][0]
    assert [c[:3] for c in hand[:2]] == ["FUN", "FUN"] and not any(c[:3] == "FUN" for c in hand[2:6])
    assert match.view(1)["hands"][0] == {"covered": len(hand)}
    assert told(match, e.CardsDrawn) == [e.CardsDrawn(0, 2, 4)]
    assert asked(match) == {(1, "split")}


@pytest.mark.rule("DEM-017")
@every_count
def test_four_abilities_join_the_six_cards(n: int) -> None:
    t = planning(n).state
    for seat in range(n):
        assert len(t.hands[seat]) == 10
        assert abilities_of(t, seat) == ["ESP-L", "ESP-B", "ESP-B", "ESP-M"]
        assert sorted(c for c in t.hands[seat] if c[:3] == "ESP") == sorted(abilities_of(t, seat))


@pytest.mark.rule("DEM-018", "DEM-019")
@pytest.mark.parametrize("option", ["debate", "variable_budgets", "variable_thresholds", ""])
def test_an_environment_is_revealed_if_any_option_needs_one(option: str) -> None:
    match = planning(4, **({option: True} if option else {}))
    assert bool(match.state.environment) == bool(option)
    assert len(told(match, e.EnvironmentTurned)) == bool(option)
    assert len(match.state.skies) == 7 - bool(option)
    assert (match.state.phase, match.state.rounds) == ("planning", 1)


def test_environments_that_have_all_been_in_force_are_shuffled_again() -> None:
    """Where an owner's data has fewer of them than there are legislatures."""

    def legislatures(t: Table) -> Script[None]:
        for _ in range(8):
            yield from new_sky(t)

    match = run(table(4, options={"debate": True}), legislatures, draws(8))
    seen = [x.environment for x in told(match, e.EnvironmentTurned)]
    assert Counter(seen[:7]) == match.state.plan.weather.copies and len(match.state.skies) == 6


@pytest.mark.rule("DEM-331")
@pytest.mark.parametrize("n", [2, 3])
def test_two_or_three_are_always_candidates(n: int) -> None:
    match = planning(n)
    assert {match.state.party(s): s for s in match.state.candidates.values()} == match.state.candidates
    assert set(match.state.candidates) == {"blue", "red"}
    drive(match, at_random(Random(2), lambda match: match.state.legislature == 2 or match.over))
    assert set(match.state.candidates) == {"blue", "red"}
    assert not any(type(move) is m.Cede for move in match.journal), "no selection step"


def test_every_real_thing_lies_in_one_zone() -> None:
    """What the table needs to care for tags: after every move, no more of anything than the box holds."""
    box = Counter((c.of, str(c.face)) for c in components())
    wholes: dict[str, set[int]] = {}

    def check(match: AnyMatch) -> bool:
        for of, places in zones(match.state).items():
            lying = Counter(face for faces in places.values() for face in faces)
            assert all(n <= box[of, face] for face, n in lying.items()), of
            if match.state.rounds:
                wholes.setdefault(of, set()).add(lying.total())
        return False

    real = ["cards", "urn", "environment", "leaders", "president"]
    new(6, at_random(Random(3), check), briefcases=True, debate=True, real=real)
    assert wholes == {"cards": {112, 113}, "agents": {31}, "environment": {7}, "votes": {90}}
