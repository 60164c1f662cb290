"""Things move from where they come from, arrive in time, and stand still when motion is off."""

from __future__ import annotations

import pygame
import pytest

from companion.display import motion
from companion.display.motion import Mover, Stage, ease_in, ease_out, progress, stagger


def dot(color: str = "white", size: tuple[int, int] = (10, 10)) -> pygame.Surface:
    surface = pygame.Surface(size, pygame.SRCALPHA)
    surface.fill(color)
    return surface


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


def test_a_slide_goes_from_its_origin_to_its_goal() -> None:
    mover = Mover(dot(), goal=(100, 50), start=0, duration=100, origin=(0, 50), easing=motion.linear)
    centres = [placed[1].center for t in (0, 50, 100, 500) if (placed := mover.placed(t))]
    assert centres == [(0, 50), (50, 50), (100, 50), (100, 50)]
    assert mover.placed(-1) is None


def test_a_card_turns_by_narrowing_to_a_line_and_widening_as_the_other_side() -> None:
    back, face = dot("red", (40, 10)), dot("blue", (40, 10))
    mover = Mover(back, goal=(50, 50), start=0, duration=100, how="turn", other=face, easing=motion.linear)
    seen = [placed for t in (0, 49, 51, 100) if (placed := mover.placed(t))]
    assert [sprite.get_width() for sprite, _ in seen] == [40, 1, 1, 40]
    assert [sprite.get_at((0, 0)).r > 200 for sprite, _ in seen] == [True, True, False, False]


def test_a_stamp_lands_from_a_third_larger() -> None:
    mover = Mover(dot(), goal=(50, 50), start=0, duration=100, how="stamp")
    first, last = mover.placed(0), mover.placed(100)
    assert first is not None
    assert last is not None
    assert (first[0].get_width(), last[0].get_width()) == (13, 10)


def test_what_does_not_stay_is_gone_when_it_arrived() -> None:
    assert Mover(dot(), goal=(0, 0), start=0, duration=100, stays=False).placed(100) is None


def test_a_stage_draws_movers_over_the_still_picture_until_they_arrive() -> None:
    still, into = pygame.Surface((100, 100)), pygame.Surface((100, 100))
    still.fill("#102030")
    stage = Stage(still, [Mover(dot(), goal=(90, 50), start=0, duration=100, origin=(10, 50))])
    stage.frame(into, 0)
    assert into.get_at((10, 50)) == pygame.Color("white")
    assert stage.moving(50)
    stage.frame(into, 100)
    assert into.get_at((10, 50)) == pygame.Color("#102030")
    assert into.get_at((90, 50)) == pygame.Color("white")
    assert not stage.moving(100)


def test_with_motion_off_the_result_stands_there_at_once() -> None:
    into = pygame.Surface((100, 100))
    stage = Stage(pygame.Surface((100, 100)), [Mover(dot(), (90, 50), start=500, origin=(10, 50))], motion=False)
    stage.frame(into, 0)
    assert into.get_at((90, 50)) == pygame.Color("white")
    assert not stage.moving(0)


def test_an_idle_picture_is_dimmed_to_its_level() -> None:
    picture = pygame.Surface((4, 4))
    picture.fill("white")
    motion.dim(picture)
    assert picture.get_at((0, 0))[:3] == (153, 153, 153)
