"""What lies over any scene: a refusal, an alarm; and the question before something that cannot be taken back."""

from __future__ import annotations

from companion.board.data import Alarm, Confirm, Refusal
from companion.board.scenes.frame import HOUSE, foot
from companion.display import parts
from companion.display.canvas import Canvas
from companion.display.motion import Box
from companion.display.text import lines, para, text
from companion.display.theme import BONE, DIM, Face
from companion.locale import Words

SLIP = 43.5  # from the bottom of the screen to the top of a slip

def draw_refusal(canvas: Canvas, data: Refusal, words: Words) -> None:
    """Over the play area, for four seconds."""
    parts.refuse(canvas, data.why_not, data.what_now, canvas.height - SLIP, refused=data.refused)


def slip_box(canvas: Canvas) -> Box:
    """The strip that a slip covers, from edge to edge."""
    return (-canvas.bleed, canvas.height - SLIP - 2.2, canvas.width + 2 * canvas.bleed, 21.1)


def draw_alarm(canvas: Canvas, data: Alarm, words: Words) -> None:
    """In the place of the status line, until somebody answers it."""
    parts.alarm(canvas, data.what, data.what_to_do)


def draw_confirm(canvas: Canvas, data: Confirm, words: Words) -> None:
    """A scene of its own: the question as large as it fits, what follows from it, and YES or NO."""
    parts.status(canvas, HOUSE, words("board.confirm.where"), words("board.confirm.ask"))
    size = 11.0
    while size > 6 and len(lines(canvas, data.question, size, Face.POSTER, 148)) > 2:
        size -= 0.25
    y = 26.0
    for line in lines(canvas, data.question, size, Face.POSTER, 148):
        text(canvas, 4, y, line, size, Face.POSTER, BONE, fit=152)
        y += size * 1.18
    para(canvas, 4, y + 3.6, data.consequence, 3.5, Face.SEMI, DIM, 120, room=canvas.height - 26 - y - 3.6)
    foot(canvas, data.plates, data.keys, words)
