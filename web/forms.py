"""From an open ask to a form, and from a sent form to plain values. No game is named here.

A value travels as JSON. A private one (a field that is not `shown`) travels as its place in the list, `#2`: the page
of a phone that lies on the table must not tell what its owner may choose. Where everybody may know what could be
chosen (a `cover`, or the seats of the table) the page offers all of that, and the table refuses what may not be chosen.
What is refused, and why, the held card says.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal
from zlib import crc32

from werkzeug.datastructures import MultiDict

from companion.engine import Assign, Each, Face, Field, Number, OneOf, Share, SomeOf, Text
from companion.table.prompt import Prompt

__all__ = ["Choice", "Form", "Malformed", "Part", "decode", "form_of", "in_words", "private_lines", "whole"]

Widget = Literal["yes_no", "one", "some", "order", "number", "share", "assign", "text"]
TOLD = 5  # as many as are denied for one reason are told of; of more it is no news
FAR = 99  # the end of a private number's stepper: where it really ends is for the held card to say


class Malformed(ValueError):
    """The sent form does not say what was asked; `part` names the field."""

    def __init__(self, part: str) -> None:
        super().__init__(part)
        self.part = part


@dataclass(frozen=True)
class Choice:
    """One row. `denied`: why it is not offered. `cover`: where it lies among covered cards, from 1. `what`: of which
    kind it is and which, where everybody may know that it stands here."""

    value: str
    label: str
    cover: int = 0
    denied: str = ""
    room: int = 0  # of a key of a share
    start: int = 0  # what it begins with
    what: tuple[str, Any] | None = None


@dataclass(frozen=True)
class Part:
    """One field of the form."""

    name: str
    widget: Widget
    label: str
    choices: tuple[Choice, ...] = ()
    slots: tuple[Choice, ...] = ()
    least: int = 0
    most: int = 0
    private: bool = False
    start: int = 0  # where an amount begins

    @property
    def covered(self) -> bool:
        return any(c.cover for c in self.choices)

    @property
    def sole(self) -> bool:
        """Whether a single card lies there to be chosen: it needs no choosing."""
        return self.widget == "one" and self.covered and len(self.choices) == 1


@dataclass(frozen=True)
class Form:
    """An ask as a form. `key` names the question, or what is offered where no question has been put (a correction):
    while it stays, what was entered stays."""

    key: str
    kind: str
    number: int | None
    title: str
    help: str
    go: str  # the words of the button, with {choice} where what was chosen is to be named
    parts: tuple[Part, ...]
    answered: bool
    changeable: bool
    looking: bool  # to be answered once what the card hides has been held
    grave: str  # what a second look at it says; empty where none is wanted
    done: str
    default: bool = False  # what happens where nothing is chosen in the form beside it
    outright: bool = False  # a touch of a choice is the whole answer, where there is one list to choose from
    fixed: tuple[Part, ...] = ()  # with one public choice: sent unasked

    @property
    def lone(self) -> Part | None:
        """The only field."""
        return self.parts[0] if len(self.parts) == 1 else None

    @property
    def covered(self) -> bool:
        """Whether it is answered with cards that lie face down until held."""
        return any(part.covered for part in self.parts)

    @property
    def at_once(self) -> bool:
        """Whether a press of one of two buttons is the whole answer."""
        return self.lone is not None and self.lone.widget == "yes_no"


# ---- faces to forms


def form_of(face: Face, prompt: Prompt) -> Form:
    """The form of an ask of one's own."""
    single = len(face.fields) == 1
    parts: list[Part] = []
    for name, field in face.fields.items():
        if field is not None:
            parts += _parts(face, name, field, prompt, "" if single else prompt.part(face, name))
    fixed = [p for p in parts if p.widget == "one" and not p.private and len(p.choices) == 1]
    parts = [p for p in parts if p not in fixed]
    if not parts and fixed:  # something has to be pressed, and says what
        parts, fixed = fixed[-1:], fixed[:-1]
    return Form(
        key=f"{face.kind}-{crc32(repr(parts).encode()) if face.number is None else face.number}",
        kind=face.kind,
        number=face.number,
        title=prompt.title(face),
        help=prompt.help(face),
        go=prompt.go(face, "{choice}"),
        parts=tuple(parts),
        answered=face.answered,
        changeable=face.changeable,
        looking=face.looking,
        grave=prompt.grave(face),
        done=prompt.done(face),
        default=face.default,
        outright=face.outright and len(parts) == 1 and parts[0].widget == "one" and not parts[0].covered,
        fixed=tuple(fixed),
    )


