"""The data files: what they hold, how they fail, and how an owner's own take their place."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from companion.engine import Setup
from companion.games.democracia.content import FILES, HERE, ContentError, components, content, effect, read
from companion.games.democracia.plan import Effect, Plan
from companion.games.democracia.state import Switches
from companion.games.democracia.wording import texts


def plan(n: int = 4, briefcases: bool = True) -> Plan:
    return content().plan(Setup(n, Switches(briefcases=briefcases)))


def test_the_box_is_complete() -> None:
    """Constraint 1: counts of RULES.md, and 192 cards in all with the markers."""
    c = content()
    copies = Counter[str]()
    for row in c.cards.cards:
        copies[row.family if row.family in ("funding", "president", "ability") else "action"] += row.copies
    assert copies == {"funding": 39, "action": 42, "president": 7, "ability": 25}
    assert sum(r.copies for r in c.cards.cards if r.briefcase) == 10
    kinds = Counter(a.kind for a in c.agents.agents)
    assert kinds == {"leader": 6, "baron": 12, "media": 6, "judge": 5, "gov_media": 1, "attorney": 1}
    pensions = sum(p.copies for p in c.pensions.pensions)
    assert pensions == 26 and sum(c.environment.copies.values()) == 7
    markers = 3 + 6 + 6  # candidates and president, money, popularity
    assert copies.total() + len(c.agents.agents) + pensions + 7 + markers == 192
    assert sum(c.board.votes.values()) == 90 and sum(c.board.chips.values()) == 60
    tapped = Counter(x.of for x in components())
    assert tapped == {"cards": 113, "agents": 31, "pensions": 26, "environment": 7, "votes": 90}


def test_crime_pays_better_and_is_not_the_rule() -> None:
    """Constraints 2 and 3."""
    funding = [c for c in plan().cards.values() if c.family == "funding"]
    worth = {c.id: sum(e.n for e in c.choices[0].effects if e.do == "money") or 6 for c in funding}
    legal = [c for c in funding if c.legal]
    mean = sum(worth[c.id] * c.copies for c in legal) / sum(c.copies for c in legal)
    assert all(worth[c.id] > mean for c in funding if not c.legal)
    assert all(c.choices[0].cost == 0 for c in funding)
    share = sum(c.copies for c in legal) / sum(c.copies for c in funding)
    assert 0.5 <= share <= 0.65


def test_the_action_deck_is_balanced() -> None:
    """Constraints 4 and 5."""
    cards = plan(briefcases=False).cards.values()
    copies = Counter[str]()
    for c in cards:
        copies[c.family] += c.copies
    assert 14 <= copies["campaign"] <= 18 and 7 <= copies["intrigue"] <= 11 and 6 <= copies["reaction"] <= 10
    for c in cards:
        if c.family in ("campaign", "intrigue", "funding"):
            assert {"leader", "baron"} & set(c.agents)


def test_the_examples_of_the_rulebook_hold() -> None:
    """Constraint 6."""
    p = plan()
    income = 2 * p.at.income
    image, peddling, gift = p.cards["CAM-01"], 5, 3
    baron, media, judge = (p.kinds[k].price or 0 for k in ("baron", "media", "judge"))
    cost = image.choices[0].cost
    assert income < cost <= income + peddling and income + peddling - cost >= baron
    speech, demonise, _ = p.cards["ESP-L"].choices
    assert income + gift >= speech.cost == max(c.cost for c in p.cards["ESP-L"].choices)
    assert income + gift - demonise.cost >= baron
    gold, low_high = p.metals["gold"], speech.effects[0]
    assert (low_high.low + gold.low, low_high.high + gold.high) == (4, 8)
    assert media + judge <= 12


def test_pensions_are_worth_more_the_dearer_they_are() -> None:
    """Constraint 8."""
    found = sorted(plan().pensions.values(), key=lambda p: p.price)
    worth = [p.points / p.price for p in found]
    assert worth == sorted(worth) and len({p.price for p in found}) == len(found)


def test_no_text_names_what_it_must_not() -> None:
    """Both languages say something, and it fits a card."""
    for row in content().cards.cards:
        assert row.name_es != "" != row.name_en and max(len(row.text_es), len(row.text_en)) <= 90


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("pop_spread(3, any)", Effect("pop_spread", n=3, scope="any")),
        ("speech(5)", Effect("speech", low=5)),
        ("discard_agent(media, gov_media)", Effect("discard_agent", kinds=("media", "gov_media"))),
        ("put_on_trial()", Effect("put_on_trial")),
    ],
)
def test_the_card_language(text: str, said: Effect) -> None:
    assert effect(text) == said


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("cards", 'effect = ["money(2)"]', 'effect = ["monney(2)"]', r"cards\.toml: FUN-01, effect: 'monney.* is no"),
        ("cards", 'effect = ["money(2)"]', 'effect = ["money(x)"]', r"FUN-01, effect: .*n is a number"),
        ("cards", "pop_spread(3, any)", "pop_spread(3, all)", r"CAM-01, effect: .*a scope is one of self"),
        ("cards", "pop_spread(3, any)", "pop_spread(3)", r"CAM-01, effect: .*takes 2 values: n, scope"),
        ("cards", "copies = 5", 'copies = "5"', r"cards\.toml: FUN-01, copies: Expected `int`"),
        ("cards", "copies = 5", "copy = 5", r"cards\.toml: FUN-01.*unknown field `copy`"),
        ("cards", 'id = "FUN-02"', 'id = "FUN-01"', r"cards\.toml: FUN-01: stands there twice"),
        ("cards", 'agents = ["leader", "baron"]', 'agents = ["judge"]', r"FUN-01, agents: a judge plays no funding"),
        ("cards", 'window = "loss"\n', "", r"REA-01, window: when it may be played"),
        ("board", "majority = 9", "majority = 8", r"board\.toml: constants, majority"),
        ("board", 'metal = "bronze"', 'metal = "gold"', r"board\.toml: communities: 6 of bronze"),
        ("board", "judges = 3", "judges = 4", r"tables, 2 players, judges"),
        ("board", "red = 30", "red = 3", r"votes: a majority party"),
        ("agents", 'party = "blue"', "", r"agents\.toml: LID-B1, party: of leaders, barons and media"),
        ("pensions", "points = 12", "points = 6", r"pensions\.toml: points"),
        ("environment", "lost = [-1, 1, 2]", "lost = [-1, 1]", r"environment\.toml: debate.*lost: .*length 3"),
        ("environment", "[copies]", "[copies", r"environment\.toml: "),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, file: str, old: str, new: str, said: str) -> None:
    text = (HERE / f"{file}.toml").read_text(encoding="utf-8")
    assert old in text
    many = -1 if old == 'metal = "bronze"' else 1
    (tmp_path / f"{file}.toml").write_text(text.replace(old, new, many), encoding="utf-8")
    with pytest.raises(ContentError, match=said):
        read(tmp_path)


@pytest.mark.parametrize(
    ("id", "es", "en"),
    [
        ("CAM-07", "Ilegal, 3 €: votos a la urna: 5", "Illegal, €3: votes into the urn: 5"),
        ("FUN-04", "ganas 4 €; -1 de popularidad para ti", "you get €4; -1 popularity for you"),
        (
            "CAM-01", "4 €: votos a la urna: 2; reparte hasta 3 de popularidad (cualquiera)",
            "€4: votes into the urn: 2; hand out up to 3 popularity (anybody)",
        ),
        (
            "ESP-B",
            "Discurso regional (4 €): discurso con umbral 5 · Cerrar filas (2 €): +1 de popularidad (tu partido) · "
            "Fuego amigo (2 €): -1 de popularidad (tu compañero)",
            "Regional speech (€4): speech, threshold 5 · Close ranks (€2): +1 popularity (your party) · "
            "Friendly fire (€2): -1 popularity (your partner)",
        ),
    ],
)  # fmt: skip
def test_a_card_says_what_it_does(id: str, es: str, en: str) -> None:
    """From its effects, so that it cannot say anything else."""
    assert (texts("es")[f"cards.{id}.rule"], texts("en")[f"cards.{id}.rule"]) == (es, en)


def test_every_card_says_what_it_does_without_gaps() -> None:
    for lang in ("es", "en"):
        rules = {k: v for k, v in texts(lang).items() if k.endswith(".rule")}
        assert len(rules) == len(content().cards.cards)
        assert not [v for v in rules.values() if re.search(r"[{}_]", v)]


def test_an_owners_file_takes_the_place_of_ours(tmp_path: Path) -> None:
    text = (HERE / "cards.toml").read_text(encoding="utf-8")
    (tmp_path / "cards.toml").write_text(text.replace("Cuotas de afiliados", "Cuotas"), encoding="utf-8")
    owned = read(tmp_path)
    assert owned.cards.cards[0].name_es == "Cuotas" and owned.agents == read().agents


def test_every_file_is_read() -> None:
    assert {p.stem for p in HERE.glob("*.toml")} == set(FILES)
    assert all(re.match("#", (HERE / f"{name}.toml").read_text(encoding="utf-8")) for name in FILES)
