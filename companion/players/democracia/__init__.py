"""A bot that plays D€mocracia to win, from what its own seat may know.

It values everything in euros: a vote in the urn, a point of popularity, a community, the president's chair. A plan is
what its money pays for; an illegal card is played where no judge can reach it or the prize is worth the risk.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from companion.engine import Event, Face, Seat

from . import planning, politics, turn
from .look import Answer, Look, Mine, offered

__all__ = ["decide"]


def decide(
    view: Mapping[str, Any], faces: Sequence[Face], events: Sequence[Event], seat: Seat,
    memory: dict[str, Any], rng: Random,
) -> Answer | None:  # fmt: skip
    """One answer to one of the open asks of `seat`; None: nothing to say."""
    look = Look(view, seat, memory, rng)
    mine = {f.kind: f for f in faces if f.by == seat and not f.answered}
    for kind, answer in ANSWERS.items():
        if kind in mine and (said := answer(look, mine[kind], mine)) is not None:
            return said
    return None


def first_of(kind: str, name: str) -> Callable[[Look, Face, Mine], Answer]:
    """The first that is offered: they are all alike to it, or in its order."""
    return lambda look, face, mine: (kind, {name: offered(face, name)[0]})


def nothing(kind: str) -> Callable[[Look, Face, Mine], Answer]:
    return lambda look, face, mine: (kind, {})


ANSWERS: dict[str, Callable[[Look, Face, Mine], Answer | None]] = {
    "place-bastion": politics.place_bastion,
    "discard": turn.discard,
    "ask-split": turn.ask_split,
    "half-and-half": turn.half_and_half,
    "split": turn.split,
    "plan": planning.plan,
    "place-token": planning.place_token,
    "place-cases": planning.place_cases,
    "first-case": first_of("first-case", "agent"),
    "play-president": turn.play_president,
    "reveal": turn.reveal,
    "name-card": turn.name_card,
    "pick-option": turn.pick_option,
    "speak": turn.speak,
    "stay-silent": nothing("stay-silent"),
    "swap": lambda look, face, mine: ("swap", {"swap": True}),
    "spread": turn.spread,
    "drain": turn.drain,
    "pick-player": turn.pick_player,
    "pick-community": turn.pick_community,
    "repeat": first_of("repeat", "card"),
    "seen-hand": nothing("seen-hand"),
    "pay-owed": first_of("pay-owed", "card"),
    "buy-agent": turn.buy_agent,
    "buy-pension": turn.buy_pension,
    "end-purchases": turn.end_purchases,
    "keep-all": nothing("keep-all"),
    "react": politics.react,
    "use-president": politics.use_president,
    "pass-window": nothing("pass-window"),
    "exclude-judge": first_of("exclude-judge", "judge"),
    "scapegoat": first_of("scapegoat", "agent"),
    "use-attorney": lambda look, face, mine: ("use-attorney", {"use": True}),
    "free-judge": turn.free_judge,
    "judge": politics.judge,
    "resign": lambda look, face, mine: ("resign", {"resign": False}),
    "cede": politics.cede,
    "give-up": politics.give_up,
    "make-offer": politics.make_offer,
    "make-promise": politics.make_promise,
    "no-deal": politics.talk,
    "talk-again": politics.talk_again,
}
