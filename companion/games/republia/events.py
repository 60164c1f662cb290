"""What the table tells. Public, unless the rules tell it to a seat: then only that seat hears it."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

from companion.engine import Event, Seat

# what a word is the name of, for the catalogues
Card: TypeAlias = Annotated[str, msgspec.Meta(extra={"of": "actions"})]
LawId: TypeAlias = Annotated[str, msgspec.Meta(extra={"of": "laws"})]
FactionId: TypeAlias = Annotated[str, msgspec.Meta(extra={"of": "factions"})]
Reason: TypeAlias = Annotated[str, msgspec.Meta(extra={"of": "pressure"})]
SituationId: TypeAlias = Annotated[str, msgspec.Meta(extra={"of": "situations"})]

# ---- rounds and turns


class Dealt(Event, frozen=True, tag="dealt"):
    """Factions, Laws, cards and power are on the table."""


class Excluded(Event, frozen=True, tag="excluded"):
    """REP-020, REP-022. These factions are not played."""

    factions: list[FactionId]


class FirstPresident(Event, frozen=True, tag="first-president"):
    seat: Seat


class RoundBegan(Event, frozen=True, tag="round-began"):
    round: int
    seat: Seat


class Replenished(Event, frozen=True, tag="replenished"):
    pass


class SituationRead(Event, frozen=True, tag="situation-read"):
    situation: SituationId


class SituationIdle(Event, frozen=True, tag="situation-idle"):
    """REP-164. Its condition does not hold: an ordinary Round."""


class TurnBegan(Event, frozen=True, tag="turn-began"):
    seat: Seat


class TurnLost(Event, frozen=True, tag="turn-lost"):
    seat: Seat


class RoundEnded(Event, frozen=True, tag="round-ended"):
    round: int


# ---- power and cards


class ExtraLaw(Event, frozen=True, tag="extra-law"):
    seat: Seat


class LeadershipPlayed(Event, frozen=True, tag="leadership-played"):
    seat: Seat


class Bought(Event, frozen=True, tag="bought"):
    seat: Seat


class Sold(Event, frozen=True, tag="sold"):
    seat: Seat
    card: Card
    pp: int


class PowerGiven(Event, frozen=True, tag="power-given"):
    """REP-014, where gifts are allowed."""

    seat: Seat
    target: Seat
    pp: int


class CardGiven(Event, frozen=True, tag="card-given"):
    """REP-014, where gifts are allowed. Face down."""

    seat: Seat
    target: Seat


class Pointed(Event, frozen=True, tag="pointed"):
    chosen: list[Seat]


class Benefited(Event, frozen=True, tag="benefited"):
    seat: Seat
    target: Seat


class SwapOffered(Event, frozen=True, tag="swap-offered"):
    seat: Seat
    target: Seat
    give_card: int
    give_pp: int
    take_card: int
    take_pp: int


class Swapped(Event, frozen=True, tag="swapped"):
    seat: Seat
    target: Seat


class SwapDeclined(Event, frozen=True, tag="swap-declined"):
    seat: Seat
    target: Seat


class Robbed(Event, frozen=True, tag="robbed"):
    """REP-118, REP-167. What was taken, only thief and victim hear."""

    seat: Seat
    target: Seat


class Mobilized(Event, frozen=True, tag="mobilized"):
    seat: Seat
    target: Seat


class Imprisoned(Event, frozen=True, tag="imprisoned"):
    seat: Seat
    target: Seat


# ---- the fate of a Law


class Legislating(Event, frozen=True, tag="legislating"):
    seat: Seat


class Decreed(Event, frozen=True, tag="decreed"):
    seat: Seat
    cost: int


class Vetoed(Event, frozen=True, tag="vetoed"):
    seat: Seat


class JournalistChosen(Event, frozen=True, tag="journalist-chosen"):
    seat: Seat


class PartnerNamed(Event, frozen=True, tag="partner-named"):
    seat: Seat


class TitleShown(Event, frozen=True, tag="title-shown"):
    """REP-112, REP-184."""

    law: LawId


class InformantPlayed(Event, frozen=True, tag="informant-played"):
    seat: Seat


# ---- the ballot


class UrnOpened(Event, frozen=True, tag="urn-opened"):
    due: int


class VotedOpenly(Event, frozen=True, tag="voted-openly"):
    seat: Seat
    ayes: int
    nays: int


class BallotRepeated(Event, frozen=True, tag="ballot-repeated"):
    """REP-093. The president wants it so: everything comes out unseen."""


class TooManyVotes(Event, frozen=True, tag="too-many-votes"):
    """REP-098. The ballot is repeated; the cards stay in the urn."""


class VotedLateFor(Event, frozen=True, tag="voted-late-for"):
    seat: Seat


class VotedLateAgainst(Event, frozen=True, tag="voted-late-against"):
    seat: Seat


class VoteMissing(Event, frozen=True, tag="vote-missing"):
    """REP-100."""

    count: int


class Counted(Event, frozen=True, tag="counted"):
    """REP-211. What lay in the urn; it has no effect yet."""

    positive: int
    negative: int


class CardsRead(Event, frozen=True, tag="cards-read"):
    """REP-096. In canonical order, never in that of the drops."""

    cards: list[Card]


class CountedByHand(Event, frozen=True, tag="counted-by-hand"):
    positive: int
    negative: int


class NotRegistered(Event, frozen=True, tag="not-registered"):
    """REP-209. A card that by the records was in nobody's hand."""

    count: int


