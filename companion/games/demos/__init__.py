"""DēmoS. `RULES.md` numbers its rules; `rules.py` and the modules beside it are the same in Python."""

from __future__ import annotations

from companion.engine import Game, Move, Setup

from . import moves, rules
from .content import components, content
from .final import won_with
from .state import Switches, Table, sound, zones

__all__ = ["GAME"]

MOVES: tuple[type[Move], ...] = (
    moves.NameDealer, moves.NamePair, moves.NameIndependent, moves.AnnounceSuit, moves.AnnounceTrio, moves.DealNow,
    moves.DiscardOpenly, moves.DiscardSecretly, moves.Pass, moves.Consent, moves.NobodyObjects,
    moves.DiscardUnanimously, moves.Show, moves.Fold, moves.NoteDiscard, moves.NoteTaken, moves.CloseTurn,
    moves.ShowCard, moves.ShowRest, moves.Assign, moves.Confirm, moves.PointAt, moves.Announce, moves.Decline,
)  # fmt: skip


def start(setup: Setup) -> Table:
    return rules.start(setup, content().plan(setup.options.mode))


def seats(options: Switches) -> tuple[int, int]:
    """DMS-002."""
    mode = content().mode(options.mode)
    return mode.min_seats, mode.max_seats


GAME = Game(
    id="demos",
    title="DēmoS",
    seats=(3, 5),
    seats_with=seats,
    moves=MOVES,
    start=start,
    script=rules.play,
    options=Switches,
    corrections=rules.CORRECTIONS,
    invariants=sound,
    books="host",  # DMS-300: they tell folded hands and unplayed cards
    components=components(),
    zones=zones,
    by_hand=lambda options: options.hand_tracking == "reveal_only",
    won_with=won_with,
)
