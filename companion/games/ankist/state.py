"""What lies on the council's table, and who may know it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from companion.engine import Deck, Options, Seat, State, Viewer, everyone, fact, nobody, owner

from .lore import Book, Duty, Effect, Lore

AYE: Final = "aye"
NAY: Final = "nay"
GATHER: Final = "gather"
MODERATE: Final = "moderator"
SIDES: Final = (AYE, NAY)
NOBODY: Final = -1  # no seat yet

Cause: TypeAlias = Literal["", "abdication_high", "abdication_low", "death"]
RealCards: TypeAlias = Literal["dilemma", "plans", "houses"]


class Switches(Options, frozen=True, kw_only=True):
    """The options of the table. `players` (ANK-001) is the number of seats, which the house asks for itself."""

    mode: Literal["single", "campaign"] = "single"
    """ANK-002. One reign, or a chain of them with a ledger."""
    house_assignment: Literal["choose", "draw"] = "choose"
    """ANK-013. Players pick their houses, or draw them."""
    prestige_tiebreak: Literal["house_number", "draw"] = "house_number"
    """ANK-016. Who of two equal houses has less prestige."""
    plan_leftover_reveal: Literal["at_scoring", "never"] = "at_scoring"
    """ANK-033. Whether the plans that nobody held are shown."""
    holdings: Literal["hidden", "public"] = "hidden"
    """ANK-010. Who sees the power and the coins of a house."""
    visible_plans: Literal["milestones", "off"] = "milestones"
    """ANK-041. Open objectives from the second reign of a campaign on."""
    milestone_legacy: Literal["off", "resources", "resources_power"] = "off"
    """ANK-046. Whether milestones shift where a reign begins."""
    deck_empty: Literal["death", "recycle"] = "death"
    """ANK-050. What happens when there is no card to draw."""
    reveal_impact: Literal["direction", "full", "hidden"] = "direction"
    """ANK-052. What is known of the effects before the vote."""
    moderator_may_reclaim: bool = True
    """ANK-064. The Moderator may abstain to stay Moderator."""
    pact_enforcement: Literal["strict", "record"] = "strict"
    """ANK-088. Moves that break a binding pact are illegal, or are logged."""
    pact_visibility: Literal["public", "parties"] = "public"
    """ANK-092. Who sees accepted pacts."""
    all_abstain_leader: Literal["keep", "moderator"] = "keep"
    """ANK-100. Who leads when nobody has voted."""
    stability_rule: Literal["coupled", "explicit"] = "coupled"
    """ANK-109. What moves stability. `explicit` holds with a deck that supports it."""
    stability_clamp: Literal["nominal", "actual"] = "nominal"
    """ANK-110. Whether steps lost at the end of a track move stability."""
    stability_check: Literal["sequential", "net"] = "sequential"
    """ANK-111. Stability moves effect by effect, or once."""
    momentum: bool = False
    """ANK-114. A resource that goes on in its direction moves farther."""
    rich_effects: bool = False
    """ANK-124. Decks may hand out coins, power, prestige and greed."""
    events: bool = True
    """ANK-125. Special events take place."""
    end_precedence: Literal["abdication", "death"] = "abdication"
    """ANK-139. The cause when both ends come in one round."""
    extremist_inclusive: bool = True
    """ANK-145. The Extremist counts both end rows."""
    tie_ranking: Literal["competition", "dense"] = "competition"
    """ANK-153. How ranks go on after a tie."""
    standings_table: Literal["house_default", "public_alt"] = "house_default"
    """ANK-164. What each place earns."""
    house_affinity_prestige: Annotated[int, msgspec.Meta(ge=0, le=3)] = 1
    """ANK-166. Prestige for playing a plan that the house favours."""
    campaign_games: Annotated[int, msgspec.Meta(ge=1, le=12)] = 4
    """ANK-171. How many reigns a campaign has."""
    campaign_winner: Literal["fate", "net", "prestige"] = "fate"
    """ANK-173. How the campaign is won."""
    discussion_seconds: Annotated[int, msgspec.Meta(ge=0, le=900)] = 180
    """ANK-054. A bell after the dilemma has been read; 0: none. It only rings."""
    turn_seconds: Annotated[int, msgspec.Meta(ge=0, le=900)] = 60
    """ANK-072. A bell for every voting turn; 0: none. It only rings."""
    real_cards: frozenset[RealCards] = frozenset()
    """ANK-007. What is drawn from real cards on the reader; the table draws the rest."""

    @property
    def tapped(self) -> frozenset[str]:
        return frozenset(self.real_cards)


class Offer(msgspec.Struct, frozen=True):
    """A pact that one house proposes to another. Duties of kind `nothing` bind to nothing."""

    by: Seat
    to: Seat
    give: int
    take: int
    mine: Duty
    yours: Duty
    terms: str

    def coins(self) -> int:
        return self.give + self.take


class Pact(msgspec.Struct, frozen=True):
    """An accepted one. ANK-085: with no coins it is a promise and binds nobody."""

    offer: Offer
    broken: tuple[Seat, ...] = ()

    @property
    def binding(self) -> bool:
        return self.offer.coins() > 0


class Milestone(msgspec.Struct, frozen=True):
    """A tile over a resource. ANK-120."""

    polarity: Literal["positive", "negative"]
    house: str
    card: str
    side: str
    serial: int  # the higher, the newer


class Chronicle(msgspec.Struct, frozen=True):
    """A history card on the board, or a resolved dilemma in the record. ANK-121, ANK-131."""

    card: str
    house: str
    reign: int
    side: str = ""
    aye: int = 0
    nay: int = 0
    tie: str = ""  # the house that decided, where both were equal


class Special(msgspec.Struct, frozen=True):
    """An event that is active, or will be from the next round on. ANK-127."""

    card: str
    kind: str
    resource: str
    steps: int
    left: int  # active rounds still to come, the present one included
    fresh: bool = True  # started in this round: it does not yet hold
    holds: bool = False  # active in this round


class Side(msgspec.Struct, frozen=True):
    """The direction of a resource's momentum. ANK-114."""

    up: bool
    marker: bool = False


