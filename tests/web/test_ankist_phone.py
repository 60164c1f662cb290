"""Ankist on phones: a vote on one screen, pacts from one phone to the other, and nothing secret that is not held."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.engine import Face
from companion.games import all_games
from companion.locale import Words
from companion.players import decide
from companion.table.campaigns import campaigns
from companion.table.requests import Afresh, Answer, Choose, Quit, Seen, SetSwitch, Showing, Start
from tests.web.evening import NAMES, Evening, evening, held, page, pages
from web import Keeper

SEATS = 5


@pytest.fixture
def five(tmp_path: Path) -> Iterator[Evening]:
    with evening(tmp_path, games={"ankist": all_games()["ankist"]}) as e:
        e.start(SEATS, "ankist")
        yield e


def until(e: Evening, kind: str) -> Face:
    """Bots play until this is asked."""
    memories: dict[int, dict[str, Any]] = {s: {} for s in range(SEATS)}
    rng = Random(4)
    for _ in range(2000):
        for seat in range(SEATS):
            if (face := e.face(seat, kind)) and not face.answered:
                return face
        for seat in range(SEATS):
            mine = [f for f in e.playing.faces[seat] if f.by == seat and not f.answered]
            view, events = e.playing.views[seat], e.playing.events(seat)
            said = decide("ankist", view, mine, events, seat, memories[seat], rng) if mine else None
            if said and e.table.do(Answer(kind=said[0], fields=said[1], chair=seat)).ok:
                break
    raise AssertionError(f"{kind} never asked")


def plain(html: str) -> str:
    """Without what numbers the questions of a seat."""
    return re.sub(r'value="\d+"|-pact-\d+', "", html)


def send(e: Evening, by: int, kind: str, **fields: str) -> Any:
    face = e.face(by, kind)
    assert face is not None
    sent = {"kind": kind, "number": str(face.number), **{f"f.{k}": v for k, v in fields.items()}}
    return e.phone(by).post("/seat/answer", script=True, **sent).get_json()


def propose(e: Evening, seat: int, to: int, **more: str) -> Any:
    usual = {
        "to": str(to), "give": "2", "take": "0", "mine": '"nothing"', "mine_least": "1", "mine_most": "1",
        "yours": '"vote-aye"', "yours_least": "1", "yours_most": "43", "whom": str(seat), "terms": "—",
    }  # fmt: skip
    return send(e, seat, "propose-pact", **usual | more)


def test_a_vote_is_one_screen(five: Evening) -> None:
    """Both sides with what they would do, the power, both abstentions, pacts: in the open, whatever the hand is."""
    words, face = Words("es", game="ankist"), until(five, "vote")
    html = page(five, face.by)
    card = five.playing.views[None]["dilemma"]
    assert words(f"card.{card}.text") in html
    for side in ("aye", "nay"):
        assert f'value="&#34;{side}&#34;"' in html and words(f"card.{card}.{side}") in html
    assert "Por poder" in html and "Para moderar" in html and "data-whole" in html and "data-buttons" in html
    assert 'value="#' not in html and 'class="cover"' not in html
    assert send(five, face.by, "vote", side='"nay"', power="3")["ok"]
    assert five.playing.views[None]["put"] == {face.by: 3}


def test_the_held_card_has_the_plan_with_its_zones_and_what_one_owns(five: Evening) -> None:
    words = Words("es", game="ankist")
    until(five, "vote")
    for seat in range(SEATS):
        read, plan = held(five, seat), five.playing.views[seat]["plans"][seat]
        assert words(f"plans.{plan}") in read and "Puntos" in read
        assert "Poder <b>8</b>" in read and "Monedas <b>10</b>" in read
        others = {five.playing.views[s]["plans"][s] for s in range(SEATS)} - {plan}
        shown = page(five, seat).split('data-key="help"')[0]  # the rules name a plan, for everybody
        assert not any(words(f"plans.{other}") in shown for other in {*others, plan})


def test_plans_are_chosen_covered_and_read_while_held(five: Evening) -> None:
    words, face = Words("es", game="ankist"), until(five, "choose-plan")
    html, read = page(five, face.by).split('data-key="help"')[0], held(five, face.by)  # the help names all six
    for place, plan in enumerate(five.playing.views[face.by]["available"].values()):
        assert f"{place + 1} {words(f'plans.{plan}')}" in read and words(f"plans.{plan}") not in html


def test_a_pact_goes_from_one_phone_to_the_other(five: Evening) -> None:
    """Nobody sees on a page that lies on the table who has been offered what; who holds it reads all of it."""
    face = until(five, "vote")
    by, to = (face.by + 1) % SEATS, face.by
    before = [plain(page(five, s)) for s in range(SEATS)]
    assert propose(five, by, to)["ok"]
    assert [plain(page(five, s)) for s in range(SEATS)] == before
    assert f"{NAMES[by]} te propone:" in held(five, to) and "votar a favor" in held(five, to)
    assert f"Propones a {NAMES[to]}:" in held(five, by) and "libres 8" in held(five, by)
    assert not any("propone" in held(five, s) for s in range(SEATS) if s not in (by, to))
    assert send(five, to, "accept-pact", seat=str(by))["ok"]
    assert "Debes:" in held(five, to) and five.playing.views[to]["coins"][to] == 12
    refused = send(five, to, "vote", side='"nay"', power="1")
    assert not refused["ok"] and "pacto" in refused["why"]
    assert send(five, to, "vote", side='"aye"', power="1")["ok"]


def test_what_a_pact_cannot_promise_is_refused_with_its_reason(five: Evening) -> None:
    """More coins than are free, a duty to oneself that contradicts another: the slip says why, nothing is lost."""
    face = until(five, "vote")
    by, to = face.by, (face.by + 1) % SEATS
    refused = propose(five, by, to, give="11")
    assert not refused["ok"] and refused["why"] == "No tienes tanto."
    nothing = send(five, to, "accept-pact", seat=str(by))
    assert not nothing["ok"] and nothing["why"] == "Esa casa no te propone nada."
    assert not propose(five, by, by)["ok"]
    assert five.playing.views[by]["coins"][by] == 10 and not five.playing.views[by]["offers"]


def test_more_power_than_in_hand_is_refused_and_nothing_is_lost(five: Evening) -> None:
    face = until(five, "vote")
    refused = send(five, face.by, "vote", side='"aye"', power="9")
    assert not refused["ok"] and refused["why"] == "No tienes tanto."
    assert five.playing.views[face.by]["hand"][face.by] == 8 and not five.playing.views[None]["act"]
    assert send(five, face.by, "vote", side='"aye"', power="8")["ok"]


def test_pacts_that_contradict_each_other_are_refused_and_their_coins_stay(five: Evening) -> None:
    """Who has sold a vote can neither sell the other side to somebody else nor promise more than there is."""
    face = until(five, "vote")
    voter, one, two = face.by, (face.by + 1) % SEATS, (face.by + 2) % SEATS
    assert propose(five, one, voter)["ok"] and propose(five, two, voter, yours='"vote-nay"')["ok"]
    assert send(five, voter, "accept-pact", seat=str(one))["ok"]
    refused = send(five, voter, "accept-pact", seat=str(two))
    assert not refused["ok"] and refused["why"] == "No podrías cumplirlo junto a lo que ya debes."
    assert {s: five.playing.views[s]["coins"][s] for s in (voter, one, two)} == {voter: 12, one: 8, two: 10}
    refused = propose(five, voter, two, give="0", mine='"vote-nay"', yours='"nothing"')
    assert not refused["ok"] and refused["why"] == "No cabe junto a lo que ya debes u ofreces, o pasó su momento."
    refused = propose(five, two, one, mine='"vote-aye"', mine_least="9", mine_most="9", yours='"nothing"')
    assert not refused["ok"] and refused["why"] == "No tienes tanto."
    assert send(five, two, "withdraw-pact", seat=str(voter))["ok"], "the coins are free again"
    assert send(five, voter, "vote", side='"aye"', power="1")["ok"]


def test_a_signature_shows_what_was_decided(five: Evening) -> None:
    words, face = Words("es", game="ankist"), until(five, "sign")
    view = five.playing.views[None]
    assert words(f"card.{view['dilemma']}.{view['verdict']}.result") in page(five, face.by)


@pytest.fixture
def phone(five: Evening, chromium: Browser) -> Iterator[Page]:
    """The phone of whoever votes first."""
    face = until(five, "vote")
    with pages(five, chromium) as opened:
        yield opened(chair=face.by)


def test_a_vote_takes_a_tile_a_step_and_a_button(five: Evening, phone: Page) -> None:
    """All of it without scrolling; the button says what it will do."""
    go = phone.locator("#live button.go")
    expect(go).to_have_text("Elige")
    phone.locator("label.tile").first.click()
    phone.locator(".stepper .step").nth(1).click()
    expect(go).to_have_text("Votar a favor · 2")
    go.click()
    expect(phone.locator("section.now.mine")).to_have_count(0)
    assert list(five.playing.views[None]["put"].values()) == [2]


def test_an_abstention_is_pressed_and_asked_once_more(five: Evening, phone: Page) -> None:
    phone.get_by_role("button", name="Por poder").click()
    expect(phone.locator("#sure h2")).to_have_text("¿Abstenerte por poder?")
    phone.locator("[data-sure=no]").click()
    assert not five.playing.views[None]["act"]
    phone.get_by_role("button", name="Por poder").click()
    phone.locator("[data-sure=yes]").click()
    expect(phone.locator("section.now.mine")).to_have_count(0)
    assert list(five.playing.views[None]["act"].values()) == ["gather"]


def test_a_pact_is_one_form_that_shows_only_what_its_duties_need(five: Evening, phone: Page) -> None:
    seat = five.playing.views[None]["leader"]
    to = (seat + 1) % SEATS
    phone.locator("details.desk > summary").click()
    amount = phone.locator("input[name='f.yours_least']")
    expect(amount).to_be_hidden()
    phone.locator("details.desk .chip").filter(has_text=NAMES[to]).click()
    phone.select_option("select[name='f.yours']", '"vote-nay"')
    expect(amount).to_be_visible()
    expect(phone.locator("select[name='f.whom']")).to_be_hidden()
    go = phone.locator("button[form^='f-propose-pact']")
    expect(go).to_have_text(f"Proponer a {NAMES[to]}")
    go.click()
    expect(phone.locator("details.desk .chip.on")).to_have_count(0)
    (offer,) = five.playing.views[seat]["offers"].values()
    assert (offer["to"], offer["yours"]["kind"], offer["terms"]) == (to, "vote-nay", "—")


def test_between_two_reigns_nobody_has_lost(tmp_path: Path) -> None:
    """A phone says which house gives the next king and what each has by now; the host is offered the next reign."""
    with evening(tmp_path, games={"ankist": all_games()["ankist"]}) as e:
        e.table.do(Choose(game="ankist"))
        e.table.do(SetSwitch(name="mode", value="campaign"))
        e.start(SEATS, "ankist")
        named = until(e, "name-king")
        assert send(e, named.by, "name-king", name="Urraca")["ok"] and e.playing.over
        view = e.playing.views[None]
        other = (named.by + 1) % SEATS
        assert "Tu casa da el próximo rey" in page(e, named.by) and "Has perdido" not in page(e, other)
        assert f"Reinado 1 de {view['options']['campaign_games']}" in page(e, other)
        assert e.table.snapshot.goes_on


def test_an_earlier_campaign_is_read_between_matches_and_beside_the_next(tmp_path: Path) -> None:
    """From its own address, as a page and as a PDF, which the lobby and the page of the next match lead to."""
    games = {"ankist": all_games()["ankist"]}
    with evening(tmp_path, games=games, keeper=Keeper(tmp_path, lambda: None)) as e:
        e.table.do(Choose(game="ankist"))
        e.table.do(SetSwitch(name="mode", value="campaign"))
        e.start(SEATS, "ankist")
        assert send(e, until(e, "name-king").by, "name-king", name="Urraca")["ok"]
        decided = e.phone().get("/paper").text
        e.do(Quit())
        assert 'href="/paper"' in page(e, 0) and 'href="/paper"' in e.host().get("/host").text
        (name,) = [c.name for c in campaigns(tmp_path / "matches")]
        assert f'href="/paper/{name}"' in e.phone().get("/paper").text
        told = e.phone().get(f"/paper/{name}").text
        assert "Reinado 1 de 4. Va delante:" in told
        assert [p for p in re.findall(r'<p class="prose">.*?</p>', decided) if p not in told] == []
        assert e.phone().get(f"/paper/{name}.pdf").data.startswith(b"%PDF-")
        assert e.phone().get("/paper/other").status_code == 404
        e.do(Afresh())
        e.do(Start())
        until(e, "sign")
        assert f'href="/paper/{name}"' in e.phone().get("/paper").text


def test_phones_tell_no_end_before_the_screen_has_told_it(tmp_path: Path) -> None:
    """With a screen they wait for it, but not for ever; without one they wait for nothing."""
    with evening(tmp_path, games={"ankist": all_games()["ankist"]}) as e:
        e.start(SEATS, "ankist")
        until(e, "sign")
        e.do(Showing(screen="window"))
        assert "Mirad la mesa" not in page(e, 0), "nothing has been opened yet"
        named = until(e, "name-king")
        plans = [Words("es", game="ankist")(f"plans.{plan}") for plan in e.playing.views[None]["plans"].values()]
        for seat in range(SEATS):
            shown = page(e, seat)
            assert "Mirad la mesa" in shown and "Pon nombre" not in shown
            assert not any(plan in shown for plan in plans)
        e.do(Seen(match=e.playing.match, told=len(e.playing.told)))
        assert "Pon nombre" in page(e, named.by) and plans[0] in page(e, 0)
        assert send(e, named.by, "name-king", name="Urraca")["ok"] and e.playing.over
        assert "Mirad la mesa" in page(e, 0) and "YES" not in e.snapshot.keys
        e.later(61)
        assert "Mirad la mesa" not in page(e, 0) and e.snapshot.keys["YES"].lit


def test_a_move_that_breaks_a_pact_is_asked_first_where_pacts_are_only_noted(tmp_path: Path, chromium: Browser) -> None:
    """On a sheet of the phone; one more tap does it."""
    with evening(tmp_path, games={"ankist": all_games()["ankist"]}) as e:
        e.table.do(Choose(game="ankist"))
        e.table.do(SetSwitch(name="pact_enforcement", value="record"))
        e.start(SEATS, "ankist")
        first = until(e, "vote").by
        other = (first + 1) % SEATS
        assert propose(e, other, first)["ok"] and send(e, first, "accept-pact", seat=str(other))["ok"]
        nay = {"side": '"nay"', "power": "1"}
        asked = send(e, first, "vote", **nay)
        assert asked["sure"] and asked["why"] == "Eso rompe tu pacto." and not e.playing.views[None]["act"]
        with pages(e, chromium) as opened:
            phone = opened(chair=first)
            phone.locator("label.tile").nth(1).click()
            phone.locator("#live button.go").click()
            expect(phone.locator("#sure h2")).to_have_text("Eso rompe tu pacto.")
            phone.locator("#sure [data-sure=yes]").click()
            expect(phone.locator("#live button.go")).not_to_be_visible()
        assert e.playing.views[None]["act"] == {first: "nay"}
