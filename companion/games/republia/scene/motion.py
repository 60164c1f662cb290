"""What moves when one moment of Republia follows another. All of it is public."""

from __future__ import annotations

import itertools
from functools import partial
from typing import Any

from companion.display import seats
from companion.display.canvas import Canvas, Point
from companion.display.motion import BASE, FAST, LONGEST, SLOW, WALK, Box, Motion, Paint
from companion.display.situation import Situation
from companion.display.theme import STOCK, STOCK2
from companion.locale import Words

from . import box, chart, column, ladder, tally, then
from .signs import action_back, law_back
from .wording import asking, openly

__all__ = ["motion"]

TOKEN = 2.6  # half a side of the place that the Population takes


def motion(canvas: Canvas, before: Situation | None, now: Situation, words: Words) -> tuple[Motion, ...]:
    """The motions of a change; `before` is None where something else was on the board."""
    told = now.event.get("kind", "")
    if not told:
        return _drop(canvas, before, now) if before is not None else ()
    if before is not None and before.event is now.event:
        return ()
    if told == "law-applied":
        return _walk(canvas, now, words)
    if told == "cards-read":
        return _turned(canvas, now)
    if told in ("approved", "rejected", "annulled"):
        return (Motion("stamp", tally.STAMP, SLOW, FAST, under=STOCK),)
    if told == "pressure-moved":
        return _climb(canvas, before, now)
    if told in ("decreed", "vetoed"):
        return _laid(canvas, now, "pile" if told == "decreed" else "drawer")
    if told == "laws-from-drawer":
        return _moved(canvas, now)
    return ()


def _drop(canvas: Canvas, before: Situation, now: Situation) -> tuple[Motion, ...]:
    """A paper falls into the urn: the same one, however many and whatever came with it."""
    if asking(now) != "contents" or asking(before) != "contents" or before.urn is None or now.urn is None:
        return ()
    if now.urn.inside <= before.urn.inside or openly(now):
        return ()
    spare = (canvas.height - 90) * 0.5
    x, y, w, h = box.PAPER_BOX
    place = (x, y + spare, w, h)
    return (Motion("slide", place, 0, BASE, origin=(x + w / 2, y + spare - 2.0), clip=place, under=STOCK),)


def _walk(canvas: Canvas, now: Situation, words: Words) -> tuple[Motion, ...]:
    """The Population goes jump by jump; one that leads off the map is a short step and back."""
    law = then.walk(now).law
    if law is None:
        return ()
    spot = chart.frame(canvas)
    path = [tuple(point) for point in law["path"]]
    ways = chart.steps(law["law"], words)
    lasts = min(WALK, LONGEST // max(1, len(path) - 1))
    steps: list[Motion] = []
    for place, (a, b) in enumerate(itertools.pairwise(path)):
        start: Point = a
        if a == b and place < len(ways):
            start = (a[0] + ways[place][0] * 0.8, a[1] + ways[place][1] * 0.8)
        area = _around(spot.at(b))
        here = chart.Frame(spot.x - area[0], spot.y - area[1], spot.k)
        under = partial(_ground, spot=here, now=now, words=words, upto=place)
        front = partial(chart.pawn, x=TOKEN, y=TOKEN)
        steps.append(Motion("slide", area, place * lasts, lasts, origin=spot.at(start), under=under, front=front))
    return tuple(reversed(steps))  # what moves first is drawn last: those to come only keep their places bare


def _around(at: Point) -> Box:
    return at[0] - TOKEN, at[1] - TOKEN, TOKEN * 2, TOKEN * 2


def _ground(canvas: Canvas, spot: chart.Frame, now: Situation, words: Words, upto: int) -> None:
    """A piece of the map as it looks before the Law's jump number `upto`."""
    laws = list(then.walk(now).laws)
    last: dict[str, Any] = {**laws[-1], "path": laws[-1]["path"][: upto + 1]}
    canvas.clear(STOCK)
    chart.ground(canvas, spot, now.view["map"])
    chart.way(canvas, spot, [*laws[:-1], last], words)


def _turned(canvas: Canvas, now: Situation) -> tuple[Motion, ...]:
    """The cards of the urn turn one by one."""
    one = then.ballot(now)
    if one is None or not one.cards:
        return ()
    places = tally.boxes(canvas, one)
    step = min(BASE, (LONGEST - SLOW) // max(1, len(places) - 1)) if len(places) > 1 else 0
    return tuple(
        Motion("turn", place, n * step, SLOW, under=_covered(place), back=_covered(place))
        for n, place in enumerate(places)
    )


def _covered(place: Box) -> Paint:

    def paint(layer: Canvas) -> None:
        layer.clear(STOCK)
        action_back(layer, 0, 0, place[3] * 0.71, place[3])

    return paint


def _climb(canvas: Canvas, before: Situation | None, now: Situation) -> tuple[Motion, ...]:
    """The rung that is reached fills from the left."""
    if before is not None and before.view["sp"] >= now.event["position"]:
        return ()
    place = ladder.rung(canvas, now.event["position"], now.view["map"]["sp_end"])
    return (Motion("grow", place, 0, BASE, under=STOCK2),)


def _laid(canvas: Canvas, now: Situation, what: str) -> tuple[Motion, ...]:
    """A Law goes face down from its president to the pile or the Drawer."""
    plates = seats.boxes(canvas, len(now.names))
    x, y, w, _ = plates[now.event["seat"]]
    place = column.place(canvas, now, what)
    return (Motion("slide", place, 0, SLOW, origin=(x + w / 2, y), under=STOCK, front=_law),)


def _moved(canvas: Canvas, now: Situation) -> tuple[Motion, ...]:
    """Laws leave the Drawer for the pile."""
    a, b = column.place(canvas, now, "drawer"), column.place(canvas, now, "pile")
    return (Motion("slide", b, 0, SLOW, origin=(a[0] + a[2] / 2, a[1] + a[3] / 2), under=STOCK, front=_law),)


def _law(layer: Canvas) -> None:
    law_back(layer, 0, 0, column.LAW[0], column.LAW[1])
