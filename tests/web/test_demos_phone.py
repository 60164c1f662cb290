"""DēmoS on phones: a hand is read while it is held, and nowhere else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import all_games
from companion.locale import Words
from companion.table.requests import Choose, SetSwitch, Start
from tests.web.evening import NAMES, Evening, evening, hand, held, page
from web.gamepages import said

SEATS = 4


@pytest.fixture
def four(tmp_path: Path) -> Iterator[Evening]:
    with evening(tmp_path, games={"demos": all_games()["demos"]}) as e:
        e.start(SEATS, "demos")
        yield e


@pytest.mark.rule("DMS-044", "DMS-331")
def test_each_reads_its_own_hand_sorted_with_its_best_combination_marked(four: Evening) -> None:
    words = Words("es", game="demos")
    for seat in range(SEATS):
        read, best = held(four, seat), four.playing.views[seat]["best"][seat]
        places = [read.index(f"{words(f'people.{card}')}") for card in hand(four, seat)]
        assert places == sorted(places)
        assert read.count("<b><svg") == len(best)
        for other in set(range(SEATS)) - {seat}:
            assert not any(words(f"people.{card}") in read for card in hand(four, other))


@pytest.mark.rule("DMS-044")
def test_the_hand_is_drawn_as_cards_and_its_size_does_not_tell_it(four: Evening) -> None:
    """A number and a suit for each, on the covered cards and in the held one; the words stay for who listens."""
    face = four.answer_until("discard-openly")
    answer = four.phone(face.by).post("/seat/secret", script=True)
    (signs,) = answer.get_json()["signs"].values()
    assert [re.findall(r">(\d+)</text><use href=\"#pip-(.)", sign) for sign in signs] == [
        [(card[1:], card[0])] for card in hand(four, face.by)
    ]
    others = [four.phone(seat).post("/seat/secret", script=True) for seat in range(SEATS)]
    assert {len(one.get_data()) for one in (answer, *others)} == {4096}
    assert 'class="screen whole"' in page(four, face.by)


@pytest.mark.rule("DMS-044", "DMS-336")
def test_no_page_names_a_card_of_a_hand(four: Evening) -> None:
    """Five covered cards are chosen by place; the other pages are alike whatever is held."""
    words = Words("es", game="demos")
    face = four.answer_until("discard-openly")
    html = page(four, face.by)
    assert html.count('class="cover"') == 5
    for seat in range(SEATS):
        for card in hand(four, seat):
            assert words(f"people.{card}") not in page(four, seat), seat
    others = {
        re.sub("|".join(NAMES), "NAME", page(four, s)).replace(f">{s + 1}</span>", ">N</span>")
        .replace(f"Asiento {s + 1}", "Asiento N")
        for s in range(SEATS) if s != face.by
    }  # fmt: skip
    assert len(others) == 1


def test_card_and_source_are_one_form(four: Evening) -> None:
    face = four.answer_until("discard-secretly")
    html = page(four, face.by)
    assert 'name="f.place"' in html and 'name="f.source"' in html
    assert "la primera del mazo" in html and "Pasar" in html


def test_the_poll_tells_who_still_has_a_veto(four: Evening) -> None:
    face = four.answer_until("consent")
    assert "Con veto: Ana, Bruno, Carla, Diego" in page(four, face.by)
    assert "De acuerdo" in page(four, face.by) and "Veto" in page(four, face.by)


def test_figures_are_read_by_their_holder(four: Evening) -> None:
    words = Words("es", game="demos")
    while not any(four.playing.views[s]["figures"].get(s) for s in range(SEATS)):
        four.answer_until("consent")
        four.answer_until("discard-openly")
    (seat,) = [s for s in range(SEATS) if isinstance(four.playing.views[s]["figures"].get(s), list)][:1]
    figure = four.playing.views[seat]["figures"][seat][0]
    assert f"1. {words(f'power.{figure}')}" in held(four, seat)
    assert all(words(f"power.{figure}") not in held(four, s) for s in range(SEATS) if s != seat)


@pytest.mark.rule("DMS-451")
def test_with_real_cards_it_is_said_who_draws_and_how(tmp_path: Path) -> None:
    with evening(tmp_path, games={"demos": all_games()["demos"]}) as e:
        e.seat(3)
        e.do(Choose(game="demos"))
        e.do(SetSwitch(name="people_cards", value="cards"))
        e.do(Start())
        dealer = e.playing.views[None]["dealer"]
        assert e.playing.views[None]["drawer"] == dealer
        assert "Reparte: faltan 15 cartas" in page(e, dealer) and "Por el lector, boca abajo" in page(e, dealer)
        assert f"{NAMES[dealer]} reparte: faltan 15 cartas" in page(e, (dealer + 1) % 3)


@pytest.mark.rule("DMS-453")
def test_of_a_hand_that_the_table_does_not_know_the_held_card_says_so(tmp_path: Path) -> None:
    with evening(tmp_path, games={"demos": all_games()["demos"]}) as e:
        e.seat(3)
        e.do(Choose(game="demos"))
        e.do(SetSwitch(name="hand_tracking", value="reveal_only"))
        e.do(Start())
        assert "la mesa no las conoce" in held(e, 0)


@pytest.mark.rule("DMS-344")
def test_who_is_to_agree_reads_whose_the_figure_would_be(four: Evening) -> None:
    """In the held card: a team's discussion is its own."""
    view, words = dict(four.playing.views[1]), Words("es", game="demos")
    view |= {"proposal": [2], "drawer": 0}
    with four.app.test_request_context():
        asked = said("demos", "secret", view, 1, NAMES, words, ["confirm"])
        drew = said("demos", "secret", view, 0, NAMES, words, [])
    told = f"{words('secret.proposal')}</b> {NAMES[2]}"
    assert told in asked and told not in drew
