"""A bot that plays Republia to win, from what its own seat may know.

It weighs a Law by where it would take the Population: nearer to one of its targets, into the area of its Objective. It
hoards cards and power for that Objective once the Population stands well, and spends them where it does not. On a Law
of somebody else it votes by the title, if that has been shown; a speech it cannot judge, and tosses a coin.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.engine import URN, Event, Face, OneOf, Seat
from companion.games.republia.content import Content, content
from companion.games.republia.state import STEP

Answer = tuple[str, dict[str, Any]]
At = tuple[int, int]

AREA = 2.0  # what it is worth to stand in the area of an own Objective, in jumps
GOOD, BAD = 2.0, -2.0  # a Law worth a price
WHIM = 0.15  # how often a card is spent that nothing calls for


@dataclass
class Look:
    """The table through the eyes of one seat."""

    view: Mapping[str, Any]
    seat: Seat
    rng: Random
    data: Content

    @property
    def pp(self) -> int:
        return int(self.view["pp"][self.seat])

    @property
    def hand(self) -> list[str]:
        return list(self.view["cards"][self.seat])

    @property
    def mine(self) -> list[Any]:
        """The rows of its own factions."""
        own = self.view["factions"][self.seat]
        return [f for f in self.data.factions if f.id in own]

    def corr(self, card: str) -> int:
        return next(a.corr for a in self.data.actions if a.id == card)

    def corruption(self) -> int:
        return sum(map(self.corr, self.hand))

    def worth(self, at: At) -> float:
        """How well the Population stands there for this seat."""
        return float(max(
            AREA * inside(at, f.area) - abs(f.target[0] - at[0]) - abs(f.target[1] - at[1]) + 20 * (f.target == at)
            for f in self.mine
        ))

    def value(self, law: str) -> float:
        """What the Law would do for this seat."""
        at = here = (int(self.view["pos"][0]), int(self.view["pos"][1]))
        for arrow in next(w.arrows for w in self.data.laws if w.id == law):
            dx, dy = STEP[arrow[0]]
            for _ in range(int(arrow[1])):
                to = (at[0] + dx, at[1] + dy)
                at = to if to[0] ** 2 + to[1] ** 2 <= self.view["map"]["radius_sq"] else at
        return self.worth(at) - self.worth(here)

    def lacking(self) -> tuple[int, int]:
        """Corruption and power that its nearest Objective still wants; less than 0: to spare."""
        corruption, power = self.corruption(), self.pp
        wants = ((f.corr - corruption, f.pp - power) for f in self.mine)
        return min(wants, key=lambda w: max(w[0], 0) + max(w[1], 0))

    def near(self) -> bool:
        """Whether its Objective is worth saving for."""
        corr, pp = self.lacking()
        at = (self.view["pos"][0], self.view["pos"][1])
        return corr <= 4 and pp <= 3 and any(inside(at, f.area) for f in self.mine)

    def spare(self, card: str) -> bool:
        """Whether the card may go."""
        return not self.near() or self.lacking()[0] + self.corr(card) <= 0


def inside(at: At, area: Sequence[int]) -> bool:
    return all(not sign or sign * x > 0 for sign, x in zip(area, at, strict=True))


def decide(
    view: Mapping[str, Any], faces: Sequence[Face], events: Sequence[Event], seat: Seat,
    memory: dict[str, Any], rng: Random,
) -> Answer | None:  # fmt: skip
    """One answer to one of the open asks of `seat`; None: nothing to say."""
    look = Look(view, seat, rng, content())
    open_ = {f.kind: f for f in faces if not f.answered and (f.by in (seat, URN))}
    for kind, answer in ANSWERS.items():
        if kind in open_ and (fields := answer(look, open_[kind])) is not None:
            return kind, fields
    return None


Fields = dict[str, Any] | None


def offered(face: Face, name: str) -> list[Any]:
    shown = face.fields[name]
    assert isinstance(shown, OneOf)
    return list(shown.choices())


def simply(look: Look, face: Face) -> Fields:
    return {}


# ---- Laws


def fate(look: Look, face: Face) -> Fields:
    """Of the Laws that may have this fate, one that deserves it."""
    for place in offered(face, "law"):
        law = look.view["held"][look.seat][place]
        if deserved(look, law) == face.kind or face.kind == "legislate":
            return {"law": place}
    return None


def deserved(look: Look, law: str) -> str:
    value, (_, short) = look.value(law), look.lacking()
    price = next(w.cost for w in look.data.laws if w.id == law)
    if value >= GOOD and (value > 9 or not look.near() or short + price <= 0):
        return "decree"
    if value <= BAD and (value < 2 * BAD or not look.near() or short + 1 <= 0):
        return "veto"
    return "legislate"


def vote(look: Look) -> bool:
    """On a Law of somebody else."""
    if shown := look.view["shown"]:
        value = look.value(shown)
        return value > 0 or (value == 0 and look.rng.random() < 0.5)
    return look.rng.random() < 0.5


def own_law(look: Look) -> float | None:
    law = look.view["current"].get(look.seat)
    return None if law is None else look.value(law)


def ballot(look: Look, face: Face) -> Fields:
    due = face.due.get(look.seat, 0)
    value = own_law(look)
    if value is None:
        papers = [vote(look) for _ in range(due)]
    else:
        papers = [value > 0 or (value == 0 and k == 0) for k in range(due)]
    return {"papers": ["positive" if aye else "negative" for aye in papers], "extra": extra(look, face, value)}


def extra(look: Look, face: Face, value: float | None) -> int | None:
    """The card that goes with the ballot, by its place."""
    if face.offer is None:
        return None
    if value is None and look.view["shown"]:
        value = look.value(look.view["shown"])
    wanted = {"attack", "scandal", "secret_service"} if look.rng.random() < WHIM else set()
    if value is not None and abs(value) >= GOOD:
        wanted = {"bribe"} if value > 0 else {"fraud", "absenteeism"}
    for place, card in zip(face.offer.values, face.offer.faces, strict=True):
        if place is not None and card in wanted and look.spare(card):
            return int(place)
    return None


def public_vote(look: Look, face: Face) -> Fields:
    value = own_law(look)
    return {"aye": vote(look) if value is None else value >= 0}


def public_votes(look: Look, face: Face) -> Fields:
    value = own_law(look)
    if value is None:
        return {"ayes": vote(look) + vote(look)}
    return {"ayes": 2 if value > 0 else 1 if value == 0 else 0}


# ---- cards and power


def open_card(look: Look, face: Face) -> Fields:
    """An Informant against a speech now and then; an instant card at somebody who is about to preside."""
    shown = face.fields["card"]
    assert isinstance(shown, OneOf)
    if look.rng.random() > WHIM / 4:
        return None
    places = [p for p, card in zip(shown.values, shown.faces, strict=True) if look.spare(card)]
    if look.seat == look.view["president"]:
        places = []
    return {"card": look.rng.choice(places)} if places else None


def richest(look: Look, face: Face) -> Fields:
    """Whom to hit, or to rob."""
    pp = look.view["pp"]
    return {"target": max(offered(face, "target"), key=lambda s: (pp.get(s, 0), look.rng.random()))}


def poorest(look: Look, face: Face) -> Fields:
    pp = look.view["pp"]
    return {"target": min(offered(face, "target"), key=lambda s: (pp.get(s, 0), look.rng.random()))}


def anybody(look: Look, face: Face) -> Fields:
    return {"target": look.rng.choice(offered(face, "target"))}


def dearest(look: Look, face: Face) -> Fields:
    """The best card of a hand that it looks into."""
    shown = face.fields["card"]
    assert isinstance(shown, OneOf)
    cards = dict(zip(shown.values, shown.faces, strict=True))
    return {"card": max(cards, key=lambda p: 0 if p is None else look.corr(cards[p]))}


def cheapest(look: Look, face: Face) -> Fields:
    shown = face.fields["card"]
    assert isinstance(shown, OneOf)
    cards = dict(zip(shown.values, shown.faces, strict=True))
    return {"card": min(cards, key=lambda p: look.corr(cards[p]))} if cards else None


def buy(look: Look, face: Face) -> Fields:
    corr, pp = look.lacking()
    return {"pay": 2} if corr > 0 and pp + 2 <= 0 and offered(face, "pay") else None


def sell(look: Look, face: Face) -> Fields:
    """A card whose Corruption is not needed, where power is."""
    corr, pp = look.lacking()
    shown = face.fields["card"]
    assert isinstance(shown, OneOf)
    for place, card in zip(shown.values, shown.faces, strict=True):
        if pp > 0 and corr + look.corr(card) <= 0:
            return {"card": place}
    return None


def leadership(look: Look, face: Face) -> Fields:
    places = offered(face, "card")
    if places and look.spare("leadership") and look.rng.random() < WHIM:
        return {"card": places[0]}
    return None


def seldom(look: Look, face: Face) -> Fields:
    return {} if look.rng.random() < WHIM else None


def swap(look: Look, face: Face) -> Fields:
    """Yes to whoever gives more than they ask."""
    offers = [e for e in look.view["heard"] if e["kind"] == "swap-offered"]
    last = offers[-1]
    gain = 2 * (last["give_card"] - last["take_card"]) + last["give_pp"] - last["take_pp"]
    return {"agree": gain > 0 and True in offered(face, "agree")}


def announce(look: Look, face: Face) -> Fields:
    own = offered(face, "faction")
    return {"faction": own[0]} if own else None


# In this order: what may be done first, then what ends a window.
ANSWERS: dict[str, Callable[[Look, Face], Fields]] = {
    "seen-faction": simply, "contents": ballot, "public-vote": public_vote, "public-votes": public_votes,
    "point-at": anybody, "name-beneficiary": poorest, "choose-victim": richest, "take-card": dearest,
    "give-card": cheapest, "answer-swap": swap, "name-partner": anybody, "choose-target": richest,
    "exchange-sell": sell, "exchange-buy": buy, "play-leadership": leadership, "draw-extra-law": seldom,
    "decree": fate, "veto": fate, "legislate": fate, "play-card": open_card,
    "choose-journalist": anybody, "end-presentation": simply, "end-press-conference": simply, "end-turn": simply,
    "own-card": lambda look, face: {"mine": False}, "accept-count": simply, "nobody-claims": simply,
    "announce-victory": announce,
}  # fmt: skip
