"""Section K, in the open: instant cards, Informant, thefts, gifts; and what a held card looks like to an ask."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from companion.engine import Ask, Field, Move, OneOf, Script, Seat, aside, ask, number, seat_of

from . import events as e
from . import moves as m
from .pressure import push
from .state import Card, LawId, Table, type_of

__all__ = ["TurnLost", "chosen", "draw_card", "gift", "gifts", "held", "lose_turn", "play_card", "playable", "rob"]


class TurnLost(Exception):
    """REP-136. The president has gone to Prison in the middle of the Turn."""


# ---- held cards, chosen by their place


@lru_cache(maxsize=1024)
def _places(cards: tuple[Card, ...], usable: tuple[Card, ...], why: str) -> OneOf:
    """The places of the usable ones; the others, which the phone shows too, are refused with the reason."""
    places = tuple(i for i, c in enumerate(cards) if c in usable)
    return OneOf(
        values=places, faces=tuple(cards[i] for i in places), of="actions", hand=cards,
        why={i: why for i in range(len(cards)) if i not in places},
    )  # fmt: skip


def held(t: Table, seat: Seat, *usable: Card, why: str = "other-card") -> OneOf:
    """A card of one's own hand, of these types; without types any."""
    cards = tuple(t.cards[seat])
    return _places(cards, usable or cards, why)


def chosen(
    t: Table, kind: type[Move], by: Seat, of: Seat | None = None, optional: bool = False, **fields: Field
) -> Ask[Any]:
    """An ask for a card by its place in a hand, which a tap may name by the card itself. `optional`: nobody waits."""
    keys: Mapping[str, Sequence[str]] = {}
    if not t.unreal("actions"):
        keys = {"card": tuple(t.hands[by if of is None else of])}
    return Ask(kind, by, fields, keys=keys, aside=optional)


# ---- cards played in the open: instant cards, and Informant at a Press Conference

def hit(t: Table, card: Card) -> tuple[Sequence[Seat], str]:
    """REP-127, REP-128. Whom the card cannot hit again, and why."""
    return (t.mobilized, "mobilized") if card == "mobilization" else (t.prison, "in-prison")


PLAYABLE = {
    (a, b, c): ("informant",) * a + ("mobilization",) * b + ("removal",) * c
    for a in (False, True) for b in (False, True) for c in (False, True)
}  # fmt: skip


def playable(t: Table, informant: bool) -> list[Ask[m.PlayCard]]:
    """REP-112, REP-113, REP-124..128, REP-134. Every free seat is asked, whatever it holds (REP-210): what is among its
    choices, and what is not, it alone sees."""
    if t.rule.no_cards:
        return []
    informant = informant and not t.informed
    free, mobilized, spared = t.free(), t.mobilized, t.n - len(t.mobilized)
    found, several, real = [], len(free) > 1, not t.unreal("actions")
    for seat in free:
        # somebody must be left to be hit
        cards = PLAYABLE[informant, spared > (seat not in mobilized), several]
        if real:
            found.append(chosen(t, m.PlayCard, seat, optional=True, card=held(t, seat, *cards, why="not-now")))
        else:
            found.append(_playable(seat, tuple(t.cards[seat]), cards))
    return found


@lru_cache(maxsize=4096)
def _playable(seat: Seat, mine: tuple[Card, ...], cards: tuple[Card, ...]) -> Ask[m.PlayCard]:
    """The same ask while the hand is the same: it is put at every step of every Turn."""
    return aside(ask(m.PlayCard, seat, card=_places(mine, cards, "not-now")))


def play_card(t: Table, move: m.PlayCard, law: LawId = "") -> Script[None]:
    """An Informant on the Law on the table, or an instant card."""
    card = type_of(t.hands[move.by][move.card])
    if card == "informant":
        t.discard(t.lose(move.by, move.card))
        t.informed, t.shown = True, law
        t.say(e.InformantPlayed(move.by))
        t.say(e.TitleShown(law))
    else:
        yield from instant(t, move.by, t.lose(move.by, move.card))


