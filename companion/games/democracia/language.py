"""The card language of RULES.md, section 24: its words, what each takes, and on which cards it may stand."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from .plan import KINDS, Effect

__all__ = ["SCOPES", "WORDS", "effect", "misplaced"]

SCOPES = ("self", "partner", "own_party", "any", "other", "rival")


class Word(NamedTuple):
    """`takes`: its arguments in their order (`*`: all the rest). `on`: the kinds of cards, with their windows where
    they have any. `least`, `most`: its numbers, 1 to 99 if nothing is said. `among`: the values of a word."""

    takes: tuple[str, ...]
    on: frozenset[str]
    least: Mapping[str, int] = {}
    most: Mapping[str, int] = {}
    among: tuple[str, ...] = ()


def _in(*kinds: str) -> frozenset[str]:
    return frozenset(kinds)


ANY = _in("campaign", "funding", "intrigue", "ability")  # cards that are played through agents
BRIEFCASE = _in("briefcase")
OWN_TURN = _in("president cards", "president turn", "president purchases")

WORDS: dict[str, Word] = {
    "money": Word(("n",), _in("funding") | OWN_TURN),
    "money_per_community": Word(("n", "each", "cap"), _in("funding"), {"n": 0, "each": 0}),
    "money_repeat": Word(("only",), _in("funding"), among=("legal", "illegal")),
    "votes": Word(("n",), ANY),
    "urn_remove_random": Word(("n",), ANY),
    "pop_spread": Word(("n", "scope"), ANY, among=SCOPES),
    "pop_drain": Word(("n", "scope"), ANY, among=SCOPES),
    "pop_one": Word(("n", "scope"), ANY, {"n": -1}, {"n": 1}, SCOPES),
    "pop_self": Word(("n",), ANY, {"n": -20}),
    "speech": Word(("low", "high"), ANY),
    "claim": Word((), ANY | OWN_TURN),
    "flip": Word(("scope",), ANY, among=("rival",)),
    "neutralize": Word(("scope",), ANY, among=("rival",)),
    "draw": Word(("n",), ANY),
    "look_hand": Word(("scope",), ANY, among=("partner", "other", "rival")),
    "put_on_trial": Word((), BRIEFCASE),
    "investigate": Word((), BRIEFCASE),
    "discard_agent": Word(("*kinds",), BRIEFCASE, among=tuple(k for k in KINDS if k != "leader")),  # DEM-046
    "cancel_pop_loss": Word(("n",), _in("reaction loss")),
    "mirror_pop_loss": Word((), _in("reaction loss")),
    "cancel_effect": Word(("only",), _in("reaction effect"), among=("campaign", "intrigue")),
    "annul_trial": Word(("only",), _in("reaction trial"), among=("discard_judge",)),
    "substitute_convict": Word((), _in("reaction guilty")),
    "overturn_conviction": Word(("scope",), _in("president guilty"), among=("own_party",)),
    "ignore_pop_loss": Word((), _in("president loss")),
    "avoid_resignation": Word(("only",), _in("president resign"), among=("zero_pop",)),
    "waive_cost": Word(("only",), OWN_TURN, among=("campaign", "intrigue", "ability")),
    "free_judges": Word(("n",), OWN_TURN),
}


def effect(text: str) -> Effect:
    """`pop_spread(3, any)` as an Effect. Raises ValueError with what is wrong."""
    found = re.fullmatch(r"\s*(\w+)\s*\(\s*(.*?)\s*\)\s*", text)
    if not found or found[1] not in WORDS:
        raise ValueError(f"{text!r} is no effect of RULES.md, section 24")
    name, word = found[1], WORDS[found[1]]
    said = [w.strip() for w in found[2].split(",")] if found[2] else []
    if word.takes == ("*kinds",):
        return Effect(name, kinds=tuple(_among(text, w, word.among) for w in said))
    if not (1 if name == "speech" else len(word.takes)) <= len(said) <= len(word.takes):
        raise ValueError(f"{text!r} takes {len(word.takes)} values: {', '.join(word.takes)}")
    values: dict[str, Any] = {}
    for argument, value in zip(word.takes, said, strict=False):
        if argument in ("scope", "only"):
            values[argument] = _among(text, value, word.among)
        else:
            values[argument] = _number(text, argument, value, word)
    if name == "speech" and 0 < values.get("high", 0) <= values["low"]:
        raise ValueError(f"{text!r}: the high threshold is above the low one")
    return Effect(name, **values)


def _among(text: str, value: str, values: tuple[str, ...]) -> str:
    if value not in values:
        raise ValueError(f"{text!r}: {value!r} is none of {', '.join(values)}")
    return value


def _number(text: str, argument: str, value: str, word: Word) -> int:
    least, most = word.least.get(argument, 1), word.most.get(argument, 99)
    if not re.fullmatch(r"[+-]?\d{1,2}", value):
        raise ValueError(f"{text!r}: {argument} is a number")
    if not least <= int(value) <= most or (least < 0 and not int(value)):
        raise ValueError(f"{text!r}: {argument} is {least} to {most}" + (", and not 0" if least < 0 else ""))
    return int(value)


def misplaced(effects: tuple[Effect, ...], kind: str) -> str:
    """Why these cannot be the effects of a card of this kind (`reaction loss`, `briefcase`); empty: they can."""
    for x in effects:
        if kind not in WORDS[x.do].on:
            fits = sorted({word for word, record in WORDS.items() if kind in record.on})
            return f"{x.do} does nothing on a card of this kind ({kind}); here stand: {', '.join(fits)}"
    if len(effects) != 1 and kind.split()[0] in ("reaction", "president", "briefcase"):
        return "exactly one effect"
    if sum(x.do == "speech" for x in effects) > 1:
        return "one speech at most"
    if kind == "funding" and not any(x.do.startswith("money") for x in effects):
        return "no money"
    return ""
