"""`python -m companion`: the command itself."""

from companion.cli import main

main(prog_name="companion")
