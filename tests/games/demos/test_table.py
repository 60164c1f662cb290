"""Real cards, absent players, clocks, rounds that the table cannot see (DMS-450..462)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.engine import CHANCE, HOST, Deck, Drawn
from companion.games.demos.moves import (
    Announce,
    Assign,
    CloseTurn,
    Confirm,
    DeckRemade,
    DiscardOpenly,
    DiscardSecretly,
    Fold,
    MarkAbsent,
    MarkPresent,
    Missing,
    NameDealer,
    NoteDiscard,
    NoteTaken,
    PointAt,
    ShowCard,
    ShowRest,
    WentAway,
)
from companion.games.demos.resolve import resolve
from companion.games.demos.rules import game, losable
from companion.games.demos.scandal import scandal
from companion.games.demos.state import Table, Visible, zones
from companion.games.demos.turns import poll, public_turn, secret_turn, unanimous_turn

from ..driver import AnyMatch, asked, at_random, draw, drive, kinds_told, offered, refused, tag, the_ask
from .tables import agree, begun, cards, deal_any, on, openly, pass_, rings, seconds, table, veto, visible

HANDS = ["S1 S2 S3 S4 S5", "H1 H2 H3 H4 H5", "D1 D2 D3 D4 D5"]


def dealt(hands: list[str] = HANDS, mode: str = "individual", **facts: Any) -> Table:
    return table(len(hands), mode, hands=hands, **facts)


# ---- real cards


@pytest.mark.rule("DMS-450")
def test_a_card_that_cannot_be_the_one_is_refused_alike_whatever_it_is() -> None:
    """Of another deck, not of this mode, or in somebody's hand: the draw stays open, and nobody hears which it was."""
    m = drive(begun(3, mode="simplified", people_cards="cards"), draw("0"), draw("S5"))
    said = set()
    for card in ("ES", "S1", "M1", "S5"):
        e = refused(m, Drawn("people", card, by=CHANCE))
        said.add((e.code, str(e.to(None)), str(e.to(1))))
    assert len(said) == 1 and asked(m) == {(CHANCE, "drawn")}
    m = on(secret_turn, dealt(pool=visible("C9:1")))
    e = refused(m, DiscardSecretly(7, "H1", by=0))
    assert e.to(1) == e.to(None) == ("not-now", {})


@pytest.mark.rule("DMS-451")
def test_only_who_answers_a_draw_differs() -> None:
    """The same answers, tapped or drawn by the companion, lead to the same table."""
    drawn, tapped = begun(3), begun(3, people_cards="cards", power_cards="cards")
    assert (drawn.state.options.tapped, tapped.state.options.tapped) == (frozenset(), frozenset({"people", "power"}))
    drive(drawn, at_random(Random(4)))
    for move in drawn.journal:
        tapped.play(move)
    assert tapped.over and tapped.result == drawn.result and tapped.events(1) == drawn.events(1)


@pytest.mark.rule("DMS-046", "DMS-451")
def test_every_card_lies_in_one_zone() -> None:
    m, rng = begun(4, people_cards="cards"), Random(7)
    while not m.over:
        done = len(m.journal)
        drive(m, at_random(rng, lambda m, done=done: len(m.journal) > done))  # type: ignore[misc]
        for deck, faces in (("people", m.state.plan.cards), ("power", m.state.plan.figures)):
            lie = [card for zone in zones(m.state)[deck].values() for card in zone]
            assert sorted(lie) == sorted(faces), deck


# ---- time


