"""The middle column beside the map: the one thing that is being talked about, on paper where it lies on the table."""

from __future__ import annotations

from typing import Any, Final

from companion.display import shapes
from companion.display.canvas import Canvas
from companion.display.motion import Box
from companion.display.situation import Situation
from companion.display.text import fitted, label, lines, measure, para, text
from companion.display.theme import BONE, DIM, INK, INKDIM, MIN, PAPER, RULE, STOCK, Face
from companion.locale import Words

from . import then
from .box import known
from .chart import printed
from .ladder import to_next
from .signs import FATES, PRESS, action, arrows, arrows_width, law_back
from .wording import asking, who

X: Final = 75.4
WIDTH: Final = 41.6
TOP: Final = 22.6
PILES: Final = 11.4  # the height of the two rows at the bottom
LIES: Final = {"pile": "pile", "drawer": "cabinet"}  # what is called so in the view


def bottom(canvas: Canvas) -> float:
    """Where the column ends: a placard stands under it."""
    return canvas.height - 25.2


# ---- before the first Round


def ways_to_win(canvas: Canvas, now: Situation, words: Words) -> None:
    """What everybody plays for: three ways, and which factions are out."""
    y, wide = TOP, canvas.width - 4 - X
    step = (bottom(canvas) - TOP - 1) / 3
    for place, way in enumerate(("target", "objective", "crisis")):
        shapes.rect(canvas, X, y, wide, 0.16, RULE)
        text(canvas, X, y + 2.2, str(place + 1), 9.0, Face.POSTER, BONE)
        name = words(f"scene.win.{way}")
        text(canvas, X + 7.4, y + 2.2, name, 4.6, Face.POSTER, BONE, fit=wide - 7.4, least=3.4)
        said = words(f"scene.win.{way}.how")
        para(canvas, X + 7.4, y + 7.4, said, 3.1, Face.TEXT, DIM, wide - 7.4, 1.2, room=step - 7.0, least=2.6)
        y += step


# ---- a Turn


def fates(canvas: Canvas, now: Situation, words: Words) -> None:
    """Three ways to get rid of a Law, what holds in this Round, and what lies on the table."""
    ending, sheeted = asking(now) == "end-turn", bool(now.view["situation"]) and now.view["in_force"]
    y = TOP
    if not ending:
        y += _choices(canvas, words, sheeted, ".crisis" if now.view["crisis"] else "")
    room = bottom(canvas) - PILES - 1.4 - y
    if sheeted:
        sheet(canvas, X, y, WIDTH, min(room, 27.0), now.view["situation"], words)
    else:
        key = "scene.turn.end" if ending else "scene.turn.laws" if _laws(now) > 1 else "scene.turn.note"
        if now.view["exchange"] and not now.view["exchanged"] and key == "scene.turn.note":
            key = "scene.turn.exchange"
        para(canvas, X, y + 0.8, words(key, n=_laws(now)), 3.0, Face.TEXT, DIM, WIDTH, 1.25, room=room, least=MIN)
    piles(canvas, now, words)


def _choices(canvas: Canvas, words: Words, short: bool, still: str) -> float:
    """Legislate, decree, veto: always all three, whoever can afford what. Returns the height."""
    w = (WIDTH - 2.0) / 3
    for place, fate in enumerate(("legislate", "decree", "veto")):
        x = X + place * (w + 1.0)
        shapes.rect(canvas, x, TOP, w, 0.4, BONE)
        if short:
            FATES[fate](canvas, x + 1.7, TOP + 3.6, 1.5, BONE)
            name = words(f"scene.fate.{fate}")
            text(canvas, x + 4.0, TOP + 2.3, name, 3.2, Face.POSTER, BONE, fit=w - 4.0, least=MIN)
            continue
        FATES[fate](canvas, x + w / 2, TOP + 4.2, 2.3, BONE)
        text(canvas, x + w / 2, TOP + 8.0, words(f"scene.fate.{fate}"), 4.0, Face.POSTER, BONE, "center", fit=w)
        for row, part in enumerate(words(f"scene.fate.{fate}.how{'' if fate == 'legislate' else still}").split("|")):
            text(canvas, x + w / 2, TOP + 12.8 + row * 3.2, part, 2.5, Face.TEXT, DIM, "center", fit=w, least=2.35)
    return 7.4 if short else 19.6


