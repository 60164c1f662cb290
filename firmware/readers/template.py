"""A kind of reader in its smallest form: copy this file to make another. It works as it stands.

What lies on this one is written in a text file, one UID a line: any program on the machine can so lay and lift tags,
and the table runs as with a real reader. `hardware/readers.md` tells how a new kind is named, made known and tested.
"""

from __future__ import annotations

import re
from pathlib import Path

from firmware.readers.reading import Reading

__all__ = ["TextFile"]


class TextFile:
    """Does the three things that every kind must do."""

    def __init__(self, path: Path) -> None:
        """1. Opens nothing yet: a reader that is missing at the start may come later."""
        self._path = path

    def poll(self) -> Reading:
        """2. Says what lies there now, or which fault there is, in a few milliseconds, and raises nothing.

        UIDs are upper hexadecimal with every leading zero. Several are told apart, or it is `two-tags` without any.
        What could not be read, but is there, is `garbled`: only a look that saw nothing at all is `ready`.
        """
        try:
            lines = self._path.read_text(encoding="ascii").split()
        except FileNotFoundError:
            return Reading("not-connected", why="no-file")
        except (OSError, UnicodeDecodeError) as error:
            return Reading("error", why=str(error))
        uids = {line.upper() for line in lines}
        if not all(re.fullmatch(r"(?:[0-9A-F]{2}){4,10}", uid) for uid in uids):
            return Reading("garbled", why="not-a-uid")
        if len(uids) > 1:
            return Reading("two-tags", tuple(sorted(uids)))
        return Reading("tag", tuple(uids)) if uids else Reading("ready")

    def close(self) -> None:
        """3. Lets go of whatever `poll` has opened, also twice."""
