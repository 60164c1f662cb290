"""One running match with all that keeps it: its journal, its draws, its open urn. Knows no thread and no clock."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec

from companion.engine import (
    CHANCE,
    URN,
    Ask,
    BadMove,
    Box,
    Contents,
    Drawn,
    Game,
    Match,
    Move,
    OneOf,
    Open,
    Options,
    Outcome,
    Refused,
    Seat,
    deck_of,
)
from companion.table import fair
from companion.table.archive import discard
from companion.table.boxfile import BoxFile, erase_urn
from companion.table.disk import DiskFull, NotSaved
from companion.table.journal import End, Header, Journal, Row
from companion.table.pieces import Pieces, Tag
from companion.table.requests import Source
from companion.table.store import Damaged

__all__ = ["Changed", "Session", "audit", "books_rule", "replayed"]

FINGERPRINT_EVERY = 20  # moves


class Changed(Exception):
    """The rules have changed under a match: its journal no longer leads where it led."""


class Session:
    """A match on the table. Every public method either does all it says or leaves everything as it was."""

    def __init__(self, game: Game[Any], journal: Journal, folder: Path) -> None:
        """Take up `journal` where it stands. Raises `Changed`."""
        self.game, self.journal, self.folder = game, journal, folder
        self.header: Header = journal.header
        self.options = game.options_from(self.header.options)
        self.rows = journal.rows()  # all that has led to where the match stands, on disk or still owed to it
        self._take_up_match()
        self.key = journal.books.key()
        self.unsaved: list[Row] = []
        self.box: Box | None = None
        self.boxfile: BoxFile | None = None
        self.urn_name, self.urn_number = "", 0  # of the urn that these two are for
        self.fresh: list[Row] = []
        self.urn_lost = False  # what lay in the urn could not be read any more
        self.urn_kept = False  # whether the disk has the urn as it is
        self.urn_kept = self._take_up_urn()

    @classmethod
    def begin(
        cls, game: Game[Any], folder: Path, header: Header, seed: bytes, contributions: Mapping[int, str]
    ) -> Session:
        """A new match, on disk, with its first draws made. Raises `NotSaved`, and then leaves nothing there."""
        journal = Journal.create(folder, header, seed, contributions)
        try:
            session = cls(game, journal, folder)
            session.go_on()
        except BaseException:
            journal.close()
            discard(journal.path)
            raise
        return session

    def _take_up_match(self) -> None:
        self.match: Match[Any, Outcome]
        self.match, self.tags = replayed(self.game, self.header, self.rows)
        self.match.watched = True

    # ---- moves

    def play(self, move: Move, source: Source, number: int | None = None, tag: Tag | None = None) -> bool:
        """Play, draw what follows by itself, and put it on disk with the tag that made it; whether it could be saved.

        Raises what `Match.play` raises, and `NotSaved` where the disk fails in a way that may lose what it took.
        """
        return self._whole(lambda: self._play(move, source, number, tag))

    def go_on(self) -> bool:
        """Whatever the table answers by itself just now."""
        return self._whole(lambda: None)

    def undo(self) -> bool:
        """Take the last move of a person back. The journal keeps both. Raises `Refused`."""

        def back() -> None:
            self.match.undo()
            del self.tags[len(self.match.journal) :]
            self.fresh.append(Row("undo", b"{}", "host"))

        return self._whole(back)

    def decode(self, kind: str, by: int, fields: Mapping[str, Any]) -> Move:
        """A move from plain values. Raises `BadMove`."""
        try:
            line = msgspec.json.encode({**fields, "kind": kind, "by": by})
        except (TypeError, ValueError, msgspec.MsgspecError) as e:
            raise BadMove(str(e)) from e
        return self.game.codec[1](line)

    # ---- the urn

    @property
    def urn(self) -> Ask[Contents] | None:
        """The open ballot box, if there is one."""
        return next((a for a in self.match.asks() if a.by == URN), None)

    def owing(self) -> set[Seat]:
        """Whose ballots, or whose word about what they add, the open urn still waits for by phone."""
        if (ask := self.urn) is None or self.box is None:
            return set()
        return ({s for s, n in ask.due.items() if n} | set(ask.offers)) - self.box.roll

    def drop(self, papers: list[str], seat: int | None = None, extra: int | None = None) -> bool:
        """Papers fall into the urn, in no order, not in the journal; whether they are on disk. Raises `Refused`."""
        if self.box is None:
            raise Refused("no-urn")
        offer = self.urn.offers.get(seat) if self.urn and seat is not None else None
        if offer and extra is not None and seat not in self.box.roll and not offer.accepts(extra):
            raise Refused("not-offered", seat, field="extra", why=offer.denied(extra))
        after = deepcopy(self.box)
        if not after.drop(*papers, seat=seat, extra=extra):
            raise Refused("urn-refuses" if seat is None or seat not in self.box.roll else "already-answered")
        if self.boxfile:
            try:
                self.boxfile.save(after.items, after.roll)
            except DiskFull:
                self.urn_kept = False
        self.box = after
        return self.saved

    @property
    def urn_full(self) -> bool:
        """Whether every vote that is due has been cast: the ballots lie in it, and no seat is waited for besides."""
        waited = (o for o in self.match.opens() if o.ask.by >= 0 and not (o.ask.aside or o.pause.aside or o.done()))
        return self.box is not None and self.box.inside >= sum(self.box.due.values()) and not any(waited)

    @property
    def urn_due(self) -> bool:
        """Whether all that is due lies in the urn, and nobody's word closes it."""
        return self.urn is not None and self.box is not None and self.urn.closer < 0 and self.box.full()

    def close_urn(self, source: Source) -> bool:
        """What lies in the urn is its answer."""
        if self.box is None:
            raise Refused("no-urn")
        return self.play(self.box.close(), source)

    def _take_up_urn(self) -> bool:
        """Open or forget the urn as the match now asks, and its file; whether the disk has it so. Where the disk takes
        nothing the urn goes on in memory."""
        urn = next((o for o in self.match.opens() if o.ask.by == URN and not o.done()), None)
        name = f"{self.header.match} {urn.number}" if urn else ""
        opened = name != self.urn_name
        if opened:  # it opens empty, also where another was closed just now
            self.box, self.boxfile = Box(urn.ask) if urn else None, None
            self.urn_name, self.urn_number = name, urn.number if urn else 0
        if self.unsaved:  # on disk the last urn is still open: what lies in it there is all that is known of it
            return False
        try:
            if self.box is None:
                if opened or not self.urn_kept:  # of one that was closed, or of a count before the power went
                    erase_urn(self.folder)
                return True
            self.boxfile = self.boxfile or self._urn_file(self.box)
            if opened:
                self.box.items.update(self.boxfile.items)
                self.box.roll.update(self.boxfile.roll)
            elif not self.boxfile.holds(self.box.items, self.box.roll):
                self.boxfile.save(self.box.items, self.box.roll)
        except NotSaved:
            return False
        return True

    def _urn_file(self, box: Box) -> BoxFile:
        """What is kept of the open urn; of any other, and where it cannot be read, nothing is kept."""
        try:
            return BoxFile(self.folder, self.urn_name, box.room, self.header.seats)
        except Damaged:
            self.urn_lost = True  # the ballot must be repeated; the game's own asks say how
            erase_urn(self.folder)
            return BoxFile(self.folder, self.urn_name, box.room, self.header.seats)

    # ---- draws

    def _draw(self, o: Open) -> Drawn:
        item = o.ask.fields["item"]
        assert isinstance(item, OneOf)
        face = None if None in item.values else item.values[chosen(self.key, self.header.match, o)]
        return Drawn(deck_of(o.ask), face, by=CHANCE)

    # ---- real cards

    def noted(self) -> Pieces | None:
        """Where they lie, as the taps of every move that stands have told."""
        if not self.options.tapped or self.game.zones is None:
            return None
        match = self.game.match(self.header.seats, self.options, self.header.ledger)
        pieces, last = None, None
        for move, tag in ((None, None), *zip(self.match.journal, self.tags, strict=True)):
            if pieces and tag:
                pieces.fits(tag.key, tag.zone)
            if move:
                match.play(move)
            last = tag or last
            if automatic(match, self.options) is None:  # as at the table: what it draws by itself is of one piece
                pieces = pieces or Pieces(self.game, self.options.tapped, match.state)
                pieces.after(match, last and last.key)
                last = None
        return pieces

    # ---- keeping

    def _play(self, move: Move, source: Source, number: int | None = None, tag: Tag | None = None) -> None:
        self.match.play(move, number)
        self.tags.append(tag)
        if tag:
            self.fresh.append(Row("tag", msgspec.json.encode(tag), source))
        mark = self.match.fingerprint() if len(self.match.journal) % FINGERPRINT_EVERY == 0 else ""
        self.fresh.append(Row("move", self.game.codec[0](move), source, mark))

    def _whole(self, step: Callable[[], None]) -> bool:
        """A step, what the table draws after it, and all of it on disk; or nothing of it, whatever goes wrong.

        The way back is made of what is in memory: a disk that has just failed may not be read either.
        """
        try:
            step()
            while o := automatic(self.match, self.options):
                self._play(self._draw(o), "table")
            self._save()
        except Exception:
            if self.fresh:
                self.fresh.clear()
                self._take_up_match()
            raise
        self.urn_kept = self._take_up_urn()
        return self.saved

    def _save(self) -> None:
        """Append what is fresh, after what the disk has refused before."""
        if not self.fresh and self.saved:
            return
        over = self.match.over
        end = End("finished", msgspec.to_builtins(self.match.result)) if over else End("open")
        try:
            self.journal.append([*self.unsaved, *self.fresh], end)
        except DiskFull:
            self.unsaved += self.fresh
        else:
            self.unsaved = []
        self.rows += self.fresh
        self.fresh = []

    @property
    def saved(self) -> bool:
        """Whether all that was taken is on disk."""
        return not self.unsaved and self.journal.saved and self.urn_kept

    def catch_up(self) -> None:
        """Try the disk again. Raises `NotSaved` where it fails in another way than by taking nothing."""
        self._save()
        self.urn_kept = self._take_up_urn()

    def leave(self) -> bool:
        """The table goes on without this match: it stays on disk, its urn does not. False where that cannot be saved:
        nothing is lost yet, leave again."""
        over = self.match.over
        end = End("finished", msgspec.to_builtins(self.match.result), left=True) if over else End("abandoned")
        try:
            self.journal.append(self.unsaved, end)
        except NotSaved:
            return False
        self.journal.close()
        with suppress(NotSaved):  # the next match does it
            erase_urn(self.folder)
        self.box = self.boxfile = None
        return True


