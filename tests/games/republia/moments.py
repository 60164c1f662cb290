"""Moments of Republia as the board gets them: gathered from random matches."""

from __future__ import annotations

from functools import cache, partial
from random import Random
from typing import Any

import msgspec

from companion.display.parts import Clock
from companion.display.situation import Question, Situation, Urn
from companion.engine import Match, Move
from companion.games.republia import GAME
from companion.games.republia.scene import HOLD
from companion.games.republia.scene.wording import asking, drawing
from companion.games.republia.state import Count
from companion.players.random_player import random_move
from tests.games.scenes import KEYS, Gathered, now_of, steps

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
        inside = sum(view["due"][seat] for seat in roll)
        urn = Urn(inside, due, roll, inside >= due and not {"public-vote", "public-votes"} & asked)
    return Situation(
        GAME.title, view, names[: view["n"]], questions, event, KEYS, clock, urn=urn, hands=frozenset({0, 2})
    )


def unhurried(match: Match[Any, Any], rng: Random) -> Move:
    """A random move; a ballot is seldom begun anew."""
    while True:
        move = random_move(match, rng)
        if move.__struct_config__.tag not in ("repeat-ballot", "recount") or rng.random() < 0.1:
            return move


@cache
def moments(seats: int, matches: int = 3) -> dict[str, Gathered]:
    """One moment for each kind of question in each phase, for each kind of event, and the end.

    A table goes on until somebody is asked. An event has the view in which it was told.
    """
    found: dict[str, Gathered] = {}
    for place, row in enumerate(TABLES):
        for seed in range(matches):
            rng, match = Random(f"{seats} {place} {seed}"), GAME.match(seats, GAME.options_from(row))
            match.watched = True
            for events in steps(match, partial(unhurried, match, rng)):
                found |= {f"event {now[2]['kind']}": now for now in events if now[2]["kind"] in HOLD}
                if not match.over and all(face.by == -1 for face in match.faces(None)) and "real" not in row:
                    continue
                now = now_of(match)
                before = situation(now, ("",) * seats)
                draw = drawing(before)
                kind = asking(before) or (f"drawn {draw.deck}" if draw else match.view(None)["phase"])
                if not match.over:
                    found[f"ask {kind} {now[0]['phase']}"] = now
            found[f"end {match.view(None)['ended']}"] = now_of(match)
    return found


# ---- staged, for the stored pictures


def staged(seats: int, questions: dict[int, str], event: dict[str, Any] | None = None, **changes: Any) -> Gathered:
    """A moment made by hand, so that a stored picture does not hang on the course of a random match."""
    asked = tuple(Question(seat, kind.removesuffix("!"), kind.endswith("!")) for seat, kind in questions.items())
    chart = GAME.match(seats).view(None)["map"]
    start: dict[str, Any] = {
        "round": 4, "phase": "turn-start", "first": 0, "order": list(range(seats)), "done": [0, 1], "president": 2,
        "sp": 11, "pos": (0, 2), "pile": {"covered": 2}, "cabinet": {"covered": 3}, "exchange": True, "map": chart,
        "pp": dict(enumerate((7, 4, 11, 5, 8, 6, 3, 9)[:seats])), "previous": 1,
        "held": {seat: {"covered": int(seat > 1)} for seat in range(seats)},
        "applied": [{"law": "RL01", "path": ((0, 0), (0, 1))}, {"law": "RL55", "path": ((0, 1), (1, 1), (1, 2))}],
    }  # fmt: skip
    return GAME.match(seats).view(None) | start | changes, asked, event or {}


def shown(seats: int) -> dict[str, Gathered]:
    """The moments of which a picture is stored."""
    due = {seat: 2 if seat == 2 else 1 for seat in range(seats)}
    ballot: dict[str, Any] = {"phase": "voting", "due": due, "seconds": 0}
    cards = ["bribe", "attack", "scandal"]
    approved = {"kind": "approved", "positive": 5, "negative": 3}
    told: list[dict[str, Any]] = [
        {"kind": "turn-began", "seat": 2}, {"kind": "legislating", "seat": 2}, {"kind": "urn-opened", "due": 7},
        {"kind": "counted", "positive": 4, "negative": 3}, {"kind": "cards-read", "cards": cards}, approved,
        {"kind": "scandal", "target": 4}, {"kind": "pressure-moved", "position": 12, "why": "scandal"},
    ]  # fmt: skip
    count = msgspec.to_builtins(Count(4, 3, tuple(cards), papers=7, signs=(4, 3)))

    def counting(at: int, **more: Any) -> Gathered:
        """As it was when that was told."""
        return staged(seats, {}, told[at], **{"phase": "count", "heard": told[:at], "count": count, **more})

    path = ((1, 3), (0, 3), (0, 3), (0, 4))
    walk: dict[str, Any] = {
        "phase": "apply", "president": None, "pile": {"covered": 2}, "prison": [],
        "applied": [{"law": "RL01", "path": ((0, 0), (0, 1))},
                    {"law": "RL10", "path": ((0, 1), (1, 1), (1, 2), (1, 3))}, {"law": "RL70", "path": path}],
    }  # fmt: skip
    grey = GAME.match(seats).view(None)["map"] | {"grey": "E"}
    grey["targets"] = {f: at for f, at in grey["targets"].items() if f not in ("NEO", "MON", "FAS")}
    factions = dict(enumerate((["NEO"], ["COM"], ["FAS"], ["ANA"], ["LIB"], ["TOT"], ["MON"], ["SOC"])[:seats]))
    removal = {"kind": "imprisoned", "seat": 3, "target": 4}
    return {
        "turn": staged(seats, {2: "legislate"}),
        "situation": staged(seats, {2: "legislate"}, situation="despotismo", in_force=True),
        "speech": staged(seats, {2: "end-presentation"}, phase="presentation", seconds=60),
        "press": staged(seats, {2: "end-press-conference"}, phase="press", shown="RL55", journalists=[5], seconds=60),
        "urn": staged(seats, {-3: "contents"}, **ballot),
        "counted": counting(3),
        "cards": counting(4),
        "count": counting(5),
        "map": staged(seats, {}, {"kind": "law-applied", "law": "RL70", "x": 0, "y": 4}, **walk),
        "grey": staged(seats, {2: "legislate"}, map=grey, mobilized=[1], prison=[4], lost=[4]),
        "prison": staged(seats, {2: "legislate"}, removal, prison=[4], lost=[4]),
        "pressure": counting(7, sp=12, lost=[4]),
        "factions": staged(
            seats, {seat: "seen-faction!" if seat < 3 else "seen-faction" for seat in range(seats)},
            round=0, phase="reading", president=None, applied=[], pos=(0, 0), sp=1, exchange=False,
        ),
        "end": staged(
            seats, {}, ended="target", winners=[2], won="FAS", phase="over", factions=factions, president=None,
            applied=[{"law": "RL55", "path": ((4, -3), (5, -3), (5, -4), (5, -5))}], pos=(5, -5),
        ),
    }  # fmt: skip
