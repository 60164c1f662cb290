"""Moments of D€mocracia as the board gets them: gathered from matches of bots and of chance."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import msgspec

from companion.board.fill import question
from companion.display.parts import Clock, keys
from companion.display.situation import Question, Situation
from companion.engine import CHANCE, CLOCK, Match, Move
from companion.games.democracia import GAME
from companion.games.democracia.scene import HOLD
from companion.games.democracia.scene.wording import asking, drawing
from companion.players.democracia import decide
from companion.players.random_player import random_move

Gathered = tuple[dict[str, Any], tuple[Question, ...], dict[str, Any]]
KEYS = keys(menu="menú")
ALL: dict[str, Any] = {
    "briefcases": True, "debate": True, "variable_budgets": True, "variable_thresholds": True, "board_side": "B",
    "voluntary_resignation": True, "may_decline_payment": True, "own_order": True,
}  # fmt: skip
TABLES: tuple[dict[str, Any], ...] = (
    {}, ALL, {"real": ["urn", "cards", "leaders"], "choose_leaders": True, "judge_votes": "simultaneous"},
    {"hand_tracking": "opaque", "show_urn_totals": False, "briefcases": True},
)  # fmt: skip


def situation(gathered: Gathered, names: tuple[str, ...]) -> Situation:
    view, questions, event = gathered
    clock = Clock(40, 0.55) if any(q.kind == "plan" for q in questions) and not event else None
    return Situation(GAME.title, view, names[: view["n"]], questions, event, KEYS, clock)


def now_of(match: Match[Any, Any], event: dict[str, Any] | None = None) -> Gathered:
    return match.view(None), tuple(question(face) for face in match.faces(None)), event or {}


def next_move(match: Match[Any, Any], rng: Random, memories: dict[int, dict[str, Any]], clever: float) -> Move:
    """Of a bot, with this likelihood, or of chance."""
    asks = [a for a in match.asks() if a.by >= 0]
    if asks and rng.random() < clever:
        seat = rng.choice(asks).by
        faces = [f for f in match.faces(seat) if f.by == seat and not f.answered]
        memory = memories.setdefault(seat, {})
        if said := decide(match.view(seat), faces, match.events(seat), seat, memory, rng):
            return GAME.kinds[said[0]](by=seat, **said[1])
    return random_move(match, rng)


def played(seats: int, row: dict[str, Any], seed: int, clever: float) -> Iterator[tuple[Match[Any, Any], list[Any]]]:
    """A match, step by step as the table publishes it: what the table draws by itself is drawn in the same step."""
    rng, match, told = Random(f"{seats} {seed}"), GAME.match(seats, GAME.options_from(row)), 0
    memories: dict[int, dict[str, Any]] = {}
    yield match, []
    while not match.over:
        match.play(next_move(match, rng, memories, clever))
        while not match.over and not row.get("real") and _draws(match):
            match.play(random_move(match, rng))
        events = match.events(None)
        yield match, [msgspec.to_builtins(event) for event in events[told:]]
        told = len(events)


def _draws(match: Match[Any, Any]) -> bool:
    return {a.by for a in match.asks()} - {CLOCK} == {CHANCE}


@cache
def moments(seats: int, place: int, matches: int = 3) -> dict[str, Gathered]:
    """Of one table one moment, the latest, for each kind of question and of event, and the end."""
    found: dict[str, Gathered] = {}
    for seed in range(matches):
        match = None
        for match, events in played(seats, TABLES[place], seed, clever=0.45 * seed):
            for plain in events:
                if plain["kind"] in HOLD:
                    found[f"event {plain['kind']}"] = now_of(match, plain)
            now = now_of(match)
            s = situation(now, ("",) * seats)
            if not match.over and any(a.by != CLOCK for a in match.asks()):
                draw = drawing(s)
                found[f"ask draw-{draw.deck}" if draw else f"ask {asking(s)}"] = now
        assert match is not None
        found[f"end {match.view(None)['ended']}"] = now_of(match)
    return found
