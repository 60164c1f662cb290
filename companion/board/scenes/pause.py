"""The match stands still."""

from __future__ import annotations

from companion.board.data import Pausing
from companion.board.scenery import scenery
from companion.board.scenes.frame import foot, way_in
from companion.display import parts, shapes
from companion.display.canvas import Canvas
from companion.display.text import para, text
from companion.display.theme import BONE, DIM, RULE, Face
from companion.locale import Words

TOP = 22.6


def draw(canvas: Canvas, data: Pausing, words: Words) -> None:
    """One huge word, what comes next, and the way in for a phone that got lost."""
    emblem = scenery(data.game, data.title).emblem
    sentence = words("board.paused" if data.panel else "board.paused.host")
    parts.status(canvas, data.title, words("board.pause"), sentence, emblem)
    height = canvas.height - 48.5
    text(canvas, 4, TOP + 1.6, words("board.pause.big"), 24, Face.POSTER, BONE, fit=112, least=17)
    shapes.rect(canvas, 4, TOP + 25.6, 112, 0.16, RULE)
    if data.then:
        tall = para(canvas, 4, TOP + 27.8, data.then, 4.0, Face.SEMI, BONE, 112, room=9.6)
        para(canvas, 4, TOP + 28.6 + tall, words("board.pause.clocks"), 3.1, Face.TEXT, DIM, 112, room=4.4)
    way_in(canvas, 121.6, TOP, canvas.width - 4 - 121.6, height, data.join, words, back=True)
    foot(canvas, data.plates, data.keys, words)
