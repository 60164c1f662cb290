"""`make bench`: every figure of the house, as a table.

A module `bench_*.py` beside this one has `rows()`, which measures and yields (what, figure). Words on the command line
choose modules: `make bench ARGS=matches`.
"""

import sys
from importlib import import_module
from pathlib import Path


def main(chosen: list[str]) -> None:
    """Measure the chosen modules, or all, and print as it goes."""
    for path in sorted(Path(__file__).parent.glob("bench_*.py")):
        if chosen and path.stem.removeprefix("bench_") not in chosen:
            continue
        for what, figure in import_module(f"tests.bench.{path.stem}").rows():
            print(f"{what:<64} {figure:>14}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
