"""The bot of Republia: always legal, never peeping, better than chance, and a table of bots is an open game."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from companion.engine import Deck, Event, Match, Setup
from companion.games.republia import GAME
from companion.games.republia.content import content
from companion.games.republia.moves import Legislate
from companion.games.republia.state import RING
from companion.players import bot_for, republia
from companion.players.play import play_out
from tests.games.driver import drive
from tests.games.republia.tables import speak, table, turn_of
from tests.pairwise import settings


def match(n: int, seed: int, clever: set[int], options: Any = None) -> Match[Any, Any]:
    played = GAME.match(n, options)
    play_out(GAME, played, Random(seed), clever)
    return played


def say(m: Match[Any, Any], seat: int, urn: bool = False) -> tuple[str, dict[str, Any]] | None:
    faces = [f for f in m.faces(seat) if f.by == seat or (urn and f.by == -3)]
    events: list[Event] = m.events(seat)
    return republia.decide(m.view(seat), faces, events, seat, {}, Random(1))


def test_it_is_found_by_the_name_of_the_game() -> None:
    assert bot_for(GAME.id) is republia.decide


@pytest.mark.parametrize("n", range(3, 9))
def test_it_always_answers_legally(n: int) -> None:
    """A table of bots finishes every game, under all options. An illegal answer would be refused, and raise."""
    rows = settings(GAME)
    for k in range(8):
        assert match(n, k, set(range(n)), rows[(k * 5 + n) % len(rows)]).over


def test_one_bot_among_random_players_does_better_than_they() -> None:
    games = 160
    wins = sum(k % 6 in match(6, k, {k % 6}).result.winners for k in range(games))
    assert wins >= 1.3 * games / 6


def shares(games: int) -> tuple[Counter[str], dict[str, float]]:
    """How matches of eight bots end, and how often each faction wins."""
    reasons, factions = Counter[str](), Counter[str]()
    for seed in range(games):
        m = match(8, seed, set(range(8)))
        reasons[m.result.reason] += 1
        for seat in m.result.winners:
            factions[m.state.factions[seat][0]] += 1
    return reasons, {f: factions[f] / games for f in RING}


def test_a_table_of_bots_ends_in_every_way() -> None:
    reasons, _ = shares(40)
    assert set(reasons) == {"target", "objective", "crisis"}


@pytest.mark.soak
def test_every_faction_may_win() -> None:
    """Over a thousand matches of eight: all three endings, and each faction between 5 % and 25 %."""
    reasons, factions = shares(1000)
    assert set(reasons) == {"target", "objective", "crisis"} and min(reasons.values()) > 50
    assert all(0.05 <= share <= 0.25 for share in factions.values()), factions


def law(*arrows: str) -> str:
    """A Law of the house that moves so."""
    return next(w.id for w in content().laws if w.arrows == [*arrows])


def holding(*arrows: str, **facts: Any) -> Match[Any, Any]:
    """The Liberal presides and holds this Law."""
    t = table(8, held={s: [] for s in range(8)}, hands={0: []}, **facts)
    t.plan = content().plan(Setup(8, t.options))
    t.laws = Deck.of("laws", [w for w in t.plan.laws if w != law(*arrows)])
    t.held[0] = [law(*arrows)]
    return turn_of(t)


def test_it_decrees_what_takes_it_home_and_vetoes_what_takes_it_away() -> None:
    """At (0, 5) two jumps up win, and two down are worth a point of power."""
    assert say(holding("U2", pos=(0, 5)), 0) == ("decree", {"law": 0})
    assert say(holding("D2", pos=(0, 5)), 0) == ("veto", {"law": 0})
    assert say(holding("L1", pos=(0, 0)), 0) == ("legislate", {"law": 0})


def test_it_votes_for_its_own_law_as_it_wishes_it() -> None:
    for arrows, sign in (("U1", "positive"), ("D1", "negative")):
        m = drive(holding(arrows), Legislate(0, by=0), speak)
        assert say(m, 0, urn=True) == ("contents", {"papers": [sign, sign], "extra": None})


def test_it_has_nothing_to_say_where_it_is_not_asked() -> None:
    assert say(turn_of(table(8, situation="dnu")), 3) is None
