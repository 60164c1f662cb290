"""Sections H and L of RULES.md: the piles of tiles, and the care of real ones."""

from __future__ import annotations

from collections import Counter

from companion.engine import HOST, Ask, Deck, Field, Script, ask, first, share

from . import moves as m
from .state import Table


def reshuffle(t: Table) -> None:
    """SHT-131..139."""
    if len(t.deck) >= t.plan.at.reshuffle_below:
        return
    t.deck.shuffle(t.discards.elements())
    t.discards.clear()
    t.tell(m.Reshuffled(len(t.deck)))
    if "policies" in t.options.tapped:
        t.shuffle = "due"


def shuffles(t: Table) -> Script[None]:
    """SHT-228. Open beside the game while real tiles are to be shuffled and no draw waits for them yet."""

    def due() -> list[Ask[m.ConfirmShuffle]]:
        return [ask(m.ConfirmShuffle, HOST)] if t.shuffle == "due" else []

    while True:
        yield from first(due)
        confirmed(t)


def pile_ready(t: Table) -> Script[None]:
    """SHT-228. Only a draw waits; it then asks itself, in place of the question beside it."""
    if t.shuffle:
        t.shuffle = "awaited"
        yield from ask(m.ConfirmShuffle, HOST)
        confirmed(t)


def confirmed(t: Table) -> None:
    t.shuffle = ""
    t.tell(m.ShuffleConfirmed())


def recountable(t: Table) -> dict[str, Field] | None:
    """SHT-229. Between rounds, with real tiles: what the draw pile may hold, out of all that lies face down."""
    between = t.round > 0 and t.nominee is None and t.tracker < t.plan.at.tracker_limit
    if not between or "policies" not in t.options.tapped:
        return None
    down = t.tiles_down()
    return {"draw": share(down.total(), down, least=t.plan.at.reshuffle_below, of="policies")}


def recount(t: Table, move: m.Recount) -> None:
    """SHT-229. The other tiles are the discards; what was known of the order is gone."""
    down, draw = t.tiles_down(), Counter(move.draw)
    t.deck, t.discards = Deck.of("policies", draw.elements()), down - draw
    t.tell(m.Recounted())
