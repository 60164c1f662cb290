"""What the board says in each moment: the status line, the place in the reign, pacts and plates."""

from __future__ import annotations

from typing import Any, Final

from companion.display.seats import Office, Plate, State
from companion.display.situation import Situation
from companion.engine import CHANCE
from companion.locale import Words

from .signs import ink_of

ORDER: Final = (
    "choose-house", "choose-plan", "keep-visible-plans", "vote", "add-power", "choose-side", "choose-leader", "sign",
    "choose-winner", "name-king",
)  # fmt: skip
"""What a seat is asked while the table waits; abstaining and passing are asked beside a vote, pacts beside all."""
SIDES: Final = ("aye", "nay")
OF_THE_END: Final = ("reign-ended", "scored", "dynasty-now", "king-named", "campaign-over")


def asking(now: Situation) -> str:
    """The kind of the question that the table waits for."""
    return now.asking(ORDER)


def drawing(now: Situation) -> str:
    """From which deck real cards are to be drawn, where the table waits for that."""
    if asking(now):
        return ""
    return next((question.deck for question in now.questions if question.seat == CHANCE), "")


def who(now: Situation, seat: Any) -> str:
    return now.names[seat] if isinstance(seat, int) and 0 <= seat < len(now.names) else "—"


def house(view: Any, seat: int, words: Words) -> str:
    """The short name of a seat's house: empty while it has none."""
    return words(f"scene.house.{view['houses'][seat]}") if seat in view["houses"] else ""


def holder(now: Situation, name: str) -> int | None:
    """Who plays this house in this reign."""
    return next((seat for seat, house in now.view["houses"].items() if house == name), None)


def king(view: Any, words: Words) -> str:
    line = view["king"]
    if not line["house"]:
        return str(line["name"])
    return words("scene.king", name=line["name"], house=words(f"scene.house.{line['house']}"))


# ---- the line at the top


def where(now: Situation, words: Words) -> str:
    """Which reign, which round."""
    view = now.view
    reign = words("scene.reign", king=_former(view))
    if view["options"]["mode"] == "campaign":
        total = view["options"]["campaign_games"]
        reign = words("scene.reign.of", n=view["reign"], total=total, king=_former(view))
    kind = now.event.get("kind", "")
    if kind in OF_THE_END or (view["cause"] and not kind):
        return words("scene.where", reign=reign, what=words("scene.where.end"))
    if not view["round"]:
        return words("scene.where", reign=reign, what=words("scene.where.start"))
    number = len(view["time"]) if kind in ("signed", "time-passed") else view["round"]  # the next may have begun
    what = words("scene.where.round", n=number)
    if view["stage"] and not kind and (fate := doom(view, words)):
        return words("scene.where", reign=what, what=fate)
    if kind not in ("signed", "time-passed") and view["stage"] and view["act"]:
        what = words("scene.where.vote", title=words(f"card.{view['dilemma']}"))
        return words("scene.where", reign=words("scene.where.round", n=number), what=what)
    return words("scene.where", reign=reign, what=what)


def sentence(now: Situation, words: Words) -> str:
    """The one line that rules the screen: what just happened, or what the table waits for."""
    if now.line:
        return now.line
    if now.event:
        return _happened(now, words)
    if deck := drawing(now):
        return words(f"scene.draw.{deck}", name=who(now, now.view["leader"]))
    kind = asking(now)
    if not kind:
        return words("scene.nothing")
    seats = sorted({q.seat for q in now.asked(kind) if not q.answered and q.seat >= 0})
    seat = words.listed([who(now, s) for s in seats]) if seats else words("who.host")
    if kind == "choose-house":
        return words("scene.ask.choose-house")
    if kind == "vote" and not now.view["act"]:
        return words("scene.ask.read", seat=seat)
    return words(f"scene.ask.{kind}", seat=seat)


def told(now: Situation, words: Words) -> str:
    """How many of those who choose have chosen."""
    view, kind = now.view, asking(now)
    if now.event or kind not in ("choose-house", "choose-plan"):
        return ""
    done = len(view["houses"]) if kind == "choose-house" else len(view["chosen"])
    return words("scene.count", done=done, total=view["n"])


def _happened(now: Situation, words: Words) -> str:
    event, view = now.event, now.view
    kind, gaps = event["kind"], dict[str, Any]()
    for name, value in event.items():
        if name in ("seat", "target", "leader", "moderator"):
            gaps[name] = who(now, value)
        elif name == "house":
            gaps[name] = words(f"house.{value}")
        elif name == "houses":
            gaps[name] = words.listed([words(f"house.{house}") for house in value])
        elif name == "side":
            gaps[name] = words(f"scene.side.{value}")
        elif name == "plan":
            gaps[name] = words(f"plans.{value}")
        elif name not in ("kind", "cause", "age", "card") and isinstance(value, (str, int)):
            gaps[name] = value
    key = f"scene.event.{kind}"
    if kind == "leader-now":
        gaps["power"] = (view["put"] or view["laid"]).get(event["seat"], 0)
        key += "" if view["stage"] == "voting" and gaps["power"] else ".after"
    elif kind == "decided":
        key += f".{event['side']}" if event["aye"] != event["nay"] else f".tie.{event['side']}"
    elif kind in ("reign-ended", "toppled"):
        key += f".{event['cause']}"
        gaps["king"] = _former(view)
    elif kind == "campaign-over":
        key += f".{event['age']}"
    elif kind == "time-passed":
        key += ".last" if event["space"] >= view["book"]["at"]["time_spaces"] else ""
    return words(key, **gaps)


