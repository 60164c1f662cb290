"""What the end page says about Secret Hitler: everything hidden opens in the plates."""

from __future__ import annotations

from companion.display.seats import Plate
from companion.display.situation import Closing, Situation
from companion.locale import Words

from .signs import INKS
from .wording import who


def closing(now: Situation, words: Words) -> Closing:
    """Who wins and why, and every role that may be shown."""
    view = now.view
    won, roles = view["won"], view["roles"]
    facts = [words("scene.end.policies", liberal=view["liberal"], fascist=view["fascist"])]
    facts.append(words.n("scene.end.rounds", view["round"]))
    if view["dead"]:
        facts.append(words("scene.end.dead", names=", ".join(now.names[seat] for seat in view["dead"])))
    plates = []
    for seat, name in enumerate(now.names):
        role = roles.get(seat, "")
        winner = bool(won) and bool(role) and (role == "liberal") == (won == "liberal")
        line = words(f"scene.end.role.{role}") if role else ""
        ink = INKS[role] if role else ""
        plates.append(Plate(seat + 1, name, line, "won" if winner else "idle", mark=role, ink=ink))
    hitler = who(now, next((seat for seat, role in roles.items() if role == "hitler"), None))
    why = words(f"scene.end.why.{view['ended']}", name=hitler)
    return Closing(
        winner=words(f"scene.end.won.{won or 'nobody'}"),
        why=why,
        plates=tuple(plates),
        decisive=words("scene.end.hitler", name=hitler) if hitler and hitler not in why else "",
        facts=tuple(facts),
    )
