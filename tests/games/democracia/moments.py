"""Moments of D€mocracia as the board gets them: gathered from matches of bots and of chance."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import msgspec

from companion.display.parts import Clock
from companion.display.situation import Situation
from companion.engine import CHANCE, CLOCK, Match, Move, Told
from companion.games.democracia import GAME
from companion.games.democracia import moves as m
from companion.games.democracia.election import count
from companion.games.democracia.pacts import talks
from companion.games.democracia.planning import investigation, planning
from companion.games.democracia.scene import HOLD
from companion.games.democracia.scene.wording import asking, drawing
from companion.games.democracia.state import Table
from companion.players.democracia import decide
from companion.players.random_player import random_move
from tests.games.scenes import KEYS, Gathered, now_of

from ..driver import drive
from .tables import brief, deal, drawn, govern, hold, lay, let, own, revealing, run, table, taking, verdict, vote

ALL: dict[str, Any] = {
    "briefcases": True, "debate": True, "variable_budgets": True, "variable_thresholds": True, "board_side": "B",
    "voluntary_resignation": True, "may_decline_payment": True, "own_order": True,
}  # fmt: skip
TABLES: tuple[dict[str, Any], ...] = (
    {}, ALL, {"real": ["urn", "votes", "cards", "leaders"], "choose_leaders": True, "judge_votes": "simultaneous"},
    {"hand_tracking": "opaque", "show_urn_totals": False, "briefcases": True},
)  # fmt: skip


def situation(gathered: Gathered, names: tuple[str, ...]) -> Situation:
    view, questions, event = gathered
    clock = Clock(40, 0.55) if any(q.kind == "plan" for q in questions) and not event else None
    return Situation(GAME.title, view, names[: view["n"]], questions, event, KEYS, clock)


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


def played(seats: int, row: dict[str, Any], seed: int, clever: float) -> Iterator[tuple[Match[Any, Any], list[Told]]]:
    """A match and what all hear, step by step as the table publishes it: what the table draws by itself is drawn in the
    same step."""
    rng, match, told = Random(f"{seats} {seed}"), GAME.match(seats, GAME.options_from(row)), 0
    match.watched = True
    memories: dict[int, dict[str, Any]] = {}
    yield match, []
    while not match.over:
        match.play(next_move(match, rng, memories, clever))
        while not match.over and not row.get("real") and _draws(match):
            match.play(random_move(match, rng))
        yield match, [t for t in match.told[told:] if t.to is None]
        told = len(match.told)


def _draws(match: Match[Any, Any]) -> bool:
    return {a.by for a in match.asks()} - {CLOCK} == {CHANCE}


@cache
def moments(seats: int, place: int, matches: int = 3) -> dict[str, Gathered]:
    """Of one table one moment, the latest, for each kind of question and of event, and the end."""
    found: dict[str, Gathered] = {}
    for seed in range(matches):
        match = None
        for match, events in played(seats, TABLES[place], seed, clever=0.45 * seed):
            for told in events:
                plain = msgspec.to_builtins(told.event)
                if plain["kind"] in HOLD:
                    found[f"event {plain['kind']}"] = now_of(match, plain, told.then)
            now = now_of(match)
            s = situation(now, ("",) * seats)
            if not match.over and any(a.by != CLOCK for a in match.asks()):
                draw = drawing(s)
                found[f"ask draw-{draw.deck}" if draw else f"ask {asking(s)}"] = now
        assert match is not None
        found[f"end {match.view(None)['ended']}"] = now_of(match)
    return found


# ---- staged, so that a stored picture does not hang on the course of a match

RED_LAND, BLUE_LAND = ("AND", "VAL"), ("GAL", "PVA")


def set_table(**options: Any) -> Table:
    """Six players in the second legislature: a president, tokens on the map, votes in the urn."""
    t = table(6, round_="selection", options=options)
    t.legislature, t.elections = 2, 1
    hold(t, "red", *RED_LAND)
    hold(t, "blue", *BLUE_LAND)
    hold(t, "green", "CAT")
    vote(t, red=9, blue=7, green=3, yellow=2)
    own(t, 0, "JUE-1")
    own(t, 1, "JUE-2", "BAR-R2")
    own(t, 2, "JUE-3", "MED-G1")
    govern(t, 3)
    t.pop.update({0: 4, 1: 6, 2: 2, 3: 5, 4: 3, 5: 1})
    t.points[3] = 1
    return t


def _planned() -> Table:
    t = set_table()
    plans = {"LID-B1": "CAM-01", "BAR-B1": "FUN-02", "LID-R1": "FUN-10", "BAR-R1": "INT-01", "LID-G1": "FUN-05",
             "LID-B2": "ESP-L", "LID-R2": "FUN-01", "LID-Y1": "CAM-02"}  # fmt: skip
    for agent, card in plans.items():
        lay(t, agent, card)
    return t


def speaking(sky: str = "", **options: Any) -> Match[Table, Any]:
    """Seat 3, who governs, gives the Leader's speech, with 9 euros."""
    t = set_table(**options)
    t.environment = sky
    lay(t, "LID-B2", "ESP-L")
    return revealing(t, 3, "LID-B2", m.PickOption("ESP-L.0", by=3), money=9)


