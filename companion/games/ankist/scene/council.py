"""The vote as it is put, with its pacts, and a pact as it is made."""

from __future__ import annotations

from typing import Any, Final

from companion.display import paper, shapes
from companion.display.canvas import Canvas
from companion.display.situation import Situation
from companion.display.text import Align, label, lines, measure, para, text
from companion.display.theme import BONE, DIM, INK, INKDIM, MIN, RULE, STOCK, Face
from companion.locale import Words

from .charter import arrows
from .realm import WIDTH, X, cut, path, rows
from .signs import SPINE, TRACKS, charge, coin, ink_of
from .wording import SIDES, coins_line, duty_lines

SIDE: Final = 54.0  # the width of a side of the vote
TOP: Final = 22.4
ROWS: Final = 39.6
BLOCK: Final = 15.4
ROW: Final = 3.0  # of the pacts in the rail


# ---- the vote


def vote(canvas: Canvas, now: Situation, words: Words) -> None:
    """Both sides with what each house has put; who abstains, the pool; the realm, pacts and path beside them."""
    event = now.event
    won = event["side"] if event.get("kind") == "decided" else ""
    bottom = canvas.height - 30.2
    for place, side in enumerate(SIDES):
        x = 4 + place * 58.0
        _block(canvas, x, side, now, words, faded=won not in ("", side))
        _voters(canvas, x, side, now, bottom - 2.4, faded=won not in ("", side))
    _abstained(canvas, bottom, now, words)
    small_realm(canvas, now, words)
    _pacts(canvas, now, words)
    path(canvas, now, words, X, canvas.height - 35.4, WIDTH, 4.4)


def put(view: Any) -> dict[int, int]:
    """What each house has put; of a vote that is settled, what it had."""
    return dict(view["put"] or ({} if view["stage"] else view["laid"]))


def totals(now: Situation) -> dict[str, int]:
    """The power of both sides: as told by the result, or as it lies there."""
    view, event = now.view, now.event
    if event.get("kind") == "decided":
        return {"aye": event["aye"], "nay": event["nay"]}
    if view["verdict"]:
        return {side: view["totals"].get(side, 0) for side in SIDES}
    return {side: sum(n for s, n in view["put"].items() if view["act"].get(s) == side) for side in SIDES}


def block_box(side: str) -> tuple[float, float, float, float]:
    return (4 + SIDES.index(side) * 58.0, TOP, SIDE, BLOCK)


def _block(canvas: Canvas, x: float, side: str, now: Situation, words: Words, faded: bool) -> None:
    """A side: its sign, what it stands for, what it would move, and its power."""
    view, y, aye = now.view, TOP, side == "aye"
    ink = DIM if faded else INK if aye else BONE
    if aye:
        shapes.rect(canvas, x, y, SIDE, BLOCK, STOCK if faded else BONE, DIM if faded else None, 0.4)
        shapes.tick(canvas, x + 4, y + 4.2, 2.6, ink)
    else:
        shapes.rect(canvas, x, y, SIDE, BLOCK, None, ink, 0.4)
        shapes.hatch_rect(canvas, x + 0.4, y + BLOCK - 2.0, SIDE - 0.8, 1.6, ink, 1.5, 0.45)
        shapes.cross(canvas, x + 4, y + 4.2, 2.6, ink)
    power = str(totals(now)[side])
    wide = text(canvas, x + SIDE - 2.0, y + 1.9, power, 9.6, Face.POSTER, ink, "right")
    edge = x + SIDE - wide - 3.4
    hints = arrows(canvas, edge, y + 4.2, 0.95, view["arrows"].get(side, {}), ink)
    name = words(f"scene.side.{side}")
    text(canvas, x + 7.6, y + 2.4, name, 4.6, Face.POSTER, ink, fit=edge - hints - 1.0 - x - 7.6, least=3.4)
    if view["dilemma"]:
        said = words(f"card.{view['dilemma']}.{side}")
        para(canvas, x + 3, y + 7.8, said, 2.7, Face.SEMI, ink, edge - x - 3, 1.12, room=5.9, least=MIN)


