"""The components every scene is made of, except the seats: status line, clock, panel hints, refusal, alarm, log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from companion.display import shapes
from companion.display.canvas import OVER, Canvas
from companion.display.paper import slip
from companion.display.shapes import Emblem, table_emblem
from companion.display.text import fitted, label, lines, measure, para, text
from companion.display.theme import (
    BODY,
    BONE,
    DEAD,
    DIM,
    HEAD,
    HEAD_LEAST,
    HEAD_TWO,
    INK,
    INKDIM,
    MIN,
    NOW,
    PAPER,
    RULE,
    STOCK,
    STOCK2,
    Face,
)

CLOCK_X: Final = 151.7
CLOCK_Y: Final = 10.0
CLOCK_R: Final = 4.3
TOP: Final = 22.0  # of the play area


@dataclass(frozen=True)
class Clock:
    """Time left: whole seconds, and the share of the whole that is left (0 to 1). `word` stands in at zero."""

    seconds: int
    part: float
    word: str = ""


@dataclass(frozen=True)
class Key:
    """What a key of the panel does now. A key that is not lit does nothing, and its lamp is dark too; its word says
    what it will do once it is known for whom."""

    lit: bool = False
    word: str = ""


@dataclass(frozen=True)
class Entry:
    """One thing that happened, for the log."""

    head: str
    body: str = ""


def keys(yes: str = "", no: str = "", up: str = "", down: str = "", ok: str = "", menu: str = "") -> tuple[Key, ...]:
    """The six keys in the order of the panel; a key without a word is dark."""
    return tuple(Key(bool(word), word) for word in (yes, no, up, down, ok, menu))


# ---- what the table waits for ------------------------------------------------------------------------------
def oxford(canvas: Canvas, y: float, ink: str = BONE) -> None:
    """The double rule of a newspaper: thick over thin."""
    shapes.rect(canvas, 4, y, canvas.width - 8, 0.55, ink)
    shapes.rect(canvas, 4, y + 0.95, canvas.width - 8, 0.16, ink)


def eyebrow(
    canvas: Canvas,
    title: str,
    where: str,
    emblem: Emblem = table_emblem,
    ink: str = BONE,
    dim: str = DIM,
    on: str = STOCK,
) -> None:
    """The line at the top: the sign and name of the game, and where in it we are."""
    emblem(canvas, 5.7, 4.7, 1.75, ink, on)
    wide = label(canvas, 8.8, 3.85, title, ink)
    if where:
        label(canvas, 8.8 + wide + 2, 3.85, where, dim, fit=canvas.width - 4 - 8.8 - wide - 2)


def status(
    canvas: Canvas,
    title: str,
    where: str,
    sentence: str,
    emblem: Emblem = table_emblem,
    clock: Clock | None = None,
    count: str = "",
) -> None:
    """What the table waits for. Everything else may be missed; this may not."""
    eyebrow(canvas, title, where, emblem)
    shapes.rect(canvas, 4, 8.5, 1.2, 7.2, NOW)
    right = canvas.width - 4
    if clock is not None:
        timer(canvas, CLOCK_X, CLOCK_Y, CLOCK_R, clock)
        right -= 11
    if count:
        right -= text(canvas, right, 9.1, count, 6.6, Face.POSTER, NOW, "right", fit=40) + 3
    headline(canvas, 7.2, 9.1, sentence, right - 7.2, BONE)
    oxford(canvas, 18)


def headline(canvas: Canvas, x: float, y: float, sentence: str, room: float, ink: str) -> None:
    """One line that shrinks as far as 4.8, then two lines of 4.2; one of that, where it then fits."""
    if measure(canvas, sentence, HEAD_TWO, Face.POSTER) <= room:
        size = fitted(canvas, sentence, HEAD, Face.POSTER, room, least=HEAD_TWO)
        text(canvas, x, y + (HEAD - size) * 0.4, sentence, size, Face.POSTER, ink)
        return
    broken = lines(canvas, sentence, HEAD_TWO, Face.POSTER, room)
    first, rest = broken[0], " ".join(broken[1:])
    text(canvas, x, y - 0.75, first, HEAD_TWO, Face.POSTER, ink, fit=room)
    text(canvas, x, y + 3.85, rest, HEAD_TWO, Face.POSTER, ink, fit=room)


def timer(canvas: Canvas, x: float, y: float, r: float, clock: Clock) -> None:
    """The clock: a ring that runs out clockwise, with the seconds inside."""
    shapes.disc(canvas, x, y, r, STOCK2)
    shapes.arc(canvas, x, y, r, 0, 360, RULE, 0.9)
    shapes.arc(canvas, x, y, r, 360 * (1 - min(1.0, max(0.0, clock.part))), 360, NOW, 0.9)
    if clock.seconds <= 0 and clock.word:
        text(canvas, x, y - 0.95, clock.word, MIN, Face.BOLD, BONE, "center", fit=2 * r - 1.9, least=1.9)
        return
    left = max(0, clock.seconds)
    face = f"{left // 60}:{left % 60:02d}" if left >= 60 else str(left)
    room = 2 * r - (3.0 if left >= 60 else 2.0)  # four signs stand clear of the ring
    text(canvas, x, y - 1.5, face, 3.7, Face.POSTER, BONE, "center", fit=room, least=MIN)


def clock_sprite(canvas: Canvas, clock: Clock) -> tuple[pygame.Surface, tuple[int, int]]:
    """The clock alone and where it goes on the picture: once a second this is drawn, not the scene."""
    left, top = canvas.shown(CLOCK_X - CLOCK_R - 0.2, CLOCK_Y - CLOCK_R - 0.2)
    pixel = OVER / canvas.k
    x, y = left * pixel - canvas.bleed, top * pixel  # a whole pixel, so that the ring lies where the scene drew it
    side = 2 * CLOCK_R + 0.4 + pixel
    layer = canvas.layer(side, side)
    layer.clear(STOCK)
    timer(layer, CLOCK_X - x, CLOCK_Y - y, CLOCK_R, clock)
    return layer.picture(), (left, top)


def panel(canvas: Canvas, six: Sequence[Key]) -> None:
    """What each of the six keys does now, in the order of the panel: YES NO UP DOWN OK MENU."""
    side, x, y = 4.4, 4.0, canvas.height - 5.8
    width = (canvas.width - 8 - 5) / 6
    for place, key in enumerate(six):
        edge = BONE if key.lit else DEAD
        shapes.rect(canvas, x, y, side, side, BONE if key.lit else STOCK, edge, 0.25)
        _key_sign(canvas, place, x + side / 2, y + side / 2, INK if key.lit else DEAD)
        if key.word:
            ink = BONE if key.lit else DIM
            text(canvas, x + side + 1.1, y + 1.25, key.word, 2.8, ink=ink, fit=width - side - 1.6, least=MIN)
        x += width + 1.0


def _key_sign(canvas: Canvas, place: int, x: float, y: float, ink: str) -> None:
    if place == 0:
        shapes.tick(canvas, x, y, 1.5, ink)
    elif place == 1:
        shapes.cross(canvas, x, y, 1.6, ink)
    else:
        tuple(shapes.KEYS.values())[place - 2](canvas, x, y, 1.3, ink)


# ---- what interrupts ---------------------------------------------------------------------------------------
def refuse(canvas: Canvas, why_not: str, what_now: str, y: float = 46.5, refused: bool = True) -> None:
    """The slip over the play area, for four seconds: why not, and what to do instead; or something to know."""
    x, w, h = 4.0, canvas.width - 8, 17.5
    shapes.rect(canvas, -canvas.bleed, y - 2.2, canvas.width + 2 * canvas.bleed, h + 3.6, STOCK)
    slip(canvas, x, y, w, h, notch=1.6)
    shapes.rect(canvas, x + 2.4, y + 0.6, 13.6, h - 1.2, INK)
    (shapes.cross if refused else _notice)(canvas, x + 9.2, y + h / 2, 5, PAPER)
    headline(canvas, x + 20, y + 3.6, why_not, w - 26, INK)
    text(canvas, x + 20, y + 12.0, what_now, BODY, Face.SEMI, INKDIM, fit=w - 26)


def _notice(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    """Something to know: an i, drawn."""
    shapes.rect(canvas, x - r * 0.2, y - r * 0.95, r * 0.4, r * 0.4, ink)
    shapes.rect(canvas, x - r * 0.2, y - r * 0.25, r * 0.4, r * 1.2, ink)


def alarm(canvas: Canvas, what: str, what_to_do: str) -> None:
    """Takes the place of the status line until somebody answers it. Hazard stripes, never a red screen."""
    left, width = -canvas.bleed, canvas.width + 2 * canvas.bleed
    shapes.rect(canvas, left, 0, width, 19.4, NOW)
    for y in (0.0, 17.4):
        shapes.hatch_rect(canvas, left, y, width, 2.0, INK, 4 / 2**0.5, 1.4)
    shapes.polygon(canvas, [(4, 14.4), (9, 5.2), (14, 14.4)], INK)
    shapes.rect(canvas, 8.55, 8.2, 0.9, 3.2, NOW)
    shapes.rect(canvas, 8.55, 12.2, 0.9, 0.9, NOW)
    text(canvas, 17.4, 4.3, what, 6.6, Face.POSTER, INK, fit=canvas.width - 22, least=HEAD_LEAST)
    text(canvas, 17.4, 12.6, what_to_do, 3.3, Face.BOLD, INK, fit=canvas.width - 22)


# ---- what happened --------------------------------------------------------------------------------------------
def log(canvas: Canvas, x: float, y: float, w: float, title: str, entries: Sequence[Entry]) -> None:
    """The last three things that happened, newest first."""
    label(canvas, x, y, title, fit=w)
    y += 4.2
    for age, entry in enumerate(entries[:3]):
        ink = BONE if age == 0 else DIM
        shapes.rect(canvas, x, y, w, 0.16, RULE)
        text(canvas, x, y + 1.7, entry.head, 3.1, Face.BOLD, ink, fit=w)
        y += 4.9
        if entry.body:
            y += para(canvas, x, y, entry.body, 2.7, Face.TEXT, ink, w, 1.25) + 1.0
