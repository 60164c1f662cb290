"""What lies on the table, and who may know it."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Any, Literal

import msgspec

from companion.engine import Deck, Options, Seat, State, Viewer, everyone, fact, nobody, owner

from .plan import MINOR, Card, Kind, Party, Plan

Real = Literal["cards", "leaders", "president", "environment", "urn", "votes"]
UNREAD = "?"  # a card whose face the table does not know (DEM-068)
DECKS = ("funding", "action")


class Switches(Options, frozen=True, kw_only=True):
    """The options of the table, each with the rule it answers."""

    board_side: Literal["A", "B"] = "A"
    """DEM-001. All communities equal, or gold, silver and bronze."""
    choose_leaders: bool = False
    """DEM-003. The table hands out the Leaders itself."""
    timers: Annotated[int, msgspec.Meta(ge=0, le=900)] = 0
    """DEM-025. Seconds of a visible countdown for planning and for talks; 0: none. It triggers nothing."""
    own_order: bool = False
    """DEM-380. Cards are revealed in any order, Funding not first."""
    briefcases: bool = False
    """DEM-400. With briefcase cards and their phase."""
    briefcase_targets: Literal["other_players", "rival_parties"] = "other_players"
    """DEM-402. Whose agents a briefcase may lie on."""
    debate: bool = False
    """DEM-430. The candidates debate before the votes go in."""
    variable_budgets: bool = False
    """DEM-430. The environment changes incomes."""
    variable_thresholds: bool = False
    """DEM-430. The environment changes thresholds."""
    idle_agents_allowed: bool = True
    """DEM-061. An agent may stay without a card though one would fit."""
    may_decline_payment: bool = False
    """DEM-086. An affordable card may be refused."""
    judge_votes: Literal["open", "simultaneous"] = "open"
    """DEM-117. Judges declare aloud, or all at once."""
    president_any_conviction: bool = False
    """DEM-123. Any convicted agent makes the president resign, not only the Leader."""
    prison_reactions: bool = False
    """DEM-131. Prisoners may play Reaction cards."""
    resignation_double_pass: bool = False
    """DEM-174. After a resignation the turn order token passes once more."""
    voluntary_resignation: bool = False
    """DEM-288. The president may resign at the end of a round."""
    pact_deadlock: Literal["most_seats", "no_president"] = "most_seats"
    """DEM-232. Who governs when no pact comes about."""
    attorney_uses: Literal["once_per_legislature", "once_per_round"] = "once_per_legislature"
    """DEM-336. How often the Attorney General may annul a trial."""
    hand_tracking: Literal["full", "opaque"] = "full"
    """DEM-068. The table knows every hand, or cards only once they are turned up."""
    show_urn_totals: bool = True
    """DEM-034. The board shows how many votes of each colour lie in the urn."""
    real: frozenset[Real] = frozenset()
    """DEM-204. What is real cardboard with tags, tapped as it is drawn."""

    @property
    def tapped(self) -> frozenset[str]:
        """The decks that are real. Cards that nobody reads are not tapped (DEM-068)."""
        decks: dict[str, set[str]] = {
            "cards": set() if self.opaque else {"cards", "funding", "action"},
            "leaders": {"agents", "leaders"},
            "president": {"cards", "president"},
            "environment": {"environment"},
            "urn": {"votes", "urn"},
            "votes": set(),
        }
        return frozenset[str]().union(*(decks[r] for r in self.real))

    @property
    def votes_tapped(self) -> bool:
        """Whether vote tokens are tapped also as they go into the urn. Into one of the table's own none go."""
        return self.real >= {"urn", "votes"}

    @property
    def weather(self) -> bool:
        """Whether environment cards are played with."""
        return self.debate or self.variable_budgets or self.variable_thresholds

    @property
    def opaque(self) -> bool:
        return self.hand_tracking == "opaque"


SIDE_B = {"board_side": "B"}
PRESETS: dict[str, dict[str, Any]] = {
    "basic": {},
    "advanced": SIDE_B,
    "complete": SIDE_B | dict.fromkeys(
        ("own_order", "briefcases", "debate", "variable_budgets", "variable_thresholds"), True
    ),
}  # fmt: skip
"""The games of the rulebook (RULES.md, "Options")."""


