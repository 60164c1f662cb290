"""Section R: a chain of reigns, its ledger, and who wins in the end."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from companion.engine import HOST, BadMove, Outcome
from companion.games.ankist import GAME, campaign
from companion.games.ankist.moves import Abandon, ChooseHouse, NameKing, SetCoins, SetPool, SetPower
from companion.games.ankist.state import Line, Milestone, Table

from ..driver import asked, at_random, draw, drive, kinds_told
from .tables import HOUSES, A, B, C, E, cards, idle, new, reign, resolve, switches, table, with_deck


def played(n: int, seed: int, ledger: dict[str, Any] | None = None, **options: Any) -> Outcome:
    """One reign of random moves, in a campaign."""
    m = new(n, ledger=ledger, mode="campaign", **options)
    drive(m, at_random(Random(seed)))
    return m.result


def ended(n: int = 3, **facts: Any) -> Table:
    """A campaign's table whose reign has just ended by death."""
    options = {"mode": "campaign", **facts.pop("options", {})}
    t = table(n, options=options, **facts)
    t.cause = "death"
    return t


# ---- the ledger


@pytest.mark.rule("ANK-002")
def test_a_single_reign_carries_nothing_and_a_campaign_everything() -> None:
    m = new(3)
    drive(m, at_random(Random(2)))
    assert m.result.ledger == {}
    ledger = played(3, 2).ledger
    assert new(3, ledger=ledger, mode="campaign").state.reign == 2
    assert new(3, ledger=ledger, mode="single").state.reign == 1


@pytest.mark.rule("ANK-169", "ANK-131")
def test_what_the_ledger_keeps() -> None:
    """It is plain JSON, and the next reign begins from it."""
    t = with_deck(ended(plans=["moderate", "rebel", "greedy"], fate=2, arcs={"FIE": "dawn"}), table().lore)
    t.dilemma, t.milestones = "", {"wealth": [Milestone("positive", HOUSES[1], "SAL-07", "aye", 1)]}
    m = reign(t, NameKing("Munia", by=A))
    ledger = json.loads(json.dumps(m.result.ledger))
    (reign_,) = ledger["reigns"]
    assert (reign_["cause"], reign_["dynasty"], reign_["tracks"]["wealth"]) == ("death", HOUSES[A], 9)
    assert reign_["plans"][HOUSES[1]] == "rebel" and reign_["points"][HOUSES[A]] == m.state.scores[A].points
    assert ledger["prestige"][HOUSES[A]] == m.state.scores[A].prestige and ledger["played"][HOUSES[0]] == 1
    assert ledger["kings"] == [{"name": "Munia", "house": HOUSES[A]}] and ledger["fate"] == 2
    again = new(3, ledger=ledger, mode="campaign").state
    assert again.king == Line("Munia", HOUSES[A]) and again.arcs == {"FIE": "dawn"} and again.fate == 2
    assert again.milestones["wealth"][0].house == HOUSES[1] and again.prestige == m.state.prestige
    assert again.houses == {0: HOUSES[0], 1: HOUSES[1], 2: HOUSES[2]}, "who has played keeps the house"


@pytest.mark.rule("ANK-022", "ANK-023", "ANK-018", "ANK-119")
def test_the_deck_of_a_later_reign_is_what_was_left() -> None:
    """The queue is shuffled in; resolved and removed cards stay away, locks stay shut, power and coins are new."""
    t = with_deck(ended(), table().lore, ["SAL-01", "FIE-01"])
    t.top, t.locked, t.removed = ["SAL-03"], ["SAL-04"], ["SAL-05"]
    m = reign(t, NameKing("Munia", by=HOST))
    again = new(3, ledger=m.result.ledger, mode="campaign").state
    assert sorted(again.deck.contents()) == ["FIE-01", "SAL-01", "SAL-03"] and again.top == []
    assert (again.locked, again.removed) == (["SAL-04"], ["SAL-05"])
    assert again.hand == dict.fromkeys(range(3), 8) and again.coins == dict.fromkeys(range(3), 10) and again.pool == 3


