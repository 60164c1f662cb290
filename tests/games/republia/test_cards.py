"""Sections K and L: what the Action cards do, and Prison."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine import CHANCE, Drawn
from companion.games.republia import moves as m
from companion.games.republia.cards import draw_card
from companion.games.republia.effects import attack
from companion.games.republia.rules import end_of_round, replenish, turns
from companion.games.republia.state import BASICS, type_of

from ..driver import AnyMatch, asked, drive, kinds_told, offered, refused, the_ask
from .tables import any_draws, draws, legislate, next_round, on, piles, play, powers, speak, table, turn_of, urn

INSTANTS = ["mobilization", "removal"]


def used(card: str, *also: str, votes: tuple[int, int] = (3, 2), **facts: Any) -> AnyMatch:
    """The president at seat 0 legislates; this card of seat 1's is in the urn."""
    kinds = [c.partition("@")[0] for c in (card, *also)]
    t = table(**{"held": {0: ["school"]}, "hands": {1: kinds}, **facts})
    return turn_of(t, t.order[0] if t.president is None else t.president, legislate(*votes, card, *also))


# ---- Basic


@pytest.mark.rule("REP-109", "REP-110", "REP-133")
def test_bribes_add_up_and_frauds_take_away() -> None:
    match = used("bribe", "bribe", "fraud", votes=(2, 3), n=4)
    told = next(e for e in match.events(None) if type(e).__name__ == "Approved")
    assert (told.positive, told.negative) == (3, 3)  # type: ignore[attr-defined]


@pytest.mark.rule("REP-111", "REP-122")
def test_an_economic_coup_cancels_all_others() -> None:
    """W-27, W-28; two are as one."""
    one = used("economic_coup", "bribe", votes=(2, 3), n=4)
    assert "cards-cancelled" in kinds_told(one) and one.state.legislated == 0
    two = used("economic_coup", "economic_coup", votes=(2, 3), n=4)
    assert "cards-cancelled" not in kinds_told(two) and two.state.legislated == 0
    absent = used("economic_coup", "absenteeism", n=4, sp=5)
    assert absent.state.legislated == 1 and absent.state.sp == 5 and len(absent.state.cabinet) == 0


# ---- Special, in the urn


@pytest.mark.rule("REP-115", "REP-040")
def test_specials_resolve_in_order_each_with_its_step() -> None:
    """W-71: landings in between."""
    t = table(
        4,
        held={0: ["school"]},
        sp=5,
        previous=3,
        drawer=["vote"],
        hands={1: ["attack"], 2: ["secret_service"], 3: ["scandal", "bribe"]},
    )
    match = turn_of(t, 0, legislate(3, 2, "scandal", "secret_service", "attack"))
    assert match.state.sp == 6 and len(match.state.cabinet) == 0, "landed before the next card"
    drive(match, m.ChooseVictim(3, by=0), m.TakeCard(0, by=0))
    told = [
        k for k in kinds_told(match) if k in ("attacked", "robbed", "scandal", "pressure-moved", "exchange-unlocked")
    ]
    assert told == [
        "attacked",
        "pressure-moved",
        "robbed",
        "pressure-moved",
        "exchange-unlocked",
        "scandal",
        "pressure-moved",
    ]
    assert match.state.sp == 8


@pytest.mark.rule("REP-116")
def test_an_assassination_attempt_takes_three_points_or_else_basic_cards() -> None:
    """W-40."""
    rich = table(4, previous=2)
    assert powers(on(attack, rich).state) == [4, 4, 1, 4]
    poor = table(4, previous=2, pp={2: 1}, hands={2: ["bribe", "leadership", "removal"]})
    match = on(attack, poor)
    assert {type_of(c) for c in offered(match, Drawn, "item")} == {"bribe", "leadership"} and match.state.owed == 2
    drive(match, draws("leadership", "bribe"))
    assert match.state.cards[2] == ["removal"] and match.state.pp[2] == 0
    assert [type_of(c) for c in match.state.actions.slots[-2:]] == ["leadership", "bribe"]  # type: ignore[arg-type]
    assert "card-lost" in kinds_told(match, 2) and "card-lost" not in kinds_told(match, 0), "face down"
    little = on(attack, table(4, previous=2, pp={2: 1}, hands={2: ["informant"]}), draws("informant"))
    assert little.over and little.state.cards[2] == [], "what is still missing is forgiven"


