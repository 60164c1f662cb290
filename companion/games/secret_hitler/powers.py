"""Section J of RULES.md: what the President of a government that enacted a fascist policy must use."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine import OneOf, Script, Seat, ask, grave, seat_of

from . import moves as m
from .endings import finish
from .piles import pile_ready
from .state import HITLER, LIBERAL, Secret, Table, Use


def executive_action(t: Table, president: Seat) -> Script[None]:
    """SHT-160..166. The power of the slot that the government has just filled."""
    t.power = t.plan.powers[t.fascist - 1]
    match t.power:
        case "investigate":
            yield from investigate(t, president)
        case "call-election":
            yield from call_election(t, president)
        case "peek":
            yield from peek(t, president)
        case "execute":
            yield from execute(t, president)


def target_of(t: Table, president: Seat, why: Mapping[Seat, str], self_too: bool = False) -> OneOf:
    """A living player, not one of `why`; the President only where an option lets them."""
    why = {**why, **dict.fromkeys(t.dead, "dead"), **({} if self_too else {president: "yourself"})}
    return seat_of([s for s in range(t.n) if s not in why], why, shown=True)


def investigate(t: Table, president: Seat) -> Script[None]:
    """SHT-170..176. The party, never the role, before the President's eyes alone, until acknowledged."""
    done = dict.fromkeys(t.investigated, "investigated")
    who = target_of(t, president, done, t.options.president_self_investigate)
    target = (yield from ask(m.Investigate, president, target=who)).target
    t.investigated.append(target)
    t.used.append(Use(t.power, president, target))
    t.tell(m.Investigated(president, target))
    t.party[president] = t.party_of(target)
    t.history.append(Secret(t.round, "investigate", president, target, [t.party_of(target)]))
    yield from ask(m.SeenParty, president)
    t.party.clear()


def call_election(t: Table, president: Seat) -> Script[None]:
    """SHT-180, SHT-181. Term limits do not matter."""
    t.called = (yield from ask(m.CallElection, president, target=target_of(t, president, {}))).target
    t.used.append(Use(t.power, president, t.called))
    t.tell(m.ElectionCalled(president, t.called))


def peek(t: Table, president: Seat) -> Script[None]:
    """SHT-185..187."""
    yield from pile_ready(t)
    t.drawer = president
    faces = yield from t.deck.peek(t.plan.at.draw_count)
    t.drawer = None
    t.used.append(Use(t.power, president))
    t.tell(m.Peeked(president))
    t.peek[president] = faces
    t.history.append(Secret(t.round, "peek", president, None, faces))
    yield from ask(m.SeenPeek, president)
    t.peek.clear()


def execute(t: Table, president: Seat) -> Script[None]:
    """SHT-190..197. Of the dead nothing is told, unless it was Hitler."""
    who = target_of(t, president, {}, t.options.president_self_execute)
    target = (yield from grave(ask(m.Execute, president, target=who))).target
    t.dead.append(target)
    t.used.append(Use(t.power, president, target))
    t.tell(m.Executed(president, target))
    if t.roles[target] == HITLER:
        finish(t, LIBERAL, "hitler_executed")
