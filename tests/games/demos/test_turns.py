"""The three discard turns and the vetoes (DMS-060..113)."""

from __future__ import annotations

from random import Random

import pytest

from companion.engine import CHANCE, CLOCK, HOST, Match, OneOf, Script
from companion.games.demos.moves import (
    Consent,
    Discarded,
    DiscardOpenly,
    DiscardSecretly,
    DiscardUnanimously,
    MarkAbsent,
    NameDealer,
    NobodyObjects,
    Pass,
    TookVisible,
    TurnedUp,
    Vetoed,
)
from companion.games.demos.state import Table, Taken
from companion.games.demos.turns import poll, public_turn, secret_turn, turn_up, unanimous_turn

from ..driver import AnyMatch, asked, at_random, draw, drive, kinds_told, offered, refused, the_ask
from .tables import (
    agree,
    begun,
    chance,
    deal_any,
    on,
    openly,
    pass_,
    rings,
    seconds,
    secretly,
    table,
    unanimously,
    veto,
    visible,
)

HANDS = ["S1 S2 S3 S4 S5", "H1 H2 H3 H4 H5", "D1 D2 D3 D4 D5"]


def dealt(mode: str = "individual", hands: list[str] = HANDS, **facts: object) -> Table:
    """Three seats, the last deals: 0, 1, 2 is the deal order."""
    return table(len(hands), mode, hands=hands, **facts)  # type: ignore[arg-type]


def shown(m: AnyMatch) -> list[str]:
    return [v.card for v in m.state.pool]


# ---- turn 1


@pytest.mark.rule("DMS-060", "DMS-061", "DMS-062")
def test_a_public_discard_is_one_card_face_up_and_the_replacement_is_seen_by_its_owner_alone() -> None:
    m = on(public_turn, dealt())
    assert asked(m) == {(0, "discard-openly")} and offered(m, DiscardOpenly, "place") == [0, 1, 2, 3, 4]
    assert refused(m, Pass(by=0)).code == refused(m, DiscardOpenly(0, by=1)).code == "not-your-turn"
    assert the_ask(m, DiscardOpenly).fields.keys() == {"place"}  # no source but the deck
    drive(m, openly(0, "S3"))
    for viewer in (None, 1):
        assert m.view(viewer)["pool"] == [{"card": "S3", "seat": 0}] and m.events(viewer) == [Discarded(0, "S3")]
    assert asked(m) == {(CHANCE, "drawn")}
    drive(m, draw("C9"))
    assert m.view(0)["hands"][0] == ["S1", "S2", "S4", "S5", "C9"]
    assert m.view(1)["hands"][0] == m.view(None)["hands"][0] == {"covered": 5}
    assert asked(m) == {(1, "discard-openly")}


@pytest.mark.rule("DMS-063")
def test_simultaneous_public_discards_are_turned_up_together() -> None:
    """All commit, none is seen; then all lie open, and the replacements come in deal order."""
    m = on(public_turn, dealt(options={"discard_order": "simultaneous"}))
    assert {by for by, _ in asked(m)} == {0, 1, 2}
    drive(m, openly(2, "D5"), openly(0, "S1"))
    assert shown(m) == [] and m.view(2)["pool"] == [] and m.view(1)["hands"][0] == {"covered": 5}
    drive(m, openly(1, "H2"))
    assert shown(m) == ["S1", "H2", "D5"] and asked(m) == {(CHANCE, "drawn")}
    drive(m, draw("C1", "C2", "C3"))
    assert [("C1" in m.state.hands[0]), ("C2" in m.state.hands[1]), ("C3" in m.state.hands[2])] == [True] * 3
    m = on(secret_turn, dealt(options={"discard_order": "simultaneous"}))
    assert {by for by, _ in asked(m)} == {0}  # of the public turn only


# ---- turn 2


