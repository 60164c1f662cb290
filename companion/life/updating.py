"""`companion update`: a newer companion from the folder it was installed from, and back again."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import click

__all__ = ["update"]

HOME = Path("/opt/companion")


@click.command()
@click.option("--from", "folder", type=click.Path(exists=True, file_okay=False, path_type=Path),
              help="The new one, on a stick for example (usual: git pull where this one came from).")  # fmt: skip
@click.option("--back", is_flag=True, help="Back to the release before.")
def update(folder: Path | None, back: bool) -> None:
    """Install a newer companion, with sudo.

    The old one stays, and comes back by itself if the new one does not start.

    \b
    sudo companion update
    sudo companion update --from /media/stick/companion
    sudo companion update --back
    """
    source = HOME / "source"
    if folder is None and not source.is_file():
        raise click.ClickException("systemd/install.sh has not installed this table: type git pull where it lies.")
    came, *words = source.read_text(encoding="utf-8").splitlines() if source.is_file() else [""]
    folder = folder or Path(came)
    installer = folder / "systemd" / "install.sh"
    if not installer.is_file():
        raise click.ClickException(f"There is no companion in {folder}. Give the folder with --from.")
    if (folder / ".git").exists() and not back:
        _run(["git", "-C", str(folder), "pull", "--ff-only"], folder)
    _run([str(installer), *(["--back"] if back else words)])


def _run(command: list[str], owned: Path | None = None) -> None:
    """Run it, as the owner of `owned`: git refuses to work in a folder of somebody else's."""
    user = owned.stat().st_uid if owned and os.geteuid() == 0 else None
    if done := subprocess.run(command, user=user).returncode:
        raise click.ClickException(f"{command[0]} ended with {done}. The table is as it was.")
