"""Section K, the options, the invariants: how a game ends, what is then told, what always holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from companion.engine import HOST, BadMove, BrokenRules, Deck, Drawn, Outcome, switches
from companion.games.secret_hitler import GAME
from companion.games.secret_hitler.moves import (
    Abort,
    ConfirmShuffle,
    Continue,
    Discard,
    Enact,
    Execute,
    Investigate,
    Nominate,
    SeenParty,
    Vote,
)
from companion.games.secret_hitler.state import Switches, Table

from ..driver import at_random, draw, drive, kinds_told, refused, snapshot
from .tables import F, L, begun, elect, faces, govern, legislate, new, play, table


@pytest.mark.rule("SHT-200", "SHT-205")
def test_five_liberal_policies() -> None:
    m = play(table(7, liberal=4, dead=[2], roles="LLLLFFH"), *govern(1, "L"))
    assert m.result == Outcome((0, 1, 2, 3), "liberal_policies") and m.view(None)["won"] == L


@pytest.mark.rule("SHT-201", "SHT-205")
def test_six_fascist_policies() -> None:
    """Dead fascists win too, and Hitler with them."""
    m = play(table(8, fascist=5, dead=[5], roles="LLLLLFFH"), *govern(1, "F"))
    assert m.result == Outcome((5, 6, 7), "fascist_policies") and m.view(None)["won"] == F


@pytest.mark.rule("SHT-204")
def test_the_sixth_policy_ends_all_at_once() -> None:
    m = play(table(7, fascist=5, tracker=2, pair=(3, 4), draw="FFF"), *govern(1, "F"))
    t = m.state
    assert (t.tracker, t.pair, len(t.deck), t.power, t.round) == (2, (3, 4), 0, "", 2)
    assert kinds_told(m)[-2:] == ["fascist-enacted", "fascists-won"]


@pytest.mark.rule("SHT-206", "SHT-210", "SHT-211")
def test_the_end_shows_roles_and_neither_hands_nor_discards() -> None:
    """W-29. Unless the table wished for the history."""
    for wished in (False, True):
        m = play(table(7, liberal=4, options=Switches(history_at_end=wished)), elect(1))
        assert m.view(0)["history"] == {}
        drive(m, draw(F, L, F), Discard(0, by=0))
        assert m.view(0)["history"] == {}
        drive(m, Enact(0, by=1))
        for viewer in (None, 0, 6):
            view = m.view(viewer)
            assert len(view["roles"]) == 7
            assert view["hands"] == view["passed"] == {} and view["discards"] == {"covered": 2}
            record = {"round": 2, "kind": "session", "seat": 0, "target": 1, "faces": [F, L, F], "discarded": [F, F]}
            assert view["history"] == ({0: {**record, "enacted": L}} if wished else {})


@pytest.mark.rule("SHT-210")
def test_the_history_holds_peeks_and_investigations() -> None:
    m = drive(begun(5, history_at_end=True), at_random(Random(5)))
    seven = drive(begun(9, history_at_end=True), at_random(Random(8)))
    shown = [r["kind"] for x in (m, seven) for r in x.view(None)["history"].values()]
    used = [u.power for x in (m, seven) for u in x.state.used]
    assert Counter(shown)["peek"] == used.count("peek") and Counter(shown)["investigate"] == used.count("investigate")
    assert {"session", "peek", "investigate"} == set(shown)


@pytest.mark.rule("SHT-210", "SHT-172")
def test_the_history_of_an_investigation_is_the_party_that_was_seen() -> None:
    t = table(7, fascist=1, liberal=4, options=Switches(history_at_end=True))
    m = play(t, *govern(1, "F"), Investigate(6, by=0), SeenParty(by=0), *govern(2, "L"))
    (seen,) = [r for r in m.view(None)["history"].values() if r["kind"] == "investigate"]
    assert (seen["seat"], seen["target"], seen["faces"]) == (0, 6, [F])


@pytest.mark.rule("SHT-211")
def test_the_books_are_not_everybodys() -> None:
    """The draws tell every hand: the host opens them; of themselves where history was wished; after an abort only with
    the roles."""
    assert callable(GAME.books)
    said = [
        GAME.books(Switches(history_at_end=history), {"revealed": shown})
        for history in (False, True)
        for shown in (False, True)
    ]
    assert said == ["nobody", "host", "nobody", "at-end"]


@pytest.mark.rule("SHT-207")
def test_after_the_end_every_move_is_refused() -> None:
    m = play(table(7, fascist=3), elect(6))
    for move in (Nominate(2, by=1), Vote(True, by=0), Abort(True, by=HOST), Execute(1, by=0)):
        assert refused(m, move).code == "over"


@pytest.mark.rule("SHT-208", "SHT-282", "SHT-166")
def test_every_game_ends_and_in_no_other_way() -> None:
    reasons: Counter[str] = Counter()
    for seed in range(60):
        m = drive(begun(5 + seed % 6, rebalance_679=bool(seed % 2)), at_random(Random(seed)))
        reasons[m.result.reason] += 1
        t, before = m.state, 1 if seed % 2 and m.state.n == 6 else 0
        told = kinds_told(m)
        enacted = sum(told.count(f"{tile}-{how}") for tile in (L, F) for how in ("enacted", "by-chaos"))
        assert enacted == t.liberal + t.fascist - before <= 10 - before
        assert m.result.winners == t.team(t.won)
        powers = Counter(u.power for u in t.used)
        most = {"peek": t.n < 7, "investigate": (t.n > 6) + (t.n > 8), "call-election": t.n > 6, "execute": 2}
        assert all(powers[p] <= most[p] for p in most)
    assert set(reasons) == {"liberal_policies", "fascist_policies", "hitler_executed", "hitler_elected"}


@pytest.mark.rule("SHT-209")
@pytest.mark.parametrize("show", [False, True])
def test_the_host_may_abort_at_any_time(show: bool) -> None:
    m = play(table(7, options=Switches(history_at_end=True)), elect(1), draw(F, F, L))
    drive(m, Abort(show, by=HOST))
    assert m.over and m.result == Outcome((), "aborted") and kinds_told(m)[-1] == "aborted"
    view = m.view(None)
    assert len(view["roles"]) == (7 if show else 0) and view["won"] == "" and view["ended"] == "aborted"
    early = new(5, Abort(show, by=HOST))
    assert early.over and early.view(None)["roles"] == {}


@pytest.mark.rule("SHT-209", "SHT-210")
def test_an_abort_without_roles_opens_no_history() -> None:
    t = table(7, options=Switches(history_at_end=True))
    m = play(t, *govern(1, "L"), Abort(False, by=HOST))
    assert m.view(None)["history"] == {}
    assert len(play(t, *govern(1, "L"), Abort(True, by=HOST)).view(None)["history"]) == 1


@pytest.mark.rule("SHT-267", "SHT-120", "SHT-175")
def test_no_move_publishes_proves_or_claims_anything() -> None:
    """These are all; none carries words, and what a seat has seen is in no field of any."""
    assert set(GAME.kinds) == {
        "set-aside", "show-role", "name-first", "seen-role", "continue", "nominate", "vote", "discard", "enact",
        "request-veto", "answer-veto", "investigate", "seen-party", "call-election", "seen-peek", "execute",
        "confirm-shuffle", "abort", "recount",
    }  # fmt: skip


# ---- options


@pytest.mark.rule("SHT-268", "SHT-016")
def test_the_switches_of_the_house() -> None:
    """All of RULES.md's table, with its defaults; public during the game; anything else is no option."""
    off = ["veto_pair_term_limited", "president_self_execute", "president_self_investigate", "rebalance_679"]
    wanted: dict[str, object] = {
        **dict.fromkeys([*off, "not_hitler_marker", "history_at_end"], False),
        "first_president": "random", "ballot_change": "until_reveal", "policy_source": "companion",
        "role_source": "companion", "discussion_timer_s": 0, "ballot_channels": frozenset({"phone", "panel", "cards"}),
    }  # fmt: skip
    assert {s.name: s.default for s in switches(GAME.options)} == wanted
    shown = begun(7, rebalance_679=True, first_president="host").view(None)["options"]
    assert (shown["rebalance_679"], shown["first_president"], shown["history_at_end"]) == (True, "host", False)
    for bad in ({"discussion_timer_s": 601}, {"first_president": "oldest"}, {"house_rule": True}):
        with pytest.raises(BadMove):
            GAME.options_from(bad)


