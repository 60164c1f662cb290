"""What has been heard of a ballot and of the Laws that are applied, up to the event on the board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from companion.display.situation import Situation

COUNTS: Final = ("counted", "counted-by-hand")
OF_THE_COUNT: Final = (*COUNTS, "cards-read", "not-registered", "hands-need-look", "cards-void", "cards-cancelled",
                       "annulled", "approved", "rejected", "campaign-paid", "unanimous")  # fmt: skip


def heard(now: Situation) -> list[dict[str, Any]]:
    """What everybody has lately heard, up to and with the event on the board."""
    told = [dict(event) for event in now.view["heard"]]
    return [*told, dict(now.event)] if now.event else told


def last(events: list[dict[str, Any]], *kinds: str) -> dict[str, Any] | None:
    return next((event for event in reversed(events) if event["kind"] in kinds), None)


@dataclass(frozen=True)
class Ballot:
    """A count as far as it has been told."""

    positive: int
    negative: int
    cards: tuple[str, ...]
    known: bool  # the cards are turned up
    by_hand: bool = False
    missing: int = 0
    void: bool = False
    cancelled: bool = False
    fate: str = ""
    ayes: int = 0
    nays: int = 0
    unanimous: bool = False
    papers: int = 0  # through the slot, and their signs where all secret votes went through it
    signs: tuple[int, int] | None = None

    @property
    def _works(self) -> bool:
        return self.fate in ("approved", "rejected") and not (self.void or self.cancelled)

    @property
    def bribes(self) -> int:
        return self.cards.count("bribe") if self._works else 0

    @property
    def frauds(self) -> int:
        return self.cards.count("fraud") if self._works else 0


def ballot(now: Situation) -> Ballot | None:
    """The count on the board: from the events that have told it, or from the view while the box is compared."""
    told, count = heard(now), now.view["count"]
    start = next((i for i in range(len(told) - 1, -1, -1) if told[i]["kind"] in COUNTS), None)
    if start is None:
        return _of_view(now)
    block = told[start:]
    said = {event["kind"]: event for event in block}
    cards = tuple(count["cards"]) if count else tuple(said.get("cards-read", {"cards": ()})["cards"])
    result = said.get("approved") or said.get("rejected") or {}
    missing = last(told[max(0, start - 2) : start], "vote-missing")
    fate = next((kind for kind in ("approved", "rejected", "annulled") if kind in said), "")
    return Ballot(
        block[0]["positive"], block[0]["negative"], cards, "cards-read" in said or not now.event,
        block[0]["kind"] == "counted-by-hand", missing["count"] if missing else 0, "cards-void" in said,
        "cards-cancelled" in said, fate, result.get("positive", 0), result.get("negative", 0), "unanimous" in said,
        **{name: count[name] for name in ("papers", "signs") if count},
    )  # fmt: skip


def _of_view(now: Situation) -> Ballot | None:
    count = now.view["count"]
    if count is None:
        return None
    return Ballot(
        count["positive"], count["negative"], tuple(count["cards"]), True, count["by_hand"], now.view["missing"],
        count["void"], count["cancelled"], count["fate"], count["ayes"], count["nays"], count["unanimous"],
        count["papers"], count["signs"],
    )  # fmt: skip


# ---- the Laws that are applied


@dataclass(frozen=True)
class Walk:
    """The application of a Round as far as it has come: which Laws, where each jump led, how many are still covered."""

    laws: tuple[dict[str, Any], ...]
    covered: int
    total: int

    @property
    def law(self) -> dict[str, Any] | None:
        return self.laws[-1] if self.laws else None


def walk(now: Situation) -> Walk:
    """All that has been applied, and what still lies face down."""
    applied = tuple(dict(each) for each in now.view["applied"])
    covered = int(now.view["pile"]["covered"]) if now.view["phase"] == "apply" else 0
    return Walk(applied, covered, len(applied) + covered)