@pytest.mark.rule("DMS-080", "DMS-081")
def test_passing_is_for_the_full_rules() -> None:
    """Example 23. A pass changes nothing and gives no card."""
    m = on(secret_turn, dealt())
    assert asked(m) == {(0, "discard-secretly"), (0, "pass")}
    drive(m, Pass(by=0))
    assert m.state.hands[0] == ["S1", "S2", "S3", "S4", "S5"] and m.state.covered[0] == []
    assert {by for by, _ in asked(m)} == {1} and kinds_told(m) == ["passed"]
    m = on(secret_turn, dealt("simplified", ["S2 S3 S4 S5 S6", "H2 H3 H4 H5 H6", "D2 D3 D4 D5 D6"]))
    assert asked(m) == {(0, "discard-secretly")} and refused(m, Pass(by=0)).code == "not-your-turn"


@pytest.mark.rule("DMS-082")
def test_a_secret_discard_is_known_to_its_owner_alone() -> None:
    m = on(secret_turn, dealt(), secretly(0, "S3"), draw("C9"))
    assert m.view(0)["covered"][0] == ["S3"]
    for viewer in (None, 1, 2):
        assert m.view(viewer)["covered"][0] == {"covered": 1}
        assert "S3" not in str(m.events(viewer)) and "C9" not in str(m.view(viewer))
    assert kinds_told(m) == ["discarded-covered", "took-deck"]
    other = on(secret_turn, dealt(), secretly(0, "S5"), draw("C9"))
    assert other.view(1) == m.view(1) and other.faces(1) == m.faces(1)


@pytest.mark.rule("DMS-083", "DMS-084", "DMS-085", "DMS-086", "DMS-087")
def test_the_source_is_the_deck_or_a_visible_card_and_everybody_sees_which() -> None:
    """Example 24, and what may not be taken: a face-down discard, a card already taken."""
    m = on(secret_turn, dealt(pool=visible("S7:0 H9:1"), covered={0: [], 1: ["C1"], 2: []}))
    assert offered(m, DiscardSecretly, "source") == ["deck", "S7", "H9"]
    assert the_ask(m, DiscardSecretly).fields.keys() == {"place", "source"}  # at once: no later change
    drive(m, secretly(0, "S1", "S7"))
    assert m.state.hands[0] == ["S2", "S3", "S4", "S5", "S7"]
    assert m.view(None)["taken"] == [{"seat": 0, "card": "S7"}] and m.events(None)[-1] == TookVisible(0, "S7")
    assert offered(m, DiscardSecretly, "source") == ["deck", "H9"]
    assert refused(m, DiscardSecretly(0, "S7", by=1)).code == "not-offered"
    assert refused(m, DiscardSecretly(0, "C1", by=1)).code == "not-offered"
    drive(m, secretly(1, "H1", "H9"))
    assert offered(m, DiscardSecretly, "source") == ["deck"]
    assert m.state.taken == [Taken(0, "S7"), Taken(1, "H9")]


@pytest.mark.rule("DMS-088")
def test_in_the_simplified_game_secret_discards_are_never_turned_up() -> None:
    m = drive(begun(3, mode="simplified", first_dealer="chosen"), NameDealer(2, by=HOST), deal_any)
    for seat in range(3):
        drive(m, DiscardOpenly(0, by=seat), deal_any)
    for seat in range(3):
        drive(m, DiscardSecretly(0, "deck", by=seat), deal_any)
    assert len(m.state.rounds) == 1 and "turned-up" not in kinds_told(m) and "no-veto" not in kinds_told(m)


# ---- the poll


def polled(t: Table, *steps: object) -> Match[Table, bool]:
    return on(poll, t, *steps)  # type: ignore[arg-type]


