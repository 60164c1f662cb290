"""The story so far in prose, from a campaign's ledger: reign by reign what came before the council and what it did.

Its words are those of the catalogue and of the deck; it knows no page and no paper.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from companion.locale import Words

from .campaign import lead
from .content import content


class Chapter(NamedTuple):
    """A heading and its paragraphs."""

    title: str
    paragraphs: list[str]


def chronicle(ledger: Mapping[str, Any], words: Words) -> list[Chapter]:
    """One chapter a reign, one for a reign under way, and the end of the campaign if it has come."""
    if not ledger:
        return []
    chapters = [_reign(ledger, reign, words) for reign in ledger["reigns"]]
    under_way = [r for r in ledger["record"] if r["reign"] > len(ledger["reigns"])]
    if under_way:
        told = [_dilemma(r, words) for r in under_way]
        chapters.append(Chapter(words("chronicle.reign", king=_king(ledger["king"], words)), told))
    if ledger["age"]:
        chapters.append(_end(ledger, words))
    return chapters


def _king(line: Mapping[str, str], words: Words) -> str:
    if not line["house"]:
        return line["name"]
    return words("chronicle.king", name=line["name"], house=words(f"house.{line['house']}"))


def _reign(ledger: Mapping[str, Any], reign: Mapping[str, Any], words: Words) -> Chapter:
    number = reign["number"]
    lines = [{"name": content().king, "house": ""}, *ledger["kings"]]
    king = next((k for k in lines if k["name"] == reign["king"]), {"name": reign["king"], "house": ""})
    told = [_dilemma(r, words) for r in ledger["record"] if r["reign"] == number]
    told += [
        words("chronicle.history", title=words(f"card.{h['card']}"), text=words(f"card.{h['card']}.text"))
        for h in ledger["history"]
        if h["reign"] == number
    ]
    told.append(words(f"chronicle.end.{reign['cause']}.{number % 3}", king=reign["king"]))
    best = sorted(reign["points"].items(), key=lambda each: -each[1])
    places = [
        words("chronicle.place", house=words(f"house.{h}"), plan=words(f"plans.{reign['plans'][h]}"), n=n)
        for h, n in best
    ]
    told.append(words("chronicle.dynasty", house=words(f"house.{reign['dynasty']}"), places="; ".join(places)))
    return Chapter(words("chronicle.reign", king=_king(king, words)), told)


def _dilemma(record: Mapping[str, Any], words: Words) -> str:
    card, side = record["card"], record["side"]
    signed = words(f"house.{record['house']}")
    if words.has(title := f"milestone.{card}.{side}"):
        signed = words("chronicle.milestone", house=signed, title=words(title))
    tie = record.get("tie")  # older records do not tell
    decided = words("chronicle.decided.tie" if tie else "chronicle.decided", aye=record["aye"], nay=record["nay"],
                    house=words(f"house.{tie}") if tie else "")  # fmt: skip
    return words(
        "chronicle.dilemma",
        title=words(f"card.{card}"), label=words(f"card.{card}.{side}"), decided=decided,
        house=signed, result=words(f"card.{card}.{side}.result"),
    )  # fmt: skip


def _end(ledger: Mapping[str, Any], words: Words) -> Chapter:
    winners = ", ".join(words(f"house.{h}") for h in ledger["winners"])
    stories = [
        words("chronicle.story", arc=words(f"arc.{arc}"), ending=words(f"ending.{ending}"))
        for arc, ending in ledger["arcs"].items()
    ]
    last = words("chronicle.winners", houses=winners, age=words(f"age.{ledger['age']}"))
    # the age says by what the campaign was won, but not how a tie was broken
    by = lead({"order": "fate", "chaos": "fate"}.get(ledger["age"], ledger["age"]), ledger,
              content().constants.greed_weight).tie  # fmt: skip
    last = f"{last} {words(f'chronicle.tie.{by}')}" if by else last
    return Chapter(words(f"chronicle.age.{ledger['age']}"), [*stories, last])
