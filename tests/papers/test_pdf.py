"""A paper as a PDF: all of it is there, and nothing that tells when it was made."""

from __future__ import annotations

import re

import pytest

from companion.papers import Grid, Heading, Paper, Prose
from companion.papers.pdf import pdf

ROWS = (("", "Ana", "Félix"), ("1", "–", "8P 9C 10T  16*"), ("Σ", "0", "16"))


def paper(paragraphs: int = 1) -> Paper:
    prose = [Prose("Ñandú, ¿sí? Cada figura ganada, D€mocracia y DēmoS. " * 6)] * paragraphs
    return Paper("it", "DēmoS: la hoja", "Gana Félix", (Heading("Puntos"), Grid(ROWS, frozenset({2})), *prose))


def pages(document: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b", document))


def test_it_is_a_document_with_its_title_and_language() -> None:
    document = pdf(paper(), "es")
    assert document.startswith(b"%PDF-")
    assert b"/Lang (es)" in document
    assert b"/Title <feff" + "DēmoS".encode("utf-16-be").hex().encode() in document


def test_what_is_long_goes_over_several_pages() -> None:
    assert pages(pdf(paper(1), "es")) == 1
    assert pages(pdf(paper(60), "es")) > 2


def test_every_letter_of_ours_has_a_shape(caplog: pytest.LogCaptureFixture) -> None:
    """The poster face lacks the ē, and another lends it; a letter that no face has is told in the library's log."""
    pdf(paper(), "es")
    assert not caplog.records
    pdf(Paper("it", "漢", "", ()), "es")
    assert "missing" in caplog.text


def test_pictures_that_people_type_are_left_out(caplog: pytest.LogCaptureFixture) -> None:
    pdf(Paper("it", "Aldo \U0001f451\ufe0f", "", (Prose("\U0001f451"),)), "es")
    assert not caplog.records


def test_it_says_nothing_of_when_it_was_made() -> None:
    """The same paper is the same file, whenever it is asked for."""
    assert pdf(paper(3), "en") == pdf(paper(3), "en")
    assert set(re.findall(rb"D:(\d+)", pdf(paper(), "es"))) == {b"20000101000000"}
