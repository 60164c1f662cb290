"""The end of a reign: plan points step by step, what each place earns, the next king; and the end of a campaign."""

from __future__ import annotations

from typing import Any, Final

from companion.display import paper, shapes
from companion.display.canvas import Canvas
from companion.display.situation import Situation
from companion.display.text import label, para, text
from companion.display.theme import BONE, DIM, INK, INKDIM, MIN, NOW, RULE, STOCK2, Face
from companion.locale import Words

from .ending import tie
from .realm import CELLS
from .signs import LAPIS, RESOURCES, charge, emblem, ink_of
from .wording import house

PARTS: Final = ("resources", "economy", "visible", "majority")
COLUMNS: Final = (86.0, 102.0, 118.0, 134.0, 154.0)  # right edges: four parts and their sum


def told_to(now: Situation) -> list[int]:
    """The seats whose scores have been told so far, in their order."""
    order = list(now.view["order"])
    if now.event.get("kind") == "reign-ended":
        return []
    if now.event.get("kind") == "scored":
        return order[: order.index(now.event["seat"]) + 1]
    return order


def table(canvas: Canvas, now: Situation, words: Words) -> None:
    """A row for each house, opened one after the other; under it how the last one came to its points."""
    view, open_ = now.view, told_to(now)
    _heads(canvas, words)
    step = 4.9
    for place, seat in enumerate(view["order"]):
        y = 27.2 + place * step
        current = now.event.get("kind") == "scored" and seat == now.event["seat"]
        score = view["scores"][seat]
        charge(canvas, view, view["houses"][seat], 6, y + 1.5, 1.7)
        text(canvas, 9.4, y, now.names[seat], 3.6, Face.POSTER, BONE, fit=26)
        if seat not in open_:
            shapes.dashes(canvas, 38, y + 1.6, 154, y + 1.6, RULE, 0.25)
            continue
        plan = words(f"plans.{view['plans'][seat]}")
        text(canvas, 38, y + 0.2, plan, 3.2, Face.SEMI, BONE if current else DIM, fit=32)
        for right, part in zip(COLUMNS, PARTS, strict=False):
            text(canvas, right, y + 0.1, str(score[part]), 3.4, Face.POSTER, BONE if score[part] else DIM, "right")
        text(canvas, COLUMNS[-1], y - 0.4, str(score["points"]), 4.6, Face.POSTER, BONE, "right")
    y = 27.2 + view["n"] * step + 0.6
    shapes.rect(canvas, 4, y, canvas.width - 8, 0.16, RULE)
    if now.event.get("kind") == "scored":
        _explained(canvas, y, now, now.event["seat"], words)
    elif now.event.get("kind") == "reign-ended":
        _bare(canvas, y, now, words)
    else:
        _tied(canvas, y, now, words)


def _heads(canvas: Canvas, words: Words) -> None:
    label(canvas, 4, 22.6, words("scene.score.house"), fit=30)
    label(canvas, 38, 22.6, words("scene.score.plan"), fit=30)
    for right, part in zip(COLUMNS, (*PARTS, "points"), strict=True):
        label(canvas, right, 22.6, words(f"scene.score.{part}"), DIM, "right", fit=15.5)


def strip(canvas: Canvas, now: Situation, y: float, zones: Any, spread: bool) -> None:
    """The seventeen steps with the plan's zones, and the five resources where they stand."""
    view = now.view
    w = canvas.width - 8
    k = w / CELLS
    tracks = {r: view["tracks"][r] for r in RESOURCES}
    low, high = min(tracks.values()), max(tracks.values())
    stacked: dict[int, int] = {}
    for cell in range(1, CELLS + 1):
        inside = low <= cell <= high if spread else any(a <= cell <= b for a, b in zones)
        x = 4 + (cell - 1) * k
        shapes.rect(canvas, x, y + 6.4, k - 0.4, 5.0, LAPIS if inside else STOCK2)
        text(canvas, x + (k - 0.4) / 2, y + 7.6, str(cell), 3.0, Face.POSTER, INK if inside else DIM, "center")
    crowd: dict[int, int] = {}
    for value in tracks.values():
        crowd[value] = crowd.get(value, 0) + 1
    for resource, value in tracks.items():
        many = crowd[value]
        place = stacked.get(value, 0)
        stacked[value] = place + 1
        pitch = min(4.2, (k + 6) / many)
        x = 4 + (value - 0.5) * k - 0.2 + (place - (many - 1) / 2) * pitch
        RESOURCES[resource](canvas, x, y + 3.4, min(1.9, pitch * 0.45), BONE)