@pytest.mark.rule("REP-117")
def test_the_previous_turn_is_the_last_that_was_presided() -> None:
    """Across Rounds, over lost Turns, and be it the president's own."""
    assert "nobody-attacked" in kinds_told(used("attack", n=4)), "W-41"
    assert powers(used("attack", n=4, previous=0).state)[0] == 1
    t = table(4, hands={1: ["attack"]}, lost=[1], held={1: []})
    match = on(turns, t, legislate(3, 2), legislate(3, 2, "attack"))
    assert powers(match.state) == [1, 4, 4, 4], "seat 1 lost the Turn: seat 0 presided last before seat 2"
    cut = table(4, hands={1: ["attack"], 3: ["removal"]}, held={0: ["school"]})
    match = on(turns, cut, play("removal", 3, 0))
    assert match.state.previous == 0 and match.state.president == 1, "also if Prison cut it short"
    next_ = table(4, round=1, previous=3, held={s: [] for s in range(4)}, president=None)
    assert drive(next_round(next_), any_draws).state.previous == 3


@pytest.mark.rule("REP-118")
def test_the_secret_service_takes_a_card_and_a_point_of_the_presidents_choice() -> None:
    """W-07: also if the Law is rejected, whoever dropped the card."""
    t = table(4, held={0: ["school"]}, hands={1: ["secret_service"], 2: ["bribe", "scandal"]})
    match = turn_of(t, 0, legislate(2, 3, "secret_service"))
    assert asked(match) == {(0, "choose-victim")} and offered(match, m.ChooseVictim, "target") == [1, 2, 3]
    drive(match, m.ChooseVictim(2, by=0))
    assert match.view(0)["look"] == {0: ["bribe", "scandal"]} and match.view(1)["look"] == {}
    assert the_ask(match, m.TakeCard).fields["card"].faces == ("bribe", "scandal")  # type: ignore[attr-defined]
    drive(match, m.TakeCard(1, by=0))
    assert match.state.cards[2] == ["bribe"] and match.state.cards[0][-1] == "scandal"
    assert powers(match.state) == [5, 4, 3, 4] and match.state.sp == 2
    assert "scandal" in str(match.events(2)) and "scandal" not in str(match.events(3))


@pytest.mark.rule("REP-118", "REP-200")
def test_an_empty_hand_and_an_empty_purse_give_nothing_and_nobody_else_learns_it() -> None:
    def robbed(hand: list[str]) -> AnyMatch:
        t = table(4, held={0: ["school"]}, hands={1: ["secret_service"], 2: hand}, pp={2: 0})
        return turn_of(t, 0, legislate(3, 2, "secret_service"), m.ChooseVictim(2, by=0))

    bare, full = robbed([]), robbed(["bribe"])
    for viewer in (None, 1, 3):
        assert bare.faces(viewer) == full.faces(viewer) and bare.events(viewer) == full.events(viewer)
    drive(bare, m.TakeCard(None, by=0))
    assert powers(bare.state) == [4, 4, 0, 4] and "nothing-taken" in kinds_told(bare, 2)
    assert refused(full, m.TakeCard(None, by=0)).audience == 0


