"""Sections G and H: the fate of a Law, and what comes before its ballot."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from companion.engine import Ask, Field, OneOf, Script, Seat, aside, ask, default, first, seat_of

from . import events as e
from . import moves as m
from .ballot import ballot
from .cards import play_card, playable
from .effects import resolve, settle_law
from .pressure import push
from .state import LawId, Table

__all__ = ["dispose", "fates"]


# ---- G. Choosing the fate of a Law


def fates(t: Table, seat: Seat) -> tuple[Ask[Any], ...]:
    """REP-070..073, REP-210. All three are always asked; what is affordable, only the president sees."""
    laws, pp = tuple(t.held[seat]), t.pp[seat]
    decreed = tuple(i for i, law in enumerate(laws) if cost(t, law) <= pp)
    return _fates(seat, laws, decreed, t.rule.veto_cost <= pp)


@lru_cache(maxsize=1024)
def _fates(seat: Seat, laws: tuple[LawId, ...], decreed: tuple[int, ...], vetoed: bool) -> tuple[Ask[Any], ...]:
    places = tuple(range(len(laws)))
    return (
        Ask(m.Legislate, seat, {"law": _law(laws, places)}),
        Ask(m.Decree, seat, {"law": _law(laws, decreed)}, grave=True),
        Ask(m.Veto, seat, {"law": _law(laws, places if vetoed else ())}, grave=True),
    )


def _law(laws: tuple[LawId, ...], places: tuple[int, ...]) -> OneOf:
    """A held Law by its place. Others see how many there are, which is public, and can choose one; no more."""
    cover: Field = OneOf(values=tuple(range(len(laws))), shown=True)
    return OneOf(
        values=places, faces=tuple(laws[i] for i in places), of="laws", cover=cover,
        why={i: "too-poor" for i in range(len(laws)) if i not in places},
    )  # fmt: skip


def cost(t: Table, law: LawId) -> int:
    """REP-071, REP-072, REP-170, REP-173, REP-180. To decree it, as things are."""
    printed = t.plan.laws[law].cost
    if printed == t.rule.free_decree:
        return 0
    return max(0, printed + t.rule.decree_delta)


def dispose(t: Table, president: Seat, move: m.Legislate | m.Decree | m.Veto) -> Script[None]:
    """REP-070. One Law, one fate."""
    law = t.held[president][move.law]
    match move:
        case m.Decree():
            paid = t.pay(president, cost(t, law))
            settle_law(t, president, law, "decreed")
            t.decreed += 1
            t.say(e.Decreed(president, paid))
            yield from push(t, 1, "decree")
        case m.Veto():
            t.pay(president, t.rule.veto_cost)
            settle_law(t, president, law, "vetoed")
            t.say(e.Vetoed(president))
            yield from push(t, 1, "veto")
        case m.Legislate():
            yield from legislate(t, president, law)


# ---- H. Presentation and Press Conference


def legislate(t: Table, president: Seat, law: LawId) -> Script[None]:
    t.current[president] = law
    t.shown, t.informed, t.journalists, t.partner, t.count = "", False, [], None, None
    t.say(e.Legislating(president))
    yield from presentation(t, president)
    if t.rule.title_shown:
        t.shown = law  # REP-184
        t.say(e.TitleShown(law))
    yield from press(t, president, law)
    t.reading.clear()
    t.floor += 1
    if t.rule.double == "partner":
        yield from partner(t, president)
    tally = yield from ballot(t, president)
    yield from resolve(t, president, law, tally)
    t.phase, t.seconds, t.shown = "turn", 0, ""
    t.due, t.openly, t.late, t.missing = {}, {}, {}, 0


def presentation(t: Table, president: Seat) -> Script[None]:
    """REP-079. Picking the Journalist ends it too: nobody waits for that before the speech is over."""
    t.phase, t.seconds = "presentation", t.options.presentation_s

    def window() -> list[Ask[Any]]:
        early = map(aside, journalist(t, president))
        return [default(ask(m.EndPresentation, president)), *early, *playable(t, informant=False)]

    while True:
        move = yield from first(window)
        if isinstance(move, m.EndPresentation):
            return
        if isinstance(move, m.ChooseJournalist):
            return choose(t, move)
        yield from play_card(t, move)


def press(t: Table, president: Seat, law: LawId) -> Script[None]:
    """REP-080..082, REP-112, REP-168, REP-185."""
    t.phase, t.seconds = "press", 0 if t.rule.no_press else t.options.press_s
    if t.rule.no_press and t.rule.no_cards:
        return
    tell_journalists(t, law)

    def window() -> list[Ask[Any]]:
        end = default(ask(m.EndPressConference, president))
        return [end, *journalist(t, president), *playable(t, informant=True)]

    while True:
        move = yield from first(window)
        if isinstance(move, m.EndPressConference):
            return
        if isinstance(move, m.ChooseJournalist):
            choose(t, move)
            tell_journalists(t, law)
        else:
            yield from play_card(t, move, law)


def journalist(t: Table, president: Seat) -> list[Ask[m.ChooseJournalist]]:
    """REP-081, REP-139. One for each Law; under an open question each player once."""
    if t.rule.no_press or (t.journalists and not t.rule.open_question):
        return []
    why = {**dict.fromkeys(t.journalists, "has-asked"), **dict.fromkeys(t.prison, "in-prison"), president: "yourself"}
    may = [s for s in range(t.n) if s not in why]
    return [ask(m.ChooseJournalist, president, target=seat_of(may, why, shown=True))] if may else []


def choose(t: Table, move: m.ChooseJournalist) -> None:
    t.journalists.append(move.target)
    t.say(e.JournalistChosen(move.target))


def tell_journalists(t: Table, law: LawId) -> None:
    """REP-168. On that phone alone, until the Press Conference ends."""
    if t.rule.journalist_reads:
        t.reading = dict.fromkeys(t.journalists, law)


def partner(t: Table, president: Seat) -> Script[None]:
    """REP-169."""
    why = {**dict.fromkeys(t.prison, "in-prison"), president: "yourself"}
    may = [s for s in range(t.n) if s not in why]
    if may:
        t.partner = (yield from ask(m.NamePartner, president, target=seat_of(may, why, shown=True))).target
        t.say(e.PartnerNamed(t.partner))
