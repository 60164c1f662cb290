"""What moves when one moment of DēmoS follows another. All of it is public."""

from __future__ import annotations

from companion.display import seats
from companion.display.canvas import Canvas
from companion.display.motion import BASE, SLOW, Box, Motion, stagger
from companion.display.situation import Situation
from companion.display.theme import STOCK
from companion.locale import Words

from .pictures import pool_boxes

__all__ = ["motion"]


def motion(canvas: Canvas, before: Situation | None, now: Situation, words: Words) -> tuple[Motion, ...]:
    """The motions of a change; `before` is None where something else was on the board."""
    if before is None:
        return ()
    told = now.event.get("kind", "")
    if told == "round-won" and before.event is not now.event:
        return tuple(
            Motion("grow", (x, 21.6, w, canvas.height - 46.2), stagger(seat), SLOW, under=STOCK)
            for seat, (x, _, w, _) in enumerate(seats.boxes(canvas, len(now.names)))
        )
    if now.event or before.event:
        return ()
    return _discards(canvas, before, now)


def _discards(canvas: Canvas, before: Situation, now: Situation) -> tuple[Motion, ...]:
    """New visible cards come from the plates of those who laid them, where that is known and the others lie where
    they lay."""
    was, is_ = before.view["pool"], now.view["pool"]
    boxes, plates = pool_boxes(canvas, len(is_)), seats.boxes(canvas, len(now.names))
    if len(is_) <= len(was) or is_[: len(was)] != was or boxes[: len(was)] != pool_boxes(canvas, len(was)):
        return ()
    return tuple(
        Motion("slide", boxes[place], stagger(n), BASE, origin=_centre(plates[is_[place]["seat"]]), under=STOCK)
        for n, place in enumerate(range(len(was), len(is_)))
        if is_[place]["seat"] is not None
    )


def _centre(box: Box) -> tuple[float, float]:
    return box[0] + box[2] / 2, box[1] + box[3] / 2
