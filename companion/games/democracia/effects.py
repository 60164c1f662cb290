"""RULES.md, section 24: the words of the card language. What a card does is first said aloud (choices, announcements),
then perhaps reacted to, then done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from msgspec.structs import replace as changed

from companion.engine import Ask, Script, Seat, ask, looking, one_of, seat_of, share, upon, yes_no

from . import board
from . import events as e
from . import moves as m
from .piles import draw, split_ask
from .plan import Card, Effect
from .state import UNREAD, Looking, Table
from .urn import into_urn, out_of_urn
from .windows import own_turn, react, reactions, suffer

Step = Callable[[], Script[None]]


@dataclass
class Action:
    """DEM-084 (f), (g). A card between its announcement and its effect."""

    seat: Seat
    card: Card
    community: str = ""  # of a speech whose price depended on it
    losses: dict[Seat, int] = field(default_factory=dict)
    touched: set[Seat] = field(default_factory=set)  # targets otherwise than by a loss (DEM-530)
    reacted: bool = False  # the one Reaction to this card has been played (DEM-055)
    steps: list[Step] = field(default_factory=list)


def act(t: Table, action: Action, effects: tuple[Effect, ...]) -> Script[None]:
    """DEM-084 (f), (g), DEM-527. All choices, one window, then everything in order."""
    if in_vain(t, action.seat, effects) and not any(x.do == "speech" for x in effects):  # which says why itself
        t.tell(e.NoTarget(action.seat, action.card.id))
    for effect in effects:
        yield from announce(t, action, effect)
    if not (yield from answered(t, action)):
        for step in action.steps:
            yield from step()


def in_vain(t: Table, seat: Seat, effects: tuple[Effect, ...]) -> bool:
    """DEM-089. By what everybody sees: none of these effects has anything to change."""
    return all(pointless(t, seat, effect) for effect in effects)


def pointless(t: Table, seat: Seat, effect: Effect) -> bool:
    match effect.do:
        case "pop_drain":
            return not any(t.pop[s] for s in scope(t, seat, effect.scope))
        case "pop_spread":
            return not any(board.room(t, s) for s in scope(t, seat, effect.scope))
        case "pop_one":
            return not any(board.room(t, s) if effect.n > 0 else t.pop[s] for s in scope(t, seat, effect.scope))
        case "claim":
            return not board.neutral(t)
        case "flip" | "neutralize":
            return not board.losable(t, seat)
        case "urn_remove_random":
            return not len(t.urn)
        case "speech":
            where = board.speech_targets(t, seat)
            return all(t.pop[seat] < board.speech(t, seat, c, effect.low, effect.high).low for c in where)
    return False


def note(t: Table, **said: object) -> None:
    """What was said aloud about the card stands on the table."""
    assert t.doing is not None
    t.doing = changed(t.doing, **said)


# ---- the window


def answered(t: Table, action: Action) -> Script[bool]:
    """DEM-518..520, DEM-530. One Reaction of one affected player; True: the effect is cancelled."""
    if action.reacted:
        return False
    losers = {s for s, n in action.losses.items() if s != action.seat and min(n, t.pop[s])}
    targets = (losers | action.touched) - {action.seat} if action.card.family in ("campaign", "intrigue") else set()
    playable: dict[Seat, list[str]] = {}
    for s in t.around(action.seat):
        if s in losers or s in targets:
            fitting = reactions(t, "loss") if s in losers else []
            playable[s] = fitting + (cancelling(t, action.card) if s in targets else [])
    played = yield from react(t, action.seat, playable)
    if played is None:
        return False
    action.reacted = True
    effect = played.card.choices[0].effects[0]
    match effect.do:
        case "mirror_pop_loss":
            yield from suffer(t, {action.seat: action.losses[played.seat]}, action.seat)
        case "cancel_pop_loss":
            action.losses[played.seat] = max(0, action.losses[played.seat] - effect.n)
        case "cancel_effect":
            t.tell(e.Cancelled(action.card.id))
            return True
    return False


def cancelling(t: Table, card: Card) -> list[str]:
    """DEM-520. The Reactions that cancel a card of this family."""
    return [c for c in reactions(t, "effect") if t.face(c).choices[0].effects[0].only == card.family]


# ---- the words


def announce(t: Table, a: Action, effect: Effect) -> Script[None]:
    """The choices that one effect takes, and the step that will carry it out."""
    party = t.party(a.seat)
    match effect.do:
        case "money":
            a.steps.append(partial(earn, t, a, effect.n))
        case "money_per_community":
            a.steps.append(partial(per_community, t, a, effect))
        case "money_repeat":
            yield from repeat(t, a, effect)
        case "votes":
            a.steps.append(partial(into_urn, t, {party: effect.n}))
        case "urn_remove_random":
            a.steps.append(partial(from_urn, t, effect.n))
        case "pop_self" if effect.n > 0:
            a.steps.append(partial(done, board.gain, t, a.seat, effect.n))
        case "pop_self" if a.card.family != "funding":
            a.steps.append(partial(suffer, t, {a.seat: -effect.n}, a.seat))
        case "pop_spread":
            yield from spread(t, a, effect)
        case "pop_drain":
            yield from drain(t, a, effect)
        case "pop_one":
            yield from pop_one(t, a, effect)
        case "speech":
            yield from speak(t, a, effect)
        case "claim":
            where = yield from community(t, a, lambda: board.neutral(t))
            if where:
                a.steps.append(partial(done, board.put, t, where, party))
        case "flip" | "neutralize":
            yield from take(t, a, effect)
        case "draw":
            n = (yield from own_turn(t, a.seat, lambda: [split_ask(a.seat, effect.n)])).funding
            t.split[a.seat] = n
            a.steps.append(partial(draw, t, a.seat, effect.n, n))
        case "look_hand":
            yield from look(t, a, effect)


def done(do: Callable[..., None], *args: object) -> Script[None]:
    """A step that asks nothing."""
    do(*args)
    return
    yield


def earn(t: Table, a: Action, n: int) -> Script[None]:
    """DEM-500."""
    t.money += n
    t.counted[a.card.id] = max(n, t.counted.get(a.card.id, 0))
    t.tell(e.Earned(a.seat, a.card.id, n))
    return
    yield


def per_community(t: Table, a: Action, effect: Effect) -> Script[None]:
    """DEM-501."""
    yield from earn(t, a, min(effect.cap, effect.n + effect.each * board.holdings(t, t.party(a.seat))))


def repeat(t: Table, a: Action, effect: Effect) -> Script[None]:
    """DEM-502. The dearest first: OK on the panel takes it."""
    wanted = {"legal": True, "illegal": False}.get(effect.only)
    given = [
        c for c in t.counted
        if t.face(c).family == "funding" and wanted in (None, t.face(c).legal)
        and all(x.do != "money_repeat" for x in t.face(c).choices[0].effects)
    ]  # fmt: skip
    given.sort(key=lambda c: (-t.counted[c], c))
    if not given:
        t.tell(e.NothingToRepeat(a.seat, a.card.id))
        return
    chosen = given[0]
    if len({t.counted[c] for c in given}) > 1:
        asked = one_of(given, of="cards", shown=True)
        chosen = (yield from own_turn(t, a.seat, lambda: [ask(m.Repeat, a.seat, card=asked)])).card
    a.steps.append(partial(earn, t, a, t.counted[chosen]))


def from_urn(t: Table, n: int) -> Script[None]:
    """DEM-504."""
    for _ in range(min(n, len(t.urn))):
        t.pulling = True
        party = yield from out_of_urn(t)
        t.pulling = False
        if party is None:
            break
        t.votes[party] += 1
        t.tell(e.VotesOut(party, 1))


# ---- popularity


def scope(t: Table, seat: Seat, name: str) -> list[Seat]:
    """The players that a scope means, clockwise from the player of the card."""
    mine = t.party(seat)
    fits: dict[str, Callable[[Seat], bool]] = {
        "self": lambda s: s == seat,
        "partner": lambda s: s != seat and t.party(s) == mine,
        "own_party": lambda s: t.party(s) == mine,
        "any": lambda s: True,
        "other": lambda s: s != seat,
        "rival": lambda s: t.party(s) != mine,
    }
    return [s for s in t.around(seat) if fits[name](s)]


def spread(t: Table, a: Action, effect: Effect) -> Script[None]:
    """DEM-505."""

    def asks() -> list[Ask[m.Spread]]:
        room = {s: board.room(t, s) for s in scope(t, a.seat, effect.scope) if board.room(t, s)}
        return [ask(m.Spread, a.seat, pop=share(min(effect.n, sum(room.values())), room, 0, "seat", shown=True))]

    if not any(board.room(t, s) for s in scope(t, a.seat, effect.scope)):
        return
    shares = (yield from own_turn(t, a.seat, asks)).pop
    note(t, shares=shares)
    for seat in t.around(a.seat):
        a.steps.append(partial(done, board.gain, t, seat, shares.get(seat, 0)))


def drain(t: Table, a: Action, effect: Effect) -> Script[None]:
    """DEM-506."""
    room = {s: t.pop[s] for s in scope(t, a.seat, effect.scope) if t.pop[s]}
    if not room:
        return
    most = share(min(effect.n, sum(room.values())), room, 0, "seat", shown=True)
    shares = (yield from own_turn(t, a.seat, lambda: [ask(m.Drain, a.seat, pop=most)])).pop
    note(t, shares={s: -n for s, n in shares.items()})
    inflict(t, a, {s: n for s, n in shares.items() if n})


def pop_one(t: Table, a: Action, effect: Effect) -> Script[None]:
    """DEM-507."""
    who = [s for s in scope(t, a.seat, effect.scope) if (board.room(t, s) if effect.n > 0 else t.pop[s])]
    target = yield from player(t, a, who)
    if target is None:
        return
    if effect.n > 0:
        a.steps.append(partial(done, board.gain, t, target, effect.n))
    else:
        inflict(t, a, {target: -effect.n})


def inflict(t: Table, a: Action, losses: dict[Seat, int]) -> None:
    """One loss of each player, however many effects of the card make it up."""
    if losses and not a.losses:
        a.steps.append(lambda: suffer(t, a.losses, a.seat))
    for seat, n in losses.items():
        a.losses[seat] = a.losses.get(seat, 0) + n


def player(t: Table, a: Action, who: list[Seat]) -> Script[Seat | None]:
    """One of these players; not asked where there is one, and nobody where there is none (DEM-089)."""
    if not who:
        return None
    target = who[0]
    if len(who) > 1:
        asked = seat_of(who, shown=True)
        target = (yield from own_turn(t, a.seat, lambda: [ask(m.PickPlayer, a.seat, seat=asked)])).seat
    note(t, target=target)
    return target


def look(t: Table, a: Action, effect: Effect) -> Script[None]:
    """DEM-513."""
    target = yield from player(t, a, scope(t, a.seat, effect.scope))
    if target is not None:
        a.touched.add(target)
        a.steps.append(partial(shown, t, a.seat, target))


def shown(t: Table, seat: Seat, target: Seat) -> Script[None]:
    t.tell(e.LooksAtHand(seat, target))
    t.looking = Looking(seat, target)
    if not t.options.opaque:
        t.looked[seat] = [c for c in t.hands[target] if c != UNREAD and not t.is_ability(c)]
    seen = ask(m.SeenHand, seat)
    yield from upon(seen, "opaque") if t.options.opaque else looking(seen)  # a real hand is shown over the table
    t.looking = None
    t.looked.clear()


# ---- communities


def community(t: Table, a: Action, where: Callable[[], list[str]]) -> Script[str]:
    """One of these communities, as they are when it is asked; not asked where there is one."""
    chosen = (where() or [""])[0]
    if len(where()) > 1:

        def asks() -> list[Ask[m.PickCommunity]]:
            return [ask(m.PickCommunity, a.seat, community=one_of(where(), of="communities", shown=True))]

        chosen = (yield from own_turn(t, a.seat, asks)).community
    note(t, community=chosen)
    return str(chosen)


def take(t: Table, a: Action, effect: Effect) -> Script[None]:
    """DEM-511, DEM-528."""
    where = yield from community(t, a, lambda: board.losable(t, a.seat))
    if not where:
        return
    a.touched.update(t.members(t.held[where]))
    if effect.do == "flip":
        a.steps.append(partial(done, board.replace, t, where, t.party(a.seat)))
    else:
        a.steps.append(partial(done, board.clear, t, where))


def speak(t: Table, a: Action, effect: Effect) -> Script[None]:
    """DEM-140..146. On side B the community has been chosen, and paid for."""
    if t.options.board_side == "A":
        known = board.speech(t, a.seat, "", effect.low, effect.high)
        if t.pop[a.seat] < known.low:
            t.tell(e.SpeechFailed(a.seat, t.pop[a.seat], known.low))
            return
        a.community = yield from podium(t, a.seat, lambda: board.speech_targets(t, a.seat))
    where = a.community
    if not where:
        t.tell(e.SaidNothing(a.seat))
        return
    known = board.speech(t, a.seat, where, effect.low, effect.high)
    if t.pop[a.seat] < known.low:
        t.tell(e.SpeechFailed(a.seat, t.pop[a.seat], known.low))
        return
    if where not in t.held:
        a.steps.append(partial(done, board.put, t, where, t.party(a.seat)))
        return
    a.touched.update(t.members(t.held[where]))
    swap = False
    if known.high and t.pop[a.seat] >= known.high:
        swap = (yield from own_turn(t, a.seat, lambda: [ask(m.Swap, a.seat, swap=yes_no())])).swap
        note(t, swap=swap)
    if swap:
        a.steps.append(partial(done, board.replace, t, where, t.party(a.seat)))
    else:
        a.steps.append(partial(done, board.clear, t, where))


def podium(t: Table, seat: Seat, where: Callable[[], list[str]]) -> Script[str]:
    """Where a speech is made, out of what is possible when it is asked; empty: nowhere, which is allowed (D64)."""

    def asks() -> list[Ask[Any]]:
        low = {c: stand[1] for c, stand in t.podiums.items() if stand[1] > t.pop[seat]}
        said = {c: f"unheard:{n}" for c, n in low.items()}
        field = one_of(where(), of="communities", shown=True, remarks=said)
        return [ask(m.Speak, seat, community=field), ask(m.StaySilent, seat)]

    if not where():
        return ""
    said = yield from own_turn(t, seat, asks)
    chosen = said.community if isinstance(said, m.Speak) else ""
    note(t, community=chosen, silent=not chosen)
    return str(chosen)
