"""A bot that plays DēmoS to win, from what its own seat may know.

It discards by what the hand may become: the mean of what it could show over the cards whose place it does not know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from random import Random
from typing import Any

from companion.engine import Event, Face, OneOf, Seat
from companion.games.demos.hands import DECK, NUMBER, SUITS, Scoring, Worth, best

STRONG = 15  # a score worth defending with a veto
AHEAD = 0.35  # what an improvement that a later turn may bring counts
DRAWS, OUTS = 8, 14  # how many unknown cards are tried
SEEN = 7  # cards that go through a hand in a round: five, and what two discards bring

Fields = dict[str, Any]


@dataclass
class Look:
    """The table through the eyes of one seat."""

    view: Mapping[str, Any]
    seat: Seat
    rng: Random
    memory: dict[str, Any] = field(default_factory=dict)

    @cached_property
    def hand(self) -> list[str]:
        hand = self.view["hands"].get(self.seat, [])
        return hand if isinstance(hand, list) else []

    @cached_property
    def worth(self) -> Worth:
        view = self.view
        scoring, favourite = Scoring(**view["plan"]["scoring"]), view["favourites"].get(self.seat, "")
        return Worth(scoring, view["plan"]["turns"] > 2, favourite, view["options"]["favourite_bonus"])

    @cached_property
    def unknown(self) -> list[str]:
        """The cards that may come from the deck: those whose place this seat does not know."""
        view = self.view
        mine = view["covered"].get(self.seat, [])
        seen = {*self.hand, *(mine if isinstance(mine, list) else []), *(v["card"] for v in view["pool"])}
        seen |= {taken["card"] for taken in view["taken"]} | {c for cards in view["showing"].values() for c in cards}
        return [card for card in DECK if NUMBER[card] in view["plan"]["numbers"] and card not in seen]

    @cached_property
    def figures(self) -> list[str]:
        held = self.view["figures"].get(self.seat, [])
        return held if isinstance(held, list) else []

    def some(self, n: int) -> list[str]:
        return self.rng.sample(self.unknown, min(n, len(self.unknown)))

    def score(self, hand: Iterable[str]) -> int:
        combo = best(hand, self.worth)
        return combo.score if combo else 0

    def outlook(self, hand: Sequence[str]) -> float:
        """What the hand shows now, and a part of what one more card could make of it."""
        now = self.score(hand)
        outs = self.some(OUTS)
        later = sum(self.score([*hand, card]) for card in outs) / len(outs) if outs else now
        return now + AHEAD * (later - now)


def decide(
    view: Mapping[str, Any], faces: Sequence[Face], events: Sequence[Event], seat: Seat,
    memory: dict[str, Any], rng: Random,
) -> tuple[str, Fields] | None:  # fmt: skip
    """The answer to one of the open asks of this seat."""
    look = Look(view, seat, rng, memory)
    for face in sorted(faces, key=lambda f: f.kind in SECOND):
        say = SAY.get(face.kind)
        if say and (said := say(look, face)) is not None:
            return said
    return None


def discard_openly(look: Look, face: Face) -> tuple[str, Fields]:
    return face.kind, {"place": max(range(len(look.hand)), key=lambda place: by_deck(look, place, look.outlook))}


def discard_covered(look: Look, face: Face) -> tuple[str, Fields]:
    """The best of all discards and sources; in the secret turn of the full rules also of passing."""
    more = face.kind == "discard-secretly" and look.view["plan"]["turns"] > 2
    judge: Callable[[Sequence[str]], float] = look.outlook if more else look.score
    sources = face.fields["source"]
    assert isinstance(sources, OneOf)
    options: list[tuple[float, int, str]] = []
    for place, source in product(range(len(look.hand)), sources.values):
        rest = without(look.hand, place)
        value = by_deck(look, place, judge) if source == "deck" else judge([*rest, source])
        options.append((value, place, source))
    value, place, source = max(options, key=lambda o: o[0])
    if more and judge(look.hand) >= value:
        return "pass", {}
    return face.kind, {"place": place, "source": source}


def by_deck(look: Look, place: int, judge: Callable[[Sequence[str]], float]) -> float:
    """What a discard is worth, the card in return being any of those unknown."""
    rest = without(look.hand, place)
    cards = look.some(DRAWS)
    return sum(judge([*rest, card]) for card in cards) / len(cards) if cards else judge(rest)


def without(hand: Sequence[str], place: int) -> list[str]:
    return [*hand[:place], *hand[place + 1 :]]


def consent(look: Look, face: Face) -> tuple[str, Fields]:
    """A strong hand wants no further turn of anybody."""
    return face.kind, {"agree": look.score(look.hand) < STRONG}


def assign(look: Look, face: Face) -> tuple[str, Fields]:
    """Keep what makes one's own trio better; a second Media card goes to another, lest they cancel each other."""
    drawn = look.view["drawn"].get(look.seat, [])
    card = drawn[len(look.view["proposal"])] if isinstance(drawn, list) and drawn else ""
    owners = face.fields["owner"]
    assert isinstance(owners, OneOf)
    others = [s for s in owners.values if s != look.seat]
    twice = card[:1] == "M" and any(held[0] == "M" for held in look.figures)
    useless = card[:1] in "ELJ" and card and tier([*look.figures, card]) == tier(look.figures) == 3
    return face.kind, {"owner": look.rng.choice(others) if others and (twice or useless) else look.seat}


