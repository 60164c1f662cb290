"""What the table makes of its devices: what the board says, and tags that can mean nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.locale import Words
from companion.table.prompt import Prompt
from companion.table.requests import AddBadge, Enrol, Reply, Status, Tap
from tests.table.evenings import Evening, evening


@pytest.fixture
def e(tmp_path: Path) -> Iterator[Evening]:
    with evening(tmp_path) as table:
        yield table


def said(e: Evening) -> str | None:
    return e.seen.notice.code if e.seen.notice else None


def status(e: Evening, device: str, *states: str) -> list[str | None]:
    found = []
    for state in states:
        assert e.ok(Status(device=device, status=state)).ok
        found.append(said(e))
    return found


def test_lost_and_found_are_both_said(e: Evening) -> None:
    assert status(e, "reader", "ready", "not-connected", "ready") == [None, "device-not-connected", "device-ready"]


def test_what_lies_there_and_cannot_be_read_is_said(e: Evening) -> None:
    assert status(e, "reader", "garbled", "two-tags") == ["garbled", "two-tags"]


def test_switching_off_is_counted_down_to_be_seen(e: Evening) -> None:
    """And let go in time it is as if nothing had been."""
    assert status(e, "power", "off-in-3", "off-in-2", "ready") == ["shutting-down", "shutting-down", None]
    assert status(e, "power", "off-in-3", "off-in-2", "off-in-1", "off")[-1] == "shut-down"


@pytest.mark.parametrize(("device", "es", "en"), [
    ("reader", "lector de la mesa", "the table's reader"), ("button YES", "botón Sí", "button Yes"),
    ("lamp MENU", "luz de Menú", "lamp of Menu"), ("thing", "thing", "thing"),
])  # fmt: skip
def test_devices_have_names_that_people_use(device: str, es: str, en: str) -> None:
    for language, name in (("es", es), ("en", en)):
        prompt = Prompt(Words(language), ())
        assert prompt.device(device).lower() == name.lower()
        assert name.lower() in prompt.refusal("device-error", {"device": device})[0].lower()


def test_a_phone_or_a_bank_card_is_no_component_and_no_badge(e: Evening) -> None:
    """Its number is another one each time. A tag of seven bytes that begins alike is a tag."""
    def tap(uid: str) -> Reply:
        return e.do(Tap(uid=uid))

    e.ok(Enrol(game="secret_hitler"))
    assert tap("08A1B2C3") == Reply(False, "tag-random", {})
    assert e.seen.enrolment
    assert e.seen.enrolment.last
    assert e.seen.enrolment.last.code == "tag-random"
    e.ok(Enrol())
    e.ok(AddBadge(chair=0))
    assert tap("08A1B2C3").code == "tag-random"
    assert e.seen.badge_for == 0
    assert tap("08A1B2C3D4E5F6").code == "badge-known"
