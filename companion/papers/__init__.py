"""What people may read, print and keep of a match: headings, prose and tables, before it is a page or a PDF.

A game adds a paper by a `keepsake.py` in its folder with one function of that name. It is given what everybody may know
and nothing else; it returns None where there is nothing to tell yet.

    keepsake(view, names, words, ledger) -> Paper | None
    begun(view) -> bool                  whether there is one before the match has ended; a game may leave it out

A game whose matches form chains may add two more, for those that lie in the house: from what the last match has left.

    kept(ledger, options, names, words) -> Paper | None
    standing(ledger, options, words) -> str      where the chain stands, in a line
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Grid", "Heading", "Paper", "Part", "Prose"]


@dataclass(frozen=True)
class Heading:
    """Begins a chapter."""

    text: str


@dataclass(frozen=True)
class Prose:
    """A paragraph."""

    text: str


@dataclass(frozen=True)
class Grid:
    """A table: its first row names the columns, the first column names the rows. `strong`: numbers of rows that weigh
    more than the others, a sum at the end."""

    rows: tuple[tuple[str, ...], ...]
    strong: frozenset[int] = frozenset()


Part = Heading | Prose | Grid


@dataclass(frozen=True)
class Paper:
    """All of it. `name` is for a file: ASCII, without an ending."""

    name: str
    title: str
    sub: str
    parts: tuple[Part, ...]
