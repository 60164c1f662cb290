"""The catalogues in the tree: complete in both languages, and holding every message that the code names."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import polib
import pytest

from companion.locale import LANGUAGES, Words

ROOT = Path(__file__).parents[2]
HOUSE = ROOT / "companion" / "locale"
FOLDERS = [HOUSE, *sorted((ROOT / "companion" / "games").glob("*/locale"))]
IN_TEMPLATE = re.compile(r"""\b(?:w|words)(?:\.n)?\(\s*(["'])([^"']+)\1\s*[,)]""")

folders = pytest.mark.parametrize("folder", FOLDERS, ids=lambda f: f.parent.name if f != HOUSE else "house")


def catalogue(folder: Path, lang: str) -> polib.POFile:
    return polib.pofile(str(folder / f"{lang}.po"), check_for_duplicates=True)


def texts(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@folders
@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_is_missing_or_doubted(folder: Path, lang: str) -> None:
    """No message twice, none empty, fuzzy or struck out, both forms of every plural, gaps with a name."""
    entries = catalogue(folder, lang)
    assert entries.metadata["Plural-Forms"] == "nplurals=2; plural=(n != 1);"
    assert "UTF-8" in entries.metadata["Content-Type"]
    assert not entries.fuzzy_entries() + entries.obsolete_entries()
    for entry in entries:
        assert all(text.strip() for text in texts(entry)), entry.msgid
        assert len(texts(entry)) == (2 if entry.msgid_plural else 1), entry.msgid
        assert entry.msgid_plural in ("", entry.msgid), entry.msgid
        assert all(gap.isidentifier() for text in texts(entry) for gap in gaps(text)), entry.msgid


@folders
def test_both_languages_say_the_same(folder: Path) -> None:
    """The same messages, plurals where the other has plurals, the same gaps (a singular may leave out its number)."""
    spanish, english = ({entry.msgid: entry for entry in catalogue(folder, lang)} for lang in LANGUAGES)
    assert spanish.keys() == english.keys()
    for key, entry in spanish.items():
        assert bool(entry.msgid_plural) == bool(english[key].msgid_plural), key
        for mine, other in zip(texts(entry), texts(english[key]), strict=True):
            assert gaps(mine) ^ gaps(other) <= ({"n"} if entry.msgid_plural else set()), key


def named_in(path: Path) -> Iterator[str]:
    """The messages that a file names: `w("…")`, `w.n("…", n)`, also as `words`, `self.w` or `self.words`."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".html":
        yield from (match[2] for match in IN_TEMPLATE.finditer(source))
        return
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        func, key = node.func, node.args[0]
        if isinstance(func, ast.Attribute) and func.attr == "n":
            func = func.value
        called = func.id if isinstance(func, ast.Name) else func.attr if isinstance(func, ast.Attribute) else ""
        if called in ("w", "words") and isinstance(key, ast.Constant) and isinstance(key.value, str):
            yield key.value


def test_every_message_the_code_names_exists() -> None:
    missing = []
    for room in ("companion", "firmware", "web"):
        for path in sorted([*(ROOT / room).rglob("*.py"), *(ROOT / room).rglob("*.html")]):
            parts = path.relative_to(ROOT).parts
            game = parts[2] if parts[:2] == ("companion", "games") and len(parts) > 3 else None
            words = Words("es", game)
            missing += [f"{path.relative_to(ROOT)}: {key}" for key in named_in(path) if not words.has(key)]
    assert not missing


def test_a_named_message_is_seen_in_code_and_templates(tmp_path: Path) -> None:
    """The test above is not blind."""
    code, page = tmp_path / "a.py", tmp_path / "a.html"
    code.write_text('w("a"); words.n("b", 2); self.w("c", x=1); w(key); other("d")', encoding="utf-8")
    page.write_text("{{ w('a') }} {{ w.n(\"b\", 2) }} {{ w('c.' ~ kind) }} {{ now('d') }}", encoding="utf-8")
    assert list(named_in(code)) == ["a", "b", "c"]
    assert list(named_in(page)) == ["a", "b"]
