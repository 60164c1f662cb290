"""What a tap means: it fills the first open field of that kind of component that takes it."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any, NamedTuple

from companion.engine import CHANCE, URN, Ask, Assign, Component, Field, Number, OneOf, Seat, SomeOf, deck_of
from companion.table import enrol, house, panel, placing, play
from companion.table.evening import Evening
from companion.table.pieces import Tag
from companion.table.requests import Fall, Lid, Reply, Status, Tap
from companion.table.snapshot import AWAY, Alarm, Cursor

__all__ = ["Meaning", "commit_pending", "handlers", "meanings", "tapping"]


SAME_TAP = 1.5  # seconds in which a card read again is the same tap


class Meaning(NamedTuple):
    """One thing a tap may mean: this ask, with this field so filled."""

    ask: Ask[Any]
    field: str
    value: Any


def tap(e: Evening, r: Tap) -> Reply:
    known = e.house.tag(r.uid)
    if known is None and enrol.random(r.uid) and (e.badge_for is not None or e.stage == "enrolling"):
        return enrol.refuse_random(e)
    if e.badge_for is not None and known is None:
        return new_badge(e, r.uid)
    if e.stage == "enrolling":
        return enrol.learn(e, r.uid)
    if known is None:
        return e.no("unknown-tag", on_board=True)
    if isinstance(known, house.Badge):
        return badge(e, known.chair)
    if known.game != e.game:
        title = e.games[known.game].title if known.game in e.games else known.game
        return e.no("other-game", on_board=True, game=title)
    component = next((c for c in e.games[known.game].components if c.key == known.key), None)
    if component is None:
        return e.no("unknown-tag", on_board=True)
    if e.stage != "playing":
        return e.no("nothing-asked", on_board=True)
    if e.paused:
        return e.no("paused", on_board=True)
    uid, since, moves = e.last_taken
    nothing_since = e.now - since < SAME_TAP and moves == e.moves()
    if r.uid == uid and nothing_since and not e.cursor.pending and not e.session_urn():
        return Reply(True, "dropped")  # the same card, read once more: it must not answer the next question too
    reply = piece(e, component, r.reader)
    if reply.ok:
        e.last_taken = (r.uid, e.now, e.moves())
    return reply


def new_badge(e: Evening, uid: str) -> Reply:
    chair = e.badge_for
    assert chair is not None
    e.badge_for = None
    e.keep(lambda: e.house.enrol(uid, house.Badge(chair)))
    e.say("badge-known", chair=chair)
    return Reply(True, "badge-known", {"chair": chair})


def badge(e: Evening, chair: int) -> Reply:
    """In the lobby a badge seats its chair; in a match it stands for its seat."""
    c = e.chairs[chair]
    if e.stage in ("lobby", "over") and c.seat is None:
        if c.presence == "free":
            e.change(chair, name=e.words()("chair.unnamed", n=chair + 1), presence="badge")
            e.keep_chairs()
            return Reply(True, "seated", {"chair": chair})
        if c.presence == "badge" and e.stage == "lobby":
            e.empty(chair)
            e.keep_chairs()
        return Reply(True)
    if c.seat is None or e.stage != "playing":
        return e.no("nothing-asked", on_board=True)
    if e.paused:
        return e.no("paused", on_board=True)
    return mean(e, meanings(e, "seat", c.seat), None)


def piece(e: Evening, c: Component, reader: str) -> Reply:
    """A card, token or ballot of the game being played."""
    assert e.session is not None
    if e.session.urn and (reader == "slot" or not slot_works(e)):
        box = e.session.box
        if box and (paper := box.real(c.key, str(c.face))):
            if paper == c.key and box.items[paper]:
                return e.no("read-already", on_board=True)
            reply = play.dropped(e, [paper], c.seat)
            return reply if reply.ok else e.no(reply.code, on_board=True)
        if reader == "slot":
            return e.no("not-for-the-urn", on_board=True)
    if laid := placing.lay(e, c):
        return laid
    found = meanings(e, c.of, c.face, c.seat)
    if not found and (drawn := from_the_pile(e, c)):
        return drawn
    if not found:
        return wrong(e, c)
    if e.pieces and e.pieces.read(c.key):
        return e.no("read-already", on_board=True)
    if e.pieces and c.key in e.pieces.face:
        fits = [m for m in found if e.pieces.fits(c.key, zone_of(m))]
        if not fits:
            return e.no("read-already" if answered(e, found, c.key) else "tag-elsewhere", on_board=True, of=c.of)
        found = fits
    return mean(e, found, c.key)


def answered(e: Evening, found: list[Meaning], key: str) -> bool:
    """Whether this very thing has answered this question before, as it was asked again and again until now."""
    assert e.session is not None
    kinds = {m.ask.move for m in found if m.ask.by != CHANCE}
    before = zip(reversed(e.session.match.journal), reversed(e.session.tags), strict=False)
    return key in {tag.key for _, tag in takewhile(lambda past: type(past[0]) in kinds, before) if tag}


def wrong(e: Evening, c: Component) -> Reply:
    """Why this card answers nothing now."""
    assert e.session is not None
    if e.pieces and e.pieces.foreign(c.key):
        return e.no("not-in-this-match", on_board=True)
    if any(field.of == c.of for _, _, field in placing.asked(e)):
        return e.no("place-first", on_board=True)
    asked, cards = asked_for(e), {x.of for x in e.session.game.components} | {"seat"}
    if not asked & cards:
        return e.no("nothing-asked", on_board=True)
    if c.seat is not None and c.of in asked:
        return e.no("not-that-seat", on_board=True, seat=c.seat)
    draws = (a for a in e.session.match.asks() if a.by == CHANCE and a.fields["item"].of == c.of)
    if draw := next(draws, None):
        return e.no("not-in-deck", on_board=True, of=c.of, deck=deck_of(draw))
    fields = (f for a in e.session.match.asks() for f in a.fields.values() if f.shown and f.of == c.of)
    for why in (f.denied(c.face) for f in fields):
        if why != "not-offered":  # by public facts, so everybody may hear it
            return e.no("not-offered", on_board=True, why=why)
    return e.no("not-this-one", on_board=True)


def tapping(e: Evening) -> frozenset[Seat]:
    """Whose questions real cards on the reader answer: that a card would do is public, which one is not."""
    there = e.simulated or not {"reader", "slot"}.isdisjoint(name.split()[0] for name in e.devices)
    if e.session is None or not there or e.devices.get("reader") in AWAY:
        return frozenset()
    real = e.session.options.tapped | {c.of for c in e.session.game.components if c.seat is not None}
    open_ = (a for a in e.session.match.asks() if a.by >= 0 and (not a.ways or "cards" in a.ways))
    return frozenset(a.by for a in open_ if any(f.of in real and _tapped(f) for f in a.fields.values()))


def _tapped(f: Field) -> bool:
    return isinstance(f, (OneOf, SomeOf)) or (isinstance(f, Assign) and bool(f.to))


def from_the_pile(e: Evening, c: Component) -> Reply | None:
    """Of a half-filled answer only the source is missing, and this card can only come from the pile: the one source
    that is no card. The tap is that answer, and the draw behind it."""
    assert e.session is not None
    cursor = e.cursor
    mine = (a for a in e.session.match.asks() if (a.by, a.kind) == (cursor.seat, cursor.kind))
    ask = next(mine, None) if cursor.draft else None
    missing = [name for name in ask.fields if name not in cursor.draft] if ask else []
    if ask is None or len(missing) != 1:
        return None
    source, cards = ask.fields[missing[0]], {x.face for x in e.session.game.components if x.of == c.of}
    if not isinstance(source, OneOf) or source.of != c.of or source.faces:
        return None
    piles = [v for v in source.values if v not in cards]
    if len(piles) != 1 or (e.pieces and not e.pieces.fits(c.key, "draw")):
        return None
    reply = play.answer_as(e, ask.by, cursor.kind or "", {**cursor.draft, missing[0]: piles[0]}, "tap")
    found = meanings(e, c.of, c.face) if reply.ok else []
    return mean(e, found, c.key) if found else reply


def slot_works(e: Evening) -> bool:
    """Whether the urn has a reader of its own. Where it has none, or has lost it, the table's reader is the urn."""
    return e.devices.get("slot") not in (None, *AWAY)


