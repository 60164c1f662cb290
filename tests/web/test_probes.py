"""On the hotspot phones must stay: their makers' questions get the answers that they look for."""

from __future__ import annotations

import pytest

from tests.web.evening import Evening
from web.probes import PROBES


@pytest.mark.parametrize(("host", "path", "status", "text"), [
    ("connectivitycheck.gstatic.com", "/generate_204", 204, ""),
    ("captive.apple.com", "/hotspot-detect.html", 200, "<TITLE>Success</TITLE>"),
    ("www.msftconnecttest.com", "/connecttest.txt", 200, "Microsoft Connect Test"),
    ("detectportal.firefox.com", "/success.txt", 200, "success"),
])  # fmt: skip
def test_each_maker_gets_its_answer(table: Evening, host: str, path: str, status: int, text: str) -> None:
    answer = table.phone().get(path, headers={"Host": host})
    assert (answer.status_code, text in answer.text) == (status, True)
    assert "Set-Cookie" not in answer.headers


def test_any_other_name_leads_to_the_seats(table: Evening) -> None:
    """Whoever types any address at all is at the table."""
    assert table.phone().get("/", headers={"Host": "example.org"}).status_code == 200


def test_each_is_answered(table: Evening) -> None:
    assert all(table.phone().get(path).status_code in (200, 204) for path in PROBES)
