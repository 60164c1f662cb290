"""The board's mirror and the page that checks the draws."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.table.requests import OpenBooks
from tests.web.evening import Evening, evening


def test_the_picture_is_the_one_that_is_drawn(tmp_path: Path) -> None:
    """In the table's language, or in the wished one; with the number of its change."""
    asked: list[str] = []

    def picture(language: str) -> tuple[int, bytes]:
        asked.append(language)
        return 7, b"\x89PNG " + language.encode()

    with evening(tmp_path, picture=picture) as e:
        assert re.search(r'src="/board.png\?v=\w+-7"', e.phone().get("/board").text)
        response = e.phone().get("/board.png?language=en")
        assert (response.data, response.content_type) == (b"\x89PNG en", "image/png")
        assert response.headers["Cache-Control"] == "no-store"
        e.phone().get("/board.png?language=xx")
        assert asked[-1] == "es"


def test_after_a_restart_the_same_number_is_another_picture(tmp_path: Path) -> None:
    """Pictures are counted from 1 in every run: an open page must not take a new one for the one it shows."""
    seen: set[str] = set()
    for _ in range(2):
        with evening(tmp_path, picture=lambda language: (1, b"\x89PNG")) as e:
            phone = e.phone()
            seen |= {phone.get("/board/state").get_json()["html"], phone.get("/board.png").headers["ETag"].strip('"')}
    assert len(seen) == 2


def test_a_table_without_a_board_says_so(table: Evening) -> None:
    assert table.phone().get("/board.png").status_code == 404
    assert "no dibuja" in table.phone().get("/board").text


def test_the_books_are_closed_until_they_are_opened(match: Evening) -> None:
    phone = match.phone(0)
    assert phone.get("/verify.json").status_code == 404
    page = phone.get("/verify")
    assert (page.status_code, "Los libros están cerrados" in page.text) == (404, True)
    host = match.host()
    assert host.post("/host/answer", script=True, kind="wreck").get_json()["ok"]
    assert phone.get("/verify.json").status_code == 404
    match.do(OpenBooks())
    books = phone.get("/verify.json").get_json()
    assert len(books["seed"]) == 64
    assert books["draws"]
    assert phone.get("/verify").status_code == 200


@pytest.mark.parametrize("address", ["/workbench", "/w/1/", "/w/1/seat"])
def test_the_workbench_is_not_there_on_a_real_table(tmp_path: Path, address: str) -> None:
    with evening(tmp_path, simulate=False) as e:
        assert e.phone().get(address).status_code == 404


@pytest.mark.parametrize("drawn", [True, False])
def test_a_page_that_shows_the_board_is_a_screen_until_it_is_closed(tmp_path: Path, drawn: bool) -> None:
    """Phones wait for what it tells; where nothing is drawn there is nothing to wait for."""
    with evening(tmp_path, picture=(lambda language: (1, b"\x89PNG")) if drawn else None) as e:
        listens = e.phone().client.get("/board/stream")
        assert e.table.read(lambda x: set(x.screens)) == ({"page"} if drawn else set())
        listens.close()
        assert not e.table.read(lambda x: set(x.screens))
