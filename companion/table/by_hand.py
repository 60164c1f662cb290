"""Real cards while the reader is away: whoever draws says which one it is.

It is asked like anything else, of that one phone: of the host where nobody's hands in particular draw, or these have no
phone. All faces of that kind are named: what is left in a deck is not public.
"""
from __future__ import annotations

from typing import Any

from companion.engine import CHANCE, HOST, Drawn, Face, OneOf, Open, Seat, deck_of
from companion.table.evening import Evening
from companion.table.snapshot import AWAY, Alarm

__all__ = ["DRAWN", "alarm", "asked", "drawn"]

DRAWN = "drawn"


def _missed(e: Evening) -> Open | None:
    """The draw of a real card that waits for a reader which is not there."""
    if e.session is None or e.devices.get("reader") not in AWAY:
        return None
    return next(iter(e.session.match.draws()), None)


def asked(e: Evening) -> Face | None:
    """What is asked of whoever draws it."""
    if (draw := _missed(e)) is None or e.session is None:
        return None
    of = draw.ask.fields["item"].of
    faces = dict.fromkeys(c.face for c in e.session.game.components if c.of == of and c.seat is None)
    fields = {"item": OneOf(values=tuple(faces), of=of, shown=True)}
    return Face(by=_by(e, e.session.match.view(None).get("drawer")), kind=DRAWN, fields=fields, number=e.moves(),
                answered=False, occasion=deck_of(draw.ask))  # fmt: skip


def alarm(e: Evening) -> Alarm | None:
    """What stays on the board meanwhile."""
    if (face := asked(e)) is None:
        return None
    return Alarm("reader-away" if face.by >= 0 else "reader-away-host", {"deck": face.occasion})


def _by(e: Evening, drawer: Any) -> Seat:
    chair = e.chair_at(drawer) if isinstance(drawer, int) else None
    return drawer if chair and chair.presence in ("phone", "away") else HOST


def drawn(e: Evening, seat: Seat, fields: dict[str, Any], number: int | None) -> Drawn | str:
    """The draw that this seat names, or why it is none."""
    face, draw = asked(e), _missed(e)
    if face is None or draw is None or face.by != seat:
        return "not-now"
    if number not in (None, face.number):
        return "stale"
    item, field = fields.get("item"), face.fields["item"]
    return Drawn(deck_of(draw.ask), item, by=CHANCE) if field and field.accepts(item) else "bad-move"
