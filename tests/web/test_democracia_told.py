"""D€mocracia on phones: each says what goes on, for whom its owner plays, what each choice is, and why others are none.

A trial is walked through for the defendant, for who owns a judge, and for who only looks on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from companion.engine import HOST, Script, ask, yes_no
from companion.games.democracia import GAME, board, briefcases
from companion.games.democracia import moves as m
from companion.games.democracia.effects import shown
from companion.games.democracia.election import count, fill, last_election
from companion.games.democracia.office import resignation
from companion.games.democracia.pacts import talks
from companion.games.democracia.piles import draw
from companion.games.democracia.planning import investigation, planning
from companion.games.democracia.scene import HOLD
from companion.games.democracia.state import Debt, Table
from companion.games.democracia.trial import trial
from companion.games.democracia.turn import clean_up, purchases, reveal, reveals, turn
from companion.locale import Words
from companion.table.requests import Press, Seen, Showing
from tests.games.democracia.staged import At
from tests.games.democracia.tables import deal, govern, hold, lay, owes, own
from tests.web.evening import NAMES, evening, held, page, pages

ANA, BRUNO, CARLA, DIEGO, ELENA, FELIX = range(6)  # blue, red, green, blue, red, yellow
ALL = range(6)


@pytest.fixture
def x(tmp_path: Path) -> Iterator[At]:
    with evening(tmp_path, games={GAME.id: GAME}) as e:
        yield At(e)


def text(html: str) -> str:
    """What a page says, in one line."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).replace("\xa0", " ").split())


def reads(x: At, seat: int) -> str:
    """What a phone says above its footer: the rules and what has happened before are below."""
    return text(page(x.e, seat).split("<footer")[0])


def heading(x: At, seat: int) -> str:
    found = re.search(r"<h1>(.*?)</h1>", page(x.e, seat))
    assert found
    return text(found[1])


def court(x: At, accused: str = "LID-R1", card: str = "FUN-07", **options: Any) -> Table:
    """Six at the table, and Bruno's card about to be turned up: illegal, under the token of Ana's judge."""
    t = x.begin(6, **options)
    own(t, ANA, "JUE-1")
    own(t, BRUNO, "JUE-2")
    own(t, CARLA, "JUE-3")
    t.pop.update(dict.fromkeys(ALL, 4))
    lay(t, accused, card)
    t.tokens = {"JUE-1": accused}
    t.turn = BRUNO
    return t


def passes(x: At, *seats: int) -> None:
    for seat in seats:
        x.answer(seat, "pass-window")
    x.ring()


# ---- a trial


@pytest.mark.rule("DEM-111", "DEM-113", "DEM-124", "DEM-529")
def test_every_phone_follows_a_trial_to_its_sentence(x: At) -> None:
    """Defendant, judge and bystander alike: of whom, for what, who wanted it, what it costs, what guilty means."""
    t = court(x)
    deal(t, BRUNO, "FUN-01")  # a card, and none that helps
    x.stage(t, lambda t: reveal(t, BRUNO, "LID-R1"))
    for seat in ALL:
        said = reads(x, seat)
        assert "Acusado Líder rojo «Pana» · Bruno Carta jugada Tráfico de influencias · ilegal" in said
        assert "Investigada por Juez 1 (Ana)" in said
        assert "en todo caso: Bruno −2, Elena −1." in said
        assert "Si es culpable, Bruno se queda sin popularidad y va a la cárcel." in said
    assert heading(x, BRUNO) == "Te juzgan. ¿Juegas una carta?" and "Que haya juicio" in reads(x, BRUNO)
    assert {heading(x, s) for s in ALL if s != BRUNO} == {"Bruno puede anular el juicio con una carta"}
    passes(x, BRUNO)
    assert heading(x, ANA) == heading(x, BRUNO) == heading(x, CARLA) == "¿Inocente o culpable?"
    x.answer(ANA, "judge", innocent={"JUE-1": False})
    assert heading(x, ANA) == heading(x, FELIX) == "Bruno y Carla votan como jueces"
    assert "Has votado. Más abajo puedes cambiarlo" in reads(x, ANA) and "Has votado" not in reads(x, FELIX)
    assert "Cambiar tu voto" in page(x.e, ANA)
    assert all("Culpable · 3 Juez 1 (Ana), Juez 4, Juez 5" in reads(x, seat) for seat in ALL)
    x.answer(BRUNO, "judge", innocent={"JUE-2": True})
    x.answer(CARLA, "judge", innocent={"JUE-3": False})
    for seat in ALL:
        said = reads(x, seat)
        assert "Condena a Líder rojo «Pana» · Bruno Carta jugada Tráfico de influencias · ilegal" in said
        assert "Culpable · 4 Juez 1 (Ana), Juez 3 (Carla), Juez 4, Juez 5 Inocente · 1 Juez 2 (Bruno)" in said
        assert "Si nada lo remedia, Bruno se queda sin popularidad y va a la cárcel." in said
    assert heading(x, BRUNO) == "Culpable. ¿Juegas una carta?" and "Que se cumpla la sentencia" in reads(x, BRUNO)
    assert {heading(x, s) for s in ALL if s != BRUNO} == {"Culpable. Bruno puede librarse con una carta"}
    passes(x, BRUNO)
    assert x.t.convicted == [BRUNO] and "Acusado" not in reads(x, FELIX)


