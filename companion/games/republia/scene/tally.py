"""The count: votes as blocks, cards turned up one by one, the verdict, and the steps that lead to it."""

from __future__ import annotations

from collections import Counter
from typing import Final

from companion.display import paper, shapes
from companion.display.canvas import Canvas
from companion.display.motion import Box
from companion.display.situation import Situation
from companion.display.text import label, measure, text
from companion.display.theme import BONE, DEAD, DIM, INK, MIN, RULE, STOCK, STOCK2, Face
from companion.locale import Words

from . import then
from .signs import POP, PRESS, action_back
from .then import Ballot
from .wording import asking

COLUMN: Final = 112.0
ROW: Final = 35.0  # where the blocks begin
SIDE: Final = 123.0
RAIL: Final = 33.0
STAMP: Final[Box] = (120.0, 20.6, 39.0, 15.4)


def count(canvas: Canvas, now: Situation, words: Words) -> None:
    """As far as it has been told."""
    one = then.ballot(now)
    if one is None:
        return
    _row(canvas, 23.0, words("scene.for"), one.ayes if one.fate in ("approved", "rejected") else one.positive,
         one.positive, one.bribes, one.frauds, True, one, words)  # fmt: skip
    _row(canvas, 37.8 + (canvas.height - 90) * 0.3, words("scene.against"), one.negative, one.negative, 0, 0, False,
         one, words)  # fmt: skip
    cards(canvas, now, one, words)
    if one.fate:
        stamp(canvas, STAMP[0] + STAMP[2] / 2, STAMP[1] + STAMP[3] / 2, one.fate, words)
    _steps(canvas, now, one, words)


def _row(
    canvas: Canvas, y: float, name: str, figure: int, papers: int, more: int, less: int, solid: bool, one: Ballot,
    words: Words,
) -> None:  # fmt: skip
    """A side of the vote: its figure, and a block for each vote and each card that adds or takes one."""
    text(canvas, 4, y + 0.6, name, 4.6, Face.POSTER, fit=18)
    dead = one.fate == "annulled"
    text(canvas, 32.4, y - 0.6, str(figure), 14 if figure < 10 else 11.6, Face.POSTER, DIM if dead else BONE, "right")
    blocks = papers + more
    step = min(11.4, (COLUMN + 4 - ROW) / max(1, blocks))
    for place in range(blocks):
        x, w = ROW + place * step, step - min(1.4, step * 0.16)
        if place >= papers:
            _card_block(canvas, x, y, w, "+1", words("scene.bribe"))
        elif papers - place <= less:
            _card_block(canvas, x, y, w, "−1", words("scene.fraud"), struck=True)
        elif solid:
            shapes.rect(canvas, x, y - 0.2, w, 11.6, DEAD if dead else BONE)
            shapes.tick(canvas, x + w / 2, y + 5.6, min(2.8, w * 0.36), INK)
        else:
            against(canvas, x, y - 0.2, w, 11.6)


def against(canvas: Canvas, x: float, y: float, w: float, h: float) -> None:
    shapes.hatch_rect(canvas, x, y, w, h, DEAD, 1.3, 0.36)
    shapes.rect(canvas, x, y, w, h, None, BONE, 0.4)
    shapes.rect(canvas, x + w * 0.14, y + 2.8, w * 0.72, 6, STOCK)
    shapes.cross(canvas, x + w / 2, y + h / 2, min(2.8, w * 0.36), BONE)


def _card_block(canvas: Canvas, x: float, y: float, w: float, sign: str, word: str, struck: bool = False) -> None:
    """A vote that a card adds, or takes away."""
    shapes.rect(canvas, x, y - 0.2, w, 11.6, STOCK2)
    if struck:
        shapes.dashed_rect(canvas, x, y - 0.2, w, 11.6, BONE, 0.3)
    else:
        shapes.rect(canvas, x, y - 0.2, w, 11.6, None, BONE, 0.4)
    text(canvas, x + w / 2, y + 2.8, sign, min(4.2, w * 0.46), Face.POSTER, BONE, "center")
    if measure(canvas, word, 2.5, Face.SEMI) <= w - 0.6:
        text(canvas, x + w / 2, y + 7.6, word, 2.5, Face.SEMI, BONE, "center")


# ---- the cards that lay in the urn


def cards(canvas: Canvas, now: Situation, one: Ballot, words: Words) -> None:
    """In their fixed order, never that of the drops; several alike stand once, with how many."""
    y = 52.4 + (canvas.height - 90) * 0.7
    label(canvas, 4, y, words("scene.urn.found"), fit=COLUMN)
    shapes.rect(canvas, 4, y + 3.3, COLUMN, 0.16, RULE)
    if not one.cards:
        text(canvas, 4, y + 5.4, words("scene.urn.none"), 3.3, Face.TEXT, DIM)
        return
    for (card, many), box in zip(kinds(one), boxes(canvas, one), strict=True):
        x, top, w, h = box
        if one.known:
            face(canvas, x, top, w, h, card, one, many, words)
        else:
            action_back(canvas, x, top, h * 0.71, h)


