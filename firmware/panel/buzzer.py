"""The sounds of the table on a passive piezo. The table can be played without hearing any of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, Literal

from gpiozero import TonalBuzzer
from gpiozero.tones import Tone

__all__ = ["SOUNDS", "Buzzer", "Sound"]

Sound = Literal["read", "yours", "refused", "tick", "result", "alarm", "end"]

# Notes: hertz (0: a rest) and seconds.
SOUNDS: dict[Sound, tuple[tuple[float, float], ...]] = {
    "read": ((1000, 0.025),),  # the same for every ballot and card: a secret has no sound of its own
    "yours": ((660, 0.09), (880, 0.12)),
    "refused": ((180, 0.12),),
    "tick": ((700, 0.012),),
    "result": ((220, 0.18), (0, 0.9), (880, 0.25)),
    "alarm": ((440, 0.2), (0, 0.1), (440, 0.2), (0, 0.1), (440, 0.2)),
    "end": ((523, 0.13), (659, 0.13), (784, 0.13), (1047, 0.32)),
}
WAITING = 3  # sounds that may queue up: what comes later than that would be about something else
IDLE_S = 60.0


class Buzzer:
    """`play` from any thread; one worker's `step` sounds one note and gives the seconds that it lasts."""

    def __init__(self, pin: int, factory: Any, wake: Callable[[], None] = lambda: None) -> None:
        self._device = TonalBuzzer(pin, mid_tone=Tone(frequency=440), octaves=2, pin_factory=factory)
        self._waiting: deque[Sound] = deque()
        self._notes: deque[tuple[float, float]] = deque()
        self._wake = wake
        self.muted = False

    def play(self, sound: Sound) -> None:
        """After what sounds now. The same sound twice in a row is one."""
        if self.muted or len(self._waiting) >= WAITING or (self._waiting and self._waiting[-1] == sound):
            return
        self._waiting.append(sound)
        self._wake()

    def step(self) -> float:
        if self.muted:
            self._waiting.clear()
            self._notes.clear()
        if not self._notes and self._waiting:
            self._notes.extend(SOUNDS[self._waiting.popleft()])
            if self._waiting:
                self._notes.append((0, 0.1))
        if not self._notes:
            self._device.stop()
            return IDLE_S
        hertz, seconds = self._notes.popleft()
        if hertz:
            self._device.play(Tone(frequency=hertz))
        else:
            self._device.stop()
        return seconds

    def close(self) -> None:
        self._device.close()