class Case(msgspec.Struct, frozen=True):
    """DEM-402. A briefcase token on an agent, and what everybody knows of it."""

    seat: Seat
    target: str
    paid: bool = False  # its card has been paid and waits for the trigger (DEM-406)
    due: bool = False  # its trigger has come while its card was being resolved (DEM-411)


class Owed(msgspec.Struct, frozen=True):
    """DEM-407. A briefcase card whose effect came before its payment."""

    card: str
    agent: str  # under which it lies; empty: that agent has left


class Debt(msgspec.Struct, frozen=True):
    """DEM-229, DEM-230. Communities promised, or agreed and not to be handed over yet."""

    debtor: Party
    creditor: Party
    left: int
    promised: bool  # on side B: bronze only (DEM-357)


class Offer(msgspec.Struct, frozen=True):
    """DEM-221, DEM-222. From a candidate to a minority player."""

    by: Seat
    to: Seat
    communities: tuple[str, ...] = ()
    promise: int = 0


Threat = Literal["dismissed", "lost", "lost-and-resigns", "prison", "resigns"]


class Trial(msgspec.Struct, frozen=True):
    """The trial that is on, for everybody to see."""

    accused: str
    seat: Seat  # the defendant
    card: str  # face up under the accused; empty: none
    stage: Literal["open", "vote", "sentence"] = "open"  # before the instruction; the hearing; found guilty
    by: Seat | None = None  # whose briefcase has brought it about; None: the tokens on the card
    cause: str = ""  # the card of that briefcase
    illegal: bool = False  # that card
    losses: dict[Seat, int] = {}  # of popularity, by the instruction
    threat: Threat = "lost"  # what guilty means


class Doing(msgspec.Struct, frozen=True):
    """The card that is being resolved, or was last, with all that has been said about it aloud."""

    seat: Seat
    card: str
    agent: str
    option: int = -1
    community: str = ""
    target: Seat | None = None
    shares: dict[Seat, int] = {}  # of popularity gained, or under 0 lost
    swap: bool | None = None
    silent: bool = False
    aim: str = ""  # the agent that a briefcase is opened on


class Looking(msgspec.Struct, frozen=True):
    """DEM-513. Who looks at whose hand: public; what is there is not."""

    seat: Seat
    target: Seat


def planner(t: Table, viewer: Viewer, agent: str) -> bool:
    """DEM-067. Under an agent: its owner's card."""
    return viewer is not None and agent in t.owned.get(viewer, ())


def placer(t: Table, viewer: Viewer, case: int) -> bool:
    """DEM-403. Which card a briefcase token stands for."""
    return viewer is not None and case in t.cases and t.cases[case].seat == viewer


def burier(t: Table, viewer: Viewer, place: str) -> bool:
    """DEM-092. A card discarded face down: its former owner's."""
    return place.endswith(f"/{viewer}")


def scrutineer(t: Table, viewer: Viewer, key: object) -> bool:
    """DEM-034. The contents of the urn by colour are public, if the table so wishes."""
    return t.options.show_urn_totals


