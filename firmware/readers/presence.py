"""From looks to events: what has come, what has gone, and how the reader is. Knows no thread and no table."""

from __future__ import annotations

from dataclasses import dataclass, field

from firmware.readers.reading import Reading, State

__all__ = ["Change", "Presence"]

SILENT_LOOKS = 3  # clean time-outs in a row until everything is taken for gone…
SILENT_S = 0.2  # …and so long since it was seen
BESIDE_LOOKS = 10  # looks that saw others only: a near tag can outshout a far one for a while
SETTLE = {"garbled": 5, "two-tags": 2, "not-connected": 2, "error": 2}  # looks until a state is told


@dataclass
class Change:
    """What a look has brought. `state` is set when the reader is otherwise than was last told."""

    come: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    state: State | None = None
    why: str = ""


class Presence:
    """One reader over time.

    A tag comes once, however long it lies there. It is gone only after clean time-outs: a garbled look or a reader that
    does not answer says nothing about it. `together`: whether tags that come in one look each count (an urn's slot); on
    a table the one that is meant is not known, so none counts until one has been taken away.
    """

    def __init__(self, together: bool = False) -> None:
        self.together = together
        self.here: dict[str, _Here] = {}
        self.told: State | None = None
        self._state: State | None = None
        self._looks = 0

    def look(self, reading: Reading, now: float) -> Change:
        """Take one reading in. `now` in seconds, never backwards."""
        change = Change()
        new = [uid for uid in reading.uids if uid not in self.here]
        heap = len(new) > 1 and not self.together
        if not heap:
            change.come = new
            for uid in reading.uids:
                self.here[uid] = _Here(now)
        else:
            for uid in reading.uids:
                if uid in self.here:
                    self.here[uid] = _Here(now)
        if reading.state == "ready" or (reading.state in ("tag", "two-tags") and reading.uids):
            self._miss(reading, now, change)
        self._tell(self._state_of(reading, heap), reading.why, change)
        return change

    def _miss(self, reading: Reading, now: float, change: Change) -> None:
        for uid, here in list(self.here.items()):
            if uid in reading.uids:
                continue
            here.missed += 1
            enough = SILENT_LOOKS if reading.state == "ready" else BESIDE_LOOKS
            if here.missed >= enough and now - here.seen >= SILENT_S:
                del self.here[uid]
                change.gone.append(uid)

    def _state_of(self, reading: Reading, heap: bool) -> State:
        if reading.state == "tag" or (reading.state == "two-tags" and reading.uids and not heap):
            return "ready"
        return reading.state

    def _tell(self, state: State, why: str, change: Change) -> None:
        self._looks = self._looks + 1 if state == self._state else 1
        self._state = state
        if state != self.told and self._looks >= SETTLE.get(state, 1):
            self.told = change.state = state
            change.why = why


@dataclass
class _Here:
    seen: float
    missed: int = 0
