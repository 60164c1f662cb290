"""What the end page says about Republia: who wins and how, the Law that decided; every hidden faction opens."""

from __future__ import annotations

import itertools
from typing import Any

from companion.display import shapes
from companion.display.canvas import Canvas
from companion.display.motion import Box
from companion.display.seats import Plate
from companion.display.situation import Closing, Situation
from companion.display.text import text
from companion.display.theme import INK, MIN, PAPER, Face
from companion.locale import Words

from .signs import POP_PAPER


def closing(now: Situation, words: Words) -> Closing:
    """Who wins and why, what decided it, and what everybody was."""
    view = now.view
    winners = list(view["winners"])
    facts = [words.n("scene.end.rounds", view["round"]), words("scene.end.pressure", n=view["sp"])]
    if view["applied"]:
        facts.append(words.n("scene.end.laws", len(view["applied"])))
    return Closing(
        winner=words.won([now.names[seat] for seat in winners]),
        why=_why(now, words),
        plates=tuple(_plate(now, seat, words) for seat in range(len(now.names))),
        decisive=_decisive(now, words),
        facts=tuple(facts),
    )


def _why(now: Situation, words: Words) -> str:
    view = now.view
    if view["ended"] == "target":
        return words("scene.end.why.target", faction=words(f"factions.{view['won']}"))
    return words(f"scene.end.why.{view['ended']}")


def _decisive(now: Situation, words: Words) -> str:
    """The last Law, or how far the winner's target was."""
    view = now.view
    if view["ended"] == "target" and view["applied"]:
        return words("scene.end.law", law=words(f"laws.{view['applied'][-1]['law']}"))
    if view["ended"] == "crisis" and view["winners"]:
        near = {seat: _distance(now, seat) for seat in view["factions"]}
        steps = near[view["winners"][0]]
        others = [far for seat, far in near.items() if seat not in view["winners"]]
        key = "scene.end.nearest.tied" if others and min(others) == steps else "scene.end.nearest"
        return words.n(key, steps)
    if view["ended"] == "objective" and view["winners"] and view["factions"]:
        seat = view["winners"][0]
        corruption = sum(int(words(f"actions.{card}.corr")) for card in view["cards"].get(seat, []))
        return words("scene.end.objective", pp=view["pp"].get(seat, 0), corr=corruption)
    return ""


def _distance(now: Situation, seat: int) -> int:
    x, y = now.view["pos"]
    targets = now.view["map"]["targets"]
    return int(min(abs(targets[f][0] - x) + abs(targets[f][1] - y) for f in now.view["factions"][seat]))


def _plate(now: Situation, seat: int, words: Words) -> Plate:
    factions = now.view["factions"].get(seat, [])
    several_ = len(factions) > 1
    line = " + ".join(words(f"factions.{f}.short" if several_ else f"factions.{f}") for f in factions)
    return Plate(seat + 1, now.names[seat], line, "won" if seat in now.view["winners"] else "idle")


def art(canvas: Canvas, view: dict[str, Any], box: Box, words: Words) -> None:
    """The chart with the last walk, on the light page; every target with its name inside the circle."""
    x, y, w, h = box
    r = min(w, h) / 2
    cx, cy, k = x + w * 0.58, y + r, r / 7.3
    shapes.disc(canvas, cx, cy, r, "#DCCFB2")
    shapes.disc(canvas, cx, cy, r, None, INK, 0.35)
    shapes.line(canvas, cx - r, cy, cx + r, cy, INK, 0.2)
    shapes.line(canvas, cx, cy - r, cx, cy + r, INK, 0.2)
    for faction, (tx, ty) in view["map"]["targets"].items():
        name, far = words(f"factions.{faction}.short"), 1 - 4.6 / r
        bold = Face.BOLD if faction == view["won"] else Face.SEMI
        beside = (3.4 if tx == 0 else 0.0, -2.2 if ty == 0 else 0.0)  # of an axis
        text(canvas, cx + tx * k * far + beside[0], cy - ty * k * far - 0.9 + beside[1], name, MIN, bold, INK, "center")
    for law in view["applied"]:
        spots = [(cx + px * k, cy - py * k) for px, py in law["path"]]
        for (x1, y1), (x2, y2) in itertools.pairwise(spots):
            shapes.line(canvas, x1, y1, x2, y2, INK, 0.5)
        for spot in spots:
            shapes.disc(canvas, *spot, 0.7, PAPER, INK, 0.3)
    for faction, (tx, ty) in view["map"]["targets"].items():
        px, py, size = cx + tx * k, cy - ty * k, 1.7 if faction == view["won"] else 1.1
        shapes.polygon(canvas, [(px, py - size), (px + size, py), (px, py + size), (px - size, py)], PAPER, INK, 0.35)
    px, py = cx + view["pos"][0] * k, cy - view["pos"][1] * k
    shapes.disc(canvas, px, py, 2.2, POP_PAPER)
    shapes.disc(canvas, px, py, 3.1, None, POP_PAPER, 0.4)


