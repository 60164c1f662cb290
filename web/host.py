"""The page of whoever hosts: a match begun, paused, undone, put right; seats, switches, tags, devices."""

from __future__ import annotations

import hmac
from typing import Any

import msgspec
from flask import Blueprint, Response, current_app, make_response, redirect, render_template, request, url_for

from companion.engine import HOST, Switch, switches
from companion.table.requests import (
    SETTINGS,
    AddBadge,
    AddBot,
    Afresh,
    Answer,
    Choose,
    Correct,
    Enrol,
    EnrolStep,
    Erase,
    FreeChair,
    OpenBooks,
    Pause,
    Press,
    Quit,
    Rematch,
    Request,
    Set,
    SetLanguage,
    SetPreset,
    SetSwitch,
    Start,
    Undo,
)
from companion.table.snapshot import Snapshot
from web.desk import desk
from web.errors import Denied, answered, words_of
from web.forms import Malformed, decode, form_of, whole
from web.language import language, words
from web.papers import kept
from web.seatpage import prompt_of
from web.security import clear_cookie, host_mark, is_host, put_cookie
from web.stream import Piece

__all__ = ["pages", "trusted"]

pages = Blueprint("host", __name__)

OPEN = {"host.login", "host.page"}  # what may be asked before the PIN
# What the page may ask of the table as it is; the rest below needs a closer look at what was sent.
PLAIN: dict[str, type[Request]] = {
    "choose": Choose, "language": SetLanguage, "bot": AddBot, "free": FreeChair, "start": Start, "pause": Pause,
    "undo": Undo, "quit": Quit, "rematch": Rematch, "books": OpenBooks, "erase": Erase, "enrol": Enrol,
    "step": EnrolStep, "badge": AddBadge, "afresh": Afresh, "preset": SetPreset,
}  # fmt: skip


def trusted() -> bool:
    """Whether this browser has shown the PIN. A table without a PIN has no host."""
    pin = desk().table.pin
    return bool(pin) and is_host(request, current_app.secret_key or b"", pin)


@pages.before_request
def _guard() -> None:
    if request.endpoint not in OPEN and not trusted():
        raise Denied(403, "pin-first")


@pages.get("/host")
def page() -> str:
    if not trusted():
        return render_template("pin.html", w=words(), trouble=None)
    snapshot = desk().table.snapshot
    return render_template("host.html", w=words(snapshot.game), piece=_piece(), snapshot=snapshot)


@pages.post("/host/login")
def login() -> Response:
    if not desk().gates.open("pin", request.remote_addr or ""):
        raise Denied(429, "too-many")
    pin, shown = desk().table.pin, request.form.get("pin", "").strip()
    if not pin or not hmac.compare_digest(shown.encode(), pin.encode()):
        return make_response(render_template("pin.html", w=words(), trouble=words_of("bad-pin", {})), 403)
    response = make_response(redirect(url_for("host.page"), 303))
    mark = host_mark(current_app.secret_key or b"", pin)
    for path in ("/host", "/workbench", "/w"):
        put_cookie(response, "host", mark, path)
    return response


@pages.post("/host/logout")
def logout() -> Response:
    response = make_response(redirect(url_for("host.page"), 303))
    for path in ("/host", "/workbench", "/w"):
        clear_cookie(response, "host", path)
    return response


