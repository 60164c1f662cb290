"""A reign of Ankist: set-up, the draft of plans, the rounds, the end."""

from __future__ import annotations

from companion.engine import (
    HOST,
    Ask,
    Correction,
    Deck,
    Outcome,
    Over,
    Script,
    Seat,
    Setup,
    ask,
    first,
    number,
    one_of,
    seat_of,
    some_of,
    text,
    together,
)

from . import campaign, effects, pacts, voting
from . import moves as m
from .lore import RESOURCES, Book, Lore
from .scoring import best, scores
from .state import Line, Reign, Side, Switches, Table, Visible

NAME = 24  # letters of a king's name


def start(setup: Setup, book: Book, lore: Lore) -> Table:
    """ANK-017..023, ANK-046."""
    options: Switches = setup.options
    campaign.options_fit(options, lore)
    ledger = campaign.read(setup.ledger, lore) if options.mode == "campaign" else None
    t = Table(n=setup.seats, options=options, book=book, lore=lore, deck=Deck.of("dilemma", ()), king=Line(book.king))
    campaign.open_(t, ledger, book, lore)
    if ledger and len(ledger.seats) == t.n:
        t.houses = dict(enumerate(ledger.seats))  # ANK-013: who has played keeps the house
    t.tracks = {r: _beginning(t, r) for r in RESOURCES}
    t.stability = book.at.track_start
    return t


def _beginning(t: Table, resource: str) -> int:
    """ANK-017, ANK-046."""
    at, tiles = t.book.at, t.milestones.get(resource, [])
    shift = sum(1 if tile.polarity == "positive" else -1 for tile in tiles)
    return max(at.track_min, min(at.track_max, at.track_start + (shift if t.options.milestone_legacy != "off" else 0)))


def play(t: Table) -> Script[Outcome]:
    """ANK-003, ANK-137."""
    yield from seating(t)
    endow(t)
    yield from draft(t)
    yield from opening(t)
    while not t.cause:
        yield from round_(t)
    return (yield from finish(t))


# ---- B. Set-up


def seating(t: Table) -> Script[None]:
    """ANK-012, ANK-013."""
    free = [h.id for h in t.book.houses if h.id not in t.houses.values()]
    if t.options.house_assignment == "draw":
        deck = Deck.of("houses", free, cards="house")
        for seat in range(t.n):
            if seat not in t.houses:
                (t.houses[seat],) = yield from deck.faces(1)
                t.tell(m.HouseTaken(seat, t.houses[seat]))
        return

    def choosing() -> list[Ask[m.ChooseHouse]]:
        left = [h for h in free if h not in t.houses.values()]
        why = dict.fromkeys(t.houses.values(), "taken")
        houses = one_of(left, why, of="house", shown=True)
        return [ask(m.ChooseHouse, s, house=houses) for s in range(t.n) if s not in t.houses]

    while len(t.houses) < t.n:
        chosen = yield from first(choosing)
        t.houses[chosen.by] = chosen.house
        t.tell(m.HouseTaken(chosen.by, chosen.house))


def endow(t: Table) -> None:
    """ANK-018, ANK-019, ANK-046."""
    at = t.book.at
    t.coins = dict.fromkeys(range(t.n), at.coins_start)
    t.hand = {s: max(0, at.power_start + _inherited(t, t.house(s))) for s in range(t.n)}
    t.pool = at.pool_start
    t.minted, t.power = at.coins_start * t.n, sum(t.hand.values()) + t.pool


def _inherited(t: Table, house: str) -> int:
    if t.options.milestone_legacy != "resources_power":
        return 0
    mine = [tile for tiles in t.milestones.values() for tile in tiles if tile.house == house]
    return sum(1 if tile.polarity == "positive" else -1 for tile in mine)


# ---- C, D, E. Plans and roles


def draft(t: Table) -> Script[None]:
    """ANK-025..034. Only a real card can be set aside unread: what the table draws, it draws."""
    t.order = yield from precedence(t)
    every, t.drawer = [p.id for p in t.book.plans], t.order[0]
    (t.out,) = yield from Deck.of("plans", every).draw(1, unread="plans" in t.options.tapped)
    t.unseen = t.out is None
    t.tell(m.PlanOut())
    for seat in t.order:
        left = [p for p in every if p != t.out and p not in t.plans.values()]
        t.plans[seat] = yield from _choose_plan(t, seat, left)
        t.chosen.append(seat)
        t.tell(m.PlanChosen(seat))
    t.choosing, t.available = None, []
    t.leader, t.moderator = t.order[-1], t.order[0]
    t.tell(m.RolesSet(t.leader, t.moderator))


def _choose_plan(t: Table, seat: Seat, left: list[str]) -> Script[str]:
    """ANK-027, ANK-028, ANK-032, ANK-189."""
    t.choosing, t.available = seat, left
    if len(left) == 1:
        t.tell(m.PlanLeft(seat))
        return left[0]

    def choosing() -> list[Ask[m.ChoosePlan]]:
        return [ask(m.ChoosePlan, seat, plan=one_of(left, of="plans"))] if seat not in t.gone else []

    chosen = yield from together(choosing)
    if chosen:
        return chosen[seat].plan
    (plan,) = yield from Deck.of("plan_forced", left, cards="plans").faces(1)
    return plan


