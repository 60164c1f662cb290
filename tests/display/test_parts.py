"""The components hold their promises at every size: nothing too small, nothing off its place."""

from __future__ import annotations

from itertools import pairwise

import pygame
import pytest
import segno

from companion.display import paper, parts, seats, shapes
from companion.display.canvas import Canvas
from companion.display.parts import Clock, keys
from companion.display.seats import Office, Plate
from companion.display.theme import BONE, INK, NOW, PAPER, STOCK2

SIZES = [(1920, 1080), (1280, 720), (800, 480)]
LONG = ["Hermenegildo", "Maximiliana", "Guillermina", "Constantinos", "Bartholomew", "Wenceslao", "Montserrat",
        "Encarnación", "Ana", "Joel"]  # fmt: skip


@pytest.fixture(params=SIZES, ids=str)
def canvas(request: pytest.FixtureRequest) -> Canvas:
    return Canvas(request.param, strict=True)


@pytest.mark.parametrize("count", range(2, 11))
def test_a_rail_of_two_to_ten_long_names_fits(canvas: Canvas, count: int) -> None:
    plates = [Plate(i + 1, name, "placa", mark="done") for i, name in enumerate(LONG[:count])]
    seats.rail(canvas, plates)
    assert canvas.complaints == []
    assert min(p.size for p in canvas.printed) >= 2.35
    names = [p for p in canvas.printed if p.words in LONG]
    assert [p.words for p in names] == LONG[:count]
    assert all(a.x + a.w < b.x for a, b in pairwise(names))


@pytest.mark.parametrize("state", ["idle", "now", "out", "won"])
def test_a_name_fits_in_every_state_with_an_office_and_a_mark(canvas: Canvas, state: seats.State) -> None:
    office = Office("Presidenta", held=state != "idle")
    plates = [Plate(i + 1, name, "fuera", state, office, "wait") for i, name in enumerate(LONG)]
    seats.rail(canvas, plates)
    assert canvas.complaints == []


def _at(canvas: Canvas, x: float, y: float) -> pygame.Color:
    return canvas.surface.get_at(canvas.px(x, y))


def test_the_states_of_a_plate_look_different_without_colour(canvas: Canvas) -> None:
    """Each pair of states differs in brightness pattern, not only in hue."""
    greys = set()
    for state in ("idle", "now", "out", "free", "won"):
        canvas.clear()
        seats.rail(canvas, [Plate(1, "Ana", "x", state), Plate(2, "Bruno")])
        greys.add(pygame.image.tobytes(pygame.transform.grayscale(canvas.picture()), "RGB"))
    assert len(greys) == 5


def test_the_active_plate_has_the_bar_and_the_tab(canvas: Canvas) -> None:
    seats.rail(canvas, [Plate(1, "Ana", state="now"), Plate(2, "Bruno")])
    top = canvas.height - seats.BELOW
    assert _at(canvas, 40, top + 0.5) == _at(canvas, 4.3, top + 5) == pygame.Color(NOW)
    assert _at(canvas, 120, top + 5) == pygame.Color(STOCK2)


def test_an_office_held_is_filled_and_a_candidate_is_outlined(canvas: Canvas) -> None:
    seats.rail(canvas, [Plate(1, "Ana", office=Office("Sí")), Plate(2, "Bruno", office=Office("Sí", held=False))])
    y = canvas.height - seats.BELOW - 0.7
    assert _at(canvas, 79, y) == pygame.Color(BONE)
    assert _at(canvas, 155, y) != pygame.Color(BONE)


def test_the_mark_of_a_game_is_used_where_a_plate_names_it(canvas: Canvas) -> None:
    called = []
    seats.rail(canvas, [Plate(1, "Ana", mark="sun")], {"sun": lambda *given: called.append(given)})
    assert len(called) == 1


@pytest.mark.parametrize(
    "sentence", ["Todos votan", "Acerca al lector la carta «Fraude», copia 3", "x" * 46, "palabra " * 12]
)
def test_the_status_line_is_never_smaller_than_its_floor(canvas: Canvas, sentence: str) -> None:
    parts.status(canvas, "Republia", "ronda 3", sentence.strip(), count="37 de 79")
    assert canvas.complaints == []
    said = [p for p in canvas.printed if p.words in sentence]
    assert min(p.size for p in said) >= 4.1
    assert max(p.x + p.w for p in said) <= 160 - 4


