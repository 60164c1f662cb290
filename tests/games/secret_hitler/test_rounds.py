"""Sections C and D: rounds and the presidency, nomination and term limits."""

from __future__ import annotations

from random import Random

import pytest

from companion.engine import Match
from companion.games.secret_hitler.moves import (
    AnswerVeto,
    CallElection,
    Discard,
    Enact,
    Execute,
    Investigate,
    Nominate,
    RequestVeto,
    SeenParty,
    Vote,
)
from companion.games.secret_hitler.state import Switches, Table

from ..driver import AnyMatch, asked, at_random, draw, drive, kinds_told, offered, refused, the_ask
from .tables import F, L, begun, elect, govern, legislate, piles, play, reject, table


def nominees(m: AnyMatch) -> list[int]:
    """Whom the President who is asked may nominate."""
    return offered(m, Nominate, "chancellor")


@pytest.mark.rule("SHT-040")
def test_the_parts_of_a_round() -> None:
    m = play(table(7, fascist=1))
    assert asked(m) == {(0, "nominate")}
    drive(m, elect(1), draw(F, F, F))
    assert asked(m) == {(0, "discard")}
    drive(m, Discard(0, by=0), Enact(0, by=1))
    assert asked(m) == {(0, "investigate")}
    drive(m, Investigate(2, by=0), SeenParty(by=0))
    assert asked(m) == {(1, "nominate")}


@pytest.mark.rule("SHT-041")
def test_the_first_round_does_not_move_the_rotation() -> None:
    t = table(5)
    t.round, t.rotation = 0, 3
    m = play(t)
    assert asked(m) == {(3, "nominate")} and m.state.rotation == 3


@pytest.mark.rule("SHT-002", "SHT-042", "SHT-043")
def test_the_presidency_goes_clockwise_past_the_dead_and_round() -> None:
    m = play(table(7, president=4, dead=[1, 5]))
    order = []
    for _ in range(6):
        order.append(m.state.president)
        drive(m, reject(nominees(m)[0]))
        if m.state.tracker == 3:
            drive(m, draw(L))
    assert order == [4, 6, 0, 2, 3, 4]


@pytest.mark.rule("SHT-044")
def test_a_term_limit_bars_nobody_from_presiding() -> None:
    m = play(table(7, fascist=2), elect(1), legislate("FFF"))
    assert m.state.pair == (0, 1)
    assert 1 in offered(m, CallElection, "target")
    drive(m, CallElection(1, by=0))
    assert asked(m) == {(1, "nominate")}
    m = play(table(7), *govern(1, "L"))
    assert asked(m) == {(1, "nominate")} and 1 in m.state.pair


@pytest.mark.rule("SHT-045", "SHT-046", "SHT-090", "SHT-181", "SHT-182")
def test_special_election_and_back() -> None:
    """W-12. One round for the called, then the rotation goes on from the caller, whatever has happened."""
    m = play(table(7, president=2, fascist=2), *govern(4, "F"))
    drive(m, CallElection(5, by=2))
    assert asked(m) == {(5, "nominate")}
    assert (m.state.rotation, m.state.special) == (2, True)
    passed = drive(m, *govern(0, "L"))
    assert asked(passed) == {(3, "nominate")} and not passed.state.special
    m = play(table(7, president=2, fascist=2), *govern(4, "F"), CallElection(5, by=2), reject(0))
    assert asked(m) == {(3, "nominate")} and m.state.tracker == 1


@pytest.mark.rule("SHT-182", "SHT-046")
def test_the_called_president_uses_the_power_of_their_own_policy() -> None:
    m = play(table(7, president=2, fascist=2), *govern(4, "F"), CallElection(5, by=2), *govern(0, "F"))
    assert asked(m) == {(5, "execute")}
    drive(m, Execute(1, by=5))
    assert asked(m) == {(3, "nominate")}


