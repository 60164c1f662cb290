"""What the board says in each moment: the status line, the place in the game, and the plates."""

from __future__ import annotations

from typing import Any, Final

from companion.display.seats import Office, Plate, State
from companion.display.situation import Question, Situation
from companion.engine import CHANCE, HOST
from companion.locale import Words

from . import then

ORDER: Final = (
    "choose-target", "choose-victim", "take-card", "name-beneficiary", "answer-swap", "give-card", "point-at",
    "name-partner", "own-card", "accept-count", "contents", "public-vote", "public-votes", "late-vote",
    "nobody-claims", "legislate", "end-presentation", "end-press-conference", "end-turn", "announce-victory",
    "close-check", "seen-faction", "name-first",
)  # fmt: skip
"""Of several kinds of question the one to be told first; what nobody waits for is not among them."""
VOTES: Final = ("contents", "public-vote", "public-votes", "late-vote", "nobody-claims")
OF_PRESSURE: Final = ("pressure-moved", "exchange-unlocked", "laws-from-drawer", "laws-from-deck", "crisis")
OF_A_TURN: Final = ("voting", "count", "late-vote", "presentation", "press", "turn", "pressure")
TOGETHER: Final = ("seen-faction", "point-at", "give-card", "own-card", "public-vote", "public-votes")
COUNTED: Final = ("late-vote", *VOTES[:3], "accept-count")


def asking(now: Situation) -> str:
    """The kind of the question that the table waits for."""
    return now.asking(ORDER)


def tally(now: Situation) -> tuple[int, int]:
    """Votes that are in, of how many: papers, and those that are cast in the open."""
    view = now.view
    expected = sum(view["due"].values())
    if asking(now) == "late-vote":
        return expected - view["missing"], expected
    if openly(now):
        asked = now.asked("public-vote", "public-votes")
        return sum(view["due"].get(q.seat, 1) for q in asked if q.answered), expected
    seen = sum(view["due"].get(seat, 0) for seat in view["openly"])
    return seen + (now.urn.inside if now.urn else 0), expected


def openly(now: Situation) -> bool:
    """Whether everybody votes in the open: then nothing but cards goes into the urn."""
    return bool(now.asked("public-vote", "public-votes")) and not now.asked("contents") and not now.view["prison"]


def drawing(now: Situation) -> Question | None:
    """The real card that hands have to draw, where the table waits for that."""
    return None if asking(now) else next((q for q in now.questions if q.seat == CHANCE), None)


def who(now: Situation, seat: int | None, words: Words) -> str:
    if seat is None:
        return ""
    return now.names[seat] if 0 <= seat < len(now.names) else words("who.host" if seat == HOST else "who.table")


def where(now: Situation, words: Words) -> str:
    """Round and phase for the line at the top; in a Turn, whose."""
    round_, seat, phase = now.view["round"], now.view["president"], words(f"scene.phase.{phase_of(now)}")
    if not round_:
        return phase
    last = ".last" if now.view["crisis"] else ""
    if seat is not None and phase_of(now) in OF_A_TURN:
        return words(f"scene.where.turn{last}", round=round_, seat=now.names[seat], phase=phase)
    return words(f"scene.where.round{last}", round=round_, phase=phase)


def phase_of(now: Situation) -> str:
    """The phase of what is on the board."""
    told = now.event.get("kind", "")
    if told in then.OF_THE_COUNT:
        return "count"
    if told in ("law-applied", "won-by-target"):
        return "apply"
    if told in ("won-by-objective", "won-by-crisis", "announced"):
        return "verify"
    if told == "situation-read":
        return "situation"
    if told in OF_PRESSURE:
        return "pressure"
    return {"turn-start": "turn", "recount": "count"}.get(now.view["phase"], str(now.view["phase"]))


