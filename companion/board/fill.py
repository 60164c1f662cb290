"""From what the table publishes to what the house's scenes show."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from companion.board.data import Draws, Enrolment, Finding, Join, Kind, Lobby, Menu, Pausing, Poster, Ready
from companion.display.parts import Clock, Key
from companion.display.seats import Plate
from companion.display.situation import Question, Situation, Urn
from companion.engine import Component, Face, Field, Game, Number, OneOf, deck_of, switches
from companion.locale import Words
from companion.table import panel
from companion.table.prompt import Prompt
from companion.table.requests import Button
from companion.table.snapshot import AWAY, Alarm, Chair, Notice, Playing, Snapshot

MARK = 16  # hexadecimal digits of a commitment that people compare
ORDER: tuple[Button, ...] = ("YES", "NO", "UP", "DOWN", "OK", "MENU")


def prompt(snapshot: Snapshot, words: Words) -> Prompt:
    """The words of this table: names of the seats in a match, else of the chairs."""
    names = snapshot.playing.names if snapshot.playing else tuple(c.name or str(c.id + 1) for c in snapshot.chairs)
    return Prompt(words, names, snapshot.playing.views[None].get("drawer") if snapshot.playing else None)


def told(snapshot: Snapshot, what: Notice | Alarm, words: Words) -> tuple[str, str]:
    """What happened and what to do now. Phones read the same; here the keys that it names look as on the panel."""
    said = prompt(snapshot, words).refusal(what.code, dict(what.detail))
    one, other = (re.sub(r"\bMEN[UÚ]\b", "≡", re.sub(r"\bOK\b", "◎", each)) for each in said)
    return one, other


def keys(snapshot: Snapshot, words: Words) -> tuple[Key, ...]:
    """The six panel hints."""
    told = (snapshot.keys.get(b) for b in ORDER)
    return tuple(Key(k.lit, words(k.word)) if k else Key() for k in told)


def clock(snapshot: Snapshot, now: float) -> Clock | None:
    """The bell that rings first; `now` is on the monotonic clock, in seconds."""
    if snapshot.playing is None or not snapshot.playing.clocks:
        return None
    first = min(snapshot.playing.clocks, key=lambda c: c.ends)
    left = first.left if snapshot.paused else max(0.0, first.ends - now)
    seconds = math.ceil(left)  # the ring goes by whole seconds too: one picture a second
    return Clock(seconds, seconds / first.seconds if first.seconds else 0.0)


def chair_plates(snapshot: Snapshot, words: Words) -> tuple[Plate, ...]:
    """Every chair that counts now: before a match all of them, in one those that have a seat."""
    playing = snapshot.stage == "playing"
    return tuple(_chair(c, words) for c in snapshot.chairs if c.seat is not None or not playing)


def _chair(c: Chair, words: Words) -> Plate:
    if c.presence == "free":
        return Plate(c.number, state="free")
    return Plate(c.number, c.name, words(f"board.seat.{c.presence}"), mark="wait" if c.presence == "away" else "done")


def lobby(snapshot: Snapshot, games: Mapping[str, Game[Any]], join: Join, words: Words) -> Lobby:
    way = preset(snapshot, games, words)
    posters = tuple(Poster(g.id, g.title, *g.seats, way if g.id == snapshot.game else "") for g in games.values())
    ids = [p.game for p in posters]
    seated = sum(c.presence != "free" for c in snapshot.chairs)
    sentence = ""
    if snapshot.game:
        game = games[snapshot.game]
        low, high = game.takes(snapshot.options) if snapshot.options else game.seats
        if seated < low:
            sentence = words.n("board.lobby.more", low - seated)
        elif seated <= high:
            sentence = words("board.lobby.ready" if "panel" in ways(snapshot) else "board.lobby.ready.host")
        else:
            sentence = words("board.lobby.fewer", high=high)
    if snapshot.badge_for is not None:
        sentence = words("board.lobby.badge", n=snapshot.badge_for + 1)
    chosen = ids.index(snapshot.game) if snapshot.game in ids else -1
    plates, changed = chair_plates(snapshot, words), changed_switches(snapshot, games, words)
    six, print_ = keys(snapshot, words), grouped(snapshot.commitment)
    return Lobby(posters, chosen, join, seated, plates, six, sentence, changed, print_)


def checkup(snapshot: Snapshot, join: Join, words: Words) -> Ready:
    lines = tuple(Finding(c.state, c.es if snapshot.language == "es" else c.en) for c in snapshot.checkup)
    return Ready(lines, join, chair_plates(snapshot, words), keys(snapshot, words))


def changed_switches(snapshot: Snapshot, games: Mapping[str, Game[Any]], words: Words) -> tuple[str, ...]:
    """The options of the next match that are not the usual ones of the way in which it is played."""
    if snapshot.game is None or snapshot.options is None:
        return ()
    usual = games[snapshot.game].usual(snapshot.options)
    now = {s.name: getattr(snapshot.options, s.name) for s in switches(type(snapshot.options))}
    return tuple(switch(words, name, value) for name, value in now.items() if value != getattr(usual, name))


def preset(snapshot: Snapshot, games: Mapping[str, Game[Any]], words: Words) -> str:
    """The way in which the chosen game is to be played, where it has several."""
    if snapshot.game is None or snapshot.options is None:
        return ""
    game, options = games[snapshot.game], snapshot.options
    name = words(f"preset.{way}") if (way := game.near(options)) else ""
    return name if way == game.preset_of(options) else words("preset.changed", preset=name)


def switch(words: Words, name: str, value: Any) -> str:
    """An option and its value, in words."""
    if isinstance(value, bool):
        told = words(f"switch.{str(value).lower()}")
    elif isinstance(value, frozenset):
        told = ", ".join(words(f"option.{name}.{each}") for each in sorted(value))
    else:
        told = words(f"option.{name}.{value}") if isinstance(value, str) else str(value)
    return f"{words(f'option.{name}')}: {told}"


def grouped(commitment: str) -> str:
    """The beginning of a commitment as people read it to each other: `7C41 09AF 22D8 6E10`."""
    shown = commitment[:MARK].upper()
    return " ".join(shown[i : i + 4] for i in range(0, len(shown), 4))


def draws(playing: Playing) -> Draws:
    """What the end page says about the fairness of the draws."""
    return Draws(grouped(playing.commitment), playing.books_open)


def enrolment(snapshot: Snapshot, words: Words) -> Enrolment:
    """The component to tap next, and every kind with how many of it are known."""
    enrolling = snapshot.enrolment
    assert enrolling is not None
    components = enrolling.game.components
    names: dict[str, list[str]] = {}
    for c in components:
        names.setdefault(kind_name(words, c), []).append(c.key)
    kinds = tuple(Kind(n, len(keys_), sum(k in enrolling.done for k in keys_)) for n, keys_ in names.items())
    now = components[min(enrolling.at, len(components) - 1)]
    name, deck, face = kind_name(words, now), words(f"deck.{now.of}"), face_name(words, now)
    message = ""
    if enrolling.last:
        message = " ".join(told(snapshot, enrolling.last, words))
    return Enrolment(
        enrolling.game.id, enrolling.game.title, deck, face, names[name].index(now.key) + 1, kinds,
        list(names).index(name), keys(snapshot, words), message, None if now.seat is None else now.seat + 1,
    )  # fmt: skip


def kind_name(words: Words, component: Component) -> str:
    """What a component is called beside those of other decks: two decks may have equal faces."""
    return words("board.enrol.kind", deck=words(f"deck.{component.of}"), card=face_name(words, component))


def face_name(words: Words, component: Component) -> str:
    """What is printed on a component: of equal ones the same."""
    face = component.face
    return Prompt(words, ()).value(component.of, face.partition("#")[0] if isinstance(face, str) else face)


def menu(snapshot: Snapshot, games: Mapping[str, Game[Any]], join: Join, pin: str, words: Words) -> Menu:
    told = snapshot.menu
    assert told is not None
    rows = tuple(_row(snapshot, games, r, words) for r in told.rows)
    return Menu(rows, told.at, keys(snapshot, words), join, pin, chair_plates(snapshot, words))


def _row(snapshot: Snapshot, games: Mapping[str, Game[Any]], row: str, words: Words) -> str:
    if row == "menu.preset":
        return words(row, preset=preset(snapshot, games, words))
    if not row.startswith("switch:"):
        return words(row)
    name = row.removeprefix("switch:")
    return switch(words, name, getattr(snapshot.options, name))


def pausing(snapshot: Snapshot, playing: Playing, s: Situation, join: Join, words: Words) -> Pausing:
    """The match stands still: what it will wait for."""
    line = prompt(snapshot, words).line(playing.faces[None])
    then = words("board.pause.then", line=line) if line else ""
    plates = s.seated(Plate(n + 1, name) for n, name in enumerate(playing.names))
    return Pausing(playing.game.id, playing.game.title, then, join, plates, s.keys, "panel" in s.ways)


def question(face: Face) -> Question:
    """A question as a scene gets it."""
    return Question(face.by, face.kind, face.answered, deck_of(face), face.left, face.occasion)


def situation(
    snapshot: Snapshot,
    playing: Playing,
    view: Mapping[str, Any],
    faces: Iterable[Face],
    event: Mapping[str, Any],
    running: Clock | None,
    words: Words,
) -> Situation:
    """What a game's scene is given: only what everybody may know."""
    questions = tuple(question(face) for face in faces)
    pointer = pointing(snapshot, playing, words) if not event else Pointer()
    seated = [c for c in snapshot.chairs if c.seat is not None]
    return Situation(
        title=playing.game.title,
        view=view,
        names=playing.names,
        questions=questions,
        event=event,
        keys=keys(snapshot, words),
        clock=running,
        line=pointer.line,
        hands=frozenset(c.seat for c in seated if c.hand and c.seat is not None),
        away=frozenset(c.seat for c in seated if c.presence in ("away", "free") and c.seat is not None),
        away_word=words("board.seat.away"),
        pointed=pointer.seat,
        picked=pointer.picked,
        standing=pointer.standing,
        ways=ways(snapshot),
        urn=Urn(playing.urn.inside, playing.urn.due, playing.urn.roll, playing.urn.full) if playing.urn else None,
    )