def _laws(now: Situation) -> int:
    seat = now.view["president"]
    return int(now.view["held"][seat]["covered"]) if seat is not None else 0


def piles(canvas: Canvas, now: Situation, words: Words) -> None:
    """Laws that wait face down: those passed in this Round, and those in the Drawer."""
    y = bottom(canvas) - PILES
    for what, row in (("pile", 0), ("drawer", 1)):
        top = y + row * (PILES / 2)
        many = int(now.view[LIES[what]]["covered"])
        shapes.rect(canvas, X, top, WIDTH, 0.16, RULE)
        text(canvas, X, top + 1.9, words(f"scene.{what}"), 3.0, Face.SEMI, BONE, fit=15, least=MIN)
        text(canvas, X + WIDTH, top + 1.4, str(many), 3.6, Face.POSTER, BONE, "right")
        backs(canvas, X + 16.4, top + 0.8, WIDTH - 21.4, many)


LAW: Final = (3.1, 4.3)  # a small Law, face down


def backs(canvas: Canvas, x: float, y: float, room: float, many: int) -> None:
    """So many Laws face down, overlapping where they are many."""
    step = _step(room, many)
    for place in range(many):
        law_back(canvas, x + place * step, y, *LAW)
        if step < LAW[0]:
            shapes.rect(canvas, x + place * step, y, 0.2, LAW[1], STOCK)


def _step(room: float, many: int) -> float:
    return min(LAW[0] + 0.8, (room - LAW[0]) / max(1, many - 1))


def place(canvas: Canvas, now: Situation, what: str) -> Box:
    """Where the last Law of the pile or the Drawer lies."""
    many = max(1, int(now.view[LIES[what]]["covered"]))
    left = X + 16.4 + (many - 1) * _step(WIDTH - 21.4, many)
    return left, bottom(canvas) - PILES + 0.8 + (PILES / 2 if what == "drawer" else 0.0), *LAW


# ---- a Situation


def sheet(canvas: Canvas, x: float, y: float, w: float, h: float, situation: str, words: Words) -> None:
    """The Situation card, face up."""
    shapes.rect(canvas, x, y, w, h, PAPER)
    shapes.rect(canvas, x, y, w, 0.6, INK)
    label(canvas, x + 1.8, y + 1.7, words("scene.situation"), INKDIM, size=MIN)
    step = words(f"situations.{situation}.sp")
    if step != "0":
        label(canvas, x + w - 1.8, y + 1.7, words("scene.pressure_by", n=step), INKDIM, "right", size=MIN)
    name, size = words(f"situations.{situation}"), min(4.6, h * 0.24)
    small = fitted(canvas, name, size, Face.SERIF_BOLD, w - 3.6, least=2.8)
    text(canvas, x + 1.8, y + 5.0, name, small, Face.SERIF_BOLD, INK)
    top = y + 5.0 + small * 0.66 + 1.8
    said = words(f"situations.{situation}.text")
    para(canvas, x + 1.8, top, said, 3.3, Face.SERIF, INK, w - 3.6, 1.22, room=y + h - top - 0.4, least=2.3)


def situation(canvas: Canvas, now: Situation, words: Words) -> None:
    card = now.event.get("situation") or now.view["situation"]
    if not card:
        piles(canvas, now, words)
        return
    idle = now.event.get("kind") == "situation-idle" or (not now.event and not now.view["in_force"])
    sheet(canvas, X, TOP, WIDTH, bottom(canvas) - PILES - TOP - (5.4 if idle else 1.4), card, words)
    if idle:
        text(canvas, X, bottom(canvas) - PILES - 3.6, words("scene.situation.idle"), 2.9, Face.SEMI, BONE, fit=WIDTH)
    piles(canvas, now, words)


# ---- a speech


def speech(canvas: Canvas, now: Situation, words: Words) -> None:
    """A covered Law, and what a speech has to be."""
    law_back(canvas, X, TOP + 0.4, 13.2, 18.4)
    x = X + 15.4
    said = words("scene.speech")
    para(canvas, x, TOP + 1.0, said, 3.6, Face.SEMI, BONE, X + WIDTH - x, 1.22, room=18.6, least=MIN)
    _in_force(canvas, now, words, TOP + 20.8)
    piles(canvas, now, words)


