"""DēmoS on the screen: a deck by a good card maker. The visible discards are the scene.

`draw` shows one moment of a match, `motion` says what moves between two, `closing` and `closing_art` fill the end page,
`HOLD` says how long what happened is shown before the board returns to what is asked; `emblem` and `poster` are for the
lobby.
"""

from __future__ import annotations

from typing import Any, Final

from companion.display import parts, seats
from companion.display.canvas import Canvas
from companion.display.situation import Closing, Situation
from companion.locale import Words

from . import pictures
from .ending import closing
from .motion import motion
from .signs import MARKS, emblem, poster
from .wording import OF_THE_SCANDAL, asking, plates, sentence, told, where

__all__ = ["HOLD", "MARKS", "Closing", "closing", "closing_art", "draw", "emblem", "motion", "poster"]

HOLD: Final[dict[str, tuple[int, int]]] = {
    "round-won": (9_000, 4_000), "nobody-showed": (7_000, 3_000), "no-figure-left": (4_000, 2_000),
    "figure-turned": (5_000, 2_000), "vetoed": (4_000, 2_000), "turned-up": (3_000, 1_200),
    "media-shown": (4_000, 2_000), "media-cancelled": (5_000, 2_500), "media-kept": (5_000, 2_500),
    "media-used": (6_000, 3_000), "media-idle": (4_000, 2_000), "media-declined": (4_000, 2_000),
    "time-ran-out": (2_500, 1_000), "deck-remade": (4_000, 2_000),
}  # fmt: skip
"""How long an event stays on the board, in milliseconds, by its kind: as long as nobody goes on, and once somebody has.
The others are not shown by themselves."""


def draw(canvas: Canvas, now: Situation, words: Words) -> None:
    """One moment of a match, whole: status line, play area, seats, keys."""
    parts.status(canvas, now.title, where(now, words), sentence(now, words), emblem, now.clock, told(now, words))
    _play_area(canvas, now, words)
    seats.rail(canvas, now.seated(plates(now, words)), MARKS)
    pictures.plate_extras(canvas, now, words)
    parts.panel(canvas, now.keys)


def _play_area(canvas: Canvas, now: Situation, words: Words) -> None:
    view, happened, kind = now.view, now.event.get("kind", ""), asking(now)
    if happened in ("round-won", "nobody-showed", "no-figure-left"):
        pictures.declare(canvas, now, words)
    elif happened in OF_THE_SCANDAL or happened == "figure-turned":
        pictures.figures(canvas, now, words)
    elif happened:
        pictures.table(canvas, now, words)
    elif kind in ("show", "show-card", "show-rest"):
        pictures.declare(canvas, now, words)
    elif kind in ("point-at", "announce"):
        pictures.figures(canvas, now, words)
    elif not view["rounds"] and view["phase"] in ("setup", "announce", "round_start"):
        pictures.suits(canvas, now, words)
    else:
        pictures.table(canvas, now, words)


def closing_art(canvas: Canvas, view: dict[str, Any], box: tuple[float, float, float, float], words: Words) -> None:
    """The picture of the end page, inside `box` (x, y, width, height)."""
    pictures.end_art(canvas, view, box)
