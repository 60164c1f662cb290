"""Real phones: what a finger holds, what survives an update, how two of them join."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games import all_games
from companion.table.requests import Answer, Choose, FreeChair, Pause, RaiseHand, Sit, Start
from tests.web.evening import NAMES, Evening, evening, hold, pages

Open = Callable[..., Page]


@pytest.fixture
def open_page(table: Evening, chromium: Browser) -> Iterator[Open]:
    with pages(table, chromium) as opened:
        yield opened


def press(page: Page, where: str = "#hold") -> None:
    """Put a finger on the covered card."""
    box = page.locator(where).bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()


def carried(page: Page) -> str:
    """Everything that the page carries."""
    return page.content()


def added(table: Evening, *chairs: int) -> bool:
    """Whether these phones add something to the draws, each by itself."""
    seen = table.snapshot
    while not all(seen.chairs[chair].contributed for chair in chairs):
        before, seen = seen, table.table.wait(seen.version, 10.0)
        if seen is before:
            return False
    return True


def test_two_phones_join_and_see_each_other(table: Evening, open_page: Open) -> None:
    ana, bruno = open_page("/"), open_page("/", locale="en-GB")
    for page, chair, name, go in ((ana, 0, "Ana", "Sentarme"), (bruno, 1, "Bruno", "Sit down")):
        page.reload()
        page.locator("label.tile").filter(has_text=str(chair + 1)).first.click()
        page.locator("#name").fill(name)
        page.get_by_role("button", name=go).click()
        expect(page.locator(".slip")).to_contain_text(":")
        page.locator("a.go").click()
        expect(page.locator(".me")).to_contain_text(name)
    expect(ana.locator(".seats")).to_contain_text("Bruno")
    expect(ana.locator("h1")).to_have_text("Esperando a la mesa")
    assert added(table, 0, 1)


def test_a_phone_adds_to_the_draws_of_a_rematch(table: Evening, open_page: Open) -> None:
    """On the page of the end, without being loaded anew: the next promise has come with it."""
    table.start(5)
    page = open_page("/seat", chair=0)
    rng = Random(1)
    while table.snapshot.stage != "over":
        table.play_one(rng)
    expect(page.locator("[data-main=over]")).to_be_attached()
    assert added(table, 0)


def test_a_secret_is_there_while_a_finger_holds_it(table: Evening, open_page: Open) -> None:
    table.start(4)
    page = open_page("/seat", chair=0)
    assert "Recibes" not in carried(page)
    press(page)
    expect(page.locator("#hold .face")).to_contain_text("Recibes")
    page.mouse.up()
    expect(page.locator("#hold .face")).to_be_empty()
    assert "Recibes" not in carried(page)
    expect(page.locator("#hold")).not_to_have_class("held")


def test_having_looked_is_said_and_a_look_may_be_repeated_until_then(table: Evening, open_page: Open) -> None:
    """A finger that slips off uses up nothing, and before the words have been there nothing can be said."""
    table.start(4)
    page = open_page("/seat", chair=0)
    seen = page.locator("button[form^=f-looked]")
    expect(seen).to_have_text("Antes, mantén el dedo en la carta")
    seen.click(force=True)
    for _ in range(2):
        press(page)
        expect(page.locator("#hold .face")).to_contain_text("Recibes")
        page.mouse.up()
        expect(page.locator("#hold .face")).to_be_empty()
    table.do(RaiseHand(chair=0, up=True))  # what goes on at the table takes nothing away
    expect(page.locator(".me")).to_contain_text("mano en alto")
    expect(seen).to_have_text("Vista")
    assert (face := table.face(0, "looked")) and not face.answered
    seen.click()
    expect(page.locator("h1")).to_have_text("Bruno, Carla y Diego miran su carga")
    assert (face := table.face(0, "looked")) and face.answered


@pytest.mark.parametrize("game", ["republia", "secret_hitler"])
def test_each_game_waits_until_it_is_said_that_the_card_has_been_seen(
    tmp_path: Path, chromium: Browser, game: str
) -> None:
    with evening(tmp_path, games=all_games()) as e, pages(e, chromium) as open_page:
        e.start(5, game)
        rng = Random(2)
        while not any(face.looking for face in e.playing.faces[0]):
            e.play_one(rng)
        page = open_page("/seat", chair=0)
        seen = page.locator("button[data-first]")
        expect(seen).to_be_disabled()
        press(page)
        expect(page.locator("#hold .face")).not_to_be_empty()
        page.mouse.up()
        seen.click()
        expect(page.locator("button[data-first]")).to_have_count(0)
        assert not any(f.by == 0 and f.looking and not f.answered for f in e.playing.faces[0])


@pytest.mark.parametrize("how", ["blur", "hide", "second touch", "escape to another page"])
def test_a_secret_goes_with_the_look_away(table: Evening, open_page: Open, how: str) -> None:
    table.start(4)
    page = open_page("/seat", chair=0)
    press(page)
    expect(page.locator("#hold .face")).to_contain_text("Recibes")
    if how == "blur":
        page.evaluate("window.dispatchEvent(new Event('blur'))")
    elif how == "hide":
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    elif how == "second touch":
        page.evaluate("document.body.dispatchEvent(new PointerEvent('pointerdown', {bubbles: true, pointerId: 9}))")
    else:
        page.evaluate("window.dispatchEvent(new Event('pagehide'))")
    expect(page.locator("#hold .face")).to_be_empty()
    assert "Recibes" not in carried(page)


def test_the_space_key_holds_too(table: Evening, open_page: Open) -> None:
    table.start(4)
    page = open_page("/seat", chair=0)
    page.locator("#hold").focus()
    page.keyboard.down(" ")
    expect(page.locator("#hold .face")).to_contain_text("Recibes")
    page.keyboard.up(" ")
    expect(page.locator("#hold .face")).to_be_empty()


def test_a_screen_reader_opens_it_once_for_a_while(table: Evening, open_page: Open) -> None:
    table.start(4)
    page = open_page("/seat", chair=0)
    page.clock.install()
    page.locator("#hold").evaluate("card => card.click()")
    expect(page.locator("#hold .face")).to_contain_text("Recibes")
    page.clock.run_for(5100)
    expect(page.locator("#hold .face")).to_be_empty()


def test_nobody_holds_it_open_for_ever(table: Evening, open_page: Open) -> None:
    table.start(4)
    page = open_page("/seat", chair=0)
    page.clock.install()
    press(page)
    expect(page.locator("#hold .face")).to_contain_text("Recibes")
    page.clock.run_for(10_100)
    expect(page.locator("#hold .face")).to_be_empty()


def test_held_cards_show_where_they_lie_and_are_chosen_there(table: Evening, open_page: Open) -> None:
    table.start(4)
    face = table.answer_until("burn")
    page = open_page("/seat", chair=face.by)
    covers = page.locator(".cover .card i")
    expect(covers.first).to_be_empty()
    press(page)
    expect(covers.first).not_to_be_empty()
    page.mouse.up()
    expect(covers.first).to_be_empty()
    page.locator(".cover").nth(1).click()
    before = table.playing.views[face.by]["hands"][face.by]
    page.get_by_role("button", name="Quemar la 2.ª").click()
    expect(page.locator("h1")).to_have_text("¿Enciendes el faro?")
    assert table.playing.views[face.by]["hands"][face.by] == [before[0], *before[2:]]


def test_what_was_entered_survives_an_update(table: Evening, open_page: Open) -> None:
    table.start(4)
    face = table.answer_until("name-boat")
    page = open_page("/seat", chair=face.by)
    page.locator("input[name='f.name']").fill("Gavi")
    log = page.locator("details[data-key=log]")
    log.locator("summary").click()
    table.do(RaiseHand(chair=face.by))
    expect(page.locator(".me")).to_contain_text("mano en alto")
    expect(page.locator("input[name='f.name']")).to_have_value("Gavi")
    expect(log).to_have_attribute("open", "")
    page.locator("input[name='f.name']").press("End")
    page.keyboard.type("ota")
    page.get_by_role("button", name="Llamarla Gaviota").click()
    expect(page.locator(".now.mine")).to_have_count(0)
    assert table.playing.views[None]["boats"][face.by] == "Gaviota"


def test_a_late_answer_is_told_on_a_slip(table: Evening, open_page: Open) -> None:
    table.start(4)
    face = table.answer_until("name-boat")
    page = open_page("/seat", chair=face.by)
    page.locator("[name='f.name']").fill("Eel")
    page.locator("[name=number]").first.evaluate("input => input.value = 77")
    page.get_by_role("button", name="Llamarla Eel").click()
    expect(page.locator("#slip")).to_contain_text("Llegó tarde")


def test_a_finger_is_led_from_place_to_place_and_a_keyboard_is_not(table: Evening, open_page: Open) -> None:
    """The arrows of a keyboard go through the cards of one place; the second tap of a finger is no card of the next."""
    table.start(4)
    page = open_page("/seat", chair=table.answer_until("load").by)
    bow, hold = page.locator(".slot").all()
    bow.locator("input").first.focus()
    page.keyboard.press("ArrowDown")
    expect(bow.locator("input").nth(1)).to_be_checked()
    expect(bow).to_have_attribute("open", "")
    bow.locator(".chip").nth(2).dblclick()
    expect(hold).to_have_attribute("open", "")
    expect(bow.locator("input").nth(2)).to_be_checked()
    expect(hold.locator("input").first).to_be_checked()
    hold.locator(".chip").nth(1).click()
    bow.locator("summary").click()
    bow.locator(".chip").nth(0).click()  # the next is filled already: nothing to be led to
    expect(bow).to_have_attribute("open", "")


def test_shares_orders_and_plans_are_entered_by_hand(table: Evening, open_page: Open) -> None:
    table.start(4)
    face = table.answer_until("load")
    page = open_page("/seat", chair=face.by)
    bow, hold = page.locator(".slot").all()
    bow.locator(".chip").nth(1).click()
    expect(hold.locator(".chip").nth(1)).to_be_visible()  # on to the next; each says what it has got
    expect(bow.locator(".chip").nth(1)).to_be_hidden()
    expect(bow.locator("[data-laid]")).to_have_text("la 1.ª")
    hold.locator(".chip").nth(1).click()  # the same card: it moves
    expect(bow.locator("input").first).to_be_checked()
    expect(bow.locator("[data-laid]")).to_have_text("nada")
    expect(hold.locator("[data-laid]")).to_have_text("la 1.ª")
    press(page)
    expect(hold.locator("[data-faces].open")).to_be_visible()
    page.mouse.up()
    page.get_by_role("button", name="Barca cargada: 1/").click()  # how many slots have something, never what
    expect(page.get_by_text("Cambiar")).to_be_visible()

    face = table.answer_until("route")
    page = open_page("/seat", chair=face.by)
    page.locator(".order li").nth(3).locator("[data-move='-1']").click()
    page.get_by_role("button", name="Dejar así").click()
    expect(page.locator("h1")).to_have_text("Reparte tus monedas")
    assert table.playing.views[None]["route"] == ["cape", "reef", "quay"]

    other = next(s for s in range(4) if s != face.by)
    row = page.locator(".share .row").filter(has_text=NAMES[other])
    row.get_by_label("más").click()
    row.get_by_label("más").click()
    row.get_by_label("menos").click()
    coins = table.playing.views[other]["coins"][other]
    page.get_by_role("button", name="Repartir 1").click()
    expect(page.locator("h1")).to_contain_text("Devuelve")
    assert table.playing.views[other]["coins"][other] == coins + 1


def test_the_language_switch_speaks_at_once(table: Evening, open_page: Open) -> None:
    table.start(4)
    page = open_page("/seat", chair=1)
    expect(page.locator("h1")).to_have_text("Mira tu carga")
    page.get_by_role("button", name="en", exact=True).click()
    expect(page.locator("h1")).to_have_text("Look at your cargo")
    assert page.locator("html").get_attribute("lang") == "en"


def test_a_page_from_before_a_restart_goes_on(table: Evening, open_page: Open) -> None:
    """Its token is worthless then: it fetches another and sends again, and nobody notices."""
    table.start(4)
    page = open_page("/seat", chair=0)
    page.locator("meta[name=csrf-token]").evaluate("meta => meta.content = 'old'")
    press(page)
    expect(page.locator("#hold .face")).to_contain_text("Recibes")


def test_without_a_stream_a_page_asks_by_itself(table: Evening, open_page: Open) -> None:
    table.start(4)
    page = open_page("/")
    hold(page.context, table.tokens[0])
    page.route("**/seat/stream", lambda route: route.fulfill(status=503, headers={"Retry-After": "10"}))
    page.goto(page.url + "seat")
    expect(page.locator("h1")).to_have_text("Mira tu carga")
    table.do(RaiseHand(chair=0))
    expect(page.locator(".me")).to_contain_text("mano en alto")


def test_the_workbench_holds_phones_that_follow_the_table(table: Evening, open_page: Open) -> None:
    """One stream for all: a phone in a frame is told by the bench, and opens none of its own."""
    page = open_page("/workbench", wide=True)
    streams: list[str] = []
    page.on("request", lambda request: streams.append(request.url) if request.url.endswith("/stream") else None)
    first = page.frame_locator("iframe").nth(0)
    first.locator("label.tile").first.click()
    first.locator("#name").fill("Ana")
    first.get_by_role("button", name="Sentarme").click()
    first.locator("a.go").click()
    expect(first.locator(".me")).to_contain_text("Ana")
    page.get_by_role("button", name="DOWN").click()
    expect(page.locator("details.tags").first).to_contain_text("36")
    table.do(RaiseHand(chair=0))
    expect(first.locator(".me")).to_contain_text("mano en alto")
    assert not [url for url in streams if "/w/" in url]


def test_who_has_sat_down_is_taken_to_the_match(table: Evening, open_page: Open) -> None:
    """The page with the code follows the table too: it shows who sits down, and goes when the match begins."""
    table.do(Choose(game="lighthouse"))
    table.seat(4)
    page = open_page("/seat/welcome", chair=0)
    expect(page.locator("h1")).to_have_text("Hola, Ana")
    table.do(Sit(chair=5, name="Félix", token="another"))
    expect(page.locator("#live")).to_contain_text("Félix")
    table.do(Start())
    expect(page.locator("h1")).to_have_text("Mira tu carga")


def test_a_seat_taken_meanwhile_is_no_longer_offered(table: Evening, open_page: Open) -> None:
    page = open_page("/")
    page.locator("#name").fill("Ana")
    table.do(Sit(chair=0, name="Bruno", token="another"))
    expect(page.locator(".tile.taken")).to_contain_text("Bruno")
    expect(page.locator("#name")).to_have_value("Ana")


def test_a_table_that_is_gone_is_told_and_forgotten_when_it_is_back(table: Evening, open_page: Open) -> None:
    """Nobody has to tap to learn it, and the word goes with the first sign of life."""
    table.start(4)
    for address, chair in (("/seat", 0), ("/board", None), ("/", None)):
        page = open_page(address, chair=chair)
        page.clock.install()
        page.reload()
        expect(page.locator("#lost")).to_be_hidden()
        page.route("**/*", lambda route: route.abort())
        for _ in range(8):
            page.clock.run_for(1000)
        expect(page.locator("#lost")).to_be_visible()
        page.unroute_all()
        for _ in range(3):
            page.clock.run_for(1000)
        expect(page.locator("#lost")).to_be_hidden()


def test_covered_cards_are_looked_at_before_one_is_chosen(table: Evening, open_page: Open) -> None:
    table.start(4)
    face = table.answer_until("burn")
    page = open_page("/seat", chair=face.by)
    expect(page.locator("#hold")).to_contain_text("Mantén aquí para ver tus cartas")
    page.locator(".cover").first.click()
    expect(page.get_by_role("button", name="Antes, mira tus cartas")).to_be_disabled()
    press(page)
    expect(page.locator(".cover .card i").first).not_to_be_empty()
    page.mouse.up()
    expect(page.get_by_role("button", name="Quemar la 1.ª")).to_be_visible()


def test_what_cannot_be_taken_back_is_asked_elsewhere(table: Evening, open_page: Open) -> None:
    """A second tap on the same spot leads back; what is confirmed is named."""
    table.start(4)
    page = open_page("/seat", chair=0)
    page.locator("details[data-key=menu] summary").click()
    leave = page.get_by_role("button", name="Dejar el asiento")
    leave.click()
    expect(page.locator("#sure")).to_contain_text("Tu código deja de valer")
    page.get_by_role("button", name="No, volver").click()
    expect(page.locator("#sure")).to_be_hidden()
    assert table.snapshot.chairs[0].presence == "phone"
    leave.click()
    page.locator("#sure").get_by_role("button", name="Dejar el asiento").click()
    expect(page.locator("h1")).to_have_text("Elige tu asiento")


def test_a_ballot_that_is_repeated_is_answered_on_the_page_that_is_open(table: Evening, open_page: Open) -> None:
    """The urn is another one, the page the same: it votes in the new one, and closes it."""
    table.start(4)
    (leader,) = (face.by for face in [table.answer_until("repeat")])
    urn = table.playing.urn
    assert urn and urn.closer == leader
    voter = (leader + 1) % 4
    pages = {seat: open_page("/seat", chair=seat) for seat in (leader, voter)}
    pages[voter].locator("#f-urn label.row").first.click()
    table.do(Answer(kind="repeat", chair=leader))
    again = table.playing.urn
    assert again and again.number != urn.number
    for page in pages.values():
        expect(page.locator("[name=urn]").first).to_have_value(str(again.number))
    pages[voter].get_by_role("button", name="Echar").click()
    expect(pages[voter].get_by_text("Has votado.")).to_be_visible()
    assert table.playing.urn and table.playing.urn.inside == 1
    early = pages[leader].locator("details[data-key=aside-close]")
    early.locator("summary").click()
    early.get_by_role("button", name="Cerrar la urna").click()
    pages[leader].locator("#sure").get_by_role("button", name="Cerrar la urna").click()
    expect(early).to_have_count(0)
    assert table.playing.urn is None


def test_a_chair_that_comes_free_can_be_taken_on_the_page_that_is_open(table: Evening, open_page: Open) -> None:
    table.seat(10)
    page = open_page("/")
    sit = page.get_by_role("button", name="Sentarme")
    expect(sit).to_be_hidden()
    table.do(FreeChair(chair=6))
    page.locator("label.tile").click()
    page.locator("#name").fill("Zoe")
    sit.click()
    expect(page.locator("h1")).to_contain_text("Zoe")


def test_a_refusal_goes_when_something_is_done_about_it(table: Evening, open_page: Open) -> None:
    page = open_page("/")
    page.locator("label.tile").nth(2).click()
    page.get_by_role("button", name="Sentarme").click()
    expect(page.locator(".slip")).to_contain_text("Falta el nombre")
    expect(page.locator("label.tile input").nth(2)).to_be_checked()
    page.wait_for_load_state()  # another page, whose scripts come last: nobody types before them
    page.locator("#name").fill("Ana")
    expect(page.locator(".slip")).to_be_hidden()
    page.get_by_role("button", name="Sentarme").click()
    expect(page.locator("h1")).to_contain_text("Ana")
    assert table.snapshot.chairs[2].name == "Ana"


def test_a_new_question_is_read_from_its_top(table: Evening, open_page: Open) -> None:
    table.start(4)
    page = open_page("/seat", chair=0)
    page.locator("details[data-key=menu] summary").click()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert page.evaluate("scrollY") > 0
    table.do(Pause(on=True))
    expect(page.locator("h1")).to_have_text("La mesa está en pausa")
    assert page.evaluate("scrollY") == 0


def test_every_phone_checks_the_draws(table: Evening, open_page: Open) -> None:
    table.start(4)
    host = table.host()
    assert host.post("/host/answer", script=True, kind="wreck").get_json()["ok"]
    assert host.post("/host/do/books", script=True).get_json()["ok"]
    page = open_page("/verify")
    expect(page.locator("#verdict")).to_have_text("Los 12 sorteos son limpios")


def test_the_host_ticks_an_option_and_it_stands(tmp_path: Path, chromium: Browser) -> None:
    """Each of several is on as soon as it is touched: what looks ticked is ticked."""
    with evening(tmp_path, games=all_games()) as e, pages(e, chromium) as open_page:
        e.do(Choose(game="democracia"))
        page = open_page("/host")
        page.locator("#pin-field").fill(e.table.pin)
        page.locator("#pin-field").press("Enter")
        page.locator("details[data-key=options] summary").click()
        page.locator("label.chip", has_text="urna").first.click()
        expect(page.locator("label.chip.on", has_text="urna").first).to_be_visible()
        expect(page.locator("details[data-key=options]")).to_have_attribute("open", "")
        assert msgspec.to_builtins(e.snapshot.options)["real"] == ["urn"]