@pytest.mark.rule("DMS-100", "DMS-101", "DMS-102", "DMS-107")
def test_the_first_veto_ends_the_poll() -> None:
    """Example 25."""
    m = polled(dealt())
    assert asked(m) == {(0, "consent")}
    drive(m, *agree(0))
    assert asked(m) == {(1, "consent")}
    drive(m, *veto(1))
    assert m.over and m.result is False
    assert m.state.vetoes == [1, 0, 1] and m.view(None)["vetoes"] == [1, 0, 1] and m.state.vetoed == [1]
    assert m.events(None) == [Vetoed([1], 0)]
    m = polled(dealt(), *agree(0, 1, 2))
    assert m.over and m.result is True and m.state.vetoes == [1, 1, 1] and kinds_told(m) == ["no-veto"]


@pytest.mark.rule("DMS-101")
def test_sides_are_asked_by_their_first_member_in_deal_order() -> None:
    m = polled(table(5, "team_2v3", dealer=1))  # deal order 2, 3, 4, 0, 1
    assert asked(m) == {(CLOCK, "rang"), *((s, "consent") for s in (2, 3, 4))}
    drive(m, *agree(2, 3, 4))
    assert asked(m) == {(CLOCK, "rang"), *((s, "consent") for s in (0, 1))}


@pytest.mark.rule("DMS-103")
def test_vetoes_of_each_side() -> None:
    assert table(5, "individual").vetoes == [1] * 5
    assert table(4, "team_2v2").vetoes == [1, 1]
    assert table(5, "team_2v3").vetoes == [2, 1]
    assert table(5, "team_2v2_1").vetoes == [1, 1, 1]


@pytest.mark.rule("DMS-104")
def test_a_side_without_vetoes_is_not_asked() -> None:
    """Example 26."""
    m = polled(dealt(vetoes=[0, 1, 0]))
    assert asked(m) == {(1, "consent")}
    for how in ("sequential", "simultaneous", "open"):
        m = polled(dealt(vetoes=[0, 0, 0], options={"veto_poll": how}))
        assert m.over and m.result is True


@pytest.mark.rule("DMS-105", "DMS-107")
def test_simultaneous_answers_are_shown_together_and_every_veto_is_spent() -> None:
    m = polled(dealt(options={"veto_poll": "simultaneous"}))
    assert {by for by, _ in asked(m)} == {0, 1, 2}
    drive(m, *veto(2), *agree(0))
    assert m.view(None)["vetoed"] == [] and m.events(None) == [] and m.state.vetoes == [1, 1, 1]
    drive(m, *veto(1))
    assert m.result is False and m.state.vetoes == [1, 0, 0] and m.state.vetoed == [1, 2]


@pytest.mark.rule("DMS-105", "DMS-106")
def test_an_open_poll_ends_with_the_first_veto_or_when_nobody_objects() -> None:
    """Example 54: five seats, A has no veto left."""
    options = {"veto_poll": "open"}
    hands = ["S1 S2 S3 S4 S5", "H1 H2 H3 H4 H5", "D1 D2 D3 D4 D5", "C1 C2 C3 C4 C5", "S6 S7 S8 S9 S10"]

    def opened() -> AnyMatch:
        return polled(table(5, hands=hands, vetoes=[0, 1, 1, 1, 1], dealer=0, options=options))

    m = opened()
    assert {by for by, kind in asked(m) if kind == "consent"} == {1, 2, 3, 4}
    drive(m, *agree(1), *veto(3))
    assert m.over and m.result is False and m.state.vetoes == [0, 1, 1, 0, 1]
    m = drive(opened(), *agree(1, 2, 3, 4))
    assert m.over and m.result is True
    m = opened()
    assert seconds(m) == [5] and (0, "nobody-objects") not in asked(m)
    drive(m, rings)
    assert (0, "nobody-objects") in asked(m)
    drive(m, NobodyObjects(by=0))
    assert m.over and m.result is True and m.state.vetoes == [0, 1, 1, 1, 1]
    m = drive(opened(), rings, MarkAbsent(0, by=HOST))
    assert (HOST, "nobody-objects") in asked(m)  # a dealer who has left states nothing