def _parts(face: Face, name: str, field: Field, prompt: Prompt, label: str) -> list[Part]:
    if not isinstance(field, Each):
        return [_part(f"f.{name}", field, prompt, label, face, name)]
    return [
        _part(f"f.{name}.{json.dumps(key)}", part, prompt, prompt.part(face, name, key), face, name)
        for key, part in field.parts.items()
    ]


def _part(html: str, field: Field, prompt: Prompt, label: str, face: Face, name: str) -> Part:
    private = not field.shown
    if (places := _places(field)) is not None:
        cards = tuple(Choice(f"#{v}", prompt.place(v), cover=v + 1) for v in places)
        return Part(html, "one", label, cards, private=True)
    if (cover := _cover(field)) is not None:
        return replace(_part(html, cover, prompt, label, face, name), private=True)

    def rows(values: Iterable[Any], covered: bool = False) -> tuple[Choice, ...]:
        if covered:
            return tuple(Choice(f"#{i}", prompt.place(i), cover=i + 1) for i, _ in enumerate(values))
        return tuple(Choice(json.dumps(v), prompt.choice(field, v), what=(field.of, v)) for v in values)

    def said(value: bool, word: str) -> Choice:
        """What this ask calls its yes, where it has a word of its own: a bare one may not say what it does."""
        key = f"{face.kind}.{name}.{word}"
        label = prompt.words(key) if prompt.words.has(key) else prompt.choice(field, value)
        return Choice(json.dumps(value), label, what=(field.of, value))

    seats = range(len(prompt.names))
    match field:
        case OneOf(values=(True, False)):
            return Part(html, "yes_no", label, (said(True, "yes"), said(False, "no")))
        case OneOf(faces=faces) if faces:
            return Part(html, "one", label, rows(field.values, covered=True), private=True)
        case OneOf() if private and field.of == "seat":
            return Part(html, "one", label, rows(seats), private=True)
        case OneOf():
            barred: dict[str, list[str]] = {}  # what is denied for one reason stands in one row
            for v, code in field.why.items():
                if not (private or field.accepts(v) or (field.of == "seat" and v == face.by)):  # oneself is not missed
                    barred.setdefault(code, []).append(prompt.choice(field, v))
            denied = tuple(
                Choice("", ", ".join(labels), denied=prompt.why(code))
                for code, labels in barred.items()
                if len(labels) <= TOLD
            )
            offered = rows(field.values if private else field.choices(), covered=private)
            return Part(html, "one", label, offered + denied, private=private)
        case SomeOf():
            widget: Widget = "order" if field.ordered else "some"
            if private and field.of == "seat":
                return Part(html, widget, label, rows(seats), least=0, most=len(seats), private=True)
            offered = rows(field.values, covered=private or bool(field.faces))
            return Part(html, widget, label, offered, (), field.least, field.most, private)
        case Number():
            low, high = (min(field.low, 0), FAR) if private else (field.low, field.high)
            start = low if private or field.start is None else field.start
            return Part(html, "number", label, least=low, most=high, private=private, start=start)
        case Share():
            keys: Iterable[Any] = seats if private and field.of == "seat" else field.room
            slots = tuple(
                Choice(json.dumps(k), prompt.part(face, name, k), room=FAR if private else field.room.get(k, 0),
                       start=0 if private else field.start.get(k, 0), what=(field.of, k))
                for k in keys
            )  # fmt: skip
            least, most = (0, FAR) if private else (field.least, field.most)
            return Part(html, "share", label, (), slots, least, most, private)
        case Assign():
            slots = tuple(Choice(json.dumps(s), prompt.part(face, name, s), what=(field.to, s)) for s in field.slots)
            held = field.held if private else dict.fromkeys(field.held)
            return Part(html, "assign", label, rows(held, covered=private), slots, private=private)
        case Text():
            return Part(html, "text", label, rows(field.suggestions), most=field.limit)
    raise TypeError(f"no form for {type(field).__name__}")


