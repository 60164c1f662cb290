"""R. A chain of reigns: what a ledger carries from one match into the next, and who wins in the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from companion.engine import BadMove, Deck

from .lore import Book, Lore
from .state import Chronicle, Line, Milestone, Reign, Switches, Table

VERSION = 1


class Ledger(msgspec.Struct, frozen=True, kw_only=True):
    """ANK-169. All that outlives a reign, as plain values."""

    version: int = VERSION
    deck_id: str
    reign: int  # how many have been finished
    king: Line
    kings: list[Line]
    reigns: list[Reign]
    prestige: dict[str, int]
    greed: dict[str, int]
    played: dict[str, int]
    seats: list[str] = []  # the houses of the last reign, in the order of the seats
    deck: list[str]
    top: list[str]
    locked: list[str]
    removed: list[str]
    record: list[Chronicle]
    milestones: dict[str, list[Milestone]]
    placed: int
    history: list[Chronicle]
    arcs: dict[str, str]
    fate: int
    age: str = ""  # not empty: the campaign is over
    winners: list[str] = []


def read(plain: dict[str, Any], lore: Lore) -> Ledger | None:
    """The ledger of an earlier reign; None where a campaign begins. Raises `BadMove` where it cannot be played on."""
    if not plain:
        return None
    version = plain.get("version")
    if not isinstance(version, int) or version > VERSION:
        raise BadMove(f"this campaign was written by a newer version ({version}, we know {VERSION})")
    try:
        ledger = msgspec.convert(plain, Ledger)
    except msgspec.ValidationError as e:
        raise BadMove(f"this is no campaign of ours: {e}") from e
    if ledger.age:
        return None  # it is over: another begins
    if ledger.deck_id != lore.deck:
        raise BadMove(f"this campaign is told with the deck {ledger.deck_id!r}, not {lore.deck!r}")
    known = lore.dilemmas.keys()
    if strange := {*ledger.deck, *ledger.top, *ledger.locked, *ledger.removed} - known:
        raise BadMove(f"this campaign has cards that the deck {lore.deck!r} has not: {', '.join(sorted(strange))}")
    return ledger


def goes_on(options: Switches, plain: Mapping[str, Any]) -> bool:
    """Whether the next reign belongs to the campaign that has left this."""
    return options.mode == "campaign" and bool(plain) and not plain.get("age")


def open_(t: Table, ledger: Ledger | None, book: Book, lore: Lore) -> None:
    """ANK-014, ANK-021..023. The state of the campaign as the reign begins."""
    t.prestige = {h.id: h.initial_prestige for h in book.houses}
    t.greed = {h.id: 0 for h in book.houses}
    t.played = {h.id: 0 for h in book.houses}
    if ledger is None:
        begins = [card for card, d in lore.dilemmas.items() if d.start]
        t.deck = Deck.of("dilemma", begins)
        t.locked = [card for card in lore.dilemmas if card not in begins]
        return
    t.reign, t.king = ledger.reign + 1, ledger.king
    t.kings, t.reigns = list(ledger.kings), list(ledger.reigns)
    t.prestige |= ledger.prestige
    t.greed |= ledger.greed
    t.played |= ledger.played
    t.deck = Deck.of("dilemma", [*ledger.deck, *ledger.top])
    t.locked, t.removed = list(ledger.locked), list(ledger.removed)
    t.record, t.history = list(ledger.record), list(ledger.history)
    t.milestones = {r: list(tiles) for r, tiles in ledger.milestones.items()}
    t.placed, t.arcs, t.fate = ledger.placed, dict(ledger.arcs), ledger.fate


def close(t: Table, finished: bool = True) -> dict[str, Any]:
    """ANK-140, ANK-169. What is carried on; nothing from a single reign (ANK-167)."""
    if t.options.mode == "single":
        return {}
    back = [t.dilemma] if t.stage else []  # not resolved yet
    ledger = Ledger(
        deck_id=t.lore.deck, reign=t.reign if finished else t.reign - 1, king=t.king, kings=t.kings, reigns=t.reigns,
        prestige=t.prestige, greed=t.greed, played=t.played, seats=[t.houses[s] for s in sorted(t.houses)],
        deck=sorted([*t.deck.contents(), *back]), top=t.top, locked=t.locked, removed=t.removed, record=t.record,
        milestones=t.milestones, placed=t.placed, history=t.history, arcs=t.arcs, fate=t.fate,
        age=t.age, winners=t.winners,
    )  # fmt: skip
    plain: dict[str, Any] = msgspec.to_builtins(ledger)
    return plain


def is_over(t: Table) -> bool:
    """ANK-171, ANK-172. Whether this was the last reign."""
    return t.reign >= t.options.campaign_games or set(t.arcs) >= set(t.lore.arcs) or not can_draw(t)


def can_draw(t: Table) -> bool:
    """Whether there is, or could be, another card. ANK-050, ANK-172."""
    return bool(len(t.deck) or t.top or (t.options.deck_empty == "recycle" and recyclable(t)))


def recyclable(t: Table) -> list[str]:
    """ANK-050. Resolved dilemmas of stories that go on."""
    elsewhere = {*t.deck.contents(), *t.top, *t.locked, *t.removed, t.dilemma}
    return [c for c, d in t.lore.dilemmas.items() if c not in elsewhere and d.arc not in t.arcs]


def index(prestige: Mapping[str, int], greed: Mapping[str, int], fate: int, weight: int) -> int:
    """ANK-174."""
    return sum(prestige.values()) - weight * sum(greed.values()) + fate


class Lead(NamedTuple):
    """Who wins as the campaign stands: in what age, and by what a tie was broken (`kings`, `recent`; `shared`: by
    nothing)."""

    age: str
    houses: list[str]
    worth: int
    tie: str


def lead(rule: str, so_far: Mapping[str, Any], weight: int) -> Lead:
    """ANK-173..176. From the plain values of a ledger, or of what everybody sees of a table."""
    prestige, greed = so_far["prestige"], so_far["greed"]
    worth: Mapping[str, int]
    match rule:
        case "fate":
            age = "order" if index(prestige, greed, so_far["fate"], weight) >= 0 else "chaos"
            worth = prestige if age == "order" else greed
        case "net":
            age, worth = "net", {h: prestige[h] - greed[h] for h in prestige}
        case _:
            age, worth = "prestige", prestige
    who = [h for h, reigns in so_far["played"].items() if reigns]
    kings = [line["house"] for line in so_far["kings"]]

    def merit(house: str) -> tuple[int, int, int]:
        recent = len(kings) - 1 - kings[::-1].index(house) if house in kings else -1
        return worth[house], kings.count(house), recent

    merits = sorted(map(merit, who), reverse=True)
    best, next_ = merits[0], merits[1] if len(merits) > 1 else (None, None, None)
    level = next((by for by, (a, b) in enumerate(zip(best, next_, strict=True)) if a != b), 3)
    tie = ("", "kings", "recent", "shared")[level]
    return Lead(age, [h for h in who if merit(h) == best], best[0], tie)


def winner(t: Table) -> tuple[str, list[str]]:
    """ANK-173..176. In what age the campaign ends, and which houses win it."""
    so_far = {"prestige": t.prestige, "greed": t.greed, "fate": t.fate, "played": t.played,
              "kings": [{"house": line.house} for line in t.kings]}  # fmt: skip
    found = lead(t.options.campaign_winner, so_far, t.book.at.greed_weight)
    return found.age, found.houses


def options_fit(options: Switches, lore: Lore) -> None:
    """ANK-124. Raises `BadMove` where the deck needs what the table has switched off."""
    if "rich_effects" in lore.supports and not options.rich_effects:
        raise BadMove(f"the deck {lore.deck!r} needs rich effects, which are switched off")
