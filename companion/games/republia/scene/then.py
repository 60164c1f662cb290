"""What held when something happened: the view of an event may be further along, but what was heard tells."""

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
    if not now.event:
        return told
    for place in range(len(told) - 1, -1, -1):
        if told[place] == now.event:
            return told[: place + 1]
    return [*told, dict(now.event)]


def later(now: Situation) -> list[dict[str, Any]]:
    """What was heard after the event on the board."""
    return [dict(event) for event in now.view["heard"]][len(heard(now)) :]


def last(events: list[dict[str, Any]], *kinds: str) -> dict[str, Any] | None:
    return next((event for event in reversed(events) if event["kind"] in kinds), None)


def pressure(now: Situation) -> int:
    """Where Social Pressure stood."""
    before = last(heard(now), "pressure-moved")
    after = [event["position"] for event in later(now) if event["kind"] == "pressure-moved"]
    if not after:
        return int(now.view["sp"])
    if before is not None:
        return int(before["position"])
    step = after[1] - after[0] if len(after) > 1 else 1
    return int(after[0]) - step


def round_(now: Situation) -> int:
    began = [event for event in later(now) if event["kind"] == "round-began"]
    return int(now.view["round"]) - len(began)


def president(now: Situation) -> int | None:
    """Who presided: the last Turn that had begun and whose Round had not ended."""
    if not now.event:
        seat = now.view["president"]
        return None if seat is None else int(seat)
    began = last(heard(now), "turn-began", "round-ended", "round-began")
    return int(began["seat"]) if began and began["kind"] == "turn-began" else None


def first(now: Situation) -> int:
    began = len([event for event in later(now) if event["kind"] == "round-began"])
    return int(now.view["first"] - began) % int(now.view["n"])


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
    told, coming = heard(now), later(now)
    start = next((i for i in range(len(told) - 1, -1, -1) if told[i]["kind"] in COUNTS), None)
    if start is None:
        return _of_view(now)
    block = told[start:]
    said = {event["kind"]: event for event in block}
    end = next((i for i, event in enumerate(coming) if event["kind"] in (*COUNTS, "turn-began", "urn-opened")), None)
    whole = {event["kind"]: event for event in [*coming[:end][::-1], *block]}
    cards = tuple(whole["cards-read"]["cards"]) if "cards-read" in whole else ()
    result = said.get("approved") or said.get("rejected") or {}
    missing = last(told[max(0, start - 2) : start], "vote-missing")
    fate = next((kind for kind in ("approved", "rejected", "annulled") if kind in said), "")
    return Ballot(
        block[0]["positive"], block[0]["negative"], cards, "cards-read" in said or not now.event,
        block[0]["kind"] == "counted-by-hand", missing["count"] if missing else 0, "cards-void" in said,
        "cards-cancelled" in said, fate, result.get("positive", 0), result.get("negative", 0), "unanimous" in said,
        **{name: now.view["count"][name] for name in ("papers", "signs") if now.view["count"]},
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
    """Up to the Law on the board; without one, all that has been applied."""
    applied = [dict(each) for each in now.view["applied"]]
    pile = int(now.view["pile"]["covered"])
    applying = now.view["phase"] == "apply"
    law = now.event.get("law") if now.event.get("kind") == "law-applied" else None
    if law is None and now.event.get("kind") in ("won-by-target", "round-ended"):
        law = applied[-1]["law"] if applied and now.event["kind"] == "won-by-target" else None
    if law is not None:
        place = next((i for i, each in enumerate(applied) if each["law"] == law), len(applied) - 1)
        shown = tuple(applied[: place + 1])
        more = pile if applying or now.view["ended"] == "target" else 0
        return Walk(shown, len(applied) - len(shown) + more, len(applied) + more)
    return Walk(tuple(applied), pile if applying else 0, len(applied) + (pile if applying else 0))


def position(now: Situation) -> tuple[int, int]:
    """Where the Population stands: before the Laws of the Round are on the board, where it stood."""
    applied = now.view["applied"]
    coming = [event["law"] for event in later(now) if event["kind"] == "law-applied"]
    if now.event.get("kind") == "law-applied":
        path = walk(now).laws[-1]["path"]
        return int(path[-1][0]), int(path[-1][1])
    if coming:
        path = next((each["path"] for each in applied if each["law"] == coming[0]), [now.view["pos"]])
        return int(path[0][0]), int(path[0][1])
    return int(now.view["pos"][0]), int(now.view["pos"][1])


def trail(now: Situation) -> tuple[dict[str, Any], ...]:
    """The Laws whose way is drawn: those of the last application, unless it is still to come."""
    if any(event["kind"] == "law-applied" for event in later(now)) and now.event.get("kind") != "law-applied":
        return ()
    return walk(now).laws
