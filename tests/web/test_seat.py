"""The seat's page: one's own asks and nothing else, and nothing secret that is not held."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from companion.engine import Face, Number, OneOf
from companion.locale import Words
from companion.table.requests import Answer, FreeChair, Pause
from tests.web.evening import Evening, Phone

CARGO = ("Ron", "Seda", "Lámpara", "Sal", "rum", "silk", "lamp", "salt")


def words_in(page: str) -> str:
    """What a page says or carries, without its style sheet and our own files."""
    return re.sub(r"<(script|link)[^>]*>", "", page)


def sent(face: Face, **fields: str | list[str]) -> dict[str, Any]:
    return {"kind": face.kind, "number": str(face.number), **{f"f.{k}": v for k, v in fields.items()}}


def test_a_waiting_phone_says_what_the_board_says(match: Evening) -> None:
    face = match.answer_until("name-boat")
    other = match.phone(1 if face.by != 1 else 2)
    page = other.get("/seat").text
    assert "Ana bautiza su barca" in page
    assert "Ahora no te toca a ti." in page
    assert 'value="name-boat"' not in page


def test_an_ask_is_a_form_and_its_answer_is_played(match: Evening) -> None:
    face = match.answer_until("name-boat")
    phone = match.phone(face.by)
    page = phone.get("/seat").text
    assert "¿Cómo se llama tu barca?" in page
    assert 'maxlength="12"' in page
    reply = phone.post("/seat/answer", script=True, **sent(face, name=" Gaviota "))
    assert reply.get_json() == {"ok": True, "saved": True, "code": "ok"}
    assert match.playing.views[None]["boats"][face.by] == "Gaviota"


def test_without_scripts_a_form_leads_back_to_the_page(match: Evening) -> None:
    face = match.answer_until("name-boat")
    response = match.phone(face.by).post("/seat/answer", **sent(face, name="Gull"))
    assert (response.status_code, response.headers["Location"]) == (303, "/seat")


# ---- secrets


def test_held_cards_are_in_no_page_until_they_are_held(match: Evening) -> None:
    """Neither as words nor as values, in any state of the night; the held answer has them."""
    for kind in ("load", "keep", "burn"):
        face = match.answer_until(kind)
        phone = match.phone(face.by)
        hand = match.playing.views[face.by]["hands"][face.by]
        for page in (phone.get("/seat").text, phone.get("/seat/state").text, phone.get("/").text):
            assert not [word for word in CARGO if re.search(rf"\b{word}\b", words_in(page))], kind
        held = phone.post("/seat/secret", script=True).get_json()
        faces = next(words for name, words in held["faces"].items() if name.startswith(kind))
        assert len(faces) == len(hand)


def test_the_held_answer_is_of_one_size_for_everybody(match: Evening) -> None:
    sizes = {len(match.phone(seat).post("/seat/secret", script=True).data) for seat in range(4)}
    assert len(sizes) == 1
    assert json.loads(match.phone(0).post("/seat/secret", script=True).data)["html"]


def test_nothing_is_kept_by_a_browser(match: Evening) -> None:
    phone = match.phone(0)
    for response in (phone.get("/seat"), phone.get("/seat/state"), phone.post("/seat/secret", script=True)):
        assert response.headers["Cache-Control"] == "no-store"


def test_after_a_vote_the_page_says_only_that(match: Evening) -> None:
    """The choice shows while held; the buttons come back on `change`."""
    face = match.answer_until("load")
    phone = match.phone(face.by)
    field = face.fields["crates"]
    assert field is not None
    assert phone.post("/seat/answer", script=True, **sent(face, **{'crates."bow"': "#0"})).get_json()["ok"]
    page = phone.get("/seat").text
    assert "Has contestado." in page
    assert "Cambiar" in page
    held = phone.post("/seat/secret", script=True).get_json()["html"]
    assert "Has contestado: Proa: " in held
    again = match.face(face.by, "load")
    assert again is not None
    assert again.answered
    assert phone.post("/seat/answer", script=True, **sent(again, **{'crates."hold"': "#1"})).get_json()["ok"]
    assert "Bodega: " in phone.post("/seat/secret", script=True).get_json()["html"]


def test_the_held_card_reckons_with_what_is_entered_and_not_sent(match: Evening) -> None:
    """For this question only, and nothing is answered by it; the page does not say it."""
    face = match.answer_until("load")
    phone = match.phone(face.by)
    hand = match.playing.views[face.by]["hands"][face.by]
    entered = sent(face, **{'crates."bow"': "#1", 'crates."hold"': ""})
    line = f"<p>Proa: {Words('es', 'lighthouse')(f'cargo.{hand[1]}')}</p>"
    assert line in phone.post("/seat/secret", script=True, **entered).get_json()["html"]
    assert line not in phone.post("/seat/secret", script=True, **entered | {"number": 77}).get_json()["html"]
    assert line not in phone.post("/seat/secret", script=True, **entered | {'f.crates."bow"': "#9"}).get_json()["html"]
    again = match.face(face.by, "load")
    assert again is not None and not again.answered
    assert line not in phone.get("/seat").text


def test_a_game_tells_of_a_seat_of_a_choice_and_of_what_goes_on(match: Evening) -> None:
    """In the top bar for whom it plays, under a choice what is known of it, under the line what every phone tells."""
    face = match.answer_until("route")
    boats, leader = match.playing.views[None]["boats"], match.playing.views[None]["leader"]
    for seat in range(4):
        page = match.phone(seat).get("/seat").text
        assert f"<span>{boats[seat]}</span></header>" in page
        assert f'<small class="note">{boats[(seat + 1) % 4]}</small>' in page, "in the list of whom to whisper to"
        asked = "route" if seat == face.by else ""
        assert f'data-asked="{asked}" data-waits="route">{match.playing.names[leader]}' in page


def test_private_choices_and_bounds_are_for_the_held_card(match: Evening) -> None:
    """A private number does not show where it ends; a private list of seats offers everybody."""
    face = match.answer_until("bid")
    field = face.fields["coins"]
    assert isinstance(field, Number)
    phone = match.phone(face.by)
    assert f'max="{field.high}"' not in phone.get("/seat").text
    assert "De 0 a 5." in phone.post("/seat/secret", script=True).get_json()["html"]
    refused = phone.post("/seat/answer", script=True, **sent(face, coins="6"))
    assert refused.status_code == 409
    whisper = match.face(face.by, "whisper")
    assert whisper is not None
    assert isinstance(whisper.fields["to"], OneOf)
    page = phone.get("/seat").text
    assert page.count('name="f.to"') == 4


def test_the_log_on_the_page_is_what_everybody_heard(match: Evening) -> None:
    page = match.phone(0).get("/seat").text
    assert "dealt" in page
    assert "Recibes" not in page
    assert "Recibes" in match.phone(0).post("/seat/secret", script=True).get_json()["html"]


def test_a_look_is_answered_by_having_looked(match: Evening) -> None:
    """The ask is a form whose button waits until the card has been held."""
    page = match.phone(0).get("/seat").text
    assert "data-looking" in page
    assert "Mira tu carga" in page
    assert 'data-unseen="Antes, mantén el dedo en la carta">Vista<' in page


# ---- refusals: each a clear 4xx, and nothing has changed


@pytest.fixture
def asked(match: Evening) -> tuple[Evening, Face, Phone]:
    face = match.answer_until("name-boat")
    return match, face, match.phone(face.by)


def refused(e: Evening, response: Any, code: str, status: int = 409) -> None:
    said = response.get_json()
    assert (response.status_code, said["ok"], said["code"]) == (status, False, code)
    assert said["why"]
    assert said["now"]


def test_without_a_token_of_ours_nothing_is_taken(asked: tuple[Evening, Face, Phone]) -> None:
    e, face, phone = asked
    before = e.playing.moves
    response = phone.client.post("/seat/answer", data=sent(face, name="Gull"))
    assert response.status_code == 400
    assert "se quedó vieja" in response.text
    assert e.playing.moves == before


def test_another_seats_ask_is_not_ones_own(asked: tuple[Evening, Face, Phone]) -> None:
    e, face, _ = asked
    before = e.playing.moves
    other = e.phone((face.by + 1) % 4)
    refused(e, other.post("/seat/answer", script=True, **sent(face, name="Gull"), chair=face.by), "stale")
    assert e.playing.moves == before


def test_a_form_sent_twice_counts_once(asked: tuple[Evening, Face, Phone]) -> None:
    e, face, phone = asked
    assert phone.post("/seat/answer", script=True, **sent(face, name="Gull")).get_json()["ok"]
    before = e.playing.moves
    refused(e, phone.post("/seat/answer", script=True, **sent(face, name="Gull")), "stale")
    assert e.playing.moves == before


@pytest.mark.parametrize("number", ["", "0", "99", "-1", "x", "1" * 40])
def test_a_form_of_another_question_is_late(asked: tuple[Evening, Face, Phone], number: str) -> None:
    e, face, phone = asked
    before = e.playing.moves
    refused(e, phone.post("/seat/answer", script=True, kind=face.kind, number=number, **{"f.name": "Gull"}), "stale")
    assert e.playing.moves == before


@pytest.mark.parametrize("name", ["", " ", "x" * 13, "a\nb"])
def test_what_the_ask_does_not_offer_is_refused(asked: tuple[Evening, Face, Phone], name: str) -> None:
    e, face, phone = asked
    before = e.playing.moves
    refused(e, phone.post("/seat/answer", script=True, **sent(face, name=name)), "not-offered")
    assert e.playing.moves == before


@pytest.mark.parametrize("value", ["", "#", "#9", "#-1", "#x", "[", "{}", "null", "1e9", "[" * 2000, '"Gull"', "#1#"])
def test_garbage_for_a_choice_is_refused(match: Evening, value: str) -> None:
    face = match.answer_until("burn")
    before = match.playing.moves
    response = match.phone(face.by).post("/seat/answer", script=True, **sent(face, place=value))
    assert response.status_code in (400, 409)
    assert response.get_json()["why"]
    assert match.playing.moves == before


def test_json_is_no_form(asked: tuple[Evening, Face, Phone]) -> None:
    e, face, phone = asked
    before = e.playing.moves
    for body in ("{", "[]", json.dumps(sent(face, name="Gull")), "\x00"):
        headers = {"X-CSRFToken": phone.token(), "X-Requested-With": "fetch"}
        response = phone.client.post("/seat/answer", data=body, content_type="application/json", headers=headers)
        assert 400 <= response.status_code < 500
    assert e.playing.moves == before


def test_a_body_without_end_is_refused(asked: tuple[Evening, Face, Phone]) -> None:
    e, face, phone = asked
    before = e.playing.moves
    response = phone.post("/seat/answer", script=True, **sent(face, name="x" * 20_000))
    assert response.status_code in (400, 413)
    assert e.playing.moves == before


def test_a_paused_table_takes_no_answers(asked: tuple[Evening, Face, Phone]) -> None:
    e, face, phone = asked
    e.do(Pause(on=True))
    assert "La mesa está en pausa" in phone.get("/seat").text
    refused(e, phone.post("/seat/answer", script=True, **sent(face, name="Gull")), "paused")


@pytest.mark.parametrize("address", ["answer", "secret", "code", "drop", "close", "hand", "rename", "leave", "books"])
def test_a_stranger_can_do_nothing(match: Evening, address: str) -> None:
    before = match.snapshot.version
    response = match.phone().post(f"/seat/{address}", script=True, name="Eve", up="1")
    assert (response.status_code, response.get_json()["code"]) == (403, "no-seat")
    assert match.snapshot.version == before


def test_a_forged_token_is_a_stranger(match: Evening) -> None:
    phone = match.phone()
    for token in ("", "x", "token-of-", "é" * 64, "a" * 500):
        phone.client.set_cookie("seat", token, path="/seat")
        assert phone.post("/seat/secret", script=True).status_code == 403


def test_pages_that_are_not_there(match: Evening) -> None:
    for address, status in (("/nothing", 404), ("/seat/answer", 405), ("/fonts/../app.py", 404), ("/fonts/x.ttf", 404)):
        response = match.phone(0).get(address, headers={"Accept-Language": "en"})
        assert response.status_code == status
        assert "first page" in response.text or status == 405


# ---- signals and the rest


def test_a_hand_is_raised_and_lowered(match: Evening) -> None:
    phone = match.phone(2)
    phone.post("/seat/hand", script=True, up="1")
    assert match.snapshot.chairs[2].hand
    assert "mano en alto" in phone.get("/seat").text
    phone.post("/seat/hand", script=True, up="0")
    assert not match.snapshot.chairs[2].hand


def test_an_urn_takes_a_vote_from_a_phone_and_forgets_it(match: Evening) -> None:
    match.answer_until("repeat")
    assert match.playing.urn
    voter = match.phone(1)
    assert "Echa tu voto en la urna" in voter.get("/seat").text
    assert voter.post("/seat/drop", script=True, paper="lit").get_json()["ok"]
    page = voter.get("/seat").text
    assert "Has votado." in page
    assert "Encendido" not in page
    assert "Encendido" not in voter.post("/seat/secret", script=True).text
    refused(match, voter.post("/seat/drop", script=True, paper="dark"), "already-answered")
    assert match.playing.urn.inside == 1
    refused(match, voter.post("/seat/close", script=True), "not-your-turn")
    closer = match.phone(match.playing.urn.closer)
    assert closer.post("/seat/close", script=True).get_json()["ok"]
    assert match.playing.urn is None


def test_a_chair_without_a_seat_sees_the_public_page(match: Evening) -> None:
    match.do(FreeChair(chair=3))
    assert match.phone().get("/seat").status_code == 303


def test_the_state_is_sent_only_when_it_is_news(match: Evening) -> None:
    phone = match.phone(0)
    state = phone.get("/seat/state").get_json()
    assert phone.get(f"/seat/state?tag={state['tag']}").status_code == 204
    match.do(Answer(kind="looked", number=match.playing.faces[0][-1].number, chair=0))
    assert phone.get(f"/seat/state?tag={state['tag']}").status_code == 200


def test_headers_close_what_a_page_need_not_do(match: Evening) -> None:
    headers = match.phone(0).get("/seat").headers
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"


def test_no_page_has_anything_inline(match: Evening) -> None:
    """The policy forbids it, so it would not work: no style, no script, no handler in the markup."""
    for kind in ("looked", "load", "bid", "route", "pay", "keep", "burn"):
        face = match.answer_until(kind)
        page = match.phone(face.by).get("/seat").text
        assert not re.search(r"<script(?! defer src)|<style|\sstyle=|\son\w+=|https?://", page)


def test_the_fonts_come_from_the_table(match: Evening) -> None:
    for name in ("poster", "sans", "semibold", "bold", "serif"):
        response = match.phone().get(f"/fonts/{name}.ttf")
        response.close()
        assert (response.status_code, response.content_type) == (200, "font/ttf")
