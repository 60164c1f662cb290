"""What the board says in each moment: the status line, the place in the game, and the plates."""

from __future__ import annotations

from typing import Any, Final

from companion.display.seats import Office, Plate, State
from companion.display.situation import Situation
from companion.engine import CHANCE
from companion.locale import Words

ORDER: Final = (
    "discard-openly", "discard-secretly", "discard-unanimously", "consent", "nobody-objects", "show", "show-card",
    "show-rest", "note-discard", "note-taken", "assign", "confirm", "point-at", "announce", "deal-now",
    "announce-suit", "announce-trio", "close-turn", "name-dealer", "name-pair", "name-independent", "mark-present",
)  # fmt: skip
"""Of several kinds of question the one to be told first."""
OF_THE_ROUND: Final = ("round-won", "nobody-showed", "no-figure-left", "figure-turned")
OF_THE_SCANDAL: Final = ("media-shown", "media-cancelled", "media-kept", "media-used", "media-idle", "media-declined")
WAITED_FOR_TOGETHER: Final = ("discard-openly", "consent", "show", "confirm")


def asking(now: Situation) -> str:
    """The kind of the question that the table waits for."""
    return now.asking(ORDER)


def last(view: Any) -> dict[str, Any]:
    """The round that was resolved last."""
    rounds = view["rounds"]
    return dict(rounds[-1]) if rounds else {}


def where(now: Situation, words: Words) -> str:
    """The round and its phase, for the line at the top."""
    view, told = now.view, now.event.get("kind", "")
    if told in OF_THE_ROUND and view["rounds"]:
        return words("scene.where.round", round=last(view)["number"], phase=words("phase.declare"))
    phase = words("phase.scandal_action") if told in OF_THE_SCANDAL else words(f"phase.{view['phase']}")
    if not view["round"] or view["phase"] in ("scandal_reveal", "scandal_action", "final", "over"):
        return phase
    return words("scene.where.round", round=view["round"], phase=phase)


def sentence(now: Situation, words: Words) -> str:
    """The one line that rules the screen: what just happened, or what the table waits for."""
    if now.line:
        return now.line
    if now.event:
        return _happened(now, words)
    kind = asking(now)
    if not kind:
        drawing = any(question.seat == CHANCE for question in now.questions)
        return _drawing(now, words) if drawing else words("scene.nothing")
    asked = now.asked(kind)
    missing = [question.seat for question in asked if not question.answered]
    if len({question.seat for question in asked}) > 1 and words.has(f"{kind}.all"):
        return words(f"{kind}.all", n=len(missing))
    if kind == "note-discard" and now.view["phase"] == "unanimous_discard":
        return words("scene.note.unanimous", seat=who(now, missing[0], words))
    key = f"{kind}.lines" if len(missing) > 1 and words.has(f"{kind}.lines") else f"{kind}.line"
    return words(key, seat=words.listed([who(now, seat, words) for seat in missing]), n=len(missing))


def who(now: Situation, seat: int, words: Words) -> str:
    return now.names[seat] if 0 <= seat < len(now.names) else words("who.host")


def _drawing(now: Situation, words: Words) -> str:
    view = now.view
    if view["phase"] == "deal" and view["dealt"]:
        done = sum(count(hand) for hand in view["hands"].values())
        receiver = view["dealt"][done % len(view["dealt"])]
        return words("scene.deal", k=done + 1, n=5 * len(view["dealt"]), seat=now.names[receiver])
    if view["drawer"] is None:
        return words("scene.draw.lots")
    key = "scene.draw.power" if view["phase"] == "power_draw" else "scene.draw.people"
    return words(key, seat=now.names[view["drawer"]])


def _happened(now: Situation, words: Words) -> str:
    """What is told of an event: its own line, in the words of the board."""
    event = now.event
    kind, gaps = event["kind"], dict[str, Any]()
    for name, value in event.items():
        if name == "kind":
            continue
        if name in ("seat", "target"):
            gaps[name] = now.names[value]
        elif name == "seats":
            gaps[name] = words.listed([now.names[seat] for seat in value])
        elif name == "figure":
            gaps[name] = words(f"power.{value}")
        elif name in ("suit", "decided"):
            gaps[name] = words(f"{'theme' if name == 'suit' else name}.{value}")
        elif isinstance(value, (str, int)):
            gaps[name] = value
    if kind == "round-won":
        gaps["n"] = len(event["seats"])
        return words.n(f"scene.event.{kind}", len(event["seats"]), **{k: v for k, v in gaps.items() if k != "n"})
    return words(f"scene.event.{kind}", **gaps)


def count(cards: Any) -> int:
    """How many cards lie in a place of which no more than that may be public."""
    return int(cards["covered"]) if isinstance(cards, dict) and "covered" in cards else len(cards)


def told(now: Situation, words: Words) -> str:
    """How many of those who are asked together have answered."""
    kind = asking(now)
    asked = now.asked(kind) if not now.event and kind in WAITED_FOR_TOGETHER else ()
    if len({question.seat for question in asked}) < 2:
        return ""
    return words("scene.count", done=sum(question.answered for question in asked), total=len(asked))


def side_of(view: Any, seat: int) -> int:
    return next((place for place, members in enumerate(view["sides"]) if seat in members), 0)


def plates(now: Situation, words: Words) -> tuple[Plate, ...]:
    """Every seat: points, team, who deals, who is waited for, who is away."""
    return tuple(_plate(now, seat, words) for seat in range(len(now.names)))


def _plate(now: Situation, seat: int, words: Words) -> Plate:
    view, event = now.view, now.event
    of_round = event.get("kind") in OF_THE_ROUND and bool(view["rounds"])
    dealer = last(view)["dealer"] if of_round else view["dealer"]
    state: State = "idle"
    if event:
        state = "now" if seat in (*event.get("seats", ()), event.get("seat")) else "idle"
    elif any(question.seat == seat and not question.answered for question in now.questions):
        state = "now"
    mark = f"side-{side_of(view, seat)}" if view["plan"]["sides"] and view["sides"] else ""
    points, vetoes = view["totals"][seat], [*view["vetoes"], 0][side_of(view, seat)]
    tight = len(now.names) > 4 and (points > 99 or vetoes > 1)  # they stand beside each other
    line = words("scene.points.short", n=points) if tight else words.n("scene.points", points)
    asked = [question for question in now.asked(asking(now)) if question.seat == seat]
    if not event and asked and asking(now) in WAITED_FOR_TOGETHER and told(now, words):
        mark = "done" if asked[0].answered else "wait"
    if seat in view["away"]:
        state, line, mark = "out", words("scene.seat.away"), ""
    office = Office(words("scene.seat.deals"), held=False) if seat == dealer and view["round"] else None
    return Plate(seat + 1, now.names[seat], line, state, office, mark)
