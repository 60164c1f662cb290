"""Ankist on the screen: a charter with a lapis spine.

`draw` shows one moment of a match, `motion` says what moves between two, `closing` and `closing_art` fill the end page,
`HOLD` says how long what happened is shown before the board returns to what is asked; `emblem` and `poster` are for the
lobby.
"""

from __future__ import annotations

from typing import Final

from companion.display import parts, seats
from companion.display.canvas import Canvas
from companion.display.situation import Closing, Situation
from companion.locale import Words

from . import charter, council, realm, scoring, seating
from .ending import closing, closing_art
from .motion import motion
from .signs import MARKS, emblem, poster
from .wording import asking, drawing, plates, sentence, told, where

__all__ = ["HOLD", "MARKS", "Closing", "closing", "closing_art", "draw", "emblem", "motion", "poster"]

HOLD: Final[dict[str, tuple[int, ...]]] = {
    "roles-set": (5_000, 2_500), "leader-now": (3_000, 1_500), "moderator-now": (3_000, 1_500),
    "pact-made": (5_000, 2_500), "promise-made": (4_000, 2_000), "pact-void": (3_000, 1_500),
    "pact-broken": (5_000, 2_500), "decided": (8_000, 3_500, 2_500), "toppled": (5_000, 2_500, 1_500),
    "signed": (3_500, 2_000, 1_500), "time-passed": (4_000, 2_000), "reign-ended": (6_000, 3_000, 2_000),
    "scored": (6_000, 4_000, 3_000), "dynasty-now": (6_000, 3_000, 2_500), "campaign-over": (12_000, 6_000, 5_000),
}  # fmt: skip
"""How long an event stays on the board, in milliseconds, by its kind: as long as nobody goes on, once somebody has, and
however many wait behind it. The others are not shown by themselves."""


def draw(canvas: Canvas, now: Situation, words: Words) -> None:
    """One moment of a match, whole: status line, play area, seats, keys."""
    parts.status(canvas, now.title, where(now, words), sentence(now, words), emblem, now.clock, told(now, words))
    _play_area(canvas, now, words)
    seats.rail(canvas, now.seated(plates(now, words)), MARKS)
    seating.plate_extras(canvas, now)
    parts.panel(canvas, now.keys)


def _play_area(canvas: Canvas, now: Situation, words: Words) -> None:
    view, happened, kind = now.view, now.event.get("kind", ""), asking(now)
    if happened == "campaign-over":
        scoring.campaign(canvas, now, words)
    elif happened in ("reign-ended", "scored") or (kind == "choose-winner" and not happened):
        scoring.table(canvas, now, words)
    elif happened == "dynasty-now" or (kind == "name-king" and not happened):
        scoring.awards(canvas, now, words)
    elif happened == "signed" or (not happened and kind == "sign") or (happened == "toppled" and view["dilemma"]):
        charter.decision(canvas, now, words)
    elif happened in ("pact-made", "promise-made"):
        council.pact(canvas, now, words)
    elif happened in ("time-passed", "roles-set", "toppled") or drawing(now) in ("dilemma", "momentum"):
        realm.realm(canvas, now, words)
    elif not view["order"] and not happened:
        seating.houses(canvas, now, words)
    elif view["leader"] < 0:
        seating.draft(canvas, now, words)
    elif happened or view["act"] or view["stage"] in ("tie-side", "tie-leader"):
        council.vote(canvas, now, words)
    elif view["stage"] == "voting":
        charter.dilemma(canvas, now, words)
        realm.rail(canvas, now, words)
    else:
        realm.realm(canvas, now, words)
