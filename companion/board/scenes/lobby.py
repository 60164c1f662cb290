"""Choosing a game and taking seats."""

from __future__ import annotations

from companion.board.data import Lobby, Poster
from companion.board.scenery import scenery
from companion.board.scenes.frame import HOUSE, foot, way_in
from companion.display import parts, shapes
from companion.display.canvas import Canvas
from companion.display.text import text
from companion.display.theme import BONE, DIM, INK, INKDIM, NOW, PAPER, STOCK2, Face
from companion.locale import Words

SHOWN = 5  # posters at a time
WIDTH, GAP, TOP = 21.0, 2.0, 22.6


def draw(canvas: Canvas, data: Lobby, words: Words) -> None:
    """Posters with the chosen one on paper, the QR code, and the seats as they fill."""
    sentence = data.sentence or words("board.lobby.ask")
    parts.status(canvas, HOUSE, words("board.table"), sentence, count=words.n("board.lobby.seated", data.seated))
    height = canvas.height - 48.5  # down to where the plates' placards may begin
    first = min(max(0, data.chosen - SHOWN // 2), max(0, len(data.posters) - SHOWN))
    for place, poster in enumerate(data.posters[first : first + SHOWN]):
        _poster(canvas, 4 + place * (WIDTH + GAP), height, poster, first + place == data.chosen, words)
    way_in(canvas, 121.6, TOP, canvas.width - 4 - 121.6, height, data.join, words)
    foot(canvas, data.plates, data.keys, words)


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
        text(canvas, x + 1.4, end - 3.4, words("board.lobby.chosen"), 2.6, Face.BOLD, INK, fit=room - 4)