@pytest.mark.rule("DMS-106")
def test_at_most_one_veto_of_a_side_in_a_round() -> None:
    for how in ("sequential", "simultaneous", "open"):
        m = polled(table(5, "team_2v3", options={"veto_poll": how}), *veto(0, 1))
        if not m.over:
            drive(m, *agree(2, 3, 4))
        assert m.state.vetoes == [1, 1] and m.state.vetoed == [0]


@pytest.mark.rule("DMS-103", "DMS-338")
def test_a_team_vetoes_only_if_all_of_it_wants_it() -> None:
    """Example 27. One who does not want it settles it, and so does one who is silent when the time ends."""
    t = table(5, "team_2v3", vetoes=[2, 0])
    m = polled(t, *veto(0))
    assert seconds(m) == [15]
    drive(m, *agree(1))
    assert m.result is True and m.state.vetoes == [2, 0]
    m = polled(t, *agree(1))
    assert not m.over  # all are waited for: an early end would tell what the others have said
    m = polled(t, *agree(1), rings)
    assert m.result is True and m.state.vetoes == [2, 0]
    m = polled(t, *veto(0), rings)
    assert m.result is True and m.state.vetoes == [2, 0]
    m = polled(t, *veto(0, 1))
    assert m.result is False and m.state.vetoes == [1, 0]
    m = polled(table(5, "team_2v3", vetoes=[1, 0]), *veto(1, 0))
    assert m.state.vetoes == [0, 0]


@pytest.mark.rule("DMS-338")
@pytest.mark.parametrize("how", ["sequential", "simultaneous", "open"])
def test_what_a_member_has_answered_shows_in_nothing_that_others_see(how: str) -> None:
    """After each answer, and at the end where the team's is the same: the same views, faces and events, teammates
    included, whatever the member has said."""
    t = table(5, "team_2v3", vetoes=[0, 1], options={"veto_poll": how})

    def seen(*steps: object) -> list[object]:
        m = polled(t, *steps)
        return [(m.view(v), m.faces(v), m.events(v), m.over) for v in (None, 0, 1, 3, 4)]

    assert seen(*agree(2)) == seen(*veto(2))
    assert seen(*agree(2), *veto(3)) == seen(*veto(2), *veto(3)) == seen(*veto(2), *agree(3))
    ends = [seen(*agree(2), *veto(3, 4)), seen(*veto(2, 3), *agree(4)), seen(*agree(2, 3, 4))]
    assert ends[0] == ends[1] == ends[2] and ends[0][0][3]  # type: ignore[index]


@pytest.mark.rule("DMS-338", "DMS-105")
def test_what_is_answered_secretly_is_not_answered_on_the_panel() -> None:
    """It lies before all eyes: a team answers on phones, and so do all in a simultaneous poll."""

    def ways(t: Table) -> set[frozenset[str]]:
        return {face.ways for face in polled(t).faces(None) if face.kind == "consent"}

    phone = {frozenset({"phone"})}
    for how in ("sequential", "simultaneous", "open"):
        assert ways(table(4, "team_2v2", options={"veto_poll": how})) == phone
    assert ways(dealt(options={"veto_poll": "simultaneous"})) == phone
    assert ways(dealt()) == ways(dealt(options={"veto_poll": "open"})) == {frozenset()}
    assert ways(table(5, "team_2v2_1", dealer=3)) == {frozenset()}  # the Independent


@pytest.mark.rule("DMS-334", "DMS-337")
def test_a_consultation_has_its_time_and_the_independent_has_none() -> None:
    assert seconds(polled(table(4, "team_2v2", options={"consult_seconds": 0}))) == []
    assert seconds(polled(table(4, "team_2v2", options={"consult_seconds": 40}))) == [40]
    m = polled(table(5, "team_2v2_1", dealer=3))  # the Independent is asked first
    assert asked(m) == {(4, "consent")} and seconds(m) == []
    drive(m, *veto(4))
    assert m.result is False and m.state.vetoes == [1, 1, 0]


