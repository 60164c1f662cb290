"""RULES.md, sections 12, 13 and 16: the end of a round, candidates, investiture and resignation."""

from __future__ import annotations

import pytest

from companion.engine import Drawn
from companion.games.democracia import events as e
from companion.games.democracia import moves as m
from companion.games.democracia.agents import lose_agent
from companion.games.democracia.briefcases import legal_targets
from companion.games.democracia.election import election, term
from companion.games.democracia.office import inaugurate, invest, investable, no_president, selection
from companion.games.democracia.piles import abilities_of
from companion.games.democracia.planning import planners
from companion.games.democracia.rules import pass_token, round_end, step
from companion.games.democracia.state import Table

from ..driver import AnyMatch, Step, asked, drive, offered, refused
from .tables import B1, B2, R1, R2, answer, draws, fetch, govern, lay, let, own, run, table, told


def ending(t: Table, *steps: Step) -> AnyMatch:
    return run(t, round_end, *steps)


def choosing(t: Table, party: str = "blue", *steps: Step) -> AnyMatch:
    return run(t, lambda t: selection(t, party), *steps)  # type: ignore[arg-type]


# ---- the end of a round


@pytest.mark.rule("DEM-170", "DEM-280", "DEM-284", "DEM-172")
def test_resignation_step_prison_token_in_this_order() -> None:
    t = table(4, convicted=[R2])
    govern(t, B1)
    t.pop[B1] = 0
    match = ending(t, let)
    kinds = [type(x) for x in match.events(None)]
    order = [e.Resigned, e.EarlyElections, e.IsCandidate, e.IsCandidate, e.TokenTo]
    assert [k for k in kinds if k in order] == order
    assert match.state.prison == [R2]


@pytest.mark.rule("DEM-171", "DEM-013")
@pytest.mark.parametrize(("n", "rounds"), [(4, ["initial", "selection"]), (2, ["extra", "initial", "selection"])])
def test_the_round_token_advances_one_space(n: int, rounds: list[str]) -> None:
    for i, name in enumerate(rounds):
        t = table(n, round_=name)
        t.pop[0] = t.pop[1] = 3
        match = ending(t, *[m.Cede(False, by=s) for s in (0, 1) if n == 4 and name == "selection"])
        assert match.state.round == i + 1
    assert t.plan.seating.rounds[match.state.round] == "elections"


@pytest.mark.rule("DEM-171", "DEM-212")
@pytest.mark.parametrize("n", [2, 4])
def test_after_elections_it_goes_to_the_first_space(n: int) -> None:
    t = table(n, round_="elections")
    t.candidates = {"blue": 0, "red": 1}
    match = ending(t)
    drive(match, draws(len([c for c in t.plan.communities if c not in t.bastions])), draws(1))
    assert match.over and match.state.round == 0
    assert (match.state.elections, match.state.legislature) == (1, 2)


@pytest.mark.rule("DEM-172", "DEM-285", "DEM-290")
def test_a_resignation_replaces_the_step_of_the_round() -> None:
    """W17."""
    t = table(4, round_="selection")
    govern(t, B1)
    t.pop.update({B1: 0, R1: 4, R2: 2})
    match = ending(t, let)
    assert asked(match) == {(R1, "cede")}, "the red party selects; the blue one does not"
    drive(match, m.Cede(False, by=R1))
    state = match.state
    assert state.president is None and state.points[B1] == 0
    assert state.candidates == {"blue": B2, "red": R1}
    assert state.plan.seating.rounds[state.round] == "elections"
    assert state.first == R1, "to the left, and it stays there"
    assert told(match, e.EarlyElections)


@pytest.mark.rule("DEM-173", "DEM-130", "DEM-135")
def test_prisoners_are_released_and_the_convicted_go_in() -> None:
    t = table(4, prison=[B1], convicted=[R1])
    match = ending(t)
    assert match.state.prison == [R1] and match.state.convicted == []
    assert told(match, e.Released) == [e.Released(B1)]


