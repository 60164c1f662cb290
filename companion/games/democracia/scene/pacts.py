"""Talks after an election that nobody has won: what each candidate offers, who has accepted, who refuses."""

from __future__ import annotations

from typing import Any

from companion.display import shapes
from companion.display.canvas import Canvas
from companion.display.situation import Situation
from companion.display.text import text
from companion.display.theme import BONE, DIM, NOW, RULE, STOCK, STOCK2, Face
from companion.locale import Words

from . import reading
from .atlas import tile
from .signs import INKS, party
from .wording import who


def talks(canvas: Canvas, now: Situation, words: Words) -> None:
    """Two columns, one for each candidate."""
    w = (canvas.width - 8 - 6) / 2
    for place, which in enumerate(("red", "blue")):
        _column(canvas, 4 + place * (w + 6), w, which, now, words)
    shapes.rect(canvas, 4, canvas.height - 30.6, canvas.width - 8, 0.16, RULE)
    promised = any(offer["promise"] for offer in now.view["offers"])
    how = words("scene.pact.promised") if promised else words("scene.pact.how", n=reading.at().majority)
    text(canvas, 4, canvas.height - 28.8, how, 2.9, Face.SEMI, DIM, fit=canvas.width - 8)


def strength(now: Situation, candidate: int) -> int:
    """Seats of the candidate and of those who have accepted."""
    view = now.view
    with_ = [s for s, c in view["accepted"].items() if c == candidate]
    seats = view["seats"]
    return int(sum(seats.get(reading.party_of(now, s), 0) for s in (candidate, *with_)))


def _column(canvas: Canvas, x: float, w: float, which: str, now: Situation, words: Words) -> None:
    view, need = now.view, reading.at().majority
    seat = view["candidates"].get(which)
    shapes.rect(canvas, x, 22.6, w, 1.0, INKS[which])
    party(canvas, which, x + 1.8, 28.0, 1.6)
    name = who(now, seat) if seat is not None else words("scene.nobody")
    total = strength(now, seat) if seat is not None else 0
    said = words("scene.pact.seats", n=total, need=need)
    wide = text(canvas, x + w, 26.2, said, 5.0, Face.POSTER, NOW if total < need else BONE, "right")
    text(canvas, x + 5.0, 26.2, name, 5.0, Face.POSTER, BONE, fit=w - wide - 7, least=3.0)
    minorities = [s for s in view["order"] if reading.party_of(now, s) in reading.MINOR]
    room = (canvas.height - 64.4) / max(1, len(minorities))
    for row, other in enumerate(minorities):
        y = 33.4 + row * room
        shapes.rect(canvas, x, y, w, 0.16, RULE)
        offer = next((o for o in view["offers"] if o["by"] == seat and o["to"] == other), None)
        _offer(canvas, x, y, w, room, seat, other, offer, now, words)


def _offer(
    canvas: Canvas, x: float, y: float, w: float, room: float, seat: int | None, other: int,
    offer: dict[str, Any] | None, now: Situation, words: Words,
) -> None:  # fmt: skip
    view, theirs = now.view, reading.party_of(now, other)
    party(canvas, theirs, x + 1.6, y + 3.4, 1.3)
    answer = "accepted" if seat is not None and view["accepted"].get(other) == seat else ""
    answer = answer or ("refused" if other in view["refusing"] else "open" if offer else "none")
    ink = BONE if answer == "accepted" else DIM
    wide = text(canvas, x + w, y + 2.0, words(f"scene.pact.{answer}"), 3.2, Face.SEMI, ink, "right")
    if answer == "accepted":
        shapes.yes(canvas, x + w - wide - 2.6, y + 3.2, 1.5)
    votes = view["seats"].get(theirs, 0)
    text(canvas, x + 4.6, y + 1.8, f"{who(now, other)} +{votes}", 3.6, Face.POSTER, BONE, fit=w - wide - 10, least=2.6)
    if offer is None:
        return
    if not offer["communities"]:
        text(canvas, x, y + 7.4, words.n("scene.pact.promise", offer["promise"]), 3.2, Face.SEMI, BONE, fit=w)
        return
    named = list(offer["communities"])
    r = min(4.7, (room - 6.6) / 2.3)
    small = r * 0.52 < 2.4
    r = 3.6 if small else r
    fits = int((w - 2) // (r * 2))
    for place, community in enumerate(named[:fits]):
        cx = x + r + place * r * 2
        if len(named) > fits and place == fits - 1:
            text(canvas, cx, y + 5.4 + r * 0.7, f"+{len(named) - place}", 3.2, Face.POSTER, DIM, "center")
            continue
        holder = view["held"].get(community) or view["bastions"].get(community, "")
        if small:
            shapes.rect(canvas, cx - r, y + 6.6, r * 1.84, 4.6, INKS.get(holder, STOCK2))
            text(canvas, cx - r * 0.08, y + 8.0, community, 2.4, Face.BOLD, STOCK if holder else BONE, "center")
        else:
            tile(canvas, cx, y + 6.0 + r, r, community, holder)