def ways(snapshot: Snapshot) -> frozenset[str]:
    """By what this table can be answered now. Of a panel without a chip the buttons speak for themselves."""
    there = {name.split()[0] for name in snapshot.devices}
    cards = snapshot.simulated or bool(there & {"reader", "slot"})
    buttons = snapshot.simulated or bool(there & {"panel", "button"})
    return frozenset(way for way, on in (("phone", True), ("panel", buttons), ("cards", cards)) if on)


def at_hand(snapshot: Snapshot) -> dict[str, str]:
    """The devices that work, without how they are at this moment."""
    return {name: "ready" for name, status in snapshot.devices.items() if status not in AWAY}


class Pointer(NamedTuple):
    """Where the panel's cursor stands: at a seat, and what it says in place of the scene's sentence."""

    seat: int | None = None
    line: str = ""
    picked: tuple[int, ...] = ()  # seats that have been gathered so far, in their order
    standing: tuple[str, Any] = ("", None)  # what else it has come to: of which kind, and which


def pointing(snapshot: Snapshot, playing: Playing, words: Words) -> Pointer:
    """What UP and DOWN have chosen so far: whoever plays with the panel alone sees it nowhere else."""
    told, seen = prompt(snapshot, words), panel.Seen(playing.faces[None], (), snapshot.cursor, playing.tapping)
    cursor = panel.standing(seen) if "panel" in ways(snapshot) else snapshot.cursor
    if cursor.pending:
        seat, kind, _, _ = cursor.pending[min(cursor.at, len(cursor.pending) - 1)]
        return Pointer(seat, told.said("board.pending", seat=told.name(seat), what=words(f"{kind}.word")))
    mine = (f for f in playing.faces[None] if cursor.seat in (f.by, f.closer) and f.kind == cursor.kind)
    face = next(mine, None)
    if face is None or cursor.part is None or cursor.part not in face.fields:
        return _before_a_choice(snapshot, playing, seen, face, told)
    field = face.fields[cursor.part]
    if field is None:
        return Pointer()
    gathered = cursor.draft.get(f"~{cursor.part}", ())
    picked = tuple(gathered) if field.of == "seat" else ()
    laid = {**panel.fixed(face), **cursor.draft}
    plain = {n: f for n, f in face.fields.items() if n != cursor.part and isinstance(f, OneOf | Number)}
    values: list[tuple[Field, str, Any]] = [(f, n, laid[n]) for n, f in plain.items() if n in laid]
    if cursor.value is not None:
        values.append((field, cursor.part, cursor.value))
    if not values:
        return Pointer()
    choice = " · ".join(told.chosen(face, name, value) for _, name, value in values)
    chosen = cursor.value if field.of == "seat" else None
    if cursor.sure:
        return Pointer(chosen, words("board.sure", what=told.go(face, choice)))
    if chosen is not None:
        return Pointer(chosen, picked=picked)
    line = words("board.chosen", line=told.line([face]), choice=choice)
    last, _, value = values[-1]
    return Pointer(None, line, standing=(last.of, value))