class Visible(msgspec.Struct, frozen=True):
    """An open objective. ANK-042."""

    resource: str
    polarity: Literal["positive", "negative"]
    seat: Seat
    serial: int


class Score(msgspec.Struct, frozen=True):
    """Plan points of one house, by where they come from. ANK-141."""

    resources: int
    economy: int
    visible: int
    majority: int
    points: int
    rank: int
    label: str
    prestige: int = 0
    greed: int = 0


class Reign(msgspec.Struct, frozen=True):
    """One reign in the ledger. ANK-169."""

    number: int
    king: str
    cause: str
    tracks: Mapping[str, int]
    stability: int
    plans: Mapping[str, str]  # by house
    points: Mapping[str, int]
    dynasty: str
    rounds: int


class Line(msgspec.Struct, frozen=True):
    """A king and the house of whose line he is. ANK-168."""

    name: str
    house: str = ""


def holder(t: Table, viewer: Viewer, seat: Seat) -> bool:
    """ANK-010, ANK-141."""
    return t.revealed or viewer == seat or t.options.holdings == "public"


def planner(t: Table, viewer: Viewer, seat: Seat) -> bool:
    """ANK-027, ANK-141."""
    return t.revealed or viewer == seat


def chooser(t: Table, viewer: Viewer, place: int) -> bool:
    """ANK-027."""
    return viewer is not None and viewer == t.choosing


def parties(t: Table, viewer: Viewer, key: str) -> bool:
    """A proposal is known to the two whom it concerns. ANK-092."""
    offer = t.offers[key]
    return viewer in (offer.by, offer.to)


def informed(t: Table, viewer: Viewer, key: str) -> bool:
    """ANK-092."""
    offer = t.pacts[key].offer
    return t.options.pact_visibility == "public" or viewer in (offer.by, offer.to)


