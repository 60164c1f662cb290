"""Before the first dilemma: the houses, the draft of plans; and the charge of each house on its plate."""

from __future__ import annotations

from companion.display import paper, seats, shapes
from companion.display.canvas import Canvas
from companion.display.situation import Situation
from companion.display.text import label, para, text
from companion.display.theme import BONE, DIM, INK, MIN, NOW, RULE, STOCK2, Face
from companion.locale import Words

from .signs import SPINE, charge, ink_of
from .wording import asking


def houses(canvas: Canvas, now: Situation, words: Words) -> None:
    """The six houses, and who has taken which."""
    view = now.view
    all_ = view["book"]["houses"]
    w, gap = 49.3, 2.0
    h = (canvas.height - 25.0 - 22.6 - gap) / 2
    for place, house in enumerate(all_):
        x, y = 4 + place % 3 * (w + gap), 22.6 + place // 3 * (h + gap)
        seat = next((s for s, taken in view["houses"].items() if taken == house["id"]), None)
        shapes.rect(canvas, x, y, w, h, STOCK2)
        shapes.rect(canvas, x, y, 1.2, h, house["colour"])
        charge(canvas, view, house["id"], x + 8.4, y + 7.4, 4.2)
        text(canvas, x + 15.4, y + 3.0, words(f"scene.house.{house['id']}"), 5.4, Face.POSTER, fit=w - 17)
        motto = words(f"house.{house['id']}.motto")
        para(canvas, x + 15.4, y + 8.8, motto, 2.7, Face.SERIF_ITALIC, DIM, w - 17, 1.2, room=7.0, least=2.4)
        if seat is None:
            favoured = [words(f"plans.{plan}") for plan in house["favoured"]]
            said = words("scene.favours", plans=words.listed(favoured))
            text(canvas, x + 3.4, y + h - 3.6, said, 2.6, Face.SEMI, DIM, fit=w - 5, least=MIN)
        else:
            shapes.rect(canvas, x + 1.2, y + h - 5.8, w - 1.2, 5.8, BONE)
            text(canvas, x + 4, y + h - 4.4, now.names[seat], 3.8, Face.POSTER, INK, fit=w - 6)


def draft(canvas: Canvas, now: Situation, words: Words) -> None:
    """Six plans face down: one is out, the others go one by one, first to the house with least prestige."""
    view = now.view
    order, chosen = view["order"], view["chosen"]
    label(canvas, 4, 22.6, words("scene.plans"), fit=60)
    w, h = 13.0, 18.2
    plans = len(view["book"]["plans"])
    out = bool(order)
    for place in range(plans):
        x = 4 + place * (w + 2.4)
        if place < len(chosen):
            shapes.dashed_rect(canvas, x, 27.0, w, h, RULE, 0.3)
            name = view["houses"][chosen[place]]
            charge(canvas, view, name, x + w / 2, 27.0 + h / 2, 3.2)
        elif place == plans - 1 and out:
            shapes.rect(canvas, x, 27.0, w, h, None, RULE, 0.3, w * 0.06)
            shapes.hatch_rect(canvas, x + 0.4, 27.4, w - 0.8, h - 0.8, RULE, 1.3, 0.35)
        else:
            paper.card_back(canvas, x, 27.0, w, SPINE, h)
    text(canvas, 98, 28.0, words("scene.plans.out"), 3.6, Face.POSTER, BONE, fit=58)
    names = words.listed([words(f"plans.{p['id']}") for p in view["book"]["plans"]])
    para(canvas, 98, 33.4, words("scene.plans.names", names=names), 2.8, Face.TEXT, DIM, 58, 1.3, room=12)
    shapes.rect(canvas, 4, 48.0, canvas.width - 8, 0.16, RULE)
    label(canvas, 4, 50.0, words("scene.draft"), fit=100)
    step = (canvas.width - 8) / max(1, len(order))
    for place, seat in enumerate(order):
        x, y = 4 + place * step, 54.6
        done, current = seat in chosen, seat == view["choosing"] and asking(now) == "choose-plan"
        fill = BONE if done else NOW if current else None
        shapes.rect(canvas, x, y, 5.4, 5.8, fill, None if fill else RULE, 0.3)
        if done:
            shapes.tick(canvas, x + 2.7, y + 2.9, 2.1, INK)
        else:
            text(canvas, x + 2.7, y + 1.4, str(place + 1), 3.8, Face.POSTER, INK if current else DIM, "center")
        room, ink = step - 9, BONE if fill else DIM
        text(canvas, x + 7.2, y + 0.2, now.names[seat], 3.4, Face.POSTER, ink, fit=room, least=MIN)
        prestige = words("scene.prestige", n=view["prestige"].get(view["houses"][seat], 0))
        text(canvas, x + 7.2, y + 4.0, prestige, 2.6, Face.TEXT, DIM, fit=room, least=MIN)


def plate_extras(canvas: Canvas, now: Situation) -> None:
    """The charge of each house on its plate."""
    view = now.view
    for seat, (x, y, w, _) in enumerate(seats.boxes(canvas, len(now.names))):
        if seat in view["houses"]:
            house = view["houses"][seat]
            ink = DIM if seat in view["gone"] else ink_of(view, house)
            charge(canvas, view, house, x + w - 3.4, y + 9.0, 2.0, ink)
