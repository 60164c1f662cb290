"""What is said when something cannot be done: always a page, or a slip, in the language of whoever asked."""

from __future__ import annotations

import logging
from typing import Any

from flask import Flask, Response, jsonify, make_response, redirect, render_template, request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from companion.table.requests import Reply
from web.desk import desk
from web.language import language, words
from web.seatpage import prompt_of

__all__ = ["Denied", "answered", "from_script", "register", "words_of"]

log = logging.getLogger(__name__)

PAGES = {400, 403, 404, 405, 409, 410, 413, 415, 429, 500, 503}


WANT_PIN = ("only-here", "pin-first")  # refusals that end with the PIN


class Denied(HTTPException):
    """A refusal of ours, with its code in the catalogue."""

    def __init__(self, status: int, code: str, **detail: Any) -> None:
        super().__init__(code)
        self.code, self.reason, self.detail = status, code, detail


def register(app: Flask) -> None:
    app.register_error_handler(HTTPException, _refused)
    app.register_error_handler(Exception, _broken)


def from_script() -> bool:
    """Whether one of our scripts asks, and not the browser for a page."""
    return request.headers.get("X-Requested-With") == "fetch"


def words_of(code: str, detail: dict[str, Any]) -> tuple[str, str]:
    """Why not, and what now."""
    return prompt_of(desk().table.snapshot, language()).refusal(code, detail)


def answered(reply: Reply, back: str, status: int = 409) -> Response:
    """What the table said: for a script as JSON, for a form as the page it goes back to."""
    if reply.ok:
        return jsonify(ok=True, saved=reply.saved, code=reply.code) if from_script() else _to(back)
    return _say(status, reply.code, reply.detail)


def _to(back: str) -> Response:
    return make_response(redirect(back, 303))


def _say(status: int, code: str, detail: dict[str, Any]) -> Response:
    why, now = words_of(code, detail)
    if from_script():
        return make_response(jsonify(ok=False, code=code, why=why, now=now, sure=detail.get("sure", False)), status)
    page = render_template("refusal.html", why=why, now=now, w=words(), pin=code in WANT_PIN)
    return make_response(page, status)


def _refused(error: HTTPException) -> Response:
    status = error.code or 500
    if status < 400:
        return make_response(error.get_response(request.environ))
    match error:
        case Denied():
            code, detail = error.reason, error.detail
        case CSRFError():
            code, detail = "csrf", {}
        case _:
            code, detail = f"http-{status if status in PAGES else 400}", {}
    response = _say(status, code, detail)
    if status == 429:
        response.headers["Retry-After"] = "60"
    return response


def _broken(error: Exception) -> Response:
    log.exception("a page failed: %s %s", request.method, request.path)
    return _say(500, "http-500", {})
