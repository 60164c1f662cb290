"""A match runs one script: it takes moves, refuses others, and answers who may know what."""
from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import deepcopy
from hashlib import sha256
from itertools import chain
from typing import Any, Generic, Self, TypeVar
from weakref import WeakKeyDictionary

import msgspec

from .facts import Event, State, Told, Viewer, view
from .fields import Field, Seat
from .move import CHANCE, CLOCK, HOST, URN, Contents, Drawn, Move, Rang
from .pause import Ask, Desk, Face, Lot, Open, Pause, Question, Script, Wait, bell_of, one_is_enough

__all__ = ["BadMove", "BrokenRules", "Correction", "Match", "Over", "Refused", "codec"]

S = TypeVar("S", bound=State)
R = TypeVar("R")


KEPT = 60  # events: no single act tells as many


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
        self.watched = False  # each public event keeps the view in which it was told, until `KEPT` more have come
        self.floor = 0  # undo goes no further back
        self._base: dict[Seat, int] = {}  # numbers given out before the last undo are never given again
        self._restart()

    @classmethod
    def on(cls, script: Callable[[S], Question[R]], state: S, **more: Any) -> Self:
        """A match of any script (a whole game, or one phase of it) on a state as it lies; what it has told is past."""

        def start() -> S:
            copy = deepcopy(state)
            copy.told.clear()
            return copy

        return cls(script, start, **more)

    # ---- what is asked, and who may know it

    def opens(self) -> list[Open]:
        """Every ask on the table, answered or not."""
        return [o for pause in self.wait for o in pause.opens]

    def draws(self) -> list[Open]:
        """The draws that are still to be made."""
        return [o for o in self.opens() if o.ask.by == CHANCE and not o.done()]

    def asks(self) -> list[Ask[Any]]:
        """Every ask that may be answered now, the host's corrections apart."""
        return [o.ask for p in self.wait for o in p.opens if p.changeable or o.key not in p.answers]

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
        """Of every ask on the table, as `viewer` may know it."""
        if viewer is None:
            if len(self.wait) == 1:
                return [o.public or o.shown() for o in self.wait[0].opens]
            return list(chain.from_iterable([pause.shown() for pause in self.wait]))
        return [o.face(viewer) for pause in self.wait for o in pause.opens]

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
        before = len(self.told)
        if self.watched:
            self.state.watched = True
        try:
            self._answer(opened, move)
        except Exception as e:
            self.rewind(len(self.journal) - 1)
            raise BrokenRules(f"{move!r}: {e!r}") from e
        if self.watched:
            self.state.watched = False
            for at in range(max(0, before - KEPT), len(self.told) - KEPT):
                self.told[at] = msgspec.structs.replace(self.told[at], then=None)
        if opened and opened.ask.by == URN:
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
        return self._told_at > len(self.journal) - len(self.undoes())

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
        by, kind, refusal = getattr(move, "by", None), type(move), None
        for pause in self.wait:
            for o in pause.opens:
                if o.ask.by == by and o.ask.move is kind:
                    refusal = _refusal(o, move, number)
                    if refusal is None:
                        return o
        if not isinstance(move, Move):
            raise BadMove(f"{move!r} is no move")
        if by != HOST or kind not in self.corrections or self.over:
            raise refusal or Refused("over" if self.over else "not-your-turn")
        fields = self.corrections[kind].fields(self.state)
        if fields is None:
            raise refusal or Refused("not-now")
        refusal = _refusal(Open(Ask(kind, HOST, fields), 0, Pause(()), HOST), move, None)
        if refusal:
            raise refusal
        return None

    def _answer(self, opened: Open | None, move: Move) -> None:
        self.journal.append(move)
        if opened is None:
            return self._correct(move)
        pause = opened.pause
        pause.answers[opened.key] = move
        if not pause.full():
            return pause.mark(opened)
        if pause.desk:
            pause.desk.served, pause.answers = opened, {}
            return self._run((pause, [move]))
        if pause.again and (fallen := [o for o in pause.opens if not o.done()]):
            self._fallen[pause.again] = fallen
        return self._run((pause, pause.close()))

    def _correct(self, move: Move) -> None:
        """Apply a correction between two pauses, and ask every open question function anew."""
        try:
            self.corrections[type(move)].effect(self.state, move)
        except Over as over:
            self.running.close()
            self._end(over.result)
        else:
            self._lay(self.wait)

    # ---- running the script

    def _restart(self) -> None:
        self.over, self.state = False, self.start()
        self.told: list[Told] = self.state.told
        self._heard, self._told_at = 0, 0  # how much had been told when it was last looked, and after how many moves
        self._asked = dict(self._base)
        self.wait: Wait = ()
        self._fallen: WeakKeyDictionary[Any, list[Open]] = WeakKeyDictionary()  # closed unanswered, may be asked again
        self.running: Script[R] = iter(self.script(self.state))
        self._run(None)

    def _run(self, reply: tuple[Pause, list[Move]] | None) -> None:
        """Send `reply` in, go on to where the script waits next, and lay out what it asks."""
        try:
            wait = self.running.send(reply)
        except StopIteration as end:
            self._end(end.value)
        except Over as over:
            self._end(over.result)
        else:
            self._lay(wait)

    def _end(self, result: Any) -> None:
        self.over, self.result = True, result
        self.wait = ()
        self._settle()

    def _lay(self, wait: Wait) -> None:
        """Open what the pauses ask. One that is open already keeps its answers; functions are asked anew."""
        self.wait = wait
        waiting, settled = False, None
        for pause in wait:
            if pause.desk:
                self._serve(pause, pause.desk)
            elif pause.again:
                self._ask_anew(pause, pause.again)
                if pause.enough is not one_is_enough and pause.full():
                    settled = pause
            elif not pause.opens:
                pause.opens = self._open(pause, pause.asks)
            if pause.opens and not pause.aside:
                waiting = True
        if settled:  # a function asked nobody (any more) whose answer is missing
            return self._run((settled, settled.close()))
        if not waiting:
            raise BrokenRules("the game waits and asks nobody")
        if (len(wait) > 1 or wait[0].shared) and None in [pause.kinds for pause in wait]:
            _tell_apart(wait)
        return self._settle()

    def _settle(self) -> None:
        if len(self.told) > self._heard:
            self._heard, self._told_at = len(self.told), len(self.journal)
        if self.invariants:
            self.invariants(self.state)

    def _ask_anew(self, pause: Pause, function: Callable[[], Iterable[Ask[Any]]]) -> None:
        """An unchanged ask keeps the number that it had before, and while the pause is open its answer."""
        asks = function()
        if asks is pause.asked:
            return  # the very same list: nothing has been made anew
        pause.asked = asks if isinstance(asks, (list, tuple)) else None
        before = pause.opens or self._fallen.pop(function, [])
        pause.opens = self._open(pause, asks, before)
        pause.kinds = None
        if pause.answers:
            kept = {o.key for o in pause.opens if any(o.ask is was.ask for was in before)}
            pause.answers = {k: m for k, m in pause.answers.items() if k in kept}

    def _serve(self, pause: Pause, desk: Desk) -> None:
        """Ask anew at a counter whom it has served, and who has been told something."""
        served, lots, asked, hearers = desk.served, desk.lots, self._asked, self._hearers(pause, desk)
        for seat in hearers:
            asks, lot = desk.windows[seat](), lots[seat]
            if asks is lot.asks and (served is None or served.ask.by != seat):
                continue
            opens: list[Open] = []
            before: Sequence[Open | None] = lot.opens
            if len(before) != len(asks):
                before, pause.kinds = [None] * len(asks), None
            for ask, o in zip(asks, before, strict=True):
                if o is None or o is served or not (o.ask is ask or o.ask == ask):
                    if o is not None and o.ask.move is not ask.move:
                        pause.kinds = None
                    asked[seat] = n = asked.get(seat, 0) + 1
                    o = Open(ask, n, pause, seat)
                opens.append(o)
            lots[seat] = Lot(asks, opens)
        desk.served = None
        if hearers:
            pause.opens = list(chain.from_iterable([lot.opens for lot in lots.values()]))

    def _hearers(self, pause: Pause, desk: Desk) -> Collection[Seat]:
        """For whom at a counter something may have changed since the last move was settled."""
        if not pause.opens:
            return desk.windows
        heard = {desk.served.ask.by} if desk.served else set()
        for told in self.told[self._heard :]:
            if told.to is None:
                return desk.windows
            heard |= told.to
        return [seat for seat in desk.windows if seat in heard]

    def _open(self, pause: Pause, asks: Iterable[Ask[Any]], before: Sequence[Open] = ()) -> list[Open]:
        """Lay out these asks, numbered: one that equals an ask of `before` is that ask, with its number."""
        opens: list[Open] = []
        asked, kept = self._asked, {(o.ask.by, o.ask.move): o for o in before} if before else None
        for ask in asks:
            by = ask.by
            o = kept.get((by, ask.move)) if kept else None
            if o and (o.ask is ask or o.ask == ask):
                if o.pause is not pause:
                    if (o.pause.changeable, o.pause.aside) != (pause.changeable, pause.aside):
                        o.public = None
                    o.pause = pause
                opens.append(o)
            elif o and ask.grave and msgspec.structs.replace(o.ask, left=ask.left) == ask:
                # less is left undone: the same question
                opens.append(Open(ask, o.number, pause, o.key))
            else:
                asked[by] = n = asked.get(by, 0) + 1
                opens.append(Open(ask, n, pause, by if by != CLOCK else bell_of(ask)))
        if len(opens) > 1 and not pause.shared:
            pause.shared = len({o.key for o in opens}) < len(opens)
        return opens


def _tell_apart(wait: Wait) -> None:
    """A move must fit one ask only; draws and bells have names. Raises `BrokenRules`."""
    kinds = [pause.kinds or pause.look() for pause in wait]
    if len(frozenset().union(*kinds)) == sum([len(pause.opens) for pause in wait]):
        return
    asked = [(o.ask.by, o.ask.move) for pause in wait for o in pause.opens if o.ask.by not in (CHANCE, CLOCK)]
    if len(set(asked)) < len(asked):
        raise BrokenRules("two open asks of one kind for one seat")


def _refusal(o: Open, move: Move, number: int | None) -> Refused | None:
    """Why an ask does not take this move of its kind, for those who may know; None: it does."""
    ask = o.ask
    if number is not None and number != o.number:
        return Refused("stale", move.by, number=o.number)
    if o.key in o.pause.answers and not o.pause.changeable:
        return Refused("already-answered")
    if ask.barred:
        return Refused("not-offered", move.by, why=ask.barred)
    for name, field in ask.fields.items():
        value = getattr(move, name)
        if not field.accepts(value):
            if ask.by == CHANCE:
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
