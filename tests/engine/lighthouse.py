"""A made-up game that says every word of the grammar: smugglers, one lighthouse, a few nights."""
from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec

from companion.engine import (
    HOST,
    Ask,
    Component,
    Contents,
    Correction,
    Deck,
    Event,
    Game,
    Move,
    Options,
    Outcome,
    Over,
    Rang,
    Script,
    Seat,
    Setup,
    State,
    about,
    after,
    ask,
    assign,
    beside,
    default,
    each,
    everyone,
    fact,
    first,
    looking,
    nobody,
    number,
    one_of,
    order_of,
    owner,
    place_of,
    seat_of,
    share,
    some_of,
    text,
    together,
    upon,
    urn,
    yes_no,
)
from companion.locale import add_home

add_home("lighthouse", Path(__file__).parent)

CARGO = ["rum"] * 9 + ["silk"] * 9 + ["lamp"] * 3 + ["salt"] * 15
STOPS = ["cape", "reef", "cave", "quay"]


class NameBoat(Move, frozen=True, tag="name-boat"):
    name: str


class Load(Move, frozen=True, tag="load"):
    crates: dict[str, str]


class Route(Move, frozen=True, tag="route"):
    stops: list[str]


class Bid(Move, frozen=True, tag="bid"):
    coins: int


class Pay(Move, frozen=True, tag="pay"):
    coins: dict[Seat, int]


class Keep(Move, frozen=True, tag="keep"):
    cards: list[str]


class Hire(Move, frozen=True, tag="hire"):
    crew: dict[str, str]


class Burn(Move, frozen=True, tag="burn"):
    place: int


class Pass(Move, frozen=True, tag="pass"):
    pass


class Alarm(Move, frozen=True, tag="alarm"):
    agree: bool


class Looked(Move, frozen=True, tag="looked"):
    pass


class Sail(Move, frozen=True, tag="sail"):
    pass


class Whisper(Move, frozen=True, tag="whisper"):
    to: Seat


class Listen(Move, frozen=True, tag="listen"):
    pass


class Hush(Move, frozen=True, tag="hush"):
    pass


class Repeat(Move, frozen=True, tag="repeat"):
    pass


class Arrest(Move, frozen=True, tag="arrest"):
    seat: Seat


class Wreck(Move, frozen=True, tag="wreck"):
    pass


class Note(Event, frozen=True, tag="note"):
    what: str


class Hand(Event, frozen=True, tag="hand"):
    cards: list[str]


class Switches(Options, frozen=True, kw_only=True):
    whispers: bool = True
    wind: Literal["calm", "storm"] = "calm"
    nights: Annotated[int, msgspec.Meta(ge=1, le=3)] = 2
    cargo: Literal["companion", "cards"] = "companion"

    @property
    def tapped(self) -> frozenset[str]:
        return frozenset({"cargo"} if self.cargo == "cards" else ())


class Night(State):
    n: int = fact(everyone)
    switches: Switches = fact(everyone)
    deck: Deck = fact(nobody, counted=True)
    hands: dict[Seat, list[str]] = fact(owner, counted=True, default_factory=dict)
    coins: dict[Seat, int] = fact(owner, default_factory=dict)
    loads: dict[Seat, dict[str, str]] = fact(owner, counted=True, default_factory=dict)
    looked: list[Seat] = fact(everyone, default_factory=list)
    boats: dict[Seat, str] = fact(everyone, default_factory=dict)
    prison: list[Seat] = fact(everyone, default_factory=list)
    whispers: int = fact(everyone, default=0)
    nights: int = fact(everyone, default=0)
    quiet: bool = fact(everyone, default=False)
    leader: Seat = fact(everyone, default=0)
    route: list[str] = fact(everyone, default_factory=list)
    notes: list[str] = fact(everyone, default_factory=list)
    sunk: list[str] = fact(nobody, default_factory=list)
    listening: Seat | None = fact(everyone, default=None)
    stash: int = fact(everyone, default=0)

    def free(self) -> list[Seat]:
        return [s for s in range(self.n) if s not in self.prison]

    def note(self, what: str) -> None:
        self.notes.append(what)
        self.tell(Note(what))


def start(s: Setup) -> Night:
    coins = dict.fromkeys(range(s.seats), 5)
    deck = Deck.of("cargo", CARGO)
    return Night(n=s.seats, switches=s.options, deck=deck, coins=coins, stash=s.ledger.get("stash", 0))


def play(t: Night) -> Script[Outcome]:
    while t.nights < t.switches.nights:
        t.nights += 1
        standing = [whispers(t)] if t.switches.whispers else []
        yield from beside(night(t), *standing)
    rich = max(t.coins.values())
    return Outcome(tuple(s for s in range(t.n) if t.coins[s] == rich), "dawn", {"stash": t.stash + 1})


def whispers(t: Night) -> Script[None]:
    """Standing asks with a sub-script of its own: whoever whispers is asked a second thing, and nobody waits."""

    def window() -> list[Ask[Whisper | Hush]]:
        hush: list[Ask[Whisper | Hush]] = [ask(Hush, HOST)]
        return [*(ask(Whisper, s, to=seat_of([x for x in t.free() if x != s])) for s in t.free()), *hush]

    while not t.quiet and t.whispers < 9:
        said = yield from first(window)
        if isinstance(said, Hush):
            t.quiet = True
        else:
            t.listening = said.to
            yield from ask(Listen, said.to)
            t.whispers, t.listening = t.whispers + 1, None


