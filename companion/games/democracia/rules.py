"""The rules of D€mocracia, in the order of RULES.md: set-up, the frame of legislatures and rounds, the end of a round.

Beside it: `planning` (5, 6), `turn` (7, 10, 11), `trial` (8, 9), `office` (13, 16), `election` (14, 17, 22), `pacts`
(15), `board` (3, 19, 22), `agents` (4), `piles` (cards), `briefcases` (21), `effects` and `windows` (24).
"""

from __future__ import annotations

from companion.engine import (
    HOST,
    Correction,
    Deck,
    Field,
    Outcome,
    Over,
    Script,
    Setup,
    ask,
    one_of,
    order_of,
    text,
)

from . import board, briefcases
from . import events as e
from . import moves as m
from .agents import drop_case
from .election import election
from .office import early_elections, resignation, selection, succeed
from .piles import abilities_of, by_hand, draw, split
from .plan import MAJOR, Plan
from .planning import investigation, planning
from .state import UNREAD, Table
from .turn import turn
from .urn import recountable, recounted

# ---- 1. Set-up


def start(setup: Setup, plan: Plan) -> Table:
    """DEM-005..013. The table before the Leaders are dealt."""
    t = Table(
        n=setup.seats,
        plan=plan,
        options=setup.options,
        funding=Deck.of("funding", plan.pile("funding"), cards="cards"),
        action=Deck.of("action", plan.pile("action"), cards="cards"),
        presidents=Deck.of("president", plan.pile("president"), cards="cards"),
        skies=Deck.of("environment", [e for e, n in plan.weather.copies.items() for _ in range(n)]),
        urn=Deck.of("urn", [], cards="votes"),
    )
    t.prices = prices(plan)
    seats = range(t.n)
    t.order = list(seats)
    t.discards = {"funding": [], "action": [], "president": []}
    t.chips, t.votes = dict(plan.chips), dict(plan.votes)
    t.plans = {p: record.copies for p, record in plan.pensions.items()}
    t.pop = dict.fromkeys(seats, plan.at.pop_start)
    t.points = dict.fromkeys(seats, 0)
    t.hands, t.owned, t.owed = {s: [] for s in seats}, {s: [] for s in seats}, {s: [] for s in seats}
    t.pensions, t.hidden = {s: [] for s in seats}, {s: [] for s in seats}
    t.beside = plan.government  # DEM-011
    return t


def prices(plan: Plan) -> dict[str, int]:
    """DEM-151. What everybody may read on agents, pension plans and cards."""
    found = {kind: record.price for kind, record in plan.kinds.items() if record.price is not None}
    found |= {id: record.price for id, record in plan.pensions.items()}
    for card in plan.cards.values():
        found |= {f"{card.id}.{i}": choice.cost for i, choice in enumerate(card.choices)}
    return found


def play(t: Table) -> Script[Outcome]:
    """The whole game."""
    yield from set_up(t)
    return (yield from game(t))


def set_up(t: Table) -> Script[None]:
    t.phase = "setup"
    yield from by_hand(t, "setup", "funding", "president")  # DEM-009, DEM-003: as the last game has left them
    yield from leaders(t)
    yield from seating(t)
    agents(t)
    (seat,) = yield from Deck.of("first_player", map(str, range(t.n))).faces(1)  # DEM-014
    t.first = int(seat)
    t.tell(e.TokenTo(t.first))
    yield from bastions(t)
    yield from first_cards(t)
    yield from new_sky(t)


def leaders(t: Table) -> Script[None]:
    """DEM-003."""
    cards = t.plan.seating.leaders
    if t.options.choose_leaders:
        dealt = (yield from ask(m.AssignLeaders, HOST, leaders=order_of(cards, of="agents", shown=True))).leaders
    else:
        dealt = yield from Deck.of("leaders", cards, cards="agents").faces(t.n)
    t.leaders = dict(enumerate(dealt))
    for seat, leader in t.leaders.items():
        t.tell(e.Leads(seat, leader))


def seating(t: Table) -> Script[None]:
    """DEM-004. Partners as far apart as possible; the table may have it otherwise."""
    place = {leader: s for s, leader in t.leaders.items()}
    proposed = [place[leader] for leader in t.plan.seating.leaders]
    t.order = proposed
    if t.n > 2:
        t.order = list((yield from ask(m.ConfirmSeats, HOST, order=order_of(proposed, of="seat", shown=True))).order)


def agents(t: Table) -> None:
    """DEM-005..007. A Leader and a Baron each; one more Baron and one Media for each in the market, and the Judges."""
    free = dict(t.plan.agents)
    for seat in t.order:
        barons = [a for a, x in free.items() if x.kind == "baron" and x.party == t.party(seat)][:2]
        media = next(a for a, x in free.items() if x.kind == "media" and x.party == t.party(seat))
        t.owned[seat] = [t.leaders[seat], barons[0]]
        t.market += [barons[1], media]
        for agent in (*barons, media):
            del free[agent]
    t.market += t.judges()
    if t.n < 4:  # DEM-331
        t.candidates = {t.party(s): s for s in t.order if t.party(s) in MAJOR}


