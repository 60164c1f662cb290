"""RULES.md, sections 2, 4, 5 and 6: phases, agents and the cards they can play, plans, judges' tokens."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

import pytest

from companion.engine import CLOCK, Assign, Rang
from companion.games.democracia import GAME
from companion.games.democracia import events as e
from companion.games.democracia import moves as m
from companion.games.democracia.agents import lose_agent, take_office
from companion.games.democracia.briefcases import phase
from companion.games.democracia.pacts import talks
from companion.games.democracia.piles import can_play, draw, holdable, reshuffle
from companion.games.democracia.planning import forecast, investigation, planners, planning
from companion.games.democracia.rules import round_
from companion.games.democracia.state import Table
from companion.games.democracia.turn import clean_up, for_sale, on_offer
from companion.games.democracia.windows import react, reactions
from companion.locale import Words

from ..driver import AnyMatch, asked, at_random, drive, offered, refused, the_ask
from .tables import B1, B2, R1, R2, deal, govern, hold, lay, new, owes, own, revealing, ring, run, table, told


def plan_field(match: AnyMatch, seat: int) -> Assign:
    field = the_ask(match, m.Plan, seat).fields["cards"]
    assert isinstance(field, Assign)
    return field


def everybody_plans(t: Table, **plans: dict[str, str]) -> AnyMatch:
    """`s0={...}`: the plan of seat 0; the others plan nothing."""
    made = [m.Plan(plans.get(f"s{s}", {}), by=s) for s in t.order if s not in t.prison]
    return run(t, planning, *made)


# ---- rounds and phases


@pytest.mark.rule("DEM-021", "DEM-022", "DEM-020", "DEM-330")
@pytest.mark.parametrize("n", range(2, 7))
def test_rounds_and_phases_come_in_their_order(n: int) -> None:
    """Whole random games: three elections or a minority's victory end them, and each legislature runs its rounds."""
    for seed in range(3):
        phases: list[tuple[int, str]] = []

        def watch(match: AnyMatch, phases: list[tuple[int, str]] = phases) -> bool:
            if not phases or phases[-1] != (match.state.rounds, match.state.phase):
                phases.append((match.state.rounds, match.state.phase))
            return False

        match = new(n, at_random(Random(seed), watch), briefcases=True)
        assert match.state.elections + 1 == 3 or match.result.reason == "minority"
        rounds = [(x.legislature, x.kind_of) for x in told(match, e.RoundBegan)]
        usual = list(match.state.plan.seating.rounds)
        assert usual == (["extra"] if n < 4 else []) + ["initial", "selection", "elections"]
        for legislature in {x for x, _ in rounds}:
            kinds = [k for x, k in rounds if x == legislature]
            assert kinds == [*usual[: len(kinds) - 1], "elections"] or kinds == usual
        order = ["planning", "investigation", "briefcase", "resolution", "purchases", "clean-up"]
        for r in range(1, match.state.rounds + 1):
            first = [p for x, p in phases if x == r and p in order]
            ranks = [order.index(p) for p in first if p in order[:4]]
            assert ranks[:1] == [0] or not first
            assert [x for x in ranks if x < 3] == sorted(x for x in ranks if x < 3), "planning first, then tokens"


@pytest.mark.rule("DEM-023", "DEM-024")
def test_turns_go_clockwise_from_the_token_and_the_president_holds_it() -> None:
    t = table(4, first=2)
    t.order = [0, 3, 2, 1]
    match = run(t, round_, at_random(Random(1)))
    assert [x.seat for x in told(match, e.TurnBegan)][:4] == [2, 1, 0, 3]
    t = table(4, first=2)
    govern(t, R2)
    t.pop[R2] = 7
    match = run(t, round_, at_random(Random(1)))
    assert told(match, e.TurnBegan)[0].seat == R2
    assert match.state.president is None or match.state.first == R2


@pytest.mark.rule("DEM-025")
@pytest.mark.parametrize(("bell", "kind", "script"), [
    ("investigation", "place-token", investigation), ("briefcase", "place-cases", phase), ("pact", "no-deal", talks),
])  # fmt: skip
def test_every_phase_for_all_and_every_negotiation_is_timed(bell: str, kind: str, script: Any) -> None:
    """Where the table wants it; when the bell has rung, the same is asked as before."""

    def asked_with(seconds: int) -> AnyMatch:
        t = table(5, options={"timers": seconds, "briefcases": True})
        if script is talks:
            hold(t, "blue", "CAN", "NAV")
            t.seats = {"blue": 8, "red": 5, "green": 4}
            t.candidates = {"blue": B1, "red": R1}
        else:
            own(t, B1, "JUE-1")
            lay(t, "LID-B1", "MAL-01")
            lay(t, "LID-R1", "FUN-01")
        return run(t, script)

    plain, timed = asked_with(0), asked_with(90)
    assert kind in {k for _, k in asked(plain)}
    assert asked(timed) == asked(plain) | {(CLOCK, "rang")}
    drive(timed, Rang(bell, by=CLOCK))
    assert asked(timed) == asked(plain)


