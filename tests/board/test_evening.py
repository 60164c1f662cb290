"""A real table from the first light to the open books: every picture of the board can be read."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Literal

import polib
import pytest

from companion.board import data, fill
from companion.board.data import Join, Refusal
from companion.board.moment import Moment
from companion.board.painter import Painter
from companion.board.scenes import overlay
from companion.display.canvas import Canvas
from companion.locale import Words
from companion.table.requests import Answer, Press
from companion.table.snapshot import Alarm, Snapshot
from tests.board.evening import ALARMS, GAME, GAMES, a_match, before_a_match, evening
from tests.board.examples import LONG, SHORT
from tests.board.test_scenes import check_words, touching

JOIN = Join("HTTP://192.168.100.100:8080/", "Mesa", "4711")
SMALL, WIDE = (800, 480), (1920, 1080)
BOTH: tuple[Literal["es", "en"], ...] = ("es", "en")
COVERED = ("refused", "alarm", "unsaved")  # what lies over the picture prints over what was there
CATALOGUE = Path(__file__).parents[2] / "companion" / "locale" / "es.po"
CODES = sorted({m[1] for e in polib.pofile(str(CATALOGUE)) if (m := re.fullmatch(r"refusal\.(.+)\.why", e.msgid))})
GAPS = {"name": "Hermenegildo", "seat": "Hermenegildo", "game": "Secret Hitler", "key": "hitler-1", "chair": 10,
        "most": 12, "n": 10, "low": 5, "high": 10, "device": "reader", "place": "Líder amarillo «Corbata»"}  # fmt: skip


def check(stages: Iterable[tuple[str, Snapshot]], size: tuple[int, int]) -> set[str]:
    """Paint every stage in both languages and read it; the names of the stages."""
    painter, seen = Painter(size, GAMES, JOIN, strict=True), set()
    for name, snapshot in stages:
        seen.add(name)
        for language in BOTH:
            moment = Moment(fill.public(replace(snapshot, language=language)))
            painter.paint(moment, 100.0)
            check_words(painter.canvas, f"{name}, {language}")
            assert any(word in name for word in COVERED) or touching(painter.canvas) == [], (name, language)
    return seen


@pytest.mark.parametrize("size", [SMALL, WIDE], ids=["small", "wide"])
def test_before_a_match_every_picture_can_be_read(tmp_path: Path, size: tuple[int, int]) -> None:
    with evening(tmp_path, LONG, first_president="host", not_hitler_marker=True, discussion_timer_s=120) as one:
        seen = check(before_a_match(one), size)
    assert {"lobby ready", "menu lobby 3", "enrolment roles liberal", "enrolment complete"} <= seen


@pytest.mark.parametrize("seats", range(5, 11))
def test_in_a_match_every_picture_can_be_read(tmp_path: Path, seats: int) -> None:
    """On the small screen with the longest names; overlays, pause, raised hands and lost phones included."""
    with evening(tmp_path, LONG[:seats], seed=seats, not_hitler_marker=seats > 7) as one:
        seen = check(a_match(one), SMALL)
    assert {"ask seen-role", "ask nominate", "ask vote", "ask discard", "ask enact", "end", "end books open"} <= seen
    assert {"ask vote, refused", "ask vote, paused", "ask vote, clock", "menu playing 0", "menu end 0"} <= seen


def test_in_a_match_every_picture_can_be_read_on_the_large_screen(tmp_path: Path) -> None:
    with evening(tmp_path, SHORT[:7]) as one:
        assert "end" in check(a_match(one), WIDE)


@pytest.mark.parametrize("language", BOTH)
def test_every_refusal_fits_its_slip_on_the_small_screen(language: Literal["es", "en"]) -> None:
    prompt = fill.prompt(Snapshot(language=language), Words(language, GAME))
    for code in CODES:
        canvas = Canvas(SMALL, strict=True)
        overlay.draw_refusal(canvas, Refusal(*prompt.refusal(code, GAPS)), prompt.words)
        check_words(canvas, code)
    assert len(CODES) > 60


@pytest.mark.parametrize("language", BOTH)
def test_every_reason_why_a_choice_is_not_offered_fits_too(language: Literal["es", "en"]) -> None:
    prompt = fill.prompt(Snapshot(language=language), Words(language, GAME))
    for why in ("dead", "yourself", "term-limit", "investigated"):
        canvas = Canvas(SMALL, strict=True)
        overlay.draw_refusal(canvas, Refusal(*prompt.refusal("not-offered", {"why": why})), prompt.words)
        check_words(canvas, why)


@pytest.mark.parametrize("language", BOTH)
@pytest.mark.parametrize("code", ALARMS)
def test_every_alarm_fits_its_band(language: Literal["es", "en"], code: str) -> None:
    prompt = fill.prompt(Snapshot(language=language), Words(language, GAME))
    canvas = Canvas(SMALL, strict=True)
    overlay.draw_alarm(canvas, data.Alarm(*prompt.refusal(code, {})), prompt.words)
    check_words(canvas, code)


def printed(snapshot: Snapshot) -> list[str]:
    painter = Painter(SMALL, GAMES, JOIN, strict=True)
    painter.paint(Moment(fill.public(snapshot)), 100.0)
    return [text.words for text in painter.canvas.printed]


def test_the_commitment_stands_in_the_lobby_and_at_the_end(tmp_path: Path) -> None:
    """The same sixteen digits, so that anybody can compare them."""
    with evening(tmp_path, SHORT[:5]) as one:
        one.choose()
        mark = fill.grouped(one.snapshot.commitment)
        assert any(mark in words for words in printed(one.snapshot))
        *_, (name, last) = a_match(one)
        assert name == "end books open"
        assert any(mark in words for words in printed(last))


def test_whoever_plays_with_the_panel_alone_sees_on_the_board_what_it_points_at(tmp_path: Path) -> None:
    with evening(tmp_path, SHORT[:7]) as one:
        one.start()
        while not any(f.kind == "nominate" for f in one.snapshot.playing.faces[None]):  # type: ignore[union-attr]
            one.answer_one()
        painter = Painter(SMALL, GAMES, JOIN)
        pointed = []
        for _ in range(2):
            one.do(Press(button="DOWN"))
            now = painter.situation(Moment(fill.public(one.snapshot)))
            assert now is not None
            pointed.append(now.pointed)
        assert None not in pointed
        assert len(set(pointed)) == 2
        one.do(Press(button="OK"))
        now = painter.situation(Moment(fill.public(one.snapshot)))
        assert now is not None
        assert now.view["nominee"] == pointed[1]
        assert now.pointed is None


def test_among_several_the_board_says_for_whom_the_panel_answers(tmp_path: Path) -> None:
    with evening(tmp_path, SHORT[:5]) as one:
        one.start()
        one.do(Press(button="DOWN"))
        assert "Responde Ana, con el panel" in printed(one.snapshot)
        seat = one.snapshot.cursor.seat
        one.do(Answer(kind="seen-role", chair=seat))
        assert "Responde Ana, con el panel" not in printed(one.snapshot), "who has answered is not asked any more"


def test_a_raised_hand_and_a_lost_phone_show_on_the_plates(tmp_path: Path) -> None:
    with evening(tmp_path, SHORT[:7]) as one:
        moment = next(s for name, s in a_match(one) if name == "ask seen-role, hands up and two away")
        now = Painter(SMALL, GAMES, JOIN).situation(Moment(fill.public(moment)))
        assert now is not None
        assert (sorted(now.hands), sorted(now.away)) == ([0, 2, 4, 6], [1, 2])


def test_every_key_that_a_sentence_of_the_board_names_is_shown_as_on_the_panel(tmp_path: Path) -> None:
    with evening(tmp_path, SHORT[:5]) as one:
        one.start()
        said = printed(replace(one.snapshot, alarm=Alarm("urn-lost")))
        assert "Repetid la votación. ◎ para seguir." in said
        assert not [words for words in said if "OK" in words.split()]


def test_a_table_without_a_panel_is_sent_to_the_page_of_the_host(tmp_path: Path) -> None:
    with evening(tmp_path, SHORT[:5]) as one:
        one.choose()
        one.sit()
        assert "Cuando queráis: se empieza en /host" in printed(one.snapshot)
        assert "Cuando queráis: ◎ para jugar" in printed(replace(one.snapshot, devices={"panel": "ready"}))
        assert "Cuando queráis: se empieza en /host" in printed(replace(one.snapshot, devices={"panel": "error"}))


def test_the_address_stands_in_letters_under_its_code(tmp_path: Path) -> None:
    with evening(tmp_path, SHORT[:5]) as one:
        assert "192.168.100.100:8080" in printed(one.snapshot)
        one.start()
        paused = printed(replace(one.snapshot, paused=True))
        assert "192.168.100.100:8080" in paused
        assert "Vuelve con tu código" in " ".join(paused)  # beside the code it takes several lines


def test_while_the_table_learns_its_tags_every_kind_is_listed(tmp_path: Path) -> None:
    with evening(tmp_path, SHORT[:5]) as one:
        first = next(snapshot for name, snapshot in before_a_match(one) if name == "enrolment first")
        kinds = {fill.kind_name(Words("es", GAME), component) for component in GAMES[GAME].components}
        assert kinds <= set(printed(first))
