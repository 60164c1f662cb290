"""RULES.md, sections 14, 17 and 22: elections, the urn, the debate, and who wins."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from companion.engine import CHANCE, HOST, Drawn, Over, Script, Share
from companion.games.democracia import board
from companion.games.democracia import events as e
from companion.games.democracia import moves as m
from companion.games.democracia.effects import from_urn
from companion.games.democracia.election import count, debate, election, fill, investiture, minority_victory
from companion.games.democracia.rules import game, new_sky, round_end, step
from companion.games.democracia.state import Table
from companion.games.democracia.turn import turn

from ..driver import AnyMatch, Step, asked, at_random, drive, refused
from .tables import B1, B2, R1, drawn, draws, govern, hold, owes, run, table, told, values, vote


def voting(t: Table, *steps: Step) -> AnyMatch:
    """An election, its candidates being the first of each majority party."""
    t.round = t.plan.seating.rounds.index("elections")
    t.candidates = t.candidates or {p: t.members(p)[0] for p in ("blue", "red")}
    return run(t, election, *steps)


def seats(t: Table, **parties: int) -> Table:
    """A board on which every community is held, so many by each party, bastions included."""
    free = board.neutral(t)
    for party, n in parties.items():
        for _ in range(n - board.holdings(t, party)):
            community = free.pop()
            t.held[community] = party
            t.chips[party] -= 1
    assert not free
    return t


# ---- the count


@pytest.mark.rule("DEM-200", "DEM-170")
def test_an_election_ends_every_elections_round_after_the_resignation_check() -> None:
    t = table(4, round_="elections")
    govern(t, B1)
    t.candidates = {"blue": B1, "red": R1}
    t.pop[B1] = 0
    match = run(t, round_end)
    kinds = [type(x) for x in match.events(None)]
    assert kinds.index(e.Resigned) < kinds.index(e.ElectionBegan)
    assert match.state.phase == "count"
    quiet = table(4, round_="initial")
    assert run(quiet, round_end).over


@pytest.mark.rule("DEM-201", "DEM-310")
def test_a_completed_term_is_a_point_before_the_count_in_the_third_election_too() -> None:
    """W19."""
    for elections in (0, 2):
        t = table(4, elections=elections)
        govern(t, B1, "PRE-01")
        t.pop[B1] = 1
        match = voting(t)
        assert match.state.points[B1] == 1 and told(match, e.TermCompleted) == [e.TermCompleted(B1)]
        assert len(match.state.presidents) == 7 and match.state.presidents.slots == [None] * 7
        assert not told(match, e.VoteDrawn)


@pytest.mark.rule("DEM-202", "DEM-204", "DEM-205", "DEM-210", "DEM-211", "DEM-204")
def test_the_votes_fill_the_neutral_communities() -> None:
    """W13."""
    t = table(4)
    hold(t, "blue", "AND", "CAN", "CYL", "CLM")
    hold(t, "red", "CAT", "VAL", "GAL")
    vote(t, blue=4, red=1)
    match = voting(t)
    assert match.state.inside == {"blue": 10, "red": 7}
    neutral = board.neutral(match.state)
    colours = ("blue", "blue", "red", "blue", "red", "red")
    drive(match, *[draws(1, c) for c in colours])
    drawn_ = [(v.community, v.party) for v in told(match, e.VoteDrawn)]
    assert drawn_ == list(zip(neutral, colours, strict=True)), "in the order of the board"
    assert match.state.seats == {"blue": 9, "red": 8}
    assert sum(match.state.seats.values()) == 17
    drive(match, draws(1))
    assert match.over and match.state.president == B1
    assert match.state.votes == {"blue": 30, "red": 30} and len(match.state.urn) == 0
    assert not match.state.drawn and not match.state.inside


@pytest.mark.rule("DEM-202", "DEM-034")
def test_a_short_reserve_gives_what_it_has() -> None:
    t = table(4)
    vote(t, red=25)
    match = run(t, fill)
    assert match.state.inside == {"red": 30, "blue": 13}


@pytest.mark.rule("DEM-034", "DEM-202")
def test_votes_of_a_turn_are_told_until_the_next_and_until_the_urn_is_emptied() -> None:
    t = table(4, options={"real": ["urn"]})
    board.add_votes(t, "blue", 4)
    assert t.put_in == {"blue": 4}
    t.candidates = {"blue": B1, "red": R1}
    match = run(t, fill)
    n = len(board.neutral(t))
    assert told(match, e.BasicVotes) == [e.BasicVotes(n)] and match.state.put_in == {"blue": 4 + n, "red": n}
    t = table(4, prison=[R1])
    board.add_votes(t, "blue", 4)
    assert not run(t, lambda t: turn(t, R1)).state.put_in


def test_a_real_urn_is_shaken_and_emptied_by_hand() -> None:
    """DEM-203, DEM-211."""
    match = voting(table(4, options={"real": ["urn"]}))
    assert asked(match) == {(HOST, "shaken")}
    drive(match, m.Shaken(by=HOST), draws(13), draws(1))
    assert asked(match) == {(HOST, "emptied")}
    assert drive(match, m.Emptied(by=HOST)).over


@pytest.mark.rule("DEM-204")
def test_a_token_of_a_colour_that_is_not_in_the_urn_is_refused_and_a_recount_settles_it() -> None:
    t = table(3, options={"real": ["urn"]})
    vote(t, blue=2)
    match = run(t, game)
    assert match.view(None)["inside"] == {"blue": 2}
    drive(match, m.RecountUrn({"blue": 1, "green": 1}, by=HOST))
    assert match.state.inside == {"blue": 1, "red": 0, "green": 1} and match.state.votes["blue"] == 29
    counting = run(match.state, count)
    assert refused(counting, Drawn("urn", "red", by=-1)).code == "impossible-draw"
    assert refused(run(table(3), game), m.RecountUrn({}, by=HOST)).code == "not-now", "an automatic urn cannot err"


@pytest.mark.rule("DEM-204", "DEM-504", "DEM-034")
@pytest.mark.parametrize("script", [count, partial(from_urn, n=2)])
def test_what_the_books_do_not_know_of_comes_out_after_a_recount(script: Callable[[Table], Script[None]]) -> None:
    """Of an election and of a card, in the middle of the draw: the difference is told, and the draw goes on."""
    t = table(3, options={"real": ["urn"]})
    t.watched = True
    vote(t, blue=3)
    match = run(t, script, Drawn("urn", "blue", by=CHANCE))
    assert refused(match, Drawn("urn", "red", by=CHANCE)).code == "impossible-draw"
    assert refused(match, m.RecountUrn({"blue": 31}, by=HOST)).code == "not-offered", "it says what is wrong"
    drive(match, m.RecountUrn({"blue": 1, "red": 1}, by=HOST))
    assert told(match, e.UrnDiffers) == [e.UrnDiffers("red", 0, 1), e.UrnDiffers("blue", 2, 1)]
    thens = [x.then for x in match.told if isinstance(x.event, e.UrnDiffers)]
    assert all(then and then["urn"]["covered"] == sum(then["inside"].values()) for then in thens), "told when done"
    assert told(match, e.UrnRecounted) and match.state.votes["red"] == 29
    drive(match, Drawn("urn", "red", by=CHANCE))
    assert match.state.inside == {"blue": 1, "red": 0, "green": 0}


@pytest.mark.rule("DEM-206")
def test_an_urn_that_is_empty_by_the_books_is_looked_into() -> None:
    """A real one, while communities wait: it is empty, or what is found in it is drawn."""
    t = table(3, options={"real": ["urn"]})
    vote(t, blue=1)
    match = run(t, count, Drawn("urn", "blue", by=CHANCE))
    assert asked(match) == {(HOST, "none-left"), (HOST, "recount-urn")}
    found = run(t, count, *match.journal, m.RecountUrn({"red": 1}, by=HOST), Drawn("urn", "red", by=CHANCE))
    for ended, drawn_ in ((match, ["blue"]), (found, ["blue", "red"])):
        drive(ended, m.NoneLeft(by=HOST))
        assert ended.over and list(ended.state.drawn.values()) == drawn_
        assert not told(ended, e.NoneLeftInUrn), "nothing was missing"


@pytest.mark.rule("DEM-034")
@pytest.mark.parametrize(("shown", "start"), [(True, {"blue": 2, "green": 1}), (False, {})])
def test_a_recount_begins_with_what_the_books_say_if_all_may_read_it(shown: bool, start: dict[str, int]) -> None:
    t = table(3, options={"real": ["urn"], "show_urn_totals": shown})
    vote(t, blue=2, green=1)
    (form,) = [f for f in run(t, game).correction_faces() if f.kind == "recount-urn"]
    (open_,) = [f for f in run(t, count).faces(None) if f.kind == "recount-urn"]
    for votes in (form.fields["votes"], open_.fields["votes"]):
        assert isinstance(votes, Share) and dict(votes.start) == start
        assert dict(votes.room) == {"red": 30, "blue": 30, "green": 15}, "all that is not on the board"


@pytest.mark.rule("DEM-204")
def test_a_recount_is_offered_once_and_not_between_count_and_emptying() -> None:
    def offered_(match: AnyMatch) -> list[str]:
        faces = [*match.correction_faces(), *match.faces(None)]
        return [f.kind for f in faces if f.kind == "recount-urn"]

    t = table(3, options={"real": ["urn"]})
    vote(t, blue=3)
    for script in (count, partial(from_urn, n=2)):
        assert offered_(run(t, script)) == ["recount-urn"], "beside the draw, and not among the corrections too"
    t.seats, t.candidates, t.drawn = {"blue": 8, "red": 5, "green": 4}, {"blue": 0, "red": 1}, {"AND": "blue"}
    t.votes["blue"] -= 1
    hold(t, "blue", "CAN")
    assert run(t, investiture).state.phase == "pact"
    assert offered_(run(t, investiture)) == [], "it is emptied first"


@pytest.mark.rule("DEM-206")
def test_a_short_urn_leaves_seats_empty() -> None:
    t = table(4)
    vote(t, red=5)
    match = run(t, count, draws(5))
    assert match.over and match.state.seats == {"blue": 2, "red": 7}
    assert sum(match.state.seats.values()) < 17


@pytest.mark.rule("DEM-207")
def test_without_neutral_communities_nothing_is_drawn() -> None:
    match = voting(seats(table(4), blue=9, red=8), draws(1))
    assert match.over and not told(match, e.VotesIn) and not told(match, e.VoteDrawn)
    assert match.state.president == B1


@pytest.mark.rule("DEM-210", "DEM-214")
def test_nine_seats_are_a_majority() -> None:
    for blue, president in ((9, B1), (8, R1)):
        match = voting(seats(table(4), blue=blue, red=17 - blue), draws(1))
        assert match.state.president == president
    for blue, red, phase in ((8, 5, "pact"), (9, 5, "investiture")):
        assert voting(seats(table(3), blue=blue, red=red, green=17 - blue - red)).state.phase == phase


@pytest.mark.rule("DEM-212", "DEM-430")
def test_a_new_legislature_begins() -> None:
    t = seats(table(4, options={"debate": True}, environment="crisis", attorney_used=True), blue=9, red=8)
    t.round = t.plan.seating.rounds.index("elections")
    t.candidates = {"blue": B1, "red": R1}
    match = run(t, step)
    drive(match, at_random(Random(1)))
    state = match.state
    assert (state.elections, state.legislature, state.round) == (1, 2, 0)
    assert state.environment and told(match, e.EnvironmentTurned)
    assert not state.attorney_used


@pytest.mark.rule("DEM-213")
def test_a_party_without_candidate_selects_one_now() -> None:
    t = seats(table(4), blue=9, red=8)
    t.round, t.candidates = 2, {"red": R1}
    t.pop.update({B1: 1, B2: 5})
    match = run(t, election)
    assert asked(match) == {(B2, "cede")}
    assert drive(match, m.Cede(False, by=B2), draws(1)).state.president == B2


# ---- minority victories


@pytest.mark.rule("DEM-208", "DEM-311")
@pytest.mark.parametrize(
    ("counted", "wins"),
    [
        ({"red": 7, "green": 6, "blue": 4}, True),  # W48
        ({"red": 6, "green": 6, "blue": 5}, True),  # W15
        ({"red": 7, "blue": 5, "green": 5}, False),  # W14
        ({"green": 9, "blue": 4, "red": 4}, True),
        ({"red": 6, "blue": 6, "green": 5}, False),
    ],
)
def test_a_minority_among_the_first_two_wins_at_once(counted: dict[str, int], wins: bool) -> None:
    match = voting(seats(table(3), **counted))
    assert match.over == wins
    if wins:
        assert match.result.winners == (2,) and match.result.reason == "minority"
        assert match.state.phase == "count", "before any pact"
    else:
        assert match.state.phase == "pact"


@pytest.mark.rule("DEM-317")
@pytest.mark.parametrize(
    ("green", "yellow", "pops", "winners"),
    [(6, 6, (4, 2), (2,)), (6, 6, (3, 3), (2, 5)), (5, 7, (7, 0), (5,))],
)
def test_of_two_minorities_the_stronger_wins(
    green: int, yellow: int, pops: tuple[int, int], winners: tuple[int, ...]
) -> None:
    """W16."""
    t = seats(table(6), green=green, yellow=yellow, red=3, blue=2)
    t.pop.update({2: pops[0], 5: pops[1]})
    assert voting(t).result.winners == winners


@pytest.mark.rule("DEM-316")
def test_minorities_that_have_not_won_lose() -> None:
    t = seats(table(3, elections=2), blue=8, red=7, green=2)
    t.pop[2] = 7
    match = voting(t)
    assert match.result.winners == (0,)


# ---- the end of the game


@pytest.mark.rule("DEM-209", "DEM-020", "DEM-312")
def test_the_third_election_ends_the_game_without_investiture() -> None:
    match = voting(seats(table(4, elections=2), blue=5, red=12))
    assert match.over and match.state.president is None
    assert told(match, e.LastPoint) == [e.LastPoint(R1)]
    assert match.view(None)["winners"] == [R1] and match.view(None)["ended"] == "points"
    assert match.result.winners == (R1,) and told(match, e.Victory) == [e.Victory([R1], "points")]
    assert not voting(seats(table(4, elections=1), blue=5, red=12)).over


@pytest.mark.rule("DEM-312")
def test_the_last_point_needs_no_majority_and_no_freedom() -> None:
    t = seats(table(3, elections=2, convicted=[0]), blue=7, red=6, green=4)
    match = voting(t)
    assert told(match, e.LastPoint) == [e.LastPoint(0)], "7 seats, in prison"
    level = seats(table(3, elections=2), blue=7, red=7, green=3)
    tied = voting(level)
    assert not told(tied, e.LastPoint) and told(tied, e.LastLevel), "and why nobody gets it is told"


@pytest.mark.rule("DEM-313", "DEM-310")
def test_most_victory_points_win() -> None:
    t = seats(table(4, elections=2), blue=8, red=9)
    t.points.update({B2: 2})
    assert voting(t).result.winners == (B2,)
    assert sum(t.points.values()) + 1 <= 3


@pytest.mark.rule("DEM-314", "DEM-315")
@pytest.mark.parametrize(
    ("blue", "red", "pops", "winners"),
    [
        (["PEN-06"], ["PEN-07"], (5, 3), (1,)),  # W21
        (["PEN-07"], ["PEN-07"], (5, 3), (0,)),  # W22
        ([], [], (3, 3), (0, 1)),
    ],
)
def test_ties_are_broken_by_pensions_then_popularity(
    blue: list[str], red: list[str], pops: tuple[int, int], winners: tuple[int, ...]
) -> None:
    t = seats(table(3, elections=2), blue=8, red=8, green=1)
    t.points.update({0: 1, 1: 1})
    t.hidden[0], t.pensions[1] = blue, red
    t.pop.update({0: pops[0], 1: pops[1], 2: 7})
    match = voting(t)
    assert match.result.winners == winners
    assert match.view(None)["pensions"][0] == blue and not any(match.state.hidden.values())
    assert told(match, e.PensionsShown) == ([e.PensionsShown(0, blue)] if blue else [])


@pytest.mark.rule("DEM-318", "DEM-409")
def test_who_owes_a_briefcase_cannot_win() -> None:
    """W35."""
    t = seats(table(4, options={"briefcases": True}, elections=2), blue=9, red=8)
    t.points[B1] = 2
    owes(t, B1, "MAL-01")
    match = voting(t)
    assert match.result.winners != (B1,) and B1 not in match.result.winners
    assert told(match, e.BarredFromVictory) == [e.BarredFromVictory(B1)]
    for elections, over in ((2, False), (1, True)):
        t = seats(table(3, options={"briefcases": True}, elections=elections), blue=4, red=7, green=6)
        owes(t, 2, "MAL-01")
        won = voting(t)
        assert (won.over and won.result.reason == "minority") == over, "only in the last round of the game"


@pytest.mark.rule("DEM-317", "DEM-409")
def test_a_barred_minority_leaves_the_victory_to_the_other() -> None:
    t = table(6, options={"briefcases": True}, elections=2)
    seats(t, green=7, yellow=6, red=2, blue=2)
    owes(t, 2, "MAL-01")
    t.seats = {"green": 7, "yellow": 6, "red": 2, "blue": 2}
    with pytest.raises(Over) as over:
        minority_victory(t)
    assert over.value.result.winners == (5,)
    t.owed[5] = t.owed[2]
    minority_victory(t)


# ---- the debate


def debating(t: Table, *steps: Step) -> AnyMatch:
    t.candidates = {p: t.members(p)[0] for p in ("blue", "red")}
    return run(t, debate, *steps)


@pytest.mark.rule("DEM-440", "DEM-441", "DEM-442", "DEM-443")
def test_a_debate_in_stability() -> None:
    """W12."""
    t = table(4, options={"debate": True}, environment="stability", power="blue")
    hold(t, "blue", "AND", "CAN", "CYL", "CLM")
    hold(t, "red", "CAT", "VAL", "GAL")
    t.pop.update({B1: 4, R1: 3})
    match = debating(t)
    assert asked(match) == {(B1, "give-up")}
    drive(match, m.GiveUp(["AND"], by=B1), m.GiveUp(["CAT"], by=R1))
    assert len(board.neutral(match.state)) == 8
    assert match.state.inside == {"blue": 8, "red": 4}
    assert told(match, e.Debated) == [e.Debated("stability", [
        e.Debater("wins", B1, "blue", "power", 4, 1, "all"), e.Debater("loses", R1, "red", "opposition", 3, 1, "half"),
    ])]  # fmt: skip
    kinds = [type(x) for x in match.events(None)]
    assert kinds == [e.Debated, e.GivenUp, e.GivenUp, e.VotesIn, e.VotesIn], "the reason, then what follows"


ROWS = {
    ("stability", "power"): ("?", 1, 2, "nhh"),
    ("stability", "opposition"): ("?", "?", 1, "nhh"),
    ("boom", "power"): (0, 0, 1, "nnh"),
    ("boom", "opposition"): ("?", "?", 1, "nhh"),
    ("crisis", "power"): ("?", 2, 3, "nhh"),
    ("crisis", "opposition"): (0, 0, 1, "nnh"),
}


@pytest.mark.rule("DEM-440", "DEM-441", "DEM-431", "DEM-432")
@pytest.mark.parametrize(("sky", "who"), ROWS)
@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("low", [True, False])
def test_every_cell_of_the_table(sky: str, who: str, place: int, low: bool) -> None:
    """The blue party's row; its popularity is below its holdings or not."""
    t = table(4, options={"debate": True}, environment=sky, power="blue" if who == "power" else "")
    hold(t, "blue", *(("AND", "CAN", "CYL") if low else ("AND", "CAN")))  # two bastions more: five, or just as many
    t.pop.update({B1: 4, R1: (3, 4, 5)[place]})
    match = debating(t)
    while asked(match):
        (ask,) = match.asks()
        drive(match, m.GiveUp(next(ask.fields["communities"].choices()), by=ask.by))
    ((said, _),) = (x.debaters for x in told(match, e.Debated))
    cell = ROWS[sky, who][place]
    assert said.lost == (int(low) if cell == "?" else cell)
    assert (said.kind, said.stance, said.pop) == (("wins", "ties", "loses")[place], who, 4)
    n, all_ = len(board.neutral(match.state)), str(ROWS[sky, who][3])[place] == "n"
    assert said.votes == ("all" if all_ else "half")
    assert match.state.inside["blue"] == (n if all_ else n // 2)


@pytest.mark.rule("DEM-442", "DEM-355", "DEM-031")
def test_bastions_are_never_lost_and_side_b_loses_the_cheapest() -> None:
    t = table(4, options={"debate": True}, environment="crisis", power="blue")
    hold(t, "blue", "AND")
    t.pop.update({B1: 1, R1: 5})
    match = debating(t)
    assert match.over and "AND" not in match.state.held and match.state.bastions["ARA"] == "blue"
    t = table(4, options={"debate": True, "board_side": "B"}, environment="crisis", power="blue")
    hold(t, "blue", "AND", "MAD", "PVA", "NAV", "MUR")
    t.pop.update({B1: 1, R1: 5})
    match = debating(t)
    assert set(match.state.held) == {"AND", "MAD"}, "three: two of bronze, one of silver"
    t = table(4, options={"debate": True, "board_side": "B"}, environment="stability", power="blue")
    hold(t, "blue", "AND", "NAV", "MUR")
    t.pop.update({B1: 5, R1: 5})
    match = debating(t)
    assert set(values(match, m.GiveUp, "communities", B1)) == {"NAV", "MUR"}, "equal ones: the candidate"


@pytest.mark.rule("DEM-443", "DEM-249", "DEM-206", "DEM-232")
@pytest.mark.parametrize(("pops", "president"), [((3, 3), None), ((4, 3), B1)])
def test_half_of_one_is_nothing_and_the_seat_may_stay_empty(pops: tuple[int, int], president: int | None) -> None:
    """W38: 8 to 8 and one seat without a token."""
    t = table(4, options={"debate": True}, environment="stability")
    free = board.neutral(t)
    hold(t, "blue", *free[:6])
    hold(t, "red", *free[6:12])
    t.pop.update({B1: pops[0], R1: pops[1]})
    t.candidates = {"blue": B1, "red": R1}
    t.round = 2
    match = run(t, counted_and_invested)
    if president is None:
        assert asked(match) == {(-1, "drawn")}, "a tie of seats and popularity is drawn"
        drive(match, drawn(str(R1)), draws(1))
        assert match.state.president == R1
    else:
        assert drive(match, draws(1)).state.president == president


def counted_and_invested(t: Table) -> Script[None]:
    """The count of an urn that both halves of one have left empty, and what follows."""
    yield from count(t)
    yield from investiture(t)


@pytest.mark.rule("DEM-430", "DEM-431", "DEM-018")
def test_one_environment_a_legislature() -> None:
    t = table(4, options={"variable_budgets": True})
    match = run(t, new_sky, drawn("boom"))
    assert match.state.environment == "boom" and match.view(None)["environment"] == "boom"
    assert sorted(set(t.skies.contents())) == ["boom", "crisis", "stability"]
    assert run(table(4), new_sky).over


@pytest.mark.rule("DEM-206", "DEM-504")
def test_a_real_urn_that_is_empty_too_early_ends_the_draw_and_loses_no_token() -> None:
    """Told by the host alone, of an election and of a card; an automatic urn cannot be short."""
    for script in (count, partial(from_urn, n=2)):
        t = table(3, options={"real": ["urn"]})
        vote(t, blue=2, red=1)
        match = drive(run(t, script), Drawn("urn", "blue", by=CHANCE), m.NoneLeft(by=HOST))
        assert match.over and len(match.state.urn) == 0 and not any(match.state.inside.values())
        assert match.state.votes["red"] == 30 and match.state.votes["blue"] + len(match.state.drawn) == 30
    t = table(3)
    vote(t, red=1)
    assert refused(run(t, count), m.NoneLeft(by=HOST)).code in ("over", "not-your-turn")
