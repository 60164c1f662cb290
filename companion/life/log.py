"""The table's own log: small, beside its files, because Raspberry Pi OS keeps the system's in memory only.

It holds no secret and no vote: of an error it tells where it happened and of which kind, never its message, which may
carry what somebody answered. The terminal, which for a service is the system's journal, is told no more.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
import traceback
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import Any

__all__ = ["LOG", "keep_log", "log_files", "silence", "speak"]

LOG = "companion.log"
BYTES, OLDER = 200_000, 2


class _Places(logging.Formatter):
    """Of an exception only its kinds and places."""

    def format(self, record: logging.LogRecord) -> str:
        """Without what another handler has kept in the record for all of them, nor keeping anything there."""
        others, record.exc_text = record.exc_text, None
        try:
            return super().format(record)
        finally:
            record.exc_text = others

    def formatException(
        self, ei: tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
    ) -> str:
        told: list[str] = []
        error, seen = ei[1], set[int]()
        while error is not None and id(error) not in seen:  # an error may be the cause of itself
            seen.add(id(error))
            told += [f"  {frame.filename}:{frame.lineno} {frame.name}" for frame in
                     traceback.extract_tb(error.__traceback__, limit=-8)]  # fmt: skip
            told.append(f"  {type(error).__module__}.{type(error).__name__}")
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        return "\n".join(told)


class _Owned(RotatingFileHandler):
    """For its owner alone. Where it cannot write, nothing is logged and nobody is bothered."""

    def _open(self) -> TextIOWrapper:
        return open(os.open(self.baseFilename, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600), "a",
                    encoding="utf-8")  # fmt: skip

    def handleError(self, record: Any) -> None:
        pass


def keep_log(folder: Path) -> logging.Handler | None:
    """From now on warnings, and what this program does at its start and end, go into the folder's log as well."""
    try:
        handler = _Owned(folder / LOG, maxBytes=BYTES, backupCount=OLDER, encoding="utf-8")
    except OSError:
        return None
    handler.setFormatter(_Places("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    handler.setLevel(logging.INFO)
    logging.getLogger().addHandler(handler)
    logging.getLogger(__package__).setLevel(logging.INFO)
    return handler


def speak() -> None:
    """Warnings go to standard error."""
    terminal = logging.StreamHandler()
    terminal.setLevel(logging.WARNING)
    terminal.setFormatter(_Places("%(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(handlers=[terminal])


def silence() -> None:
    """What nobody catches, in any thread, is logged like every other error, instead of printed with its message."""

    def uncaught(kind: type[BaseException], error: BaseException | None, at: TracebackType | None) -> None:
        error = error or kind()
        logging.getLogger(__name__).critical("not caught", exc_info=(kind, error, at))

    sys.excepthook = uncaught
    threading.excepthook = lambda args: uncaught(args.exc_type, args.exc_value, args.exc_traceback)


def log_files(folder: Path) -> list[Path]:
    """The log and its older parts, newest first."""
    found = (folder / f"{LOG}{n}" for n in ("", *(f".{i}" for i in range(1, OLDER + 1))))
    return [path for path in found if path.exists()]