def press(canvas: Canvas, now: Situation, words: Words) -> None:
    """Who asks; who would like to; and what is known of the Law."""
    view, y = now.view, TOP
    if view["shown"]:
        known(canvas, X, y, WIDTH, now, words)
        y += 11.4
    asks = [now.names[seat] for seat in view["journalists"]]
    hands = [now.names[seat] for seat in sorted(now.hands) if seat not in view["journalists"]]
    if asks:
        label(canvas, X, y, words("scene.press.asks"), fit=WIDTH)
        name = words.listed(asks)
        size = fitted(canvas, name, 6.2 if view["shown"] else 9.0, Face.POSTER, WIDTH, least=3.4)
        text(canvas, X, y + 4.4, name, size, Face.POSTER)
        y += 6.8 + size * 0.8
    elif hands:
        label(canvas, X, y, words("scene.press.hands"), fit=WIDTH)
        size, tall = (3.6, 5.6) if view["shown"] else (5.0, 13.0)
        said = words.listed(hands)
        y += 4.6 + para(canvas, X, y + 4.6, said, size, Face.POSTER, BONE, WIDTH, 1.15, room=tall, least=MIN)
    room = bottom(canvas) - PILES - 1.2 - y
    rule = view["rule"]
    kind = "none" if rule["no_press"] else "many" if rule["open_question"] else "one"
    more = "scene.press.wait" if rule["no_press"] else "scene.press.answer" if asks else "scene.press.note"
    said = f"{words(f'scene.press.{kind}')} {words(more)}"
    used = para(canvas, X, y + 0.6, said, 3.1, Face.SEMI, DIM, WIDTH, 1.25, room=room, least=MIN)
    _in_force(canvas, now, words, y + used + 1.8)
    piles(canvas, now, words)


def _in_force(canvas: Canvas, now: Situation, words: Words, y: float) -> None:
    """The Situation of the Round, as much of it as there is room for."""
    room, card = bottom(canvas) - PILES - 1.2 - y, now.view["situation"]
    if not card or not now.view["in_force"] or room < 5.6:
        return
    if room >= 21:
        sheet(canvas, X, y, WIDTH, min(room, 25), card, words)
        return
    shapes.rect(canvas, X, y, WIDTH, 5.2, PAPER)
    text(canvas, X + 1.4, y + 1.7, words(f"situations.{card}"), 3.0, Face.SERIF_BOLD, INK, fit=WIDTH - 2.8, least=2.6)


# ---- the Laws are applied


def applied(canvas: Canvas, now: Situation, words: Words) -> None:
    """The Law that moves the Population, with its arrows; under it those before and those to come."""
    walk = then.walk(now)
    law, y, h = walk.law, TOP - 0.2, 23.8
    if law is None or (walk.covered and not now.event):
        law_back(canvas, X, y, 16, h)
        left = words.n("scene.apply.left", walk.covered)
        para(canvas, X + 18.4, y + 1, left, 3.4, Face.SEMI, BONE, WIDTH - 18.4, 1.25, room=18)
    else:
        bill(canvas, X, y, WIDTH, h, law, len(walk.laws), walk.total, now, words)
    rows: list[dict[str, Any] | None] = [*walk.laws[: -1 if now.event else None], *[None] * walk.covered]
    room = bottom(canvas) - (y + h + 1.8)
    fit = int(room / 4.1)
    cut = max(0, len(rows) - fit)
    shown = rows if not cut else _around(rows, fit - 1)
    top = y + h + 1.8
    for place, row in enumerate(shown):
        _listed(canvas, top + place * 4.1, row, words)
    if cut:
        rest = len(rows) - len(shown)
        shapes.rect(canvas, X, top + len(shown) * 4.1, WIDTH, 0.16, RULE)
        text(canvas, X + 5, top + len(shown) * 4.1 + 1.1, words.n("scene.apply.more", rest), 2.7, Face.SEMI, DIM)