def _explained(canvas: Canvas, y: float, now: Situation, seat: int, words: Words) -> None:
    """Where the resources lie in this plan's zones, and the sum in words."""
    view = now.view
    plan = next(p for p in view["book"]["plans"] if p["id"] == view["plans"][seat])
    score = view["scores"][seat]
    tracks = [view["tracks"][r] for r in RESOURCES]
    if plan["spread"]:
        key = words("scene.score.spread", high=max(tracks), low=min(tracks), n=score["resources"])
    else:
        inside = sum(any(a <= v <= b for a, b in plan["zones"]) for v in tracks)
        key = words.n("scene.score.zones", inside, points=score["resources"])
    parts = [key, words("scene.score.coins", coins=view["coins"][seat], n=score["economy"])]
    if score["visible"]:
        parts.append(words("scene.score.seen", n=f"{score['visible']:+d}"))
    parts.append(words("scene.score.power", power=view["hand"][seat], n=score["majority"]))
    spare = canvas.height - 25.2 - y
    top = y + max(0.4, (spare - 15.4) / 2)
    strip(canvas, now, top - 0.6, plan["zones"], plan["spread"])
    text(canvas, 4, top + 12.2, "  ·  ".join(parts), 3.2, Face.SEMI, BONE, fit=canvas.width - 8, least=MIN)


def _bare(canvas: Canvas, y: float, now: Situation, words: Words) -> None:
    """Where the realm stands as the plans are about to open."""
    spare = canvas.height - 25.2 - y
    strip(canvas, now, y + max(0.4, (spare - 15.4) / 2) - 0.6, (), False)


def _tied(canvas: Canvas, y: float, now: Situation, words: Words) -> None:
    para(canvas, 4, y + 3.4, words("scene.score.tie"), 3.8, Face.SEMI, BONE, canvas.width - 8, room=10)


# ---- places, prestige, greed, the next king


def awards(canvas: Canvas, now: Situation, words: Words) -> None:
    """Places by points, what each earns, and the line of the next king."""
    view = now.view
    campaign = view["options"]["mode"] == "campaign"
    heads = (("prestige", 82.0), ("greed", 100.0))
    label(canvas, 4, 22.6, words("scene.award.place"), fit=12)
    label(canvas, 62.0, 22.6, words("scene.score.points"), DIM, "right", fit=16)
    for name, right in heads:
        label(canvas, right, 22.6, words(f"scene.award.{name}"), DIM, "right", fit=17)
    ranked = sorted(range(view["n"]), key=lambda s: (view["scores"][s]["rank"], s))
    step = (canvas.height - 26.0 - 27.4) / view["n"]
    for place, seat in enumerate(ranked):
        y, score, won = 27.4 + place * step, view["scores"][seat], seat == view["dynasty"]
        middle = y + min(step, 8.0) / 2 - 1.8
        text(canvas, 4, middle, f"{score['rank']}", 4.4, Face.POSTER, BONE if won else DIM)
        charge(canvas, view, view["houses"][seat], 11.4, middle + 1.7, 2.0)
        wide = text(canvas, 15.6, middle, now.names[seat], 4.2, Face.POSTER, BONE, fit=24)
        if won:
            emblem(canvas, 15.6 + wide + 3.4, middle + 1.6, 1.8, BONE)
        text(canvas, 62.0, middle, str(score["points"]), 4.4, Face.POSTER, BONE, "right")
        for (part, right), total in zip(heads, ("prestige", "greed"), strict=True):
            gained = score[part]
            text(canvas, right - 8, middle, f"+{gained}", 4.0, Face.POSTER, BONE if gained else DIM, "right")
            if campaign:
                sum_ = view[total][view["houses"][seat]]
                text(canvas, right, middle + 0.4, words("scene.award.total", n=sum_), 3.0, Face.SEMI, DIM, "right")
    why = words(f"scene.award.why.{view['cause']}")
    text(canvas, 4, canvas.height - 25.4, why, 2.8, Face.TEXT, DIM, fit=102, least=MIN)
    _next_king(canvas, now, words)


