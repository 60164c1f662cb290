"""Tables in the middle of a reign. Seats are letters, as in RULES.md; timers are off unless a test is about them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.engine import Deck, Match, Move, Number, Outcome, Script, Setup
from companion.games.ankist import GAME, effects, rules, start, voting
from companion.games.ankist.content import content
from companion.games.ankist.lore import AnyEffect, Dilemma, Incident, Lore
from companion.games.ankist.moves import Abstain, AddPower, ChooseSide, PassTurn, ProposePact, Sign, Vote
from companion.games.ankist.state import GATHER, MODERATE, Switches, Table, sound

from ..driver import AnyMatch, Step, drive

A, B, C, D, E = range(5)
HOUSES = [house.id for house in content().houses]
PLANS = ["moderate", "extremist", "wealthy", "rebel", "opportunist"]
RESOURCES = ("influence", "wealth", "morale", "welfare", "knowledge")


def switches(**more: Any) -> Switches:
    return Switches(**{"discussion_seconds": 0, "turn_seconds": 0, **more})


def table(
    n: int = 5,
    leader: int = A,
    moderator: int = E,
    hands: Sequence[int] = (),
    coins: Sequence[int] = (),
    pool: int = 3,
    plans: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
    **facts: Any,
) -> Table:
    """A table whose roles and plans are set, before the next dilemma."""
    t = start(Setup(n, switches(**(options or {}))))
    t.houses = dict(enumerate(HOUSES[:n]))
    t.order = list(range(n))
    t.leader, t.moderator, t.pool = leader, moderator, pool
    t.hand = dict(enumerate(hands or [8] * n))
    t.coins = dict(enumerate(coins or [10] * n))
    t.plans = dict(enumerate(plans or PLANS[:n]))
    t.chosen = list(range(n))
    t.power, t.minted = sum(t.hand.values()) + pool, sum(t.coins.values())
    for name, value in facts.items():
        setattr(t, name, value)
    return t


# ---- votes


def ballot(t: Table) -> Script[str]:
    """One vote, and what becomes of its power."""
    side = yield from voting.voting(t)
    voting.settle(t, side)
    return side


def vote(t: Table, *steps: Step) -> Match[Table, str]:
    return drive(Match.on(ballot, t, corrections=rules.CORRECTIONS, invariants=sound), *steps)


def aye(seat: int, power: int) -> Move:
    return Vote("aye", power, by=seat)


def nay(seat: int, power: int) -> Move:
    return Vote("nay", power, by=seat)


def gather(*seats: int) -> Step:
    return lambda m: [Abstain(GATHER, by=s) for s in seats]


def moderate(seat: int) -> Move:
    return Abstain(MODERATE, by=seat)


def more(seat: int, power: int) -> Step:
    return lambda m: [AddPower(m.state.act[seat], power, by=seat)]


def passes(*seats: int) -> Step:
    return lambda m: [PassTurn(by=s) for s in seats]


def hands(m: AnyMatch) -> list[int]:
    return [m.state.hand[s] for s in range(m.state.n)]


def coins(m: AnyMatch) -> list[int]:
    return [m.state.coins[s] for s in range(m.state.n)]


def result(m: AnyMatch) -> tuple[str, int, int]:
    """The winning side and the two totals."""
    return m.state.verdict, m.state.totals["aye"], m.state.totals["nay"]


def propose(
    by: int, to: int, give: int = 0, take: int = 0, mine: Any = "nothing", yours: Any = "nothing",
    whom: int | None = None, terms: str = "—",
) -> Step:  # fmt: skip
    """A proposal. A duty is its kind, or its kind with its amounts."""

    def parts(duty: Any, least: int) -> tuple[str, int, int]:
        kind, low, high = (duty, None, None) if isinstance(duty, str) else (*duty, None)[:3]
        return kind, low or least, high or low or least

    def move(m: AnyMatch) -> Iterable[Move]:
        (fields,) = [a.fields for a in m.asks() if a.by == by and a.move is ProposePact]
        amounts = fields["mine_least"]
        assert isinstance(amounts, Number)
        yield ProposePact(
            to, give, take, *parts(mine, amounts.low), *parts(yours, 1), to if whom is None else whom, terms, by=by
        )

    return move


# ---- cards


def cards(
    aye: Iterable[AnyEffect] = (), nay: Iterable[AnyEffect] = (), skull: bool = False, many: int = 20,
    incidents: Mapping[str, Incident] | None = None, supports: tuple[str, ...] = (), arc: str = "SAL",
) -> Lore:  # fmt: skip
    """A deck of like cards X-00, X-01, ..., all of one story."""
    dilemma = Dilemma(arc, True, skull, tuple(aye), tuple(nay))
    return Lore("test", (arc,), {f"X-{i:02}": dilemma for i in range(many)}, dict(incidents or {}), supports)


def with_deck(t: Table, story: Lore, deck: Iterable[str] | None = None) -> Table:
    t.lore, t.locked = story, []
    t.deck = Deck.of("dilemma", list(story.dilemmas) if deck is None else deck)
    return t


def happens(t: Table, *effects_: AnyEffect, **more: Any) -> list[str]:
    """The effects of a winning option, now; the kinds of event that it tells."""
    t.lore = cards(effects_, **more)
    t.dilemma = "X-00"
    before = len(t.told)
    effects.apply(t, "aye")
    sound(t)
    return [str(told.event.__struct_config__.tag) for told in t.told[before:]]


def rounds(t: Table) -> Script[Outcome]:
    """The rest of a reign."""
    while not t.cause:
        yield from rules.round_(t)
    return (yield from rules.finish(t))


def reign(t: Table, *steps: Step) -> Match[Table, Outcome]:
    return drive(Match.on(rounds, t, corrections=rules.CORRECTIONS, invariants=sound), *steps)


def resolve(side: str = "aye", sign: bool = True) -> Step:
    """The Leader votes with 1, all others gather, the Leader signs."""

    def moves(m: AnyMatch) -> Iterable[Move]:
        leader = m.state.leader
        yield Vote(side, 1, by=leader)
        for k in range(1, m.state.n):
            yield Abstain(GATHER, by=(leader + k) % m.state.n)
        if sign:
            yield Sign(by=leader)

    return moves


def idle(sign: bool = True) -> Step:
    """Everybody gathers, the Moderator says aye, the Leader signs: no power moves but the pool."""

    def moves(m: AnyMatch) -> Iterable[Move]:
        leader = m.state.leader
        for k in range(m.state.n):
            yield Abstain(GATHER, by=(leader + k) % m.state.n)
        yield ChooseSide("aye", by=m.state.moderator)
        if sign:
            yield Sign(by=leader)

    return moves


def new(n: int, *steps: Step, ledger: dict[str, Any] | None = None, **options: Any) -> Match[Table, Outcome]:
    """A whole reign from the start."""
    return drive(GAME.match(n, switches(**options), ledger), *steps)

