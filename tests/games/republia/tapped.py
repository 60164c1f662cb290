"""Republia with everything real, for tests: people who tap, drop and press, and what that costs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from companion.engine import CHANCE, HOST
from companion.games.republia.state import RING
from companion.table.requests import Answer, Status
from tests.table.evenings import Evening, evening

REAL = ["actions", "factions", "laws", "situations", "votes"]
SITUATION = "transparencia"  # it changes nothing that these tests ask about


class Tapped:
    """Four to eight people with real cards. Counts what they tap, press, drop and fill in."""

    def __init__(self, e: Evening, n: int, **switches: Any) -> None:
        self.e, self.n, self.inputs, self.votes = e, n, 0, 0
        e.start("republia", n, real=REAL, **switches)
        e.do(Status(device="slot", status="ready"))

    @property
    def t(self) -> Any:
        return self.e.state()

    def drawer(self) -> int | None:
        assert self.e.seen.playing
        seat: int | None = self.e.seen.playing.views[None]["drawer"]
        return seat

    def wanted(self) -> str:
        """The deck of which the table wants a card; empty where it wants none."""
        faces = [f for f in self.e.faces() if f.by == CHANCE]
        return faces[0].fields["deck"].values[0] if faces else ""  # type: ignore[union-attr]

    def tap(self, key: str, reader: str = "table") -> None:
        assert self.e.tap(key, reader).ok, key
        self.inputs += 1

    def press(self, *buttons: str) -> None:
        for button in buttons:
            assert self.e.press(button).ok, button
            self.inputs += 1

    def answer(self, seat: int, kind: str, **fields: Any) -> None:
        assert self.e.answer(seat, kind, **fields).ok, (seat, kind)
        self.inputs += 1

    def change(self, **facts: Any) -> None:
        """Put the match where it is typical: no landing of Pressure, no empty purse."""
        def put(x: Any) -> None:
            for name, value in facts.items():
                setattr(x.session.match.state, name, value)

        self.e.inside(put)

    def draw(self, key: str = "") -> None:
        """The next card that the table wants: this one, or any that may lie there."""
        deck = getattr(self.t, self.wanted())
        self.tap(key or next(iter(sorted(deck.contents()))))

    def deal(self) -> None:
        for _ in range(self.n):
            next(None for faction in RING if self.e.tap(faction).ok)
        while self.wanted():
            self.draw()
        self.e.ok(Answer(kind="name-first", fields={"seat": 0}))
        self.e.answer(HOST, "continue")


@contextmanager
def tapped(folder: Path, n: int, **switches: Any) -> Iterator[Tapped]:
    with evening(folder) as e:
        yield Tapped(e, n, **switches)


def second_round(x: Tapped) -> None:
    """The first one gone by with vetoes: decks as at the table, hands as dealt, Pressure low."""
    x.deal()
    for seat in range(x.n):
        x.change(sp=1)
        assert x.e.answer(seat, "veto", law=0).ok
    x.change(sp=1)
    assert x.e.answer(x.n - 1, "end-turn").ok
    x.change(sp=1)
    x.inputs = 0


def replenish(x: Tapped) -> None:
    """REP-054: a Law and a card each; the first to draw gets one that is played in the open."""
    x.draw()
    x.draw("mobilization#01")
    while x.wanted() in ("laws", "actions"):
        x.draw()


def ballot(x: Tapped, president: int, passes: bool) -> None:
    """By the slot: the president's choice, the speech, the question, every paper, one card, the close, the count."""
    x.answer(president, "legislate", law=0)
    x.press("OK")
    x.answer(president, "choose-journalist", target=(president + 1) % x.n)
    x.press("OK")
    for k in range(1, x.n + 2):
        x.tap(f"{'positive' if passes else 'negative'}#{k:02}", "slot")
        x.votes += 1
    x.tap(next(card for hand in x.t.hands.values() for card in hand if card.startswith("bribe")), "slot")
    x.press("OK", "OK")


def enrich(x: Any, seat: int) -> None:
    """Power for any decree, from whoever has most: what is counted is how often somebody must do something."""
    pp = x.session.match.state.pp
    giver = max((other for other in pp if other != seat), key=pp.__getitem__)
    pp[giver] -= 3
    pp[seat] += 3
