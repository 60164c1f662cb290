"""How a phone comes to the table, and comes back."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from companion.games import all_games
from companion.table.requests import Answer, FreeChair, Sit
from tests.web.evening import Evening, Phone, evening


def code_on(page: str) -> str:
    found = re.search(r"(?:Tu código|Your code): ((?:\w )+\w)", page)
    assert found
    return found[1].replace(" ", "")


def sit(phone: Phone, chair: int = 3, name: str = "Diego") -> str:
    """Sit down; the code that the phone was told."""
    assert phone.post("/seat/sit", chair=chair, name=name).headers["Location"] == "/seat/welcome"
    return code_on(phone.get("/seat/welcome").text)


def test_a_phone_takes_a_free_chair(table: Evening) -> None:
    phone = table.phone()
    assert phone.get("/").text.count('name="chair"') == 10
    code = sit(phone)
    assert len(code) == 4
    assert table.snapshot.chairs[3].name == "Diego"
    page = phone.get("/seat").text
    assert "Diego" in page
    assert code not in page, "the code is the owner's, and only held open"
    assert phone.post("/seat/code").get_json()["html"].count(" ".join(code)) == 1


def test_the_cookie_of_a_seat_is_for_its_pages_alone(table: Evening) -> None:
    """HttpOnly, SameSite=Strict, under the seat's own path; the token is in no address and no page."""
    phone = table.phone()
    response = phone.post("/seat/sit", chair=0, name="Ana")
    (cookie,) = [c for c in response.headers.getlist("Set-Cookie") if c.startswith("seat=")]
    assert {"HttpOnly", "Path=/seat", "SameSite=Strict"} <= set(cookie.split("; "))
    token = cookie.split("=")[1].split(";")[0]
    assert token not in phone.get("/seat").text
    assert token not in response.headers["Location"]


def test_who_has_a_seat_is_led_to_it(table: Evening) -> None:
    phone = table.phone()
    sit(phone)
    assert phone.get("/").headers["Location"] == "/seat"
    assert phone.get("/?choose=1").status_code == 200


def test_the_code_brings_the_seat_back_on_another_phone_and_the_older_is_told(table: Evening) -> None:
    old, new = table.phone(), table.phone()
    code = sit(old)
    assert new.post("/seat/comeback", code=f" {code[:2].lower()} {code[2:]}").status_code == 303
    assert "Diego" in new.get("/seat").text
    told = old.get("/seat")
    assert told.status_code == 403
    assert "Este móvil ya no tiene asiento" in told.text
    assert old.get("/seat").headers["Location"] == "/", "then it may choose anew"


def test_a_freed_chair_is_lost(table: Evening) -> None:
    phone = table.phone()
    sit(phone)
    table.do(FreeChair(chair=3))
    assert phone.post("/seat/hand", script=True, up=1).get_json()["code"] == "no-seat"
    assert phone.get("/seat").status_code == 403


def test_a_phone_that_changes_chairs_leaves_the_old_one(table: Evening) -> None:
    phone = table.phone()
    sit(phone)
    sit(phone, 5)
    assert [c.id for c in table.snapshot.chairs if c.presence != "free"] == [5]


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"name": "Diego"}, "Falta el asiento"),
        ({"chair": "x", "name": "Diego"}, "Falta el asiento"),
        ({"chair": "99", "name": "Diego"}, "no existe"),
        ({"chair": "3", "name": " "}, "Falta el nombre"),
        ({"chair": "3", "name": "x" * 13}, "no cabe"),
        ({"chair": "3", "name": "a\x07b"}, "no cabe"),
        ({"chair": "0", "name": "Diego"}, "Ahí se sienta Ana"),
        ({"chair": "3", "name": "Ana"}, "Ana"),
    ],
)
def test_what_cannot_be_is_said_and_changes_nothing(table: Evening, sent: dict[str, Any], said: str) -> None:
    table.seat(1)
    before = table.snapshot.chairs
    response = table.phone().post("/seat/sit", **sent)
    assert 400 <= response.status_code < 500
    assert said.lower() in response.text.lower()
    assert table.snapshot.chairs == before


def test_codes_cannot_be_guessed_at_leisure(table: Evening) -> None:
    """Six tries a minute from one address; a wrong code yields nothing."""
    table.seat(2)
    phone = table.phone()
    answers = [phone.post("/seat/comeback", code=f"AAA{n}") for n in range(8)]
    assert [a.status_code for a in answers] == [409] * 6 + [429] * 2
    assert "Set-Cookie" not in answers[0].headers or "seat=" not in str(answers[0].headers.getlist("Set-Cookie"))
    assert answers[-1].headers["Retry-After"]


def test_a_name_is_shown_as_typed(table: Evening) -> None:
    """Markup in a name stays text."""
    phone = table.phone()
    sit(phone, name="<i>&{n}</i>")
    assert "&lt;i&gt;&amp;{n}&lt;/i&gt;" in phone.get("/seat").text
    assert "<i>&{n}" not in phone.get("/seat").text


def test_a_name_is_shown_as_typed_where_a_game_words_it(tmp_path: Path) -> None:
    """The game's own part of a page escapes too."""
    with evening(tmp_path, games={"secret_hitler": all_games()["secret_hitler"]}) as e:
        e.do(Sit(chair=5, name="<b>x</b>", token="of chair 5"))
        e.start(5, "secret_hitler")
        ask = e.answer_until("nominate")
        chosen = 5 if ask.by != 5 else 0  # either way the name stands above the vote
        e.do(Answer(kind="nominate", fields={"chancellor": chosen}, number=ask.number, chair=ask.by))
        page = e.phone(1).get("/seat").text
        assert "<b>&lt;b&gt;x&lt;/b&gt;</b>" in page
        assert "<b>x</b>" not in page


@pytest.mark.parametrize(("wish", "said"), [("en-GB", "Choose your seat"), ("es", "Elige tu asiento"), ("fr", "Elige")])
def test_a_page_speaks_the_language_of_the_phone(table: Evening, wish: str, said: str) -> None:
    assert said in table.phone().get("/", headers={"Accept-Language": wish}).text


def test_the_language_can_be_switched(table: Evening) -> None:
    phone = table.phone()
    assert phone.post("/language", language="en", back="/?choose=1").headers["Location"] == "/?choose=1"
    assert "Choose your seat" in phone.get("/").text
    assert phone.post("/language", language="xx").status_code == 400


@pytest.mark.parametrize("back", ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:x"])
def test_the_switch_leads_nowhere_else(table: Evening, back: str) -> None:
    assert table.phone().post("/language", language="en", back=back).headers["Location"] == "/"


def test_a_running_match_takes_nobody_new(match: Evening) -> None:
    phone = match.phone()
    assert 'name="chair"' not in phone.get("/").text
    assert phone.post("/seat/sit", chair=7, name="Hugo").status_code == 409
    match.do(FreeChair(chair=2))
    sit(phone, 2, "Hugo")
    assert match.playing.names[2] == "Hugo"
