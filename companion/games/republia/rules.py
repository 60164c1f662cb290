"""The rules of Republia, in the order of RULES.md: set-up, Rounds, Turns. The rest: speech, ballot, effects, ending."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.engine import (
    HOST,
    Ask,
    Correction,
    Deck,
    OneOf,
    Outcome,
    Script,
    Seat,
    Setup,
    aside,
    ask,
    default,
    first,
    looking,
    one_of,
    seat_of,
    share,
    together,
    yes_no,
)

from . import events as e
from . import moves as m
from .cards import TurnLost, chosen, draw_card, gift, gifts, held, lose_turn, play_card, playable, rob
from .ending import abort, apply_laws, verify
from .pressure import push
from .speech import dispose, fates
from .state import BASICS, ORDINARY, RING, Map, Plan, Table, cards_of, type_of

SIDES = {"N": ("ANA", "LIB", "NEO"), "E": ("NEO", "MON", "FAS"), "S": ("FAS", "TOT", "COM"), "W": ("COM", "SOC", "ANA")}
PAIRS = {
    "A": (("LIB", "NEO"), ("MON", "FAS"), ("TOT", "COM"), ("SOC", "ANA")),
    "B": (("ANA", "LIB"), ("NEO", "MON"), ("FAS", "TOT"), ("COM", "SOC")),
}
MODES = {
    "left_right": ("LIB", "TOT"), "liberty_authority": ("SOC", "MON"),
    "without_neo_com": ("NEO", "COM"), "without_fas_ana": ("FAS", "ANA"),
}  # fmt: skip
RECOMMENDED = ("left_right", "liberty_authority")


# ---- A, B. Set-up


def start(setup: Setup, plan: Plan, chart: Map) -> Table:
    """REP-003, REP-004, REP-005, REP-007, REP-008, REP-013, REP-025. The table before anything is drawn."""
    n, options = setup.seats, setup.options
    left_out = n == 3 and options.drop_situations_3p
    power = n if n > 4 else 4
    t = Table(
        n=n, options=options, plan=plan, map=chart, sp=chart.sp_start,
        laws=Deck.of("laws", [*plan.laws]),
        actions=Deck.of("actions", ()),
        situations=Deck.of("situations", (k for k, s in plan.situations.items() if s.min_players < 4 or not left_out)),
        pile=Deck.of("pile", (), cards="laws"), cabinet=Deck.of("drawer", (), cards="laws"),
        bank=plan.pp_total - n * power, pp=dict.fromkeys(range(n), power),
        hands={s: [] for s in range(n)}, cards={s: [] for s in range(n)}, held={s: [] for s in range(n)},
        whispered={s: [] for s in range(n)},
    )  # fmt: skip
    box = cards_of(plan.actions)
    for kind in BASICS:  # REP-006
        own = [card for card in box if type_of(card) == kind][:n]
        for seat, card in enumerate(own):
            t.gain(seat, card)
            box.remove(card)
    t.actions = Deck.of("actions", box)
    return t


def play(t: Table) -> Script[Outcome]:
    """The whole game: it ends from inside."""
    yield from set_up(t)
    while True:
        yield from round_(t)


def set_up(t: Table) -> Script[None]:
    yield from deal_factions(t)
    for seat in range(t.n):
        yield from draw_law(t, seat, 1)  # REP-010
    t.say(e.Dealt())
    yield from first_president(t)
    t.phase, t.seconds = "reading", t.options.reading_s
    everybody = together(looking(ask(m.SeenFaction, s)) for s in range(t.n))
    yield from first(everybody, ask(m.Continue, HOST))  # REP-016


def drawn(name: str, chosen: str, values: tuple[str, ...]) -> Script[str]:
    """A switch, or what chance says where it stands at random."""
    if chosen != "random":
        return chosen
    return (yield from Deck.of(name, values).faces(1))[0]


def deal_factions(t: Table) -> Script[None]:
    """REP-011, REP-017..024."""
    o, out, pairs = t.options, tuple[str, ...](), tuple[tuple[str, str], ...]()
    if t.n < 5:
        pairs = PAIRS[(yield from drawn("pair_set", o.pair_set, ("A", "B")))]
    elif t.n == 5:
        side = yield from drawn("excluded_side", o.excluded_side, ("N", "E", "S", "W"))
        out = SIDES[side]
        t.map = msgspec.structs.replace(t.map, grey=side)  # REP-021
    elif t.n == 6:
        out = MODES[(yield from drawn("six_mode", o.six_mode, RECOMMENDED))]
    targets = {f: at for f, at in t.map.targets.items() if f not in out}
    t.map = msgspec.structs.replace(t.map, targets=targets)
    if out:
        t.say(e.Excluded(list(out)))
    cards = Deck.of("factions", [*targets])
    for seat in range(t.n):
        t.drawer = seat
        (faction,) = yield from cards.faces(1)
        t.drawer = None
        partner = next((f for pair in pairs if faction in pair for f in pair if f != faction), None)
        if partner:
            cards.loose[partner] -= 1
            cards.slots.pop()
        t.factions[seat] = sorted([faction, partner] if partner else [faction], key=RING.index)


def first_president(t: Table) -> Script[None]:
    """REP-012."""
    if t.options.first_president == "random":
        seat = int((yield from drawn("first_president", "random", tuple(map(str, range(t.n))))))
    else:
        seat = (yield from ask(m.NameFirst, HOST, seat=seat_of(range(t.n), shown=True))).seat
    t.first = seat
    t.say(e.FirstPresident(seat))


# ---- E. A Round


def round_(t: Table) -> Script[None]:
    """REP-050..053, REP-142, REP-158."""
    t.round += 1
    if t.round > 1:
        t.first = (t.first + 1) % t.n  # REP-052
    t.order, t.done, t.lost = t.clockwise(t.first), [], []
    t.legislated = t.decreed = 0
    t.president = None
    t.say(e.RoundBegan(t.round, t.first))
    if t.round > 1:
        yield from replenish(t)
    if t.round % 2 == 0:
        yield from situation(t)
    for seat in [s for s in t.order if s in t.doomed]:  # REP-120, REP-121
        t.doomed.remove(seat)
        lose_turn(t, seat)
    yield from turns(t)
    yield from end_of_round(t)


def replenish(t: Table) -> Script[None]:
    """REP-054..056, REP-204. From the First President clockwise."""
    t.phase, t.seconds = "replenish", 0
    for seat in t.order:
        yield from draw_law(t, seat, min(1, len(t.laws)))
        if seat not in t.mobilized:
            yield from draw_card(t, seat)
            t.earn(seat, 1)
    t.mobilized.clear()
    t.discard(*t.lying.pop("mobilization", ()))
    t.say(e.Replenished())


def situation(t: Table) -> Script[None]:
    """REP-057, REP-058, REP-164."""
    t.phase = "situation"
    t.drawer = t.first
    turned = yield from t.situations.faces(min(1, len(t.situations)))
    t.drawer = None
    for card in turned:
        t.situation = card
        sheet = t.plan.situations[card]
        t.in_force = not sheet.below or t.pos[1] < 0
        t.rule = sheet if t.in_force else ORDINARY
        t.say(e.SituationRead(card))
        if not t.in_force:
            t.say(e.SituationIdle())
        yield from push(t, sheet.sp, "situation", t.options.sp_landing)
        if t.rule.on_reveal == "point":
            yield from point(t)


def point(t: Table) -> Script[None]:
    """REP-175, REP-177. Everybody at the same time; the most pointed at draw both."""
    who = {s: seat_of(t.others(s), {s: "yourself"}, shown=True) for s in range(t.n)}
    pointed = yield from together(ask(m.PointAt, s, target=who[s]) for s in range(t.n))
    votes = [move.target for move in pointed.values()]
    most = max(map(votes.count, votes))
    best = [s for s in t.order if votes.count(s) == most]
    t.say(e.Pointed(sorted(best)))
    for seat in best:
        t.earn(seat, 1)
        yield from draw_card(t, seat)


def turns(t: Table) -> Script[None]:
    """REP-053, REP-194. A lost Turn is passed over; so is that of a player without a Law (REP-204)."""
    last: Seat | None = None
    for seat in t.order:
        if seat in t.lost or not t.held[seat]:
            continue
        yield from turn(t, seat)
        last = seat
    if last is not None and not t.rule.no_cards:
        yield from turn_end(t, last)


def turn_end(t: Table, president: Seat) -> Script[None]:
    """REP-124. After the last Turn instant cards may still be played."""
    t.phase = "turn-end"

    def window() -> list[Ask[Any]]:
        return [default(ask(m.EndTurn, president)), *playable(t, informant=False)]

    while not isinstance(move := (yield from first(window)), m.EndTurn):
        yield from play_card(t, move)


def end_of_round(t: Table) -> Script[None]:
    """REP-059, REP-140, REP-143, REP-150."""
    t.president, t.count = None, None
    t.prison.clear()
    t.discard(*t.lying.pop("removal", ()))
    t.say(e.RoundEnded(t.round))
    spared = t.legislated or (t.options.no_law_penalty == "none_approved" and t.decreed)
    if not spared:
        yield from push(t, 1, "no-law")
    if t.situation:
        if t.unreal("situations"):
            t.situations.put(t.situation, at=len(t.situations))
        else:
            t.situations.shuffle([t.situation])
        t.situation, t.in_force, t.rule = "", False, ORDINARY
    yield from apply_laws(t)
    yield from verify(t)


# ---- F. A Turn


def turn(t: Table, president: Seat) -> Script[None]:
    """REP-060, REP-067, REP-117, REP-136."""
    t.president, t.phase, t.seconds = president, "turn-start", 0
    t.exchanged = t.extra = t.swapped = False
    t.forget()
    t.count, t.shown, t.gave = None, "", []
    t.say(e.TurnBegan(president))
    try:
        yield from forced(t, president)
        move = yield from turn_start(t, president)
        t.phase = "turn"
        yield from dispose(t, president, move)
        while t.held[president]:
            move = yield from law_action(t, president)
            yield from dispose(t, president, move)
    except TurnLost:
        laws, t.held[president] = t.held[president], []
        for law in laws:
            t.law_back(law, middle=True)
        t.current.clear()
        t.reading.clear()
        t.say(e.TurnLost(president))
    t.shown, t.journalists, t.partner, t.seconds = "", [], None, 0
    t.done.append(president)
    t.previous, t.president = president, None


def forced(t: Table, president: Seat) -> Script[None]:
    """REP-060, REP-161: what a Situation demands of every president."""
    match t.rule.on_turn:
        case "steal":
            yield from rob(t, president, pp=0)  # REP-167
        case "beneficiary":
            who = seat_of(t.others(president), {president: "yourself"}, shown=True)
            target = (yield from ask(m.NameBeneficiary, president, target=who)).target
            t.say(e.Benefited(president, target))
            t.earn(target, 1)
            yield from draw_card(t, target)  # REP-176, REP-177


def turn_start(t: Table, president: Seat) -> Script[m.Legislate | m.Decree | m.Veto]:
    """REP-060..069. In any order, until the fate of the first Law is announced."""

    def window() -> list[Ask[Any]]:
        return [*fates(t, president), *extras(t, president), *gifts(t), *playable(t, informant=False)]

    while True:
        move = yield from first(window)
        match move:
            case m.Legislate() | m.Decree() | m.Veto():
                return move
            case m.PlayCard():
                yield from play_card(t, move)
            case m.GivePower() | m.HandOver():
                gift(t, move)
            case _:
                yield from extra(t, president, move)


def law_action(t: Table, president: Seat) -> Script[m.Legislate | m.Decree | m.Veto]:
    """REP-067, REP-070: the second and later Laws of a Turn."""

    def window() -> list[Ask[Any]]:
        return [*fates(t, president), *playable(t, informant=False)]

    while True:
        move = yield from first(window)
        if isinstance(move, m.Legislate | m.Decree | m.Veto):
            return move
        yield from play_card(t, move)


def extras(t: Table, president: Seat) -> list[Ask[Any]]:
    """What else the president may do now. Whether it is asked hangs on public facts alone (REP-210)."""
    found: list[Ask[Any]] = []
    rule, laws = t.rule, len(t.laws) > 0
    if t.exchange and not t.exchanged:  # REP-061, REP-065
        if len(t.actions):
            found.append(aside(ask(m.ExchangeBuy, president, pay=price(t, president))))
        found.append(chosen(t, m.ExchangeSell, president, optional=True, card=held(t, president)))
    if laws and (not rule.no_cards or rule.leadership):  # REP-066, REP-068
        found.append(chosen(t, m.PlayLeadership, president, optional=True, card=held(t, president, "leadership")))
    if rule.on_turn == "extra_law" and laws and not t.extra:
        found.append(aside(ask(m.DrawExtraLaw, president)))
    if rule.on_turn == "swap" and not t.swapped:
        found.append(aside(swap_offer(t, president)))
    return found


PRICE = 2  # REP-062


def price(t: Table, seat: Seat) -> OneOf:
    can = t.pp[seat] >= PRICE
    return OneOf(
        values=(PRICE,) if can else (), why={} if can else {PRICE: "too-poor"}, of="pp",
        cover=one_of([PRICE], of="pp", shown=True),
    )  # fmt: skip


def extra(t: Table, president: Seat, move: Any) -> Script[None]:
    match move:
        case m.ExchangeBuy():
            t.exchanged = True
            t.pay(president, PRICE)
            t.say(e.Bought(president))
            yield from draw_card(t, president)
        case m.ExchangeSell():
            t.exchanged = True
            card = t.lose(president, move.card)
            kind = type_of(card)
            t.say(e.Sold(president, kind, t.earn(president, t.plan.actions[kind].corr)))
            t.discard(card)
        case m.PlayLeadership():
            t.discard(t.lose(president, move.card))
            t.say(e.LeadershipPlayed(president))
            yield from draw_law(t, president, 1)
        case m.DrawExtraLaw():
            t.extra = True
            t.say(e.ExtraLaw(president))
            yield from draw_law(t, president, 1)
        case m.OfferSwap():
            yield from swap(t, president, move)


def draw_law(t: Table, seat: Seat, many: int) -> Script[None]:
    t.drawer = seat
    t.held[seat] += yield from t.laws.faces(many)
    t.drawer = None


# ---- Diplomacia


def swap_offer(t: Table, president: Seat) -> Ask[m.OfferSwap]:
    """REP-172. Never both sides empty; what the other could give is not looked at."""
    mine = {"give_card": min(1, len(t.cards[president])), "give_pp": min(3, t.pp[president])}
    room = mine | {"take_card": 1, "take_pp": 3}
    who = seat_of(t.others(president), {president: "yourself"}, shown=True)
    return ask(m.OfferSwap, president, target=who, terms=share(8, room, least=1, of="swap"))


def swap(t: Table, president: Seat, offer: m.OfferSwap) -> Script[None]:
    t.swapped = True
    other, terms = offer.target, {k: offer.terms.get(k, 0) for k in ("give_card", "give_pp", "take_card", "take_pp")}
    t.say(e.SwapOffered(president, other, **terms))
    able = t.pp[other] >= terms["take_pp"] and len(t.cards[other]) >= terms["take_card"]
    agree = yes_no() if able else OneOf(values=(False,), of="yes", why={True: "cannot-give"}, cover=yes_no())
    if not (yield from ask(m.AnswerSwap, other, agree=agree)).agree:
        t.say(e.SwapDeclined(president, other))
        return
    givers = [s for s, k in ((president, "give_card"), (other, "take_card")) if terms[k]]
    given = yield from together(chosen(t, m.GiveCard, s, card=held(t, s)) for s in givers)
    cards = {s: t.lose(s, move.card) for s, move in sorted(given.items())}
    for giver, card in cards.items():
        taker = other if giver == president else president
        t.gain(taker, card)
        t.say(e.CardReceived(giver, type_of(card)), taker)
    change = terms["take_pp"] - terms["give_pp"]
    t.pp[president] += change
    t.pp[other] -= change
    t.say(e.Swapped(president, other))


CORRECTIONS = (Correction(m.Abort, lambda t: {"reveal": yes_no()}, abort),)
