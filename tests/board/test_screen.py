"""The window: nothing is drawn while nothing changes; motion is short, tells nothing, and leaves the result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pygame
import pytest

from companion.board import fill
from companion.board.board import Board
from companion.board.data import Join
from companion.board.moment import Moment
from companion.board.painter import Painter
from companion.board.plan import plan
from companion.board.screen import FRAME
from companion.display.motion import LONGEST, REST, REST_LEVEL, How, Motion
from companion.engine import HOST
from companion.locale import LANGUAGES, Words
from companion.table.requests import Pause, Press, Set, Tap
from companion.table.snapshot import Cursor, Snapshot
from tests.board.evening import GAMES, Evening, evening, other_secrets, ticking
from tests.board.examples import SHORT

SIZE = (800, 480)
JOIN = Join("HTTP://192.168.4.1:8000/")


class Shown:
    """A board in a window that is looked at whenever it wants to be, and no more often."""

    def __init__(self, one: Evening, snapshot: Snapshot | None = None) -> None:
        self.one = one
        self.board = Board(one.table, GAMES, JOIN, SIZE, clock=lambda: one.now)
        self.window = self.board.open()
        if snapshot:
            one.table.snapshot = snapshot
        self.board.show()

    def sleep(self, seconds: float) -> None:
        """Let time pass; the board is shown whenever it is due, as its own loop does it."""
        end = self.one.now + seconds
        while self.one.now + (due := self.board.due()) <= end:
            self.one.now += max(due, 0.001)
            self.board.show()
        self.one.now = end
        self.board.show()

    def pixels(self) -> bytes:
        return pygame.image.tobytes(self.window, "RGB")

    def settled(self) -> bytes:
        """What `/board` would show."""
        return pygame.image.tobytes(pygame.image.load(BytesIO(self.board.picture()[1]), "a.png"), "RGB")


@pytest.fixture
def one(tmp_path: Path) -> Iterator[Evening]:
    with evening(tmp_path, SHORT[:7]) as evening_:
        evening_.start()
        yield evening_


def until(one: Evening, kind: str, answered: int = 0) -> None:
    """Play on to the first moment at which this is asked and so many have answered."""
    while True:
        playing = one.snapshot.playing
        assert playing is not None
        asked = [f for f in playing.faces[None] if f.kind == kind]
        if asked and sum(f.answered for f in asked) >= answered:
            return
        assert one.answer_one()


def test_an_idle_minute_draws_nothing_after_the_first_picture(one: Evening) -> None:
    """The bound of the house is two frames in sixty seconds."""
    until(one, "vote", 3)
    shown = Shown(one)
    before = replace(shown.board.frames)
    shown.sleep(60)
    assert shown.board.frames == before
    assert before.pictures == 1


def test_with_a_running_clock_only_the_clock_is_drawn_and_once_a_second(one: Evening) -> None:
    until(one, "vote", 3)
    shown = Shown(one, ticking(one.snapshot, one.now + 60))
    shown.sleep(30.5)
    assert shown.board.frames.pictures == 1
    assert 30 <= shown.board.frames.clocks <= 31
    assert shown.board.frames.moved == 0


def test_the_clock_alone_is_what_the_whole_picture_would_show(one: Evening) -> None:
    until(one, "vote", 3)
    shown = Shown(one, ticking(one.snapshot, one.now + 60))
    shown.sleep(20.5)
    fresh = Board(one.table, GAMES, JOIN, SIZE, clock=lambda: one.now)
    whole = pygame.image.load(BytesIO(fresh.picture()[1]), "a.png")
    corner = pygame.Rect(SIZE[0] - 80, 0, 80, 90)
    mine, theirs = (pygame.image.tobytes(each.subsurface(corner), "RGB") for each in (shown.window, whole))
    assert sum(abs(a - b) for a, b in zip(mine, theirs, strict=True)) / len(mine) < 3  # half a pixel, at most


def test_a_paused_clock_stands_still(one: Evening) -> None:
    until(one, "vote", 3)
    shown = Shown(one, replace(ticking(one.snapshot, one.now + 60), paused=True))
    shown.sleep(10)
    assert (shown.board.frames.pictures, shown.board.frames.clocks) == (1, 0)


def test_a_change_that_is_not_public_draws_nothing(one: Evening) -> None:
    """Not even the moment of a private act can be seen on the board."""
    until(one, "discard")
    shown = Shown(one)
    shown.sleep(20)
    before = replace(shown.board.frames)
    one.table.snapshot = other_secrets(one.snapshot)
    shown.sleep(20)
    assert shown.board.frames == before


def whole_match(one: Evening) -> Iterator[tuple[Snapshot, Snapshot]]:
    before = one.snapshot
    for snapshot in one.play():
        yield before, snapshot
        before = snapshot


@pytest.mark.rule("SHT-266")
def test_no_picture_and_no_motion_differs_between_two_secrets(one: Evening) -> None:
    """Whole match: with everybody's secrets thrown about, pictures are equal byte by byte and motions in every time."""
    real, other = (Painter((480, 270), GAMES, JOIN) for _ in range(2))
    last: tuple[Moment, Moment] | None = None
    for number, (_, snapshot) in enumerate(whole_match(one)):
        one.now += 4
        mine, theirs = real.moment(snapshot, one.now), other.moment(other_secrets(snapshot), one.now)
        if last:
            assert plan(real, last[0], mine) == plan(other, last[1], theirs)
        if number % 3 == 0 or mine.event:
            pictures = [pygame.image.tobytes(p.paint(m, one.now), "RGB") for p, m in ((real, mine), (other, theirs))]
            assert pictures[0] == pictures[1]
        assert mine == theirs
        last = mine, theirs


