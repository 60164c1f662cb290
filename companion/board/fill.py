"""From what the table publishes to what the house's scenes show."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.board.data import Enrolment, Join, Kind, Lobby, Menu, Poster
from companion.display.parts import Clock, Key
from companion.display.seats import Plate
from companion.engine import Game
from companion.locale import Words
from companion.table.prompt import Prompt
from companion.table.requests import Button
from companion.table.snapshot import Chair, Snapshot

ORDER: tuple[Button, ...] = ("YES", "NO", "UP", "DOWN", "OK", "MENU")


def prompt(snapshot: Snapshot, words: Words) -> Prompt:
    """The words of this table: names of the seats in a match, else of the chairs."""
    names = snapshot.playing.names if snapshot.playing else tuple(c.name or str(c.id + 1) for c in snapshot.chairs)
    return Prompt(words, names)


def keys(snapshot: Snapshot, words: Words) -> tuple[Key, ...]:
    """The six panel hints."""
    told = (snapshot.keys.get(b) for b in ORDER)
    return tuple(Key(k.lit, words(k.word)) if k and k.lit else Key() for k in told)


def clock(snapshot: Snapshot, now: float) -> Clock | None:
    """The bell that rings first; `now` is on the monotonic clock, in seconds."""
    if snapshot.playing is None or not snapshot.playing.clocks:
        return None
    first = min(snapshot.playing.clocks, key=lambda c: c.ends)
    left = first.left if snapshot.paused else max(0.0, first.ends - now)
    return Clock(round(left + 0.499), left / first.seconds if first.seconds else 0.0)


def chair_plates(snapshot: Snapshot, words: Words) -> tuple[Plate, ...]:
    """Every chair, as in the lobby."""
    return tuple(_chair(c, words) for c in snapshot.chairs)


def _chair(c: Chair, words: Words) -> Plate:
    if c.presence == "free":
        return Plate(c.id + 1, state="free")
    return Plate(c.id + 1, c.name, words(f"board.seat.{c.presence}"), mark="wait" if c.presence == "away" else "done")


def lobby(snapshot: Snapshot, games: Mapping[str, Game[Any]], join: Join, words: Words) -> Lobby:
    posters = tuple(Poster(g.id, g.title, *g.seats) for g in games.values())
    ids = [p.game for p in posters]
    seated = sum(c.presence != "free" for c in snapshot.chairs)
    sentence = ""
    if snapshot.game:
        low, high = games[snapshot.game].seats
        if seated < low:
            sentence = words.n("board.lobby.more", low - seated)
        elif seated <= high:
            sentence = words("board.lobby.ready")
        else:
            sentence = words("board.lobby.fewer", high=high)
    if snapshot.badge_for is not None:
        sentence = words("board.lobby.badge", n=snapshot.badge_for + 1)
    chosen = ids.index(snapshot.game) if snapshot.game in ids else -1
    plates = chair_plates(snapshot, words)
    return Lobby(posters, chosen, join, seated, plates, keys(snapshot, words), sentence)


def enrolment(snapshot: Snapshot, words: Words) -> Enrolment:
    """The component to tap next, and every kind with how many of it are known."""
    told = snapshot.enrolment
    assert told is not None
    components = told.game.components
    names: dict[str, list[str]] = {}
    for c in components:
        names.setdefault(kind_name(words, c.of, c.face, c.seat), []).append(c.key)
    kinds = tuple(Kind(n, len(keys_), sum(k in told.done for k in keys_)) for n, keys_ in names.items())
    now = components[min(told.at, len(components) - 1)]
    name = kind_name(words, now.of, now.face, now.seat)
    message = ""
    if told.last:
        message = " ".join(prompt(snapshot, words).refusal(told.last.code, dict(told.last.detail)))
    return Enrolment(
        told.game.id, told.game.title, words(f"deck.{now.of}"), name, names[name].index(now.key) + 1, kinds,
        list(names).index(name), keys(snapshot, words), message,
    )  # fmt: skip


def kind_name(words: Words, of: str, face: object, seat: int | None) -> str:
    """What a component is called: the name of its face."""
    value = str(face).lower() if isinstance(face, bool) else str(face)
    key = f"{of}.{value}"
    return words(key) if words.has(key) else value


def menu(snapshot: Snapshot, join: Join, pin: str, words: Words) -> Menu:
    told = snapshot.menu
    assert told is not None
    rows = tuple(_row(snapshot, r, words) for r in told.rows)
    return Menu(rows, told.at, keys(snapshot, words), join, pin, chair_plates(snapshot, words))


def _row(snapshot: Snapshot, row: str, words: Words) -> str:
    if not row.startswith("switch:"):
        return words(row)
    name = row.removeprefix("switch:")
    value = getattr(snapshot.options, name)
    key = f"switch.{str(value).lower()}"
    value = words(key) if isinstance(value, bool) else words(f"option.{name}.{value}")
    return f"{words(f'option.{name}')}: {value}"
