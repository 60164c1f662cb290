"""What lies on the table, and who may know it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec

from companion.engine import Deck, Options, Seat, State, Viewer, everyone, fact, nobody, owner

from .hands import DECK, NUMBER, Scoring, Worth, arranged, best

MEDIA: Final = "M"
FROM_DECK: Final = "deck"  # the source that is no card

Mode: TypeAlias = Literal["simplified", "individual", "team_2v2", "team_2v3", "team_2v2_1"]
Phase: TypeAlias = Literal[
    "setup", "announce", "round_start", "deal", "public_discard", "secret_discard", "unanimous_poll",
    "unanimous_discard", "declare", "resolve", "power_draw", "assign", "square_reveal", "round_end", "scandal_reveal",
    "scandal_action", "final", "over",
]  # fmt: skip


class Switches(Options, frozen=True, kw_only=True):
    """The options of the table, read once at set-up and public (DMS-007)."""

    mode: Mode = "individual"
    """DMS-001. Which game is played."""
    max_rounds: Annotated[int, msgspec.Meta(ge=0, le=60)] = 0
    """DMS-005. After how many rounds the main phase ends; 0: when the power deck is empty."""
    first_dealer: Literal["random", "chosen"] = "random"
    """DMS-024. Who deals first: drawn, or named by the host."""
    team_assignment: Literal["chosen", "random"] = "chosen"
    """DMS-027. Who plays with whom: named by the host, or drawn."""
    people_cards: Literal["companion", "cards"] = "companion"
    """DMS-451. Who deals numeric cards: the companion to phones, or people from a real deck, tapping each card."""
    power_cards: Literal["companion", "cards"] = "companion"
    """DMS-451. The same for figures."""
    hand_tracking: Literal["known", "reveal_only"] = "known"
    """DMS-453. Whether every dealt card is known, or only what is shown."""
    discard_order: Literal["sequential", "simultaneous"] = "sequential"
    """DMS-063. Public discards one after the other, or turned up together."""
    veto_poll: Literal["sequential", "simultaneous", "open"] = "sequential"
    """DMS-105. How sides are asked whether they veto."""
    declare_policy: Literal["best", "free"] = "best"
    """DMS-140. The best combination is shown for everybody, or each chooses what to show."""
    tiebreak_reveal: Literal["outcome", "values", "cards"] = "outcome"
    """DMS-176. What is told of a tie-break."""
    shortage: Literal["sequential", "round_robin"] = "sequential"
    """DMS-206. How too few figures are shared among tied winners."""
    square_reveal: Literal["first_only", "next_hidden"] = "first_only"
    """DMS-222. Which figure a square turns up."""
    points_for: Literal["all_showing", "winners_only"] = "all_showing"
    """DMS-231. Who banks points."""
    independent_two_media: Literal["keep", "two_actions"] = "keep"
    """DMS-254. What the Independent does with both Media."""
    media_target: Literal["hidden_only", "any"] = "hidden_only"
    """DMS-262. Which figures Media may hit."""
    media_mandatory: bool = True
    """DMS-263. Whether a Media holder must act."""
    forced_conflict: Literal["max_satisfy", "no_trio"] = "max_satisfy"
    """DMS-266. Two forced figures that no trio can hold together."""
    no_trio_fallback: Literal["no_winner", "points"] = "no_winner"
    """DMS-296. Who wins if nobody has a trio."""
    final_reveal: Literal["all", "trio_only"] = "all"
    """DMS-299. Which figures are shown after the result."""
    consult_seconds: Annotated[int, msgspec.Meta(ge=0, le=120)] = 15
    """DMS-334. How long a team may consult; 0: no limit."""
    team_draw_peek: Literal["drawer", "team", "none"] = "drawer"
    """DMS-345. Who sees a drawn figure before it is assigned."""
    team_trio: Literal["member", "pooled"] = "member"
    """DMS-371. Trios of one member's figures, or of the whole team's."""
    team_tiebreak: Literal["any_member", "trio_holder", "team_sum"] = "any_member"
    """DMS-374. Whose points break a tie between teams."""
    spokesperson: Literal["strict", "tie_counts"] = "strict"
    """DMS-407. Whether a tie for the highest total is enough."""
    priority3: Literal["bi_then_mono", "mono_only"] = "bi_then_mono"
    """DMS-411. Which trios count at priority 3."""
    p3_tiebreak: Literal["team_sum", "any_member", "trio_holder"] = "team_sum"
    """DMS-413. Whose points break a tie at priority 3."""
    independent_p3: bool = False
    """DMS-415. Whether the Independent takes part in priority 3."""
    favourite_suit: Literal["off", "common", "personal"] = "off"
    """DMS-430. A suit whose one-suit sequences score more."""
    favourite_bonus: Annotated[int, msgspec.Meta(ge=0, le=50)] = 10
    """DMS-432. How much more."""
    announced_trio: bool = False
    """DMS-436. Each seat announces the suits of its trio before the first deal."""
    turn_seconds: Annotated[int, msgspec.Meta(ge=0, le=600)] = 0
    """DMS-455. How long a seat may take for one decision; 0: no limit."""

    @property
    def tapped(self) -> frozenset[str]:
        """DMS-451. Only who answers a draw differs."""
        people = {"people"} if self.people_cards == "cards" else set()
        power = {"power"} if self.power_cards == "cards" else set()
        return frozenset(people | power)


@cache
def _cards(numbers: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(card for card in DECK if NUMBER[card] in numbers)


class Plan(msgspec.Struct, frozen=True):
    """All numbers that hold in this mode. DMS-003, DMS-103."""

    numbers: tuple[int, ...]
    figures: tuple[str, ...]
    turns: int
    sides: tuple[int, ...]  # their sizes; none: every seat is a side
    vetoes: tuple[int, ...]
    scoring: Scoring
    objection_seconds: int

    @property
    def cards(self) -> tuple[str, ...]:
        return _cards(self.numbers)

    @property
    def full(self) -> bool:
        return self.turns > 2


class Visible(msgspec.Struct, frozen=True):
    """A face-up discard (DMS-061): it goes on showing who put it there (DMS-109), where the table knows (DMS-453)."""

    card: str
    seat: Seat | None


class Taken(msgspec.Struct, frozen=True):
    """DMS-084. Whom everybody has seen taking which card, this round."""

    seat: Seat
    card: str


class Shown(msgspec.Struct, frozen=True):
    """DMS-143."""

    seat: Seat
    cards: list[str]
    kind: str
    score: int


class Round(msgspec.Struct, frozen=True):
    """How a round went, for the score sheet. All of it is public."""

    number: int
    dealer: Seat
    shown: list[Shown]
    folded: list[Seat]
    first: list[Seat]  # ranked first
    decided: str  # score, tb1, tb2, ex_aequo, unshown; "": nobody showed anything
    values: dict[Seat, tuple[int, int]] = {}  # tb1 and tb2 of the tied, as far as told (DMS-176)
    hands: dict[Seat, list[str]] = {}  # and their hands
    drew: dict[Seat, int] = {}  # figures drawn
    banked: dict[Seat, int] = {}


class Mark(msgspec.Struct, frozen=True):
    """DMS-259. A Media card on somebody's figure."""

    media: str
    by: Seat
    seat: Seat
    slot: int
    suit: str


