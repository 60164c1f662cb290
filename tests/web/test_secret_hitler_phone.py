"""Secret Hitler on phones: what they show alike for everybody, and what comes back with the seat."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.games import all_games
from companion.table.requests import Comeback
from tests.web.evening import NAMES, Evening, evening, held
from tests.web.evening import page as whole_page

SEATS = 7


@pytest.fixture
def seven(tmp_path: Path) -> Iterator[Evening]:
    with evening(tmp_path, games={"secret_hitler": all_games()["secret_hitler"]}) as e:
        e.start(SEATS, "secret_hitler")
        yield e


def role(e: Evening, seat: int) -> str:
    return str(e.playing.views[seat]["roles"][seat])


def page(e: Evening, seat: int) -> str:
    """The changing part of a seat's page, without names and its own number."""
    html = whole_page(e, seat)
    html = re.sub("|".join(NAMES), "NAME", html).replace(f">{seat + 1}</span>", ">N</span>")
    return html.replace(f"Asiento {seat + 1}", "Asiento N")


@pytest.mark.rule("SHT-260", "SHT-262")
def test_a_page_is_the_same_whatever_the_role(seven: Evening) -> None:
    """Before the card is held nothing of it is there: all seven pages are one page."""
    assert {role(seven, s) for s in range(SEATS)} == {"liberal", "fascist", "hitler"}
    assert len({page(seven, s) for s in range(SEATS)}) == 1


@pytest.mark.rule("SHT-261", "SHT-262")
def test_what_is_held_has_one_shape_and_size(seven: Evening) -> None:
    """The same lines of the same kinds for every role, in an answer of the same length that nobody keeps."""
    shapes = {re.sub(r">[^<]+<", "><", re.sub(r"\s+", " ", held(seven, s))) for s in range(SEATS)}
    assert len(shapes) == 1
    answers = [seven.phone(s).post("/seat/secret", script=True) for s in range(SEATS)]
    assert len({len(a.data) for a in answers}) == 1
    assert {a.headers["Cache-Control"] for a in answers} == {"no-store"}
    assert {a.headers["Content-Length"] for a in answers} == {str(len(answers[0].data))}


@pytest.mark.rule("SHT-260")
def test_each_role_reads_what_it_may_know(seven: Evening) -> None:
    """Seven at the table: fascists know all of theirs, Hitler and the liberals nobody."""
    hitler = next(s for s in range(SEATS) if role(seven, s) == "hitler")
    fascists = [s for s in range(SEATS) if role(seven, s) == "fascist"]
    for seat in range(SEATS):
        read = held(seven, seat)
        named = {s for s in range(SEATS) if NAMES[s] in read}
        if seat in fascists:
            assert f"Hitler es {NAMES[hitler]}." in read
            assert named == {hitler, *fascists} - {seat}
        else:
            assert not named


@pytest.mark.rule("SHT-260", "SHT-261")
def test_no_page_names_a_tile_of_a_hand(seven: Evening) -> None:
    """President and chancellor choose covered cards; equal hands or not, the pages are alike."""
    for kind, cards in (("discard", 3), ("enact", 2)):
        face = seven.answer_until(kind)
        phone = seven.phone(face.by)
        html = phone.get("/seat").text
        assert html.count('class="cover"') == cards
        form = html[html.index("<form") : html.index("</form>")]
        assert "fascist" not in form.lower()
        assert "liberal" not in form.lower()
        faces = phone.post("/seat/secret", script=True).get_json()["faces"]
        (words,) = faces.values()
        assert len(words) == cards
        assert set(words) <= {"liberal", "fascista"}
        (signs,) = phone.post("/seat/secret", script=True).get_json()["signs"].values()
        assert all("<svg" in sign for sign in signs)
        assert len(set(zip(words, signs, strict=True))) == len(set(words)) == len(set(signs)), "a shape for each word"
        for other in set(range(SEATS)) - {face.by}:
            assert not seven.phone(other).post("/seat/secret", script=True).get_json()["faces"]


def test_who_looks_at_policies_sees_no_role(seven: Evening) -> None:
    """While they are asked for, the held card says nothing that a neighbour's glance must not catch."""
    for kind in ("discard", "enact"):
        seat = seven.answer_until(kind).by
        read = held(seven, seat)
        assert "Tienes" in read
        assert "Afiliación" not in read
        assert not [name for name in NAMES if name in read]


