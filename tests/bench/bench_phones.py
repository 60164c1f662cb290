"""From an answer posted by a phone to every one of 12 other open pages having its new content, on loopback."""

from __future__ import annotations

import http.client
import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from random import Random
from statistics import median
from threading import Thread
from time import perf_counter, sleep
from urllib.parse import urlencode

from companion.engine import Face
from companion.games import all_games
from companion.table.requests import Answer, Choose, Sit, Start
from companion.table.table import Table
from web import create_app, serve

SEATS, PAGES, ROUNDS = 10, 12, 60


class Listener(Thread):
    """A phone's open page: when each new content has come in whole."""

    def __init__(self, port: int, token: str) -> None:
        super().__init__(daemon=True)
        self.came: Queue[float] = Queue()
        self.connection = http.client.HTTPConnection("127.0.0.1", port)
        self.connection.request("GET", "/seat/stream", headers={"Cookie": f"seat={token}"})
        self.answer = self.connection.getresponse()
        self.start()

    def run(self) -> None:
        while line := self.answer.readline():
            if line.startswith(b"data: "):
                self.came.put(perf_counter())


class Phone:
    """The phone that answers, over one kept connection, with cookies and the token of its forms."""

    def __init__(self, port: int, token: str) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port)
        self.cookies = {"seat": token}
        self.form = ""
        self.form = self._said("GET", "/csrf").split('"')[3]

    def _said(self, method: str, path: str, body: str | None = None) -> str:
        headers = {
            "Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items()),
            "X-CSRFToken": self.form, "X-Requested-With": "fetch", "Content-Type": "application/x-www-form-urlencoded",
        }  # fmt: skip
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            name, _, value = cookie.split(";")[0].partition("=")
            self.cookies[name] = value
        text = answer.read().decode()
        assert answer.status < 400, (path, answer.status, text)
        return text

    def answer(self, form: Face, match: str, **fields: object) -> None:
        said = {f"f.{k}": json.dumps(v) for k, v in fields.items()}
        sent = {"kind": form.kind, "number": form.number, "match": match, **said}
        self._said("POST", "/seat/answer", urlencode(sent))


def measured(folder: Path) -> list[float]:
    """Milliseconds from the post to each of the other pages, over nominations and last votes."""
    rng = Random(1)
    table = Table(folder, all_games())
    table.do(Choose(game="secret_hitler"))
    for seat in range(SEATS):
        table.do(Sit(chair=seat, name=f"P{seat}", token=f"token-{seat}"))
    app = create_app(table, secret=b"bench")
    server = serve(app, "127.0.0.1", 0)
    phones = [Phone(server.port, f"token-{s}") for s in range(SEATS)]
    pages = [Listener(server.port, f"token-{s % SEATS}") for s in range(PAGES + 1)]
    table.do(Start())
    table.do(Answer(kind="continue"))
    took: list[float] = []

    def settle() -> None:
        for page in pages:
            while not page.came.empty():
                page.came.get()

    def timed(seat: int, **fields: object) -> None:
        version, form = table.snapshot.version, own(seat)
        _wait_for_quiet(pages)
        settle()
        start = perf_counter()
        assert table.snapshot.playing
        phones[seat].answer(form, table.snapshot.playing.match, **fields)
        arrived = [page.came.get(timeout=5) for i, page in enumerate(pages) if i % SEATS != seat]
        took.extend((t - start) * 1000 for t in arrived[:PAGES])
        assert table.snapshot.version > version

    def own(seat: int) -> Face:
        assert table.snapshot.playing
        return next(f for f in table.snapshot.playing.faces[seat] if f.by == seat)

    for _ in range(ROUNDS):
        playing = table.snapshot.playing
        assert playing
        if playing.over:
            break
        (face,) = (f for f in playing.faces[None] if f.kind == "nominate")
        timed(face.by, chancellor=rng.choice(face.fields["chancellor"].values))  # type: ignore[union-attr]
        for seat in range(SEATS - 1):
            table.do(Answer(kind="vote", fields={"ja": False}, chair=seat))
        timed(SEATS - 1, ja=False)
    app.extensions["desk"].streams.close()
    server.close()
    table.close()
    return took


def _wait_for_quiet(pages: list[Listener]) -> None:
    """Until no page has had anything new for a moment."""
    while any(not page.came.empty() for page in pages):
        for page in pages:
            while not page.came.empty():
                page.came.get()
        sleep(0.02)


def fsync_alone(folder: Path) -> list[float]:
    """Milliseconds of a bare 4 KiB append and fsync on the same disk."""
    took = []
    with (folder / "bare").open("ab", buffering=0) as file:
        for _ in range(200):
            start = perf_counter()
            file.write(bytes(4096))
            os.fsync(file.fileno())
            took.append((perf_counter() - start) * 1000)
    return took


def rows() -> Iterator[tuple[str, str]]:
    """Median and p99 beside a bare fsync."""
    with tempfile.TemporaryDirectory() as name:
        took, bare = sorted(measured(Path(name) / "data")), sorted(fsync_alone(Path(name)))
    p99 = took[int(len(took) * 0.99)]
    yield f"answer posted to {PAGES} other pages, median, ms", f"{median(took):.1f}"
    yield f"answer posted to {PAGES} other pages, p99, ms (limit 50)", f"{p99:.1f}"
    yield "bare fsync on the same disk, median / p99, ms", f"{median(bare):.2f} / {bare[int(len(bare) * 0.99)]:.2f}"
