"""The side rail: the whole game in four facts."""

from __future__ import annotations

from typing import Any

from companion.display import shapes
from companion.display.canvas import Canvas
from companion.display.situation import Situation
from companion.display.text import label, para, text
from companion.display.theme import BONE, DIM, INK, NOW, RULE, STOCK, Face
from companion.locale import Words

from .signs import INKS, PARTY
from .wording import chore, drawing, purpose

X, WIDTH = 122.0, 34.0


def facts(canvas: Canvas, now: Situation, words: Words, y: float = 23.0) -> None:
    """Policies of both parties, failed elections, and the piles."""
    view = now.view
    at = view["plan"]["at"]
    _party(canvas, y, "liberal", view["liberal"], at["liberal_to_win"], words("scene.liberals"))
    _party(canvas, y + 11.5, "fascist", view["fascist"], at["fascist_to_win"], words("scene.fascists"))
    tracker(canvas, y + 23, view["tracker"], at["tracker_limit"], words)
    text(canvas, X + 19.4, y + 28.1, words("scene.chaos_at", count=at["tracker_limit"]), 2.6, Face.TEXT, DIM, fit=14.6)
    shapes.rect(canvas, X, y + 34.5, WIDTH, 0.16, RULE)
    piles(canvas, y + 36.4, now, words, 3.4)


def piles(canvas: Canvas, y: float, now: Situation, words: Words, size: float) -> None:
    """How many policies lie in both piles, or what hands have to do with them."""
    if todo := chore(now, words):
        para(canvas, X, y, todo, 3.4, Face.SEMI, NOW, WIDTH, 1.2, room=size * 2.4, least=2.6)
        return
    piles_ = ((X, 14.2, "scene.deck", on_pile(now)), (X + 14.4, 19.6, "scene.discards", covered(now.view["discards"])))
    for x, room, word, count in piles_:
        wide = text(canvas, x, y + (size - 3.2) * 0.4, words(word), 3.2, Face.TEXT, BONE, fit=room - size, least=2.6)
        text(canvas, x + wide + 1.4, y - 0.1, str(count), size, Face.POSTER)


def on_pile(now: Situation) -> int:
    """How many policies lie in the draw pile: what somebody has already drawn by hand is gone from it."""
    draw, at = drawing(now), now.view["plan"]["at"]
    drawn = at["draw_count"] - draw.left if draw and purpose(now) == "session" else 0
    return covered(now.view["deck"]) - drawn


def covered(pile: Any) -> int:
    """How many cards lie in a pile of which no more than that is public."""
    return int(pile["covered"]) if "covered" in pile else sum(pile.values())


def _party(canvas: Canvas, y: float, party: str, count: int, of: int, name: str) -> None:
    ink = INKS[party]
    label(canvas, X, y, name, fit=WIDTH - 8)
    text(canvas, X + WIDTH, y - 0.7, f"{count}/{of}", 3.6, Face.POSTER, ink, "right")
    step = (WIDTH + 0.8) / of
    for cell in range(of):
        x = X + cell * step
        filled = cell < count
        shapes.rect(canvas, x, y + 4.0, step - 0.8, 4.2, ink if filled else None, ink if filled else RULE, 0.25)
        if filled:
            PARTY[party](canvas, x + (step - 0.8) / 2, y + 6.1, 1.35, STOCK)


def tracker(canvas: Canvas, y: float, failed: int, of: int, words: Words) -> None:
    """Failed elections: crossed discs out of as many as it takes."""
    label(canvas, X, y, words("scene.failed"), fit=WIDTH - 6)
    text(canvas, X + WIDTH, y - 0.7, f"{failed}/{of}", 3.6, Face.POSTER, BONE, "right")
    for place in range(of):
        x, on = X + 2.2 + place * 6.6, place < failed
        shapes.disc(canvas, x, y + 6, 1.9, BONE if on else None, BONE if on else RULE, 0.3)
        if on:
            shapes.cross(canvas, x, y + 6, 1.5, INK)
        if place + 1 < of:
            shapes.line(canvas, x + 2.4, y + 6, x + 4.2, y + 6, RULE, 0.25)
