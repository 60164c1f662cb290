"""The trial: who is accused of what, and the judges, one block each."""

from __future__ import annotations

from collections.abc import Mapping

from companion.display import paper, shapes
from companion.display.canvas import Canvas
from companion.display.motion import Box
from companion.display.situation import Situation
from companion.display.text import label, measure, text
from companion.display.theme import BONE, DIM, INK, NOW, RULE, STOCK2, Face
from companion.locale import Words

from . import reading
from .cards import TOP, accused, tall
from .signs import AGENTS
from .wording import asking, who

LEFT = 50.0
VERDICT = "#E5523D"  # a red that can be read on the dark
TOLD = ("found-guilty", "found-innocent", "trial-annulled", "pardoned")


def trial(canvas: Canvas, now: Situation, words: Words) -> None:
    """The paper of the accused, and who judges."""
    agent, seat, card = on_trial(now)
    party = reading.party_of(now, seat) if seat is not None else ""
    of = words("scene.accused.of", party=words(f"scene.party.{party}"), name=who(now, seat)) if party else ""
    if agent:
        accused(canvas, agent, of, card, words, words(f"cards.{cause}") if (cause := reading.cause(now)) else "")
    said, places = verdicts(now), boxes(canvas, now)
    for judge, box in places.items():
        _judge(canvas, box, judge, said.get(judge), now, words)
    told = now.event.get("kind", "")
    if told in TOLD:
        x, y, w, h = stamp_box(canvas)
        verdict_stamp(canvas, x + w / 2, y + h / 2, told, words)


def stamp_box(canvas: Canvas) -> Box:
    """The place of the stamp, under the judges."""
    return LEFT, canvas.height - 41.0, canvas.width - 4 - LEFT, 15.0


def verdict_stamp(canvas: Canvas, x: float, y: float, told: str, words: Words) -> None:
    """The word of the sentence, under the judges."""
    ink = VERDICT if told == "found-guilty" else BONE
    paper.stamp(canvas, x, y, words(f"scene.stamp.{told}").upper(), 8.0, ink, 4)


def on_trial(now: Situation) -> tuple[str, int | None, str]:
    """Accused, defendant and card: of the trial that is on, or of the one that is being told."""
    view, event = now.view, now.event
    if view["trial"] and (not event or event.get("agent", view["trial"]["accused"]) == view["trial"]["accused"]):
        one = view["trial"]
        return one["accused"], one["seat"], one["card"]
    agent = event.get("agent") or (view["tried"][-1] if view["tried"] else "")
    card = next((c for a, c in reversed(view["turned"]) if a == agent), "")
    seat = reading.owner(now, agent)
    if seat is None:
        seat = view["doing"]["seat"] if view["doing"] and view["doing"]["agent"] == agent else view["turn"]
    return agent, seat, card


def verdicts(now: Situation) -> Mapping[str, bool]:
    """What the judges have said, as far as it has been told: those without an owner speak one after the other."""
    told, said = now.event.get("kind", ""), now.view["verdicts"]
    if told in ("trial-opened", "attorney-used"):
        return {}
    if told == "judge-voted":
        judge = now.event["judge"]
        if reading.owner(now, judge) is None:
            free = [j for j in reading.judges(now) if reading.owner(now, j) is None and j <= judge]
            return {j: said[j] for j in free if j in said}
        return {**said, judge: now.event["innocent"]}
    return dict(said)


def boxes(canvas: Canvas, now: Situation) -> dict[str, Box]:
    """Where each judge sits."""
    all_, gap = reading.judges(now), 2.5 if len(reading.judges(now)) < 4 else 1.6
    w = (canvas.width - 4 - LEFT - gap * (len(all_) - 1)) / len(all_)
    h = tall(canvas) - (16.0 if now.event.get("kind") in TOLD else 0.0)
    return {judge: (LEFT + place * (w + gap), TOP, w, h) for place, judge in enumerate(all_)}


def _judge(canvas: Canvas, box: Box, judge: str, said: bool | None, now: Situation, words: Words) -> None:
    x, y, w, h = box
    owner = reading.owner(now, judge)
    waiting = said is None and asking(now) == "judge" and not now.event
    ink = NOW if waiting else DIM
    shapes.rect(canvas, x, y, w, h, STOCK2)
    shapes.rect(canvas, x, y, w, 0.9 if waiting else 0.3, NOW if waiting else RULE)
    label(canvas, x + 2.0, y + 3.0, words(f"agents.{judge}"), fit=w - 3)
    name = who(now, owner) if owner is not None else words("scene.free_judge")
    size = min(5.2, 5.2 * (w - 3.6) / max(1.0, measure(canvas, name, 5.2, Face.POSTER)))
    text(canvas, x + 2.0, y + 6.8 + (5.2 - size) * 0.4, name, size, Face.POSTER, BONE if owner is not None else DIM,
         fit=w - 3.6, least=2.6)  # fmt: skip
    wide, deep = min(20.0, w - 4), min(16.0, h - 14.0)
    left, top = x + (w - wide) / 2, y + 13.0 + (2.0 if h > 40 else 0.0)
    block(canvas, left, top, wide, deep, said, ink)
    key = "guilty" if said is False else "innocent" if said else "waits" if owner is not None else "by_law"
    if h > 40 and (said is not None or owner is not None or not now.event):
        word = words(f"scene.verdict.{key}")
        fits = min(4.2, 4.2 * (w - 2) / max(1.0, measure(canvas, word, 4.2, Face.POSTER)))
        text(canvas, x + w / 2, y + 34.6, word, fits, Face.POSTER, BONE if said is not None else ink, "center",
             fit=w - 2, least=2.6)  # fmt: skip
    if said is None and owner is None:
        AGENTS["judge"](canvas, x + w - 4, y + 4, 1.6, DIM)


def block(canvas: Canvas, x: float, y: float, w: float, h: float, said: bool | None, ink: str) -> None:
    """A verdict: guilty is hatched with a cross, innocent solid with a tick, and what is missing dashed."""
    if said is None:
        shapes.dashed_rect(canvas, x, y, w, h, ink, 0.4)
        text(canvas, x + w / 2, y + h / 2 - h * 0.22, "?", h * 0.56, Face.POSTER, ink, "center")
    elif said:
        shapes.rect(canvas, x, y, w, h, BONE)
        shapes.tick(canvas, x + w / 2, y + h / 2, h * 0.34, INK)
    else:
        shapes.hatch_rect(canvas, x, y, w, h, BONE, 1.7, 0.5)
        shapes.rect(canvas, x, y, w, h, None, BONE, 0.5)
        shapes.rect(canvas, x + w / 2 - 6, y + 2, 12, h - 4, STOCK2)
        shapes.cross(canvas, x + w / 2, y + h / 2, h * 0.34, BONE)
