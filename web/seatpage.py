"""What a seat's page shows: made from what the table publishes, with nothing on it that must be held to be seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any

from companion.engine import HOST, URN, Face, OneOf, Seat
from companion.locale import Words
from companion.table.prompt import Prompt
from companion.table.snapshot import Chair, Clock, Playing, Snapshot, UrnFace
from web.forms import Form, covered_cards, form_of, in_words, private_lines

__all__ = ["Held", "SeatPage", "Urn", "held_of", "page_of", "prompt_of"]

LOG_LINES = 40
FRESH = 25  # events: so long what only this seat was told stays on its held card


@dataclass(frozen=True)
class Urn:
    """The open ballot box, as one seat meets it."""

    due: int
    done: bool
    papers: tuple[tuple[str, str], ...]  # value and words
    extras: tuple[tuple[int, str], ...]  # places of cards that may be added, and what they are called
    closes: bool
    face: UrnFace

    @property
    def voting(self) -> bool:
        """Whether this seat may still put something in."""
        return not self.done and not (self.due and self.face.full)


@dataclass(frozen=True)
class SeatPage:
    """The seat's page, all of it but the words around."""

    chair: Chair
    seat: Seat | None
    playing: Playing | None
    names: tuple[str, ...]
    line: str
    paused: bool
    saved: bool
    forms: tuple[Form, ...] = ()  # the table waits for these; the first is the main one
    asides: tuple[Form, ...] = ()  # may be answered, and nobody waits
    done: tuple[Form, ...] = ()  # answered, and may be changed
    urn: Urn | None = None
    log: tuple[str, ...] = ()  # newest first
    helps: tuple[str, ...] = ()
    clock: Clock | None = None
    draws: bool = False  # its hands draw the real cards that the table waits for
    waits: tuple[str, ...] = ()  # the kinds of what the table waits for
    sub: str = ""  # under the line, where the phone has nothing to answer: other words than that it is not its move

    @property
    def owing(self) -> list[str]:
        """Who has not agreed yet to opening the books."""
        return [self.names[seat] for seat in sorted(self.playing.books_due)] if self.playing else []

    @property
    def mine(self) -> bool:
        """Whether the table waits for this seat."""
        urn = self.urn
        closing = urn and urn.closes and urn.face.full
        return bool(self.forms or self.draws or (urn and urn.voting) or closing)

    @property
    def covers(self) -> bool:
        """Whether there is anything to hold."""
        return self.playing is not None and self.seat is not None


@dataclass(frozen=True)
class Held:
    """What the held card says beside the game's own part."""

    lines: tuple[str, ...]
    faces: Mapping[str, list[str]]  # of covered cards, by the name of their form and field
    cards: Mapping[str, tuple[str, tuple[Any, ...]]]  # the same, as the game knows them: of which deck, which


def prompt_of(snapshot: Snapshot, lang: str) -> Prompt:
    """The words for the match on the table, or for the lobby."""
    playing = snapshot.playing
    names = playing.names if playing else tuple(c.name for c in snapshot.chairs)
    return Prompt(Words(lang, snapshot.speaks_of), names, playing.views[None].get("drawer") if playing else None)


def own_faces(playing: Playing, seat: Seat) -> list[Face]:
    """The open asks of this seat: those that hold the table up first, and those with something to fill in."""
    mine = [f for f in playing.faces.get(seat, ()) if f.by == seat]
    return sorted(mine, key=lambda f: (f.aside, not f.fields))


def page_of(snapshot: Snapshot, chair: Chair, prompt: Prompt) -> SeatPage:
    """The page of the phone that holds `chair`."""
    playing, seat = snapshot.playing, chair.seat
    page = partial(SeatPage, chair, seat, playing, tuple(prompt.names), paused=snapshot.paused, saved=snapshot.saved)
    if snapshot.telling:
        return page(prompt.words("phone.look"), sub=prompt.words("phone.look.sub"))
    if playing is None or seat is None:
        return page(_idle(playing, prompt), log=tuple(_log(playing, prompt)))
    faces = own_faces(playing, seat)
    open_ = [(f, form_of(f, prompt)) for f in faces if not f.answered]
    public = playing.faces.get(None, ())
    draws = prompt.draws(public, seat)
    waiting = prompt.waiting(public)
    kinds = dict.fromkeys(f.kind for f in (*faces, *waiting))
    helps = tuple(prompt.words(key) for kind in kinds if prompt.words.has(key := f"help.{kind}"))
    return page(
        _idle(playing, prompt, seat),
        forms=tuple(form for f, form in open_ if not f.aside),
        asides=tuple(form for f, form in open_ if f.aside),
        done=tuple(form_of(f, prompt) for f in faces if f.answered and f.changeable),
        urn=_urn(playing, seat, prompt),
        log=tuple(_log(playing, prompt)),
        helps=helps,
        clock=min(playing.clocks, key=lambda c: c.left, default=None),
        draws=draws,
        waits=tuple(dict.fromkeys(f.kind for f in waiting)),
        sub=_sub(prompt, public, draws),
    )


