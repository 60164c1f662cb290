"""RULES.md, DEM-529 to DEM-531: who may interrupt, asked by public facts alone and for a fixed time, so that neither
being asked nor answering fast tells what anybody holds. Here too what the President's card does in the own turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace

from companion.engine import Ask, Move, OneOf, Script, Seat, aside, ask, by_way_of, first, one_of, together, upon

from . import events as e
from . import moves as m
from .agents import free_judge
from .board import lose, neutral, put
from .piles import discard, holdable, may_hold_more, take
from .plan import Card
from .state import Doing, Table

M = TypeVar("M", bound=Move)
SECONDS = 5


class Played(NamedTuple):
    seat: Seat
    card: Card


# ---- reactions


def react(
    t: Table, actor: Seat, playable: Mapping[Seat, Iterable[str]], occasion: str = "effect"
) -> Script[Played | None]:
    """DEM-055, DEM-529. One window for all affected; the first clockwise from the actor who plays a card closes it, and
    the others keep theirs. `playable`: by affected seat, the windows of the cards that would fit."""
    asks: list[Ask[Any]] = []
    for seat, fitting in playable.items():
        if (seat in t.prison and not t.options.prison_reactions) or not may_hold_more(t, seat):
            continue  # DEM-131
        if could := [c for c in t.plan.cards if c in fitting]:
            held = [c for c in holdable(t, seat) if c in fitting]
            asks.append(phone(ask(m.React, seat, card=out_of(held, could))))
            asks.append(ask(m.PassWindow, seat))
    asks = [upon(one, occasion) for one in asks]
    if not asks:
        return None
    answers = yield from together(asks, at_least=SECONDS)
    for seat in t.around(actor):
        answer = answers.get(seat)
        if isinstance(answer, m.React):
            take(t, seat, answer.card)
            discard(t, seat, answer.card)
            t.tell(e.Reacted(seat, answer.card))
            return Played(seat, t.face(answer.card))
    return None


def out_of(held: Iterable[str], could: Sequence[str]) -> OneOf:
    """A card that may be played, for its player alone. A phone lists what could be held by public facts, so that all
    lists are alike; what is not held is refused."""
    found = dict.fromkeys(c for c in could if c in set(held))
    field = one_of(found, dict.fromkeys((c for c in could if c not in found), "not-held"), of="cards")
    return replace(field, cover=one_of(could, of="cards", shown=True))


def phone(of: Ask[M]) -> Ask[M]:
    """Answered by phone or with the card itself: a list gone through on the panel tells thoughts."""
    return by_way_of(of, frozenset(("phone", "cards")))


def reactions(t: Table, *windows: str) -> list[str]:
    """The Reaction cards that fit one of these windows."""
    return [c.id for c in t.plan.cards.values() if c.family == "reaction" and c.window in windows]


# ---- the President's card


def presidents(t: Table, *windows: str) -> list[str]:
    """The President's cards of one of these windows."""
    return [c.id for c in t.plan.cards.values() if c.family == "president" and c.window in windows]


def holds_card(t: Table, seat: Seat) -> bool:
    """Public: that there is one, not which."""
    return bool(t.card.get(seat))


def president_window(t: Table, window: str) -> Script[str]:
    """DEM-531. Asked whenever the president holds a card, whichever it is. What the played card does, or nothing."""
    seat = t.president
    if seat is None or not holds_card(t, seat):
        return ""
    use: Ask[Any] = phone(ask(m.UsePresident, seat, card=out_of(t.card[seat], presidents(t, window))))
    asks = (upon(one, window) for one in (use, ask(m.PassWindow, seat)))
    answers = yield from together(asks, at_least=SECONDS)
    answer = answers[seat]
    if not isinstance(answer, m.UsePresident):
        return ""
    return spend(t, seat, answer.card)


def spend(t: Table, seat: Seat, card: str) -> str:
    """DEM-056. Discarded after use; what it does."""
    t.card[seat].remove(card)
    t.discards["president"].append(card)
    t.tell(e.PresidentPlayed(seat, card))
    return t.face(card).choices[0].effects[0].do


