"""A paper as a PDF on A4, in the fonts of the house. It says nothing of when it was made."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Final

from fpdf import FPDF
from fpdf.fonts import FontFace, TTFFont

from companion.papers import Grid, Heading, Paper, Part

__all__ = ["pdf"]

FONTS: Final = {
    ("poster", ""): ("font_fjallaone", "FjallaOne-Regular.ttf"),
    ("text", ""): ("font_source_serif_pro", "SourceSerifPro-Regular.ttf"),
    ("figures", ""): ("font_source_sans_pro", "SourceSansPro-Regular.ttf"),
    ("figures", "B"): ("font_source_sans_pro", "SourceSansPro-Bold.ttf"),
}
MARGIN: Final = 20.0  # millimetres
INK, DIM, RULE = (26, 24, 22), (110, 104, 96), (200, 194, 184)
LETTERS, VARIANT = 0xFFFF, "\ufe0f"  # beyond these are pictures; the mark that makes a sign one
WIDE: Final = 6  # columns from which a table is set smaller


class _Sheet(FPDF):
    def normalize_text(self, text: str) -> str:
        """Without the pictures that people type and none of the fonts can write."""
        pictures = {c for c in text if ord(c) > LETTERS or c == VARIANT}
        fonts = [font for font in self.fonts.values() if isinstance(font, TTFFont)]
        written = [c for c in text if c not in pictures or any(ord(c) in font.cmap for font in fonts)]
        return str(super().normalize_text("".join(written)))

    def footer(self) -> None:
        self.set_y(-14)
        self.set_font("figures", size=9)
        self.set_text_color(*DIM)
        self.cell(0, 6, f"{self.page_no()} / {{nb}}", align="C")


def pdf(paper: Paper, language: str) -> bytes:
    """The whole document; `language` is for a voice that reads it."""
    sheet = _Sheet(format="A4")
    sheet.set_creation_date(sheet.creation_date.replace(2000, 1, 1, 0, 0, 0, 0))  # the library wants one
    sheet.set_title(paper.title)
    sheet.set_lang(language)
    sheet.set_margins(MARGIN, MARGIN)
    sheet.set_auto_page_break(True, MARGIN)
    for (family, style), (package, file) in FONTS.items():
        sheet.add_font(family, style, next(Path(str(files(package))).rglob(file)))
    sheet.set_fallback_fonts(["text", "figures"])  # the poster's letters are few
    sheet.add_page()
    _line(sheet, "poster", 26, paper.title)
    if paper.sub:
        _line(sheet, "text", 12, paper.sub, DIM)
    sheet.ln(4)
    for part in paper.parts:
        _part(sheet, part)
    return bytes(sheet.output())


def _line(sheet: FPDF, family: str, size: float, text: str, ink: tuple[int, int, int] = INK) -> None:
    sheet.set_font(family, size=size)
    sheet.set_text_color(*ink)
    sheet.multi_cell(0, size * 0.5, text, align="L", new_x="LMARGIN", new_y="NEXT")


def _part(sheet: FPDF, part: Part) -> None:
    if isinstance(part, Grid):
        return _grid(sheet, part)
    if isinstance(part, Heading):
        sheet.ln(3)
        if sheet.will_page_break(30):  # a heading is not left alone at the foot of a page
            sheet.add_page()
        return _line(sheet, "poster", 16, part.text)
    _line(sheet, "text", 11, part.text)
    return sheet.ln(2)


def _grid(sheet: FPDF, grid: Grid) -> None:
    columns = len(grid.rows[0])
    sheet.set_font("figures", size=9 if columns >= WIDE else 10.5)
    sheet.set_text_color(*INK)
    sheet.set_draw_color(*RULE)
    with sheet.table(
        text_align=("LEFT", *["CENTER"] * (columns - 1)),
        borders_layout="HORIZONTAL_LINES",
        line_height=6,
        headings_style=FontFace(emphasis="BOLD"),
    ) as table:
        for number, cells in enumerate(grid.rows):
            row = table.row(style=FontFace(emphasis="BOLD") if number in grid.strong else None)
            for cell in cells:
                row.cell(cell)
    sheet.ln(4)
