"""The draws: known answers, no favourite, and a check that finds what was changed."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.table.fair import SPAN, Draw, Fault, choose, commit, contribution, mix, new_seed, verify

SEED = bytes(range(32))
ADDED = {10: "00ff", 2: "ABCD", 0: "11" * 64}
KEY = mix(SEED, ADDED)
MATCH = "0007-secret_hitler"


def test_commitment_is_the_sha256_of_the_seed() -> None:
    """Anybody can check it with sha256sum."""
    assert commit(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def test_known_answers() -> None:
    """The recipe does not change under the matches that are kept: key and draws as another implementation (verify.js in
    a browser, and openssl by hand) gave them."""
    assert KEY.hex() == "26e936df45bbfd3fa47ea7d2df70b48e7ddf97944d2323b6e03986ebe4729923"
    assert [choose(KEY, MATCH, k, 17) for k in range(12)] == [4, 8, 11, 10, 5, 10, 14, 13, 15, 5, 10, 7]
    assert [choose(KEY, MATCH, k, SPAN // 2 + 1) for k in range(6)] == [
        11793702664031, 57912659788961, 91880310746153, 72553133652144, 112658989770765, 130153763489526,
    ]  # every second number is thrown away here


def test_contributions_are_mixed_in_the_order_of_seats_whatever_their_spelling() -> None:
    assert mix(SEED, {0: "11" * 64, 2: "abcd", 10: "00FF"}) == KEY
    assert mix(SEED, {0: "11" * 64, 10: "abcd", 2: "00FF"}) != KEY
    assert mix(SEED, {}) != KEY


@pytest.mark.parametrize("bad", ["", "0", "abc", "zz", "11" * 65, " 11", "11\n", "0x11", "\u0661\u0661"])
def test_what_is_no_contribution_is_refused(bad: str) -> None:
    with pytest.raises(ValueError, match="hexadecimal"):
        contribution(bad)


@pytest.mark.parametrize("n", [0, -1, SPAN + 1])
def test_a_choice_of_nothing_is_an_error(n: int) -> None:
    with pytest.raises(ValueError, match="cannot choose"):
        choose(KEY, MATCH, 0, n)


def test_seeds_are_256_bits_and_new() -> None:
    assert len({new_seed() for _ in range(100)}) == 100
    assert len(new_seed()) == 32


@given(st.binary(min_size=32, max_size=32), st.integers(0, 10**6), st.integers(1, SPAN))
def test_every_choice_is_one_of_the_choices(key: bytes, k: int, n: int) -> None:
    assert 0 <= choose(key, MATCH, k, n) < n


@pytest.mark.parametrize("n", [2, 3, 6, 17, 100])
def test_no_choice_is_favoured(n: int) -> None:
    """Chi-square over 300 draws a choice stays under its mean by five deviations; fixed keys, so it never flickers."""
    count = Counter(choose(KEY, MATCH, k, n) for k in range(300 * n))
    chi = sum((count[i] - 300) ** 2 / 300 for i in range(n))
    assert chi < (n - 1) + 5 * (2 * (n - 1)) ** 0.5


def test_the_incomplete_run_is_thrown_away() -> None:
    """With n = 2/3 of the span, a plain remainder would give the lower half two times in three."""
    n = SPAN // 3 * 2
    low = sum(choose(KEY, MATCH, k, n) < n // 2 for k in range(2000))
    assert 900 < low < 1100


DRAWS = [Draw(k, n, choose(KEY, MATCH, k, n)) for k, n in ((0, 10007), (1, 10006), (5, 10005), (9, 10**6))]


def test_true_draws_are_found_true() -> None:
    assert verify(SEED, commit(SEED), ADDED, MATCH, DRAWS) is None


@pytest.mark.parametrize("at", range(len(DRAWS)))
@pytest.mark.parametrize("what", ["k", "n", "index"])
def test_the_first_false_draw_is_named(at: int, what: str) -> None:
    """Another number, another count of choices or another choice: each alone gives it away (the bags are
    large, so that no two draws are alike by chance)."""
    false = replace(DRAWS[at], **{what: getattr(DRAWS[at], what) + 1})
    found = verify(SEED, commit(SEED), ADDED, MATCH, [*DRAWS[:at], false, *DRAWS[at + 1 :]])
    assert found is not None and found.draw == false


def test_a_draw_had_twice_is_out_of_order() -> None:
    """A table that re-rolls by numbers would have to go back."""
    assert verify(SEED, commit(SEED), ADDED, MATCH, [DRAWS[1], DRAWS[0]]) == Fault("order", DRAWS[0])
    assert verify(SEED, commit(SEED), ADDED, MATCH, [DRAWS[0], DRAWS[0]]) == Fault("order", DRAWS[0])


def test_an_impossible_draw_is_a_fault_and_no_crash() -> None:
    for n in (0, -3, SPAN + 1):
        assert verify(SEED, commit(SEED), ADDED, MATCH, [Draw(0, n, 0)]) == Fault("choice", Draw(0, n, 0))


def test_another_seed_another_match_other_contributions_are_found() -> None:
    assert verify(bytes(32), commit(SEED), ADDED, MATCH, DRAWS) == Fault("commitment")
    assert verify(SEED, commit(SEED), ADDED, MATCH + "x", DRAWS) is not None
    assert verify(SEED, commit(SEED), ADDED | {1: "00"}, MATCH, DRAWS) is not None
