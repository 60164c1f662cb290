"""Sections I and J: the ballot, from the opening of the urn to what the count says. What follows: effects.py."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache, partial
from typing import Any, NamedTuple

import msgspec

from companion.engine import (
    URN,
    Ask,
    Contents,
    OneOf,
    Script,
    Seat,
    aside,
    ask,
    beside,
    by_way_of,
    default,
    first,
    grave,
    number,
    share,
    together,
    urn,
    yes_no,
)

from . import events as e
from . import moves as m
from .state import URN_CARDS, Card, Count, Table, canonical, type_of

__all__ = ["Tally", "ballot"]

SIGNS = ("positive", "negative")
SPARE = 3  # more votes than this too many, and the slot takes no more


class Tally(NamedTuple):
    """What lay in the urn: votes of either sign, cards by type in canonical order."""

    positive: int
    negative: int
    cards: tuple[Card, ...]
    void: bool  # REP-101


def ballot(t: Table, president: Seat) -> Script[Tally]:
    """REP-083..108, REP-206..211."""
    t.due = votes_due(t, president)
    t.locked, t.count = t.rule.no_cards, None
    t.inside, t.fell, t.again = [], [], ""
    while True:
        box = yield from vote(t, president)
        if box is None:
            t.again = "wanted"
            t.say(e.BallotRepeated())
            continue
        keep(t, box)
        if (yield from complete(t, president, box)):
            tally = yield from counted(t, president, box)
            if tally is not None:
                return tally
        t.locked, t.again = True, "surplus"  # REP-098: the cards stay, none may be added
        t.say(e.TooManyVotes())


def votes_due(t: Table, president: Seat) -> dict[Seat, int]:
    """REP-083, REP-166, REP-169, REP-171. Nobody has more than two."""
    due = dict.fromkeys(range(t.n), 1)
    due[president] = t.rule.president_votes
    double: dict[str, list[Seat | None]] = {"partner": [t.partner], "leaders": [*leaders(t)], "": []}
    return due | {s: 2 for s in double[t.rule.double] if s is not None}


def leaders(t: Table) -> list[Seat]:
    """REP-171. The First President, and the player half-way round the table to the left."""
    return [t.first, (t.first + t.n // 2) % t.n]


# ---- voting


def vote(t: Table, president: Seat) -> Script[Contents | None]:
    """REP-083..095, REP-166, REP-181, REP-206. What lay in the urn; None: the president has it all done again."""
    t.phase, t.seconds, t.openly, t.late = "voting", t.options.voting_s, {}, {}
    public = [s for s in range(t.n) if t.rule.public_votes or s in t.prison]
    if t.rule.public_votes:
        yield from all_at_once(t)
        if t.rule.no_cards:
            return Contents({}, by=URN)
    due = {s: k for s, k in t.due.items() if s not in public}
    if t.rule.public_votes:
        due = dict.fromkeys(t.free(), 0)  # REP-181: cards alone
    t.say(e.UrnOpened(sum(due.values())))
    open_urn = first(box_of(t, president, due), grave(aside(ask(m.RepeatBallot, president))))
    prisoners = [] if t.rule.public_votes else public
    box = yield from beside(open_urn, *([one_by_one(t, prisoners)] if prisoners else []), waited=True)
    if isinstance(box, m.RepeatBallot):
        return None
    if not t.options.slot:
        yield from one_by_one(t, prisoners)  # REP-092: there, whoever has not voted is waited for
    return box


def box_of(t: Table, president: Seat, due: dict[Seat, int]) -> Ask[Contents]:
    """REP-084, REP-086, REP-092, REP-206, REP-207. Forms alone bring exactly what is due, and close it; the slot takes
    more, and whatever card falls in, and the president closes it."""
    total, slot = sum(due.values()), t.options.slot
    offers, keys = form_cards(t)
    if t.unreal("actions"):
        extras = {keys[s][i]: 1 for s, offer in offers.items() for i in offer.values if i is not None}
    else:
        read = {*t.inside, *t.fell}
        cards = [card for hand in t.hands.values() for card in hand] + list(t.actions.loose.elements())
        extras = {card: 1 for card in cards if card not in read}
    extras = dict(sorted(extras.items()))
    if not slot:
        return urn(due, dict.fromkeys(SIGNS, total), URN, total, extras, offers, keys)
    papers = dict.fromkeys(SIGNS, total + SPARE if total else 0)
    box = urn(due, papers, president, None, extras, offers, keys, tokens(t))
    return box if not t.unreal("votes") else by_way_of(box, frozenset(("phone", "panel")))


def form_cards(t: Table) -> tuple[dict[Seat, OneOf], dict[Seat, list[str]]]:
    """REP-206. The question for a card, asked of every free seat alike: its own urn cards by place, or none."""
    if t.locked or not t.unreal("actions"):
        return {}, {}
    offers = {seat: offer_of(tuple(t.cards[seat])) for seat in t.free()}
    return offers, {seat: list(t.hands[seat]) for seat in offers}


@lru_cache(maxsize=1024)
def offer_of(cards: tuple[Card, ...]) -> OneOf:
    places = tuple(i for i, c in enumerate(cards) if c in URN_CARDS)
    return OneOf(
        values=(None, *places), faces=(None, *(cards[i] for i in places)), of="actions", hand=cards,
        why={i: "not-in-urn" for i in range(len(cards)) if i not in places},
    )  # fmt: skip


def tokens(t: Table) -> dict[str, str]:
    """REP-086. The real votes, each of which counts once; their tags say only the sign."""
    if t.unreal("votes"):
        return {}
    return {f"{sign}#{i:02}": sign for sign in SIGNS for i in range(1, t.plan.votes + 1)}


def vote_of(t: Table, seat: Seat) -> Ask[m.PublicVote] | Ask[m.PublicVotes]:
    """REP-085."""
    if t.due[seat] > 1:
        return ask(m.PublicVotes, seat, ayes=number(0, t.due[seat], shown=True))
    return ask(m.PublicVote, seat, aye=yes_no(of="vote"))


def all_at_once(t: Table) -> Script[None]:
    """REP-085. Shown together when all are in: nobody gains by speaking last."""
    votes: dict[Seat, Any] = yield from together([vote_of(t, s) for s in range(t.n)])
    for _, vote in sorted(votes.items()):
        openly(t, vote)


def one_by_one(t: Table, seats: list[Seat]) -> Script[None]:
    """REP-137. A prisoner's vote is shown at once."""

    def waiting() -> list[Ask[Any]]:
        return [vote_of(t, s) for s in seats if s not in t.openly]

    while waiting():
        openly(t, (yield from first(waiting)))