def zone_of(m: Meaning) -> str | None:
    """Where a real card must lie for its tap to mean this: a draw comes from its pile, a place from a hand."""
    if m.ask.by != CHANCE:
        field = m.ask.fields[m.field]
        return "hand" if isinstance(field, (OneOf, SomeOf)) and field.faces else None
    deck = deck_of(m.ask)
    return "draw" if m.ask.fields["item"].of == deck else deck  # a second pile of the same cards has its own name


def asked_for(e: Evening) -> set[str]:
    assert e.session is not None
    return {f.of for a in e.session.match.asks() for f in a.fields.values()}


def meanings(e: Evening, of: str, thing: Any, seat: Seat | None = None) -> list[Meaning]:
    """Each open ask with a field of that kind of component that takes the thing; a seat's card answers for it only."""
    assert e.session is not None
    found: list[Meaning] = []
    for ask in e.session.match.asks():
        if ask.by == URN or (seat is not None and ask.by != seat) or (ask.ways and "cards" not in ask.ways):
            continue
        for name, f in ask.fields.items():
            if f.of == of and (value := _filled(f, thing, ask.keys.get(name))) is not None:
                found.append(Meaning(ask, name, value[0]))
                break
    return found


def _filled(f: Field, thing: Any, keys: Sequence[str] | None = None) -> tuple[Any] | None:
    """The value of the field that the thing stands for: a held card by its first place, or by its own (`keys`)."""
    if not isinstance(f, (OneOf, SomeOf)):
        return None
    if keys is not None:
        place = keys.index(thing) if thing in keys else None
        return None if place is None or not f.accepts(place) else (place,)
    if isinstance(f, SomeOf) and f.faces:
        offered = [(f.faces[place], place) for place in f.values]
    else:
        offered = list(zip(f.faces or f.values, f.values, strict=True))
    found = [value for face, value in offered if face == thing and type(face) is type(thing)]
    if not found:
        return None
    return (found[0],) if isinstance(f, OneOf) else ([found[0]],)


