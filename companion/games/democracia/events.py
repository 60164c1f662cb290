"""What the table tells everybody. What one seat alone may learn stands in its view, for as long as it may be seen."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from companion.engine import Event, Seat

AgentId = Annotated[str, msgspec.Meta(extra={"of": "agents"})]
CardId = Annotated[str, msgspec.Meta(extra={"of": "cards"})]
CommunityId = Annotated[str, msgspec.Meta(extra={"of": "communities"})]
OptionId = Annotated[str, msgspec.Meta(extra={"of": "did"})]
DeckId = Annotated[str, msgspec.Meta(extra={"of": "decks"})]
EnvironmentId = Annotated[str, msgspec.Meta(extra={"of": "environment"})]
PartyId = Annotated[str, msgspec.Meta(extra={"of": "party"})]
PensionId = Annotated[str, msgspec.Meta(extra={"of": "pensions"})]
Verdict = Annotated[bool, msgspec.Meta(extra={"of": "innocent"})]
Resigning = Annotated[Literal["zero_pop", "convicted", "wish"], msgspec.Meta(extra={"of": "resigned"})]
RoundId = Annotated[str, msgspec.Meta(extra={"of": "rounds"})]
Stance = Annotated[Literal["power", "opposition"], msgspec.Meta(extra={"of": "stance"})]
Portion = Annotated[Literal["all", "half"], msgspec.Meta(extra={"of": "portion"})]


# ---- setting up


class Leads(Event, frozen=True, tag="leads"):
    seat: Seat
    agent: AgentId


class TokenTo(Event, frozen=True, tag="token-to"):
    seat: Seat


class BastionPlaced(Event, frozen=True, tag="bastion-placed"):
    seat: Seat
    community: CommunityId


class CardsDrawn(Event, frozen=True, tag="cards-drawn"):
    seat: Seat
    funding: int
    action: int


class HalvesFromNow(Event, frozen=True, tag="halves-from-now"):
    seat: Seat


class AsksAgain(Event, frozen=True, tag="asks-again"):
    seat: Seat


class Reshuffled(Event, frozen=True, tag="reshuffled"):
    deck: DeckId
    count: int


class EnvironmentTurned(Event, frozen=True, tag="environment-turned"):
    environment: EnvironmentId


class RoundBegan(Event, frozen=True, tag="round-began"):
    legislature: int
    kind_of: RoundId


# ---- planning


class PlansLocked(Event, frozen=True, tag="plans-locked"):
    pass


class TokenPlaced(Event, frozen=True, tag="token-placed"):
    seat: Seat
    judge: AgentId
    agent: AgentId


class CasePlaced(Event, frozen=True, tag="case-placed"):
    seat: Seat
    agent: AgentId


class CaseUnplaced(Event, frozen=True, tag="case-unplaced"):
    seat: Seat
    count: int


# ---- the turn


class TurnBegan(Event, frozen=True, tag="turn-began"):
    seat: Seat
    count: int


class PrisonTurn(Event, frozen=True, tag="prison-turn"):
    seat: Seat


class Revealed(Event, frozen=True, tag="revealed"):
    seat: Seat
    agent: AgentId
    card: CardId


class CannotPlay(Event, frozen=True, tag="cannot-play"):
    seat: Seat
    agent: AgentId
    card: CardId


class Earned(Event, frozen=True, tag="earned"):
    seat: Seat
    card: CardId
    count: int


class NothingToRepeat(Event, frozen=True, tag="nothing-to-repeat"):
    seat: Seat
    card: CardId


class Paid(Event, frozen=True, tag="paid"):
    seat: Seat
    card: CardId
    count: int
    option: OptionId


class Unpaid(Event, frozen=True, tag="unpaid"):
    seat: Seat
    card: CardId


class Passed(Event, frozen=True, tag="passed"):
    seat: Seat
    card: CardId


class VotesIn(Event, frozen=True, tag="votes-in"):
    party: PartyId
    count: int


class VotesOut(Event, frozen=True, tag="votes-out"):
    party: PartyId
    count: int


class BasicVotes(Event, frozen=True, tag="basic-votes"):
    """Why votes of the majority parties go in before an election: one each for so many communities."""

    count: int


class PopGained(Event, frozen=True, tag="pop-gained"):
    seat: Seat
    count: int
    pop: int


class PopLost(Event, frozen=True, tag="pop-lost"):
    seat: Seat
    count: int
    pop: int


class Won(Event, frozen=True, tag="won-community"):
    party: PartyId
    community: CommunityId


class Freed(Event, frozen=True, tag="freed-community"):
    party: PartyId
    community: CommunityId


class Taken(Event, frozen=True, tag="taken-community"):
    party: PartyId
    community: CommunityId
    other: PartyId


class DebtPaid(Event, frozen=True, tag="debt-paid"):
    party: PartyId
    community: CommunityId
    other: PartyId


class SpeechFailed(Event, frozen=True, tag="speech-failed"):
    seat: Seat
    pop: int
    low: int


class SaidNothing(Event, frozen=True, tag="said-nothing"):
    seat: Seat


class LooksAtHand(Event, frozen=True, tag="looks-at-hand"):
    seat: Seat
    target: Seat


class NoTarget(Event, frozen=True, tag="no-target"):
    seat: Seat
    card: CardId


class Reacted(Event, frozen=True, tag="reacted"):
    seat: Seat
    card: CardId


class Cancelled(Event, frozen=True, tag="cancelled"):
    card: CardId


class PresidentPlayed(Event, frozen=True, tag="president-played"):
    seat: Seat
    card: CardId


class Bought(Event, frozen=True, tag="bought"):
    seat: Seat
    agent: AgentId
    count: int


class PensionBought(Event, frozen=True, tag="pension-bought"):
    seat: Seat
    pension: PensionId  # or that it is kept face down


class Discarded(Event, frozen=True, tag="discarded"):
    seat: Seat
    cards: list[CardId]


class AgentLost(Event, frozen=True, tag="agent-lost"):
    seat: Seat
    agent: AgentId


class JudgeFreed(Event, frozen=True, tag="judge-freed"):
    judge: AgentId


# ---- briefcases


class CaseOpened(Event, frozen=True, tag="case-opened"):
    seat: Seat
    card: CardId
    agent: AgentId


class CaseGone(Event, frozen=True, tag="case-gone"):
    seat: Seat
    agent: AgentId


class NowOwes(Event, frozen=True, tag="now-owes"):
    seat: Seat
    card: CardId


# ---- trials


class TrialOpened(Event, frozen=True, tag="trial-opened"):
    agent: AgentId
    seat: Seat


class TrialAnnulled(Event, frozen=True, tag="trial-annulled"):
    agent: AgentId


class AttorneyUsed(Event, frozen=True, tag="attorney-used"):
    seat: Seat


class JudgeVoted(Event, frozen=True, tag="judge-voted"):
    judge: AgentId
    innocent: Verdict


class FoundInnocent(Event, frozen=True, tag="found-innocent"):
    agent: AgentId
    yes: int
    no: int


class FoundGuilty(Event, frozen=True, tag="found-guilty"):
    agent: AgentId
    yes: int
    no: int


class JudgeDismissed(Event, frozen=True, tag="judge-dismissed"):
    judge: AgentId


class Jailed(Event, frozen=True, tag="jailed"):
    seat: Seat


class MustResign(Event, frozen=True, tag="must-resign"):
    seat: Seat


class Pardoned(Event, frozen=True, tag="pardoned"):
    agent: AgentId


# ---- the end of a round


class Resigned(Event, frozen=True, tag="resigned"):
    seat: Seat
    why: Resigning


class StaysOn(Event, frozen=True, tag="stays-on"):
    seat: Seat


class EarlyElections(Event, frozen=True, tag="early-elections"):
    pass


class IsCandidate(Event, frozen=True, tag="is-candidate"):
    seat: Seat
    party: PartyId


class CandidateByLot(Event, frozen=True, tag="candidate-by-lot"):
    """DEM-181."""

    seat: Seat
    party: PartyId


class Released(Event, frozen=True, tag="released"):
    seat: Seat


class TermCompleted(Event, frozen=True, tag="term-completed"):
    seat: Seat


# ---- elections and pacts


class Debater(msgspec.Struct, frozen=True):
    """DEM-440. A candidate in the debate, and what follows for the party."""

    kind: Literal["wins", "ties", "loses"]
    seat: Seat
    party: PartyId
    stance: Stance
    pop: int
    lost: int  # communities; a party with fewer tokens gives up what it has
    votes: Portion


class Debated(Event, frozen=True, tag="debated"):
    """Before anything is lost by it."""

    environment: EnvironmentId
    debaters: list[Annotated[Debater, msgspec.Meta(extra={"of": "debated"})]]


class GivenUp(Event, frozen=True, tag="given-up"):
    """DEM-442. A community that the debate has cost."""

    party: PartyId
    community: CommunityId


class ElectionBegan(Event, frozen=True, tag="election-began"):
    count: int


class VoteDrawn(Event, frozen=True, tag="vote-drawn"):
    community: CommunityId
    party: PartyId


class Counted(Event, frozen=True, tag="counted"):
    seats: dict[str, int]


class Offered(Event, frozen=True, tag="offered"):
    seat: Seat
    target: Seat
    communities: list[CommunityId]


class Promised(Event, frozen=True, tag="promised"):
    seat: Seat
    target: Seat
    count: int


class Withdrawn(Event, frozen=True, tag="withdrawn"):
    seat: Seat
    target: Seat


class AcceptedOffer(Event, frozen=True, tag="accepted-offer"):
    seat: Seat
    target: Seat


class Revoked(Event, frozen=True, tag="revoked"):
    seat: Seat
    target: Seat


class RefusedAll(Event, frozen=True, tag="refused-all"):
    seat: Seat


class TalksAgain(Event, frozen=True, tag="talks-again"):
    seat: Seat


class Invested(Event, frozen=True, tag="invested"):
    seat: Seat
    partners: list[Seat]  # the minority players whose seats have made the majority


class Covered(Event, frozen=True, tag="covered"):
    """DEM-264. The own Media of who governs lies under the Government Media."""

    seat: Seat
    agent: AgentId


class NoPresident(Event, frozen=True, tag="no-president"):
    pass


class DebtOwed(Event, frozen=True, tag="debt-owed"):
    party: PartyId
    other: PartyId
    count: int


class UrnEmptied(Event, frozen=True, tag="urn-emptied"):
    pass


class NoneLeftInUrn(Event, frozen=True, tag="none-left-in-urn"):
    pass


class UrnDiffers(Event, frozen=True, tag="urn-differs"):
    """Of one colour: what the books said, and what was found."""

    party: PartyId
    count: int
    found: int


class UrnRecounted(Event, frozen=True, tag="urn-recounted"):
    pass


class LastPoint(Event, frozen=True, tag="last-point"):
    seat: Seat


class LastLevel(Event, frozen=True, tag="last-level"):
    pass


class PensionsShown(Event, frozen=True, tag="pensions-shown"):
    seat: Seat
    pensions: list[PensionId]


class BarredFromVictory(Event, frozen=True, tag="barred"):
    seat: Seat


class Victory(Event, frozen=True, tag="victory"):
    seats: list[Seat]
    reason: str


class Noted(Event, frozen=True, tag="noted"):
    text: str


class Aborted(Event, frozen=True, tag="aborted"):
    pass
