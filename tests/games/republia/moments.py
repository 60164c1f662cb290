"""Moments of Republia as the board gets them: gathered from random matches."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import msgspec

from companion.board.fill import question
from companion.display.parts import Clock, keys
from companion.display.situation import Question, Situation, Urn
from companion.engine import Match, Refused
from companion.games.republia import GAME
from companion.games.republia.scene import HOLD
from companion.games.republia.scene.wording import asking, drawing
from companion.players.random_player import random_move

Gathered = tuple[dict[str, Any], tuple[Question, ...], dict[str, Any]]
KEYS = keys(menu="menú")
TABLES: tuple[dict[str, Any], ...] = (
    {}, {"real": ["votes", "actions"], "victory_claim": "announce"}, {"allow_gifts": True, "sp_track_length": 20},
    {"real": ["votes", "actions", "laws", "situations", "factions"], "pp_visibility": "own"}, {"sp_track_length": 15},
)  # fmt: skip


def situation(gathered: Gathered, names: tuple[str, ...]) -> Situation:
    view, questions, event = gathered
    asked = {question.kind for question in questions}
    clock = Clock(22, 0.6) if view["seconds"] and not event else None
    urn = None
    if "contents" in asked:
        roll = frozenset(seat for seat in view["due"] if seat % 2 and seat not in view["prison"])
        due = sum(votes for seat, votes in view["due"].items() if seat not in view["prison"])
        urn = Urn(sum(view["due"][seat] for seat in roll), due, roll)
    return Situation(
        GAME.title, view, names[: view["n"]], questions, event, KEYS, clock, urn=urn, hands=frozenset({0, 2})
    )


def now_of(match: Match[Any, Any], event: dict[str, Any] | None = None) -> Gathered:
    return match.view(None), tuple(question(face) for face in match.faces(None)), event or {}


@cache
def moments(seats: int, matches: int = 4) -> dict[str, Gathered]:
    """One moment, of each table the latest, for each kind of question and of event, and the end.

    A ballot is seldom begun anew, and a table goes on until somebody is asked, as at a running one: an event then has
    the view that its whole act has left.
    """
    found: dict[str, Gathered] = {}
    for place, row in enumerate(TABLES):
        for seed in range(matches):
            rng, match, told = Random(f"{seats} {place} {seed}"), GAME.match(seats, GAME.options_from(row)), 0
            while not match.over:
                move = random_move(match, rng)
                if move.__struct_config__.tag in ("repeat-ballot", "recount") and rng.random() < 0.9:
                    continue
                try:
                    match.play(move)
                except Refused:  # pragma: no cover
                    continue
                if not match.over and all(face.by == -1 for face in match.faces(None)) and "real" not in row:
                    continue
                for event in match.events(None)[told:]:
                    plain = msgspec.to_builtins(event)
                    if plain["kind"] in HOLD:
                        found[f"event {plain['kind']} {place}"] = now_of(match, plain)
                told = len(match.events(None))
                now = now_of(match)
                before = situation(now, ("",) * seats)
                draw = drawing(before)
                kind = asking(before) or (f"drawn {draw.deck}" if draw else match.view(None)["phase"])
                if not match.over:
                    found[f"ask {kind} {place} {now[0]['phase']}"] = now
            found[f"end {match.view(None)['ended']} {place}"] = now_of(match)
    return found