@pytest.mark.rule("DEM-529", "DEM-530")
@pytest.mark.parametrize("card", ["REA-04", "FUN-01"])
def test_no_phone_tells_whether_a_convict_holds_a_card_that_helps(x: At, card: str) -> None:
    t = court(x)
    deal(t, BRUNO, card)
    x.stage(t, lambda t: reveal(t, BRUNO, "LID-R1"))
    passes(x, BRUNO)
    for seat, judge in ((ANA, "JUE-1"), (BRUNO, "JUE-2"), (CARLA, "JUE-3")):
        x.answer(seat, "judge", innocent={judge: False})
    said = [reads(x, seat) for seat in ALL]
    assert said[BRUNO].count("Cabeza de turco") == 1, "it is listed, held or not"
    assert not any("Cabeza de turco" in said[s] for s in ALL if s != BRUNO)
    assert ("no la tienes" in held(x.e, BRUNO)) == (card == "FUN-01")


@pytest.mark.rule("DEM-121", "DEM-531")
def test_a_president_on_trial_reads_what_each_card_is_asked_for(x: At) -> None:
    t = court(x, accused="LID-B2")
    t.turn = DIEGO
    govern(t, DIEGO, "PRE-04")
    t.attorney_used = True
    x.stage(t, lambda t: reveal(t, DIEGO, "LID-B2"))
    assert heading(x, DIEGO) == "Pierdes popularidad. ¿Usas tu carta?"
    assert heading(x, FELIX) == "Diego puede usar su carta para no perder popularidad"
    assert "Si es culpable, Diego se queda sin popularidad y dimite al acabar la ronda." in reads(x, FELIX)
    passes(x, DIEGO)
    for seat, judge in ((ANA, "JUE-1"), (BRUNO, "JUE-2"), (CARLA, "JUE-3")):
        x.answer(seat, "judge", innocent={judge: False})
    assert heading(x, DIEGO) == "Culpable. ¿Usas tu carta de presidente?"
    assert heading(x, FELIX) == "Culpable. Diego puede usar su carta de presidente"


@pytest.mark.rule("DEM-117")
def test_sealed_votes_promise_no_change(x: At) -> None:
    t = court(x, judge_votes="simultaneous")
    x.stage(t, lambda t: reveal(t, BRUNO, "LID-R1"))
    assert "Los votos se enseñan cuando estén todos." in reads(x, ANA)
    assert "cambiar" not in reads(x, ANA)


@pytest.mark.rule("DEM-404", "DEM-410", "DEM-530")
def test_a_trial_inside_a_briefcase_says_what_it_interrupts(x: At) -> None:
    """Bruno turns up a card under Ana's frame-up, which is itself investigated: first her trial, then his."""
    t = court(x, accused="BAR-R1", briefcases=True)
    lay(t, "LID-B1", "MAL-01")
    deal(t, BRUNO, "REA-05")
    t.tokens = {"JUE-2": "LID-B1"}
    briefcases.place(t, ANA, {"LID-B1": "BAR-R1"})
    x.stage(t, lambda t: reveal(t, BRUNO, "BAR-R1"))
    assert "Acusado Líder azul «Corbata» · Ana Carta jugada Montaje · ilegal" in reads(x, FELIX)
    assert "Investigada por Juez 2 (Bruno) Turno interrumpido Bruno" in reads(x, FELIX)
    for seat, judge in ((ANA, "JUE-1"), (BRUNO, "JUE-2"), (CARLA, "JUE-3")):
        x.answer(seat, "judge", innocent={judge: True})
    for seat in (ANA, BRUNO, FELIX):
        assert "Carta de Ana Montaje Contra Barón rojo «Rotonda» · Bruno" in reads(x, seat)
    assert heading(x, FELIX) == "Bruno puede reaccionar"
    passes(x, BRUNO)
    passes(x, BRUNO)  # and no card annuls the trial that follows
    assert "Acusado Barón rojo «Rotonda» · Bruno Carta jugada Tráfico de influencias · ilegal" in reads(x, FELIX)
    assert "Maletín Montaje, de Ana" in reads(x, FELIX) and "interrumpido" not in reads(x, FELIX)


@pytest.mark.rule("DEM-114")
def test_an_accused_judge_has_no_card_and_no_hearing(x: At) -> None:
    t = court(x)
    deal(t, ANA, "FUN-01")
    x.stage(t, lambda t: trial(t, "JUE-1", frame=True, by=BRUNO, cause="MAL-01"))
    assert "Acusado Juez 1 · Ana Carta jugada sin carta" in reads(x, FELIX)
    assert "Si nada lo remedia, Juez 1 pierde su plaza sin votación." in reads(x, FELIX)


@pytest.mark.rule("DEM-124")
def test_no_phone_tells_a_judges_vote_before_the_board(x: At) -> None:
    """Nor the verdict: those who look at the table hear it first."""
    t = court(x)
    deal(t, BRUNO, "FUN-01")
    x.stage(t, lambda t: reveal(t, BRUNO, "LID-R1"))
    x.e.do(Showing(screen="window"))
    passes(x, BRUNO)
    assert all("Mirad la mesa" in reads(x, seat) and "Culpable ·" not in reads(x, seat) for seat in ALL)
    x.e.do(Seen(match=x.e.playing.match, told=x.e.snapshot.telling))
    assert "Culpable · 2 Juez 4, Juez 5" in reads(x, ANA) and heading(x, ANA) == "¿Inocente o culpable?"
    x.answer(ANA, "judge", innocent={"JUE-1": False})
    assert "Mirad la mesa" in reads(x, CARLA) and "Juez 1 (Ana)" not in reads(x, CARLA)


