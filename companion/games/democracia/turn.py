"""RULES.md, sections 7, 10 and 11: a player's turn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec

from companion.engine import Ask, OneOf, Script, Seat, SomeOf, ask, default, first, one_of, outright, upon, yes_no

from . import board, briefcases
from . import events as e
from . import moves as m
from .agents import drop_case, return_tokens
from .effects import Action, act, in_vain, note, podium
from .piles import discard, draw, holdable, split_ask, take, turn_up
from .plan import Card, Choice, Effect
from .state import Doing, Table
from .trial import investigation_trial
from .windows import holds_card, own_turn, pay_owed, phone, suffer


def turn(t: Table, seat: Seat) -> Script[None]:
    """DEM-080..083, DEM-091, DEM-380. Income, Funding, the other cards, purchases, clean-up."""
    t.turned.clear()
    t.put_in.clear()
    t.doing = None
    if seat in t.prison:
        t.tell(e.PrisonTurn(seat))
        yield from briefcases.at_start(t, seat)  # DEM-132
        return
    t.turn, t.money = seat, board.income(t, seat)
    t.tell(e.TurnBegan(seat, t.money))
    yield from briefcases.at_start(t, seat)
    yield from reveals(t, seat)
    yield from purchases(t, seat)
    yield from clean_up(t, seat)


def reveals(t: Table, seat: Seat) -> Script[None]:
    """One card after another, in any order; the last is not asked for, unless a President's card may come first."""
    while True:
        yield from pay_owed(t, seat)
        waiting, funding = next_up(t, seat)
        if not waiting:
            break

        def asks() -> list[Ask[Any]]:
            known, _ = next_up(t, seat)
            covered = [a for a in t.owned[seat] if a in t.under]
            everybody = one_of(covered, of="agents", shown=True)
            free = "own-order" if own_order(t, seat) else ""
            if len(covered) == 1:
                return [upon(outright(ask(m.Reveal, seat, agent=everybody)), free)]
            field = one_of(known, dict.fromkeys(covered, "funding-first"), of="agents")
            one = outright(ask(m.Reveal, seat, agent=msgspec.structs.replace(field, cover=everybody)))
            every = upon(default(ask(m.RevealAll, seat)), "" if t.options.opaque else free)  # whatever may come next
            return [upon(one, free), every]

        one: list[str] = []
        if (len(waiting) > 1 and not (funding and plain(t, seat, waiting))) or holds_card(t, seat):
            answer = yield from own_turn(t, seat, asks)
            one = [] if isinstance(answer, m.RevealAll) else [answer.agent]
        for agent in one or sorted(next_up(t, seat)[0], key=lambda a: place_of(t, a)):
            if agent in next_up(t, seat)[0]:  # an interruption may have turned it up
                yield from reveal(t, seat, agent)


def next_up(t: Table, seat: Seat) -> tuple[list[str], bool]:
    """DEM-082, DEM-380, DEM-382. Under which agents a card may be turned up now, and whether that is Funding alone."""
    if not own_order(t, seat) and (found := face_down(t, seat, funding=True)):
        return found, True
    return face_down(t, seat, funding=False), False


def own_order(t: Table, seat: Seat) -> bool:
    """DEM-380, DEM-382. Whether nothing comes first by itself."""
    return t.options.own_order and not t.owed[seat]


def plain(t: Table, seat: Seat, agents: list[str]) -> bool:
    """Whether it is all one in which order this Funding is turned up: nothing lies on it, nothing is owed, and only
    what repeats another cares, which comes last anyhow. Then the player is not asked."""
    marked = {*t.tokens.values(), *(case.target for case in t.cases.values())}
    if t.options.opaque or t.owed[seat] or marked & set(agents):
        return False
    effects = [x for a in agents for choice in t.face(t.under[a][0]).choices for x in choice.effects]
    return not any(x.do == "pop_self" and x.n > 0 for x in effects)  # before a loss or after it may be two things


def place_of(t: Table, agent: str) -> int:
    """DEM-380, DEM-502. Of several turned up at once, where the table knows them: Funding brings the money for the
    rest, and of it last what repeats another."""
    card = t.plan.cards.get(t.under[agent][0])
    if card is None or card.family != "funding":
        return 2
    return int(any(x.do == "money_repeat" for choice in card.choices for x in choice.effects))


def face_down(t: Table, seat: Seat, funding: bool) -> list[str]:
    """DEM-082. First Funding alone; in opaque tracking nobody but the player knows which that is."""
    found = [a for a in t.owned[seat] if a in t.under]
    if funding and not t.options.opaque:
        return [a for a in found if t.face(t.under[a][0]).family == "funding"]
    return found


