"""What people may keep of a match: a page for every phone, and a PDF."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.engine import HOST
from companion.games import all_games
from companion.players import random_player
from companion.table.requests import Answer, Choose, Quit, Sit, Start
from tests.web.evening import NAMES, Evening


@pytest.fixture
def demos(tmp_path: Path) -> Iterator[Evening]:
    e = Evening(tmp_path, all_games())
    e.do(Choose(game="demos"))
    for chair in range(3):
        e.do(Sit(chair=chair, name=NAMES[chair], token=e.tokens[chair]))
    e.do(Start())
    try:
        yield e
    finally:
        e.table.close()


def play_on(e: Evening) -> None:
    """Everybody answers at random to the end."""
    rng = Random(2)
    for _ in range(4000):
        if e.snapshot.stage == "over":
            return
        for seat in (0, 1, 2, HOST):
            mine = [f for f in e.playing.faces[seat] if f.by == seat and not f.answered]
            if mine and (said := random_player.decide({}, mine, [], seat, {}, rng)):
                e.do(Answer(chair=None if seat == HOST else seat, kind=said[0], fields=said[1]))
                break
    raise AssertionError("the match does not end")


def test_before_the_end_there_is_nothing_to_keep(demos: Evening) -> None:
    """And the page says when there will be."""
    for address in ("/paper", "/paper.pdf"):
        refused = demos.phone().get(address)
        assert refused.status_code == 404
        assert "Está aquí cuando acabe la partida" in refused.text
    assert 'href="/paper"' not in demos.phone(0).get("/seat").text


def test_after_the_end_every_page_leads_to_the_sheet(demos: Evening) -> None:
    play_on(demos)
    for page in (demos.phone(0).get("/seat"), demos.host().get("/host")):
        assert 'href="/paper"' in page.text
    text = demos.phone().get("/paper").text
    assert "la hoja de puntos" in text
    assert all(f'<th scope="col">{name}</th>' in text for name in NAMES[:3])
    printed = demos.phone().get("/paper.pdf")
    assert printed.content_type == "application/pdf"
    assert printed.data.startswith(b"%PDF-")
    assert "no-store" in printed.headers["Cache-Control"]
    demos.do(Quit())
    assert demos.phone().get("/paper").status_code == 404


def test_a_game_without_a_paper_has_none(match: Evening) -> None:
    assert match.phone().get("/paper").status_code == 404
