"""The chronicle, to read and to print: every reign so far in prose, and where the houses stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.locale import Words
from companion.papers import Grid, Heading, Paper, Part, Prose

from .campaign import lead
from .chronicle import chronicle
from .content import content

__all__ = ["begun", "keepsake", "kept", "standing"]


def begun(view: Mapping[str, Any]) -> bool:
    """Whether there is something to read before the reign is over: the earlier evenings of a campaign, and this one."""
    return view["options"]["mode"] == "campaign" and bool(view["record"])


def keepsake(view: Mapping[str, Any], names: Sequence[str], words: Words, ledger: Mapping[str, Any]) -> Paper | None:
    """The story so far: of a campaign from its first decision on, of a single reign once it is over."""
    players = {house: names[seat] for seat, house in view["houses"].items()}
    chain = view["options"]["mode"] == "campaign"
    return _paper(_so_far(view, ledger), _sub(view, words), players if chain else None, words)


def kept(
    ledger: Mapping[str, Any], options: Mapping[str, Any], names: Sequence[str], words: Words
) -> Paper | None:
    """The story of a campaign that lies in the house, over or broken off."""
    players = dict(zip(ledger["seats"], names, strict=False))
    return _paper(ledger, standing(ledger, options, words), players, words)


def standing(ledger: Mapping[str, Any], options: Mapping[str, Any], words: Words) -> str:
    """Where a campaign stands: which reign of how many, and which house leads or has won."""
    if not ledger["reigns"]:
        return words("chronicle.standing.none")
    found = lead(options.get("campaign_winner", "fate"), ledger, content().constants.greed_weight)
    houses = words.listed([words(f"house.{house}") for house in found.houses])
    key = "chronicle.standing.over" if ledger["age"] else "chronicle.standing"
    what = words(f"chronicle.worth.{found.age}", n=found.worth)
    return words(key, n=len(ledger["reigns"]), total=options.get("campaign_games", 4), houses=houses, what=what)


def _paper(told: Mapping[str, Any], sub: str, players: Mapping[str, str] | None, words: Words) -> Paper | None:
    """`players`: who plays which house of a campaign; None for a single reign, which has no ledger of houses."""
    parts: list[Part] = []
    for chapter in chronicle(told, words):
        parts += [Heading(chapter.title), *(Prose(paragraph) for paragraph in chapter.paragraphs)]
    if not parts:
        return None
    if players is not None:
        parts += [Heading(words("chronicle.houses")), _houses(told, players, words)]
    return Paper("ankist", words("chronicle.title"), sub, tuple(parts))


def _so_far(view: Mapping[str, Any], ledger: Mapping[str, Any]) -> Mapping[str, Any]:
    """What has been told in the open: the ledger, where there is one, brought to this moment."""
    record = view["record"] if view["cause"] or view["options"]["mode"] == "campaign" else []
    return {**ledger, **{name: view[name] for name in ("reigns", "king", "kings", "history", "arcs", "age", "winners",
                                                       "prestige", "greed", "played")}, "record": record}  # fmt: skip


def _sub(view: Mapping[str, Any], words: Words) -> str:
    """Which reign this is, of how many."""
    if view["options"]["mode"] != "campaign":
        return words.n("scene.end.rounds", len(view["time"]))
    key = "scene.end.reign" if view["cause"] else "chronicle.under-way"
    return words(key, n=view["reign"], total=view["options"]["campaign_games"])


def _houses(told: Mapping[str, Any], players: Mapping[str, str], words: Words) -> Grid:
    """Every house that has sat on the council."""
    rows = [("", *(words(f"scene.award.{name}") for name in ("prestige", "greed", "kings")))]
    winners = []
    for house, played in told["played"].items():
        if played or told["prestige"][house] or told["greed"][house]:
            kings = ", ".join(line["name"] for line in told["kings"] if line["house"] == house)
            if house in told["winners"]:
                winners.append(len(rows))
            name = words(f"house.{house}")
            name = words("chronicle.player", house=name, name=players[house]) if house in players else name
            row = (name, str(told["prestige"][house]), str(told["greed"][house]), kings or "–")
            rows.append(row)
    return Grid(tuple(rows), frozenset(winners))
