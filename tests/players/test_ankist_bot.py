"""The bot of Ankist: always legal, never peeping, and better than chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from random import Random
from typing import Any

import pytest

from companion.engine import CHANCE, CLOCK, HOST, Match
from companion.games.ankist import GAME
from companion.players import ankist, bot_for
from companion.players.random_player import sample
from tests.games.ankist.tables import A, B, propose, switches, table, vote


def answer(m: Match[Any, Any], seat: int, memory: dict[str, Any], rng: Random) -> Any:
    faces = [f for f in m.faces(seat) if f.by == seat and not f.answered]
    return ankist.decide(m.view(seat), faces, m.events(seat), seat, memory, rng)


def match(n: int, seed: int, clever: Collection[int], **options: Any) -> Match[Any, Any]:
    """A whole reign; the seats in `clever` are bots, the others make random moves of the vote."""
    rng, m = Random(seed), GAME.match(n, switches(**options))
    memories: dict[int, dict[str, Any]] = {s: {} for s in range(n)}
    while not m.over:
        asked = {f.by for f in m.faces(None) if not f.aside and f.by in clever}
        for seat in (*sorted(asked), *(s for s in clever if s not in asked and rng.random() < 0.15)):
            said = answer(m, seat, memories[seat], rng)
            if said is not None:
                m.play(GAME.kinds[said[0]](by=seat, **said[1]))  # raises where the bot is not legal
                break
        else:
            asks = [a for a in m.asks() if a.by not in clever and a.by != HOST]
            mine = [a for a in asks if a.by in (CHANCE, CLOCK) or not a.move.__name__.endswith("Pact")]
            move = None
            for ask in rng.sample(mine, len(mine)):
                move = move or sample(ask, rng)
            assert move is not None, [(a.by, a.move) for a in m.asks()]
            m.play(move)
    return m


def test_it_is_found_by_the_name_of_the_game() -> None:
    assert bot_for(GAME.id) is ankist.decide


@pytest.mark.parametrize("n", [3, 4, 5])
def test_it_always_answers_legally(n: int) -> None:
    """A table of bots finishes every reign, under many options, in a campaign too."""
    for seed in range(8):
        options = {
            "pact_enforcement": ("strict", "record")[seed % 2], "pact_visibility": ("public", "parties")[seed % 3 == 0],
            "reveal_impact": ("direction", "hidden", "full")[seed % 3], "momentum": seed % 2 == 0,
            "holdings": ("hidden", "public")[seed % 2],
        }  # fmt: skip
        assert match(n, seed, range(n), **options).over


def test_a_table_of_bots_ends_reigns_in_every_way_and_no_plan_has_it_won() -> None:
    """How long reigns last, how they end, how each plan fares."""
    causes, wins, acts, length = Counter[str](), Counter[str](), Counter[str](), 0
    many = 60
    for seed in range(many):
        t = match(5, seed, range(5)).state
        causes[t.cause] += 1
        wins[t.plans[t.dynasty]] += 1
        length += len(t.time)
        acts.update(type(told.event).__name__ for told in t.told)
    assert acts["Voted"] > 1.4 * acts["Abstained"], "power is there to be put"
    assert 5.5 <= length / many <= 8.5
    assert 0.1 <= (many - causes["death"]) / many <= 0.7 and len(causes) == 3
    assert max(wins.values()) <= 0.5 * many and len(wins) >= 5


@pytest.mark.parametrize("n", [3, 5])
def test_one_bot_among_random_players_does_better_than_they(n: int) -> None:
    mine = theirs = 0
    games = 60
    for seed in range(games):
        seat = seed % n
        m = match(n, seed, [seat])
        mine += seat in m.result.winners
        theirs += sum(s != seat for s in m.result.winners)
    assert mine > 1.3 * theirs / (n - 1)


def test_it_votes_for_what_its_plan_wants_and_gathers_when_it_does_not_care() -> None:
    t = table(plans=["wealthy", "opportunist", "moderate", "rebel", "greedy"])
    t.tracks = dict(t.tracks, wealth=8, morale=8)
    t.arrows = {"aye": {"wealth": 1, "morale": 1}, "nay": {"wealth": -1, "morale": -1}}
    m = vote(t)
    kind, fields = answer(m, A, {}, Random(1))
    assert kind == "vote" and fields["side"] == "aye"
    t.arrows = {"aye": {}, "nay": {}}
    assert answer(vote(t), A, {}, Random(1)) == ("abstain", {"how": "gather"})


def test_it_sells_what_costs_it_nothing_and_refuses_what_costs_too_much() -> None:
    t = table(leader=B, plans=["wealthy", "opportunist", "moderate", "rebel", "greedy"])
    t.tracks = dict(t.tracks, wealth=8, morale=8)
    t.arrows = {"aye": {"wealth": 1, "morale": 1}, "nay": {"wealth": -1, "morale": -1}}
    m = vote(t, propose(B, A, 2, yours=("vote-aye", 1, 6)))
    assert answer(m, A, {}, Random(1)) == ("accept-pact", {"seat": B})
    m = vote(t, propose(B, A, 1, yours=("vote-nay", 1, 6)))
    assert answer(m, A, {}, Random(1)) == ("reject-pact", {"seat": B})


def test_it_has_nothing_to_say_where_it_is_not_asked() -> None:
    memory = {"round": 0}
    assert answer(vote(table()), B, memory, Random(1)) is None
