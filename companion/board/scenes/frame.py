"""What all scenes share: the plates with the house's words for an empty seat, the keys, the way in for a phone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from segno.helpers import make_wifi_data

from companion.board.data import Join
from companion.display import paper, parts, seats, shapes
from companion.display.canvas import Canvas
from companion.display.parts import Key
from companion.display.seats import Plate
from companion.display.shapes import Mark
from companion.display.text import para, text
from companion.display.theme import INK, INKDIM, PAPER, Face
from companion.locale import Words

HOUSE = "Companion"


def foot(
    canvas: Canvas,
    plates: Sequence[Plate],
    six: Sequence[Key],
    words: Words,
    marks: Mapping[str, Mark] | None = None,
) -> None:
    """The seat rail and the panel hints; `marks` are the signs of the game that its plates name."""
    named = [replace(p, line=words("board.seat.free")) if p.state == "free" and not p.line else p for p in plates]
    seats.rail(canvas, named, marks)
    parts.panel(canvas, six)


def spelt(address: str) -> str:
    """An address as somebody types it: a browser adds the rest."""
    return address.lower().removeprefix("http://").rstrip("/")


def way_in(
    canvas: Canvas, x: float, y: float, w: float, h: float, join: Join, words: Words, *, back: bool = False
) -> None:
    """A sheet of paper with the QR code, what to do with it, its address in letters, and before it the Wi-Fi it needs.

    `back`: whoever reads it has a seat already.
    """
    shapes.rect(canvas, x, y, w, h, PAPER)
    if join.wifi:
        _two_codes(canvas, x, y, w, h, join, words, back)
        return
    code = min(w - 11.4, h - 20.0)
    top = y + max(3.4, (h - code - 14.4) / 2)
    paper.qr(canvas, x + (w - code) / 2, top, code, join.address)
    below, middle = top + code + 2.4, x + w / 2
    said = words("board.join.back" if back else "board.join.scan")
    text(canvas, middle, below, said, 3.2, Face.BOLD, INK, "center", fit=w - 3)
    text(canvas, middle, below + 4.2, spelt(join.address), 3.4, Face.POSTER, INK, "center", fit=w - 3)


def _two_codes(canvas: Canvas, x: float, y: float, w: float, h: float, join: Join, words: Words, back: bool) -> None:
    """First into the Wi-Fi, then to the page: whoever has no camera for codes reads name and key."""
    code = min((h - 13.2) / 2, w / 2 - 1.6)
    left, beside = x + 2.6, x + 2.6 + code + 2.4
    room = x + w - 1.2 - beside
    first, second = y + 2.6, y + 2.6 + code + 3.2
    paper.qr(canvas, left, first, code, wifi_code(join))
    paper.qr(canvas, left, second, code, join.address)
    for top, number in ((first, "1"), (second, "2")):
        text(canvas, beside, top + 0.2, number, 4.4, Face.POSTER, INK)
    text(canvas, beside, first + 5.4, words("board.join.wifi"), 2.6, Face.SEMI, INKDIM, fit=room, least=2.4)
    text(canvas, beside, first + 8.4, join.wifi, 2.6, Face.BOLD, INK, fit=room, least=2.0)
    if join.key:
        text(canvas, beside, first + 11.4, join.key, 2.4, Face.BOLD, INK, fit=room, least=2.0)
    said = words("board.join.back" if back else "board.join.page")
    para(canvas, beside, second + 5.4, said, 2.4, Face.BOLD, INK, room, room=10.4)
    text(canvas, x + w / 2, y + h - 5.0, spelt(join.address), 3.0, Face.POSTER, INK, "center", fit=w - 3, least=2.4)


def wifi_code(join: Join) -> str:
    """What a phone's camera understands as a Wi-Fi to join."""
    return make_wifi_data(ssid=join.wifi, password=join.key or None, security="WPA" if join.key else None)
