"""The own turn: what to turn up, to pay, to say, to buy and to throw away."""

from __future__ import annotations

from companion.engine import Face, Number, Share
from companion.games.democracia.content import content

from .look import COMMUNITY, SPENT, TAKEN, Answer, Look, Mine, highest, offered


def reveal(look: Look, face: Face, mine: Mine) -> Answer:
    """The dearest first: what is short at the end is the least."""

    def rank(agent: str) -> float:
        (id,) = look.view["under"].get(agent, ["?"])
        if id == "?":
            return 0.0
        found = look.cards[id]
        if any(e.do == "money_repeat" for e in found.choices[0].effects):
            return -5.0
        gain, cost = look.best(id)
        return gain + SPENT * cost

    covered = offered(face, "agent")
    cards = [c for a in covered for c in look.view["under"].get(a, ["?"])]
    prices = [0 if c == "?" else look.best(c)[1] for c in cards]
    if "reveal-all" in mine and "play-president" not in mine and sum(prices) <= look.view["money"]:
        return "reveal-all", {}
    return "reveal", {"agent": highest(look, covered, rank)}


def name_card(look: Look, face: Face, mine: Mine) -> Answer:
    """Without hands a bot holds no real card: it names any."""
    return "name-card", {"card": look.rng.choice(offered(face, "card"))}


def pick_option(look: Look, face: Face, mine: Mine) -> Answer:
    def rank(option: str) -> float:
        id, _, i = option.rpartition(".")
        return look.gain(look.cards[id].choices[int(i)])

    best = highest(look, offered(face, "option"), rank)
    if "pass-card" in mine and rank(best) < -0.3:
        return "pass-card", {}
    return "pick-option", {"option": best}


def speak(look: Look, face: Face, mine: Mine) -> Answer:
    doing = look.view["doing"]
    chosen = look.cards[doing["card"]].choices[max(0, doing["option"])]
    speech = next(e for e in chosen.effects if e.do == "speech")

    def rank(community: str) -> float:
        held = look.view["held"].get(community)
        metal = look.metal(community)
        extra = metal - 1
        if look.pop < speech.low + (1 if extra else 0):
            return -1.0
        if held is None:
            return COMMUNITY + metal
        swap = bool(speech.high) and look.pop >= speech.high + (1 if extra == 2 else 0)
        return (COMMUNITY + TAKEN if swap else TAKEN) + 0.3 * look.menace(held) + metal * swap

    return "speak", {"community": highest(look, offered(face, "community"), rank)}


def spread(look: Look, face: Face, mine: Mine) -> Answer:
    field = face.fields["pop"]
    assert isinstance(field, Share)
    left, pop = field.most, dict[int, int]()
    for seat in sorted(field.room, key=lambda s: (s != look.seat, not look.friend(s))):
        if left and look.friend(seat):
            pop[seat] = min(left, field.room[seat])
            left -= pop[seat]
    return "spread", {"pop": pop}


def drain(look: Look, face: Face, mine: Mine) -> Answer:
    field = face.fields["pop"]
    assert isinstance(field, Share)
    left, pop = field.most, dict[int, int]()
    for seat in sorted(field.room, key=look.threat, reverse=True):
        if left and not look.friend(seat):
            pop[seat] = min(left, field.room[seat])
            left -= pop[seat]
    return "drain", {"pop": pop}


def pick_player(look: Look, face: Face, mine: Mine) -> Answer:
    doing = look.view["doing"]
    chosen = look.cards[doing["card"]].choices[max(0, doing["option"])]
    good = any(e.do == "pop_one" and e.n > 0 for e in chosen.effects)
    seats = offered(face, "seat")
    if good:
        friend = look.seat if look.seat in seats else highest(look, seats, lambda s: -look.threat(s))
        return "pick-player", {"seat": friend}
    return "pick-player", {"seat": highest(look, seats, look.threat)}


def pick_community(look: Look, face: Face, mine: Mine) -> Answer:
    def rank(community: str) -> float:
        held = look.view["held"].get(community)
        return look.menace(held) if held else 0.0

    return "pick-community", {"community": highest(look, offered(face, "community"), rank)}


def play_president(look: Look, face: Face, mine: Mine) -> Answer | None:
    cards = offered(face, "card")
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


def free_judge(look: Look, face: Face, mine: Mine) -> Answer:
    return "free-judge", {"judge": highest(look, offered(face, "judge"), lambda j: look.threat(look.owner[j]))}


def buy_agent(look: Look, face: Face, mine: Mine) -> Answer:
    """A Baron and a Media early; a Judge always; pensions with what is left, late."""

    def rank(agent: str) -> float:
        return {"judge": 3.0, "media": 2.0, "baron": 2.5}[look.kind(agent)]

    return "buy-agent", {"agent": highest(look, offered(face, "agent"), rank)}


def buy_pension(look: Look, face: Face, mine: Mine) -> Answer | None:
    plans = offered(face, "pension")
    if not plans:
        return None
    prices = {row.id: row.price for row in content().pensions.pensions}
    return "buy-pension", {"pension": highest(look, plans, lambda p: prices[p]), "face_down": True}


def end_purchases(look: Look, face: Face, mine: Mine) -> Answer:
    return "end-purchases", {}


def discard(look: Look, face: Face, mine: Mine) -> Answer | None:
    """What it would hardly ever play."""
    hand = look.view["hands"][look.seat]
    places = [i for i in offered(face, "places") if dull(look, hand[i])]
    return ("discard", {"places": places[:4]}) if places else None


def dull(look: Look, id: str) -> bool:
    found = look.cards.get(id)
    if found is None or found.deck != "action" or found.family == "reaction":
        return False
    return look.best(id)[0] - look.danger(id) < -0.3


def half_and_half(look: Look, face: Face, mine: Mine) -> Answer:
    """For good: whoever chooses each time wins no more."""
    return "half-and-half", {}


def ask_split(look: Look, face: Face, mine: Mine) -> Answer | None:
    """In its turn, when a card is to be thrown away."""
    burdened = look.view["turn"] == look.seat and any(dull(look, card) for card in look.view["hands"][look.seat])
    return ("ask-split", {}) if burdened else None


def split(look: Look, face: Face, mine: Mine) -> Answer:
    """Three Funding cards are enough."""
    field = face.fields["funding"]
    assert isinstance(field, Number)
    held = sum(c.startswith("FUN") for c in look.view["hands"].get(look.seat, []))
    return "split", {"funding": max(0, min(field.high, 3 - held))}
