"""The house deck keeps every promise of RULES.md, and the checks that say so are not blind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from companion.games.ankist.content import (
    DECK,
    FILE,
    ContentError,
    Story,
    components,
    content,
    parse,
    parse_deck,
    story,
)
from companion.games.ankist.deckcheck import CHECKS, campaigns, check, plays, simulate


def test_the_house_deck_is_without_a_finding() -> None:
    """DECK-01 to DECK-18."""
    assert check(story()) == []
    assert (len(story().dilemmas), len(story().history), len(story().events)) == (48, 12, 6)


def changed(card: str, **change: Any) -> Story:
    """The house deck with one card otherwise."""
    plain = msgspec.to_builtins(story())
    (target,) = [c for c in plain["dilemmas"] if c["id"] == card]
    for path, value in change.items():
        *way, last = path.split("__")
        place = target
        for step in way:
            place = place[step]
        place[last] = value
    return msgspec.convert(plain, Story)


def effects(card: str, side: str, add: list[dict[str, Any]]) -> Story:
    plain = msgspec.to_builtins(story())
    (target,) = [c for c in plain["dilemmas"] if c["id"] == card]
    return changed(card, **{f"{side}__effects": [*target[side]["effects"], *add]})


RES = {"op": "resource", "resource": "knowledge"}
WRONG: list[tuple[str, Callable[[], Story]]] = [
    ("DECK-01", lambda: changed("SAL-01", arc="FIE")),
    ("DECK-02", lambda: changed("SAL-01", text={"es": "corto", "en": "short"})),
    ("DECK-02", lambda: changed("SAL-01", title={"es": "Igual", "en": "Igual"})),
    ("DECK-03", lambda: changed("SAL-03", start=True)),
    ("DECK-03", lambda: effects("SAL-05", "aye", [{"op": "unlock", "card": "FIE-03"}])),
    ("DECK-03", lambda: effects("SAL-08", "aye", [{"op": "unlock", "card": "SAL-03"}])),
    ("DECK-04", lambda: effects("SAL-05", "aye", [{"op": "arc_end", "arc": "SAL", "ending": "sworn_salt", "fate": 2}])),
    ("DECK-06", lambda: effects("SAL-01", "aye", [{**RES, "steps": 1}, {**RES, "resource": "morale", "steps": 1}])),
    ("DECK-06", lambda: effects("SAL-05", "aye", [{"op": "grant", "what": "coins", "who": "all", "amount": 1}])),
    ("DECK-06", lambda: effects("SAL-02", "aye", [{**RES, "steps": 1}])),
    ("DECK-14", lambda: changed("SAL-01", skull=True)),
    ("DECK-15", lambda: effects("SAL-05", "nay", [{"op": "milestone", "resource": "wealth", "polarity": "negative"}])),
    ("DECK-16", lambda: effects("SAL-05", "aye", [{"op": "event", "card": "E-SAL"}] * 2)),
]


@pytest.mark.parametrize(("name", "make"), WRONG)
def test_a_wrong_deck_is_found_out(name: str, make: Callable[[], Story]) -> None:
    assert any(found.check.startswith(name) for found in check(make()))


def test_a_lopsided_deck_is_found_out() -> None:
    """DECK-09 to DECK-13."""
    plain = msgspec.to_builtins(story())
    for card in plain["dilemmas"]:
        for effect in card["aye"]["effects"]:
            if effect["op"] == "resource":
                effect["steps"] = abs(effect["steps"])
    found = {f.what.split()[0] for f in check(msgspec.convert(plain, Story)) if f.check.startswith("DECK-09")}
    assert {"only", "move", "lifts"} <= found
    assert len(CHECKS) == 9


def test_every_way_through_a_story_has_five_cards_and_one_ending() -> None:
    for arc in story().arcs:
        ways = plays(story(), arc.id)
        assert {w.cards for w in ways} == {5} and {w.endings[0] for w in ways} == set(arc.endings)


def bounds(reigns: int, many: int) -> None:
    run = simulate(story(), reigns)
    assert 6.2 <= run.length <= 7.4
    assert 0.15 <= run.high + run.low <= 0.45
    assert 0.4 <= run.high / run.low <= 2.5
    assert all(6.5 <= points <= 13.5 for points in run.points.values()), run.points
    stuck, early, fourth = campaigns(story(), many)
    assert stuck < 0.02 and early < 0.02 and fourth <= 0.3


def test_reigns_and_campaigns_with_random_sides_stay_within_their_bounds() -> None:
    """DECK-19, DECK-20, at a tenth of their size."""
    bounds(1000, 300)


@pytest.mark.soak
@pytest.mark.timeout(600)
def test_reigns_and_campaigns_at_full_size() -> None:
    bounds(10_000, 3000)


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ('id = "SAL-02"', 'id = "SAL-01"', "SAL-01: this id is used twice"),
        ('arc = "SAL"\nstart = true', 'arc = "XXX"\nstart = true', "no such arc"),
        ('card = "SAL-03"', 'card = "SAL-33"', "SAL-01, aye, unlock: no card SAL-33"),
        ('op = "unlock"', 'op = "cheat"', "deck.toml"),
        ('deck_id = "house"', "deck_id = house", "deck.toml"),
        ("steps = 3", "steps = 5", "deck.toml"),
        ('milestone = {es = "El vado tomado", en = "The ford taken"}\n', "", "a title for each milestone"),
        ('{op = "unlock", card = "SAL-03"}', '{op = "grant", what = "coins", who = "all", amount = 1}', "rich_effects"),
        ('{op = "unlock", card = "SAL-03"}', '{op = "stability", steps = 1}', "explicit"),
    ],
)
def test_a_deck_that_cannot_be_played_says_where_and_why(was: str, now: str, said: str) -> None:
    text = DECK.read_text(encoding="utf-8")
    assert was in text
    with pytest.raises(ContentError, match=said):
        parse_deck(text.replace(was, now, 1))


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ("track_start = 9", "track_start = 19", "track_start"),
        ('favoured = ["moderate", "wealthy"]', 'favoured = ["moderate", "poor"]', "albor, favoured: no such plan"),
        ("number = 2", "number = 1", "number: each once"),
        ("spread = true", "spread = false", "extremist"),
        ("table = [0, 6, 7, 10, 13, 14]", "table = [0, 6]", "moderate, table"),
        ("death = {1 = [2, 0], ", "death = {", "death: one cell"),
        ("power_start = 8", "power_start = 'x'", "content.toml"),
    ],
)
def test_numbers_that_cannot_be_played_with_say_where_and_why(was: str, now: str, said: str) -> None:
    text = FILE.read_text(encoding="utf-8")
    assert was in text
    with pytest.raises(ContentError, match=said):
        parse(text.replace(was, now, 1))


def test_the_six_houses() -> None:
    """Each plan is favoured by exactly two houses, no pair twice; numbers, colours and symbols are their own."""
    houses = content().houses
    assert [h.number for h in houses] == [1, 2, 3, 4, 5, 6]
    assert len({frozenset(h.favoured) for h in houses}) == 6
    for plan in content().plans:
        assert sum(plan.id in h.favoured for h in houses) == 2
    assert len({h.colour for h in houses}) == len({h.symbol for h in houses}) == 6


def test_what_carries_a_tag() -> None:
    keys = [c.key for c in components()]
    assert len(keys) == len(set(keys)) == 20 + 6 + 6 + 48
    assert {c.seat for c in components() if c.of in ("side", "how")} == {0, 1, 2, 3, 4}
