"""The table through a whole evening of Secret Hitler: answers, undo, pause, resume, rematch, books."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.engine import HOST
from companion.table import archive, fair
from companion.table.journal import Row
from companion.table.requests import (
    AddBot,
    Choose,
    Comeback,
    Contribute,
    Correct,
    Erase,
    FreeChair,
    Leave,
    OpenBooks,
    Pause,
    Quit,
    Rematch,
    SetSwitch,
    Sit,
    Source,
    Start,
    Undo,
)
from companion.table.table import checked
from tests.table.evenings import GAMES, Evening, evening

SH = "secret_hitler"


@pytest.fixture
def e(tmp_path: Path) -> Iterator[Evening]:
    with evening(tmp_path) as table:
        yield table


def look(e: Evening, seats: int) -> None:
    for seat in range(seats):
        assert e.answer(seat, "seen-role").ok


def nominate(e: Evening) -> tuple[int, int]:
    (face,) = e.faces(None, "nominate")
    chancellor = face.fields["chancellor"].values[0]  # type: ignore[union-attr]
    assert e.answer(face.by, "nominate", chancellor=chancellor).ok
    return face.by, chancellor


@pytest.mark.rule("SHT-211")
def test_a_whole_match_is_played_and_its_books_verify(e: Evening, tmp_path: Path) -> None:
    """Fair draws: the commitment is shown before, the seed opens after, every draw is recomputed."""
    promised = e.seen.commitment
    e.sit(5)
    e.ok(Contribute(chair=2, text="00ff"))
    assert e.seen.chairs[2].contributed
    e.start(SH, 5)
    assert e.seen.playing
    assert e.seen.playing.commitment == promised
    e.play_on(Random(4))
    assert e.seen.stage == "over"
    assert e.table.audit() is None
    match = e.seen.playing.match
    path = tmp_path / "matches" / f"{match}.match"
    archive.export(path, tmp_path / "closed")
    assert archive.load(tmp_path / "closed").books is None
    e.ok(OpenBooks())
    assert e.do(Undo(sure=True)).code == "books-open"
    told = e.table.audit()
    assert told
    assert fair.commit(bytes.fromhex(told["seed"])) == promised
    assert told["contributions"] == {"2": "00ff"}
    archive.export(path, tmp_path / "open")
    kept = archive.load(tmp_path / "open")
    assert checked(kept, GAMES[SH]) is None
    moves = [json.loads(r.body) for r in kept.rows if r.kind == "move"]
    assert sum(m["kind"] == "drawn" for m in moves) >= len(told["draws"]) > 5


def test_phones_add_to_a_rematch_on_the_page_of_the_end(e: Evening) -> None:
    """The promise of the next match is there as soon as one has begun, and holds for the one that follows at once."""
    e.start(SH, 5)
    promise = e.seen.commitment
    assert e.seen.playing and promise != e.seen.playing.commitment
    e.answer(HOST, "continue")
    e.play_on(Random(1))
    assert e.seen.stage == "over" and e.seen.commitment == promise
    for chair in range(5):
        e.ok(Contribute(chair=chair, text=f"{chair:02x}"))
    e.ok(Rematch())
    assert e.seen.playing.commitment == promise
    assert e.inside(lambda x: x.session.journal.books.contributions) == {s: f"{s:02x}" for s in range(5)}
    assert e.seen.commitment != promise and not any(c.contributed for c in e.seen.chairs)


@pytest.mark.parametrize("source", ["table", "tap", "host"])
def test_a_changed_draw_is_named_by_verify(e: Evening, tmp_path: Path, source: Source) -> None:
    """`companion verify` says no where a draw is not what the seed says, and names the first; whoever is said to have
    made it."""
    e.start(SH, 5)
    e.play_on(Random(4))
    e.ok(OpenBooks())
    assert e.seen.playing
    kept = archive.load(tmp_path / "matches" / f"{e.seen.playing.match}.match")
    rows = list(kept.rows)
    at = next(i for i, r in enumerate(rows) if b"first_president" in r.body)
    president = json.loads(rows[at].body)["item"]
    other = rows[at].body.replace(f'"item":"{president}"'.encode(), f'"item":"{(int(president) + 1) % 5}"'.encode())
    forged = archive.Kept(kept.header, kept.end, [*rows[:at], Row("move", other, source)], kept.books)
    fault = checked(forged, GAMES[SH])
    assert fault
    assert fault.what == "choice"


def test_an_evening_resumes_exactly_where_it_stood(e: Evening) -> None:
    """The plug: everybody sits where they sat, every form has its number, what was answered is answered."""
    e.start(SH, 6)
    look(e, 6)
    nominate(e)
    e.answer(2, "vote", ja=True)
    before = e.seen.playing
    assert before
    f = e.again()
    try:
        after = f.seen.playing
        assert after
        assert (after.views, after.faces) == (before.views, before.faces)
        assert [(t.event, t.to) for t in after.told] == [(t.event, t.to) for t in before.told]
        assert [c.name for c in f.seen.chairs] == [c.name for c in e.seen.chairs]
        assert f.table.chair_by("phone-3") == 3
        assert f.seen.commitment != ""
        f.play_on(Random(2))
    finally:
        f.table.close()
        e.table = Evening(e.folder).table


def test_a_table_that_was_paused_is_paused_after_a_restart(e: Evening) -> None:
    e.start(SH, 5)
    e.ok(Pause(on=True))
    f = e.again()
    try:
        assert f.seen.paused
        assert f.answer(0, "seen-role").code == "paused"
        f.ok(Pause(on=False))
    finally:
        f.table.close()
    e.table = Evening(e.folder).table
    assert not e.seen.paused


@pytest.mark.rule("SHT-272")
def test_a_stale_form_sent_twice_is_refused_and_changes_nothing(e: Evening) -> None:
    """SHT-272: the same nomination twice has no second effect."""
    e.start(SH, 5)
    look(e, 5)
    (face,) = e.faces(None, "nominate")
    number = next(f.number for f in e.faces(face.by, "nominate"))
    chancellor = face.fields["chancellor"].values[0]  # type: ignore[union-attr]
    assert e.answer(face.by, "nominate", number, chancellor=chancellor).ok
    moves = e.seen.playing.moves if e.seen.playing else 0
    again = e.answer(face.by, "nominate", number, chancellor=chancellor)
    assert (again.ok, again.code) == (False, "not-your-turn")
    assert e.seen.playing
    assert e.seen.playing.moves == moves


def test_a_move_for_another_seat_cannot_be_made(e: Evening) -> None:
    """A phone answers for its own chair: the seat is the table's, not the form's."""
    e.start(SH, 5)
    look(e, 5)
    (face,) = e.faces(None, "nominate")
    other = (face.by + 1) % 5
    assert e.answer(other, "nominate", chancellor=face.by, by=face.by).code == "not-your-turn"
    assert e.answer(other, "nominate", chancellor=face.by).code == "not-your-turn"


def test_after_the_reveal_a_vote_is_refused(e: Evening) -> None:
    e.start(SH, 5)
    look(e, 5)
    nominate(e)
    for seat in range(5):
        assert e.answer(seat, "vote", ja=seat == 0).ok
    assert e.answer(1, "vote", ja=True).code == "not-your-turn"


def test_undo_takes_back_the_last_move_and_asks_twice_where_it_told(e: Evening) -> None:
    e.start(SH, 5)
    look(e, 5)
    nominate(e)
    e.answer(0, "vote", ja=True)
    assert e.seen.playing
    assert (e.seen.playing.undo, e.seen.playing.undo_tells) == ("vote", False)
    e.ok(Undo())
    assert e.seen.notice
    assert (e.seen.notice.code, e.seen.notice.detail["kind"]) == ("undone", "vote")
    assert "ja" not in str(e.seen.notice)
    for seat in range(5):
        e.answer(seat, "vote", ja=True)
    refused = e.do(Undo())
    assert (refused.ok, refused.code) == (False, "undo-tells")
    e.ok(Undo(sure=True))
    assert (4, "vote") in e.asked()
    f = e.again()
    assert f.asked() == {(4, "vote")}
    e.table = f.table


def test_a_form_from_before_an_undo_stays_stale(e: Evening) -> None:
    e.start(SH, 5)
    look(e, 5)
    nominate(e)
    number = next(f.number for f in e.faces(3, "vote") if f.by == 3)
    e.ok(Undo(sure=True))
    nominate(e)
    assert e.answer(3, "vote", number, ja=True).code == "stale"


def test_a_chair_that_does_not_exist_is_refused(e: Evening) -> None:
    for request in (Sit(chair=10, name="Ana", token="x"), FreeChair(chair=-1), AddBot(chair=99), Leave(chair=12)):
        assert e.do(request).code == "bad-chair"


def test_a_table_may_be_closed_twice(tmp_path: Path) -> None:
    with evening(tmp_path) as e:
        e.table.close()


def test_a_pause_stops_the_seats_and_not_the_host(e: Evening) -> None:
    e.start(SH, 5)
    e.ok(Pause(on=True))
    assert e.answer(0, "seen-role").code == "paused"
    assert e.seen.paused
    assert e.answer(HOST, "continue").ok
    e.ok(Pause(on=False))
    assert not e.seen.paused


@pytest.mark.rule("SHT-016", "SHT-268")
def test_options_are_frozen_once_the_match_has_begun(e: Evening) -> None:
    """SHT-016: the host cannot change options in the middle of a match."""
    e.start(SH, 5, veto_pair_term_limited=True)
    assert e.do(SetSwitch(name="veto_pair_term_limited", value=False)).code == "frozen-options"
    assert e.seen.playing
    assert e.seen.playing.options.veto_pair_term_limited  # type: ignore[attr-defined]


def test_a_match_wants_the_number_of_seats_of_its_game(e: Evening) -> None:
    e.sit(4)
    e.ok(Choose(game=SH))
    reply = e.do(Start())
    assert (reply.ok, reply.code, reply.detail) == (False, "seats", {"low": 5, "high": 10, "n": 4})
    assert e.seen.stage == "lobby"


@pytest.mark.rule("SHT-263", "SHT-264")
def test_the_code_brings_a_seat_back_on_another_phone(e: Evening) -> None:
    """SHT-263, SHT-264: the newest phone holds the seat; a wrong code yields nothing."""
    e.start(SH, 5)
    code = e.table.code_of(3)
    assert code
    assert e.do(Comeback(code="ZZZZ9", token="new")).code == "bad-code"
    assert e.do(Comeback(code=code.lower(), token="new")).detail["chair"] == 3
    assert e.table.chair_by("new") == 3
    assert e.table.chair_by("phone-3") is None
    assert e.seen.chairs[3].seat == 3


def test_a_seat_may_be_freed_and_given_to_a_newcomer_or_a_bot(tmp_path: Path) -> None:
    with evening(tmp_path) as e:
        e.start(SH, 5)
        e.ok(FreeChair(chair=2))
        assert e.seen.chairs[2].seat == 2
        assert e.table.chair_by("phone-2") is None
        e.ok(Sit(chair=2, name="Iris", token="fresh"))
        assert e.seen.playing
        assert e.seen.playing.names[2] == "Iris"
        e.ok(FreeChair(chair=2))
        e.ok(AddBot(chair=2))
        assert e.seen.chairs[2].presence == "bot"


def test_rematch_keeps_the_seats_and_commits_to_a_new_seed(e: Evening) -> None:
    e.start(SH, 5)
    e.play_on(Random(7))
    first = e.seen.playing
    e.ok(Rematch())
    assert first
    assert e.seen.playing
    assert e.seen.playing.names == first.names
    assert e.seen.playing.match != first.match
    assert e.seen.playing.commitment != first.commitment


def test_abandon_keeps_the_file_and_erase_removes_it(e: Evening, tmp_path: Path) -> None:
    e.start(SH, 5)
    assert e.seen.playing
    match = e.seen.playing.match
    assert e.do(Erase(match=match)).code == "match-running"
    e.ok(Quit())
    (listed,) = archive.listing(tmp_path / "matches")
    assert listed.end.state == "abandoned"
    e.ok(Erase(match=match))
    assert archive.listing(tmp_path / "matches") == []
    assert e.do(Erase(match=match)).code == "no-such-match"
    e.ok(Erase())
    assert all(c.presence == "free" for c in e.seen.chairs)


def test_abort_is_a_correction_of_the_host(e: Evening) -> None:
    """SHT-209: nobody wins, and roles stay hidden unless the host shows them."""
    e.start(SH, 5)
    e.ok(Correct(kind="abort", fields={"show_roles": False}))
    assert e.seen.stage == "over"
    assert e.seen.playing
    assert e.seen.playing.result
    assert e.seen.playing.result.winners == ()
    assert e.seen.playing.views[None]["roles"] == {}


@pytest.mark.rule("SHT-260", "SHT-266")
def test_nothing_secret_is_published_for_whom_it_is_not(e: Evening) -> None:
    """Views, faces and events of the board never hold a role, a hand or an unrevealed vote."""
    e.start(SH, 7)
    rng = Random(9)
    while e.seen.stage == "playing":
        playing = e.seen.playing
        assert playing
        public = playing.views[None]
        assert public["roles"] == {}
        assert all(set(hand) == {"covered"} for hand in public["hands"].values())
        assert not public["peek"]
        assert not public["party"]
        assert all(f.number is None for f in playing.faces[None])
        e.go_on(rng)
