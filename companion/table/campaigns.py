"""Chains of matches: what the kept matches of a folder have carried on from one to the next, and where each stands.

A match carries a ledger into the next one. What it held when a chain stopped is in the last match of the chain, so a
chain can be taken up again as long as that match is kept.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from companion.table.archive import Listed, listing
from companion.table.disk import not_saved
from companion.table.house import House
from companion.table.store import Damaged, Newer

__all__ = ["Campaign", "campaigns", "carry_on", "export", "read"]

FORMAT = 1


class Campaign(msgspec.Struct, frozen=True):
    """A chain, named by its first match. `names` are those of its last one; `reason` is how that ended, empty while it
    is played or where it was broken off. `ledger` goes into the next match."""

    name: str
    game: str
    options: dict[str, Any]
    names: list[str]
    matches: int
    reason: str
    ledger: dict[str, Any]


class _File(msgspec.Struct):
    companion_campaign: int
    campaign: Campaign


class _Version(msgspec.Struct):
    companion_campaign: int


def campaigns(folder: Path) -> list[Campaign]:
    """Every chain of the matches in `folder`, the oldest first. A match that was broken off hands on what it got."""
    found: dict[str, Campaign] = {}
    for kept in listing(folder):
        if kept.header is None or not (ledger := _ledger(kept)):
            continue
        before = next((c for c in reversed(found.values()) if c.ledger == kept.header.ledger), None)
        continues = before is not None and before.game == kept.header.game and bool(kept.header.ledger)
        name, matches = (before.name, before.matches + 1) if before and continues else (kept.header.match, 1)
        found[name] = Campaign(
            name, kept.header.game, kept.header.options, kept.header.names, matches, _reason(kept), ledger
        )
    return list(found.values())


def _ledger(kept: Listed) -> dict[str, Any]:
    assert kept.header is not None
    result = kept.end.result
    return dict(result.get("ledger") or {}) if isinstance(result, dict) else kept.header.ledger


def _reason(kept: Listed) -> str:
    return str(kept.end.result.get("reason", "")) if isinstance(kept.end.result, dict) else ""


def export(campaign: Campaign, to: Path) -> None:
    """Write it into one file, for another table or to keep. It tells what the deck still holds. Raises `NotSaved`."""
    try:
        to.write_bytes(msgspec.json.format(msgspec.json.encode(_File(FORMAT, campaign))))
    except OSError as error:
        raise not_saved(to, error) from error


def read(file: Path) -> Campaign:
    """A campaign from its file. Raises `Damaged`, `Newer`, `OSError`."""
    text = file.read_bytes()
    try:
        if (version := msgspec.json.decode(text, type=_Version).companion_campaign) > FORMAT:
            raise Newer(file, f"format {version}, known is {FORMAT}")
        return msgspec.json.decode(text, type=_File).campaign
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Damaged(file, "not the export of a campaign") from error


def carry_on(house: House, game: str, campaign: Campaign | None) -> None:
    """The next match of `game` goes on with this campaign; None: it begins another one."""
    house.set(**{f"ledger {game}": campaign.ledger if campaign else None})
    if campaign:
        house.set(**{"game": game, f"options {game}": campaign.options})
