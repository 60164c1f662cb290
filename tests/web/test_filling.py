"""Several forms on one page, and what is filled in while others change what is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from playwright.sync_api import Route as PageRoute

from companion.engine import (
    Ask,
    Outcome,
    Script,
    about,
    ask,
    assign,
    default,
    first,
    number,
    order_of,
    seat_of,
    some_of,
    text,
)
from companion.table.requests import Answer
from tests.engine import lighthouse
from tests.engine.lighthouse import STOPS, Bid, Keep, Load, NameBoat, Night, Pass, Repeat, Route, Whisper
from tests.web.evening import Evening, evening, pages

Open = Callable[..., Page]
CARGO = ("rum", "silk", "lamp")


def harbour(t: Night) -> Script[Outcome]:
    """Ana is asked seven things, one of which is enough. Bruno's "pass" asks them anew, his "repeat" with less."""

    def window() -> list[Ask[Any]]:
        some = [s for s in range(1, t.n) if s not in t.prison]
        cargo, most = CARGO[len(t.prison):], 5 - 3 * len(t.prison)
        asks: list[Ask[Any]] = [
            ask(Whisper, 0, to=seat_of(some, shown=True)),
            ask(Keep, 0, cards=some_of(cargo, 1, 2, of="cargo", shown=True)),
            ask(Bid, 0, coins=number(0, most, shown=True)),
            ask(NameBoat, 0, name=text(12)),
            ask(Route, 0, stops=order_of(STOPS, 3, of="stop", shown=True)),
            ask(Load, 0, crates=assign({"bow": CARGO, "hold": CARGO}, CARGO, of="cargo")),
        ]
        return [*(about(a, t.whispers) for a in asks), default(ask(Pass, 0)), ask(Pass, 1), ask(Repeat, 1)]

    while True:
        said = yield from first(window)
        t.whispers += 1
        if isinstance(said, Repeat):
            t.prison = [1]
        if isinstance(said, Whisper):
            return Outcome((), "wrecked")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Evening]:
    with evening(tmp_path, games={"lighthouse": replace(lighthouse.GAME, script=harbour)}) as e:
        e.start(4)
        yield e


@pytest.fixture
def open_page(table: Evening, chromium: Browser) -> Iterator[Open]:
    with pages(table, chromium) as opened:
        yield opened


def form(page: Page, kind: str) -> Any:
    return page.locator(f"form[id^=f-{kind}-]")


def changed(page: Page, table: Evening, kind: str, chair: int = 1) -> None:
    """Somebody else does something, and the page has it."""
    before = form(page, "bid").get_attribute("id")
    table.do(Answer(kind=kind, chair=chair))
    expect(page.locator(f"#{before}")).to_have_count(0)


def test_what_is_filled_in_stays_when_the_question_is_put_anew(table: Evening, open_page: Open) -> None:
    page = open_page(chair=0)
    form(page, "whisper").locator("label.row").nth(1).click()
    form(page, "keep").locator("label.row").nth(1).click()
    form(page, "keep").locator("label.row").nth(2).click()
    form(page, "bid").get_by_label("más").click()
    form(page, "bid").get_by_label("más").click()
    form(page, "route").locator("li").nth(3).locator("[data-move='-1']").click()
    stops = form(page, "route").locator("b").all_text_contents()
    form(page, "load").locator("summary").nth(1).click()
    form(page, "load").locator("label.chip").last.click()
    name = form(page, "name-boat").locator("input[name='f.name']")
    name.fill("Gvi")
    name.evaluate("input => input.setSelectionRange(1, 1)")
    at = page.evaluate("scrollY")
    assert at > 0
    changed(page, table, "pass")
    page.keyboard.type("a")
    expect(name).to_have_value("Gavi")
    assert page.evaluate("scrollY") == at
    expect(form(page, "whisper").locator("[type=radio]").nth(1)).to_be_checked()
    assert [box.is_checked() for box in form(page, "keep").locator("[type=checkbox]").all()] == [False, True, True]
    expect(form(page, "bid").locator("[type=number]")).to_have_value("2")
    assert form(page, "route").locator("b").all_text_contents() == stops
    slots = form(page, "load").locator("details")
    expect(slots.nth(1)).to_have_attribute("open", "")
    expect(slots.nth(1).locator("input").first).to_be_checked()  # another card may lie there now: it is blank
    expect(page.locator("#slip")).to_contain_text("Ha cambiado lo que se ofrece")


