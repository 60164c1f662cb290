"""The host's page: nothing without the PIN, everything with it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from companion.engine import CHANCE
from companion.games import all_games
from companion.table.pin import new_pin
from companion.table.requests import Choose, Fall, Pause, SetSwitch, Start
from tests.web.evening import Evening, evening

ACTS = ("choose", "start", "pause", "undo", "quit", "rematch", "books", "erase", "bot", "free", "enrol", "badge", "set")


@pytest.mark.parametrize("act", ACTS)
def test_nothing_is_done_without_the_pin(match: Evening, act: str) -> None:
    before = match.snapshot
    response = match.phone(0).post(f"/host/do/{act}", script=True, on="true", chair="0", game="lighthouse")
    assert (response.status_code, response.get_json()["code"]) == (403, "pin-first")
    assert match.snapshot is before


def test_nothing_is_read_without_the_pin(match: Evening) -> None:
    for address in ("/host/state", "/host/stream"):
        assert match.phone().get(address).status_code == 403
    assert "Deshacer" not in match.phone().get("/host").text


def test_a_wrong_pin_is_refused_and_soon_not_even_heard(table: Evening) -> None:
    phone = table.phone()
    answers = [phone.post("/host/login", pin=f"{n}{table.table.pin}").status_code for n in range(7)]
    assert answers == [403] * 6 + [429]
    assert phone.post("/host/login", pin=table.table.pin).status_code == 429, "the right one too, for a minute"


def test_the_pin_is_in_no_page(match: Evening) -> None:
    host, pin = match.host(), match.table.pin
    for address in ("/host", "/host/state", "/", "/board", "/workbench", "/seat"):
        assert pin not in re.sub(r'(name="csrf[^>]*>|[0-9a-f]{32,})', "", host.get(address).text), address


def test_the_cookie_of_the_host_is_for_its_pages_alone_and_ends_with_the_pin(table: Evening) -> None:
    host = table.phone()
    response = host.post("/host/login", pin=table.table.pin)
    cookies = [c for c in response.headers.getlist("Set-Cookie") if c.startswith("host=")]
    assert {re.search(r"Path=([^;]+)", c)[1] for c in cookies} == {"/host", "/workbench", "/w"}  # type: ignore[index]
    assert all("HttpOnly" in c and "SameSite=Strict" in c for c in cookies)
    assert host.get("/host/state").status_code == 200
    new_pin(table.folder)
    assert host.get("/host/state").status_code == 403


def test_a_match_is_set_up_begun_and_ended(table: Evening) -> None:
    """Game, switches, bots, start, pause, quit: each from its form."""
    host = table.host()

    def do(act: str, **fields: Any) -> None:
        response = host.post(f"/host/do/{act}", script=True, **fields)
        assert response.get_json()["ok"], response.text

    assert host.get("/host").text.index("Idioma de la mesa") < host.get("/host").text.index('value="lighthouse"'), (
        "what the board speaks is chosen before the game, and not looked for at the end of the page"
    )
    do("choose", game="lighthouse")
    assert "Noches" in host.get("/host").text
    do("preset", preset="rough")
    assert "Temporal y tres noches." in host.get("/host").text
    do("switch", name="nights", value="1")
    assert "Mala mar, con cambios" in host.get("/host").text and "Noches: 1" in host.get("/host").text
    do("switch", name="nights", value="3")
    do("switch", name="whispers", value="false")
    do("switch", name="wind", value="storm")
    table.seat(2)
    do("bot")
    do("bot", chair="4")
    do("start")
    options: Any = table.playing.options
    assert (options.nights, options.whispers, options.wind) == (3, False, "storm")
    assert len(table.playing.names) == 4
    do("pause", on="true")
    assert table.snapshot.paused
    do("pause", on="false")
    assert host.get("/host").text.count("Idioma de la mesa") == 1
    do("set", name="slow_clocks", value="2")
    do("language", language="en")
    do("free", chair="0")
    do("quit")
    assert table.snapshot.stage == "lobby"


@pytest.mark.parametrize(
    ("act", "fields", "status"),
    [
        ("choose", {"game": "chess"}, 409),
        ("choose", {}, 400),
        ("switch", {"name": "nights", "value": "9"}, 409),
        ("switch", {"name": "nights", "value": "x"}, 400),
        ("switch", {"name": "__class__", "value": "1"}, 409),
        ("preset", {"preset": "chess"}, 409),
        ("preset", {}, 400),
        ("set", {"name": "pin", "value": '"1"'}, 409),
        ("set", {"name": "motion", "value": "{"}, 400),
        ("pause", {"on": "maybe"}, 400),
        ("free", {"chair": "99"}, 409),
        ("free", {"chair": "x"}, 400),
        ("badge", {"chair": "99"}, 409),
        ("language", {"language": "fr"}, 400),
        ("answer", {}, 404),
        ("press", {"button": "OK"}, 404),
    ],
)
def test_nonsense_is_refused_and_changes_nothing(table: Evening, act: str, fields: dict[str, str], status: int) -> None:
    host = table.host()
    host.post("/host/do/choose", game="lighthouse")
    before = table.snapshot
    response = host.post(f"/host/do/{act}", script=True, **fields)
    assert response.status_code == status
    assert response.get_json()["why"]
    after = table.snapshot
    assert (after.options, after.chairs, after.settings) == (before.options, before.chairs, before.settings)


def test_options_are_fixed_during_a_match(match: Evening) -> None:
    response = match.host().post("/host/do/switch", script=True, name="nights", value="1")
    assert response.get_json()["code"] == "frozen-options"


def test_the_hosts_own_asks_are_forms(match: Evening) -> None:
    host = match.host()
    assert "Zarpar" in host.get("/host").text
    face = next(f for f in match.playing.faces[-4] if f.kind == "sail")
    assert host.post("/host/answer", script=True, kind="sail", number=face.number).get_json()["ok"]
    assert host.post("/host/answer", script=True, kind="sail", number=face.number).status_code == 409
    assert host.post("/host/answer", script=True, kind="name-boat", **{"f.name": "x"}).status_code == 409


def test_corrections_are_forms(match: Evening) -> None:
    host = match.host()
    assert "¿A quién arrestan?" in host.get("/host").text
    reply = host.post("/host/answer", script=True, kind="arrest", **{"f.seat": "2"})
    assert reply.get_json()["ok"]
    assert match.playing.views[None]["prison"] == [2]
    assert host.post("/host/answer", script=True, kind="arrest", **{"f.seat": "2"}).status_code == 409
    assert host.post("/host/answer", script=True, kind="arrest").get_json()["code"] == "incomplete"


def test_with_the_books_open_nothing_is_undone(match: Evening) -> None:
    """Everybody may then have computed what was hidden: there is no way back into the match."""
    host = match.host()
    assert host.post("/host/answer", script=True, kind="wreck").get_json()["ok"]
    assert "/host/do/undo" in host.get("/host").text
    assert host.post("/host/do/books", script=True).get_json()["ok"]
    page = host.get("/host").text
    assert "/host/do/undo" not in page
    assert "/verify?back=host" in page
    assert 'href="/host"' in host.get("/verify?back=host").text


def test_every_correction_says_what_it_does_and_asks_once_more(match: Evening) -> None:
    """A bare yes or no must not end a match, nor a slip of the finger."""
    page = match.host().get("/host").text
    listed = page.split('data-key="corrections"')[1].split("</details>")[0]
    forms = re.findall(r"<form[^>]*>", listed)
    assert forms
    assert all("data-grave=" in form for form in forms)


def test_undo_names_the_move_and_wants_a_second_word_where_somebody_learnt(match: Evening) -> None:
    face = match.answer_until("name-boat")
    assert match.playing.undo is not None
    host = match.host()
    page = host.get("/host").text
    assert "La última jugada: " in page
    assert match.playing.names[face.by] in page
    if match.playing.undo_tells:
        assert 'name="sure" value="true"' in page
        assert host.post("/host/do/undo", script=True).get_json()["code"] == "undo-tells"
    moves = match.playing.moves
    assert host.post("/host/do/undo", script=True, sure="true").get_json()["ok"]
    assert match.playing.moves < moves


def test_the_hosts_page_tells_no_secret(match: Evening) -> None:
    """It shows what the board shows: no hand, no private choice."""
    match.answer_until("burn")
    page = match.host().get("/host").text
    for word in ("Ron", "Seda", "Lámpara", "silk", "salt", "Quemar"):
        assert word not in page
    assert CHANCE not in {f.by for f in match.playing.faces[None]}


def test_an_alarm_stays_until_the_host_has_seen_to_it(match: Evening) -> None:
    match.answer_until("repeat")
    host = match.host()
    assert host.post("/host/do/alarm", script=True).status_code == 409
    match.do(Fall())
    assert 'class="band"' in host.get("/host").text
    assert host.post("/host/do/alarm", script=True).get_json()["ok"]
    assert match.snapshot.alarm is None


def test_a_paused_table_says_so(match: Evening) -> None:
    match.do(Pause(on=True))
    assert "La mesa está en pausa" in match.host().get("/host").text


def test_the_lobby_counts_by_the_options(tmp_path: Path) -> None:
    """Three may play DēmoS, but not two against two; its name is one piece on every button."""
    with evening(tmp_path, games=dict(all_games())) as e:
        e.seat(3)
        e.do(Choose(game="demos"))
        assert "Se juega de 3 a 5" in html(e)
        e.do(SetSwitch(name="mode", value="team_2v2"))
        assert "Así se juega con 4" in html(e) and '<span>D<span class="bar-e">e</span>moS</span>' in html(e)
        reply = e.table.do(Start())
        assert reply.code == "seats-exactly" and reply.detail == {"low": 4, "high": 4, "n": 3}


def html(e: Evening) -> str:
    return str(e.host().get("/host/state").get_json()["html"])
