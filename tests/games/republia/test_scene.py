"""The board of Republia in every moment that random matches reach: each word fits, nothing secret is shown."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.display.canvas import Canvas
from companion.display.motion import LONGEST
from companion.display.situation import Urn
from companion.games.republia import GAME, scene
from companion.games.republia import moves as m
from companion.games.republia.scene import then
from companion.games.republia.scene.motion import motion
from companion.games.republia.scene.wording import ORDER
from companion.locale import Words
from tests.board.examples import LANGUAGES, LONG, SHORT, SIZES
from tests.games.scenes import draw, every_frame, legible
from tests.pictures import check

from ..driver import drive
from .moments import moments, shown, situation
from .tables import speak, table, turn_of, urn

every_language = pytest.mark.parametrize("lang", LANGUAGES)
COUNTS = (3, 5, 6, 8)
every_count = pytest.mark.parametrize("seats", COUNTS)
ES = Words("es", game=GAME.id)


@every_frame(COUNTS)
def test_every_moment_fits_and_can_be_read(seats: int, size: tuple[int, int], lang: str) -> None:
    canvas, names = Canvas(size, strict=True), SHORT if seats == 6 else LONG
    for name, gathered in moments(seats).items():
        canvas.clear()
        draw(GAME, canvas, situation(gathered, names), lang, name)
        legible(canvas, name)


@every_count
def test_random_matches_reach_most_moments(seats: int) -> None:
    """So that the other tests see what they claim to see."""
    seen = {" ".join(name.split()[:2]) for name in moments(seats)}
    assert {"ask legislate", "ask end-presentation", "ask contents", "ask accept-count", "ask late-vote"} <= seen
    assert {"event law-applied", "event approved", "event rejected", "event pressure-moved", "event crisis"} <= seen
    assert any(name.startswith("end ") for name in seen)


@every_language
def test_every_kind_of_question_and_event_has_its_sentence(lang: str) -> None:
    words = Words(lang, game=GAME.id)
    assert [kind for kind in ORDER if not words.has(f"scene.ask.{kind}")] == []
    assert [kind for kind in scene.HOLD if not words.has(f"scene.event.{kind}")] == []
    assert set(GAME.kinds) - set(ORDER) == {  # nobody waits for these
        "abort", "choose-journalist", "continue", "decree", "draw-extra-law", "exchange-buy", "exchange-sell",
        "give-power", "hand-over", "manual-count", "offer-swap", "play-card", "play-leadership", "recount",
        "repeat-ballot", "veto",
    }  # fmt: skip


def test_each_event_can_be_read_and_none_is_in_the_way() -> None:
    for kind, (most, least) in scene.HOLD.items():
        assert 1_000 < least <= most <= 10_000, kind


@pytest.mark.rule("REP-087", "REP-088")
def test_an_open_urn_shows_how_many_and_nothing_else() -> None:
    """No sign, no card: the same picture and the same motion for every drop."""
    now = situation(shown(6)["urn"], SHORT)
    assert now.view["count"] is None and "inside" not in now.view
    canvas, before = Canvas((800, 480)), replace(now, urn=Urn(3, 7))
    (fall,) = motion(canvas, before, replace(now, urn=Urn(4, 7)), ES)
    assert motion(canvas, before, replace(now, urn=Urn(5, 7)), ES) == (fall,)
    assert motion(canvas, before, before, ES) == ()


@every_count
def test_a_board_draws_from_the_public_view_alone(seats: int) -> None:
    """REP-011, REP-047, REP-210: factions, hands and Laws in hand are not in it before the end."""
    for name, (view, _, _) in moments(seats).items():
        assert all(set(held) == {"covered"} for held in view["held"].values()), name
        assert view["ended"] or (not view["factions"] and not view["cards"]), name
        assert not view["current"] and not view["look"] and set(view["pile"]) == {"covered"}, name


@pytest.mark.rule("REP-145")
def test_laws_are_applied_one_after_another_as_they_came() -> None:
    """The table may be in the next Round already: each Law is shown where it left the Population."""
    seen = 0
    for seats in (3, 5, 6, 8):
        view, _, event = gathered = moments(seats)["event law-applied"]
        now = situation(gathered, LONG)
        law = view["applied"][-1]
        assert law["law"] == event["law"] and [*view["pos"]] == [event["x"], event["y"]] == [*law["path"][-1]]
        walk = then.walk(now)
        assert len(walk.laws) == len(view["applied"]) and walk.total == walk.covered + len(walk.laws)
        motions = motion(Canvas((800, 480)), None, now, ES)
        assert len(motions) == len(law["path"]) - 1
        assert max((one.ends for one in motions), default=0) <= LONGEST
        seen += len(walk.laws)
    assert seen > 4


def test_the_board_is_not_ahead_of_what_it_tells() -> None:
    """An attack costs its victim nothing before it has been told, and the pile grows with the verdict."""
    start = table(4, held={0: ["school"]}, hands={1: ["attack"]}, pp=dict.fromkeys(range(4), 6), previous=2)
    match = turn_of(start, 0, m.Legislate(0, by=0), speak)
    match.watched = True
    drive(match, urn(5, 0, "attack"))
    then_ = {t.event.__struct_config__.tag: t.then for t in match.told if t.then}
    assert then_["counted"]["pile"] == {"covered": 0} and then_["approved"]["pile"] == {"covered": 1}
    assert then_["attacked"]["pp"][2] == 6 and then_["pressure-moved"]["pp"][2] == 3
    assert then_["attacked"]["sp"] < then_["pressure-moved"]["sp"]
    assert not any(set(held) != {"covered"} for view in then_.values() for held in view["held"].values())


@pytest.mark.rule("REP-096")
def test_cards_of_the_urn_turn_one_by_one_in_their_fixed_order() -> None:
    now = situation(shown(6)["cards"], SHORT)
    motions = motion(Canvas((800, 480)), None, now, ES)
    assert [one.how for one in motions] == ["turn"] * 3
    assert [one.after for one in motions] == sorted({one.after for one in motions})
    covered = then.ballot(situation(shown(6)["counted"], SHORT))
    assert covered is not None and not covered.known and covered.cards == ("bribe", "attack", "scandal")


def test_a_count_is_told_as_far_as_it_has_been_told() -> None:
    now = situation(shown(6)["count"], SHORT)
    one = then.ballot(now)
    assert one is not None and (one.fate, one.ayes, one.nays, one.bribes) == ("approved", 5, 3, 1)


@pytest.mark.picture
@pytest.mark.parametrize("name", sorted(shown(6)))
@pytest.mark.parametrize(
    ("size", "lang", "names"), [(SIZES[0], "es", SHORT[:6]), (SIZES[2], "en", LONG[:8])], ids=["wide", "small"]
)
def test_the_picture_is_the_stored_one(
    name: str, size: tuple[int, int], lang: str, names: tuple[str, ...], rewrite: bool
) -> None:
    canvas = Canvas(size)
    draw(GAME, canvas, situation(shown(len(names))[name], names), lang, name)
    check(canvas.picture(), Path(__file__).parent / "pictures" / f"{name}-{lang}-{size[1]}.png", rewrite)
