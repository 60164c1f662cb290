"""Who stands, who governs, who goes: one or two names as large as they fit; and who plays for which party."""

from __future__ import annotations

from collections.abc import Sequence

from companion.display import paper, shapes
from companion.display.canvas import Canvas
from companion.display.motion import Box
from companion.display.situation import Situation
from companion.display.text import label, measure, para, text
from companion.display.theme import BONE, DIM, RULE, Face
from companion.games.democracia.content import content
from companion.locale import Words

from . import reading
from .signs import INKS, emblem, party
from .wording import asking, missing, shown_seats, who

STAMP: Box = (98.0, 34.0, 52.0, 22.0)  # the place of a stamp
FOOT, ROOM = 35.0, 8.2  # where what is to be said begins, above the bottom, and what it has before the placards
RESIGNING = ("resigned", "must-resign")


def parties(canvas: Canvas, now: Situation, words: Words) -> None:
    """The parties of this table, and who plays for each."""
    found = reading.in_play(now)
    gap = 5.0
    w = (canvas.width - 8 - gap * (len(found) - 1)) / len(found)
    seats = {which: [s for s in range(len(now.names)) if reading.party_of(now, s) == which] for which in found}
    for place, which in enumerate(found):
        x = 4 + place * (w + gap)
        shapes.rect(canvas, x, 22.6, w, 1.0, INKS[which])
        party(canvas, which, x + 5.4, 33.0, 5.0)
        text(canvas, x + 13.4, 29.6, words(f"scene.party.{which}"), 7.2, Face.POSTER, INKS[which], fit=w - 14, least=4)
        major = which in reading.MAJOR
        para(canvas, x, 42.4, words("scene.aim.major" if major else "scene.aim.minor"), 3.2, Face.SEMI, DIM, w, 1.2,
             room=11.5, least=2.6)  # fmt: skip
        for row, seat in enumerate(seats[which]):
            text(canvas, x, 55.2 + row * 5.2, who(now, seat), 4.0, Face.POSTER, BONE, fit=w, least=2.8)


def candidates(canvas: Canvas, now: Situation, words: Words) -> None:
    """Both majority parties: the candidate of each, and the popularity that decides."""
    w = (canvas.width - 8 - 6) / 2
    for place, which in enumerate(("red", "blue")):
        x = 4 + place * (w + 6)
        seats = [s for s in now.view["order"] if reading.party_of(now, s) == which]
        chosen = now.view["candidates"].get(which)
        if chosen is None and asking(now) == "cede" and (late := missing(now)) and late[0] in seats:
            chosen = late[0]
        _candidate(canvas, x, w, which, seats, chosen, now, words)


def _candidate(
    canvas: Canvas, x: float, w: float, which: str, seats: list[int], chosen: int | None, now: Situation, words: Words
) -> None:
    shapes.rect(canvas, x, 22.6, w, 1.0, INKS[which])
    party(canvas, which, x + 1.6, 27.2, 1.5)
    label(canvas, x + 4.6, 26.3, words("scene.candidate_of", party=words(f"scene.party.{which}")), fit=w - 5)
    if chosen is None:
        shapes.dashed_rect(canvas, x, 31.4, w, 13.6, DIM, 0.3)
    else:
        big(canvas, x, 32.0, w, who(now, chosen), 14.0)
    shapes.rect(canvas, x, 50.4, w, 0.16, RULE)
    for row, seat in enumerate(seats):
        y = 52.4 + row * 6.0
        ink = BONE if seat == chosen else DIM
        wide = text(canvas, x + w, y, words("scene.pop", n=now.view["pop"][seat]), 3.6, Face.POSTER, ink, "right")
        text(canvas, x, y, who(now, seat), 3.6, Face.POSTER, ink, fit=w - wide - 2)


def debate(canvas: Canvas, now: Situation, words: Words) -> None:
    """Both candidates: what is compared, and what follows for each party."""
    w = (canvas.width - 8 - 6) / 2
    sides = sorted(now.event["debaters"], key=lambda d: ("red", "blue").index(d["party"]))
    for place, one in enumerate(sides):
        x, which = 4 + place * (w + 6), one["party"]
        shapes.rect(canvas, x, 22.6, w, 1.0, INKS[which])
        party(canvas, which, x + 1.6, 27.2, 1.5)
        label(canvas, x + 4.6, 26.3, words(f"scene.debate.{one['stance']}", party=words(f"scene.party.{which}")),
              fit=w - 5)  # fmt: skip
        big(canvas, x, 30.4, w, who(now, one["seat"]), 8.6)
        text(canvas, x, 40.6, words(f"scene.debate.{one['kind']}", n=one["pop"]), 3.8, Face.POSTER, INKS[which], fit=w)
        shapes.rect(canvas, x, 46.6, w, 0.16, RULE)
        lost = words.n("scene.debate.lost", one["lost"]) if one["lost"] else words("scene.debate.nothing")
        text(canvas, x, 48.4, lost, 3.6, Face.SEMI, BONE, fit=w)
        text(canvas, x, 53.6, words(f"scene.debate.{one['votes']}"), 3.6, Face.SEMI, BONE, fit=w)


