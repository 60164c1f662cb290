"""What a game is to the table: a script, a starting state, its switches, its corrections. One such value a folder."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, Literal, TypeVar

import msgspec

from .facts import Event, State
from .fields import Seat
from .match import BadMove, Correction, Match, codec
from .move import Move
from .pause import Script

__all__ = ["Component", "Game", "Options", "Outcome", "Setup", "Switch", "switches"]

S = TypeVar("S", bound=State)


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The switches of a game. Each is a field with a default; its words stand in the catalogue under `option.NAME`.

    A switch is a `bool`, a `Literal`, a bounded `int`, or a `frozenset` of `Literal`s.
    """

    @property
    def tapped(self) -> frozenset[str]:
        """The decks that are real cards, tapped on the reader; all others the table draws."""
        return frozenset()


class Outcome(msgspec.Struct, frozen=True):
    """How a match ended: who won, why (a code for the faces to word), and what a campaign carries on."""

    winners: tuple[Seat, ...]
    reason: str
    ledger: dict[str, Any] = {}


class Setup(msgspec.Struct, frozen=True):
    """All that a starting state depends on."""

    seats: int
    options: Any
    ledger: dict[str, Any] = {}


class Component(msgspec.Struct, frozen=True):
    """A real thing with a tag: a card of a deck, or a ballot card that speaks for one seat."""

    key: str  # its own name, "L01"
    of: str  # what its tap may fill: the name of a deck, or the `of` of a field
    face: Any  # the value it stands for
    seat: Seat | None = None  # whose answer its tap is, whoever holds it


class Switch(msgspec.Struct, frozen=True):
    """One option as a person may set it."""

    name: str
    kind: Literal["bool", "choice", "number", "set"]
    default: Any
    values: tuple[Any, ...] = ()  # of a choice or a set
    low: int = 0
    high: int = 0


