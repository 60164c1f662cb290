"""The data files: balanced where they are ours, checked where they are an owner's."""

from __future__ import annotations

from collections import Counter
from math import hypot
from pathlib import Path
from typing import Any

import pytest

from companion.engine import Setup
from companion.games.republia import GAME
from companion.games.republia.content import HERE, ContentError, arrow, content, read, texts
from companion.games.republia.state import BASICS, CANONICAL, RING, STEP, Switches

LAWS = content().laws
LANGUAGES = ("es", "en")
SIGNS = dict(zip(RING, [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)], strict=True))
PRINTED = {
    "Voto no obligatorio", "Intercepción de llamadas", "Inmigración Limitada", "Bajar Gasto Militar",
    "Ingreso Básico Mínimo", "Escuela Laica", "Penalización del Aborto", "Salud Pública", "Eutanasia Legal",
    "Consumo no penado",
}  # fmt: skip


def shift(arrows: list[str]) -> tuple[int, int]:
    steps = [(STEP[a.to], a.jumps) for a in map(arrow, arrows)]
    return sum(dx * k for (dx, _), k in steps), sum(dy * k for (_, dy), k in steps)


SHIFTS = {law.id: shift(law.arrows) for law in LAWS}


def test_how_many_laws_each_faction_has() -> None:
    many = Counter(law.faction for law in LAWS)
    assert len(LAWS) == 76
    assert many == {f: 9 if 0 in SIGNS[f] else 10 for f in RING}


@pytest.mark.parametrize("faction", RING)
def test_the_jumps_of_a_faction(faction: str) -> None:
    sx, sy = SIGNS[faction]
    mine = Counter(SHIFTS[law.id] for law in LAWS if law.faction == faction)
    if 0 in (sx, sy):
        assert mine == {(sx * k, sy * k): many for k, many in ((1, 4), (2, 3), (3, 2))}
    else:
        assert mine == {(sx * a, sy * b): many for a, b, many in ((1, 1, 4), (2, 1, 2), (1, 2, 2), (2, 2, 2))}


def test_a_law_costs_its_length() -> None:
    assert all(law.cost == round(hypot(*SHIFTS[law.id])) for law in LAWS)
    assert Counter(law.cost for law in LAWS) == {1: 32, 2: 28, 3: 16}


def test_no_direction_is_favoured() -> None:
    """The movements are the same mirrored left to right, top to bottom, and with the axes exchanged."""
    moves = Counter(SHIFTS.values())
    assert sum(x for x, _ in SHIFTS.values()) == 0 == sum(y for _, y in SHIFTS.values())
    assert Counter((-x, y) for x, y in SHIFTS.values()) == moves
    assert Counter((x, -y) for x, y in SHIFTS.values()) == moves
    assert Counter((y, x) for x, y in SHIFTS.values()) == moves


@pytest.mark.parametrize("lang", LANGUAGES)
def test_titles_are_unique_and_our_own(lang: str) -> None:
    titles = [getattr(law, f"title_{lang}") for law in LAWS]
    assert len(set(titles)) == 76 and not {t.casefold() for t in titles} & {t.casefold() for t in PRINTED}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_there_is_room_for_bluffing(lang: str) -> None:
    """At least 60 Laws share an underlined word with one of a faction three or four steps away."""

    def far(a: str, b: str) -> bool:
        apart = abs(RING.index(a) - RING.index(b))
        return min(apart, 8 - apart) >= 3

    words = {law.id: {w.casefold() for w in getattr(law, f"words_{lang}")} for law in LAWS}
    sharing = [a for a in LAWS if any(words[a.id] & words[b.id] for b in LAWS if far(a.faction, b.faction))]
    assert len(sharing) >= 60


def test_the_action_cards() -> None:
    rows = {a.id: a for a in content().actions}
    assert [a.id for a in content().actions] == [*CANONICAL]
    assert sum(a.copies for a in rows.values() if not a.special) == 55
    assert sum(a.copies for a in rows.values() if a.special) == 24
    assert min(a.corr for a in rows.values() if a.special) > max(a.corr for a in rows.values() if not a.special)
    assert rows["bribe"].corr == 2 and sum(rows[k].corr for k in BASICS) == 8


def test_the_factions_stand_round_the_circle() -> None:
    rows = {f.id: f for f in content().factions}
    assert [*rows] == [*RING] and {f: r.area for f, r in rows.items()} == SIGNS
    for side, excluded in {"N": ("ANA", "LIB", "NEO"), "E": ("NEO", "MON", "FAS")}.items():
        axis = {"N": 1, "E": 0}[side]
        grey = {f for f, r in rows.items() if r.target[axis] > content().board.grey_limit}
        assert grey == set(excluded), "a grey zone holds the targets of its own side and no other"


# ---- an owner's files


