"""Whole Turns at a running table: forms, the slot, the panel, bots, and what they cost in presses and taps."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.engine import HOST
from companion.games.republia.events import Counted
from companion.players import decide
from companion.table.requests import (
    AddBot,
    Answer,
    Choose,
    Drop,
    Press,
    RaiseHand,
    SetSwitch,
    Start,
    Status,
    Tap,
)
from companion.table.snapshot import Cursor, Key
from tests.table.evenings import Evening, evening


@pytest.fixture
def e(tmp_path: Path) -> Iterator[Evening]:
    with evening(tmp_path) as table:
        yield table


def begin(e: Evening, n: int = 4, **switches: Any) -> None:
    e.start("republia", n, **switches)
    e.ok(Answer(kind="name-first", fields={"seat": 0}))
    e.answer(HOST, "continue")


def to_urn(e: Evening, *, seat: int = 0) -> None:
    assert e.answer(seat, "legislate", law=0).ok
    assert e.answer(seat, "choose-journalist", target=(seat + 1) % 4).ok
    assert e.answer(seat, "end-press-conference").ok


def form(e: Evening, seat: int, *papers: str, extra: int | None = None) -> Any:
    return e.do(Drop(papers=list(papers), chair=seat, extra=extra))


@pytest.mark.rule("REP-206", "REP-092", "REP-087")
def test_a_ballot_by_phone_closes_itself(e: Evening) -> None:
    """W-91: after three forms the board says 4 of 5 and who is missing; a second form is refused."""
    begin(e)
    to_urn(e)
    assert form(e, 0, "positive", "positive").ok and form(e, 1, "negative").ok
    assert form(e, 2, "positive", extra=0).ok
    assert form(e, 1, "positive").code == "already-answered"
    urn = e.seen.playing.urn  # type: ignore[union-attr]
    assert urn is not None and (urn.inside, urn.due, urn.roll, urn.papers) == (
        4,
        5,
        {0, 1, 2},
        ("positive", "negative"),
    )
    assert form(e, 3, "negative").ok
    assert e.seen.playing.urn is None and e.state().legislated == 1  # type: ignore[union-attr]
    assert len(e.state().cards[2]) == 4


def lay_down(x: Any) -> None:
    """The panel is put down in the middle of a ballot."""
    x.cursor = Cursor()


@pytest.mark.rule("REP-208", "REP-206", "REP-092")
def test_the_panel_passed_round_takes_votes_and_shows_none(e: Evening) -> None:
    """YES and NO leave the same trace; the president's two votes are two presses; the last one closes the urn."""
    begin(e)
    to_urn(e)
    seen = []
    for button in ("YES", "NO"):
        e.press("DOWN", "OK")  # the president, who has two votes
        assert e.seen.cursor.seat == 0 and {"YES", "NO"} <= {b for b, key in e.seen.keys.items() if key.lit}
        e.press(button)
        seen.append((e.seen.cursor, e.seen.keys, e.seen.playing.urn))  # type: ignore[union-attr]
        e.press("MENU", "MENU")
        if button == "YES":
            assert form(e, 3, "positive").ok, "a phone in between"
            e.inside(lay_down)
            seen[-1] = (*seen[-1][:2], e.seen.playing.urn)  # type: ignore[union-attr]
    assert seen[0][:2] == seen[1][:2], "what was pressed is nowhere"
    e.press("YES")
    assert e.seen.playing.urn.roll == {0, 3}  # type: ignore[union-attr]
    for button in ("YES", "NO"):
        e.press("DOWN", button)
    assert e.seen.playing.urn is None  # type: ignore[union-attr]
    told: list[Any] = [x for x in e.seen.playing.events(None) if isinstance(x, Counted)]  # type: ignore[union-attr]
    assert [(x.positive, x.negative) for x in told] == [(3, 2)]


@pytest.mark.rule("REP-092", "REP-093", "REP-211")
def test_the_president_closes_the_slot_with_ok(e: Evening) -> None:
    begin(e, real=["votes"])
    e.do(Status(device="slot", status="ready"))
    to_urn(e)
    for key in ("positive#01", "positive#02", "positive#03", "negative#01", "negative#02"):
        e.tap(key, "slot")
    assert not e.seen.keys.get("NO", Key()).lit, "no press away from throwing a ballot out"
    assert e.press("OK").ok and (0, "accept-count") in e.asked()
    assert e.press("OK").ok and e.state().legislated == 1


@pytest.mark.rule("REP-086", "REP-094", "REP-209", "REP-211")
def test_what_falls_through_the_slot(e: Evening) -> None:
    """A Law, a Situation or a faction is no paper; a vote counts once; any Action card falls in unseen."""
    begin(e, real=["votes", "actions"])
    e.do(Status(device="slot", status="ready"))
    to_urn(e)
    assert e.tap("positive#01", "slot").ok and not e.tap("positive#01", "slot").ok
    for key in ("RL01", "LIB", "quorum_estricto"):
        assert e.tap(key, "slot").code == "not-for-the-urn" and e.seen.notice is not None
    assert e.do(Tap(uid="unknown", reader="slot")).code == "unknown-tag"
    before = e.seen.playing.urn  # type: ignore[union-attr]
    fraud = e.state().hands[1][1]
    assert e.tap(fraud, "slot").ok and e.seen.playing.urn == before, "the number on the board does not move"  # type: ignore[union-attr]
    for key in ("positive#02", "positive#03", "negative#01", "negative#02"):
        assert e.tap(key, "slot").ok
    assert e.do(Answer(kind="contents", chair=0)).ok
    assert e.asked() == {(0, "accept-count"), (0, "recount"), (0, "manual-count")}
    assert e.answer(0, "accept-count").ok
    assert e.state().legislated == 1 and "fraud" not in e.state().cards[1]


