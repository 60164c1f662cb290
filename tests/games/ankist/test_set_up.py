"""Sections A to F: frame, set-up, plans, roles, visible plans, the drawing of a dilemma."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec import to_builtins

from companion.engine import CHANCE, HOST, BadMove, Drawn, Match
from companion.games.ankist import GAME, effects, rules
from companion.games.ankist.content import story
from companion.games.ankist.lore import AnyEffect, Mark, Move, Sway, Unlock
from companion.games.ankist.moves import ChooseHouse, ChoosePlan, KeepVisiblePlans, Leave, Return
from companion.games.ankist.state import Milestone, Switches, Table
from companion.players.random_player import random_move, sample

from ..driver import AnyMatch, Step, asked, at_random, draw, drive, kinds_told, offered, refused
from .tables import (
    HOUSES,
    RESOURCES,
    A,
    B,
    C,
    D,
    E,
    cards,
    idle,
    new,
    reign,
    resolve,
    switches,
    table,
    with_deck,
)  # fmt: skip


def seated(n: int = 5) -> Step:
    """Seats take the houses in order."""
    return lambda m: [ChooseHouse(HOUSES[s], by=s) for s in range(n)]


def drafted(plan: str = "greedy", n: int = 5) -> Step:
    """The plan that is out, and each seat in turn takes the first that is left."""

    def moves(m: AnyMatch) -> Any:
        yield Drawn("plans", plan, by=CHANCE)
        while m.state.leader < 0:
            (ask,) = [a for a in m.asks() if a.move is ChoosePlan]
            yield ChoosePlan(next(iter(ask.fields["plan"].choices())), by=ask.by)

    return moves


def place(t: Table, tiles: str) -> None:
    """Milestones like `influence+0 wealth-3`: resource, polarity, the seat whose house signed it; oldest first."""
    for word in tiles.split():
        resource, polarity, house = word[:-2], word[-2], HOUSES[int(word[-1])]
        t.placed += 1
        tile = Milestone("positive" if polarity == "+" else "negative", house, "X-00", "aye", t.placed)
        t.milestones[resource] = [*t.milestones.get(resource, []), tile]


# ---- A. Frame


@pytest.mark.rule("ANK-001")
def test_three_to_five_houses() -> None:
    assert GAME.seats == (3, 5)
    for wrong in (2, 6):
        with pytest.raises(BadMove):
            GAME.match(wrong)


@pytest.mark.rule("ANK-003")
def test_a_round_in_its_order() -> None:
    story_ = cards([Move("wealth", 1), Mark("wealth", "positive")])
    m = reign(with_deck(table(3), story_), draw("X-00"), resolve())
    order = ["dilemma-drawn", "voted", "decided", "shared", "pool-now"]
    order += ["moved", "milestone-placed", "signed", "time-passed"]
    kinds = kinds_told(m)
    assert [kinds.index(k) for k in order] == sorted(kinds.index(k) for k in order)


@pytest.mark.rule("ANK-004", "ANK-005", "ANK-008", "ANK-034", "ANK-136")
def test_what_holds_after_every_move_of_whole_reigns() -> None:
    """`sound` runs after each move; here that nobody drops out, and that a king dies with dilemma six to ten."""
    for seed in range(12):
        m = new(3 + seed % 3)
        drive(m, at_random(Random(seed)))
        t = m.state
        assert sorted(t.scores) == list(range(t.n)) and len(t.time) <= 10
        assert len(t.time) >= 6 or t.cause != "death"
        assert t.leader in t.scores and t.moderator in t.scores


@pytest.mark.rule("ANK-007")
def test_chance_is_asked_and_equal_answers_give_equal_states() -> None:
    one, other = new(4), new(4)
    drive(one, at_random(Random(3)))
    drive(other, *one.journal)
    assert one.fingerprint() == other.fingerprint() and one.result == other.result
    assert {m.deck for m in one.journal if isinstance(m, Drawn)} == {"plans", "dilemma"}
    assert switches(real_cards={"plans"}).tapped == {"plans"} and Switches().tapped == frozenset()


# ---- B. Set-up


@pytest.mark.rule("ANK-012", "ANK-013")
def test_houses_are_chosen_in_any_order_each_once() -> None:
    m = new(3)
    assert asked(m) == {(s, "choose-house") for s in range(3)}
    drive(m, ChooseHouse("corvo", by=2))
    assert refused(m, ChooseHouse("corvo", by=0)).detail["why"] == "taken"
    assert refused(m, ChooseHouse("faro", by=2)).code == "not-your-turn"
    drive(m, ChooseHouse("faro", by=0), ChooseHouse("albor", by=1))
    assert m.state.houses == {2: "corvo", 0: "faro", 1: "albor"}


@pytest.mark.rule("ANK-013")
def test_houses_may_be_drawn_clockwise() -> None:
    m = new(3, house_assignment="draw")
    assert asked(m) == {(CHANCE, "drawn")}
    drive(m, draw("faro"))
    assert m.state.houses == {0: "faro"}
    assert refused(m, Drawn("houses", "faro", by=CHANCE)).code == "impossible-draw"
    drive(m, draw("albor", "dorna"))
    assert m.state.houses == {0: "faro", 1: "albor", 2: "dorna"}


@pytest.mark.rule("ANK-015", "ANK-016", "ANK-028", "ANK-034")
def test_ex_03_the_order_of_prestige() -> None:
    """Prestige A 4, B 1, C 1, D 7, E 0; of B and C the lower house number has less."""
    t = table(prestige=dict(zip(HOUSES, (4, 1, 1, 7, 0, 0), strict=True)), houses=dict(enumerate(HOUSES[:5])), plans=[])
    t.plans, t.chosen = {}, []
    m = Match.on(rules.draft, t)
    assert m.state.order == [E, B, C, A, D]
    t.houses = {A: HOUSES[0], B: HOUSES[2], C: HOUSES[1], D: HOUSES[3], E: HOUSES[4]}
    assert Match.on(rules.draft, t).state.order == [E, C, B, A, D]
    drive(m, draw("greedy"))
    for seat in (E, B, C, A):
        assert {by for by, kind in asked(m) if kind == "choose-plan"} == {seat}, "one after the other"
        drive(m, ChoosePlan(offered(m, ChoosePlan, "plan")[0], by=seat))
    assert m.over and D in m.state.plans, "the last has no choice"
    assert (m.state.leader, m.state.moderator) == (D, E)


@pytest.mark.rule("ANK-016")
def test_equal_prestige_may_be_drawn() -> None:
    t = table(4, prestige=dict(zip(HOUSES, (2, 0, 2, 2, 0, 0), strict=True)))
    t.plans, t.chosen = {}, []
    t.options = switches(prestige_tiebreak="draw")
    m = Match.on(rules.draft, t)
    drive(m, draw(HOUSES[3], HOUSES[0], HOUSES[2]))
    assert m.state.order == [B, D, A, C], "the lone house is not drawn; least of the tied first"


@pytest.mark.rule("ANK-017", "ANK-018", "ANK-019", "ANK-005", "ANK-014", "ANK-020", "ANK-023")
@pytest.mark.parametrize("n", [3, 4, 5])
def test_ex_02_a_new_reign(n: int) -> None:
    t = new(n, seated(n)).state
    assert t.tracks == dict.fromkeys(RESOURCES, 9) and t.stability == 9
    assert t.hand == dict.fromkeys(range(n), 8) and t.coins == dict.fromkeys(range(n), 10) and t.pool == 3
    assert t.power == 8 * n + 3 and t.minted == 10 * n
    assert set(t.prestige.values()) == set(t.greed.values()) == {0}
    assert (t.time, t.milestones, t.history, t.specials) == ([], {}, [], [])


@pytest.mark.rule("ANK-021")
def test_the_first_deck_is_every_card_that_starts() -> None:
    t = new(5).state
    begins = [c.id for c in story().dilemmas if c.start]
    assert sorted(t.deck.contents()) == sorted(begins) and len(t.locked) == len(story().dilemmas) - len(begins)


# ---- C. Plans


@pytest.mark.rule("ANK-025", "ANK-026", "ANK-027", "ANK-011")
def test_one_plan_is_out_and_only_the_chooser_sees_what_is_left() -> None:
    m = new(5, seated())
    assert asked(m) == {(CHANCE, "drawn")}
    drive(m, draw("rebel"))
    assert asked(m) == {(A, "choose-plan")}
    assert "rebel" not in offered(m, ChoosePlan, "plan") and len(offered(m, ChoosePlan, "plan")) == 5
    assert [*m.view(A)["available"].values()] == offered(m, ChoosePlan, "plan")
    for viewer in (None, B, HOST):
        assert m.view(viewer)["available"] == {} and "out" not in m.view(viewer)
        (face,) = m.faces(viewer)
        assert face.fields["plan"] is None
    drive(m, ChoosePlan("wealthy", by=A))
    assert "wealthy" not in offered(m, ChoosePlan, "plan")
    assert m.view(A)["plans"] == {A: "wealthy"} and m.view(B)["plans"] == m.view(None)["plans"] == {}
    assert "wealthy" not in str(m.events(None)) + str(m.events(A))


@pytest.mark.rule("ANK-032", "ANK-028")
def test_set_aside_unread_the_last_house_chooses_too() -> None:
    """A real card can be laid aside face down; what the table draws is never unread, or nothing would be out."""
    assert refused(new(5, seated()), Drawn("plans", None, by=CHANCE)).code == "impossible-draw"
    m = new(5, seated(), Drawn("plans", None, by=CHANCE), real_cards=frozenset({"plans"}))
    taken: list[str] = []
    for seat in range(5):
        left = offered(m, ChoosePlan, "plan")
        assert len(left) == 6 - len(taken), "all that nobody has chosen"
        taken.append(left[0])
        drive(m, ChoosePlan(left[0], by=seat))
    assert m.state.leader == E and m.view(None)["unseen"]


@pytest.mark.rule("ANK-029", "ANK-005")
@pytest.mark.parametrize(("n", "left"), [(3, 2), (4, 1), (5, 0)])
def test_ex_49_plans_that_nobody_takes_stay_unknown(n: int, left: int) -> None:
    m = new(n, seated(n), drafted("rebel", n))
    unknown = {p.id for p in m.state.book.plans} - set(m.state.plans.values()) - {"rebel"}
    assert len(unknown) == left and m.state.leftover == []
    assert m.state.power == 8 * n + 3


@pytest.mark.rule("ANK-030")
def test_a_plan_once_chosen_stays() -> None:
    m = new(3, seated(3), drafted(n=3))
    before = dict(m.state.plans)
    assert refused(m, ChoosePlan("rebel", by=A)).code == "not-your-turn"
    drive(m, at_random(Random(5)))
    assert m.state.plans == before


@pytest.mark.rule("ANK-189")
def test_a_missing_chooser_gets_a_plan_by_lot() -> None:
    m = new(3, seated(3), draw("rebel"), Leave(A, by=HOST))
    assert asked(m) == {(CHANCE, "drawn")}
    assert refused(m, Drawn("plan_forced", "rebel", by=CHANCE)).code == "impossible-draw"
    drive(m, draw("greedy"))
    assert m.state.plans == {A: "greedy"} and (B, "choose-plan") in asked(m)


# ---- E. Later reigns


@pytest.mark.rule("ANK-040", "ANK-041", "ANK-042", "ANK-043", "ANK-045")
def test_ex_45_and_46_visible_plans_follow_the_newest_milestones() -> None:
    """Seats are houses 1, 2, 3, 5 of the deck's order; of an absent house nothing is given, and the next takes it."""

    def given(houses: str, **facts: Any) -> list[tuple[str, str, str]]:
        n = len(houses)
        options = {"mode": facts.pop("mode", "campaign"), "visible_plans": facts.pop("visible", "milestones")}
        t = table(n, reign=facts.pop("reign", 2), options=options)
        t.houses = {s: HOUSES[int(h)] for s, h in enumerate(houses)}
        place(t, "influence-2 influence+1 influence-4")
        m = Match.on(rules.opening, t)
        assert m.over, "public, and nothing is asked"
        assert m.view(None)["visible"] == m.view(0)["visible"]
        return [(v.resource, v.polarity, t.houses[v.seat]) for v in m.state.visible]

    plus, minus = ("influence", "positive", HOUSES[1]), ("influence", "negative", HOUSES[4])
    assert given("0124") == [plus, minus]
    assert given("0123") == [plus, ("influence", "negative", HOUSES[2])]
    assert given("035") == []
    assert given("0124", reign=1) == given("0124", mode="single") == given("0124", visible="off") == []