@pytest.mark.rule("SHT-269", "SHT-082")
def test_the_mark_of_the_cleared() -> None:
    """The event comes always, the lasting mark only with the option."""
    for marked in (False, True):
        m = play(table(7, fascist=3, options=Switches(not_hitler_marker=marked)), elect(2), legislate("LFF"))
        assert "not-hitler" in kinds_told(m)
        assert m.view(None)["not_hitler"] == ([2] if marked else []) and m.view(None)["cleared"] is None


# ---- what always holds


def broken(t: Table, rule: str) -> None:
    invariants = GAME.invariants
    assert invariants is not None
    with pytest.raises(AssertionError, match=rule):
        invariants(t)


def one_tile_more(t: Table) -> None:
    t.discards[L] += 1


def no_tiles_to_draw(t: Table) -> None:
    t.discards, t.deck = t.tiles_down(), Deck.of("policies", [])


def tracks_overfull(t: Table) -> None:
    t.nominee, t.liberal = 1, 6
    t.discards, t.deck = t.tiles_down() - Counter({L: 6}), Deck.of("policies", [])


def three_dead(t: Table) -> None:
    t.dead += [1, 2, 3]


def dead_president(t: Table) -> None:
    t.dead.append(t.rotation)


def nominee_presides(t: Table) -> None:
    t.nominee = t.president


def two_special_elections(t: Table) -> None:
    t.specials = 2