def _former(view: Any) -> str:
    """Whose reign this is, or was: the next king may have his name already."""
    told = view["reigns"]
    if told and told[-1]["number"] == view["reign"]:
        return str(told[-1]["king"])
    return str(view["king"]["name"])


def doom(view: Any, words: Words) -> str:
    """What the present dilemma does to the king: ANK-132..135."""
    at = view["book"]["at"]
    place = len(view["time"]) + 2 - at["time_spaces"]  # on the last space
    if place >= 1 and (view["skull"] or place >= at["last_space_capacity"]):
        return words("scene.doom.skull" if view["skull"] else "scene.doom.fifth")
    if view["skull"]:
        return words("scene.doom.early")
    return words("scene.doom.later", n=place, most=at["last_space_capacity"]) if place >= 1 else ""


# ---- pacts


def coins_line(now: Situation, offer: Any, words: Words, short: bool = False) -> str:
    """What money of a pact goes where; `short` for long names."""
    end = ".short" if short else ""
    by, to = who(now, offer["by"]), who(now, offer["to"])
    if offer["give"] and offer["take"]:
        return words("scene.pact.both", by=by, to=to, give=offer["give"], take=offer["take"])
    if offer["give"]:
        return words(f"scene.pact.pays{end}", by=by, to=to, n=offer["give"])
    if offer["take"]:
        return words(f"scene.pact.pays{end}", by=to, to=by, n=offer["take"])
    return words("scene.pact.promise", by=by, to=to)


def duty_lines(now: Situation, offer: Any, words: Words) -> list[str]:
    """What each party owes, and the free words."""
    lines = []
    for seat, duty in ((offer["by"], offer["mine"]), (offer["to"], offer["yours"])):
        if duty["kind"] != "nothing":
            lines.append(duty_line(now, seat, duty, words))
    terms = offer["terms"]
    return [*lines, *([words("scene.pact.terms", terms=terms)] if terms not in ("", "—") else [])]


def duty_line(now: Situation, seat: int, duty: Any, words: Words) -> str:
    """`Elena vota en contra con 2 o más`."""
    kind, least, most = duty["kind"], duty["least"], duty["most"]
    said = words(f"scene.duty.{kind}", seat=who(now, seat), n=least, whom=who(now, duty["whom"]))
    if kind in ("vote-aye", "vote-nay"):
        how = "exactly" if least == most else "least" if most >= now.view["power"] else "between"
        said += " " + words(f"scene.duty.{how}", low=least, high=most)
    return said


# ---- plates


def plates(now: Situation, words: Words) -> tuple[Plate, ...]:
    """Every seat: its house, what it has put, who leads and who moderates, who is waited for."""
    return tuple(_plate(now, seat, words) for seat in range(len(now.names)))


def _plate(now: Situation, seat: int, words: Words) -> Plate:
    view, event = now.view, now.event
    state: State = "idle"
    if event:
        state = "now" if seat == event.get("seat") and event["kind"] in ("scored", "signed") else "idle"
    elif any(q.seat == seat and not q.answered and q.kind in ORDER for q in now.questions):
        state = "now"
    name = view["houses"].get(seat, "")
    line = house(view, seat, words)
    if not name:
        line = words("scene.seat.choosing")
    elif view["revealed"]:
        line = words(f"plans.{view['plans'][seat]}") if shown_plan(now, seat) else line
    elif seat in view["gone"]:
        state, line = "out", words("scene.seat.gone")
    elif asking(now) == "choose-plan" and not event:
        line = words("scene.seat.chosen") if seat in view["chosen"] else line
    elif voting(now) and seat in view["act"]:
        act = view["act"][seat]
        put = (view["put"] or ({} if view["stage"] else view["laid"])).get(seat)
        if act not in SIDES:
            line = words("scene.seat.abstains")
        elif put is not None:
            line = words("scene.seat.put", house=line, n=put)
    ink = ink_of(view, name) if name else ""
    return Plate(seat + 1, now.names[seat], line, state, _office(now, seat, words), "", ink)


def shown_plan(now: Situation, seat: int) -> bool:
    """Scores open one after the other: a plan stands on its plate once its row has been told."""
    told = now.event.get("kind")
    if told == "scored":
        order = list(now.view["order"])
        return order.index(seat) <= order.index(now.event["seat"])
    return told in ("dynasty-now", "king-named", "campaign-over", None)


def voting(now: Situation) -> bool:
    """Whether acts on the plates are those of the vote that is being shown."""
    kind = now.event.get("kind")
    return bool(now.view["stage"]) or kind == "decided" or asking(now) == "sign"


def _office(now: Situation, seat: int, words: Words) -> Office | None:
    view = now.view
    if now.event.get("kind") in OF_THE_END or asking(now) == "name-king":
        return None
    leads, moderates = seat == view["leader"], seat == view["moderator"]
    if leads and moderates:
        return Office(words("scene.leader.both"))
    if leads:
        return Office(words("scene.leader"))
    return Office(words("scene.moderator"), held=False) if moderates else None
