"""What moves when one moment of Ankist follows another. All of it is public."""

from __future__ import annotations

from functools import partial

from companion.display import seats
from companion.display.canvas import Canvas
from companion.display.motion import BASE, FAST, SLOW, Box, Motion
from companion.display.situation import Situation
from companion.display.theme import PAPER, STOCK
from companion.locale import Words

from .charter import page_box, seal_box, stamp
from .council import ROWS, SIDE, block_box, put
from .wording import SIDES

__all__ = ["motion"]


def motion(canvas: Canvas, before: Situation | None, now: Situation, words: Words) -> tuple[Motion, ...]:
    """The motions of a change; `before` is None where something else was on the board."""
    if before is None or (now.event and before.event is now.event):
        return ()
    told = now.event.get("kind", "")
    if told == "signed":
        box = seal_box(canvas)
        front = partial(stamp, x=box[2] / 2, y=box[3] / 2, now=now, seat=now.event["seat"], words=words)
        return (Motion("stamp", box, 0, FAST, under=PAPER, front=front),)
    if told == "decided":
        return (Motion("grow", block_box(now.event["side"]), 0, SLOW, under=STOCK),)
    if told == "pact-made":
        return ()
    if now.event:
        return ()
    if now.view["dilemma"] and now.view["dilemma"] != before.view["dilemma"]:
        box = page_box(canvas)
        return (Motion("slide", box, 0, SLOW, origin=(box[0] - box[2] / 2, box[1] + box[3] / 2), under=STOCK),)
    return _votes(canvas, before, now)


def _votes(canvas: Canvas, before: Situation, now: Situation) -> tuple[Motion, ...]:
    """What a house has just put comes from its plate, where the other rows lie where they lay."""
    was, is_ = before.view, now.view
    if not is_["stage"] or not was["stage"] or was["round"] != is_["round"] or not was["act"]:
        return ()
    fresh = [seat for seat in is_["act"] if seat not in was["act"] and is_["act"][seat] in SIDES]
    if len(fresh) != 1 or not put(is_).get(fresh[0]):
        return ()
    side = is_["act"][fresh[0]]
    rows = [seat for seat, act in is_["act"].items() if act == side]
    step = min(8.6, (canvas.height - 30.2 - ROWS) / len(rows))
    if step < 8.6:
        return ()
    x, y = 4 + SIDES.index(side) * 58.0, ROWS + (len(rows) - 1) * step
    plate = seats.boxes(canvas, len(now.names))[fresh[0]]
    return (Motion("slide", (x, y, SIDE, step - 0.6), 0, BASE, origin=_centre(plate), under=STOCK),)


def _centre(box: Box) -> tuple[float, float]:
    return box[0] + box[2] / 2, box[1] + box[3] / 2
