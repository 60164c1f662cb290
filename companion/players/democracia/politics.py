"""Windows, trials, elections and pacts."""

from __future__ import annotations

from companion.engine import Each, Face, SomeOf

from .look import Answer, Look, Mine, highest, offered


def react(look: Look, face: Face, mine: Mine) -> Answer:
    cards = offered(face, "card")
    return ("react", {"card": look.rng.choice(cards)}) if cards else ("pass-window", {})


def use_president(look: Look, face: Face, mine: Mine) -> Answer:
    cards = offered(face, "card")
    if not cards:
        return "pass-window", {}
    trial = look.view["trial"]
    if cards[0] == "PRE-02" and trial and trial["seat"] != look.seat and look.kind(trial["accused"]) != "leader":
        return "pass-window", {}
    if cards[0] == "PRE-06" and look.pop > 3:
        return "pass-window", {}
    return "use-president", {"card": cards[0]}


def judge(look: Look, face: Face, mine: Mine) -> Answer | None:
    """For the own party innocent, for others guilty, whatever the law says."""
    field = face.fields["innocent"]
    assert isinstance(field, Each)
    if all(j in look.view["verdicts"] for j in field.parts):
        return None  # said already
    seat = look.view["trial"]["seat"]
    return "judge", {"innocent": dict.fromkeys(field.parts, seat == look.seat or look.friend(seat))}


# ---- elections


def cede(look: Look, face: Face, mine: Mine) -> Answer:
    return "cede", {"cede": False}


def make_offer(look: Look, face: Face, mine: Mine) -> Answer | None:
    """The cheapest token, to whoever is needed most; more on the second day."""
    to = offered(face, "to")
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


def make_promise(look: Look, face: Face, mine: Mine) -> Answer | None:
    to = [s for s in offered(face, "to") if not any(o["by"] == look.seat and o["to"] == s for o in look.view["offers"])]
    return ("make-promise", {"to": to[0], "count": 1}) if to else None


def accept(look: Look, face: Face, mine: Mine) -> Answer | None:
    """Whoever offers more, once both have had their say."""
    if look.seat in look.view["accepted"] or asked(look, "accept") < 3:
        return None
    by = {o["by"]: len(o["communities"]) + 0.8 * o["promise"] for o in look.view["offers"] if o["to"] == look.seat}
    return "accept-offer", {"candidate": highest(look, offered(face, "candidate"), lambda s: by.get(s, 0.0))}


def no_deal(look: Look, face: Face, mine: Mine) -> Answer | None:
    """Only where the talks lead nowhere."""
    return ("no-deal", {}) if asked(look, "no-deal") > 25 else None


def asked(look: Look, what: str) -> int:
    """How often it has been asked so in the talks of this election."""
    key = what, look.view["elections"]
    look.memory[key] = look.memory.get(key, 0) + 1
    return int(look.memory[key])


def give_up(look: Look, face: Face, mine: Mine) -> Answer:
    field = face.fields["communities"]
    assert isinstance(field, SomeOf)
    return "give-up", {"communities": list(field.values[: field.least])}


def place_bastion(look: Look, face: Face, mine: Mine) -> Answer:
    return "place-bastion", {"community": look.rng.choice(offered(face, "community"))}
