"""What holds for every game: the five laws of the design. A new game joins by existing."""
from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from companion.engine import (
    CHANCE,
    CLOCK,
    HOST,
    BadMove,
    Game,
    Match,
    Move,
    Options,
    Refused,
    Viewer,
    switches,
)
from companion.engine.pause import Open
from companion.games import all_games
from companion.locale import Words
from companion.players.random_player import random_move, sample
from tests.engine import lighthouse
from tests.pairwise import settings

GAMES: dict[str, Game[Any]] = {**all_games(), lighthouse.GAME.id: lighthouse.GAME}
every_game = pytest.mark.parametrize("name", GAMES)
every_table = pytest.mark.parametrize(
    ("name", "seats"), [(g.id, n) for g in GAMES.values() for n in range(g.seats[0], g.seats[1] + 1)]
)
MOST_MOVES = 6000  # no match of any game is longer: random ones too must come to an end


def tables(name: str, seats: int, many: int) -> Iterator[tuple[Random, Options]]:
    """`many` tables of this game, their options drawn pairwise in turn."""
    game = GAMES[name]
    rows = [row for row in settings(game) if game.takes(row)[0] <= seats <= game.takes(row)[1]]
    for k in range(many):
        yield Random(f"{name} {seats} {k}"), rows[(k + seats * 7) % len(rows)]


def any_move(match: Match[Any, Any], rng: Random) -> Move:
    """A random legal move; now and then the host puts something right."""
    if rng.random() < 0.002 and (open_ := match.corrections_open()) and (move := sample(rng.choice(open_), rng)):
        return move
    return random_move(match, rng)


def viewers(match: Match[Any, Any]) -> tuple[Viewer, ...]:
    return (None, HOST, *range(match.state.n))


def seen(match: Match[Any, Any], viewer: Viewer) -> tuple[Any, ...]:
    return match.view(viewer), match.faces(viewer), match.events(viewer)


def snapshot(match: Match[Any, Any], numbers: bool = True) -> tuple[Any, ...]:
    faces = [f for v in viewers(match) for f in match.faces(v)]
    if not numbers:
        faces = [msgspec.structs.replace(f, number=None) for f in faces]
    return match.fingerprint(), faces, [match.events(v) for v in viewers(match)], list(match.journal), match.over


@every_table
def test_random_matches_end_and_replay_from_their_journal(name: str, seats: int, matches: int = 20) -> None:
    """Laws 1, 2 and 4: every offered move succeeds, the match ends, and its journal as JSON gives it again."""
    game = GAMES[name]
    encode, decode = game.codec
    for rng, options in tables(name, seats, matches):
        match, lines, at, mid = game.match(seats, options), [], rng.randrange(60), None
        while not match.over:
            assert len(match.journal) < MOST_MOVES, options
            move = any_move(match, rng)
            assert decode(encode(move)) == move
            lines.append(encode(move))
            match.play(move)
            if len(lines) == at:
                mid = snapshot(match)
        again = game.match(seats, options)
        for k, line in enumerate(lines):
            again.play(decode(line))
            assert k + 1 != at or snapshot(again) == mid
        assert snapshot(again) == snapshot(match)
        assert again.result == match.result


@every_table
def test_a_face_that_is_kept_is_the_one_that_would_be_made_now(name: str, seats: int) -> None:
    """Asks that look alike share one face, and one that lies open keeps its own: neither grows old."""
    for rng, options in tables(name, seats, 2):
        match = GAMES[name].match(seats, options)
        while not match.over:
            for o in match.opens():
                anew = Open(msgspec.structs.replace(o.ask, looks=None), o.number, o.pause, o.key)
                assert o.shown() == anew.shown()
            match.play(random_move(match, rng))


