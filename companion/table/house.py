"""What the house remembers between matches: what each tag means, who sits on which chair, how the table is set.

It is small, so it is held in memory and each change is written through. A change that cannot be written still holds for
the evening: NotSaved says so, and whatever is written next brings it along.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec

from companion.table.store import Damaged, Kind, connect, create, look, setting_aside, transaction

__all__ = ["Badge", "Chair", "Component", "House", "Meaning", "Taken"]

HOUSE = Kind(0x436F486F, 1, """
    CREATE TABLE item (kind TEXT, name TEXT, body BLOB NOT NULL, PRIMARY KEY (kind, name)) STRICT""")


class Component(msgspec.Struct, frozen=True, tag="component"):
    """A card or token of a game, by the key its game gives it."""

    game: str
    key: str


class Badge(msgspec.Struct, frozen=True, tag="badge"):
    """Whoever sits on a chair."""

    chair: int


Meaning = Component | Badge


class Chair(msgspec.Struct, frozen=True):
    """A place at the table. `code` brings it back on any phone; `holder` is what its phone is known by (a digest, never
    the token itself); `presence` who sits there, or `free`."""

    id: int
    name: str = ""
    code: str = ""
    holder: str = ""
    presence: Literal["free", "phone", "badge", "panel", "bot"] = "free"


class Taken(ValueError):
    """The tag means something else already."""

    def __init__(self, uid: str, meaning: Meaning) -> None:
        super().__init__(f"{uid} is {meaning}")
        self.uid, self.meaning = uid, meaning


class _Set(msgspec.Struct):
    """The tags of a game, as one table gives them to another."""

    companion_tags: int
    game: str
    tags: dict[str, str]  # component key → uid


class House:
    """The house's file, for one caller at a time."""

    def __init__(self, path: Path) -> None:
        """Open it; a new one where there is none. Damaged or Newer: it has been set aside, so calling again makes a new
        one. NotSaved: it can be neither read nor made just now."""
        if not os.path.exists(path):  # Path.exists raises where it may not look
            create(path, HOUSE)
        self.path = path
        self._tags: dict[str, Meaning] = {}
        self._chairs: list[Chair] = []
        self._settings: dict[str, Any] = {}
        with setting_aside(path), look(path, HOUSE) as con:
            self._disk: dict[tuple[str, str], bytes] = {(k, n): b for k, n, b in con.execute("SELECT * FROM item")}
            try:
                for (kind, name), body in self._disk.items():
                    if kind == "tag":
                        self._tags[name] = msgspec.json.decode(body, type=Meaning)
                    elif kind == "chairs":
                        self._chairs = msgspec.json.decode(body, type=list[Chair])
                    else:
                        self._settings[name] = msgspec.json.decode(body)
            except (msgspec.MsgspecError, UnicodeDecodeError) as error:
                raise Damaged(path, f"{kind} {name} cannot be read") from error
        self._con = connect(path)
        self._owes = False  # whether the disk has refused something

    def tag(self, uid: str) -> Meaning | None:
        """What a tag means; None for an unknown one."""
        return self._tags.get(uid)

    def tags(self, game: str) -> dict[str, str]:
        """Component key → uid, of what is enrolled of a game so far."""
        return {m.key: uid for uid, m in self._tags.items() if isinstance(m, Component) and m.game == game}

    def badges(self) -> dict[int, str]:
        """Chair → uid."""
        return {m.chair: uid for uid, m in self._tags.items() if isinstance(m, Badge)}

    def enrol(self, uid: str, meaning: Meaning) -> None:
        """A new tag on a component or badge replaces its old one. Taken where this tag is on something else."""
        self._enrol({uid: meaning})

    def forget(self, *uids: str) -> None:
        """These tags mean nothing any more; unknown ones did not before."""
        self._tags = {uid: m for uid, m in self._tags.items() if uid not in uids}
        self._save()

    def export_tags(self, game: str) -> bytes:
        """The tags of a game as JSON, for another table with the same cards."""
        return msgspec.json.format(msgspec.json.encode(_Set(1, game, dict(sorted(self.tags(game).items())))))

    def import_tags(self, text: bytes) -> int:
        """Take over exported tags, all or none, and say how many. ValueError where `text` is no such export, Taken."""
        try:
            given = msgspec.json.decode(text, type=_Set)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise ValueError("not an export of tags") from error
        if given.companion_tags != 1 or len(set(given.tags.values())) < len(given.tags):
            raise ValueError("not an export of tags that this companion can read")
        self._enrol({uid: Component(given.game, key) for key, uid in given.tags.items()})
        return len(given.tags)

    @property
    def chairs(self) -> list[Chair]:
        """Clockwise, as they were last set."""
        return list(self._chairs)

    def set_chairs(self, chairs: Sequence[Chair]) -> None:
        """All chairs, clockwise. ValueError where two have one id or one code."""
        codes = [c.code for c in chairs if c.code]
        if len({c.id for c in chairs}) < len(chairs) or len(set(codes)) < len(codes):
            raise ValueError("two chairs with one id or one code")
        self._chairs = list(chairs)
        self._save()

    def setting(self, name: str, default: Any = None) -> Any:
        """A value as JSON gives it back (a tuple is a list)."""
        return self._settings.get(name, default)

    def set(self, **settings: Any) -> None:
        """Several at once; None takes one away. TypeError where a value is not JSON."""
        plain = msgspec.json.decode(msgspec.json.encode(settings))
        self._settings = {name: value for name, value in (self._settings | plain).items() if value is not None}
        self._save()

    def wipe(self) -> None:
        """Forget everything."""
        self._tags, self._chairs, self._settings = {}, [], {}
        self._save()

    @property
    def saved(self) -> bool:
        """Whether all that was set is on disk."""
        return not self._owes

    def catch_up(self) -> None:
        """Write what is owed, over a new connection; NotSaved while it still cannot be."""
        new = connect(self.path)
        self._con.close()
        self._con = new
        self._save()

    def close(self) -> None:
        """Let go of the file."""
        self._con.close()

    def _enrol(self, new: dict[str, Meaning]) -> None:
        for uid, meaning in new.items():
            if self._tags.get(uid, meaning) != meaning:
                raise Taken(uid, self._tags[uid])
        self._tags = {uid: m for uid, m in self._tags.items() if m not in new.values()} | new
        self._save()

    def _now(self) -> dict[tuple[str, str], bytes]:
        now = {("tag", uid): msgspec.json.encode(meaning) for uid, meaning in self._tags.items()}
        now |= {("setting", name): msgspec.json.encode(value) for name, value in self._settings.items()}
        return now | {("chairs", ""): msgspec.json.encode(self._chairs)}

    def _save(self) -> None:
        now, self._owes = self._now(), True
        with transaction(self.path, self._con):
            self._con.executemany("DELETE FROM item WHERE kind = ? AND name = ?",
                                  [k for k in self._disk if k not in now])
            self._con.executemany("INSERT OR REPLACE INTO item VALUES (?, ?, ?)",
                                  [(*k, body) for k, body in now.items() if self._disk.get(k) != body])
        self._disk, self._owes = now, False
