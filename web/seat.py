"""The page of whoever sits at the table: the board's line, one's own asks, and what only a held finger shows."""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import Blueprint, Response, g, jsonify, make_response, redirect, render_template, request

from companion.engine import Face
from companion.table.given import given
from companion.table.requests import Answer, Contribute, Drop, Leave, OpenBooks, Presence, RaiseHand, Rename, Reply
from companion.table.snapshot import Chair
from web.desk import desk
from web.errors import Denied, answered
from web.forms import Malformed, decode, whole
from web.gamepages import said
from web.language import language, words
from web.papers import kept
from web.phone import forget, go, token
from web.seatpage import held_of, own_faces, page_of, prompt_of
from web.stream import Piece

__all__ = ["pages"]

pages = Blueprint("seat", __name__)

HELD_BYTES = 4096  # of the answer to a held finger, whatever it says: its size must not tell


@pages.before_request
def _whose() -> Response | None:
    """The chair this phone holds. Without one: to the join page, or the news that another phone has it now."""
    chair = desk().table.chair_by(mine) if (mine := token()) else None
    if chair is not None:
        g.chair = chair
        return None
    if request.method != "GET" or request.endpoint != pages_name("page"):
        raise Denied(403, "no-seat")
    if not mine:
        return forget(make_response(redirect(go("join.page"), 303)))
    return forget(make_response(render_template("moved.html", w=words()), 403))


def pages_name(view: str) -> str:
    """The endpoint of a view, under whichever name the blueprint is registered."""
    return f"{request.blueprint}.{view}"


def chair() -> Chair:
    found: Chair = desk().table.snapshot.chairs[g.chair]
    return found


@pages.get("/seat")
def page() -> str:
    piece = _piece()
    return render_template("seat.html", piece=piece, w=words(), chair=chair(), snapshot=desk().table.snapshot)


def _piece() -> Piece:
    """The part of the page that changes, as it now stands."""
    snapshot = desk().table.snapshot
    prompt = prompt_of(snapshot, language())
    shown = page_of(snapshot, snapshot.chairs[g.chair], prompt)
    w = prompt.words
    game = shown.playing.game if shown.playing else None

    def of_game(macro: str, *args: Any) -> str:
        return said(game.id, macro, *args) if game else ""

    html = render_template("_seat.html", page=shown, w=w, of_game=of_game, snapshot=snapshot, game=game,
                           kept=kept(snapshot))  # fmt: skip
    clock = shown.clock
    running = None
    if clock is not None:
        left = clock.left if snapshot.paused else max(0.0, clock.ends - desk().now())
        running = {"left": round(left, 1), "seconds": clock.seconds, "stands": snapshot.paused}
    return Piece(html, {"clock": running})


@pages.get("/seat/state")
def state() -> Response:
    """The same, for a page that has found no stream: with `tag` only if it is other than what the page shows."""
    table, mine = desk().table, g.chair
    if table.snapshot.chairs[mine].presence == "away":
        table.do(Presence(chair=mine, here=True))
    piece = _piece()
    if request.args.get("tag") == piece.tag:
        return make_response("", 204)
    return make_response(piece.json(), 200, {"Content-Type": "application/json"})


@pages.get("/seat/stream")
def stream() -> Response:
    table, mine, held = desk().table, g.chair, token()
    at = [0]

    def piece() -> Piece | None:
        at[0] = table.snapshot.version
        return _piece() if table.chair_by(held) == mine else None

    def here(is_here: bool) -> None:
        if table.chair_by(held) == mine:
            table.do(Presence(chair=mine, here=is_here))

    return desk().streams.follow(
        piece, lambda seconds: table.wait(at[0], seconds), f"chair {mine}", here
    )


