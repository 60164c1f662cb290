"""What people do in DēmoS, and what the table then tells everybody."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

from companion.engine import Event, Move, Seat

# The marks let the faces name cards and suits in any event.
Card: TypeAlias = Annotated[str, msgspec.Meta(extra={"of": "people"})]
Figure: TypeAlias = Annotated[str, msgspec.Meta(extra={"of": "power"})]
Suit: TypeAlias = Annotated[str, msgspec.Meta(extra={"of": "suit"})]
Kind: TypeAlias = Annotated[str, msgspec.Meta(extra={"of": "combination"})]
Decided: TypeAlias = Annotated[str, msgspec.Meta(extra={"of": "decided"})]
Reason: TypeAlias = Annotated[str, msgspec.Meta(extra={"of": "end"})]

# ---- set-up


class NameDealer(Move, frozen=True, tag="name-dealer"):
    """DMS-024."""

    seat: Seat


class NamePair(Move, frozen=True, tag="name-pair"):
    """DMS-027. Who make the first team of two."""

    seats: list[Seat]


class NameIndependent(Move, frozen=True, tag="name-independent"):
    """DMS-027."""

    seat: Seat


class AnnounceSuit(Move, frozen=True, tag="announce-suit"):
    """DMS-430."""

    suit: str


class AnnounceTrio(Move, frozen=True, tag="announce-trio"):
    """DMS-436. The suits of E, L and J."""

    suits: list[str]


# ---- the round


class DealNow(Move, frozen=True, tag="deal-now"):
    """DMS-333. The teams have consulted."""


class DiscardOpenly(Move, frozen=True, tag="discard-openly"):
    """DMS-060."""

    place: int


class DiscardSecretly(Move, frozen=True, tag="discard-secretly"):
    """DMS-080..087."""

    place: int
    source: str


class Pass(Move, frozen=True, tag="pass"):
    """DMS-081."""


class Consent(Move, frozen=True, tag="consent"):
    """DMS-101. No is a veto."""

    agree: bool


class NobodyObjects(Move, frozen=True, tag="nobody-objects"):
    """DMS-105. What the dealer states in an open poll."""


class DiscardUnanimously(Move, frozen=True, tag="discard-unanimously"):
    """DMS-110, DMS-111."""

    place: int
    source: str


class Show(Move, frozen=True, tag="show"):
    """DMS-140. One of the combinations in hand, by its place."""

    place: int


class Fold(Move, frozen=True, tag="fold"):
    """DMS-142."""


# ---- with hands that the table does not know (DMS-453)


class NoteDiscard(Move, frozen=True, tag="note-discard"):
    """A face-up discard, tapped: whose it is the table does not know."""

    card: str


class NoteTaken(Move, frozen=True, tag="note-taken"):
    """A visible card, tapped by who takes it."""

    card: str


class CloseTurn(Move, frozen=True, tag="close-turn"):
    """The dealer: everybody has discarded."""


class ShowCard(Move, frozen=True, tag="show-card"):
    """DMS-454. The next card of a declaration."""

    card: str


class ShowRest(Move, frozen=True, tag="show-rest"):
    """An unplayed card of a tied hand, for the table alone."""

    card: str


# ---- figures


class Assign(Move, frozen=True, tag="assign"):
    """DMS-343. To whom the figure goes."""

    owner: Seat


class Confirm(Move, frozen=True, tag="confirm"):
    """DMS-344."""

    agree: bool


class PointAt(Move, frozen=True, tag="point-at"):
    """DMS-257. Whose figure the Media hit."""

    target: Seat


class Announce(Move, frozen=True, tag="announce"):
    """DMS-257, DMS-258. Which figure, counted from 1, and its new suit."""

    slot: int
    suit: str


class Decline(Move, frozen=True, tag="decline"):
    """DMS-263."""


# ---- corrections of the host


class MarkAbsent(Move, frozen=True, tag="mark-absent"):
    """DMS-456."""

    seat: Seat


class MarkPresent(Move, frozen=True, tag="mark-present"):
    """DMS-456."""

    seat: Seat


class Missing(Move, frozen=True, tag="missing"):
    """DMS-460. A numeric card that the box has lost."""

    card: str


class Abort(Move, frozen=True, tag="abort"):
    """DMS-459."""


# ---- events, all public: what one seat alone may learn stands in its view


class FirstDealer(Event, frozen=True, tag="first-dealer"):
    seat: Seat


class TeamNamed(Event, frozen=True, tag="team-named"):
    seats: list[Seat]


class IndependentNamed(Event, frozen=True, tag="independent-named"):
    seat: Seat


class SuitAnnounced(Event, frozen=True, tag="suit-announced"):
    seat: Seat
    suit: Suit


class TrioAnnounced(Event, frozen=True, tag="trio-announced"):
    seat: Seat
    suits: list[Suit]


class RoundBegan(Event, frozen=True, tag="round-began"):
    """DMS-048."""

    round: int
    seat: Seat  # the dealer
    target: Seat  # who acts first
    count: int  # figures left


class Discarded(Event, frozen=True, tag="discarded"):
    seat: Seat
    card: Card


class Noted(Event, frozen=True, tag="noted"):
    """DMS-453. A face-up discard that was tapped."""

    card: Card


class DiscardedCovered(Event, frozen=True, tag="discarded-covered"):
    seat: Seat


class Passed(Event, frozen=True, tag="passed"):
    seat: Seat


class TookDeck(Event, frozen=True, tag="took-deck"):
    seat: Seat


class TookVisible(Event, frozen=True, tag="took-visible"):
    seat: Seat
    card: Card


class TimeRanOut(Event, frozen=True, tag="time-ran-out"):
    seat: Seat


class Vetoed(Event, frozen=True, tag="vetoed"):
    """DMS-107."""

    seats: list[Seat]
    count: int  # vetoes left


class NoVeto(Event, frozen=True, tag="no-veto"):
    pass


class TurnedUp(Event, frozen=True, tag="turned-up"):
    """DMS-109. The secret discards."""

    cards: list[Card]


class Declared(Event, frozen=True, tag="declared"):
    seat: Seat
    cards: list[Card]
    combination: Kind
    score: int


class Folded(Event, frozen=True, tag="folded"):
    seat: Seat


class RoundWon(Event, frozen=True, tag="round-won"):
    seats: list[Seat]
    score: int
    decided: Decided


class NobodyShowed(Event, frozen=True, tag="nobody-showed"):
    pass


class FigureDrawn(Event, frozen=True, tag="figure-drawn"):
    seat: Seat
    count: int  # left in the deck


class NoFigureLeft(Event, frozen=True, tag="no-figure-left"):
    """DMS-205. Tied, and no figure is left: no winner of the round."""

    seats: list[Seat]


class FigureAssigned(Event, frozen=True, tag="figure-assigned"):
    seat: Seat


class FigureTurned(Event, frozen=True, tag="figure-turned"):
    """DMS-220."""

    seat: Seat
    figure: Figure
    slot: int


class DeckRemade(Event, frozen=True, tag="deck-remade"):
    """DMS-460. An incident: the deck was empty, face-down discards are the new one."""

    count: int


class MediaShown(Event, frozen=True, tag="media-shown"):
    seat: Seat
    figure: Figure


class MediaCancelled(Event, frozen=True, tag="media-cancelled"):
    seat: Seat


class MediaKept(Event, frozen=True, tag="media-kept"):
    """DMS-253."""

    seat: Seat


class MediaUsed(Event, frozen=True, tag="media-used"):
    seat: Seat
    target: Seat
    slot: int
    figure: Figure
    suit: Suit


class MediaIdle(Event, frozen=True, tag="media-idle"):
    """DMS-264."""

    seat: Seat


class MediaDeclined(Event, frozen=True, tag="media-declined"):
    seat: Seat


class WentAway(Event, frozen=True, tag="went-away"):
    seat: Seat


class CameBack(Event, frozen=True, tag="came-back"):
    seat: Seat


class Lost(Event, frozen=True, tag="lost"):
    card: Card


class Won(Event, frozen=True, tag="won"):
    seats: list[Seat]
    reason: Reason


class NoWinner(Event, frozen=True, tag="no-winner"):
    pass


class Aborted(Event, frozen=True, tag="aborted"):
    pass