class HandsNeedLook(Event, frozen=True, tag="hands-need-look"):
    """REP-093. Nobody, or several, say that the card was theirs."""


class CardsVoid(Event, frozen=True, tag="cards-void"):
    """REP-101."""


class CardsCancelled(Event, frozen=True, tag="cards-cancelled"):
    """REP-111."""


class Annulled(Event, frozen=True, tag="annulled"):
    """REP-122."""


class Approved(Event, frozen=True, tag="approved"):
    positive: int
    negative: int


class Rejected(Event, frozen=True, tag="rejected"):
    positive: int
    negative: int


class Unanimous(Event, frozen=True, tag="unanimous"):
    seat: Seat
    pp: int


class CampaignPaid(Event, frozen=True, tag="campaign-paid"):
    """REP-183."""

    seat: Seat
    pp: int


class Attacked(Event, frozen=True, tag="attacked"):
    """REP-116."""

    target: Seat


class NobodyAttacked(Event, frozen=True, tag="nobody-attacked"):
    """REP-117."""


class Scandal(Event, frozen=True, tag="scandal"):
    target: Seat


class NobodyLeft(Event, frozen=True, tag="nobody-left"):
    """REP-121."""


# ---- Social Pressure


class PressureMoved(Event, frozen=True, tag="pressure-moved"):
    """REP-036. `why`: the Special card, or what else moved it."""

    position: int
    why: Reason


class ExchangeUnlocked(Event, frozen=True, tag="exchange-unlocked"):
    pass


class LawsFromDrawer(Event, frozen=True, tag="laws-from-drawer"):
    count: int


class LawsFromDeck(Event, frozen=True, tag="laws-from-deck"):
    count: int


class Crisis(Event, frozen=True, tag="crisis"):
    pass


# ---- the end


class LawApplied(Event, frozen=True, tag="law-applied"):
    law: LawId
    x: int
    y: int


class Announced(Event, frozen=True, tag="announced"):
    seat: Seat


class WonByTarget(Event, frozen=True, tag="won-by-target"):
    seat: Seat
    faction: FactionId


class WonByObjective(Event, frozen=True, tag="won-by-objective"):
    seats: list[Seat]


class WonByCrisis(Event, frozen=True, tag="won-by-crisis"):
    seats: list[Seat]


class Aborted(Event, frozen=True, tag="aborted"):
    pass


# ---- for one seat alone


class CardDrawn(Event, frozen=True, tag="card-drawn"):
    card: Card


class CardUsed(Event, frozen=True, tag="card-used"):
    """REP-090. Your card was in the urn."""

    card: Card


class CardTaken(Event, frozen=True, tag="card-taken"):
    """For thief and victim."""

    seat: Seat
    target: Seat
    card: Card


class NothingTaken(Event, frozen=True, tag="nothing-taken"):
    """For thief and victim: the hand was empty."""

    seat: Seat
    target: Seat


class CardLost(Event, frozen=True, tag="card-lost"):
    card: Card


class CardReceived(Event, frozen=True, tag="card-received"):
    target: Seat
    card: Card
