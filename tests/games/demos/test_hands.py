"""What hands are worth (DMS-130..139, DMS-170..177, DMS-431..435), and who wins a round with them."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product
from random import Random

import pytest

from companion.games.demos.hands import (
    DECK,
    NUMBER,
    Combo,
    Rank,
    Worth,
    best,
    combo_of,
    combos,
    completing,
    rank,
    tb1,
    tb2,
    winners,
)

from .tables import cards, said, worth

FULL, SIMPLE = worth(), worth("simplified")

EXAMPLES = [  # RULES.md, worked examples 1 to 12: hand, score, kind, tb1, tb2
    ("S7 S8 S9 H2 D4", 19, "seq1", 3, 6),
    ("S7 H7 D7 C7 S3", 30, "square", 2, 3),
    ("S8 S9 H10 D2 C5", 16, "seq2", 2, 7),
    ("S8 H9 D10 C2 C5", 12, "seq3", 2, 7),
    ("S4 S5 S6 S7 H8", 17, "seq1", 4, 12),
    ("S9 S10 S1 S2 H5", 0, "none", 4, 0),
    ("S1 S2 H3 D3 C3", 9, "seq2", 2, 6),
    ("S6 S7 S8 S9 S10", 20, "seq1", 5, 13),
    ("S1 H1 D1 C1 S2", 30, "square", 2, 2),
    ("S5 H6 D7 C7 S1", 9, "seq3", 2, 8),
    ("D4 D5 C6 D9 D10", 12, "seq2", 4, 19),
    ("S2 H3 D4 C9 C10", 6, "seq3", 2, 19),
]


def by_hand(hand: tuple[str, ...], worth: Worth) -> tuple[int, str]:
    """The score and kind by looking at every three and four cards: another way than the one under test."""
    found = [(0, "none")]
    for three in combinations(hand, 3):
        low, mid, high = sorted(int(c[1:]) for c in three)
        if (mid, high) == (low + 1, low + 2):
            suits = {c[0] for c in three}
            base = {1: 12, 2: 8, 3: 4}[len(suits)]
            found.append((base + low + (worth.bonus if suits == {worth.favourite} else 0), f"seq{len(suits)}"))
    for four in combinations(hand, 4):
        if worth.squares and len({c[1:] for c in four}) == 1:
            found.append((30, "square"))
    return max(found)


@pytest.mark.rule("DMS-131", "DMS-132", "DMS-133", "DMS-134", "DMS-135", "DMS-142", "DMS-170", "DMS-171")
@pytest.mark.parametrize(("hand", "score", "kind", "first", "second"), EXAMPLES)
def test_the_worked_examples(hand: str, score: int, kind: str, first: int, second: int) -> None:
    combo = best(cards(hand), FULL)
    assert said(combo) == (score, kind)
    assert tb1(cards(hand)) == first
    assert tb2(cards(hand), combo.cards if combo else ()) == second


@pytest.mark.rule("DMS-136")
def test_a_four_of_a_kind_is_worth_nothing_in_the_simplified_game() -> None:
    assert best(cards("S7 H7 D7 C7 S3"), SIMPLE) is None


@pytest.mark.rule("DMS-131", "DMS-132", "DMS-133", "DMS-134", "DMS-137")
def test_score_ranges() -> None:
    """Every run of both decks, by kind: lowest, highest, how many."""
    for scoring, numbers, ranges in (
        (FULL, range(1, 11), {"seq1": (13, 20), "seq2": (9, 16), "seq3": (5, 12)}),
        (SIMPLE, range(2, 11), {"seq1": (14, 20), "seq2": (10, 16), "seq3": (6, 12)}),
    ):
        deck = [c for c in DECK if NUMBER[c] in numbers]
        found: dict[str, list[int]] = {}
        for k in numbers[:-2]:
            for suits in product("SHDC", repeat=3):
                combo = combo_of([f"{s}{k + i}" for i, s in enumerate(suits)], scoring)
                assert combo
                found.setdefault(combo.kind, []).append(combo.score)
        assert {kind: (min(scores), max(scores)) for kind, scores in found.items()} == ranges
        assert not any(combo_of(three, scoring) for three in (["S9", "S10", deck[0]], ["S10", deck[0], "S3"]))


@pytest.mark.rule("DMS-131", "DMS-138", "DMS-139", "DMS-434")
def test_any_hand_scores_as_by_hand_and_equal_combinations_are_alike() -> None:
    """Hands at random; and every hand with a square: no sequence, and no unlike combinations of one score."""
    rng = Random(1)
    for w in (FULL, SIMPLE, worth(favourite="S"), worth(favourite="H", bonus=4), worth(favourite="D", bonus=0)):
        deck = [c for c in DECK if w.squares or NUMBER[c] > 1]
        for _ in range(3000):
            hand = tuple(rng.sample(deck, 5))
            found = combos(hand, w)
            assert said(found[0] if found else None) == by_hand(hand, w)
            assert best(hand, w) == (found[0] if found else None)
            alike = [c for c in found if c.score == found[0].score]
            assert len({(c.kind, tb2(hand, c.cards), *(NUMBER[x] for x in c.cards)) for c in alike}) <= 1
    for k in range(1, 11):
        four = [f"{s}{k}" for s in "SHDC"]
        assert all({c.kind for c in combos([*four, other], FULL)} == {"square"} for other in DECK if other not in four)


@pytest.mark.rule("DMS-139")
def test_every_hand_of_both_decks() -> None:
    """RULES.md, exact counts: what the best kinds are over all hands of five cards."""
    for w, low, kinds, sixteen, twenty in (
        (FULL, 1, {"none": 448368, "seq1": 20304, "seq2": 135480, "seq3": 53496, "square": 360}, 22224, 2664),
        (SIMPLE, 2, {"none": 240528, "seq1": 14016, "seq2": 89856, "seq3": 32592}, 17200, 2112),
    ):
        found = Counter(said(best(hand, w)) for hand in combinations([c for c in DECK if NUMBER[c] >= low], 5))
        by_kind, by_score = Counter[str](), Counter[int]()
        for (score, kind), n in found.items():
            by_kind[kind] += n
            by_score[score] += n
        assert dict(by_kind) == kinds
        assert (by_score[16], by_score[20]) == (sixteen, twenty)


@pytest.mark.rule("DMS-141")
def test_of_equal_combinations_the_first_in_card_order_is_shown() -> None:
    """Example 7, and a choice at the lowest card."""
    combo = best(cards("C3 D3 H3 S2 S1"), FULL)
    assert combo and combo.cards == ("S1", "S2", "H3")
    assert [c.cards for c in combos(cards("C3 D3 H3 S2 S1"), FULL)] == [
        ("S1", "S2", "H3"), ("S1", "S2", "D3"), ("S1", "S2", "C3")
    ]  # fmt: skip
    combo = best(cards("D5 C6 S7 C5 H10"), FULL)
    assert combo and combo.cards == ("C5", "C6", "S7")
    combo = best(cards("H5 D5 C6 S7 H10"), FULL)
    assert combo and combo.cards == ("H5", "C6", "S7")


@pytest.mark.rule("DMS-170")
def test_tb1_ranges() -> None:
    found: dict[str, set[int]] = {}
    rng = Random(2)
    for _ in range(20000):
        hand = rng.sample(DECK, 5)
        if combo := best(hand, FULL):
            found.setdefault(combo.kind, set()).add(tb1(hand))
    for k, low in ((1, "S"), (5, "D")):
        hand = [*(f"{s}{k}" for s in "SHDC"), f"{low}{k + 1}"]
        found.setdefault("square", set()).add(tb1(hand))
    assert found == {"seq1": {3, 4, 5}, "seq2": {2, 3, 4}, "seq3": {2, 3}, "square": {2}}


def contest(*hands: str) -> tuple[list[int], str]:
    ranks: dict[int, Rank] = {}
    for seat, hand in enumerate(map(cards, hands)):
        if combo := best(hand, FULL):
            ranks[seat] = rank(hand, combo)
    return winners(ranks)


@pytest.mark.rule("DMS-172", "DMS-173", "DMS-174", "DMS-177")
@pytest.mark.parametrize(
    ("a", "b", "first", "decided"),
    [  # worked examples 13 to 17
        ("S4 S5 S6 H10 D9", "H8 H9 D10 H2 H3", [1], "tb1"),
        ("S4 S5 S6 H10 D9", "H8 H9 D10 H2 C1", [0], "tb2"),
        ("S4 S5 S6 D10 D1", "H8 D9 H10 H2 C9", [0, 1], "ex_aequo"),
        ("S7 H7 D7 C7 S10", "S8 H8 D8 C8 H9", [0], "tb2"),
        ("S7 H7 D7 C7 S3", "S8 H8 D8 C8 H3", [0, 1], "ex_aequo"),
        ("S7 S8 S9 H2 D4", "H8 H9 D10 H2 H3", [0], "score"),
    ],
)
def test_who_is_ranked_first(a: str, b: str, first: list[int], decided: str) -> None:
    assert contest(a, b) == (first, decided)
    assert contest(b, a) == ([1 - s for s in first][::-1], decided)


@pytest.mark.rule("DMS-173")
def test_ties_may_be_of_more_than_two() -> None:
    same = Rank(16, 3, 11)
    assert winners({0: same, 1: Rank(16, 3, 10), 2: same, 4: same}) == ([0, 2, 4], "ex_aequo")
    assert winners({0: same, 1: Rank(16, 3, 12), 2: same}) == ([1], "tb2")


@pytest.mark.rule("DMS-174")
def test_the_kind_itself_breaks_no_tie() -> None:
    assert said(best(cards("S4 S5 S6"), FULL))[0] == said(best(cards("S8 S9 H10"), FULL))[0] == 16
    assert said(best(cards("S4 S5 H6"), FULL))[0] == said(best(cards("S8 H9 D10"), FULL))[0] == 12


@pytest.mark.rule("DMS-431", "DMS-432", "DMS-433")
def test_a_one_suit_run_in_the_favourite_suit_scores_more_and_nothing_else_does() -> None:
    liked = worth(favourite="S")
    assert said(best(cards("S8 S9 S10 H1 D1"), liked)) == (30, "seq1")  # example 52
    for k in range(1, 9):
        assert said(combo_of([f"S{k}", f"S{k + 1}", f"S{k + 2}"], liked)) == (22 + k, "seq1")
    assert said(best(cards("H8 H9 H10 S1 S2"), liked)) == (20, "seq1")
    assert said(best(cards("S8 S9 H10 S1 S2"), liked)) == (16, "seq2")
    assert said(best(cards("S7 H7 D7 C7 S1"), liked)) == (30, "square")
    assert said(best(cards("S8 S9 S10 H1 D1"), worth(favourite="S", bonus=3))) == (23, "seq1")
    assert said(best(cards("S8 S9 S10 H1 D1"), worth("simplified", favourite="S"))) == (30, "seq1")


@pytest.mark.rule("DMS-435")
def test_a_favourite_run_of_30_beats_a_square_on_the_first_tie_break() -> None:
    run, square = cards("S8 S9 S10 H1 D1"), cards("S7 H7 D7 C7 C9")
    a, b = best(run, worth(favourite="S")), best(square, FULL)
    assert a and b and a.score == b.score
    assert winners({0: rank(square, b), 1: rank(run, a)}) == ([1], "tb1")


@pytest.mark.rule("DMS-454")
def test_only_cards_that_lead_to_a_combination_may_be_shown_next() -> None:
    """Card by card, against every combination there is."""
    rng = Random(3)
    for w in (FULL, SIMPLE):
        deck = [c for c in DECK if w.squares or NUMBER[c] > 1]
        for _ in range(40):
            free = rng.sample(deck, 20)
            every: list[Combo] = combos(free, w)
            assert set(completing([], free, w)) == {c for combo in every for c in combo.cards}
            for shown in [
                rng.sample(combo.cards, k) for combo in rng.sample(every, min(6, len(every))) for k in (1, 2)
            ]:
                able = {c for combo in every if set(shown) <= set(combo.cards) for c in combo.cards}
                assert set(completing(shown, free, w)) == able - set(shown)