@pytest.mark.rule("DMS-455")
def test_time_that_runs_out_discards_at_random_and_takes_from_the_deck() -> None:
    limit = {"turn_seconds": 20}
    m = on(public_turn, dealt(options=limit), rings)
    a = the_ask(m, Drawn)
    assert a.fields["deck"].values == ("forced_discard",) and set(a.fields["item"].values) == set(cards(HANDS[0]))  # type: ignore[attr-defined]
    drive(m, draw("S4"))
    assert m.state.pool == [Visible("S4", 0)]
    drive(m, draw("C1"))
    assert asked(m) - {(-2, "rang")} == {(1, "discard-openly")}
    m = on(public_turn, dealt(options={**limit, "discard_order": "simultaneous"}), openly(1, "H1"), rings)
    drive(m, draw("S2", "D2"))
    assert [v.card for v in m.state.pool] == ["S2", "H1", "D2"]
    m = on(unanimous_turn, dealt(options=limit, pool=visible("C9:1")), rings, draw("S1"), draw("C1"))
    assert m.state.covered[0] == ["S1"] and "C1" in m.state.hands[0]


@pytest.mark.rule("DMS-455")
def test_time_that_runs_out_elsewhere() -> None:
    """A pass; an agreement; in the simplified game a discard; at an assignment the drawer keeps; Media at random."""
    limit = {"turn_seconds": 20}
    m = on(secret_turn, dealt(options=limit), rings)
    assert m.state.covered[0] == [] and kinds_told(m) == ["time-ran-out", "passed"]
    m = on(secret_turn, dealt([h.replace("1", "6") for h in HANDS], "simplified", options=limit), rings, draw("S6"))
    assert m.state.covered[0] == ["S6"]
    m = on(poll, dealt(options=limit), rings, rings, rings)
    assert m.over and m.result is True
    m = on(scandal, table(3, figures={0: "M1", 1: "ES LS", 2: "JD"}, options=limit), rings)
    assert set(the_ask(m, Drawn).fields["item"].values) == {"1.0", "1.1", "2.0"}  # type: ignore[attr-defined]
    drive(m, draw("1.1", "H"))
    assert m.over and (m.state.marks[0].seat, m.state.marks[0].slot, m.state.marks[0].suit) == (1, 1, "H")
    m = on(scandal, table(3, figures={0: "M1", 1: "ES LS", 2: "JD"}, options=limit), PointAt(1, by=0), rings)
    assert set(the_ask(m, Drawn).fields["item"].values) == {"1.0", "1.1"}  # type: ignore[attr-defined]
    m = on(scandal, table(3, figures={0: "M1", 1: "ES"}, options={**limit, "media_mandatory": False}), rings)
    assert m.over and m.state.media == {"M1": "declined"}
    m = begun(3, favourite_suit="common", turn_seconds=20, first_dealer="chosen")
    assert seconds(drive(m, NameDealer(0, by=HOST))) == []


# ---- absences


@pytest.mark.rule("DMS-456")
def test_a_seat_marked_absent_in_mid_round_keeps_its_cards_and_folds() -> None:
    """Example 56: marked between its discard and its source, which is then the deck; not asked again this round."""
    m = drive(begun(3, first_dealer="chosen"), NameDealer(2, by=HOST), deal_any)
    for seat in range(3):
        drive(m, DiscardOpenly(0, by=seat), deal_any)
    drive(m, DiscardSecretly(0, "deck", by=0), MarkAbsent(0, by=HOST))
    assert m.events(None)[-1] == WentAway(0) and asked(m) == {(CHANCE, "drawn")}
    drive(m, deal_any)
    kept = list(m.state.hands[0])
    assert len(kept) == 5
    drive(m, DiscardSecretly(0, "deck", by=1), deal_any, DiscardSecretly(0, "deck", by=2), deal_any)
    assert asked(m) == {(1, "consent")}
    drive(m, *agree(1, 2))
    assert len(m.state.pool) == 6 and {by for by, _ in asked(m)} == {1}
    for seat in (1, 2):
        drive(m, lambda m, s=seat: [the_ask(m, m.asks()[0].move).move(by=s, place=0, source="deck")], deal_any)  # type: ignore[misc]
    assert 0 in m.state.rounds[0].folded and m.state.vetoes == [1, 1, 1]