@pytest.mark.rule("DEM-084", "DEM-529")
def test_nobody_goes_on_from_a_card_before_the_board_turns_it_up(x: At) -> None:
    """Neither phones nor the panel, whose keys stand under another headline; and no time of theirs runs meanwhile."""
    t = court(x, card="INT-03")
    lay(t, "BAR-R1", "CAM-01")
    deal(t, BRUNO, "FUN-01")
    x.stage(t, lambda t: reveals(t, BRUNO))
    x.e.do(Showing(screen="window"))
    x.answer(BRUNO, "reveal", agent="LID-R1")
    assert all("Mirad la mesa" in reads(x, seat) and "Tránsfuga" not in reads(x, seat) for seat in ALL)
    assert set(x.e.snapshot.keys) == {"MENU"}
    (clock,) = x.e.playing.clocks
    x.e.now += clock.seconds + 1
    assert x.e.table.do(Press(button="OK")).code == "dropped" and (BRUNO, "react") in x.asked()
    x.e.do(Seen(match=x.e.playing.match, told=x.e.snapshot.telling))
    assert "Tránsfuga" in reads(x, BRUNO)
    (again,) = x.e.playing.clocks
    assert again.ends - x.e.now == clock.seconds


def test_the_board_shows_all_that_is_waited_for() -> None:
    """What it does not show by itself, nobody would know to wait for."""
    assert {event.__struct_config__.tag for event in GAME.told_first} <= set(HOLD)


# ---- tokens and briefcases


@pytest.mark.rule("DEM-073")
def test_a_placed_token_is_named_and_confirmed(x: At, chromium: Browser) -> None:
    """A touch of a card puts the token there, or moves it; to confirm is then what the page is for."""
    t = court(x)
    lay(t, "BAR-B1", "FUN-02")
    lay(t, "BAR-R1", "FUN-02")
    t.tokens = {}
    x.stage(t, investigation)
    assert heading(x, ANA) == "Pon la ficha de tu juez en una carta"
    assert "Líder rojo «Pana» de Bruno" in reads(x, ANA)
    x.answer(ANA, "place-token", judge="JUE-1", agent="LID-R1")
    assert heading(x, ANA) == "Ficha puesta. ¿La dejas ahí?"
    assert "Juez 1 investiga la carta de Líder rojo «Pana», de Bruno." in reads(x, ANA)
    assert "Líder rojo «Pana» de Bruno · la investiga: Juez 1" in reads(x, CARLA)
    with pages(x.e, chromium) as opened:
        phone = opened(chair=ANA)
        confirm, cards = phone.locator("button[form^=f-confirm-tokens]"), phone.locator("button[form^=f-place-token]")
        expect(confirm).to_have_class("go")
        for card in (cards.last, cards.filter(has_text="Pana")):
            expect(card).not_to_contain_text("la investiga")
            card.click()
            expect(card).to_contain_text("la investiga: Juez 1")
        confirm.click()
        expect(phone.locator("h1")).to_have_text("Bruno y Carla colocan las fichas de sus jueces")
    said = reads(x, ANA)
    assert "Confirmado. Más abajo puedes cambiarlo hasta que confirmen todos." in said
    assert "Juez 1 investiga la carta de Líder rojo «Pana», de Bruno." in said
    assert "Mover la ficha de tu juez" in page(x.e, ANA)


@pytest.mark.rule("DEM-070")
def test_a_tap_of_an_agent_puts_the_only_token_there(x: At) -> None:
    """Whose Judge it is leaves no choice, for all to see: nobody taps it first."""
    t = x.begin(4)
    own(t, ANA, "JUE-1")
    lay(t, "LID-R1", "CAM-02")
    x.stage(t, investigation)
    assert x.tap("LID-R1").ok and x.t.tokens == {"JUE-1": "LID-R1"}


@pytest.mark.rule("DEM-153")
def test_a_pension_takes_three_touches_and_can_be_thought_better_of(x: At, chromium: Browser) -> None:
    """The finger that has chosen one is led on to how it lies, and back; the arrows of a keyboard only choose."""
    t = x.begin(4)
    t.turn, t.money = ANA, 4
    x.stage(t, lambda t: purchases(t, ANA))
    with pages(x.e, chromium) as opened:
        phone = opened(chair=ANA)
        form = phone.locator("form[id^=f-buy-pension]")
        plans, ways = form.locator("fieldset.part").all()
        plans.locator("input").first.focus()
        phone.keyboard.press("ArrowDown")
        expect(plans.locator("input").nth(1)).to_be_checked()
        expect(ways).to_be_hidden()
        plans.locator("label.row").first.click()
        expect(plans).to_be_hidden()
        phone.get_by_role("button", name="Volver").click()
        plans.locator("label.row").nth(2).click()
        ways.locator("label.tile").first.click()
        phone.locator("button[form^=f-buy-pension][data-go]").click()
        expect(plans.locator("label.row").nth(2)).to_have_count(0)  # no money for it any more
    assert len(x.t.hidden[ANA]) == 1


