"""Ankist. `RULES.md` numbers its rules; `rules.py` and the files beside it are the same in Python."""

from __future__ import annotations

from companion.engine import Game, Move, Setup
from companion.locale import add_texts

from . import campaign, moves, rules, voting
from .content import SEATS, components, content, deck, texts
from .state import Switches, Table, sound, zones

__all__ = ["GAME"]

MOVES: tuple[type[Move], ...] = (
    moves.ChooseHouse, moves.ChoosePlan, moves.KeepVisiblePlans, moves.Vote, moves.Abstain, moves.AddPower,
    moves.PassTurn, moves.ForceTurn, moves.ProposePact, moves.AcceptPact, moves.RejectPact, moves.WithdrawPact,
    moves.RecordPact, moves.ChooseSide, moves.ChooseLeader, moves.Sign, moves.ChooseWinner, moves.NameKing,
)  # fmt: skip

CHAIN = frozenset({"visible_plans", "milestone_legacy", "campaign_games", "campaign_winner"})  # of a chain of reigns

add_texts("ankist", texts)


def start(setup: Setup) -> Table:
    story = deck()
    return rules.start(setup, content().book(setup.seats, setup.options.standings_table, story.arcs), story)


GAME = Game(
    id="ankist",
    title="Ankist",
    seats=SEATS,
    moves=MOVES,
    start=start,
    script=rules.play,
    options=Switches,
    corrections=rules.CORRECTIONS,
    invariants=sound,
    books="host",
    components=components(),
    zones=zones,
    side=lambda t, seat: t.plans[seat],
    moot=lambda options: CHAIN if options.mode == "single" else frozenset(),
    warns=voting.warns,
    told_first=(moves.Scored, moves.DynastyNow),
    chained=campaign.goes_on,
)