def _voters(canvas: Canvas, x: float, side: str, now: Situation, bottom: float, faded: bool) -> None:
    """A row for each house on this side: sign, name, a block for each token, the number."""
    view = now.view
    piles = put(view)
    voters = [s for s, act in view["act"].items() if act == side]
    if not voters:
        return
    step = min(8.6, (bottom - ROWS) / len(voters))
    tall = min(4.8, step * 0.56)
    for place, seat in enumerate(voters):
        y = ROWS + place * step
        house = view["houses"][seat]
        ink = DIM if faded else ink_of(view, house)
        charge(canvas, view, house, x + 2.6, y + tall / 2 + 0.7, min(2.0, tall * 0.42), ink)
        size = min(4.2, tall * 0.88)
        text(canvas, x + 6.4, y + 0.7 + (tall - size * 0.8) / 2, now.names[seat], size, Face.POSTER,
                    DIM if faded else BONE, fit=17.0, least=MIN)  # fmt: skip
        number = piles.get(seat)
        if number is None:
            continue
        left, room = x + 25.0, SIDE - 25.0 - 6.5
        pitch = min(4.0, room / number)
        for token in range(number):
            shapes.rect(canvas, left + token * pitch, y + 0.7, pitch * 0.75, tall, ink)
        text(canvas, x + SIDE, y + 0.7 + (tall - size * 0.8) / 2, str(number), size, Face.POSTER,
             DIM if faded else BONE, "right")  # fmt: skip
        if step > 6:
            shapes.rect(canvas, x, y + tall + 1.9, SIDE, 0.16, RULE)


def _abstained(canvas: Canvas, y: float, now: Situation, words: Words) -> None:
    """Who gathers, who moderates, and what lies in the pool."""
    view = now.view
    said = []
    for how in ("gather", "moderator"):
        who = [now.names[s] for s, act in view["act"].items() if act == how]
        if who:
            said.append(words.n(f"scene.abstained.{how}", len(who), seats=words.listed(who)))
    pool = words("scene.pool", n=view["pool"])
    wide = text(canvas, 116, y, pool, 3.8, Face.POSTER, BONE, "right")
    room = 112 - wide - 4
    open_ = view["stage"] == "voting" and now.event.get("kind") != "decided"
    line = " ".join(said) or words("scene.abstained.none" if open_ else "scene.abstained.nobody")
    if measure(canvas, line, MIN, Face.SEMI) > room:  # who they are, their plates say too
        line = words("scene.abstained.many", n=sum(act not in SIDES for act in view["act"].values()))
    ends = view["stage"] == "voting" and not now.event
    text(canvas, 4, y - 1.3 if ends else y + 0.2, line, 3.0, Face.SEMI, DIM, fit=room, least=MIN)
    if ends:
        last = now.names[(view["leader"] - 1) % view["n"]]
        text(canvas, 4, y + 2.3, words("scene.ends", seat=last), 2.8, Face.TEXT, DIM, fit=room, least=MIN)


def small_realm(canvas: Canvas, now: Situation, words: Words) -> None:
    """The six tracks as signs and numbers."""
    for place, (track, value) in enumerate(rows(now.view)):
        x, y = X + place % 3 * 12.0, 22.6 + place // 3 * 5.8
        TRACKS[track](canvas, x + 1.8, y + 1.8, 1.7, BONE)
        text(canvas, x + 4.8, y + 0.1, str(value), 4.2, Face.POSTER)


def _pacts(canvas: Canvas, now: Situation, words: Words) -> None:
    """The accepted pacts of this round, the newest first: that one is always there, if need be not all of it."""
    view, y, bottom = now.view, 35.4, canvas.height - 37.0
    label(canvas, X, y, words("scene.pacts"), fit=WIDTH)
    y += 4.0
    pacts = list(view["pacts"].values())
    if not pacts:
        key = "scene.pacts.secret" if view["options"]["pact_visibility"] == "parties" else "scene.pacts.none"
        text(canvas, X, y, words(key), 2.7, Face.TEXT, DIM, fit=WIDTH, least=MIN)
        return
    for place, pact in enumerate(reversed(pacts)):
        owed = duty_lines(now, pact["offer"], words)
        said = [line for each in owed for line in lines(canvas, each, MIN, Face.TEXT, WIDTH)]
        said = [cut(canvas, line, MIN, Face.TEXT, WIDTH) for line in said]
        head = _head(canvas, now, pact, words)
        more = len(pacts) - place
        room = max(1 - bool(place), int((bottom - y - 1.4) / ROW) - len(head) - (more > 1))
        if len(said) > room and place:
            text(canvas, X, y + 0.8, words.n("scene.pacts.more", more), 2.5, Face.SEMI, DIM, fit=WIDTH)
            return
        if len(said) > room:
            said = [*said[: room - 1], f"{said[room - 1]} …"]
        shapes.rect(canvas, X, y, WIDTH, 0.16, RULE)
        for row, line in enumerate(head):
            text(canvas, X, y + 1.4 + row * ROW, line, 2.7, Face.BOLD, fit=WIDTH, least=MIN)
        top = y + 1.5 + ROW * len(head)
        for row, line in enumerate(said):
            text(canvas, X, top + row * ROW, line, MIN, Face.TEXT, DIM, fit=WIDTH)
        y += 1.8 + ROW * (len(head) + len(said))


