"""Inks, sizes and fonts: the tokens every picture is made of."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

import pygame

# ---- inks (hex), the house -------------------------------------------------------------------------------
STOCK: Final = "#14130F"  # background
STOCK2: Final = "#211F19"  # plate, empty slot
RULE: Final = "#4A463B"  # hairlines and empty outlines; never text
DEAD: Final = "#5A5548"  # a key that does nothing now; never anything else
OUT: Final = "#35322A"  # the hatch of a plate that is out of play
DIM: Final = "#B3AA95"  # labels, second lines, what is past
BONE: Final = "#F3EAD6"  # text, yes, filled marks
NOW: Final = "#FF9A2E"  # what the table waits for, and nothing else
PAPER: Final = "#EFE5CE"  # what lies on the table
PAPER2: Final = "#D9CDB2"  # its fold and halftone
INK: Final = "#17150F"  # text on paper
INKDIM: Final = "#5E5749"  # second line on paper

# ---- sizes, in units of a ninetieth of the screen's height -----------------------------------------------
HEAD: Final = 7.2
HEAD_LEAST: Final = 4.8
HEAD_TWO: Final = 4.2  # two lines, when one would fall under HEAD_LEAST
H2: Final = 4.8
BODY: Final = 3.5
LABEL: Final = 2.6
MIN: Final = 2.4  # nothing is ever set smaller
TRACKING: Final = 0.07  # of the size, between the capitals of a label


class Face(StrEnum):
    """The voices of the type: three families, seven cuts."""

    POSTER = "poster"  # Fjalla One
    TEXT = "text"  # Source Sans
    SEMI = "semi"
    BOLD = "bold"
    SERIF = "serif"  # Source Serif: only words printed on a card
    SERIF_BOLD = "serif bold"
    SERIF_ITALIC = "serif italic"
    SIGNS = "signs"  # DejaVu: what people type and the others cannot write


@dataclass(frozen=True)
class FontFile:
    """Where a cut lies and how it behaves.

    `cap` is the height of its capitals as a share of its size. `scale` brings a replacement to about the
    measure of the face it stands for. `spare` is true for a replacement.
    """

    path: Path
    cap: float
    scale: float = 1.0
    spare: bool = False


_PACKAGES: Final[dict[Face, tuple[str, str, str, float]]] = {
    Face.POSTER: ("font_fjallaone", "FjallaOne", "", 0.80),
    Face.TEXT: ("font_source_sans_pro", "font_files_ttf", "SourceSansPro", 0.66),
    Face.SEMI: ("font_source_sans_pro", "font_files_ttf", "SourceSansProSemibold", 0.66),
    Face.BOLD: ("font_source_sans_pro", "font_files_ttf", "SourceSansProBold", 0.66),
    Face.SERIF: ("font_source_serif_pro", "font_files_ttf", "SourceSerifPro", 0.66),
    Face.SERIF_BOLD: ("font_source_serif_pro", "font_files_ttf", "SourceSerifProSemibold", 0.66),
    Face.SERIF_ITALIC: ("font_source_serif_pro", "font_files_ttf", "SourceSerifProIt", 0.66),
}
DEJAVU: Final = Path("/usr/share/fonts/truetype/dejavu")
_SPARES: Final[dict[Face, str]] = {
    Face.POSTER: "DejaVuSansCondensed-Bold.ttf",
    Face.TEXT: "DejaVuSans.ttf",
    Face.SEMI: "DejaVuSans-Bold.ttf",
    Face.BOLD: "DejaVuSans-Bold.ttf",
    Face.SERIF: "DejaVuSerif.ttf",
    Face.SERIF_BOLD: "DejaVuSerif-Bold.ttf",
    Face.SERIF_ITALIC: "DejaVuSerif.ttf",
    Face.SIGNS: "DejaVuSans.ttf",
}
_SPARE_CAP: Final = 0.73
_SPARE_SCALE: Final = 0.78  # DejaVu runs wide: at this size a line keeps the length it was composed for


def find_font(face: Face, load: Callable[[str], Any] = importlib.import_module, spares: Path = DEJAVU) -> FontFile:
    """The file of a face: the chosen font, else DejaVu, else the one that comes with pygame."""
    path, cap = Path(), _SPARE_CAP
    if face in _PACKAGES:
        package, attribute, key, cap = _PACKAGES[face]
        with suppress(ImportError, AttributeError, KeyError):
            found = getattr(load(package), attribute)
            path = Path(found[key] if key else found)
    if path.is_file():
        return FontFile(path, cap)
    spare = spares / _SPARES[face]
    if not spare.is_file():
        spare = Path(pygame.font.__file__).parent / pygame.font.get_default_font()
    return FontFile(spare, _SPARE_CAP, _SPARE_SCALE, spare=True)


@cache
def font_file(face: Face) -> FontFile:
    """`find_font`, remembered."""
    return find_font(face)


def missing_fonts(find: Callable[[Face], FontFile] = font_file) -> list[str]:
    """The packages whose fonts are not there, for `companion doctor`; empty when the picture is as designed."""
    return sorted({_PACKAGES[face][0].replace("_", "-") for face in _PACKAGES if find(face).spare})


@lru_cache(maxsize=24)
def font(face: Face, pixels: int) -> pygame.font.Font:
    """A font at a size in pixels. Few are kept, because each holds its glyphs and an open file."""
    if not pygame.font.get_init():
        pygame.font.init()
    return pygame.font.Font(str(font_file(face).path), max(1, pixels))


@cache
def covers(face: Face, letter: str) -> bool:
    """Whether a face has a letter of its own, told by its picture: pygame draws a box for the ones it lacks."""
    probe = font(face, 24)
    return probe.size(letter)[0] > 0 and _picture(probe, letter) != _picture(probe, "\ue123")


@cache
def writer(face: Face, letter: str) -> Face | None:
    """Who writes this letter of a text in `face`; None: none of the fonts here can."""
    return next((each for each in (face, Face.BOLD, Face.SIGNS) if covers(each, letter)), None)


def _picture(of: pygame.font.Font, letter: str) -> bytes:
    return pygame.image.tobytes(of.render(letter, True, "white"), "RGBA")


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two inks, 1 to 21, as the WCAG defines it."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(ink: str) -> float:
    color = pygame.Color(ink)
    channels = (value / 255 for value in (color.r, color.g, color.b))
    red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
