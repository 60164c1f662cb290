"""The realm: the five tracks, the balance, the king's path, milestones, events and what was decided."""

from __future__ import annotations

from typing import Any, Final

from companion.display import shapes
from companion.display.canvas import Canvas
from companion.display.situation import Situation
from companion.display.text import label, measure, para, text
from companion.display.theme import BONE, DIM, MIN, RULE, STOCK, STOCK2, Face
from companion.locale import Words

from .signs import LAPIS, RESOURCES, TRACKS, charge, ink_of, skull

X, WIDTH = 122.0, 34.0  # the side rail
LEFT, COLUMN = 4.0, 112.0  # the main column
CELLS: Final = 17


def rows(view: Any) -> list[tuple[str, int]]:
    """The tracks from top to bottom: five resources, then the balance."""
    return [*((r, view["tracks"][r]) for r in RESOURCES), ("stability", view["stability"])]


def rail(canvas: Canvas, now: Situation, words: Words, y: float = 23.0, shifted: bool = False) -> None:
    """Six rows at the side: sign, name, value, seventeen cells. `shifted`: how far each has moved in this round."""
    view = now.view
    step = (canvas.height - 25.5 - y) / 6 if canvas.height < 92 else 7.9
    for place, (track, value) in enumerate(rows(view)):
        top = y + place * step
        TRACKS[track](canvas, X + 1.6, top + 1.0, 1.5, BONE)
        wide = text(canvas, X + 5, top + 0.1, words(f"scene.track.{track}"), 2.9, Face.SEMI, fit=14)
        number = text(canvas, X + WIDTH, top - 0.5, str(value), 4.0, Face.POSTER, BONE, "right")
        leaning(canvas, view, track, X + WIDTH - 6.0, top + 1.2, 1.0)
        shift = view["shifts"].get(track, 0) if shifted else 0
        if shift:
            _shift(canvas, X + WIDTH - max(number, 4.4) - 2.6, top, shift)
        elif track in RESOURCES:
            tiles(canvas, view, track, X + 5 + wide + 1.4, top + 0.1, 1.9)
        cells(canvas, X, top + 3.6, WIDTH, 1.7, track, value, view)


def leaning(canvas: Canvas, view: Any, track: str, x: float, y: float, r: float) -> None:
    """Which way a resource goes farther than printed, and (bright) by how much: with momentum only."""
    if (side := view["momentum"].get(track)) is not None:
        shapes.arrow(canvas, x, y, r, "up" if side["up"] else "down", BONE if side["marker"] else DIM)


def _shift(canvas: Canvas, right: float, y: float, shift: int) -> None:
    """How far, with an arrow before it."""
    wide = text(canvas, right, y + 0.1, f"{abs(shift)}", 3.0, Face.POSTER, BONE, "right")
    shapes.arrow(canvas, right - wide - 1.6, y + 1.2, 1.1, "up" if shift > 0 else "down", BONE)


def cells(canvas: Canvas, x: float, y: float, w: float, h: float, track: str, value: int, view: Any) -> None:
    """A track from 1 to 17 with a tick at 9; the balance moves between two hatched ends."""
    k, at = w / CELLS, view["book"]["at"]
    gap = min(0.35, k * 0.18)
    for cell in range(1, CELLS + 1):
        q, ends = x + (cell - 1) * k, cell in (1, CELLS)
        if track == "stability" and ends:
            shapes.rect(canvas, q, y, k - gap, h, STOCK2)
            shapes.hatch_rect(canvas, q, y, k - gap, h, BONE, 0.9, 0.35)
        else:
            filled = track != "stability" and cell <= value
            shapes.rect(canvas, q, y, k - gap, h, LAPIS if filled else STOCK2)
        if cell == at["track_start"]:
            shapes.rect(canvas, q + k / 2 - 0.3, y + h + 0.2, 0.3, 0.7, DIM)
    q = x + (value - 1) * k
    if track == "stability":
        TRACKS[track](canvas, q + (k - gap) / 2, y + h / 2, h * 0.9, BONE)
    else:
        shapes.rect(canvas, q + k - gap - 0.7, y - 0.5, 0.7, h + 1.0, BONE)


