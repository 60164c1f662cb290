"""Random full matches per second of `tyrant` (PyPI, MIT), the other Secret Hitler engine in Python.

Run by the Python 3.13 that has it, not by ours:
`build/peer/bin/python tests/bench/peer_tyrant.py [SECONDS] [PLAYERS …]`.
Prints one JSON object per line: players, matches_per_second, answers_per_match.

As fast as it honestly goes: no runner, no event loop, no redacted views, no replay. Only the seat whose turn it is is
asked, once; its answer is drawn from the list of what is legal; `apply_action` checks it. The claims, which no rule of
the board game asks for, are declined without listing them.
"""

import json
import random
import sys
import time
from collections.abc import Iterator

from tyrant import Action, GamePhase, GameState, apply_action, create_game, get_legal_actions
from tyrant.models.action import (
    ClaimChancellorEnactAction,
    ClaimInvestigationAction,
    ClaimPolicyPeekAction,
    ClaimPresidentEnactAction,
)


def one_round(state: GameState) -> Iterator[tuple[int, Action | None]]:
    """The seats that have something to answer in this phase; an answer where there is no choice."""
    president = state.players[state.president_index].uid
    match state.phase:
        case GamePhase.VOTING:
            yield from ((player.uid, None) for player in state.players if player.is_alive)
        case GamePhase.CHANCELLOR_ENACT:
            yield state.chancellor, None
        case GamePhase.CLAIM_POLICIES:
            yield president, ClaimPresidentEnactAction(description="", claim_policies=None)
            yield state.chancellor, ClaimChancellorEnactAction(description="", claim_policies=None)
        case GamePhase.CLAIM_POLICY_PEEK:
            yield president, ClaimPolicyPeekAction(description="", claim_policies=None)
        case GamePhase.CLAIM_INVESTIGATION:
            yield president, ClaimInvestigationAction(description="", claim_party=None)
        case _:
            yield president, None


def play(players: int, seed: int) -> int:
    """One match to its end; how many answers it took."""
    choose = random.Random(seed).choice
    state = create_game(tuple(range(players)), seed=seed)
    answers = 0
    while state.phase is not GamePhase.GAME_OVER:
        for seat, answer in one_round(state):
            state = apply_action(state, answer or choose(get_legal_actions(state, seat)), seat)
            answers += 1
    return answers


def measure(players: int, seconds: float) -> dict[str, float]:
    """Matches for so long, after one to warm up."""
    play(players, 0)
    matches = answers = 0
    start = time.process_time()
    while (passed := time.process_time() - start) < seconds:
        matches += 1
        answers += play(players, matches)
    return {
        "players": players,
        "matches_per_second": round(matches / passed, 1),
        "answers_per_match": round(answers / matches, 1),
    }


if __name__ == "__main__":
    for players in [int(word) for word in sys.argv[2:]] or [5, 7, 10]:
        print(json.dumps(measure(players, float(sys.argv[1]) if len(sys.argv) > 1 else 3.0)), flush=True)
