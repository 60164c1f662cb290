"""The players' plates: party, popularity, money of the turn, points, office, prison, who is waited for."""

from __future__ import annotations

from companion.display.seats import Office, Plate, State
from companion.display.situation import Situation
from companion.locale import Words

from . import reading
from .signs import INKS
from .wording import NIGHT, OF_THE_ELECTION, OPEN, asking, judges_of, missing, seated

__all__ = ["plates"]


def plates(now: Situation, words: Words) -> tuple[Plate, ...]:
    """Every seat."""
    late = set(missing(now)) if not now.event else _told(now)
    return tuple(_plate(now, seat, seat in late, words) for seat in range(len(now.names)))


def _told(now: Situation) -> set[int]:
    """Whom an event is about."""
    event = now.event
    return {event[name] for name in ("seat",) if isinstance(event.get(name), int)}


def _plate(now: Situation, seat: int, lit: bool, words: Words) -> Plate:
    party = reading.party_of(now, seat)
    state: State = "now" if lit else "idle"
    if _jailed(now, seat) and not lit:
        state = "out"
    return Plate(seat + 1, now.names[seat], _line(now, seat, lit, words), state, _office(now, seat, words), party,
                 INKS.get(party, ""))  # fmt: skip


def _jailed(now: Situation, seat: int) -> bool:
    return seat in now.view["prison"] and (now.event.get("kind"), now.event.get("seat")) != ("released", seat)


def _line(now: Situation, seat: int, lit: bool, words: Words) -> str:
    view, kind = now.view, asking(now)
    if not view["leaders"]:
        return ""
    if kind == "confirm-seats" and not now.event:
        order = now.picked or tuple(view["order"])
        return words("scene.seat.place", n=order.index(seat) + 1) if seat in order else ""
    if seat in (before := reading.pop_change(now)):
        return words("scene.seat.change", before=before[seat], now=now.event["pop"])
    if _jailed(now, seat):
        return words("scene.seat.prison")
    if not now.event and view["phase"] != "setup":
        asked = any(q.seat == seat for q in seated(now))
        if kind == "plan" and asked and not lit:
            return f"{words('scene.pop', n=view['pop'][seat])} · {words('scene.seat.done')}"
        if kind in OPEN and asked:
            placed = any(j in view["tokens"] for j in judges_of(now, seat))
            marks = words("scene.seat.confirms" if placed else "scene.seat.marks")
            return (marks if kind == "place-token" else words("scene.seat.cases")) if lit else words("scene.seat.done")
    if _in_trial(now) and (judges := judges_of(now, seat)):
        return ", ".join(words(f"agents.{judge}") for judge in judges)
    said = [words("scene.pop", n=now.view["pop"][seat])]
    if seat == view["turn"] and not now.event:
        said.insert(0, words("scene.money", n=view["money"]))
    elif points := now.view["points"][seat]:
        said.append(words("scene.points", n=points))
    return " · ".join(said)


def _in_trial(now: Situation) -> bool:
    return asking(now) == "judge" if not now.event else now.event["kind"] == "judge-voted"


def _office(now: Situation, seat: int, words: Words) -> Office | None:
    view, told = now.view, now.event.get("kind", "")
    if told in OF_THE_ELECTION and told not in ("invested", "covered", "no-president") and view["phase"] not in NIGHT:
        return None  # the state is in the next legislature already, and who governs it is not told yet
    if seat == view["president"]:
        return Office(words("scene.president"))
    if seat in view["candidates"].values() and (view["n"] > 3 or view["phase"] in NIGHT):
        return Office(words("scene.candidate"), held=False)
    starts = view["phase"] in ("planning", "investigation", "briefcase") and view["president"] is None
    if starts and seat == view["first"] and not told:
        return Office(words("scene.first"), held=False)
    return None
