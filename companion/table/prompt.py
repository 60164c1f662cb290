"""Faces and events put into words: the one place that does, so that board and phones say the same.

What a game's catalogue holds for a kind of move, and what for its values:

    KIND.line    who is waited for: {seat} is a name
    KIND.all     the same where several were asked at once: {n} are missing
    KIND.lines   the same where there is no KIND.all: {seat} are several names
    KIND.title   the heading on the phone that is asked; {least} {most} {low} {high} of its first field
    KIND.go      the button that answers; {choice}
    KIND.help    a sentence under the heading
    KIND.tap     on the board, of a chosen {seat} whom a card on the reader answers for, and no button
    KIND.done    on the phone that has answered
    KIND.sure    of one that cannot be taken back: what a second look at it says; {n} are left undone
    KIND@OCCASION.… each of these where the ask is put on that occasion, in place of what it says otherwise
    OF.VALUE     a value of a field, by the field's `of`; yes and no are OF.yes and OF.no
    KIND.FIELD.chosen  on the board, of an amount {n}: what it is of; {rest} up to the most
    OF.VALUE.name  on the board, of a value that is said with more than its name in a form
    KIND.FIELD   the name of a field, where a form has several; KIND.FIELD.KEY that of a slot or part
    DECK.draw    how many real cards the table is to draw, {n}; DECK.draw_by where somebody draws them, {seat};
                 DECK.draw_own on that one's phone, with DECK.draw_own.help under it
    event.KIND   a line of the log: the fields of the event
    remark.CODE  what is to be said of a choice that is offered, worded as a reason is
    why.CODE     why a choice is not offered; of a code that counts, as CODE:3 does, {n}; of one about a thing, as
                 CODE:agents.LID does, {what}
    refusal.CODE@OF.why, .now  why a thing of this kind is refused, and what to do, where it has words of its own
"""
from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from msgspec import Struct
from msgspec.inspect import DictType, ListType, Metadata, StructType, Type, type_info
from msgspec.inspect import Field as Described

from companion.engine import CHANCE, CLOCK, HOST, URN, Assign, Event, Face, Field, Number, OneOf, Share, SomeOf, deck_of
from companion.locale import Words

__all__ = ["Prompt"]


