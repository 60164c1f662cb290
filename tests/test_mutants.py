"""Tests of tests: each game's rules with one thing changed must break a test. Slow; `make soak` lists the survivors."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.games import all_games

ROOT = Path(__file__).parent.parent
MOST = 40  # mutants of a game, drawn with dice that repeat
SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add,
}  # fmt: skip


def places(tree: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    """Whatever can be changed: comparisons, connectives, sums, numbers and truths."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and type(node.ops[0]) in SWAPPED:
            yield node, "compare"
        elif isinstance(node, (ast.BoolOp, ast.BinOp, ast.AugAssign)) and type(node.op) in SWAPPED:
            yield node, "operator"
        elif isinstance(node, ast.Constant) and type(node.value) in (int, bool):
            yield node, "constant"


def mutate(node: ast.AST, how: str) -> None:
    if how == "compare":
        assert isinstance(node, ast.Compare)
        node.ops[0] = SWAPPED[type(node.ops[0])]()  # type: ignore[call-overload]
    elif how == "operator":
        node.op = SWAPPED[type(node.op)]()  # type: ignore[attr-defined]
    else:
        assert isinstance(node, ast.Constant)
        node.value = not node.value if isinstance(node.value, bool) else node.value + 1  # type: ignore[operator]


def mutants(room: Path) -> list[tuple[Path, int, str]]:
    """Some mutants of a game's rules: the file, its line, the mutated source."""
    found: list[tuple[Path, int]] = []
    for path in sorted(room.glob("*.py")):
        if path.stem not in ("__init__", "content", "events", "moves", "state"):
            found += [(path, i) for i, _ in enumerate(places(ast.parse(path.read_text(encoding="utf-8"))))]
    out = []
    for path, i in Random(room.name).sample(found, min(MOST, len(found))):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        node, how = list(places(tree))[i]
        mutate(node, how)
        out.append((path, node.lineno, ast.unparse(tree)))  # type: ignore[attr-defined]
    return out


def passes(copy: Path, name: str) -> bool:
    """Whether the game's tests find nothing wrong with a copy of the house."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", f"tests/games/{name}"]
    ran = subprocess.run([*command, "--ignore-glob=*scene*"], cwd=copy, capture_output=True, timeout=600)
    return ran.returncode == 0


@pytest.mark.soak
@pytest.mark.parametrize("name", all_games())
def test_a_changed_rule_breaks_a_test(name: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".venv", ".git", "build", "__pycache__", "docs"))
    assert passes(copy, name), "the tests of the copy fail before anything is changed: they would catch whatever it is"
    survivors, changed = [], mutants(copy / "companion" / "games" / name)
    for path, line, source in changed:
        kept = path.read_text(encoding="utf-8")
        path.write_text(source, encoding="utf-8")
        if passes(copy, name):
            survivors.append(f"{path.name}:{line}: {kept.splitlines()[line - 1].strip()}")
        path.write_text(kept, encoding="utf-8")
    print(f"\n{name}: {len(survivors)} of {len(changed)} mutants survive", *survivors, sep="\n  ")
    assert len(survivors) <= len(changed) * 0.15, survivors
