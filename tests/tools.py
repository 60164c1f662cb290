"""What a test needs of the machine: it is skipped where that is missing, but fails where `.ci/run` should have it."""

from __future__ import annotations

import os
import shutil
import subprocess
from functools import cache

import pytest

__all__ = ["needs", "own_mounts"]

ALL_THERE = "COMPANION_TOOLS_ARE_THERE"  # .ci/run says so: then a tool that is missing is a test that fails


def needs(tool: str) -> pytest.MarkDecorator:
    """For a test that calls a program."""
    missing = not shutil.which(tool) and ALL_THERE not in os.environ
    return pytest.mark.skipif(missing, reason=f"{tool} is not installed (.ci/run does)")


@cache
def own_mounts() -> tuple[str, ...]:
    """How to run something that may mount a file system for itself alone: as a user, as root, by way of sudo. Skips
    where the kernel lets none of them."""
    for prefix in ("unshare --user --map-root-user --mount", "unshare --mount", "sudo -n unshare --mount"):
        words = prefix.split()
        if not shutil.which(words[0]) and (words[0] == "sudo" or ALL_THERE not in os.environ):
            continue
        if not subprocess.run([*words, "mount", "-t", "tmpfs", "none", "/mnt"], capture_output=True).returncode:
            return (*words,)
    pytest.skip("this system lets nobody mount a file system of their own")