def _next_king(canvas: Canvas, now: Situation, words: Words) -> None:
    """The writ that waits for a name."""
    view, seat = now.view, now.view["dynasty"]
    x, y, w, h = 110.0, 22.6, 46.0, canvas.height - 48.4
    paper.slip(canvas, x, y, w, h, notch=0)
    emblem(canvas, x + w / 2, y + 9.0, 5.4, INK, "")
    label(canvas, x + w / 2, y + 17.6, words("scene.next_king"), INKDIM, "center", fit=w - 6)
    shapes.dashes(canvas, x + 6, y + 27.0, x + w - 6, y + 27.0, INKDIM, 0.3)
    said = words("scene.of_house", house=house(view, seat, words)) if seat >= 0 else ""
    text(canvas, x + w / 2, y + 30.4, said, 4.2, Face.SERIF_BOLD, INK, "center", fit=w - 6)


def campaign(canvas: Canvas, now: Situation, words: Words) -> None:
    """The ledger when the last reign is over: every house that played, and the sum that names the age."""
    view = now.view
    played = [h["id"] for h in view["book"]["houses"] if view["played"].get(h["id"])]
    label(canvas, 4, 22.6, words("scene.score.house"), fit=30)
    for name, right in (("prestige", 66.0), ("greed", 86.0), ("kings", 104.0)):
        label(canvas, right, 22.6, words(f"scene.award.{name}"), DIM, "right", fit=19)
    step = (canvas.height - 26.0 - 27.4) / len(played)
    for place, name in enumerate(played):
        y = 27.4 + place * step + min(step, 8.0) / 2 - 1.8
        won = name in view["winners"]
        if won:
            shapes.rect(canvas, 4, y - 1.6, 100, 6.8, STOCK2)
            shapes.rect(canvas, 4, y - 1.6, 1.0, 6.8, NOW)
        charge(canvas, view, name, 9.4, y + 1.7, 2.0)
        text(canvas, 13.6, y, words(f"scene.house.{name}"), 4.2, Face.POSTER, ink_of(view, name), fit=30)
        kings = sum(line["house"] == name for line in view["kings"])
        for value, right in ((view["prestige"][name], 66.0), (view["greed"][name], 86.0), (kings, 104.0)):
            text(canvas, right - 1, y, str(value), 4.4, Face.POSTER, BONE if value else DIM, "right")
    if said := tie(view, words):
        text(canvas, 4, canvas.height - 25.4, said, 2.8, Face.TEXT, DIM, fit=102, least=MIN)
    _index(canvas, now, words)


def _index(canvas: Canvas, now: Situation, words: Words) -> None:
    """Prestige less twice the greed, and fate: order or chaos."""
    view, x, w = now.view, 112.0, 44.0
    prestige, greed = sum(view["prestige"].values()), sum(view["greed"].values())
    weight = view["book"]["at"]["greed_weight"]
    label(canvas, x, 22.6, words("scene.campaign.sum"), fit=w)
    lines = (
        (words("scene.award.prestige"), f"{prestige:+d}"),
        (words("scene.campaign.greed", n=weight), f"{-weight * greed:+d}"),
        (words("scene.campaign.fate"), f"{view['fate']:+d}"),
    )
    for place, (name, value) in enumerate(lines):
        y = 28.0 + place * 7.0
        text(canvas, x, y + 0.4, name, 3.2, Face.SEMI, DIM, fit=w - 12)
        text(canvas, x + w, y, value, 4.4, Face.POSTER, BONE, "right")
        shapes.rect(canvas, x, y + 5.2, w, 0.16, RULE)
    total = prestige - weight * greed + view["fate"]
    text(canvas, x + w, 50.4, f"{total:+d}", 8.0, Face.POSTER, BONE, "right")
    if view["age"] in ("order", "chaos"):
        text(canvas, x, 51.6, words(f"scene.campaign.{view['age']}"), 4.4, Face.POSTER, BONE, fit=w - 16)
