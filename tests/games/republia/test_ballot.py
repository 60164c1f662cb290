"""Sections I and J: the urn, what may enter it, who closes it, and the count."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from companion.engine import URN, Box, Contents, Refused, one_of
from companion.games.republia import moves as m
from companion.games.republia.ballot import votes_due
from companion.games.republia.state import CANONICAL, URN_CARDS, Switches, type_of

from ..driver import AnyMatch, asked, drive, kinds_told, refused, the_ask
from .tables import legislate, piles, play, speak, table, turn_of, urn

SLOT = Switches(real=frozenset({"votes", "actions", "laws"}))
VOTES = Switches(real=frozenset({"votes"}))


def open_urn(n: int = 4, *steps: Any, **facts: Any) -> AnyMatch:
    """The president at seat 0 has spoken; the urn is open."""
    return turn_of(table(n, **{"held": {0: ["school"]}, **facts}), 0, m.Legislate(0, by=0), *steps, speak)


def box_of(match: AnyMatch) -> Box:
    return Box(the_ask(match, Contents, URN))


def result(match: AnyMatch) -> Any:
    """The last count, and what was told of it."""
    return next(e for e in reversed(match.events(None)) if type(e).__name__ in ("Approved", "Rejected"))


# ---- I. Voting


@pytest.mark.rule("REP-083")
@pytest.mark.parametrize("n", range(3, 9))
def test_one_vote_each_and_two_of_the_president(n: int) -> None:
    """W-87."""
    match = open_urn(n)
    due = the_ask(match, Contents, URN).due
    assert due == {0: 2, **dict.fromkeys(range(1, n), 1)} and sum(due.values()) == n + 1
    for items in ({"positive": n}, {"positive": n + 2}):
        assert refused(match, Contents(items, by=URN)).code == "not-offered", "no abstention, none too many"
    box = box_of(match)
    assert not box.drop("positive", seat=0) and box.drop("positive", "negative", seat=0), "of either sign"


@pytest.mark.rule("REP-084", "REP-206", "REP-207")
def test_a_form_takes_at_most_one_card_and_only_of_the_own_hand() -> None:
    match = open_urn(4, hands={1: ["fraud", "scandal", "informant"], 2: ["removal"]}, prison=[3])
    offers = {s: [f.offer for f in match.faces(s) if f.offer] for s in range(4)}
    assert [o.values for o in offers[1]] == [(None, 0, 1)] and [o.faces for o in offers[1]] == [
        (None, "fraud", "scandal")
    ]
    assert [o.values for o in offers[2]] == [(None,)], "asked all the same"
    assert offers[3] == [], "not in Prison"
    box = box_of(match)
    assert not box.drop("positive", seat=1, extra=2) and not box.drop("positive", seat=3)
    assert not box.drop("positive", "fraud#01", seat=1), "a card enters by its place alone"
    assert box.drop("positive", seat=1, extra=0)
    assert [type_of(c) for c in box.close().extras] == ["fraud"]
    forbidden = open_urn(4, situation="contubernio")
    assert the_ask(drive(forbidden, m.NamePartner(1, by=0)), Contents, URN).offers == {}


@pytest.mark.rule("REP-085", "REP-137")
def test_public_votes_bear_a_name_and_stay_out_of_the_slot() -> None:
    match = open_urn(4, prison=[3])
    assert the_ask(match, Contents, URN).due == {0: 2, 1: 1, 2: 1}
    drive(match, m.PublicVote(False, by=3))
    assert match.view(None)["openly"] == {3: 0} and kinds_told(match)[-1] == "voted-openly"
    assert refused(match, m.PublicVote(True, by=3)).code in ("not-your-turn", "already-answered"), "once"
    drive(match, urn(2, 2))
    assert (result(match).positive, result(match).negative) == (2, 3)


@pytest.mark.rule("REP-085", "REP-166")
def test_where_all_vote_openly_they_are_shown_together() -> None:
    match = open_urn(4, situation="democracia_directa")
    drive(match, *(m.PublicVote(s < 3, by=s) for s in range(3)))
    assert match.view(None)["openly"] == {} and "voted-openly" not in kinds_told(match)
    drive(match, m.PublicVote(False, by=3))
    assert kinds_told(match).count("voted-openly") == 4


@pytest.mark.rule("REP-086", "REP-209")
def test_the_slot_knows_votes_and_cards_and_each_vote_counts_once() -> None:
    """W-69."""
    match = open_urn(4, options=SLOT)
    box = box_of(match)
    assert box.drop("positive#07") and not box.drop("positive#07") and box.inside == 1
    assert not box.drop("RL40") and not box.drop("LIB") and not box.drop("quorum_estricto") and box.inside == 1
    for card in match.state.hands[2]:
        assert box.drop(card), "any Action card falls in, whatever it is"
    assert box.inside == 1
    assert box.drop("negative#01") and box.close().items == {"negative": 1, "positive": 1}


@pytest.mark.rule("REP-087", "REP-088", "REP-208")
def test_while_it_is_open_nothing_shows_but_how_many_votes() -> None:
    """What lies beside the votes moves no number; both signs look alike."""
    match = open_urn(4, hands={1: ["fraud"], 2: ["scandal", "scandal"]})
    public = next(f for f in match.faces(None) if f.by == URN)
    assert (
        public.fields["items"] == one_of(["positive", "negative"], of="paper", shown=True)
        and public.fields["extras"] is None
        and public.offer is None
    )
    ballots = []
    for sign, extra in (("positive", None), ("negative", None), ("positive", 0), ("negative", 0)):
        box = box_of(match)
        assert box.drop(sign, seat=1, extra=extra)
        ballots.append((box.inside, set(box.roll)))
    assert ballots == [(1, {1})] * 4


@pytest.mark.rule("REP-089")
def test_neither_order_nor_hand_nor_time_is_kept() -> None:
    """W-60: the answer is the same bytes in whatever order it came."""
    match = open_urn(4, hands={1: ["fraud"], 2: ["scandal"]})
    drops = {
        0: (("positive", "negative"), None),
        1: (("positive",), 0),
        2: (("negative",), 0),
        3: (("positive",), None),
    }
    answers = set()
    for order in permutations(drops):
        box = box_of(match)
        for seat in order:
            assert box.drop(*drops[seat][0], seat=seat, extra=drops[seat][1])
        contents = box.close()
        answers.add(repr(contents))
    assert len(answers) == 1
    assert set(Contents.__struct_fields__) == {"by", "items", "roll", "extras"} and contents.by == URN
    drive(match, contents)
    assert match.state.inside == [] and match.state.fell == [], "the count erases it"


@pytest.mark.rule("REP-090")
def test_a_used_card_leaves_its_hand_with_the_result_and_only_the_owner_hears() -> None:
    t = {"hands": {1: ["fraud"], 2: ["fraud"], 3: ["bribe"]}}
    one, other = (drive(open_urn(4, **t), urn(3, 2, f"fraud@{s}")) for s in (1, 2))
    for viewer in (None, 0, 3):
        assert one.view(viewer) == other.view(viewer) and one.events(viewer) == other.events(viewer)
    assert [e.card for e in one.events(1) if type(e).__name__ == "CardUsed"] == ["fraud"]  # type: ignore[attr-defined]
    assert one.view(1)["cards"] == {1: []} and other.view(1)["cards"] == {1: ["fraud"]}
    assert "#" not in str([one.view(v) for v in (None, 0, 1, 2, 3)]), "nobody sees which copy it was"
    with pytest.raises(Refused):
        one.undo()


@pytest.mark.rule("REP-092", "REP-206")
def test_forms_close_it_when_all_have_spoken_the_slot_only_by_the_president() -> None:
    """W-91."""
    match = open_urn(4, hands={0: [], 1: [], 2: ["bribe"], 3: []})
    ask = the_ask(match, Contents, URN)
    assert ask.closer == URN and set(ask.offers) == {0, 1, 2, 3}
    box = Box(ask)
    assert box.drop("positive", "positive", seat=0) and box.drop("negative", seat=1) and box.drop("positive", seat=2)
    assert not box.drop("positive", seat=1), "once"
    assert box.inside == 4 and not box.full() and {*ask.due} - box.roll == {3}
    assert box.drop("negative", seat=3) and box.full()
    for options in (SLOT, VOTES):
        assert the_ask(open_urn(4, options=options), Contents, URN).closer == 0
    short = drive(open_urn(4, options=VOTES), urn(2, 2))
    assert short.state.phase == "late-vote", "closing early is allowed"


@pytest.mark.rule("REP-206", "REP-085", "REP-098")
def test_votes_by_form_by_slot_and_in_public_mix() -> None:
    """W-92: three tokens where two are expected make six votes: all begin again, public and form votes included."""
    match = open_urn(4, options=VOTES, prison=[3])
    drive(match, m.PublicVote(True, by=3))
    box = box_of(match)
    assert sum(box.due.values()) == 4 and box.drop("positive", "negative", seat=0)
    assert all(box.drop(t) for t in ("positive#01", "positive#02", "negative#01"))
    drive(match, box.close())
    assert kinds_told(match)[-2:] == ["too-many-votes", "urn-opened"]
    assert match.state.openly == {} and (3, "public-vote") in asked(match) and box_of(match).roll == set()


@pytest.mark.rule("REP-207")
def test_a_real_card_enters_through_the_slot_alone_a_virtual_one_by_form() -> None:
    assert the_ask(open_urn(4, options=SLOT), Contents, URN).offers == {}
    virtual = box_of(open_urn(4, options=VOTES))
    assert not virtual.drop("bribe") and virtual.drop("positive", seat=1, extra=0)


@pytest.mark.rule("REP-093")
def test_the_ballot_may_be_repeated_while_nothing_has_been_shown() -> None:
    match = open_urn(4, hands={1: ["fraud"]})
    drive(match, m.RepeatBallot(by=0))
    assert match.state.phase == "voting" and kinds_told(match)[-2:] == ["ballot-repeated", "urn-opened"]
    assert the_ask(match, Contents, URN).offers[1].values == (None, 0), "cards are everybody's again"
    drive(match, urn(3, 2))
    assert refused(match, m.RepeatBallot(by=0)).code in ("over", "not-your-turn")


@pytest.mark.rule("REP-093", "REP-211")
def test_after_the_slot_the_president_compares_and_may_count_again() -> None:
    match = drive(open_urn(4, options=SLOT), urn(3, 2, "fraud@1"))
    assert match.state.phase == "count" and [*match.view(None)["count"]["cards"]] == ["fraud"]
    assert match.state.count.positive == 3 and not match.state.count.taken
    assert {(0, "accept-count"), (0, "recount"), (0, "manual-count")} <= asked(match)
    assert piles(match.state)[1:] == (0, 0), "nothing has had its effect"
    drive(match, m.Recount(by=0), urn(2, 3))
    assert (match.state.count.positive, match.state.count.cards) == (2, ()), "it replaces what was read"
    drive(match, m.AcceptCount(by=0))
    assert match.over and result(match).negative == 3 and "fraud" in match.state.cards[1]


@pytest.mark.rule("REP-093")
def test_a_count_by_hand_asks_whose_the_unread_card_was() -> None:
    match = drive(open_urn(4, options=SLOT, prison=[]), urn(3, 2))
    drive(match, m.ManualCount({"positive": 2, "negative": 3}, {"fraud": 1}, by=0))
    assert match.state.count.by_hand and {s for s, k in asked(match) if k == "own-card"} == {0, 1, 2, 3}
    drive(match, *(m.OwnCard(s == 2, by=s) for s in range(4)))
    assert match.over and "fraud" not in match.state.cards[2] and "fraud" in match.state.cards[1]
    assert (result(match).positive, result(match).negative) == (1, 3)
    nobody = drive(
        open_urn(4, options=SLOT),
        urn(3, 2),
        m.ManualCount({"positive": 3, "negative": 2}, {"fraud": 1}, by=0),
        *(m.OwnCard(False, by=s) for s in range(4)),
    )
    assert "hands-need-look" in kinds_told(nobody) and result(nobody).positive == 2, "the count stands"
    forms = drive(open_urn(4, options=VOTES), urn(3, 2, roll=[1]))
    assert {k for s, k in asked(forms) if s == 0} == {"accept-count"}, "what came by form has no paper in the box"


@pytest.mark.rule("REP-094", "REP-133")
def test_a_card_that_is_no_urn_card_does_nothing_there() -> None:
    """W-68."""
    t = {"options": SLOT, "sp": 3, "hands": {1: ["informant"], 2: ["removal"], 3: ["leadership"], 0: ["mobilization"]}}
    match = drive(
        open_urn(4, **t), urn(2, 3, "informant@1", "removal@2", "leadership@3", "mobilization@0"), m.AcceptCount(by=0)
    )
    assert match.state.sp == 3 and result(match).positive == 2 and not match.state.prison
    assert all(match.state.cards[s] == [] for s in range(4))
    five = drive(
        open_urn(4, **{**t, "hands": {1: ["informant", "bribe"], 2: ["bribe"], 3: ["bribe"], 0: ["bribe"]}}),
        urn(2, 3, "informant@1", "bribe@0", "bribe@1", "bribe@2", "bribe@3"),
        m.AcceptCount(by=0),
    )
    assert "cards-void" in kinds_told(five), "it counts for the limit"
    locked = drive(
        open_urn(4, **{**t, "situation": "contubernio"}),
        m.NamePartner(2, by=0),
        urn(3, 3, "removal@2"),
        m.AcceptCount(by=0),
    )
    assert "cards-void" in kinds_told(locked) and locked.state.sp == 3


@pytest.mark.rule("REP-095", "REP-205", "REP-124")
def test_no_instant_card_while_the_urn_is_open() -> None:
    """W-67."""
    match = open_urn(4, hands={1: ["mobilization"]}, held={0: ["school", "vote"]})
    assert "play-card" not in {k for _, k in asked(match)}
    assert refused(match, m.PlayCard(0, by=1)).code == "not-your-turn"
    drive(match, urn(3, 2), play("mobilization", 1, 2))
    assert match.state.mobilized == [2], "right after it they are legal again"


# ---- J. The count


@pytest.mark.rule("REP-096", "REP-107")
def test_cards_are_read_and_returned_in_canonical_order() -> None:
    hands = {0: ["scandal"], 1: ["fraud"], 2: ["bribe"], 3: ["attack"]}
    match = drive(open_urn(4, hands=hands, options=SLOT), urn(3, 2, "scandal", "attack", "fraud", "bribe"))
    assert match.state.count.cards == ("bribe", "fraud", "attack", "scandal")
    told = next(e for e in match.events(None) if type(e).__name__ == "CardsRead")
    assert told.cards == ["bribe", "fraud", "attack", "scandal"]  # type: ignore[attr-defined]
    virtual = drive(open_urn(4, hands=hands), urn(3, 2, "scandal", "attack", "fraud", "bribe"))
    assert [type_of(c) for c in virtual.state.actions.slots[-4:]] == ["bribe", "fraud", "attack", "scandal"]
    assert CANONICAL[:7] == URN_CARDS


@pytest.mark.rule("REP-096")
def test_the_order_of_a_count() -> None:
    """Result, Law, Situation, reward, Specials."""
    t = table(4, held={0: ["school"]}, hands={1: ["scandal"], 2: ["bribe"]}, situation="campana_electoral")
    told = kinds_told(turn_of(t, 0, legislate(4, 1, "scandal", "bribe")))
    order = [
        "counted",
        "cards-read",
        "approved",
        "campaign-paid",
        "unanimous",
        "scandal",
        "turn-lost",
        "pressure-moved",
    ]
    assert [k for k in told if k in order] == order


@pytest.mark.rule("REP-098", "REP-094")
def test_too_many_votes_repeat_the_ballot_and_the_cards_stay() -> None:
    """W-30: nothing shown; a card that falls in now is void, and counts for no limit."""
    match = open_urn(4, options=SLOT, hands={1: ["fraud"], 2: ["bribe"], 0: ["scandal"], 3: ["fraud"]})
    drive(match, urn(4, 2, "fraud@1"))
    assert match.state.count is None and kinds_told(match)[-2:] == ["too-many-votes", "urn-opened"]
    assert "fraud" not in str(match.view(None)) + str(match.events(None)) and match.state.locked
    assert match.state.inside and "fraud" in match.state.cards[1]
    drive(match, urn(3, 2, "bribe@2"), m.AcceptCount(by=0))
    assert (result(match).positive, result(match).negative) == (2, 2), "the Fraud counts, the Bribe does not"
    assert match.state.cards[1] == [] == match.state.cards[2]
    forms = open_urn(4, options=VOTES, hands={1: ["fraud"]})
    box = box_of(forms)
    box.drop("positive", seat=1, extra=0)
    drive(forms, Contents({"positive": 6}, [1], box.close().extras, by=URN))
    assert the_ask(forms, Contents, URN).offers == {}, "the forms have no card question now"


@pytest.mark.rule("REP-099")
def test_whoever_forgot_votes_late_and_in_public() -> None:
    """W-31."""
    match = drive(open_urn(4, options=VOTES), urn(2, 2))
    assert match.state.missing == 1 and match.state.count is None, "signs stay covered"
    assert {s for s, k in asked(match) if k == "late-vote"} == {0, 1, 2, 3}
    drive(match, m.LateVote(False, by=2))
    assert kinds_told(match)[-2:] == ["voted-late-against", "counted"] and match.state.openly == {2: 0}
    drive(match, m.AcceptCount(by=0))
    assert (result(match).positive, result(match).negative) == (2, 3)


@pytest.mark.rule("REP-099")
def test_nobody_votes_late_more_often_than_was_due() -> None:
    match = drive(open_urn(4, options=VOTES, prison=[3]), m.PublicVote(True, by=3), urn(1, 0, roll=[1]))
    assert match.state.missing == 3
    assert {s for s, k in asked(match) if k == "late-vote"} == {0, 2}, "not who is on the roll, nor who voted openly"
    drive(match, m.LateVote(True, by=0), m.LateVote(False, by=0))
    assert {s for s, k in asked(match) if k == "late-vote"} == {2}, "the president twice, and no more"
    drive(match, m.LateVote(True, by=2))
    assert (result(match).positive, result(match).negative) == (4, 1)


@pytest.mark.rule("REP-211")
def test_only_paper_is_compared_with_the_screen() -> None:
    """Late and open votes have none, nor have those by phone: what lies in the box is told apart from the totals."""
    match = drive(open_urn(4, options=VOTES, prison=[3]), m.PublicVote(True, by=3), urn(1, 2), m.LateVote(True, by=2))
    count = match.view(None)["count"]
    assert (count["positive"], count["negative"], count["papers"], count["signs"]) == (3, 2, 3, (1, 2))
    match = drive(open_urn(4, options=VOTES), urn(3, 2, roll=[1]))
    assert (match.view(None)["count"]["papers"], match.view(None)["count"]["signs"]) == (4, None), "one came by phone"
    match = open_urn(4, options=VOTES)
    drive(match, urn(3, 2, roll=[0, 1, 2, 3]))
    assert "approved" in kinds_told(match) and (0, "accept-count") not in asked(match), "no paper at all"


@pytest.mark.rule("REP-092", "REP-137")
def test_a_prisoner_is_waited_for() -> None:
    """The vote in the open is a question of its own, not something that may be answered besides."""
    match = open_urn(4, options=VOTES, prison=[3])
    (face,) = (f for f in match.faces(None) if f.kind == "public-vote")
    assert face.by == 3 and not face.aside


@pytest.mark.rule("REP-100")
def test_if_nobody_claims_it_the_votes_present_decide() -> None:
    """W-31, second half."""
    match = drive(open_urn(4, options=VOTES), urn(2, 2), m.NobodyClaims(by=0), m.AcceptCount(by=0))
    assert "vote-missing" in kinds_told(match) and result(match).positive == 2 == result(match).negative
    assert match.state.legislated == 1


@pytest.mark.rule("REP-101", "REP-084")
def test_more_cards_than_heads_and_all_are_void() -> None:
    """W-32: with one in Prison three are allowed."""
    t = {
        "options": SLOT,
        "sp": 3,
        "prison": [3],
        "hands": {0: ["bribe", "scandal"], 1: ["bribe"], 2: ["fraud"], 3: ["bribe"]},
    }
    match = drive(
        open_urn(4, **t),
        m.PublicVote(True, by=3),
        urn(2, 2, "bribe@0", "scandal", "bribe@1", "fraud"),
        m.AcceptCount(by=0),
    )
    assert "cards-void" in kinds_told(match) and (result(match).positive, match.state.sp) == (3, 3)
    assert match.state.cards[0] == [] and len(match.state.actions) == 79 - 1 - 0, "under the deck all the same"
    three = drive(
        open_urn(4, **t), m.PublicVote(True, by=3), urn(2, 2, "bribe@0", "bribe@1", "fraud"), m.AcceptCount(by=0)
    )
    assert "cards-void" not in kinds_told(three) and result(three).positive == 4


@pytest.mark.rule("REP-102", "REP-109", "REP-110", "REP-105")
@pytest.mark.parametrize(
    ("votes", "cards", "ayes", "nays", "passed", "unanimous"),
    [
        ((5, 0), [], 5, 0, True, True),
        ((3, 2), ["bribe"], 4, 2, True, True),
        ((2, 3), ["bribe"], 3, 3, True, False),
        ((3, 2), ["fraud", "fraud"], 1, 2, False, False),
        ((0, 5), ["fraud", "fraud"], 0, 5, False, True),
        ((4, 1), ["fraud"], 3, 1, True, False),
        ((1, 4), ["bribe", "economic_coup"], 1, 4, False, True),
        ((2, 3), ["bribe", "bribe"], 4, 3, True, True),
        ((3, 2), [], 3, 2, True, False),
    ],
)
def test_bribes_frauds_majorities_and_unanimity(
    votes: tuple[int, int], cards: list[str], ayes: int, nays: int, passed: bool, unanimous: bool
) -> None:
    """W-01, W-02, W-03, W-22..26."""
    match = drive(open_urn(4), urn(*votes, *cards))
    told = result(match)
    assert (type(told).__name__, told.positive, told.negative) == ("Approved" if passed else "Rejected", ayes, nays)
    assert match.state.pp[0] == 4 + unanimous
    assert piles(match.state)[1] == passed


@pytest.mark.rule("REP-103", "REP-104")
def test_a_tie_approves_and_a_rejected_law_goes_under_its_deck() -> None:
    tie = drive(open_urn(4, situation="democracia_directa"), *(m.PublicVote(s < 2, by=s) for s in range(4)))
    assert tie.state.legislated == 1 and [*tie.state.pile.contents()] == ["school"]
    no = drive(open_urn(4), urn(2, 3))
    assert no.state.laws.slots[-1] == "school" and no.state.legislated == 0


@pytest.mark.rule("REP-105")
def test_the_switches_of_unanimity() -> None:
    """W-22, W-23."""
    exactly, opposing = Switches(unanimity_compare="exactly"), Switches(unanimity_max_opposing="one")
    assert drive(open_urn(4, options=exactly), urn(5, 0)).state.pp[0] == 4
    assert drive(open_urn(4, options=exactly), urn(4, 1)).state.pp[0] == 5
    assert drive(open_urn(4, options=opposing), urn(3, 2, "bribe")).state.pp[0] == 4
    assert drive(open_urn(4, options=opposing), urn(4, 1)).state.pp[0] == 5
    assert drive(open_urn(4, options=opposing), urn(1, 4)).state.pp[0] == 5


@pytest.mark.rule("REP-106", "REP-187")
@pytest.mark.parametrize(("edition", "reward"), [(2, [1] * 6), (1, [1, 1, 2, 2, 3, 3])])
def test_unanimity_pays_the_president_once(edition: int, reward: list[int]) -> None:
    """W-62; for or against, and also where both sides reach n."""
    for n, pp in zip(range(3, 9), reward, strict=True):
        for votes in ((n + 1, 0), (0, n + 1)):
            match = drive(open_urn(n, options=Switches(edition=edition)), urn(*votes))  # type: ignore[arg-type]
            assert match.state.pp[0] == (n if n > 4 else 4) + pp
    both = table(4, held={0: ["school"]}, hands={s: ["bribe", "bribe"] for s in range(4)})
    assert turn_of(both, 0, legislate(1, 4, "bribe@0", "bribe@1", "bribe@2")).state.pp[0] == 5


@pytest.mark.rule("REP-107", "REP-111")
def test_cancelled_cards_go_under_the_deck_too() -> None:
    """W-02."""
    match = drive(open_urn(4), urn(1, 4, "bribe@1", "economic_coup@2"))
    assert [type_of(c) for c in match.state.actions.slots[-2:]] == ["economic_coup", "bribe"]
    assert "bribe" not in match.state.cards[1] and "economic_coup" not in match.state.cards[2]


@pytest.mark.rule("REP-108")
def test_votes_go_back_to_the_stock() -> None:
    """The next ballot finds all of them again."""
    match = open_urn(4, options=SLOT, held={0: ["school", "vote"]})
    box = box_of(match)
    assert all(box.drop(t) for t in ("positive#01", "positive#02", "positive#03", "negative#01", "negative#02"))
    drive(match, box.close(), m.AcceptCount(by=0), m.Legislate(0, by=0), speak)
    assert box_of(match).drop("positive#01")


@pytest.mark.rule("REP-209", "REP-084")
def test_only_totals_are_judged() -> None:
    """Two cards of one hand, a prisoner's card, a card in nobody's hand: they count like any other."""
    t = {"options": SLOT, "prison": [3], "hands": {1: ["bribe", "bribe"], 3: ["fraud"]}}
    match = drive(
        open_urn(4, **t), m.PublicVote(True, by=3), urn(2, 2, "bribe@1", "bribe@1", "fraud@3"), m.AcceptCount(by=0)
    )
    assert result(match).positive == 3 + 2 - 1 and match.state.cards[3] == []
    strange = open_urn(4, options=SLOT)
    card = next(c for c in strange.state.actions.contents() if type_of(c) == "bribe")
    deck = len(strange.state.actions)
    drive(strange, Contents({"positive": 3, "negative": 2}, [], {card: 1}, by=URN), m.AcceptCount(by=0))
    assert result(strange).positive == 4 and "not-registered" in kinds_told(strange)
    assert len(strange.state.actions) == deck and all(len(strange.state.cards[s]) == 5 for s in range(4))


@pytest.mark.rule("REP-211")
def test_without_a_slot_the_result_takes_effect_at_once() -> None:
    match = drive(open_urn(4), urn(3, 2))
    assert match.over and "accept-count" not in {k for _, k in asked(match)}


@pytest.mark.rule("REP-171", "REP-169", "REP-083")
def test_how_many_votes_are_due() -> None:
    """W-58."""
    for president, total in ((1, 9), (3, 8), (0, 8)):
        assert sum(votes_due(table(6, situation="bipartidismo"), president).values()) == total
    assert sum(votes_due(table(5, situation="contubernio", partner=3), 0).values()) == 7


@pytest.mark.rule("REP-093", "REP-086")
def test_by_hand_there_may_be_no_card_and_but_one_sign() -> None:
    match = drive(open_urn(4, options=SLOT), urn(3, 2), m.ManualCount({"negative": 5}, {}, by=0))
    assert match.over and (result(match).positive, result(match).negative) == (0, 5)
    assert match.state.count.by_hand and not match.state.count.void


@pytest.mark.rule("REP-086", "REP-209")
def test_a_card_counts_once_however_often_it_is_read() -> None:
    match = open_urn(4, options=SLOT)
    card = match.state.hands[1][0]
    box = box_of(match)
    assert box.drop(card) and not box.drop(card)
    strange = [c for c in match.state.actions.contents() if type_of(c) == "bribe"][:2]
    drive(match, Contents({"positive": 3, "negative": 2}, [], dict.fromkeys(strange, 1), by=URN), m.AcceptCount(by=0))
    (told,) = (e for e in match.events(None) if type(e).__name__ == "NotRegistered")
    assert told.count == 2  # type: ignore[attr-defined]


def test_cards_that_count_are_not_void() -> None:
    match = drive(open_urn(4), urn(3, 2, "fraud"))
    assert not match.state.count.void and match.state.count.taken
