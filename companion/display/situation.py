"""What every game's scene is given: its public view, what is being asked, and what has just happened."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.display.parts import Clock, Key
from companion.display.seats import Plate


@dataclass(frozen=True)
class Question:
    """A question that is open, as everybody may know it: to which seat (under 0: no seat), of which kind, and on which
    occasion.

    Of a draw: from which `deck`, and how many are `left` to be drawn with it, this one included.
    """

    seat: int
    kind: str
    answered: bool = False
    deck: str = ""
    left: int = 1
    occasion: str = ""


@dataclass(frozen=True)
class Urn:
    """An open ballot box: how many papers lie in it, how many are due, and who has voted by phone or panel.

    `full`: every vote that is due has been cast, those beside it too.
    """

    inside: int
    due: int
    roll: frozenset[int] = frozenset()
    full: bool = False


@dataclass(frozen=True)
class Situation:
    """One moment of a match on the board.

    `view` is the public view of the state. `names` are the players' by seat. `event` is what the board is showing
    for a while (a public event as plain values, with its `kind`), empty when it shows what is asked. `line`
    replaces the scene's own sentence where the panel wants one. `hands` and `away` are the seats with a raised hand
    and those whose phone is gone, with the word for that; `pointed` is the seat at which the panel's cursor stands,
    `picked` are those it has gathered, in their order, and `standing` is what else it has come to in a list: of
    which kind, and which. `ways` are those by which this table can be answered now: `phone`, `panel`, `cards`.
    `urn` is the ballot box while it is open.
    """

    title: str
    view: Mapping[str, Any]
    names: tuple[str, ...]
    questions: tuple[Question, ...] = ()
    event: Mapping[str, Any] = field(default_factory=dict)
    keys: tuple[Key, ...] = ()
    clock: Clock | None = None
    line: str = ""
    hands: frozenset[int] = frozenset()
    away: frozenset[int] = frozenset()
    away_word: str = ""
    pointed: int | None = None
    picked: tuple[int, ...] = ()
    standing: tuple[str, Any] = ("", None)
    ways: frozenset[str] = frozenset(("phone", "panel", "cards"))
    urn: Urn | None = None

    def seated(self, plates: Iterable[Plate]) -> tuple[Plate, ...]:
        """The plates of all seats, in their order, with what holds in every game: hands, lost phones, the cursor."""
        return tuple(self._seated(seat, plate) for seat, plate in enumerate(plates))

    def _seated(self, seat: int, plate: Plate) -> Plate:
        plate = replace(plate, hand=seat in self.hands, pointed=seat == self.pointed)
        if seat in self.picked:
            plate = replace(plate, mark="yes")
        if seat in self.away and plate.state != "out" and (not plate.line or plate.mark == "wait"):
            return replace(plate, line=self.away_word, mark="away")
        return plate

    def asking(self, order: Sequence[str]) -> str:
        """The kind of the question that the table waits for; of several the first of `order`, and of others none."""
        kinds = {question.kind for question in self.questions if not question.answered}
        return next((kind for kind in order if kind in kinds), "")

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
    where: str = ""  # what has ended, if not simply the match
