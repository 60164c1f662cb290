"""What every game's scene is given: its public view, what is being asked, and what has just happened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.display.parts import Clock, Key
from companion.display.seats import Plate


@dataclass(frozen=True)
class Question:
    """A question that is open, as everybody may know it: to which seat (under 0: no seat), of which kind."""

    seat: int
    kind: str
    answered: bool = False


@dataclass(frozen=True)
class Situation:
    """One moment of a match on the board.

    `view` is the public view of the state. `names` are the players' by seat. `event` is what the board is showing
    for a while (a public event as plain values, with its `kind`), empty when it shows what is asked.
    """

    title: str
    view: Mapping[str, Any]
    names: tuple[str, ...]
    questions: tuple[Question, ...] = ()
    event: Mapping[str, Any] = field(default_factory=dict)
    keys: tuple[Key, ...] = ()
    clock: Clock | None = None

    def asked(self, *kinds: str) -> tuple[Question, ...]:
        """The open questions of these kinds."""
        return tuple(question for question in self.questions if question.kind in kinds)


@dataclass(frozen=True)
class Closing:
    """What a game says on the end page: who wins, why, the decisive thing, some facts, and the opened plates."""

    winner: str
    why: str
    plates: tuple[Plate, ...]
    decisive: str = ""
    facts: tuple[str, ...] = ()