@pytest.mark.rule("DMS-456")
def test_an_absent_seat_is_skipped_at_once_where_it_is_asked_or_would_be() -> None:
    m = drive(on(public_turn, dealt()), MarkAbsent(0, by=HOST))
    assert asked(m) == {(1, "discard-openly")} and len(m.state.hands[0]) == 5
    drive(m, MarkAbsent(2, by=HOST))
    m = on(public_turn, dealt(options={"discard_order": "simultaneous"}), openly(0, "S1"), openly(1, "H1"))
    drive(m, MarkAbsent(2, by=HOST))
    assert [v.card for v in m.state.pool] == ["S1", "H1"]
    m = drive(on(secret_turn, dealt()), MarkAbsent(0, by=HOST))
    assert {by for by, _ in asked(m)} == {1} and kinds_told(m) == ["went-away"]
    m = drive(on(poll, dealt()), MarkAbsent(0, by=HOST), *agree(1), MarkAbsent(2, by=HOST))
    assert m.over and m.result is True
    m = on(resolve, dealt(["S7 S8 S9 H2 D4", "D8 H9 C10 D2 C5", "C2 C4 H6 C8 C10"], left=[0], away=[0]), deal_any)
    assert m.state.rounds[0].folded == [0, 2] and m.state.totals == [0, 12, 0]


@pytest.mark.rule("DMS-456", "DMS-338", "DMS-344")
def test_an_absent_teammate_agrees_to_everything() -> None:
    t = table(4, "team_2v2", away=[1], left=[1])
    m = on(poll, t)
    assert {by for by, kind in asked(m) if kind == "consent"} == {0}
    assert drive(m, *veto(0)).result is False  # every member present wants it
    hands = ["S7 S8 S9 H2 D4", "C2 C4 H6 C8 C10", "D8 H9 C10 D2 C5", "H1 D6 H4 S1 D3"]
    t = table(4, "team_2v2", hands=hands, away=[1], left=[1])
    m = on(resolve, t, draw("ES"), Assign(1, by=0))
    assert m.over and m.state.figures == {1: ["ES"]}
    t.away, t.left = [], []
    m = on(resolve, t, draw("ES"), Assign(1, by=0), MarkAbsent(1, by=HOST))
    assert m.over and m.state.figures == {1: ["ES"]}
    m = on(resolve, t, draw("ES"), Assign(1, by=0), Confirm(False, by=1))
    assert m.state.figures == {0: ["ES"]}
    m = on(resolve, t, draw("ES"), MarkAbsent(0, by=HOST))
    assert m.over and m.state.figures == {0: ["ES"]}


@pytest.mark.rule("DMS-456", "DMS-457")
def test_absent_seats_are_not_dealt_in_never_deal_and_come_back_with_a_round() -> None:
    m = on(game, table(4, round=0, dealer=1, away=[1, 3]))
    assert m.state.dealer == 2 and m.state.dealt == [0, 2]
    drive(m, deal_any)
    assert set(m.state.hands) == {0, 2}
    drive(m, MarkPresent(1, by=HOST))
    assert m.state.dealt == [0, 2] and offered_corrections(m)["mark-present"] == [3]
    drive(m, at_random(Random(3), lambda m: m.state.round == 2))
    assert m.state.dealer == 0 and m.state.dealt == [1, 2, 0]


@pytest.mark.rule("DMS-457")
def test_a_dealer_who_leaves_in_mid_round_stays_dealer_until_it_ends() -> None:
    m = on(game, table(4, round=0, dealer=1), deal_any, MarkAbsent(1, by=HOST))
    assert m.state.dealer == 1
    drive(m, at_random(Random(3), lambda m: m.state.round == 2))
    assert m.state.dealer == 2 and m.state.dealt == [3, 0, 2]


@pytest.mark.rule("DMS-456")
def test_with_fewer_than_two_the_game_waits() -> None:
    m = on(public_turn, dealt(), MarkAbsent(1, by=HOST), MarkAbsent(2, by=HOST), openly(0, "S1"), draw("C1"))
    assert m.over  # the steps of those who are away are skipped
    m = on(game, table(3, round=0, away=[0, 1]))
    assert asked(m) == {(HOST, "mark-present")} and offered(m, MarkPresent, "seat") == [0, 1]
    drive(m, MarkPresent(0, by=HOST), deal_any)
    assert m.state.dealt == [0, 2]