@pytest.mark.rule("REP-119", "REP-198")
def test_a_scandal_takes_the_turn_of_the_next_president() -> None:
    """W-42."""
    t = table(4, held={0: ["school"], 2: ["vote"]}, hands={3: ["scandal"]}, lost=[1], prison=[1])
    t.laws.shuffle(t.held.pop(1))
    t.held[1] = []
    match = turn_of(t, 0, m.Legislate(0, by=0), speak, m.PublicVote(True, by=1), urn(2, 2, "scandal"))
    assert match.state.lost == [1, 2] and match.state.held[2] == [] and powers(match.state) == [4, 4, 3, 4]
    before = len(match.state.laws) - 1
    assert match.state.laws.slots[before // 2] == "vote"
    assert match.state.to_come() == [3]
    assert powers(used("scandal", n=4, pp={1: 0}).state) == [4, 0, 4, 4], "nothing, if there is nothing"


@pytest.mark.rule("REP-120", "REP-052", "REP-121")
def test_a_scandal_in_the_last_turn_hits_the_next_first_president() -> None:
    """W-43: who keeps the token, draws, reads the Situation, and is passed over."""
    t = table(
        4,
        round=3,
        first=2,
        order=[2, 3, 0, 1],
        done=[2, 3, 0],
        held={1: ["school"], 0: [], 2: [], 3: []},
        hands={0: ["scandal"]},
        president=1,
    )
    match = turn_of(t, 1, legislate(3, 2, "scandal"))
    assert match.state.doomed == [3] and powers(match.state) == [4, 4, 4, 3]
    t = match.state
    t.president, t.pile = None, type(t.pile).of("pile", ())
    t.laws.shuffle(["school"])
    after = next_round(t, any_draws)
    while after.state.president is None:
        drive(after, any_draws)
    assert after.state.first == 3 and after.state.lost == [3] and after.state.held[3] == []
    assert len(after.state.cards[3]) >= 6 and after.state.pp[3] >= 4 and after.state.president == 0
    assert kinds_told(after).index("situation-read") < kinds_told(after).index("turn-lost")


@pytest.mark.rule("REP-121", "REP-194", "REP-195")
def test_several_scandals_hit_one_after_another() -> None:
    """W-70."""
    base: dict[str, Any] = {
        "first": 1,
        "order": [1, 2, 3, 0],
        "president": 1,
        "held": {1: ["school"], 2: ["vote"], 3: ["income"], 0: ["calls"]},
        "sp": 2,
    }
    two = turn_of(
        table(4, hands={3: ["scandal", "scandal", "removal"]}, **base), 1, legislate(2, 3, "scandal", "scandal")
    )
    assert two.state.lost == [2, 3] and two.state.sp == 4 and powers(two.state) == [4, 4, 3, 3]
    assert two.state.to_come() == [0]
    match = on(
        turns, table(4, hands={3: ["scandal", "scandal", "removal"]}, **base), legislate(2, 3, "scandal", "scandal")
    )
    drive(match, play("removal", 3, 0))
    assert match.state.sp == 5 and {k for _, k in asked(match)} <= {"end-turn", "play-card"}, "no Turn is left"
    four = turn_of(table(4, hands={3: ["scandal"] * 4}, **base), 1, legislate(2, 3, *["scandal"] * 4))
    assert four.state.lost == [2, 3, 0] and four.state.doomed == [2], "then the First President of the next Round"


@pytest.mark.rule("REP-121")
def test_a_scandal_that_finds_nobody_left_still_moves_social_pressure() -> None:
    t = table(
        4, held={0: ["school"], 1: [], 2: [], 3: []}, hands={1: ["scandal"]}, lost=[1, 2, 3], doomed=[0, 1, 2, 3], sp=2
    )
    match = turn_of(t, 0, legislate(3, 2, "scandal"))
    assert "nobody-left" in kinds_told(match) and match.state.sp == 3


@pytest.mark.rule("REP-122", "REP-123")
def test_absenteeism_annuls_the_vote() -> None:
    """W-16, W-29."""
    match = used("absenteeism", votes=(5, 0), n=4, sp=7)
    assert match.state.sp == 9 and powers(match.state) == [4, 4, 4, 4], "no reward"
    assert piles(match.state)[1:] == (0, 1) and match.state.legislated == 0
    assert not {"approved", "rejected"} & set(kinds_told(match))
    t = table(4, held={0: ["school"]}, hands={1: ["absenteeism"], 2: ["absenteeism"], 3: ["secret_service"]}, sp=4)
    two = turn_of(t, 0, legislate(3, 2, "absenteeism@1", "absenteeism@2", "secret_service"))
    assert two.over and two.state.sp == 6 and piles(two.state)[1:] == (1, 0), "6 gives that very Law to the pile"
    assert "robbed" not in kinds_told(two) and two.state.legislated == 0
    assert two.state.cards[3] == [], "under the deck with the others"


# ---- instant cards


@pytest.mark.rule("REP-124", "REP-125", "REP-128")
def test_instants_are_legal_in_anybodys_turn_outside_a_ballot() -> None:
    """W-67."""
    for steps in ([], [m.Legislate(0, by=0)], [m.Legislate(0, by=0), m.EndPresentation(by=0)], [legislate(3, 2)]):
        for kind in INSTANTS:
            t = table(4, held={0: ["school", "vote"]}, hands={2: [kind], 3: []}, sp=2)
            match = turn_of(t, 0, *steps, play(kind, 2, 3))
            assert match.state.sp == 3 and kinds_told(match)[-3 if kind == "removal" else -2] in (
                "mobilized",
                "imprisoned",
            )
            assert match.state.lying[kind] and match.state.cards[2] == []
    end = on(turns, table(4, lost=[1, 2, 3], held={1: [], 2: [], 3: []}, hands={2: ["removal"]}), legislate(3, 2))
    assert end.state.phase == "turn-end" and drive(end, play("removal", 2, 0)).state.prison == [0]
    for script in (replenish, end_of_round):
        quiet = on(
            script, table(4, held={s: [] for s in range(4)}, hands={2: ["removal"]}, president=None, pile=["vote"])
        )
        assert {s for s, _ in asked(quiet)} == {CHANCE}, "not in the Replenishment, nor while Laws are applied"


@pytest.mark.rule("REP-125", "REP-111")
def test_there_is_no_limit_a_turn_and_no_coup_against_them() -> None:
    t = table(4, hands={1: ["mobilization", "removal"], 2: ["removal"]}, sp=2)
    match = turn_of(t, 0, play("mobilization", 1, 2), play("removal", 1, 3), play("removal", 2, 1))
    assert match.state.sp == 5 and match.state.prison == [3, 1] and match.state.mobilized == [2]


@pytest.mark.rule("REP-126", "REP-127", "REP-128")
def test_whom_an_instant_may_hit() -> None:
    """W-67: not oneself, nor whom it has hit already."""
    t = table(4, hands={1: ["mobilization"], 2: ["removal"]}, mobilized=[3], prison=[3])
    match = turn_of(t, 0, play("mobilization", 1))
    assert offered(match, m.ChooseTarget, "target") == [0, 2]
    assert refused(match, m.ChooseTarget(1, by=1)).detail["why"] == "yourself"
    assert refused(match, m.ChooseTarget(3, by=1)).detail["why"] == "mobilized"
    drive(match, m.ChooseTarget(2, by=1), play("removal", 2))
    assert refused(match, m.ChooseTarget(3, by=2)).detail["why"] == "in-prison"


@pytest.mark.rule("REP-127", "REP-055")
def test_mobilisation_lasts_until_the_next_replenishment() -> None:
    t = table(4, round=1, held={s: [] for s in range(4)}, president=None, mobilized=[2])
    match = next_round(t, any_draws)
    assert match.state.pp[2] == 4 and len(match.state.cards[2]) == 5 and match.state.mobilized == []


@pytest.mark.rule("REP-131", "REP-132")
def test_corruption_is_what_the_hand_holds_now_and_hands_have_no_limit() -> None:
    t = table(4, hands={0: ["attack", "bribe", "informant", "leadership"]})
    assert t.corruption(0) == 3 + 2 + 1 + 1
    match = on(lambda s: draw_card(s, 0), t, draws("scandal"))
    assert match.state.corruption(0) == 10
    many = table(8, hands={0: ["fraud"] * 4 + ["bribe"] * 4 + ["scandal"] * 4 + ["attack"] * 4}, pp={0: 30})
    assert on(lambda s: draw_card(s, 0), many, any_draws).state.corruption(0) > 40


@pytest.mark.rule("REP-134", "REP-163")
@pytest.mark.parametrize("situation", ["democracia_directa", "contubernio", "dnu", "paro_general"])
def test_a_situation_without_cards_forbids_every_one(situation: str) -> None:
    """W-45, W-72."""
    hands = {s: ["removal", "mobilization", "informant", "fraud"] for s in range(4)}
    match = turn_of(table(4, situation=situation, hands=hands), 0)
    assert "play-card" not in {k for _, k in asked(match)}
    drive(match, m.Legislate(0, by=0))
    assert "play-card" not in {k for _, k in asked(match)}
    assert refused(match, m.PlayCard(0, by=1)).code == "not-your-turn"
    end = on(
        turns, table(4, lost=[1, 2, 3], held={s: [] for s in (1, 2, 3)}, situation="paro_general"), m.Veto(0, by=0)
    )
    assert end.over, "and nobody is waited for at the end of the Round"


# ---- L. Prison


@pytest.mark.rule("REP-135", "REP-136", "REP-198")
def test_a_prisoner_loses_a_turn_that_is_to_come_or_under_way() -> None:
    """W-44."""
    t = table(4, held={2: ["vote", "income"]}, hands={1: ["removal"]}, order=[0, 1, 2, 3])
    match = turn_of(t, 0, play("removal", 1, 2))
    assert match.state.lost == [2] and match.state.held[2] == []
    assert "vote" in match.state.laws.slots and "income" in match.state.laws.slots
    over = turn_of(table(4, done=[3], order=[3, 0, 1, 2], hands={1: ["removal"]}), 0, play("removal", 1, 3))
    assert over.state.lost == [] and over.state.prison == [3], "a Turn that is over is not lost"


@pytest.mark.rule("REP-136")
def test_the_president_in_prison_ends_the_turn_at_once() -> None:
    t = table(4, held={0: ["school", "vote"]}, hands={1: ["removal"]}, sp=2)
    match = turn_of(t, 0, m.Legislate(0, by=0), play("removal", 1, 0))
    assert match.over and match.state.sp == 3 and match.state.held[0] == [] and match.state.done == [0]
    assert match.state.legislated == 0 and "urn-opened" not in kinds_told(match)
    assert {"school", "vote"} <= set(match.state.laws.slots)
    after = turn_of(t, 0, legislate(3, 2), play("removal", 1, 0))
    assert after.over and after.state.legislated == 1, "what was resolved stands"


@pytest.mark.rule("REP-137", "REP-138", "REP-139", "REP-141")
def test_a_prisoner_votes_openly_and_does_nothing_else() -> None:
    """W-32, W-86."""
    match = turn_of(table(4, prison=[2], lost=[2], held={2: []}, hands={2: ["removal", "informant", "fraud"]}), 0)
    assert not {k for s, k in asked(match) if s == 2}
    drive(match, m.Legislate(0, by=0), m.EndPresentation(by=0))
    assert 2 not in offered(match, m.ChooseJournalist, "target") and not {k for s, k in asked(match) if s == 2}
    drive(match, m.EndPressConference(by=0))
    assert {k for s, k in asked(match) if s == 2} == {"public-vote"}
    assert not any(f.offer for f in match.faces(2)), "no card"
    drive(match, m.PublicVote(False, by=2), urn(2, 2))
    assert next(e for e in match.events(None) if type(e).__name__ == "Rejected").negative == 3  # type: ignore[attr-defined]


@pytest.mark.rule("REP-140", "REP-143")
def test_prisoners_can_win_be_robbed_and_draw() -> None:
    t = table(
        8, pos=(2, 0), prison=[2], legislated=1, president=None, pp={2: 20}, hands={2: ["attack", "scandal", "removal"]}
    )
    assert on(end_of_round, t).result.winners == (2,)
    robbed = turn_of(
        table(4, held={0: ["school"]}, prison=[2], lost=[2], hands={1: ["secret_service"]}),
        0,
        m.Legislate(0, by=0),
        speak,
        m.PublicVote(True, by=2),
        urn(2, 2, "secret_service"),
    )
    assert 2 in offered(robbed, m.ChooseVictim, "target")


@pytest.mark.rule("REP-141", "REP-195")
def test_a_turn_is_lost_once_a_round_and_the_other_parts_still_apply() -> None:
    t = table(4, held={0: ["school"], 1: [], 2: ["vote"]}, hands={3: ["scandal"]}, prison=[1], lost=[1])
    match = turn_of(t, 0, m.Legislate(0, by=0), speak, m.PublicVote(True, by=1), urn(2, 2, "scandal"))
    assert match.state.lost == [1, 2], "passed over"
    again = turn_of(table(4, hands={3: ["removal"]}, lost=[1], held={1: []}), 0, play("removal", 3, 1))
    assert again.state.lost == [1] and again.state.prison == [1]


def test_basic_cards_are_the_five_that_everybody_begins_with() -> None:
    t = table(4)
    assert {k for k, a in t.plan.actions.items() if not a.special} == set(BASICS)
