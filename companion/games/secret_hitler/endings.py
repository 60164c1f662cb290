"""Section K of RULES.md: how a game ends."""

from __future__ import annotations

from typing import Literal

from companion.engine import Outcome, Over

from . import moves as m
from .state import LIBERAL, Table


def finish(t: Table, party: Literal["liberal", "fascist"], reason: str) -> None:
    """SHT-200..206. At once: nothing later in the same resolution happens."""
    t.won, t.ended, t.revealed = party, reason, True
    t.tell(m.LiberalsWon(reason) if party == LIBERAL else m.FascistsWon(reason))
    raise Over(Outcome(t.team(party), reason))


def abort(t: Table, move: m.Abort) -> None:
    """SHT-209."""
    t.ended, t.revealed = "aborted", move.show_roles
    t.tell(m.Aborted())
    raise Over(Outcome((), "aborted"))
