"""The bot of D€mocracia: legal in every mode, better than chance, and blind to what its seat may not know."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.games.democracia import GAME
from companion.games.democracia import moves as m
from companion.games.democracia.election import investiture
from companion.games.democracia.planning import investigation, planning
from companion.players.democracia import decide
from companion.players.play import play_out
from tests.games.democracia.tables import deal, hold, lay, own, revealing, run, table
from tests.games.driver import AnyMatch, Step
from tests.pairwise import settings


def said_by(match: AnyMatch, seat: int) -> tuple[str, Any]:
    faces = [f for f in match.faces(seat) if f.by == seat]
    said = decide(match.view(seat), faces, match.events(seat), seat, {}, Random(1))
    assert said is not None
    return said


def test_it_wins_more_than_its_share_against_chance() -> None:
    """One seat plays to win, three at random: more than half of the matches, where a quarter is fair."""
    won = 0
    for k in range(8):
        match = GAME.match(4)
        play_out(GAME, match, Random(k), {k % 4})
        won += k % 4 in match.result.winners
    assert won > 4


def test_it_answers_at_every_table_and_with_all_options() -> None:
    for k, row in enumerate(settings(GAME)[:6]):
        match = GAME.match(2 + k % 5, row)
        play_out(GAME, match, Random(k), set(range(match.state.n)))
        assert match.over


def test_it_knows_no_more_than_its_seat() -> None:
    """Another hand beside it: the same plan, and one that its money pays for."""
    said = []
    for other in ("REA-01", "CAM-03"):
        t = table(4)
        deal(t, 0, "CAM-01", "FUN-02", "FUN-07")
        deal(t, 1, other)
        said.append(said_by(run(t, planning), 0))
    assert said[0] == said[1] and set(said[0][1]["cards"].values()) == {"CAM-01", "FUN-07"}


def test_as_a_judge_it_stands_by_its_own() -> None:
    t = table(4)
    own(t, 2, "JUE-1")
    own(t, 1, "JUE-2")
    lay(t, "BAR-B1", "FUN-07")
    t.tokens = {"JUE-2": "BAR-B1"}
    match = revealing(t, 0, "BAR-B1")
    assert said_by(match, 2) == ("judge", {"innocent": {"JUE-1": True}})
    assert said_by(match, 1) == ("judge", {"innocent": {"JUE-2": False}})


def test_it_ends_an_open_round_instead_of_moving_about() -> None:
    t = table(4)
    own(t, 0, "JUE-1")
    lay(t, "BAR-R1", "ESP-B")
    match = run(t, investigation)
    assert said_by(match, 0) == ("place-token", {"judge": "JUE-1", "agent": "BAR-R1"})
    match.play(m.PlaceToken("JUE-1", "BAR-R1", by=0))
    assert said_by(match, 0) == ("confirm-tokens", {})


def test_a_round_of_four_takes_no_more_answers_than_it_should() -> None:
    """RULES.md, inputs of one round: 54 with automatic draws. Placements and shares count two, a plan one more than it
    has cards (a phone's form gives a card with one touch), everything else one."""
    two = (m.PlaceToken, m.PlaceCases, m.Spread, m.Drain)
    touches = rounds = 0
    for k in range(3):
        match = GAME.match(4)
        play_out(GAME, match, Random(k), set(range(4)))
        played = [move for move in match.journal if move.by >= 0]
        touches += sum(len(x.cards) + 1 if isinstance(x, m.Plan) else 1 + isinstance(x, two) for x in played)
        rounds += match.state.rounds
    assert touches / rounds <= 54, touches / rounds


def talking(*steps: Step) -> AnyMatch:
    """A minority, seat 2, between two candidates."""
    t = table(5)
    hold(t, "blue", "AND", "CAN")
    hold(t, "red", "CAT")
    t.seats, t.candidates = {"blue": 6, "red": 6, "green": 5}, {"blue": 0, "red": 1}
    return run(t, investiture, *steps)


def asked_until(match: AnyMatch, seat: int, most: int) -> tuple[int, Any]:
    """How often it is asked before it says something, and what."""
    memory: dict[str, Any] = {}
    for n in range(most):
        faces = [f for f in match.faces(seat) if f.by == seat]
        if said := decide(match.view(seat), faces, match.events(seat), seat, memory, Random(1)):
            return n, said
    return most, None


def test_it_takes_the_better_offer_and_not_the_first() -> None:
    match = talking(m.MakeOffer(2, ["CAT"], by=1), m.MakeOffer(2, ["AND", "CAN"], by=0))
    assert asked_until(match, 2, 10)[1] == ("accept-offer", {"candidate": 0})


def test_it_gives_people_time_to_fill_in_what_they_offer() -> None:
    """While one candidate is silent it is patient, at a bot's pace for about a minute; without an offer for three."""
    n, said = asked_until(talking(m.MakeOffer(2, ["CAT"], by=1)), 2, 200)
    assert n * 1.5 >= 55 and said == ("accept-offer", {"candidate": 1})
    n, said = asked_until(talking(), 2, 200)
    assert n * 1.5 >= 170 and said == ("no-deal", {})


def test_it_does_not_flood_the_table_with_offers() -> None:
    """Two bots outbid each other a few times, then wait."""
    match, memories = talking(), dict[int, dict[Any, Any]]()
    made = 0
    for _ in range(40):
        for seat in (0, 1):
            faces = [f for f in match.faces(seat) if f.by == seat]
            said = decide(match.view(seat), faces, match.events(seat), seat, memories.setdefault(seat, {}), Random(1))
            if said:
                match.play(GAME.kinds[said[0]](by=seat, **said[1]))
                made += 1
    assert 2 <= made <= 4


def test_it_offers_more_to_who_wants_no_pact_and_that_one_comes_back() -> None:
    """But takes nothing from what it offers to the other."""
    t = table(6)
    hold(t, "blue", "AND", "CAN", "NAV")
    t.seats, t.candidates = {"blue": 6, "red": 5, "green": 3, "yellow": 3}, {"blue": 0, "red": 1}
    match, memories = run(t, investiture), dict[int, dict[Any, Any]]()

    def bot(seat: int) -> Any:
        faces = [f for f in match.faces(seat) if f.by == seat]
        return decide(match.view(seat), faces, match.events(seat), seat, memories.setdefault(seat, {}), Random(1))

    for to, community in ((2, "AND"), (5, "CAN")):
        assert bot(0) == ("make-offer", {"to": to, "communities": [community]})
        match.play(m.MakeOffer(to, [community], by=0))
    assert bot(0) is bot(2) is None
    match.play(m.NoDeal(by=2))
    assert bot(2) is None
    assert bot(0) == ("make-offer", {"to": 2, "communities": ["AND", "NAV"]})
    match.play(m.MakeOffer(2, ["AND", "NAV"], by=0))
    assert bot(2) == ("talk-again", {})


def test_its_only_token_goes_to_whoever_makes_it_govern() -> None:
    t = table(6)
    hold(t, "blue", "NAV")
    t.seats, t.candidates = {"blue": 7, "red": 6, "green": 1, "yellow": 3}, {"blue": 0, "red": 1}
    assert said_by(run(t, investiture), 0) == ("make-offer", {"to": 5, "communities": ["NAV"]})
