"""What the board shows now: the scene of the moment, and for a while what has just happened.

Nobody waits for the board but for what it tells first (`Game.told_first`): otherwise whoever is asked may answer at
once. So an event gives way as soon as somebody has gone on or the next one waits, but not before it could be read.
What one act has set off is shown piece by piece while nobody goes on; once somebody has, and several still wait, each
is shorter, so that the board is never far behind the table.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

import msgspec

from companion.engine import Face, Told
from companion.games import part_of
from companion.table.snapshot import Snapshot

__all__ = ["Director", "scene_of"]

BEHIND = 4.0  # seconds: how far the board may be behind a table that goes on
ALONE = 30.0  # seconds: the same, behind a single act after which nobody has gone on
SHORTEST = 0.6  # seconds that an event stays when many wait
MANY = 8  # events that wait at most: bots in a hurry make more than anybody could read
AT_ONCE = 24  # the same, of a single act after which nobody has gone on


@dataclass
class Shown:
    """An event on the board, and the public view and questions that its whole act left behind. A scene that is
    `AS_TOLD` gets the view in which the event was told.

    `most` and `least` are seconds: while nobody goes on, and once somebody has; never less than `floor`. `place` is its
    own among all that was told.
    """

    number: int
    place: int
    event: dict[str, Any]
    view: Mapping[str, Any]
    faces: tuple[Face, ...]
    most: float
    least: float
    moves: int
    floor: float = SHORTEST
    since: float = 0.0


@dataclass
class Director:
    """Follows the public events of a match and lets each be seen for its time. Times are monotonic seconds."""

    version: int = 0
    match: str = ""
    known: int = 0
    numbers: int = 0
    waiting: deque[Shown] = field(default_factory=deque)
    shown: Shown | None = None
    _lock: Lock = field(default_factory=Lock)

    def follow(self, snapshot: Snapshot, now: float) -> Shown | None:
        """The event to show now; None when the board shows what is asked, or the end.

        Any thread may call it, the sooner the better: an event keeps the view of the snapshot in which it is first
        seen. An older snapshot than the last one tells nothing new.
        """
        with self._lock:
            if snapshot.version >= self.version:
                self.version = snapshot.version
                return self._follow(snapshot, now)
            return self.shown

    def _follow(self, snapshot: Snapshot, now: float) -> Shown | None:
        playing = snapshot.playing
        if playing is None:
            self.match, self.known, self.shown = "", 0, None
            self.waiting.clear()
            return None
        if playing.match != self.match or len(playing.told) < self.known:
            # another match, or one taken up again, or an undo: nothing of before is news
            self.match, self.known, self.shown = playing.match, len(playing.told), None
            self.waiting.clear()
        hold = holds(playing.game.id)
        left, faces, as_told = playing.views[None], playing.faces[None], views_as_told(playing.game.id)
        for place in range(self.known, len(playing.told)):
            told = playing.told[place]
            if told.to is None and (times := hold.get(kind(told))):
                self.numbers += 1
                most, least, floor = (ms / 1000 for ms in (*times, SHORTEST * 1000)[:3])
                event, view = msgspec.to_builtins(told.event), (as_told and told.then) or left
                shown = Shown(self.numbers, place, event, view, faces, most, least, playing.moves, floor)
                self.waiting.append(shown)
        self.known = len(playing.told)
        late = sum(each.moves != playing.moves for each in self.waiting)
        while late > MANY or len(self.waiting) > AT_ONCE:
            self.waiting.popleft()
            late -= 1
        over = snapshot.stage == "over"
        while self.shown is None or now >= self._until(playing.moves, over):
            self.shown = self.waiting.popleft() if self.waiting else None
            if self.shown is None:
                break
            self.shown.since = now
        return self.shown

    def _until(self, moves: int, over: bool) -> float:
        """Until when the event that is shown stays."""
        assert self.shown is not None
        shown = self.shown
        alone = moves == shown.moves
        if alone and not self.waiting and not over:
            return shown.since + shown.most
        owed = shown.least + sum(each.least for each in self.waiting)
        behind = ALONE if alone else BEHIND
        return shown.since + max(min(shown.least, shown.floor), shown.least * min(1.0, behind / owed))

    def seen(self, snapshot: Snapshot) -> int:
        """How much of this match is on the board by now, what is not shown by itself included; at the end, how much has
        been shown out."""
        if snapshot.playing is None or self.match != snapshot.playing.match:
            return 0
        if snapshot.stage == "over":
            return self.known if self.shown is None else self.shown.place
        return self.waiting[0].place if self.waiting else self.known

    def due(self, snapshot: Snapshot) -> float | None:
        """When the picture will change without anybody doing anything."""
        if self.shown is None or snapshot.playing is None:
            return None
        return self._until(snapshot.playing.moves, snapshot.stage == "over")


def kind(told: Told) -> str:
    return str(told.event.__struct_config__.tag)


def scene_of(game: str) -> Any:
    """The game's own scene module; None where it has none."""
    return part_of(game, "scene")


def views_as_told(game: str) -> bool:
    """Whether the scene draws an event on the table as it was when it was told, not as the whole act has left it."""
    return bool(getattr(scene_of(game), "AS_TOLD", False))


def holds(game: str) -> Mapping[str, tuple[int, ...]]:
    """How long each kind of event is shown, in milliseconds: while nobody goes on, once somebody has, and (where it is
    given) however far the board is behind: what is to be read in its own time, like the steps of a scoring."""
    scene = scene_of(game)
    return getattr(scene, "HOLD", {}) if scene else {}
