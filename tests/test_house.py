"""The promises of the whole house: every rule has its test, rules are pure, the tree speaks of nothing but itself."""

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
GAMES = sorted(path.parent for path in (ROOT / "companion" / "games").glob("*/rules.py"))
RULE = re.compile(r"\b[A-Z]{3}-\d{3}[a-z]?\b")
NOT_FOR_RULES = {
    *("asyncio", "datetime", "io", "os", "pathlib", "random", "secrets", "socket", "sqlite3", "subprocess"),
    *("threading", "time", "tomllib"),
    *("flask", "gpiozero", "pygame"),
}
# A place that only its writer has, and the hosts that packages come from; in brackets, so that this line is none.
FOREIGN = re.compile(r"[/]work/|\b[s]hared/|[p]ypi\.org|[p]ythonhosted|[n]pmjs|[d]eb\.debian|[p]iwheels\.org")

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda path: path.name)


def rules_of(text: str) -> set[str]:
    """The rules of a RULES.md that the engine decides: the first id of each line tagged [engine] or [option]."""
    section = re.search(r"^## Rules$(.*?)(?=^## |\Z)", text, re.S | re.M)
    lines = (section[1] if section else text).splitlines()
    return {found[0] for line in lines if re.search(r"\[(engine|option)\b", line) and (found := RULE.search(line))}


def cited_in(source: str) -> Iterator[str]:
    """The ids in the `rule(...)` marks of a test module."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "rule":
            yield from (arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str))


def imported_by(source: str) -> Iterator[str]:
    """The top-level packages that a module imports, anywhere in it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.split(".")[0]


def tracked() -> list[Path]:
    """The files that belong to the repository."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a clone: nothing tells what belongs to the repository")
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True).stdout
    return [path for name in names.split("\0") if name and (path := ROOT / name).is_file()]


@each_game
def test_every_rule_has_a_test(game: Path) -> None:
    """Each rule that the engine decides is named by a test that would see it broken."""
    rules = rules_of((game / "RULES.md").read_text(encoding="utf-8"))
    assert rules, "RULES.md defines no rule"
    tests = (ROOT / "tests").rglob("test_*.py")
    cited = {rule for path in tests for rule in cited_in(path.read_text(encoding="utf-8"))}
    assert not sorted(rules - cited)
    prefix = min(rules)[:4]
    known = set(RULE.findall((game / "RULES.md").read_text(encoding="utf-8")))
    assert not sorted(rule for rule in cited - known if rule.startswith(prefix)), "cited, but no such rule"


@each_game
def test_rules_are_pure(game: Path) -> None:
    """Rules, state and moves use no clock, chance, file, thread, screen or page: replay must give the same match."""
    for name in ("rules", "state", "moves"):
        for path in [*game.glob(f"{name}.py"), *game.glob(f"{name}/**/*.py")]:
            assert not NOT_FOR_RULES.intersection(imported_by(path.read_text(encoding="utf-8"))), path


def test_every_room_is_a_package() -> None:
    """A folder of modules without __init__.py is invisible to the checks of who may import whom."""
    rooms = {path.parent for room in ("companion", "firmware", "web") for path in (ROOT / room).rglob("*.py")}
    assert not sorted(str(room.relative_to(ROOT)) for room in rooms if not (room / "__init__.py").exists())


def test_the_tree_names_no_foreign_place() -> None:
    """Nothing that a stranger cannot find: no path of a workplace, no package host."""
    found = []
    for path in tracked():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:  # a picture
            continue
        found += [f"{path.relative_to(ROOT)}: {match[0]}" for match in FOREIGN.finditer(text)]
    assert not found


def test_the_checks_above_are_not_blind() -> None:
    rules = "## Rules\n- SHT-002 [engine] as SHT-003\n- SHT-004b [option: x]\n- SHT-005 [table]\n"
    assert rules_of(f"SHT-001 [engine]\n{rules}## Asks\nSHT-006 [engine]\n") == {"SHT-002", "SHT-004b"}
    assert set(cited_in('@pytest.mark.rule("SHT-074", "SHT-075")\ndef test(): pass')) == {"SHT-074", "SHT-075"}
    assert set(imported_by("import os.path\nif x:\n  from time import sleep\nfrom .rules import x")) == {"os", "time"}
    assert all(FOREIGN.search(f"see {root}/main") for root in ("/" + "work", "../" + "shared"))
