"""The track of Social Pressure, and what waits on it."""

from __future__ import annotations

from typing import Final

from companion.display import shapes
from companion.display.canvas import Canvas
from companion.display.motion import Box
from companion.display.situation import Situation
from companion.display.text import label, text
from companion.display.theme import BONE, DIM, MIN, STOCK2, Face
from companion.locale import Words

from .signs import PRESS

X: Final = 122.0
WIDTH: Final = 34.0
RUNG: Final = 10.0


def draw(canvas: Canvas, now: Situation, words: Words) -> None:
    """Reached rungs are filled; what waits above is bright, what is past is dim."""
    chart, at = now.view["map"], now.view["sp"]
    label(canvas, X, 22.6, words("scene.pressure"), fit=WIDTH - 8)
    text(canvas, X + WIDTH, 21.5, str(at), 4.6, Face.POSTER, PRESS, "right")
    for position in range(chart["sp_end"], 0, -1):
        x, y, w, h = rung(canvas, position, chart["sp_end"])
        shapes.rect(canvas, x, y, w, h, PRESS if position <= at else STOCK2)
        if position == chart["sp_end"]:
            shapes.hatch_rect(canvas, x, y, w, h, BONE, 1.1, 0.4)
        middle = y + h / 2
        if trigger := chart["triggers"].get(position):
            take = "crisis" if position == chart["sp_end"] else trigger["take"]
            if take == "exchange" and now.view["exchange"]:
                take = "exchanged"
            ink = BONE if position > at else DIM
            shapes.rect(canvas, X + RUNG, middle - 0.1, 2.0, 0.2, ink)
            text(canvas, X + 12.6, middle - 0.85, str(position), 2.5, Face.BOLD, ink)
            note = words(f"scene.waits.{take}")
            face = Face.BOLD if take == "crisis" else Face.SEMI
            text(canvas, X + 16, middle - 0.85, note, 2.5, face, ink, fit=WIDTH - 16, least=MIN)
            if take == "crisis":  # what it does, under its name
                said = words("scene.waits.all")
                text(canvas, X + 16, middle + 2.0, said, 2.5, Face.SEMI, ink, fit=WIDTH - 16, least=MIN)
        if position == at:
            shapes.polygon(
                canvas, [(X + 10.6, middle), (X + 12.2, middle - 1.3), (X + 12.2, middle + 1.3)], PRESS
            )


def rung(canvas: Canvas, position: int, end: int) -> Box:
    """Where a position of the track lies."""
    top = 26.6
    step = (canvas.height - 24.6 - top) / end
    return X, top + (end - position) * step, RUNG, step - 0.4


def to_next(now: Situation) -> tuple[int, str] | None:
    """The next thing that waits: how many steps away, and what."""
    at, chart = now.view["sp"], now.view["map"]
    for position in sorted(chart["triggers"]):
        take = chart["triggers"][position]["take"]
        if position > at and not (take == "exchange" and now.view["exchange"]):
            return position - at, "crisis" if position == chart["sp_end"] else str(take)
    return None
