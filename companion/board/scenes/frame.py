"""What all scenes share: the plates with the house's words for an empty seat, the keys, the way in for a phone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.board.data import Join
from companion.display import paper, parts, seats, shapes
from companion.display.canvas import Canvas
from companion.display.parts import Key
from companion.display.seats import Plate
from companion.display.shapes import Mark
from companion.display.text import text
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
    """A sheet of paper with the QR code, what to do with it, its address in letters, and the Wi-Fi it needs.

    `back`: whoever reads it has a seat already.
    """
    shapes.rect(canvas, x, y, w, h, PAPER)
    code = min(w - 11.4, h - 20.0)
    top = y + max(3.4, (h - code - 14.4) / 2)
    paper.qr(canvas, x + (w - code) / 2, top, code, join.address)
    below, middle = top + code + 2.4, x + w / 2
    said = words("board.join.back" if back else "board.join.scan")
    text(canvas, middle, below, said, 3.2, Face.BOLD, INK, "center", fit=w - 3)
    text(canvas, middle, below + 4.2, spelt(join.address), 3.4, Face.POSTER, INK, "center", fit=w - 3)
    if join.wifi:
        name = words("board.join.wifi", name=join.wifi)
        key = words("board.join.key", key=" ".join(join.key)) if join.key else ""
        told = "   ·   ".join(part for part in (name, key) if part)
        text(canvas, middle, below + 8.8, told, 2.8, Face.SEMI, INKDIM, "center", fit=w - 3, least=2.4)
