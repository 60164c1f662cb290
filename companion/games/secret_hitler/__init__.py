"""Secret Hitler. `RULES.md` numbers its rules; `rules.py` and the files beside it are the same in Python."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

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


def books(options: Switches, view: Mapping[str, Any]) -> Literal["host", "at-end", "nobody"]:
    """SHT-211. Every hand lies in them: after an abort they open only with the roles, of themselves if so wished."""
    if not view["revealed"]:
        return "nobody"
    return "at-end" if options.history_at_end else "host"


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
    books=books,
    components=components(),
    zones=zones,
    told_first=(moves.NotHitler, moves.LiberalByChaos, moves.FascistByChaos),
    side=lambda t, seat: t.roles[seat],
)
