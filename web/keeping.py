"""What leaves the house and comes back: a backup, and the tags of a game. For whoever hosts.

A file comes in pieces, each as small as any form, so that no page takes a large body from anybody. It lies in the
folder until it is whole; a backup then waits for one more word, and takes its place when the table begins anew.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock

from flask import Blueprint, Response, current_app, jsonify, make_response, request, url_for

from companion.table import backup
from companion.table.backup import Contents
from companion.table.disk import NotSaved
from companion.table.requests import ImportTags, Reply
from companion.table.store import Unusable
from web.desk import desk
from web.errors import Denied, answered
from web.host import trusted

__all__ = ["Keeper", "keeper", "pages"]

pages = Blueprint("keep", __name__)

UPLOAD = "upload"
MOST = {"tags": 1 << 18, "backup": 1 << 30}  # bytes


@dataclass
class Keeper:
    """`folder` is the table's; `restart` lets the table end and begin anew. `waits`: the backup that was sent last."""

    folder: Path
    restart: Callable[[], None]
    waits: Contents | None = None

    def __post_init__(self) -> None:
        self.lock = Lock()  # for one file at a time
        self.path.unlink(missing_ok=True)

    @property
    def path(self) -> Path:
        return self.folder / UPLOAD


def keeper() -> Keeper | None:
    """That of the running app; None where it keeps nothing."""
    found: Keeper | None = current_app.extensions.get("keeper")
    return found


def _here() -> Keeper:
    found = keeper()
    if found is None:
        raise Denied(404, "http-404")
    return found


@pages.before_request
def _guard() -> None:
    if not trusted():
        raise Denied(403, "pin-first")


@pages.get("/host/backup")
def save() -> Response:
    """Everything in one file; the evening goes on."""
    with TemporaryDirectory() as scratch:
        try:
            backup.save(_here().folder, Path(scratch) / "it")
        except NotSaved as error:
            raise Denied(507, "no-room") from error
        data = (Path(scratch) / "it").read_bytes()
    return _file(data, "companion-backup.zip", "application/zip")


@pages.get("/host/tags/<game>")
def tags(game: str) -> Response:
    if game not in desk().games:
        raise Denied(404, "http-404")
    data: bytes = desk().table.read(lambda e: e.house.export_tags(game))
    return _file(data, f"companion-tags-{game}.json", "application/json")


def _file(data: bytes, name: str, kind: str) -> Response:
    return make_response(data, 200, {"Content-Type": kind, "Content-Disposition": f'attachment; filename="{name}"'})


@pages.post("/host/upload/<what>")
def upload(what: str) -> Response:
    """A piece of a file: `at` where in it, of `of` bytes. The last one says what became of it."""
    at, of = (request.args.get(name, -1, int) for name in ("at", "of"))
    piece = request.get_data()
    if what not in MOST or not (piece and at >= 0 and at + len(piece) <= of):
        raise Denied(400, "http-400")
    if of > MOST[what]:
        raise Denied(413, "http-413")
    here = _here()
    with here.lock:
        try:
            _put(here.path, piece, at)
        except OSError as error:
            raise Denied(507, "no-room") from error
        if at + len(piece) < of:
            return jsonify(ok=True)
        return answered(_tags(here) if what == "tags" else _backup(here), url_for("host.page"))


def _put(path: Path, piece: bytes, at: int) -> None:
    file = os.open(path, os.O_CREAT | os.O_WRONLY | (os.O_TRUNC if at == 0 else 0), 0o600)
    try:
        if os.fstat(file).st_size != at:
            raise Denied(409, "upload-broken")
        os.pwrite(file, piece, at)
    finally:
        os.close(file)


def _tags(here: Keeper) -> Reply:
    text = here.path.read_bytes().decode("utf-8", "replace")
    here.path.unlink()
    return desk().table.do(ImportTags(text=text))


def _backup(here: Keeper) -> Reply:
    try:
        here.waits = backup.contents(here.path)
    except Unusable as error:
        here.waits = None
        here.path.unlink()
        return Reply(False, f"{error.label}-backup")
    return Reply(True)


@pages.post("/host/restore")
def restore() -> Response:
    """The backup that was sent takes the place of everything, and the table begins anew."""
    here = _here()
    with here.lock:
        if here.waits is None:
            raise Denied(409, "not-now")
        here.waits = None
        try:
            backup.prepare(here.path, here.folder)
        except Unusable as error:
            return answered(Reply(False, f"{error.label}-backup"), url_for("host.page"))
        except NotSaved as error:
            raise Denied(507, "no-room") from error
        finally:
            here.path.unlink(missing_ok=True)
        here.restart()
    return answered(Reply(True), url_for("host.page"))