def tier(figures: Iterable[str]) -> int:
    """The most different suits of a trio of these figures."""
    held = list(figures)
    trios = product(*([card for card in held if card[0] == function] for function in "ELJ"))
    return max((len({card[1] for card in trio}) for trio in trios), default=0)


def point_at(look: Look, face: Face) -> tuple[str, Fields]:
    """The opponent with the most figures, then with the most points; a teammate only if there is nobody else."""
    targets = face.fields["target"]
    assert isinstance(targets, OneOf)
    side = next(members for members in look.view["sides"] if look.seat in members)
    figures, totals = look.view["figures"], look.view["totals"]

    def danger(seat: Seat) -> tuple[bool, int, int]:
        held = figures.get(seat, [])
        count = len(held) if isinstance(held, list) else held["covered"]
        return seat not in side, count, totals[seat]

    return face.kind, {"target": max(targets.values, key=danger)}


def announce(look: Look, face: Face) -> tuple[str, Fields]:
    """A suit that the target shows already: the fewer different suits, the worse the trio."""
    slots = face.fields["slot"]
    assert isinstance(slots, OneOf)
    shown = [card[1] for card in look.view["turned"].get(look.view["pointed"], {}).values() if card[0] in "ELJ"]
    return face.kind, {"slot": look.rng.choice(slots.values), "suit": look.rng.choice(shown or list(SUITS))}


def favourite(look: Look, face: Face) -> tuple[str, Fields]:
    return face.kind, {"suit": look.rng.choice(SUITS)}


def trio(look: Look, face: Face) -> tuple[str, Fields]:
    return face.kind, {"suits": look.rng.sample(SUITS, 3)}


def show(look: Look, face: Face) -> tuple[str, Fields] | None:
    """The first is the best; who has none folds."""
    places = face.fields["place"]
    assert isinstance(places, OneOf)
    return (face.kind, {"place": 0}) if places.values else None


def show_card(look: Look, face: Face) -> tuple[str, Fields] | None:
    """Where hands are unknown a bot holds no cards. It plays as if it held some of those whose place nobody knows: the
    best of what would have gone through its hand; without a combination it folds."""
    if look.memory.get("round") != look.view["round"]:
        cards = look.some(SEEN)
        combo = best(cards, look.worth)
        shown = list(combo.cards) if combo else []
        look.memory |= {"round": look.view["round"], "shown": shown, "rest": [c for c in cards if c not in shown]}
    return named(look, face, "shown")


def show_rest(look: Look, face: Face) -> tuple[str, Fields] | None:
    return named(look, face, "rest")


def named(look: Look, face: Face, which: str) -> tuple[str, Fields] | None:
    """The first of these that can still be named."""
    cards = face.fields["card"]
    assert isinstance(cards, OneOf)
    card = next((c for c in look.memory.get(which, ()) if c in cards.values), None)
    if card is None and which == "rest":
        card = look.rng.choice(cards.values)  # somebody else has named all of them meanwhile
    return (face.kind, {"card": card}) if card else None


def fixed(**fields: Any) -> Callable[[Look, Face], tuple[str, Fields]]:
    return lambda look, face: (face.kind, fields)


# What is said only if nothing else is. What lies on the table a bot does not note, and that nobody objects it leaves to
# people.
SECOND = {"pass", "fold", "close-turn", "decline"}

SAY: dict[str, Callable[[Look, Face], tuple[str, Fields] | None]] = {
    "discard-openly": discard_openly,
    "discard-secretly": discard_covered,
    "discard-unanimously": discard_covered,
    "consent": consent,
    "show": show,
    "show-card": show_card,
    "show-rest": show_rest,
    "fold": fixed(),
    "assign": assign,
    "confirm": fixed(agree=True),
    "point-at": point_at,
    "announce": announce,
    "announce-suit": favourite,
    "announce-trio": trio,
    "deal-now": fixed(),
    "close-turn": fixed(),
}
