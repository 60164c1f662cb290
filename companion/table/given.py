"""What a seat has answered to a question that is still open: for its own eyes, while it holds its card."""
from __future__ import annotations

from typing import Any

import msgspec

from companion.engine import Seat
from companion.table.evening import Evening

__all__ = ["given"]


def given(e: Evening, seat: Seat) -> dict[str, dict[str, Any]]:
    """The fields of each such answer, as plain values, by the kind of move."""
    if e.session is None:
        return {}
    found: dict[str, dict[str, Any]] = {}
    for move in (o.answer for o in e.session.match.opens() if o.ask.by == seat and o.done()):
        plain = msgspec.to_builtins(move, str_keys=True)
        found[plain.pop("kind")] = {k: v for k, v in plain.items() if k != "by"}
    return found
