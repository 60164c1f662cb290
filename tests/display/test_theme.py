"""The tokens can be read, and a missing font never stops the board."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.display import theme
from companion.display.theme import Face, FontFile, contrast, covers, find_font, missing_fonts


@pytest.mark.parametrize("ground", [theme.STOCK, theme.STOCK2])
@pytest.mark.parametrize("ink", [theme.DIM, theme.BONE, theme.NOW])
def test_text_on_dark_has_a_contrast_of_four_and_a_half(ink: str, ground: str) -> None:
    assert contrast(ink, ground) >= 4.5


@pytest.mark.parametrize(("ink", "ground"), [
    (theme.INK, theme.PAPER), (theme.INKDIM, theme.PAPER), (theme.INK, theme.NOW), (theme.INK, theme.BONE),
    (theme.INKDIM, theme.BONE), (theme.DIM, theme.OUT),
])  # fmt: skip
def test_text_on_light_grounds_and_on_the_hatch_can_be_read(ink: str, ground: str) -> None:
    assert contrast(ink, ground) >= 4.5


def test_contrast_is_that_of_the_wcag() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)
    assert contrast(theme.BONE, theme.BONE) == 1


def test_all_the_chosen_fonts_are_installed() -> None:
    assert missing_fonts() == []


def _nothing(_: str) -> Any:
    raise ImportError


@pytest.mark.parametrize("face", list(Face))
def test_a_missing_font_package_gives_way_to_dejavu(face: Face, tmp_path: Path) -> None:
    for name in ("DejaVuSansCondensed-Bold", "DejaVuSans", "DejaVuSans-Bold", "DejaVuSerif", "DejaVuSerif-Bold"):
        (tmp_path / f"{name}.ttf").touch()
    found = find_font(face, _nothing, tmp_path)
    assert found.spare
    assert found.path.parent == tmp_path
    assert ("Serif" in found.path.name) == ("serif" in face)


@pytest.mark.parametrize("face", list(Face))
def test_without_dejavu_the_font_of_pygame_stands_in(face: Face, tmp_path: Path) -> None:
    found = find_font(face, _nothing, tmp_path)
    assert found.spare
    assert found.path.is_file()


def test_the_doctor_hears_which_packages_are_missing() -> None:
    def find(face: Face) -> FontFile:
        return FontFile(Path("x"), 0.7, spare=face in (Face.POSTER, Face.SERIF, Face.SERIF_BOLD))

    assert missing_fonts(find) == ["font-fjallaone", "font-source-serif-pro"]


def test_a_face_knows_which_letters_it_lacks() -> None:
    assert covers(Face.POSTER, "ñ")
    assert not covers(Face.POSTER, "ē")
    assert not covers(Face.POSTER, "Ж")
    assert covers(Face.BOLD, "Ж")
