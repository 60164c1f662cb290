"""What people do in Secret Hitler, and what the table then tells everybody."""

from __future__ import annotations

from companion.engine import Event, Move, Seat

# ---- moves


class SetAside(Move, frozen=True, tag="set-aside"):
    """SHT-232. Which real fascist tile lies on the board, or out of the game, from the start."""

    tile: str


class ShowRole(Move, frozen=True, tag="show-role"):
    """SHT-245. The role card out of a player's envelope."""

    card: str


class NameFirst(Move, frozen=True, tag="name-first"):
    """SHT-014. The host says who presides first."""

    seat: Seat


class SeenRole(Move, frozen=True, tag="seen-role"):
    """SHT-015."""


class Continue(Move, frozen=True, tag="continue"):
    """SHT-015. The host goes on for those who have not looked."""


class Nominate(Move, frozen=True, tag="nominate"):
    chancellor: Seat


class Vote(Move, frozen=True, tag="vote"):
    ja: bool


class Discard(Move, frozen=True, tag="discard"):
    place: int


class Enact(Move, frozen=True, tag="enact"):
    place: int


class RequestVeto(Move, frozen=True, tag="request-veto"):
    pass


class AnswerVeto(Move, frozen=True, tag="answer-veto"):
    consent: bool


class Investigate(Move, frozen=True, tag="investigate"):
    target: Seat


class SeenParty(Move, frozen=True, tag="seen-party"):
    """SHT-174."""


class CallElection(Move, frozen=True, tag="call-election"):
    target: Seat


class SeenPeek(Move, frozen=True, tag="seen-peek"):
    """SHT-186."""


class Execute(Move, frozen=True, tag="execute"):
    target: Seat


class ConfirmShuffle(Move, frozen=True, tag="confirm-shuffle"):
    """SHT-228. The real tiles have been shuffled into a new draw pile."""


# ---- corrections of the host


class Abort(Move, frozen=True, tag="abort"):
    """SHT-209."""

    show_roles: bool


class Recount(Move, frozen=True, tag="recount"):
    """SHT-229. What really lies in the draw pile; all other face-down tiles are discards."""

    draw: dict[str, int]


# ---- events, all public: what one seat alone may learn stands in its view, for as long as it may be seen


class Dealt(Event, frozen=True, tag="dealt"):
    pass


class DealtAgain(Event, frozen=True, tag="dealt-again"):
    """SHT-247. The shown cards were not the right ones; nobody hears whose."""


class FirstPresident(Event, frozen=True, tag="first-president"):
    seat: Seat


class Nominated(Event, frozen=True, tag="nominated"):
    seat: Seat
    target: Seat


class VotePassed(Event, frozen=True, tag="vote-passed"):
    seat: Seat
    target: Seat
    ballots: dict[Seat, bool]
    yes: int
    no: int


class VoteFailed(Event, frozen=True, tag="vote-failed"):
    seat: Seat
    target: Seat
    ballots: dict[Seat, bool]
    yes: int
    no: int


class NotHitler(Event, frozen=True, tag="not-hitler"):
    """SHT-082."""

    seat: Seat


class LiberalEnacted(Event, frozen=True, tag="liberal-enacted"):
    seat: Seat
    target: Seat
    count: int


class FascistEnacted(Event, frozen=True, tag="fascist-enacted"):
    seat: Seat
    target: Seat
    count: int


class LiberalByChaos(Event, frozen=True, tag="liberal-by-chaos"):
    count: int


class FascistByChaos(Event, frozen=True, tag="fascist-by-chaos"):
    count: int


class VetoUnlocked(Event, frozen=True, tag="veto-unlocked"):
    pass


class VetoRequested(Event, frozen=True, tag="veto-requested"):
    seat: Seat


class VetoAccepted(Event, frozen=True, tag="veto-accepted"):
    seat: Seat


class VetoRefused(Event, frozen=True, tag="veto-refused"):
    seat: Seat


class TrackerMoved(Event, frozen=True, tag="tracker-moved"):
    count: int


class Reshuffled(Event, frozen=True, tag="reshuffled"):
    count: int


class ShuffleConfirmed(Event, frozen=True, tag="shuffle-confirmed"):
    pass


class Recounted(Event, frozen=True, tag="recounted"):
    pass


class Investigated(Event, frozen=True, tag="investigated"):
    seat: Seat
    target: Seat


class Peeked(Event, frozen=True, tag="peeked"):
    seat: Seat


class ElectionCalled(Event, frozen=True, tag="election-called"):
    seat: Seat
    target: Seat


class Executed(Event, frozen=True, tag="executed"):
    seat: Seat
    target: Seat


class LiberalsWon(Event, frozen=True, tag="liberals-won"):
    reason: str


class FascistsWon(Event, frozen=True, tag="fascists-won"):
    reason: str


class Aborted(Event, frozen=True, tag="aborted"):
    pass
