"""The board of Secret Hitler in every moment that random matches reach: each word fits, nothing secret is shown."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.display.canvas import Canvas
from companion.display.situation import Situation
from companion.games.secret_hitler import GAME, scene
from companion.games.secret_hitler.scene.wording import ORDER, asking, offices, plates
from companion.locale import Words
from tests.board.examples import LANGUAGES, LONG, SHORT, SIZES
from tests.games.scenes import draw, every_frame, legible
from tests.games.secret_hitler.moments import moments, shown, situation
from tests.pictures import check

every_language = pytest.mark.parametrize("lang", LANGUAGES)
COUNTS = range(5, 11)
every_count = pytest.mark.parametrize("seats", COUNTS)


@every_frame(COUNTS)
def test_every_moment_fits_and_can_be_read(seats: int, size: tuple[int, int], lang: str) -> None:
    canvas, names = Canvas(size, strict=True), SHORT if seats == 6 else LONG
    for name, gathered in {**moments(seats), **(shown(seats) if seats > 6 else {})}.items():
        canvas.clear()
        draw(GAME, canvas, situation(gathered, names), lang, name)
        legible(canvas, name)


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


def said(now: Situation, lang: str = "es") -> list[str]:
    canvas = Canvas((800, 480), strict=True)
    scene.draw(canvas, now, Words(lang, game="secret_hitler"))
    return [text.words for text in canvas.printed]


def test_with_tiles_the_board_says_who_draws_and_how_far_they_are() -> None:
    now = situation(shown(7)["draw"], SHORT)
    assert {"Ana roba 3 losetas, sin enseñarlas", "1 de 3"} <= set(said(now))
    assert [plate.state for plate in plates(now, Words("es", game="secret_hitler"))] == ["now", *["idle"] * 6]
    pile = now.view["deck"]["covered"] - 1
    assert str(pile) in said(now)


def test_what_is_drawn_by_chaos_or_to_be_looked_at_is_said_before_it_is_drawn() -> None:
    assert "Caos: pasad la de arriba por el lector" in said(situation(shown(7)["draw-chaos"], SHORT))
    assert "RONDA 5 · CAOS" in said(situation(shown(7)["draw-chaos"], SHORT))
    assert "Ana mira a solas las 3 de arriba" in said(situation(shown(7)["draw-peek"], SHORT))
    assert "RONDA 5 · PODER PRESIDENCIAL" in said(situation(shown(7)["draw-peek"], SHORT))


def test_the_tiles_are_to_be_shuffled_while_somebody_nominates() -> None:
    now = situation(shown(7)["reshuffle"], SHORT)
    assert "pulsad ◎" in " ".join(said(now))
    without = replace(now, ways=frozenset({"phone"}))
    assert "/host" in " ".join(said(without))


@pytest.mark.parametrize(
    ("ways", "wanted"),
    [
        ({"phone"}, "En tu móvil"),
        ({"phone", "panel"}, "En tu móvil o en el panel"),
        ({"phone", "panel", "cards"}, "Con tu papeleta, en tu móvil o en el panel"),
    ],
)
def test_a_vote_names_the_ways_that_are_there(ways: set[str], wanted: str) -> None:
    assert wanted in said(replace(situation(shown(7)["vote"], SHORT), ways=frozenset(ways)))


def test_an_election_that_ends_the_match_promises_no_policies() -> None:
    now = situation(shown(7)["reveal"], SHORT)
    assert "Gobierno elegido. Ana recibe tres políticas." in said(now)
    last = replace(now, view=now.view | {"ended": "hitler_elected"})  # type: ignore[operator]
    assert "Gobierno elegido. Diego es canciller." in said(last)


def test_whoever_is_asked_in_the_next_round_does_not_light_the_seats_of_the_last_one() -> None:
    now = situation(shown(7)["landslide"], SHORT)
    assert {plate.state for plate in plates(now, Words("es", game="secret_hitler"))} == {"idle"}
    assert "RONDA 4 · RECUENTO" in said(now)


@pytest.mark.picture
@pytest.mark.parametrize("name", sorted(shown(7)))
@pytest.mark.parametrize(
    ("size", "lang", "names"), [(SIZES[0], "es", SHORT[:7]), (SIZES[2], "en", LONG)], ids=["wide", "small"]
)
def test_the_picture_is_the_stored_one(
    name: str, size: tuple[int, int], lang: str, names: tuple[str, ...], rewrite: bool
) -> None:
    canvas = Canvas(size)
    draw(GAME, canvas, situation(shown(len(names))[name], names), lang, name)
    check(canvas.picture(), Path(__file__).parent / "pictures" / f"{name}-{lang}-{size[1]}.png", rewrite)
