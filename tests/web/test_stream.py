"""Live updates: pushed, bounded, and of one's own page only."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from socket import create_connection
from threading import Thread
from typing import Any

import pytest

from companion.table.requests import Comeback, RaiseHand
from tests.web.evening import Evening
from web import Server, serve
from web.stream import KINDS, MOST, Streams


@pytest.fixture
def server(match: Evening) -> Iterator[Server]:
    running = serve(match.app, "127.0.0.1", 0)
    yield running
    running.close()


class Stream:
    """A page that listens."""

    def __init__(self, server: Server, token: str, **headers: str) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
        self.connection.request("GET", "/seat/stream", headers={"Cookie": f"seat={token}", **headers})
        self.response = self.connection.getresponse()

    def event(self) -> tuple[str, dict[str, Any], str]:
        """The next event: its name, what it brings, its id."""
        name = data = tag = ""
        while line := self.response.readline().decode().rstrip("\n"):
            key, _, value = line.partition(": ")
            name, data, tag = (
                value if key == "event" else name, value if key == "data" else data, value if key == "id" else tag
            )  # fmt: skip
        return (name, json.loads(data), tag) if name else self.event()

    def close(self) -> None:
        self.response.close()
        self.connection.close()


@pytest.fixture
def listen(match: Evening, server: Server) -> Iterator[Any]:
    opened: list[Stream] = []

    def start(chair: int, **headers: str) -> Stream:
        opened.append(Stream(server, match.tokens[chair], **headers))
        return opened[-1]

    yield start
    for stream in opened:
        stream.close()
    match.do(RaiseHand(chair=3, up=True))  # wakes the streams, which find that nobody listens


def test_a_change_is_pushed_as_the_new_piece_of_page(match: Evening, listen: Any) -> None:
    stream = listen(0)
    assert stream.response.headers["Content-Type"].startswith("text/event-stream")
    name, now, tag = stream.event()
    assert name == "page"
    assert now["tag"] == tag
    assert "Mira tu carga" in now["html"]
    match.do(RaiseHand(chair=0, up=True))
    _, then, _ = stream.event()
    assert "mano en alto" in then["html"]
    assert then["tag"] != tag


def test_what_does_not_show_on_a_page_is_not_told_to_it(match: Evening, listen: Any) -> None:
    """Another one's raised hand makes no event here: the next event is of something that shows."""
    stream = listen(0)
    stream.event()
    match.do(RaiseHand(chair=1, up=True))
    match.do(RaiseHand(chair=0, up=True))
    _, then, _ = stream.event()
    assert "mano en alto" in then["html"]


def test_who_comes_back_is_sent_only_news(match: Evening, listen: Any) -> None:
    stream = listen(0)
    _, _, tag = stream.event()
    again = listen(0, **{"Last-Event-ID": tag})
    match.do(RaiseHand(chair=0, up=True))
    _, then, _ = again.event()
    assert "mano en alto" in then["html"]


def test_the_older_phone_is_told_that_it_lost_the_seat(match: Evening, listen: Any) -> None:
    stream = listen(2)
    stream.event()
    code = match.table.code_of(2)
    assert code
    match.do(Comeback(code=code, token="a newer phone"))
    while (event := stream.event())[0] == "page":
        pass
    assert event[0] == "gone"


def test_a_phone_that_listens_is_here_and_then_away(match: Evening, listen: Any) -> None:
    stream = listen(1)
    stream.event()
    presence: list[str] = [match.snapshot.chairs[1].presence]
    stream.close()
    for up in range(50):
        match.do(RaiseHand(chair=1, up=bool(up % 2)))  # something to send, so that the server notices
        presence.append(match.table.wait(match.snapshot.version, 0.1).chairs[1].presence)
        if presence[-1] == "away":
            break
    assert (presence[0], presence[-1]) == ("phone", "away")


def test_there_is_room_for_so_many_and_pages_still_answer(match: Evening, listen: Any) -> None:
    """The next one is told when to try again; other pages are served meanwhile. Whoever listens nowhere yet is let in:
    one phone with many pages open takes nobody's place."""
    streams = [listen(n % 3) for n in range(3 + MOST - KINDS)]
    for stream in streams:
        stream.event()
    late = listen(0)
    assert late.response.status == 503
    assert int(late.response.headers["Retry-After"]) > 0
    late.response.read()
    late.connection.request("GET", "/seat/state", headers={"Cookie": f"seat={match.tokens[0]}"})
    assert late.connection.getresponse().status == 200
    assert listen(3).event()[0] == "page"


def test_one_machine_cannot_take_every_connection(match: Evening, server: Server) -> None:
    greedy = [create_connection(("127.0.0.1", server.port), 5, ("127.0.0.2", 0)) for _ in range(500)]
    try:
        phone = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
        phone.request("GET", "/board/state")
        assert phone.getresponse().status == 200
        phone.close()
    finally:
        for each in greedy:
            each.close()


def test_a_stranger_hears_nothing(server: Server) -> None:
    stream = Stream(server, "stranger")
    assert stream.response.status == 403
    stream.close()


def test_a_taken_port_is_passed_over_and_said(match: Evening, server: Server) -> None:
    second = serve(match.app, "127.0.0.1", server.port)
    try:
        assert second.port != server.port
        assert (second.wanted, server.wanted) == (server.port, 0)
    finally:
        second.close()


def test_a_body_without_end_is_cut_off(match: Evening, server: Server) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    connection.request("POST", "/seat/answer", body=b"x" * 200_000, headers={"Cookie": f"seat={match.tokens[0]}"})
    assert 400 <= connection.getresponse().status < 500
    connection.close()


def test_an_answer_that_ends_while_the_server_closes_finds_its_trigger_open(match: Evening) -> None:
    """A trigger closed too early is another file's number by then, and a knock would be written into that file."""
    running = serve(match.app, "127.0.0.1", 0)
    trigger = running.server.trigger
    knock = trigger._physical_pull

    def twice() -> None:
        knock()  # as an answer does that has just ended
        running.thread.join()
        knock()

    trigger._physical_pull = twice
    running.close()
    with pytest.raises(ConnectionRefusedError):
        create_connection(("127.0.0.1", running.port), timeout=5)


def test_a_phone_that_is_loaded_anew_is_here_though_its_old_stream_ends_last() -> None:
    """The old one ends, and before that is told the new one has begun: what is told is how it is by then."""
    streams, told = Streams(), list[bool]()
    streams._enter("chair 0", told.append)
    with streams._telling:  # somebody else is being told of
        ending = Thread(target=streams._leave, args=("chair 0", told.append))
        ending.start()
        while "chair 0" in streams._by:
            pass
        beginning = Thread(target=streams._enter, args=("chair 0", told.append))
        beginning.start()
        while "chair 0" not in streams._by:
            pass
    ending.join()
    beginning.join()
    assert told == [True, True, True]
