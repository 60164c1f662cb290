"""The server: waitress, in threads of this process, so that a page is one call away from the table."""

from __future__ import annotations

import errno
import logging
import socket
from dataclasses import dataclass
from threading import Thread
from typing import Any

from flask import Flask
from waitress import create_server
from waitress.server import TcpWSGIServer

from web.desk import Desk
from web.security import MAX_BODY
from web.stream import MOST

__all__ = ["THREADS", "Server", "serve"]

THREADS = MOST + 8  # each stream holds one; the rest answer pages
TRIES = 20  # ports after the wanted one
EACH = 40  # connections of one address: a browser opens six, and a laptop may show a whole table


@dataclass(frozen=True)
class Server:
    """A running server. `port` is where it listens, `wanted` where it was to."""

    app: Flask
    host: str
    port: int
    wanted: int
    server: TcpWSGIServer
    thread: Thread

    def close(self) -> None:
        """Stop listening. Before the table is closed."""
        desk: Desk = self.app.extensions["desk"]
        desk.streams.close()
        desk.table.end_waits()
        self.server.trigger.pull_trigger(self.server._map.clear)  # its loop goes on while there is something in it
        self.thread.join(timeout=5)
        for channel in list(self.server.active_channels.values()):
            channel.handle_close()  # whoever still writes learns that nobody reads
        self.server.task_dispatcher.shutdown()  # answers that end knock at the trigger: only then is it closed
        self.server.close()


def serve(app: Flask, host: str, port: int) -> Server:
    """Serve `app` in the background on `port`, or on the next free one; 0 takes any. Raises `OSError` without one."""
    listening = _listen(host, port)
    got = int(listening.getsockname()[1])
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a full queue is no news: every stream is a thread
    server = create_server(
        app, sockets=[listening], threads=THREADS, ident=None, channel_timeout=60, cleanup_interval=10,
        connection_limit=400, max_request_body_size=4 * MAX_BODY, max_request_header_size=16 * 1024,
        clear_untrusted_proxy_headers=True,
    )  # fmt: skip
    _share(server)
    thread = Thread(target=server.run, name="pages", daemon=True)
    thread.start()
    return Server(app, host, got, port, server, thread)


def _share(server: TcpWSGIServer) -> None:
    """Nobody takes all connections: an address that has its share is hung up on."""
    accept = server.accept

    def share() -> Any:
        taken = accept()
        if taken is None:
            return None
        connection, address = taken
        if sum(c.addr[0] == address[0] for c in server.active_channels.values()) < EACH:
            return taken
        connection.close()
        return None

    server.accept = share


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for at in range(port, port + (TRIES if port else 1)):
        s = socket.socket(family, socket.SOCK_STREAM)
        s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            s.bind((host, at))
            s.listen(64)
        except OSError as e:
            s.close()
            if e.errno not in (errno.EADDRINUSE, errno.EACCES) or at == port + TRIES - 1:
                raise
        else:
            return s
    raise OSError(errno.EADDRINUSE, f"no free port from {port} on")