@pytest.mark.rule("DMS-456")
def test_an_absent_seat_can_be_hit_and_can_win() -> None:
    t = table(3, figures={0: "M1", 1: "ED LC JS"}, away=[1])
    m = on(scandal, t, PointAt(1, by=0), Announce(1, "D", by=0))
    assert m.state.marks
    m = on(game, table(3, figures={1: "ED LC JS"}, away=[1], options={"max_rounds": 1}, round=0), at_random(Random(1)))
    assert m.result.winners == (1,)


def offered_corrections(m: AnyMatch) -> dict[str, Any]:
    return {tag(a.move): list(f.choices()) for a in m.corrections_open() for f in a.fields.values()}


# ---- lost cards


@pytest.mark.rule("DMS-460")
def test_an_empty_deck_is_no_source_while_a_card_is_visible() -> None:
    t = dealt(pool=visible("C9:1 C8:2"))
    t.people = Deck.of("people", [])
    m = on(secret_turn, t)
    assert offered(m, DiscardSecretly, "source") == ["C9", "C8"]
    assert refused(m, DiscardSecretly(0, "deck", by=0)).detail["why"] == "deck-empty"


@pytest.mark.rule("DMS-460")
def test_with_deck_and_pool_empty_the_face_down_discards_are_the_deck() -> None:
    """All but the card that the seat has just laid down."""
    t = dealt(covered={0: [], 1: ["C1"], 2: ["C2"]})
    t.people = Deck.of("people", [])
    m = on(unanimous_turn, t, lambda m: [the_ask(m, m.asks()[0].move).move(by=0, place=0, source="deck")])
    assert DeckRemade(2) in m.events(None) and set(the_ask(m, Drawn).fields["item"].values) == {"C1", "C2"}  # type: ignore[attr-defined]
    assert m.state.covered == {0: ["S1"], 1: [], 2: []}


@pytest.mark.rule("DMS-460")
def test_the_host_may_say_that_a_card_is_lost() -> None:
    m = on(public_turn, dealt(), Missing("C7", by=HOST))
    assert m.state.gone == ["C7"] and "C7" not in set(m.state.people.contents()) and len(m.state.people) == 24
    drive(m, Missing("H1", by=HOST))  # it lies in a hand
    assert m.state.gone == ["C7"] and len(m.state.people) == 24
    drive(m, openly(0, "S1"))
    assert losable(m.state) is None  # while a card is due
    m = on(game, table(3, gone=["C7"], round=0))
    assert len(m.state.people) == 39


# ---- hands that the table does not know


def unseen(n: int = 3, steps: tuple[Any, ...] = (), **options: Any) -> AnyMatch:
    return on(game, table(n, round=0, options={"hand_tracking": "reveal_only", **options}), *steps)


def close(m: AnyMatch) -> Any:
    yield CloseTurn(by=m.state.dealer)


def show(seat: int, text: str) -> list[Any]:
    return [ShowCard(card, by=seat) for card in cards(text)]


TO_SHOW = (close, close, *veto(0))


@pytest.mark.rule("DMS-453")
def test_where_hands_are_unknown_the_table_prompts_and_notes_what_is_shown() -> None:
    m = unseen()
    assert asked(m) == {(2, "note-discard"), (2, "close-turn")} and m.state.hands == {}
    drive(m, NoteDiscard("S1", by=2), NoteDiscard("S2", by=2))
    assert m.view(None)["pool"] == [{"card": "S1", "seat": None}, {"card": "S2", "seat": None}]  # whose is not guessed
    drive(m, NoteDiscard("S3", by=2))
    assert asked(m) == {(2, "close-turn")}  # one for each
    drive(m, close)
    assert asked(m) == {(2, "close-turn"), *((s, "note-taken") for s in range(3))}
    drive(m, NoteTaken("S1", by=2), close)
    assert [v.card for v in m.state.pool] == ["S2", "S3"] and asked(m) == {(0, "consent")}
    drive(m, *agree(0, 1, 2), close)
    assert asked(m) == {(0, "show-card"), (0, "fold")}
    drive(m, *show(0, "S7 S8 S9"), Fold(by=1), *show(2, "H2 H3 H4"))
    assert [(r.seat, r.kind, r.score) for r in m.state.rounds[0].shown] == [(0, "seq1", 19), (2, "seq1", 14)]
    assert asked(m) == {(CHANCE, "drawn")} and m.state.totals == [0, 0, 0]
    drive(m, deal_any)
    assert m.state.totals == [19, 0, 14]