def out_of_turn(t: Table) -> None:
    t.president = 3


@pytest.mark.rule("SHT-280", "SHT-281", "SHT-282", "SHT-283", "SHT-284", "SHT-285")
@pytest.mark.parametrize(
    ("rule", "harm"),
    [
        ("SHT-280", one_tile_more),
        ("SHT-281", no_tiles_to_draw),
        ("SHT-282", tracks_overfull),
        ("SHT-283", three_dead),
        ("SHT-284", dead_president),
        ("SHT-284", nominee_presides),
        ("SHT-285", two_special_elections),
        ("SHT-285", out_of_turn),
    ],
)
def test_the_invariants_see_what_breaks_them(rule: str, harm: Callable[[Table], None]) -> None:
    t = play(table(7, fascist=1)).state
    assert GAME.invariants is not None
    GAME.invariants(t)
    harm(t)
    broken(t, rule)


@pytest.mark.rule("SHT-280", "SHT-286")
def test_broken_tiles_are_noticed_at_the_next_move_and_undone() -> None:
    m = play(table(7))
    t = m.state
    t.discards[L] += 1
    with pytest.raises(BrokenRules, match="SHT-280"):
        m.play(Nominate(1, by=0))
    assert not m.journal and m.state.discards.total() == 0


@pytest.mark.rule("SHT-286", "SHT-272")
def test_a_refused_move_changes_nothing() -> None:
    """Moves of another game at the same table, thrown in at wrong moments."""
    rng, refusals = Random(7), 0
    for seed in range(4):
        a, b = begun(5 + seed), begun(5 + seed)
        while not (a.over or b.over) and refusals < 120:
            at = len(b.journal)
            drive(b, at_random(rng, lambda m, at=at: len(m.journal) > at))  # type: ignore[misc]
            wrong = b.journal[-1]
            try:
                a.check(wrong)
            except ValueError:
                refused(a, wrong)
                refusals += 1
            now = len(a.journal)
            drive(a, at_random(rng, lambda m, now=now: len(m.journal) > now))  # type: ignore[misc]
    assert refusals > 60


@pytest.mark.rule("SHT-265", "SHT-263")
def test_a_restart_finds_the_hand_and_the_counts() -> None:
    """W-26, the engine's half: the journal brings back the same question, the same hand, the same counts."""
    m = new(5, draw(*faces("LLLFH"), "1"), Continue(by=HOST), elect(2), draw(F, L, F))
    encode, decode = GAME.codec
    again = begun(5)
    drive(again, *(decode(encode(move)) for move in m.journal))
    assert snapshot(again, 5) == snapshot(m, 5)
    assert again.view(1)["hands"] == {1: [F, L, F]} and again.view(1)["deck"] == {"covered": 14}


@pytest.mark.rule("SHT-221")
def test_who_draws_changes_nothing_else() -> None:
    """The journal of a game by the companion, played with real tiles: only the shuffles are confirmed besides."""
    for seed in range(6):
        a, b = drive(begun(7), at_random(Random(seed))), begun(7, policy_source="tiles")
        for move in a.journal:
            drive(b, move)
            if any(x.move is ConfirmShuffle for x in b.asks()):
                drive(b, ConfirmShuffle(by=HOST))
        assert b.over and b.result == a.result
        assert [x for x in b.journal if isinstance(x, Drawn)] == [x for x in a.journal if isinstance(x, Drawn)]


@pytest.mark.rule("SHT-260", "SHT-271", "SHT-117", "SHT-193")
@pytest.mark.parametrize("seed", range(8))
def test_twins_look_alike_to_who_may_not_know(seed: int) -> None:
    """Two games whose hidden roles and tiles differ: a liberal, and the board, see and hear the same in both."""
    rng, watcher = Random(seed), 0
    a = new(7, draw(*faces("LLLLFFH"), "0"), Continue(by=HOST))
    b = new(7, draw(*faces("LFHFLLL"), "0"), Continue(by=HOST))

    def same() -> None:
        for viewer in (None, watcher):
            assert a.view(viewer) == b.view(viewer)
            assert a.faces(viewer) == b.faces(viewer)
            assert a.events(viewer) == b.events(viewer)

    same()
    for _ in range(3):
        president = a.state.president
        assert president is not None
        chancellor = next(s for s in a.asks()[0].fields["chancellor"].choices() if s != watcher)
        for m in (a, b):
            drive(m, Nominate(chancellor, by=president))
        same()
        no = {s for s in range(7) if rng.random() < 0.3}
        for m in (a, b):
            drive(m, *(Vote(s not in no, by=s) for s in range(7)))
        same()
        if a.state.chancellor is None:
            continue
        mine = watcher in (president, chancellor)
        first, second = ("LFF", "LFF") if mine else ("LFF", "LLF")
        drive(a, draw(*faces(first)), Discard(1, by=president), Enact(0, by=chancellor))
        drive(b, draw(*faces(second)), Discard(1, by=president), Enact(0, by=chancellor))
        same()
