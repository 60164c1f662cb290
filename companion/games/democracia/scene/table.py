"""The play area of a turn: the card on the table, the money, the player's agents; and the map with its columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.display import paper, shapes
from companion.display.canvas import Canvas
from companion.display.situation import Situation
from companion.display.text import label, text
from companion.display.theme import BONE, DIM, INKDIM, MIN, NOW, RULE, Face
from companion.locale import Words

from . import reading
from .atlas import PIPS, atlas, dots, legend
from .cards import LEFT, TOP, WIDTH, card, tall
from .facts import X, communities, side, urn
from .signs import AGENTS, party
from .wording import asking, who

MIDDLE, WIDE = 51.0, 66.0
TO_PEOPLE = ("spread", "drain", "pick-player")


def board(canvas: Canvas, now: Situation, words: Words) -> None:
    """The map, and what it adds up to."""
    atlas(canvas, now.view, reading.metals(now), picked(now))
    legend(canvas, reading.metals(now), words)
    communities(canvas, 85.0, now, words)
    found = reading.podiums(now) if asking(now) in ("speak", "swap") and not now.event else []
    if not found:
        side(canvas, now, words)
        return
    urn(canvas, X, TOP, 33.0, now, words)
    pop = speaker(canvas, 41.0, now, words)
    if len(found) == 1:
        podium(canvas, 50.6, found[0], pop, words)
    else:
        podiums(canvas, 50.2, found, pop, now, words)


def speaker(canvas: Canvas, y: float, now: Situation, words: Words) -> int:
    """The popularity of whoever speaks."""
    pop = int(now.view["pop"][now.view["doing"]["seat"]])
    wide = text(canvas, X + 33, y - 0.8, str(pop), 3.6, Face.POSTER, BONE, "right")
    label(canvas, X, y, words("scene.pop.label"), fit=33 - wide - 1)
    pips(canvas, X, y + 4.2, pop, 4.2, 3.6)
    return pop


def podium(canvas: Canvas, y: float, one: reading.Podium, pop: int, words: Words) -> None:
    """What the speaker's popularity is enough for, where it is the same in every place."""
    for place, (least, key) in enumerate(((one.low, "low"), (one.high, "high"))):
        if not least:
            continue
        top, enough = y + place * 5.4, pop >= least
        shapes.rect(canvas, X, top, 33, 0.16, RULE)
        (shapes.yes if enough else shapes.no)(canvas, X + 1.6, top + 2.6, 1.3, BONE if enough else DIM)
        said = words(f"scene.speech.{key}", n=least)
        text(canvas, X + 4.6, top + 1.6, said, 2.8, Face.SEMI, BONE if enough else DIM, fit=28.4)


def podiums(
    canvas: Canvas, y: float, found: Sequence[reading.Podium], pop: int, now: Situation, words: Words
) -> None:
    """The same, and the price, by the kind of community."""
    for x, key in ((X + 12.6, "price"), (X + 21.4, "low"), (X + 33.0, "high")):
        label(canvas, x, y, words(f"scene.podium.{key}"), align="right", size=MIN, fit=10.6)
    for place, one in enumerate(found):
        top = y + 3.2 + place * 3.9
        paid = one.price <= now.view["money"]
        shapes.rect(canvas, X, top, 33, 0.16, RULE)
        dots(canvas, X + 2.3, top + 2.1, PIPS[one.metal], BONE)
        text(canvas, X + 12.6, top + 0.9, words("scene.money", n=one.price), 3.2, Face.POSTER, BONE if paid else DIM,
             "right")  # fmt: skip
        for x, least in ((X + 21.4, one.low), (X + 33.0, one.high)):
            if least:
                enough = pop >= least
                (shapes.yes if enough else shapes.no)(canvas, x - 4.6, top + 2.1, 1.2, BONE if enough else DIM)
                text(canvas, x, top + 0.9, str(least), 3.2, Face.POSTER, BONE if enough else DIM, "right")