def instant(t: Table, seat: Seat, card: str) -> Script[None]:
    """REP-125. Public, and one step of Social Pressure; the card lies before its victim (REP-129).

    Raises `TurnLost` where it hits the president.
    """
    kind = type_of(card)
    t.lying.setdefault(kind, []).append(card)
    t.played = kind
    barred, why = hit(t, kind)
    reasons = {**dict.fromkeys(barred, why), seat: "yourself"}
    may = seat_of([s for s in range(t.n) if s not in reasons], reasons, shown=True)
    target = (yield from ask(m.ChooseTarget, seat, target=may)).target
    t.played = ""
    if kind == "mobilization":
        t.mobilized.append(target)
        t.say(e.Mobilized(seat, target))
    else:
        t.prison.append(target)
        t.say(e.Imprisoned(seat, target))
        if target in t.to_come():  # REP-135
            lose_turn(t, target)
    yield from push(t, 1, kind)
    if kind == "removal" and target == t.president:
        raise TurnLost


def lose_turn(t: Table, seat: Seat) -> None:
    """REP-119, REP-135. Every Law held goes back into the middle of the deck."""
    t.lost.append(seat)
    laws, t.held[seat] = t.held[seat], []
    for law in laws:
        t.law_back(law, middle=True)
    t.say(e.TurnLost(seat))


# ---- drawing, stealing, giving


def draw_card(t: Table, seat: Seat) -> Script[None]:
    """The top Action card; only who draws it sees it. Nothing where the deck is empty (REP-056)."""
    t.drawer = seat
    drawn = yield from t.actions.faces(min(1, len(t.actions)))
    t.drawer = None
    for card in drawn:
        t.gain(seat, card)
        t.say(e.CardDrawn(type_of(card)), seat)


def rob(t: Table, thief: Seat, pp: int) -> Script[None]:
    """REP-118, REP-167. The thief looks at the hand of another player and takes one card, and `pp`."""
    everyone_else = seat_of(t.others(thief), {thief: "yourself"}, shown=True)
    victim = (yield from ask(m.ChooseVictim, thief, target=everyone_else)).target
    t.say(e.Robbed(thief, victim))
    t.look[thief] = list(t.cards[victim])
    whole = held(t, victim) if t.cards[victim] else OneOf(values=(None,), faces=("none",), of="actions")
    place = (yield from chosen(t, m.TakeCard, thief, of=victim, card=whole)).card
    t.look.clear()
    if place is None:
        t.say(e.NothingTaken(thief, victim), thief, victim)
    else:
        card = t.lose(victim, place)
        t.gain(thief, card)
        t.say(e.CardTaken(thief, victim, type_of(card)), thief, victim)
    t.pp[thief] += (taken := min(pp, t.pp[victim]))
    t.pp[victim] -= taken


def gifts(t: Table) -> list[Ask[Any]]:
    """REP-014. Once a Turn for each seat, where the table allows it."""
    if not t.options.allow_gifts:
        return []
    found: list[Ask[Any]] = []
    for seat in range(t.n):
        if seat not in t.gave:
            to = seat_of(t.others(seat), {seat: "yourself"}, shown=True)
            found += [
                aside(ask(m.GivePower, seat, target=to, pp=number(1, t.pp[seat]))),
                chosen(t, m.HandOver, seat, optional=True, target=to, card=held(t, seat)),
            ]
    return found


def gift(t: Table, move: m.GivePower | m.HandOver) -> None:
    """REP-014."""
    t.gave.append(move.by)
    if isinstance(move, m.GivePower):
        t.pp[move.by] -= move.pp
        t.pp[move.target] += move.pp
        t.say(e.PowerGiven(move.by, move.target, move.pp))
        return
    card = t.lose(move.by, move.card)
    t.gain(move.target, card)
    t.say(e.CardGiven(move.by, move.target))
    t.say(e.CardReceived(move.by, type_of(card)), move.target)
