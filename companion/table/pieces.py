"""Which real card lies where, as far as taps have told: the engine knows faces and zones, never tags.

Equal faces are interchangeable until a tap settles which is which. So every component is noted in a zone: by a tap
(settled), or because the count of its face in that zone says that one of them must be there (guessed). A tap of a card
that was only guessed elsewhere exchanges notes with a card of the same face that is guessed where the tap wants it.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from companion.engine import Game

__all__ = ["Pieces"]

Zones = Mapping[str, Mapping[str, list[str]]]


class Pieces:
    """The components of the tapped decks of one match."""

    def __init__(self, game: Game[Any], tapped: frozenset[str], state: Any) -> None:
        assert game.zones is not None
        self.zones: Callable[[Any], Zones] = game.zones
        self.tapped = tapped
        self.face = {c.key: str(c.face) for c in game.components if c.of in tapped and c.seat is None}
        self.deck = {c.key: c.of for c in game.components if c.of in tapped and c.seat is None}
        self.zone: dict[str, str] = {}
        self.settled: set[str] = set()
        self.handful: set[str] = set()  # tapped for a draw of several, of which some are still to come
        self.follow(state)

    def follow(self, state: Any, tapped: str | None = None, drawing: bool = False) -> None:
        """Move the notes as the match has moved; `tapped` is the component whose tap did it."""
        if tapped is not None:
            self.handful.add(tapped)
        zones = self.zones(state)
        for deck in self.tapped:
            want = {zone: Counter(faces) for zone, faces in zones.get(deck, {}).items()}
            for face in sorted({f for k, f in self.face.items() if self.deck[k] == deck}):
                self._follow(deck, face, {z: c[face] for z, c in want.items() if c[face]})
        if not drawing:
            self.handful.clear()

    def _follow(self, deck: str, face: str, want: dict[str, int]) -> None:
        keys = sorted(k for k in self.face if self.deck[k] == deck and self.face[k] == face)
        have = Counter(self.zone[k] for k in keys if k in self.zone)
        missing = [z for z, n in sorted(want.items()) for _ in range(n - have[z])]
        spare = [k for k in keys if self.zone.get(k) not in want]
        for zone, n in have.items():
            over = n - want.get(zone, 0)
            if zone in want and over > 0:
                here = [k for k in keys if self.zone.get(k) == zone]
                here.sort(key=lambda k: (k not in self.handful, k in self.settled, k))
                spare += here[:over]
                if over < len(here):
                    self.settled -= set(here)  # nobody saw which of the equal ones went
        spare.sort(key=lambda k: (k not in self.handful, k in self.settled, k))
        for key, zone in zip(spare, missing, strict=False):
            self.zone[key] = zone
            self.settled.discard(key)
        self.settled |= self.handful.intersection(spare)

    def fits(self, key: str, zone: str | None) -> bool:
        """Whether this component may lie in `zone` (None: anywhere), after settling by exchange what was guessed."""
        if key in self.handful:
            return False  # it was tapped for this very draw
        if zone is None or key not in self.zone:
            return True
        if self.zone[key] == zone:
            return True
        if key in self.settled:
            return False
        for other in sorted(self.face):
            alike = self.face[other] == self.face[key] and self.deck[other] == self.deck[key]
            if alike and self.zone.get(other) == zone and other not in self.settled:
                self.zone[other], self.zone[key] = self.zone[key], zone
                return True
        return False
