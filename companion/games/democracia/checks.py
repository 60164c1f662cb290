"""What the types of the data files cannot say: whether their records can be played with. A fault is a place in a file
and what is wrong there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from string import Formatter
from typing import TYPE_CHECKING, Any, TypeAlias

from companion.games import ContentError

from .language import effect, misplaced
from .plan import FAMILIES, KINDS, MAJOR, PARTIES, Family, Kind, Seating

if TYPE_CHECKING:
    from .content import CardRow, Content

Faults: TypeAlias = Iterator[tuple[str, str]]
PLAYED: tuple[Family, ...] = ("campaign", "funding", "intrigue")
PLAYERS: tuple[Kind, ...] = ("leader", "baron", "media", "gov_media")  # who may be given cards
SOLD: tuple[Kind, ...] = ("baron", "media", "judge")


def check(c: Content, ours: Content, players: tuple[int, int]) -> None:
    """Raises ContentError with the first fault. `ours`: the house set, whose names the pictures know."""
    found: dict[str, tuple[Faults, ...]] = {
        "agents": (twice(c.agents.agents), kinds(c), agents(c)),
        "cards": (twice(c.cards.cards), cards(c), families(c)),
        "board": (twice(c.board.communities), communities(c, ours), tables(c, players), tokens(c)),
        "pensions": (twice(c.pensions.pensions), pensions(c)),
        "effects": (texts(c, ours),),
        "environment": (weather(c),),
    }
    for file, faults in found.items():
        for place, what in (fault for some in faults for fault in some):
            raise ContentError(f"{file}.toml: {place}: {what}")


def twice(rows: Sequence[Any]) -> Faults:
    for id, n in Counter(row.id for row in rows).items():
        if n > 1:
            yield id, "stands there twice"


# ---- cards


def cards(c: Content) -> Faults:
    for row in c.cards.cards:
        if bool(row.effect) == bool(row.options):
            yield row.id, "either effect or options, one of the two"
        yield from ((f"{row.id}, {place}", what) for place, what in (*played(c, row), *says(row)))


def says(row: CardRow) -> Faults:
    """What its effects say, each by itself and together."""
    kind = "briefcase" if row.briefcase else f"{row.family} {row.window}".strip()
    for said in [row.effect, *(o.effect for o in row.options)]:
        try:
            effects = tuple(map(effect, said))
        except ValueError as error:
            yield "effect", str(error)
            return
        if said and (wrong := misplaced(effects, kind)):
            yield "effect", wrong
        for x in effects:
            if x.do == "discard_agent" and sorted(x.kinds) != sorted(row.targets):
                yield "targets", f"the kinds that it discards: {', '.join(x.kinds)}"


def played(c: Content, row: CardRow) -> Faults:
    """By whom and when."""
    if row.family in (*PLAYED, "ability"):
        if not row.agents:
            yield "agents", "no agent can play it"
        for kind in row.agents:
            if row.family not in c.agents.kinds[kind].plays:
                yield "agents", f"a {kind} plays no {row.family} cards"
        if row.window:
            yield "window", "of reactions and President cards, and only of these"
    else:
        if not row.window:
            yield "window", "when it may be played"
        if row.cost:
            yield "cost", "money exists only in the own turn: it must cost nothing"
    if row.options and (row.family in ("funding", "reaction", "president") or row.briefcase):
        yield "options", "only of campaigns, intrigues and abilities"
    if row.family == "funding" and row.cost:
        yield "cost", "funding costs nothing"
    if row.briefcase and row.family != "intrigue":
        yield "briefcase", "only intrigues are briefcases"
    if bool(row.targets) != row.briefcase:
        yield "targets", "of briefcases, and only of these"


def families(c: Content) -> Faults:
    for family in FAMILIES:
        if not any(r.family == family and not r.briefcase for r in c.cards.cards):
            yield family, "no card of it"
    for kind in PLAYERS:
        if len([r for r in c.cards.cards if r.family == "ability" and r.agents == [kind]]) != 1:
            yield f"ability of {kind}", "exactly one card"
    abilities = [r.id for r in c.cards.cards if r.family == "ability"]
    if len(abilities) > len(PLAYERS):
        yield ", ".join(abilities), "one ability for each kind of agent, and no more"


# ---- agents


def kinds(c: Content) -> Faults:
    for kind in KINDS:
        record = c.agents.kinds.get(kind)
        if record is None:
            yield f"kinds.{kind}", "missing"
            return
        if (record.price is not None) != (kind in SOLD):
            yield f"kinds.{kind}, price", f"of {', '.join(SOLD)}, and only of these"
        if ("ability" in record.plays) != (kind in PLAYERS) or (record.plays and kind not in PLAYERS):
            yield f"kinds.{kind}, plays", f"{', '.join(PLAYERS)} play abilities, and others play nothing"
        if {"reaction", "president"} & set(record.plays):
            yield f"kinds.{kind}, plays", "reactions and President cards are played from the hand"


def agents(c: Content) -> Faults:
    for a in c.agents.agents:
        if bool(a.party) != (a.kind in ("leader", "baron", "media")):
            yield f"{a.id}, party", "of leaders, barons and media, and only of these"
    for kind in ("gov_media", "attorney"):
        if sum(a.kind == kind for a in c.agents.agents) != 1:
            yield kind, "exactly one agent"
    for t in c.board.tables:
        for party in PARTIES:
            members = sum(c.agent(x).party == party for x in t.leaders if x in leaders(c))
            for kind, each in (("baron", 2), ("media", 1)):
                if sum(a.party == party and a.kind == kind for a in c.agents.agents) < members * each:
                    yield f"{kind}, {party}", f"not enough for {t.players} players"


def leaders(c: Content) -> set[str]:
    return {a.id for a in c.agents.agents if a.kind == "leader"}


# ---- the board


def communities(c: Content, ours: Content) -> Faults:
    rows, known = c.board.communities, {row.id for row in ours.board.communities}
    if wrong := {row.id for row in rows} ^ known:
        yield "communities", f"the map has these {len(known)}, by their id: see {', '.join(sorted(wrong))}"
    if sum(row.metal == "bronze" for row in rows) < max(t.players for t in c.board.tables):
        yield "communities", "6 of bronze at least, for the bastions"
    if set(c.board.metals) != {"gold", "silver", "bronze"}:
        yield "metals", "gold, silver and bronze"
    if not 2 * c.board.constants.majority > len(known) >= c.board.constants.majority:
        yield "constants, majority", "more than half of the seats"
    if c.board.constants.pop_start > c.board.constants.pop_max:
        yield "constants, pop_start", "at most pop_max"


def tables(c: Content, players: tuple[int, int]) -> Faults:
    least, most = players
    if [t.players for t in c.board.tables] != list(range(least, most + 1)):
        yield "tables", f"one for each of {least} to {most} players"
    for t in c.board.tables:
        yield from ((f"tables, {t.players} players, {place}", what) for place, what in table(c, t))


def table(c: Content, t: Seating) -> Faults:
    if not len(t.leaders) == len(set(t.leaders)) == t.players:
        yield "leaders", "one for each player"
    if not set(t.leaders) <= leaders(c):
        yield "leaders", "leaders of agents.toml"
        return
    members, each = Counter(c.agent(x).party for x in t.leaders), 1 if t.players < 4 else 2
    if not all(members[p] == each if p in MAJOR else members[p] <= 1 for p in PARTIES):
        yield "leaders", f"of blue and of red {each}, of green and of yellow one at most"
    if not t.judges % 2 or t.judges > sum(a.kind == "judge" for a in c.agents.agents):
        yield "judges", "odd, and so many that exist"
    if t.rounds[-1:] != ("elections",) or t.rounds.count("elections") > 1:
        yield "rounds", "a legislature ends with its elections"


def tokens(c: Content) -> Faults:
    if not set(c.board.votes) == set(c.board.chips) == set(PARTIES):
        yield "votes and chips", "of all four parties"
    elif any(c.board.votes[p] < len(c.board.communities) for p in MAJOR):
        yield "votes", "a majority party fills any election"


# ---- the rest


def pensions(c: Content) -> Faults:
    worth = [row.points / row.price for row in sorted(c.pensions.pensions, key=lambda row: row.price)]
    if worth != sorted(worth):
        yield "points", "points for the euro never fall as the price rises"


def texts(c: Content, ours: Content) -> Faults:
    """All that ours have, and no other gaps."""
    said = {row.id: row for row in c.effects.effects}
    for row in ours.effects.effects:
        if row.id not in said:
            yield row.id, "no text"
            return
        for text in (said[row.id].text_es, said[row.id].text_en):
            if more := gaps(text) - gaps(row.text_es) - gaps(row.text_en):
                yield row.id, f"nothing fills {', '.join(sorted(more))}"


def gaps(text: str) -> set[str]:
    try:
        return {f"{{{name}}}" for _, name, _, _ in Formatter().parse(text) if name is not None}
    except ValueError:
        return {text}


def weather(c: Content) -> Faults:
    e, skies = c.environment, ("stability", "boom", "crisis")
    yield from missing("copies", e.copies, skies)
    yield from missing("shift", e.shift, skies)
    yield from missing("debate", e.debate, skies)
    for sky, rows in e.debate.items():
        yield from missing(f"debate.{sky}", rows, ("power", "opposition"))
    if not any(e.copies.values()):
        yield "copies", "one card at least"


def missing(place: str, found: Iterable[str], wanted: Iterable[str]) -> Faults:
    if left := set(wanted) - set(found):
        yield place, f"also of {', '.join(sorted(left))}"