@pytest.mark.rule("DEM-164")
def test_half_and_half_is_said_once_and_taken_back_on_the_same_phone(x: At, chromium: Browser) -> None:
    t = x.begin(4)
    deal(t, ANA, "CAM-02")
    t.turn = ANA
    x.stage(t, lambda t: clean_up(t, ANA), planning)
    with pages(x.e, chromium) as opened:
        phone = opened(chair=ANA)
        phone.get_by_role("button", name="Por mitades, ahora y siempre").click()
        expect(phone.locator("h1")).to_have_text("Una carta por agente")
        assert x.t.halves == [ANA] and len(x.t.hands[ANA]) == 10
        assert "Vuelve a preguntarme" not in page(x.e, BRUNO), "each its own"
        phone.get_by_text("Robo: por mitades").click()
        phone.get_by_role("button", name="Vuelve a preguntarme").click()
        expect(phone.get_by_text("Robo: por mitades")).to_have_count(0)
    assert x.t.halves == [] and x.t.phase == "planning"


@pytest.mark.rule("DEM-401", "DEM-403")
def test_a_briefcase_is_named_as_one_where_it_is_held(x: At) -> None:
    """With the agents that it does anything to: the lists of where to lay one are alike for all."""
    t = x.begin(6, briefcases=True)
    deal(t, ANA, "CAM-02", "MAL-03")
    lay(t, "LID-B1", "MAL-01")
    for play, many in ((planning, 0), (briefcases.phase, 1)):
        x.stage(t, play)
        secret = text(held(x.e, ANA))
        assert "descarta al agente señalado: medio, medio del Gobierno · maletín" in secret
        assert secret.count("· maletín, sirve sobre: líder, barón") == many, "only while it is laid on somebody"
        assert "· maletín" not in reads(x, ANA)


@pytest.mark.rule("DEM-402")
def test_placed_briefcases_are_named_and_confirmed(x: At) -> None:
    t = court(x, briefcases=True)
    lay(t, "LID-B1", "MAL-01")
    lay(t, "LID-G1", "MAL-01")
    x.stage(t, briefcases.phase)
    x.answer(ANA, "place-cases", targets={"LID-B1": "BAR-R1"})
    assert heading(x, ANA) == "Maletines puestos. ¿Los dejas ahí?"
    assert "Tu maletín está sobre Barón rojo «Rotonda», de Bruno." in reads(x, ANA)
    assert "Tu maletín" not in reads(x, BRUNO) and "Montaje" not in reads(x, ANA)
    x.answer(ANA, "confirm-cases")
    assert heading(x, ANA) == "Carla pone sus maletines" and "Tu maletín está sobre" in reads(x, ANA)


@pytest.mark.rule("DEM-210")
def test_who_governs_is_told_before_the_first_plans_and_to_the_president_as_such(x: At) -> None:
    t = x.begin(6)
    govern(t, DIEGO)
    t.round = 0
    x.stage(t, planning)
    assert "Preside Diego. Ingresarás" in reads(x, ANA) and "Presides tú. Ingresarás" in reads(x, DIEGO)


@pytest.mark.rule("DEM-264", "DEM-063")
def test_a_president_reads_while_planning_why_the_own_media_gets_no_card(x: At) -> None:
    t = x.begin(6)
    own(t, DIEGO, "MED-B1")
    own(t, ELENA, "MED-R1")
    govern(t, DIEGO)
    x.stage(t, planning)
    assert "está bajo el Medio del Gobierno mientras presidas: no juega carta" in reads(x, DIEGO)
    assert not any("bajo el Medio" in reads(x, seat) for seat in ALL if seat != DIEGO)


@pytest.mark.rule("DEM-082")
@pytest.mark.parametrize(("card", "lost"), [("FUN-11", 1), ("FUN-07", 0)])
def test_a_court_says_that_a_printed_loss_stands(x: At, card: str, lost: int) -> None:
    """It was lost as the card turned up: no verdict gives it back."""
    x.stage(court(x, card=card), lambda t: reveal(t, BRUNO, "LID-R1"))
    said = f"La carta, al descubrirla, ya quitó {lost} de popularidad: la sentencia no la devuelve."
    assert {said in reads(x, seat) for seat in ALL} == {bool(lost)}


@pytest.mark.rule("DEM-530")
def test_a_loss_has_a_sign_before_whoever_may_react_to_it(x: At) -> None:
    t = court(x, card="INT-01")
    deal(t, CARLA, "FUN-01")
    t.money, t.tokens = 9, {}
    x.stage(t, lambda t: reveal(t, BRUNO, "LID-R1"))
    x.answer(BRUNO, "drain", pop={CARLA: 2})
    assert "Carla −2" in reads(x, CARLA)


@pytest.mark.rule("DEM-085")
def test_where_to_speak_is_asked_with_what_has_been_chosen_alone(x: At) -> None:
    t = court(x, card="ESP-L")
    t.money, t.tokens = 9, {}
    x.stage(t, lambda t: reveal(t, BRUNO, "LID-R1"))
    x.answer(BRUNO, "pick-option", option="ESP-L.0")
    assert "Discurso (5 €)" in reads(x, BRUNO) and "Demonizar" not in reads(x, BRUNO)


@pytest.mark.rule("DEM-153")
def test_a_plan_face_down_is_no_secret_that_a_phone_promises(x: At) -> None:
    """What is left in the pile and what it cost lie open: whoever watched knows."""
    for lang, says in (("es", "si miraron"), ("en", "if they watched")):
        assert says in Words(lang, game=GAME.id)("note.face_down.yes")


