"""Section L: real tiles, real shuffles, and the components."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.engine import CHANCE, HOST, Drawn, yes_no
from companion.games.secret_hitler import GAME
from companion.games.secret_hitler.moves import (
    ConfirmShuffle,
    Discard,
    Enact,
    Execute,
    Investigate,
    Nominate,
    Recount,
    SeenParty,
)
from companion.games.secret_hitler.state import Switches, Table
from companion.locale import Words
from companion.table.prompt import Prompt

from ..driver import AnyMatch, asked, draw, drive, kinds_told, refused
from .tables import F, L, elect, govern, legislate, piles, play, reject, table, vote

TILES = Switches(policy_source="tiles")


@pytest.mark.rule("SHT-220")
def test_who_draws_is_an_option() -> None:
    assert Switches().tapped == frozenset()
    assert TILES.tapped == {"policies"}


def test_the_components() -> None:
    """17 tiles, 10 role cards, 20 ballots, each with its own name; and only what an ask can take."""
    count = Counter((c.of, c.face) for c in GAME.components)
    assert (count["policies", L], count["policies", F]) == (6, 11)
    assert (count["roles", L], count["roles", F], count["roles", "hitler"]) == (6, 3, 1)
    assert (count["ballot", True], count["ballot", False]) == (10, 10)
    assert len({c.key for c in GAME.components}) == 47
    assert all(yes_no().accepts(c.face) for c in GAME.components if c.of == "ballot")


@pytest.mark.rule("SHT-222")
def test_three_tiles_one_after_another() -> None:
    """The engine's half of W-27: it asks for so many, in order, each of what may lie in the pile."""
    m = play(table(7, options=TILES), elect(1))
    left = []
    for tile in (F, L, L):
        left.append(m.asks()[0].left)
        drive(m, draw(tile))
    assert left == [3, 2, 1] and m.view(0)["hands"] == {0: [F, L, L]}


@pytest.mark.rule("SHT-223", "SHT-224", "SHT-225")
def test_a_tile_that_cannot_lie_there_is_refused_without_a_hint() -> None:
    """All liberal tiles lie elsewhere: a liberal one is refused, and nobody but the drawer of lots hears why."""
    m = play(table(7, options=TILES, draw="FFFF"), elect(1))
    no = refused(m, Drawn("policies", L, by=CHANCE))
    assert no.code == "impossible-draw"
    assert [no.to(v) for v in (None, HOST, *range(7))] == [("not-now", {})] * 9
    stranger = refused(m, Drawn("policies", "X07", by=CHANCE))
    assert stranger.to(None) == no.to(None)
    drive(m, draw(F))
    before = m.faces(None)
    assert refused(m, Drawn("policies", L, by=CHANCE)).to(0) == ("not-now", {})
    assert m.faces(None) == before, "no count has moved"


@pytest.mark.rule("SHT-231", "SHT-225")
def test_equal_tiles_are_one_value() -> None:
    """The engine's half of W-28: it notes two fascist tiles, not which; the same game whichever was laid down."""
    for place in (0, 1):
        m = play(table(7, options=TILES), elect(1), draw(F, F, L), Discard(place, by=0), Enact(1, by=1))
        assert m.state.last is not None and m.state.last.tile == F
        assert m.state.discards == Counter({F: 1, L: 1})
    zones = GAME.zones
    assert zones is not None
    where = zones(m.state)["policies"]
    assert where["discard"] == [F, L] and where["fascist track"] == [F] and where["hand"] == []


def test_the_zones_hold_every_tile_at_every_time() -> None:
    """The table finds each tile in one zone, also in the middle of a draw and of a session."""
    zones = GAME.zones
    assert zones is not None

    def sizes(m: AnyMatch) -> dict[str, int]:
        return {zone: len(tiles) for zone, tiles in zones(m.state)["policies"].items() if tiles}

    m = play(table(7, options=TILES, liberal=1), elect(1))
    assert sizes(m) == {"draw": 16, "liberal track": 1}
    assert sizes(drive(m, draw(F))) == {"draw": 16, "liberal track": 1}
    assert sizes(drive(m, draw(F, L))) == {"draw": 13, "hand": 3, "liberal track": 1}
    drive(m, Discard(0, by=0))
    assert sizes(m) == {"draw": 13, "discard": 1, "hand": 2, "liberal track": 1}
    drive(m, Enact(1, by=1))
    assert sizes(m) == {"draw": 13, "discard": 2, "liberal track": 1, "fascist track": 1}


# ---- shuffles


def shuffling(n: int = 7, fascist: int = 0, tracker: int = 0) -> AnyMatch:
    """A session has just left two tiles; everything is to be shuffled."""
    t = table(n, options=TILES, draw="LFFFF", fascist=fascist)
    return play(t, elect(1), legislate("FFF"))


@pytest.mark.rule("SHT-228", "SHT-138")
def test_a_real_shuffle_is_confirmed_beside_everything_else() -> None:
    """Nomination and vote go on; the draw waits, asks for it, and goes on after it."""
    m = shuffling()
    assert kinds_told(m)[-1] == "reshuffled"
    assert asked(m) == {(1, "nominate"), (HOST, "confirm-shuffle")} and m.view(None)["shuffle"] == "due"
    assert [(f.kind, f.aside) for f in m.faces(None)] == [("nominate", False), ("confirm-shuffle", True)]
    drive(m, Nominate(2, by=1))
    assert (HOST, "confirm-shuffle") in asked(m)
    drive(m, vote())
    assert asked(m) == {(HOST, "confirm-shuffle")} and m.view(None)["shuffle"] == "awaited"
    assert refused(m, Drawn("policies", F, by=CHANCE)).code == "not-your-turn"
    drive(m, ConfirmShuffle(by=HOST))
    assert asked(m) == {(CHANCE, "drawn")} and m.view(None)["shuffle"] == ""
    assert kinds_told(m)[-1] == "shuffle-confirmed"