def suffer(t: Table, losses: Mapping[Seat, int], source: Seat) -> Script[None]:
    """Popularity lost from one source; the president may ignore theirs (DEM-526)."""
    for seat in t.around(source):
        if (n := losses.get(seat, 0)) > 0 and t.pop[seat]:
            if seat == t.president and (yield from president_window(t, "loss")) == "ignore_pop_loss":
                continue
            lose(t, seat, n)


# ---- refilled half and half


def asking_again(t: Table, seats: Iterable[Seat]) -> list[Ask[m.AskSplit]]:
    """DEM-164. Whoever refills half and half may want to be asked again; nobody waits for that."""
    return [ask_me(s) for s in seats if s in t.halves]


@cache
def ask_me(seat: Seat) -> Ask[m.AskSplit]:
    """DEM-164."""
    return aside(phone(ask(m.AskSplit, seat)))


def ask_again(t: Table, seat: Seat) -> None:
    t.halves.remove(seat)
    t.tell(e.AsksAgain(seat))


# ---- in the own turn


def own_turn(
    t: Table, seat: Seat, asks: Callable[[], Sequence[Ask[Any]]], step: str = "cards", owing: bool = True
) -> Script[Any]:
    """DEM-531. Ask the player of the turn; beside it stands the President's card, whichever it is, until the answer.
    The money it brings pays first what is owed (DEM-417), unless that is what is asked about."""

    def both() -> list[Ask[Any]]:
        return [*asks(), *presidential(t, seat, step), *asking_again(t, [seat])]

    while True:
        answer = yield from first(both)
        if isinstance(answer, m.AskSplit):
            ask_again(t, seat)
            continue
        if not isinstance(answer, m.PlayPresident):
            return answer
        yield from play_president(t, seat, answer.card)
        if owing:
            yield from pay_owed(t, seat)


def pay_owed(t: Table, seat: Seat) -> Script[None]:
    """DEM-407, DEM-417. Before any other cost, as soon as the money covers it."""

    def payable() -> list[str]:
        return sorted({o.card for o in t.owed[seat] if t.affordable(t.face(o.card).choices[0].cost)})

    def asks() -> list[Ask[m.PayOwed]]:
        return [ask(m.PayOwed, seat, card=one_of(payable(), of="cards", shown=True))]

    while found := payable():
        id = found[0] if len(found) == 1 else (yield from own_turn(t, seat, asks, owing=False)).card
        t.owed[seat].remove(next(o for o in t.owed[seat] if o.card == id))
        t.lost.append(id)
        cost = t.face(id).choices[0].cost
        t.money -= cost
        t.tell(e.Paid(seat, id, cost, f"{id}.0"))


def presidential(t: Table, seat: Seat, step: str) -> list[Ask[m.PlayPresident]]:
    if seat != t.president or not holds_card(t, seat):
        return []
    could = [c for c in presidents(t, "turn", step) if useful(t, c)]
    return [phone(ask(m.PlayPresident, seat, card=out_of(t.card[seat], could)))] if could else []


def useful(t: Table, card: str) -> bool:
    do = t.face(card).choices[0].effects[0].do
    if do == "claim":
        return bool(neutral(t))
    return do != "free_judges" or bool(owned_judges(t))


def owned_judges(t: Table) -> list[str]:
    return [j for j in t.judges() if t.owner_of(j) is not None]


def play_president(t: Table, seat: Seat, card: str) -> Script[None]:
    """DEM-524, DEM-500, DEM-525, DEM-510."""
    effect = t.face(card).choices[0].effects[0]
    match spend(t, seat, card):
        case "waive_cost":
            t.waived = effect.only
        case "money":
            t.money += effect.n
            t.tell(e.Earned(seat, card, effect.n))
        case "free_judges":
            for _ in range(effect.n):
                if judges := owned_judges(t):
                    freed = (yield from ask(m.FreeJudge, seat, judge=one_of(judges, of="agents", shown=True))).judge
                    free_judge(t, freed)
        case "claim":
            before, t.doing = t.doing, Doing(seat, card, agent="")
            where = one_of(neutral(t), of="communities", shown=True)
            put(t, (yield from ask(m.PickCommunity, seat, community=where)).community, t.party(seat))
            t.doing = before
