"""Windows, trials, elections and pacts."""

from __future__ import annotations

from typing import Any

from companion.engine import Each, Face, SomeOf

from .look import MAJORITY, Answer, Look, Mine, highest, offered

RAISES = 3  # so often a candidate offers more to one minority
SOON, LATE, NEVER = 6, 40, 120  # how often a minority is asked before it accepts, or gives up: a bot knows no clock


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
    """One token to each, first to whoever brings it to government; one more to whoever has been offered as much by the
    rival, or wants no pact."""
    own = {o["to"]: o["communities"] for o in look.view["offers"] if o["by"] == look.seat}
    rival = {o["to"]: len(o["communities"]) for o in look.view["offers"] if o["by"] != look.seat}
    rounds = look.memory.setdefault(("offers", look.view["elections"]), {})
    field = face.fields["communities"]
    assert isinstance(field, SomeOf)
    shy, seats = look.view["refusing"], look.view["seats"]
    yes = [s for s, by in look.view["accepted"].items() if by == look.seat]
    votes = {s: seats.get(look.party_of(s), 0) for s in (look.seat, *yes, *offered(face, "to"))}
    left = MAJORITY - votes[look.seat] - sum(votes[s] for s in yes)
    for seat in sorted(offered(face, "to"), key=lambda s: (votes[s] < left, -votes[s])):
        elsewhere = {c for s, named in own.items() if s != seat and s not in shy for c in named}
        free = sorted((c for c in field.values if c not in elsewhere), key=look.metal)
        had, n = len(own.get(seat, ())), rounds.get(seat, 0)
        more = not had or seat in shy or rival.get(seat, 0) >= had
        if more and n < RAISES and len(free) > had:
            rounds[seat] = n + 1
            return "make-offer", {"to": seat, "communities": free[: had + 1]}
    return None


def make_promise(look: Look, face: Face, mine: Mine) -> Answer | None:
    to = [s for s in offered(face, "to") if not any(o["by"] == look.seat and o["to"] == s for o in look.view["offers"])]
    return ("make-promise", {"to": to[0], "count": 1}) if to else None


def talk(look: Look, face: Face, mine: Mine) -> Answer | None:
    """A minority accepts whoever offers more, once both have had their say or one has long kept silent: people want
    time to fill in what they offer. It gives up only where nothing comes of it."""
    to_me, quiet, asked = heard(look)
    everybody = {o["by"] for o in to_me} >= set(look.view["candidates"].values())
    enough = quiet >= (SOON if everybody else LATE) or asked >= NEVER
    if to_me and enough and look.seat not in look.view["accepted"]:
        by = {o["by"]: len(o["communities"]) + 0.8 * o["promise"] for o in to_me}
        best = highest(look, offered(mine["accept-offer"], "candidate"), lambda s: by.get(s, 0.0))
        return "accept-offer", {"candidate": best}
    return ("no-deal", {}) if quiet >= NEVER else None


def talk_again(look: Look, face: Face, mine: Mine) -> Answer | None:
    """When something else is offered than what it has refused."""
    to_me, quiet, _ = heard(look)
    return ("talk-again", {}) if to_me and not quiet else None


def heard(look: Look) -> tuple[list[dict[str, Any]], int, int]:
    """What it is offered, how often it has been asked since that changed, and how often in these talks."""
    key = ("talks", look.view["elections"])
    now = [o for o in look.view["offers"] if o["to"] == look.seat]
    before, quiet, asked = look.memory.get(key, (now, 0, 0))
    look.memory[key] = told = now, quiet + 1 if now == before else 0, asked + 1
    return told


def give_up(look: Look, face: Face, mine: Mine) -> Answer:
    field = face.fields["communities"]
    assert isinstance(field, SomeOf)
    return "give-up", {"communities": list(field.values[: field.least])}


def place_bastion(look: Look, face: Face, mine: Mine) -> Answer:
    return "place-bastion", {"community": look.rng.choice(offered(face, "community"))}
