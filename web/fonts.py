"""The fonts, served from the packages they come in: a table has no internet."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

from flask import Blueprint, Response, abort, send_file

__all__ = ["pages"]

pages = Blueprint("fonts", __name__)

FILES = {  # name in our style sheet: package, and file in it
    "poster.ttf": ("font_fjallaone", "FjallaOne-Regular.ttf"),
    "sans.ttf": ("font_source_sans_pro", "SourceSansPro-Regular.ttf"),
    "semibold.ttf": ("font_source_sans_pro", "SourceSansPro-Semibold.ttf"),
    "bold.ttf": ("font_source_sans_pro", "SourceSansPro-Bold.ttf"),
    "serif.ttf": ("font_source_serif_pro", "SourceSerifPro-Semibold.ttf"),
}


@pages.get("/fonts/<name>")
def font(name: str) -> Response:
    path = _path(name)
    if path is None:
        abort(404)
    return send_file(path, mimetype="font/ttf", max_age=7 * 24 * 3600)


@cache
def _path(name: str) -> Path | None:
    """Where the file lies; None where the package is missing, and the phone uses its own letters."""
    if name not in FILES:
        return None
    package, file = FILES[name]
    try:
        module = import_module(package)
    except ImportError:
        return None
    assert module.__file__
    path = Path(module.__file__).parent / "files" / file
    return path if path.is_file() else None
