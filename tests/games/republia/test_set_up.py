"""Sections A and B: what lies on the table before Round 1."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from companion.engine import HOST, BadMove, Drawn
from companion.games.republia import GAME
from companion.games.republia import moves as m
from companion.games.republia.rules import MODES, PAIRS, SIDES
from companion.games.republia.state import RING, Table, type_of

from ..driver import AnyMatch, asked, at_random, drive, everyone, kinds_told, offered, refused, the_ask
from .tables import any_draws, draws, new

# players: factions a head, held, PP, votes, unanimity, action deck, bank, law deck, situations
NUMBERS = {
    3: (2, 6, 4, 4, 3, 64, 78, 73, 17),
    4: (2, 8, 4, 5, 4, 59, 74, 72, 20),
    5: (1, 5, 5, 6, 5, 54, 65, 71, 20),
    6: (1, 6, 6, 7, 6, 49, 54, 70, 20),
    7: (1, 7, 7, 8, 7, 44, 41, 69, 20),
    8: (1, 8, 8, 9, 8, 39, 26, 68, 20),
}


def dealt(n: int, **options: object) -> AnyMatch:
    """Everything dealt, the First President not yet named."""
    return drive(new(n, **options), any_draws)


@pytest.mark.rule("REP-001")
@pytest.mark.parametrize("n", [0, 2, 9])
def test_three_to_eight_play(n: int) -> None:
    """W-65."""
    assert GAME.seats == (3, 8)
    with pytest.raises(BadMove):
        GAME.match(n)


@pytest.mark.rule("REP-005", "REP-007", "REP-008", "REP-010", "REP-017", "REP-024", "REP-025")
@pytest.mark.parametrize("n", NUMBERS)
def test_the_derived_numbers(n: int) -> None:
    """W-61, W-63, W-64, W-87: every cell of the table."""
    a_head, held, pp, _, _, actions, bank, laws, situations = NUMBERS[n]
    t: Table = dealt(n).state
    assert [len(f) for f in t.factions.values()] == [a_head] * n
    assert len({f for own in t.factions.values() for f in own}) == held
    assert t.pp == dict.fromkeys(range(n), pp)
    assert (len(t.actions), t.bank, len(t.laws), len(t.situations)) == (actions, bank, laws, situations)
    assert [len(t.held[s]) for s in range(n)] == [1] * n


@pytest.mark.rule("REP-003", "REP-013")
def test_the_board_begins_empty_with_the_population_in_the_middle() -> None:
    t: Table = dealt(5).state
    assert t.pos == (0, 0)
    assert not len(t.pile) and not len(t.cabinet)
    assert not t.prison and not t.mobilized and not t.exchange and not t.crisis


@pytest.mark.rule("REP-004")
@pytest.mark.parametrize("start", [0, 1])
def test_where_social_pressure_begins(start: int) -> None:
    assert dealt(4, sp_start=start).state.sp == start
    assert new(4).state.sp == 1


@pytest.mark.rule("REP-006")
def test_everybody_begins_with_one_basic_card_of_each_kind() -> None:
    t: Table = new(8).state
    for seat in range(8):
        assert Counter(t.cards[seat]) == Counter(["bribe", "fraud", "economic_coup", "informant", "leadership"])
        assert [type_of(c) for c in t.hands[seat]] == t.cards[seat]
    deck = Counter(map(type_of, t.actions.contents()))
    assert sum(deck[k] for k, a in t.plan.actions.items() if a.special) == 24, "all Specials are in the deck"


@pytest.mark.rule("REP-010", "REP-011", "REP-076")
def test_laws_and_factions_are_their_holders_alone() -> None:
    match = dealt(6)
    t: Table = match.state
    for viewer in (None, *range(6)):
        view = match.view(viewer)
        for seat in range(6):
            mine = viewer == seat
            assert (view["held"][seat] == t.held[seat]) is mine
            assert (seat in view["factions"]) is mine
            assert (seat in view["cards"]) is mine, "not even how many (D-26)"
        assert "hands" not in view and "plan" not in view


@pytest.mark.rule("REP-012")
def test_the_first_president_is_named_or_drawn() -> None:
    match = dealt(4)
    assert asked(match) == {(HOST, "name-first")} and the_ask(match, m.NameFirst).fields["seat"].shown
    drive(match, m.NameFirst(2, by=HOST))
    assert match.state.first == 2
    drawn = new(3, first_president="random", pair_set="A")
    drive(drawn, draws("LIB", "MON", "TOT", *[*drawn.state.plan.laws][:3]))
    assert offered(drawn, Drawn, "item") == ["0", "1", "2"]
    assert drive(drawn, draws("2")).state.first == 2


@pytest.mark.rule("REP-014")
def test_nothing_changes_hands_unless_the_table_allows_gifts() -> None:
    """W-78, second half."""
    for gifts in (False, True):
        match = drive(dealt(4, allow_gifts=gifts), m.NameFirst(0, by=HOST), m.Continue(by=HOST))
        kinds = {kind for _, kind in asked(match)}
        assert ({"give-power", "hand-over"} <= kinds) is gifts
        move = m.GivePower(1, 2, by=3)
        if not gifts:
            assert refused(match, move).code == "not-your-turn"
            continue
        drive(match, move)
        assert (match.state.pp[3], match.state.pp[1]) == (2, 6)
        assert refused(match, m.GivePower(1, 1, by=3)).code in ("not-your-turn", "already-answered"), "once a Turn"
        drive(match, m.HandOver(0, match.state.cards[2].index("fraud"), by=2))
        assert match.state.cards[0].count("fraud") == 2 and "fraud" not in match.state.cards[2]
        assert "card-received" in kinds_told(match, 0) and "card-received" not in kinds_told(match, 1)


@pytest.mark.rule("REP-017")
@pytest.mark.parametrize("pair_set", ["A", "B"])
@pytest.mark.parametrize("n", [3, 4])
def test_neighbours_are_joined(n: int, pair_set: str) -> None:
    for seed in range(4):
        match = drive(new(n, pair_set=pair_set), at_random(Random(seed), lambda x: len(x.state.factions) == n))
        assert {tuple(sorted(f)) for f in match.state.factions.values()} <= {tuple(sorted(p)) for p in PAIRS[pair_set]}
    ring = [*RING, RING[0]]
    assert all(set(p) in [set(ring[i : i + 2]) for i in range(8)] for p in PAIRS[pair_set])
    assert sorted(f for p in PAIRS[pair_set] for f in p) == sorted(RING)


@pytest.mark.rule("REP-017")
def test_which_pairs_may_be_drawn() -> None:
    assert offered(new(4), Drawn, "item") == ["A", "B"]


@pytest.mark.rule("REP-018")
def test_with_three_players_one_pair_stays_unknown() -> None:
    """W-63: its two Target Points look like all others, and nobody sees which they are."""
    match = dealt(3)
    assert len(match.view(None)["map"]["targets"]) == 8
    assert len({f for own in match.state.factions.values() for f in own}) == 6


@pytest.mark.rule("REP-020", "REP-021")
@pytest.mark.parametrize("side", SIDES)
def test_with_five_players_one_side_is_out_in_public(side: str) -> None:
    """W-64."""
    match = dealt(5, excluded_side=side)
    out = set(SIDES[side])
    assert {f for own in match.state.factions.values() for f in own} == set(RING) - out
    assert set(match.view(None)["map"]["targets"]) == set(RING) - out
    assert match.view(None)["map"]["grey"] == side
    ring = [*RING, *RING]
    assert any(set(ring[i : i + 3]) == out for i in range(8)), "three neighbours"
    assert offered(new(5), Drawn, "item") == sorted("NESW")


@pytest.mark.rule("REP-022")
@pytest.mark.parametrize("mode", MODES)
def test_with_six_players_two_opposite_factions_are_out(mode: str) -> None:
    """W-64."""
    match = dealt(6, six_mode=mode)
    out = set(MODES[mode])
    assert {f for own in match.state.factions.values() for f in own} == set(RING) - out
    assert match.view(None)["map"]["grey"] == "" and set(match.view(None)["map"]["targets"]) == set(RING) - out
    a, b = (RING.index(f) for f in out)
    assert abs(a - b) == 4
    assert offered(new(6), Drawn, "item") == ["left_right", "liberty_authority"]


@pytest.mark.rule("REP-023")
def test_with_seven_players_the_eighth_card_is_unknown() -> None:
    match = dealt(7)
    assert len({f for own in match.state.factions.values() for f in own}) == 7
    assert len(match.view(None)["map"]["targets"]) == 8


@pytest.mark.rule("REP-025")
def test_three_situations_stay_in_the_box_with_three_players() -> None:
    few = set(new(3).state.situations.contents())
    assert set(new(4).state.situations.contents()) - few == {"imagen_positiva", "acuerdo_fmi", "contubernio"}
    assert len(new(3, drop_situations_3p=False).state.situations) == 20


def test_all_have_looked_or_the_host_goes_on() -> None:
    """REP-016: the pause for reading ends with the last look, or with the host."""
    match = drive(dealt(4), m.NameFirst(1, by=HOST))
    assert match.state.seconds == 90 and all(f.looking for f in match.faces(None) if f.by >= 0)
    assert drive(match, everyone(m.SeenFaction)).state.president == 1
    again = drive(dealt(4, reading_s=0), m.NameFirst(1, by=HOST), m.Continue(by=HOST))
    assert again.state.president == 1
