"""Tables in the middle of a game. Seats are numbered from 0 here, from 1 in RULES.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Any

from companion.engine import Deck, Match, Setup
from companion.games.secret_hitler import GAME
from companion.games.secret_hitler.content import content
from companion.games.secret_hitler.moves import Discard, Enact, Nominate, Vote
from companion.games.secret_hitler.rules import CORRECTIONS, game, start
from companion.games.secret_hitler.state import Switches, Table, sound

from ..driver import AnyMatch, Step, draw, drive, everyone

L, F, H = "liberal", "fascist", "hitler"
WORDS = {"L": L, "F": F, "H": H}


def faces(letters: str) -> list[str]:
    return [WORDS[c] for c in letters]


def table(
    n: int, president: int = 0, *, roles: str = "", draw: str = "", options: Switches | None = None, **facts: Any
) -> Table:
    """A table where `president` is about to preside an ordinary round. `draw`: what the draw pile holds, all other
    tiles that are not on the board being discards; by default nothing has been discarded."""
    plan = content().plan(n)
    t = Table(n=n, plan=plan, options=options or Switches(), deck=Deck("policies", Counter()), round=1)
    for name, value in facts.items():
        setattr(t, name, value)
    t.veto_unlocked = t.fascist >= 5
    t.rotation = next(s for k in range(1, n + 1) if (s := (president - k) % n) not in t.dead)
    t.president = t.rotation
    down = Counter(plan.tiles) - t.out - Counter({L: t.liberal, F: t.fascist})
    pile = Counter(faces(draw)) if draw else down
    t.deck, t.discards = Deck.of("policies", pile.elements()), down - pile
    dealt = faces(roles) if roles else [role for role, k in plan.roles.items() for _ in range(k)]
    assert Counter(dealt) == Counter(plan.roles)
    t.roles = dict(enumerate(dealt))
    return t


def play(t: Table, *steps: Step) -> Match[Table, Any]:
    """The game from the next nomination on."""
    return drive(Match.on(game, t, corrections=CORRECTIONS, invariants=sound), *steps)


def new(n: int, *steps: Step, **options: Any) -> Match[Table, Any]:
    """A whole game from the start."""
    return drive(GAME.match(n, GAME.options_from(options)), *steps)


def begun(n: int, **options: Any) -> Match[Table, Any]:
    return GAME.match(n, GAME.options_from(options))


def setup_only(n: int, **options: Any) -> Table:
    return start(Setup(n, GAME.options_from(options)), content().plan(n))


def vote(no: Collection[int] = ()) -> Step:
    return everyone(Vote, ja=lambda seat: seat not in no)


def elect(chancellor: int, no: Collection[int] = ()) -> Step:
    """The President who is asked nominates; all vote yes but those."""

    def answers(m: AnyMatch) -> Any:
        yield Nominate(chancellor, by=m.state.president)
        yield from vote(no)(m)  # type: ignore[operator]

    return answers


def reject(chancellor: int) -> Step:
    """A nomination that everybody votes down."""
    return elect(chancellor, range(10))


def legislate(drawn: str, discard: int = 2, enact: int = 0) -> Step:
    """The session up to the enactment: drawn tiles, the place discarded by the President, the place enacted."""

    def answers(m: AnyMatch) -> Any:
        yield from draw(*faces(drawn))(m)  # type: ignore[operator]
        yield Discard(discard, by=m.state.president)
        yield Enact(enact, by=m.state.chancellor)

    return answers


def govern(chancellor: int, tile: str) -> list[Step]:
    """An elected government that enacts this tile (three alike are drawn if there are so many)."""
    return [elect(chancellor), legislate({"L": "LFF", "F": "FFF"}[tile], enact=0)]


def piles(t: Table) -> tuple[int, int]:
    return len(t.deck), t.discards.total()
