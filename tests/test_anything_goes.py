"""Everybody does everything at once, in an order that a seed gives: the table goes on, and always says why not.

Held after every single thing that is done: the table's thread lives; a refusal has words in both languages; a lamp is
lit exactly where its button does something. Now and then: the board can be painted, and every page can be shown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import get_args

import pygame
import pytest

from companion.board.data import Join
from companion.board.painter import Painter
from companion.engine import HOST, switches
from companion.locale import Words
from companion.players import decide, random_player
from companion.table import requests as r
from companion.table.snapshot import Key, Snapshot
from tests.engine import lighthouse
from tests.table.evenings import GAMES, NAMES, Evening
from web import create_app

BUTTONS = get_args(r.Button)
STATES = ("ready", "garbled", "two-tags", "not-connected", "error")
HOME = Path(lighthouse.__file__).parent


class Anything:
    """An evening at which nobody behaves."""

    def __init__(self, folder: Path, seed: int, games: Sequence[str]) -> None:
        self.rng, self.games = Random(seed), {g: GAMES[g] for g in games}
        self.evening = Evening(folder, self.games, decide=decide, pace=(0.1, 0.5))
        self.painter = Painter((800, 480), self.games, Join("http://table/"))
        self.surface = pygame.Surface((800, 480), depth=32)
        app = create_app(self.evening.table, games=self.games, folders={"lighthouse": HOME}, secret=b"for tests",
                         simulate=True, clock=self.evening.clock)  # fmt: skip
        app.testing = True
        self.browser = app.test_client()
        self.tokens = [f"token-{n}" for n in range(12)]
        self.acts: list[tuple[int, Callable[[], r.Request | None]]] = [
            (30, lambda: r.Press(button=self.rng.choice(BUTTONS))),
            (70, self.answer), (4, self.nonsense), (10, self.tap), (3, self.drop), (5, self.sit), (4, self.seat_thing),
            (6, self.host_thing), (2, self.device), (6, self.later),
        ]  # fmt: skip

    @property
    def seen(self) -> Snapshot:
        return self.evening.seen

    def run(self, steps: int, look: int) -> None:
        """So many things, looking at all pages after every `look` of them."""
        kinds, weights = [a for _, a in self.acts], [w for w, _ in self.acts]
        for n in range(steps):
            asked = self.rng.choices(kinds, weights)[0]()
            if asked is not None:
                self.do(asked)
            if n % look == 0:
                self.look()

    def do(self, asked: r.Request) -> None:
        self.evening.clock.now += self.rng.choice([0.0, 0.1, 0.4])
        before = self.seen
        reply = self.evening.do(asked)
        said = (asked, reply, before.stage)
        assert self.evening.table._thread.is_alive(), said
        if not reply.ok:
            for lang in ("es", "en"):
                words = Words(lang, before.game)
                why = str(reply.detail.get("why", ""))
                assert words.has(f"refusal.{reply.code}.why") and words.has(f"refusal.{reply.code}.now"), said
                assert reply.code != "not-offered" or not why or words.has(f"why.{why}"), said
                assert reply.code != "broken-rules", said
        if isinstance(asked, r.Press) and reply.code != "dropped":
            lit = before.keys.get(asked.button, Key()).lit
            assert lit == (reply.code != "button-means-nothing"), (said, before.keys)
            assert lit or chosen(before) == chosen(self.seen), said

    def look(self) -> None:
        """The board, and whatever anybody may open."""
        self.painter.paint(self.painter.moment(self.seen, self.evening.clock()), self.evening.clock(), self.surface)
        for chair in range(10):
            if self.evening.table.chair_by(self.tokens[chair]) is not None:
                self.browser.set_cookie("seat", self.tokens[chair], path="/seat")
                assert self.browser.get("/seat").status_code == 200
                break
        for page in ("/?choose", "/board", "/workbench"):
            assert self.browser.get(page).status_code == 200, page

    # ---- what people do

    def answer(self) -> r.Request | None:
        """Somebody answers what is asked, on the phone or at the table."""
        playing = self.seen.playing
        if playing is None:
            return None
        seat = self.rng.choice([*range(len(playing.names)), HOST])
        mine = [f for f in playing.faces[seat] if f.by == seat and not f.answered]
        said = random_player.decide({}, mine, [], seat, {}, self.rng) if mine else None
        if said is None:
            return None
        number = next(f.number for f in mine if f.kind == said[0])
        chair = next((c.id for c in self.seen.chairs if c.seat == seat), None)
        return r.Answer(chair=chair, kind=said[0], fields=said[1], number=number)

    def nonsense(self) -> r.Request:
        """An answer that nobody offered."""
        value = self.rng.choice([-1, 0, 3, 99, 1 << 70, True, None, "", "x", [], [0, 0], {}, {"0": 1}, 1.5, "\u202e"])
        kind = self.rng.choice([*self.games[self.seen.game or 'secret_hitler'].kinds, "contents", "", "rang", "drawn"])
        name = self.rng.choice(["ja", "chancellor", "seat", "card", "place", "by", "kind", "item"])
        number = self.rng.choice([None, None, -1, 0, 1, 5, 1 << 70])
        return r.Answer(chair=self.rng.choice([None, *range(-1, 12)]), kind=kind, fields={name: value}, number=number)

    def tap(self) -> r.Request:
        game = self.games[self.rng.choice([self.seen.game or 'secret_hitler', *self.games])]
        tags = self.evening.inside(lambda e: [*e.house.tags(game.id).values(), *e.house.badges().values()])
        uid = self.rng.choice([*tags, *tags, *tags, "04B1A2C3D4E501", "08010203", "", "\u202e" * 9])
        return r.Tap(uid=uid, reader=self.rng.choice(["table", "table", "slot"]))

    def drop(self) -> r.Request | None:
        playing = self.seen.playing
        papers = list(playing.urn.papers) if playing and playing.urn else ["aye"]
        many = self.rng.choice([0, 1, 1, 1, 2, 5])
        extra = self.rng.choice([None, None, 0, 7, -1])
        return r.Drop(papers=self.rng.choices([*papers, "x"], k=many), chair=self.rng.randrange(10), extra=extra)

    def sit(self) -> r.Request:
        odd = ["", " ", "x" * 13, "W" * 12, "\u202eAna", "\u2800", "<b>&'\"{x}", "\ufdfd" * 12, "Á" * 12, "%s{0}"]
        name = self.rng.choice([*NAMES, *odd])
        chair, token = self.rng.randrange(10), self.rng.choice(self.tokens)
        return r.Sit(chair=chair, name=name, token=token)

    def seat_thing(self) -> r.Request:
        chair, yes = self.rng.randrange(10), self.rng.random() < 0.5
        codes = list(self.evening.inside(lambda e: list(e.codes.values())))
        return self.rng.choice([
            r.Leave(chair=chair), r.Rename(chair=chair, name=self.rng.choice(NAMES)), r.RaiseHand(chair=chair, up=yes),
            r.Presence(chair=chair, here=yes),
            r.Contribute(chair=chair, text=self.rng.choice(["ab", "", "zz", "a" * 999])),
            r.Comeback(code=self.rng.choice([*codes, "", "ß" * 99]), token=self.rng.choice(self.tokens)),
            r.OpenBooks(chair=chair),
        ])  # fmt: skip

    def host_thing(self) -> r.Request:
        chair, yes = self.rng.choice([None, *range(10)]), self.rng.random() < 0.5
        game = self.rng.choice([*self.games, *self.games, "chess"])
        match = self.seen.playing.match if self.seen.playing else "m"
        again: list[r.Request] = [
            r.Start(), r.Start(), r.Start(), r.Pause(on=yes), r.Pause(on=False), r.Undo(sure=yes), r.Undo(sure=True),
            r.Rematch(), r.Choose(game=game), r.AddBot(chair=chair), r.FreeChair(chair=chair or 0),
            r.SetLanguage(language="es" if yes else "en"), self.switch(), self.switch(),
            r.Set(name=self.rng.choice(["motion", "x"]), value=self.rng.choice([yes, [{}]])),
            r.Enrol(game=game), r.Enrol(), r.Enrol(), r.EnrolStep(by=-1 if yes else 1),
            r.AddBadge(chair=chair), r.OpenBooks(), r.Forget(uids=["x"]),
        ]  # fmt: skip
        rare: list[r.Request] = [r.Quit(), r.Erase(match=match), r.Erase() if yes else r.Quit()]
        return self.rng.choice(rare if self.rng.random() < 0.03 else again)

    def switch(self) -> r.Request:
        game = self.games[self.seen.game or "secret_hitler"]
        switch = self.rng.choice(switches(game.options))
        some = self.rng.sample(switch.values, min(2, len(switch.values)))
        value = self.rng.choice([*switch.values, some, True, False, switch.low, switch.high, "x", 1 << 70, None, [{}]])
        return r.SetSwitch(name=self.rng.choice([switch.name, switch.name, "x"]), value=value)

    def device(self) -> r.Request:
        status = r.Status(device=self.rng.choice(["reader", "slot", "button YES"]), status=self.rng.choice(STATES))
        return self.rng.choice([status, status, r.Fall(), r.Lid(open=self.rng.random() < 0.5)])

    def later(self) -> r.Request:
        self.evening.clock.now += self.rng.choice([0.1, 0.5, 2, 5, 70])
        return r.Presence(chair=0, here=True)


def chosen(s: Snapshot) -> object:
    """What buttons alone change."""
    return s.menu, s.alarm, s.game, s.options, s.language, s.enrolment and s.enrolment.at


def misbehave(folder: Path, seed: int, steps: int, look: int) -> None:
    anything = Anything(folder, seed, ("secret_hitler", "lighthouse"))
    try:
        anything.run(steps, look)
    finally:
        anything.evening.table.close()


@pytest.mark.parametrize("seed", [5, 10])
def test_whatever_anybody_does_the_table_goes_on(tmp_path: Path, seed: int) -> None:
    misbehave(tmp_path, seed, steps=400, look=60)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 120))
def test_a_whole_evening_of_it(tmp_path: Path, seed: int) -> None:
    misbehave(tmp_path, seed, steps=5000, look=100)