@pytest.mark.rule("ANK-044", "ANK-189")
def test_a_house_keeps_two_of_each_kind() -> None:
    """In prestige order; what is over the cap passes to nobody; for the departed the newest stay."""
    t = table(3, reign=2, options={"mode": "campaign"}, order=[C, A, B])
    place(t, "influence+0 wealth+0 morale+0 influence-2 wealth-2 morale-2 welfare-2 welfare+1 knowledge-0")
    m = Match.on(rules.opening, t, corrections=rules.CORRECTIONS)
    assert asked(m) == {(C, "keep-visible-plans")}
    wrong = KeepVisiblePlans([], ["influence"], by=C)
    assert refused(m, wrong).code == "not-offered"
    drive(m, KeepVisiblePlans([], ["influence", "welfare"], by=C))
    assert asked(m) == {(A, "keep-visible-plans")}
    left = drive(Match.on(rules.opening, t, corrections=rules.CORRECTIONS), *m.journal, Leave(A, by=HOST))
    kept = {(v.resource, v.polarity) for v in left.state.visible if v.seat == A}
    assert kept == {("wealth", "positive"), ("morale", "positive"), ("knowledge", "negative")}, "the newest"
    drive(m, KeepVisiblePlans(["influence", "wealth"], ["knowledge"], by=A))
    assert m.over and len(m.state.visible) == 6
    assert {(v.resource, v.polarity) for v in m.state.visible if v.seat == B} == {("welfare", "positive")}
    assert not [v for v in m.state.visible if (v.resource, v.polarity) == ("morale", "positive")]


