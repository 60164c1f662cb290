"""Real cards of D€mocracia while the reader is away: nobody is stuck, and a private card stays private."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from companion.board.data import Join
from companion.board.painter import Painter
from companion.engine import HOST
from companion.games.democracia import GAME
from companion.games.democracia.election import count
from companion.games.democracia.piles import draw
from companion.locale import Words
from companion.table.requests import Answer, SetLanguage, Status
from tests.web.evening import evening, page

from .staged import LANGUAGES, At
from .tables import vote


@pytest.fixture
def x(tmp_path: Path) -> Iterator[At]:
    with evening(tmp_path, games={GAME.id: GAME}) as e:
        yield At(e)


def name(x: At, seat: int, card: str) -> str:
    """What the phone is answered that says to have drawn this card."""
    face = x.e.face(seat, "drawn")
    assert face is not None
    sent = {"kind": "drawn", "number": face.number, "f.item": json.dumps(card)}
    reply = x.e.phone(seat).post("/seat/answer", script=True, **sent).get_json()
    return "" if reply["ok"] else str(reply["why"])


@pytest.mark.rule("DEM-016", "DEM-164")
def test_whoever_draws_names_the_card_on_the_own_phone(x: At) -> None:
    """One by one, and no other phone; which is another deck's card is refused; the alarm stays meanwhile."""
    t = x.begin(4, real=["cards"])
    x.stage(t, lambda t: draw(t, 0, 2, 1))
    assert x.e.face(0, "drawn") is None and x.e.snapshot.away is None, "the reader reads"
    x.e.do(Status(device="reader", status="not-connected"))
    x.e.later(600)
    assert x.e.snapshot.notice is None and x.e.snapshot.away is not None
    for language in LANGUAGES:
        words = Words(language, game=GAME.id)
        assert words.has(f"refusal.{x.e.snapshot.away.code}.why") and words.has("drawn.help")
    shown = page(x.e, 0)
    assert 'value="drawn"' in shown and Words("es", game=GAME.id).n("funding.draw_own", 1) in shown
    for seat in (1, 2, 3, HOST):
        assert x.e.face(seat, "drawn") is None
    assert all(f.kind != "drawn" or not f.fields.get("item") for f in x.e.playing.faces[None])
    old = x.e.face(0, "drawn")
    assert name(x, 0, "CAM-02") and not x.t.drawing
    assert not name(x, 0, "FUN-01") and len(x.t.drawing) == 1
    late = x.e.table.do(Answer(kind="drawn", fields={"item": "FUN-01"}, number=old.number if old else 0, chair=0))
    assert late.code == "stale", "a second press draws nothing"
    assert not x.e.table.do(Answer(kind="drawn", fields={"item": "CAM-02"}, chair=1)).ok
    assert not name(x, 0, "CAM-02") and {"FUN-01", "CAM-02"} <= set(x.t.hands[0])
    assert x.e.snapshot.away is None, "nothing waits for the reader any more"


@pytest.mark.parametrize("real", ["cards", "urn"])
def test_the_board_says_so_in_both_languages(x: At, real: str) -> None:
    """It fits, and what is to be drawn can still be read."""
    t = x.begin(4, real=[real])
    vote(t, blue=2)
    x.stage(t, (lambda t: draw(t, 0, 1, 1)) if real == "cards" else count)
    x.e.do(Status(device="reader", status="not-connected"))
    x.e.later(60)
    painter, pictures = Painter((1280, 720), {GAME.id: GAME}, Join("http://192.168.0.10/"), strict=True), set()
    for language in (SetLanguage(language="es"), SetLanguage(language="en")):
        x.e.do(language)
        for snapshot in (x.e.snapshot, replace(x.e.snapshot, away=None, notice=None)):
            pictures.add(pygame.image.tobytes(painter.paint(painter.moment(snapshot, 0), 0), "RGB"))
    assert len(pictures) == 4


@pytest.mark.rule("DEM-016")
def test_the_reader_is_back(x: At) -> None:
    t = x.begin(4, real=["cards"])
    x.stage(t, lambda t: draw(t, 0, 1, 1))
    x.e.do(Status(device="reader", status="error"))
    assert x.e.face(0, "drawn") is not None
    x.e.do(Status(device="reader", status="ready"))
    assert x.e.face(0, "drawn") is None and x.e.snapshot.away is None
    assert not x.e.table.do(Answer(kind="drawn", fields={"item": "FUN-01"}, chair=0)).ok
    assert x.tap("FUN-01#1").ok


@pytest.mark.rule("DEM-203", "DEM-204")
def test_what_nobody_in_particular_draws_the_host_names(x: At) -> None:
    """A token of the urn, before all eyes."""
    t = x.begin(4, real=["urn"])
    vote(t, blue=2, red=1)
    x.stage(t, count)
    x.e.do(Status(device="reader", status="not-connected"))
    host = x.e.host().get("/host/state").get_json()["html"]
    assert 'value="drawn"' in host and Words("es")("refusal.reader-away-host.why") in host
    x.answer(HOST, "drawn", item="red")
    assert list(x.t.drawn.values()) == ["red"]
