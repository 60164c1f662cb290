"""`companion doctor`: whether this machine is a table, part by part, and what to type where it is not."""

from companion.doctor.checks import Finding, Machine, examine
from companion.doctor.command import command
from companion.doctor.telling import bundle
from companion.doctor.wiring import command as pins_command

__all__ = ["Finding", "Machine", "bundle", "command", "examine", "pins_command"]
