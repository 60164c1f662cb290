"""D€mocracia. `RULES.md` numbers its rules; `rules.py` and the files beside it are the same in Python."""

from __future__ import annotations

from companion.engine import Game, Move, Setup
from companion.locale import add_texts

from . import events, moves, rules
from .content import SEATS, components, content
from .state import PRESETS, Switches, Table, sound, zones
from .wording import texts

__all__ = ["GAME"]

CORRECTED = {c.move for c in rules.CORRECTIONS}
MOVES: tuple[type[Move], ...] = tuple(
    kind for kind in vars(moves).values()
    if isinstance(kind, type) and issubclass(kind, Move) and kind is not Move and kind not in CORRECTED
)  # fmt: skip

TOLD_FIRST = (
    events.RoundBegan, events.BastionPlaced, events.TurnBegan, events.Revealed, events.CannotPlay, events.Unpaid,
    events.VotesIn, events.VotesOut, events.PopGained, events.PopLost, events.Won, events.Freed, events.Taken,
    events.SpeechFailed, events.Reacted, events.Cancelled, events.PresidentPlayed, events.AgentLost, events.JudgeFreed,
    events.CaseOpened, events.TrialOpened, events.TrialAnnulled, events.AttorneyUsed, events.JudgeVoted,
    events.FoundGuilty, events.FoundInnocent, events.JudgeDismissed, events.Jailed, events.MustResign, events.Pardoned,
    events.Resigned, events.StaysOn, events.EarlyElections, events.IsCandidate, events.Debated, events.ElectionBegan,
    events.VoteDrawn, events.Counted, events.Invested, events.NoPresident,
)  # fmt: skip
"""What is seen at the table, all together, before anybody's phone goes on from it."""

add_texts("democracia", texts)


def start(setup: Setup) -> Table:
    return rules.start(setup, content().plan(setup))


GAME = Game(
    id="democracia",
    title="D€mocracia",
    seats=SEATS,
    moves=MOVES,
    start=start,
    script=rules.play,
    options=Switches,
    presets=PRESETS,
    corrections=rules.CORRECTIONS,
    invariants=sound,
    books="at-end",
    components=components(),
    zones=zones,
    told_first=TOLD_FIRST,
    side=lambda t, seat: t.party(seat),
)