def test_a_timer_forces_nothing() -> None:
    """DEM-025."""
    t = table(2, options={"timers": 60})
    match = run(t, planning)
    assert (-2, "rang") in asked(match) and (0, "plan") in asked(match)
    drive(match, Rang("planning", by=CLOCK))
    assert asked(match) == {(0, "plan"), (1, "plan")}
    assert asked(run(table(2), planning)) == {(0, "plan"), (1, "plan")}


# ---- agents


@pytest.mark.rule("DEM-045", "DEM-151", "DEM-155", "DEM-156", "DEM-334")
def test_what_may_be_owned_and_bought() -> None:
    """One Leader, two Barons and one Media of the own colour, one Judge; two Judges with two players."""
    t = table(4)
    t.turn, t.money = B1, 20
    assert for_sale(t, B1) == ["BAR-B2", "BAR-B4", "MED-B1", "MED-B2", "JUE-1", "JUE-2", "JUE-3"]
    own(t, B1, "BAR-B2", "MED-B2", "JUE-2")
    assert for_sale(t, B1) == []
    t = table(2)
    t.turn, t.money = 0, 20
    own(t, 0, "JUE-2")
    assert "JUE-1" in for_sale(t, 0)
    own(t, 0, "JUE-1")
    assert for_sale(t, 0) == ["BAR-B2", "MED-B1"]
    t.money = 3
    assert for_sale(t, 0) == ["BAR-B2"], "a Baron costs 3, a Media 4, a Judge 5"
    govern(t, 0)
    t.money = 20
    assert "MED-B1" in for_sale(t, 0), "the Government Media is beyond the limit"
    assert "GOB" not in for_sale(t, 0) and "GOB" not in for_sale(t, 1)
    own(t, 0, "MED-B1")
    assert t.covered("MED-B1") and "MED-B1" not in planners(t, 0)


@pytest.mark.rule("DEM-046", "DEM-047")
def test_discarded_agents_return_to_the_market_leaders_never() -> None:
    t = table(4)
    own(t, B1, "JUE-1")
    t.tokens["JUE-1"] = "BAR-R1"
    t.turn, t.money = B1, 9
    lose_agent(t, "BAR-B1")
    lose_agent(t, "JUE-1")
    assert {"BAR-B1", "JUE-1"} <= set(t.market) and not t.tokens
    assert t.owned[B1] == ["LID-B1"]
    assert {"BAR-B1", "JUE-1"} <= set(for_sale(t, B1)), "at the usual price"
    with pytest.raises(AssertionError):
        lose_agent(t, "LID-B1")


@pytest.mark.rule("DEM-049", "DEM-050", "DEM-051", "DEM-062")
def test_which_agent_plays_what() -> None:
    t = table(6)
    cards = t.plan.cards.values()
    plays = {
        agent: {c.family for c in cards if can_play(t, agent, c)} for agent in ("LID-B1", "BAR-B1", "MED-B1", "GOB")
    }
    assert plays["LID-B1"] == plays["BAR-B1"] == {"campaign", "funding", "intrigue", "ability"}
    assert plays["MED-B1"] == plays["GOB"] == {"campaign", "intrigue", "ability"}
    assert not any(can_play(t, agent, c) for agent in ("JUE-1", "FIS") for c in cards)
    assert [c.id for c in cards if can_play(t, "BAR-B1", c) and c.family == "ability"] == ["ESP-B"]
    assert [c.id for c in cards if can_play(t, "GOB", c) and c.family == "ability"] == ["ESP-G"]
    assert not can_play(t, "BAR-B1", t.face("CAM-03")) and can_play(t, "LID-B1", t.face("CAM-03")), "the card says more"
    assert all(c.legal in (True, False) for c in cards if c.family in ("campaign", "funding", "intrigue", "ability"))


@pytest.mark.rule("DEM-048")
def test_whom_agents_belong_to() -> None:
    kinds = table(6).plan.kinds
    assert {k: kinds[k].affiliation for k in kinds} == {
        "leader": "party", "baron": "party", "media": "private", "judge": "judiciary",
        "gov_media": "government", "attorney": "government",
    }  # fmt: skip


# ---- plans


