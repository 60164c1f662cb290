"""A real table of D€mocracia with its phones, put into the middle of a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine import HOST, Match, Outcome, Script
from companion.games.democracia import GAME
from companion.games.democracia.rules import CORRECTIONS
from companion.games.democracia.state import Table, sound
from companion.locale import Words
from companion.table.pieces import Pieces
from companion.table.prompt import Prompt
from companion.table.requests import Answer, Button, Choose, Press, RaiseHand, SetSwitch, Start, Tap
from tests.web.evening import Evening

from .tables import table

Play = Callable[[Table], Script[Any]]
LANGUAGES = ("es", "en")


def match_of(x: Any) -> Any:
    return x.session.match


class At:
    """A table and its phones, put into the middle of a game: what is sent, what is told, and what stands."""

    def __init__(self, e: Evening) -> None:
        self.e = e

    def begin(self, seats: int, **options: Any) -> Table:
        """A match; and a table like it, to be arranged."""
        self.e.do(Choose(game=GAME.id))
        for name, value in options.items():
            self.e.do(SetSwitch(name=name, value=value))
        self.e.seat(seats)
        self.e.do(Start())
        return table(seats, options=options)

    def stage(self, t: Table, *plays: Play) -> None:
        """The table is as arranged, and this is played on it."""

        def script(t: Table) -> Script[Outcome]:
            for play in plays:
                yield from play(t)
            return Outcome((), "aborted")

        def put(x: Any) -> None:
            x.session.match = match = Match.on(script, t, corrections=CORRECTIONS, invariants=sound)
            x.pieces = Pieces(GAME, t.options.tapped, match.state) if t.options.tapped else None

        self.e.table.read(put)
        self.e.do(RaiseHand(chair=9, up=False))  # anything, so that it is published

    @property
    def t(self) -> Table:
        state: Table = self.e.table.read(match_of).state
        return state

    def stands(self) -> tuple[Any, ...]:
        """All that could be lost."""
        match = self.e.table.read(match_of)
        return match.fingerprint(), len(match.journal), self.asked()

    def asked(self) -> set[tuple[int, str]]:
        return {(f.by, f.kind) for f in self.e.playing.faces[None] if not f.answered}

    def answer(self, seat: int, kind: str, **fields: Any) -> None:
        reply = self.e.table.do(Answer(kind=kind, fields=fields, chair=None if seat == HOST else seat))
        assert reply.ok, (seat, kind, reply)

    def ring(self) -> None:
        self.e.later(60)

    def refused(
        self, seat: int, kind: str, fields: dict[str, str], number: int | None = None
    ) -> tuple[str, str]:
        """This form changes nothing; what the phone says, in Spanish and in English."""
        before, said = self.stands(), []
        for language in LANGUAGES:
            phone = self.e.phone(seat)
            phone.client.set_cookie("language", language, path="/")
            face = self.e.face(seat, kind)
            sent = number if number is not None else face.number if face else ""
            reply = phone.post("/seat/answer", script=True, kind=kind, number=sent, **fields).get_json()
            assert not reply["ok"] and reply["why"] and reply["now"], reply
            said.append(reply["why"])
            assert self.stands() == before
        assert said[0] != said[1]
        return said[0], said[1]

    def press(self, button: Button) -> None:
        self.e.now += 1
        self.e.do(Press(button=button))

    def tap(self, key: str) -> Any:
        self.e.now += 3
        uid = self.e.table.read(lambda x: x.house.tags(GAME.id))[key]
        return self.e.table.do(Tap(uid=uid))

    def refused_tap(self, key: str) -> str:
        """This thing on the reader changes nothing; what the board says of it, in either language."""
        before = self.stands()
        assert not self.tap(key).ok
        assert self.stands() == before
        notice = self.e.snapshot.notice
        assert notice is not None and notice.refusal
        why = str(notice.detail.get("why", ""))
        for language in LANGUAGES:
            words = Words(language, game=GAME.id)
            assert Prompt(words, ()).why(why) if why else words.has(f"refusal.{notice.code}.why")
        return why or notice.code
