"""The rules of DēmoS, in the order of RULES.md: set-up, the frame of the rounds, the end. Beside it: `turns` (discards
and vetoes), `resolve` (declarations, figures, points), `hands` (what cards are worth), `scandal`, `final`, and
`unseen` (rounds whose hands the table does not know)."""

from __future__ import annotations

from companion.engine import (
    HOST,
    Ask,
    Correction,
    Deck,
    Field,
    Outcome,
    Over,
    Script,
    Seat,
    Setup,
    ask,
    one_of,
    order_of,
    seat_of,
    some_of,
    together,
)

from . import moves as m
from . import unseen
from .final import final
from .hands import SUITS
from .resolve import resolve
from .scandal import scandal
from .state import Plan, Table
from .steps import came_back, quorum, step, went_away
from .turns import poll, public_turn, secret_turn, turn_up, unanimous_turn

MOST_LOST = 5  # numeric cards that the box may have lost: with five seats each seat can still be dealt in


def start(setup: Setup, plan: Plan) -> Table:
    """DMS-020..026. The table before the first draw."""
    t = Table(
        n=setup.seats,
        plan=plan,
        options=setup.options,
        people=Deck.of("people", plan.cards),
        power=Deck.of("power", plan.figures),
    )
    t.totals = [0] * t.n
    if not plan.sides:
        t.sides = [[s] for s in range(t.n)]
        t.vetoes = list(plan.vetoes) * t.n  # DMS-103
    return t


def play(t: Table) -> Script[Outcome]:
    """The whole game."""
    yield from set_up(t)
    return (yield from game(t))


def game(t: Table) -> Script[Outcome]:
    """DMS-004. From the first round on: main phase, Scandal phase, final phase."""
    while True:
        yield from round_(t)
        if over(t):
            break
        t.dealer = next(s for s in t.around(t.dealer) if s not in t.away or not t.present())  # DMS-047
    if t.plan.full:
        yield from scandal(t)
    return final(t)


def over(t: Table) -> bool:
    """DMS-232..235."""
    return not t.power or t.round == t.options.max_rounds


# ---- set-up


def set_up(t: Table) -> Script[None]:
    yield from first_dealer(t)
    if t.teams:
        yield from teams(t)
    yield from announcements(t)


def first_dealer(t: Table) -> Script[None]:
    """DMS-024."""
    if t.options.first_dealer == "chosen":
        t.dealer = (yield from ask(m.NameDealer, HOST, seat=seat_of(range(t.n), shown=True))).seat
    else:
        (seat,) = yield from Deck.of("first_dealer", map(str, range(t.n))).faces(1)
        t.dealer = int(seat)
    t.first_dealer = t.dealer
    t.tell(m.FirstDealer(t.dealer))


def teams(t: Table) -> Script[None]:
    """DMS-027, DMS-103."""
    if t.options.team_assignment == "random":
        lots = yield from Deck.of("team_lots", map(str, range(t.n))).faces(t.n - 1)
        order = [int(lot) for lot in lots]
        order += [s for s in range(t.n) if s not in order]
        for size in t.plan.sides:
            side, order = order[:size], order[size:]
            named(t, side)
    else:
        named(t, (yield from ask(m.NamePair, HOST, seats=some_of(range(t.n), 2, 2, of="seat", shown=True))).seats)
        rest = [s for s in range(t.n) if s not in t.sides[0]]
        alone = []
        if len(t.plan.sides) == 3:
            alone = [(yield from ask(m.NameIndependent, HOST, seat=seat_of(rest, shown=True))).seat]
        named(t, [s for s in rest if s not in alone])
        if alone:
            named(t, alone)
    t.vetoes = list(t.plan.vetoes)


def named(t: Table, side: list[Seat]) -> None:
    t.sides.append(sorted(side))
    t.tell(m.TeamNamed(sorted(side)) if len(side) > 1 else m.IndependentNamed(side[0]))


def announcements(t: Table) -> Script[None]:
    """DMS-430, DMS-436. In the first dealer's deal order, public at once; no limit of time."""
    t.phase = "announce"
    for seat in t.around(t.dealer):
        here = lambda s=seat: s not in t.away  # noqa: E731
        favourite = t.options.favourite_suit
        if favourite == "personal" or (favourite == "common" and not t.favourites):
            said = yield from step(t, here, lambda s=seat: [suit_of(s)], 0)  # type: ignore[misc]
            if said:
                everybody = range(t.n) if favourite == "common" else [seat]
                t.favourites |= dict.fromkeys(everybody, said.suit)
                t.tell(m.SuitAnnounced(seat, said.suit))
        if t.options.announced_trio:
            trio = yield from step(t, here, lambda s=seat: [trio_of(s)], 0)  # type: ignore[misc]
            if trio:
                t.announced[seat] = trio.suits
                t.tell(m.TrioAnnounced(seat, trio.suits))


