"""Words: a line, a label, a paragraph. Text is placed by the height of its capitals, not by the font's box."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterator
from typing import Final, Literal

import pygame

from companion.display import shapes
from companion.display.canvas import Canvas, Printed, TooSmall
from companion.display.theme import (
    BODY,
    BONE,
    DIM,
    INK,
    INKDIM,
    LABEL,
    MIN,
    PAPER,
    TRACKING,
    Face,
    covers,
    font,
    font_file,
    writer,
)

Align = Literal["left", "center", "right"]
SHRINK: Final = 0.85  # how far `fit` may shrink a text, unless told
_BUDGET: Final = 4_000_000  # bytes of rendered words to keep
_SERIFS: Final = (Face.SERIF, Face.SERIF_BOLD, Face.SERIF_ITALIC)
_GUILLEMETS: Final = re.compile("([«»])")


class _Runs:
    """Rendered words, the least used forgotten first."""

    def __init__(self, budget: int) -> None:
        self._budget = budget
        self._held = 0
        self._runs: OrderedDict[tuple[Face, int, str, str], pygame.Surface] = OrderedDict()

    def get(self, face: Face, pixels: int, words: str, ink: str) -> pygame.Surface:
        key = (face, pixels, words, ink)
        run = self._runs.get(key)
        if run is not None:
            self._runs.move_to_end(key)
            return run
        run = font(face, pixels).render(words, True, ink)
        self._runs[key] = run
        self._held += _bytes(run)
        while self._held > self._budget and len(self._runs) > 1:
            self._held -= _bytes(self._runs.popitem(last=False)[1])
        return run


def _bytes(surface: pygame.Surface) -> int:
    return surface.get_width() * surface.get_height() * 4


_runs = _Runs(_BUDGET)


def _pixels(canvas: Canvas, face: Face, size: float) -> int:
    return max(1, int(size * font_file(face).scale * canvas.k + 1e-6))


def _written(words: str, face: Face) -> str:
    """What of a text can be written: people type signs that no font here has. At least that there was something."""
    kept = [c for c in words if c.isspace() or c in "ē" or c in shapes.KEYS or writer(face, c)]
    return "".join(kept) if "".join(kept).strip() or not words.strip() else "?"


def _pieces(words: str, face: Face, tracked: bool) -> Iterator[tuple[Face, str, bool]]:
    """The runs of a text: (face, words, macron).

    The sign of a key stands by itself: it is drawn.
    Three traps: the poster face lacks many letters (they come from the bold sans; ē is an e with a bar drawn
    over it, for it stands in a title); SDL kerns « » “ ” over their neighbours in the serif; tracking needs each
    letter by itself.
    """
    if words.isascii() and not tracked:
        yield face, words, False
        return
    run, of = "", face
    for letter in _written(words, face):
        macron = letter == "ē" and not covers(face, letter)
        alone = macron or tracked or letter in shapes.KEYS or (letter in "«»“”" and face in _SERIFS)
        plain = macron or letter.isspace() or letter in shapes.KEYS
        home = face if plain else writer(face, letter) or face
        if run and (alone or home != of):
            yield of, run, False
            run = ""
        of = home
        if alone:
            yield home, "e" if macron else letter, macron
        else:
            run += letter
    if run:
        yield of, run, False


def measure(canvas: Canvas, words: str, size: float, face: Face = Face.SEMI, tracking: float = 0.0) -> float:
    """The width of a line in units."""
    if not words:
        return 0.0
    pieces = _pieces(words, face, tracked=False)
    wide = sum(_advance(canvas, of, run, size) for of, run, _ in pieces)
    return wide / canvas.k + tracking * size * len(words)


def _advance(canvas: Canvas, face: Face, run: str, size: float) -> float:
    """How far a run goes, in pixels of the big surface."""
    if run in shapes.KEYS:
        return _key(face, size) * canvas.k
    return float(font(face, _pixels(canvas, face, size)).size(run)[0])


def _key(face: Face, size: float) -> float:
    """The side of a key's square: a little taller than the capitals beside it."""
    file = font_file(face)
    return size * file.scale * file.cap * 1.3


def fitted(
    canvas: Canvas, words: str, size: float, face: Face, room: float, tracking: float = 0.0, least: float | None = None
) -> float:
    """The size at which the words fit into `room`. A strict canvas notes when that is under `least`."""
    wide = measure(canvas, words, size, face, tracking)
    if wide <= room:
        return size
    small = size * room / wide
    while measure(canvas, words, small, face, tracking) > room and small > 0.5:
        small -= 0.02
    least = max(MIN, size * SHRINK) if least is None else least
    if canvas.strict and small < least - 0.05:
        canvas.complaints.append(TooSmall(words, small, least))
    return small


