"""Tables of D€mocracia in the middle of a game. Seats are those of the proposed order: with four players B1 is 0,
R1 is 1, B2 is 2 and R2 is 3; G comes third and Y last where they play."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from companion.engine import CHANCE, CLOCK, Drawn, Each, Match, Move, OneOf, Rang, Setup, SomeOf
from companion.games.democracia import GAME, start
from companion.games.democracia import moves as m
from companion.games.democracia import rules as rules_
from companion.games.democracia.agents import take_office
from companion.games.democracia.piles import abilities_of
from companion.games.democracia.state import Case, Owed, Table, sound
from companion.games.democracia.turn import reveal, turn

from ..driver import AnyMatch, Step, drive, the_ask

BRONZE = ("ARA", "AST", "BAL", "CNT", "EXT", "RIO")  # where the bastions of these tables stand, by seat
# Names as in RULES.md: who is who at a table of four, and what they may buy.
B1, R1, B2, R2 = 0, 1, 2, 3


def table(n: int = 4, *, round_: str = "initial", first: int = 0, options: dict[str, Any] | None = None,
          **facts: Any) -> Table:  # fmt: skip
    """A table in its first legislature, before a round: two agents each, four abilities in hand, one bastion."""
    t = start(Setup(n, GAME.options_from(options or {})))
    t.leaders = dict(enumerate(t.plan.seating.leaders))
    t.order = list(range(n))
    rules_.agents(t)
    t.first, t.rounds, t.phase = first, 1, "resolution"
    t.round = t.plan.seating.rounds.index(round_)
    for seat in range(n):
        t.bastions[BRONZE[seat]] = t.party(seat)
        t.hands[seat] = abilities_of(t, seat) if not t.options.opaque else ["?"] * 4
    for name, value in facts.items():
        assert hasattr(t, name), name
        setattr(t, name, value)
    return t


# ---- laying things out


def fetch(t: Table, card: str) -> str:
    """A card out of its deck, so that none is made."""
    if not card.startswith("ESP-"):
        deck = t.presidents if card.startswith("PRE-") else t.deck(t.face(card).deck)
        assert deck.loose[card] > 0, f"no more {card}"
        deck.loose[card] -= 1
        deck.slots.pop()
    return card


def deal(t: Table, seat: int, *cards: str) -> None:
    """Into a hand."""
    t.hands[seat] += [fetch(t, c) for c in cards]


def lay(t: Table, agent: str, card: str) -> None:
    """Face down under an agent."""
    seat = t.owner_of(agent)
    assert seat is not None
    if card.startswith("ESP-"):
        t.hands[seat].remove(card)
    t.under[agent] = [fetch(t, card)]


def own(t: Table, seat: int, *agents: str) -> None:
    """Out of the market."""
    for agent in agents:
        t.market.remove(agent)
        t.owned[seat].append(agent)


def hold(t: Table, party: str, *communities: str) -> None:
    """Tokens on the board."""
    for community in communities:
        assert community not in t.held and community not in t.bastions
        t.held[community] = party
        t.chips[party] -= 1


def vote(t: Table, **parties: int) -> None:
    """Into the urn."""
    for party, n in parties.items():
        t.votes[party] -= n
        t.inside[party] = t.inside.get(party, 0) + n
        t.urn.shuffle([party] * n)


def govern(t: Table, seat: int, card: str = "") -> None:
    """The president is in office, perhaps with a card left."""
    t.president, t.power, t.first = seat, t.party(seat), seat
    take_office(t, seat)
    t.card[seat] = [fetch(t, card)] if card else []


def brief(t: Table, case: int, seat: int, target: str, source: str, **facts: bool) -> None:
    """A briefcase token of `seat` on `target`, standing for the card under `source`."""
    t.cases[case] = Case(seat, target, **facts)
    t.sources[case] = source


def owes(t: Table, seat: int, card: str, agent: str = "") -> None:
    t.owed[seat].append(Owed(fetch(t, card), agent))


# ---- running parts of the game


def run(t: Table, script: Callable[[Table], Any], *steps: Step) -> Match[Table, Any]:
    """Any part of the game on this table."""
    return drive(Match.on(script, t, corrections=rules_.CORRECTIONS, invariants=sound), *steps)


def revealing(t: Table, seat: int, agent: str, *steps: Step, money: int = 0) -> Match[Table, Any]:
    """The resolution of the card under one agent, in its owner's turn."""
    t.turn, t.money = seat, money
    return run(t, lambda t: reveal(t, seat, agent), *steps)