@pytest.mark.rule("DEM-135", "DEM-241")
def test_who_is_in_prison_is_still_there_when_the_election_is_decided() -> None:
    t = table(2, round_="elections", prison=[0])
    t.candidates = {"blue": 0, "red": 1}
    assert investable(t, "blue") is None and investable(t, "red") == 1


@pytest.mark.rule("DEM-174", "DEM-024")
def test_the_turn_order_token_passes_unless_there_is_a_president() -> None:
    t = table(4, first=1)
    t.order = [0, 2, 1, 3]
    assert ending(t).state.first == 3
    govern(t, 2)
    assert ending(t).state.first == 2


@pytest.mark.rule("DEM-174")
@pytest.mark.parametrize(("double", "to"), [(False, R1), (True, B2)])
def test_after_a_resignation_it_passes_once_or_twice(double: bool, to: int) -> None:
    t = table(4, options={"resignation_double_pass": double})
    t.first, t.resigned = R1, B1
    pass_token(t)
    assert t.first == to


# ---- candidates


@pytest.mark.rule("DEM-180", "DEM-184")
def test_the_more_popular_of_two_becomes_candidate() -> None:
    t = table(5, round_="selection")
    t.pop.update({0: 3, 3: 4, 1: 2, 4: 1})
    match = run(t, step)
    assert match.state.candidates == {"blue": 3}, "seats 0 and 3 are blue"
    drive(match, m.Cede(False, by=3), m.Cede(False, by=1))
    assert match.state.candidates == {"blue": 3, "red": 1}, "and no minority has one"
    assert told(match, e.IsCandidate) == [e.IsCandidate(3, "blue"), e.IsCandidate(1, "red")]


@pytest.mark.rule("DEM-181", "DEM-182")
def test_a_tie_is_drawn_and_the_chosen_may_cede_once() -> None:
    """W45."""
    t = table(4)
    t.pop.update({B1: 3, B2: 3})
    match = choosing(t)
    assert offered(match, Drawn, "item") == ["0", "2"]
    drive(match, draws(1, str(B2)))
    assert asked(match) == {(B2, "cede")}
    drive(match, m.Cede(True, by=B2))
    assert match.over and match.state.candidates == {"blue": B1}
    assert choosing(t, "blue", draws(1, str(B2)), m.Cede(False, by=B2)).state.candidates == {"blue": B2}


@pytest.mark.rule("DEM-183")
def test_who_will_be_in_prison_is_passed_over() -> None:
    t = table(4, convicted=[B1])
    t.pop.update({B1: 7, B2: 0})
    match = choosing(t)
    assert match.over and match.state.candidates == {"blue": B2}, "and B2 cannot cede to B1"
    t = table(4, prison=[B1])
    t.pop.update({B1: 7, B2: 0})
    assert choosing(t, "blue", m.Cede(False, by=B1)).state.candidates == {"blue": B1}, "released at this round end"
    t = table(4, convicted=[B1, B2])
    t.pop.update({B1: 0, B2: 1})
    assert choosing(t).state.candidates == {"blue": B2}


@pytest.mark.rule("DEM-185")
def test_candidacies_end_with_the_election() -> None:
    t = table(4, round_="elections")
    t.candidates = {"blue": B1, "red": R1}
    match = run(t, election, draws(13), draws(1))
    assert match.over and match.state.candidates == {}


# ---- resignation


@pytest.mark.rule("DEM-280", "DEM-282", "DEM-268")
def test_a_president_without_popularity_loses_office_and_agents() -> None:
    t = table(6)
    own(t, 0, "MED-B1")
    govern(t, 0, "PRE-02")
    t.pop[0] = 0
    match = ending(t, let)
    state = match.state
    assert state.president is None and set(state.beside) == {"GOB", "FIS"}
    assert state.owned[0] == ["LID-B1", "BAR-B1", "MED-B1"] and not state.covered("MED-B1")
    assert "ESP-M" in state.hands[0] and "ESP-G" not in state.hands[0]
    assert state.discards["president"] == ["PRE-02"] and not state.card
    assert state.points[0] == 0 and told(match, e.Resigned) == [e.Resigned(0, "zero_pop")]
    alive = table(6)
    govern(alive, 0)
    alive.pop[0] = 1
    assert ending(alive).state.president == 0


