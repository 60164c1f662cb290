"""RULES.md, DEM-025: a countdown beside whatever all do at the same time. It prompts; it never forces a move."""

from __future__ import annotations

from typing import TypeVar

from companion.engine import Script, after, beside

from .state import Table

T = TypeVar("T")


def timed(t: Table, main: Script[T], bell: str) -> Script[T]:
    """DEM-025. Beside a countdown that everybody sees, and that triggers nothing."""
    if not t.options.timers:
        return (yield from main)
    return (yield from beside(main, countdown(t.options.timers, bell)))


def countdown(seconds: int, bell: str) -> Script[None]:
    yield from after(seconds, bell)
