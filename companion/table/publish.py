"""From what the table holds to what it publishes: finished values, each viewer's own apart."""
from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

from companion.engine import HOST, Refused, Viewer
from companion.table import buttons, by_hand, lobby, panel, taps
from companion.table.evening import Bell, Evening
from companion.table.play import kind_of
from companion.table.requests import SETTINGS
from companion.table.session import Session, books_rule
from companion.table.snapshot import Clock, Cursor, Playing, Snapshot, UrnFace

__all__ = ["publish"]


def publish(e: Evening, version: int) -> Snapshot:
    """Everything as it now stands."""
    return Snapshot(
        version=version,
        stage=e.stage,
        language=e.language,
        chairs=tuple(e.chairs),
        game=e.game,
        options=e.options,
        goes_on=lobby.goes_on(e),
        telling=e.telling,
        commitment=commitment(e),
        playing=playing(e, e.session) if e.session else None,
        enrolment=e.enrolment,
        badge_for=e.badge_for,
        notice=e.notice,
        alarm=e.alarm,
        away=by_hand.alarm(e),
        paused=e.paused,
        saved=e.saved,
        simulated=e.simulated,
        menu=e.menu,
        keys=MappingProxyType(buttons.keys(e)),
        cursor=public(e.cursor),
        devices=MappingProxyType(dict(e.devices)),
        settings=MappingProxyType({name: e.house.setting(name, may[0]) for name, may in SETTINGS.items()}),
        checkup=e.checkup if e.stage == "lobby" else (),
    )


def commitment(e: Evening) -> str:
    from companion.table.fair import commit

    return commit(e.seed)


def public(cursor: Cursor) -> Cursor:
    """Where the panel stands. What a tap may mean stays covered: the tapped thing may be somebody's secret; and so does
    the first of two votes."""
    if cursor.kind == panel.BALLOT:
        return replace(cursor, value=None, draft=dict.fromkeys(cursor.draft))
    if not cursor.pending:
        return cursor
    hidden = tuple((seat, kind, "", None) for seat, kind, _, _ in cursor.pending)
    return replace(cursor, value=None, draft={}, pending=hidden, tapped=None)


def playing(e: Evening, session: Session) -> Playing:
    match, header = session.match, session.header
    viewers: tuple[Viewer, ...] = (None, HOST, *range(header.seats))
    names = tuple((c.name if (c := e.chair_at(s)) and c.name else header.names[s]) for s in range(header.seats))
    undo, tells = undoable(session)
    named = [face] if (face := by_hand.asked(e)) else []
    return Playing(
        match=header.match,
        game=session.game,
        options=session.options,
        names=names,
        views=MappingProxyType({v: match.view(v) for v in viewers}),
        faces=MappingProxyType({v: (*match.faces(v), *(f for f in named if f.by == v)) for v in viewers}),
        told=tuple(match.told),
        commitment=header.commitment,
        tapping=taps.tapping(e),
        clocks=tuple(clock(b) for b in (*e.bells, *([e.prompt] if e.prompt else ()))),
        urn=urn(session),
        over=match.over,
        result=match.result if match.over else None,
        ledger=match.result.ledger if match.over else header.ledger,
        corrections=tuple(match.correction_faces()),
        undo=kind_of(undo) if undo else None,
        undo_by=undo.by if undo else None,
        undo_tells=tells,
        books=books_rule(session),
        books_due=frozenset(e.people() - e.agreed),
        books_open=session.journal.books.released,
        moves=len(match.journal),
    )


def undoable(session: Session) -> tuple[Any, bool]:
    if session.journal.books.released:
        return None, False
    try:
        return session.match.undoes()[0], session.match.undo_tells()
    except Refused:
        return None, False


def clock(bell: Bell) -> Clock:
    return Clock(bell.bell, bell.seconds, bell.left, bell.ends)


def urn(session: Session) -> UrnFace | None:
    ask, box = session.urn, session.box
    if ask is None or box is None:
        return None
    inside, due = box.inside, sum(ask.due.values())
    papers, roll = tuple(box.papers), frozenset(box.roll)
    return UrnFace(inside, due, roll, ask.closer, papers, session.urn_number, session.urn_full)
