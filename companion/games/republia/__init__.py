"""Republia. `RULES.md` numbers its rules; `rules.py` and the files beside it are the same in Python."""

from __future__ import annotations

from companion.engine import Game, Move, Setup
from companion.locale import add_texts

from . import events, moves, rules
from .content import SEATS, components, content, texts
from .state import Switches, Table, sound, zones

__all__ = ["GAME"]

MOVES: tuple[type[Move], ...] = (
    moves.NameFirst, moves.SeenFaction, moves.Continue, moves.PointAt, moves.NameBeneficiary, moves.ChooseVictim,
    moves.TakeCard, moves.DrawExtraLaw, moves.OfferSwap, moves.AnswerSwap, moves.GiveCard, moves.NamePartner,
    moves.ExchangeBuy, moves.ExchangeSell, moves.PlayLeadership, moves.GivePower, moves.HandOver, moves.Legislate,
    moves.Decree, moves.Veto, moves.EndPresentation, moves.ChooseJournalist, moves.EndPressConference,
    moves.PlayCard, moves.ChooseTarget, moves.EndTurn, moves.PublicVote, moves.PublicVotes,
    moves.RepeatBallot, moves.LateVote, moves.NobodyClaims, moves.AcceptCount, moves.Recount, moves.ManualCount,
    moves.OwnCard, moves.AnnounceVictory, moves.CloseCheck,
)  # fmt: skip

add_texts("republia", texts)


def start(setup: Setup) -> Table:
    return rules.start(setup, content().plan(setup), content().chart(setup))


GAME = Game(
    id="republia",
    title="Republia",
    seats=SEATS,
    moves=MOVES,
    start=start,
    script=rules.play,
    options=Switches,
    corrections=rules.CORRECTIONS,
    invariants=sound,
    books="all-seats",  # D-46: they tell every hand of the evening
    components=components(),
    zones=zones,
    told_first=(events.Annulled, events.Approved, events.Rejected),
    side=lambda t, seat: t.factions[seat][0],
)
