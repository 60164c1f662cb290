"""Words sit where they are put, shrink when they must, and the traps of the fonts are avoided."""

from __future__ import annotations

import pygame
import pytest

from companion.display import text as module
from companion.display.canvas import Canvas
from companion.display.text import fitted, label, lines, measure, para, text
from companion.display.theme import BONE, STOCK, Face


@pytest.fixture
def canvas() -> Canvas:
    return Canvas((1920, 1080), strict=True)


def inked(canvas: Canvas) -> pygame.Rect:
    """The box of everything drawn, in big pixels."""
    boxes = pygame.mask.from_threshold(canvas.surface, BONE, (90, 90, 90)).get_bounding_rects()
    return boxes[0].unionall(boxes)


@pytest.mark.parametrize("face", [Face.POSTER, Face.SEMI, Face.BOLD, Face.SERIF])
@pytest.mark.parametrize("size", [4.0, 20.0])
def test_a_line_is_placed_by_the_top_of_its_capitals(canvas: Canvas, face: Face, size: float) -> None:
    text(canvas, 10, 30, "H", size, face)
    box, tolerance = inked(canvas), 0.03 * size * canvas.k + 2
    assert abs(box.top - 30 * canvas.k) <= tolerance
    cap = size * (0.80 if face == Face.POSTER else 0.66)
    assert abs(box.bottom - (30 + cap) * canvas.k) <= tolerance


def test_what_no_font_can_write_leaves_no_box_and_no_crash(canvas: Canvas) -> None:
    """Names are typed on phones, which have every sign there is."""
    for typed, same in (("Aldo\U0001f451", "Aldo"), ("A\ufe0fna", "Ana"), ("\U0001f451\U0001f451", "?")):
        for face in (Face.POSTER, Face.SEMI, Face.SERIF):
            assert measure(canvas, typed, 4, face) == pytest.approx(measure(canvas, same, 4, face))
            assert text(canvas, 4, 4, typed, 4, face) > 0
    assert measure(canvas, "Ana ♥", 4) > measure(canvas, "Ana ", 4), "what one of them can write is written"


@pytest.mark.parametrize(("align", "left"), [("left", 50.0), ("center", 40.0), ("right", 30.0)])
def test_alignment_is_about_the_given_point(canvas: Canvas, align: module.Align, left: float) -> None:
    size = 4.0 * 20 / measure(canvas, "Hola", 4.0)
    text(canvas, 50, 30, "Hola", size, align=align)
    assert canvas.printed[0].x == pytest.approx(left, abs=0.15)


def test_fit_shrinks_to_the_room(canvas: Canvas) -> None:
    wide = measure(canvas, "Maximiliana", 4, Face.POSTER)
    assert text(canvas, 4, 4, "Maximiliana", 4, Face.POSTER, fit=wide * 0.9) <= wide * 0.9
    assert canvas.complaints == []


def test_a_text_shrunk_too_far_is_reported_with_its_words(canvas: Canvas) -> None:
    wide = measure(canvas, "Maximiliana", 4, Face.POSTER)
    text(canvas, 4, 4, "Maximiliana", 4, Face.POSTER, fit=wide * 0.7)
    assert [c.words for c in canvas.complaints] == ["Maximiliana"]
    assert canvas.complaints[0].size < canvas.complaints[0].least == pytest.approx(3.4)


def test_in_production_it_just_shrinks() -> None:
    canvas = Canvas((800, 480))
    assert text(canvas, 4, 4, "Maximiliana", 4, fit=3) <= 3
    assert canvas.complaints == []


def test_fitted_never_passes_the_room(canvas: Canvas) -> None:
    for room in (7.3, 11.1, 19.7, 33.3):
        size = fitted(canvas, "Elecciones fallidas", 6, Face.POSTER, room)
        assert measure(canvas, "Elecciones fallidas", size, Face.POSTER) <= room


def test_the_e_with_a_macron_is_drawn_in_the_poster_face(canvas: Canvas) -> None:
    """Fjalla lacks it: an e with a bar, as wide as an e, with ink where only the bar can be."""
    plain = measure(canvas, "DemoS", 10, Face.POSTER)
    assert measure(canvas, "DēmoS", 10, Face.POSTER) == pytest.approx(plain, abs=0.3)
    text(canvas, 20, 30, "ē", 20, Face.POSTER)
    with_bar = inked(canvas)
    canvas.clear()
    text(canvas, 20, 30, "e", 20, Face.POSTER)
    assert with_bar.top < inked(canvas).top - 0.05 * 20 * canvas.k
    assert with_bar.height < 20 * canvas.k


def test_letters_the_poster_face_lacks_come_from_another(canvas: Canvas) -> None:
    boxes = []
    for name in ("Жанна", "\ue123\ue123"):
        canvas.clear()
        text(canvas, 20, 30, name, 10, Face.POSTER)
        boxes.append(pygame.image.tobytes(canvas.surface.subsurface(inked(canvas)), "RGB"))
    assert boxes[0] != boxes[1]
    assert measure(canvas, "Ж", 10, Face.POSTER) == pytest.approx(measure(canvas, "Ж", 10, Face.BOLD))


@pytest.mark.parametrize(("left", "right"), ["«»", "“”"])
def test_quotes_of_the_serif_keep_off_their_neighbours(canvas: Canvas, left: str, right: str) -> None:
    """The word between them is as wide as when it stands alone."""
    parts = sum(measure(canvas, run, 6, Face.SERIF) for run in (left, "Roundabout", right))
    assert measure(canvas, f"{left}Roundabout{right}", 6, Face.SERIF) == pytest.approx(parts, abs=0.01)


def test_a_label_is_capitals_with_air_between(canvas: Canvas) -> None:
    assert label(canvas, 4, 4, "ronda") > measure(canvas, "RONDA", 2.6, Face.BOLD)
    assert canvas.printed[0].words == "RONDA"


def test_a_paragraph_breaks_into_its_width(canvas: Canvas) -> None:
    words = "Desde ahora, un canciller Hitler gana la partida en el acto."
    broken = lines(canvas, words, 3, Face.TEXT, 30)
    assert " ".join(broken) == words
    assert all(measure(canvas, line, 3, Face.TEXT) <= 30 for line in broken)
    assert para(canvas, 4, 4, words, 3, Face.TEXT, BONE, 30, leading=1.5) == pytest.approx(len(broken) * 4.5)


def test_a_paragraph_steps_down_to_fit_a_height_and_says_when_it_cannot(canvas: Canvas) -> None:
    words = "una ley de muchas palabras " * 6
    assert para(canvas, 4, 4, words, 3.3, Face.SERIF, BONE, 60, room=14) <= 14
    assert canvas.complaints == []
    para(canvas, 4, 4, words, 3.3, Face.SERIF, BONE, 30, room=6)
    assert len(canvas.complaints) == 1


def test_a_strict_canvas_knows_the_ground_of_a_text(canvas: Canvas) -> None:
    text(canvas, 20, 30, "Hola")
    assert canvas.printed[0].ground == STOCK


def test_rendered_words_are_forgotten_beyond_the_budget() -> None:
    runs = module._Runs(budget=1_000_000)
    for number in range(50):
        runs.get(Face.POSTER, 100, f"número {number}", BONE)
    assert runs._held <= 1_000_000
    assert runs._held == sum(module._bytes(run) for run in runs._runs.values())