@pytest.mark.rule("ANK-046", "ANK-017", "ANK-005")
@pytest.mark.parametrize(
    ("legacy", "influence", "hand"),
    [("off", 9, [8, 8, 8]), ("resources", 10, [8, 8, 8]), ("resources_power", 10, [9, 7, 8])],
)
def test_what_milestones_leave_to_the_next_reign(legacy: str, influence: int, hand: list[int]) -> None:
    first = new(3, seated(3), mode="campaign")
    drive(first, at_random(Random(1)))
    ledger = first.result.ledger
    assert first.result.reason != "order"
    t = table(3)
    place(t, "influence+0 influence+0 influence-1 wealth+5 knowledge-0")
    ledger["milestones"] = to_builtins(t.milestones)
    m = new(3, ledger=ledger, mode="campaign", milestone_legacy=legacy)
    assert m.state.tracks["influence"] == influence and m.state.stability == 9
    assert m.state.tracks["wealth"] == (9 if legacy == "off" else 10)
    assert [m.state.hand[s] for s in range(3)] == hand and m.state.power == sum(hand) + 3


# ---- F. The dilemma


@pytest.mark.rule("ANK-047", "ANK-118")
def test_cards_on_top_come_first_and_without_a_draw() -> None:
    t = with_deck(table(3), cards([Unlock("X-05", "top"), Unlock("X-06", "top")]), ["X-00", "X-01"])
    t.locked = ["X-05", "X-06"]
    m = reign(t, draw("X-00"), idle())
    assert m.state.dilemma == "X-05" and (CHANCE, "drawn") not in asked(m)
    drive(m, idle())
    assert m.state.dilemma == "X-06"
    drive(m, idle())
    assert asked(m) == {(CHANCE, "drawn")}


