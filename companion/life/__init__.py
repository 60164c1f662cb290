"""The life of the box around a table: one at a time, watched over, and up again after a broken start."""

from companion.life.address import Way
from companion.life.box import Box
from companion.life.commands import commands as kept
from companion.life.commands import told
from companion.life.heart import under_systemd
from companion.life.updating import update

__all__ = ["Box", "Way", "commands", "told", "under_systemd"]

commands = (*kept, update)