class Trio(msgspec.Struct, frozen=True):
    """DMS-290. One E, one L, one J, with the suits that count."""

    cards: list[str]
    suits: list[str]
    owners: list[Seat]

    @property
    def tier(self) -> int:
        return len(set(self.suits))


class Verdict(msgspec.Struct, frozen=True):
    """DMS-298."""

    sides: list[int]  # who won
    reasons: list[str]
    priority: int = 0  # of team_2v2_1
    tiers: dict[int, int] = {}  # the best tier of each side
    compared: dict[int, int] = {}  # the points that decided between sides, where points did
    trios: dict[Seat, Trio] = {}


def figures_of(t: Table, viewer: Viewer, seat: Seat) -> bool:
    """DMS-202, DMS-331. A seat sees its own figures, and no teammate's; what is turned up stands in `turned`."""
    return viewer == seat


def unassigned(t: Table, viewer: Viewer, seat: Seat) -> bool:
    """DMS-345. Who sees a figure between its draw and its assignment."""
    peek = t.options.team_draw_peek
    return viewer is not None and (
        (viewer == seat and peek != "none") or (peek == "team" and viewer >= 0 and t.side(viewer) == t.side(seat))
    )


def teammates(t: Table, viewer: Viewer, key: Any) -> bool:
    """A team's discussion is its own."""
    return t.drawer is not None and viewer in t.sides[t.side(t.drawer)]


