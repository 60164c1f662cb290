"""What moves when one moment of Secret Hitler follows another. All of it is public."""

from __future__ import annotations

from functools import partial

from companion.display import paper, seats, shapes
from companion.display.canvas import Canvas
from companion.display.motion import BASE, FAST, SLOW, Box, Motion, Paint
from companion.display.situation import Situation
from companion.display.theme import DIM, INKDIM, STOCK
from companion.locale import Words

from . import pictures
from .pictures import STAMP
from .tracks import cell_box, slot
from .wording import asking, offices

__all__ = ["motion"]

COME = 400  # a policy comes from the chancellor's plate, face down


def motion(canvas: Canvas, before: Situation | None, now: Situation, words: Words) -> tuple[Motion, ...]:
    """The motions of a change; `before` is None where something else was on the board."""
    told = now.event.get("kind", "")
    if not told:
        return _arrivals(canvas, before, now) if before is not None else ()
    if before is not None and before.event is now.event:
        return ()
    if told in ("vote-passed", "vote-failed"):
        return _reveal(canvas, before, now)
    if told in ("liberal-enacted", "fascist-enacted"):
        return _enacted(canvas, before, now, words)
    if told in ("liberal-by-chaos", "fascist-by-chaos"):
        return (Motion("turn", pictures.chaos_box(canvas), BASE, SLOW, under=STOCK, back=_back(canvas)),)
    if told == "executed":
        w, h = STAMP[2:]
        front = partial(pictures.stamp, x=w / 2, y=h / 2, words=words)
        return (Motion("stamp", STAMP, SLOW, FAST, under=STOCK, front=front),)
    return ()


def _arrivals(canvas: Canvas, before: Situation, now: Situation) -> tuple[Motion, ...]:
    """Ballots on their way from the plates of those who have just voted to the next free places."""
    if before.event or asking(before) != "vote" or asking(now) != "vote":
        return ()
    voted = {ballot.seat for ballot in before.asked("vote") if ballot.answered}
    done = {ballot.seat for ballot in now.asked("vote") if ballot.answered}
    places, plates = pictures.ballot_boxes(len(now.asked("vote"))), seats.boxes(canvas, len(now.names))
    return tuple(
        Motion("slide", places[len(voted) + n], 0, BASE, origin=_centre(plates[seat]), under=_dashed(places[0]))
        for n, seat in enumerate(sorted(done - voted))
        if voted <= done
    )


def _reveal(canvas: Canvas, before: Situation | None, now: Situation) -> tuple[Motion, ...]:
    """All ballots turn in the same frames, sorted; then both sides grow to their shares."""
    ballots = now.event["ballots"]
    ayes, total = sum(ballots.values()), len(ballots)
    turning: list[Motion] = []
    if before is not None and not before.event and asking(before) == "vote":
        turning.append(Motion("hold", (-canvas.bleed, 0, canvas.width + 2 * canvas.bleed, canvas.height), 0, SLOW))
        turning.append(Motion("hold", (3.5, 52.4, 113, 9.4), 0, SLOW, under=STOCK))
        for place, box in enumerate(pictures.ballot_boxes(total)):
            front = partial(pictures.opened_ballot, w=box[2], h=box[3], aye=place < ayes)
            back = partial(paper.ballot, x=0, y=0, w=box[2], h=box[3])
            turning.append(Motion("turn", box, 0, SLOW, under=STOCK, front=front, back=back))
    after = SLOW if turning else 0
    left, right = pictures.block_boxes(canvas, ayes, total)
    growing = (Motion("grow", left, after, BASE, under=STOCK), Motion("grow back", right, after, BASE, under=STOCK))
    return (*growing, *turning)


def _enacted(canvas: Canvas, before: Situation | None, now: Situation, words: Words) -> tuple[Motion, ...]:
    """A policy comes from the chancellor, face down, and turns on its track; nothing tells it before it turns."""
    party, place = now.event["kind"].removesuffix("-enacted"), now.event["count"] - 1
    box, chancellor = cell_box(canvas, party, place), offices(now).chancellor
    plates = seats.boxes(canvas, len(now.names))
    origin = _centre(plates[chancellor]) if chancellor is not None else None
    view = dict(now.view)
    empty = partial(slot, x=0, y=0, party=party, view=view, place=place, following=True, words=words)
    back = _back(canvas, box)
    moving = (
        Motion("turn", box, COME, SLOW, under=STOCK, back=back),
        Motion("slide", box, 0, COME, origin=origin, under=empty, back=back),
    )
    if before is None:
        return moving
    until = COME + SLOW // 3
    return (
        Motion("hold", (-canvas.bleed, 0, canvas.width + 2 * canvas.bleed, 19.4), 0, until),
        Motion("hold", (4, 20, 24, canvas.height - 45), 0, until),
        *moving,
    )


def _centre(box: Box) -> tuple[float, float]:
    return box[0] + box[2] / 2, box[1] + box[3] / 2


def _dashed(box: Box) -> Paint:
    return partial(shapes.dashed_rect, x=0, y=0, w=box[2], h=box[3], ink=DIM)


def _back(canvas: Canvas, box: Box | None = None) -> Paint:
    w, h = (box or pictures.chaos_box(canvas))[2:]
    return partial(paper.card_back, x=0, y=0, w=w, ink=INKDIM, h=h)