class Table(State):
    # the box
    n: int = fact(everyone)
    options: Switches = fact(everyone, sets=True)
    book: Book = fact(everyone)
    lore: Lore = fact(nobody)
    # the campaign
    reign: int = fact(everyone, default=1)
    king: Line = fact(everyone, default=Line(""))
    kings: list[Line] = fact(everyone, default_factory=list)
    reigns: list[Reign] = fact(everyone, default_factory=list)
    prestige: dict[str, int] = fact(everyone, default_factory=dict)  # by house
    greed: dict[str, int] = fact(everyone, default_factory=dict)
    played: dict[str, int] = fact(everyone, default_factory=dict)  # reigns, by house
    record: list[Chronicle] = fact(everyone, default_factory=list)  # every dilemma resolved in this campaign
    milestones: dict[str, list[Milestone]] = fact(everyone, default_factory=dict)  # by resource, oldest first
    placed: int = fact(everyone, default=0)  # milestones, ever
    history: list[Chronicle] = fact(everyone, default_factory=list)
    arcs: dict[str, str] = fact(everyone, default_factory=dict)  # finished: its ending
    fate: int = fact(everyone, default=0)
    # the deck
    deck: Deck = fact(nobody)
    top: list[str] = fact(nobody, default_factory=list)
    locked: list[str] = fact(nobody, default_factory=list)
    removed: list[str] = fact(nobody, default_factory=list)
    # houses and plans
    houses: dict[Seat, str] = fact(everyone, default_factory=dict)
    gone: list[Seat] = fact(everyone, default_factory=list)  # ANK-189
    order: list[Seat] = fact(everyone, default_factory=list)  # from least prestige to most
    unseen: bool = fact(everyone, default=False)  # ANK-032: the plan that is out was set aside unread
    out: str | None = fact(nobody, default=None)
    choosing: Seat | None = fact(everyone, default=None)
    available: list[str] = fact(chooser, default_factory=list)
    plans: dict[Seat, str] = fact(planner, default_factory=dict)
    chosen: list[Seat] = fact(everyone, default_factory=list)
    leftover: list[str] = fact(everyone, default_factory=list)  # ANK-033
    visible: list[Visible] = fact(everyone, default_factory=list)
    drawer: Seat = fact(everyone, default=NOBODY)  # whose hands draw, where cards are real
    # power and coins
    hand: dict[Seat, int] = fact(holder, default_factory=dict)
    coins: dict[Seat, int] = fact(holder, default_factory=dict)
    pool: int = fact(everyone, default=0)
    minted: int = fact(everyone, default=0)  # coins that have come into play by the rules, ANK-006
    power: int = fact(everyone, default=0)  # all there is by the rules, ANK-005
    wrong: int = fact(nobody, default=0)  # by how much the host's corrections have shifted it
    miscounted: int = fact(nobody, default=0)  # the same of coins
    # the realm
    tracks: dict[str, int] = fact(everyone, default_factory=dict)
    stability: int = fact(everyone, default=9)
    momentum: dict[str, Side] = fact(everyone, default_factory=dict)
    specials: list[Special] = fact(everyone, default_factory=list)
    pending: Cause = fact(everyone, default="")  # an abdication, ANK-112
    # the round
    round: int = fact(everyone, default=0)
    dilemma: str = fact(everyone, default="")
    arrows: dict[str, dict[str, int]] = fact(everyone, default_factory=dict)
    printed: dict[str, tuple[Effect, ...]] = fact(everyone, default_factory=dict)  # by side, once they may be known
    skull: bool = fact(everyone, default=False)  # on the dilemma
    shifts: dict[str, int] = fact(everyone, default_factory=dict)  # steps of this round, by track
    leader: Seat = fact(everyone, default=NOBODY)
    moderator: Seat = fact(everyone, default=NOBODY)
    stage: Literal["", "voting", "tie-side", "tie-leader"] = fact(everyone, default="")
    turn: Seat = fact(everyone, default=NOBODY)
    turns: int = fact(everyone, default=0)  # completed in this vote
    act: dict[Seat, str] = fact(everyone, default_factory=dict)  # aye, nay, gather or moderator
    put: dict[Seat, int] = fact(everyone, default_factory=dict)
    laid: dict[Seat, int] = fact(everyone, default_factory=dict)  # what each had put when the last vote was settled
    slot: Seat = fact(everyone, default=NOBODY)  # who has abstained to moderate in this vote, ANK-063
    candidates: list[Seat] = fact(everyone, default_factory=list)  # for Leader, at a tie
    offers: dict[str, Offer] = fact(parties, default_factory=dict)
    outbox: dict[Seat, tuple[Seat, ...]] = fact(nobody, default_factory=dict)  # to whom a house's proposals are open
    inbox: dict[Seat, tuple[Seat, ...]] = fact(nobody, default_factory=dict)  # whose are open to it
    held: dict[Seat, int] = fact(nobody, default_factory=dict)  # coins that lie in its open proposals
    pacts: dict[str, Pact] = fact(informed, default_factory=dict)  # of this round
    void: list[tuple[Seat, Seat]] = fact(everyone, default_factory=list)  # pacts of this round that could not be noted
    owed: dict[Seat, tuple[Duty, ...]] = fact(owner, default_factory=dict)  # by binding pacts
    verdict: str = fact(everyone, default="")  # the winning side
    totals: dict[str, int] = fact(everyone, default_factory=dict)
    # the end
    time: list[str] = fact(everyone, default_factory=list)  # resolved in this reign, in order
    cause: Cause = fact(everyone, default="")
    revealed: bool = fact(everyone, default=False)
    scores: dict[Seat, Score] = fact(everyone, default_factory=dict)
    dynasty: Seat = fact(everyone, default=NOBODY)
    age: str = fact(everyone, default="")  # how the campaign ended
    winners: list[str] = fact(everyone, default_factory=list)  # houses, of the campaign

    def left(self, seat: Seat) -> Seat:
        """ANK-009. The next to act."""
        return (seat + 1) % self.n

    def right(self, seat: Seat) -> Seat:
        """ANK-009. Who acts immediately before."""
        return (seat - 1) % self.n

    def house(self, seat: Seat) -> str:
        return self.houses[seat]

    def seat(self, house: str) -> Seat | None:
        return next((s for s, h in self.houses.items() if h == house), None)

    def active(self, kind: str) -> list[Special]:
        """The events of this kind that hold in this round."""
        return [e for e in self.specials if e.kind == kind and e.holds] if self.specials else []

    def free(self, seat: Seat) -> int:
        """ANK-191. Coins that are not laid out in an open proposal."""
        return self.coins[seat] - self.held.get(seat, 0)

    def voters(self, side: str) -> list[Seat]:
        return [s for s, act in self.act.items() if act == side]

    def deputy(self) -> Seat:
        """ANK-189. Who decides as Moderator, should that player have left."""
        if self.moderator not in self.gone:
            return self.moderator
        seats = [(self.leader + k) % self.n for k in range(self.n)]
        return next((s for s in seats if s not in self.gone), self.moderator)

    def space(self) -> tuple[int, int]:
        """ANK-132. Where the last card lies on the time track, and how many lie there."""
        last = self.book.at.time_spaces
        placed = len(self.time)
        return (placed, 1) if placed < last else (last, placed - last + 1)


