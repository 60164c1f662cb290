"""Republia on phones: the Law is read while it is held, and nowhere else; pages tell nothing of hands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from werkzeug.datastructures import MultiDict

from companion.engine import OneOf
from companion.games import all_games
from companion.games.republia import GAME
from companion.locale import Words
from companion.table.prompt import Prompt
from companion.table.requests import Answer, Drop, Quit, RaiseHand, SetSwitch, Start
from tests.web.evening import NAMES, Evening, evening
from tests.web.evening import held as whole_card
from tests.web.evening import page as whole_page
from web.forms import Malformed, covered_cards, decode, form_of

SEATS = 6
ES = Words("es", game=GAME.id)


@pytest.fixture
def six(tmp_path: Path) -> Iterator[Evening]:
    with evening(tmp_path, games={"republia": all_games()["republia"]}) as e:
        e.start(SEATS, "republia")
        e.do(Answer(kind="name-first", fields={"seat": 0}))
        yield e


def page(e: Evening, seat: int) -> str:
    html = whole_page(e, seat)
    return html.replace(f">{seat + 1}</span>", ">N</span>").replace(f"Asiento {seat + 1}", "Asiento N")


def bare(e: Evening, seat: int) -> str:
    return re.sub("|".join(NAMES), "NAME", page(e, seat))


def held(e: Evening, seat: int) -> str:
    return re.sub(r"\s+", " ", whole_card(e, seat))


def say(e: Evening, seat: int, kind: str, **fields: Any) -> None:
    e.do(Answer(kind=kind, fields=fields, chair=seat))


def view(e: Evening, seat: int) -> Any:
    return e.playing.views[seat]


@pytest.mark.rule("REP-011", "REP-016")
def test_a_faction_is_read_by_its_holder_and_has_one_shape(six: Evening) -> None:
    """Target, Objective with what is missing, and the same lines whether or not Social Pressure counts for it."""
    assert len({bare(six, s) for s in range(SEATS)}) == 1
    for seat in range(SEATS):
        (faction,) = view(six, seat)["factions"][seat]
        read = held(six, seat)
        assert f"<h2>{ES(f'factions.{faction}')}</h2>" in read and ES(f"secret.area.{faction}") in read
        need = view(six, seat)["map"]["needs"][faction]
        assert f"al menos poder {need['pp']} (tienes 6) y Corrupción {need['corr']} (tienes 8)" in read
    assert len({re.sub(r">[^<]+<", "><", held(six, s)) for s in range(SEATS)}) == 1


@pytest.mark.rule("REP-076", "REP-079")
def test_the_president_alone_reads_the_law_with_its_words_underlined(six: Evening) -> None:
    six.do(Answer(kind="continue", fields={}))
    law = view(six, 0)["held"][0][0]
    say(six, 0, "legislate", law=0)
    read, words = held(six, 0), ES(f"laws.{law}.words").split(" · ")
    assert ES(f"laws.{law}") in re.sub("</?u>", "", read)
    assert sorted(w.lower() for w in re.findall("<u>([^<]+)</u>", read)) == sorted(w.lower() for w in words)
    assert "He terminado" in page(six, 0) and "Da tu discurso" in page(six, 0)
    for seat in range(SEATS):
        assert ES(f"laws.{law}") not in page(six, seat)
        assert seat == 0 or ES(f"laws.{law}") not in held(six, seat)


def test_a_single_law_needs_no_choosing(six: Evening) -> None:
    """Its covered card is chosen already; the three buttons are enough, once it has been looked at."""
    six.do(Answer(kind="continue", fields={}))
    html = page(six, 0)
    assert len(re.findall(r'data-faces="(?:legislate|decree|veto)-\d+ f.law" hidden', html)) == 3
    assert html.count('name="f.law" value="#0" data-words="" checked') == 3
    for kind, how in (("legislate", "go"), ("decree", "line"), ("veto", "line")):
        assert f'<button class="{how}" form="f-{kind}' in html


@pytest.mark.rule("REP-071", "REP-210")
def test_a_page_does_not_tell_what_is_affordable(six: Evening) -> None:
    """Of two Laws the first is too dear: the page shows both places, the held card the one, the table says why."""
    six.do(Answer(kind="continue", fields={}))
    face = six.face(0, "decree")
    assert face is not None
    law = OneOf(values=(1,), faces=("RL02",), of="laws", cover=OneOf(values=(0, 1), shown=True), why={0: "too-poor"})
    dear, prompt = replace(face, fields={"law": law}), Prompt(ES, NAMES)
    free = replace(face, fields={"law": replace(law, values=(0, 1), faces=("RL01", "RL02"), why={})})
    broke = replace(face, fields={"law": replace(law, values=(), faces=(), why={0: "too-poor", 1: "too-poor"})})
    assert form_of(dear, prompt) == form_of(free, prompt) == form_of(broke, prompt)
    assert covered_cards(dear)["f.law"] == ("laws", (None, "RL02"))
    assert decode(dear, MultiDict({"f.law": "#0"})) == {"law": 0}
    with pytest.raises(Malformed):
        decode(dear, MultiDict({"f.law": "#2"}))


@pytest.mark.rule("REP-087", "REP-206")
def test_an_open_urn_asks_everybody_alike(six: Evening) -> None:
    """Two papers for the president, one for the others; the question for a card names none."""
    six.do(Answer(kind="continue", fields={}))
    say(six, 0, "legislate", law=0)
    say(six, 0, "end-presentation")
    say(six, 0, "end-press-conference")
    assert len({bare(six, s) for s in range(1, SEATS)}) == 1
    html = page(six, 1).split('data-key="guide"')[0]  # under that all cards are explained, on every phone alike
    assert html.index("a favor") < html.index("en contra") and ">Soborno<" not in html
    six.do(Drop(papers=["positive"], chair=1, extra=0))
    assert "<h1>Todos echan su voto" in page(six, 1)


@pytest.mark.rule("REP-137", "REP-138")
def test_a_prisoner_is_told_what_prison_means(six: Evening) -> None:
    six.do(Answer(kind="continue", fields={}))

    def jail(evening: Any) -> None:
        evening.session.match.state.prison.append(3)

    six.table.read(jail)
    say(six, 0, "legislate", law=0)
    assert ES("secret.prison") in page(six, 3) and ES("secret.prison") not in page(six, 2)
    say(six, 0, "end-presentation")
    say(six, 0, "end-press-conference")
    html = page(six, 3)
    assert "<h1>Vota a la vista</h1>" in html and html.count('form="f-public-vote') == 2, "its two buttons are the page"


@pytest.mark.rule("REP-092")
def test_who_closes_the_urn_is_asked_again_while_votes_are_missing(six: Evening) -> None:
    """Until all are in, the button stands back; then it is what the page is about."""
    six.do(Answer(kind="abort", fields={"reveal": False}))
    six.do(Quit())
    six.do(SetSwitch(name="real", value=["votes"]))
    six.do(Start())
    six.do(Answer(kind="name-first", fields={"seat": 0}))
    six.do(Answer(kind="continue", fields={}))
    say(six, 0, "legislate", law=0)
    say(six, 0, "end-presentation")
    say(six, 0, "end-press-conference")
    assert "Echa tu voto en la urna" in page(six, 0) and 'data-grave="Faltan 7 votos' in page(six, 0)
    six.do(Drop(papers=["positive", "negative"], chair=0))
    for seat in range(1, SEATS):
        assert "Cierra la urna" not in page(six, 0)
        six.do(Drop(papers=["positive"], chair=seat))
    assert "<h1>Cierra la urna</h1>" in page(six, 0) and "data-grave" not in page(six, 0).split("f-close")[2][:200]
    assert "<h1>Ana cierra la urna</h1>" in page(six, 1)


@pytest.mark.rule("REP-080", "REP-185")
def test_raised_hands_are_seen_by_the_president_and_fall_with_the_questions(six: Evening) -> None:
    six.do(Answer(kind="continue", fields={}))
    say(six, 0, "legislate", law=0)
    say(six, 0, "end-presentation")
    for seat in (3, 4):
        six.do(RaiseHand(chair=seat, up=True))
    assert "Piden la palabra: Diego y Elena" in page(six, 0) and ES("scene.press.one") in page(six, 0)
    assert "no vale elegirse" not in page(six, 0), "nobody looks for oneself in the list"
    say(six, 0, "choose-journalist", target=3)
    assert ES("secret.asks") in page(six, 3) and ES("secret.asks") not in page(six, 4)
    assert any(chair.hand for chair in six.snapshot.chairs)
    say(six, 0, "end-press-conference")
    assert not any(chair.hand for chair in six.snapshot.chairs)


@pytest.mark.rule("REP-206", "REP-173")
def test_the_vote_says_what_it_is_about_and_the_held_cards_what_may_go_with_it(six: Evening) -> None:
    """The page names the Law's president; which cards do not go into the urn is read only while they are held."""
    six.do(Answer(kind="continue", fields={}))

    def achievement(evening: Any) -> None:
        state = evening.session.match.state
        state.rule = state.plan.situations["logro_deportivo"]

    law = view(six, 0)["held"][0][0]
    printed = int(ES(f"laws.{law}.cost"))
    assert ES("secret.cost", n=printed) in held(six, 0)
    six.table.read(achievement)
    say(six, 0, "legislate", law=0)
    say(six, 0, "end-presentation")
    say(six, 0, "end-press-conference")
    assert "La ley de Ana" in page(six, 1) and "aquí no" not in page(six, 1)
    answer = six.phone(1).post("/seat/secret", script=True).get_json()["faces"]["urn extra"]
    places = view(six, 1)["cards"][1]
    assert [("aquí no" in face) for face in answer] == [card in ("informant", "leadership") for card in places]
    refused = six.table.do(Drop(papers=["positive"], chair=1, extra=places.index("leadership")))
    assert (refused.code, refused.detail["why"]) == ("not-offered", "not-in-urn") and six.playing.urn is not None
    assert 1 not in six.playing.urn.roll


def test_every_card_is_explained_on_every_phone(six: Evening) -> None:
    """The same list for all: what a card does is no secret, who holds it is."""
    for card in six.games["republia"].components:
        if card.of == "actions":
            kind = str(card.face).partition("#")[0]
            assert ES(f"actions.{kind}.text") in page(six, 2)


@pytest.mark.rule("REP-159")
def test_at_the_end_every_faction_is_told(six: Evening) -> None:
    six.do(Answer(kind="abort", fields={"reveal": True}))
    html = page(six, 2)
    assert all(ES(f"factions.{f}") in html for own in view(six, 2)["factions"].values() for f in own)