def big(canvas: Canvas, x: float, y: float, w: float, name: str, size: float, ink: str = BONE) -> float:
    """A name as large as it fits; it keeps its middle."""
    found = min(size, 0.99 * size * w / max(1.0, measure(canvas, name, size, Face.POSTER)))
    return text(canvas, x, y + (size - found) * 0.4, name, found, Face.POSTER, ink)


def office(canvas: Canvas, now: Situation, words: Words) -> None:
    """One name that all of it is about: who governs, who resigns, who comes out of prison."""
    told = now.event.get("kind", "")
    seat = now.event.get("seat", now.view["president"])
    if seat is None:
        nobody(canvas, words)
        return
    which = reading.party_of(now, seat)
    shapes.rect(canvas, 4, 22.6, canvas.width - 8, 1.0, INKS[which])
    party(canvas, which, 6.4, 27.8, 1.8)
    key = f"scene.office.{told}" if words.has(f"scene.office.{told}") else "scene.office.president"
    label(canvas, 10, 26.9, words(key), fit=100)
    big(canvas, 4, 32.6, 88 if told in RESIGNING else 110, who(now, seat), 21.0)
    y = canvas.height - FOOT
    shapes.rect(canvas, 4, y, canvas.width - 8, 0.16, RULE)
    if told == "invested":
        seats = shown_seats(now)
        said = words("scene.office.seats", n=seats.get(which, 0), total=len(reading.communities()))
        if not now.view["pop"][seat]:
            said += " " + words("scene.office.zero")
    elif told in RESIGNING or asking(now) == "resign":
        said = words("scene.office.resigning")
    elif told == "term-completed":
        said = words("scene.office.term")
    elif told in ("jailed", "prison-turn"):
        said = words("scene.office.prison" if told == "jailed" else "scene.office.in-prison")
    elif told == "last-point":
        said = words("scene.office.last", red=now.view["seats"]["red"], blue=now.view["seats"]["blue"])
    elif told == "pensions-shown":
        said = _plans(now.event["pensions"], words)
    else:
        said = words("scene.office.pop", n=now.view["pop"][seat])
    para(canvas, 4, y + 2.0, said, 3.6, Face.SEMI, BONE, canvas.width - 26, 1.25, room=ROOM, least=2.6)
    if told in RESIGNING:
        x, top, w, h = STAMP
        paper.stamp(canvas, x + w / 2, top + h / 2, words("scene.stamp.resigned").upper(), 8.0, BONE, 6)
    else:
        emblem(canvas, canvas.width - 18, 39, 12, "#24221B")


def weather(canvas: Canvas, now: Situation, words: Words) -> None:
    """The environment of a legislature, and what changes by it at this table."""
    sky, options, told = now.event["environment"], now.view["options"], content().environment
    shapes.rect(canvas, 4, 22.6, canvas.width - 8, 1.0, BONE)
    label(canvas, 4, 26.9, words("scene.weather", n=now.view["legislature"]), fit=100)
    big(canvas, 4, 32.6, 110, words(f"environment.{sky}").capitalize(), 21.0)
    y = canvas.height - FOOT
    shapes.rect(canvas, 4, y, canvas.width - 8, 0.16, RULE)
    said = []
    if options["variable_budgets"] and sky != "stability":
        said.append(words(f"scene.weather.{sky}", n=told.boom_bonus if sky == "boom" else -told.crisis_delta))
    if options["variable_thresholds"] and (shift := told.shift[sky]):
        said.append(words("scene.weather.easier" if shift < 0 else "scene.weather.harder", n=abs(shift)))
    if options["debate"]:
        said.append(words("scene.weather.debate"))
    whole = " ".join(said) or words("scene.weather.same")
    para(canvas, 4, y + 2.0, whole, 3.6, Face.SEMI, BONE, canvas.width - 8, 1.25, room=ROOM, least=2.6)


def _plans(shown: Sequence[str], words: Words) -> str:
    """`Suman 10: Puerta giratoria 9, Plan privado 1`."""
    points = {plan: reading.points(plan) for plan in shown}
    said = ", ".join(f"{words(f'pensions.{plan}.name')} {n}" for plan, n in points.items())
    return words("scene.office.plans", n=sum(points.values()), plans=said)


def nobody(canvas: Canvas, words: Words) -> None:
    """Nobody governs."""
    shapes.dashed_rect(canvas, 4, 24, canvas.width - 8, canvas.height - 54, DIM, 0.3)
    big(canvas, 10, 34, canvas.width - 20, words("scene.nobody"), 14.0, DIM)
    text(canvas, 10, canvas.height - 36, words("scene.nobody.why"), 3.6, Face.SEMI, BONE, fit=canvas.width - 20)