def owner(folder: Path, name: str, text: str) -> Path:
    (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return folder


def ours(name: str) -> str:
    return (HERE / f"{name}.toml").read_text(encoding="utf-8")


def test_an_owners_file_takes_the_place_of_ours(tmp_path: Path) -> None:
    """Any number of Laws, several and contradictory arrows, dearer ones."""
    extra = ours("laws") + ours("laws").split("[[laws]]")[1].replace("RL01", "MINE").join(["[[laws]]", ""]).replace(
        '["U1"]', '["L1", "R1", "U3"]'
    ).replace("cost = 1", "cost = 5")
    c = read(owner(tmp_path, "laws", extra))
    assert len(c.laws) == 77 and c.laws[-1].id == "MINE" and c.laws[-1].cost == 5
    assert c.actions == content().actions, "the other files are still ours"
    plan = c.plan(Setup(4, Switches()))
    assert [(a.to, a.jumps) for a in plan.laws["MINE"].arrows] == [("L", 1), ("R", 1), ("U", 3)]
    numbers = read(owner(tmp_path, "board", ours("board").replace("pp_total = 90", "pp_total = 120")))
    assert numbers.board.pp_total == 120


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("laws", "cost = 1", "cost = 9", "laws.toml, line 13, cost: Expected `int` <= 5"),
        ("laws", 'faction = "LIB"', 'faction = "ZZZ"', "laws.toml, line 11, faction: "),
        ("laws", 'arrows = ["R1", "U1"]', 'arrows = ["U1", "R1"]', "arrows: left and right come before"),
        ("laws", 'words_es = ["noche", "vecinos"]', 'words_es = ["noche", "luna"]', "18, words_es: 'luna' is"),
        ("laws", 'id = "RL02"', 'id = "RL01"', "laws.toml, line 22, id: RL01 stands there twice"),
        ("laws", 'title_es = "Ruido hasta las tres"\n', "", "line 9: Object missing required field `title_es`"),
        ("laws", "cost = 1", "cost = 1\ncolour = 3", "line 9: Object contains unknown field `colour`"),
        ("laws", "cost = 1", "cost = ", "laws.toml: Invalid value (at line 13"),
        ("actions", "copies = 11", "copies = 7", "actions.toml, line 9, copies: 8 players start with one each"),
        ("actions", 'id = "fraud"', 'id = "bribe"', "id: bribe stands there twice"),
        ("factions", "target = [5, 5]", "target = [0, 7]", "target: another faction has this Target Point"),
        ("factions", 'id = "ANA"', 'id = "LIB"', "id: LIB stands there twice"),
        ("situations", "leadership = true\npublic", "public", ""),
        ("situations", "sp = -2", "sp = -2.5", "situations.toml, line 23, sp: Expected `int`, got `float`"),
        ("situations", 'on_turn = "steal"', 'on_turn = "rob"', "on_turn: Invalid enum value 'rob'"),
        ("situations", "below = true", "leadership = true", "leadership: cards are legal, so it needs no exemption"),
        ("board", "radius_sq = 50", "radius_sq = 0", "board.toml, line 3, radius_sq: Expected `int` >= 1"),
        ("board", "at = 7", "at = 6", "at: position 6 stands there twice"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_by_file_line_and_field(
    tmp_path: Path, name: str, old: str, new: str, said: str
) -> None:
    text = ours(name)
    assert old in text
    owner(tmp_path, name, text.replace(old, new, 1))
    if not said:
        read(tmp_path)
        return
    with pytest.raises(ContentError) as wrong:
        read(tmp_path)
    assert said in str(wrong.value), str(wrong.value)


def test_too_few_laws_are_refused(tmp_path: Path) -> None:
    few = "[[laws]]".join(ours("laws").split("[[laws]]")[:5])
    with pytest.raises(ContentError, match="4 Laws are not enough for 8 players"):
        read(owner(tmp_path, "laws", few))


def test_what_carries_a_tag() -> None:
    """76 Laws, 79 Action cards, 48 votes, 20 Situations, 8 factions, each with a name of its own."""
    many: Counter[Any] = Counter(c.of for c in GAME.components)
    assert many == {"laws": 76, "actions": 79, "vote": 48, "situations": 20, "factions": 8}
    assert len({c.key for c in GAME.components}) == len(GAME.components)


def test_texts_are_those_of_the_data() -> None:
    assert texts("es")["laws.RL01"] == LAWS[0].title_es and texts("en")["laws.RL01.text"] == LAWS[0].text_en


@pytest.mark.rule("REP-077")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_word_to_be_said_is_underlined_once(lang: str) -> None:
    """On the phone: in the text, or in the title where the text does not have it; whole words."""
    said = texts(lang)
    for law in LAWS:
        both = said[f"laws.{law.id}.title.underlined"] + said[f"laws.{law.id}.underlined"]
        marked = [piece.split("]")[0].casefold() for piece in both.split("[")[1:]]
        assert sorted(marked) == sorted(word.casefold() for word in content().law(law.id, lang).words), law.id
        assert both.replace("[", "").replace("]", "") == said[f"laws.{law.id}"] + said[f"laws.{law.id}.text"]
