"""Before a match: who sits where, which game, which switches, and its beginning."""
from __future__ import annotations

import secrets
from dataclasses import replace
from itertools import pairwise
from typing import Any
from unicodedata import combining, normalize

import msgspec

from companion.engine import BadMove, Options, Outcome, switches
from companion.table import fair
from companion.table.archive import listing
from companion.table.disk import NotSaved
from companion.table.evening import CHAIRS, Evening, digest_of
from companion.table.journal import Header
from companion.table.requests import (
    NAME_LETTERS,
    SETTINGS,
    AddBadge,
    AddBot,
    Afresh,
    Choose,
    Comeback,
    Contribute,
    FreeChair,
    Leave,
    Presence,
    RaiseHand,
    Rename,
    Reply,
    Set,
    SetLanguage,
    SetPreset,
    SetSwitch,
    Sit,
    Start,
)
from companion.table.session import Session

__all__ = ["begin", "handlers", "plain_options"]

BLANK = "\u115f\u1160\u2800"  # letters that show nothing


def readable(name: str) -> str | None:
    """A name as the board shows it; None for what nobody could read, or could take for nothing or another's."""
    name = " ".join(normalize("NFKC", name).split())
    marks = [bool(combining(c)) for c in name]
    heaped = any(a and b for a, b in pairwise([True, *marks]))  # one mark on a letter is a letter, more are a tower
    bad = heaped or not name.isprintable() or not set(name).isdisjoint(BLANK)
    return name if 0 < len(name) <= NAME_LETTERS and not bad else None


def taken(e: Evening, name: str, *own: int) -> bool:
    """Whether somebody else is called so, in capitals or not."""
    return any(c.name.casefold() == name.casefold() and c.id not in own for c in e.occupied())


def sit(e: Evening, r: Sit) -> Reply:
    name = readable(r.name)
    if name is None:
        return e.no("bad-name" if r.name.strip() else "no-name", most=NAME_LETTERS)
    own = [c for c, holder in e.holders.items() if holder == digest_of(r.token)]  # a phone that changes chairs
    if taken(e, name, r.chair, *own):
        return e.no("name-taken", name=name)
    chair, mine = e.chairs[r.chair], e.holders.get(r.chair) == digest_of(r.token)
    if chair.presence != "free" and not mine:
        return e.no("chair-taken", name=chair.name)
    newcomer = chair.seat is None and e.stage == "over"  # for the next match
    if e.session and ((chair.seat is None and not newcomer) or any(e.chairs[c].seat != chair.seat for c in own)):
        return e.no("match-running")  # who has seen one hand of a match may not go on to see another
    for other in e.chairs:
        if other.id != r.chair and e.holders.get(other.id) == digest_of(r.token):
            e.empty(other.id)
    e.change(r.chair, name=name, presence="phone")
    code = e.hold(r.chair, r.token)
    if chair.seat is not None:
        e.say("newcomer", name=name, seat=chair.seat)
    e.keep_chairs()
    return Reply(True, "seated", {"chair": r.chair, "code": code})


def come_back(e: Evening, r: Comeback) -> Reply:
    code = r.code.strip().upper().replace(" ", "")
    chair = next((c for c, known in e.codes.items() if secrets.compare_digest(known.encode(), code.encode())), None)
    if chair is None:
        return e.no("bad-code")
    e.change(chair, presence="phone")
    e.hold(chair, r.token)
    e.keep_chairs()
    return Reply(True, "back", {"chair": chair, "code": e.codes[chair]})


def rename(e: Evening, r: Rename) -> Reply:
    name = readable(r.name)
    if name is None:
        return e.no("bad-name", most=NAME_LETTERS)
    if taken(e, name, r.chair):
        return e.no("name-taken", name=name)
    e.change(r.chair, name=name)
    e.keep_chairs()
    return Reply(True)


def leave(e: Evening, r: Leave) -> Reply:
    return free_chair(e, FreeChair(chair=r.chair))


def free_chair(e: Evening, r: FreeChair) -> Reply:
    chair = e.chairs[r.chair]
    if chair.presence == "free":
        return e.no("chair-free")
    e.empty(r.chair)
    if chair.seat is not None:
        e.bots.pop(chair.seat, None)
    e.say("chair-freed", name=chair.name, seat=r.chair)
    e.keep_chairs()
    return Reply(True)


def add_bot(e: Evening, r: AddBot) -> Reply:
    wanted = [c for c in e.chairs if c.presence == "free" and (e.stage == "lobby" or c.seat is not None)]
    chair = next((c for c in wanted if r.chair in (None, c.id)), None)
    if chair is None:
        return e.no("no-free-chair")
    names = {c.name for c in e.chairs}
    name = chair.name or next(f"Bot {k}" for k in range(1, CHAIRS + 2) if f"Bot {k}" not in names)
    e.change(chair.id, name=name, presence="bot")
    if chair.seat is not None:
        e.say("newcomer", name=name, seat=chair.seat)
    e.keep_chairs()
    return Reply(True, detail={"chair": chair.id})


