"""Secret Hitler. `RULES.md` numbers its rules; `rules.py` and the files beside it are the same in Python."""

from __future__ import annotations

from companion.engine import Game, Move, Setup

from . import moves, rules
from .content import SEATS, components, content
from .state import Switches, Table, sound, zones

__all__ = ["GAME"]

MOVES: tuple[type[Move], ...] = (
    moves.SetAside, moves.ShowRole, moves.NameFirst, moves.SeenRole, moves.Continue, moves.Nominate, moves.Vote,
    moves.Discard, moves.Enact, moves.RequestVeto, moves.AnswerVeto, moves.Investigate, moves.SeenParty,
    moves.CallElection, moves.SeenPeek, moves.Execute, moves.ConfirmShuffle,
)  # fmt: skip


def start(setup: Setup) -> Table:
    return rules.start(setup, content().plan(setup.seats))


GAME = Game(
    id="secret_hitler",
    title="Secret Hitler",
    seats=SEATS,
    moves=MOVES,
    start=start,
    script=rules.play,
    options=Switches,
    corrections=rules.CORRECTIONS,
    invariants=sound,
    books="host",  # SHT-211: every hand lies in them
    components=components(),
    zones=zones,
)
