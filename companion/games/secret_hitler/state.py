"""What lies on the table, and who may know it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import chain
from typing import Annotated, Final, Literal

import msgspec

from companion.engine import Deck, Options, Seat, State, Viewer, everyone, fact, nobody, owner

LIBERAL: Final = "liberal"
FASCIST: Final = "fascist"
HITLER: Final = "hitler"

Channel = Literal["phone", "panel", "cards"]


class Switches(Options, frozen=True, kw_only=True):
    """The options of the table, frozen when the match begins (SHT-016) and public during it (SHT-268)."""

    veto_pair_term_limited: bool = False
    """SHT-147. A government that vetoes becomes the term-limited pair."""
    president_self_execute: bool = False
    """SHT-191. The President may execute themselves."""
    president_self_investigate: bool = False
    """SHT-171. The President may investigate themselves."""
    rebalance_679: bool = False
    """SHT-017. With 6, 7 or 9 players one fascist tile starts on the board or leaves the game."""
    first_president: Literal["random", "host"] = "random"
    """SHT-014. Who presides first: drawn, or named by the host."""
    ballot_change: Literal["until_reveal", "locked"] = "until_reveal"
    """SHT-076. Whether a cast ballot may be changed before the reveal."""
    ballot_channels: Annotated[frozenset[Channel], msgspec.Meta(min_length=1)] = frozenset(("phone", "panel", "cards"))
    """SHT-235. By what a ballot may be cast."""
    policy_source: Literal["companion", "tiles"] = "companion"
    """SHT-220. Who draws policies: the companion, or people from real tiles."""
    role_source: Literal["companion", "envelopes"] = "companion"
    """SHT-245. Who deals roles: the companion, or sealed envelopes."""
    not_hitler_marker: bool = False
    """SHT-269. Keep a mark on those announced not to be Hitler."""
    history_at_end: bool = False
    """SHT-210. At the end hands, discards, peeks and investigations are shown too."""
    discussion_timer_s: Annotated[int, msgspec.Meta(ge=0, le=600)] = 0
    """SHT-270. Seconds of a visible countdown after each nomination; 0: none. It triggers nothing."""

    @property
    def tapped(self) -> frozenset[str]:
        """SHT-221. Only who answers a draw differs."""
        tiles = {"policies"} if self.policy_source == "tiles" else set()
        roles = {"roles"} if self.role_source == "envelopes" else set()
        return frozenset(tiles | roles)


class Thresholds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    liberal_to_win: int
    fascist_to_win: int
    hitler_zone_at: int
    veto_unlocked_at: int
    tracker_limit: int
    draw_count: int
    reshuffle_below: int
    full_limits_above: int


class Plan(msgspec.Struct, frozen=True):
    """The numbers of the rulebook for this many players."""

    roles: Mapping[str, int]
    hitler_knows: bool
    tiles: Mapping[str, int]
    powers: tuple[str, ...]  # of the fascist slots; "": none
    rebalance: str
    at: Thresholds


class Enactment(msgspec.Struct, frozen=True):
    """The last policy on the board. Nobody's names: chaos."""

    tile: str
    president: Seat | None = None
    chancellor: Seat | None = None


class Use(msgspec.Struct, frozen=True):
    """A power that was used: public for good (SHT-173)."""

    power: str
    seat: Seat
    target: Seat | None = None


class Secret(msgspec.Struct, frozen=True):
    """What somebody saw in secret, kept for SHT-210."""

    round: int
    kind: Literal["session", "peek", "investigate"]
    seat: Seat
    target: Seat | None  # the Chancellor, or the investigated
    faces: list[str]  # in the order of the draw; of an investigation the party
    discarded: list[str] = []
    enacted: str | None = None


def knows(t: Table, viewer: Viewer, seat: Seat) -> bool:
    """Who sees the role of `seat`. SHT-030..034, SHT-036; at the end SHT-206, SHT-209."""
    if t.revealed or viewer == seat:
        return True
    if viewer not in t.roles or t.roles[seat] == LIBERAL:
        return False
    mine = t.roles[viewer]
    return mine == FASCIST or (mine == HITLER and t.plan.hitler_knows)


def historian(t: Table, viewer: Viewer, key: object) -> bool:
    """SHT-210. Everybody, after the end, if the table wished so; never without the roles (SHT-211)."""
    return t.revealed and t.options.history_at_end


