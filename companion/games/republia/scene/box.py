"""The ballot: the urn from the front and how many papers lie in it; or hands, where everybody votes in the open."""

from __future__ import annotations

from typing import Final

from companion.display import shapes
from companion.display.canvas import Canvas
from companion.display.motion import Box
from companion.display.situation import Situation
from companion.display.text import fitted, label, measure, para, text
from companion.display.theme import BONE, DIM, INK, INKDIM, MIN, NOW, PAPER, PAPER2, RULE, STOCK, STOCK2, Face
from companion.locale import Words

from .signs import compass
from .wording import asking, openly, tally, who

RIGHT: Final = 74.0
ROOM: Final = 82.0
PAPER_BOX: Final[Box] = (27.0, 26.0, 20.0, 11.2)  # of the paper that is half in, on a page of height 90


def ballot(canvas: Canvas, now: Situation, words: Words) -> None:
    """Whose Law is voted, how many votes are in, how many each has."""
    inside, due = tally(now)
    spare = (canvas.height - 90) * 0.5
    if openly(now):
        _hands(canvas, spare, inside, due, words)
    else:
        urn(canvas, spare, inside, words)
    name = who(now, now.view["president"], words)
    title = words("scene.law_of", seat=name)
    size = fitted(canvas, title, 8, Face.POSTER, ROOM, least=4.8)
    text(canvas, RIGHT, 23.4 + spare, title, size, Face.POSTER)
    text(canvas, RIGHT, 33.2 + spare, rule(now, words), 3.4, Face.SEMI, DIM, fit=ROOM, least=2.6)
    for place, box in enumerate(slots(canvas, due)):
        if place < inside:
            shapes.rect(canvas, *box, BONE)
        else:
            shapes.dashed_rect(canvas, *box, NOW if asking(now) == "late-vote" else DIM)
    y = 52.2 + spare
    if now.view["shown"]:
        known(canvas, RIGHT, y, ROOM, now, words)
    else:
        note = "scene.urn.late" if asking(now) == "late-vote" else "scene.urn.open" if openly(now) else "scene.urn.note"
        text(canvas, RIGHT, y + 1.0, words(note), 3.3, Face.TEXT, DIM, fit=ROOM, least=2.6)
    if not openly(now) and asking(now) != "late-vote":
        again = now.view["again"]
        key = f"scene.urn.again.{again}" if again else "scene.urn.nocards" if now.view["locked"] else "scene.urn.cards"
        text(canvas, RIGHT, y + (7.2 if not now.view["shown"] else 10.4), words(key), 2.9, Face.TEXT, DIM, fit=ROOM,
             least=MIN)  # fmt: skip


def rule(now: Situation, words: Words) -> str:
    """Who has how many votes in this ballot."""
    due = now.view["due"]
    two = [now.names[seat] for seat, votes in due.items() if votes > 1]
    if not two:
        return words("scene.urn.one")
    if len(two) == 1 and due.get(now.view["president"], 0) > 1:
        return words("scene.urn.rule")
    return words("scene.urn.two", names=", ".join(two))


def urn(canvas: Canvas, spare: float, inside: int, words: Words) -> None:
    """Front view: the slot is the one black hole on the board; a paper is half in."""
    x, y, w, h = 14.0, 35.0 + spare, 46.0, 27.6
    shapes.rect(canvas, x, y + 5, w, h - 5, STOCK2)
    shapes.rect(canvas, x, y + 5, w, h - 5, None, BONE, 0.4)
    shapes.rect(canvas, x - 2, y, w + 4, 6, BONE)
    half_in(canvas, PAPER_BOX[0], PAPER_BOX[1] + spare)
    shapes.rect(canvas, x + w * 0.22, y + 2.2, w * 0.56, 1.5, STOCK)
    text(canvas, x + w / 2, y + 10.2, str(inside), 16, Face.POSTER, BONE, "center")


def half_in(canvas: Canvas, x: float, y: float) -> None:
    """The paper that goes in: the same for every drop."""
    shapes.rect(canvas, x, y, PAPER_BOX[2], PAPER_BOX[3], PAPER)
    shapes.dots(canvas, x + 1.4, y + 1.2, 17.2, 9, PAPER2, 1.2, 0.32)


def _hands(canvas: Canvas, spare: float, inside: int, due: int, words: Words) -> None:
    """Raised hands, as many as votes are due."""
    per = max(1, -(-due // 2))
    for place in range(due):
        x, y = 9 + place % per * min(11.0, 56.0 / per), 27 + spare + place // per * 18
        ink = BONE if place < inside else RULE
        shapes.rect(canvas, x, y + 5, 5, 8, ink, radius=1.2)
        for finger in range(4):
            shapes.rect(canvas, x + finger * 1.3, y + (0.8 if finger in (0, 3) else 0), 1.0, 6, ink, radius=0.5)
        shapes.rect(canvas, x + 5.2, y + 5.6, 1.1, 4, ink, radius=0.5)


def slots(canvas: Canvas, due: int) -> list[Box]:
    """One place for each vote, filled from the left whoever voted."""
    gap = 2.0 if due < 9 else 1.4
    w = min(9.4, (ROOM - gap * (due - 1)) / max(1, due))
    return [(RIGHT + place * (w + gap), 40.2 + (canvas.height - 90) * 0.5, w, 9.0) for place in range(due)]


def known(canvas: Canvas, x: float, y: float, w: float, now: Situation, words: Words) -> None:
    """What a card or a Situation has shown of the Law: title and icon."""
    law = now.view["shown"]
    faction = words(f"laws.{law}.faction")
    shapes.rect(canvas, x, y, w, 9.0, PAPER)
    area = tuple(now.view["map"]["needs"][faction]["area"])
    compass(canvas, x + 3.9, y + 4.5, 2.5, (area[0], area[1]), INK)
    text(canvas, x + 7.8, y + 1.5, words(f"laws.{law}"), 4.0, Face.SERIF_BOLD, INK, fit=w - 8.6, least=MIN)
    wide = measure(canvas, words(f"factions.{faction}").upper(), MIN, Face.BOLD, 0.07)
    label(canvas, x + 7.8, y + 6.0, words(f"factions.{faction}"), INKDIM, size=MIN, fit=max(wide, w - 8.6))


def explain(canvas: Canvas, x: float, y: float, w: float, words: str, room: float) -> float:
    return para(canvas, x, y, words, 3.3, Face.SEMI, DIM, w, 1.25, room=room, least=2.6)
