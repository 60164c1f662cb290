"""What the board says in each moment: the status line, the place in the game, and the plates."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from companion.display.seats import Office, Plate, State
from companion.display.situation import Situation
from companion.engine import CHANCE
from companion.locale import Words

POWER_ASKS: Final = {"investigate": "investigate", "seen-party": "investigate", "call-election": "call-election",
                     "seen-peek": "peek", "execute": "execute"}  # fmt: skip
EVENT_POWERS: Final = {"executed": "execute", "investigated": "investigate", "election-called": "call-election"}
ORDER: Final = ("answer-veto", "discard", "request-veto", "enact", *POWER_ASKS, "vote", "nominate", "seen-role",
                "show-role", "name-first", "set-aside", "confirm-shuffle")  # fmt: skip


ROUND_IS_OVER: Final = ("vote-failed", "liberal-enacted", "fascist-enacted", "liberal-by-chaos", "fascist-by-chaos",
                        "veto-accepted", "executed", "investigated", "election-called")  # fmt: skip
OF_THE_PRESIDENT: Final = ("vote-passed", "vote-failed", "liberal-enacted", "fascist-enacted", "executed",
                           "investigated", "election-called", "veto-accepted", "veto-refused")  # fmt: skip




class Offices(NamedTuple):
    """Who holds which office, in the round that is being shown."""

    president: int | None
    chancellor: int | None
    candidate: int | None


def offices(now: Situation) -> Offices:
    """From the event while one is shown, for the view may be in the next round already."""
    view, event, kind = now.view, now.event, now.event.get("kind")
    if kind in ("liberal-by-chaos", "fascist-by-chaos"):
        return Offices(None, None, None)
    if kind not in OF_THE_PRESIDENT:
        return Offices(view["president"], view["chancellor"], view["nominee"])
    if kind == "vote-failed":
        return Offices(event["seat"], None, event["target"])
    if kind in ("vote-passed", "liberal-enacted", "fascist-enacted"):
        return Offices(event["seat"], event["target"], None)
    return Offices(event["seat"], None, None)


def asking(now: Situation) -> str:
    """The kind of the question that the table waits for; of several the one to be told first."""
    kinds = {question.kind for question in now.questions if not question.answered}
    return next((kind for kind in ORDER if kind in kinds), "")


def who(now: Situation, seat: int | None) -> str:
    return now.names[seat] if seat is not None and 0 <= seat < len(now.names) else ""


def where(now: Situation, words: Words) -> str:
    """The round and its phase, for the line at the top."""
    view, kind = now.view, asking(now)
    if not view["round"]:
        return words("scene.where.deal")
    told = now.event.get("kind", "")
    if told in ("vote-passed", "vote-failed"):
        phase = words("scene.where.count")
    elif told.endswith("-by-chaos"):
        phase = words("scene.chaos")
    elif told in EVENT_POWERS or (kind in POWER_ASKS and not told):
        phase = words("scene.where.power")
    elif kind == "vote":
        phase = words("scene.where.vote")
    elif view["chancellor"] is not None or told in ("liberal-enacted", "fascist-enacted", "veto-accepted"):
        phase = words("scene.where.session")
    else:
        phase = words("scene.where.special" if view["special"] else "scene.where.nomination")
    moved_on = now.event.get("kind") in ROUND_IS_OVER and kind == "nominate"
    return words("scene.where.round", round=view["round"] - moved_on, phase=phase)


def sentence(now: Situation, words: Words) -> str:
    """The one line that rules the screen: what just happened, or what the table waits for."""
    if now.line:
        return now.line
    told = now.event.get("kind", "")
    if told and words.has(f"scene.event.{told}"):
        return words(f"scene.event.{told}", **_event_gaps(now))
    kind = asking(now)
    if not kind:
        drawing = any(question.seat == CHANCE for question in now.questions)
        return words("scene.ask.draw" if drawing else "scene.ask.nothing")
    president, chancellor = who(now, now.view["president"]), who(now, now.view["chancellor"])
    return words(f"scene.ask.{kind}", president=president, chancellor=chancellor, target=_target(now))


def _event_gaps(now: Situation) -> dict[str, object]:
    limit = now.view["plan"]["at"]["tracker_limit"]
    gaps: dict[str, Any] = {"president": who(now, offices(now).president), "limit": limit}
    gaps["seat"], gaps["target"] = who(now, now.event.get("seat")), who(now, now.event.get("target"))
    gaps["count"] = now.event.get("count", now.view["tracker"] or limit)
    return gaps


def _target(now: Situation) -> str:
    used = now.view["used"]
    return who(now, used[-1]["target"]) if used else ""


def count(now: Situation, words: Words) -> str:
    """How many of those who are asked together have answered, where that is what the table waits for."""
    kind = asking(now)
    if now.event or kind not in ("seen-role", "show-role"):
        return ""
    asked = now.asked(kind)
    return words("scene.count", done=sum(question.answered for question in asked), total=len(asked))


def plates(now: Situation, words: Words) -> tuple[Plate, ...]:
    """Every seat: who holds which office, who is waited for, who is out, how everybody voted."""
    return tuple(_plate(now, seat, words) for seat in range(len(now.names)))


def _plate(now: Situation, seat: int, words: Words) -> Plate:
    view, many = now.view, len(now.names) > 7
    name, office = now.names[seat], _office(now, seat, words)
    if seat in view["dead"]:
        return Plate(seat + 1, name, words("scene.seat.dead" if many else "scene.seat.executed"), "out")
    mine = [question for question in now.questions if question.seat == seat]
    state: State = "now" if any(not question.answered for question in mine) else "idle"
    line, mark = _second_line(now, seat, words), ""
    ballots = now.event.get("ballots", view["ballots"])
    if seat in ballots:  # SHT-079: until the next nomination
        mark = "yes" if ballots[seat] else "no"
        line = line or words(f"scene.{mark}")
    if asking(now) in ("vote", "seen-role", "show-role") and not now.event and mine:
        done = state == "idle"
        mark = "done" if done else "wait"
        short = "scene.seat.done" if done else "scene.seat.missing"
        line = words(short if many or asking(now) != "vote" or not done else "scene.seat.voted")
    return Plate(seat + 1, name, line, state, office, mark)


def _second_line(now: Situation, seat: int, words: Words) -> str:
    view = now.view
    if asking(now) == "nominate" and not now.event and seat in view["pair"] and seat != view["president"]:
        at, living = view["plan"]["at"]["full_limits_above"], len(now.names) - len(view["dead"])
        if living > at or seat == view["pair"][1]:
            return words("scene.seat.limited")
    if len(now.names) <= 7:
        if seat in view["not_hitler"]:
            return words("scene.seat.not_hitler")
        if seat in view["investigated"]:
            return words("scene.seat.investigated")
    return ""


def _office(now: Situation, seat: int, words: Words) -> Office | None:
    if not now.view["round"] or now.view["ended"]:
        return None
    president, chancellor, candidate = offices(now)
    if seat == president:
        return Office(words("scene.president"))
    if seat == chancellor:
        return Office(words("scene.chancellor"))
    return Office(words("scene.chancellor"), held=False) if seat == candidate else None
