"""Before the turns: the plan, the judge's token, the briefcases."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from companion.engine import Each, Face

from .look import SPENT, Answer, Look, Mine, highest, offered


def plan(look: Look, face: Face, mine: Mine) -> Answer:
    """Out of all plans of few good cards per agent, the one whose money works best."""
    field = face.fields["cards"]
    slots: Mapping[str, tuple[str, ...]] = field.slots  # type: ignore[union-attr]
    held: list[str] = list(field.held)  # type: ignore[union-attr]
    if "?" in held:
        return "plan", {"cards": field.sample(look.rng)}  # type: ignore[union-attr]

    def rank(id: str) -> float:
        return look.best(id)[0] - look.danger(id)

    tries = [[None, *sorted(values, key=rank, reverse=True)[:5]] for values in slots.values()]
    best: tuple[float, dict[str, str]] = (-1.0, {})
    full = bool(field.full)  # type: ignore[union-attr]
    for picked in product(*tries):
        cards = {a: c for a, c in zip(slots, picked, strict=True) if c is not None}
        if any(list(cards.values()).count(c) > held.count(c) for c in cards.values()):
            continue
        value = plan_value(look, cards)
        if value > best[0] and (not full or field.accepts(cards)):  # type: ignore[union-attr]
            best = (value, cards)
    if full and not best[1]:
        return "plan", {"cards": field.sample(look.rng)}  # type: ignore[union-attr]
    return "plan", {"cards": best[1]}


def plan_value(look: Look, cards: Mapping[str, str]) -> float:
    funding = [c for c in cards.values() if look.cards[c].family == "funding"]
    raised = [look.cards[c].choices[0].effects for c in funding]
    money = look.holdings(look.party) + sum(map(look.money, raised))
    total = -sum(look.danger(c) * (1.6 if look.kind(a) == "leader" else 1.0) for a, c in cards.items())
    total += sum(look.worth(effects) - 0.75 * look.money(effects) for effects in raised)
    for c in sorted((c for c in cards.values() if c not in funding), key=lambda c: -look.best(c)[0]):
        gain, cost = look.best(c)
        if cost <= money:
            money -= cost
            total += max(0.0, gain + SPENT * cost)
        else:
            total -= 0.5  # turned up for nothing
    return total + 0.45 * min(money, 12)  # what is left buys agents and pensions


def place_token(look: Look, face: Face, mine: Mine) -> Answer | None:
    if "confirm-tokens" in mine:
        return "confirm-tokens", {}
    judges = offered(face, "judge")
    if look.view["tokens"].keys() & set(judges):
        return None  # placed, and content with it
    def prize(agent: str) -> float:
        kind = {"leader": 1.0, "baron": 0.6, "media": 0.3, "gov_media": 0.8}[look.kind(agent)]
        return look.threat(look.owner[agent]) + kind

    return "place-token", {
        "judge": highest(look, judges, lambda j: 0.0), "agent": highest(look, offered(face, "agent"), prize)
    }  # fmt: skip


def place_cases(look: Look, face: Face, mine: Mine) -> Answer | None:
    if "confirm-cases" in mine and (look.view["sources"] or not isinstance(face.fields["targets"], Each)):
        return "confirm-cases", {}
    field = face.fields["targets"]
    if not isinstance(field, Each):
        return None
    if look.view["sources"]:
        return None

    def prize(agent: str) -> float:
        return look.threat(look.owner[agent]) + {"leader": 1.0, "judge": 0.7}.get(look.kind(agent), 0.5)

    targets = {own: highest(look, part.choices(), prize) for own, part in field.parts.items()}
    return "place-cases", {"targets": targets}
