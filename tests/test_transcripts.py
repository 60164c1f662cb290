"""One match of every game as a text that people read: `make golden` rewrites it, and the difference shows in review."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from companion.engine import CHANCE, CLOCK, HOST, URN, Face, Field, Game, Match, Move
from companion.players.random_player import random_move
from tests.test_every_game import GAMES

FOLDER = Path(__file__).parent / "transcripts"
WHO = {CHANCE: "chance", CLOCK: "clock", URN: "urn", HOST: "host"}


def who(seat: int) -> str:
    return WHO.get(seat, f"seat {seat + 1}")


def told(thing: Any) -> str:
    """A move or an event on one line."""
    plain = msgspec.to_builtins(thing, str_keys=True)
    kind, by = plain.pop("kind"), plain.pop("by", None)
    fields = " ".join(f"{k}={v}" for k, v in plain.items())
    return f"{'' if by is None else who(by) + ' '}{kind} {fields}".rstrip()


def asked(face: Face, own: Face) -> str:
    hidden = {k for k, f in face.fields.items() if f is None}
    fields = (f"{k}{'*' if k in hidden else ''}={_choices(f)}" for k, f in own.fields.items() if f)
    marks = "".join(f" [{m}]" for m in ("changeable", "aside", "default", "grave", "looking") if getattr(face, m))
    kind = f"{face.kind}@{face.occasion}" if face.occasion else face.kind
    return f"{who(face.by)} {kind}({', '.join(fields)}){marks}"


def _choices(field: Field) -> str:
    plain = msgspec.to_builtins(field, str_keys=True)
    told = (f"{k}:{v}" for k, v in plain.items() if v and k not in ("shown", "of", "type", "cover"))
    return " ".join(told).replace("'", "")


def transcript(game: Game[Any], seats: int) -> Iterator[str]:
    """Everything that is asked, answered and told in one random match; `*` marks choices that only the asked see.

    A standing ask is written when it opens and when it changes, not again after every move beside it.
    """
    match: Match[Any, Any] = game.match(seats)
    rng = Random(f"{game.id} transcript")
    yield f"{game.title}, {seats} seats. A star: only the asked seat sees these choices."
    standing: set[str] = set()
    while not match.over:
        yield ""
        open_ = zip(match.faces(None), match.opens(), strict=True)
        lines = {f"      ? {asked(face, o.face(o.ask.by))}": face.aside for face, o in open_ if not face.answered}
        yield from (line for line in lines if line not in standing)
        standing = {line for line, aside in lines.items() if aside}
        move: Move = random_move(match, rng)
        before = len(match.told)
        match.play(move)
        yield f"{len(match.journal):5} {told(move)}"
        for each in match.told[before:]:
            audience = "all" if each.to is None else ", ".join(map(who, sorted(each.to)))
            yield f"      > {audience}: {told(each.event)}"
    yield ""
    yield f"{match.result}"


@pytest.mark.golden
@pytest.mark.parametrize("name", GAMES)
def test_the_transcript_is_the_stored_one(name: str, rewrite: bool) -> None:
    game, path = GAMES[name], FOLDER / f"{name}.txt"
    text = "\n".join(transcript(game, min(max(5, game.seats[0]), game.seats[1]))) + "\n"
    if rewrite:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text
