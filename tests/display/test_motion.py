"""Things move from where they come from, arrive in time, and leave the settled picture behind them."""

from __future__ import annotations

import pygame
import pytest

from companion.display import motion
from companion.display.canvas import Canvas
from companion.display.motion import Motion, ease_in, ease_out, progress, stagger
from companion.display.stage import Stage

SIZE = (320, 180)  # two pixels a unit
RED, BLUE, WHITE = (255, 0, 0), (0, 0, 255), (255, 255, 255)


def sheet(color: str) -> pygame.Surface:
    surface = pygame.Surface(SIZE)
    surface.fill(color)
    return surface


class Screen:
    """A red picture that becomes a blue one with a white box in it."""

    def __init__(self, *plan: Motion, start: float = 0) -> None:
        self.before, self.still, self.window = sheet("red"), sheet("blue"), sheet("blue")
        self.still.fill("white", (100, 60, 40, 20))
        self.stage = Stage(Canvas(SIZE), self.before, self.still, plan, start)

    def at(self, now: float, *spots: tuple[int, int]) -> list[tuple[int, ...]]:
        self.window.blit(self.still, (0, 0))
        self.stage.frame(self.window, now)
        return [tuple(self.window.get_at(spot))[:3] for spot in spots]


BOX = (50.0, 30.0, 20.0, 10.0)  # in units: the white box


@pytest.mark.parametrize("easing", [ease_in, ease_out, motion.linear])
def test_an_easing_starts_at_nought_ends_at_one_and_never_turns_back(easing: motion.Easing) -> None:
    values = [easing(i / 20) for i in range(21)]
    assert (values[0], values[-1]) == (0, 1)
    assert values == sorted(values)


def test_progress_is_clamped_and_without_duration_complete() -> None:
    assert progress(100, 50, 0) == 0
    assert progress(100, 50, 1_000) == 1
    assert progress(100, 0, 0) == 1


def test_staggers_are_bounded() -> None:
    assert [stagger(0), stagger(3), stagger(8), stagger(20)] == [0, 180, 480, 480]


def test_a_slide_comes_from_its_origin_and_until_then_its_place_is_as_it_was() -> None:
    screen = Screen(Motion("slide", BOX, lasts=100, origin=(20, 80)))
    assert screen.at(0, (40, 160), (120, 70)) == [WHITE, RED]
    assert screen.at(100, (40, 160), (120, 70)) == [BLUE, WHITE]


def test_what_leaves_is_cut_from_the_old_picture_and_gone_in_the_end() -> None:
    screen = Screen(Motion("leave", BOX, lasts=100, origin=(60, 80)))
    assert screen.at(0, (120, 70)) == [RED]
    assert screen.at(99, (120, 158)) == [RED]
    assert screen.at(100, (120, 70), (120, 158)) == [WHITE, BLUE]


def test_a_clip_hides_what_is_still_outside() -> None:
    screen = Screen(Motion("slide", BOX, lasts=100, origin=(60, 60), clip=BOX))
    assert screen.at(0, (120, 120)) == [BLUE]


def test_a_card_turns_by_narrowing_to_a_line_and_widening_as_the_other_side() -> None:
    screen = Screen(Motion("turn", BOX, lasts=100, under="#00FF00"))
    assert screen.at(0, (102, 70), (120, 70)) == [RED, RED]
    middle = 100 * (1 - 0.5 ** (1 / 3))  # where ease_out is half
    assert screen.at(middle, (102, 70), (116, 70)) == [(0, 255, 0), (0, 255, 0)]
    assert screen.at(99, (120, 70)) == [WHITE]


def test_the_back_of_a_card_may_be_painted() -> None:
    screen = Screen(Motion("turn", BOX, lasts=100, back=lambda layer: layer.clear("#00FF00")))
    assert screen.at(0, (120, 70)) == [(0, 255, 0)]


def test_a_stamp_lands_from_a_third_larger() -> None:
    screen = Screen(Motion("stamp", BOX, lasts=100))
    assert screen.at(0, (96, 70), (144, 70)) == [WHITE, WHITE]
    assert screen.at(100, (96, 70), (144, 70)) == [BLUE, BLUE]


def test_a_block_grows_from_its_edge() -> None:
    assert Screen(Motion("grow", BOX, lasts=100)).at(1, (100, 70), (138, 70)) == [WHITE, RED]
    assert Screen(Motion("grow back", BOX, lasts=100)).at(1, (100, 70), (139, 70)) == [RED, WHITE]


def test_a_hold_keeps_what_was_there_before_for_its_time() -> None:
    screen = Screen(Motion("hold", (0, 0, 160, 90), lasts=50), Motion("grow", BOX, after=50, lasts=50))
    assert screen.at(49, (10, 10), (120, 70)) == [RED, RED]
    assert screen.at(100, (10, 10), (120, 70)) == [BLUE, WHITE]


def test_it_moves_until_the_last_has_arrived_and_leaves_the_settled_picture() -> None:
    plan = [Motion("slide", BOX, after=60, lasts=100, origin=(0, 0)), Motion("turn", (0, 0, 10, 10), lasts=40)]
    screen = Screen(*plan, start=1_000)
    assert screen.stage.moving(1_159)
    assert not screen.stage.moving(1_160)
    screen.window.blit(screen.still, (0, 0))
    for now in range(1_000, 1_180, 20):
        screen.stage.frame(screen.window, now)
    assert pygame.image.tobytes(screen.window, "RGB") == pygame.image.tobytes(screen.still, "RGB")


def test_a_frame_tells_the_parts_of_the_screen_that_it_changed() -> None:
    """So that a small computer sends no more to the screen than it must."""
    screen = Screen(Motion("slide", BOX, lasts=100, origin=(20, 80)))
    shown = screen.still.copy()
    for now in (0, 40, 80, 120):
        before = screen.window.copy()
        screen.window.blit(shown, (0, 0))
        changed = screen.stage.frame(screen.window, now)
        for x in range(0, SIZE[0], 4):
            for y in range(0, SIZE[1], 4):
                if screen.window.get_at((x, y)) != before.get_at((x, y)) and now:
                    assert any(rect.collidepoint(x, y) for rect in changed), (now, x, y)
        shown = screen.window.copy()


def test_an_idle_picture_is_dimmed_to_its_level() -> None:
    picture = pygame.Surface((4, 4))
    picture.fill("white")
    motion.dim(picture)
    assert picture.get_at((0, 0))[:3] == (153, 153, 153)