def test_motion_is_short_and_leaves_the_settled_picture(one: Evening) -> None:
    """Every change of a whole match: within a second the window shows what `/board` shows."""
    shown = Shown(one)
    for number, _ in enumerate(whole_match(one)):
        shown.board.touch()
        before = shown.board.frames.moved
        shown.board.show()
        shown.sleep(LONGEST / 1000 + 0.001)
        while (due := shown.board.due()) <= 1.5 * FRAME:  # by now the next event has begun
            shown.sleep(due)
        if shown.board.frames.moved > before or number % 10 == 0:
            assert shown.pixels() == shown.settled()
    assert shown.board.frames.moved > 300


def test_every_plan_of_a_match_ends_within_a_second_and_each_kind_of_motion_comes(one: Evening) -> None:
    painter, hows = Painter(SIZE, GAMES, JOIN), set[How]()
    last: Moment | None = None
    opened: tuple[Motion, ...] = ()
    for _, snapshot in whole_match(one):
        one.now += 4
        moment = painter.moment(snapshot, one.now)
        motions = plan(painter, last, moment) if last else ()
        assert max((motion.ends for motion in motions), default=0) <= LONGEST
        hows |= {motion.how for motion in motions}
        last = moment
    while last and last.event:
        one.now += 4
        before, last = last, painter.moment(one.snapshot, one.now)
        opened = plan(painter, before, last)
    assert [motion.how for motion in opened] == ["turn"] * 7  # the plates
    assert {"slide", "turn", "grow", "grow back", "hold", "stamp"} <= hows


def test_a_slip_comes_and_goes(one: Evening) -> None:
    shown = Shown(one)
    shown.sleep(20)
    one.do(Tap(uid="04FFFFFFFFFFFF"))
    shown.board.show()
    hidden = shown.pixels()
    shown.sleep(1)
    assert shown.pixels() == shown.settled() != hidden
    one.now += 5
    one.do(Press(button="UP"))  # anything that wakes the table
    shown.board.show()
    shown.sleep(1)
    assert shown.pixels() == shown.settled()


def test_with_motion_off_results_simply_stand_there(one: Evening) -> None:
    one.do(Set(name="motion", value=False))
    shown = Shown(one)
    for _ in range(30):
        one.answer_one()
        shown.board.show()
        assert shown.pixels() == shown.settled()
    assert shown.board.frames.moved == 0


def test_what_moves_never_holds_up_the_next_picture(one: Evening) -> None:
    """A change in the middle of a motion is on the screen with the next frame."""
    until(one, "vote", 2)
    shown = Shown(one)
    one.answer_one()
    shown.board.show()
    one.now += 0.05
    shown.board.show()
    assert shown.board.frames.moved == 1
    one.do(Pause(on=True))
    shown.board.show()
    assert shown.pixels() == shown.settled()