@pytest.mark.rule("DEM-060", "DEM-061", "DEM-067", "DEM-049")
def test_all_but_prisoners_plan_one_card_under_each_agent_in_secret() -> None:
    """W01."""
    t = table(4, prison=[R1])
    deal(t, B1, "CAM-01", "FUN-07", "REA-05")
    match = run(t, planning)
    assert asked(match) == {(s, "plan") for s in (B1, B2, R2)}
    a, b = deepcopy(t), deepcopy(t)
    one = everybody_plans(a, s0={"LID-B1": "CAM-01", "BAR-B1": "FUN-07"})
    two = everybody_plans(b, s0={"LID-B1": "ESP-L", "BAR-B1": "CAM-01"})
    for viewer in (None, R1, B2, R2):
        assert one.view(viewer) == two.view(viewer)
        assert one.events(viewer) == two.events(viewer)
    view = one.view(None)
    assert view["under"] == {"LID-B1": {"covered": 1}, "BAR-B1": {"covered": 1}}
    assert view["hands"][B1] == {"covered": 5}
    assert one.view(B1)["under"] == {"LID-B1": ["CAM-01"], "BAR-B1": ["FUN-07"]}


@pytest.mark.rule("DEM-061")
def test_an_agent_may_idle_unless_the_table_forbids_it() -> None:
    t = table(2)
    assert plan_field(run(t, planning), 0).takes({})
    strict = table(2, options={"idle_agents_allowed": False})
    match = run(strict, planning)
    assert refused(match, m.Plan({"LID-B1": "ESP-L"}, by=0)).detail["why"] == "slot-left-blank"
    drive(match, m.Plan({"LID-B1": "ESP-L", "BAR-B1": "ESP-B"}, by=0))


@pytest.mark.rule("DEM-062", "DEM-054", "DEM-051")
def test_reactions_and_foreign_abilities_are_refused() -> None:
    t = table(2)
    deal(t, 0, "REA-01", "FUN-02", "CAM-03")
    t.card[0] = []
    match = run(t, planning)
    for agent, card in (("LID-B1", "REA-01"), ("LID-B1", "ESP-B"), ("BAR-B1", "ESP-L"), ("BAR-B1", "CAM-03")):
        said = refused(match, m.Plan({agent: card}, by=0))
        assert (said.code, said.detail["why"]) == ("not-offered", f"slot-refuses:agents.{agent}")
        assert "why" not in said.to(1)[1], "nobody else hears of whom"
        words = Words("es", game=GAME.id)
        assert words.why(said.detail["why"]).startswith(words(f"agents.{agent}")), "its owner hears why, in words"
    assert refused(match, m.Plan({"LID-B1": "FUN-02", "BAR-B1": "FUN-02"}, by=0)).code == "not-offered", "one copy"
    assert refused(match, m.Plan({"BAR-R1": "FUN-02"}, by=0)).code == "not-offered"


@pytest.mark.rule("DEM-063", "DEM-264")
def test_a_covered_media_gets_no_card() -> None:
    t = table(4)
    own(t, B1, "MED-B1")
    assert "MED-B1" in planners(t, B1)
    take_office(t, B1)
    assert planners(t, B1) == ["LID-B1", "BAR-B1", "GOB"]


@pytest.mark.rule("DEM-064")
def test_an_agent_with_an_unpaid_briefcase_gets_no_card() -> None:
    t = table(4, options={"briefcases": True})
    owes(t, B1, "MAL-01", "BAR-B1")
    assert planners(t, B1) == ["LID-B1"]
    t.owed[B1] = []
    assert planners(t, B1) == ["LID-B1", "BAR-B1"]


@pytest.mark.rule("DEM-065")
def test_a_plan_need_not_be_affordable_and_its_forecast_is_private() -> None:
    """W01: 2 and 5 less 4."""
    t = table(4)
    t.bastions["MAD"] = "blue"
    del t.bastions["BAL"]
    deal(t, B1, "CAM-01", "FUN-07", "CAM-03")
    assert forecast(t, B1, {"LID-B1": "CAM-01", "BAR-B1": "FUN-07"}) == 3
    match = everybody_plans(t, s0={"LID-B1": "CAM-03"})
    assert match.view(B1)["forecast"] == {B1: -3}
    assert match.view(B2)["forecast"] == {B2: 2} and match.view(None)["forecast"] == {}


