"""The rules of Secret Hitler, in the order of RULES.md. Sections H, J, K and L are `piles`, `powers` and `endings`."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import NamedTuple

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
    after,
    alike,
    ask,
    beside,
    by_way_of,
    first,
    grave,
    looking,
    one_of,
    place_of,
    seat_of,
    together,
    yes_no,
)

from . import moves as m
from .endings import abort, finish
from .piles import pile_ready, recount, recountable, reshuffle, shuffles
from .powers import executive_action
from .state import FASCIST, HITLER, LIBERAL, Channel, Enactment, Plan, Secret, Table


class Government(NamedTuple):
    president: Seat
    chancellor: Seat


# ---- A. Set-up


def start(setup: Setup, plan: Plan) -> Table:
    """SHT-012, SHT-013. The table before the deal."""
    deck = Deck.of("policies", Counter(plan.tiles).elements())
    t = Table(n=setup.seats, plan=plan, options=setup.options, deck=deck)
    if rebalanced(t) and "policies" not in t.options.tapped:
        set_aside(t)
    return t


def rebalanced(t: Table) -> bool:
    """SHT-017, SHT-020."""
    return t.options.rebalance_679 and bool(t.plan.rebalance)


def set_aside(t: Table) -> None:
    """SHT-018, SHT-019. One fascist tile starts on the board, or leaves the game."""
    t.deck = Deck.of("policies", (Counter(t.deck.contents()) - Counter([FASCIST])).elements())
    if t.plan.rebalance == "pre-enacted":
        t.fascist = 1
    else:
        t.out[FASCIST] = 1


def play(t: Table) -> Script[Outcome]:
    """The whole game."""
    yield from set_up(t)
    return (yield from game(t))


def game(t: Table) -> Script[Outcome]:
    """From the first nomination on. With real tiles their shuffling is confirmed beside everything else (SHT-228)."""
    if "policies" in t.options.tapped:
        return (yield from beside(rounds(t), shuffles(t)))
    return (yield from rounds(t))


def set_up(t: Table) -> Script[None]:
    if rebalanced(t) and "policies" in t.options.tapped:  # SHT-232
        yield from ask(m.SetAside, HOST, tile=one_of([FASCIST], of="policies", shown=True))
        set_aside(t)
    yield from deal(t)
    yield from first_president(t)
    everybody = together([role_seen(s) for s in range(t.n)])
    yield from first(everybody, grave(ask(m.Continue, HOST)))  # SHT-015


@cache
def role_seen(seat: Seat) -> Ask[m.SeenRole]:
    """SHT-015."""
    return looking(ask(m.SeenRole, seat))


def deal(t: Table) -> Script[None]:
    """SHT-003..010, SHT-245..247."""
    cards = [role for role, count in t.plan.roles.items() for _ in range(count)]
    if "roles" not in t.options.tapped:
        t.roles = dict(enumerate((yield from Deck.of("roles", cards).faces(t.n))))
        t.tell(m.Dealt())
        return
    ten = one_of([LIBERAL] * 6 + [FASCIST] * 3 + [HITLER], of="roles")
    while True:
        t.deals += 1
        shown = yield from together(ask(m.ShowRole, s, card=ten) for s in range(t.n))
        roles = {s: move.card for s, move in sorted(shown.items())}
        if Counter(roles.values()) == Counter(cards):
            break
        t.tell(m.DealtAgain())
    t.roles = roles
    t.tell(m.Dealt())


def first_president(t: Table) -> Script[None]:
    """SHT-014, SHT-041."""
    if t.options.first_president == "host":
        t.rotation = (yield from ask(m.NameFirst, HOST, seat=seat_of(range(t.n), shown=True))).seat
    else:
        (seat,) = yield from Deck.of("first_president", map(str, range(t.n))).faces(1)
        t.rotation = int(seat)
    t.tell(m.FirstPresident(t.rotation))


# ---- C. Rounds and the presidency


def rounds(t: Table) -> Script[Outcome]:
    while True:
        president = preside(t)
        yield from round_(t, president)
        t.nominee = t.chancellor = t.cleared = None  # SHT-049
        t.power = ""


def preside(t: Table) -> Seat:
    """SHT-041..048. Who presides this round: the called, or else the next of the rotation, which waited meanwhile."""
    t.round += 1
    t.special = t.called is not None
    if t.called is not None:
        t.president, t.called = t.called, None
        t.specials += 1
        return t.president
    if t.round > 1:
        t.rotation = t.after(t.rotation)
    t.president = t.rotation
    return t.president


def round_(t: Table, president: Seat) -> Script[None]:
    """SHT-040. Election, legislative session, executive action."""
    government = yield from election(t, president)
    if government is None:
        return (yield from failed(t))
    t.chancellor = government.chancellor
    hitler_check(t, government.chancellor)
    tile = yield from session(t, government)
    if tile is None:
        if t.options.veto_pair_term_limited:
            t.pair = government  # SHT-147
        reshuffle(t)
        return (yield from failed(t))  # SHT-148
    enact(t, tile, government)
    t.tracker, t.pair = 0, government  # SHT-093, SHT-058
    reshuffle(t)
    if tile == FASCIST:
        yield from executive_action(t, president)
    return None


# ---- D, E. Nomination and voting


def election(t: Table, president: Seat) -> Script[Government | None]:
    """SHT-050..079. The elected government, if the vote passes."""
    why = barred(t, president)
    eligible = [s for s in range(t.n) if s not in why]
    assert eligible, "SHT-063"
    nominee = (yield from ask(m.Nominate, president, chancellor=seat_of(eligible, why, shown=True))).chancellor
    t.nominee, t.veto = nominee, ""
    t.stood, t.ballots = (), {}
    t.tell(m.Nominated(president, nominee))
    ways, changeable = t.options.ballot_channels, t.options.ballot_change == "until_reveal"
    voting = together(ballots(tuple(t.living()), ways), changeable=changeable)
    votes = yield from (beside(voting, discussion(t)) if t.options.discussion_timer_s else voting)
    return count(t, Government(president, nominee), {s: v.ja for s, v in votes.items()})


@cache
def ballots(seats: tuple[Seat, ...], ways: frozenset[Channel]) -> tuple[Ask[m.Vote], ...]:
    """SHT-070, SHT-235. The same questions in every round."""
    return tuple(alike(by_way_of(ask(m.Vote, s, ja=yes_no(of="ballot")), ways)) for s in seats)


def barred(t: Table, president: Seat) -> dict[Seat, str]:
    """SHT-051..056, SHT-061. Who may not be nominated, and why: counted now, not at the start."""
    limited = t.pair if t.n - len(t.dead) > t.plan.at.full_limits_above else t.pair[1:]
    why = dict.fromkeys(limited, "term-limit")
    for seat in t.dead:
        why[seat] = "dead"
    why[president] = "yourself"
    return why


def discussion(t: Table) -> Script[None]:
    """SHT-270. A countdown that everybody sees, and that triggers nothing."""
    yield from after(t.options.discussion_timer_s, "discussion")


def count(t: Table, stood: Government, ballots: dict[Seat, bool]) -> Government | None:
    """SHT-073..075, SHT-080."""
    t.ballots, t.stood = ballots, stood
    yes = sum(ballots.values())
    passed = 2 * yes > len(ballots)
    event = m.VotePassed if passed else m.VoteFailed
    t.tell(event(stood.president, stood.chancellor, ballots, yes, len(ballots) - yes))
    if passed:
        return stood
    t.nominee = None
    return None


def hitler_check(t: Table, chancellor: Seat) -> None:
    """SHT-081..084."""
    if t.fascist < t.plan.at.hitler_zone_at:
        return
    if t.roles[chancellor] == HITLER:
        finish(t, FASCIST, "hitler_elected")
    t.cleared = chancellor
    if t.options.not_hitler_marker and chancellor not in t.not_hitler:
        t.not_hitler.append(chancellor)  # SHT-269
    t.tell(m.NotHitler(chancellor))


# ---- F. Election tracker and chaos


def failed(t: Table) -> Script[None]:
    """SHT-090..092."""
    t.tracker += 1
    t.tell(m.TrackerMoved(t.tracker))
    if t.tracker == t.plan.at.tracker_limit:
        yield from chaos(t)


def chaos(t: Table) -> Script[None]:
    """SHT-094..099. Its power is lost for good, and it elects nobody."""
    t.nominee = t.chancellor = None
    yield from pile_ready(t)
    (tile,) = yield from t.deck.faces(1)
    enact(t, tile, None)
    t.tracker, t.pair = 0, ()
    reshuffle(t)


# ---- G, I. Legislative session and veto


def session(t: Table, g: Government) -> Script[str | None]:
    """SHT-110..116. The tile to enact, or None after a veto."""
    yield from pile_ready(t)
    t.drawer = g.president
    drawn = yield from t.deck.faces(t.plan.at.draw_count)
    t.drawer = None
    hand = t.hands[g.president] = list(drawn)
    discard = hand.pop((yield from ask(m.Discard, g.president, place=place_of(hand, of="policies"))).place)
    t.discards[discard] += 1
    del t.hands[g.president]
    pair = t.hands[g.chancellor] = sorted(hand, reverse=True)  # SHT-112: liberal before fascist
    t.passed[g.president] = list(pair)
    choice = yield from decide(t, g, place_of(pair, of="policies"))
    tile = pair.pop(choice.place) if choice else None
    t.discards.update(pair)
    t.hands.clear()
    t.passed.clear()
    t.history.append(Secret(t.round, "session", *g, drawn, [discard, *pair], tile))
    return tile


def decide(t: Table, g: Government, places: OneOf) -> Script[m.Enact | None]:
    """SHT-141..146, SHT-150, SHT-151. What the Chancellor does with the two tiles; None: vetoed."""
    enacting = ask(m.Enact, g.chancellor, place=places)
    if not t.veto_unlocked:
        return (yield from enacting)
    choice = yield from first(enacting, ask(m.RequestVeto, g.chancellor))
    if isinstance(choice, m.Enact):
        return choice
    t.veto = "asked"
    t.tell(m.VetoRequested(g.chancellor))
    if (yield from ask(m.AnswerVeto, g.president, consent=yes_no())).consent:
        t.veto = "accepted"
        t.tell(m.VetoAccepted(g.president))
        return None
    t.veto = "refused"
    t.tell(m.VetoRefused(g.president))
    return (yield from enacting)


def enact(t: Table, tile: str, by: Government | None) -> None:
    """SHT-095, SHT-114, SHT-140, SHT-200, SHT-201. By nobody: chaos."""
    at = t.plan.at
    t.last = Enactment(tile, *by) if by else Enactment(tile)
    if tile == LIBERAL:
        t.liberal += 1
        t.tell(m.LiberalEnacted(*by, t.liberal) if by else m.LiberalByChaos(t.liberal))
    else:
        t.fascist += 1
        t.tell(m.FascistEnacted(*by, t.fascist) if by else m.FascistByChaos(t.fascist))
    if t.liberal == at.liberal_to_win:
        finish(t, LIBERAL, "liberal_policies")
    if t.fascist == at.fascist_to_win:
        finish(t, FASCIST, "fascist_policies")
    if t.fascist >= at.veto_unlocked_at and not t.veto_unlocked:
        t.veto_unlocked = True
        t.tell(m.VetoUnlocked())


CORRECTIONS = (
    Correction(m.Abort, lambda t: {"show_roles": yes_no()}, abort),
    Correction(m.Recount, recountable, recount),
)
