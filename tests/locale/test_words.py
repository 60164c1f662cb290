"""The catalogues: how words are found, filled and counted."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import locale
from companion.locale import Words, best

HEADER = r"""
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

"""
SPANISH = """\
msgid "t.hello"
msgstr "Hola, {name}"

msgid "t.left"
msgid_plural "t.left"
msgstr[0] "Falta {n} voto"
msgstr[1] "Faltan {n} votos"

#, fuzzy
msgid "t.unsure"
msgstr "quizá"
"""


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A made-up game with a catalogue of its own."""
    (tmp_path / "locale").mkdir()
    (tmp_path / "locale" / "es.po").write_text(HEADER + SPANISH, encoding="utf-8")
    monkeypatch.setattr(locale, "_HOMES", {})
    monkeypatch.setattr(Words, "_told", set())
    locale.add_home("made-up", tmp_path)
    yield "made-up"
    locale._catalogue.cache_clear()


def test_gaps_are_filled_and_values_are_never_patterns(game: str) -> None:
    """A name with braces is shown as typed."""
    assert Words("es", game)("t.hello", name="{n}") == "Hola, {n}"


def test_the_number_chooses_the_form(game: str) -> None:
    w = Words("es", game)
    assert [w.n("t.left", n) for n in (0, 1, 2)] == ["Faltan 0 votos", "Falta 1 voto", "Faltan 2 votos"]


def test_the_game_speaks_before_the_house(game: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    house = tmp_path / "house"
    house.mkdir()
    text = 'msgid "t.hello"\nmsgstr "de la casa"\n\nmsgid "t.house"\nmsgstr "casa"\n'
    (house / "es.po").write_text(HEADER + text, encoding="utf-8")
    monkeypatch.setattr(locale, "_HERE", house)
    assert Words("es", game)("t.hello", name="Ana") == "Hola, Ana"
    assert Words("es", game)("t.house") == "casa"
    assert not Words("es").has("t.left")
    assert Words("es", game).has("t.left")


@pytest.mark.parametrize("key", ["t.nothing", "t.unsure", "t.hello"])
def test_what_is_missing_stops_a_test(game: str, key: str) -> None:
    """No such message, one that a translator doubted, and a gap that nobody fills."""
    with pytest.raises(LookupError, match=key):
        Words("es", game)(key)


def test_what_is_missing_does_not_stop_a_table(
    game: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is shown as it is, and logged once."""
    monkeypatch.setattr(Words, "strict", False)
    w = Words("es", game)
    with caplog.at_level(logging.WARNING):
        assert [w("t.nothing"), w("t.nothing"), w.n("t.nothing", 3)] == ["t.nothing"] * 3
        assert w("t.hello") == "Hola, {name}"
    assert len(caplog.records) == 2


def test_a_message_without_forms_cannot_count(game: str) -> None:
    with pytest.raises(LookupError, match="plural"):
        Words("es", game).n("t.hello", 2, name="Ana")


def test_any_gap_has_a_free_name(game: str) -> None:
    """A gap may be called like one of our own parameters."""
    assert Words("es", game)("t.hello", name="Ana", key=1, self=2) == "Hola, Ana"


def test_only_our_languages() -> None:
    with pytest.raises(ValueError, match="fr"):
        Words("fr")


@pytest.mark.parametrize(
    ("wish", "lang"),
    [
        (None, "es"),
        ("", "es"),
        ("C", "es"),
        ("en_GB.UTF-8", "en"),
        ("es_ES@euro", "es"),
        ("en-US,en;q=0.9,es;q=0.8", "en"),
        ("en;q=0.3, es;q=0.7", "es"),
        ("fr,de;q=0.9,en;q=0.1", "en"),
        ("EN", "en"),
        ("en;q=0", "es"),
        ("fr", "es"),
        ("en;q=nonsense", "en"),
        (";;,,q=1;", "es"),
    ],
)
def test_the_language_of_a_phone_or_of_the_system(wish: str | None, lang: str) -> None:
    assert best(wish) == lang


def test_a_games_data_files_speak_too_and_their_braces_are_letters(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An owner's cards: named by the data, in either language, beside the catalogue."""
    monkeypatch.setattr(locale, "_TEXTS", {})
    locale.add_texts(game, lambda lang: {"laws.1": f"Título {{raro}} ({lang})"})
    assert Words("es", game)("laws.1") == "Título {raro} (es)"
    assert Words("en", game)("laws.1") == "Título {raro} (en)"
    assert Words("es", game)("t.hello", name="Ana") == "Hola, Ana" and not Words("es").has("laws.1")
    locale._of_texts.cache_clear()