def add_unnamed(e: Evening) -> Reply:
    """A seat for somebody who plays with panel and cards alone."""
    chair = next((c for c in e.chairs if c.presence == "free"), None)
    if chair is None:
        return e.no("no-free-chair")
    e.change(chair.id, name=e.words()("chair.unnamed", n=chair.id + 1), presence="panel")
    e.keep_chairs()
    return Reply(True, detail={"chair": chair.id})


def drop_last(e: Evening) -> Reply:
    """Take away the last seat that no phone holds."""
    chair = next((c for c in reversed(e.chairs) if c.presence in ("panel", "bot", "badge")), None)
    if chair is None:
        return e.no("no-such-chair")
    e.empty(chair.id)
    e.keep_chairs()
    return Reply(True)


def presence(e: Evening, r: Presence) -> Reply:
    if e.chairs[r.chair].presence in ("phone", "away"):
        e.change(r.chair, presence="phone" if r.here else "away")
    return Reply(True)


def contribute(e: Evening, r: Contribute) -> Reply:
    try:
        e.contributions[r.chair] = fair.contribution(r.text)
    except ValueError:
        return e.no("bad-contribution")
    e.change(r.chair, contributed=True)
    return Reply(True)


def raise_hand(e: Evening, r: RaiseHand) -> Reply:
    e.change(r.chair, hand=r.up)
    return Reply(True)


def choose(e: Evening, r: Choose) -> Reply:
    if e.stage != "lobby":
        return e.no("match-running")
    if r.game not in e.games:
        return e.no("no-such-game")
    if r.game != e.game:
        e.game = r.game
        e.options = remembered(e, r.game)
        e.ledger = e.house.setting(f"ledger {r.game}", {})
        e.keep(lambda: e.house.set(game=r.game))
    return Reply(True)


def remembered(e: Evening, game: str) -> Options:
    """The switches as they were last set at this table, where they still fit the game."""
    try:
        return e.games[game].options_from(e.house.setting(f"options {game}", {}))
    except BadMove:
        return e.games[game].options()


def set_switch(e: Evening, r: SetSwitch) -> Reply:
    if e.stage != "lobby" or e.game is None or e.options is None:
        return e.no("frozen-options")
    game = e.games[e.game]
    if r.name not in {s.name for s in switches(game.options)}:
        return e.no("no-such-switch")
    try:
        return set_options(e, game.options_from({**plain_options(e.options), r.name: r.value}))
    except BadMove:
        return e.no("bad-switch", name=r.name)


def set_preset(e: Evening, r: SetPreset) -> Reply:
    if e.stage != "lobby" or e.game is None or e.options is None:
        return e.no("frozen-options")
    try:
        return set_options(e, e.games[e.game].preset(r.preset, e.options))
    except BadMove:
        return e.no("no-such-switch")


def set_options(e: Evening, options: Options) -> Reply:
    e.options = options
    plain, name = plain_options(options), f"options {e.game}"
    e.keep(lambda: e.house.set(**{name: plain}))
    return Reply(True)


def quick_switches(e: Evening) -> list[str]:
    """Those that the panel can go through: every switch with a short list of values."""
    if e.game is None:
        return []
    game, now = e.games[e.game], e.options or e.games[e.game].options()
    return [s.name for s in switches(game.options) if s.kind in ("bool", "choice") and game.matters(now, s.name)]


def next_preset(e: Evening) -> str:
    """The one after the present one; of one that has been changed first itself, unchanged."""
    assert e.game is not None and e.options is not None
    game = e.games[e.game]
    names, now = list(game.presets), game.preset_of(e.options)
    return names[(names.index(now) + 1) % len(names)] if now else game.near(e.options) or names[0]


def next_value(e: Evening, name: str) -> Any:
    """The value after the present one."""
    assert e.game is not None
    switch = next(s for s in switches(e.games[e.game].options) if s.name == name)
    values = [False, True] if switch.kind == "bool" else list(switch.values)
    return values[(values.index(getattr(e.options, name)) + 1) % len(values)]


def set_language(e: Evening, r: SetLanguage) -> Reply:
    e.language = r.language
    e.keep(lambda: e.house.set(language=r.language))
    return Reply(True)


def set_setting(e: Evening, r: Set) -> Reply:
    if r.value not in SETTINGS.get(r.name, ()):
        return e.no("bad-switch", name=r.name)
    e.keep(lambda: e.house.set(**{r.name: r.value}))
    return Reply(True)


