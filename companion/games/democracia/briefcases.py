"""RULES.md, section 21: briefcases, from their tokens to their effects. An interruption is a call: what a briefcase
turns up may be under another briefcase, or under investigation, and that comes first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace as changed

from companion.engine import Ask, Field, OneOf, Script, Seat, aside, ask, assign, default, each, first, one_of, upon

from . import events as e
from . import moves as m
from .agents import drop_case, lose_agent, return_tokens
from .clock import timed
from .effects import Action, cancelling
from .piles import discard, turn_up
from .state import Case, Doing, Owed, Table
from .trial import investigation_trial, trial
from .windows import react

# ---- the phase


def phase(t: Table) -> Script[None]:
    """DEM-400, DEM-402, DEM-414, DEM-416. Every planned briefcase is declared and gets a token on somebody's agent."""
    t.phase = "briefcase"
    planned = declarations(t)
    targets = {s: {a: found for a in agents if (found := legal_targets(t, s, a))} for s, agents in planned.items()}
    left = t.plan.at.briefcases
    for seat, agents in planned.items():
        able = dict(list(targets[seat].items())[:left])
        left -= len(able)
        targets[seat] = able
        if not t.options.opaque and len(agents) > len(able):
            t.unplaced[seat] = len(agents) - len(able)
            t.tell(e.CaseUnplaced(seat, t.unplaced[seat]))
    yield from timed(t, placing(t, targets), "briefcase")
    t.ready.clear()


def placing(t: Table, targets: Mapping[Seat, Mapping[str, list[str]]]) -> Script[None]:
    """DEM-402. By player and own agent whose agents a briefcase may be for; until all have confirmed theirs."""
    owners = [s for s, found in targets.items() if found]

    def asks() -> list[Ask[Any]]:
        out: list[Ask[Any]] = []
        for s in owners:
            place = upon(ask(m.PlaceCases, s, targets=laying(t, s, targets[s])), "opaque" if t.options.opaque else "")
            laid = any(c.seat == s for c in t.cases.values())
            if s in t.ready:
                out.append(upon(aside(place), "moving"))
            elif laid:
                out += [upon(place, "placed"), default(ask(m.ConfirmCases, s))]
            elif t.options.opaque:
                out += [place, default(upon(ask(m.ConfirmCases, s), "none"))]
            else:
                out.append(place)
        return out

    while not all(s in t.ready for s in owners):
        move = yield from first(asks)
        if isinstance(move, m.PlaceCases):
            place(t, move.by, move.targets)
        else:
            t.ready.append(move.by)


def laying(t: Table, seat: Seat, parts: Mapping[str, list[str]]) -> Field:
    """DEM-402. In opaque tracking any covered card may be one, or none; else each of them wants a target."""
    if t.options.opaque:
        free = sorted({a for found in parts.values() for a in found})
        return assign(parts, free * len(parts), of="agents", to="agents", shown=True)
    return each({a: target(t, seat, found) for a, found in parts.items()}, of="agents")


def target(t: Table, seat: Seat, found: list[str]) -> OneOf:
    """What this card can affect, for its player alone: a phone lists what any briefcase could, or the list would tell
    which it is."""
    could = affected(t, seat, {k for c in t.plan.cards.values() for k in c.targets})
    why = dict.fromkeys((a for a in could if a not in found), "not-its-target")
    field = one_of(found, why | dict.fromkeys(t.owned[seat], "own-agent"), of="agents")
    return changed(field, cover=one_of(could, of="agents", shown=True))


def declarations(t: Table) -> dict[Seat, list[str]]:
    """DEM-402. By player the agents with a briefcase; in opaque tracking any covered card may be declared as one."""
    out: dict[Seat, list[str]] = {}
    for seat in t.around(t.first):
        under = [a for a in t.owned[seat] if a in t.under]
        found = under if t.options.opaque else [a for a in under if t.face(t.under[a][0]).briefcase]
        if found:
            out[seat] = found
    return out


def legal_targets(t: Table, seat: Seat, agent: str) -> list[str]:
    """DEM-402, DEM-403. Agents of others, of a kind that the card can affect; never a covered Media (DEM-264)."""
    if t.options.opaque:
        kinds, needs_card = {k for c in t.plan.cards.values() for k in c.targets}, False
    else:
        card = t.face(t.under[agent][0])
        kinds = set(card.targets)
        needs_card = any(x.do == "investigate" for choice in card.choices for x in choice.effects)  # DEM-418
    return [a for a in affected(t, seat, kinds) if a in t.under or not needs_card]


def affected(t: Table, seat: Seat, kinds: set[str]) -> list[str]:
    """The agents of these kinds on which this player may lay a briefcase."""
    rivals = t.options.briefcase_targets == "rival_parties"
    others = [s for s in t.around(seat) if s != seat and not (rivals and t.party(s) == t.party(seat))]
    return [a for s in others for a in t.owned[s] if t.kind(a) in kinds and not t.covered(a)]


def place(t: Table, seat: Seat, targets: dict[str, str]) -> None:
    """DEM-403. Who and where is public; not which, so tokens are numbered by where they lie."""
    for case in [k for k, c in t.cases.items() if c.seat == seat]:
        del t.cases[case], t.sources[case]
    if seat in t.ready:
        t.ready.remove(seat)
    free = [k for k in range(1, t.plan.at.briefcases + 1) if k not in t.cases]
    board = list(t.plan.agents)
    laid = sorted(targets.items(), key=lambda pair: board.index(pair[1]))
    for case, (source, target) in zip(free, laid, strict=False):
        t.cases[case] = Case(seat, target)
        t.sources[case] = source
        t.tell(e.CasePlaced(seat, target))