def sentence(now: Situation, words: Words) -> str:
    """The one line that rules the screen: what just happened, or what the table waits for."""
    if now.line:
        return now.line
    if now.event:
        return _happened(now, words)
    kind = asking(now)
    if not kind:
        return _drawing(now, words)
    asked = now.asked(kind)
    missing = sorted({question.seat for question in asked if not question.answered})
    gaps: dict[str, Any] = {"seat": words.listed([who(now, seat, words) for seat in missing]), "n": len(missing)}
    gaps["president"] = who(now, now.view["president"], words)
    if robbed := then.last(then.heard(now), "robbed"):
        gaps["target"] = who(now, robbed["target"], words)
    if kind == "contents":
        return _urn(now, words)
    if kind == "late-vote":
        return words.n("scene.ask.late-vote", now.view["missing"])
    if kind == "name-first" and "panel" in now.ways:
        return words("scene.ask.name-first.panel")
    if len({question.seat for question in asked}) > 1 and words.has(f"scene.ask.{kind}.all"):
        return words(f"scene.ask.{kind}.all", **gaps)
    return words(f"scene.ask.{kind}", **gaps)


def _urn(now: Situation, words: Words) -> str:
    view, urn = now.view, now.urn
    if view["phase"] == "recount":
        return words("scene.ask.recount")
    closer = next((q.seat for q in now.asked("repeat-ballot")), view["president"])
    if urn is not None and urn.due and urn.inside > urn.due:
        return words.n("scene.ask.surplus", urn.inside - urn.due, seat=who(now, closer, words))
    if urn is not None and urn.due and urn.full and view["options"]["real"]:
        return words("scene.ask.close", seat=who(now, closer, words))
    if urn is not None and urn.due and urn.inside >= urn.due and (late := now.asked("public-vote", "public-votes")):
        missing = [who(now, q.seat, words) for q in late if not q.answered]
        return words("scene.ask.public-vote", seat=words.listed(missing))
    if urn is not None and not urn.due:
        return words("scene.ask.cards")
    return words("scene.ask.contents")


def _drawing(now: Situation, words: Words) -> str:
    """Nobody is asked: chance is, or the table goes on by itself."""
    draw = drawing(now)
    if draw is None:
        return words("scene.nothing")
    key, seat = f"scene.draw.{draw.deck}", now.view["drawer"]
    if seat is not None and words.has(f"{key}.by"):
        pair = ".pair" if draw.deck == "factions" and len(now.names) < 5 else ""
        return words.n(f"{key}.by{pair}", draw.left, seat=now.names[seat])
    return words.n(key, draw.left) if words.has(key) else words("scene.draw")


OF: Final = {"law": "laws", "card": "actions", "faction": "factions", "situation": "situations", "why": "pressure"}


def _happened(now: Situation, words: Words) -> str:
    event = now.event
    kind, gaps = event["kind"], dict[str, Any]()
    for name, value in event.items():
        if name in ("seat", "target"):
            gaps[name] = who(now, value, words)
        elif name in ("seats", "chosen"):
            gaps[name] = words.listed([who(now, seat, words) for seat in value])
        elif name == "factions":
            gaps[name] = words.listed([words(f"factions.{faction}") for faction in value])
        elif name in OF:
            of = OF[name]
            gaps[name] = words(f"{of}.{value}")
        elif name != "kind":
            gaps[name] = value
    gaps["president"], gaps["players"] = who(now, now.view["president"], words), len(now.names)
    key = f"scene.event.{kind}"
    if "count" in gaps:
        return words.n(key, gaps["count"], **gaps)
    return words(key, **gaps)


def told(now: Situation, words: Words) -> str:
    """The figure at the right of the line: how many of how many."""
    walk = then.walk(now)
    if now.event.get("kind") == "law-applied" or (not now.event and now.view["phase"] == "apply"):
        return words("scene.count", done=len(walk.laws), total=walk.total)
    if now.event:
        return ""
    kind = asking(now)
    if kind == "late-vote" or (kind == "contents" and now.urn is not None and now.urn.due):
        done, due = tally(now)
        return words("scene.count", done=done, total=due)
    asked = now.asked(kind) if kind in TOGETHER else ()
    if len({question.seat for question in asked}) < 2:
        return ""
    return words("scene.count", done=sum(question.answered for question in asked), total=len(asked))