def tiles(canvas: Canvas, view: Any, resource: str, x: float, y: float, side: float) -> None:
    """The milestones over a resource, oldest first: filled for a good one, outlined and crossed for a bad one."""
    for place, tile in enumerate(view["milestones"].get(resource, [])):
        left, ink = x + place * (side + 0.5), ink_of(view, tile["house"])
        cx, cy = left + side / 2, y + side / 2
        if tile["serial"] in [plan["serial"] for plan in view["visible"]]:
            shapes.rect(canvas, left - 0.3, y - 0.3, side + 0.6, side + 0.6, None, BONE, 0.25)
        if tile["polarity"] == "positive":
            shapes.rect(canvas, left, y, side, side, ink)
            shapes.rect(canvas, cx - side * 0.32, cy - side * 0.09, side * 0.64, side * 0.18, STOCK)
            shapes.rect(canvas, cx - side * 0.09, cy - side * 0.32, side * 0.18, side * 0.64, STOCK)
        else:
            shapes.rect(canvas, left, y, side, side, None, ink, side * 0.13)
            shapes.rect(canvas, cx - side * 0.26, cy - side * 0.09, side * 0.52, side * 0.18, ink)


# ---- the king's path


def path(canvas: Canvas, now: Situation, words: Words, x: float, y: float, w: float, side: float) -> None:
    """Six spaces: the resolved dilemmas, where the present one will go, and the skull."""
    view = now.view
    spaces, placed = view["book"]["at"]["time_spaces"], len(view["time"])
    label(canvas, x, y, words("scene.path"), fit=w)
    step = (w - side) / (spaces - 1)
    top = y + 4.0
    for space in range(1, spaces + 1):
        q, full, last = x + (space - 1) * step, placed >= space, space == spaces
        following = space == min(placed + 1, spaces)
        shapes.rect(canvas, q, top, side, side * 1.15, LAPIS if full else STOCK2, None if full else RULE, 0.2)
        ink = STOCK if full else BONE if following else DIM
        if following and not view["cause"]:
            shapes.rect(canvas, q, top, side, side * 1.15, None, BONE, 0.35)
        if last:
            skull(canvas, q + side / 2, top + side * 0.56, side * 0.36, ink, LAPIS if full else STOCK2)
        else:
            text(canvas, q + side / 2, top + side * 0.26, str(space), side * 0.7, Face.POSTER, ink, "center")
    if placed >= spaces:
        on_last = words("scene.path.last", n=placed - spaces + 1, most=view["book"]["at"]["last_space_capacity"])
        text(canvas, x + w, y - 0.2, on_last, 2.8, Face.SEMI, BONE, "right", fit=w * 0.45)


# ---- the realm, large


def realm(canvas: Canvas, now: Situation, words: Words) -> None:
    """All tracks large with their milestones; the path, the events and the last decisions beside them."""
    view = now.view
    step = (canvas.height - 25.0 - 22.6) / 6
    for place, (track, value) in enumerate(rows(view)):
        y = 22.6 + place * step
        TRACKS[track](canvas, LEFT + 2.4, y + 2.6, 2.2, BONE)
        text(canvas, LEFT + 7, y + 1.2, words(f"scene.track.{track}"), 4.0, Face.POSTER, fit=21)
        text(canvas, LEFT + 38, y + 0.4, str(value), 6.0, Face.POSTER, BONE, "right")
        leaning(canvas, view, track, LEFT + 28.6, y + 2.8, 1.5)
        cells(canvas, LEFT + 41, y + 1.6, 54, 2.9, track, value, view)
        if track in RESOURCES:
            _slots(canvas, view, track, LEFT + 98, y + 0.7)
        else:
            said = "scene.visible" if view["visible"] else "scene.abdicates"
            para(canvas, LEFT + 98, y + 0.2, words(said), 2.5, Face.TEXT, DIM, 16.5, 1.2, room=7, least=MIN)
    path(canvas, now, words, X, 22.8, WIDTH, 4.6)
    at = view["book"]["at"]
    ends = words("scene.path.ends", last=at["time_spaces"], most=at["last_space_capacity"])
    para(canvas, X, 33.4, ends, 2.5, Face.TEXT, DIM, WIDTH, 1.2, room=7, least=MIN)
    chronicle(canvas, now, words, 39.4)


