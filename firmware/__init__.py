"""The devices of the table: readers, panel, lamps, urn slot, buzzer."""

from firmware.config import BadConfig, Config, load
from firmware.devices import Devices

__all__ = ["BadConfig", "Config", "Devices", "load"]