@pytest.mark.rule("ANK-170", "ANK-013", "ANK-014")
def test_houses_may_sit_out_and_join() -> None:
    first = played(3, 4)
    m = new(4, ledger=first.ledger, mode="campaign")
    assert asked(m) == {(s, "choose-house") for s in range(4)}, "another number: they sit down anew"
    before = dict(m.state.prestige), dict(m.state.greed)
    absent = first.ledger["seats"][0]
    rest = [h for h in HOUSES if h != absent][:4]
    drive(m, *(ChooseHouse(h, by=s) for s, h in enumerate(rest)), at_random(Random(9)))
    assert (m.state.prestige[absent], m.state.greed[absent]) == (before[0][absent], before[1][absent])
    assert m.state.played[absent] == 1 and all(m.state.houses[v.seat] != absent for v in m.state.visible)


@pytest.mark.rule("ANK-013")
def test_as_many_seats_keep_their_houses() -> None:
    first = played(4, 4)
    m = new(4, ledger=first.ledger, mode="campaign")
    assert [m.state.houses[s] for s in range(4)] == first.ledger["seats"] and not m.over
    assert "choose-house" not in {kind for _, kind in asked(m)}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"version": 99}, "newer version"),
        ({"deck_id": "other"}, "deck 'other'"),
        ({"deck": ["ZZZ-01"]}, "ZZZ-01"),
        ({"fate": "bad"}, "no campaign of ours"),
        ({"version": "x"}, "newer version"),
    ],
)
def test_a_ledger_that_cannot_be_played_on_says_why(change: dict[str, Any], said: str) -> None:
    """Bad input that must end in a clear message: a campaign of a newer version, of another deck, a damaged one."""
    ledger = {**played(3, 4).ledger, **change}
    with pytest.raises(BadMove, match=said):
        GAME.match(3, switches(mode="campaign"), ledger)


def test_an_abandoned_reign_gives_nothing_and_keeps_what_happened() -> None:
    """ANK-140. The dilemma on the table goes back; what was resolved, unlocked and placed stands."""
    t = with_deck(table(3, options={"mode": "campaign"}), table().lore, ["SAL-01", "FIE-01", "GRE-01"])
    t.locked = ["SAL-03"]
    m = reign(t, draw("SAL-01"), resolve(), draw("FIE-01"), idle(sign=False))
    assert asked(m) and m.state.stage == ""
    drive(m, Abandon(by=HOST))
    ledger = m.result.ledger
    assert m.result == Outcome((), "abandoned", ledger) and "scored" not in kinds_told(m)
    assert ledger["reign"] == 0 and set(ledger["prestige"].values()) == {0}
    assert "FIE-01" not in ledger["deck"], "its effects have happened"
    t.dilemma = ""
    m = reign(t, draw("SAL-01"), resolve(), draw("FIE-01"), Abandon(by=HOST))
    assert sorted(m.result.ledger["deck"]) == ["FIE-01", "GRE-01", "SAL-03"]
    assert m.result.ledger["milestones"]["influence"]


# ---- its end


@pytest.mark.rule("ANK-171")
@pytest.mark.parametrize(("games", "over"), [(1, True), (2, False)])
def test_a_campaign_has_so_many_reigns(games: int, over: bool) -> None:
    m = reign(ended(options={"campaign_games": games}), NameKing("Munia", by=HOST))
    assert bool(m.state.age) == over == ("campaign-over" in kinds_told(m)) == bool(m.result.ledger["winners"])
    assert (m.result.reason == "order") == over
    if over:
        assert new(3, ledger=m.result.ledger, mode="campaign").state.reign == 1, "another begins"


@pytest.mark.rule("ANK-171")
def test_whole_campaigns_of_random_players_end_in_time() -> None:
    for seed, n in enumerate((3, 4, 5)):
        ledger: dict[str, Any] = {}
        for number in range(1, 5):
            ledger = played(n, 10 * seed + number, ledger).ledger
            assert len(ledger["reigns"]) == number
            if ledger["age"]:
                break
        assert ledger["age"] in ("order", "chaos")


@pytest.mark.rule("ANK-172")
def test_a_campaign_ends_with_its_stories_or_its_cards() -> None:
    t = with_deck(ended(options={"campaign_games": 9}), cards(many=3))
    assert not campaign.is_over(t)
    t.arcs = {"SAL": "over"}
    assert campaign.is_over(t)
    t = with_deck(ended(options={"campaign_games": 9}), cards(many=3), ["X-00"])
    t.deck = t.deck.of("dilemma", [])
    assert campaign.is_over(t)
    t.top = ["X-01"]
    assert not campaign.is_over(t)
    t.top, t.options = [], switches(campaign_games=9, deck_empty="recycle", mode="campaign")
    assert not campaign.is_over(t), "its cards come back"


