"""A real table with the made-up game, and pages for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from flask.testing import FlaskClient
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

from companion.engine import HOST, Face, Game, Seat
from companion.table.requests import Answer, Choose, RaiseHand, Rematch, Request, Sit, Start
from companion.table.snapshot import Playing, Snapshot
from companion.table.table import Table
from tests.engine import lighthouse
from web import create_app, serve

HOME = Path(lighthouse.__file__).parent
NAMES = ("Ana", "Bruno", "Carla", "Diego", "Elena", "Félix", "Gala", "Hugo", "Iris", "Joel")


class Evening:
    """A table, its pages, and phones that are test clients."""

    def __init__(self, folder: Path, games: Mapping[str, Game[Any]] | None = None, **more: Any) -> None:
        self.folder = folder
        self.games = games or {"lighthouse": lighthouse.GAME}
        self.now = 0.0
        self.table = Table(folder, self.games, rng=Random(1), simulate=True, pace=(0, 0), clock=self.clock)
        self.app = create_app(
            self.table, games=self.games, folders={"lighthouse": HOME}, secret=b"for tests", clock=self.clock,
            **{"simulate": True, **more},
        )  # fmt: skip
        self.app.testing = True
        self.tokens = {chair: f"token-of-{chair}" for chair in range(10)}

    def clock(self) -> float:
        return self.now

    def later(self, seconds: float) -> None:
        """Time passes, and the table notices."""
        self.now += seconds
        self.do(RaiseHand(chair=9, up=False))

    @property
    def snapshot(self) -> Snapshot:
        return self.table.snapshot

    @property
    def playing(self) -> Playing:
        assert self.snapshot.playing is not None
        return self.snapshot.playing

    def do(self, request: Request) -> None:
        """Something at the table that must work."""
        reply = self.table.do(request, timeout=60)  # a busy machine is no fault of the table
        assert reply.ok, reply

    def seat(self, n: int) -> None:
        """The first `n` sit down."""
        for chair in range(n):
            self.do(Sit(chair=chair, name=NAMES[chair], token=self.tokens[chair]))

    def start(self, n: int = 4, game: str = "lighthouse") -> None:
        self.do(Choose(game=game))
        self.seat(n)
        self.do(Start())

    def phone(self, chair: int | None = None) -> Phone:
        """A browser; with `chair`, the one that holds it."""
        client = self.app.test_client()
        if chair is not None:
            client.set_cookie("seat", self.tokens[chair], path="/seat")
        return Phone(client, self)

    def host(self) -> Phone:
        phone = self.phone()
        assert phone.post("/host/login", pin=self.table.pin).status_code == 303
        return phone

    def face(self, seat: Seat, kind: str) -> Face | None:
        return next((f for f in self.playing.faces[seat] if f.by == seat and f.kind == kind), None)

    def answer_until(self, *kinds: str) -> Face:
        """Play on at random, whispers apart, until one of these is asked of a seat that has not answered it; in another
        match, where one has ended without."""
        rng = Random(2)
        for _ in range(4000):
            if self.snapshot.stage == "over":
                self.do(Rematch())
            for seat in range(len(self.playing.names)):
                for kind in kinds:
                    if (face := self.face(seat, kind)) and not face.answered:
                        return face
            self.play_one(rng)
        raise AssertionError(f"{kinds} never asked")

    def play_one(self, rng: Random) -> None:
        for seat in (*range(len(self.playing.names)), HOST):
            for face in self.playing.faces[seat]:
                if face.by == seat and not face.answered and face.kind not in ("whisper", "repeat"):
                    fields = {k: f.sample(rng) for k, f in face.fields.items() if f is not None}
                    plain = msgspec.to_builtins(fields, str_keys=True)
                    chair = None if seat == HOST else seat
                    if self.table.do(Answer(kind=face.kind, fields=plain, number=face.number, chair=chair)).ok:
                        return None
        urn = self.playing.urn
        if urn is None:
            assert self.playing.clocks, "nobody can answer"
            return self.later(60)
        self.do(Answer(kind="contents", chair=urn.closer))
        return None


@contextmanager
def pages(e: Evening, chromium: Browser) -> Iterator[Callable[..., Page]]:
    """Opens pages of this table in a real browser, each as a phone of its own; with `chair`, as the one that holds it.
    No page may fail in its scripts."""
    server, contexts, failures = serve(e.app, "127.0.0.1", 0), list[BrowserContext](), list[str]()

    def open_one(address: str = "/seat", chair: int | None = None, locale: str = "es-ES", wide: bool = False) -> Page:
        size = ViewportSize(width=1280, height=900) if wide else ViewportSize(width=360, height=740)
        contexts.append(chromium.new_context(viewport=size, locale=locale))
        if chair is not None:
            hold(contexts[-1], e.tokens[chair])
        page = contexts[-1].new_page()
        page.on("pageerror", lambda error: failures.append(str(error)))
        page.goto(f"http://127.0.0.1:{server.port}{address}")
        return page

    try:
        yield open_one
    finally:
        for context in contexts:
            context.close()
        server.close()
    assert not failures


def hold(context: BrowserContext, token: str) -> None:
    """The browser holds the chair of this token."""
    cookie = {"name": "seat", "value": token, "domain": "127.0.0.1", "path": "/seat"}
    context.add_cookies([cookie])  # type: ignore[list-item]


class Phone:
    """A test client that carries the token of its forms as our scripts do."""

    def __init__(self, client: FlaskClient, evening: Evening) -> None:
        self.client, self.evening = client, evening

    def get(self, address: str, **more: Any) -> Any:
        return self.client.get(address, **more)

    def token(self) -> str:
        return str(self.client.get("/csrf").get_json()["token"])

    def post(self, address: str, script: bool = False, **data: Any) -> Any:
        if playing := self.evening.snapshot.playing:  # what every form of a seat carries
            data = {"match": playing.match, "urn": playing.urn.number if playing.urn else "", **data}
        headers = {"X-CSRFToken": self.token()} | ({"X-Requested-With": "fetch"} if script else {})
        return self.client.post(address, data=data, headers=headers)


@contextmanager
def evening(folder: Path, **more: Any) -> Iterator[Evening]:
    e = Evening(folder, **more)
    try:
        yield e
    finally:
        e.table.close()




__all__ = ["NAMES", "Evening", "Phone", "evening"]


def page(e: Evening, seat: int) -> str:
    """The changing part of a seat's page."""
    return str(e.phone(seat).get("/seat/state").get_json()["html"])


def held(e: Evening, seat: int) -> str:
    """What a seat's card says while it is held."""
    return str(e.phone(seat).post("/seat/secret", script=True).get_json()["html"])


def hand(e: Evening, seat: int) -> list[str]:
    """The cards in a seat's hand, as itself sees them."""
    cards = e.playing.views[seat]["hands"][seat]
    assert isinstance(cards, list)
    return cards
