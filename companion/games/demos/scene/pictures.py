"""The play area of DēmoS: the visible discards, the declaration, the figures, the suits."""

from __future__ import annotations

from typing import Any, Final

from companion.display import paper, seats, shapes
from companion.display.canvas import Canvas
from companion.display.motion import Box
from companion.display.situation import Situation
from companion.display.text import label, measure, para, text
from companion.display.theme import BONE, DIM, INK, MIN, NOW, RULE, Face
from companion.locale import Words

from .signs import BACK, INKS, POWER, WON, back, figure, number, suit
from .wording import asking, count, last, side_of

COLUMN: Final = 106.6  # of the main column, from x 4
SIDE: Final = 120.0  # where the side column begins
TALL: Final = 7  # so many cards stand in one row


# ---- the table


def table(canvas: Canvas, now: Situation, words: Words) -> None:
    """The visible discards, large; the turns of the round; the two decks."""
    view = now.view
    boxes = pool_boxes(canvas, len(view["pool"]))
    if boxes or not view["rounds"]:
        label(canvas, 4, 22.6, words("scene.visible"))
    else:
        sheet(canvas, now, words)
    for card, box in zip(view["pool"], boxes, strict=True):
        _visible(canvas, box, card, now)
    if not boxes and not view["rounds"]:
        shapes.dashed_rect(canvas, 4, 27.6, 13.4, 19.0, DIM, 0.3)
        text(canvas, 20, 35.2, words("scene.none_visible"), 3.5, Face.TEXT, DIM, fit=COLUMN - 18)
    bottom = canvas.height - 35.6
    shapes.rect(canvas, 4, bottom, COLUMN, 0.16, RULE)
    _turns(canvas, bottom, now, words)
    decks(canvas, now, words)


