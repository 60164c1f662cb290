"""During a match: answers, the urn, undo, corrections, and how it ends."""
from __future__ import annotations

from contextlib import suppress
from typing import Any

from companion.engine import HOST, BadMove, BrokenRules, Move, Refused, Seat
from companion.table import backup, by_hand, enrol, lobby
from companion.table.archive import discard, listing
from companion.table.disk import NotSaved
from companion.table.evening import Evening
from companion.table.journal import Row
from companion.table.pieces import Tag
from companion.table.requests import (
    Answer,
    Correct,
    Drop,
    Erase,
    OpenBooks,
    Pause,
    Quit,
    Rematch,
    Reply,
    Seen,
    Showing,
    Source,
    Undo,
)
from companion.table.session import books_rule
from companion.table.snapshot import Cursor

__all__ = ["after_play", "answer_as", "handlers"]

WAYS: dict[str, str] = {"phone": "phone", "panel": "panel", "tap": "cards"}
CONTENTS = "contents"  # the answer of whoever closes an urn


def answer(e: Evening, r: Answer) -> Reply:
    if e.session is None:
        return e.no("no-match")
    if r.match not in (None, e.session.header.match):
        return e.no("stale")  # numbers begin anew with every match
    seat = HOST if r.chair is None else e.chairs[r.chair].seat
    if seat is None:
        return e.no("no-seat")
    return answer_as(e, seat, r.kind, r.fields, r.source, r.number, r.sure)


def answer_as(
    e: Evening, seat: Seat, kind: str, fields: dict[str, Any], source: Source, number: int | None = None,
    sure: bool = False,
) -> Reply:
    """Play what this seat says. A refusal goes back to whoever asked, with its reason if it is theirs to know."""
    if e.session is None:
        return e.no("no-match")
    if e.paused and seat >= 0:
        return e.no("paused")
    if kind == CONTENTS:
        urn = e.session.urn
        if urn is None or urn.closer != seat:
            return e.no("not-your-turn")
        if number not in (None, e.session.urn_number):
            return e.no("stale")
        return played(e, lambda: e.session.close_urn(source))
    if kind == by_hand.DRAWN:
        said = by_hand.drawn(e, seat, fields, number)
        return e.no(said) if isinstance(said, str) else play(e, said, source)
    try:
        move = e.session.decode(kind, seat, fields)
    except BadMove:
        return e.no("bad-move")
    if not any_way(e, seat, kind, source):
        return e.no("not-this-way")
    if not sure and source in WAYS and (asked := meant(e, move, source)):
        return asked
    return play(e, move, source, number)


def meant(e: Evening, move: Move, source: Source) -> Reply | None:
    """What the game wants asked before this move. On the board, where all may hear it: doing the same again does it."""
    assert e.session is not None
    game, match = e.session.game, e.session.match
    warning = game.warns(match.state, move) if game.warns else None
    if warning is None:
        return None
    code, aloud = warning
    if source == "phone":
        return Reply(False, code, {"sure": True})
    if not aloud or (e.notice and e.notice.code == code):
        return None
    e.say(code)
    return Reply(True, "again")


def any_way(e: Evening, seat: Seat, kind: str, source: Source) -> bool:
    """Whether this table lets such an answer come in by this device."""
    asked = (f.ways for f in e.faces(None) if f.by == seat and f.kind == kind)
    ways = next(asked, frozenset())
    return not ways or source not in WAYS or WAYS[source] in ways


def play(e: Evening, move: Move, source: Source, number: int | None = None, tag: Tag | None = None) -> Reply:
    """One move into the match, and on disk."""
    session = e.session
    assert session is not None
    viewer = move.by if source == "phone" else None
    return played(e, lambda: session.play(move, source, number, tag), viewer, tag.key if tag else None)


def played(e: Evening, act: Any, viewer: Seat | None = None, tapped: str | None = None) -> Reply:
    """`viewer` is who hears of a refusal: nobody in particular where it was done at the table, before all eyes."""
    try:
        act()
    except Refused as refused:
        code, detail = refused.to(viewer)
        return Reply(False, code, detail)
    except BrokenRules as broken:
        lobby_log(e, str(broken))
        return e.no("broken-rules", on_board=True)
    except NotSaved as error:
        return e.no("not-saved", on_board=True, why=error.why)
    after_play(e, tapped)
    return Reply(True, saved=e.saved)


def after_play(e: Evening, tapped: str | None = None) -> None:
    """Follow the match to where it now stands."""
    assert e.session is not None
    e.cursor = Cursor()
    if (floor := getattr(e.session.match.state, "floor", None)) != e.floor:
        e.floor = floor
        for c in e.chairs:
            if c.hand:
                e.change(c.id, hand=False)
    if e.pieces:
        e.pieces.after(e.session.match, tapped)
    if e.session.match.over and e.stage == "playing":
        e.stage = "over"
        e.ended = e.now
        if books_rule(e.session) == "at-end":
            e.keep(e.session.journal.release)


def drop(e: Evening, r: Drop) -> Reply:
    if e.session is None:
        return e.no("no-match")
    seat = e.chairs[r.chair].seat
    if seat is None:
        return e.no("no-seat")
    if e.paused:
        return e.no("paused")
    if r.match not in (None, e.session.header.match) or r.urn not in (None, e.session.urn_number):
        return e.no("stale")  # it was for another urn
    return dropped(e, r.papers, seat, r.extra, viewer=seat)