# ---- what is owed


@pytest.mark.rule("DEM-064", "DEM-407", "DEM-409")
def test_who_owes_a_briefcase_reads_it_while_planning(x: At) -> None:
    """Which card, why one agent is not on the list, and what is left of a plan's money when it has been paid."""
    t = x.begin(6, briefcases=True)
    deal(t, ANA, "CAM-03")
    owes(t, ANA, "MAL-01", "LID-B1")
    x.stage(t, planning)
    said = "Debes Montaje: 3 €. Se paga sola antes que nada, en cuanto llega el dinero."
    waits = "Hasta entonces Líder azul «Corbata» no lleva otra carta."
    assert f"{said} {waits}" in reads(x, ANA) and "Debes" not in reads(x, BRUNO) + reads(x, DIEGO)
    assert "al final no gana" not in reads(x, ANA)
    assert "Mitin multitudinario 5 €: votos a la urna: 4 (líder) faltan 6 € más" in text(held(x.e, ANA)), "not only 3"
    x.answer(ANA, "plan", cards={"BAR-B1": "ESP-B"})
    assert "gastos: −7 €" in text(held(x.e, ANA)), "and what the dearest of the Baron's abilities costs"
    t.elections = 2
    x.stage(t, planning)
    assert f"{waits} Quien debe al final no gana." in reads(x, ANA)


@pytest.mark.rule("DEM-229", "DEM-407")
def test_who_owes_reads_it_wherever_money_is_spent(x: At) -> None:
    t = court(x, accused="LID-B1", briefcases=True)
    owes(t, DIEGO, "MAL-01")
    t.turn, t.money, t.debts = DIEGO, 2, [Debt("blue", "green", 1, promised=True)]
    lay(t, "LID-B2", "ESP-L")
    lay(t, t.mine(DIEGO, "baron")[0], "ESP-B")
    owed = "Dinero del turno 2 € Debes Montaje 3 € Azul debe a Verde la próxima que gane"
    x.stage(t, lambda t: purchases(t, DIEGO))
    assert owed in reads(x, DIEGO)
    x.stage(t, lambda t: reveals(t, DIEGO))
    assert "Debes Montaje 3 € Azul debe a Verde" in reads(x, DIEGO)
    x.stage(t, lambda t: reveal(t, DIEGO, "LID-B2"))
    assert "Debes Montaje 3 €" in reads(x, DIEGO)


# ---- hands that the table does not know


@pytest.mark.rule("DEM-068")
def test_of_a_hand_that_the_table_does_not_know_a_plan_says_only_who_gets_a_card(x: At) -> None:
    """One card of it is as another: no numbers to choose from, and nothing has to be looked at first."""
    t = x.begin(6, hand_tracking="opaque")
    x.stage(t, planning)
    html = page(x.e, ANA)
    assert html.count(">una carta<") == 2 and "chip cover" not in html and "data-private" not in html
    assert "la mesa no las ve" in text(held(x.e, ANA))
    x.answer(ANA, "plan", cards={"LID-B1": "?", "BAR-B1": "?"})
    assert "LID-B1" not in str(x.e.playing.views[None]["under"])


@pytest.mark.rule("DEM-068", "DEM-402")
def test_a_briefcase_that_the_table_does_not_know_is_laid_on_an_agent_by_its_name(x: At) -> None:
    t = x.begin(6, hand_tracking="opaque", briefcases=True)
    t.hands[ANA].pop()
    t.under["LID-B1"] = ["?"]
    x.stage(t, briefcases.phase)
    assert reads(x, ANA).count("Barón rojo «Rotonda»") == 1 and "chip cover" not in page(x.e, ANA)
    assert "Di solo los que sean maletines." in reads(x, ANA) and "Ninguna es un maletín" in reads(x, ANA)
    x.answer(ANA, "place-cases", targets={"LID-B1": "BAR-R1"})
    assert "Tu maletín está sobre Barón rojo «Rotonda», de Bruno." in reads(x, ANA)
    assert "Ninguna es un maletín" not in reads(x, ANA) and "Confirmar: se quedan ahí" in reads(x, ANA)


@pytest.mark.rule("DEM-068", "DEM-163")
def test_a_card_that_the_table_has_not_read_is_named_out_of_a_list_of_names(x: At) -> None:
    """It lies face up, or goes to its pile: there is nothing to cover, and no number to guess from."""
    t = x.begin(6, hand_tracking="opaque")
    t.turn = ANA
    t.hands[ANA].pop()
    t.under["LID-B1"] = ["?"]
    x.stage(t, lambda t: reveal(t, ANA, "LID-B1"))
    assert "Tráfico de influencias Ganas 5 €" in reads(x, ANA) and "cover" not in page(x.e, ANA)
    x.stage(t, lambda t: draw(t, ANA, 4, 2), lambda t: clean_up(t, ANA))
    assert "O descarta antes: marca cuáles" in reads(x, ANA) and "Tráfico de influencias" in reads(x, ANA)
    assert 'class="cover"' not in page(x.e, ANA)


