"""What the data files say to people, for the catalogue: names, and what a card does, made from its effects."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from .content import CardRow, Content, OptionRow, content, effect
from .plan import Effect

__all__ = ["texts"]


def texts(lang: str) -> dict[str, str]:
    """The names of cards, agents, pensions and communities, for the catalogue."""
    c, found = content(), dict[str, str]()
    for row in c.cards.cards:
        found[f"cards.{row.id}"] = _in(row, "name", lang)
        found[f"cards.{row.id}.text"] = _in(row, "text", lang)
        found[f"cards.{row.id}.rule"] = rule(c, row, lang)
        found[f"cards.{row.id}.family"] = row.family
        printed = [effect(text) for text in row.effect] if row.family == "funding" else []
        found[f"cards.{row.id}.loss"] = str(sum(-x.n for x in printed if x.do == "pop_self" and x.n < 0))
        says = {x.id: _in(x, "text", lang) for x in c.effects.effects}
        found[f"cards.{row.id}.who"] = ", ".join(says[f"word.{kind}"] for kind in row.agents) or "-"
        found[f"cards.{row.id}.on"] = ", ".join(says[f"word.{kind}"] for kind in row.targets) or "-"  # of briefcases
        does = effects(c, row, lang)
        found[f"cards.{row.id}.effect"] = does[:1].upper() + does[1:]
        options = row.options or [OptionRow(row.name_es, row.name_en, row.effect, row.cost)]
        found |= {f"options.{row.id}.{i}": _priced(c, o, lang) for i, o in enumerate(options)}
        found |= {f"does.{row.id}.{i}": _does(c, row, o, says, lang) for i, o in enumerate(options)}
        found |= {f"meant.{row.id}.{i}": _meant(o, says) for i, o in enumerate(options)}
        found |= {f"did.{row.id}.{i}": _in(o, "label", lang) for i, o in enumerate(options)}
    lists: tuple[tuple[str, Sequence[Any]], ...] = (("agents", c.agents.agents), ("pensions", c.pensions.pensions),
                                                    ("communities", c.board.communities))  # fmt: skip
    for of, rows in lists:
        found |= {f"{of}.{row.id}": _in(row, "name", lang) for row in rows}
    said = next(_in(x, "text", lang) for x in c.effects.effects if x.id == "word.pension")
    for plan in c.pensions.pensions:  # a choice in a form says what it costs and what for
        name = _in(plan, "name", lang)
        found[f"pensions.{plan.id}.name"] = name
        found[f"pensions.{plan.id}"] = said.format(name=name, price=_price(c, plan.price, lang), points=plan.points)
    found |= {f"at.{name}": str(getattr(c.board.constants, name)) for name in ("majority", "elections")}
    for agent in c.agents.agents:  # the slots of forms
        found[f"agents.{agent.id}.kind"] = agent.kind
        found[f"agents.{agent.id}.party"] = agent.party or "-"
        name = _in(agent, "name", lang)
        found[f"called.{agent.id}"] = re.sub(".*[«“](.+)[»”]", r"\1", name)  # what tells it from others of its kind
        found |= {f"{part}.{agent.id}": _in(agent, "name", lang) for part in ("plan.cards", "place-cases.targets")}
        if agent.kind == "judge":
            found[f"judge.innocent.{agent.id}"] = _in(agent, "name", lang)
    return found


def _priced(c: Content, option: OptionRow, lang: str) -> str:
    """`Discurso (5 €)`."""
    name = _in(option, "label", lang)
    return f"{name} ({_price(c, option.cost, lang)})" if option.cost else name


def _price(c: Content, cost: int, lang: str) -> str:
    words = next(row for row in c.effects.effects if row.id == "word.price")
    return _in(words, "text", lang).format(n=cost) if cost else ""


def rule(c: Content, row: CardRow, lang: str) -> str:
    """What a card does, in a line: `Ilegal, 3 €: votos a la urna: 5`."""
    legal = "" if row.legal else next(_in(x, "text", lang) for x in c.effects.effects if x.id == "word.not_legal")
    return " ".join(filter(None, (legal, effects(c, row, lang))))


def effects(c: Content, row: CardRow, lang: str) -> str:
    """The same without its first word: `3 €: votos a la urna: 5`."""
    says = {x.id: _in(x, "text", lang) for x in c.effects.effects}
    options = row.options or [OptionRow("", "", row.effect, row.cost)]
    return " · ".join(_does(c, row, option, says, lang) for option in options)


def _does(c: Content, row: CardRow, option: OptionRow, says: dict[str, str], lang: str) -> str:
    """`Discurso (5 €): discurso con umbrales 3 y 7`."""
    meant = _meant(option, says)
    head = _priced(c, option, lang) if row.options else _price(c, option.cost, lang)
    return f"{head}: {meant}" if head else meant


def _meant(option: OptionRow, says: dict[str, str]) -> str:
    return "; ".join(_meaning(effect(text), says) for text in option.effect)


def _meaning(e: Effect, says: dict[str, str]) -> str:
    gaps: dict[str, Any] = {f: getattr(e, f) for f in ("each", "cap", "low", "high")}
    gaps["n"] = f"{e.n:+}" if e.do in ("pop_one", "pop_self") else e.n
    gaps |= {f: says.get(f"word.{getattr(e, f)}", getattr(e, f)) for f in ("scope", "only")}
    gaps["kinds"] = ", ".join(says.get(f"word.{kind}", kind) for kind in e.kinds)
    return says["speech_high" if e.do == "speech" and e.high else e.do].format(**gaps)


def _in(row: Any, field: str, lang: str) -> str:
    return str(getattr(row, f"{field}_{lang}"))
