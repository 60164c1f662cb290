"""The way in: one code, or the Wi-Fi's before it; all of it in letters as well."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.board.data import Join
from companion.board.scenes import frame
from companion.display import paper
from companion.display.canvas import Canvas
from companion.display.text import text
from companion.locale import LANGUAGES, Words


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Callable[[Join, str, tuple[int, int]], tuple[list[str], list[str]]]:
    """Draws it, and gives the codes and the words, from top to bottom."""

    def draw(join: Join, language: str, size: tuple[int, int]) -> tuple[list[str], list[str]]:
        codes: list[tuple[float, str]] = []
        said: list[str] = []
        real = text

        def noted(canvas: Canvas, x: float, y: float, words: str, *more: Any, **named: Any) -> Any:
            said.append(words)
            return real(canvas, x, y, words, *more, **named)

        monkeypatch.setattr(frame, "text", noted)
        monkeypatch.setattr(paper, "qr", lambda canvas, x, y, w, data: codes.append((y, data)))
        canvas = Canvas(size, strict=True)
        frame.way_in(canvas, 121.6, 22.6, 34.4, canvas.height - 48.5, join, Words(language))
        return [data for _, data in sorted(codes)], said

    return draw


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720), (800, 480)])
def test_the_wifis_code_stands_before_the_pages(drawn: Any, language: str, size: tuple[int, int]) -> None:
    codes, said = drawn(Join("http://10.42.0.1/", "Mesa 1", "ygytc6dzej"), language, size)
    assert codes == ["WIFI:T:WPA;S:Mesa 1;P:ygytc6dzej;;", "http://10.42.0.1/"]
    assert {"Mesa 1", "ygytc6dzej", "10.42.0.1"} <= set(said)


def test_without_a_wifi_there_is_one_code(drawn: Any) -> None:
    codes, said = drawn(Join("http://192.168.100.100:8080/"), "es", (800, 480))
    assert codes == ["http://192.168.100.100:8080/"]
    assert "192.168.100.100:8080" in said


@pytest.mark.parametrize(("join", "code"), [
    (Join("x", "a;b:c", 'k"\\'), 'WIFI:T:WPA;S:a\\;b\\:c;P:k\\"\\\\;;'),
    (Join("x", "open"), "WIFI:S:open;;"),
])  # fmt: skip
def test_odd_names_and_open_networks(join: Join, code: str) -> None:
    assert frame.wifi_code(join) == code
