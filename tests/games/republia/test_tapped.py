"""Republia with everything real, at a running table: whose card comes next, and what a Round costs in taps."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from companion.board import fill
from companion.games.republia.state import RING
from companion.locale import Words
from companion.table.requests import Answer, Status
from tests.table.evenings import NAMES, Evening, evening

from .tapped import SITUATION, ballot, enrich, replenish, second_round, tapped


@pytest.mark.rule("REP-010", "REP-054")
@pytest.mark.parametrize("n", [4, 6])
def test_the_board_says_whose_card_is_dealt(tmp_path: Path, n: int) -> None:
    """Hands deal, so somebody must say to whom: every tap moves on to the next seat, and then it is nobody's."""
    with tapped(tmp_path, n, pair_set="A", six_mode="left_right") as x:
        for seat in range(n):
            assert (x.wanted(), x.drawer()) == ("factions", seat)
            next(None for faction in RING if x.e.tap(faction).ok)
        for seat in range(n):
            assert (x.wanted(), x.drawer()) == ("laws", seat)
            said = fill.prompt(x.e.seen, Words("es", game="republia"))
            assert said.line(x.e.faces()) == f"Ley para {NAMES[seat]}: boca abajo, por el lector"
            assert said.line(x.e.faces(), seat=seat) == "Roba tu ley" and said.draws(x.e.faces(), seat)
            x.draw()
        assert x.wanted() == "" and x.drawer() is None


def test_who_turns_up_what_all_may_see(tmp_path: Path) -> None:
    """REP-057, REP-144: the First President, for the Situation and for the Laws that are applied."""
    with tapped(tmp_path, 4) as x:
        second_round(x)
        replenish(x)
        assert (x.wanted(), x.drawer()) == ("situations", 1)
        x.draw(SITUATION)
        assert x.drawer() is None


@pytest.mark.parametrize(("n", "ballots", "passed", "most"), [(4, 3, 1, 52), (6, 4, 1, 79), (8, 6, 2, 124)])
def test_a_typical_round_by_taps_asks_no_more_than_it_must(
    tmp_path: Path, n: int, ballots: int, passed: int, most: int
) -> None:
    """From Replenishment to the last Law applied: half the Laws pass, one Situation, one card in the open."""
    with tapped(tmp_path, n, no_law_penalty="none_approved") as x:
        second_round(x)
        replenish(x)
        x.draw(SITUATION)
        for k, president in enumerate(list(x.t.order)):
            if k == 1:
                x.tap("mobilization#01")
                (who,) = (seat for seat, kind in x.e.asked() if kind == "choose-target")
                x.answer(who, "choose-target", target=(who + 1) % n)
            x.change(sp=1)
            if k < ballots:
                ballot(x, president, passes=k < passed)
                continue
            x.e.inside(partial(enrich, seat=president))
            x.answer(president, "decree", law=0)
            x.inputs += 1  # grave: the phone asks whether it is meant
        x.change(sp=1)
        x.press("OK")
        while x.wanted() == "pile":
            assert x.drawer() == x.t.first
            x.draw()
        assert x.t.round == 3, "the Round is over"
        assert x.votes == ballots * (n + 1)
        assert x.inputs <= most
        assert x.inputs >= most - 4, "the figure of the rules has gone stale"


@contextmanager
def at_the_slot(folder: Path, *real: str) -> Iterator[Evening]:
    """An open urn with a reader of its own, at a table where these kinds of parts are real."""
    with evening(folder) as e:
        e.start("republia", 4, real=list(real))
        e.do(Status(device="slot", status="ready"))
        open_urn(e)
        yield e


@pytest.mark.rule("REP-086", "REP-207")
def test_the_slot_takes_only_what_is_real_at_this_table(tmp_path: Path) -> None:
    """A card of a kind that is played on phones is refused like any foreign thing, whoever holds it, or nobody."""
    with at_the_slot(tmp_path, "votes") as e:
        held = {card for hand in e.state().hands.values() for card in hand}
        for card in (min(held), next(c for c in sorted(e.state().actions.contents()) if c not in held)):
            assert e.tap(card, "slot").code == "not-for-the-urn"
        assert e.tap("positive#01", "slot").ok and e.tap("positive#01", "slot").code == "read-already"
        assert e.seen.playing and e.seen.playing.urn and e.seen.playing.urn.inside == 1


@pytest.mark.rule("REP-092", "REP-207")
def test_an_early_close_wants_a_second_look(tmp_path: Path) -> None:
    """At the panel OK twice while a vote is missing; a token of votes that are given on phones is foreign."""
    with at_the_slot(tmp_path, "actions") as e:
        assert e.tap("positive#01", "slot").code == "not-for-the-urn"
        assert e.press("OK").ok and e.asked() >= {(0, "repeat-ballot")}, "nothing has been closed"
        assert e.press("OK").ok and e.state().phase == "late-vote"
        assert e.press("DOWN").ok, "the president"
        words = {button: key.word for button, key in e.seen.keys.items() if key.lit}
        assert (words["YES"], words["NO"], words["OK"]) == ("vote.yes", "vote.no", "nobody-claims.word")
        assert e.press("NO").ok and e.state().openly == {0: 0} and e.state().missing == 4, "a vote against, no more"


def open_urn(e: Evening) -> None:
    e.ok(Answer(kind="name-first", fields={"seat": 0}))
    e.ok(Answer(kind="continue"))
    for kind, fields in (("legislate", {"law": 0}), ("end-presentation", {}), ("end-press-conference", {})):
        assert e.answer(0, kind, **fields).ok
