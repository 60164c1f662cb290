"""Moments of Ankist as the board gets them, gathered from reigns that bots and chance play."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from random import Random
from typing import Any

import msgspec

from companion.display.parts import Clock
from companion.display.situation import Situation
from companion.engine import Match
from companion.games.ankist import GAME, rules
from companion.games.ankist.moves import AcceptPact, ChooseHouse, ChoosePlan, NameKing, Sign
from companion.games.ankist.scene import HOLD
from companion.games.ankist.scene.wording import asking, drawing
from companion.games.ankist.state import Chronicle, Milestone, Table
from companion.players.random_player import random_move
from tests.games.scenes import KEYS, Gathered, now_of, steps

from ..driver import draw, drive
from .tables import HOUSES, A, B, C, D, E, aye, gather, moderate, nay, new, propose, reign, table

TABLES: tuple[dict[str, Any], ...] = (
    {"mode": "campaign", "campaign_games": 2},
    {"mode": "campaign", "campaign_games": 2, "momentum": True, "house_assignment": "draw", "reveal_impact": "full",
     "prestige_tiebreak": "draw", "real_cards": ["dilemma"]},
    {"pact_visibility": "parties", "pact_enforcement": "record", "reveal_impact": "hidden", "holdings": "public"},
)  # fmt: skip


def situation(gathered: Gathered, names: tuple[str, ...]) -> Situation:
    view, questions, event = gathered
    clock = Clock(154, 0.85) if any(q.kind == "vote" for q in questions) and not event else None
    return Situation(GAME.title, view, names[: view["n"]], questions, event, KEYS, clock)


def play(seats: int, row: dict[str, Any], seed: int) -> Iterator[tuple[str, Gathered]]:
    """Every moment of two reigns in a row, by its name: what is asked, what is told, the ends."""
    ledger: dict[str, Any] = {}
    for _ in range(2):
        rng, match = Random(f"{seats} {seed}"), GAME.match(seats, GAME.options_from(row), ledger)
        for events in steps(match, partial(random_move, match, rng)):
            for moment in events:
                event = moment[2]
                if event["kind"] in HOLD:
                    more = event.get("cause") or event.get("side") or event.get("age") or ""
                    yield f"event {event['kind']} {more}".strip(), moment
            if not match.over:
                now = now_of(match)
                s = situation(now, ("",) * seats)
                kind = asking(s) or f"draw {drawing(s)}"
                first = " read" if kind == "vote" and not s.view["act"] else ""
                yield f"ask {kind}{first}", now
        yield f"end {match.result.reason}", now_of(match)
        ledger = match.result.ledger


@cache
def moments(seats: int, matches: int = 2) -> dict[str, Gathered]:
    """One moment, of each table the latest, for each kind of question and of event, and the ends."""
    found: dict[str, Gathered] = {}
    for place, row in enumerate(TABLES):
        for seed in range(matches):
            found |= {f"{name} {place}": now for name, now in play(seats, row, seed)}
    return found


def after(m: Match[Any, Any], told: str = "") -> Gathered:
    """The moment where this match stands, or with the last event of a kind that was told on the way there."""
    events = [msgspec.to_builtins(event) for event in m.events(None)]
    return now_of(m, next((e for e in reversed(events) if e["kind"] == told), {}))


def scored(tie: bool = False) -> Match[Any, Any]:
    """A king has died; the scores are told."""
    tracks = {"influence": 4, "wealth": 17, "morale": 13, "welfare": 10, "knowledge": 15}
    t = table(
        plans=["moderate", "extremist", "wealthy", "rebel", "opportunist"], tracks=tracks, cause="abdication_high",
        coins=[9] * 5 if tie else [7, 13, 15, 16, 9], hands=[8, 6, 14, 6, 6], stability=17, round=7, visible=[],
    )  # fmt: skip
    return Match.on(rules.finish, t)


def shown() -> dict[str, Gathered]:
    """The moments of which a picture is stored: real ones, on tables set by hand."""
    tracks = {"influence": 11, "wealth": 6, "morale": 8, "welfare": 13, "knowledge": 9}
    stones = {
        "influence": [Milestone("positive", "albor", "x", "aye", 1), Milestone("negative", "corvo", "x", "aye", 2)],
        "welfare": [Milestone("positive", "espino", "x", "aye", 3)],
    }  # fmt: skip
    record = [Chronicle("FIE-01", "corvo", 1, "nay", 3, 5), Chronicle("GRE-02", "espino", 1, "aye", 4, 2)]

    def board(**more: Any) -> Table:
        return table(
            tracks=dict(tracks), stability=10, milestones=dict(stones), record=list(record), time=["FIE-01", "GRE-02"],
            round=2, **more,
        )  # fmt: skip

    read = reign(board(), draw("SAL-01"))
    put = drive(
        reign(board(), draw("SAL-01")),
        aye(A, 3), propose(C, E, give=2, yours=("vote-nay", 1, 3)), AcceptPact(C, by=E), gather(B), nay(C, 4),
        aye(D, 4), nay(E, 1),
    )  # fmt: skip
    made = drive(reign(board(), draw("SAL-01")), propose(C, E, give=2, yours=("vote-nay", 1, 3)), AcceptPact(C, by=E))
    tied = drive(reign(board(), draw("SAL-01")), aye(A, 3), aye(B, 3), gather(C), nay(D, 3), nay(E, 3))
    decided = drive(reign(board(), draw("SAL-01")), aye(A, 5), gather(B), nay(C, 4), moderate(D), aye(E, 1))
    houses = new(5, ChooseHouse("dorna", by=1), ChooseHouse("albor", by=3))
    plans = new(5, *(ChooseHouse(house, by=s) for s, house in enumerate(HOUSES[:5])), draw("greedy"),
                ChoosePlan("moderate", by=0))  # fmt: skip
    named = drive(scored(), NameKing("Urraca", by=D))
    return {
        "dilemma": after(read), "vote": after(put), "pact": after(made, "pact-made"), "tie": after(tied),
        "decided": after(decided, "decided"), "sign": after(decided),
        "signed": after(drive(decided, Sign(by=A)), "signed"), "realm": after(decided),
        "houses": after(houses), "plans": after(plans), "scored": after(scored(), "scored"),
        "tied-end": after(scored(tie=True)), "awards": after(scored()), "end": after(named),
    }  # fmt: skip
