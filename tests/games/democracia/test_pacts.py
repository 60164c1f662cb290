"""RULES.md, section 15: electoral pacts."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.engine import Drawn, Refused
from companion.games.democracia import board
from companion.games.democracia import events as e
from companion.games.democracia import moves as m
from companion.games.democracia.election import clear, investiture, minority_victory
from companion.games.democracia.state import Debt, Table

from ..driver import AnyMatch, Step, asked, drive, offered, refused, the_ask
from .tables import drawn, draws, hold, lay, revealing, run, table, told, values

B, R, G = 0, 1, 2  # with five players: B1, R1, G


def divided(n: int = 5, blue: int = 8, red: int = 5, green: int = 4, **facts: object) -> Table:
    """After a count without a majority: seats as given; blue and red have three tokens each on the board."""
    t = table(n, round_="elections", **facts)  # type: ignore[arg-type]
    hold(t, "blue", "AND", "CAN", "NAV")
    hold(t, "red", "CAT", "VAL", "MUR")
    t.seats = {"blue": blue, "red": red, "green": green}
    t.candidates = {"blue": B, "red": R}
    return t


def talking(t: Table, *steps: Step) -> AnyMatch:
    return run(t, investiture, *steps)


@pytest.mark.rule("DEM-210", "DEM-220", "DEM-224", "DEM-225", "DEM-226", "DEM-227", "DEM-228")
def test_a_minority_makes_a_president() -> None:
    """W07."""
    t = divided()
    match = talking(t)
    assert asked(match) == {(B, "make-offer"), (R, "make-offer"), (G, "no-deal")}
    drive(match, m.MakeOffer(G, ["AND"], by=B), m.MakeOffer(G, ["CAT"], by=R), m.AcceptOffer(R, by=G))
    drive(match, draws(1))
    state = match.state
    assert match.over and state.president == R
    assert state.held["CAT"] == "green" and state.held["AND"] == "blue", "the other's offer lapses"
    assert state.seats == {"blue": 8, "red": 5, "green": 4}
    assert told(match, e.DebtPaid) == [e.DebtPaid("red", "CAT", "green")]
    assert board.income(state, G) == 2
    minority_victory(state)
    assert not state.winners, "nor does the change win a minority anything"


@pytest.mark.rule("DEM-221")
def test_an_offer_names_tokens_of_the_own_party_at_least_one_and_each_once() -> None:
    t = divided(6, blue=6, red=5, green=3)
    t.seats["yellow"] = 3
    match = talking(t)
    field = the_ask(match, m.MakeOffer, B).fields["communities"]
    assert set(values(match, m.MakeOffer, "communities", B)) == {"AND", "CAN", "NAV"}
    assert not field.accepts([]) and not field.accepts(["ARA"]) and not field.accepts(["CAT"])
    assert set(offered(match, m.MakeOffer, "to", B)) == {2, 5}
    drive(match, m.MakeOffer(2, ["AND", "CAN"], by=B), m.MakeOffer(5, ["AND"], by=B))
    assert [(o.to, o.communities) for o in match.state.offers] == [(2, ("CAN",)), (5, ("AND",))]


@pytest.mark.rule("DEM-222", "DEM-229", "DEM-357")
def test_only_a_party_of_bastions_may_promise() -> None:
    """W36."""
    t = divided(blue=5, red=6, green=6)
    for community in board.tokens_of(t, "blue"):
        board.clear(t, community)
    match = talking(t)
    assert asked(match) == {(B, "make-promise"), (R, "make-offer"), (G, "no-deal")}
    drive(match, m.MakePromise(G, 2, by=B), m.AcceptOffer(B, by=G), draws(1))
    state = match.state
    assert state.president == B and state.debts == [Debt("blue", "green", 2, promised=True)]
    board.put(state, "MAD", "blue")
    assert state.held["MAD"] == "green" and state.debts == [Debt("blue", "green", 1, promised=True)]


@pytest.mark.rule("DEM-223")
def test_offers_change_until_accepted_and_acceptances_are_conditional() -> None:
    t = divided(6, blue=5, red=6, green=3)
    t.seats["yellow"] = 3
    match = talking(t, m.MakeOffer(G, ["AND"], by=B), m.MakeOffer(G, ["CAN"], by=B))
    assert [o.communities for o in match.state.offers] == [("CAN",)]
    assert {k for s, k in asked(match) if s == R} == {"make-offer"}, "who has offered nothing has nothing to withdraw"
    drive(match, m.AcceptOffer(B, by=G))
    assert not match.over, "5 and 3 are 8"
    assert {k for s, k in asked(match) if s == G} == {"revoke", "no-deal"}
    assert offered(match, m.MakeOffer, "to", B) == [5], "what has been accepted stays"
    assert "CAN" not in values(match, m.MakeOffer, "communities", B)
    assert refused(match, m.Withdraw(G, by=B)).code == "not-your-turn"
    drive(match, m.Revoke(by=G), m.Withdraw(G, by=B))
    assert match.state.offers == [] and match.state.accepted == {}


@pytest.mark.rule("DEM-223", "DEM-225")
def test_whom_all_have_accepted_has_nobody_left_to_talk_to() -> None:
    """Seats without a token: 4, 1 and 1 are no majority, though all minorities are on one side."""
    t = divided(6, blue=4, red=7, green=1)
    t.seats["yellow"] = 1
    match = talking(t, m.MakeOffer(G, ["AND"], by=B), m.MakeOffer(5, ["CAN"], by=B))
    drive(match, m.AcceptOffer(B, by=G), m.AcceptOffer(B, by=5))
    assert not match.over and {k for s, k in asked(match) if s == B} == set()
    assert (R, "make-offer") in asked(match)


@pytest.mark.rule("DEM-221", "DEM-222")
def test_who_has_pledged_every_token_has_nothing_more_to_offer() -> None:
    """Neither a token nor a promise, until the acceptance is taken back."""
    t = divided(6, blue=5, red=6, green=3)
    t.seats["yellow"] = 3
    match = talking(t, m.MakeOffer(G, ["AND", "CAN", "NAV"], by=B), m.AcceptOffer(B, by=G))
    assert not {"make-offer", "make-promise"} & {k for s, k in asked(match) if s == B}
    drive(match, m.Revoke(by=G))
    assert (B, "make-offer") in asked(match)


@pytest.mark.rule("DEM-223")
def test_a_form_stays_valid_until_what_it_is_about_changes() -> None:
    """What others offer leaves a half-filled offer alone; an offer that has been changed is not accepted unseen."""
    t = divided(6, blue=5, red=5, green=3)
    t.seats["yellow"] = 4
    match = talking(t, m.MakeOffer(G, ["AND", "CAN"], by=B))

    def number(seat: int, kind: str) -> int | None:
        return next(f.number for f in match.faces(seat) if f.by == seat and f.kind == kind)

    filling, reading = number(R, "make-offer"), number(G, "accept-offer")
    drive(match, m.MakeOffer(5, ["NAV"], by=B))
    assert (number(R, "make-offer"), number(G, "accept-offer")) == (filling, reading)
    drive(match, m.MakeOffer(G, ["AND"], by=B))
    assert number(R, "make-offer") == filling
    with pytest.raises(Refused, match="stale"):
        match.play(m.AcceptOffer(B, by=G), reading)


@pytest.mark.rule("DEM-224")
def test_each_minority_accepts_one_candidate_at_most() -> None:
    t = divided(6, blue=5, red=5, green=3)
    t.seats["yellow"] = 4
    match = talking(t, m.MakeOffer(G, ["AND"], by=B), m.MakeOffer(G, ["CAT"], by=R), m.AcceptOffer(B, by=G))
    drive(match, m.AcceptOffer(R, by=G))
    assert match.state.accepted == {G: R}
    assert {s for s, k in asked(match) if k == "make-offer"} == {B, R}, "the partners of the candidates have no word"


@pytest.mark.rule("DEM-225")
def test_the_talks_close_as_soon_as_one_candidate_has_nine() -> None:
    """W37."""
    t = divided(6, blue=6, red=5, green=3)
    t.seats["yellow"] = 3
    both = talking(t, m.MakeOffer(G, ["CAT"], by=R), m.AcceptOffer(R, by=G), m.MakeOffer(5, ["VAL"], by=R))
    assert both.state.president is None and not both.over
    drive(both, m.AcceptOffer(R, by=5), draws(1))
    assert both.state.president == R and both.state.held["CAT"] == "green" and both.state.held["VAL"] == "yellow"
    one = talking(t, m.MakeOffer(G, ["AND"], by=B), m.AcceptOffer(B, by=G), draws(1))
    assert one.over and one.state.president == B


@pytest.mark.rule("DEM-229")
def test_debts_are_paid_oldest_first_whoever_wins_the_token() -> None:
    t = table(6)
    t.debts = [Debt("blue", "yellow", 1, promised=True), Debt("blue", "green", 2, promised=True)]
    hold(t, "red", "CAT")
    lay(t, "LID-B2", "INT-03")
    match = revealing(t, 3, "LID-B2", money=6)  # the partner
    assert match.state.held["CAT"] == "yellow"
    assert match.state.debts == [Debt("blue", "green", 2, promised=True)]
    t = match.state
    t.turn = 0
    board.put(t, "MAD", "blue")
    board.put(t, "AND", "blue")
    assert (t.held["MAD"], t.held["AND"], t.debts) == ("green", "green", [])
    board.put(t, "PVA", "blue")
    assert t.held["PVA"] == "blue"
    t.debts = [Debt("red", "green", 1, promised=True), Debt("blue", "yellow", 2, promised=True),
               Debt("blue", "green", 1, promised=True)]  # fmt: skip
    board.put(t, "VAL", "blue")
    assert t.held["VAL"] == "yellow" and [d.left for d in t.debts] == [1, 1, 1], "one token, one debt, and an own one"


@pytest.mark.rule("DEM-229")
def test_of_one_election_the_pact_accepted_first_is_paid_first() -> None:
    """An acceptance that has been moved from one candidate to another counts from then on."""
    t = divided(6, blue=5, red=5, green=3)
    t.seats["yellow"] = 1
    for community in board.tokens_of(t, "blue"):
        board.clear(t, community)
    match = talking(t, m.MakePromise(G, 1, by=B), m.MakePromise(5, 1, by=B), m.MakeOffer(G, ["CAT"], by=R))
    drive(match, m.AcceptOffer(R, by=G), m.AcceptOffer(B, by=5), m.AcceptOffer(B, by=G), draws(1))
    assert [(d.creditor, d.left) for d in match.state.debts] == [("yellow", 1), ("green", 1)]


@pytest.mark.rule("DEM-230")
def test_without_a_token_left_the_transfer_waits() -> None:
    t = divided()
    t.chips["green"] = 0
    t.plan = replace(t.plan, chips={**t.plan.chips, "green": 0})
    match = talking(t, m.MakeOffer(G, ["CAT", "VAL"], by=R), m.AcceptOffer(R, by=G), draws(1))
    state = match.state
    assert state.held["CAT"] == "red" and state.debts == [Debt("red", "green", 2, promised=False)]
    assert told(match, e.DebtOwed) == [e.DebtOwed("red", "green", 2)]
    board.put(state, "MAD", "red")
    assert state.held["MAD"] == "red", "passed over, and the token stays"
    state.chips["green"] = 1
    board.put(state, "GAL", "red")
    assert state.held["GAL"] == "green"


@pytest.mark.rule("DEM-231")
def test_offers_go_to_minorities_only() -> None:
    match = talking(divided())
    for wrong in (B, R, 3, 4):
        assert refused(match, m.MakeOffer(wrong, ["AND"], by=B)).code == "not-offered"
    assert refused(match, m.AcceptOffer(B, by=R)).code == "not-your-turn"
    drive(match, m.MakeOffer(G, ["AND"], by=B))
    assert offered(match, m.AcceptOffer, "candidate", G) == [B]


@pytest.mark.rule("DEM-232", "DEM-235")
@pytest.mark.parametrize("deadlock", ["most_seats", "no_president"])
def test_without_a_pact_most_seats_govern_or_nobody(deadlock: str) -> None:
    t = divided(options={"pact_deadlock": deadlock})
    match = talking(t, m.MakeOffer(G, ["AND"], by=B), m.NoDeal(by=G))
    if deadlock == "no_president":
        assert match.over and match.state.president is None
    else:
        drive(match, draws(1))
        assert match.over and match.state.president == B
        assert match.state.held["AND"] == "blue", "without any transfer"


@pytest.mark.rule("DEM-232")
def test_a_tie_of_seats_goes_by_popularity_and_then_by_lot() -> None:
    t = divided(blue=7, red=7, green=3)
    t.pop.update({B: 2, R: 3})
    assert talking(t, m.NoDeal(by=G), draws(1)).state.president == R
    t.pop[B] = 3
    match = talking(t, m.NoDeal(by=G))
    assert offered(match, Drawn, "item") == ["0", "1"]
    drive(match, drawn("1"), draws(1))
    assert match.state.president == R


@pytest.mark.rule("DEM-233")
def test_a_minority_may_refuse_everybody_and_accepts_only_who_offers() -> None:
    match = talking(divided(), m.MakeOffer(G, ["AND"], by=B))
    assert refused(match, m.AcceptOffer(R, by=G)).code == "not-offered"
    assert (G, "no-deal") in asked(match)


@pytest.mark.rule("DEM-234")
def test_a_party_that_nobody_can_lead_makes_no_offers() -> None:
    t = divided(convicted=[B, 3])
    match = talking(t)
    assert asked(match) == {(R, "make-offer"), (G, "no-deal")}
    drive(match, m.NoDeal(by=G), draws(1))
    assert match.state.president == R, "though blue has more seats"
    nobody = talking(divided(convicted=[B, R, 3, 4]))
    assert nobody.over and nobody.state.president is None


@pytest.mark.rule("DEM-235")
def test_only_all_minorities_together_end_the_talks() -> None:
    t = divided(6, blue=6, red=5, green=3)
    t.seats["yellow"] = 3
    match = talking(t, m.MakeOffer(G, ["CAT"], by=R), m.AcceptOffer(R, by=G), m.NoDeal(by=G))
    assert match.state.accepted == {}, "which revokes an acceptance"
    assert not match.over and {k for s, k in asked(match) if s == G} == {"talk-again"}
    cleared = run(match.state, clear).state
    assert (cleared.offers, cleared.accepted, cleared.refusing) == ([], {}, []), "nothing is left for the next election"
    drive(match, m.TalkAgain(by=G), m.NoDeal(by=5))
    assert not match.over and (G, "accept-offer") in asked(match)
    drive(match, m.NoDeal(by=G), draws(1))
    assert match.state.president == B


@pytest.mark.rule("DEM-235", "DEM-206")
def test_there_are_no_talks_where_nobody_could_reach_nine() -> None:
    t = divided(blue=4, red=3, green=1)
    match = talking(t, draws(1))
    assert match.state.president == B and not told(match, e.Offered)


@pytest.mark.rule("DEM-249")
def test_without_a_minority_in_play_the_default_applies() -> None:
    t = table(4)
    t.seats, t.candidates = {"blue": 8, "red": 8}, {"blue": B, "red": R}
    t.pop.update({B: 2, R: 4})
    match = run(t, investiture, draws(1))
    assert match.state.president == R


@pytest.mark.rule("DEM-355", "DEM-356")
def test_on_side_b_any_kind_may_be_named() -> None:
    t = divided(options={"board_side": "B"})
    match = talking(t, m.MakeOffer(G, ["CAT", "MUR"], by=R), m.AcceptOffer(R, by=G), draws(1))
    assert match.state.held["CAT"] == match.state.held["MUR"] == "green"
