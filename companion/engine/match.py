"""A match runs one script: it takes moves, refuses others, and answers who may know what."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from hashlib import sha256
from typing import Any, Generic, Self, TypeVar
from weakref import WeakKeyDictionary

import msgspec

from .ask import CHANCE, CLOCK, HOST, URN, Ask, Contents, Drawn, Move, Pause, Question, Rang, Script
from .facts import Event, State, Told, Viewer, view
from .fields import Field, OneOf, Seat

__all__ = ["BadMove", "BrokenRules", "Correction", "Face", "Match", "Open", "Over", "Refused", "codec"]

S = TypeVar("S", bound=State)
R = TypeVar("R")


class BadMove(ValueError):
    """Not a move of this game."""


class BrokenRules(RuntimeError):
    """An invariant failed: our bug. The match stands where it stood."""


class Refused(ValueError):
    """A move of this game, but not now. The reason is for `audience` alone (None: for all)."""

    def __init__(self, code: str, audience: Seat | None = None, **detail: Any) -> None:
        super().__init__(code, detail)
        self.code, self.audience, self.detail = code, audience, detail

    def to(self, viewer: Viewer) -> tuple[str, dict[str, Any]]:
        return (self.code, self.detail) if self.audience in (None, viewer) else ("not-now", {})


class Over(Exception):
    """The match is decided, here and now: it passes through whatever it interrupts."""

    def __init__(self, result: Any) -> None:
        super().__init__(result)
        self.result = result


class Correction(msgspec.Struct, frozen=True):
    """What the host may do at any time, outside the script. `fields` gives None while it may not be done."""

    move: type[Move]
    fields: Callable[[Any], Mapping[str, Field] | None]
    effect: Callable[[Any, Any], None]  # of the state and the move; may raise `Over`


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


class Open:
    """An ask on the table. Its number counts the questions to its own seat: nobody else's doings show in it."""

    __slots__ = ("_faces", "ask", "form", "key", "number")

    def __init__(self, ask: Ask[Any], number: int, form: Form) -> None:
        self.ask, self.number, self.form = ask, number, form
        # under what its answer is kept: one answer settles all asks of a seat; each bell rings for itself
        self.key: Any = ask.by if ask.by != CLOCK else _bell(ask)
        self._faces: list[Face | None] = [None, None, None, None]

    def done(self) -> bool:
        return self.key in self.form.answers

    def face(self, viewer: Viewer) -> Face:
        """Made once for its own seat and once for all others, open and answered."""
        which = 2 * (viewer == self.ask.by) + (self.key in self.form.answers)
        face = self._faces[which]
        if face is None:
            face = self._faces[which] = self._face(which > 1, which % 2 > 0)
        offer = self.ask.offers.get(viewer) if viewer is not None else None
        return face if offer is None else msgspec.structs.replace(face, offer=offer)

    def _face(self, mine: bool, answered: bool) -> Face:
        ask, pause = self.ask, self.form.pause
        fields: Mapping[str, Field | None] = ask.fields
        for field in ask.fields.values():
            if not (mine or field.shown):
                fields = {k: f if f.shown else f.cover for k, f in ask.fields.items()}
                break
        return Face(
            ask.by, ask.move.__struct_config__.tag, fields, self.number if mine else None, answered, pause.changeable,
            pause.aside, ask.default, ask.ways, ask.grave, ask.looking, ask.seconds, ask.left, ask.known, ask.due,
            ask.closer,
        )  # fmt: skip


def _bell(ask: Ask[Any]) -> Any:
    bell = ask.fields["bell"]
    assert isinstance(bell, OneOf)
    return bell.values[0]


