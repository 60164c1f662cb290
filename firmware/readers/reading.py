"""What every reader says, whatever it is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

__all__ = ["Reader", "Reading", "State"]

State = Literal["ready", "tag", "garbled", "two-tags", "not-connected", "error"]
"""ready: it looked and nothing lies there. garbled: something does, and cannot be read. two-tags: several at once."""


@dataclass(frozen=True)
class Reading:
    """One look of a reader. `uids`: what it could tell apart, upper hexadecimal, in no meaningful order.

    `why` names the cause of a fault, for the doctor and the log: `spi-disabled`, `no-permission`, `silent`…
    """

    state: State
    uids: tuple[str, ...] = ()
    why: str = ""


class Reader(Protocol):
    """A kind of reader. It opens its device itself, at the first `poll` and after every fault."""

    def poll(self) -> Reading:
        """What lies on it now. Returns within 50 ms and raises nothing: a fault is a reading too."""
        ...

    def close(self) -> None:
        """Let go of the device. May be called twice."""
        ...