def reveal(t: Table, seat: Seat, agent: str) -> Script[None]:
    """DEM-084. The resolution of one card, in its order (a) to (g)."""
    id = yield from turn_up(t, seat, agent)
    if id is None:  # it goes back to the hand: the agent is one without a card
        if (case := briefcases.case_of(t, agent)) is not None:
            drop_case(t, case)
        yield from briefcases.triggered(t, [agent], by_card=False)
        return
    card = t.face(id)
    t.doing = Doing(seat, id, agent)
    if not card.briefcase and (case := briefcases.case_of(t, agent)) is not None:
        drop_case(t, case)  # declared as what it is not (DEM-068)
    if card.printed_loss:
        yield from suffer(t, {seat: card.printed_loss}, seat)  # DEM-082
    t.busy.append(agent)
    yield from briefcases.on_card(t, agent)
    yield from investigation_trial(t, agent)
    if agent in t.up:
        yield from carry_out(t, seat, agent, card)
    t.busy.remove(agent)
    return_tokens(t, agent)


# ---- choices, price, effect


def carry_out(t: Table, seat: Seat, agent: str, card: Card) -> Script[None]:
    """DEM-084 (d) to (g)."""
    if card.briefcase and briefcases.case_of(t, agent) is None:
        t.tell(e.NoTarget(seat, card.id))  # DEM-413, DEM-416
        return
    used: list[int] = []
    reacted = paid = False
    while True:
        yield from pay_owed(t, seat)  # DEM-415, DEM-417
        t.doing = Doing(seat, card.id, agent)
        option = yield from choice(t, seat, card, used)
        if option is None:
            break
        chosen = card.choices[option]
        action = Action(seat, card, reacted=reacted)
        show_podiums(t, seat, card)
        if t.options.board_side == "B" and speech_of(chosen):
            action.community = yield from podium(t, seat, lambda: reach(t, seat, card, chosen))  # noqa: B023
        cost = 0 if free(t, card) else price(t, seat, chosen, action.community)
        if not t.affordable(cost):  # what is owed has come first
            t.tell(e.Unpaid(seat, card.id))
            break
        used.append(option)
        paid = not free(t, card)
        t.money -= cost
        if card.family != "funding":
            t.tell(e.Paid(seat, card.id, cost, f"{card.id}.{option}"))
        if card.briefcase:
            yield from briefcases.own(t, seat, agent)
        else:
            yield from act(t, action, chosen.effects)
            reacted = action.reacted
        if not card.repeat:
            break
    if not used:
        forfeit(t, seat, agent)
    if free(t, card) and not paid:  # a decree that came after the price is for the next one
        t.waived = ""


def free(t: Table, card: Card) -> bool:
    """DEM-524."""
    return t.waived == card.family


def choice(t: Table, seat: Seat, card: Card, used: Sequence[int]) -> Script[int | None]:
    """DEM-053, DEM-085, DEM-086. Which of its options is paid; None: no money for any, or refused."""

    def payable() -> list[int]:
        ways = [i for i in range(len(card.choices)) if i not in used]
        return [i for i in ways if free(t, card) or t.affordable(price(t, seat, card.choices[i]))]

    def asks() -> list[Ask[Any]]:
        show_podiums(t, seat, card)
        t.vain = [f"{card.id}.{i}" for i in payable() if in_vain(t, seat, card.choices[i].effects)]
        said = dict.fromkeys(t.vain, "vain") | unheard(t, seat, card)
        field = one_of([f"{card.id}.{i}" for i in payable()], of="options", shown=True, remarks=said)
        pass_ = [ask(m.PassCard, seat)] if optional or not payable() else []  # what is owed may come first
        return [outright(ask(m.PickOption, seat, option=field)), *pass_]

    costs = any(c.cost for c in card.choices)
    optional = card.family == "ability" or (t.options.may_decline_payment and costs)
    if not payable():
        if not used:
            t.tell(e.Unpaid(seat, card.id))
        return None
    if not optional and len(card.choices) == 1:
        return 0
    answer = yield from own_turn(t, seat, asks)
    if isinstance(answer, m.PassCard):
        t.tell(e.Passed(seat, card.id) if payable() else e.Unpaid(seat, card.id))
        return None
    option = int(answer.option.rpartition(".")[2])
    note(t, option=option)
    return option


def forfeit(t: Table, seat: Seat, agent: str) -> None:
    """DEM-085, DEM-406. Discarded without effect; an ability goes back to the hand, a briefcase loses its token."""
    if (case := briefcases.case_of(t, agent)) is not None:
        drop_case(t, case)
    discard(t, seat, t.up.pop(agent))


def speech_of(chosen: Choice) -> Effect | None:
    return next((x for x in chosen.effects if x.do == "speech"), None)


