"""The code on the board leads to the table: never to this machine alone, and wherever the network goes."""

from __future__ import annotations

from companion.life.address import NOWHERE, Way, own_address, reaches
from companion.table.requests import Request, Status


def no_way() -> str:
    raise OSError("Network is unreachable")


def test_the_address_of_the_way_out() -> None:
    assert own_address(lambda: "10.0.0.9", lambda: "192.168.1.7") == "192.168.1.7"


def test_a_hotspot_has_no_way_out_and_an_address_all_the_same() -> None:
    assert own_address(lambda: "172.17.0.1 fe80::1 10.42.0.1 ", no_way) == "10.42.0.1"


def test_no_network_is_called_that() -> None:
    assert own_address(lambda: "172.17.0.1 169.254.3.3", no_way) == NOWHERE
    assert own_address(lambda: "", lambda: "127.0.0.1") == NOWHERE


class Net:
    def __init__(self, port: int = 8000) -> None:
        self.address, self.answers = "192.168.1.7", True
        self.shown: list[str] = []
        self.told: list[Request] = []
        self.way = Way(port, self.shown.append, self.told.append, find=lambda: self.address,
                       reach=lambda url: self.answers)  # fmt: skip

    def look(self, address: str | None = None) -> list[str]:
        """What was told at this look."""
        self.address, before = address or self.address, len(self.told)
        self.way.look()
        return [t.status for t in self.told[before:] if isinstance(t, Status)]


def test_it_is_shown_once_it_answers_and_not_again() -> None:
    net = Net()
    assert net.look() == net.look() == []
    assert net.shown == ["http://192.168.1.7:8000/"]
    assert Net(80).way.url("10.42.0.1") == "http://10.42.0.1/"


def test_a_network_that_comes_later_is_found() -> None:
    """The table starts before the network."""
    net = Net()
    assert net.look(NOWHERE) == ["not-connected"]
    assert net.look() == []
    assert net.look("10.42.0.1")[-1] == "ready"
    assert net.shown[-1] == "http://10.42.0.1:8000/"


def test_another_network_is_another_code() -> None:
    net = Net()
    net.look()
    assert net.look("192.168.9.9") == ["not-connected", "ready"]
    assert net.shown[-1] == "http://192.168.9.9:8000/"


def test_an_address_that_does_not_answer_is_told_until_it_does() -> None:
    net = Net()
    net.answers = False
    assert net.look() == ["not-connected"]
    net.answers = True
    assert net.look()[-1] == "ready"


def test_where_nobody_listens_nothing_is_reached() -> None:
    assert not reaches("http://127.0.0.1:9/")