def add_badge(e: Evening, r: AddBadge) -> Reply:
    e.badge_for = r.chair
    return Reply(True)


def afresh(e: Evening, r: Afresh) -> Reply:
    if e.stage != "lobby" or e.game is None:
        return e.no("match-running" if e.game else "choose-first")
    name = f"ledger {e.game}"
    e.ledger = {}
    e.keep(lambda: e.house.set(**{name: None}))
    return Reply(True)


def goes_on(e: Evening) -> bool:
    """Whether the next match carries on what an earlier one has left; of one that is over, what it leaves."""
    if e.session:
        match = e.session.match
        return match.over and e.session.game.goes_on(e.session.options, match.result.ledger)
    return e.game is not None and e.games[e.game].goes_on(e.options, e.ledger)


def chain_over(e: Evening) -> bool:
    """Whether the match that has ended was the last of a chain."""
    return e.stage == "over" and e.session is not None and bool(e.session.match.result.ledger) and not goes_on(e)


def start(e: Evening, r: Start) -> Reply:
    if e.stage != "lobby":
        return e.no("match-running")
    if e.game is None:
        return e.no("choose-first", on_board=True)
    return begin(e)


def fits(e: Evening) -> bool:
    """Whether the chosen game takes those who sit."""
    low, high = room(e)
    return low <= len(e.occupied()) <= high


def room(e: Evening) -> tuple[int, int]:
    """From how many to how many may play what is chosen."""
    assert e.game is not None
    return e.games[e.game].takes(e.options or e.games[e.game].options())


def begin(e: Evening) -> Reply:
    """A match with those who sit, clockwise; the order never changes while it lasts."""
    assert e.game is not None
    assert e.options is not None
    if not fits(e):
        low, high = room(e)
        return e.no("seats" if low < high else "seats-exactly", on_board=True, low=low, high=high, n=len(e.occupied()))
    game, sitting = e.games[e.game], e.occupied()
    if game.by_hand and game.by_hand(e.options) and any(c.presence == "bot" for c in sitting):
        return e.no("no-bots", on_board=True)
    header = Header(
        match=f"{game.id}-{secrets.token_hex(4)}",
        game=game.id,
        seats=len(sitting),
        options={**plain_options(e.options)},
        names=[c.name for c in sitting],
        chairs=[c.id for c in sitting],
        created=1 + max((m.header.created for m in listing(e.folder) if m.header), default=0),
        language=e.language,
        ledger=e.ledger if goes_on(e) else {},  # of a chain that is over nothing is taken up
    )
    contributions = {s: e.contributions[c.id] for s, c in enumerate(sitting) if c.id in e.contributions}
    try:
        game.match(header.seats, e.options, header.ledger)
    except BadMove:
        return e.no("unfit-ledger", on_board=True)
    try:
        e.session = Session.begin(game, e.folder, header, e.seed, contributions)
    except NotSaved as error:
        return e.no("not-saved", on_board=True, why=error.why)
    for c in e.chairs:
        e.change(c.id, seat=next((s for s, o in enumerate(sitting) if o.id == c.id), None), hand=False)
    next_seed(e)
    e.keep_chairs()
    take_up(e)
    return Reply(True, detail={"match": header.match}, saved=e.saved)


def take_up(e: Evening) -> None:
    """The table plays the session that it holds."""
    assert e.session is not None
    e.game, e.options = e.session.game.id, e.session.options
    e.stage = "over" if e.session.match.over else "playing"
    e.paused, e.alarm, e.menu = False, None, None
    e.seen = e.told_by_now
    e.agreed, e.memories, e.bots = set(), {}, {}
    e.pieces = e.session.noted()


def next_seed(e: Evening) -> None:
    """A new commitment, to which phones add anew: for the match after the one that begins, shown and added to
    before that one has ended and another follows at once."""
    e.seed, e.contributions = fair.new_seed(), {}
    e.chairs = [replace(c, contributed=False) for c in e.chairs]


def plain_options(options: Options) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(options)
    return plain


def carry_on(e: Evening, result: Outcome | None) -> None:
    """What a match leaves for the next one of its game is kept beyond the evening; of one that leaves nothing, what was
    there before."""
    if result and result.ledger:
        e.ledger = dict(result.ledger)
        e.keep(lambda: e.house.set(**{f"ledger {e.game}": e.ledger}))


handlers: dict[type, Any] = {
    Sit: sit, Comeback: come_back, Rename: rename, Leave: leave, FreeChair: free_chair, AddBot: add_bot,
    Presence: presence, Contribute: contribute, RaiseHand: raise_hand, Choose: choose, SetSwitch: set_switch,
    SetPreset: set_preset,
    SetLanguage: set_language, Set: set_setting, AddBadge: add_badge, Start: start, Afresh: afresh,
}  # fmt: skip