@pages.post("/seat/secret")
def secret() -> Response:
    """What the held card says. Fetched on the press, the same length whatever it says."""
    snapshot = desk().table.snapshot
    playing, seat = snapshot.playing, chair().seat
    if playing is None or seat is None:
        raise Denied(409, "no-match")
    prompt, faces = prompt_of(snapshot, language()), own_faces(playing, seat)
    answers = desk().table.read(partial(given, seat=seat))
    held = held_of(playing, seat, prompt, answers)
    asked = [f.kind for f in faces if not f.answered]
    of_game = said(playing.game.id, "secret", playing.views[seat], seat, playing.names, prompt.words, asked,
                   answers | _entered(faces))  # fmt: skip
    html = render_template("_held.html", of_game=of_game, lines=held.lines, w=prompt.words)
    game = playing.game.id
    signs = {
        name: ["" if v is None else said(game, "sign", of, v) for v in values]
        for name, (of, values) in held.cards.items()
    }
    body = jsonify(html=html, faces=held.faces, signs=signs, pad="").get_data()
    room = -len(body) % HELD_BYTES
    return make_response(body.rstrip()[:-1] + b" " * room + b"}\n", 200, {"Content-Type": "application/json"})


def _entered(faces: list[Face]) -> dict[str, Any]:
    """What the phone has entered and not sent yet, by kind; nothing while it is not complete."""
    kind, number = request.form.get("kind"), whole(request.form.get("number", ""))
    face = next((f for f in faces if (f.kind, f.number) == (kind, number) and not f.answered), None)
    try:
        return {face.kind: decode(face, request.form)} if face else {}
    except Malformed:
        return {}


@pages.post("/seat/code")
def code() -> Response:
    """The code of this chair, while it is held."""
    found = desk().table.code_of(g.chair) or ""
    return jsonify(html=render_template("_code.html", code=found, w=words()), faces={})


@pages.post("/seat/answer")
def answer() -> Response:
    """An answer to an ask of one's own. Nothing else can be said here, whatever is sent."""
    playing, seat = desk().table.snapshot.playing, chair().seat
    if playing is None or seat is None:
        raise Denied(409, "no-match")
    kind, number = request.form.get("kind", ""), whole(request.form.get("number", ""))
    face = next((f for f in own_faces(playing, seat) if f.kind == kind), None)
    if face is None or number is None:
        return answered(Reply(False, "stale"), go("seat.page"))
    asked = Answer(kind=kind, fields=fields_of(face), number=number, chair=g.chair, match=_match(),
                   sure=request.form.get("sure") == "1")  # fmt: skip
    reply = desk().table.do(asked)
    return answered(reply, go("seat.page"))


def fields_of(face: Face) -> dict[str, Any]:
    """What the sent form holds for this ask."""
    try:
        return decode(face, request.form)
    except Malformed as e:
        raise Denied(400, "incomplete") from e


@pages.post("/seat/drop")
def drop() -> Response:
    """The ballots of this seat into the open urn, and what it adds to them."""
    papers = [paper for name, paper in request.form.items(multi=True) if name.split("-")[0] == "paper"]
    extra = whole(request.form.get("extra", "").removeprefix("#"))
    ballots = Drop(papers=papers, chair=g.chair, extra=extra, match=_match(), urn=_urn())
    return answered(desk().table.do(ballots), go("seat.page"))


@pages.post("/seat/close")
def close() -> Response:
    """Close the urn: only who may does."""
    asked = Answer(kind="contents", number=_urn(), chair=g.chair, match=_match())
    return answered(desk().table.do(asked), go("seat.page"))


def _match() -> str:
    """The match that the page showed. A page of another one is stale, and one that names none is older still."""
    return request.form.get("match", "")


def _urn() -> int:
    return whole(request.form.get("urn", "")) or 0


@pages.post("/seat/hand")
def hand() -> Response:
    up = request.form.get("up") == "1"
    return answered(desk().table.do(RaiseHand(chair=g.chair, up=up)), go("seat.page"))


@pages.post("/seat/rename")
def rename() -> Response:
    return answered(desk().table.do(Rename(chair=g.chair, name=request.form.get("name", ""))), go("seat.page"))


@pages.post("/seat/leave")
def leave() -> Response:
    response = answered(desk().table.do(Leave(chair=g.chair)), go("join.page"))
    return forget(response) if response.status_code < 400 else response


@pages.post("/seat/contribute")
def contribute() -> Response:
    """What this phone adds to the seed of the next match."""
    return answered(desk().table.do(Contribute(chair=g.chair, text=request.form.get("text", ""))), go("seat.page"))


@pages.post("/seat/books")
def books() -> Response:
    """This seat agrees to opening the books."""
    return answered(desk().table.do(OpenBooks(chair=g.chair)), go("seat.page"))
