"""Moments of DēmoS as the board gets them: gathered from random matches, and staged for the stored pictures."""

from __future__ import annotations

from functools import cache, partial
from random import Random
from typing import Any

from companion.display.parts import Clock
from companion.display.situation import Question, Situation
from companion.games.demos import GAME
from companion.games.demos.scene import HOLD
from companion.games.demos.scene.wording import asking
from companion.players.random_player import random_move
from tests.games.scenes import KEYS, Gathered, now_of, steps

TABLES: dict[int, tuple[dict[str, Any], ...]] = {
    3: ({}, {"mode": "simplified"}, {"declare_policy": "free", "announced_trio": True, "favourite_suit": "personal"}),
    4: ({"discard_order": "simultaneous"}, {"mode": "team_2v2"}, {"veto_poll": "open", "shortage": "round_robin"}),
    5: (
        {"declare_policy": "free", "media_mandatory": False}, {"mode": "team_2v3"},
        {"mode": "team_2v2_1", "team_assignment": "random"}, {"hand_tracking": "reveal_only", "mode": "individual"},
    ),
}  # fmt: skip


def situation(gathered: Gathered, names: tuple[str, ...]) -> Situation:
    view, questions, event = gathered
    clock = Clock(22, 0.6) if any(question.kind.startswith("discard-un") for question in questions) else None
    return Situation(GAME.title, view, names[: view["n"]], questions, event, KEYS, clock if not event else None)


@cache
def moments(seats: int, matches: int = 3) -> dict[str, Gathered]:
    """One moment, of each table the latest, for each kind of question and of event, and the end."""
    found: dict[str, Gathered] = {}
    for place, row in enumerate(TABLES[seats]):
        for seed in range(matches):
            rng, match = Random(f"{seats} {place} {seed}"), GAME.match(seats, GAME.options_from(row))
            for events in steps(match, partial(random_move, match, rng)):
                found |= {f"event {now[2]['kind']} {place}": now for now in events if now[2]["kind"] in HOLD}
                now = now_of(match)
                kind = asking(situation(now, ("",) * seats)) or match.view(None)["phase"]
                if not match.over:
                    found[f"ask {kind} {place}"] = now
            found[f"end {match.view(None)['ended']} {place}"] = now_of(match)
    return found


def staged(seats: int, questions: dict[int, str], event: dict[str, Any] | None = None, **changes: Any) -> Gathered:
    """A moment made by hand, so that a stored picture does not hang on the course of a random match."""
    asked = tuple(Question(seat, kind.removesuffix("!"), kind.endswith("!")) for seat, kind in questions.items())
    start: dict[str, Any] = {
        "sides": [[seat] for seat in range(seats)], "vetoes": [1, 0, 1, 1, 1][:seats], "round": 6, "dealer": 1,
        "totals": [41, 28, 36, 44, 30][:seats], "dealt": [(2 + k) % seats for k in range(seats)],
        "people": {"covered": 11}, "power": {"covered": 8}, "hands": {seat: {"covered": 5} for seat in range(seats)},
        "figures": {0: {"covered": 2}, 1: {"covered": 1}, 2: {"covered": 2}, 3: {"covered": 1}},
        "phase": "unanimous_discard",
    }  # fmt: skip
    return GAME.match(seats).view(None) | start | changes, asked, event or {}


def shown(seats: int) -> dict[str, Gathered]:
    """The moments of which a picture is stored; a "!" marks an answered question."""
    laid = {"S4": 0, "H9": 1, "D2": 2, "C7": 3, "D10": 0, "S1": 2, "H5": 3}
    pool = [{"card": card, "seat": seat} for card, seat in laid.items()]
    hands = {0: ("S8 H9 S10", "seq2", 16), 2: ("D5 D6 D7", "seq1", 17), 3: ("H3 C4 S5", "seq3", 7)}
    of_round: dict[str, Any] = {
        "number": 6, "dealer": 1, "folded": [s for s in range(seats) if s not in hands], "first": [2],
        "decided": "score", "values": {}, "hands": {}, "drew": {2: 1}, "banked": {0: 16, 2: 17, 3: 7},
        "shown": [{"seat": s, "cards": c.split(), "kind": k, "score": n} for s, (c, k, n) in hands.items()],
    }  # fmt: skip
    square = {**of_round, "first": [0], "drew": {0: 2}, "banked": {0: 30, 3: 7},
              "shown": [{"seat": 0, "cards": ["S7", "H7", "D7", "C7"], "kind": "square", "score": 30},
                        of_round["shown"][2]], "folded": [s for s in range(seats) if s not in (0, 3)]}  # fmt: skip
    won = {"kind": "round-won", "seats": [2], "score": 17, "decided": "score"}
    figures = {0: {"covered": 3}, 1: {"covered": 2}, 2: {"covered": 5}, 3: {"covered": 4}}
    scandal: dict[str, Any] = {
        "figures": figures,
        "turned": {0: {1: "M1"}, 2: {0: "M2"}, 1: {0: "LH"}},
        "phase": "scandal_action",
    }
    trio = {"cards": ["ES", "LH", "JD"], "suits": ["S", "H", "D"], "owners": [2, 2, 2]}
    low = {"cards": ["EH", "LS", "JS"], "suits": ["H", "S", "S"], "owners": [0, 0, 0]}
    verdict = {"sides": [2], "reasons": ["tricolor"], "priority": 0, "compared": {}, "trios": {0: low, 2: trio},
               "tiers": {0: 2, 1: 0, 2: 3, 3: 0} | ({4: 0} if seats > 4 else {})}  # fmt: skip
    rounds = [{**of_round, "number": k} for k in range(1, 6)]
    return {
        "table": staged(seats, {3: "discard-unanimously"}, pool=pool),
        "full": staged(seats, {3: "discard-unanimously"}, pool=[*pool, *pool[:3]]),
        "declare": staged(seats, {-1: "drawn"}, won, rounds=[of_round]),
        "square": staged(seats, {-1: "drawn"}, {**won, "seats": [0], "score": 30}, rounds=[square]),
        "sheet": staged(seats, {2: "discard-openly"}, rounds=rounds, phase="public_discard"),
        "poll": staged(seats, {2: "consent"}, pool=pool[:4], phase="unanimous_poll"),
        "target": staged(seats, {0: "announce"}, pointed=2, **scandal),
        "scandal": staged(
            seats, {2: "point-at"},
            {"kind": "media-used", "seat": 0, "target": 2, "slot": 4, "figure": "JD", "suit": "S"},
            marks=[{"media": "M1", "by": 0, "seat": 2, "slot": 3, "suit": "S"}],
            **scandal | {"turned": {0: {1: "M1"}, 2: {0: "M2", 3: "JD"}, 1: {0: "LH"}}},
        ),
        "suits": staged(seats, {2: "announce-suit"}, round=0, phase="announce", favourites={0: "S", 1: "H"}),
        "end": staged(seats, {}, verdict=verdict, ended="tricolor", rounds=rounds, phase="over"),
    }  # fmt: skip