def books_rule(session: Session) -> str:
    """Who may open the books of this match: `host`, `all-seats`, `at-end` or `nobody`."""
    rule = session.game.books
    return rule if isinstance(rule, str) else rule(session.options, session.match.view(None))


def is_own(o: Open, options: Options) -> bool:
    """Whether the table makes this draw, and no hand does."""
    return o.ask.known or deck_of(o.ask) not in options.tapped


def chosen(key: bytes, match: str, o: Open) -> int:
    """Which of the choices of a draw comes out, by the number of chance's own asks: undo and redo cannot re-roll."""
    item = o.ask.fields["item"]
    assert isinstance(item, OneOf)
    return fair.choose(key, match, o.number, len(item.values))


def automatic(match: Match[Any, Any], options: Options) -> Open | None:
    """The draw that the table makes by itself now."""
    return next((o for o in match.draws() if is_own(o, options)), None)


def replayed(game: Game[Any], header: Header, rows: list[Row]) -> tuple[Match[Any, Outcome], list[Tag | None]]:
    """The match to which these rows lead, and by move the tag that made it. Raises `Changed` where they no longer fit
    the rules."""
    tags, tag = list[Tag | None](), None
    try:
        match = game.match(header.seats, game.options_from(header.options), header.ledger)
        for row in rows:
            if row.kind == "tag":
                tag = msgspec.json.decode(row.body, type=Tag)
            elif row.kind == "move":
                match.play(game.codec[1](row.body))
                tags.append(tag)
                tag = None
                if row.fingerprint and row.fingerprint != match.fingerprint():
                    raise Changed(f"after {len(match.journal)} moves the table stands otherwise than it stood")
            elif row.kind == "undo":
                match.undo()
                del tags[len(match.journal) :]
    except (BadMove, Refused, RuntimeError, msgspec.MsgspecError) as e:
        raise Changed(str(e)) from e
    return match, tags


