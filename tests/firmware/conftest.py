"""Every test of a device starts from a new bench: an emulated reader behind spidev, and mock pins."""

import pytest

from tests.chip.bench import Bench

Bench().install()  # before the test modules import anything that wants spidev


@pytest.fixture
def bench() -> Bench:
    return Bench().install()