def bastions(t: Table) -> Script[None]:
    """DEM-015, DEM-354."""
    for seat in t.around(t.first):
        free = [c for c in board.neutral(t) if t.options.board_side == "A" or t.plan.communities[c] == "bronze"]
        where = one_of(free, of="communities", shown=True)
        community = (yield from ask(m.PlaceBastion, seat, community=where)).community
        t.bastions[community] = t.party(seat)
        t.tell(e.BastionPlaced(seat, community))


def first_cards(t: Table) -> Script[None]:
    """DEM-016, DEM-017."""
    for seat in t.around(t.first):
        n = t.plan.at.initial_draw
        yield from draw(t, seat, n, (yield from split(t, seat, n)))
        own = abilities_of(t, seat)
        t.hands[seat] += [UNREAD] * len(own) if t.options.opaque else own


def new_sky(t: Table) -> Script[None]:
    """DEM-018, DEM-430. An environment card for the legislature, where an option wants one."""
    if not t.options.weather:
        return
    if not len(t.skies):
        t.skies.shuffle(e for e, n in t.plan.weather.copies.items() for _ in range(n))
    (t.environment,) = yield from t.skies.faces(1)
    t.tell(e.EnvironmentTurned(t.environment))


# ---- 2. Rounds


def game(t: Table) -> Script[Outcome]:
    """DEM-020..024. Legislatures until an election ends the game."""
    while True:
        yield from round_(t)


def round_(t: Table) -> Script[None]:
    """DEM-022, DEM-023."""
    t.rounds += 1
    t.tell(e.RoundBegan(t.legislature, kind_of(t)))
    yield from planning(t)
    yield from investigation(t)
    if t.options.briefcases:
        yield from briefcases.phase(t)
    t.phase = "resolution"
    for seat in t.around(t.first):
        yield from turn(t, seat)
    yield from round_end(t)


def kind_of(t: Table) -> str:
    """DEM-013, DEM-021."""
    return t.plan.seating.rounds[t.round]


# ---- 12. The end of a round


def round_end(t: Table) -> Script[None]:
    """DEM-170..174."""
    t.phase = "round-end"
    sweep(t)
    yield from resignation(t)
    yield from step(t)
    bookkeeping(t)
    pass_token(t)
    t.resigned = None


def sweep(t: Table) -> None:
    """What belongs to one round: trials, tokens, forecasts."""
    t.tried.clear()
    t.tokens.clear()
    t.forecast.clear()
    t.unplaced.clear()
    for case in list(t.cases):
        drop_case(t, case)
    if t.options.attorney_uses == "once_per_round":
        t.attorney_used = False


def step(t: Table) -> Script[None]:
    """DEM-171, DEM-172, DEM-290."""
    if kind_of(t) == "elections":
        t.phase = "election"
        if t.resigned is not None:
            succeed(t)  # DEM-283
        yield from election(t)
        t.round = 0
        yield from new_sky(t)
    elif t.resigned is not None:
        yield from early_elections(t)
    else:
        if kind_of(t) == "selection":
            for party in MAJOR:
                yield from selection(t, party)
        t.round += 1


def bookkeeping(t: Table) -> None:
    """DEM-130, DEM-135, DEM-136, DEM-173."""
    for seat in t.prison:
        if seat not in t.convicted:
            t.tell(e.Released(seat))
    t.prison, t.convicted = t.convicted, []


def pass_token(t: Table) -> None:
    """DEM-024, DEM-174, DEM-284."""
    if t.president is not None:
        t.first = t.president
    elif t.resigned is None or t.options.resignation_double_pass:
        t.first = t.left_of(t.first)
    t.tell(e.TokenTo(t.first))


# ---- corrections of the host


def abort(t: Table, move: m.Abort) -> None:
    """The evening is over, and nobody has won."""
    t.ended = "aborted"
    t.tell(e.Aborted())
    raise Over(Outcome((), "aborted"))


def write_down(t: Table, move: m.Note) -> None:
    """DEM-462. Nothing enforces it."""
    t.notes.append(move.text)
    t.tell(e.Noted(move.text))


def notable(t: Table) -> dict[str, Field] | None:
    return {"text": text(80, ["…"])} if len(t.notes) < 40 else None


CORRECTIONS = (
    Correction(m.Abort, lambda t: {}, abort),
    Correction(m.RecountUrn, recountable, recounted),
    Correction(m.Note, notable, write_down),
)
