"""Backup, restore and tags on the host page: in small pieces, in two steps, and for the host alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from companion.table import backup
from companion.table.house import Component
from tests.web.evening import Evening, Phone, evening
from web import Keeper

PIECE = 12 * 1024


@pytest.fixture
def restarts() -> list[str]:
    return []


@pytest.fixture
def table(tmp_path: Path, restarts: list[str]) -> Iterator[Evening]:
    folder = tmp_path / "kept"
    folder.mkdir()
    with evening(folder, keeper=Keeper(folder, lambda: restarts.append("again"))) as e:
        yield e


def send(host: Phone, what: str, data: bytes, piece: int = PIECE) -> Any:
    """As keep.js does it; the last answer."""
    answer = None
    headers = {"X-CSRFToken": host.token(), "X-Requested-With": "fetch"}
    for at in range(0, len(data), piece):
        answer = host.client.post(
            f"/host/upload/{what}?at={at}&of={len(data)}", data=data[at : at + piece], headers=headers
        )
        if not answer.get_json()["ok"]:
            break
    assert answer is not None
    return answer.get_json()


def test_nothing_without_the_pin(table: Evening) -> None:
    phone = table.phone()
    assert phone.get("/host/backup").status_code == 403
    assert phone.get("/host/tags/lighthouse").status_code == 403
    assert phone.post("/host/restore").status_code == 403
    assert phone.post("/host/upload/backup?at=0&of=1").status_code == 403
    assert not (table.folder / "upload").exists()


def test_a_backup_comes_back_after_a_second_word(table: Evening, restarts: list[str]) -> None:
    """Sent, it only waits; the button then says how many matches; the table begins anew with it."""
    host = table.host()
    table.seat(3)
    saved = host.get("/host/backup").data
    with ZipFile(BytesIO(saved)) as file:
        assert "house" in file.namelist()
    assert send(host, "backup", saved)["ok"]
    assert not restarts
    assert "/host/restore" in host.get("/host").text
    assert host.post("/host/restore", script=True).get_json()["ok"]
    assert restarts == ["again"]
    assert backup.finish(table.folder)
    assert "/host/restore" not in host.get("/host").text


def test_a_restore_that_nobody_asked_for_is_none(table: Evening, restarts: list[str]) -> None:
    host = table.host()
    assert send(host, "backup", host.get("/host/backup").data)["ok"]
    Keeper(table.folder, lambda: None)  # the next start
    assert not backup.finish(table.folder)
    assert not (table.folder / "upload").exists()


def test_what_is_no_backup_is_refused_in_words(table: Evening, restarts: list[str]) -> None:
    host = table.host()
    assert send(host, "backup", b"not a zip")["code"] == "damaged-backup"
    newer = BytesIO()
    with ZipFile(newer, "w") as file:
        file.writestr("backup.json", '{"companion_backup": 2}')
    said = send(host, "backup", newer.getvalue())
    assert said["code"] == "newer-backup"
    assert said["why"]
    assert said["now"]
    assert host.post("/host/restore", script=True).get_json()["code"] == "not-now"
    assert not restarts


def test_a_backup_that_is_damaged_inside_changes_nothing(table: Evening, restarts: list[str]) -> None:
    host = table.host()
    whole = BytesIO(host.get("/host/backup").data)
    with ZipFile(whole) as file:
        listed = file.read("backup.json")
    spoiled = BytesIO()
    with ZipFile(spoiled, "w") as file:
        file.writestr("backup.json", listed)
        file.writestr("house", b"something else")
    assert send(host, "backup", spoiled.getvalue())["ok"]
    assert host.post("/host/restore", script=True).get_json()["code"] == "damaged-backup"
    assert not restarts
    assert not backup.finish(table.folder)


def test_pieces_out_of_order_are_refused(table: Evening) -> None:
    host = table.host()
    headers = {"X-CSRFToken": host.token(), "X-Requested-With": "fetch"}
    for query, data, status in (("at=5&of=9", b"abcd", 409), ("at=0&of=2", b"abc", 400), ("at=0&of=0", b"", 400),
                                ("at=-1&of=2", b"a", 400), ("at=0&of=99999999", b"a", 413)):  # fmt: skip
        answer = host.client.post(f"/host/upload/tags?{query}", data=data, headers=headers)
        assert answer.status_code == status, query
    big = host.client.post("/host/upload/tags?at=0&of=99999", data=b"x" * 20_000, headers=headers)
    assert big.status_code == 413  # no page takes more than a form
    assert host.client.post("/host/upload/what?at=0&of=1", data=b"x", headers=headers).status_code == 400


def test_tags_go_to_another_table_and_back(table: Evening) -> None:
    host = table.host()
    text = host.get("/host/tags/lighthouse").data
    keys = json.loads(text)["tags"]
    assert keys
    given = {"companion_tags": 1, "game": "lighthouse", "tags": {next(iter(keys)): "04AABBCC"}}
    assert send(host, "tags", json.dumps(given).encode(), piece=7)["ok"]
    found = table.table.read(lambda e: e.house.tag("04AABBCC"))
    assert found == Component("lighthouse", next(iter(keys)))
    assert send(host, "tags", b"nonsense")["code"] == "bad-tags"
    assert host.get("/host/tags/none").status_code == 404


def test_no_tags_during_a_match(table: Evening) -> None:
    table.start(4)
    assert send(table.host(), "tags", b"{}")["code"] == "match-running"
