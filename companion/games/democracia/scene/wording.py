"""What the board says in each moment: the place in the game, and the line that rules the screen."""

from __future__ import annotations

from typing import Any, Final

from companion.display.situation import Question, Situation
from companion.engine import CHANCE, HOST
from companion.locale import Words

from . import reading

ORDER: Final = (
    "judge", "exclude-judge", "use-attorney", "scapegoat", "react", "use-president", "pass-window", "first-case",
    "place-cases", "confirm-cases", "place-token", "confirm-tokens", "plan", "name-card", "pick-option", "pass-card",
    "speak", "stay-silent", "swap", "spread", "drain", "pick-player", "pick-community", "repeat", "seen-hand",
    "pay-owed", "free-judge", "reveal", "reveal-all", "buy-agent", "buy-pension", "end-purchases", "discard",
    "discard-named", "keep-all", "split", "half-and-half", "resign", "cede", "give-up", "all-in", "shaken", "emptied",
    "shuffled",
    "make-offer", "make-promise", "accept-offer", "revoke", "withdraw", "no-deal", "talk-again", "place-bastion",
    "assign-leaders", "confirm-seats", "play-president", "none-left",
)  # fmt: skip
"""Of several kinds of question the one to be told first."""
BESIDE: Final = ("none-left", "recount-urn", "ask-split")  # what may be said while the table waits for something else
WINDOWS: Final = ("react", "use-president", "pass-window")
TOGETHER: Final = ("plan", *WINDOWS)  # asked of several at once: they stay on the board until the last has answered
OPEN: Final = ("place-token", "place-cases")  # asked on until all have said done
OF_AN_OPTION: Final = ("spread", "drain", "pick-player", "pick-community")  # what of several it is for is said too
TALKS: Final = (
    "make-offer", "make-promise", "withdraw", "accept-offer", "revoke", "no-deal", "talk-again",
)  # fmt: skip
OF_THE_TRIAL: Final = (
    "trial-opened", "trial-annulled", "attorney-used", "judge-voted", "found-innocent", "found-guilty",
    "judge-dismissed", "jailed", "must-resign", "pardoned",
)  # fmt: skip
OF_THE_NIGHT: Final = ("election-began", "vote-drawn", "counted")
OF_THE_ELECTION: Final = (*OF_THE_NIGHT, "term-completed", "debated", "given-up", "invested", "covered",
                          "no-president", "debt-owed", "last-point", "last-level", "accepted-offer")  # fmt: skip
NIGHT: Final = ("election", "count", "pact", "investiture", "clear")


def asking(now: Situation) -> str:
    """The kind of the question that the table waits for, or of those asked together that are all answered."""
    open_ = [q for q in now.questions if not (q.kind in BESIDE and drawing(now))]
    for kinds in ({q.kind for q in open_ if not q.answered}, {q.kind for q in open_}):
        if found := next((kind for kind in ORDER if kind in kinds), ""):
            return {"confirm-tokens": "place-token", "confirm-cases": "place-cases"}.get(found, found)
    return ""


def drawing(now: Situation) -> Question | None:
    """What chance has to give, where the table waits for nobody else."""
    if any(q.seat >= 0 or q.seat == HOST for q in now.questions if not q.answered and q.kind not in BESIDE):
        return None
    return next((q for q in now.questions if q.seat == CHANCE), None)


def seated(now: Situation) -> list[Question]:
    """What is asked of players, and waited for."""
    return [q for q in now.questions if q.seat >= 0 and q.kind not in BESIDE]


def missing(now: Situation) -> list[int]:
    """The seats for which the table waits."""
    kind, view = asking(now), now.view
    if drawing(now):
        return [view["drawer"]] if view["drawer"] is not None else []
    if kind in OPEN or kind == "judge":
        asked = sorted({q.seat for q in now.questions if q.kind == kind and q.seat >= 0 and not q.answered})
        if kind == "judge":
            return [s for s in asked if any(j not in view["verdicts"] for j in judges_of(now, s))]
        return [s for s in asked if s not in view["ready"]]
    wanted = TALKS if kind in TALKS else WINDOWS if kind in WINDOWS else ()
    return sorted(
        {q.seat for q in seated(now) if not q.answered and (not wanted or q.kind in wanted)}
    )


def judges_of(now: Situation, seat: int) -> list[str]:
    return [agent for agent in now.view["owned"].get(seat, ()) if reading.kind(agent) == "judge"]


def who(now: Situation, seat: int | None) -> str:
    return now.names[seat] if seat is not None and 0 <= seat < len(now.names) else ""


# ---- where in the game


