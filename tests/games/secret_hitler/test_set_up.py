"""Sections A, B and N: set-up, who knows whom, envelopes."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from companion.engine import CHANCE, HOST, BadMove, Drawn, Match
from companion.games.secret_hitler import GAME
from companion.games.secret_hitler.moves import (
    Continue,
    NameFirst,
    Nominate,
    SeenRole,
    SetAside,
    ShowRole,
)
from companion.games.secret_hitler.state import Table

from ..driver import asked, at_random, draw, drive, everyone, kinds_told, refused
from .tables import F, H, L, begun, faces, govern, new, piles, play, setup_only, table

COUNTS = {5: (3, 1), 6: (4, 1), 7: (4, 2), 8: (5, 2), 9: (5, 3), 10: (6, 3)}


def dealt(roles: str, first: int = 0, **options: Any) -> Match[Table, Any]:
    """Up to the role reveal."""
    return new(len(roles), draw(*faces(roles), str(first)), **options)


@pytest.mark.rule("SHT-001")
def test_five_to_ten_play() -> None:
    for n in (4, 11):
        with pytest.raises(BadMove):
            GAME.match(n)
    assert all(GAME.match(n).state.n == n for n in range(5, 11))


@pytest.mark.rule("SHT-003", "SHT-004", "SHT-005", "SHT-006", "SHT-007", "SHT-008", "SHT-010", "SHT-035")
@pytest.mark.parametrize("n", COUNTS)
def test_the_bag_of_roles(n: int) -> None:
    """W-01. One card a seat, in seat order, without replacement, and everybody knows how many of each there are."""
    liberal, fascist = COUNTS[n]
    m = drive(begun(n), at_random(Random(n), lambda m: bool(m.state.roles)))
    assert Counter(m.state.roles.values()) == {L: liberal, F: fascist, H: 1}
    drawn = [move for move in m.journal if isinstance(move, Drawn)]
    assert [d.item for d in drawn] == [m.state.roles[s] for s in range(n)]
    assert {d.deck for d in drawn} == {"roles"} and {d.by for d in drawn} == {CHANCE}
    assert m.view(None)["plan"]["roles"] == {L: liberal, F: fascist, H: 1}


@pytest.mark.rule("SHT-010")
def test_the_bag_holds_one_hitler() -> None:
    m = new(5, draw(H))
    assert refused(m, Drawn("roles", H, by=CHANCE)).to(None) == ("not-now", {})


@pytest.mark.rule("SHT-010")
def test_a_role_never_changes() -> None:
    for seed in range(5):
        m = dealt("LLFLFLH")
        drive(m, at_random(Random(seed)))
        assert [m.state.roles[s] for s in range(7)] == faces("LLFLFLH")


@pytest.mark.rule("SHT-009")
def test_the_party_of_hitler_is_fascist() -> None:
    t = table(5, roles="LFLHL")
    assert [t.party_of(s) for s in range(5)] == [L, F, L, F, L]


@pytest.mark.rule("SHT-012", "SHT-013")
def test_start_values() -> None:
    t = setup_only(7)
    assert Counter(t.deck.contents()) == {L: 6, F: 11} and piles(t) == (17, 0)
    assert all(slot is None for slot in t.deck.slots), "the order is nobody's"
    assert (t.liberal, t.fascist, t.tracker, t.pair, t.investigated, t.dead) == (0, 0, 0, (), [], [])
    assert not t.veto_unlocked


@pytest.mark.rule("SHT-014", "SHT-041")
def test_the_first_president_is_drawn_or_named() -> None:
    m = drive(dealt("LLLFH", first=3), Continue(by=HOST))
    assert asked(m) == {(3, "nominate")} and m.state.rotation == 3
    m = new(5, draw(*faces("LLLFH")), first_president="host")
    assert asked(m) == {(HOST, "name-first")}
    drive(m, NameFirst(2, by=HOST), Continue(by=HOST))
    assert asked(m) == {(2, "nominate")} and m.state.rotation == 2


@pytest.mark.rule("SHT-015")
def test_the_reveal_ends_when_all_have_looked_or_the_host_goes_on() -> None:
    m = dealt("LLLFH")
    assert asked(m) == {(HOST, "continue"), *((s, "seen-role") for s in range(5))}
    drive(m, *(SeenRole(by=s) for s in (4, 0, 2, 1)))
    assert asked(m) == {(HOST, "continue"), (3, "seen-role")}
    last = drive(m, SeenRole(by=3))
    assert asked(last) == {(0, "nominate")}
    assert asked(drive(dealt("LLLFH"), SeenRole(by=1), Continue(by=HOST))) == {(0, "nominate")}


@pytest.mark.rule("SHT-002", "SHT-016")
def test_seats_and_options_are_frozen() -> None:
    """No move changes them, and the options are a value that cannot be written to."""
    m = dealt("LLLFH", rebalance_679=True)
    before = m.state.options
    with pytest.raises(AttributeError):
        m.state.options.rebalance_679 = False  # type: ignore[misc]
    drive(m, at_random(Random(1)))
    assert (m.state.options, m.state.n) == (before, 5)


@pytest.mark.rule("SHT-017", "SHT-018", "SHT-019", "SHT-020")
def test_rebalance() -> None:
    """W-05."""
    for n, fascist, out in [(5, 0, 0), (6, 1, 0), (7, 0, 1), (8, 0, 0), (9, 0, 1), (10, 0, 0)]:
        t = setup_only(n, rebalance_679=True)
        assert (t.fascist, t.liberal, t.out.total()) == (fascist, 0, out)
        assert Counter(t.deck.contents()) == {L: 6, F: 11 - fascist - out}
        assert (t.tracker, t.pair, t.used, t.veto_unlocked) == (0, (), [], False)
        plain = setup_only(n)
        assert (plain.fascist, plain.out.total(), len(plain.deck)) == (0, 0, 17)


@pytest.mark.rule("SHT-018")
def test_the_tile_placed_before_the_game_grants_nothing_but_counts() -> None:
    """Six players: the second fascist policy on the board is the first that a government enacts; the third grants
    the power of slot 3."""
    m = begun(6, rebalance_679=True)
    drive(m, draw(*faces("LLLLFH"), "0"), Continue(by=HOST))
    assert asked(m) == {(0, "nominate")}
    drive(m, *govern(1, "F"))
    assert m.state.fascist == 2 and asked(m) == {(1, "nominate")}
    drive(m, *govern(2, "F"))
    assert m.state.fascist == 3 and m.state.power == "peek"


@pytest.mark.rule("SHT-030", "SHT-031", "SHT-032", "SHT-033", "SHT-034", "SHT-260")
def test_who_knows_whom() -> None:
    """W-02. What a seat may not know is absent from its view."""
    six = play(table(6, roles="LFLLHL"))
    assert six.view(1)["roles"] == {1: F, 4: H}
    assert six.view(4)["roles"] == {1: F, 4: H}
    for s in (0, 2, 3, 5):
        assert six.view(s)["roles"] == {s: L}
    seven = play(table(7, roles="LFFLHLL"))
    assert seven.view(1)["roles"] == seven.view(2)["roles"] == {1: F, 2: F, 4: H}
    assert seven.view(4)["roles"] == {4: H}
    assert seven.view(None)["roles"] == {}
    for n in range(5, 11):
        t = table(n)
        hitler = n - 1
        assert len(play(t).view(hitler)["roles"]) == (2 if n <= 6 else 1)
        fascist = n - 2
        assert len(play(t).view(fascist)["roles"]) == t.plan.roles[F] + 1


@pytest.mark.rule("SHT-011")
def test_the_board_is_that_of_the_number_at_the_start() -> None:
    """Nine players, two of them dead: slot 1 still investigates, which it does not on the board of seven."""
    m = play(table(9, dead=[1, 2]), *govern(4, "F"))
    assert m.state.power == "investigate"


# ---- envelopes


def shown(m: Match[Table, Any], roles: str) -> Match[Table, Any]:
    return drive(m, everyone(ShowRole, card=lambda s: faces(roles)[s]))


@pytest.mark.rule("SHT-245", "SHT-010")
def test_envelopes_are_shown_instead_of_drawn() -> None:
    m = begun(5, role_source="envelopes")
    assert asked(m) == {(s, "show-role") for s in range(5)}
    assert GAME.options_from({"role_source": "envelopes"}).tapped == {"roles"}
    shown(m, "LFLHL")
    assert [m.state.roles[s] for s in range(5)] == faces("LFLHL")
    assert asked(m) == {(CHANCE, "drawn")}  # the first President


@pytest.mark.rule("SHT-247")
@pytest.mark.parametrize("roles", ["LLLLH", "FFFFF", "HHLLF", "LLLLF"])
def test_wrong_envelopes_are_shown_anew_by_all(roles: str) -> None:
    """Any of the ten cards is taken from anybody; only when all are in is the sum looked at, and nobody is named."""
    m = begun(5, role_source="envelopes")
    for s in range(4):
        drive(m, ShowRole(faces(roles)[s], by=s))
        assert kinds_told(m) == []
    drive(m, ShowRole(faces(roles)[4], by=4))
    assert kinds_told(m) == ["dealt-again"] and not m.state.roles
    assert asked(m) == {(s, "show-role") for s in range(5)}
    assert [e.__struct_fields__ for e in m.events(None)] == [()]
    assert m.view(None)["deals"] == 2
    shown(m, "LLLFH")
    assert m.state.roles[4] == H


@pytest.mark.rule("SHT-248")
def test_a_shown_role_is_private() -> None:
    """Whatever card a seat shows, the others see only how many are in."""
    a, b = begun(5, role_source="envelopes"), begun(5, role_source="envelopes")
    drive(a, ShowRole(H, by=2))
    drive(b, ShowRole(L, by=2))
    for viewer in (None, 0, 1, 3, 4):
        assert (a.view(viewer), a.faces(viewer), a.events(viewer)) == (b.view(viewer), b.faces(viewer), [])
    assert [f.answered for f in a.faces(None)] == [False, False, True, False, False]


@pytest.mark.rule("SHT-247")
def test_all_ten_role_cards_are_taken_while_the_others_are_not_in() -> None:
    m = begun(5, role_source="envelopes")
    for s, card in enumerate([F, F, F, H]):
        drive(m, ShowRole(card, by=s))
    assert asked(m) == {(4, "show-role")}


@pytest.mark.rule("SHT-232")
def test_the_tile_set_aside_is_named_by_a_tap() -> None:
    """W-30. A liberal or unknown tile is refused; nothing else is asked before."""
    for n in (6, 7, 9):
        m = begun(n, rebalance_679=True, policy_source="tiles")
        assert asked(m) == {(HOST, "set-aside")}
        assert refused(m, SetAside(L, by=HOST)).code == "not-offered"
        assert refused(m, SetAside("X09", by=HOST)).code == "not-offered"
        drive(m, SetAside(F, by=HOST))
        assert asked(m) == {(CHANCE, "drawn")}
        board = GAME.zones(m.state)["policies"] if GAME.zones else {}
        assert (board["fascist track"], board["out"]) == (([F], []) if n == 6 else ([], [F]))
    assert asked(begun(7, rebalance_679=True)) == {(CHANCE, "drawn")}
    assert asked(begun(8, rebalance_679=True, policy_source="tiles")) == {(CHANCE, "drawn")}


@pytest.mark.rule("SHT-286")
def test_moves_before_their_time_are_refused() -> None:
    m = dealt("LLLFH")
    assert refused(m, Nominate(1, by=0)).code == "not-your-turn"
