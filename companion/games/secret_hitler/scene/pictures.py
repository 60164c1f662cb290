"""The play area of Secret Hitler: one idea at a time."""

from __future__ import annotations

from typing import Any, Final

from companion.display import paper, shapes
from companion.display.canvas import Canvas
from companion.display.motion import Box
from companion.display.shapes import Mark
from companion.display.situation import Situation
from companion.display.text import label, measure, para, text
from companion.display.theme import BONE, DIM, INK, INKDIM, MIN, NOW, RULE, STOCK, Face
from companion.locale import Words

from .facts import covered, facts
from .signs import FASCIST_INK, INKS, PAPERS, PARTY, POWERS, emblem, policy
from .wording import EVENT_POWERS, POWER_ASKS, asking, drawing, handling, how, offices, who

STAMP: Final[Box] = (4.0, 50.2, 40.0, 14.6)  # the place of the stamp
COLUMN = 112.0  # of the main column, from x 4
NAME_TOP = 28.8  # a capital with an accent stays clear of the line above it
GHOST = "#24221B"  # a sign so dark that it is only felt


def pair(canvas: Canvas, left: tuple[str, str], right: tuple[str, str], joint: Mark | str, ghost: Mark | None) -> None:
    """Two names as large as they fit, what each is above it, and a sign between; an empty name is a dashed place."""
    gap, blank = 14.0, 30.0
    wide = [measure(canvas, name, 17, Face.POSTER) if name else 0.0 for _, name in (left, right)]
    room = COLUMN - gap - sum(blank for _, name in (left, right) if not name)
    size = min(17.0, 17.0 * room / sum(wide)) if sum(wide) else 17.0
    if ghost is not None and size * sum(wide) / 17.0 + gap < COLUMN - 25:
        ghost(canvas, 4 + COLUMN - 12, 34.6, 11.5, GHOST)
    first = _name(canvas, 4, left, size, blank)
    top, middle = NAME_TOP + (17.0 - size) * 0.4, 4 + first + gap / 2
    if isinstance(joint, str):
        text(canvas, middle, top + size * 0.06, joint, size * 0.82, Face.POSTER, RULE, "center")
    else:
        joint(canvas, middle, top + size * 0.42, 4.0, DIM)
    _name(canvas, 4 + first + gap, right, size, blank)


def _name(canvas: Canvas, x: float, what: tuple[str, str], size: float, blank: float) -> float:
    caption, name = what
    y = NAME_TOP + (17.0 - size) * 0.4
    wide = measure(canvas, name, size, Face.POSTER) if name else blank
    label(canvas, x, 22.6, caption, fit=max(wide + 10, 30))
    if name:
        return text(canvas, x, y, name, size, Face.POSTER, fit=COLUMN)
    shapes.dashed_rect(canvas, x, NAME_TOP, blank, 13.6, DIM, 0.3)
    return blank


def vote(canvas: Canvas, now: Situation, words: Words) -> None:
    """The two who stand, and one ballot per living player: who has voted shows at once, what only at the reveal."""
    view, ballots = now.view, now.asked("vote")
    president, chancellor = who(now, view["president"]), who(now, view["nominee"])
    pair(canvas, (words("scene.president"), president), (words("scene.if_elected"), chancellor), "+", _ghost_mask)
    done, due = sum(ballot.answered for ballot in ballots), len(ballots)
    y = 47.5
    tally = words("scene.votes", done=done, total=due)
    wide = text(canvas, 4 + COLUMN, y - 1.0, tally, 4.4, Face.POSTER, NOW, "right", fit=40)
    text(canvas, 4, y - 0.4, how(now, words), 3.4, Face.TEXT, BONE, fit=COLUMN - wide - 4)
    for place, (x, top, width, tall) in enumerate(ballot_boxes(due)):
        if place < done:
            paper.ballot(canvas, x, top, width, tall)
        else:
            shapes.dashed_rect(canvas, x, top, width, tall, DIM)
    facts(canvas, now, words)


