"""What lies on the table of Republia, and who may know it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

import msgspec

from companion.engine import Deck, Event, Options, Seat, State, Viewer, everyone, fact, nobody, owner

from .events import Card as Card
from .events import FactionId as FactionId
from .events import LawId as LawId
from .events import SituationId as SituationId

RING = ("LIB", "NEO", "MON", "FAS", "TOT", "COM", "SOC", "ANA")  # clockwise from the north
# The order in which cards are read out (REP-096).
CANONICAL = ("economic_coup", "absenteeism", "bribe", "fraud", "attack", "secret_service", "scandal", "informant",
             "leadership", "mobilization", "removal")  # fmt: skip
BASICS = ("bribe", "fraud", "economic_coup", "informant", "leadership")
URN_CARDS = CANONICAL[:7]
SPECIAL_IN_URN = ("attack", "secret_service", "scandal")  # REP-115: in this order
DECKS_OF_LAWS = frozenset({"laws", "drawer", "pile"})

Real = Literal["votes", "actions", "laws", "situations", "factions"]
Seconds = Annotated[int, msgspec.Meta(ge=0, le=600)]


class Switches(Options, frozen=True, kw_only=True):
    """The options of the table, each with the rule it answers."""

    real: frozenset[Real] = frozenset()
    """REP-086, REP-207. What is real cardboard with tags: votes and cards then go through the slot of the urn."""
    first_president: Literal["seat", "random"] = "seat"
    """REP-012. Who begins: named by the table, or drawn."""
    pair_set: Literal["random", "A", "B"] = "random"
    """REP-017. With 3 or 4 players: which neighbours on the circle are joined."""
    excluded_side: Literal["random", "N", "E", "S", "W"] = "random"
    """REP-020. With 5 players: which side of the circle is not played."""
    six_mode: Literal["random", "left_right", "liberty_authority", "without_neo_com", "without_fas_ana"] = "random"
    """REP-022. With 6 players: which opposite factions are not played."""
    drop_situations_3p: bool = True
    """REP-025. With 3 players the Situations that are no good for 3 stay in the box."""
    sp_start: Annotated[int, msgspec.Meta(ge=0, le=1)] = 1
    """REP-004. Where Social Pressure begins."""
    sp_track_length: Literal[18, 15, 16, 20] = 18
    """REP-035. Where Social Pressure ends, in Crisis."""
    sp_landing: Literal["step", "final"] = "step"
    """REP-038. Whether every position entered counts, or only that where a Situation's move stops."""
    unanimity_compare: Literal["at_least", "exactly"] = "at_least"
    """REP-105. Unanimous: as many as there are players or more, or exactly as many."""
    unanimity_max_opposing: Literal["any", "one"] = "any"
    """REP-105. Whether more than one opposing vote spoils unanimity."""
    edition: Literal[2, 1] = 2
    """REP-187. Whose reward for a unanimous vote."""
    no_law_penalty: Literal["by_legislation", "none_approved"] = "by_legislation"
    """REP-143. Whether a decree, too, spares the Round its step of Social Pressure."""
    target_check: Literal["jump", "law"] = "jump"
    """REP-146. Whether a Target Point is checked after each jump or after each Law."""
    victory_claim: Literal["auto", "announce"] = "auto"
    """REP-154. Whether the table sees by itself who has met an Objective."""
    monarch_corruption: Literal[7, 8] = 7
    """REP-191. What the Monarch needs."""
    pp_visibility: Literal["public", "own"] = "public"
    """REP-192. Who sees how much power a player has."""
    allow_gifts: bool = False
    """REP-014. Whether power and cards may be given away."""
    reveal_authors_at_end: bool = False
    """REP-149. Whether the end shows who passed which Law."""
    reading_s: Seconds = 90
    """REP-193. Seconds for reading the faction; 0: no clock. It triggers nothing."""
    presentation_s: Seconds = 60
    """REP-193. Seconds for a speech."""
    press_s: Seconds = 60
    """REP-193. Seconds for the question and its answer."""
    voting_s: Seconds = 60
    """REP-193. Seconds for the ballot."""

    @property
    def tapped(self) -> frozenset[str]:
        """The decks whose draws are taps."""
        laws = DECKS_OF_LAWS if "laws" in self.real else frozenset()
        hands = {"actions", "fan"} if "actions" in self.real else set()
        return laws | hands | (self.real & {"situations", "factions"})

    @property
    def slot(self) -> bool:
        """Whether anything goes through the slot of the urn."""
        return bool(self.real & {"votes", "actions"})


