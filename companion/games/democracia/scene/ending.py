"""What the end page says about D€mocracia."""

from __future__ import annotations

from typing import Any

from companion.display import shapes
from companion.display.canvas import Canvas
from companion.display.motion import Box
from companion.display.seats import Plate
from companion.display.situation import Closing, Situation
from companion.display.theme import PAPER
from companion.games.democracia.content import content
from companion.locale import Words

from . import reading
from .signs import INKS, PAPERS, emblem, party


def closing(now: Situation, words: Words) -> Closing:
    """Who wins and why, and what everybody has gathered."""
    view = now.view
    winners, ended = list(view["winners"]), view["ended"]
    plates = tuple(_plate(now, seat, seat in winners, words) for seat in reading.order(now))
    return Closing(
        winner=words.won([now.names[seat] for seat in winners]),
        why=words(f"end.{ended}") if ended else "",
        plates=plates,
        decisive=_decisive(now, words),
        facts=_facts(now, words),
    )


def pensions(view: Any, seat: int) -> int:
    """The points of the plans that lie open."""
    worth = {row.id: row.points for row in content().pensions.pensions}
    return sum(worth[plan] for plan in view["pensions"].get(seat, ()))


def _plate(now: Situation, seat: int, won: bool, words: Words) -> Plate:
    view, which = now.view, reading.party_of(now, seat)
    line = ""
    if view["points"]:
        line = words("scene.points", n=view["points"][seat])
        if view["n"] <= 4 or not view["pensions"]:
            line += " · " + words("scene.end.pensions", n=pensions(view, seat))
    return Plate(seat + 1, now.names[seat], line, "won" if won else "idle", mark=which, ink=INKS.get(which, ""))


def _decisive(now: Situation, words: Words) -> str:
    view = now.view
    if view["ended"] == "aborted" or not view["seats"]:
        return ""
    points = view["points"]
    ranked = {seat: points[seat] for seat in view["worth"]}  # whoever plays for points
    level = [seat for seat, n in ranked.items() if n == max(ranked.values())]
    if view["ended"] == "points" and len(level) > 1:  # what has broken the tie
        worth = sorted(((now.names[seat], pensions(view, seat)) for seat in level), key=lambda pair: -pair[1])
        return words("scene.end.tied") + " " + ", ".join(f"{name} {n}" for name, n in worth[:3])
    found = sorted(view["seats"].items(), key=lambda pair: -pair[1])
    return words("scene.end.seats") + " " + ", ".join(f"{words(f'party.{p}')} {n}" for p, n in found)


def _facts(now: Situation, words: Words) -> tuple[str, ...]:
    view = now.view
    held = view["elections"] + (view["ended"] != "aborted")
    facts = [words.n("scene.end.elections", held), words.n("scene.end.rounds", view["rounds"])]
    if view["winners"] and view["ended"] == "points":
        seat = view["winners"][0]
        facts.append(words("scene.end.won", points=words("scene.points", n=view["points"][seat]),
                           pensions=words("scene.end.pensions", n=pensions(view, seat))))  # fmt: skip
    return tuple(facts)


def art(canvas: Canvas, view: dict[str, Any], box: Box) -> None:
    """The sign of the winner's party, large, with the urn in it."""
    x, y, w, h = box
    if not view["winners"] or not view["leaders"]:
        return
    which = content().agent(view["leaders"][view["winners"][0]]).party
    shapes.rect(canvas, x, y, w, h, PAPERS[which])
    party(canvas, which, x + w / 2, y + h / 2 + (h * 0.05 if which == "green" else 0), h * 0.36, PAPER)
    emblem(canvas, x + w / 2, y + h / 2 + h * 0.04, h * 0.13, PAPERS[which], PAPER)
