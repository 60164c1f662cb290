"""The table: one thread, one inbox. What it answers is on disk; what it publishes, nobody changes any more."""
from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from random import Random
from threading import Condition, Thread
from typing import Any

from companion.engine import CLOCK, URN, Game, Rang
from companion.locale import Words
from companion.table import buttons, checkup, enrol, fair, lobby, placing, play, taps
from companion.table.archive import listing
from companion.table.disk import NotSaved
from companion.table.evening import CHAIRS, Decide, Evening, digest_of
from companion.table.house import House
from companion.table.journal import SUFFIX, End, Journal
from companion.table.pin import pin
from companion.table.publish import publish
from companion.table.requests import Choose, Contribute, Presence, Press, Reply, Request, Seen, Showing, Status, Tap
from companion.table.session import Changed, Session, audit
from companion.table.snapshot import Alarm, Snapshot
from companion.table.store import Damaged, Newer

__all__ = ["Table"]

_log = logging.getLogger(__name__)

HANDLERS: dict[type, Callable[[Evening, Any], Reply]] = {
    **lobby.handlers, **play.handlers, **enrol.handlers, **taps.handlers, **buttons.handlers,
}  # fmt: skip
BY_ITSELF = (Status, Presence, Contribute, Seen, Showing)  # requests that nobody makes with a hand
CATCH_UP_SECONDS = 5.0  # how often a disk that takes nothing is tried again
TELLING = 60.0  # seconds that phones wait at most for a screen to tell a result
RING_AGAIN = 1.0  # seconds after which a bell rings again that could not be put on disk