@pytest.mark.rule("DEM-281", "DEM-523", "DEM-531")
def test_a_statement_without_questions_saves_from_pop_0_only() -> None:
    t = table(4)
    govern(t, B1, "PRE-01")
    t.pop[B1] = 0
    match = ending(t)
    assert asked(match) == {(B1, "use-president"), (B1, "pass-window"), (-2, "rang")}
    drive(match, answer(B1, "PRE-01"))
    assert match.state.president == B1 and told(match, e.StaysOn) == [e.StaysOn(B1)]
    t.must_resign = True
    assert ending(t).state.president is None, "no window after a conviction"
    other = table(4)
    govern(other, B1, "PRE-02")
    other.pop[B1] = 0
    match = ending(other)
    assert (B1, "use-president") in asked(match) and offered(match, m.UsePresident, "card") == []


@pytest.mark.rule("DEM-283", "DEM-286")
def test_in_an_elections_round_the_partner_takes_the_marker_before_the_count() -> None:
    """W18."""
    t = table(4, round_="elections")
    govern(t, B1)
    t.candidates = {"blue": B1, "red": R1}
    t.pop[B1] = 0
    match = ending(t)
    assert match.state.candidates == {"blue": B2, "red": R1}
    assert match.state.points[B1] == 0
    assert match.state.phase == "count", "nobody is asked whether they accept"
    drive(match, *[draws(1, "blue")] * 13)
    assert match.state.president == B2
    t.candidates = {"blue": B2, "red": R1}
    assert ending(t).state.candidates["blue"] == B2, "a marker that the partner has stays there"


@pytest.mark.rule("DEM-284")
def test_the_token_goes_to_the_left_of_who_resigned() -> None:
    t = table(4)
    t.order = [0, 3, 1, 2]
    govern(t, B1)
    t.pop[B1] = 0
    t.pop.update({R1: 3, R2: 1})
    assert ending(t, m.Cede(False, by=R1)).state.first == 3


@pytest.mark.rule("DEM-285")
def test_a_partner_convicted_this_round_does_not_take_over() -> None:
    t = table(4, convicted=[B2])
    govern(t, B1)
    t.pop.update({B1: 0, R1: 3})
    assert ending(t, m.Cede(False, by=R1)).state.candidates["blue"] == B1
    t.convicted, t.prison = [], [B2]
    assert ending(t, m.Cede(False, by=R1)).state.candidates["blue"] == B2, "released at this round end"


@pytest.mark.rule("DEM-286")
def test_who_resigned_at_this_round_end_is_not_invested_while_there_is_a_partner() -> None:
    t = table(4, round_="elections", resigned=B1)
    t.candidates = {"blue": B2, "red": R1}
    t.convicted = [B2]
    assert investable(t, "blue") is None
    t.resigned = None
    assert investable(t, "blue") == B1, "from an earlier round they may"


@pytest.mark.rule("DEM-287", "DEM-332")
def test_with_two_players_who_resigned_remains_candidate_and_may_be_invested() -> None:
    t = table(2, round_="elections")
    govern(t, 0)
    t.candidates = {"blue": 0, "red": 1}
    t.pop[0] = 0
    match = ending(t)
    assert match.state.candidates["blue"] == 0 and match.state.points[0] == 0
    drive(match, *[draws(1, "blue")] * 15)
    assert match.state.president == 0
    early = table(2, round_="initial")
    govern(early, 0)
    early.candidates = {"blue": 0, "red": 1}
    early.pop[0] = 0
    state = ending(early).state
    assert state.candidates == {"blue": 0, "red": 1} and state.plan.seating.rounds[state.round] == "elections"


