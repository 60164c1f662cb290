"""What the board says in each moment: the status line, the place in the game, and the plates."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from companion.display.seats import Office, Plate, State
from companion.display.situation import Question, Situation
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


WAYS: Final = ("cards", "phone", "panel")


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
    return now.asking(ORDER)


def drawing(now: Situation) -> Question | None:
    """The real policy that hands have to take off the pile, where the table waits for that."""
    if asking(now):
        return None
    return next((q for q in now.questions if q.seat == CHANCE and q.deck == "policies"), None)


def purpose(now: Situation) -> str:
    """What it is drawn for: `session`, `peek` or `chaos`; empty where none is drawn."""
    if drawing(now) is None:
        return ""
    if now.view["drawer"] is None:
        return "chaos"
    return "peek" if now.view["power"] == "peek" else "session"


def handling(now: Situation) -> str:
    """What somebody does with real policies before them: draws them, or hands one to the reader."""
    kind = asking(now)
    by_hand = now.view["options"]["policy_source"] == "tiles" and "cards" in now.ways
    if by_hand and kind in ("discard", "enact", "request-veto"):
        return "discard" if kind == "discard" else "enact"
    return purpose(now) if purpose(now) != "chaos" else ""


def confirming(now: Situation, words: Words) -> str:
    """How the table says that it has done what it was told."""
    return words("scene.confirm.panel" if "panel" in now.ways else "scene.confirm.host")


def chore(now: Situation, words: Words) -> str:
    """What hands have to do with the real policies while everything else goes on."""
    view = now.view
    if view["options"]["policy_source"] != "tiles" or now.event:
        return ""
    if view["shuffle"] == "due":
        return words("scene.chore.reshuffle", how=confirming(now, words))
    if view["round"] == 1 and asking(now) == "nominate":
        return words("scene.chore.shuffle", n=view["deck"]["covered"])
    return ""


def how(now: Situation, words: Words) -> str:
    """By what a vote can be cast: what the options let, and what is at the table."""
    allowed = now.view["options"]["ballot_channels"]
    ways = [way for way in WAYS if way in allowed and way in now.ways] or [way for way in WAYS if way in allowed]
    *most, last = (words(f"scene.by.{way}") for way in ways)
    said = words("scene.by.or", first=", ".join(most), last=last) if most else last
    return said[:1].upper() + said[1:]


def who(now: Situation, seat: int | None) -> str:
    return now.names[seat] if seat is not None and 0 <= seat < len(now.names) else ""


def where(now: Situation, words: Words) -> str:
    """The round and its phase, for the line at the top."""
    view, kind = now.view, asking(now)
    if not view["round"]:
        return words("scene.where.deal")
    told = now.event.get("kind", "")
    why = "" if told else purpose(now)
    if told in ("vote-passed", "vote-failed"):
        phase = words("scene.where.count")
    elif told.endswith("-by-chaos") or why == "chaos":
        phase = words("scene.chaos")
    elif told in EVENT_POWERS or (kind in POWER_ASKS and not told) or why == "peek":
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
        return words(_event_key(now), **_event_gaps(now))
    kind, why = asking(now), purpose(now)
    president, chancellor = who(now, now.view["president"]), who(now, now.view["chancellor"])
    if why:
        return words(f"scene.draw.{why}", president=president, n=now.view["plan"]["at"]["draw_count"])
    if not kind:
        drawn = any(question.seat == CHANCE for question in now.questions)
        return words("scene.ask.draw" if drawn else "scene.ask.nothing")
    if kind == "confirm-shuffle":
        return words("scene.ask.confirm-shuffle", how=confirming(now, words))
    return words(f"scene.ask.{kind}", president=president, chancellor=chancellor, target=_target(now))


def _event_key(now: Situation) -> str:
    """An election is told with what follows from it, where anything does and nothing comes before."""
    told = now.event["kind"]
    if told != "vote-passed":
        return f"scene.event.{told}"
    if now.view["ended"] or now.view["shuffle"] == "awaited":
        return "scene.event.vote-passed.alone"
    tiles = now.view["options"]["policy_source"] == "tiles"
    return "scene.event.vote-passed.tiles" if tiles else "scene.event.vote-passed"


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
    """How many have answered of those who are asked together, or how many are drawn, where the table waits for that."""
    kind, draw = asking(now), drawing(now)
    if now.event:
        return ""
    if draw and purpose(now) != "chaos":
        total = now.view["plan"]["at"]["draw_count"]
        return words("scene.count", done=total - draw.left, total=total)
    if kind not in ("seen-role", "show-role"):
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
    asked = any(not question.answered for question in mine) or (bool(purpose(now)) and view["drawer"] == seat)
    past = now.event.get("kind") in ROUND_IS_OVER  # whoever is asked by now belongs to the next round
    state: State = "now" if asked and not past else "idle"
    line, mark = "", ""
    ballots = now.event.get("ballots", view["ballots"])
    if seat in ballots:  # SHT-079: until the next nomination
        mark = "yes" if ballots[seat] else "no"
        line = words(f"scene.{mark}")
    if asking(now) in ("vote", "seen-role", "show-role") and not now.event and mine:
        done = state == "idle"
        mark = "done" if done else "wait"
        short = "scene.seat.done" if done else "scene.seat.missing"
        line = words(short if many or asking(now) != "vote" or not done else "scene.seat.voted")
    return Plate(seat + 1, name, line, state, office, mark)


def _standing(now: Situation, seat: int, words: Words) -> str:
    """What is known of a seat for longer than a round. It stands over the plate: a vote may stand on it."""
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
    lesser = words("scene.chancellor") if seat == candidate else _standing(now, seat, words)
    return Office(lesser, held=False) if lesser else None
