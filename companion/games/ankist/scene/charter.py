"""The page that lies on the table: the dilemma as it is read aloud, and the decision as it is signed."""

from __future__ import annotations

from typing import Any, Final

from companion.display import shapes
from companion.display.canvas import Canvas
from companion.display.motion import Box
from companion.display.situation import Situation
from companion.display.text import label, lines, measure, para, text
from companion.display.theme import INK, INKDIM, MIN, PAPER, Face
from companion.locale import Words

from .realm import rail
from .signs import RESOURCES, SPINE, charge, skull

X, Y, WIDTH = 4.0, 22.0, 112.0
INNER: Final = WIDTH - 10
FULL: Final = 430  # letters of a text that leaves no room for the story's name


def page_box(canvas: Canvas) -> Box:
    return (X, Y, WIDTH, canvas.height - 46.8)


def _page(canvas: Canvas) -> float:
    """An empty charter; its height."""
    x, y, w, h = page_box(canvas)
    shapes.rect(canvas, x, y, w, h, PAPER)
    shapes.rect(canvas, x, y, 1.4, h, SPINE)
    return h


def dilemma(canvas: Canvas, now: Situation, words: Words) -> None:
    """What is to be decided, large enough to read aloud, and the two answers with what they move."""
    view, card = now.view, now.view["dilemma"]
    h, x = _page(canvas), X + 5
    said, title = words(f"card.{card}.text"), words(f"card.{card}")
    arc = words(f"arc.{card.split('-')[0]}") if words.has(f"arc.{card.split('-')[0]}") else ""
    y = Y + 3.0
    room = INNER - (8 if view["skull"] else 0)
    if arc and len(said) <= FULL:
        label(canvas, x, y, arc, INKDIM, fit=room)
        y += 4.0
    size = 6.6 if len(said) <= FULL else 5.0
    text(canvas, x, y, title, size, Face.SERIF_BOLD, INK, fit=room, least=4.2)
    if view["skull"]:
        skull(canvas, X + WIDTH - 8, Y + 5.4, 3.0, INK, PAPER)
    y += size * 0.66 + 2.8
    foot = Y + h - 9.2
    para(canvas, x, y, said, 4.2, Face.SERIF, INK, INNER, 1.3, room=foot - 1.0 - y, least=2.6)
    shapes.rect(canvas, x, foot, INNER, 0.2, INK)
    for place, side in enumerate(("aye", "nay")):
        _option(canvas, x + place * 54, foot + 1.8, 48, side, now, words)


def _option(canvas: Canvas, x: float, y: float, w: float, side: str, now: Situation, words: Words) -> None:
    if side == "aye":
        shapes.rect(canvas, x, y, 5.6, 5.6, INK)
        shapes.tick(canvas, x + 2.8, y + 2.8, 2.2, PAPER)
    else:
        shapes.rect(canvas, x, y, 5.6, 5.6, None, INK, 0.4)
        shapes.cross(canvas, x + 2.8, y + 2.8, 2.2, INK)
    wide = arrows(canvas, x + w, y + 0.8, 1.15, now.view["arrows"].get(side, {}), INK)
    label(canvas, x + 7.4, y + 0.1, words(f"scene.side.{side}"), INKDIM, size=MIN, fit=w - 8.4 - wide)
    said, room = words(f"card.{now.view['dilemma']}.{side}"), w - 7.4
    if measure(canvas, said, MIN, Face.SERIF_BOLD) <= room:
        text(canvas, x + 7.4, y + 3.3, said, 3.2, Face.SERIF_BOLD, INK, fit=room, least=MIN)
        return
    for row, line in enumerate(lines(canvas, said, MIN, Face.SERIF_BOLD, room)):
        text(canvas, x + 7.4, y + 2.9 + row * 2.6, line, MIN, Face.SERIF_BOLD, INK)


def arrows(canvas: Canvas, right: float, y: float, r: float, hints: Any, ink: str) -> float:
    """Which resources an option moves, and in which direction; the width."""
    step = r * 4.9
    left = right - step * len(hints)
    for place, (resource, sign) in enumerate(hints.items()):
        q = left + place * step
        RESOURCES[resource](canvas, q + r, y, r, ink)
        shapes.arrow(canvas, q + r * 3.1, y, r * 0.8, "up" if sign > 0 else "down", ink)
    return step * len(hints)


# ---- the decision


