"""What lies on the table, and who may know it. Each field of a state names its audience; one function redacts."""
from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Literal, NamedTuple, TypeAlias, dataclass_transform

import msgspec

from .fields import Seat

__all__ = ["Audience", "Event", "State", "Told", "Viewer", "everyone", "fact", "nobody", "owner", "view"]

Viewer: TypeAlias = Seat | None  # None: the board, and whoever has no seat
Audience: TypeAlias = Callable[[Any, Viewer, Any], bool]  # (state, viewer, seat or place of the item)


def everyone(state: Any, viewer: Viewer, key: Any) -> bool:
    return True


def nobody(state: Any, viewer: Viewer, key: Any) -> bool:
    return False


def owner(state: Any, viewer: Viewer, key: Any) -> bool:
    return viewer is not None and viewer == key


def fact(audience: Audience, *, counted: bool = False, sets: bool = False, **kw: Any) -> Any:
    """A field of a state. `counted`: how many is public even where what is not. `sets`: there are sets in it, which a
    view must put in order, or the same match would look otherwise in the next process."""
    order = "deterministic" if sets else None
    return field(metadata={"audience": audience, "counted": counted, "order": order}, **kw)


class Event(msgspec.Struct, frozen=True, tag_field="kind", gc=False):
    """Something that happened: for the log, the board, the lamps. Derived by replay, never stored."""


class Told(msgspec.Struct, frozen=True, gc=False):
    """An event, and who may know of it."""

    event: Event
    to: frozenset[Seat] | None  # None: everybody
    then: dict[str, Any] | None = None  # of a public one: what everybody could see as it was told, if it was kept


class Fact(NamedTuple):
    name: str
    audience: Audience
    counted: bool
    order: Literal["deterministic"] | None


@dataclass_transform(kw_only_default=True, field_specifiers=(fact,))
class State:
    """Base of what lies on the table: a plain dataclass whose fields all say who may see them."""

    facts: ClassVar[tuple[Fact, ...]] = ()

    def __init_subclass__(cls) -> None:
        dataclass(kw_only=True)(cls)
        mine = fields(cls)  # type: ignore[arg-type]
        if bare := [f.name for f in mine if "audience" not in f.metadata]:
            raise TypeError(f"{cls.__name__}: no audience for {', '.join(bare)}")
        cls.facts = tuple(Fact(f.name, **f.metadata) for f in mine)
        for f in mine:
            if f.name in cls.__dict__:  # a default left on the class makes Python read the attribute four times slower
                delattr(cls, f.name)

    def __post_init__(self) -> None:
        """`told`: all that has been told, in order; `watched`: what everybody sees is kept with each event."""
        self.told: list[Told] = []
        self.watched = False

    def tell(self, event: Event, *to: Seat) -> None:
        """Something happened, for everybody or for these seats alone."""
        then = view(self, None) if self.watched and not to else None
        self.told.append(Told(event, frozenset(to) if to else None, then))


def view(state: State, viewer: Viewer) -> dict[str, Any]:
    """All that `viewer` may know, as finished plain values. What is hidden is absent, or counted if so declared."""
    out: dict[str, Any] = {}
    for name, see, counted, order in state.facts:
        value = getattr(state, name)
        if see is everyone:
            out[name] = msgspec.to_builtins(value, order=order)
        elif see is nobody or not isinstance(value, (dict, list)) or isinstance(value, Counter):
            if see(state, viewer, None):
                out[name] = msgspec.to_builtins(value)
            elif counted:
                out[name] = _covered(value)
        else:
            shown: dict[Any, Any] = {}
            for key, item in value.items() if isinstance(value, dict) else enumerate(value):
                if see(state, viewer, key):
                    shown[key] = msgspec.to_builtins(item)
                elif counted:
                    shown[key] = _covered(item)
            out[name] = shown
    return out


def _covered(value: Any) -> dict[str, int]:
    return {"covered": value.total() if isinstance(value, Counter) else len(value)}
