"""Trying a table's parts by hand: a tag on each reader, and each button by the light of its lamp."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal

from companion.table.requests import Press, Request
from companion.table.snapshot import Key
from firmware.panel.panel import Panel
from firmware.pins import Pins
from firmware.readers.reading import Reader

__all__ = ["Pressed", "buttons_in_turn", "tag_on"]

LOOK_S = 0.05
Pressed = Literal["right", "wrong", "none"]


def tag_on(
    reader: Reader, patience_s: float, clock: Callable[[], float], sleep: Callable[[float], None]
) -> tuple[str | None, float]:
    """The first tag that is laid on the reader, and in which share of the looks of one second it was then seen.

    (None, 0) when nobody laid one in time. A share below one is a tag too far, too near to metal, or too little gain.
    """
    until = clock() + patience_s
    while clock() < until:
        reading = reader.poll()
        if reading.state == "tag":
            looks = [reader.poll() for _ in _every(LOOK_S, 20, sleep)]
            return reading.uids[0], sum(r.uids == reading.uids for r in looks) / len(looks)
        sleep(LOOK_S)
    return None, 0.0


def buttons_in_turn(
    pins: Pins, factory: Any, patience_s: float, clock: Callable[[], float], sleep: Callable[[float], None]
) -> Iterator[tuple[str, Callable[[], Pressed]]]:
    """Each button with a lamp, in the order of the file: its lamp alone is lit, and calling waits for the press."""
    said: list[Request] = []
    panel = Panel(pins, factory, said.append, clock)
    try:
        for name in (name for name in pins.buttons if name != "POWER"):
            panel.light({name: Key(True)})

            def wait(name: str = name) -> Pressed:
                said.clear()
                until = clock() + patience_s
                while clock() < until:
                    sleep(min(panel.step(), LOOK_S))
                    pressed = [request.button for request in said if isinstance(request, Press)]
                    if pressed:
                        return "right" if pressed[0] == name else "wrong"
                return "none"

            yield name, wait
    finally:
        panel.close()


def _every(seconds: float, times: int, sleep: Callable[[float], None]) -> Iterator[int]:
    for n in range(times):
        yield n
        sleep(seconds)
