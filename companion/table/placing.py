"""Cards laid by places, as on a real table: tap the place, then the card, place by place, and OK when all have done so.
Of whoever has been chosen on the panel a card alone goes to the first free place.

It answers asks whose field is an `assign` with tagged places. What is laid is nobody's answer until OK, and nobody sees
more of it than how many cards a seat has laid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from companion.engine import Ask, Assign, Component, Seat
from companion.table import play
from companion.table.evening import Evening
from companion.table.prompt import Prompt
from companion.table.requests import Reply
from companion.table.snapshot import Cursor

__all__ = ["Laying", "done", "follow", "lay"]


class Laying(NamedTuple):
    """Whose cards are being laid for which ask, and by which place the next one belongs (None: the first free one)."""

    seat: Seat
    kind: str
    place: Any = None


def asked(e: Evening) -> Iterator[tuple[Ask[Any], str, Assign]]:
    """The open asks that cards by tagged places answer, with the field and its name."""
    for ask in e.session.match.asks() if e.session else []:
        for name, field in ask.fields.items():
            if isinstance(field, Assign) and field.to and len(ask.fields) == 1:
                yield ask, name, field


def lay(e: Evening, c: Component) -> Reply | None:
    """A tap on a place, or on the card for it; None where it is neither."""
    for ask, _, field in asked(e):
        if c.of == field.to and c.face in field.slots and c.seat in (None, ask.by):
            e.laying, e.cursor = Laying(ask.by, ask.kind, c.face), Cursor()
            e.laid.setdefault((ask.by, ask.kind), {})
            e.say("lay-card", seat=ask.by, place=Prompt(e.words(), ()).value(field.to, c.face))
            return Reply(True, "lay-card")
    laying = e.laying
    if e.cursor.seat is not None and (laying is None or laying.seat != e.cursor.seat):
        chosen = (Laying(ask.by, ask.kind) for ask, _, _ in asked(e) if ask.by == e.cursor.seat)
        laying = next(chosen, laying)
    if laying is None:
        return None
    fields = [field for ask, _, field in asked(e) if (ask.by, ask.kind) == laying[:2] and field.of == c.of]
    if not fields:
        return None
    (field,) = fields
    # The same card again, by another place: it has been moved.
    before = {place: card for place, card in e.laid.get(laying[:2], {}).items() if card[1] != c.key}
    place = laying.place if laying.place is not None else _first_free(field, before, c.face)
    after = {**before, place: (c.face, c.key)}
    too_many = Counter(face for face, _ in after.values()) - Counter(field.held)
    if place is None or c.face not in field.slots[place] or too_many:
        return e.no("not-this-one", on_board=True)
    if e.pieces and c.key in e.pieces.face and not e.pieces.fits(c.key, "hand"):
        return e.no("tag-elsewhere", on_board=True, of=c.of)
    e.laid[laying[:2]] = after
    e.laying = laying._replace(place=None)
    e.say("laid", seat=laying.seat, n=len(after))
    return Reply(True, "laid")


def _first_free(field: Assign, laid: Mapping[Any, Any], face: Any) -> Any:
    return next((place for place, fits in field.slots.items() if place not in laid and face in fits), None)


def done(e: Evening) -> Reply:
    """OK: what each has laid is their answer. What an ask does not take stays laid, and its seat is told."""
    reply = Reply(True)
    for ask, name, _ in list(asked(e)):
        laid = e.laid.get((ask.by, ask.kind))
        if laid is None:
            continue
        fields = {name: {place: face for place, (face, _) in laid.items()}}
        answered = play.answer_as(e, ask.by, ask.kind, fields, "tap")
        if answered.ok:
            e.laid.pop((ask.by, ask.kind), None)
        elif reply.ok:
            reply = e.no("not-laid", on_board=True, seat=ask.by)
    e.laying = None
    return reply


def follow(e: Evening) -> None:
    """Forget what was laid for an ask that is closed, or that its seat has answered by phone."""
    if not e.laid:
        return
    open_ = {(f.by, f.kind) for f in e.faces(None) if not f.answered}
    e.laid = {key: laid for key, laid in e.laid.items() if key in open_}
    if e.laying and e.laying[:2] not in e.laid:
        e.laying = None