@pytest.mark.rule("ANK-048", "ANK-049", "ANK-056")
def test_ex_44_only_what_lies_in_the_deck_can_be_drawn() -> None:
    t = table(3, dilemma="SAL-01")
    effects.apply(t, "aye")
    t.deck = t.deck.of("dilemma", [c for c in t.deck.contents() if c != "SAL-01"])
    m = reign(t)
    (ask,) = m.asks()
    assert sorted(ask.fields["item"].choices()) == sorted(t.deck.contents())
    for wrong in ("SAL-04", "SAL-01", "H-SAL-O"):
        assert refused(m, Drawn("dilemma", wrong, by=CHANCE)).code == "impossible-draw"
    drive(m, draw("SAL-03"), idle())
    assert refused(m, Drawn("dilemma", "SAL-03", by=CHANCE)).code == "impossible-draw", "resolved"


@pytest.mark.rule("ANK-050")
def test_ex_50_an_empty_deck_is_the_kings_death() -> None:
    m = reign(with_deck(table(3, round=3), cards(many=1)), draw("X-00"), idle())
    assert m.state.cause == "death" and len(m.state.time) == 1 and m.state.scores


@pytest.mark.rule("ANK-050", "ANK-056")
def test_an_empty_deck_may_be_filled_with_what_its_stories_have_left() -> None:
    recycle = {"deck_empty": "recycle"}
    m = reign(with_deck(table(3, options=recycle), cards(many=2), ["X-00"]), draw("X-00"), idle())
    assert sorted(m.state.deck.contents()) == ["X-00", "X-01"]
    done = with_deck(table(3, options=recycle, arcs={"SAL": "over"}), cards(many=2), ["X-00"])
    m = reign(done, draw("X-00"), idle())
    assert m.state.cause == "death", "its story has ended"