def ballot_boxes(due: int) -> list[Box]:
    """Where the ballots lie, in a row filled from the left whoever voted."""
    gap = 2.0 if due <= 8 else 1.4
    width = (COLUMN - gap * (due - 1)) / max(1, due)
    return [(4 + place * (width + gap), 52.9, width, 8.4) for place in range(due)]


def opened_ballot(canvas: Canvas, w: float, h: float, aye: bool) -> None:
    """A ballot face up: solid with a tick, or outlined and hatched with a cross."""
    paper.slip(canvas, 0, 0, w, h, BONE)
    if aye:
        shapes.tick(canvas, w / 2, h / 2, h * 0.3, INK)
        return
    shapes.rect(canvas, 1.4, 0.4, w - 2.8, h - 0.8, STOCK)
    shapes.hatch_rect(canvas, 1.4, h - 2.6, w - 2.8, 2.2, BONE, 1.7, 0.5)
    shapes.cross(canvas, w / 2, h * 0.4, h * 0.24, BONE)


def _ghost_mask(canvas: Canvas, x: float, y: float, r: float, ink: str) -> None:
    emblem(canvas, x, y, r, ink)


def reveal(canvas: Canvas, now: Situation, words: Words) -> None:
    """Two blocks as wide as their shares, the names in them, and the line that had to be passed."""
    ballots = {int(seat): aye for seat, aye in now.event["ballots"].items()}
    ayes = [now.names[seat] for seat, aye in ballots.items() if aye]
    noes = [now.names[seat] for seat, aye in ballots.items() if not aye]
    left, right = block_boxes(canvas, len(ayes), len(ballots))
    x, y, h, line = left[0], left[1], left[3], canvas.width / 2
    free = (x, min(x + left[2], line - 1.2))  # nothing is printed across the threshold
    _block(canvas, left, words("scene.yes"), ayes, True, free)
    free = (max(right[0], line), right[0] + right[2])
    _block(canvas, right, words("scene.no"), noes, False, free)
    shapes.rect(canvas, line - 0.25, y - 1.6, 0.5, h + 1.6, NOW)
    note = words("scene.majority")
    wide = measure(canvas, note, 3.1, Face.BOLD) + 3.2
    shapes.rect(canvas, line - 0.25, y + h - 5.6, wide, 5.6, NOW)
    text(canvas, line + 1.35, y + h - 4.0, note, 3.1, Face.BOLD, INK)


def block_boxes(canvas: Canvas, ayes: int, total: int) -> tuple[Box, Box]:
    """The two sides of a vote: as wide as their shares, but never so narrow that their words do not fit."""
    x, y, w, h = 4.0, 22.5, canvas.width - 8, canvas.height - 48.0
    cut = min(max(w * ayes / total, 43.0), w - 43.0)
    return (x, y, cut - 0.6, h), (x + cut + 0.6, y, w - cut - 0.6, h)


def _block(
    canvas: Canvas,
    box: Box,
    word: str,
    names: list[str],
    aye: bool,
    free: tuple[float, float],
) -> None:
    """A side of the vote; its words stand between the two `free` x."""
    x, y, w, h = box
    ink = INK if aye and names else BONE
    if not names:
        shapes.dashed_rect(canvas, x, y, w, h, DIM, 0.3)
    elif aye:
        shapes.rect(canvas, x, y, w, h, BONE)
    else:
        shapes.rect(canvas, x, y, w, h, None, BONE, 0.4)
        shapes.hatch_rect(canvas, x + 0.4, y + h - 5.6, w - 0.8, 5.2, BONE, 1.7, 0.5)
    figure = str(len(names))
    size = 33.0 if len(figure) == 1 else 27.0
    left = free[0] + 3.4
    left += text(canvas, left, y + 5, figure, size, Face.POSTER, ink) + 3.2
    room = free[1] - left - 2.0  # the word and its sign stay clear of the frame
    part = min(1.0, room / (measure(canvas, word.upper(), 9.6, Face.POSTER) + 9.0))
    wide = text(canvas, left, y + 5, word.upper(), 9.6 * part, Face.POSTER, ink)
    sign = shapes.tick if aye else shapes.cross
    sign(canvas, left + wide + 5.4 * part, y + 1.2 + 7.7 * part + (1 - part) * 3.8, 3.8 * part, ink)
    if names:
        _names(canvas, left, y + 17.4, free[1] - left - 1, h - 17.4 - 7.0, names, ink)


