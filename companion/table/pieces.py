"""Which real card lies where, as far as taps have told: the engine knows faces and zones, never tags.

Every component is noted in a zone. A tap says which card moved. Where one moved and nobody saw which of several equal
ones it was, those stay doubtful together: a later tap of one of them may exchange its note with another of the same
doubt, and settles it. Cards of another doubt, or of none, lie where they are noted.

The notes are what the moves and their taps make of them: the journal keeps both, and gives the notes back after a
restart and after an undo.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from companion.engine import Game, Match, deck_of

__all__ = ["Pieces", "Tag"]

Zones = Mapping[str, Mapping[str, list[str]]]


class Tag(msgspec.Struct, frozen=True):
    """Which component's tap made a move, and in which zone it was taken to lie (None: in any)."""

    key: str
    zone: str | None = None


class Pieces:
    """The components of the tapped decks of one match."""

    def __init__(self, game: Game[Any], tapped: frozenset[str], state: Any) -> None:
        assert game.zones is not None
        self.zones: Callable[[Any], Zones] = game.zones
        self.tapped = tapped
        self.face = {c.key: str(c.face) for c in game.components if c.of in tapped and c.seat is None}
        self.deck = {c.key: c.of for c in game.components if c.of in tapped and c.seat is None}
        self._begin()
        self.follow(state)

    def _begin(self) -> None:
        self.zone: dict[str, str] = {}
        self.doubt: dict[str, int] = {}  # equal numbers: it is not known which of these cards lies where
        self.doubts = 0
        self.handful: set[str] = set()  # tapped for a draw of several, of which some are still to come
        self.peeked: set[str] = set()  # tapped and left on the pile: the next draw takes them untapped
        self.drawing = ""  # the deck of which more is to be drawn

    def after(self, match: Match[Any, Any], tapped: str | None = None) -> None:
        """Follow the match to where it waits now; `tapped` is the component whose tap brought it there."""
        if match.journal and type(match.journal[-1]) in match.corrections:
            self._begin()  # whoever has looked knows better than the taps
        drawing = next((deck_of(o.ask) for o in match.draws()), "")
        self.follow(match.state, tapped, drawing)

    def follow(self, state: Any, tapped: str | None = None, drawing: str = "") -> None:
        """Move the notes as the match has moved; `tapped` is the component whose tap did it, `drawing` the deck of
        which more is to be drawn. Another deck is another draw: what left the one may be wanted of the other."""
        if tapped is not None:
            self.handful.add(tapped)
        before = dict(self.zone)
        zones = self.zones(state)
        for deck in self.tapped:
            want = {zone: Counter(faces) for zone, faces in zones.get(deck, {}).items()}
            for face in sorted({f for k, f in self.face.items() if self.deck[k] == deck}):
                self._follow(deck, face, {z: c[face] for z, c in want.items() if c[face]})
        if not drawing or drawing != (self.drawing or drawing):
            moved = {k for k in self.zone if self.zone[k] != before.get(k)}
            shuffled = any(self.zone[k] == "draw" and before.get(k, "draw") != "draw" for k in moved)
            self.peeked = set() if shuffled else (self.peeked | (self.handful - moved)) - moved
            self.handful.clear()
        self.drawing = drawing

    def _follow(self, deck: str, face: str, want: dict[str, int]) -> None:
        keys = sorted(k for k in self.face if self.deck[k] == deck and self.face[k] == face)
        have = Counter(self.zone[k] for k in keys if k in self.zone)
        missing = [z for z, n in want.items() for _ in range(n - have[z])]
        leaving = [k for k in keys if k not in self.zone or self.zone[k] not in want]
        for zone in [z for z in have if z in want]:
            leaving += self._leaving([k for k in keys if self.zone.get(k) == zone], have[zone] - want[zone])
        seen = [k for k in leaving if k in self.handful]
        unseen = sorted(k for k in leaving if k not in self.handful)
        for key in seen[: len(missing)]:
            self.zone[key] = missing.pop()  # what is shown goes where more is seen
        if len(set(missing)) > 1:
            self._doubtful(unseen)
        for key, zone in zip(unseen, missing, strict=False):
            self.zone[key] = zone
        self._settle(seen)

    def _leaving(self, here: list[str], over: int) -> list[str]:
        """Which `over` of the equal cards `here` go: those whose taps were seen; of the others nobody knows."""
        if over <= 0:
            return []
        here.sort(key=lambda k: (k not in self.handful, k not in self.peeked, k))
        seen = [k for k in here if k in self.handful or k in self.peeked][:over]
        unseen = [k for k in here if k not in seen]
        if 0 < over - len(seen) < len(unseen):
            self._doubtful(unseen)
        return [*seen, *unseen][:over]

    def _doubtful(self, keys: Iterable[str]) -> None:
        """From now on it is not known which of these lies where; older doubts among them become one."""
        mixed = set(keys)
        old = {self.doubt[k] for k in mixed if k in self.doubt}
        mixed |= {k for k, number in self.doubt.items() if number in old}
        self.doubts += 1
        self.doubt |= dict.fromkeys(mixed, self.doubts)

    def _settle(self, keys: Iterable[str]) -> None:
        """These were seen; what is left of a doubt about one card alone is none."""
        for key in keys:
            self.doubt.pop(key, None)
        alone = {number for number, n in Counter(self.doubt.values()).items() if n == 1}
        self.doubt = {k: number for k, number in self.doubt.items() if number not in alone}

    def foreign(self, key: str) -> bool:
        """Whether this component has no place in this match: a colour that nobody plays, a card that was left out."""
        return key in self.face and key not in self.zone

    def read(self, key: str) -> bool:
        """Whether this component was tapped already for the draw that is being made."""
        return key in self.handful

    def fits(self, key: str, zone: str | None) -> bool:
        """Whether this component may lie in `zone` (None: anywhere), after settling by exchange what was doubtful."""
        if self.read(key):
            return False
        if zone is None or self.zone.get(key, zone) == zone:
            return True
        for other in sorted(self.doubt):
            doubtful = key in self.doubt and self.doubt[other] == self.doubt[key]
            if doubtful and self.zone[other] == zone and not self.read(other):
                self.zone[other], self.zone[key] = self.zone[key], zone
                return True
        return False
