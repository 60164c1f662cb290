"""Moments of Secret Hitler as the board gets them: gathered from random matches, and staged for the stored pictures."""

from __future__ import annotations

from functools import cache, partial
from random import Random
from typing import Any

from companion.display.parts import Clock
from companion.display.situation import Question, Situation
from companion.games.secret_hitler import GAME
from companion.games.secret_hitler.scene import HOLD
from companion.games.secret_hitler.scene.wording import asking
from companion.players.random_player import random_move
from tests.games.scenes import KEYS, Gathered, now_of, steps


def situation(gathered: Gathered, names: tuple[str, ...]) -> Situation:
    view, questions, event = gathered
    clock = Clock(48, 0.7) if any(question.kind == "vote" for question in questions) and not event else None
    return Situation(GAME.title, view, names[: view["n"]], questions, event, KEYS, clock)


@cache
def moments(seats: int, matches: int = 6) -> dict[str, Gathered]:
    """One moment for each kind of question and of event, and the end; votes are taken half-way."""
    found: dict[str, Gathered] = {}
    for number in range(matches):
        rng = Random(f"{seats} {number}")
        match = GAME.match(seats)
        for events in steps(match, partial(random_move, match, rng)):
            found |= {f"event {now[2]['kind']}": now for now in events if now[2]["kind"] in HOLD}
            now = now_of(match, {})
            kind = asking(situation(now, ("",) * seats))
            answered = sum(question.answered for question in now[1])
            if kind and (kind not in ("vote", "seen-role") or answered == seats // 2):
                found[f"ask {kind}"] = now
        found[f"end {match.view(None)['ended']}"] = now_of(match, {})
    return found


def staged(seats: int, questions: dict[int, str], event: dict[str, Any] | None = None, **changes: Any) -> Gathered:
    """A moment made by hand, so that a stored picture does not hang on the course of a random match."""
    start: dict[str, Any] = {"round": 5, "president": 0, "deck": {"covered": 6}, "discards": {"covered": 3},
                             "liberal": 3, "fascist": 2, "tracker": 1, "pair": (4, 6)}  # fmt: skip
    asked = tuple(Question(seat, kind.removesuffix("!"), kind.endswith("!")) for seat, kind in questions.items())
    return GAME.match(seats).view(None) | start | changes, asked, event or {}


def shown(seats: int) -> dict[str, Gathered]:
    """The moments of which a picture is stored; a "!" marks an answered question."""
    votes = {seat: "vote" if seat in (2, 5) else "vote!" for seat in range(seats)}
    ballots = {seat: seat not in (2, 5) for seat in range(seats)}
    yes, no = seats - 2, 2
    late: dict[str, Any] = {"round": 6, "fascist": 4, "tracker": 0, "deck": {"covered": 3}, "discards": {"covered": 5}}
    tiles: dict[str, Any] = {"options": GAME.match(seats).view(None)["options"] | {"policy_source": "tiles"}}
    elected: dict[str, Any] = {"chancellor": 3, "nominee": 3, "drawer": 0, **tiles}
    draw = (Question(-1, "drawn", False, "policies", 2),)
    used = {"used": [{"power": "execute", "seat": 0, "target": 5}]}
    roles = {seat: "hitler" if seat == 3 else "fascist" if seat in (1, 6) else "liberal" for seat in range(seats)}
    return {
        "vote": staged(seats, votes, nominee=3),
        "reveal": staged(
            seats, {-1: "drawn"}, nominee=3, chancellor=3, stood=(0, 3), ballots=ballots,
            event={"kind": "vote-passed", "seat": 0, "target": 3, "ballots": ballots, "yes": yes, "no": no},
        ),
        "tracks": staged(seats, {3: "enact"}, chancellor=3, nominee=3, investigated=[4], dead=[5], **late),
        "nomination": staged(seats, {0: "nominate"}),
        "roles": staged(seats, {seat: "seen-role!" if seat < 3 else "seen-role" for seat in range(seats)}, round=0),
        "investigate": staged(seats, {0: "investigate"}, power="investigate", chancellor=3),
        "executed": staged(
            seats, {1: "nominate"}, {"kind": "executed", "seat": 0, "target": 5}, president=1, dead=[5], **used, **late
        ),
        "chaos": staged(seats, {1: "nominate"}, {"kind": "fascist-by-chaos", "count": 3}, president=1, fascist=3),
        "veto": staged(
            seats, {0: "answer-veto"}, chancellor=3, nominee=3, veto="asked", **late | {"fascist": 5}
        ),
        "peek": staged(seats, {0: "seen-peek"}, power="peek", chancellor=3, fascist=3),
        "draw": (staged(seats, {}, **elected)[0], draw, {}),
        "draw-peek": (staged(seats, {}, power="peek", **elected | {"fascist": 3})[0], draw, {}),
        "draw-chaos": (
            staged(seats, {}, tracker=3, **tiles)[0], (Question(-1, "drawn", False, "policies", 1),), {}
        ),
        "hand-on": staged(seats, {3: "enact", -4: "request-veto"}, **elected | late | {"drawer": None}),
        "reshuffle": staged(
            seats, {0: "nominate", -3: "confirm-shuffle"}, shuffle="due", **tiles, **late | {"veto_unlocked": True}
        ),
        "landslide": staged(
            seats, {1: "nominate"}, nominee=None, president=1,
            event={"kind": "vote-failed", "seat": 0, "target": 3, "ballots": dict.fromkeys(range(seats), False),
                   "yes": 0, "no": seats, "count": 2},
        ),
        "end": staged(
            seats, {}, won="liberal", ended="hitler_executed", revealed=True, dead=[3], roles=roles, **late
        ),
    }  # fmt: skip
