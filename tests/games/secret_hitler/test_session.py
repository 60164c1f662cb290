"""Sections G, H and I: the legislative session, the piles, the veto."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from companion.engine import CHANCE, Deck, Drawn, place_of
from companion.games.secret_hitler import GAME
from companion.games.secret_hitler.moves import (
    AnswerVeto,
    Discard,
    Enact,
    Execute,
    Nominate,
    RequestVeto,
    Reshuffled,
    SeenPeek,
)
from companion.games.secret_hitler.state import Switches, Table

from ..driver import AnyMatch, asked, at_random, draw, drive, kinds_told, offered, refused, the_ask
from .tables import F, L, begun, elect, faces, legislate, piles, play, reject, table, vote


def session(drawn: str, n: int = 7, **facts: Any) -> AnyMatch:
    """President 0 and Chancellor 1 are elected, and these tiles have been drawn."""
    return play(table(n, **facts), elect(1), draw(*faces(drawn)))


@pytest.mark.rule("SHT-110", "SHT-116", "SHT-130")
def test_the_president_alone_sees_three_tiles_in_the_order_drawn() -> None:
    m = session("FLF")
    assert m.view(0)["hands"] == {0: [F, L, F]}
    assert the_ask(m, Discard).fields["place"] == place_of([F, L, F], of="policies")
    for viewer in (None, 1, 2, 6):
        assert m.view(viewer)["hands"] == {0: {"covered": 3}}
        assert [f.fields["place"] for f in m.faces(viewer)] == [None]
    assert m.view(None)["deck"] == {"covered": 14} and m.view(None)["discards"] == {"covered": 0}


@pytest.mark.rule("SHT-111")
def test_the_president_must_discard_exactly_one_of_three() -> None:
    m = session("FLF")
    assert asked(m) == {(0, "discard")}
    assert offered(m, Discard, "place") == [0, 1, 2]
    assert refused(m, Discard(3, by=0)).code == "not-offered"
    drive(m, Discard(1, by=0))
    assert m.state.discards == Counter({L: 1})
    assert refused(m, Discard(1, by=0)).code == "not-your-turn"


@pytest.mark.rule("SHT-112")
@pytest.mark.parametrize("drawn", ["FLF", "LFF", "FFL"])
def test_the_chancellor_gets_two_in_an_order_that_says_nothing(drawn: str) -> None:
    """Liberal first, however they were drawn; the President goes on seeing them until the session ends."""
    m = drive(session(drawn), Discard(drawn.index("F"), by=0))
    assert m.view(1)["hands"] == {1: [L, F]}
    assert m.view(0)["hands"] == {1: {"covered": 2}} and m.view(0)["passed"] == {0: [L, F]}
    for viewer in (None, 2):
        assert m.view(viewer)["hands"] == {1: {"covered": 2}} and m.view(viewer)["passed"] == {}
    drive(m, Enact(0, by=1))
    assert m.view(0)["passed"] == m.view(0)["hands"] == m.view(1)["hands"] == {}


@pytest.mark.rule("SHT-113", "SHT-114", "SHT-116")
def test_the_chancellor_enacts_one_and_the_other_is_discarded() -> None:
    for place, (liberal, fascist) in enumerate([(1, 0), (0, 1)]):
        m = drive(session("LFF"), Discard(2, by=0))
        assert piles(m.state) == (14, 1)
        drive(m, Enact(place, by=1))
        assert (m.state.liberal, m.state.fascist) == (liberal, fascist)
        assert m.view(None)["last"]["tile"] == (L, F)[place]
        assert m.state.discards == Counter({F: 1}) + Counter({(F, L)[place]: 1})
        assert m.view(None)["discards"] == {"covered": 2}


@pytest.mark.rule("SHT-115", "SHT-137", "SHT-138")
def test_the_order_after_an_enactment() -> None:
    """The tile, tracker, pair; then the reshuffle; then the power, which looks at the new pile."""
    t = table(5, fascist=2, tracker=1, pair=(3, 4), draw="FFFLL")
    m = play(t, elect(1), legislate("FFF"))
    assert kinds_told(m) == ["nominated", "vote-passed", "fascist-enacted", "reshuffled"]
    assert (m.state.tracker, m.state.pair) == (0, (0, 1))
    assert piles(m.state) == (14, 0) and asked(m) == {(CHANCE, "drawn")} and m.state.power == "peek"
    assert m.events(None)[-1] == Reshuffled(14)
    drive(m, draw(L, L, F))
    assert m.view(0)["peek"] == {0: [L, L, F]}


def twin_sessions(a: str, b: str) -> tuple[AnyMatch, AnyMatch]:
    return session(a, fascist=1), session(b, fascist=1)


@pytest.mark.rule("SHT-117", "SHT-271")
def test_what_is_discarded_shows_nowhere() -> None:
    """Two sessions that differ in the discarded tiles alone: all third parties see and hear the same."""
    a, b = twin_sessions("LFF", "FFF")
    drive(a, Discard(0, by=0), Enact(0, by=1))
    drive(b, Discard(0, by=0), Enact(0, by=1))
    assert a.state.discards != b.state.discards
    for viewer in (None, *range(2, 7)):
        assert a.view(viewer) == b.view(viewer)
        assert a.events(viewer) == b.events(viewer)
        assert a.faces(viewer) == b.faces(viewer)


@pytest.mark.rule("SHT-121")
def test_tiles_have_no_identity_for_players() -> None:
    """What is drawn, held and chosen is a type or a place; equal tiles are equal values."""
    for source in ("companion", "tiles"):
        m = drive(begun(5, policy_source=source), at_random(Random(3)))
        assert {x.item for x in m.journal if isinstance(x, Drawn) and x.deck == "policies"} == {L, F}
    assert {c.face for c in GAME.components if c.of == "policies"} == {L, F}


# ---- H


@pytest.mark.rule("SHT-131", "SHT-132", "SHT-133", "SHT-134", "SHT-135")
def test_five_sessions_and_a_new_pile() -> None:
    """W-17. 14, 11, 8, 5, then the two left over and all discards are mixed: 12."""
    t = table(5, roles="LLFHL")
    m, counts = play(t), []
    for chancellor, drawn in [(1, "LFF"), (2, "LFF"), (3, "FFF"), (4, "FFL"), (0, "LFF")]:
        drive(m, elect(chancellor), legislate(drawn))
        counts.append(piles(m.state))
    assert counts == [(14, 2), (11, 4), (8, 6), (5, 8), (12, 0)]
    t = m.state
    assert Counter(t.deck.contents()) == {L: 6 - t.liberal, F: 11 - t.fascist}
    assert t.deck.slots == [None] * 12
    assert kinds_told(m).count("reshuffled") == 1


@pytest.mark.rule("SHT-132")
@pytest.mark.parametrize(("left", "new"), [(3, 3), (2, 16), (1, 16), (0, 16)])
def test_fewer_than_three_are_reshuffled(left: int, new: int) -> None:
    m = play(table(7, draw="LFF" + "LFF"[:left]), elect(1), legislate("LFF"))
    assert piles(m.state)[0] == new


@pytest.mark.rule("SHT-131")
def test_a_short_pile_waits_for_no_draw() -> None:
    """The check comes at the end of the session, before anybody draws again; and not during it."""
    m = play(table(7, draw="LFFFF"), elect(1), draw(L, F, F))
    assert piles(m.state) == (2, 12), "short, but the session is not over"
    drive(m, Discard(2, by=0), Enact(0, by=1))
    assert asked(m) == {(1, "nominate")} and piles(m.state) == (16, 0)


@pytest.mark.rule("SHT-135", "SHT-134", "SHT-019")
def test_a_new_pile_without_the_tile_that_is_out() -> None:
    t = table(7, liberal=2, fascist=1, out=Counter({F: 1}), draw="LFF")
    m = play(t, elect(1), legislate("LFF"))
    assert len(m.state.deck) == 16 - (3 + 1)
    assert Counter(m.state.deck.contents()) == {L: 6 - 3, F: 10 - 1}


@pytest.mark.rule("SHT-136", "SHT-204")
def test_no_reshuffle_after_the_win() -> None:
    m = play(table(7, liberal=4, draw="LFF", pair=(4, 5)), elect(1), legislate("LFF"))
    assert m.result.reason == "liberal_policies" and piles(m.state) == (0, 12)
    assert m.state.pair == (4, 5)


@pytest.mark.rule("SHT-139")
def test_a_peek_is_void_after_a_reshuffle() -> None:
    """The top was known to be liberal; after the new pile any tile may come."""
    t = table(5)
    t.deck, t.discards = Deck.of("policies", faces("LLLFF")), Counter(faces("LLLFFFFFFFFF"))
    t.deck.slots[3:] = [L, L]
    t.deck.loose[L] -= 2
    m = play(t, elect(1), legislate("LFF"))
    assert set(m.state.deck.slots) == {None}
    drive(m, elect(2), draw(F, F))
    assert asked(m) == {(CHANCE, "drawn")}


# ---- I


def late(tracker: int = 0, liberal: int = 2, draw: str = "LLFFFF", **facts: Any) -> Table:
    """W-19..W-21: eight players, five fascist policies."""
    return table(8, fascist=5, liberal=liberal, tracker=tracker, draw=draw, **facts)


def requested(t: Table, drawn: str = "FFL") -> AnyMatch:
    return play(t, elect(1), draw(*faces(drawn)), Discard(2, by=0), RequestVeto(by=1))


@pytest.mark.rule("SHT-140")
def test_the_fifth_fascist_policy_unlocks_the_veto_for_good() -> None:
    m = play(table(7, fascist=4), elect(1), legislate("FFF"))
    assert m.state.veto_unlocked and "veto-unlocked" in kinds_told(m)
    m = play(table(7, fascist=4, tracker=2), reject(1), draw(F), elect(2), draw(F, F, L), Discard(2, by=1))
    assert (2, "request-veto") in asked(m)
    again = play(late(), elect(1), legislate("LFF"), elect(2), draw(L, F, F), Discard(2, by=1))
    assert (2, "request-veto") in asked(again)


@pytest.mark.rule("SHT-141")
def test_no_veto_before_or_in_the_session_of_the_fifth() -> None:
    m = play(table(7, fascist=4), elect(1), draw(F, F, F), Discard(0, by=0))
    assert asked(m) == {(1, "enact")}
    assert refused(m, RequestVeto(by=1)).code == "not-your-turn"
    drive(m, Enact(0, by=1))
    assert asked(m) == {(0, "execute")}


@pytest.mark.rule("SHT-142")
def test_only_the_chancellor_proposes_and_only_with_the_two_tiles() -> None:
    m = play(late(), elect(1))
    assert refused(m, RequestVeto(by=1)).code == "not-your-turn"
    drive(m, draw(F, F, L))
    assert refused(m, RequestVeto(by=1)).code == "not-your-turn"
    drive(m, Discard(2, by=0))
    assert asked(m) == {(1, "enact"), (1, "request-veto")}
    assert refused(m, RequestVeto(by=0)).code == "not-your-turn"


@pytest.mark.rule("SHT-143", "SHT-150", "SHT-151")
def test_the_president_must_answer_first() -> None:
    m = requested(late())
    assert asked(m) == {(0, "answer-veto")} and m.view(None)["veto"] == "asked"
    assert refused(m, Enact(0, by=1)).code == "not-your-turn"
    assert kinds_told(m)[-1] == "veto-requested"
    drive(m, AnswerVeto(False, by=0))
    assert kinds_told(m)[-1] == "veto-refused" and m.view(None)["veto"] == "refused"
    assert m.view(1)["hands"] == {1: [F, F]} and (*piles(m.state), m.state.tracker) == (3, 5, 0)


@pytest.mark.rule("SHT-144", "SHT-148", "SHT-132", "SHT-091", "SHT-150")
def test_a_consented_veto() -> None:
    """W-19."""
    m = requested(late(pair=(5, 6)))
    assert piles(m.state) == (3, 5)
    drive(m, AnswerVeto(True, by=0))
    t = m.state
    assert piles(t) == (3, 7) and (t.liberal, t.fascist, t.tracker, t.pair) == (2, 5, 1, (5, 6))
    assert t.power == "" and asked(m) == {(1, "nominate")} and t.last is None
    assert kinds_told(m)[-2:] == ["veto-accepted", "tracker-moved"] and m.view(None)["veto"] == "accepted"
    assert m.view(None)["hands"] == {}


@pytest.mark.rule("SHT-145", "SHT-146", "SHT-151")
def test_a_refused_veto() -> None:
    """W-20. Either tile, and no second request."""
    for place, tile in enumerate([L, F]):
        m = drive(requested(late(), "LFF"), AnswerVeto(False, by=0))
        assert asked(m) == {(1, "enact")}
        assert refused(m, RequestVeto(by=1)).code == "not-your-turn"
        assert m.state.tracker == 0 and offered(m, Enact, "place") == [0, 1]
        drive(m, Enact(place, by=1))
        assert m.state.last is not None and m.state.last.tile == tile and m.state.tracker == 0


@pytest.mark.rule("SHT-152", "SHT-149", "SHT-091", "SHT-148")
@pytest.mark.parametrize("limited", [False, True])
def test_a_veto_that_is_the_third_failure(limited: bool) -> None:
    """W-21. Chaos clears the pair whatever the option says."""
    t = late(2, 3, "LFFFFF", pair=(5, 6), options=Switches(veto_pair_term_limited=limited))
    assert piles(t) == (6, 3)
    m = drive(requested(t, "FFF"), AnswerVeto(True, by=0))
    assert piles(m.state) == (3, 6) and m.state.tracker == 3 and asked(m) == {(CHANCE, "drawn")}
    drive(m, draw(L))
    t = m.state
    assert (t.liberal, t.tracker, t.pair, piles(t)) == (4, 0, (), (8, 0))


@pytest.mark.rule("SHT-148", "SHT-131")
def test_after_a_veto_the_pile_is_checked_before_chaos_draws() -> None:
    m = drive(requested(late(2, 2, "LFFFF"), "FFL"), AnswerVeto(True, by=0))
    assert kinds_told(m)[-3:] == ["veto-accepted", "reshuffled", "tracker-moved"]
    assert piles(m.state) == (10, 0) and m.state.tracker == 3


@pytest.mark.rule("SHT-147")
def test_the_option_makes_the_vetoing_government_the_pair() -> None:
    for limited, pair in ((False, (5, 6)), (True, (0, 1))):
        t = late(pair=(5, 6), options=Switches(veto_pair_term_limited=limited))
        assert drive(requested(t), AnswerVeto(True, by=0)).state.pair == pair


@pytest.mark.rule("SHT-187", "SHT-185")
def test_the_peeked_tiles_come_next_in_their_order() -> None:
    """W-18. The draw answers to nothing else."""
    t = table(5, liberal=1, fascist=2, draw="LLFFFFFF", roles="LLFHL")
    m = play(t, elect(1), legislate("FFF"))
    assert piles(m.state) == (5, 8)
    drive(m, draw(L, F, F))
    assert piles(m.state) == (5, 8) and m.view(0)["peek"] == {0: [L, F, F]}
    assert all(m.view(v)["peek"] == {} for v in (None, 1, 2, 3, 4))
    drive(m, SeenPeek(by=0))
    drive(m, Nominate(2, by=1), vote())
    for tile in (L, F, F):
        wrong = F if tile == L else L
        assert refused(m, Drawn("policies", wrong, by=CHANCE)).code == "impossible-draw"
        drive(m, draw(tile))
    assert m.view(1)["hands"] == {1: [L, F, F]}


@pytest.mark.rule("SHT-271")
def test_the_public_log_tells_the_round() -> None:
    m = play(table(7, fascist=3), elect(1, no=[4]), legislate("FFF"), Execute(3, by=0))
    assert kinds_told(m) == ["nominated", "vote-passed", "not-hitler", "fascist-enacted", "executed"]
    for seat in range(7):
        assert m.events(seat) == m.events(None), "no private log outlives a glance"
