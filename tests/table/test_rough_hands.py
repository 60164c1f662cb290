"""What careless or wicked hands do to a table, one fault each that a table must not have."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.table import play
from companion.table.archive import listing
from companion.table.disk import NotSaved
from companion.table.house import House
from companion.table.journal import Journal
from companion.table.requests import (
    AddBadge,
    AddBot,
    Answer,
    Choose,
    Drop,
    Erase,
    Fall,
    FreeChair,
    OpenBooks,
    Press,
    Quit,
    Rematch,
    Rename,
    Set,
    Sit,
    Start,
    Tap,
    Undo,
)
from companion.table.session import Session
from tests.table.evenings import Evening, evening, play_until

DULL = Path("x")


@pytest.fixture
def e(tmp_path: Path) -> Iterator[Evening]:
    with evening(tmp_path) as e:
        yield e


def refuse(*_: Any, **__: Any) -> None:
    raise NotSaved(DULL, "io")


def badge(e: Evening, chair: int) -> str:
    uid = f"04B1A2C3D4E5{chair:02X}"
    e.ok(AddBadge(chair=chair))
    e.ok(Tap(uid=uid))
    return uid


def asked(e: Evening, kind: str) -> int:
    """Play on to the seat that is asked for this kind of move."""
    play_until(e, lambda: any(k == kind for _, k in e.asked()))
    return next(by for by, k in e.asked() if k == kind)


# ---- taps


def test_another_badge_is_another_choice_and_not_the_first_again(e: Evening) -> None:
    """A grave choice wants the same badge twice: with the badge of somebody else the first would be shot."""
    e.start("secret_hitler", 7)
    president = asked(e, "execute")
    offered = e.faces(president, "execute")[0].fields["target"]
    assert offered is not None
    one, other = list(offered.choices())[:2]
    badges = {seat: badge(e, seat) for seat in (one, other)}
    assert e.do(Tap(uid=badges[one])).code == "tap-again"
    assert e.do(Tap(uid=badges[other])).code == "tap-again"
    assert (president, "execute") in e.asked()
    assert e.ok(Tap(uid=badges[other])).code == "ok"
    assert e.state().dead == [other]


# ---- pages of another match


def test_a_form_of_the_last_match_is_stale_in_the_next(e: Evening) -> None:
    """Numbers begin anew with every match, and phones sleep."""
    e.start("secret_hitler", 5)
    asked(e, "nominate")
    old = e.seen.playing
    e.ok(Quit())
    e.ok(Start())
    seat = asked(e, "nominate")
    face = e.faces(seat, "nominate")[0]
    (field,) = (f for f in face.fields.values() if f)
    now = Answer(chair=seat, kind="nominate", fields={"chancellor": next(iter(field.choices()))}, number=face.number)
    assert old is not None
    assert e.do(replace(now, match=old.match)).code == "stale"
    assert e.seen.playing is not None
    e.ok(replace(now, match=e.seen.playing.match))


def test_ballots_for_another_urn_are_stale(e: Evening) -> None:
    """A form sent again must not fill, nor close, the urn that has opened since."""
    e.start("lighthouse", 4)
    play_until(e, lambda: bool(e.seen.playing and e.seen.playing.urn))
    assert e.seen.playing and e.seen.playing.urn
    urn, match = e.seen.playing.urn, e.seen.playing.match
    assert e.do(Drop(papers=["lit"], chair=0, match=match, urn=urn.number + 1)).code == "stale"
    assert e.do(Drop(papers=["lit"], chair=0, match="other", urn=urn.number)).code == "stale"
    close = Answer(chair=urn.closer, kind="contents", match=match, number=urn.number + 1)
    assert e.do(close).code == "stale"
    e.ok(replace(close, number=urn.number))


def test_nobody_takes_a_move_back_when_everybody_knows_what_will_be_drawn(e: Evening) -> None:
    e.start("secret_hitler", 5)
    e.play_on(Random(1))
    e.ok(OpenBooks())
    assert e.do(Undo(sure=True)).code == "books-open"
    assert e.seen.playing and e.seen.playing.undo is None


# ---- seats


def test_who_plays_cannot_look_into_a_freed_hand(e: Evening) -> None:
    """A phone that could change seats within a match would know two roles."""
    e.start("secret_hitler", 5)
    e.ok(FreeChair(chair=3))
    assert e.do(Sit(chair=3, name="Ana", token="phone-0")).code == "match-running"
    assert e.table.chair_by("phone-0") == 0
    e.ok(Sit(chair=3, name="Gala", token="phone-of-a-newcomer"))


@pytest.mark.parametrize("name", ["\u2800\u2800", "\u3164", "a\u0300\u0301\u0302", "\u0301", "\u202eanA", "a\x00b"])
def test_a_name_that_nobody_could_read_is_refused(e: Evening, name: str) -> None:
    """Blank letters, towers of marks, one letter as wide as a sentence, letters that turn the line around."""
    assert e.do(Sit(chair=0, name=name, token="t")).code == "bad-name"


@pytest.mark.parametrize("name", ["ANA", "\uff21\uff4e\uff41", " Ana "])
def test_a_name_that_looks_like_another_is_taken(e: Evening, name: str) -> None:
    e.sit(2)
    assert e.do(Sit(chair=4, name=name, token="t")).code == "name-taken"
    assert e.do(Rename(chair=1, name=name)).code == "name-taken"


def test_a_letter_and_its_mark_are_one_letter(e: Evening) -> None:
    e.ok(Sit(chair=0, name="Fe\u0301lix", token="t"))
    assert e.seen.chairs[0].name == "Félix"


def test_a_badge_at_the_end_page_does_not_seat_one_too_many(tmp_path: Path) -> None:
    """Rematch: as many as the game takes, or a word, and the ended match stays."""
    with evening(tmp_path) as e:
        e.start("lighthouse", 5)
        play_until(e, lambda: e.seen.stage == "over")
        e.ok(Tap(uid=badge(e, 5)))
        assert e.do(Rematch()).code == "seats"
        assert e.seen.stage == "over"


# ---- the thread


def test_a_bot_that_breaks_does_not_stop_the_table(tmp_path: Path) -> None:
    def broken(*_: Any) -> None:
        raise ZeroDivisionError

    with evening(tmp_path, decide=broken, pace=(0.5, 0.5)) as e:
        e.ok(Choose(game="secret_hitler"))
        for _ in range(5):
            e.ok(AddBot())
        e.ok(Start())
        e.clock.now += 5
        e.ok(Set(name="motion", value=False))
        assert e.ok(Set(name="motion", value=True)).ok


def test_a_view_that_breaks_does_not_stop_the_table(e: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was done is done and on disk, and the next thing can be done."""
    with monkeypatch.context() as broken:
        broken.setattr("companion.table.table.publish", lambda *_: 1 // 0)
        e.ok(Sit(chair=0, name="Ana", token="t"))
    e.ok(Sit(chair=1, name="Bruno", token="u"))
    assert [c.name for c in e.seen.chairs[:2]] == ["Ana", "Bruno"]


def test_a_bell_that_cannot_be_saved_does_not_ring_without_end(e: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    e.start("secret_hitler", 5, discussion_timer_s=60)
    play_until(e, lambda: bool(e.seen.playing and e.seen.playing.clocks))
    with monkeypatch.context() as broken:
        broken.setattr(Session, "_save", refuse)
        e.clock.now += 100
        e.do(Set(name="motion", value=False))
        assert e.inside(lambda x: all(b.ends > x.now for b in x.bells))


# ---- disk and plug


def test_a_match_that_could_not_begin_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Or the next start of the table would find a match that nobody has begun."""
    with evening(tmp_path) as e:
        e.ok(Choose(game="secret_hitler"))
        e.sit(5)
        with monkeypatch.context() as broken:
            broken.setattr(Journal, "append", refuse)
            assert e.do(Start()).code == "not-saved"
        assert (e.seen.stage, listing(tmp_path / "matches")) == ("lobby", [])
        e.ok(Start())


def test_the_last_move_and_the_end_are_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A plug pulled between the two would leave a match that is over and still open; the same when it is taken back."""
    with evening(tmp_path) as e:
        e.start("secret_hitler", 5)
        monkeypatch.setattr(Journal, "mark", refuse)
        e.play_on(Random(1))
        assert [m.end.state for m in listing(tmp_path / "matches")] == ["finished"]
        e.ok(Undo(sure=True))
        assert [m.end.state for m in listing(tmp_path / "matches")] == ["open"]


def test_who_sits_and_how_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A plug pulled between the two would leave a phone that holds a free chair."""
    with evening(tmp_path) as e:
        with monkeypatch.context() as pulled:
            pulled.setattr(House, "set", refuse)
            e.ok(Sit(chair=0, name="Ana", token="t"))
        again = e.again()
        e.table = again.table
        assert (e.seen.chairs[0].presence, e.table.chair_by("t")) == ("phone", 0)


def test_what_cannot_be_erased_just_now_is_said(e: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    e.start("secret_hitler", 5)
    e.ok(Quit())
    monkeypatch.setattr(play, "discard", refuse)
    assert e.do(Erase()).code == "not-saved"


def test_cards_of_the_workbench_mean_something_after_all_was_erased(e: Evening) -> None:
    e.ok(Erase())
    e.ok(Choose(game="secret_hitler"))
    assert e.tap(next(iter(e.inside(lambda x: x.house.tags("secret_hitler"))))).code == "nothing-asked"


# ---- panel


def test_an_alarm_is_answered_by_the_lamp_that_is_lit_alone(e: Evening) -> None:
    e.start("lighthouse", 5)
    play_until(e, lambda: bool(e.seen.playing and e.seen.playing.urn))
    e.ok(Fall())
    assert e.seen.alarm is not None
    assert e.do(Press(button="YES")).code == "button-means-nothing"
    assert e.seen.alarm is not None


def test_a_menu_closes_when_its_rows_are_no_longer_true(e: Evening) -> None:
    """The host chooses another game on a phone: a switch of the first would be shown, and cannot be."""
    e.ok(Choose(game="secret_hitler"))
    e.press("MENU")
    assert e.seen.menu is not None
    e.ok(Choose(game="lighthouse"))
    assert e.seen.menu is None

