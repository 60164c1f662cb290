"""The data files: what they hold, how they fail, and how an owner's own take their place."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from companion.engine import Setup
from companion.games import democracia
from companion.games.democracia import events as e
from companion.games.democracia import moves as m
from companion.games.democracia.content import FILES, HERE, ContentError, components, content, effect, read
from companion.games.democracia.plan import Effect, Plan
from companion.games.democracia.state import Switches
from companion.games.democracia.wording import texts

from ..driver import at_random
from .tables import B1, R1, R2, lay, new, revealing, table, told


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


def test_no_code_names_a_thing_of_the_box() -> None:
    """An owner's own data may have other cards, agents and plans: what code needs of them is said in the data."""
    c = content()
    ids = {row.id for rows in (c.cards.cards, c.agents.agents, c.pensions.pensions) for row in rows}
    for file in (*HERE.rglob("*.py"), *HERE.glob("*.html")):
        assert not ids & set(re.findall(r"[\w-]+", file.read_text())), file.name


@pytest.mark.rule("DEM-151")
def test_every_option_of_a_card_has_a_price() -> None:
    """What costs nothing too, so that pages need not know how many options a card has."""
    prices = table(options={"briefcases": True}).prices
    every = {f"{r.id}.{i}" for r in content().cards.cards for i in range(max(1, len(r.options)))}
    assert {option for option in prices if "." in option} == every
    assert prices["FUN-01.0"] == 0 < prices["ESP-L.0"]


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
        ("cards", "pop_spread(3, any)", "pop_spread(3, all)", r"CAM-01, effect: .*'all' is none of self"),
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
        ("cards", "votes(4)", "votes(-4)", r"CAM-03, effect: 'votes\(-4\)': n is 1 to 99"),
        ("cards", 'effect = ["votes(4)"]', 'effect = ["money(4)"]', r"CAM-03, effect: money does nothing"),
        ("cards", '"votes(4)"', '"speech(2)", "speech(3)"', r"CAM-03, effect: one speech at most"),
        ("cards", "pop_one(-1, rival)", "pop_one(-2, rival)", r"ESP-L, effect: .*n is -1 to 1, and not 0"),
        ("cards", "speech(3, 7)", "speech(7, 3)", r"ESP-L, effect: .*the high threshold is above"),
        ("cards", 'effect = ["money(3)"]', 'effect = ["votes(3)"]', r"FUN-02, effect: no money"),
        ("cards", 'id = "FUN-02"', 'id = "FUN-02"\ncost = 1', r"FUN-02, cost: funding costs nothing"),
        ("cards", '"put_on_trial()"', '"investigate()", "put_on_trial()"', "MAL-01, effect: exactly one"),
        ("cards", 'targets = ["media", "gov_media"]', 'targets = ["media"]', "MAL-03, targets: the kinds that"),
        ("cards", "briefcase = true", "briefcase = false", r"MAL-01, targets: of briefcases"),
        ("cards", "mirror_pop_loss()", "annul_trial(discard_judge)", r"REA-01, .*reaction loss"),
        ("cards", 'family = "reaction"', 'family = "reaction"\ncost = 1', r"REA-01, cost: money exists only"),
        ("cards", 'id = "ESP-G"\nfamily = "ability"', 'id = "ESP-G"\nfamily = "intrigue"', "ability of gov_media"),
        ("cards", '"Donativo"', '"Dona{tivo}"', r"FUN-02, name_es: "),
        ("agents", "price = 3", "price = -3", r"agents\.toml: kinds\.baron\.price: Expected `int` >= 0"),
        ("agents", "price = 3\n", "", r"kinds\.baron, price: of baron, media, judge"),
        ("agents", "plays = []", 'plays = ["intrigue"]', r"kinds\.judge, plays"),
        ("agents", 'kind = "gov_media"', 'kind = "attorney"', r"agents\.toml: gov_media: exactly one agent"),
        ("agents", "[kinds.attorney]", "[kinds.lawyer]", r"agents\.toml: Invalid enum value 'lawyer'.*kinds"),
        ("board", '["LID-B1", "LID-R1"]', '["LID-B1", "LID-B2"]', "2 players, leaders: of blue and of red 1"),
        ("board", '["initial", "selection", ', '["elections", ', "4 players, rounds: a legislature"),
        ("board", 'id = "MUR"', 'id = "MUC"', r"communities: the map has these 17, .*MUC, MUR"),
        ("board", "pop_start = 2", "pop_start = 8", r"constants, pop_start: at most pop_max"),
        ("board", "elections = 3", "elections = 0", r"constants\.elections: Expected `int` >= 1"),
        ("board", "income = 3", "income = -3", r"board\.toml: metals\.gold\.income: Expected `int` >= 0"),
        ("effects", 'id = "votes"', 'id = "votos"', r"effects\.toml: votes: no text"),
        ("effects", "votos a la urna: {n}", "votos a la urna: {m}", r"effects\.toml: votes: nothing fills {m}"),
        ("environment", "stability = 0", "", r"environment\.toml: shift: also of stability"),
        ("environment", "lost = [-1, 1, 2]", "lost = [-1, 1, 99]", r"debate\.stability\.power\.lost\[2\]: "),
        ("cards", "pop_one(-1, rival)", "pop_one(0, rival)", r"ESP-L, effect: .*n is -1 to 1, and not 0"),
        ("cards", "votes(4)", "votes(0)", r"CAM-03, effect: 'votes\(0\)': n is 1 to 99$"),
        ("cards", "speech(3, 7)", "speech(7, 7)", r"ESP-L, effect: .*the high threshold is above"),
        ("cards", 'effect = ["money(3)"]', 'options = [{label_es = "a", label_en = "b", effect = ["money(3)"]}]',
         r"FUN-02, options: only of campaigns"),
        ("agents", 'id = "BAR-Y2"\nkind = "baron"\nparty = "yellow"', 'id = "BAR-Y2"\nkind = "baron"\nparty = "green"',
         r"baron, yellow: not enough for 6 players"),
        ("agents", 'id = "MED-G1"\nkind = "media"\nparty = "green"', 'id = "MED-G1"\nkind = "media"\nparty = "blue"',
         r"media, green: not enough for 3 players"),
        ("agents", '["campaign", "intrigue", "ability"]', '["campaign", "intrigue"]', r"kinds\.media, plays"),
        ("board", "judges = 3", "judges = 7", r"2 players, judges: odd, and so many"),
        ("board", '"selection", "elections"]', '"elections", "selection"]', r"2 players, rounds: a legislature ends"),
        ("board", "majority = 9", "majority = 18", r"constants, majority: more than half"),
        ("board", "red = 30", "red = 16", r"votes: a majority party"),
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
            "Discurso regional (4 €): discurso, popularidad 5 · Cerrar filas (2 €): +1 de popularidad (tu partido) · "
            "Fuego amigo (2 €): -1 de popularidad (tu compañero)",
            "Regional speech (€4): speech, popularity 5 · Close ranks (€2): +1 popularity (your party) · "
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