def mean(e: Evening, found: list[Meaning], key: str | None) -> Reply:
    """Do what the tap means. Where it may mean two things, the board shows them; a button or the same tap decides."""
    if not found:
        return e.no("nothing-asked", on_board=True)
    preferred = [m for m in found if m.ask.by == e.cursor.seat]
    if e.cursor.pending and key == e.cursor.tapped and e.cursor.pending in (_choices(found), _choices(preferred)):
        return commit_pending(e)  # the same thing again
    if len(preferred) == 1:
        found = preferred
    (m, *others) = found
    ready = m.ask.by == CHANCE or m.ask.fields.keys() <= {m.field, *panel.lone(m.ask.fields)}
    if not others and ready and not m.ask.grave:
        return act(e, m, key)
    if not others and not ready and m.ask.by != CHANCE:
        c = e.cursor if (e.cursor.seat, e.cursor.kind) == (m.ask.by, m.ask.kind) else Cursor()
        draft = {**c.draft, m.field: m.value}
        if key is not None and key == c.tapped and c.part is not None and c.value is not None:
            draft = {c.part: c.value, **draft}  # the same card again: with the amount on which the cursor stands
        if draft.keys() >= m.ask.fields.keys():
            return play.answer_as(e, m.ask.by, m.ask.kind, draft, "tap")
        part, value = amount(m.ask, draft) or (m.field, m.value)
        e.cursor = Cursor(seat=m.ask.by, kind=m.ask.kind, part=part, value=value, draft=draft, tapped=key)
        return Reply(True, "tap-again")
    choices = _choices(found)
    e.cursor = Cursor(seat=m.ask.by, kind=m.ask.kind, part=m.field, value=m.value, pending=choices, tapped=key)
    return Reply(True, "tap-again")