def picked(now: Situation) -> list[str]:
    """The communities that are talked about."""
    if now.event:
        return [now.event["community"]] if isinstance(now.event.get("community"), str) else []
    if now.standing[0] == "communities":
        return [now.standing[1]]
    doing = now.view["doing"]
    if asking(now) == "swap" and doing and doing["community"]:
        return [doing["community"]]
    return []


def turn(canvas: Canvas, now: Situation, words: Words) -> None:
    """A player's turn: the card at the left, what it is paid with and who is there in the middle."""
    view = now.view
    seat = view["turn"] if view["turn"] is not None else (view["doing"] or {}).get("seat")
    on_table(canvas, now, words)
    side(canvas, now, words)
    if seat is None:
        return
    money(canvas, MIDDLE, TOP, now, words)
    shapes.rect(canvas, MIDDLE, TOP + 15.6, WIDE, 0.16, RULE)
    id = current(now)[0]
    if asking(now) == "pick-option" and not now.event and id:
        options(canvas, MIDDLE, TOP + 17.4, id, now, words)
    elif now.event["kind"] in ("pop-lost", "pop-gained") if now.event else asking(now) in TO_PEOPLE:
        people(canvas, MIDDLE, TOP + 17.4, now, words)
    else:
        agents(canvas, MIDDLE, TOP + 17.4, seat, now, words)


def current(now: Situation) -> tuple[str, str]:
    """The card that is being resolved, and the agent it lies under; empty while none is."""
    event, view = now.event, now.view
    if event.get("kind") in ("revealed", "cannot-play", "case-opened"):
        return event["card"], event["agent"]
    if event.get("kind") in ("reacted", "president-played", "cancelled", "now-owes"):
        return event["card"], ""
    doing = view["doing"]
    if asking(now) == "reveal" and not event:
        return "", ""
    if not doing or (view["turn"] is not None and _past(view, doing)):
        return "", ""
    return doing["card"], doing["agent"]


def _past(view: Mapping[str, Any], doing: Mapping[str, Any]) -> bool:
    """Whether it is a card of an earlier turn: only a briefcase opens in that of another."""
    away = doing["seat"] != view["turn"] and not reading.card(doing["card"]).briefcase
    return away or [doing["agent"], doing["card"]] not in map(list, view["turned"])


def on_table(canvas: Canvas, now: Situation, words: Words) -> None:
    """The card, or the place where one will lie."""
    id, agent = current(now)
    if id and id != "?":
        whose = words(f"agents.{agent}") if agent else ""
        aimed = now.event.get("kind") == "case-opened"  # it lies under another: this one is hit
        doing = now.view["doing"] or {}
        option = doing["option"] if doing.get("card") == id else -1
        card(canvas, id, words("scene.against", agent=whose) if aimed else whose, words, option=option)
        return
    h = tall(canvas)
    shapes.dashed_rect(canvas, LEFT, TOP, WIDTH, h, DIM, 0.3)
    paper.card_back(canvas, LEFT + WIDTH / 2 - 9, TOP + h / 2 - 12.6, 18, INKDIM)


def money(canvas: Canvas, x: float, y: float, now: Situation, words: Words) -> None:
    """The money of the turn, as large as nothing else, and the popularity beside it."""
    view, seat = now.view, now.view["turn"]
    label(canvas, x, y, words("scene.money.label"), fit=34)
    shown = view["money"] if seat is not None else 0
    text(canvas, x, y + 4.4, words("scene.money", n=shown), 10, Face.POSTER)
    if seat is None:
        return
    label(canvas, x + 38, y, words("scene.pop.label"), fit=28)
    pips(canvas, x + 38, y + 5.2, view["pop"][seat], 2.6, 5.4)
    text(canvas, x + WIDE, y + 5.6, str(view["pop"][seat]), 5.4, Face.POSTER, BONE, "right")