# ---- what the data files say


class Arrow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    to: Literal["L", "R", "U", "D"]
    jumps: Annotated[int, msgspec.Meta(ge=1, le=9)]


STEP = {"L": (-1, 0), "R": (1, 0), "U": (0, 1), "D": (0, -1)}


class Law(msgspec.Struct, frozen=True):
    faction: FactionId
    cost: int
    arrows: tuple[Arrow, ...]


class Action(msgspec.Struct, frozen=True):
    """A type of Action card."""

    special: bool
    copies: int
    corr: int


class Situation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """REP-161..186. What differs from an ordinary Round."""

    sp: Annotated[int, msgspec.Meta(ge=-9, le=9)] = 0
    no_cards: bool = False
    leadership: bool = False  # stays legal where cards are not
    no_press: bool = False
    open_question: bool = False  # everybody may ask one
    journalist_reads: bool = False
    title_shown: bool = False
    public_votes: bool = False
    president_votes: Annotated[int, msgspec.Meta(ge=1, le=2)] = 2
    double: Literal["", "partner", "leaders"] = ""  # who else uses two votes
    tie_rejects: bool = False
    decree_delta: Annotated[int, msgspec.Meta(ge=-5, le=5)] = 0
    free_decree: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0  # Laws of this cost are free
    veto_cost: Annotated[int, msgspec.Meta(ge=0, le=9)] = 1
    on_reveal: Literal["", "point"] = ""
    on_turn: Literal["", "steal", "beneficiary", "swap", "extra_law"] = ""
    rejected_sp: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0
    unanimous_pp: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0
    approved_pp: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0
    below: bool = False  # only while the Population is below the horizontal axis
    min_players: Annotated[int, msgspec.Meta(ge=3, le=8)] = 3


ORDINARY = Situation()


class Need(msgspec.Struct, frozen=True):
    """REP-151. What a Faction Objective demands; `area`: the signs of x and y, 0 where free."""

    area: tuple[int, int]
    sp: int  # 0: none
    corr: int
    pp: int


class Trigger(msgspec.Struct, frozen=True):
    """REP-041..044. What landing there does: Laws of the drawer, or else so many of the deck, go to the pile."""

    take: Literal["one", "half", "all", "exchange"]
    deck: int = 0


class Map(msgspec.Struct, frozen=True):
    """REP-026..034, and the track: all of it public."""

    radius_sq: int
    targets: dict[FactionId, tuple[int, int]]  # of the factions that may be held
    grey: str  # the side that is not played, or ""
    grey_limit: int
    sp_start: int
    sp_end: int
    triggers: dict[int, Trigger]
    needs: dict[FactionId, Need]  # what each card asks for is no secret, who holds it is


class Plan(msgspec.Struct, frozen=True):
    """What the data files say for this table. It never changes."""

    laws: Mapping[LawId, Law]
    actions: Mapping[Card, Action]
    situations: Mapping[SituationId, Situation]
    pp_total: int
    unanimity: int  # PP for a unanimous vote
    votes: int  # real votes of each sign
    cards: int  # Action cards in the box


# ---- what is kept


class Count(msgspec.Struct, frozen=True):
    """The last ballot of this Turn as everybody may know it."""

    positive: int  # papers
    negative: int
    cards: tuple[Card, ...]
    by_hand: bool = False
    papers: int = 0  # how many of the votes went through the slot
    signs: tuple[int, int] | None = None  # for and against on paper; None where some of the secret ones came by phone
    taken: bool = False  # it has had its effect
    fate: Literal["", "approved", "rejected", "annulled"] = ""
    ayes: int = 0  # with Bribes and Frauds
    nays: int = 0
    void: bool = False
    cancelled: bool = False
    unanimous: bool = False