@every_table
def test_what_is_not_offered_is_refused_and_changes_nothing(name: str, seats: int) -> None:
    """Law 2, and SHT-286 of every game: moves of another match, by another seat, of an older question."""
    game, refused = GAMES[name], 0
    for rng, options in tables(name, seats, 3):
        match, other = game.match(seats, options), game.match(seats, options)
        while not (match.over or other.over):
            wrong = random_move(other, rng)
            other.play(wrong)
            wrong = rng.choice([wrong, msgspec.structs.replace(wrong, by=rng.randrange(-4, seats + 2))])
            before = snapshot(match)
            try:
                match.play(wrong, number=rng.choice([None, 0]))
            except Refused as e:
                refused += 1
                assert snapshot(match) == before
                assert e.audience is None or e.to(None) == ("not-now", {})
            if not match.over:
                match.play(random_move(match, rng))
    assert refused > 30


@every_game
def test_foreign_words_are_no_moves(name: str) -> None:
    _, decode = GAMES[name].codec
    for line in (b'{"kind":"cheat","by":1}', b"[]", b"{", b'{"kind":"drawn","by":1,"deck":3,"item":null}', b"\xff"):
        with pytest.raises(BadMove):
            decode(line)


@every_game
def test_a_preset_is_a_set_of_options_and_leaves_the_others_alone(name: str) -> None:
    """Each is another way to play, has words in both languages, and can be told from what is set."""
    game = GAMES[name]
    spoken = {switch for values in game.presets.values() for switch in values}
    for options in settings(game) if game.presets else ():
        chosen = {way: game.preset(way, options) for way in game.presets}
        assert len({msgspec.json.encode(o) for o in chosen.values()}) == len(chosen)
        for way, new in chosen.items():
            assert game.preset_of(new) == way
            assert {s for s in new.__struct_fields__ if getattr(new, s) != getattr(options, s)} <= spoken
    for way in game.presets:
        for words in (Words("es", game=name), Words("en", game=name)):
            assert words.has(f"preset.{way}") and words.has(f"preset.{way}.help")
    with pytest.raises(BadMove):
        game.preset("chess", game.options())


@every_game
def test_undo_is_where_it_was(name: str) -> None:
    """Law 4: without the last move of a person everything is as before it, and the same moves lead back."""
    game, undone = GAMES[name], 0
    for rng, options in tables(name, game.seats[0], 4):
        match, was = game.match(game.seats[0], options), dict[int, Any]()
        while not match.over:
            was[len(match.journal)] = snapshot(match, numbers=False)
            match.play(any_move(match, rng))
            if rng.random() < 0.1 and not match.over:
                full, journal = snapshot(match, numbers=False), list(match.journal)
                try:
                    match.undo()
                except Refused as e:
                    assert snapshot(match, numbers=False) == full
                    assert e.code == "urn-is-open" or all(m.by in (CHANCE, CLOCK) for m in journal[match.floor :])
                    continue
                undone += 1
                assert snapshot(match, numbers=False) == was[len(match.journal)]
                for move in journal[len(match.journal) :]:
                    match.play(move)
                assert snapshot(match, numbers=False) == full
    assert undone > 5


@every_game
def test_whom_nothing_has_reached_may_do_what_they_could(name: str) -> None:
    """What stands open at a counter is asked anew for those who heard something: it must never be out of date."""
    game = GAMES[name]
    for rng, options in tables(name, game.seats[1], 3):
        match = game.match(game.seats[1], options)
        while not match.over:
            match.play(any_move(match, rng))
            for desk in [pause.desk for pause in match.wait if pause.desk]:
                for seat, lot in desk.lots.items():
                    assert list(desk.windows[seat]()) == [o.ask for o in lot.opens], (seat, match.journal[-1])


@every_game
def test_views_and_faces_are_plain_json(name: str) -> None:
    game = GAMES[name]
    for rng, options in tables(name, game.seats[1], 2):
        match = game.match(game.seats[1], options)
        while not match.over:
            match.play(random_move(match, rng))
            viewer = rng.choice(viewers(match))
            plain = msgspec.to_builtins((match.view(viewer), match.faces(viewer), match.events(viewer)), str_keys=True)
            assert json.loads(json.dumps(plain)) == json.loads(msgspec.json.encode(plain))


