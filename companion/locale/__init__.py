"""The words people read, from gettext catalogues in Spanish and English.

A message has a symbolic name (`lobby.title`) and named gaps (`{name}`):

    w = Words("es", game="secret_hitler")
    w("lobby.title")
    w("log.nominated", name="Ana")
    w.n("urn.missing", 2)

The game's catalogue is asked first, then the house's. The `.po` files are read as they are: nothing has to be compiled.
"""

import logging
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from typing import ClassVar, NamedTuple

import polib

LANGUAGES = ("es", "en")

_HERE = Path(__file__).parent
_HOMES: dict[str, Path] = {}
_log = logging.getLogger(__name__)


class _Catalogue(NamedTuple):
    keys: frozenset[str]
    texts: GNUTranslations


_TEXTS: dict[str, Callable[[str], Mapping[str, str]]] = {}


def add_texts(game: str, texts: Callable[[str], Mapping[str, str]]) -> None:
    """Tell that a game's data files hold messages too, which an owner may exchange: by language, message by name."""
    _TEXTS[game] = texts
    _of_texts.cache_clear()


def add_home(game: str, folder: Path) -> None:
    """Tell that this game's catalogues lie in `folder`/locale. Only for games outside `companion/games`."""
    _HOMES[game] = folder


class Words:
    """All messages of one language, for the house alone or for a game too.

    A missing message or gap comes back as it is and is logged once, for a table in the middle of an evening must go on;
    with `Words.strict` (the tests) it raises LookupError.
    """

    strict: ClassVar[bool] = False
    _told: ClassVar[set[str]] = set()

    def __init__(self, lang: str, game: str | None = None) -> None:
        if lang not in LANGUAGES:
            raise ValueError(f"no catalogue for {lang!r}, only for {', '.join(LANGUAGES)}")
        self.lang, self.game = lang, game
        homes = [] if game is None else [_HOMES.get(game, _HERE.parent / "games" / game) / "locale"]
        self._catalogues = [_catalogue(folder / f"{lang}.po") for folder in (*homes, _HERE)]
        if game in _TEXTS:
            self._catalogues.insert(1, _of_texts(game, lang))

    def __call__(self, key: str, /, **fields: object) -> str:
        """The message `key` with its gaps filled."""
        return self._say(key, None, fields)

    def n(self, key: str, n: int, /, **fields: object) -> str:
        """The message `key` in the form that the number `n` needs; `n` also fills the gap {n}."""
        return self._say(key, n, {"n": n, **fields})

    def why(self, code: str) -> str:
        """Why a choice is not offered: `why.CODE`; of a code that counts, as CODE:3 does, in the form that 3 needs; of
        one about a thing, as CODE:agents.LID does, with the name of that."""
        return self._coded("why", code)

    def remark(self, code: str) -> str:
        """What is to be said of a choice that is offered: `remark.CODE`, in the same way."""
        return self._coded("remark", code)

    def won(self, names: Sequence[str]) -> str:
        """That these have won, as a page of the end says it; or that nobody has."""
        return self.n("board.end.won", len(names), names=self.listed(names)) if names else self("board.end.nobody")

    def listed(self, items: Sequence[str]) -> str:
        """`Ana, Bruno y Carla`. Spanish says `e` before the sound of an i."""
        if len(items) < 2:
            return "".join(items)
        last = items[-1].lower()
        soft = last.startswith(("i", "í", "hi", "hí")) and not last.startswith(("ia", "ie", "io", "hia", "hie"))
        key = "list.and.soft" if soft else "list.and"
        return self(key, first=", ".join(items[:-1]), last=items[-1])

    def has(self, key: str) -> bool:
        """Whether there is a message `key`."""
        return any(key in catalogue.keys for catalogue in self._catalogues)

    def _coded(self, of: str, code: str) -> str:
        name, _, about = code.partition(":")
        if about and not about.isdigit():
            return self(f"{of}.{name}", what=self(about))
        return self.n(f"{of}.{name}", int(about)) if about else self(f"{of}.{name}")

    def _say(self, key: str, n: int | None, fields: Mapping[str, object]) -> str:
        texts = next((catalogue.texts for catalogue in self._catalogues if key in catalogue.keys), None)
        if texts is None:
            return self._missing(key, "no such message", key)
        text = texts.gettext(key) if n is None else texts.ngettext(key, key, n)
        if text == key:
            return self._missing(key, "has no plural", key)
        try:
            return text.format_map(fields)
        except KeyError as gap:
            return self._missing(key, f"nothing fills the gap {gap}", text)

    def _missing(self, key: str, what: str, shown: str) -> str:
        said = f"{key!r} ({self.lang}, {self.game or 'house'}): {what}"
        if self.strict:
            raise LookupError(said)
        if said not in self._told:
            self._told.add(said)
            _log.warning(said)
        return shown


def best(wish: str | None) -> str:
    """The language for an Accept-Language header or the value of LANG; Spanish when neither of ours is wished for."""
    ranked: list[tuple[float, str]] = []
    for part in (wish or "").split(","):
        tag, *rest = part.strip().lower().split(";")
        lang = re.split(r"[-_.@]", tag)[0]
        weight = re.fullmatch(r"\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*", rest[0]) if rest else None
        ranked.append((float(weight[1]) if weight else 1.0, lang))
    ranked.sort(key=lambda entry: -entry[0])  # stable: among equals the first named wins
    return next((lang for weight, lang in ranked if weight > 0 and lang in LANGUAGES), "es")


@cache
def _catalogue(path: Path) -> _Catalogue:
    """The catalogue in that file; an empty one where a game has none."""
    entries = polib.pofile(str(path)) if path.exists() else polib.POFile()
    usable = frozenset(entry.msgid for entry in entries if entry.translated())
    return _Catalogue(usable, GNUTranslations(BytesIO(entries.to_binary())))


@cache
def _of_texts(game: str, lang: str) -> _Catalogue:
    """What a game's data files say in that language. Braces are letters there, not gaps."""
    entries = polib.POFile()
    entries.metadata = {"Content-Type": "text/plain; charset=UTF-8"}
    for key, text in _TEXTS[game](lang).items():
        entries.append(polib.POEntry(msgid=key, msgstr=text.replace("{", "{{").replace("}", "}}")))
    return _Catalogue(frozenset(entry.msgid for entry in entries), GNUTranslations(BytesIO(entries.to_binary())))
