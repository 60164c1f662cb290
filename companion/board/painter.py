"""Draws the board: one snapshot, one moment, one picture."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import pygame

from companion.board import fill
from companion.board.data import Alarm, Draws, Ending, Join, Refusal
from companion.board.director import Director, scene_of
from companion.board.scenes import ending, enrol, lobby, menu, overlay
from companion.display import parts, seats
from companion.display.canvas import Canvas
from companion.display.motion import dim
from companion.display.seats import Plate
from companion.display.situation import Question, Situation
from companion.engine import Game
from companion.locale import Words
from companion.table.snapshot import Playing, Snapshot

__all__ = ["Painter"]


class Painter:
    """One canvas for the screen and for `/board`. The picture depends on nothing but the snapshot and the moment."""

    def __init__(self, size: tuple[int, int], games: Mapping[str, Game[Any]], join: Join) -> None:
        self.size, self.games, self.join = size, games, join
        self.canvas = Canvas(size)
        self.director = Director()

    def key(self, snapshot: Snapshot, now: float, pin: str = "", rest: bool = False) -> Any:
        """Equal keys are equal pictures: nothing is drawn twice."""
        event = self.director.follow(snapshot, now)
        clock = fill.clock(snapshot, now)
        return snapshot.version, id(event) if event else 0, clock.seconds if clock else None, bool(pin), rest

    def due(self, snapshot: Snapshot, now: float) -> float | None:
        """When the picture will change by itself."""
        times = [] if self.director.due(snapshot) is None else [self.director.due(snapshot)]
        if snapshot.playing and snapshot.playing.clocks and not snapshot.paused:
            left = min(c.ends for c in snapshot.playing.clocks) - now
            if left > 0:
                times.append(now + (left % 1.0 or 1.0))
        return min((t for t in times if t is not None), default=None)

    def paint(
        self, snapshot: Snapshot, now: float, pin: str = "", rest: bool = False, into: pygame.Surface | None = None
    ) -> pygame.Surface:
        """The picture of this moment. `pin` is shown only where it is given: on the table's own screen."""
        words = Words(snapshot.language, snapshot.game)
        self.canvas.clear()
        self._scene(snapshot, now, pin, words)
        if snapshot.alarm:
            told = fill.prompt(snapshot, words).refusal(snapshot.alarm.code, dict(snapshot.alarm.detail))
            overlay.draw_alarm(self.canvas, Alarm(*told), words)
        elif not snapshot.saved:
            overlay.draw_alarm(self.canvas, Alarm(words("board.unsaved"), words("board.unsaved.now")), words)
        if snapshot.notice:
            told = fill.prompt(snapshot, words).refusal(snapshot.notice.code, dict(snapshot.notice.detail))
            overlay.draw_refusal(self.canvas, Refusal(*told), words)
        picture = self.canvas.picture(into)
        if rest:
            dim(picture)
        return picture

    def _scene(self, snapshot: Snapshot, now: float, pin: str, words: Words) -> None:
        if snapshot.menu:
            menu.draw(self.canvas, fill.menu(snapshot, self.join, pin, words), words)
        elif snapshot.stage == "enrolling":
            enrol.draw(self.canvas, fill.enrolment(snapshot, words), words)
        elif snapshot.stage == "over" and snapshot.playing:
            self._ending(snapshot, snapshot.playing, words)
        elif snapshot.playing:
            self._match(snapshot, snapshot.playing, now, words)
        else:
            lobby.draw(self.canvas, fill.lobby(snapshot, self.games, self.join, words), words)

    def _match(self, snapshot: Snapshot, playing: Playing, now: float, words: Words) -> None:
        situation = self.situation(snapshot, playing, now, words)
        scene = scene_of(playing.game.id)
        if scene is None or snapshot.paused:
            self._plain(snapshot, playing, situation, words)
        else:
            scene.draw(self.canvas, situation, words)

    def situation(self, snapshot: Snapshot, playing: Playing, now: float, words: Words) -> Situation:
        """What the game's scene is given: only what everybody may know."""
        questions = tuple(Question(f.by, f.kind, f.answered) for f in playing.faces[None])
        event = self.director.follow(snapshot, now)
        title, view = playing.game.title, playing.views[None]
        clock = fill.clock(snapshot, now)
        return Situation(title, view, playing.names, questions, event, fill.keys(snapshot, words), clock)

    def _plain(self, snapshot: Snapshot, playing: Playing, s: Situation, words: Words) -> None:
        """A pause, or a game that draws nothing: the line, the seats and the keys."""
        line = words("board.paused") if snapshot.paused else fill.prompt(snapshot, words).line(playing.faces[None])
        where = words("board.pause") if snapshot.paused else ""
        parts.status(self.canvas, playing.game.title, where, line, clock=s.clock)
        asked = {q.seat for q in s.questions if not q.answered}
        plates = [
            Plate(n + 1, name, state="now" if n in asked and not snapshot.paused else "idle")
            for n, name in enumerate(playing.names)
        ]
        seats.rail(self.canvas, plates)
        parts.panel(self.canvas, s.keys)

    def _ending(self, snapshot: Snapshot, playing: Playing, words: Words) -> None:
        scene = scene_of(playing.game.id)
        draws = Draws(str(snapshot.commitment) if playing.books_open else "")
        six = fill.keys(snapshot, words)
        where = words("board.end.where")
        if scene is None:
            prompt = fill.prompt(snapshot, words)
            winners = playing.result.winners if playing.result else ()
            title = prompt.several(winners) or words("board.end.nobody")
            plates = tuple(
                Plate(n + 1, name, state="won" if n in winners else "idle") for n, name in enumerate(playing.names)
            )
            reason = words(f"end.{playing.result.reason}") if playing.result else ""
            data = Ending(playing.game.id, playing.game.title, where, title, reason, plates, six, draws=draws)
            ending.draw(self.canvas, data, words)
            return
        situation = self.situation(snapshot, playing, 0.0, words)
        closing = scene.closing(situation, words)
        data = Ending(
            playing.game.id, playing.game.title, where, closing.winner, closing.why, closing.plates, six,
            closing.decisive, closing.facts, draws,
        )  # fmt: skip
        art = partial(scene.closing_art, view=dict(situation.view), box=ending.ART) if hasattr(scene, "closing_art") else None
        ending.draw(self.canvas, data, words, art, scene.MARKS)


