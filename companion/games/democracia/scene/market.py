"""What can be bought in a turn, and the piles that cards come from; and the urn before an election."""

from __future__ import annotations

from collections import Counter

from companion.display import paper, shapes
from companion.display.canvas import Canvas
from companion.display.situation import Situation
from companion.display.text import label, para, text
from companion.display.theme import BONE, DIM, INKDIM, NOW, RULE, STOCK, Face
from companion.games.democracia.content import content
from companion.locale import Words

from . import reading
from .facts import side
from .signs import AGENTS, INKS, emblem, party
from .wording import asking, drawing, missing, who


def market(canvas: Canvas, now: Situation, words: Words) -> None:
    """The money, the agents that this player may have, and the pension plans."""
    view, seat = now.view, now.view["turn"]
    which = reading.party_of(now, seat) if seat is not None else ""
    label(canvas, 4, 22.6, words("scene.money.label"), fit=36)
    text(canvas, 4, 27.2, words("scene.money", n=view["money"]), 16, Face.POSTER, fit=36)
    label(canvas, 4, 45.0, words("scene.market.agents"), fit=36)
    lying = Counter(reading.kind(a) for a in view["market"] if content().agent(a).party in ("", which))
    of, chosen = now.standing
    y = 49.0
    for kind in ("baron", "media", "judge"):
        price = view["prices"][kind]
        can = price <= view["money"] and lying[kind]
        shapes.rect(canvas, 4, y, 38, 0.16, RULE)
        AGENTS[kind](canvas, 5.8, y + 2.6, 1.4, BONE if can else DIM)
        here = of == "agents" and chosen is not None and reading.kind(chosen) == kind
        ink = NOW if here else BONE if can else DIM
        text(canvas, 9.0, y + 1.4, words(f"scene.kind.{kind}"), 3.2, Face.POSTER, ink, fit=14)
        text(canvas, 27.5, y + 1.5, f"×{lying[kind]}", 2.8, Face.SEMI, DIM, "right")
        text(canvas, 42, y + 1.4, words("scene.money", n=price), 3.4, Face.POSTER, ink, "right")
        y += 5.2
    _pensions(canvas, 50.0, now, words)
    side(canvas, now, words)


def _pensions(canvas: Canvas, x: float, now: Situation, words: Words) -> None:
    view, w = now.view, 66.0
    label(canvas, x, 22.6, words("scene.market.pensions"), fit=34)
    text(canvas, x + w, 22.6, words("scene.market.points"), 2.6, Face.SEMI, DIM, "right", fit=30)
    step = (canvas.height - 52.4) / 8
    for place, row in enumerate(content().pensions.pensions):
        y, left = 26.6 + place * step, view["plans"][row.id]
        ink = NOW if now.standing == ("pensions", row.id) else BONE if left and row.price <= view["money"] else DIM
        shapes.rect(canvas, x, y, w, 0.16, RULE)
        text(canvas, x, y + 1.5, words(f"pensions.{row.id}.name"), 2.9, Face.SEMI, ink, fit=33, least=2.5)
        text(canvas, x + 38, y + 1.5, f"×{left}", 2.6, Face.TEXT, DIM, "right")
        text(canvas, x + 49, y + 1.4, words("scene.money", n=row.price), 3.2, Face.POSTER, ink, "right")
        text(canvas, x + w, y + 1.4, str(row.points), 3.2, Face.POSTER, ink, "right")


