"""D€mocracia among bots that play to win: figures of whole games, in wide bands around those of RULES.md ("Sanity
check"), so that a number of the data that spoils the game is seen."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from random import Random

import pytest

from companion.games.democracia import GAME
from companion.games.democracia import events as e
from companion.players.play import play_out

NEUTRAL = {2: (14, 11, 8), 3: (12, 9, 7), 4: (11, 8, 5), 5: (10, 7, 4), 6: (8, 5, 3)}  # at elections, about


class Figures:
    """What some matches of so many players came to."""

    def __init__(self, seats: int, matches: int) -> None:
        self.told, self.matches = Counter[type](), matches
        self.rounds: list[int] = []
        self.neutral: list[list[int]] = [[], [], []]
        self.wins, self.ended = Counter[str](), Counter[str]()
        for seed in range(matches):
            match = GAME.match(seats)
            play_out(GAME, match, Random(f"{seats} {seed}"), set(range(seats)))
            events = [t.event for t in match.told]
            self.told.update(map(type, events))
            self.rounds.append(match.state.rounds)
            self.ended[match.result.reason] += 1
            self.wins.update({match.state.party(s) for s in match.result.winners})
            held = [x.count for x in events if isinstance(x, e.ElectionBegan)]
            for counts, count in zip(self.neutral, held, strict=False):
                counts.append(count)

    def a_match(self, kind: type) -> float:
        return self.told[kind] / self.matches


def sane(seats: int, matches: int) -> None:
    f = Figures(seats, matches)
    assert max(f.rounds) <= (9 if seats > 3 else 12), "constraint 9"
    assert sum(f.rounds) / matches >= 6
    for counts, about in zip(f.neutral, NEUTRAL[seats], strict=True):
        if len(counts) > matches / 2:
            assert abs(sum(counts) / len(counts) - about) <= 3.5, "so that the urn decides, and less and less"
    assert 0.2 <= f.a_match(e.TrialOpened) <= 4
    assert 0.05 <= f.a_match(e.Resigned) <= 1.5
    assert f.told[e.Unpaid] <= 0.03 * f.told[e.Revealed], "plans are paid for"
    blue, red = f.wins["blue"], f.wins["red"]
    assert abs(blue - red) <= 3.5 * sqrt(blue + red), "no colour is the better one"
    assert f.ended["minority"] <= 0.6 * matches
    assert min(blue, red) > 0


def test_a_game_of_four_is_what_the_rules_say_it_is() -> None:
    sane(4, 12)


@pytest.mark.soak
@pytest.mark.parametrize("seats", range(2, 7))
def test_games_are_what_the_rules_say_they_are(seats: int) -> None:
    sane(seats, 150)
