"""The ballot urn: a reader under its slot, and, where they are there, a beam across it and a switch at its lid.

The urn knows no votes. It tells the table which tag has fallen in, that something fell unread, and whether the lid is
open. What it remembers of the ballots of an open urn is a set without order or time, in memory, and gone with the urn.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock

from companion.table.requests import Fall, Lid, Reply, Request, Status, Tap
from companion.table.snapshot import Snapshot
from firmware.readers.reading import State

__all__ = ["Urn"]

FALL_S = 3.0  # a ballot passes the beam at most so long after it was read at the ledge…
READ_S = 1.0  # …and is read at most so long after it passed
ONE_FALL_S = 0.05  # a tumbling ballot breaks the beam more than once
BLOCKED_S = 2.0  # a beam that is broken so long is a fault, not a ballot


class Urn:
    """What happens at the slot, made into what the table understands. Any thread may call.

    Without a beam a read is a ballot that has fallen. With one, a read without a fall is no vote, and a fall without a
    read is an alarm. While the beam itself is broken, reads count by themselves: a ballot that may have fallen counts.
    """

    def __init__(self, tell: Callable[[Request], None], clock: Callable[[], float]) -> None:
        """`tell` must return at once."""
        self._tell, self._clock, self._lock = tell, clock, Lock()
        self.has_beam = False  # set by whoever has found one
        self.working = False  # whether the slot's reader can be voted with
        self.found = False  # whether there has ever been one
        self.blocked = False  # the beam, for too long
        self._inside: set[str] = set()  # in this urn, so that a ballot that bounces is one ballot
        self._reads: dict[str, float] = {}  # waiting for their fall
        self._fall: float | None = None  # waiting for its read
        self._last_fall = float("-inf")
        self._blocked_since: float | None = None

    # ---- the reader under the slot (as `watch.Hears`)

    def come(self, uid: str) -> None:
        with self._lock:
            if uid in self._inside:
                return
            if not self.has_beam or self.blocked or self._fall is not None:
                self._fall = None
                self._cast([uid])
            else:
                self._reads[uid] = self._clock()

    def gone(self, uid: str) -> None:
        """It has fallen, or was drawn back: the beam tells which."""

    def state(self, state: State) -> None:
        """An urn without a reader is an urn that nobody has built one into: only a lost one is told."""
        self.working = state not in ("not-connected", "error")
        self.found = self.found or self.working
        if self.found:
            self._tell(Status(device="slot", status=state))

    # ---- the beam and the lid

    def beam(self, broken: bool) -> None:
        with self._lock:
            now = self._clock()
            self._blocked_since = now if broken else None
            if not broken or now - self._last_fall < ONE_FALL_S:
                return
            self._last_fall = now
            reads = [uid for uid, at in self._reads.items() if now - at <= FALL_S]
            self._reads.clear()
            if reads:
                self._cast(reads)
            else:
                self._fall = now

    def lid(self, open_: bool) -> None:
        self._tell(Lid(open=open_))

    # ---- time and the table

    def step(self) -> float:
        """Give up on what has waited too long for its other half; the seconds until the next look."""
        with self._lock:
            now = self._clock()
            if self._fall is not None and now - self._fall > READ_S:
                self._fall = None
                self._tell(Fall())
            self._reads = {uid: at for uid, at in self._reads.items() if now - at <= FALL_S}
            blocked = self._blocked_since is not None and now - self._blocked_since > BLOCKED_S
            if blocked != self.blocked:
                self.blocked = blocked
                self._tell(Status(device="beam", status="error" if blocked else "ready"))
                if blocked:
                    waiting, self._reads = list(self._reads), {}
                    self._cast(waiting)
            waits = self._reads or self._fall is not None or self._blocked_since is not None
            return 0.1 if waits else 1.0

    def follow(self, old: Snapshot, new: Snapshot) -> None:
        """Another urn, or none: its ballots are forgotten."""
        before = old.playing.urn if old.playing else None
        after = new.playing.urn if new.playing else None
        if after is None or before is None or after.inside < before.inside:
            with self._lock:
                self._inside.clear()

    def heard(self, request: Request, reply: Reply) -> None:
        """The table has answered: what it did not take may be dropped again."""
        if isinstance(request, Tap) and request.reader == "slot" and not reply.ok:
            with self._lock:
                self._inside.discard(request.uid)

    def _cast(self, uids: list[str]) -> None:
        """In the order of their numbers, which has nothing to do with the order in which they fell."""
        for uid in sorted(uids):
            self._inside.add(uid)
            self._tell(Tap(uid=uid, reader="slot"))
