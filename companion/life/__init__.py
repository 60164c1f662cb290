"""The life of the box around a table: one at a time, watched over, and up again after a broken start."""

from companion.life.address import Way
from companion.life.box import Box
from companion.life.heart import under_systemd
from companion.life.log import silence, speak

__all__ = ["Box", "Way", "silence", "speak", "under_systemd"]