@pytest.mark.rule("DEM-288")
def test_nobody_resigns_at_will_unless_the_table_allows_it() -> None:
    t = table(4)
    govern(t, B1)
    assert ending(t).state.president == B1
    t = table(4, options={"voluntary_resignation": True})
    govern(t, B1)
    t.pop[R1] = 3
    match = ending(t)
    assert asked(match) == {(B1, "resign")}
    assert drive(match, m.Resign(False, by=B1)).state.president == B1
    assert ending(t, m.Resign(True, by=B1)).state.president is None


@pytest.mark.rule("DEM-289", "DEM-432")
def test_the_party_of_who_resigned_stays_in_power_until_the_election_ends() -> None:
    t = table(4)
    govern(t, B1)
    t.pop.update({B1: 0, R1: 3})
    match = ending(t, m.Cede(False, by=R1))
    assert match.state.power == "blue"
    t = match.state
    t.rounds = 2
    match = run(t, step, draws(13))
    drive(match, draws(1))
    assert match.state.president is not None
    assert match.state.power == match.state.party(match.state.president)


# ---- investiture


@pytest.mark.rule("DEM-240", "DEM-260", "DEM-262", "DEM-263", "DEM-265", "DEM-267", "DEM-268")
def test_a_president_without_a_media_gets_one_more_agent() -> None:
    """W41."""
    t = table(4)
    match = run(t, lambda t: inaugurate(t, R2))
    assert asked(match) == {(-1, "drawn")}
    drive(match, draws(1, "PRE-04"))
    state = match.state
    assert (state.president, state.first, state.power) == (R2, R2, "red")
    assert "GOB" in planners(state, R2) and state.beside == []
    assert "ESP-G" in state.hands[R2] and "ESP-M" not in state.hands[R2] and len(state.hands[R2]) == 4
    assert match.view(None)["parked"] == {R2: "ESP-M"}
    assert match.view(R2)["card"] == {R2: ["PRE-04"]} and match.view(R1)["card"] == {R2: {"covered": 1}}
    assert abilities_of(state, R2) == ["ESP-L", "ESP-B", "ESP-B", "ESP-G"]


@pytest.mark.rule("DEM-264", "DEM-063", "DEM-403")
def test_an_own_media_is_covered() -> None:
    t = table(4, options={"briefcases": True})
    own(t, B1, "MED-B1")
    lay(t, "BAR-R1", "MAL-03")
    assert legal_targets(t, R1, "BAR-R1") == ["MED-B1"]
    govern(t, B1)
    assert t.covered("MED-B1") and "MED-B1" not in planners(t, B1)
    assert legal_targets(t, R1, "BAR-R1") == ["GOB"]


@pytest.mark.rule("DEM-266")
def test_the_government_media_that_leaves_uncovers_the_own_one() -> None:
    t = table(4)
    own(t, B1, "MED-B1")
    govern(t, B1)
    t.turn = R1
    lose_agent(t, "GOB")
    assert t.beside == ["GOB"] and "MED-B1" in planners(t, B1)
    assert "ESP-M" in t.hands[B1] and "ESP-G" not in t.hands[B1] and not t.parked
    assert t.president == B1, "the office is kept"


@pytest.mark.rule("DEM-267")
def test_an_empty_president_deck_is_made_of_its_discards_and_then_of_nothing() -> None:
    t = table(4)
    cards = sorted(t.presidents.contents())
    for card in cards:
        fetch(t, card)
    t.discards["president"] = ["PRE-03"]
    match = run(t, lambda t: inaugurate(t, B1), draws(1, "PRE-03"))
    assert match.state.card == {B1: ["PRE-03"]} and match.state.discards["president"] == []
    t.discards["president"] = []
    assert run(t, lambda t: inaugurate(t, B1)).state.card == {B1: []}


@pytest.mark.rule("DEM-269", "DEM-336")
@pytest.mark.parametrize("n", [5, 6])
def test_six_players_have_an_attorney_general(n: int) -> None:
    match = run(table(n), lambda t: inaugurate(t, 0), draws(1))
    assert ("FIS" in match.state.owned[0]) == (n == 6)


