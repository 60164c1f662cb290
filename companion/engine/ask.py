"""The words of the ask language. A script yields pauses; a pause holds asks; anything at the table may answer one."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, TypeVar, cast, overload

import msgspec

from .fields import Field, OneOf, Seat, one_of, share, some_of
from .move import CLOCK, URN, Contents, Move, Rang
from .pause import Ask, Desk, Lot, Pause, Question, Script, Wait, one_is_enough

__all__ = [
    "about", "after", "alike", "aside", "ask", "barred", "beside", "by_way_of", "counter", "default", "first", "grave",
    "looking", "outright", "together", "upon", "urn",
]  # fmt: skip

M = TypeVar("M", bound=Move)
A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
D = TypeVar("D")
K = TypeVar("K")
T = TypeVar("T")

_fields: dict[type[Move], frozenset[str]] = {}


def ask(move: type[M], by: Seat, /, **fields: Field) -> Ask[M]:
    """`x = yield from ask(Nominate, president, chancellor=seat_of(...))`: x is a Nominate."""
    names = _fields.get(move) or _fields.setdefault(move, frozenset(move.__struct_fields__) - {"by"})
    if fields.keys() != names:
        raise TypeError(f"{move.__name__} has {sorted(names)}, asked for {sorted(fields)}")
    return Ask(move, by, fields)


def alike(of: Ask[M], /, **fields: Field) -> Ask[M]:
    """The same ask with other choices under the same covers: to every eye but its seat's it looks the same.

    For an ask that is kept and put again and again: what all see of it is then made once.
    """
    if of.looks is None:
        msgspec.structs.force_setattr(of, "looks", {})
    for name, field in fields.items():
        was = of.fields[name]
        if field.cover is not was.cover or field.shown or was.shown:
            raise TypeError(f"{of.kind}: {name} would not look alike")
    return msgspec.structs.replace(of, fields={**of.fields, **fields})


def _but(of: Ask[M], **changes: Any) -> Ask[M]:
    return msgspec.structs.replace(of, looks=None, **changes)


def about(of: Ask[M], *what: Any) -> Ask[M]:
    """The same ask, of things that its fields only name: when one of them is another, so is the question, and an
    answer to the old one comes too late."""
    return _but(of, about=what)


def aside(of: Ask[M]) -> Ask[M]:
    """The same ask, as one that may be answered while the table waits for another."""
    return _but(of, aside=True)


def default(of: Ask[M]) -> Ask[M]:
    """The same ask, as what OK means on the panel while nothing has been chosen."""
    return _but(of, default=True)


def barred(of: Ask[M], why: str) -> Ask[M]:
    """The same ask, open to every eye and closed to its seat, which alone hears why: for asks without fields, where
    a missing one would tell what only its seat may know."""
    return _but(of, barred=why)


def by_way_of(of: Ask[M], ways: frozenset[str]) -> Ask[M]:
    """The same ask, answered only by these ways: `phone`, `panel`, `cards`."""
    return _but(of, ways=ways)


def grave(of: Ask[M], left: int = 1) -> Ask[M]:
    """The same ask, for which every device wants a second look: the panel's OK twice, the phone a confirmation. It can
    say how many things are `left` undone."""
    return _but(of, grave=True, left=left)


def looking(of: Ask[M]) -> Ask[M]:
    """The same ask, answered by having looked: a phone takes it once its owner has held the covered card."""
    return _but(of, looking=True)


def outright(of: Ask[M]) -> Ask[M]:
    """The same ask, whose choice is the whole answer: a phone sends it at the touch. For what may be said again at
    once, or is a button of few."""
    return _but(of, outright=True)


def upon(of: Ask[M], occasion: str) -> Ask[M]:
    """The same ask, put on an occasion that everybody knows: it is a move like any other, and said in its own words
    where the catalogue has some (`react@guilty.title`)."""
    return _but(of, occasion=occasion)


def after(seconds: int, bell: str = "time") -> Ask[Rang]:
    """Time as an answerer: in `first` it is a limit, in `together` a minimum."""
    return Ask(Rang, CLOCK, {"bell": one_of([bell], shown=True)}, seconds=seconds)


def urn(
    due: Mapping[Seat, int],
    papers: Mapping[str, int],
    closer: Seat = URN,
    exactly: int | None = None,
    extras: Mapping[str, int] | None = None,
    offers: Mapping[Seat, OneOf] | None = None,
    keys: Mapping[Seat, Sequence[str]] | None = None,
    tokens: Mapping[str, str] | None = None,
) -> Ask[Contents]:
    """A ballot box: how many ballots are due from whom, which papers it takes, who closes it.

    `exactly`: so many ballots, neither more nor fewer, can come to lie in it (all come by form). `extras`: what may lie
    beside them and counts for none. `offers`: which of these a seat may add by phone, by the place in its `keys`.
    `tokens`: the real ballots by name, so that one read twice counts once; once it is closed nobody knows them apart.

    Single drops are no moves (the journal must forget them): a `Box` gathers them, and the contents are one move.
    """
    most, extras, offers = sum(papers.values()) if exactly is None else exactly, extras or {}, offers or {}
    items = share(most, papers, least=exactly or 0)
    fields: dict[str, Field] = {
        "items": msgspec.structs.replace(items, cover=one_of(papers, of="paper", shown=True)),
        "roll": some_of(due, 0, len(due), shown=True),
        "extras": share(sum(extras.values()) if exactly is None else len(offers), extras, least=0),
    }
    return Ask(
        Contents, URN, fields, due=dict(due), closer=closer, offers=offers, keys=keys or {}, tokens=tokens or {}
    )


@overload
def first(a: Callable[[], Iterable[Ask[M]]], /) -> Script[M]: ...
@overload
def first(a: Question[A], b: Question[B], /) -> Script[A | B]: ...
@overload
def first(a: Question[A], b: Question[B], c: Question[C], /) -> Script[A | B | C]: ...
@overload
def first(a: Question[A], b: Question[B], c: Question[C], d: Question[D], /) -> Script[A | B | C | D]: ...
def first(*questions: Any) -> Script[Any]:
    """Several questions; one answer closes all. Give a function where others may change what is open."""
    if callable(questions[0]):
        (move,) = yield from Pause((), one_is_enough, again=questions[0])
        return move
    if all(isinstance(q, Ask) for q in questions):
        (move,) = yield from Pause(questions, one_is_enough)
        return move
    done = yield from _abreast(questions, len)
    return next(iter(done.values()))


def counter(windows: Mapping[Seat, Callable[[], Sequence[Ask[M]]]]) -> Question[M]:
    """A window for each of many, open as long as the script comes back: `move = yield from desk`, again and again.

    A window is asked anew when its seat has answered there, or been told something (HOST: when all have): what it
    gives may not change in silence. All others lie as they lie, so a move costs what it has changed.
    """
    desk = Desk(windows, {seat: Lot((), []) for seat in windows})
    return _Counter(Pause((), one_is_enough, desk=desk, shared=True))


class _Counter(msgspec.Struct):
    pause: Pause

    def __iter__(self) -> Script[Any]:
        (move,) = yield from self.pause
        return move


@overload
def together(
    asks: Iterable[Ask[M]] | Callable[[], Iterable[Ask[M]]],
    until: Callable[[Mapping[Seat, M]], bool] | None = None,
    changeable: bool = False,
    at_least: int = 0,
    at_most: int = 0,
) -> Script[dict[Seat, M]]: ...
@overload
def together(asks: Mapping[K, Question[T]]) -> Script[dict[K, T]]: ...
def together(
    asks: Any,
    until: Callable[[Mapping[Seat, Any]], bool] | None = None,
    changeable: bool = False,
    at_least: int = 0,
    at_most: int = 0,
) -> Script[dict[Any, Any]]:
    """Answers in any order, hidden until all are in (or until a rule, or the clock, says enough).

    Given a mapping of scripts, each goes its own way and all are awaited.
    """
    if hasattr(asks, "keys"):
        done = yield from _abreast([*asks.values()], lambda d: len(d) == len(asks))
        return {key: done[i] for i, key in enumerate(asks)}
    bells = _bells(at_least, at_most) if at_least or at_most else []
    enough = _enough(until, at_least) if bells or until else None
    if callable(asks):
        return _of_seats((yield from Pause((), enough, changeable, _with_bells(asks, bells) if bells else asks)))
    question = (*asks, *bells)
    if len(question) == len(bells):
        return {}
    return _of_seats((yield from Pause(question, enough, changeable)))


def _bells(at_least: int, at_most: int) -> list[Ask[Rang]]:
    return [after(seconds, bell) for seconds, bell in ((at_least, "least"), (at_most, "most")) if seconds]


def _with_bells(asks: Callable[[], Iterable[Any]], bells: list[Any]) -> Callable[[], Iterable[Any]]:
    return lambda: (*asks(), *bells)


def _enough(
    until: Callable[[Mapping[Seat, Any]], bool] | None, at_least: int
) -> Callable[[Mapping[Any, Any], int], bool]:
    def enough(answers: Mapping[Any, Any], missing: int) -> bool:
        if at_least and "least" not in answers:
            return False
        return "most" in answers or not missing or (until is not None and until(_of_seats(answers.values())))

    return enough


def _of_seats(answers: Iterable[Any]) -> dict[Seat, Any]:
    return {m.by: m for m in answers if m.by != CLOCK}


def beside(main: Question[T], *standing: Question[None], waited: bool = False) -> Script[T]:
    """Run `main` with standing scripts open next to it. They end with it; an exception of theirs ends it.

    Nobody waits for what they ask, unless `waited`.
    """
    done = yield from _abreast((main, *standing), lambda d: 0 in d, aside=not waited)
    return cast(T, done[0])


def _abreast(
    questions: Sequence[Question[Any]], over: Callable[[dict[int, Any]], Any], aside: bool = False
) -> Script[dict[int, Any]]:
    """Run several scripts side by side until `over` says that enough of them have ended; the others are closed."""
    scripts = [iter(q) for q in questions]
    waits: list[Wait] = [()] * len(scripts)
    done: dict[int, Any] = {}
    replies: list[tuple[int, Any]] = [(i, None) for i in range(len(scripts))]
    try:
        while True:
            for i, reply in replies:
                try:
                    waits[i] = scripts[i].send(reply)
                except StopIteration as end:
                    waits[i], done[i] = (), end.value
                    if over(done):
                        return done
                    continue
                if aside and i:
                    for pause in waits[i]:
                        pause.aside = True
            reply = yield tuple(chain.from_iterable(waits))
            replies = [(i, reply) for i, wait in enumerate(waits) if reply[0] in wait]
    finally:
        for script in scripts:
            script.close()
