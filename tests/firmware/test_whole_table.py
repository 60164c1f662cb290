"""A whole Secret Hitler match with real tiles: taps on the emulated chip, presses on mock pins, requests for phones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine import CHANCE, Face
from companion.table.archive import load
from companion.table.enrol import simulated_uid
from companion.table.requests import AddBadge, Answer, Choose, SetSwitch, Sit
from companion.table.snapshot import Playing
from tests.firmware.rig import Rig

NAMES = ("Ana", "Bruno", "Carla", "Diego", "Elena")
BADGES = [f"04BADBADBAD{n:03}" for n in range(len(NAMES))]


def uid_of(key: str) -> str:
    return simulated_uid("secret_hitler", key)


class Tiles:
    """The seventeen tiles as they really lie, known to nobody but the test."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.pile = [f"L{n:02}" for n in range(1, 7)] + [f"F{n:02}" for n in range(1, 12)]
        self.rng.shuffle(self.pile)
        self.hand: list[str] = []
        self.discards: list[str] = []

    def face(self, key: str) -> str:
        return "liberal" if key[0] == "L" else "fascist"

    def of(self, face: str) -> str:
        """One of the hand with this face."""
        return next(key for key in self.hand if self.face(key) == face)

    def shuffle(self) -> None:
        self.pile += self.discards
        self.discards = []
        self.rng.shuffle(self.pile)


