"""The board of Ankist in every moment that reigns of bots and chance reach: each word fits, nothing secret is shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.display.canvas import Canvas
from companion.games.ankist import GAME, scene
from companion.games.ankist.content import content
from companion.games.ankist.moves import AcceptPact, NameKing
from companion.games.ankist.scene.motion import motion
from companion.games.ankist.scene.signs import CHARGES, TRACKS
from companion.games.ankist.scene.wording import ORDER, coins_line, duty_line, duty_lines, plates, where
from companion.locale import Words
from tests.board.examples import LANGUAGES, LONG, SHORT, SIZES
from tests.board.test_scenes import touching
from tests.games.scenes import draw, every_frame, legible
from tests.pictures import check

from ..driver import draw as drawn
from ..driver import drive
from .moments import after, moments, scored, shown, situation
from .tables import A, B, C, D, E, aye, gather, nay, propose, reign, table

every_size = pytest.mark.parametrize("size", SIZES[::2], ids=lambda size: f"{size[0]}x{size[1]}")
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
def test_reigns_reach_most_moments(seats: int) -> None:
    """So that the other tests see what they claim to see."""
    seen = {name.rsplit(" ", 1)[0] for name in moments(seats)}
    asked = {"choose-house", "choose-plan", "vote read", "vote", "add-power", "choose-side", "sign", "name-king"}
    told = {"roles-set", "leader-now", "moderator-now", "pact-made", "decided aye", "decided nay", "time-passed",
            "scored", "dynasty-now"}  # fmt: skip
    assert {f"ask {kind}" for kind in asked} | {f"event {kind}" for kind in told} <= seen
    assert any(name.startswith("end ") for name in seen) and any("campaign-over" in name for name in seen)


@every_language
def test_every_kind_of_question_and_every_shown_event_has_its_sentence(lang: str) -> None:
    words = Words(lang, game=GAME.id)
    assert [kind for kind in ORDER if not words.has(f"scene.ask.{kind}")] == []
    endings = {"decided": (".aye", ".tie.nay"), "toppled": (".abdication_low",), "reign-ended": (".death",),
               "campaign-over": (".order", ".net")}  # fmt: skip
    for kind in scene.HOLD:
        assert all(words.has(f"scene.event.{kind}{end}") for end in endings.get(kind, ("",))), kind


def test_every_house_has_its_own_charge_and_every_track_its_sign() -> None:
    assert {house.symbol for house in content().houses} == set(CHARGES) and len(TRACKS) == 6


def test_a_dilemma_is_read_whole_and_the_votes_are_numbers_too() -> None:
    """The text of the card stands on the board until somebody votes; then what each house has put, and the sums."""
    words, canvas = Words("es", game=GAME.id), Canvas(SIZES[0], strict=True)
    scene.draw(canvas, situation(shown()["dilemma"], SHORT), words)
    read = " ".join(text.words for text in canvas.printed)
    assert words("card.SAL-01.text") in read and words("arc.SAL").upper() in read
    canvas.clear()
    scene.draw(canvas, situation(shown()["vote"], SHORT), words)
    said = [text.words for text in canvas.printed]
    assert {"7", "5", "4", "3", "1", "reserva 3", "Carla paga 2 a Elena", "Elena vota en contra con 1–3"} <= set(said)


def test_plans_open_on_the_plates_only_as_their_scores_are_told() -> None:
    """A signature seen after the reign has ended shows no plan before its turn."""
    words = Words("es", game=GAME.id)
    view, questions, _ = shown()["scored"]
    for event, opened in (({"kind": "signed", "seat": 0, "card": "SAL-01", "side": "aye"}, 0),
                          ({"kind": "reign-ended", "cause": "death"}, 0),
                          ({"kind": "scored", "seat": 1, "plan": "extremist", "points": 15}, 2)):  # fmt: skip
        lines = [plate.line for plate in plates(situation((view, questions, event), SHORT), words)]
        plans = {words(f"plans.{plan.id}") for plan in content().plans}
        assert sum(line in plans for line in lines) == opened, event


def test_a_board_draws_from_the_public_view_alone() -> None:
    """No plan, no hand, no coins, no proposal in it, as long as nobody may know them."""
    for name, (view, _, _) in moments(4).items():
        if view["options"]["holdings"] == "hidden" and not view["revealed"]:
            assert not view["plans"] and not view["hand"] and not view["coins"] and not view["offers"], name
            assert not view["available"] and not view["owed"], name


def test_bands_of_plans_are_nowhere_before_the_scores() -> None:
    """The same realm draws the same picture whatever is planned: nothing of it is in the view."""
    for plans in (["moderate", "extremist", "wealthy", "rebel", "opportunist"],
                  ["greedy", "rebel", "moderate", "wealthy", "extremist"]):  # fmt: skip
        m = reign(table(plans=plans), drawn("SAL-01"))
        assert not after(m)[0]["plans"]


def test_every_duty_is_one_short_sentence() -> None:
    now = situation(shown()["vote"], SHORT)
    for lang in LANGUAGES:
        words = Words(lang, game=GAME.id)
        for kind in ("vote-aye", "not-nay", "gather", "moderate", "abstain", "raise", "no-more", "tie-aye", "leader"):
            duty = {"kind": kind, "least": 2, "most": 8, "whom": 1}
            assert duty_line(now, 0, duty, words).startswith("Ana")


@every_language
def test_every_event_and_the_longest_pacts_can_be_read(lang: str) -> None:
    """What random reigns seldom reach: all kinds of events, before they hold and while they do; many wordy pacts."""
    words, canvas = Words(lang, game=GAME.id), Canvas(SIZES[2], strict=True)
    view, questions, event = shown()["realm"]
    for kind in ("drift", "min_vote", "no_moderator", "double_coin"):
        for holds in (False, True):
            special = {"card": "E-GRE", "kind": kind, "resource": "knowledge", "steps": -1, "left": 2, "holds": holds}
            canvas.clear()
            scene.draw(canvas, situation(({**view, "specials": [special]}, questions, event), LONG), words)
            assert canvas.complaints == [] and touching(canvas) == []
            assert any(text.words == words("card.E-GRE") for text in canvas.printed)
    view, questions, event = shown()["vote"]
    duty = {"kind": "not-nay", "least": 0, "most": 0, "whom": 0}
    for give, take in ((12, 11), (0, 0), (3, 0)):
        offer = {"by": 1, "to": 0, "give": give, "take": take, "mine": duty, "yours": duty, "terms": "w" * 80}
        for broken in ([], [1]):
            pacts = {"1-0-1": {"offer": offer, "broken": broken}, "1-0-2": {"offer": offer, "broken": []}}
            canvas.clear()
            scene.draw(canvas, situation(({**view, "pacts": pacts}, questions, event), LONG), words)
            assert canvas.complaints == [] and touching(canvas) == []


def test_what_is_put_comes_from_its_plate_and_a_new_card_slides_in() -> None:
    words, canvas = Words("es", game=GAME.id), Canvas((800, 480))
    first = drive(reign(table(), drawn("SAL-01")), aye(A, 1))
    before = situation(after(first), SHORT)
    now = situation(after(drive(first, nay(B, 3))), SHORT)
    (one,) = motion(canvas, before, now, words)
    assert one.how == "slide" and one.origin is not None
    (stamped,) = motion(canvas, now, situation(shown()["signed"], SHORT), words)
    assert stamped.how == "stamp"
    assert motion(canvas, None, now, words) == ()


@every_size
@every_language
def test_of_several_pacts_the_newest_stands_there_with_all_that_is_owed(size: tuple[int, int], lang: str) -> None:
    """Both owe a vote, and an older one waits behind it."""
    words = Words(lang, game=GAME.id)
    gathered = after(
        drive(
            reign(table(round=2), drawn("SAL-01")), propose(C, E, 2, mine=("vote-aye", 2, 5), yours=("vote-nay", 1, 3)),
            AcceptPact(C, by=E), aye(A, 3), gather(B),
            propose(D, C, give=1, take=2, mine=("vote-nay", 2, 2), yours=("vote-aye", 1, 9)), AcceptPact(D, by=C),
        )
    )  # fmt: skip
    canvas, now = Canvas(size, strict=True), situation(gathered, LONG)
    scene.draw(canvas, now, words)
    printed = [text.words for text in canvas.printed]
    offer = now.view["pacts"][max(now.view["pacts"], key=list(now.view["pacts"]).index)]["offer"]
    assert {coins_line(now, offer, words), *duty_lines(now, offer, words), words.n("scene.pacts.more", 1)} <= {*printed}


@pytest.mark.picture
@pytest.mark.parametrize("name", sorted(shown()))
@pytest.mark.parametrize(
    ("size", "lang", "names"), [(SIZES[0], "es", SHORT[:5]), (SIZES[2], "en", LONG[:5])], ids=["wide", "small"]
)
def test_the_picture_is_the_stored_one(
    name: str, size: tuple[int, int], lang: str, names: tuple[str, ...], rewrite: bool
) -> None:
    canvas = Canvas(size)
    draw(GAME, canvas, situation(shown()[name], names), lang, name)
    check(canvas.picture(), Path(__file__).parent / "pictures" / f"{name}-{lang}-{size[1]}.png", rewrite)


@every_language
def test_the_end_page_says_whether_the_campaign_goes_on(lang: str) -> None:
    """Between two reigns: which one is over. At the end: what the campaign was won by, not the last points."""
    words, found = Words(lang, game=GAME.id), {}
    for name, gathered in moments(4).items():
        now = situation(gathered, SHORT)
        if name.startswith("end ") and now.view["options"]["mode"] == "campaign" and now.view["cause"]:
            found[bool(now.view["age"])] = (now, scene.closing(now, words))
    now, close = found[False]
    total = now.view["options"]["campaign_games"]
    assert close.where == words("scene.end.of", n=now.view["reign"], total=total)
    now, close = found[True]
    assert close.where == words("scene.end.campaign")
    best = max(now.view["prestige" if now.view["age"] != "chaos" else "greed"][h] for h in now.view["houses"].values())
    assert any(str(best) in plate.line for plate in close.plates) and str(best) in close.decisive
    assert close.winner.startswith("Gana") if lang == "es" else close.winner.endswith(("wins", "win"))


def test_the_line_of_the_reign_keeps_the_name_of_its_king() -> None:
    """When the next king has his name, what is over is still the reign of the one before."""
    now = situation(after(drive(scored(), NameKing("Urraca", by=D)), "king-named"), SHORT)
    assert "Urraca" not in where(now, Words("es", game=GAME.id))
