"""Real cards laid by places on the reader: D€mocracia's planning, an agent and its face-down card (DEM-060)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.board import fill
from companion.engine import CHANCE, Assign
from companion.games.democracia.moves import Plan
from companion.locale import Words
from companion.table.placing import Laying
from companion.table.requests import Press
from companion.table.snapshot import Cursor
from tests.table.evenings import Evening, evening, play_until


@pytest.fixture
def e(tmp_path: Path) -> Iterator[Evening]:
    """Two players who plan."""
    with evening(tmp_path) as e:
        e.start("democracia", 2)
        play_until(e, lambda: {k for _, k in e.asked()} == {"plan"})
        yield e


def plan_of(e: Evening, seat: int) -> Assign:
    field = next(f for f in e.faces(seat, "plan") if f.by == seat).fields["cards"]
    assert isinstance(field, Assign)
    return field


def a_pair(e: Evening, seat: int, without: tuple[str, ...] = ()) -> tuple[str, str]:
    """An agent of the seat, and a card in its hand that this agent can play."""
    slots = plan_of(e, seat).slots
    return next((str(a), str(c)) for a, fits in slots.items() for c in fits if a not in without)


def key(face: str, copy: int = 1) -> str:
    return f"{face}#{copy}"


def planned(e: Evening) -> dict[int, dict[str, str]]:
    """What each has planned, as the match took it."""
    moves = e.inside(lambda x: x.session.match.journal)
    return {move.by: dict(move.cards) for move in moves if isinstance(move, Plan)}


def laid(e: Evening) -> dict[tuple[int, str], dict[Any, tuple[Any, str]]]:
    found: dict[tuple[int, str], dict[Any, tuple[Any, str]]] = e.inside(lambda x: x.laid)
    return found


def test_an_agent_then_its_card_and_ok_is_the_plan(e: Evening) -> None:
    """Both players on one reader; OK is everybody's "done"."""
    pairs = {seat: a_pair(e, seat) for seat in (0, 1)}
    for agent, card in pairs.values():
        assert e.tap(agent).code == "lay-card"
        assert e.tap(key(card)).code == "laid"
    assert {k for _, k in e.asked()} == {"plan"}, "nobody has answered yet"
    e.ok(Press(button="OK"))
    assert planned(e) == {seat: {agent: card} for seat, (agent, card) in pairs.items()}


def test_nobody_sees_more_than_how_many(e: Evening) -> None:
    """No view, face, slip or cursor names the card."""
    agent, card = a_pair(e, 0)
    e.tap(agent)
    e.tap(key(card))
    notice = e.seen.notice
    assert notice
    assert (notice.code, notice.detail) == ("laid", {"seat": 0, "n": 1})
    assert card not in repr((e.seen.cursor, notice, e.seen.alarm))
    assert e.seen.playing
    assert card not in repr(e.seen.playing.faces[None])


def test_ok_is_lit_once_something_is_laid(e: Evening) -> None:
    assert not e.seen.keys["OK"].lit if "OK" in e.seen.keys else True
    e.tap(a_pair(e, 0)[0])
    assert e.seen.keys["OK"].lit
    assert e.seen.keys["OK"].word == "key.done"


def test_a_card_without_an_agent_goes_to_the_first_free_one_that_can_play_it(e: Evening) -> None:
    agent, card = a_pair(e, 0)
    e.tap(agent)
    e.inside(lambda x: setattr(x, "laying", Laying(0, "plan")))
    assert e.tap(key(card)).code == "laid"
    fits = [a for a, cards in plan_of(e, 0).slots.items() if card in cards]
    assert list(laid(e)[0, "plan"]) == fits[:1]


def test_of_whom_the_panel_has_chosen_a_card_alone_goes_to_the_first_free_agent(e: Evening) -> None:
    """An agent that is tapped afterwards says anew whose card comes next."""
    _, card = a_pair(e, 0)
    assert e.tap(key(card)).code == "place-first"
    e.inside(lambda x: setattr(x, "cursor", Cursor(seat=0)))
    assert e.tap(key(card)).code == "laid"
    fits = [a for a, cards in plan_of(e, 0).slots.items() if card in cards]
    assert list(laid(e)[0, "plan"]) == fits[:1]
    agent, other = a_pair(e, 1)
    e.tap(agent)
    e.tap(key(other))
    assert laid(e)[1, "plan"] == {agent: (other, key(other))}


