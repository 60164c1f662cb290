"""What the end page says about DēmoS: who wins, and why the next one did not."""

from __future__ import annotations

from typing import Any

from companion.display.seats import Plate
from companion.display.situation import Closing, Situation
from companion.locale import Words

from .wording import side_of


def closing(now: Situation, words: Words) -> Closing:
    """Who wins and why, the comparison that decided, and every seat's trio and points."""
    view = now.view
    verdict = view["verdict"]
    sides = verdict["sides"] if verdict else []
    winners = [seat for seat in range(len(now.names)) if verdict and side_of(view, seat) in sides]
    facts = [words.n("scene.end.rounds", len(view["rounds"]))]
    squares = sum(one["kind"] == "square" for r in view["rounds"] for one in r["shown"])
    if squares:
        facts.append(words.n("scene.end.squares", squares))
    if view["unseen"]:
        facts.append(words.n("scene.end.unseen", len(view["unseen"])))
    return Closing(
        winner=words.won([now.names[seat] for seat in winners]),
        why=" ".join(words(f"end.{reason}") for reason in (verdict["reasons"] if verdict else [view["ended"]])),
        plates=tuple(_plate(now, seat, seat in winners, words) for seat in range(len(now.names))),
        decisive=_decisive(now, words) if verdict else "",
        facts=tuple(facts),
    )


def _decisive(now: Situation, words: Words) -> str:
    """The next best side: what it had, and why that was not enough."""
    view = now.view
    verdict: dict[str, Any] = view["verdict"]
    tiers, compared = verdict["tiers"], verdict["compared"]
    others = [side for side in tiers if side not in verdict["sides"]]
    if not verdict["sides"] or not others:
        return ""
    side = max(others, key=lambda side: (tiers[side], compared.get(side, best_total(view, side))))
    members = words.listed([now.names[seat] for seat in view["sides"][side]])
    points = words.n("scene.points", compared.get(side, best_total(view, side)))
    return words("scene.end.next", names=members, trio=words(f"tier.{tiers[side]}"), points=points)


def best_total(view: Any, side: int) -> int:
    return int(max(view["totals"][seat] for seat in view["sides"][side]))


def _plate(now: Situation, seat: int, won: bool, words: Words) -> Plate:
    view = now.view
    mark = f"side-{side_of(view, seat)}" if view["plan"]["sides"] and view["sides"] else ""
    return Plate(seat + 1, now.names[seat], words.n("scene.points", view["totals"][seat]), "won" if won else "idle",
                 mark=mark)  # fmt: skip
