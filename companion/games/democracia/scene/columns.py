"""Investigation and briefcases: each player's agents stand in a column over the own plate. While all plan there is
nothing on them yet, and the map is what they plan by."""

from __future__ import annotations

from companion.display import paper, seats, shapes
from companion.display.canvas import Canvas
from companion.display.situation import Situation
from companion.display.text import label, measure, text
from companion.display.theme import BONE, DIM, INKDIM, NOW, RULE, Face
from companion.locale import Words

from . import reading
from .signs import AGENTS, case, token
from .wording import asking, missing

PLAYERS = ("leader", "baron", "media", "gov_media")  # who may be given a card
SAYS = 5.0  # a part of a name narrower than this tells nothing
BIG = {"leader": 0, "baron": 1, "media": 2, "gov_media": 3, "judge": 4, "attorney": 5}


def columns(canvas: Canvas, now: Situation, words: Words) -> None:
    """The leader lowest; a planned card is a back, a judge's token a numbered disc on it, a briefcase is one."""
    view = now.view
    most = max((len(agents) for agents in view["owned"].values()), default=1)
    room = canvas.height - 49.6 + (1.0 if most > 4 else 0.0)
    row = min(8.6, room / max(1, most))
    places = seats.boxes(canvas, len(now.names))
    for seat, (x, plate_top, w, _) in zip(reading.order(now), places, strict=True):
        mine = sorted(view["owned"].get(seat, ()), key=lambda agent: BIG[reading.kind(agent)])
        for place, agent in enumerate(mine):
            _agent(canvas, (x, plate_top - 4.4 - row * (place + 1), w, row), seat, agent, now, words)
    if most < 5:
        _loose(canvas, now, words)


def _loose(canvas: Canvas, now: Situation, words: Words) -> None:
    """Judges that nobody owns: they vote by law, and have no token to place."""
    free = [judge for judge in reading.judges(now) if reading.owner(now, judge) is None]
    if not free:
        return
    numbers = ", ".join(judge.rpartition("-")[2] for judge in free)
    AGENTS["judge"](canvas, 5.8, 23.8, 1.5, DIM)
    label(canvas, 9.2, 22.8, words("scene.independent", n=numbers), fit=110)


def _agent(
    canvas: Canvas, box: tuple[float, float, float, float], seat: int, agent: str, now: Situation, words: Words
) -> None:
    x, y, w, row = box
    view, kind = now.view, reading.kind(agent)
    small = row / 8.6
    shapes.rect(canvas, x, y + row - 1.2 * small, w, 0.16, RULE)
    middle = y + (row - 1.2 * small) / 2 + 0.2
    AGENTS[kind](canvas, x + 2, middle, 1.55 * small, BONE)
    size = max(2.6, 3.6 * small)
    cases = [one["seat"] + 1 for one in view["cases"].values() if one["target"] == agent]
    tokens = sum(on == agent for on in view["tokens"].values())
    start = x + w - (3.2 + 3.5 * tokens if tokens or kind not in PLAYERS else 8.4)
    taken = 9.4 if w > 20 else 7.6
    edge = start - 2.4 if cases else x + w - 5.0 - 3.5 * (tokens - 1) if tokens > 1 else x + w
    fit, wide = min(w - 4.8 - taken, edge - x - 5.0), 0.0
    if fit >= SAYS:  # else the sign has to say it alone
        name = _cut(canvas, reading.named(agent, words), size, fit * size / 2.4)
        wide = text(canvas, x + 4.8, middle - size * 0.4, name, size, Face.POSTER, BONE, fit=fit, least=2.4)
    right = x + w
    if kind == "judge":
        _judge(canvas, right, middle, w - 6.2 - wide, seat, agent, now, words)
    elif kind in PLAYERS:
        _card(canvas, right, middle, small, w - 6.2 - wide, agent, now, words)
    if cases:
        _cases(canvas, start, x + 5.0 + wide, middle, cases)


def _cut(canvas: Canvas, name: str, size: float, room: float) -> str:
    """The name, or as much of it as there is room for: its own letters tell it from others of its kind."""
    for letters in range(len(name), 1, -1):
        shown = name if letters == len(name) else name[:letters].rstrip() + "…"
        if measure(canvas, shown, size, Face.POSTER) <= room:
            return shown
    return name[:1] + "…"


def _cases(canvas: Canvas, start: float, left: float, y: float, numbers: list[int]) -> None:
    """Briefcases from the right to the left, as many as there is room for; the last one says how many more."""
    fits = max(1, int((start + 2.2 - left) / 4.4))
    for place, number in enumerate(numbers[:fits]):
        more = len(numbers) - place if place == fits - 1 and len(numbers) > fits else 0
        case(canvas, start - place * 4.4, y, 1.9, f"+{more}" if more > 1 else str(number))


def _card(
    canvas: Canvas, right: float, y: float, small: float, room: float, agent: str, now: Situation, words: Words
) -> None:
    view = now.view
    tall, wide = 6.6 * small, 4.8 * small
    left = right - wide - 1.2
    if agent in view["under"]:
        paper.card_back(canvas, left, y - tall / 2, wide, INKDIM, tall)
        marked = [judge for judge, on in view["tokens"].items() if on == agent]
        alone = len(marked) == 1 and not any(one["target"] == agent for one in view["cases"].values())
        first = left - 0.2 if alone else right - 2.6  # several lie on the card, not on the agent's name
        for place, judge in enumerate(marked):
            token(canvas, first - place * 3.5, y, judge.rpartition("-")[2])
    elif not any(one["target"] == agent for one in view["cases"].values()) and room > measure(
        canvas, words("scene.no_card"), 2.5, Face.TEXT
    ):
        text(canvas, right - 0.6, y - 0.8, words("scene.no_card"), 2.5, Face.TEXT, DIM, "right")


def _judge(
    canvas: Canvas, right: float, y: float, room: float, seat: int, agent: str, now: Situation, words: Words
) -> None:
    if asking(now) != "place-token":
        return
    if agent in now.view["tokens"]:
        if measure(canvas, words("scene.marked"), 2.5, Face.TEXT) <= room:
            text(canvas, right - 0.6, y - 0.8, words("scene.marked"), 2.5, Face.TEXT, DIM, "right")
        else:
            shapes.yes(canvas, right - 3.6, y, 1.6, DIM)
    elif seat in missing(now):
        token(canvas, right - 3.6, y, agent.rpartition("-")[2], NOW)
