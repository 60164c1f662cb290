"""Vote tokens that are tapped as they go into a real urn: each counts once, and a lost one holds nobody up."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.board.fill import pointing
from companion.engine import CHANCE, HOST, Refused
from companion.games.democracia import GAME, board
from companion.games.democracia import events as e
from companion.games.democracia import moves as m
from companion.games.democracia.election import count, fill
from companion.games.democracia.state import Table
from companion.games.democracia.urn import into_urn
from companion.locale import Words
from companion.table import fair
from companion.table.archive import export, listing, load
from companion.table.requests import Status, Tap, Undo
from companion.table.session import audit
from tests.web.evening import evening, page

from .killed import Memories, one_answer
from .staged import LANGUAGES, At
from .tables import B1, R1, lay, revealing, run, table, told, vote

TAPPED = {"real": ["urn", "votes"]}


@pytest.fixture
def x(tmp_path: Path) -> Iterator[At]:
    with evening(tmp_path, games={GAME.id: GAME}) as e:
        yield At(e)


def asks(match: Any) -> set[tuple[int, str]]:
    return {(a.by, a.kind) for a in match.asks()}


# ---- the rule


@pytest.mark.rule("DEM-203", "DEM-034", "DEM-503")
def test_votes_of_a_card_go_in_one_by_one() -> None:
    """They have left the reserve at once, and are in the urn as each is tapped; it is told once."""
    t = table(4, options=TAPPED)
    lay(t, "LID-B1", "CAM-02")
    match = revealing(t, B1, "LID-B1", money=9)
    assert match.state.at_hand == {"blue": 2} and (match.state.votes["blue"], len(match.state.urn)) == (28, 0)
    assert asks(match) == {(HOST, "all-in"), (HOST, "drop-vote"), (B1, "all-in")}
    match.play(m.DropVote("blue", by=HOST))
    assert match.state.at_hand == {"blue": 1} and match.state.inside == {"blue": 1}
    match.play(m.DropVote("blue", by=HOST))
    assert not match.state.at_hand and match.state.inside == {"blue": 2} == dict(match.state.urn.loose)
    assert told(match, e.VotesIn) == [e.VotesIn("blue", 2)] and not match.state.put_in
    assert "all-in" not in {kind for _, kind in asks(match)}


@pytest.mark.rule("DEM-202", "DEM-203")
@pytest.mark.parametrize("debate", [False, True])
def test_votes_of_an_election_go_in_of_both_colours_together(debate: bool) -> None:
    """One question for both, in any order; a colour that is not due any more is refused; then the urn is shaken."""
    t = table(4, options=TAPPED | {"debate": debate}, environment="stability")
    t.candidates = {"blue": B1, "red": R1}
    n = len(board.neutral(t)) // (2 if debate else 1)  # level: half of it
    match = run(t, fill)
    assert match.state.at_hand == {"blue": n, "red": n}
    assert asks(match) == {(HOST, "all-in"), (HOST, "drop-vote")}, "nobody's turn"
    for _ in range(n):
        match.play(m.DropVote("red", by=HOST))
    with pytest.raises(Refused) as refused:
        match.play(m.DropVote("red", by=HOST))
    assert refused.value.to(None)[1]["why"] == "no-vote-due"
    match.play(m.DropVote("blue", by=HOST))
    match.play(m.AllIn(by=HOST))
    assert match.state.inside == {"blue": n, "red": n} and not match.state.at_hand
    assert asks(match) == {(HOST, "shaken")}


@pytest.mark.rule("DEM-034")
def test_what_the_reserve_does_not_have_is_not_waited_for() -> None:
    t = table(4, options=TAPPED)
    vote(t, blue=29, red=30)
    match = run(t, lambda t: into_urn(t, {"blue": 2, "red": 2}))
    assert match.state.at_hand == {"blue": 1}
    match.play(m.DropVote("blue", by=HOST))
    assert match.over and match.state.inside == {"blue": 30, "red": 30}


@pytest.mark.rule("DEM-203")
@pytest.mark.parametrize("real", [[], ["urn"], ["votes"], ["votes", "cards"]])
def test_votes_are_tapped_into_a_real_urn_only(real: list[str]) -> None:
    match = run(table(4, options={"real": real}), lambda t: into_urn(t, {"blue": 2}))
    assert match.over and match.state.inside == {"blue": 2} == match.state.put_in and not match.state.at_hand
    assert ("urn" in GAME.options_from({"real": real}).tapped) == ("urn" in real)


@pytest.mark.rule("DEM-034", "DEM-203")
def test_a_recount_while_votes_go_in_speaks_of_those_that_are_in() -> None:
    """What is at hand still is no part of it, and can be said to lie in the urn by nobody."""
    t = table(4, options=TAPPED)
    vote(t, blue=28)
    match = run(t, lambda t: into_urn(t, {"blue": 2}))
    match.play(m.DropVote("blue", by=HOST))
    with pytest.raises(Refused):
        match.play(m.RecountUrn({"blue": 30}, by=HOST))
    match.play(m.RecountUrn({"blue": 20}, by=HOST))
    assert told(match, e.UrnDiffers) == [e.UrnDiffers("blue", 29, 20)] and match.state.votes["blue"] == 9
    assert match.state.at_hand == {"blue": 1}
    match.play(m.RecountUrn({}, by=HOST))
    assert len(match.state.urn) == 0 and match.state.votes["blue"] == 29, "nothing is in it"
    match.play(m.AllIn(by=HOST))
    assert match.over and match.state.inside["blue"] == 1 == len(match.state.urn)


# ---- at a real table


def votes_of_a_card(t: Table) -> Any:
    t.turn = B1
    yield from into_urn(t, {"blue": 3, "red": 1})
    t.turn = None
    yield from count(t)


@pytest.mark.rule("DEM-203", "DEM-034")
def test_tokens_on_the_reader_go_in_and_each_counts_once(x: At) -> None:
    x.stage(x.begin(4, real=["urn", "votes"]), votes_of_a_card)
    told = len(x.e.playing.told)
    assert x.tap("vote-blue#07").ok and x.tap("vote-red#30").ok
    assert x.t.at_hand == {"blue": 2} and x.t.inside == {"blue": 1, "red": 1}
    assert x.refused_tap("vote-red#01") == "no-vote-due"
    assert x.refused_tap("vote-blue#07") == "read-already", "it is in already"
    assert x.refused_tap("vote-green#01") == "not-in-this-match"
    assert len(x.e.playing.told) == told, "the log tells of votes once, not of every token"
    assert x.tap("vote-blue#08").ok and x.tap("vote-blue#09").ok
    assert (CHANCE, "drawn") in x.asked() and not x.t.at_hand
    assert x.refused_tap("vote-blue#01") == "tag-elsewhere", "what lies in the reserve does not come out of the urn"
    assert x.tap("vote-blue#07").ok and list(x.t.drawn.values()) == ["blue"]


@pytest.mark.rule("DEM-203")
@pytest.mark.parametrize("way", ["panel", "phone", "host"])
def test_the_rest_is_said_to_be_in(x: At, way: str) -> None:
    """By OK, by whose card it is, or by the host; whoever has nothing to do with it has no button for it."""
    x.stage(x.begin(4, real=["urn", "votes"]), votes_of_a_card)
    assert x.tap("vote-blue#01").ok
    theirs = x.e.face(B1, "all-in")
    assert theirs is not None and theirs.aside, "the table waits for no one's phone"
    assert x.e.face(R1, "all-in") is None
    assert x.tap("vote-blue#02").ok
    if way == "panel":
        assert {b for b, key in x.e.snapshot.keys.items() if key.lit} == {"OK", "MENU"}, "NO must not agree"
        x.press("OK")
        assert x.t.at_hand, "it is asked once more"
        for language, said in (("es", "Votos sin leer: 2"), ("en", "Votes not read: 2")):
            assert said in pointing(x.e.snapshot, x.e.playing, Words(language, game=GAME.id)).line
        x.press("OK")
    elif way == "host":
        x.answer(HOST, "all-in")
    else:
        reply = x.e.phone(B1).post("/seat/answer", script=True, kind="all-in", number=theirs.number).get_json()
        assert reply["ok"], "a token tapped since then makes the button no older"
    assert x.t.inside == {"blue": 3, "red": 1} and not x.t.at_hand and (CHANCE, "drawn") in x.asked()


@pytest.mark.rule("DEM-203")
def test_phones_and_board_say_what_is_missing(x: At) -> None:
    x.stage(x.begin(4, real=["urn", "votes"]), votes_of_a_card)
    x.tap("vote-blue#01")
    for seat in range(4):
        shown = page(x.e, seat)
        assert Words("es", game=GAME.id)("scene.still_to_go_in") in shown and "rojo 1, azul 2" in shown
        assert ("Están todos" in shown) == (seat == B1) == ('data-grave="Votos sin leer: 3' in shown)
    host = x.e.host().get("/host/state").get_json()["html"]
    assert "Están todos" in host and 'data-grave="Votos sin leer: 3' in host
    assert 'value="drop-vote"' not in host, "a form for what only a token can say"
    for language in LANGUAGES:
        assert Words(language, game=GAME.id).has("why.no-vote-due")


@pytest.mark.rule("DEM-034", "DEM-203", "DEM-204")
def test_a_token_that_went_in_unseen_is_settled_by_a_recount(x: At) -> None:
    """One was tapped and another dropped in: the one that comes out is refused until somebody has looked, though the
    colours tally. Nobody is stuck with it."""
    x.stage(x.begin(4, real=["urn", "votes"]), votes_of_a_card)
    for key in ("vote-blue#07", "vote-blue#08", "vote-blue#09", "vote-red#01"):
        assert x.tap(key).ok
    assert x.refused_tap("vote-blue#01") == "tag-elsewhere"
    for language, page_ in (("es", "en la página del anfitrión"), ("en", "on the host page")):
        assert page_ in Words(language, game=GAME.id)("refusal.tag-elsewhere@votes.now")
    x.answer(HOST, "recount-urn", votes={"blue": 3, "red": 1})
    assert x.tap("vote-blue#01").ok and list(x.t.drawn.values()) == ["blue"]
    assert x.refused_tap("vote-blue#01") == "read-already"


@pytest.mark.rule("DEM-203")
def test_a_reader_under_the_slot_counts_them_too(x: At) -> None:
    x.stage(x.begin(4, real=["urn", "votes"]), votes_of_a_card)
    x.e.do(Status(device="slot", status="ready"))
    uid = x.e.table.read(lambda e: e.house.tags(GAME.id))["vote-red#01"]
    assert x.e.table.do(Tap(uid=uid, reader="slot")).ok and x.t.inside == {"red": 1}


@pytest.mark.rule("DEM-203")
def test_a_tap_is_taken_back(x: At) -> None:
    x.begin(4, real=["urn", "votes"])
    party = reach(x)
    before = dict(x.t.at_hand)
    assert x.tap(f"vote-{party}#01").ok and x.t.at_hand != before
    x.e.do(Undo())
    assert x.t.at_hand == before
    assert x.tap(f"vote-{party}#01").ok, "it is out again"


@pytest.mark.rule("DEM-203")
def test_the_plug_pulled_between_two_taps(tmp_path: Path) -> None:
    """The disk as a kill leaves it: what was tapped is in, and as this very token; what was not is asked for."""
    killed = tmp_path / "killed"
    with evening(tmp_path / "running", games={GAME.id: GAME}) as first:
        x = At(first)
        x.begin(4, real=["urn", "votes"])
        party = reach(x)
        assert x.tap(f"vote-{party}#01").ok
        before = x.stands(), dict(x.t.at_hand), dict(x.t.inside)
        shutil.copytree(tmp_path / "running", killed)
    with evening(killed, games={GAME.id: GAME}) as again:
        y = At(again)
        assert (y.stands(), y.t.at_hand, y.t.inside) == before
        assert y.refused_tap(f"vote-{party}#01") == "read-already", "it would count twice"
        assert y.tap(f"vote-{party}#02").ok and y.t.inside[party] == before[2].get(party, 0) + 1
        y.e.do(Undo(sure=True))
        assert y.refused_tap(f"vote-{party}#01") == "read-already", "only the last is out again"
        assert y.tap(f"vote-{party}#02").ok
        (listed,) = listing(killed / "matches")
        export(listed.path, killed / "exported")
        kept, exported = load(listed.path), load(killed / "exported")
        assert kept.rows == exported.rows and [row.kind for row in kept.rows].count("tag") == 3

        def checked(e: Any) -> Any:
            books, header = e.session.journal.books, kept.header
            draws = audit(GAME, header, kept.rows, e.session.key)
            return fair.verify(bytes.fromhex(books.seed), header.commitment, books.contributions, header.match, draws)

        assert y.e.table.read(checked) is None, "the table's own draws recompute as before"


def reach(x: At) -> str:
    """Bots play until two votes of a colour have to go in: after the last one the turn goes on, and tells. Which."""
    rng, memories = Random(4), Memories()
    for _ in range(2000):
        if found := [party for party, n in x.t.at_hand.items() if n >= 2]:
            return found[0]
        one_answer(x, rng, memories)
    raise AssertionError("no two votes go in")