def decision(canvas: Canvas, now: Situation, words: Words) -> None:
    """What the council did and what came of it; the seal of whoever has signed."""
    view, event = now.view, now.event
    done = event.get("kind") == "signed"
    card, side = (event["card"], event["side"]) if done else (view["dilemma"], view["verdict"])
    h, x = _page(canvas), X + 5
    votes = _votes(view, card, done)
    label(canvas, x, Y + 3.0, words("scene.decided.title", title=words(f"card.{card}")), INKDIM, fit=INNER - 24)
    tally = words("scene.decided.votes", aye=votes[0], nay=votes[1])
    label(canvas, X + WIDTH - 5, Y + 3.0, tally, INKDIM, "right", fit=30)
    mark = shapes.tick if side == "aye" else shapes.cross
    mark(canvas, x + 2.2, Y + 10.0, 2.6, INK)
    said = words(f"card.{card}.{side}")
    text(canvas, x + 6.2, Y + 7.4, said, 6.0, Face.SERIF_BOLD, INK, fit=INNER - 6.2, least=3.0)
    y = Y + 14.6
    printed = view["printed"].get(side, []) if not done else []
    notes = _notes(view, printed, card, side, words)
    foot = Y + h - (15.2 if done else 9.0)  # a seal takes more room
    room = foot - 1.6 - y - 3.9 * len(notes[:2])
    para(canvas, x, y, words(f"card.{card}.{side}.result"), 4.2, Face.SERIF, INK, INNER, 1.3, room=room, least=2.6)
    foot = Y + h - 9.0
    for place, note in enumerate(notes[:2]):
        text(canvas, x, foot - 3.9 * (len(notes[:2]) - place), note, 2.7, Face.SEMI, INKDIM, fit=INNER, least=MIN)
    shapes.rect(canvas, x, foot, INNER, 0.2, INK)
    if done:
        seal(canvas, now, event["seat"], words)
    else:
        _moved(canvas, x, foot + 2.4, printed, view, words)
        _to_sign(canvas, now, words)
    rail(canvas, now, words, shifted=True)


def _votes(view: Any, card: str, done: bool) -> tuple[int, int]:
    if not done:
        return view["totals"].get("aye", 0), view["totals"].get("nay", 0)
    record = next(r for r in reversed(view["record"]) if r["card"] == card)
    return record["aye"], record["nay"]


def _moved(canvas: Canvas, x: float, y: float, printed: Any, view: Any, words: Words) -> None:
    """Each resource that the option moves, with its steps."""
    for effect in printed:
        if effect["op"] != "resource":
            continue
        RESOURCES[effect["resource"]](canvas, x + 2, y + 1.9, 1.9, INK)
        shift = view["shifts"].get(effect["resource"], 0)
        shapes.arrow(canvas, x + 6.2, y + 1.9, 1.5, "up" if effect["steps"] > 0 else "down", INK)
        x += 8.6 + text(canvas, x + 8.6, y, str(abs(shift)), 4.8, Face.POSTER, INK) + 4.6


def _to_sign(canvas: Canvas, now: Situation, words: Words) -> None:
    """Who has yet to sign: a dashed place for the seal."""
    x, y, w, h = page_box(canvas)
    shapes.dashed_rect(canvas, x + w - 41, y + h - 7.6, 36, 6.0, INKDIM, 0.25)
    name = now.names[now.view["leader"]]
    said = words("scene.to_sign", seat=name)
    text(canvas, x + w - 23, y + h - 5.6, said, 2.8, Face.SEMI, INKDIM, "center", fit=33, least=MIN)


def seal_box(canvas: Canvas) -> Box:
    x, y, w, h = page_box(canvas)
    return (x + w - 43, y + h - 14.8, 38.2, 13.6)


def seal(canvas: Canvas, now: Situation, seat: int, words: Words) -> None:
    x, y, w, h = seal_box(canvas)
    stamp(canvas, x + w / 2, y + h / 2, now, seat, words)


def stamp(canvas: Canvas, x: float, y: float, now: Situation, seat: int, words: Words) -> None:
    """The Leader's charge, pressed on the page."""
    shapes.rect(canvas, x - 19.1, y - 6.8, 38.3, 13.6, PAPER)
    name = words(f"scene.house.{now.view['houses'][seat]}")
    shapes.disc(canvas, x - 9.5, y, 6.6, SPINE)
    shapes.disc(canvas, x - 9.5, y, 5.9, None, PAPER, 0.3)
    charge(canvas, now.view, now.view["houses"][seat], x - 9.5, y - 0.2, 3.5, PAPER)
    label(canvas, x + 0.4, y - 4.0, words("scene.signs"), SPINE, fit=18)
    text(canvas, x + 0.4, y - 0.2, name, 5.2, Face.SERIF_BOLD, SPINE, fit=18, least=3.0)


def _notes(view: Any, printed: Any, card: str, side: str, words: Words) -> list[str]:
    """What else came of it, in words: the weightiest first."""
    kinds = ("unlock", "arc_end", "event", "milestone", "history")  # what hands have to do comes first
    out: dict[str, list[str]] = {kind: [] for kind in kinds}
    for effect in printed:
        op = effect["op"]
        if op == "arc_end":
            ending = words(f"ending.{effect['ending']}")
            out[op].append(words("scene.note.arc", arc=words(f"arc.{effect['arc']}"), ending=ending))
        elif op == "event":
            key = "scene.note.event" if effect.get("action", "start") == "start" else "scene.note.event.end"
            if view["options"]["events"]:
                out[op].append(words(key, card=words(f"card.{effect['card']}")))
        elif op == "milestone":
            track, title = words(f"scene.track.{effect['resource']}"), words(f"milestone.{card}.{side}")
            out[op].append(words(f"scene.note.{effect['polarity']}", track=track, title=title))
        elif op == "history":
            out[op].append(words("scene.note.history", card=words(f"card.{effect['card']}")))
        elif op == "unlock":
            real = "dilemma" in view["options"]["real_cards"]
            if real:
                key = "scene.note.top" if effect.get("position") == "top" else "scene.note.unlock"
                out[op].append(words(key, card=effect["card"]))
    return [note for notes in out.values() for note in notes]