def _places(field: Field) -> tuple[int, ...] | None:
    """The places of a whole hand, or of cards of which everybody may know how many there are, though not which may be
    chosen: the page shows them all, each is sent by its place, and the table says why not."""
    cover = field.cover
    if isinstance(field, OneOf) and field.hand and not field.shown:
        return tuple(range(len(field.hand)))
    if not isinstance(field, OneOf) or not isinstance(cover, OneOf) or cover.of or field.shown:
        return None
    return cover.values if all(type(v) is int for v in cover.values) else None


def _cover(field: Field) -> Field | None:
    """What everybody sees of a private field, where that is one of the same kind: the page shows it in its place."""
    if field.shown or (isinstance(field, (OneOf, SomeOf)) and field.faces):
        return None
    return field.cover if type(field.cover) is type(field) else None


# ---- sent forms to plain values


def decode(face: Face, sent: MultiDict[str, str]) -> dict[str, Any]:
    """The fields of the answer, as plain JSON values. Raises `Malformed`; whether they are legal the match decides."""
    return {name: _decode(f"f.{name}", field, sent) for name, field in face.fields.items() if field is not None}


def _decode(name: str, field: Field, sent: MultiDict[str, str]) -> Any:
    match field:
        case OneOf():
            return _value(name, sent.get(name), _places(field) or field.values)
        case SomeOf(ordered=True):
            return [_value(name, v, field.values) for v in sent.getlist(name)[: field.most]]
        case SomeOf():
            return [_value(name, v, field.values) for v in sent.getlist(name)]
        case Number():
            return _whole(name, sent.get(name))
        case Share():
            given = {k: _whole(name, v) for k, v in _by_key(name, sent) if v}
            return {k: n for k, n in given.items() if n}
        case Assign():
            return {k: _value(name, v, field.held) for k, v in _by_key(name, sent) if v}
        case Text():
            return (sent.get(name) or "").strip()
        case Each():
            return {_key(k): _decode(f"{name}.{json.dumps(k)}", part, sent) for k, part in field.parts.items()}
    raise TypeError(f"no form for {type(field).__name__}")


def _by_key(name: str, sent: MultiDict[str, str]) -> Iterable[tuple[str, str]]:
    """What was sent for the keys of a field, by the keys as JSON writes them in an object."""
    for key, value in sent.items():
        if key.startswith(f"{name}."):
            yield _key(_json(name, key[len(name) + 1 :])), value


def _key(key: Any) -> str:
    return key if isinstance(key, str) else json.dumps(key)


def _value(name: str, sent: str | None, values: tuple[Any, ...]) -> Any:
    if sent is None or sent == "":
        raise Malformed(name)
    if not sent.startswith("#"):
        return _json(name, sent)
    place = _whole(name, sent[1:])
    if not 0 <= place < len(values):
        raise Malformed(name)
    return values[place]


def _json(name: str, sent: str) -> Any:
    try:
        value = json.loads(sent)
    except (ValueError, RecursionError) as e:
        raise Malformed(name) from e
    if not isinstance(value, (str, int, bool)):
        raise Malformed(name)
    return value


def whole(sent: str) -> int | None:
    """A number that counts something, as a page sends it; None for whatever else was sent."""
    return int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 10 else None


