"""All devices of a table: whatever is missing or broken, the rest works, and it comes back by itself."""

from __future__ import annotations

import sys
import threading
from pathlib import Path
from typing import Any, ClassVar

import pytest

from companion.table.requests import Press, Reply, Request, Status, Tap
from firmware import BadConfig, Config, Devices, load
from firmware.gpio import NoGpio
from firmware.post import Post
from firmware.worker import Worker
from tests.chip.bench import Bench
from tests.chip.tags import Ntag213
from tests.firmware.rig import Paper, Rig

A = "04A1B2C3D4E5F6"


def statuses(rig: Rig, device: str) -> list[str]:
    return [r.status for r in rig.said if isinstance(r, Status) and r.device == device]


def test_a_tap_is_a_tap() -> None:
    rig = Rig()
    rig.tap(A)
    assert [r for r in rig.said if isinstance(r, Tap)] == [Tap(uid=A)]
    rig.close()


def test_no_pins_on_this_machine() -> None:
    """Told once; the reader works; and when pins appear the panel does too."""
    there = False

    def factory() -> Any:
        if not there:
            raise NoGpio("none")
        return rig.factory

    rig = Rig(factory=factory)
    rig.run(35)
    rig.tap(A)
    assert statuses(rig, "panel") == ["not-connected"]
    assert Tap(uid=A) in rig.said
    there = True
    rig.run(11)
    rig.press("OK")
    assert statuses(rig, "panel") == ["not-connected", "ready"]
    assert Press(button="OK") in rig.said
    rig.close()


def test_a_file_of_pins_with_a_slip(tmp_path: Path) -> None:
    """Named in the log, told once, and read again when it is mended."""
    pins = tmp_path / "pins.toml"
    pins.write_text("[buttons]\nYES = 5\nNO = 5")
    rig = Rig(pins_file=pins)
    rig.run(25)
    assert statuses(rig, "panel") == ["not-connected"]
    pins.write_text("[buttons]\nYES = 5")
    rig.run(11)
    rig.press("YES")
    assert Press(button="YES") in rig.said
    rig.close()


def test_no_reader_at_all() -> None:
    rig = Rig()
    rig.bench.enabled = False
    rig.run(30)
    rig.press("OK")
    assert statuses(rig, "reader") == ["not-connected"]
    assert statuses(rig, "slot") == []
    assert Press(button="OK") in rig.said
    rig.close()


def test_the_readers_library_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "firmware.readers.rc522", raising=False)
    monkeypatch.setitem(sys.modules, "mfrc522", None)
    monkeypatch.delitem(sys.modules, "firmware.readers.registers", raising=False)
    rig = Rig()
    rig.run(10)
    assert statuses(rig, "reader") == ["error"]
    rig.close()


def test_gpiozero_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "firmware.wired", None)
    rig = Rig()
    rig.tap(A)
    assert statuses(rig, "panel") == ["not-connected"]
    assert Tap(uid=A) in rig.said
    rig.close()


def test_closing_the_readers_leaves_the_buttons_alone() -> None:
    """The reader library's own close resets every pin of the process."""
    rig = Rig()
    rig.run(1)
    for watch in rig.devices.watches:
        watch.close()
    rig.press("OK")
    assert Press(button="OK") in rig.said
    assert rig.bench.cleaned == []
    rig.close()


class Turn:
    """A lock that knows whether it is held."""

    made: ClassVar[list[Turn]] = []

    def __init__(self) -> None:
        self.held = False
        self.made.append(self)

    def __enter__(self) -> None:
        assert not self.held
        self.held = True

    def __exit__(self, *error: object) -> None:
        self.held = False


def test_two_readers_take_turns_on_the_bus(monkeypatch: pytest.MonkeyPatch) -> None:
    """One lock for both, held for a whole look: no word to one chip within a look of the other."""
    monkeypatch.setattr("firmware.devices.Lock", Turn)
    Turn.made.clear()
    rig = Rig(config=Config(panel=False), slot=True)
    (turn,) = Turn.made
    held: list[bool] = []
    real = rig.bench.transfer

    def transfer(*what: Any) -> list[int]:
        held.append(turn.held)
        return real(*what)

    monkeypatch.setattr(rig.bench, "transfer", transfer)
    rig.run(2)
    assert {rig.bench.selected.count(device) > 100 for device in (0, 1)} == {True}
    assert set(held) == {True}
    rig.close()


def test_other_kinds_of_readers(tmp_path: Path) -> None:
    (tmp_path / "reader").write_text(A)
    rig = Rig(config=Config(reader="file", device=str(tmp_path / "reader"), slot=False))
    rig.run(1)
    assert Tap(uid=A) in rig.said
    rig.close()
    rig = Rig(config=Config(reader="keyboard", device="nobody has this", slot=False))
    rig.run(5)
    assert statuses(rig, "reader") in (["error"], ["not-connected"])
    rig.close()
    rig = Rig(config=Config(reader="none", slot=False))
    rig.run(5)
    assert statuses(rig, "reader") == []
    rig.close()


def test_it_starts_and_stops_with_its_threads() -> None:
    """For real: a tap arrives, `close` ends every thread."""
    bench = Bench().install()
    before, paper, heard = set(threading.enumerate()), Paper(), threading.Event()
    answer = paper.do

    def do(request: Request, timeout: float = 5.0) -> Reply:
        reply = answer(request)
        if isinstance(request, Tap):
            heard.set()
        return reply

    paper.do = do  # type: ignore[method-assign]
    quiet = threading.Event()
    paper.wait = lambda version, timeout: (quiet.wait(timeout), paper.snapshot)[1]  # type: ignore[method-assign]
    devices = Devices(paper, Config(panel=False), sleep=bench.clock.sleep)
    devices.start()
    bench.chip.put(Ntag213(A))
    assert heard.wait(20)
    devices.close()
    assert set(threading.enumerate()) <= before


def test_a_slow_or_failing_table_does_not_end_the_post() -> None:
    faults: list[Exception | None] = [TimeoutError(), RuntimeError("bug"), None]
    heard: list[Request] = []

    def answer(request: Request) -> Reply:
        if fault := faults.pop(0):
            raise fault
        return Reply(True)

    post = Post(Paper(answer), lambda request, reply: heard.append(request))
    for uid in ("A", "B", "C"):
        post.send(Tap(uid=uid))
    post.step(0)
    assert heard == [Tap(uid="C")]


def test_a_worker_survives_its_step() -> None:
    def fail() -> float:
        raise RuntimeError("bug")

    worker = Worker("w", fail)
    assert worker.turn() == 1.0


def test_the_configuration(tmp_path: Path) -> None:
    """None is the usual one; a slip names its file and field."""
    path = tmp_path / "devices.toml"
    assert load(path) == Config()
    path.write_text("gain = 6\nspi_hz = 200000\nbeam = true")
    assert load(path) == Config(gain=6, spi_hz=200_000, beam=True)
    for text in ("gain = 9", "gian = 6", "reader = 'usb'", "gain ="):
        path.write_text(text)
        with pytest.raises(BadConfig, match=r"devices\.toml"):
            load(path)
