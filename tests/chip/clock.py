"""Time as the emulated hardware knows it: it passes when somebody waits, or when bytes cross the bus."""


class Clock:
    """Seconds. Call it for the time; `sleep` passes some, at once."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += max(0.0, seconds)