Books = Literal["host", "all-seats", "at-end", "nobody"]


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S]):
    """A game, complete. `books` names who may open the books of its draws, which tell what stayed hidden; a function
    of the switches and the public view of the end may answer too, and with "nobody"."""

    id: str
    title: str
    seats: tuple[int, int]
    moves: tuple[type[Move], ...]
    start: Callable[[Setup], S]
    script: Callable[[S], Script[Outcome]]
    options: type[Options] = Options
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # named ways to play; words: `preset.NAME`
    corrections: tuple[Correction, ...] = ()
    invariants: Callable[[S], None] | None = None
    books: Books | Callable[[Any, Mapping[str, Any]], Books] = "host"
    components: tuple[Component, ...] = ()
    zones: Callable[[S], Mapping[str, Mapping[str, list[str]]]] | None = None
    # deck → zone → faces, the zones from the most hidden to the most open: what is tapped goes to the last that gains
    limits: Mapping[str, Any] = field(default_factory=dict)
    seats_with: Callable[[Any], tuple[int, int]] | None = None  # how many, where it hangs on the switches
    side: Callable[[S, Seat], str] | None = None  # what a seat has played for, where statistics should tell it
    moot: Callable[[Any], frozenset[str]] | None = None  # switches that mean nothing beside how others are set
    by_hand: Callable[[Any], bool] | None = None  # cards that only people hold: with these options no bot can play
    warns: Callable[[S, Move], tuple[str, bool] | None] | None = None
    # of a move that may be made but should be meant: what is asked first (`refusal.CODE`), and whether all may hear it
    told_first: tuple[type[Event], ...] = ()  # what the board tells before phones and panel go on
    won_with: Callable[[S], str] | None = None  # what a match that has ended was won with, where statistics count it
    chained: Callable[[Any, Mapping[str, Any]], bool] | None = None  # `goes_on`, where a game has chains of matches

    @cached_property
    def codec(self) -> tuple[Callable[[Move], bytes], Callable[[bytes], Move]]:
        return codec(*self.moves, *(c.move for c in self.corrections))

    @cached_property
    def kinds(self) -> dict[str, type[Move]]:
        """The moves of the game by their tags."""
        return {str(m.__struct_config__.tag): m for m in (*self.moves, *(c.move for c in self.corrections))}

    def options_from(self, plain: Mapping[str, Any]) -> Options:
        """Checked options from plain values. Raises `BadMove` with what is wrong."""
        try:
            return msgspec.convert(dict(plain), self.options, strict=False)
        except msgspec.ValidationError as e:
            raise BadMove(str(e)) from e

    def preset(self, name: str, options: Options) -> Options:
        """These options with a preset chosen: what any preset speaks of is as this one says, or as usual; all other
        switches (what is real cardboard, the clock) stay. Raises `BadMove` for a preset that the game has not."""
        if name not in self.presets:
            raise BadMove(f"{self.title} has no preset {name}: {', '.join(self.presets)}")
        usual = self.options()
        spoken = {switch: getattr(usual, switch) for values in self.presets.values() for switch in values}
        return self.options_from(msgspec.to_builtins(options) | msgspec.to_builtins(spoken | dict(self.presets[name])))

    def preset_of(self, options: Options) -> str | None:
        """The preset that these options are, if any."""
        return next((name for name in self.presets if self.preset(name, options) == options), None)

    def near(self, options: Options) -> str | None:
        """The preset that these options are, or of which the fewest switches are set otherwise."""
        now = msgspec.structs.asdict(options)

        def changed(way: str) -> int:
            usual = msgspec.structs.asdict(self.preset(way, options))
            return sum(now[name] != value for name, value in usual.items())

        return min(self.presets, key=changed, default=None)

    def usual(self, options: Options) -> Options:
        """What these options would be, were no switch set otherwise than in the preset that they are nearest to."""
        way = self.near(options)
        return self.preset(way, self.options()) if way else self.options()

    def matters(self, options: Options, switch: str) -> bool:
        """Whether this switch changes anything, as the others are set."""
        return self.moot is None or switch not in self.moot(options)

    def takes(self, options: Options) -> tuple[int, int]:
        """From how many to how many may play with these options."""
        return self.seats_with(options) if self.seats_with else self.seats

    def goes_on(self, options: Any, ledger: Mapping[str, Any]) -> bool:
        """Whether the next match with these options carries on what an earlier one has left."""
        return bool(ledger) and self.chained is not None and self.chained(options, ledger)

    def match(
        self, seats: int, options: Options | None = None, ledger: dict[str, Any] | None = None
    ) -> Match[S, Outcome]:
        """A new match. Raises `BadMove` for a number of seats that the game does not take with these options."""
        options = options or self.options()
        low, high = self.takes(options)
        if not low <= seats <= high:
            raise BadMove(f"{self.title} takes {low} to {high} seats, not {seats}")
        setup = Setup(seats, options, ledger or {})
        return Match(self.script, lambda: self.start(setup), self.corrections, self.invariants)


def switches(options: type[Options]) -> list[Switch]:
    """The options as a person may set them, in the order of their declaration."""
    out: list[Switch] = []
    described = msgspec.inspect.type_info(options)
    assert isinstance(described, msgspec.inspect.StructType)
    for f in described.fields:
        kind: Any = f.type
        match kind:
            case msgspec.inspect.BoolType():
                out.append(Switch(f.name, "bool", f.default))
            case msgspec.inspect.LiteralType():
                out.append(Switch(f.name, "choice", f.default, values=tuple(kind.values)))
            case msgspec.inspect.IntType():
                out.append(Switch(f.name, "number", f.default, low=kind.ge or 0, high=kind.le or 0))
            case msgspec.inspect.FrozenSetType() if isinstance(kind.item_type, msgspec.inspect.LiteralType):
                out.append(Switch(f.name, "set", f.default, values=tuple(kind.item_type.values)))
            case _:
                raise TypeError(f"{options.__name__}.{f.name} is no switch: a bool, Literal, int or set of Literals is")
    return out