# ---- the trigger


def on_card(t: Table, agent: str) -> Script[None]:
    """DEM-404. The card under this agent has just been turned up."""
    yield from triggered(t, [agent], by_card=True)


def at_start(t: Table, seat: Seat) -> Script[None]:
    """DEM-404, DEM-132. The turn of this player begins: Judges, and agents without a face-down card."""
    yield from triggered(t, [a for a in t.owned[seat] if a not in t.under], by_card=False, seat=seat)


def triggered(t: Table, agents: list[str], by_card: bool, seat: Seat | None = None) -> Script[None]:
    """DEM-405. Clockwise from the target's owner; two of one placer as that placer wishes."""
    if not t.cases:
        return
    owner = seat if seat is not None else t.owner_of(agents[0])
    assert owner is not None
    pending = [k for k, c in t.cases.items() if c.target in agents]
    for who in t.around(owner):
        mine = [k for k in pending if k in t.cases and t.cases[k].seat == who]
        while mine := [k for k in mine if k in t.cases]:
            case = yield from next_of(t, who, mine)
            mine.remove(case)
            if by_card and t.cases[case].target not in t.up:
                drop_case(t, case)  # DEM-413
            else:
                yield from fire(t, case)


def next_of(t: Table, seat: Seat, mine: list[int]) -> Script[int]:
    free = [k for k in mine if t.sources[k] not in t.busy]
    if len(free) < 2:
        return (free or mine)[0]
    agent = (yield from ask(m.FirstCase, seat, agent=one_of([t.sources[k] for k in free], of="agents"))).agent
    return next(k for k in free if t.sources[k] == agent)


def fire(t: Table, case: int) -> Script[None]:
    """DEM-404, DEM-406, DEM-407, DEM-410, DEM-411. A briefcase comes to its effect."""
    now, source = t.cases[case], t.sources[case]
    if source in t.busy:
        t.cases[case] = changed(now, due=True)
        return
    if now.paid:
        card = t.up[source]
        yield from struck(t, case, card, source)
        finish(t, now.seat, source)
        return
    t.busy.append(source)
    turned = yield from turn_up(t, now.seat, source)
    if turned is None:  # not a card that the agent can play (DEM-068)
        t.busy.remove(source)
        drop_case(t, case)
        yield from triggered(t, [source], by_card=False)
        return
    t.doing = Doing(now.seat, turned, source)
    yield from on_card(t, source)
    yield from investigation_trial(t, source)
    t.busy.remove(source)
    if case not in t.cases or not t.face(turned).briefcase:  # convicted, or its target is gone: DEM-412, DEM-413
        if case in t.cases:
            drop_case(t, case)
        finish(t, now.seat, source)
        return
    del t.up[source]
    return_tokens(t, source)
    t.owed[now.seat].append(Owed(turned, source))
    t.tell(e.NowOwes(now.seat, turned))
    yield from struck(t, case, turned, source)


def finish(t: Table, seat: Seat, source: str) -> None:
    """A card resolved outside its owner's turn is discarded at once; in it, at the clean-up (DEM-094)."""
    return_tokens(t, source)
    if source in t.up and t.turn != seat:
        discard(t, seat, t.up.pop(source))


def struck(t: Table, case: int, card: str, source: str) -> Script[None]:
    """The token goes back (DEM-414), and the effect comes."""
    now = t.cases.pop(case)
    del t.sources[case]
    yield from strike(t, now.seat, card, source, now.target)


def strike(t: Table, seat: Seat, id: str, source: str, target: str) -> Script[None]:
    """DEM-514..516, DEM-419, DEM-530. What the card does to the agent; a card that cannot affect it does nothing."""
    owner = t.owner_of(target)
    assert owner is not None
    card = t.face(id)
    t.doing = Doing(seat, id, source, target=owner, aim=target)
    t.tell(e.CaseOpened(seat, id, target))
    action = Action(seat, card, touched={owner})
    if t.kind(target) not in card.targets:
        return
    if (yield from react(t, seat, {owner: cancelling(t, card)})) is not None:
        t.tell(e.Cancelled(action.card.id))
        return
    match card.choices[0].effects[0].do:
        case "put_on_trial" if target not in t.tried:
            yield from trial(t, target, frame=True, by=seat, cause=id)
        case "investigate" if target in t.up:
            if not t.face(t.up[target]).legal and target not in t.tried:
                yield from trial(t, target, by=seat, cause=id)
        case "discard_agent":
            lose_agent(t, target)


# ---- in the owner's own turn


def own(t: Table, seat: Seat, agent: str) -> Script[None]:
    """DEM-406, DEM-411. The card has been paid: its effect waits for the trigger, or follows if that has come."""
    case = case_of(t, agent)
    assert case is not None
    t.cases[case] = changed(t.cases[case], paid=True)
    if t.cases[case].due:
        yield from struck(t, case, t.up[agent], agent)


def case_of(t: Table, agent: str) -> int | None:
    return next((k for k, source in t.sources.items() if source == agent), None)