@pytest.mark.rule("DEM-068", "DEM-513")
def test_a_real_hand_is_shown_over_the_table(x: At) -> None:
    """The phone has nothing to hold then: it says whose hand it is, and its owner's says that it is to be shown."""
    t = x.begin(6, hand_tracking="opaque")
    t.turn = ANA
    x.stage(t, lambda t: shown(t, ANA, BRUNO))
    assert "data-looking" not in page(x.e, ANA)
    assert "La mano es de Bruno." in reads(x, ANA) and "La mano es la tuya: enséñasela." in reads(x, BRUNO)
    x.answer(ANA, "seen-hand")
    assert x.t.looking is None


# ---- pacts


@pytest.mark.rule("DEM-224", "DEM-235")
def test_what_a_minority_may_say_to_its_offers_is_plain(x: At, chromium: Browser) -> None:
    """It accepts one, and what it does not accept counts for nothing; or none at all, whoever makes them."""
    t = x.begin(6)
    hold(t, "red", "AND")
    hold(t, "blue", "GAL")
    t.seats, t.candidates, t.elections = {"red": 6, "blue": 5, "green": 3, "yellow": 3}, {"red": BRUNO, "blue": ANA}, 1
    x.stage(t, talks)
    for seat, community in ((ANA, "GAL"), (BRUNO, "AND")):
        x.answer(seat, "make-offer", to=CARLA, communities=[community])
    assert "Le das tus escaños para gobernar; lo que no aceptas no vale." in reads(x, CARLA)
    with pages(x.e, chromium) as opened:
        phone = opened(chair=CARLA)
        phone.get_by_role("button", name="No aceptar ninguna oferta").click()
        expect(phone.locator("#sure h2")).to_contain_text("ni las que vengan")
        phone.locator("[data-sure=yes]").click()
        expect(phone.locator("h1")).to_have_text("Te has retirado: puedes volver")
    assert "Carla +3 no acepta ninguna oferta" in reads(x, FELIX)


# ---- another's hand


@pytest.mark.rule("DEM-513")
def test_the_one_look_at_a_hand_lasts_until_it_is_said_that_it_has_been_seen(x: At, chromium: Browser) -> None:
    """A finger that slips off takes nothing away, and until the end the words are for the looker alone."""
    t = x.begin(6)
    t.turn = ANA
    deal(t, BRUNO, "FUN-07", "REA-05")
    x.stage(t, lambda t: shown(t, ANA, BRUNO))
    assert "Tráfico de influencias" not in reads(x, ANA) + held(x.e, CARLA)
    with pages(x.e, chromium) as opened:
        phone = opened(chair=ANA)
        seen = phone.locator("button[form^=f-seen-hand]")
        expect(seen).to_be_disabled()
        for _ in range(2):
            phone.locator("#hold").focus()
            phone.keyboard.down(" ")
            expect(phone.locator("#hold .face")).to_contain_text("Tráfico de influencias")
            phone.keyboard.up(" ")
            expect(phone.locator("#hold .face")).to_be_empty()
        expect(seen).to_have_text("Ya la he visto")
        assert x.t.looking is not None
        seen.click()
        expect(seen).to_have_count(0)
    assert x.t.looking is None and "Tráfico de influencias" not in held(x.e, ANA)


# ---- parties


@pytest.mark.rule("DEM-003", "DEM-311", "DEM-313")
def test_every_phone_says_for_which_party_and_that_each_wins_alone(x: At) -> None:
    """In the top bar always; at the start, and in the help, what that means."""
    t = x.begin(6)
    x.stage(t, planning)
    colours = ("Azul", "Rojo", "Verde", "Azul", "Rojo", "Amarillo")
    for seat, colour in enumerate(colours):
        assert text(page(x.e, seat).split("</header>")[0]).endswith(f"{NAMES[seat]} {colour}")
    alone = "es tu compañero, pero no ganáis juntos: cada cual juega para sí."
    assert f"Eres del partido azul. Diego {alone}" in text(page(x.e, ANA))
    assert f"Eres del partido rojo. Bruno {alone}" in text(page(x.e, ELENA))
    assert "Eres del partido verde. Ganas en el acto" in text(page(x.e, CARLA))
    assert not any("Eres del partido" in reads(x, seat) for seat in ALL)


@pytest.mark.rule("DEM-003")
def test_the_party_is_explained_once_the_leaders_are_dealt(x: At) -> None:
    x.begin(6)
    (asked,) = x.asked()
    assert asked == (HOST, "confirm-seats")
    leaders = x.t.leaders
    for seat in ALL:
        party = {"B": "azul", "R": "rojo", "G": "verde", "Y": "amarillo"}[leaders[seat][4]]
        assert f"Eres del partido {party}." in reads(x, seat)


# ---- what is chosen, and what it costs


@pytest.mark.rule("DEM-507")
def test_whom_to_choose_is_told_apart(x: At) -> None:
    """By party, popularity and office: a name alone says nothing to whoever has just sat down."""
    t = court(x, card="ESP-L")
    govern(t, DIEGO)
    t.pop[DIEGO], t.money, t.tokens = 2, 9, {}
    x.stage(t, lambda t: reveal(t, BRUNO, "LID-R1"))
    assert "Discurso (5 €) discurso, popularidad 3 o 7" in reads(x, BRUNO)
    x.answer(BRUNO, "pick-option", option="ESP-L.1")
    assert "Diego Azul · pop 2 · presidencia" in reads(x, BRUNO)
    assert "Carla Verde · pop 4" in reads(x, BRUNO)
    looks_on = "Carta de Bruno Habilidad del Líder Demonizar a un rival (2 €): -1 de popularidad (otros partidos)"
    assert looks_on in reads(x, FELIX), "and who looks on reads what is played"


