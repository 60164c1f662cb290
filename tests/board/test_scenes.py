"""The scenes of the house: every word fits and can be read, at every size, in both languages, with long names."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pygame
import pytest

from companion.display import theme
from companion.display.canvas import Canvas, Printed
from companion.locale import Words
from tests.board.examples import LANGUAGES, SIZES, scenes
from tests.pictures import check

NAMES = sorted(scenes(long=False))
OVERLAYS = {"refusal", "alarm"}  # these cover what was printed under them
every_scene = pytest.mark.parametrize("name", NAMES)
every_size = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
every_language = pytest.mark.parametrize("lang", LANGUAGES)
names_long_and_short = pytest.mark.parametrize("long", [True, False], ids=["long", "short"])


def drawn(name: str, size: tuple[int, int], lang: str, long: bool) -> Canvas:
    canvas = Canvas(size, strict=True)
    scenes(long)[name](canvas, Words(lang))
    return canvas


def overlap(one: Printed, other: Printed) -> bool:
    return (
        one.x < other.x + other.w - 0.05
        and other.x < one.x + one.w - 0.05
        and one.y < other.y + other.h - 0.05
        and other.y < one.y + one.h - 0.05
    )


def touching(canvas: Canvas) -> list[tuple[str, str]]:
    """The pairs of texts that were printed over each other."""
    return [(a.words, b.words) for a, b in combinations(canvas.printed, 2) if overlap(a, b)]


def check_words(canvas: Canvas, name: str) -> None:
    """Nothing shrinks below its floor, leaves the page, or lacks contrast."""
    assert canvas.complaints == [], name
    for text in canvas.printed:
        assert text.size >= theme.MIN * 0.97, (name, text)
        assert text.x >= 3.9, (name, text)
        assert text.x + text.w <= 156.1, (name, text)
        assert text.y + text.h <= canvas.height - 1, (name, text)
        if text.ink != theme.RULE:  # the number of a free seat
            assert theme.contrast(text.ink, text.ground) >= 4.5, (name, text)


@every_scene
@every_size
@every_language
@names_long_and_short
def test_every_word_fits_stands_free_and_can_be_read(name: str, size: tuple[int, int], lang: str, long: bool) -> None:
    """Nothing shrinks below its floor, leaves the page, touches another text, or lacks contrast."""
    canvas = drawn(name, size, lang, long)
    check_words(canvas, name)
    assert name in OVERLAYS or touching(canvas) == []


@every_scene
def test_a_scene_is_drawn_alike_twice_on_one_canvas(name: str) -> None:
    """A scene leaves nothing behind on the canvas or in its data."""
    canvas, words, all_scenes = Canvas((800, 480)), Words("es"), scenes(long=False)
    seen = []
    for _ in range(2):
        canvas.clear()
        all_scenes[name](canvas, words)
        seen.append(pygame.image.tobytes(canvas.picture(), "RGB"))
    assert seen[0] == seen[1]


@pytest.mark.picture
@every_scene
@pytest.mark.parametrize("size", [SIZES[0], SIZES[2]], ids=["wide", "small"])
def test_the_picture_is_the_stored_one(name: str, size: tuple[int, int], rewrite: bool) -> None:
    """Spanish with short names on the large screen, English with long names on the small one."""
    lang, long = ("es", False) if size == SIZES[0] else ("en", True)
    stored = Path(__file__).parent / "pictures" / f"{name}-{lang}-{size[1]}.png"
    check(drawn(name, size, lang, long).picture(), stored, rewrite)
