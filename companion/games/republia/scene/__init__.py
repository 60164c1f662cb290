"""Republia on the screen: a surveyor's chart.

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

from . import box, chart, column, ending, ladder, tally, then
from .ending import closing
from .motion import motion
from .signs import MARKS, emblem, poster
from .wording import VOTES, asking, plates, sentence, told, where

__all__ = ["AS_TOLD", "HOLD", "MARKS", "Closing", "closing", "closing_art", "draw", "emblem", "motion", "poster"]

AS_TOLD: Final = True  # an event is drawn on the table as it was when it was told
HOLD: Final[dict[str, tuple[int, int]]] = {
    "excluded": (4_000, 2_000), "first-president": (3_000, 1_200), "round-began": (3_000, 1_300),
    "replenished": (3_000, 1_300),
    "situation-read": (9_000, 4_000), "situation-idle": (3_000, 1_300), "turn-lost": (3_000, 1_300),
    "extra-law": (3_000, 1_200), "leadership-played": (4_000, 1_800), "bought": (3_000, 1_300),
    "sold": (3_000, 1_500), "power-given": (3_000, 1_300), "card-given": (3_000, 1_300), "pointed": (5_000, 2_000),
    "benefited": (4_000, 1_800), "swapped": (3_000, 1_500), "swap-declined": (3_000, 1_500),
    "robbed": (4_000, 1_800), "mobilized": (5_000, 2_500), "imprisoned": (6_000, 2_800),
    "decreed": (4_000, 1_800), "vetoed": (4_000, 1_800), "partner-named": (3_000, 1_300),
    "informant-played": (2_500, 1_200),
    "title-shown": (6_000, 2_500), "ballot-repeated": (4_000, 1_800), "too-many-votes": (6_000, 3_000),
    "voted-late-for": (2_500, 1_200), "voted-late-against": (2_500, 1_200), "vote-missing": (3_000, 1_500),
    "counted": (5_000, 1_600), "counted-by-hand": (5_000, 1_600), "cards-read": (6_000, 2_600),
    "not-registered": (4_000, 2_000), "hands-need-look": (6_000, 3_000), "cards-void": (5_000, 2_500),
    "cards-cancelled": (5_000, 2_200), "annulled": (9_000, 3_500), "approved": (9_000, 3_500),
    "rejected": (9_000, 3_500), "unanimous": (3_500, 1_800), "campaign-paid": (3_000, 1_300),
    "attacked": (5_000, 2_200), "nobody-attacked": (3_500, 1_500), "scandal": (5_000, 2_200),
    "nobody-left": (3_500, 1_500), "pressure-moved": (3_000, 1_300), "exchange-unlocked": (5_000, 2_500),
    "laws-from-drawer": (5_000, 2_500), "laws-from-deck": (5_000, 2_500), "crisis": (7_000, 3_500),
    "law-applied": (8_000, 3_200), "announced": (4_000, 2_000), "won-by-target": (6_000, 3_500),
    "won-by-objective": (6_000, 3_500), "won-by-crisis": (6_000, 3_500),
}  # fmt: skip
"""How long an event stays on the board, in milliseconds, by its kind: as long as nobody goes on, and once somebody has.
The others are not shown by themselves."""


def draw(canvas: Canvas, now: Situation, words: Words) -> None:
    """One moment of a match, whole: status line, play area, seats, keys."""
    parts.status(canvas, now.title, where(now, words), sentence(now, words), emblem, now.clock, told(now, words))
    _play_area(canvas, now, words)
    seats.rail(canvas, now.seated(plates(now, words)), MARKS)
    parts.panel(canvas, now.keys)


def _play_area(canvas: Canvas, now: Situation, words: Words) -> None:
    happened, kind = now.event.get("kind", ""), asking(now)
    if happened in then.OF_THE_COUNT or (not happened and kind == "accept-count"):
        tally.count(canvas, now, words)
    elif not happened and kind in VOTES:
        box.ballot(canvas, now, words)
    else:
        chart.draw(canvas, now, words)
        _column(canvas, now, words, happened, kind)


def _column(canvas: Canvas, now: Situation, words: Words, happened: str, kind: str) -> None:
    if happened in ("excluded", "first-president") or (not happened and not now.view["round"]):
        column.ways_to_win(canvas, now, words)
        return
    ladder.draw(canvas, now, words)
    if happened in ("law-applied", "won-by-target") or (not happened and now.view["phase"] == "apply"):
        column.applied(canvas, now, words)
    elif happened in ("situation-read", "situation-idle") or (not happened and now.view["phase"] == "situation"):
        column.situation(canvas, now, words)
    elif happened == "title-shown":
        column.press(canvas, now, words)
    elif happened or kind in column.ASKED:
        column.happening(canvas, now, words)
    elif now.view["phase"] == "presentation":
        column.speech(canvas, now, words)
    elif now.view["phase"] == "press":
        column.press(canvas, now, words)
    else:
        column.fates(canvas, now, words)


def closing_art(canvas: Canvas, view: dict[str, Any], box: tuple[float, float, float, float], words: Words) -> None:
    """The picture of the end page, inside `box` (x, y, width, height)."""
    ending.art(canvas, view, box, words)