class Prompt:
    """The words of one language for the people of one match. `names` are those of the seats.

    `drawer` is the seat whose hands draw the real cards that are asked for: the public fact `drawer` of a game that has
    one.
    """

    def __init__(self, words: Words, names: Sequence[str], drawer: Any = None) -> None:
        self.words, self.names, self.drawer = words, names, drawer

    # ---- who

    def name(self, seat: Any) -> str:
        """A seat's name, a list of seats' names, or who else may be asked."""
        if isinstance(seat, int) and 0 <= seat < len(self.names):
            return self.names[seat]
        return self.words("who.host" if seat == HOST else "who.table")

    def several(self, seats: Iterable[Any]) -> str:
        """`Ana, Bruno y Carla`."""
        return self.words.listed([self.name(seat) for seat in seats])

    def said(self, key: str, /, **gaps: Any) -> str:
        """The message as a line of its own: whoever has no name is written small, but for at its beginning."""
        text = self.words(key, **gaps)
        nameless = (self.words("who.host"), self.words("who.table"))
        return text[:1].upper() + text[1:] if text.startswith(nameless) else text

    # ---- what is asked

    def waiting(self, faces: Iterable[Face]) -> list[Face]:
        """The open asks that hold up the table now: the first kind that is missing, people before devices, and what
        nobody waits for last."""
        missing = [f for f in faces if not f.answered and f.by != CLOCK]
        for aside in (False, True):
            for wanted in (_of_a_seat, _of_the_table, lambda f: True):
                if found := [f for f in missing if wanted(f) and f.aside == aside]:
                    return [f for f in found if f.kind == found[0].kind]
        return []

    def draws(self, faces: Iterable[Face], seat: int | None) -> bool:
        """Whether the table waits for the hands of this seat, though for no answer of its phone."""
        return seat is not None and seat == self.drawer and any(f.by == CHANCE for f in self.waiting(faces)[:1])

    def together(self, faces: Iterable[Face]) -> bool:
        """Whether it waits for something that everybody at the table may do: nobody's turn in particular."""
        waiting = self.waiting(faces)[:1]
        return any((f.by == HOST and not f.fields) or (f.by == CHANCE and self.drawer is None) for f in waiting)

    def draw_help(self, faces: Iterable[Face]) -> str:
        """The sentence under the line on the phone of who draws; empty where the game has none."""
        key = f"{deck_of(self.waiting(faces)[0])}.draw_own.help"
        return self.words(key) if self.words.has(key) else ""

    def line(self, faces: Sequence[Face], seat: int | None = None) -> str:
        """What the table waits for, in one line; on the phone of `seat`. Empty when it waits for nobody."""
        waiting = self.waiting(faces)
        if not waiting:
            return self.words("wait.clock") if faces else ""
        face, seats = waiting[0], sorted({f.by for f in waiting})
        if face.by == CHANCE:
            return self._draw(deck_of(face), face.left, own=self.draws(faces, seat))
        asked = {f.by for f in faces if f.kind == face.kind and f.by >= 0}
        if len(asked) > 1 and self.words.has(all_ := self.key(face, "all")):
            return self.words(all_, n=len(seats))
        gaps = {**self._bounds(face), "seat": self.several(seats), "n": len(seats)}
        key = self.key(face, "lines" if len(seats) > 1 else "line")
        if len(seats) > 1 and not self.words.has(key):
            return self.said("wait.several", seat=gaps["seat"])
        return self.said(key, **gaps)

    def key(self, face: Face, what: str) -> str:
        """Under what the catalogue holds this of an ask: on its occasion, where it has words of its own for that."""
        own = f"{face.kind}@{face.occasion}.{what}"
        return own if face.occasion and self.words.has(own) else f"{face.kind}.{what}"

    def _draw(self, deck: str, left: int, own: bool = False) -> str:
        if self.drawer is not None and self.words.has(f"{deck}.draw_by"):
            key = f"{deck}.draw_own" if own else f"{deck}.draw_by"
            return self.words.n(key, left, seat=self.name(self.drawer))
        return self.words.n(f"{deck}.draw", left) if self.words.has(f"{deck}.draw") else self.words("drawn.line")

    def _bounds(self, face: Face) -> dict[str, Any]:
        for field in face.fields.values():
            match field:
                case SomeOf() | Share():
                    return {"least": field.least, "most": field.most}
                case Number():
                    return {"low": field.low, "high": field.high}
        return {}

    def title(self, face: Face) -> str:
        """The heading of a phone that is asked."""
        if face.kind == "drawn":  # the occasion is the deck
            return self._draw(face.occasion, 1, own=face.by >= 0)
        return self.said(self.key(face, "title"), seat=self.name(face.by), **self._bounds(face))

    def help(self, face: Face) -> str:
        """The sentence under it; empty where the game has none."""
        key = self.key(face, "help")
        return self.said(key, seat=self.name(face.by), **self._bounds(face)) if self.words.has(key) else ""

    def go(self, face: Face, choice: str = "") -> str:
        """The button that answers. `choice` is already in words."""
        return self.words(self.key(face, "go"), choice=choice)

    def tap(self, face: Face) -> str:
        """What the board says once a seat has been chosen for which a card on the reader answers."""
        key = self.key(face, "tap")
        return self.words(key if self.words.has(key) else "board.tap", seat=self.name(face.by))

    def done(self, face: Face) -> str:
        """What a phone says once it has answered: that, never what."""
        key = self.key(face, "done")
        return self.words(key if self.words.has(key) else "form.answered")

    def grave(self, face: Face) -> str:
        """What is said before an answer that cannot be taken back; empty of one that can."""
        key = self.key(face, "sure")
        return self.words(key if self.words.has(key) else "form.sure", n=face.left) if face.grave else ""

    # ---- what may be answered

    def choice(self, field: Field, value: Any) -> str:
        """A value of a field."""
        if isinstance(field, OneOf) and (field.faces or field.hand):
            return self.place(value)
        if isinstance(field, (Number,)) or (isinstance(value, str) and not field.of):
            return str(value)
        return self.value(field.of, value)

    def value(self, of: str, value: Any) -> str:
        """What a value is called among those of its kind; of several together, all in a row. Of equal cards told apart
        by a number, `bribe#07`, it is the name and the number."""
        if isinstance(value, (list, tuple)):
            return self.words.listed([self.value(of, v) for v in value])
        if isinstance(value, Struct):  # a small thing with fields of its own: by its `kind`
            gaps = {name: say(self, getattr(value, name)) for name, say in _wording(type(value)).items()}
            return self.words(f"{of}.{gaps.pop('kind')}", **gaps)
        if of == "seat" and isinstance(value, int):
            return self.name(value)
        if isinstance(value, bool):
            key, house = f"{of}.{'yes' if value else 'no'}", f"yes.{'yes' if value else 'no'}"
            return self.words(key if self.words.has(key) else house)
        key = f"{of}.{value}"
        name, _, number = key.partition("#")
        if number.isdigit() and not self.words.has(key):
            return f"{self.words(name)} {int(number)}"
        return str(value) if isinstance(value, int) and not self.words.has(key) else self.words(key)

    def chosen(self, face: Face, name: str, value: Any) -> str:
        """What the board says of a field that has been filled in."""
        field, key = face.fields[name], f"{face.kind}.{name}.chosen"
        assert field is not None
        if isinstance(field, Number) and self.words.has(key):
            return self.words(key, n=value, rest=field.high - value)
        short = f"{field.of}.{value}.name"
        said = self.words(short) if self.words.has(short) else self.choice(field, value)
        if isinstance(field, OneOf) and field.remarks and (remark := field.remarks.get(value)):
            return f"{said}, {self.words.remark(remark)}"
        return said

    def place(self, place: int) -> str:
        """A place in a row of covered cards; the first is 0."""
        return self.words("place", n=place + 1)

    def part(self, face: Face, name: str, key: Any = None) -> str:
        """The name of a field, or of one of its slots, keys or parts; empty where the game has none."""
        field = face.fields[name]
        if key is None:
            wanted = f"{face.kind}.{name}"
            return self.words(wanted) if self.words.has(wanted) else ""
        if isinstance(field, Share) and field.of:
            return self.value(field.of, key)
        if field and field.of == "seat" and not isinstance(field, Assign):
            return self.name(key)
        wanted = f"{face.kind}.{name}.{key}"
        return self.words(wanted) if self.words.has(wanted) else str(key)

    def why(self, code: str) -> str:
        """Why a choice is not offered."""
        return self.words.why(code)

    # ---- what happened

    def event(self, event: Event) -> str:
        """A line of the log."""
        kind = str(event.__struct_config__.tag)
        gaps: dict[str, Any] = {}
        for name, words in _wording(type(event)).items():
            gaps[name] = words(self, getattr(event, name))
        return self.said(f"event.{kind}", **gaps)

    def refusal(self, code: str, detail: Mapping[str, Any]) -> tuple[str, str]:
        """Why not, and what to do now: to draw from the `deck` that is drawn from, where there is one. A code without
        words of its own says that it is not possible now."""
        why = str(detail.get("why", ""))
        if code == "not-offered" and why and self.words.has(f"why.{why.partition(':')[0]}"):
            return _sentence(self.why(why)), self.words("refusal.not-offered.now")
        if not self.words.has(f"refusal.{code}.why"):
            code = "not-now"
        if self.words.has(f"refusal.{code}@{detail.get('of')}.why"):
            code = f"{code}@{detail['of']}"
        elif "deck" in detail:
            return self.said(f"refusal.{code}.why"), _sentence(self._draw(detail["deck"], 1))
        plain = {name: value for name, value in detail.items() if isinstance(value, (str, int))}
        if isinstance(seat := detail.get("seat"), int):
            plain["seat"] = self.name(seat)
        if isinstance(device := detail.get("device"), str):
            plain["device"] = self.device(device)
        return self.said(f"refusal.{code}.why", **plain), self.said(f"refusal.{code}.now", **plain)

    def device(self, name: str) -> str:
        """A part of the table, "reader" or "button YES", as people call it."""
        kind, _, key = name.partition(" ")
        if not self.words.has(f"device.{kind}"):
            return name
        key = self.words(f"key.{key.lower()}") if self.words.has(f"key.{key.lower()}") else key
        return self.words(f"device.{kind}", key=key)


