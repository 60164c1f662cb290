"""After the doctor: whether this machine is a table, and what of it is not as it should be."""

from __future__ import annotations

from companion.board.data import Finding, Ready
from companion.board.scenes.frame import HOUSE, foot, way_in
from companion.display import parts, shapes
from companion.display.canvas import Canvas
from companion.display.text import para, text
from companion.display.theme import BONE, DIM, INK, NOW, RULE, Face
from companion.locale import Words

TOP, RIGHT = 22.6, 116.0
ROW = 5.8
SIGN = 1.5


def draw(canvas: Canvas, data: Ready, words: Words) -> None:
    """The findings, the worst first, and the way in for a first phone."""
    states = {finding.state for finding in data.findings}
    said = "not-ready" if "problem" in states else "ready-but" if "warning" in states else "ready"
    parts.status(canvas, HOUSE, words("board.checkup"), words(f"board.checkup.{said}"))
    height = canvas.height - 48.5
    rows = int(height // ROW)
    shown = data.findings if len(data.findings) <= rows else data.findings[: rows - 1]
    for place, finding in enumerate(shown):
        _row(canvas, TOP + place * ROW, finding)
    if left := len(data.findings) - len(shown):
        more = words.n("board.checkup.more", left)
        para(canvas, 10, TOP + len(shown) * ROW + 0.8, more, 2.8, Face.SEMI, DIM, RIGHT - 10)
    way_in(canvas, 121.6, TOP, canvas.width - 4 - 121.6, height, data.join, words)
    foot(canvas, data.plates, data.keys, words)


def _row(canvas: Canvas, y: float, finding: Finding) -> None:
    """A sign that is told by its shape, and what was found."""
    x, middle = 6.0, y + 2.3
    if finding.state == "ok":
        shapes.tick(canvas, x, middle, SIGN, DIM)
    else:
        shapes.disc(canvas, x, middle, SIGN * 1.25, NOW)
        if finding.state == "problem":
            shapes.cross(canvas, x, middle, SIGN * 0.62, INK)
        else:
            text(canvas, x, middle - 1.3, "!", 3.0, Face.BOLD, INK, "center")
    ink = DIM if finding.state == "ok" else BONE
    para(canvas, 10, y + 0.7, finding.text, 2.9, Face.SEMI, ink, RIGHT - 10, leading=1.05, room=ROW - 1.2, least=2.2)
    shapes.rect(canvas, 4, y + ROW - 0.5, RIGHT - 4, 0.12, RULE)
