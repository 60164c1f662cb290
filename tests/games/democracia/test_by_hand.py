"""Real cards are shuffled by hand, and the table waits for it (RULES.md, "Draws")."""

from __future__ import annotations

from functools import partial

import pytest

from companion.engine import CHANCE, HOST
from companion.games.democracia import GAME
from companion.games.democracia import events as e
from companion.games.democracia import moves as m
from companion.games.democracia.election import term
from companion.games.democracia.office import inaugurate
from companion.games.democracia.piles import draw
from companion.games.democracia.scene.wording import sentence
from companion.games.democracia.state import Table
from companion.locale import LANGUAGES, Words
from companion.table.prompt import Prompt
from tests.board.examples import SHORT
from tests.games.scenes import now_of

from ..driver import AnyMatch, asked, drive
from .moments import situation
from .tables import B1, fetch, govern, new, run, table, told

DECKS = [("cards", "funding"), ("cards", "action"), ("president", "president")]


def run_out(deck: str, **options: object) -> AnyMatch:
    """A card is drawn from a deck of which all lie among the discards."""
    t = table(4, options=options)
    pile = t.presidents if deck == "president" else t.deck(deck)
    t.discards[deck] = [fetch(t, card) for card in sorted(pile.contents())]
    drawing = partial(draw, n=1, funding=int(deck == "funding"))
    return run(t, lambda t: inaugurate(t, B1) if deck == "president" else drawing(t, B1))


@pytest.mark.rule("DEM-165", "DEM-267")
@pytest.mark.parametrize(("real", "deck"), DECKS)
def test_real_discards_are_shuffled_by_hand_before_anything_is_drawn_of_them(real: str, deck: str) -> None:
    match = run_out(deck, real=[real])
    assert asked(match) == {(HOST, "shuffled")}
    assert match.state.discards[deck] and not told(match, e.Reshuffled)
    drive(match, m.Shuffled(by=HOST))
    assert asked(match) == {(CHANCE, "drawn")} and not match.state.discards[deck]
    assert len(told(match, e.Reshuffled)) == 1


@pytest.mark.rule("DEM-165", "DEM-267")
@pytest.mark.parametrize(("real", "deck"), [("president", "funding"), ("urn", "action"), ("cards", "president")])
def test_the_table_shuffles_its_own_cards(real: str, deck: str) -> None:
    assert asked(run_out(deck, real=[real])) == {(CHANCE, "drawn")}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("real", "deck"), DECKS)
def test_the_board_and_the_phones_say_which_pile(real: str, deck: str, lang: str) -> None:
    match, words = run_out(deck, real=[real]), Words(lang, game=GAME.id)
    line = words(f"shuffled@{deck}.line")
    assert sentence(situation(now_of(match), SHORT), words) == line == Prompt(words, SHORT).line(match.faces(None))


@pytest.mark.rule("DEM-201")
@pytest.mark.parametrize("card", ["PRE-05", ""])
def test_a_real_president_card_that_was_not_used_is_shuffled_in_by_hand(card: str) -> None:
    t: Table = table(4, options={"real": ["president"]})
    govern(t, B1, card)
    match = run(t, term)
    assert asked(match) == ({(HOST, "shuffled")} if card else set())
    if card:
        drive(match, m.Shuffled(by=HOST))
    assert match.over and len(match.state.presidents) == 7 and told(match, e.TermCompleted)


@pytest.mark.rule("DEM-009")
@pytest.mark.parametrize(("real", "first"), [
    ([], "drawn"), (["urn", "votes", "leaders"], "drawn"), (["cards"], "shuffled"), (["president"], "shuffled"),
])  # fmt: skip
def test_real_cards_are_shuffled_before_the_first_is_drawn(real: list[str], first: str) -> None:
    """They lie as the last game has left them."""
    assert {kind for _, kind in asked(new(4, real=real))} == {first}