def _sub(prompt: Prompt, public: Sequence[Face], draws: bool) -> str:
    if draws:
        return prompt.draw_help(public)
    if prompt.together(public):
        return prompt.words("phone.together")
    waiting = prompt.waiting(public)
    return prompt.words("phone.by-host") if waiting and waiting[0].by == HOST else ""


def _idle(playing: Playing | None, prompt: Prompt, seat: Seat | None = None) -> str:
    if playing is None:
        return prompt.words("phone.lobby")
    if playing.over:
        key = f"end.{playing.result.reason}" if playing.result else ""
        why = prompt.words(key) if prompt.words.has(key) else prompt.words("phone.over")
        won = playing.result.winners if playing.result else ()
        told = prompt.words.n("phone.winners", len(won), names=prompt.several(won)) if won and seat not in won else ""
        return f"{told} {why}".strip()
    urn = playing.urn
    if urn and urn.full and urn.closer >= 0:
        return prompt.words("contents.close", seat=prompt.name(urn.closer))
    faces = playing.faces.get(None, ())
    return prompt.line([f for f in faces if f.by == URN] if urn and urn.inside < urn.due else faces, seat)


def _log(playing: Playing | None, prompt: Prompt) -> list[str]:
    """What everybody heard. What was told to few is for the held card."""
    if playing is None:
        return []
    heard = (t.event for t in reversed(playing.told) if t.to is None)
    return [prompt.event(event) for event in islice(heard, LOG_LINES)]


def _urn(playing: Playing, seat: Seat, prompt: Prompt) -> Urn | None:
    urn = playing.urn
    if urn is None:
        return None
    ask = _urn_face(playing, seat)
    due = ask.due.get(seat, 0) if ask else 0
    papers = tuple((p, prompt.value("paper", p)) for p in urn.papers)
    offer = ask.offer if ask else None
    offered = range(len(offer.hand)) if offer and offer.hand else offer.values if offer else ()
    extras = tuple((v, prompt.place(v)) for v in offered if isinstance(v, int))
    done = seat in urn.roll or not (due or offer)
    return Urn(due, done, papers, extras, urn.closer == seat, urn)


def _face(prompt: Prompt, of: str, value: Any, barred: bool) -> str:
    """What a covered card is, while it is held; of one that may not be chosen that, too."""
    said = "" if value is None else prompt.value(of, value)
    return prompt.words("form.not-here", card=said) if said and barred else said


def _urn_face(playing: Playing, seat: Seat) -> Face | None:
    return next((f for f in playing.faces.get(seat, ()) if f.by == URN), None)


def held_of(playing: Playing, seat: Seat, prompt: Prompt, given: Mapping[str, Any]) -> Held:
    """What this seat may read while it holds its card, beside the game's own part. `given`: its answers, by kind."""
    faces = own_faces(playing, seat)
    lines: list[str] = []
    cards: dict[str, tuple[str, tuple[Any, ...]]] = {}
    barred: dict[str, set[int]] = {}  # which of them cannot be chosen
    for face in faces:
        if not face.answered or face.changeable:
            if not face.aside:  # of what nobody waits for the refusal tells enough, and the card is small
                lines += private_lines(face, prompt)
            for name, held in covered_cards(face).items():
                cards[key := f"{face.kind}-{face.number} {name}"] = held
                field = face.fields.get(name.removeprefix("f."))
                if isinstance(field, OneOf):
                    barred[key] = {i for i, _ in enumerate(field.hand) if not field.accepts(i)}
        if face.answered and (fields := given.get(face.kind)) is not None:
            lines.append(prompt.words("phone.answered", choice=in_words(face, fields, prompt)))
    if (urn := _urn_face(playing, seat)) and urn.offer:
        held_now = urn.offer.hand or urn.offer.faces or urn.offer.values
        cards["urn extra"] = (urn.offer.of, tuple(f for f in held_now if f is not None))
        barred["urn extra"] = {i for i, _ in enumerate(urn.offer.hand) if not urn.offer.accepts(i)}
    told = [prompt.event(t.event) for t in playing.told[-FRESH:] if t.to is not None and seat in t.to]
    faces_held = {
        name: [_face(prompt, of, v, i in barred.get(name, ())) for i, v in enumerate(values)]
        for name, (of, values) in cards.items()
    }
    return Held((*lines, *told[-3:]), faces_held, cards)