def audit(game: Game[Any], header: Header, rows: list[Row], key: bytes) -> list[fair.Draw]:
    """The table's own draws of a match, as they stand after all undoing, each with the choice that it made.

    Which draws are the table's the rules say, whatever a row may say of its source: a false one cannot pass for a tap.
    """
    options = game.options_from(header.options)
    match = game.match(header.seats, options, header.ledger)
    draws: list[fair.Draw | None] = []  # by move of the match
    for row in rows:
        if row.kind == "move":
            move = game.codec[1](row.body)
            draws.append(_recorded(match, move, options, key, header.match) if isinstance(move, Drawn) else None)
            match.play(move)
        elif row.kind == "undo":
            match.undo()
            del draws[len(match.journal) :]
    return [d for d in draws if d is not None]


def _recorded(match: Match[Any, Any], move: Drawn, options: Options, key: bytes, name: str) -> fair.Draw | None:
    """How a draw of the table's is recomputed; None where it was not its own, or there was nothing to choose.

    Equal faces are one choice: the index is the drawn one if that has the face that came out, else another of it.
    """
    for o in match.opens():
        item = o.ask.fields.get("item")
        if o.ask.by != CHANCE or o.done() or not isinstance(item, OneOf) or deck_of(o.ask) != move.deck:
            continue
        if not is_own(o, options) or move.item is None or len(item.values) == 1:
            return None
        index = chosen(key, name, o)
        fits = index if item.values[index] == move.item else item.values.index(move.item)
        return fair.Draw(o.number, len(item.values), fits)
    return None