def suit_of(seat: Seat) -> Ask[m.AnnounceSuit]:
    return ask(m.AnnounceSuit, seat, suit=one_of(SUITS, of="suit", shown=True))


def trio_of(seat: Seat) -> Ask[m.AnnounceTrio]:
    return ask(m.AnnounceTrio, seat, suits=order_of(SUITS, 3, of="suit", shown=True))


# ---- the round


def round_(t: Table) -> Script[None]:
    """DMS-040."""
    yield from begin(t)
    if t.options.hand_tracking == "known":
        yield from deal(t)
        yield from public_turn(t)
        yield from secret_turn(t)
        if t.plan.full and (yield from poll(t)):
            turn_up(t)
            yield from unanimous_turn(t)
    else:
        yield from unseen.turn(t, "public_discard")
        yield from unseen.turn(t, "secret_discard")
        if t.plan.full and (yield from poll(t)):
            yield from unseen.turn(t, "unanimous_discard")
    yield from resolve(t)


def begin(t: Table) -> Script[None]:
    """DMS-041, DMS-048, DMS-333. Everything is gathered, the teams consult, and who is present is dealt in."""
    t.phase = "round_start"
    t.round += 1
    t.dealt, t.left, t.taken, t.vetoed, t.pool = [], [], [], [], []
    for private in (t.hands, t.best, t.covered, t.showing, t.rest):
        private.clear()
    t.people = Deck.of("people", [card for card in t.plan.cards if card not in t.gone])
    yield from quorum(t)
    t.dealer = dealing(t)
    if t.teams:
        yield from together(
            lambda: [ask(m.DealNow, dealing(t))] if t.present() else [], at_most=t.options.consult_seconds
        )
        yield from quorum(t)
        t.dealer = dealing(t)
    t.dealt = [s for s in t.around(t.dealer) if s not in t.away]
    t.tell(m.RoundBegan(t.round, t.dealer, t.dealt[0], len(t.power)))


def dealing(t: Table) -> Seat:
    """DMS-457. Whose turn it is to deal, or the next who is present."""
    return next(s for s in (t.dealer, *t.around(t.dealer)) if s not in t.away)


def deal(t: Table) -> Script[None]:
    """DMS-043. Five each, one at a time."""
    t.phase, t.drawing, t.drawer = "deal", "deal", t.dealer
    for seat in t.dealt:
        t.hands[seat], t.covered[seat] = [], []
    receivers = iter(t.dealt * 5)

    def receive(card: str | None) -> None:
        assert card is not None
        t.hands[next(receivers)].append(card)

    yield from t.people.draw(5 * len(t.dealt), each=receive)
    for seat in t.dealt:
        t.hold(seat, t.hands[seat])
    t.drawing, t.drawer = "", None


# ---- corrections


def losable(t: Table) -> dict[str, Field] | None:
    """DMS-460. While no numeric card is due: any whose place not everybody knows."""
    if t.drawing or t.options.hand_tracking != "known" or len(t.gone) == MOST_LOST or not t.round:
        return None
    seen = {v.card for v in t.pool} | {taken.card for taken in t.taken} | set(t.gone)
    return {"card": one_of([card for card in t.plan.cards if card not in seen], of="people", shown=True)}


def lost(t: Table, move: m.Missing) -> None:
    """DMS-460. A card that lies in a hand is not lost, and the deck stays as it is."""
    if t.people.loose[move.card]:
        t.people = Deck.of("people", [card for card in t.people.contents() if card != move.card])
        t.gone.append(move.card)
        t.tell(m.Lost(move.card))


def abort(t: Table, move: m.Abort) -> None:
    """DMS-459."""
    t.phase, t.ended = "over", "aborted"
    t.tell(m.Aborted())
    raise Over(Outcome((), "aborted"))


CORRECTIONS = (
    Correction(m.Abort, lambda t: {}, abort),
    Correction(m.MarkAbsent, lambda t: {"seat": seat_of(t.present(), shown=True)} if t.present() else None, went_away),
    Correction(m.MarkPresent, lambda t: {"seat": seat_of(t.away, shown=True)} if t.away else None, came_back),
    Correction(m.Missing, losable, lost),
)