class Table:
    """One evening at one table. `do` and `wait` may be called by any thread.

    `folder` holds everything that must last. `decide` answers for bots, `pace` is how long they think, in seconds.
    """

    def __init__(
        self,
        folder: Path,
        games: Mapping[str, Game[Any]],
        *,
        language: str = "es",
        simulate: bool = False,
        decide: Decide | None = None,
        pace: tuple[float, float] = (1.0, 2.5),
        clock: Callable[[], float] = time.monotonic,
        rng: Random | None = None,
    ) -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._clock, self._folder = clock, folder
        self._inbox: SimpleQueue[tuple[Request | Callable[[Evening], Any] | None, Future[Any]]] = SimpleQueue()
        self._changed = Condition()
        self._waits = True
        self._next_try = 0.0  # when a disk that took nothing is tried again
        self.troubles: list[str] = []  # what was set aside at the start, for the terminal
        self._evening = e = Evening(
            self._house(folder / "house"), folder / "matches", games, "es", simulate, clock(), decide=decide,
            bot_pace=pace,
        )  # fmt: skip
        if rng:
            e.rng = rng
        try:
            self._recall(e, language)
        except BaseException:
            e.house.close()
            raise
        e.checkup = checkup.found(folder)
        self._follow(e)
        self._holders: Mapping[str, int] = {}
        self.snapshot: Snapshot
        self._publish(e)
        self._thread = Thread(target=self._run, name="table", daemon=True)
        self._thread.start()

    # ---- for any thread

    def do(self, request: Request, timeout: float = 5.0) -> Reply:
        """Ask something of the table and wait for its reply: what it took is on disk. Raises `TimeoutError`."""
        reply: Reply = self._put(request).result(timeout)
        return reply

    def read(self, question: Callable[[Evening], Any], timeout: float = 5.0) -> Any:
        """Ask for something that is not published, on the table's own thread. `question` may change nothing."""
        return self._put(question).result(timeout)

    def wait(self, version: int, timeout: float) -> Snapshot:
        """The first snapshot after `version`, or the latest when `timeout` seconds have passed."""
        with self._changed:
            self._changed.wait_for(lambda: self.snapshot.version > version or not self._waits, timeout)
        return self.snapshot

    def end_waits(self) -> None:
        """From now on `wait` returns at once: pages that listen are to end. Before the table is closed."""
        with self._changed:
            self._waits = False
            self._changed.notify_all()

    def chair_by(self, token: str) -> int | None:
        """Which chair the phone with this token holds now."""
        return self._holders.get(digest_of(token))

    @property
    def pin(self) -> str:
        """The host's PIN: on the terminal and on the physical screen, never in a page."""
        return pin(self._folder)

    def audit(self) -> dict[str, Any] | None:
        """All that recomputes the draws of the last match; None while its books are closed."""
        found: dict[str, Any] | None = self.read(_audit)
        return found

    def code_of(self, chair: int) -> str | None:
        """With which a phone comes back to this chair. For its holder's page only."""
        code: str | None = self.read(lambda e: e.codes.get(chair))
        return code

    def close(self) -> None:
        """Stop the thread and let go of the files. Everything was saved before. A second time does nothing."""
        if not self._thread.is_alive():
            return
        self._put(None).result()
        self._thread.join()
        e = self._evening
        if e.session:
            e.session.journal.close()
        e.house.close()

    # ---- the one thread

    def _put(self, what: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self._inbox.put((what, future))
        return future

    def _run(self) -> None:
        e = self._evening
        while True:
            try:
                what, future = self._inbox.get(timeout=self._until_due(e))
            except Empty:
                what, future = _nothing, Future()
            e.now = self._clock()
            if what is None:
                future.set_result(None)
                return
            if not isinstance(what, Request) and what is not _nothing:
                _settle(future, what, e)
                continue
            done: Future[Any] = Future()
            _settle(done, partial(_handle, what) if isinstance(what, Request) else _nothing, e)
            for then in (self._tick, self._follow, self._publish):
                _settle(Future(), then, e)
            if error := done.exception():
                future.set_exception(error)
            else:
                future.set_result(done.result())

    def _until_due(self, e: Evening) -> float | None:
        """Seconds until something happens without anybody doing anything; None: never."""
        due = [e.notice_ends] if e.notice else []
        if e.stage == "over" and e.now < buttons.listens(e):
            due.append(buttons.listens(e))
        if e.telling:
            due.append(e.tells_until)
        if not e.still:
            due += [b.ends for b in e.bells] + list(e.bots.values())
        if not e.saved:
            due.append(self._next_try)
        return max(0.0, min(due) - self._clock()) if due else None

    def _tick(self, e: Evening) -> None:
        """What the clock brings: a bell, a bot's answer, the end of a slip, another try of the disk."""
        if e.notice and e.now >= e.notice_ends:
            e.notice = None
        if not e.saved and self._next_try and e.now >= self._next_try:
            self._catch_up(e)
            self._next_try = 0.0
        if not e.saved and not self._next_try:
            self._next_try = e.now + CATCH_UP_SECONDS
        e.stand()
        if e.still or e.session is None:
            return
        for bell in [b for b in e.bells if e.now >= b.ends]:
            bell.ends = e.now + RING_AGAIN  # if this ring is not taken
            play.play(e, Rang(bell.bell, by=CLOCK), "table", bell.number)
            e.set_clocks()
        for seat in [s for s, at in e.bots.items() if e.now >= at]:
            e.bots.pop(seat, None)  # the bot before may have ended the match
            _bot(e, seat)

    def _catch_up(self, e: Evening) -> None:
        try:
            e.catch_up()
        except NotSaved as error:
            _log.info("still not saved: %s", error)
        if e.saved:
            e.say("saved-again")

    def _follow(self, e: Evening) -> None:
        """Clocks and bots for what is asked now."""
        if (awaited := e.awaits()) != e.awaited:
            e.awaited, e.tells_until = awaited, e.now + TELLING
        e.set_clocks()
        e.stand()
        placing.follow(e)
        e.menu = buttons.fitting(e)
        if e.stage != "playing" or e.session is None or e.decide is None or e.telling:
            e.bots.clear()
            return
        bots = {c.seat for c in e.chairs if c.presence == "bot" and c.seat is not None}
        asked = bots & ({f.by for f in e.faces(None) if not f.answered} | e.session.owing())
        fast, slow = e.bot_pace
        told = e.told_by_now
        look = 2 * slow if told > e.told else 0.0  # what has just happened is on the board: bots too look at it
        e.told = told
        e.bots = {s: e.bots.get(s, e.now + look + e.rng.uniform(fast, slow)) for s in sorted(asked)}

    def _publish(self, e: Evening) -> None:
        with self._changed:
            version = self.snapshot.version + 1 if hasattr(self, "snapshot") else 1
            self._holders = {digest: chair for chair, digest in e.holders.items()}
            self.snapshot = publish(e, version)
            self._changed.notify_all()

    # ---- starting

    def _house(self, path: Path) -> House:
        try:
            return House(path)
        except (Damaged, Newer) as error:
            self.troubles.append(str(error))
            return House(path)

    def _recall(self, e: Evening, language: str) -> None:
        """What the last evening left."""
        e.folder.mkdir(mode=0o700, exist_ok=True)
        e.language = e.house.setting("language", language)
        e.recall_chairs()
        if (last := e.house.setting("game")) in e.games:
            lobby.choose(e, Choose(game=last))
        if e.simulated:
            enrol.simulate(e)
        self._resume(e)

    def _resume(self, e: Evening) -> None:
        """The match that was on the table stands again where it stood, also one that has ended."""
        for listed in reversed(listing(e.folder)):
            broken = bool(listed.trouble) and listed.path.suffix == SUFFIX
            if not broken and (listed.header is None or not listed.end.stands):
                continue
            try:
                journal = Journal(listed.path)
            except (Damaged, Newer) as error:
                self._aside(e, str(error), "match-damaged" if isinstance(error, Damaged) else "match-newer")
                continue
            except NotSaved as error:
                if error.why in ("full", "read-only"):
                    raise  # it is the disk, not this file
                self._aside(e, f"{listed.path} stays where it is: {error}", "match-unreadable")
                continue
            if e.session is not None or journal.header.game not in e.games:
                journal.close()
                continue
            try:
                e.session = Session(e.games[journal.header.game], journal, e.folder)
            except Changed as changed:
                journal.mark(End("set-aside"))
                journal.close()
                self._aside(e, f"{listed.path.name}: {changed}", "match-changed")
                continue
            for c in e.chairs:
                seat = journal.header.chairs.index(c.id) if c.id in journal.header.chairs else None
                e.change(c.id, seat=seat, name=c.name or (journal.header.names[seat] if seat is not None else ""))
            e.session.go_on()
            lobby.take_up(e)
            e.paused = e.stage == "playing" and e.house.setting("paused", False)
            if e.session.urn_lost:
                e.alarm = Alarm("urn-lost")

    def _aside(self, e: Evening, what: str, code: str) -> None:
        _log.warning("%s", what)
        self.troubles.append(what)
        e.say(code, refusal=True)


def _nothing(e: Evening) -> None:
    """Only time has passed."""


def _handle(request: Request, e: Evening) -> Reply:
    if e.checkup and not isinstance(request, BY_ITSELF):
        e.checkup = ()
        checkup.forget(e.folder.parent)
    chair = getattr(request, "chair", None)
    if chair is not None and not 0 <= chair < CHAIRS:
        return e.no("bad-chair")
    before = e.notice
    try:
        reply = HANDLERS[type(request)](e, request)
        if reply.ok and before and before.refusal and e.notice is before and isinstance(request, Press | Tap):
            e.notice = None  # the right thing has been done
        return reply
    except NotSaved as error:
        return e.no("not-saved", on_board=True, why=error.why)


def _settle(future: Future[Any], act: Callable[[Evening], Any], e: Evening) -> None:
    """Run `act`; what goes wrong goes to whoever asked, and into the log, and the table goes on."""
    try:
        future.set_result(act(e))
    except Exception as error:
        _log.exception("the table could not do that")
        future.set_exception(error)


def _bot(e: Evening, seat: int) -> None:
    """Let the bot of a seat answer, from what that seat may know."""
    assert e.session is not None
    assert e.decide is not None
    match = e.session.match
    owes = seat in e.session.owing()
    faces = [f for f in match.faces(seat) if (f.by == seat or (owes and f.by == URN)) and not f.answered]
    memory = e.memories.setdefault(seat, {})
    answer = e.decide(e.session.game.id, match.view(seat), faces, match.events(seat), seat, memory, e.rng)
    if answer is not None:
        kind, fields = answer
        if kind == play.CONTENTS:
            reply = play.dropped(e, fields["papers"], seat, fields["extra"])
        else:
            reply = play.answer_as(e, seat, kind, fields, "bot")
        if not reply.ok:
            _log.warning("a bot was refused: %s %s", kind, reply.code)


def _audit(e: Evening) -> dict[str, Any] | None:
    session = e.session
    if session is None or not session.journal.books.released:
        return None
    books, header = session.journal.books, session.header
    draws = audit(session.game, header, session.journal.rows(), session.key)
    return {
        "match": header.match,
        "seed": books.seed,
        "commitment": header.commitment,
        "contributions": {str(s): text for s, text in books.contributions.items()},
        "draws": [[d.k, d.n, d.index] for d in draws],
    }


def words(snapshot: Snapshot) -> Words:
    """The catalogue in which the table speaks."""
    return Words(snapshot.language, snapshot.game)


def checked(kept: Any, game: Game[Any]) -> fair.Fault | None:
    """Recompute every draw of an exported match whose books are open."""
    key = kept.books.key()
    draws = audit(game, kept.header, kept.rows, key)
    seed = bytes.fromhex(kept.books.seed)
    return fair.verify(seed, kept.header.commitment, kept.books.contributions, kept.header.match, draws)
