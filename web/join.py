"""The page the QR code leads to: which chair, which name, or the code of a chair that one had."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template, request
from flask_wtf.csrf import generate_csrf

from companion.locale import LANGUAGES
from companion.table.requests import NAME_LETTERS, Comeback, Reply, Sit
from web.desk import desk
from web.errors import Denied, words_of
from web.language import COOKIE, words
from web.phone import go, hint, remember, token
from web.security import YEAR, new_token
from web.stream import Piece

__all__ = ["pages"]

pages = Blueprint("join", __name__)

CODE_LETTERS = 4


@pages.get("/")
def page() -> Response:
    if request.cookies.get(hint()) and "choose" not in request.args:
        return make_response(redirect(go("seat.page"), 303))
    return _form()


def _form(trouble: tuple[str, str] | None = None, status: int = 200) -> Response:
    """The page, with what was entered and why it could not be."""
    html = render_template(
        "join.html",
        w=words(),
        snapshot=desk().table.snapshot,
        piece=_chairs(request.form.get("chair", "")),
        trouble=trouble,
        name=request.form.get("name", ""),
        code="code" in request.form or "code" in request.args,
        most=NAME_LETTERS,
    )
    return make_response(html, status)


def _chairs(chosen: str = "") -> Piece:
    """The chairs, as they now stand: somebody else may sit down while one still writes a name."""
    html = render_template("_chairs.html", w=words(), snapshot=desk().table.snapshot, chosen=chosen)
    return Piece(html, {"clock": None})


@pages.get("/join/state")
def state() -> Response:
    return _news(_chairs())


def _news(piece: Piece) -> Response:
    if request.args.get("tag") == piece.tag and "jump" not in piece.more:
        return make_response("", 204)
    return make_response(piece.json(), 200, {"Content-Type": "application/json"})


@pages.post("/seat/sit")
def sit() -> Response:
    """Take a chair. It lies under the seat's path, so that a phone that changes chairs is known."""
    text = request.form.get("chair", "")
    if not (text.isascii() and text.isdigit() and len(text) < 3):
        return _form(words_of("choose-chair", {}), 400)
    mine = token() or new_token()
    reply = desk().table.do(Sit(chair=int(text), name=request.form.get("name", ""), token=mine))
    return _seated(reply, mine, "join.welcome")


@pages.post("/seat/comeback")
def comeback() -> Response:
    """Take the chair that this code is for."""
    if not desk().gates.open("code", request.remote_addr or ""):
        raise Denied(429, "too-many")
    mine = new_token()
    reply = desk().table.do(Comeback(code=request.form.get("code", "")[:16], token=mine))
    return _seated(reply, mine, "seat.page")


def _seated(reply: Reply, mine: str, then: str) -> Response:
    if not reply.ok:
        return _form(words_of(reply.code, reply.detail), 409)
    return remember(make_response(redirect(go(then), 303)), mine)


@pages.get("/seat/welcome")
def welcome() -> Response:
    """One's code, once, on paper."""
    table = desk().table
    chair = table.chair_by(token()) if token() else None
    if chair is None:
        return make_response(redirect(go("join.page"), 303))
    snapshot = table.snapshot
    code = table.code_of(chair) or ""
    piece = _neighbours(chair)
    return make_response(
        render_template("welcome.html", w=words(), snapshot=snapshot, mine=chair, code=code, piece=piece)
    )


def _neighbours(chair: int) -> Piece:
    """Who sits at the table. Once the match runs, one's own page is the place to be."""
    snapshot = desk().table.snapshot
    more = {"jump": go("seat.page")} if snapshot.stage == "playing" and "began" not in request.args else {}
    return Piece(render_template("_neighbours.html", w=words(), snapshot=snapshot, mine=chair), {"clock": None, **more})


@pages.get("/seat/welcome/state")
def welcome_state() -> Response:
    chair = desk().table.chair_by(token()) if token() else None
    if chair is None:
        raise Denied(403, "no-seat")
    return _news(_neighbours(chair))


@pages.post("/language")
def speak() -> Response:
    """The language of this browser, from now on."""
    wanted = request.form.get("language", "")
    if wanted not in LANGUAGES:
        raise Denied(400, "http-400")
    back = request.form.get("back", "/")
    parts = urlsplit(back)
    safe = back.startswith("/") and not back.startswith(("//", "/\\")) and not parts.netloc and "\n" not in back
    response = make_response(redirect(back if safe else "/", 303))
    response.set_cookie(COOKIE, wanted, max_age=YEAR, path="/", httponly=True, samesite="Strict")
    return response


@pages.get("/alive")
def alive() -> Response:
    """A sign of life."""
    return make_response("", 204)


@pages.get("/csrf")
def csrf() -> Response:
    """A fresh token for a page that was open while the table started anew. No other site can read it."""
    return jsonify(token=generate_csrf())