def pool_boxes(canvas: Canvas, cards: int) -> list[Box]:
    """Where the visible discards lie: standing in one row, or lying in two."""
    if cards <= TALL:
        w, gap = 13.4, 2.13
        return [(4 + place * (w + gap), 27.6, w, w * 1.42) for place in range(cards)]
    per = -(-cards // 2)
    w = (COLUMN - 2.0 * (per - 1)) / per
    return [(4 + place % per * (w + 2.0), 26.6 + place // per * 13.8, w, 9.2) for place in range(cards)]


def _visible(canvas: Canvas, box: Box, card: dict[str, Any], now: Situation) -> None:
    x, y, w, h = box
    number(canvas, x, y, w, card["card"], h)
    if card["seat"] is None:
        return
    name, size = now.names[card["seat"]], 2.9
    if measure(canvas, name, MIN, Face.SEMI) > w:
        text(canvas, x + w / 2, y + h + 1.5, str(card["seat"] + 1), 2.9, Face.POSTER, DIM, "center")
    else:
        text(canvas, x + w / 2, y + h + 1.6, name, size, Face.SEMI, DIM, "center", fit=w, least=MIN)


def sheet(canvas: Canvas, now: Situation, words: Words) -> None:
    """Points by round: the last rounds, and the totals. Who drew a figure has the square filled."""
    view, many = now.view, 8
    rounds = view["rounds"][-many:]
    label(canvas, 4, 22.6, words("scene.sheet"), fit=34)
    room = canvas.height - 66.6
    step = min(6.4, room / len(now.names))
    for column, r in enumerate(rounds):
        text(canvas, 44.5 + column * 7.4, 22.6, str(r["number"]), 2.6, Face.POSTER, DIM, "center")
    text(canvas, 4 + COLUMN, 22.6, "Σ", 2.8, Face.BOLD, DIM, "right")
    for seat, name in enumerate(now.names):
        y = 27.4 + seat * step
        text(canvas, 4, y, name, 3.3, Face.POSTER, BONE, fit=34)
        for column, r in enumerate(rounds):
            x, points = 44.5 + column * 7.4, r["banked"].get(seat)
            if r["drew"].get(seat):
                shapes.rect(canvas, x - 2.9, y - 1.1, 5.8, 4.8, BACK)
            said = "–" if points is None else str(points)
            text(canvas, x, y, said, 3.3, Face.POSTER, DIM if points is None else BONE, "center")
        text(canvas, 4 + COLUMN, y, str(view["totals"][seat]), 3.6, Face.POSTER, BONE, "right")


def _turns(canvas: Canvas, y: float, now: Situation, words: Words) -> None:
    view = now.view
    order = ["public_discard", "secret_discard", "unanimous_discard"][: view["plan"]["turns"]]
    phase = "unanimous_discard" if view["phase"] == "unanimous_poll" else view["phase"]
    at = order.index(phase) if phase in order else -1 if view["phase"] in ("round_start", "deal") else len(order)
    for place, turn in enumerate(order):
        x, done, current = 4 + place * 36.0, place < at, place == at
        below = words("scene.turn.done" if done else "scene.turn.now" if current else "scene.turn.later")
        if turn == "unanimous_discard":
            if view["vetoed"]:
                done, current, below = False, False, words("scene.turn.vetoed")
            elif view["phase"] == "unanimous_poll":
                below = words("scene.turn.poll")
            elif current:
                below = words("scene.turn.free")
        _step(canvas, x, y, place + 1, done, current)
        ink = BONE if done or current else DIM
        text(canvas, x + 5.8, y + 2.7, words(f"scene.turn.{turn}"), 4.2, Face.POSTER, ink, fit=29)
        text(canvas, x + 5.8, y + 7.5, below, 2.8, Face.TEXT, DIM, fit=29)


def _step(canvas: Canvas, x: float, y: float, place: int, done: bool, current: bool) -> None:
    if done:
        shapes.yes(canvas, x + 2, y + 5.4, 1.9)
        return
    if current:
        shapes.rect(canvas, x, y + 3.4, 4, 4, NOW)
    else:
        shapes.rect(canvas, x, y + 3.4, 4, 4, None, RULE, 0.3)
    text(canvas, x + 2, y + 3.95, str(place), 3.6, Face.POSTER, INK if current else DIM, "center")


def decks(canvas: Canvas, now: Situation, words: Words) -> None:
    """What is left of both decks."""
    view, w = now.view, 36.0
    label(canvas, SIDE, 22.6, words("scene.people"), fit=w)
    paper.card_back(canvas, SIDE + 0.4, 26.4, 9.6, BACK)
    if view["options"]["hand_tracking"] == "known":
        left = count(view["people"])
        if view["phase"] == "deal":  # all cards of a deal count as the deck's until it is over
            left -= sum(count(hand) for hand in view["hands"].values())
        text(canvas, SIDE + 14, 28.0, str(left), 8, Face.POSTER)
        text(canvas, SIDE + 14, 36.2, words.n("scene.cards", left), 2.7, Face.TEXT, DIM)
    total, rest = len(view["plan"]["figures"]), count(view["power"])
    tally = words("scene.of", n=rest, total=total)
    wide = text(canvas, SIDE + w, 42.6, tally, 3.6, Face.POSTER, BONE, "right")
    label(canvas, SIDE, 43.4, words("scene.power"), fit=w - wide - 1.5)
    per = total // 2
    step = w / per
    for place in range(total):
        x, y = SIDE + place % per * step, 47.4 + place // per * 7.6
        if place < rest:
            back(canvas, x, y, step - 0.8, 6.6)
        else:
            shapes.rect(canvas, x, y, step - 0.8, 6.6, None, RULE, 0.25, 0.4)


def plate_extras(canvas: Canvas, now: Situation, words: Words) -> None:
    """Over and on the plates: figures as small cards, and who may still veto."""
    view = now.view
    for seat, (x, y, w, _) in enumerate(seats.boxes(canvas, len(now.names))):
        held, turned = count(view["figures"].get(seat, [])), view["turned"].get(seat, {})
        dealer = last(view)["dealer"] if now.event and view["rounds"] and "score" in now.event else view["dealer"]
        room = w - (14.5 if seat == dealer and view["round"] else 0)
        step = min(2.9, (room - 2.4) / max(1, held - 1)) if held > 1 else 2.9
        for slot in range(held):
            left = x + slot * step
            if slot in turned:
                shapes.rect(canvas, left, y - 3.6, 2.4, 3.3, BONE, radius=0.3)
                text(canvas, left + 1.2, y - 3.0, turned[slot][0], MIN, Face.POSTER, INK, "center")
            else:
                back(canvas, left, y - 3.6, 2.4, 3.3)
        if seat in view["away"] or not view["sides"] or not sum(view["plan"]["vetoes"]):
            continue
        left_ = view["vetoes"][side_of(view, seat)]
        if left_ and w > 26:
            said = words.n("scene.vetoes", left_)
            label(canvas, x + w - 1.2, y + 7.9, said, DIM, "right", MIN, fit=11.5, tracking=0.0)


# ---- the declaration


def declare(canvas: Canvas, now: Situation, words: Words) -> None:
    """All hands open in the same frame: what is shown, what it is worth, and who wins; the rest stays face down."""
    view = now.view
    r = last(view) if now.event else {}
    shown = {one["seat"]: one for one in r.get("shown", ())}
    first, folded = r.get("first", []), r.get("folded", [])
    for seat, (x, _, w, _) in enumerate(seats.boxes(canvas, len(now.names))):
        bottom = canvas.height - 24.6
        won = seat in first
        if won:
            shapes.rect(canvas, x - 0.1, 21.6, w + 0.2, bottom - 21.6, WON)
        if seat in shown:
            _combination(canvas, x, w, bottom, shown[seat], won, words)
        elif seat in folded or (not r and seat in view["dealt"]):
            _unshown(canvas, x, w, bottom, now, seat, folded, words)


def _combination(
    canvas: Canvas, x: float, w: float, bottom: float, one: dict[str, Any], won: bool, words: Words
) -> None:
    cards, ink = one["cards"], INK if won else BONE
    inner = w - 4.4
    wide = min(10.6, (inner - 1.8) / 3)
    if len(cards) == 4:  # a square, two by two
        for place, card in enumerate(cards):
            number(canvas, x + 2.2 + place % 2 * 10.4, 23.2 + place // 2 * 8.6, 9.5, card, 7.8, edge=won)
    else:
        for place, card in enumerate(cards):
            number(canvas, x + 2.2 + place * (wide + 0.9), 24, wide, card, edge=won)
    y = 43.6 + (canvas.height - 90) * 0.5
    size = 16.0 if w > 30 else 14.0
    text(canvas, x + 2.2, y, str(one["score"]), size, Face.POSTER, ink)
    for place in range(5 - len(cards)):
        paper.card_back(canvas, x + w - 7 - place * 5.2, y + 1.0, 4.6, BACK)
    text(canvas, x + 2.2, bottom - 5.2, words(f"combination.{one['kind']}"), 3.4, Face.SEMI, ink, fit=w - 4, least=MIN)


def _unshown(
    canvas: Canvas, x: float, w: float, bottom: float, now: Situation, seat: int, folded: list[int], words: Words
) -> None:
    """Backs: who folds, or has not shown anything yet; or what has been tapped so far."""
    step = min(6.9, (w - 4.4) / 5)
    showing = now.view["showing"].get(seat, [])
    for place, card in enumerate(showing):
        wide = min(10.6, (w - 6.2) / 3) if len(showing) < 4 else (w - 7.1) / 4
        number(canvas, x + 2.2 + place * (wide + 0.9), 24, wide, card)
    for place in range(0 if showing else 5):
        paper.card_back(canvas, x + 2.2 + place * step, 24, step - 0.7, BACK)
    if seat in folded:
        text(canvas, x + 2.2, 46.2, "–", 13, Face.POSTER, DIM)
        text(canvas, x + 2.2, bottom - 5.2, words("scene.folds"), 3.6, Face.SEMI, DIM, fit=w - 4)
        return
    asked = [q for q in now.questions if q.seat == seat and q.kind in ("show", "show-card", "show-rest")]
    if asked and asked[0].answered:
        shapes.yes(canvas, x + 6, 47, 3.4)


# ---- the figures


def figures(canvas: Canvas, now: Situation, words: Words) -> None:
    """Each seat's figures in a row of slots; the Media, and what they have hit."""
    view = now.view
    marks = {(mark["seat"], mark["slot"]): mark["suit"] for mark in view["marks"]}
    event = now.event if now.event.get("kind") in ("media-used", "figure-turned") else {}
    per = _per_row(canvas, now)
    for seat, (x, _, w, _) in enumerate(seats.boxes(canvas, len(now.names))):
        held, turned = count(view["figures"].get(seat, [])), view["turned"].get(seat, {})
        wide = (w - 2.0 - (per - 1) * 0.9) / per
        target = asking(now) == "announce" and view["pointed"] == seat
        for slot in range(held):
            left, top = x + 1.0 + slot % per * (wide + 0.9), 24.0 + slot // per * (wide * 1.42 + 4.4)
            if slot in turned:
                figure(canvas, left, top, wide, turned[slot], marks.get((seat, slot), ""))
            else:
                paper.card_back(canvas, left, top, wide, POWER, wide * 1.42)
                if target:
                    shapes.dashed_rect(canvas, left - 0.7, top - 0.7, wide + 1.4, wide * 1.42 + 1.4, NOW, 0.5)
            hit = event.get("target", event.get("seat")) == seat and event.get("slot") == slot + 1
            if hit:
                shapes.rect(canvas, left - 0.7, top - 0.7, wide + 1.4, wide * 1.42 + 1.4, None, NOW, 0.6, 0.8)
            text(canvas, left + wide / 2, top + wide * 1.42 + 1.2, str(slot + 1), MIN, Face.POSTER, DIM, "center")
        if not held:
            shapes.dashed_rect(canvas, x + 1, 24, wide, wide * 1.42, DIM, 0.25)


def _per_row(canvas: Canvas, now: Situation) -> int:
    """So few in a row, and so large, that the most figures of a seat still fit."""
    most = max((count(held) for held in now.view["figures"].values()), default=0)
    w = seats.boxes(canvas, len(now.names))[0][2]
    for per in (3, 4, 5):
        tall = (w - 2.0 - (per - 1) * 0.9) / per * 1.42 + 4.4
        if -(-most // per) * tall <= canvas.height - 50:
            return per
    return 6


# ---- before the first deal


def suits(canvas: Canvas, now: Situation, words: Words) -> None:
    """The four suits with their themes; teams and announcements as they are made."""
    view, w = now.view, 36.5
    for place, which in enumerate("SHDC"):
        x = 4 + place * (w + 2.0)
        shapes.rect(canvas, x, 23, w, 1.0, INKS[which])
        suit(canvas, x + 6.0, 33.4, 5.2, which, INKS[which])
        text(canvas, x + 13.4, 30.6, words(f"scene.theme.{which}"), 6.0, Face.POSTER, BONE, fit=w - 13.4, least=4.0)
        para(canvas, x, 42.4, words(f"flavour.{which}"), 2.9, Face.TEXT, DIM, w, 1.3, room=12)
    notes = [f"{now.names[seat]}: {words(f'suit.{which}')}" for seat, which in sorted(view["favourites"].items())] + [
        f"{now.names[seat]}: {' · '.join(words(f'theme.{which}') for which in three)}"
        for seat, three in sorted(view["announced"].items())
    ]
    y = 56.2
    for members in view["sides"] if view["plan"]["sides"] else []:
        notes.insert(0, " + ".join(now.names[seat] for seat in members))
    if notes:
        text(canvas, 4, y, "   ".join(notes[-3:]), 3.1, Face.SEMI, BONE, fit=canvas.width - 8, least=MIN)


def end_art(canvas: Canvas, view: dict[str, Any], box: Box) -> None:
    """The trio that won, on the end page; three columns where none did."""
    x, y, w, h = box
    verdict = view["verdict"] or {"sides": [], "trios": {}}
    winners = [seat for place in verdict["sides"] for seat in view["sides"][place]]
    trios = [trio for seat, trio in verdict["trios"].items() if seat in winners]
    best = max(trios, key=lambda trio: len(set(trio["suits"])), default=None)
    if best is None:
        return
    wide = min(15.0, (w - 4) / 3)
    top = y + (h - wide * 1.42) / 2
    for place, (card, which) in enumerate(zip(best["cards"], best["suits"], strict=True)):
        figure(canvas, x + place * (wide + 2), top, wide, card, which if which != card[1] else "")
