"""The bot of Secret Hitler: always legal, never peeping, and better than chance."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from companion.engine import CHANCE, CLOCK, HOST, Event, Face, Match, Move
from companion.games.secret_hitler import GAME
from companion.games.secret_hitler.moves import Nominate, NotHitler
from companion.players import bot_for, secret_hitler
from companion.players.random_player import sample
from tests.games.secret_hitler.tables import elect, play, table, vote

Clever = Callable[[Match[Any, Any]], set[int]]


def match(n: int, seed: int, clever: Clever, **options: Any) -> Match[Any, Any]:
    """A whole game; the seats that `clever` names (as soon as roles are dealt) are bots, the others random."""
    rng, m = Random(seed), GAME.match(n, GAME.options_from(options))
    memories: dict[int, dict[str, Any]] = {s: {} for s in range(n)}
    while not m.over:
        asks = m.asks()
        asked = asks[int(rng.random() * len(asks))]
        move: Move | None
        if asked.by not in (CHANCE, CLOCK, HOST) and asked.by in clever(m):
            seat = asked.by
            faces = [f for f in m.faces(seat) if f.by == seat and not f.answered]
            if not faces:
                continue  # it has voted, and does not change its mind
            said = secret_hitler.decide(m.view(seat), faces, m.events(seat), seat, memories[seat], rng)
            assert said is not None
            move = GAME.kinds[said[0]](by=seat, **said[1])
        else:
            move = sample(asked, rng)
        assert move is not None
        m.play(move)  # raises where the bot is not legal
    return m


def all_seats(m: Match[Any, Any]) -> set[int]:
    return set(range(m.state.n))


def test_it_is_found_by_the_name_of_the_game() -> None:
    assert bot_for(GAME.id) is secret_hitler.decide


@pytest.mark.parametrize("n", range(5, 11))
def test_it_always_answers_legally(n: int) -> None:
    """A table of bots finishes every game, under all options."""
    for seed in range(6):
        extra = {
            "role_source": ("companion", "envelopes")[seed % 2 and n < 8], "rebalance_679": seed % 3 == 0,
            "policy_source": ("companion", "tiles")[seed % 2], "president_self_execute": True,
            "president_self_investigate": True, "veto_pair_term_limited": seed % 2 == 0, "ballot_change": "locked",
        }  # fmt: skip
        assert match(n, seed, all_seats, **extra).over


def test_a_table_of_bots_is_an_open_game() -> None:
    """Neither team has it won from the start, and the game ends in more than one way."""
    games = [match(7, seed, all_seats) for seed in range(60)]
    liberal = sum(m.state.won == "liberal" for m in games)
    assert 12 <= liberal <= 48
    assert len({m.result.reason for m in games}) >= 3


@pytest.mark.parametrize("n", [5, 7, 10])
def test_a_team_of_bots_wins_one_and_a_half_times_its_share(n: int, games: int = 40) -> None:
    """Against a team of random players, half of the games as liberals, half as fascists: its fair share is a half."""
    wins = 0
    for seed in range(games):
        party = ("liberal", "fascist")[seed % 2]

        def team(m: Match[Any, Any], party: str = party) -> set[int]:
            return {s for s in m.state.roles if m.state.party_of(s) == party}

        wins += match(n, seed, team).state.won == party
    assert wins >= 1.5 * games / 2


@pytest.mark.soak
@pytest.mark.parametrize("n", range(5, 11))
def test_a_thousand_matches_of_a_team_of_bots(n: int) -> None:
    test_a_team_of_bots_wins_one_and_a_half_times_its_share(n, games=1000)


def test_one_bot_among_random_players_does_better_than_they() -> None:
    """Of six random players and one bot, the bot wins more often than the average of the others."""
    mine = theirs = 0.0
    games = 160
    for seed in range(games):
        seat = seed % 7
        m = match(7, seed, lambda m, seat=seat: {seat})  # type: ignore[misc]
        mine += seat in m.result.winners
        theirs += sum(s != seat for s in m.result.winners) / 6
    assert mine > 1.1 * theirs


def ask(m: Match[Any, Any], seat: int, memory: dict[str, Any]) -> tuple[str, dict[str, Any]] | None:
    faces: list[Face] = [f for f in m.faces(seat) if f.by == seat and not f.answered]
    events: list[Event] = m.events(seat)
    return secret_hitler.decide(m.view(seat), faces, events, seat, memory, Random(1))


def test_a_fascist_nominates_hitler_in_the_zone_and_a_liberal_the_cleared() -> None:
    m = play(table(7, president=4, fascist=3))
    assert ask(m, 4, {}) == ("nominate", {"chancellor": 6})
    m = play(table(7, fascist=3), elect(5))
    memory: dict[str, Any] = {}
    assert NotHitler(5) in m.events(0)
    ask(m, 2, memory)
    assert memory["mind"].cleared == {5}


def test_votes_in_the_zone() -> None:
    """A liberal does not vote an unknown chancellor in; a fascist votes for Hitler, whom they know."""
    m = play(table(7, fascist=3), Nominate(6, by=0))
    assert ask(m, 2, {}) == ("vote", {"ja": False})
    assert ask(m, 4, {}) == ("vote", {"ja": True})


def test_it_has_nothing_to_say_where_it_is_not_asked() -> None:
    m = play(table(7))
    assert ask(m, 3, {}) is None
    assert ask(play(table(7), elect(1), vote()), 3, {}) is None
