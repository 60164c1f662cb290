"""Republia at the table: the open urn on disk, taps through the slot, and what a tap of a card may mean."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.engine import CHANCE, HOST, URN, Refused
from companion.games.republia import GAME
from companion.games.republia import moves as m
from companion.games.republia.state import type_of
from companion.table.journal import Header, Journal
from companion.table.session import Session

from ..driver import kinds_told

NAMES = ["Ana", "Bruno", "Carla", "Diego", "Elena", "Félix", "Gala", "Hugo"]


def begin(folder: Path, n: int = 4, match: str = "m1", seed: bytes = b"s" * 32, **options: Any) -> Session:
    header = Header(match, GAME.id, n, options, NAMES[:n], list(range(n)), 1, "es")
    session = Session.begin(GAME, folder, header, seed, {})
    session.play(m.NameFirst(0, by=HOST), "host")
    session.play(m.Continue(by=HOST), "host")
    return session


def to_urn(session: Session) -> Session:
    by = session.match.state.president
    session.play(m.Legislate(0, by=by), "phone")
    session.play(m.EndPresentation(by=by), "phone")
    session.play(m.EndPressConference(by=by), "phone")
    assert session.urn is not None
    return session


def again(session: Session, folder: Path) -> Session:
    """The plug is pulled, and the table taken up from disk."""
    path = next(folder.glob("m1*"))
    session.journal.close()
    return Session(GAME, Journal(path), folder)


@pytest.mark.rule("REP-091", "REP-206", "REP-086")
def test_the_open_urn_survives_the_plug(tmp_path: Path) -> None:
    """W-83: 3 of 5 again, the same token counts nothing, whoever voted is not asked again, hands unchanged."""
    session = to_urn(begin(tmp_path, real=["votes"]))
    session.drop(["positive", "negative"], seat=0)
    session.drop(["positive"], seat=1, extra=session.match.state.cards[1].index("fraud"))
    session.drop(["negative#03"])
    hands = session.match.state.cards
    session = again(session, tmp_path)
    assert session.box is not None and (session.box.inside, session.box.roll) == (4, {0, 1})
    with pytest.raises(Refused, match="urn-refuses"):
        session.drop(["negative#03"])
    with pytest.raises(Refused, match="already-answered"):
        session.drop(["positive"], seat=1)
    assert session.match.state.cards == hands
    session.drop(["negative#04"])
    session.close_urn("panel")
    session.play(m.AcceptCount(by=0), "panel")
    assert "rejected" in kinds_told(session.match) and "fraud" not in session.match.state.cards[1]
    assert not [*tmp_path.glob("urn*")]


@pytest.mark.rule("REP-089", "REP-090")
def test_no_row_of_the_journal_links_a_ballot_to_a_seat(tmp_path: Path) -> None:
    """The same ballot, cast by other hands in another order, is the same row."""
    rows = []
    for turn, (name, order) in enumerate({"a": (0, 1, 2, 3), "b": (3, 2, 1, 0)}.items()):
        folder = tmp_path / name
        folder.mkdir()
        session = to_urn(begin(folder))
        signs = {0: ["positive", "negative"], 1: ["positive"], 2: ["negative"], 3: ["positive"]}
        if turn:
            signs = {0: ["positive", "positive"], 1: ["negative"], 2: ["positive"], 3: ["negative"]}
        for seat in order:
            session.drop(signs[seat], seat=seat)
        session.close_urn("table")
        rows.append([(r.kind, r.body, r.source) for r in session.journal.rows()])
    assert rows[0] == rows[1]
    assert sum(b'"contents"' in body for _, body, _ in rows[0]) == 1


@pytest.mark.rule("REP-087", "REP-088")
def test_what_lies_beside_the_votes_moves_no_number(tmp_path: Path) -> None:
    session = to_urn(begin(tmp_path, real=["votes", "actions"]))
    assert session.box is not None
    session.drop(["positive#01"])
    before = session.box.inside
    session.drop([session.match.state.hands[1][0]])
    assert session.box.inside == before == 1


@pytest.mark.rule("REP-090")
def test_undo_reaches_neither_into_an_open_urn_nor_past_a_count(tmp_path: Path) -> None:
    session = to_urn(begin(tmp_path))
    with pytest.raises(Refused, match="urn-is-open"):
        session.undo()
    for seat, papers in {0: ["positive", "positive"], 1: ["positive"], 2: ["negative"], 3: ["negative"]}.items():
        session.drop(papers, seat=seat)
    session.close_urn("table")
    with pytest.raises(Refused, match="nothing-to-undo"):
        session.undo()


def test_real_cards_are_asked_for_by_name_and_shown_by_type(tmp_path: Path) -> None:
    """A tap names the very card; no face does."""
    session = begin(tmp_path, real=["actions"])
    (ask,) = [a for a in session.match.asks() if a.move is m.PlayLeadership]
    assert ask.keys["card"] == tuple(session.match.state.hands[0])
    assert "#" not in str(session.match.faces(0)) and "leadership" in str(session.match.faces(0))
    assert {c.key for c in GAME.components if c.of == "actions"} == {
        *session.match.state.actions.contents(),
        *(c for hand in session.match.state.hands.values() for c in hand),
    }


def test_every_card_lies_in_one_zone(tmp_path: Path) -> None:
    session = begin(tmp_path, real=["actions"])
    assert GAME.zones is not None
    zones = GAME.zones(session.match.state)
    laws, actions = ([f for zone in zones[k].values() for f in zone] for k in ("laws", "actions"))
    assert len(laws) == len(set(laws)) == 76 and len(actions) == len(set(actions)) == 79
    assert all(type_of(c) in session.match.state.plan.actions for c in actions)
    assert not any(a.by in (CHANCE, URN) for a in session.match.asks())
