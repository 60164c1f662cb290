"""Teaching the table which tag is which card."""
from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from companion.engine import Game
from companion.table.evening import Evening
from companion.table.house import Component, Taken
from companion.table.requests import Enrol, EnrolStep, Forget, ImportTags, Reply
from companion.table.snapshot import Enrolment, Notice

__all__ = ["handlers", "learn", "simulate", "simulated_uid"]


def enrol(e: Evening, r: Enrol) -> Reply:
    if r.game is None:
        if e.stage == "enrolling":
            e.stage, e.enrolment = "lobby", None
        return Reply(True)
    if e.stage not in ("lobby", "enrolling"):
        return e.no("match-running")
    if r.game not in e.games:
        return e.no("no-such-game")
    game = e.games[r.game]
    done = frozenset(e.house.tags(game.id))
    e.stage, e.enrolment = "enrolling", Enrolment(game, following(game, done, -1, +1), done)
    return Reply(True)


def following(game: Game[Any], done: frozenset[str], at: int, by: int) -> int:
    """The next component from `at` on that has no tag yet; past the end when all have."""
    keys = [c.key for c in game.components]
    at += by
    while 0 <= at < len(keys) and keys[at] in done:
        at += by
    return min(max(at, 0), len(keys))


def step(e: Evening, r: EnrolStep) -> Reply:
    """To another component, known ones too: a second tag for it replaces the first."""
    if e.enrolment is None:
        return e.no("not-now")
    at = min(max(e.enrolment.at + (1 if r.by > 0 else -1), 0), len(e.enrolment.game.components))
    e.enrolment = replace(e.enrolment, at=at, last=None)
    return Reply(True)


def learn(e: Evening, uid: str) -> Reply:
    """A tag was tapped during enrolment: it becomes the component that is asked for."""
    assert e.enrolment is not None
    game, key = e.enrolment.game, e.enrolment.next_key
    if key is None:
        return _last(e, "enrol-complete", refusal=False)
    try:
        e.keep(lambda: e.house.enrol(uid, Component(game.id, key)))
    except Taken as taken:
        code, detail = _taken(e, taken)
        return _last(e, code, **detail)
    done = frozenset(e.house.tags(game.id))
    e.enrolment = replace(e.enrolment, done=done, at=following(game, done, e.enrolment.at, +1))
    complete = e.enrolment.next_key is None
    return _last(e, "enrol-complete" if complete else "enrolled", refusal=False, key=key)


def _taken(e: Evening, taken: Taken) -> tuple[str, dict[str, Any]]:
    if isinstance(taken.meaning, Component):
        game = e.games.get(taken.meaning.game)
        return "tag-taken", {"key": taken.meaning.key, "game": game.title if game else taken.meaning.game}
    return "tag-is-badge", {"chair": taken.meaning.chair}


def take_over(e: Evening, r: ImportTags) -> Reply:
    """The tags of another table with the same cards."""
    if e.stage not in ("lobby", "enrolling"):
        return e.no("match-running")
    try:
        e.keep(lambda: e.house.import_tags(r.text.encode()))
    except Taken as taken:
        code, detail = _taken(e, taken)
        return e.no(code, **detail)
    except ValueError:
        return e.no("bad-tags")
    if e.enrolment:
        e.enrolment = replace(e.enrolment, done=frozenset(e.house.tags(e.enrolment.game.id)))
    e.say("tags-imported")
    return Reply(True)


def random(uid: str) -> bool:
    """Whether a reader is told another UID each time (ISO/IEC 14443-3): a phone, a bank card. It can mean nothing."""
    return len(uid) == 8 and uid.startswith("08")


def refuse_random(e: Evening) -> Reply:
    return _last(e, "tag-random") if e.enrolment else e.no("tag-random", on_board=True)


def _last(e: Evening, code: str, refusal: bool = True, **detail: Any) -> Reply:
    assert e.enrolment is not None
    e.notices += 1
    e.enrolment = replace(e.enrolment, last=Notice(code, detail, refusal, e.notices))
    return Reply(not refusal, code, detail)


def forget(e: Evening, r: Forget) -> Reply:
    e.keep(lambda: e.house.forget(*r.uids))
    if e.enrolment:
        e.enrolment = replace(e.enrolment, done=frozenset(e.house.tags(e.enrolment.game.id)))
    return Reply(True)


handlers: dict[type, Any] = {Enrol: enrol, EnrolStep: step, Forget: forget, ImportTags: take_over}


def simulate(e: Evening) -> None:
    """Every component that has no tag yet gets the workbench's."""
    for game in e.games.values():
        known = e.house.tags(game.id)
        for c in game.components:
            uid = simulated_uid(game.id, c.key)
            if c.key not in known and e.house.tag(uid) is None:
                e.keep(partial(e.house.enrol, uid, Component(game.id, c.key)))


def simulated_uid(game: str, key: str) -> str:
    """The tag that the workbench's copy of a component carries: seven bytes, like a sticker's."""
    from hashlib import sha256

    return "04" + sha256(f"{game} {key}".encode()).hexdigest()[:12].upper()