def night(t: Night) -> Script[None]:
    for seat in range(t.n):
        t.hands[seat] = yield from t.deck.faces(3)
        t.note("dealt")
        t.tell(Hand(list(t.hands[seat])), seat)
    yield from first(together(looking(ask(Looked, s)) for s in range(t.n)), ask(Sail, HOST))
    if t.nights == 1:
        for seat in range(t.n):
            t.boats[seat] = (yield from ask(NameBoat, seat, name=text(12, ["Gull", "Eel"]))).name
    yield from loading(t)
    yield from bidding(t)
    yield from voyage(t)
    yield from burning(t)
    yield from verdict(t)


def loading(t: Night) -> Script[None]:
    asks = (ask(Load, s, crates=assign({"bow": h, "hold": h}, h, of="cargo")) for s, h in t.hands.items())
    loads = yield from together(asks, changeable=True)
    t.loads = {s: m.crates for s, m in loads.items()}
    t.note("loaded")


def bidding(t: Night) -> Script[None]:
    """Two auctions side by side, each a script of its own; then the crew, one decision for two boats."""

    def auction(seats: list[Seat]) -> Script[Seat]:
        bids = yield from together((ask(Bid, s, coins=number(0, t.coins[s])) for s in seats), at_most=30)
        return max(bids, key=lambda s: bids[s].coins, default=seats[0])

    sides = yield from together({"east": auction([0, 1]), "west": auction(list(range(2, t.n)))})
    t.leader = sides["east" if t.nights % 2 else "west"]
    crew = {boat: one_of(["old", "young"], of="crew") for boat in ("east", "west")}
    yield from about(ask(Hire, t.leader, crew=each(crew)), t.nights)


def voyage(t: Night) -> Script[None]:
    leader = t.leader
    t.route = (yield from ask(Route, leader, stops=order_of(STOPS, 3, of="stop", shown=True))).stops
    others = {s: 2 for s in range(t.n) if s != leader}
    paid = yield from ask(Pay, leader, coins=share(min(3, t.coins[leader]), others, least=0, of="seat"))
    for s, k in paid.coins.items():
        t.coins[s] += k
        t.coins[leader] -= k
    keep = yield from ask(Keep, leader, cards=some_of(t.hands[leader], 1, 2, of="cargo"))
    for card in keep.cards:
        t.hands[leader].remove(card)
        t.deck.put(card, at=len(t.deck))


def burning(t: Night) -> Script[None]:
    second = (t.leader + 1) % t.n
    choosing = upon(ask(Burn, second, place=place_of(t.hands[second], of="cargo")), t.switches.wind)
    burn = yield from first(choosing, default(ask(Pass, second)), after(60))
    if isinstance(burn, Burn):
        t.deck.put(t.hands[second].pop(burn.place), at=len(t.deck) // 2)
    t.note("rang" if isinstance(burn, Rang) else "burnt" if isinstance(burn, Burn) else "passed")
    (sunk,) = yield from t.deck.draw(1, unread=True)
    t.sunk += [sunk] if sunk else []
    yield from t.deck.peek(2)


def verdict(t: Night) -> Script[None]:
    def alarms() -> list[Ask[Alarm]]:
        return [ask(Alarm, s, agree=yes_no(of="lantern")) for s in t.free()]

    said = yield from together(alarms, until=lambda said: any(not m.agree for m in said.values()), at_least=5)
    t.note(f"{len(said)} answered")
    while True:
        due = dict.fromkeys(t.free(), 1)
        box = yield from first(urn(due, {"lit": t.n + 1, "dark": t.n + 1}, closer=t.leader), ask(Repeat, t.leader))
        if isinstance(box, Contents):
            break
    t.note(f"lit {box.items.get('lit', 0)}")
    t.deck.shuffle(card for hand in t.hands.values() for card in hand)
    t.hands.clear()
    t.loads.clear()


def arrest(t: Night, move: Arrest) -> None:
    t.prison.append(move.seat)
    t.note(f"arrested {move.seat}")


def wreck(t: Night, move: Wreck) -> None:
    raise Over(Outcome((), "wrecked"))


def conserved(t: Night) -> None:
    held = sum(len(h) for h in t.hands.values())
    assert len(t.deck) + t.deck.away + held + len(t.sunk) == len(CARGO)
    assert sum(t.coins.values()) == 5 * t.n


GAME = Game(
    id="lighthouse",
    title="Lighthouse",
    seats=(4, 5),
    moves=(
        NameBoat, Load, Route, Bid, Pay, Keep, Hire, Burn, Pass, Alarm, Looked, Sail, Whisper, Listen, Hush, Repeat,
    ),
    start=start,
    script=play,
    options=Switches,
    presets={"usual": {}, "rough": {"wind": "storm", "nights": 3}},
    corrections=(
        Correction(Arrest, lambda t: {"seat": seat_of(t.free(), shown=True)} if len(t.free()) > 2 else None, arrest),
        Correction(Wreck, lambda t: {}, wreck),
    ),
    invariants=conserved,
    components=tuple(Component(f"{face}#{i:02}", "cargo", face) for i, face in enumerate(CARGO)),
    zones=None,
)  # fmt: skip
