"""Cards on their way: drawn, discarded, turned up, named. Here the two ways of tracking hands differ (DEM-068)."""

from __future__ import annotations

from collections import Counter

from companion.engine import HOST, Ask, Deck, Script, Seat, ask, number, one_of, upon

from . import events as e
from . import moves as m
from .plan import Card
from .state import DECKS, UNREAD, Table


def abilities_of(t: Table, seat: Seat) -> list[str]:
    """The four Special Ability cards of a player: public, unlike where they are."""
    media = "gov_media" if t.parked.get(seat) else "media"
    return [t.plan.ability(kind) for kind in ("leader", "baron", "baron", media)]


def may_hold_more(t: Table, seat: Seat) -> bool:
    """DEM-529. Whether by public facts the hand may hold anything besides Special Abilities."""
    shown = sum(t.is_ability(t.up[a]) for a in t.owned[seat] if a in t.up)
    down = sum(a in t.under for a in t.owned[seat])
    return len(t.hands[seat]) > max(0, len(abilities_of(t, seat)) - shown - down)


# ---- hands


def holdable(t: Table, seat: Seat) -> list[str]:
    """What this hand may hold, as far as the table knows: each card once for every copy."""
    if not t.options.opaque:
        return list(t.hands[seat])
    if not t.hands[seat]:
        return []
    shown = Counter(t.up[a] for a in t.owned[seat] if a in t.up)
    abilities = Counter(abilities_of(t, seat)) - shown
    return sorted([*t.funding.loose.elements(), *t.action.loose.elements(), *abilities.elements()])


def in_order(t: Table, seat: Seat) -> None:
    """A hand is held by families, as it is printed: its places are then those of what its owner reads."""
    if not t.options.opaque:
        t.hands[seat].sort(key=list(t.plan.cards).index)


def take(t: Table, seat: Seat, card: str) -> None:
    """A card leaves the hand, seen."""
    if t.options.opaque:
        t.hands[seat].remove(UNREAD)
        learn(t, card)
    else:
        t.hands[seat].remove(card)


def give(t: Table, seat: Seat, card: str) -> None:
    """A card comes (back) to the hand."""
    if t.options.opaque:
        forget(t, card)
        card = UNREAD
    t.hands[seat].append(card)
    in_order(t, seat)


def learn(t: Table, card: str) -> None:
    """A card that the table had not read turns out to be this one."""
    if not t.is_ability(card):
        t.deck(t.face(card).deck).read(card)


def forget(t: Table, card: str) -> None:
    if not t.is_ability(card):
        deck = t.deck(t.face(card).deck)
        deck.loose[card] += 1
        deck.away += 1


# ---- drawing


def split(t: Table, seat: Seat, n: int) -> Script[int]:
    """DEM-016, DEM-164. How many of `n` come from the Funding deck: decided before any is seen."""
    t.split[seat] = (yield from split_ask(seat, n)).funding
    return t.split[seat]


def split_ask(seat: Seat, n: int) -> Ask[m.Split]:
    return ask(m.Split, seat, funding=number(0, n, shown=True, start=n // 2))


def draw(t: Table, seat: Seat, n: int, funding: int) -> Script[None]:
    """DEM-016, DEM-164, DEM-165. Nobody sees a card until all are drawn."""
    wanted, got = {"funding": funding, "action": n - funding}, {"funding": 0, "action": 0}
    t.drawer = seat
    for deck in DECKS:
        got[deck] = yield from _from(t, deck, wanted[deck])
    for deck, other in zip(DECKS, reversed(DECKS), strict=True):
        if missing := wanted[deck] - got[deck]:
            got[other] += yield from _from(t, other, missing)
    t.drawer = None
    t.hands[seat] += t.drawing
    t.drawing = []
    in_order(t, seat)
    t.split.pop(seat, None)
    if sum(got.values()):
        t.tell(e.CardsDrawn(seat, got["funding"], got["action"]))


def _from(t: Table, name: str, n: int) -> Script[int]:
    """From one deck, its discards shuffled in when it runs out. How many came."""
    deck, left = t.deck(name), n
    while left:
        if not len(deck):
            yield from reshuffle(t, name)
            if not len(deck):
                break
        now = min(left, len(deck))
        t.drawing += _unread(deck, now) if t.options.opaque else (yield from deck.faces(now))
        left -= now
    return n - left


def _unread(deck: Deck, n: int) -> list[str]:
    del deck.slots[:n]
    deck.away += n
    return [UNREAD] * n


def reshuffle(t: Table, name: str) -> Script[None]:
    """DEM-165. What lies in the discard pile, face up or down; never what is still under agents (DEM-094)."""
    deck = t.deck(name)
    places = [p for p in t.buried if p.startswith(f"{name}/")]
    cards = t.discards[name] + [card for p in places for card in t.buried[p]]
    if not cards:
        return
    yield from by_hand(t, name, name)
    for place in places:
        del t.buried[place]
    t.discards[name] = []
    unread = cards.count(UNREAD)
    deck.shuffle(c for c in cards if c != UNREAD)
    deck.away -= unread
    deck.slots += [None] * unread
    t.tell(e.Reshuffled(name, len(deck)))


def by_hand(t: Table, occasion: str, *decks: str) -> Script[None]:
    """Real cards are shuffled by people: nothing is drawn before they have said so."""
    if t.options.tapped.intersection(decks):
        yield from upon(ask(m.Shuffled, HOST), occasion)


# ---- discarding


def discard(t: Table, seat: Seat, card: str) -> None:
    """Face up to its pile; a Special Ability back to its owner's hand (DEM-052)."""
    if t.is_ability(card):
        give(t, seat, card)
    else:
        t.discards[t.face(card).deck].append(card)


def bury(t: Table, seat: Seat, agent: str) -> None:
    """DEM-092. A card still face down leaves with its agent: nobody but its owner ever knows it."""
    (card,) = t.under.pop(agent)
    if t.is_ability(card):
        give(t, seat, card)
        return
    # a card that the table has not read goes to the Action pile in its books; its owner lays it on the right one
    deck = "action" if card == UNREAD else t.face(card).deck
    t.buried.setdefault(f"{deck}/{seat}", []).append(card)


def turn_up(t: Table, seat: Seat, agent: str) -> Script[str | None]:
    """DEM-084 (a), DEM-068. The card under an agent becomes public; None: it was one that the agent could not play,
    and has gone back to the hand."""
    (card,) = t.under[agent]
    if card == UNREAD:
        card = (yield from ask(m.NameCard, seat, card=one_of(_names(t, seat), of="cards", shown=True))).card
        del t.under[agent]
        learn(t, card)
        if not can_play(t, agent, t.face(card)):
            give(t, seat, card)
            t.turned.append((agent, card))
            t.tell(e.CannotPlay(seat, agent, card))
            return None
    else:
        del t.under[agent]
    t.up[agent] = card
    t.turned.append((agent, card))
    t.tell(e.Revealed(seat, agent, card))
    return card


def _names(t: Table, seat: Seat) -> list[str]:
    shown = Counter(t.up[a] for a in t.owned[seat] if a in t.up)
    abilities = Counter(abilities_of(t, seat)) - shown
    faces = {*t.funding.loose.elements(), *t.action.loose.elements(), *abilities.elements()}
    return [c for c in t.plan.cards if c in faces]


def can_play(t: Table, agent: str, card: Card) -> bool:
    """DEM-050, DEM-051, DEM-062. By the kind of agent, and by the card."""
    kind = t.kind(agent)
    return card.family in t.plan.kinds[kind].plays and kind in card.agents
