"""What moves when one moment follows another. It depends on what everybody may know, and on nothing else."""

from __future__ import annotations

from companion.board.director import scene_of
from companion.board.moment import Moment
from companion.board.painter import Painter, words_of
from companion.board.scenes.overlay import slip_box
from companion.display.motion import BASE, SLOW, Motion, stagger
from companion.display.seats import boxes
from companion.display.theme import STOCK

__all__ = ["plan"]


def plan(painter: Painter, before: Moment, after: Moment) -> tuple[Motion, ...]:
    """The motions between two moments; nothing where the picture simply changes."""
    if before.rest or after.rest or after.snapshot.menu or before.snapshot.menu:
        return ()
    if not after.snapshot.settings.get("motion", True):
        return ()
    return (*_scene(painter, before, after), *_roles(painter, before, after), *_slip(painter, before, after))


def _scene(painter: Painter, before: Moment, after: Moment) -> tuple[Motion, ...]:
    """What the game's own scene wants to move."""
    playing = after.snapshot.playing
    if playing is None or not after.in_match or after.snapshot.notice:
        return ()
    scene = scene_of(playing.game.id)
    now = painter.situation(after)
    if scene is None or not hasattr(scene, "motion") or now is None:
        return ()
    was = painter.situation(before) if before.in_match and _same_match(before, after) else None
    motions: tuple[Motion, ...] = scene.motion(painter.canvas, was, now, words_of(after))
    return motions


def _same_match(before: Moment, after: Moment) -> bool:
    old, new = before.snapshot.playing, after.snapshot.playing
    return old is not None and new is not None and old.match == new.match


def _roles(painter: Painter, before: Moment, after: Moment) -> tuple[Motion, ...]:
    """At the end everything hidden opens: the plates turn, one after the other."""
    if not after.ending or before.ending or not before.snapshot.playing or not after.snapshot.playing:
        return ()
    places = enumerate(boxes(painter.canvas, len(after.snapshot.playing.names)))
    return tuple(Motion("turn", box, stagger(place), SLOW, under=STOCK) for place, box in places)


def _slip(painter: Painter, before: Moment, after: Moment) -> tuple[Motion, ...]:
    """A slip rises from behind the plates and sinks behind them again."""
    was, now = before.snapshot.notice, after.snapshot.notice
    box = slip_box(painter.canvas)
    below = (box[0] + box[2] / 2, box[1] + box[3] * 1.5)
    if now is not None and now != was:
        under = STOCK if was else None  # the same refusal once more is seen to come once more
        return (Motion("slide", box, 0, SLOW, origin=below, clip=box, under=under),)
    if was is not None and now is None:
        return (Motion("leave", box, 0, BASE, origin=below, clip=box),)
    return ()