def _names(canvas: Canvas, x: float, y: float, w: float, h: float, names: list[str], ink: str) -> None:
    """In one or more columns of four, never over the threshold's tab nor into the hatch."""
    columns = max(1, min(-(-len(names) // 4), int(w // 16)))
    rows = -(-len(names) // columns)
    step, room = min(6.2, h / (rows - 1 + 0.53)), w / columns
    for place, name in enumerate(names):
        left, top = x + (place % columns) * room, y + (place // columns) * step
        text(canvas, left, top, name, min(4.6, step * 0.8), Face.SEMI, ink, fit=room - 1, least=MIN)


def roles(canvas: Canvas, now: Situation, words: Words) -> None:
    """How many of each role there are: the only thing about roles that is public."""
    x = 4.0
    width = (canvas.width - 8 - 8.0) / 3
    for role, mark in (("liberal", PARTY["liberal"]), ("fascist", PARTY["fascist"]), ("hitler", PARTY["fascist"])):
        ink, count = INKS[role], now.view["plan"]["roles"][role]
        shapes.rect(canvas, x, 23, width, 1.0, ink)
        wide = text(canvas, x, 27.6, str(count), 27, Face.POSTER, BONE)
        mark(canvas, x + wide + 8.5, 33.6, 4.6, ink)
        name = words.n(f"scene.role.{role}", count)
        text(canvas, x + wide + 3.6, 43.6, name, 5.6, Face.POSTER, ink, fit=width - wide - 4, least=4.2)
        x += width + 4.0
    shapes.rect(canvas, 4, 55.4, canvas.width - 8, 0.16, RULE)
    note = words("scene.roles_cards" if asking(now) == "show-role" else "scene.roles_note")
    text(canvas, 4, 57.0, note, 3.4, Face.TEXT, BONE, fit=canvas.width - 8)
    if now.view["options"]["policy_source"] == "tiles":
        meanwhile = words("scene.chore.shuffle", n=covered(now.view["deck"]))
        text(canvas, 4, 61.6, meanwhile, 3.4, Face.SEMI, BONE, fit=canvas.width - 8)


def power(canvas: Canvas, now: Situation, words: Words) -> None:
    """A power of the President: who uses it, on whom (dashed while it is being decided), and what it does."""
    view = now.view
    if now.event:
        which, target = EVENT_POWERS[now.event["kind"]], who(now, now.event["target"])
    else:
        which = POWER_ASKS[asking(now)]
        target = who(now, view["used"][-1]["target"]) if asking(now) == "seen-party" else ""
    left = (words("scene.president"), who(now, offices(now).president))
    if which == "peek":
        _peek(canvas, left, words)
    else:
        pair(canvas, left, (words(f"scene.target.{which}"), target), POWERS[which], None)
    shapes.rect(canvas, 4, 48.6, COLUMN, 0.16, RULE)
    if now.event.get("kind") == "executed":
        x, y, w, h = STAMP
        stamp(canvas, x + w / 2, y + h / 2, words)
    else:
        para(canvas, 4, 51.6, words(f"scene.power.{which}"), 3.5, Face.SEMI, DIM, COLUMN, room=13)
    facts(canvas, now, words)



def hands(canvas: Canvas, now: Situation, words: Words) -> None:
    """Real policies before somebody: whose hands, how many there are, and how the table hears of them."""
    act, draw, at = handling(now), drawing(now), now.view["plan"]["at"]
    seat = now.view["chancellor" if act == "enact" else "president"]
    name = who(now, seat)
    size = min(17.0, 17.0 * COLUMN / measure(canvas, name, 17, Face.POSTER))
    _name(canvas, 4, (words(f"scene.act.{act}"), name), size, 30)
    total = at["draw_count"] - (act == "enact")
    there = total - draw.left if draw else total
    for place in range(total):
        x = 4 + place * 13.4
        if place < there:
            paper.card_back(canvas, x, 47.4, 11.6, INKDIM, 16.2)
        else:
            shapes.dashed_rect(canvas, x, 47.4, 11.6, 16.2, NOW if place == there else DIM, 0.3)
    x = 4 + total * 13.4 + 2.6
    para(canvas, x, 49.4, words(f"scene.act.{act}.how"), 3.8, Face.SEMI, BONE, COLUMN + 4 - x, room=15.5, least=3.4)
    facts(canvas, now, words)


def stamp(canvas: Canvas, x: float, y: float, words: Words) -> None:
    """The verdict over an execution."""
    paper.stamp(canvas, x, y, words("scene.stamp").upper(), 6.4, FASCIST_INK)


def _peek(canvas: Canvas, left: tuple[str, str], words: Words) -> None:
    size = min(17.0, 17.0 * 62 / measure(canvas, left[1], 17, Face.POSTER))
    _name(canvas, 4, left, size, 30)
    label(canvas, 74, 22.6, words("scene.target.peek"), fit=42)
    for place in range(3):
        paper.card_back(canvas, 74 + place * 14.2, 27.6, 12.4, INKDIM)


def chaos(canvas: Canvas, now: Situation, words: Words) -> None:
    """The top policy that nobody chose; face down while hands have to turn it."""
    party = now.event["kind"].removesuffix("-by-chaos") if now.event else ""
    left, top, width, height = chaos_box(canvas)
    if party:
        policy(canvas, left, top, width, height, party, words(f"scene.tile.{party}"))
    else:
        paper.card_back(canvas, left, top, width, INKDIM, height)
        shapes.rect(canvas, left - 0.5, top - 0.5, width + 1.0, height + 1.0, None, NOW, 0.9)
    x = left + width + 6
    label(canvas, x, 24, words("scene.chaos"), INKS[party] if party else BONE)
    para(canvas, x, 28.6, words("scene.nobody"), 9.6, Face.POSTER, BONE, 112 - x + 4, 1.2, room=24, least=6.0)
    para(canvas, x, 54.0, words("scene.chaos_clears"), 3.3, Face.SEMI, DIM, 112 - x + 4, room=11)
    facts(canvas, now, words)


def chaos_box(canvas: Canvas) -> Box:
    """Where the policy lies that nobody chose."""
    height = canvas.height - 49.0
    return 4, 22.6, height / 1.37, height


def veto(canvas: Canvas, now: Situation, words: Words) -> None:
    """The Chancellor asks, the President decides; both policies lie face down."""
    view = now.view
    left = (words("scene.asks_veto"), who(now, view["chancellor"]))
    pair(canvas, left, (words("scene.decides"), who(now, view["president"])), shapes.cross, None)
    for place in range(2):
        paper.card_back(canvas, 4 + place * 13.4, 47.4, 11.6, INKDIM, 16.2)
    para(canvas, 33, 49.6, words("scene.veto_means"), 3.5, Face.SEMI, DIM, COLUMN - 29, room=15)
    facts(canvas, now, words)


def end_art(canvas: Canvas, view: dict[str, Any], box: tuple[float, float, float, float]) -> None:
    """The sign of the winners, large, on the end page."""
    x, y, w, h = box
    party = view["won"]
    if not party:
        return
    shapes.rect(canvas, x, y, w, h, PAPERS[party])
    PARTY[party](canvas, x + w / 2, y + h / 2, h * 0.36, "#EFE5CE")
