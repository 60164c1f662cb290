"""The board of Secret Hitler in every moment that random matches reach: each word fits, nothing secret is shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.board.data import Draws, Ending
from companion.board.scenes import ending
from companion.display import theme
from companion.display.canvas import Canvas
from companion.display.situation import Situation
from companion.games.secret_hitler import scene
from companion.games.secret_hitler.scene.wording import ORDER, asking, offices, plates
from companion.locale import Words
from tests.board.examples import LANGUAGES, LONG, SHORT, SIZES
from tests.board.test_scenes import touching
from tests.games.secret_hitler.moments import KEYS, moments, shown, situation
from tests.pictures import check

every_size = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
every_language = pytest.mark.parametrize("lang", LANGUAGES)
every_count = pytest.mark.parametrize("seats", range(5, 11))


def draw(canvas: Canvas, now: Situation, lang: str, name: str) -> None:
    """The moment as the board would show it: the end on its own page."""
    words = Words(lang, game="secret_hitler")
    if not name.startswith("end"):
        scene.draw(canvas, now, words)
        return
    close = scene.closing(now, words)
    data = Ending("secret_hitler", now.title, "", close.winner, close.why, close.plates, KEYS, close.decisive,
                  close.facts, Draws("7C41 09AF 22D8 6E10"))  # fmt: skip
    ending.draw(canvas, data, words, lambda page: scene.closing_art(page, dict(now.view), ending.ART), scene.MARKS)


@every_count
@every_size
@every_language
def test_every_moment_fits_and_can_be_read(seats: int, size: tuple[int, int], lang: str) -> None:
    canvas, names = Canvas(size, strict=True), SHORT if seats == 6 else LONG
    for name, gathered in moments(seats).items():
        canvas.clear()
        draw(canvas, situation(gathered, names), lang, name)
        assert canvas.complaints == [], name
        assert touching(canvas) == [], name
        for text in canvas.printed:
            assert text.size >= theme.MIN * 0.97, (name, text)
            assert text.x >= 3.9 and text.x + text.w <= 156.1, (name, text)
            assert text.ink == theme.RULE or theme.contrast(text.ink, text.ground) >= 4.5, (name, text)


@every_count
def test_random_matches_reach_most_moments(seats: int) -> None:
    """So that the other tests see what they claim to see."""
    seen = set(moments(seats))
    assert {"ask nominate", "ask vote", "ask discard", "ask enact", "ask execute", "ask seen-role"} <= seen
    assert {"event vote-passed", "event vote-failed", "event executed"} <= seen
    assert any(name.startswith("end ") for name in seen)


@every_language
def test_every_kind_of_question_has_its_sentence(lang: str) -> None:
    words = Words(lang, game="secret_hitler")
    assert [kind for kind in ORDER if not words.has(f"scene.ask.{kind}")] == []
    assert [kind for kind in scene.HOLD if not words.has(f"scene.event.{kind}")] == []


def test_while_a_vote_is_open_the_board_is_the_same_whatever_was_voted() -> None:
    """Who has voted shows at once, what only at the reveal."""
    now = situation(moments(7)["ask vote"], SHORT)
    assert asking(now) == "vote"
    assert now.view["ballots"] == {}
    canvas = Canvas((800, 480), strict=True)
    scene.draw(canvas, now, Words("es", game="secret_hitler"))
    said = [text.words for text in canvas.printed]
    due, done = len(now.asked("vote")), sum(ballot.answered for ballot in now.asked("vote"))
    assert 0 < done < due
    assert f"{done} de {due} votos" in said
    assert said.count("HA VOTADO") == done
    assert said.count("FALTA") == due - done


@pytest.mark.rule("SHT-079")
@pytest.mark.parametrize("kind", ["ask discard", "ask enact", "ask nominate", "event liberal-enacted"])
def test_what_was_voted_stays_on_the_plates_until_the_next_nomination(kind: str) -> None:
    now = situation(moments(7)[kind], SHORT)
    cast = {seat: "yes" if aye else "no" for seat, aye in now.view["ballots"].items()}
    shown_ = {plate.number - 1: plate.mark for plate in plates(now, Words("es", game="secret_hitler"))}
    assert cast
    assert {seat: shown_[seat] for seat in cast if seat not in now.view["dead"]} == {
        seat: mark for seat, mark in cast.items() if seat not in now.view["dead"]
    }


def test_offices_are_those_of_the_round_that_is_shown() -> None:
    """A failed vote is shown when the state is in the next round already."""
    view, questions, event = moments(7)["event vote-failed"]
    assert offices(situation((view, questions, event), SHORT))[::2] == (event["seat"], event["target"])


@pytest.mark.picture
@pytest.mark.parametrize("name", sorted(shown(7)))
@pytest.mark.parametrize(
    ("size", "lang", "names"), [(SIZES[0], "es", SHORT[:7]), (SIZES[2], "en", LONG)], ids=["wide", "small"]
)
def test_the_picture_is_the_stored_one(
    name: str, size: tuple[int, int], lang: str, names: tuple[str, ...], rewrite: bool
) -> None:
    canvas = Canvas(size)
    draw(canvas, situation(shown(len(names))[name], names), lang, name)
    check(canvas.picture(), Path(__file__).parent / "pictures" / f"{name}-{lang}-{size[1]}.png", rewrite)