class Form:
    """A pause on the table, with what has been answered so far."""

    __slots__ = ("_own", "_public", "answers", "opens", "pause", "seats")

    def __init__(self, pause: Pause) -> None:
        self.pause = pause
        self.opens: list[Open] = []
        self.answers: dict[Any, Move] = {}
        self.seats: set[Seat] = set()
        self._own: set[Seat] = set()  # who sees more of it than everybody does
        self._public: list[Face] | None = None

    def answer(self, key: Any, move: Move) -> None:
        self.answers[key] = move
        if self._public is not None:
            for i, o in enumerate(self.opens):
                if o.key == key:
                    self._public[i] = o.face(None)

    def keep(self, seats: set[Any]) -> None:
        """Only the answers to asks that are still open."""
        self.answers = {k: m for k, m in self.answers.items() if k in seats}

    def lay(self, opens: list[Open]) -> None:
        self.opens, self._public = opens, None
        self.seats = {o.ask.by for o in opens if o.ask.by != CLOCK}
        self._own = self.seats.union(*(o.ask.offers for o in opens if o.ask.offers))

    def faces(self, viewer: Viewer) -> list[Face]:
        if viewer in self._own:
            return [o.face(viewer) for o in self.opens]
        if self._public is None:
            self._public = [o.face(None) for o in self.opens]
        return self._public

    def closed(self) -> bool:
        answers, enough = self.answers, self.pause.enough
        if enough is None:  # each seat's answer is one
            return len(answers) == len(self.seats)
        return enough(answers, len(self.seats - answers.keys()))

    def reply(self) -> list[Move]:
        """The answers in the order of the asks, each once."""
        answers = self.answers
        if len(answers) == 1:
            return [*answers.values()]
        return [answers[k] for k in dict.fromkeys(o.key for o in self.opens) if k in answers]