def show_podiums(t: Table, seat: Seat, card: Card) -> None:
    """DEM-140, DEM-147. What everybody may know of a speech before it is paid and made."""
    t.podiums.clear()
    chosen = next((c for c in card.choices if speech_of(c)), None)
    if chosen is None or (effect := speech_of(chosen)) is None:
        return
    for community in board.speech_targets(t, seat):
        known = board.speech(t, seat, community, effect.low, effect.high)
        cost = 0 if free(t, card) else price(t, seat, chosen, community)
        t.podiums[community] = (cost, known.low, known.high)


def unheard(t: Table, seat: Seat, card: Card) -> dict[str, str]:
    """DEM-140. Its speeches, where no place that can be paid would hear them: with the lowest threshold."""
    lows = [low for cost, low, _ in t.podiums.values() if t.affordable(cost)]
    if not lows or min(lows) <= t.pop[seat]:
        return {}
    return {f"{card.id}.{i}": f"unheard:{min(lows)}" for i, c in enumerate(card.choices) if speech_of(c)}


def price(t: Table, seat: Seat, chosen: Choice, community: str = "") -> int:
    """DEM-147. Of a speech on side B: in that community, or in the cheapest of those that may be spoken in."""
    if t.options.board_side == "A" or speech_of(chosen) is None:
        return chosen.cost
    where = [community] if community else board.speech_targets(t, seat)
    return chosen.cost + min((board.metal(t, c).cost for c in where), default=0)


def reach(t: Table, seat: Seat, card: Card, chosen: Choice) -> list[str]:
    """DEM-147. Where the money is enough."""
    where = board.speech_targets(t, seat)
    return [c for c in where if free(t, card) or t.affordable(chosen.cost + board.metal(t, c).cost)]


# ---- purchases


def purchases(t: Table, seat: Seat) -> Script[None]:
    """DEM-150..156. Any number, in any order, while money and limits allow."""

    def asks() -> list[Ask[Any]]:
        out: list[Ask[Any]] = []
        t.shut.clear()
        if agents := for_sale(t, seat):
            costs = {a: f"price:{t.plan.kinds[t.kind(a)].price}" for a in agents}
            field = one_of(agents, not_for_sale(t, seat), of="agents", shown=True, remarks=costs)
            out.append(ask(m.BuyAgent, seat, agent=field))
        else:
            t.shut |= not_for_sale(t, seat)
        if on_offer(t, seat):
            out.append(ask(m.BuyPension, seat, pension=pension_field(t, seat), face_down=yes_no("face_down")))
        else:
            t.shut |= not_on_offer(t, seat)
        return [*out, ask(m.EndPurchases, seat)]

    t.phase = "purchases"
    while True:
        yield from pay_owed(t, seat)
        if not (for_sale(t, seat) or on_offer(t, seat) or holds_card(t, seat)):
            break
        move = yield from own_turn(t, seat, asks, "purchases")
        if isinstance(move, m.BuyAgent):
            cost = t.plan.kinds[t.kind(move.agent)].price
            assert cost is not None
            t.money -= cost
            t.market.remove(move.agent)
            t.owned[seat].append(move.agent)
            t.tell(e.Bought(seat, move.agent, cost))
        elif isinstance(move, m.BuyPension):
            t.money -= t.plan.pensions[move.pension].price
            t.plans[move.pension] -= 1
            (t.hidden if move.face_down else t.pensions)[seat].append(move.pension)
            t.tell(e.PensionBought(seat, "hidden" if move.face_down else move.pension))
        else:
            break
    t.shut.clear()
    t.phase = "resolution"


def for_sale(t: Table, seat: Seat) -> list[str]:
    """DEM-045, DEM-151. What this player may buy now."""
    market = sorted(t.market, key=list(t.plan.agents).index)
    return [agent for agent in market if not kept_from(t, seat, agent)]


def not_for_sale(t: Table, seat: Seat) -> dict[str, str]:
    """And why not the others of the own party, and the Judges."""
    ours = [a for a in t.market if t.plan.agents[a].party in ("", t.party(seat))]
    return {agent: why for agent in ours if (why := kept_from(t, seat, agent))}


def kept_from(t: Table, seat: Seat, agent: str) -> str:
    """Why an agent of the market is not to be had; empty: it is."""
    a = t.plan.agents[agent]
    kind = t.plan.kinds[a.kind]
    if kind.price is None or a.party not in ("", t.party(seat)):
        return "other-party"
    if len(t.mine(seat, a.kind)) >= kind.limit:
        return f"no-more-{a.kind}"
    return short(t, kind.price)


def short(t: Table, price: int) -> str:
    """By how much the money is not enough; empty: it is."""
    return "" if t.affordable(price) else f"no-money:{price - t.money}"


