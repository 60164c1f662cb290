"""Live updates: a page listens, and is sent its own new content the moment something on it has changed.

What is sent is the finished piece of page, so that a phone has it after one hop. It is numbered by its content, not by
the table's version: that would tell a phone that others did something which it may not notice.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from threading import Lock
from time import monotonic
from typing import Any

from flask import Response, request, stream_with_context

__all__ = ["BEAT", "MOST", "Piece", "Streams"]

MOST = 24  # listeners: each holds a thread of the server, and other pages need some too
KINDS = 13  # who may listen: ten chairs, the board, the host, the workbench; each finds room for one at any time
BEAT = 15.0  # seconds between signs of life, by which a dead connection is noticed
AGAIN = 10  # seconds after which whoever found no room may try again


@dataclass(frozen=True)
class Piece:
    """What a page shows now. `more` may change without being news (what is left on a clock)."""

    html: str
    more: dict[str, Any]

    @property
    def tag(self) -> str:
        return sha256(self.html.encode()).hexdigest()[:16]

    def json(self) -> str:
        return json.dumps({"tag": self.tag, "html": self.html, **self.more})


class Streams:
    """The open streams of an app."""

    def __init__(self) -> None:
        self._lock, self._telling = Lock(), Lock()
        self._open = 0
        self._by: Counter[str] = Counter()
        self._closed = False

    def close(self) -> None:
        """The table goes: streams end when they wake, and nobody is told that their phones are gone."""
        self._closed = True

    def follow(
        self,
        piece: Callable[[], Piece | None],
        wait: Callable[[float], object],
        who: str = "",
        here: Callable[[bool], None] = lambda listens: None,
    ) -> Response:
        """Send `piece` whenever it is new; `wait` returns when it may be, or after so many seconds.

        None as a piece ends it: this page has nothing to show any more. `here` is told with the first stream of `who`
        and with the last one's end whether anybody of them listens.
        """
        if not self._enter(who, here):
            response = Response(status=503)
            response.headers["Retry-After"] = str(AGAIN)
            return response

        def lines() -> Iterator[str]:
            seen = request.headers.get("Last-Event-ID", "")
            yield f"retry: {AGAIN * 100}\n\n"
            said = monotonic()
            while not self._closed and (now := piece()) is not None:
                if now.tag != seen:
                    seen, said = now.tag, monotonic()
                    yield f"id: {now.tag}\nevent: page\ndata: {now.json()}\n\n"
                elif monotonic() - said >= BEAT:  # never sooner: it would tell that something hidden has happened
                    said = monotonic()
                    yield ": beat\n\n"
                wait(max(0.0, said + BEAT - monotonic()))
            if not self._closed:
                yield "event: gone\ndata: {}\n\n"

        response = Response(stream_with_context(lines()), mimetype="text/event-stream")
        response.headers["X-Accel-Buffering"] = "no"
        response.call_on_close(lambda: self._leave(who, here))
        return response

    def _enter(self, who: str, here: Callable[[bool], None]) -> bool:
        with self._lock:
            further = self._open - len(self._by)  # streams of those who have one already
            if self._open >= MOST or (self._by[who] and further >= MOST - KINDS):
                return False
            self._open += 1
            self._by[who] += 1
            first = self._by[who] == 1
        if first:
            try:
                self._tell(who, here)
            except BaseException:
                self._leave(who, here)
                raise
        return True

    def _leave(self, who: str, here: Callable[[bool], None]) -> None:
        with self._lock:
            self._open -= 1
            self._by[who] -= 1
            last = not self._by[who]
            if last:
                del self._by[who]
        if last and not self._closed:
            self._tell(who, here)

    def _tell(self, who: str, here: Callable[[bool], None]) -> None:
        """One at a time, and as it is by then: a page that is loaded anew ends one stream while the next begins."""
        with self._telling:
            here(who in self._by)