def kinds(one: Ballot) -> list[tuple[str, int]]:
    return list(Counter(one.cards).items())


def boxes(canvas: Canvas, one: Ballot) -> list[Box]:
    """Where each kind of card lies: three in a row with what they do; more are names in two or three rows."""
    many, top = len(kinds(one)), 56.6 + (canvas.height - 90) * 0.7
    per, h, step = (3, 7.6, 0.0) if many <= 3 else (4, 3.9, 4.4) if many <= 8 else (4, 2.6, 2.9)
    w = COLUMN / per
    return [(4 + place % per * w, top + place // per * step, w - 1.4, h) for place in range(many)]


def face(
    canvas: Canvas, x: float, y: float, w: float, h: float, card: str, one: Ballot, many: int, words: Words
) -> None:
    """A card that has been turned up: its name, and what it does here."""
    idle = one.void or (one.cancelled and card != "economic_coup") or card in IDLE
    idle = idle or (one.fate == "annulled" and card not in ("absenteeism", "economic_coup"))
    name = words(f"actions.{card}") + (f" ×{many}" if many > 1 else "")
    ink = DIM if idle else BONE
    if h < 6:
        wide = text(canvas, x, y, name, min(3.0, h * 0.94), Face.POSTER, ink, fit=w, least=MIN)
        if idle:
            shapes.line(canvas, x - 0.3, y + h * 0.4, x + wide + 0.3, y + 1.2, ink, 0.3)
        return
    action_back(canvas, x, y, 5.4, 7.6)
    left = x + 7.2
    wide = text(canvas, left, y + 0.4, name, 3.8, Face.POSTER, ink, fit=w - 7.4, least=2.6)
    if idle:
        shapes.line(canvas, left - 0.3, y + 1.9, left + wide + 0.3, y + 1.9, ink, 0.35)
    said = words("scene.card.idle") if idle else words(f"scene.card.{card}")
    text(canvas, left, y + 5.0, said, 2.6, Face.TEXT, DIM, fit=w - 7.4, least=MIN)


IDLE: Final = ("informant", "leadership", "mobilization", "removal")  # they have no effect in the urn


def stamp(canvas: Canvas, x: float, y: float, fate: str, words: Words) -> None:
    ink = {"approved": POP, "rejected": PRESS, "annulled": PRESS}[fate]
    paper.stamp(canvas, x, y, words(f"scene.stamp.{fate}").upper(), 6.6, ink, 6)


def _steps(canvas: Canvas, now: Situation, one: Ballot, words: Words) -> None:
    """The order of every count: votes, signs, cards, result."""
    cast = one.positive + one.negative
    rows = [
        ("votes", words("scene.count", done=cast, total=cast + one.missing), True),
        ("signs", words("scene.step.to", a=one.positive, b=one.negative), True),
        ("cards", str(len(one.cards)) if one.known or not one.cards else "", one.known or bool(one.fate)),
        ("result", words("scene.step.to", a=one.ayes, b=one.nays) if one.ayes or one.nays else "", bool(one.fate)),
    ]
    step = 6.0 + (canvas.height - 90) * 0.2
    for place, (name, value, done) in enumerate(rows):
        y = 39.6 + place * step
        shapes.rect(canvas, SIDE, y, RAIL, 0.16, RULE)
        if done:
            shapes.yes(canvas, SIDE + 1.8, y + 3.1, 1.4)
        else:
            shapes.ring(canvas, SIDE + 1.8, y + 3.1, 1.4, DIM)
        text(canvas, SIDE + 5, y + 2.0, words(f"scene.step.{name}"), 3.0, Face.SEMI, BONE if done else DIM)
        text(canvas, SIDE + RAIL, y + 1.8, value, 3.3, Face.POSTER, BONE, "right")
    if one.by_hand or asking(now) == "accept-count":
        key = "scene.step.by_hand" if one.by_hand else "scene.step.compare"
        top = STAMP[1] + 2.6
        if not one.fate:
            text(canvas, SIDE, top, words(key), 3.3, Face.SEMI, BONE, fit=RAIL, least=MIN)
            if not one.by_hand:
                said = words.n("scene.step.papers", one.papers) if one.signs is None else \
                    words("scene.step.paper", a=one.signs[0], b=one.signs[1])  # fmt: skip
                text(canvas, SIDE, top + 5.0, said, 3.3, Face.POSTER, BONE, fit=RAIL, least=MIN)