def test_who_is_out_and_who_has_won_is_told(seven: Evening) -> None:
    """Executed, one must not talk any more; at the end one has won or lost."""
    seat = seven.answer_until("execute").by
    face = seven.face(seat, "execute")
    assert face is not None
    target = next(s for s in range(SEATS) if s != seat and role(seven, s) == "liberal")
    fields = {"f.target": str(target)}
    sent = {"kind": "execute", "number": str(face.number), **fields}
    assert seven.phone(seat).post("/seat/answer", script=True, **sent).get_json()["ok"]
    assert "Estás fuera" in page(seven, target)
    assert "Estás fuera" not in page(seven, seat)
    rng = Random(3)
    while not seven.playing.over:
        seven.play_one(rng)
    result = seven.playing.result
    assert result is not None
    for s in range(SEATS):
        assert ("Has ganado" if s in result.winners else "Has perdido") in page(seven, s)


@pytest.mark.rule("SHT-260")
def test_a_vote_is_nowhere_before_the_reveal(seven: Evening) -> None:
    """Two voters who said the opposite have the same page; each reads its own while held."""
    seven.answer_until("vote")
    for seat, value in ((0, "true"), (1, "false")):
        mine = seven.face(seat, "vote")
        assert mine is not None
        sent = {"kind": "vote", "number": str(mine.number), "f.ja": value}
        assert seven.phone(seat).post("/seat/answer", script=True, **sent).get_json()["ok"]
    yes, no = (re.sub(r'value="\d+"|vote-\d+|, tú', "", page(seven, seat)) for seat in (0, 1))
    assert yes == no
    assert "Has contestado: Ja!" in held(seven, 0)
    assert "Has contestado: Nein" in held(seven, 1)
    others = [seven.phone(s) for s in range(2, SEATS)]
    for phone in [*others, seven.host()]:
        for address in ("/seat", "/host", "/board"):
            assert "Has contestado" not in phone.get(address).text


@pytest.mark.rule("SHT-263", "SHT-264", "SHT-265")
def test_the_code_brings_the_very_same_hand_back(seven: Evening) -> None:
    """Nothing is dealt again, no move is made; the older phone reads nothing more; a wrong code yields nothing."""
    face = seven.answer_until("discard")
    before, moves = held(seven, face.by), seven.playing.moves
    faces = seven.phone(face.by).post("/seat/secret", script=True).get_json()["faces"]
    code = seven.table.code_of(face.by)
    assert code
    new = seven.phone()
    assert new.post("/seat/comeback", code="ZZZZ").status_code == 409
    assert new.post("/seat/comeback", code=code).status_code == 303
    again = new.post("/seat/secret", script=True).get_json()
    assert (again["html"], again["faces"]) == (before, faces)
    assert seven.playing.moves == moves
    assert seven.phone(face.by).post("/seat/secret", script=True).status_code == 403
    assert seven.table.do(Comeback(code=code, token="third")).detail["chair"] == face.by


@pytest.mark.rule("SHT-266")
def test_the_mirror_of_the_board_has_no_controls(seven: Evening) -> None:
    """No form, no secret, no way to make a move."""
    html = seven.phone(0).get("/board").text
    assert "<form" not in html
    posts = {str(rule) for rule in seven.app.url_map.iter_rules() if "POST" in (rule.methods or ())}
    assert not [rule for rule in posts if rule.startswith("/board")]


@pytest.mark.rule("SHT-267")
def test_nobody_can_say_anything_but_answers(seven: Evening) -> None:
    """What a seat may send: its answers, its name, a raised hand, its part of the draw. There is no chat."""
    posts = {str(rule) for rule in seven.app.url_map.iter_rules() if "POST" in (rule.methods or ())}
    seat = {rule.removeprefix("/seat/") for rule in posts if rule.startswith("/seat/")}
    assert seat == {
        *("answer", "secret", "code", "drop", "close", "hand", "rename", "leave", "contribute", "books"),
        *("sit", "comeback"),
    }
    html = seven.phone(seven.answer_until("nominate").by).get("/seat").text
    assert "<textarea" not in html
    assert re.findall(r'<input id="([^"]+)"', html) == ["new-name"]


def test_everything_a_page_gets_is_json_or_html_of_ours(seven: Evening) -> None:
    """The padding of the held answer does not break it."""
    body = seven.phone(0).post("/seat/secret", script=True).data
    assert len(body) % 4096 == 0
    assert json.loads(body).keys() == {"html", "faces", "signs", "pad"}