class Match(Generic[S, R]):
    """`Match(script, start)`; then `play` until `over`. Resume and undo are replays.

    `start` makes the state from which the match begins, anew for every replay.
    """

    result: R

    def __init__(
        self,
        script: Callable[[S], Question[R]],
        start: Callable[[], S],
        corrections: Iterable[Correction] = (),
        invariants: Callable[[S], None] | None = None,
    ) -> None:
        self.script, self.start, self.invariants = script, start, invariants
        self.corrections = {c.move: c for c in corrections}
        self.journal: list[Move] = []
        self.floor = 0  # undo goes no further back
        self._base: dict[Seat, int] = {}  # numbers given out before the last undo are never given again
        self._restart()

    @classmethod
    def on(cls, script: Callable[[S], Question[R]], state: S, **more: Any) -> Self:
        """A match of any script (a whole game, or one phase of it) on a state as it lies."""
        return cls(script, lambda: deepcopy(state), **more)

    # ---- what is asked, and who may know it

    def opens(self) -> list[Open]:
        """Every ask on the table, answered or not."""
        return [o for form in self.forms for o in form.opens]

    def asks(self) -> list[Ask[Any]]:
        """Every ask that may be answered now, the host's corrections apart."""
        return [o.ask for f in self.forms for o in f.opens if f.pause.changeable or o.key not in f.answers]

    def corrections_open(self) -> list[Ask[Any]]:
        """What the host may put right now."""
        if self.over:
            return []
        found = ((c.move, c.fields(self.state)) for c in self.corrections.values())
        return [Ask(move, HOST, fields) for move, fields in found if fields is not None]

    def correction_faces(self) -> list[Face]:
        """The corrections as the host sees them."""
        return [Face(HOST, a.move.__struct_config__.tag, a.fields, None, False) for a in self.corrections_open()]

    def faces(self, viewer: Viewer) -> list[Face]:
        return [face for form in self.forms for face in form.faces(viewer)]

    def view(self, viewer: Viewer) -> dict[str, Any]:
        return view(self.state, viewer)

    def events(self, viewer: Viewer) -> list[Event]:
        return [t.event for t in self.told if t.to is None or viewer in t.to]

    def fingerprint(self) -> str:
        """Of the state and of what is asked: rules that have changed under a match show in either."""
        asked = [(o.ask.by, o.ask.move.__struct_config__.tag) for o in self.opens()]
        plain = [msgspec.to_builtins(self.state, str_keys=True, order="deterministic"), asked]
        return sha256(msgspec.json.encode(plain, order="deterministic")).hexdigest()

    # ---- moves

    def check(self, move: Move, number: int | None = None) -> None:
        """Raise what `play` would refuse; change nothing."""
        self._route(move, number)

    def play(self, move: Move, number: int | None = None) -> list[Told]:
        """Validate, send into the script, return what happened. Refused or broken, nothing has changed."""
        opened = self._route(move, number)
        before, at = len(self.told), len(self.journal)
        try:
            self._answer(opened, move)
        except Exception as e:
            self.rewind(at)
            raise BrokenRules(f"{move!r}: {e!r}") from e
        if move.by == URN:
            self.floor = len(self.journal)
        return self.told[before:]

    def undoes(self) -> list[Move]:
        """What `undo` would take back: the last move of a person, and what chance and clock answered to it.

        Raises `Refused` while an urn is open, and where there is nothing to take back.
        """
        if any(o.ask.by == URN for o in self.opens()):
            raise Refused("urn-is-open")
        at = len(self.journal)
        while at > self.floor and self.journal[at - 1].by in (CHANCE, CLOCK):
            at -= 1
        if at <= self.floor:
            raise Refused("nothing-to-undo")
        return self.journal[at - 1 :]

    def undo_tells(self) -> bool:
        """Whether somebody has learnt something by the moves that `undo` would take back."""
        return len(self.told) > self._marks[len(self.journal) - len(self.undoes())]

    def undo(self) -> None:
        """Without the last move of a person. Numbers go on: a form from before the undo stays stale."""
        taken = len(self.undoes())
        self._base = {seat: n for seat, n in self._asked.items() if seat >= 0}
        self.rewind(len(self.journal) - taken)

    def rewind(self, at: int) -> None:
        """Back to where `at` moves had been played, by replay."""
        moves, self.journal = self.journal[:at], []
        self._restart()
        for move in moves:
            self._answer(self._route(move, None), move)

    def _route(self, move: Move, number: int | None) -> Open | None:
        """The open ask this move answers; None: it is a correction. Raises `Refused`."""
        o = self._index.get((move.by, type(move))) if isinstance(move, Move) else None
        if o and not (_stale(o, number) or _answered(o) or _misfit(o.ask, move)):
            return o
        return self._elsewhere(move, number)

    def _elsewhere(self, move: Move, number: int | None) -> Open | None:
        """The long way: among several draws or bells, a correction, or the nearest reason why there is nothing."""
        if not isinstance(move, Move):
            raise BadMove(f"{move!r} is no move")
        kind = type(move)
        refusal = Refused("over" if self.over else "not-your-turn")
        for o in self.opens():
            if o.ask.by == move.by and o.ask.move is kind:
                if _stale(o, number):
                    refusal = Refused("stale", move.by, number=o.number)
                elif _answered(o):
                    refusal = Refused("already-answered")
                elif field := _misfit(o.ask, move):
                    refusal = _denial(o.ask, move, field)
                else:
                    return o
        if move.by != HOST or kind not in self.corrections or self.over:
            raise refusal
        fields = self.corrections[kind].fields(self.state)
        if fields is None:
            raise Refused("not-now")
        ask = Ask(kind, HOST, fields)
        if field := _misfit(ask, move):
            raise _denial(ask, move, field)
        return None

    def _answer(self, opened: Open | None, move: Move) -> None:
        self._marks.append(len(self.told))
        self.journal.append(move)
        if opened is None:
            return self._correct(move)
        form = opened.form
        form.answer(opened.key, move)
        if form.closed():
            if form.pause.again and (fallen := [o for o in form.opens if not o.done()]):
                self._fallen[form.pause.again] = fallen
            self._run((form.pause, form.reply()))
        return None

    def _correct(self, move: Move) -> None:
        """Apply a correction between two pauses, and ask every open question function anew."""
        try:
            self.corrections[type(move)].effect(self.state, move)
        except Over as over:
            self.running.close()
            self._end(over.result)
        else:
            self._lay(tuple(f.pause for f in self.forms), None)

    # ---- running the script

    def _restart(self) -> None:
        self.over, self.state = False, self.start()
        self.told: list[Told] = []
        self._marks: list[int] = []  # how much had been told before each move
        self._asked = dict(self._base)
        self.forms: list[Form] = []
        self._index: dict[tuple[Seat, type[Move]], Open] = {}
        self._fallen: WeakKeyDictionary[Any, list[Open]] = WeakKeyDictionary()  # closed unanswered, may be asked again
        self.running: Script[R] = iter(self.script(self.state))
        self._run(None)

    def _run(self, reply: tuple[Pause, list[Move]] | None) -> None:
        """Send `reply` in, go on to where the script waits next, and lay out its forms."""
        try:
            wait = self.running.send(reply)
        except StopIteration as end:
            self._end(end.value)
        except Over as over:
            self._end(over.result)
        else:
            self._lay(wait, reply[0] if reply else None)

    def _end(self, result: Any) -> None:
        self.over, self.result = True, result
        self.forms, self._index = [], {}
        self._settle()

    def _lay(self, wait: tuple[Pause, ...], closed: Pause | None) -> None:
        """Lay out the forms of all pauses. One that was there keeps its answers; unchanged asks keep their numbers."""
        old = {f.pause: f for f in self.forms if f.pause is not closed}
        self.forms, self._index = [], {}
        waiting, settled = False, None
        for pause in wait:
            form = old.get(pause)
            if form is None:
                form = Form(pause)
                form.lay(self._open(form, self._fallen.pop(pause.again, ()) if pause.again else ()))
            elif pause.again:
                before = [o.ask for o in form.opens]
                form.lay(self._open(form, form.opens))
                form.keep({o.key for o in form.opens if any(o.ask is was for was in before)})
            if pause.again and form.closed():
                settled = form
            self.forms.append(form)
            waiting = waiting or (not pause.aside and bool(form.opens))
            for o in form.opens:
                first = self._index.setdefault((o.ask.by, o.ask.move), o)
                if first is not o and o.ask.by not in (CHANCE, CLOCK):
                    raise BrokenRules("two open asks of one kind for one seat")
        if settled:  # a function asked nobody (any more) whose answer is missing
            return self._run((settled.pause, settled.reply()))
        if not waiting:
            raise BrokenRules("the game waits and asks nobody")
        return self._settle()

    def _settle(self) -> None:
        self.told += self.state.untold()
        if self.invariants:
            self.invariants(self.state)

    def _open(self, form: Form, before: Iterable[Open]) -> list[Open]:
        """The asks of a form, numbered: an unchanged one keeps the number that it had before."""
        was = {(o.ask.by, o.ask.move): o for o in before}
        opens, asked, pause = list[Open](), self._asked, form.pause
        for ask in pause.again() if pause.again else pause.asks:
            if was and (o := was.get((ask.by, ask.move))) and (o.ask is ask or o.ask == ask):
                opens.append(Open(o.ask, o.number, form))
            else:
                asked[ask.by] = n = asked.get(ask.by, 0) + 1
                opens.append(Open(ask, n, form))
        return opens