@pytest.mark.rule("REP-124", "REP-095")
def test_a_card_tapped_out_of_time_changes_nothing(e: Evening) -> None:
    begin(e, real=["actions"])
    to_urn(e)
    e.do(Status(device="slot", status="ready"))
    state = e.state()
    leadership = next(c for c in state.hands[0] if c.startswith("leadership"))
    assert not e.tap(leadership).ok, "a Turn that has begun knows no Leadership, and the urn has a slot of its own"
    assert e.state().hands == state.hands


@pytest.mark.rule("REP-066", "REP-063")
def test_a_tapped_card_is_that_very_card(e: Evening) -> None:
    begin(e, real=["actions"])
    leadership = next(c for c in e.state().hands[0] if c.startswith("leadership"))
    assert e.tap(leadership).ok
    assert leadership not in e.state().hands[0] and e.state().actions.loose[leadership] == 1
    assert len(e.state().held[0]) == 2


@pytest.mark.rule("REP-091")
def test_the_plug_pulled_with_the_urn_open(e: Evening) -> None:
    begin(e)
    to_urn(e)
    form(e, 0, "positive", "negative")
    e.table = e.again().table
    urn = e.seen.playing.urn  # type: ignore[union-attr]
    assert urn is not None and (urn.inside, urn.roll) == (2, {0})
    assert form(e, 0, "positive", "negative").code == "already-answered"
    for seat in (1, 2, 3):
        assert form(e, seat, "positive").ok
    assert e.state().legislated == 1


@pytest.mark.rule("REP-210", "REP-070")
def test_the_panel_offers_all_three_fates_and_a_pressed_one_out_of_reach_changes_nothing(e: Evening) -> None:
    """W-94."""
    begin(e)
    public = {f.kind: f for f in e.faces(None) if f.by == 0}
    for kind in ("legislate", "decree", "veto"):
        assert public[kind].fields["law"].accepts(0)  # type: ignore[union-attr]


def test_bots_play_a_whole_match_at_the_table(tmp_path: Path) -> None:
    with evening(tmp_path, decide=decide, pace=(0.0, 0.0)) as e:
        e.ok(Choose(game="republia"))
        e.ok(SetSwitch(name="first_president", value="random"))
        for _ in range(4):
            e.ok(AddBot())
        e.ok(Start())
        for _ in range(4000):
            if e.seen.stage != "playing":
                break
            e.clock.now += 1
            e.do(Press(button="MENU"))
            e.do(Press(button="MENU"))
            if (HOST, "continue") in e.asked():
                e.answer(HOST, "continue")
        assert e.seen.stage == "over"


def round_inputs(e: Evening, n: int, ballots: int) -> tuple[int, int]:
    """Presses, taps and forms of one Round of `n` with so many ballots, all else decreed; and how many were votes."""
    done = votes = 0
    for k in range(n):
        president = e.state().president
        assert president is not None
        if k >= ballots:
            e.inside(partial(enrich, seat=president))
            assert e.answer(president, "decree", law=0).ok
            done += 1
            continue
        to_urn_of(e, president, n)
        done += 3
        for seat in range(n):
            due = 2 if seat == president else 1
            assert form(e, seat, *["positive", "negative"][:due]).ok
            done, votes = done + 1, votes + 1
    (last,) = (seat for seat, kind in e.asked() if kind == "end-turn")
    assert e.answer(last, "end-turn").ok
    return done + 1, votes


def enrich(x: Any, seat: int) -> None:
    """Power for any decree: what is counted is how often somebody must do something."""
    t = x.session.match.state
    t.bank -= 5
    t.pp[seat] += 5


def to_urn_of(e: Evening, president: int, n: int) -> None:
    assert e.answer(president, "legislate", law=0).ok
    assert e.answer(president, "choose-journalist", target=(president + 1) % n).ok
    assert e.answer(president, "end-press-conference").ok


@pytest.mark.parametrize(("n", "ballots", "most"), [(4, 3, 28), (6, 4, 45), (8, 6, 77)])
def test_a_typical_round_asks_no_more_than_it_must(tmp_path: Path, n: int, ballots: int, most: int) -> None:
    with evening(tmp_path) as e:
        begin(e, n)
        done, votes = round_inputs(e, n, ballots)
        assert done + 2 <= most, "two more for a card in the open"
        assert votes == ballots * n


@pytest.mark.rule("REP-193", "REP-079", "REP-080")
def test_the_clock_of_a_speech_shows_and_triggers_nothing(e: Evening) -> None:
    """It starts anew with the press, stands still in a pause, and may run out."""
    begin(e, presentation_s=60, press_s=45, reading_s=0)
    assert e.seen.playing.clocks == ()  # type: ignore[union-attr]
    assert e.answer(0, "legislate", law=0).ok

    def running() -> tuple[Any, ...]:
        assert e.seen.playing is not None
        return tuple((c.bell, c.seconds) for c in e.seen.playing.clocks)

    assert running() == (("presentation", 60),)
    e.clock.now += 90
    e.ok(RaiseHand(chair=1, up=True))
    assert running() == (("presentation", 60),) and (0, "end-presentation") in e.asked()
    assert e.answer(0, "end-presentation").ok
    assert running() == (("press", 45),)