@pytest.mark.rule("DEM-065", "DEM-500", "DEM-501")
def test_what_funding_gives_as_the_board_stands_is_known_while_one_plans() -> None:
    """Of one that costs popularity the euros; of one that counts communities those there are, up to its most; of one
    that repeats another nothing."""
    t = table(4)
    hold(t, "blue", "AND", "CAT")
    known = run(t, planning).view(None)["yields"]
    assert {card: known[B1][card] for card in ("FUN-02", "FUN-11", "FUN-10", "FUN-12")} == {
        "FUN-02": 3, "FUN-11": 8, "FUN-10": 3 + 4, "FUN-12": 0
    }  # fmt: skip
    assert known[R1]["FUN-10"] == 3 + 2
    hold(t, "blue", "GAL", "PVA", "MUR")
    assert run(t, planning).view(None)["yields"][B1]["FUN-10"] == 8


@pytest.mark.rule("DEM-066")
def test_a_plan_changes_until_all_have_confirmed() -> None:
    t = table(2)
    deal(t, 0, "FUN-02")
    match = run(t, planning, m.Plan({"LID-B1": "ESP-L"}, by=0), m.Plan({"BAR-B1": "FUN-02"}, by=0))
    assert not match.state.under
    drive(match, m.Plan({}, by=1))
    assert match.state.under == {"BAR-B1": ["FUN-02"]}
    assert match.over


@pytest.mark.rule("DEM-068")
def test_an_opaque_table_learns_a_card_when_it_is_turned_up() -> None:
    t = table(2, options={"hand_tracking": "opaque"})
    t.hands[0] += ["?", "?"]
    t.funding.slots.pop(), t.action.slots.pop()
    t.funding.away = t.action.away = 1
    match = run(t, planning, m.Plan({"LID-B1": "?", "BAR-B1": "?"}, by=0), m.Plan({}, by=1))
    assert match.state.under == {"LID-B1": ["?"], "BAR-B1": ["?"]}
    t = match.state
    named = revealing(t, 0, "BAR-B1", m.NameCard("FUN-02", by=0))
    assert named.state.money == 3 and named.state.up == {"BAR-B1": "FUN-02"}
    assert named.state.funding.loose["FUN-02"] == 5 and named.state.funding.away == 0
    wrong = revealing(t, 0, "BAR-B1", m.NameCard("CAM-03", by=0))
    assert told(wrong, e.CannotPlay) == [e.CannotPlay(0, "BAR-B1", "CAM-03")]
    assert wrong.state.hands[0] == ["?"] * 5 and not wrong.state.up
    assert (wrong.state.action.loose["CAM-03"], wrong.state.action.away) == (2, 1), "unread as before"
    assert "BAR-B1" not in wrong.state.under, "idle this round"


@pytest.mark.rule("DEM-068", "DEM-164", "DEM-165")
def test_what_an_opaque_table_draws_and_may_be_held_is_unread() -> None:
    t = table(2, options={"hand_tracking": "opaque"})
    match = run(t, lambda t: draw(t, 0, 3, 2))
    state = match.state
    assert match.over and state.hands[0] == ["?"] * 7, "nobody is asked what they are"
    assert (len(state.funding), state.funding.away, len(state.action), state.action.away) == (37, 2, 31, 1)
    assert set(holdable(state, 0)) == set(state.plan.pile("funding")) | set(state.plan.pile("action")) | {
        "ESP-L", "ESP-B", "ESP-M"
    }  # fmt: skip
    state.up["LID-B1"] = "ESP-L"
    assert "ESP-L" not in holdable(state, 0), "it lies face up"
    state.up.clear()
    state.hands[0] = []
    assert holdable(state, 0) == []
    state.hands[0] = ["?"] * 5
    reacted = run(state, lambda t: react(t, 1, {0: reactions(t, "loss")}), m.React("REA-03", by=0), ring).state
    assert reacted.hands[0] == ["?"] * 4 and reacted.discards["action"] == ["REA-03"]
    assert (reacted.action.loose["REA-03"], reacted.action.away) == (1, 0), "of two, one is known to be out"
    thrown = run(state, lambda t: clean_up(t, 0), m.DiscardNamed(["FUN-02"], by=0), m.Split(0, by=0)).state
    assert thrown.discards["funding"] == ["FUN-02"] and thrown.hands[0] == ["?"] * 10
    state.buried = {"action/0": ["?"]}
    state = run(state, lambda t: reshuffle(t, "action")).state
    assert (len(state.action), state.action.away, state.buried) == (32, 0, {}), "one that nobody has read goes back"


# ---- judges


def investigating() -> Table:
    """W02: R1 and B2 own a Judge each; B1 and R1 have planned."""
    t = table(4)
    own(t, R1, "JUE-1")
    own(t, B2, "JUE-2")
    lay(t, "LID-B1", "ESP-L")
    lay(t, "BAR-B1", "ESP-B")
    lay(t, "BAR-R1", "ESP-B")
    return t