def amount(ask: Ask[Any], draft: Mapping[str, Any]) -> tuple[str, int] | None:
    """Where the next field is a number: its name and the least that it may be by public facts."""
    name = next(name for name in ask.fields if name not in draft)
    field = ask.fields[name]
    known = field if field.shown else field.cover
    return (name, known.low) if isinstance(known, Number) else None


def _choices(found: list[Meaning]) -> tuple[tuple[Seat, str, str, Any], ...]:
    """What a tap may mean, as the cursor keeps it."""
    return tuple((m.ask.by, m.ask.kind, m.field, m.value) for m in found)


def commit_pending(e: Evening) -> Reply:
    """The choice on which the cursor stands."""
    seat, what, field, value = e.cursor.pending[e.cursor.at]
    for m in meanings_now(e):
        if (m.by, m.kind) == (seat, what):
            return act(e, Meaning(m, field, value), e.cursor.tapped)
    e.cursor = Cursor()
    return e.no("not-now", on_board=True)


def meanings_now(e: Evening) -> list[Ask[Any]]:
    return e.session.match.asks() if e.session else []


def act(e: Evening, m: Meaning, key: str | None) -> Reply:
    """Play it; the same tap may also be the draw that waits behind it."""
    assert e.session is not None
    fixed = {
        k: f.values[0] for k, f in m.ask.fields.items() if k != m.field and isinstance(f, OneOf) and len(f.values) == 1
    }
    if {m.field, *fixed} < m.ask.fields.keys():  # the rest of it is still to be said
        draft = {**fixed, m.field: m.value}
        e.cursor = Cursor(seat=m.ask.by, kind=m.ask.kind, part=m.field, value=m.value, draft=draft)
        return Reply(True, "tap-again")
    move = m.ask.move(by=m.ask.by, **fixed, **{m.field: m.value})
    if asked := play.meant(e, move, "tap"):
        return asked
    noted = key is not None and e.pieces is not None and key in e.pieces.face
    reply = play.play(e, move, "tap", tag=Tag(key, zone_of(m)) if key and noted else None)
    if not reply.ok:
        return e.no(reply.code, on_board=True)
    return reply


def fall(e: Evening, r: Fall) -> Reply:
    """Something fell that nobody read: only a question, while an urn is open."""
    if e.session and e.session.urn:
        e.alarm = Alarm("fell-unread")
    return Reply(True)


def lid(e: Evening, r: Lid) -> Reply:
    e.devices["lid"] = "open" if r.open else "ready"
    if r.open and e.session and e.session.urn:
        e.alarm = Alarm("urn-opened")
    return Reply(True)


def status(e: Evening, r: Status) -> Reply:
    """A device is otherwise than it was; the board says what to do, and the match goes on."""
    before = e.devices.get(r.device)
    if before == r.status:
        return Reply(True)
    e.devices[r.device] = r.status
    if r.device == "power":
        power(e, r.status)
    elif r.device == "safe-mode":
        e.alarm = e.alarm or Alarm(f"safe-{r.status}")
    elif r.status in AWAY:
        e.say(f"device-{r.status}", refusal=True, device=r.device)
    elif r.status in ("two-tags", "garbled"):
        e.say(r.status, refusal=True)
    elif before in AWAY:
        e.say("device-ready", device=r.device)
    return Reply(True)


def power(e: Evening, status: str) -> None:
    """The button that switches the table off is being held: seconds to be seen, until it is let go."""
    if status.startswith("off-in-"):
        e.say("shutting-down", n=int(status.removeprefix("off-in-")))
    elif status == "off":
        e.say("shut-down")
    else:
        e.notice = None


handlers: dict[type, Any] = {Tap: tap, Fall: fall, Lid: lid, Status: status}


def moved(cursor: Cursor, by: int) -> Cursor:
    """The cursor on another of the things that a tap may mean."""
    at = (cursor.at + by) % len(cursor.pending)
    seat, what, field, value = cursor.pending[at]
    return replace(cursor, at=at, seat=seat, kind=what, part=field, value=value)
