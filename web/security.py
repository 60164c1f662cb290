"""Who may ask for what: cookies, forms of our own, how often one may guess, what a browser may do with our pages."""

from __future__ import annotations

import hmac
import secrets
from hashlib import sha256

from flask import Flask, Request, Response, request
from flask_wtf.csrf import CSRFProtect
from itsdangerous import BadSignature, Signer
from limits import RateLimitItem, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

__all__ = ["MAX_BODY", "YEAR", "Gates", "clear_cookie", "host_mark", "is_host", "new_token", "protect", "put_cookie"]

MAX_BODY = 16 * 1024  # bytes of a request: the longest form is an order of cards
YEAR = 365 * 24 * 3600
ALONE = RateLimitItemPerMinute(6)  # guesses from one address
ALL = RateLimitItemPerMinute(30)  # guesses from everywhere

# No script, style, font or picture but ours, nothing inline; nobody may put our pages into a frame.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-src {frames}; frame-ancestors {ancestors}"
)


class Gates:
    """How often a code or the PIN may be tried."""

    def __init__(self) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())

    def open(self, gate: str, address: str) -> bool:
        """Count one try at `gate`; whether it is still allowed."""
        tries: tuple[tuple[RateLimitItem, str], ...] = ((ALONE, address), (ALL, "all"))
        return all(self._limiter.hit(item, gate, who) for item, who in tries)


def protect(app: Flask) -> None:
    """Forms carry a token, bodies are bounded, nothing is stored, nothing is framed."""
    app.config.update(
        MAX_CONTENT_LENGTH=MAX_BODY,
        MAX_FORM_MEMORY_SIZE=MAX_BODY,
        MAX_FORM_PARTS=200,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Strict",
        SESSION_COOKIE_NAME="companion",
        WTF_CSRF_TIME_LIMIT=None,  # an evening is long, and phones sleep
    )
    CSRFProtect(app)
    app.after_request(_headers)


def _headers(response: Response) -> Response:
    framed = request.path.startswith("/w/")
    headers = response.headers
    if not request.path.startswith(("/static/", "/fonts/")):
        headers["Cache-Control"] = "no-store"
    headers["Content-Security-Policy"] = POLICY.format(
        frames="'self'" if request.path == "/workbench" else "'none'",
        ancestors="'self'" if framed else "'none'",
    )
    headers["X-Frame-Options"] = "SAMEORIGIN" if framed else "DENY"
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Referrer-Policy"] = "no-referrer"
    headers["Permissions-Policy"] = "camera=(), microphone=(), geolocation=()"
    headers["Cross-Origin-Resource-Policy"] = "same-origin"
    return response


def put_cookie(response: Response, name: str, value: str, path: str) -> None:
    """For a year, for this path, out of reach of scripts and of other sites."""
    response.set_cookie(name, value, max_age=YEAR, path=path, httponly=True, samesite="Strict")


def clear_cookie(response: Response, name: str, path: str) -> None:
    response.delete_cookie(name, path=path, httponly=True, samesite="Strict")


def new_token() -> str:
    """By what a phone is known from now on."""
    return secrets.token_urlsafe(24)


def host_mark(secret: str | bytes, pin: str) -> str:
    """What the host's browser keeps after the PIN: it ends with that PIN."""
    return Signer(secret, salt="host").sign(sha256(pin.encode()).hexdigest()).decode()


def is_host(asking: Request, secret: str | bytes, pin: str) -> bool:
    """Whether this browser has shown the PIN that holds now."""
    try:
        shown = Signer(secret, salt="host").unsign(asking.cookies.get("host", "")).decode()
    except (BadSignature, UnicodeDecodeError):
        return False
    return hmac.compare_digest(shown, sha256(pin.encode()).hexdigest())
