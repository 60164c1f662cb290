"""Sections J and K: what a count does. The order is that of REP-096 and REP-115."""

from __future__ import annotations

from collections import Counter

import msgspec

from companion.engine import Deck, Script, Seat

from . import events as e
from .ballot import Tally
from .cards import lose_turn, rob
from .pressure import push
from .state import BASICS, SPECIAL_IN_URN, Deed, LawId, Table, canonical_place, into, type_of

__all__ = ["resolve", "settle_law"]


def resolve(t: Table, president: Seat, law: LawId, tally: Tally) -> Script[None]:
    """REP-096. From the read cards to the last of them under its deck."""
    cards = Counter(tally.cards)
    if cards["economic_coup"]:  # REP-111
        if cards.total() > cards["economic_coup"]:
            t.say(e.CardsCancelled())
            note(t, cancelled=True)
        cards = Counter(economic_coup=1)
    if cards["absenteeism"]:
        yield from annul(t, president, law)
    else:
        yield from decide(t, president, law, tally, cards)
        for kind in SPECIAL_IN_URN:
            for _ in range(cards[kind]):
                yield from special(t, president, kind)
    t.discard(*sorted(t.used, key=canonical_place))  # REP-107
    t.used.clear()


def note(t: Table, **known: object) -> None:
    assert t.count is not None
    t.count = msgspec.structs.replace(t.count, **known)


def settle_law(t: Table, president: Seat, law: LawId, fate: str) -> None:
    """The Law leaves the president's hand for where it now belongs."""
    t.held[president].remove(law)
    t.current.clear()
    t.deeds.setdefault(president, []).append(Deed(t.round, law, fate))  # type: ignore[arg-type]
    match fate:
        case "legislated" | "decreed":
            into(t.pile, [law])
        case "vetoed" | "annulled":
            into(t.cabinet, [law])
        case "rejected":
            t.law_back(law)


def annul(t: Table, president: Seat, law: LawId) -> Script[None]:
    """REP-122, REP-123, REP-037. Neither approved nor rejected; one step as a Special card, one of its own."""
    note(t, fate="annulled")
    settle_law(t, president, law, "annulled")
    t.say(e.Annulled())
    yield from push(t, 1, "absenteeism")
    yield from push(t, 1, "absenteeism")


def decide(t: Table, president: Seat, law: LawId, tally: Tally, cards: Counter[str]) -> Script[None]:
    """REP-102..106, REP-178, REP-183, REP-186, REP-187."""
    ayes = max(0, tally.positive + cards["bribe"] - cards["fraud"])
    nays, rule = tally.negative, t.rule
    approved = ayes > nays or (ayes == nays and not rule.tie_rejects)
    unanimous = is_unanimous(t, ayes, nays)
    note(t, ayes=ayes, nays=nays, fate="approved" if approved else "rejected", unanimous=unanimous)
    settle_law(t, president, law, "legislated" if approved else "rejected")
    t.say(e.Approved(ayes, nays) if approved else e.Rejected(ayes, nays))
    if approved:
        t.legislated += 1
        if rule.approved_pp:
            t.say(e.CampaignPaid(president, t.earn(president, rule.approved_pp)))
    else:
        yield from push(t, rule.rejected_sp, "rejected")
    if unanimous:
        t.say(e.Unanimous(president, t.earn(president, t.plan.unanimity + rule.unanimous_pp)))


def is_unanimous(t: Table, ayes: int, nays: int) -> bool:
    """REP-105. Against the number of players, not of votes."""

    def reaches(side: int, other: int) -> bool:
        if t.options.unanimity_max_opposing == "one" and other > 1:
            return False
        return side == t.n if t.options.unanimity_compare == "exactly" else side >= t.n

    return reaches(ayes, nays) or reaches(nays, ayes)


# ---- Special cards of the urn


def special(t: Table, president: Seat, kind: str) -> Script[None]:
    """REP-115. Each is followed by its step of Social Pressure, whatever it found to do (REP-049)."""
    match kind:
        case "attack":
            yield from attack(t)
        case "secret_service":
            yield from rob(t, president, pp=1)  # REP-118
        case "scandal":
            scandal(t)
    yield from push(t, 1, kind)


LOSES = 3


def attack(t: Table) -> Script[None]:
    """REP-116, REP-117. What points are missing is paid in Basic cards drawn blind; what is still missing, forgiven."""
    victim = t.previous
    if victim is None:
        t.say(e.NobodyAttacked())
        return
    t.say(e.Attacked(victim))
    short = LOSES - t.pay(victim, LOSES)
    basics = [card for card in t.hands[victim] if type_of(card) in BASICS]
    t.owed = min(short, len(basics))
    t.drawer = t.president
    lost = yield from Deck.of("fan", basics, cards="actions").faces(t.owed)
    t.drawer = None
    for card in lost:
        t.discard(t.lose(victim, t.hands[victim].index(card)))
        t.say(e.CardLost(type_of(card)), victim)
    t.owed = 0


def scandal(t: Table) -> None:
    """REP-119..121. The next who would preside, in this Round or else in the next."""
    coming = t.to_come()
    if coming:
        victim = coming[0]
    else:
        after = [s for s in t.clockwise((t.first + 1) % t.n) if s not in t.doomed]
        if not after:
            t.say(e.NobodyLeft())
            return
        victim = after[0]
    t.say(e.Scandal(victim))
    t.pay(victim, 1)
    if coming:
        lose_turn(t, victim)
    else:
        t.doomed.append(victim)
