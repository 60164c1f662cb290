"""Which sounds a change of the table is worth. Only what everybody may know makes one."""

from __future__ import annotations

from companion.engine import Seat
from companion.table.snapshot import Playing, Snapshot
from firmware.panel.buzzer import Sound

__all__ = ["Ticks", "alarm_due", "sounds"]

LAST_SECONDS = 10
ALARM_EVERY_S = 5.0


def sounds(old: Snapshot, new: Snapshot) -> list[Sound]:
    """What is heard when the table goes from one to the other."""
    heard: list[Sound] = []
    if new.notice and new.notice.refusal and (old.notice is None or old.notice.number != new.notice.number):
        heard.append("refused")
    if old.playing and new.playing and old.playing.match == new.playing.match:
        if dropped(old.playing, new.playing):
            heard.append("read")
        if new.stage == "over" and old.stage == "playing":
            heard.append("end")
        elif counted(old.playing, new.playing):
            heard.append("result")
        elif (seat := whose(new.playing)) is not None and seat != whose(old.playing):
            heard.append("yours")
    return heard


def dropped(old: Playing, new: Playing) -> bool:
    """A ballot more in the urn, from whichever device."""
    if old.urn is None:
        return False
    if closed(old, new):
        return old.urn.closer < 0  # nobody closed it: the last ballot did
    return new.urn is not None and new.urn.inside > old.urn.inside


def closed(old: Playing, new: Playing) -> bool:
    """The urn is closed; perhaps another one is open already."""
    return old.urn is not None and (new.urn is None or new.urn.inside < old.urn.inside)


def counted(old: Playing, new: Playing) -> bool:
    """An urn is closed, or what several were asked at once is answered."""
    return closed(old, new) or bool(asked_together(old) - asked_together(new))


def asked_together(p: Playing) -> set[str]:
    """Kinds of answers, with something in them, that several seats owe or have given."""
    faces = (face for face in p.faces.get(None, ()) if face.by >= 0)
    kinds = [(face.kind, face.by) for face in faces if face.fields and not face.looking]
    return {kind for kind, _ in kinds if len({by for k, by in kinds if k == kind}) > 1}


def whose(p: Playing) -> Seat | None:
    """The one seat that the table waits for; None where it waits for several, or for none."""
    seats = {face.by for face in p.faces.get(None, ()) if face.by >= 0 and not face.answered}
    return seats.pop() if len(seats) == 1 else None


class Ticks:
    """A soft tick for each of the last ten seconds of the shortest clock."""

    def __init__(self) -> None:
        self._last = 0

    def due(self, snapshot: Snapshot, now: float) -> bool:
        """Whether to tick now. To be asked several times a second."""
        if snapshot.playing is None or snapshot.paused or not snapshot.playing.clocks:
            self._last = 0
            return False
        left = min(clock.ends for clock in snapshot.playing.clocks) - now
        second = int(left) + 1 if left > 0 else 0
        tick = 0 < second <= LAST_SECONDS and second != self._last
        self._last = second
        return tick


def alarm_due(snapshot: Snapshot, last: float | None, now: float) -> bool:
    """Three tones at once, and again every five seconds until somebody answers."""
    return snapshot.alarm is not None and (last is None or now - last >= ALARM_EVERY_S)
