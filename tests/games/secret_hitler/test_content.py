"""The data file: what it holds, and how it fails."""

from __future__ import annotations

import pytest

from companion.games.secret_hitler.content import FILE, ContentError, components, content, parse

TEXT = FILE.read_text(encoding="utf-8")


@pytest.mark.rule("SHT-011", "SHT-032", "SHT-033")
def test_every_table_has_its_numbers() -> None:
    for n in range(5, 11):
        plan = content().plan(n)
        assert sum(plan.roles.values()) == n and plan.hitler_knows == (n <= 6)
        assert plan.powers == content().plan(n - 1 if n % 2 == 0 else min(n + 1, 10)).powers


def test_the_role_cards_are_enough_for_every_table() -> None:
    cards = [c.face for c in components() if c.of == "roles"]
    for n in range(5, 11):
        assert all(cards.count(role) >= count for role, count in content().plan(n).roles.items())


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("liberal = 3\n", "liberal = 4\n", r"x\.toml: tables, 5 players, liberal: roles and players differ"),
        ("liberal = 3\n", 'liberal = "3"\n', r"x\.toml: tables, 5 players, liberal: Expected `int`"),
        ('rebalance = "pre-enacted"', 'rebalance = "gone"', r"x\.toml: tables, 6 players, rebalance: Invalid"),
        ("players = 6\n", "players = 5\n", r"x\.toml: tables, players: one record for each of"),
        ('"5-6" = ["", "", "peek"', '"5-6" = ["", "", "spy"', r"x\.toml: boards.*: Invalid enum value 'spy'"),
        ('"7-8" = ["", "investigate", ', '"7-8" = ["investigate", ', r"x\.toml: boards, 7-8: 6 slots"),
        ('execute", ""]', 'execute", "peek"]', r"x\.toml: boards, 5-6: the last slot wins"),
        ('board = "9-10"', 'board = "9-11"', r"x\.toml: tables, 9 players, board: no such board"),
        ("draw_count = 3", "draw_count = 4", r"x\.toml: thresholds, reshuffle_below: a draw could find no tiles"),
        ("fascist = 11", "fascist = 5", r"x\.toml: thresholds, fascist_to_win: more than there are tiles"),
        ("hitler_zone_at = 3", "hitler_zone_at = 6", r"x\.toml: thresholds, hitler_zone_at: not before"),
        ("tracker_limit = 3", "tracker_limits = 3", r"x\.toml: thresholds: Object contains unknown field"),
        ("[tiles]", "[tiles", r"x\.toml: .*line"),
    ],
)
def test_what_is_wrong_is_named(old: str, new: str, said: str) -> None:
    """File, record and field."""
    assert old in TEXT
    with pytest.raises(ContentError, match=said):
        parse(TEXT.replace(old, new, 1), "x.toml")
