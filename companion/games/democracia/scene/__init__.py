"""D€mocracia on the screen: election-night graphics set by a letterpress.

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

from . import market, offices, reading
from .columns import columns
from .ending import art, closing
from .motion import motion
from .night import night
from .pacts import talks
from .plates import plates
from .signs import MARKS, emblem, poster
from .table import board, turn
from .trial import trial
from .wording import OF_THE_NIGHT, OF_THE_TRIAL, TALKS, asking, count, drawing, sentence, where

__all__ = ["AS_TOLD", "HOLD", "MARKS", "Closing", "closing", "closing_art", "draw", "emblem", "motion", "poster"]

AS_TOLD: Final = True  # an event is drawn on the table as it was when it was told
HOLD: Final[dict[str, tuple[int, int]]] = {
    "environment-turned": (4_000, 1_800), "round-began": (3_000, 1_400), "bastion-placed": (2_000, 700),
    "turn-began": (2_500, 800), "prison-turn": (3_500, 1_400), "revealed": (4_000, 1_600),
    "cannot-play": (4_000, 1_800), "unpaid": (4_000, 1_800), "passed": (2_500, 900), "votes-in": (4_000, 1_200),
    "basic-votes": (4_000, 1_600), "votes-out": (2_500, 900), "pop-gained": (2_500, 800), "pop-lost": (2_500, 800),
    "won-community": (3_500, 1_500),
    "freed-community": (3_500, 1_500), "given-up": (3_500, 1_500), "taken-community": (3_500, 1_500),
    "debt-paid": (3_500, 1_400),
    "speech-failed": (4_500, 2_000), "said-nothing": (3_000, 1_000), "looks-at-hand": (2_500, 900),
    "no-target": (3_500, 1_400), "nothing-to-repeat": (4_000, 1_600),
    "reacted": (5_000, 2_000), "cancelled": (3_500, 1_400),
    "president-played": (5_000, 2_000), "bought": (3_000, 1_000), "pension-bought": (3_000, 1_000),
    "agent-lost": (4_000, 1_600), "judge-freed": (3_500, 1_400), "case-opened": (5_000, 2_000),
    "case-gone": (2_500, 900), "now-owes": (3_500, 1_400), "trial-opened": (6_000, 2_500),
    "trial-annulled": (6_000, 2_500), "attorney-used": (5_000, 2_000), "judge-voted": (3_000, 1_200),
    "found-innocent": (7_000, 3_000), "found-guilty": (7_000, 3_000), "judge-dismissed": (5_000, 2_000),
    "jailed": (5_000, 2_000), "must-resign": (5_000, 2_000), "pardoned": (6_000, 2_500), "resigned": (6_000, 2_500),
    "stays-on": (5_000, 2_000), "early-elections": (5_000, 2_000), "is-candidate": (4_000, 1_600),
    "candidate-by-lot": (5_000, 2_000),
    "released": (2_500, 900), "term-completed": (5_000, 2_000), "debated": (12_000, 4_500),
    "election-began": (5_000, 2_000), "vote-drawn": (2_500, 900), "counted": (6_000, 3_000),
    "accepted-offer": (4_000, 1_600), "revoked": (3_000, 1_200), "invested": (8_000, 3_500),
    "no-president": (6_000, 2_500), "covered": (4_000, 1_600), "last-point": (5_000, 2_000),
    "last-level": (5_000, 2_000), "pensions-shown": (4_000, 1_600),
    "barred": (4_000, 1_600), "none-left-in-urn": (5_000, 2_000), "noted": (4_000, 1_600),
    "urn-differs": (5_000, 2_000), "urn-recounted": (4_000, 1_600), "urn-emptied": (5_000, 2_000),
}  # fmt: skip
"""How long an event stays on the board, in milliseconds, by its kind: as long as nobody goes on, and once somebody has.
The others are not shown by themselves."""
ON_THE_MAP: Final = (
    "round-began", "bastion-placed", "won-community", "freed-community", "given-up", "taken-community",
    "debt-paid", "speech-failed", "said-nothing", "noted", "urn-emptied",
)  # fmt: skip
ABOUT_THE_URN: Final = ("basic-votes", "urn-differs", "urn-recounted", "none-left-in-urn")
OF_OFFICE: Final = (
    "invested", "resigned", "stays-on", "term-completed", "must-resign", "jailed", "prison-turn", "released",
    "last-point", "barred", "pensions-shown", "covered",
)  # fmt: skip


def draw(canvas: Canvas, now: Situation, words: Words) -> None:
    """One moment of a match, whole: status line, play area, seats, keys."""
    parts.status(canvas, now.title, where(now, words), sentence(now, words), emblem, now.clock, count(now, words))
    (_event if now.event else _question)(canvas, now, words)
    rail = now.seated(plates(now, words))
    seats.rail(canvas, tuple(rail[seat] for seat in reading.order(now)), MARKS)
    parts.panel(canvas, now.keys)


def _event(canvas: Canvas, now: Situation, words: Words) -> None:
    told = now.event["kind"]
    if told in OF_THE_TRIAL and told not in OF_OFFICE:
        trial(canvas, now, words)
    elif told in (*OF_THE_NIGHT, "last-level"):
        night(canvas, now, words)
    elif told == "debated":
        offices.debate(canvas, now, words)
    elif told in ABOUT_THE_URN or (told == "votes-in" and now.view["turn"] is None):
        market.urn(canvas, now, words)
    elif told == "no-president":
        offices.nobody(canvas, words)
    elif told in OF_OFFICE:
        offices.office(canvas, now, words)
    elif told in ("is-candidate", "candidate-by-lot", "early-elections"):
        offices.candidates(canvas, now, words)
    elif told in ("accepted-offer", "revoked"):
        talks(canvas, now, words)
    elif told == "environment-turned":
        offices.weather(canvas, now, words)
    elif told in ON_THE_MAP:
        board(canvas, now, words)
    elif told in ("bought", "pension-bought"):
        market.market(canvas, now, words)
    elif told in ("judge-freed", "agent-lost", "case-gone") and now.view["turn"] is None:
        columns(canvas, now, words)
    else:
        turn(canvas, now, words)


def _question(canvas: Canvas, now: Situation, words: Words) -> None:
    view, kind = now.view, asking(now)
    draw_ = drawing(now)
    if view["trial"]:
        trial(canvas, now, words)
    elif not view["bastions"] and kind != "place-bastion":
        offices.parties(canvas, now, words)
    elif kind in ("place-token", "place-cases"):
        columns(canvas, now, words)
    elif kind in ("discard", "discard-named", "keep-all", "split") or market.drawn_now(now) or (
        kind == "shuffled" and view["drawer"] is not None
    ):
        market.piles(canvas, now, words)
    elif kind in ("buy-agent", "buy-pension", "end-purchases"):
        market.market(canvas, now, words)
    elif kind == "cede" or (draw_ is not None and draw_.deck == "candidate"):
        offices.candidates(canvas, now, words)
    elif kind == "resign" or (kind == "use-president" and view["phase"] == "round-end"):
        offices.office(canvas, now, words)
    elif kind in TALKS:
        talks(canvas, now, words)
    elif kind in ("all-in", "shaken", "emptied"):
        market.urn(canvas, now, words)
    elif view["phase"] in ("count", "investiture"):
        night(canvas, now, words)
    elif kind in ("place-bastion", "speak", "stay-silent", "swap", "pick-community", "give-up") or view["turn"] is None:
        board(canvas, now, words)
    else:
        turn(canvas, now, words)


def closing_art(canvas: Canvas, view: dict[str, Any], box: tuple[float, float, float, float], words: Words) -> None:
    """The picture of the end page, inside `box` (x, y, width, height)."""
    art(canvas, view, box)