def test_only_real_cards_make_the_panel_offer_whose_they_are(tmp_path: Path, e: Evening) -> None:
    """Without them planning is for phones, and the board tells whoever has none."""
    assert e.seen.playing and not e.seen.playing.tapping and set(lamps(e)) == {"MENU"}
    bare = replace(e.seen, chairs=tuple(replace(c, presence="panel") for c in e.seen.chairs))
    words = Words("es", game="democracia")
    assert fill.pointing(bare, e.seen.playing, words).line == words("board.phone", seat="Ana y Bruno")
    assert not fill.pointing(e.seen, e.seen.playing, words).line, "all have phones"
    with evening(tmp_path / "real") as real:
        real.start("democracia", 2, real=["cards"])
        play_with_cards_until(real, "plan")
        assert real.seen.playing and real.seen.playing.tapping == {0, 1} and {"UP", "DOWN"} <= set(lamps(real))
        real.press("DOWN")
        assert fill.pointing(real.seen, real.seen.playing, words).line == words("plan.tap", seat="Ana")


def lamps(e: Evening) -> list[str]:
    return [button for button, k in e.seen.keys.items() if k.lit]


def play_with_cards_until(e: Evening, kind: str) -> None:
    """Whatever is drawn is tapped; all else is answered somehow."""
    rng = Random(5)
    while {k for _, k in e.asked()} != {kind}:
        asks = e.inside(lambda x: x.session.match.asks())
        drawn = next((a.fields["item"] for a in asks if a.by == CHANCE), None)
        if drawn is None:
            e.go_on(rng)
        else:
            components = e.inside(lambda x: x.session.game.components)
            assert any(e.tap(c.key).ok for c in components if c.face in drawn.values)


def test_the_same_card_by_another_agent_has_been_moved(e: Evening) -> None:
    """One card lies in one place; tapped for another agent it leaves the first."""
    slots = plan_of(e, 0).slots
    card, (one, other) = next(
        (c, [a for a, fits in slots.items() if c in fits][:2])
        for c in plan_of(e, 0).held
        if sum(c in fits for fits in slots.values()) > 1
    )
    for agent in (one, other):
        e.tap(str(agent))
        e.tap(key(str(card)))
    assert laid(e)[0, "plan"] == {other: (card, key(str(card)))}


def test_a_card_that_is_not_in_the_hand_is_refused_and_changes_nothing(e: Evening) -> None:
    agent, _ = a_pair(e, 0)
    e.tap(agent)
    strange = next(
        c.face for c in e.inside(lambda x: x.session.game.components)
        if c.of == "cards" and c.face not in plan_of(e, 0).held
    )  # fmt: skip
    before = laid(e)
    refused = e.tap(key(strange))
    assert (refused.ok, refused.code) == (False, "not-this-one")
    assert laid(e) == before
    assert e.tap(key(a_pair(e, 0)[1])).ok, "the agent still waits for its card"


def test_a_seat_that_answers_by_phone_has_answered(e: Evening) -> None:
    """What it had laid is forgotten; the other's stays."""
    a_plan = a_pair(e, 1)
    for agent, card in (a_pair(e, 0), a_plan):
        e.tap(agent)
        e.tap(key(card))
    assert e.answer(0, "plan", cards={}).ok
    assert set(laid(e)) == {(1, "plan")}
    e.ok(Press(button="OK"))
    assert planned(e) == {0: {}, 1: dict([a_plan])}


def test_no_cards_at_all_is_a_plan_too(e: Evening) -> None:
    """Each taps an agent, to be there, and OK: nothing was laid."""
    for seat in (0, 1):
        e.tap(a_pair(e, seat)[0])
    e.ok(Press(button="OK"))
    assert planned(e) == {0: {}, 1: {}}
