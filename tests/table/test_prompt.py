"""Faces and events in words."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import msgspec
import pytest

from companion.engine import (
    CHANCE,
    CLOCK,
    HOST,
    Event,
    Face,
    assign,
    each,
    number,
    one_of,
    place_of,
    seat_of,
    share,
    some_of,
    yes_no,
)
from companion.locale import Words
from companion.table.prompt import Prompt
from tests.engine import lighthouse

TABLE = Path(__file__).parents[2] / "companion" / "table"
NAMES = ("Ana", "Bruno", "Carla", "Iris")


@pytest.fixture
def prompt() -> Prompt:
    return Prompt(Words("es", "lighthouse"), NAMES)


def face(kind: str, by: int, answered: bool = False, aside: bool = False, **fields: object) -> Face:
    return Face(by=by, kind=kind, fields=fields, number=1, answered=answered, aside=aside)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("faces", "line"),
    [
        ([], ""),
        ([face("name-boat", 0)], "Ana bautiza su barca"),
        ([face("load", 0), face("load", 1)], "Todos cargan sus barcas"),
        ([face("load", 0, answered=True), face("load", 1)], "Todos cargan sus barcas"),
        ([face("bid", 0, answered=True), face("bid", 1)], "Bruno puja"),
        ([face("bid", 0), face("bid", 1)], "Ana y Bruno pujan"),
        ([face("bid", 0), face("bid", 3)], "Ana e Iris pujan"),
        ([face("route", 0), face("route", 1)], "Esperando a Ana y Bruno"),
        ([face("whisper", 0, aside=True), face("route", 2)], "Carla traza la ruta"),
        ([face("whisper", 0, aside=True)], "Quien quiera susurra"),
        ([face("looked", 1), face("sail", HOST)], "Bruno mira su carga"),
        ([face("sail", HOST)], "El anfitrión da la salida"),
        ([face("rang", CLOCK)], "Un momento"),
        ([Face(CHANCE, "drawn", {"deck": one_of(["cargo"])}, None, False, left=3)], "Pasad 3 cajas por el lector"),
        ([Face(CHANCE, "drawn", {"deck": one_of(["other"])}, None, False)], "Pasad la siguiente carta por el lector"),
    ],
)
def test_the_line_says_who_is_waited_for(prompt: Prompt, faces: list[Face], line: str) -> None:
    """People before devices, the main question before standing ones."""
    assert prompt.line(faces) == line


def test_whoever_has_no_name_begins_a_line_with_a_capital_and_a_player_as_they_write_themselves() -> None:
    prompt = Prompt(Words("en", game="lighthouse"), ["ana", "Bruno"])
    assert prompt.line([face("sail", HOST)]).startswith("The host ")
    assert prompt.line([face("bid", 0)]).startswith("ana ")
    assert prompt.name(HOST) == "the host"


def test_an_ask_on_an_occasion_is_said_in_its_own_words_where_there_are_some(prompt: Prompt) -> None:
    """The heading of the storm; its button and its line are those of every night."""
    calm, storm = (msgspec.structs.replace(face("burn", 1), occasion=o) for o in ("calm", "storm"))
    assert prompt.title(calm) == prompt.title(face("burn", 1)) == "¿Qué caja quemas?"
    assert prompt.title(storm) == "Sopla la tormenta. ¿Qué caja quemas?"
    assert prompt.go(storm, "rum") == prompt.go(calm, "rum") and prompt.line([storm]) == prompt.line([calm])


def test_a_reason_may_count(prompt: Prompt) -> None:
    said = Prompt(Words("es", "democracia"), NAMES)
    assert [said.why(f"no-money:{n}") for n in (1, 2)] == ["te falta 1 €", "te faltan 2 €"]
    assert said.refusal("not-offered", {"why": "no-money:2"})[0] == "Te faltan 2 €."


def test_a_phone_is_told_what_it_is_asked(prompt: Prompt) -> None:
    keep = face("keep", 0, cards=some_of(["rum", "salt"], 1, 2, of="cargo"))
    assert prompt.title(keep) == "Devuelve 1 o 2 cajas"
    assert prompt.go(keep, "2") == "Devolver 2"
    assert prompt.help(keep) == ""
    assert prompt.done(keep) == "Has contestado."
    assert prompt.done(face("alarm", 0, agree=yes_no(of="lantern"))) == "Has decidido."


def test_choices_have_names(prompt: Prompt) -> None:
    """Seats by their players, cards by the catalogue, held cards by their place, numbers as they are."""
    assert prompt.choice(seat_of([0, 3]), 3) == "Iris"
    assert prompt.choice(one_of(["rum"], of="cargo"), "rum") == "Ron"
    assert prompt.choice(place_of(["rum", "salt"], of="cargo"), 1) == "la 2.ª"
    assert prompt.choice(number(0, 5), 4) == "4"
    assert prompt.choice(yes_no(), True) == "Sí"
    assert prompt.choice(yes_no(of="lantern"), False) == "No"


def test_slots_and_keys_have_names(prompt: Prompt) -> None:
    load = face("load", 0, crates=assign({"bow": ["rum"]}, ["rum"], of="cargo"))
    hire = face("hire", 0, crew=each({"east": one_of(["old"], of="crew")}))
    pay = face("pay", 0, coins=share(3, {1: 2}, of="seat"))
    assert prompt.part(load, "crates", "bow") == "Proa"
    assert prompt.part(hire, "crew", "east") == "Barca del este"
    assert prompt.part(pay, "coins", 1) == "Bruno"


class Moved(Event, frozen=True, tag="note"):
    what: Annotated[str, msgspec.Meta(extra={"of": "cargo"})]


class Dealt(Event, frozen=True, tag="hand"):
    cards: list[Annotated[str, msgspec.Meta(extra={"of": "cargo"})]]


def test_an_event_is_worded_by_the_marks_in_its_types(prompt: Prompt) -> None:
    assert prompt.event(Moved("silk")) == "Seda"
    assert prompt.event(Dealt(["rum", "lamp", "salt"])) == "Recibes Ron, Lámpara y Sal."
    assert prompt.event(lighthouse.Note("silk")) == "silk"


def test_a_refusal_has_two_halves(prompt: Prompt) -> None:
    for code in ("stale", "not-your-turn", "not-offered", "a-code-without-words"):
        why, now = prompt.refusal(code, {})
        assert why
        assert now
    why, _ = prompt.refusal("not-offered", {"field": "x", "why": "not-offered"})
    assert why == "Ahora no se puede."


def test_every_refusal_of_the_house_is_worded(prompt: Prompt) -> None:
    """Whatever code the table, the engine or a page gives has both halves of its own."""
    missing = []
    for path in TABLE.glob("*.py"):
        missing += [c for c in codes_in(path.read_text(encoding="utf-8")) if not prompt.words.has(f"refusal.{c}.why")]
    assert not missing


def codes_in(source: str) -> list[str]:
    return re.findall(r"""(?:\be\.no|\bRefused)\(\s*"([a-z-]+)""", source)
