"""What five numeric cards are worth. Cards are suit and number, "S7"; suits in card order are S, H, D, C."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

SUITS: Final = "SHDC"
HIGHEST: Final = 10
DECK: Final = tuple(f"{suit}{number}" for suit in SUITS for number in range(1, HIGHEST + 1))
NUMBER: Final = {card: int(card[1:]) for card in DECK}
# DMS-141. By number, and by suit in card order.
PLACE: Final = {card: 4 * NUMBER[card] + SUITS.index(card[0]) for card in DECK}

Kind: TypeAlias = Literal["seq1", "seq2", "seq3", "square"]
_RUN: Final[tuple[Kind, Kind, Kind]] = ("seq1", "seq2", "seq3")
_RUNS: Final = tuple(frozenset((k, k + 1, k + 2)) for k in range(1, HIGHEST - 1))


class Scoring(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What combinations are worth, and how many figures they draw."""

    seq1: int
    seq2: int
    seq3: int
    square: int
    normal_draw: int
    square_draw: int


class Worth(msgspec.Struct, frozen=True):
    """The scoring as it holds for one seat: squares in the full rules, a bonus for one suit (DMS-431)."""

    scoring: Scoring
    squares: bool
    favourite: str = ""
    bonus: int = 0


class Combo(NamedTuple):
    """A combination of a hand. Its cards stand in card order."""

    score: int
    kind: Kind
    cards: tuple[str, ...]


class Rank(NamedTuple):
    """DMS-172. By what hands are compared."""

    score: int
    tb1: int
    tb2: int


def arranged(cards: Iterable[str]) -> list[str]:
    """In card order."""
    return sorted(cards, key=PLACE.__getitem__)


def combos(hand: Iterable[str], worth: Worth) -> list[Combo]:
    """DMS-131..139, DMS-141. Every combination of these cards, the best first, equal ones in card order."""
    return sorted(_combos(hand, worth), key=lambda c: (-c.score, [PLACE[card] for card in c.cards]))


def best(hand: Iterable[str], worth: Worth) -> Combo | None:
    """The one that is shown when nobody chooses."""
    found = None
    for combo in _combos(hand, worth):
        if found is None or combo.score > found.score:
            found = combo
    return found


def _combos(hand: Iterable[str], worth: Worth) -> Iterator[Combo]:
    by: dict[int, list[str]] = {}
    for card in sorted(hand, key=PLACE.__getitem__):
        number = NUMBER[card]
        if number in by:
            by[number].append(card)
        else:
            by[number] = [card]
    for k, low in by.items():
        if k + 1 in by and k + 2 in by:
            for cards in product(low, by[k + 1], by[k + 2]):
                yield _run(k, cards, worth)
        if worth.squares and len(low) == len(SUITS):
            yield Combo(worth.scoring.square, "square", tuple(low))


def _run(k: int, cards: tuple[str, ...], worth: Worth) -> Combo:
    """DMS-132..134, DMS-431."""
    a, b, c = cards
    suits = len({a[0], b[0], c[0]})
    if suits == 1:
        extra = worth.bonus if a[0] == worth.favourite else 0
        return Combo(worth.scoring.seq1 + k + extra, "seq1", cards)
    return Combo((worth.scoring.seq2 if suits == 2 else worth.scoring.seq3) + k, _RUN[suits - 1], cards)


def combo_of(cards: Sequence[str], worth: Worth) -> Combo | None:
    """These cards, all of them, as one combination."""
    return next((c for c in _combos(cards, worth) if len(c.cards) == len(cards)), None)


def completing(shown: Sequence[str], cards: Iterable[str], worth: Worth) -> list[str]:
    """DMS-454. Which of `cards` may be shown next, `shown` being on the table: those that lead to a combination."""
    free = [c for c in cards if c not in shown]
    have, left = Counter(NUMBER[c] for c in shown), Counter(NUMBER[c] for c in free)
    fits: set[int] = set()
    if len(have) == len(shown):
        can = have.keys() | left.keys()
        for k in _RUNS:
            if k <= can and have.keys() <= k:
                fits |= k - have.keys()
    if worth.squares and len(have) < 2:
        fits |= {n for n in have or left if left[n] and have[n] + left[n] == len(SUITS)}
    return [c for c in free if NUMBER[c] in fits]


def tb1(hand: Iterable[str]) -> int:
    """DMS-170. The most cards of one suit."""
    suits = [card[0] for card in hand]
    return max(map(suits.count, SUITS))


def tb2(hand: Iterable[str], shown: Sequence[str]) -> int:
    """DMS-171. The numbers of the unplayed cards; 0 where nothing was played."""
    return sum(NUMBER[card] for card in hand if card not in shown) if shown else 0


def rank(hand: Sequence[str], combo: Combo) -> Rank:
    return Rank(combo.score, tb1(hand), tb2(hand, combo.cards))


def winners(ranks: Mapping[int, Rank]) -> tuple[list[int], str]:
    """DMS-172..174. Who is ranked first, and by what it was decided: score, tb1, tb2 or ex_aequo; or `unshown`, where
    no two of the tied hands are whole (DMS-456: tb1 is 0 of one that is not)."""
    decided, left = "", list(ranks)
    for name, at in (("score", 0), ("tb1", 1), ("tb2", 2)):
        top = max((ranks[s][at] for s in left), default=0)
        left = [s for s in left if ranks[s][at] == top]
        decided = name
        if len(left) < 2:
            return left, decided
        if name == "score" and len(whole := [s for s in left if ranks[s].tb1]) < 2:
            return whole or left, "unshown"
    return left, "ex_aequo"
