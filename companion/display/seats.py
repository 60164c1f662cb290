"""The players' plates and the rail they stand on, clockwise from seat 1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from companion.display import shapes
from companion.display.canvas import Canvas
from companion.display.shapes import Mark
from companion.display.text import label, label_width, measure, text
from companion.display.theme import (
    BONE,
    DIM,
    H2,
    INK,
    INKDIM,
    LABEL,
    MIN,
    NOW,
    OUT,
    RULE,
    STOCK,
    STOCK2,
    TRACKING,
    Face,
)

Box = tuple[float, float, float, float]
State = Literal["idle", "now", "out", "free", "won"]
HEIGHT: Final = 12.0
BELOW: Final = 20.5  # from the top of the rail to the bottom of the screen
NAME: Final = 4.0
NARROW: Final = 16.0  # plates under this width set their labels without tracking
STACK_UNDER: Final = 3.0  # a name that would be smaller beside its number goes under it


@dataclass(frozen=True)
class Office:
    """A placard on a plate: filled for who holds the office, outlined for a candidate or a lesser one."""

    name: str
    held: bool = True


@dataclass(frozen=True)
class Plate:
    """One seat as the board shows it.

    `number` counts from 1. `line` is the second line, one word of at most six letters with nine or ten seats.
    `mark` names a sign before it: `done`, `wait`, `yes`, `no`, `away`, or one of the game's. `ink` colours the bar
    on top (a party, a house). `hand`: a hand is raised. `pointed`: the panel's cursor is here. A free seat needs no
    name.
    """

    number: int
    name: str = ""
    line: str = ""
    state: State = "idle"
    office: Office | None = None
    mark: str = ""
    ink: str = ""
    hand: bool = False
    pointed: bool = False


def _done(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    on_paper = ink in (INK, INKDIM)
    shapes.yes(canvas, x, y, r, INK if on_paper else BONE, BONE if on_paper else INK)


def _no(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    shapes.no(canvas, x, y, r, INK if ink in (INK, INKDIM) else BONE)


def _away(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    """Nobody at the other end: a broken ring."""
    for start in range(0, 360, 90):
        shapes.arc(canvas, x, y, r, start + 12, start + 78, ink, 0.4)


def hand(canvas: Canvas, x: float, y: float, ink: str = BONE) -> None:
    """A raised hand, 3.4 units tall, around its centre."""
    for place, top in enumerate((-1.3, -1.7, -1.5, -1.0)):
        shapes.rect(canvas, x - 1.05 + place * 0.58, y + top, 0.42, 2.2, ink, radius=0.2)
    shapes.rect(canvas, x - 1.05, y - 0.1, 2.16, 1.8, ink, radius=0.6)
    shapes.line(canvas, x - 0.9, y + 1.2, x - 1.65, y + 0.1, ink, 0.5)


MARKS: Final[dict[str, Mark]] = {"done": _done, "yes": _done, "no": _no, "wait": shapes.ring, "away": _away}
HAND: Final = 3.6  # the room of a raised hand


def rail(
    canvas: Canvas,
    plates: Sequence[Plate],
    marks: Mapping[str, Mark] | None = None,
    y: float | None = None,
    gap: float | None = None,
) -> None:
    """All the plates, over the whole width. `marks` adds the signs of a game to the house's own."""
    if not plates:
        return
    places = boxes(canvas, len(plates), y, gap)
    known = {**MARKS, **(marks or {})}
    stacked = any(_crowded(canvas, one, places[0][2]) for one in plates)
    for one, (x, top, width, _) in zip(plates, places, strict=True):
        _plate(canvas, x, top, width, one, known, stacked)


def boxes(canvas: Canvas, count: int, y: float | None = None, gap: float | None = None) -> list[Box]:
    """Where the plates of so many seats lie: x, y, width, height."""
    gap = (0.9 if count > 8 else 1.0) if gap is None else gap
    top = canvas.height - BELOW if y is None else y
    width = (canvas.width - 8 - gap * (count - 1)) / count
    return [(4 + i * (width + gap), top, width, HEIGHT) for i in range(count)]


def plate(
    canvas: Canvas, x: float, y: float, w: float, one: Plate, marks: Mapping[str, Mark] | None = None
) -> None:
    """A single plate, for pictures that move one."""
    _plate(canvas, x, y, w, one, {**MARKS, **(marks or {})}, _crowded(canvas, one, w))


def _crowded(canvas: Canvas, one: Plate, w: float) -> bool:
    """Whether name or second line need the whole width, so that the name goes under the number."""
    if one.state == "free" or not one.name:
        return False
    line = measure(canvas, one.line.upper(), MIN, Face.BOLD)
    return _beside(canvas, one, w) < STACK_UNDER or line > w - (6.0 if one.mark else 2.6)


def _tab(canvas: Canvas, number: int) -> float:
    return 2.4 + measure(canvas, str(number), 3.4, Face.POSTER)


def _beside(canvas: Canvas, one: Plate, w: float) -> float:
    """The size a name would have beside its number. Every plate may become the active one, so it counts as if."""
    room = w - _tab(canvas, one.number) - 2.4 - (HAND if one.hand else 0)
    wide = measure(canvas, one.name, NAME, Face.POSTER)
    return NAME if wide <= room else NAME * room / wide