@pytest.mark.rule("DMS-453", "DMS-140")
def test_the_unplayed_cards_are_asked_of_tied_seats_alone() -> None:
    """Example 13. Nobody else sees them."""
    m = unseen(steps=(*TO_SHOW, *show(0, "S4 S5 S6"), *show(1, "H8 H9 D10"), *show(2, "C8 C9 C7")))
    assert m.state.rounds[0].first == [2]  # 19: no tie, nobody is asked
    m = unseen(steps=(*TO_SHOW, *show(0, "S4 S5 S6"), *show(1, "H8 H9 D10"), *show(2, "C5 D6 C7")))
    assert asked(m) == {(0, "show-rest")}
    drive(m, ShowRest("H10", by=0), ShowRest("D9", by=0))
    assert m.view(0)["rest"][0] == ["H10", "D9"] and m.view(1)["rest"][0] == {"covered": 2}
    assert "H10" not in offered(m, ShowRest, "card")
    drive(m, ShowRest("H2", by=1), ShowRest("H3", by=1))
    assert (m.state.rounds[0].first, m.state.rounds[0].decided) == ([1], "tb1")
    m = unseen(steps=(*TO_SHOW, Fold(by=0), Fold(by=1), Fold(by=2)))
    assert m.state.rounds[0].folded == [0, 1, 2]


@pytest.mark.rule("DMS-454")
def test_a_declaration_that_cannot_be_is_refused_card_by_card() -> None:
    m = unseen(steps=(NoteDiscard("S1", by=2), close, close, *veto(0), *show(0, "S7 S8")))
    assert offered(m, ShowCard, "card") == [f"{s}{k}" for s in "SHDC" for k in (6, 9)]
    assert refused(m, ShowCard("D2", by=0)).detail["why"] == "no-combination"
    assert refused(m, ShowCard("S7", by=0)).detail["why"] == "elsewhere"
    assert refused(m, ShowCard("S1", by=0)).detail["why"] == "elsewhere"  # it lies in the pool
    drive(m, *show(0, "S9"))
    for card in ("S7", "S8", "S9"):
        assert refused(m, ShowCard(card, by=1)).detail["why"] == "elsewhere"
    drive(m, *show(1, "H5 D5 S5"))
    assert offered(m, ShowCard, "card") == ["C5"]
    drive(m, *show(1, "C5"))
    assert m.state.showing[1] == cards("H5 D5 S5 C5") and asked(m) == {(2, "show-card"), (2, "fold")}
    assert refused(m, ShowCard("ES", by=2)).code == "not-offered"


@pytest.mark.rule("DMS-454")
def test_a_card_that_somebody_was_seen_taking_is_nobody_elses() -> None:
    """Not in what is shown, and not among the unplayed cards of a tie."""
    start = (NoteDiscard("S7", by=2), close, NoteTaken("S7", by=0), close, *veto(0))
    m = unseen(steps=(*start, Fold(by=0)))
    assert "S7" not in offered(m, ShowCard, "card") and "H7" in offered(m, ShowCard, "card")
    assert refused(m, ShowCard("S7", by=1)).detail["why"] == "elsewhere"
    m = unseen(steps=start)
    assert "S7" in offered(m, ShowCard, "card")  # its own
    drive(m, *show(0, "H4 D5 C6"), *show(1, "C4 H5 D6"), Fold(by=2))
    assert "S7" in offered(m, ShowRest, "card")
    drive(m, ShowRest("H10", by=0), ShowRest("D10", by=0))
    assert asked(m) == {(1, "show-rest")} and "S7" not in offered(m, ShowRest, "card")