def on_offer(t: Table, seat: Seat) -> list[str]:
    """DEM-057, DEM-154. By what everybody sees: what is in the pile and affordable."""
    return [plan for plan in t.plans if not withheld(t, seat, plan)]


def withheld(t: Table, seat: Seat, plan: str) -> str:
    """Why a pension plan is not to be had, by what everybody sees; empty: it is."""
    if seat in t.minorities():
        return "majority-only"
    if not t.plans[plan]:
        return "sold-out"
    if plan in t.pensions[seat]:  # those that lie open
        return "owned"
    return short(t, t.plan.pensions[plan].price)


def pension_field(t: Table, seat: Seat) -> OneOf:
    """Never one equal to an own one, which may be face down: so the list is for the player alone."""
    own = dict.fromkeys(t.hidden[seat], "owned")
    public = on_offer(t, seat)
    field = one_of([p for p in public if p not in own], own, of="pensions")
    costs = {p: f"price:{t.plan.pensions[p].price}" for p in public}
    cover = one_of(public, not_on_offer(t, seat), of="pensions", shown=True, remarks=costs)
    return msgspec.structs.replace(field, cover=cover)


def not_on_offer(t: Table, seat: Seat) -> dict[str, str]:
    return {plan: why for plan in t.plans if (why := withheld(t, seat, plan))}


# ---- clean-up


def clean_up(t: Table, seat: Seat) -> Script[None]:
    """DEM-160..166."""
    t.phase = "clean-up"
    t.money, t.waived = 0, ""
    t.counted.clear()
    t.podiums.clear()
    t.vain.clear()
    for agent in [a for a in t.owned[seat] if a in t.up and briefcases.case_of(t, a) is None]:
        discard(t, seat, t.up.pop(agent))
    for id in t.lost:
        discard(t, seat, id)
    t.lost.clear()
    yield from refill(t, seat)
    t.turn, t.phase = None, "resolution"


def refill(t: Table, seat: Seat) -> Script[None]:
    """DEM-163, DEM-164. Discards, then the split of the draw; who discards nothing says only that, perhaps for good."""
    answer: Any = None
    if seat not in t.halves and (throwing := discarding(t, seat)) is not None:
        missing = t.plan.at.hand_limit - len(t.hands[seat])
        keeping = splits(seat, missing, "keep") if missing > 0 else [default(ask(m.KeepAll, seat))]
        answer = yield from first(lambda: [*keeping, throwing])
        if isinstance(answer, (m.Discard, m.DiscardNamed)):
            throw_away(t, seat, answer)
            answer = None
    missing = t.plan.at.hand_limit - len(t.hands[seat])
    if missing <= 0:
        return
    if answer is None and seat not in t.halves:
        answer = yield from first(lambda: splits(seat, missing))
    if isinstance(answer, m.HalfAndHalf):
        t.halves.append(seat)
        t.tell(e.HalvesFromNow(seat))
    t.split[seat] = answer.funding if isinstance(answer, m.Split) else (missing + 1) // 2
    yield from draw(t, seat, missing, t.split[seat])


def splits(seat: Seat, missing: int, occasion: str = "") -> list[Ask[Any]]:
    """DEM-164. How many of the missing cards are Funding, this time; or half of them, each time."""
    return [upon(split_ask(seat, missing), occasion), half_and_half(seat)]


@cache
def half_and_half(seat: Seat) -> Ask[m.HalfAndHalf]:
    """DEM-164."""
    return phone(ask(m.HalfAndHalf, seat))


def discarding(t: Table, seat: Seat) -> Ask[Any] | None:
    """DEM-163. Whatever the player likes, Special Abilities apart. All abilities are in the hand now: public."""
    most = len(t.hands[seat]) - 4
    if most <= 0:
        return None
    if t.options.opaque:
        names = tuple(c for c in holdable(t, seat) if not t.is_ability(c))
        field = SomeOf(values=names, least=1, most=min(most, len(names)), of="cards", shown=True)
        return ask(m.DiscardNamed, seat, cards=field)
    hand = tuple(t.hands[seat])
    places = tuple(i for i, c in enumerate(hand) if not t.is_ability(c))
    return ask(m.Discard, seat, places=SomeOf(values=places, least=1, most=len(places), faces=hand, of="cards"))


def throw_away(t: Table, seat: Seat, move: m.Discard | m.DiscardNamed) -> None:
    hand = list(t.hands[seat])
    cards = [hand[i] for i in move.places] if isinstance(move, m.Discard) else move.cards
    cards = sorted(cards, key=list(t.plan.cards).index)
    for card in cards:
        take(t, seat, card)
        discard(t, seat, card)
    t.tell(e.Discarded(seat, cards))
