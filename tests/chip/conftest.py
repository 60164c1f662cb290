"""Every test of the emulated chip starts from a new bench."""

import pytest

from tests.chip.bench import Bench

Bench().install()  # before the test modules import anything that wants spidev


@pytest.fixture
def bench() -> Bench:
    return Bench().install()