@pytest.mark.rule("DMS-456", "DMS-455")
def test_who_leaves_or_is_late_with_the_rest_of_a_tied_hand_loses_the_tie() -> None:
    """The round goes on without it; what it has shown stays shown, and is banked."""
    tied = (*TO_SHOW, *show(0, "H4 D5 C6"), *show(1, "C4 H5 D6"), Fold(by=2))
    m = unseen(steps=(*tied, MarkAbsent(0, by=HOST)))
    assert asked(m) == {(1, "show-rest")}
    drive(m, ShowRest("H10", by=1), ShowRest("D10", by=1), deal_any)
    assert (m.state.rounds[0].first, m.state.rounds[0].decided) == ([1], "unshown") and m.state.totals == [8, 8, 0]
    m = unseen(steps=(*tied, ShowRest("H10", by=0), ShowRest("D10", by=0), MarkAbsent(1, by=HOST), deal_any))
    assert m.state.rounds[0].first == [0]
    m = unseen(steps=(*tied, ShowRest("H10", by=0), MarkAbsent(0, by=HOST), MarkAbsent(1, by=HOST)))
    assert (m.state.rounds[0].first, m.state.rounds[0].decided) == ([0, 1], "unshown")  # neither can be compared
    limit = unseen(turn_seconds=20, steps=(*tied, rings))
    assert (1, "show-rest") in asked(limit) and (0, "show-rest") not in asked(limit)


def test_a_folded_card_goes_back_to_the_unknown() -> None:
    m = unseen(steps=(*TO_SHOW, *show(0, "S7 S8"), Fold(by=0)))
    assert m.state.showing[0] == [] and "S7" in offered(m, ShowCard, "card")


@pytest.mark.rule("DMS-453")
def test_a_whole_match_of_unknown_hands() -> None:
    for mode, n in (("simplified", 3), ("individual", 5), ("team_2v2", 4)):
        m = drive(begun(n, mode=mode, hand_tracking="reveal_only"), at_random(Random(mode)))
        assert m.over and m.state.hands == {} and len(m.state.power) == 0


@pytest.mark.rule("DMS-461", "DMS-462")
def test_the_order_of_seats_decides_about_too_few_figures_and_nothing_else() -> None:
    """The same hands at other places: the same winner, the same points."""
    hands = ["S4 S5 S6 H10 D9", "H8 H9 D10 H2 H3", "C2 C4 H6 C8 C10"]
    for k in range(3):
        turned = hands[k:] + hands[:k]
        for dealer in range(3):
            m = on(resolve, dealt(turned, dealer=dealer), deal_any)
            assert turned[m.state.rounds[0].first[0]] == hands[1]
            assert sorted(m.state.totals) == [0, 16, 16]


def test_what_is_asked_in_a_typical_round() -> None:
    """RULES.md, inputs of one round with five seats: 20 where the table deals, 60 where people deal and tap."""
    m = drive(begun(5, first_dealer="chosen", people_cards="cards", power_cards="cards"), NameDealer(4, by=HOST))
    start = len(m.journal)
    drive(m, deal_any)
    for seat in range(5):
        drive(m, DiscardOpenly(0, by=seat), deal_any)
    for seat in range(4):
        drive(m, DiscardSecretly(0, "deck", by=seat), deal_any)
    drive(m, *pass_(4), *agree(*range(5)))
    for seat in range(5):
        drive(m, lambda m, s=seat: [the_ask(m, m.asks()[0].move).move(by=s, place=0, source="deck")], deal_any)  # type: ignore[misc]
    people = [move for move in m.journal[start:] if move.by >= 0]
    draws = [move for move in m.journal[start:] if isinstance(move, Drawn)]
    own = [move for move in draws if move.deck == "people"][:39]
    assert len(people) == 20  # the phones' sends
    assert len(own) == 39 and len(people) + len(own) + 1 == 60  # and where people deal: 25, 14, a figure