@pytest.mark.rule("SHT-046")
def test_chaos_in_a_special_election_also_returns_to_the_rotation() -> None:
    m = play(table(7, president=2, fascist=2, tracker=0), *govern(4, "F"), CallElection(5, by=2))
    m.state.tracker = 2
    drive(m, reject(0), draw(L))
    assert asked(m) == {(3, "nominate")}


@pytest.mark.rule("SHT-047")
def test_the_next_in_rotation_called_presides_twice() -> None:
    m = play(table(7, president=2, fascist=2), *govern(4, "F"), CallElection(3, by=2))
    assert asked(m) == {(3, "nominate")}
    drive(m, reject(0))
    assert asked(m) == {(3, "nominate")} and m.state.rotation == 3


@pytest.mark.rule("SHT-048")
def test_the_caller_may_die_in_the_special_election() -> None:
    """The pointer stays on the dead caller's number and goes on from there, past another dead."""
    m = play(table(7, president=2, fascist=2, dead=[3]), *govern(4, "F"), CallElection(5, by=2), *govern(0, "F"))
    drive(m, Execute(2, by=5))
    assert asked(m) == {(4, "nominate")}


@pytest.mark.rule("SHT-049")
def test_there_is_no_chancellor_between_rounds() -> None:
    for steps in (govern(1, "L"), [reject(1)]):
        m = play(table(7), *steps)
        assert m.view(None)["chancellor"] is None and m.view(None)["nominee"] is None
    assert play(table(7), elect(1)).view(None)["chancellor"] == 1


# ---- D


@pytest.mark.rule("SHT-050", "SHT-062")
def test_only_the_president_nominates_and_it_is_final() -> None:
    m = play(table(7))
    for seat in range(1, 7):
        assert refused(m, Nominate(3, by=seat)).code == "not-your-turn"
    assert not the_ask(m, Nominate).default and asked(m) == {(0, "nominate")}, "there is no passing"
    drive(m, Nominate(3, by=0))
    assert asked(m) == {(s, "vote") for s in range(7)}
    assert refused(m, Nominate(4, by=0)).code == "not-your-turn"
    assert kinds_told(m) == ["nominated"]


def why(m: AnyMatch, seat: int) -> str:
    return str(refused(m, Nominate(seat, by=m.state.president)).to(None)[1]["why"])


@pytest.mark.rule("SHT-051", "SHT-052", "SHT-053", "SHT-054", "SHT-194")
def test_who_may_not_be_nominated_and_why() -> None:
    m = play(table(9, president=2, dead=[7], pair=(4, 5)))
    assert nominees(m) == [0, 1, 3, 6, 8]
    assert (why(m, 7), why(m, 2), why(m, 4), why(m, 5)) == ("dead", "yourself", "term-limit", "term-limit")
    face = m.faces(None)[0].fields["chancellor"]
    assert face is not None and list(face.choices()) == [0, 1, 3, 6, 8], "the reasons are public"


@pytest.mark.rule("SHT-057", "SHT-059", "SHT-058")
def test_the_pair_survives_a_failed_vote() -> None:
    """W-09."""
    m = play(table(7), *govern(1, "L"))
    assert m.state.pair == (0, 1)
    drive(m, reject(3))
    assert (m.state.president, m.state.tracker, m.state.pair) == (2, 1, (0, 1))
    assert nominees(m) == [3, 4, 5, 6]
    drive(m, reject(3))
    assert m.state.pair == (0, 1)
    drive(m, elect(5))
    assert m.state.pair == (0, 1)
    drive(m, legislate("LFF"))
    assert m.state.pair == (3, 5)


@pytest.mark.rule("SHT-055")
def test_with_five_living_only_the_chancellor_is_limited() -> None:
    """W-10."""
    m = play(table(5), *govern(1, "L"))
    assert nominees(m) == [0, 2, 3, 4]
    drive(m, reject(2))
    assert nominees(m) == [0, 3, 4]


