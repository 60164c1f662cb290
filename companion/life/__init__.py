"""The life of the box around a table: one at a time, watched over, and up again after a broken start."""

from companion.life.box import Box
from companion.life.commands import commands, told
from companion.life.heart import under_systemd

__all__ = ["Box", "commands", "told", "under_systemd"]
