"""The end of a round: declarations, its winners, their figures, the square, the points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec

from companion.engine import Ask, Script, Seat, ask, by_way_of, place_of, seat_of, together, yes_no

from . import moves as m
from . import unseen
from .hands import Combo, Rank, best, combos, rank, winners
from .state import MEDIA, Round, Shown, Table
from .steps import PHONE, step


@dataclass(slots=True)
class Win:
    """One winning side (DMS-339..342): who draws, for whom, how much, and with what."""

    side: int
    seats: list[Seat]  # its tied seats, in deal order; the first of them draws
    due: int
    square: bool
    got: int = field(default=0)


def resolve(t: Table) -> Script[None]:
    """DMS-130..231."""
    combinations = yield from declare(t)
    t.phase = "resolve"
    ranks = yield from ranked(t, combinations)
    first, decided = winners(ranks)
    t.rounds.append(record(t, combinations, ranks, first, decided))
    wins = won(t, first, combinations)
    if wins:
        t.tell(m.RoundWon([s for w in wins for s in w.seats], ranks[first[0]].score, decided))
    else:
        t.tell(m.NobodyShowed())  # DMS-175
    yield from draw_figures(t, wins)
    if barren := [w for w in wins if not w.got]:
        t.tell(m.NoFigureLeft([s for w in barren for s in w.seats]))  # DMS-205
    wins = [w for w in wins if w.got]
    if t.teams:
        for win in wins:
            yield from assign(t, win)
    squares(t, wins)
    bank(t, combinations, first, wins)


# ---- declaration


def declare(t: Table) -> Script[dict[Seat, Combo]]:
    """DMS-140..144. What each seat shows; who is not among them folds."""
    t.phase = "declare"
    if t.options.hand_tracking == "reveal_only":
        shown = yield from unseen.declare(t)
    elif t.options.declare_policy == "free":
        shown = yield from freely(t)
    else:
        shown = {s: combo for s in t.dealt if t.acts(s) and (combo := best(t.hands[s], t.worth(s)))}
    for seat in t.dealt:
        if combo := shown.get(seat):
            t.tell(m.Declared(seat, list(combo.cards), combo.kind, combo.score))
        else:
            t.tell(m.Folded(seat))
    return shown


def freely(t: Table) -> Script[dict[Seat, Combo]]:
    """DMS-140. Everybody is asked, also who can only fold."""
    found = {s: combos(t.hands[s], t.worth(s)) for s in t.dealt}

    def asks() -> list[Ask[m.Show | m.Fold]]:
        out: list[Ask[m.Show | m.Fold]] = []
        for s in t.dealt:
            if t.acts(s):
                out += [
                    ask(m.Show, s, place=place_of([c.cards for c in found[s]], of="people")),
                    by_way_of(ask(m.Fold, s), PHONE),  # what is declared is seen when all have
                ]
        return out

    said = yield from together(asks, at_most=t.options.turn_seconds)
    shown: dict[Seat, Combo] = {}
    for s in t.dealt:
        answer = said.get(s)
        if isinstance(answer, m.Show):
            shown[s] = found[s][answer.place]
        elif answer is None and t.acts(s) and found[s]:
            shown[s] = found[s][0]  # DMS-141
    return shown


def ranked(t: Table, shown: Mapping[Seat, Combo]) -> Script[dict[Seat, Rank]]:
    """DMS-170..172. In `reveal_only` the unplayed cards of seats tied on score are asked for."""
    if t.options.hand_tracking == "known":
        return {s: rank(t.hands[s], combo) for s, combo in shown.items()}
    top = max((c.score for c in shown.values()), default=0)
    tied = [s for s in shown if shown[s].score == top]
    owing = []
    if len(tied) > 1:
        for seat in tied:
            if not (yield from unseen.rest(t, seat)):
                owing.append(seat)
    unknown = {s: Rank(shown[s].score, 0, 0) for s in owing}  # DMS-456: it loses the tie
    return {s: rank([*c.cards, *t.rest.get(s, ())], c) for s, c in shown.items()} | unknown


def record(t: Table, shown: Mapping[Seat, Combo], ranks: Mapping[Seat, Rank], first: list[Seat], decided: str) -> Round:
    """DMS-143, DMS-144, DMS-176. What everybody may know of it."""
    top = ranks[first[0]].score if first else 0
    tied = [s for s in ranks if ranks[s].score == top] if decided != "score" else []
    tell = t.options.tiebreak_reveal
    hands = {s: list(t.hands.get(s) or [*shown[s].cards, *t.rest.get(s, ())]) for s in tied}
    return Round(
        number=t.round,
        dealer=t.dealer,
        shown=[Shown(s, list(c.cards), c.kind, c.score) for s, c in shown.items()],
        folded=[s for s in t.dealt if s not in shown],
        first=first,
        decided=decided if first else "",
        values={s: (ranks[s].tb1, ranks[s].tb2) for s in tied if ranks[s].tb1} if tell != "outcome" else {},
        hands=hands if tell == "cards" else {},
    )


def noted(t: Table, **facts: object) -> None:
    """More is known of this round."""
    t.rounds[-1] = msgspec.structs.replace(t.rounds[-1], **facts)


# ---- who won, and the figures


def won(t: Table, first: list[Seat], shown: Mapping[Seat, Combo]) -> list[Win]:
    """DMS-201, DMS-339..342. The winning sides, the best placed in deal order first."""
    wins: dict[int, Win] = {}
    for seat in t.dealt:
        if seat in first:
            square = shown[seat].kind == "square"
            due = t.plan.scoring.square_draw if square else t.plan.scoring.normal_draw
            wins.setdefault(t.side(seat), Win(t.side(seat), [], due, square)).seats.append(seat)
    return list(wins.values())


def draw_figures(t: Table, wins: list[Win]) -> Script[None]:
    """DMS-200..208. In deal order, each its whole due, or in passes of one; until the deck is empty."""
    t.phase = "power_draw"
    passes = max((w.due for w in wins), default=0)
    order = [w for _ in range(passes) for w in wins]
    if t.options.shortage == "sequential":
        order = [w for w in wins for _ in range(w.due)]
    for win in order:
        if win.got < win.due and t.power:
            yield from draw_figure(t, win)


def draw_figure(t: Table, win: Win) -> Script[None]:
    """DMS-202, DMS-203. It is its owner's at once, unless there is a teammate to whom it may go."""
    seat = win.seats[0]
    t.drawer = seat
    (card,) = yield from t.power.faces(1)
    t.drawer = None
    win.got += 1
    alone = len(t.sides[win.side]) == 1
    (t.figures if alone else t.drawn).setdefault(seat, []).append(card)
    noted(t, drew={**t.rounds[-1].drew, seat: win.got})
    t.tell(m.FigureDrawn(seat, len(t.power)))