def openly(t: Table, vote: m.PublicVote | m.PublicVotes) -> None:
    """REP-085. With the name."""
    ayes = vote.ayes if isinstance(vote, m.PublicVotes) else int(vote.aye)
    t.openly[vote.by] = ayes
    t.say(e.VotedOpenly(vote.by, ayes, t.due[vote.by] - ayes))


def keep(t: Table, box: Contents) -> None:
    """REP-094, REP-098. Cards that fell in while none might be added do nothing, and count for no limit."""
    into = t.fell if t.locked and not t.rule.no_cards else t.inside
    into += sorted(box.extras)


# ---- complete, or not


def totals(t: Table, box: Contents) -> Counter[str]:
    """Votes by sign: of the urn, public ones, late ones."""
    votes = Counter({sign: box.items.get(sign, 0) for sign in SIGNS})
    for seat, ayes in t.openly.items():
        votes["positive"] += ayes
        votes["negative"] += cast_openly(t, seat) - ayes
    return votes


def cast_openly(t: Table, seat: Seat) -> int:
    return t.late.get(seat, t.due[seat])


def complete(t: Table, president: Seat, box: Contents) -> Script[bool]:
    """REP-098..100. False: too many votes. Signs and cards stay covered until the votes are complete."""
    expected = sum(t.due.values())
    if totals(t, box).total() > expected:
        return False
    t.missing = expected - totals(t, box).total()
    known = set(box.roll) | set(t.openly)

    def window() -> list[Ask[Any]]:
        may = [s for s in range(t.n) if s not in known and t.late.get(s, 0) < t.due[s]]
        nobody = default(grave(ask(m.NobodyClaims, president)))
        return [*(ask(m.LateVote, s, aye=yes_no(of="vote")) for s in may), nobody]

    if t.missing:
        t.phase, t.seconds = "late-vote", 0
    while t.missing:
        claim = yield from first(window)
        if isinstance(claim, m.NobodyClaims):
            t.say(e.VoteMissing(t.missing))
            break
        t.late[claim.by] = t.late.get(claim.by, 0) + 1
        t.openly[claim.by] = t.openly.get(claim.by, 0) + claim.aye
        t.missing -= 1
        t.say(e.VotedLateFor(claim.by) if claim.aye else e.VotedLateAgainst(claim.by))
    return True


# ---- counting