def _head(canvas: Canvas, now: Situation, pact: Any, words: Words) -> list[str]:
    """Who pays whom; shorter, or on more lines, where the names are long."""
    for short in (bool(pact["broken"]), True):
        line = coins_line(now, pact["offer"], words, short)
        line = words("scene.pact.broken", pact=line) if pact["broken"] else line
        if measure(canvas, line, MIN, Face.BOLD) <= WIDTH:
            return [line]
    return lines(canvas, line, 2.6, Face.BOLD, WIDTH)


def pact(canvas: Canvas, now: Situation, words: Words) -> None:
    """A pact that has just been made: coins on the table between two houses, and what is owed, on paper."""
    view, event = now.view, now.event
    found = [p for p in view["pacts"].values()
             if (p["offer"]["by"], p["offer"]["to"]) == (event["seat"], event["target"])]  # fmt: skip
    offer = found[-1]["offer"]
    y, h = 23.0, canvas.height - 49.0
    paper.slip(canvas, 4, y, 112, h, notch=1.6)
    for x, seat, align in ((11.0, offer["by"], 1), (109.0, offer["to"], -1)):
        house = view["houses"][seat]
        shapes.disc(canvas, x + align * 4, y + 9.0, 5.4, SPINE)
        charge(canvas, view, house, x + align * 4, y + 9.0, 2.9, ink_of(view, house))
        towards: Align = "left" if align > 0 else "right"
        name = now.names[seat]
        text(canvas, x + align * 11.6, y + 6.6, name, 6.2, Face.POSTER, INK, towards, fit=25.5, least=3.2)
    _coins(canvas, 60.0, y + 9.0, offer)
    owed = duty_lines(now, offer, words) or [words("scene.pact.nothing")]
    top = y + 19.4
    shapes.rect(canvas, 9, top - 2.6, 102, 0.2, INK)
    room = (h - 26.4) / len(owed)
    for place, said in enumerate(owed):
        para(canvas, 9, top + place * room, said, min(6.2, room * 0.6), Face.SERIF_BOLD, INK, 102, 1.15,
             room=room, least=2.6)  # fmt: skip
    binding = words(f"scene.pact.{_binding(view, offer)}")
    label(canvas, 9, y + h - 5.0, binding, INKDIM, fit=102)
    small_realm(canvas, now, words)
    _pacts(canvas, now, words)
    path(canvas, now, words, X, canvas.height - 35.4, WIDTH, 4.4)


def _binding(view: Any, offer: Any) -> str:
    """What keeps it: coins and the option, if there is a duty at all."""
    if not offer["give"] and not offer["take"]:
        return "free"
    if offer["mine"]["kind"] == offer["yours"]["kind"] == "nothing":
        return "spoken"
    return "binds" if view["options"]["pact_enforcement"] == "strict" else "noted"


def _coins(canvas: Canvas, x: float, y: float, offer: Any) -> None:
    """How many coins go to the right, and how many to the left."""
    moves = [(offer["give"], "right"), (offer["take"], "left")]
    moves = [(n, towards) for n, towards in moves if n]
    for place, (n, towards) in enumerate(moves):
        top = y + (place - (len(moves) - 1) / 2) * 6.0
        coin(canvas, x - 3.4, top, 2.3)
        text(canvas, x + 0.2, top - 2.0, str(n), 5.0, Face.POSTER, INK)
        shapes.arrow(canvas, x + 8.0 if towards == "right" else x - 8.6, top, 1.7, towards, INK)  # type: ignore[arg-type]