def dropped(
    e: Evening, papers: list[str], seat: Seat | None, extra: int | None = None, viewer: Seat | None = None
) -> Reply:
    """Papers into the urn. It closes by itself when nobody closes it and all that is due lies in it."""
    session = e.session
    assert session is not None
    try:
        session.drop(papers, seat, extra)
    except Refused as refused:
        if not session.urn_due:  # the disk may have failed as it was to be closed
            return Reply(False, *refused.to(viewer))
    except NotSaved as error:
        return e.no("not-saved", on_board=True, why=error.why)
    if session.urn_due:
        return played(e, lambda: session.close_urn("table"))
    return Reply(True, saved=e.saved)


def showing(e: Evening, r: Showing) -> Reply:
    if r.here and not e.screens:
        e.seen = e.told_by_now  # what came before is no news to it
    (e.screens.add if r.here else e.screens.discard)(r.screen)
    return Reply(True)


def seen(e: Evening, r: Seen) -> Reply:
    if e.session and e.session.header.match == r.match:
        e.seen = r.told
    return Reply(True)


def undo(e: Evening, r: Undo) -> Reply:
    session = e.session
    if session is None or e.stage == "lobby":
        return e.no("no-match")
    if session.journal.books.released:
        return e.no("books-open")  # the seed is known: a draw after it would be no draw
    try:
        taken = session.match.undoes()[0]
        if session.match.undo_tells() and not r.sure:
            return e.no("undo-tells", kind=kind_of(taken), seat=taken.by)
    except Refused as refused:
        return Reply(False, refused.code)

    def back() -> None:
        session.undo()
        e.pieces = session.noted()

    reply = played(e, back)
    if reply.ok:
        e.seen = min(e.seen, e.told_by_now)
        if e.stage == "over":
            e.stage = "playing"
        e.say("undone", kind=kind_of(taken), seat=taken.by)
    return reply


def kind_of(move: Move) -> str:
    return str(move.__struct_config__.tag)


def correct(e: Evening, r: Correct) -> Reply:
    reply = answer_as(e, HOST, r.kind, r.fields, "host")
    if reply.ok and e.session and r.kind in {str(m.__struct_config__.tag) for m in e.session.match.corrections}:
        e.say("corrected", kind=r.kind)
    return reply


def pause(e: Evening, r: Pause) -> Reply:
    if e.stage != "playing":
        return e.no("no-match")
    if r.on != e.paused:
        e.pause(r.on)
        e.keep(lambda: e.house.set(paused=True if r.on else None))  # also over a restart
    return Reply(True, saved=e.saved)


def quit_(e: Evening, r: Quit) -> Reply:
    """Back to the lobby with everybody where they sit."""
    if e.session is None:
        return e.no("no-match")
    result = e.session.match.result if e.session.match.over else None
    close(e)
    lobby.carry_on(e, result)
    return Reply(True)


def close(e: Evening) -> None:
    assert e.session is not None
    if not e.session.leave():
        e.left.append(e.session)
    if e.paused:
        e.keep(lambda: e.house.set(paused=None))
    e.session = e.pieces = e.alarm = None
    e.stage, e.paused, e.cursor = "lobby", False, Cursor()
    for c in e.chairs:
        if c.presence == "free":
            e.empty(c.id)
        e.change(c.id, seat=None, hand=False, name="" if c.presence == "free" else c.name)
    e.keep_chairs()


def rematch(e: Evening, r: Rematch) -> Reply:
    if e.stage != "over" or e.session is None:
        return e.no("not-over")
    if any(c.seat is not None and c.presence == "free" for c in e.chairs):
        return e.no("seat-empty", on_board=True)
    if not lobby.fits(e):
        low, high = lobby.room(e)
        return e.no("seats", on_board=True, low=low, high=high, n=len(e.occupied()))
    result = e.session.match.result
    close(e)
    lobby.carry_on(e, result)
    return lobby.begin(e)


def open_books(e: Evening, r: OpenBooks) -> Reply:
    session = e.session
    if session is None or e.stage != "over":
        return e.no("not-over")
    who = books_rule(session)
    if who == "nobody":
        return e.no("books-closed")
    if who == "all-seats":
        seat = e.chairs[r.chair].seat if r.chair is not None else None
        if seat is None:
            return e.no("all-seats")
        e.agreed.add(seat)
        if not e.people() <= e.agreed:
            return Reply(True)
    elif r.chair is not None:
        return e.no("host-only")
    e.keep(session.journal.release)
    return Reply(True)


def erase(e: Evening, r: Erase) -> Reply:
    """From the disk, for good: one match, or all of them with the tags, the chairs and the settings."""
    if r.match is None and e.session is not None:
        close(e)
    running = e.session.header.match if e.session else None
    if r.match is not None and r.match == running:
        return e.no("match-running")
    found = [m for m in listing(e.folder) if r.match is None or (m.header and m.header.match == r.match)]
    if r.match is not None and not found:
        return e.no("no-such-match")
    e.forget_left(r.match)
    for m in found:
        discard(m.path)
    if r.match is None:
        for chair in e.chairs:
            e.change(chair.id, seat=None)
            e.empty(chair.id)
        e.keep(e.house.wipe)
        backup.forget(e.folder.parent)
        if e.simulated:
            enrol.simulate(e)
    return Reply(True, detail={"n": len(found)})


def lobby_log(e: Evening, what: str) -> None:
    """A broken rule is our bug: the journal keeps a note of it for the report, in order with the moves."""
    assert e.session is not None
    with suppress(NotSaved):
        e.session.journal.append([Row("note", what.encode(), "table")])


handlers: dict[type, Any] = {
    Answer: answer, Drop: drop, Undo: undo, Correct: correct, Pause: pause, Quit: quit_, Rematch: rematch,
    OpenBooks: open_books, Erase: erase, Showing: showing, Seen: seen,
}  # fmt: skip
