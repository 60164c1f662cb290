"""What makes a deck a good one: every promise of the house deck as a question to any deck, answered in plain words.

`parse_deck` refuses what cannot be played; what is found here can be played, but would play badly. The counts are those
of the house deck (DECK-01..20 of RULES.md); a deck of another size is measured against its own number of options.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from .content import Card, EventCard, HistoryCard, Option, Story, Text, content
from .lore import RESOURCES, ArcEnd, Grant, Happening, Mark, Move, Sway, Tale, Unlock
from .scoring import resource_points

LENGTHS = {"title": (3, 40), "text": (200, 600), "label": (3, 60), "result": (60, 300)}


class Finding(NamedTuple):
    """One thing that is not as it should be: the check, where, what."""

    check: str
    place: str
    what: str


class Chosen(NamedTuple):
    card: Card
    side: str
    option: Option

    @property
    def steps(self) -> dict[str, int]:
        return {e.resource: e.steps for e in self.option.effects if isinstance(e, Move)}

    @property
    def net(self) -> int:
        return sum(self.steps.values())

    @property
    def mass(self) -> int:
        return sum(map(abs, self.steps.values()))


def options(story: Story) -> list[Chosen]:
    return [Chosen(c, side, option) for c in story.dilemmas for side, option in (("aye", c.aye), ("nay", c.nay))]


def unlocks(option: Option) -> list[str]:
    return [e.card for e in option.effects if isinstance(e, Unlock)]


def check(story: Story) -> list[Finding]:
    """All findings but those of long simulations."""
    return [Finding(name, place, what) for name, question in CHECKS.items() for place, what in question(story)]


Answers = Iterator[tuple[str, str]]


def _shape(story: Story) -> Answers:
    for arc in story.arcs:
        own = [c for c in story.dilemmas if c.arc == arc.id]
        if len(own) != 8:
            yield arc.id, f"has {len(own)} dilemmas, not 8"
        for card in own:
            if card.id[:4] != f"{arc.id}-" or not card.id[4:].isdigit():
                yield card.id, f"should be called {arc.id}-NN"
        leanings = sorted(h.leaning for h in story.history if h.arc == arc.id)
        if leanings != ["chaos", "order"]:
            yield arc.id, "wants one history card of order and one of chaos"
        if sum(e.arc == arc.id for e in story.events) != 1:
            yield arc.id, "wants one event"
    if len(story.arcs) != 6:
        yield "arcs", f"there are {len(story.arcs)}, not 6"


def _said(story: Story) -> Iterator[tuple[str, Text, str]]:
    for card in story.dilemmas:
        yield f"{card.id}, title", card.title, "title"
        yield f"{card.id}, text", card.text, "text"
        for side, option in (("aye", card.aye), ("nay", card.nay)):
            yield f"{card.id}, {side}, label", option.label, "label"
            yield f"{card.id}, {side}, result", option.result, "result"
            if option.milestone:
                yield f"{card.id}, {side}, milestone", option.milestone, "title"
    others: list[HistoryCard | EventCard] = [*story.history, *story.events]
    for other in others:
        yield f"{other.id}, title", other.title, "title"
        yield f"{other.id}, text", other.text, "result"
    for arc in story.arcs:
        yield f"{arc.id}, name", arc.name, "title"


def _texts(story: Story) -> Answers:
    seen: dict[str, str] = {}
    for place, text, kind in _said(story):
        low, high = LENGTHS[kind]
        if text.es == text.en:
            yield place, "both languages are the same"
        for lang in ("es", "en"):
            words = text.of(lang)
            if not low <= len(words) <= high:
                yield f"{place}, {lang}", f"{len(words)} letters, not {low} to {high}"
            if kind != "title" and words in seen:
                yield f"{place}, {lang}", f"the same as {seen[words]}"
            seen[words] = f"{place}, {lang}"


def _graph(story: Story) -> Answers:
    cards = {c.id: c for c in story.dilemmas}
    reached = {c.id for c in story.dilemmas if c.start}
    edges = {c.id: {*unlocks(c.aye), *unlocks(c.nay)} for c in story.dilemmas}
    for arc in story.arcs:
        if (starts := sum(c.start for c in story.dilemmas if c.arc == arc.id)) != 2:
            yield arc.id, f"{starts} cards begin it, not 2"
    for chosen in options(story):
        opened = unlocks(chosen.option)
        if len(opened) > 2:
            yield f"{chosen.card.id}, {chosen.side}", "unlocks more than two cards"
        for other in opened:
            if cards[other].arc != chosen.card.arc:
                yield f"{chosen.card.id}, {chosen.side}", f"unlocks {other} of another story"
            if cards[other].start:
                yield f"{chosen.card.id}, {chosen.side}", f"unlocks {other}, which is never locked"
    while True:
        more = {o for c in reached for o in edges[c]} - reached
        if not more:
            break
        reached |= more
    for lost in sorted(cards.keys() - reached):
        yield lost, "can never be reached"
    left = dict(edges)
    while ends := [c for c, to in left.items() if not to & left.keys()]:
        for c in ends:
            del left[c]
    if left:
        yield ", ".join(sorted(left)), "unlock each other in a circle"


class Play(NamedTuple):
    cards: int
    endings: tuple[str, ...]


def plays(story: Story, arc: str) -> list[Play]:
    """Every way through a story, whatever is decided."""
    cards = {c.id: c for c in story.dilemmas if c.arc == arc}
    first = (frozenset(c.id for c in cards.values() if c.start), frozenset[str](), tuple[str, ...]())
    todo, seen, done = [first], {first}, set[Play]()
    while todo:
        open_, met, endings = todo.pop()
        if not open_:
            done.add(Play(len(met), endings))
            continue
        card = cards[min(open_)]
        after = met | {card.id}
        for option in (card.aye, card.nay):
            ends = tuple(e.ending for e in option.effects if isinstance(e, ArcEnd))
            opened = {u for u in unlocks(option) if u in cards} - after
            now = (open_ - {card.id} | opened, after, (*endings, *ends))
            if now not in seen:
                seen.add(now)
                todo.append(now)
    return sorted(done)


def _endings(story: Story) -> Answers:
    for arc in story.arcs:
        found: set[str] = set()
        for play in plays(story, arc.id):
            if not 5 <= play.cards <= 7:
                yield arc.id, f"can be told in {play.cards} cards, not in 5 to 7"
            if len(play.endings) != 1:
                yield arc.id, f"can end {len(play.endings)} times"
            found.update(play.endings)
        if found != set(arc.endings):
            yield arc.id, f"reaches the endings {sorted(found)}, and names {sorted(arc.endings)}"
        fates = {e.fate for c in story.dilemmas if c.arc == arc.id for o in (c.aye, c.nay)
                 for e in o.effects if isinstance(e, ArcEnd)}  # fmt: skip
        if sum(fates) != 0:
            yield arc.id, f"its fates {sorted(fates)} do not balance"
        forks = sum(set(unlocks(c.aye)) != set(unlocks(c.nay)) for c in story.dilemmas if c.arc == arc.id)
        if forks < 2:
            yield arc.id, "has fewer than two forks"


def _steps(story: Story) -> Answers:
    for chosen in options(story):
        place = f"{chosen.card.id}, {chosen.side}"
        moves = [e for e in chosen.option.effects if isinstance(e, Move)]
        if not 1 <= len(moves) <= 3 or len(chosen.steps) < len(moves):
            yield place, "moves 1 to 3 resources, each once"
        if any(e.steps == 0 for e in moves):
            yield place, "a step of 0"
        if any(isinstance(e, Sway) for e in chosen.option.effects):
            yield place, "moves stability by itself"
        if any(isinstance(e, Grant) for e in chosen.option.effects):
            yield place, "needs rich_effects"
        if not 3 <= chosen.mass <= 7:
            yield place, f"moves {chosen.mass} steps in all, not 3 to 7"
        if not -3 <= chosen.net <= 3:
            yield place, f"moves the balance by {chosen.net}"
    for aye, nay in _pairs(story):
        if abs(aye.mass - nay.mass) > 2:
            yield aye.card.id, f"one option moves {aye.mass} steps, the other {nay.mass}"
        if aye.net == nay.net:
            yield aye.card.id, f"both options move the balance by {aye.net}"


def _pairs(story: Story) -> list[tuple[Chosen, Chosen]]:
    every = options(story)
    return list(zip(every[::2], every[1::2], strict=True))


def _balance(story: Story) -> Answers:
    every = options(story)
    mixed = sum(min(c.steps.values()) < 0 < max(c.steps.values()) for c in every)
    if mixed < len(every) * 60 / 96:
        yield "options", f"only {mixed} move one resource up and another down"
    for resource in RESOURCES:
        up = sum(max(0, c.steps.get(resource, 0)) for c in every)
        down = sum(max(0, -c.steps.get(resource, 0)) for c in every)
        if not all(len(every) * 30 / 96 <= n <= len(every) * 60 / 96 for n in (up, down)):
            yield resource, f"{up} steps up and {down} down, not 30 to 60 of 96 options"
        elif not 0.8 <= up / down <= 1.25:
            yield resource, f"{up} steps up against {down} down"
    for where, some, most in (
        ("options", every, 0.25),
        ("start cards", [c for c in every if c.card.start], 0.2),
    ):
        mean = sum(c.net for c in some) / len(some)
        if abs(mean) > most:
            yield where, f"move the balance by {mean:+.2f} on average"
    pairs = _pairs(story)
    higher = sum(a.net > n.net for a, n in pairs)
    if not len(pairs) * 20 / 48 <= higher <= len(pairs) * 28 / 48:
        yield "aye", f"lifts the realm more than nay on {higher} of {len(pairs)} cards"
    unlike = [(a.mass, n.mass) for a, n in pairs if a.mass != n.mass]
    share = sum(a > n for a, n in unlike) / max(1, len(unlike))
    if not 0.25 <= share <= 0.75:
        yield "aye", f"moves more than nay on {share:.0%} of the cards where they differ"


def _skulls(story: Story) -> Answers:
    skulls = Counter(c.arc for c in story.dilemmas if c.skull)
    if skulls.total() != 16:
        yield "skull", f"{skulls.total()} cards bear it, not 16"
    for arc in story.arcs:
        if not 2 <= skulls[arc.id] <= 4:
            yield arc.id, f"{skulls[arc.id]} skulls, not 2 to 4"
    on_start = sum(c.skull for c in story.dilemmas if c.start)
    if not 3 <= on_start <= 5:
        yield "skull", f"on {on_start} start cards, not 3 to 5"


def _milestones(story: Story) -> Answers:
    marked = [(c, e) for c in options(story) for e in c.option.effects if isinstance(e, Mark)]
    if not 24 <= len(marked) <= 36:
        yield "milestones", f"{len(marked)} options carry one, not 24 to 36"
    for resource in RESOURCES:
        kinds = Counter(e.polarity for _, e in marked if e.resource == resource)
        if not 4 <= kinds.total() <= 8 or min(kinds["positive"], kinds["negative"]) < 2:
            yield resource, f"{kinds['positive']} positive and {kinds['negative']} negative milestones"
    for c, e in marked:
        if (c.steps.get(e.resource, 0) > 0) != (e.polarity == "positive") or e.resource not in c.steps:
            yield f"{c.card.id}, {c.side}", f"a {e.polarity} milestone of {e.resource}, which it does not move so"


def _events(story: Story) -> Answers:
    kinds = Counter(e.kind for e in story.events)
    drifts = sorted(e.steps for e in story.events if e.kind == "drift")
    if drifts != [-1, 1] or min(kinds[k] for k in ("min_vote", "no_moderator", "double_coin")) < 1:
        yield "events", "two drifts, one up and one down, and each other kind"
    started = [[e.card for e in c.option.effects if isinstance(e, Happening) and e.action == "start"]
               for c in options(story)]  # fmt: skip
    for event in story.events:
        if not 1 <= (n := sum(event.id in cards for cards in started)) <= 2:
            yield event.id, f"is started by {n} options"
    if any(len(cards) > 1 for cards in started):
        yield "events", "an option starts two"
    told = Counter(e.card for c in options(story) for e in c.option.effects if isinstance(e, Tale))
    for card in story.history:
        if not told[card.id]:
            yield card.id, "is never placed"


CHECKS: dict[str, Callable[[Story], Answers]] = {
    "DECK-01": _shape,
    "DECK-02": _texts,
    "DECK-03": _graph,
    "DECK-04, 05, 17": _endings,
    "DECK-06, 07, 08, 18": _steps,
    "DECK-09..13": _balance,
    "DECK-14": _skulls,
    "DECK-15": _milestones,
    "DECK-16": _events,
}


# ---- long simulations


class Run(NamedTuple):
    """What became of many reigns with random sides."""

    length: float
    high: float  # share of reigns
    low: float
    points: dict[str, float]  # mean of each plan's resource points


def simulate(story: Story, reigns: int, seed: int = 1) -> Run:
    """DECK-19. First reigns with uniform random sides."""
    rng = Random(seed)
    length, ends = 0, Counter[str]()
    points = dict.fromkeys((p.id for p in content().plans), 0)
    for _ in range(reigns):
        world = _World(story, rng)
        ends[world.reign()] += 1
        length += world.rounds
        for plan in content().plans:
            points[plan.id] += resource_points(plan, world.tracks)
    return Run(
        length / reigns, ends["high"] / reigns, ends["low"] / reigns, {p: n / reigns for p, n in points.items()}
    )


def campaigns(story: Story, many: int, seed: int = 2) -> tuple[float, float, float]:
    """DECK-20. Shares: cannot start a fourth reign; one of the first three, and the fourth, ends with an empty deck."""
    rng = Random(seed)
    stuck = early = fourth = 0
    for _ in range(many):
        world = _World(story, rng)
        for number in range(1, 5):
            if not world.deck or len(world.finished) == len(story.arcs):
                stuck += 1
                break
            if world.reign() == "empty":
                early, fourth = early + (number < 4), fourth + (number == 4)
    return stuck / many, early / many, fourth / many


class _World:
    """A realm in which every vote is a coin: tracks, balance, deck, and nothing else."""

    def __init__(self, story: Story, rng: Random) -> None:
        self.rng, self.cards = rng, {c.id: c for c in story.dilemmas}
        self.events = {e.id: e for e in story.events}
        self.deck = [c.id for c in story.dilemmas if c.start]
        self.locked = {c.id for c in story.dilemmas if not c.start}
        self.finished: set[str] = set()

    def reign(self) -> str:
        self.tracks = dict.fromkeys(RESOURCES, 9)
        self.balance, self.end, self.rounds = 9, "", 0
        running: dict[str, int] = {}
        while self.deck:
            card = self.cards[self.deck.pop(self.rng.randrange(len(self.deck)))]
            self.rounds += 1
            started = self.happen(self.rng.choice((card.aye, card.nay)))
            for name in list(running):
                event = self.events[name]
                if event.kind == "drift" and not self.end:
                    self.move(event.resource, event.steps)
                running[name] -= 1
                if not running[name]:
                    del running[name]
            running |= {name: self.events[name].rounds for name in started}
            if self.end:
                return self.end
            if self.rounds == 10 or (self.rounds >= 6 and card.skull):
                return "death"
        return "empty"

    def happen(self, option: Option) -> list[str]:
        started = []
        for effect in option.effects:
            match effect:
                case Move(resource=resource, steps=steps):
                    self.move(resource, steps)
                case Unlock(card=card) if card in self.locked:
                    self.locked.remove(card)
                    self.deck.append(card)
                case Happening(card=card, action="start"):
                    started.append(card)
                case ArcEnd(arc=arc):
                    self.finished.add(arc)
        return started

    def move(self, resource: str, steps: int) -> None:
        self.tracks[resource] = max(1, min(17, self.tracks[resource] + steps))
        if not self.end:
            self.balance = max(1, min(17, self.balance + steps))
            self.end = {1: "low", 17: "high"}.get(self.balance, "")
