"""Election night: seventeen seats in two half rings, filled token by token, and the bars that race to nine."""

from __future__ import annotations

import math
from typing import Final

from companion.display import shapes
from companion.display.canvas import Canvas
from companion.display.motion import Box
from companion.display.situation import Situation
from companion.display.text import text
from companion.display.theme import BONE, DIM, INK, NOW, STOCK, STOCK2, Face
from companion.locale import Words

from . import reading
from .signs import INKS, party
from .wording import base_seats, shown_seats, votes_out

CX, REACH = 44.0, 34.0
LEFT_WING: Final = ("red", "green")  # who fills the half rings from the left; the others fill them from the right
BARS, STEP = 112.0, 4.35


def arc() -> list[tuple[float, float]]:
    """The seats from left to right: angle and share of the radius."""
    inner = [(math.pi * (1 - i / 6), 0.64) for i in range(7)]
    outer = [(math.pi * (1 - i / 9), 1.0) for i in range(10)]
    return sorted([*inner, *outer], key=lambda seat: (-round(seat[0], 3), seat[1]))


def night(canvas: Canvas, now: Situation, words: Words) -> None:
    """Both halves of the picture."""
    half_rings(canvas, now, words)
    race(canvas, now, words)


def filled(now: Situation) -> list[str]:
    """The party of each seat from left to right; empty where no vote has been drawn yet."""
    counts, total = shown_seats(now), len(reading.communities())
    from_left = [p for p in LEFT_WING if p in counts for _ in range(counts[p])]
    from_right = [p for p in ("blue", "yellow") if p in counts for _ in range(counts[p])]
    return [*from_left, *[""] * (total - len(from_left) - len(from_right)), *reversed(from_right)]


def half_rings(canvas: Canvas, now: Situation, words: Words) -> None:
    """The chamber."""
    cy = canvas.height - 28.0
    for (angle, share), which in zip(arc(), filled(now), strict=True):
        x, y = CX + math.cos(angle) * REACH * share, cy - math.sin(angle) * REACH * share
        if not which:
            for start in range(0, 360, 30):
                shapes.arc(canvas, x, y, 3.3, start, start + 16, DIM, 0.35)
            continue
        shapes.disc(canvas, x, y, 3.9, STOCK2, INKS[which], 0.35)
        party(canvas, which, x, y + (0.3 if which == "green" else 0), 2.5)
    need = words("scene.points", n=1) if reading.is_last(now) else str(reading.at().majority)
    text(canvas, CX, cy - 12, need, 13, Face.POSTER, BONE, "center")
    what = words("scene.to_win" if reading.is_last(now) else "scene.to_govern")
    text(canvas, CX, cy - 0.2, what, 2.8, Face.SEMI, DIM, "center", fit=30)


def rows(canvas: Canvas, now: Situation) -> dict[str, float]:
    """The y of each party's bar."""
    parties = reading.in_play(now)
    step = min(9.0, 36.0 / len(parties)) if len(parties) > 2 else 12.0
    return {which: 27.4 + place * step for place, which in enumerate(parties)}


def race(canvas: Canvas, now: Situation, words: Words) -> None:
    """A bar per party: full blocks were its own already, hollow ones came out of the urn. The line at a majority stands
    where that decides who governs."""
    need, base, counts = reading.at().majority, base_seats(now), shown_seats(now)
    if not reading.is_last(now):
        line = BARS + need * STEP - 0.5
        bottom = canvas.height - 29.4
        shapes.dashes(canvas, line, 21.4, line, bottom, NOW, 0.5, 1.4, 0.8)
        shapes.rect(canvas, line - 5.6, 21.4, 5.85, 4.6, NOW)
        text(canvas, line - 2.7, 22.3, str(need), 3.6, Face.POSTER, INK, "center")
    for which, y in rows(canvas, now).items():
        party(canvas, which, 87.9, y + 2.1, 1.8)
        text(canvas, 91.6, y + 0.2, words(f"scene.party.{which}"), 4.4, Face.POSTER, BONE, fit=13)
        text(canvas, BARS - 2.4, y - 0.4, str(counts[which]), 5.6, Face.POSTER, BONE, "right")
        for place in range(counts[which]):
            block(canvas, block_box(place, y), which, place >= base[which])
    y = canvas.height - 27.0
    shapes.rect(canvas, 86, y - 0.3, 2.4, 2.4, DIM)
    text(canvas, 89.6, y, words("scene.held_before"), 2.5, Face.SEMI, DIM, fit=21)
    shapes.rect(canvas, 113, y - 0.3, 2.4, 2.4, None, DIM, 0.6)
    text(canvas, 116.6, y, words("scene.from_urn"), 2.5, Face.SEMI, DIM, fit=30)


def block_box(place: int, y: float) -> Box:
    """Where a block of a bar lies."""
    return BARS + place * STEP, y - 1.2, STEP - 0.9, 6.8


def block(canvas: Canvas, box: Box, which: str, drawn: bool) -> None:
    """A seat in a bar."""
    x, y, w, h = box
    if x + w > 156:
        return
    shapes.rect(canvas, x, y, w, h, INKS[which])
    if drawn:
        shapes.rect(canvas, x + 0.6, y + 0.6, w - 1.2, h - 1.2, STOCK)
        party(canvas, which, x + w / 2, y + h / 2, 0.9)


def newest(now: Situation) -> str:
    """The party of the vote that has just been drawn."""
    out = votes_out(now)
    return next(reversed(out.values()), "") if out else ""
