"""A bot that plays D€mocracia to win, from what its own seat may know.

It values everything in euros: a vote in the urn, a point of popularity, a community, the president's chair. A plan is
what its money pays for; an illegal card is played where no judge can reach it or the prize is worth the risk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from random import Random
from typing import Any

from companion.engine import Each, Event, Face, Number, OneOf, Seat, Share, SomeOf
from companion.games.democracia.content import card, content
from companion.games.democracia.plan import Card, Effect

Fields = dict[str, Any]
Answer = tuple[str, Fields]

MAJORITY = 9
VOTE = 1.2  # what a vote of the own colour in the urn is worth, in euros
POP = 1.1  # a point of own popularity
HARM = 0.6  # a point that a rival loses
COMMUNITY = 4.0  # a community won
TAKEN = 2.5  # a community that the strongest rival loses
RISK = 4.5  # what a conviction costs, the card apart
METALS = {"gold": 3, "silver": 2, "bronze": 1}
CAUGHT = 0.45  # how likely an investigated card is convicted


@dataclass
class Look:
    """The table through the eyes of one seat."""

    view: Mapping[str, Any]
    seat: Seat
    memory: dict[Any, Any]
    rng: Random

    @cached_property
    def cards(self) -> Mapping[str, Card]:
        return {row.id: card(row) for row in content().cards.cards}

    def kind(self, agent: str) -> str:
        return content().agent(agent).kind

    def party_of(self, seat: Seat) -> str:
        return str(content().agent(self.view["leaders"][seat]).party)

    @cached_property
    def party(self) -> str:
        return self.party_of(self.seat)

    @cached_property
    def minority(self) -> bool:
        return self.party in ("green", "yellow")

    def holdings(self, party: str) -> int:
        held: list[str] = [*self.view["held"].values(), *self.view["bastions"].values()]
        return held.count(party)

    @cached_property
    def pop(self) -> int:
        return int(self.view["pop"][self.seat])

    @cached_property
    def president(self) -> bool:
        return bool(self.view["president"] == self.seat)

    @cached_property
    def owner(self) -> Mapping[str, Seat]:
        return {a: s for s, agents in self.view["owned"].items() for a in agents}

    def friend(self, seat: Seat) -> bool:
        return self.party_of(seat) == self.party

    def threat(self, seat: Seat) -> float:
        """How much it helps that this player is harmed."""
        if seat == self.seat:
            return -2.0
        ahead: int = self.view["points"][seat] - self.view["points"][self.seat]
        office = 1.5 if self.view["president"] == seat else 0.0
        if self.friend(seat):
            return 0.3 * office + 0.2 * ahead  # a partner is a rival for the chair, and the only ally
        return 1.0 + 0.8 * office + 0.5 * ahead + 0.15 * self.menace(self.party_of(seat))

    def strength(self, party: str) -> float:
        """Seats that a party may expect: what it holds, and its share of the urn."""
        inside = self.view.get("inside", {})
        votes: int = sum(inside.values())
        neutral: int = 17 - len(self.view["held"]) - len(self.view["bastions"])
        share: float = inside.get(party, 0) / votes if votes else 0.5 * (party in ("blue", "red"))
        return self.holdings(party) + neutral * share

    def menace(self, party: str) -> float:
        """How much a party's tokens are in the way; a minority that may come in second is everybody's concern."""
        expected = self.strength(party)
        if party in ("blue", "red") or self.minority:
            return expected
        return expected + 4.0 * (expected + 1 >= min(self.strength("blue"), self.strength("red")))

    @cached_property
    def watched(self) -> float:
        """How likely it is that a token will lie on an own card: so many of others, on so many cards."""
        tokens = sum(self.kind(a) == "judge" for a, s in self.owner.items() if s != self.seat)
        others: int = self.view["n"] - 1
        return min(1.0, tokens / (2.2 * others))

    # ---- what cards are worth

    def worth(self, effects: Iterable[Effect]) -> float:
        return sum(self.effect(e) for e in effects)

    def effect(self, e: Effect) -> float:
        room = 7 - self.pop
        match e.do:
            case "money":
                return float(e.n)
            case "money_per_community":
                return float(min(e.cap, e.n + e.each * self.holdings(self.party)))
            case "money_repeat":
                return 3.0
            case "votes":
                return VOTE * e.n
            case "urn_remove_random":
                return 0.8
            case "pop_self":
                return POP * min(e.n, room)
            case "pop_spread":
                return POP * min(e.n, room)
            case "pop_drain":
                return HARM * e.n
            case "pop_one":
                return POP * min(1, room) if e.n > 0 else HARM
            case "speech":
                return 0.0 if self.pop < e.low else TAKEN + COMMUNITY if e.high and self.pop >= e.high else COMMUNITY
            case "claim" | "flip":
                return COMMUNITY
            case "neutralize":
                return TAKEN
            case "draw":
                return 1.0
            case "put_on_trial" | "discard_agent":
                return 3.0
            case "investigate":
                return 1.0
        return 0.5

    def best(self, id: str) -> tuple[float, int]:
        """The best that a card does, less its price, and that price."""
        found = self.cards[id]
        options = [(self.worth(c.effects) - c.cost, c.cost) for c in found.choices]
        return max(options)

    def danger(self, id: str) -> float:
        """What an illegal card may cost."""
        if self.cards[id].legal:
            return 0.0
        return self.watched * CAUGHT * (RISK + 2.5 * self.president)


def decide(
    view: Mapping[str, Any], faces: Sequence[Face], events: Sequence[Event], seat: Seat,
    memory: dict[str, Any], rng: Random,
) -> Answer | None:  # fmt: skip
    """One answer to one of the open asks of `seat`; None: nothing to say."""
    look = Look(view, seat, memory, rng)
    mine = {f.kind: f for f in faces if f.by == seat and not f.answered}
    for kind, answer in ANSWERS.items():
        if kind in mine and (said := answer(look, mine[kind], mine)) is not None:
            return said
    return None


# ---- reading a question


def _values(face: Face, name: str) -> list[Any]:
    field = face.fields[name]
    assert isinstance(field, (OneOf, SomeOf))
    return list(field.values)


def _most(look: Look, values: Iterable[Any], rank: Callable[[Any], float]) -> Any:
    """The value that ranks highest; one of them by chance where several do."""
    return max(values, key=lambda v: (rank(v), look.rng.random()))


Mine = Mapping[str, Face]


# ---- planning


def _plan(look: Look, face: Face, mine: Mine) -> Answer:
    """Out of all plans of few good cards per agent, the one whose money works best."""
    field = face.fields["cards"]
    slots: Mapping[str, tuple[str, ...]] = field.slots  # type: ignore[union-attr]
    held: list[str] = list(field.held)  # type: ignore[union-attr]
    if "?" in held:
        return "plan", {"cards": field.sample(look.rng)}  # type: ignore[union-attr]

    def rank(id: str) -> float:
        return look.best(id)[0] - look.danger(id)

    tries = [[None, *sorted(values, key=rank, reverse=True)[:5]] for values in slots.values()]
    best: tuple[float, dict[str, str]] = (-1.0, {})
    full = bool(field.full)  # type: ignore[union-attr]
    for picked in product(*tries):
        cards = {a: c for a, c in zip(slots, picked, strict=True) if c is not None}
        if any(list(cards.values()).count(c) > held.count(c) for c in cards.values()):
            continue
        value = _value(look, cards)
        if value > best[0] and (not full or field.accepts(cards)):  # type: ignore[union-attr]
            best = (value, cards)
    if full and not best[1]:
        return "plan", {"cards": field.sample(look.rng)}  # type: ignore[union-attr]
    return "plan", {"cards": best[1]}


def _value(look: Look, cards: Mapping[str, str]) -> float:
    money = look.holdings(look.party) + sum(
        look.worth(look.cards[c].choices[0].effects) for c in cards.values() if look.cards[c].family == "funding"
    )
    total = -sum(look.danger(c) * (1.6 if look.kind(a) == "leader" else 1.0) for a, c in cards.items())
    total -= 0.8 * sum(look.cards[c].printed_loss for c in cards.values())
    funding = [c for c in cards.values() if look.cards[c].family == "funding"]
    total += 0.25 * sum(look.worth(look.cards[c].choices[0].effects) for c in funding)
    for c in sorted((c for c in cards.values() if c not in funding), key=lambda c: -look.best(c)[0]):
        gain, cost = look.best(c)
        if cost <= money:
            money -= cost
            total += max(0.0, gain + cost)
        else:
            total -= 0.5  # turned up for nothing
    return total + 0.45 * min(money, 12)  # what is left buys agents and pensions


def _place_token(look: Look, face: Face, mine: Mine) -> Answer | None:
    if "confirm-tokens" in mine:
        return "confirm-tokens", {}
    judges = set(_values(face, "judge"))
    if judges & look.view["tokens"].keys():
        return None  # placed, and content with it
    def prize(agent: str) -> float:
        kind = {"leader": 1.0, "baron": 0.6, "media": 0.3, "gov_media": 0.8}[look.kind(agent)]
        return look.threat(look.owner[agent]) + kind

    return "place-token", {
        "judge": _most(look, judges, lambda j: 0.0), "agent": _most(look, _values(face, "agent"), prize)
    }  # fmt: skip


def _place_cases(look: Look, face: Face, mine: Mine) -> Answer | None:
    if "confirm-cases" in mine and (look.view["sources"] or not isinstance(face.fields["targets"], Each)):
        return "confirm-cases", {}
    field = face.fields["targets"]
    if not isinstance(field, Each):
        return None
    if look.view["sources"]:
        return None

    def prize(agent: str) -> float:
        return look.threat(look.owner[agent]) + {"leader": 1.0, "judge": 0.7}.get(look.kind(agent), 0.5)

    targets = {own: _most(look, part.choices(), prize) for own, part in field.parts.items()}
    return "place-cases", {"targets": targets}


# ---- the turn


def _reveal(look: Look, face: Face, mine: Mine) -> Answer:
    """The dearest first: what is short at the end is the least."""

    def rank(agent: str) -> float:
        (id,) = look.view["under"].get(agent, ["?"])
        if id == "?":
            return 0.0
        found = look.cards[id]
        if any(e.do == "money_repeat" for e in found.choices[0].effects):
            return -5.0
        return look.best(id)[0] + look.best(id)[1]

    covered = _values(face, "agent")
    cards = [c for a in covered for c in look.view["under"].get(a, ["?"])]
    prices = [0 if c == "?" else look.best(c)[1] for c in cards]
    if "reveal-all" in mine and "play-president" not in mine and sum(prices) <= look.view["money"]:
        return "reveal-all", {}
    return "reveal", {"agent": _most(look, covered, rank)}


def _name_card(look: Look, face: Face, mine: Mine) -> Answer:
    """Without hands a bot holds no real card: it names any."""
    return "name-card", {"card": look.rng.choice(_values(face, "card"))}


def _pick_option(look: Look, face: Face, mine: Mine) -> Answer:
    def rank(option: str) -> float:
        id, _, i = option.rpartition(".")
        chosen = look.cards[id].choices[int(i)]
        return look.worth(chosen.effects) - 0.6 * chosen.cost

    best = _most(look, _values(face, "option"), rank)
    if "pass-card" in mine and rank(best) < -0.3:
        return "pass-card", {}
    return "pick-option", {"option": best}


def _speak(look: Look, face: Face, mine: Mine) -> Answer:
    doing = look.view["doing"]
    chosen = look.cards[doing["card"]].choices[max(0, doing["option"])]
    speech = next(e for e in chosen.effects if e.do == "speech")

    def rank(community: str) -> float:
        held = look.view["held"].get(community)
        metal = METALS[_metal(community)] if look.view["options"]["board_side"] == "B" else 1
        extra = metal - 1
        if look.pop < speech.low + (1 if extra else 0):
            return -1.0
        if held is None:
            return COMMUNITY + metal
        swap = bool(speech.high) and look.pop >= speech.high + (1 if extra == 2 else 0)
        return (COMMUNITY + TAKEN if swap else TAKEN) + 0.3 * look.menace(held) + metal * swap

    return "speak", {"community": _most(look, _values(face, "community"), rank)}


def _metal(community: str) -> str:
    return next(row.metal for row in content().board.communities if row.id == community)


def _spread(look: Look, face: Face, mine: Mine) -> Answer:
    field = face.fields["pop"]
    assert isinstance(field, Share)
    left, pop = field.most, dict[int, int]()
    for seat in sorted(field.room, key=lambda s: (s != look.seat, not look.friend(s))):
        if left and look.friend(seat):
            pop[seat] = min(left, field.room[seat])
            left -= pop[seat]
    return "spread", {"pop": pop}


def _drain(look: Look, face: Face, mine: Mine) -> Answer:
    field = face.fields["pop"]
    assert isinstance(field, Share)
    left, pop = field.most, dict[int, int]()
    for seat in sorted(field.room, key=look.threat, reverse=True):
        if left and not look.friend(seat):
            pop[seat] = min(left, field.room[seat])
            left -= pop[seat]
    return "drain", {"pop": pop}


def _pick_player(look: Look, face: Face, mine: Mine) -> Answer:
    doing = look.view["doing"]
    chosen = look.cards[doing["card"]].choices[max(0, doing["option"])]
    good = any(e.do == "pop_one" and e.n > 0 for e in chosen.effects)
    seats = _values(face, "seat")
    if good:
        friend = look.seat if look.seat in seats else _most(look, seats, lambda s: -look.threat(s))
        return "pick-player", {"seat": friend}
    return "pick-player", {"seat": _most(look, seats, look.threat)}


def _pick_community(look: Look, face: Face, mine: Mine) -> Answer:
    def rank(community: str) -> float:
        held = look.view["held"].get(community)
        return look.menace(held) if held else 0.0

    return "pick-community", {"community": _most(look, _values(face, "community"), rank)}


def _play_president(look: Look, face: Face, mine: Mine) -> Answer | None:
    cards = _values(face, "card")
    if not cards or (cards[0] == "PRE-03" and "reveal" not in mine):
        return None
    if cards[0] == "PRE-05":
        rivals = [a for a, s in look.owner.items() if look.kind(a) == "judge" and not look.friend(s)]
        return ("play-president", {"card": cards[0]}) if rivals else None
    if cards[0] == "PRE-03":
        under = [c for a in look.view["owned"][look.seat] for c in look.view["under"].get(a, [])]
        if not any(c != "?" and look.cards[c].family == "campaign" for c in under):
            return None
    return "play-president", {"card": cards[0]}


def _free_judge(look: Look, face: Face, mine: Mine) -> Answer:
    return "free-judge", {"judge": _most(look, _values(face, "judge"), lambda j: look.threat(look.owner[j]))}


def _buy_agent(look: Look, face: Face, mine: Mine) -> Answer:
    """A Baron and a Media early; a Judge always; pensions with what is left, late."""

    def rank(agent: str) -> float:
        return {"judge": 3.0, "media": 2.0, "baron": 2.5}[look.kind(agent)]

    return "buy-agent", {"agent": _most(look, _values(face, "agent"), rank)}


def _buy_pension(look: Look, face: Face, mine: Mine) -> Answer | None:
    plans = _values(face, "pension")
    if not plans:
        return None
    prices = {row.id: row.price for row in content().pensions.pensions}
    return "buy-pension", {"pension": _most(look, plans, lambda p: prices[p]), "face_down": True}


def _end_purchases(look: Look, face: Face, mine: Mine) -> Answer:
    return "end-purchases", {}


def _discard(look: Look, face: Face, mine: Mine) -> Answer | None:
    """What it would hardly ever play."""
    hand = look.view["hands"][look.seat]
    places = [i for i in _values(face, "places") if look.cards[hand[i]].deck == "action" and _dull(look, hand[i])]
    return ("discard", {"places": places[:4]}) if places else None


def _dull(look: Look, id: str) -> bool:
    found = look.cards[id]
    return found.family not in ("reaction",) and look.best(id)[0] - look.danger(id) < -1.5


def _split(look: Look, face: Face, mine: Mine) -> Answer:
    """Three Funding cards are enough."""
    field = face.fields["funding"]
    assert isinstance(field, Number)
    held = sum(c.startswith("FUN") for c in look.view["hands"].get(look.seat, []))
    return "split", {"funding": max(0, min(field.high, 3 - held))}


# ---- interruptions


def _react(look: Look, face: Face, mine: Mine) -> Answer:
    cards = _values(face, "card")
    return ("react", {"card": look.rng.choice(cards)}) if cards else ("pass-window", {})


def _use_president(look: Look, face: Face, mine: Mine) -> Answer:
    cards = _values(face, "card")
    if not cards:
        return "pass-window", {}
    trial = look.view["trial"]
    if cards[0] == "PRE-02" and trial and trial["seat"] != look.seat and look.kind(trial["accused"]) != "leader":
        return "pass-window", {}
    if cards[0] == "PRE-06" and look.pop > 3:
        return "pass-window", {}
    return "use-president", {"card": cards[0]}


def _judge(look: Look, face: Face, mine: Mine) -> Answer | None:
    """For the own party innocent, for others guilty, whatever the law says."""
    field = face.fields["innocent"]
    assert isinstance(field, Each)
    if all(j in look.view["verdicts"] for j in field.parts):
        return None  # said already
    seat = look.view["trial"]["seat"]
    return "judge", {"innocent": dict.fromkeys(field.parts, seat == look.seat or look.friend(seat))}


# ---- elections


def _cede(look: Look, face: Face, mine: Mine) -> Answer:
    return "cede", {"cede": False}


def _make_offer(look: Look, face: Face, mine: Mine) -> Answer | None:
    """The cheapest token, to whoever is needed most; more on the second day."""
    to = _values(face, "to")
    standing = {o["to"]: o for o in look.view["offers"] if o["by"] == look.seat}
    rounds = look.memory.setdefault(("offers", look.view["elections"]), {})
    wanted = [s for s in to if s not in standing]
    rival = [o for o in look.view["offers"] if o["by"] != look.seat]
    if not wanted:
        outbid = [
            s for s in to for o in rival
            if o["to"] == s and len(o["communities"]) >= len(standing[s]["communities"]) and rounds.get(s, 0) < 2
        ]  # fmt: skip
        if not outbid:
            return None
        wanted = outbid
    field = face.fields["communities"]
    assert isinstance(field, SomeOf)
    seat = wanted[0]
    if not field.values:
        return None
    rounds[seat] = rounds.get(seat, 0) + 1
    n = min(len(field.values), rounds[seat])
    return "make-offer", {"to": seat, "communities": list(field.values[:n])}


def _make_promise(look: Look, face: Face, mine: Mine) -> Answer | None:
    to = [s for s in _values(face, "to") if not any(o["by"] == look.seat and o["to"] == s for o in look.view["offers"])]
    return ("make-promise", {"to": to[0], "count": 1}) if to else None


def _accept(look: Look, face: Face, mine: Mine) -> Answer | None:
    """Whoever offers more, once both have had their say."""
    if look.seat in look.view["accepted"] or _asked(look, "accept") < 3:
        return None
    by = {o["by"]: len(o["communities"]) + 0.8 * o["promise"] for o in look.view["offers"] if o["to"] == look.seat}
    return "accept-offer", {"candidate": _most(look, _values(face, "candidate"), lambda s: by.get(s, 0.0))}


def _no_deal(look: Look, face: Face, mine: Mine) -> Answer | None:
    """Only where the talks lead nowhere."""
    return ("no-deal", {}) if _asked(look, "no-deal") > 25 else None


def _asked(look: Look, what: str) -> int:
    """How often it has been asked so in the talks of this election."""
    key = what, look.view["elections"]
    look.memory[key] = look.memory.get(key, 0) + 1
    return int(look.memory[key])


def _give_up(look: Look, face: Face, mine: Mine) -> Answer:
    field = face.fields["communities"]
    assert isinstance(field, SomeOf)
    return "give-up", {"communities": list(field.values[: field.least])}


def _place_bastion(look: Look, face: Face, mine: Mine) -> Answer:
    return "place-bastion", {"community": look.rng.choice(_values(face, "community"))}


def _first_of(kind: str, name: str) -> Callable[[Look, Face, Mine], Answer]:
    """The first that is offered: they are all alike to it, or in its order."""
    return lambda look, face, mine: (kind, {name: _values(face, name)[0]})


def _nothing(kind: str) -> Callable[[Look, Face, Mine], Answer]:
    return lambda look, face, mine: (kind, {})


ANSWERS: dict[str, Callable[[Look, Face, Mine], Answer | None]] = {
    "place-bastion": _place_bastion,
    "discard": _discard,
    "split": _split,
    "plan": _plan,
    "place-token": _place_token,
    "place-cases": _place_cases,
    "first-case": _first_of("first-case", "agent"),
    "play-president": _play_president,
    "reveal": _reveal,
    "name-card": _name_card,
    "pick-option": _pick_option,
    "speak": _speak,
    "stay-silent": _nothing("stay-silent"),
    "swap": lambda look, face, mine: ("swap", {"swap": True}),
    "spread": _spread,
    "drain": _drain,
    "pick-player": _pick_player,
    "pick-community": _pick_community,
    "repeat": _first_of("repeat", "card"),
    "seen-hand": _nothing("seen-hand"),
    "pay-owed": _first_of("pay-owed", "card"),
    "buy-agent": _buy_agent,
    "buy-pension": _buy_pension,
    "end-purchases": _end_purchases,
    "keep-all": _nothing("keep-all"),
    "react": _react,
    "use-president": _use_president,
    "pass-window": _nothing("pass-window"),
    "exclude-judge": _first_of("exclude-judge", "judge"),
    "scapegoat": _first_of("scapegoat", "agent"),
    "use-attorney": lambda look, face, mine: ("use-attorney", {"use": True}),
    "free-judge": _free_judge,
    "judge": _judge,
    "resign": lambda look, face, mine: ("resign", {"resign": False}),
    "cede": _cede,
    "give-up": _give_up,
    "make-offer": _make_offer,
    "make-promise": _make_promise,
    "accept-offer": _accept,
    "no-deal": _no_deal,
}
