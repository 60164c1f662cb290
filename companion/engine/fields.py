"""Fields: what one part of an answer may be. Each validates, samples, and lists its choices lazily."""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, islice, permutations
from random import Random
from typing import Annotated, Any, TypeAlias

import msgspec

__all__ = [
    "Assign", "Each", "Field", "Number", "OneOf", "Seat", "Share", "SomeOf", "Text",
    "assign", "each", "number", "one_of", "order_of", "place_of", "seat_of", "share", "some_of", "text", "yes_no",
]  # fmt: skip

# A plain number; the mark lets the faces see, in any move or event, which numbers are seats to be named.
Seat: TypeAlias = Annotated[int, msgspec.Meta(extra={"of": "seat"})]


class _Nothing(dict[Any, Any]):
    """An empty mapping that all may share: for a default of {} msgspec makes a new one each time."""


NOTHING: Mapping[Any, Any] = _Nothing()


class Field(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Choices are for the asked seat alone, unless `shown`: a forgotten word then hides, and never tells.

    `cover` lets others, the panel among them, choose out of what could be legal by public facts; what is not, its
    seat alone hears why.

    `of` names what the values are: the kind of component whose tap may fill the field, and the key under
    which the catalogues of words name its choices. 3 may be a seat, a place or a price.
    """

    shown: bool = False
    of: str = ""
    cover: Field | None = None  # what all others see in its place: made of public facts alone

    def takes(self, value: Any) -> bool:
        raise NotImplementedError

    def accepts(self, value: Any) -> bool:
        """`takes`, deaf to values of a foreign shape."""
        try:
            return self.takes(value)
        except (TypeError, AttributeError):
            return False

    def sample(self, rng: Random) -> Any:
        """A legal value. Raises `IndexError` or `ValueError` where there is none."""
        raise NotImplementedError

    def choices(self) -> Iterator[Any]:
        """The legal values, one after another, each once. Never ask for all where they may be many."""
        raise NotImplementedError

    def denied(self, value: Any) -> str:
        """Why `value` is not among the choices: a code, for the faces to word."""
        return "not-offered"


class OneOf(Field, frozen=True, kw_only=True, gc=False):
    """One of the values. `why` says why others are not offered, `remarks` what is worth saying of one that is (its
    price, that it would change nothing): codes; `faces` are those of held cards, chosen by place.

    `hand` is the whole hand in which the values are places: a phone lays all of it out, or the number of cards that it
    shows would tell a neighbour how many of them may be chosen.
    """

    values: tuple[Any, ...]
    why: Mapping[Any, str] = NOTHING
    faces: tuple[Any, ...] = ()
    hand: tuple[Any, ...] = ()
    remarks: Mapping[Any, str] = NOTHING

    def takes(self, value: Any) -> bool:
        values = self.values
        return value in values and type(values[values.index(value)]) is type(value)  # True is not 1

    accepts = takes  # nothing of a foreign shape can trouble it

    def sample(self, rng: Random) -> Any:
        return self.values[int(rng.random() * len(self.values))]

    def choices(self) -> Iterator[Any]:
        return iter(dict.fromkeys(self.values))

    def denied(self, value: Any) -> str:
        return self.why.get(value, "not-offered") if isinstance(value, (str, int)) else "not-offered"


class SomeOf(Field, frozen=True, kw_only=True, gc=False):
    """`least` to `most` of the values; `ordered` also says in which order. `why` says why others are not offered;
    `faces` are those of the whole hand in which the values are places."""

    values: tuple[Any, ...]
    least: int
    most: int
    ordered: bool = False
    faces: tuple[Any, ...] = ()
    why: Mapping[Any, str] = NOTHING

    def takes(self, value: Any) -> bool:
        return self.least <= len(value) <= self.most and not Counter(value) - Counter(self.values)

    def denied(self, value: Any) -> str:
        if not isinstance(value, list):
            return "not-offered"
        known = (self.why[v] for v in value if isinstance(v, (str, int)) and v in self.why and v not in self.values)
        size = "too-many" if len(value) > self.most else "too-few" if len(value) < self.least else "not-offered"
        return next(known, size)

    def sample(self, rng: Random) -> list[Any]:
        return rng.sample(self.values, rng.randint(self.least, min(self.most, len(self.values))))

    def choices(self) -> Iterator[list[Any]]:
        pick = permutations if self.ordered else combinations
        for size in range(self.least, min(self.most, len(self.values)) + 1):
            yield from map(list, dict.fromkeys(pick(self.values, size)))


class Assign(Field, frozen=True, kw_only=True, gc=False):
    """Each slot takes one of its own values or stays blank; no value is given out more often than held.

    `full`: no slot stays blank for which a value is left over. `to`: the kind of component that the slots are.
    """

    slots: Mapping[Any, tuple[Any, ...]]
    held: tuple[Any, ...]
    full: bool = False
    to: str = ""

    def takes(self, value: Any) -> bool:
        return (
            all(v in self.slots.get(s, ()) for s, v in value.items())
            and not Counter(value.values()) - Counter(self.held)
            and not (self.full and self._fillable(value))
        )

    def _fillable(self, value: Mapping[Any, Any]) -> bool:
        left = Counter(self.held) - Counter(value.values())
        return any(left[v] for s, values in self.slots.items() if s not in value for v in values)

    def sample(self, rng: Random) -> dict[Any, Any]:
        left, out = Counter(self.held), {}
        for slot, values in self.slots.items():
            if (can := [v for v in values if left[v]]) and (self.full or rng.random() < 0.8):
                out[slot] = rng.choice(can)
                left[out[slot]] -= 1
        return out

    def choices(self) -> Iterator[dict[Any, Any]]:
        def fill(slots: tuple[Any, ...], left: Counter[Any]) -> Iterator[dict[Any, Any]]:
            if not slots:
                yield {}
                return
            for value in (None, *dict.fromkeys(self.slots[slots[0]])):
                if value is None or left[value]:
                    rest = left - Counter([value] if value is not None else [])
                    for more in fill(slots[1:], rest):
                        yield more if value is None else {slots[0]: value, **more}

        every = fill(tuple(self.slots), Counter(self.held))
        return (c for c in every if not self._fillable(c)) if self.full else every

    def denied(self, value: Any) -> str:
        if not isinstance(value, dict):
            return "not-offered"
        if self.full and msgspec.structs.replace(self, full=False).accepts(value):
            return "slot-left-blank"
        anywhere = msgspec.structs.replace(self, full=False, slots=dict.fromkeys(self.slots, self.held))
        if not anywhere.accepts(value):
            return "not-offered"
        refusing = next((slot for slot, v in value.items() if v not in self.slots[slot]), None)
        return "not-offered" if refusing is None else f"slot-refuses:{self.to}.{refusing}"


class Share(Field, frozen=True, kw_only=True, gc=False):
    """`least` to `most` things spread over keys, each with its own room. Also a tally of like things. `start`: what a
    form shows before it is changed."""

    least: int
    most: int
    room: Mapping[Any, int]
    start: Mapping[Any, int] = NOTHING

    def takes(self, value: Any) -> bool:
        return self.least <= sum(value.values()) <= self.most and all(
            type(n) is int and 0 <= n <= self.room.get(k, 0) for k, n in value.items()
        )

    def sample(self, rng: Random) -> dict[Any, int]:
        tokens = [k for k, room in self.room.items() for _ in range(room)]
        return dict(Counter(rng.sample(tokens, rng.randint(self.least, min(self.most, len(tokens))))))

    def choices(self) -> Iterator[dict[Any, int]]:
        def spread(keys: tuple[Any, ...], least: int, most: int) -> Iterator[dict[Any, int]]:
            if not keys:
                if least <= 0:
                    yield {}
                return
            for n in range(min(self.room[keys[0]], most) + 1):
                for more in spread(keys[1:], least - n, most - n):
                    yield {keys[0]: n, **more} if n else more

        return spread(tuple(self.room), self.least, self.most)


class Number(Field, frozen=True, kw_only=True, gc=False):
    """A whole number, both ends included. `below`, `above`: why nothing beyond, where not for the usual reason.
    `start`: what stands there before it is changed, where something is as good as any."""

    low: int
    high: int
    below: str = ""
    above: str = ""
    start: int | None = None

    def takes(self, value: Any) -> bool:
        return type(value) is int and self.low <= value <= self.high

    accepts = takes

    def denied(self, value: Any) -> str:
        if type(value) is not int:
            return "not-offered"
        return self.above or "too-many" if value > self.high else self.below or "too-few"

    def sample(self, rng: Random) -> int:
        return rng.randint(self.low, self.high)

    def choices(self) -> Iterator[int]:
        return iter(range(self.low, self.high + 1))


class Text(Field, frozen=True, kw_only=True, gc=False):
    """A line of at most `limit` letters, with suggestions for tables without a keyboard."""

    limit: int
    suggestions: tuple[str, ...] = ()

    def takes(self, value: Any) -> bool:
        return type(value) is str and 0 < len(value.strip()) <= len(value) <= self.limit and value.isprintable()

    accepts = takes

    def sample(self, rng: Random) -> str:
        return rng.choice(self.suggestions or ("x",))

    def choices(self) -> Iterator[str]:
        return iter(self.suggestions)


class Each(Field, frozen=True, kw_only=True, gc=False):
    """Several decisions of one kind by one seat: a field for every key, all of them to be given."""

    parts: Mapping[Any, Field]

    def takes(self, value: Any) -> bool:
        return value.keys() == self.parts.keys() and all(f.accepts(value[k]) for k, f in self.parts.items())

    def sample(self, rng: Random) -> dict[Any, Any]:
        return {k: f.sample(rng) for k, f in self.parts.items()}

    def choices(self) -> Iterator[dict[Any, Any]]:
        def fill(keys: tuple[Any, ...]) -> Iterator[dict[Any, Any]]:
            if not keys:
                yield {}
                return
            for value in self.parts[keys[0]].choices():
                for more in fill(keys[1:]):
                    yield {keys[0]: value, **more}

        return fill(tuple(self.parts))

    def denied(self, value: Any) -> str:
        if not isinstance(value, dict):
            return "not-offered"
        bad = (f.denied(value[k]) for k, f in self.parts.items() if k in value and not f.accepts(value[k]))
        return next(bad, "not-offered")


def one_of(
    values: Iterable[Any],
    why: Mapping[Any, str] | None = None,
    of: str = "",
    shown: bool = False,
    remarks: Mapping[Any, str] = NOTHING,
) -> OneOf:
    return OneOf(values=tuple(values), why=why or NOTHING, of=of, shown=shown, remarks=remarks)


def seat_of(seats: Iterable[Seat], why: Mapping[Any, str] | None = None, shown: bool = False) -> OneOf:
    """A seat: a badge may answer it."""
    return one_of(seats, why, "seat", shown)


def place_of(held: Iterable[Any], of: str = "") -> OneOf:
    """A held card, chosen by where it lies: 0 is the first."""
    faces = tuple(held)
    return OneOf(values=tuple(range(len(faces))), faces=faces, of=of)


def some_of(
    values: Iterable[Any], least: int, most: int, of: str = "", shown: bool = False,
    why: Mapping[Any, str] | None = None,
) -> SomeOf:  # fmt: skip
    return SomeOf(values=tuple(values), least=least, most=most, of=of, shown=shown, why=why or NOTHING)


def order_of(values: Sequence[Any], k: int | None = None, of: str = "", shown: bool = False) -> SomeOf:
    """The values in an order, or the first `k` of one."""
    k = len(values) if k is None else k
    return SomeOf(values=tuple(values), least=k, most=k, ordered=True, of=of, shown=shown)


def assign(
    slots: Mapping[Any, Iterable[Any]], held: Iterable[Any], of: str = "", full: bool = False, to: str = "",
    shown: bool = False,
) -> Assign:  # fmt: skip
    """`full`: no slot stays blank for which a value is left over. `to`: the kind of component that the slots are."""
    return Assign(slots={s: tuple(v) for s, v in slots.items()}, held=tuple(held), of=of, full=full, to=to, shown=shown)


def share(
    most: int, room: Mapping[Any, int], least: int | None = None, of: str = "", shown: bool = False,
    start: Mapping[Any, int] = NOTHING,
) -> Share:  # fmt: skip
    """Exactly `most` things spread over the keys of `room`, or from `least` to `most`."""
    least = most if least is None else least
    return Share(least=least, most=most, room=dict(room), start=start, of=of, shown=shown)


def number(low: int, high: int, of: str = "", shown: bool = False, start: int | None = None) -> Number:
    return Number(low=low, high=high, of=of, shown=shown, start=start)


@cache
def yes_no(of: str = "yes") -> OneOf:
    """True is the YES button. `of` names the component whose tap may say so (a ballot card)."""
    return OneOf(values=(True, False), of=of, shown=True)


def text(limit: int, suggestions: Iterable[str] = ()) -> Text:
    return Text(limit=limit, suggestions=tuple(suggestions), shown=True)


def each(parts: Mapping[Any, Field], of: str = "", shown: bool = False) -> Each:
    return Each(parts=dict(parts), of=of, shown=shown)


def some_choices(field: Field, most: int) -> list[Any]:
    """At most `most` of the field's choices."""
    return list(islice(field.choices(), most))
