"""What people do on the council, and what the table then tells."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import msgspec

from companion.engine import Event, Move, Seat


def _of(what: str) -> Any:
    return msgspec.Meta(extra={"of": what})


Side: TypeAlias = Annotated[str, _of("side")]
How: TypeAlias = Annotated[str, _of("how")]
HouseName: TypeAlias = Annotated[str, _of("house")]
PlanName: TypeAlias = Annotated[str, _of("plans")]
Card: TypeAlias = Annotated[str, _of("card")]
ResourceName: TypeAlias = Annotated[str, _of("resource")]
ArcName: TypeAlias = Annotated[str, _of("arc")]
Ending: TypeAlias = Annotated[str, _of("ending")]
Sign_: TypeAlias = Annotated[str, _of("polarity")]
CauseName: TypeAlias = Annotated[str, _of("cause")]
AgeName: TypeAlias = Annotated[str, _of("age")]

# ---- moves


class ChooseHouse(Move, frozen=True, tag="choose-house"):
    """ANK-013."""

    house: str


class ChoosePlan(Move, frozen=True, tag="choose-plan"):
    """ANK-026."""

    plan: str


class KeepVisiblePlans(Move, frozen=True, tag="keep-visible-plans"):
    """ANK-044."""

    positive: list[str]
    negative: list[str]


class Vote(Move, frozen=True, tag="vote"):
    """ANK-059."""

    side: str
    power: int


class Abstain(Move, frozen=True, tag="abstain"):
    """ANK-061, ANK-062."""

    how: str


class AddPower(Move, frozen=True, tag="add-power"):
    """ANK-066."""

    side: str
    power: int


class PassTurn(Move, frozen=True, tag="pass-turn"):
    """ANK-068."""


class ForceTurn(Move, frozen=True, tag="force-turn"):
    """ANK-073."""


class ProposePact(Move, frozen=True, tag="propose-pact"):
    """ANK-083. Amounts belong to the duty beside them, in either order; `whom` to a duty about the next Leader."""

    to: Seat
    give: int
    take: int
    mine: str
    mine_least: int
    mine_most: int
    yours: str
    yours_least: int
    yours_most: int
    whom: Seat
    terms: str


class AcceptPact(Move, frozen=True, tag="accept-pact"):
    """ANK-084."""

    seat: Seat


class RejectPact(Move, frozen=True, tag="reject-pact"):
    """ANK-083."""

    seat: Seat


class WithdrawPact(Move, frozen=True, tag="withdraw-pact"):
    """ANK-083."""

    seat: Seat


class RecordPact(Move, frozen=True, tag="record-pact"):
    """A pact agreed aloud, that the host writes down: proposed and accepted in one."""

    seat: Seat
    to: Seat
    give: int
    take: int
    mine: str
    mine_least: int
    mine_most: int
    yours: str
    yours_least: int
    yours_most: int
    whom: Seat
    terms: str


class ChooseSide(Move, frozen=True, tag="choose-side"):
    """ANK-095."""

    side: str


class ChooseLeader(Move, frozen=True, tag="choose-leader"):
    """ANK-098."""

    house: str


class Sign(Move, frozen=True, tag="sign"):
    """ANK-130."""


class ChooseWinner(Move, frozen=True, tag="choose-winner"):
    """ANK-160."""

    house: str


class NameKing(Move, frozen=True, tag="name-king"):
    """ANK-168."""

    name: str


# ---- corrections of the host


class SetPower(Move, frozen=True, tag="set-power"):
    """ANK-184."""

    seat: Seat
    power: int


class SetPool(Move, frozen=True, tag="set-pool"):
    """ANK-184."""

    power: int


class SetCoins(Move, frozen=True, tag="set-coins"):
    """ANK-184."""

    seat: Seat
    coins: int


class Leave(Move, frozen=True, tag="leave"):
    """ANK-189. A player has gone for good."""

    seat: Seat


class Return(Move, frozen=True, tag="return"):
    """A player is there again."""

    seat: Seat


class Abandon(Move, frozen=True, tag="abandon"):
    """ANK-140."""


# ---- events


class HouseTaken(Event, frozen=True, tag="house-taken"):
    seat: Seat
    house: HouseName


class PlanOut(Event, frozen=True, tag="plan-out"):
    """ANK-025."""


class PlanChosen(Event, frozen=True, tag="plan-chosen"):
    seat: Seat


class PlanLeft(Event, frozen=True, tag="plan-left"):
    """ANK-028. There was nothing to choose."""

    seat: Seat


class RolesSet(Event, frozen=True, tag="roles-set"):
    leader: Seat
    moderator: Seat


class VisiblePlan(Event, frozen=True, tag="visible-plan"):
    seat: Seat
    resource: ResourceName
    polarity: Sign_


class DilemmaDrawn(Event, frozen=True, tag="dilemma-drawn"):
    round: int
    card: Card


class Voted(Event, frozen=True, tag="voted"):
    seat: Seat
    side: Side
    power: int


class Abstained(Event, frozen=True, tag="abstained"):
    seat: Seat
    how: How
    coins: int


class Added(Event, frozen=True, tag="added"):
    seat: Seat
    power: int
    total: int


class Passed(Event, frozen=True, tag="passed"):
    seat: Seat


class Forced(Event, frozen=True, tag="forced"):
    seat: Seat


class LeaderNow(Event, frozen=True, tag="leader-now"):
    seat: Seat


class ModeratorNow(Event, frozen=True, tag="moderator-now"):
    seat: Seat


class PactProposed(Event, frozen=True, tag="pact-proposed"):
    """For the two parties."""

    seat: Seat
    target: Seat


class PactRejected(Event, frozen=True, tag="pact-rejected"):
    """For the two parties."""

    seat: Seat
    target: Seat


class PactWithdrawn(Event, frozen=True, tag="pact-withdrawn"):
    """For the two parties."""

    seat: Seat
    target: Seat


class PactLapsed(Event, frozen=True, tag="pact-lapsed"):
    """For the two parties. ANK-083."""

    seat: Seat
    target: Seat


class Clause(msgspec.Struct, frozen=True):
    """A part of a pact: what one house pays the other, what it owes and with how much power, or their own words."""

    kind: str
    seat: Seat = -1
    target: Seat = -1
    low: int = 0
    high: int = 0
    text: str = ""


Clauses: TypeAlias = list[Annotated[Clause, _of("clause")]]


class PactMade(Event, frozen=True, tag="pact-made"):
    """For all, or for the two parties. ANK-092."""

    seat: Seat
    target: Seat
    clauses: Clauses


class PromiseMade(Event, frozen=True, tag="promise-made"):
    """A pact without coins. ANK-085."""

    seat: Seat
    target: Seat
    clauses: Clauses


class PactVoid(Event, frozen=True, tag="pact-void"):
    """ANK-194. What the host wrote down cannot stand; nobody hears why."""

    seat: Seat
    target: Seat


class PactBroken(Event, frozen=True, tag="pact-broken"):
    """ANK-088."""

    seat: Seat
    target: Seat


class Tied(Event, frozen=True, tag="tied"):
    seat: Seat
    power: int


class Decided(Event, frozen=True, tag="decided"):
    """The vote is over. ANK-094."""

    side: Side
    aye: int
    nay: int


class LeaderTied(Event, frozen=True, tag="leader-tied"):
    seat: Seat
    seats: list[Seat]


class Shared(Event, frozen=True, tag="shared"):
    """ANK-102."""

    seats: list[Seat]
    power: int


class PoolNow(Event, frozen=True, tag="pool-now"):
    power: int


class Moved(Event, frozen=True, tag="moved"):
    """ANK-108."""

    resource: ResourceName
    steps: int
    value: int


class StabilityMoved(Event, frozen=True, tag="stability-moved"):
    steps: int
    value: int


class Toppled(Event, frozen=True, tag="toppled"):
    """ANK-112. The king will abdicate at the end of the round."""

    cause: CauseName


class Unlocked(Event, frozen=True, tag="unlocked"):
    """ANK-185."""

    card: str


class OnTop(Event, frozen=True, tag="on-top"):
    """ANK-118."""

    card: str


class NotLocked(Event, frozen=True, tag="not-locked"):
    """ANK-118."""

    card: str


class Removed(Event, frozen=True, tag="removed"):
    """ANK-119."""

    card: str


class MilestonePlaced(Event, frozen=True, tag="milestone-placed"):
    """ANK-120. `card` and `side` name its title."""

    resource: ResourceName
    polarity: Sign_
    house: HouseName
    card: Annotated[str, _of("milestone")]


class HistoryPlaced(Event, frozen=True, tag="history-placed"):
    card: Card
    house: HouseName


class EventStarted(Event, frozen=True, tag="event-started"):
    card: Card
    rounds: int


class EventEnded(Event, frozen=True, tag="event-ended"):
    card: Card


class EventIgnored(Event, frozen=True, tag="event-ignored"):
    """ANK-125."""

    card: Card


class ArcFinished(Event, frozen=True, tag="arc-finished"):
    arc: ArcName
    ending: Ending
    fate: int


class Granted(Event, frozen=True, tag="granted"):
    """ANK-124."""

    seats: list[Seat]
    amount: int
    what: Annotated[str, _of("grant")]


class Signed(Event, frozen=True, tag="signed"):
    seat: Seat
    card: Card
    side: Side


class Ticked(Event, frozen=True, tag="ticked"):
    """ANK-127."""

    card: Card


class TimePassed(Event, frozen=True, tag="time-passed"):
    space: int
    count: int


class ReignEnded(Event, frozen=True, tag="reign-ended"):
    cause: CauseName


class Scored(Event, frozen=True, tag="scored"):
    seat: Seat
    plan: PlanName
    resources: int
    economy: int
    visible: int
    majority: int
    points: int


class Awarded(Event, frozen=True, tag="awarded"):
    seat: Seat
    rank: int
    prestige: int
    greed: int


class WinnerTied(Event, frozen=True, tag="winner-tied"):
    seat: Seat
    seats: list[Seat]


class DynastyNow(Event, frozen=True, tag="dynasty-now"):
    seat: Seat
    house: HouseName


class KingNamed(Event, frozen=True, tag="king-named"):
    name: str
    house: HouseName


class CampaignOver(Event, frozen=True, tag="campaign-over"):
    age: AgeName
    houses: list[HouseName]


class Corrected(Event, frozen=True, tag="corrected"):
    """ANK-184. That, never how much."""

    seat: Seat


class PoolCorrected(Event, frozen=True, tag="pool-corrected"):
    power: int


class Left(Event, frozen=True, tag="left"):
    seat: Seat


class Returned(Event, frozen=True, tag="returned"):
    seat: Seat


class Abandoned(Event, frozen=True, tag="abandoned"):
    """ANK-140."""