def test_after_five_idle_minutes_the_picture_is_dim_until_somebody_acts(one: Evening) -> None:
    shown = Shown(one)
    bright = shown.window.get_at((22, 60))
    shown.sleep(REST / 1000 + 1)
    assert shown.board.frames.pictures == 2
    assert abs(shown.window.get_at((22, 60)).r - bright.r * REST_LEVEL) <= 2
    shown.board.touch()
    shown.board.show()
    assert shown.window.get_at((22, 60)) == bright


def test_a_picture_for_other_screens_has_a_number_that_grows_only_when_it_changes(one: Evening) -> None:
    board = Board(one.table, GAMES, JOIN, SIZE, clock=lambda: one.now)
    first = board.picture()
    one.now += 10
    assert board.picture() is not None
    assert board.picture() == first
    one.do(Press(button="MENU"))
    assert board.picture()[0] == first[0] + 1


def test_a_picture_for_other_screens_never_shows_the_pin(one: Evening) -> None:
    one.do(Press(button="MENU"))
    painter = Painter(SIZE, GAMES, JOIN, strict=True)
    painter.paint(Moment(fill.public(one.snapshot), pin=one.table.pin), one.now)
    assert one.table.pin in [text.words for text in painter.canvas.printed]
    painter.paint(painter.moment(one.snapshot, one.now), one.now)
    assert one.table.pin not in [text.words for text in painter.canvas.printed]


def test_another_language_may_be_asked_for(one: Evening) -> None:
    board = Board(one.table, GAMES, JOIN, SIZE, clock=lambda: one.now)
    assert board.picture("es")[1] == board.picture()[1] != board.picture("en")[1]


def test_the_loop_draws_answers_keys_and_stops(one: Evening) -> None:
    """The real loop, once round: a key press reaches the table, closing the window ends it."""
    board = Board(one.table, GAMES, JOIN, SIZE)
    pygame.display.init()
    for event in (pygame.event.Event(pygame.KEYDOWN, key=pygame.K_m), pygame.event.Event(pygame.QUIT)):
        pygame.event.post(event)
    board.run()
    assert one.snapshot.menu is not None
    assert board.frames.pictures == 1


def test_a_margin_stays_empty_whatever_moves(one: Evening) -> None:
    """A TV that cuts off the edges loses nothing: all that is drawn, still or moving, lies within."""
    board = Board(one.table, GAMES, JOIN, SIZE, margin=0.04, clock=lambda: one.now)
    board.open()
    whole = pygame.display.get_surface()
    assert whole
    assert whole.get_size() == SIZE
    inner = pygame.Rect(32, 19, 736, 442)
    assert pygame.image.load(BytesIO(board.picture()[1]), "a.png").get_size() == inner.size
    until(one, "vote", 4)
    for _ in range(30):
        board.show()
        one.now += FRAME
    rims = [(0, 0, 800, inner.top), (0, inner.bottom, 800, 480 - inner.bottom), (0, 0, inner.left, 480)]
    for rim in (*rims, (inner.right, 0, 800 - inner.right, 480)):
        assert set(pygame.image.tobytes(whole.subsurface(rim), "RGB")) == {0}
    assert board.frames.pictures
    assert len(set(pygame.image.tobytes(whole.subsurface(inner), "RGB"))) > 20


def test_what_a_tap_may_mean_is_asked_as_a_sentence(one: Evening) -> None:
    """Whoever has no name, the host, begins it with a capital as people do."""
    cursor = Cursor(pending=((HOST, "continue", "", None),))
    snapshot = replace(one.snapshot, cursor=cursor)
    assert snapshot.playing is not None
    for lang in LANGUAGES:
        line = fill.pointing(snapshot, snapshot.playing, Words(lang, snapshot.speaks_of)).line
        assert line[0].isupper(), line


def test_the_window_says_when_it_has_told_the_end(one: Evening) -> None:
    """Until then phones wait, and the panel offers no other match."""
    shown = Shown(one)
    assert [*one.play()]
    assert one.snapshot.telling and not {"YES", "NO"} & set(one.snapshot.keys)
    shown.sleep(90)
    assert not one.snapshot.telling
