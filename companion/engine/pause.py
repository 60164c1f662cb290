"""A pause: where a script waits, with what is open there, what has been answered, and the faces that viewers see."""
from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from .facts import Viewer
from .fields import NOTHING, Field, OneOf, Seat
from .move import CLOCK, URN, Move

__all__ = ["Ask", "Face", "Open", "Pause", "Question", "Script", "deck_of"]

M_co = TypeVar("M_co", bound=Move, covariant=True)
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


# What everybody sees of asks that look alike, made once for each way in which they lie: whether they are changeable,
# aside, and answered.
Looks: TypeAlias = "dict[tuple[bool, bool, bool], Face]"


class Ask(msgspec.Struct, Generic[M_co], frozen=True, gc=False):
    """One decision: a kind of move, its author, and what each field may hold."""

    move: type[M_co]
    by: Seat
    fields: Mapping[str, Field]
    seconds: int = 0  # of the clock: when it answers
    left: int = 1  # of chance: how many draws of this handful are still to come, this one included; see `grave` too
    known: bool = False  # of chance: everybody knows that the answer is known
    due: Mapping[Seat, int] = NOTHING  # of an urn: how many ballots are due from whom
    closer: Seat = URN  # of an urn; URN: it closes by itself
    offers: Mapping[Seat, OneOf] = NOTHING  # of an urn: what a seat may add to its ballots by phone, by place; or None
    tokens: Mapping[str, str] = NOTHING  # of an urn: real ballots by their own names; each counts once, as its face
    keys: Mapping[Any, Sequence[str]] = NOTHING  # by field (of an urn: by seat): the very things at its places.
    # For taps and the urn alone: no face tells them, where faces of copies are alike and a rule must know which it was
    ways: frozenset[str] = frozenset()  # by which it may be answered: phone, panel, cards; none named: by all
    default: bool = False  # what OK means while nothing has been chosen
    grave: bool = False  # there is no way back: devices ask for a second look
    looking: bool = False  # a phone takes its answer once its owner has held what it hides
    outright: bool = False  # a phone sends it with the touch that chooses
    aside: bool = False  # it may be answered, and nobody waits for it
    occasion: str = ""  # on what it is asked, for all to know, where the same kind of move has other words for that
    barred: str = ""  # why its seat may not answer it now; nobody else sees that it may not
    about: tuple[Any, ...] = ()  # what stands behind its choices: another, and it is another question
    looks: Looks | None = None  # of an ask that is `alike` others

    @property
    def kind(self) -> str:
        """The name of its moves, as faces and forms say it."""
        return str(self.move.__struct_config__.tag)

    def __iter__(self) -> Generator[Any, Any, M_co]:
        move: M_co
        _, (move,) = yield (Pause((self,)),)
        return move


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
    outright: bool = False
    occasion: str = ""
    barred: str = ""  # its own seat's only
    seconds: int = 0
    left: int = 1
    known: bool = False
    due: Mapping[Seat, int] = NOTHING
    closer: Seat = URN
    offer: OneOf | None = None  # of an urn: what this viewer may add to its ballots, by place, or None


class Open(msgspec.Struct, eq=False):
    """An ask on the table. Its number counts the questions to its own seat: nobody else's doings show in it."""

    ask: Ask[Any]
    number: int
    pause: Pause
    key: Any  # under what its answer is kept: one answer settles all asks of a seat; each bell rings for itself
    public: Face | None = None  # what everybody sees, once it has been asked for

    @property
    def answer(self) -> Move | None:
        """The move that answers it as yet."""
        return self.pause.answers.get(self.key)

    def done(self) -> bool:
        return self.key in self.pause.answers

    def closed(self) -> bool:
        """Answered for good."""
        return self.key in self.pause.answers and not self.pause.changeable

    def shown(self) -> Face:
        """The face that everybody sees, made once; for asks that look alike, once for all of them."""
        if self.public is None:
            ask, pause = self.ask, self.pause
            if ask.looks and (face := ask.looks.get((pause.changeable, pause.aside, self.key in pause.answers))):
                self.public = face
                return face
            fields: Mapping[str, Field | None] = ask.fields
            for name, field in ask.fields.items():
                if not field.shown:
                    fields = {**fields, name: field.cover}
            self.public = Face(
                ask.by, ask.move.__struct_config__.tag, fields, None, self.key in pause.answers, pause.changeable,
                pause.aside or ask.aside, ask.default, ask.ways, ask.grave, ask.looking,
                ask.outright, ask.occasion, "", ask.seconds,
                ask.left, ask.known, ask.due, ask.closer,
            )  # fmt: skip
            if ask.looks is not None:
                ask.looks[pause.changeable, pause.aside, self.public.answered] = self.public
        return self.public

    def face(self, viewer: Viewer) -> Face:
        """The same, with what only `viewer` may see of it."""
        face, ask = self.shown(), self.ask
        if viewer == ask.by:
            return replace(face, fields=ask.fields, number=self.number, barred=ask.barred)
        if viewer is not None and viewer in ask.offers:
            return replace(face, offer=ask.offers[viewer])
        return face


