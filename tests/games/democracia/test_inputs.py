"""How much the table asks of people: the touches of a round at a real table are no more than RULES.md says ("Inputs").

Bots decide; each answer is then carried out as the fewest touches that a person makes for it: on the page of the own
phone, on the panel, or with the thing itself on the reader.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from companion.engine import CHANCE, HOST, Face
from companion.games.democracia import GAME
from companion.players import decide
from companion.table import buttons, panel, taps
from companion.table.requests import Answer, Button, Choose, Press, SetSwitch, Start, Tap
from tests.web.evening import Evening, evening
from tests.web.fingers import Page, touches

SEATS = 4
ROUNDS = 9
REAL = ("cards", "president", "environment")


class Hands:
    """Everybody at a table, and how often they have touched something."""

    def __init__(self, e: Evening, seed: int) -> None:
        self.e, self.rng = e, Random(seed)
        self.phones = [e.phone(seat) for seat in range(SEATS)]
        self.tokens = [phone.token() for phone in self.phones]
        self.memories: list[dict[str, Any]] = [{} for _ in range(SEATS)]
        self.uids: dict[str, str] = e.table.read(lambda x: dict(x.house.tags(GAME.id)))
        self.count = 0

    @property
    def round(self) -> int:
        return int(self.e.playing.views[None]["rounds"])

    def play(self, until: int, by_hand: bool) -> None:
        """To the beginning of this round, or to the end."""
        while self.e.snapshot.stage == "playing" and self.round < until:
            asked = {f.by for f in self.e.playing.faces[None] if not f.answered}
            if CHANCE in asked:
                self.draw(by_hand)
            elif not any(self.answer(s, by_hand) for s in self.rng.sample(range(SEATS), SEATS)):
                self.host() if HOST in asked else self.e.later(6)

    def answer(self, seat: int, by_hand: bool) -> bool:
        """This player says something, if there is anything to say."""
        playing = self.e.playing
        faces = [f for f in playing.faces[seat] if f.by == seat and not f.answered]
        said = decide(GAME.id, playing.views[seat], faces, [], seat, self.memories[seat], self.rng) if faces else None
        if said is None:
            return False
        face = next(f for f in faces if f.kind == said[0])
        plain = msgspec.to_builtins(said[1], str_keys=True)
        if by_hand:
            self.count += self.touch(face, said[1], plain)
        else:
            self.e.do(Answer(kind=face.kind, fields=plain, number=face.number, chair=seat))
        assert self.e.snapshot.stage == "over" or self.e.playing.moves > playing.moves, said
        return True

    def host(self) -> None:
        face = next(f for f in self.e.playing.faces[HOST] if f.by == HOST)
        self.e.do(Answer(kind=face.kind, fields={k: f.values for k, f in face.fields.items()}))  # type: ignore[union-attr]

    def draw(self, by_hand: bool) -> None:
        """A real card comes off its pile, whichever lies there."""
        self.tap(self.e.table.read(lambda x: next(self.drawable(x))))
        self.count += by_hand

    def drawable(self, x: Any) -> Iterator[str]:
        for c in self.rng.sample(GAME.components, len(GAME.components)):
            for meant in taps.meanings(x, c.of, c.face):
                if meant.ask.by == CHANCE and not x.pieces.read(c.key) and x.pieces.fits(c.key, taps.zone_of(meant)):
                    yield c.key

    # ---- the ways to answer

    def touch(self, face: Face, fields: dict[str, Any], plain: dict[str, Any]) -> int:
        """The fewest touches."""
        by_phone, sent = touches(Page(self.page(face.by)), face, fields)
        if key := self.e.table.read(lambda x: self.thing(x, face, fields)):
            return self.tap(key)
        if presses := self.presses(face, plain, most=by_phone - 1):
            for button in presses:
                self.e.now += 1
                self.e.do(Press(button=button))
            return len(presses)
        self.send(face.by, sent)
        return by_phone

    def page(self, seat: int) -> str:
        return str(self.phones[seat].get("/seat/state").get_json()["html"])

    def send(self, seat: int, sent: dict[str, list[str]]) -> None:
        headers = {"X-CSRFToken": self.tokens[seat], "X-Requested-With": "fetch"}
        data = {"match": self.e.playing.match, **sent}
        reply = self.phones[seat].client.post("/seat/answer", data=data, headers=headers).get_json()
        assert reply["ok"], (sent, reply)

    def tap(self, key: str) -> int:
        self.e.now += 2
        self.e.do(Tap(uid=self.uids[key]))
        return 1

    def thing(self, x: Any, face: Face, fields: dict[str, Any]) -> str | None:
        """The agent whose tap is this answer, and can be no other."""
        open_ = fields.keys() - {n for n, f in face.fields.items() if f and f.shown and len(list(f.choices())) == 1}
        agents = [fields[n] for n in open_ if face.fields[n].of == "agents"]  # type: ignore[union-attr]
        if len(open_) == len(agents) == 1 and isinstance(agents[0], str):
            meant = taps.meanings(x, "agents", agents[0])
            return agents[0] if [(m.ask.by, m.ask.kind) for m in meant] == [(face.by, face.kind)] else None
        return None

    def presses(self, face: Face, plain: dict[str, Any], most: int) -> tuple[Button, ...]:
        """The fewest presses of the panel that are this answer; none where it takes more than `most`."""
        seen, wanted = self.e.table.read(buttons.seen), json.dumps(plain, sort_keys=True)
        todo, known = deque[tuple[Any, tuple[Button, ...]]]([(seen.cursor, ())]), {repr(seen.cursor)}
        while todo:
            cursor, before = todo.popleft()
            for button in ("OK", "YES", "NO", "DOWN", "UP") if len(before) < most else ():
                act = panel.press(panel.Seen(seen.faces, seen.host, cursor), button)
                if act is None or act.decide:
                    continue
                if act.answer is not None:
                    seat, kind, fields = act.answer
                    said = json.dumps(msgspec.to_builtins(fields, str_keys=True), sort_keys=True)
                    if (seat, kind, said) == (face.by, face.kind, wanted):
                        return (*before, button)
                elif repr(act.cursor) not in known:
                    known.add(repr(act.cursor))
                    todo.append((act.cursor, (*before, button)))
        return ()


# Of each kind of table a match near the mean of many, so that one touch more in a round is seen.
@pytest.mark.parametrize(("real", "seed", "most"), [((), 0, 54), (REAL, 3, 64)])
def test_a_round_of_four_takes_no_more_touches_than_the_rules_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, real: tuple[str, ...], seed: int, most: int
) -> None:
    monkeypatch.setattr("companion.table.lobby.secrets.token_hex", lambda n: "00" * n)
    with evening(tmp_path, games={GAME.id: GAME}) as e:
        e.do(Choose(game=GAME.id))
        e.do(SetSwitch(name="real", value=list(real)))
        e.seat(SEATS)
        e.table.read(lambda x: setattr(x, "seed", bytes(32)))  # with the name of the match: each time the same cards
        e.do(Start())
        hands, counted = Hands(e, seed), range(1, ROUNDS + 1, 2)  # every other round, for time's sake
        for n in range(ROUNDS + 1):
            hands.play(until=n + 1, by_hand=n in counted)
        assert e.snapshot.stage == "over" and hands.count / len(counted) <= most
