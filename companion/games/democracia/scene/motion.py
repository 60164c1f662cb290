"""What moves when one moment of D€mocracia follows another. All of it is public."""

from __future__ import annotations

from functools import partial

from companion.display import paper, seats
from companion.display.canvas import Canvas
from companion.display.motion import BASE, FAST, SLOW, Box, Motion, Paint
from companion.display.situation import Situation
from companion.display.theme import INKDIM, STOCK, STOCK2
from companion.locale import Words

from . import reading
from .atlas import tile_box
from .cards import LEFT, TOP, WIDTH, tall
from .night import block_box, newest, rows
from .trial import boxes, stamp_box, verdict_stamp
from .wording import base_seats, shown_seats, votes_out

__all__ = ["motion"]

STAMPED = ("found-guilty", "found-innocent", "trial-annulled")
WON = ("won-community", "taken-community", "debt-paid", "bastion-placed")


def motion(canvas: Canvas, before: Situation | None, now: Situation, words: Words) -> tuple[Motion, ...]:
    """The motions of a change; `before` is None where something else was on the board."""
    told = now.event.get("kind", "")
    if not told or (before is not None and before.event is now.event):
        return ()
    if told == "revealed":
        box = (LEFT, TOP, WIDTH, tall(canvas))
        return (Motion("turn", box, 0, SLOW, under=STOCK, back=_back(box)),)
    if told == "judge-voted":
        if (box := boxes(canvas, now).get(now.event["judge"], (0, 0, 0, 0)))[2]:
            return (Motion("turn", box, 0, BASE, under=STOCK2),)
    elif told in STAMPED:
        w, h = (box := stamp_box(canvas))[2:]
        front = partial(verdict_stamp, x=w / 2, y=h / 2, told=told, words=words)
        return (Motion("stamp", box, BASE, FAST, under=STOCK, front=front),)
    elif told == "vote-drawn":
        return _vote(canvas, now)
    elif told in WON:
        return _token(canvas, now)
    return ()


def _vote(canvas: Canvas, now: Situation) -> tuple[Motion, ...]:
    """The block of the vote falls on the end of its bar."""
    which = newest(now)
    if not which or which not in (found := rows(canvas, now)):
        return ()
    place = shown_seats(now)[which] - 1
    if place < base_seats(now)[which] or not votes_out(now):
        return ()
    box = block_box(place, found[which])
    if box[0] + box[2] > 156:
        return ()
    x, y, w, _ = box
    return (Motion("slide", box, 0, BASE, origin=(x + w / 2, y - 10), under=STOCK),)


def _token(canvas: Canvas, now: Situation) -> tuple[Motion, ...]:
    """A token comes from the plate of whoever's turn it is."""
    community = now.event.get("community")
    seat = now.event.get("seat", now.view["turn"])
    if not isinstance(community, str) or seat is None or community not in reading.communities():
        return ()
    x, y, w, h = seats.boxes(canvas, len(now.names))[reading.order(now).index(seat)]
    return (Motion("slide", tile_box(community), 0, SLOW, origin=(x + w / 2, y + h / 2)),)


def _back(box: Box) -> Paint:
    return partial(paper.card_back, x=0, y=0, w=box[2], ink=INKDIM, h=box[3])
