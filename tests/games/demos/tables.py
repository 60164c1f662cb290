"""Tables of DēmoS in the middle of a game. Seats are numbered from 0. Cards are written as in RULES.md."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from companion.engine import CHANCE, CLOCK, Ask, Deck, Match, Move, OneOf, Rang, Script, Setup, ask, yes_no
from companion.games.demos import GAME, start
from companion.games.demos.hands import Combo, Worth, arranged
from companion.games.demos.moves import Consent, DiscardOpenly, DiscardSecretly, DiscardUnanimously, Pass
from companion.games.demos.rules import CORRECTIONS
from companion.games.demos.state import Table, Visible

from ..driver import AnyMatch, Step, drive

TEAMS = {"team_2v2": [[0, 1], [2, 3]], "team_2v3": [[0, 1], [2, 3, 4]], "team_2v2_1": [[0, 1], [2, 3], [4]]}
SEATS = {"team_2v2": 4, "team_2v3": 5, "team_2v2_1": 5}


def cards(text: str) -> list[str]:
    return text.split()


def begun(n: int = 3, **options: Any) -> AnyMatch:
    """A whole game, from its start."""
    return GAME.match(n, GAME.options_from(options))


def table(
    n: int = 3,
    mode: str = "individual",
    *,
    dealer: int | None = None,
    hands: Iterable[str] | None = None,
    figures: Mapping[int, str] | None = None,
    power: str | None = None,
    totals: Iterable[int] | None = None,
    options: Mapping[str, Any] | None = None,
    **facts: Any,
) -> Table:
    """A table in its first round, dealt in; by default the last seat deals. `power`: what is left of that deck."""
    n = SEATS.get(mode, n)
    t = start(Setup(n, GAME.options_from({"mode": mode, **(options or {})})))
    if mode in TEAMS:
        t.sides, t.vetoes = [list(side) for side in TEAMS[mode]], list(t.plan.vetoes)
    t.round, t.dealer = 1, n - 1 if dealer is None else dealer
    t.dealt = t.around(t.dealer)
    if hands is not None:
        t.hands = {seat: arranged(cards(hand)) for seat, hand in enumerate(hands)}
        t.covered = {seat: [] for seat in t.hands}
        held = {card for hand in t.hands.values() for card in hand}
        t.people = Deck.of("people", [card for card in t.plan.cards if card not in held])
    t.figures = {seat: cards(held) for seat, held in (figures or {}).items()}
    owned = {card for held in t.figures.values() for card in held}
    left = [card for card in t.plan.figures if card not in owned]
    t.power = Deck.of("power", left if power is None else cards(power))
    t.totals = list(totals) if totals else [0] * n
    for name, value in facts.items():
        assert hasattr(t, name), name
        setattr(t, name, value)
    return t


def on(script: Callable[[Table], Any], t: Table, *steps: Step) -> Match[Table, Any]:
    """A phase of the game on a table as it lies."""

    def run(t: Table) -> Script[Any]:
        found = script(t)
        return (yield from found) if hasattr(found, "__next__") else found

    return drive(Match.on(run, t, corrections=CORRECTIONS), *steps)


def still(t: Table) -> Match[Table, Any]:
    """A table on which nothing happens: to be looked at."""
    return on(lambda t: iter(ask(Consent, 0, agree=yes_no())), t)


def visible(text: str) -> list[Visible]:
    """`"S2:1 H4:0"`: cards of the visible pool, with who put them there."""
    return [Visible(card, int(seat)) for card, _, seat in (word.partition(":") for word in text.split())]


def place(m: AnyMatch, seat: int, card: str) -> int:
    found: int = m.state.hands[seat].index(card)
    return found


def openly(seat: int, card: str) -> Step:
    return lambda m: [DiscardOpenly(place(m, seat, card), by=seat)]


def secretly(seat: int, card: str, source: str = "deck") -> Step:
    return lambda m: [DiscardSecretly(place(m, seat, card), source, by=seat)]


def unanimously(seat: int, card: str, source: str = "deck") -> Step:
    return lambda m: [DiscardUnanimously(place(m, seat, card), source, by=seat)]


def agree(*seats: int) -> list[Move]:
    return [Consent(True, by=s) for s in seats]


def veto(*seats: int) -> list[Move]:
    return [Consent(False, by=s) for s in seats]


def pass_(*seats: int) -> list[Move]:
    return [Pass(by=s) for s in seats]


def chance(m: AnyMatch) -> Ask[Any] | None:
    return next((a for a in m.asks() if a.by == CHANCE), None)


def deal_any(m: AnyMatch) -> Iterable[Move]:
    """Chance answers with the first choice for as long as it is asked."""
    while not m.over and (a := chance(m)):
        deck, item = a.fields["deck"], a.fields["item"]
        assert isinstance(deck, OneOf) and isinstance(item, OneOf)
        yield a.move(by=CHANCE, deck=deck.values[0], item=item.values[0])


def rings(m: AnyMatch) -> Iterable[Move]:
    """The first bell that is open rings."""
    bell = next(a for a in m.asks() if a.by == CLOCK).fields["bell"]
    assert isinstance(bell, OneOf)
    yield Rang(bell.values[0], by=CLOCK)


def seconds(m: AnyMatch) -> list[int]:
    """Of the clocks that run."""
    return [a.seconds for a in m.asks() if a.by == CLOCK]


def discard_first(m: AnyMatch) -> Iterable[Move]:
    """Whoever must discard lays down the first card and takes from the deck; chance answers anyhow."""
    kinds = (DiscardOpenly, DiscardSecretly, DiscardUnanimously)
    while not m.over and (a := next((a for a in m.asks() if a.move in kinds or a.by == CHANCE), None)):
        if a.by == CHANCE:
            yield from deal_any(m)
        elif a.move is DiscardOpenly:
            yield DiscardOpenly(0, by=a.by)
        else:
            yield a.move(by=a.by, place=0, source="deck")


def worth(mode: str = "individual", favourite: str = "", bonus: int = 10) -> Worth:
    t = table(4 if mode == "team_2v2" else 3, mode, options={"favourite_bonus": bonus})
    t.favourites = {0: favourite} if favourite else {}
    return t.worth(0)


def said(combo: Combo | None) -> tuple[int, str]:
    return (combo.score, combo.kind) if combo else (0, "none")