def _of_a_seat(face: Face) -> bool:
    return face.by >= 0


def _of_the_table(face: Face) -> bool:
    return face.by in (URN, CHANCE)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")


_Say = Callable[[Prompt, Any], Any]


def _plain(prompt: Prompt, value: Any) -> Any:
    return prompt.words.listed([str(v) for v in value]) if isinstance(value, list) else value


def _one(of: str) -> _Say:
    return lambda prompt, value: value if value is None else prompt.value(of, value)


def _many(of: str) -> _Say:
    return lambda prompt, values: prompt.words.listed([prompt.value(of, v) for v in values])


@cache
def _wording(kind: type[Struct]) -> dict[str, _Say]:
    """How each field of an event, or of a thing in it, is worded: the marks in its types tell what its values are, as
    `Seat` does."""
    described = type_info(kind)
    assert isinstance(described, StructType)
    return {f.name: _field(f) for f in described.fields}


def _field(field: Described) -> _Say:
    kind = field.type
    if of := _of(kind):
        return _one(of)
    if isinstance(kind, ListType) and (of := _of(kind.item_type)):
        return _many(of)
    if isinstance(kind, DictType) and (of := _of(kind.key_type)):
        return _many(of)
    return _plain


def _of(kind: Type) -> str:
    """What the values of a type are, where an annotation says so."""
    return str((kind.extra or {}).get("of", "")) if isinstance(kind, Metadata) else ""