def taking(t: Table, seat: int, *steps: Step) -> Match[Table, Any]:
    """A player's whole turn."""
    return run(t, lambda t: turn(t, seat), *steps)


def new(n: int, *steps: Step, **options: Any) -> Match[Table, Any]:
    """A whole game from the start."""
    return drive(GAME.match(n, GAME.options_from(options)), *steps)


# ---- steps


def ring(match: AnyMatch) -> Iterable[Move]:
    """The clock of a window."""
    yield Rang("least", by=CLOCK)


def let(match: AnyMatch) -> Iterable[Move]:
    """Whoever is still asked in a window plays nothing, and the time is up; again while another window opens."""
    while any(a.move is m.PassWindow for a in match.asks()) or any(a.by == CLOCK for a in match.asks()):
        for ask in [a for a in match.asks() if a.move is m.PassWindow]:
            yield m.PassWindow(by=ask.by)
        yield from ring(match)


def answer(seat: int, card: str) -> Step:
    """One player plays a card in the open window, the others nothing."""

    def steps(match: AnyMatch) -> Iterable[Move]:
        kind = next(a.move for a in match.asks() if a.by == seat and a.move in (m.React, m.UsePresident))
        yield kind(card, by=seat)
        for ask in [a for a in match.asks() if a.move is m.PassWindow and a.by != seat]:
            yield m.PassWindow(by=ask.by)
        yield from ring(match)

    return steps


def verdict(**innocent: bool) -> Step:
    """The owned judges vote: `JUE_1=False` is guilty."""
    said = {k.replace("_", "-"): v for k, v in innocent.items()}

    def steps(match: AnyMatch) -> Iterable[Move]:
        for ask in [a for a in match.asks() if a.move is m.Judge]:
            field = ask.fields["innocent"]
            assert isinstance(field, Each)
            yield m.Judge({j: said[j] for j in field.parts}, by=ask.by)

    return steps


def finish(match: AnyMatch) -> Iterable[Move]:
    """To the end of the turn: nothing bought, nothing discarded, Action cards drawn."""
    for _ in range(60):
        kinds = {a.move: a for a in match.asks()}
        if m.EndPurchases in kinds:
            yield m.EndPurchases(by=kinds[m.EndPurchases].by)
        elif m.Split in kinds:
            yield m.Split(0, by=kinds[m.Split].by)
        elif m.KeepAll in kinds:
            yield m.KeepAll(by=kinds[m.KeepAll].by)
        elif Drawn in kinds:
            yield from draws(1)(match)  # type: ignore[operator]
        else:
            return


def draws(n: int, face: str | None = None) -> Step:
    """Chance gives this face, or the first that it can, `n` times."""

    def steps(match: AnyMatch) -> Iterable[Move]:
        for _ in range(n):
            ask = next(a for a in match.asks() if a.by == CHANCE)
            deck, item = ask.fields["deck"], ask.fields["item"]
            assert isinstance(deck, OneOf) and isinstance(item, OneOf)
            yield Drawn(deck.values[0], face or item.values[0], by=CHANCE)

    return steps


def drawn(*faces: str) -> Step:
    """Chance gives these, one after another."""

    def steps(match: AnyMatch) -> Iterable[Move]:
        for face in faces:
            yield from draws(1, face)(match)  # type: ignore[operator]

    return steps


def values(match: AnyMatch, kind: type[Move], field: str, by: int | None = None) -> tuple[Any, ...]:
    """Out of what a field of the open ask of this kind is chosen."""
    found = the_ask(match, kind, by).fields[field]
    assert isinstance(found, (OneOf, SomeOf))
    return found.values


def told(match: AnyMatch, kind: type[Any]) -> list[Any]:
    """The public events of one kind."""
    return [event for event in match.events(None) if isinstance(event, kind)]


