"""What the board shows now: the scene of the moment, and for a while what has just happened."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import msgspec

from companion.engine import Told
from companion.table.snapshot import Snapshot

__all__ = ["Director"]

IMPATIENT = 2.5  # seconds that an event stays at most when the next one waits
CUT = 1.5  # seconds that an event stays at least once somebody has gone on


@dataclass
class Shown:
    """An event on the board, and since when."""

    event: dict[str, Any]
    hold: float
    since: float = 0.0
    moves: int = 0


@dataclass
class Director:
    """Follows the public events of a match and lets each be seen for its time. Times are monotonic seconds."""

    match: str = ""
    known: int = 0
    waiting: deque[Shown] = field(default_factory=deque)
    shown: Shown | None = None

    def follow(self, snapshot: Snapshot, now: float) -> dict[str, Any]:
        """The event to show now, as plain values; empty when the board shows what is asked."""
        playing = snapshot.playing
        if playing is None or snapshot.stage == "over":
            self.match, self.known, self.shown = "", 0, None
            self.waiting.clear()
            return {}
        if playing.match != self.match or len(playing.told) < self.known:
            # a new match, one taken up again, or an undo: nothing of before is news
            fresh = playing.match != self.match and playing.moves == 0
            self.match, self.known, self.shown = playing.match, 0 if fresh else len(playing.told), None
            self.waiting.clear()
        hold = holds(playing.game.id)
        for told in playing.told[self.known :]:
            if (seconds := hold.get(kind(told), 0) / 1000) and told.to is None:
                self.waiting.append(Shown(msgspec.to_builtins(told.event), seconds, moves=playing.moves))
        self.known = len(playing.told)
        while True:
            if self.shown and now < self._until(playing.moves):
                return self.shown.event
            if not self.waiting:
                self.shown = None
                return {}
            start = min(now, self._until(playing.moves)) if self.shown else now
            self.shown = self.waiting.popleft()
            self.shown.since = max(start, now - self.shown.hold) if self.waiting else now

    def _until(self, moves: int) -> float:
        assert self.shown is not None
        hold = self.shown.hold
        if self.waiting:
            hold = min(hold, IMPATIENT)
        if moves > self.shown.moves:
            hold = min(hold, CUT)
        return self.shown.since + hold

    def due(self, snapshot: Snapshot) -> float | None:
        """When the picture will change without anybody doing anything."""
        return self._until(snapshot.playing.moves) if self.shown and snapshot.playing else None


def kind(told: Told) -> str:
    return str(told.event.__struct_config__.tag)


def scene_of(game: str) -> Any:
    """The game's own scene module; None where it has none."""
    name = f"companion.games.{game}.scene"
    try:
        return import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name is None or not f"{name}.".startswith(f"{missing.name}."):
            raise  # the scene is there, and something that it needs is not
        return None


def holds(game: str) -> dict[str, int]:
    """How long each kind of event is shown, in milliseconds."""
    scene = scene_of(game)
    return getattr(scene, "HOLD", {}) if scene else {}
