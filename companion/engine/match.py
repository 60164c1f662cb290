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
    grave: bool = False
    looking: bool = False
    seconds: int = 0
    left: int = 1
    known: bool = False
    due: Mapping[Seat, int] = {}
    closer: Seat = URN


class Open:
    """An ask on the table. Its number counts the questions to its own seat: nobody else's doings show in it."""

    __slots__ = ("ask", "form", "number")

    def __init__(self, ask: Ask[Any], number: int, form: Form) -> None:
        self.ask, self.number, self.form = ask, number, form

    def key(self) -> Any:
        """Under what its answer is kept: one answer settles all asks of a seat; each bell rings for itself."""
        if self.ask.by != CLOCK:
            return self.ask.by
        bell = self.ask.fields["bell"]
        assert isinstance(bell, OneOf)
        return bell.values[0]

    def done(self) -> bool:
        return self.key() in self.form.answers

    def face(self, viewer: Viewer) -> Face:
        ask, form = self.ask, self.form
        mine = viewer == ask.by
        return Face(
            ask.by, ask.move.__struct_config__.tag,
            ask.fields if mine else {k: f if f.shown else None for k, f in ask.fields.items()},
            self.number if mine else None, self.done(), form.pause.changeable, form.pause.aside, ask.default,
            ask.grave, ask.looking, ask.seconds, ask.left, ask.known, ask.due, ask.closer,
        )  # fmt: skip


class Form:
    """A pause on the table, with what has been answered so far."""

    __slots__ = ("answers", "opens", "pause", "seats")

    def __init__(self, pause: Pause) -> None:
        self.pause = pause
        self.opens: list[Open] = []
        self.answers: dict[Any, Move] = {}
        self.seats: set[Seat] = set()

    def closed(self) -> bool:
        answers, enough = self.answers, self.pause.enough
        if enough is None:
            return len(answers) == len(self.seats)
        return enough(answers, len(self.seats - answers.keys()))

    def reply(self) -> list[Move]:
        order: dict[Any, None] = dict.fromkeys(o.key() for o in self.opens)
        return [self.answers[k] for k in order if k in self.answers]


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
        return [o.ask for f in self.forms for o in f.opens if f.pause.changeable or o.key() not in f.answers]

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
        return [o.face(viewer) for form in self.forms for o in form.opens]

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
        """The open ask this move answers (None: a correction), or the nearest reason why there is none."""
        if not isinstance(move, Move):
            raise BadMove(f"{move!r} is no move")
        kind = type(move)
        refusal = Refused("over" if self.over else "not-your-turn")
        for o in self._index.get((move.by, kind), ()):
            if number is not None and number != o.number:
                refusal = Refused("stale", move.by, number=o.number)
            elif not o.form.pause.changeable and o.key() in o.form.answers:
                refusal = Refused("already-answered")
            elif bad := _denial(o.ask, move):
                refusal = bad
            else:
                return o
        if move.by == HOST and kind in self.corrections and not self.over:
            fields = self.corrections[kind].fields(self.state)
            if fields is None:
                raise Refused("not-now")
            if bad := _denial(Ask(kind, HOST, fields), move):
                raise bad
            return None
        raise refusal

    def _answer(self, opened: Open | None, move: Move) -> None:
        self._marks.append(len(self.told))
        self.journal.append(move)
        if opened is None:
            return self._correct(move)
        form = opened.form
        form.answers[opened.key()] = move
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
        self._index: dict[tuple[Seat, type[Move]], list[Open]] = {}
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
        old = {f.pause: f for f in self.forms if f.pause is not closed} if self.forms else {}
        self.forms, index = [], dict[tuple[Seat, type[Move]], list[Open]]()
        waiting, settled = False, None
        for pause in wait:
            form = old.get(pause)
            if form is None:
                form = Form(pause)
                self._open(form, self._fallen.pop(pause.again, []) if pause.again else [])
            elif pause.again:
                before = form.opens
                self._open(form, before)
                kept = {o.key() for o in form.opens if any(o.ask is b.ask for b in before)}
                form.answers = {k: m for k, m in form.answers.items() if k in kept}
            if pause.again and form.closed():
                settled = form
            self.forms.append(form)
            waiting = waiting or (not pause.aside and bool(form.opens))
            for o in form.opens:
                key = (o.ask.by, o.ask.move)
                if key in index:
                    if o.ask.by not in (CHANCE, CLOCK):
                        raise BrokenRules("two open asks of one kind for one seat")
                    index[key].append(o)
                else:
                    index[key] = [o]
        self._index = index
        if settled:  # a function asked nobody (any more) whose answer is missing
            return self._run((settled.pause, settled.reply()))
        if not waiting:
            raise BrokenRules("the game waits and asks nobody")
        return self._settle()

    def _settle(self) -> None:
        self.told += self.state.untold()
        if self.invariants:
            self.invariants(self.state)

    def _open(self, form: Form, before: list[Open]) -> None:
        was = {(o.ask.by, o.ask.move): o for o in before}
        form.opens = []
        asked = self._asked
        for ask in form.pause.again() if form.pause.again else form.pause.asks:
            if was and (o := was.get((ask.by, ask.move))) and (o.ask is ask or o.ask == ask):
                form.opens.append(Open(o.ask, o.number, form))
                continue
            asked[ask.by] = n = asked.get(ask.by, 0) + 1
            form.opens.append(Open(ask, n, form))
        form.seats = {o.ask.by for o in form.opens if o.ask.by != CLOCK}


def _denial(ask: Ask[Any], move: Move) -> Refused | None:
    """Why `move` does not fit what is asked."""
    for name, field in ask.fields.items():
        if not field.accepts(value := getattr(move, name)):
            if move.by == CHANCE:
                return Refused("impossible-draw", CHANCE, field=name)
            return Refused("not-offered", None if field.shown else move.by, field=name, why=field.denied(value))
    return None


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
