"""The board on a second screen, and the page that checks the draws of a match whose books are open."""

from __future__ import annotations

from flask import Blueprint, Response, abort, jsonify, make_response, render_template, request

from companion.locale import LANGUAGES
from companion.table.requests import Showing
from web.desk import desk
from web.language import language, words
from web.phone import hint
from web.stream import Piece

__all__ = ["pages"]

pages = Blueprint("board", __name__)

LOOK = 0.5  # seconds between looks at a picture that moves by itself


@pages.get("/board")
def page() -> str:
    return render_template("board.html", w=words(), version=_version(), has_picture=desk().picture is not None)


@pages.get("/board.png")
def picture() -> Response:
    """What the screen shows, without the PIN."""
    draw = desk().picture
    if draw is None:
        abort(404)
    version, png = draw(_wanted())
    response = make_response(png, 200, {"Content-Type": "image/png"})
    response.set_etag(_named(version))
    return response


def _wanted() -> str:
    """The board speaks the table's language, unless the address says otherwise."""
    asked = request.args.get("language", "")
    return asked if asked in LANGUAGES else desk().table.snapshot.language


def _version() -> str:
    draw = desk().picture
    return _named(draw(_wanted())[0] if draw else desk().table.snapshot.version)


def _named(version: int) -> str:
    """A number of this run: after a restart the same number is another picture."""
    return f"{desk().run}-{version}"


@pages.get("/board/stream")
def stream() -> Response:
    """Says when there is a new picture."""
    table, draws = desk().table, desk().picture is not None
    at = [0]

    def piece() -> Piece:
        at[0] = table.snapshot.version
        return Piece(_version(), {})

    def here(is_here: bool) -> None:
        if draws:
            table.do(Showing(screen="page", here=is_here))

    return desk().streams.follow(piece, lambda seconds: table.wait(at[0], min(seconds, LOOK)), "board", here)


@pages.get("/board/state")
def state() -> Response:
    return jsonify(tag=Piece(_version(), {}).tag, html=_version())


@pages.get("/verify")
def verify() -> Response:
    """Every phone can recompute the draws; before the books are open there is nothing to recompute."""
    snapshot = desk().table.snapshot
    open_ = desk().table.audit() is not None
    page = render_template("verify.html", w=words(), lang_=language(), open=open_, snapshot=snapshot, **_back())
    return make_response(page, 200 if open_ else 404)


def _back() -> dict[str, bool]:
    """Where whoever looks came from: the host may have no seat."""
    return {"host": request.args.get("back") == "host", "seated": bool(request.cookies.get(hint()))}


@pages.get("/verify.json")
def audit() -> Response:
    found = desk().table.audit()
    if found is None:
        abort(404)
    return jsonify(found)
