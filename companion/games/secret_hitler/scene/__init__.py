"""Secret Hitler on the screen: an election poster, tense and plain.

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
from .tracks import tracks
from .wording import EVENT_POWERS, POWER_ASKS, asking, count, handling, plates, purpose, sentence, where

__all__ = ["HOLD", "MARKS", "Closing", "closing", "closing_art", "draw", "emblem", "motion", "poster"]

HOLD: Final[dict[str, tuple[int, int]]] = {
    "vote-passed": (9_000, 3_000), "vote-failed": (9_000, 3_500), "not-hitler": (3_000, 1_800),
    "liberal-enacted": (5_000, 2_500), "fascist-enacted": (5_000, 2_500), "liberal-by-chaos": (7_000, 3_500),
    "fascist-by-chaos": (7_000, 3_500), "veto-accepted": (4_000, 2_000), "veto-refused": (4_000, 1_500),
    "executed": (7_000, 3_000), "investigated": (3_000, 1_200), "election-called": (5_000, 1_500),
    "dealt-again": (6_000, 3_000),
}  # fmt: skip
"""How long an event stays on the board, in milliseconds, by its kind: as long as nobody goes on, and once somebody has.
The others are not shown by themselves."""


def draw(canvas: Canvas, now: Situation, words: Words) -> None:
    """One moment of a match, whole: status line, play area, seats, keys."""
    told = count(now, words)
    parts.status(canvas, now.title, where(now, words), sentence(now, words), emblem, now.clock, told)
    _play_area(canvas, now, words)
    seats.rail(canvas, now.seated(plates(now, words)), MARKS)
    parts.panel(canvas, now.keys)


def _play_area(canvas: Canvas, now: Situation, words: Words) -> None:
    happened, kind = now.event.get("kind", ""), asking(now)
    if happened in ("vote-passed", "vote-failed"):
        pictures.reveal(canvas, now, words)
    elif happened in ("liberal-by-chaos", "fascist-by-chaos"):
        pictures.chaos(canvas, now, words)
    elif happened in EVENT_POWERS:
        pictures.power(canvas, now, words)
    elif happened:
        tracks(canvas, now, words)
    elif not now.view["round"]:
        pictures.roles(canvas, now, words)
    elif handling(now):
        pictures.hands(canvas, now, words)
    elif purpose(now) == "chaos":
        pictures.chaos(canvas, now, words)
    elif kind == "vote":
        pictures.vote(canvas, now, words)
    elif kind == "answer-veto":
        pictures.veto(canvas, now, words)
    elif kind in POWER_ASKS:
        pictures.power(canvas, now, words)
    else:
        tracks(canvas, now, words)


def closing_art(canvas: Canvas, view: dict[str, Any], box: tuple[float, float, float, float], words: Words) -> None:
    """The picture of the end page, inside `box` (x, y, width, height)."""
    pictures.end_art(canvas, view, box)
