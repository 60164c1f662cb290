"""RULES.md, sections 5 and 6: what everybody does at the same time before the turns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine import (
    Ask,
    Assign,
    OneOf,
    Script,
    Seat,
    aside,
    ask,
    assign,
    beside,
    default,
    first,
    one_of,
    outright,
    together,
    upon,
)

from . import board
from . import events as e
from . import moves as m
from .clock import timed
from .piles import can_play
from .plan import Card, Effect
from .state import Table
from .windows import ask_again, asking_again


def planning(t: Table) -> Script[None]:
    """DEM-060..068. Secret, and changeable until all have confirmed."""
    t.phase = "planning"
    t.incomes = {s: board.income(t, s) for s in t.order if s not in t.prison}
    t.yields = {s: yields(t, s) for s in t.incomes}
    plans = together((ask(m.Plan, s, cards=fields(t, s)) for s in t.incomes), changeable=True)
    made = yield from timed(t, beside(plans, refills(t)), "planning")
    for seat, plan in made.items():
        cards = {a: plan.cards[a] for a in t.owned[seat] if a in plan.cards}
        t.forecast[seat] = forecast(t, seat, cards)
        for agent, card in cards.items():
            t.hands[seat].remove(card)
            t.under[agent] = [card]
    t.tell(e.PlansLocked())


def refills(t: Table) -> Script[None]:
    """DEM-164. Beside the plans."""
    while True:
        ask_again(t, (yield from first(lambda: asking_again(t, t.incomes))).by)


def fields(t: Table, seat: Seat) -> Assign:
    """DEM-061..064, DEM-068. Which agents of a player may be given what. The whole hand is there, in its order: how
    many cards of it cannot be planned is nobody's business. Of a hand that the table does not know all are alike."""
    hand = t.hands[seat]
    slots = {a: playable(t, a, hand) for a in planners(t, seat)}
    return assign(slots, hand, of="cards", full=not t.options.idle_agents_allowed, to="agents", shown=t.options.opaque)


def planners(t: Table, seat: Seat) -> list[str]:
    """DEM-063, DEM-064. The agents that can play cards now."""
    owing = {o.agent for o in t.owed[seat]}
    return [a for a in t.owned[seat] if t.plan.kinds[t.kind(a)].plays and not t.covered(a) and a not in owing]


def playable(t: Table, agent: str, hand: list[str]) -> list[str]:
    if t.options.opaque:
        return hand[:1]
    return list(dict.fromkeys(c for c in hand if can_play(t, agent, t.face(c))))


def forecast(t: Table, seat: Seat, cards: Mapping[str, str]) -> int:
    """DEM-065. Income, plus what the planned Funding gives, minus what the others cost. An ability counts with its
    dearest effect; nothing counts that the table does not know."""
    known = [t.plan.cards[id] for id in cards.values() if id in t.plan.cards]
    costs = sum(max(c.cost for c in card.choices) for card in known)
    return board.income(t, seat) + sum(gives(t, seat, card) for card in known) - costs


def yields(t: Table, seat: Seat) -> dict[str, int]:
    """What each Funding card gives this player as the board stands; of one that repeats another that is not known."""
    return {id: gives(t, seat, card) for id, card in t.plan.cards.items() if card.family == "funding"}


def gives(t: Table, seat: Seat, card: Card) -> int:
    """Euros; nothing, of a card that is no Funding."""
    return sum(euros(t, seat, x) for x in card.choices[0].effects) if card.family == "funding" else 0


def euros(t: Table, seat: Seat, effect: Effect) -> int:
    """DEM-500, DEM-501."""
    if effect.do == "money_per_community":
        return min(effect.cap, effect.n + effect.each * board.holdings(t, t.party(seat)))
    return effect.n if effect.do == "money" else 0


# ---- judges


def investigation(t: Table) -> Script[None]:
    """DEM-070..077. Every owner of a Judge places its token, openly, until all have confirmed."""
    t.phase = "investigation"
    yield from timed(t, placing(t, [s for s in t.order if t.mine(s, "judge") and suspects(t, s)]), "investigation")
    t.ready.clear()


def placing(t: Table, owners: list[Seat]) -> Script[None]:
    """DEM-072..076. One token after another, until all have confirmed theirs; nobody waits for whoever has."""

    def asks() -> list[Ask[Any]]:
        out: list[Ask[Any]] = []
        for s in owners:
            judge = one_of(t.mine(s, "judge"), of="agents", shown=True)
            place = outright(ask(m.PlaceToken, s, judge=judge, agent=suspect(t, s)))
            if s in t.ready:
                out.append(upon(aside(place), "moving"))
            elif any(j in t.tokens for j in t.mine(s, "judge")):
                out += [upon(place, "placed"), default(ask(m.ConfirmTokens, s))]
            else:
                out.append(place)
        return out

    while not all(s in t.ready for s in owners):
        move = yield from first(asks)
        if isinstance(move, m.ConfirmTokens):
            t.ready.append(move.by)  # what is moved before lies in sight; what is told is where it stays
            for judge in [j for j in t.mine(move.by, "judge") if j in t.tokens]:
                t.tell(e.TokenPlaced(move.by, judge, t.tokens[judge]))
            continue
        if move.by in t.ready:
            t.ready.remove(move.by)
        for judge in t.mine(move.by, "judge"):
            t.tokens.pop(judge, None)  # DEM-076
        t.tokens[move.judge] = move.agent


def suspect(t: Table, seat: Seat) -> OneOf:
    """DEM-071. The own agents are there too, with why not."""
    own = dict.fromkeys((a for a in t.owned[seat] if a in t.under), "own-agent")
    bare = dict.fromkeys((a for s in t.order for a in t.owned[s] if a not in t.under), "no-card")
    return one_of(suspects(t, seat), own | bare, of="agents", shown=True)


def suspects(t: Table, seat: Seat) -> list[str]:
    """DEM-071. The agents of others, partner included, that have a card."""
    return [a for s in t.around(seat) if s != seat for a in t.owned[s] if a in t.under]