@pytest.mark.rule("ANK-051", "ANK-052", "ANK-053", "ANK-096", "ANK-011")
def test_what_is_known_of_a_dilemma_before_and_after_the_vote() -> None:
    """EX-28, under each setting of `reveal_impact`; the losing side stays hidden."""
    up: list[AnyEffect] = [Move("influence", 3), Move("wealth", -2), Sway(3), Unlock("X-01")]
    down: list[AnyEffect] = [Move("wealth", 2), Move("wealth", -2), Move("morale", -1)]
    arrows = {"aye": {"influence": 1, "wealth": -1}, "nay": {"morale": -1}}
    for show, expected in (("direction", arrows), ("full", arrows), ("hidden", {})):
        m = reign(with_deck(table(3, options={"reveal_impact": show}), cards(up, down)), draw("X-00"))
        view = m.view(None)
        assert view["dilemma"] == "X-00" and view["arrows"] == expected
        assert (len(view["printed"]) == 2) == (show == "full")
        for viewer in (None, A, HOST):
            assert not {"lore", "deck", "top", "locked", "removed"} & m.view(viewer).keys()
        drive(m, resolve(sign=False))
        moved = [e for e in m.events(None) if e.__struct_config__.tag == "moved"]
        assert len(moved) == 2 and "morale" not in str(moved)


@pytest.mark.rule("ANK-189", "ANK-039")
def test_who_decides_for_a_departed_moderator() -> None:
    """The Leader; if that one has left too, the next seat clockwise that is there."""
    t = table(5, leader=B, moderator=D)
    assert t.deputy() == D
    t.gone = [D]
    assert t.deputy() == B
    t.gone = [D, B, C]
    assert t.deputy() == E and (t.leader, t.moderator) == (B, D)


def test_random_moves_never_meet_a_broken_rule_under_any_order_of_leaving() -> None:
    """ANK-189: seats leave and return at random; the reign still ends."""
    for seed in range(10):
        rng = Random(seed)
        m = new(3 + seed % 3)
        while not m.over:
            doors = [a for a in m.corrections_open() if a.move in (Leave, Return)]
            door = sample(rng.choice(doors), rng) if doors and rng.random() < 0.05 else None
            m.play(door or random_move(m, rng))
        assert m.state.scores