class Applied(msgspec.Struct, frozen=True):
    """A Law applied in this Round: where each jump led; a jump that was not made leads nowhere else."""

    law: LawId
    path: tuple[tuple[int, int], ...]


class Deed(msgspec.Struct, frozen=True):
    """What somebody did with a Law."""

    round: int
    law: LawId
    fate: Literal["legislated", "decreed", "vetoed", "rejected", "annulled"]


def at_end(t: Table, viewer: Viewer, key: Any) -> bool:
    """REP-159. Its owner, and at the end everybody."""
    return (t.ended != "" and not t.covered) or viewer == key


def power(t: Table, viewer: Viewer, key: Any) -> bool:
    """REP-192."""
    return t.options.pp_visibility == "public" or at_end(t, viewer, key)


def author(t: Table, viewer: Viewer, key: Any) -> bool:
    """REP-149. Everybody remembers their own."""
    return viewer == key or (t.options.reveal_authors_at_end and at_end(t, viewer, key))


class Table(State):
    # the box
    n: int = fact(everyone)
    options: Switches = fact(everyone, sets=True)
    plan: Plan = fact(nobody)
    map: Map = fact(everyone)
    # decks and piles: how many is public, what is not
    laws: Deck = fact(nobody, counted=True)
    actions: Deck = fact(nobody, counted=True)
    situations: Deck = fact(nobody, counted=True)
    pile: Deck = fact(nobody, counted=True)
    cabinet: Deck = fact(nobody, counted=True)  # the Drawer
    bank: int = fact(everyone, default=0)
    # people
    factions: dict[Seat, list[FactionId]] = fact(at_end, default_factory=dict)
    hands: dict[Seat, list[str]] = fact(nobody, default_factory=dict)  # the very cards, "bribe#07"
    cards: dict[Seat, list[Card]] = fact(at_end, default_factory=dict)  # the same by type: all that anybody sees
    held: dict[Seat, list[LawId]] = fact(owner, counted=True, default_factory=dict)
    pp: dict[Seat, int] = fact(power, default_factory=dict)
    deeds: dict[Seat, list[Deed]] = fact(author, default_factory=dict)
    # the board
    pos: tuple[int, int] = fact(everyone, default=(0, 0))
    sp: int = fact(everyone, default=0)
    exchange: bool = fact(everyone, default=False)  # unlocked
    crisis: bool = fact(everyone, default=False)
    # the Round
    round: int = fact(everyone, default=0)
    phase: str = fact(everyone, default="setup")
    first: Seat = fact(everyone, default=0)
    order: list[Seat] = fact(everyone, default_factory=list)  # the Turn slots of this Round
    done: list[Seat] = fact(everyone, default_factory=list)  # who has had the Turn
    lost: list[Seat] = fact(everyone, default_factory=list)  # who loses it
    doomed: list[Seat] = fact(everyone, default_factory=list)  # who loses that of the next Round
    prison: list[Seat] = fact(everyone, default_factory=list)
    mobilized: list[Seat] = fact(everyone, default_factory=list)
    lying: dict[Card, list[str]] = fact(nobody, default_factory=dict)  # cards in front of their victims
    situation: SituationId = fact(everyone, default="")
    in_force: bool = fact(everyone, default=False)
    rule: Situation = fact(everyone, default=ORDINARY)  # what of it holds in this Round
    legislated: int = fact(everyone, default=0)
    decreed: int = fact(everyone, default=0)
    applied: list[Applied] = fact(everyone, default_factory=list)
    # the Turn
    president: Seat | None = fact(everyone, default=None)
    previous: Seat | None = fact(everyone, default=None)  # who presided the last Turn before this one
    exchanged: bool = fact(everyone, default=False)
    extra: bool = fact(everyone, default=False)  # the extra Law of the Situation is drawn
    swapped: bool = fact(everyone, default=False)
    played: Card = fact(everyone, default="")  # an instant card whose target is being chosen
    gave: list[Seat] = fact(everyone, default_factory=list)
    drawer: Seat | None = fact(everyone, default=None)  # for whom, or by whose hands, the next real card is drawn
    # the Law on the table
    current: dict[Seat, LawId] = fact(owner, default_factory=dict)
    reading: dict[Seat, LawId] = fact(owner, default_factory=dict)  # REP-168
    shown: LawId = fact(everyone, default="")  # REP-112: its title and icon
    informed: bool = fact(everyone, default=False)  # an Informant has been played on it
    journalists: list[Seat] = fact(everyone, default_factory=list)
    floor: int = fact(everyone, default=0)  # how often questions have come to their end: raised hands fall then
    partner: Seat | None = fact(everyone, default=None)
    seconds: int = fact(everyone, default=0)  # of the clock on the board; it triggers nothing
    # the ballot
    due: dict[Seat, int] = fact(everyone, default_factory=dict)
    openly: dict[Seat, int] = fact(everyone, default_factory=dict)  # public and late votes: how many for
    late: dict[Seat, int] = fact(everyone, default_factory=dict)  # how many late votes
    missing: int = fact(everyone, default=0)
    locked: bool = fact(everyone, default=False)  # no card may be added
    again: Literal["", "wanted", "surplus"] = fact(everyone, default="")  # why all vote once more
    count: Count | None = fact(everyone, default=None)
    inside: list[str] = fact(nobody, default_factory=list)  # cards that stay in the urn (REP-098)
    fell: list[str] = fact(nobody, default_factory=list)  # cards that fell in when none might be added
    asked_for: Card = fact(everyone, default="")  # REP-093: whose was it?
    owed: int = fact(everyone, default=0)  # cards to be drawn from the hand of whoever was attacked
    used: list[str] = fact(nobody, default_factory=list)  # cards of the urn on their way under the deck
    look: dict[Seat, list[Card]] = fact(owner, default_factory=dict)  # a hand before the president's eyes
    # the end
    announced: list[Seat] = fact(everyone, default_factory=list)
    eligible: dict[Seat, list[FactionId]] = fact(owner, default_factory=dict)
    ended: str = fact(everyone, default="")
    covered: bool = fact(everyone, default=False)  # broken off, and nothing is turned up
    winners: list[Seat] = fact(everyone, default_factory=list)
    won: FactionId = fact(everyone, default="")  # whose Target Point
    # what everybody, and what each seat, has lately heard
    heard: list[Event] = fact(everyone, default_factory=list)
    whispered: dict[Seat, list[Event]] = fact(owner, default_factory=dict)

    # ---- telling

    def say(self, event: Event, *to: Seat) -> None:
        """Tell, and keep it in sight for a while: whoever looks only now has missed nothing."""
        self.tell(event, *to)
        if not to:
            self.heard.append(event)
        for seat in to:
            self.whispered[seat].append(event)

    def forget(self) -> None:
        """What was heard long ago is in nobody's ears."""
        for heard in (self.heard, *self.whispered.values()):
            del heard[:-HEARD]

    # ---- who

    def others(self, seat: Seat) -> list[Seat]:
        return [s for s in range(self.n) if s != seat]

    def free(self) -> list[Seat]:
        return [s for s in range(self.n) if s not in self.prison]

    def clockwise(self, start: Seat) -> list[Seat]:
        return [(start + k) % self.n for k in range(self.n)]

    def to_come(self) -> list[Seat]:
        """Whose Turn of this Round is still to come."""
        return [s for s in self.order if s not in self.done and s not in self.lost and s != self.president]

    # ---- what is real

    def unreal(self, what: Real) -> bool:
        return what not in self.options.real

    # ---- power and cards

    def pay(self, seat: Seat, pp: int) -> int:
        """To the bank: as much as there is."""
        pp = min(pp, self.pp[seat])
        self.pp[seat] -= pp
        self.bank += pp
        return pp

    def earn(self, seat: Seat, pp: int) -> int:
        """REP-199. From the bank: as much as there is."""
        pp = min(pp, self.bank)
        self.bank -= pp
        self.pp[seat] += pp
        return pp

    def gain(self, seat: Seat, card: str) -> None:
        self.hands[seat].append(card)
        self.cards[seat].append(type_of(card))

    def lose(self, seat: Seat, place: int) -> str:
        del self.cards[seat][place]
        return self.hands[seat].pop(place)

    def discard(self, *cards: str) -> None:
        """Action cards to the bottom of their deck. Real ones lie there in any order."""
        back(self.actions, cards, self.unreal("actions"))

    def law_back(self, law: LawId, middle: bool = False) -> None:
        """REP-104, REP-198. Under the Law deck, or into its middle: with real cards somewhere about there."""
        if not self.unreal("laws"):
            self.laws.shuffle([law])
        else:
            self.laws.put(law, at=len(self.laws) // 2 if middle else len(self.laws))

    def corruption(self, seat: Seat) -> int:
        """REP-131."""
        return sum(self.plan.actions[c].corr for c in self.cards[seat])


HEARD = 40  # events; no single move tells as many


def type_of(card: str) -> Card:
    return card.partition("#")[0]


def back(deck: Deck, cards: Iterable[str], ordered: bool) -> None:
    if not ordered:
        deck.shuffle(cards)
        return
    for card in cards:
        deck.put(card, at=len(deck))


def into(deck: Deck, laws: Iterable[LawId]) -> None:
    """Face down among the others: nobody knows the order."""
    deck.shuffle(laws)


def cards_of(actions: Mapping[Card, Action]) -> list[str]:
    """Every Action card by its own name."""
    return [f"{kind}#{i:02}" for kind, a in actions.items() for i in range(1, a.copies + 1)]


def canonical_place(card: str) -> tuple[int, str]:
    """REP-107. In the order of the table, never of the drops."""
    return CANONICAL.index(type_of(card)), card


def canonical(cards: Iterable[Card]) -> tuple[Card, ...]:
    """REP-096. Never the order of the drops."""
    return tuple(sorted(cards, key=CANONICAL.index))


def zones(t: Table) -> dict[str, dict[str, list[str]]]:
    """Where every card lies, for the table's own care of real ones. It tells all secrets."""
    lying = [card for cards in t.lying.values() for card in cards]
    hands = [card for hand in t.hands.values() for card in hand]
    return {
        "laws": {
            "draw": sorted(t.laws.contents()),
            "hand": sorted(law for held in t.held.values() for law in held),
            "pile": sorted(t.pile.contents()),
            "drawer": sorted(t.cabinet.contents()),
        },
        "actions": {"draw": sorted(t.actions.contents()), "hand": sorted(hands), "table": sorted(lying)},
        "situations": {"draw": sorted(t.situations.contents()), "table": [t.situation] if t.situation else []},
    }


def sound(t: Table) -> None:
    """What never changes, after every move: nothing is lost, nothing is made."""
    laws = len(t.laws.slots) + len(t.pile.slots) + len(t.cabinet.slots) + sum(map(len, t.held.values()))
    assert laws == len(t.plan.laws), "a Law is lost"
    cards = len(t.actions.slots) + len(t.used) + sum(map(len, t.hands.values()))
    assert cards + sum(map(len, t.lying.values())) == t.plan.cards, "a card is lost"
    assert t.bank + sum(t.pp.values()) == t.plan.pp_total, "a point is lost"
    assert t.bank >= 0 <= min(t.pp.values()), "a debt"
    chart, (x, y) = t.map, t.pos
    assert chart.sp_start <= t.sp <= chart.sp_end and t.crisis == (t.sp == chart.sp_end)
    assert x * x + y * y <= chart.radius_sq
    assert not t.lost or (len(set(t.lost)) == len(t.lost) and not set(t.lost) & set(t.done)), "REP-195"
