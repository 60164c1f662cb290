"""What goes wrong at a real table of Republia ends in a clear message, and nothing is lost.

Here: a wrong card in the urn, too many papers, a token nobody enrolled, a card of a player in Prison, a Special during
the application of Laws, two instant cards at once, an empty Law deck, an empty bank, the reader of the urn lost in
mid-vote, and the plug pulled with the urn open.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.board import fill
from companion.games.republia.scene.wording import sentence
from companion.locale import Words
from companion.table.requests import Answer, Drop, Reply, Status, Tap

from .tapped import SITUATION, Tapped, replenish, second_round, tapped

ES = Words("es", game="republia")


@pytest.fixture
def x(tmp_path: Path) -> Iterator[Tapped]:
    with tapped(tmp_path, 4) as table:
        yield table


def line(x: Tapped) -> str:
    """The sentence at the top of the board."""
    playing = x.e.seen.playing
    assert playing is not None
    now = fill.situation(x.e.seen, playing, playing.views[None], playing.faces[None], {}, None, ES)
    return sentence(now, ES)


def everything(x: Tapped) -> tuple[Any, ...]:
    """All that could be lost: the match, what it waits for, and what lies in the urn."""
    urn = x.e.seen.playing.urn if x.e.seen.playing else None
    return x.e.inside(lambda e: e.session.match.fingerprint()), x.e.asked(), urn and (urn.inside, urn.roll)


def said(x: Tapped, reply: Reply) -> str:
    """The refusal stands on the board in words of its own."""
    assert not reply.ok and x.e.seen.notice is not None and x.e.seen.notice.code == reply.code
    for language in ("es", "en"):
        words = Words(language, game="republia")
        assert words.has(f"refusal.{reply.code}.why") and words.has(f"refusal.{reply.code}.now")
    return reply.code


def refused_tap(x: Tapped, key: str, reader: str = "table") -> str:
    """This tap changes nothing; what the board says of it."""
    before = everything(x)
    code = said(x, x.e.tap(key, reader))
    assert everything(x) == before
    return code


def open_urn(x: Tapped) -> int:
    """The ballot of the first president of the first Round."""
    x.deal()
    x.answer(0, "legislate", law=0)
    x.press("OK", "OK")
    return 0


@pytest.mark.rule("REP-086")
@pytest.mark.parametrize("key", ["RL20", "SOC", SITUATION])
def test_what_is_no_paper_does_not_go_into_the_urn(x: Tapped, key: str) -> None:
    open_urn(x)
    x.tap("positive#01", "slot")
    assert refused_tap(x, key, "slot") == "not-for-the-urn"


def test_a_token_nobody_enrolled(x: Tapped) -> None:
    open_urn(x)
    for reader in ("slot", "table"):
        before = everything(x)
        assert said(x, x.e.do(Tap(uid="04FFFFFFFFFFFF", reader=reader))) == "unknown-tag"
        assert everything(x) == before


@pytest.mark.rule("REP-098")
def test_more_papers_than_due(x: Tapped) -> None:
    """All come out unseen and it is voted again; a card that fell stays, and nobody has lost one."""
    open_urn(x)
    hands = dict(x.t.hands)
    for k in range(1, 7):
        x.tap(f"positive#{k:02}", "slot")
    x.tap(hands[1][0], "slot")
    assert line(x) == "Sobra 1 voto: Ana cierra y se vota otra vez"
    x.press("OK")
    assert x.e.seen.playing is not None
    assert any(type(t.event).__name__ == "TooManyVotes" for t in x.e.seen.playing.told)
    assert x.e.seen.playing.urn is not None and x.e.seen.playing.urn.inside == 0
    assert x.t.hands == hands and x.t.legislated == 0
    for k in range(1, 6):
        x.tap(f"positive#{k:02}", "slot")
    x.press("OK", "OK")
    assert x.t.legislated == 1


def in_second_round(x: Tapped, *cards: str) -> None:
    """Each in turn has drawn one of these Action cards."""
    second_round(x)
    for card in cards:
        x.draw()
        x.draw(card)
    x.draw(SITUATION)


@pytest.mark.rule("REP-135")
def test_a_card_of_a_player_in_prison(x: Tapped) -> None:
    """It is played neither in the open nor, by phone, in the urn; the hand stays as it was."""
    in_second_round(x, "removal#01", "mobilization#01", "mobilization#02", "absenteeism#01")
    x.tap("removal#01")
    x.answer(1, "choose-target", target=2)
    assert 2 in x.t.prison and "mobilization#01" in x.t.hands[2]
    assert refused_tap(x, "mobilization#01") in ("not-this-one", "tag-elsewhere")
    x.answer(1, "legislate", law=0)
    x.press("OK", "OK")
    before = everything(x)
    reply = x.e.do(Drop(papers=["positive"], chair=2, extra=0))
    assert not reply.ok and everything(x) == before, "who is in Prison votes openly"


@pytest.mark.rule("REP-145")
def test_a_special_tapped_while_the_laws_are_applied(x: Tapped) -> None:
    second_round(x)
    x.e.inside(pay_all)
    for card in range(1, 5):
        x.draw()
        x.draw(f"absenteeism#{card:02}")
    x.draw(SITUATION)
    for president in list(x.t.order):
        x.change(sp=1)
        x.answer(president, "decree", law=0)
    x.change(sp=1)
    x.press("OK")
    assert x.wanted() == "pile"
    assert refused_tap(x, "absenteeism#01") == "not-this-one"
    x.draw()
    assert len(x.t.applied) == 1, "and the next Law goes on"


def pay_all(e: Any) -> None:
    """Power for any decree."""
    t = e.session.match.state
    for seat in t.pp:
        t.pp[seat] += 3
    t.bank -= 3 * t.n


@pytest.mark.rule("REP-124", "REP-126")
def test_two_instant_cards_at_once(x: Tapped) -> None:
    """The first is played to its end; the second keeps, and can be tapped again."""
    in_second_round(x, "mobilization#01", "mobilization#02", "mobilization#03", "absenteeism#01")
    x.tap("mobilization#01")
    assert refused_tap(x, "mobilization#02") == "not-this-one"
    assert "mobilization#02" in x.t.hands[2]
    x.answer(1, "choose-target", target=3)
    x.tap("mobilization#02")
    x.answer(2, "choose-target", target=0)
    assert x.t.mobilized == [3, 0]


def test_two_cards_on_the_reader_together(x: Tapped) -> None:
    in_second_round(x, "mobilization#01", "mobilization#02", "mobilization#03", "absenteeism#01")
    before = everything(x)
    x.e.do(Status(device="table", status="two-tags"))
    assert x.e.seen.notice is not None and x.e.seen.notice.code == "two-tags"
    assert everything(x) == before


@pytest.mark.rule("REP-199")
def test_an_empty_law_deck_asks_for_no_tap(x: Tapped) -> None:
    """Replenishment goes on with Action cards: nobody waits for a Law that is not there."""
    second_round_without_laws(x)
    assert x.wanted() == "actions"
    replenish_cards(x)
    assert all(not laws for laws in x.t.held.values()) and x.t.round >= 2


def second_round_without_laws(x: Tapped) -> None:
    """All Laws lie in the Drawer when the second Round begins."""
    x.deal()
    for seat in range(x.n):
        x.change(sp=1)
        assert x.e.answer(seat, "veto", law=0).ok

    def put(e: Any) -> None:
        t = e.session.match.state
        t.cabinet.shuffle([*t.laws.contents()])
        t.laws.loose.clear()
        t.laws.slots.clear()
        t.sp = 1

    x.e.inside(put)
    assert x.e.answer(x.n - 1, "end-turn").ok


def replenish_cards(x: Tapped) -> None:
    for _ in range(x.n):
        assert x.wanted() == "actions"
        x.draw()


@pytest.mark.rule("REP-199")
def test_an_empty_bank_pays_nobody_and_stops_nothing(x: Tapped) -> None:
    x.deal()
    for seat in range(x.n):
        x.change(sp=1)
        assert x.e.answer(seat, "veto", law=0).ok

    def rob_the_bank(e: Any) -> None:
        t = e.session.match.state
        t.pp[0] += t.bank
        t.bank, t.sp = 0, 1

    x.e.inside(rob_the_bank)
    before = dict(x.t.pp)
    assert x.e.answer(x.n - 1, "end-turn").ok
    replenish(x)
    assert x.t.pp == before and x.wanted() == "situations"


def test_the_reader_of_the_urn_lost_in_mid_vote(x: Tapped) -> None:
    """It is said; what has fallen in stays counted; the rest votes by phone, and nothing is asked twice."""
    open_urn(x)
    x.tap("positive#01", "slot")
    x.tap("positive#02", "slot")
    before = everything(x)
    x.e.do(Status(device="slot", status="not-connected"))
    alarm = x.e.seen.notice
    assert alarm is not None and alarm.code == "device-not-connected"
    assert everything(x) == before
    for seat in (2, 3):
        assert x.e.do(Drop(papers=["negative"], chair=seat)).ok
    assert x.e.seen.playing is not None and x.e.seen.playing.urn is not None and x.e.seen.playing.urn.inside == 4
    x.e.do(Status(device="slot", status="ready"))
    x.tap("positive#03", "slot")
    assert x.e.do(Answer(kind="contents", chair=0)).ok
    assert x.e.answer(0, "accept-count").ok and x.t.legislated == 1


@pytest.mark.rule("REP-091")
def test_the_plug_pulled_with_the_urn_open(x: Tapped) -> None:
    """Papers, the token that has counted, and the card beside them: all is there again."""
    open_urn(x)
    for key in ("positive#01", "positive#02", x.t.hands[1][0]):
        x.tap(key, "slot")
    before = everything(x)
    again = x.e.again()
    x.e.table, x.e.clock = again.table, again.clock
    assert everything(x) == before
    x.e.do(Status(device="slot", status="ready"))
    assert not x.e.tap("positive#01", "slot").ok, "it has counted"
    for key in ("positive#03", "negative#01", "negative#02"):
        x.tap(key, "slot")
    x.press("OK", "OK")
    assert x.t.legislated == 1


@pytest.mark.rule("REP-041", "REP-145")
def test_a_law_taken_from_the_drawer_can_be_turned_up_at_once(x: Tapped) -> None:
    """The last veto of a Round lands on 6, and the Laws are applied with nobody asked between: two draws, one card."""
    x.deal()
    for seat in range(x.n):
        last = seat == x.n - 1
        x.change(sp=5 if last else 1)
        if last:  # no cards: nobody ends the Round
            x.change(situation="dnu", in_force=True, rule=x.t.plan.situations["dnu"])
        assert x.e.answer(seat, "veto", law=0).ok
    assert x.wanted() == "drawer"
    law = sorted(x.t.cabinet.contents())[0]
    x.tap(law)
    assert x.wanted() == "pile"
    x.tap(law)
    assert [done.law for done in x.t.applied] == [law]