class People:
    """Five people at a rig, who answer whatever is asked with whatever lies at hand."""

    def __init__(self, rig: Rig, rng: Random) -> None:
        self.rig, self.rng, self.tiles = rig, rng, Tiles(rng)
        self.votes = 0
        self.by = Counter[str]()
        self.pulled = 0

    @property
    def playing(self) -> Playing:
        playing = self.rig.snapshot.playing
        assert playing is not None
        return playing

    def view(self, viewer: int | None = None) -> Any:
        return self.playing.views[viewer]

    def faces(self, viewer: int | None = None) -> list[Face]:
        return [face for face in self.playing.faces[viewer] if not face.answered]

    def sit(self) -> None:
        do = self.rig.table.do
        assert do(Choose(game="secret_hitler")).ok
        for name, value in (("policy_source", "tiles"), ("first_president", "host")):
            assert do(SetSwitch(name=name, value=value)).ok
        for chair, name in enumerate(NAMES):
            assert do(Sit(chair=chair, name=name, token=f"{name} holds this phone")).ok
            assert do(AddBadge(chair=chair)).ok
            self.rig.tap(BADGES[chair])
        self.rig.press("OK")
        assert self.rig.snapshot.stage == "playing"

    def play(self) -> None:
        for _ in range(2000):
            assert self.rig.lit() == {button for button, key in self.rig.snapshot.keys.items() if key.lit}
            if self.playing.over:
                return
            before = self.playing.moves, self.rig.snapshot.version
            self.one()
            self.rig.run(0.1)
            assert (self.playing.moves, self.rig.snapshot.version) != before, self.faces()
        raise AssertionError("no end")

    def one(self) -> None:
        """Answer the first thing that is asked."""
        face = self.faces()[0]
        match face.kind:
            case "drawn":
                self.draw(face)
            case "name-first" | "confirm-shuffle":
                self.host(face)
            case "nominate" | "investigate" | "execute" | "call-election":
                self.choose_somebody(face)
            case "vote":
                self.vote()
            case "discard":
                self.discard(face)
            case "enact":
                self.enact(face)
            case "answer-veto":
                button = self.rng.choice(("YES", "NO"))
                self.rig.press(button)
                self.by["panel"] += 1
                if button == "YES":  # vetoed: both tiles go to the discards
                    self.tiles.discards += self.tiles.hand
                    self.tiles.hand.clear()
            case _:  # acknowledgements, each on its own phone
                self.phone(face.by, face.kind)

    # ---- ways to answer

    def phone(self, seat: int, kind: str, **fields: Any) -> None:
        number = next((face.number for face in self.faces(seat) if (face.by, face.kind) == (seat, kind)), None)
        reply = self.rig.table.do(Answer(kind=kind, fields=fields, number=number, chair=seat))
        assert reply.ok, (kind, fields, reply)
        self.by["phone"] += 1

    def tap(self, key: str) -> None:
        self.rig.tap(uid_of(key))
        self.by["tile" if key[0] in "LF" else "ballot"] += 1

    def host(self, face: Face) -> None:
        if face.kind == "confirm-shuffle":
            self.tiles.shuffle()
            self.rig.press("OK")
        else:
            self.rig.press("DOWN", "DOWN", "OK")
        self.by["panel"] += 1

    def choose_somebody(self, face: Face) -> None:
        """By badge, by panel, or by phone."""
        way = self.rng.choice(("badge", "panel", "phone"))
        (name, field), = face.fields.items()
        seat = self.rng.choice(list(field.values))  # type: ignore[union-attr]
        if way == "badge":
            self.rig.tap(BADGES[seat])
            self.by["badge"] += 1
        elif way == "panel":
            self.rig.press(*["DOWN"] * self.rng.randint(1, 4), "OK")
            self.by["panel"] += 1
        else:
            self.phone(face.by, face.kind, **{name: seat})

    def draw(self, face: Face) -> None:
        """Take the next tile off the pile, or lift its corner."""
        assert face.by == CHANCE
        peeking, chaos = self.view()["power"] == "peek", self.view()["nominee"] is None
        self.tap(self.tiles.pile[3 - face.left if peeking else 0])
        if not peeking:
            key = self.tiles.pile.pop(0)
            if not chaos:  # else it lies on its track at once
                self.tiles.hand.append(key)

    def vote(self) -> None:
        """Two by ballot card, one by panel, the others by phone; sometimes all change their minds before the last."""
        self.votes += 1
        voters = [face.by for face in self.faces() if face.kind == "vote"]
        # a hung chamber is no fun: they mostly agree
        mind = {seat: self.rng.random() < 0.7 for seat in voters}
        for n, seat in enumerate(voters):
            if n == 2 and self.votes == 2:
                self.pull_the_reader()
            if n < 2 or (n == 3 and self.votes % 2):
                self.tap(f"{'ja' if mind[seat] else 'nein'}-{seat + 1}")
            elif n == 2 and seat != voters[-1]:
                self.by_panel(seat, mind[seat])
            else:
                self.phone(seat, "vote", ja=mind[seat])
            if n < len(voters) - 1:
                answered = [face.by for face in self.playing.faces[None] if face.kind == "vote" and face.answered]
                assert sorted(answered) == sorted(voters[: n + 1]), "each vote that was cast is in, and no other"

    def by_panel(self, seat: int, ja: bool) -> None:
        for _ in range(10):
            if self.rig.snapshot.cursor.seat == seat:
                break
            self.rig.press("DOWN")
        self.rig.press("YES" if ja else "NO")
        self.by["panel"] += 1

    def pull_the_reader(self) -> None:
        """Out, noticed; a ballot laid on it meanwhile says nothing; back by itself, and that ballot is lifted again."""
        self.pulled += 1
        chip = self.rig.bench.chip
        cast = [face.by for face in self.playing.faces[None] if face.answered]
        chip.unplugged = 0xFF
        self.rig.run(3)
        assert self.rig.snapshot.devices["reader"] == "not-connected"
        assert self.rig.snapshot.notice is not None
        assert self.rig.snapshot.notice.code == "device-not-connected"
        self.rig.tap(uid_of("ja-4"))
        assert [face.by for face in self.playing.faces[None] if face.answered] == cast
        chip.unplugged = None
        chip.brown_out()
        self.rig.run(3)
        assert self.rig.snapshot.devices["reader"] == "ready"
        assert [face.by for face in self.playing.faces[None] if face.answered] == cast

    def discard(self, face: Face) -> None:
        """The president's choice, on the phone: which tile is nobody else's business."""
        hand = self.view(face.by)["hands"][face.by]
        self.fill_hand(len(hand))
        assert sorted(map(self.tiles.face, self.tiles.hand)) == sorted(hand), "the table knows what was tapped"
        place = self.rng.randrange(len(hand))
        self.phone(face.by, "discard", place=place)
        self.put_away(hand[place])

    def fill_hand(self, n: int) -> None:
        """Of slots that everybody knows are known the table asks no taps: they are simply taken."""
        while len(self.tiles.hand) < n:
            self.tiles.hand.append(self.tiles.pile.pop(0))

    def put_away(self, face: str) -> None:
        key = self.tiles.of(face)
        self.tiles.hand.remove(key)
        self.tiles.discards.append(key)

    def enact(self, face: Face) -> None:
        """The chancellor lays a tile down on the reader; or asks for a veto with NO."""
        veto = next((f for f in self.faces() if f.kind == "request-veto"), None)
        if veto and self.rng.random() < 0.5:
            self.rig.press("NO")
            self.by["panel"] += 1
            return
        key = self.rng.choice(self.tiles.hand)
        self.tap(key)
        self.tiles.hand.remove(key)
        self.tiles.discards += self.tiles.hand
        self.tiles.hand.clear()


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    rig = Rig(tmp_path)
    rig.run(0.5)
    yield rig
    rig.close()


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_match(rig: Rig, tmp_path: Path, seed: int) -> None:
    """From the lobby to the end, with the reader out in the middle of the second vote: every answer is in, once."""
    people = People(rig, Random(seed))
    people.sit()
    people.play()
    end = rig.snapshot
    assert end.stage == "over"
    assert people.pulled == 1
    assert min(people.by[way] for way in ("phone", "tile", "ballot", "panel")) > 0, people.by
    assert end.playing is not None
    on_disk = load(next((tmp_path / "matches").glob("*.match")))
    assert len([row for row in on_disk.rows if row.kind == "move"]) == end.playing.moves
    rig.close()
    assert on_disk.end.state == "finished"