@pytest.mark.rule("DEM-145")
def test_whose_community_it_is_stands_under_it(x: At) -> None:
    t = court(x, card="CAM-06")
    hold(t, "blue", "AND")
    t.money, t.tokens = 9, {}
    x.stage(t, lambda t: reveal(t, BRUNO, "LID-R1"))
    assert "Andalucía Azul" in reads(x, BRUNO) and "Galicia Sin dueño" in reads(x, BRUNO)


@pytest.mark.rule("DEM-150", "DEM-154")
def test_everything_that_cannot_be_bought_says_why(x: At) -> None:
    t = court(x)
    t.money, t.plans["PEN-01"] = 4, 0
    x.stage(t, lambda t: purchases(t, BRUNO))
    said = reads(x, BRUNO)
    assert "Juez 4, Juez 5 no te caben más jueces" in said and "Medio rojo «El Altavoz» 4 €" in said
    assert "Plan privado (2 € · pensión 1, desempata) no queda ninguno" in said
    assert "Escaño en Bruselas (5 € · pensión 4, desempata) te falta 1 €" in said
    assert "Retiro en el paraíso (12 € · pensión 12, desempata) te faltan 8 €" in said


@pytest.mark.rule("DEM-150", "DEM-154")
def test_a_counter_with_nothing_for_this_seat_says_why(x: At) -> None:
    t = court(x)
    t.turn, t.money = CARLA, 3
    x.stage(t, lambda t: purchases(t, CARLA))
    assert "Planes de pensión solo los compran rojos y azules" in reads(x, CARLA)
    t.turn, t.money = BRUNO, 2
    x.stage(t, lambda t: purchases(t, BRUNO))
    assert "Barón rojo «Merienda», Barón rojo «Cursillo» te falta 1 €" in reads(x, BRUNO)


@pytest.mark.rule("DEM-065", "DEM-082")
def test_the_held_hand_counts_what_is_being_planned(x: At, chromium: Browser) -> None:
    """Funding comes first: a card that the income does not pay for may be paid with the funding of the same plan."""
    t = x.begin(6)
    deal(t, ANA, "CAM-03", "FUN-09")
    x.stage(t, planning)
    assert "Mitin multitudinario" in held(x.e, ANA) and "faltan 3 € más de financiación" in held(x.e, ANA)
    with pages(x.e, chromium) as opened:
        phone = opened(chair=ANA)
        expect(phone.locator(".slot > summary")).to_have_count(2)
        for slot in range(2):  # all agents are on the first screen, and the button too
            expect(phone.locator(".slot > summary").nth(slot)).to_be_in_viewport()
        place = x.t.hands[ANA].index("FUN-09") + 1
        phone.locator(".slot .chip").nth(place).click()
        expect(phone.locator(".slot").first.locator("[data-laid]")).to_have_text(f"la {place}.ª")
        box = phone.locator("#hold").bounding_box()
        assert box
        phone.mouse.move(box["x"] + 60, box["y"] + 30)
        phone.mouse.down()
        face = phone.locator("#hold .face")
        expect(face).to_contain_text("financiación: +7 € · gastos: −0 € · quedan 9 €")
        expect(face).not_to_contain_text("más de financiación")
        phone.mouse.up()
    assert not x.t.under and "financiación: +7" not in held(x.e, ANA), "nothing of it is kept"


# ---- a real urn


@pytest.mark.rule("DEM-034", "DEM-202", "DEM-203", "DEM-204")
def test_people_are_told_what_to_put_into_a_real_urn_and_how_it_is_drawn(x: At) -> None:
    t = x.begin(6, real=frozenset({"urn"}))
    t.candidates = {"blue": ANA, "red": BRUNO}
    board.add_votes(t, "green", 2)
    x.stage(t, fill, count)
    assert heading(x, CARLA) == "Agitad la urna y pulsad OK"
    assert "Debe haber dentro: rojo 11, azul 11, verde 2. Meted lo que falte." in reads(x, CARLA)
    assert "Metidos en este turno rojo 11, azul 11, verde 2" in text(page(x.e, CARLA))
    assert "Por cada comunidad sin dueño (11), un voto de cada partido grande" in text(page(x.e, CARLA))
    x.answer(HOST, "shaken")
    assert heading(x, CARLA) == "Sacad sin mirar una ficha de la urna y acercadla al lector"


@pytest.mark.rule("DEM-034", "DEM-203")
def test_where_the_urn_is_not_counted_nothing_of_it_is_told(x: At) -> None:
    t = x.begin(6, real=frozenset({"urn"}), show_urn_totals=False)
    t.candidates = {"blue": ANA, "red": BRUNO}
    x.stage(t, fill, count)
    assert "Meted lo que falte de todo lo anunciado." in reads(x, CARLA) and "Debe haber" not in reads(x, CARLA)


# ---- the presidency


def ceding(t: Table) -> Script[None]:
    yield from ask(m.Cede, ANA, cede=yes_no())