def piles(canvas: Canvas, now: Situation, words: Words) -> None:
    """The two decks and their discards; how many cards are still to come."""
    view = now.view
    found = (
        ("funding", reading.count(view["funding"]), len(view["discards"]["funding"])),
        ("action", reading.count(view["action"]), len(view["discards"]["action"])),
    )
    h = canvas.height - 62.0
    for place, (deck, lying, gone) in enumerate(found):
        x = 4 + place * 57.0
        label(canvas, x, 22.6, words(f"scene.deck.{deck}"), fit=52)
        paper.card_back(canvas, x, 27.4, h / 1.4, INKDIM)
        text(canvas, x + h / 1.4 + 4, 30.0, str(lying), 11, Face.POSTER)
        text(canvas, x + h / 1.4 + 4, 41.6, words.n("scene.cards", lying), 3.0, Face.SEMI, DIM, fit=26)
        text(canvas, x + h / 1.4 + 4, 47.6, words("scene.discards", n=gone), 3.0, Face.SEMI, DIM, fit=28)
    late = missing(now)
    seat = late[0] if late else view["turn"]
    if seat is not None:
        need = _needed(now, seat)
        y = canvas.height - 32.0
        shapes.rect(canvas, 4, y, 112, 0.16, RULE)
        said = words("scene.hand", name=who(now, seat), n=reading.count(view["hands"][seat]))
        text(canvas, 4, y + 1.8, said, 3.4, Face.SEMI, BONE, fit=72 if need else 112)
        if need:
            text(canvas, 116, y + 1.8, words.n("scene.to_draw", need), 3.4, Face.SEMI, DIM, "right", fit=36)
    side(canvas, now, words)


def _needed(now: Situation, seat: int) -> int:
    at = reading.at()
    if now.view["phase"] == "setup":
        return at.initial_draw
    if now.view["phase"] != "clean-up":
        return 0
    return max(0, at.hand_limit - reading.count(now.view["hands"][seat]))


def urn(canvas: Canvas, now: Situation, words: Words) -> None:
    """The urn, large, with the votes of each colour in it."""
    h = canvas.height - 48.0
    emblem(canvas, 24, 22.6 + h / 2, 19, BONE, STOCK)
    total = reading.count(now.view["urn"])
    inside = now.view.get("inside") or {}
    text(canvas, 54, 23.0, str(total), 17, Face.POSTER)
    text(canvas, 54, 39.8, words.n("scene.votes.in", total), 4.0, Face.SEMI, DIM, fit=28)
    if asking(now) == "all-in" and not now.event:
        still_to_go_in(canvas, now, words)
    elif asking(now) == "shaken" and not now.event:
        key = "scene.should_lie.here" if inside else "scene.should_lie.untold"
        para(canvas, 54, 48.4, words(key), 3.6, Face.SEMI, NOW, 30, 1.25, room=15, least=2.8)
    elif now.view["phase"] != "clear":  # after the count nothing is to be decided
        free = sum(c not in now.view["drawn"] for c in reading.neutral(now))
        text(canvas, 54, 48.4, str(free), 10, Face.POSTER)
        text(canvas, 54, 58.6, words.n("scene.to_decide", free), 3.2, Face.SEMI, DIM, fit=30)
    rows = [p for p in reading.in_play(now) if inside.get(p)]
    most = max((inside[p] for p in rows), default=1)
    for place, which in enumerate(rows):
        y = 25.0 + place * min(10.0, h / max(1, len(rows)))
        party(canvas, which, 88.6, y + 2.6, 2.0)
        text(canvas, 92.6, y + 0.8, words(f"scene.party.{which}"), 4.4, Face.POSTER, BONE, fit=15)
        shapes.rect(canvas, 110, y, max(0.6, 36 * inside[which] / most), 5.4, INKS[which])
        text(canvas, 156, y + 0.4, str(inside[which]), 5.6, Face.POSTER, BONE, "right")


def still_to_go_in(canvas: Canvas, now: Situation, words: Words) -> None:
    """The tokens that have not been tapped yet, by colour."""
    label(canvas, 54, 48.4, words("scene.still_to_go_in"), NOW, fit=28)
    x = 54.0
    for which in (p for p in reading.in_play(now) if p in now.view["at_hand"]):
        party(canvas, which, x + 1.6, 56.6, 1.6)
        x += 4.4 + text(canvas, x + 4.4, 53.6, str(now.view["at_hand"][which]), 6.4, Face.POSTER, NOW) + 2.6


def drawn_now(now: Situation) -> bool:
    """Whether cards are being drawn."""
    draw = drawing(now)
    return draw is not None and draw.deck in ("funding", "action")
