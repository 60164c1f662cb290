"""The board of DēmoS in every moment that random matches reach: each word fits, nothing secret is shown."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from companion.display.canvas import Canvas
from companion.games.demos import GAME, scene
from companion.games.demos.scene.motion import motion
from companion.games.demos.scene.wording import ORDER
from companion.locale import Words
from tests.board.examples import LANGUAGES, LONG, SHORT, SIZES
from tests.games.scenes import draw, every_frame, legible
from tests.pictures import check

from .moments import moments, shown, situation

every_language = pytest.mark.parametrize("lang", LANGUAGES)
COUNTS = range(3, 6)
every_count = pytest.mark.parametrize("seats", COUNTS)


@every_frame(COUNTS)
def test_every_moment_fits_and_can_be_read(seats: int, size: tuple[int, int], lang: str) -> None:
    canvas, names = Canvas(size, strict=True), SHORT if seats == 4 else LONG
    for name, gathered in moments(seats).items():
        canvas.clear()
        draw(GAME, canvas, situation(gathered, names), lang, name)
        legible(canvas, name)


@every_count
def test_random_matches_reach_most_moments(seats: int) -> None:
    """So that the other tests see what they claim to see."""
    seen = {name.rsplit(" ", 1)[0] for name in moments(seats)}
    assert {"ask discard-openly", "ask discard-secretly", "ask discard-unanimously", "ask consent"} <= seen
    assert {"event round-won", "event nobody-showed", "event vetoed", "event turned-up", "event media-used"} <= seen
    assert any(name.startswith("end ") for name in seen)


@every_language
def test_every_kind_of_question_has_its_sentence(lang: str) -> None:
    words = Words(lang, game=GAME.id)
    assert [kind for kind in ORDER if not words.has(f"{kind}.line")] == []
    assert [kind for kind in scene.HOLD if not words.has(f"scene.event.{kind}")] == []
    assert {kind for kind, move in GAME.kinds.items() if issubclass(move, msgspec.Struct)} - set(ORDER) == {
        "pass", "fold", "decline", "mark-absent", "missing", "abort"
    }  # fmt: skip


def test_a_board_draws_from_the_public_view_alone() -> None:
    """Hands and hidden figures are counts in it: the picture is the same whatever they are."""
    for name, (view, _, _) in moments(5).items():
        assert all(set(hand) == {"covered"} for hand in view["hands"].values()), name
        assert all(set(held) == {"covered"} for held in view["figures"].values()), name


def test_a_discard_comes_from_the_plate_of_its_owner() -> None:
    before = situation(shown(4)["table"], SHORT)
    view, questions, event = shown(4)["table"]
    more = {**view, "pool": [*view["pool"][:3], {"card": "C3", "seat": 2}]}
    was = situation(({**view, "pool": view["pool"][:3]}, questions, event), SHORT)
    canvas = Canvas((800, 480))
    (one,) = motion(canvas, was, situation((more, questions, event), SHORT), Words("es", game=GAME.id))
    assert one.how == "slide" and one.origin is not None
    assert motion(canvas, None, before, Words("es", game=GAME.id)) == ()


@pytest.mark.picture
@pytest.mark.parametrize("name", sorted(shown(4)))
@pytest.mark.parametrize(
    ("size", "lang", "names"), [(SIZES[0], "es", SHORT[:4]), (SIZES[2], "en", LONG[:5])], ids=["wide", "small"]
)
def test_the_picture_is_the_stored_one(
    name: str, size: tuple[int, int], lang: str, names: tuple[str, ...], rewrite: bool
) -> None:
    canvas = Canvas(size)
    draw(GAME, canvas, situation(shown(len(names))[name], names), lang, name)
    check(canvas.picture(), Path(__file__).parent / "pictures" / f"{name}-{lang}-{size[1]}.png", rewrite)