@pytest.mark.rule("DEM-261", "DEM-271", "DEM-201")
def test_who_is_not_re_elected_hands_everything_over() -> None:
    t = table(4)
    govern(t, B1, "PRE-05")
    match = run(t, lambda t: inaugurate(t, R1), draws(1, "PRE-01"))
    assert "GOB" not in match.state.owned[B1] and "GOB" in match.state.owned[R1]
    assert "ESP-M" in match.state.hands[B1] and "ESP-G" not in match.state.hands[B1]
    assert match.state.discards["president"] == ["PRE-05"], "of no use any more"
    no_president(t)
    assert t.president is None and t.beside == ["GOB"] and "ESP-M" in t.hands[B1]


@pytest.mark.rule("DEM-270", "DEM-201")
def test_who_is_re_elected_keeps_all_and_draws_anew() -> None:
    t = table(6)
    govern(t, 0, "PRE-05")
    t.turn = 1
    lose_agent(t, "GOB")
    t.turn = None
    t = run(t, term).state
    assert t.points[0] == 1 and len(t.presidents) == 7 and not t.card.get(0)
    match = run(t, lambda t: inaugurate(t, 0), draws(1, "PRE-05"))
    assert {"GOB", "FIS"} <= set(match.state.owned[0]), "what was lost comes back"
    assert match.state.card == {0: ["PRE-05"]}


@pytest.mark.rule("DEM-264")
@pytest.mark.parametrize("media", [["MED-B1"], []])
def test_it_is_told_that_the_own_media_is_covered(media: list[str]) -> None:
    t = table(4)
    own(t, B1, *media)
    own(t, R1, "MED-R1")
    assert told(run(t, lambda t: inaugurate(t, B1)), e.Covered) == [e.Covered(B1, a) for a in media]


@pytest.mark.rule("DEM-181")
@pytest.mark.parametrize(("pop", "how"), [(4, e.CandidateByLot), (3, e.IsCandidate)])
def test_a_candidate_by_lot_is_told_as_such(pop: int, how: type[e.CandidateByLot | e.IsCandidate]) -> None:
    t = table(4)
    t.pop.update({B1: 4, B2: pop})
    match = choosing(t)
    if pop == 4:
        drive(match, draws(1, str(B1)))
    assert told(match, how) == [how(B1, "blue")] and match.state.candidates == {"blue": B1}


@pytest.mark.rule("DEM-241", "DEM-247")
def test_a_jailed_candidate_is_not_invested() -> None:
    t = table(4, convicted=[B1])
    t.candidates = {"blue": B1, "red": R1}
    state = run(t, lambda t: invest(t, "blue"), draws(1)).state
    assert (state.president, state.candidates["blue"]) == (B2, B2), "the partner takes the candidacy"
    t.prison = [B2]
    assert run(t, lambda t: invest(t, "blue"), draws(1)).state.president == R1
    t.convicted = [B1, R1, R2]
    assert run(t, lambda t: invest(t, "blue")).state.president is None


@pytest.mark.rule("DEM-332", "DEM-333")
def test_with_two_players_a_jailed_winner_gives_way() -> None:
    """W24."""
    t = table(2, convicted=[1])
    t.candidates = {"blue": 0, "red": 1}
    assert run(t, lambda t: invest(t, "red"), draws(1)).state.president == 0
    t.convicted = [0, 1]
    match = run(t, lambda t: invest(t, "red"))
    assert match.over and match.state.president is None and told(match, e.NoPresident)


@pytest.mark.rule("DEM-248")
def test_a_legislature_without_a_president() -> None:
    t = table(4, first=1)
    govern(t, B1, "PRE-04")
    no_president(t)
    assert (t.president, t.beside, t.card, t.power) == (None, ["GOB"], {}, "")
    assert ending(t).state.first == R1, "the token passes"
    before = dict(t.points)
    term(t)
    assert t.points == before, "nobody scores the term"


def test_nobody_else_answers_for_the_chosen() -> None:
    t = table(4)
    t.pop.update({B1: 4})
    match = choosing(t)
    assert refused(match, m.Cede(True, by=B2)).code == "not-your-turn"