@pytest.mark.parametrize("family", ["campaign", "reaction", "president"])
def test_a_family_that_is_missing_is_named(tmp_path: Path, family: str) -> None:
    head, *records = (HERE / "cards.toml").read_text(encoding="utf-8").split("[[cards]]")
    kept = [r for r in records if f'family = "{family}"' not in r]
    (tmp_path / "cards.toml").write_text("[[cards]]".join([head, *kept]), encoding="utf-8")
    with pytest.raises(ContentError, match=f"cards.toml: {family}: no card of it"):
        read(tmp_path)


def test_as_few_bronze_communities_as_there_are_bastions_do(tmp_path: Path) -> None:
    """And numbers at their ends: votes for every community, popularity full from the start."""
    text = (HERE / "board.toml").read_text(encoding="utf-8")
    text = text.replace('metal = "bronze"', 'metal = "gold"', 2)
    for ours, theirs in (("pop_start = 2", "pop_start = 7"), ("red = 30", "red = 17")):
        text = text.replace(ours, theirs, 1)
    (tmp_path / "board.toml").write_text(text, encoding="utf-8")
    assert read(tmp_path).board.constants.pop_start == 7


def test_what_is_no_data_file_at_all_is_named_too(tmp_path: Path) -> None:
    (tmp_path / "cards.toml").mkdir()
    with pytest.raises(ContentError, match=r"cards\.toml: Is a directory"):
        read(tmp_path)
    (tmp_path / "cards.toml").rmdir()
    (tmp_path / "cards.toml").write_text("cards = [1]", encoding="utf-8")
    with pytest.raises(ContentError, match=r"cards\.toml: cards number 1: Expected `object`"):
        read(tmp_path)


def test_names_of_an_owner_hold_through_a_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing hangs on how ours are called: abilities, the Government's agents, Judges."""
    other = {"cards": {"ESP-": "HAB-"}, "agents": {'"GOB"': '"MGO"', '"FIS"': '"FGE"', "JUE-": "MAG-"}}
    for file, names in other.items():
        text = (HERE / f"{file}.toml").read_text(encoding="utf-8")
        for ours, theirs in names.items():
            text = text.replace(ours, theirs)
        (tmp_path / f"{file}.toml").write_text(text, encoding="utf-8")
    owned = read(tmp_path)
    monkeypatch.setattr(democracia, "content", lambda: owned)
    match = new(6, at_random(Random(2)), briefcases=True)
    assert match.over and {x.agent for x in told(match, e.AgentLost)} & {"MGO", "FGE"}
    assert "HAB-L" in match.state.hands[0]


def test_two_losses_of_one_card_are_one(tmp_path: Path) -> None:
    """An owner's card that takes two popularity and then one more, as one announced loss of each."""
    text = (HERE / "cards.toml").read_text(encoding="utf-8")
    changed = text.replace('effect = ["pop_drain(2, other)"]', 'effect = ["pop_drain(2, other)", "pop_one(-1, rival)"]')
    (tmp_path / "cards.toml").write_text(changed, encoding="utf-8")
    t = table(4)
    t.plan = read(tmp_path).plan(Setup(4, Switches()))
    t.pop.update({R1: 5, R2: 5})
    lay(t, "LID-B1", "INT-01")
    match = revealing(t, B1, "LID-B1", m.Drain({R1: 2}, by=B1), m.PickPlayer(R1, by=B1), money=2)
    assert told(match, e.PopLost) == [e.PopLost(R1, 3, 2)]


def test_every_file_is_read() -> None:
    assert {p.stem for p in HERE.glob("*.toml")} == set(FILES)
    assert all(re.match("#", (HERE / f"{name}.toml").read_text(encoding="utf-8")) for name in FILES)
