"""The chronicle, to read and to print: every reign so far in prose, and where the houses stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.locale import Words
from companion.papers import Grid, Heading, Paper, Part, Prose

from .chronicle import chronicle

__all__ = ["begun", "keepsake"]


def begun(view: Mapping[str, Any]) -> bool:
    """Whether there is something to read before the reign is over: the earlier evenings of a campaign, and this one."""
    return view["options"]["mode"] == "campaign" and bool(view["record"])


def keepsake(view: Mapping[str, Any], names: Sequence[str], words: Words, ledger: Mapping[str, Any]) -> Paper | None:
    """The story so far: of a campaign from its first decision on, of a single reign once it is over."""
    told = _so_far(view, ledger)
    parts: list[Part] = []
    for chapter in chronicle(told, words):
        parts += [Heading(chapter.title), *(Prose(paragraph) for paragraph in chapter.paragraphs)]
    if not parts:
        return None
    if view["options"]["mode"] == "campaign":
        parts += [Heading(words("chronicle.houses")), _houses(told, words)]
    return Paper("ankist", words("chronicle.title"), _sub(view, told, words), tuple(parts))


def _so_far(view: Mapping[str, Any], ledger: Mapping[str, Any]) -> Mapping[str, Any]:
    """What has been told in the open: the ledger, where there is one, brought to this moment."""
    record = view["record"] if view["cause"] or view["options"]["mode"] == "campaign" else []
    return {**ledger, **{name: view[name] for name in ("reigns", "king", "kings", "history", "arcs", "age", "winners",
                                                       "prestige", "greed", "played")}, "record": record}  # fmt: skip


def _sub(view: Mapping[str, Any], told: Mapping[str, Any], words: Words) -> str:
    """Which reign this is, of how many."""
    if view["options"]["mode"] != "campaign":
        return words.n("scene.end.rounds", len(view["time"]))
    return words("scene.end.reign", n=view["reign"], total=view["options"]["campaign_games"])


def _houses(told: Mapping[str, Any], words: Words) -> Grid:
    """Every house that has sat on the council."""
    rows = [("", *(words(f"scene.award.{name}") for name in ("prestige", "greed", "kings")))]
    winners = []
    for house, played in told["played"].items():
        if played or told["prestige"][house] or told["greed"][house]:
            kings = ", ".join(line["name"] for line in told["kings"] if line["house"] == house)
            if house in told["winners"]:
                winners.append(len(rows))
            row = (words(f"house.{house}"), str(told["prestige"][house]), str(told["greed"][house]), kings or "–")
            rows.append(row)
    return Grid(tuple(rows), frozenset(winners))
