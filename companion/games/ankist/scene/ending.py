"""What the end page says about Ankist: which house wins, why, and every plan that was kept from the others."""

from __future__ import annotations

from typing import Any

from companion.display import shapes
from companion.display.canvas import Canvas
from companion.display.seats import Plate
from companion.display.situation import Closing, Situation
from companion.display.theme import INK, PAPER
from companion.locale import Words

from ..campaign import lead
from .signs import SPINE, charge, emblem
from .wording import holder, house


def closing(now: Situation, words: Words) -> Closing:
    """The winner of the reign, or of the campaign where it ends with it."""
    view = now.view
    houses = winners(view)
    return Closing(
        winner=words.won([words(f"house.{name}") for name in houses]),
        why=words(f"end.{view['age'] or view['cause'] or 'abandoned'}"),
        plates=tuple(_plate(now, seat, words) for seat in range(len(now.names))),
        decisive=_decisive(now, words),
        facts=tuple(_facts(now, words)),
        where=_where(view, words),
    )


def _where(view: Any, words: Words) -> str:
    """In a campaign: whether it goes on."""
    if view["options"]["mode"] != "campaign" or not view["cause"]:
        return ""
    total = view["options"]["campaign_games"]
    return words("scene.end.campaign") if view["age"] else words("scene.end.of", n=view["reign"], total=total)


def worth(view: Any, name: str) -> int:
    """What a house has of that by which the campaign is won."""
    prestige, greed = view["prestige"][name], view["greed"][name]
    return int({"chaos": greed, "net": prestige - greed}.get(view["age"], prestige))


def winners(view: Any) -> list[str]:
    """The houses that win: of the campaign, else of the reign."""
    if view["age"]:
        return list(view["winners"])
    return [view["houses"][view["dynasty"]]] if view["dynasty"] >= 0 else []


def tie(view: Any, words: Words) -> str:
    """By what a tie for the campaign was broken; empty where there was none."""
    by = lead(view["options"]["campaign_winner"], view, view["book"]["at"]["greed_weight"]).tie
    return words(f"chronicle.tie.{by}") if by else ""


def _decisive(now: Situation, words: Words) -> str:
    """Who played the winning house, and how many points it had over the next."""
    view = now.view
    if view["age"]:
        seats = [holder(now, name) for name in view["winners"]]
        who = words.listed([now.names[seat] for seat in seats if seat is not None])
        said = words(f"scene.end.worth.{view['age']}", seat=who, n=worth(view, view["winners"][0]))
        return f"{said} {tie(view, words)}".strip()
    if view["dynasty"] < 0:
        return ""
    seat = view["dynasty"]
    best, others = view["scores"][seat]["points"], [s["points"] for o, s in view["scores"].items() if o != seat]
    tied = best == max(others)
    key = "scene.end.tied" if tied else "scene.end.points"
    said = words(key, seat=now.names[seat], n=best, next=max(others), moderator=now.names[view["moderator"]])
    return f"{said} {words('scene.end.king', name=view['kings'][-1]['name'])}" if view["kings"] else said


def _facts(now: Situation, words: Words) -> list[str]:
    view = now.view
    facts = [words.n("scene.end.rounds", len(view["time"]))] if view["time"] else []
    if view["leftover"]:
        spare = words.listed([words(f"plans.{plan}") for plan in view["leftover"]])
        facts.append(words.n("scene.end.leftover", len(view["leftover"]), plans=spare))
    if view["options"]["mode"] == "campaign":
        facts.append(words("scene.end.reign", n=view["reign"], total=view["options"]["campaign_games"]))
    return facts


def _plate(now: Situation, seat: int, words: Words) -> Plate:
    view = now.view
    line = house(view, seat, words)
    if view["scores"]:
        plan, points = words(f"plans.{view['plans'][seat]}"), view["scores"][seat]["points"]
        line = words("scene.end.plate", plan=plan, n=points)
    if view["age"]:
        line = words(f"scene.end.plate.{view['age']}", n=worth(view, view["houses"][seat]))
    won = view["houses"].get(seat) in winners(view)
    return Plate(seat + 1, now.names[seat], line, "won" if won else "idle")


def closing_art(canvas: Canvas, view: Any, box: tuple[float, float, float, float], words: Words) -> None:
    """The crown, and under it the charge of the house whose line goes on."""
    x, y, w, h = box
    houses = winners(view)
    middle = x + w / 2
    shapes.rect(canvas, middle - 15, y + 13.5, 30, h - 15.5, SPINE)
    shapes.polygon(canvas, [(middle - 15, y + h - 2.1), (middle + 15, y + h - 2.1), (middle, y + h + 3.2)], SPINE)
    emblem(canvas, middle, y + 6.8, 7.2, INK, PAPER)
    for place, name in enumerate(houses[:2]):
        shift = (place - (min(2, len(houses)) - 1) / 2) * 13
        charge(canvas, view, name, middle + shift, y + h / 2 + 5.4, 7.0 if len(houses) == 1 else 4.6, PAPER)
