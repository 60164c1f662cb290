"""What every kind of reader promises. A new kind joins by one more harness in `KINDS`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import pytest

from firmware.readers.keyboard import Keyboard, uid_of
from firmware.readers.rc522 import Rc522
from firmware.readers.reading import Reader, Reading
from firmware.readers.simulated import Simulated
from firmware.readers.template import TextFile
from tests.chip.bench import Bench
from tests.chip.tags import Tag

A, B = "04A1B2C3D4E5F6", "00001234"


class Harness(Protocol):
    """Hands that lay tags on a reader of one kind, lift them all, and pull its cable (or put it back)."""

    @property
    def reader(self) -> Reader: ...

    @property
    def stays(self) -> bool:
        """Whether it sees a tag for as long as it lies there."""

    def lay(self, uid: str) -> None: ...
    def lift(self) -> None: ...
    def pull(self, out: bool) -> None: ...


class OnChip:
    stays = True

    def __init__(self, folder: Path) -> None:
        self.bench = Bench().install()
        self.reader = Rc522(sleep=self.bench.clock.sleep)

    def lay(self, uid: str) -> None:
        self.bench.chip.put(Tag(uid))

    def lift(self) -> None:
        self.bench.chip.lift()

    def pull(self, out: bool) -> None:
        self.bench.chip.unplugged = 0 if out else None


class InMemory:
    stays = True

    def __init__(self, folder: Path) -> None:
        self.reader = Simulated()

    def lay(self, uid: str) -> None:
        self.reader.lay(uid)

    def lift(self) -> None:
        for uid in self.reader.poll().uids:
            self.reader.lift(uid)

    def pull(self, out: bool) -> None:
        self.reader.break_down("not-connected" if out else None)


class InFile:
    stays = True

    def __init__(self, folder: Path) -> None:
        self.path = folder / "reader"
        self.path.touch()
        self.reader = TextFile(self.path)

    def lay(self, uid: str) -> None:
        with self.path.open("a") as file:
            file.write(uid.lower() + "\n")

    def lift(self) -> None:
        self.path.write_text("")

    def pull(self, out: bool) -> None:
        if out:
            self.path.rename(self.path.with_name("away"))
        else:
            self.path.with_name("away").rename(self.path)


class Event:
    def __init__(self, code: int, value: int = 1, type_: int = 1) -> None:
        self.code, self.value, self.type = code, value, type_


class Typing:
    """An input device as evdev gives it."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.pulled = False
        self.closed = 0

    def read_one(self) -> Event | None:
        if self.pulled:
            raise OSError(19, "No such device")
        return self.events.pop(0) if self.events else None

    def close(self) -> None:
        self.closed += 1

    def type(self, text: str) -> None:
        row = dict(zip("1234567890abcdef", [*range(2, 12), 30, 48, 46, 32, 18, 33], strict=True))
        for letter in text:
            code = 28 if letter == "\n" else row.get(letter, 57)
            self.events += [Event(4, type_=4), Event(code), Event(code, 0)]


class OnKeyboard:
    stays = False

    def __init__(self, folder: Path) -> None:
        self.device = Typing()
        self.out = False
        self.reader = Keyboard("ACME reader", "hex", self.open)

    def open(self, match: str) -> Any:
        if self.out:
            raise FileNotFoundError(2, "no input device")
        self.device.pulled = False
        return self.device

    def lay(self, uid: str) -> None:
        self.device.type(uid.lower() + "\n")

    def lift(self) -> None:
        """It says nothing when a tag goes."""

    def pull(self, out: bool) -> None:
        self.out = self.device.pulled = out


KINDS: list[Callable[[Path], Harness]] = [OnChip, InMemory, InFile, OnKeyboard]


@pytest.fixture(params=KINDS, ids=lambda kind: kind.__name__)
def kind(request: pytest.FixtureRequest, tmp_path: Path) -> Harness:
    harness: Harness = request.param(tmp_path)
    return harness


def test_nothing_then_a_tag_then_nothing(kind: Harness) -> None:
    """The UID whole, in upper hexadecimal, with its leading zeros."""
    for uid in (A, B):
        assert kind.reader.poll() == Reading("ready")
        kind.lay(uid)
        assert kind.reader.poll() == Reading("tag", (uid,))
        kind.lift()
        assert kind.reader.poll() == Reading("ready")


def test_it_is_seen_at_every_look(kind: Harness) -> None:
    kind.lay(A)
    seen = [kind.reader.poll().state for _ in range(5)]
    assert seen == (["tag"] * 5 if kind.stays else ["tag", *["ready"] * 4])


def test_two_are_told_apart(kind: Harness) -> None:
    """At once, or, by what can only tell one after another, in two looks."""
    kind.lay(A)
    kind.lay(B)
    readings = [kind.reader.poll(), kind.reader.poll()]
    assert {uid for reading in readings for uid in reading.uids} == {A, B}
    assert {reading.state for reading in readings} == {"two-tags" if kind.stays else "tag"}


def test_pulled_out_it_says_so_and_back_it_works(kind: Harness) -> None:
    kind.reader.poll()
    kind.pull(out=True)
    assert [kind.reader.poll().state for _ in range(2)] == ["not-connected"] * 2
    kind.pull(out=False)
    kind.lay(A)
    assert kind.reader.poll() == Reading("tag", (A,))


def test_missing_from_the_start(kind: Harness) -> None:
    kind.pull(out=True)
    assert kind.reader.poll().state == "not-connected"
    kind.pull(out=False)
    assert kind.reader.poll() == Reading("ready")


def test_closing_twice(kind: Harness) -> None:
    kind.reader.poll()
    kind.reader.close()
    kind.reader.close()


# ---- keyboards


@pytest.mark.parametrize(("typed", "code", "uid"), [
    ("0012345678", "decimal", "00BC614E"), ("4294967295", "decimal", "FFFFFFFF"), ("04a1b2c3d4e5f6", "hex", A),
    ("123", "decimal", None), ("12?45678", "decimal", None), ("04A", "hex", None), ("", "hex", None),
])  # fmt: skip
def test_what_a_keyboard_types(typed: str, code: Any, uid: str | None) -> None:
    assert uid_of(typed, code) == uid


def test_a_keyboard_that_types_words_is_garbled(tmp_path: Path) -> None:
    """Somebody leans on a real keyboard: no UID comes of it, and no end of memory is filled."""
    kind = OnKeyboard(tmp_path)
    kind.device.type("zz" * 500 + "\n")
    assert kind.reader.poll() == Reading("garbled", why="not-a-number")
    kind.lay(A)
    assert kind.reader.poll() == Reading("tag", (A,))


def test_half_a_number_waits_for_its_end(tmp_path: Path) -> None:
    kind = OnKeyboard(tmp_path)
    kind.device.type(A[:6].lower())
    assert kind.reader.poll() == Reading("ready")
    kind.device.type(A[6:].lower() + "\n")
    assert kind.reader.poll() == Reading("tag", (A,))


def test_no_right_to_read_the_keyboard() -> None:
    def refuse(match: str) -> Any:
        raise PermissionError(13, "Permission denied")

    assert Keyboard("x", open_=refuse).poll() == Reading("error", why="no-permission")


def test_a_file_with_nonsense_is_garbled(tmp_path: Path) -> None:
    kind = InFile(tmp_path)
    kind.lay("hello")
    assert kind.reader.poll() == Reading("garbled", why="not-a-uid")