def text(
    canvas: Canvas,
    x: float,
    y: float,
    words: str,
    size: float = BODY,
    face: Face = Face.SEMI,
    ink: str = BONE,
    align: Align = "left",
    tracking: float = 0.0,
    fit: float | None = None,
    least: float | None = None,
) -> float:
    """Set one line; `y` is the top of the capitals. Returns its width.

    `fit` shrinks it to that width; under `least` (85 % of `size` and never under MIN, unless given) a strict
    canvas complains.
    """
    if fit is not None:
        size = fitted(canvas, words, size, face, fit, tracking, least)
    wide = measure(canvas, words, size, face, tracking)
    x -= {"left": 0.0, "center": wide / 2, "right": wide}[align]
    file = font_file(face)
    cap = size * file.scale * file.cap
    if canvas.strict and words.strip():
        _note(canvas, words, x, y, wide, cap, size, ink)
    baseline = (y + cap) * canvas.k
    left = (x + canvas.bleed) * canvas.k
    for of, run, macron in _pieces(words, face, tracking != 0.0):
        if run in shapes.KEYS:
            side = _key(face, size)
            _draw_key(canvas, run, left / canvas.k - canvas.bleed, y + cap / 2, side, ink)
            left += side * canvas.k
            continue
        pixels = _pixels(canvas, of, size)
        glyphs = _runs.get(of, pixels, run, ink)
        canvas.surface.blit(glyphs, (round(left), round(baseline - font(of, pixels).get_ascent())))
        if macron:
            bar = pygame.Rect(0, 0, max(1, round(glyphs.get_width() * 0.6)), max(1, round(pixels * 0.075)))
            bar.left = round(left + glyphs.get_width() * 0.2)
            bar.top = round(baseline - pixels * 0.78)
            canvas.surface.fill(ink, bar)
        left += glyphs.get_width() + tracking * size * canvas.k
    return wide


def _draw_key(canvas: Canvas, sign: str, x: float, y: float, side: float, ink: str) -> None:
    """As it stands at the bottom of the board: lit."""
    shapes.rect(canvas, x, y - side / 2, side, side, ink)
    shapes.KEYS[sign](canvas, x + side / 2, y, side * 0.3, PAPER if ink in (INK, INKDIM) else INK)


def _note(canvas: Canvas, words: str, x: float, y: float, w: float, h: float, size: float, ink: str) -> None:
    spot = canvas.px(x + min(0.1, w / 2), y - 0.1)
    inside = canvas.surface.get_rect().collidepoint(spot)
    color = canvas.surface.get_at(spot) if inside else pygame.Color("black")
    ground = f"#{color.r:02X}{color.g:02X}{color.b:02X}"
    canvas.printed.append(Printed(words, x, y, w, h, size, ink, ground))


def label(
    canvas: Canvas,
    x: float,
    y: float,
    words: str,
    ink: str = DIM,
    align: Align = "left",
    size: float = LABEL,
    fit: float | None = None,
    tracking: float = TRACKING,
    least: float = MIN,
) -> float:
    """Small spaced capitals: eyebrows and second lines. Returns the width."""
    return text(canvas, x, y, words.upper(), size, Face.BOLD, ink, align, tracking, fit, least)


def label_width(canvas: Canvas, words: str, size: float = LABEL, tracking: float = TRACKING) -> float:
    """The width of a label."""
    return measure(canvas, words.upper(), size, Face.BOLD, tracking)


def lines(canvas: Canvas, words: str, size: float, face: Face, width: float) -> list[str]:
    """Words broken into lines no wider than `width`; a single word that is wider stands alone."""
    done: list[str] = []
    line = ""
    for word in words.split():
        longer = f"{line} {word}" if line else word
        if line and measure(canvas, longer, size, face) > width:
            done.append(line)
            line = word
        else:
            line = longer
    return [*done, line]


def para(
    canvas: Canvas,
    x: float,
    y: float,
    words: str,
    size: float,
    face: Face,
    ink: str,
    width: float,
    leading: float = 1.34,
    room: float | None = None,
    least: float = LABEL,
) -> float:
    """Set a paragraph and return its height.

    With `room` (a height) the size steps down by a tenth as far as `least` until it fits; a strict canvas
    complains when it does not even then.
    """
    broken = lines(canvas, words, size, face, width)
    if room is not None:
        wanted = size
        while len(broken) * size * leading > room and size > least + 1e-6:
            size = max(least, size - 0.1)
            broken = lines(canvas, words, size, face, width)
        if canvas.strict and len(broken) * size * leading > room:
            canvas.complaints.append(TooSmall(words, least, wanted))
    for row, line in enumerate(broken):
        text(canvas, x, y + row * size * leading, line, size, face, ink, fit=width)
    return len(broken) * size * leading