class Table(State):
    # the box
    n: int = fact(everyone)
    plan: Plan = fact(nobody)
    options: Switches = fact(everyone, sets=True)
    prices: dict[str, int] = fact(everyone, default_factory=dict)  # printed on agents, plans, cards and their options
    # where the game stands
    phase: str = fact(everyone, default="")
    round: int = fact(everyone, default=0)  # of the legislature; 0 is the first
    rounds: int = fact(everyone, default=0)  # played since the beginning
    legislature: int = fact(everyone, default=1)
    elections: int = fact(everyone, default=0)
    environment: str = fact(everyone, default="")
    # people
    order: list[Seat] = fact(everyone, default_factory=list)  # clockwise (DEM-004)
    leaders: dict[Seat, str] = fact(everyone, default_factory=dict)
    first: Seat = fact(everyone, default=0)  # who holds the turn order token
    turn: Seat | None = fact(everyone, default=None)
    money: int = fact(everyone, default=0)  # of the running turn (DEM-036)
    pop: dict[Seat, int] = fact(everyone, default_factory=dict)
    points: dict[Seat, int] = fact(everyone, default_factory=dict)  # of victory
    worth: dict[Seat, int] = fact(everyone, default_factory=dict)  # at the end: of everybody's pensions
    prison: list[Seat] = fact(everyone, default_factory=list)  # this round
    convicted: list[Seat] = fact(everyone, default_factory=list)  # Leaders, this round: prison follows
    # piles: how many is public, what is not
    funding: Deck = fact(nobody, counted=True)
    action: Deck = fact(nobody, counted=True)
    presidents: Deck = fact(nobody, counted=True)
    skies: Deck = fact(nobody, counted=True)
    discards: dict[str, list[str]] = fact(everyone, default_factory=dict)
    buried: dict[str, list[str]] = fact(burier, counted=True, default_factory=dict)  # by "deck/seat"
    # cards and agents
    hands: dict[Seat, list[str]] = fact(owner, counted=True, default_factory=dict)
    drawer: Seat | None = fact(everyone, default=None)  # whose hand draws, where cards are real
    drawing: list[str] = fact(nobody, counted=True, default_factory=list)  # until all are drawn (DEM-016)
    owned: dict[Seat, list[str]] = fact(everyone, default_factory=dict)
    market: list[str] = fact(everyone, default_factory=list)
    beside: list[str] = fact(everyone, default_factory=list)  # Government agents that nobody has
    under: dict[str, list[str]] = fact(planner, counted=True, default_factory=dict)  # face down
    up: dict[str, str] = fact(everyone, default_factory=dict)  # face up, under agents
    turned: list[tuple[str, str]] = fact(everyone, default_factory=list)  # agents and cards in this turn, in order
    busy: list[str] = fact(everyone, default_factory=list)  # agents whose briefcase is being turned up (DEM-411)
    lost: list[str] = fact(everyone, default_factory=list)  # owed, and paid in this turn: until the clean-up
    incomes: dict[Seat, int] = fact(everyone, default_factory=dict)  # as the board stood when planning began
    yields: dict[Seat, dict[str, int]] = fact(everyone, default_factory=dict)  # then: euros, by Funding card
    forecast: dict[Seat, int] = fact(owner, default_factory=dict)  # DEM-065
    owed: dict[Seat, list[Owed]] = fact(everyone, default_factory=dict)
    doing: Doing | None = fact(everyone, default=None)
    vain: list[str] = fact(everyone, default_factory=list)  # options on offer that would change nothing now
    podiums: dict[str, tuple[int, int, int]] = fact(everyone, default_factory=dict)  # price, low and high of a speech
    split: dict[Seat, int] = fact(everyone, default_factory=dict)  # of a draw to come: how many from the Funding deck
    halves: list[Seat] = fact(everyone, default_factory=list)  # who refills half and half, unasked (DEM-164)
    counted: dict[str, int] = fact(everyone, default_factory=dict)  # euros, by Funding card turned up in this turn
    waived: str = fact(everyone, default="")  # the family of the next card without a price (DEM-524)
    tried: list[str] = fact(everyone, default_factory=list)  # this round (DEM-112)
    tokens: dict[str, str] = fact(everyone, default_factory=dict)  # of judges, on agents
    cases: dict[int, Case] = fact(everyone, default_factory=dict)
    sources: dict[int, str] = fact(placer, default_factory=dict)  # under which agent a case's card lies
    unplaced: dict[Seat, int] = fact(everyone, default_factory=dict)  # briefcases without a target (DEM-416)
    ready: list[Seat] = fact(everyone, default_factory=list)  # have said done, in an open round
    looking: Looking | None = fact(everyone, default=None)
    looked: dict[Seat, list[str]] = fact(owner, default_factory=dict)
    trial: Trial | None = fact(everyone, default=None)
    verdicts: dict[str, bool] = fact(everyone, default_factory=dict)  # in the last trial, by judge; True: innocent
    pensions: dict[Seat, list[str]] = fact(everyone, default_factory=dict)
    hidden: dict[Seat, list[str]] = fact(owner, counted=True, default_factory=dict)
    plans: dict[str, int] = fact(everyone, default_factory=dict)  # pension cards still to be had
    shut: dict[str, str] = fact(everyone, default_factory=dict)  # where no agent, or no plan, can be bought: why not
    # the board
    held: dict[str, str] = fact(everyone, default_factory=dict)  # communities with a token
    bastions: dict[str, str] = fact(everyone, default_factory=dict)
    drawn: dict[str, str] = fact(everyone, default_factory=dict)  # vote tokens, in an election
    night: dict[str, str] = fact(everyone, default_factory=dict)  # the same, of the running or last election
    chips: dict[str, int] = fact(everyone, default_factory=dict)
    votes: dict[str, int] = fact(everyone, default_factory=dict)  # in the reserve
    urn: Deck = fact(nobody, counted=True)
    inside: dict[str, int] = fact(scrutineer, default_factory=dict)  # the urn
    put_in: dict[str, int] = fact(everyone, default_factory=dict)  # votes that have gone in during this turn, untapped
    at_hand: dict[str, int] = fact(everyone, default_factory=dict)  # votes that go in, and have not been tapped yet
    pulling: bool = fact(everyone, default=False)  # a card takes tokens out of the urn
    # power
    president: Seat | None = fact(everyone, default=None)
    card: dict[Seat, list[str]] = fact(owner, counted=True, default_factory=dict)  # the president's
    parked: dict[Seat, str] = fact(everyone, default_factory=dict)  # Media abilities set aside (DEM-265)
    power: str = fact(everyone, default="")  # the party in power
    must_resign: bool = fact(everyone, default=False)  # DEM-121
    resigned: Seat | None = fact(everyone, default=None)  # at this round end
    attorney_used: bool = fact(everyone, default=False)
    candidates: dict[str, Seat] = fact(everyone, default_factory=dict)
    seats: dict[str, int] = fact(everyone, default_factory=dict)  # of the running or last election
    offers: list[Offer] = fact(everyone, default_factory=list)
    accepted: dict[Seat, Seat] = fact(everyone, default_factory=dict)  # minority player to candidate, in their order
    refusing: list[Seat] = fact(everyone, default_factory=list)
    debts: list[Debt] = fact(everyone, default_factory=list)
    notes: list[str] = fact(everyone, default_factory=list)
    # the end
    winners: list[Seat] = fact(everyone, default_factory=list)
    ended: str = fact(everyone, default="")

    # ---- people

    def party(self, seat: Seat) -> Party:
        party = self.plan.agents[self.leaders[seat]].party
        assert party
        return party

    def members(self, party: str) -> list[Seat]:
        return [s for s in self.order if self.party(s) == party]

    def partner(self, seat: Seat) -> Seat | None:
        return next((s for s in self.members(self.party(seat)) if s != seat), None)

    def around(self, seat: Seat) -> list[Seat]:
        """Everybody clockwise, from this seat on."""
        at = self.order.index(seat)
        return self.order[at:] + self.order[:at]

    def left_of(self, seat: Seat) -> Seat:
        return self.around(seat)[1]

    def is_jailed(self, seat: Seat) -> bool:
        """In prison this round, or convicted in it so that prison follows."""
        return seat in self.prison or seat in self.convicted

    def minorities(self) -> list[Seat]:
        return [s for s in self.order if self.party(s) in MINOR]

    # ---- agents

    def kind(self, agent: str) -> Kind:
        return self.plan.agents[agent].kind

    def owner_of(self, agent: str) -> Seat | None:
        return next((s for s, agents in self.owned.items() if agent in agents), None)

    def mine(self, seat: Seat, kind: str) -> list[str]:
        return [a for a in self.owned[seat] if self.plan.agents[a].kind == kind]

    def covered(self, agent: str) -> bool:
        """DEM-264. An own Media under the Government Media."""
        owner = self.owner_of(agent) if self.kind(agent) == "media" else None
        return owner is not None and bool(self.mine(owner, "gov_media"))

    def judges(self) -> list[str]:
        """Every Judge of this game, in order of their numbers."""
        return [a for a, kind in self.plan.agents.items() if kind.kind == "judge"][: self.plan.seating.judges]

    def investigated(self, agent: str) -> bool:
        return agent in self.tokens.values()

    def face(self, card: str) -> Card:
        return self.plan.cards[card]

    def is_ability(self, card: str) -> bool:
        """Whether it is a Special Ability; a card that the table has not read is not known to be one."""
        return card != UNREAD and self.face(card).family == "ability"

    def affordable(self, cost: int) -> bool:
        return cost <= self.money

    def deck(self, name: str) -> Deck:
        return self.funding if name == "funding" else self.action


