"""Tables in the middle of a game. Seats are numbered from 0 here, from 1 in RULES.md."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

import msgspec

from companion.engine import CHANCE, URN, Contents, Deck, Drawn, Match, Move, OneOf, Script, Setup
from companion.games.republia import GAME
from companion.games.republia import moves as m
from companion.games.republia.content import content
from companion.games.republia.rules import round_, start, turn
from companion.games.republia.state import ORDINARY, Arrow, Law, Plan, Switches, Table, sound, type_of

from ..driver import AnyMatch, Step, drive

BASICS = ["bribe", "fraud", "economic_coup", "informant", "leadership"]


def law(faction: str, cost: int, *arrows: str) -> Law:
    return Law(faction, cost, tuple(Arrow(a[0], int(a[1:])) for a in arrows))  # type: ignore[arg-type]


# The example fixture of RULES.md, and Laws that some vectors need.
FIXTURE = {
    "calls": law("TOT", 2, "D2"),
    "immigration": law("FAS", 1, "R1", "D1"),
    "military": law("LIB", 2, "U2"),
    "income": law("SOC", 2, "L2"),
    "school": law("SOC", 1, "L1"),
    "abortion": law("FAS", 1, "R1", "D1"),
    "health": law("COM", 1, "L1", "D1"),
    "euthanasia": law("LIB", 1, "U1"),
    "consumption": law("ANA", 1, "L1", "U1"),
    "vote": law("LIB", 1, "U1"),
    "cost3": law("MON", 3, "R3"),
    "r2u1": law("NEO", 2, "R2", "U1"),
    "l1d1": law("COM", 1, "L1", "D1"),
    "r1u1": law("NEO", 1, "R1", "U1"),
    "l2": law("SOC", 2, "L2"),
    "r2": law("MON", 2, "R2"),
    "l1r1": law("MON", 1, "L1", "R1"),
    "u2": law("LIB", 2, "U2"),
    "d1": law("TOT", 1, "D1"),
}


@cache
def house_laws() -> tuple[str, ...]:
    """The Laws of the house set that are still in the deck beside the fixture."""
    return tuple(w.id for w in content().laws)[len(FIXTURE) :]


def plan_of(setup: Setup) -> Plan:
    plan = content().plan(setup)
    return msgspec.structs.replace(plan, laws={**FIXTURE, **{i: plan.laws[i] for i in house_laws()}})


FACTIONS = {
    3: [["COM", "SOC"], ["NEO", "MON"], ["FAS", "TOT"]],
    4: [["LIB", "ANA"], ["COM", "SOC"], ["NEO", "MON"], ["FAS", "TOT"]],
    5: [["LIB"], ["NEO"], ["MON"], ["FAS"], ["TOT"]],
    6: [["NEO"], ["MON"], ["FAS"], ["COM"], ["SOC"], ["ANA"]],
    7: [["LIB"], ["NEO"], ["MON"], ["FAS"], ["TOT"], ["COM"], ["SOC"]],
    8: [["LIB"], ["NEO"], ["MON"], ["FAS"], ["TOT"], ["COM"], ["SOC"], ["ANA"]],
}


def table(
    n: int = 4,
    *,
    hands: Mapping[int, Iterable[str]] | None = None,
    held: Mapping[int, Iterable[str]] | None = None,
    drawer: Iterable[str] = (),
    pile: Iterable[str] = (),
    top: Iterable[str] = (),
    pp: Mapping[int, int] | None = None,
    factions: Mapping[int, list[str]] | None = None,
    situation: str = "",
    options: Switches | None = None,
    **facts: Any,
) -> Table:
    """A table in the first Turn of Round 1, the First President at seat 0.

    `hands`: cards by type (all others hold the five Basics); `held`: Laws (all others hold one of the house set);
    `top`: the Laws on top of their deck, in order."""
    setup = Setup(n, options or Switches())
    t = start(setup, plan_of(setup), content().chart(setup))
    t.round, t.first, t.order = 1, 0, t.clockwise(facts.get("first", 0))
    t.factions = dict(factions or dict(enumerate(FACTIONS[n])))
    for seat in hands or {}:
        while t.hands[seat]:
            t.actions.shuffle([t.lose(seat, 0)])
    for seat, kinds in (hands or {}).items():
        deal(t, seat, kinds)
    spare = [*reversed(house_laws())]
    for seat in range(n):
        laws = list((held or {}).get(seat, [spare.pop()]))
        t.held[seat] = laws
        forget(t.laws, laws)
    forget(t.laws, [*drawer, *pile, *top])
    t.cabinet, t.pile = Deck.of("drawer", drawer, cards="laws"), Deck.of("pile", pile, cards="laws")
    for face in reversed([*top]):
        t.laws.put(face, at=0)
    for seat, points in (pp or {}).items():
        t.bank += t.pp[seat] - points
        t.pp[seat] = points
    if situation:
        t.situation, t.in_force = situation, True
        forget(t.situations, [situation])
        sheet = t.plan.situations[situation]
        t.in_force = not sheet.below or facts.get("pos", (0, 0))[1] < 0
        t.rule = sheet if t.in_force else ORDINARY
    for name, value in facts.items():
        assert hasattr(t, name), name
        setattr(t, name, value)
    t.exchange = t.exchange or t.sp >= 7
    sound(t)
    return t


def forget(deck: Deck, faces: Iterable[str]) -> None:
    """These are not in the deck."""
    for face in faces:
        deck.loose[face] -= 1
        assert deck.loose[face] >= 0, face
        deck.slots.pop()


def deal(t: Table, seat: int, kinds: Iterable[str]) -> None:
    """These cards into that hand."""
    for kind in kinds:
        card = min(c for c in t.actions.loose.elements() if type_of(c) == kind)
        forget(t.actions, [card])
        t.gain(seat, card)


def on(script: Callable[[Table], Script[Any]], t: Table, *steps: Step) -> Match[Table, Any]:
    return drive(Match.on(script, t, invariants=sound), *steps)


def turn_of(t: Table, seat: int = 0, *steps: Step) -> Match[Table, Any]:
    """One Turn and no more."""
    return on(lambda s: turn(s, seat), t, *steps)


def next_round(t: Table, *steps: Step) -> Match[Table, Any]:
    """The Round after that of the table."""
    return on(round_, t, *steps)


def new(n: int, *steps: Step, **options: Any) -> Match[Table, Any]:
    """A whole game from the start."""
    return drive(GAME.match(n, GAME.options_from(options)), *steps)


# ---- steps


def draws(*faces: str) -> Step:
    """Chance deals these, whatever deck is asked; a card by its type alone is the first such."""

    def answers(match: AnyMatch) -> Iterable[Move]:
        for face in faces:
            asked = next(a for a in match.asks() if a.by == CHANCE)
            deck, item = asked.fields["deck"], asked.fields["item"]
            assert isinstance(deck, OneOf) and isinstance(item, OneOf)
            yield Drawn(deck.values[0], next(v for v in item.values if face in (v, type_of(v))), by=CHANCE)

    return answers


def any_draws(match: AnyMatch) -> Iterable[Move]:
    """Chance deals what comes, for as long as it is asked."""
    while (asked := next((a for a in match.asks() if a.by == CHANCE), None)) is not None:
        deck, item = asked.fields["deck"], asked.fields["item"]
        assert isinstance(deck, OneOf) and isinstance(item, OneOf)
        yield Drawn(deck.values[0], item.values[0], by=CHANCE)


def ids(match: AnyMatch, cards: Iterable[str]) -> dict[str, int]:
    """The very cards of these types in anybody's hand; "fraud@2": in that of seat 2."""
    found: dict[str, int] = {}
    for card in cards:
        kind, _, seat = card.partition("@")
        hands = [match.state.hands[int(seat)]] if seat else match.state.hands.values()
        found[next(c for hand in hands for c in hand if type_of(c) == kind and c not in found)] = 1
    return dict(sorted(found.items()))


