"""By which address phones reach the table: found without sending anything, and tried before it is shown.

The table starts before the network does, and a network may change in an evening: so it is looked at again and again.
"""

from __future__ import annotations

import logging
import socket
import subprocess
from collections.abc import Callable
from threading import Event, Thread
from urllib.error import URLError
from urllib.request import urlopen

from companion.table.requests import Request, Status

__all__ = ["NOWHERE", "Way", "own_address", "reaches"]

_log = logging.getLogger(__name__)

NOWHERE = "127.0.0.1"
AGAIN = 5.0  # seconds between two looks
VIRTUAL = ("127.", "169.254.", "172.17.")  # this machine alone, no network, a container's bridge


def _all_addresses() -> str:
    try:
        return subprocess.run(["hostname", "-I"], capture_output=True, text=True, timeout=5, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return ""


def own_address(all_addresses: Callable[[], str] = _all_addresses, routed: Callable[[], str] | None = None) -> str:
    """That of the way out; without one (a hotspot of the table's own has none) the first that others may have a way
    to; else `NOWHERE`."""
    try:
        found = (routed or _routed)()
        if not found.startswith(VIRTUAL):
            return found
    except OSError:
        pass  # no way out
    return next((a for a in all_addresses().split() if "." in a and not a.startswith(VIRTUAL)), NOWHERE)


def _routed() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # sends nothing
        return str(probe.getsockname()[0])


def reaches(url: str) -> bool:
    """Whether the table answers there, asked as a phone asks."""
    try:
        with urlopen(f"{url}generate_204", timeout=3) as answer:
            return bool(answer.status == 204)
    except (URLError, OSError):
        return False


class Way:
    """Keeps the address on the board true: `show` is called with the new one, `tell` says what has become of it."""

    def __init__(
        self, port: int, show: Callable[[str], None], tell: Callable[[Request], object], *,
        find: Callable[[], str] = own_address, reach: Callable[[str], bool] = reaches,
    ) -> None:  # fmt: skip
        self._port, self._show, self._tell, self._find, self._reach = port, show, tell, find, reach
        self._at, self._good = "", True
        self._stop = Event()
        self._thread = Thread(target=self._run, name="address", daemon=True)

    def url(self, address: str) -> str:
        return f"http://{address}/" if self._port == 80 else f"http://{address}:{self._port}/"

    def look(self) -> None:
        """Once: a new address is tried and shown; one that was lost, or that does not answer, is told."""
        address = self._find()
        good = address != NOWHERE and ((address == self._at and self._good) or self._reach(self.url(address)))
        if (address, good) == (self._at, self._good):
            return
        first, self._at, self._good = not self._at, address, good
        self._show(self.url(address))
        if good:
            if not first:
                self._tell(Status(device="network", status="not-connected"))  # another one: the board says so anew
                self._tell(Status(device="network", status="ready"))
        else:
            _log.warning("no phone reaches the table at %s", address)
            self._tell(Status(device="network", status="not-connected"))

    def start(self) -> None:
        self.look()
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while not self._stop.wait(AGAIN):
            try:
                self.look()
            except Exception:
                _log.exception("the address")