def zones(t: Table) -> dict[str, dict[str, list[str]]]:
    """Where every real thing lies, for the table's own care of tags. It tells all secrets."""
    hands = [*t.drawing, *(c for hand in t.hands.values() for c in hand)]
    under = [c for cards in t.under.values() for c in cards]
    table = [*t.up.values(), *t.lost, *t.parked.values(), *(o.card for cards in t.owed.values() for o in cards)]
    held = [c for cards in t.card.values() for c in cards]
    undealt = [] if t.leaders else list(t.plan.seating.leaders)
    skies, sky = sorted(t.skies.contents()), [t.environment] if t.environment else []
    seen = Counter([*skies, *sky])
    unseen: list[str] = [e for e, n in t.plan.weather.copies.items() for _ in range(n - seen[e])]
    past = sorted(c for cards in (*t.discards.values(), *t.buried.values()) for c in cards)
    return {
        "cards": {
            "funding": sorted(t.funding.contents()), "action": sorted(t.action.contents()),
            "president": sorted(t.presidents.contents()), "hand": sorted([*hands, *held]), "under": sorted(under),
            "table": sorted(table), "discard": past,
        },
        "agents": {"leaders": undealt, "table": [a for a in t.plan.agents if a not in undealt]},
        "environment": {"draw": skies, "table": sky, "out": unseen},
        "votes": {
            "urn": sorted(t.urn.contents()), "board": sorted(t.drawn.values()),
            "hand": sorted(Counter(t.at_hand).elements()),
            "reserve": sorted(Counter(t.votes).elements()),
        },
    }  # fmt: skip