def legislature(now: Situation) -> int:
    """Of what is shown: the state may be in the next one already."""
    past = now.event.get("kind") in OF_THE_ELECTION and now.view["phase"] not in NIGHT
    return int(now.view["legislature"]) - past if not now.view["ended"] else int(now.view["legislature"])


def where(now: Situation, words: Words) -> str:
    """Legislature, round, and what is going on in it."""
    view, told, kind = now.view, now.event.get("kind", ""), asking(now)
    if view["phase"] in ("", "setup") and told != "round-began":
        return words("phase.setup")
    said = [words("scene.where.legislature", n=legislature(now))]
    if told in OF_THE_ELECTION or (not told and view["phase"] in NIGHT):
        counting = told in OF_THE_NIGHT or view["phase"] == "count"
        said.append(words("scene.where.night" if counting else "scene.election"))
    else:
        rounds = reading.rounds(now)
        said.append(words(f"scene.round.{rounds[min(view['round'], len(rounds) - 1)]}"))
        if told in OF_THE_TRIAL or (not told and view["trial"]):
            said.append(words("scene.where.trial"))
        elif not told and view["turn"] is not None:
            said.append(words("scene.where.turn", name=who(now, view["turn"])))
        elif not told and kind in ("plan", "place-token", "place-cases"):
            said.append(words(f"scene.where.{kind}"))
    if view["environment"]:
        said.append(words(f"environment.{view['environment']}"))
    return " · ".join(said)


# ---- the line


def sentence(now: Situation, words: Words) -> str:
    """What just happened, or what the table waits for."""
    if now.line:
        return now.line
    if now.event:
        return _happened(now, words)
    kind, view = asking(now), now.view
    if draw := drawing(now):
        return _drawing(now, draw, words)
    if not kind:
        return words("scene.nothing")
    late = missing(now)
    if kind == "judge":
        names = words.listed([who(now, s) for s in late])
        decided = words("scene.ask.judge.decided", seat=names)
        return decided if _decided(now) else words.n("scene.ask.judge", len(late), seat=names)
    if kind in TALKS:
        return words("scene.ask.pact", n=reading.at().majority)
    if kind in WINDOWS:
        return _window(now, words)
    if kind in OPEN or kind == "plan":
        return words(f"scene.ask.{kind}")
    if kind == "all-in":
        still = [f"{words(f'party.{p}')} {view['at_hand'][p]}" for p in reading.in_play(now) if p in view["at_hand"]]
        return words("scene.ask.all-in", votes=words.listed(still))
    if kind == "split" and view["phase"] == "setup":
        return words("scene.ask.first-cards", seat=who(now, late[0]))
    occasion = next(q.occasion for q in now.questions if q.kind == kind)
    key = next(filter(words.has, (f"scene.ask.{kind}", f"{kind}@{occasion}.line")), f"{kind}.line")
    line = words(key, seat=words.listed([who(now, s) for s in late]))
    doing = view["doing"]
    if kind in OF_AN_OPTION and doing and doing["option"] >= 0 and len(reading.card(doing["card"]).options) > 1:
        return line + ": " + words(f"did.{doing['card']}.{doing['option']}")
    return line


def _decided(now: Situation) -> bool:
    """Whether the votes still missing can turn the verdict no more (DEM-117)."""
    said = list(now.view["verdicts"].values())
    return 2 * max(said.count(True), said.count(False)) > len(reading.judges(now))


def _window(now: Situation, words: Words) -> str:
    """What a window is for, as far as everybody may know."""
    trial = now.view["trial"]
    guilty = bool(trial) and trial["stage"] == "sentence"
    if any(q.kind == "use-president" for q in now.questions):
        key = "scene.ask.president-window.guilty" if guilty else "scene.ask.president-window"
        return words(key, seat=who(now, now.view["president"]))
    if not trial:
        seats = missing(now) or sorted({q.seat for q in now.questions if q.kind in WINDOWS})
        names, card = words.listed([who(now, s) for s in seats]), words(f"cards.{now.view['doing']['card']}")
        return words.n("scene.ask.window", len(seats), seat=names, card=card)
    return words(f"scene.ask.window.{'guilty' if guilty else 'trial'}", seat=who(now, trial["seat"]))


def next_community(now: Situation) -> str:
    """For which community the next vote comes out of the urn."""
    return next((c for c in reading.neutral(now) if c not in now.view["drawn"]), "")


