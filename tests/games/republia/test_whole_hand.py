"""What lies on a phone does not tell how many of its cards may be played: all of the hand lies there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.engine import URN, OneOf, Outcome
from companion.games import all_games
from companion.locale import Words
from companion.table.prompt import Prompt
from companion.table.requests import Answer, Choose, Drop, Start
from tests.web.evening import Evening, evening
from web.forms import covered_cards, form_of
from web.seatpage import _idle, held_of

REPUBLIA = {"republia": all_games()["republia"]}


def begin(e: Evening, n: int = 4) -> None:
    e.do(Choose(game="republia"))
    e.seat(n)
    e.do(Start())
    e.do(Answer(kind="name-first", fields={"seat": 0}))
    e.do(Answer(kind="continue"))


@pytest.mark.rule("REP-210")
def test_a_card_in_the_open_is_chosen_out_of_the_whole_hand(tmp_path: Path) -> None:
    """Five cards at the start, of which Informant alone is ever played in the open, and not yet: five lie there."""
    with evening(tmp_path, games=REPUBLIA) as e:
        begin(e)
        words = Prompt(Words("es", game="republia"), e.playing.names)
        (face,) = (f for f in e.playing.faces[1] if f.kind == "play-card" and f.by == 1)
        field = face.fields["card"]
        assert isinstance(field, OneOf) and field.values == () and len(field.hand) == 5
        (part,) = form_of(face, words).parts
        assert [c.value for c in part.choices] == ["#0", "#1", "#2", "#3", "#4"] and part.covered
        ((of, held),) = covered_cards(face).values()
        assert (of, held) == ("actions", field.hand), "the held card names every one of them"
        refused = e.table.do(Answer(kind="play-card", fields={"card": 3}, chair=1))
        assert (refused.code, refused.detail["why"]) == ("not-offered", "not-now")
        assert "informant" not in str(e.playing.faces[None]), "nobody else learns which, or how many"


@pytest.mark.rule("REP-206", "REP-210")
def test_a_card_for_the_urn_is_chosen_out_of_the_whole_hand(tmp_path: Path) -> None:
    """Three of the five go into the urn; five lie there, and the wrong one is refused with its reason, vote and all."""
    with evening(tmp_path, games=REPUBLIA) as e:
        begin(e)
        e.do(Answer(kind="legislate", fields={"law": 0}, chair=0))
        e.do(Answer(kind="end-presentation", chair=0))
        e.do(Answer(kind="end-press-conference", chair=0))
        (face,) = (f for f in e.playing.faces[1] if f.by == URN)
        assert face.offer is not None and len(face.offer.hand) == 5 and len(face.offer.values) == 4
        html = str(e.phone(1).get("/seat/state").get_json()["html"])
        assert html.count('name="extra" value="#') == 5
        held = held_of(e.playing, 1, Prompt(Words("es", game="republia"), e.playing.names), {})
        alike = ["Soborno", "Fraude", "Golpe Económico", "Informante: aquí no", "Liderazgo: aquí no"]
        assert held.faces["urn extra"] == alike
        wrong = next(i for i, card in enumerate(face.offer.hand) if card == "leadership")
        refused = e.table.do(Drop(papers=["positive"], chair=1, extra=wrong))
        assert (refused.code, refused.detail["why"]) == ("not-offered", "not-in-urn")
        assert e.playing.urn is not None and e.playing.urn.inside == 0 and not e.playing.urn.roll
        e.do(Drop(papers=["positive"], chair=1, extra=0))
        assert e.playing.urn.roll == {1}


def test_during_the_press_the_raised_hand_lies_on_the_page(tmp_path: Path) -> None:
    """The board tells all to raise hands on their phones: the button is not in the menu then."""
    with evening(tmp_path, games=REPUBLIA) as e:
        begin(e)

        def buttons(seat: int) -> int:
            html = str(e.phone(seat).get("/seat/state").get_json()["html"])
            return html.partition('<footer class="more">')[0].count("/seat/hand")

        e.do(Answer(kind="legislate", fields={"law": 0}, chair=0))
        assert buttons(1) == 0
        e.do(Answer(kind="end-presentation", chair=0))
        assert (buttons(0), buttons(1)) == (0, 1)


def test_a_lost_match_names_who_won(tmp_path: Path) -> None:
    with evening(tmp_path, games=REPUBLIA) as e:
        begin(e)
        words = Prompt(Words("es", game="republia"), e.playing.names)
        over = replace(e.playing, over=True, result=Outcome((1,), "target"))
        assert _idle(over, words, 0).startswith("Gana Bruno. ")
        assert not _idle(over, words, 1).startswith("Gana")
