"""What the pages need of the table, and what one app holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, cast

from flask import current_app

from companion.engine import Game
from companion.table.evening import Evening
from companion.table.requests import Reply, Request
from companion.table.snapshot import Snapshot
from web.security import Gates
from web.stream import Streams

__all__ = ["Desk", "Picture", "Table", "desk"]

Picture = Callable[[str], tuple[int, bytes]]  # of a language: a number that grows with every change, and a PNG


class Table(Protocol):
    """The table as a page sees it. Every method may be called from any thread."""

    @property
    def snapshot(self) -> Snapshot: ...
    @property
    def pin(self) -> str: ...
    def do(self, request: Request, timeout: float = 5.0) -> Reply: ...
    def wait(self, version: int, timeout: float) -> Snapshot: ...
    def end_waits(self) -> None: ...
    def chair_by(self, token: str) -> int | None: ...
    def read(self, question: Callable[[Evening], Any], timeout: float = 5.0) -> Any: ...
    def code_of(self, chair: int) -> str | None: ...
    def audit(self) -> dict[str, Any] | None: ...


@dataclass(frozen=True)
class Desk:
    """All that the pages of one app share."""

    table: Table
    games: Mapping[str, Game[Any]]
    picture: Picture | None
    qr_url: str
    simulate: bool
    gates: Gates
    streams: Streams
    now: Callable[[], float]  # the clock by which the table's bells ring
    run: str  # other after every start: numbers that begin anew are told apart by it


def desk() -> Desk:
    """That of the running app."""
    return cast(Desk, current_app.extensions["desk"])