def test_the_clock_runs_out_clockwise(canvas: Canvas) -> None:
    parts.timer(canvas, 50, 50, 4.3, Clock(15, 0.25))
    assert _at(canvas, 50 - 2.7, 50 - 2.7) == pygame.Color(NOW)
    assert _at(canvas, 50 + 2.7, 50 - 2.7) != pygame.Color(NOW)


@pytest.mark.parametrize(("clock", "face"), [
    (Clock(48, 0.5), "48"), (Clock(60, 1), "1:00"), (Clock(605, 1), "10:05"), (Clock(0, 0, "tiempo"), "tiempo"),
])  # fmt: skip
def test_the_face_of_the_clock(canvas: Canvas, clock: Clock, face: str) -> None:
    parts.timer(canvas, 50, 50, 4.3, clock)
    assert [p.words for p in canvas.printed] == [face]
    assert canvas.complaints == []


def test_the_clock_alone_is_the_clock_of_the_scene(canvas: Canvas) -> None:
    """Blitting the new clock over the old picture gives what drawing the scene again would give."""
    parts.status(canvas, "Republia", "", "Todos votan", clock=Clock(48, 0.7))
    patched = canvas.picture()
    sprite, spot = parts.clock_sprite(canvas, Clock(47, 0.3))
    patched.blit(sprite, spot)
    canvas.clear()
    parts.status(canvas, "Republia", "", "Todos votan", clock=Clock(47, 0.3))
    whole = canvas.picture()
    difference = pygame.PixelArray(patched).compare(pygame.PixelArray(whole), distance=0.25)
    off = pygame.mask.from_threshold(difference.make_surface(), "black", (1, 1, 1)).count()
    assert off <= 0.0002 * canvas.size[0] * canvas.size[1]


def test_a_dark_key_says_nothing(canvas: Canvas) -> None:
    parts.panel(canvas, keys(yes="votar sí", menu="menú"))
    assert [p.words for p in canvas.printed] == ["votar sí", "menú"]


def test_keys_stand_in_the_order_of_the_panel() -> None:
    six = keys(yes="a", no="b", up="c", down="d", ok="e", menu="f")
    assert "".join(key.word for key in six) == "abcdef"
    assert [key.lit for key in keys(ok="e")] == [False, False, False, False, True, False]


def test_refusal_and_alarm_fit(canvas: Canvas) -> None:
    parts.alarm(canvas, "Algo cayó en la urna y no se leyó", "Abrid la urna y contad. OK al terminar.")
    parts.refuse(canvas, "Esa papeleta ya está contada", "Deja caer otra. No ha cambiado nada.")
    assert canvas.complaints == []


def test_the_qr_code_is_the_code_of_its_text(canvas: Canvas) -> None:
    """Every module of the picture, read back at its middle, is the module of the code; edges fall on pixels."""
    data = "HTTP://192.168.100.100:8080/"
    shapes.rect(canvas, 100, 20, 40, 40, PAPER)
    paper.qr(canvas, 106, 26, 24, data)
    matrix = segno.make(data, error="m", micro=False).matrix
    dark = pygame.mask.from_threshold(canvas.surface, INK, (2, 2, 2)).get_bounding_rects()
    box = dark[0].unionall(dark)
    side = box.width // len(matrix)
    assert box.width == box.height == side * len(matrix)
    assert side % 2 == box.left % 2 == box.top % 2 == 0
    assert side / canvas.k >= 0.8
    for row, modules in enumerate(matrix):
        for column, module in enumerate(modules):
            spot = (box.left + column * side + side // 2, box.top + row * side + side // 2)
            assert (canvas.surface.get_at(spot) == pygame.Color(INK)) == bool(module)


def test_a_hatch_stays_inside_its_polygon(canvas: Canvas) -> None:
    shapes.hatch(canvas, [(20, 20), (40, 20), (30, 35)], BONE)
    shapes.hatch_rect(canvas, 60, 20, 20, 15, BONE)
    boxes = pygame.mask.from_threshold(canvas.surface, BONE, (60, 60, 60)).get_bounding_rects()
    union = boxes[0].unionall(boxes)
    assert union.left >= canvas.px(20, 0)[0]
    assert union.right <= canvas.px(80, 0)[0] + 1
    assert union.bottom <= canvas.px(0, 35)[1] + 1
    assert canvas.surface.get_clip() == canvas.surface.get_rect()
