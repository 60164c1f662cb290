"""The two tracks of policies, and beside them what else is public of the round."""

from __future__ import annotations

from typing import Any

from companion.display import shapes
from companion.display.canvas import Canvas
from companion.display.motion import Box
from companion.display.situation import Situation
from companion.display.text import text
from companion.display.theme import BONE, DIM, RULE, STOCK, STOCK2, Face
from companion.locale import Words

from .facts import X, piles, tracker
from .signs import FASCIST_INK, INKS, POWERS, policy


def tracks(canvas: Canvas, now: Situation, words: Words) -> None:
    """Both tracks with what the next fascist policy brings; beside them failed elections, piles, the Hitler zone."""
    view = now.view
    at = view["plan"]["at"]
    for party in ("liberal", "fascist"):
        _track(canvas, party, dict(view), words)
    tracker(canvas, 23.4, view["tracker"], at["tracker_limit"], words)
    shapes.rect(canvas, X, 33.6, 34, 0.16, RULE)
    piles(canvas, 35.8, now, words, 5.0)
    shapes.rect(canvas, X, 43.4, 34, 0.16, RULE)
    _standing(canvas, 45.4, "zone", view["fascist"] >= at["hitler_zone_at"], at["hitler_zone_at"], words)
    _standing(canvas, 55.4, "veto", view["veto_unlocked"], at["veto_unlocked_at"], words)


def _standing(canvas: Canvas, y: float, what: str, on: bool, count: int, words: Words) -> None:
    """What holds from some number of fascist policies on: large once it does."""
    ink = FASCIST_INK if on else DIM
    text(canvas, X, y, words(f"scene.{what}"), 3.8, Face.POSTER, ink, fit=34)
    said = words(f"scene.{what}_now") if on else words(f"scene.{what}_at", count=count)
    text(canvas, X, y + 5.0, said, 3.4, Face.POSTER, BONE if on else DIM, fit=34)


def cell_box(canvas: Canvas, party: str, place: int) -> Box:
    """Where the policy with this number, from 0, lies on its track."""
    spare = (canvas.height - 90) / 2
    return (28.6 + place * 15.0, 22.6 + spare * 0.5 if party == "liberal" else 44.6 + spare, 13.2, 18.0)


def slots(view: dict[str, Any], party: str) -> list[str]:
    """What each place of a track brings."""
    plan = view["plan"]
    return list(plan["powers"]) if party == "fascist" else ["" for _ in range(plan["at"]["liberal_to_win"])]


def _track(canvas: Canvas, party: str, view: dict[str, Any], words: Words) -> None:
    ink, count, places = INKS[party], view[party], slots(view, party)
    _, y, width, height = cell_box(canvas, party, 0)
    shapes.rect(canvas, 4, y, 1.2, height, ink)
    text(canvas, 7.6, y + 1.2, words(f"scene.{party}s"), 5.6, Face.POSTER, ink, fit=19, least=3.8)
    text(canvas, 7.6, y + 8.6, words("scene.count", done=count, total=len(places)), 3.4, Face.SEMI, BONE)
    text(canvas, 7.6, y + 13.6, words("scene.wins_at", count=len(places)), 3.4, Face.POSTER, BONE, fit=19)
    for place in range(len(places)):
        x, y, width, height = cell_box(canvas, party, place)
        if place < count:
            policy(canvas, x, y, width, height, party, words(f"scene.tile.{party}"))
        else:
            slot(canvas, x, y, party, view, place, place == count, words)


def slot(
    canvas: Canvas, x: float, y: float, party: str, view: dict[str, Any], place: int, following: bool, words: Words
) -> None:
    """An empty place of a track and what it brings; of all the `following` one is the brightest."""
    ink, (_, _, width, height), places = INKS[party], cell_box(canvas, party, place), slots(view, party)
    last, power, tone = place == len(places) - 1, places[place], BONE if following else DIM
    shapes.rect(canvas, x, y, width, height, STOCK if last else STOCK2, ink if last else RULE, 0.3, 0.9)
    text(canvas, x + 1.2, y + 1.4, str(place + 1), 3.4, Face.POSTER, ink if last else DIM)
    if last:
        shapes.star(canvas, x + width / 2, y + height * 0.46, 2.7, ink)
        _under(canvas, x, y + height, width, words("scene.victory"), tone)
    elif power:
        POWERS[power](canvas, x + width / 2, y + height * 0.42, 2.6, tone)
        both = power == "execute" and place + 1 == view["plan"]["at"]["veto_unlocked_at"]
        _under(canvas, x, y + height, width, words("scene.slot.last" if both else f"scene.slot.{power}"), tone)


def _under(canvas: Canvas, x: float, bottom: float, width: float, words: str, ink: str) -> None:
    lines = words.split("|")
    for row, line in enumerate(lines):
        y = bottom - 4.2 - (len(lines) - 1 - row) * 3.1 + (len(lines) - 1) * 0.6
        text(canvas, x + width / 2, y, line, 3.2, Face.POSTER, ink, "center", fit=width - 0.8)
