"""The score sheet, to print or to keep: every round, who showed what, what it was worth, and why the match ended so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.locale import Words
from companion.papers import Grid, Heading, Paper, Part, Prose

__all__ = ["keepsake"]


def keepsake(view: Mapping[str, Any], names: Sequence[str], words: Words, ledger: Mapping[str, Any]) -> Paper | None:
    """The whole sheet, once the match is over."""
    if view["phase"] != "over":
        return None
    parts: list[Part] = [
        *_reasons(view, words),
        Heading(words("scene.sheet")),
        _points(view, names, words),
        Prose(words("sheet.legend")),
        Heading(words("sheet.figures")),
        _figures(view, names, words),
    ]
    return Paper("demos", words("sheet.title"), _winner(view, names, words), tuple(parts))


def _winner(view: Mapping[str, Any], names: Sequence[str], words: Words) -> str:
    sides = view["verdict"]["sides"] if view["verdict"] else []
    won = [names[seat] for side in sides for seat in view["sides"][side]]
    return words.won(won)


def _reasons(view: Mapping[str, Any], words: Words) -> list[Prose]:
    reasons = view["verdict"]["reasons"] if view["verdict"] else [view["ended"]]
    return [Prose(words(f"end.{reason}")) for reason in reasons]


def _points(view: Mapping[str, Any], names: Sequence[str], words: Words) -> Grid:
    """A row a round, a column a seat; at the foot the totals."""
    rows = [("", *names)]
    for round_ in view["rounds"]:
        shown = {one["seat"]: one for one in round_["shown"]}
        cells = [_cell(shown.get(seat), round_, seat, words) for seat in range(len(names))]
        rows.append((str(round_["number"]), *cells))
    rows.append(("Σ", *(str(points) for points in view["totals"])))
    return Grid(tuple(rows), frozenset({len(rows) - 1}))


def _cell(shown: Mapping[str, Any] | None, round_: Mapping[str, Any], seat: int, words: Words) -> str:
    """What a seat showed, its points, and a star for every figure that it drew."""
    if shown is None:
        return "–"
    cards = " ".join(words(f"sheet.card.{card[0]}", n=card[1:]) for card in shown["cards"])
    points = round_["banked"].get(seat, 0)
    return f"{cards} · {points}{'*' * round_['drew'].get(seat, 0)}"


def _figures(view: Mapping[str, Any], names: Sequence[str], words: Words) -> Grid:
    """Each seat's figures as far as they were turned, and what its side's trio is worth."""
    tiers = view["verdict"]["tiers"] if view["verdict"] else {}
    rows = [("", words("sheet.figures"), words("sheet.trio"))]
    for seat, name in enumerate(names):
        turned = ", ".join(_figure(view, seat, slot, words) for slot in view["turned"].get(seat, {}))
        side = next((place for place, members in enumerate(view["sides"]) if seat in members), seat)
        rows.append((name, turned or "–", words(f"tier.{tiers.get(side, 0)}")))
    return Grid(tuple(rows))


def _figure(view: Mapping[str, Any], seat: int, slot: int, words: Words) -> str:
    """One that was turned up, with the suit that Media have given it."""
    figure = words(f"power.{view['turned'][seat][slot]}")
    hit = next((mark for mark in view["marks"] if (mark["seat"], mark["slot"]) == (seat, slot)), None)
    return words("sheet.hit", figure=figure, suit=words(f"suit.{hit['suit']}")) if hit else figure
