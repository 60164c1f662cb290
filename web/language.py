"""In which language a browser is spoken to: what it chose here, else what it wishes for."""

from __future__ import annotations

from flask import g, request

from companion.locale import LANGUAGES, Words, best

__all__ = ["COOKIE", "language", "words"]

COOKIE = "language"


def language() -> str:
    """That of the current request."""
    chosen = request.cookies.get(COOKIE, "")
    return chosen if chosen in LANGUAGES else best(request.headers.get("Accept-Language"))


def words(game: str | None = None) -> Words:
    """The words of the current request, those of a game too."""
    held: dict[str | None, Words] = g.setdefault("words", {})
    if game not in held:
        held[game] = Words(language(), game)
    return held[game]
