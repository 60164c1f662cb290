"""One moment of the board: all that its picture depends on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.engine import Face
from companion.table.snapshot import Snapshot

__all__ = ["Moment"]


@dataclass(frozen=True)
class Moment:
    """Equal moments are equal pictures, but for a running clock. `snapshot` holds only what everybody may know.

    `event` is what is shown for a while, with the view and the questions that it left: the table may be further by
    now. `number` tells it from an equal one. `pin` is
    empty on every screen but the table's own; `rest`: nobody has touched anything for long.
    """

    snapshot: Snapshot
    event: Mapping[str, Any] = field(default_factory=dict)
    view: Mapping[str, Any] | None = None
    number: int = 0
    pin: str = ""
    rest: bool = False
    faces: tuple[Face, ...] | None = None

    @property
    def ending(self) -> bool:
        """Whether this is the page of the end: what led to it has been seen."""
        return self.snapshot.stage == "over" and not self.event

    @property
    def in_match(self) -> bool:
        """Whether the game's own scene is on the board."""
        s = self.snapshot
        playing = s.stage in ("playing", "over") and not self.ending and not s.paused
        return playing and s.playing is not None and s.menu is None

    @property
    def ticks(self) -> bool:
        """Whether a running clock is to be seen: beside what has happened it would run for something else."""
        s = self.snapshot
        covered = s.alarm is not None or s.away is not None or not s.saved or self.event
        return self.in_match and not covered and bool(s.playing and s.playing.clocks)