class Table(State):
    # the box
    n: int = fact(everyone)
    plan: Plan = fact(everyone)
    options: Switches = fact(everyone)
    people: Deck = fact(nobody, counted=True)
    power: Deck = fact(nobody, counted=True)
    # people
    sides: list[list[Seat]] = fact(everyone, default_factory=list)
    vetoes: list[int] = fact(everyone, default_factory=list)  # left, by side
    totals: list[int] = fact(everyone, default_factory=list)
    away: list[Seat] = fact(everyone, default_factory=list)  # marked absent
    favourites: dict[Seat, str] = fact(everyone, default_factory=dict)
    announced: dict[Seat, list[str]] = fact(everyone, default_factory=dict)  # suits for E, L, J
    # the round
    phase: Phase = fact(everyone, default="setup")
    round: int = fact(everyone, default=0)
    first_dealer: Seat = fact(everyone, default=0)
    dealer: Seat = fact(everyone, default=0)
    dealt: list[Seat] = fact(everyone, default_factory=list)  # in deal order
    left: list[Seat] = fact(everyone, default_factory=list)  # went away in this round
    hands: dict[Seat, list[str]] = fact(owner, counted=True, default_factory=dict)
    best: dict[Seat, list[str]] = fact(owner, default_factory=dict)  # of the hand: what it would show now
    pool: list[Visible] = fact(everyone, default_factory=list)
    covered: dict[Seat, list[str]] = fact(owner, counted=True, default_factory=dict)  # face-down discards, in turn
    taken: list[Taken] = fact(everyone, default_factory=list)
    vetoed: list[int] = fact(everyone, default_factory=list)  # sides that vetoed in this round
    gone: list[str] = fact(everyone, default_factory=list)  # numeric cards that the box has lost
    drawing: Literal["", "deal", "card"] = fact(everyone, default="")  # numeric cards that are due
    # reveal_only: what is known of the hands
    showing: dict[Seat, list[str]] = fact(everyone, default_factory=dict)
    rest: dict[Seat, list[str]] = fact(owner, counted=True, default_factory=dict)
    # figures
    figures: dict[Seat, list[str]] = fact(figures_of, counted=True, default_factory=dict)  # by slot
    turned: dict[Seat, dict[int, str]] = fact(everyone, default_factory=dict)  # slot → face
    drawer: Seat | None = fact(everyone, default=None)  # who deals, draws, or says whose a figure is
    drawn: dict[Seat, list[str]] = fact(unassigned, counted=True, default_factory=dict)  # not yet assigned
    proposal: list[Seat] = fact(teammates, default_factory=list)  # an owner for each
    drew: dict[Seat, list[str]] = fact(owner, default_factory=dict)  # a drawer's own note of what they gave away
    # the scandal
    pointed: Seat | None = fact(everyone, default=None)  # whose figure is about to be hit
    media: dict[str, str] = fact(everyone, default_factory=dict)  # cancelled, kept, used, idle, declined
    marks: list[Mark] = fact(everyone, default_factory=list)
    # the sheet and the end
    rounds: list[Round] = fact(everyone, default_factory=list)
    verdict: Verdict | None = fact(everyone, default=None)
    unseen: list[str] = fact(everyone, default_factory=list)  # DMS-234
    ended: str = fact(everyone, default="")

    def side(self, seat: Seat) -> int:
        return next(i for i, members in enumerate(self.sides) if seat in members)

    @property
    def teams(self) -> bool:
        return bool(self.plan.sides)

    @property
    def independent(self) -> Seat | None:
        return self.sides[2][0] if self.options.mode == "team_2v2_1" and len(self.sides) > 2 else None

    def present(self) -> list[Seat]:
        return [s for s in range(self.n) if s not in self.away]

    def around(self, dealer: Seat) -> list[Seat]:
        """DMS-042. All seats in deal order."""
        return [(dealer + k) % self.n for k in range(1, self.n + 1)]

    def acts(self, seat: Seat) -> bool:
        """Whether this seat still plays this round."""
        return seat in self.dealt and seat not in self.left

    def hold(self, seat: Seat, cards: Iterable[str]) -> None:
        """A hand in card order, with what it would show now."""
        self.hands[seat] = hand = arranged(cards)
        combo = best(hand, self.worth(seat))
        self.best[seat] = list(combo.cards) if combo else []

    def worth(self, seat: Seat) -> Worth:
        """What hands are worth to this seat."""
        bonus = self.options.favourite_bonus
        return Worth(self.plan.scoring, self.plan.full, self.favourites.get(seat, ""), bonus)

    def hidden(self, seat: Seat) -> list[int]:
        """The slots that still lie face down."""
        turned = self.turned.get(seat, {})
        return [slot for slot in range(len(self.figures.get(seat, ()))) if slot not in turned]

    def turn_up(self, seat: Seat, slot: int) -> str:
        self.turned.setdefault(seat, {})[slot] = card = self.figures[seat][slot]
        return card

    def everywhere(self) -> list[str]:
        """Every numeric card that lies in a hand, in the pool or face down."""
        held = [card for hand in self.hands.values() for card in hand]
        down = [card for cards in self.covered.values() for card in cards]
        return [*held, *down, *(v.card for v in self.pool)]