def _plate(
    canvas: Canvas, x: float, y: float, w: float, one: Plate, marks: Mapping[str, Mark], stacked: bool
) -> None:
    if one.state == "free":
        _free(canvas, x, y, w, one)
        return
    won, now, out = one.state == "won", one.state == "now", one.state == "out"
    shapes.rect(canvas, x, y, w, HEIGHT, BONE if won else STOCK2)
    if out:
        shapes.hatch_rect(canvas, x, y, w, HEIGHT, OUT, 1.3, 0.35)
    if not won:
        shapes.rect(canvas, x, y, w, 1.0 if now or one.ink else 0.3, NOW if now else one.ink or RULE)
    name_ink, line_ink = (INK, INK) if won else (DIM if out else BONE, BONE if now else DIM)
    number_ink = INKDIM if won else INK if now else DIM
    if stacked:
        _stacked(canvas, x, y, w, one, name_ink, number_ink)
    else:
        _side_by_side(canvas, x, y, w, one, name_ink, number_ink)
    _second_line(canvas, x, y, w, one, marks, line_ink, stacked)
    if one.hand:
        hand(canvas, x + w - 2.4 - (HAND if stacked and one.mark else 0), y + (3.2 if stacked else 4.0), name_ink)
    if one.office:
        _placard(canvas, x, y, w, one.office)
    if one.pointed:
        shapes.rect(canvas, x - 0.45, y - 0.45, w + 0.9, HEIGHT + 0.9, None, NOW, 0.8)


def _side_by_side(canvas: Canvas, x: float, y: float, w: float, one: Plate, ink: str, number_ink: str) -> None:
    tab = _tab(canvas, one.number)
    if one.state == "now":
        shapes.rect(canvas, x, y, tab, 6.6, NOW)
    text(canvas, x + 1.2, y + 2.6, str(one.number), 3.4, Face.POSTER, number_ink)
    left = x + tab + (1.2 if one.state == "now" else 0.2)
    room = x + w - 1.2 - left - (HAND if one.hand else 0)
    wide = text(canvas, left, y + 2.4, one.name, NAME, Face.POSTER, ink, fit=room, least=MIN)
    if one.state == "out":
        shapes.line(canvas, left - 0.3, y + 4.0, left + wide + 0.3, y + 4.0, ink, 0.4)


def _stacked(canvas: Canvas, x: float, y: float, w: float, one: Plate, ink: str, number_ink: str) -> None:
    if one.state == "now":
        shapes.rect(canvas, x, y, 2.0 + measure(canvas, str(one.number), 2.8, Face.POSTER), 4.5, NOW)
    text(canvas, x + 0.8, y + 1.75, str(one.number), 2.8, Face.POSTER, number_ink)
    wide = text(canvas, x + 0.8, y + 5.4, one.name, 3.4, Face.POSTER, ink, fit=w - 1.5, least=MIN)
    if one.state == "out":
        shapes.line(canvas, x + 0.5, y + 6.7, x + 1.1 + wide, y + 6.7, ink, 0.25)


def _second_line(
    canvas: Canvas,
    x: float,
    y: float,
    w: float,
    one: Plate,
    marks: Mapping[str, Mark],
    ink: str,
    stacked: bool,
) -> None:
    top, left = y + (9.3 if stacked else 7.9), x + (0.8 if stacked else 1.6)
    if one.mark:
        sign = marks[one.mark]
        if stacked:  # the corner over the name is free, and the word needs the width
            sign(canvas, x + w - 2.3, y + 3.1, 1.35, ink)
        else:
            sign(canvas, x + 2.7, top + 0.9, 1.45, ink)
            left = x + 5.0
    size, room = MIN if stacked else LABEL, x + w - 1 - left
    label(canvas, left, top, one.line, ink, size=size, fit=room, tracking=_tracking(canvas, one.line, size, w, room))


def _free(canvas: Canvas, x: float, y: float, w: float, one: Plate) -> None:
    shapes.dashed_rect(canvas, x, y, w, HEIGHT, RULE, 0.2)
    text(canvas, x + 1.6, y + 1.9, str(one.number), H2 - 0.6, Face.POSTER, RULE)
    label(canvas, x + 1.6, y + 7.9, one.line, fit=w - 3, tracking=_tracking(canvas, one.line, LABEL, w, w - 3))


def _tracking(canvas: Canvas, words: str, size: float, w: float, room: float) -> float:
    """Air between the capitals, where there is room for it: it goes before the size does."""
    return TRACKING if w > NARROW and label_width(canvas, words, size) <= room else 0.0


def _placard(canvas: Canvas, x: float, y: float, w: float, office: Office) -> None:
    words = office.name.upper()
    for pad, tracking in ((1.2, TRACKING), (0.7, 0.0), (0.25, 0.0)):
        wide = measure(canvas, words, MIN, Face.BOLD, tracking) + 2 * pad
        if wide <= w and (w > NARROW or not tracking):
            break
    wide = min(w, wide)
    left = x + w - wide
    if office.held:
        shapes.rect(canvas, left, y - 3.6, wide, 3.6, BONE)
    else:
        shapes.rect(canvas, left, y - 3.6, wide, 3.6, STOCK, BONE, 0.3)
    ink, room = INK if office.held else BONE, wide - 2 * pad + 0.05
    text(canvas, left + pad, y - 2.65, words, MIN, Face.BOLD, ink, tracking=tracking, fit=room, least=MIN)
