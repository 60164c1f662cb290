"""Choosing a game and taking seats."""

from __future__ import annotations

from companion.board.data import Lobby, Poster
from companion.board.scenery import scenery
from companion.board.scenes.frame import HOUSE, foot, way_in
from companion.display import parts, shapes
from companion.display.canvas import Canvas
from companion.display.text import label, para, text
from companion.display.theme import BONE, DIM, INK, INKDIM, NOW, PAPER, RULE, STOCK2, Face
from companion.locale import Words

SHOWN = 5  # posters at a time
CHANGED = 3  # options told at most
WIDTH, GAP, TOP = 21.0, 2.0, 22.6


def draw(canvas: Canvas, data: Lobby, words: Words) -> None:
    """Posters with the chosen one on paper, the QR code, and the seats as they fill."""
    sentence = data.sentence or words("board.lobby.ask")
    parts.status(canvas, HOUSE, words("board.table"), sentence, count=words.n("board.lobby.seated", data.seated))
    height = canvas.height - 48.5  # down to where the plates' placards may begin
    first = min(max(0, data.chosen - SHOWN // 2), max(0, len(data.posters) - SHOWN))
    for place, poster in enumerate(data.posters[first : first + SHOWN]):
        _poster(canvas, 4 + place * (WIDTH + GAP), height, poster, first + place == data.chosen, words)
    if len(data.posters) <= 2:
        _steps(canvas, 7.4 + len(data.posters) * (WIDTH + GAP), height, data, words)
    if data.commitment:
        label(canvas, canvas.width - 4, 3.85, words("board.sealed", mark=data.commitment), DIM, "right", fit=90)
    way_in(canvas, 121.6, TOP, canvas.width - 4 - 121.6, height, data.join, words)
    foot(canvas, data.plates, data.keys, words)


def _steps(canvas: Canvas, x: float, height: float, data: Lobby, words: Words) -> None:
    """Where few games leave the room: how to begin, and which options are not the usual ones."""
    step = (height - 12.0) / 3
    for place, what in enumerate(("scan", "sit", "play")):
        y = TOP + place * step
        if place:
            shapes.rect(canvas, x, y - 1.6, 116 - x, 0.16, RULE)
        text(canvas, x, y + 0.6, str(place + 1), 8.4, Face.POSTER, DIM)
        text(canvas, x + 8.4, y + 2.2, words(f"board.step.{what}"), 4.4, Face.POSTER, BONE, fit=107.6 - x, least=3.4)
    if data.switches:
        shapes.rect(canvas, x, TOP + 3 * step - 1.6, 116 - x, 0.16, RULE)
        more = [f"+{len(data.switches) - CHANGED}"] if len(data.switches) > CHANGED else []
        told = words("board.changed", switches="  ·  ".join([*data.switches[:CHANGED], *more]))
        para(canvas, x, TOP + 3 * step + 0.6, told, 2.9, Face.SEMI, DIM, 116 - x, room=12.6)


def _poster(canvas: Canvas, x: float, height: float, poster: Poster, chosen: bool, words: Words) -> None:
    y, room = TOP, WIDTH - 2.8
    shapes.rect(canvas, x, y, WIDTH, height, PAPER if chosen else STOCK2)
    if chosen:
        shapes.rect(canvas, x - 0.7, y - 0.7, WIDTH + 1.4, height + 1.4, None, NOW, 0.7)
    scenery(poster.game, poster.title).poster(canvas, x + 1.1, y + 1.1, WIDTH - 2.2, height - 16.1)
    ink, dim, end = (INK, INKDIM, y + height) if chosen else (BONE, DIM, y + height)
    text(canvas, x + 1.4, end - 12.7, poster.title, 4.3, Face.POSTER, ink, fit=room, least=3.4)
    several = "board.lobby.players" if poster.least < poster.most else "board.lobby.exactly"
    players = words(several, least=poster.least, most=poster.most)
    text(canvas, x + 1.4, end - 7.3, players, 2.7, Face.SEMI, dim, fit=room, least=2.4)
    if chosen:
        shapes.tick(canvas, x + WIDTH - 3, end - 2.7, 1.5, INK)
        told = poster.preset or words("board.lobby.chosen")
        text(canvas, x + 1.4, end - 3.4, told, 2.6, Face.BOLD, INK, fit=room - 4)
