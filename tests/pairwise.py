"""Settings of a game's switches such that every pair of values of two switches occurs together."""
from __future__ import annotations

from itertools import combinations, product
from random import Random
from typing import Any

from companion.engine import Game, Options, Switch, switches


def values(switch: Switch) -> list[Any]:
    match switch.kind:
        case "bool":
            return [False, True]
        case "choice":
            return list(switch.values)
        case "number":
            return sorted({switch.low, switch.default, switch.high})
        case "set":
            return [set(switch.values), {switch.values[0]}, *([switch.default] if switch.default else [])]


def settings(game: Game[Any]) -> list[Options]:
    """The default first, then rows that cover all pairs (greedily, from fixed dice)."""
    rng, options = Random(game.id), switches(game.options)
    room = {s.name: values(s) for s in options}
    rows: list[dict[str, Any]] = [{}]
    todo = {
        (a, i, b, j)
        for a, b in combinations(room, 2)
        for i, j in product(range(len(room[a])), range(len(room[b])))
    }  # fmt: skip

    def covered(row: dict[str, int]) -> set[tuple[str, int, str, int]]:
        return {(a, row[a], b, row[b]) for a, b in combinations(room, 2)} & todo

    while todo:
        a, i, b, j = min(todo)
        tries = [{k: rng.randrange(len(v)) for k, v in room.items()} | {a: i, b: j} for _ in range(30)]
        best = max(tries, key=lambda row: len(covered(row)))
        todo -= covered(best)
        rows.append({k: room[k][n] for k, n in best.items()})
    return [game.options_from(row) for row in rows]
