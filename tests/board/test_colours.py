"""Take the colour away and nothing is lost: what carries a meaning differs in shape or in lightness too."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pygame
import pytest

from companion.display import paper, seats, shapes
from companion.display.canvas import Canvas
from companion.display.seats import MARKS, Plate
from companion.display.theme import BONE, DIM, INK, NOW, STOCK, STOCK2
from companion.games.secret_hitler.scene import pictures, signs
from companion.games.secret_hitler.scene.facts import tracker
from companion.locale import Words

SIZE = (800, 480)
WORDS = Words("es", game="secret_hitler")
Draw = Callable[[Canvas], None]
Filter = Callable[[tuple[int, int, int]], tuple[float, float, float]]


def grey(rgb: tuple[int, int, int]) -> tuple[float, float, float]:
    light = 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]
    return light, light, light


def deuteranopia(rgb: tuple[int, int, int]) -> tuple[float, float, float]:
    """Machado, Oliveira and Fernandes 2009, severity 1.0, on linear light."""
    r, g, b = ((value / 255) ** 2.2 for value in rgb)
    mixed = (0.367322 * r + 0.860646 * g - 0.227968 * b, 0.280085 * r + 0.672501 * g + 0.047413 * b,
             -0.011820 * r + 0.042940 * g + 0.968881 * b)  # fmt: skip
    red, green, blue = (255 * min(1.0, max(0.0, value)) ** (1 / 2.2) for value in mixed)
    return red, green, blue


def _tile(party: str) -> Draw:
    return lambda canvas: signs.policy(canvas, 2, 2, 13.2, 18, party, WORDS(f"scene.tile.{party}"))


def _plate(plate: Plate) -> Draw:
    return lambda canvas: seats.plate(canvas, 2, 6, 20, plate, signs.MARKS)


def _mark(name: str, ink: str = BONE) -> Draw:
    return lambda canvas: {**MARKS, **signs.MARKS}[name](canvas, 6, 6, 3, ink)


def _tracker(failed: int) -> Draw:
    return lambda canvas: tracker(canvas, 3, failed, 3, WORDS)


# Each group: things that stand in each other's place, in the scenes of the house and of Secret Hitler.
GROUPS: dict[str, dict[str, Draw]] = {
    "policies": {
        "liberal": _tile("liberal"),
        "fascist": _tile("fascist"),
        "face down": lambda canvas: paper.card_back(canvas, 2, 2, 13.2, h=18),
        "empty": lambda canvas: shapes.rect(canvas, 2, 2, 13.2, 18, STOCK2),
    },
    "ballots": {
        "yes": lambda canvas: pictures.opened_ballot(canvas, 14, 8.4, True),
        "no": lambda canvas: pictures.opened_ballot(canvas, 14, 8.4, False),
        "cast": lambda canvas: paper.ballot(canvas, 0, 0, 14, 8.4),
        "missing": lambda canvas: shapes.dashed_rect(canvas, 0.2, 0.2, 13.6, 8, DIM),
    },
    "plates": {
        "idle": _plate(Plate(1, "Ana")),
        "now": _plate(Plate(1, "Ana", state="now")),
        "out": _plate(Plate(1, "Ana", state="out")),
        "won": _plate(Plate(1, "Ana", state="won")),
        "free": _plate(Plate(1, state="free")),
        "pointed": _plate(Plate(1, "Ana", pointed=True)),
        "hand": _plate(Plate(1, "Ana", hand=True)),
    },
    "marks of a vote": {name: _mark(name) for name in ("done", "no", "wait", "away")},
    "roles": {name: _mark(name) for name in ("liberal", "fascist", "hitler")},
    "roles on paper": {name: _mark(name, INK) for name in ("liberal", "fascist", "hitler")},
    "failed elections": {str(n): _tracker(n) for n in range(4)},
    "what is waited for": {
        "now": lambda canvas: shapes.rect(canvas, 0, 0, 10, 10, NOW),
        "bone": lambda canvas: shapes.rect(canvas, 0, 0, 10, 10, BONE),
        "stock": lambda canvas: shapes.rect(canvas, 0, 0, 10, 10, STOCK),
    },
}


def picture(draw: Draw) -> list[tuple[int, int, int]]:
    canvas = Canvas(SIZE)
    draw(canvas)
    pixels = pygame.image.tobytes(canvas.picture(), "RGB")
    return [(pixels[i], pixels[i + 1], pixels[i + 2]) for i in range(0, len(pixels), 3)]


def apart(one: list[tuple[int, int, int]], other: list[tuple[int, int, int]], through: Filter) -> int:
    """How many pixels differ by at least a fifth of the range, seen through a filter."""
    different = (pair for pair in zip(one, other, strict=True) if pair[0] != pair[1])
    seen = ((through(a), through(b)) for a, b in different)
    return sum(max(abs(x - y) for x, y in zip(a, b, strict=True)) >= 51 for a, b in seen)


@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.parametrize("through", [grey, deuteranopia], ids=["grey", "deuteranopia"])
def test_what_stands_in_each_other_s_place_is_told_apart_without_colour(group: str, through: Filter) -> None:
    """On the smallest screen: at least forty pixels, about the size of a raised hand, are clearly different."""
    drawn = {name: picture(draw) for name, draw in GROUPS[group].items()}
    for one, other in combinations(drawn, 2):
        assert apart(drawn[one], drawn[other], through) >= 40, (one, other)


def test_the_filters_are_not_blind() -> None:
    """Grey makes two inks of one lightness alike, deuteranopia a red and a green."""
    red, green = (200, 0, 0), (96, 96, 0)
    assert max(abs(a - b) for a, b in zip(grey((0, 60, 0)), grey((201, 0, 0)), strict=True)) < 2
    assert abs(deuteranopia(red)[0] - deuteranopia(green)[0]) < abs(red[0] - green[0]) / 2