def precedence(t: Table) -> Script[list[Seat]]:
    """ANK-015, ANK-016. From least prestige to most."""

    def standing(seat: Seat) -> int:
        return t.prestige[t.house(seat)]

    order = sorted(range(t.n), key=lambda s: (standing(s), t.book.house(t.house(s)).number))
    if t.options.prestige_tiebreak == "house_number":
        return order
    drawn: list[Seat] = []
    for level in sorted({standing(s) for s in order}):
        tied = {t.house(s): s for s in order if standing(s) == level}
        names = list(tied)
        if len(names) > 1:
            names = yield from Deck.of("prestige", names, cards="house").faces(len(names))
        drawn += [tied[name] for name in names]
    return drawn


def opening(t: Table) -> Script[None]:
    """ANK-040..045, ANK-114."""
    if t.options.mode == "campaign" and t.reign > 1 and t.options.visible_plans == "milestones":
        yield from visible_plans(t)
    if t.options.momentum:
        for resource in RESOURCES:
            (side,) = yield from Deck.of("momentum", ("up", "down")).faces(1)
            t.momentum[resource] = Side(side == "up")


def visible_plans(t: Table) -> Script[None]:
    """ANK-042..044."""
    given: list[Visible] = []
    for resource in RESOURCES:
        for polarity in ("positive", "negative"):
            tiles = [x for x in t.milestones.get(resource, []) if x.polarity == polarity]
            if signed := [x for x in tiles if t.seat(x.house) is not None]:
                newest = max(signed, key=lambda tile: tile.serial)
                seat = t.seat(newest.house)
                assert seat is not None
                given.append(Visible(resource, newest.polarity, seat, newest.serial))
    for seat in t.order:
        t.visible += yield from _keep(t, seat, [v for v in given if v.seat == seat])
    for v in t.visible:
        t.tell(m.VisiblePlan(v.seat, v.resource, v.polarity))


def _keep(t: Table, seat: Seat, mine: list[Visible]) -> Script[list[Visible]]:
    """ANK-044, ANK-189."""
    cap = t.book.at.visible_cap
    newest = sorted(mine, key=lambda v: -v.serial)
    kept = {p: [v.resource for v in newest if v.polarity == p][:cap] for p in ("positive", "negative")}
    all_ = {p: [v.resource for v in mine if v.polarity == p] for p in kept}

    def keeping() -> list[Ask[m.KeepVisiblePlans]]:
        if seat in t.gone:
            return []
        fields = {
            p: some_of(all_[p], min(cap, len(all_[p])), min(cap, len(all_[p])), of="resource", shown=True) for p in all_
        }
        return [ask(m.KeepVisiblePlans, seat, **fields)]

    if any(len(resources) > cap for resources in all_.values()):
        answer = (yield from together(keeping)).get(seat)
        if answer:
            kept = {"positive": answer.positive, "negative": answer.negative}
    return [v for v in mine if v.resource in kept[v.polarity]]


# ---- A, F. The round


def round_(t: Table) -> Script[None]:
    """ANK-003, ANK-045..056, ANK-137, ANK-138."""
    t.round += 1
    effects.begin_round(t)
    card = yield from draw(t)
    if card is None:
        t.cause = "death"  # ANK-050
        return
    reveal(t, card)
    side = yield from voting.voting(t)
    voting.settle(t, side)
    effects.apply(t, side)
    yield from effects.sign(t, side)
    effects.tick(t)
    effects.pass_time(t)


def draw(t: Table) -> Script[str | None]:
    """ANK-047..050."""
    if t.top:
        return t.top.pop(0)
    if not len(t.deck) and t.options.deck_empty == "recycle":
        t.deck.shuffle(campaign.recyclable(t))
    if not len(t.deck):
        return None
    t.drawer = t.leader
    (card,) = yield from t.deck.faces(1)
    return card


def reveal(t: Table, card: str) -> None:
    """ANK-051..053."""
    t.dilemma, t.shifts = card, {}
    d = t.lore.dilemmas[card]
    t.skull = d.skull
    show = t.options.reveal_impact
    t.arrows = {s: effects.arrows(d.option(s)) for s in ("aye", "nay")} if show != "hidden" else {}
    t.printed = {"aye": d.aye, "nay": d.nay} if show == "full" else {}
    t.tell(m.DilemmaDrawn(t.round, card))


# ---- O..R. The end


