"""Modes, options, set-up, the deal (DMS-001..047)."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from companion.engine import CHANCE, CLOCK, HOST, BadMove, OneOf, Refused
from companion.games.demos import GAME
from companion.games.demos.content import FILE, ContentError, components, content, parse
from companion.games.demos.moves import (
    DealNow,
    DiscardOpenly,
    DiscardSecretly,
    MarkAbsent,
    NameDealer,
    NameIndependent,
    NamePair,
    Pass,
)
from companion.games.demos.rules import begin, deal, game, round_
from companion.games.demos.state import Switches

from ..driver import asked, at_random, draw, drive, offered, refused
from .tables import (
    agree,
    begun,
    cards,
    chance,
    deal_any,
    on,
    openly,
    pass_,
    secretly,
    still,
    table,
    unanimously,
    veto,
    visible,
)

TEXT = FILE.read_text(encoding="utf-8")
SEATS = {"simplified": (3, 5), "individual": (3, 5), "team_2v2": (4, 4), "team_2v3": (5, 5), "team_2v2_1": (5, 5)}


@pytest.mark.rule("DMS-001", "DMS-002")
def test_each_mode_takes_its_seats_and_no_others() -> None:
    assert Switches().mode == "individual"
    for mode, (low, high) in SEATS.items():
        for n in range(2, 7):
            if low <= n <= high:
                assert begun(n, mode=mode).state.n == n
            else:
                with pytest.raises(BadMove):
                    begun(n, mode=mode)
    with pytest.raises(BadMove):
        GAME.options_from({"mode": "team_3v3"})


@pytest.mark.rule("DMS-006", "DMS-463")
def test_the_people_deck_is_enough_for_every_table_and_a_file_where_it_is_not_is_refused() -> None:
    left = {(m.id, n): 4 * len(m.numbers) - n * (5 + m.turns)
            for m in content().modes for n in range(m.min_seats, m.max_seats + 1)}  # fmt: skip
    assert [left["simplified", n] for n in (3, 4, 5)] == [15, 8, 1]
    assert [left["individual", n] for n in (3, 4, 5)] == [16, 8, 0]
    assert all(n >= 0 for n in left.values())
    with pytest.raises(ContentError, match=r"x\.toml: modes, team_2v3, max_seats: the people deck could run out"):
        head, tail = TEXT.split('id = "team_2v3"')
        parse(f'{head}id = "team_2v3"{tail.replace("lowest = 1", "lowest = 2", 1)}', "x.toml")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("seq1 = 12", 'seq1 = "12"', r"x\.toml: scoring, seq1: Expected `int`"),
        ("seq1 = 12", "seq1 = 10", r"x\.toml: scoring, seq1: a hand could hold unlike"),
        ("square_draw = 2", "square_draw = 0", r"x\.toml: scoring, normal_draw: a winner draws"),
        ('id = "team_2v2"', 'id = "individual"', r"x\.toml: modes, id: one record for each"),
        ("sides = [2, 3]", "sides = [2, 2]", r"x\.toml: modes, team_2v3, sides: sides and seats"),
        ("vetoes = [2, 1]", "vetoes = [2]", r"x\.toml: modes, team_2v3, vetoes: one for each side"),
        ('functions = "ELJ"', 'functions = "ELJM"', r"x\.toml: modes, simplified, turns: two without"),
        ("turns = 2", "turns = 4", r"x\.toml: modes\[0\], turns: Expected `int` <= 3"),
        ("[timers]", "[timer]", r"x\.toml: .*"),
        ("[timers]", "[timers", r"x\.toml: .*line"),
    ],
)
def test_what_is_wrong_in_the_data_file_is_named(old: str, new: str, why: str) -> None:
    """File, record and field."""
    assert old in TEXT
    with pytest.raises(ContentError, match=why):
        parse(TEXT.replace(old, new, 1), "x.toml")


@pytest.mark.rule("DMS-020", "DMS-021", "DMS-022", "DMS-023")
def test_the_54_cards() -> None:
    """40 numeric cards, numbers from 1, sum 220; 12 figures, each function and suit once, and two Media. In the
    simplified game 36 without Aces, sum 216, and no Media."""
    full, simple = table(), table(3, "simplified")
    for t, numbers, total in ((full, range(1, 11), 220), (simple, range(2, 11), 216)):
        people = sorted(t.people.contents())
        assert people == sorted(f"{s}{k}" for s in "SHDC" for k in numbers)
        assert sum(int(c[1:]) for c in people) == total
        assert not any(t.people.slots) and not any(t.power.slots)  # nobody knows any card of either deck
    figures = sorted(f + s for f in "ELJ" for s in "SHDC")
    assert sorted(simple.power.contents()) == figures
    assert sorted(full.power.contents()) == sorted([*figures, "M1", "M2"])
    keys = [c.key for c in components()]
    assert len(set(keys)) == len(keys) == 54
    assert {c.of for c in components()} == {"people", "power"}


@pytest.mark.rule("DMS-022", "DMS-041")
def test_a_shuffle_forgets_and_a_card_is_known_when_it_is_drawn() -> None:
    """Any card of the deck may come; a card that has come may not come again before the next round."""
    m = drive(begun(3), draw("0", "S1"))
    a = chance(m)
    assert a and isinstance(item := a.fields["item"], OneOf)
    assert len(item.values) == 39 and "S1" not in item.values
    t = table(3, hands=["S1 S2 S3 S4 S5", "H1 H2 H3 H4 H5", "D1 D2 D3 D4 D5"], pool=visible("C1:0 C2:1"))
    t.covered[1] = ["C3"]
    m = on(begin, t)
    assert len(m.state.people) == 40 and not any(m.state.people.slots)
    assert not (m.state.hands or m.state.pool or any(m.state.covered.values()))


@pytest.mark.rule("DMS-003", "DMS-004")
def test_what_the_simplified_game_leaves_out() -> None:
    """No third turn, no veto, no Scandal phase; nobody drops out."""
    phases: dict[str, set[str]] = {}
    for mode, n in (("simplified", 4), ("individual", 4), ("team_2v2", 4)):
        m, seen = begun(n, mode=mode), phases.setdefault(mode, set())
        rng = Random(mode)
        while not m.over:
            done = len(m.journal)
            drive(m, at_random(rng, lambda m, done=done: len(m.journal) > done))  # type: ignore[misc]
            seen.add(m.state.phase)
        assert sorted(m.state.dealt) == list(range(n))
    assert not phases["simplified"] & {"unanimous_poll", "unanimous_discard", "scandal_action"}
    assert {"unanimous_poll", "unanimous_discard"} <= phases["individual"] & phases["team_2v2"]
    assert table(3, "simplified").vetoes == [0, 0, 0]


@pytest.mark.rule("DMS-004")
def test_the_scandal_phase_comes_between_the_last_round_and_the_end() -> None:
    t = table(3, figures={0: "M1", 1: "ES"}, power="LS", options={"max_rounds": 1}, round=0)
    m = on(game, t, at_random(Random(1), lambda m: m.state.phase == "scandal_action"))
    assert not m.over and asked(m) == {(0, "point-at")}
    drive(m, at_random(Random(1)))
    assert m.over and m.view(None)["phase"] == "over"


@pytest.mark.rule("DMS-005", "DMS-007")
def test_the_options_are_public_and_frozen() -> None:
    m = drive(begun(3, max_rounds=2, favourite_bonus=7), at_random(Random(1), lambda m: m.state.round == 2))
    for viewer in (None, 0, 2):
        assert m.view(viewer)["options"]["max_rounds"] == 2 and m.view(viewer)["options"]["favourite_bonus"] == 7
    with pytest.raises(AttributeError):
        m.state.options.max_rounds = 3
    assert not {"options"} & {c.move.__name__.lower() for c in GAME.corrections}
    drive(m, at_random(Random(1)))
    assert m.state.round == 2
    for bad in ({"max_rounds": -1}, {"turn_seconds": -1}, {"favourite_bonus": -1}, {"consult_seconds": -1}):
        with pytest.raises(BadMove):
            GAME.options_from(bad)


@pytest.mark.rule("DMS-007")
def test_every_switch_of_the_rules_has_its_default() -> None:
    plain = msgspec.to_builtins(Switches())
    table_of_options = {
        "mode": "individual", "max_rounds": 0, "first_dealer": "random", "team_assignment": "chosen",
        "discard_order": "sequential", "veto_poll": "sequential", "declare_policy": "best",
        "tiebreak_reveal": "outcome", "shortage": "sequential", "square_reveal": "first_only",
        "points_for": "all_showing", "independent_two_media": "keep", "media_target": "hidden_only",
        "media_mandatory": True, "forced_conflict": "max_satisfy", "no_trio_fallback": "no_winner",
        "final_reveal": "all", "consult_seconds": 15, "team_draw_peek": "drawer", "team_trio": "member",
        "team_tiebreak": "any_member", "spokesperson": "strict", "priority3": "bi_then_mono",
        "p3_tiebreak": "team_sum", "independent_p3": False, "favourite_suit": "off", "favourite_bonus": 10,
        "announced_trio": False, "hand_tracking": "known", "turn_seconds": 0,
    }  # fmt: skip
    assert {k: plain[k] for k in table_of_options} == table_of_options


@pytest.mark.rule("DMS-024")
def test_the_first_dealer_is_drawn_or_named() -> None:
    m = begun(4)
    assert asked(m) == {(CHANCE, "drawn")}
    assert drive(m, draw("2")).state.dealer == 2
    m = begun(4, first_dealer="chosen")
    assert asked(m) == {(HOST, "name-dealer")} and offered(m, NameDealer, "seat") == [0, 1, 2, 3]
    assert drive(m, NameDealer(1, by=HOST)).state.dealer == 1
    assert m.state.dealt == [2, 3, 0, 1]


@pytest.mark.rule("DMS-025", "DMS-042", "DMS-043")
def test_deal_order_is_clockwise_from_the_dealers_left_one_card_at_a_time() -> None:
    """Example 28: seats P0 to P3, dealer P3: the sixth card goes to P1."""
    t = table(4, dealer=3)
    order = ["S10", "S1", "S2", "S3", "S4", "S5", *(f"H{k}" for k in range(1, 11)), "D1", "D2", "D3", "D4"]
    m = on(deal, t, draw(*order))
    assert "S5" in m.state.hands[1]
    for seat in range(4):
        assert sorted(m.state.hands[seat]) == sorted(order[seat::4])
    assert table(4, dealer=1).dealt == [2, 3, 0, 1]


@pytest.mark.rule("DMS-042")
def test_every_step_is_taken_in_deal_order() -> None:
    m = drive(begun(3, first_dealer="chosen"), NameDealer(1, by=HOST), deal_any)
    for kind, answers in (("discard-openly", None), ("discard-secretly", pass_), ("consent", agree)):
        for seat in (2, 0, 1):
            assert {by for by, _ in asked(m)} == {seat} and (seat, kind) in asked(m)
            drive(m, *(answers(seat) if answers else [DiscardOpenly(0, by=seat)]), deal_any)
    for seat in (2, 0, 1):
        assert asked(m) == {(seat, "discard-unanimously")}
        drive(m, unanimously(seat, m.state.hands[seat][0]), deal_any)


@pytest.mark.rule("DMS-026", "DMS-029")
def test_what_is_public_at_all_times() -> None:
    t = table(4, "team_2v2", figures={0: "ES LH"}, totals=[3, 0, 0, 0], hands=["S1 S2 S3 S4 S5"] + [""] * 3)
    view = on(round_, table(4, "team_2v2")).view(None)
    assert view["totals"] == [0, 0, 0, 0] and view["figures"] == {}
    view = still(t).view(None)
    assert view["sides"] == [[0, 1], [2, 3]] and view["vetoes"] == [1, 1] and view["dealer"] == 3
    assert view["totals"] == [3, 0, 0, 0] and view["figures"][0] == {"covered": 2}
    assert view["power"] == {"covered": 12} and view["round"] == 1


@pytest.mark.rule("DMS-027")
def test_teams_are_named_or_drawn() -> None:
    m = drive(begun(5, mode="team_2v2_1"), draw("0"))
    assert asked(m) == {(HOST, "name-pair")}
    drive(m, NamePair([4, 1], by=HOST))
    assert offered(m, NameIndependent, "seat") == [0, 2, 3]
    drive(m, NameIndependent(2, by=HOST))
    assert m.state.sides == [[1, 4], [0, 3], [2]] and m.state.independent == 2
    m = drive(begun(5, mode="team_2v3"), draw("0"), NamePair([0, 3], by=HOST))
    assert m.state.sides == [[0, 3], [1, 2, 4]] and m.state.independent is None
    assert refused(drive(begun(5, mode="team_2v3"), draw("0")), NamePair([0], by=HOST)).code == "not-offered"
    m = drive(begun(5, mode="team_2v2_1", team_assignment="random"), draw("0"), draw("3", "2", "1", "0"))
    assert m.state.sides == [[2, 3], [0, 1], [4]]
    m = drive(begun(4, mode="team_2v2", team_assignment="random"), draw("0"), draw("3", "0", "1"))
    assert m.state.sides == [[0, 3], [1, 2]]


@pytest.mark.rule("DMS-040", "DMS-047")
def test_a_round_in_order_and_the_dealer_moves_on_also_when_nobody_won() -> None:
    """Example 18: four seats without a combination: nobody draws, totals stay, the round counts."""
    hands = ["S2 S4 S6 S8 S10", "H2 H4 H6 H8 H10", "D2 D4 D6 D8 D10", "C2 C4 C6 C8 C10"]
    m = drive(begun(4, mode="simplified", first_dealer="chosen"), NameDealer(3, by=HOST))
    drive(m, draw(*(card for five in zip(*map(cards, hands), strict=True) for card in five)))
    phases = [m.state.phase]
    for seat, card in enumerate(("S10", "H10", "D10", "C10")):
        drive(m, openly(seat, card), draw("HDCS"[seat] + "5") if seat < 3 else draw("S5"))
    phases.append(m.state.phase)
    for seat in range(4):
        drive(m, secretly(seat, m.state.hands[seat][2]), draw("SHDC"[seat] + "9"))
    assert phases == ["public_discard", "secret_discard"]
    assert m.state.rounds[0].folded == [0, 1, 2, 3] and m.state.rounds[0].first == []
    assert m.state.totals == [0] * 4 and len(m.state.power) == 12 and m.state.figures == {}
    assert (m.state.round, m.state.dealer, m.state.phase) == (2, 0, "deal")


@pytest.mark.rule("DMS-044", "DMS-331", "DMS-336")
def test_a_seat_sees_its_own_hand_and_figures_and_nobody_elses_not_even_a_teammates() -> None:
    t = table(4, "team_2v2", hands=["S1 S2 S3 S4 S5", "H1 H2 H3 H4 H5", "D1 D2 D3 D4 D5", "C1 C2 C3 C4 C5"],
              figures={0: "ES", 1: "M1 LH"})  # fmt: skip
    m = still(t)
    assert m.view(1)["hands"] == {s: m.state.hands[1] if s == 1 else {"covered": 5} for s in range(4)}
    assert m.view(1)["figures"] == {0: {"covered": 1}, 1: ["M1", "LH"]}
    assert m.view(None)["hands"] == {seat: {"covered": 5} for seat in range(4)}
    assert m.view(None)["figures"] == {0: {"covered": 1}, 1: {"covered": 2}}
    assert not [kind for kind in GAME.kinds if "text" in kind or "say" in kind or "chat" in kind]


@pytest.mark.rule("DMS-045", "DMS-046")
def test_hands_hold_five_cards_and_no_card_is_lost() -> None:
    """After every move of whole matches in every mode: four cards only while the replacement is due."""
    for k, (mode, (_, n)) in enumerate(SEATS.items()):
        m, rng = begun(n, mode=mode), Random(k)
        while not m.over:
            done = len(m.journal)
            drive(m, at_random(rng, lambda m, done=done: len(m.journal) > done))  # type: ignore[misc]
            t = m.state
            every = [*t.everywhere(), *t.people.contents()]
            if t.phase != "deal":
                assert sorted(every) == sorted(t.plan.cards)
                due = sum(len(hand) == 4 for hand in t.hands.values())
                assert due == (t.drawing == "card")
                assert {len(hand) for hand in t.hands.values()} <= {4, 5}


@pytest.mark.rule("DMS-046", "DMS-109")
def test_the_counts_of_example_22() -> None:
    """Four seats, everybody discards in every turn; two visible cards are taken in the secret turn, one in the last."""
    m = drive(begun(4, first_dealer="chosen"), NameDealer(3, by=HOST), deal_any)
    t = m.state
    counts = [(len(t.people), len(t.pool))]
    for seat in range(4):
        drive(m, DiscardOpenly(0, by=seat), deal_any)
    counts.append((len(t.people), len(t.pool)))
    for seat in range(4):
        source = t.pool[0].card if seat < 2 else "deck"
        drive(m, DiscardSecretly(0, source, by=seat), deal_any)
    counts.append((len(t.people), len(t.pool)))
    drive(m, *agree(0, 1, 2, 3))
    counts.append((len(t.people), len(t.pool)))
    for seat in range(3):
        drive(m, unanimously(seat, t.hands[seat][0], t.pool[0].card if seat == 0 else "deck"), deal_any)
    drive(m, unanimously(3, t.hands[3][0]))
    assert counts == [(20, 0), (16, 4), (14, 2), (14, 6)]
    assert (len(t.people), len(t.pool), sum(map(len, t.covered.values()))) == (12, 5, 4)  # the last card is due
    assert sum(map(len, t.hands.values())) == 19


@pytest.mark.rule("DMS-463")
def test_five_seats_use_the_very_last_card() -> None:
    """Example 21."""
    m = drive(begun(5, first_dealer="chosen"), NameDealer(4, by=HOST), deal_any)
    left = [len(m.state.people)]
    for seat in range(5):
        drive(m, DiscardOpenly(0, by=seat), deal_any)
    left.append(len(m.state.people))
    for seat in range(5):
        drive(m, DiscardSecretly(0, "deck", by=seat), deal_any)
    left.append(len(m.state.people))
    drive(m, *agree(0, 1, 2, 3, 4))
    for seat in range(4):
        drive(m, unanimously(seat, m.state.hands[seat][0]), deal_any)
    drive(m, unanimously(4, m.state.hands[4][0]))
    a = chance(m)
    assert left == [15, 10, 5] and a and isinstance(item := a.fields["item"], OneOf) and len(item.values) == 1


@pytest.mark.rule("DMS-330", "DMS-333")
def test_teams_consult_before_the_deal_and_then_play_as_in_the_full_rules() -> None:
    m = on(round_, table(5, "team_2v2_1"))
    assert (4, "deal-now") in asked(m)
    drive(m, DealNow(by=4), deal_any)
    for seat in range(5):
        assert asked(m) == {(seat, "discard-openly")}
        drive(m, DiscardOpenly(0, by=seat), deal_any)
    assert asked(m) == {(0, "discard-secretly"), (0, "pass")}
    with pytest.raises(Refused):
        m.play(Pass(by=1))
    drive(m, *pass_(0, 1, 2, 3, 4), *veto(0, 1))
    assert m.state.phase == "round_end" or m.state.rounds[0].first


@pytest.mark.rule("DMS-333", "DMS-457")
def test_teams_consult_also_where_the_dealer_is_away() -> None:
    """Who deals in their place ends the consultation; marked while it runs too."""
    m = on(round_, table(5, "team_2v2_1", away=[4]))
    assert asked(m) == {(0, "deal-now"), (CLOCK, "rang")} and m.view(None)["dealer"] == 0
    drive(m, MarkAbsent(0, by=HOST))
    assert asked(m) == {(1, "deal-now"), (CLOCK, "rang")}
    drive(m, DealNow(by=1))
    assert m.state.dealer == 1 and m.state.dealt == [2, 3, 1]
