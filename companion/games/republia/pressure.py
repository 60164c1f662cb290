"""Section D: the Social Pressure track. It moves by itself, one position after another."""

from __future__ import annotations

from companion.engine import Script

from . import events as e
from .state import Table, into

__all__ = ["push"]


def push(t: Table, steps: int, why: str, landing: str = "step") -> Script[None]:
    """REP-036..045. Each position that is entered is resolved before the next; after Crisis nothing moves.

    `why` is told. `landing="final"`: only where the whole move stops does it land (REP-038).
    """
    by = 1 if steps > 0 else -1
    for left in range(abs(steps) - 1, -1, -1):
        if t.crisis or t.sp + by < t.map.sp_start:
            return
        t.sp += by
        t.say(e.PressureMoved(t.sp, why))
        stops = not left or t.sp in (t.map.sp_start, t.map.sp_end)
        yield from land(t, stops or landing == "step")


def land(t: Table, stops: bool) -> Script[None]:
    trigger = t.map.triggers.get(t.sp)
    if t.sp == t.map.sp_end:
        t.crisis = True  # REP-044
        t.say(e.Crisis())
    if trigger is None:
        return
    if trigger.take == "exchange":
        if not t.exchange:  # REP-042: reached or passed
            t.exchange = True
            t.say(e.ExchangeUnlocked())
    elif stops:
        yield from release(t, trigger.take, trigger.deck)


def release(t: Table, take: str, deck: int) -> Script[None]:
    """REP-041, REP-043, REP-044, REP-047. Laws go to the pile face down; with an empty drawer the top of the deck."""
    if not len(t.cabinet):
        laws = yield from t.laws.faces(min(deck, len(t.laws)))  # REP-048
        if laws:
            into(t.pile, laws)
            t.say(e.LawsFromDeck(len(laws)))
        return
    many = {"one": 1, "half": len(t.cabinet) // 2, "all": len(t.cabinet)}[take]
    if many == len(t.cabinet):
        laws = [*t.cabinet.contents()]
        t.cabinet.loose.clear()
        t.cabinet.slots.clear()
    else:
        laws = yield from t.cabinet.faces(many)
    if laws:
        into(t.pile, laws)
        t.say(e.LawsFromDrawer(len(laws)))
