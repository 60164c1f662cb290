"""How much the table asks of people: the inputs of a typical round of Secret Hitler are those that its rules count."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.engine import CHANCE, HOST
from companion.table.house import Badge
from companion.table.requests import Choose, Quit, Start, Tap
from tests.table.evenings import Evening, evening


def round_over(e: Evening, before: int) -> bool:
    return bool(e.state().round > before)


@pytest.mark.parametrize("seats", [5, 7, 10])
def test_a_round_by_phones_takes_n_and_three(tmp_path: Path, seats: int) -> None:
    """One nomination, n votes, one discard, one enactment: the draws are the table's own."""
    with evening(tmp_path) as e:
        e.sit(seats)
        e.ok(Choose(game="secret_hitler"))
        inputs = 0
        while not inputs or e.state().used:  # a power takes inputs of its own: such a first round is not typical
            if inputs:
                e.ok(Quit())
            e.ok(Start())
            e.answer(HOST, "continue")
            inputs = inputs_of_a_round(e)
        assert inputs == seats + 3


def inputs_of_a_round(e: Evening) -> int:
    """Play a round in which the vote passes, by forms."""
    inputs, now = 0, e.state().round
    while not round_over(e, now) and e.seen.stage == "playing":
        seat, kind = sorted(e.asked())[0]
        face = next(f for f in e.faces(seat, kind) if f.by == seat and not f.answered)
        fields = {k: True if kind == "vote" else f.values[0] for k, f in face.fields.items()}  # type: ignore[union-attr]
        assert e.answer(seat, kind, face.number, **fields).ok
        inputs += 1
    return inputs


def wear(inside: Any, chair: int) -> None:
    inside.house.enrol("04BADGE", Badge(chair))


@pytest.mark.parametrize("seats", [5, 7, 10])
def test_a_round_by_taps_takes_n_and_six(tmp_path: Path, seats: int) -> None:
    """A badge, n ballot cards, three tiles drawn, one laid down, one enacted."""
    with evening(tmp_path) as e:
        e.start("secret_hitler", seats, policy_source="tiles")
        e.answer(HOST, "continue")
        inputs, now, tiles = 0, e.state().round, ["L01", "L02", "L03"]
        assert e.seen.playing
        ballots = {c.seat: c.key for c in e.seen.playing.game.components if c.of == "ballot" and c.face is True}
        while not round_over(e, now):
            seat, kind = sorted(e.asked())[0]
            if kind == "nominate":
                (face,) = e.faces(None, "nominate")
                chancellor = face.fields["chancellor"].values[0]  # type: ignore[union-attr]
                chair = next(c.id for c in e.seen.chairs if c.seat == chancellor)
                e.inside(partial(wear, chair=chair))
                assert e.do(Tap(uid="04BADGE")).ok
            elif kind == "vote":
                assert e.tap(ballots[seat]).ok
            elif seat == CHANCE:
                left = next(f.left for f in e.faces() if f.by == CHANCE)
                assert e.tap(tiles[3 - left]).ok
            else:
                assert e.tap({"discard": "L01", "enact": "L02"}[kind]).ok
            inputs += 1
        assert inputs == seats + 6
        assert e.state().liberal == 1
