"""What goes wrong at a real table of D€mocracia ends in a clear message, in the language of whoever did it, and nothing
is lost.

Here: a card that its agent cannot play, a plan changed too late, a judge's token on the own card, money short in the
middle of a turn, a vote token of a colour that is not in play, an urn short of tokens, pacts that cannot be made or
kept, a briefcase without a target, a Leader in prison who is asked nothing, and the plug pulled in the middle of a
trial inside a briefcase.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine import CHANCE, HOST, Script
from companion.games.democracia import GAME, briefcases
from companion.games.democracia.board import neutral
from companion.games.democracia.election import clear, count, fill
from companion.games.democracia.events import FoundGuilty, FoundInnocent
from companion.games.democracia.office import inaugurate
from companion.games.democracia.pacts import carry_out, talks
from companion.games.democracia.piles import draw
from companion.games.democracia.planning import investigation, planning
from companion.games.democracia.rules import new_sky, round_end
from companion.games.democracia.state import Table
from companion.games.democracia.turn import clean_up, purchases, turn
from companion.locale import Words
from companion.table.prompt import Prompt
from companion.table.requests import Answer
from tests.web.evening import evening, held, page

from .killed import Memories, framed, one_answer, rows, standing
from .staged import LANGUAGES, At
from .tables import deal, hold, lay, own, vote

OWN = ("Es tuyo.", "It is yours.")
LATE = ("Llegó tarde: la pregunta ya era otra.", "Too late: the question has changed.")


@pytest.fixture
def x(tmp_path: Path) -> Iterator[At]:
    with evening(tmp_path, games={GAME.id: GAME}) as e:
        yield At(e)


def js(value: Any) -> str:
    """A value as a form sends it."""
    return json.dumps(value)


# ---- planning


@pytest.mark.rule("DEM-062")
def test_a_card_that_its_agent_cannot_play(x: At) -> None:
    t = x.begin(4)
    deal(t, 0, "INT-01", "REA-03")
    x.stage(t, planning)
    hand = list(x.t.hands[0])
    place = f"#{hand.index('REA-03')}"
    es, en = x.refused(0, "plan", {'f.cards."LID-B1"': place})
    assert "tu mano dice quién juega cada una" in es and "your hand says who plays each" in en
    assert x.t.hands[0] == hand and not x.t.under
    x.answer(0, "plan", cards={"LID-B1": "INT-01"})


@pytest.mark.rule("DEM-163")
def test_a_tap_discards_the_card_that_it_is(x: At) -> None:
    """Abilities, which stay, lie in the hand before the cards that may go."""
    t = x.begin(4, real=["cards"])
    deal(t, 0, "FUN-01", "CAM-02")
    t.turn = 0
    x.stage(t, lambda t: clean_up(t, 0))
    hand = list(x.t.hands[0])
    for ability in hand[:4]:
        assert x.refused_tap(f"{ability}#1") == "not-this-one"
    assert x.tap("CAM-02#1").ok
    assert x.t.hands[0] == [card for card in hand if card != "CAM-02"]


@pytest.mark.rule("DEM-163")
def test_a_card_of_the_other_deck_is_told_which_is_drawn_from(x: At) -> None:
    """On the board, in both languages; nothing there tells which card it is, and no urn is spoken of."""
    t = x.begin(4, real=["cards"])
    x.stage(t, lambda t: draw(t, 0, 1, 1))
    for key in ("CAM-02#1", "CAM-01#1"):
        assert x.refused_tap(key) == "not-in-deck"
        notice, said = x.e.snapshot.notice, []
        for language in LANGUAGES:
            prompt = Prompt(Words(language, game=GAME.id), x.e.playing.names, 0)
            said.append(prompt.refusal(notice.code, notice.detail) if notice else ("", ""))
        assert said == [
            ("Esa carta no está ahora en el mazo del que se roba.",
             "Ana roba una carta de financiación y la pasa boca abajo."),
            ("That card is not in the deck that is drawn from.", "Ana draws one Funding card and taps it face down."),
        ]  # fmt: skip
    assert x.tap("FUN-01#1").ok


@pytest.mark.rule("DEM-060")
def test_a_plan_changed_after_the_phase_has_closed(x: At) -> None:
    t = x.begin(4)
    deal(t, 0, "CAM-01", "CAM-02")
    own(t, 1, "JUE-1")
    x.stage(t, planning, investigation)
    face = x.e.face(0, "plan")
    assert face is not None
    x.answer(0, "plan", cards={"LID-B1": "CAM-01"})
    for seat in (1, 2, 3):
        x.answer(seat, "plan", cards={})
    es, en = x.refused(0, "plan", {'f.cards."LID-B1"': "#1"}, face.number)
    assert (es, en) == LATE
    assert x.t.under == {"LID-B1": ["CAM-01"]}


@pytest.mark.rule("DEM-071")
def test_a_judges_token_on_the_own_card(x: At) -> None:
    t = x.begin(4)
    own(t, 0, "JUE-1")
    for agent, card in (("LID-B1", "CAM-01"), ("LID-R1", "CAM-02")):
        lay(t, agent, card)
    x.stage(t, investigation)
    assert 'name="f.judge" value="&#34;JUE-1&#34;"' in page(x.e, 0), "the one judge is not asked for"
    assert x.refused(0, "place-token", {"f.judge": js("JUE-1"), "f.agent": js("LID-B1")}) == OWN
    said = x.refused(0, "place-token", {"f.judge": js("JUE-1"), "f.agent": js("BAR-R1")})
    assert said == ("No tiene carta.", "It has no card.")
    assert not x.t.tokens
    x.answer(0, "place-token", judge="JUE-1", agent="LID-R1")


@pytest.mark.rule("DEM-402", "DEM-416")
def test_a_briefcase_without_a_target(x: At) -> None:
    """One that fits nobody is told to all, and its player goes on; one that fits somebody is not laid elsewhere."""
    t = x.begin(2, briefcases=True)
    lay(t, "LID-B1", "MAL-03")
    lay(t, "BAR-B1", "MAL-01")
    x.stage(t, briefcases.phase)
    assert x.t.unplaced == {0: 1}, "nobody has a Media"
    faced = x.e.face(0, "place-cases")
    assert faced is not None
    field = 'f.targets."BAR-B1"'
    assert x.refused(0, "place-cases", {field: js("BAR-B1")}) == OWN
    shown = page(x.e, 0)
    assert Words("es", game=GAME.id)("agents.LID-R1") in shown, "what any briefcase could affect is no secret"
    x.answer(0, "place-cases", targets={"BAR-B1": "LID-R1"})
    assert [c.target for c in x.t.cases.values()] == ["LID-R1"]


# ---- a turn


@pytest.mark.rule("DEM-151", "DEM-086")
def test_money_short_in_the_middle_of_a_turn(x: At) -> None:
    """A form from before the money was spent, and the card of a Judge on the reader."""
    t = x.begin(4, real=["leaders"])
    t.turn, t.money = 0, 7
    x.stage(t, lambda t: purchases(t, 0))
    face = x.e.face(0, "buy-agent")
    assert face is not None
    x.answer(0, "buy-agent", agent="BAR-B2")
    assert x.t.money == 4
    late = x.refused(0, "buy-agent", {"f.agent": js("JUE-1")}, face.number)
    assert late == LATE
    said = x.refused(0, "buy-agent", {"f.agent": js("JUE-1")})
    assert said == ("Te falta 1 €.", "You are €1 short.")
    assert x.refused_tap("JUE-1") == "no-money:1"
    assert "te falta 1 €" in page(x.e, 0)
    assert x.t.money == 4 and "JUE-1" in x.t.market


@pytest.mark.rule("DEM-130", "DEM-132")
def test_a_leader_in_prison_is_asked_nothing_and_told_why(x: At) -> None:
    t = x.begin(4)
    t.prison = [0]
    x.stage(t, planning, lambda t: turn(t, 0), lambda t: turn(t, 1), round_end)
    assert {seat for seat, _ in x.asked()} == {1, 2, 3}
    for language, told in (("es", "Tu líder está en la cárcel"), ("en", "Your leader is in prison")):
        phone = x.e.phone(0)
        phone.client.set_cookie("language", language, path="/")
        assert told in phone.get("/seat/state").get_json()["html"]
    assert x.refused(0, "plan", {'f.cards."LID-B1"': "#0"}) == LATE
    for seat in (1, 2, 3):
        x.answer(seat, "plan", cards={})
    assert not any(seat == 0 for seat, _ in x.asked()), "the table goes on without"


# ---- the urn


@pytest.mark.rule("DEM-204")
def test_a_vote_token_of_a_colour_that_is_not_in_play(x: At) -> None:
    t = x.begin(4, real=["urn"])
    vote(t, red=3, blue=3)
    x.stage(t, count)
    drawn = len(x.t.drawn)
    assert x.refused_tap("vote-green#01") == "not-in-this-match"
    assert x.tap("vote-red#01").ok
    assert len(x.t.drawn) == drawn + 1


@pytest.mark.rule("DEM-203", "DEM-204", "DEM-430")
def test_real_things_are_waited_for(x: At) -> None:
    """The environment card, the shaking of the urn, every token out of it, and its emptying: nothing goes by itself."""
    t = x.begin(4, real=["urn", "environment"], variable_budgets=True)
    vote(t, red=20, blue=10)
    hold(t, "red", *neutral(t)[:11])
    t.candidates = {"red": 1, "blue": 0}
    x.stage(t, new_sky, fill, count, clear)
    assert x.asked() == {(CHANCE, "drawn")} and x.refused_tap("vote-red#01") == "not-this-one"
    assert x.tap("stability#1").ok and x.t.environment == "stability"
    for said, kind in (("Agitad la urna", "shaken"), ("Vaciad la urna", "emptied")):
        x.ring()
        assert x.asked() == {(HOST, kind)}, "whatever the clock says"
        assert said in x.e.host().get("/host/state").get_json()["html"]
        x.press("OK")
        for key in ("vote-red#01", "vote-blue#01") if kind == "shaken" else ():
            assert (CHANCE, "drawn") in x.asked() and x.tap(key).ok
    assert x.e.snapshot.stage == "over"


@pytest.mark.rule("DEM-204", "DEM-206")
def test_an_urn_short_of_tokens(x: At) -> None:
    """The books say five, and three are there: the host says that it is empty, twice; the rest stays without a seat."""
    t = x.begin(4, real=["urn"])
    vote(t, red=3, blue=2)
    x.stage(t, count)
    for key in ("vote-red#01", "vote-blue#01", "vote-red#02"):
        assert x.tap(key).ok
    host = x.e.host().get("/host/state").get_json()["html"]
    assert "¿No quedan fichas en la urna?" in host
    beside = {f.kind: f for f in x.e.playing.faces[None] if f.by == HOST}
    assert beside.keys() == {"none-left", "recount-urn"} and all(f.grave and f.aside for f in beside.values())
    assert not x.e.table.do(Answer(kind="none-left", source="panel")).ok, "OK alone must not say it"
    x.answer(HOST, "none-left")
    assert "La urna estaba vacía: faltan fichas" in page(x.e, 0)
    assert x.t.votes == {"red": 28, "blue": 29} and not any(x.t.inside.values()) and len(x.t.urn) == 0
    assert len(x.t.drawn) == 3 and sum(x.t.seats.values()) == 3 + 4


@pytest.mark.rule("DEM-034", "DEM-204")
def test_an_urn_that_holds_something_else_than_the_books_say(x: At) -> None:
    """The books know of no red token, and one comes out: the board says what to do, the host's form begins with the
    books, the difference is told to all, and the draw goes on."""
    t = x.begin(4, real=["urn"])
    vote(t, blue=3)
    x.stage(t, count)
    assert x.tap("vote-blue#01").ok and x.refused_tap("vote-red#01") == "not-in-deck"
    for language, page_ in (("es", "en la página del anfitrión"), ("en", "on the host page")):
        assert page_ in Words(language, game=GAME.id)("refusal.not-in-deck@votes.now")
    assert 'name="f.votes.&#34;blue&#34;" value="2"' in x.e.host().get("/host/state").get_json()["html"]
    x.answer(HOST, "recount-urn", votes={"blue": 1, "red": 1})
    assert "En la urna, color rojo: debía haber 0 y hay 1." in page(x.e, 0)
    assert x.tap("vote-red#01").ok and list(x.t.drawn.values()) == ["blue", "red"]


# ---- pacts


def parties(t: Table) -> Table:
    """Nobody has nine: red has tokens to give, blue has none."""
    t.candidates, t.seats = {"red": 1, "blue": 3}, {"red": 7, "blue": 6, "green": 3, "yellow": 1}
    hold(t, "red", "AND", "VAL")
    hold(t, "green", "CAT")
    return t


@pytest.mark.rule("DEM-221", "DEM-222")
def test_a_pact_that_cannot_be_offered(x: At) -> None:
    x.stage(parties(x.begin(6)), talks)
    theirs = {"f.to": js(2), "f.communities": js("CAT")}
    assert x.refused(1, "make-offer", theirs) == ("Ahí no tienes ninguna ficha.", "You have no token there.")
    assert x.refused(3, "make-promise", {"f.to": js(2), "f.count": "18"}) == ("Es demasiado.", "That is too much.")
    assert x.refused(1, "make-promise", {"f.to": js(2), "f.count": "1"}) == LATE
    x.answer(1, "make-offer", to=2, communities=["AND"])
    face = x.e.face(2, "accept-offer")
    assert face is not None
    x.answer(1, "withdraw", to=2)
    assert x.refused(2, "accept-offer", {"f.candidate": js(1)}, face.number) == LATE
    assert not x.t.accepted


@pytest.mark.rule("DEM-229", "DEM-230")
def test_a_pact_that_cannot_be_kept_now_is_a_debt_that_phones_and_board_show(x: At) -> None:
    """Blue promises two and has nothing: the debt stands, and is read on every phone."""
    t = parties(x.begin(6))

    def govern(t: Table) -> Script[None]:
        yield from talks(t)
        yield from inaugurate(t, 3)
        carry_out(t, 3)
        yield from planning(t)

    x.stage(t, govern)
    x.answer(3, "make-promise", to=2, count=2)
    x.answer(2, "accept-offer", candidate=3)
    x.answer(5, "no-deal") if (5, "no-deal") in x.asked() else None
    (debt,) = x.t.debts
    assert (debt.debtor, debt.creditor, debt.left, debt.promised) == ("blue", "green", 2, True)
    for seat in range(6):
        x.answer(seat, "plan", cards={})
        assert "Azul debe a Verde" in page(x.e, seat) or seat == 5


# ---- the plug


def killed(folder: Path) -> tuple[int, str]:
    """A table is brought into the trial, and killed there: how many rows it had acknowledged, and where it stood."""
    command = [sys.executable, "-m", "tests.games.democracia.killed", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True) as table:
        assert table.stdout
        said = [table.stdout.readline()]
        while said[-1].strip().isdigit():
            said.append(table.stdout.readline())
        table.kill()
    assert table.returncode == -signal.SIGKILL
    return int(said[-2]), said[-1].removesuffix("\n")


def test_the_plug_pulled_in_the_middle_of_a_trial_inside_a_briefcase(tmp_path: Path) -> None:
    """Nothing acknowledged is lost: trial, votes, briefcase, turn and every phone are there again to the letter, the
    board asks what it asked, and the match is played to its end."""
    acknowledged, stood = killed(tmp_path)
    with evening(tmp_path, games={GAME.id: GAME}) as e:
        x = At(e)
        assert (rows(x), standing(x)) == (acknowledged, stood) and framed(x)
        now = e.snapshot
        assert (now.stage, now.paused, now.alarm, now.notice) == ("playing", False, None, None)
        trial, voted = x.t.trial, dict(x.t.verdicts)
        assert trial is not None
        owner = next(seat for seat, kind in x.asked() if kind == "judge")
        assert Words("es", game=GAME.id)(f"agents.{trial.accused}") in page(e, owner)
        assert held(e, owner), "the phone has kept its seat"
        told = len(e.playing.events(None))
        left = {s: js for s in range(4) if (js := x.t.mine(s, "judge")) and js[0] not in voted}
        for seat, judges in left.items():
            x.answer(seat, "judge", innocent=dict.fromkeys(judges, False))
        yes, no = sum(voted.values()), len(voted) - sum(voted.values()) + sum(map(len, left.values()))
        (verdict,) = [v for v in e.playing.events(None)[told:] if isinstance(v, (FoundInnocent, FoundGuilty))]
        assert (verdict.agent, verdict.yes, verdict.no) == (trial.accused, yes, no)
        rng, memories = Random(2), Memories()
        for _ in range(6000):
            if e.snapshot.stage == "over":
                break
            one_answer(x, rng, memories)
        assert x.t.winners
