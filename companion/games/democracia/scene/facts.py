"""The columns beside the play area: communities by party, the urn, the legislature."""

from __future__ import annotations

from companion.display import shapes
from companion.display.canvas import Canvas
from companion.display.situation import Situation
from companion.display.text import label, text
from companion.display.theme import BONE, DIM, INK, NOW, RULE, STOCK, Face
from companion.locale import Words

from . import reading
from .signs import INKS, hexagon, party
from .wording import legislature

X, WIDTH = 123.0, 33.0


def communities(canvas: Canvas, x: float, now: Situation, words: Words) -> None:
    """How many each party holds, and how many are free; what a party owes stands in its row."""
    w = 30.0
    total = text(canvas, x + w, 22.6, str(len(reading.communities())), 2.6, Face.BOLD, DIM, "right")
    label(canvas, x, 22.6, words("scene.communities"), fit=w - total - 1)
    y = 27.0
    for which in reading.in_play(now):
        shapes.rect(canvas, x, y, w, 0.16, RULE)
        party(canvas, which, x + 2.2, y + 3.9, 1.8)
        text(canvas, x + 6, y + 2.3, words(f"scene.party.{which}"), 4.0, Face.POSTER, fit=15)
        text(canvas, x + w, y + 1.7, str(reading.holdings(now, which)), 5.4, Face.POSTER, BONE, "right")
        _debts(canvas, x + 15.5, y + 3.9, now, which, words)
        y += 7.6
    shapes.rect(canvas, x, y, w, 0.16, RULE)
    shapes.polygon(canvas, hexagon(x + 2.2, y + 3.6, 1.9), None, DIM, 0.25)
    text(canvas, x + 6, y + 2.3, words("scene.neutral"), 3.4, Face.SEMI, DIM, fit=18)
    text(canvas, x + w, y + 1.9, str(len(reading.neutral(now))), 4.6, Face.POSTER, DIM, "right")


def _debts(canvas: Canvas, x: float, y: float, now: Situation, which: str, words: Words) -> None:
    owed: dict[str, int] = {}
    for debt in now.view["debts"]:
        if debt["debtor"] == which:
            owed[debt["creditor"]] = owed.get(debt["creditor"], 0) + debt["left"]
    if not owed:
        return
    if len(owed) == 1:
        x += text(canvas, x, y - 0.8, words("scene.owes"), 2.4, Face.TEXT, DIM, fit=5.4, least=2.4) + 0.6
    else:
        x -= 1.9
    for creditor, n in owed.items():
        x += text(canvas, x, y - 0.8, str(n) if len(owed) == 1 else f"−{n}", 2.4, Face.BOLD, BONE) + 0.9
        party(canvas, creditor, x, y, 0.7)
        x += 1.3


def side(canvas: Canvas, now: Situation, words: Words) -> None:
    """The urn and the legislature, in the rail at the right."""
    urn(canvas, X, 22.6, WIDTH, now, words)
    if reading.real_urn(now):
        put_in(canvas, X, 37.1, now, words)
    track(canvas, 41.0, now, words)


def urn(canvas: Canvas, x: float, y: float, w: float, now: Situation, words: Words) -> None:
    """How many votes lie in the urn, and of which colours, where that is shown."""
    votes = reading.count(now.view["urn"])
    wide = text(canvas, x + w, y - 0.8, words.n("scene.votes", votes), 3.6, Face.POSTER, BONE, "right")
    label(canvas, x, y, words("scene.urn"), fit=w - wide - 1)
    inside = {p: n for p, n in now.view["inside"].items() if n} if now.view.get("inside") else {}
    if not inside:
        shapes.dashed_rect(canvas, x, y + 4.6, w, 5.2, DIM)
        if votes:
            shapes.dots(canvas, x + 0.6, y + 5.2, w - 1.2, 4.0, DIM, 1.4, 0.22)
        return
    least, gap = 4.2, 0.8
    room = w - gap * (len(inside) - 1) - least * len(inside)
    left = x
    for which in (p for p in reading.in_play(now) if p in inside):
        n = inside[which]
        wide = least + room * n / sum(inside.values())
        shapes.rect(canvas, left, y + 4.6, wide, 5.2, INKS[which])
        party(canvas, which, left + wide / 2, y + 7.2, 1.05, STOCK)
        text(canvas, left + wide / 2, y + 11.4, str(n), 2.9, Face.BOLD, BONE, "center")
        left += wide + gap


def put_in(canvas: Canvas, x: float, y: float, now: Situation, words: Words) -> None:
    """What people have to put into a real urn: until it has been tapped, or long enough for them to do it."""
    votes = now.view["at_hand"] or now.view["put_in"]
    if not votes:
        return
    x += text(canvas, x, y, words("scene.put_in"), 2.4, Face.BOLD, NOW) + 2.0
    for which in (p for p in reading.in_play(now) if votes.get(p)):
        party(canvas, which, x, y + 1.0, 0.9)
        x += 1.6 + text(canvas, x + 1.6, y, str(votes[which]), 2.4, Face.BOLD, NOW) + 2.0


def track(canvas: Canvas, y: float, now: Situation, words: Words) -> None:
    """Which legislature, and its rounds: those that are over, the one that is on, those to come."""
    total = reading.at().elections
    which = min(legislature(now), total)
    wide = text(canvas, X + WIDTH, y - 0.8, words("scene.count", done=which, total=total), 3.6, Face.POSTER, BONE,
                "right")  # fmt: skip
    label(canvas, X, y, words("scene.legislature"), fit=WIDTH - wide - 1)
    at = now.view["round"]
    for place, name in enumerate(reading.rounds(now)):
        top = y + 4.2 + place * 4.7
        shapes.rect(canvas, X, top, WIDTH, 0.16, RULE)
        if place < at:
            shapes.yes(canvas, X + 1.6, top + 2.3, 1.2, DIM, STOCK)
        elif place == at:
            shapes.rect(canvas, X, top + 0.7, 3.2, 3.2, NOW)
            text(canvas, X + 1.6, top + 1.2, str(place + 1), 2.9, Face.POSTER, INK, "center")
        else:
            shapes.disc(canvas, X + 1.6, top + 2.3, 1.15, None, DIM, 0.25)
        ink = BONE if place == at else DIM
        text(canvas, X + 5.4, top + 1.3, words(f"scene.round.{name}"), 2.8, Face.SEMI, ink, fit=WIDTH - 6)