def assign(t: Table, win: Win) -> Script[None]:
    """DMS-343..347. The drawer names an owner for each figure, the other members agree, or the drawer keeps all."""
    drawer, members = win.seats[0], t.sides[win.side]
    if len(members) == 1:
        return
    t.phase, t.drawer, t.proposal = "assign", drawer, []
    for _ in range(win.got):
        named = yield from step(
            t, lambda: drawer not in t.away, lambda: [assigning(drawer, members)],
            t.options.consult_seconds,
        )  # fmt: skip
        if named is None:
            break
        t.proposal.append(named.owner)
    owners = list(t.proposal)
    if len(owners) < win.got or not (yield from agreed(t, drawer, members)):
        owners = [drawer] * win.got
    for card, owner in zip(t.drawn.pop(drawer), owners, strict=True):
        t.figures.setdefault(owner, []).append(card)
        if owner != drawer and t.options.team_draw_peek != "none":
            t.drew.setdefault(drawer, []).append(card)
        t.tell(m.FigureAssigned(owner))
    t.drawer, t.proposal = None, []


def assigning(drawer: Seat, members: list[Seat]) -> Ask[m.Assign]:
    """A proposal is the team's: not for the panel."""
    return by_way_of(ask(m.Assign, drawer, owner=seat_of(members, shown=True)), PHONE | {"cards"})


def agreed(t: Table, drawer: Seat, members: list[Seat]) -> Script[bool]:
    """DMS-344. One refusal is enough, and so is a silence; who is absent agrees. All are waited for: who has refused
    is the team's."""
    if set(t.proposal) == {drawer}:
        return True
    others = [s for s in members if s != drawer]
    said = yield from together(
        lambda: [by_way_of(ask(m.Confirm, s, agree=yes_no()), PHONE) for s in others if s not in t.away],
        at_most=t.options.consult_seconds,
    )
    return all(s in t.away or (s in said and said[s].agree) for s in others)


# ---- the square, the points


def squares(t: Table, wins: list[Win]) -> None:
    """DMS-220..225. Every seat that is of another side than some winner with a square turns up a figure."""
    t.phase = "square_reveal"
    with_square = [w.side for w in wins if w.square]
    for seat in t.around(t.dealer):
        if any(side != t.side(seat) for side in with_square):
            powers = [i for i, card in enumerate(t.figures.get(seat, ())) if card[0] != MEDIA]
            if t.options.square_reveal == "next_hidden":
                powers = [i for i in powers if i in t.hidden(seat)]
            if powers and powers[0] in t.hidden(seat):
                slot = powers[0]
                t.tell(m.FigureTurned(seat, t.turn_up(seat, slot), slot + 1))


def bank(t: Table, shown: Mapping[Seat, Combo], first: list[Seat], wins: list[Win]) -> None:
    """DMS-230, DMS-231."""
    t.phase = "round_end"
    sides = {w.side for w in wins}
    only = t.options.points_for == "winners_only"
    banked = {s: c.score for s, c in shown.items() if not only or (s in first and t.side(s) in sides)}
    for seat, points in banked.items():
        t.totals[seat] += points
    noted(t, banked=banked)