# ---- the plates


def plates(now: Situation, words: Words) -> tuple[Plate, ...]:
    """Every seat: power, who presides and who opened the Round, who is waited for, Prison and lost Turns."""
    return tuple(_plate(now, seat, words) for seat in range(len(now.names)))


def _plate(now: Situation, seat: int, words: Words) -> Plate:
    view = now.view
    state: State = "now" if _active(now, seat) else "idle"
    line = words("scene.pp", n=view["pp"][seat]) if seat in view["pp"] else ""
    mark = "mobilized" if seat in view["mobilized"] else ""
    if seat in view["openly"] and phase_of(now) in ("voting", "late-vote", "count"):
        mark, line = _vote(now, seat, words)
    elif seat in view["prison"]:
        waits = any(q.seat == seat and q.kind in VOTES and not q.answered for q in now.questions) and not now.event
        if not waits:
            return Plate(seat + 1, now.names[seat], words("scene.seat.prison"), "out", _office(now, seat, words))
        line, mark = words("scene.seat.openly" if len(now.names) < 7 else "scene.seat.openly.short"), "prison"
    elif not now.event and asking(now) in TOGETHER and told(now, words):
        mine = [q for q in now.asked(asking(now)) if q.seat == seat]
        mark = ("done" if mine[0].answered else "wait") if mine else mark
    elif not now.event and asking(now) == "contents" and now.urn is not None and "phone" in now.ways:
        mark = "done" if seat in now.urn.roll else mark
        if seat == view["president"] and view["options"]["real"] and now.urn.full:
            line = words("scene.seat.closes" if len(now.names) < 7 else "scene.seat.closes.short")
    elif seat in view["lost"] and view["phase"] not in ("apply", "verify", "over"):
        line, mark = words("scene.seat.lost"), ""
    return Plate(seat + 1, now.names[seat], line, state, _office(now, seat, words), mark)


def _vote(now: Situation, seat: int, words: Words) -> tuple[str, str]:
    ayes = now.view["openly"][seat]
    cast = now.view["late"].get(seat, now.view["due"].get(seat, ayes))
    if 0 < ayes < cast:
        return "yes", words("scene.seat.both", ayes=ayes, nays=cast - ayes)
    return ("yes", words("scene.yes")) if ayes else ("no", words("scene.no"))


def _active(now: Situation, seat: int) -> bool:
    """Who is waited for, or of whom is told."""
    event = now.event
    if event:
        kind = event["kind"]
        if kind in then.OF_THE_COUNT:
            return bool(seat == now.view["president"])
        named = [event.get("target"), event.get("seat")] if "target" not in event else [event["target"]]
        return seat in (*named, *event.get("seats", ()), *event.get("chosen", ()))
    kind = asking(now)
    if drawing(now):
        return bool(seat == now.view["drawer"])
    if kind == "contents":
        waits = now.asked("public-vote", "public-votes")
        closes = now.view["options"]["real"] and seat == now.view["president"] and now.urn and now.urn.full
        return bool(closes) or any(q.seat == seat and not q.answered for q in waits)
    if kind == "late-vote":
        return bool(seat == now.view["president"])
    return any(q.seat == seat and q.kind == kind and not q.answered for q in now.questions)


def _office(now: Situation, seat: int, words: Words) -> Office | None:
    view = now.view
    if not view["round"]:
        return Office(words("scene.seat.first"), held=False) if then.last(then.heard(now), "first-president") \
            and seat == view["first"] else None  # fmt: skip
    if seat == now.view["president"]:
        return Office(words("scene.seat.presides"))
    if seat == now.view["first"]:
        return Office(words("scene.seat.first"), held=False)
    if seat == view["partner"]:
        return Office(words("scene.seat.partner"), held=False)
    if not now.event and seat in view["journalists"] and view["phase"] == "press":
        return Office(words("scene.seat.asks"), held=False)
    return None