def pips(canvas: Canvas, x: float, y: float, n: int, w: float, h: float, before: int | None = None) -> None:
    """Popularity: so many blocks of seven; what has just gone is dashed."""
    for place in range(reading.at().pop_max):
        left = x + place * (w + 0.5)
        if place < n:
            shapes.rect(canvas, left, y, w, h, BONE)
        elif before is not None and place < before:
            shapes.dashed_rect(canvas, left, y, w, h, NOW)
        else:
            shapes.rect(canvas, left, y, w, h, None, RULE, 0.25)


def agents(canvas: Canvas, x: float, y: float, seat: int, now: Situation, words: Words) -> None:
    """The agents of a player who can play cards, with what lies under each."""
    view = now.view
    owned = [a for a in view["owned"][seat] if reading.kind(a) not in ("judge", "attorney")]
    turned = dict(view["turned"])
    step = min(6.6, (canvas.height - 27.0 - y) / max(4, len(owned)))
    for place, agent in enumerate(owned):
        top = y + place * step
        kind = reading.kind(agent)
        AGENTS[kind](canvas, x + 1.8, top + 1.6, 1.5, BONE)
        text(canvas, x + 5.0, top + 0.4, reading.named(agent, words), 3.2, Face.POSTER, BONE, fit=17, least=2.6)
        current_one = current(now)[1] == agent
        if agent in view["under"]:
            paper.card_back(canvas, x + 24, top - 0.6, 3.4, INKDIM, 4.6)
        elif agent in turned:
            ink = BONE if current_one else DIM
            name = words(f"cards.{turned[agent]}")
            text(canvas, x + 24, top + 0.5, name, 3.0, Face.SEMI, ink, fit=WIDE - 24, least=2.4)
        else:
            text(canvas, x + 24, top + 0.5, words("scene.no_card"), 2.8, Face.TEXT, DIM, fit=WIDE - 24)


def options(canvas: Canvas, x: float, y: float, id: str, now: Situation, words: Words) -> None:
    """What the card may do, what each costs, and what is short for it."""
    view, row = now.view, reading.card(id)
    money_left = view["money"]
    for place in range(max(1, len(row.options))):
        top, price = y + place * 7.0, view["prices"].get(f"{id}.{place}", 0)
        price = 0 if view["waived"] == row.family else price
        can, low = price <= money_left, reading.unheard(now, id, place)
        ink = BONE if can and not low else DIM
        (shapes.no if low or not can else shapes.yes)(canvas, x + 1.8, top + 1.6, 1.5, ink)
        said = words("scene.money", n=price) if can else words.n("scene.short", price - money_left)
        said = words("scene.unheard", n=low) if can and low else said
        wide = text(canvas, x + WIDE, top + 0.3, said, 3.4, Face.POSTER, ink, "right")
        name = words(f"did.{id}.{place}")
        text(canvas, x + 5.0, top + 0.4, name, 3.2, Face.SEMI, ink, fit=WIDE - wide - 7, least=2.4)


def people(canvas: Canvas, x: float, y: float, now: Situation, words: Words) -> None:
    """Everybody's popularity, in seven blocks."""
    before = reading.pop_change(now)
    step = min(6.4, (canvas.height - 26.4 - y) / max(4, len(now.names)))
    for place, seat in enumerate(now.view["order"]):
        top = y + place * step
        party(canvas, reading.party_of(now, seat), x + 1.6, top + 1.5, 1.25)
        text(canvas, x + 4.4, top + 0.3, who(now, seat), 3.0, Face.POSTER, BONE, fit=25, least=2.6)
        n = now.view["pop"][seat]
        if seat in before:
            pips(canvas, x + 31, top - 0.2, now.event["pop"], 3.4, min(3.6, step - 1.2), before[seat])
        else:
            pips(canvas, x + 31, top - 0.2, n, 3.4, min(3.6, step - 1.2))
        text(canvas, x + WIDE, top, str(now.event["pop"] if seat in before else n), 3.4, Face.POSTER, BONE, "right")