@pytest.mark.rule("SHT-228")
def test_a_shuffle_confirmed_in_time_holds_nothing_up() -> None:
    m = drive(shuffling(), Nominate(2, by=1), ConfirmShuffle(by=HOST))
    assert refused(m, ConfirmShuffle(by=HOST)).code == "not-your-turn"
    drive(m, vote())
    assert asked(m) == {(CHANCE, "drawn")}


@pytest.mark.rule("SHT-228")
def test_powers_without_tiles_go_on_beside_a_shuffle() -> None:
    m = shuffling(fascist=1)
    assert asked(m) == {(0, "investigate"), (HOST, "confirm-shuffle")}
    drive(m, Investigate(3, by=0), SeenParty(by=0))
    assert asked(m) == {(1, "nominate"), (HOST, "confirm-shuffle")}
    m = drive(shuffling(fascist=3), Execute(2, by=0))
    assert asked(m) == {(1, "nominate"), (HOST, "confirm-shuffle")}


@pytest.mark.rule("SHT-228")
def test_peek_and_chaos_wait_for_the_shuffle_too() -> None:
    m = shuffling(n=5, fascist=2)
    assert asked(m) == {(HOST, "confirm-shuffle")} and m.state.power == "peek"
    drive(m, ConfirmShuffle(by=HOST))
    assert asked(m) == {(CHANCE, "drawn")}
    m = drive(shuffling(), reject(2), reject(3), reject(4))
    assert asked(m) == {(HOST, "confirm-shuffle")} and m.state.tracker == 3
    drive(m, ConfirmShuffle(by=HOST), draw(L))
    assert m.state.liberal == 1


@pytest.mark.rule("SHT-228")
def test_the_companion_shuffles_by_itself() -> None:
    m = play(table(7, draw="LFFFF"), elect(1), legislate("FFF"))
    assert asked(m) == {(1, "nominate")} and m.view(None)["shuffle"] == ""


# ---- recount


def recountable(m: AnyMatch) -> bool:
    return any(a.move is Recount for a in m.corrections_open())


@pytest.mark.rule("SHT-229")
def test_a_recount_corrects_the_piles_and_tells_no_type() -> None:
    m = play(table(7, options=TILES), elect(1), legislate("LFF"))
    assert piles(m.state) == (14, 2)
    drive(m, Recount({L: 4, F: 9}, by=HOST))
    assert Counter(m.state.deck.contents()) == {L: 4, F: 9} and m.state.discards == Counter({L: 1, F: 2})
    assert kinds_told(m)[-1] == "recounted" and m.events(None)[-1].__struct_fields__ == ()
    assert asked(m) == {(1, "nominate")}
    for wrong in ({L: 6, F: 9}, {L: 1, F: 1}, {L: -1, F: 9}):
        assert refused(m, Recount(wrong, by=HOST)).to(None) == ("not-now", {})
    drive(m, *govern(2, "L"))
    assert m.state.liberal == 2


@pytest.mark.rule("SHT-229")
def test_a_recount_is_between_rounds_and_of_real_tiles() -> None:
    m = play(table(7, options=TILES))
    assert recountable(m)
    drive(m, Nominate(1, by=0))
    assert not recountable(m)
    drive(m, vote(), draw(L, F, F))
    assert not recountable(m)
    assert refused(m, Recount({L: 5, F: 9}, by=HOST)).code == "not-now"
    assert not recountable(play(table(7)))
    chaos = play(table(7, options=TILES, tracker=2), reject(1))
    assert not recountable(chaos), "a draw is due"


def test_zones_and_piles_agree_with_the_state() -> None:
    """`tiles_down` counts what is in piles and hands, and nothing that is on the board."""
    t: Table = table(7, fascist=2, liberal=1)
    assert t.tiles_down() == Counter({L: 5, F: 9})


@pytest.mark.rule("SHT-222")
def test_everybody_is_told_whose_hands_draw_and_that_one_how() -> None:
    m = play(table(7, options=TILES), elect(1))
    drive(m, draw(F))
    prompt = Prompt(Words("es", GAME.id), ("Ana", "Bruno"), m.view(None)["drawer"])
    assert prompt.line(m.faces(None)) == "Ana roba losetas: le quedan 2"
    assert prompt.line(m.faces(None), 1) == "Ana roba losetas: le quedan 2"
    assert prompt.line(m.faces(None), 0) == "Roba 2 losetas y pásalas por el lector"
    assert [prompt.draws(m.faces(None), seat) for seat in (0, 1, None)] == [True, False, False]
    drive(m, draw(F), draw(F))
    assert m.view(None)["drawer"] is None


def test_the_tile_that_nobody_chose_is_for_anybody_to_turn() -> None:
    m = play(table(7, options=TILES, tracker=2), reject(1))
    prompt = Prompt(Words("es", GAME.id), ("Ana", "Bruno"), m.view(None)["drawer"])
    assert prompt.line(m.faces(None), 0) == "Pasad la loseta de arriba por el lector"
    assert prompt.together(m.faces(None))
