"""Emulated readers behind spidev, before anything imports it."""

from tests.chip.bench import Bench

Bench(0, 1).install()
