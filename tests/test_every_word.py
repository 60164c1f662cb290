"""Every question, choice, refusal, event, option and ending of every game has its words in every language.

Whole random games over their options are said as board, phones and log would say them; a message that a catalogue lacks
is an error. A new game joins by existing. What only one game has to say is in its own `test_words`.
"""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from companion.engine import CHANCE, CLOCK, HOST, URN, Ask, Event, Face, Game, Match, OneOf, Share, switches
from companion.games import all_games
from companion.locale import LANGUAGES, Words
from companion.players.random_player import random_move
from companion.table.prompt import Prompt
from tests.pairwise import settings
from web.forms import covered_cards, form_of, in_words, private_lines

GAMES = all_games()
NAMES = ["Ana", "Bruno", "Carla", "Diego", "Elena", "Félix", "Gala", "Hugo", "Iris", "Joel"]
MATCHES = 10
every_game = pytest.mark.parametrize("name", GAMES)
in_each = pytest.mark.parametrize("lang", LANGUAGES)
GAPS = {"seat": "Ana", "n": 2, "least": 1, "most": 3, "low": 0, "high": 6, "choice": "¶"}


def sentences(text: str) -> int:
    return text.rstrip(".").count(". ") + 1


@in_each
@every_game
def test_every_kind_of_move_is_said_shortly(name: str, lang: str) -> None:
    """A word or two, a line for the board, a heading, a button, and two sentences of help at most."""
    words = Words(lang, game=name)
    for kind, move in GAMES[name].kinds.items():
        assert len(words(f"{kind}.word").split()) <= 2
        assert words(f"{kind}.line", **GAPS) and words(f"{kind}.title", **GAPS), kind
        fields = set(move.__struct_fields__) - {"by"}
        assert fields or "¶" not in words(f"{kind}.go", **GAPS), kind
        assert not words.has(f"{kind}.help") or sentences(words(f"{kind}.help", **GAPS)) <= 2, kind
        assert not words.has(f"help.{kind}") or len(words(f"help.{kind}").split()) <= 120, kind


def say_asked(asked: Ask[Any], say: Prompt) -> None:
    """What an ask of the table's own parts names: the draw of a deck, what may lie in an urn, reasons and slots."""
    if asked.by == CHANCE:
        deck = asked.fields["deck"]
        assert isinstance(deck, OneOf) and say.words.n(f"{deck.values[0]}.draw", asked.left)
    for field in asked.offers.values():
        if isinstance(field, OneOf):  # nothing is a choice too
            assert all(say.value(field.of, value) for value in field.faces or field.choices() if value is not None)
        elif isinstance(field, Share):
            assert all(say.value(field.of, key) for key in field.room)


def say_face(face: Face, say: Prompt) -> None:
    """What its owner's phone shows: the form, the held card, a choice named on the button."""
    form = form_of(face, say)
    assert form.title and form.go
    several = [p for p in form.parts if len(form.parts) > 1]
    assert all(p.label for p in several), (face.kind, form.parts)
    if [type(field) for field in face.fields.values()] == [OneOf] and not form.at_once:
        assert "{choice}" in form.go, f"the button of {face.kind} does not name the choice"
    assert all(private_lines(face, say))
    for of, values in covered_cards(face).values():
        assert all(say.value(of, v) for v in values if v is not None)
    for field in face.fields.values():
        if isinstance(field, OneOf):
            assert all(say.why(code) for code in field.why.values())
            assert all(say.words.remark(code) for code in field.remarks.values())


def say_all(match: Match[Any, Any], say: Prompt) -> None:
    for asked in match.asks():
        say_asked(asked, say)
    for viewer in (None, *range(match.state.n)):
        faces = match.faces(viewer)
        line = say.line(faces, viewer)
        assert line or all(f.by == CLOCK or f.answered for f in faces)
        match say.waiting(faces):
            case [Face(by=by, kind=kind)] if by >= 0 and not say.words.has(f"{kind}.all"):
                assert NAMES[by] in line, line
        for face in faces:
            if viewer is not None and face.by == viewer:
                say_face(face, say)
    for face in match.faces(HOST):
        if face.by == HOST:
            say_face(face, say)
    for face in match.correction_faces():
        say_face(face, say)


def say_answer(match: Match[Any, Any], move: Any, says: list[Prompt]) -> None:
    """The answer as the phone that gave it repeats it."""
    kind = str(move.__struct_config__.tag)
    for face in match.faces(move.by):
        if face.by == move.by >= 0 and face.kind == kind:
            plain = msgspec.to_builtins(move, str_keys=True)
            fields = {name: plain.get(name) for name in face.fields}
            assert all(in_words(face, fields, say) or not fields for say in says)
            return


@every_game
def test_whole_games_can_be_said(name: str) -> None:
    """What is waited for, the forms, the choices, the reasons, the draws, the log of every seat, the end."""
    game: Game[Any] = GAMES[name]
    says = [Prompt(Words(lang, game=name), NAMES) for lang in LANGUAGES]
    rows = settings(game)
    for seed in range(MATCHES):
        options = rows[seed * 5 % len(rows)]
        low, high = game.takes(options)
        match, rng = game.match(low + seed % (high - low + 1), options), Random(f"{name} {seed}")
        while not match.over:
            if rng.random() < 0.25:
                for say in says:
                    say_all(match, say)
            move = random_move(match, rng)
            say_answer(match, move, says)
            match.play(move)
        for say in says:
            for viewer in (None, *range(match.state.n)):
                for event in match.events(viewer):
                    assert "{" not in say.event(event)
            assert say.words(f"end.{match.result.reason}")


def events_of(name: str) -> list[type[Event]]:
    """Every kind of event that a game's own modules declare."""
    found, todo = [], Event.__subclasses__()
    while todo:
        kind = todo.pop()
        todo += kind.__subclasses__()
        found += [kind] if kind.__module__.startswith(f"companion.games.{name}.") else []
    return found


@in_each
@every_game
def test_every_event_has_a_line(name: str, lang: str) -> None:
    words, kinds = Words(lang, game=name), events_of(name)
    assert len(kinds) > 20
    assert [k for k in kinds if not words.has(f"event.{k.__struct_config__.tag}")] == []


@in_each
@every_game
def test_every_option_and_value_has_words(name: str, lang: str) -> None:
    words = Words(lang, game=name)
    for switch in switches(GAMES[name].options):
        assert words(f"option.{switch.name}") and words(f"option.{switch.name}.help")
        assert all(words.has(f"option.{switch.name}.{v}") for v in switch.values)


@in_each
@every_game
def test_every_real_part_has_a_name(name: str, lang: str) -> None:
    words = Words(lang, game=name)
    for component in GAMES[name].components:
        assert words(f"deck.{component.of}")
        assert Prompt(words, NAMES).value(component.of, component.face)


def test_an_urn_names_nobody_who_is_missing() -> None:
    """The board tells how many ballots are missing, never whose."""
    seen = 0
    for name, game in GAMES.items():
        says = [Prompt(Words(lang, game=name), NAMES) for lang in LANGUAGES]
        match, rng = game.match(game.seats[1]), Random(name)
        while not match.over:
            if urns := [face for face in match.faces(None) if face.by == URN]:
                seen += 1
                assert not any(each in say.line(urns) for say in says for each in NAMES)
            match.play(random_move(match, rng))
    assert seen