def framed(card: str = "", case: str = "MAL-01") -> Match[Table, Any]:
    """A briefcase brings the red Leader to trial, who has played this card."""
    t = set_table(briefcases=True)
    lay(t, "LID-B1", case)
    brief(t, 1, 0, "LID-R1", "LID-B1")
    if card:
        lay(t, "LID-R1", card)
    return taking(t, 1)


def shown() -> dict[str, Gathered]:
    """The moments of which a picture is stored."""
    found: dict[str, Gathered] = {}
    t = set_table()
    match = run(t, planning)
    drive(match, m.Plan({}, by=0), m.Plan({}, by=3))
    found["plan"] = now_of(match)
    t = _planned()
    match = run(t, investigation, m.PlaceToken("JUE-1", "LID-R1", by=0), m.ConfirmTokens(by=0),
                m.PlaceToken("JUE-3", "LID-R1", by=2))  # fmt: skip
    found["investigation"] = now_of(match)
    t = _planned()
    t.tokens = {"JUE-1": "LID-R1"}
    match = revealing(t, 1, "LID-R1", money=6)
    drive(match, let)
    drive(match, m.Judge({"JUE-2": True}, by=1), m.Judge({"JUE-1": False}, by=0))
    found["trial"] = now_of(match)
    drive(match, m.Judge({"JUE-3": False}, by=2))
    found["guilty"] = now_of(match, _last(match, "found-guilty"))
    t = _planned()
    deal(t, 1, "REA-04")
    t.tokens = {"JUE-1": "LID-R1"}
    match = revealing(t, 1, "LID-R1", let, verdict(JUE_1=False, JUE_2=True, JUE_3=False), money=6)
    found["sentence"] = now_of(match)
    t = _planned()
    match = revealing(t, 3, "LID-B2", money=9)
    found["options"] = now_of(match)
    drive(match, m.PickOption("ESP-L.0", by=3))
    found["speech"] = now_of(match)
    found["speech-gold"] = now_of(speaking(board_side="B"))
    found["framed"] = now_of(framed("FUN-10"))
    t = set_table()
    t.candidates = {"red": 1, "blue": 3}
    match = run(t, count, drawn("red", "blue", "red"))
    found["night"] = now_of(match, _last(match, "vote-drawn"))
    t = set_table()
    t.candidates, t.seats = {"red": 1, "blue": 3}, {"red": 7, "blue": 6, "green": 3, "yellow": 1}
    match = run(t, talks, m.MakeOffer(2, ["AND", "VAL"], by=1), m.MakeOffer(2, ["GAL"], by=3))
    found["pact"] = now_of(match)
    return found


def _last(match: Match[Any, Any], kind: str) -> dict[str, Any]:
    told = [msgspec.to_builtins(event) for event in match.events(None)]
    return next(event for event in reversed(told) if event["kind"] == kind)