def finish(t: Table) -> Script[Outcome]:
    """ANK-128, ANK-138, ANK-141, ANK-158..168."""
    t.specials, t.dilemma, t.arrows, t.printed, t.skull = [], "", {}, {}, False
    t.tell(m.ReignEnded(t.cause))
    t.revealed = True
    if t.options.plan_leftover_reveal == "at_scoring":
        t.leftover = [p.id for p in t.book.plans if p.id not in t.plans.values()]
    t.scores = scores(t)
    for s in t.order:
        x = t.scores[s]
        t.tell(m.Scored(s, t.plans[s], x.resources, x.economy, x.visible, x.majority, x.points))
    t.dynasty = yield from dynasty(t)
    t.tell(m.DynastyNow(t.dynasty, t.house(t.dynasty)))
    award(t)
    chronicle(t)
    yield from name_king(t)
    if t.options.mode == "campaign" and campaign.is_over(t):
        t.age, t.winners = campaign.winner(t)
        t.tell(m.CampaignOver(t.age, t.winners))
        seats = tuple(s for s in range(t.n) if t.house(s) in t.winners)
        return Outcome(seats, t.age, campaign.close(t))
    return Outcome((t.dynasty,), t.cause, campaign.close(t))


def dynasty(t: Table) -> Script[Seat]:
    """ANK-159, ANK-160."""
    tied = best(t)
    if len(tied) == 1:
        return tied[0]
    t.tell(m.WinnerTied(t.moderator, tied))
    houses = one_of((t.house(s) for s in tied), of="house", shown=True)
    chosen = yield from first(lambda: [ask(m.ChooseWinner, t.deputy(), house=houses)])
    seat = t.seat(chosen.house)
    assert seat is not None
    return seat


def award(t: Table) -> None:
    """ANK-163..167."""
    for s in t.order:
        x = t.scores[s]
        t.tell(m.Awarded(s, x.rank, x.prestige, x.greed))
        if t.options.mode == "campaign":
            t.prestige[t.house(s)] += x.prestige
            t.greed[t.house(s)] += x.greed


def chronicle(t: Table) -> None:
    """ANK-169."""
    by_house = {t.house(s): s for s in range(t.n)}
    for house in by_house:
        t.played[house] += 1
    plans = {h: t.plans[s] for h, s in by_house.items()}
    points = {h: t.scores[s].points for h, s in by_house.items()}
    t.reigns.append(
        Reign(t.reign, t.king.name, t.cause, dict(t.tracks), t.stability, plans, points, t.house(t.dynasty),
              len(t.time))
    )  # fmt: skip


def name_king(t: Table) -> Script[None]:
    """ANK-168. The host may name him for a house that does not answer."""

    def naming() -> list[Ask[m.NameKing]]:
        taken = {t.king.name, *(line.name for line in t.kings)}
        name = text(NAME, [n for n in t.book.names if n not in taken])
        return [ask(m.NameKing, s, name=name) for s in (t.dynasty, HOST) if s not in t.gone]

    name = (yield from first(naming)).name.strip()
    t.king = Line(name, t.house(t.dynasty))
    t.kings.append(t.king)
    t.tell(m.KingNamed(name, t.king.house))


# ---- S. Corrections


def _begun(t: Table) -> bool:
    return bool(t.hand) and not t.cause


def set_power(t: Table, move: m.SetPower) -> None:
    t.wrong += move.power - t.hand[move.seat]
    t.hand[move.seat] = move.power
    t.tell(m.Corrected(move.seat))


def set_pool(t: Table, move: m.SetPool) -> None:
    t.wrong += move.power - t.pool
    t.pool = move.power
    t.tell(m.PoolCorrected(move.power))


def set_coins(t: Table, move: m.SetCoins) -> None:
    """ANK-184. Proposals that the coins no longer cover lapse."""
    t.miscounted += move.coins - t.coins[move.seat]
    t.coins[move.seat] = move.coins
    t.tell(m.Corrected(move.seat))
    if t.free(move.seat) < 0:
        for key in [k for k, o in t.offers.items() if o.by == move.seat and o.give]:
            o = pacts.take_up(t, key)
            t.tell(m.PactLapsed(o.by, o.to), o.by, o.to)


def leave(t: Table, move: m.Leave) -> None:
    """ANK-189."""
    t.gone.append(move.seat)
    t.tell(m.Left(move.seat))
    pacts.lapse(t, move.seat)


def come_back(t: Table, move: m.Return) -> None:
    t.gone.remove(move.seat)
    t.tell(m.Returned(move.seat))


def abandon(t: Table, move: m.Abandon) -> None:
    """ANK-140."""
    t.tell(m.Abandoned())
    raise Over(Outcome((), "abandoned", campaign.close(t, finished=False)))



CORRECTIONS = (
    Correction(
        m.SetPower,
        lambda t: {"seat": seat_of(range(t.n), shown=True), "power": number(0, 99, shown=True)} if _begun(t) else None,
        set_power,
    ),
    Correction(m.SetPool, lambda t: {"power": number(0, 99, shown=True)} if _begun(t) else None, set_pool),
    Correction(
        m.SetCoins,
        lambda t: {"seat": seat_of(range(t.n), shown=True), "coins": number(0, 99, shown=True)} if _begun(t) else None,
        set_coins,
    ),
    Correction(
        m.Leave,
        lambda t: {"seat": seat_of((s for s in range(t.n) if s not in t.gone), shown=True)} if t.hand else None,
        leave,
    ),
    Correction(m.Return, lambda t: {"seat": seat_of(t.gone, shown=True)} if t.gone else None, come_back),
    Correction(m.Abandon, lambda t: {} if not t.cause else None, abandon),
)
