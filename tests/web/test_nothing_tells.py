"""Two matches with one public history and other secrets: whatever a stranger or another seat may fetch is the same.

The second table deals the roles and the tiles another way and votes another way before the reveal. Nothing of it may
show: not in a page, not in a header, not in a length, not in the picture, not in the number that tells pages of news.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from companion.board.board import Board
from companion.board.data import Join
from companion.engine import HOST
from companion.games import all_games
from companion.players import random_player
from companion.table.requests import Answer, Choose, RaiseHand, SetSwitch
from tests.web.evening import Evening
from web import create_app

PAGES = ("/", "/board", "/board/state", "/board.png", "/workbench/state", "/verify", "/verify.json", "/host", "/seat",
         "/seat/state", "/seat/secret", "/nothing")  # fmt: skip
SEATS = 7


@contextmanager
def table(folder: Path, seed: bytes, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    """A table that draws from this seed; all else that is drawn by lot is the same at each."""
    monkeypatch.setattr("companion.table.fair.new_seed", lambda: seed)
    monkeypatch.setattr("companion.table.lobby.secrets.token_hex", lambda n: "00" * n)
    e = Evening(folder, {"secret_hitler": all_games()["secret_hitler"]})
    e.do(Choose(game="secret_hitler"))
    e.do(SetSwitch(name="first_president", value="host"))  # else it is drawn, in public
    board = Board(e.table, e.games, Join("http://table/"), (800, 480), clock=e.clock)
    e.app = create_app(
        e.table, games=e.games, picture=lambda _: board.picture(), secret=b"for tests", simulate=True, clock=e.clock
    )
    e.app.testing = True
    try:
        yield e
    finally:
        e.table.close()


def fetched(e: Evening, chair: int | None, clean: str) -> dict[str, tuple[object, ...]]:
    """All that a stranger, or whoever sits on `chair`, gets: status, headers, body. Taken out is what every match has
    anew and in public: its print, the tokens of forms."""
    found: dict[str, tuple[object, ...]] = {}
    for page in PAGES:
        if chair is not None and page == "/seat/secret":
            continue  # one's own
        answer = e.phone(chair).get(page)
        body = answer.data.replace(clean.encode(), b"").replace(clean[:16].encode(), b"")
        body = re.sub(rb'(csrf-token" content="|csrf_token" value=")[^"]*', b"", body)
        headers = [(k, v) for k, v in answer.headers if k != "Set-Cookie"]
        found[page] = (answer.status_code, headers, body)
    return found


def test_no_page_of_others_tells_a_vote_before_the_reveal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the second table the votes of seats 0 and 1 are exchanged and given again, and both look at their card."""
    seen = []
    for n, (one, other) in enumerate([(True, False), (False, True)]):
        with table(tmp_path / str(n), bytes(32), monkeypatch) as e:
            e.start(SEATS, "secret_hitler")
            until_vote(e)
            clean = e.playing.commitment
            for seat, ja in ((0, one), (1, other), *([(1, one), (1, other)] if n else [])):
                face = e.face(seat, "vote")
                assert face is not None
                e.do(Answer(kind="vote", fields={"ja": ja}, number=face.number, chair=seat))
                if n:
                    assert e.phone(seat).post("/seat/secret", script=True).status_code == 200
            seen.append({who: fetched(e, who, clean) for who in (None, 2, 6)})
    without = {who: {p: a for p, a in pages.items() if p != "/workbench/state"} for who, pages in seen[0].items()}
    for who, pages in without.items():
        for page, answer in pages.items():
            assert answer == seen[1][who][page], (who, page)


def test_no_page_of_others_tells_a_role_or_a_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same seats do the same in public, with other roles and other tiles in other hands."""
    seen = []
    for n, seed in enumerate((bytes(32), bytes([7]) * 32)):
        with table(tmp_path / str(n), seed, monkeypatch) as e:
            e.start(SEATS, "secret_hitler")
            until_vote(e)
            clean, view = e.playing.commitment, e.playing.views
            for seat in range(SEATS):
                face = e.face(seat, "vote")
                assert face is not None
                e.do(Answer(kind="vote", fields={"ja": True}, number=face.number, chair=seat))
            own = [repr(view[s]) for s in range(SEATS)]
            seen.append((own, fetched(e, None, clean)))
    assert seen[0][0] != seen[1][0], "the two tables were to differ"
    for page, answer in seen[0][1].items():
        assert answer == seen[1][1][page], page


def until_vote(e: Evening) -> None:
    """The same public acts at every table: everybody looks, the same nomination, up to the vote."""
    rng = Random(5)
    for _ in range(200):
        if e.face(0, "vote") is not None:
            return
        for seat in (HOST, *range(SEATS)):
            mine = [f for f in e.playing.faces[seat] if f.by == seat and not f.answered]
            if not mine:
                continue
            field = mine[0].fields.get("chancellor")
            if field is not None:
                fields = {"chancellor": next(iter(field.choices()))}
            else:
                said = random_player.decide({}, mine[:1], [], seat, {}, rng)
                assert said is not None
                fields = said[1]
            chair = None if seat == HOST else seat
            e.do(Answer(kind=mine[0].kind, fields=fields, number=mine[0].number, chair=chair))
            break
        else:
            e.now += 100
            e.do(RaiseHand(chair=9, up=False))
    raise AssertionError("no vote")