@pytest.mark.rule("DMS-102", "DMS-108")
def test_after_a_veto_secret_discards_stay_face_down_and_the_hands_as_they_are() -> None:
    m = drive(begun(3, first_dealer="chosen"), NameDealer(2, by=HOST), deal_any)
    for seat in range(3):
        drive(m, DiscardOpenly(0, by=seat), deal_any)
    drive(m, DiscardSecretly(0, "deck", by=0), deal_any, *pass_(1, 2))
    (hidden,) = m.state.covered[0]
    hands = {s: list(hand) for s, hand in m.state.hands.items()}
    drive(m, *veto(0))
    assert m.state.rounds and m.state.vetoes == [0, 1, 1]
    for r in m.state.rounds[0].shown:
        assert set(r.cards) <= set(hands[r.seat])
    assert not any(isinstance(e, TurnedUp) for e in m.events(None)) and hidden not in str(m.events(1))


# ---- turn 3


@pytest.mark.rule("DMS-109")
def test_secret_discards_are_turned_up_at_once_and_show_who_laid_them() -> None:
    t = dealt(pool=visible("C9:1"), covered={0: ["C1"], 1: [], 2: ["C2"]})

    def third(t: Table) -> Script[None]:
        turn_up(t)
        yield from unanimous_turn(t)

    m = on(third, t)
    assert m.view(None)["pool"] == [{"card": c, "seat": s} for c, s in (("C9", 1), ("C1", 0), ("C2", 2))]
    assert m.events(1) == [TurnedUp(["C1", "C2"])] and m.state.covered == {0: [], 1: [], 2: []}
    assert asked(m) == {(0, "discard-unanimously")}


@pytest.mark.rule("DMS-110", "DMS-111", "DMS-112")
def test_everybody_must_discard_and_those_cards_are_never_shown() -> None:
    m = on(unanimous_turn, dealt(pool=visible("C9:1 C1:0")))
    assert refused(m, Pass(by=0)).code == "not-your-turn"
    assert offered(m, DiscardUnanimously, "source") == ["deck", "C9", "C1"]
    drive(m, unanimously(0, "S1", "C1"), unanimously(1, "H1"), draw("C3"))
    assert shown(m) == ["C9"] and offered(m, DiscardUnanimously, "source") == ["deck", "C9"]
    assert m.view(0)["covered"][0] == ["S1"] and m.view(1)["covered"][0] == {"covered": 1}
    drive(m, unanimously(2, "D1"), draw("C4"))
    assert m.over and shown(m) == ["C9"]
    assert not {"S1", "H1", "D1"} & set(str(m.events(None)).replace("'", " ").split())


@pytest.mark.rule("DMS-113")
def test_the_pool_holds_a_card_for_everybody_when_the_last_turn_begins() -> None:
    """Whole matches: at least as many visible cards as seats at its start, and one to choose from at each step."""
    steps = 0
    for seed in range(8):
        m, rng, before = begun(3 + seed % 3), Random(seed), ""
        while not m.over:
            if m.state.phase == "unanimous_discard" and any(a.move is DiscardUnanimously for a in m.asks()):
                source = the_ask(m, DiscardUnanimously).fields["source"]
                assert isinstance(source, OneOf) and len(source.values) >= 2
                assert before == "unanimous_discard" or len(m.state.pool) >= m.state.n
                steps += 1
            before, done = m.state.phase, len(m.journal)
            drive(m, at_random(rng, lambda m, done=done: len(m.journal) > done))  # type: ignore[misc]
    assert steps > 50


@pytest.mark.rule("DMS-455")
def test_no_limit_unless_one_is_set() -> None:
    assert seconds(on(public_turn, dealt())) == []
    assert seconds(on(public_turn, dealt(options={"turn_seconds": 30}))) == [30]
    assert chance(on(public_turn, dealt(options={"turn_seconds": 30}), rings)) is not None


def test_consent_is_phrased_so_that_yes_agrees() -> None:
    m = polled(dealt())
    assert offered(m, Consent, "agree") == [True, False]