def _before_a_choice(
    snapshot: Snapshot, playing: Playing, seen: panel.Seen, face: Face | None, told: Prompt
) -> Pointer:
    """At a seat, or at one of its questions: which, and by what it is answered where no button does."""
    words, seat = told.words, seen.cursor.seat
    if seen.cursor.sure and face:
        own = words.has(f"{face.kind}.sure")
        line = words("board.sure.own" if own else "board.sure", what=told.go(face), why=told.grave(face))
        return Pointer(seat, line)
    usable = panel.open_faces(seen)
    if face and seen.cursor.entered:
        line, several = told.line([face]), sum(f.by == seat and bool(f.fields) for f in usable) > 1
        which = words("board.chosen", line=line, choice=words(f"{face.kind}.word"))
        return Pointer(seat, which if several else line)
    pressed = {f.by for f in usable}
    asked = [f for f in seen.faces if f.by >= 0 and f.by == seat and not f.answered]
    if asked and seat not in pressed & set(panel.seats(seen)):
        return Pointer(seat, told.tap(asked[0]))
    if asked:
        return Pointer(seat, words("board.answers", seat=told.name(seat)))
    bare = {c.seat for c in snapshot.chairs if c.presence in ("panel", "badge")}
    stuck = sorted({f.by for f in told.waiting(seen.faces)} & bare - pressed - playing.tapping)
    return Pointer(None, words("board.phone", seat=told.several(stuck))) if stuck else Pointer()


def public(snapshot: Snapshot) -> Snapshot:
    """What of it everybody may know: nothing else reaches the board, so nothing else can change its picture."""
    playing = snapshot.playing
    if playing is not None:
        playing = replace(
            playing,
            views={None: playing.views[None]},
            faces={None: playing.faces[None]},
            told=(),
            corrections=(),
            undo=None,
            undo_by=None,
            undo_tells=False,
            moves=0,
        )
    return replace(snapshot, version=0, playing=playing, telling=0, devices=at_hand(snapshot))
