"""Forms of private asks: the page shows what everybody may know, the held card what is refused and why."""

from __future__ import annotations

import msgspec
from werkzeug.datastructures import MultiDict

from companion.engine import HOST, Face, Field, Number, OneOf, number, one_of, share
from companion.games.democracia import GAME
from companion.locale import Words
from companion.table.prompt import Prompt
from tests.web.evening import NAMES
from web.forms import covered_cards, decode, form_of, private_lines

SAY = Prompt(Words("es", game="ankist"), NAMES[:3])
DEM = Prompt(Words("es", game=GAME.id), NAMES[:3])


def face(kind: str = "vote", barred: str = "", **fields: Field | None) -> Face:
    return Face(0, kind, fields, 7, False, barred=barred)


def test_a_private_choice_shows_its_cover_and_sends_its_words() -> None:
    """Whatever is left of the choice, the page is the same; what was chosen goes in the open."""
    both = one_of(("aye", "nay"), of="side", shown=True)
    left = OneOf(values=("nay",), why={"aye": "pact"}, of="side", cover=both)
    free = msgspec.structs.replace(left, values=("aye", "nay"), why={})
    one, other = (form_of(face(side=f, power=number(1, 3)), SAY) for f in (left, free))
    assert one == other
    part = one.parts[0]
    assert part.private and not part.covered and [c.label for c in part.choices] == ["a favor", "en contra"]
    assert decode(face(side=left), MultiDict({"f.side": '"aye"'})) == {"side": "aye"}  # the match refuses it
    assert not covered_cards(face(side=left))
    assert private_lines(face(side=left), SAY) == ["a favor: un pacto te obliga a otra cosa"]


def test_a_private_number_steps_as_far_as_everybody_may_think() -> None:
    cover = number(1, 43, shown=True)
    for high in (2, 8):
        (part,) = form_of(face(power=Number(low=1, high=high, cover=cover)), SAY).parts
        assert (part.least, part.most, part.private) == (1, 43, True)
    assert private_lines(face(power=Number(low=1, high=8, cover=cover)), SAY) == ["Puedes poner de 1 a 8."]


def test_a_barred_ask_looks_like_an_open_one_and_the_held_card_says_why() -> None:
    open_, barred = face("pass-turn"), face("pass-turn", barred="pact")
    assert form_of(open_, SAY) == form_of(barred, SAY)
    assert private_lines(open_, SAY) == []
    assert private_lines(barred, SAY) == ["O pasa: un pacto te obliga a otra cosa"]


def test_reasons_are_gathered_by_what_they_say() -> None:
    why = {"aye": "pact", "nay": "pact", "other": "no-moderator"}
    field = OneOf(values=(), why=why, of="side", cover=one_of(("aye", "nay"), of="side", shown=True))
    assert private_lines(face(side=msgspec.structs.replace(field, why={"aye": "pact", "nay": "pact"})), SAY) == [
        "a favor, en contra: un pacto te obliga a otra cosa"
    ]


def test_what_is_denied_stands_in_one_row_a_reason_and_much_of_it_in_none() -> None:
    """A public list: few are told of, together; where most cannot be chosen, that is no news."""
    few, many = ("LID-B1", "BAR-B1"), ("JUE-1", "JUE-2", "JUE-3", "JUE-4", "JUE-5", "FIS")
    why = dict.fromkeys(few, "own-agent") | dict.fromkeys(many, "no-card")
    (part,) = form_of(face("place-token", agent=one_of(["LID-R1"], why, of="agents", shown=True)), DEM).parts
    leaders = DEM.words("agents.LID-B1"), DEM.words("agents.BAR-B1")
    assert [(c.label, bool(c.denied)) for c in part.choices][1:] == [(", ".join(leaders), True)]


def test_a_choice_is_known_by_what_it_is_unless_it_lies_covered() -> None:
    """So a game can tell something of it; what of a covered card may be told is nothing."""
    (part,) = form_of(face("place-token", agent=one_of(["LID-R1"], of="agents", shown=True)), DEM).parts
    assert [c.what for c in part.choices] == [("agents", "LID-R1")]
    (part,) = form_of(face("place-token", agent=one_of(["LID-R1"], of="agents")), DEM).parts
    assert [(c.cover, c.what) for c in part.choices] == [(1, None)]
    (part,) = form_of(face("spread", pop=share(3, {0: 2, 2: 3}, of="seat", shown=True)), DEM).parts
    assert [c.what for c in part.slots] == [("seat", 0), ("seat", 2)]


def test_a_public_choice_of_one_beside_another_is_sent_unasked() -> None:
    """Alone it is asked: something has to be pressed, and says what. What is private is alike for all."""
    judge, agents = one_of(["JUE-1"], of="agents", shown=True), one_of(["LID-R1", "BAR-R1"], of="agents", shown=True)
    beside = form_of(face("place-token", judge=judge, agent=agents), DEM)
    assert [(p.name, p.choices[0].value) for p in beside.fixed] == [("f.judge", '"JUE-1"')]
    assert [p.name for p in beside.parts] == ["f.agent"]
    alone = form_of(face("place-token", judge=judge), DEM)
    assert alone.fixed == () and [p.name for p in alone.parts] == ["f.judge"]
    private = form_of(face("place-token", judge=msgspec.structs.replace(judge, shown=False), agent=agents), DEM)
    assert private.fixed == () and len(private.parts) == 2


def test_a_correction_that_offers_something_else_is_another_form() -> None:
    """It has no number; a page that is open would go on offering what it did when it was opened."""
    def key(*agents: str) -> str:
        fields = {"agent": one_of(agents, of="agents", shown=True)}
        return form_of(Face(HOST, "place-token", fields, None, False), DEM).key

    assert key("LID-R1", "BAR-R1") == key("LID-R1", "BAR-R1") != key("LID-R1", "BAR-B1")


def test_a_share_begins_with_what_lies_there() -> None:
    """For one that is put right rather than handed out."""
    field = share(9, {"red": 5, "blue": 5}, least=0, of="votes", shown=True, start={"red": 3})
    (part,) = form_of(face("recount-urn", votes=field), DEM).parts
    assert [(s.room, s.start) for s in part.slots] == [(5, 3), (5, 0)]