def _stale(o: Open, number: int | None) -> bool:
    return number is not None and number != o.number


def _answered(o: Open) -> bool:
    return o.key in o.form.answers and not o.form.pause.changeable


def _misfit(ask: Ask[Any], move: Move) -> str:
    """The first field that does not take what `move` has; empty: all do."""
    for name, field in ask.fields.items():
        if not field.accepts(getattr(move, name)):
            return name
    return ""


def _denial(ask: Ask[Any], move: Move, name: str) -> Refused:
    """Why that field does not take it, for those who may know."""
    if move.by == CHANCE:
        return Refused("impossible-draw", CHANCE, field=name)
    field = ask.fields[name]
    why = field.denied(getattr(move, name))
    return Refused("not-offered", None if field.shown else move.by, field=name, why=why)


_PLAIN: tuple[type[Move], ...] = (Contents, Drawn, Rang)


def codec(*kinds: type[Move]) -> tuple[Callable[[Move], bytes], Callable[[bytes], Move]]:
    """JSON for the moves of a game: encode, and decode, for which anything else is a `BadMove`."""
    union: Any = _PLAIN[0]
    for kind in (*_PLAIN[1:], *kinds):
        union = union | kind
    decoder = msgspec.json.Decoder(union)

    def decode(line: bytes) -> Move:
        try:
            move: Move = decoder.decode(line)
        except msgspec.MsgspecError as e:
            raise BadMove(str(e)) from e
        return move

    return msgspec.json.encode, decode
