"""Simulated devices to click: a table on a laptop, with a phone in a frame for every seat."""

from __future__ import annotations

from contextlib import suppress
from ipaddress import ip_address
from typing import Any, get_args
from urllib.parse import urlsplit

from flask import Blueprint, Response, make_response, render_template, request, url_for

from companion.table.enrol import simulated_uid
from companion.table.requests import Button, Fall, Lid, Press, Request, Status, Tap
from web.desk import desk
from web.errors import Denied, answered
from web.host import trusted
from web.language import language
from web.seatpage import prompt_of
from web.stream import Piece

__all__ = ["guard", "pages"]

pages = Blueprint("workbench", __name__)

HERE = ("127.0.0.1", "::1", "::ffff:127.0.0.1")
BLANKS = 12  # tags that mean nothing yet
BUTTONS: tuple[Button, ...] = get_args(Button)
PHONES = 10


def guard() -> None:
    """The bench and its phones answer on the machine itself, or after the PIN."""
    if request.path.startswith(("/workbench", "/w/")) and not _here() and not trusted():
        raise Denied(403, "only-here")


def _here() -> bool:
    """Whether a page of this table asks, in a browser on this machine. A page from elsewhere may have had its own name
    point here (DNS rebinding): its requests carry that name, where ours carry a number or `localhost`."""
    asked = f"//{request.host}"
    with suppress(ValueError):
        name = urlsplit(asked).hostname or ""
        return request.remote_addr in HERE and (name == "localhost" or bool(ip_address(name)))
    return False


@pages.get("/workbench")
def page() -> str:
    snapshot = desk().table.snapshot
    w = prompt_of(snapshot, language()).words
    has_picture = desk().picture is not None
    return render_template("workbench.html", w=w, piece=_piece(), phones=range(1, PHONES + 1), picture=has_picture)


def _piece() -> Piece:
    """Everything on the bench, as it now stands. `news` is no news to the bench itself, but to its frames."""
    snapshot = desk().table.snapshot
    prompt = prompt_of(snapshot, language())
    game = desk().games.get(snapshot.speaks_of or "")
    tags: dict[str, list[tuple[str, str, str]]] = {}
    for c in game.components if game else ():
        tags.setdefault(c.of, []).append((simulated_uid(game.id, c.key) if game else "", c.key, _face(prompt, c)))
    html = render_template(
        "_workbench.html",
        w=prompt.words,
        snapshot=snapshot,
        tags=tags,
        blanks=[(blank_uid(n), str(n)) for n in range(1, BLANKS + 1)],
        buttons=BUTTONS,
    )
    return Piece(html, {"version": f"{desk().run}-{snapshot.version}"})


def _face(prompt: Any, component: Any) -> str:
    return str(prompt.value(component.of, component.face))


def blank_uid(n: int) -> str:
    """A tag without a meaning, to be made a badge or a card: seven bytes, like a sticker's."""
    return f"04B1A2C3D4E5{n:02X}"


@pages.get("/workbench/state")
def state() -> Response:
    return make_response(_piece().json(), 200, {"Content-Type": "application/json"})


@pages.get("/workbench/stream")
def stream() -> Response:
    """The one stream of this browser: every change of the table, for the bench and the phones in its frames."""
    table = desk().table
    at = [0]

    def piece() -> Piece:
        at[0] = table.snapshot.version
        now = _piece()
        return Piece(f"{now.html}<!--{at[0]}-->", now.more)

    return desk().streams.follow(piece, lambda seconds: table.wait(at[0], seconds), "workbench")


@pages.post("/workbench/do/<act>")
def do(act: str) -> Response:
    """What a hand does to a device."""
    return answered(desk().table.do(_request(act)), url_for("workbench.page"))


def _request(act: str) -> Request:
    form = request.form
    match act:
        case "press" if (button := form.get("button")) in BUTTONS:
            return Press(button=button)
        case "tap" if uid := form.get("uid", "")[:32]:
            return Tap(uid=uid, reader="slot" if form.get("reader") == "slot" else "table")
        case "fall":
            return Fall()
        case "lid":
            return Lid(open=form.get("open") == "1")
        case "status" if device := form.get("device", "")[:16]:
            return Status(device=device, status=form.get("status", "")[:16])
    raise Denied(400, "http-400")
