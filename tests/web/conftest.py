"""An evening for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.evening import Evening, evening


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Evening]:
    """In the lobby, with nobody at the table."""
    with evening(tmp_path) as e:
        yield e


@pytest.fixture
def match(table: Evening) -> Evening:
    """Four people in a match of the made-up game."""
    table.start(4)
    return table
