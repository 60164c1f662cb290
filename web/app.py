"""The app and what it is put together from."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from time import monotonic
from typing import Any

from flask import Flask, g, request
from markupsafe import Markup, escape

import companion.games
from companion.engine import Game
from web import board, errors, fonts, host, join, keeping, papers, probes, seat, workbench
from web.desk import Desk, Picture, Table
from web.gamepages import loader
from web.keeping import Keeper
from web.language import language
from web.phone import FRAME, go, which_phone
from web.security import Gates, protect
from web.stream import Streams

__all__ = ["create_app"]


def create_app(
    table: Table,
    *,
    picture: Picture | None = None,
    qr_url: str = "",
    simulate: bool = False,
    games: Mapping[str, Game[Any]] | None = None,
    folders: Mapping[str, Path] | None = None,
    secret: bytes | None = None,
    clock: Callable[[], float] = monotonic,
    keeper: Keeper | None = None,
) -> Flask:
    """The pages of `table`.

    `picture` draws the board; `games` and their `folders` are those of the house unless told otherwise; `secret` signs
    the host's cookie and the tokens of forms: with a kept one, open pages outlive a restart. `clock` is the table's.
    `keeper` has the folder that backups are made of.
    """
    app = Flask("web", static_folder="static", template_folder="templates")
    app.secret_key = secret or secrets.token_bytes(32)
    app.jinja_env.loader = loader(app.jinja_env.loader, folders or {})
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters["poster"] = poster
    app.jinja_env.tests["of_kind"] = isinstance
    games = companion.games.all_games() if games is None else games
    run = secrets.token_hex(4)
    app.extensions["desk"] = Desk(table, games, picture, qr_url, simulate, Gates(), Streams(), clock, run)
    app.extensions["keeper"] = keeper
    protect(app)
    errors.register(app)
    for room in (fonts, join, seat, host, keeping, board, papers, probes):
        app.register_blueprint(room.pages)
    if simulate:
        app.register_blueprint(workbench.pages)
        for pages in (join.pages, seat.pages):
            app.register_blueprint(pages, name=FRAME + pages.name, url_prefix="/w/<int:phone>")
        app.before_request(workbench.guard)
    app.url_value_preprocessor(which_phone)
    app.context_processor(_everywhere)
    return app


def poster(text: object) -> Markup:
    """A text in the poster face, which lacks one letter of ours: its bar is drawn. It stays one piece, wherever it is
    laid out."""
    words = escape(text)
    drawn = Markup(str(words).replace("ē", '<span class="bar-e">e</span>'))
    return Markup("<span>{}</span>").format(drawn) if drawn != words else words


def _everywhere() -> dict[str, Any]:
    return {"go": go, "lang": language(), "here": request.path, "framed": g.get("phone") is not None}
