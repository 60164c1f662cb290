"""One unit for every screen, and layers that blend without dark edges."""

from __future__ import annotations

import pygame
import pytest

from companion.display.canvas import Canvas
from companion.display.shapes import disc, rect


@pytest.mark.parametrize(("size", "pixels", "height", "bleed"), [
    ((1920, 1080), 12, 90, 0), ((1280, 720), 8, 90, 0), ((800, 480), 5, 96, 0), ((2400, 1080), 12, 90, 20),
])  # fmt: skip
def test_the_unit_the_height_and_the_margin_of_a_screen(
    size: tuple[int, int], pixels: float, height: float, bleed: float
) -> None:
    canvas = Canvas(size)
    assert canvas.shown(1 - canvas.bleed, 0)[0] == pixels
    assert (canvas.width, canvas.height, canvas.bleed) == (160, height, bleed)


def test_a_rectangle_lands_on_its_units() -> None:
    canvas = Canvas((1600, 900))
    rect(canvas, 10, 20, 30, 5, "#FFFFFF")
    picture = canvas.picture()
    assert picture.get_at((100, 200)) == picture.get_at((399, 249)) == pygame.Color("white")
    assert picture.get_at((98, 200)) == picture.get_at((401, 249)) == pygame.Color("#14130F")


def test_the_block_is_centred_on_a_wider_screen() -> None:
    canvas = Canvas((2000, 900))
    rect(canvas, 0, 0, 160, 90, "#FFFFFF")
    picture = canvas.picture()
    assert picture.get_at((196, 450)) == pygame.Color("#14130F")
    assert picture.get_at((204, 450)) == pygame.Color("white")


def test_a_layer_keeps_its_light_edge_when_it_is_blitted() -> None:
    """Half-covered pixels of a white disc on white stay white: alpha is premultiplied."""
    canvas = Canvas((1600, 900))
    layer = canvas.layer(10, 10)
    disc(layer, 5, 5, 4, "#FFFFFF")
    ground = pygame.Surface((100, 100))
    ground.fill("white")
    ground.blit(layer.picture(), (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
    darkest = min(min(ground.get_at((x, y))[:3]) for x in range(100) for y in range(100))
    assert darkest >= 253


def test_picture_reuses_the_surface_it_is_given() -> None:
    canvas, own = Canvas((320, 180)), pygame.Surface((320, 180))
    assert canvas.picture(own) is own


def test_clear_forgets_what_was_printed() -> None:
    canvas = Canvas((320, 180), strict=True)
    rect(canvas, 0, 0, 160, 90, "#FFFFFF")
    canvas.clear()
    assert canvas.picture().get_at((100, 100)) == pygame.Color("#14130F")
    assert canvas.printed == []
