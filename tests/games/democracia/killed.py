"""A table that plays by itself into a trial that a briefcase has brought about in the middle of another's turn, and
waits there to be killed: `python -m tests.games.democracia.killed FOLDER`.

Prints after each answer how many rows are on disk, and at last where everything stands.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import Any

from companion.engine import HOST
from companion.games.democracia import GAME
from companion.players import decide
from companion.table.prompt import Prompt
from companion.table.requests import Answer, Rematch
from tests.web.evening import Evening

from .staged import At

Memories = dict[int, dict[str, Any]]


def main(folder: Path) -> None:
    x, rng, memories = At(Evening(folder, games={GAME.id: GAME})), Random(1), Memories()
    x.begin(4, briefcases=True)
    while not framed(x):
        if x.e.snapshot.stage == "over":
            x.e.do(Rematch())
        else:
            one_answer(x, rng, memories)
        print(rows(x), flush=True)
    print(standing(x), flush=True)
    sys.stdin.read()


def framed(x: At) -> bool:
    """A trial by a briefcase, in the turn of somebody else than its player; a player has voted, another has not."""
    t = x.t
    if t.trial is None or t.trial.cause != "MAL-01" or t.turn in (None, t.trial.by) or t.trial.stage != "vote":
        return False
    voted = {j in t.verdicts for j in t.judges() if t.owner_of(j) is not None}
    return voted == {True, False}


def rows(x: At) -> int:
    """How many are on disk."""

    def saved(e: Any) -> int:
        return len(e.session.journal.rows())

    count: int = x.e.table.read(saved)
    return count


def standing(x: At) -> str:
    """All that the table holds and shows, as text: what stood before the blow, and what stands after it."""
    playing = x.e.playing
    match, moves, _ = x.stands()
    line = Prompt(x.e.table.read(lambda e: e.words()), playing.names).line(playing.faces[None])
    return repr((match, moves, x.t.trial, x.t.verdicts, x.t.cases, playing.views, playing.faces, line))


def one_answer(x: At, rng: Random, memories: Memories) -> None:
    """Of a bot; else of the host, else time passes."""
    e = x.e
    for seat in range(len(e.playing.names)):
        faces = [f for f in e.playing.faces[seat] if f.by == seat and not f.answered]
        memory = memories.setdefault(seat, {})
        view, events = e.playing.views[seat], e.playing.events(seat)
        said = decide(GAME.id, view, faces, events, seat, memory, rng) if faces else None
        if said and e.table.do(Answer(kind=said[0], fields=said[1], chair=seat)).ok:
            return
    for face in e.playing.faces[HOST]:
        if face.by == HOST and not face.answered:
            fields = {k: f.sample(rng) for k, f in face.fields.items() if f is not None}
            assert e.table.do(Answer(kind=face.kind, fields=fields)).ok
            return
    e.later(60)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