def counted(t: Table, president: Seat, box: Contents) -> Script[Tally | None]:
    """REP-093, REP-096, REP-211. The screen shows votes and cards; None: read again, and too many."""
    while True:
        votes, cards = totals(t, box), canonical(map(type_of, (*t.inside, *t.fell)))
        papers = Counter(box.items)
        by_phone = sum(t.due[s] for s in box.roll if s not in t.openly)
        fell = papers.total() - by_phone if t.options.slot else 0
        t.phase = "count"
        show(t, votes, cards, fell, None if by_phone else (papers["positive"], papers["negative"]))
        if not fell and (t.unreal("actions") or not cards):  # REP-211: nothing to compare
            return (yield from settle(t, votes, cards))
        check = yield from first(partial(checks, t, president, not box.roll))
        if isinstance(check, m.AcceptCount):
            return (yield from settle(t, votes, cards))
        if isinstance(check, m.ManualCount):
            votes = Counter({s: check.votes.get(s, 0) for s in SIGNS}) + openly_cast(t)
            cards = canonical(Counter(check.cards).elements())
            show(t, votes, cards, 0, None, by_hand=True)
            return (yield from settle(t, votes, cards))
        box = yield from reread(t, president)
        if totals(t, box).total() > sum(t.due.values()):
            t.count = None
            return None


def openly_cast(t: Table) -> Counter[str]:
    return totals(t, Contents({}, by=URN))


def checks(t: Table, president: Seat, by_hand: bool) -> list[Ask[Any]]:
    """Whoever voted by phone has no paper in the box: then it cannot be counted by hand."""
    found: list[Ask[Any]] = [default(ask(m.AcceptCount, president))]
    if by_hand:
        due = sum(t.due.values()) - openly_cast(t).total()
        room = {c: t.plan.actions[c].copies for c in t.plan.actions} if not t.unreal("actions") else {}
        cards = share(t.n, room, least=0, of="actions", shown=True)
        votes = share(due, dict.fromkeys(SIGNS, due), least=0, of="sign", shown=True)
        found += [
            aside(ask(m.Recount, president)), aside(ask(m.ManualCount, president, votes=votes, cards=cards)),
        ]  # fmt: skip
    return found


def reread(t: Table, president: Seat) -> Script[Contents]:
    """REP-093. All that is in the box past the reader again: it replaces what was read."""
    t.phase, t.count = "recount", None
    if not t.unreal("actions"):
        t.inside, t.fell = [], []
    due = sum(t.due.values()) - openly_cast(t).total()
    box = yield from box_of(t, president, {president: due})
    t.inside += sorted(box.extras)
    return box


def show(
    t: Table, votes: Counter[str], cards: tuple[Card, ...], papers: int, signs: tuple[int, int] | None,
    by_hand: bool = False,
) -> None:  # fmt: skip
    """The totals, and the cards in canonical order."""
    t.count = Count(votes["positive"], votes["negative"], cards, by_hand, papers, signs)
    kind = e.CountedByHand if by_hand else e.Counted
    t.say(kind(votes["positive"], votes["negative"]))
    if cards:
        t.say(e.CardsRead(list(cards)))


def settle(t: Table, votes: Counter[str], cards: tuple[Card, ...]) -> Script[Tally]:
    """REP-090, REP-101. The count takes effect: all cards leave their owners' hands together."""
    assert t.count is not None
    free = [type_of(card) for card in t.fell]
    yield from leave(t, Counter(cards))
    working = Counter(cards) - Counter(free)
    void = working.total() > len(t.free()) or t.rule.no_cards
    t.count = msgspec.structs.replace(t.count, taken=True, void=void and bool(cards))
    if void and cards:
        t.say(e.CardsVoid())
    return Tally(votes["positive"], votes["negative"], () if void else canonical(working.elements()), void)


def leave(t: Table, cards: Counter[Card]) -> Script[None]:
    """The read cards of these types leave the hands of their owners, who alone hear of it. A card by whose tag nobody
    was found is asked for (REP-093); one that was in no hand by the records comes out of the deck (REP-209)."""
    lost = 0
    owners = {card: seat for seat, hand in t.hands.items() for card in hand}
    for card in (*t.inside, *t.fell):
        if cards[kind := type_of(card)] <= 0:
            continue  # by hand it was counted out
        cards[kind] -= 1
        if card in owners:
            use(t, owners[card], card)
        else:
            t.actions.loose[card] -= 1
            t.actions.slots.remove(None)
            t.used.append(card)
            lost += 1
    t.inside, t.fell = [], []
    if lost:
        t.say(e.NotRegistered(lost))
    for kind in canonical(cards.elements()):
        yield from whose(t, kind)


def use(t: Table, seat: Seat, card: str) -> None:
    t.used.append(t.lose(seat, t.hands[seat].index(card)))
    t.say(e.CardUsed(type_of(card)), seat)


def whose(t: Table, kind: Card) -> Script[None]:
    """REP-093. Every free seat is asked alike; only if one alone says yes is it that seat's."""
    t.asked_for = kind
    said = yield from together(ask(m.OwnCard, s, mine=yes_no()) for s in t.free())
    t.asked_for = ""
    mine = [s for s, answer in said.items() if answer.mine]
    if len(mine) == 1 and kind in t.cards[mine[0]]:
        use(t, mine[0], t.hands[mine[0]][t.cards[mine[0]].index(kind)])
    else:
        t.say(e.HandsNeedLook())


