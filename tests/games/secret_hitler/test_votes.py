"""Sections E, F and M: voting, ballots, election tracker, chaos."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from companion.engine import CHANCE, CLOCK, BadMove, Component, Rang
from companion.games.secret_hitler import GAME
from companion.games.secret_hitler.moves import Execute, Nominate, Vote, VotePassed
from companion.games.secret_hitler.state import Switches

from ..driver import AnyMatch, asked, at_random, draw, drive, everyone, kinds_told, offered, refused, the_ask
from .tables import F, L, begun, elect, govern, legislate, piles, play, reject, table, vote

NEEDED = {10: 6, 9: 5, 8: 5, 7: 4, 6: 4, 5: 3, 4: 3, 3: 2}


def voting(n: int = 5, **facts: Any) -> AnyMatch:
    m: AnyMatch = play(table(n, **facts))
    return drive(m, Nominate(offered(m, Nominate, "chancellor")[0], by=m.state.president))


@pytest.mark.rule("SHT-070", "SHT-194")
def test_every_living_player_votes_president_and_nominee_too() -> None:
    assert asked(voting(7, dead=[3])) == {(s, "vote") for s in (0, 1, 2, 4, 5, 6)}
    m = drive(voting(7), *(Vote(True, by=s) for s in range(6)))
    assert not m.state.ballots, "one is missing, and nobody may abstain"


@pytest.mark.rule("SHT-071")
def test_ballots_of_the_dead_of_strangers_and_out_of_time_are_refused() -> None:
    m = voting(7, dead=[3])
    for move in (Vote(True, by=3), Vote(True, by=7), Vote(True, by=-4)):
        assert refused(m, move).code == "not-your-turn"
    drive(m, vote())
    assert 3 not in m.state.ballots
    assert refused(m, Vote(False, by=0)).code == "not-your-turn"
    assert refused(play(table(7)), Vote(True, by=0)).code == "not-your-turn"


@pytest.mark.rule("SHT-072", "SHT-073")
def test_who_has_voted_shows_what_does_not_until_one_event_shows_all() -> None:
    """W-07. Two votings that differ in the ballots look the same to all others."""
    a, b = voting(), voting()
    for s, ja in enumerate([True, True, False, False]):
        drive(a, Vote(ja, by=s))
        drive(b, Vote(not ja, by=s))
        for viewer in (None, *range(5)):
            assert [(f.by, f.answered) for f in a.faces(viewer)] == [(x, x <= s) for x in range(5)]
            assert a.view(viewer) == b.view(viewer)
            assert a.faces(viewer) == b.faces(viewer)
            assert a.events(viewer) == b.events(viewer) == [a.events(None)[0]]
    told = a.play(Vote(True, by=4))
    (shown,) = [t for t in told if isinstance(t.event, VotePassed)]
    assert shown.to is None
    assert shown.event == VotePassed(0, 1, {0: True, 1: True, 2: False, 3: False, 4: True}, 3, 2)
    assert a.view(None)["ballots"] == {0: True, 1: True, 2: False, 3: False, 4: True}


@pytest.mark.rule("SHT-074", "SHT-075", "SHT-196")
@pytest.mark.parametrize(("living", "needed"), NEEDED.items())
def test_a_strict_majority_of_the_living(living: int, needed: int) -> None:
    """W-06, and every other number of living players; a tie fails."""
    n = max(living, 5)
    dead = list(range(living, n))
    roles = "LLLFH" if n == 5 else ""
    for ja in (needed - 1, needed):
        t = table(n, dead=dead, roles=roles)
        if n == 5:
            t.roles = dict(enumerate([L, F, L, L, "hitler"]))
        m = play(t, Nominate(1, by=0), everyone(Vote, ja=lambda seat, ja=ja: seat < ja))
        passed = kinds_told(m)[1] == "vote-passed"
        assert passed == (ja == needed), (living, ja)
        assert m.state.tracker == (0 if passed else 1)


@pytest.mark.rule("SHT-076")
def test_a_ballot_may_be_changed_until_the_reveal() -> None:
    """W-08. The number of voters stays; the last outstanding ballot closes the vote."""
    m = drive(voting(), *(Vote(True, by=s) for s in range(4)), Vote(False, by=1))
    assert [f.answered for f in m.faces(None)] == [True] * 4 + [False]
    assert kinds_told(m) == ["nominated"]
    drive(m, Vote(True, by=4))
    assert m.state.ballots[1] is False
    assert refused(m, Vote(True, by=1)).code == "not-your-turn"


@pytest.mark.rule("SHT-076")
def test_a_locked_ballot_stands() -> None:
    m = drive(voting(options=Switches(ballot_change="locked")), Vote(True, by=1))
    assert refused(m, Vote(False, by=1)).code == "already-answered"
    drive(m, *(Vote(False, by=s) for s in (0, 2, 3, 4)))
    assert m.state.ballots[1] is True


@pytest.mark.rule("SHT-077")
def test_nothing_is_defaulted() -> None:
    """Every argument of every move must be there and be valid."""
    _, decode = GAME.codec
    for kind in GAME.moves:
        for name in set(kind.__struct_fields__) - {"by"}:
            plain = {"kind": kind.__struct_config__.tag, "by": 0, **dict.fromkeys(kind.__struct_fields__, 0)}
            plain.pop(name)
            with pytest.raises(BadMove):
                decode(msgspec.json.encode(plain))
    m = voting()
    for value in (None, 1, "ja", ""):
        assert refused(m, Vote(value, by=0)).code == "not-offered"  # type: ignore[arg-type]
    assert not the_ask(m, Vote, 0).default


@pytest.mark.rule("SHT-078")
def test_no_clock_ever_makes_a_move() -> None:
    """Without the timer no bell is ever asked for; with it, what it rings changes nothing."""
    for seed in range(10):
        m = begun(5 + seed % 6)

        def ticking(m: AnyMatch) -> bool:
            return any(a.by == CLOCK for a in m.asks())

        assert drive(m, at_random(Random(seed), ticking)).over
    rung, silent = (voting(options=Switches(discussion_timer_s=60)) for _ in range(2))
    drive(rung, Rang("discussion", by=CLOCK))
    assert rung.view(None) == silent.view(None)
    assert [f for f in rung.faces(0) if f.by >= 0] == [f for f in silent.faces(0) if f.by >= 0]


@pytest.mark.rule("SHT-079")
def test_revealed_ballots_stay_until_the_next_nomination() -> None:
    m = play(table(7), elect(1, no=[5]), legislate("LFF"))
    view = m.view(None)
    assert view["ballots"] == {s: s != 5 for s in range(7)} and list(view["stood"]) == [0, 1]
    drive(m, Nominate(3, by=1))
    assert m.view(None)["ballots"] == {}


@pytest.mark.rule("SHT-080", "SHT-081", "SHT-203")
def test_hitler_elected_in_the_zone_wins_before_any_tile_is_drawn() -> None:
    m = play(table(7, fascist=3), elect(6))
    assert m.over and m.result.reason == "hitler_elected" and set(m.result.winners) == {4, 5, 6}
    assert kinds_told(m) == ["nominated", "vote-passed", "fascists-won"]
    assert piles(m.state) == (14, 0)


@pytest.mark.rule("SHT-082", "SHT-083")
def test_whether_the_chancellor_is_cleared() -> None:
    """W-16. With two fascist policies nothing is said; with three, that they are not Hitler, and no more."""
    m = play(table(7, fascist=2), elect(6))
    assert "not-hitler" not in kinds_told(m) and m.view(None)["cleared"] is None
    assert asked(m) == {(CHANCE, "drawn")}
    m = play(table(7, fascist=3), elect(5))
    assert kinds_told(m)[-1] == "not-hitler" and m.view(None)["cleared"] == 5
    assert all(5 not in m.view(s)["roles"] for s in range(4))


@pytest.mark.rule("SHT-084")
def test_only_a_new_election_triggers_the_check() -> None:
    m = play(table(7, president=6, fascist=3), elect(0))
    assert not m.over, "Hitler presides"
    m = play(table(7, fascist=2), elect(6), legislate("FFF"))
    assert not m.over and m.state.fascist == 3, "Hitler sat there already"


@pytest.mark.rule("SHT-085", "SHT-093")
def test_only_an_enactment_resets_the_tracker() -> None:
    m = play(table(7, tracker=2), elect(1))
    assert m.state.tracker == 2
    drive(m, legislate("LFF"))
    assert m.state.tracker == 0
    assert play(table(7, fascist=3, tracker=1), *govern(1, "F"), Execute(2, by=0)).state.tracker == 0


# ---- F


@pytest.mark.rule("SHT-090", "SHT-092", "SHT-094", "SHT-093", "SHT-097", "SHT-100")
def test_three_failures_enact_the_top_tile() -> None:
    """W-11."""
    m = play(table(6), *govern(1, "L"), reject(2), reject(3))
    assert m.state.tracker == 2 and asked(m) == {(3, "nominate")}
    drive(m, reject(4))
    assert m.state.tracker == 3 and asked(m) == {(CHANCE, "drawn")}
    drive(m, draw(L))
    t = m.state
    assert (t.liberal, t.tracker, t.pair, t.president) == (2, 0, (), 4)
    assert offered(m, Nominate, "chancellor") == [0, 1, 2, 3, 5]
    assert m.view(None)["last"] == {"tile": L, "president": None, "chancellor": None}
    drive(m, reject(0))
    assert offered(m, Nominate, "chancellor") == [0, 1, 2, 3, 4], "until a new pair is set"


@pytest.mark.rule("SHT-095", "SHT-096", "SHT-081", "SHT-099")
def test_a_power_is_lost_in_chaos_but_the_zone_counts() -> None:
    """W-14. The rejected nominee is Hitler and is not elected by chaos; elected in the next round, he is."""
    m = play(table(7, fascist=2, tracker=2), reject(6), draw(F))
    t = m.state
    assert (t.fascist, t.tracker, t.called, t.special, t.power) == (3, 0, None, False, "")
    assert asked(m) == {(1, "nominate")} and not m.over
    drive(m, elect(6))
    assert m.result.reason == "hitler_elected"


@pytest.mark.rule("SHT-096", "SHT-166")
def test_no_later_president_gets_the_lost_power() -> None:
    """W-15."""
    m = play(table(7, fascist=3, tracker=2), reject(1), draw(F))
    assert m.state.fascist == 4 and asked(m) == {(1, "nominate")} and m.state.dead == []
    drive(m, *govern(2, "F"))
    assert asked(m) == {(1, "execute")}
    drive(m, Execute(0, by=1))
    assert asked(m) == {(2, "nominate")} and m.state.dead == [0]


@pytest.mark.rule("SHT-095")
def test_chaos_wins_and_unlocks_like_any_policy() -> None:
    m = play(table(7, fascist=4, tracker=2), reject(1), draw(F))
    assert m.state.veto_unlocked
    assert play(table(7, fascist=5, tracker=2), reject(1), draw(F)).result.reason == "fascist_policies"


@pytest.mark.rule("SHT-098", "SHT-131")
def test_the_order_of_chaos() -> None:
    m = play(table(7, tracker=2, draw="LFF", pair=(5, 6)), reject(1), draw(L))
    assert kinds_told(m) == ["nominated", "vote-failed", "tracker-moved", "liberal-by-chaos", "reshuffled"]
    assert (m.state.tracker, m.state.pair, piles(m.state)) == (0, (), (16, 0))


@pytest.mark.rule("SHT-204", "SHT-136", "SHT-200")
def test_a_win_in_chaos_ends_all_at_once() -> None:
    """W-25."""
    m = play(table(7, liberal=4, tracker=2, draw="LFF", pair=(5, 6)), reject(1), draw(L))
    assert m.result.reason == "liberal_policies"
    assert piles(m.state) == (2, 10) and (m.state.tracker, m.state.pair) == (3, (5, 6))
    assert "reshuffled" not in kinds_told(m)


# ---- M


@pytest.mark.rule("SHT-235")
def test_the_channels_of_a_ballot() -> None:
    """At least one; the question names those that may answer it."""
    with pytest.raises(BadMove):
        GAME.options_from({"ballot_channels": []})
    with pytest.raises(BadMove):
        GAME.options_from({"ballot_channels": ["pigeon"]})
    without = voting(options=GAME.options_from({"ballot_channels": ["phone", "panel"]}))
    assert {a.ways for a in without.asks()} == {frozenset({"phone", "panel"})}


@pytest.mark.rule("SHT-237")
def test_a_ballot_card_is_bound_to_a_seat_and_a_value() -> None:
    cards = [c for c in GAME.components if c.of == "ballot"]
    assert {(c.seat, c.face) for c in cards} == {(s, v) for s in range(10) for v in (True, False)}
    assert len(cards) == 20


@pytest.mark.rule("SHT-236")
def test_a_seat_has_at_most_one_ballot() -> None:
    """Whichever card comes, it answers the one question of its seat, and the count is over seats."""
    m, of = voting(), {(c.seat, c.face): c for c in GAME.components if c.of == "ballot"}

    def tap(card: Component) -> Vote:
        assert card.seat is not None
        return Vote(card.face, by=card.seat)

    drive(m, tap(of[2, True]), tap(of[2, False]), tap(of[2, True]))
    assert sum(f.answered for f in m.faces(None)) == 1
    drive(m, *(tap(of[s, False]) for s in (0, 1, 3, 4)))
    assert m.events(None)[1].no == 4 and m.state.ballots[2] is True  # type: ignore[attr-defined]


@pytest.mark.rule("SHT-270", "SHT-268")
def test_the_discussion_timer_runs_beside_the_vote_and_ends_with_it() -> None:
    m = drive(play(table(5, options=Switches(discussion_timer_s=90))), Nominate(1, by=0))
    (bell,) = (f for f in m.faces(None) if f.by == CLOCK)
    assert (bell.seconds, bell.aside) == (90, True)
    assert asked(m) >= {(s, "vote") for s in range(5)}
    drive(m, vote())
    assert not any(f.by == CLOCK for f in m.faces(None))
    assert m.view(None)["options"]["discussion_timer_s"] == 90
