"""A card of the game as a paper on the table: what it is, who plays it, what it does."""

from __future__ import annotations

from companion.display import paper, shapes
from companion.display.canvas import Canvas
from companion.display.text import measure, para, text
from companion.display.theme import INK, INKDIM, MIN, PAPER, Face
from companion.locale import Words

from . import reading
from .signs import STAMP_INK

LEFT, TOP, WIDTH = 4.0, 22.6, 42.0


def tall(canvas: Canvas) -> float:
    """How tall a paper is in the play area."""
    return canvas.height - 48.0


def sheet(canvas: Canvas, band: str) -> None:
    """The empty paper, with a black band at its top."""
    shapes.rect(canvas, LEFT, TOP, WIDTH, tall(canvas), PAPER)
    shapes.rect(canvas, LEFT, TOP, WIDTH, 8.4, INK, PAPER, 0.4)
    text(canvas, LEFT + 2.6, TOP + 2.3, band.upper(), 4.8, Face.POSTER, PAPER, fit=WIDTH - 5)


def card(canvas: Canvas, id: str, whose: str, words: Words, verdict: str = "", option: int = -1) -> None:
    """A card, face up, and the agent it is about; a stamp says that it is illegal, or what became of it. Of several
    things that it may do the `option` that has been chosen."""
    row = reading.card(id)
    sheet(canvas, words("scene.family.case" if row.briefcase else f"scene.family.{row.family}"))
    x, w, bottom = LEFT + 2.6, WIDTH - 5.2, TOP + tall(canvas)
    name_of(canvas, x, TOP + 11.8, w, words(f"cards.{id}"))
    if whose:
        text(canvas, x, TOP + 17.2, whose, 2.8, Face.SEMI, INKDIM, fit=w)
    shapes.rect(canvas, x, TOP + 20.8, w, 0.2, INK)
    foot = 9.0 if not row.legal or verdict else 2.0
    rule = words(f"does.{id}.{option}" if option >= 0 else f"cards.{id}.effect")
    para(canvas, x, TOP + 22.8, rule, 3.2, Face.SEMI, INK, w, 1.25, room=bottom - foot - TOP - 23.4, least=MIN)
    if verdict or not row.legal:
        paper.stamp(canvas, LEFT + WIDTH - 11.4, bottom - 5.4, verdict or words("scene.stamp.illegal"), 3.6,
                    STAMP_INK, 6)  # fmt: skip


def name_of(canvas: Canvas, x: float, y: float, w: float, name: str) -> None:
    """A printed name: one line, as large as it fits."""
    size = min(4.2, 4.2 * w / max(1.0, measure(canvas, name, 4.2, Face.SERIF_BOLD)))
    text(canvas, x, y, name, size, Face.SERIF_BOLD, INK, fit=w, least=MIN)


def accused(canvas: Canvas, agent: str, of: str, id: str, words: Words, cause: str = "") -> None:
    """Who stands trial, and for what; whatever the cause, the card is shown, for by it the independent judges vote."""
    sheet(canvas, words("scene.accused"))
    x, w, bottom = LEFT + 2.6, WIDTH - 5.2, TOP + tall(canvas)
    name_of(canvas, x, TOP + 12.2, w, words(f"agents.{agent}"))
    text(canvas, x, TOP + 17.6, of, 3.0, Face.SEMI, INKDIM, fit=w, least=MIN)
    shapes.rect(canvas, x, TOP + 21.6, w, 0.2, INK)
    if not id:
        said = words("scene.case", card=cause)
        para(canvas, x, TOP + 24.2, said, 3.2, Face.SEMI, INK, w, 1.25, room=bottom - TOP - 26)
        return
    played = words("scene.case.card", card=cause) if cause else words("scene.played")
    text(canvas, x, TOP + 23.4, played, 2.8, Face.SEMI, INKDIM, fit=w, least=MIN)
    name_of(canvas, x, TOP + 27.6, w, words(f"cards.{id}"))
    if not reading.card(id).legal:
        paper.stamp(canvas, LEFT + WIDTH - 12.4, bottom - 5.6, words("scene.stamp.illegal"), 4.2, STAMP_INK, 7)
