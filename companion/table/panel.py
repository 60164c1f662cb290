"""The six buttons. One grammar for all games: it works on what everybody may know of the open asks.

One lone `yes_no`: YES and NO commit; beside other fields they fill, and OK commits. A list: UP, DOWN, OK. An amount
begins at its least; UP is more and DOWN less, as far as it goes. One with a start of its own stands there at once.
Several things (some, shares): UP and DOWN move, YES adds, NO takes away, OK commits; an order of everything that is
there stands as it was proposed until something has been added. An ask without fields: OK; as an
alternative of the same seat: NO; marked as default: OK while nothing has been moved, and NO leads back to there, for
whoever presses NO because something is wrong must not agree. Several seats asked: the seat first, by UP and DOWN, then
OK (or at once YES and NO where that is all there is to say). A grave choice: OK twice.
Several questions with choices to one seat: first which, by UP and DOWN, then OK, and NO leads back there from its
choices. What nobody waits for stands back, and so does what neither a button nor a card on the reader can answer.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from companion.engine import HOST, Each, Face, Field, Number, OneOf, Seat, Share, SomeOf, Text
from companion.table.requests import Button
from companion.table.snapshot import Cursor, Key

__all__ = ["BALLOT", "CLOSE", "Act", "Seen", "fixed", "keys", "lone", "open_faces", "press", "seats", "standing"]

BALLOT, CLOSE = "ballot", "contents"  # a seat's votes into the open urn; whoever closes it does so


@dataclass(frozen=True)
class Seen:
    """What the panel goes by: the public faces and the host's own, where the cursor stands, and whose covered
    questions a card on the reader answers."""

    faces: Sequence[Face]
    host: Sequence[Face]
    cursor: Cursor
    tapping: frozenset[Seat] = frozenset()


@dataclass(frozen=True)
class Act:
    """What a press does: the cursor moves, or an answer is given, or the pending tap is decided."""

    cursor: Cursor | None = None
    answer: tuple[Seat, str, dict[str, Any]] | None = None
    decide: bool = False


def open_faces(seen: Seen) -> list[Face]:
    """The asks that the panel can answer now."""
    own = [f for f in seen.faces if f.by >= 0] + [f for f in seen.host if f.by == HOST]
    usable = [f for f in own if all(_steps(g) is not None for g in f.fields.values())]
    return [f for f in usable if (f.changeable or not f.answered) and (not f.ways or "panel" in f.ways)]


def seats(seen: Seen) -> list[Seat]:
    """Who may answer on the panel, those still missing first in nothing but their own order."""
    secretly = {f.by for f in seen.faces if f.by in seen.tapping and not f.answered and _covered(f)}
    asked = {f.by for f in open_faces(seen)} | secretly
    waited = asked & {f.by for f in seen.faces if not f.answered and not f.aside}
    return sorted(waited | {s for s in asked if s < 0} if waited else asked, key=lambda s: (s < 0, s))


def _covered(face: Face) -> bool:
    """Something in it is for its seat alone: no button answers, but whose card will be tapped may be said."""
    return any(_steps(f) is None for f in face.fields.values())


def current(seen: Seen) -> Seat | None:
    """Whose answer the buttons give: the only one asked, or the one chosen."""
    asked = [s for s in seats(seen) if s >= 0] or seats(seen)
    if seen.cursor.seat in seats(seen):
        return seen.cursor.seat
    return asked[0] if len(asked) == 1 else None


def keys(seen: Seen) -> dict[Button, Key]:
    """Which buttons mean something, and the word beside each: lit are exactly those for which `press` does something.
    Where several seats are asked the same yes or no, its words stand there before one has been chosen."""
    lit: dict[Button, Key] = {}
    buttons: tuple[Button, ...] = ("YES", "NO", "UP", "DOWN", "OK")
    for b in buttons:
        if press(seen, b) is not None:
            lit[b] = Key(True, _word(seen, b))
    if current(seen) is None and not seen.cursor.pending and (of := _asked_of_all(seen)):
        lit.setdefault("YES", Key(False, f"{of}.yes"))
        lit.setdefault("NO", Key(False, f"{of}.no"))
    return lit


def _asked_of_all(seen: Seen) -> str:
    """What the yes and the no are called that all are asked; empty where anybody is asked something else."""
    asked = [f for f in open_faces(seen) if f.by in seats(seen)]
    named = {_parts(f)[0][2].of if _yes_no(f) else "" for f in asked}
    (of,) = named if len(named) == 1 else ("",)
    return "key" if of == "yes" else of


def _word(seen: Seen, button: Button) -> str:
    if button in ("UP", "DOWN"):
        if _counting(seen, button):
            return "key.more" if button == "UP" else "key.less"
        return "key.previous" if button == "UP" else "key.next"
    act = press(seen, button)
    if act and act.answer and act.answer[1] == BALLOT:
        return "key.done" if button == "OK" else f"paper.{button.lower()}"
    if act and button in ("YES", "NO") and (filled := _fills(seen, act)) is not None and _truth(filled):
        return f"{'key' if filled.of == 'yes' else filled.of}.{button.lower()}"
    if act and act.answer:
        if button == "OK" or (button == "NO" and not _lone(seen)):
            return f"{act.answer[1]}.word"
        return f"key.{button.lower()}"
    at = act.cursor if act else None
    if at and at.sure and at.part is None:
        return f"{at.kind}.word"
    if at and button == "NO" and (at.kind is None or (at.part is None and seen.cursor.part is not None)):
        return "key.back"
    if at and button in ("YES", "NO") and f"~{at.part}" in at.draft and at.draft != seen.cursor.draft:
        return "key.add" if button == "YES" else "key.remove"
    return f"key.{button.lower()}"


def _fills(seen: Seen, act: Act) -> Field | None:
    """What it fills: YES and NO are called by that (`innocent.yes`), or by the plain words of the keys."""
    at = act.cursor or Cursor()
    seat, kind, given = act.answer or (at.seat, at.kind, at.draft)
    face = next((f for f in open_faces(seen) if (f.by, f.kind) == (seat, kind)), None)
    new = (p for p in _parts(face) if _filled(given, p) and not _filled(seen.cursor.draft, p)) if face else iter(())
    return next((field for *_, field in new), None)


def _counting(seen: Seen, button: Button) -> bool:
    """Whether it changes an amount."""
    act = press(seen, button)
    at = act.cursor if act else None
    face = next((f for f in open_faces(seen) if at and (f.by, f.kind) == (at.seat, at.kind)), None)
    return bool(at and at.part and face and isinstance(face.fields.get(at.part), Number))


def _lone(seen: Seen) -> bool:
    seat = current(seen)
    return any(f.by == seat and _yes_no(f) for f in open_faces(seen))


def press(seen: Seen, button: Button) -> Act | None:
    """What this button does now; None: nothing, and its lamp is dark."""
    act = _press(seen, button)
    if act is None and button == "OK" and not seen.cursor.pending:
        host = next((f for f in open_faces(seen) if f.by == HOST and not f.fields), None)
        return Act(answer=(HOST, host.kind, {})) if host else None
    return act


def _press(seen: Seen, button: Button) -> Act | None:
    cursor = standing(seen)
    if cursor.pending:
        return _pending(cursor, button)
    seat = current(seen)
    if seat is None or (button in ("UP", "DOWN") and not cursor.entered and _choosing_seat(seen)):
        return _seat(seen, button)
    every = [f for f in open_faces(seen) if f.by == seat]
    mine = [f for f in every if not f.aside or f.kind == cursor.kind] or every
    if not mine:
        return None
    main = next((f for f in mine if f.fields), mine[0])
    several = sum(bool(f.fields) for f in mine) > 1
    if button == "NO" and (inside := next((f for f in mine if cursor.part and f.kind == cursor.kind), None)):
        if (several or cursor.draft) and (act := _fill(cursor, inside, seat, button)):
            return act
        if several and cursor.tapped is None:
            return Act(Cursor(seat=seat, kind=inside.kind, entered=True))
    if button == "NO" and (other := _alternative(mine, main)):
        if not other.default:
            return _grave(cursor, other, {}, seat)
        if not (cursor.draft or _yes_no(main)):
            return Act(Cursor(seat=cursor.seat, entered=cursor.entered)) if cursor.kind else None
    untouched = cursor.value is None and not cursor.draft and (cursor.kind is None or cursor.sure)
    if button == "OK" and untouched and (default := next((f for f in mine if f.default), None)):
        return _grave(cursor, default, {}, seat)
    if several:
        if _choosing_seat(seen) and not cursor.entered:
            return Act(Cursor(seat=seat, entered=True)) if button == "OK" else None
        chosen = next((f for f in mine if f.kind == cursor.kind), None)
        if chosen is None or cursor.part is None:
            return _what(cursor, mine, chosen, seat, button)
        return _fill(cursor, chosen, seat, button)
    if not main.fields:  # OK, or NO where it is the alternative to a question that is not for the panel
        alone = not any(f.by == seat and f.fields and not f.answered for f in seen.faces)
        key = "OK" if alone or main.default else "NO"
        return _grave(cursor, main, {}, seat) if button == key else None
    if _yes_no(main) and button in ("YES", "NO"):
        name, key, _ = _parts(main)[0]
        return Act(answer=(seat, main.kind, _with({}, name, key, button == "YES")))
    if _yes_no(main):
        return None
    if _choosing_seat(seen) and not cursor.entered:
        return Act(replace(cursor, seat=seat, kind=main.kind, entered=True)) if button == "OK" else None
    return _fill(cursor, main, seat, button)


def _alternative(mine: list[Face], main: Face) -> Face | None:
    """What NO means beside a question: what needs no choice, unless nobody waits for it."""
    return next((f for f in mine if f is not main and not f.fields and not f.aside), None)


def _what(cursor: Cursor, mine: list[Face], chosen: Face | None, seat: Seat, button: Button) -> Act | None:
    """Choose which of several questions to answer; where it leaves no choice, OK is the answer."""
    if button in ("UP", "DOWN"):
        by = 1 if button == "DOWN" else -1
        at = mine.index(chosen) + by if chosen else (0 if by > 0 else -1)
        return Act(Cursor(seat=seat, kind=mine[at % len(mine)].kind, entered=True))
    if button != "OK" or chosen is None:
        return None
    only = {name: choices(f) for name, f in chosen.fields.items() if isinstance(f, (OneOf, Number))}
    if only.keys() == chosen.fields.keys() and all(len(values) == 1 for values in only.values()):
        return _grave(cursor, chosen, {name: values[0] for name, values in only.items()}, seat)
    name, _, field = _parts(chosen)[0]
    first = None if _truth(field) else next(iter(choices(field)), None)
    return Act(replace(cursor, part=name, value=_start(field) if isinstance(field, Number) else first))


def _choosing_seat(seen: Seen) -> bool:
    return len([s for s in seats(seen) if s >= 0]) > 1


def _seat(seen: Seen, button: Button) -> Act | None:
    """Choose who answers, among the seats that are asked."""
    asked = [s for s in seats(seen) if s >= 0]
    if button in ("UP", "DOWN") and asked:
        by = 1 if button == "DOWN" else -1
        at = asked.index(seen.cursor.seat) + by if seen.cursor.seat in asked else (0 if by > 0 else -1)
        return Act(Cursor(seat=asked[at % len(asked)]))
    return None


def _pending(cursor: Cursor, button: Button) -> Act | None:
    if button in ("UP", "DOWN"):
        at = (cursor.at + (1 if button == "DOWN" else -1)) % len(cursor.pending)
        seat, kind, part, value = cursor.pending[at]
        return Act(replace(cursor, at=at, seat=seat, kind=kind, part=part, value=value))
    if button in ("OK", "YES"):
        return Act(decide=True)
    return Act(Cursor()) if button == "NO" else None


def _grave(cursor: Cursor, face: Face, fields: Mapping[str, Any], seat: Seat) -> Act:
    """Commit, or for a grave choice first ask for the same again."""
    if face.grave and not (cursor.sure and cursor.kind == face.kind):
        return Act(replace(cursor, seat=seat, kind=face.kind, sure=True))
    return Act(answer=(seat, face.kind, dict(fields)))


def _yes_no(face: Face) -> bool:
    """Whether a yes or a no is all that is asked, be it of one of several things."""
    parts = _parts(face)
    return len(face.fields) == 1 == len(parts) and _truth(parts[0][2])


def _truth(field: Field | None) -> bool:
    """Whether it is said with YES or NO. Seats 0 and 1 are no truths, though they equal them."""
    return isinstance(field, OneOf) and set(map(repr, field.values)) == {"True", "False"}


def _steps(field: Field | None) -> Literal["one", "many", "each"] | None:
    """How the panel fills a field; None: it cannot (a secret, or no end of possibilities)."""
    match field:
        case OneOf(faces=()) | Number() if field.shown:
            return "one"
        case Text(suggestions=(_, *_)) if field.shown:
            return "one"
        case SomeOf(faces=()) | Share() if field.shown:
            return "many"
        case Each() if field.shown and all(isinstance(f, (OneOf, Number)) for f in field.parts.values()):
            return "each"
    return None


def choices(field: Field) -> list[Any]:
    """What UP and DOWN go through."""
    match field:
        case Share():
            return list(field.room)
        case SomeOf():
            return list(dict.fromkeys(field.values))
        case Number():
            return list(range(field.low, field.high + 1))
    return list(field.choices())


def _fill(cursor: Cursor, face: Face, seat: Seat, button: Button) -> Act | None:
    """One field after another; a field `each` is one after another of its parts."""
    parts = list(_parts(face))
    name, key, field = next((p for p in parts if not _filled(cursor.draft, p)), parts[-1])
    if cursor.kind not in (None, face.kind):
        cursor = Cursor(seat=seat)
    here = replace(cursor, seat=seat, kind=face.kind, part=name, entered=True)
    values = choices(field)
    if isinstance(field, Number) and button in ("UP", "DOWN"):
        value = _counted(field, cursor.value if cursor.value in values else None, button)
        return None if value is None else Act(replace(here, value=value, sure=False))
    if button in ("UP", "DOWN"):
        if not values:
            return None
        by = 1 if button == "DOWN" else -1
        at = values.index(cursor.value) + by if cursor.value in values else (0 if by > 0 else -1)
        return Act(replace(here, value=values[at % len(values)], sure=False))
    if _steps(field) == "many":
        return _many(here, face, seat, name, field, button)
    if button in ("YES", "NO") and _truth(field):
        return _next(replace(here, draft=_with(here.draft, name, key, button == "YES")), face, seat)
    if button == "OK" and cursor.value in values:
        return _next(replace(here, draft=_with(here.draft, name, key, cursor.value)), face, seat)
    return None


def standing(seen: Seen) -> Cursor:
    """Where the cursor stands: at the start of an amount that has one, where that is all there is to fill in."""
    cursor, seat = seen.cursor, current(seen)
    mine = [f for f in open_faces(seen) if f.by == seat and not f.aside]
    fillable = [f for f in mine if f.fields]
    if cursor.pending or cursor.part or len(fillable) != 1 or any(f.default for f in mine):
        return cursor
    if cursor.kind not in (None, fillable[0].kind):
        return cursor
    name, _, field = _parts(fillable[0])[0]
    if not isinstance(field, Number) or field.start is None or (_choosing_seat(seen) and not cursor.entered):
        return cursor
    return replace(cursor, seat=seat, kind=fillable[0].kind, part=name, value=field.start)


def _start(field: Field) -> int | None:
    """Where an amount begins."""
    if not isinstance(field, Number):
        return None
    return field.low if field.start is None else field.start


def _counted(field: Number, value: int | None, button: Button) -> int | None:
    """UP makes an amount more and DOWN less, from where it begins; None: it goes no further."""
    if value is None:
        return _start(field)
    wanted = value + (1 if button == "UP" else -1)
    return wanted if field.low <= wanted <= field.high else None


def lone(fields: Mapping[str, Field | None]) -> dict[str, Any]:
    """What leaves no choice, as everybody sees: nobody is asked to choose or to tap it."""
    return {n: f.values[0] for n, f in fields.items() if isinstance(f, OneOf) and f.shown and len(f.values) == 1}


def fixed(face: Face) -> dict[str, Any]:
    """What leaves no choice beside something else that does."""
    found = lone(face.fields)
    return found if len(found) < len(face.fields) else {}


def _parts(face: Face) -> list[tuple[str, Any, Field]]:
    out: list[tuple[str, Any, Field]] = []
    leaves = fixed(face)
    for name, field in face.fields.items():
        if name in leaves:
            continue
        if isinstance(field, Each):
            out += [(name, key, part) for key, part in field.parts.items()]
        elif field is not None:
            out.append((name, None, field))
    return out


def _filled(draft: Mapping[str, Any], part: tuple[str, Any, Field]) -> bool:
    name, key, _ = part
    return name in draft and (key is None or key in draft[name])


def _with(draft: Mapping[str, Any], name: str, key: Any, value: Any) -> dict[str, Any]:
    return {**draft, name: value if key is None else {**draft.get(name, {}), key: value}}


def _next(cursor: Cursor, face: Face, seat: Seat) -> Act:
    """The next field, or the answer when all are filled."""
    if all(_filled(cursor.draft, p) for p in _parts(face)):
        act = _grave(cursor, face, {**fixed(face), **cursor.draft}, seat)
        if act.cursor:  # a grave one: the last field is filled again by the second OK
            last = _parts(face)[-1]
            draft = {k: v for k, v in cursor.draft.items() if k != last[0]}
            return Act(replace(act.cursor, draft=draft))
        return act
    name, _, following = next(p for p in _parts(face) if not _filled(cursor.draft, p))
    return Act(replace(cursor, part=name, value=_start(following)))


def _many(cursor: Cursor, face: Face, seat: Seat, name: str, field: Field, button: Button) -> Act | None:
    """Some of a list, or a share: YES adds where the cursor stands, NO takes away, OK gives what has been gathered."""
    gathered: Any = cursor.draft.get(f"~{name}") or ({} if isinstance(field, Share) else [])
    value = cursor.value
    if button == "OK":
        gathered = gathered or proposed(field)
        if not field.accepts(gathered):
            return None
        draft = {k: v for k, v in cursor.draft.items() if k != f"~{name}"}
        return _next(replace(cursor, draft={**draft, name: gathered}), face, seat)
    if value is None or button not in ("YES", "NO"):
        return None
    new: Any
    if isinstance(field, Share):
        n = gathered.get(value, 0) + (1 if button == "YES" else -1)
        new = {**{k: v for k, v in gathered.items() if k != value}, **({value: n} if n else {})}
        fits = 0 <= n <= field.room[value] and sum(new.values()) <= field.most
    else:
        assert isinstance(field, SomeOf)
        new = [*gathered, value] if button == "YES" else _without(gathered, value)
        fits = new is not None and len(new) <= field.most and all(new.count(v) <= field.values.count(v) for v in new)
    return Act(replace(cursor, draft={**cursor.draft, f"~{name}": new})) if fits else None


def proposed(field: Field) -> Any:
    """What OK gives where nothing has been gathered: an order of all of them, as it was put to the table."""
    whole = isinstance(field, SomeOf) and field.ordered and field.least == len(field.values)
    return list(field.values) if isinstance(field, SomeOf) and whole else {} if isinstance(field, Share) else []


def _without(gathered: list[Any], value: Any) -> list[Any] | None:
    if value not in gathered:
        return None
    at = len(gathered) - 1 - gathered[::-1].index(value)
    return gathered[:at] + gathered[at + 1 :]
