"""Sections L, M, N: effects, special events, signature, time track."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine import HOST, BadMove, Match, Setup
from companion.games.ankist import effects, lore, rules
from companion.games.ankist.content import content, story
from companion.games.ankist.lore import (
    AnyEffect,
    ArcEnd,
    Grant,
    Happening,
    Incident,
    Mark,
    Move,
    Remove,
    Sway,
    Tale,
    Unlock,
)
from companion.games.ankist.moves import Leave, Sign
from companion.games.ankist.state import Side, Special

from ..driver import asked, draw, drive, kinds_told, refused
from .tables import (
    HOUSES,
    A,
    B,
    C,
    D,
    E,
    aye,
    cards,
    gather,
    happens,
    idle,
    nay,
    reign,
    resolve,
    switches,
    table,
    with_deck,
)  # fmt: skip

UP3, UP2 = Move("influence", 3), Move("wealth", 2)
DRIFT = {"E": Incident("drift", 2, "wealth", -1)}


# ---- tracks and stability


@pytest.mark.rule("ANK-107", "ANK-108", "ANK-109", "ANK-111", "ANK-112", "ANK-113")
@pytest.mark.parametrize(("check", "stability", "cause"), [("sequential", 17, "abdication_high"), ("net", 16, "")])
def test_ex_24_one_by_one_or_all_at_once(check: str, stability: int, cause: str) -> None:
    t = table(options={"stability_check": check}, stability=13)
    kinds = happens(t, UP3, UP2, Move("morale", -2))
    assert [t.tracks[r] for r in ("influence", "wealth", "morale")] == [12, 11, 7], "none of them is stopped"
    assert (t.stability, t.pending) == (stability, cause)
    if cause:
        assert kinds == ["moved", "stability-moved", "moved", "stability-moved", "toppled", "moved"]


@pytest.mark.rule("ANK-112")
@pytest.mark.parametrize("check", ["sequential", "net"])
def test_ex_26_the_low_end(check: str) -> None:
    t = table(stability=3, options={"stability_check": check})
    happens(t, Move("morale", -3), Move("wealth", 3) if check == "sequential" else Move("wealth", -1))
    assert (t.stability, t.pending) == (1, "abdication_low")


@pytest.mark.rule("ANK-110", "ANK-108")
@pytest.mark.parametrize(("clamp", "stability"), [("nominal", 12), ("actual", 10)])
def test_ex_25_steps_lost_at_the_end_of_a_track(clamp: str, stability: int) -> None:
    t = table(options={"stability_clamp": clamp})
    t.tracks["wealth"] = 16
    happens(t, Move("wealth", 3))
    assert (t.tracks["wealth"], t.stability) == (17, stability)
    t.tracks["wealth"] = 2
    happens(t, Move("wealth", -3))
    assert t.tracks["wealth"] == 1


@pytest.mark.rule("ANK-109")
def test_what_moves_stability() -> None:
    """`explicit` holds with a deck that supports it; with any other, resources carry stability along."""
    both: list[AnyEffect] = [Move("wealth", 2), Sway(-3)]
    t = table()
    happens(t, *both, supports=("explicit",))
    assert t.stability == 8
    t = table(options={"stability_rule": "explicit"})
    happens(t, *both, supports=("explicit",))
    assert (t.tracks["wealth"], t.stability) == (11, 6)
    t = table(options={"stability_rule": "explicit"})
    happens(t, *both)
    assert t.stability == 8


@pytest.mark.rule("ANK-114", "ANK-115", "ANK-116", "ANK-117")
def test_ex_27_momentum() -> None:
    t = table(momentum={"morale": Side(up=True)}, options={"momentum": True})
    seen = []
    for steps in (2, 1, -2, -1):
        happens(t, Move("morale", steps))
        seen.append((t.tracks["morale"], t.stability, t.momentum["morale"]))
    assert seen == [(12, 12, Side(True, True)), (15, 15, Side(True, True)), (13, 13, Side(False, False)),
                    (11, 11, Side(False, True))]  # fmt: skip


@pytest.mark.rule("ANK-114")
def test_momentum_is_drawn_for_each_resource_or_not_at_all() -> None:


    m = Match.on(rules.opening, table(options={"momentum": True}))
    drive(m, draw("up", "down", "up", "up", "up"))
    assert m.over and [side.up for side in m.state.momentum.values()] == [True, False, True, True, True]
    assert not any(side.marker for side in m.state.momentum.values())
    assert Match.on(rules.opening, table()).state.momentum == {}


# ---- the deck


@pytest.mark.rule("ANK-118")
def test_unlocking() -> None:
    t = with_deck(table(), cards(many=4), ["X-01"])
    t.locked = ["X-02", "X-03"]
    told = happens(t, Unlock("X-02"), Unlock("X-03", "top"), Unlock("X-02"), many=4)
    assert sorted(t.deck.contents()) == ["X-01", "X-02"] and t.top == ["X-03"] and t.locked == []
    assert told == ["unlocked", "on-top", "not-locked"], "unlocking an open card does nothing, and is logged"


@pytest.mark.rule("ANK-119")
@pytest.mark.parametrize("where", ["deck", "top", "locked", "nowhere"])
def test_removing(where: str) -> None:
    t = with_deck(table(), cards(many=4), ["X-01"] + (["X-02"] if where == "deck" else []))
    t.top, t.locked = (["X-02"] if where == "top" else []), (["X-02"] if where == "locked" else [])
    told = happens(t, Remove("X-02"), Unlock("X-02"), many=4)
    assert [*t.deck.contents()] == ["X-01"] and t.top == [] and t.locked == []
    assert t.removed == (["X-02"] if where != "nowhere" else [])
    assert told == (["removed"] if where != "nowhere" else []) + ["not-locked"]


# ---- the board


@pytest.mark.rule("ANK-120", "ANK-131")
def test_milestones_fill_three_slots_and_then_take_the_oldest() -> None:
    """EX-45. Signed by the house of the Leader of that moment."""
    t = table(leader=A)
    for leader, polarity in ((A, "positive"), (C, "negative"), (B, "positive"), (E, "negative")):
        t.leader = leader
        happens(t, Mark("influence", polarity))  # type: ignore[arg-type]
    tiles = t.milestones["influence"]
    assert [(x.polarity, x.house) for x in tiles] == [
        ("negative", HOUSES[C]), ("positive", HOUSES[B]), ("negative", HOUSES[E])
    ]  # fmt: skip
    assert [x.serial for x in tiles] == [2, 3, 4] and set(t.milestones) == {"influence"}


@pytest.mark.rule("ANK-121", "ANK-131")
def test_history_is_kept_with_its_house_and_does_nothing() -> None:
    t = table(leader=D)
    before = (dict(t.tracks), t.stability, dict(t.hand), dict(t.coins))
    assert happens(t, Tale("H-SAL-O")) == ["history-placed"]
    assert [(x.card, x.house, x.reign) for x in t.history] == [("H-SAL-O", HOUSES[D], 1)]
    assert (t.tracks, t.stability, t.hand, t.coins) == before


@pytest.mark.rule("ANK-123")
def test_the_end_of_a_story_counts_for_fate_and_leaves_its_cards() -> None:
    t = with_deck(table(), cards(many=5))
    assert happens(t, ArcEnd("SAL", "sworn", 2), many=5) == ["arc-finished"]
    assert (t.arcs, t.fate, len(t.deck)) == ({"SAL": "sworn"}, 2, 5)
    happens(t, ArcEnd("FIE", "ashes", -3))
    assert t.fate == -1


@pytest.mark.rule("ANK-124", "ANK-004")
@pytest.mark.parametrize(
    ("who", "seats"),
    [("signer", [B]), ("leader", [B]), ("moderator", [E]), ("winners", [A, B]), ("losers", [C]), ("gatherers", [D]),
     ("all", [A, B, C, D, E])],
)  # fmt: skip
def test_rich_effects_reach_whom_they_name(who: Any, seats: list[int]) -> None:
    t = table(leader=B, options={"rich_effects": True})
    t.act = {A: "aye", B: "aye", C: "nay", D: "gather", E: "moderator"}
    happens(t, Grant("coins", who, 3), Grant("power", who, -2), Grant("prestige", who, 2), Grant("greed", who, -1))
    for s in range(5):
        got = s in seats
        assert (t.coins[s], t.hand[s]) == ((13, 6) if got else (10, 8))
        assert (t.prestige[HOUSES[s]], t.greed[HOUSES[s]]) == ((2, 0) if got else (0, 0))
    assert t.power == 43 - 2 * len(seats) and t.minted == 50 + 3 * len(seats), "the constants shift by what is printed"
    happens(t, Grant("coins", who, -9), Grant("coins", who, -9), Grant("power", who, -9))
    assert min(*t.coins.values(), *t.hand.values()) == 0, "losses stop at 0"


@pytest.mark.rule("ANK-124")
def test_a_deck_that_needs_rich_effects_is_refused_without_them() -> None:
    rich = lore.Lore("rich", ("SAL",), cards(many=2).dilemmas, {}, ("rich_effects",))
    book = content().book(5, "house_default", ("SAL",))
    with pytest.raises(BadMove, match="rich"):
        rules.start(Setup(5, switches()), book, rich)
    assert rules.start(Setup(5, switches(rich_effects=True)), book, rich).lore is rich


# ---- M. events


def test_an_event_that_is_ignored_is_logged() -> None:
    t = table(options={"events": False})
    assert happens(t, Happening("E"), incidents=DRIFT) == ["event-ignored"] and t.specials == []


def drifting(t: Any, *, at: tuple[int, ...] = (3,), until: int = 7, end: int = 0) -> list[int]:
    """Rounds 1 to `until`, in which a dilemma starts the drift of wealth in rounds `at`: wealth after each."""
    seen = []
    t.lore = cards(incidents=DRIFT)
    for number in range(1, until + 1):
        effects.begin_round(t)
        if number in at:
            happens(t, Happening("E"), incidents=DRIFT)
        if number == end:
            happens(t, Happening("E", "end"), incidents=DRIFT)
        effects.tick(t)
        seen.append(t.tracks["wealth"])
    return seen


@pytest.mark.rule("ANK-127", "ANK-128", "ANK-126", "ANK-125")
def test_ex_47_an_event_acts_in_the_rounds_after_its_own() -> None:
    t = table()
    assert drifting(t) == [9, 9, 9, 8, 7, 7, 7] and t.stability == 7 and t.specials == []


@pytest.mark.rule("ANK-122", "ANK-127")
def test_ex_53_started_anew_while_active() -> None:
    assert drifting(table(), at=(3, 4)) == [9, 9, 9, 8, 7, 6, 6]


@pytest.mark.rule("ANK-122")
def test_an_event_that_is_ended_does_not_act_in_that_round() -> None:
    assert drifting(table(), end=5) == [9, 9, 9, 8, 8, 8, 8]
    assert drifting(table(), at=(), end=5) == [9] * 7, "what is not active does not end"


@pytest.mark.rule("ANK-122", "ANK-129")
def test_events_act_in_the_order_in_which_they_began_and_none_once_the_end_is_certain() -> None:
    def special(card: str, resource: str, steps: int) -> Special:
        return Special(card, "drift", resource, steps, 2, False, True)

    t = table(specials=[special("E1", "wealth", -1), special("E2", "morale", -1)], stability=2)
    effects.tick(t)
    assert t.pending == "abdication_low" and (t.tracks["wealth"], t.tracks["morale"]) == (8, 9)
    t = table(specials=[special("E1", "wealth", 1), special("E2", "morale", 1)])
    happens(t, Happening("E1"), incidents={"E1": Incident("drift", 2, "wealth", 1)})
    assert [e.card for e in t.specials] == ["E1", "E2"], "it keeps its place"


@pytest.mark.rule("ANK-127")
@pytest.mark.parametrize(("clamp", "stability"), [("nominal", 8), ("actual", 9)])
def test_a_drift_is_one_step_without_momentum_at_once_and_limited(clamp: str, stability: int) -> None:
    options = {"momentum": True, "stability_check": "net", "stability_clamp": clamp}
    t = table(momentum={"wealth": Side(False, True)}, options=options)
    t.specials = [Special("E", "drift", "wealth", -1, 2, False, True)]
    t.tracks["wealth"] = 1
    effects.tick(t)
    assert (t.tracks["wealth"], t.stability, t.momentum["wealth"]) == (1, stability, Side(False, True))


@pytest.mark.rule("ANK-128")
def test_all_events_end_with_the_reign() -> None:
    t = with_deck(table(3), cards([Happening("E")], incidents={"E": Incident("double_coin", 4)}, skull=True))
    m = reign(t)
    for number in range(6):
        drive(m, draw(f"X-{number:02}"), idle())
    assert m.state.cause == "death" and m.state.specials == []


@pytest.mark.rule("ANK-125")
def test_with_events_off_nothing_happens() -> None:
    t = table(options={"events": False})
    assert drifting(t) == [9] * 7


# ---- N. signature and time


@pytest.mark.rule("ANK-130", "ANK-131", "ANK-037", "ANK-003")
def test_the_leader_of_that_moment_signs_before_anything_goes_on() -> None:
    t = with_deck(table(), cards(), ["X-00", "X-01"])
    m = reign(t, draw("X-00"), aye(A, 2), nay(B, 3), gather(C, D, E))
    drive(m, lambda m: [m.asks()[1].move(by=A)])  # A passes
    assert asked(m) == {(B, "sign"), (HOST, "sign")} and m.state.time == []
    for wrong in (A, E):
        assert refused(m, Sign(by=wrong)).code == "not-your-turn"
    drive(m, Sign(by=B))
    (record,) = m.state.record
    assert (record.card, record.side, record.aye, record.nay, record.house) == ("X-00", "nay", 2, 3, HOUSES[B])
    assert m.state.time == ["X-00"] and kinds_told(m)[-2:] == ["time-passed", "signed"][::-1]


@pytest.mark.rule("ANK-130", "ANK-189")
def test_the_host_signs_for_an_absent_leader() -> None:
    m = reign(with_deck(table(3), cards()), draw("X-00"), resolve(sign=False), Sign(by=HOST))
    assert len(m.state.time) == 1
    m = reign(with_deck(table(3), cards()), draw("X-00"), resolve(sign=False))


    drive(m, Leave(m.state.leader, by=HOST))
    assert asked(m) == {(HOST, "sign")}


@pytest.mark.rule("ANK-020", "ANK-132", "ANK-135", "ANK-133")
def test_ex_29_skulls_count_on_the_last_space_only() -> None:
    """A skull on dilemma 4 means nothing, nor does a sixth card without one; on dilemma 8 it does."""
    plain, skull = cards().dilemmas["X-00"], cards(skull=True).dilemmas["X-00"]
    deck = {f"X-{i:02}": skull if i in (4, 8) else plain for i in range(1, 12)}
    t = with_deck(table(3), lore.Lore("test", ("SAL",), deck, {}))
    assert t.time == []
    m, spaces = reign(t), []
    for number in range(1, 9):
        drive(m, draw(f"X-{number:02}"), idle())
        spaces.append(m.state.space())
        assert (m.state.cause == "death") == (number == 8)
    assert spaces == [(1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (6, 2), (6, 3)]


@pytest.mark.rule("ANK-134", "ANK-136")
def test_ex_30_the_fifth_card_on_the_last_space() -> None:
    m = reign(with_deck(table(3), cards()))
    for number in range(10):
        assert not m.state.cause
        drive(m, draw(f"X-{number:02}"), idle())
    assert m.state.cause == "death" and m.state.space() == (6, 5)


@pytest.mark.rule("ANK-139", "ANK-138")
@pytest.mark.parametrize(("first", "cause"), [("abdication", "abdication_high"), ("death", "death")])
def test_ex_31_two_ends_in_one_round(first: str, cause: str) -> None:
    """And the round is completed: the later effects happen, the Leader signs, the card is placed."""
    story_ = cards([UP3, UP3, UP3, Move("welfare", -1)], skull=True)
    t = with_deck(table(3, options={"end_precedence": first}), story_)
    t.time = [f"X-{i:02}" for i in range(5)]
    m = reign(t, draw("X-06"), idle(sign=False))
    assert m.state.pending == "abdication_high" and m.state.cause == "" and m.state.tracks["welfare"] == 8
    drive(m, Sign(by=HOST))
    assert m.state.cause == cause and m.state.time[-1] == "X-06" and len(m.state.record) == 1


@pytest.mark.rule("ANK-137", "ANK-035")
def test_without_an_end_the_next_round_begins_with_the_same_roles() -> None:
    m = reign(with_deck(table(3, B, C), cards()), draw("X-00"), resolve())
    assert (m.state.round, m.state.leader, m.state.moderator, m.state.cause) == (2, B, C, "")


@pytest.mark.rule("ANK-118", "ANK-120", "ANK-131", "ANK-108")
def test_ex_43_a_card_of_the_house_deck() -> None:
    """SAL-01 resolved aye under the fourth house."""
    t = table(leader=D, dilemma="SAL-01")
    effects.apply(t, "aye")
    assert (t.tracks["influence"], t.tracks["wealth"], t.stability) == (12, 7, 10)
    assert t.deck.count("SAL-03") == 1 and "SAL-04" in t.locked and "SAL-03" not in t.locked
    (tile,) = t.milestones["influence"]
    assert (tile.polarity, tile.house) == ("positive", HOUSES[D])
    assert story().dilemmas[0].id == "SAL-01"
