"""Draws the board: one moment, one picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import pygame

from companion.board import fill
from companion.board.data import Alarm, Ending, Join, Refusal
from companion.board.director import Director, scene_of
from companion.board.moment import Moment
from companion.board.scenes import ending, enrol, lobby, menu, overlay, pause, ready
from companion.display import parts, seats
from companion.display.canvas import Canvas
from companion.display.motion import dim
from companion.display.parts import Clock
from companion.display.seats import Plate
from companion.display.situation import Situation
from companion.engine import Game
from companion.locale import Words
from companion.table.snapshot import Playing, Snapshot

__all__ = ["Painter", "words_of"]


def words_of(moment: Moment) -> Words:
    """The catalogue of a moment: the table's language, and its game."""
    return Words(moment.snapshot.language, moment.snapshot.speaks_of)


class Painter:
    """One canvas for the screen and for `/board`."""

    def __init__(
        self, size: tuple[int, int], games: Mapping[str, Game[Any]], join: Join, *, strict: bool = False
    ) -> None:
        self.size, self.games, self.join = size, games, join
        self.canvas = Canvas(size, strict=strict)
        self.director = Director()

    def moment(self, snapshot: Snapshot, now: float, pin: str = "", rest: bool = False) -> Moment:
        """What is to be shown now. `pin` is shown only where it is given: on the table's own screen."""
        shown = self.director.follow(snapshot, now)
        if shown is None:
            return Moment(fill.public(snapshot), pin=pin, rest=rest)
        return Moment(
            fill.public(snapshot), shown.event, shown.view, shown.number, pin, rest, shown.faces
        )

    def due(self, snapshot: Snapshot) -> float | None:
        """When the moment passes without anybody doing anything."""
        return self.director.due(snapshot)

    def paint(self, moment: Moment, now: float, into: pygame.Surface | None = None) -> pygame.Surface:
        """The settled picture: nothing in it is on its way."""
        snapshot, words = moment.snapshot, words_of(moment)
        self.canvas.clear()
        self._scene(moment, now, words)
        if alarm := snapshot.alarm or snapshot.away:
            overlay.draw_alarm(self.canvas, Alarm(*fill.told(snapshot, alarm, words)), words)
        elif not snapshot.saved:
            overlay.draw_alarm(self.canvas, Alarm(words("board.unsaved"), words("board.unsaved.now")), words)
        if snapshot.notice:
            told = fill.told(snapshot, snapshot.notice, words)
            overlay.draw_refusal(self.canvas, Refusal(*told, snapshot.notice.refusal), words)
        picture = self.canvas.picture(into)
        if moment.rest:
            dim(picture)
        return picture

    def tick(self, moment: Moment, now: float) -> tuple[Clock, pygame.Surface, tuple[int, int]] | None:
        """The running clock alone, and where it goes: once a second this is drawn, not the scene."""
        clock = fill.clock(moment.snapshot, now) if moment.ticks else None
        if clock is None:
            return None
        sprite, spot = parts.clock_sprite(self.canvas, clock)
        if moment.rest:
            dim(sprite)
        return clock, sprite, spot

    def situation(self, moment: Moment, now: float = 0.0) -> Situation | None:
        """What the game's scene is given; None outside of a match."""
        snapshot = moment.snapshot
        if snapshot.playing is None:
            return None
        clock, view = None if moment.event else fill.clock(snapshot, now), moment.view or snapshot.playing.views[None]
        faces = snapshot.playing.faces[None] if moment.faces is None else moment.faces
        return fill.situation(snapshot, snapshot.playing, view, faces, moment.event, clock, words_of(moment))

    def _scene(self, moment: Moment, now: float, words: Words) -> None:
        snapshot, canvas = moment.snapshot, self.canvas
        situation = self.situation(moment, now)
        if snapshot.menu:
            menu.draw(canvas, fill.menu(snapshot, self.games, self.join, moment.pin, words), words)
        elif snapshot.stage == "enrolling":
            enrol.draw(canvas, fill.enrolment(snapshot, words), words)
        elif snapshot.checkup:
            ready.draw(canvas, fill.checkup(snapshot, self.join, words), words)
        elif situation is None or snapshot.playing is None:
            lobby.draw(canvas, fill.lobby(snapshot, self.games, self.join, words), words)
        elif moment.ending:
            self._ending(snapshot, snapshot.playing, situation, words)
        elif snapshot.paused:
            pause.draw(canvas, fill.pausing(snapshot, snapshot.playing, situation, self.join, words), words)
        elif scene := scene_of(snapshot.playing.game.id):
            scene.draw(canvas, situation, words)
        else:
            self._plain(snapshot, snapshot.playing, situation, words)

    def _plain(self, snapshot: Snapshot, playing: Playing, s: Situation, words: Words) -> None:
        """A game that draws nothing: the line, the seats and the keys."""
        line = s.line or fill.prompt(snapshot, words).line(playing.faces[None])
        parts.status(self.canvas, playing.game.title, "", line, clock=s.clock)
        asked = {q.seat for q in s.questions if not q.answered}
        plates = (Plate(n + 1, name, state="now" if n in asked else "idle") for n, name in enumerate(playing.names))
        seats.rail(self.canvas, s.seated(plates))
        parts.panel(self.canvas, s.keys)

    def _ending(self, snapshot: Snapshot, playing: Playing, s: Situation, words: Words) -> None:
        scene, draws, six = scene_of(playing.game.id), fill.draws(playing), s.keys
        game, title = playing.game.id, playing.game.title
        where = words("board.end.where", mark=fill.grouped(snapshot.commitment))
        if scene is None:
            winners = playing.result.winners if playing.result else ()
            said = words.won([playing.names[seat] for seat in winners])
            plates = s.seated(
                Plate(n + 1, name, state="won" if n in winners else "idle") for n, name in enumerate(playing.names)
            )
            why = words(f"end.{playing.result.reason}") if playing.result else ""
            data = Ending(game, title, where, said, why, plates, six, draws=draws)
            ending.draw(self.canvas, data, words)
            return
        closing = scene.closing(s, words)
        plates = tuple(replace(plate, hand=plate.number - 1 in s.hands) for plate in closing.plates)
        data = Ending(
            game, title, closing.where or where, closing.winner, closing.why, plates, six, closing.decisive,
            closing.facts, draws,
        )
        art = getattr(scene, "closing_art", None)
        drawn = partial(art, view=dict(s.view), box=ending.ART, words=words) if art else None
        ending.draw(self.canvas, data, words, drawn, scene.MARKS)