def _drawing(now: Situation, draw: Question, words: Words) -> str:
    if draw.deck == "urn" and now.view["phase"] == "count" and (community := next_community(now)):
        return words("scene.ask.draw-vote", community=words(f"communities.{community}"))
    if (seat := now.view["drawer"]) is not None:
        return words.n(f"{draw.deck}.draw_by", draw.left, seat=who(now, seat))
    return words.n(f"{draw.deck}.draw", draw.left) if words.has(f"{draw.deck}.draw") else words("drawn.line")


NAMED: Final = {
    "agent": "agents", "judge": "agents", "card": "cards", "community": "communities", "environment": "environment",
    "kind_of": "rounds", "party": "party", "other": "party", "pension": "pensions",
    "why": "resigned",
}  # fmt: skip


def _happened(now: Situation, words: Words) -> str:
    """What is told of an event, in the words of the board."""
    event = now.event
    kind, gaps = event["kind"], dict[str, Any]()
    for name, value in event.items():
        if name in ("seat", "target"):
            gaps[name] = who(now, value)
        elif name in NAMED:
            gaps[name] = words(f"{NAMED[name]}.{value}")
        elif name == "innocent":
            gaps[name] = words(f"innocent.{'yes' if value else 'no'}")
        elif name != "kind" and isinstance(value, (str, int)):
            gaps[name] = value
    if kind == "invested" and event["partners"]:
        gaps["partner"] = words.listed([who(now, s) for s in event["partners"]])
        return words("scene.event.invested.pact", **gaps)
    if kind == "trial-opened" and (cause := reading.cause(now)):
        by = who(now, now.view["trial"]["by"])
        return words("scene.event.trial-opened.case", seat=by, card=words(f"cards.{cause}"))
    if kind == "debated":
        return _debated(now, words)
    if kind == "counted":
        return _counted(now, words)
    if kind == "votes-in" and reading.real_urn(now):
        return words("scene.event.votes-in.real", **gaps)
    return words(f"scene.event.{kind}", **gaps)


def _debated(now: Situation, words: Words) -> str:
    """Whose popularity is higher."""
    first, second = sorted(now.event["debaters"], key=lambda d: -d["pop"])
    key = "scene.event.debated.tied" if first["kind"] == "ties" else "scene.event.debated"
    return words(key, first=who(now, first["seat"]), second=who(now, second["seat"]), high=first["pop"],
                 low=second["pop"], environment=words(f"environment.{now.event['environment']}"))  # fmt: skip


def _counted(now: Situation, words: Words) -> str:
    seats, need = now.event["seats"], reading.at().majority
    winner = next((p for p in reading.MAJOR if seats[p] >= need), "")
    if reading.is_last(now):
        return words("scene.event.counted.last", red=seats["red"], blue=seats["blue"])
    if winner:
        return words("scene.event.counted", party=words(f"party.{winner}"), n=seats[winner])
    return words("scene.event.counted.nobody", n=need)


def count(now: Situation, words: Words) -> str:
    """How many of those who are asked together have answered, or how many seats are filled."""
    kind, view, told = asking(now), now.view, now.event.get("kind", "")
    if told == "vote-drawn" or (not told and view["phase"] == "count"):
        total = len(reading.communities())
        return words("scene.count", done=sum(shown_seats(now).values()), total=total)
    if told or drawing(now):
        return ""
    if kind == "judge":
        return words("scene.count", done=len(view["verdicts"]), total=len(reading.judges(now)))
    if kind in OPEN or kind in TOGETHER:
        asked = {q.seat for q in seated(now)}
        if len(asked) > 1 or kind in OPEN:
            return words("scene.count", done=len(asked) - len(missing(now)), total=len(asked))
    return ""


def votes_out(now: Situation) -> dict[str, str]:
    """The votes drawn so far, in the order of the board: as far as what is being told."""
    drawn = now.view["night"]
    if now.event.get("kind") == "election-began":
        return {}
    order = [c for c in reading.communities() if c in drawn]
    if now.event.get("kind") == "vote-drawn" and now.event["community"] in order:
        order = order[: order.index(now.event["community"]) + 1]
    return {c: drawn[c] for c in order}


def base_seats(now: Situation) -> dict[str, int]:
    """What each party held before the urn was opened."""
    view = now.view
    if view["seats"]:
        all_drawn = list(view["night"].values())
        return {p: view["seats"][p] - all_drawn.count(p) for p in reading.in_play(now)}
    return {p: reading.holdings(now, p) for p in reading.in_play(now)}


def shown_seats(now: Situation) -> dict[str, int]:
    """Seats by party, with the votes drawn so far."""
    out, base = list(votes_out(now).values()), base_seats(now)
    return {p: n + out.count(p) for p, n in base.items()}
