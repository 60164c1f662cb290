"""The workbench: clicks are what hands do, and several phones live in one browser."""

from __future__ import annotations

import pytest

from companion.table.enrol import simulated_uid
from tests.web.evening import Evening

FAR = {"REMOTE_ADDR": "192.168.4.20"}


@pytest.mark.parametrize("address", ["/workbench", "/workbench/state", "/workbench/stream", "/w/1/", "/w/1/seat"])
def test_it_answers_on_the_machine_itself_or_after_the_pin(table: Evening, address: str) -> None:
    refused = table.phone().get(address, environ_base=FAR)
    assert refused.status_code == 403
    assert 'href="/host"' in refused.text, "the way there"
    if not address.endswith("stream"):
        host = table.host()
        assert host.get(address, environ_base=FAR).status_code in (200, 303)


def test_a_press_is_a_press(table: Evening) -> None:
    phone = table.phone()
    assert phone.post("/workbench/do/press", script=True, button="DOWN").get_json()["ok"]
    assert table.snapshot.game == "lighthouse"
    page = phone.get("/workbench").text
    assert 'aria-label="DOWN, ' in page, "its lamp is lit"
    assert phone.post("/workbench/do/press", script=True, button="POWER").status_code == 400


def test_a_click_on_a_card_is_a_tap(match: Evening) -> None:
    phone = match.phone()
    uid = simulated_uid("lighthouse", "rum#00")
    assert f'data-uid="{uid}"' in phone.get("/workbench").text
    refused = phone.post("/workbench/do/tap", script=True, uid=uid)
    assert refused.status_code == 409
    assert refused.get_json()["why"]
    assert phone.post("/workbench/do/tap", script=True, uid="04FFFFFFFFFFFF").get_json()["code"] == "unknown-tag"
    assert phone.post("/workbench/do/tap", script=True).status_code == 400


def test_devices_fail_and_recover(table: Evening) -> None:
    phone = table.phone()
    phone.post("/workbench/do/status", script=True, device="table", status="not-connected")
    assert table.snapshot.devices["table"] == "not-connected"
    assert "no está conectado" in table.host().get("/host").text
    phone.post("/workbench/do/status", script=True, device="table", status="simulated")
    assert phone.post("/workbench/do/lid", script=True, open="1").get_json()["ok"]
    assert phone.post("/workbench/do/fall", script=True).get_json()["ok"]
    assert phone.post("/workbench/do/explode", script=True).status_code == 400


def test_each_frame_is_a_phone_of_its_own(table: Evening) -> None:
    """One browser, two seats: the cookies differ by path, and none of them is the browser's own seat."""
    browser = table.phone()
    for n, name in ((1, "Ana"), (2, "Bruno")):
        assert browser.post(f"/w/{n}/seat/sit", chair=n - 1, name=name).headers["Location"] == f"/w/{n}/seat/welcome"
    for n, name in ((1, "Ana"), (2, "Bruno")):
        page = browser.get(f"/w/{n}/seat").text
        assert f"<b>{name}</b>" in page
        assert f'data-state="/w/{n}/seat/state"' in page
        assert "data-framed" in page
        assert browser.get(f"/w/{n}/").headers["Location"] == f"/w/{n}/seat"
    assert browser.get("/seat").headers["Location"] == "/"
    assert browser.post("/w/2/seat/hand", script=True, up="1").get_json()["ok"]
    assert [c.hand for c in table.snapshot.chairs[:2]] == [False, True]


def test_only_frames_may_be_framed(table: Evening) -> None:
    phone = table.phone()
    assert "frame-ancestors 'self'" in phone.get("/w/1/").headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in phone.get("/workbench").headers["Content-Security-Policy"]
    assert "frame-src 'self'" in phone.get("/workbench").headers["Content-Security-Policy"]


@pytest.mark.parametrize("name", ["rebound.example", "rebound.example:8000", "localhost.example", ""])
def test_a_page_from_elsewhere_is_not_here(table: Evening, name: str) -> None:
    """DNS rebinding: a site whose name is made to point to this machine asks with its own name."""
    assert table.phone().get("/workbench", headers={"Host": name}).status_code in (400, 403)


@pytest.mark.parametrize("name", ["localhost:8000", "127.0.0.1", "[::1]:8000", "192.168.4.1:8000"])
def test_this_machine_is_here_by_number_and_as_localhost(table: Evening, name: str) -> None:
    assert table.phone().get("/workbench", headers={"Host": name}).status_code == 200