def _piece() -> Piece:
    """The part of the page that changes. It shows what the board shows, and what only the host may do."""
    table = desk().table
    snapshot = table.snapshot
    prompt = prompt_of(snapshot, language())
    playing = snapshot.playing
    public = playing.faces.get(None, ()) if playing else ()
    mine = [f for f in (playing.faces.get(HOST, ()) if playing else ()) if f.by == HOST and not f.answered]
    mine = [f for f in mine if not f.ways or "phone" in f.ways]  # what only a real card can say is no form
    game = desk().games.get(snapshot.game or "")
    options = snapshot.options
    set_ = switches(game.options) if game and snapshot.stage == "lobby" else []
    if game and options:
        set_ = [s for s in set_ if game.matters(options, s.name)]
    usual = game.usual(options) if game and set_ and options else None
    html = render_template(
        "_host.html",
        w=prompt.words,
        snapshot=snapshot,
        prompt=prompt,
        line=prompt.line(public) if playing and not playing.over else "",
        asks=[form_of(f, prompt) for f in mine],
        corrections=[form_of(f, prompt) for f in playing.corrections] if playing else [],
        games_of=[(g.id, g.title, g.id == snapshot.game) for g in desk().games.values()],
        settings=SETTINGS,
        game=game,
        preset=game.preset_of(options) if game and options else None,
        near=game.near(options) if game and options else None,
        switches=set_,
        standard=[s.name for s in set_ if getattr(options, s.name, None) == getattr(usual, s.name, None)],
        keeper=current_app.extensions["keeper"],
        kept=kept(snapshot),
        seated=sum(c.presence != "free" for c in snapshot.chairs),
    )
    return Piece(html, {"clock": None})


@pages.get("/host/state")
def state() -> Response:
    piece = _piece()
    if request.args.get("tag") == piece.tag:
        return make_response("", 204)
    return make_response(piece.json(), 200, {"Content-Type": "application/json"})


@pages.get("/host/stream")
def stream() -> Response:
    table = desk().table
    at = [0]

    def piece() -> Piece | None:
        at[0] = table.snapshot.version
        return _piece() if trusted() else None

    return desk().streams.follow(piece, lambda seconds: table.wait(at[0], seconds), "host")


@pages.post("/host/answer")
def answer() -> Response:
    """An ask of the host's, or a correction."""
    playing = desk().table.snapshot.playing
    if playing is None:
        raise Denied(409, "no-match")
    kind = request.form.get("kind", "")
    mine = next((f for f in playing.faces.get(HOST, ()) if f.by == HOST and f.kind == kind), None)
    face = mine or next((f for f in playing.corrections if f.kind == kind), None)
    if face is None:
        raise Denied(409, "stale")
    try:
        fields = decode(face, request.form)
    except Malformed as e:
        raise Denied(400, "incomplete") from e
    asked: Request = Correct(kind=kind, fields=fields)
    if mine is not None:
        asked = Answer(kind=kind, fields=fields, number=whole(request.form.get("number", "")), source="host")
    return answered(desk().table.do(asked), url_for("host.page"))


@pages.post("/host/do/<act>")
def do(act: str) -> Response:
    sent = {k: v for k, v in request.form.items() if k != "csrf_token" and v != ""}
    return answered(desk().table.do(_request(act, sent)), url_for("host.page"))


def _request(act: str, sent: dict[str, Any]) -> Request:
    """What was sent, as a request. Raises `Denied`."""
    try:
        match act:
            case "switch":
                switch = _switch(desk().table.snapshot, sent.get("name", ""))
                return SetSwitch(name=switch.name, value=_value(switch, request.form.getlist("value")))
            case "alarm":
                if desk().table.snapshot.alarm is None:
                    raise Denied(409, "not-now")
                return Press(button="OK")
            case "set":
                return Set(name=str(sent.get("name", "")), value=msgspec.json.decode(sent.get("value", "")))
            case _ if act in PLAIN:
                if "chair" in sent and int(sent["chair"]) not in range(len(desk().table.snapshot.chairs)):
                    raise Denied(409, "bad-chair")
                return msgspec.convert({"request": PLAIN[act].__struct_config__.tag, **sent}, PLAIN[act], strict=False)
    except (msgspec.MsgspecError, ValueError) as e:
        raise Denied(400, "http-400") from e
    raise Denied(404, "http-404")


def _switch(snapshot: Snapshot, name: str) -> Switch:
    game = desk().games.get(snapshot.game or "")
    found = next((s for s in switches(game.options) if s.name == name), None) if game else None
    if found is None:
        raise Denied(409, "no-such-switch")
    return found


def _value(switch: Switch, sent: list[str]) -> Any:
    if switch.kind == "set":
        return [v for v in sent if v]
    value = sent[-1] if sent else ""
    if switch.kind == "bool":
        return value in ("1", "true")
    return int(value) if switch.kind == "number" else value