def _around(rows: list[dict[str, Any] | None], many: int) -> list[dict[str, Any] | None]:
    """Those next to the Law that is being applied."""
    done = sum(row is not None for row in rows)
    start = min(max(0, done - (many + 1) // 2), len(rows) - many)
    return rows[start : start + many]


def _listed(canvas: Canvas, y: float, law: dict[str, Any] | None, words: Words) -> None:
    shapes.rect(canvas, X, y, WIDTH, 0.16, RULE)
    if law is None:
        shapes.rect(canvas, X + 0.5, y + 1.0, 2.3, 2.5, None, DIM, 0.25)
        text(canvas, X + 5, y + 1.2, words("scene.apply.covered"), 2.7, Face.SEMI, DIM)
        return
    shapes.yes(canvas, X + 1.6, y + 2.2, 1.2, DIM, STOCK)
    row = printed(law["law"], words)
    wide = arrows_width(canvas, row, 0.8, 2.6)
    title, room = words(f"laws.{law['law']}"), WIDTH - 4.8 - wide
    text(canvas, X + 3.9, y + 1.2, title, 2.8, Face.POSTER, DIM, fit=room, least=MIN)
    arrows(canvas, X + WIDTH - wide, y + 2.1, row, 0.8, BONE, 2.6)


def bill(
    canvas: Canvas, x: float, y: float, w: float, h: float, law: dict[str, Any], place: int, total: int,
    now: Situation, words: Words,
) -> None:  # fmt: skip
    """A Law face up: title, icon, movements, and how many of its jumps were made."""
    faction = words(f"laws.{law['law']}.faction")
    shapes.rect(canvas, x, y, w, h, PAPER)
    shapes.rect(canvas, x, y, w, 0.9, INK)
    kind = words("scene.apply.law", n=place, total=total, faction=words(f"factions.{faction}"))
    label(canvas, x + 2.2, y + 3.0, kind, INKDIM, fit=w - 4.4)
    title = words(f"laws.{law['law']}")
    broken = lines(canvas, title, 4.4, Face.SERIF_BOLD, w - 4.4)
    size = 5.4 if measure(canvas, title, 5.4, Face.SERIF_BOLD) <= w - 4.4 else 4.4
    if len(broken) > 2:
        size = 3.8
    broken = lines(canvas, title, size, Face.SERIF_BOLD, w - 4.4)
    for row, line in enumerate(broken[:2]):
        text(canvas, x + 2.2, y + 7.0 + row * size * 1.1, line, size, Face.SERIF_BOLD, INK, fit=w - 4.4, least=2.8)
    row_ = printed(law["law"], words)
    wide = arrows(canvas, x + 2.6, y + h - 4.4, row_, 1.5, INK, 4.0)
    blocked = sum(a == b for a, b in zip(law["path"], law["path"][1:], strict=False))
    if blocked:
        text(canvas, x + 2.6 + wide + 2.4, y + h - 5.4, words.n("scene.apply.blocked", blocked), 2.7, Face.SEMI, INKDIM,
             fit=w - wide - 7, least=MIN)  # fmt: skip


# ---- what has just happened, and what somebody is asked


OF_A_CARD: Final = {
    "imprisoned": "removal", "mobilized": "mobilization", "attacked": "attack", "nobody-attacked": "attack",
    "scandal": "scandal", "nobody-left": "scandal", "robbed": "secret_service", "leadership-played": "leadership",
    "informant-played": "informant",
    "choose-victim": "secret_service", "take-card": "secret_service",
}  # fmt: skip
"""The card that is behind it, where there is one."""


def happening(canvas: Canvas, now: Situation, words: Words) -> None:
    """An event or a question about people: the card behind it, who it is about, what it means."""
    event, y = now.event, TOP
    key = event["kind"] if event else asking(now)
    if of_situation(now, key):
        situation(canvas, now, words)
        return
    card = _card(now, key)
    x, w = X, WIDTH
    if card:
        action(canvas, X, y, 15.8, 21.0, card, card in SPECIAL, words)
        x, w = X + 18.0, WIDTH - 18.0
    if key in ("answer-swap", "give-card"):
        _swap(canvas, now, words)
        piles(canvas, now, words)
        return
    names = [now.names[s] for s in _about(now)]
    if names:
        name = words.listed(names)
        size = fitted(canvas, name, 8.6, Face.POSTER, w, least=2.6)
        text(canvas, x, y + 0.8, name, size, Face.POSTER)
        y += 3.4 + size * 0.8
    big = _figure(now, words)
    if big:
        size = fitted(canvas, big, 15, Face.POSTER, w, least=8)
        text(canvas, x, y + 0.4, big, size, Face.POSTER, PRESS if key in ("pressure-moved", "crisis") else BONE)
        y += size * 0.8 + 3.8
    room = bottom(canvas) - PILES - 1.4 - y
    para(canvas, x, y, explain(now, key, words), 3.3, Face.SEMI, DIM if names or big else BONE, w, 1.25, room=room,
         least=MIN)  # fmt: skip
    piles(canvas, now, words)


def of_situation(now: Situation, key: str) -> bool:
    """Whether the card behind it is the Situation of the Round."""
    if not (now.view["situation"] and now.view["in_force"]):
        return False
    return key in OF_A_SITUATION or (key in ("choose-victim", "take-card") and now.view["phase"] == "turn-start")


def _card(now: Situation, key: str) -> str:
    """The Action card behind it."""
    if key == "choose-target":
        return str(now.view["played"])
    if key == "own-card":
        return str(now.view["asked_for"])
    if key == "turn-lost":
        return "removal" if now.event["seat"] in now.view["prison"] else "scandal"
    return str(now.event.get("card") or OF_A_CARD.get(key, ""))


ASKED: Final = ("choose-target", "choose-victim", "take-card", "name-beneficiary", "answer-swap", "give-card",
                "point-at", "name-partner", "own-card", "announce-victory", "close-check")  # fmt: skip
"""The questions that are shown like something that happens."""
SPECIAL: Final = ("absenteeism", "attack", "secret_service", "scandal", "mobilization", "removal")
OF_A_SITUATION: Final = ("point-at", "name-beneficiary", "name-partner")


def _about(now: Situation) -> list[int]:
    """Of whom is told."""
    event = now.event
    if not event:
        return []
    if event["kind"] == "swapped":
        return [event["seat"], event["target"]]
    if "target" in event:
        return [event["target"]]
    seats = event.get("seats") or event.get("chosen") or ([event["seat"]] if "seat" in event else [])
    return list(seats)


def _figure(now: Situation, words: Words) -> str:
    """The one big thing of what happened to nobody in particular."""
    kind = now.event.get("kind")
    if kind == "pressure-moved":
        return str(now.event["position"])
    if kind in ("laws-from-drawer", "laws-from-deck"):
        return f"+{now.event['count']}"
    return words(f"scene.big.{kind}") if words.has(f"scene.big.{kind}") else ""


def explain(now: Situation, key: str, words: Words) -> str:
    """What it means, in a sentence."""
    if key == "pressure-moved":
        ahead = to_next(now)
        return words.n(f"scene.next.{ahead[1]}", ahead[0]) if ahead else words("scene.next.none")
    view, said = now.view, f"scene.what.{key}"
    if key == "choose-target":
        return words(f"actions.{view['played']}.text")
    trigger = view["map"]["triggers"].get(view["sp"], {})
    for more in ("crisis" if view["crisis"] else "", str(trigger.get("take", ""))):
        if words.has(f"{said}.{more}"):
            return words(f"{said}.{more}")
    return words(said) if words.has(said) else ""


def _swap(canvas: Canvas, now: Situation, words: Words) -> None:
    """What each side would give."""
    offer = then.last(then.heard(now), "swap-offered")
    if offer is None:
        return
    for row, (seat, side) in enumerate((("seat", "give"), ("target", "take"))):
        y = TOP + row * 13.6
        shapes.rect(canvas, X, y, WIDTH, 0.16, RULE)
        label(canvas, X, y + 1.8, words("scene.swap.gives", seat=who(now, offer[seat], words)), fit=WIDTH)
        given = _side(offer[f"{side}_card"], offer[f"{side}_pp"], words)
        text(canvas, X, y + 5.8, given, 6.0, Face.POSTER, BONE, fit=WIDTH)


def _side(card: int, pp: int, words: Words) -> str:
    parts = [words("scene.swap.card")] if card else []
    if pp:
        parts.append(words("scene.pp", n=pp))
    return " + ".join(parts) if parts else words("scene.swap.nothing")