def urn(positive: int, negative: int, *cards: str, roll: Iterable[int] = ()) -> Step:
    """What lies in the urn when it is closed."""

    def answers(match: AnyMatch) -> Iterable[Move]:
        items = {k: v for k, v in (("negative", negative), ("positive", positive)) if v}
        yield Contents(items, list(roll), ids(match, cards), by=URN)

    return answers


def speak(match: AnyMatch) -> Iterable[Move]:
    """The speech ends, and the Press Conference with it, without a question."""
    by = match.state.president
    yield m.EndPresentation(by=by)
    if any(a.move is m.EndPressConference for a in match.asks()):
        yield m.EndPressConference(by=by)


def legislate(positive: int, negative: int, *cards: str, law: int = 0) -> Step:
    """The president legislates a Law and this is in the urn."""

    def answers(match: AnyMatch) -> Iterable[Move]:
        yield m.Legislate(law, by=match.state.president)
        yield from speak(match)
        yield from urn(positive, negative, *cards)(match)  # type: ignore[operator]

    return answers


def play(card: str, by: int, target: int | None = None) -> Step:
    """A card of this type in the open."""

    def answers(match: AnyMatch) -> Iterable[Move]:
        yield m.PlayCard(match.state.cards[by].index(card), by=by)
        if target is not None:
            yield m.ChooseTarget(target, by=by)

    return answers


def piles(t: Table) -> tuple[int, int, int]:
    """How many Laws lie in the deck, the pile and the drawer."""
    return len(t.laws), len(t.pile), len(t.cabinet)


def powers(t: Table) -> list[int]:
    return [t.pp[s] for s in range(t.n)]


def bottom(t: Table, n: int = 1) -> list[Any]:
    """The Laws known to lie at the bottom of their deck."""
    return t.laws.slots[-n:]
