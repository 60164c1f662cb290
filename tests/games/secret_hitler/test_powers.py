"""Section J: executive actions."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine import CHANCE, Drawn
from companion.games.secret_hitler.moves import CallElection, Execute, Investigate, Nominate, SeenParty, SeenPeek
from companion.games.secret_hitler.state import Switches

from ..driver import AnyMatch, asked, draw, drive, kinds_told, offered, refused, tag
from .tables import F, L, elect, govern, piles, play, reject, table

BOARDS = {
    (5, 6): ["", "", "peek", "execute", "execute"],
    (7, 8): ["", "investigate", "call-election", "execute", "execute"],
    (9, 10): ["investigate", "investigate", "call-election", "execute", "execute"],
}
WHO_ANSWERS = {"": (1, "nominate"), "peek": (CHANCE, "drawn")}


@pytest.mark.rule("SHT-160", "SHT-161", "SHT-162", "SHT-163", "SHT-164", "SHT-201")
@pytest.mark.parametrize("n", range(5, 11))
def test_the_powers_of_each_board(n: int) -> None:
    """W-03. A government's fascist policy grants its slot's power to its President; the sixth wins."""
    board = next(powers for counts, powers in BOARDS.items() if n in counts)
    for before, power in enumerate(board):
        m = play(table(n, fascist=before), *govern(1, "F"))
        assert m.state.power == power
        assert asked(m) == {WHO_ANSWERS.get(power, (0, power))}
    m = play(table(n, fascist=5), *govern(1, "F"))
    assert m.result.reason == "fascist_policies"


@pytest.mark.rule("SHT-160")
def test_a_liberal_policy_grants_nothing() -> None:
    for fascist in range(6):
        m = play(table(9, fascist=fascist), *govern(1, "L"))
        assert asked(m) == {(1, "nominate")} and m.state.power == ""


@pytest.mark.rule("SHT-165")
@pytest.mark.parametrize(("n", "fascist", "kind"), [(7, 1, Investigate), (7, 2, CallElection), (7, 3, Execute)])
def test_a_power_must_be_used_before_the_next_round(n: int, fascist: int, kind: Any) -> None:
    m = play(table(n, fascist=fascist), *govern(1, "F"))
    assert asked(m) == {(0, tag(kind))}, "no way to decline"
    assert refused(m, Nominate(2, by=1)).code == "not-your-turn"
    assert refused(m, kind(2, by=1)).code == "not-your-turn"


@pytest.mark.rule("SHT-166")
def test_each_slot_fires_once() -> None:
    """A later liberal policy with the same number of fascist ones grants nothing again."""
    m = play(table(7, fascist=1), *govern(1, "F"), Investigate(3, by=0), SeenParty(by=0), *govern(2, "L"))
    assert asked(m) == {(2, "nominate")}
    drive(m, *govern(4, "L"))
    assert asked(m) == {(3, "nominate")} and [u.power for u in m.state.used] == ["investigate"]


# ---- investigate


def investigating(n: int = 8, fascist: int = 1, president: int = 0, **facts: Any) -> AnyMatch:
    t = table(n, president, fascist=fascist, **facts)
    return play(t, *govern(next(s for s in range(n) if s not in t.dead and s != president), "F"))


@pytest.mark.rule("SHT-172", "SHT-173", "SHT-260")
@pytest.mark.parametrize(("target", "party"), [(2, F), (3, F), (4, L)])
def test_an_investigation_shows_the_party_to_the_president_alone(target: int, party: str) -> None:
    """W-04. Hitler and a fascist look alike."""
    m = investigating(roles="LLHFLLFL")
    drive(m, Investigate(target, by=0))
    assert m.view(0)["party"] == {0: party} and m.view(0)["roles"] == {0: L}
    for viewer in (None, *range(1, 8)):
        assert m.view(viewer)["party"] == {}
        assert m.view(viewer)["investigated"] == [target]
        assert m.view(viewer)["used"] == [{"power": "investigate", "seat": 0, "target": target}]
    assert kinds_told(m, target)[-1] == "investigated" and "party" not in str(m.events(0))


@pytest.mark.rule("SHT-174")
def test_the_result_is_gone_once_acknowledged() -> None:
    m = drive(investigating(roles="LLHFLLFL"), Investigate(2, by=0))
    assert asked(m) == {(0, "seen-party")}
    drive(m, SeenParty(by=0))
    assert asked(m) == {(1, "nominate")}
    assert m.view(0)["party"] == {} and m.view(0)["roles"] == {0: L} and m.view(None)["power"] == ""
    assert F not in str(m.events(0)[-1])


@pytest.mark.rule("SHT-170", "SHT-171", "SHT-176")
def test_nobody_is_investigated_twice() -> None:
    """W-23. By whichever President; the President themselves only with the option, which marks them."""
    m = investigating(9, 1, 1, investigated=[3], dead=[8])
    assert offered(m, Investigate, "target") == [0, 2, 4, 5, 6, 7]
    reasons = {s: refused(m, Investigate(s, by=1)).detail["why"] for s in (1, 3, 8)}
    assert reasons == {1: "yourself", 3: "investigated", 8: "dead"}
    m = investigating(9, 1, 1, investigated=[3], options=Switches(president_self_investigate=True))
    assert offered(m, Investigate, "target") == [0, 1, 2, 4, 5, 6, 7, 8]
    drive(m, Investigate(1, by=1), SeenParty(by=1))
    assert m.state.investigated == [3, 1] and asked(m) == {(2, "nominate")}


@pytest.mark.rule("SHT-176")
def test_the_investigated_lose_nothing() -> None:
    m = drive(investigating(7), Investigate(3, by=0), SeenParty(by=0))
    assert 3 in offered(m, Nominate, "chancellor")
    drive(m, elect(3))
    assert (3 in m.state.ballots, m.state.chancellor) == (True, 3)
    assert m.view(None)["investigated"] == [3]


# ---- special election


@pytest.mark.rule("SHT-180", "SHT-181")
def test_whom_a_special_election_may_call() -> None:
    m = play(table(8, fascist=2, dead=[5], roles="LLLLLHFF"), *govern(1, "F"))
    assert offered(m, CallElection, "target") == [1, 2, 3, 4, 6, 7], "the Chancellor too"
    assert refused(m, CallElection(0, by=0)).detail["why"] == "yourself"
    drive(m, CallElection(6, by=0))
    assert m.view(None)["special"] and m.state.president == 6 and kinds_told(m)[-1] == "election-called"
    drive(m, *govern(2, "L"))
    assert not m.view(None)["special"] and m.state.specials == 1


# ---- peek


@pytest.mark.rule("SHT-185", "SHT-186")
def test_a_peek_shows_until_acknowledged_and_moves_nothing() -> None:
    m = play(table(5, fascist=2), *govern(1, "F"), draw(L, F, L))
    assert m.view(0)["peek"] == {0: [L, F, L]} and asked(m) == {(0, "seen-peek")}
    assert m.view(None)["deck"] == {"covered": 12} and piles(m.state) == (12, 2)
    for viewer in (None, 1, 2, 3, 4):
        assert m.view(viewer)["peek"] == {}
    drive(m, SeenPeek(by=0))
    assert m.view(0)["peek"] == {} and piles(m.state) == (12, 2) and asked(m) == {(1, "nominate")}


@pytest.mark.rule("SHT-187")
def test_chaos_takes_the_first_peeked_tile() -> None:
    m = play(table(5, fascist=2), *govern(1, "F"), draw(L, F, F), SeenPeek(by=0))
    drive(m, reject(2), reject(3), reject(4))
    assert refused(m, Drawn("policies", F, by=CHANCE)).code == "impossible-draw"
    drive(m, draw(L))
    assert m.state.liberal == 1


# ---- execution


@pytest.mark.rule("SHT-190", "SHT-191", "SHT-194")
def test_whom_the_president_may_execute() -> None:
    m = play(table(7, fascist=4, dead=[3]), *govern(1, "F"))
    assert offered(m, Execute, "target") == [1, 2, 4, 5, 6], "the Chancellor too"
    assert [refused(m, Execute(s, by=0)).detail["why"] for s in (0, 3)] == ["yourself", "dead"]
    m = play(table(7, fascist=3, options=Switches(president_self_execute=True)), *govern(1, "F"))
    assert offered(m, Execute, "target") == list(range(7))
    drive(m, Execute(0, by=0))
    assert m.state.dead == [0] and asked(m) == {(1, "nominate")}


@pytest.mark.rule("SHT-192", "SHT-202", "SHT-206")
def test_hitler_executed() -> None:
    """W-24."""
    m = play(table(7, president=1, fascist=3, roles="LLLFLHF"), *govern(2, "F"), Execute(5, by=1))
    assert m.result.reason == "hitler_executed" and set(m.result.winners) == {0, 1, 2, 4}
    assert [m.view(None)["roles"][s] for s in range(7)] == [L, L, L, F, L, "hitler", F]


@pytest.mark.rule("SHT-193", "SHT-036")
def test_of_another_nothing_is_disclosed() -> None:
    """W-24. To nobody, the executing President and the dead included."""
    before = play(table(7, president=1, fascist=3, roles="LLLFLHF"), *govern(2, "F"))
    known = [before.view(v)["roles"] for v in (None, *range(7))]
    m = drive(before, Execute(3, by=1))
    assert [m.view(v)["roles"] for v in (None, *range(7))] == known
    assert asked(m) == {(2, "nominate")} and m.events(None)[-1].__struct_fields__ == ("seat", "target")


@pytest.mark.rule("SHT-194", "SHT-196")
def test_the_dead_take_no_part() -> None:
    m = play(table(7, fascist=3), *govern(2, "F"), Execute(1, by=0))
    assert asked(m) == {(2, "nominate")}, "skipped in rotation"
    assert 1 not in offered(m, Nominate, "chancellor")
    drive(m, Nominate(4, by=2))
    assert (1, "vote") not in asked(m) and len(asked(m)) == 6


@pytest.mark.rule("SHT-197")
def test_a_fascist_president_may_execute_hitler() -> None:
    m = play(table(7, fascist=3, roles="FFLLLLH"), *govern(2, "F"))
    assert 6 in offered(m, Execute, "target")
    drive(m, Execute(6, by=0))
    assert m.result.reason == "hitler_executed" and set(m.result.winners) == {2, 3, 4, 5}