@pytest.mark.rule("DEM-070", "DEM-071", "DEM-075")
def test_each_owner_of_a_judge_places_a_token_on_a_card_of_another() -> None:
    t = investigating()
    t.prison = [R1]
    match = run(t, investigation)
    assert asked(match) == {(R1, "place-token"), (B2, "place-token")}, "prisoners too; nobody for the free Judge"
    assert offered(match, m.PlaceToken, "agent", R1) == ["LID-B1", "BAR-B1"], "not the own card, and no Judge"
    assert set(offered(match, m.PlaceToken, "agent", B2)) == {"LID-B1", "BAR-B1", "BAR-R1"}, "the partner's too"
    assert refused(match, m.ConfirmTokens(by=R1)).code == "not-your-turn", "it must be placed"


@pytest.mark.rule("DEM-072")
def test_without_a_card_of_another_the_token_stays() -> None:
    t = table(4)
    own(t, R1, "JUE-1")
    lay(t, "BAR-R1", "ESP-B")
    match = run(t, investigation)
    assert match.over and not match.state.tokens


@pytest.mark.rule("DEM-073", "DEM-074")
def test_tokens_move_openly_until_all_have_confirmed() -> None:
    """W02 and W08."""
    match = run(investigating(), investigation, m.PlaceToken("JUE-1", "BAR-B1", by=R1), m.ConfirmTokens(by=R1))
    assert match.view(None)["tokens"] == {"JUE-1": "BAR-B1"}
    drive(match, m.PlaceToken("JUE-1", "LID-B1", by=R1))
    drive(match, m.PlaceToken("JUE-2", "LID-B1", by=B2), m.ConfirmTokens(by=B2))
    assert not match.over, "R1 has moved and must confirm anew"
    drive(match, m.ConfirmTokens(by=R1))
    assert match.over and match.state.tokens == {"JUE-1": "LID-B1", "JUE-2": "LID-B1"}, "two on one card"
    confirmed = [(R1, "JUE-1", "BAR-B1"), (B2, "JUE-2", "LID-B1"), (R1, "JUE-1", "LID-B1")]
    assert told(match, e.TokenPlaced) == [e.TokenPlaced(*one) for one in confirmed], "not each time one is moved"


@pytest.mark.rule("DEM-073")
def test_a_placed_token_is_to_be_confirmed_and_then_nobody_waits_for_it() -> None:
    """What is asked first is where it goes, then whether it stays there, and then it may still be moved."""
    def put(match: AnyMatch) -> tuple[str, bool]:
        ask = the_ask(match, m.PlaceToken, R1)
        return ask.occasion, ask.aside

    match = run(investigating(), investigation)
    assert put(match) == ("", False) and (R1, "confirm-tokens") not in asked(match)
    drive(match, m.PlaceToken("JUE-1", "BAR-B1", by=R1))
    assert put(match) == ("placed", False) and the_ask(match, m.ConfirmTokens, R1).default
    drive(match, m.ConfirmTokens(by=R1))
    assert put(match) == ("moving", True) and (R1, "confirm-tokens") not in asked(match)
    drive(match, m.PlaceToken("JUE-1", "LID-B1", by=R1))
    assert put(match) == ("placed", False), "to be confirmed anew"


@pytest.mark.rule("DEM-076", "DEM-334")
def test_with_two_players_one_of_two_judges_places_its_token() -> None:
    """W47."""
    t = table(2)
    own(t, 1, "JUE-1", "JUE-3")
    lay(t, "LID-B1", "ESP-L")
    lay(t, "BAR-B1", "ESP-B")
    match = run(t, investigation, m.PlaceToken("JUE-1", "LID-B1", by=1), m.PlaceToken("JUE-3", "BAR-B1", by=1))
    assert match.state.tokens == {"JUE-3": "BAR-B1"}


@pytest.mark.rule("DEM-077")
def test_a_token_returns_when_its_card_is_resolved_or_gone() -> None:
    t = investigating()
    t.tokens = {"JUE-1": "BAR-B1", "JUE-2": "LID-B1"}
    match = revealing(t, B1, "BAR-B1", m.PassCard(by=B1), money=9)
    assert match.state.tokens == {"JUE-2": "LID-B1"}
    t.turn = B1
    lose_agent(t, "BAR-B1")
    assert t.tokens == {"JUE-2": "LID-B1"}


@pytest.mark.rule("DEM-057", "DEM-154")
def test_only_red_and_blue_may_own_pension_plans() -> None:
    t = table(6)
    t.money = 30
    for seat in range(6):
        assert bool(on_offer(t, seat)) == (t.party(seat) in ("blue", "red"))