@pytest.mark.rule("SHT-054", "SHT-055")
def test_with_six_living_both_are_limited() -> None:
    m = play(table(6), *govern(1, "L"))
    assert nominees(m) == [2, 3, 4, 5]


@pytest.mark.rule("SHT-056", "SHT-196")
def test_the_living_are_counted_when_the_nomination_is_due() -> None:
    """Six players, one shot: the President of the pair becomes eligible at once."""
    m = play(table(6, fascist=3), *govern(1, "F"), Execute(3, by=0))
    assert m.state.pair == (0, 1) and nominees(m) == [0, 2, 4, 5]


@pytest.mark.rule("SHT-060", "SHT-180")
def test_eligibility_in_a_special_election() -> None:
    """W-13."""
    m = play(table(7, president=2, fascist=2), *govern(4, "F"))
    assert refused(m, CallElection(2, by=2)).code == "not-offered"
    assert offered(m, CallElection, "target") == [0, 1, 3, 4, 5, 6]
    drive(m, CallElection(5, by=2))
    assert (why(m, 2), why(m, 4), why(m, 5)) == ("term-limit", "term-limit", "yourself")
    assert nominees(m) == [0, 1, 3, 6]


@pytest.mark.rule("SHT-061")
def test_a_dead_member_of_the_pair_has_no_effect() -> None:
    m = play(table(9, president=2, fascist=3, pair=(7, 8)), *govern(1, "F"), Execute(1, by=2))
    assert m.state.pair == (2, 1)
    assert nominees(m) == [0, 4, 5, 6, 7, 8]
    assert why(m, 1) == "dead"


def lonely(m: Match[Table, object]) -> bool:
    return any(a.move is Nominate and not offered(m, Nominate, "chancellor") for a in m.asks())


@pytest.mark.rule("SHT-063")
def test_somebody_is_always_eligible() -> None:
    """Even with three living of five; and in no random game does a list run empty."""
    m = play(table(5, president=2, fascist=4, dead=[0, 1], roles="LLLFH", pair=(3, 4)))
    assert nominees(m) == [3]
    for seed in range(30):
        game = drive(begun(5 + seed % 6), at_random(Random(seed), lonely))
        assert game.over


@pytest.mark.rule("SHT-147", "SHT-054")
def test_after_a_veto() -> None:
    """W-22. The vetoing government becomes the pair only with the option."""
    def vetoed(options: Switches) -> Match[Table, object]:
        t = table(8, president=2, dead=[6, 7], fascist=5, pair=(0, 1), options=options, roles="LLLLLFHF")
        m = play(t, elect(4), draw(F, F, L), Discard(0, by=2), RequestVeto(by=4), AnswerVeto(True, by=2))
        assert m.state.tracker == 1 and m.state.president == 3
        return m

    assert nominees(vetoed(Switches())) == [2, 4, 5]
    assert nominees(vetoed(Switches(veto_pair_term_limited=True))) == [0, 1, 5]


@pytest.mark.rule("SHT-284", "SHT-285")
def test_random_games_keep_to_the_presidency() -> None:
    """Who presides is living, is the rotation's but for one special round, and that round comes once."""
    for seed in range(20):
        m = begun(7 + seed % 4)

        def due(m: AnyMatch) -> bool:
            return any(a.move in (Nominate, Vote) for a in m.asks())

        rng, specials = Random(seed), set()
        while not m.over:
            drive(m, at_random(rng, due))
            t = m.state
            if not m.over:
                assert t.president not in t.dead
                assert t.special or t.president == t.rotation
                specials |= {t.round} if t.special else set()
                drive(m, at_random(rng, lambda m: not due(m)))
        assert len(specials) <= 1


def test_piles_of_the_helper_are_whole() -> None:
    """The tables of these tests hold seventeen tiles."""
    assert sum(piles(table(7, fascist=2))) == 15
    assert piles(table(7, fascist=2, draw="LFF")) == (3, 12)
