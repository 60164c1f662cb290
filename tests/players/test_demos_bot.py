"""The bot of DēmoS: legal in every mode, better than chance, and blind to what its seat may not know."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.engine import Match
from companion.games.demos import GAME
from companion.games.demos.turns import secret_turn
from companion.players.demos import Look, decide, tier
from companion.players.play import play_out
from tests.games.demos.tables import on, table, visible
from tests.pairwise import settings


def played(seats: int, rng: Random, clever: set[int], **options: Any) -> Match[Any, Any]:
    match = GAME.match(seats, GAME.options_from(options))
    play_out(GAME, match, rng, clever)
    return match


def test_it_banks_far_more_than_a_random_player() -> None:
    """Seat 0 plays to win, the others at random: three times their points, and most of the figures."""
    rng, mine, others, figures = Random(1), 0, 0, 0
    for _ in range(6):
        m = played(3, rng, {0})
        mine += m.state.totals[0]
        others += sum(m.state.totals[1:])
        figures += len(m.state.figures.get(0, []))
    assert mine > 3 * others / 2
    assert figures > 6 * 14 / 2


def test_it_answers_in_every_mode_and_with_all_options() -> None:
    for k, row in enumerate(settings(GAME)[:10]):
        seats = GAME.takes(row)[1]
        match = GAME.match(seats, row)
        play_out(GAME, match, Random(k), set(range(seats)))
        assert match.over


def test_it_knows_no_more_than_its_seat() -> None:
    """Other hands, the decks and face-down discards exchanged: the same answer."""
    said = []
    for other in ("H1 H2 H3 H4 H5", "C1 C2 C3 C4 C5"):
        m = on(secret_turn, table(3, hands=["S1 S2 S4 H9 D9", other, "D1 D2 D3 D4 D5"]))
        faces = [f for f in m.faces(0) if f.by == 0]
        said.append(decide(m.view(0), faces, m.events(0), 0, {}, Random(1)))
    assert said[0] == said[1]


def test_where_hands_are_unknown_it_shows_what_it_might_hold() -> None:
    """Bots among themselves come to an end, with combinations and folds, ties included; no card is shown twice."""
    shows = folds = 0
    for seed, mode in enumerate(("simplified", "individual", "team_2v2")):
        m = played(4, Random(seed), {0, 1, 2, 3}, mode=mode, hand_tracking="reveal_only")
        assert m.over and m.result.reason != "aborted"
        for r in m.state.rounds:
            cards = [card for one in r.shown for card in one.cards]
            assert len(set(cards)) == len(cards)
            shows, folds = shows + len(r.shown), folds + len(r.folded)
    assert shows > folds > 0


def test_it_takes_a_visible_card_that_completes_a_run() -> None:
    m = on(secret_turn, table(3, hands=["S7 S8 H2 D2 C4", "H1 H3 H4 H5 H6", "D1 D3 D4 D5 D6"], pool=visible("S9:1")))
    said = decide(m.view(0), [f for f in m.faces(0) if f.by == 0], (), 0, {}, Random(1))
    assert said and said[0] == "discard-secretly" and said[1]["source"] == "S9" and said[1]["place"] not in (3, 4)
    assert Look(m.view(0), 0, Random(1)).score(["S7", "S8", "S9"]) == 19


def test_tiers() -> None:
    assert [tier(x.split()) for x in ("ES LH", "ES LS JS", "ES LS JH", "ES LH JD EC")] == [0, 1, 2, 3]