def test_a_match_looks_alike_in_every_process() -> None:
    """Law 4: what is replayed after the plug was pulled is the same to the letter. Sets have another order in each
    process, and nothing that anybody sees may have it from them."""
    code = "from tests.test_every_game import printed; printed()"
    one, other = (
        subprocess.Popen(
            [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[1],
            env=os.environ | {"PYTHONHASHSEED": seed},
        )
        for seed in "12"
    )  # fmt: skip
    for line, again in zip(one.communicate()[0].splitlines(), other.communicate()[0].splitlines(), strict=True):
        assert line == again
    assert (one.returncode, other.returncode) == (0, 0)


def printed() -> None:
    """The beginning of a match of each game, as each viewer sees it. Everything that may be a set is set otherwise."""
    for name, game in GAMES.items():
        full = {s.name: s.values for s in switches(game.options) if s.kind == "set"}
        options, rng = game.options_from(full), Random(name)
        match = game.match(game.takes(options)[1], options)
        while not match.over and len(match.journal) < 40:
            match.play(random_move(match, rng))
            for viewer in viewers(match):
                faces = [msgspec.structs.replace(f, ways=sorted(f.ways)) for f in match.faces(viewer)]
                print(name, len(match.journal), viewer, faces, match.view(viewer))
        print([match.events(v) for v in viewers(match)], match.fingerprint())


@every_table
def test_what_a_viewer_may_not_know_changes_nothing_for_them(name: str, seats: int) -> None:
    """Law 3, non-interference. Two matches that differ only in what the viewer's view does not show (other draws,
    other secret answers) give the viewer the same asks, numbers, refusals and events, move by move."""
    game, together, apart = GAMES[name], 0, 0
    for rng, options in tables(name, seats, 20):
        if together > 400:
            break
        viewer = rng.choice([None, *range(seats)])
        a, b = game.match(seats, options), game.match(seats, options)
        a.watched = b.watched = True  # what the board sees of an act between its events
        while not (a.over or b.over):
            move, told = random_move(a, rng), len(thens(a))
            a.play(move)
            twin = follow(b, move, a.view(viewer), viewer, rng)
            if twin is None:
                break
            together += 1
            apart += twin != move
            assert seen(a, viewer) == seen(b, viewer), (viewer, a.journal, b.journal)
            assert thens(a)[told:] == thens(b)[told:]
            assert refusals(a, viewer, seats) == refusals(b, viewer, seats)
    assert together > 100
    assert apart > 10


def thens(match: Match[Any, Any]) -> list[Any]:
    """What everybody saw as each public event was told."""
    return [t.then for t in match.told if t.to is None]


def follow(b: Match[Any, Any], move: Move, view: dict[str, Any], viewer: Viewer, rng: Random) -> Move | None:
    """Play into `b` the same decision, answered otherwise if the viewer's view allows it. None: `b` cannot follow."""
    twins = [o for o in b.asks() if o.by == move.by and o.move is type(move)]
    other = [m for a in twins for _ in range(3) if move.by != viewer and (m := sample(a, rng)) and m != move]
    for candidate in (*other, move):
        at = len(b.journal)
        try:
            b.play(candidate)
        except Refused:
            continue
        if b.view(viewer) == view:
            return candidate
        b.rewind(at)
    return None


def refusals(match: Match[Any, Any], viewer: Viewer, seats: int) -> list[Any]:
    """What the viewer hears when each kind of move is tried in the name of others."""
    out = []
    for ask in match.asks():
        if ask.by >= 0 and ask.by != viewer:
            try:
                match.check(msgspec.structs.replace(_shell(ask.move), by=ask.by))
            except Refused as e:
                out.append((ask.by, e.to(viewer)))
    return out


def _shell(move: type[Move]) -> Move:
    """A move of that kind with fields that fit nothing."""
    return move(by=0, **{k: object() for k in move.__struct_fields__ if k != "by"})


@pytest.mark.soak
@every_table
def test_two_thousand_random_matches(name: str, seats: int) -> None:
    test_random_matches_end_and_replay_from_their_journal(name, seats, matches=2000)