def _slots(canvas: Canvas, view: Any, resource: str, x: float, y: float) -> None:
    side, tiles_ = 4.2, view["milestones"].get(resource, [])
    for place in range(view["book"]["at"]["milestone_slots"]):
        left = x + place * (side + 0.7)
        if place >= len(tiles_):
            shapes.dashed_rect(canvas, left, y, side, side, RULE, 0.2)
            continue
        tile = tiles_[place]
        good, ink = tile["polarity"] == "positive", ink_of(view, tile["house"])
        shapes.rect(canvas, left, y, side, side, ink if good else None, None if good else ink, 0.35)
        charge(canvas, view, tile["house"], left + side * 0.4, y + side * 0.54, side * 0.27, STOCK if good else ink)
        _sign(canvas, left + side * 0.8, y + side * 0.24, side * 0.15, good, STOCK if good else ink)
        if tile["serial"] in [plan["serial"] for plan in view["visible"]]:
            shapes.rect(canvas, left - 0.35, y - 0.35, side + 0.7, side + 0.7, None, BONE, 0.35)


def _sign(canvas: Canvas, x: float, y: float, r: float, good: bool, ink: str) -> None:
    shapes.rect(canvas, x - r, y - r * 0.25, 2 * r, r * 0.5, ink)
    if good:
        shapes.rect(canvas, x - r * 0.25, y - r, r * 0.5, 2 * r, ink)


def chronicle(canvas: Canvas, now: Situation, words: Words, y: float) -> None:
    """What holds for some rounds, what was written, and the last decisions with their signers."""
    view, bottom = now.view, canvas.height - 25.0
    for event in view["specials"]:
        if y + 8.4 > bottom:
            return
        y = _entry(canvas, y, words(f"card.{event['card']}"), _special(event, words), "", now)
    for tale in reversed(view["history"][-1:]):
        if y + 8.4 > bottom:
            return
        y = _entry(canvas, y, words(f"card.{tale['card']}"), words("scene.history"), tale["house"], now)
    label(canvas, X, y + 1.4, words("scene.chronicle"), fit=WIDTH)
    y += 5.2
    if not view["record"]:
        text(canvas, X, y, words("scene.chronicle.empty"), 2.7, Face.TEXT, DIM, fit=WIDTH)
    for record in reversed(view["record"]):
        if y + 8.4 > bottom:
            return
        said = words(f"card.{record['card']}.{record['side']}")
        y = _entry(canvas, y, words(f"card.{record['card']}"), said, record["house"], now)


def _special(event: Any, words: Words) -> str:
    kind, n = event["kind"], event["left"]
    track = words(f"scene.track.{event['resource']}") if kind == "drift" else ""
    what = words(f"scene.special.{kind}", track=track, steps=f"{event['steps']:+d}")
    return words.n("scene.special.left", n, what=what) if event["holds"] else words("scene.special.next", what=what)


def _entry(canvas: Canvas, y: float, head: str, body: str, house: str, now: Situation) -> float:
    shapes.rect(canvas, X, y, WIDTH, 0.16, RULE)
    room = WIDTH
    if house:
        charge(canvas, now.view, house, X + WIDTH - 1.6, y + 3.6, 1.4)
        room -= 5
    text(canvas, X, y + 1.4, cut(canvas, head, 2.7, Face.BOLD, room), 2.7, Face.BOLD, BONE, fit=room, least=MIN)
    text(canvas, X, y + 4.8, cut(canvas, body, 2.5, Face.TEXT, room), 2.5, Face.TEXT, DIM, fit=room, least=MIN)
    return y + 8.2


def cut(canvas: Canvas, said: str, size: float, face: Face, room: float) -> str:
    """The beginning of what does not fit: all of it stands in the chronicle on phones."""
    if measure(canvas, said, size, face) <= room:
        return said
    gap = " " if " " in said else ""
    kept = said.split() if " " in said else list(said)
    while len(kept) > 1 and measure(canvas, gap.join(kept) + "…", size, face) > room:
        kept.pop()
    return gap.join(kept).rstrip(",;:.") + "…"