@pytest.mark.rule("DEM-281", "DEM-183")
def test_popularity_0_is_a_danger_that_is_said_before_it_is_too_late(x: At) -> None:
    t = x.begin(6)
    t.pop.update({ANA: 0, DIEGO: 0})
    t.candidates = {"blue": ANA}
    x.stage(t, ceding)
    assert "Quien preside y acaba una ronda con popularidad 0, dimite." in reads(x, ANA)
    govern(t, ANA)
    x.stage(t, planning)
    assert "Con popularidad 0 al acabar la ronda, dimites." in reads(x, ANA)
    t.pop[ANA] = 1
    x.stage(t, planning)
    assert "dimites" not in reads(x, ANA)


@pytest.mark.rule("DEM-280", "DEM-281")
def test_every_phone_reads_why_a_president_resigns(x: At) -> None:
    t = x.begin(6)
    govern(t, ANA)
    t.card.clear()
    t.pop[ANA] = 0
    x.stage(t, resignation)
    assert "Ana dimite: ha acabado la ronda sin popularidad." in text(page(x.e, FELIX))


def the_end(t: Table) -> Script[None]:
    last_election(t)
    yield from ()


@pytest.mark.rule("DEM-314")
def test_the_end_on_phones_counts_the_pensions_that_decide(x: At) -> None:
    t = x.begin(6)
    t.elections, t.round = 2, len(t.plan.seating.rounds) - 1
    t.pensions[ANA], t.hidden[BRUNO] = ["PEN-01"], ["PEN-02"]
    t.seats = {"red": 6, "blue": 6, "green": 0, "yellow": 0}
    t.candidates = {"blue": ANA, "red": BRUNO}
    x.stage(t, the_end)
    said = text(page(x.e, FELIX))
    assert "Ana pensión 1 0 PV" in said and "Bruno pensión 2 0 PV" in said
    assert "Las últimas elecciones quedan empatadas: nadie gana su punto." in said


@pytest.mark.rule("DEM-070", "DEM-529")
def test_a_phone_says_that_its_card_is_marked_and_that_a_reaction_must_be_held(x: At) -> None:
    t = court(x)
    lay(t, "BAR-R1", "CAM-02")
    t.tokens = {}
    x.stage(t, investigation)
    assert "investiga tu carta" not in reads(x, BRUNO)
    x.answer(ANA, "place-token", judge="JUE-1", agent="BAR-R1")
    assert "Juez 1 (Ana) investiga tu carta de Barón rojo" in reads(x, BRUNO)
    assert "investiga tu carta" not in reads(x, CARLA)
    x.stage(t, lambda t: trial(t, "LID-R1"))
    assert "Solo si está en tu mano: mantén pulsado para verla" in reads(x, BRUNO)


def test_to_take_from_nobody_is_warned_of_before_it_is_paid(x: At) -> None:
    """Friends have popularity, and only other parties can lose it."""
    t = court(x, card="ESP-L")
    t.tokens, t.money = {}, 9
    t.pop.update({ANA: 0, CARLA: 0, DIEGO: 0, FELIX: 0})
    x.stage(t, lambda t: reveal(t, BRUNO, "LID-R1"))
    vain = "Demonizar a un rival (2 €) -1 de popularidad (otros partidos) Ahora no cambia nada."
    assert vain in reads(x, BRUNO)
    t.pop[FELIX] = 1
    x.stage(t, lambda t: reveal(t, BRUNO, "LID-R1"))
    assert "Demonizar" in reads(x, BRUNO) and "no cambia nada" not in reads(x, BRUNO)


@pytest.mark.rule("DEM-380", "DEM-381")
def test_in_own_order_only_the_held_card_says_what_cannot_be_paid_yet(x: At) -> None:
    """And why: the own Funding still lies there. Where it is no more, only what is short."""
    t = x.begin(4, own_order=True)
    own(t, ANA, "BAR-B2")
    for agent, card in (("LID-B1", "CAM-01"), ("BAR-B1", "CAM-01"), ("BAR-B2", "FUN-01")):
        lay(t, agent, card)
    x.stage(t, lambda t: turn(t, ANA))
    asked, secret = reads(x, ANA), text(held(x.e, ANA))
    assert "En el orden que quieras" in asked and "Descubrir todas, Financiación primero" in page(x.e, ANA)
    assert "falta" not in asked and secret.count("faltan 2 €. Descubre antes tu Financiación.") == 2
    x.answer(ANA, "reveal", agent="BAR-B2")
    assert "Descubre antes tu Financiación" not in text(held(x.e, ANA))


@pytest.mark.rule("DEM-380", "DEM-382")
@pytest.mark.parametrize("free", [False, True])
def test_a_plan_says_when_its_funding_comes_in(x: At, free: bool) -> None:
    x.stage(x.begin(4, own_order=free), planning)
    assert ("solo paga lo que descubras después" in reads(x, ANA)) == free
    assert ("se cobra antes de pagar lo demás" in reads(x, ANA)) != free


@pytest.mark.rule("DEM-141", "DEM-142")
def test_whoever_must_pay_for_a_speech_reads_that_it_will_convince_nobody(x: At) -> None:
    """A card with nothing else to do asks no option: it is said where the place is chosen, and what silence costs."""
    t = x.begin(4, board_side="B")
    t.turn, t.money, t.pop[ANA] = ANA, 9, 0
    lay(t, "LID-B1", "CAM-06")
    x.stage(t, lambda t: reveal(t, ANA, "LID-B1"))
    assert "Con popularidad 0 el discurso no convence" in reads(x, ANA)
    assert "No hacer nada; el precio queda pagado" in page(x.e, ANA)