def test_what_is_no_longer_offered_goes_and_the_page_says_so(table: Evening, open_page: Open) -> None:
    page = open_page(chair=0)
    form(page, "whisper").locator("label.row").first.click()  # Bruno, who is about to go
    form(page, "keep").locator("label.row").nth(0).click()  # rum, too
    form(page, "keep").locator("label.row").nth(2).click()
    for _ in range(4):
        form(page, "bid").get_by_label("más").click()
    changed(page, table, "repeat")
    expect(page.locator("#slip")).to_contain_text("Ha cambiado lo que se ofrece")
    expect(form(page, "whisper").locator("input:checked")).to_have_count(0)
    assert [box.is_checked() for box in form(page, "keep").locator("[type=checkbox]").all()] == [False, True]
    expect(form(page, "bid").locator("[type=number]")).to_have_value("0")


def test_what_has_been_sent_is_not_filled_in_again(table: Evening, open_page: Open) -> None:
    """Nor what stood beside it: the next press would send something that nobody meant any more."""
    page = open_page(chair=0)
    form(page, "whisper").locator("label.row").first.click()
    form(page, "keep").locator("label.row").first.click()
    before = form(page, "bid").get_attribute("id")
    page.locator("button[form^=f-keep-]").click()
    expect(page.locator(f"#{before}")).to_have_count(0)
    expect(page.locator("label.row input:checked")).to_have_count(0)


def test_an_answer_that_came_too_late_is_still_filled_in(table: Evening, open_page: Open) -> None:
    page = open_page(chair=0)
    form(page, "keep").locator("label.row").nth(1).click()

    def late(route: PageRoute) -> None:
        changed(page, table, "pass")
        route.continue_()

    page.route("**/answer", late)
    page.locator("button[form^=f-keep-]").click()
    expect(page.locator("#slip")).to_contain_text("Llegó tarde")
    expect(form(page, "keep").locator("[type=checkbox]").nth(1)).to_be_checked()


def test_the_filled_button_is_that_of_the_form_that_is_being_filled_in(table: Evening, open_page: Open) -> None:
    """And no other says that something is to be chosen: its form does, where it is touched."""
    page = open_page(chair=0)
    filled = page.locator(".screen button.go")
    dead = page.locator(".screen button.line:visible").filter(has_text="Elige")

    def leads(kind: str) -> None:
        expect(dead).to_have_count(0)
        expect(filled).to_have_count(1)
        expect(filled).to_have_attribute("form", form(page, kind).get_attribute("id"))

    leads("pass")
    form(page, "keep").locator("label.row").first.click()
    leads("keep")
    form(page, "bid").get_by_label("más").click()
    leads("bid")
    form(page, "whisper").locator("label.row").first.click()
    leads("whisper")
    form(page, "keep").locator("label.row").first.click()  # nothing is chosen there any more
    leads("whisper")


def test_a_press_is_for_what_the_button_said_when_the_finger_came_down(table: Evening, open_page: Open) -> None:
    page = open_page(chair=0)
    form(page, "whisper").locator("label.row").nth(1).click()
    box = page.locator("button[form^=f-whisper-]").bounding_box()
    assert box
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    changed(page, table, "pass")
    page.mouse.up()
    page.locator("button[form^=f-bid-]").click()  # whatever the press above would have sent comes first
    expect(page.locator("label.row input:checked")).to_have_count(0)
    assert table.playing.views[None]["whispers"] == 2, "Bruno and the bid"
