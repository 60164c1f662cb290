"""A table that plays by itself until somebody kills it: `python -m tests.table.killed FOLDER SEED`.

Prints one line for everything it has acknowledged: match, rows, fingerprint. The first line says where it stands at the
start and which phones hold their seats.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

from companion.table.requests import Rematch
from tests.table.evenings import Evening

SEATS = 7


def standing(e: Evening) -> str:
    at: tuple[int, str] = e.inside(
        lambda x: (len(x.session.journal.rows()), x.session.match.fingerprint()) if x.session else (0, "")
    )
    match = e.seen.playing.match if e.seen.playing else ""
    return f"{match} {at[0]} {at[1]}"


def main(folder: Path, seed: int) -> None:
    e, rng = Evening(folder), Random(seed)
    held = "".join(str(int(e.table.chair_by(f"phone-{i}") == i)) for i in range(SEATS))
    print(f"start {standing(e)} {e.seen.stage} {held}", flush=True)
    if e.seen.stage == "lobby":
        e.start("secret_hitler", SEATS)
    while True:
        if e.seen.stage == "over":
            e.ok(Rematch())
        elif e.go_on(rng).ok:
            print(f"ok {standing(e)}", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