def zones(t: Table) -> dict[str, dict[str, list[str]]]:
    """Where every card lies, for the table's own care of real ones. It tells all secrets. What may be taken up again
    counts as held: hands, and the visible pool."""
    held = [card for hand in t.hands.values() for card in hand]
    down = [card for cards in t.covered.values() for card in cards]
    figures = [card for cards in (*t.figures.values(), *t.drawn.values()) for card in cards]
    return {
        "people": {"draw": sorted({*t.people.contents()} - {*held}), "hand": sorted([*held, *(v.card for v in t.pool)]),
                   "down": sorted(down), "gone": sorted(t.gone)},
        "power": {"draw": sorted(t.power.contents()), "hand": sorted(figures)},
    }  # fmt: skip


def sound(t: Table) -> None:
    """DMS-045, DMS-046 and the figures, after every move but those of a deal: until it is over, its cards count as
    the deck's."""
    if t.drawing == "deal":
        return
    hands, most = sum(map(len, t.hands.values())), 5 * len(t.hands)
    short = t.n if t.options.discard_order == "simultaneous" else 1
    assert most - short <= hands <= most, "DMS-045"
    if t.options.hand_tracking == "known":
        lying = len(t.pool) + sum(map(len, t.covered.values())) + len(t.gone)
        assert len(t.people.slots) + hands + lying == len(t.plan.cards), "DMS-046"
    figures = sum(map(len, t.figures.values())) + sum(map(len, t.drawn.values()))
    assert len(t.power.slots) + figures == len(t.plan.figures), "figures"
    assert min(t.vetoes, default=0) >= 0, "DMS-103"
