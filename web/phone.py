"""Which phone asks: the browser itself, or one of those that the workbench holds in frames."""

from __future__ import annotations

from typing import Any

from flask import Response, g, request, url_for

from web.security import clear_cookie, put_cookie

__all__ = ["FRAME", "forget", "go", "hint", "remember", "seat_path", "token", "which_phone"]

FRAME = "frame_"  # what the endpoints of the workbench's phones begin with


def which_phone(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Take the number of a frame out of the address: each frame has cookies of its own, by their path."""
    g.phone = values.pop("phone", None) if values and endpoint and endpoint.startswith(FRAME) else None


def go(endpoint: str, **values: Any) -> str:
    """The address of a page of the same phone."""
    phone = g.get("phone")
    return url_for(endpoint, **values) if phone is None else url_for(FRAME + endpoint, phone=phone, **values)


def seat_path() -> str:
    """Below this the seat's cookies live, and nowhere else."""
    return go("seat.page")


def token() -> str:
    """By what the table knows this phone; empty for a new one."""
    return request.cookies.get("seat", "")[:64]


def hint() -> str:
    """The name of the cookie that says only that this phone has a seat: the join page then leads there."""
    return "seated" if g.get("phone") is None else f"seated-{g.phone}"


def remember(response: Response, new_token: str) -> Response:
    """This phone holds a chair from now on."""
    put_cookie(response, "seat", new_token, seat_path())
    put_cookie(response, hint(), "1", go("join.page"))
    return response


def forget(response: Response) -> Response:
    """This phone holds none any more."""
    clear_cookie(response, "seat", seat_path())
    clear_cookie(response, hint(), go("join.page"))
    return response