def standing(prestige: list[int], greed: list[int], fate: int = 0, how: str = "fate", **facts: Any) -> Table:
    t = table(5, options={"mode": "campaign", "campaign_winner": how}, fate=fate, **facts)
    t.prestige = dict(zip(HOUSES, [*prestige, 0], strict=True))
    t.greed = dict(zip(HOUSES, [*greed, 0], strict=True))
    t.played = facts.get("played") or dict.fromkeys(HOUSES[:5], 1)
    return t


@pytest.mark.rule("ANK-173", "ANK-174")
@pytest.mark.parametrize(
    ("fate", "index", "age", "house"), [(-3, 4, "order", 0), (-8, -1, "chaos", 4), (-7, 0, "order", 0)]
)
def test_ex_48_fate_chooses_who_counts(fate: int, index: int, age: str, house: int) -> None:
    t = standing([9, 7, 6, 5, 4], [2, 1, 3, 2, 4], fate)
    assert campaign.index(t.prestige, t.greed, t.fate, t.book.at.greed_weight) == index
    assert campaign.winner(t) == (age, [HOUSES[house]])


@pytest.mark.rule("ANK-173", "ANK-175")
def test_the_other_ways_to_win() -> None:
    """Whatever fate says."""
    assert campaign.winner(standing([9, 7, 6, 5, 4], [9, 1, 3, 2, 4], -90, "net")) == ("net", [HOUSES[1]])
    assert campaign.winner(standing([9, 7, 6, 5, 4], [9, 1, 3, 2, 4], -90, "prestige")) == ("prestige", [HOUSES[0]])


@pytest.mark.rule("ANK-176")
def test_ties_of_a_campaign() -> None:
    """More kings, then the more recent one, then together; who never played takes no part."""
    level = [5, 5, 5, 1, 1]
    kings = [Line("a", HOUSES[0]), Line("b", HOUSES[1]), Line("c", HOUSES[1])]
    assert campaign.winner(standing(level, [0] * 5, kings=kings))[1] == [HOUSES[1]]
    assert campaign.winner(standing(level, [0] * 5, kings=kings[1:2] + kings[:1]))[1] == [HOUSES[0]]
    assert campaign.winner(standing(level, [0] * 5))[1] == HOUSES[:3]
    t = standing(level, [0] * 5, played={h: int(h != HOUSES[0]) for h in HOUSES})
    assert campaign.winner(t)[1] == HOUSES[1:3]


@pytest.mark.rule("ANK-171", "ANK-176")
def test_the_last_outcome_names_the_winners_that_sit_here() -> None:
    t = ended(options={"campaign_games": 1, "campaign_winner": "prestige"}, plans=["moderate", "rebel", "greedy"])
    t.prestige[HOUSES[B]] = 20
    m = reign(t, NameKing("Munia", by=HOST))
    assert m.state.dynasty == A and m.result.winners == (B,) and m.result.reason == "prestige"
    t.prestige[HOUSES[5]], t.played[HOUSES[5]] = 90, 1
    m = reign(t, NameKing("Munia", by=HOST))
    assert m.result.winners == () and m.state.winners == [HOUSES[5]]


# ---- corrections


@pytest.mark.rule("ANK-005")
def test_the_host_puts_counts_right() -> None:
    """ANK-184. That is told, how much is not; the constant shifts by exactly that."""
    m = reign(with_deck(table(), cards()), draw("X-00"))
    drive(m, SetPower(B, 3, by=HOST), SetPool(5, by=HOST), SetCoins(C, 12, by=HOST))
    s = m.state
    assert (s.hand[B], s.pool, s.coins[C]) == (3, 5, 12) and (s.wrong, s.miscounted) == (-3, 2)
    assert kinds_told(m)[-3:] == ["corrected", "pool-corrected", "corrected"]
    told = str(m.events(None)[-3:])
    assert "12" not in told and m.view(None)["hand"] == {} and m.view(B)["hand"] == {B: 3}
    assert m.view(E).keys().isdisjoint({"wrong", "miscounted"})
