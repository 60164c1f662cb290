"""A bot that plays Secret Hitler to win, from what its own seat may know: no peeping into state, decks or other hands.

It keeps a suspicion of every other seat, in log-odds of being fascist, and moves it by what governments enact, by what
came to it as Chancellor and by what became of what it passed on as President. Who has been cleared is not Hitler.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, log
from random import Random
from typing import Any

from companion.engine import Event, Face, OneOf, Seat

LIBERAL, FASCIST, HITLER = "liberal", "fascist", "hitler"

# How much an observation moves a suspicion: logarithms of how much likelier it is of a fascist.
BETRAYED = 4.0  # I passed on a liberal tile, a fascist one was enacted
KEPT_FAITH = -1.2  # ... the liberal one was
TWO_FASCIST = 1.1  # as Chancellor I was given no choice
A_CHOICE = -1.0
ENACTED = {FASCIST: 0.5, LIBERAL: -0.5}  # a government of others
CERTAIN = 8.0  # an investigation
RISK = 0.11  # of electing Hitler, above which a liberal says no
TRUST = 0.52  # of being fascist, above which a government gets no liberal vote


@dataclass
class Mind:
    """What a seat remembers of the match."""

    read: int = 0  # events, so far
    suspicion: dict[Seat, float] = field(default_factory=dict)
    cleared: set[Seat] = field(default_factory=set)
    passed: list[str] | None = None  # by me as President, this round
    given: list[str] | None = None  # to me as Chancellor, this round


@dataclass
class Look:
    """The table through the eyes of one seat."""

    view: Mapping[str, Any]
    seat: Seat
    mind: Mind
    rng: Random

    @property
    def role(self) -> str:
        return str(self.view["roles"][self.seat])

    @property
    def zone(self) -> bool:
        return bool(self.view["fascist"] >= self.view["plan"]["at"]["hitler_zone_at"])

    def fascist(self, seat: Seat) -> float:
        """How likely `seat` is of the fascist party."""
        if (known := self.view["roles"].get(seat)) is not None:
            return 0.0 if known == LIBERAL else 1.0
        others = self.view["n"] - 1
        hidden = self.view["plan"]["roles"][FASCIST] + 1 - (self.role != LIBERAL)
        prior = hidden / others
        return 1 / (1 + exp(-(log(prior / (1 - prior)) + self.mind.suspicion.get(seat, 0.0))))

    def hitler(self, seat: Seat) -> float:
        """How likely `seat` is Hitler."""
        known = self.view["roles"]
        if seat in known or HITLER in known.values():
            return float(known.get(seat) == HITLER)
        if seat in self.mind.cleared:
            return 0.0
        others = [s for s in range(self.view["n"]) if s not in known and s not in self.mind.cleared]
        others = [s for s in others if s not in self.view["dead"]]  # the game goes on: Hitler lives
        return self.fascist(seat) / sum(map(self.fascist, others))


def decide(
    view: Mapping[str, Any], faces: Sequence[Face], events: Sequence[Event], seat: Seat,
    memory: dict[str, Any], rng: Random,
) -> tuple[str, dict[str, Any]] | None:  # fmt: skip
    """One answer to one of the open asks of `seat`; None: nothing to say."""
    mind: Mind = memory.setdefault("mind", Mind())
    look = Look(view, seat, mind, rng)
    _listen(look, events)
    _look_at_party(look)
    mine = {f.kind: f for f in faces if f.by == seat and not f.answered}
    if "request-veto" in mine and _veto_wanted(look):
        return "request-veto", {}
    for kind, answer in ANSWERS.items():
        if kind in mine:
            return kind, answer(look, mine[kind])
    return None


# ---- what is learnt


def _listen(look: Look, events: Sequence[Event]) -> None:
    mind = look.mind
    for event in events[mind.read :]:
        tag = event.__struct_config__.tag
        if tag == "not-hitler":
            mind.cleared.add(event.seat)  # type: ignore[attr-defined]
        elif tag in ("liberal-enacted", "fascist-enacted"):
            tile = LIBERAL if tag == "liberal-enacted" else FASCIST
            _judge(look, event.seat, event.target, tile)  # type: ignore[attr-defined]
            mind.passed = mind.given = None
    mind.read = len(events)


def _judge(look: Look, president: Seat, chancellor: Seat, tile: str) -> None:
    """What an enacted tile says about those who enacted it."""
    mind = look.mind
    if president == look.seat:
        if mind.passed and LIBERAL in mind.passed and FASCIST in mind.passed:
            _suspect(mind, chancellor, BETRAYED if tile == FASCIST else KEPT_FAITH)
    elif chancellor == look.seat:
        if mind.given:
            _suspect(mind, president, A_CHOICE if LIBERAL in mind.given else TWO_FASCIST)
    else:
        for seat in (president, chancellor):
            _suspect(mind, seat, ENACTED[tile])


def _suspect(mind: Mind, seat: Seat, weight: float) -> None:
    mind.suspicion[seat] = max(-CERTAIN, min(CERTAIN, mind.suspicion.get(seat, 0.0) + weight))


def _look_at_party(look: Look) -> None:
    """The result of my own investigation, while it is shown."""
    if party := look.view["party"].get(look.seat):
        target = look.view["used"][-1]["target"]
        look.mind.suspicion[target] = CERTAIN if party == FASCIST else -CERTAIN
        if party == LIBERAL:
            look.mind.cleared.add(target)


# ---- what is done


def _offered(face: Face, name: str) -> list[Any]:
    shown = face.fields[name]
    assert isinstance(shown, OneOf)
    return list(shown.choices())


def _lowest(look: Look, seats: Iterable[Seat], cost: Callable[[Seat], float]) -> Seat:
    """The seat that costs least; one of them by chance where several do."""
    return min(seats, key=lambda s: (cost(s), look.rng.random()))


def _nominate(look: Look, face: Face) -> dict[str, Any]:
    def cost(seat: Seat) -> float:
        if look.role == LIBERAL:
            return look.fascist(seat) + (5 * look.hitler(seat) if look.zone else 0)
        if look.role == FASCIST and look.zone:
            return -2 * look.hitler(seat) - look.fascist(seat)
        return -look.fascist(seat) if look.role == FASCIST else abs(look.fascist(seat) - 0.5)

    return {"chancellor": _lowest(look, _offered(face, "chancellor"), cost)}


def _vote(look: Look, face: Face) -> dict[str, Any]:
    president, nominee = look.view["president"], look.view["nominee"]
    desperate = look.view["tracker"] + 1 == look.view["plan"]["at"]["tracker_limit"]
    pair = [s for s in (president, nominee) if s != look.seat]
    if look.role == LIBERAL:
        if nominee == look.seat:
            return {"ja": True}
        if look.zone and look.hitler(nominee) > RISK:
            return {"ja": False}
        trust = sum(map(look.fascist, pair)) / len(pair)
        return {"ja": president == look.seat or desperate or trust < TRUST}
    if look.zone and look.hitler(nominee) > 0.99:
        return {"ja": True}
    if look.role == HITLER and look.zone:
        return {"ja": look.rng.random() < 0.2}  # rounds go by until somebody nominates Hitler
    return {"ja": len(pair) < 2 or any(look.fascist(s) > 0.6 for s in pair)}


def _bold(look: Look) -> bool:
    """Whether one of the fascist party plays a fascist tile where it could hide."""
    if look.view["liberal"] >= look.view["plan"]["at"]["liberal_to_win"] - 2 or look.view["fascist"] >= 1:
        return True
    return look.rng.random() < (0.8 if look.role == FASCIST else 0.6)


def _unwanted(look: Look) -> str:
    return LIBERAL if look.role != LIBERAL and _bold(look) else FASCIST


def _discard(look: Look, face: Face) -> dict[str, Any]:
    hand = list(look.view["hands"][look.seat])
    unwanted = _unwanted(look)
    place = hand.index(unwanted) if unwanted in hand else 0
    look.mind.passed = hand[:place] + hand[place + 1 :]
    return {"place": place}


def _enact(look: Look, face: Face) -> dict[str, Any]:
    pair = list(look.view["hands"][look.seat])
    look.mind.given = pair
    wanted = FASCIST if _unwanted(look) == LIBERAL else LIBERAL
    return {"place": pair.index(wanted) if wanted in pair else 0}


def _bad_tile(look: Look) -> str:
    return FASCIST if look.role == LIBERAL else LIBERAL


def _veto_wanted(look: Look) -> bool:
    pair = look.view["hands"][look.seat]
    return bool(pair == [_bad_tile(look)] * 2)


def _answer_veto(look: Look, face: Face) -> dict[str, Any]:
    passed = look.view["passed"].get(look.seat, [])
    return {"consent": passed == [_bad_tile(look)] * 2}


def _investigate(look: Look, face: Face) -> dict[str, Any]:
    """A liberal asks where the doubt is greatest; a fascist asks a liberal, to lie about them."""
    cost = (lambda s: abs(look.fascist(s) - 0.5)) if look.role == LIBERAL else look.fascist
    return {"target": _lowest(look, _offered(face, "target"), cost)}


def _call_election(look: Look, face: Face) -> dict[str, Any]:
    def cost(seat: Seat) -> float:
        return look.fascist(seat) if look.role == LIBERAL else 3 * look.hitler(seat) - look.fascist(seat)

    return {"target": _lowest(look, _offered(face, "target"), cost)}


def _execute(look: Look, face: Face) -> dict[str, Any]:
    def cost(seat: Seat) -> float:
        if look.role == LIBERAL:
            return -10 * look.hitler(seat) - look.fascist(seat)
        return look.fascist(seat) + 10 * (seat == look.seat)

    return {"target": _lowest(look, _offered(face, "target"), cost)}


def _nothing(look: Look, face: Face) -> dict[str, Any]:
    return {}


def _own_card(look: Look, face: Face) -> dict[str, Any]:
    """Without hands a bot holds no envelope: it names any card, and the table shows anew until the cards add up."""
    shown = face.fields["card"]
    assert shown is not None
    return {"card": shown.sample(look.rng)}


ANSWERS: dict[str, Callable[[Look, Face], dict[str, Any]]] = {
    "show-role": _own_card,
    "seen-role": _nothing,
    "nominate": _nominate,
    "vote": _vote,
    "discard": _discard,
    "enact": _enact,
    "answer-veto": _answer_veto,
    "investigate": _investigate,
    "seen-party": _nothing,
    "call-election": _call_election,
    "seen-peek": _nothing,
    "execute": _execute,
}