def _whole(name: str, sent: str | None) -> int:
    size = whole((sent or "").removeprefix("-"))
    if sent is None or size is None:
        raise Malformed(name)
    return -size if sent.startswith("-") else size


# ---- what only the held card says


def covered_cards(face: Face) -> dict[str, tuple[str, tuple[Any, ...]]]:
    """An ask's covered cards, of which deck and which they are, by the name of the field in the form."""
    out: dict[str, tuple[str, tuple[Any, ...]]] = {}
    for name, field in face.fields.items():
        parts = field.parts.items() if isinstance(field, Each) else [(None, field)]
        for key, part in parts:
            html = f"f.{name}" if key is None else f"f.{name}.{json.dumps(key)}"
            values: tuple[Any, ...] = ()
            match part:
                case OneOf(faces=faces) if (places := _places(part)) is not None:
                    known = dict(enumerate(part.hand) if part.hand else zip(part.values, faces, strict=True))
                    values = tuple(known.get(place) for place in places)
                case OneOf(faces=faces) if faces:
                    values = faces
                case Field() if _cover(part) is not None:
                    pass
                case OneOf(shown=False) if part.of != "seat":
                    values = part.values
                case SomeOf(shown=False) if part.of != "seat":
                    values = part.faces or part.values
                case Assign(shown=False):
                    values = part.held
            if values and part is not None:
                out[html] = (part.of, tuple(values))
    return out


def private_lines(face: Face, prompt: Prompt) -> list[str]:
    """What the owner of a private ask must know to answer it: bounds, who may be chosen, and why others not."""
    words = prompt.words
    out = [f"{prompt.title(face)}: {prompt.why(face.barred)}"] if face.barred else []
    for field in face.fields.values():
        match field:
            case Number(shown=False, low=low, high=high, below=below, above=above):
                beyond = [prompt.why(why) for why in (below, above) if why]
                if low <= high or not beyond:
                    out.append(words("form.range" if low <= high else "form.range.none", low=low, high=high))
                out += [f"{why[:1].upper()}{why[1:]}." for why in beyond]
            case Share(shown=False, least=least, most=most):
                out.append(words("form.share.exactly" if least == most else "form.range", n=most, low=least, high=most))
            case OneOf(shown=False, of="seat", values=values):
                out.append(words("form.may", seat=prompt.several(values)))
            case SomeOf(shown=False, of="seat", values=values):
                out.append(words("form.may", seat=prompt.several(values)))
        if isinstance(field, OneOf) and not field.shown:
            for code in dict.fromkeys(field.why.values()):
                barred = [prompt.choice(field, v) for v, why in field.why.items() if why == code]
                out.append(f"{', '.join(barred)}: {prompt.why(code)}")
    return out


def in_words(face: Face, fields: Any, prompt: Prompt) -> str:
    """An answer given before, in words."""
    said: list[str] = []
    for name, field in face.fields.items():
        value = fields.get(name)
        if isinstance(field, OneOf):
            held = field.hand or field.faces
            shown = held[value] if held and isinstance(value, int) else value
            said.append(prompt.value(field.of, shown))
        elif isinstance(field, SomeOf):
            said.append(prompt.words.listed([prompt.value(field.of, v) for v in value]))
        elif isinstance(field, Assign):
            slots = [(prompt.part(face, name, k), prompt.value(field.of, v)) for k, v in value.items()]
            said.append(" · ".join(f"{slot}: {card}" for slot, card in slots))
        elif isinstance(field, Share):
            said.append(" · ".join(f"{prompt.part(face, name, _back(k))} {n}" for k, n in value.items()))
        elif isinstance(field, Each):
            for key, part in field.parts.items():
                said.append(f"{prompt.part(face, name, key)}: {prompt.value(part.of, value.get(_key(key)))}")
        else:
            said.append(str(value))
    return " · ".join(each or "—" for each in said)


def _back(key: str) -> Any:
    return int(key) if key.lstrip("-").isdigit() else key
