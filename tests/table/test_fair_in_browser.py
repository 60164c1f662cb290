"""web/static/verify.js says what companion/table/fair.py says, in the browser that phones have."""

import hashlib
import hmac
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from companion.table import fair

SCRIPT = Path(__file__).parents[2] / "web" / "static" / "verify.js"
SEED, MATCH = bytes(range(32)), "0007-secret_hitler"
ADDED = {10: "00ff", 2: "abcd", 0: "11" * 64}


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context()
    page = context.new_page()
    page.add_script_tag(path=SCRIPT)
    yield page
    context.close()


def verify(page: Page, draws: list[dict[str, int]], promised: str = fair.commit(SEED), **mine: Any) -> Any:
    books = {"seed": SEED.hex(), "contributions": {str(s): c for s, c in ADDED.items()}}
    return page.evaluate("([books, promised, match, draws, mine]) => Fair.verify(books, promised, match, draws, mine)",
                         [books, promised, MATCH, draws, mine or None])


def test_the_hashes_are_those_of_the_standards(page: Page) -> None:
    """Every length around a block's edge, keys longer than a block, and text beyond ASCII."""
    rng = random.Random(1)
    data = [rng.randbytes(n) for n in (*range(130), 1000, 5000)]
    found = page.evaluate("all => all.map(d => Fair.hex(Fair.sha256(Uint8Array.from(d))))", [list(d) for d in data])
    assert found == [hashlib.sha256(d).hexdigest() for d in data]
    keys = data[1:131:5]
    found = page.evaluate("all => all.map(k => Fair.hex(Fair.hmac(Uint8Array.from(k), Fair.utf8('añ€🗳'))))",
                          [list(k) for k in keys])
    assert found == [hmac.digest(k, "añ€🗳".encode(), "sha256").hex() for k in keys]


def test_the_browser_draws_what_the_table_draws(page: Page) -> None:
    """Small bags, one choice, and bags so large that every second number is thrown away."""
    key = fair.mix(SEED, ADDED)
    asked = [[k, n] for k in range(60) for n in (1, 2, 17, fair.SPAN // 2 + 1, fair.SPAN)]
    found = page.evaluate("""([seed, added, match, asked]) => {
        const key = Fair.mix(seed, added);
        return asked.map(([k, n]) => Fair.chooseDraw(key, match, k, n));
    }""", [SEED.hex(), {"2": "ABCD", "0": "11" * 64, "10": "00ff"}, MATCH, asked])
    assert found == [fair.choose(key, MATCH, k, n) for k, n in asked]


def test_the_browser_finds_what_was_changed(page: Page) -> None:
    """Yes for true books; else the commitment, this phone's own contribution, or the first false draw."""
    key = fair.mix(SEED, ADDED)
    draws = [{"k": k, "n": 99, "index": fair.choose(key, MATCH, k, 99)} for k in range(20)]
    assert verify(page, draws) is None
    assert verify(page, draws, seat=2, contribution="abcd") is None
    assert verify(page, draws, seat=2, contribution="abce") == {"what": "contribution"}
    assert verify(page, draws, seat=3, contribution="abcd") == {"what": "contribution"}
    assert verify(page, draws, promised=fair.commit(bytes(32))) == {"what": "commitment"}
    assert verify(page, [draws[1], draws[1]]) == {"what": "order", "draw": draws[1]}
    false = {**draws[7], "index": (draws[7]["index"] + 1) % 99}
    assert verify(page, [*draws[:7], false, *draws[8:]]) == {
        "what": "choice", "draw": false, "expected": draws[7]["index"]}


def test_a_contribution_of_the_browser_is_one_for_the_table(page: Page) -> None:
    """32 fresh bytes, without crypto.subtle: a phone's page on the local network has none."""
    made = page.evaluate("() => Array.from({length: 20}, Fair.newContribution)")
    assert len({fair.contribution(text) for text in made}) == 20
    assert {len(text) for text in made} == {64}
    assert "subtle" not in SCRIPT.read_text().split('"use strict"')[1]