def sound(t: Table) -> None:
    """After every move: nothing is lost, nothing is made (RULES.md, constraint 10)."""
    if not t.rounds:
        return  # still being set up
    plan, at = t.plan, t.plan.at
    for pop in t.pop.values():
        assert 0 <= pop <= at.pop_max, "DEM-033"
    assert t.money >= 0 and (t.turn is not None or not t.money), "DEM-036"
    assert not t.held.keys() & t.bastions.keys(), "DEM-030"
    held, drawn, at_hand = list(t.held.values()), list(t.drawn.values()), t.at_hand
    for p, total in plan.votes.items():
        inside, left = t.inside.get(p, 0), t.votes[p]
        out = drawn.count(p) + at_hand.get(p, 0)
        assert inside >= 0 <= left and left + inside + out == total, f"votes of {p}"
        assert t.chips[p] + held.count(p) == plan.chips[p], f"communities of {p}"
    assert sum(t.inside.values()) == len(t.urn), "the urn"
    agents = len(t.market) + len(t.beside)
    for s, owned in t.owned.items():
        agents += len(owned)
        assert not t.card.get(s) or s == t.president, "a President card"
    assert agents == plan.total["agents"], "an agent is lost"
    for deck in (t.funding, t.action):
        assert deck.loose.total() == deck.slots.count(None) + deck.away, f"{deck.name}: cards that nobody has read"
    if not t.options.opaque:
        assert t.funding.away == 0 == t.action.away, "DEM-068"
        lying = len(t.drawing) + len(t.up) + len(t.lost) + len(t.parked)
        for cards in (t.hands, t.under, t.buried, t.owed):
            for some in cards.values():
                lying += len(some)
        down = len(t.funding) + len(t.action) + len(t.discards["funding"]) + len(t.discards["action"])
        abilities = 4 * t.n + len(t.parked)
        assert down + lying == plan.total["cards"] + abilities, "a card is lost"