def sound(t: Table) -> None:
    """After every move."""
    if not t.hand:
        return
    hand, coins, at = t.hand.values(), t.coins.values(), t.book.at
    put = t.put.values()
    assert sum(hand) + sum(put) + t.pool == t.power + t.wrong, "ANK-005"
    assert sum(coins) == t.minted + t.miscounted, "ANK-006"
    assert min(*hand, *coins, t.pool) >= 0, "ANK-004"
    tracks = (*t.tracks.values(), t.stability)
    assert at.track_min <= min(tracks) and max(tracks) <= at.track_max, "ANK-004"
    for seat, held in t.held.items():
        assert held <= t.coins[seat], "ANK-191"
    if t.stage:
        assert t.leader >= 0 and t.moderator >= 0, "ANK-034"
        if put and t.stage == "voting" and (high := max(put)):
            assert t.put[t.leader] == high, "ANK-075"
    assert len(t.time) <= at.time_spaces + at.last_space_capacity - 1, "ANK-136"


def zones(t: Table) -> dict[str, dict[str, list[str]]]:
    """Where every real card lies, for the table's own care of it. It tells all secrets."""
    taken = [*t.deck.contents(), *t.top, *t.locked, *t.removed]
    held = [*t.plans.values()]
    return {
        "dilemma": {
            "draw": sorted([*t.deck.contents()]),
            "top": list(t.top),
            "locked": sorted(t.locked),
            "removed": sorted(t.removed),
            "resolved": sorted(set(t.lore.dilemmas) - set(taken)),
        },
        "plans": {
            "draw": sorted({p.id for p in t.book.plans} - set(held) - ({t.out} if t.out else set())),
            "out": [t.out] if t.out else [],
            "hand": sorted(held),
        },
    }


