"""With none of the chosen fonts installed the board is plainer and still complete."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.display import parts, seats, text, theme
from companion.display.canvas import Canvas
from companion.display.seats import Plate
from companion.display.text import _Runs, measure
from companion.display.theme import Face, FontFile, find_font


def _nothing(_: str) -> Any:
    raise ImportError


def _forget() -> None:
    theme.font.cache_clear()
    theme.covers.cache_clear()
    theme.writer.cache_clear()


@pytest.fixture(params=["dejavu", "pygame"])
def canvas(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Canvas]:
    where = theme.DEJAVU if request.param == "dejavu" else tmp_path

    def spare(face: Face) -> FontFile:
        return find_font(face, _nothing, where)

    monkeypatch.setattr(theme, "font_file", spare)
    monkeypatch.setattr(text, "font_file", spare)
    monkeypatch.setattr(text, "_runs", _Runs(1_000_000))
    _forget()
    yield Canvas((800, 480), strict=True)
    _forget()


def test_every_component_is_drawn_inside_the_page(canvas: Canvas) -> None:
    parts.status(canvas, "Republia", "ronda 3", "Diego elige: una política de dos", count="5 de 7")
    names = ["Ana", "Bruno", "Carla", "Diego", "Elena", "Félix", "Gala", "Hugo"]
    seats.rail(canvas, [Plate(i + 1, name, "móvil", mark="done") for i, name in enumerate(names)])
    parts.panel(canvas, parts.keys(yes="otra partida", no="al vestíbulo", menu="menú"))
    assert len(canvas.printed) == 3 + 1 + 3 * len(names) + 3
    assert all(p.x >= 4 and p.x + p.w <= 156.5 and p.y + p.h < canvas.height for p in canvas.printed)


def test_a_line_keeps_about_the_length_it_was_composed_for(canvas: Canvas) -> None:
    """In Fjalla this line is 100 units long at 7.2; a replacement may not be much wider."""
    assert measure(canvas, "Diego elige: una política de dos", 7.2, Face.POSTER) <= 125