class Table(State):
    # the box
    n: int = fact(everyone)
    plan: Plan = fact(everyone)
    options: Switches = fact(everyone, sets=True)
    # piles: how many is public, what is not (SHT-117, SHT-130)
    deck: Deck = fact(nobody, counted=True)
    discards: Counter[str] = fact(nobody, counted=True, default_factory=Counter)
    out: Counter[str] = fact(everyone, default_factory=Counter)
    # people
    roles: dict[Seat, str] = fact(knows, default_factory=dict)
    dead: list[Seat] = fact(everyone, default_factory=list)
    investigated: list[Seat] = fact(everyone, default_factory=list)
    not_hitler: list[Seat] = fact(everyone, default_factory=list)
    deals: int = fact(everyone, default=0)  # how often envelopes have been shown (SHT-247)
    # the round
    round: int = fact(everyone, default=0)
    rotation: Seat = fact(everyone, default=0)
    president: Seat | None = fact(everyone, default=None)
    nominee: Seat | None = fact(everyone, default=None)
    chancellor: Seat | None = fact(everyone, default=None)  # elected
    cleared: Seat | None = fact(everyone, default=None)  # this round's Chancellor, announced not to be Hitler
    special: bool = fact(everyone, default=False)
    specials: int = fact(everyone, default=0)
    called: Seat | None = fact(everyone, default=None)  # to preside a special election next
    pair: tuple[Seat, ...] = fact(everyone, default=())  # President, Chancellor
    # the last vote, until the next nomination (SHT-079)
    stood: tuple[Seat, ...] = fact(everyone, default=())
    ballots: dict[Seat, bool] = fact(everyone, default_factory=dict)
    # the board
    liberal: int = fact(everyone, default=0)
    fascist: int = fact(everyone, default=0)
    tracker: int = fact(everyone, default=0)
    last: Enactment | None = fact(everyone, default=None)
    veto_unlocked: bool = fact(everyone, default=False)
    veto: Literal["", "asked", "refused", "accepted"] = fact(everyone, default="")  # in the last session
    power: str = fact(everyone, default="")  # being used
    drawer: Seat | None = fact(everyone, default=None)  # whose hands take policies off the pile now
    used: list[Use] = fact(everyone, default_factory=list)
    shuffle: Literal["", "due", "awaited"] = fact(everyone, default="")  # of real tiles; awaited: a draw waits for it
    # what is in a hand or before somebody's eyes, and gone afterwards
    hands: dict[Seat, list[str]] = fact(owner, counted=True, default_factory=dict)
    passed: dict[Seat, list[str]] = fact(owner, default_factory=dict)  # the President's memory of them (SHT-112)
    peek: dict[Seat, list[str]] = fact(owner, default_factory=dict)
    party: dict[Seat, str] = fact(owner, default_factory=dict)
    # the end
    won: Literal["", "liberal", "fascist"] = fact(everyone, default="")
    ended: str = fact(everyone, default="")
    revealed: bool = fact(everyone, default=False)
    history: list[Secret] = fact(historian, default_factory=list)

    def living(self) -> list[Seat]:
        return [s for s in range(self.n) if s not in self.dead]

    def after(self, seat: Seat) -> Seat:
        """SHT-043, SHT-048. The next living seat clockwise."""
        seat = (seat + 1) % self.n
        while seat in self.dead:
            seat = (seat + 1) % self.n
        return seat

    def party_of(self, seat: Seat) -> str:
        """SHT-009."""
        return LIBERAL if self.roles[seat] == LIBERAL else FASCIST

    def team(self, party: str) -> tuple[Seat, ...]:
        """SHT-205. The dead too."""
        return tuple(s for s in range(self.n) if self.party_of(s) == party)

    def tiles_down(self) -> Counter[str]:
        """Every tile in a pile or a hand."""
        held = (tile for hand in self.hands.values() for tile in hand)
        return Counter(self.deck.contents()) + self.discards + Counter(held)


def zones(t: Table) -> dict[str, dict[str, list[str]]]:
    """Where every tile lies, for the table's own care of real ones. It tells all secrets."""
    return {
        "policies": {
            "draw": sorted(t.deck.contents()),
            "discard": sorted(t.discards.elements()),
            "hand": sorted(tile for hand in t.hands.values() for tile in hand),
            "liberal track": [LIBERAL] * t.liberal,
            "fascist track": [FASCIST] * t.fascist,
            "out": sorted(t.out.elements()),
        }
    }


def sound(t: Table) -> None:
    """SHT-280..285, after every move."""
    at, deck, tiles, discards, out, dead = t.plan.at, t.deck, t.deck.tally(), t.discards, t.out, t.dead
    liberal, fascist, president, nominee = t.liberal, t.fascist, t.president, t.nominee
    held = [*chain(*t.hands.values())] if t.hands else ()
    down = tiles.get(LIBERAL, 0) + discards.get(LIBERAL, 0) + held.count(LIBERAL) + out.get(LIBERAL, 0)
    assert liberal + down == t.plan.tiles[LIBERAL], "SHT-280"
    down = tiles.get(FASCIST, 0) + discards.get(FASCIST, 0) + held.count(FASCIST) + out.get(FASCIST, 0)
    assert fascist + down == t.plan.tiles[FASCIST], "SHT-280"
    assert 0 <= liberal <= at.liberal_to_win and 0 <= fascist <= at.fascist_to_win, "SHT-282"
    assert liberal < at.liberal_to_win or fascist < at.fascist_to_win, "SHT-282"
    assert len(dead) <= 2, "SHT-283"
    assert t.specials <= 1, "SHT-285"
    if not t.round:
        return
    assert president is not None and (t.special or president == t.rotation), "SHT-285"
    if t.ended:
        return
    if nominee is not None:
        assert t.power or (nominee not in dead and nominee != president), "SHT-284"
    elif t.tracker < at.tracker_limit:
        assert len(deck) >= at.reshuffle_below, "SHT-281"
        assert president not in dead, "SHT-284"
        assert t.chancellor is None and not t.hands, "SHT-049"
