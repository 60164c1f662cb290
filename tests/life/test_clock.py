"""A Pi has no clock of its own: the date may jump by a month when a network comes, or back without one."""

from __future__ import annotations

import ast
import time
from pathlib import Path

import pytest

from tests.web.evening import evening

ROOT = Path(__file__).parents[2]
MONTH = 31 * 24 * 3600


def test_nothing_asks_for_the_date() -> None:
    """Whatever waits, counts on the monotonic clock; the log alone writes dates down."""
    found = []
    for path in (p for room in ("companion", "firmware", "web") for p in (ROOT / room).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [node.attr] if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "time" else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.ImportFrom) else []
            if isinstance(node, ast.Import) and any(alias.name == "datetime" for alias in node.names):
                names.append("datetime")
            bad = {"time", "time_ns", "localtime", "gmtime", "strftime", "datetime", "date"}
            module = node.module if isinstance(node, ast.ImportFrom) else "time"
            if module in ("time", "datetime") and bad & set(names):
                found.append(f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}")
    assert not found


@pytest.mark.parametrize("jump", [MONTH + 1, -MONTH])
def test_a_jump_costs_nobody_the_evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump: float) -> None:
    """Seat, PIN and clocks hold. Only a form's token may have to be fetched anew, which the page does by itself."""
    with evening(tmp_path) as e:
        e.start(4)
        phone, host = e.phone(1), e.host()
        before = e.playing.clocks
        stale = phone.token()
        real = time.time
        monkeypatch.setattr(time, "time", lambda: real() + jump)
        assert phone.get("/seat").status_code == 200
        assert host.get("/host").status_code == 200
        headers = {"X-CSRFToken": stale, "X-Requested-With": "fetch"}
        said = phone.client.post("/seat/hand", data={"up": "1"}, headers=headers)
        if said.status_code != 200:
            assert said.get_json()["code"] == "csrf"
        assert phone.post("/seat/hand", script=True, up="1").status_code == 200
        assert e.playing.clocks == before
        assert host.post("/host/do/pause", script=True, on="true").get_json()["ok"]
