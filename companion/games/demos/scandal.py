"""The Scandal phase: what the Media do."""

from __future__ import annotations

from companion.engine import Ask, Deck, Script, Seat, ask, one_of, seat_of

from . import moves as m
from .hands import SUITS
from .state import MEDIA, Mark, Table
from .steps import quorum, step


def scandal(t: Table) -> Script[None]:
    """DMS-250..269."""
    t.phase = "scandal_reveal"
    live = reveal(t)
    if live:
        t.phase = "scandal_action"
    for seat in t.around(t.dealer):  # DMS-256: of the last round
        for media in [card for card in t.figures.get(seat, ()) if card in live]:
            yield from act(t, seat, media)


def reveal(t: Table) -> set[str]:
    """DMS-251..254. All Media are turned up; those that may act."""
    live: set[str] = set()
    for seat in t.around(t.dealer):
        held = {slot: card for slot, card in enumerate(t.figures.get(seat, ())) if card[0] == MEDIA}
        for slot, card in held.items():
            t.turn_up(seat, slot)
            t.tell(m.MediaShown(seat, card))
        if len(held) < 2:
            live |= set(held.values())
        elif seat == t.independent:
            t.media |= dict.fromkeys(held.values(), "kept")
            t.tell(m.MediaKept(seat))
            live |= set(held.values()) if t.options.independent_two_media == "two_actions" else set()
        else:
            t.media |= dict.fromkeys(held.values(), "cancelled")
            t.tell(m.MediaCancelled(seat))
    return live


def targets(t: Table, holder: Seat) -> dict[Seat, list[int]]:
    """DMS-257, DMS-262. The slots that may be hit, by seat."""
    either = t.options.media_target == "any"
    found: dict[Seat, list[int]] = {}
    for seat in range(t.n):
        hidden, figures = t.hidden(seat), t.figures.get(seat, ())
        slots = [i for i, card in enumerate(figures) if card[0] != MEDIA and (either or i in hidden)]
        if slots and seat != holder:
            found[seat] = slots
    return found


def act(t: Table, holder: Seat, media: str) -> Script[None]:
    """DMS-257..260, DMS-263, DMS-264, DMS-458. One Media card of one holder."""
    yield from quorum(t)
    legal = targets(t, holder)
    if not legal:
        return rests(t, holder, media, "idle")
    may = not t.options.media_mandatory

    def asks() -> list[Ask[m.PointAt | m.Decline]]:
        why = {seat: "nothing-hidden" for seat in range(t.n) if seat not in legal} | {holder: "yourself"}
        point: list[Ask[m.PointAt | m.Decline]] = [ask(m.PointAt, holder, target=seat_of(legal, why, shown=True))]
        return [*point, ask(m.Decline, holder)] if may else point

    named = yield from step(t, lambda: holder not in t.away, asks, t.options.turn_seconds)
    if isinstance(named, m.Decline) or (named is None and (may or holder in t.away)):
        return rests(t, holder, media, "declined")
    if named is None:
        return (yield from at_random(t, holder, media, legal))
    slots, t.pointed = legal[named.target], named.target
    said = yield from step(t, lambda: holder not in t.away, lambda: [announcing(holder, slots)], t.options.turn_seconds)
    t.pointed = None
    if said is not None:
        return hit(t, holder, media, named.target, said.slot - 1, said.suit)
    if may or holder in t.away:
        return rests(t, holder, media, "declined")
    return (yield from at_random(t, holder, media, {named.target: slots}))


def announcing(holder: Seat, slots: list[int]) -> Ask[m.Announce]:
    slot = one_of([slot + 1 for slot in slots], of="slot", shown=True)
    return ask(m.Announce, holder, slot=slot, suit=one_of(SUITS, of="suit", shown=True))


def at_random(t: Table, holder: Seat, media: str, legal: dict[Seat, list[int]]) -> Script[None]:
    """DMS-455."""
    t.tell(m.TimeRanOut(holder))
    pairs = [f"{seat}.{slot}" for seat, slots in legal.items() for slot in slots]
    (pair,) = yield from Deck.of("forced_media_target", pairs).faces(1)
    (suit,) = yield from Deck.of("forced_media_suit", SUITS).faces(1)
    seat, slot = map(int, pair.split("."))
    hit(t, holder, media, seat, slot, suit)


def hit(t: Table, holder: Seat, media: str, target: Seat, slot: int, suit: str) -> None:
    """DMS-259, DMS-260, DMS-262. Turned up, with the Media on top; a later announcement replaces an earlier one."""
    card = t.turn_up(target, slot)
    t.marks = [mark for mark in t.marks if (mark.seat, mark.slot) != (target, slot)]
    t.marks.append(Mark(media, holder, target, slot, suit))
    t.media.setdefault(media, "used")
    t.tell(m.MediaUsed(holder, target, slot + 1, card, suit))


def rests(t: Table, holder: Seat, media: str, how: str) -> None:
    """It stays in front of its holder."""
    t.media.setdefault(media, how)
    t.tell(m.MediaIdle(holder) if how == "idle" else m.MediaDeclined(holder))
