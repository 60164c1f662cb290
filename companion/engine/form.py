"""What is asked on the table: forms, their open asks, and the face that each viewer may see of one."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from .ask import CLOCK, URN, Ask, Move, Pause
from .facts import Viewer
from .fields import Field, OneOf, Seat

__all__ = ["Face", "Open"]


class Face(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """An open ask as one viewer may know it: who and which kind for all; choices for its seat unless shown."""

    by: Seat
    kind: str
    fields: Mapping[str, Field | None]
    number: int | None  # its own seat's only
    answered: bool
    changeable: bool = False
    aside: bool = False
    default: bool = False
    ways: frozenset[str] = frozenset()
    grave: bool = False
    looking: bool = False
    seconds: int = 0
    left: int = 1
    known: bool = False
    due: Mapping[Seat, int] = {}
    closer: Seat = URN
    offer: OneOf | None = None  # of an urn: what this viewer may add to its ballots, by place, or None


class Open(msgspec.Struct, eq=False):
    """An ask on the table. Its number counts the questions to its own seat: nobody else's doings show in it."""

    ask: Ask[Any]
    number: int
    form: Form
    key: Any  # under what its answer is kept: one answer settles all asks of a seat; each bell rings for itself

    @property
    def answer(self) -> Move | None:
        """The move that answers it as yet."""
        return self.form.answers.get(self.key)

    def done(self) -> bool:
        return self.key in self.form.answers

    def closed(self) -> bool:
        """Answered for good."""
        return self.key in self.form.answers and not self.form.pause.changeable

    def face(self, viewer: Viewer) -> Face:
        ask, pause = self.ask, self.form.pause
        fields: Mapping[str, Field | None] = ask.fields
        mine = viewer == ask.by
        if not mine:
            for field in ask.fields.values():
                if not field.shown:
                    fields = {k: f if f.shown else f.cover for k, f in ask.fields.items()}
                    break
        return Face(
            ask.by, ask.move.__struct_config__.tag, fields, self.number if mine else None,
            self.key in self.form.answers, pause.changeable, pause.aside, ask.default, ask.ways, ask.grave,
            ask.looking, ask.seconds, ask.left, ask.known, ask.due, ask.closer,
            ask.offers.get(viewer) if ask.offers and viewer is not None else None,
        )  # fmt: skip


def bell_of(ask: Ask[Any]) -> Any:
    """The name of a bell."""
    bell = ask.fields["bell"]
    assert isinstance(bell, OneOf)
    return bell.values[0]


class Form(msgspec.Struct, eq=False):
    """A pause on the table, with what has been answered so far."""

    pause: Pause
    opens: list[Open] = []
    answers: dict[Any, Move] = {}
    public: list[Face] = []  # what everybody sees, as far as it has been made

    def lay(self, opens: list[Open], kept: set[Any]) -> None:
        """Asked anew: only the answers to what has not changed stay."""
        self.opens, self.public = opens, []
        self.answers = {k: m for k, m in self.answers.items() if k in kept}

    def answer(self, key: Any, move: Move) -> None:
        self.answers[key] = move
        for i, face in enumerate(self.public):
            if self.opens[i].key == key:
                self.public[i] = msgspec.structs.replace(face, answered=True)

    def faces(self, viewer: Viewer) -> list[Face]:
        """Made once for everybody; anew for those who see more."""
        if not self.public:
            self.public = [o.face(None) for o in self.opens]
        if viewer is None:
            return self.public
        pairs = zip(self.opens, self.public, strict=True)
        return [o.face(viewer) if viewer == o.ask.by or viewer in o.ask.offers else f for o, f in pairs]

    def closed(self) -> bool:
        """Whether the script need not wait any more."""
        answers, enough = self.answers, self.pause.enough
        if enough is not None:
            return enough(answers, len({o.key for o in self.opens if o.ask.by != CLOCK} - answers.keys()))
        for o in self.opens:  # noqa: SIM110 (a third of the time of all())
            if o.key not in answers:
                return False
        return True

    def reply(self) -> list[Move]:
        """The answers in the order of the asks, each once."""
        answers = self.answers
        return [*{o.key: answers[o.key] for o in self.opens if o.key in answers}.values()]