def one_is_enough(answers: Mapping[Any, Any], missing: int) -> bool:
    return bool(answers)


def bell_of(ask: Ask[Any]) -> Any:
    """The name of a bell."""
    bell = ask.fields["bell"]
    assert isinstance(bell, OneOf)
    return bell.values[0]


def deck_of(asked: Ask[Any] | Face) -> str:
    """The deck that a draw is from; empty for an ask that draws nothing."""
    deck = asked.fields.get("deck")
    return str(deck.values[0]) if isinstance(deck, OneOf) else ""


class Lot(msgspec.Struct, eq=False):
    """What a window of a counter gave last, and how it lies open."""

    asks: Sequence[Ask[Any]]
    opens: list[Open]
    faces: list[Face] | None = None  # as everybody sees it, once somebody has looked

    def shown(self) -> list[Face]:
        self.faces = [o.public or o.shown() for o in self.opens]
        return self.faces


class Desk(msgspec.Struct, eq=False):
    """A counter: its windows, how what they ask lies open, and what was answered last."""

    windows: Mapping[Seat, Callable[[], Sequence[Ask[Any]]]]
    lots: dict[Seat, Lot]
    served: Open | None = None


Kinds: TypeAlias = frozenset[tuple[Seat, type[Move]]]


class Pause(msgspec.Struct, eq=False):
    """Where a script waits: what is open, and until when. The match lays it out and keeps its answers in it."""

    asks: Iterable[Ask[Any]]
    enough: Callable[[Mapping[Any, Any], int], bool] | None = None  # of the answers and how many seats are missing
    changeable: bool = False
    # asked anew when a neighbour changed the state, in place of `asks`: a function is the question's identity, and
    # asked again its unchanged asks keep their numbers
    again: Callable[[], Iterable[Ask[Any]]] | None = None
    desk: Desk | None = None  # of a counter
    aside: bool = False
    opens: list[Open] = []
    shared: bool = False  # one answer may settle several of them
    answers: dict[Any, Move] = {}
    asked: object = None  # what `again` gave last
    kinds: Kinds | None = None  # whom it asks for what, once that has mattered

    def __iter__(self) -> Generator[Any, Any, Sequence[Any]]:
        """The answers, in the order of the asks: never in the order in which they came."""
        answers: Sequence[Any]
        _, answers = yield (self,)
        return answers

    def look(self) -> Kinds:
        """Whom it asks for what."""
        self.kinds = frozenset([(o.ask.by, o.ask.move) for o in self.opens])
        return self.kinds

    def shown(self) -> list[Face]:
        """What everybody sees of it."""
        if self.desk:
            return list(chain.from_iterable([lot.faces or lot.shown() for lot in self.desk.lots.values()]))
        return [o.public or o.shown() for o in self.opens]

    def mark(self, opened: Open) -> None:
        """Everybody sees that this has been answered."""
        if not self.shared:
            opened.public = opened.public and replace(opened.public, answered=True)
            return
        for o in self.opens:
            if o.public and o.key == opened.key:
                o.public = replace(o.public, answered=True)

    def full(self) -> bool:
        """Whether the script need wait no longer."""
        answers, enough = self.answers, self.enough
        if enough is None and not self.shared:
            return len(answers) == len(self.opens)
        if enough is one_is_enough:
            return bool(answers)
        if enough is None:
            return {o.key for o in self.opens} <= answers.keys()
        return enough(answers, len({o.key for o in self.opens if o.ask.by != CLOCK} - answers.keys()))

    def close(self) -> list[Move]:
        """The answers in the order of the asks, each once. It lets go of its asks: no cycle is left to be collected."""
        answers = self.answers
        if len(answers) == 1:
            reply = [*answers.values()]
        else:
            reply = [*{o.key: answers[o.key] for o in self.opens if o.key in answers}.values()]
        self.opens.clear()
        if self.again:
            self.again = None
        return reply


Wait: TypeAlias = tuple[Pause, ...]
Script: TypeAlias = Generator[Wait, Any, T]


class Question(Protocol[T_co]):
    """Whatever can be asked: one ask, or a script of several."""

    def __iter__(self) -> Generator[Any, Any, T_co]: ...
