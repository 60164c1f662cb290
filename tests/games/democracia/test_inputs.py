"""How much the table asks of people: the touches of a round are no more than its rules count (RULES.md, "Asks")."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.engine import CLOCK, URN, Drawn, Move, Share
from companion.games.democracia import GAME
from companion.games.democracia import events as e
from companion.games.democracia import moves as m
from companion.players.play import play_out

MATCHES = 5


def touches(match: Any, move: Move) -> float:
    """Two for a placement and for a share, one for everything else; a real card that is drawn is one tap."""
    if isinstance(move, Drawn):
        return int(move.deck in match.state.options.tapped)
    if move.by in (CLOCK, URN):
        return 0
    if isinstance(move, m.Plan):
        return planned(match, move) if match.state.options.tapped else len(move.cards) + 1  # a row of cards an agent
    if isinstance(move, m.PlaceToken):
        return min(2, len(match.state.mine(move.by, "judge")))  # the one judge is not asked for
    asks = (a for a in match.asks() if a.by == move.by and a.move is type(move))
    shared = any(isinstance(field, Share) for a in asks for field in a.fields.values())
    return 2 if shared else 1


def planned(match: Any, plan: m.Plan) -> float:
    """On the reader: an agent, to say whose cards come; each card, and before it its agent where that is not the first
    free one that can play it; and one OK for the whole table."""
    ask = next(a for a in match.asks() if a.by == plan.by and a.move is m.Plan)
    slots, taps, laid = ask.fields["cards"].slots, 1.0, set[str]()
    for agent, card in plan.cards.items():
        first = next(a for a, fits in slots.items() if a not in laid and card in fits)
        taps += 1 if first == agent else 2
        laid.add(agent)
    seats: int = match.state.n
    return taps + 1 / seats


def of_a_round(seats: int, real: frozenset[str]) -> float:
    """The mean over all rounds of some matches, which bots play by the forms of their own seats."""
    counted, rounds = 0.0, 0
    for seed in range(MATCHES):
        options = GAME.options_from({"real": sorted(real)})
        played, again = GAME.match(seats, options), GAME.match(seats, options)
        play_out(GAME, played, Random(seed), set(range(seats)))
        for move in played.journal:
            counted += touches(again, move) if again.state.rounds else 0  # not what sets the table up
            again.play(move)
        rounds += sum(isinstance(t.event, e.RoundBegan) for t in again.told)
    return counted / rounds


@pytest.mark.parametrize(("seats", "automatic", "tapped"), [(4, 44, 56)])
def test_a_round_touches_no_more_than_the_rules_count(seats: int, automatic: int, tapped: int) -> None:
    assert of_a_round(seats, frozenset()) <= automatic
    assert of_a_round(seats, frozenset({"cards", "president", "environment"})) <= tapped
